//! Machines and their owner belong to different clusters
//!
//! # What it checks
//!
//! `spec.clusterName` and `spec.template.spec.clusterName` of a MachineDeployment, MachineSet or
//! MachinePool are equal.
//!
//! # Why it matters
//!
//! From Cluster API v1.11 on the webhook refuses it. Before, machines are made for the wrong
//! cluster, or none.
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
//!   template:
//!     spec:
//!       clusterName: other
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
//! Write the same name, best from one helper of the chart.
//!
//! # References
//!
//! - Cluster API v1.11.0, `internal/webhooks`

use crate::finding::Severity;
use crate::manifest::CORE;
use crate::path::FieldPath;
use crate::rules::{Check, Ctx, Meta, Sink};

pub(super) static META: Meta = Meta {
    severity: Severity::Error,
    since: "0.1.0",
    kinds: &["MachineDeployment", "MachineSet", "MachinePool"],
    check: Check::Static(check),
};

const OWN: &str = "spec.clusterName";
const MACHINES: &str = "spec.template.spec.clusterName";

fn check(ctx: &Ctx<'_>, sink: &mut Sink<'_>) {
    for kind in META.kinds {
        for object in ctx.manifests.of_kind(CORE, kind) {
            let (Some(own), Some(machines)) = (object.text(OWN), object.text(MACHINES)) else {
                continue;
            };
            if own != machines {
                let message =
                    format!("machines belong to cluster `{machines}`, their owner to `{own}`");
                sink.on(object, &FieldPath::parse(MACHINES), message);
            }
        }
    }
}
