//! Where a value came from: which layer set it, and at which place of which file or flag.

use std::collections::BTreeMap;
use std::ops::Bound;

use serde::Serialize;

use super::set::Edit;
use crate::path::FieldPath;
use crate::source::{Location, SourceMap, Span};

/// The layers of values, lowest first. What a later one sets wins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum LayerKind {
    /// The defaults of a chart.
    Defaults,
    /// What an operating system changes in them.
    Os,
    /// A file of the user (`-f`).
    File,
    /// A flag of the user (`--set` and its siblings).
    Flag,
}

/// Where a value came from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// A file.
    File {
        /// Which layer the file is.
        layer: LayerKind,
        /// The key and its value, or the item, inside the file.
        span: Span,
    },
    /// A flag.
    Flag {
        /// The flag and its argument.
        edit: Edit,
        /// 1-based column (in characters) inside the argument.
        column: usize,
    },
}

impl Origin {
    /// The layer.
    pub fn layer(&self) -> LayerKind {
        match self {
            Origin::File { layer, .. } => *layer,
            Origin::Flag { .. } => LayerKind::Flag,
        }
    }

    /// The place in a file; none for flags.
    pub fn location(&self, sources: &SourceMap) -> Option<Location> {
        match self {
            Origin::File { span, .. } => sources.locate(*span),
            Origin::Flag { .. } => None,
        }
    }

    /// The place in words: `values.yaml:3`, `--set a.b=1`.
    pub fn describe(&self, sources: &SourceMap) -> String {
        match self {
            Origin::File { .. } => match self.location(sources) {
                Some(location) => format!("{}:{}", location.file, location.line),
                None => "built in".into(),
            },
            Origin::Flag { edit, .. } => {
                let text: String = edit.text.chars().take(60).map(visible).collect();
                let more = if edit.text.chars().nth(60).is_some() { "…" } else { "" };
                format!("{} {text}{more}", edit.kind.flag())
            }
        }
    }
}

fn visible(c: char) -> char {
    if c.is_control() { '\u{fffd}' } else { c }
}

/// The origin of every value of a tree. A value without an entry has that of the nearest value
/// around it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Origins(BTreeMap<FieldPath, Origin>);

impl Origins {
    /// The origin of a value: its own, or that of the nearest value around it.
    pub fn get(&self, path: &FieldPath) -> Option<&Origin> {
        let mut path = path.clone();
        loop {
            if let Some(origin) = self.0.get(&path) {
                return Some(origin);
            }
            path.pop()?;
        }
    }

    /// All entries, by path.
    pub fn iter(&self) -> impl Iterator<Item = (&FieldPath, &Origin)> {
        self.0.iter()
    }

    /// The same origins for values that lie below a path.
    pub(super) fn below(self, root: &FieldPath) -> Origins {
        Origins(self.0.into_iter().map(|(path, origin)| (root.join(&path), origin)).collect())
    }

    pub(super) fn insert(&mut self, path: FieldPath, origin: Origin) {
        self.0.insert(path, origin);
    }

    /// Gives the maps around a path an origin where they have none.
    pub(super) fn insert_around(&mut self, path: &FieldPath, origin: &Origin) {
        let mut path = path.clone();
        while path.pop().is_some() && !path.is_root() {
            if self.0.contains_key(&path) {
                return;
            }
            self.0.insert(path.clone(), origin.clone());
        }
    }

    /// Takes out the entries of a value and of everything in it.
    pub(super) fn take_below(&mut self, path: &FieldPath) -> Origins {
        let below = |candidate: &FieldPath| candidate.steps().starts_with(path.steps());
        let from = (Bound::Included(path), Bound::Unbounded);
        let keys: Vec<FieldPath> =
            self.0.range(from).map(|(key, _)| key).take_while(|key| below(key)).cloned().collect();
        Origins(keys.into_iter().filter_map(|key| self.0.remove_entry(&key)).collect())
    }

    pub(super) fn extend(&mut self, other: Origins) {
        self.0.extend(other.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::set::SetKind;

    #[test]
    fn entries_below_a_path_are_taken_together() {
        let mut origins = Origins::default();
        let edit = Edit::new(SetKind::Typed, "x=1");
        for path in ["a", "a.b", "a.b[0]", "a.bc", "b"] {
            let origin = Origin::Flag { edit: edit.clone(), column: 1 };
            origins.insert(FieldPath::parse(path), origin);
        }
        let taken = origins.take_below(&FieldPath::parse("a.b"));
        let paths = |o: &Origins| o.iter().map(|(p, _)| p.to_string()).collect::<Vec<_>>();
        assert_eq!(paths(&taken), ["a.b", "a.b[0]"]);
        assert_eq!(paths(&origins), ["a", "a.bc", "b"]);
        assert!(origins.get(&FieldPath::parse("a.b.c")).is_some());
        assert!(origins.get(&FieldPath::parse("c")).is_none());
    }
}
