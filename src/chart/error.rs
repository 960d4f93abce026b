//! Why a chart could not be loaded or prepared.

use std::fmt;

/// A chart that cannot be used. Prints as Helm says it; [`ChartError::help`] is ours.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChartError {
    text: String,
    help: Option<String>,
}

impl ChartError {
    /// An error with Helm's text.
    pub fn new(text: impl Into<String>) -> ChartError {
        ChartError { text: text.into(), help: None }
    }

    /// Adds what to do, in our words.
    pub fn with_help(mut self, help: impl Into<String>) -> ChartError {
        self.help = Some(help.into());
        self
    }

    /// Puts Helm's words in front.
    pub fn context(mut self, prefix: fmt::Arguments<'_>) -> ChartError {
        self.text = format!("{prefix}{}", self.text);
        self
    }

    /// What to do.
    pub fn help(&self) -> Option<&str> {
        self.help.as_deref()
    }
}

impl fmt::Display for ChartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl std::error::Error for ChartError {}

impl From<String> for ChartError {
    fn from(text: String) -> ChartError {
        ChartError::new(text)
    }
}

/// An error of the system in Go's words: `open x: no such file or directory`.
pub fn io_text(operation: &str, path: &str, error: &std::io::Error) -> String {
    format!("{operation} {path}: {}", system_text(error))
}

/// The text of an error of the system as Go and C print it.
pub fn system_text(error: &std::io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or(&text);
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => first.to_lowercase().chain(chars).collect(),
        None => String::new(),
    }
}
