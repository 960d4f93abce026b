//! Reports to where they were asked for.

use super::args::{FormatTarget, ReportArgs};
use super::output::{self, Output};
use super::session::Session;
use crate::finding::Finding;
use crate::profile::Profile;
use crate::report::{Format, Report};
use crate::rules;

/// A report of findings alone.
pub fn findings(
    command: &'static str,
    profile: Profile,
    findings: Vec<Finding>,
    objects: usize,
    session: &Session,
) -> Report {
    // Other commands run no rules of their own: those that they cite are all that took part.
    let judges_all = matches!(command, "lint" | "check");
    Report {
        command,
        profile,
        lists_findings: true,
        charts: None,
        attachments: Vec::new(),
        upgrade: None,
        rules: rules::infos()
            .into_iter()
            .filter(|rule| judges_all || findings.iter().any(|f| *f.rule == *rule.name))
            .collect(),
        findings,
        objects,
        without_schema: 0,
        sources: session.sources.clone(),
        width: output::width(),
    }
}

/// Writes every report that was asked for, and the summary to stderr.
pub fn write(report: &Report, args: &ReportArgs, output: &Output) -> anyhow::Result<()> {
    let default = [FormatTarget { format: Format::Text, file: None }];
    let targets = if args.formats.is_empty() { &default[..] } else { &args.formats };
    for target in targets {
        let text = target.format.render(report);
        match &target.file {
            Some(file) => output.file(file, &text)?,
            None => output.result(&text)?,
        }
    }
    output.diagnostic(&format!("{}: {}\n", report.command, report.summary()));
    Ok(())
}
