//! Plain and quoted scalars.
//!
//! A scalar that stands on one line, without escapes, is borrowed from the input. As soon as
//! lines are folded or an escape is met, the text is built piece by piece.

use std::borrow::Cow;

use super::chars::{Break, is_blank};
use super::{Scan, Scanner, TokenKind};
use crate::yaml::Style;
use crate::yaml::error::Mark;

/// The line breaks between two lines of a scalar.
#[derive(Debug, Default)]
struct Fold {
    /// The first break; none if it was escaped.
    first: Option<Break>,
    /// The breaks of the empty lines that follow.
    rest: String,
}

impl Fold {
    fn push(&mut self, kind: Break) {
        self.rest.push_str(kind.as_str());
    }

    /// A single newline becomes a space, more of them lose one.
    fn write(&self, out: &mut String) {
        match self.first {
            Some(Break::Newline) if self.rest.is_empty() => out.push(' '),
            Some(Break::Newline) | None => out.push_str(&self.rest),
            Some(kind) => {
                out.push_str(kind.as_str());
                out.push_str(&self.rest);
            }
        }
    }
}

/// The text of a scalar while it is read: what was built, and what follows unchanged.
struct Text<'a> {
    source: &'a str,
    built: Option<String>,
    /// Where the part that is not yet built begins.
    from: usize,
}

impl<'a> Text<'a> {
    fn new(source: &'a str, from: usize) -> Text<'a> {
        Text { source, built: None, from }
    }

    /// Takes over the text up to `to` and goes on after a gap.
    fn cut(&mut self, to: usize) -> &mut String {
        let built = self.built.get_or_insert_with(String::new);
        built.push_str(&self.source[self.from..to]);
        self.from = to;
        built
    }

    fn finish(mut self, to: usize) -> Cow<'a, str> {
        match self.built {
            None => Cow::Borrowed(&self.source[self.from..to]),
            Some(_) => {
                self.cut(to);
                Cow::Owned(self.built.unwrap_or_default())
            }
        }
    }
}

const BLANK: u8 = 1;
/// May begin a line break.
const BREAK: u8 = 2;
/// Ends a plain scalar in flow context.
const FLOW: u8 = 4;
const COLON: u8 = 8;
const HASH: u8 = 16;
const SINGLE: u8 = 32;
const DOUBLE: u8 = 64;
/// What stops a plain scalar in block context.
const STOP_BLOCK: u8 = BLANK | BREAK | COLON;

static CLASS: [u8; 256] = {
    let mut table = [0; 256];
    table[b' ' as usize] = BLANK;
    table[b'\t' as usize] = BLANK;
    table[b'\n' as usize] = BREAK;
    table[b'\r' as usize] = BREAK;
    table[0xC2] = BREAK;
    table[0xE2] = BREAK;
    table[b':' as usize] = COLON;
    table[b'#' as usize] = HASH;
    table[b',' as usize] = FLOW;
    table[b'?' as usize] = FLOW;
    table[b'[' as usize] = FLOW;
    table[b']' as usize] = FLOW;
    table[b'{' as usize] = FLOW;
    table[b'}' as usize] = FLOW;
    table[b'\'' as usize] = SINGLE;
    table[b'"' as usize] = DOUBLE;
    table[b'\\' as usize] = DOUBLE;
    table
};

impl<'a> Scanner<'a> {
    pub(super) fn fetch_plain(&mut self) -> Scan<()> {
        self.save_key()?;
        self.key_allowed = false;
        self.scan_plain()
    }

    pub(super) fn fetch_quoted(&mut self, single: bool) -> Scan<()> {
        self.save_key()?;
        self.key_allowed = false;
        self.scan_quoted(single)
    }

    fn scan_plain(&mut self) -> Scan<()> {
        let start = self.mark();
        let indent = self.indent + 1;
        let mut text = Text::new(self.text, self.pos);
        let mut end = start;
        let mut fold: Option<Fold> = None;
        loop {
            if self.column() == 0 && self.document_indicator().is_some() || self.byte(0) == b'#' {
                break;
            }
            let run = self.plain_run();
            if run > self.pos {
                if let Some(fold) = fold.take() {
                    fold.write(text.cut(end.offset as usize));
                    text.from = self.pos;
                }
                self.advance_to(run);
                end = self.mark();
            }
            if !is_blank(self.byte(0)) && !self.is_break(0) {
                break;
            }
            loop {
                let blank = is_blank(self.byte(0));
                if blank {
                    let early = fold.is_some() && i64::from(self.column()) < indent;
                    if early && self.byte(0) == b'\t' {
                        let text = "found a tab character that violates indentation";
                        return Err(self.problem(start, text));
                    }
                    self.pos += 1;
                } else if let Some(kind) = self.skip_break() {
                    match &mut fold {
                        Some(fold) => fold.push(kind),
                        None => fold = Some(Fold { first: Some(kind), rest: String::new() }),
                    }
                } else {
                    break;
                }
            }
            if !self.in_flow() && i64::from(self.column()) < indent {
                break;
            }
        }
        if fold.is_some() {
            self.key_allowed = true;
        }
        let text = text.finish(end.offset as usize);
        let kind = TokenKind::Scalar(text, Style::Plain);
        self.queue.push_back(super::Token { kind, start, end });
        Ok(())
    }

    /// The end of the words here that belong to a plain scalar on this line. Single spaces
    /// before an ordinary character are passed; everything rarer is left to the caller.
    fn plain_run(&self) -> usize {
        let flow = self.in_flow();
        let stop = if flow { STOP_BLOCK | FLOW } else { STOP_BLOCK };
        let mut at = self.pos;
        loop {
            match self.src[at..].iter().position(|b| CLASS[*b as usize] & stop != 0) {
                None => return self.src.len(),
                Some(found) => at += found,
            }
            match CLASS[self.src[at] as usize] {
                COLON if self.blank_or_end_at(at + 1) => return at,
                BREAK if self.break_len(at) > 0 => return at,
                COLON | BREAK => at += 1,
                BLANK
                    if at > self.pos
                        && at + 1 < self.src.len()
                        && CLASS[self.src[at + 1] as usize] & (stop | HASH) == 0 =>
                {
                    at += 1;
                }
                _ => return at,
            }
        }
    }

    fn scan_quoted(&mut self, single: bool) -> Scan<()> {
        let start = self.mark();
        self.pos += 1;
        let mut text = Text::new(self.text, self.pos);
        loop {
            if self.column() == 0 && self.document_indicator().is_some() {
                return Err(self.problem(start, "found unexpected document indicator"));
            }
            if self.at_end() {
                return Err(self.problem(start, "found unexpected end of stream"));
            }
            let escaped_break = self.scan_quoted_words(single, start, &mut text)?;
            if self.byte(0) == if single { b'\'' } else { b'"' } {
                break;
            }
            self.scan_quoted_blanks(escaped_break, &mut text);
        }
        let text = text.finish(self.pos);
        self.pos += 1;
        let style = if single { Style::SingleQuoted } else { Style::DoubleQuoted };
        self.push(TokenKind::Scalar(text, style), start);
        Ok(())
    }

    /// Reads up to a blank, a line break or the closing quote. True if the line break was
    /// escaped (and passed).
    fn scan_quoted_words(&mut self, single: bool, start: Mark, text: &mut Text<'a>) -> Scan<bool> {
        loop {
            let run = self.quoted_run(single);
            self.advance_to(run);
            match self.byte(0) {
                b'\'' if single && self.byte(1) == b'\'' => {
                    text.cut(self.pos + 1);
                    self.pos += 2;
                    text.from = self.pos;
                }
                b'\\' if !single && self.is_break(1) => {
                    text.cut(self.pos);
                    self.pos += 1;
                    self.skip_break();
                    text.from = self.pos;
                    return Ok(true);
                }
                b'\\' if !single => {
                    text.cut(self.pos);
                    let c = self.scan_escape(start)?;
                    text.cut(text.from).push(c);
                    text.from = self.pos;
                }
                _ => return Ok(false),
            }
        }
    }

    fn quoted_run(&self, single: bool) -> usize {
        let stop = BLANK | BREAK | if single { SINGLE } else { DOUBLE };
        let mut at = self.pos;
        loop {
            match self.src[at..].iter().position(|b| CLASS[*b as usize] & stop != 0) {
                None => return self.src.len(),
                Some(found) => at += found,
            }
            match CLASS[self.src[at] as usize] {
                BREAK if self.break_len(at) == 0 => at += 1,
                BLANK
                    if at + 1 < self.src.len() && CLASS[self.src[at + 1] as usize] & stop == 0 =>
                {
                    at += 1;
                }
                _ => return at,
            }
        }
    }

    /// Reads blanks and line breaks inside quotes. Blanks around a line break do not count.
    fn scan_quoted_blanks(&mut self, escaped_break: bool, text: &mut Text<'a>) {
        let words_end = self.pos;
        let mut fold = escaped_break.then(Fold::default);
        loop {
            if is_blank(self.byte(0)) {
                self.pos += 1;
            } else if let Some(kind) = self.skip_break() {
                match &mut fold {
                    Some(fold) => fold.push(kind),
                    None => fold = Some(Fold { first: Some(kind), rest: String::new() }),
                }
            } else {
                break;
            }
        }
        if let Some(fold) = fold {
            fold.write(text.cut(words_end));
            text.from = self.pos;
        }
    }

    /// Reads one escape of a double-quoted scalar. `\/` is none in YAML 1.1.
    fn scan_escape(&mut self, start: Mark) -> Scan<char> {
        let digits = match self.byte(1) {
            b'x' => 2,
            b'u' => 4,
            b'U' => 8,
            simple => {
                let c = match simple {
                    b'0' => '\0',
                    b'a' => '\x07',
                    b'b' => '\x08',
                    b't' | b'\t' => '\t',
                    b'n' => '\n',
                    b'v' => '\x0B',
                    b'f' => '\x0C',
                    b'r' => '\r',
                    b'e' => '\x1B',
                    b' ' | b'"' | b'\'' | b'\\' => simple as char,
                    b'N' => '\u{85}',
                    b'_' => '\u{A0}',
                    b'L' => '\u{2028}',
                    b'P' => '\u{2029}',
                    _ => return Err(self.problem(start, "found unknown escape character")),
                };
                self.pos += 2;
                return Ok(c);
            }
        };
        self.pos += 2;
        let mut value: u32 = 0;
        for ahead in 0..digits {
            let Some(digit) = (self.byte(ahead) as char).to_digit(16) else {
                return Err(self.problem(start, "did not find expected hexdecimal number"));
            };
            value = value << 4 | digit;
        }
        let Some(c) = char::from_u32(value) else {
            return Err(self.problem(start, "found invalid Unicode character escape code"));
        };
        self.pos += digits;
        Ok(c)
    }
}
