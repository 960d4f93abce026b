//! What a check says: a [`Finding`] names a rule, an object, a field and a place in a file.
//!
//! Findings are plain data. Checks make them, [`crate::report`] prints them; neither knows
//! the other.

use std::sync::Arc;

use serde::Serialize;

use crate::manifest::ObjectRef;
use crate::path::FieldPath;
use crate::source::Location;

/// How bad a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Worth knowing; never fails a run.
    Info,
    /// Likely wrong, or wrong for some.
    Warning,
    /// Would be refused, would not boot, or would not do what it says.
    Error,
}

impl Severity {
    /// The word that reports and the configuration use.
    pub fn as_str(self) -> &'static str {
        match self {
            Severity::Info => "info",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}

/// One statement about the input.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Finding {
    /// Name of the rule, `group/bad-thing`.
    pub rule: Arc<str>,
    /// How bad it is, after overrides by the configuration.
    pub severity: Severity,
    /// What is wrong: a lower-case fragment without a final dot.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
    /// The object that the finding is about.
    pub object: Option<ObjectRef>,
    /// The field of the object.
    pub path: Option<FieldPath>,
    /// Where the field stands in the manifest or file that was judged.
    pub location: Option<Location>,
    /// The template line that produced the field, where the renderer knows it.
    pub template: Option<Location>,
    /// The version range that the statement holds for, such as `capi v1.1.0..v1.2.11`.
    pub holds: Option<String>,
    /// The cases that show the finding; empty outside `check`.
    pub cases: Vec<Arc<str>>,
    /// Identity of the finding over time: ignores line numbers and hash suffixes.
    pub fingerprint: String,
}

/// What a report may say about a rule without knowing it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleInfo {
    /// `group/bad-thing`.
    pub name: &'static str,
    /// The severity unless overridden.
    pub severity: Severity,
    /// First sentence of the documentation.
    pub summary: String,
    /// The whole documentation as markdown.
    pub docs: String,
}
