//! Applies `data/rollout.yaml` to the changed fields of an object.

use serde_json::Value;

use super::super::admission;
use super::super::change::{Change, is_exactly, is_within};
use super::super::fields::{at, flag, text};
use super::super::judge::own;
use super::super::moment::Moment;
use super::super::release::{Authority, Era};
use super::super::table::{Deed, Does, KindEffects, On};
use super::super::tables;
use super::super::verdict::{Cause, Outcome, Target};
use super::super::world::cluster_of;
use super::{Groups, Update, pools, templates};
use crate::manifest::Object;

/// Sorts the changed fields into groups by what they do; returns those whose effect depends on who
/// else rolls.
pub(super) fn apply(update: &Update, changed: &[Change], groups: &mut Groups) -> Vec<Cause> {
    let mut content = Vec::new();
    let Some(kind) = effects_of(&update.new.id.kind) else {
        others(update, changed, groups);
        return content;
    };
    for change in changed {
        if !is_known(update, change) {
            let group = groups.entry(Outcome::Ignored).or_default();
            group.causes.push(own(change.path.to_string()));
            group.say("this release has no such field; it is pruned");
            continue;
        }
        let Some(deed) = deed_of(kind, change, update.moment) else { continue };
        match deed.does {
            Does::TemplateContent | Does::ConfigContent => {
                content.push(own(change.path.to_string()));
            }
            Does::PoolVersion => pools::version(update, change, groups),
            Does::PoolBootstrap => pools::bootstrap(update, change, groups),
            Does::PoolTags => pools::cluster_tags(update, change, groups),
            does => {
                let outcome = outcome_of(does, change);
                let suppressed = outcome == Outcome::Rolls && pools::refresh_is_off(update);
                let outcome = if suppressed { Outcome::Ignored } else { outcome };
                let group = groups.entry(outcome).or_default();
                group.causes.push(own(change.path.to_string()));
                group.eras.extend(eras(kind, change, deed, update));
                match because(deed) {
                    _ if suppressed => group.say(REFRESH_IS_OFF),
                    Some(row) if !group.rows.contains(&row) => group.rows.push(row),
                    Some(_) => {}
                    None => group.plain = true,
                }
                replicas(update, change, group);
                if outcome == Outcome::Rolls {
                    templates::explain(update, change, group);
                    hop(update, change, group);
                }
            }
        }
    }
    content
}

/// Kinds of Cluster API without effects of their own.
fn others(update: &Update, changed: &[Change], groups: &mut Groups) {
    if !changed.is_empty() {
        let group = groups.entry(Outcome::Allowed).or_default();
        group.causes = changed.iter().map(|change| own(change.path.to_string())).collect();
        group.targets = Some(update.world.targets(&update.new.id));
    }
}

fn effects_of(kind: &str) -> Option<&'static KindEffects> {
    tables::EFFECTS.iter().find(|effects| effects.kind == kind)
}

/// Whose releases the effects of a kind are about.
pub(super) fn authority(kind: &str) -> Authority {
    let guess = match kind {
        _ if kind.starts_with("AWS") => Authority::Capa,
        _ if kind.starts_with("OpenStack") => Authority::Capo,
        _ => Authority::Capi,
    };
    effects_of(kind).map_or(guess, |effects| effects.authority)
}

/// The row of the longest field that holds the changed one and fits the change.
fn deed_of(kind: &'static KindEffects, change: &Change, moment: &Moment) -> Option<&'static Deed> {
    kind.effects.iter().filter(|effect| is_within(&change.path, effect.field)).find_map(|effect| {
        effect.by.iter().find(|deed| fits(deed, change) && moment.within(kind.authority, deed.eras))
    })
}

fn fits(deed: &Deed, change: &Change) -> bool {
    match deed.on {
        On::Any => true,
        On::Added => change.old.is_none(),
        On::Removed => change.new.is_none(),
    }
}

fn outcome_of(does: Does, change: &Change) -> Outcome {
    match does {
        Does::Rolls => Outcome::Rolls,
        Does::InPlace => Outcome::InPlace,
        Does::NewOnly | Does::Ignored => Outcome::Ignored,
        Does::RefVersion if !same_group(change) => Outcome::Rolls,
        Does::RefVersion => Outcome::Ignored,
        _ => Outcome::Allowed,
    }
}

fn same_group(change: &Change) -> bool {
    let group = |value: Option<&Value>| {
        let version = value.and_then(Value::as_str).unwrap_or("").to_owned();
        version.rsplit_once('/').map_or(String::new(), |(group, _)| group.to_owned())
    };
    group(change.old) == group(change.new)
}

fn because(deed: &Deed) -> Option<&'static str> {
    match deed.does {
        Does::NewOnly => Some(deed.because.unwrap_or("only machines made from now on have it")),
        Does::RefVersion => Some("the version of a reference is not compared"),
        _ => deed.because,
    }
}

const REFRESH_IS_OFF: &str = "refreshPreferences.disable is set: only new instances have it";

/// What is said when no row says more.
pub(super) fn usual(outcome: Outcome, kind: &str) -> &'static str {
    match outcome {
        Outcome::Rolls if super::super::world::is_control_plane(kind) => {
            "every machine of the control plane is replaced"
        }
        Outcome::Rolls if kind == "AWSMachinePool" => "an instance refresh replaces every instance",
        Outcome::Rolls => "every machine of the pool is replaced",
        Outcome::InPlace => "reaches what runs without replacing a machine",
        Outcome::Ignored => "not compared by the controller",
        Outcome::Allowed => "no machine is concerned",
        Outcome::Recreated => "deleted and made anew",
        Outcome::Refused => "refused",
    }
}

/// The releases in which a change does the same. A field that v1beta2 moved is looked up in both
/// spellings.
fn eras(kind: &'static KindEffects, change: &Change, deed: &Deed, update: &Update) -> Vec<Era> {
    let all = |deed: &Deed| match deed.eras {
        [] => vec![Era::since(super::releases(kind.authority).known[0])],
        eras => eras.to_vec(),
    };
    let seen = update.moment.holds(&tables::SEES_V1BETA2);
    if kind.authority != Authority::Capi || !seen {
        return all(deed);
    }
    let first = tables::SEES_V1BETA2.eras[0].first;
    let mut found: Vec<Era> = all(deed)
        .into_iter()
        .filter(|era| era.last.is_none_or(|last| last >= first))
        .map(|era| Era { first: era.first.max(first), last: era.last })
        .collect();
    if update.new.id.version() == "v1beta2" {
        return found;
    }
    let outcome = outcome_of(deed.does, change);
    let earlier = |change: &Change| {
        let of = kind.effects.iter().find(|effect| is_within(&change.path, effect.field));
        let deeds = of.map_or(&[][..], |effect| effect.by).iter();
        let same = deeds.filter(|d| fits(d, change) && outcome_of(d.does, change) == outcome);
        same.flat_map(&all).collect::<Vec<Era>>()
    };
    let written = super::changes(update.old.json(), update.new.json());
    for era in written.iter().flat_map(earlier).filter(|era| era.first < first) {
        // The last release before the conversion.
        let known = super::releases(Authority::Capi).known;
        let before = known[known.partition_point(|release| *release < first) - 1];
        let last = era.last.map_or(before, |last| last.min(before));
        found.push(Era::closed(era.first, last));
    }
    found
}

/// Fields that the release does not have never reach a controller. Known for control planes only.
fn is_known(update: &Update, change: &Change) -> bool {
    &*update.new.id.kind != "KubeadmControlPlane"
        || !is_within(&change.path, "spec")
        || admission::is_known_control_plane_field(
            &change.path,
            update.moment.release(Authority::Capi),
        )
}

/// The nodes that a change of this object is about.
pub(super) fn targets(update: &Update) -> Vec<Target> {
    let targets = update.world.targets(&update.new.id);
    match &*update.new.id.kind {
        // A pool whose MachinePool is not among the manifests still has a name.
        "AWSMachinePool" if targets.is_empty() => {
            vec![Target::Worker(update.new.id.name.to_string())]
        }
        _ => targets,
    }
}

/// A new Kubernetes version is worth saying.
fn hop(update: &Update, change: &Change, group: &mut super::Group) {
    let version = ["spec.version", "spec.template.spec.version"];
    if version.iter().any(|field| is_within(&change.path, field)) {
        let shown =
            |value: Option<&Value>| value.and_then(Value::as_str).unwrap_or("unset").to_owned();
        group.say(&format!("Kubernetes {} to {}", shown(change.old), shown(change.new)));
        skew(update, group);
    }
}

/// Replicas that are dropped do not stay, unless an autoscaler owns the pool.
fn replicas(update: &Update, change: &Change, group: &mut super::Group) {
    if !is_exactly(&change.path, "spec.replicas") || change.new.is_some() {
        return;
    }
    let bounds = ["min-size", "max-size"]
        .map(|bound| format!("cluster.x-k8s.io/cluster-api-autoscaler-node-group-{bound}"));
    let annotations = at(update.is, "metadata.annotations");
    let owned = annotations.is_some_and(|a| bounds.iter().all(|bound| a.get(bound).is_some()));
    group.say(match owned && update.moment.holds(&tables::AUTOSCALER_KEEPS_REPLICAS) {
        true => "unset: stays as it is, since both autoscaler annotations are there",
        false => "unset: becomes 1",
    });
}

/// A pool must not be newer than its control plane.
fn skew(update: &Update, group: &mut super::Group) {
    if &*update.new.id.kind != "MachineDeployment" {
        return;
    }
    let parse = |text: &str| text.parse::<crate::profile::Version>().ok();
    let Some(pool) = parse(text(update.is, "spec.template.spec.version")) else { return };
    let newer = |plane: &Object| {
        let version = parse(text(plane.json(), "spec.version"));
        version.is_some_and(|version| pool.line() > version.line())
    };
    let cluster = text(update.is, "spec.clusterName");
    let namespace = update.new.id.namespace.as_deref();
    let mut planes = update
        .world
        .of_cluster("KubeadmControlPlane", namespace, Some(cluster))
        .filter(|object| cluster_of(object) == Some(cluster));
    if planes.any(newer) {
        group.say("the pool would be newer than its control plane");
    }
}

/// True when a pool asks that instances are left alone.
pub(super) fn refresh_is_off(value: &Value) -> bool {
    flag(value, "spec.refreshPreferences.disable")
}
