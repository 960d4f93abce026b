//! GitHub workflow commands: each finding becomes an annotation of the pull request.
//!
//! GitHub shows at most ten annotations per level and step, so the worst come first and a
//! last notice says how many there are in all.
//! Source: GitHub Docs, "Workflow commands for GitHub Actions".

use std::fmt::Write;

use super::{Report, cases, place, subject};
use crate::finding::{Finding, Severity};

/// Annotations per level that GitHub keeps of one step.
const KEPT: usize = 10;

pub(super) fn render(report: &Report) -> String {
    let mut out = String::new();
    for finding in report.results() {
        write_command(&mut out, finding);
    }
    let levels = [Severity::Error, Severity::Warning, Severity::Info];
    let count = |level| report.results().filter(|finding| finding.severity == level).count();
    if levels.iter().any(|level| count(*level) > KEPT) {
        let _ = writeln!(
            out,
            "::notice title=clusterctl-gs::{}; GitHub shows the first {KEPT} of each level",
            data(&report.summary())
        );
    }
    out
}

fn write_command(out: &mut String, finding: &Finding) {
    let command = match finding.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "notice",
    };
    let _ = write!(out, "::{command} ");
    if let Some(place) = place(finding) {
        let _ = write!(out, "file={}", property(&place.file));
        if place.line > 0 {
            let _ = write!(out, ",line={},col={}", place.line, place.column);
        }
        out.push(',');
    }
    let mut message = finding.message.clone();
    if let Some(subject) = subject(finding) {
        let _ = write!(message, "\n{subject}");
    }
    if let Some(cases) = cases(finding) {
        let _ = write!(message, "\ncases: {cases}");
    }
    if let Some(help) = &finding.help {
        let _ = write!(message, "\nhelp: {help}");
    }
    let _ = writeln!(out, "title={}::{}", property(&finding.rule), data(&message));
}

/// Escapes the text of a command.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes the value of a property.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::super::tests::sample;

    #[test]
    fn commands_are_escaped() {
        insta::assert_snapshot!(super::render(&sample()), @r#"
        ::error file=cluster.yaml,line=3,col=3,title=iam/unlisted-instance-profile::instance profile `nodes-a<b>` is used but "not" listed%0AAWSCluster/demo spec.s3Bucket%0Ahelp: add it to `spec.s3Bucket.nodesIAMInstanceProfiles`
        ::warning file=templates/a b.yaml,line=7,col=1,title=text/no-value::text holds `<no value>`, 100%25 wrong%0Acases: aws/flatcar/default
        "#);
    }
}
