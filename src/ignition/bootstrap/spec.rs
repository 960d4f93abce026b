//! A KubeadmConfigSpec as far as it shapes the user data.
//!
//! Fields are read leniently: what has the wrong type is taken as its text, since the API
//! server's schema check is another rule's business. Pointers of the Go types are `Option`s,
//! because the templates treat an empty text and none differently.

use crate::yaml::{Dialect, Node, Scalar};

/// A user.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct UserSpec {
    /// `name`
    pub name: String,
    /// `gecos`
    pub gecos: Option<String>,
    /// `groups`: names with a comma and a blank between them.
    pub groups: Option<String>,
    /// `homeDir`
    pub home_dir: Option<String>,
    /// `inactive`
    pub inactive: Option<bool>,
    /// `shell`
    pub shell: Option<String>,
    /// `passwd`: a hash.
    pub passwd: Option<String>,
    /// `passwdFrom.secret`
    pub passwd_from: Option<ContentFrom>,
    /// `primaryGroup`
    pub primary_group: Option<String>,
    /// `lockPassword`
    pub lock_password: Option<bool>,
    /// `sudo`
    pub sudo: Option<String>,
    /// `sshAuthorizedKeys`
    pub ssh_authorized_keys: Vec<String>,
}

/// A key of a Secret.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ContentFrom {
    /// Name of the Secret.
    pub name: String,
    /// Key in it.
    pub key: String,
}

/// A file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FileSpec {
    /// `path`
    pub path: String,
    /// `owner`
    pub owner: String,
    /// `permissions`
    pub permissions: String,
    /// `encoding`
    pub encoding: String,
    /// `append`
    pub append: bool,
    /// `content`
    pub content: String,
    /// `contentFrom.secret`
    pub content_from: Option<ContentFrom>,
    /// `contentFormat`
    pub content_format: String,
    /// Where the file stands in `spec.files`; none for a generated one.
    pub index: Option<usize>,
}

/// Time servers.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Ntp {
    /// `servers`
    pub servers: Vec<String>,
    /// `enabled`
    pub enabled: Option<bool>,
}

/// A partition table.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PartitionSpec {
    /// `device`
    pub device: String,
    /// `layout`
    pub layout: Option<bool>,
    /// `overwrite`
    pub overwrite: Option<bool>,
    /// `tableType`
    pub table_type: Option<String>,
}

/// A filesystem.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FilesystemSpec {
    /// `device`
    pub device: String,
    /// `filesystem`
    pub filesystem: String,
    /// `label`
    pub label: String,
    /// `partition`
    pub partition: Option<String>,
    /// `overwrite`
    pub overwrite: Option<bool>,
    /// `replaceFS`
    pub replace_fs: Option<String>,
    /// `extraOpts`
    pub extra_opts: Vec<String>,
}

/// Disks.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DiskSetup {
    /// `partitions`
    pub partitions: Vec<PartitionSpec>,
    /// `filesystems`
    pub filesystems: Vec<FilesystemSpec>,
}

/// The parts of a KubeadmConfigSpec that shape the user data.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Spec {
    /// `format`
    pub format: String,
    /// `users`
    pub users: Vec<UserSpec>,
    /// `files`
    pub files: Vec<FileSpec>,
    /// `ntp`
    pub ntp: Option<Ntp>,
    /// `diskSetup`
    pub disk_setup: Option<DiskSetup>,
    /// `mounts`
    pub mounts: Vec<Vec<String>>,
    /// `bootCommands`
    pub boot_commands: Vec<String>,
    /// `preKubeadmCommands`
    pub pre_commands: Vec<String>,
    /// `postKubeadmCommands`
    pub post_commands: Vec<String>,
    /// `verbosity`
    pub verbosity: Option<i64>,
    /// `useExperimentalRetryJoin`
    pub retry_join: bool,
    /// `ignition.containerLinuxConfig.additionalConfig`
    pub additional_config: String,
    /// `ignition.containerLinuxConfig.strict`
    pub strict: bool,
}

impl Spec {
    /// Reads a KubeadmConfigSpec.
    pub fn read(node: &Node) -> Spec {
        let strings = |key: &str| node.get(key).map(texts).unwrap_or_default();
        let clc = node.at("ignition.containerLinuxConfig");
        Spec {
            format: text(node, "format"),
            users: list(node, "users", user),
            files: list(node, "files", file).into_iter().enumerate().map(numbered).collect(),
            ntp: node.get("ntp").filter(|n| n.is_mapping()).map(ntp),
            disk_setup: node.get("diskSetup").filter(|n| n.is_mapping()).map(disk_setup),
            mounts: list(node, "mounts", texts),
            boot_commands: strings("bootCommands"),
            pre_commands: strings("preKubeadmCommands"),
            post_commands: strings("postKubeadmCommands"),
            verbosity: node.get("verbosity").and_then(number),
            retry_join: flag(node, "useExperimentalRetryJoin").unwrap_or_default(),
            additional_config: clc.map(|n| text(n, "additionalConfig")).unwrap_or_default(),
            strict: clc.and_then(|n| flag(n, "strict")).unwrap_or_default(),
        }
    }

    /// True when the provider makes Ignition of it.
    pub fn is_ignition(&self) -> bool {
        self.format == "ignition"
    }
}

fn numbered((index, file): (usize, FileSpec)) -> FileSpec {
    FileSpec { index: Some(index), ..file }
}

fn user(node: &Node) -> UserSpec {
    UserSpec {
        name: text(node, "name"),
        gecos: optional(node, "gecos"),
        groups: optional(node, "groups"),
        home_dir: optional(node, "homeDir"),
        inactive: flag(node, "inactive"),
        shell: optional(node, "shell"),
        passwd: optional(node, "passwd"),
        passwd_from: node.at("passwdFrom.secret").map(content_from),
        primary_group: optional(node, "primaryGroup"),
        lock_password: flag(node, "lockPassword"),
        sudo: optional(node, "sudo"),
        ssh_authorized_keys: node.get("sshAuthorizedKeys").map(texts).unwrap_or_default(),
    }
}

fn content_from(node: &Node) -> ContentFrom {
    ContentFrom { name: text(node, "name"), key: text(node, "key") }
}

fn file(node: &Node) -> FileSpec {
    FileSpec {
        path: text(node, "path"),
        owner: text(node, "owner"),
        permissions: text(node, "permissions"),
        encoding: text(node, "encoding"),
        append: flag(node, "append").unwrap_or_default(),
        content: text(node, "content"),
        content_from: node.at("contentFrom.secret").map(content_from),
        content_format: text(node, "contentFormat"),
        index: None,
    }
}

fn ntp(node: &Node) -> Ntp {
    Ntp {
        servers: node.get("servers").map(texts).unwrap_or_default(),
        enabled: flag(node, "enabled"),
    }
}

fn disk_setup(node: &Node) -> DiskSetup {
    let partition = |node: &Node| PartitionSpec {
        device: text(node, "device"),
        layout: flag(node, "layout"),
        overwrite: flag(node, "overwrite"),
        table_type: optional(node, "tableType"),
    };
    let filesystem = |node: &Node| FilesystemSpec {
        device: text(node, "device"),
        filesystem: text(node, "filesystem"),
        label: text(node, "label"),
        partition: optional(node, "partition"),
        overwrite: flag(node, "overwrite"),
        replace_fs: optional(node, "replaceFS"),
        extra_opts: node.get("extraOpts").map(texts).unwrap_or_default(),
    };
    DiskSetup {
        partitions: list(node, "partitions", partition),
        filesystems: list(node, "filesystems", filesystem),
    }
}

fn list<T>(node: &Node, key: &str, read: impl Fn(&Node) -> T) -> Vec<T> {
    node.get(key).map(|n| n.items().iter().map(read).collect()).unwrap_or_default()
}

fn texts(node: &Node) -> Vec<String> {
    node.items().iter().map(scalar_text).collect()
}

fn scalar_text(node: &Node) -> String {
    match node.resolve(Dialect::Helm) {
        Scalar::Null => String::new(),
        Scalar::Binary(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
        _ => node.text().unwrap_or_default().to_owned(),
    }
}

fn is_null(node: &Node) -> bool {
    node.scalar().is_some() && node.resolve(Dialect::Helm) == Scalar::Null
}

fn optional(node: &Node, key: &str) -> Option<String> {
    node.get(key).filter(|n| !is_null(n)).map(scalar_text)
}

fn text(node: &Node, key: &str) -> String {
    optional(node, key).unwrap_or_default()
}

fn flag(node: &Node, key: &str) -> Option<bool> {
    match node.get(key)?.resolve(Dialect::Helm) {
        Scalar::Bool(value) => Some(value),
        _ => None,
    }
}

fn number(node: &Node) -> Option<i64> {
    match node.resolve(Dialect::Helm) {
        Scalar::Int(value) => Some(value),
        _ => None,
    }
}
