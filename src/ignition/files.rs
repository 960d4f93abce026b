//! The files that a node has, whatever form its user data has.
//!
//! Knows the two forms and nothing of how files are shown or written. Entry point: [`of`].

use std::io::Read;

use flate2::read::MultiGzDecoder;

use crate::ignition::convert::dataurl;
use crate::ignition::result::{NodeResult, UserdataFormat};
use crate::ignition::types::{Config, Owner};
use crate::ignition::validate::intent::decode_base64;
use crate::source::FileId;
use crate::yaml::{self, Node};

/// How large a file may be that stands compressed in the user data: the API server takes no
/// object of more, and hardly any text shrinks to a tenth.
const MAX_UNPACKED: u64 = 32 << 20;

/// What stands at a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Content {
    /// A file with its bytes.
    Bytes(Vec<u8>),
    /// A file that the node fetches from this place.
    Remote(String),
    /// A directory.
    Directory,
    /// A link to this path.
    Link(String),
}

/// One file, directory or link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NodeFile {
    /// The path as written.
    pub path: String,
    /// What stands there.
    pub content: Content,
    /// The mode bits; none where the node decides.
    pub mode: Option<u32>,
    /// `user:group`.
    pub owner: String,
    /// The content is added to what is there.
    pub append: bool,
}

/// What the user data of a node puts into its file system, in the order of the user data; none
/// for a node without user data.
pub fn of(node: &NodeResult) -> Option<Vec<NodeFile>> {
    match node.format {
        UserdataFormat::Ignition => node.parts.config.as_ref().map(of_config),
        UserdataFormat::CloudConfig => node.userdata.as_deref().map(of_cloud_config),
    }
}

/// The files, directories and links of an Ignition config.
pub fn of_config(config: &Config) -> Vec<NodeFile> {
    let bits = |mode: Option<i64>| mode.and_then(|mode| u32::try_from(mode).ok());
    let storage = &config.storage;
    let files = storage.files.iter().map(|file| NodeFile {
        path: file.path.clone(),
        content: content_of(&file.contents.source),
        mode: bits(file.mode),
        owner: owner(&file.user, &file.group),
        append: file.append,
    });
    let directories = storage.directories.iter().map(|directory| NodeFile {
        path: directory.path.clone(),
        content: Content::Directory,
        mode: bits(directory.mode),
        owner: owner(&directory.user, &directory.group),
        append: false,
    });
    let links = storage.links.iter().map(|link| NodeFile {
        path: link.path.clone(),
        content: Content::Link(link.target.clone()),
        mode: None,
        owner: owner(&link.user, &link.group),
        append: false,
    });
    files.chain(directories).chain(links).collect()
}

fn content_of(source: &str) -> Content {
    let decoded = source.starts_with("data:").then(|| dataurl::decode(source).ok()).flatten();
    match (source, decoded) {
        ("", _) => Content::Bytes(Vec::new()),
        (_, Some(bytes)) => Content::Bytes(bytes),
        (url, None) => Content::Remote(url.to_owned()),
    }
}

fn owner(user: &Option<Owner>, group: &Option<Owner>) -> String {
    let name = |owner: &Option<Owner>| match owner {
        None => "root".to_owned(),
        Some(Owner { id: Some(id), .. }) => id.to_string(),
        Some(Owner { name, .. }) => name.clone(),
    };
    format!("{}:{}", name(user), name(group))
}

/// `write_files` of a cloud-config document; nothing where that is no YAML.
fn of_cloud_config(text: &str) -> Vec<NodeFile> {
    let parsed = yaml::parse(text, FileId::NONE);
    let root = parsed.documents.first().and_then(|document| document.root.as_ref());
    let files = root.and_then(|root| root.get("write_files")).map(Node::items).unwrap_or_default();
    files.iter().map(cloud_file).collect()
}

fn cloud_file(node: &Node) -> NodeFile {
    let text = |key: &str| node.get(key).and_then(Node::text).unwrap_or_default();
    let owner = match text("owner") {
        "" => "root:root".to_owned(),
        name if name.contains(':') => name.to_owned(),
        name => format!("{name}:root"),
    };
    NodeFile {
        path: text("path").to_owned(),
        content: Content::Bytes(cloud_content(text("content"), text("encoding"))),
        mode: u32::from_str_radix(text("permissions"), 8).ok().or(Some(0o644)),
        owner,
        append: text("append") == "true",
    }
}

/// What cloud-init writes; text that does not decode stays as it is.
fn cloud_content(text: &str, encoding: &str) -> Vec<u8> {
    let plain = || text.as_bytes().to_vec();
    let packed = match encoding {
        "base64" | "gzip+base64" => decode_base64(text).unwrap_or_else(plain),
        _ => plain(),
    };
    if !encoding.starts_with("gzip") {
        return packed;
    }
    let mut out = Vec::new();
    let unpacked = MultiGzDecoder::new(&packed[..]).take(MAX_UNPACKED).read_to_end(&mut out);
    if unpacked.is_ok() { out } else { packed }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_a_cloud_config_are_decoded() {
        let text = "## template: jinja\n#cloud-config\n\nwrite_files:\n-   path: /a\n    owner: x\n    \
                    permissions: '0600'\n    content: |\n      one\n-   path: /b\n    encoding: \
                    \"base64\"\n    append: true\n    content: |\n      AAEC\n";
        let files = of_cloud_config(text);
        let a = NodeFile {
            path: "/a".into(),
            content: Content::Bytes(b"one\n".to_vec()),
            mode: Some(0o600),
            owner: "x:root".into(),
            append: false,
        };
        let b = NodeFile {
            path: "/b".into(),
            content: Content::Bytes(vec![0, 1, 2]),
            mode: Some(0o644),
            owner: "root:root".into(),
            append: true,
        };
        assert_eq!(files, [a, b]);
        assert!(of_cloud_config("a: [").is_empty());
    }

    #[test]
    fn what_does_not_decode_stays_as_it_is() {
        for encoding in ["base64", "gzip", "gzip+base64"] {
            assert_eq!(cloud_content("!!", encoding), b"!!", "{encoding}");
        }
    }
}
