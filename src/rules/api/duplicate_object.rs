//! An object stands in the input twice
//!
//! # What it checks
//!
//! No two objects have the same group, kind, namespace and name.
//!
//! # Why it matters
//!
//! Helm refuses the release or applies one over the other, depending on its version; the last
//! one wins, and the first is lost without a word. The usual cause is a name that lacks the
//! part in which two pools differ.
//!
//! # Example
//!
//! ```yaml bad
//! apiVersion: v1
//! kind: ConfigMap
//! metadata:
//!   name: demo
//! ---
//! apiVersion: v1
//! kind: ConfigMap
//! metadata:
//!   name: demo
//! ```
//!
//! ```yaml good
//! apiVersion: v1
//! kind: ConfigMap
//! metadata:
//!   name: demo
//!   namespace: a
//! ---
//! apiVersion: v1
//! kind: ConfigMap
//! metadata:
//!   name: demo
//!   namespace: b
//! ```
//!
//! # How to fix
//!
//! Give the objects different names, or render one of them only.
//!
//! # References
//!
//! - Kubernetes documentation, object names and IDs

use crate::finding::Severity;
use crate::manifest::ProblemKind;
use crate::path::FieldPath;
use crate::rules::{Check, Ctx, Meta, Sink};

pub(super) static META: Meta =
    Meta { severity: Severity::Error, since: "0.1.0", kinds: &[], check: Check::Static(check) };

fn check(ctx: &Ctx<'_>, sink: &mut Sink<'_>) {
    let objects = ctx.manifests.objects();
    for problem in ctx.manifests.problems() {
        let (ProblemKind::Duplicate(first), Some(index)) = (&problem.kind, problem.object) else {
            continue;
        };
        let object = &objects[index];
        let message = format!("`{}` stands in the input twice", object.id);
        let draft = sink.on(object, &FieldPath::parse("metadata.name"), message);
        // Places change with every edit, so they are no part of the message.
        if let Some(place) = ctx.sources.locate(objects[*first].span()) {
            draft.help(format!("the first is at {place}"));
        }
    }
}
