//! What a change that was taken does to nodes: rolls them, reaches them in place, waits for new
//! ones, or nothing.
//!
//! `data/rollout.yaml` says what each field does; [`fields`] applies it, [`pools`] knows what
//! depends on other objects, [`lifecycle`] is about objects that come, go or are renamed.

mod fields;
mod lifecycle;
mod pools;
mod templates;

use std::collections::BTreeMap;

use serde_json::Value;

use super::change::{Change, changes};
use super::judge::{is_asked_for, own};
use super::moment::{Moment, releases};
use super::normalize::{comparable, conversion};
use super::release::{Authority, Era};
use super::table::How;
use super::verdict::{Cause, Outcome, Verdict};
use super::world::World;
use super::{fields as json, tables};
use crate::manifest::{Object, is_cluster_api};

pub(super) use lifecycle::{added, recreated_hook, removed, renamed};
pub(super) use templates::content;

/// A change that admission takes.
pub(super) struct Update<'u, 'a> {
    /// The object as it was written.
    pub(super) old: &'a Object,
    /// The object as it is written now.
    pub(super) new: &'a Object,
    /// The old one as the controllers see it.
    pub(super) was: &'u Value,
    /// The new one as the controllers see it.
    pub(super) is: &'u Value,
    /// Who judges.
    pub(super) moment: &'u Moment<'u>,
    /// Everything else.
    pub(super) world: &'u World<'a>,
}

/// What several changed fields of an object do together.
#[derive(Debug, Default)]
struct Group {
    /// What is to be said besides the usual.
    because: Vec<String>,
    /// What rows say that limit the outcome to some machines, or explain it.
    rows: Vec<&'static str>,
    /// True when a field has the outcome without such a limit.
    plain: bool,
    causes: Vec<Cause>,
    eras: Vec<Era>,
    /// In place of ranges of one authority, where two of them decide.
    holds: Option<String>,
    targets: Option<Vec<super::Target>>,
}

type Groups = BTreeMap<Outcome, Group>;

impl Group {
    fn say(&mut self, because: &str) {
        if !because.is_empty() && !self.because.iter().any(|known| known == because) {
            self.because.push(because.to_owned());
        }
    }
}

/// The verdicts on a change that was taken, and the causes of content that others read.
pub(super) fn taken(update: &Update) -> (Vec<Verdict>, Option<Vec<Cause>>) {
    let (was, is) = (
        comparable(&update.new.id, update.was, update.moment),
        comparable(&update.new.id, update.is, update.moment),
    );
    let changed = changes(&was, &is);
    let changed: Vec<Change> = changed.into_iter().filter(is_asked_for).collect();
    if is_secret(update.new) {
        let data = |change: &&Change| {
            ["data", "stringData"].iter().any(|field| super::change::is_within(&change.path, field))
        };
        let causes: Vec<Cause> =
            changed.iter().filter(data).map(|change| own(change.path.to_string())).collect();
        let read = !update.world.readers(&update.new.id).is_empty();
        return (Vec::new(), (read && !causes.is_empty()).then_some(causes));
    }
    if !is_cluster_api(update.new.id.group()) {
        return (Vec::new(), None);
    }
    let mut groups = Groups::new();
    let content = fields::apply(update, &changed, &mut groups);
    let authority = fields::authority(&update.new.id.kind);
    lost(update, &mut groups);
    if groups.is_empty() && content.is_empty() {
        without_effect(update, &mut groups);
    }
    let verdicts =
        groups.into_iter().map(|(outcome, group)| verdict(update, outcome, group, authority));
    (verdicts.collect(), (!content.is_empty()).then_some(content))
}

fn is_secret(object: &Object) -> bool {
    &*object.id.kind == "Secret" && object.id.group().is_empty()
}

fn verdict(update: &Update, outcome: Outcome, group: Group, authority: Authority) -> Verdict {
    let releases = releases(authority);
    let always = [Era::since(releases.known[0])];
    let eras = if group.eras.is_empty() { &always[..] } else { &group.eras };
    let holds = group.holds.unwrap_or_else(|| releases.text(eras));
    let mut verdict = Verdict::new(&update.new.id, outcome, holds);
    verdict.affects = group.targets.unwrap_or_else(|| fields::targets(update));
    verdict.affects.sort();
    verdict.causes = group.causes;
    verdict.message = Some(message(&group.rows, group.plain, &group.because, || {
        fields::usual(outcome, &update.new.id.kind)
    }));
    verdict
}

/// The usual text where some field has the outcome without limits, what rows say otherwise, and
/// what else there is to say.
fn message(
    rows: &[&'static str],
    plain: bool,
    because: &[String],
    usual: impl Fn() -> &'static str,
) -> String {
    let mut parts: Vec<&str> = Vec::new();
    if plain || (rows.is_empty() && because.is_empty()) {
        parts.push(usual());
    } else {
        parts.extend(rows);
    }
    parts.extend(because.iter().map(String::as_str));
    parts.join("; ")
}

/// Fields that differ in the manifests and that the conversion to v1beta2 loses.
fn lost(update: &Update, groups: &mut Groups) {
    if !update.moment.holds(&tables::SEES_V1BETA2) {
        return;
    }
    let differs =
        |path: &&String| json::at(update.old.json(), path) != json::at(update.new.json(), path);
    let fields = dropped_fields(update.new, update.moment)
        .into_iter()
        .chain(dropped_fields(update.old, update.moment))
        .collect::<std::collections::BTreeSet<String>>();
    let causes: Vec<Cause> = fields.iter().filter(differs).map(|path| own(path.clone())).collect();
    if !causes.is_empty() {
        let group = groups.entry(Outcome::Ignored).or_default();
        group.causes.extend(causes);
        group.eras.extend(tables::SEES_V1BETA2.eras);
        group.say("lost in the conversion to v1beta2");
    }
}

/// The fields of a manifest that its conversion drops.
fn dropped_fields(object: &Object, moment: &Moment) -> Vec<String> {
    let Some(conversion) = conversion(&object.id, moment) else { return Vec::new() };
    let mut dropped = Vec::new();
    for step in conversion.steps {
        match (step.how, json::at(object.json(), step.from)) {
            (How::Drop, Some(_)) => dropped.push(step.from.to_owned()),
            (How::Ref, Some(reference)) => {
                for key in ["namespace", "uid", "resourceVersion", "fieldPath"] {
                    if json::has(reference, key) {
                        dropped.push(format!("{}.{key}", step.from));
                    }
                }
            }
            _ => {}
        }
    }
    dropped
}

/// What newer controllers lose of a manifest that older ones kept.
pub(super) fn lost_in_conversion(
    object: &Object,
    before: &Moment,
    now: &Moment,
) -> Option<Verdict> {
    let fields = dropped_fields(object, now);
    if fields.is_empty() || before.holds(&tables::SEES_V1BETA2) {
        return None;
    }
    let holds = releases(Authority::Capi).text(tables::SEES_V1BETA2.eras);
    let mut verdict = Verdict::new(&object.id, Outcome::Ignored, holds);
    verdict.causes = fields.into_iter().map(own).collect();
    verdict.message = Some("lost in the conversion to v1beta2".to_owned());
    Some(verdict)
}

/// Manifests that differ in writing only.
fn without_effect(update: &Update, groups: &mut Groups) {
    let (old, new) = (update.old, update.new);
    let written = changes(old.json(), new.json());
    let causes: Vec<Cause> = written
        .iter()
        .filter(|change| is_asked_for(change))
        .map(|change| own(change.path.to_string()))
        .collect();
    let (outcome, because) = match old.id.api_version != new.id.api_version {
        true => (Outcome::Allowed, "the same object in another API version"),
        false => {
            (Outcome::Ignored, "no effect: both sides are equal after defaulting and conversion")
        }
    };
    let group = groups.entry(outcome).or_default();
    group.causes = causes;
    group.say(because);
}
