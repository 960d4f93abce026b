//! Go's quoted strings, as `%q` and `strconv.Quote` print them in Helm's messages.
//!
//! Knows nothing of templates or charts. Entry points: [`quote`], [`quote_char`].
//! Source of the facts: Go 1.27, `strconv/quote.go`.

/// Quotes a text as Go's `%q` does for a string.
///
/// ```
/// assert_eq!(clusterctl_gs::goquote::quote("a\"\t\u{200b}é"), r#""a\"\t\u200bé""#);
/// ```
pub fn quote(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        escape_char(&mut out, c, '"', false);
    }
    out.push('"');
    out
}

/// Quotes a character as Go's `%q` does for a rune: `'a'`, `'\''`, `'\n'`.
pub fn quote_char(c: char) -> String {
    let mut out = String::from("'");
    escape_char(&mut out, c, '\'', false);
    out.push('\'');
    out
}

/// Appends a character inside quotes; `ascii` escapes everything beyond ASCII.
pub fn escape_char(out: &mut String, c: char, quote: char, ascii: bool) {
    match c {
        _ if c == quote || c == '\\' => out.extend(['\\', c]),
        _ if is_print(c) && (!ascii || c.is_ascii()) => out.push(c),
        '\x07' => out.push_str("\\a"),
        '\x08' => out.push_str("\\b"),
        '\x0c' => out.push_str("\\f"),
        '\n' => out.push_str("\\n"),
        '\r' => out.push_str("\\r"),
        '\t' => out.push_str("\\t"),
        '\x0b' => out.push_str("\\v"),
        '\0'..=' ' | '\x7f' => out.push_str(&format!("\\x{:02x}", c as u32)),
        '\0'..='\u{ffff}' => out.push_str(&format!("\\u{:04x}", c as u32)),
        _ => out.push_str(&format!("\\U{:08x}", c as u32)),
    }
}

/// Go's `unicode.IsPrint`: letters, marks, numbers, punctuation, symbols and the ASCII space.
pub fn is_print(c: char) -> bool {
    if c.is_ascii() {
        return matches!(c, ' '..='~');
    }
    // The standard library knows this set, but only `escape_debug` shows it. Behind another
    // character, combining marks are not escaped, which is what makes the sets the same.
    let mut buffer = [b'a'; 5];
    let end = 1 + c.encode_utf8(&mut buffer[1..]).len();
    let text = std::str::from_utf8(&buffer[..end]).unwrap_or_default();
    text.escape_debug().nth(1) == Some(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_follow_go() {
        assert_eq!(quote("it's \"x\"\\"), r#""it's \"x\"\\""#);
        assert_eq!(quote("\x7f\x01\n"), r#""\x7f\x01\n""#);
        assert_eq!(quote("e\u{301}\u{a0}\u{1f600}\u{e0001}"), "\"e\u{301}\\u00a0😀\\U000e0001\"");
        assert_eq!(quote_char('\''), r"'\''");
        assert_eq!(quote_char('"'), "'\"'");
        assert_eq!(quote_char('é'), "'é'");
    }
}
