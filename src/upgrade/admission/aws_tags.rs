//! `spec.additionalTags` of the kinds of Cluster API Provider AWS.
//!
//! Source: cluster-api-provider-aws, `Tags.Validate`. The path is `spec.additionalTags` even where
//! the tags stand in a template.

use super::super::fields::object;
use super::super::table::Rule;
use super::super::tables as t;
use super::Subject;

const MAX_TAGS: usize = 50;

/// Checks `spec.additionalTags`.
pub(super) fn check(s: &mut Subject) {
    tags(s, "spec.additionalTags", &t::AWS_TAGS);
}

/// Checks the tags at a path.
pub(super) fn tags(s: &mut Subject, path: &str, rule: &'static Rule) {
    let Some(tags) = object(s.new, path) else { return };
    let mut reasons: Vec<&str> = Vec::new();
    for (key, value) in tags {
        let value = value.as_str().unwrap_or("");
        reasons.extend(lengths(key, value));
        reasons.extend(characters(key, value));
    }
    if tags.len() > MAX_TAGS {
        reasons.push("user created tags cannot be more than 50");
    }
    for reason in reasons {
        s.refuse(rule, &[("reason", &reason)]);
    }
}

fn lengths(key: &str, value: &str) -> impl Iterator<Item = &'static str> {
    [
        key.is_empty().then_some("key cannot be empty"),
        (key.len() > 128).then_some("key cannot be longer than 128 characters"),
        (value.len() > 256).then_some("value cannot be longer than 256 characters"),
    ]
    .into_iter()
    .flatten()
}

fn characters(key: &str, value: &str) -> impl Iterator<Item = &'static str> {
    let legal = |text: &str| {
        let one = |c: char| {
            c.is_ascii_alphanumeric() || c.is_ascii_whitespace() || "_.:/=+-@".contains(c)
        };
        text.chars().all(one)
    };
    [
        key.starts_with("aws:").then_some("user created tag's key cannot have prefix aws:"),
        (!legal(key)).then_some(
            "key cannot have characters other than alphabets, numbers, spaces and _ . : / = + - @ .",
        ),
        (!legal(value)).then_some(
            "value cannot have characters other than alphabets, numbers, spaces and _ . : / = + - @ .",
        ),
    ]
    .into_iter()
    .flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_have_legal_keys_and_values() {
        let found = |key, value| characters(key, value).count() + lengths(key, value).count();
        assert_eq!(found("kubernetes.io/cluster/x", "owned"), 0);
        assert_eq!(found("aws:x", "1"), 1);
        assert_eq!(found("a,b", "c;d"), 2);
        assert_eq!(found("", &"v".repeat(257)), 2);
    }
}
