//! A suppression left nothing out in any case, profile or side of the run
//!
//! # What it checks
//!
//! Every suppression with a rule that exists left out at least one finding.
//!
//! # Why it matters
//!
//! It hides the next fault of its kind at the same place, which nobody has looked at.
//!
//! # Example
//!
//! ```yaml bad
//! apiVersion: v1
//! kind: ConfigMap
//! metadata:
//!   name: demo
//! data:
//!   # clusterctl-gs: ignore api/duplicate-key the second one wins on purpose
//!   a: x
//! ```
//!
//! ```yaml good
//! apiVersion: v1
//! kind: ConfigMap
//! metadata:
//!   name: demo
//! data:
//!   a: x
//!   # clusterctl-gs: ignore api/duplicate-key the second one wins on purpose
//!   a: y
//! ```
//!
//! # How to fix
//!
//! Take it out.
//!
//! # References
//!
//! - `clusterctl-gs lint --help`

use super::unknown_rule::is_known;
use crate::finding::Severity;
use crate::rules::suppress::Use;
use crate::rules::{Check, Meta, Sink};

pub(super) static META: Meta = Meta {
    severity: Severity::Warning,
    since: "0.1.0",
    kinds: &[],
    check: Check::Suppressions(check),
};

fn check(uses: &[Use], sink: &mut Sink<'_>) {
    let unused = |one: &&Use| {
        let effective = !one.reason.trim().is_empty() && one.expired.is_none();
        one.count == 0 && effective && is_known(&one.rule)
    };
    for one in uses.iter().filter(unused) {
        sink.outside(one.origin.clone(), format!("ignoring `{}` left nothing out", one.rule))
            .help("take it out");
    }
}
