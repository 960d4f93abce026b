//! From pairs of objects to verdicts: the way of each object through admission and rollout.

use std::collections::BTreeSet;

use serde_json::Value;

use super::admission::{self, Refusal, Subject};
use super::change::{Change, changes, is_within};
use super::fields::at;
use super::moment::{self, Moment};
use super::normalize::normalize;
use super::rollout::{self, Update};
use super::verdict::{Cause, Outcome, Verdict};
use super::world::{World, owns_machines, target_of};
use super::{Context, Judgement, Pair};
use crate::manifest::{Object, is_cluster_api};

/// Judges what an upgrade from the old objects of the pairs to the new ones does.
///
/// Objects that only the new side has are judged by the rules for new objects. Never fails: what
/// no rule knows gets no verdict.
pub fn judge(pairs: &[Pair], context: &Context) -> Judgement {
    let judge = Judge {
        world: World::new(pairs),
        moment: Moment::new(context.new_profile),
        before: (context.old_profile != context.new_profile)
            .then(|| Moment::new(context.old_profile)),
        assumed: BTreeSet::new(),
    };
    judge.all(pairs, context)
}

struct Judge<'a> {
    world: World<'a>,
    moment: Moment<'a>,
    before: Option<Moment<'a>>,
    assumed: BTreeSet<String>,
}

impl<'a> Judge<'a> {
    fn all(mut self, pairs: &[Pair<'a>], context: &Context) -> Judgement {
        let mut found: Vec<Vec<Verdict>> = Vec::with_capacity(pairs.len());
        let mut later: Vec<(usize, &'a Object, Vec<Cause>)> = Vec::new();
        for (i, pair) in pairs.iter().enumerate() {
            let (verdicts, content) = self.one(pair);
            found.push(verdicts);
            if let (Some(causes), Some(object)) = (content, pair.new) {
                later.push((i, object, causes));
            }
        }
        // Content under an unchanged name matters to the pools that do not roll anyway.
        let rolling: BTreeSet<(Option<&str>, String)> = found
            .iter()
            .flatten()
            .filter(|verdict| verdict.verdict == Outcome::Rolls)
            .flat_map(|v| v.affects.iter().map(|t| (v.object.namespace.as_deref(), t.to_string())))
            .collect();
        let content: Vec<(usize, Verdict)> = later
            .into_iter()
            .map(|(i, object, causes)| {
                let rolls = |target: &super::Target| {
                    rolling.contains(&(object.id.namespace.as_deref(), target.to_string()))
                };
                (i, rollout::content(&self.world, object, causes, &rolls))
            })
            .collect();
        drop(rolling);
        content.into_iter().for_each(|(i, verdict)| found[i].push(verdict));
        found.iter_mut().for_each(|verdicts| verdicts.sort_by_key(|verdict| verdict.verdict));
        let mut notes = moment::unknown_versions(context.new_profile);
        notes.extend(self.assumed.iter().map(|gate| format!("feature gate {gate} is assumed on")));
        Judgement { verdicts: found.into_iter().flatten().collect(), notes }
    }

    /// The verdicts of one pair, and the causes of a changed content that others read.
    fn one(&mut self, pair: &Pair<'a>) -> (Vec<Verdict>, Option<Vec<Cause>>) {
        match (pair.old, pair.new) {
            (Some(old), Some(new)) if old.id.name != new.id.name => {
                let mut verdicts = self.create(new);
                verdicts.extend(rollout::renamed(old, new));
                (verdicts, None)
            }
            (Some(_), Some(new)) if is_recreated_hook(new) && pair_differs(pair) => {
                let mut verdicts = self.create(new);
                verdicts.push(rollout::recreated_hook(new));
                (verdicts, None)
            }
            (Some(old), Some(new)) => self.update(old, new),
            (None, Some(new)) => {
                let mut verdicts = self.create(new);
                verdicts.extend(rollout::added(new));
                (verdicts, None)
            }
            (Some(old), None) => (rollout::removed(old).into_iter().collect(), None),
            (None, None) => (Vec::new(), None),
        }
    }

    fn create(&mut self, object: &Object) -> Vec<Verdict> {
        let moment = self.moment.of(&object.id);
        let value = normalize(&object.id, object.json(), &moment);
        let subject = Subject::new(&object.id, None, &value, &[], &moment);
        let refusals = admission::refusals(subject);
        self.assumed.extend(moment.assumed());
        self.refused(object, refusals, &[])
    }

    fn update(&mut self, old: &'a Object, new: &'a Object) -> (Vec<Verdict>, Option<Vec<Cause>>) {
        let moment = self.moment.of(&old.id).of(&new.id);
        if old.json() == new.json() {
            return (self.under_other_controllers(new, &moment), None);
        }
        let was = normalize(&old.id, old.json(), &moment);
        let is = normalize(&new.id, new.json(), &moment);
        let changed = changes(&was, &is);
        let changed: Vec<Change> = changed.into_iter().filter(is_asked_for).collect();
        let subject = Subject::new(&new.id, Some(&was), &is, &changed, &moment);
        let refusals = admission::refusals(subject);
        self.assumed.extend(moment.assumed());
        if !refusals.is_empty() {
            return (self.refused(new, refusals, &changed), None);
        }
        let update = Update { old, new, was: &was, is: &is, moment: &moment, world: &self.world };
        rollout::taken(&update)
    }

    /// The same manifest under other controllers: what conversion loses, what is refused only now.
    fn under_other_controllers(&mut self, object: &Object, moment: &Moment) -> Vec<Verdict> {
        let Some(before) = &self.before else { return Vec::new() };
        if !is_cluster_api(object.id.group()) {
            return Vec::new();
        }
        let before = before.of(&object.id);
        let refusals = |moment: &Moment| {
            let value = normalize(&object.id, object.json(), moment);
            admission::refusals(Subject::new(&object.id, Some(&value), &value, &[], moment))
        };
        let known = refusals(&before);
        let fresh = refusals(moment).into_iter().filter(|refusal| !known.contains(refusal));
        let mut verdicts = self.refused(object, fresh.collect(), &[]);
        verdicts.extend(rollout::lost_in_conversion(object, &before, moment));
        self.assumed.extend(moment.assumed());
        verdicts
    }

    fn refused(&self, object: &Object, refusals: Vec<Refusal>, changed: &[Change]) -> Vec<Verdict> {
        let verdict = |refusal: Refusal| {
            let (holds, allowed_from) = admission::holds(&refusal);
            let mut verdict = Verdict::new(&object.id, Outcome::Refused, holds);
            verdict.affects = self.world.targets(&object.id);
            verdict.causes = causes_of(&refusal, changed);
            verdict.error = Some(refusal.error);
            verdict.path = refusal.path;
            verdict.message = Some(refusal.message);
            verdict.allowed_from = allowed_from;
            verdict
        };
        refusals.into_iter().map(verdict).collect()
    }
}

/// The changed fields that a refusal is about: those at or below its path, or the path itself.
fn causes_of(refusal: &Refusal, changed: &[Change]) -> Vec<Cause> {
    let Some(path) = &refusal.path else {
        return changed.iter().map(|change| own(change.path.to_string())).collect();
    };
    let within = changed.iter().filter(|change| is_within(&change.path, path));
    let causes: Vec<Cause> = within.map(|change| own(change.path.to_string())).collect();
    if causes.is_empty() { vec![own(path.clone())] } else { causes }
}

/// A field of the verdict's own object.
pub(super) fn own(path: String) -> Cause {
    Cause { object: None, path }
}

/// True for what a manifest asks for; the rest the API server writes.
pub(super) fn is_asked_for(change: &Change) -> bool {
    const WRITTEN: &[&str] = &[
        "apiVersion",
        "status",
        "metadata.creationTimestamp",
        "metadata.generation",
        "metadata.managedFields",
        "metadata.resourceVersion",
        "metadata.selfLink",
        "metadata.uid",
    ];
    !WRITTEN.iter().any(|field| is_within(&change.path, field))
}

fn pair_differs(pair: &Pair) -> bool {
    pair.old.map(Object::json) != pair.new.map(Object::json)
}

/// True for a hook that Helm deletes before it makes it again, which is what hooks do by default.
fn is_recreated_hook(object: &Object) -> bool {
    let annotation = |name: &str| {
        at(object.json(), "metadata.annotations").and_then(|a| a.get(name)).and_then(Value::as_str)
    };
    let policy = annotation("helm.sh/hook-delete-policy").unwrap_or("before-hook-creation");
    annotation("helm.sh/hook").is_some() && policy.contains("before-hook-creation")
}

/// The nodes of an owner of machines, for its own verdicts.
pub(super) fn own_targets(object: &Object) -> Vec<super::Target> {
    if owns_machines(&object.id.kind) { vec![target_of(&object.id)] } else { Vec::new() }
}
