//! The report for programs: the JSON contract, `"schema": 1`.

use serde::Serialize;

use super::{ChartResult, Report};
use crate::diff::Change;
use crate::finding::{Finding, Severity};
use crate::profile::Profile;
use crate::upgrade::Verdict;

/// A document of findings, of a comparison, or of both.
#[derive(Serialize)]
struct Document<'a> {
    schema: u32,
    profile: &'a Profile,
    #[serde(skip_serializing_if = "Option::is_none")]
    summary: Option<Summary>,
    #[serde(skip_serializing_if = "Option::is_none")]
    findings: Option<&'a [Finding]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    changes: Option<&'a [Change]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    verdicts: Option<&'a [Verdict]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    notes: Option<&'a [String]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    charts: Option<&'a [ChartResult]>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Summary {
    errors: usize,
    warnings: usize,
    objects: usize,
    without_schema: usize,
}

pub(super) fn render(report: &Report) -> String {
    let document = Document {
        schema: 1,
        profile: &report.profile,
        summary: report.lists_findings.then(|| Summary {
            errors: report.count(Severity::Error),
            warnings: report.count(Severity::Warning),
            objects: report.objects,
            without_schema: report.without_schema,
        }),
        findings: report.lists_findings.then_some(&report.findings),
        changes: report.upgrade.as_ref().map(|upgrade| &*upgrade.changes),
        verdicts: report.upgrade.as_ref().map(|upgrade| &*upgrade.verdicts),
        notes: report.upgrade.as_ref().map(|upgrade| &*upgrade.notes),
        charts: report.charts.as_deref(),
    };
    to_text(&document)
}

/// Pretty JSON with a final newline.
pub(super) fn to_text(value: &impl Serialize) -> String {
    let mut text = serde_json::to_string_pretty(value)
        .expect("reports hold no maps with keys that are not text, and no failing serializers");
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::super::tests::sample;

    #[test]
    fn the_document_has_the_contract_fields() {
        let json: serde_json::Value = serde_json::from_str(&super::render(&sample())).unwrap();
        assert_eq!(json["schema"], 1);
        assert_eq!(json["summary"]["errors"], 1);
        assert_eq!(json["summary"]["withoutSchema"], 0);
        let first = &json["findings"][0];
        assert_eq!(first["object"]["apiVersion"], "infrastructure.cluster.x-k8s.io/v1beta2");
        assert_eq!(first["path"], "spec.s3Bucket");
        assert_eq!(first["location"]["line"], 3);
        assert!(first["template"].is_null());
        assert_eq!(json["profile"]["flatcar"], "4593.2.4");
    }
}
