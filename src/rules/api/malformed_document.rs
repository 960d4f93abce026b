//! The text is no YAML
//!
//! # What it checks
//!
//! Every document of the input can be read. What stands behind the first fault of a file is
//! not judged.
//!
//! # Why it matters
//!
//! Nothing of the release is applied.
//!
//! # Example
//!
//! ```yaml bad
//! apiVersion: v1
//! kind: ConfigMap
//! metadata:
//!   name: demo
//! data:
//!   a: [1
//! ```
//!
//! ```yaml good
//! apiVersion: v1
//! kind: ConfigMap
//! metadata:
//!   name: demo
//! data:
//!   a: "[1"
//! ```
//!
//! # How to fix
//!
//! Look at the line and at the one above: most often an indentation is wrong, or a value needs
//! quotes.
//!
//! # References
//!
//! - YAML 1.1, as Helm and kubectl read it

use crate::finding::Severity;
use crate::manifest::ProblemKind;
use crate::rules::{Check, Ctx, Meta, Sink};

pub(super) static META: Meta =
    Meta { severity: Severity::Error, since: "0.1.0", kinds: &[], check: Check::Static(check) };

fn check(ctx: &Ctx<'_>, sink: &mut Sink<'_>) {
    for problem in ctx.manifests.problems() {
        if let ProblemKind::Syntax(text) = &problem.kind {
            sink.at(problem.span, format!("this is no YAML: {text}"));
        }
    }
}
