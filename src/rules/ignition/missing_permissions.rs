//! A file without permissions, which Ignition user data cannot have
//!
//! # What it checks
//!
//! Every file of a kubeadm configuration with `format: ignition` sets `permissions`.
//!
//! # Why it matters
//!
//! The bootstrap provider treats a missing mode as an error and never makes user data. The object
//! shows no condition; the machines wait for ever. With cloud-config the same file is fine.
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
//!   files:
//!   - path: /etc/demo
//!     content: hello
//! ```
//!
//! ```yaml good
//! apiVersion: bootstrap.cluster.x-k8s.io/v1beta1
//! kind: KubeadmConfig
//! metadata:
//!   name: demo
//! spec:
//!   joinConfiguration: {}
//!   files:
//!   - path: /etc/demo
//!     content: hello
//! ```
//!
//! # How to fix
//!
//! Set `permissions`, quoted and with a leading zero: `"0644"`.
//!
//! # References
//!
//! - Cluster API v1.1.0 to v1.14.0, `bootstrap/kubeadm/internal/ignition/clc`
//! - giantswarm/cluster-openstack v0.16.0, kubeadm patches

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
        for file in spec.files() {
            if field::text(file.node, "permissions").is_none() {
                let message =
                    format!("`{}` has no permissions: no user data can be made", file.label());
                sink.on(spec.object, &file.at.key("permissions"), message)
                    .help("set them, quoted and with a leading zero: `\"0644\"`")
                    .holds("capi >= v1.1.0");
            }
        }
    }
}
