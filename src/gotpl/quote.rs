//! Go's quoted strings, both ways: `strconv.Quote` and `strconv.Unquote`.

use std::borrow::Cow;

use crate::goquote::escape_char;
pub use crate::goquote::is_print;

/// Decodes the first character of a byte string: the character and its width. An invalid
/// byte is U+FFFD with width 1, as in Go; the end of the text is width 0.
pub fn decode_rune(bytes: &[u8]) -> (char, usize) {
    let Some(&first) = bytes.first() else { return (char::REPLACEMENT_CHARACTER, 0) };
    if first < 0x80 {
        return (char::from(first), 1);
    }
    let window = &bytes[..bytes.len().min(4)];
    let valid = match std::str::from_utf8(window) {
        Ok(text) => text,
        Err(error) => std::str::from_utf8(&window[..error.valid_up_to()]).unwrap_or_default(),
    };
    match valid.chars().next() {
        Some(c) => (c, c.len_utf8()),
        None => (char::REPLACEMENT_CHARACTER, 1),
    }
}

/// True when `decode_rune` met an invalid byte rather than a real U+FFFD.
fn is_invalid(c: char, width: usize) -> bool {
    c == char::REPLACEMENT_CHARACTER && width <= 1
}

/// Go's `strconv.Quote`: double quotes, escapes, printable Unicode as it is, invalid bytes as
/// `\xNN`.
pub fn quote(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len() + 2);
    quote_into(&mut out, bytes, '"', false);
    out
}

/// Appends a quoted string. `ascii` escapes everything beyond ASCII.
pub fn quote_into(out: &mut String, bytes: &[u8], quote: char, ascii: bool) {
    out.push(quote);
    let mut rest = bytes;
    while !rest.is_empty() {
        // Most text needs no escape at all.
        let plain = |b: u8| matches!(b, b' '..=b'~') && b != b'\\' && char::from(b) != quote;
        let run = rest.iter().position(|b| !plain(*b)).unwrap_or(rest.len());
        out.push_str(std::str::from_utf8(&rest[..run]).unwrap_or_default());
        rest = &rest[run..];
        if rest.is_empty() {
            break;
        }
        let (c, width) = decode_rune(rest);
        if is_invalid(c, width) {
            out.push_str(&format!("\\x{:02x}", rest[0]));
        } else {
            escape_char(out, c, quote, ascii);
        }
        rest = &rest[width..];
    }
    out.push(quote);
}

/// Go's `strconv.Unquote` for `"…"` and `` `…` ``; nothing for a syntax error.
pub fn unquote(text: &[u8]) -> Option<Cow<'_, [u8]>> {
    let (&first, rest) = text.split_first()?;
    match first {
        b'`' => {
            let body = rest.strip_suffix(b"`").filter(|body| !body.contains(&b'`'))?;
            // Carriage returns do not count in raw strings.
            Some(match body.contains(&b'\r') {
                true => body.iter().copied().filter(|b| *b != b'\r').collect(),
                false => Cow::Borrowed(body),
            })
        }
        b'"' => unquote_double(rest),
        _ => None,
    }
}

fn unquote_double(text: &[u8]) -> Option<Cow<'_, [u8]>> {
    // Most text is what it says.
    let plain = |b: u8| b.is_ascii() && !matches!(b, b'"' | b'\\' | b'\n');
    let run = |text: &[u8]| text.iter().position(|b| !plain(*b)).unwrap_or(text.len());
    let start = run(text);
    if text[start..] == *b"\"" {
        return Some(Cow::Borrowed(&text[..start]));
    }
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    loop {
        let (plain, tail) = rest.split_at(run(rest));
        out.extend_from_slice(plain);
        match tail.first()? {
            b'"' => return (tail.len() == 1).then_some(Cow::Owned(out)),
            b'\n' => return None,
            _ => {}
        }
        let (unit, tail) = unquote_unit(tail, b'"')?;
        match unit {
            Unit::Byte(b) => out.push(b),
            Unit::Char(c) => out.extend(c.encode_utf8(&mut [0; 4]).as_bytes()),
        }
        rest = tail;
    }
}

/// A character constant such as `'a'` or `'\n'` with its quotes, as its code point.
///
/// # Errors
/// Go's message.
pub fn unquote_char(text: &[u8]) -> Result<u32, String> {
    let body = text.get(1..).unwrap_or_default();
    let (unit, tail) = unquote_unit(body, b'\'').ok_or("invalid syntax")?;
    if tail != b"'" {
        let text = String::from_utf8_lossy(text);
        return Err(format!("malformed character constant: {text}"));
    }
    Ok(match unit {
        Unit::Byte(b) => u32::from(b),
        Unit::Char(c) => c as u32,
    })
}

/// What one escape or character stands for: `\xff` is a byte, not a character.
enum Unit {
    Byte(u8),
    Char(char),
}

fn unquote_unit(text: &[u8], quote: u8) -> Option<(Unit, &[u8])> {
    let first = *text.first()?;
    if first == quote {
        return None;
    }
    if first != b'\\' {
        let (c, width) = decode_rune(text);
        return Some((Unit::Char(c), &text[width..]));
    }
    let (&escape, rest) = text.get(1..)?.split_first()?;
    let byte = |b| Some((Unit::Byte(b), rest));
    match escape {
        b'a' => byte(7),
        b'b' => byte(8),
        b'f' => byte(12),
        b'n' => byte(b'\n'),
        b'r' => byte(b'\r'),
        b't' => byte(b'\t'),
        b'v' => byte(11),
        b'\\' => byte(b'\\'),
        b'\'' | b'"' => (escape == quote).then_some((Unit::Byte(escape), rest)),
        b'x' => {
            let (value, rest) = digits(rest, 2, 16)?;
            Some((Unit::Byte(value as u8), rest))
        }
        b'u' | b'U' => {
            let (value, rest) = digits(rest, if escape == b'u' { 4 } else { 8 }, 16)?;
            Some((Unit::Char(char::from_u32(value)?), rest))
        }
        b'0'..=b'7' => {
            let (value, rest) = digits(&text[1..], 3, 8)?;
            Some((Unit::Byte(u8::try_from(value).ok()?), rest))
        }
        _ => None,
    }
}

/// Exactly `count` digits of a base.
fn digits(text: &[u8], count: usize, base: u32) -> Option<(u32, &[u8])> {
    let (head, rest) = text.split_at_checked(count)?;
    let value = head.iter().try_fold(0u32, |value, b| {
        Some(value.wrapping_mul(base).wrapping_add(char::from(*b).to_digit(base)?))
    })?;
    Some((value, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_as_strconv_does() {
        let cases: &[(&[u8], &str)] = &[
            (b"a\"b\\c", r#""a\"b\\c""#),
            (b"\x00\x07\n\x7f\xff", r#""\x00\a\n\x7f\xff""#),
            ("é\u{a0}\u{200b}\u{feff}\u{1f600}".as_bytes(), "\"é\\u00a0\\u200b\\ufeff\u{1f600}\""),
            ("e\u{301}\u{fffd}".as_bytes(), "\"e\u{301}\u{fffd}\""),
            ("\u{e000}\u{10ffff}".as_bytes(), "\"\\ue000\\U0010ffff\""),
            (b"\xe2\x82", r#""\xe2\x82""#),
        ];
        for (text, expected) in cases {
            assert_eq!(quote(text), *expected);
        }
    }

    #[test]
    fn unquotes_as_strconv_does() {
        let cases: &[(&str, Option<&[u8]>)] = &[
            (r#""a\n\x41\101\u00e9""#, Some("a\nAA\u{e9}".as_bytes())),
            (r#""\xff""#, Some(b"\xff")),
            (r#""\'""#, None),
            (r#""\400""#, None),
            (r#""\ud800""#, None),
            (r#""\q""#, None),
            ("`a\\n\r\n`", Some(b"a\\n\n")),
            (r#""a"#, None),
        ];
        for (text, expected) in cases {
            assert_eq!(unquote(text.as_bytes()).as_deref(), *expected, "{text}");
        }
        assert_eq!(unquote_char(b"'a'"), Ok(97));
        assert_eq!(unquote_char(br"'\''"), Ok(39));
        assert!(unquote_char(b"'ab'").is_err());
    }
}
