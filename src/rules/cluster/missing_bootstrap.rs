//! Machines have no bootstrap data
//!
//! # What it checks
//!
//! A MachinePool names `bootstrap.configRef` or `bootstrap.dataSecretName`; from Cluster API
//! v1.11 on so do MachineDeployments and MachineSets.
//!
//! # Why it matters
//!
//! The webhook refuses the object; older releases make machines that wait for ever.
//!
//! # Example
//!
//! ```yaml bad
//! apiVersion: cluster.x-k8s.io/v1beta1
//! kind: MachinePool
//! metadata:
//!   name: demo
//! spec:
//!   clusterName: demo
//!   template:
//!     spec:
//!       clusterName: demo
//!       bootstrap:
//!         other: demo
//!       infrastructureRef:
//!         apiVersion: infrastructure.cluster.x-k8s.io/v1beta2
//!         kind: AWSMachinePool
//!         name: demo
//! ```
//!
//! ```yaml good
//! apiVersion: cluster.x-k8s.io/v1beta1
//! kind: MachinePool
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
//!         kind: AWSMachinePool
//!         name: demo
//! ```
//!
//! ```yaml good
//! apiVersion: cluster.x-k8s.io/v1beta1
//! kind: MachinePool
//! metadata:
//!   name: demo
//! spec:
//!   clusterName: demo
//!   template:
//!     spec:
//!       clusterName: demo
//!       bootstrap:
//!         dataSecretName: ""
//!       infrastructureRef:
//!         apiVersion: infrastructure.cluster.x-k8s.io/v1beta2
//!         kind: AWSManagedMachinePool
//!         name: demo
//! ```
//!
//! # How to fix
//!
//! Set one of the two.
//!
//! # References
//!
//! - Cluster API v1.11.0, `internal/webhooks`

use crate::finding::Severity;
use crate::manifest::CORE;
use crate::path::FieldPath;
use crate::rules::{Check, Ctx, Meta, Sink};
use crate::yaml::Node;

pub(super) static META: Meta = Meta {
    severity: Severity::Error,
    since: "0.1.0",
    kinds: &["MachineDeployment", "MachineSet", "MachinePool"],
    check: Check::Static(check),
};

fn check(ctx: &Ctx<'_>, sink: &mut Sink<'_>) {
    for kind in META.kinds {
        for object in ctx.manifests.of_kind(CORE, kind) {
            let Some(machine) = object.at("spec.template.spec") else { continue };
            let given = |key: &str| {
                let node = machine.at(&format!("bootstrap.{key}"));
                node.filter(|node| !crate::manifest::field::is_null(node))
            };
            // Pools of managed nodes name an empty secret: up to `v1beta1` that counts as named.
            let is_named =
                |node: &Node| object.id.version() != "v1beta2" || node.text() != Some("");
            if given("configRef").is_none() && !given("dataSecretName").is_some_and(is_named) {
                let path = FieldPath::parse("spec.template.spec.bootstrap");
                let message = "machines have neither `configRef` nor `dataSecretName`";
                sink.on(object, &path, message);
            }
        }
    }
}
