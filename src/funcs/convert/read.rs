//! Texts of YAML and JSON as values, with the texts of Go's errors.
//!
//! Knows no templates. All numbers become `float64`. Source of the facts: Helm 4.3.1
//! (Go 1.27, sigs.k8s.io/yaml 1.6), probed.

use std::borrow::Cow;
use std::vec::Drain;

use crate::gojson::{self, ErrorKind, Sink, Wording};
use crate::gotpl::Language;
use crate::source::FileId;
use crate::value::{Entries, Map, Value};
use crate::yaml::{self, Make, Options};

/// The Go type that `fromYaml` and `fromJson` read into.
pub const MAP: &str = "map[string]interface {}";

/// The Go type that `fromYamlArray` and `fromJsonArray` read into.
pub const LIST: &str = "[]interface {}";

/// Reads the first document of a YAML text; a text without one is nil.
///
/// # Errors
/// The text that sigs.k8s.io/yaml has for it.
pub fn yaml(text: &[u8]) -> Result<Value, String> {
    let options = Options { first_only: true, ..Options::default() };
    let parsed = yaml::parse_with(text, FileId::NONE, options);
    let wrong = |error: yaml::Error| format!("error converting YAML to JSON: {}", error.message);
    if let Some(error) = parsed.error {
        return Err(wrong(error));
    }
    match parsed.documents.first().and_then(|document| document.root.as_ref()) {
        Some(root) => yaml::try_to_floats(root, Values::default()).map_err(wrong),
        None => Ok(Value::Nil),
    }
}

/// Reads a JSON text. The second part says that it holds a number that is no `float64`; the
/// value then has 0 in its place.
///
/// # Errors
/// Go's text for what is no JSON.
pub fn json(text: &[u8], language: &Language) -> Result<(Value, Option<String>), String> {
    let is_old = language.json == Wording::Go1;
    let mut values = Values::default();
    let value = gojson::read_into(text, &mut values).map_err(|error| match error.kind {
        ErrorKind::UnexpectedEnd if is_old => end_text(text),
        ErrorKind::Empty | ErrorKind::UnexpectedEnd => "unexpected end of JSON input".to_owned(),
        ErrorKind::TrailingData => trailing(&text[error.offset..]),
        _ => error.text(language.json),
    })?;
    Ok(match values.too_large {
        None => (value, None),
        Some(number) if is_old => {
            let text = "json: cannot unmarshal number";
            let text = format!("{text} {number} into Go value of type float64");
            (unmark(value, &Value::Nil), Some(text))
        }
        Some(number) => {
            let mut path = String::new();
            let found = find_mark(&value, &mut path);
            let target = match value {
                _ if !found || path.is_empty() => "Go value".to_owned(),
                Value::Map(_) => format!("Go struct field {path}"),
                _ => path,
            };
            let target = if target == "Go value" { "Go value of type" } else { &target };
            let of = if target.ends_with("type") { "" } else { " of type" };
            let text = format!("json: cannot unmarshal number {number} into {target}{of} float64");
            (unmark(value, &Value::Float(0.0)), Some(text))
        }
    })
}

/// Before 1.27 Go read a space behind the text to see whether it ends, and complained about
/// that where no space may stand.
fn end_text(text: &[u8]) -> String {
    let error = gojson::read_into(&[text, b" "].concat(), &mut Values::default()).err();
    match error {
        Some(error) if matches!(error.kind, ErrorKind::Character { .. }) => {
            error.text(Wording::Go1)
        }
        Some(error) if matches!(error.kind, ErrorKind::Escape { .. }) => error.text(Wording::Go1),
        _ => "unexpected end of JSON input".to_owned(),
    }
}

fn trailing(rest: &[u8]) -> String {
    let chunk = rest.utf8_chunks().next();
    let found = chunk.and_then(|chunk| chunk.valid().chars().next());
    let found = crate::goquote::quote(&found.unwrap_or('\u{fffd}').to_string());
    let found = match &found[1..found.len() - 1] {
        "'" => r"\'",
        "\\\"" => "\"",
        other => other,
    };
    format!("invalid character '{found}' after top-level value")
}

/// Go's text for a value of another type than wanted.
pub fn unmarshal_text(found: &Value, wanted: &str) -> String {
    let found = match found {
        Value::Map(_) => "object",
        Value::List(_) => "array",
        Value::Str(_) => "string",
        Value::Bool(_) => "bool",
        _ => "number",
    };
    format!("json: cannot unmarshal {found} into Go value of type {wanted}")
}

/// As [`unmarshal_text`], through sigs.k8s.io/yaml.
pub fn unmarshal_yaml_text(found: &Value, wanted: &str) -> String {
    let text = unmarshal_text(found, wanted);
    format!("error unmarshaling JSON: while decoding JSON: {text}")
}

/// Numbers that are too large are marked by a NaN, which no JSON text holds, until the whole
/// text has been read.
fn find_mark(value: &Value, path: &mut String) -> bool {
    let length = path.len();
    let mut step = |name: &str, value: &Value| {
        path.push('.');
        path.push_str(name);
        let found = find_mark(value, path);
        if !found {
            path.truncate(length);
        }
        found
    };
    match value {
        Value::Float(n) => n.is_nan(),
        Value::List(list) => list.iter().enumerate().any(|(i, item)| step(&i.to_string(), item)),
        Value::Map(map) => map.borrow().iter().any(|(key, v)| step(&key.to_string_lossy(), v)),
        _ => false,
    }
}

/// Puts a value in the places of numbers that no `float64` holds.
fn unmark(value: Value, instead: &Value) -> Value {
    match value {
        Value::Float(n) if n.is_nan() => instead.clone(),
        Value::List(list) => {
            let items = list.into_items().into_iter();
            Value::List(items.map(|item| unmark(item, instead)).collect())
        }
        Value::Map(map) => {
            let entries =
                map.entries().into_iter().map(|(key, value)| (key, unmark(value, instead)));
            Value::Map(entries.collect::<Map>())
        }
        other => other,
    }
}

/// Makes template values of YAML trees and JSON texts.
#[derive(Debug, Default)]
struct Values {
    /// The first number that no `float64` holds.
    too_large: Option<String>,
}

impl Make for Values {
    type Value = Value;
    type Map = Entries;
    fn null(&mut self) -> Value {
        Value::Nil
    }
    fn boolean(&mut self, value: bool) -> Value {
        Value::Bool(value)
    }
    fn int(&mut self, value: i64) -> Value {
        Value::Float(value as f64)
    }
    fn uint(&mut self, value: u64) -> Value {
        Value::Float(value as f64)
    }
    fn float(&mut self, value: f64) -> Value {
        Value::Float(value)
    }
    fn string(&mut self, text: Cow<'_, str>) -> Value {
        Value::Str(text.into())
    }
    fn list(&mut self, items: Vec<Value>) -> Value {
        Value::List(items.into())
    }
    fn map(&mut self, _: usize) -> Entries {
        Entries::new()
    }
    fn insert(&mut self, map: &mut Entries, key: String, value: Value) {
        map.insert(key.into(), value);
    }
    fn object(&mut self, map: Entries) -> Value {
        Value::Map(map.into())
    }
}

impl<'t> Sink<'t> for Values {
    type Node = Value;
    fn null(&mut self) -> Value {
        Value::Nil
    }
    fn boolean(&mut self, value: bool) -> Value {
        Value::Bool(value)
    }
    fn number(&mut self, text: &str) -> Option<Value> {
        let number = text.parse::<f64>().ok().filter(|n| n.is_finite()).unwrap_or(f64::NAN);
        if number.is_nan() && self.too_large.is_none() {
            self.too_large = Some(text.to_owned());
        }
        Some(Value::Float(number))
    }
    fn string(&mut self, text: Cow<'t, str>) -> Value {
        Value::Str(text.into())
    }
    fn array(&mut self, items: Drain<'_, Value>) -> Value {
        Value::List(items.collect())
    }
    fn object(&mut self, pairs: Drain<'_, (Cow<'t, str>, Value)>) -> Value {
        Value::Map(pairs.collect())
    }
}
