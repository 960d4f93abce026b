//! Moving over characters, and what kinds of them there are.

use super::{Scan, Scanner, TokenKind};
use crate::yaml::error::{Mark, Problem};

/// Space or tab.
#[inline]
pub(super) fn is_blank(byte: u8) -> bool {
    byte == b' ' || byte == b'\t'
}

/// What names of anchors, handles and directives are made of.
#[inline]
pub(super) fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-'
}

/// A line break as it counts in a scalar: the old Unicode breaks are kept, others become `\n`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Break {
    Newline,
    /// U+2028
    Line,
    /// U+2029
    Paragraph,
}

impl Break {
    pub fn as_str(self) -> &'static str {
        match self {
            Break::Newline => "\n",
            Break::Line => "\u{2028}",
            Break::Paragraph => "\u{2029}",
        }
    }
}

impl<'a> Scanner<'a> {
    /// The byte `ahead` of the position; 0 behind the end. (A real 0 was refused before.)
    #[inline]
    pub(super) fn byte(&self, ahead: usize) -> u8 {
        self.byte_at(self.pos + ahead)
    }

    #[inline]
    pub(super) fn byte_at(&self, at: usize) -> u8 {
        self.src.get(at).copied().unwrap_or(0)
    }

    #[inline]
    pub(super) fn column(&self) -> u32 {
        (self.pos - self.line_start - self.wide) as u32
    }

    #[inline]
    pub(super) fn mark(&self) -> Mark {
        Mark { offset: self.pos as u32, line: self.line, column: self.column() }
    }

    pub(super) fn problem(
        &self,
        context: Mark,
        text: impl Into<std::borrow::Cow<'static, str>>,
    ) -> Problem {
        Problem { text: text.into(), at: self.mark(), context, lexical: true }
    }

    /// The length of the line break at a place, 0 if there is none. YAML 1.1 knows NEL, LS and
    /// PS besides CR and LF.
    #[inline]
    pub(super) fn break_len(&self, at: usize) -> usize {
        match self.byte_at(at) {
            b'\n' => 1,
            b'\r' if self.byte_at(at + 1) == b'\n' => 2,
            b'\r' => 1,
            0xC2 if self.byte_at(at + 1) == 0x85 => 2,
            0xE2 if self.byte_at(at + 1) == 0x80 && matches!(self.byte_at(at + 2), 0xA8 | 0xA9) => {
                3
            }
            _ => 0,
        }
    }

    #[inline]
    pub(super) fn is_break(&self, ahead: usize) -> bool {
        self.break_len(self.pos + ahead) > 0
    }

    #[inline]
    pub(super) fn blank_or_end(&self, ahead: usize) -> bool {
        self.blank_or_end_at(self.pos + ahead)
    }

    /// A blank, a line break or the end of the text.
    #[inline]
    pub(super) fn blank_or_end_at(&self, at: usize) -> bool {
        is_blank(self.byte_at(at)) || self.break_or_end_at(at)
    }

    #[inline]
    pub(super) fn break_or_end_at(&self, at: usize) -> bool {
        at >= self.src.len() || self.break_len(at) > 0
    }

    /// Moves to a place on the same line.
    #[inline]
    pub(super) fn advance_to(&mut self, at: usize) {
        if !self.ascii {
            let skipped = &self.src[self.pos..at];
            self.wide += skipped.iter().filter(|b| **b & 0xC0 == 0x80).count();
        }
        self.pos = at;
    }

    /// The end of the line that `at` stands on.
    pub(super) fn line_end(&self, mut at: usize) -> usize {
        loop {
            let rest = &self.src[at..];
            let stop = |b: &u8| matches!(b, b'\n' | b'\r' | 0xC2 | 0xE2);
            match rest.iter().position(stop) {
                None => return self.src.len(),
                Some(found) => at += found,
            }
            if self.break_len(at) > 0 {
                return at;
            }
            at += 1;
        }
    }

    pub(super) fn skip_rest_of_line(&mut self) {
        let end = self.line_end(self.pos);
        self.advance_to(end);
    }

    /// Moves behind the line break here, if there is one, and says which it was.
    pub(super) fn skip_break(&mut self) -> Option<Break> {
        let len = self.break_len(self.pos);
        if len == 0 {
            return None;
        }
        let kind = match (len, self.byte(2)) {
            (3, 0xA8) => Break::Line,
            (3, _) => Break::Paragraph,
            _ => Break::Newline,
        };
        self.pos += len;
        self.line += 1;
        self.line_start = self.pos;
        self.wide = 0;
        Some(kind)
    }

    pub(super) fn skip_blanks(&mut self) {
        while is_blank(self.byte(0)) {
            self.pos += 1;
        }
    }

    /// The document indicator at this place, which is at the start of a line.
    pub(super) fn document_indicator(&self) -> Option<TokenKind<'a>> {
        let kind = match self.src.get(self.pos..self.pos + 3)? {
            b"---" => TokenKind::DocumentStart,
            b"..." => TokenKind::DocumentEnd,
            _ => return None,
        };
        self.blank_or_end(3).then_some(kind)
    }

    /// Skips what may follow a header on its line: blanks and a comment. Anything else is a fault.
    pub(super) fn skip_header_end(&mut self, context: Mark) -> Scan<()> {
        self.skip_blanks();
        if self.byte(0) == b'#' {
            let start = self.pos;
            self.skip_rest_of_line();
            self.comments.push((start as u32, self.pos as u32));
        }
        if !self.break_or_end_at(self.pos) {
            return Err(self.problem(context, "did not find expected comment or line break"));
        }
        self.skip_break();
        Ok(())
    }
}
