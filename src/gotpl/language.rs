//! What differs between the template languages of Go's versions, as data.
//!
//! Facts: the release notes and sources of Go's `text/template`, and probes with Helm binaries
//! that were built with these versions.

use crate::gojson::Wording;

/// The template language of a version of Go, and how it writes JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Language {
    /// `range` takes integers (1.24).
    pub ranges_over_integers: bool,
    /// `else with` (1.23).
    pub has_else_with: bool,
    /// Values that cannot be compared are named with their types (1.25).
    pub names_compared_types: bool,
    /// A call of what is no function names it (1.19).
    pub names_called: bool,
    /// JSON has an escape for bytes that are no text (up to 1.26); later the character itself.
    pub escapes_invalid_text: bool,
    /// JSON has short escapes for backspace and form feed (1.22).
    pub has_short_escapes: bool,
    /// Whose words the errors of JSON are in.
    pub json: Wording,
    /// A closing parenthesis too many is found by the lexer (1.19); else by the parser.
    pub lexer_counts_parentheses: bool,
}

impl Language {
    /// Go 1.27.
    pub const NEWEST: Language = Language {
        ranges_over_integers: true,
        has_else_with: true,
        names_compared_types: true,
        names_called: true,
        escapes_invalid_text: false,
        has_short_escapes: true,
        json: Wording::Go127,
        lexer_counts_parentheses: true,
    };

    /// Go 1.25.
    pub const GO_1_25: Language =
        Language { escapes_invalid_text: true, json: Wording::Go1, ..Language::NEWEST };

    /// Go 1.23.
    pub const GO_1_23: Language =
        Language { ranges_over_integers: false, names_compared_types: false, ..Language::GO_1_25 };

    /// Go 1.18.
    pub const GO_1_18: Language = Language {
        has_else_with: false,
        names_called: false,
        lexer_counts_parentheses: false,
        has_short_escapes: false,
        ..Language::GO_1_23
    };
}
