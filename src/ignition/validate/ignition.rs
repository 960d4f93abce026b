//! What Ignition 0.36.2 refuses of a 2.3 config, and what it warns of.
//!
//! Source: `config/v2_3/types/*.go` of flatcar/ignition v0.36.2. The transpiler runs the same
//! rules on its result, so they decide both whether user data is made at all and whether the
//! node of an older Flatcar boots from it. Rules see one part of the config at a time;
//! [`crate::ignition::walk`] finds the place.

use std::collections::BTreeSet;

use super::unit_file::parse_unit;
use crate::goquote::quote;
use crate::ignition::convert::{dataurl, go_url};
use crate::ignition::report::{EntryKind, Report};
use crate::ignition::types::*;

/// What every config gets besides: 0.36.2 takes the embedded `tls` for an unknown key.
pub const ALWAYS_WARNED: &str = "Config has unrecognized key: tls";

fn when(fault: bool, text: &str) -> Report {
    if fault { Report::error(text) } else { Report::default() }
}

fn absolute(path: &str) -> Report {
    when(!path.starts_with('/'), "path not absolute")
}

impl Rules for Config {
    fn rules(&self) -> Report {
        let mut report = Report::default();
        let storage = &self.storage;
        let known: BTreeSet<&str> =
            storage.filesystems.iter().map(|f| f.name.as_str()).chain(["root"]).collect();
        let mut check = |kind: &str, path: &str, filesystem: &str| {
            if !filesystem.is_empty() && !known.contains(filesystem) {
                report.add(
                    EntryKind::Warning,
                    format!(
                        "{kind} {} references nonexistent filesystem {}. (This is ok if it is \
                         defined in a referenced config)",
                        quote(path),
                        quote(filesystem)
                    ),
                );
            }
        };
        storage.files.iter().for_each(|n| check("File", &n.path, &n.filesystem));
        storage.links.iter().for_each(|n| check("Link", &n.path, &n.filesystem));
        storage.directories.iter().for_each(|n| check("Directory", &n.path, &n.filesystem));
        let mut seen = BTreeSet::from(["root"]);
        for filesystem in &storage.filesystems {
            if !seen.insert(&filesystem.name) {
                let name = quote(&filesystem.name);
                let text = format!("Filesystem {name} shadows exising filesystem definition");
                report.add(EntryKind::Warning, text);
            }
        }
        report
    }
}

impl Rules for Reference {
    fn field_rules(&self, key: &str) -> Report {
        match (key, url(&self.source)) {
            ("source", Err(error)) => Report::error(error),
            _ => Report::default(),
        }
    }
}

impl Rules for Verification {
    fn rules(&self) -> Report {
        let Some(hash) = &self.hash else { return Report::default() };
        match hash.split_once('-') {
            None => Report::error("malformed hash specifier"),
            Some(("sha512", sum)) => when(sum.len() != 128, "incorrect size for hash sum"),
            Some(_) => Report::error("unrecognized hash function"),
        }
    }
}

impl Rules for Owner {
    fn rules(&self) -> Report {
        let both = self.id.is_some() && !self.name.is_empty();
        when(both, "cannot set both id and name")
    }
}

/// The rules that files, directories and links share.
fn node_rules(key: &str, filesystem: &str, path: &str) -> Report {
    match key {
        "filesystem" => when(filesystem.is_empty(), "no filesystem specified"),
        "path" => absolute(path),
        _ => Report::default(),
    }
}

fn mode_rules(mode: Option<i64>) -> Report {
    match mode {
        Some(mode) => when(!(0..=0o7777).contains(&mode), "illegal file mode"),
        None => Report::warning("permissions unset, defaulting to 0000"),
    }
}

impl Rules for File {
    fn rules(&self) -> Report {
        let both = self.overwrite == Some(true) && self.append;
        when(both, "cannot set both append and overwrite to true")
    }

    fn field_rules(&self, key: &str) -> Report {
        match key {
            "mode" => mode_rules(self.mode),
            _ => node_rules(key, &self.filesystem, &self.path),
        }
    }
}

impl Rules for Directory {
    fn field_rules(&self, key: &str) -> Report {
        match key {
            "mode" => mode_rules(self.mode),
            _ => node_rules(key, &self.filesystem, &self.path),
        }
    }
}

impl Rules for Link {
    fn field_rules(&self, key: &str) -> Report {
        node_rules(key, &self.filesystem, &self.path)
    }
}

impl Rules for FileContents {
    fn field_rules(&self, key: &str) -> Report {
        match key {
            "compression" => {
                let known = ["", "gzip"].contains(&self.compression.as_str());
                when(!known, "invalid compression method")
            }
            "source" => match url(&self.source) {
                Err(error) => {
                    Report::error(format!("invalid url {}: {error}", quote(&self.source)))
                }
                Ok(()) => Report::default(),
            },
            _ => Report::default(),
        }
    }
}

/// Whether Ignition can fetch from a URL. An empty one is an empty file.
fn url(text: &str) -> Result<(), String> {
    if text.is_empty() {
        return Ok(());
    }
    let url = go_url::parse(text).map_err(|_| "unable to parse url".to_owned())?;
    match url.scheme.as_str() {
        "http" | "https" | "oem" | "tftp" => Ok(()),
        "s3" if url.query_value("versionId").is_some_and(|v| v.is_empty()) => {
            Err("invalid S3 object VersionId".into())
        }
        "s3" => Ok(()),
        "data" => dataurl::decode(text).map(|_| ()),
        _ => Err("invalid url scheme".into()),
    }
}

impl Rules for Disk {
    fn field_rules(&self, key: &str) -> Report {
        match key {
            "device" if self.device.is_empty() => Report::error("disk device is required"),
            "device" => absolute(&self.device),
            "partitions" => {
                // Sectors, and with them overlaps and alignment, cannot be written in CLC.
                let numbers: Vec<i64> =
                    self.partitions.iter().map(|p| p.number).filter(|n| *n != 0).collect();
                let unique: BTreeSet<&i64> = numbers.iter().collect();
                when(unique.len() < numbers.len(), "partition numbers collide")
            }
            _ => Report::default(),
        }
    }
}

impl Rules for Partition {
    fn field_rules(&self, key: &str) -> Report {
        match key {
            "label" => {
                let Some(label) = &self.label else { return Report::default() };
                let mut report =
                    when(label.len() > 36, "partition labels may not exceed 36 characters");
                if label.contains(':') {
                    let text = "partition label will be truncated to text before the colon";
                    report.add(EntryKind::Warning, text);
                }
                report
            }
            "guid" => guid(&self.guid),
            "typeGuid" => guid(&self.type_guid),
            _ => Report::default(),
        }
    }
}

fn guid(text: &str) -> Report {
    let groups: Vec<&str> = text.split('-').collect();
    let lengths: Vec<usize> = groups.iter().map(|g| g.len()).collect();
    let hex = groups.iter().all(|g| g.bytes().all(|b| b.is_ascii_hexdigit()));
    let good = text.is_empty() || (hex && lengths == [8, 4, 4, 4, 12]);
    when(!good, "doesn't match the form \"01234567-89AB-CDEF-EDCB-A98765432101\"")
}

impl Rules for Filesystem {
    fn rules(&self) -> Report {
        let mut report = Report::default();
        let Some(mount) = &self.mount else {
            return when(self.path.is_none(), "filesystem is missing mount or path");
        };
        if self.path.is_some() {
            report.add(EntryKind::Error, "filesystem has both mount and path defined");
        }
        if mount.create.is_some() {
            if mount.wipe_filesystem {
                let text = "cannot use both create object and wipeFilesystem field";
                report.add(EntryKind::Error, text);
            }
            if !mount.options.is_empty() {
                let text = "cannot use both create object and mount-level options field";
                report.add(EntryKind::Error, text);
            }
            let text = "the create object has been deprecated in favor of mount-level options";
            report.add(EntryKind::Warning, text);
        }
        report
    }

    fn field_rules(&self, key: &str) -> Report {
        let relative = self.path.as_deref().is_some_and(|p| !p.starts_with('/'));
        if key == "path" && relative {
            return Report::error(format!("filesystem {}: path not absolute", quote(&self.name)));
        }
        Report::default()
    }
}

/// The longest label of each format, in bytes.
const LABELS: [(&str, usize); 5] =
    [("ext4", 16), ("btrfs", 256), ("xfs", 12), ("swap", 15), ("vfat", 11)];

impl Rules for Mount {
    fn rules(&self) -> Report {
        let known = LABELS.iter().any(|(format, _)| *format == self.format);
        when(!known, "invalid filesystem format")
    }

    fn field_rules(&self, key: &str) -> Report {
        match key {
            "device" => absolute(&self.device),
            "label" => {
                let limit = LABELS.iter().find(|(format, _)| *format == self.format);
                let long = |max: usize| self.label.as_ref().is_some_and(|l| l.len() > max);
                match limit {
                    Some((format, max)) if long(*max) => Report::error(format!(
                        "filesystem labels cannot be longer than {max} characters when using \
                         {format}"
                    )),
                    _ => Report::default(),
                }
            }
            _ => Report::default(),
        }
    }
}

impl Rules for Raid {
    fn field_rules(&self, key: &str) -> Report {
        match key {
            "level" => match self.level.as_str() {
                "linear" | "raid0" | "0" | "stripe" => when(
                    self.spares != 0,
                    "spares unsupported for arrays with a level greater than 0",
                ),
                "raid1" | "1" | "mirror" | "raid4" | "4" | "raid5" | "5" | "raid6" | "6"
                | "raid10" | "10" => Report::default(),
                _ => Report::error("unrecognized raid level"),
            },
            "devices" => {
                let mut report = Report::default();
                for device in self.devices.iter().flatten() {
                    report.merge(absolute(device));
                }
                report
            }
            _ => Report::default(),
        }
    }
}

impl Rules for PasswdUser {
    fn rules(&self) -> Report {
        if self.create.is_none() {
            return Report::default();
        }
        let mut report =
            Report::warning("the create object has been deprecated in favor of user-level options");
        let conflicts = [
            ("gecos", !self.gecos.is_empty()),
            ("groups", !self.groups.is_empty()),
            ("homeDir", !self.home_dir.is_empty()),
            ("noCreateHome", self.no_create_home),
            ("noLogInit", self.no_log_init),
            ("noUserGroup", self.no_user_group),
            ("primaryGroup", !self.primary_group.is_empty()),
            ("shell", !self.shell.is_empty()),
            ("system", self.system),
            ("uid", self.uid.is_some()),
        ];
        for (field, _) in conflicts.iter().filter(|(_, set)| *set) {
            let text =
                format!("cannot use both the create object and the user-level {field} field");
            report.add(EntryKind::Error, text);
        }
        report
    }
}

/// What stands behind the last dot of the last path element, with the dot.
fn extension(name: &str) -> &str {
    let last = name.rsplit('/').next().unwrap_or_default();
    last.rfind('.').map_or("", |at| &last[at..])
}

fn unit_content(contents: &str) -> Report {
    match parse_unit(contents) {
        Ok(_) => Report::default(),
        Err(error) => Report::error(format!("invalid unit content: {error}")),
    }
}

/// The kinds of systemd units that Ignition takes.
const UNIT_EXTENSIONS: [&str; 12] = [
    ".service",
    ".socket",
    ".device",
    ".mount",
    ".automount",
    ".swap",
    ".target",
    ".path",
    ".timer",
    ".snapshot",
    ".slice",
    ".scope",
];

impl Rules for Unit {
    fn field_rules(&self, key: &str) -> Report {
        match key {
            "contents" => {
                let mut report = unit_content(&self.contents);
                let enabled = self.enable || self.enabled == Some(true);
                // A unit without options gives no list in Go, which counts as unreadable.
                let install = parse_unit(&self.contents)
                    .is_ok_and(|o| !o.is_empty() && o.iter().all(|o| o.section != "Install"));
                if enabled && install {
                    let name = quote(&self.name);
                    let text = format!(
                        "unit {name} is enabled, but has no install section so enable does nothing"
                    );
                    report.add(EntryKind::Warning, text);
                }
                report
            }
            "name" => when(
                !UNIT_EXTENSIONS.contains(&extension(&self.name)),
                "invalid systemd unit extension",
            ),
            _ => Report::default(),
        }
    }
}

fn dropin(contents: &str, name: &str, text: &str) -> Report {
    let mut report = unit_content(contents);
    report.merge(when(extension(name) != ".conf", text));
    report
}

impl Rules for SystemdDropin {
    fn rules(&self) -> Report {
        dropin(&self.contents, &self.name, "invalid systemd drop-in extension")
    }
}

impl Rules for NetworkdUnit {
    fn rules(&self) -> Report {
        let mut report = unit_content(&self.contents);
        let known = [".link", ".netdev", ".network"].contains(&extension(&self.name));
        report.merge(when(!known, "invalid networkd unit extension"));
        report
    }
}

impl Rules for NetworkdDropin {
    fn rules(&self) -> Report {
        dropin(&self.contents, &self.name, "invalid networkd drop-in extension")
    }
}

macro_rules! no_rules {
    ($($name:ident),* $(,)?) => {$(impl Rules for $name {})*};
}
no_rules!(
    Ignition,
    IgnitionConfig,
    Security,
    Tls,
    Timeouts,
    Networkd,
    Passwd,
    PasswdGroup,
    UserCreate,
    Storage,
    Create,
    Systemd,
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extensions_are_those_of_the_last_path_element() {
        assert_eq!(extension("a.b/c"), "");
        assert_eq!(extension("a.service"), ".service");
        assert_eq!(extension("a@.service.d"), ".d");
    }

    #[test]
    fn urls_need_a_scheme_that_ignition_can_fetch() {
        for good in ["", "https://x", "s3://b/k?versionId=1", "data:,x", "oem:///f", "tftp://h"] {
            assert_eq!(url(good), Ok(()), "{good}");
        }
        let error = |text| url(text).unwrap_err();
        assert_eq!(error("ftp://x"), "invalid url scheme");
        assert_eq!(error("/x"), "invalid url scheme");
        assert_eq!(error("s3://b/k?versionId="), "invalid S3 object VersionId");
        assert_eq!(error("http://a:b"), "unable to parse url");
    }

    #[test]
    fn guids_have_five_groups() {
        assert!(guid("01234567-89ab-CDEF-EDCB-A98765432101").is_empty());
        assert!(guid("zz").is_fatal());
    }
}
