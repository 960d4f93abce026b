//! Values as JSON text, as Go's `encoding/json` writes them.
//!
//! Knows no templates. Source of the facts: Helm 4.3.1 (Go 1.27), probed.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::gonum;
use crate::gotpl::{Language, MAX_STRING};
use crate::value::{List, MAX_DEPTH, Map, Value, stack};

/// How a text is laid out and what is escaped in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layout {
    /// One line, safe inside of HTML.
    Compact,
    /// One line, HTML's characters as they are.
    Raw,
    /// Indented by two, safe inside of HTML.
    Pretty,
}

/// Writes a value.
///
/// # Errors
/// Go's text for a number that is not finite or a value that contains itself; our own when
/// the text would be larger than a string may be.
pub fn write(value: &Value, layout: Layout, language: &Language) -> Result<Vec<u8>, String> {
    let (out, language) = (Vec::with_capacity(128), *language);
    let mut writer = Writer { out, layout, language, depth: 0 };
    writer.value(value)?;
    Ok(writer.out)
}

struct Writer {
    out: Vec<u8>,
    layout: Layout,
    language: Language,
    depth: usize,
}

impl Writer {
    fn value(&mut self, value: &Value) -> Result<(), String> {
        match value {
            Value::Nil | Value::Invalid => self.raw("null"),
            Value::Bool(value) => self.raw(if *value { "true" } else { "false" }),
            Value::Int(n) | Value::Int64(n) => self.raw(&n.to_string()),
            Value::Uint64(n) => self.raw(&n.to_string()),
            Value::Byte(n) => self.raw(&n.to_string()),
            Value::Float(n) => self.float(*n)?,
            Value::Str(text) => self.string(text.as_bytes()),
            Value::Bytes(bytes) => {
                self.out.push(b'"');
                self.raw(&STANDARD.encode(bytes));
                self.out.push(b'"');
            }
            Value::List(list) => return self.list(list),
            Value::Map(map) => return self.map(map),
            Value::Object(object) => match object.json_fields() {
                Some(fields) => return self.structure(&fields),
                None => return self.nested("object", |w| w.value(&object.json())),
            },
        }
        Ok(())
    }

    fn raw(&mut self, text: &str) {
        self.out.extend_from_slice(text.as_bytes());
    }

    fn float(&mut self, n: f64) -> Result<(), String> {
        if !n.is_finite() {
            return Err(format!("json: unsupported value: {}", gonum::format_shortest(n)));
        }
        // The fast way for what most numbers of charts are; minus zero keeps its sign.
        if n.fract() == 0.0 && n.abs() < 9e15 && (n != 0.0 || n.is_sign_positive()) {
            self.raw(&(n as i64).to_string());
        } else {
            self.raw(&gonum::format_json(n));
        }
        Ok(())
    }

    /// Runs a step into a container, with Go's text if there is no end to it.
    fn nested(
        &mut self,
        kind: &str,
        body: impl FnOnce(&mut Writer) -> Result<(), String>,
    ) -> Result<(), String> {
        if self.depth >= MAX_DEPTH || stack::is_low() {
            return Err(format!("json: unsupported value: encountered a cycle via {kind}"));
        }
        if self.out.len() > MAX_STRING {
            return Err(format!("JSON text exceeds the limit of {MAX_STRING} bytes"));
        }
        self.depth += 1;
        let result = body(self);
        self.depth -= 1;
        result
    }

    fn list(&mut self, list: &List) -> Result<(), String> {
        if list.is_nil_slice() {
            self.raw("null");
            return Ok(());
        }
        if list.is_empty() {
            self.raw("[]");
            return Ok(());
        }
        self.nested(list.elem().slice_type(), |w| {
            w.out.push(b'[');
            for (index, item) in list.iter().enumerate() {
                w.separate(index);
                w.value(item)?;
            }
            Ok(())
        })?;
        self.line();
        self.out.push(b']');
        Ok(())
    }

    fn structure(&mut self, fields: &[(&'static str, Value)]) -> Result<(), String> {
        if fields.is_empty() {
            self.raw("{}");
            return Ok(());
        }
        self.nested("struct", |w| {
            w.out.push(b'{');
            for (index, (name, value)) in fields.iter().enumerate() {
                w.separate(index);
                w.key(name.as_bytes());
                w.value(value)?;
            }
            Ok(())
        })?;
        self.line();
        self.out.push(b'}');
        Ok(())
    }

    fn map(&mut self, map: &Map) -> Result<(), String> {
        if map.is_nil_map() {
            self.raw("null");
            return Ok(());
        }
        if map.is_empty() {
            self.raw("{}");
            return Ok(());
        }
        self.nested(map.ty().name, |w| {
            w.out.push(b'{');
            for (index, (key, value)) in map.borrow().iter().enumerate() {
                w.separate(index);
                w.key(key.as_bytes());
                w.value(value)?;
            }
            Ok(())
        })?;
        self.line();
        self.out.push(b'}');
        Ok(())
    }

    fn key(&mut self, key: &[u8]) {
        self.string(key);
        self.out.push(b':');
        if self.layout == Layout::Pretty {
            self.out.push(b' ');
        }
    }

    fn separate(&mut self, index: usize) {
        if index > 0 {
            self.out.push(b',');
        }
        self.line();
    }

    /// A line break and the indentation, if the layout has lines.
    fn line(&mut self) {
        if self.layout == Layout::Pretty {
            self.out.push(b'\n');
            self.out.resize(self.out.len() + 2 * self.depth, b' ');
        }
    }

    fn string(&mut self, bytes: &[u8]) {
        self.out.push(b'"');
        for chunk in bytes.utf8_chunks() {
            self.text(chunk.valid());
            for _ in chunk.invalid() {
                let escapes = self.language.escapes_invalid_text;
                self.raw(if escapes { "\\ufffd" } else { "\u{fffd}" });
            }
        }
        self.out.push(b'"');
    }

    fn text(&mut self, text: &str) {
        let (bytes, html) = (text.as_bytes(), self.layout != Layout::Raw);
        let mut done = 0;
        for (at, byte) in bytes.iter().enumerate() {
            let length = match byte {
                b'"' | b'\\' | 0..=0x1f => 1,
                b'<' | b'>' | b'&' if html => 1,
                // U+2028 and U+2029, which end lines in JavaScript.
                0xe2 if matches!(bytes[at..], [_, 0x80, 0xa8 | 0xa9, ..]) => 3,
                _ => continue,
            };
            self.raw(&text[done..at]);
            self.escape(&bytes[at..at + length]);
            done = at + length;
        }
        self.raw(&text[done..]);
    }

    fn escape(&mut self, character: &[u8]) {
        match character {
            b"\"" => self.raw("\\\""),
            b"\\" => self.raw("\\\\"),
            b"\n" => self.raw("\\n"),
            b"\r" => self.raw("\\r"),
            b"\t" => self.raw("\\t"),
            b"\x08" if self.language.has_short_escapes => self.raw("\\b"),
            b"\x0c" if self.language.has_short_escapes => self.raw("\\f"),
            [_, _, last] => self.raw(if *last == 0xa8 { "\\u2028" } else { "\\u2029" }),
            other => self.raw(&format!("\\u{:04x}", other[0])),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(value: impl Into<Value>, layout: Layout) -> String {
        String::from_utf8(write(&value.into(), layout, &Language::NEWEST).unwrap()).unwrap()
    }

    #[test]
    fn numbers_are_written_as_go_does() {
        let cases = [
            (0.0, "0"),
            (-0.0, "-0"),
            (1e20, "100000000000000000000"),
            (1e21, "1e+21"),
            (1e-6, "0.000001"),
            (1e-7, "1e-7"),
            (9007199254740993.0, "9007199254740992"),
        ];
        for (number, expected) in cases {
            assert_eq!(text(Value::Float(number), Layout::Compact), expected);
        }
        let error =
            write(&Value::Float(f64::INFINITY), Layout::Raw, &Language::NEWEST).unwrap_err();
        assert_eq!(error, "json: unsupported value: +Inf");
    }

    #[test]
    fn characters_are_escaped_by_layout() {
        let input = &b"<>&\xe2\x80\xa8\x00\x7f\x08\"\xff/\xc3\xa9"[..];
        let rest = "\\u2028\\u0000\x7f\\b\\\"\u{fffd}/é\"";
        let value = Value::Str(input.into());
        assert_eq!(text(value.clone(), Layout::Raw), format!("\"<>&{rest}"));
        assert_eq!(text(value, Layout::Compact), format!("\"\\u003c\\u003e\\u0026{rest}"));
    }

    #[test]
    fn a_map_that_holds_itself_is_refused() {
        let map = Map::new();
        map.insert("a".into(), Value::Map(map.clone())).unwrap();
        let run =
            || write(&Value::Map(map.clone()), Layout::Compact, &Language::NEWEST).unwrap_err();
        let cycle = "json: unsupported value: encountered a cycle via map[string]interface {}";
        assert_eq!(run(), cycle);
        map.remove("a");
    }
}
