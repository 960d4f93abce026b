//! The tree as JSON, by the rules of sigs.k8s.io/yaml (`YAMLToJSON`), which stand between every
//! manifest and its consumer.
//!
//! Keys become text by their value, not by their spelling (`010:` is `"8"`). The last of
//! duplicate keys counts; a merge key (`<<`) applies where it stands, so it overwrites what
//! stands before it. Numbers pass through JSON text: `1.0` arrives as the integer 1.

use std::borrow::Cow;

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
    strict(node, false, Json)
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
    strict(node, true, Json)
}

/// The tree as a value of another make, with every number as a 64-bit float.
///
/// # Errors
/// As [`try_to_json`].
pub fn try_to_floats<M: Make>(node: &Node, make: M) -> Result<M::Value, Error> {
    strict(node, true, make)
}

/// Makes the values that a tree becomes.
pub trait Make {
    /// A value.
    type Value;
    /// An object in the making. Keys come in the order of the text; a merge comes where it
    /// stands; of equal keys the last one counts.
    type Map;
    /// `null`
    fn null(&mut self) -> Self::Value;
    /// `true`, `false`
    fn boolean(&mut self, value: bool) -> Self::Value;
    /// An integer.
    fn int(&mut self, value: i64) -> Self::Value;
    /// An integer.
    fn uint(&mut self, value: u64) -> Self::Value;
    /// A number that is finite.
    fn float(&mut self, value: f64) -> Self::Value;
    /// A string.
    fn string(&mut self, text: Cow<'_, str>) -> Self::Value;
    /// A list.
    fn list(&mut self, items: Vec<Self::Value>) -> Self::Value;
    /// An empty object with room for so many entries.
    fn map(&mut self, capacity: usize) -> Self::Map;
    /// Sets a key.
    fn insert(&mut self, map: &mut Self::Map, key: String, value: Self::Value);
    /// An object that is complete.
    fn object(&mut self, map: Self::Map) -> Self::Value;
}

/// Makes JSON values.
struct Json;

impl Make for Json {
    type Value = Value;
    type Map = Map<String, Value>;
    fn null(&mut self) -> Value {
        Value::Null
    }
    fn boolean(&mut self, value: bool) -> Value {
        Value::Bool(value)
    }
    fn int(&mut self, value: i64) -> Value {
        Value::Number(value.into())
    }
    fn uint(&mut self, value: u64) -> Value {
        Value::Number(value.into())
    }
    fn float(&mut self, value: f64) -> Value {
        Number::from_f64(value).map_or(Value::Null, Value::Number)
    }
    fn string(&mut self, text: Cow<'_, str>) -> Value {
        Value::String(text.into_owned())
    }
    fn list(&mut self, items: Vec<Value>) -> Value {
        Value::Array(items)
    }
    fn map(&mut self, capacity: usize) -> Map<String, Value> {
        Map::with_capacity(capacity)
    }
    fn insert(&mut self, map: &mut Map<String, Value>, key: String, value: Value) {
        map.insert(key, value);
    }
    fn object(&mut self, map: Map<String, Value>) -> Value {
        Value::Object(map)
    }
}

fn lenient(node: &Node, floats: bool) -> Value {
    let mut convert =
        Convert { floats, strict: false, bad_key: None, bad_number: None, make: Json };
    convert.node(node).unwrap_or(Value::Null)
}

fn strict<M: Make>(node: &Node, floats: bool, make: M) -> Result<M::Value, Error> {
    let mut convert = Convert { floats, strict: true, bad_key: None, bad_number: None, make };
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

struct Convert<M> {
    make: M,
    floats: bool,
    /// Faults count.
    strict: bool,
    /// A key that has no text, and the mapping it stands in. Go sees it after all values were
    /// decoded, so their faults come first.
    bad_key: Option<(*const Entry, Error)>,
    /// A number that JSON cannot hold: the last to be seen.
    bad_number: Option<Error>,
}

impl<M: Make> Convert<M> {
    fn node(&mut self, node: &Node) -> Result<M::Value, Error> {
        match node.kind() {
            Kind::Scalar { .. } => self.scalar(node),
            Kind::Sequence(items) => {
                let items = items.iter().map(|item| self.node(item)).collect::<Result<_, _>>()?;
                Ok(self.make.list(items))
            }
            Kind::Mapping(entries) => {
                let mut map = self.make.map(entries.len());
                self.entries(entries, &mut map)?;
                Ok(self.make.object(map))
            }
        }
    }

    fn scalar(&mut self, node: &Node) -> Result<M::Value, Error> {
        let value = if self.strict {
            node.try_resolve(Dialect::Helm)?
        } else {
            node.resolve(Dialect::Helm)
        };
        Ok(match value {
            Scalar::Null => self.make.null(),
            Scalar::Bool(value) => self.make.boolean(value),
            Scalar::Int(n) if self.floats => self.make.float(n as f64),
            Scalar::Uint(n) if self.floats => self.make.float(n as f64),
            Scalar::Int(n) => self.make.int(n),
            Scalar::Uint(n) => self.make.uint(n),
            Scalar::Float(f) if !f.is_finite() => {
                if self.strict {
                    let text = format!("json: unsupported value: {}", gonum::format_shortest(f));
                    self.bad_number
                        .get_or_insert_with(|| Error::bare(ErrorKind::Value, text, node.span()));
                }
                self.make.null()
            }
            Scalar::Float(f) if self.floats => self.make.float(f),
            Scalar::Float(f) => self.json_number(f),
            Scalar::Str(text) => self.make.string(text),
            Scalar::Timestamp(text) => self.make.string(Cow::Borrowed(text)),
            Scalar::Binary(bytes) => self.make.string(gotext::replace_invalid(&bytes).into()),
        })
    }

    /// A float as it is after Go's JSON encoder wrote it: whole numbers below 1e21 have no
    /// point and are integers to whoever reads them.
    fn json_number(&mut self, f: f64) -> M::Value {
        let text = gonum::json_integer(f).unwrap_or_default();
        if let Ok(n) = text.parse::<i64>() {
            return self.make.int(n);
        }
        match text.parse::<u64>() {
            Ok(n) => self.make.uint(n),
            Err(_) => self.make.float(f),
        }
    }

    fn entries(&mut self, entries: &[Entry], map: &mut M::Map) -> Result<(), Error> {
        for entry in entries {
            if is_merge(entry) {
                self.merge(&entry.value, map)?;
            } else {
                let key = self.key(entry, entries.as_ptr())?;
                let value = self.node(&entry.value)?;
                self.make.insert(map, key, value);
            }
        }
        Ok(())
    }

    /// Merges mappings; of several, earlier ones win.
    fn merge(&mut self, value: &Node, map: &mut M::Map) -> Result<(), Error> {
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
