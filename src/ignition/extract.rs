//! The file tree of a node as data, ready to be written below a folder.
//!
//! Paths are cleaned, so nothing can leave the folder, and links become small text files that
//! name their target. This module writes nothing itself.

use std::collections::{BTreeMap, BTreeSet};

use crate::ignition::files::{self, Content};
use crate::ignition::result::NodeResult;
use crate::ignition::types::Config;
use crate::ignition::validate::flatcar::clean;

/// One file or directory to write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Path below the folder, without a leading slash and without `..`.
    pub path: String,
    /// Permission bits; those for the owner always allow to read and write, and to enter a
    /// directory.
    pub mode: u32,
    /// The bytes of a file; none for a directory.
    pub content: Option<Vec<u8>>,
}

/// The files of a node: of one path the last counts, as for a Flatcar that takes both.
pub fn tree(node: &NodeResult) -> Vec<Entry> {
    let mut tree = Tree::default();
    for file in files::of(node).unwrap_or_default() {
        let content = match file.content {
            Content::Bytes(bytes) => Some(bytes),
            Content::Remote(url) => Some(format!("# fetched from {url}\n").into_bytes()),
            Content::Link(target) => Some(format!("# link to {target}\n").into_bytes()),
            Content::Directory => None,
        };
        tree.add(&file.path, file.mode, content, file.append);
    }
    if let Some(config) = &node.parts.config {
        tree.units(config);
    }
    without_conflicts(tree.0)
}

#[derive(Default)]
struct Tree(BTreeMap<String, Entry>);

impl Tree {
    fn add(&mut self, path: &str, mode: Option<u32>, content: Option<Vec<u8>>, append: bool) {
        let path = clean(path).trim_start_matches('/').to_owned();
        if path.is_empty() {
            return;
        }
        if append && let Some(Entry { content: Some(there), .. }) = self.0.get_mut(&path) {
            there.extend(content.unwrap_or_default());
            return;
        }
        let mode = match content {
            Some(_) => (mode.unwrap_or(0o644) & 0o777) | 0o600,
            None => (mode.unwrap_or(0o755) & 0o777) | 0o700,
        };
        self.0.insert(path.clone(), Entry { path, mode, content });
    }

    fn units(&mut self, config: &Config) {
        let mut add = |path: &str, text: &str| {
            self.add(path, None, Some(text.as_bytes().to_vec()), false);
        };
        for unit in &config.systemd.units {
            let path = format!("/etc/systemd/system/{}", unit.name);
            if !unit.contents.is_empty() {
                add(&path, &unit.contents);
            }
            for dropin in &unit.dropins {
                add(&format!("{path}.d/{}", dropin.name), &dropin.contents);
            }
        }
        for unit in &config.networkd.units {
            add(&format!("/etc/systemd/network/{}", unit.name), &unit.contents);
        }
    }
}

/// A path that is a file cannot be a folder too: what lies below it is left out.
fn without_conflicts(entries: BTreeMap<String, Entry>) -> Vec<Entry> {
    let files = entries.values().filter(|entry| entry.content.is_some());
    let taken: BTreeSet<String> = files.map(|entry| entry.path.clone()).collect();
    let below_a_file =
        |path: &str| path.match_indices('/').any(|(at, _)| taken.contains(&path[..at]));
    entries.into_values().filter(|entry| !below_a_file(&entry.path)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree_of(files: &[(&str, Option<&str>, bool)]) -> Vec<(String, u32, Option<String>)> {
        let mut tree = Tree::default();
        for (path, content, append) in files {
            let content = content.map(|text| text.as_bytes().to_vec());
            tree.add(path, Some(0o4000), content, *append);
        }
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        let entries = without_conflicts(tree.0).into_iter();
        entries.map(|e| (e.path, e.mode, e.content.map(text))).collect()
    }

    #[test]
    fn no_path_leaves_the_folder() {
        let x = Some("x");
        let files =
            [("/../../a", x, false), ("/", x, false), ("/a/b", x, false), ("/..", x, false)];
        assert_eq!(tree_of(&files), [("a".to_owned(), 0o600, Some("x".to_owned()))]);
    }

    #[test]
    fn files_are_added_to_and_directories_hold_files() {
        let files = [("/d", None, false), ("/d/a", Some("x"), false), ("/d//a", Some("y"), true)];
        let wanted =
            [("d".to_owned(), 0o700, None), ("d/a".to_owned(), 0o600, Some("xy".to_owned()))];
        assert_eq!(tree_of(&files), wanted);
    }
}
