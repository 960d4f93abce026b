//! A document is no Kubernetes object
//!
//! # What it checks
//!
//! Every document that is not empty is a mapping with `apiVersion` and `kind`.
//!
//! # Why it matters
//!
//! Helm and kubectl refuse the document, and with it the whole release. Often it is the
//! remains of an object that lost its head to a whitespace trim.
//!
//! # Example
//!
//! ```yaml bad
//! spec:
//!   replicas: 3
//! ```
//!
//! ```yaml good
//! # Only a comment.
//! ---
//! apiVersion: v1
//! kind: ConfigMap
//! metadata:
//!   name: demo
//! ```
//!
//! # How to fix
//!
//! Look at what stands above the document in the template.
//!
//! # References
//!
//! - Kubernetes API conventions, types

use crate::finding::Severity;
use crate::manifest::ProblemKind;
use crate::path::FieldPath;
use crate::rules::{Check, Ctx, Meta, Sink};

pub(super) static META: Meta =
    Meta { severity: Severity::Error, since: "0.1.0", kinds: &[], check: Check::Static(check) };

fn check(ctx: &Ctx<'_>, sink: &mut Sink<'_>) {
    for problem in ctx.manifests.problems() {
        let ProblemKind::NotAnObject(_) = problem.kind else { continue };
        let message = problem.kind.to_string();
        // A document with a kind is in the index, although it lacks a version.
        let objects = ctx.manifests.objects();
        match objects.iter().find(|object| object.span() == problem.span) {
            Some(object) => sink.on(object, &FieldPath::parse("apiVersion"), message),
            None => sink.at(problem.span, message),
        };
    }
}
