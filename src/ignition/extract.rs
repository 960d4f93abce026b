//! The file tree of a node as data, ready to be written below a folder.
//!
//! Paths are cleaned, so nothing can leave the folder, and links become small text files that
//! name their target. This module writes nothing itself.

use std::collections::{BTreeMap, BTreeSet};

use crate::ignition::show;
use crate::ignition::types::Config;
use crate::ignition::validate::flatcar::clean;

/// One file to write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Path below the folder, without a leading slash and without `..`.
    pub path: String,
    /// Permission bits; those for the owner always allow to read and write.
    pub mode: u32,
    /// The bytes.
    pub content: Vec<u8>,
}

/// The files of a node: of one path the last counts, as for a Flatcar that takes both.
pub fn tree(config: &Config) -> Vec<Entry> {
    let mut entries: BTreeMap<String, Entry> = BTreeMap::new();
    let mut add = |path: &str, mode: Option<i64>, content: Vec<u8>| {
        let path = clean(path).trim_start_matches('/').to_owned();
        let mode = u32::try_from(mode.unwrap_or(0o644) & 0o777).unwrap_or(0o644) | 0o600;
        if !path.is_empty() {
            entries.insert(path.clone(), Entry { path, mode, content });
        }
    };
    for file in &config.storage.files {
        let remote = || format!("# fetched from {}\n", file.contents.source).into_bytes();
        add(&file.path, file.mode, show::content(file).unwrap_or_else(remote));
    }
    for link in &config.storage.links {
        add(&link.path, None, format!("# link to {}\n", link.target).into_bytes());
    }
    for unit in &config.systemd.units {
        let path = format!("/etc/systemd/system/{}", unit.name);
        if !unit.contents.is_empty() {
            add(&path, None, unit.contents.clone().into_bytes());
        }
        for dropin in &unit.dropins {
            let path = format!("{path}.d/{}", dropin.name);
            add(&path, None, dropin.contents.clone().into_bytes());
        }
    }
    for unit in &config.networkd.units {
        let path = format!("/etc/systemd/network/{}", unit.name);
        add(&path, None, unit.contents.clone().into_bytes());
    }
    without_conflicts(entries)
}

/// A path that is a file cannot be a folder too: what lies below it is left out.
fn without_conflicts(entries: BTreeMap<String, Entry>) -> Vec<Entry> {
    let taken: BTreeSet<String> = entries.keys().cloned().collect();
    let below_a_file =
        |path: &str| path.match_indices('/').any(|(at, _)| taken.contains(&path[..at]));
    entries.into_iter().filter(|(path, _)| !below_a_file(path)).map(|(_, entry)| entry).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ignition::types::{File, FileContents};

    #[test]
    fn no_path_leaves_the_folder() {
        let file = |path: &str| File {
            path: path.into(),
            contents: FileContents { source: "data:,x".into(), ..FileContents::default() },
            mode: Some(0o4000),
            ..File::default()
        };
        let mut config = Config::default();
        config.storage.files = vec![file("/../../a"), file("/"), file("/a/b"), file("/..")];
        let entries = tree(&config);
        assert_eq!(entries.len(), 1);
        assert_eq!((entries[0].path.as_str(), entries[0].mode), ("a", 0o600));
    }
}
