//! JSON as Go's `encoding/json` writes it, byte for byte.
//!
//! Go escapes `<`, `>`, `&` and the two Unicode line separators, so that JSON can stand in
//! HTML; serde does not. Key order is the order of the fields of the type, as in Go.

use std::io;

use serde::Serialize;
use serde_json::ser::{CompactFormatter, Formatter, Serializer};

struct GoFormatter;

impl Formatter for GoFormatter {
    fn write_string_fragment<W: ?Sized + io::Write>(
        &mut self,
        writer: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        let mut rest = fragment;
        while let Some(at) = rest.find(['<', '>', '&', '\u{2028}', '\u{2029}']) {
            writer.write_all(&rest.as_bytes()[..at])?;
            let c = rest[at..].chars().next().expect("find returned the start of a character");
            write!(writer, "\\u{:04x}", u32::from(c))?;
            rest = &rest[at + c.len_utf8()..];
        }
        writer.write_all(rest.as_bytes())
    }

    fn begin_object<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        CompactFormatter.begin_object(writer)
    }
}

/// The value as `json.Marshal` would print it.
pub fn to_string<T: Serialize>(value: &T) -> String {
    let mut out = Vec::with_capacity(1024);
    let mut serializer = Serializer::with_formatter(&mut out, GoFormatter);
    value.serialize(&mut serializer).expect("writing to memory, of types with text keys only");
    String::from_utf8(out).expect("the serializer writes UTF-8")
}

/// The number of bytes that a text takes inside a JSON string, quotes not counted.
pub fn escaped_len(text: &str) -> usize {
    to_string(&text).len() - 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn html_characters_and_line_separators_are_escaped() {
        let text = "a<b>&c\u{2028}\u{2029}\"\\/\n\t\u{1}é😀";
        let want = "\"a\\u003cb\\u003e\\u0026c\\u2028\\u2029\\\"\\\\/\\n\\t\\u0001é😀\"";
        assert_eq!(to_string(&text), want);
        assert_eq!(escaped_len("<\n"), 8);
    }
}
