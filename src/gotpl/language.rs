//! What differs between the template languages of Go's versions, as data.
//!
//! Facts: the release notes and sources of Go's `text/template`, and probes with Helm binaries
//! that were built with these versions.

/// The template language of a version of Go.
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
    /// A closing parenthesis too many is found by the lexer (1.19); else by the parser.
    pub lexer_counts_parentheses: bool,
}

impl Language {
    /// Go 1.25 and later.
    pub const NEWEST: Language = Language {
        ranges_over_integers: true,
        has_else_with: true,
        names_compared_types: true,
        names_called: true,
        lexer_counts_parentheses: true,
    };

    /// Go 1.23.
    pub const GO_1_23: Language =
        Language { ranges_over_integers: false, names_compared_types: false, ..Language::NEWEST };

    /// Go 1.18.
    pub const GO_1_18: Language = Language {
        has_else_with: false,
        names_called: false,
        lexer_counts_parentheses: false,
        ..Language::GO_1_23
    };
}
