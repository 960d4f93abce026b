//! Where rules report to: turns drafts into findings.

use std::fmt::Write as _;
use std::sync::Arc;

use sha2::{Digest, Sha256};

use crate::finding::{Finding, Severity};
use crate::glob::strip_hash_suffix;
use crate::manifest::{Object, ObjectRef};
use crate::path::FieldPath;
use crate::source::{Location, SourceMap, Span};

use super::registry::Rule;

/// A finding in the making. The methods add to it and hand it back.
#[derive(Debug)]
pub struct Draft {
    message: String,
    severity: Option<Severity>,
    help: Option<String>,
    holds: Option<String>,
    object: Option<ObjectRef>,
    template: Option<Location>,
    path: Option<FieldPath>,
    place: Place,
}

#[derive(Debug)]
enum Place {
    Span(Span),
    Location(Option<Location>),
}

impl Draft {
    /// Says what to do about it.
    pub fn help(&mut self, text: impl Into<String>) -> &mut Draft {
        self.help = Some(text.into());
        self
    }

    /// Says for which versions the statement holds.
    pub fn holds(&mut self, window: impl ToString) -> &mut Draft {
        self.holds = Some(window.to_string());
        self
    }

    /// Differs from the severity of the rule.
    pub fn severity(&mut self, severity: Severity) -> &mut Draft {
        self.severity = Some(severity);
        self
    }

    /// Points somewhere else than at the field.
    pub fn span(&mut self, span: Span) -> &mut Draft {
        self.place = Place::Span(span);
        self
    }
}

/// Collects what rules report.
#[derive(Debug)]
pub struct Sink<'a> {
    sources: &'a SourceMap,
    rule: &'a Rule,
    drafts: Vec<(&'a Rule, Draft)>,
}

impl<'a> Sink<'a> {
    /// A sink whose findings point into these texts.
    pub(super) fn new(sources: &'a SourceMap, rule: &'a Rule) -> Sink<'a> {
        Sink { sources, rule, drafts: Vec::new() }
    }

    /// Names the rule that reports from now on.
    pub(super) fn enter(&mut self, rule: &'a Rule) {
        self.rule = rule;
    }

    /// Reports something about a field of an object.
    pub fn on(
        &mut self,
        object: &Object,
        path: &FieldPath,
        message: impl Into<String>,
    ) -> &mut Draft {
        let draft = Draft {
            object: Some(object.id.clone()),
            template: object.template.clone(),
            path: Some(path.clone()),
            ..draft(message.into(), Place::Span(object.span_at(path)))
        };
        self.push(draft)
    }

    /// Reports something about a part of the input that belongs to no object.
    pub fn at(&mut self, span: Span, message: impl Into<String>) -> &mut Draft {
        self.push(draft(message.into(), Place::Span(span)))
    }

    /// Reports something about a place that is not in the input, such as the configuration.
    pub fn outside(
        &mut self,
        location: Option<Location>,
        message: impl Into<String>,
    ) -> &mut Draft {
        self.push(draft(message.into(), Place::Location(location)))
    }

    fn push(&mut self, draft: Draft) -> &mut Draft {
        self.drafts.push((self.rule, draft));
        &mut self.drafts.last_mut().expect("one was just pushed").1
    }

    /// The findings in the order reported.
    pub(super) fn finish(self) -> Vec<Finding> {
        let sources = self.sources;
        let finding = |(rule, draft): (&Rule, Draft)| Finding {
            rule: Arc::from(rule.name),
            severity: draft.severity.unwrap_or(rule.meta.severity),
            fingerprint: String::new(),
            message: draft.message,
            help: draft.help,
            object: draft.object,
            path: draft.path,
            template: match &draft.place {
                Place::Span(span) => sources.locate_origin(*span).or(draft.template),
                Place::Location(_) => draft.template,
            },
            location: match draft.place {
                Place::Span(span) => sources.locate(span),
                Place::Location(location) => location,
            },
            holds: draft.holds,
            cases: Vec::new(),
        };
        self.drafts.into_iter().map(finding).collect()
    }
}

fn draft(message: String, place: Place) -> Draft {
    Draft {
        message,
        severity: None,
        help: None,
        holds: None,
        object: None,
        template: None,
        path: None,
        place,
    }
}

/// The identity of a finding over time. Lines, columns and hash suffixes of names play no
/// part; `occurrence` tells findings apart that are the same in everything else.
pub fn fingerprint(finding: &Finding, occurrence: usize) -> String {
    let mut hash = Sha256::new();
    let mut add = |part: &str| {
        hash.update(part.as_bytes());
        hash.update([0]);
    };
    add(&finding.rule);
    if let Some(object) = &finding.object {
        add(object.group());
        add(&object.kind);
        add(object.namespace.as_deref().unwrap_or_default());
        add(strip_hash_suffix(&object.name));
    }
    add(&finding.path.as_ref().map(FieldPath::to_string).unwrap_or_default());
    for part in finding.message.split('`') {
        add(strip_hash_suffix(part));
    }
    if occurrence > 0 {
        add(&occurrence.to_string());
    }
    hash.finalize().iter().take(8).fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").expect("writing to a string cannot fail");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finding(name: &str, message: &str) -> Finding {
        Finding {
            rule: "ref/dangling-reference".into(),
            severity: Severity::Error,
            message: message.to_owned(),
            help: None,
            object: Some(ObjectRef {
                api_version: "v1".into(),
                kind: "Secret".into(),
                namespace: None,
                name: name.into(),
            }),
            path: None,
            location: None,
            template: None,
            holds: None,
            cases: Vec::new(),
            fingerprint: String::new(),
        }
    }

    #[test]
    fn fingerprints_ignore_hash_suffixes() {
        let a = fingerprint(&finding("demo-1a2b3c4d", "`x-9f8e7d6c` is missing"), 0);
        let b = fingerprint(&finding("demo-5e6f7a8b", "`x-1f2e3d4c` is missing"), 0);
        assert_eq!(a, b);
        assert_eq!(a.len(), 16);
    }

    #[test]
    fn fingerprints_tell_objects_messages_and_occurrences_apart() {
        let a = finding("demo", "`x` is missing");
        assert_ne!(fingerprint(&a, 0), fingerprint(&finding("other", "`x` is missing"), 0));
        assert_ne!(fingerprint(&a, 0), fingerprint(&finding("demo", "`y` is missing"), 0));
        assert_ne!(fingerprint(&a, 0), fingerprint(&a, 1));
    }
}
