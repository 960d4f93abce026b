//! YAML into structs as sigs.k8s.io/yaml and Go's `encoding/json` do it.
//!
//! Keys match without regard to case, the last duplicate counts, unknown keys are skipped,
//! null changes nothing, and numbers and booleans that are meant to be text become text. A
//! value of another kind is a [`Fault`] with Go's words. Knows no chart and no manifest.
//! Facts: Helm 4.3.1 (Go 1.27), probed.

use std::collections::BTreeMap;
use std::fmt;

use crate::gonum;
use crate::gotext;
use crate::source::FileId;
use crate::yaml::{self, Dialect, Kind, Node, Options, Scalar, Style};

/// How Go's reader of JSON words a value that does not fit, which changed between versions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum DecodeWording {
    /// Helm 3: the innermost struct, and the fields that lead to the value.
    Helm3,
    /// Helm 4.0 to 4.2: the same, with other names of packages.
    Helm4,
    /// Helm 4.3, built with Go 1.27: the whole way.
    #[default]
    Go127,
}

/// A value that does not fit its place. Prints as sigs.k8s.io/yaml words it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The kind of JSON value that was found.
    found: &'static str,
    /// The way to it.
    path: Vec<Step>,
    /// The Go type that it was meant to become.
    wanted: &'static str,
    /// The type of the innermost struct.
    owner: &'static str,
    wording: DecodeWording,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Step {
    Key(String),
    MapKey(String),
    Item(usize),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "error unmarshaling JSON: while decoding JSON: json: ")?;
        write!(f, "cannot unmarshal {} into ", self.found)?;
        if self.wording != DecodeWording::Go127 {
            return self.old_place(f);
        }
        match self.path.last() {
            None => f.write_str("Go value")?,
            Some(Step::Key(_) | Step::MapKey(_)) => f.write_str("Go struct field ")?,
            Some(Step::Item(_)) => {}
        }
        for step in &self.path {
            match step {
                Step::Key(key) | Step::MapKey(key) => write!(f, ".{key}")?,
                Step::Item(index) => write!(f, ".{index}")?,
            }
        }
        write!(f, " of type {}", self.wanted)
    }
}

impl Fault {
    fn old_place(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fields: Vec<&str> = self
            .path
            .iter()
            .filter_map(|step| match step {
                Step::Key(key) => Some(key.as_str()),
                Step::MapKey(_) | Step::Item(_) => None,
            })
            .collect();
        match fields.is_empty() {
            true => f.write_str("Go value")?,
            false => {
                let owner = match self.owner.starts_with("struct") {
                    true => "",
                    false => self.owner.rsplit('.').next().unwrap_or_default(),
                };
                write!(f, "Go struct field {owner}.{}", fields.join("."))?;
            }
        }
        if self.wording == DecodeWording::Helm4 {
            return write!(f, " of type {}", self.wanted);
        }
        // The packages had other names.
        let wanted = self.wanted.replace("util.Simple", "releaseutil.Simple");
        write!(f, " of type {}", wanted.replace("v2.", "chart."))
    }
}

/// Why a text could not be read into a struct. Prints as Helm prints it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DecodeError {
    /// The text is no YAML, or YAML that JSON cannot hold.
    #[error("error converting YAML to JSON: {0}")]
    Yaml(#[from] yaml::Error),
    /// A value does not fit.
    #[error("{0}")]
    Fault(Fault),
}

impl From<Fault> for DecodeError {
    fn from(fault: Fault) -> DecodeError {
        DecodeError::Fault(fault)
    }
}

/// Reads the first document of a text; none when it is empty.
///
/// # Errors
/// Text that is no YAML, or cannot become JSON.
pub fn first_document(text: &[u8]) -> Result<Option<Node>, yaml::Error> {
    let options = Options { dialect: Dialect::Helm, first_only: true };
    let mut parsed = yaml::parse_with(text, FileId::NONE, options);
    if let Some(error) = parsed.error {
        return Err(error);
    }
    let root = match parsed.documents.is_empty() {
        true => None,
        false => parsed.documents.swap_remove(0).root,
    };
    // Most documents hold nothing that JSON could refuse, and rendered ones are many.
    if let Some(root) = root.as_ref().filter(|root| may_not_be_json(root)) {
        yaml::try_to_json(root)?;
    }
    Ok(root)
}

/// Whether a tree holds anything that the conversion to JSON might refuse: tags, merge keys,
/// keys that may be no text, infinities. Errs on the side of caution.
fn may_not_be_json(node: &Node) -> bool {
    if node.tag().is_some() {
        return true;
    }
    match node.kind() {
        Kind::Scalar { text, style } => !is_certain_value(text, *style),
        Kind::Sequence(items) => items.iter().any(may_not_be_json),
        Kind::Mapping(entries) => entries.iter().any(|entry| {
            let key = entry.key.scalar();
            let certain = key.is_some_and(|(text, style)| is_certain_key(text, style));
            !certain || entry.key.tag().is_some() || may_not_be_json(&entry.value)
        }),
    }
}

/// Whether a scalar without a tag can be a value in JSON for certain: it is no infinity.
pub fn is_certain_value(text: &str, style: Style) -> bool {
    let tail = text.get(text.len().saturating_sub(4)..).unwrap_or(text);
    let is_infinite = tail.eq_ignore_ascii_case(".inf") || tail.eq_ignore_ascii_case(".nan");
    style != Style::Plain || !is_infinite
}

/// Whether a scalar without a tag can be a key in JSON for certain: it is text, and no merge.
pub fn is_certain_key(text: &str, style: Style) -> bool {
    let is_word = text.starts_with(|c: char| c.is_ascii_alphabetic());
    style != Style::Plain || is_word && !text.eq_ignore_ascii_case("null")
}

/// Walks a document and remembers the way, for messages.
#[derive(Debug, Default)]
pub struct Decoder {
    path: Vec<Step>,
    /// The types of the structs on the way.
    owners: Vec<&'static str>,
    wording: DecodeWording,
}

/// Visits one pair of a struct.
pub type Visit<'v> = &'v mut dyn FnMut(&mut Decoder, &str, &Node) -> Result<(), Fault>;

impl Decoder {
    /// A decoder whose faults are worded in a way.
    pub fn wording(wording: DecodeWording) -> Decoder {
        Decoder { wording, ..Decoder::default() }
    }

    /// Visits the pairs of a mapping in the order of their keys, each key once. False when
    /// there is null instead.
    ///
    /// # Errors
    /// Anything but a mapping or null, and what the visitor reports.
    pub fn fields(
        &mut self,
        node: &Node,
        ty: &'static str,
        visit: Visit<'_>,
    ) -> Result<bool, Fault> {
        if !node.is_mapping() {
            return if is_null(node) { Ok(false) } else { Err(self.fault(node, ty)) };
        }
        let mut pairs = BTreeMap::new();
        flatten(node, &mut pairs);
        let is_map = ty.starts_with("map[");
        if !is_map {
            self.owners.push(ty);
        }
        for (key, value) in pairs {
            let step = if is_map { Step::MapKey } else { Step::Key };
            self.path.push(step(key.clone()));
            visit(self, &key, value)?;
            self.path.pop();
        }
        if !is_map {
            self.owners.pop();
        }
        Ok(true)
    }

    /// Reads every item of a list; none when there is null instead.
    ///
    /// # Errors
    /// Anything but a list or null, and what the reader reports.
    pub fn items<T>(
        &mut self,
        node: &Node,
        ty: &'static str,
        mut read: impl FnMut(&mut Decoder, &Node) -> Result<T, Fault>,
    ) -> Result<Option<Vec<T>>, Fault> {
        if !node.is_sequence() {
            return if is_null(node) { Ok(None) } else { Err(self.fault(node, ty)) };
        }
        let mut items = Vec::with_capacity(node.items().len());
        for (index, item) in node.items().iter().enumerate() {
            self.path.push(Step::Item(index));
            items.push(read(self, item)?);
            self.path.pop();
        }
        Ok(Some(items))
    }

    /// Reads a text; none when there is null instead.
    ///
    /// # Errors
    /// A list or a mapping.
    pub fn text(&self, node: &Node) -> Result<Option<String>, Fault> {
        if node.is_mapping() || node.is_sequence() {
            return Err(self.fault(node, "string"));
        }
        Ok(match node.resolve(Dialect::Helm) {
            Scalar::Null => None,
            Scalar::Float(n) => Some(gonum::format_shortest_f32(n as f32)),
            Scalar::Bool(value) => Some(value.to_string()),
            Scalar::Int(n) => Some(n.to_string()),
            Scalar::Uint(n) => Some(n.to_string()),
            Scalar::Str(text) => Some(text.into_owned()),
            Scalar::Timestamp(text) => Some(text.to_owned()),
            Scalar::Binary(bytes) => Some(gotext::replace_invalid(&bytes)),
        })
    }

    /// Reads a list of texts, null items as empty ones.
    ///
    /// # Errors
    /// As [`Decoder::items`] and [`Decoder::text`].
    pub fn texts(&mut self, node: &Node) -> Result<Option<Vec<String>>, Fault> {
        self.items(node, "[]string", |decoder, item| {
            decoder.text(item).map(Option::unwrap_or_default)
        })
    }

    /// Reads a map of texts, null values as empty ones.
    ///
    /// # Errors
    /// As [`Decoder::fields`] and [`Decoder::text`].
    pub fn text_map(&mut self, node: &Node) -> Result<Option<BTreeMap<String, String>>, Fault> {
        let mut map = BTreeMap::new();
        let there = self.fields(node, "map[string]string", &mut |decoder, key, value| {
            map.insert(key.to_owned(), decoder.text(value)?.unwrap_or_default());
            Ok(())
        })?;
        Ok(there.then_some(map))
    }

    /// Reads a truth value; none when there is null instead.
    ///
    /// # Errors
    /// Anything but a boolean or null.
    pub fn boolean(&self, node: &Node) -> Result<Option<bool>, Fault> {
        match json_kind(node) {
            "null" => Ok(None),
            "bool" => Ok(Some(matches!(node.resolve(Dialect::Helm), Scalar::Bool(true)))),
            _ => Err(self.fault(node, "bool")),
        }
    }

    fn fault(&self, node: &Node, wanted: &'static str) -> Fault {
        let owner = self.owners.last().copied().unwrap_or_default();
        let (found, path) = (json_kind(node), self.path.clone());
        Fault { found, path, wanted, owner, wording: self.wording }
    }
}

/// The pairs that count: merge keys applied where they stand, the last duplicate wins.
fn flatten<'n>(node: &'n Node, pairs: &mut BTreeMap<String, &'n Node>) {
    for entry in node.entries() {
        if yaml::is_merge(entry) {
            let sources = match entry.value.kind() {
                Kind::Mapping(_) => std::slice::from_ref(&entry.value),
                _ => entry.value.items(),
            };
            sources.iter().rev().for_each(|source| flatten(source, pairs));
        } else if let Some(key) = yaml::key_text(&entry.key.resolve(Dialect::Helm)) {
            pairs.insert(key, &entry.value);
        }
    }
}

fn is_null(node: &Node) -> bool {
    json_kind(node) == "null"
}

/// Go's word for the kind of a JSON value.
fn json_kind(node: &Node) -> &'static str {
    match node.kind() {
        Kind::Mapping(_) => "object",
        Kind::Sequence(_) => "array",
        Kind::Scalar { .. } => match node.resolve(Dialect::Helm) {
            Scalar::Null => "null",
            Scalar::Bool(_) => "bool",
            Scalar::Int(_) | Scalar::Uint(_) | Scalar::Float(_) => "number",
            Scalar::Str(_) | Scalar::Timestamp(_) | Scalar::Binary(_) => "string",
        },
    }
}

/// Whether a key is meant to be a field's.
pub fn is_field(key: &str, field: &str) -> bool {
    key.eq_ignore_ascii_case(field)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_json_refuses_is_refused() {
        for text in ["{a: 1}: 2", "~: 1", "a: [.inf]", "a: !!int x", "<<: 1", "null: 1", "a: -.Inf"]
        {
            assert!(first_document(text.as_bytes()).is_err(), "{text}");
        }
        for text in ["a: 1", "1: 2", "'~': 1", "a: info", "{a: {b: [x, null, 1e3]}}", ""] {
            assert!(first_document(text.as_bytes()).is_ok(), "{text}");
        }
    }
}
