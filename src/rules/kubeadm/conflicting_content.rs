//! A file has its content both inline and from a Secret
//!
//! # What it checks
//!
//! No file of a kubeadm configuration sets `content` and `contentFrom`.
//!
//! # Why it matters
//!
//! The webhook refuses the object.
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
//!   files:
//!   - path: /etc/demo
//!     content: hello
//!     contentFrom:
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
//!   files:
//!   - path: /etc/demo
//!     contentFrom:
//!       secret:
//!         name: demo
//!         key: demo
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
        for file in spec.files() {
            let inline = field::text(file.node, "content").is_some();
            if inline && field::get(file.node, "contentFrom").is_some() {
                let message = format!("`{}` has both `content` and `contentFrom`", file.label());
                sink.on(spec.object, &file.at, message);
            }
        }
    }
}
