//! SARIF 2.1.0, the format of code scanning services.
//!
//! Source of the structure: OASIS "Static Analysis Results Interchange Format (SARIF)
//! Version 2.1.0", sections 3.13 to 3.52.

use serde_json::{Value, json};

use super::{Report, cases, place, subject};
use crate::finding::{Finding, RuleInfo, Severity};

pub(super) fn render(report: &Report) -> String {
    let rules: Vec<Value> = report.rules.iter().map(rule).collect();
    let results: Vec<Value> = report.results().map(|f| result(f, &report.rules)).collect();
    let document = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {
                "name": "clusterctl-gs",
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            }},
            "automationDetails": {"id": format!("clusterctl-gs/{}/", report.command)},
            "columnKind": "unicodeCodePoints",
            "invocations": [{"executionSuccessful": true}],
            "results": results,
        }],
    });
    super::json::to_text(&document)
}

fn rule(info: &RuleInfo) -> Value {
    json!({
        "id": info.name,
        "shortDescription": {"text": info.summary},
        "fullDescription": {"text": info.summary},
        "help": {"text": info.docs, "markdown": info.docs},
        "defaultConfiguration": {"level": level(info.severity)},
    })
}

fn result(finding: &Finding, rules: &[RuleInfo]) -> Value {
    let mut message = finding.message.clone();
    for text in [
        finding.help.as_ref().map(|help| format!("help: {help}")),
        finding.holds.as_ref().map(|holds| format!("holds: {holds}")),
        cases(finding).map(|cases| format!("cases: {cases}")),
    ]
    .into_iter()
    .flatten()
    {
        message.push('\n');
        message.push_str(&text);
    }
    let mut location = json!({});
    if let Some(place) = place(finding) {
        let mut physical = json!({"artifactLocation": {"uri": uri(&place.file)}});
        // Lines and columns of SARIF begin at 1; a place without them is the whole file.
        if place.line > 0 {
            physical["region"] = json!({
                "startLine": place.line,
                "startColumn": place.column.max(1),
            });
        }
        location["physicalLocation"] = physical;
    }
    if let Some(subject) = subject(finding) {
        location["logicalLocations"] = json!([{"fullyQualifiedName": subject, "kind": "object"}]);
    }
    let mut result = json!({
        "ruleId": finding.rule,
        "level": level(finding.severity),
        "message": {"text": message},
        "partialFingerprints": {"clusterctlGs/v1": finding.fingerprint},
    });
    if let Some(index) = rules.iter().position(|rule| rule.name == &*finding.rule) {
        result["ruleIndex"] = json!(index);
    }
    if location.as_object().is_some_and(|l| !l.is_empty()) {
        result["locations"] = json!([location]);
    }
    result
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "note",
    }
}

/// A file name as a URI reference: everything outside RFC 3986's unreserved set and `/` is
/// percent-encoded.
fn uri(file: &str) -> String {
    let mut out = String::with_capacity(file.len());
    for byte in file.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                out.push(byte as char)
            }
            byte => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::tests::sample;

    /// The constraints of the official schema that a hand-written document can break.
    #[test]
    fn the_log_meets_the_constraints_of_sarif_2_1_0() {
        let log: serde_json::Value = serde_json::from_str(&super::render(&sample())).unwrap();
        assert_eq!(log["version"], "2.1.0");
        let run = &log["runs"][0];
        let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
        for result in run["results"].as_array().unwrap() {
            let index = result["ruleIndex"].as_u64().unwrap() as usize;
            assert_eq!(rules[index]["id"], result["ruleId"]);
            assert!(["error", "warning", "note"].contains(&result["level"].as_str().unwrap()));
            assert!(!result["message"]["text"].as_str().unwrap().is_empty());
            let region = &result["locations"][0]["physicalLocation"]["region"];
            assert!(region["startLine"].as_u64().unwrap() >= 1);
            assert!(region["startColumn"].as_u64().unwrap() >= 1);
        }
        let second = &run["results"][1]["locations"][0]["physicalLocation"]["artifactLocation"];
        assert_eq!(second["uri"], "templates/a%20b.yaml");
    }
}
