//! Node groups: the control plane and the pools, each with what its nodes are made from.

use std::sync::Arc;

use super::field;
use super::groups::{CONTROL_PLANE, CORE, INFRASTRUCTURE};
use super::index::Manifests;
use super::kubeadm::{Format, KubeadmSpec};
use super::object::Object;
use crate::path::FieldPath;

/// What the nodes of a group do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Role {
    /// They run the Kubernetes API.
    ControlPlane,
    /// They run workloads, or, as a bastion, nothing.
    Worker,
}

/// Nodes that are made from one configuration and one machine template.
#[derive(Debug, Clone)]
pub struct NodeGroup<'a> {
    /// `control-plane`, or `worker/` and the name of the owner.
    pub name: String,
    /// What its nodes do.
    pub role: Role,
    /// The KubeadmControlPlane, MachineDeployment, MachineSet, MachinePool or Machine.
    pub owner: &'a Object,
    /// The name of the cluster that the owner says it belongs to, or that refers to it.
    pub cluster: Option<Arc<str>>,
    /// The kubeadm configuration, where the input has it.
    pub bootstrap: Option<KubeadmSpec<'a>>,
    /// A Secret that holds user data made by hand, instead of a configuration.
    pub data_secret: Option<DataSecret<'a>>,
    /// The machine template or pool of the infrastructure provider, where the input has it.
    pub infrastructure: Option<&'a Object>,
}

/// Ready-made user data.
#[derive(Debug, Clone)]
pub struct DataSecret<'a> {
    /// The owner's field that names the Secret.
    pub path: FieldPath,
    /// Name of the Secret.
    pub name: &'a str,
    /// The Secret, where the input has it.
    pub object: Option<&'a Object>,
}

/// An owner of nodes: group, kind, role, and the fields of its machine specification.
struct Place {
    group: &'static str,
    kind: &'static str,
    role: Role,
    machine: &'static str,
}

#[rustfmt::skip]
const PLACES: [Place; 5] = [
    Place { group: CONTROL_PLANE, kind: "KubeadmControlPlane", role: Role::ControlPlane, machine: "" },
    Place { group: CORE, kind: "MachineDeployment", role: Role::Worker, machine: "spec.template.spec" },
    Place { group: CORE, kind: "MachineSet", role: Role::Worker, machine: "spec.template.spec" },
    Place { group: CORE, kind: "MachinePool", role: Role::Worker, machine: "spec.template.spec" },
    Place { group: CORE, kind: "Machine", role: Role::Worker, machine: "spec" },
];

/// Where a KubeadmControlPlane names its machine template, by API version: v1beta2, v1beta1,
/// v1alpha3.
const CONTROL_PLANE_REFS: [&str; 3] = [
    "spec.machineTemplate.spec.infrastructureRef",
    "spec.machineTemplate.infrastructureRef",
    "spec.infrastructureTemplate",
];

impl Manifests {
    /// The node groups of the input in document order. MachineSets and Machines that a
    /// MachineDeployment or control plane owns are part of that group and not listed.
    pub fn node_groups(&self) -> Vec<NodeGroup<'_>> {
        self.objects().iter().filter_map(|object| self.node_group(object)).collect()
    }

    /// The node group of one owner; none for any other kind and for owned machines.
    pub fn node_group<'a>(&'a self, owner: &'a Object) -> Option<NodeGroup<'a>> {
        let place = PLACES.iter().find(|place| owner.is(place.group, place.kind))?;
        if matches!(place.kind, "MachineSet" | "Machine") && is_controlled(owner) {
            return None;
        }
        let group = match place.role {
            Role::ControlPlane => NodeGroup {
                name: "control-plane".to_owned(),
                role: place.role,
                owner,
                cluster: self.cluster_of_control_plane(owner),
                bootstrap: KubeadmSpec::of(owner),
                data_secret: None,
                infrastructure: CONTROL_PLANE_REFS.iter().find_map(|path| self.follow(owner, path)),
            },
            Role::Worker => self.worker_group(owner, place.machine),
        };
        Some(group)
    }

    fn worker_group<'a>(&'a self, owner: &'a Object, machine: &str) -> NodeGroup<'a> {
        let config = self.follow(owner, &format!("{machine}.bootstrap.configRef"));
        let secret = format!("{machine}.bootstrap.dataSecretName");
        // The label has no value, which unquoted reads as null.
        const LABEL: &str = "metadata.labels[\"cluster.x-k8s.io/control-plane\"]";
        let is_control_plane = owner.node.at(LABEL).is_some();
        NodeGroup {
            name: format!("worker/{}", owner.id.name),
            role: if is_control_plane { Role::ControlPlane } else { Role::Worker },
            owner,
            cluster: owner.text("spec.clusterName").map(Arc::from),
            bootstrap: config.and_then(KubeadmSpec::of),
            data_secret: owner.text(&secret).filter(|_| config.is_none()).map(|name| DataSecret {
                name,
                object: self.follow(owner, &secret),
                path: FieldPath::parse(&secret),
            }),
            infrastructure: self.follow(owner, &format!("{machine}.infrastructureRef")),
        }
    }

    /// The cluster that refers to a control plane, else the one that its label names.
    fn cluster_of_control_plane(&self, owner: &Object) -> Option<Arc<str>> {
        let refers = |cluster: &&Object| {
            self.follow(cluster, "spec.controlPlaneRef").is_some_and(|o| std::ptr::eq(o, owner))
        };
        let cluster = self.of_kind(CORE, "Cluster").find(refers).map(|c| c.id.name.clone());
        let label = || owner.text("metadata.labels[\"cluster.x-k8s.io/cluster-name\"]");
        cluster.or_else(|| label().map(Arc::from))
    }

    /// The infrastructure cluster of a node group: what its Cluster refers to, else the only
    /// one of the input when it has no Cluster of that name.
    pub fn infrastructure_cluster<'a>(
        &'a self,
        group: &NodeGroup<'_>,
        kind: &str,
    ) -> Option<&'a Object> {
        let name = group.cluster.as_deref();
        let cluster = name
            .and_then(|name| self.find(CORE, "Cluster", group.owner.id.namespace.as_deref(), name));
        if let Some(cluster) = cluster {
            let found = self.follow(cluster, "spec.infrastructureRef");
            return found.filter(|object| &*object.id.kind == kind);
        }
        let mut all = self.objects().iter().filter(|o| o.is(INFRASTRUCTURE, kind));
        let only = all.next().filter(|_| all.next().is_none());
        only.filter(|object| name.is_none_or(|name| *object.id.name == *name))
    }
}

impl NodeGroup<'_> {
    /// The format of the user data, where the input says it.
    pub fn format(&self) -> Option<Format> {
        if let Some(spec) = &self.bootstrap {
            return Some(spec.format());
        }
        let secret = self.data_secret.as_ref()?.object?;
        // The bootstrap contract names the format in a key of its own; base64 of `ignition`.
        let ignition = secret.text("stringData.format") == Some("ignition")
            || secret.text("data.format") == Some("aWduaXRpb24=");
        Some(if ignition { Format::Ignition } else { Format::CloudConfig })
    }

    /// True when the input says that the nodes get Ignition user data.
    pub fn is_ignition(&self) -> bool {
        self.format() == Some(Format::Ignition)
    }
}

/// True when an owner reference says that a controller manages the object.
fn is_controlled(object: &Object) -> bool {
    let owners = field::select(&object.node, "metadata.ownerReferences[*].controller");
    owners.iter().any(|(_, node)| field::is_true(node))
}
