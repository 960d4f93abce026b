//! A number was printed with an exponent, as Go prints floating-point numbers
//!
//! # What it checks
//!
//! No value, flag or setting is a number like `1e+06` or `8.589934592e+09`: whole scalars,
//! what stands behind `=` in a flag, and words of multi-line texts (a warning there, where it
//! may be meant).
//!
//! # Why it matters
//!
//! Values pass through JSON, where every number is a float. Printed into a flag or an
//! annotation, from a million up it is no integer any more, and programs such as etcd or the
//! autoscaler refuse it.
//!
//! # Example
//!
//! ```yaml bad
//! apiVersion: v1
//! kind: ConfigMap
//! metadata:
//!   name: demo
//! data:
//!   quota-backend-bytes: "8.589934592e+09"
//! ```
//!
//! ```yaml good
//! apiVersion: v1
//! kind: ConfigMap
//! metadata:
//!   name: demo
//! data:
//!   quota-backend-bytes: "8589934592"
//!   digest: "sha256:1e+06aa"
//! ```
//!
//! # How to fix
//!
//! Use `int64` before the number is printed: `{{ int64 .Values.quota }}`, or quote it in the
//! values.
//!
//! # References
//!
//! - Go, package strconv, `FormatFloat` with the format `g`
//! - Helm, issue 1707

use super::super::texts;
use crate::finding::Severity;
use crate::rules::{Check, Ctx, Meta, Sink};

pub(super) static META: Meta =
    Meta { severity: Severity::Error, since: "0.1.0", kinds: &[], check: Check::Static(check) };

fn check(ctx: &Ctx<'_>, sink: &mut Sink<'_>) {
    texts::each(ctx, |text| {
        let block = text.is_block();
        for (at, word) in words(text.value) {
            // In a one-line text the number is the whole value, or what a flag is set to.
            let alone = word.len() == text.value.len() || text.value[..at].ends_with('=');
            if !is_exponent(word) || !(alone || block) {
                continue;
            }
            let message = format!("number `{word}` was printed with an exponent");
            let draft = sink.on(text.object, &text.path(), message);
            draft.span(text.place(ctx, at, word.len()));
            draft.help("use `int64` where the template prints it, or quote it in the values");
            if block {
                draft.severity(Severity::Warning);
            }
        }
    });
}

/// The parts of a text between blanks, quotes and signs that stand around values.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let split = |c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '=' | ',' | ';');
    text.split(split).map(|word| (word.as_ptr() as usize - text.as_ptr() as usize, word))
}

/// True for what Go prints for a float from a million up: one digit, maybe a fraction, `e+`
/// and at least two digits.
fn is_exponent(word: &str) -> bool {
    let Some((mantissa, exponent)) = word.split_once("e+") else { return false };
    let mantissa = mantissa.strip_prefix('-').unwrap_or(mantissa);
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, "0"));
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    whole.len() == 1 && digits(whole) && digits(fraction) && exponent.len() >= 2 && digits(exponent)
}

#[cfg(test)]
mod tests {
    use super::is_exponent;
    use crate::rules::testing::check;

    const RULE: &str = "text/exponent-float";

    fn data(value: &str) -> String {
        format!("apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: a}}\ndata:\n  a: {value}\n")
    }

    #[test]
    fn flags_values_flags_and_lines() {
        for value in ["1e+06", "\"1.5e+06\"", "--size=1e+06", "|\n    size = 1e+06\n    x"] {
            check(RULE, &data(value), &["ConfigMap/a data.a"]);
        }
    }

    #[test]
    fn allows_what_go_never_prints_and_what_is_no_value() {
        for value in ["1e6", "12e+06", "about 1e+06 of them", "x1e+06", "1e+6", "e+06"] {
            check(RULE, &data(value), &[]);
        }
    }

    #[test]
    fn negative_numbers_and_large_exponents_count() {
        assert!(is_exponent("-1e+06") && is_exponent("1.7976931348623157e+308"));
    }
}
