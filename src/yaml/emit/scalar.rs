//! How a text is written as a scalar, and its writing.

use super::{BEST_WIDTH, Flavor, Writer};
use crate::yaml::event::Dialect;
use crate::yaml::resolve::reads_as_text;

/// How a scalar is to be written; a wish that the text may not allow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    Plain,
    Single,
    Double,
    Literal,
}

/// go-yaml's wish for a string: literal for several lines, plain if it would be read as text.
pub(super) fn choose_style(text: &str, flavor: Flavor) -> Style {
    let dialect = match flavor {
        Flavor::Helm => Dialect::Helm,
        Flavor::Pretty => Dialect::V3,
    };
    if text.contains('\n') {
        Style::Literal
    } else if reads_as_text(text, dialect) {
        Style::Plain
    } else {
        Style::Double
    }
}

/// The length of the line break that a text begins with. YAML 1.1 knows five.
fn break_len(bytes: &[u8]) -> usize {
    match bytes {
        [b'\n' | b'\r', ..] => 1,
        [0xC2, 0x85, ..] => 2,
        [0xE2, 0x80, 0xA8 | 0xA9, ..] => 3,
        _ => 0,
    }
}

/// Whether a text has a line break.
pub(super) fn has_break(text: &str) -> bool {
    let bytes = text.as_bytes();
    (0..bytes.len()).any(|at| break_len(&bytes[at..]) > 0)
}

fn is_blank(byte: u8) -> bool {
    byte == b' ' || byte == b'\t'
}

fn width(byte: u8) -> usize {
    match byte {
        0x00..=0x7F => 1,
        0x80..=0xDF => 2,
        0xE0..=0xEF => 3,
        _ => 4,
    }
}

/// What libyaml prints as it is. Characters beyond the basic plane are not among them.
fn is_printable(bytes: &[u8]) -> bool {
    match bytes {
        [b'\n' | 0x20..=0x7E, ..] => true,
        [0xC2, next, ..] => *next >= 0xA0,
        [0xC3..=0xEC | 0xEE, ..] => true,
        [0xED, next, ..] => *next < 0xA0,
        [0xEF, 0xBB, 0xBF, ..] | [0xEF, 0xBF, 0xBE | 0xBF, ..] => false,
        [0xEF, ..] => true,
        _ => false,
    }
}

/// Which styles a text allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Allowed {
    plain: bool,
    single: bool,
    literal: bool,
    breaks: bool,
}

impl Allowed {
    fn of(text: &str, flavor: Flavor) -> Allowed {
        if text.is_empty() {
            return Allowed { plain: true, single: true, literal: false, breaks: false };
        }
        let bytes = text.as_bytes();
        let mut facts = Facts {
            indicators: text.starts_with("---") || text.starts_with("..."),
            ..Facts::default()
        };
        let mut at = 0;
        let mut before = Before::Start;
        while at < bytes.len() {
            let next = at + width(bytes[at]);
            facts.indicator(bytes, at, next, before);
            if bytes[at] == b'\t' && flavor == Flavor::Pretty {
                facts.tabs = true;
            } else if !is_printable(&bytes[at..]) {
                facts.special = true;
            }
            before = facts.blank(bytes, at, next, before);
            at = next;
        }
        facts.allowed()
    }
}

/// What stands before a character.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Before {
    Start,
    Space,
    Break,
    /// A tab or another blank that is no space.
    Blank,
    Other,
}

/// What is peculiar about a text.
#[derive(Debug, Default)]
struct Facts {
    /// Something that means structure.
    indicators: bool,
    /// Something that must be escaped.
    special: bool,
    tabs: bool,
    breaks: bool,
    edge_blank: bool,
    trailing_space: bool,
    break_space: bool,
    space_break: bool,
}

impl Facts {
    fn indicator(&mut self, bytes: &[u8], at: usize, next: usize, before: Before) {
        let blank_follows = || bytes.get(next).is_none_or(|b| is_blank(*b));
        self.indicators |= match bytes[at] {
            b'#' => before != Before::Other,
            b':' => blank_follows(),
            b',' | b'[' | b']' | b'{' | b'}' | b'&' | b'*' | b'!' | b'|' | b'>' | b'\'' | b'"'
            | b'%' | b'@' | b'`' => before == Before::Start,
            b'?' | b'-' => before == Before::Start && blank_follows(),
            _ => false,
        };
    }

    fn blank(&mut self, bytes: &[u8], at: usize, next: usize, before: Before) -> Before {
        let edge = before == Before::Start || next == bytes.len();
        if bytes[at] == b' ' {
            self.edge_blank |= edge;
            self.trailing_space |= next == bytes.len();
            self.break_space |= before == Before::Break;
            Before::Space
        } else if break_len(&bytes[at..]) > 0 {
            self.breaks = true;
            self.edge_blank |= edge;
            self.space_break |= before == Before::Space;
            Before::Break
        } else if matches!(bytes[at], b'\t' | 0) {
            Before::Blank
        } else {
            Before::Other
        }
    }

    fn allowed(&self) -> Allowed {
        let escape = self.space_break || self.special;
        let quote = escape || self.break_space || self.tabs;
        Allowed {
            plain: !quote && !self.edge_blank && !self.breaks && !self.indicators,
            single: !quote,
            literal: !escape && !self.trailing_space,
            breaks: self.breaks,
        }
    }
}

impl Writer {
    /// Writes a scalar in the style wished, or in the next that its text allows.
    pub(super) fn write_scalar(&mut self, text: &str, wish: Style, simple_key: bool) {
        let allowed = Allowed::of(text, self.flavor);
        let mut style = wish;
        if simple_key && allowed.breaks {
            style = Style::Double;
        }
        if style == Style::Plain && (!allowed.plain || text.is_empty() && simple_key) {
            style = Style::Single;
        }
        if style == Style::Single && !allowed.single {
            style = Style::Double;
        }
        if style == Style::Literal && (!allowed.literal || simple_key) {
            style = Style::Double;
        }
        self.increase_indent(true, false);
        let folds = !simple_key && self.flavor == Flavor::Helm;
        match style {
            Style::Plain => self.write_plain(text, folds),
            Style::Single => self.write_single(text, folds),
            Style::Double => self.write_double(text, folds),
            Style::Literal => self.write_literal(text),
        }
        self.indent = self.indents.pop().unwrap_or(-1);
    }

    fn write_plain(&mut self, text: &str, folds: bool) {
        if !self.whitespace {
            self.put(' ');
        }
        self.write_words(text, folds, false);
        self.whitespace = false;
        self.indention = false;
    }

    fn write_single(&mut self, text: &str, folds: bool) {
        self.write_indicator("'", true, false, false);
        self.write_words(text, folds, true);
        self.write_indicator("'", false, false, false);
        self.whitespace = false;
        self.indention = false;
    }

    /// Writes the text of a plain or single-quoted scalar. A single space behind the best width
    /// becomes a line break; a line break needs another.
    fn write_words(&mut self, text: &str, folds: bool, quoted: bool) {
        if self.fits(text, folds) && !quoted && !has_break(text) {
            self.put_str(text);
            return;
        }
        let bytes = text.as_bytes();
        let (mut spaces, mut breaks) = (false, false);
        for (at, c) in text.char_indices() {
            if c == ' ' {
                let inside = !quoted || at > 0 && at + 1 < bytes.len();
                let single = !spaces && bytes.get(at + 1) != Some(&b' ');
                if folds && single && inside && self.column > BEST_WIDTH {
                    self.write_indent();
                } else {
                    self.put(c);
                }
                spaces = true;
            } else if break_len(&bytes[at..]) > 0 {
                if !breaks && c == '\n' {
                    self.put_break();
                }
                self.write_break(c);
                breaks = true;
            } else {
                if breaks {
                    self.write_indent();
                }
                if quoted && c == '\'' {
                    self.put(c);
                }
                self.put(c);
                self.indention = false;
                spaces = false;
                breaks = false;
            }
        }
    }

    /// True when a text cannot reach the width at which lines are folded.
    fn fits(&self, text: &str, folds: bool) -> bool {
        !folds || self.column + text.len() <= BEST_WIDTH
    }

    fn write_break(&mut self, c: char) {
        self.out.push(c);
        self.column = 0;
        self.indention = true;
    }

    fn write_double(&mut self, text: &str, folds: bool) {
        self.write_indicator("\"", true, false, false);
        let bytes = text.as_bytes();
        // go-yaml means to escape byte order marks, but looks at the first character each time.
        let marked = text.starts_with('\u{FEFF}');
        let mut spaces = false;
        for (at, c) in text.char_indices() {
            let rest = &bytes[at..];
            if marked || !is_printable(rest) || break_len(rest) > 0 || c == '"' || c == '\\' {
                self.write_escape(c);
                spaces = false;
            } else if c == ' ' {
                let inside = at > 0 && at + 1 < bytes.len();
                if folds && !spaces && inside && self.column > BEST_WIDTH {
                    self.write_indent();
                    if rest.get(1) == Some(&b' ') {
                        self.put('\\');
                    }
                } else {
                    self.put(c);
                }
                spaces = true;
            } else {
                self.put(c);
                spaces = false;
            }
        }
        self.write_indicator("\"", false, false, false);
        self.whitespace = false;
        self.indention = false;
    }

    fn write_escape(&mut self, c: char) {
        let letter = match c {
            '\0' => '0',
            '\x07' => 'a',
            '\x08' => 'b',
            '\t' => 't',
            '\n' => 'n',
            '\x0B' => 'v',
            '\x0C' => 'f',
            '\r' => 'r',
            '\x1B' => 'e',
            '"' | '\\' => c,
            '\u{85}' => 'N',
            '\u{A0}' => '_',
            '\u{2028}' => 'L',
            '\u{2029}' => 'P',
            _ => {
                let code = c as u32;
                let text = match code {
                    0..=0xFF => format!("\\x{code:02X}"),
                    0x100..=0xFFFF => format!("\\u{code:04X}"),
                    _ => format!("\\U{code:08X}"),
                };
                return self.put_str(&text);
            }
        };
        self.put('\\');
        self.put(letter);
    }

    fn write_literal(&mut self, text: &str) {
        self.write_indicator("|", true, false, false);
        let bytes = text.as_bytes();
        if text.starts_with(' ') || break_len(bytes) > 0 {
            self.write_indicator("2", false, false, false);
        }
        let ends_in_break = |text: &str| {
            text.chars()
                .next_back()
                .is_some_and(|c| break_len(c.encode_utf8(&mut [0; 4]).as_bytes()) > 0)
        };
        if !ends_in_break(text) {
            self.write_indicator("-", false, false, false);
        } else {
            let mut rest = text.chars();
            rest.next_back();
            if rest.as_str().is_empty() || ends_in_break(rest.as_str()) {
                self.write_indicator("+", false, false, false);
            }
        }
        self.put_break();
        self.indention = true;
        self.whitespace = true;
        let mut breaks = true;
        let mut at = 0;
        while at < bytes.len() {
            let len = break_len(&bytes[at..]);
            if len > 0 {
                self.out.push_str(&text[at..at + len]);
                self.column = 0;
                self.indention = true;
                breaks = true;
                at += len;
                continue;
            }
            if breaks {
                self.write_indent();
            }
            let run = (at..bytes.len()).find(|at| break_len(&bytes[*at..]) > 0);
            let end = run.unwrap_or(bytes.len());
            self.put_str(&text[at..end]);
            self.indention = false;
            breaks = false;
            at = end;
        }
    }
}
