//! A reference to a Secret lacks its name or key
//!
//! # What it checks
//!
//! Every `contentFrom.secret` of a file and every `passwdFrom.secret` of a user has a `name` and
//! a `key`.
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
//!     contentFrom:
//!       secret:
//!         name: demo
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
//! Set both.
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
        for list in ["files[*].contentFrom.secret", "users[*].passwdFrom.secret"] {
            for (path, secret) in spec.select(list) {
                for key in ["name", "key"] {
                    if field::text(secret, key).is_none() {
                        let message = format!("reference to a Secret has no `{key}`");
                        sink.on(spec.object, &path.key(key), message);
                    }
                }
            }
        }
    }
}
