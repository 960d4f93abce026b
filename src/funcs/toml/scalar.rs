//! Texts, numbers, truth values and dates of TOML.
//!
//! Knows nothing of keys and tables. Source of the facts: BurntSushi/toml v1.6.0, `lex.go` and
//! `parse.go`.

use std::borrow::Cow;

use crate::funcs::times::time;
use crate::gonum;
use crate::goquote::{quote, quote_char};
use crate::gotext::is_letter;
use crate::gotime::{self, Zone};
use crate::value::Value;

use super::scan::{Result, Scanner};

type Check<T> = std::result::Result<T, String>;

/// A scalar; none where the character, which was taken, begins none.
pub fn scalar(scan: &mut Scanner<'_>, first: char) -> Result<Option<Value>> {
    let start = scan.at() - first.len_utf8();
    let plain = match first {
        '"' | '\'' => return text(scan, first).map(Some),
        '.' => return Err(scan.fault("floats must start with a digit, not '.'")),
        '0'..='9' => {
            scan.back(1);
            number_or_date(scan)?
        }
        '-' | '+' => signed(scan, start)?,
        'i' | 'n' => {
            // Not only `inf` and `nan` pass here; the rest is refused as a float below.
            let inf = scan.accept('n')? && scan.accept('f')?;
            if inf || scan.accept('a')? && scan.accept('n')? {
                Plain::Float
            } else {
                scan.back(1);
                Plain::Word
            }
        }
        c if is_letter(c) => {
            scan.back(c.len_utf8());
            Plain::Word
        }
        _ => return Ok(None),
    };
    if plain == Plain::Word {
        return word(scan, start).map(Some);
    }
    let text = scan.since(start);
    let value = match plain {
        Plain::Integer => integer(text),
        Plain::Float => float(text),
        Plain::Date => date(text.trim()),
        Plain::Word => unreachable!("words have returned"),
    };
    value.map(Some).map_err(|message| scan.fault(message))
}

/// What a scalar looks like; its reader looks closer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Plain {
    Integer,
    Float,
    Date,
    Word,
}

fn is_digit(c: char) -> bool {
    c.is_ascii_digit()
}

fn number_or_date(scan: &mut Scanner<'_>) -> Result<Plain> {
    let start = scan.at();
    if scan.accept('0')? {
        let (radix, name) = match scan.peek()? {
            Some('b') => (2, "a binary"),
            Some('o') => (8, "an octal"),
            Some('x') => (16, "a hexadecimal"),
            Some('0'..='9') => (10, ""),
            Some('_' | '.' | 'e' | 'E') => return decimal(scan),
            _ => return Ok(Plain::Integer),
        };
        if radix != 10 {
            scan.next()?;
            let first = scan.peek()?;
            if !first.is_some_and(|c| c.is_digit(radix)) {
                let (read, first) = (scan.since(start), first.unwrap_or('\0'));
                return Err(scan.fault(format!("not {name} number: '{read}{first}'")));
            }
            scan.skip(|c| c.is_digit(radix) || c == '_')?;
            return Ok(Plain::Integer);
        }
    }
    scan.skip(is_digit)?;
    match scan.peek()? {
        Some('-' | ':') => {
            let part = |c: char| is_digit(c) || "-:Tt .Zz+".contains(c);
            scan.skip(part)?;
            Ok(Plain::Date)
        }
        _ => decimal(scan),
    }
}

fn decimal(scan: &mut Scanner<'_>) -> Result<Plain> {
    scan.skip(|c| is_digit(c) || c == '_')?;
    if scan.accept_if(|c| matches!(c, '.' | 'e' | 'E'))?.is_none() {
        return Ok(Plain::Integer);
    }
    scan.skip(|c| is_digit(c) || "_.-+eE".contains(c))?;
    Ok(Plain::Float)
}

/// A number behind its sign.
fn signed(scan: &mut Scanner<'_>, start: usize) -> Result<Plain> {
    let c = scan.next()?;
    let rest = match c {
        Some('i') => ['n', 'f'],
        Some('n') => ['a', 'n'],
        Some('.') => return Err(scan.fault("floats must start with a digit, not '.'")),
        Some('0'..='9') => {
            if c == Some('0')
                && let Some(base @ ('b' | 'o' | 'x')) = scan.peek()?
            {
                let read = scan.since(start);
                let message = format!("cannot use sign with non-decimal numbers: '{read}{base}'");
                return Err(scan.fault(message));
            }
            return decimal(scan);
        }
        _ => {
            let message = format!("expected a digit but got {}", quote_char(c.unwrap_or('\0')));
            return Err(scan.fault_at(c, message));
        }
    };
    if scan.accept(rest[0])? && scan.accept(rest[1])? {
        return Ok(Plain::Float);
    }
    Err(scan.fault(format!("invalid float: '{}'", scan.since(start))))
}

fn word(scan: &mut Scanner<'_>, start: usize) -> Result<Value> {
    let from = scan.at();
    scan.skip(is_letter)?;
    match scan.since(start) {
        "true" => Ok(Value::Bool(true)),
        "false" => Ok(Value::Bool(false)),
        _ => {
            let found = quote(scan.since(from));
            Err(scan.fault(format!("expected value but found {found} instead")))
        }
    }
}

/// Underscores stand between digits, hexadecimal ones included.
fn underscores_ok(text: &str) -> bool {
    if matches!(text.trim_start_matches(['+', '-']), "nan" | "inf") {
        return true;
    }
    let mut digit = false;
    for c in text.chars() {
        if c == '_' && !digit {
            return false;
        }
        digit = c.is_ascii_hexdigit();
    }
    digit
}

fn has_leading_zero(text: &str) -> bool {
    match text.as_bytes() {
        [b'0', b'b' | b'o' | b'x', ..] => false,
        [b'0', _, ..] | [b'+' | b'-', b'0', _, ..] => true,
        _ => false,
    }
}

fn integer(text: &str) -> Check<Value> {
    if !underscores_ok(text) {
        let text = quote(text);
        return Err(format!("Invalid integer {text}: underscores must be surrounded by digits"));
    }
    if has_leading_zero(text) {
        return Err(format!("Invalid integer {}: cannot have leading zeroes", quote(text)));
    }
    match gonum::parse_int(text) {
        Some(value) => Ok(Value::Int64(value)),
        None => Err(format!("{text} is out of range for int64")),
    }
}

fn float(text: &str) -> Check<Value> {
    let invalid = |why: &str| Err(format!("Invalid float {}: {why}", quote(text)));
    let mut parts = text.split(['.', 'e', 'E']).filter(|part| !part.is_empty()).peekable();
    let leading_zero = parts.peek().is_some_and(|first| has_leading_zero(first));
    if !parts.all(underscores_ok) {
        return invalid("underscores must be surrounded by digits");
    }
    if leading_zero {
        return invalid("cannot have leading zeroes");
    }
    let points = text.match_indices('.');
    if !points.into_iter().all(|(at, _)| text[at + 1..].starts_with(is_digit)) {
        return invalid("'.' must be followed by one or more digits");
    }
    let digits = text.replace('_', "");
    let digits = if digits.ends_with("nan") && digits.len() == 4 { "nan" } else { &digits };
    match gonum::parse_float(digits) {
        Some(value) => Ok(Value::Float(value)),
        None if gonum::is_decimal(digits) => Err(format!("{text} is out of range for float64")),
        None => Err(format!("Invalid float value: {}", quote(text))),
    }
}

/// The layouts of dates, and the name of the zone that says which parts a text had.
const LAYOUTS: [(&str, Option<&str>); 7] = [
    ("2006-01-02T15:04:05.999999999Z07:00", None),
    ("2006-01-02T15:04:05.999999999", Some("datetime-local")),
    ("2006-01-02", Some("date-local")),
    ("15:04:05.999999999", Some("time-local")),
    ("2006-01-02T15:04Z07:00", None),
    ("2006-01-02T15:04", Some("datetime-local")),
    ("15:04", Some("time-local")),
];

fn date(text: &str) -> Check<Value> {
    let text = text.replace('z', "Z").replace(['t', ' '], "T");
    let invalid = || format!("invalid datetime: {}", quote(&text));
    let parse = |(layout, zone)| gotime::parse(layout, &text).ok().map(|t| (layout, zone, t));
    let (layout, zone, mut found) = LAYOUTS.into_iter().find_map(parse).ok_or_else(invalid)?;
    // Go's hours may have one digit, TOML's not.
    let fixed = layout.bytes().take_while(|b| !matches!(b, b'.' | b'Z'));
    let aligned = |(at, b): (usize, u8)| b.is_ascii_digit() || text.as_bytes().get(at) == Some(&b);
    if !fixed.enumerate().all(aligned) {
        return Err(invalid());
    }
    if let Some(name) = zone {
        found = found.within(Zone { name: Cow::Borrowed(name), offset: 0 });
    }
    Ok(time(found))
}

/// A text behind its first quote.
fn text(scan: &mut Scanner<'_>, quote: char) -> Result<Value> {
    let long = scan.accept(quote)? && {
        let third = scan.accept(quote)?;
        if !third {
            scan.back(1);
        }
        third
    };
    let text = if long { long_text(scan, quote)? } else { short_text(scan, quote)? };
    Ok(Value::Str(text.into()))
}

/// A text on one line, behind its first quote, without its escapes.
pub fn short_text(scan: &mut Scanner<'_>, quote: char) -> Result<String> {
    let line = scan.line();
    let raw = scan.short_text(quote)?;
    if quote == '\'' {
        return Ok(raw.to_owned());
    }
    unescape(raw).map_err(|message| super::scan::Fault { line, message })
}

fn long_text(scan: &mut Scanner<'_>, quote: char) -> Result<String> {
    let raw = scan.long_text(quote)?;
    let raw = raw.strip_prefix('\n').or_else(|| raw.strip_prefix("\r\n")).unwrap_or(raw);
    if quote == '\'' {
        return Ok(raw.to_owned());
    }
    unescape(raw).map_err(|message| scan.fault(message))
}

/// The text that a scanned text with escapes stands for.
fn unescape(text: &str) -> Check<String> {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        // A backslash at the end of a line takes all blank space behind it away.
        let next = rest.trim_start_matches([' ', '\t', '\r', '\n']);
        if rest[..rest.len() - next.len()].contains('\n') {
            rest = next;
            continue;
        }
        let Some(c) = rest.chars().next() else { break };
        rest = &rest[c.len_utf8()..];
        let digits = match c {
            'x' => 2,
            'u' => 4,
            'U' => 8,
            ' ' | '\t' => return Err(format!("invalid escape: '\\{c}'")),
            _ => {
                out.push(short_escape(c));
                continue;
            }
        };
        let hex = rest.get(..digits).unwrap_or(rest);
        rest = &rest[hex.len()..];
        let c = u32::from_str_radix(hex, 16).ok().and_then(char::from_u32);
        out.push(c.ok_or_else(|| format!("Escaped character '\\u{hex}' is not valid UTF-8."))?);
    }
    out.push_str(rest);
    Ok(out)
}

fn short_escape(c: char) -> char {
    match c {
        'b' => '\x08',
        't' => '\t',
        'n' => '\n',
        'f' => '\x0c',
        'r' => '\r',
        'e' => '\x1b',
        c => c,
    }
}
