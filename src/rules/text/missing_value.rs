//! A text holds `<no value>`, which templates print for a value that does not exist
//!
//! # What it checks
//!
//! No text or key of any object holds `<no value>`.
//!
//! # Why it matters
//!
//! The template reads a value that was moved, renamed or never set, and goes on. The text
//! reaches the node as it is: cluster-aws had a `NO_PROXY` that ended in `<no value>` for
//! years.
//!
//! # Example
//!
//! ```yaml bad
//! apiVersion: v1
//! kind: ConfigMap
//! metadata:
//!   name: demo
//! data:
//!   no-proxy: cluster.local,<no value>
//! ```
//!
//! ```yaml good
//! apiVersion: v1
//! kind: ConfigMap
//! metadata:
//!   name: demo
//! data:
//!   no-proxy: cluster.local,10.0.0.0/16
//! ```
//!
//! # How to fix
//!
//! Find the value that the template reads, and use `required` or `default` where it may be
//! missing.
//!
//! # References
//!
//! - Go, package text/template, option `missingkey`

use super::super::texts;
use crate::finding::Severity;
use crate::rules::{Check, Ctx, Meta, Sink};

pub(super) static META: Meta =
    Meta { severity: Severity::Error, since: "0.1.0", kinds: &[], check: Check::Static(check) };

const PRINTED: &str = "<no value>";

fn check(ctx: &Ctx<'_>, sink: &mut Sink<'_>) {
    texts::each(ctx, |text| {
        if let Some(at) = text.value.find(PRINTED) {
            let message = format!("text holds `{PRINTED}`");
            let help = "the template reads a value that does not exist";
            sink.on(text.object, &text.path(), message)
                .span(text.place(ctx, at, PRINTED.len()))
                .help(help);
        }
    });
}

#[cfg(test)]
mod tests {
    use crate::rules::testing::{findings, profile};

    #[test]
    fn points_into_the_line_of_a_block() {
        let text = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n  a: |\n    one\n    \
                    two <no value>\n";
        let found = findings(text, &profile(&[]));
        let location = found[0].location.as_ref().unwrap();
        assert_eq!((location.line, location.column), (7, 9));
        assert_eq!(found[0].path.as_ref().unwrap().to_string(), "data.a");
    }
}
