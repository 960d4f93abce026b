//! Two files of a configuration have the same path
//!
//! # What it checks
//!
//! No path stands twice in `files` of a kubeadm configuration.
//!
//! # Why it matters
//!
//! The webhook refuses the object. It happens when two parts of a chart each bring their own
//! version of one file.
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
//!   - path: /etc/containerd/config.toml
//!     content: a
//!   - path: /etc/containerd/config.toml
//!     content: b
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
//!   - path: /etc/containerd/config.toml
//!     content: a
//!   - path: /etc/containerd/other.toml
//!     content: b
//! ```
//!
//! # How to fix
//!
//! Keep one of them.
//!
//! # References
//!
//! - Cluster API v1.2.0, `bootstrap/kubeadm/api/v1beta1`, the webhook of KubeadmConfig
//! - giantswarm/cluster-aws, changelog of 0.61.0

use crate::finding::Severity;
use crate::rules::{Check, Ctx, Meta, Sink};

pub(super) static META: Meta = Meta {
    severity: Severity::Error,
    since: "0.1.0",
    kinds: &["KubeadmConfig", "KubeadmConfigTemplate", "KubeadmControlPlane"],
    check: Check::Static(check),
};

fn check(ctx: &Ctx<'_>, sink: &mut Sink<'_>) {
    for spec in ctx.kubeadm_specs() {
        let files = spec.files();
        for (index, file) in files.iter().enumerate() {
            let Some(path) = file.path() else { continue };
            if files[..index].iter().any(|earlier| earlier.path() == Some(path)) {
                let message = format!("`{path}` stands in `files` twice");
                sink.on(spec.object, &file.at.key("path"), message);
            }
        }
    }
}
