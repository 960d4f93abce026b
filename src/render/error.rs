//! Why a chart could not be rendered: where, what, and what to do.

use std::fmt;
use std::sync::Arc;

/// A template that could not be rendered, or one that was asked for and is not there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RenderError {
    template: Option<Arc<str>>,
    line: Option<u32>,
    message: String,
    help: Option<String>,
}

impl RenderError {
    /// An error at a line of a template.
    pub fn at(template: impl Into<Arc<str>>, line: Option<u32>, message: String) -> RenderError {
        RenderError { template: Some(template.into()), line, message, help: None }
    }

    /// An error that no template has made.
    pub fn new(message: String) -> RenderError {
        RenderError { template: None, line: None, message, help: None }
    }

    /// Adds what to do.
    pub fn with_help(mut self, help: impl Into<String>) -> RenderError {
        self.help = Some(help.into());
        self
    }

    pub(super) fn unknown_template(name: &str, available: Vec<String>) -> RenderError {
        RenderError::new(format!("no template named `{name}` produced output"))
            .with_help(format!("templates with output: {}", available.join(", ")))
    }

    /// The template's path.
    pub fn template(&self) -> Option<&str> {
        self.template.as_deref()
    }

    /// The line in the template, from 1.
    pub fn line(&self) -> Option<u32> {
        self.line
    }

    /// What to do.
    pub fn help(&self) -> Option<&str> {
        self.help.as_deref()
    }
}

impl fmt::Display for RenderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.template, self.line) {
            (Some(template), Some(line)) => write!(f, "{template}:{line}: {}", self.message),
            (Some(template), None) => write!(f, "{template}: {}", self.message),
            (None, _) => f.write_str(&self.message),
        }
    }
}

impl std::error::Error for RenderError {}
