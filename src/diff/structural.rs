//! Comparing two sets of objects: which came, went, were renamed, and which fields changed.

use super::change::{Change, Detail, Op};
use super::fields::{Secrecy, Walker};
use super::matching::{Pair, match_objects};
use super::noise::Renames;
use crate::glob::strip_hash_suffix;
use crate::manifest::Object;

/// How much a comparison shows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Options {
    /// Show the values of Secrets instead of their length and hash.
    pub show_secrets: bool,
}

/// Compares two sets of objects. Changes are grouped by object, objects in the order of the
/// new side, what is gone behind them. Equal objects do not show.
pub fn objects(old: &[&Object], new: &[&Object], options: Options) -> Vec<Change> {
    let pairs = match_objects(old, new);
    let mut renames = Renames::new();
    for pair in &pairs {
        if let Pair::Both { old: from, new: to } = pair {
            let (from, to) = (&*old[*from].id.name, &*new[*to].id.name);
            if from != to && !from.is_empty() {
                renames.insert(from, to);
            }
        }
    }
    let mut changes = Vec::new();
    for pair in pairs {
        match pair {
            Pair::Both { old: from, new: to } => {
                compare(old[from], new[to], options, &renames, &mut changes);
            }
            Pair::Added(at) => changes.push(whole(new[at], Op::Add)),
            Pair::Removed(at) => changes.push(whole(old[at], Op::Remove)),
        }
    }
    changes
}

fn whole(object: &Object, op: Op) -> Change {
    let detail = Detail { op, old: None, new: None, noise: false, item: None, inner: None };
    Change { object: object.id.clone(), renamed_from: None, path: None, detail }
}

fn compare(
    old: &Object,
    new: &Object,
    options: Options,
    renames: &Renames<'_>,
    changes: &mut Vec<Change>,
) {
    let secrecy = if &*new.id.kind == "Secret" { Secrecy::Secret } else { Secrecy::Open };
    let fields = Walker::new(options, renames, secrecy).compare(old.json(), new.json());
    let renamed_from = (old.id.name != new.id.name).then(|| old.id.name.clone());
    // The renaming is told once, and not again as a change of the field.
    let fields = fields
        .into_iter()
        .filter(|change| renamed_from.is_none() || change.path.to_string() != "metadata.name");
    let fields: Vec<Change> = fields
        .map(|change| Change {
            object: new.id.clone(),
            renamed_from: renamed_from.clone(),
            path: Some(change.path),
            detail: change.detail,
        })
        .collect();
    if let Some(from) = &renamed_from {
        // A new hash over new content is no news; a new hash over the same content is.
        let hash_only = strip_hash_suffix(from) == strip_hash_suffix(&new.id.name);
        let noise = hash_only && fields.iter().any(|change| !change.noise);
        let detail = Detail {
            op: Op::Rename,
            old: Some((&**from).into()),
            new: Some((&*new.id.name).into()),
            noise,
            item: None,
            inner: None,
        };
        let renamed_from = renamed_from.clone();
        changes.push(Change { object: new.id.clone(), renamed_from, path: None, detail });
    }
    changes.extend(fields);
}
