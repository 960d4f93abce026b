//! The Container Linux Config inside a kubeadm configuration: its tree, its places in the
//! manifest, and the keys that it may have.
//!
//! The text is a block scalar of the manifest, so that every place in it has a line of its
//! own there. Shapes follow flatcar/container-linux-config-transpiler v0.9.4, `config/types`.

use crate::manifest::KubeadmSpec;
use crate::manifest::field;
use crate::path::FieldPath;
use crate::source::{FileId, SourceMap, Span};
use crate::yaml::{self, Dialect, Node, Options};

/// A parsed `additionalConfig`.
#[derive(Debug)]
pub struct Clc<'a> {
    /// The field of the object that holds the text.
    pub path: FieldPath,
    /// The text as the node's bootstrap provider gets it.
    pub text: &'a str,
    /// The first document; none when the text is empty or broken from the start.
    pub root: Option<Node>,
    /// Why the text is no YAML, with the place inside the text.
    pub error: Option<(Span, String)>,
    scalar: Span,
    /// Byte offset in the manifest where each line of the text starts; empty when the text was
    /// not written as a block.
    lines: Vec<u32>,
}

impl<'a> Clc<'a> {
    /// Reads the `additionalConfig` of a kubeadm configuration.
    pub fn of(spec: &KubeadmSpec<'a>, sources: &SourceMap) -> Option<Clc<'a>> {
        let (path, node) = spec.additional_config()?;
        let text = node.text()?;
        let (root, error) = parse(text);
        let lines = block_lines(text, node, sources).unwrap_or_default();
        Some(Clc { path, text, root, error, scalar: node.span(), lines })
    }

    /// The place in the manifest of a place in the text.
    pub fn outer(&self, inner: Span) -> Span {
        let start = inner.start as usize;
        let before = self.text.get(..start).unwrap_or(self.text);
        let line = before.bytes().filter(|b| *b == b'\n').count();
        let Some(line_start) = self.lines.get(line) else { return self.scalar };
        let column = before.len() - before.rfind('\n').map_or(0, |i| i + 1);
        let at = *line_start as usize + column;
        let length = (inner.end as usize).saturating_sub(start);
        let rest = self.text.get(start..).unwrap_or_default();
        let on_line = rest.find('\n').unwrap_or(rest.len());
        Span::new(self.scalar.file, at, at + length.min(on_line))
    }

    /// All nodes that a pattern such as `storage.files[*].path` matches.
    pub fn select(&self, pattern: &str) -> Vec<(FieldPath, &Node)> {
        self.root.as_ref().map(|root| field::select(root, pattern)).unwrap_or_default()
    }
}

/// The transpiler reads one document and never looks behind it.
fn parse(text: &str) -> (Option<Node>, Option<(Span, String)>) {
    let options = Options { dialect: Dialect::V3, first_only: true };
    let parsed = yaml::parse_with(text.as_bytes(), FileId::NONE, options);
    let first = parsed.documents.into_iter().find_map(|document| document.root);
    let error = parsed.error.map(|error| (error.span, error.problem().to_owned()));
    (first.filter(|node| !field::is_null(node)), error)
}

/// Where the lines of a block scalar start in the manifest, behind their indentation.
pub(super) fn block_lines(text: &str, node: &Node, sources: &SourceMap) -> Option<Vec<u32>> {
    let source = sources.file(node.span().file)?;
    let written = source.text.get(node.span().start as usize..)?;
    if !written.starts_with('|') {
        return None;
    }
    let mut offset = node.span().start as usize + written.find('\n')? + 1;
    let mut starts = Vec::new();
    for line in text.split('\n') {
        let rest = source.text.get(offset..)?;
        let outer = rest.split('\n').next()?;
        let body = outer.strip_suffix('\r').unwrap_or(outer);
        let indent = body.len().checked_sub(line.len()).filter(|_| body.ends_with(line));
        // The text ends where the block does, whatever stands on the next line.
        starts.push(u32::try_from(offset + indent.unwrap_or(0)).ok()?);
        offset += outer.len() + 1;
    }
    Some(starts)
}

/// What a key of a Container Linux Config holds.
#[derive(Debug, Clone, Copy)]
pub enum Shape {
    /// Not looked into.
    Any,
    /// Text; any scalar will do.
    Text,
    /// `true` or `false`.
    Bool,
    /// A whole number.
    Int,
    /// A list of one shape.
    List(&'static Shape),
    /// Known keys only.
    Map(&'static [(&'static str, Shape)]),
}

use Shape::{Any, Bool, Int, List, Map, Text};

const HASH: Shape = Map(&[("hash", Map(&[("function", Text), ("sum", Text)]))]);
const SOURCE: Shape = Map(&[("source", Text), ("verification", HASH)]);
const REMOTE: Shape = Map(&[("url", Text), ("compression", Text), ("verification", HASH)]);
const OWNER: Shape = Map(&[("id", Int), ("name", Text)]);
const TEXTS: Shape = List(&Text);
const DROPINS: Shape = List(&Map(&[("name", Text), ("contents", Text)]));
const CREATE: Shape = Map(&[("force", Bool), ("options", TEXTS)]);

const PARTITION: Shape = Map(&[
    ("label", Text),
    ("number", Int),
    ("size", Text),
    ("start", Text),
    ("guid", Text),
    ("type_guid", Text),
]);
const DISK: Shape =
    Map(&[("device", Text), ("wipe_table", Bool), ("partitions", List(&PARTITION))]);
const RAID: Shape = Map(&[
    ("name", Text),
    ("level", Text),
    ("devices", TEXTS),
    ("spares", Int),
    ("options", TEXTS),
]);
const MOUNT: Shape = Map(&[
    ("device", Text),
    ("format", Text),
    ("create", CREATE),
    ("wipe_filesystem", Bool),
    ("label", Text),
    ("uuid", Text),
    ("options", TEXTS),
]);
const FILESYSTEM: Shape = Map(&[("name", Text), ("mount", MOUNT), ("path", Text)]);
const CONTENTS: Shape = Map(&[("remote", REMOTE), ("inline", Text), ("local", Text)]);
const FILE: Shape = Map(&[
    ("filesystem", Text),
    ("path", Text),
    ("user", OWNER),
    ("group", OWNER),
    ("mode", Int),
    ("contents", CONTENTS),
    ("overwrite", Bool),
    ("append", Bool),
]);
const DIRECTORY: Shape = Map(&[
    ("filesystem", Text),
    ("path", Text),
    ("user", OWNER),
    ("group", OWNER),
    ("mode", Int),
    ("overwrite", Bool),
]);
const LINK: Shape = Map(&[
    ("filesystem", Text),
    ("path", Text),
    ("user", OWNER),
    ("group", OWNER),
    ("hard", Bool),
    ("target", Text),
    ("overwrite", Bool),
]);
const STORAGE: Shape = Map(&[
    ("disks", List(&DISK)),
    ("raid", List(&RAID)),
    ("filesystems", List(&FILESYSTEM)),
    ("files", List(&FILE)),
    ("directories", List(&DIRECTORY)),
    ("links", List(&LINK)),
]);
const UNIT: Shape = Map(&[
    ("name", Text),
    ("enable", Bool),
    ("enabled", Bool),
    ("mask", Bool),
    ("contents", Text),
    ("dropins", DROPINS),
]);
const NETWORK_UNIT: Shape = Map(&[("name", Text), ("contents", Text), ("dropins", DROPINS)]);
const USER_CREATE: Shape = Map(&[
    ("uid", Int),
    ("gecos", Text),
    ("home_dir", Text),
    ("no_create_home", Bool),
    ("primary_group", Text),
    ("groups", TEXTS),
    ("no_user_group", Bool),
    ("system", Bool),
    ("no_log_init", Bool),
    ("shell", Text),
]);
const USER: Shape = Map(&[
    ("name", Text),
    ("password_hash", Text),
    ("ssh_authorized_keys", TEXTS),
    ("create", USER_CREATE),
    ("uid", Int),
    ("gecos", Text),
    ("home_dir", Text),
    ("no_create_home", Bool),
    ("primary_group", Text),
    ("groups", TEXTS),
    ("no_user_group", Bool),
    ("system", Bool),
    ("no_log_init", Bool),
    ("shell", Text),
]);
const GROUP: Shape =
    Map(&[("name", Text), ("gid", Int), ("password_hash", Text), ("system", Bool)]);
const IGNITION: Shape = Map(&[
    ("config", Map(&[("append", List(&SOURCE)), ("replace", SOURCE)])),
    ("timeouts", Map(&[("http_response_headers", Int), ("http_total", Int)])),
    ("security", Map(&[("tls", Map(&[("certificate_authorities", List(&SOURCE))]))])),
]);
const UPDATE: Shape = Map(&[
    ("group", Text),
    ("server", Text),
    ("pcr_policy_server", Text),
    ("download_user", Text),
    ("download_password", Text),
    ("machine_alias", Text),
]);
const LOCKSMITH: Shape = Map(&[
    ("reboot_strategy", Text),
    ("window_start", Text),
    ("window_length", Text),
    ("group", Text),
    ("etcd_endpoints", Text),
    ("etcd_cafile", Text),
    ("etcd_certfile", Text),
    ("etcd_keyfile", Text),
]);

/// A whole Container Linux Config. The keys of etcd and flannel depend on the versions that
/// they name, so they are not looked into.
pub const ROOT: Shape = Map(&[
    ("version", Int),
    ("ignition", IGNITION),
    ("storage", STORAGE),
    ("systemd", Map(&[("units", List(&UNIT))])),
    ("networkd", Map(&[("units", List(&NETWORK_UNIT))])),
    ("passwd", Map(&[("users", List(&USER)), ("groups", List(&GROUP))])),
    ("etcd", Any),
    ("flannel", Any),
    ("update", UPDATE),
    ("docker", Map(&[("flags", TEXTS)])),
    ("locksmith", LOCKSMITH),
]);

/// What [`check_shape`] found at one node.
#[derive(Debug)]
pub enum Misfit<'a> {
    /// A key that the shape does not have; the keys that it has.
    Unknown { path: FieldPath, key: &'a Node, known: &'static [(&'static str, Shape)] },
    /// A value that the shape cannot hold.
    Wrong { path: FieldPath, node: &'a Node, expected: Shape },
}

/// Compares a tree with a shape and lists what does not fit, in document order. The shapes
/// bound the depth.
pub fn check_shape<'a>(node: &'a Node, shape: &Shape, path: FieldPath) -> Vec<Misfit<'a>> {
    if field::is_null(node) {
        return Vec::new();
    }
    let wrong = |node| vec![Misfit::Wrong { path: path.clone(), node, expected: *shape }];
    match shape {
        Any => Vec::new(),
        Text if node.scalar().is_some() => Vec::new(),
        Bool if is_bool(node) => Vec::new(),
        Int if is_int(node) => Vec::new(),
        List(item) if node.is_sequence() => {
            let items = field::items(&path, node).into_iter();
            items.flat_map(|(path, node)| check_shape(node, item, path)).collect()
        }
        Map(known) if node.is_mapping() => {
            let check = |entry: &'a yaml::Entry| {
                let name = entry.key.text().unwrap_or_default();
                let path = path.key(name);
                match known.iter().find(|(key, _)| *key == name) {
                    Some((_, shape)) => check_shape(&entry.value, shape, path),
                    // A merge key brings in what is checked at its anchor.
                    None if name == "<<" => Vec::new(),
                    None => vec![Misfit::Unknown { path, key: &entry.key, known }],
                }
            };
            node.entries().iter().flat_map(check).collect()
        }
        _ => wrong(node),
    }
}

/// yaml.v3 reads the words of YAML 1.1 into a bool whose quotes it ignores, but takes `true`
/// and `false` for text when they are quoted.
fn is_bool(node: &Node) -> bool {
    let Some((text, style)) = node.scalar() else { return false };
    match text.to_ascii_lowercase().as_str() {
        "true" | "false" => style == yaml::Style::Plain,
        "yes" | "no" | "on" | "off" | "y" | "n" => true,
        _ => false,
    }
}

fn is_int(node: &Node) -> bool {
    let Some((text, yaml::Style::Plain)) = node.scalar() else { return false };
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    let digit = |b: u8| b.is_ascii_hexdigit() || b"_xob.+-".contains(&b);
    digits.starts_with(|c: char| c.is_ascii_digit()) && digits.bytes().all(digit)
}

impl Clc<'_> {
    /// What does not fit the shape of a Container Linux Config, in document order.
    pub fn misfits(&self) -> Vec<Misfit<'_>> {
        let root = self.root.as_ref();
        root.map(|root| check_shape(root, &ROOT, FieldPath::root())).unwrap_or_default()
    }

    /// The paths of all files, directories and links.
    pub fn inodes(&self) -> Vec<(FieldPath, &Node)> {
        let lists = ["files", "directories", "links"];
        lists.iter().flat_map(|list| self.select(&format!("storage.{list}[*].path"))).collect()
    }
}

/// A path with `.`, `..` and doubled slashes taken out, as Go's `path.Clean` does for absolute
/// paths.
pub fn clean(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    let root = if path.starts_with('/') { "/" } else { "" };
    format!("{root}{}", parts.join("/"))
}

/// True for the files that cloud-init gets kubeadm's configuration in.
pub fn is_cloud_init_config(path: &str) -> bool {
    matches!(
        path,
        "/run/kubeadm/kubeadm.yaml"
            | "/run/kubeadm/kubeadm-join-config.yaml"
            | "/tmp/kubeadm.yaml"
            | "/tmp/kubeadm-join-config.yaml"
    )
}

/// True for words that differ by one slip: a letter too many, too few, or another one.
pub fn is_near(a: &str, b: &str) -> bool {
    let (long, short) = if a.len() >= b.len() { (a, b) } else { (b, a) };
    if short.len() < 3 || long.len() - short.len() > 1 {
        return false;
    }
    let same = long.bytes().zip(short.bytes()).take_while(|(x, y)| x == y).count();
    let (long, short) = (&long.as_bytes()[same..], &short.as_bytes()[same..]);
    long.get(1..) == Some(short) || long.get(1..) == short.get(1..)
}

/// What the text of `permissions` becomes as the mode of a Container Linux Config, which reads
/// it as a YAML number (yaml.v3, `resolve.go`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// Octal or hexadecimal, as written on purpose.
    Octal(u32),
    /// Decimal, although a mode never is.
    Decimal(u32),
    /// No number, or none that is a mode.
    Invalid,
}

impl Mode {
    /// The largest mode: all bits of permissions and the three above them.
    const MAX: u32 = 0o7777;

    /// Reads the text as yaml.v3 reads a plain scalar into an integer.
    pub fn parse(text: &str) -> Mode {
        let digits = text.replace('_', "");
        let radix = |prefix: &str, radix| {
            digits.strip_prefix(prefix).and_then(|rest| u32::from_str_radix(rest, radix).ok())
        };
        let octal = radix("0x", 16)
            .or_else(|| radix("0b", 2))
            .or_else(|| radix("0o", 8))
            .or_else(|| radix("0", 8))
            .or_else(|| (digits == "0").then_some(0));
        let mode = match octal {
            Some(mode) => Mode::Octal(mode),
            // Digits above 7 make a float of it, which is cut off to a whole number.
            None => match digits.parse::<f64>() {
                Ok(number) if number.fract() == 0.0 && number >= 0.0 && is_number(&digits) => {
                    Mode::Decimal(number as u32)
                }
                _ => Mode::Invalid,
            },
        };
        match mode {
            Mode::Octal(mode) | Mode::Decimal(mode) if mode > Mode::MAX => Mode::Invalid,
            mode => mode,
        }
    }
}

/// True for what looks like a number; `inf` and `nan` are numbers for Rust alone.
fn is_number(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modes_are_read_as_yaml_numbers() {
        for (text, mode) in [
            ("0600", Mode::Octal(0o600)),
            ("0o600", Mode::Octal(0o600)),
            ("0_600", Mode::Octal(0o600)),
            ("0x180", Mode::Octal(0o600)),
            ("0", Mode::Octal(0)),
            ("600", Mode::Decimal(0o1130)),
            ("1777", Mode::Decimal(0o3361)),
            ("0888", Mode::Decimal(0o1570)),
            ("u=rw", Mode::Invalid),
            ("'0600'", Mode::Invalid),
            ("-1", Mode::Invalid),
            ("010000", Mode::Invalid),
            ("inf", Mode::Invalid),
        ] {
            assert_eq!(Mode::parse(text), mode, "{text}");
        }
    }

    #[test]
    fn paths_are_cleaned_as_go_does() {
        for (path, cleaned) in
            [("/a//b/./c", "/a/b/c"), ("/a/../b", "/b"), ("/..", "/"), ("a/", "a")]
        {
            assert_eq!(clean(path), cleaned);
        }
    }

    #[test]
    fn one_slip_is_near() {
        assert!(is_near("contents", "content") && is_near("units", "unite") && !is_near("a", "b"));
        assert!(!is_near("mode", "path"));
    }
}
