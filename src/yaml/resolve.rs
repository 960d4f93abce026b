//! What a scalar means: its type by tag, style and text.
//!
//! The rules are those of go-yaml v2 and yaml.v3 (`resolve.go` of each). They read far less as
//! numbers than YAML 1.1 does (no base 60, no comma), and more than YAML 1.2 (`0644`, `1_000`).

use std::borrow::Cow;

use base64::Engine as _;

use super::error::{Error, ErrorKind};
use super::event::Dialect;
use super::node::{Kind, Node, Style};
use crate::gonum;

/// What `!!` stands for.
pub(super) const TAG_PREFIX: &str = "tag:yaml.org,2002:";

/// The value of a scalar.
#[derive(Debug, Clone, PartialEq)]
pub enum Scalar<'a> {
    /// `null`, `~` or nothing.
    Null,
    /// A truth value.
    Bool(bool),
    /// An integer that fits.
    Int(i64),
    /// An integer that fits only without sign.
    Uint(u64),
    /// Any other number, infinities and NaN included.
    Float(f64),
    /// Text.
    Str(Cow<'a, str>),
    /// What `!!binary` holds.
    Binary(Vec<u8>),
    /// A date or time as written ([`Dialect::V3`] only; for Helm these are text).
    Timestamp(&'a str),
}

/// The type of a scalar as tags name it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Type {
    Null,
    Bool,
    Int,
    Float,
    Str,
    Binary,
    Timestamp,
}

impl Type {
    fn from_tag(tag: &str) -> Option<Type> {
        Some(match tag.strip_prefix(TAG_PREFIX)? {
            "null" => Type::Null,
            "bool" => Type::Bool,
            "int" => Type::Int,
            "float" => Type::Float,
            "str" => Type::Str,
            "binary" => Type::Binary,
            "timestamp" => Type::Timestamp,
            _ => return None,
        })
    }

    fn short(self) -> &'static str {
        match self {
            Type::Null => "!!null",
            Type::Bool => "!!bool",
            Type::Int => "!!int",
            Type::Float => "!!float",
            Type::Str => "!!str",
            Type::Binary => "!!binary",
            Type::Timestamp => "!!timestamp",
        }
    }
}

impl Node {
    /// The value of a scalar; of a collection, null. A tag that does not fit is ignored.
    pub fn resolve(&self, dialect: Dialect) -> Scalar<'_> {
        let Kind::Scalar { text, .. } = self.kind() else { return Scalar::Null };
        self.try_resolve(dialect).unwrap_or(Scalar::Str(Cow::Borrowed(text)))
    }

    /// The value of a scalar; of a collection, null.
    ///
    /// # Errors
    /// A tag that does not fit the text, such as `!!int x`.
    pub fn try_resolve(&self, dialect: Dialect) -> Result<Scalar<'_>, Error> {
        let Kind::Scalar { text, style } = self.kind() else { return Ok(Scalar::Null) };
        resolve(self.tag(), text, *style, dialect)
            .map_err(|text| Error::new(ErrorKind::Value, text, self.span()))
    }
}

/// The value of a scalar of an event or node.
///
/// # Errors
/// go-yaml's text (without prefix) for a tag that does not fit.
pub fn resolve<'a>(
    tag: Option<&str>,
    text: &'a str,
    style: Style,
    dialect: Dialect,
) -> Result<Scalar<'a>, String> {
    let Some(tag) = tag else {
        return Ok(match style {
            Style::Plain => resolve_plain(text, dialect),
            _ => Scalar::Str(Cow::Borrowed(text)),
        });
    };
    let Some(wanted) = Type::from_tag(tag) else { return Ok(Scalar::Str(Cow::Borrowed(text))) };
    match wanted {
        Type::Str => return Ok(Scalar::Str(Cow::Borrowed(text))),
        Type::Binary => return decode_binary(text),
        _ => {}
    }
    let timestamps = wanted == Type::Timestamp;
    let (found, value) = match typed(text, dialect, timestamps) {
        Scalar::Timestamp(text) if dialect == Dialect::Helm => {
            (Type::Timestamp, Scalar::Str(Cow::Borrowed(text)))
        }
        value => (type_of(&value), value),
    };
    match (wanted, value) {
        (Type::Float, Scalar::Int(n)) => Ok(Scalar::Float(n as f64)),
        (_, value) if wanted == found => Ok(value),
        _ => {
            let (found, wanted) = (found.short(), wanted.short());
            Err(format!("cannot decode {found} `{text}` as a {wanted}"))
        }
    }
}

/// The value of a plain scalar without a tag.
#[inline]
pub fn resolve_plain(text: &str, dialect: Dialect) -> Scalar<'_> {
    let first = text.bytes().next().unwrap_or(b'~');
    if !MAY_BE_TYPED[first as usize] {
        return Scalar::Str(Cow::Borrowed(text));
    }
    typed(text, dialect, dialect == Dialect::V3)
}

fn type_of(value: &Scalar<'_>) -> Type {
    match value {
        Scalar::Null => Type::Null,
        Scalar::Bool(_) => Type::Bool,
        Scalar::Int(_) | Scalar::Uint(_) => Type::Int,
        Scalar::Float(_) => Type::Float,
        Scalar::Str(_) => Type::Str,
        Scalar::Binary(_) => Type::Binary,
        Scalar::Timestamp(_) => Type::Timestamp,
    }
}

/// First bytes of texts that may be something else than text.
static MAY_BE_TYPED: [bool; 256] = {
    let mut table = [false; 256];
    let firsts = b"+-0123456789yYnNtTfFoO~.";
    let mut index = 0;
    while index < firsts.len() {
        table[firsts[index] as usize] = true;
        index += 1;
    }
    table
};

fn typed(text: &str, dialect: Dialect, timestamps: bool) -> Scalar<'_> {
    let plain = Scalar::Str(Cow::Borrowed(text));
    let Some(first) = text.bytes().next() else { return Scalar::Null };
    if !MAY_BE_TYPED[first as usize] {
        return plain;
    }
    if text.len() <= 5
        && let Some(value) = word(text, dialect)
    {
        return value;
    }
    match first {
        b'.' => gonum::parse_float(text).map_or(plain, Scalar::Float),
        b'+' | b'-' | b'0'..=b'9' => {
            if timestamps && is_timestamp(text) {
                return Scalar::Timestamp(text);
            }
            number(text).unwrap_or(plain)
        }
        _ => plain,
    }
}

/// Words with a meaning. The short truth values are YAML 1.1's; yaml.v3 leaves them as text.
fn word(text: &str, dialect: Dialect) -> Option<Scalar<'static>> {
    Some(match text {
        "~" | "null" | "Null" | "NULL" => Scalar::Null,
        "true" | "True" | "TRUE" => Scalar::Bool(true),
        "false" | "False" | "FALSE" => Scalar::Bool(false),
        ".nan" | ".NaN" | ".NAN" => Scalar::Float(f64::NAN),
        ".inf" | ".Inf" | ".INF" | "+.inf" | "+.Inf" | "+.INF" => Scalar::Float(f64::INFINITY),
        "-.inf" | "-.Inf" | "-.INF" => Scalar::Float(f64::NEG_INFINITY),
        _ if dialect == Dialect::Helm => Scalar::Bool(legacy_bool(text)?),
        _ => return None,
    })
}

/// The truth values of YAML 1.1 besides `true` and `false`. yaml.v3 takes them where a truth
/// value is asked for.
pub fn legacy_bool(text: &str) -> Option<bool> {
    match text {
        "y" | "Y" | "yes" | "Yes" | "YES" | "on" | "On" | "ON" => Some(true),
        "n" | "N" | "no" | "No" | "NO" | "off" | "Off" | "OFF" => Some(false),
        _ => None,
    }
}

/// Numbers as Go spells them, underscores anywhere.
fn number(text: &str) -> Option<Scalar<'static>> {
    let plain: Cow<'_, str> =
        if text.contains('_') { text.replace('_', "").into() } else { text.into() };
    if let Some(n) = gonum::parse_int(&plain) {
        return Some(Scalar::Int(n));
    }
    if let Some(n) = gonum::parse_uint(&plain) {
        return Some(Scalar::Uint(n));
    }
    if gonum::is_decimal(&plain) {
        return gonum::parse_float(&plain).map(Scalar::Float);
    }
    None
}

/// Whether a text is a date, or a date and time, as go-yaml reads them.
pub(super) fn is_timestamp(text: &str) -> bool {
    let bytes = text.as_bytes();
    let year = bytes.len() >= 5 && bytes[..4].iter().all(u8::is_ascii_digit) && bytes[4] == b'-';
    year && Clock { rest: &bytes[5..] }.date_and_time(&bytes[..4]).is_some()
}

/// A reader of the parts of a timestamp.
struct Clock<'a> {
    rest: &'a [u8],
}

impl Clock<'_> {
    /// A number of one or two digits within bounds, as Go's `time.Parse` takes for `1` or `15`.
    fn number(&mut self, min: u32, max: u32) -> Option<u32> {
        let digits = self.rest.iter().take(2).take_while(|b| b.is_ascii_digit()).count();
        let (number, rest) = self.rest.split_at(digits);
        self.rest = rest;
        let value = number.iter().fold(0, |value, digit| value * 10 + u32::from(digit - b'0'));
        (digits > 0 && (min..=max).contains(&value)).then_some(value)
    }

    fn expect(&mut self, byte: u8) -> Option<()> {
        self.rest = self.rest.strip_prefix(&[byte])?;
        Some(())
    }

    fn date_and_time(mut self, year: &[u8]) -> Option<()> {
        let year = year.iter().fold(0, |value, digit| value * 10 + u32::from(digit - b'0'));
        let month = self.number(1, 12)?;
        self.expect(b'-')?;
        let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        let days = match month {
            2 => 28 + u32::from(leap),
            4 | 6 | 9 | 11 => 30,
            _ => 31,
        };
        self.number(1, days)?;
        let zoned = match self.rest.first() {
            None => return Some(()),
            Some(b'T' | b't') => true,
            Some(b' ') => false,
            Some(_) => return None,
        };
        self.rest = &self.rest[1..];
        // Go's layout blank takes any number of blanks.
        while !zoned && self.rest.first() == Some(&b' ') {
            self.rest = &self.rest[1..];
        }
        self.time_of_day()?;
        if zoned {
            self.zone()?;
        }
        self.rest.is_empty().then_some(())
    }

    fn time_of_day(&mut self) -> Option<()> {
        // The hour's layout takes one digit or two, like the others here.
        self.number(0, 23)?;
        self.expect(b':')?;
        self.number(0, 59)?;
        self.expect(b':')?;
        self.number(0, 59)?;
        if let [b'.' | b',', digit, ..] = self.rest
            && digit.is_ascii_digit()
        {
            let digits = self.rest[1..].iter().take_while(|b| b.is_ascii_digit()).count();
            self.rest = &self.rest[1 + digits..];
        }
        Some(())
    }

    fn zone(&mut self) -> Option<()> {
        match self.rest {
            [b'Z', ..] => self.rest = &self.rest[1..],
            [b'+' | b'-', h1, h2, b':', m1, m2, ..]
                if [h1, h2, m1, m2].iter().all(|b| b.is_ascii_digit()) =>
            {
                let value = |a: &u8, b: &u8| u32::from(a - b'0') * 10 + u32::from(b - b'0');
                if value(h1, h2) > 24 || value(m1, m2) > 60 {
                    return None;
                }
                self.rest = &self.rest[6..];
            }
            _ => return None,
        }
        Some(())
    }
}

/// Standard base64 with padding; line breaks are ignored, as Go's decoder does.
fn decode_binary(text: &str) -> Result<Scalar<'static>, String> {
    let bytes: Vec<u8> = text.bytes().filter(|b| !matches!(b, b'\n' | b'\r')).collect();
    // Go does not look at the spare bits of the last character.
    let config = base64::engine::GeneralPurposeConfig::new().with_decode_allow_trailing_bits(true);
    let engine = base64::engine::GeneralPurpose::new(&base64::alphabet::STANDARD, config);
    let data = engine.decode(bytes);
    data.map(Scalar::Binary).map_err(|_| "!!binary value contains invalid base64 data".into())
}

/// Whether a text, written plain, would be read as text again: by go-yaml itself, and by other
/// readers of YAML 1.1 that know base 60.
pub(super) fn reads_as_text(text: &str, dialect: Dialect) -> bool {
    let Some(first) = text.bytes().next() else { return false };
    if !MAY_BE_TYPED[first as usize] {
        return true;
    }
    matches!(typed(text, dialect, true), Scalar::Str(_))
        && legacy_bool(text).is_none()
        && !is_base60(text)
}

/// True for `[-+]?[0-9][0-9_]*(:[0-5]?[0-9])+(\.[0-9_]*)?`.
fn is_base60(text: &str) -> bool {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let mut parts = unsigned.split(':');
    let first = parts.next().unwrap_or_default();
    let digits = |s: &str| s.bytes().all(|b| b.is_ascii_digit() || b == b'_');
    if !first.starts_with(|c: char| c.is_ascii_digit()) || !digits(first) {
        return false;
    }
    let rest: Vec<&str> = parts.collect();
    let Some((last, middle)) = rest.split_last() else { return false };
    let sixty = |s: &str| matches!(s.as_bytes(), [b'0'..=b'9'] | [b'0'..=b'5', b'0'..=b'9']);
    let (whole, fraction) = last.split_once('.').unwrap_or((last, ""));
    middle.iter().all(|part| sixty(part)) && sixty(whole) && digits(fraction)
}
