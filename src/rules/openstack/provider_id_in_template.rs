//! A machine template sets what only one machine can have
//!
//! # What it checks
//!
//! An OpenStackMachineTemplate does not set `providerID`.
//!
//! # Why it matters
//!
//! The webhook refuses it.
//!
//! # Example
//!
//! ```yaml bad
//! apiVersion: infrastructure.cluster.x-k8s.io/v1beta1
//! kind: OpenStackMachineTemplate
//! metadata:
//!   name: demo
//! spec:
//!   template:
//!     spec:
//!       flavor: small
//!       providerID: openstack:///0123
//! ```
//!
//! ```yaml good
//! apiVersion: infrastructure.cluster.x-k8s.io/v1beta1
//! kind: OpenStackMachineTemplate
//! metadata:
//!   name: demo
//! spec:
//!   template:
//!     spec:
//!       flavor: small
//! ```
//!
//! # How to fix
//!
//! Take the field out.
//!
//! # References
//!
//! - CAPO v0.6.0, the webhook of OpenStackMachineTemplate

use crate::finding::Severity;
use crate::manifest::INFRASTRUCTURE;
use crate::path::FieldPath;
use crate::rules::{Check, Ctx, Meta, Sink};

pub(super) static META: Meta = Meta {
    severity: Severity::Error,
    since: "0.1.0",
    kinds: &["OpenStackMachineTemplate"],
    check: Check::Static(check),
};

fn check(ctx: &Ctx<'_>, sink: &mut Sink<'_>) {
    const PATH: &str = "spec.template.spec.providerID";
    for object in ctx.manifests.of_kind(INFRASTRUCTURE, "OpenStackMachineTemplate") {
        if object.text(PATH).is_some() {
            let message = "`providerID` cannot be set in a template";
            sink.on(object, &FieldPath::parse(PATH), message);
        }
    }
}
