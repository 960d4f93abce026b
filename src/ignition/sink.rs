//! Turns what the programs say about a node into findings that point at the field.

use crate::finding::{Finding, Severity};
use crate::ignition::place::TextPlace;
use crate::ignition::report::Position;
use crate::ignition::result::{NodeFinding, Stage};
use crate::manifest::KubeadmSpec;
use crate::path::FieldPath;
use crate::source::{SourceMap, Span};

/// The field of a KubeadmConfigSpec that holds additional config.
pub const ADDITIONAL: &str = "ignition.containerLinuxConfig.additionalConfig";

/// Collects the findings of one node.
pub struct Sink<'a> {
    spec: &'a KubeadmSpec<'a>,
    sources: &'a SourceMap,
    /// What was found so far.
    pub findings: Vec<NodeFinding>,
}

/// Where in the spec a finding belongs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum At {
    /// The spec as a whole.
    Spec,
    /// A field of the spec.
    Field(FieldPath),
    /// A place inside `additionalConfig`.
    Additional(Position),
}

impl At {
    /// A field of the spec, as written.
    pub fn field(path: &str) -> At {
        At::Field(FieldPath::parse(path))
    }
}

impl<'a> Sink<'a> {
    /// A sink for a node that is made from a spec.
    pub fn new(spec: &'a KubeadmSpec<'a>, sources: &'a SourceMap) -> Sink<'a> {
        Sink { spec, sources, findings: Vec::new() }
    }

    /// Adds a finding and hands it back for a help, a range or a text of the real program.
    pub fn add(
        &mut self,
        stage: Stage,
        severity: Severity,
        rule: &str,
        at: At,
        message: impl Into<String>,
    ) -> &mut NodeFinding {
        let (path, span) = self.place(at);
        let finding = Finding {
            rule: rule.into(),
            severity,
            message: message.into(),
            help: None,
            object: Some(self.spec.object.id.clone()),
            path: Some(path),
            location: self.sources.locate(span),
            template: {
                let whole = || self.spec.object.template.clone();
                self.sources.locate_origin(span).or_else(whole)
            },
            holds: None,
            cases: Vec::new(),
            fingerprint: String::new(),
        };
        self.findings.push(NodeFinding { finding, stage, upstream: None });
        self.findings.last_mut().expect("one was just pushed")
    }

    fn place(&self, at: At) -> (FieldPath, Span) {
        let inside = match &at {
            At::Additional(position) => {
                let node = self.spec.at(ADDITIONAL);
                node.map(|n| TextPlace::new(n, self.sources).span(*position))
            }
            _ => None,
        };
        let path = match at {
            At::Spec => self.spec.path.clone(),
            At::Field(field) => self.spec.path.join(&field),
            At::Additional(_) => self.spec.field(ADDITIONAL),
        };
        let span = inside.unwrap_or_else(|| self.spec.object.span_at(&path));
        (path, span)
    }
}

impl NodeFinding {
    /// Says what to do about it.
    pub fn help(&mut self, text: impl Into<String>) -> &mut NodeFinding {
        self.finding.help = Some(text.into());
        self
    }

    /// Says what the real program says.
    pub fn upstream(&mut self, text: impl Into<String>) -> &mut NodeFinding {
        self.upstream = Some(text.into());
        self
    }

    /// Says for which versions the statement holds.
    pub fn holds(&mut self, range: impl Into<String>) -> &mut NodeFinding {
        self.finding.holds = Some(range.into());
        self
    }
}
