//! A reference names another namespace than that of its object
//!
//! # What it checks
//!
//! References from Cluster, MachineDeployment, MachineSet, MachinePool, Machine and
//! KubeadmControlPlane stay in the namespace of the object.
//!
//! # Why it matters
//!
//! Up to Cluster API v1.10 the webhooks refuse it (`must match metadata.namespace`). From
//! v1.11 on the field is dropped, so that the object is looked for next door and never found.
//!
//! # Example
//!
//! ```yaml bad capi=v1.10.3
//! apiVersion: cluster.x-k8s.io/v1beta1
//! kind: Cluster
//! metadata:
//!   name: demo
//!   namespace: org-demo
//! spec:
//!   infrastructureRef:
//!     apiVersion: infrastructure.cluster.x-k8s.io/v1beta2
//!     kind: AWSCluster
//!     name: demo
//!     namespace: default
//! ```
//!
//! ```yaml good
//! apiVersion: cluster.x-k8s.io/v1beta1
//! kind: Cluster
//! metadata:
//!   name: demo
//!   namespace: org-demo
//! spec:
//!   infrastructureRef:
//!     apiVersion: infrastructure.cluster.x-k8s.io/v1beta2
//!     kind: AWSCluster
//!     name: demo
//!     namespace: org-demo
//! ```
//!
//! # How to fix
//!
//! Leave the namespace of the reference out.
//!
//! # References
//!
//! - Cluster API v1.10, `internal/webhooks/cluster.go` and
//!   `controlplane/kubeadm/internal/webhooks/kubeadm_control_plane.go`

use crate::finding::Severity;
use crate::manifest::{CONTROL_PLANE, CORE, field};
use crate::rules::{Check, Ctx, Meta, Sink};

pub(super) static META: Meta = Meta {
    severity: Severity::Error,
    since: "0.1.0",
    kinds: &[
        "Cluster",
        "MachineDeployment",
        "MachineSet",
        "MachinePool",
        "Machine",
        "KubeadmControlPlane",
    ],
    check: Check::Static(check),
};

fn check(ctx: &Ctx<'_>, sink: &mut Sink<'_>) {
    for reference in ctx.manifests.references() {
        let object = &ctx.manifests.objects()[reference.from];
        let judged = matches!(object.id.group(), CORE | CONTROL_PLANE)
            && META.kinds.contains(&&*object.id.kind);
        let path = reference.path.key("namespace");
        let written = object.node.at_path(&path).filter(|node| !field::is_null(node));
        let (Some(own), Some(written)) = (object.id.namespace.as_deref(), written) else {
            continue;
        };
        if judged && written.text().is_some_and(|namespace| namespace != own) {
            let namespace = written.text().unwrap_or_default();
            let message = format!("reference into namespace `{namespace}` from `{own}`");
            sink.on(object, &path, message).help("leave it out");
        }
    }
}
