//! Colours and wrapping for text on a terminal.
//!
//! Styles are always written; the stream that prints them strips what the terminal or
//! `NO_COLOR` does not want.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};
use unicode_width::UnicodeWidthStr;

use crate::finding::Severity;
use crate::upgrade::Outcome;

/// What matters most on a line.
pub(super) const BOLD: Style = Style::new().bold();
/// What may be skipped.
pub(super) const DIM: Style = Style::new().dimmed();
/// Places and gutters.
pub(super) const PLACE: Style = AnsiColor::Blue.on_default().bold();

/// The colour of a severity.
pub(super) fn severity(severity: Severity) -> Style {
    match severity {
        Severity::Error => AnsiColor::Red.on_default().bold(),
        Severity::Warning => AnsiColor::Yellow.on_default().bold(),
        Severity::Info => AnsiColor::Cyan.on_default().bold(),
    }
}

/// The colour of an outcome.
pub(super) fn outcome(outcome: Outcome) -> Style {
    match outcome {
        Outcome::Refused | Outcome::Recreated => severity(Severity::Error),
        Outcome::Rolls | Outcome::Ignored => severity(Severity::Warning),
        Outcome::InPlace | Outcome::Allowed => severity(Severity::Info),
    }
}

/// The colour of the sign of a change.
pub(super) fn sign(sign: char) -> Style {
    match sign {
        '+' => AnsiColor::Green.on_default(),
        '-' => AnsiColor::Red.on_default(),
        ' ' => Style::new(),
        _ => AnsiColor::Yellow.on_default(),
    }
}

/// Writes text in a style.
pub(super) fn styled(out: &mut String, style: Style, text: &str) {
    let _ = write!(out, "{style}{text}{style:#}");
}

/// Breaks text at spaces so that no line is wider than `width`; continuation lines begin with
/// `indent`. The first line is taken to start at column `used`.
pub(super) fn wrap(text: &str, width: Option<usize>, used: usize, indent: &str) -> String {
    let Some(width) = width else { return text.to_owned() };
    let mut out = String::with_capacity(text.len());
    let mut column = used;
    for (i, word) in text.split(' ').enumerate() {
        let length = word.width();
        if i > 0 && column + 1 + length > width && column > indent.width() {
            out.push('\n');
            out.push_str(indent);
            column = indent.width();
        } else if i > 0 {
            out.push(' ');
            column += 1;
        }
        out.push_str(word);
        column += length;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_text_is_broken_at_spaces_only() {
        assert_eq!(wrap("aaa bbb ccc", Some(8), 0, "  "), "aaa bbb\n  ccc");
        assert_eq!(wrap("aaaaaaaaaaaa b", Some(4), 0, ""), "aaaaaaaaaaaa\nb");
        assert_eq!(wrap("aaa bbb", None, 0, ""), "aaa bbb");
    }
}
