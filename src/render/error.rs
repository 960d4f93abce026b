//! Why a chart could not be rendered: where, what, and what to do.

use std::fmt;
use std::sync::Arc;

use crate::source::Span;

/// A template that could not be rendered, or one that was asked for and is not there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RenderError {
    template: Option<Arc<str>>,
    line: Option<u32>,
    message: String,
    help: Option<String>,
    trace: Box<Trace>,
}

/// Where in the texts of a source map an error stands; empty where the engine keeps none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trace {
    /// The node of the template that failed, or that wrote what cannot be read.
    pub span: Span,
    /// The calls that led there, outermost first.
    pub calls: Vec<Span>,
    /// The lines of the output around what cannot be read.
    pub output: Option<String>,
}

impl Default for Trace {
    fn default() -> Trace {
        Trace { span: Span::NONE, calls: Vec::new(), output: None }
    }
}

impl RenderError {
    /// An error at a line of a template.
    pub fn at(template: impl Into<Arc<str>>, line: Option<u32>, message: String) -> RenderError {
        let template = Some(template.into());
        RenderError { template, line, message, help: None, trace: Box::default() }
    }

    /// An error that no template has made.
    pub fn new(message: String) -> RenderError {
        RenderError { template: None, line: None, message, help: None, trace: Box::default() }
    }

    /// Adds what to do.
    pub fn with_help(mut self, help: impl Into<String>) -> RenderError {
        self.help = Some(help.into());
        self
    }

    /// Adds where it stands.
    pub fn with_trace(mut self, trace: Box<Trace>) -> RenderError {
        self.trace = trace;
        self
    }

    /// What is wrong, without the place.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Where it stands.
    pub fn trace(&self) -> &Trace {
        &self.trace
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
