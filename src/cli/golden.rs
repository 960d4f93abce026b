//! `golden check|update|list`: rendered cases and the files that were agreed on.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};
use clap::{Args, Subcommand};

use super::exit::Exit;
use super::output::Output;
use super::pipeline::Job;
use super::problem::{Problem, Problems};
use super::session::Session;
use crate::golden::{self, Action, Case, CaseReport, Report, State, Update};

/// Compare what the declared cases render with their golden files.
#[derive(Debug, Args)]
pub(super) struct GoldenArgs {
    #[command(subcommand)]
    command: GoldenCommand,
}

#[derive(Debug, Subcommand)]
enum GoldenCommand {
    /// Compare; exit with 1 when a file is missing, differs or belongs to no case.
    Check(Cases),
    /// Write the files that differ, and delete those that belong to no case.
    Update(Cases),
    /// List the cases and their files.
    List(Cases),
}

#[derive(Debug, Args)]
struct Cases {
    /// Names of cases, such as `aws/flatcar/default`; the start of a name or a pattern picks
    /// several. All unless given.
    #[arg(value_name = "CASE")]
    cases: Vec<String>,
}

pub(super) fn run(args: &GoldenArgs, session: &Session, output: &Output) -> anyhow::Result<Exit> {
    let all = session.cases()?;
    match &args.command {
        GoldenCommand::Check(names) => {
            let chosen = session.select(&all, &names.cases)?;
            if all.is_empty() {
                return Err(session.no_case());
            }
            let report = golden::check(&all, &chosen, |case| render(case, session))?;
            output.result(&report_text(&report))?;
            output.diagnostic(&format!("{}\n", summary(&report)));
            Ok(status(&report))
        }
        GoldenCommand::Update(names) => {
            let chosen = session.select(&all, &names.cases)?;
            update(&all, &chosen, session, output)
        }
        GoldenCommand::List(names) => {
            let mut text = String::new();
            for case in session.select(&all, &names.cases)? {
                match &case.golden {
                    Some(file) => writeln!(text, "{}\t{}", case.name, file.path().display())?,
                    None => writeln!(text, "{}", case.name)?,
                }
            }
            output.result(&text)?;
            Ok(Exit::Clean)
        }
    }
}

/// What a case renders.
pub(super) fn render(case: &Case, session: &Session) -> anyhow::Result<String> {
    let job = Job::from_case(case, &session.sources)?;
    Ok(job.render(&session.sources)?.rendered.to_stream())
}

fn update(
    all: &[Case],
    chosen: &[&Case],
    session: &Session,
    output: &Output,
) -> anyhow::Result<Exit> {
    match golden::update(all, chosen, |case| render(case, session))? {
        Update::Done(actions) => {
            let mut text = String::new();
            for (file, action) in &actions {
                let word = match action {
                    Action::Created => "created",
                    Action::Changed => "changed",
                    Action::Deleted => "deleted",
                    Action::Kept => continue,
                };
                writeln!(text, "{word} {}", file.display())?;
            }
            output.result(&text)?;
            let kept = actions.iter().filter(|(_, action)| *action == Action::Kept).count();
            let changed = actions.len() - kept;
            output.diagnostic(&format!("{changed} files changed, {kept} were right already\n"));
            Ok(Exit::Clean)
        }
        Update::Failed(failed) => {
            for (case, error) in &failed {
                output.diagnostic(&format!("case {case}:\n{}", super::output::error_text(error)));
            }
            Err(Problems::new(
                [Problem::new("nothing was written, since not every case could be rendered")],
                &session.sources,
            )
            .into())
        }
    }
}

/// The exit status of a comparison.
pub(super) fn status(report: &Report<anyhow::Error>) -> Exit {
    if report.has_failures() {
        Exit::Failed
    } else if report.is_clean() {
        Exit::Clean
    } else {
        Exit::Findings
    }
}

/// One line that counts.
pub(super) fn summary(report: &Report<anyhow::Error>) -> String {
    let same = report.cases.iter().filter(|c| matches!(c.state, State::Same)).count();
    let mut text = format!("golden: {same} of {} cases as agreed", report.cases.len());
    if !report.orphans.is_empty() {
        let _ = write!(text, ", {} files belong to no case", report.orphans.len());
    }
    text
}

/// Everything that is not as agreed, with the difference.
pub(super) fn report_text(report: &Report<anyhow::Error>) -> String {
    let mut out = String::new();
    for case in &report.cases {
        write_case(&mut out, case);
    }
    for orphan in &report.orphans {
        head(&mut out, "orphaned", &orphan.display().to_string(), "no case has this file");
    }
    out
}

fn write_case(out: &mut String, case: &CaseReport<anyhow::Error>) {
    let file = case.file.display();
    match &case.state {
        State::Same => {}
        State::Missing => head(out, "missing", &case.case, &format!("there is no `{file}`")),
        State::LineEndings => {
            let why = format!(
                "`{file}` has Windows line ends; keep them off with `*.yaml -text` in \
                 .gitattributes"
            );
            head(out, "line ends", &case.case, &why);
        }
        State::Differs(diff) => {
            let objects = diff.objects().join(", ");
            head(out, "differs", &case.case, &objects);
            let (red, green) = (AnsiColor::Red.on_default(), AnsiColor::Green.on_default());
            let _ = writeln!(out, "{red}--- {file}{red:#}");
            let _ = writeln!(out, "{green}+++ {} (rendered){green:#}", case.case);
            out.push_str(&crate::report::unified(diff));
        }
        State::Failed(error) => {
            head(out, "failed", &case.case, "it could not be rendered");
            out.push_str(&super::output::error_text(error));
        }
        State::Unreadable(error) => head(out, "unreadable", &case.case, &error.to_string()),
    }
}

fn head(out: &mut String, word: &str, name: &str, what: &str) {
    let bold = Style::new().bold();
    let red = AnsiColor::Red.on_default().bold();
    let _ = writeln!(out, "{red}{word}{red:#} {bold}{name}{bold:#}: {what}");
}
