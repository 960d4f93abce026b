//! What the cases of `check` would do as upgrades from the golden files of a git revision: every
//! case judged, equal verdicts told once, and expectations that nothing met.

use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;
use std::path::Path;
use std::sync::Arc;

use super::base::Base;
use super::check::{CheckArgs, Run};
use super::diff;
use super::input;
use super::session::{self, Session};
use crate::config::{Config, Expect};
use crate::diff::{Change, Options};
use crate::finding::{Finding, Severity};
use crate::golden;
use crate::manifest::Manifests;
use crate::report::Upgrade;
use crate::rules;
use crate::upgrade::Verdict;
use crate::vcs::Repository;

/// What the comparison of all cases came to.
pub(super) struct Compared {
    /// The revision that they were compared with.
    pub(super) commit: String,
    /// The verdicts of each run by its name.
    pub(super) verdicts: BTreeMap<String, Vec<Verdict>>,
    /// All together, equal ones once.
    pub(super) whole: Upgrade,
    /// The entries of `expect` that no verdict needed.
    pub(super) unused: Vec<Finding>,
}

/// Judges every run against the case's golden file at a revision, or where it has none against
/// what the chart rendered then. Cases that cannot be rendered are told.
pub(super) fn compare(
    base: &str,
    args: &CheckArgs,
    runs: &[Run<'_>],
    session: &Session,
    told: &mut dyn FnMut(&str, &anyhow::Error),
) -> anyhow::Result<Compared> {
    let repository = Repository::find(Path::new("."))?;
    let commit = repository.merge_base("HEAD", base)?;
    let mut expectations = Expectations::new(session.config.as_ref());
    let mut verdicts: BTreeMap<String, Vec<Verdict>> = BTreeMap::new();
    let mut whole = Merged::default();
    let mut agreed: Option<(&str, Option<Manifests>)> = None;
    let mut copy = Base::new(&repository, &commit);
    for run in runs {
        let checked = run.checked;
        // The profiles of one case stand side by side: what is old is read once for all.
        if agreed.as_ref().is_none_or(|(case, _)| *case != checked.case.name) {
            let old = match &checked.case.golden {
                Some(golden) => agreed_on(base, &commit, golden, &repository, session)?,
                None => copy.rendered(checked.case, args, session).unwrap_or_else(|error| {
                    told(&checked.case.name, &error);
                    None
                }),
            };
            agreed = Some((&checked.case.name, old));
        }
        let Some((_, Some(old))) = &agreed else { continue };
        let profiles = (run.profile.clone(), run.profile.clone());
        let new = &checked.input.manifests;
        let mut upgrade = diff::compare(old, new, &profiles, Options::default());
        diff::locate(&mut upgrade.verdicts, new, session);
        for verdict in &mut upgrade.verdicts {
            verdict.acknowledged = expectations.meet(&checked.case.name, verdict);
        }
        upgrade.findings = diff::findings(&upgrade.verdicts, new, args.fail_on, session);
        verdicts.insert(run.name.clone(), upgrade.verdicts.clone());
        whole.add(upgrade, &run.name.as_str().into());
    }
    Ok(Compared { commit, verdicts, whole: whole.finish(), unused: expectations.unused(session) })
}

/// The objects of a golden file at a commit; `None` where it was not there yet.
fn agreed_on(
    base: &str,
    commit: &str,
    golden: &golden::cases::GoldenFile,
    repository: &Repository,
    session: &Session,
) -> anyhow::Result<Option<Manifests>> {
    let path = repository.relative(&golden.path())?;
    let Some(old) = old_file(repository, commit, &path)? else { return Ok(None) };
    let file = session.sources.add(format!("{base}:{}", path.display()), old);
    let old = Manifests::read(&session.sources, &[file]);
    input::require_whole(&old, session)?;
    Ok(Some(old))
}

fn old_file(repository: &Repository, commit: &str, path: &Path) -> anyhow::Result<Option<String>> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let files = repository.read_tree(commit, folder)?;
    let name = path.file_name().map(Path::new);
    let found = files.into_iter().find(|file| Some(file.path.as_path()) == name);
    Ok(found.map(|file| String::from_utf8_lossy(&file.content).into_owned()))
}

/// The entries of `expect` and how many verdicts each of them met.
struct Expectations<'c> {
    config: Option<&'c Config>,
    met: Vec<usize>,
}

impl<'c> Expectations<'c> {
    fn new(config: Option<&'c Config>) -> Expectations<'c> {
        Expectations { config, met: vec![0; config.map_or(0, |config| config.expect.len())] }
    }

    /// Whether a verdict is expected.
    fn meet(&mut self, case: &str, verdict: &Verdict) -> bool {
        let causes: Vec<String> = verdict.causes.iter().map(ToString::to_string).collect();
        let causes: Vec<&str> = causes.iter().map(String::as_str).collect();
        let (object, word) = (verdict.object.to_string(), verdict.verdict.as_str());
        let entry = self
            .config
            .and_then(|config| config.expected(case, &object, word, &causes, session::today()));
        if let Some((number, _)) = entry {
            self.met[number] += 1;
        }
        entry.is_some()
    }

    /// A finding for every entry that no verdict needed: it would hide the next one of its kind.
    fn unused(&self, session: &Session) -> Vec<Finding> {
        let entries = self.config.into_iter().flat_map(|config| &config.expect);
        let unused = entries.zip(&self.met).filter(|(_, met)| **met == 0);
        unused.map(|(entry, _)| unused_finding(entry, session)).collect()
    }
}

fn unused_finding(entry: &Expect, session: &Session) -> Finding {
    let what = format!("`{}` of `{}`", entry.verdict, entry.object);
    let message = match entry.is_expired(session::today()) {
        true => format!("the expectation of {what} has expired"),
        false => format!("no verdict is the expected {what}"),
    };
    let mut finding = Finding {
        rule: "verdict/unused-expectation".into(),
        severity: Severity::Warning,
        message,
        help: Some("take the entry of `expect` out, or renew it".to_owned()),
        object: None,
        path: None,
        location: session.sources.locate(entry.span),
        template: None,
        holds: None,
        cases: Vec::new(),
        fingerprint: String::new(),
    };
    finding.fingerprint = rules::fingerprint(&finding, 0);
    finding
}

/// Verdicts, changes and findings of several cases: they share most of theirs.
#[derive(Default)]
struct Merged {
    whole: Upgrade,
    verdicts: HashMap<Verdict, usize>,
    changes: HashMap<Change, usize>,
    findings: HashMap<String, usize>,
}

impl Merged {
    fn add(&mut self, one: Upgrade, case: &Arc<str>) {
        let whole = &mut self.whole;
        whole.compared += 1;
        for verdict in one.verdicts {
            let place = place(&mut self.verdicts, &verdict, whole.verdicts.len());
            if place == whole.verdicts.len() {
                whole.verdicts.push(verdict);
                whole.cases.push(Vec::new());
            }
            if whole.cases[place].last() != Some(case) {
                whole.cases[place].push(case.clone());
            }
        }
        for change in one.changes {
            if place(&mut self.changes, &change, whole.changes.len()) == whole.changes.len() {
                whole.changes.push(change);
            }
        }
        for mut finding in one.findings {
            let place = place(&mut self.findings, &finding.fingerprint, whole.findings.len());
            match whole.findings.get_mut(place) {
                Some(known) => known.cases.push(case.clone()),
                None => {
                    finding.cases.push(case.clone());
                    whole.findings.push(finding);
                }
            }
        }
        for nodes in one.nodes {
            if !whole.nodes.contains(&nodes) {
                whole.nodes.push(nodes);
            }
        }
        for note in one.notes {
            if !whole.notes.contains(&note) {
                whole.notes.push(note);
            }
        }
    }

    fn finish(mut self) -> Upgrade {
        // Several cases may have changed one object, each in its own way.
        let mut order: HashMap<_, usize> = HashMap::new();
        for change in &self.whole.changes {
            let next = order.len();
            order.entry((change.object.clone(), change.renamed_from.clone())).or_insert(next);
        }
        self.whole.changes.sort_by_key(|change| {
            order.get(&(change.object.clone(), change.renamed_from.clone())).copied()
        });
        rules::sort(&mut self.whole.findings);
        self.whole
    }
}

/// Where a thing stands already, or else where it will.
fn place<T: Clone + Eq + Hash>(places: &mut HashMap<T, usize>, thing: &T, next: usize) -> usize {
    match places.get(thing) {
        Some(place) => *place,
        None => {
            places.insert(thing.clone(), next);
            next
        }
    }
}
