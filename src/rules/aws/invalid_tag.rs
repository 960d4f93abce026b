//! A tag that AWS does not take
//!
//! # What it checks
//!
//! Tags under `additionalTags` have a key of 1 to 128 characters that does not start with `aws:`,
//! a value of at most 256, and only letters, digits, blanks and `_.:/=+-@` in both; there are at
//! most 50.
//!
//! # Why it matters
//!
//! The webhook refuses the object (CAPA v1.4.0 and later).
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
//!       additionalTags:
//!         "aws:owner": me
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
//!       additionalTags:
//!         owner: "me@example.com"
//! ```
//!
//! # How to fix
//!
//! Correct the tag.
//!
//! # References
//!
//! - CAPA v1.4.0, `api/v1beta1/tags.go`
//! - AWS documentation, tag restrictions

use crate::finding::Severity;
use crate::manifest::INFRASTRUCTURE;
use crate::path::FieldPath;
use crate::rules::Window;
use crate::rules::{Check, Ctx, Meta, Sink};

pub(super) static META: Meta = Meta {
    severity: Severity::Error,
    since: "0.1.0",
    kinds: &["AWSCluster", "AWSMachineTemplate", "AWSMachine", "AWSMachinePool"],
    check: Check::Static(check),
};

static SINCE: Window = Window::capa(Some((1, 4, 0)), None);
const MAX_TAGS: usize = 50;
const PLACES: [(&str, &str); 4] = [
    ("AWSCluster", "spec.additionalTags"),
    ("AWSMachineTemplate", "spec.template.spec.additionalTags"),
    ("AWSMachine", "spec.additionalTags"),
    ("AWSMachinePool", "spec.additionalTags"),
];

fn check(ctx: &Ctx<'_>, sink: &mut Sink<'_>) {
    if !ctx.within(&SINCE) {
        return;
    }
    for (kind, place) in PLACES {
        for object in ctx.manifests.of_kind(INFRASTRUCTURE, kind) {
            let Some(tags) = object.at(place) else { continue };
            let path = FieldPath::parse(place);
            if tags.entries().len() > MAX_TAGS {
                let message = format!("more than the {MAX_TAGS} tags allowed");
                sink.on(object, &path, message).holds(&SINCE);
            }
            for entry in tags.entries() {
                let key = entry.key.text().unwrap_or_default();
                if let Some(fault) = fault(key, entry.value.text().unwrap_or_default()) {
                    let message = format!("tag `{key}` {fault}");
                    sink.on(object, &path.key(key), message).holds(&SINCE);
                }
            }
        }
    }
}

fn fault(key: &str, value: &str) -> Option<&'static str> {
    let fits = |c: char| c.is_alphanumeric() || c.is_whitespace() || "_.:/=+-@".contains(c);
    if key.is_empty() {
        Some("has an empty key")
    } else if key.chars().count() > 128 {
        Some("has a key of more than 128 characters")
    } else if value.chars().count() > 256 {
        Some("has a value of more than 256 characters")
    } else if key.to_ascii_lowercase().starts_with("aws:") {
        Some("starts with `aws:`, which AWS keeps for itself")
    } else if !key.chars().all(fits) || !value.chars().all(fits) {
        Some("has characters that tags cannot have")
    } else {
        None
    }
}
