//! A command looks for the kubeadm configuration where cloud-init puts it
//!
//! # What it checks
//!
//! No command of a kubeadm configuration with `format: ignition` names a file such as
//! `/run/kubeadm/kubeadm.yaml` without naming `/etc/kubeadm.yml` too.
//!
//! # Why it matters
//!
//! With Ignition the kubeadm configuration is `/etc/kubeadm.yml`. A `sed` or `envsubst` on the
//! other file fails, and with it the only try to join.
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
//!   preKubeadmCommands:
//!   - sed -i s/a/b/ /run/kubeadm/kubeadm.yaml
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
//!   preKubeadmCommands:
//!   - sed -i s/a/b/ /etc/kubeadm.yml
//! ```
//!
//! # How to fix
//!
//! Use `/etc/kubeadm.yml`.
//!
//! # References
//!
//! - Cluster API v1.1.0, `bootstrap/kubeadm/internal/cloudinit` and `internal/ignition/clc`

use crate::finding::Severity;
use crate::rules::clc;
use crate::rules::{Check, Ctx, Meta, Sink};

pub(super) static META: Meta = Meta {
    severity: Severity::Error,
    since: "0.1.0",
    kinds: &["KubeadmConfig", "KubeadmConfigTemplate", "KubeadmControlPlane"],
    check: Check::Static(check),
};

fn check(ctx: &Ctx<'_>, sink: &mut Sink<'_>) {
    for spec in ctx.ignition_specs() {
        for (path, command) in spec.commands() {
            let split = |c: char| c.is_whitespace() || matches!(c, '"' | '\'' | ';' | '=' | ')');
            let file = command.split(split).find(|word| clc::is_cloud_init_config(word));
            if let Some(file) = file.filter(|_| !command.contains("/etc/kubeadm.yml")) {
                let message = format!("`{file}` does not exist with Ignition");
                sink.on(spec.object, &path, message)
                    .help("the kubeadm configuration is `/etc/kubeadm.yml`")
                    .holds("capi >= v1.1.0");
            }
        }
    }
}
