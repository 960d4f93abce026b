//! A key that a Container Linux Config does not have
//!
//! # What it checks
//!
//! Every key of `ignition.containerLinuxConfig.additionalConfig` is one of the Container Linux
//! Config. The versions of etcd and flannel have keys of their own and are not looked into.
//!
//! # Why it matters
//!
//! Unless `strict: true` is set, the bootstrap provider drops the key, logs nothing and sets no
//! condition: file contents under `source` leave an empty file, `wipeFilesystem` wipes nothing, a
//! unit with `content` is never written. With `strict: true` no user data is made.
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
//!           filesystems:
//!           - name: etcd
//!             mount:
//!               device: /dev/xvdc
//!               format: xfs
//!               wipeFilesystem: true
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
//!       strict: true
//!       additionalConfig: |
//!         storage:
//!           filesystems:
//!           - name: etcd
//!             mount:
//!               device: /dev/xvdc
//!               format: xfs
//!               wipe_filesystem: true
//! ```
//!
//! # How to fix
//!
//! Use the name that the help line gives. Keys of Ignition (camelCase), Butane and of a kubeadm
//! configuration look alike but are others.
//!
//! # References
//!
//! - Container Linux Config Transpiler v0.9.4, `config/types`
//! - giantswarm/cluster-aws, releases since 0.34.0

use crate::finding::Severity;
use crate::path::FieldPath;
use crate::rules::clc::{self, Misfit, Shape};
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
        let strict = spec
            .at("ignition.containerLinuxConfig.strict")
            .is_some_and(crate::manifest::field::is_true);
        for misfit in clc.misfits() {
            let Misfit::Unknown { path, key, known } = misfit else { continue };
            let name = key.text().unwrap_or_default();
            let fate = if strict { "no user data can be made" } else { "it is dropped" };
            let message = format!("`{path}` is no key of a Container Linux Config: {fate}");
            let draft = sink.on(spec.object, &clc.path, message);
            draft.span(clc.outer(key.span())).holds("capi >= v1.1.0");
            if let Some(help) = hint(&path, name, known) {
                draft.help(help);
            }
        }
    }
}

/// Keys of other formats, by the end of their path, with what a Container Linux Config has.
const TRAPS: [(&str, &str); 12] = [
    ("contents.source", "write the text under `inline`, or a URL under `remote.url`"),
    ("permission", "write `mode: 0600`, unquoted"),
    ("permissions", "write `mode: 0600`, unquoted"),
    ("owner", "write `user: {name: …}` and `group: {name: …}`"),
    ("content", "write `contents`"),
    ("encoding", "a Container Linux Config has none; `!!binary` decodes base64"),
    ("passwd.users.passwordHash", "write `password_hash`"),
    ("wipe", "write `wipe_table` or `wipe_filesystem`"),
    ("variant", "this is Butane, which the bootstrap provider does not read"),
    ("kernel_arguments", "this is Butane, which the bootstrap provider does not read"),
    ("luks", "this is Butane, which the bootstrap provider does not read"),
    ("arrays", "write `raid`"),
];

fn hint(path: &FieldPath, name: &str, known: &[(&'static str, Shape)]) -> Option<String> {
    let fold = |text: &str| text.replace(['_', '-'], "").to_ascii_lowercase();
    if let Some((key, _)) = known.iter().find(|(key, _)| fold(key) == fold(name)) {
        return Some(format!("write `{key}`"));
    }
    let path = path.to_string();
    let ends = |end: &str| path == end || path.ends_with(&format!(".{end}"));
    if let Some((_, help)) = TRAPS.iter().find(|(end, _)| ends(end)) {
        return Some((*help).to_owned());
    }
    let near = known.iter().find(|(key, _)| clc::is_near(key, name));
    near.map(|(key, _)| format!("write `{key}`"))
}

#[cfg(test)]
mod tests {
    use crate::rules::testing::{findings, profile};

    #[test]
    fn every_unknown_key_has_a_line_of_its_own() {
        let text = "apiVersion: bootstrap.cluster.x-k8s.io/v1beta1\nkind: KubeadmConfig\n\
                    metadata:\n  name: a\nspec:\n  format: ignition\n  joinConfiguration: {}\n  \
                    ignition:\n    containerLinuxConfig:\n      additionalConfig: |\n        \
                    storage:\n          files:\n          - path: /a\n            contents:\n              \
                    source: |\n                x\n            permission: \"0600\"\n";
        let found = findings(text, &profile(&[]));
        let lines: Vec<(u32, u32, &str)> = found
            .iter()
            .map(|f| (f.location.as_ref().unwrap(), f.help.as_deref().unwrap()))
            .map(|(l, help)| (l.line, l.column, help))
            .collect();
        assert_eq!(
            lines,
            [
                (15, 15, "write the text under `inline`, or a URL under `remote.url`"),
                (17, 13, "write `mode: 0600`, unquoted"),
            ]
        );
    }
}
