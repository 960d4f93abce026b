//! What the transpiler says about a config: entries with a kind, a text and a position.
//!
//! Follows the `report` package of flatcar/ignition v0.36.2. Whether a report stops the
//! bootstrap provider depends on strictness, so entries are kept apart from errors. This
//! module knows no config type.

use std::fmt;

/// How bad an entry is. Strict parsing stops at any of them, other parsing at errors only.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EntryKind {
    /// The config cannot be used.
    Error,
    /// Likely not what the author meant.
    Warning,
    /// A hint.
    Info,
    /// Works, and will stop to.
    Deprecated,
}

impl EntryKind {
    fn as_str(self) -> &'static str {
        match self {
            EntryKind::Error => "error",
            EntryKind::Warning => "warning",
            EntryKind::Info => "info",
            EntryKind::Deprecated => "deprecated",
        }
    }
}

/// Line and column, both counted from 1; line 0 means that the place is not known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, PartialOrd, Ord)]
pub struct Position {
    /// Line, counted from 1.
    pub line: usize,
    /// Column, counted from 1.
    pub column: usize,
}

/// One statement of the transpiler.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// How bad it is.
    pub kind: EntryKind,
    /// The text of the real program.
    pub message: String,
    /// Where it stands in the config text.
    pub position: Position,
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = self.kind.as_str();
        let Position { line, column } = self.position;
        if line == 0 {
            write!(f, "{kind}: {}", self.message)
        } else {
            write!(f, "{kind} at line {line}, column {column}\n{}", self.message)
        }
    }
}

/// All entries about one config, in the order in which the real program finds them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Report {
    /// The entries.
    pub entries: Vec<Entry>,
}

impl Report {
    /// A report with one entry that has no position yet.
    pub fn of(kind: EntryKind, message: impl Into<String>) -> Report {
        let mut report = Report::default();
        report.add(kind, message);
        report
    }

    /// A report with one error.
    pub fn error(message: impl Into<String>) -> Report {
        Report::of(EntryKind::Error, message)
    }

    /// A report with one warning.
    pub fn warning(message: impl Into<String>) -> Report {
        Report::of(EntryKind::Warning, message)
    }

    /// Adds an entry without a position.
    pub fn add(&mut self, kind: EntryKind, message: impl Into<String>) {
        let position = Position::default();
        self.entries.push(Entry { kind, message: message.into(), position });
    }

    /// Appends another report.
    pub fn merge(&mut self, other: Report) {
        self.entries.extend(other.entries);
    }

    /// Gives a place to the entries that have none yet.
    #[must_use]
    pub fn at(mut self, position: Position) -> Report {
        for entry in &mut self.entries {
            if entry.position.line == 0 {
                entry.position = position;
            }
        }
        self
    }

    /// True when the config cannot be used, whatever the strictness.
    pub fn is_fatal(&self) -> bool {
        self.entries.iter().any(|e| e.kind == EntryKind::Error)
    }

    /// True when nothing was said.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, entry) in self.entries.iter().enumerate() {
            if i > 0 {
                f.write_str("\n")?;
            }
            entry.fmt(f)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_given_only_to_entries_without_one() {
        let near = Position { line: 3, column: 4 };
        let mut report = Report::error("a").at(near);
        report.merge(Report::warning("b"));
        let text = report.at(Position { line: 1, column: 1 }).to_string();
        assert_eq!(text, "error at line 3, column 4\na\nwarning at line 1, column 1\nb");
    }

    #[test]
    fn an_entry_without_a_place_is_one_line() {
        assert_eq!(Report::warning("empty").to_string(), "warning: empty");
        assert!(!Report::warning("empty").is_fatal());
    }
}
