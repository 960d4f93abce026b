//! The types of a Container Linux Config, with their keys and the rules about them.
//!
//! Source: `config/types/*.go` of the transpiler v0.9.4. The type names are Go's, since the
//! error texts of yaml.v3 print them.

use super::decode::{Bytes, Decode, DecodeStruct, Decoder, Fatal, lists as decode_lists};
use super::etcd::{Etcd, Flannel, Versioned};
use super::tree::NodeId;
use crate::ignition::convert::go_url;
use crate::ignition::report::{EntryKind, Report};
use crate::ignition::walk::{Checked, Shape, lists as checked_lists};

/// Rules of a type; most types have none.
trait Rules {
    fn rules(&self) -> Report {
        Report::default()
    }

    fn field_rules(&self, _key: &str) -> Report {
        Report::default()
    }
}

macro_rules! part {
    ($(#[$doc:meta])* $name:ident $go:literal { $($key:literal $field:ident: $ty:ty,)* }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Default)]
        pub struct $name {
            $(#[doc = concat!("`", $key, "`")] pub $field: $ty,)*
        }

        impl DecodeStruct for $name {
            const GO_TYPE: &'static str = $go;

            fn field(key: &str) -> Option<usize> {
                [$($key),*].iter().position(|k| *k == key)
            }

            fn decode_field(
                &mut self,
                field: usize,
                d: &mut Decoder<'_>,
                id: NodeId,
            ) -> Result<bool, Fatal> {
                let mut number = 0..;
                $(if number.next() == Some(field) {
                    return self.$field.decode(d, id);
                })*
                Ok(false)
            }
        }

        impl Checked for $name {
            fn shape(&self) -> Shape<'_> {
                Shape::Struct(vec![$(($key, &self.$field as &dyn Checked)),*])
            }

            fn check(&self) -> Report {
                Rules::rules(self)
            }

            fn check_field(&self, key: &str) -> Report {
                Rules::field_rules(self, key)
            }
        }
    };
}

macro_rules! no_rules {
    ($($name:ident),* $(,)?) => {$(impl Rules for $name {})*};
}

impl Checked for Bytes {
    fn shape(&self) -> Shape<'_> {
        Shape::Leaf
    }
}

part! {
    /// A whole config.
    Config "types.Config" {
        "version" version: i64,
        "ignition" ignition: Ignition,
        "storage" storage: Storage,
        "systemd" systemd: Systemd,
        "networkd" networkd: Networkd,
        "passwd" passwd: Passwd,
        "etcd" etcd: Option<Versioned<Etcd>>,
        "flannel" flannel: Option<Versioned<Flannel>>,
        "update" update: Option<Update>,
        "docker" docker: Option<Docker>,
        "locksmith" locksmith: Option<Locksmith>,
    }
}

impl Rules for Config {
    fn field_rules(&self, key: &str) -> Report {
        if key == "version" && self.version != 0 {
            return Report::error("Invalid version. Only version 0 is supported");
        }
        Report::default()
    }
}

part! {
    /// What concerns Ignition itself.
    Ignition "types.Ignition" {
        "config" config: IgnitionConfig,
        "timeouts" timeouts: Timeouts,
        "security" security: Security,
    }
}

part! {
    /// Other configs to fetch.
    IgnitionConfig "types.IgnitionConfig" {
        "append" append: Vec<ConfigReference>,
        "replace" replace: Option<ConfigReference>,
    }
}

part! {
    /// Another config.
    ConfigReference "types.ConfigReference" {
        "source" source: String,
        "verification" verification: Verification,
    }
}

part! {
    /// How long Ignition waits for a fetch.
    Timeouts "types.Timeouts" {
        "http_response_headers" http_response_headers: Option<i64>,
        "http_total" http_total: Option<i64>,
    }
}

part! {
    /// What Ignition trusts.
    Security "types.Security" {
        "tls" tls: Tls,
    }
}

part! {
    /// Certificate authorities for fetches.
    Tls "types.TLS" {
        "certificate_authorities" certificate_authorities: Vec<CaReference>,
    }
}

part! {
    /// A certificate authority.
    CaReference "types.CaReference" {
        "source" source: String,
        "verification" verification: Verification,
    }
}

part! {
    /// The expected hash of what is fetched.
    Verification "types.Verification" {
        "hash" hash: Hash,
    }
}

part! {
    /// A hash and the function that made it.
    Hash "types.Hash" {
        "function" function: String,
        "sum" sum: String,
    }
}

part! {
    /// Disks and what lies on them.
    Storage "types.Storage" {
        "disks" disks: Vec<Disk>,
        "raid" raid: Vec<Raid>,
        "filesystems" filesystems: Vec<Filesystem>,
        "files" files: Vec<File>,
        "directories" directories: Vec<Directory>,
        "links" links: Vec<Link>,
    }
}

part! {
    /// A disk and its partition table.
    Disk "types.Disk" {
        "device" device: String,
        "wipe_table" wipe_table: bool,
        "partitions" partitions: Vec<Partition>,
    }
}

part! {
    /// A partition.
    Partition "types.Partition" {
        "label" label: Option<String>,
        "number" number: i64,
        "size" size: String,
        "start" start: String,
        "guid" guid: String,
        "type_guid" type_guid: String,
    }
}

part! {
    /// A RAID array.
    Raid "types.Raid" {
        "name" name: String,
        "level" level: String,
        "devices" devices: Vec<String>,
        "spares" spares: i64,
        "options" options: Vec<String>,
    }
}

part! {
    /// A filesystem, made on a device or found under a path.
    Filesystem "types.Filesystem" {
        "name" name: String,
        "mount" mount: Option<Mount>,
        "path" path: Option<String>,
    }
}

part! {
    /// A filesystem on a device.
    Mount "types.Mount" {
        "device" device: String,
        "format" format: String,
        "create" create: Option<Create>,
        "wipe_filesystem" wipe_filesystem: bool,
        "label" label: Option<String>,
        "uuid" uuid: Option<String>,
        "options" options: Vec<String>,
    }
}

part! {
    /// How to make a filesystem; the old form.
    Create "types.Create" {
        "force" force: bool,
        "options" options: Vec<String>,
    }
}

part! {
    /// An owner: a number or a name. Go has one type for users and one for groups.
    FileUser "types.FileUser" {
        "id" id: Option<i64>,
        "name" name: String,
    }
}

part! {
    /// A group that owns.
    FileGroup "types.FileGroup" {
        "id" id: Option<i64>,
        "name" name: String,
    }
}

part! {
    /// A file.
    File "types.File" {
        "filesystem" filesystem: String,
        "path" path: String,
        "user" user: Option<FileUser>,
        "group" group: Option<FileGroup>,
        "mode" mode: Option<i64>,
        "contents" contents: FileContents,
        "overwrite" overwrite: Option<bool>,
        "append" append: bool,
    }
}

impl Rules for File {
    fn field_rules(&self, key: &str) -> Report {
        match (key, self.mode, self.append) {
            ("mode", None, true) => Report::of(
                EntryKind::Info,
                "mode unspecified for file, defaulting to 0644 if the file does not exist",
            ),
            ("mode", None, false) => {
                Report::warning("mode unspecified for file, defaulting to 0644")
            }
            _ => Report::default(),
        }
    }
}

part! {
    /// Where the bytes of a file come from.
    FileContents "types.FileContents" {
        "remote" remote: Remote,
        "inline" inline: Bytes,
        "local" local: String,
    }
}

impl Rules for FileContents {
    fn rules(&self) -> Report {
        let sources =
            [!self.remote.url.is_empty(), !self.inline.0.is_empty(), !self.local.is_empty()];
        if sources.iter().filter(|s| **s).count() > 1 {
            return Report::error(
                "only one of the following can be set: local, inline, remote.url",
            );
        }
        Report::default()
    }
}

part! {
    /// Content that the node fetches.
    Remote "types.Remote" {
        "url" url: String,
        "compression" compression: String,
        "verification" verification: Verification,
    }
}

part! {
    /// A directory.
    Directory "types.Directory" {
        "filesystem" filesystem: String,
        "path" path: String,
        "user" user: Option<FileUser>,
        "group" group: Option<FileGroup>,
        "mode" mode: Option<i64>,
        "overwrite" overwrite: Option<bool>,
    }
}

impl Rules for Directory {
    fn field_rules(&self, key: &str) -> Report {
        if key == "mode" && self.mode.is_none() {
            return Report::warning("mode unspecified for directory, defaulting to 0755");
        }
        Report::default()
    }
}

part! {
    /// A symbolic or hard link.
    Link "types.Link" {
        "filesystem" filesystem: String,
        "path" path: String,
        "user" user: Option<FileUser>,
        "group" group: Option<FileGroup>,
        "hard" hard: bool,
        "target" target: String,
        "overwrite" overwrite: Option<bool>,
    }
}

part! {
    /// Units.
    Systemd "types.Systemd" {
        "units" units: Vec<SystemdUnit>,
    }
}

part! {
    /// A systemd unit.
    SystemdUnit "types.SystemdUnit" {
        "name" name: String,
        "enable" enable: bool,
        "enabled" enabled: Option<bool>,
        "mask" mask: bool,
        "contents" contents: String,
        "dropins" dropins: Vec<SystemdUnitDropIn>,
    }
}

part! {
    /// A drop-in of a unit.
    SystemdUnitDropIn "types.SystemdUnitDropIn" {
        "name" name: String,
        "contents" contents: String,
    }
}

part! {
    /// Network units.
    Networkd "types.Networkd" {
        "units" units: Vec<NetworkdUnit>,
    }
}

part! {
    /// A systemd-networkd unit.
    NetworkdUnit "types.NetworkdUnit" {
        "name" name: String,
        "contents" contents: String,
        "dropins" dropins: Vec<NetworkdUnitDropIn>,
    }
}

part! {
    /// A drop-in of a network unit.
    NetworkdUnitDropIn "types.NetworkdUnitDropIn" {
        "name" name: String,
        "contents" contents: String,
    }
}

part! {
    /// Users and groups.
    Passwd "types.Passwd" {
        "users" users: Vec<User>,
        "groups" groups: Vec<Group>,
    }
}

part! {
    /// A user.
    User "types.User" {
        "name" name: String,
        "password_hash" password_hash: Option<String>,
        "ssh_authorized_keys" ssh_authorized_keys: Vec<String>,
        "create" create: Option<UserCreate>,
        "uid" uid: Option<i64>,
        "gecos" gecos: String,
        "home_dir" home_dir: String,
        "no_create_home" no_create_home: bool,
        "primary_group" primary_group: String,
        "groups" groups: Vec<String>,
        "no_user_group" no_user_group: bool,
        "system" system: bool,
        "no_log_init" no_log_init: bool,
        "shell" shell: String,
    }
}

part! {
    /// How to make a user; the old form.
    UserCreate "types.UserCreate" {
        "uid" uid: Option<u64>,
        "gecos" gecos: String,
        "home_dir" home_dir: String,
        "no_create_home" no_create_home: bool,
        "primary_group" primary_group: String,
        "groups" groups: Vec<String>,
        "no_user_group" no_user_group: bool,
        "system" system: bool,
        "no_log_init" no_log_init: bool,
        "shell" shell: String,
    }
}

part! {
    /// A group.
    Group "types.Group" {
        "name" name: String,
        "gid" gid: Option<u64>,
        "password_hash" password_hash: String,
        "system" system: bool,
    }
}

part! {
    /// Where updates of the system come from.
    Update "types.Update" {
        "group" group: String,
        "server" server: String,
        "pcr_policy_server" pcr_policy_server: String,
        "download_user" download_user: String,
        "download_password" download_password: String,
        "machine_alias" machine_alias: String,
    }
}

impl Rules for Update {
    fn rules(&self) -> Report {
        let known = matches!(self.group.to_lowercase().as_str(), "stable" | "beta" | "alpha");
        if !known && self.server.is_empty() {
            return Report::warning("unknown update group");
        }
        Report::default()
    }

    fn field_rules(&self, key: &str) -> Report {
        match (key, go_url::parse(&self.server)) {
            ("server", Err(error)) => Report::error(error),
            _ => Report::default(),
        }
    }
}

part! {
    /// Flags of Docker.
    Docker "types.Docker" {
        "flags" flags: Vec<String>,
    }
}

part! {
    /// When the node may reboot for an update.
    Locksmith "types.Locksmith" {
        "reboot_strategy" reboot_strategy: Option<String>,
        "window_start" window_start: Option<String>,
        "window_length" window_length: Option<String>,
        "group" group: Option<String>,
        "etcd_endpoints" etcd_endpoints: Option<String>,
        "etcd_cafile" etcd_cafile: Option<String>,
        "etcd_certfile" etcd_certfile: Option<String>,
        "etcd_keyfile" etcd_keyfile: Option<String>,
    }
}

impl Rules for Locksmith {
    fn rules(&self) -> Report {
        let set = |text: &Option<String>| text.as_deref().is_some_and(|t| !t.is_empty());
        if set(&self.window_start) != set(&self.window_length) {
            return Report::error("window-start and window-length must both be specified");
        }
        Report::default()
    }

    fn field_rules(&self, key: &str) -> Report {
        let text = match key {
            "reboot_strategy" => &self.reboot_strategy,
            "window_start" => &self.window_start,
            "window_length" => &self.window_length,
            _ => return Report::default(),
        };
        let Some(text) = text.as_deref().filter(|t| !t.is_empty()) else {
            return Report::default();
        };
        match key {
            "reboot_strategy" => {
                let known = ["reboot", "etcd-lock", "off"];
                if !known.contains(&text.to_lowercase().as_str()) {
                    return Report::error("unknown reboot strategy");
                }
            }
            "window_start" => return window_start(text),
            _ if !is_duration(text) => return Report::error("couldn't parse window length"),
            _ => {}
        }
        Report::default()
    }
}

/// `[DAY ]HH:MM`. Words after the time are not looked at.
fn window_start(text: &str) -> Report {
    let mut words = text.split_whitespace();
    let (day, time) = match (words.next(), words.next()) {
        (Some(day), Some(time)) => (Some(day.to_lowercase()), time),
        _ => (None, text),
    };
    let days = ["sun", "mon", "tue", "wed", "thu", "fri", "sat", "not-present"];
    if day.is_some_and(|d| !days.contains(&d.as_str())) {
        return Report::error("unknown day in window start");
    }
    let number = |t: &str, digits: std::ops::RangeInclusive<usize>, max: u32| {
        let plain = digits.contains(&t.len()) && t.bytes().all(|b| b.is_ascii_digit());
        plain && t.parse().is_ok_and(|v: u32| v <= max)
    };
    // Go's layout asks for two digits of the minute, and one or two of the hour.
    match time.split_once(':') {
        Some((h, m)) if number(h, 1..=2, 23) && number(m, 2..=2, 59) => Report::default(),
        _ => Report::error("couldn't parse window start"),
    }
}

/// A duration as Go reads it: `1h30m`, `-1.5s`, `0`.
fn is_duration(text: &str) -> bool {
    let mut rest = text.strip_prefix(['+', '-']).unwrap_or(text);
    if rest == "0" {
        return true;
    }
    if rest.is_empty() {
        return false;
    }
    while !rest.is_empty() {
        let digits = |t: &str| t.find(|c: char| !c.is_ascii_digit()).unwrap_or(t.len());
        let whole = digits(rest);
        rest = &rest[whole..];
        let mut any = whole > 0;
        if let Some(tail) = rest.strip_prefix('.') {
            let fraction = digits(tail);
            any |= fraction > 0;
            rest = &tail[fraction..];
        }
        let end = rest.find(|c: char| c.is_ascii_digit() || c == '.').unwrap_or(rest.len());
        let unit = &rest[..end];
        if !any || !["ns", "us", "µs", "μs", "ms", "s", "m", "h"].contains(&unit) {
            return false;
        }
        rest = &rest[end..];
    }
    true
}

no_rules!(
    Ignition,
    IgnitionConfig,
    ConfigReference,
    Timeouts,
    Security,
    Tls,
    CaReference,
    Verification,
    Hash,
    Storage,
    Disk,
    Partition,
    Raid,
    Filesystem,
    Mount,
    Create,
    FileUser,
    FileGroup,
    Remote,
    Link,
    Systemd,
    SystemdUnit,
    SystemdUnitDropIn,
    Networkd,
    NetworkdUnit,
    NetworkdUnitDropIn,
    Passwd,
    User,
    UserCreate,
    Group,
    Docker,
);

macro_rules! in_lists {
    ($($name:ident),* $(,)?) => {
        decode_lists!($($name),*);
        checked_lists!($($name),*);
    };
}
in_lists!(
    ConfigReference,
    CaReference,
    Disk,
    Partition,
    Raid,
    Filesystem,
    File,
    Directory,
    Link,
    SystemdUnit,
    SystemdUnitDropIn,
    NetworkdUnit,
    NetworkdUnitDropIn,
    User,
    Group,
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reboot_windows_have_an_optional_day() {
        for good in ["Sun 09:05", "9:05", "23:59", "mon 1:00 x"] {
            assert!(window_start(good).is_empty(), "{good}");
        }
        for bad in ["24:00", "9", "9:5", "moon 09:00"] {
            assert!(window_start(bad).is_fatal(), "{bad}");
        }
    }

    #[test]
    fn durations_are_read_as_go_does() {
        for good in ["1h", "1h30m", "-1.5s", "0", ".5ms"] {
            assert!(is_duration(good), "{good}");
        }
        for bad in ["", "1", "h", "1d", "1h "] {
            assert!(!is_duration(bad), "{bad}");
        }
    }
}
