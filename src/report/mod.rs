//! Reports: one file per format, each a pure function of a [`Report`].
//!
//! A report knows no rule by name, reads no files and prints nothing: it returns text, and
//! the command line decides where that goes. Adding a format is one file here, one variant of
//! [`Format`] and one arm of [`Format::render`].

mod causes;
mod changes;
mod github;
mod json;
mod junit;
mod markdown;
mod sarif;
mod style;
mod text;
mod verdicts;

use std::sync::Arc;

use crate::diff::Change;
use crate::diff::text::TextDiff;
use crate::finding::{Finding, RuleInfo, Severity};
use crate::manifest::ObjectRef;
use crate::profile::Profile;
use crate::source::SourceMap;
use crate::upgrade::{Target, Verdict};

/// A form that a report can take.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Format {
    /// For a terminal.
    Text,
    /// For programs; the contract of `"schema": 1`.
    Json,
    /// For a pull request comment, at most [`markdown::LIMIT`] characters.
    Markdown,
    /// SARIF 2.1.0, for code scanning.
    Sarif,
    /// JUnit XML, for the test tab of a CI system.
    Junit,
    /// GitHub workflow commands, which become annotations of a pull request.
    Github,
}

impl Format {
    /// All formats in the order that the help lists them.
    pub const ALL: [Format; 6] = [
        Format::Text,
        Format::Json,
        Format::Markdown,
        Format::Sarif,
        Format::Junit,
        Format::Github,
    ];

    /// The name on the command line.
    pub fn as_str(self) -> &'static str {
        match self {
            Format::Text => "text",
            Format::Json => "json",
            Format::Markdown => "markdown",
            Format::Sarif => "sarif",
            Format::Junit => "junit",
            Format::Github => "github",
        }
    }

    /// Writes a report in this format. The text ends with a newline unless it is empty.
    pub fn render(self, report: &Report) -> String {
        match self {
            Format::Text => text::render(report),
            Format::Json => json::render(report),
            Format::Markdown => markdown::render(report),
            Format::Sarif => sarif::render(report),
            Format::Junit => junit::render(report),
            Format::Github => github::render(report),
        }
    }
}

/// What a comparison of two sides came to.
#[derive(Debug, Clone, Default)]
pub struct Upgrade {
    /// The verdicts, in the order of the objects.
    pub verdicts: Vec<Verdict>,
    /// For each verdict the cases that have it. Empty outside of `check`.
    pub cases: Vec<Vec<Arc<str>>>,
    /// How many cases were compared; 0 outside of `check`.
    pub compared: usize,
    /// Every control plane and pool with its nodes.
    pub nodes: Vec<(ObjectRef, Target)>,
    /// What differs.
    pub changes: Vec<Change>,
    /// What a reader must know about all verdicts.
    pub notes: Vec<String>,
    /// The verdicts that say something as findings, for formats that know nothing else.
    pub findings: Vec<Finding>,
    /// Print changes that say nothing by themselves, too.
    pub show_noise: bool,
}

/// A difference of texts that a finding refers to.
#[derive(Debug, Clone)]
pub struct Attachment {
    /// What differs, such as the name of a case.
    pub title: String,
    /// How.
    pub diff: TextDiff,
}

/// What `check` found out about one chart.
#[derive(Debug, Clone, serde::Serialize)]
pub struct ChartResult {
    /// The chart's name in the names of its cases.
    pub chart: String,
    /// What the cases were compared with, if anything.
    pub base: Option<String>,
    /// Every case with its verdicts.
    pub cases: Vec<CaseResult>,
    /// Cases with the same verdicts, as lists of their names.
    pub groups: Vec<Vec<String>>,
}

/// What `check` found out about one case.
#[derive(Debug, Clone, serde::Serialize)]
pub struct CaseResult {
    /// The case's name.
    pub case: String,
    /// What an upgrade from the base would do.
    pub verdicts: Vec<Verdict>,
}

/// The result of one judging command, ready to be printed in any format.
#[derive(Debug, Clone)]
pub struct Report {
    /// The subcommand, such as `lint`.
    pub command: &'static str,
    /// Which controllers judged.
    pub profile: Profile,
    /// What was found, sorted for reading: worst first, then by object and field.
    pub findings: Vec<Finding>,
    /// False for commands whose JSON has no findings.
    pub lists_findings: bool,
    /// The results by chart, for `check`.
    pub charts: Option<Vec<ChartResult>>,
    /// Differences of texts that findings refer to.
    pub attachments: Vec<Attachment>,
    /// What an upgrade would do, for commands that compare.
    pub upgrade: Option<Upgrade>,
    /// The rules that took part, for formats that list them.
    pub rules: Vec<RuleInfo>,
    /// How many objects were looked at.
    pub objects: usize,
    /// How many of them have no schema known to the tool.
    pub without_schema: usize,
    /// Texts for excerpts.
    pub sources: SourceMap,
    /// Columns of the terminal; no wrapping when unknown.
    pub width: Option<usize>,
}

impl Report {
    /// How many findings have a severity.
    pub fn count(&self, severity: Severity) -> usize {
        self.findings.iter().filter(|f| f.severity == severity).count()
    }

    /// The findings and, of a comparison, the verdicts as findings, for formats that print
    /// both alike.
    fn results(&self) -> impl Iterator<Item = &Finding> {
        let verdicts = self.upgrade.iter().flat_map(|upgrade| &upgrade.findings);
        self.findings.iter().chain(verdicts)
    }

    /// The worst severity among the findings.
    pub fn worst(&self) -> Option<Severity> {
        self.findings.iter().map(|f| f.severity).max()
    }

    /// One line for the end of a run: `2 errors, 1 warning in 8 objects`.
    pub fn summary(&self) -> String {
        let part = |severity, one: &str, many: &str| match self.count(severity) {
            0 => None,
            1 => Some(format!("1 {one}")),
            n => Some(format!("{n} {many}")),
        };
        let parts: Vec<String> = [
            part(Severity::Error, "error", "errors"),
            part(Severity::Warning, "warning", "warnings"),
            part(Severity::Info, "note", "notes"),
        ]
        .into_iter()
        .flatten()
        .collect();
        let found = if parts.is_empty() { "no findings".to_owned() } else { parts.join(", ") };
        let objects = if self.objects == 1 { "object" } else { "objects" };
        let found = format!("{found} in {} {objects}", self.objects);
        match &self.upgrade {
            Some(upgrade) if self.findings.is_empty() => verdicts::summary(upgrade),
            Some(upgrade) => format!("{}; {found}", verdicts::summary(upgrade)),
            None => found,
        }
    }
}

/// A verdict in the words of a finding; `None` for one that is merely allowed. The command line
/// adds the severity, the place and the fingerprint.
pub(crate) fn verdict_finding(verdict: &Verdict) -> Option<Finding> {
    verdicts::finding(verdict)
}

/// A place in a text with the line that it points to, as the text report shows it.
pub(crate) fn excerpt(place: &crate::source::Location, sources: &SourceMap) -> String {
    text::excerpt(place, sources)
}

/// A unified diff as the text report shows it.
pub(crate) fn unified(diff: &TextDiff) -> String {
    let mut out = String::new();
    text::write_diff(&mut out, diff);
    out
}

/// The place to show for a finding: the template line where it is known, else the line of the
/// manifest, else the template.
fn place(finding: &Finding) -> Option<&crate::source::Location> {
    let template = finding.template.as_ref();
    template.filter(|place| place.line > 0).or(finding.location.as_ref()).or(template)
}

/// The object and field of a finding as one text, `KubeadmControlPlane/demo spec.format`.
fn subject(finding: &Finding) -> Option<String> {
    match (&finding.object, &finding.path) {
        (Some(object), Some(path)) if !path.is_root() => Some(format!("{object} {path}")),
        (Some(object), _) => Some(object.to_string()),
        (None, Some(path)) if !path.is_root() => Some(path.to_string()),
        (None, _) => None,
    }
}

/// The names of the cases, shortened when there are many.
fn cases(finding: &Finding) -> Option<String> {
    const SHOWN: usize = 4;
    let names: Vec<&str> = finding.cases.iter().map(Arc::as_ref).collect();
    match names.len() {
        0 => None,
        n if n <= SHOWN => Some(names.join(", ")),
        n => Some(format!("{} and {} more", names[..SHOWN].join(", "), n - SHOWN)),
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::manifest::ObjectRef;
    use crate::path::FieldPath;
    use crate::profile::{Generation, Request};
    use crate::source::Location;

    /// A report with one finding of each kind, for the tests of the formats.
    pub(crate) fn sample() -> Report {
        let sources = SourceMap::default();
        sources.add("cluster.yaml", "kind: AWSCluster\nspec:\n  s3Bucket: {}\n");
        let object = ObjectRef {
            api_version: "infrastructure.cluster.x-k8s.io/v1beta2".into(),
            kind: "AWSCluster".into(),
            namespace: Some("org-demo".into()),
            name: "demo".into(),
        };
        let at = Location { file: "cluster.yaml".into(), line: 3, column: 3 };
        let finding = Finding {
            rule: "iam/unlisted-instance-profile".into(),
            severity: Severity::Error,
            message: "instance profile `nodes-a<b>` is used but \"not\" listed".into(),
            help: Some("add it to `spec.s3Bucket.nodesIAMInstanceProfiles`".into()),
            object: Some(object),
            path: Some(FieldPath::parse("spec.s3Bucket")),
            location: Some(at),
            template: None,
            holds: Some("capa >= v1.4.0".into()),
            cases: vec![],
            fingerprint: "0123456789abcdef".into(),
        };
        let warning = Finding {
            rule: "text/no-value".into(),
            severity: Severity::Warning,
            message: "text holds `<no value>`, 100% wrong".into(),
            help: None,
            object: None,
            path: None,
            location: None,
            template: Some(Location { file: "templates/a b.yaml".into(), line: 7, column: 1 }),
            holds: None,
            cases: vec!["aws/flatcar/default".into()],
            fingerprint: "fedcba9876543210".into(),
        };
        let info = |name, severity| RuleInfo {
            name,
            severity,
            summary: "What it says".into(),
            docs: "# What it checks\nThings.\n".into(),
        };
        Report {
            command: "lint",
            profile: Request::default().complete(Generation::Current),
            findings: vec![finding, warning],
            lists_findings: true,
            charts: None,
            attachments: Vec::new(),
            upgrade: None,
            rules: vec![
                info("iam/unlisted-instance-profile", Severity::Error),
                info("ref/dangling-reference", Severity::Error),
                info("text/no-value", Severity::Warning),
            ],
            objects: 8,
            without_schema: 0,
            sources,
            width: Some(80),
        }
    }

    #[test]
    fn the_summary_counts_by_severity() {
        assert_eq!(sample().summary(), "1 error, 1 warning in 8 objects");
    }
}
