//! Who reads user data from the S3 bucket of an AWS cluster, and with which instance profile.
//!
//! CAPA stores Ignition user data in the bucket of `AWSCluster.spec.s3Bucket` and lets the
//! roles of the listed instance profiles read it: the control plane's profile objects under
//! `control-plane/`, the nodes' profiles objects under `node/` (CAPA
//! `pkg/cloud/services/s3/s3.go`).

use super::ctx::Ctx;
use super::window::Window;
use crate::manifest::{INFRASTRUCTURE, Object, Role, field};
use crate::path::FieldPath;
use crate::yaml::Node;

/// The control plane's profile, below `spec.s3Bucket`.
pub(super) const CONTROL_PLANE: &str = "controlPlaneIAMInstanceProfile";
/// The profiles of all other nodes, below `spec.s3Bucket`.
pub(super) const NODES: &str = "nodesIAMInstanceProfiles";

/// Releases whose `AWSCluster` has a bucket for Ignition user data.
pub(super) const BUCKETS: Window = Window::capa(Some((1, 4, 0)), None);
/// Releases that can hand out presigned URLs, so that nodes need no rights of their own.
const PRESIGNED: Window = Window::capa(Some((2, 3, 0)), None);
/// Releases that can pass the user data of a machine template inline.
const INLINE: Window = Window::capa(Some((2, 4, 0)), None);
/// Releases that can store the user data of a pool in the bucket.
const POOLS: Window = Window::capa(Some((2, 9, 0)), None);

/// How the Ignition user data of a group gets to its nodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Delivery {
    /// The nodes get no Ignition, or the input does not say what they get.
    Other,
    /// From the bucket, for certain.
    Bucket,
    /// Inline because the manifest says so.
    Inline,
    /// A pool that does not say: inline upstream, from the bucket where the controller was
    /// built to do that before upstream could.
    Unsaid,
}

/// A machine template or pool with the instance profile of its nodes.
#[derive(Debug)]
pub(super) struct Reader<'a> {
    /// `control-plane` or `worker/NAME`.
    pub group: String,
    /// Which part of the bucket is theirs.
    pub role: Role,
    /// The AWSMachineTemplate or AWSMachinePool.
    pub object: &'a Object,
    /// The field that names the profile.
    pub path: FieldPath,
    /// The profile, where one is named.
    pub profile: Option<&'a str>,
    /// How user data gets to the nodes.
    pub delivery: Delivery,
}

/// An AWS cluster with its bucket and everyone who may read from it.
#[derive(Debug)]
pub(super) struct Bucket<'a> {
    /// The AWSCluster.
    pub cluster: &'a Object,
    /// `spec.s3Bucket`, unless it is missing.
    pub node: Option<&'a Node>,
    /// The node groups of the cluster whose template or pool the input has.
    pub readers: Vec<Reader<'a>>,
    /// True when every node group of the cluster is among the readers.
    pub complete: bool,
    /// True when nodes get presigned URLs and need no profile.
    pub presigned: bool,
}

impl<'a> Bucket<'a> {
    /// The path of a field below `spec.s3Bucket`.
    pub fn field(&self, key: &str) -> FieldPath {
        FieldPath::parse("spec.s3Bucket").key(key)
    }

    /// The profiles that the bucket policy lets read objects of nodes, with their paths.
    pub fn listed(&self) -> Vec<(FieldPath, &'a str)> {
        let list = self.node.and_then(|bucket| field::get(bucket, NODES));
        let items = list.map(|list| field::items(&self.field(NODES), list)).unwrap_or_default();
        items.into_iter().filter_map(|(path, node)| Some((path, filled(node)?))).collect()
    }

    /// The profile that the bucket policy lets read objects of the control plane.
    pub fn control_plane(&self) -> Option<&'a str> {
        field::get(self.node?, CONTROL_PLANE).and_then(filled)
    }
}

/// The text of a scalar that is neither null nor empty.
fn filled(node: &Node) -> Option<&str> {
    node.text().filter(|text| !text.is_empty() && !field::is_null(node))
}

/// Every AWS cluster of the input with its readers. Empty before buckets existed.
pub(super) fn buckets<'a>(ctx: &Ctx<'a>) -> Vec<Bucket<'a>> {
    if !ctx.within(&BUCKETS) {
        return Vec::new();
    }
    let clusters = ctx.manifests.of_kind(INFRASTRUCTURE, "AWSCluster");
    clusters.map(|cluster| bucket(ctx, cluster)).collect()
}

fn bucket<'a>(ctx: &Ctx<'a>, cluster: &'a Object) -> Bucket<'a> {
    let node = cluster.at("spec.s3Bucket");
    let mut readers = Vec::new();
    let mut complete = true;
    for group in ctx.node_groups() {
        let own = ctx.manifests.infrastructure_cluster(group, "AWSCluster");
        if !own.is_some_and(|own| std::ptr::eq(own, cluster)) {
            continue;
        }
        let infrastructure = group.infrastructure.and_then(|object| Some((object, place(object)?)));
        let Some((object, (machine, profile))) = infrastructure else {
            complete = false;
            continue;
        };
        readers.push(Reader {
            group: group.name.clone(),
            role: group.role,
            object,
            path: FieldPath::parse(profile),
            profile: object.text(profile),
            delivery: delivery(ctx, object, machine, group.is_ignition()),
        });
    }
    let presigned = node.is_some_and(|bucket| {
        field::get(bucket, "presignedURLDuration").is_some() && ctx.within(&PRESIGNED)
    });
    Bucket { cluster, node, readers, complete, presigned }
}

/// Where a kind keeps the machine and its profile.
fn place(object: &Object) -> Option<(&'static str, &'static str)> {
    match &*object.id.kind {
        "AWSMachineTemplate" => {
            Some(("spec.template.spec", "spec.template.spec.iamInstanceProfile"))
        }
        "AWSMachine" => Some(("spec", "spec.iamInstanceProfile")),
        "AWSMachinePool" => Some(("spec", "spec.awsLaunchTemplate.iamInstanceProfile")),
        _ => None,
    }
}

fn delivery(ctx: &Ctx<'_>, object: &Object, machine: &str, ignition: bool) -> Delivery {
    let block = object.at(&format!("{machine}.ignition"));
    let pool = &*object.id.kind == "AWSMachinePool";
    // A machine with the block is treated as Ignition whatever its bootstrap data is.
    if !ignition && (pool || block.is_none()) {
        return Delivery::Other;
    }
    let storage = block.and_then(|block| field::text(block, "storageType"));
    match (pool, storage) {
        (true, Some("ClusterObjectStore")) if ctx.within(&POOLS) => Delivery::Bucket,
        (true, Some("UnencryptedUserData")) => Delivery::Inline,
        (true, _) => Delivery::Unsaid,
        (false, Some("UnencryptedUserData")) if ctx.within(&INLINE) => Delivery::Inline,
        (false, _) => Delivery::Bucket,
    }
}

/// Releases in which a pool that does not say gets its user data inline for certain.
pub(super) fn unsaid_is_inline(ctx: &Ctx<'_>) -> bool {
    ctx.within(&POOLS)
}
