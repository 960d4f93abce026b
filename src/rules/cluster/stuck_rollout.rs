//! A rollout may neither add a machine nor take one away
//!
//! # What it checks
//!
//! `maxSurge` and `maxUnavailable` of a MachineDeployment are not both 0; `maxSurge` of a control
//! plane is 0 or 1, and 0 only with 3 or more replicas.
//!
//! # Why it matters
//!
//! The webhook refuses the object: of MachineDeployments from Cluster API v1.11 on; before, a
//! rollout never moves.
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
//!   strategy:
//!     rollingUpdate:
//!       maxSurge: 0
//!       maxUnavailable: 0
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
//!   strategy:
//!     rollingUpdate:
//!       maxSurge: 1
//!       maxUnavailable: 0
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
//! Set one of them to 1.
//!
//! # References
//!
//! - Cluster API v1.11.0, `internal/webhooks/machinedeployment.go`
//! - Cluster API v1.1.0, `controlplane/kubeadm/api/v1beta1`

use crate::finding::Severity;
use crate::manifest::{CONTROL_PLANE, CORE, Object};
use crate::path::FieldPath;
use crate::rules::{Check, Ctx, Meta, Sink};

pub(super) static META: Meta = Meta {
    severity: Severity::Error,
    since: "0.1.0",
    kinds: &["MachineDeployment", "KubeadmControlPlane"],
    check: Check::Static(check),
};

/// Where the strategy stands, by API version: v1beta1 and before, v1beta2.
const DEPLOYMENT: [&str; 2] =
    ["spec.strategy.rollingUpdate", "spec.rollout.strategy.rollingUpdate"];
const CONTROL: [&str; 2] =
    ["spec.rolloutStrategy.rollingUpdate", "spec.rollout.strategy.rollingUpdate"];

fn check(ctx: &Ctx<'_>, sink: &mut Sink<'_>) {
    for object in ctx.manifests.of_kind(CORE, "MachineDeployment") {
        for place in DEPLOYMENT {
            let zero = |key: &str| {
                let text = object.text(&format!("{place}.{key}"));
                text.is_some_and(|text| matches!(text, "0" | "0%"))
            };
            if zero("maxSurge") && zero("maxUnavailable") {
                let message = "`maxSurge` and `maxUnavailable` are both 0: a rollout cannot move";
                sink.on(object, &FieldPath::parse(place), message);
            }
        }
    }
    for object in ctx.manifests.of_kind(CONTROL_PLANE, "KubeadmControlPlane") {
        for place in CONTROL {
            let place = format!("{place}.maxSurge");
            if let Some(fault) = object.text(&place).and_then(|surge| surge_fault(object, surge)) {
                sink.on(object, &FieldPath::parse(&place), fault);
            }
        }
    }
}

fn surge_fault(object: &Object, surge: &str) -> Option<&'static str> {
    let replicas = object.text("spec.replicas").map_or(Some(1), |n| n.parse::<u32>().ok())?;
    match surge {
        "0" if replicas < 3 => Some("`maxSurge` can be 0 with 3 or more replicas only"),
        "0" | "1" => None,
        _ => Some("`maxSurge` of a control plane must be 0 or 1"),
    }
}
