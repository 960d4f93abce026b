//! What changes of a MachinePool, and of the cluster's tags, do: that depends on the kind of the
//! pool's infrastructure and on two controllers.

use serde_json::Value;

use super::super::change::Change;
use super::super::fields::{at, has, text};
use super::super::judge::own;
use super::super::moment::releases;
use super::super::release::Authority;
use super::super::tables;
use super::super::verdict::{Outcome, Target};
use super::super::world::{Side, cluster_of};
use super::{Groups, Update, fields, templates};

const INFRASTRUCTURE: &str = "spec.template.spec.infrastructureRef";

/// A new Kubernetes version: AWSMachinePool looks another image up, unless one is fixed.
pub(super) fn version(update: &Update, change: &Change, groups: &mut Groups) {
    let reference = at(update.is, INFRASTRUCTURE);
    let pool = reference.and_then(|r| update.world.follow(Side::New, &update.new.id, r));
    let fixed = pool.is_some_and(|pool| has(pool.json(), "spec.awsLaunchTemplate.ami.id"));
    let (outcome, because) = match fixed {
        true => (Outcome::Ignored, "the image is fixed by awsLaunchTemplate.ami.id"),
        false => (Outcome::Rolls, "another image is looked up for the version"),
    };
    let group = groups.entry(outcome).or_default();
    group.causes.push(own(change.path.to_string()));
    let shown = |value: Option<&Value>| value.and_then(Value::as_str).unwrap_or("unset").to_owned();
    group.say(&format!("Kubernetes {} to {}", shown(change.old), shown(change.new)));
    group.say(because);
}

/// Another bootstrap configuration: Cluster API must follow the reference, and the provider must
/// start a refresh for it.
pub(super) fn bootstrap(update: &Update, change: &Change, groups: &mut Groups) {
    let moment = update.moment;
    let (capi, capa) = (releases(Authority::Capi), releases(Authority::Capa));
    let follows = &tables::POOL_FOLLOWS_BOOTSTRAP_REF;
    let refreshes = &tables::SECRET_NAME_IN_LAUNCH_TEMPLATE;
    let aws = at(update.is, INFRASTRUCTURE).map(|r| text(r, "kind")) == Some("AWSMachinePool");
    let both = format!("{} with {}", capi.text(follows.eras), capa.text(refreshes.eras));
    let (outcome, because, holds) = if !moment.holds(follows) {
        let because = "the controller keeps the data secret that it filled in earlier";
        (Outcome::Ignored, because, capi.text(&capi.except(follows.eras)))
    } else if aws && !moment.holds(refreshes) {
        let because = "the launch template gets a version; only new instances use it";
        (Outcome::Ignored, because, capa.text(&capa.except(refreshes.eras)))
    } else {
        (Outcome::Rolls, "", if aws { both } else { capi.text(follows.eras) })
    };
    let group = groups.entry(outcome).or_default();
    group.causes.push(own(change.path.to_string()));
    group.say(because);
    group.holds.get_or_insert(holds);
    if outcome == Outcome::Rolls {
        templates::explain(update, change, group);
    }
}

/// Tags of an AWSCluster are part of the launch template of every AWSMachinePool.
pub(super) fn cluster_tags(update: &Update, change: &Change, groups: &mut Groups) {
    let cluster = cluster_of(update.new);
    let namespace = update.new.id.namespace.as_deref();
    let of_kind = |kind: &'static str| update.world.of_cluster(kind, namespace, cluster);
    let mut targets: Vec<Target> = of_kind("AWSMachinePool")
        .filter(|pool| !fields::refresh_is_off(pool.json()))
        .flat_map(|pool| match update.world.targets(&pool.id) {
            targets if targets.is_empty() => vec![Target::Worker(pool.id.name.to_string())],
            targets => targets,
        })
        .collect();
    let machines = of_kind("MachineDeployment").next().is_some();
    let pools = of_kind("AWSMachinePool").next().is_some();
    if !machines && !pools {
        targets.push(Target::AllWorkers);
    }
    let (outcome, because) = match targets.is_empty() {
        true => (Outcome::InPlace, "machines are tagged where they are"),
        false => {
            (Outcome::Rolls, "cluster tags are part of every AWSMachinePool's launch template")
        }
    };
    targets.sort();
    targets.dedup();
    let group = groups.entry(outcome).or_default();
    group.causes.push(own(change.path.to_string()));
    group.say(because);
    group.targets = Some(targets);
}

/// True when the object is a pool whose instances are never refreshed.
pub(super) fn refresh_is_off(update: &Update) -> bool {
    &*update.new.id.kind == "AWSMachinePool" && fields::refresh_is_off(update.is)
}
