//! The report for a terminal: one block per finding, with the line that it points to.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt::Write;

use unicode_width::UnicodeWidthStr;

use super::style::{self, styled};
use super::{Report, Upgrade, cases, changes, subject, verdicts};
use crate::diff::text::TextDiff;
use crate::finding::{Finding, Severity};
use crate::source::{Location, SourceMap};
use crate::upgrade::Outcome;

/// Longest excerpt of a source line, in characters; longer lines are cut around the place.
const EXCERPT: usize = 160;

pub(super) fn render(report: &Report) -> String {
    let mut out = String::new();
    if let Some(upgrade) = &report.upgrade {
        write_verdicts(&mut out, upgrade, report.width);
    }
    if !out.is_empty() && !report.findings.is_empty() {
        out.push('\n');
    }
    for (i, group) in groups(&report.findings).into_iter().enumerate() {
        if i > 0 {
            out.push('\n');
        }
        write_finding(&mut out, group, report);
    }
    for attachment in &report.attachments {
        styled(&mut out, style::BOLD, &format!("\n{}\n", attachment.title));
        write_diff(&mut out, &attachment.diff);
    }
    if let Some(upgrade) = &report.upgrade {
        write_changes(&mut out, upgrade, report.width);
    }
    out
}

/// A unified diff whose hunks name the object that they are in.
pub(super) fn write_diff(out: &mut String, diff: &TextDiff) {
    for hunk in &diff.hunks {
        let ((old, olds), (new, news)) = (hunk.old, hunk.new);
        styled(out, style::PLACE, &format!("@@ -{old},{olds} +{new},{news} @@"));
        let _ = writeln!(out, " {}", hunk.object.as_deref().unwrap_or_default());
        for line in &hunk.lines {
            let sign = line.tag.sign();
            styled(out, style::sign(sign), &format!("{sign}{}", line.text));
            out.push('\n');
            if line.no_newline {
                out.push_str("\\ no line break at the end\n");
            }
        }
    }
    if diff.omitted > 0 {
        let _ = writeln!(out, "… and {} more lines", diff.omitted);
    }
}

/// Width of the column that holds the outcome.
const OUTCOME: usize = 10;

fn write_verdicts(out: &mut String, upgrade: &Upgrade, width: Option<usize>) {
    let indent = " ".repeat(OUTCOME + 1);
    for line in verdicts::lines(upgrade) {
        let quiet = matches!(line.word, "expected" | "unchanged");
        let style = match (line.word, line.outcome) {
            ("removed", _) => style::outcome(Outcome::Refused),
            (_, Some(outcome)) if !quiet => style::outcome(outcome),
            _ => style::DIM,
        };
        styled(out, style, &format!("{:OUTCOME$}", line.word));
        out.push(' ');
        let subject = style::wrap(&line.subject, width, OUTCOME + 1, &indent);
        styled(out, if quiet { style::DIM } else { style::BOLD }, &subject);
        out.push('\n');
        for (i, reason) in line.reasons.iter().enumerate() {
            let _ = writeln!(out, "{indent}{}", style::wrap(reason, width, OUTCOME + 1, &indent));
            if let Some(note) = line.notes.get(i).filter(|note| !note.is_empty()) {
                let note = style::wrap(note, width, OUTCOME + 1, &indent);
                styled(out, style::DIM, &format!("{indent}{note}"));
                out.push('\n');
            }
        }
    }
    for note in &upgrade.notes {
        styled(out, style::DIM, &format!("{:OUTCOME$} ", "note"));
        let _ = writeln!(out, "{}", style::wrap(note, width, OUTCOME + 1, &indent));
    }
}

fn write_changes(out: &mut String, upgrade: &Upgrade, width: Option<usize>) {
    let (groups, noise) = changes::groups(&upgrade.changes, upgrade.show_noise);
    if (!groups.is_empty() || noise > 0) && !out.is_empty() {
        out.push('\n');
    }
    for group in groups {
        styled(out, style::sign(group.sign), &format!("{} ", group.sign));
        styled(out, style::BOLD, &style::wrap(&group.title, width, 2, "  "));
        out.push('\n');
        for line in group.lines {
            styled(out, style::sign(line.sign), &format!("  {} ", line.sign));
            let _ = writeln!(out, "{}", style::wrap(&line.text, width, 4, "      "));
            for (sign, text) in line.inside {
                let line = format!("      {sign} {text}");
                styled(out, style::sign(sign), line.trim_end());
                out.push('\n');
            }
        }
    }
    if noise > 0 {
        styled(out, style::DIM, &format!("{}\n", changes::noise_text(noise)));
    }
}

/// Findings of one rule about one line of a template; each other finding on its own.
fn groups(findings: &[Finding]) -> Vec<Vec<&Finding>> {
    let mut groups: Vec<Vec<&Finding>> = Vec::new();
    let mut known: HashMap<(&str, &Location, Severity), usize> = HashMap::new();
    for finding in findings {
        let place = finding.template.as_ref().filter(|place| place.line > 0);
        let Some(place) = place else {
            groups.push(vec![finding]);
            continue;
        };
        match known.entry((&finding.rule, place, finding.severity)) {
            Entry::Occupied(entry) => groups[*entry.get()].push(finding),
            Entry::Vacant(entry) => {
                entry.insert(groups.len());
                groups.push(vec![finding]);
            }
        }
    }
    groups
}

/// How many others that a line of a template wrote are named.
const OTHERS: usize = 3;

/// The other objects and fields that a finding of the same rule is about.
fn others(group: &[&Finding]) -> Option<String> {
    let mut names: Vec<String> = Vec::new();
    let first = group.first().and_then(|finding| subject(finding));
    for name in group.iter().skip(1).filter_map(|finding| subject(finding)) {
        if first.as_ref() != Some(&name) && !names.contains(&name) {
            names.push(name);
        }
    }
    match names.len() {
        0 => None,
        n if n <= OTHERS => Some(names.join(", ")),
        n => Some(format!("{} and {} more", names[..OTHERS].join(", "), n - OTHERS)),
    }
}

/// Writes what one rule says about one line of a template: the first finding, and which other
/// objects have it.
fn write_finding(out: &mut String, group: Vec<&Finding>, report: &Report) {
    let Some(finding) = group.first() else { return };
    let level = finding.severity.as_str();
    let head = format!("{level}[{}]", finding.rule);
    styled(out, style::severity(finding.severity), &head);
    styled(out, style::BOLD, ": ");
    let message = style::wrap(&finding.message, report.width, head.width() + 2, "    ");
    for (i, line) in message.lines().enumerate() {
        if i > 0 {
            out.push('\n');
        }
        styled(out, style::BOLD, line);
    }
    out.push('\n');
    let gutter = gutter_width(finding);
    let pad = " ".repeat(gutter);
    write_places(out, finding, report, gutter);
    let mut note = |name: &str, text: &str| {
        styled(out, style::PLACE, &format!("{pad} = "));
        styled(out, style::BOLD, &format!("{name}: "));
        let indent = " ".repeat(gutter + 3 + name.len() + 2);
        out.push_str(&style::wrap(text, report.width, indent.len(), &indent));
        out.push('\n');
    };
    if let Some(text) = rendered(finding, report) {
        note("rendered", &format!("`{text}`"));
    }
    for call in calls(finding, report) {
        note("called at", &call);
    }
    if let Some(subject) = subject(finding) {
        note("object", &subject);
    }
    if let Some(others) = others(&group) {
        note("also", &others);
    }
    if let Some(holds) = &finding.holds {
        note("holds", holds);
    }
    if let Some(cases) = cases(finding) {
        note("cases", &cases);
    }
    if let Some(help) = &finding.help {
        note("help", help);
    }
}

/// The line of the template that wrote the field, where it is known, else that of the manifest
/// with the template's name.
fn write_places(out: &mut String, finding: &Finding, report: &Report, gutter: usize) {
    let pad = " ".repeat(gutter);
    let template = finding.template.as_ref();
    let exact = template.filter(|place| place.line > 0);
    // A rendering that was written nowhere is no place to look at.
    let location = finding.location.as_ref();
    let location = location.filter(|place| exact.is_none() || !place.file.starts_with('<'));
    for (place, what) in [(template, "template"), (location, "manifest")] {
        let Some(place) = place else { continue };
        styled(out, style::PLACE, &format!("{pad}--> "));
        let _ = write!(out, "{place}");
        if template.is_some() && location.is_some() {
            styled(out, style::DIM, &format!(" ({what})"));
        }
        out.push('\n');
    }
    if let Some(place) = super::place(finding) {
        write_excerpt(out, place, &report.sources, gutter);
    }
}

/// The longest rendered line that is shown beside its template.
const RENDERED: usize = 100;

/// What a line of a template became, unless it says that itself.
fn rendered(finding: &Finding, report: &Report) -> Option<String> {
    let line = |place: &Location| {
        let file = report.sources.by_name(&place.file)?;
        Some(file.line(place.line)?.trim().replace(|c: char| c.is_control(), " "))
    };
    let written = line(finding.template.as_ref().filter(|place| place.line > 0)?)?;
    let output = line(finding.location.as_ref()?)?;
    let shown = output.char_indices().nth(RENDERED).map_or(&*output, |(end, _)| &output[..end]);
    (written != output).then(|| shown.to_owned())
}

/// How many calls are told.
const CALLS: usize = 3;

/// The places from which the template that wrote the field was called, nearest first.
fn calls(finding: &Finding, report: &Report) -> Vec<String> {
    let known = finding.template.as_ref().is_some_and(|place| place.line > 0);
    let origin = finding.location.as_ref().filter(|_| known);
    let Some(origin) = origin.and_then(|place| report.sources.origin_at(place)) else {
        return Vec::new();
    };
    let places = origin.calls.iter().rev().filter_map(|call| report.sources.locate(*call));
    places.take(CALLS).map(|place| place.to_string()).collect()
}

/// A place and its line, for faults that are no findings.
pub(super) fn excerpt(place: &Location, sources: &SourceMap) -> String {
    let gutter = place.line.to_string().len().max(2);
    let mut out = String::new();
    styled(&mut out, style::PLACE, &format!("{}--> ", " ".repeat(gutter)));
    out.push_str(&format!("{place}\n"));
    write_excerpt(&mut out, place, sources, gutter);
    out
}

fn gutter_width(finding: &Finding) -> usize {
    super::place(finding).map_or(2, |place| place.line.to_string().len().max(2))
}

fn write_excerpt(out: &mut String, place: &Location, sources: &SourceMap, gutter: usize) {
    let Some(file) = sources.by_name(&place.file) else { return };
    let Some(line) = file.line(place.line) else { return };
    // A tab is as wide as the terminal likes; one space keeps the caret in its place.
    let clean = line.replace(|c: char| c.is_control(), " ");
    let characters: Vec<char> = clean.chars().collect();
    let column = (place.column as usize).saturating_sub(1).min(characters.len());
    let from = column.saturating_sub(EXCERPT / 2);
    let shown: String = characters.iter().skip(from).take(EXCERPT).collect();
    let before: String = characters[from..column].iter().collect();
    let length = shown[before.len()..].trim_end().width().max(1);
    let pad = " ".repeat(gutter);
    styled(out, style::PLACE, &format!("{pad} |\n"));
    styled(out, style::PLACE, &format!("{:>gutter$} | ", place.line));
    let _ = writeln!(out, "{}", shown.trim_end());
    styled(out, style::PLACE, &format!("{pad} | "));
    let marker = format!("{}{}", " ".repeat(before.width()), "^".repeat(length));
    styled(out, style::BOLD, &marker);
    out.push('\n');
}

#[cfg(test)]
mod tests {
    use super::super::tests::sample;

    #[test]
    fn a_finding_shows_place_excerpt_and_help() {
        let text = anstream::adapter::strip_str(&super::render(&sample())).to_string();
        insta::assert_snapshot!(text, @r#"
        error[iam/unlisted-instance-profile]: instance profile `nodes-a<b>` is used but
            "not" listed
          --> cluster.yaml:3:3
           |
         3 |   s3Bucket: {}
           |   ^^^^^^^^^^^^
           = object: AWSCluster/demo spec.s3Bucket
           = holds: capa >= v1.4.0
           = help: add it to `spec.s3Bucket.nodesIAMInstanceProfiles`

        warning[text/no-value]: text holds `<no value>`, 100% wrong
          --> templates/a b.yaml:7:1
           = cases: aws/flatcar/default
        "#);
    }
}
