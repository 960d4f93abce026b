//! Which nodes a set of manifests describes.
//!
//! A control plane gives two: the node that makes the cluster and one that joins it. A pool
//! gives one. A configuration that nothing refers to is a node of its own, so that a single
//! manifest can be tried.

use std::collections::BTreeSet;

use crate::ignition::size::{Stub, Target};
use crate::manifest::{KubeadmSpec, Manifests, NodeGroup, Object, Role};
use crate::profile::{Profile, Version};

/// What a node does first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NodeKind {
    /// Makes the cluster.
    Init,
    /// Joins the control plane.
    Join,
    /// Joins as a worker.
    Worker,
}

/// A node to simulate.
#[derive(Debug, Clone)]
pub struct Plan<'a> {
    /// `control-plane-init`, `control-plane-join` or `worker/NAME`.
    pub name: String,
    /// What it does first.
    pub kind: NodeKind,
    /// What it is made from.
    pub spec: KubeadmSpec<'a>,
    /// The node group that it belongs to.
    pub group: Option<NodeGroup<'a>>,
    /// The name of its cluster.
    pub cluster: Option<String>,
    /// The Kubernetes version that it runs, where the manifests say it.
    pub kubernetes: Option<String>,
}

/// The nodes of the manifests, in document order.
pub fn plan(manifests: &Manifests) -> Vec<Plan<'_>> {
    let mut plans = Vec::new();
    let mut used = BTreeSet::new();
    let groups = manifests.node_groups();
    let many = groups.iter().filter(|g| g.name == "control-plane").count() > 1;
    for group in groups {
        let Some(spec) = group.bootstrap.clone() else { continue };
        used.insert(address(spec.object));
        let cluster = group.cluster.as_deref().map(str::to_owned);
        let version = ["spec.version", "spec.template.spec.version"];
        let kubernetes = version.iter().find_map(|path| group.owner.text(path)).map(str::to_owned);
        let control_plane = group.name == "control-plane";
        let kinds: &[NodeKind] = match group.role {
            Role::ControlPlane if control_plane => &[NodeKind::Init, NodeKind::Join],
            Role::ControlPlane => &[kind_of(&spec)],
            Role::Worker => &[NodeKind::Worker],
        };
        for kind in kinds {
            let name = match (kind, control_plane) {
                (NodeKind::Init, true) => "control-plane-init".to_owned(),
                (_, true) => "control-plane-join".to_owned(),
                _ => group.name.clone(),
            };
            let name = if many && control_plane {
                format!("{name}/{}", group.owner.id.name)
            } else {
                name
            };
            plans.push(Plan {
                name,
                kind: *kind,
                spec: spec.clone(),
                group: Some(group.clone()),
                cluster: cluster.clone(),
                kubernetes: kubernetes.clone(),
            });
        }
    }
    for spec in manifests.kubeadm_specs().filter(|s| !used.contains(&address(s.object))) {
        plans.extend(alone(spec));
    }
    plans
}

fn address(object: &Object) -> usize {
    std::ptr::from_ref(object) as usize
}

/// The nodes of a configuration that no owner refers to.
fn alone(spec: KubeadmSpec<'_>) -> Vec<Plan<'_>> {
    let kinds: &[NodeKind] =
        if spec.control_plane { &[NodeKind::Init, NodeKind::Join] } else { &[kind_of(&spec)] };
    let name = &spec.object.id.name;
    let label = spec.object.text("metadata.labels[\"cluster.x-k8s.io/cluster-name\"]");
    let plan = |kind: &NodeKind| Plan {
        name: match kind {
            NodeKind::Init => "control-plane-init".to_owned(),
            NodeKind::Join => "control-plane-join".to_owned(),
            NodeKind::Worker => format!("worker/{name}"),
        },
        kind: *kind,
        spec: spec.clone(),
        group: None,
        cluster: label.map(str::to_owned),
        kubernetes: None,
    };
    kinds.iter().map(plan).collect()
}

/// What a single configuration is for, by the blocks that it has.
fn kind_of(spec: &KubeadmSpec<'_>) -> NodeKind {
    let has = |path: &str| spec.at(path).is_some();
    if has("joinConfiguration.controlPlane") {
        NodeKind::Join
    } else if has("clusterConfiguration") || has("initConfiguration") {
        NodeKind::Init
    } else {
        NodeKind::Worker
    }
}

impl Plan<'_> {
    /// The version of the control plane of the node's cluster, as its object says it.
    pub fn control_plane_version<'m>(&self, manifests: &'m Manifests) -> Option<&'m str> {
        let groups = manifests.node_groups().into_iter();
        let mut planes = groups.filter(|g| g.name == "control-plane");
        let plane = planes.find(|g| g.cluster.as_deref() == self.cluster.as_deref())?;
        plane.owner.text("spec.version")
    }

    /// Where the user data of the node is sent.
    pub fn target(&self, manifests: &Manifests, profile: &Profile) -> Target {
        let machine = self.group.as_ref().and_then(|g| g.infrastructure);
        let Some(machine) = machine else { return self.target_of_cluster(manifests) };
        let kind = &*machine.id.kind;
        if kind.starts_with("OpenStack") {
            return Target::Nova;
        }
        if !kind.starts_with("AWS") {
            return self.target_of_cluster(manifests);
        }
        let spec = if kind.ends_with("Template") { "spec.template.spec" } else { "spec" };
        let storage = machine.text(&format!("{spec}.ignition.storageType"));
        let is_pool = kind == "AWSMachinePool";
        let is_ignition =
            self.spec.is_ignition() || machine.at(&format!("{spec}.ignition")).is_some();
        match storage {
            Some("UnencryptedUserData") => Target::Ec2,
            Some(_) => Target::S3,
            // Pools keep their user data in the launch template unless told otherwise.
            None if is_pool => Target::Ec2,
            // Before v2.4.0 a bucket was the only place for Ignition.
            None if is_ignition => {
                let bucket = self.group.as_ref().and_then(|g| {
                    manifests.infrastructure_cluster(g, "AWSCluster")?.at("spec.s3Bucket")
                });
                let old = profile.capa < Version::new(2, 4, 0);
                if bucket.is_some() || old { Target::S3 } else { Target::Ec2 }
            }
            None => Target::Ec2,
        }
    }

    /// True when the manifests say where the user data is sent; else it is a guess.
    pub fn target_is_known(&self) -> bool {
        let machine = self.group.as_ref().and_then(|g| g.infrastructure);
        machine.is_some_and(|m| m.id.kind.starts_with("AWS") || m.id.kind.starts_with("OpenStack"))
    }

    /// How many bytes the target takes of this node's user data. CAPA keeps cloud-init data of
    /// machines in a secret store, compressed and in pieces, unless told not to.
    pub fn limit(&self, target: Target, is_ignition: bool) -> Option<usize> {
        let machine = self.group.as_ref().and_then(|g| g.infrastructure);
        // What other providers do with user data is not known: Karpenter's pools of one
        // organisation keep it in S3, for one.
        if machine.is_some() && !self.target_is_known() {
            return None;
        }
        let in_secrets = target == Target::Ec2
            && !is_ignition
            && machine.is_some_and(|m| {
                let skips = m.text("spec.template.spec.cloudInit.insecureSkipSecretsManager");
                &*m.id.kind == "AWSMachineTemplate" && skips != Some("true")
            });
        if in_secrets { None } else { target.limit() }
    }

    /// True when CAPA compresses the user data before it sends it.
    pub fn compresses(&self) -> bool {
        let machine = self.group.as_ref().and_then(|g| g.infrastructure);
        let spec = |m: &Object| m.text("spec.template.spec.uncompressedUserData") == Some("false");
        machine.is_some_and(|m| &*m.id.kind == "AWSMachineTemplate" && spec(m))
    }

    /// The config that an EC2 instance gets itself when its user data lies in a bucket.
    pub fn stub(&self, target: Target, manifests: &Manifests) -> Option<Stub> {
        let group = self.group.as_ref().filter(|_| target == Target::S3)?;
        let machine = group.infrastructure?;
        let cluster = manifests.infrastructure_cluster(group, "AWSCluster");
        let bucket = cluster.and_then(|c| c.text("spec.s3Bucket.name")).unwrap_or_default();
        // Machines get a random suffix; a pool's data lies under its hash.
        let owner = group.owner.id.name.len();
        let key = match (&*machine.id.kind, self.kind) {
            ("AWSMachinePool", _) => "machine-pool/".len() + machine.id.name.len() + 1 + 64,
            (_, NodeKind::Worker) => "node/".len() + owner + 12,
            _ => "control-plane/".len() + owner + 6,
        };
        let spec =
            if machine.id.kind.ends_with("Template") { "spec.template.spec" } else { "spec" };
        let version = machine.text(&format!("{spec}.ignition.version")).unwrap_or("2.3");
        let signed = cluster.is_some_and(|c| c.at("spec.s3Bucket.presignedURLDuration").is_some());
        let url = "s3://".len() + bucket.len() + 1 + key;
        Some(Stub::new(url, version.starts_with('3'), signed))
    }

    /// Without a machine template the provider of the whole input is the best guess.
    fn target_of_cluster(&self, manifests: &Manifests) -> Target {
        let openstack = |o: &Object| o.id.kind.starts_with("OpenStack");
        if manifests.objects().iter().any(openstack) { Target::Nova } else { Target::Ec2 }
    }
}

/// True when a machine template asks for a Flatcar image by name.
pub fn names_flatcar(machine: &Object) -> bool {
    let paths = [
        "image",
        "imageLookupBaseOS",
        "imageLookupFormat",
        "image.filter.name",
        "image.imageRef.name",
    ];
    let specs = ["spec.template.spec", "spec", "spec.awsLaunchTemplate"];
    specs
        .iter()
        .flat_map(|s| paths.iter().map(move |p| format!("{s}.{p}")))
        .any(|path| machine.text(&path).is_some_and(|t| t.to_lowercase().contains("flatcar")))
}
