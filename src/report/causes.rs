//! Why something happens: the changed fields behind a verdict, each with what it was and is.

use std::collections::HashMap;

use serde_json::Value;

use crate::diff::{Change, Op};
use crate::glob::strip_hash_suffix;
use crate::manifest::ObjectRef;
use crate::path::FieldPath;
use crate::upgrade::{Cause, Outcome, Verdict};

/// Causes that are listed; a reviewer looks the rest up in the changes.
const SHOWN: usize = 4;
/// Causes that are looked at at all: of more than that nobody reads the list.
const LOOKED_AT: usize = 32;
/// Longest value that is shown beside a cause, in characters.
const VALUE: usize = 40;

type Key<'a> = (&'a str, Option<&'a str>, &'a str);

fn key(id: &ObjectRef) -> Key<'_> {
    (&id.kind, id.namespace.as_deref(), &id.name)
}

/// The changes by object.
pub(super) struct Causes<'a> {
    changes: HashMap<Key<'a>, Vec<&'a Change>>,
}

impl<'a> Causes<'a> {
    /// Sorts the changes of a comparison.
    pub(super) fn of(changes: &'a [Change]) -> Causes<'a> {
        let mut by_object: HashMap<Key<'a>, Vec<&'a Change>> = HashMap::new();
        for change in changes.iter().filter(|change| change.path.is_some()) {
            by_object.entry(key(&change.object)).or_default().push(change);
        }
        Causes { changes: by_object }
    }

    /// The changes at a field of an object and below it.
    fn at(&self, object: &ObjectRef, field: &FieldPath) -> Vec<&'a Change> {
        let below = |change: &&&Change| {
            change.path.as_ref().is_some_and(|path| path.steps().starts_with(field.steps()))
        };
        let changes = self.changes.get(&key(object)).map_or(&[][..], Vec::as_slice);
        changes.iter().filter(below).copied().collect()
    }

    /// True for what is ignored and comes of nothing but labels that a new chart version changes.
    pub(super) fn is_version_labels_only(&self, verdict: &Verdict) -> bool {
        let is_label = |cause: &Cause| {
            let field = FieldPath::parse(&cause.path);
            let in_metadata = ["metadata.labels", "metadata.annotations"]
                .iter()
                .any(|map| cause.path.contains(map));
            let changes = self.at(cause.object.as_ref().unwrap_or(&verdict.object), &field);
            in_metadata && !changes.is_empty() && changes.iter().all(|change| change.noise)
        };
        verdict.verdict == Outcome::Ignored
            && !verdict.causes.is_empty()
            && verdict.causes.len() <= LOOKED_AT
            && verdict.causes.iter().all(is_label)
    }

    /// The causes of a verdict as one text: its own fields, then those of each other object.
    pub(super) fn text(&self, verdict: &Verdict) -> Option<String> {
        let mut told: Vec<(Option<&str>, String)> = Vec::new();
        let mut names: Vec<(Option<&str>, String)> = Vec::new();
        for cause in verdict.causes.iter().take(LOOKED_AT) {
            let object = cause.object.as_ref().unwrap_or(&verdict.object);
            let changes = self.at(object, &FieldPath::parse(&cause.path));
            let noise = !changes.is_empty() && changes.iter().all(|change| change.noise);
            let kind = cause.object.as_ref().map(|object| &*object.kind);
            let text = (kind, text(verdict, cause, &changes));
            let list = if noise { &mut names } else { &mut told };
            if !list.contains(&text) {
                list.push(text);
            }
        }
        // The name of a template is told by what differs in it.
        if told.is_empty() {
            if let Some(labels) = version_labels(verdict, &names) {
                return Some(labels);
            }
            told = names;
        }
        let more =
            told.len().saturating_sub(SHOWN) + verdict.causes.len().saturating_sub(LOOKED_AT);
        told.truncate(SHOWN);
        let parts: Vec<String> = told
            .chunk_by(|a, b| a.0 == b.0)
            .map(|same| {
                let fields: Vec<&str> = same.iter().map(|(_, field)| field.as_str()).collect();
                let fields = together(&fields);
                same[0].0.map_or(fields.clone(), |kind| format!("{kind} {fields}"))
            })
            .collect();
        match (parts.is_empty(), more) {
            (true, _) => None,
            (_, 0) => Some(parts.join("; ")),
            (_, more) => Some(format!("{} and {more} more", parts.join("; "))),
        }
    }
}

/// Labels that a new version of the chart changes, told as such.
fn version_labels(verdict: &Verdict, names: &[(Option<&str>, String)]) -> Option<String> {
    let map = |cause: &Cause| {
        let (map, _) = cause.path.split_once('[')?;
        map.ends_with("metadata.labels").then(|| map.to_owned())
    };
    let maps: Vec<String> = verdict.causes.iter().map_while(map).collect();
    let all = !names.is_empty() && maps.len() == verdict.causes.len();
    let first = maps.first().filter(|first| all && maps.iter().all(|map| map == *first))?;
    Some(format!("the chart's version in {first}"))
}

/// Fields one after another; what they begin with is written once.
fn together(fields: &[&str]) -> String {
    let Some((first, rest)) = fields.split_first() else { return String::new() };
    let shared = |end: &usize| rest.iter().all(|field| field.starts_with(&first[..*end]));
    let dots = first.match_indices('.').map(|(at, _)| at + 1);
    // A detail in parentheses and a quoted key may hold dots, too.
    let plain = first.find([' ', '[']).unwrap_or(first.len());
    let end = dots.filter(|end| *end <= plain).rfind(shared).unwrap_or(0);
    if rest.is_empty() || end == 0 {
        return fields.join(", ");
    }
    let tails: Vec<&str> = fields.iter().map(|field| &field[end..]).collect();
    format!("{}: {}", &first[..end - 1], tails.join(", "))
}

/// One cause: the field and what changed in it.
fn text(verdict: &Verdict, cause: &Cause, changes: &[&Change]) -> String {
    let said = verdict.message.as_deref().unwrap_or_default();
    let detail = detail(changes).filter(|detail| {
        // A new version is told in the message already.
        detail.rsplit(' ').next().is_none_or(|new| !said.contains(new))
    });
    match detail {
        Some(detail) => format!("{} ({detail})", cause.path),
        None => cause.path.clone(),
    }
}

/// What changed at a field, where that is short.
fn detail(changes: &[&Change]) -> Option<String> {
    let telling: Vec<&&Change> = changes.iter().filter(|change| !change.noise).collect();
    let all: Vec<&&Change> = if telling.is_empty() { changes.iter().collect() } else { telling };
    match all.len() {
        0 => None,
        1 | 2 => {
            let details: Vec<String> = all.into_iter().filter_map(|change| one(change)).collect();
            (!details.is_empty()).then(|| details.join(", "))
        }
        n => Some(format!("{n} changes")),
    }
}

fn one(change: &Change) -> Option<String> {
    let (old, new) = (change.old.as_ref().and_then(short), change.new.as_ref().and_then(short));
    let what = match change.op {
        Op::Move => Some("moved".to_owned()),
        Op::Add => Some("added".to_owned()),
        Op::Remove => Some("removed".to_owned()),
        _ if change.inner.is_some() => None,
        // A hash in a name says nothing but that it is another one.
        Op::Change | Op::Rename => old.zip(new).map(|(old, new)| {
            match strip_hash_suffix(&old) == strip_hash_suffix(&new) {
                true => format!("now {new}"),
                false => format!("{old} → {new}"),
            }
        }),
    };
    let item = match change.op {
        Op::Rename => None,
        _ => change.item.clone(),
    };
    match (item, what) {
        (Some(item), Some(what)) => Some(format!("{item}: {what}")),
        (item, what) => item.or(what),
    }
}

/// A scalar that is short enough to stand in a sentence, and no hash of a secret.
fn short(value: &Value) -> Option<String> {
    let text = match value {
        Value::String(text) if text.starts_with('(') => return None,
        Value::String(text) => text.clone(),
        Value::Number(_) | Value::Bool(_) => value.to_string(),
        _ => return None,
    };
    (!text.is_empty() && text.chars().count() <= VALUE && !text.contains('\n')).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fields_begin_with_is_written_once() {
        assert_eq!(together(&["spec.a.b", "spec.a.c (x.y)"]), "spec.a: b, c (x.y)");
        assert_eq!(together(&["spec.a.b (1.2)"]), "spec.a.b (1.2)");
        assert_eq!(together(&["data[\"a.b\"]", "data[\"a.c\"]"]), "data[\"a.b\"], data[\"a.c\"]");
        assert_eq!(together(&["spec.a", "metadata.a"]), "spec.a, metadata.a");
    }
}
