//! The Container Linux Config cannot be read
//!
//! # What it checks
//!
//! The text of `ignition.containerLinuxConfig.additionalConfig` is YAML: a mapping, with no key
//! twice.
//!
//! # Why it matters
//!
//! The bootstrap provider never makes user data. Whether `strict` is set makes no difference, and
//! the object shows no condition; the machines wait for ever.
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
//!   ignition:
//!     containerLinuxConfig:
//!       additionalConfig: |
//!         systemd:
//!           units:
//!           - name: [demo.service
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
//!   ignition:
//!     containerLinuxConfig:
//!       additionalConfig: |
//!         systemd:
//!           units:
//!           - name: demo.service
//!             mask: true
//! ```
//!
//! # How to fix
//!
//! Correct the text. Often the indentation of an included block is off.
//!
//! # References
//!
//! - Container Linux Config Transpiler v0.9.4

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
        let Some(clc) = ctx.clc(spec) else { continue };
        if let Some((span, text)) = &clc.error {
            let message = format!("Container Linux Config cannot be read: {text}");
            sink.on(spec.object, &clc.path, message).span(clc.outer(*span));
        }
        let Some(root) = clc.root.as_ref() else { continue };
        if !root.is_mapping() {
            let message = "Container Linux Config is no mapping";
            sink.on(spec.object, &clc.path, message).span(clc.outer(root.span()));
        }
        field::walk(root, |visit| {
            let entries = visit.node.entries();
            for (index, entry) in entries.iter().enumerate() {
                let key = entry.key.text().unwrap_or_default();
                if entries[..index].iter().any(|earlier| earlier.key.text() == Some(key)) {
                    let message = format!("Container Linux Config has the key `{key}` twice");
                    let draft = sink.on(spec.object, &clc.path, message);
                    draft.span(clc.outer(entry.key.span()));
                }
            }
        });
    }
}
