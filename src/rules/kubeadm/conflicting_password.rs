//! A user has a password both inline and from a Secret
//!
//! # What it checks
//!
//! No user of a kubeadm configuration sets `passwd` and `passwdFrom`.
//!
//! # Why it matters
//!
//! The webhook refuses the object (Cluster API v1.2.0 and later).
//!
//! # Example
//!
//! ```yaml bad
//! apiVersion: bootstrap.cluster.x-k8s.io/v1beta1
//! kind: KubeadmConfig
//! metadata:
//!   name: demo
//! spec:
//!   joinConfiguration: {}
//!   users:
//!   - name: demo
//!     passwd: $6$x
//!     passwdFrom:
//!       secret:
//!         name: demo
//!         key: demo
//! ```
//!
//! ```yaml good
//! apiVersion: bootstrap.cluster.x-k8s.io/v1beta1
//! kind: KubeadmConfig
//! metadata:
//!   name: demo
//! spec:
//!   joinConfiguration: {}
//!   users:
//!   - name: demo
//!     passwd: $6$x
//! ```
//!
//! # How to fix
//!
//! Keep one of them.
//!
//! # References
//!
//! - Cluster API v1.2.0, `bootstrap/kubeadm/api/v1beta1`, the webhook of KubeadmConfig

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
    for spec in ctx.kubeadm_specs() {
        for (path, user) in spec.select("users[*]") {
            let inline = field::text(user, "passwd").is_some();
            if inline && field::get(user, "passwdFrom").is_some() {
                let name = field::text(user, "name").unwrap_or_default();
                let message = format!("user `{name}` has both `passwd` and `passwdFrom`");
                sink.on(spec.object, &path, message).holds("capi >= v1.2.0");
            }
        }
    }
}
