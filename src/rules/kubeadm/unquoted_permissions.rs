//! The permissions of a file are a number, not text
//!
//! # What it checks
//!
//! The `permissions` of every file are text: they are quoted.
//!
//! # Why it matters
//!
//! YAML reads `0644` as the number 420; the schema wants text, and the API server refuses the
//! object.
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
//!     permissions: 0644
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
//!     permissions: "0644"
//!     content: hello
//! ```
//!
//! # How to fix
//!
//! Quote them.
//!
//! # References
//!
//! - Cluster API v1.1, `File`

use crate::finding::Severity;
use crate::manifest::field;
use crate::rules::{Check, Ctx, Meta, Sink};
use crate::yaml::{Dialect, Scalar};

pub(super) static META: Meta = Meta {
    severity: Severity::Error,
    since: "0.1.0",
    kinds: &["KubeadmConfig", "KubeadmConfigTemplate", "KubeadmControlPlane"],
    check: Check::Static(check),
};

fn check(ctx: &Ctx<'_>, sink: &mut Sink<'_>) {
    for spec in ctx.kubeadm_specs() {
        for file in spec.files() {
            let Some(node) = field::get(file.node, "permissions") else { continue };
            let number = matches!(
                node.resolve(Dialect::Helm),
                Scalar::Int(_) | Scalar::Uint(_) | Scalar::Float(_)
            );
            if number {
                let text = node.text().unwrap_or_default();
                let message = format!("permissions `{text}` are read as a number, not as text");
                sink.on(spec.object, &file.at.key("permissions"), message)
                    .help(format!("write `\"{text}\"`"));
            }
        }
    }
}
