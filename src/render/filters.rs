//! The filters of the built-in templates: a short list, each a plain function.
//!
//! They are not the functions of Helm's template language, whose arguments come in another
//! order. YAML that passes through here is the built-in templates' own.

use base64::Engine as _;
use minijinja::value::{Serde, ValueKind};
use minijinja::{Environment, Error, ErrorKind, Output, State, Value};
use sha2::{Digest, Sha256};

use crate::source::FileId;
use crate::yaml;

/// Length of the hash suffix in names: 8 hexadecimal digits.
const HASH_DIGITS: usize = 8;

/// Makes the filters known to an environment.
pub(super) fn register(env: &mut Environment<'_>) {
    env.add_filter("b64encode", b64encode);
    env.add_filter("compact_json", compact_json);
    env.add_filter("indent", indent);
    env.add_filter("merge", merge);
    env.add_filter("quote", quote);
    env.add_filter("scalar", scalar);
    env.add_filter("spec_hash", spec_hash);
    env.add_filter("to_json", to_json);
    env.add_filter("to_yaml", to_yaml);
    env.add_function("fail", fail);
}

/// Stops the rendering because values contradict each other.
fn fail(message: &str) -> Result<Value, Error> {
    Err(Error::new(ErrorKind::InvalidOperation, message.to_owned()))
}

/// Writes a value into the output: booleans as YAML knows them, and neither null nor a
/// collection by accident.
pub(super) fn write_value(out: &mut Output, state: &mut State, value: &Value) -> Result<(), Error> {
    match value.kind() {
        ValueKind::Bool => Ok(out.write_str(if value.is_true() { "true" } else { "false" })?),
        ValueKind::String | ValueKind::Number | ValueKind::Undefined => {
            minijinja::escape_formatter(out, state, value)
        }
        kind => Err(invalid(format!("cannot write {kind} into a manifest; use a filter"))),
    }
}

fn b64encode(text: &str) -> String {
    base64::engine::general_purpose::STANDARD.encode(text)
}

/// JSON text without its layout.
fn compact_json(text: &str) -> Result<String, Error> {
    let value: serde_json::Value =
        serde_json::from_str(text).map_err(|e| invalid(format!("cannot read as JSON: {e}")))?;
    Ok(value.to_string())
}

/// Puts `width` blanks before every line that is not empty, and drops the final newlines.
fn indent(text: &str, width: usize) -> String {
    let blanks = " ".repeat(width);
    let mut out = String::with_capacity(text.len() + text.len() / 8);
    for (number, line) in text.trim_end_matches('\n').split('\n').enumerate() {
        if number > 0 {
            out.push('\n');
        }
        if !line.is_empty() {
            out.push_str(&blanks);
            out.push_str(line);
        }
    }
    out
}

/// A mapping with another on top of it, key by key and at every depth, as values layers are.
fn merge(base: &Value, over: &Value) -> Result<Value, Error> {
    let mut merged = object(base)?;
    overlay(&mut merged, object(over)?);
    Ok(Value::from(Serde(merged)))
}

type Map = serde_json::Map<String, serde_json::Value>;

fn overlay(base: &mut Map, over: Map) {
    for (key, value) in over {
        match (base.get_mut(&key), value) {
            (Some(serde_json::Value::Object(below)), serde_json::Value::Object(above)) => {
                overlay(below, above);
            }
            (_, value) => {
                base.insert(key, value);
            }
        }
    }
}

fn object(value: &Value) -> Result<Map, Error> {
    match json(value)? {
        serde_json::Value::Object(map) => Ok(map),
        _ => Err(invalid(format!("expected a mapping, got {}", value.kind()))),
    }
}

/// Text in double quotes, whatever it is made of: a JSON string is a YAML string.
fn quote(value: &Value) -> Result<String, Error> {
    match value.kind() {
        ValueKind::String | ValueKind::Number | ValueKind::Bool => {
            Ok(serde_json::Value::from(value.to_string()).to_string())
        }
        kind => Err(invalid(format!("expected text to quote, got {kind}"))),
    }
}

/// Text as a YAML scalar that every reader takes as that text: plain where it is safe.
fn scalar(value: &Value) -> Result<String, Error> {
    let quoted = quote(value)?;
    let text = value.to_string();
    Ok(if is_plain(&text) { text } else { quoted })
}

/// Whether a text, written without quotes, is a string in YAML 1.1 and 1.2. Some texts that
/// would be are not found safe; they are quoted, which is never wrong.
fn is_plain(text: &str) -> bool {
    const WORDS: [&str; 9] = ["y", "n", "yes", "no", "on", "off", "true", "false", "null"];
    let first = |c: char| c.is_ascii_alphabetic() || "/_$(".contains(c);
    let other = |c: char| c.is_ascii_alphanumeric() || "/_.$(){}-:=+,;<>'^%~ ".contains(c);
    text.starts_with(first)
        && text.chars().all(other)
        && !text.ends_with([' ', ':'])
        && !text.contains(": ")
        && !WORDS.contains(&text.to_ascii_lowercase().as_str())
}

/// The first digits of the hash over a spec, so that any change of the spec changes the name.
/// Layout and key order do not count. A salt, if not empty, makes another hash of the same spec.
fn spec_hash(spec: &str, salt: Option<&str>) -> Result<String, Error> {
    let parsed = yaml::parse(spec, FileId::NONE);
    let root = match (parsed.error, parsed.documents.as_slice()) {
        (None, [document]) => document.root.as_ref(),
        (None, _) => None,
        (Some(error), _) => return Err(invalid(format!("cannot hash a spec: {error}"))),
    };
    let root = root.ok_or_else(|| invalid("cannot hash a spec that is empty".to_owned()))?;
    let parsed =
        yaml::try_to_json(root).map_err(|e| invalid(format!("cannot hash a spec: {e}")))?;
    let mut text = String::with_capacity(spec.len());
    write_canonical(&parsed, &mut text);
    text.push_str(salt.unwrap_or_default());
    let digest = Sha256::digest(text.as_bytes());
    let hex = digest.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    Ok(hex.take(HASH_DIGITS).filter_map(|d| char::from_digit(d.into(), 16)).collect())
}

/// JSON with sorted keys and no blanks.
fn write_canonical(value: &serde_json::Value, out: &mut String) {
    match value {
        serde_json::Value::Object(map) => {
            let mut entries: Vec<_> = map.iter().collect();
            entries.sort_by_key(|(key, _)| *key);
            out.push('{');
            for (key, value) in entries {
                out.push_str(&serde_json::Value::from(key.as_str()).to_string());
                out.push(':');
                write_canonical(value, out);
                out.push(',');
            }
            out.push('}');
        }
        serde_json::Value::Array(items) => {
            out.push('[');
            for item in items {
                write_canonical(item, out);
                out.push(',');
            }
            out.push(']');
        }
        other => out.push_str(&other.to_string()),
    }
}

fn to_json(value: &Value) -> Result<String, Error> {
    Ok(json(value)?.to_string())
}

fn to_yaml(value: &Value) -> Result<String, Error> {
    let text = yaml::to_yaml(&json(value)?);
    text.map_err(|e| invalid(format!("cannot write as YAML: {e}")))
}

fn json(value: &Value) -> Result<serde_json::Value, Error> {
    serde_json::to_value(value).map_err(|e| invalid(format!("not plain data: {e}")))
}

fn invalid(detail: String) -> Error {
    Error::new(ErrorKind::InvalidOperation, detail)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indent_leaves_empty_lines_empty_and_drops_final_newlines() {
        assert_eq!(indent("a\n\n b\n\n", 2), "  a\n\n   b");
        assert_eq!(indent("", 2), "");
    }

    #[test]
    fn scalars_are_plain_only_where_no_reader_takes_them_for_something_else() {
        for plain in ["a", "/etc/x", "systemctl restart sshd", "v1.34.1", "a:b", "${X}", "x=1,y=2"]
        {
            assert_eq!(scalar(&Value::from(plain)).unwrap(), plain);
        }
        for quoted in
            ["", "1", "0644", "-", "no", "True", "a: b", "a #b", "x ", ".5", "{}", "*a", "~"]
        {
            let written = scalar(&Value::from(quoted)).unwrap();
            assert_eq!(written, format!("\"{quoted}\""));
            let read = yaml::parse(&written, FileId::NONE).documents[0].root.clone().unwrap();
            assert_eq!(yaml::to_json(&read), quoted);
        }
        assert_eq!(quote(&Value::from("a\"\n\\")).unwrap(), r#""a\"\n\\""#);
        assert!(quote(&Value::from(vec![1])).is_err());
    }

    #[test]
    fn the_hash_counts_content_and_neither_layout_nor_key_order() {
        let hash = |text: &str| spec_hash(text, None).unwrap();
        assert_eq!(hash("a: 1\nb: [x, y]"), hash("b:\n- x\n- y\n# note\na: 1"));
        assert_ne!(hash("a: 1"), hash("a: \"1\""));
        assert_ne!(hash("a: [x, y]"), hash("a: [y, x]"));
        assert_ne!(hash("a: 1"), spec_hash("a: 1", Some("salt")).unwrap());
        assert_eq!(hash("a: 1"), spec_hash("a: 1", Some("")).unwrap());
        assert_eq!(hash("a: 1").len(), HASH_DIGITS);
        assert!(spec_hash("a: [", None).is_err());
    }

    #[test]
    fn merge_puts_the_second_mapping_on_top_at_every_depth() {
        let value = |text: &str| {
            Value::from(Serde(serde_json::from_str::<serde_json::Value>(text).unwrap()))
        };
        let (base, over) = (r#"{"a":1,"b":{"x":1,"y":2}}"#, r#"{"b":{"y":3},"c":4}"#);
        let merged = merge(&value(base), &value(over)).unwrap();
        assert_eq!(to_json(&merged).unwrap(), r#"{"a":1,"b":{"x":1,"y":3},"c":4}"#);
        assert!(merge(&Value::from(1), &value("{}")).is_err());
    }
}
