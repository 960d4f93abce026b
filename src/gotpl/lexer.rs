//! Splits a template into tokens, one at a time, as the parser asks for them.
//!
//! Messages and their order follow Go's `text/template/parse/lex.go` (Go 1.27). Tokens are
//! ranges of the source; an error is a token, too, so that the parser meets it in its place.

use super::language::Language;
use super::quote::{decode_rune, is_print};

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Kind {
    Error,
    Bool,
    /// A printable ASCII character without a meaning of its own, such as a comma.
    Char,
    CharConstant,
    Complex,
    Assign,
    Declare,
    Eof,
    /// `.name`
    Field,
    Identifier,
    LeftDelim,
    LeftParen,
    Number,
    Pipe,
    RawString,
    RightDelim,
    RightParen,
    Space,
    String,
    Text,
    /// `$` or `$name`
    Variable,
    Block,
    Break,
    Continue,
    Define,
    Dot,
    Else,
    End,
    If,
    Nil,
    Range,
    Template,
    With,
}

impl Kind {
    /// Keywords print as `<if>` in messages.
    pub fn is_keyword(self) -> bool {
        matches!(
            self,
            Kind::Block
                | Kind::Break
                | Kind::Continue
                | Kind::Define
                | Kind::Dot
                | Kind::Else
                | Kind::End
                | Kind::If
                | Kind::Nil
                | Kind::Range
                | Kind::Template
                | Kind::With
        )
    }

    fn keyword(word: &[u8]) -> Option<Kind> {
        Some(match word {
            b"block" => Kind::Block,
            b"break" => Kind::Break,
            b"continue" => Kind::Continue,
            b"define" => Kind::Define,
            b"else" => Kind::Else,
            b"end" => Kind::End,
            b"if" => Kind::If,
            b"nil" => Kind::Nil,
            b"range" => Kind::Range,
            b"template" => Kind::Template,
            b"with" => Kind::With,
            b"true" | b"false" => Kind::Bool,
            _ => return None,
        })
    }
}

/// A token: its kind and its range of the source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: Kind,
    /// Offset of the first byte.
    pub start: u32,
    /// Offset behind the last byte.
    pub end: u32,
}

/// The state of lexing one file.
pub struct Lexer<'s> {
    text: &'s [u8],
    pos: usize,
    start: usize,
    inside_action: bool,
    paren_depth: u32,
    counts_parentheses: bool,
    /// The message of the error token, which is the last one before the end.
    message: Box<str>,
}

const LEFT: &[u8; 2] = b"{{";
const RIGHT: &[u8] = b"}}";

impl<'s> Lexer<'s> {
    /// Starts at the beginning of a text.
    pub fn new(text: &'s [u8], language: &Language) -> Lexer<'s> {
        Lexer {
            text,
            pos: 0,
            start: 0,
            inside_action: false,
            paren_depth: 0,
            counts_parentheses: language.lexer_counts_parentheses,
            message: Box::default(),
        }
    }

    /// The next token; [`Kind::Eof`] again and again at the end.
    pub fn next_token(&mut self) -> Token {
        if self.inside_action { self.lex_inside_action() } else { self.lex_text() }
    }

    fn emit(&mut self, kind: Kind) -> Token {
        let token = Token { kind, start: self.start as u32, end: self.pos as u32 };
        self.start = self.pos;
        token
    }

    /// An error ends the input.
    fn error(&mut self, message: impl Into<Box<str>>) -> Token {
        let start = self.start as u32;
        (self.text, self.pos, self.start) = (&[], 0, 0);
        self.inside_action = false;
        self.message = message.into();
        Token { kind: Kind::Error, start, end: start }
    }

    /// What a token of the kind [`Kind::Error`] has to say.
    pub fn message(&self) -> &str {
        &self.message
    }

    fn rest(&self) -> &'s [u8] {
        &self.text[self.pos..]
    }

    fn peek(&self) -> Option<u8> {
        self.text.get(self.pos).copied()
    }

    fn lex_text(&mut self) -> Token {
        loop {
            let Some(length) = find(self.rest(), LEFT) else {
                self.pos = self.text.len();
                return self.emit(if self.pos > self.start { Kind::Text } else { Kind::Eof });
            };
            let delim = self.pos + length;
            self.pos = delim;
            if has_left_trim_marker(&self.text[delim + LEFT.len()..]) {
                self.pos -= trailing_space(&self.text[self.start..delim]);
            }
            let text = (self.pos > self.start).then(|| self.emit(Kind::Text));
            (self.pos, self.start) = (delim, delim);
            if let Some(text) = text {
                return text;
            }
            self.pos += LEFT.len();
            let marker = if has_left_trim_marker(self.rest()) { 2 } else { 0 };
            if !self.text[self.pos + marker..].starts_with(b"/*") {
                let token = self.emit(Kind::LeftDelim);
                self.pos += marker;
                self.start = self.pos;
                (self.inside_action, self.paren_depth) = (true, 0);
                return token;
            }
            self.pos += marker;
            self.start = self.pos;
            if let Some(error) = self.lex_comment() {
                return error;
            }
        }
    }

    /// Skips a comment with its delimiter.
    fn lex_comment(&mut self) -> Option<Token> {
        let Some(length) = find(&self.rest()[2..], b"*/") else {
            return Some(self.error("unclosed comment"));
        };
        self.pos += length + 4;
        match right_delim(self.rest()) {
            None => return Some(self.error("comment ends before closing delimiter")),
            Some(true) => {
                self.pos += 2 + RIGHT.len();
                self.pos += leading_space(self.rest());
            }
            Some(false) => self.pos += RIGHT.len(),
        }
        self.start = self.pos;
        None
    }

    fn lex_inside_action(&mut self) -> Token {
        if let Some(trim) = right_delim(self.rest()) {
            return match self.paren_depth {
                0 => self.lex_right_delim(trim),
                _ => self.error("unclosed left paren"),
            };
        }
        let Some(first) = self.peek() else { return self.error("unclosed action") };
        if is_space(first) {
            return self.lex_space();
        }
        self.pos += 1;
        match first {
            b'=' => self.emit(Kind::Assign),
            b':' => {
                if self.peek() != Some(b'=') {
                    return self.error("expected :=");
                }
                self.pos += 1;
                self.emit(Kind::Declare)
            }
            b'|' => self.emit(Kind::Pipe),
            b'"' => self.lex_quoted(b'"', Kind::String, "unterminated quoted string"),
            b'\'' => self.lex_quoted(b'\'', Kind::CharConstant, "unterminated character constant"),
            b'`' => match memchr::memchr(b'`', self.rest()) {
                Some(length) => {
                    self.pos += length + 1;
                    self.emit(Kind::RawString)
                }
                None => self.error("unterminated raw quoted string"),
            },
            b'$' => self.lex_name(Kind::Variable),
            b'.' if !self.peek().is_some_and(|b| b.is_ascii_digit())
                && self.pos < self.text.len() =>
            {
                self.lex_name(Kind::Field)
            }
            b'.' | b'+' | b'-' | b'0'..=b'9' => {
                self.pos -= 1;
                self.lex_number()
            }
            b'(' => {
                self.paren_depth += 1;
                self.emit(Kind::LeftParen)
            }
            b')' => {
                if self.paren_depth == 0 && self.counts_parentheses {
                    return self.error("unexpected right paren");
                }
                self.paren_depth = self.paren_depth.saturating_sub(1);
                self.emit(Kind::RightParen)
            }
            _ => {
                self.pos -= 1;
                self.lex_word()
            }
        }
    }

    fn lex_right_delim(&mut self, trim: bool) -> Token {
        if trim {
            self.pos += 2;
            self.start = self.pos;
        }
        self.pos += RIGHT.len();
        let token = self.emit(Kind::RightDelim);
        if trim {
            self.pos += leading_space(self.rest());
            self.start = self.pos;
        }
        self.inside_action = false;
        token
    }

    fn lex_space(&mut self) -> Token {
        let count = leading_space(self.rest());
        self.pos += count;
        // The last space may belong to a trim marker.
        if let Some(true) = right_delim(&self.text[self.pos - 1..]) {
            self.pos -= 1;
            if count == 1 {
                return self.lex_right_delim(true);
            }
        }
        self.emit(Kind::Space)
    }

    fn lex_quoted(&mut self, quote: u8, kind: Kind, message: &str) -> Token {
        loop {
            let next = self.peek();
            self.pos += 1;
            match next {
                Some(b'\\') if !matches!(self.peek(), None | Some(b'\n')) => self.pos += 1,
                Some(b) if b == quote => return self.emit(kind),
                None | Some(b'\\' | b'\n') => return self.error(message),
                Some(_) => {}
            }
        }
    }

    /// The rest of a field or variable, whose first character has been read.
    fn lex_name(&mut self, kind: Kind) -> Token {
        if self.at_terminator() {
            return self.emit(if kind == Kind::Variable { kind } else { Kind::Dot });
        }
        self.skip_alphanumeric();
        match self.at_terminator() {
            true => self.emit(kind),
            false => self.bad_character(),
        }
    }

    fn lex_word(&mut self) -> Token {
        let (c, width) = decode_rune(self.rest());
        if !is_alphanumeric(c) {
            self.pos += width;
            if c.is_ascii() && is_print(c) {
                return self.emit(Kind::Char);
            }
            return self.error(format!("unrecognized character in action: {}", unicode(c)));
        }
        self.skip_alphanumeric();
        if !self.at_terminator() {
            return self.bad_character();
        }
        let word = &self.text[self.start..self.pos];
        self.emit(Kind::keyword(word).unwrap_or(Kind::Identifier))
    }

    fn bad_character(&mut self) -> Token {
        let (c, _) = decode_rune(self.rest());
        self.error(format!("bad character {}", unicode(c)))
    }

    fn skip_alphanumeric(&mut self) {
        loop {
            self.pos += run(self.rest(), |b| b.is_ascii_alphanumeric() || b == b'_');
            if self.peek().is_none_or(|b| b.is_ascii()) {
                return;
            }
            let (c, width) = decode_rune(self.rest());
            if !is_alphanumeric(c) {
                return;
            }
            self.pos += width;
        }
    }

    /// True where an identifier may end.
    fn at_terminator(&self) -> bool {
        match self.peek() {
            None | Some(b'.' | b',' | b'|' | b':' | b')' | b'(') => true,
            Some(b) => is_space(b) || self.rest().starts_with(RIGHT),
        }
    }

    fn lex_number(&mut self) -> Token {
        let first = self.scan_number();
        if first && !matches!(self.peek(), Some(b'+' | b'-')) {
            return self.emit(Kind::Number);
        }
        // A second number with a sign makes a complex one; it must be imaginary.
        if first && self.scan_number() && self.text[self.pos - 1] == b'i' {
            return self.emit(Kind::Complex);
        }
        let text = super::quote::quote(&self.text[self.start..self.pos]);
        self.error(format!("bad number syntax: {text}"))
    }

    fn accept(&mut self, set: &[u8]) -> bool {
        let found = self.peek().is_some_and(|b| set.contains(&b));
        self.pos += usize::from(found);
        found
    }

    fn accept_run(&mut self, set: &[u8]) {
        while self.accept(set) {}
    }

    /// Reads what looks like a number; whether it is one, the parser finds out.
    fn scan_number(&mut self) -> bool {
        self.accept(b"+-");
        let mut digits: &[u8] = b"0123456789_";
        if self.accept(b"0") {
            if self.accept(b"xX") {
                digits = b"0123456789abcdefABCDEF_";
            } else if self.accept(b"oO") {
                digits = b"01234567_";
            } else if self.accept(b"bB") {
                digits = b"01_";
            }
        }
        self.accept_run(digits);
        if self.accept(b".") {
            self.accept_run(digits);
        }
        let exponent: &[u8] = match digits.len() {
            11 => b"eE",
            23 => b"pP",
            _ => b"",
        };
        if self.accept(exponent) {
            self.accept(b"+-");
            self.accept_run(b"0123456789_");
        }
        self.accept(b"i");
        let (c, width) = decode_rune(self.rest());
        if width > 0 && is_alphanumeric(c) {
            self.pos += width;
            return false;
        }
        true
    }
}

fn find(text: &[u8], needle: &[u8; 2]) -> Option<usize> {
    memchr::memchr_iter(needle[0], text).find(|at| text.get(at + 1) == Some(&needle[1]))
}

/// How many bytes at the beginning are of a kind.
fn run(text: &[u8], is_one: impl Fn(u8) -> bool) -> usize {
    text.iter().position(|b| !is_one(*b)).unwrap_or(text.len())
}

fn is_space(b: u8) -> bool {
    matches!(b, b' ' | b'\t' | b'\r' | b'\n')
}

fn leading_space(text: &[u8]) -> usize {
    run(text, is_space)
}

fn trailing_space(text: &[u8]) -> usize {
    text.iter().rev().take_while(|b| is_space(**b)).count()
}

fn has_left_trim_marker(text: &[u8]) -> bool {
    matches!(text, [b'-', space, ..] if is_space(*space))
}

/// Whether the text starts with a right delimiter, and if so, whether it trims.
fn right_delim(text: &[u8]) -> Option<bool> {
    match text {
        [space, b'-', b'}', b'}', ..] if is_space(*space) => Some(true),
        [b'}', b'}', ..] => Some(false),
        _ => None,
    }
}

/// Letters, digits and the underscore.
fn is_alphanumeric(c: char) -> bool {
    c == '_' || c.is_alphanumeric()
}

/// Go's `%#U`.
fn unicode(c: char) -> String {
    if is_print(c) { format!("U+{:04X} '{c}'", c as u32) } else { format!("U+{:04X}", c as u32) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[(Kind, &str)]) {
        let mut lexer = Lexer::new(text.as_bytes(), &Language::NEWEST);
        for (kind, value) in expected {
            let token = lexer.next_token();
            assert_eq!(token.kind, *kind, "{text}");
            match token.kind {
                Kind::Error => assert_eq!(lexer.message(), *value),
                _ => assert_eq!(&text[token.start as usize..token.end as usize], *value),
            }
        }
    }

    #[test]
    fn trim_markers_need_a_space() {
        check("a \n{{- 3}}", &[(Kind::Text, "a"), (Kind::LeftDelim, "{{"), (Kind::Number, "3")]);
        check("a {{-3}}", &[(Kind::Text, "a "), (Kind::LeftDelim, "{{"), (Kind::Number, "-3")]);
        check(
            "{{3 -}} \n b",
            &[
                (Kind::LeftDelim, "{{"),
                (Kind::Number, "3"),
                (Kind::RightDelim, "}}"),
                (Kind::Text, "b"),
                (Kind::Eof, ""),
            ],
        );
    }

    #[test]
    fn comments_vanish_with_their_trimming() {
        check("a {{- /* x */ -}} b", &[(Kind::Text, "a"), (Kind::Text, "b"), (Kind::Eof, "")]);
        check("{{/* x }}", &[(Kind::Error, "unclosed comment")]);
        check("{{/* x */ }}", &[(Kind::Error, "comment ends before closing delimiter")]);
    }

    #[test]
    fn errors_are_those_of_go() {
        let after = |text: &str, message: &str| {
            let mut lexer = Lexer::new(text.as_bytes(), &Language::NEWEST);
            let token = loop {
                let token = lexer.next_token();
                if matches!(token.kind, Kind::Error | Kind::Eof) {
                    break token;
                }
            };
            assert_eq!((token.kind, lexer.message()), (Kind::Error, message), "{text}");
        };
        after("{{ a", "unclosed action");
        after("{{ \"a\n\" }}", "unterminated quoted string");
        after("{{ 'a\n }}", "unterminated character constant");
        after("{{ `a }}", "unterminated raw quoted string");
        after("{{ (a }}", "unclosed left paren");
        after("{{ a) }}", "unexpected right paren");
        after("{{ 1x }}", "bad number syntax: \"1x\"");
        after("{{ $x+2 }}", "bad character U+002B '+'");
        after("{{ a:b }}", "expected :=");
        after("{{ \u{1} }}", "unrecognized character in action: U+0001");
    }
}
