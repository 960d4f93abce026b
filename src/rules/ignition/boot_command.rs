//! Boot commands together with Ignition
//!
//! # What it checks
//!
//! A kubeadm configuration with `format: ignition` has no `bootCommands`.
//!
//! # Why it matters
//!
//! The field came with Cluster API v1.10.0, and the webhook refuses it for Ignition: there is no
//! cloud-init to run the commands. Releases before drop the field without a word.
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
//!   bootCommands:
//!   - echo hello
//! ```
//!
//! ```yaml good
//! apiVersion: bootstrap.cluster.x-k8s.io/v1beta1
//! kind: KubeadmConfig
//! metadata:
//!   name: demo
//! spec:
//!   joinConfiguration: {}
//!   bootCommands:
//!   - echo hello
//! ```
//!
//! # How to fix
//!
//! Write a unit in `ignition.containerLinuxConfig.additionalConfig` that runs early, or use
//! `preKubeadmCommands`.
//!
//! # References
//!
//! - Cluster API v1.10.0, `validateIgnition`

use crate::finding::Severity;
use crate::rules::{Check, Ctx, Meta, Sink};

pub(super) static META: Meta = Meta {
    severity: Severity::Error,
    since: "0.1.0",
    kinds: &["KubeadmConfig", "KubeadmConfigTemplate", "KubeadmControlPlane"],
    check: Check::Static(check),
};

fn check(ctx: &Ctx<'_>, sink: &mut Sink<'_>) {
    for spec in ctx.ignition_specs() {
        if spec.at("bootCommands").is_some_and(|list| !list.items().is_empty()) {
            let message = "boot commands are not supported with Ignition";
            sink.on(spec.object, &spec.field("bootCommands"), message)
                .help("use `preKubeadmCommands`, or a unit")
                .holds("capi >= v1.10.0");
        }
    }
}
