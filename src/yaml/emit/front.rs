//! Writing JSON values, and what JSON does to text on Helm's way to YAML.

use std::borrow::Cow;

use serde_json::Value;

use super::{Flavor, Writer, sort_keys};
use crate::source::FileId;
use crate::yaml::error::{Error, ErrorKind};
use crate::yaml::event::Event;
use crate::yaml::grammar::Events;

/// go-yaml finds the colon of a key only within so many characters of the JSON text.
const MAX_KEY: usize = 1024;

/// A value as Helm's `toYaml` and sigs.k8s.io/yaml write it, with a final newline (`toYaml`
/// drops that).
///
/// # Errors
/// What does not survive the way through JSON; `toYaml` prints nothing then. See
/// [`Writer::finish`].
pub fn to_yaml(value: &Value) -> Result<String, Error> {
    write(value, Flavor::Helm)
}

/// A value as Helm's `toYamlPretty` writes it, with a final newline (the function drops that).
///
/// # Errors
/// A value that is nested too deep.
pub fn to_yaml_pretty(value: &Value) -> Result<String, Error> {
    write(value, Flavor::Pretty)
}

fn write(value: &Value, flavor: Flavor) -> Result<String, Error> {
    let mut writer = Writer::new(flavor);
    write_value(&mut writer, value);
    writer.finish()
}

fn write_value(writer: &mut Writer, value: &Value) {
    if writer.fault.is_some() {
        return;
    }
    match value {
        Value::Null => writer.null(),
        Value::Bool(value) => writer.bool(*value),
        Value::Number(number) => match (number.as_i64(), number.as_u64()) {
            (Some(n), _) => writer.int(n),
            (None, Some(n)) => writer.uint(n),
            (None, None) => writer.float(number.as_f64().unwrap_or_default()),
        },
        Value::String(text) => writer.string(text),
        Value::Array(items) => {
            writer.begin_sequence(items.is_empty());
            items.iter().for_each(|item| write_value(writer, item));
            writer.end_sequence();
        }
        Value::Object(map) => {
            writer.begin_mapping(map.is_empty());
            let mut pairs: Vec<(&String, &Value)> = map.iter().collect();
            sort_keys(&mut pairs, writer.flavor, |pair| pair.0);
            for (key, value) in pairs {
                writer.key(key);
                write_value(writer, value);
            }
            writer.end_mapping();
        }
    }
}

/// Whether a key's JSON text is one to YAML too: short enough to be found again, and without
/// NEL, which would end the line.
pub(super) fn key_survives_json(key: &str) -> bool {
    if key.contains('\u{85}') {
        return false;
    }
    // Nothing grows more than sixfold.
    if key.len() * 6 + 2 <= MAX_KEY {
        return true;
    }
    key.chars().map(json_width).sum::<usize>() + 2 <= MAX_KEY
}

/// How many characters Go's JSON encoder writes for one.
fn json_width(c: char) -> usize {
    match c {
        '"' | '\\' | '\n' | '\r' | '\t' | '\x08' | '\x0C' => 2,
        '<' | '>' | '&' | '\0'..='\x1F' | '\u{2028}' | '\u{2029}' => 6,
        _ => 1,
    }
}

/// What is left of a string after JSON text was read as YAML. Go's JSON encoder leaves DEL and
/// the C1 controls as they are, which YAML forbids, and NEL, which is a line break to it.
pub(super) fn through_json(text: &str) -> Result<Cow<'_, str>, Error> {
    let suspect = |c: char| matches!(c, '\u{7F}'..='\u{9F}' | '\u{FFFE}' | '\u{FFFF}');
    if text.is_ascii() && !text.contains('\u{7F}') || !text.contains(suspect) {
        return Ok(Cow::Borrowed(text));
    }
    let mut quoted = String::with_capacity(text.len() + 8);
    quoted.push('"');
    for c in text.chars() {
        match json_width(c) {
            1 => quoted.push(c),
            // YAML reads these escapes as JSON does.
            _ => quoted.push_str(&format!("\\u{:04x}", c as u32)),
        }
    }
    quoted.push('"');
    let mut events = Events::new(&quoted, FileId::NONE);
    loop {
        match events.next()?.event {
            Event::Scalar { text, .. } => return Ok(Cow::Owned(text.into_owned())),
            Event::StreamEnd => {
                let text = "did not find expected node content";
                return Err(Error::new(ErrorKind::Syntax, text, crate::source::Span::NONE));
            }
            _ => {}
        }
    }
}
