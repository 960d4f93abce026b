//! `diff OLD NEW`: what an upgrade from one side to the other would do.

use std::collections::HashMap;
use std::path::PathBuf;

use clap::Args;

use super::args::{HelmArgs, ProfileArgs, ReportArgs, ValuesArgs, VerdictLevel};
use super::exit::Exit;
use super::helm::HelmSource;
use super::output::Output;
use super::reporting;
use super::session::Session;
use super::sides::{self, Side};
use crate::diff::{self, Options};
use crate::finding::{Finding, Severity};
use crate::manifest::{Manifests, Object, ObjectRef, Problem};
use crate::path::FieldPath;
use crate::profile::{Profile, Request};
use crate::report::Upgrade;
use crate::rules;
use crate::upgrade::{self, Cause, CausePlace, Context, Outcome, Verdict};

/// Say what an upgrade would do: refused by a webhook, rolls nodes, ignored.
#[derive(Debug, Args)]
pub(super) struct DiffArgs {
    /// What runs now: files or a folder of manifests, `builtin:PROVIDER/OS`,
    /// `chart:DIR`, `chart:DIR@REF`, `golden:CASE`.
    old: String,
    /// What it would be upgraded to, in the same forms.
    new: String,
    #[command(flatten)]
    values: ValuesArgs,
    /// Values file for OLD alone.
    #[arg(long, value_name = "FILE", help_heading = "Values")]
    old_values: Vec<PathBuf>,
    /// Values file for NEW alone.
    #[arg(long, value_name = "FILE", help_heading = "Values")]
    new_values: Vec<PathBuf>,
    /// Set values for OLD alone.
    #[arg(long, value_name = "KEY=VALUE", help_heading = "Values", allow_hyphen_values = true)]
    old_set: Vec<String>,
    /// Set values for NEW alone.
    #[arg(long, value_name = "KEY=VALUE", help_heading = "Values", allow_hyphen_values = true)]
    new_set: Vec<String>,
    #[command(flatten)]
    profile: ProfileArgs,
    /// Versions for OLD alone: `capi=v1.10.0,capa=v2.8.1`.
    #[arg(long, value_name = "NAME=VERSION", value_delimiter = ',', help_heading = "Profile")]
    old_profile: Vec<String>,
    /// Versions for NEW alone.
    #[arg(long, value_name = "NAME=VERSION", value_delimiter = ',', help_heading = "Profile")]
    new_profile: Vec<String>,
    #[command(flatten)]
    helm: HelmArgs,
    /// Manifests that answer `lookup` for OLD alone.
    #[arg(long, value_name = "FILE|DIR", help_heading = "Helm charts")]
    old_lookup: Vec<PathBuf>,
    /// Manifests that answer `lookup` for NEW alone.
    #[arg(long, value_name = "FILE|DIR", help_heading = "Helm charts")]
    new_lookup: Vec<PathBuf>,
    /// The Release object for OLD alone.
    #[arg(long, value_name = "FILE", help_heading = "Helm charts")]
    old_release: Option<PathBuf>,
    /// The Release object for NEW alone.
    #[arg(long, value_name = "FILE", help_heading = "Helm charts")]
    new_release: Option<PathBuf>,
    /// Show the values of Secrets instead of their length and hash.
    #[arg(long)]
    show_secrets: bool,
    /// Show labels, checksums and hash names that changed.
    #[arg(long)]
    show_noise: bool,
    #[command(flatten)]
    report: ReportArgs,
    /// The level that fails the run.
    #[arg(long, value_enum, default_value_t)]
    fail_on: VerdictLevel,
}

pub(super) fn run(args: &DiffArgs, session: &Session, output: &Output) -> anyhow::Result<Exit> {
    let both = args.profile.over(&session.request());
    let old_side = side(args, &Own::of_old(args), &both, session)?;
    let new_side = side(args, &Own::of_new(args), &both, session)?;
    let (old, new) = rayon::join(
        || sides::read_whole(&args.old, &old_side, session),
        || sides::read_whole(&args.new, &new_side, session),
    );
    let (old, new) = (old?, new?);
    let profiles = sides::profiles(&old, &old_side, &new, &new_side);
    let options = Options { show_secrets: args.show_secrets };
    let mut upgrade = compare(&old.manifests, &new.manifests, &profiles, options);
    locate(&mut upgrade.verdicts, &new.manifests, session);
    upgrade.findings = findings(&upgrade.verdicts, &new.manifests, args.fail_on, session);
    upgrade.show_noise = args.show_noise;
    for (side, input) in [(&args.old, &old), (&args.new, &new)] {
        upgrade.notes.extend(problems(side, &input.manifests, session));
    }
    let exit = status(&upgrade, args.fail_on);
    let objects = new.manifests.objects().len();
    let mut report = reporting::findings("diff", profiles.1, Vec::new(), objects, session);
    report.lists_findings = false;
    report.upgrade = Some(upgrade);
    reporting::write(&report, &args.report, output)?;
    Ok(exit)
}

/// The flags that one side has for itself.
struct Own<'a> {
    values: &'a [PathBuf],
    set: &'a [String],
    lookup: &'a [PathBuf],
    release: Option<&'a PathBuf>,
    profile: &'a [String],
}

impl<'a> Own<'a> {
    fn of_old(args: &'a DiffArgs) -> Own<'a> {
        Own {
            values: &args.old_values,
            set: &args.old_set,
            lookup: &args.old_lookup,
            release: args.old_release.as_ref(),
            profile: &args.old_profile,
        }
    }

    fn of_new(args: &'a DiffArgs) -> Own<'a> {
        Own {
            values: &args.new_values,
            set: &args.new_set,
            lookup: &args.new_lookup,
            release: args.new_release.as_ref(),
            profile: &args.new_profile,
        }
    }
}

/// One side: what both have, and over it what it has for itself.
fn side(args: &DiffArgs, own: &Own, both: &Request, session: &Session) -> anyhow::Result<Side> {
    let mut helm = HelmSource::from_args(&args.helm);
    helm.lookup.extend_from_slice(own.lookup);
    helm.release = own.release.cloned().or(helm.release);
    let mut values = args.values.clone();
    values.files.extend_from_slice(own.values);
    values.set.extend_from_slice(own.set);
    Ok(Side { values, helm, request: sides::request(own.profile, both, session)? })
}

/// Parts of a side that cannot be compared, and objects that the API server would take for others;
/// all the rest is judged.
fn problems(side: &str, manifests: &Manifests, session: &Session) -> Vec<String> {
    const SHOWN: usize = 10;
    let all = manifests.problems();
    let note = |problem: &Problem| {
        let what = match problem.object.and_then(|at| manifests.objects().get(at)) {
            Some(object) => format!("{} ({})", problem.kind, object.id),
            None => problem.kind.to_string(),
        };
        match session.sources.locate(problem.span) {
            Some(place) => format!("{place}: {what}"),
            None => format!("{side}: {what}"),
        }
    };
    let mut notes: Vec<String> = all.iter().take(SHOWN).map(note).collect();
    if all.len() > SHOWN {
        notes.push(format!("{side}: {} more of these", all.len() - SHOWN));
    }
    notes
}

/// What an upgrade from one set of objects to another would do.
pub(super) fn compare(
    old: &Manifests,
    new: &Manifests,
    (old_profile, new_profile): &(Profile, Profile),
    options: Options,
) -> Upgrade {
    let old: Vec<&Object> = old.objects().iter().collect();
    let new: Vec<&Object> = new.objects().iter().collect();
    let places = diff::match_objects(&old, &new);
    let pairs = upgrade::pairs(&places, &old, &new);
    let judge = || upgrade::judge(&pairs, &Context { old_profile, new_profile });
    let (judgement, changes) = rayon::join(judge, || diff::of_pairs(&places, &old, &new, options));
    Upgrade {
        verdicts: judgement.verdicts,
        nodes: judgement.nodes,
        changes,
        notes: judgement.notes,
        ..Upgrade::default()
    }
}

/// Says which lines of templates wrote the fields that bring verdicts about.
pub(super) fn locate(verdicts: &mut [Verdict], new: &Manifests, session: &Session) {
    for verdict in verdicts {
        let place = |cause: &Cause| {
            let id = cause.object.as_ref().unwrap_or(&verdict.object);
            let object = new.find(id.group(), &id.kind, id.namespace.as_deref(), &id.name)?;
            let span = object.span_at(&FieldPath::parse(&cause.path));
            let place = session.sources.locate_origin(span)?;
            Some(CausePlace { path: cause.to_string(), place })
        };
        // A reference changes when what it names does: that is said there.
        let is_reference =
            |cause: &&Cause| cause.object.is_none() && cause.path.ends_with("Ref.name");
        let (references, own): (Vec<&Cause>, Vec<&Cause>) =
            verdict.causes.iter().partition(is_reference);
        let mut templates: Vec<CausePlace> = own.into_iter().filter_map(place).collect();
        if templates.is_empty() {
            templates.extend(references.into_iter().filter_map(place));
        }
        verdict.templates = templates;
    }
}

/// The verdicts as findings, worst first, at their places in the new manifests. What fails the
/// run at the given level is an error.
pub(super) fn findings(
    verdicts: &[Verdict],
    new: &Manifests,
    level: VerdictLevel,
    session: &Session,
) -> Vec<Finding> {
    let mut findings: Vec<Finding> = Vec::new();
    let mut occurrences: HashMap<(Option<ObjectRef>, String, String), usize> = HashMap::new();
    for verdict in verdicts {
        let Some(mut finding) = crate::report::verdict_finding(verdict) else { continue };
        finding.severity = match verdict.verdict {
            _ if verdict.acknowledged => Severity::Info,
            Outcome::Refused => Severity::Error,
            Outcome::Rolls | Outcome::Recreated if level == VerdictLevel::Rolls => Severity::Error,
            _ if level == VerdictLevel::Change => Severity::Error,
            Outcome::InPlace | Outcome::Allowed => Severity::Info,
            Outcome::Rolls | Outcome::Recreated | Outcome::Ignored => Severity::Warning,
        };
        let id = &verdict.object;
        let object = new.find(id.group(), &id.kind, id.namespace.as_deref(), &id.name);
        let path = finding.path.clone().unwrap_or_default();
        if let Some(object) = object {
            let span = object.span_at(&path);
            finding.location = session.sources.locate(span);
            finding.template = session.sources.locate_origin(span);
        }
        let same = (finding.object.clone(), path.to_string(), finding.message.clone());
        let occurrence = *occurrences.entry(same).and_modify(|n| *n += 1).or_insert(0);
        finding.fingerprint = rules::fingerprint(&finding, occurrence);
        findings.push(finding);
    }
    rules::sort(&mut findings);
    findings
}

/// The exit status of a comparison.
pub(super) fn status(upgrade: &Upgrade, level: VerdictLevel) -> Exit {
    let any = |outcomes: &[Outcome]| {
        let counts = |v: &&Verdict| !v.acknowledged && outcomes.contains(&v.verdict);
        upgrade.verdicts.iter().any(|verdict| counts(&verdict))
    };
    let fails = match level {
        VerdictLevel::Refused => any(&[Outcome::Refused]),
        VerdictLevel::Rolls => any(&[Outcome::Refused, Outcome::Rolls, Outcome::Recreated]),
        VerdictLevel::Change => {
            any(&[Outcome::Refused]) || upgrade.changes.iter().any(|change| !change.noise)
        }
        VerdictLevel::Never => false,
    };
    if fails { Exit::Findings } else { Exit::Clean }
}
