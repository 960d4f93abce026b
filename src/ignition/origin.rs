//! From a part of the final config back to the field that it was made from.
//!
//! The final config is the generated one followed by the added one, list by list. Parts of
//! the generated one are known by their order, parts of the added one are found in its text.

use crate::ignition::bootstrap::Template;
use crate::ignition::clc::{self, NodeId, Tree, YKind};
use crate::ignition::report::Position;
use crate::ignition::sink::{ADDITIONAL, At};
use crate::ignition::types::Config;
use crate::ignition::validate::flatcar::Part;
use crate::path::FieldPath;

/// Where the parts of a config come from.
#[derive(Debug, Default)]
pub struct Origins {
    files: Vec<Option<FieldPath>>,
    units: Vec<Option<FieldPath>>,
    base: Config,
    additional: Option<Tree>,
}

impl Origins {
    /// The origins of a config that begins with a generated one.
    pub fn new(template: &Template<'_>, base: &Config, additional: &str) -> Origins {
        let spec = template.spec;
        let indexed = |list: &str, index: usize| Some(FieldPath::parse(list).index(index));
        let mut files = Vec::new();
        for (i, user) in spec.users.iter().enumerate() {
            if user.sudo.is_some() {
                files.push(indexed("users", i).map(|p| p.key("sudo")));
            }
        }
        if base.storage.files.iter().any(|f| f.path == "/etc/ssh/sshd_config")
            && spec.users.iter().any(|u| u.lock_password == Some(false))
        {
            files.push(None);
        }
        files.extend(template.files.iter().map(|f| f.index.and_then(|i| indexed("files", i))));
        let mut units = vec![None];
        if base.systemd.units.len() > 1 + spec.mounts.len() {
            units.push(Some(FieldPath::parse("ntp")));
        }
        units.extend((0..spec.mounts.len()).map(|i| indexed("mounts", i)));
        Origins {
            files,
            units,
            base: base.clone(),
            additional: clc::read_tree(additional.as_bytes()),
        }
    }

    /// The field of a part of the merged config.
    pub fn of(&self, part: Part, config: &Config) -> At {
        let base = &self.base;
        let storage = &config.storage;
        let field = |list: &str, i: usize| At::Field(FieldPath::parse(list).index(i));
        let own = |list: &[Option<FieldPath>], i: usize| {
            list.get(i).cloned().flatten().map_or(At::Spec, At::Field)
        };
        match part {
            Part::File(i) if i < base.storage.files.len() => own(&self.files, i),
            Part::File(i) => self.added(&["storage", "files"], "path", &storage.files[i].path),
            Part::Directory(i) => {
                self.added(&["storage", "directories"], "path", &storage.directories[i].path)
            }
            Part::Link(i) => self.added(&["storage", "links"], "path", &storage.links[i].path),
            Part::Disk(i) if i < base.storage.disks.len() => field("diskSetup.partitions", i),
            Part::Disk(i) => self.added(&["storage", "disks"], "device", &storage.disks[i].device),
            Part::Filesystem(i) if i < base.storage.filesystems.len() => {
                field("diskSetup.filesystems", i)
            }
            Part::Filesystem(i) => {
                self.added(&["storage", "filesystems"], "name", &storage.filesystems[i].name)
            }
            Part::Raid(i) => self.added(&["storage", "raid"], "name", &storage.raid[i].name),
            Part::Unit(i) if i < base.systemd.units.len() => own(&self.units, i),
            Part::Unit(i) => {
                self.added(&["systemd", "units"], "name", &config.systemd.units[i].name)
            }
            Part::NetworkdUnit(i) => {
                self.added(&["networkd", "units"], "name", &config.networkd.units[i].name)
            }
            Part::User(i) if i < base.passwd.users.len() => field("users", i),
            Part::User(i) => self.added(&["passwd", "users"], "name", &config.passwd.users[i].name),
            Part::Group(i) => {
                self.added(&["passwd", "groups"], "name", &config.passwd.groups[i].name)
            }
            Part::Ignition => self.added(&["ignition"], "", ""),
        }
    }

    /// The last item of a list in the added config that has a key of a value.
    fn added(&self, list: &[&str], key: &str, value: &str) -> At {
        let Some(tree) = &self.additional else { return At::field(ADDITIONAL) };
        let mut node = tree.root;
        for key in list {
            node = node.and_then(|n| tree.child(n, key));
        }
        let Some(node) = node else { return At::field(ADDITIONAL) };
        let named = |item: &&NodeId| {
            let child = tree.child(**item, key);
            child.is_some_and(|c| &*tree.node(c).value == value)
        };
        let found = match tree.node(node).kind {
            YKind::Sequence => tree.node(node).content.iter().rev().find(named),
            _ => None,
        };
        At::Additional(position(tree, *found.unwrap_or(&node)))
    }
}

fn position(tree: &Tree, node: NodeId) -> Position {
    tree.node(node).position
}
