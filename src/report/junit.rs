//! JUnit XML: every rule that took part is a test case, failed once per finding or verdict.
//!
//! Errors are failures. Warnings and notes pass, with their text in `system-out`, since a
//! JUnit reader knows no level between the two.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::{Report, cases, place, subject};
use crate::finding::{Finding, Severity};

pub(super) fn render(report: &Report) -> String {
    let mut by_rule: BTreeMap<&str, Vec<&Finding>> = BTreeMap::new();
    for rule in &report.rules {
        by_rule.entry(rule.name).or_default();
    }
    for finding in report.results() {
        by_rule.entry(&finding.rule).or_default().push(finding);
    }
    let tests: usize = by_rule.values().map(|found| found.len().max(1)).sum();
    let failures = report.results().filter(|f| f.severity == Severity::Error).count();
    let name = format!("clusterctl-gs {}", report.command);
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let _ = writeln!(
        out,
        "<testsuites name=\"{0}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"0\">\n  \
         <testsuite name=\"{0}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"0\" \
         skipped=\"0\">",
        escape(&name)
    );
    for (rule, found) in &by_rule {
        let (group, short) = rule.split_once('/').unwrap_or(("", rule));
        if found.is_empty() {
            let (group, short) = (escape(group), escape(short));
            let _ = writeln!(out, "    <testcase classname=\"{group}\" name=\"{short}\"/>");
        }
        for finding in found {
            write_case(&mut out, group, short, finding);
        }
    }
    out.push_str("  </testsuite>\n</testsuites>\n");
    out
}

fn write_case(out: &mut String, group: &str, rule: &str, finding: &Finding) {
    let name = subject(finding).map_or(rule.to_owned(), |subject| format!("{rule}: {subject}"));
    let _ = write!(out, "    <testcase classname=\"{}\" name=\"{}\"", escape(group), escape(&name));
    if let Some(place) = place(finding) {
        let _ = write!(out, " file=\"{}\"", escape(&place.file));
        if place.line > 0 {
            let _ = write!(out, " line=\"{}\"", place.line);
        }
    }
    let mut body = finding.message.clone();
    for (what, text) in [
        ("at", place(finding).map(ToString::to_string)),
        ("holds", finding.holds.clone()),
        ("cases", cases(finding)),
        ("help", finding.help.clone()),
    ] {
        if let Some(text) = text {
            let _ = write!(body, "\n{what}: {text}");
        }
    }
    let (message, body) = (escape(&finding.message), escape(&body));
    let kind = finding.severity.as_str();
    let _ = if finding.severity == Severity::Error {
        write!(out, ">\n      <failure type=\"{kind}\" message=\"{message}\">{body}</failure>")
    } else {
        write!(out, ">\n      <system-out>{kind}: {body}</system-out>")
    };
    out.push_str("\n    </testcase>\n");
}

/// Escapes text for attributes and elements; characters that XML 1.0 cannot hold become
/// U+FFFD.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\t' | '\n' | '\r' => {
                let _ = write!(out, "&#{};", c as u32);
            }
            '\u{0}'..='\u{1F}' | '\u{FFFE}' | '\u{FFFF}' => out.push('\u{FFFD}'),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::tests::sample;

    #[test]
    fn rules_without_findings_pass_and_errors_fail() {
        insta::assert_snapshot!(super::render(&sample()), @r#"
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="clusterctl-gs lint" tests="3" failures="1" errors="0">
          <testsuite name="clusterctl-gs lint" tests="3" failures="1" errors="0" skipped="0">
            <testcase classname="iam" name="unlisted-instance-profile: AWSCluster/demo spec.s3Bucket" file="cluster.yaml" line="3">
              <failure type="error" message="instance profile `nodes-a&lt;b&gt;` is used but &quot;not&quot; listed">instance profile `nodes-a&lt;b&gt;` is used but &quot;not&quot; listed&#10;at: cluster.yaml:3:3&#10;holds: capa &gt;= v1.4.0&#10;help: add it to `spec.s3Bucket.nodesIAMInstanceProfiles`</failure>
            </testcase>
            <testcase classname="ref" name="dangling-reference"/>
            <testcase classname="text" name="no-value" file="templates/a b.yaml" line="7">
              <system-out>warning: text holds `&lt;no value&gt;`, 100% wrong&#10;at: templates/a b.yaml:7:1&#10;cases: aws/flatcar/default</system-out>
            </testcase>
          </testsuite>
        </testsuites>
        "#);
    }

    #[test]
    fn characters_that_xml_cannot_hold_are_replaced() {
        assert_eq!(super::escape("a\u{1}b\u{1b}"), "a\u{FFFD}b\u{FFFD}");
    }
}
