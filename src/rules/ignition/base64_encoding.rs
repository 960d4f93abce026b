//! A base64 file that this Cluster API release does not decode for Ignition
//!
//! # What it checks
//!
//! With Cluster API v1.1, no file of a kubeadm configuration with `format: ignition` has the
//! encoding `base64`, unless a command decodes it on the node.
//!
//! # Why it matters
//!
//! Cluster API v1.1 ignores the encoding for Ignition, so that the node gets the encoded text.
//! v1.2.0 decodes it; the fix was not backported.
//!
//! # Example
//!
//! ```yaml bad capi=v1.1.3
//! apiVersion: bootstrap.cluster.x-k8s.io/v1beta1
//! kind: KubeadmConfig
//! metadata:
//!   name: demo
//! spec:
//!   format: ignition
//!   joinConfiguration: {}
//!   files:
//!   - path: /etc/demo
//!     permissions: "0600"
//!     encoding: base64
//!     content: aGVsbG8=
//! ```
//!
//! ```yaml good capi=v1.2.0
//! apiVersion: bootstrap.cluster.x-k8s.io/v1beta1
//! kind: KubeadmConfig
//! metadata:
//!   name: demo
//! spec:
//!   format: ignition
//!   joinConfiguration: {}
//!   files:
//!   - path: /etc/demo
//!     permissions: "0600"
//!     encoding: base64
//!     content: aGVsbG8=
//! ```
//!
//! # How to fix
//!
//! Write the file without encoding, run Cluster API v1.2.0 or later, or decode the file in
//! `preKubeadmCommands`.
//!
//! # References
//!
//! - Cluster API, issue 6403 and pull request 6472

use crate::finding::Severity;
use crate::manifest::field;
use crate::rules::Window;
use crate::rules::{Check, Ctx, Meta, Sink};

pub(super) static META: Meta = Meta {
    severity: Severity::Error,
    since: "0.1.0",
    kinds: &["KubeadmConfig", "KubeadmConfigTemplate", "KubeadmControlPlane"],
    check: Check::Static(check),
};

static UNDECODED: Window = Window::capi(Some((1, 1, 0)), Some((1, 1, u32::MAX)));

fn check(ctx: &Ctx<'_>, sink: &mut Sink<'_>) {
    if !ctx.within(&UNDECODED) {
        return;
    }
    for spec in ctx.ignition_specs() {
        let commands = spec.commands();
        let decodes = |path: &str| {
            let decodes = |c: &str| c.contains("base64 -d") || c.contains("base64 --decode");
            commands.iter().any(|(_, command)| decodes(command) && command.contains(path))
        };
        for file in spec.files() {
            let base64 = field::text(file.node, "encoding") == Some("base64");
            if base64 && !file.path().is_some_and(decodes) {
                let message = format!("`{}` is written to the node in base64", file.label());
                sink.on(spec.object, &file.at.key("encoding"), message)
                    .help("this release does not decode it for Ignition; v1.2.0 does")
                    .holds("capi v1.1");
            }
        }
    }
}
