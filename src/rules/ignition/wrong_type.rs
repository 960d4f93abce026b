//! A value that a Container Linux Config cannot hold at its place
//!
//! # What it checks
//!
//! Every value in `ignition.containerLinuxConfig.additionalConfig` has the type that its key
//! needs: modes and ids are numbers without quotes, `enabled` and the like are truth values
//! without quotes, lists are lists.
//!
//! # Why it matters
//!
//! The bootstrap provider never makes user data, `strict` or not. The object shows no condition;
//! the machines wait for ever.
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
//!         storage:
//!           directories:
//!           - path: /var/lib/kubelet
//!             filesystem: root
//!             mode: "0750"
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
//!         storage:
//!           directories:
//!           - path: /var/lib/kubelet
//!             filesystem: root
//!             mode: 0750
//! ```
//!
//! # How to fix
//!
//! Take the quotes off, or correct the structure. Only `permissions` under `files` of the kubeadm
//! configuration itself is quoted.
//!
//! # References
//!
//! - Container Linux Config Transpiler v0.9.4, `config/types`, read with yaml.v3

use crate::finding::Severity;
use crate::rules::clc::{Misfit, Shape};
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
        for misfit in clc.misfits() {
            let Misfit::Wrong { path, node, expected } = misfit else { continue };
            // The root itself is the business of `ignition/malformed-config`.
            if path.is_root() {
                continue;
            }
            let wanted = match expected {
                Shape::Int => "a number without quotes",
                Shape::Bool => "`true` or `false` without quotes",
                Shape::List(_) => "a list",
                Shape::Map(_) => "a mapping",
                Shape::Text | Shape::Any => "text",
            };
            let message = format!("`{path}` must be {wanted}: no user data can be made");
            sink.on(spec.object, &clc.path, message)
                .span(clc.outer(node.span()))
                .holds("capi >= v1.1.0");
        }
    }
}
