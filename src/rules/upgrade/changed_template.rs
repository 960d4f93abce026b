//! A template changed under the same name
//!
//! # What it checks
//!
//! With `--against OLD`: no AWSMachineTemplate, OpenStackMachineTemplate,
//! KubeadmControlPlaneTemplate or template of a cluster has other content than the old one of the
//! same name, where the webhook refuses that.
//!
//! # Why it matters
//!
//! Templates cannot be changed, so Helm stops in the middle of the upgrade. Charts put a hash of
//! the content into the name; the change went past what is hashed.
//!
//! # Example
//!
//! ```yaml old
//! apiVersion: infrastructure.cluster.x-k8s.io/v1beta2
//! kind: AWSMachineTemplate
//! metadata:
//!   name: demo
//! spec:
//!   template:
//!     spec:
//!       instanceType: m5.xlarge
//! ```
//!
//! ```yaml new bad
//! apiVersion: infrastructure.cluster.x-k8s.io/v1beta2
//! kind: AWSMachineTemplate
//! metadata:
//!   name: demo
//! spec:
//!   template:
//!     spec:
//!       instanceType: m5.2xlarge
//! ```
//!
//! ```yaml old
//! apiVersion: infrastructure.cluster.x-k8s.io/v1beta2
//! kind: AWSMachineTemplate
//! metadata:
//!   name: demo-1a2b3c4d
//! spec:
//!   template:
//!     spec:
//!       instanceType: m5.xlarge
//! ```
//!
//! ```yaml new good
//! apiVersion: infrastructure.cluster.x-k8s.io/v1beta2
//! kind: AWSMachineTemplate
//! metadata:
//!   name: demo-5e6f7a8b
//! spec:
//!   template:
//!     spec:
//!       instanceType: m5.2xlarge
//! ```
//!
//! # How to fix
//!
//! Give the template a new name, best by hashing the whole specification, and refer to it by that
//! name.
//!
//! # References
//!
//! - CAPA v2.1.1, `api/v1beta2/awsmachinetemplate_webhook.go`; CAPO v0.4.0, the same of
//!   OpenStackMachineTemplate
//! - giantswarm/cluster-aws, releases 0.1.3 to 0.13.2

use super::verdicts::{self, is_template};
use crate::finding::Severity;
use crate::rules::{Check, Ctx, Meta, Sink};
use crate::upgrade::Outcome;

pub(super) static META: Meta = Meta {
    severity: Severity::Error,
    since: "0.1.0",
    kinds: &["AWSMachineTemplate", "OpenStackMachineTemplate", "KubeadmControlPlaneTemplate"],
    check: Check::Static(check),
};

fn check(ctx: &Ctx<'_>, sink: &mut Sink<'_>) {
    for (verdict, object) in verdicts::of(ctx, Outcome::Refused) {
        if is_template(object) {
            let draft = verdicts::report(sink, verdict, object, "a template cannot be changed");
            draft.help("give it a new name, best with a hash of its whole specification");
        }
    }
}
