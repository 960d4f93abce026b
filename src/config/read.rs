//! Reading typed values from nodes, collecting what is wrong with them.

use super::{At, Problem};
use crate::glob::Glob;
use crate::source::{SourceMap, Span};
use crate::suggest::did_you_mean;
use crate::yaml::{Kind, Node, Scalar};

/// Turns nodes into values and collects the faults.
pub(super) struct Reader<'a> {
    pub sources: &'a SourceMap,
    pub problems: Vec<Problem>,
}

impl Reader<'_> {
    /// Notes a fault.
    pub fn problem(&mut self, span: Span, message: impl Into<String>, help: Option<String>) {
        // Every node of a configuration was read from a file that is in the map.
        if let Some(location) = self.sources.locate(span) {
            self.problems.push(Problem { location, message: message.into(), help });
        }
    }

    /// Checks that a node is a mapping whose keys are all known and written once.
    pub fn mapping(&mut self, node: &Node, what: &str, known: &[&'static str]) -> bool {
        if is_null(node) {
            return true;
        }
        if !self.any_mapping(node, what) {
            return false;
        }
        for entry in node.entries() {
            let Some(key) = entry.key.text() else { continue };
            if !known.contains(&key) {
                let help = did_you_mean(key, known.iter().copied())
                    .unwrap_or_else(|| format!("known keys: {}", known.join(", ")));
                let message = format!("unknown key `{key}` in {what}");
                self.problem(entry.key.span(), message, Some(help));
            }
        }
        true
    }

    /// Checks that a node is a mapping from text, with any keys, each written once.
    pub fn any_mapping(&mut self, node: &Node, what: &str) -> bool {
        if is_null(node) {
            return true;
        }
        if !node.is_mapping() {
            self.wrong(node, what, "a mapping");
            return false;
        }
        let mut seen = std::collections::HashSet::new();
        for entry in node.entries() {
            match entry.key.text() {
                None => self.wrong(&entry.key, &format!("a key of {what}"), "text"),
                Some(key) if !seen.insert(key) => {
                    self.problem(entry.key.span(), format!("`{key}` is written twice"), None);
                }
                Some(_) => {}
            }
        }
        true
    }

    /// The items of a list; a missing value is an empty one.
    pub fn list<'n>(&mut self, node: &'n Node, what: &str) -> &'n [Node] {
        if !node.is_sequence() && !is_null(node) {
            self.wrong(node, what, "a list");
        }
        node.items()
    }

    /// A text that is not empty. Numbers and the like are text as they were written.
    pub fn text(&mut self, node: &Node, what: &str) -> Option<At<String>> {
        let text = match node.text() {
            Some(text) if !is_null(node) && !text.trim().is_empty() => text,
            Some(_) => {
                self.problem(node.span(), format!("{what} is empty"), None);
                return None;
            }
            None => {
                self.wrong(node, what, "text");
                return None;
            }
        };
        Some(At { value: text.to_owned(), span: node.span() })
    }

    /// A truth value.
    pub fn boolean(&mut self, node: &Node, what: &str) -> Option<bool> {
        match node.text().map(|_| node.resolve(Default::default())) {
            Some(Scalar::Bool(value)) => Some(value),
            _ => {
                self.wrong(node, what, "`true` or `false`");
                None
            }
        }
    }

    /// A text that something else reads.
    pub fn parsed<T, E: std::fmt::Display>(
        &mut self,
        node: &Node,
        what: &str,
        help: Option<String>,
        parse: impl FnOnce(&str) -> Result<T, E>,
    ) -> Option<At<T>> {
        let text = self.text(node, what)?;
        match parse(&text.value) {
            Ok(value) => Some(At { value, span: text.span }),
            Err(error) => {
                self.problem(text.span, format!("{what}: {error}"), help);
                None
            }
        }
    }

    /// A pattern.
    pub fn glob(&mut self, node: &Node, what: &str) -> Option<At<Glob>> {
        self.parsed(node, what, None, Glob::parse)
    }

    /// One of a few words.
    pub fn word(
        &mut self,
        node: &Node,
        what: &str,
        words: &[&'static str],
    ) -> Option<At<&'static str>> {
        let text = self.text(node, what)?;
        match words.iter().find(|word| **word == text.value) {
            Some(word) => Some(At { value: word, span: text.span }),
            None => {
                let message = format!("{what} cannot be `{}`", text.value);
                let help = did_you_mean(&text.value, words.iter().copied())
                    .unwrap_or_else(|| format!("one of {}", words.join(", ")));
                self.problem(text.span, message, Some(help));
                None
            }
        }
    }

    /// Notes that a required key is missing.
    pub fn missing(&mut self, node: &Node, what: &str, key: &str) {
        self.problem(node.span(), format!("{what} has no `{key}`"), None);
    }

    fn wrong(&mut self, node: &Node, what: &str, expected: &str) {
        let found = match node.kind() {
            Kind::Mapping(_) => "a mapping",
            Kind::Sequence(_) => "a list",
            Kind::Scalar { .. } if is_null(node) => "nothing",
            Kind::Scalar { .. } => "a single value",
        };
        let message = format!("{what} must be {expected}, found {found}");
        self.problem(node.span(), message, None);
    }
}

/// True for a value that was left out: `key:` or `key: null`.
pub(super) fn is_null(node: &Node) -> bool {
    node.text().is_some() && node.resolve(Default::default()) == Scalar::Null
}
