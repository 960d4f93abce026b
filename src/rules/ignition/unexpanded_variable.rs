//! A variable in the kubeadm configuration that nothing replaces
//!
//! # What it checks
//!
//! Where a kubeadm document of a configuration with `format: ignition` holds a variable such as
//! `${COREOS_EC2_HOSTNAME}` or a placeholder such as `__REPLACE_NODE_NAME__`, a command replaces
//! it in `/etc/kubeadm.yml`: `envsubst` for a variable, anything that names the placeholder
//! otherwise.
//!
//! # Why it matters
//!
//! kubeadm takes the text as it is: the node has a name with a dollar sign, or kubeadm refuses
//! it.
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
//!   joinConfiguration:
//!     nodeRegistration:
//!       name: ${HOSTNAME}
//! ```
//!
//! ```yaml good
//! apiVersion: bootstrap.cluster.x-k8s.io/v1beta1
//! kind: KubeadmConfig
//! metadata:
//!   name: demo
//! spec:
//!   format: ignition
//!   joinConfiguration:
//!     nodeRegistration:
//!       name: __REPLACE_NODE_NAME__
//!   preKubeadmCommands:
//!   - sed -i "s/__REPLACE_NODE_NAME__/$(hostname -s)/g" /etc/kubeadm.yml
//! ```
//!
//! # How to fix
//!
//! Add `envsubst < /etc/kubeadm.yml > /etc/kubeadm.yml.tmp` and `mv /etc/kubeadm.yml.tmp
//! /etc/kubeadm.yml` to `preKubeadmCommands`.
//!
//! # References
//!
//! - CAPA, templates for Flatcar
//! - giantswarm/cluster-aws, 0.34.0

use crate::finding::Severity;
use crate::manifest::{KubeadmSpec, field};
use crate::rules::{Check, Ctx, Meta, Sink};

pub(super) static META: Meta = Meta {
    severity: Severity::Error,
    since: "0.1.0",
    kinds: &["KubeadmConfig", "KubeadmConfigTemplate", "KubeadmControlPlane"],
    check: Check::Static(check),
};

fn check(ctx: &Ctx<'_>, sink: &mut Sink<'_>) {
    for spec in ctx.ignition_specs() {
        for document in ["clusterConfiguration", "initConfiguration", "joinConfiguration"] {
            let Some(node) = spec.at(document) else { continue };
            let root = spec.field(document);
            field::walk(node, |visit| {
                let Some(text) = visit.node.text() else { return };
                let Some(name) = variable(text).or_else(|| placeholder(text)) else { return };
                if !is_replaced(spec, name) {
                    let message = format!("nothing replaces `{name}` on the node");
                    sink.on(spec.object, &root.join(&visit.path()), message)
                        .help("replace it in `/etc/kubeadm.yml` in `preKubeadmCommands`");
                }
            });
        }
    }
}

/// `${NAME}`, as envsubst replaces it.
fn variable(text: &str) -> Option<&str> {
    text.match_indices("${").find_map(|(at, _)| {
        let rest = &text[at..];
        let end = rest.find('}')?;
        let name = &rest[2..end];
        let valid = |b: u8| b.is_ascii_alphanumeric() || b == b'_';
        (!name.is_empty() && name.bytes().all(valid)).then(|| &rest[..=end])
    })
}

/// `__NAME__`, as charts write what a command is to replace.
fn placeholder(text: &str) -> Option<&str> {
    let start = text.find("__")?;
    let length = text[start + 2..].find("__")?;
    let name = &text[start + 2..start + 2 + length];
    let valid = |b: u8| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_';
    (!name.is_empty() && name.bytes().all(valid)).then(|| &text[start..start + length + 4])
}

/// True when a command, or a script among the files, may replace the text.
fn is_replaced(spec: &KubeadmSpec<'_>, name: &str) -> bool {
    let bare = name.trim_start_matches("${").trim_end_matches('}');
    let replaces = |text: &str| text.lines().any(|line| replaces(line, bare));
    // What a Secret or an encoded file holds is not known.
    let hidden = |file: &crate::manifest::File<'_>| {
        field::get(file.node, "contentFrom").is_some()
            || field::text(file.node, "encoding").is_some()
    };
    let commands = spec.commands();
    let runs = |path: &str| commands.iter().any(|(_, command)| command.contains(path));
    commands.iter().any(|(_, command)| replaces(command))
        || spec.files().iter().any(|file| {
            file.path().is_some_and(runs)
                && (hidden(file) || field::text(file.node, "content").is_some_and(replaces))
        })
}

/// True when a line of a shell script replaces a variable or placeholder. Without a list,
/// envsubst replaces every variable; other programs have to name what they replace.
fn replaces(line: &str, bare: &str) -> bool {
    match line.split_once("envsubst") {
        Some((_, arguments)) => !arguments.contains('$') || arguments.contains(bare),
        None => line.contains("sed") && line.contains(bare),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_and_placeholders_are_told_from_other_text() {
        assert_eq!(variable("a-${B_1}-c"), Some("${B_1}"));
        assert_eq!(variable("${B%%.*} $C"), None);
        assert_eq!(placeholder("x__REPLACE_ME__y"), Some("__REPLACE_ME__"));
        assert_eq!(placeholder("a__b__c"), None);
    }

    #[test]
    fn envsubst_with_a_list_replaces_what_the_list_names() {
        assert!(replaces("envsubst < /etc/kubeadm.yml > x", "A"));
        assert!(replaces("envsubst '${A} ${B}' < /etc/kubeadm.yml", "B"));
        assert!(!replaces("envsubst '${A}' < /etc/kubeadm.yml", "B"));
        assert!(!replaces("export A=${A%%.*}", "A"));
    }
}
