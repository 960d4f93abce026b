//! `check`: everything, for every declared case, with one summary and one exit status.

use std::collections::BTreeMap;
use std::sync::Arc;

use clap::Args;
use rayon::prelude::*;

use super::args::{HelmArgs, ProfileArgs, ReportArgs, VerdictLevel};
use super::diff;
use super::exit::Exit;
use super::input::{self, Input};
use super::output::{self, Output};
use super::pipeline::Job;
use super::reporting;
use super::session::Session;
use super::upgrades;
use crate::finding::{Finding, Severity};
use crate::golden::{self, Case, State};
use crate::manifest::Manifests;
use crate::path::FieldPath;
use crate::profile::{Profile, Request};
use crate::report::{Attachment, CaseResult, ChartResult};
use crate::rules::{self, Ctx, Settings};
use crate::source::Location;
use crate::upgrade::Verdict;

/// Render, compare, lint and judge every case that the configuration declares.
#[derive(Debug, Args)]
pub(super) struct CheckArgs {
    /// Charts or cases, such as `aws` or `aws/flatcar/default`. All unless given.
    #[arg(value_name = "CHART")]
    pub(super) charts: Vec<String>,
    /// A git revision that the cases are compared with as an upgrade, by its golden files or
    /// else by what its charts render; of a branch, its merge base with HEAD counts.
    #[arg(long, value_name = "REF")]
    base: Option<String>,
    /// What Helm charts depend on beyond their cases.
    #[command(flatten)]
    pub(super) helm: HelmArgs,
    #[command(flatten)]
    pub(super) profile: ProfileArgs,
    #[command(flatten)]
    report: ReportArgs,
    /// The level that fails the run.
    #[arg(long, value_enum, default_value_t)]
    pub(super) fail_on: VerdictLevel,
}

/// A case with what came of it.
pub(super) struct Checked<'c> {
    pub(super) case: &'c Case,
    text: String,
    pub(super) input: Input,
}

pub(super) fn run(args: &CheckArgs, session: &Session, output: &Output) -> anyhow::Result<Exit> {
    let all = session.cases()?;
    if all.is_empty() {
        return Err(session.no_case());
    }
    let chosen = session.select(&all, &args.charts)?;
    session.announce(&all, output);
    let (checked, mut failed) = render_all(&chosen, &args.profile, &args.helm, session, output);
    let (golden, attachments) = compare_golden(&all, &chosen, &checked)?;
    let Linted { runs, mut findings, profile, objects } =
        lint_all(&checked, &args.profile, args.charts.is_empty(), session)?;
    findings.splice(0..0, golden);
    rules::sort(&mut findings);
    let (charts, upgrade) = match &args.base {
        Some(base) => {
            let mut told = |case: &str, error: &anyhow::Error| {
                failed += 1;
                let text = output::error_text(error);
                output.diagnostic(&format!("case {case} at `{base}`:\n{text}"));
            };
            let compared = upgrades::compare(base, args, &runs, session, &mut told)?;
            if args.charts.is_empty() {
                findings.extend(compared.unused);
                rules::sort(&mut findings);
            }
            let verdicts = |name: &str| compared.verdicts.get(name).cloned().unwrap_or_default();
            (charts(&runs, Some(&compared.commit), verdicts), Some(compared.whole))
        }
        None => (charts(&runs, None, |_| Vec::new()), None),
    };
    let errors = findings.iter().any(|finding| finding.severity == Severity::Error);
    let mut report = reporting::findings("check", profile, findings, objects, session);
    report.charts = Some(charts);
    report.attachments = attachments;
    let refused = upgrade.as_ref().map_or(Exit::Clean, |u| diff::status(u, args.fail_on));
    report.upgrade = upgrade;
    reporting::write(&report, &args.report, output)?;
    tell_failed(failed, chosen.len(), output);
    Ok(match args.fail_on {
        _ if failed > 0 => Exit::Failed,
        VerdictLevel::Never => Exit::Clean,
        _ if errors => Exit::Findings,
        _ => refused,
    })
}

/// Renders cases; those that cannot be are told and counted.
pub(super) fn render_all<'c>(
    chosen: &[&'c Case],
    profile: &ProfileArgs,
    helm: &HelmArgs,
    session: &Session,
    output: &Output,
) -> (Vec<Checked<'c>>, usize) {
    let results: Vec<(&Case, anyhow::Result<Checked<'_>>)> =
        chosen.par_iter().map(|case| (*case, render(case, profile, helm, session))).collect();
    let mut checked = Vec::with_capacity(results.len());
    let mut failed: Vec<(String, Vec<&str>)> = Vec::new();
    for (case, result) in results {
        match result {
            Ok(done) => checked.push(done),
            Err(error) => {
                let text = output::error_text(&error);
                match failed.iter_mut().find(|(known, _)| *known == text) {
                    Some((_, names)) => names.push(&case.name),
                    None => failed.push((text, vec![&case.name])),
                }
            }
        }
    }
    // What is wrong with the chart is wrong in all of its cases.
    for (text, names) in &failed {
        let cases = match &names[..] {
            [one] => format!("case {one}"),
            [first, rest @ ..] => format!("case {first} and {} more", rest.len()),
            [] => continue,
        };
        output.diagnostic(&format!("{cases}:\n{text}"));
    }
    (checked, failed.iter().map(|(_, names)| names.len()).sum())
}

/// Says how much of the work could not be done.
pub(super) fn tell_failed(failed: usize, of: usize, output: &Output) {
    if failed > 0 {
        output.diagnostic(&format!("{failed} of {of} cases could not be rendered\n"));
    }
}

/// What the rules say about all cases.
pub(super) struct Linted<'c> {
    runs: Vec<Run<'c>>,
    /// Each finding once, with its cases.
    pub findings: Vec<Finding>,
    /// The controllers that judge the first case.
    pub profile: Profile,
    /// How many objects were judged.
    pub objects: usize,
}

/// Judges cases. Unless they are all, a suppression that none of them needs is not held against
/// it.
pub(super) fn lint_all<'c>(
    checked: &'c [Checked<'c>],
    profile: &ProfileArgs,
    is_whole: bool,
    session: &Session,
) -> anyhow::Result<Linted<'c>> {
    let settings = session.settings()?;
    let runs = runs(checked, &judges(profile, session));
    let (mut findings, mut uses) = lint(&runs, &settings, session);
    uses.retain(|one| is_whole || one.count > 0 || one.expired.is_some());
    findings.extend(rules::report_suppressions(uses, &settings));
    rules::sort(&mut findings);
    let objects = checked.iter().map(|c| c.input.manifests.objects().len()).sum();
    let profile = match checked.first() {
        Some(first) => first.input.profile.clone(),
        None => session.request().infer([]),
    };
    Ok(Linted { runs, findings, profile, objects })
}

fn render<'c>(
    case: &'c Case,
    flags: &ProfileArgs,
    helm: &HelmArgs,
    session: &Session,
) -> anyhow::Result<Checked<'c>> {
    let mut job = Job::from_case(case, &session.sources)?.with_helm(helm);
    job.request = flags.over(&job.request);
    let outcome = job.render_traced(&session.sources)?;
    let (text, origins) = outcome.rendered.to_traced_stream();
    // Findings point into the golden file, which is the same text as long as it is agreed on.
    let name = match &case.golden {
        Some(golden) => golden.path().display().to_string(),
        None => format!("<{}>", case.name),
    };
    let file = session.sources.add_traced(name, text.as_str(), origins);
    let manifests = Manifests::read(&session.sources, &[file]);
    let profile = outcome.profile.unwrap_or_else(|| input::infer(&job.request, &manifests));
    let comments = outcome.comments;
    let input = Input { manifests, profile, comments, is_rendered: true };
    Ok(Checked { case, text, input })
}

/// The profiles that judge: each case's own, and every named one of the configuration.
fn judges(flags: &ProfileArgs, session: &Session) -> Vec<(Arc<str>, Request)> {
    let named = session.config.iter().flat_map(|config| &config.profiles);
    let request = |profile: &Request| flags.over(profile);
    named.map(|p| (p.name.value.as_str().into(), request(&p.profile.request))).collect()
}

/// A case under one set of controllers.
pub(super) struct Run<'c> {
    pub(super) checked: &'c Checked<'c>,
    /// The case's name, with that of the profile unless it is the case's own.
    pub(super) name: String,
    pub(super) profile: Profile,
}

/// Every case under its own profile and under every named one.
fn runs<'c>(checked: &'c [Checked<'c>], named: &[(Arc<str>, Request)]) -> Vec<Run<'c>> {
    let mut runs = Vec::with_capacity(checked.len() * (1 + named.len()));
    for checked in checked {
        let case = checked.case;
        let profile = checked.input.profile.clone();
        runs.push(Run { checked, name: case.name.clone(), profile });
        for (name, request) in named {
            let request = request.over(&case.profile.request);
            let profile = input::infer(&request, &checked.input.manifests);
            runs.push(Run { checked, name: format!("{} ({name})", case.name), profile });
        }
    }
    runs
}

/// Findings of all runs, equal ones told once with the names of their cases, and what the
/// suppressions did.
fn lint(
    runs: &[Run<'_>],
    settings: &Settings,
    session: &Session,
) -> (Vec<Finding>, Vec<rules::Use>) {
    let outcomes: Vec<rules::Outcome> = runs
        .par_iter()
        .map(|run| {
            let Input { manifests, comments, .. } = &run.checked.input;
            let mut ctx = Ctx::new(manifests, &run.profile, settings, &session.sources);
            ctx.comments = comments;
            rules::judge(&ctx)
        })
        .collect();
    let mut merged: BTreeMap<(Arc<str>, String, String), Finding> = BTreeMap::new();
    let mut uses = Vec::new();
    for (run, outcome) in runs.iter().zip(outcomes) {
        uses.extend(outcome.uses);
        for finding in outcome.findings {
            let place = finding.path.as_ref().map(FieldPath::to_string).unwrap_or_default();
            // Cases name their clusters differently; what one template says wrong in all of
            // them is one finding.
            let about = match (&finding.object, &finding.template) {
                (Some(object), Some(template)) => format!("{} {template}", object.kind),
                (Some(object), None) => object.to_string(),
                (None, _) => String::new(),
            };
            let key = (finding.rule.clone(), format!("{about} {place}"), finding.message.clone());
            let entry = merged.entry(key).or_insert(finding);
            // Several objects of one case may have it.
            if entry.cases.last().is_none_or(|last| **last != *run.name) {
                entry.cases.push(run.name.as_str().into());
            }
        }
    }
    (merged.into_values().collect(), uses)
}

/// What is not as agreed, as findings, with the differences.
fn compare_golden(
    all: &[Case],
    chosen: &[&Case],
    checked: &[Checked<'_>],
) -> anyhow::Result<(Vec<Finding>, Vec<Attachment>)> {
    let texts: BTreeMap<&str, &str> =
        checked.iter().map(|c| (c.case.name.as_str(), c.text.as_str())).collect();
    let report = golden::check(all, chosen, |case| {
        texts.get(case.name.as_str()).map(|text| (*text).to_owned()).ok_or(())
    })?;
    let mut findings = Vec::new();
    let mut attachments = Vec::new();
    let update = |case: &str| format!("if this is meant, run `clusterctl-gs golden update {case}`");
    for case in report.cases {
        let file = case.file.display().to_string();
        let (rule, message, help) = match case.state {
            State::Same | State::Failed(()) => continue,
            State::Missing => (
                "golden/missing-file",
                "the case has no golden file".to_owned(),
                update(&case.case),
            ),
            State::LineEndings => (
                "golden/line-endings",
                "the golden file has Windows line ends".to_owned(),
                "keep them off with `*.yaml -text` in `.gitattributes`".to_owned(),
            ),
            State::Differs(diff) => {
                let objects = diff.objects().join(", ");
                attachments.push(Attachment { title: case.case.clone(), diff });
                let message = format!("the rendering is not as agreed: {objects}");
                ("golden/differing-file", message, update(&case.case))
            }
            State::Unreadable(error) => {
                ("golden/unreadable-file", error.to_string(), "make the file readable".to_owned())
            }
        };
        findings.push(golden_finding(rule, message, help, file, vec![case.case.into()]));
    }
    for orphan in report.orphans {
        findings.push(golden_finding(
            "golden/orphaned-file",
            "no case has this golden file".to_owned(),
            "delete it, or run `clusterctl-gs golden update`".to_owned(),
            orphan.display().to_string(),
            Vec::new(),
        ));
    }
    Ok((findings, attachments))
}

fn golden_finding(
    rule: &str,
    message: String,
    help: String,
    file: String,
    cases: Vec<Arc<str>>,
) -> Finding {
    let mut finding = Finding {
        rule: rule.into(),
        severity: Severity::Error,
        message,
        help: Some(help),
        object: None,
        path: None,
        location: Some(Location { file: file.into(), line: 0, column: 0 }),
        template: None,
        holds: None,
        cases,
        fingerprint: String::new(),
    };
    finding.fingerprint = rules::fingerprint(&finding, 0);
    finding
}

fn charts(
    runs: &[Run<'_>],
    base: Option<&str>,
    verdicts: impl Fn(&str) -> Vec<Verdict>,
) -> Vec<ChartResult> {
    let mut charts: Vec<ChartResult> = Vec::new();
    for run in runs {
        let chart = &run.checked.case.chart;
        if !charts.iter().any(|known| known.chart == *chart) {
            charts.push(ChartResult {
                chart: chart.clone(),
                base: base.map(str::to_owned),
                cases: Vec::new(),
                groups: Vec::new(),
            });
        }
        let Some(entry) = charts.iter_mut().find(|known| known.chart == *chart) else { continue };
        let name = run.name.clone();
        entry.cases.push(CaseResult { case: name.clone(), verdicts: verdicts(&name) });
    }
    for chart in &mut charts {
        let mut groups: Vec<(&[Verdict], Vec<String>)> = Vec::new();
        for case in &chart.cases {
            match groups.iter_mut().find(|(verdicts, _)| *verdicts == case.verdicts) {
                Some((_, names)) => names.push(case.case.clone()),
                None => groups.push((&case.verdicts, vec![case.case.clone()])),
            }
        }
        chart.groups = groups.into_iter().map(|(_, names)| names).collect();
    }
    charts
}
