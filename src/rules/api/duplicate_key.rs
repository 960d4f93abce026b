//! A mapping has a key twice
//!
//! # What it checks
//!
//! No mapping of an object has two entries of one key. With two different values it is an
//! error, with the same value twice a warning.
//!
//! # Why it matters
//!
//! Helm keeps the last entry and drops the first without a word: a `files` list that a helper
//! adds a second time replaces all other files. Stricter readers refuse the whole release.
//!
//! # Example
//!
//! ```yaml bad
//! apiVersion: v1
//! kind: ConfigMap
//! metadata:
//!   name: demo
//!   labels:
//!     app: one
//!     app: two
//! ```
//!
//! ```yaml good
//! apiVersion: v1
//! kind: ConfigMap
//! metadata:
//!   name: demo
//!   labels:
//!     app: one
//! ```
//!
//! # How to fix
//!
//! Write the key once. Where two helpers each bring it, let one of them bring items only.
//!
//! # References
//!
//! - YAML 1.1, mappings: keys are unique
//! - giantswarm/cluster-cloud-director, changelog of 0.4.2

use crate::finding::Severity;
use crate::manifest::field;
use crate::rules::{Check, Ctx, Meta, Sink};
use crate::yaml;

pub(super) static META: Meta =
    Meta { severity: Severity::Error, since: "0.1.0", kinds: &[], check: Check::Static(check) };

fn check(ctx: &Ctx<'_>, sink: &mut Sink<'_>) {
    for object in ctx.manifests.objects() {
        field::walk(&object.node, |visit| {
            let entries = visit.node.entries();
            for (index, entry) in entries.iter().enumerate() {
                let Some(key) = entry.key.text().filter(|key| *key != "<<") else { continue };
                let first = entries[..index].iter().find(|e| e.key.text() == Some(key));
                let Some(first) = first else { continue };
                let same = yaml::to_json(&first.value) == yaml::to_json(&entry.value);
                let message = format!("key `{key}` stands twice in one mapping");
                let draft = sink.on(object, &visit.path().key(key), message);
                draft.span(entry.key.span());
                if same {
                    draft.severity(Severity::Warning);
                } else {
                    draft.help("the last one counts, the first is lost");
                }
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use crate::finding::Severity;
    use crate::rules::testing::{findings, profile};

    const HEAD: &str = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n";

    #[test]
    fn the_same_value_twice_is_a_warning() {
        let text = format!("{HEAD}data:\n  a: x\n  a: x\n");
        let found = findings(&text, &profile(&[]));
        assert_eq!(found[0].severity, Severity::Warning);
        assert_eq!(found[0].location.as_ref().unwrap().line, 6);
    }
}
