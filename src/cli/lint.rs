//! `lint`: is it right; would the parts fit together, would a node boot.

use std::path::PathBuf;

use clap::Args;

use super::args::{FindingLevel, InputArgs, ProfileArgs, ReportArgs, ValuesArgs};
use super::check;
use super::exit::Exit;
use super::helm::HelmSource;
use super::input;
use super::output::Output;
use super::reporting;
use super::session::Session;
use super::sides::{self, Side};
use crate::finding::{Finding, Severity};
use crate::golden::Case;
use crate::rules::{self, Ctx};

/// Find what is wrong with rendered or given manifests.
#[derive(Debug, Args)]
pub(super) struct LintArgs {
    /// Files or folders of manifests, or `-` for standard input.
    #[arg(value_name = "FILE|DIR|-", id = "manifest_files")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    input: InputArgs,
    /// What would be replaced: files, `builtin:PROVIDER/OS` or `golden:CASE`; adds the rules
    /// on upgrades.
    #[arg(long, value_name = "OLD")]
    against: Option<String>,
    #[command(flatten)]
    profile: ProfileArgs,
    #[command(flatten)]
    report: ReportArgs,
    /// The level that fails the run.
    #[arg(long, value_enum, default_value_t)]
    fail_on: FindingLevel,
}

pub(super) fn run(args: &LintArgs, session: &Session, output: &Output) -> anyhow::Result<Exit> {
    if args.names_nothing() && args.against.is_none() && session.finds_charts() {
        return cases(args, session, output);
    }
    let input = input::read(&args.input, &args.files, &args.profile, session, output)?;
    let old = match &args.against {
        Some(old) => {
            let request = args.profile.over(&session.request());
            let helm = HelmSource::from_args(&args.input.helm);
            let side = Side { values: args.input.values.clone(), helm, request };
            Some(sides::read_whole(old, &side, session)?.manifests)
        }
        None => None,
    };
    let settings = session.settings()?;
    let mut ctx = Ctx::new(&input.manifests, &input.profile, &settings, &session.sources);
    ctx.old = old.as_ref();
    ctx.comments = &input.comments;
    let findings = rules::run(&ctx);
    let exit = status(&findings, args.fail_on);
    let objects = input.manifests.objects().len();
    let report = reporting::findings("lint", input.profile, findings, objects, session);
    reporting::write(&report, &args.report, output)?;
    Ok(exit)
}

impl LintArgs {
    /// Nothing says what to judge, nor with which values.
    fn names_nothing(&self) -> bool {
        let InputArgs { provider, chart, name, namespace, values, .. } = &self.input;
        let ValuesArgs { files, set, set_string, set_json, set_file, set_literal } = values;
        let flags = [set, set_string, set_json, set_file, set_literal];
        self.files.is_empty()
            && provider.is_none()
            && chart.is_none()
            && name.is_none()
            && namespace.is_none()
            && files.is_empty()
            && flags.iter().all(|flag| flag.is_empty())
    }
}

/// Judges every case, each finding once.
fn cases(args: &LintArgs, session: &Session, output: &Output) -> anyhow::Result<Exit> {
    let all = session.cases()?;
    session.announce(&all, output);
    let chosen: Vec<&Case> = all.iter().collect();
    let (checked, failed) =
        check::render_all(&chosen, &args.profile, &args.input.helm, session, output);
    let linted = check::lint_all(&checked, &args.profile, true, session)?;
    let exit = if failed > 0 { Exit::Failed } else { status(&linted.findings, args.fail_on) };
    let report =
        reporting::findings("lint", linted.profile, linted.findings, linted.objects, session);
    reporting::write(&report, &args.report, output)?;
    check::tell_failed(failed, chosen.len(), output);
    Ok(exit)
}

/// The exit status of findings.
pub(super) fn status(findings: &[Finding], level: FindingLevel) -> Exit {
    let least = match level {
        FindingLevel::Error => Severity::Error,
        FindingLevel::Warning => Severity::Warning,
        FindingLevel::Never => return Exit::Clean,
    };
    if findings.iter().any(|f| f.severity >= least) { Exit::Findings } else { Exit::Clean }
}
