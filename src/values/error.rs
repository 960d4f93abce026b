//! What can be wrong with values.

use std::fmt;

use super::origin::Origin;
use super::set::SetError;
use crate::path::FieldPath;
use crate::source::{Location, SourceMap, Span};

/// A fault in values: what is wrong, where, and what to do. `Display` prints place and message
/// in one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ValuesError {
    /// The value that the fault is about.
    pub path: FieldPath,
    /// What is wrong: a lower-case fragment.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
    /// The place in a file, where one is at fault.
    pub location: Option<Location>,
    /// The layer that set the value; none when nothing did.
    pub origin: Option<Origin>,
    /// The place in words, as printed.
    place: String,
    /// For flags: the argument with a caret under the fault.
    pub excerpt: Option<String>,
}

impl ValuesError {
    /// A fault at a place in a file.
    pub(super) fn in_file(sources: &SourceMap, span: Span, message: String) -> ValuesError {
        let location = sources.locate(span);
        ValuesError {
            path: FieldPath::root(),
            message,
            help: None,
            place: location.as_ref().map(Location::to_string).unwrap_or_default(),
            location,
            origin: None,
            excerpt: None,
        }
    }

    /// A fault of a value that a layer has set, or that no layer has.
    pub(super) fn in_value(
        sources: &SourceMap,
        path: FieldPath,
        origin: Option<&Origin>,
        message: String,
    ) -> ValuesError {
        let location = origin.and_then(|origin| origin.location(sources));
        let place = match (&location, origin) {
            (Some(location), _) => location.to_string(),
            (None, Some(origin)) => format!("`{}`", origin.describe(sources)),
            (None, None) => String::new(),
        };
        ValuesError {
            path,
            message,
            help: None,
            location,
            origin: origin.cloned(),
            place,
            excerpt: None,
        }
    }

    pub(super) fn with_help(mut self, help: impl Into<String>) -> ValuesError {
        self.help = Some(help.into());
        self
    }

    pub(super) fn at_path(mut self, path: FieldPath) -> ValuesError {
        self.path = path;
        self
    }
}

impl From<SetError> for ValuesError {
    fn from(error: SetError) -> ValuesError {
        ValuesError {
            path: FieldPath::root(),
            message: error.message(),
            help: Some(error.help().into()),
            location: None,
            place: error.to_string().trim_end_matches(&format!(": {}", error.message())).into(),
            excerpt: Some(error.excerpt()),
            origin: Some(Origin::Flag { column: error.column, edit: error.edit }),
        }
    }
}

impl fmt::Display for ValuesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.place.is_empty() {
            write!(f, "{}: ", self.place)?;
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for ValuesError {}
