//! Verdicts as lines that every format for people shows in the same words: what happens to which
//! nodes, and because of which field. Verdicts that say the same of several objects are one line.

use std::collections::{BTreeSet, HashMap};
use std::hash::Hash;
use std::sync::Arc;

use super::Upgrade;
use super::causes::Causes;
use crate::finding::{Finding, Severity};
use crate::manifest::ObjectRef;
use crate::path::FieldPath;
use crate::source::Location;
use crate::upgrade::{Outcome, Target, Verdict, Whole};

/// Names that a line lists before it counts the rest.
const NAMES: usize = 6;

/// Verdicts that say the same, in words.
#[derive(Default)]
pub(super) struct Line {
    /// What happens, in one word.
    pub word: &'static str,
    /// The outcome, for its colour; none for what stays as it is.
    pub outcome: Option<Outcome>,
    /// The nodes and objects that it is about.
    pub subject: String,
    /// Why, and what upstream says.
    pub reasons: Vec<String>,
    /// What else there is to know about each reason: releases and cases.
    pub notes: Vec<String>,
}

/// Values by keys, in the order in which the keys came.
struct InOrder<K, V> {
    entries: Vec<(K, V)>,
    places: HashMap<K, usize>,
}

impl<K, V> Default for InOrder<K, V> {
    fn default() -> Self {
        InOrder { entries: Vec::new(), places: HashMap::new() }
    }
}

impl<K: Clone + Eq + Hash, V: Default> InOrder<K, V> {
    fn at(&mut self, key: K) -> &mut V {
        let place = *self.places.entry(key.clone()).or_insert(self.entries.len());
        if place == self.entries.len() {
            self.entries.push((key, V::default()));
        }
        &mut self.entries[place].1
    }
}

/// False for what is merely allowed, and for a difference that no manifest asks for, such as the
/// status of a live object.
fn says_something(verdict: &Verdict) -> bool {
    match verdict.verdict {
        Outcome::Allowed => verdict.whole.is_some(),
        Outcome::Ignored => !verdict.causes.is_empty(),
        _ => true,
    }
}

fn word(verdict: &Verdict) -> &'static str {
    match (verdict.acknowledged, verdict.whole) {
        (true, _) => "expected",
        (_, Some(Whole::Removed)) => "removed",
        (_, Some(Whole::Added)) => "new",
        _ => verdict.verdict.as_str(),
    }
}

/// The order in which lines are read: what cannot be undone first.
fn rank(line: &Line) -> (u8, Option<Outcome>, bool) {
    let place = match (line.word, line.outcome) {
        ("expected", _) => 4,
        ("new", _) => 5,
        (_, Some(Outcome::Refused)) => 0,
        ("removed", _) => 1,
        (_, Some(Outcome::Rolls | Outcome::Recreated)) => 2,
        _ => 3,
    };
    (place, line.outcome, !line.subject.starts_with("control-plane"))
}

/// Verdicts of one text, and of whom.
#[derive(Default)]
struct Gathered<'u> {
    targets: BTreeSet<&'u Target>,
    objects: Vec<&'u ObjectRef>,
    cases: BTreeSet<Arc<str>>,
    templates: Vec<&'u Location>,
}

impl<'u> Gathered<'u> {
    fn add(&mut self, verdict: &'u Verdict, cases: &[Arc<str>]) {
        self.targets.extend(&verdict.affects);
        if !self.objects.contains(&&verdict.object) {
            self.objects.push(&verdict.object);
        }
        self.cases.extend(cases.iter().cloned());
        for one in &verdict.templates {
            if !self.templates.contains(&&one.place) {
                self.templates.push(&one.place);
            }
        }
    }
}

/// All verdicts that say something, worst first, and what stays as it is; what is merely allowed
/// is left to the changes.
pub(super) fn lines(upgrade: &Upgrade) -> Vec<Line> {
    let causes = Causes::of(&upgrade.changes);
    // First equal texts are gathered from all objects, then the refusals of the same objects.
    type Key = (&'static str, Outcome, Vec<String>, String);
    let mut gathered: InOrder<Key, Gathered<'_>> = InOrder::default();
    for (i, verdict) in upgrade.verdicts.iter().enumerate() {
        if !says_something(verdict) || causes.is_version_labels_only(verdict) {
            continue;
        }
        let key = (word(verdict), verdict.verdict, reasons(verdict, &causes), releases(verdict));
        let cases = upgrade.cases.get(i).map_or(&[][..], Vec::as_slice);
        gathered.at(key).add(verdict, cases);
    }
    let mut lines: InOrder<(&'static str, String), Line> = InOrder::default();
    for ((word, outcome, reasons, releases), of) in gathered.entries {
        let subject = subject(&of);
        let notes = [templates(&of.templates), releases, cases(&of.cases, upgrade.compared)];
        let notes: Vec<String> = notes.into_iter().filter(|note| !note.is_empty()).collect();
        let note = notes.join("; ");
        let line = lines.at((word, subject.clone()));
        (line.word, line.outcome, line.subject) = (word, Some(outcome), subject);
        let last = reasons.len().saturating_sub(1);
        let notes =
            (0..reasons.len()).map(|i| if i == last { note.clone() } else { String::new() });
        line.notes.extend(notes);
        line.reasons.extend(reasons);
    }
    let mut lines: Vec<Line> = lines.entries.into_iter().map(|(_, line)| line).collect();
    lines.sort_by_key(rank);
    lines.extend(unchanged(upgrade, &causes));
    lines
}

/// The nodes to which nothing happens.
fn unchanged(upgrade: &Upgrade, causes: &Causes<'_>) -> Option<Line> {
    let mut touched: HashMap<Option<&str>, BTreeSet<&Target>> = HashMap::new();
    for verdict in &upgrade.verdicts {
        if says_something(verdict) && !causes.is_version_labels_only(verdict) {
            let namespace = verdict.object.namespace.as_deref();
            touched.entry(namespace).or_default().extend(&verdict.affects);
        }
    }
    let is_touched = |(object, target): &(ObjectRef, Target)| {
        let there = touched.get(&object.namespace.as_deref());
        there.is_some_and(|there| there.contains(target) || there.contains(&Target::AllWorkers))
    };
    let mut still: Vec<&(ObjectRef, Target)> =
        upgrade.nodes.iter().filter(|nodes| !is_touched(nodes)).collect();
    still.sort_by_key(|(_, target)| target);
    let of =
        Gathered { targets: still.iter().map(|nodes| &nodes.1).collect(), ..Default::default() };
    (!still.is_empty()).then(|| Line {
        word: "unchanged",
        subject: match still.len() > of.targets.len() {
            // Several clusters have nodes of one name.
            true => format!("{} control planes and pools", still.len()),
            false => subject(&of),
        },
        ..Line::default()
    })
}

/// `control-plane, worker/np0 (KubeadmControlPlane/demo, …)`.
fn subject(of: &Gathered<'_>) -> String {
    let targets: Vec<String> = of.targets.iter().map(ToString::to_string).collect();
    let objects: Vec<String> = of.objects.iter().map(ToString::to_string).collect();
    match (targets.is_empty(), objects.is_empty()) {
        (true, _) => listed(&objects),
        (_, true) => listed(&targets),
        _ if objects.len() > 1 && targets.len() >= objects.len() => {
            let kinds: BTreeSet<&str> = of.objects.iter().map(|object| &*object.kind).collect();
            let kinds: Vec<String> = kinds.into_iter().map(str::to_owned).collect();
            format!("{} ({})", listed(&targets), listed(&kinds))
        }
        _ => format!("{} ({})", listed(&targets), listed(&objects)),
    }
}

fn listed(names: &[String]) -> String {
    match names.len() {
        n if n <= NAMES => names.join(", "),
        n => format!("{} and {} more", names[..NAMES].join(", "), n - NAMES),
    }
}

/// The lines of templates that are to blame.
fn templates(places: &[&Location]) -> String {
    let names: Vec<String> =
        places.iter().map(|place| format!("{}:{}", place.file, place.line)).collect();
    match names.is_empty() {
        true => String::new(),
        false => format!("at {}", listed(&names)),
    }
}

/// Which cases have a verdict, unless all have it.
fn cases(cases: &BTreeSet<Arc<str>>, compared: usize) -> String {
    let names: Vec<String> = cases.iter().map(|case| case.to_string()).collect();
    match names.len() {
        0 => String::new(),
        n if n == compared && n > 1 => format!("all {n} cases"),
        1 => format!("case {}", names[0]),
        n => format!("{n} cases: {}", listed(&names)),
    }
}

/// Why, in one sentence; of a refusal what the API server prints.
fn reasons(verdict: &Verdict, causes: &Causes<'_>) -> Vec<String> {
    let message = verdict.message.as_deref().unwrap_or_default();
    if verdict.verdict == Outcome::Refused {
        let path = verdict.path.as_deref().unwrap_or_default();
        let error = verdict.error.map(|error| format!("{error:?}"));
        let parts = [Some(path), error.as_deref(), Some(message)];
        let parts = parts.into_iter().flatten().filter(|part| !part.is_empty());
        return vec![parts.collect::<Vec<_>>().join(": ")];
    }
    let because = causes.text(verdict).map(|text| format!("because of {text}"));
    [Some(message.to_owned()).filter(|message| !message.is_empty()), because]
        .into_iter()
        .flatten()
        .collect()
}

/// By which releases something is refused. For what rolls or is ignored the range is long and
/// rarely the point.
fn releases(verdict: &Verdict) -> String {
    match (&verdict.allowed_from, verdict.verdict) {
        (Some(from), Outcome::Refused) => format!("by {}; allowed from {from}", verdict.holds),
        (None, Outcome::Refused) => format!("by {}", verdict.holds),
        _ => String::new(),
    }
}

/// The verdict as a finding of the pseudo rule that its outcome names.
pub(super) fn finding(verdict: &Verdict) -> Option<Finding> {
    if !says_something(verdict) {
        return None;
    }
    let causes = Causes::of(&[]);
    let said = if verdict.acknowledged { "expected: " } else { "" };
    let outcome = match verdict.whole {
        Some(Whole::Added) => "added",
        Some(Whole::Removed) => "removed",
        None => verdict.verdict.as_str(),
    };
    let targets: Vec<String> = verdict.affects.iter().map(ToString::to_string).collect();
    let mut message = match targets.is_empty() || verdict.verdict == Outcome::Refused {
        true => format!("{said}{outcome}"),
        false => format!("{said}{outcome} {}", targets.join(", ")),
    };
    let mut reasons = reasons(verdict, &causes);
    reasons.extend(verdict.allowed_from.iter().map(|from| format!("allowed from {from}")));
    if !reasons.is_empty() {
        message = format!("{message}: {}", reasons.join("; "));
    }
    Some(Finding {
        rule: format!("verdict/{outcome}").into(),
        severity: Severity::Warning,
        message,
        help: None,
        object: Some(verdict.object.clone()),
        path: verdict.field().map(FieldPath::parse),
        location: None,
        template: None,
        holds: Some(verdict.holds.clone()),
        cases: Vec::new(),
        fingerprint: String::new(),
    })
}

/// What happens to how many objects and nodes: `1 refused, 3 node groups roll`.
pub(super) fn summary(upgrade: &Upgrade) -> String {
    let causes = Causes::of(&upgrade.changes);
    let of = |outcome: Outcome, whole: Option<Whole>| {
        let counts = move |v: &&Verdict| {
            !v.acknowledged && v.verdict == outcome && v.whole == whole && says_something(v)
        };
        upgrade.verdicts.iter().filter(counts).filter(|v| !causes.is_version_labels_only(v))
    };
    let nodes = |outcome, whole| {
        let named = of(outcome, whole).flat_map(|verdict| {
            // Clusters of one namespace have a control plane each.
            let name = |target: &Target| match target {
                Target::ControlPlane if verdict.object.kind.ends_with("ControlPlane") => {
                    verdict.object.to_string()
                }
                target => target.to_string(),
            };
            let nodes = verdict.affects.iter().map(name);
            let own = verdict.affects.is_empty().then(|| verdict.object.to_string());
            nodes.chain(own).map(|name| (verdict.object.namespace.as_deref(), name))
        });
        named.collect::<BTreeSet<_>>().len()
    };
    // What is ignored or reaches its nodes in place is one change per object.
    let objects = |outcome| of(outcome, None).map(|v| &v.object).collect::<BTreeSet<_>>().len();
    let counted = |n: usize, one: &str, many: &str| match n {
        0 => None,
        1 => Some(format!("1 {one}")),
        n => Some(format!("{n} {many}")),
    };
    let graver = [
        counted(objects(Outcome::Refused), "object refused", "objects refused"),
        counted(
            nodes(Outcome::Allowed, Some(Whole::Removed)),
            "node group removed",
            "node groups removed",
        ),
        counted(nodes(Outcome::Rolls, None), "node group rolls", "node groups roll"),
        counted(nodes(Outcome::Recreated, None), "recreated", "recreated"),
    ];
    let lesser = [
        counted(objects(Outcome::Ignored), "change ignored", "changes ignored"),
        counted(objects(Outcome::InPlace), "change in place", "changes in place"),
        counted(nodes(Outcome::Allowed, Some(Whole::Added)), "new node group", "new node groups"),
    ];
    let quiet = graver.iter().all(Option::is_none);
    let nothing = quiet.then(|| "nothing refused, no node rolls".to_owned());
    let parts: Vec<String> = nothing
        .into_iter()
        .chain(graver.into_iter().flatten())
        .chain(lesser.into_iter().flatten())
        .collect();
    parts.join(", ")
}
