//! Looking into texts that hold something else: encoded files, documents, units, scripts.
//!
//! [`open`] takes the encodings off, names the format, and reads documents; what to do with
//! two such contents is the caller's business. Every step is bounded, and what cannot be read
//! as one thing is read as the next simpler one, down to bytes.

use std::borrow::Cow;
use std::io::Read;

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, STANDARD_NO_PAD};
use serde_json::Value;

use crate::source::FileId;
use crate::yaml;

/// Texts longer than this are compared as a whole only.
const MAX_TEXT: usize = 8 << 20;
/// Documents longer than this are compared as lines.
const MAX_DOCUMENT: usize = 2 << 20;

/// What is known about a text from where it stands.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Hint<'a> {
    /// The `encoding` that is declared beside it.
    pub encoding: Option<&'a str>,
    /// A file name or key with an extension.
    pub name: Option<&'a str>,
    /// The field's name.
    pub field: &'a str,
}

/// A text with its encodings taken off.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Opened<'a> {
    pub encodings: Vec<&'static str>,
    pub bytes: Cow<'a, [u8]>,
}

/// Takes encodings off a text.
pub(super) fn open<'a>(text: &'a str, hint: Hint<'_>) -> Opened<'a> {
    let mut opened = Opened { encodings: Vec::new(), bytes: Cow::Borrowed(text.as_bytes()) };
    if text.len() > MAX_TEXT {
        return opened;
    }
    if let Some((content, is_base64)) = data_url(text) {
        let decoded = if is_base64 { base64_of(content) } else { Some(percent_decoded(content)) };
        if let Some(bytes) = decoded {
            opened.encodings.push("data-url");
            opened.bytes = Cow::Owned(bytes);
        }
    } else if (declares(hint.encoding, "base64") || looks_like_base64(text))
        && let Some(bytes) = base64_of(text)
    {
        opened.encodings.push("base64");
        opened.bytes = Cow::Owned(bytes);
    }
    // The magic number of gzip; `encoding: gzip` without base64 cannot be written in YAML.
    if opened.bytes.starts_with(&[0x1f, 0x8b])
        && let Some(bytes) = gunzip(&opened.bytes)
    {
        opened.encodings.push("gzip");
        opened.bytes = Cow::Owned(bytes);
    }
    opened
}

fn declares(encoding: Option<&str>, name: &str) -> bool {
    encoding.is_some_and(|e| e.split('+').any(|part| part == name))
}

fn base64_of(text: &str) -> Option<Vec<u8>> {
    let packed: String = text.chars().filter(|c| !c.is_ascii_whitespace()).collect();
    STANDARD.decode(&packed).or_else(|_| STANDARD_NO_PAD.decode(&packed)).ok()
}

/// Whether an undeclared text is base64 of something readable. Short ones may be names.
fn looks_like_base64(text: &str) -> bool {
    let alphabet = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/' | b'=');
    let trimmed = text.trim();
    if trimmed.len() < 40 || !trimmed.len().is_multiple_of(4) || !trimmed.bytes().all(alphabet) {
        return false;
    }
    let Some(bytes) = base64_of(trimmed) else { return false };
    bytes.starts_with(&[0x1f, 0x8b]) || as_text(&bytes).is_some()
}

/// The content of `data:…`, and whether it is base64.
fn data_url(text: &str) -> Option<(&str, bool)> {
    let (head, content) = text.strip_prefix("data:")?.split_once(',')?;
    let plain = head.bytes().all(|b| b.is_ascii_graphic());
    plain.then_some((content, head.ends_with(";base64")))
}

fn percent_decoded(text: &str) -> Vec<u8> {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let hex = bytes.get(at + 1..at + 3).and_then(|h| std::str::from_utf8(h).ok());
        match (bytes[at], hex.and_then(|h| u8::from_str_radix(h, 16).ok())) {
            (b'%', Some(byte)) => {
                out.push(byte);
                at += 3;
            }
            (byte, _) => {
                out.push(byte);
                at += 1;
            }
        }
    }
    out
}

fn gunzip(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    // One byte more than is allowed tells a text that fits from one that was cut.
    let mut limited = flate2::read::MultiGzDecoder::new(bytes).take(MAX_TEXT as u64 + 1);
    limited.read_to_end(&mut out).ok()?;
    (out.len() <= MAX_TEXT).then_some(out)
}

/// The text of bytes that are one: UTF-8 without control characters but white space.
pub(super) fn as_text(bytes: &[u8]) -> Option<&str> {
    let text = std::str::from_utf8(bytes).ok()?;
    let printable = |c: char| !c.is_control() || matches!(c, '\n' | '\r' | '\t' | '\u{1b}');
    text.chars().all(printable).then_some(text)
}

/// A text as what it is.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Content {
    /// A document, with the name of its format.
    Document(&'static str, Value),
    /// Lines, with the name of their format.
    Lines(&'static str),
}

/// Names the format of a text and reads it, if it is a document.
pub(super) fn read(text: &str, hint: Hint<'_>) -> Content {
    let extension = hint.name.and_then(|name| name.rsplit_once('.')).map(|(_, e)| e);
    match extension {
        Some("toml") => return Content::Lines("toml"),
        Some("sh") => return Content::Lines("shell"),
        Some("json") => return json(text).unwrap_or(Content::Lines("json")),
        Some("yaml" | "yml") => return document(text).unwrap_or(Content::Lines("yaml")),
        Some("service" | "mount" | "slice" | "socket" | "timer" | "target") => {
            return Content::Lines("systemd");
        }
        _ => {}
    }
    if hint.field == "additionalConfig" || hint.name == Some("values") {
        return document(text).unwrap_or(Content::Lines("yaml"));
    }
    let first = text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    if first.starts_with("#!") {
        return Content::Lines("shell");
    }
    if first.starts_with(['{', '[']) {
        if let Some(found) = json(text) {
            return found;
        }
        if is_unit_header(first) {
            return Content::Lines("systemd");
        }
    }
    let yaml = first == "---" || looks_like_mapping(text);
    yaml.then(|| document(text)).flatten().unwrap_or(Content::Lines("text"))
}

/// `[Unit]`, `[Service]`: systemd's sections begin with a capital, TOML's tables do not.
fn is_unit_header(line: &str) -> bool {
    let name = line.strip_prefix('[').and_then(|l| l.strip_suffix(']'));
    name.is_some_and(|n| {
        n.starts_with(|c: char| c.is_ascii_uppercase()) && n.chars().all(char::is_alphanumeric)
    })
}

/// Whether the first line that says something is `key:` or `key: value`.
fn looks_like_mapping(text: &str) -> bool {
    let says = |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with('#');
    let Some(line) = text.lines().find(says) else { return false };
    let Some((key, rest)) = line.split_once(':') else { return false };
    let word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '/' | '"');
    !key.is_empty() && key.chars().all(word) && (rest.is_empty() || rest.starts_with(' '))
}

fn json(text: &str) -> Option<Content> {
    let small = text.len() <= MAX_DOCUMENT;
    let value = small.then(|| serde_json::from_str::<Value>(text).ok()).flatten()?;
    (value.is_object() || value.is_array()).then_some(Content::Document("json", value))
}

/// One mapping, or several documents as a list.
fn document(text: &str) -> Option<Content> {
    if text.len() > MAX_DOCUMENT {
        return None;
    }
    let parsed = yaml::parse(text, FileId::NONE);
    if parsed.error.is_some() {
        return None;
    }
    let roots = parsed.documents.iter().filter_map(|document| document.root.as_ref());
    let mut values: Vec<Value> = roots.map(yaml::to_json).collect();
    let structured = values.iter().all(|value| value.is_object() || value.is_array());
    match values.len() {
        0 => None,
        _ if !structured => None,
        1 => values.pop().map(|value| Content::Document("yaml", value)),
        _ => Some(Content::Document("yaml", Value::Array(values))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn hint<'a>(field: &'a str, name: Option<&'a str>, encoding: Option<&'a str>) -> Hint<'a> {
        Hint { encoding, name, field }
    }

    #[test]
    fn encodings_come_off_in_order() {
        let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        gzip.write_all(b"hello").unwrap();
        let text = STANDARD.encode(gzip.finish().unwrap());
        let opened = open(&text, hint("content", None, Some("gzip+base64")));
        assert_eq!(opened.encodings, ["base64", "gzip"]);
        assert_eq!(&*opened.bytes, b"hello");
        assert_eq!(&*open("data:,a%20b%zz", Hint::default()).bytes, b"a b%zz");
        assert_eq!(&*open("data:text/plain;base64,aGk=", Hint::default()).bytes, b"hi");
    }

    #[test]
    fn undeclared_base64_is_seen_when_it_holds_text() {
        let text = STANDARD.encode("a configuration file with several words\n");
        assert_eq!(open(&text, Hint::default()).encodings, ["base64"]);
        let name = "averylongnamewithoutanyseparatoratallinit123456";
        assert!(open(name, Hint::default()).encodings.is_empty());
        assert!(open("!!! not base64", hint("content", None, Some("base64"))).encodings.is_empty());
    }

    #[test]
    fn formats_are_named() {
        let format =
            |text: &str, field: &str, name: Option<&str>| match read(text, hint(field, name, None))
            {
                Content::Document(format, _) => format!("{format} document"),
                Content::Lines(format) => format.to_owned(),
            };
        assert_eq!(format("#!/bin/sh\nx: y\n", "content", None), "shell");
        assert_eq!(format("[Unit]\nAfter=x\n", "contents", None), "systemd");
        assert_eq!(format("version = 2\n", "content", Some("config.toml")), "toml");
        assert_eq!(format("[plugins]\na = 1\n", "content", None), "text");
        assert_eq!(format("{\"a\": 1}", "content", None), "json document");
        assert_eq!(format("systemd:\n  units: []\n", "additionalConfig", None), "yaml document");
        assert_eq!(format("---\na: 1\n---\nb: 2\n", "content", None), "yaml document");
        assert_eq!(format("# comment\nkey: value\n", "data", None), "yaml document");
        assert_eq!(format("echo a: b\n", "content", None), "text");
        assert_eq!(format("a: [\n", "content", Some("x.yaml")), "yaml");
    }

    #[test]
    fn bombs_are_not_unpacked() {
        let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        gzip.write_all(&vec![0; MAX_TEXT + 1]).unwrap();
        let text = STANDARD.encode(gzip.finish().unwrap());
        assert_eq!(open(&text, hint("content", None, Some("gzip+base64"))).encodings, ["base64"]);
    }
}
