//! Both sides of an upgrade as lookups: objects by name, and who uses which template, bootstrap
//! configuration and Secret. Reads manifests, judges nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use serde_json::Value;

use super::Pair;
use super::fields::{at, items, text};
use super::verdict::Target;
use crate::manifest::{Object, ObjectRef};

/// Kind, namespace and name.
type Key<'a> = (&'a str, &'a str, &'a str);

/// Both sides of an upgrade.
#[derive(Debug)]
pub(super) struct World<'a> {
    old: BTreeMap<Key<'a>, &'a Object>,
    new: BTreeMap<Key<'a>, &'a Object>,
    /// Control planes and pools of the new side by what they refer to.
    users: BTreeMap<Key<'a>, Vec<&'a Object>>,
    readers: OnceLock<BTreeMap<(String, String), Vec<&'a Object>>>,
    clusters: OnceLock<BTreeMap<ClusterKey<'a>, Vec<&'a Object>>>,
}

/// Kind, namespace and the cluster that an object says it belongs to.
type ClusterKey<'a> = (&'a str, &'a str, Option<&'a str>);

/// Kinds that are looked up by their cluster.
fn is_member(kind: &str) -> bool {
    owns_machines(kind) || kind == "AWSMachinePool"
}

/// The cluster that an object says it belongs to.
pub(super) fn cluster_of(object: &Object) -> Option<&str> {
    let json = object.json();
    let label = at(json, "metadata.labels")
        .and_then(|labels| labels.get("cluster.x-k8s.io/cluster-name"))
        .and_then(Value::as_str);
    label.or_else(|| Some(text(json, "spec.clusterName")).filter(|name| !name.is_empty()))
}

/// One of the two sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Old,
    New,
}

/// Where control planes and pools refer to templates and bootstrap configurations.
const REFERENCES: &[&str] = &[
    "spec.machineTemplate.infrastructureRef",
    "spec.machineTemplate.spec.infrastructureRef",
    "spec.template.spec.bootstrap.configRef",
    "spec.template.spec.infrastructureRef",
];

fn key(id: &ObjectRef) -> Key<'_> {
    (&id.kind, id.namespace.as_deref().unwrap_or(""), &id.name)
}

/// True for kinds that own machines.
pub(super) fn owns_machines(kind: &str) -> bool {
    matches!(kind, "MachineDeployment" | "MachineSet" | "MachinePool") || is_control_plane(kind)
}

/// True for control planes of any provider.
pub(super) fn is_control_plane(kind: &str) -> bool {
    kind.ends_with("ControlPlane")
}

/// The nodes of a control plane or pool.
pub(super) fn target_of(owner: &ObjectRef) -> Target {
    match is_control_plane(&owner.kind) {
        true => Target::ControlPlane,
        false => Target::Worker(owner.name.to_string()),
    }
}

impl<'a> World<'a> {
    /// Both sides of pairs of objects.
    pub(super) fn new(pairs: &[Pair<'a>]) -> World<'a> {
        let side = |pick: fn(&Pair<'a>) -> Option<&'a Object>| {
            pairs.iter().filter_map(pick).map(|object| (key(&object.id), object)).collect()
        };
        let (old, new): (_, BTreeMap<Key<'a>, &'a Object>) =
            (side(|pair| pair.old), side(|pair| pair.new));
        let mut users: BTreeMap<Key<'a>, Vec<&'a Object>> = BTreeMap::new();
        for owner in pairs.iter().filter_map(|pair| pair.new) {
            if !owns_machines(&owner.id.kind) {
                continue;
            }
            for reference in REFERENCES.iter().filter_map(|field| at(owner.json(), field)) {
                let key = (text(reference, "kind"), key(&owner.id).1, text(reference, "name"));
                users.entry(key).or_default().push(owner);
            }
        }
        World { old, new, users, readers: OnceLock::new(), clusters: OnceLock::new() }
    }

    /// An object by kind, namespace and name.
    pub(super) fn find(
        &self,
        side: Side,
        kind: &str,
        namespace: &str,
        name: &str,
    ) -> Option<&'a Object> {
        let objects = if side == Side::Old { &self.old } else { &self.new };
        objects.get(&(kind, namespace, name)).copied()
    }

    /// The object that a reference of another one names.
    pub(super) fn follow(
        &self,
        side: Side,
        from: &ObjectRef,
        reference: &Value,
    ) -> Option<&'a Object> {
        let namespace = key(from).1;
        self.find(side, text(reference, "kind"), namespace, text(reference, "name"))
    }

    /// The control planes and pools of the new side that refer to an object.
    pub(super) fn users<'b>(&'b self, id: &'b ObjectRef) -> &'b [&'a Object] {
        self.users.get(&key(id)).map_or(&[], Vec::as_slice)
    }

    /// The nodes that an object is about: its own, or those of whoever refers to it.
    pub(super) fn targets(&self, id: &ObjectRef) -> Vec<Target> {
        if owns_machines(&id.kind) {
            return vec![target_of(id)];
        }
        let users = self.users(id).iter().map(|owner| target_of(&owner.id));
        users.collect::<BTreeSet<Target>>().into_iter().collect()
    }

    /// The objects of a kind of the new side that belong to a cluster, or do not say to which.
    /// Without a cluster all of the namespace.
    pub(super) fn of_cluster<'b>(
        &'b self,
        kind: &'b str,
        namespace: Option<&'b str>,
        cluster: Option<&'b str>,
    ) -> impl Iterator<Item = &'a Object> + use<'a, 'b> {
        let clusters = self.clusters.get_or_init(|| {
            let mut clusters: BTreeMap<ClusterKey<'a>, Vec<&'a Object>> = BTreeMap::new();
            let members = self.new.values().filter(|object| is_member(&object.id.kind));
            for object in members {
                let key = (&*object.id.kind, key(&object.id).1, cluster_of(object));
                clusters.entry(key).or_default().push(object);
            }
            clusters
        });
        let namespace = namespace.unwrap_or("");
        let from = (kind, namespace, None);
        let in_namespace = move |key: &ClusterKey<'_>| key.0 == kind && key.1 == namespace;
        let found = clusters.range(from..).take_while(move |(key, _)| in_namespace(key));
        let exact = cluster.and_then(|cluster| clusters.get(&(kind, namespace, Some(cluster))));
        let nowhere = cluster.and_then(|_| clusters.get(&(kind, namespace, None)));
        let some = nowhere.into_iter().chain(exact).flatten().copied();
        let all =
            found.filter(move |_| cluster.is_none()).flat_map(|(_, objects)| objects).copied();
        all.chain(some)
    }

    /// The kubeadm configurations of the new side that read a Secret.
    pub(super) fn readers(&self, secret: &ObjectRef) -> &[&'a Object] {
        let readers = self.readers.get_or_init(|| {
            let mut readers: BTreeMap<(String, String), Vec<&'a Object>> = BTreeMap::new();
            for object in self.new.values() {
                for name in secrets_of(object) {
                    let namespace = key(&object.id).1.to_owned();
                    readers.entry((namespace, name)).or_default().push(object);
                }
            }
            readers
        });
        let (_, namespace, name) = key(secret);
        readers.get(&(namespace.to_owned(), name.to_owned())).map_or(&[], Vec::as_slice)
    }
}

/// The Secrets that files and users of a kubeadm configuration come from.
fn secrets_of(object: &Object) -> BTreeSet<String> {
    let spec = match &*object.id.kind {
        "KubeadmControlPlane" => "spec.kubeadmConfigSpec",
        "KubeadmConfigTemplate" => "spec.template.spec",
        "KubeadmConfig" => "spec",
        _ => return BTreeSet::new(),
    };
    let named = |list: &str, from: &str| -> Vec<String> {
        let items = items(object.json(), &format!("{spec}.{list}")).iter();
        items.map(|item| text(item, &format!("{from}.secret.name")).to_owned()).collect()
    };
    let all = named("files", "contentFrom").into_iter().chain(named("users", "passwdFrom"));
    all.filter(|name| !name.is_empty()).collect()
}
