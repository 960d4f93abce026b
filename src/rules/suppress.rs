//! Suppressions: findings that someone chose to leave out, always with a reason.
//!
//! In plain manifests a comment on the line above, `# clusterctl-gs: ignore RULE reason`; in
//! templates the same inside `{{/* … */}}`; or an entry of the configuration. Which one is
//! meant makes no difference here.

use std::sync::Arc;

use super::settings::{Ignore, Settings};
use crate::finding::Finding;
use crate::glob::Glob;
use crate::source::Location;

const MARK: &str = "clusterctl-gs: ignore";

/// A suppression comment of a manifest or template.
#[derive(Debug, Clone, PartialEq)]
pub struct Comment {
    /// Where the comment stands.
    pub origin: Location,
    /// The line that it speaks of: the next one that is not a comment.
    pub target: u32,
    /// The rule as written; empty when none is.
    pub rule: Arc<str>,
    /// The reason as written; empty when none is.
    pub reason: Arc<str>,
}

/// What one suppression did.
#[derive(Debug, Clone, PartialEq)]
pub struct Use {
    /// Where it stands.
    pub origin: Option<Location>,
    /// The rule or pattern as written.
    pub rule: Arc<str>,
    /// Why, as written; empty when nothing is.
    pub reason: Arc<str>,
    /// The day on which it counted last, if that has passed.
    pub expired: Option<Arc<str>>,
    /// How many findings it left out.
    pub count: usize,
}

/// Finds the suppression comments of manifests.
pub fn scan(name: &Arc<str>, text: &str) -> Vec<Comment> {
    scan_with(name, text, comment_body)
}

/// Finds the suppression comments of a template: those that leave no trace in the output. Any
/// other comment can stand in a text that the chart hashes.
pub fn scan_template(name: &Arc<str>, text: &str) -> Vec<Comment> {
    scan_with(name, text, template_comment)
}

fn scan_with(name: &Arc<str>, text: &str, body: fn(&str) -> Option<&str>) -> Vec<Comment> {
    if !text.contains(MARK) {
        return Vec::new();
    }
    let lines: Vec<&str> = text.lines().collect();
    let read = |(index, line): (usize, &&str)| {
        let rest = body(line)?.strip_prefix(MARK)?;
        if !rest.is_empty() && !rest.starts_with([' ', '\t']) {
            return None;
        }
        let (rule, reason) = rest.trim().split_once([' ', '\t']).unwrap_or((rest.trim(), ""));
        let below = lines[index + 1..].iter().position(|line| comment_body(line).is_none());
        let number = |index: usize| u32::try_from(index + 1).unwrap_or(u32::MAX);
        let column = line.len() - line.trim_start().len() + 1;
        Some(Comment {
            origin: Location {
                file: name.clone(),
                line: number(index),
                column: u32::try_from(column).unwrap_or(u32::MAX),
            },
            target: number(index + 1 + below?),
            rule: rule.into(),
            reason: reason.trim().into(),
        })
    };
    lines.iter().enumerate().filter_map(read).collect()
}

/// The text of a line that is a comment and nothing else.
fn comment_body(line: &str) -> Option<&str> {
    match line.trim().strip_prefix('#') {
        Some(body) => Some(body.trim()),
        None => template_comment(line),
    }
}

/// The text of a line that is a comment of a template and nothing else.
fn template_comment(line: &str) -> Option<&str> {
    let line = line.trim();
    let inner = line.strip_prefix("{{")?.strip_suffix("}}")?;
    let inner = inner.strip_prefix('-').unwrap_or(inner).trim_start();
    let inner = inner.strip_suffix('-').unwrap_or(inner).trim_end();
    Some(inner.strip_prefix("/*")?.strip_suffix("*/")?.trim())
}

/// Takes out the findings that someone chose to leave out, and says what each choice did.
pub(super) fn apply(
    findings: Vec<Finding>,
    comments: &[Comment],
    settings: &Settings,
) -> (Vec<Finding>, Vec<Use>) {
    let today = settings.today.as_deref();
    let mut uses: Vec<Use> = comments.iter().map(use_of_comment).collect();
    uses.extend(settings.ignores.iter().map(|ignore| use_of_ignore(ignore, today)));
    let globs: Vec<Option<Glob>> = comments.iter().map(|c| Glob::parse(&c.rule).ok()).collect();
    let mut kept = Vec::new();
    for finding in findings {
        // Each suppression that matches counts as used, also when another one was first.
        let mut suppressed = false;
        for (index, comment) in comments.iter().enumerate() {
            let rule = globs[index].as_ref().is_some_and(|glob| glob.matches(&finding.rule));
            if rule && comment_covers(comment, &finding) {
                uses[index].count += 1;
                suppressed |= !comment.reason.is_empty();
            }
        }
        for (index, ignore) in settings.ignores.iter().enumerate() {
            if ignore_covers(ignore, &finding) {
                uses[comments.len() + index].count += 1;
                suppressed |= !ignore.reason.trim().is_empty() && !ignore.is_expired(today);
            }
        }
        if !suppressed {
            kept.push(finding);
        }
    }
    (kept, uses)
}

fn use_of_comment(comment: &Comment) -> Use {
    Use {
        origin: Some(comment.origin.clone()),
        rule: comment.rule.clone(),
        reason: comment.reason.clone(),
        expired: None,
        count: 0,
    }
}

fn use_of_ignore(ignore: &Ignore, today: Option<&str>) -> Use {
    Use {
        origin: ignore.origin.clone(),
        rule: ignore.rule.as_str().into(),
        reason: ignore.reason.clone(),
        expired: ignore.expires.clone().filter(|_| ignore.is_expired(today)),
        count: 0,
    }
}

fn comment_covers(comment: &Comment, finding: &Finding) -> bool {
    let here = |location: &Location| {
        location.line == comment.target && location.file == comment.origin.file
    };
    finding.location.as_ref().is_some_and(here) || finding.template.as_ref().is_some_and(here)
}

fn ignore_covers(ignore: &Ignore, finding: &Finding) -> bool {
    let object = || finding.object.as_ref().map(ToString::to_string).unwrap_or_default();
    let path = || finding.path.as_ref().map(ToString::to_string).unwrap_or_default();
    ignore.rule.matches(&finding.rule)
        && ignore.object.as_ref().is_none_or(|glob| glob.matches_object(&object()))
        && ignore.path.as_ref().is_none_or(|glob| glob.matches(&path()))
}

/// Adds up what the same suppressions did in several inputs.
pub(super) fn merge(all: impl IntoIterator<Item = Use>) -> Vec<Use> {
    let mut merged: Vec<Use> = Vec::new();
    for one in all {
        let same = |m: &&mut Use| m.origin == one.origin && m.rule == one.rule;
        match merged.iter_mut().find(same) {
            Some(known) => known.count += one.count,
            None => merged.push(one),
        }
    }
    merged
}

#[cfg(test)]
mod tests {
    use super::*;

    fn comments(text: &str) -> Vec<String> {
        let found = scan(&"m.yaml".into(), text).into_iter();
        found.map(|c| format!("{}->{} {}: {}", c.origin, c.target, c.rule, c.reason)).collect()
    }

    #[test]
    fn a_comment_speaks_of_the_next_line_that_is_no_comment() {
        let text = "a: 1\n  # clusterctl-gs: ignore x/y because of z\n  # more\n  b: 2\n";
        assert_eq!(comments(text), ["m.yaml:2:3->4 x/y: because of z"]);
    }

    #[test]
    fn template_comments_count_too() {
        let text = "{{- /* clusterctl-gs: ignore x/y why */ -}}\na: 1\n";
        assert_eq!(comments(text), ["m.yaml:1:1->2 x/y: why"]);
    }

    #[test]
    fn in_templates_only_their_own_comments_count() {
        let text = "# clusterctl-gs: ignore x/y why\n{{/* clusterctl-gs: ignore x/y why */}}\n\
                    # clusterctl-gs: ignore x/y why\na: 1\n";
        let found = scan_template(&"t.yaml".into(), text);
        assert_eq!(found.iter().map(|c| (c.origin.line, c.target)).collect::<Vec<_>>(), [(2, 4)]);
    }

    #[test]
    fn a_missing_reason_and_a_missing_rule_are_kept_to_be_reported() {
        let text = "#clusterctl-gs: ignore x/y\n# clusterctl-gs: ignore\na: 1\n";
        assert_eq!(comments(text), ["m.yaml:1:1->3 x/y: ", "m.yaml:2:1->3 : "]);
    }

    #[test]
    fn other_comments_are_none() {
        for text in ["# clusterctl-gs: ignored x\na: 1\n", "a: b # clusterctl-gs: ignore x y\n"] {
            assert_eq!(comments(text), [""; 0], "{text}");
        }
    }
}
