//! A file or script under `/run` or `/tmp`, which is empty again when the node is up
//!
//! # What it checks
//!
//! No file of a kubeadm configuration with `format: ignition`, and none of its Container Linux
//! Config, is under `/run`, `/var/run`, `/tmp` or another file system that lives in memory. No
//! command runs a script there that no earlier command mentions.
//!
//! # Why it matters
//!
//! Ignition writes files in the initrd. Afterwards systemd mounts fresh file systems over `/run`
//! and `/tmp`, and the files are gone when kubeadm starts. cloud-init runs later, so the same
//! chart works on Ubuntu.
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
//!   - path: /tmp/kubeadm/patches/kube-apiserver.yaml
//!     permissions: "0600"
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
//!   - path: /tmp/kubeadm/patches/kube-apiserver.yaml
//!     content: hello
//! ```
//!
//! # How to fix
//!
//! Put the file under `/etc` or `/opt`.
//!
//! # References
//!
//! - vexxhost/magnum-cluster-api, issue 480
//! - giantswarm/cluster-openstack v0.16.0, kubeadm patches

use crate::finding::Severity;
use crate::manifest::KubeadmSpec;
use crate::rules::clc;
use crate::rules::{Check, Ctx, Meta, Sink};

pub(super) static META: Meta = Meta {
    severity: Severity::Error,
    since: "0.1.0",
    kinds: &["KubeadmConfig", "KubeadmConfigTemplate", "KubeadmControlPlane"],
    check: Check::Static(check),
};

/// Where file systems in memory are mounted after the initrd.
const VOLATILE: [&str; 6] = ["/run", "/var/run", "/tmp", "/dev", "/proc", "/sys"];
const HELP: &str = "put it under `/etc` or `/opt`";

fn check(ctx: &Ctx<'_>, sink: &mut Sink<'_>) {
    for spec in ctx.ignition_specs() {
        for file in spec.files() {
            if let Some(path) = file.path().filter(|path| is_volatile(path)) {
                let message = format!("`{path}` is gone when the node is up");
                sink.on(spec.object, &file.at.key("path"), message).help(HELP);
            }
        }
        if let Some(clc) = ctx.clc(spec) {
            for (_, node) in clc.inodes() {
                if let Some(path) = node.text().filter(|path| is_volatile(path)) {
                    let message = format!("`{path}` is gone when the node is up");
                    let draft = sink.on(spec.object, &clc.path, message).help(HELP);
                    draft.span(clc.outer(node.span()));
                }
            }
        }
        check_commands(spec, sink);
    }
}

fn check_commands(spec: &KubeadmSpec<'_>, sink: &mut Sink<'_>) {
    let commands = spec.commands();
    for (index, (path, command)) in commands.iter().enumerate() {
        let Some(script) = script(command).filter(|script| is_volatile(script)) else { continue };
        let made = commands[..index].iter().any(|(_, earlier)| earlier.contains(script));
        if !made && !clc::is_cloud_init_config(script) {
            let message = format!("`{script}` is not there when the command runs");
            sink.on(spec.object, path, message).help(HELP);
        }
    }
}

fn is_volatile(path: &str) -> bool {
    let path = clc::clean(path);
    let below = |root: &str| path.strip_prefix(root).is_some_and(|rest| rest.starts_with('/'));
    VOLATILE.iter().any(|root| below(root))
}

/// The script that a command runs: its first word, or the one behind a shell.
fn script(command: &str) -> Option<&str> {
    const SHELLS: [&str; 8] =
        ["sh", "bash", "/bin/sh", "/bin/bash", "/usr/bin/bash", "source", ".", "sudo"];
    let mut words = command.split_whitespace().skip_while(|word| SHELLS.contains(word));
    words.next().filter(|word| word.starts_with('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_paths_below_a_mount_point_are_volatile() {
        for path in ["/run/a", "/tmp/x/y", "/etc/../tmp/x", "//run//a", "/var/run/a"] {
            assert!(is_volatile(path), "{path}");
        }
        for path in ["/runner/a", "/etc/tmp/x", "/tmp/../etc/x", "/var/tmp/x", "/run"] {
            assert!(!is_volatile(path), "{path}");
        }
    }

    #[test]
    fn the_script_of_a_command_is_found_behind_a_shell() {
        assert_eq!(script("bash /run/kubeadm/x.sh a"), Some("/run/kubeadm/x.sh"));
        assert_eq!(script("/tmp/x.sh"), Some("/tmp/x.sh"));
        assert_eq!(script("cp /tmp/a /etc/a"), None);
        assert_eq!(script("bash -c 'ls /tmp/a'"), None);
    }
}
