//! Names in snake, kebab and Pascal case.
//!
//! Facts: Sprig 3.3 `functions.go` on huandu/xstrings 1.5 `convert.go`: text is a row of
//! words (connectors, punctuation, capitals, letters, numbers, others), and what goes between
//! two of them depends on their kinds.

use std::sync::LazyLock;

use regex::Regex;

use super::strings::{to_lower, to_upper};
use crate::gotpl::{Ctx, Func};
use crate::value::{Args, FuncError, Param, Type, Value};

const TEXT: Param = Param("text", Type::String);

/// The rows of this family.
pub static FUNCS: &[Func] = &[
    Func::new("snakecase", snakecase, &[TEXT])
        .doc("Turns a name into snake case.")
        .example(&[(r#"{{ snakecase "HTTPServerName" }}"#, "http_server_name")]),
    Func::new("kebabcase", kebabcase, &[TEXT])
        .doc("Turns a name into kebab case.")
        .example(&[(r#"{{ kebabcase "HTTPServerName" }}"#, "http-server-name")]),
    Func::new("camelcase", camelcase, &[TEXT])
        .doc("Turns a name into Pascal case.")
        .example(&[(r#"{{ camelcase "http_server" }}"#, "HttpServer")]),
];

/// What a word consists of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// The end of the text.
    End,
    Number,
    /// Begins with a capital: one and small letters, or many of them.
    Upper,
    Letters,
    Connector,
    Punctuation,
    Other,
}

pub(super) fn is_connector(c: char) -> bool {
    c == '-' || c == '_' || c.is_whitespace()
}

/// A class of characters by Unicode's general category, which the standard library lacks.
fn in_category(c: char, category: &LazyLock<Regex>) -> bool {
    category.is_match(c.encode_utf8(&mut [0; 4]))
}

static PUNCTUATION: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\p{P}").expect("a constant expression"));
static LETTER: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\p{L}").expect("a constant expression"));
static SMALL: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\p{Ll}").expect("a constant expression"));
static TITLE: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\p{Lt}").expect("a constant expression"));
static CAPITAL: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\p{Lu}").expect("a constant expression"));

fn is_punctuation(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_punctuation() && !"$+<=>^`|~".contains(c);
    }
    in_category(c, &PUNCTUATION)
}

/// Go's `unicode.IsUpper`.
pub(super) fn is_upper(c: char) -> bool {
    if c.is_ascii() { c.is_ascii_uppercase() } else { in_category(c, &CAPITAL) }
}

/// Go's `unicode.IsLower`.
pub(super) fn is_lower(c: char) -> bool {
    if c.is_ascii() { c.is_ascii_lowercase() } else { in_category(c, &SMALL) }
}

/// Go's `unicode.IsTitle`.
pub(super) fn is_title(c: char) -> bool {
    !c.is_ascii() && in_category(c, &TITLE)
}

/// A letter of a script that has words; the ideographs of East Asia count one by one.
fn is_letter(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_alphabetic();
    }
    let ideograph = matches!(c, '\u{3034}'..'\u{30ff}' | '\u{3400}'..'\u{4dbf}'
        | '\u{4e00}'..'\u{9fff}' | '\u{f900}'..'\u{faff}' | '\u{20000}'..='\u{2ceaf}'
        | '\u{2f800}'..='\u{2fa1f}');
    !ideograph && in_category(c, &LETTER)
}

fn run(text: &[char], from: usize, belongs: impl Fn(char) -> bool) -> usize {
    text[from..].iter().position(|c| !belongs(*c)).map_or(text.len(), |i| from + i)
}

/// The first word of a text and what follows.
fn next_word(text: &[char]) -> (Kind, &[char], &[char]) {
    let Some(&first) = text.first() else { return (Kind::End, text, text) };
    let small = |c: char| is_letter(c) && !is_upper(c);
    let (kind, end) = if is_connector(first) {
        (Kind::Connector, run(text, 1, is_connector))
    } else if is_punctuation(first) {
        (Kind::Punctuation, run(text, 1, is_punctuation))
    } else if is_upper(first) {
        let capitals = run(text, 1, is_upper);
        let end = match text.get(capitals) {
            // The last of many capitals begins the next word: `HTTPServer`.
            Some(c) if capitals > 1 && is_letter(*c) => capitals - 1,
            Some(c) if capitals == 1 && is_letter(*c) => run(text, 1, small),
            _ => capitals,
        };
        (Kind::Upper, end)
    } else if is_letter(first) {
        (Kind::Letters, run(text, 1, small))
    } else if first.is_numeric() {
        (Kind::Number, run(text, 1, char::is_numeric))
    } else {
        let other =
            |c: char| !(is_connector(c) || is_letter(c) || c.is_numeric() || is_punctuation(c));
        (Kind::Other, run(text, 1, other))
    };
    let (word, rest) = text.split_at(end);
    (kind, word, rest)
}

/// The words of a text, one after the other, and what has been written of them.
struct Joiner<'a> {
    kind: Kind,
    word: &'a [char],
    rest: &'a [char],
    connector: char,
    out: String,
}

impl<'a> Joiner<'a> {
    fn advance(&mut self) {
        (self.kind, self.word, self.rest) = next_word(self.rest);
    }

    fn write(&mut self, kind: Kind, word: &[char]) {
        if kind != Kind::Upper && kind != Kind::Connector {
            self.out.extend(word);
            return;
        }
        for c in word {
            self.out.push(match *c {
                c if is_connector(c) => self.connector,
                c if is_upper(c) => to_lower(c),
                c => c,
            });
        }
    }

    fn write_current(&mut self) {
        self.write(self.kind, self.word);
    }

    /// Separates from the word to come, unless it separates itself.
    fn connect(&mut self) {
        if !matches!(self.kind, Kind::End | Kind::Connector | Kind::Punctuation) {
            self.out.push(self.connector);
        }
    }

    /// Letters and numbers that belong to a number before them.
    fn write_number_tail(&mut self) {
        while matches!(self.kind, Kind::Letters | Kind::Number) {
            self.write_current();
            self.advance();
        }
        self.connect();
    }

    /// Between a word and what follows it; numbers belong to the word (`Bld4Floor`) unless
    /// small letters follow them (`HTTP2xx`).
    fn after_word(&mut self) {
        if self.kind != Kind::Number {
            return self.connect();
        }
        if self.rest.is_empty() {
            return;
        }
        let number = self.word;
        self.advance();
        if self.kind == Kind::Letters {
            self.out.push(self.connector);
            self.write(Kind::Number, number);
            self.write_number_tail();
        } else {
            self.write(Kind::Number, number);
            self.connect();
        }
    }
}

fn joined(text: &str, connector: char) -> String {
    let chars: Vec<char> = text.chars().collect();
    let (kind, word, rest) = next_word(&chars);
    let mut joiner = Joiner { kind, word, rest, connector, out: String::new() };
    while !joiner.rest.is_empty() {
        if joiner.kind != Kind::Connector {
            joiner.write_current();
        }
        let (before, word) = (joiner.kind, joiner.word);
        joiner.advance();
        match before {
            Kind::Number => joiner.write_number_tail(),
            Kind::Connector => joiner.write(before, word),
            Kind::Punctuation => {}
            _ => joiner.after_word(),
        }
    }
    joiner.write_current();
    joiner.out
}

fn snakecase(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    Ok(Value::from(joined(&args.text(0), '_')))
}

fn kebabcase(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    Ok(Value::from(joined(&args.text(0), '-')))
}

/// Connectors go, the letter behind them becomes a capital; of a word in capitals only the
/// first stays one. Connectors at the ends stay.
fn pascal(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let start = run(&chars, 0, is_connector);
    let mut out: String = chars[..start].iter().collect();
    let Some(&first) = chars.get(start) else {
        // Of nothing but connectors, the last one is written again.
        out.extend(chars.last());
        return out;
    };
    let (mut capitals, mut last) = (is_upper(first), to_upper(first));
    for &next in &chars[start + 1..] {
        let before = last;
        last = next;
        if is_connector(next) && is_connector(before) {
            out.push(before);
        } else if is_connector(before) {
            capitals = is_upper(next);
            last = to_upper(next);
        } else {
            if capitals {
                capitals = is_upper(next);
                last = if capitals { to_lower(next) } else { next };
            }
            out.push(before);
        }
    }
    out.push(last);
    out
}

fn camelcase(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    Ok(Value::from(pascal(&args.text(0))))
}
