//! Errors of parsing and of execution, as data; their `Display` is Go's text.

use std::fmt;
use std::sync::Arc;

use crate::source::Span;

/// Why a template could not be parsed. Prints as `template: NAME:LINE: MESSAGE`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseError {
    /// Name of the file.
    pub name: Arc<str>,
    /// The 1-based line that Go reports.
    pub line: u32,
    /// What is wrong, in Go's words.
    pub message: String,
    /// The token at which the parser gave up.
    pub span: Span,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "template: {}:{}: {}", self.name, self.line, self.message)
    }
}

impl std::error::Error for ParseError {}

/// Why a template could not be executed. Prints as
/// `template: FILE:LINE:COLUMN: executing "TEMPLATE" at <CONTEXT>: MESSAGE`.
///
/// When a function failed, [`ExecError::cause`] holds what it wrapped: an `include` wraps
/// the [`ExecError`] of the included template, so that the chain of causes is the stack.
#[derive(Debug)]
pub struct ExecError {
    /// Name of the template that was running.
    pub template: String,
    /// The place; none when the template could not even start.
    pub place: Option<Place>,
    /// What is wrong, in Go's words, without the text of the cause.
    pub message: String,
    /// The error that a function returned, when it is more than a text.
    pub cause: Option<Box<dyn std::error::Error + Send + Sync>>,
    /// The value that was not of use, as templates print it.
    pub value: Option<String>,
}

/// Where a template was when it failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// Name of the file.
    pub file: Arc<str>,
    /// 1-based line.
    pub line: u32,
    /// 0-based column in bytes.
    pub column: u32,
    /// The node as Go prints it.
    pub context: String,
    /// The extent of the node in the source.
    pub span: Span,
}

impl ExecError {
    /// The error of the template that this one included, if that is why it failed.
    pub fn included(&self) -> Option<&ExecError> {
        self.cause.as_ref()?.downcast_ref()
    }

    /// The message with the text of the cause.
    pub fn full_message(&self) -> String {
        match &self.cause {
            Some(cause) => format!("{}{cause}", self.message),
            None => self.message.clone(),
        }
    }
}

impl fmt::Display for ExecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.place {
            Some(place) => write!(
                f,
                "template: {}:{}:{}: executing {} at <{}>: {}",
                place.file,
                place.line,
                place.column,
                super::quote::quote(self.template.as_bytes()),
                place.context,
                self.message
            )?,
            None => write!(f, "template: {}: {}", self.template, self.message)?,
        }
        match &self.cause {
            Some(cause) => write!(f, "{cause}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for ExecError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&**self.cause.as_ref()?)
    }
}
