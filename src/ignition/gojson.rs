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
        let bytes = fragment.as_bytes();
        let mut done = 0;
        for (at, byte) in bytes.iter().enumerate() {
            let (code, len) = match (byte, bytes.get(at + 1..at + 3)) {
                (b'<' | b'>' | b'&', _) => (u32::from(*byte), 1),
                (0xe2, Some([0x80, last @ (0xa8 | 0xa9)])) => (0x2000 + u32::from(*last - 0x80), 3),
                _ => continue,
            };
            writer.write_all(&bytes[done..at])?;
            write!(writer, "\\u{code:04x}")?;
            done = at + len;
        }
        writer.write_all(&bytes[done..])
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

/// The number of bytes of what [`to_string`] returns.
pub fn len<T: Serialize>(value: &T) -> usize {
    struct Count(usize);
    impl io::Write for Count {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 += bytes.len();
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let mut count = Count(0);
    let mut serializer = Serializer::with_formatter(&mut count, GoFormatter);
    value.serialize(&mut serializer).expect("counting, of types with text keys only");
    count.0
}

/// The number of bytes that a text takes inside a JSON string, quotes not counted.
pub fn escaped_len(text: &str) -> usize {
    len(&text) - 2
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
