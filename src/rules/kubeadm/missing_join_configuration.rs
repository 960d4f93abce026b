//! Workers have no `joinConfiguration`
//!
//! # What it checks
//!
//! The kubeadm configuration of every MachineDeployment, MachineSet and MachinePool of the input
//! sets `joinConfiguration`. It is an error where another node group of the input sets
//! `nodeRegistration`, and a warning otherwise. A bastion that never runs kubeadm (`sleep
//! infinity`) is left out.
//!
//! # Why it matters
//!
//! The node joins with defaults: without its labels, its taints, the cloud provider and the name
//! that the cloud knows. The usual cause is a template that swallowed the key; the YAML stays
//! valid.
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
//!       clusterName: demo
//!       bootstrap:
//!         configRef:
//!           apiVersion: bootstrap.cluster.x-k8s.io/v1beta1
//!           kind: KubeadmConfigTemplate
//!           name: demo
//!       infrastructureRef:
//!         apiVersion: infrastructure.cluster.x-k8s.io/v1beta2
//!         kind: AWSMachineTemplate
//!         name: demo
//! ---
//! apiVersion: bootstrap.cluster.x-k8s.io/v1beta1
//! kind: KubeadmConfigTemplate
//! metadata:
//!   name: demo
//! spec:
//!   template:
//!     spec:
//!       preKubeadmCommands:
//!       - echo hello
//! ```
//!
//! ```yaml good
//! apiVersion: bootstrap.cluster.x-k8s.io/v1beta1
//! kind: KubeadmConfigTemplate
//! metadata:
//!   name: demo
//! spec:
//!   template:
//!     spec:
//!       joinConfiguration:
//!         nodeRegistration: {}
//! ```
//!
//! # How to fix
//!
//! Set it. Look at the whitespace trimming of the block above it in the template.
//!
//! # References
//!
//! - Cluster API v1.14, `bootstrap/kubeadm/internal/controllers`: a default is made up
//! - giantswarm/cluster-openstack v0.16.0 to v0.17.1

use crate::finding::Severity;
use crate::manifest::{KubeadmSpec, Role};
use crate::rules::{Check, Ctx, Meta, Sink};

pub(super) static META: Meta = Meta {
    severity: Severity::Error,
    since: "0.1.0",
    kinds: &["KubeadmConfig", "KubeadmConfigTemplate"],
    check: Check::Static(check),
};

fn check(ctx: &Ctx<'_>, sink: &mut Sink<'_>) {
    let registers =
        |spec: &KubeadmSpec<'_>| spec.at("joinConfiguration.nodeRegistration").is_some();
    let others = ctx.kubeadm_specs().iter().any(registers);
    let mut seen = Vec::new();
    for group in ctx.node_groups().iter().filter(|group| group.role == Role::Worker) {
        let Some(spec) = &group.bootstrap else { continue };
        let known = seen.iter().any(|object| std::ptr::eq(*object, spec.object));
        let never_joins = spec.commands().iter().any(|(_, c)| c.contains("sleep infinity"));
        if known || never_joins || spec.at("joinConfiguration").is_some() {
            continue;
        }
        seen.push(spec.object);
        let message = format!("`{}` joins without a `joinConfiguration`", group.name);
        let draft = sink.on(spec.object, &spec.field("joinConfiguration"), message);
        draft.help("its nodes get no labels, taints or name of their own");
        if !others {
            draft.severity(Severity::Warning);
        }
    }
}
