//! `lint`: is it right; would the parts fit together, would a node boot.

use std::path::PathBuf;

use clap::Args;

use super::args::{FindingLevel, InputArgs, ProfileArgs, ReportArgs};
use super::exit::Exit;
use super::helm::HelmSource;
use super::input;
use super::output::Output;
use super::reporting;
use super::session::Session;
use super::sides::{self, Side};
use crate::finding::{Finding, Severity};
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
    let input = input::read(&args.input, &args.files, &args.profile, session)?;
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
    let findings = rules::run(&ctx);
    let exit = status(&findings, args.fail_on);
    let objects = input.manifests.objects().len();
    let report = reporting::findings("lint", input.profile, findings, objects, session);
    reporting::write(&report, &args.report, output)?;
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
