//! A machine template sets what only one machine can have
//!
//! # What it checks
//!
//! An AWSMachineTemplate sets none of `providerID`, `cloudInit.secretPrefix` and
//! `cloudInit.secretCount`.
//!
//! # Why it matters
//!
//! The webhook refuses it.
//!
//! # Example
//!
//! ```yaml bad
//! apiVersion: infrastructure.cluster.x-k8s.io/v1beta2
//! kind: AWSMachineTemplate
//! metadata:
//!   name: demo
//! spec:
//!   template:
//!     spec:
//!       instanceType: m5.xlarge
//!       providerID: aws:///eu-west-1a/i-0123
//! ```
//!
//! ```yaml good
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
//! # How to fix
//!
//! Take the field out.
//!
//! # References
//!
//! - CAPA v2.0.0, `api/v1beta2/awsmachinetemplate_webhook.go`

use crate::finding::Severity;
use crate::manifest::INFRASTRUCTURE;
use crate::path::FieldPath;
use crate::rules::{Check, Ctx, Meta, Sink};

pub(super) static META: Meta = Meta {
    severity: Severity::Error,
    since: "0.1.0",
    kinds: &["AWSMachineTemplate"],
    check: Check::Static(check),
};

const FIELDS: [&str; 3] = ["providerID", "cloudInit.secretPrefix", "cloudInit.secretCount"];

fn check(ctx: &Ctx<'_>, sink: &mut Sink<'_>) {
    for object in ctx.manifests.of_kind(INFRASTRUCTURE, "AWSMachineTemplate") {
        for field in FIELDS {
            let path = format!("spec.template.spec.{field}");
            if object.text(&path).is_some_and(|value| value != "0") {
                let message = format!("`{field}` cannot be set in a template");
                sink.on(object, &FieldPath::parse(&path), message);
            }
        }
    }
}
