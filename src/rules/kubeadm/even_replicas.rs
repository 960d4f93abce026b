//! A control plane with its own etcd has an even number of nodes, or none
//!
//! # What it checks
//!
//! `spec.replicas` of a KubeadmControlPlane is odd, unless its etcd is external, and is not 0.
//!
//! # Why it matters
//!
//! The webhook refuses the object.
//!
//! # Example
//!
//! ```yaml bad
//! apiVersion: controlplane.cluster.x-k8s.io/v1beta1
//! kind: KubeadmControlPlane
//! metadata:
//!   name: demo
//! spec:
//!   version: v1.31.1
//!   machineTemplate:
//!     infrastructureRef:
//!       apiVersion: infrastructure.cluster.x-k8s.io/v1beta2
//!       kind: AWSMachineTemplate
//!       name: demo
//!   replicas: 2
//!   kubeadmConfigSpec: {}
//! ```
//!
//! ```yaml good
//! apiVersion: controlplane.cluster.x-k8s.io/v1beta1
//! kind: KubeadmControlPlane
//! metadata:
//!   name: demo
//! spec:
//!   version: v1.31.1
//!   machineTemplate:
//!     infrastructureRef:
//!       apiVersion: infrastructure.cluster.x-k8s.io/v1beta2
//!       kind: AWSMachineTemplate
//!       name: demo
//!   replicas: 2
//!   kubeadmConfigSpec:
//!     clusterConfiguration:
//!       etcd:
//!         external:
//!           endpoints:
//!           - https://etcd:2379
//! ```
//!
//! # How to fix
//!
//! Use 1, 3 or 5.
//!
//! # References
//!
//! - Cluster API v1.14, `controlplane/kubeadm/internal/webhooks`

use crate::finding::Severity;
use crate::manifest::CONTROL_PLANE;
use crate::path::FieldPath;
use crate::rules::{Check, Ctx, Meta, Sink};

pub(super) static META: Meta = Meta {
    severity: Severity::Error,
    since: "0.1.0",
    kinds: &["KubeadmControlPlane"],
    check: Check::Static(check),
};

fn check(ctx: &Ctx<'_>, sink: &mut Sink<'_>) {
    for object in ctx.manifests.of_kind(CONTROL_PLANE, "KubeadmControlPlane") {
        let Some(replicas) = object.text("spec.replicas").and_then(|n| n.parse::<i64>().ok())
        else {
            continue;
        };
        let external = "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external";
        let fault = match replicas {
            i64::MIN..=0 => "must be more than 0",
            n if n % 2 == 0 && object.at(external).is_none() => "must be odd with stacked etcd",
            _ => continue,
        };
        let message = format!("{replicas} replicas: the number {fault}");
        sink.on(object, &FieldPath::parse("spec.replicas"), message);
    }
}
