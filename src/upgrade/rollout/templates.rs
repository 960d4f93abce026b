//! Templates, bootstrap configurations and Secrets that nodes are made from: why a renamed one
//! rolls, and what new content under an old name does.

use super::super::change::{Change, changes, is_exactly};
use super::super::fields::at;
use super::super::moment::releases;
use super::super::release::{Authority, Era};
use super::super::verdict::{Cause, Outcome, Target, Verdict};
use super::super::world::{Side, World};
use super::{Group, Update};
use crate::manifest::Object;

/// Where a name of a reference can change: the reference itself.
const REFERENCES: &[&str] = &[
    "spec.machineTemplate.infrastructureRef",
    "spec.machineTemplate.spec.infrastructureRef",
    "spec.template.spec.bootstrap.configRef",
    "spec.template.spec.infrastructureRef",
];

/// Adds what differs between the old and the new template to the causes of a roll, or that nothing
/// does.
pub(super) fn explain(update: &Update, change: &Change, group: &mut Group) {
    let name = |reference: &&&str| is_exactly(&change.path, &format!("{reference}.name"));
    let Some(reference) = REFERENCES.iter().find(name) else { return };
    let object = |side, value| {
        at(value, reference).and_then(|r| update.world.follow(side, &update.new.id, r))
    };
    let (Some(old), Some(new)) = (object(Side::Old, update.was), object(Side::New, update.is))
    else {
        return;
    };
    let differing = differing_fields(old, new);
    let (kind, name) = (&new.id.kind, &new.id.name);
    let is_label = |path: &String| path.starts_with("spec.template.metadata.");
    if differing.is_empty() {
        group.say(&format!("needless: {kind} `{name}` is equal to `{}`", old.id.name));
    } else if differing.iter().all(is_label) {
        group.say(&format!("needless: only labels of {kind} `{name}` differ"));
    }
    let other = |path| Cause { object: Some(new.id.clone()), path };
    group.causes.extend(differing.into_iter().map(other));
}

/// The fields below `spec` in which two objects differ.
fn differing_fields(old: &Object, new: &Object) -> Vec<String> {
    let changed = changes(old.json(), new.json());
    let spec = changed.iter().filter(|c| super::super::change::is_within(&c.path, "spec"));
    spec.map(|change| change.path.to_string()).collect()
}

/// The verdict on new content under an old name: nothing that runs gets it, unless its nodes roll
/// for another reason.
pub(in super::super) fn content(
    world: &World,
    object: &Object,
    causes: Vec<Cause>,
    rolls: &dyn Fn(&Target) -> bool,
) -> Verdict {
    let targets: Vec<Target> = users_of(world, object);
    let (rolling, staying): (Vec<Target>, Vec<Target>) =
        targets.into_iter().partition(|target| rolls(target));
    let capi = releases(Authority::Capi);
    let holds = capi.text(&[Era::since(capi.known[0])]);
    let taken_up = staying.is_empty() && !rolling.is_empty();
    let outcome = if taken_up { Outcome::Allowed } else { Outcome::Ignored };
    let mut verdict = Verdict::new(&object.id, outcome, holds);
    verdict.message = Some(match taken_up {
        true => "taken up by the roll of the nodes that use it".to_owned(),
        false => why_ignored(world, object).to_owned(),
    });
    verdict.affects = if taken_up { rolling } else { staying };
    verdict.causes = causes;
    verdict
}

fn users_of(world: &World, object: &Object) -> Vec<Target> {
    if &*object.id.kind != "Secret" {
        return world.targets(&object.id);
    }
    let readers = world.readers(&object.id).iter();
    let mut targets: Vec<Target> = readers.flat_map(|reader| world.targets(&reader.id)).collect();
    targets.sort();
    targets.dedup();
    targets
}

fn why_ignored(world: &World, object: &Object) -> &'static str {
    let pool = world.users(&object.id).iter().any(|owner| &*owner.id.kind == "MachinePool");
    match &*object.id.kind {
        "Secret" => "nodes that run keep the old content: it is read when user data is made",
        "KubeadmConfig" if pool => {
            "user data is made anew when the bootstrap token rotates; instances that run keep \
             theirs"
        }
        "KubeadmConfig" => "user data of a machine is made once and never again",
        _ => "only machines made from now on have it; a new name would roll the pool",
    }
}
