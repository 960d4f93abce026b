//! What can be wrong with YAML text.
//!
//! The texts are those of go-yaml, because Helm prints them and golden output holds them. The
//! odd rule for line numbers is kept too: see [`Problem::into_error`]. This module knows
//! nothing of scanning; it only words and locates.

use std::fmt;

use crate::source::{FileId, Span};

/// The classes of faults, for callers that treat them differently.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ErrorKind {
    /// The bytes are not text that YAML allows: broken UTF-8, control characters.
    Encoding,
    /// The text breaks YAML's grammar.
    Syntax,
    /// An alias names no anchor, or a node contains itself.
    Alias,
    /// The text is too large, too deep, or expands to too much.
    Limit,
    /// The text is good YAML, but the value has no place where it was to go: a tag that does
    /// not fit, a list as a key, an infinity in JSON.
    Value,
}

/// A fault in YAML text. [`Display`](fmt::Display) prints go-yaml's text, such as
/// ``yaml: line 3: could not find expected ':'``.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    /// What class of fault it is.
    pub kind: ErrorKind,
    /// go-yaml's whole text, with its prefix and its line.
    pub message: String,
    /// Where the fault was noticed.
    pub span: Span,
}

impl Error {
    /// Makes an error from go-yaml's text without its `yaml: ` prefix.
    pub(crate) fn new(kind: ErrorKind, text: impl fmt::Display, span: Span) -> Error {
        Error { kind, message: format!("yaml: {text}"), span }
    }

    /// Makes an error whose text has no `yaml: ` prefix, because another layer words it.
    pub(crate) fn bare(kind: ErrorKind, message: String, span: Span) -> Error {
        Error { kind, message, span }
    }

    /// The text without go-yaml's prefix and line: what is wrong, for messages that say the
    /// place better.
    pub fn problem(&self) -> &str {
        let text = self.message.strip_prefix("yaml: ").unwrap_or(&self.message);
        let Some(rest) = text.strip_prefix("line ") else { return text };
        match rest.split_once(": ") {
            Some((line, problem)) if line.bytes().all(|b| b.is_ascii_digit()) => problem,
            _ => text,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}

/// A place in the text while it is scanned: offset in bytes, line and column counted from 0,
/// the column in characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Mark {
    /// Offset in bytes.
    pub offset: u32,
    /// 0-based line.
    pub line: u32,
    /// 0-based column in characters.
    pub column: u32,
}

/// A syntax fault before its line number is chosen.
#[derive(Debug, Clone)]
pub(super) struct Problem {
    pub text: std::borrow::Cow<'static, str>,
    pub at: Mark,
    /// Where the construct that is broken began.
    pub context: Mark,
    /// Found by the scanner (as opposed to the grammar).
    pub lexical: bool,
}

impl Problem {
    /// Words the fault as go-yaml v2 does (`fail` in yaml.v2/decode.go). Its marks count lines
    /// from 0, only the scanner's are corrected by one, and a mark on the first line counts
    /// as no mark at all: then the start of the construct is tried, uncorrected. yaml.v3 tries
    /// the start of the construct first and corrects both.
    pub fn into_error(self, file: FileId, v3: bool) -> Error {
        let correction = u32::from(self.lexical);
        let line = match (self.at.line, self.context.line) {
            (_, context) if v3 && context != 0 => context + correction,
            (0, 0) => 0,
            (0, context) => context,
            (at, _) => at + correction,
        };
        let offset = self.at.offset as usize;
        let span = Span::new(file, offset, offset);
        match line {
            0 => Error::new(ErrorKind::Syntax, self.text, span),
            _ => Error::new(ErrorKind::Syntax, format_args!("line {line}: {}", self.text), span),
        }
    }
}
