//! A selector does not match the labels of the machines
//!
//! # What it checks
//!
//! Every label of `spec.selector.matchLabels` of a MachineDeployment or MachineSet is in
//! `spec.template.metadata.labels` with the same value. The labels of cluster, deployment and set
//! that Cluster API adds itself are left out.
//!
//! # Why it matters
//!
//! The webhook refuses the object.
//!
//! # Example
//!
//! ```yaml bad
//! apiVersion: cluster.x-k8s.io/v1beta1
//! kind: MachineDeployment
//! metadata:
//!   name: demo
//! spec:
//!   clusterName: demo
//!   selector:
//!     matchLabels:
//!       pool: a
//!   template:
//!     spec:
//!       clusterName: demo
//!       bootstrap:
//!         dataSecretName: demo
//!       infrastructureRef:
//!         apiVersion: infrastructure.cluster.x-k8s.io/v1beta2
//!         kind: AWSMachineTemplate
//!         name: demo
//! ```
//!
//! ```yaml good
//! apiVersion: cluster.x-k8s.io/v1beta1
//! kind: MachineDeployment
//! metadata:
//!   name: demo
//! spec:
//!   clusterName: demo
//!   selector:
//!     matchLabels:
//!       cluster.x-k8s.io/cluster-name: demo
//!   template:
//!     spec:
//!       clusterName: demo
//!       bootstrap:
//!         dataSecretName: demo
//!       infrastructureRef:
//!         apiVersion: infrastructure.cluster.x-k8s.io/v1beta2
//!         kind: AWSMachineTemplate
//!         name: demo
//! ```
//!
//! # How to fix
//!
//! Correct the labels, or leave the selector out: it is filled in.
//!
//! # References
//!
//! - Cluster API v1.14, `internal/webhooks/machinedeployment.go`

use crate::finding::Severity;
use crate::manifest::{CORE, field};
use crate::path::FieldPath;
use crate::rules::{Check, Ctx, Meta, Sink};

pub(super) static META: Meta = Meta {
    severity: Severity::Error,
    since: "0.1.0",
    kinds: &["MachineDeployment", "MachineSet"],
    check: Check::Static(check),
};

/// Labels that the defaulting webhooks add to both sides.
const OWN_LABELS: [&str; 3] = [
    "cluster.x-k8s.io/cluster-name",
    "cluster.x-k8s.io/deployment-name",
    "cluster.x-k8s.io/set-name",
];

fn check(ctx: &Ctx<'_>, sink: &mut Sink<'_>) {
    for kind in META.kinds {
        for object in ctx.manifests.of_kind(CORE, kind) {
            let Some(selector) = object.at("spec.selector.matchLabels") else { continue };
            let labels = object.at("spec.template.metadata.labels");
            for entry in selector.entries() {
                let key = entry.key.text().unwrap_or_default();
                let label = labels.and_then(|labels| field::get(labels, key));
                let same = label.and_then(|label| label.text()) == entry.value.text();
                if !same && !OWN_LABELS.contains(&key) {
                    let message = format!("machines do not have the selector's label `{key}`");
                    let path = FieldPath::parse("spec.selector.matchLabels").key(key);
                    sink.on(object, &path, message);
                }
            }
        }
    }
}
