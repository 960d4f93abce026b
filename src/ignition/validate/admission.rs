//! What the API server refuses before the bootstrap provider sees it.
//!
//! Sources: the webhook of the kubeadm bootstrap provider (`validateFiles`, `validateUsers`,
//! `validateIgnition` of the kubeadm API types) from v1.1.0 to v1.14.0, and the length limits
//! of its CRDs, which begin with v1.10.0.

use std::collections::BTreeSet;

use crate::path::FieldPath;
use crate::profile::{Gate, Profile, Version};
use crate::yaml::{Dialect, Node, Scalar};

/// The feature gate that Ignition needs.
pub const GATE: &str = "KubeadmBootstrapFormatIgnition";

/// A refusal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The field, from the root of the spec.
    pub path: FieldPath,
    /// The path that the real program prints.
    pub shown: String,
    /// `Forbidden`, `Invalid value`, `Required value` or `Too long`.
    pub kind: &'static str,
    /// What the real program says about it.
    pub detail: String,
    /// The real program is the API server's schema check, not the webhook.
    pub schema: bool,
}

/// How long a field may be.
struct Limit {
    /// The field, with `[]` for each item.
    path: &'static str,
    /// Since which release, and how many characters (or items, for a path that ends in `#`).
    steps: &'static [((u32, u32, u32), usize)],
}

const fn limit(path: &'static str, steps: &'static [((u32, u32, u32), usize)]) -> Limit {
    Limit { path, steps }
}

/// Limits of the CRDs that a chart can come near to.
const LIMITS: &[Limit] = &[
    limit("files#", &[((1, 10, 0), 200)]),
    limit("files[].path", &[((1, 10, 0), 512)]),
    limit("files[].owner", &[((1, 10, 0), 256)]),
    limit("files[].permissions", &[((1, 10, 0), 16)]),
    limit("files[].content", &[((1, 10, 0), 10240)]),
    limit("files[].contentFrom.secret.name", &[((1, 10, 0), 253)]),
    limit("files[].contentFrom.secret.key", &[((1, 10, 0), 256)]),
    limit("users#", &[((1, 10, 0), 100)]),
    limit("users[].name", &[((1, 10, 0), 256)]),
    limit("users[].gecos", &[((1, 10, 0), 256)]),
    limit("users[].groups", &[((1, 10, 0), 256)]),
    limit("users[].homeDir", &[((1, 10, 0), 256)]),
    limit("users[].shell", &[((1, 10, 0), 256)]),
    limit("users[].passwd", &[((1, 10, 0), 256)]),
    limit("users[].primaryGroup", &[((1, 10, 0), 256)]),
    limit("users[].sudo", &[((1, 10, 0), 256)]),
    limit("users[].sshAuthorizedKeys#", &[((1, 10, 0), 100)]),
    limit("users[].sshAuthorizedKeys[]", &[((1, 10, 0), 2048)]),
    limit("preKubeadmCommands#", &[((1, 10, 0), 1000)]),
    limit("preKubeadmCommands[]", &[((1, 10, 0), 10240)]),
    limit("postKubeadmCommands#", &[((1, 10, 0), 1000)]),
    limit("postKubeadmCommands[]", &[((1, 10, 0), 10240)]),
    limit("bootCommands#", &[((1, 10, 0), 1000)]),
    limit("bootCommands[]", &[((1, 10, 0), 10240)]),
    limit("ntp.servers#", &[((1, 10, 0), 100)]),
    limit("ntp.servers[]", &[((1, 10, 0), 512)]),
    limit("mounts#", &[((1, 10, 0), 100)]),
    limit("diskSetup.partitions#", &[((1, 10, 0), 100)]),
    limit("diskSetup.partitions[].device", &[((1, 10, 0), 256)]),
    limit("diskSetup.filesystems#", &[((1, 10, 0), 100)]),
    limit("diskSetup.filesystems[].device", &[((1, 10, 0), 256)]),
    limit("diskSetup.filesystems[].filesystem", &[((1, 10, 0), 128)]),
    limit("diskSetup.filesystems[].label", &[((1, 10, 0), 512)]),
    limit("diskSetup.filesystems[].extraOpts#", &[((1, 10, 0), 100)]),
    limit("diskSetup.filesystems[].extraOpts[]", &[((1, 10, 0), 256)]),
    limit(
        "ignition.containerLinuxConfig.additionalConfig",
        &[((1, 10, 0), 10240), ((1, 10, 3), 32768)],
    ),
];

/// What refuses a KubeadmConfigSpec that stands at `base` in its object.
pub fn check(spec: &Node, base: &FieldPath, profile: &Profile) -> Vec<Refusal> {
    // The first releases name the field as if it stood in a KubeadmConfig.
    let shown = if profile.capi < Version::new(1, 2, 0) {
        FieldPath::root().key("spec")
    } else {
        base.clone()
    };
    let mut checker = Checker { spec, base, shown, profile, refusals: Vec::new() };
    checker.limits();
    checker.files();
    checker.users();
    checker.ignition();
    checker.refusals
}

struct Checker<'a> {
    spec: &'a Node,
    base: &'a FieldPath,
    shown: FieldPath,
    profile: &'a Profile,
    refusals: Vec<Refusal>,
}

impl Checker<'_> {
    fn refuse(&mut self, path: &FieldPath, kind: &'static str, detail: impl Into<String>) {
        self.refusals.push(Refusal {
            path: path.clone(),
            shown: self.shown.join(path).to_string(),
            kind,
            detail: detail.into(),
            schema: false,
        });
    }

    fn since(&self, major: u32, minor: u32, patch: u32) -> bool {
        self.profile.capi >= Version::new(major, minor, patch)
    }

    fn items(&self, path: &str) -> Vec<(FieldPath, Node)> {
        let parent = FieldPath::parse(path);
        let items = self.spec.at_path(&parent).map(Node::items).unwrap_or_default();
        items.iter().enumerate().map(|(i, n)| (parent.index(i), n.clone())).collect()
    }

    fn limits(&mut self) {
        let capi = &self.profile.capi;
        let capi = (capi.major, capi.minor, capi.patch);
        for limit in LIMITS {
            let step = limit.steps.iter().rev().find(|(since, _)| capi >= *since);
            let Some((_, max)) = step else { continue };
            let (path, count) = match limit.path.strip_suffix('#') {
                Some(path) => (path, true),
                None => (limit.path, false),
            };
            let mut found = Vec::new();
            expand(self.spec, path, FieldPath::root(), &mut found);
            for (path, node) in found {
                let (size, word, unit) = if count {
                    (node.items().len(), "maxItems", "items")
                } else {
                    let text = node.text().unwrap_or_default();
                    (text.chars().count(), "maxLength", "characters")
                };
                if size > *max {
                    self.refusals.push(Refusal {
                        shown: self.base.join(&path).to_string(),
                        path,
                        kind: if count { "Too many" } else { "Too long" },
                        detail: format!("{size} {unit}, {word} is {max}"),
                        schema: true,
                    });
                }
            }
        }
    }

    fn files(&mut self) {
        let mut paths = BTreeSet::new();
        for (at, file) in self.items("files") {
            let content = file.get("content").and_then(Node::text).unwrap_or_default();
            let from = present(file.get("contentFrom"));
            if !content.is_empty() && from.is_some() {
                let text = "only one of content or contentFrom may be specified for a single file";
                self.refuse(&at, "Invalid value", text);
            }
            if let Some(from) = from {
                self.secret(&at.key("contentFrom"), from, true);
            }
            let path = file.get("path").and_then(Node::text).unwrap_or_default();
            if !paths.insert(path.to_owned()) {
                let text = "path property must be unique among all files";
                self.refuse(&at.key("path"), "Invalid value", text);
            }
        }
    }

    /// A reference to a key of a Secret needs a name and a key.
    fn secret(&mut self, at: &FieldPath, from: &Node, invalid_once: bool) {
        let kind = match invalid_once && !self.since(1, 2, 0) {
            true => "Invalid value",
            false => "Required value",
        };
        for (key, what) in [("name", "name"), ("key", "key")] {
            let value = from.get("secret").and_then(|s| s.get(key)).and_then(Node::text);
            if value.unwrap_or_default().is_empty() {
                let text = format!("secret file source must specify non-empty secret {what}");
                self.refuse(&at.key("secret").key(key), kind, text);
            }
        }
    }

    fn users(&mut self) {
        if !self.since(1, 2, 0) {
            return;
        }
        for (at, user) in self.items("users") {
            let Some(from) = present(user.get("passwdFrom")) else { continue };
            if present(user.get("passwd")).is_some() {
                let text = "only one of passwd or passwdFrom may be specified for a single user";
                self.refuse(&at, "Invalid value", text);
            }
            self.secret(&at.key("passwdFrom"), from, false);
        }
    }

    fn ignition(&mut self) {
        let root = FieldPath::root();
        let format = self.spec.get("format").and_then(Node::text).unwrap_or_default();
        let is_ignition = format == "ignition";
        let section = present(self.spec.get("ignition")).is_some_and(|n| self.is_defined(n));
        if self.profile.gate(GATE) == Gate::Off {
            let text = format!("can be set only if the {GATE} feature gate is enabled");
            if is_ignition {
                self.refuse(&root.key("format"), "Forbidden", &text);
            }
            if section {
                self.refuse(&root.key("ignition"), "Forbidden", &text);
            }
            return;
        }
        if !is_ignition {
            if section {
                let text = "must be set to \"ignition\" if spec.ignition is set";
                self.refuse(&root.key("format"), "Invalid value", text);
            }
            return;
        }
        self.unsupported();
        self.disks();
    }

    fn unsupported(&mut self) {
        let colon = if self.since(1, 6, 0) { ":" } else { "" };
        let text = format!("not supported when spec.format is set to{colon} \"ignition\"");
        for (at, user) in self.items("users") {
            if is_true(user.get("inactive")) {
                self.refuse(&at.key("inactive"), "Forbidden", &text);
            }
        }
        let root = FieldPath::root();
        if !self.since(1, 11, 0) && is_true(self.spec.get("useExperimentalRetryJoin")) {
            self.refuse(&root.key("useExperimentalRetryJoin"), "Forbidden", &text);
        }
        if self.since(1, 2, 0) {
            for (at, file) in self.items("files") {
                let encoding = file.get("encoding").and_then(Node::text);
                if matches!(encoding, Some("gzip" | "gzip+base64")) {
                    self.refuse(&at.key("encoding"), "Forbidden", &text);
                }
            }
        }
        let commands = present(self.spec.get("bootCommands")).is_some();
        if self.since(1, 10, 0) && commands {
            self.refuse(&root.key("bootCommands"), "Forbidden", &text);
        }
        for (at, filesystem) in self.items("diskSetup.filesystems") {
            for key in ["replaceFS", "partition"] {
                if self.is_set(filesystem.get(key)) {
                    self.refuse(&at.key(key), "Forbidden", &text);
                }
            }
        }
    }

    fn disks(&mut self) {
        for (at, partition) in self.items("diskSetup.partitions") {
            let table = partition.get("tableType");
            let other = table.and_then(Node::text).is_some_and(|t| t != "gpt");
            if other && self.is_set(table) {
                let text = "only partition type \"gpt\" is supported when spec.format is set to \
                            \"ignition\"";
                self.refuse(&at.key("tableType"), "Invalid value", text);
            }
        }
    }

    /// Since v1.11 a section without content is none.
    fn is_defined(&self, ignition: &Node) -> bool {
        let clc = ignition.get("containerLinuxConfig");
        let text = clc.and_then(|n| n.get("additionalConfig")).and_then(Node::text);
        let strict = present(clc.and_then(|n| n.get("strict"))).is_some();
        !self.since(1, 11, 0) || strict || text.is_some_and(|t| !t.is_empty())
    }

    /// A pointer that is set; since v1.11 an empty text is none.
    fn is_set(&self, node: Option<&Node>) -> bool {
        let empty_counts = !self.since(1, 11, 0);
        present(node).is_some_and(|n| empty_counts || n.text().is_none_or(|t| !t.is_empty()))
    }
}

/// Finds the nodes of a path with `[]` for each item.
fn expand(node: &Node, path: &str, at: FieldPath, found: &mut Vec<(FieldPath, Node)>) {
    let (head, rest) = path.split_once('.').unwrap_or((path, ""));
    let (key, each) = match head.strip_suffix("[]") {
        Some(key) => (key, true),
        None => (head, false),
    };
    let Some(child) = node.get(key) else { return };
    let at = at.key(key);
    let mut next = |child: &Node, at: FieldPath| match rest {
        "" => found.push((at, child.clone())),
        rest => expand(child, rest, at, found),
    };
    if !each {
        return next(child, at);
    }
    for (i, item) in child.items().iter().enumerate() {
        next(item, at.index(i));
    }
}

/// A node that is more than null.
fn present(node: Option<&Node>) -> Option<&Node> {
    node.filter(|n| n.scalar().is_none() || n.resolve(Dialect::Helm) != Scalar::Null)
}

fn is_true(node: Option<&Node>) -> bool {
    node.is_some_and(|n| n.resolve(Dialect::Helm) == Scalar::Bool(true))
}
