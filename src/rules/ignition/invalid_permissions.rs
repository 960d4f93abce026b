//! Permissions that are no number, which Ignition user data cannot have
//!
//! # What it checks
//!
//! The `permissions` of every file of a kubeadm configuration with `format: ignition` are a
//! number from 0 to 07777.
//!
//! # Why it matters
//!
//! The bootstrap provider fails to read its own text and never makes user data. The object shows
//! no condition; the machines wait for ever.
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
//!     permissions: u=rw
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
//!     permissions: u=rw
//!     content: hello
//! ```
//!
//! # How to fix
//!
//! Write the mode as an octal number: `"0600"`.
//!
//! # References
//!
//! - Container Linux Config Transpiler v0.9.4, `config/types/files.go`

use crate::finding::Severity;
use crate::manifest::field;
use crate::rules::clc::Mode;
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
            let Some(text) = field::text(file.node, "permissions") else { continue };
            if Mode::parse(text) == Mode::Invalid {
                let message =
                    format!("permissions `{text}` of `{}` are no file mode", file.label());
                sink.on(spec.object, &file.at.key("permissions"), message)
                    .help("write an octal number: `\"0600\"`")
                    .holds("capi >= v1.1.0");
            }
        }
    }
}
