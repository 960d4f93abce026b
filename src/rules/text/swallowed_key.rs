//! A key of the kubeadm configuration became part of the text above it
//!
//! # What it checks
//!
//! No line of a Container Linux Config or of a unit in it holds a key of a kubeadm
//! configuration, such as `joinConfiguration:` or `preKubeadmCommands:`, glued to other text
//! or on a line of its own.
//!
//! # Why it matters
//!
//! A template trimmed one newline too many: the key is glued to the last line of a block, and
//! everything below it becomes text too. The YAML is valid, the node just boots without that
//! part. cluster-openstack v0.16.0 to v0.17.1 lost the `joinConfiguration` of all Flatcar
//! workers like this.
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
//!   ignition:
//!     containerLinuxConfig:
//!       additionalConfig: |
//!         systemd:
//!           units:
//!           - name: kubeadm.service
//!             enabled: true
//!             dropins:
//!             - name: 10-flatcar.conf
//!               contents: |
//!                 [Unit]
//!                 After=containerd.service network-online.targetjoinConfiguration:
//! ```
//!
//! ```yaml good
//! apiVersion: bootstrap.cluster.x-k8s.io/v1beta1
//! kind: KubeadmConfig
//! metadata:
//!   name: demo
//! spec:
//!   format: ignition
//!   ignition:
//!     containerLinuxConfig:
//!       additionalConfig: |
//!         systemd:
//!           units:
//!           - name: kubeadm.service
//!             enabled: true
//!             dropins:
//!             - name: 10-flatcar.conf
//!               contents: |
//!                 [Unit]
//!                 After=containerd.service
//!   joinConfiguration: {}
//! ```
//!
//! # How to fix
//!
//! Look for `{{-` or `-}}` between the block and the key in the template.
//!
//! # References
//!
//! - giantswarm/cluster-openstack, pull request 113

use super::super::texts;
use crate::finding::Severity;
use crate::rules::{Check, Ctx, Meta, Sink};

pub(super) static META: Meta = Meta {
    severity: Severity::Error,
    since: "0.1.0",
    kinds: &["KubeadmConfig", "KubeadmConfigTemplate", "KubeadmControlPlane"],
    check: Check::Static(check),
};

/// Keys of a kubeadm configuration that mean nothing in a Container Linux Config.
const KEYS: [&str; 9] = [
    "clusterConfiguration:",
    "initConfiguration:",
    "joinConfiguration:",
    "preKubeadmCommands:",
    "postKubeadmCommands:",
    "diskSetup:",
    "verbosity:",
    "useExperimentalRetryJoin:",
    "kubeadmConfigSpec:",
];

fn check(ctx: &Ctx<'_>, sink: &mut Sink<'_>) {
    for spec in ctx.kubeadm_specs() {
        let Some((path, node)) = spec.additional_config() else { continue };
        let Some((at, key)) = node.text().and_then(swallowed) else { continue };
        let name = key.trim_end_matches(':');
        let lost = if spec.at(name).is_none() { ", which the configuration lacks" } else { "" };
        let message = format!("`{key}` became part of the Container Linux Config");
        sink.on(spec.object, &path, message)
            .span(texts::place(ctx, node, at, key.len()))
            .help(format!("a template trimmed the newline before `{name}`{lost}"));
    }
}

/// The first key that ends a line, alone on it or glued to a word.
fn swallowed(text: &str) -> Option<(usize, &'static str)> {
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        let trimmed = line.trim_end();
        let comment = trimmed.trim_start().starts_with('#');
        if let Some(key) = KEYS.into_iter().find(|key| trimmed.ends_with(key) && !comment) {
            return Some((offset + trimmed.len() - key.len(), key));
        }
        offset += line.len();
    }
    None
}
