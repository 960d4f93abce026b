//! The tree as JSON, by the rules of sigs.k8s.io/yaml (`YAMLToJSON`), which stand between every
//! manifest and its consumer.
//!
//! Keys become text by their value, not by their spelling (`010:` is `"8"`). The last of
//! duplicate keys counts; a merge key (`<<`) applies where it stands, so it overwrites what
//! stands before it. Numbers pass through JSON text: `1.0` arrives as the integer 1.

use serde_json::{Map, Number, Value};

use super::error::{Error, ErrorKind};
use super::event::Dialect;
use super::node::{Entry, Kind, Node, Style};
use super::resolve::{Scalar, TAG_PREFIX};
use crate::{gonum, gotext};

/// The tree as JSON. What JSON cannot hold becomes null, and a key that cannot be one its text.
pub fn to_json(node: &Node) -> Value {
    lenient(node, false)
}

/// The tree as JSON.
///
/// # Errors
/// What sigs.k8s.io/yaml refuses, in its words: a tag that does not fit, a key that is no
/// scalar, a merge of something else than mappings, an infinity.
pub fn try_to_json(node: &Node) -> Result<Value, Error> {
    strict(node, false)
}

/// As [`to_json`], with every number as a 64-bit float: what Helm's values are made of.
pub fn to_json_floats(node: &Node) -> Value {
    lenient(node, true)
}

/// As [`try_to_json`], with every number as a 64-bit float: what Helm's values are made of.
///
/// # Errors
/// As [`try_to_json`].
pub fn try_to_json_floats(node: &Node) -> Result<Value, Error> {
    strict(node, true)
}

fn lenient(node: &Node, floats: bool) -> Value {
    let mut convert = Convert { floats, strict: false, bad_key: None, bad_number: None };
    convert.node(node).unwrap_or(Value::Null)
}

fn strict(node: &Node, floats: bool) -> Result<Value, Error> {
    let mut convert = Convert { floats, strict: true, bad_key: None, bad_number: None };
    let value = convert.node(node)?;
    match convert.bad_key.map(|(_, error)| error).or(convert.bad_number) {
        Some(error) => Err(error),
        None => Ok(value),
    }
}

/// Whether the value of an entry is to be merged into the mapping around it.
pub fn is_merge(entry: &Entry) -> bool {
    match entry.key.kind() {
        Kind::Scalar { text, style } => is_merge_key(entry.key.tag(), text, *style),
        _ => false,
    }
}

/// Whether a key with these properties is the merge key.
pub(super) fn is_merge_key(tag: Option<&str>, text: &str, style: Style) -> bool {
    text == "<<"
        && match tag {
            None => style == Style::Plain,
            Some("!") => true,
            Some(tag) => tag.strip_prefix(TAG_PREFIX) == Some("merge"),
        }
}

/// The text that a key becomes; the error side says what it is instead of a usable key.
pub fn key_text(key: &Scalar<'_>) -> Option<String> {
    Some(match key {
        Scalar::Str(text) => text.clone().into_owned(),
        Scalar::Binary(bytes) => gotext::replace_invalid(bytes),
        Scalar::Timestamp(text) => (*text).to_owned(),
        Scalar::Int(n) => n.to_string(),
        Scalar::Bool(value) => value.to_string(),
        Scalar::Float(f) if f.is_nan() => ".nan".to_owned(),
        // sigs.k8s.io/yaml formats them with 32 bits: 123456789.5 becomes 1.2345679e+08.
        Scalar::Float(f) => match *f as f32 {
            f32::INFINITY => ".inf".to_owned(),
            f32::NEG_INFINITY => "-.inf".to_owned(),
            f => gonum::format_shortest_f32(f),
        },
        Scalar::Null | Scalar::Uint(_) => return None,
    })
}

struct Convert {
    floats: bool,
    /// Faults count.
    strict: bool,
    /// A key that has no text, and the mapping it stands in. Go sees it after all values were
    /// decoded, so their faults come first.
    bad_key: Option<(*const Entry, Error)>,
    /// A number that JSON cannot hold: the last to be seen.
    bad_number: Option<Error>,
}

impl Convert {
    fn node(&mut self, node: &Node) -> Result<Value, Error> {
        match node.kind() {
            Kind::Scalar { .. } => self.scalar(node),
            Kind::Sequence(items) => {
                items.iter().map(|item| self.node(item)).collect::<Result<_, _>>().map(Value::Array)
            }
            Kind::Mapping(entries) => {
                let mut map = Map::with_capacity(entries.len());
                self.entries(entries, &mut map)?;
                Ok(Value::Object(map))
            }
        }
    }

    fn scalar(&mut self, node: &Node) -> Result<Value, Error> {
        let value = if self.strict {
            node.try_resolve(Dialect::Helm)?
        } else {
            node.resolve(Dialect::Helm)
        };
        Ok(match value {
            Scalar::Null => Value::Null,
            Scalar::Bool(value) => Value::Bool(value),
            Scalar::Int(n) if self.floats => float(n as f64),
            Scalar::Uint(n) if self.floats => float(n as f64),
            Scalar::Int(n) => Value::Number(n.into()),
            Scalar::Uint(n) => Value::Number(n.into()),
            Scalar::Float(f) if !f.is_finite() => {
                if self.strict {
                    let text = format!("json: unsupported value: {}", gonum::format_shortest(f));
                    self.bad_number
                        .get_or_insert_with(|| Error::bare(ErrorKind::Value, text, node.span()));
                }
                Value::Null
            }
            Scalar::Float(f) if self.floats => float(f),
            Scalar::Float(f) => json_number(f),
            Scalar::Str(text) => Value::String(text.into_owned()),
            Scalar::Timestamp(text) => Value::String(text.to_owned()),
            Scalar::Binary(bytes) => Value::String(gotext::replace_invalid(&bytes)),
        })
    }

    fn entries(&mut self, entries: &[Entry], map: &mut Map<String, Value>) -> Result<(), Error> {
        for entry in entries {
            if is_merge(entry) {
                self.merge(&entry.value, map)?;
            } else {
                let key = self.key(entry, entries.as_ptr())?;
                map.insert(key, self.node(&entry.value)?);
            }
        }
        Ok(())
    }

    /// Merges mappings; of several, earlier ones win.
    fn merge(&mut self, value: &Node, map: &mut Map<String, Value>) -> Result<(), Error> {
        let sources: &[Node] = match value.kind() {
            Kind::Mapping(_) => std::slice::from_ref(value),
            Kind::Sequence(items) => items,
            Kind::Scalar { .. } => &[],
        };
        let wrong = sources.iter().any(|source| !source.is_mapping());
        if self.strict && (wrong || matches!(value.kind(), Kind::Scalar { .. })) {
            let text = "map merge requires map or sequence of maps as the value";
            return Err(Error::new(ErrorKind::Value, text, value.span()));
        }
        sources.iter().rev().try_for_each(|source| self.entries(source.entries(), map))
    }

    fn key(&mut self, entry: &Entry, mapping: *const Entry) -> Result<String, Error> {
        let key = &entry.key;
        if !matches!(key.kind(), Kind::Scalar { .. }) {
            if self.strict {
                // Its own faults come first.
                self.node(key)?;
                let text = format!("invalid map key: {}", super::gosyntax::go_syntax(key));
                return Err(Error::new(ErrorKind::Value, text, key.span()));
            }
            return Ok(super::gosyntax::go_syntax(key));
        }
        let value =
            if self.strict { key.try_resolve(Dialect::Helm)? } else { key.resolve(Dialect::Helm) };
        match key_text(&value) {
            Some(text) => Ok(text),
            None if !self.strict => Ok(key.text().unwrap_or_default().to_owned()),
            None => {
                let kind = match value {
                    Scalar::Null => "%!s(<nil>)",
                    _ => "uint64",
                };
                let text = format!(
                    "unsupported map key of type: {kind}, key: {}, value: {}",
                    super::gosyntax::go_syntax(key),
                    super::gosyntax::go_syntax(&entry.value),
                );
                // Of duplicates the last counts, in the fault's text too.
                if self.bad_key.as_ref().is_none_or(|(known, _)| *known == mapping) {
                    let error = Error::bare(ErrorKind::Value, text, key.span());
                    self.bad_key = Some((mapping, error));
                }
                Ok(String::new())
            }
        }
    }
}

fn float(f: f64) -> Value {
    Number::from_f64(f).map_or(Value::Null, Value::Number)
}

/// A float as it is after Go's JSON encoder wrote it: whole numbers below 1e21 have no point
/// and are integers to whoever reads them.
fn json_number(f: f64) -> Value {
    let integer = gonum::json_integer(f).and_then(|text| text.parse::<Number>().ok());
    integer.map_or_else(|| float(f), Value::Number)
}
