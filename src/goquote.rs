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
        push_escaped(&mut out, c, '"');
    }
    out.push('"');
    out
}

/// Quotes a character as Go's `%q` does for a rune: `'a'`, `'\''`, `'\n'`.
pub fn quote_char(c: char) -> String {
    let mut out = String::from("'");
    push_escaped(&mut out, c, '\'');
    out.push('\'');
    out
}

fn push_escaped(out: &mut String, c: char, quote: char) {
    match c {
        _ if c == quote => out.extend(['\\', c]),
        '\\' => out.push_str("\\\\"),
        '\x07' => out.push_str("\\a"),
        '\x08' => out.push_str("\\b"),
        '\x0c' => out.push_str("\\f"),
        '\n' => out.push_str("\\n"),
        '\r' => out.push_str("\\r"),
        '\t' => out.push_str("\\t"),
        '\x0b' => out.push_str("\\v"),
        _ if is_print(c) => out.push(c),
        _ if u32::from(c) < 0x80 => out.push_str(&format!("\\x{:02x}", u32::from(c))),
        _ if u32::from(c) < 0x1_0000 => out.push_str(&format!("\\u{:04x}", u32::from(c))),
        _ => out.push_str(&format!("\\U{:08x}", u32::from(c))),
    }
}

/// Go's `unicode.IsPrint`: letters, marks, numbers, punctuation, symbols and the ASCII space.
pub fn is_print(c: char) -> bool {
    if c.is_ascii() {
        return (' '..='~').contains(&c);
    }
    // The standard library keeps the same table behind `escape_debug`, which treats combining
    // marks as printable only behind another character.
    let mut probe = String::with_capacity(5);
    probe.push('a');
    probe.push(c);
    let mut escaped = probe.escape_debug();
    escaped.next();
    escaped.next() == Some(c)
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
