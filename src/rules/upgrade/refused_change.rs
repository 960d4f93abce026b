//! The webhook refuses the change of an object
//!
//! # What it checks
//!
//! With `--against OLD`: every object that both sides have can be changed from the old manifest
//! to the new one under the controllers of the profile. A template of machines or clusters that
//! changed under one name is the business of `upgrade/changed-template`.
//!
//! # Why it matters
//!
//! Helm stops in the middle of the upgrade: some objects are new, others old, and the release stays
//! failed until someone takes the change back, or the object away.
//!
//! # Example
//!
//! ```yaml old
//! apiVersion: controlplane.cluster.x-k8s.io/v1beta1
//! kind: KubeadmControlPlane
//! metadata:
//!   name: demo
//! spec:
//!   replicas: 3
//!   version: v1.24.10
//!   machineTemplate:
//!     infrastructureRef:
//!       apiVersion: infrastructure.cluster.x-k8s.io/v1beta2
//!       kind: AWSMachineTemplate
//!       name: demo
//!   kubeadmConfigSpec:
//!     clusterConfiguration: {}
//! ```
//!
//! ```yaml new bad capi=v1.2.11
//! apiVersion: controlplane.cluster.x-k8s.io/v1beta1
//! kind: KubeadmControlPlane
//! metadata:
//!   name: demo
//! spec:
//!   replicas: 3
//!   version: v1.24.10
//!   machineTemplate:
//!     infrastructureRef:
//!       apiVersion: infrastructure.cluster.x-k8s.io/v1beta2
//!       kind: AWSMachineTemplate
//!       name: demo
//!   kubeadmConfigSpec:
//!     format: ignition
//! ```
//!
//! ```yaml old
//! apiVersion: controlplane.cluster.x-k8s.io/v1beta1
//! kind: KubeadmControlPlane
//! metadata:
//!   name: demo
//! spec:
//!   replicas: 1
//!   version: v1.24.10
//!   machineTemplate:
//!     infrastructureRef:
//!       apiVersion: infrastructure.cluster.x-k8s.io/v1beta2
//!       kind: AWSMachineTemplate
//!       name: demo
//!   kubeadmConfigSpec:
//!     clusterConfiguration: {}
//! ```
//!
//! ```yaml new good capi=v1.4.9
//! apiVersion: controlplane.cluster.x-k8s.io/v1beta1
//! kind: KubeadmControlPlane
//! metadata:
//!   name: demo
//! spec:
//!   replicas: 3
//!   version: v1.24.10
//!   machineTemplate:
//!     infrastructureRef:
//!       apiVersion: infrastructure.cluster.x-k8s.io/v1beta2
//!       kind: AWSMachineTemplate
//!       name: demo
//!   kubeadmConfigSpec:
//!     format: ignition
//!     clusterConfiguration: {}
//! ```
//!
//! # How to fix
//!
//! Leave the field as it is, go through a release of the controllers that takes the change, or make
//! a new object beside the old one.
//!
//! # References
//!
//! - `clusterctl-gs diff`, which says the same for every object with what rolls
//! - Cluster API, `controlplane/kubeadm/internal/webhooks`; the webhooks of CAPA and CAPO

use super::verdicts::{self, is_template};
use crate::finding::Severity;
use crate::rules::{Check, Ctx, Meta, Sink};
use crate::upgrade::Outcome;

pub(super) static META: Meta =
    Meta { severity: Severity::Error, since: "0.1.0", kinds: &[], check: Check::Static(check) };

fn check(ctx: &Ctx<'_>, sink: &mut Sink<'_>) {
    for (verdict, object) in verdicts::of(ctx, Outcome::Refused) {
        if !is_template(object) {
            verdicts::report(sink, verdict, object, "the webhook refuses the change");
        }
    }
}
