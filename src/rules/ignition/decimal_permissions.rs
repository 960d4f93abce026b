//! Permissions without a leading zero, which Ignition takes as decimal
//!
//! # What it checks
//!
//! The `permissions` of every file of a kubeadm configuration with `format: ignition` are octal:
//! they start with `0`, and have no digit above 7.
//!
//! # Why it matters
//!
//! `"600"` becomes the mode 01130, `"1777"` becomes 03361. cloud-init reads the same text as
//! octal, so nobody expects it.
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
//!     permissions: "600"
//!     content: hello
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
//!   files:
//!   - path: /etc/demo
//!     permissions: "0600"
//!     content: hello
//! ```
//!
//! # How to fix
//!
//! Write a leading zero.
//!
//! # References
//!
//! - Container Linux Config Transpiler v0.9.4, `config/types/files.go`, read with yaml.v3

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
            if let Mode::Decimal(mode) = Mode::parse(text) {
                let message = format!(
                    "permissions `{text}` of `{}` are taken as decimal: mode {mode:#05o}",
                    file.label()
                );
                sink.on(spec.object, &file.at.key("permissions"), message.replace("0o", "0"))
                    .help(format!("write `\"0{text}\"`"))
                    .holds("capi >= v1.1.0");
            }
        }
    }
}
