//! A suppression names a rule that does not exist
//!
//! # What it checks
//!
//! The rule or pattern of every suppression matches at least one rule.
//!
//! # Why it matters
//!
//! It does nothing. Mostly the name has a slip, or the rule was renamed.
//!
//! # Example
//!
//! ```yaml bad
//! apiVersion: v1
//! kind: ConfigMap
//! metadata:
//!   name: demo
//! data:
//!   # clusterctl-gs: ignore api/duplicated-key the second one wins on purpose
//!   a: y
//! ```
//!
//! ```yaml good
//! apiVersion: v1
//! kind: ConfigMap
//! metadata:
//!   name: demo
//! data:
//!   a: x
//!   # clusterctl-gs: ignore api/* the second one wins on purpose
//!   a: y
//! ```
//!
//! # How to fix
//!
//! Look the name up with `clusterctl-gs rules`.
//!
//! # References
//!
//! - `clusterctl-gs rules`

use crate::finding::Severity;
use crate::glob::Glob;
use crate::rules::suppress::Use;
use crate::rules::{Check, Meta, Sink, all};

pub(super) static META: Meta = Meta {
    severity: Severity::Warning,
    since: "0.1.0",
    kinds: &[],
    check: Check::Suppressions(check),
};

fn check(uses: &[Use], sink: &mut Sink<'_>) {
    for one in uses.iter().filter(|one| !is_known(&one.rule)) {
        let message = if one.rule.is_empty() {
            "suppression names no rule".to_owned()
        } else {
            format!("suppression of `{}`: there is no such rule", one.rule)
        };
        let draft = sink.outside(one.origin.clone(), message);
        match near(&one.rule) {
            Some(rule) => draft.help(format!("there is `{rule}`")),
            None => draft.help("`clusterctl-gs rules` lists them"),
        };
    }
}

/// True when a rule or pattern matches at least one rule.
pub(super) fn is_known(rule: &str) -> bool {
    Glob::parse(rule).is_ok_and(|glob| all().any(|rule| glob.matches(rule.name)))
}

/// A rule whose name differs in the group, or begins alike.
fn near(name: &str) -> Option<&'static str> {
    let thing = name.rsplit('/').next().filter(|thing| thing.len() > 3)?;
    let same = |rule: &&str| rule.ends_with(&format!("/{thing}"));
    let alike = |rule: &&str| {
        let (_, other) = rule.split_once('/').unwrap_or_default();
        let common = thing.bytes().zip(other.bytes()).take_while(|(a, b)| a == b).count();
        common * 2 > other.len()
    };
    let names = || all().map(|rule| rule.name);
    names().find(same).or_else(|| names().find(alike))
}
