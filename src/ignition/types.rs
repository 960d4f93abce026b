//! The Ignition 2.3 config, with its keys in the order in which Go prints them.
//!
//! Source: `config/v2_3/types/schema.go` of flatcar/ignition v0.36.2. Structs are printed even
//! when empty, other empty values are left out where the schema says so;
//! [`crate::ignition::gojson`] does the rest. What makes a config valid stands in
//! [`crate::ignition::validate::ignition`].

use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::ignition::walk::{Checked, Shape, lists};

/// Go's `omitempty`: structs are never empty.
trait Empty {
    fn is_empty(&self) -> bool {
        false
    }
}

impl Empty for String {
    fn is_empty(&self) -> bool {
        String::is_empty(self)
    }
}

impl Empty for bool {
    fn is_empty(&self) -> bool {
        !self
    }
}

impl Empty for i64 {
    fn is_empty(&self) -> bool {
        *self == 0
    }
}

impl<T> Empty for Option<T> {
    fn is_empty(&self) -> bool {
        self.is_none()
    }
}

impl<T> Empty for Vec<T> {
    fn is_empty(&self) -> bool {
        Vec::is_empty(self)
    }
}

/// Rules of a type; most types have none. See [`crate::ignition::validate::ignition`].
pub(super) trait Rules {
    fn rules(&self) -> crate::ignition::report::Report {
        Default::default()
    }

    fn field_rules(&self, _key: &str) -> crate::ignition::report::Report {
        Default::default()
    }
}

/// Declares a part of the config: `key field: Type` for what is always printed,
/// `key? field: Type` for what is left out when empty.
macro_rules! part {
    ($(#[$doc:meta])* $name:ident { $($key:literal $(? $omit:tt)? $field:ident: $ty:ty,)* }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Default)]
        pub struct $name {
            $(#[doc = concat!("`", $key, "`")] pub $field: $ty,)*
        }

        impl Empty for $name {}

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let mut map = serializer.serialize_map(None)?;
                $(
                    let omit = part!(@omit $($omit)?) && Empty::is_empty(&self.$field);
                    if !omit {
                        map.serialize_entry($key, &self.$field)?;
                    }
                )*
                map.end()
            }
        }

        impl Checked for $name {
            fn shape(&self) -> Shape<'_> {
                Shape::Struct(vec![$(($key, &self.$field as &dyn Checked)),*])
            }

            fn check(&self) -> crate::ignition::report::Report {
                Rules::rules(self)
            }

            fn check_field(&self, key: &str) -> crate::ignition::report::Report {
                Rules::field_rules(self, key)
            }
        }
    };
    (@omit _) => { true };
    (@omit) => { false };
}

part! {
    /// A whole config.
    Config {
        "ignition" ignition: Ignition,
        "networkd"?_ networkd: Networkd,
        "passwd"?_ passwd: Passwd,
        "storage"?_ storage: Storage,
        "systemd"?_ systemd: Systemd,
    }
}

part! {
    /// What concerns Ignition itself.
    Ignition {
        "config"?_ config: IgnitionConfig,
        "security"?_ security: Security,
        "timeouts"?_ timeouts: Timeouts,
        "version"?_ version: String,
    }
}

part! {
    /// Other configs to fetch.
    IgnitionConfig {
        "append"?_ append: Vec<Reference>,
        "replace"?_ replace: Option<Reference>,
    }
}

part! {
    /// Another config, or a certificate authority.
    Reference {
        "source" source: String,
        "verification"?_ verification: Verification,
    }
}

part! {
    /// The expected hash of what is fetched.
    Verification {
        "hash"?_ hash: Option<String>,
    }
}

part! {
    /// What Ignition trusts.
    Security {
        "tls"?_ tls: Tls,
    }
}

part! {
    /// Certificate authorities for fetches.
    Tls {
        "certificateAuthorities"?_ certificate_authorities: Vec<Reference>,
    }
}

part! {
    /// How long Ignition waits for a fetch, in seconds.
    Timeouts {
        "httpResponseHeaders"?_ http_response_headers: Option<i64>,
        "httpTotal"?_ http_total: Option<i64>,
    }
}

part! {
    /// Network units.
    Networkd {
        "units"?_ units: Vec<NetworkdUnit>,
    }
}

part! {
    /// A systemd-networkd unit.
    NetworkdUnit {
        "contents"?_ contents: String,
        "dropins"?_ dropins: Vec<NetworkdDropin>,
        "name" name: String,
    }
}

part! {
    /// A drop-in of a network unit.
    NetworkdDropin {
        "contents"?_ contents: String,
        "name" name: String,
    }
}

part! {
    /// Users and groups.
    Passwd {
        "groups"?_ groups: Vec<PasswdGroup>,
        "users"?_ users: Vec<PasswdUser>,
    }
}

part! {
    /// A group.
    PasswdGroup {
        "gid"?_ gid: Option<i64>,
        "name" name: String,
        "passwordHash"?_ password_hash: String,
        "system"?_ system: bool,
    }
}

part! {
    /// A user.
    PasswdUser {
        "create"?_ create: Option<UserCreate>,
        "gecos"?_ gecos: String,
        "groups"?_ groups: Vec<String>,
        "homeDir"?_ home_dir: String,
        "name" name: String,
        "noCreateHome"?_ no_create_home: bool,
        "noLogInit"?_ no_log_init: bool,
        "noUserGroup"?_ no_user_group: bool,
        "passwordHash"?_ password_hash: Option<String>,
        "primaryGroup"?_ primary_group: String,
        "sshAuthorizedKeys"?_ ssh_authorized_keys: Vec<String>,
        "shell"?_ shell: String,
        "system"?_ system: bool,
        "uid"?_ uid: Option<i64>,
    }
}

part! {
    /// How to make a user; the old form.
    UserCreate {
        "gecos"?_ gecos: String,
        "groups"?_ groups: Vec<String>,
        "homeDir"?_ home_dir: String,
        "noCreateHome"?_ no_create_home: bool,
        "noLogInit"?_ no_log_init: bool,
        "noUserGroup"?_ no_user_group: bool,
        "primaryGroup"?_ primary_group: String,
        "shell"?_ shell: String,
        "system"?_ system: bool,
        "uid"?_ uid: Option<i64>,
    }
}

part! {
    /// Disks and what lies on them.
    Storage {
        "directories"?_ directories: Vec<Directory>,
        "disks"?_ disks: Vec<Disk>,
        "files"?_ files: Vec<File>,
        "filesystems"?_ filesystems: Vec<Filesystem>,
        "links"?_ links: Vec<Link>,
        "raid"?_ raid: Vec<Raid>,
    }
}

part! {
    /// An owner: a number or a name.
    Owner {
        "id"?_ id: Option<i64>,
        "name"?_ name: String,
    }
}

part! {
    /// A directory.
    Directory {
        "filesystem" filesystem: String,
        "group"?_ group: Option<Owner>,
        "overwrite"?_ overwrite: Option<bool>,
        "path" path: String,
        "user"?_ user: Option<Owner>,
        "mode"?_ mode: Option<i64>,
    }
}

part! {
    /// A file.
    File {
        "filesystem" filesystem: String,
        "group"?_ group: Option<Owner>,
        "overwrite"?_ overwrite: Option<bool>,
        "path" path: String,
        "user"?_ user: Option<Owner>,
        "append"?_ append: bool,
        "contents"?_ contents: FileContents,
        "mode"?_ mode: Option<i64>,
    }
}

part! {
    /// Where the bytes of a file come from.
    FileContents {
        "compression"?_ compression: String,
        "source"?_ source: String,
        "verification"?_ verification: Verification,
    }
}

part! {
    /// A symbolic or hard link.
    Link {
        "filesystem" filesystem: String,
        "group"?_ group: Option<Owner>,
        "overwrite"?_ overwrite: Option<bool>,
        "path" path: String,
        "user"?_ user: Option<Owner>,
        "hard"?_ hard: bool,
        "target" target: String,
    }
}

part! {
    /// A disk and its partition table.
    Disk {
        "device" device: String,
        "partitions"?_ partitions: Vec<Partition>,
        "wipeTable"?_ wipe_table: bool,
    }
}

part! {
    /// A partition. CLC knows neither sectors nor `shouldExist`.
    Partition {
        "guid"?_ guid: String,
        "label"?_ label: Option<String>,
        "number"?_ number: i64,
        "sizeMiB"?_ size_mib: Option<i64>,
        "startMiB"?_ start_mib: Option<i64>,
        "typeGuid"?_ type_guid: String,
    }
}

part! {
    /// A filesystem, made on a device or found under a path.
    Filesystem {
        "mount"?_ mount: Option<Mount>,
        "name"?_ name: String,
        "path"?_ path: Option<String>,
    }
}

part! {
    /// A filesystem on a device.
    Mount {
        "create"?_ create: Option<Create>,
        "device" device: String,
        "format" format: String,
        "label"?_ label: Option<String>,
        "options"?_ options: Vec<String>,
        "uuid"?_ uuid: Option<String>,
        "wipeFilesystem"?_ wipe_filesystem: bool,
    }
}

part! {
    /// How to make a filesystem; the old form.
    Create {
        "force"?_ force: bool,
        "options"?_ options: Vec<String>,
    }
}

part! {
    /// A RAID array. A list of devices that is missing prints as `null`.
    Raid {
        "devices" devices: Option<Vec<String>>,
        "level" level: String,
        "name" name: String,
        "options"?_ options: Vec<String>,
        "spares"?_ spares: i64,
    }
}

part! {
    /// Units.
    Systemd {
        "units"?_ units: Vec<Unit>,
    }
}

part! {
    /// A systemd unit.
    Unit {
        "contents"?_ contents: String,
        "dropins"?_ dropins: Vec<SystemdDropin>,
        "enable"?_ enable: bool,
        "enabled"?_ enabled: Option<bool>,
        "mask"?_ mask: bool,
        "name" name: String,
    }
}

part! {
    /// A drop-in of a unit.
    SystemdDropin {
        "contents"?_ contents: String,
        "name" name: String,
    }
}

lists!(
    Reference,
    NetworkdUnit,
    NetworkdDropin,
    PasswdGroup,
    PasswdUser,
    Directory,
    Disk,
    File,
    Filesystem,
    Link,
    Partition,
    Raid,
    Unit,
    SystemdDropin,
);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ignition::gojson;

    #[test]
    fn an_empty_config_prints_all_its_structs() {
        let ignition = Ignition { version: "2.3.0".into(), ..Ignition::default() };
        let config = Config { ignition, ..Config::default() };
        assert_eq!(
            gojson::to_string(&config),
            "{\"ignition\":{\"config\":{},\"security\":{\"tls\":{}},\"timeouts\":{},\
             \"version\":\"2.3.0\"},\"networkd\":{},\"passwd\":{},\"storage\":{},\"systemd\":{}}"
        );
    }

    #[test]
    fn a_raid_without_devices_prints_null() {
        let text = gojson::to_string(&Raid::default());
        assert_eq!(text, "{\"devices\":null,\"level\":\"\",\"name\":\"\"}");
    }
}
