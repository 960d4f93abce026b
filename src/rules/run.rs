//! Runs rules over an input: levels, suppressions, order, fingerprints.

use std::cmp::Reverse;
use std::collections::HashMap;

use super::ctx::Ctx;
use super::registry::{self, Check};
use super::settings::{Level, Settings};
use super::sink::{self, Sink};
use super::suppress::{self, Comment, Use};
use crate::finding::Finding;
use crate::source::{FileId, SourceMap};

/// What the rules said about one input.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Outcome {
    /// What was found and not suppressed, worst first.
    pub findings: Vec<Finding>,
    /// What every suppression did, in the order written.
    pub uses: Vec<Use>,
}

/// Judges one input, suppressions included: findings about suppressions that did nothing are
/// among the result.
pub fn run(ctx: &Ctx<'_>) -> Vec<Finding> {
    let mut outcome = judge(ctx);
    let uses = std::mem::take(&mut outcome.uses);
    outcome.findings.extend(report_suppressions(uses, ctx.settings));
    sort(&mut outcome.findings);
    outcome.findings
}

/// Judges one input and says what the suppressions did.
pub fn judge(ctx: &Ctx<'_>) -> Outcome {
    let rules = registry::all().filter(|rule| ctx.settings.level(rule.name) != Some(Level::Off));
    let mut sink: Option<Sink<'_>> = None;
    for rule in rules {
        let Check::Static(check) = rule.meta.check else { continue };
        let sink = sink.get_or_insert_with(|| Sink::new(ctx.sources, rule));
        sink.enter(rule);
        check(ctx, sink);
    }
    let mut findings = sink.map(Sink::finish).unwrap_or_default();
    apply_levels(&mut findings, ctx.settings);
    let comments = comments(ctx);
    let (mut findings, uses) = suppress::apply(findings, &comments, ctx.settings);
    sort(&mut findings);
    set_fingerprints(&mut findings);
    Outcome { findings, uses }
}

/// Findings about suppressions, from what they did in all inputs of a run together.
pub fn report_suppressions(
    uses: impl IntoIterator<Item = Use>,
    settings: &Settings,
) -> Vec<Finding> {
    let uses = suppress::merge(uses);
    let sources = SourceMap::default();
    let mut findings = Vec::new();
    for rule in registry::all() {
        let Check::Suppressions(check) = rule.meta.check else { continue };
        if settings.level(rule.name) != Some(Level::Off) {
            let mut sink = Sink::new(&sources, rule);
            check(&uses, &mut sink);
            findings.extend(sink.finish());
        }
    }
    apply_levels(&mut findings, settings);
    sort(&mut findings);
    set_fingerprints(&mut findings);
    findings
}

/// Sorts findings for reading: worst first, then where they stand, then by rule.
pub fn sort(findings: &mut [Finding]) {
    let place = |f: &Finding| {
        let location = f.location.as_ref().map(|l| (l.file.clone(), l.line, l.column));
        (Reverse(f.severity), location, f.object.clone(), f.path.clone(), f.rule.clone())
    };
    findings.sort_by_cached_key(place);
}

fn apply_levels(findings: &mut [Finding], settings: &Settings) {
    for finding in findings {
        if let Some(Level::At(severity)) = settings.level(&finding.rule) {
            finding.severity = severity;
        }
    }
}

fn set_fingerprints(findings: &mut [Finding]) {
    let mut seen: HashMap<String, usize> = HashMap::new();
    for finding in findings {
        let first = sink::fingerprint(finding, 0);
        let count = seen.entry(first.clone()).or_default();
        finding.fingerprint = if *count == 0 { first } else { sink::fingerprint(finding, *count) };
        *count += 1;
    }
}

/// The comments of the texts that the objects stand in, and those that the caller brought.
fn comments(ctx: &Ctx<'_>) -> Vec<Comment> {
    let objects = ctx.manifests.objects().iter().map(|object| object.span().file);
    let problems = ctx.manifests.problems().iter().map(|problem| problem.span.file);
    let mut files: Vec<FileId> = objects.chain(problems).collect();
    files.sort_unstable();
    files.dedup();
    let sources = files.iter().filter_map(|file| ctx.sources.file(*file));
    let own = sources.flat_map(|source| suppress::scan(&source.name, &source.text));
    own.chain(ctx.comments.iter().cloned()).collect()
}
