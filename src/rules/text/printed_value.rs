//! A list, a map or nothing was printed as Go prints it, not as YAML
//!
//! # What it checks
//!
//! No value looks like what a template prints for something that is not text: `map[a:b]`,
//! `<nil>`, or a fault of `printf` such as `%!s(<nil>)` and `%!d(string=3)`.
//!
//! # Why it matters
//!
//! The field gets a text that means nothing. Where the schema wants a list or a map, the API
//! server refuses it.
//!
//! # Example
//!
//! ```yaml bad
//! apiVersion: v1
//! kind: ConfigMap
//! metadata:
//!   name: demo
//! data:
//!   labels: map[app:demo]
//! ```
//!
//! ```yaml good
//! apiVersion: v1
//! kind: ConfigMap
//! metadata:
//!   name: demo
//! data:
//!   script: echo "map[app]"
//! ```
//!
//! # How to fix
//!
//! Print lists and maps with `toYaml` or `toJson`, and give the format that fits the value.
//!
//! # References
//!
//! - Go, package fmt, printing and format errors
//! - giantswarm/cluster-gcp, changelog of 0.9.0

use super::super::texts;
use crate::finding::Severity;
use crate::rules::{Check, Ctx, Meta, Sink};

pub(super) static META: Meta =
    Meta { severity: Severity::Error, since: "0.1.0", kinds: &[], check: Check::Static(check) };

fn check(ctx: &Ctx<'_>, sink: &mut Sink<'_>) {
    texts::each(ctx, |text| {
        let what = match text.value {
            "<nil>" => Some("nothing"),
            value if is_map(value) => Some("a map"),
            value if has_format_fault(value) => Some("a value that does not fit its format"),
            _ => None,
        };
        if let Some(what) = what {
            let message = format!("text is {what}, printed by the template");
            sink.on(text.object, &text.path(), message).help("print it with `toYaml` or `toJson`");
        }
    });
}

/// True for `map[key:value …]` and nothing else.
fn is_map(text: &str) -> bool {
    let inner = text.strip_prefix("map[").and_then(|rest| rest.strip_suffix(']'));
    inner.is_some_and(|inner| inner.is_empty() || inner.contains(':'))
}

/// True for `%!v(type=value)`, where `v` is the letter of a format.
fn has_format_fault(text: &str) -> bool {
    text.match_indices("%!").any(|(at, _)| {
        let mut rest = text[at + 2..].chars();
        let letter = rest.next().is_some_and(|c| c.is_ascii_alphabetic());
        let body = rest.as_str();
        let faults = ["(<nil>)", "(MISSING)", "(BADINDEX)", "(string=", "(int", "(float", "(bool="];
        let more = ["(map[", "([]", "(EXTRA", "(PANIC="];
        letter && faults.iter().chain(&more).any(|fault| body.starts_with(fault))
            || text[at + 2..].starts_with("(EXTRA ")
    })
}

#[cfg(test)]
mod tests {
    use crate::rules::testing::check;

    const RULE: &str = "text/printed-value";

    fn data(value: &str) -> String {
        format!("apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: a}}\ndata:\n  a: {value}\n")
    }

    #[test]
    fn flags_what_go_prints() {
        for value in ["<nil>", "map[]", "map[a:b c:map[]]", "'%!s(<nil>)'", "x-%!d(string=3)"] {
            check(RULE, &data(value), &["ConfigMap/a data.a"]);
        }
    }

    #[test]
    fn allows_text_that_only_looks_alike() {
        for value in ["map[a]", "'100%! (done)'", "echo <nil>", "map", "'%!'"] {
            check(RULE, &data(value), &[]);
        }
    }
}
