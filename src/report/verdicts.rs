//! Verdicts and changes as lines that every format for people shows in the same words.

use std::fmt::Write;

use serde_json::Value;

use crate::diff::{Change, Detail, FieldChange, Inner, InnerContent, Op};
use crate::finding::{Finding, Severity};
use crate::path::FieldPath;
use crate::upgrade::{Outcome, Target, Verdict};

/// Causes that are listed by name; a reviewer looks up the rest in the changes.
const CAUSES: usize = 6;
/// Longest value that is shown on one line, in characters.
const VALUE: usize = 100;

/// One verdict in words.
pub(super) struct Line {
    /// The outcome.
    pub outcome: Outcome,
    /// The nodes or the object that it is about.
    pub subject: String,
    /// Why, and what upstream says.
    pub reasons: Vec<String>,
    /// The versions that it holds for.
    pub holds: String,
    /// True when the configuration expects it.
    pub acknowledged: bool,
}

/// False for what is merely allowed, and for a difference that no manifest asks for, such as the
/// status of a live object.
fn says_something(verdict: &Verdict) -> bool {
    match verdict.verdict {
        Outcome::Allowed => false,
        Outcome::Ignored => !verdict.causes.is_empty(),
        _ => true,
    }
}

/// All verdicts that say something, worst first; what is merely allowed is left to the changes.
pub(super) fn lines(verdicts: &[Verdict]) -> Vec<Line> {
    let mut shown: Vec<&Verdict> = verdicts.iter().filter(|v| says_something(v)).collect();
    shown.sort_by_key(|verdict| verdict.verdict);
    shown.into_iter().map(line).collect()
}

fn line(verdict: &Verdict) -> Line {
    let subject = match (verdict.verdict, targets(&verdict.affects)) {
        (Outcome::Refused, _) | (_, None) => verdict.object.to_string(),
        (_, Some(targets)) => format!("{targets} ({})", verdict.object),
    };
    let mut reasons = Vec::new();
    if verdict.verdict == Outcome::Refused {
        let path = verdict.path.as_deref().unwrap_or_default();
        let error = verdict.error.map(|e| format!("{e:?}"));
        let message = verdict.message.as_deref().unwrap_or_default();
        let parts = [Some(path), error.as_deref(), Some(message)];
        let parts = parts.into_iter().flatten().filter(|part| !part.is_empty());
        reasons.push(parts.collect::<Vec<_>>().join(": "));
    } else {
        reasons.extend(verdict.message.clone());
        reasons.extend(causes(verdict));
    }
    if let Some(from) = &verdict.allowed_from {
        reasons.push(format!("allowed from {from}"));
    }
    Line {
        outcome: verdict.verdict,
        subject,
        reasons,
        holds: verdict.holds.clone(),
        acknowledged: verdict.acknowledged,
    }
}

/// The verdict as a finding of the pseudo rule that its outcome names.
pub(super) fn finding(verdict: &Verdict) -> Option<Finding> {
    if !says_something(verdict) {
        return None;
    }
    let line = line(verdict);
    let said = if line.acknowledged { "expected: " } else { "" };
    let outcome = line.outcome.as_str();
    let mut message = match targets(&verdict.affects) {
        Some(targets) if verdict.verdict != Outcome::Refused => {
            format!("{said}{outcome} {targets}")
        }
        _ => format!("{said}{outcome}"),
    };
    if !line.reasons.is_empty() {
        message = format!("{message}: {}", line.reasons.join("; "));
    }
    Some(Finding {
        rule: format!("verdict/{outcome}").into(),
        severity: Severity::Warning,
        message,
        help: None,
        object: Some(verdict.object.clone()),
        path: verdict.field().map(FieldPath::parse),
        location: None,
        template: None,
        holds: Some(line.holds),
        cases: Vec::new(),
        fingerprint: String::new(),
    })
}

fn targets(affects: &[Target]) -> Option<String> {
    let names: Vec<String> = affects.iter().map(Target::to_string).collect();
    (!names.is_empty()).then(|| names.join(", "))
}

fn causes(verdict: &Verdict) -> Option<String> {
    let names: Vec<String> = verdict.causes.iter().map(ToString::to_string).collect();
    match names.len() {
        0 => None,
        n if n <= CAUSES => Some(format!("because of {}", names.join(", "))),
        n => Some(format!("because of {} and {} more", names[..CAUSES].join(", "), n - CAUSES)),
    }
}

/// How many nodes' worth of verdicts there are: `1 refused, 2 roll`.
pub(super) fn summary(verdicts: &[Verdict]) -> String {
    let counts = |v: &&Verdict| !v.acknowledged && says_something(v);
    let count = |outcome| verdicts.iter().filter(counts).filter(|v| v.verdict == outcome).count();
    let parts: Vec<String> = [
        (Outcome::Refused, "refused"),
        (Outcome::Rolls, "rolls nodes"),
        (Outcome::Recreated, "recreated"),
        (Outcome::Ignored, "ignored"),
        (Outcome::InPlace, "in place"),
    ]
    .into_iter()
    .filter_map(|(outcome, word)| match count(outcome) {
        0 => None,
        n => Some(format!("{n} {word}")),
    })
    .collect();
    if parts.is_empty() { "nothing refused, no node rolls".to_owned() } else { parts.join(", ") }
}

/// A change of one field in one line: sign, field, values.
pub(super) struct ChangeLine {
    /// `+`, `-`, `~`, `↕` or `→`.
    pub sign: char,
    /// The field and the values.
    pub text: String,
    /// Lines of what changed inside, without indentation; each with its sign.
    pub inside: Vec<(char, String)>,
}

/// The line of a change.
pub(super) fn change_line(change: &Change) -> ChangeLine {
    let path = change.path.as_ref().map(ToString::to_string).unwrap_or_default();
    detail_line(&path, &change.detail)
}

fn detail_line(path: &str, detail: &Detail) -> ChangeLine {
    let sign = match detail.op {
        Op::Add => '+',
        Op::Remove => '-',
        Op::Change => '~',
        Op::Move => '↕',
        Op::Rename => '→',
    };
    let mut text = path.to_owned();
    if let Some(item) = &detail.item {
        let _ = write!(text, " ({})", cut(item));
    }
    let inside = detail.inner.as_deref().map(inside).unwrap_or_default();
    let (old, new) = (detail.old.as_ref().map(value), detail.new.as_ref().map(value));
    if inside.is_empty() {
        let _ = match (detail.op, old, new) {
            (Op::Move, Some(old), Some(new)) => write!(text, " from place {old} to {new}"),
            (_, Some(old), Some(new)) => write!(text, ": {old} → {new}"),
            (_, Some(one), None) | (_, None, Some(one)) => write!(text, ": {one}"),
            (_, None, None) => Ok(()),
        };
    }
    ChangeLine { sign, text, inside }
}

fn value(value: &Value) -> String {
    match value {
        Value::String(text) if !text.contains('\n') => cut(&format!("{text:?}")),
        Value::String(text) => format!("{} lines", text.lines().count()),
        other => cut(&other.to_string()),
    }
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(VALUE) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// What changed inside a text.
fn inside(inner: &Inner) -> Vec<(char, String)> {
    match &inner.content {
        InnerContent::Changes(changes) => changes.iter().flat_map(inner_lines).collect(),
        InnerContent::Text(diff) => diff
            .hunks
            .iter()
            .flat_map(|hunk| &hunk.lines)
            .map(|line| (line.tag.sign(), cut(&line.text)))
            .collect(),
        InnerContent::Binary { old, new } => {
            vec![('~', format!("binary content, {old} → {new} bytes"))]
        }
    }
}

fn inner_lines(change: &FieldChange) -> Vec<(char, String)> {
    let line = detail_line(&change.path.to_string(), &change.detail);
    let mut lines = vec![(line.sign, line.text)];
    lines.extend(line.inside.into_iter().map(|(sign, text)| (sign, format!("  {text}"))));
    lines
}

/// The changes of one object.
pub(super) struct Group<'a> {
    /// The object, with its old name where it has another now.
    pub title: String,
    /// `+` for an object that came, `-` for one that went, `~` otherwise.
    pub sign: char,
    /// The changes of its fields.
    pub changes: Vec<&'a Change>,
}

/// The changes by object, without noise unless asked for, and how many were left out.
pub(super) fn groups(changes: &[Change], show_noise: bool) -> (Vec<Group<'_>>, usize) {
    let mut groups: Vec<Group<'_>> = Vec::new();
    let mut noise = 0;
    for change in changes {
        if change.noise && !show_noise {
            noise += 1;
            continue;
        }
        let title = match &change.renamed_from {
            Some(from) => format!("{} (was {from})", change.object),
            None => change.object.to_string(),
        };
        if groups.last().is_none_or(|group| group.title != title) {
            let sign = match (change.path.is_none(), change.op) {
                (true, Op::Add) => '+',
                (true, Op::Remove) => '-',
                _ => '~',
            };
            groups.push(Group { title, sign, changes: Vec::new() });
        }
        let group = groups.last_mut().expect("one was pushed if there was none");
        if change.path.is_some() {
            group.changes.push(change);
        }
    }
    (groups, noise)
}
