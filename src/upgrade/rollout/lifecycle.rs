//! Objects that come, go, or change their name.

use super::super::judge::own_targets;
use super::super::moment::releases;
use super::super::release::{Authority, Era};
use super::super::verdict::{Outcome, Verdict, Whole};
use super::super::world::{World, owns_machines};
use super::fields;
use crate::manifest::{Object, is_cluster_api};

/// A new control plane or pool.
pub(in super::super) fn added(object: &Object) -> Option<Verdict> {
    owns_machines(&object.id.kind).then(|| {
        let verdict = plain(object, Outcome::Allowed, "new machines are made");
        Verdict { whole: Some(Whole::Added), ..verdict }
    })
}

/// A control plane or pool that is gone.
pub(in super::super) fn removed(object: &Object) -> Option<Verdict> {
    owns_machines(&object.id.kind).then(|| {
        let message = "its machines are drained and deleted";
        let verdict = plain(object, Outcome::Allowed, message);
        Verdict { whole: Some(Whole::Removed), ..verdict }
    })
}

/// An object with another name: the old one is deleted and the new one made. Of templates nobody
/// needs to know that; their users roll.
pub(in super::super) fn renamed(old: &Object, new: &Object, world: &World<'_>) -> Option<Verdict> {
    let standing = owns_machines(&new.id.kind)
        || matches!(
            &*new.id.kind,
            "Cluster" | "AWSCluster" | "OpenStackCluster" | "AWSMachinePool"
        );
    let message = format!("renamed: `{}` is deleted and `{}` made", old.id.name, new.id.name);
    standing.then(|| {
        let verdict = plain(new, Outcome::Recreated, &message);
        Verdict { affects: world.targets(&new.id), ..verdict }
    })
}

/// A hook that Helm deletes before it makes it again.
pub(in super::super) fn recreated_hook(object: &Object) -> Verdict {
    plain(object, Outcome::Recreated, "a hook that Helm deletes and makes again")
}

fn plain(object: &Object, outcome: Outcome, message: &str) -> Verdict {
    let authority = match is_cluster_api(object.id.group()) {
        true => fields::authority(&object.id.kind),
        false => Authority::Kubernetes,
    };
    let releases = releases(authority);
    let holds = releases.text(&[Era::since(releases.known[0])]);
    let mut verdict = Verdict::new(&object.id, outcome, holds);
    verdict.affects = own_targets(object);
    verdict.message = Some(message.to_owned());
    verdict
}
