//! The report for a pull request comment: a summary, then the worst findings, within
//! GitHub's limit.

use std::fmt::Write;

use super::{Attachment, Report, Upgrade, cases, changes, place, subject, verdicts};
use crate::finding::{Finding, Severity};

/// Longest report in characters. GitHub refuses comments over 65,536; the rest is left to
/// whatever posts it.
pub const LIMIT: usize = 60_000;

/// Room for the closing line that counts what was left out.
const TAIL: usize = 200;

pub(super) fn render(report: &Report) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "### clusterctl-gs {}: {}\n", report.command, report.summary());
    let mut budget = Budget::new(&out);
    if let Some(upgrade) = &report.upgrade {
        write_verdicts(&mut out, upgrade, &mut budget);
    }
    let judges = judges(report);
    if budget.take(&judges, "") {
        out.push_str(&judges);
    }
    let mut shown = 0;
    for (title, severity, open) in [
        ("Errors", Severity::Error, true),
        ("Warnings", Severity::Warning, false),
        ("Notes", Severity::Info, false),
    ] {
        let found: Vec<&Finding> =
            report.findings.iter().filter(|f| f.severity == severity).collect();
        if found.is_empty() {
            continue;
        }
        let attribute = if open { " open" } else { "" };
        let head = format!("<details{attribute}><summary>{title} ({})</summary>\n\n", found.len());
        const CLOSE: &str = "\n</details>\n\n";
        if !budget.take(&head, CLOSE) {
            break;
        }
        out.push_str(&head);
        for finding in found {
            let item = item(finding);
            if !budget.take(&item, "") {
                break;
            }
            out.push_str(&item);
            shown += 1;
        }
        out.push_str(CLOSE);
    }
    for attachment in &report.attachments {
        write_attachment(&mut out, attachment, &mut budget);
    }
    if let Some(upgrade) = &report.upgrade {
        write_changes(&mut out, upgrade, &mut budget);
    }
    let left = report.findings.len() - shown;
    if left > 0 {
        let _ = writeln!(out, "_{left} more findings did not fit; run the tool to see them._");
    }
    out
}

fn write_verdicts(out: &mut String, upgrade: &Upgrade, budget: &mut Budget) {
    let lines = verdicts::lines(upgrade);
    if lines.is_empty() {
        return;
    }
    let head = "| | what | why |\n| --- | --- | --- |\n";
    if !budget.take(head, "\n") {
        return;
    }
    out.push_str(head);
    let total = lines.len();
    for (i, line) in lines.into_iter().enumerate() {
        let mut why = String::new();
        for (i, reason) in line.reasons.iter().enumerate() {
            let _ = write!(why, "{}{}", if i > 0 { "<br>" } else { "" }, inline(reason));
            if let Some(note) = line.notes.get(i).filter(|note| !note.is_empty()) {
                let _ = write!(why, "<br>_{}_", inline(note));
            }
        }
        // A word that is never broken keeps the column narrow and the row low.
        let word = line.word.replace('-', "\u{2011}");
        let row = format!("| **{word}** | {} | {why} |\n", inline(&line.subject));
        if !budget.take(&row, "") {
            let _ = writeln!(out, "| | … and {} more | |", total - i);
            break;
        }
        out.push_str(&row);
    }
    out.push('\n');
}

/// By whose rules everything was judged.
fn judges(report: &Report) -> String {
    let profile = &report.profile;
    let mut text = format!(
        "Judged as CAPI {}, CAPA {}, CAPO {}, Flatcar {}",
        profile.capi,
        profile.capa,
        profile.capo,
        profile.flatcar_text(),
    );
    for note in report.upgrade.iter().flat_map(|upgrade| &upgrade.notes) {
        let _ = write!(text, "; {}", inline(note));
    }
    text.push_str(".\n\n");
    text
}

/// A difference of texts as a folded block; cut at the end of a line when room is short.
fn write_attachment(out: &mut String, attachment: &Attachment, budget: &mut Budget) {
    const CLOSE: &str = "~~~~~~\n\n</details>\n\n";
    let title = inline(&attachment.title);
    let head = format!("<details><summary>{title}</summary>\n\n~~~~~~diff\n");
    if !budget.take(&head, CLOSE) {
        return;
    }
    out.push_str(&head);
    let text = anstream::adapter::strip_str(&super::unified(&attachment.diff)).to_string();
    for line in text.split_inclusive('\n') {
        let line = line.replace("~~~~~~", "~~~~~ ");
        if !budget.take(&line, "…\n") {
            out.push_str("…\n");
            break;
        }
        out.push_str(&line);
    }
    out.push_str(CLOSE);
}

/// The changes as a folded block of text; a fence that no content can close.
fn write_changes(out: &mut String, upgrade: &Upgrade, budget: &mut Budget) {
    let (groups, noise) = changes::groups(&upgrade.changes, upgrade.show_noise);
    if groups.is_empty() {
        return;
    }
    const CLOSE: &str = "~~~~~~\n\n</details>\n\n";
    let count: usize = groups.iter().map(|group| group.objects).sum();
    let objects = if count == 1 { "object" } else { "objects" };
    let hidden = match noise {
        0 => String::new(),
        n => format!(" ({})", changes::noise_text(n)),
    };
    let head =
        format!("<details><summary>Changes in {count} {objects}{hidden}</summary>\n\n~~~~~~diff\n");
    if !budget.take(&head, CLOSE) {
        return;
    }
    out.push_str(&head);
    'all: for group in groups {
        let mut lines = vec![match group.sign {
            '~' => format!("@@ {} @@\n", group.title),
            sign => format!("{sign} {}\n", group.title),
        }];
        for line in group.lines {
            let sign = if matches!(line.sign, '+' | '-') { line.sign } else { '!' };
            lines.push(format!("{sign} {}\n", line.text));
            let inside = line.inside.iter().map(|(sign, text)| format!("{sign}     {text}"));
            lines.extend(inside.map(|line| format!("{}\n", line.trim_end())));
        }
        for line in lines {
            let line = line.replace("~~~~~~", "~~~~~ ");
            if !budget.take(&line, "…\n") {
                out.push_str("…\n");
                break 'all;
            }
            out.push_str(&line);
        }
    }
    out.push_str(CLOSE);
}

fn item(finding: &Finding) -> String {
    let mut out = format!("- **`{}`** {}", finding.rule, inline(&finding.message));
    if let Some(place) = place(finding) {
        let _ = write!(out, "<br>at {}", code(&place.to_string()));
    }
    if let Some(subject) = subject(finding) {
        let _ = write!(out, "<br>in {}", code(&subject));
    }
    if let Some(holds) = &finding.holds {
        let _ = write!(out, "<br>holds for {}", inline(holds));
    }
    if let Some(cases) = cases(finding) {
        let _ = write!(out, "<br>cases {}", code(&cases));
    }
    if let Some(help) = &finding.help {
        let _ = write!(out, "<br>→ {}", inline(help));
    }
    out.push('\n');
    out
}

/// Counts characters against [`LIMIT`].
struct Budget {
    left: usize,
}

impl Budget {
    fn new(written: &str) -> Budget {
        Budget { left: LIMIT - TAIL - written.chars().count().min(LIMIT - TAIL) }
    }

    /// Reserves room for a text and for what must follow it; false when there is none.
    fn take(&mut self, text: &str, closing: &str) -> bool {
        let need = text.chars().count() + closing.chars().count();
        let fits = need <= self.left;
        if fits {
            self.left -= need;
        }
        fits
    }
}

/// Text in which code spans stay and everything else that markdown or HTML would interpret
/// is escaped.
pub(super) fn inline(text: &str) -> String {
    let flat = text.replace(['\n', '\r'], " ");
    let spans = flat.split('`').count();
    let mut out = String::with_capacity(flat.len());
    for (i, part) in flat.split('`').enumerate() {
        // Odd parts stand between backticks, unless the last one has no partner.
        if i % 2 == 1 && i + 1 < spans {
            out.push_str(&code(part));
        } else {
            if i % 2 == 1 {
                out.push_str("\\`");
            }
            escape(&mut out, part);
        }
    }
    out
}

fn escape(out: &mut String, text: &str) {
    for c in text.chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '\\' | '*' | '_' | '[' | ']' | '#' | '|' | '~' | '!' | '@' => {
                out.push('\\');
                out.push(c);
            }
            c => out.push(c),
        }
    }
}

/// A code span that may hold backticks itself.
pub(super) fn code(text: &str) -> String {
    let flat = text.replace(['\n', '\r'], " ");
    let longest = flat.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    let pad = if flat.starts_with('`') || flat.ends_with('`') { " " } else { "" };
    format!("{fence}{pad}{flat}{pad}{fence}")
}

#[cfg(test)]
mod tests {
    use super::super::tests::sample;
    use super::*;

    #[test]
    fn errors_are_open_and_come_first() {
        insta::assert_snapshot!(render(&sample()), @r#"
        ### clusterctl-gs lint: 1 error, 1 warning in 8 objects

        Judged as CAPI v1.12.11, CAPA v2.11.1, CAPO v0.14.7, Flatcar 4593.2.4.

        <details open><summary>Errors (1)</summary>

        - **`iam/unlisted-instance-profile`** instance profile `nodes-a<b>` is used but "not" listed<br>at `cluster.yaml:3:3`<br>in `AWSCluster/demo spec.s3Bucket`<br>holds for capa &gt;= v1.4.0<br>→ add it to `spec.s3Bucket.nodesIAMInstanceProfiles`

        </details>

        <details><summary>Warnings (1)</summary>

        - **`text/no-value`** text holds `<no value>`, 100% wrong<br>at `templates/a b.yaml:7:1`<br>cases `aws/flatcar/default`

        </details>
        "#);
    }

    #[test]
    fn a_huge_report_stays_under_the_limit_and_says_what_it_left_out() {
        let mut report = sample();
        let finding = report.findings[0].clone();
        report.findings = vec![finding; 5_000];
        let text = render(&report);
        assert!(text.chars().count() <= LIMIT, "{}", text.chars().count());
        assert!(text.contains("more findings did not fit"));
        assert!(text.contains("</details>"));
    }

    #[test]
    fn backticks_and_markup_cannot_break_out() {
        assert_eq!(inline("a `b` <i> *c* `d"), "a `b` &lt;i&gt; \\*c\\* \\`d");
        assert_eq!(code("a`b"), "``a`b``");
    }
}
