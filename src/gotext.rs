//! Text as Go sees it: letters, digits, broken UTF-8.
//!
//! Go's `unicode` package goes by general categories, where Rust's own methods go by derived
//! properties, which hold more. This module knows nothing of YAML or templates.

use std::sync::LazyLock;

use regex::Regex;

/// Whether `unicode.IsLetter` holds: category L.
pub fn is_letter(c: char) -> bool {
    static LETTER: LazyLock<Regex> = LazyLock::new(|| category(r"^\p{L}"));
    if c.is_ascii() { c.is_ascii_alphabetic() } else { matches(&LETTER, c) }
}

/// Whether `unicode.IsDigit` holds: category Nd.
pub fn is_digit(c: char) -> bool {
    static DIGIT: LazyLock<Regex> = LazyLock::new(|| category(r"^\p{Nd}"));
    if c.is_ascii() { c.is_ascii_digit() } else { matches(&DIGIT, c) }
}

fn category(pattern: &str) -> Regex {
    Regex::new(pattern).expect("the pattern is a constant that the tests compile")
}

fn matches(regex: &Regex, c: char) -> bool {
    regex.is_match(c.encode_utf8(&mut [0; 4]))
}

/// The text with each byte of broken UTF-8 replaced by U+FFFD, as Go's decoders do.
pub fn replace_invalid(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        out.push_str(chunk.valid());
        out.extend(chunk.invalid().iter().map(|_| '\u{FFFD}'));
    }
    out
}
