//! Values as YAML text: the walk that feeds [`Writer`].
//!
//! Knows no templates. Source of the facts: Helm 4.3.1, `pkg/engine/funcs.go`, which takes
//! sigs.k8s.io/yaml for `toYaml` and yaml.v3 for `toYamlPretty`.

use std::borrow::Cow;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::funcs::times::as_time;
use crate::gotime::Time;
use crate::gotpl::MAX_STRING;
use crate::value::{List, MAX_DEPTH, Map, Str, Value, stack};
use crate::yaml::{Error, ErrorKind, Flavor, Writer, sort_keys};

/// Writes a value, without the final newline.
///
/// # Errors
/// The text of Go's error for what has no YAML form.
pub fn write(value: &Value, flavor: Flavor) -> Result<Vec<u8>, String> {
    let mut walk = Walk { writer: Writer::new(flavor), flavor, depth: 0, written: 0 };
    walk.value(value)?;
    let mut text = walk.writer.finish().map_err(|error| go_text(&error))?;
    if text.ends_with('\n') {
        text.pop();
    }
    Ok(text.into_bytes())
}

/// What sigs.k8s.io/yaml says: a fault of writing JSON has its own prefix.
fn go_text(error: &Error) -> String {
    if error.kind == ErrorKind::Value && error.message.starts_with("json: ") {
        return format!("error marshaling into JSON: {}", error.message);
    }
    error.message.clone()
}

struct Walk {
    writer: Writer,
    flavor: Flavor,
    depth: usize,
    /// About how many bytes there are by now.
    written: usize,
}

impl Walk {
    fn value(&mut self, value: &Value) -> Result<(), String> {
        self.count(2)?;
        let writer = &mut self.writer;
        match value {
            Value::Nil | Value::Invalid => writer.null(),
            Value::Bool(value) => writer.bool(*value),
            Value::Int(n) | Value::Int64(n) => writer.int(*n),
            Value::Uint64(n) => writer.uint(*n),
            Value::Byte(n) => writer.int(i64::from(*n)),
            Value::Float(n) => writer.float(*n),
            Value::Str(text) => {
                writer.bytes(text.as_bytes());
                self.count(text.len())?;
            }
            Value::Bytes(bytes) if self.flavor == Flavor::Helm => {
                let text = STANDARD.encode(bytes);
                writer.string(&text);
                self.count(text.len())?;
            }
            Value::Bytes(bytes) => {
                let items = bytes.iter().map(|b| Value::Byte(*b)).collect::<Vec<_>>();
                return self.list(&items.into());
            }
            Value::List(list) => return self.list(list),
            Value::Map(map) => return self.map(map),
            Value::Object(_) if as_time(value).is_some() => {
                let text = as_time(value).map(Time::rfc3339).unwrap_or_default();
                writer.time(&text);
            }
            Value::Object(object) => return self.nested(|walk| walk.value(&object.json())),
        }
        Ok(())
    }

    /// Counts the bytes of a line; deep lines are mostly indentation.
    fn count(&mut self, bytes: usize) -> Result<(), String> {
        self.written += bytes + self.depth;
        if self.written > MAX_STRING {
            return Err(format!("YAML text exceeds the limit of {MAX_STRING} bytes"));
        }
        Ok(())
    }

    fn nested(&mut self, body: impl FnOnce(&mut Walk) -> Result<(), String>) -> Result<(), String> {
        if self.depth >= MAX_DEPTH || stack::is_low() {
            let text = "json: unsupported value: encountered a cycle via map[string]interface {}";
            return Err(format!("error marshaling into JSON: {text}"));
        }
        self.depth += 1;
        let result = body(self);
        self.depth -= 1;
        result
    }

    /// Only JSON knows the nil of a slice or map.
    fn is_null(&self, nil: bool) -> bool {
        nil && self.flavor == Flavor::Helm
    }

    fn list(&mut self, list: &List) -> Result<(), String> {
        if self.is_null(list.is_nil_slice()) {
            self.writer.null();
            return Ok(());
        }
        self.writer.begin_sequence(list.is_empty());
        self.nested(|walk| list.iter().try_for_each(|item| walk.value(item)))?;
        self.writer.end_sequence();
        Ok(())
    }

    fn map(&mut self, map: &Map) -> Result<(), String> {
        if self.is_null(map.is_nil_map()) {
            self.writer.null();
            return Ok(());
        }
        self.writer.begin_mapping(map.is_empty());
        let entries = map.borrow();
        let pair = |(key, value)| (Str::to_string_lossy(key), value);
        let mut pairs: Vec<(Cow<'_, str>, &Value)> = entries.iter().map(pair).collect();
        sort_keys(&mut pairs, self.flavor, |pair| &pair.0);
        self.nested(|walk| {
            pairs.into_iter().try_for_each(|(key, value)| {
                walk.writer.key(&key);
                walk.count(key.len())?;
                walk.value(value)
            })
        })?;
        self.writer.end_mapping();
        Ok(())
    }
}
