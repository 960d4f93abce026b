//! What Flatcar since 3185 refuses, although it is good Ignition 2.3.
//!
//! Those releases carry Ignition 2.x, which translates an older config to 3.1 before it looks
//! at it. Sources: `translate/v24tov31` of flatcar/ign-converter v0.2.0, and
//! `config/v3_1/types` of coreos/ignition from v2.13.0 to v2.24.0. Messages are those of the
//! real programs; the first fault of the translation hides what comes after it, here all are
//! listed.

use std::collections::{BTreeMap, BTreeSet};

use super::unit_file::parse_unit;
use crate::goquote::quote;
use crate::ignition::types::{Config, Filesystem, Unit};
use crate::profile::Version;

/// First release that translates.
const TRANSLATES: Version = Version::new(3185, 0, 0);
/// From here units of one name are united instead of refused. The exact release is not known:
/// the change is of 2022-09-27, and 3374 is the first major release after it.
const UNITES_UNITS: Version = Version::new(3374, 0, 0);
/// First Stable with Ignition 2.15, which compares paths with units.
const COMPARES_UNIT_PATHS: Version = Version::new(3602, 0, 0);

/// More faults than this tell nobody anything.
const MAX_FAULTS: usize = 200;

const PREFIX: &str = "unable to translate 2.x ignition to 3.1: ";

/// The part of the config that a fault is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// `storage.files`
    File(usize),
    /// `storage.directories`
    Directory(usize),
    /// `storage.links`
    Link(usize),
    /// `storage.disks`
    Disk(usize),
    /// `storage.filesystems`
    Filesystem(usize),
    /// `storage.raid`
    Raid(usize),
    /// `systemd.units`
    Unit(usize),
    /// `networkd.units`
    NetworkdUnit(usize),
    /// `passwd.users`
    User(usize),
    /// `passwd.groups`
    Group(usize),
    /// `ignition`
    Ignition,
}

/// One statement about the config.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The node does not boot; otherwise the config is changed.
    pub fatal: bool,
    /// The text of the real program.
    pub text: String,
    /// What it is about.
    pub part: Part,
}

/// Checks a config as Flatcar of a version would. Empty before 3185, which did not translate.
pub fn check(config: &Config, flatcar: &Version) -> Vec<Fault> {
    if *flatcar < TRANSLATES {
        return Vec::new();
    }
    let mut checker = Checker { config, faults: Vec::new(), mounts: BTreeMap::new() };
    checker.filesystem_paths();
    checker.inodes();
    checker.dropins();
    if *flatcar < UNITES_UNITS {
        checker.unit_names();
    }
    let unit_paths = *flatcar >= COMPARES_UNIT_PATHS;
    checker.translated(unit_paths);
    checker.faults.truncate(MAX_FAULTS);
    checker.faults
}

struct Checker<'a> {
    config: &'a Config,
    faults: Vec<Fault>,
    /// Where each named filesystem is mounted while Ignition runs.
    mounts: BTreeMap<String, String>,
}

impl Checker<'_> {
    fn fatal(&mut self, part: Part, text: impl AsRef<str>) {
        let text = format!("{PREFIX}{}", text.as_ref());
        self.faults.push(Fault { fatal: true, text, part });
    }

    fn error(&mut self, part: Part, path: &str, text: &str) {
        self.fatal(part, format!("error at $.{path}: {text}"));
    }

    fn warn(&mut self, part: Part, path: &str, text: &str) {
        let text = format!("warning at $.{path}: {text}");
        self.faults.push(Fault { fatal: false, text, part });
    }

    fn filesystem_paths(&mut self) {
        self.mounts.insert("root".into(), "/".into());
        let mut suffix = 0;
        let mut generated = 0;
        for (i, filesystem) in self.config.storage.filesystems.iter().enumerate() {
            let mut name = filesystem.name.clone();
            if name.is_empty() {
                generated += 1;
                name = format!("ignition{generated}");
            }
            self.mounts.entry(name).or_insert_with_key(|name| {
                suffix += 1;
                match name.as_str() {
                    "oem" => "/usr/share/oem".to_owned(),
                    _ => format!("/tmp/{name}-ign{suffix}"),
                }
            });
            match &filesystem.mount {
                None => {
                    let text = "Ignition panics with a nil pointer: a filesystem without `mount`";
                    self.faults.push(Fault {
                        fatal: true,
                        text: text.into(),
                        part: Part::Filesystem(i),
                    });
                }
                Some(mount) if mount.create.as_ref().is_some_and(|c| !c.force) => {
                    let text = "Config must force filesystem creation in case `mount.create` \
                                object is defined.";
                    self.fatal(Part::Filesystem(i), text);
                }
                Some(_) => {}
            }
        }
    }

    fn place(&self, filesystem: &str, path: &str) -> String {
        let mount = self.mounts.get(filesystem).map(String::as_str).unwrap_or_default();
        clean(&format!("/{mount}/{path}"))
    }

    /// Files, directories and links with their cleaned path, in the order of the real check.
    fn nodes(&self) -> Vec<(Part, &'static str, String)> {
        let storage = &self.config.storage;
        let files = storage.files.iter().enumerate();
        let files = files.map(|(i, n)| (Part::File(i), "File", &n.filesystem, &n.path));
        let dirs = storage.directories.iter().enumerate();
        let dirs = dirs.map(|(i, n)| (Part::Directory(i), "Directory", &n.filesystem, &n.path));
        let links = storage.links.iter().enumerate();
        let links = links.map(|(i, n)| (Part::Link(i), "Link", &n.filesystem, &n.path));
        let all = files.chain(dirs).chain(links);
        all.map(|(part, kind, fs, path)| (part, kind, self.place(fs, path))).collect()
    }

    fn inodes(&mut self) {
        let nodes = self.nodes();
        let links: BTreeSet<&str> = nodes
            .iter()
            .filter(|(part, ..)| matches!(part, Part::Link(_)))
            .map(|(_, _, path)| path.as_str())
            .collect();
        let mut seen: BTreeMap<&str, String> = BTreeMap::new();
        for (part, kind, path) in &nodes {
            let name = format!("{kind}: {path}");
            if let Some(first) = seen.get(path.as_str()) {
                self.fatal(
                    *part,
                    format!(
                        "Config has conflicting inodes: {} and {}.  All files, directories and \
                         links must specify a unique `path`.",
                        quote(first),
                        quote(&name)
                    ),
                );
                continue;
            }
            if let Some(link) = ancestors(path).find(|dir| links.contains(dir)) {
                self.fatal(
                    *part,
                    format!(
                        "{name} uses link defined in config {}. Please use a link not defined in \
                         Storage:Links",
                        quote(link)
                    ),
                );
            }
            seen.insert(path, name);
        }
    }

    fn dropins(&mut self) {
        for (i, unit) in self.config.systemd.units.iter().enumerate() {
            let mut seen = BTreeSet::new();
            for dropin in &unit.dropins {
                if !seen.insert(&dropin.name) {
                    self.fatal(
                        Part::Unit(i),
                        format!(
                            "Config has duplicate dropin name {} in unit {}.  All dropins must \
                             specify a unique `name`.",
                            quote(&dropin.name),
                            quote(&unit.name)
                        ),
                    );
                }
            }
        }
    }

    fn unit_names(&mut self) {
        let mut seen = BTreeSet::new();
        for (i, unit) in self.config.systemd.units.iter().enumerate() {
            if !seen.insert(&unit.name) {
                let name = quote(&unit.name);
                let text = format!(
                    "Config has duplicate unit name {name}.  All units must specify a unique \
                     `name`."
                );
                self.fatal(Part::Unit(i), text);
            }
        }
    }

    /// The rules of the 3.1 types.
    fn translated(&mut self, unit_paths: bool) {
        self.references();
        self.users();
        if unit_paths {
            self.unit_paths();
        }
        self.modes();
        self.hard_links();
        self.disks();
        self.filesystems();
        self.raid();
        self.network_files();
        self.instances();
    }

    fn references(&mut self) {
        let ignition = &self.config.ignition;
        let append = ignition.config.append.iter().map(|r| r.source.as_str()).collect();
        self.sources("ignition.config.merge", append);
        let authorities = &ignition.security.tls.certificate_authorities;
        let authorities = authorities.iter().map(|r| r.source.as_str()).collect();
        self.sources("ignition.security.tls.certificateAuthorities", authorities);
    }

    fn sources(&mut self, path: &str, sources: Vec<&str>) {
        for (i, source) in sources.iter().enumerate() {
            let path = format!("{path}.{i}");
            if source.is_empty() {
                self.error(Part::Ignition, &path, "source is required");
            }
            if sources[..i].contains(source) {
                self.error(Part::Ignition, &path, "duplicate entry defined");
            }
        }
    }

    fn duplicates<'n>(
        &mut self,
        part: impl Fn(usize) -> Part,
        path: &str,
        names: impl Iterator<Item = &'n str>,
    ) {
        let mut seen = BTreeSet::new();
        for (i, name) in names.enumerate() {
            if !seen.insert(name) {
                self.error(part(i), &format!("{path}.{i}"), "duplicate entry defined");
            }
        }
    }

    fn users(&mut self) {
        let passwd = &self.config.passwd;
        let groups = passwd.groups.iter().map(|g| g.name.as_str());
        self.duplicates(Part::Group, "passwd.groups", groups);
        let users = passwd.users.iter().map(|u| u.name.as_str());
        self.duplicates(Part::User, "passwd.users", users);
        for (i, user) in passwd.users.iter().enumerate() {
            let groups = user.create.as_ref().map_or(&user.groups, |c| &c.groups);
            for (key, list) in
                [("groups", groups), ("sshAuthorizedKeys", &user.ssh_authorized_keys)]
            {
                let path = format!("passwd.users.{i}.{key}");
                self.duplicates(|_| Part::User(i), &path, list.iter().map(String::as_str));
            }
        }
    }

    fn unit_paths(&mut self) {
        let mut paths = BTreeSet::new();
        for unit in &self.config.systemd.units {
            let path = format!("/etc/systemd/system/{}", unit.name);
            for dropin in unit.dropins.iter().filter(|d| !d.contents.is_empty()) {
                paths.insert(format!("{path}.d/{}", dropin.name));
            }
            if !unit.contents.is_empty() {
                paths.insert(path);
            }
        }
        for (part, _, path) in self.nodes() {
            if paths.contains(&path) {
                let field = match part {
                    Part::File(i) => format!("storage.files.{i}.path"),
                    Part::Directory(i) => format!("storage.directories.{i}.path"),
                    Part::Link(i) => format!("storage.links.{i}.path"),
                    _ => continue,
                };
                self.error(part, &field, "path conflicts with systemd unit or dropin");
            }
        }
    }

    fn modes(&mut self) {
        let storage = &self.config.storage;
        let files = storage.files.iter().enumerate();
        let files = files.map(|(i, f)| (Part::File(i), format!("storage.files.{i}.mode"), f.mode));
        let dirs =
            storage.directories.iter().enumerate().map(|(i, d)| {
                (Part::Directory(i), format!("storage.directories.{i}.mode"), d.mode)
            });
        for (part, path, mode) in files.chain(dirs) {
            if mode.is_some_and(|m| m & 0o7000 != 0) {
                let text = "setuid/setgid/sticky bits are not supported or functional in spec \
                            versions older than 3.6.0";
                self.warn(part, &path, text);
            }
        }
    }

    fn hard_links(&mut self) {
        let directories: BTreeSet<String> = self
            .nodes()
            .into_iter()
            .filter(|(part, ..)| matches!(part, Part::Directory(_)))
            .map(|(_, _, path)| path)
            .collect();
        for (i, link) in self.config.storage.links.iter().enumerate().filter(|(_, l)| l.hard) {
            let target = if link.target.starts_with('/') {
                clean(&link.target)
            } else {
                clean(&format!("{}/{}", self.place(&link.filesystem, &link.path), link.target))
            };
            if directories.contains(&target) {
                let path = format!("storage.links.{i}");
                self.error(Part::Link(i), &path, "hard link target is a directory");
            }
        }
    }

    fn disks(&mut self) {
        let disks = &self.config.storage.disks;
        let devices = disks.iter().map(|d| d.device.as_str());
        self.duplicates(Part::Disk, "storage.disks", devices);
        for (i, disk) in disks.iter().enumerate() {
            let part = Part::Disk(i);
            let path = format!("storage.disks.{i}");
            self.path(part, &format!("{path}.device"), &disk.device);
            if let Some(at) = overlapping(&disk.partitions) {
                self.error(part, &format!("{path}.partitions.{at}"), "partitions overlap");
            }
            let mut keys = BTreeSet::new();
            let mut labels = BTreeSet::new();
            for (j, partition) in disk.partitions.iter().enumerate() {
                let path = format!("{path}.partitions.{j}");
                let label = partition.label.as_deref();
                if label.is_some_and(|l| !labels.insert(l)) {
                    self.error(part, &path, "cannot use the same partition label twice");
                }
                if partition.number == 0 && label.is_none() {
                    let text = "a partition number >= 1 or a label must be specified";
                    self.error(part, &path, text);
                }
                if label.is_some_and(|l| l.contains(':')) {
                    let text = "partition label will be truncated to text before the colon";
                    self.error(part, &format!("{path}.label"), text);
                }
                let key = match (partition.number, label) {
                    (0, None) => String::new(),
                    (0, Some(label)) => format!("label:{label}"),
                    (number, _) => format!("number:{number}"),
                };
                if !keys.insert(key) {
                    self.error(part, &path, "duplicate entry defined");
                }
            }
        }
    }

    fn path(&mut self, part: Part, field: &str, path: &str) {
        if path.is_empty() {
            self.error(part, field, "path not specified");
        } else if path.starts_with('/') && clean(path) != path {
            self.error(part, field, "path is not fully simplified");
        }
    }

    fn filesystems(&mut self) {
        // `root` is implied in 3.1 and left out, which moves the numbers of the others.
        let all = self.config.storage.filesystems.iter().enumerate();
        let kept: Vec<(usize, &Filesystem)> = all.filter(|(_, f)| f.name != "root").collect();
        let device = |f: &'_ Filesystem| f.mount.as_ref().map(|m| m.device.clone());
        let mut seen = BTreeSet::new();
        for (number, (i, filesystem)) in kept.into_iter().enumerate() {
            let part = Part::Filesystem(i);
            let path = format!("storage.filesystems.{number}");
            let device = device(filesystem).unwrap_or_default();
            self.path(part, &format!("{path}.device"), &device);
            if !seen.insert(device) {
                self.error(part, &path, "duplicate entry defined");
            }
        }
    }

    fn raid(&mut self) {
        let raid = &self.config.storage.raid;
        self.duplicates(Part::Raid, "storage.raid", raid.iter().map(|r| r.name.as_str()));
        for (i, array) in raid.iter().enumerate() {
            let path = format!("storage.raid.{i}.devices");
            let devices = array.devices.as_deref().unwrap_or_default();
            if devices.is_empty() {
                self.error(Part::Raid(i), &path, "raid devices required");
            }
            for (j, device) in devices.iter().enumerate() {
                self.path(Part::Raid(i), &format!("{path}.{j}"), device);
            }
            let names = devices.iter().map(String::as_str);
            self.duplicates(|_| Part::Raid(i), &path, names);
        }
    }

    /// Network units become files in 3.1, behind the other files.
    fn network_files(&mut self) {
        let mut seen: BTreeSet<String> = self.nodes().into_iter().map(|(.., path)| path).collect();
        let mut number = self.config.storage.files.len();
        for (i, unit) in self.config.networkd.units.iter().enumerate() {
            let path = format!("/etc/systemd/network/{}", unit.name);
            let dropins = unit.dropins.iter().map(|d| format!("{path}.d/{}", d.name));
            let unit_file = (!unit.contents.is_empty()).then(|| path.clone());
            for path in unit_file.into_iter().chain(dropins) {
                if !seen.insert(clean(&path)) {
                    let field = format!("storage.files.{number}");
                    self.error(Part::NetworkdUnit(i), &field, "duplicate entry defined");
                }
                number += 1;
            }
        }
    }

    /// An instance can only be enabled when its template says where.
    fn instances(&mut self) {
        let units = &self.config.systemd.units;
        for (i, unit) in units.iter().enumerate() {
            if let Some(template) = template_of(unit)
                && let Some(found) = units.iter().rfind(|u| u.name == template)
                && !found.contents.is_empty()
                && parse_unit(&found.contents)
                    .is_ok_and(|o| o.iter().all(|o| o.section != "Install"))
            {
                let (template, name) = (quote(&template), quote(&unit.name));
                let text = format!(
                    "template unit {template} has no install section, so enabling {name} does \
                     nothing"
                );
                self.warn(Part::Unit(i), &format!("systemd.units.{i}.contents"), &text);
            }
        }
    }
}

/// The template of an enabled instance: `a@.service` of `a@b.service`.
fn template_of(unit: &Unit) -> Option<String> {
    let enabled = unit.enable || unit.enabled == Some(true);
    let (name, instance) = unit.name.strip_suffix(".service")?.split_once('@')?;
    (enabled && !name.is_empty() && !instance.is_empty()).then(|| format!("{name}@.service"))
}

/// A partition with a known size that lies on another one.
fn overlapping(partitions: &[crate::ignition::types::Partition]) -> Option<usize> {
    let ranges: Vec<(usize, i64, i64)> = partitions
        .iter()
        .enumerate()
        .filter_map(|(i, p)| {
            let (start, size) = (p.start_mib?, p.size_mib?);
            (start != 0).then(|| (i, start, if size == 0 { start } else { start + size - 1 }))
        })
        .collect();
    for (i, start, end) in &ranges {
        for (j, other_start, other_end) in &ranges {
            if i != j && start <= other_end && end >= other_start {
                return Some(*j);
            }
        }
    }
    None
}

/// Go's `path.Clean` of an absolute path.
pub(crate) fn clean(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            _ => parts.push(part),
        }
    }
    format!("/{}", parts.join("/"))
}

/// The directories above a clean path, nearest first, without the root.
fn ancestors(path: &str) -> impl Iterator<Item = &str> {
    path.rmatch_indices('/').map(|(at, _)| &path[..at]).filter(|dir| !dir.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ignition::convert::{Outcome, to_ignition};

    fn faults(text: &str, flatcar: &str) -> Vec<String> {
        let Outcome::Converted(config, _) = to_ignition(text.as_bytes(), false) else {
            panic!("{text} is good CLC")
        };
        let flatcar = flatcar.parse().unwrap();
        check(&config, &flatcar).into_iter().map(|f| f.text.replace(PREFIX, "")).collect()
    }

    #[track_caller]
    fn check_one(text: &str, want: &str) {
        let found = faults(text, "4593.2.4");
        assert!(found.iter().any(|f| f.contains(want)), "{found:?}");
    }

    #[test]
    fn paths_are_compared_when_cleaned() {
        check_one(
            "storage: {files: [{path: /a//b, mode: 0600}], directories: [{path: /a/b, mode: 0755}]}",
            "Config has conflicting inodes: \"File: /a/b\" and \"Directory: /a/b\".",
        );
        check_one(
            "storage: {files: [{path: /l/x, mode: 0600}], links: [{path: /l, target: /t}]}",
            "File: /l/x uses link defined in config \"/l\".",
        );
    }

    #[test]
    fn a_path_below_a_name_that_only_begins_alike_is_fine() {
        let text = "storage: {files: [{path: /lx, mode: 0600}], links: [{path: /l, target: /t}]}";
        assert_eq!(faults(text, "4593.2.4"), Vec::<String>::new());
    }

    #[test]
    fn units_of_one_name_were_refused_once() {
        let text = "systemd: {units: [{name: a.service}, {name: a.service}]}";
        assert_eq!(faults(text, "3227.2.0").len(), 1);
        assert_eq!(faults(text, "3510.2.1").len(), 0);
        assert_eq!(faults(text, "3139.2.0").len(), 0);
    }

    #[test]
    fn a_file_in_the_place_of_a_unit_is_refused_by_newer_releases() {
        let text = "systemd: {units: [{name: a.service, contents: \"[Unit]\\n\"}]}\n\
                    storage: {files: [{path: /etc/systemd/system/a.service, mode: 0644}]}";
        assert_eq!(faults(text, "3510.2.1").len(), 0);
        assert_eq!(faults(text, "3602.2.0").len(), 1);
    }

    #[test]
    fn partitions_need_a_name_and_their_own_place() {
        check_one(
            "storage: {disks: [{device: /dev/a, partitions: [{size: 1GiB}]}]}",
            "error at $.storage.disks.0.partitions.0: a partition number >= 1 or a label must be",
        );
        check_one(
            "storage: {disks: [{device: /dev/a, partitions: [{number: 1, start: 1MiB, size: \
             2MiB}, {number: 2, start: 2MiB, size: 2MiB}]}]}",
            "partitions overlap",
        );
    }

    #[test]
    fn create_must_force() {
        check_one(
            "storage: {filesystems: [{name: a, mount: {device: /dev/a, format: ext4, create: {}}}]}",
            "Config must force filesystem creation",
        );
        check_one("storage: {filesystems: [{name: a, path: /a}]}", "panics");
    }
}
