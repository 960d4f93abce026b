//! The user data of a node is larger than the cloud takes
//!
//! # What it checks
//!
//! The Ignition config that the bootstrap provider would generate for each node, with everything
//! in it: kubeadm documents, certificates, files in their escaped form. EC2 takes 16384 bytes,
//! Nova 65535 characters of base64; an object store has no limit that matters. A warning says
//! that the limit is reached once what only the cluster knows is as long as it can be.
//!
//! # Why it matters
//!
//! No controller checks it. The instance is refused by the cloud's API, again and again, and the
//! machine stays in `Provisioning`.
//!
//! # Example
//!
//! ```yaml bad capi=v1.9.0
//! apiVersion: cluster.x-k8s.io/v1beta1
//! kind: MachineDeployment
//! metadata:
//!   name: demo
//! spec:
//!   clusterName: demo
//!   template:
//!     spec:
//!       clusterName: demo
//!       bootstrap:
//!         configRef:
//!           apiVersion: bootstrap.cluster.x-k8s.io/v1beta1
//!           kind: KubeadmConfigTemplate
//!           name: demo
//!       infrastructureRef:
//!         apiVersion: infrastructure.cluster.x-k8s.io/v1alpha5
//!         kind: OpenStackMachineTemplate
//!         name: demo
//! ---
//! apiVersion: infrastructure.cluster.x-k8s.io/v1alpha5
//! kind: OpenStackMachineTemplate
//! metadata:
//!   name: demo
//! spec:
//!   template:
//!     spec:
//!       flavor: m1.small
//!       image: flatcar-stable
//! ---
//! apiVersion: bootstrap.cluster.x-k8s.io/v1beta1
//! kind: KubeadmConfigTemplate
//! metadata:
//!   name: demo
//! spec:
//!   template:
//!     spec:
//!       format: ignition
//!       joinConfiguration: {}
//!       files:
//!       - path: /etc/demo/a
//!         permissions: "0600"
//!         content: "@50000@"
//! ```
//!
//! ```yaml good capi=v1.9.0
//! apiVersion: cluster.x-k8s.io/v1beta1
//! kind: MachineDeployment
//! metadata:
//!   name: demo
//! spec:
//!   clusterName: demo
//!   template:
//!     spec:
//!       clusterName: demo
//!       bootstrap:
//!         configRef:
//!           apiVersion: bootstrap.cluster.x-k8s.io/v1beta1
//!           kind: KubeadmConfigTemplate
//!           name: demo
//!       infrastructureRef:
//!         apiVersion: infrastructure.cluster.x-k8s.io/v1alpha5
//!         kind: OpenStackMachineTemplate
//!         name: demo
//! ---
//! apiVersion: infrastructure.cluster.x-k8s.io/v1alpha5
//! kind: OpenStackMachineTemplate
//! metadata:
//!   name: demo
//! spec:
//!   template:
//!     spec:
//!       flavor: m1.small
//!       image: flatcar-stable
//! ---
//! apiVersion: bootstrap.cluster.x-k8s.io/v1beta1
//! kind: KubeadmConfigTemplate
//! metadata:
//!   name: demo
//! spec:
//!   template:
//!     spec:
//!       format: ignition
//!       joinConfiguration: {}
//!       files:
//!       - path: /etc/demo/a
//!         permissions: "0600"
//!         content: "@100@"
//! ```
//!
//! # How to fix
//!
//! Move large files into the image, or the user data into an object store. `userdata --show size`
//! lists what takes the room.
//!
//! # References
//!
//! - EC2, `RunInstances`: user data has at most 16 KB before base64
//! - Nova, `nova/api/openstack/compute/schemas/servers.py`: `user_data`

use std::collections::BTreeMap;

use crate::finding::Severity;
use crate::ignition::NodeResult;
use crate::rules::{Check, Ctx, Meta, Sink};

pub(super) static META: Meta = Meta {
    severity: Severity::Error,
    since: "0.1.0",
    kinds: &["KubeadmConfig", "KubeadmConfigTemplate", "KubeadmControlPlane"],
    check: Check::Static(check),
};

fn check(ctx: &Ctx<'_>, sink: &mut Sink<'_>) {
    // Nodes that are made from one object differ little: the largest speaks for all.
    let mut largest: BTreeMap<*const crate::manifest::Object, (usize, &NodeResult)> =
        BTreeMap::new();
    for (spec, node) in ctx.simulated() {
        let Some(limit) = node.limit else { continue };
        let at_most = node.target.counted(node.bytes_max);
        if !node.parts.target_is_known || !spec.is_ignition() || at_most <= limit {
            continue;
        }
        let entry = largest.entry(std::ptr::from_ref(spec.object)).or_insert((at_most, node));
        if entry.0 < at_most {
            *entry = (at_most, node);
        }
    }
    for spec in ctx.kubeadm_specs() {
        let Some((at_most, node)) = largest.get(&std::ptr::from_ref(spec.object)) else { continue };
        let (bytes, limit) = (node.target.counted(node.bytes), node.limit.unwrap_or_default());
        let (name, target) = (&node.node, node.target.as_str());
        let (severity, message) = match bytes > limit {
            true => (
                Severity::Error,
                format!("the user data of `{name}` has {bytes} bytes, `{target}` takes {limit}"),
            ),
            false => (
                Severity::Warning,
                format!(
                    "the user data of `{name}` can reach {at_most} bytes, `{target}` takes {limit}"
                ),
            ),
        };
        sink.on(spec.object, &spec.path, message)
            .severity(severity)
            .help("move large files into the image, or the user data into an object store");
    }
}
