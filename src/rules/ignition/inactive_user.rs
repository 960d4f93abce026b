//! An inactive user together with Ignition
//!
//! # What it checks
//!
//! No user of a kubeadm configuration with `format: ignition` sets `inactive: true`.
//!
//! # Why it matters
//!
//! The webhook refuses it; Ignition has no such thing.
//!
//! # Example
//!
//! ```yaml bad
//! apiVersion: bootstrap.cluster.x-k8s.io/v1beta1
//! kind: KubeadmConfig
//! metadata:
//!   name: demo
//! spec:
//!   format: ignition
//!   joinConfiguration: {}
//!   users:
//!   - name: demo
//!     inactive: true
//! ```
//!
//! ```yaml good
//! apiVersion: bootstrap.cluster.x-k8s.io/v1beta1
//! kind: KubeadmConfig
//! metadata:
//!   name: demo
//! spec:
//!   format: ignition
//!   joinConfiguration: {}
//!   users:
//!   - name: demo
//!     inactive: false
//! ```
//!
//! # How to fix
//!
//! Take the field out, or the user.
//!
//! # References
//!
//! - Cluster API v1.1.0, `bootstrap/kubeadm/api/v1beta1`, the webhook of KubeadmConfig

use crate::finding::Severity;
use crate::manifest::field;
use crate::rules::{Check, Ctx, Meta, Sink};

pub(super) static META: Meta = Meta {
    severity: Severity::Error,
    since: "0.1.0",
    kinds: &["KubeadmConfig", "KubeadmConfigTemplate", "KubeadmControlPlane"],
    check: Check::Static(check),
};

fn check(ctx: &Ctx<'_>, sink: &mut Sink<'_>) {
    for spec in ctx.ignition_specs() {
        for (path, node) in spec.select("users[*].inactive") {
            if field::is_true(node) {
                sink.on(spec.object, &path, "inactive users are not supported with Ignition")
                    .holds("capi >= v1.1.0");
            }
        }
    }
}
