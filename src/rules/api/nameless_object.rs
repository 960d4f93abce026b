//! An object has no name
//!
//! # What it checks
//!
//! Every object has `metadata.name` or `metadata.generateName`, and it is not empty.
//!
//! # Why it matters
//!
//! The API server refuses it. A name that is made of values is empty when one of them is.
//!
//! # Example
//!
//! ```yaml bad
//! apiVersion: v1
//! kind: ConfigMap
//! metadata:
//!   name: ""
//! ```
//!
//! ```yaml good
//! apiVersion: v1
//! kind: ConfigMap
//! metadata:
//!   name: demo
//! ```
//!
//! ```yaml good
//! apiVersion: clusterctl.cluster.x-k8s.io/v1alpha3
//! kind: Metadata
//! releaseSeries: []
//! ```
//!
//! # How to fix
//!
//! Set the name, and let the chart require the values that it is made of.
//!
//! # References
//!
//! - Kubernetes API conventions, metadata

use crate::finding::Severity;
use crate::manifest::ProblemKind;
use crate::path::FieldPath;
use crate::rules::{Check, Ctx, Meta, Sink};

pub(super) static META: Meta =
    Meta { severity: Severity::Error, since: "0.1.0", kinds: &[], check: Check::Static(check) };

/// Groups of files that only clients read; nothing sends them to an API server.
const CLIENT_SIDE: [&str; 2] = ["clusterctl.cluster.x-k8s.io", "kustomize.config.k8s.io"];

fn check(ctx: &Ctx<'_>, sink: &mut Sink<'_>) {
    for problem in ctx.manifests.problems() {
        let (ProblemKind::MissingName, Some(index)) = (&problem.kind, problem.object) else {
            continue;
        };
        let object = &ctx.manifests.objects()[index];
        if CLIENT_SIDE.contains(&object.id.group()) {
            continue;
        }
        let message = format!("{} has no name", object.id.kind);
        sink.on(object, &FieldPath::parse("metadata.name"), message);
    }
}
