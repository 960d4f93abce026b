//! A suppression gives no reason, and so leaves nothing out
//!
//! # What it checks
//!
//! Every suppression, comment or configuration, says why.
//!
//! # Why it matters
//!
//! A year later nobody knows whether the finding may come back.
//!
//! # Example
//!
//! ```yaml bad
//! apiVersion: v1
//! kind: ConfigMap
//! metadata:
//!   name: demo
//! data:
//!   # clusterctl-gs: ignore api/duplicate-key
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
//! Write the reason behind the rule: `# clusterctl-gs: ignore RULE reason`.
//!
//! # References
//!
//! - `clusterctl-gs lint --help`

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
    for one in uses.iter().filter(|one| !one.rule.is_empty() && one.reason.trim().is_empty()) {
        sink.outside(one.origin.clone(), format!("ignoring `{}` gives no reason", one.rule))
            .help("a suppression without a reason leaves nothing out");
    }
}
