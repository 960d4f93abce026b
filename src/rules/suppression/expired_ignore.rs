//! An entry of the configuration has expired and leaves nothing out any more
//!
//! # What it checks
//!
//! The day of `expires` has not passed for any entry of `ignore` in the configuration.
//!
//! # Why it matters
//!
//! The findings that the entry left out are back. Either the reason is gone, and the entry can
//! go too, or someone has to decide again.
//!
//! # Example
//!
//! ```yaml bad today=2027-03-02 ignore=api/*@2027-03-01
//! apiVersion: v1
//! kind: ConfigMap
//! metadata:
//!   name: demo
//! ```
//!
//! ```yaml good today=2027-03-01 ignore=api/duplicate-key@2027-03-01
//! apiVersion: v1
//! kind: ConfigMap
//! metadata:
//!   name: demo
//! data:
//!   a: x
//!   a: y
//! ```
//!
//! # How to fix
//!
//! Take the entry out, or set a new day and say why.
//!
//! # References
//!
//! - `ignore` in the configuration of this tool

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
    for one in uses {
        if let Some(day) = &one.expired {
            let message = format!("ignoring `{}` ended on {day}", one.rule);
            sink.outside(one.origin.clone(), message)
                .help(format!("its reason was: {}", one.reason));
        }
    }
}
