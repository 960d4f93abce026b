//! A change is taken but does nothing to the nodes that run
//!
//! # What it checks
//!
//! With `--against OLD`: no change of an object is taken and then ignored, such as that of a
//! KubeadmConfigTemplate under the same name, or of the volumes of an AWSMachinePool.
//!
//! # Why it matters
//!
//! Nodes that run keep what they have, new ones get the change: the pool is mixed, and nobody sees
//! which node has what until one is replaced.
//!
//! # Example
//!
//! ```yaml old
//! apiVersion: bootstrap.cluster.x-k8s.io/v1beta1
//! kind: KubeadmConfigTemplate
//! metadata:
//!   name: demo
//! spec:
//!   template:
//!     spec:
//!       joinConfiguration: {}
//!       preKubeadmCommands:
//!       - echo one
//! ```
//!
//! ```yaml new bad
//! apiVersion: bootstrap.cluster.x-k8s.io/v1beta1
//! kind: KubeadmConfigTemplate
//! metadata:
//!   name: demo
//! spec:
//!   template:
//!     spec:
//!       joinConfiguration: {}
//!       preKubeadmCommands:
//!       - echo two
//! ```
//!
//! ```yaml old
//! apiVersion: bootstrap.cluster.x-k8s.io/v1beta1
//! kind: KubeadmConfigTemplate
//! metadata:
//!   name: demo-1a2b3c4d
//! spec:
//!   template:
//!     spec:
//!       joinConfiguration: {}
//!       preKubeadmCommands:
//!       - echo one
//! ```
//!
//! ```yaml new good
//! apiVersion: bootstrap.cluster.x-k8s.io/v1beta1
//! kind: KubeadmConfigTemplate
//! metadata:
//!   name: demo-5e6f7a8b
//! spec:
//!   template:
//!     spec:
//!       joinConfiguration: {}
//!       preKubeadmCommands:
//!       - echo two
//! ```
//!
//! # How to fix
//!
//! Give the configuration a new name, best with a hash of its content, so that the pool rolls.
//! Where the mix is meant, ignore the finding with a reason.
//!
//! # References
//!
//! - Cluster API, issues 6563 and 8858
//! - `clusterctl-gs diff`, which says what rolls

use super::verdicts;
use crate::finding::Severity;
use crate::rules::{Check, Ctx, Meta, Sink};
use crate::upgrade::Outcome;

pub(super) static META: Meta = Meta {
    severity: Severity::Warning,
    since: "0.1.0",
    kinds: &["KubeadmConfig", "KubeadmConfigTemplate", "AWSMachinePool"],
    check: Check::Static(check),
};

fn check(ctx: &Ctx<'_>, sink: &mut Sink<'_>) {
    for (verdict, object) in verdicts::of(ctx, Outcome::Ignored) {
        if META.kinds.contains(&&*object.id.kind) {
            verdicts::report(sink, verdict, object, "the change does nothing to running nodes");
        }
    }
}
