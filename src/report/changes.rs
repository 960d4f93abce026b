//! Changes as lines that every format for people shows in the same words.

use std::collections::HashMap;
use std::fmt::Write;
use std::sync::Arc;

use serde_json::Value;

use crate::diff::{Change, Detail, FieldChange, Inner, InnerContent, Op};

/// Longest value that is shown on one line, in characters.
const VALUE: usize = 100;

/// A change of one field in one line: sign, field, values.
#[derive(Clone, PartialEq, Eq, Hash)]
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
    let value_tells = |item: &str| {
        let item = item.trim_end_matches('…');
        let values = [&detail.old, &detail.new].into_iter().flatten();
        values.filter_map(Value::as_str).any(|value| value.starts_with(item))
    };
    if let Some(item) = detail.item.as_ref().filter(|item| !value_tells(item)) {
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

/// The changes of one object, or of several that changed in the same way.
pub(super) struct Group {
    /// The objects, with their old names where they have others now.
    pub title: String,
    /// How many objects they are.
    pub objects: usize,
    /// `+` for an object that came, `-` for one that went, `~` otherwise.
    pub sign: char,
    /// The changes of its fields.
    pub lines: Vec<ChangeLine>,
}

/// The changes by object, without noise unless asked for, and how many were left out.
pub(super) fn groups(changes: &[Change], show_noise: bool) -> (Vec<Group>, usize) {
    let shown = |change: &&Change| show_noise || !change.noise;
    let noise = changes.iter().filter(|change| !shown(change)).count();
    let shown: Vec<&Change> = changes.iter().filter(shown).collect();
    let mut groups: Vec<Group> = Vec::new();
    let mut places: HashMap<(char, Arc<str>, Vec<ChangeLine>), usize> = HashMap::new();
    let same = |a: &&Change, b: &&Change| a.object == b.object && a.renamed_from == b.renamed_from;
    for of_object in shown.chunk_by(same) {
        let first = of_object[0];
        let sign = match (first.path.is_none(), first.op) {
            (true, Op::Add) => '+',
            (true, Op::Remove) => '-',
            _ => '~',
        };
        let fields = of_object.iter().filter(|change| change.path.is_some());
        let lines: Vec<ChangeLine> = fields.map(|change| change_line(change)).collect();
        let title = match &first.renamed_from {
            Some(from) => format!("{} (was {from})", first.object),
            None => first.object.to_string(),
        };
        if lines.is_empty() {
            groups.push(Group { title, objects: 1, sign, lines });
            continue;
        }
        // What was done to all pools alike is told once.
        let key = (sign, first.object.kind.clone(), lines.clone());
        let place = *places.entry(key).or_insert(groups.len());
        match groups.get_mut(place) {
            Some(known) => {
                known.objects += 1;
                known.title.push_str(", ");
                known.title.push_str(&title);
            }
            None => groups.push(Group { title, objects: 1, sign, lines }),
        }
    }
    (groups, noise)
}

/// How many changes are left out.
pub(super) fn noise_text(noise: usize) -> String {
    match noise {
        1 => "1 change of a label, checksum or hash name is not shown".to_owned(),
        n => format!("{n} changes of labels, checksums and hash names are not shown"),
    }
}
