//! JSON as Go's `encoding/json` reads it, with Go's messages.
//!
//! Helm prints the messages of this reader for `values.schema.json` and takes its leniency for
//! `--set-json`: lone surrogates and invalid UTF-8 become U+FFFD, the last of duplicate keys
//! counts. Knows nothing of charts or schemas. Entry points: [`read`], [`read_prefix`], and
//! [`read_into`] for trees of another make.
//! Source of the facts: Helm 4.3.1 (Go 1.27) and 3.17.3 (Go 1.23), probed with broken inputs.

use std::borrow::Cow;
use std::vec::Drain;

use serde_json::{Map, Number, Value};

use crate::goquote::{quote, quote_char};

/// Nesting beyond which a text is refused. Go allows 10,000; no chart comes near this.
pub const MAX_DEPTH: usize = 1_000;

/// What numbers become.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Numbers {
    /// 64-bit floats throughout, as Go decodes into `any`.
    Float,
    /// Integers stay integers, as Go's `UseNumber` keeps the text.
    Exact,
}

/// Whose wording an error is printed in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wording {
    /// Go up to 1.26.
    Go1,
    /// Go 1.27 and later.
    Go127,
}

/// Why a text is not JSON, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    /// What is wrong.
    pub kind: ErrorKind,
    /// Byte offset of the offending character.
    pub offset: usize,
}

/// The kinds of [`Error`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ErrorKind {
    /// Nothing but white space.
    Empty,
    /// The text ends inside a value.
    UnexpectedEnd,
    /// A character that cannot stand where it stands.
    Character {
        /// The character.
        found: char,
        /// Where it stands.
        place: Place,
    },
    /// A backslash sequence that JSON does not know.
    Escape {
        /// The sequence as written.
        sequence: String,
        /// The character that breaks it.
        found: char,
    },
    /// Something follows the value.
    TrailingData,
    /// A number that no 64-bit float holds.
    NumberRange(String),
    /// Nested deeper than [`MAX_DEPTH`].
    TooDeep,
}

/// Where an unexpected character stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// Instead of a value.
    Value,
    /// Instead of a key.
    Key,
    /// Behind a key.
    AfterKey,
    /// Behind a pair of an object.
    AfterPair,
    /// Behind an item of a list.
    AfterItem,
    /// Inside a string.
    String,
    /// Inside a number.
    Number,
    /// Behind the point of a number.
    Fraction,
    /// Behind the `e` of a number.
    Exponent,
    /// Inside `true`, `false` or `null`, where another letter belongs.
    Literal(&'static str, char),
}

impl Error {
    /// The message of Go's `json.Decoder`.
    pub fn text(&self, wording: Wording) -> String {
        match &self.kind {
            ErrorKind::Empty => "EOF".into(),
            ErrorKind::UnexpectedEnd => "unexpected EOF".into(),
            ErrorKind::Character { found, place } => {
                let found = match wording {
                    // Older versions look at single bytes and print them as characters.
                    Wording::Go1 => char::from(first_byte(*found)),
                    Wording::Go127 => *found,
                };
                format!("invalid character {} {}", quote_found(found), place.text(wording))
            }
            ErrorKind::Escape { sequence, found } => match wording {
                Wording::Go127 => {
                    format!("invalid escape sequence {} in string", backquoted(sequence))
                }
                Wording::Go1 if sequence.starts_with("\\u") => {
                    let found = quote_found(*found);
                    format!("invalid character {found} in \\u hexadecimal character escape")
                }
                Wording::Go1 => {
                    format!("invalid character {} in string escape code", quote_found(*found))
                }
            },
            ErrorKind::TrailingData => "invalid character after top-level value".into(),
            ErrorKind::NumberRange(number) => {
                format!("json: cannot unmarshal number {number} into Go value of type float64")
            }
            ErrorKind::TooDeep => "exceeded max depth".into(),
        }
    }
}

impl Place {
    fn text(self, wording: Wording) -> String {
        let old = wording == Wording::Go1;
        match self {
            Place::Value => "looking for beginning of value".into(),
            Place::Key => "looking for beginning of object key string".into(),
            Place::AfterKey => "after object key".into(),
            Place::AfterPair => "after object key:value pair".into(),
            Place::AfterItem => "after array element".into(),
            Place::String if old => "in string literal".into(),
            Place::String => "in string".into(),
            Place::Fraction if old => "after decimal point in numeric literal".into(),
            Place::Exponent if old => "in exponent of numeric literal".into(),
            Place::Number | Place::Fraction | Place::Exponent => "in numeric literal".into(),
            Place::Literal(word, expected) => {
                format!("in literal {word} (expecting {})", quote_char(expected))
            }
        }
    }
}

fn first_byte(c: char) -> u8 {
    c.encode_utf8(&mut [0; 4]).as_bytes()[0]
}

/// A piece of the text in backquotes, or as a Go string where those would not show what it is.
fn backquoted(text: &str) -> String {
    let hides = |c: char| {
        matches!(c, '`' | '\u{FFFD}') || c.is_whitespace() || !crate::goquote::is_print(c)
    };
    if text.contains(hides) { crate::goquote::quote(text) } else { format!("`{text}`") }
}

fn quote_found(c: char) -> String {
    match c {
        '\'' => r"'\''".into(),
        '"' => "'\"'".into(),
        _ => {
            let quoted = quote(c.encode_utf8(&mut [0; 4]));
            format!("'{}'", &quoted[1..quoted.len() - 1])
        }
    }
}

/// Reads one JSON value that fills the whole text.
///
/// # Errors
/// The first place where the text is not JSON.
///
/// ```
/// use clusterctl_gs::gojson::{Numbers, Wording, read};
/// let error = read(b"{not", Numbers::Exact).unwrap_err();
/// assert_eq!(
///     error.text(Wording::Go127),
///     "invalid character 'n' looking for beginning of object key string"
/// );
/// ```
pub fn read(text: &[u8], numbers: Numbers) -> Result<Value, Error> {
    read_into(text, &mut Values(numbers))
}

/// Reads one JSON value that fills the whole text into a tree of the caller's make.
///
/// # Errors
/// The first place where the text is not JSON.
pub fn read_into<'t, S: Sink<'t>>(text: &'t [u8], sink: &mut S) -> Result<S::Node, Error> {
    let (value, end) = prefix(text, sink)?;
    match text[end..].iter().position(|b| !is_space(*b)) {
        None => Ok(value),
        Some(at) => Err(Error { kind: ErrorKind::TrailingData, offset: end + at }),
    }
}

/// Reads the JSON value that the text begins with and returns the offset behind it.
///
/// # Errors
/// The first place where the text is not JSON.
pub fn read_prefix(text: &[u8], numbers: Numbers) -> Result<(Value, usize), Error> {
    prefix(text, &mut Values(numbers))
}

/// Makes the nodes of a tree, children before parents. Texts are parts of the one that is read
/// wherever they stand there as they are.
pub trait Sink<'t> {
    /// A node or its handle.
    type Node;
    /// `null`
    fn null(&mut self) -> Self::Node;
    /// `true`, `false`
    fn boolean(&mut self, value: bool) -> Self::Node;
    /// A number as written; none when it is out of the tree's range.
    fn number(&mut self, text: &str) -> Option<Self::Node>;
    /// A string without its quotes and escapes.
    fn string(&mut self, text: Cow<'t, str>) -> Self::Node;
    /// A list.
    fn array(&mut self, items: Drain<'_, Self::Node>) -> Self::Node;
    /// An object; of equal keys the last one counts.
    fn object(&mut self, pairs: Drain<'_, (Cow<'t, str>, Self::Node)>) -> Self::Node;
}

/// Makes [`Value`]s.
struct Values(Numbers);

impl<'t> Sink<'t> for Values {
    type Node = Value;
    fn null(&mut self) -> Value {
        Value::Null
    }
    fn boolean(&mut self, value: bool) -> Value {
        Value::Bool(value)
    }
    fn number(&mut self, text: &str) -> Option<Value> {
        to_number(text, self.0).map(Value::Number)
    }
    fn string(&mut self, text: Cow<'t, str>) -> Value {
        Value::String(text.into_owned())
    }
    fn array(&mut self, items: Drain<'_, Value>) -> Value {
        Value::Array(items.collect())
    }
    fn object(&mut self, pairs: Drain<'_, (Cow<'t, str>, Value)>) -> Value {
        Value::Object(pairs.map(|(key, value)| (key.into_owned(), value)).collect::<Map<_, _>>())
    }
}

fn prefix<'t, S: Sink<'t>>(text: &'t [u8], sink: &mut S) -> Result<(S::Node, usize), Error> {
    let mut reader = Reader { text, pos: 0, sink, items: Vec::new(), pairs: Vec::new() };
    reader.skip_space();
    if reader.peek().is_none() {
        return Err(Error { kind: ErrorKind::Empty, offset: reader.pos });
    }
    let value = reader.value(0)?;
    Ok((value, reader.pos))
}

#[inline]
fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

struct Reader<'t, 's, S: Sink<'t>> {
    text: &'t [u8],
    pos: usize,
    sink: &'s mut S,
    /// What the open lists hold so far.
    items: Vec<S::Node>,
    /// What the open objects hold so far.
    pairs: Vec<(Cow<'t, str>, S::Node)>,
}

impl<'t, S: Sink<'t>> Reader<'t, '_, S> {
    #[inline]
    fn peek(&self) -> Option<u8> {
        self.text.get(self.pos).copied()
    }

    #[inline]
    fn skip_space(&mut self) {
        let rest = &self.text[self.pos..];
        self.pos += rest.iter().position(|b| !is_space(*b)).unwrap_or(rest.len());
    }

    fn fail<T>(&self, kind: ErrorKind) -> Result<T, Error> {
        Err(Error { kind, offset: self.pos })
    }

    /// The error for whatever stands at the current position.
    fn unexpected<T>(&self, place: Place) -> Result<T, Error> {
        match self.current_char() {
            None => self.fail(ErrorKind::UnexpectedEnd),
            Some(found) => self.fail(ErrorKind::Character { found, place }),
        }
    }

    fn current_char(&self) -> Option<char> {
        let rest = self.text.get(self.pos..self.text.len().min(self.pos + 4))?;
        match rest.utf8_chunks().next() {
            None => None,
            Some(chunk) => chunk.valid().chars().next().or(Some(char::REPLACEMENT_CHARACTER)),
        }
    }

    fn value(&mut self, depth: usize) -> Result<S::Node, Error> {
        if depth > MAX_DEPTH {
            return self.fail(ErrorKind::TooDeep);
        }
        self.skip_space();
        match self.peek() {
            Some(b'{') => self.object(depth),
            Some(b'[') => self.list(depth),
            Some(b'"') => {
                let text = self.string()?;
                Ok(self.sink.string(text))
            }
            Some(b't') => self.literal("true").map(|()| self.sink.boolean(true)),
            Some(b'f') => self.literal("false").map(|()| self.sink.boolean(false)),
            Some(b'n') => self.literal("null").map(|()| self.sink.null()),
            Some(b'-' | b'0'..=b'9') => self.number(),
            _ => self.unexpected(Place::Value),
        }
    }

    fn object(&mut self, depth: usize) -> Result<S::Node, Error> {
        self.pos += 1;
        let base = self.pairs.len();
        self.skip_space();
        if self.peek() == Some(b'}') {
            self.pos += 1;
            return Ok(self.sink.object(self.pairs.drain(base..)));
        }
        loop {
            self.skip_space();
            if self.peek() != Some(b'"') {
                return self.unexpected(Place::Key);
            }
            let key = self.string()?;
            self.skip_space();
            if self.peek() != Some(b':') {
                return self.unexpected(Place::AfterKey);
            }
            self.pos += 1;
            let value = self.value(depth + 1)?;
            self.pairs.push((key, value));
            self.skip_space();
            match self.peek() {
                Some(b',') => self.pos += 1,
                Some(b'}') => {
                    self.pos += 1;
                    return Ok(self.sink.object(self.pairs.drain(base..)));
                }
                _ => return self.unexpected(Place::AfterPair),
            }
        }
    }

    fn list(&mut self, depth: usize) -> Result<S::Node, Error> {
        self.pos += 1;
        let base = self.items.len();
        self.skip_space();
        if self.peek() == Some(b']') {
            self.pos += 1;
            return Ok(self.sink.array(self.items.drain(base..)));
        }
        loop {
            let item = self.value(depth + 1)?;
            self.items.push(item);
            self.skip_space();
            match self.peek() {
                Some(b',') => self.pos += 1,
                Some(b']') => {
                    self.pos += 1;
                    return Ok(self.sink.array(self.items.drain(base..)));
                }
                _ => return self.unexpected(Place::AfterItem),
            }
        }
    }

    fn literal(&mut self, word: &'static str) -> Result<(), Error> {
        for expected in word.bytes() {
            if self.peek() != Some(expected) {
                return self.unexpected(Place::Literal(word, char::from(expected)));
            }
            self.pos += 1;
        }
        Ok(())
    }

    fn digits(&mut self) -> usize {
        let start = self.pos;
        while self.peek().is_some_and(|b| b.is_ascii_digit()) {
            self.pos += 1;
        }
        self.pos - start
    }

    fn number(&mut self) -> Result<S::Node, Error> {
        let start = self.pos;
        if self.peek() == Some(b'-') {
            self.pos += 1;
        }
        if self.peek() == Some(b'0') {
            self.pos += 1;
        } else if self.digits() == 0 {
            return self.unexpected(Place::Number);
        }
        if self.peek() == Some(b'.') {
            self.pos += 1;
            if self.digits() == 0 {
                return self.unexpected(Place::Fraction);
            }
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            self.pos += 1;
            if matches!(self.peek(), Some(b'+' | b'-')) {
                self.pos += 1;
            }
            if self.digits() == 0 {
                return self.unexpected(Place::Exponent);
            }
        }
        let text = std::str::from_utf8(&self.text[start..self.pos]).expect("a number is ASCII");
        match self.sink.number(text) {
            Some(number) => Ok(number),
            None => Err(Error { kind: ErrorKind::NumberRange(text.into()), offset: start }),
        }
    }

    fn string(&mut self) -> Result<Cow<'t, str>, Error> {
        self.pos += 1;
        let mut out = self.string_run();
        loop {
            match self.peek() {
                Some(b'"') => {
                    self.pos += 1;
                    return Ok(out);
                }
                Some(b'\\') => {
                    let c = self.escape()?;
                    let more = self.string_run();
                    let out = out.to_mut();
                    out.push(c);
                    out.push_str(&more);
                }
                _ => return self.unexpected(Place::String),
            }
        }
    }

    /// The characters here that stand for themselves.
    fn string_run(&mut self) -> Cow<'t, str> {
        let rest = &self.text[self.pos..];
        let stops = |b: &u8| (*b == b'"') | (*b == b'\\') | (*b < 0x20);
        let (run, _) = rest.split_at(rest.iter().position(stops).unwrap_or(rest.len()));
        self.pos += run.len();
        match std::str::from_utf8(run) {
            Ok(run) => Cow::Borrowed(run),
            Err(_) => String::from_utf8_lossy(run),
        }
    }

    fn escape(&mut self) -> Result<char, Error> {
        let start = self.pos;
        self.pos += 1;
        let simple = match self.peek() {
            None => return self.fail(ErrorKind::UnexpectedEnd),
            Some(b'u') => {
                let unit = self.hex_unit(start)?;
                return self.surrogate(unit);
            }
            Some(c @ (b'"' | b'\\' | b'/')) => char::from(c),
            Some(b'b') => '\x08',
            Some(b'f') => '\x0c',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(_) => return self.bad_escape(start, 2),
        };
        self.pos += 1;
        Ok(simple)
    }

    fn bad_escape<T>(&self, start: usize, length: usize) -> Result<T, Error> {
        let end = self.text.len().min(start + length);
        let sequence = String::from_utf8_lossy(&self.text[start..end]).into_owned();
        let found = self.current_char().unwrap_or(char::REPLACEMENT_CHARACTER);
        self.fail(ErrorKind::Escape { sequence, found })
    }

    /// Reads `uXXXX`; `start` is the offset of the backslash.
    fn hex_unit(&mut self, start: usize) -> Result<u16, Error> {
        self.pos += 1;
        let mut unit = 0;
        for _ in 0..4 {
            match self.peek() {
                None => return self.fail(ErrorKind::UnexpectedEnd),
                Some(b) => match char::from(b).to_digit(16) {
                    Some(digit) => unit = unit << 4 | digit as u16,
                    None => return self.bad_escape(start, 6),
                },
            }
            self.pos += 1;
        }
        Ok(unit)
    }

    /// Completes a surrogate pair; half a pair becomes U+FFFD.
    fn surrogate(&mut self, first: u16) -> Result<char, Error> {
        let lone = char::REPLACEMENT_CHARACTER;
        if !(0xD800..0xDC00).contains(&first) || !self.text[self.pos..].starts_with(b"\\u") {
            return Ok(char::from_u32(first.into()).unwrap_or(lone));
        }
        let start = self.pos;
        self.pos += 1;
        let second = self.hex_unit(start)?;
        match char::decode_utf16([first, second]).next() {
            Some(Ok(c)) => Ok(c),
            _ => {
                // The second unit stands on its own and is read again.
                self.pos = start;
                Ok(lone)
            }
        }
    }
}

fn to_number(text: &str, numbers: Numbers) -> Option<Number> {
    let float = || text.parse::<f64>().ok();
    match numbers {
        Numbers::Float => float().and_then(Number::from_f64),
        Numbers::Exact => text
            .parse::<i64>()
            .map(Number::from)
            .or_else(|_| text.parse::<u64>().map(Number::from))
            .ok()
            .or_else(|| Number::from_f64(float()?.clamp(f64::MIN, f64::MAX))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn check_error(text: &str, new: &str, old: &str) {
        let error = read(text.as_bytes(), Numbers::Exact).unwrap_err();
        assert_eq!(error.text(Wording::Go127), new, "{text}");
        assert_eq!(error.text(Wording::Go1), old, "{text}");
    }

    #[test]
    fn messages_are_those_of_go() {
        let same = |text: &str, message: &str| check_error(text, message, message);
        same("{\"a\" 1}", "invalid character '1' after object key");
        same("{\"a\":1 2}", "invalid character '2' after object key:value pair");
        same("[1,]", "invalid character ']' looking for beginning of value");
        same("trux", "invalid character 'x' in literal true (expecting 'e')");
        same("01", "invalid character after top-level value");
        same("[", "unexpected EOF");
        same(" ", "EOF");
        same("'", r"invalid character '\'' looking for beginning of value");
        check_error(
            "1.x",
            "invalid character 'x' in numeric literal",
            "invalid character 'x' after decimal point in numeric literal",
        );
        check_error(
            r#""a\u12g""#,
            r#"invalid escape sequence `\u12g"` in string"#,
            r"invalid character 'g' in \u hexadecimal character escape",
        );
        check_error(
            "\"\\\n\"",
            r#"invalid escape sequence "\\\n" in string"#,
            r"invalid character '\n' in string escape code",
        );
        check_error(
            "é",
            "invalid character 'é' looking for beginning of value",
            "invalid character 'Ã' looking for beginning of value",
        );
    }

    #[test]
    fn surrogates_duplicates_and_numbers_follow_go() {
        let exact = |text: &str| read(text.as_bytes(), Numbers::Exact).unwrap();
        assert_eq!(exact(r#""\ud83d\ude00\ud800\u0041""#), json!("😀\u{fffd}A"));
        assert_eq!(exact(r#"{"a":1,"a":2}"#), json!({"a": 2}));
        assert_eq!(exact("12"), json!(12));
        assert_eq!(read(b"12", Numbers::Float).unwrap(), json!(12.0));
        assert_eq!(exact("1e400"), json!(f64::MAX));
        assert!(read(b"1e400", Numbers::Float).is_err());
        assert_eq!(read_prefix(b" 1b=2", Numbers::Float).unwrap().1, 2);
        assert_eq!(read(b"\"\xff\"", Numbers::Exact).unwrap(), json!("\u{fffd}"));
    }

    #[test]
    fn deep_nesting_is_an_error() {
        let text = "[".repeat(200_000);
        assert_eq!(read(text.as_bytes(), Numbers::Exact).unwrap_err().kind, ErrorKind::TooDeep);
    }
}
