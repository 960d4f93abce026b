//! Field paths: `spec.files[0].path`, with `["a.b/c"]` for keys that hold dots or slashes.

use std::fmt;
use std::sync::Arc;

/// One step of a [`FieldPath`].
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Step {
    /// A key of a mapping.
    Key(Arc<str>),
    /// An item of a list, counted from 0.
    Index(usize),
}

/// A place inside a document, from its root.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct FieldPath(Vec<Step>);

impl FieldPath {
    /// The root of a document.
    pub fn root() -> FieldPath {
        FieldPath::default()
    }

    /// Reads the printed form. Anything that is not an index or a quoted key is a plain key,
    /// so every text is a path and no error is possible.
    pub fn parse(text: &str) -> FieldPath {
        let mut steps = Vec::new();
        let mut rest = text;
        while !rest.is_empty() {
            if let Some(inner) = rest.strip_prefix('[') {
                if let Some((key, tail)) = inner.strip_prefix('"').and_then(|q| q.split_once("\"]"))
                {
                    steps.push(Step::Key(key.into()));
                    rest = tail.strip_prefix('.').unwrap_or(tail);
                    continue;
                }
                if let Some((index, tail)) = inner.split_once(']')
                    && let Ok(index) = index.parse()
                {
                    steps.push(Step::Index(index));
                    rest = tail.strip_prefix('.').unwrap_or(tail);
                    continue;
                }
            }
            let end = rest[1..].find(['.', '[']).map_or(rest.len(), |i| i + 1);
            steps.push(Step::Key(rest[..end].into()));
            rest = rest[end..].strip_prefix('.').unwrap_or(&rest[end..]);
        }
        FieldPath(steps)
    }

    /// The steps from the root.
    pub fn steps(&self) -> &[Step] {
        &self.0
    }

    /// True for the root of a document.
    pub fn is_root(&self) -> bool {
        self.0.is_empty()
    }

    /// This path with one more key.
    #[must_use]
    pub fn key(&self, key: impl Into<Arc<str>>) -> FieldPath {
        let mut path = self.clone();
        path.push_key(key);
        path
    }

    /// This path with one more index.
    #[must_use]
    pub fn index(&self, index: usize) -> FieldPath {
        let mut path = self.clone();
        path.0.push(Step::Index(index));
        path
    }

    /// This path followed by the steps of another.
    #[must_use]
    pub fn join(&self, other: &FieldPath) -> FieldPath {
        let mut path = self.clone();
        path.0.extend_from_slice(&other.0);
        path
    }

    /// Appends a key in place.
    pub fn push_key(&mut self, key: impl Into<Arc<str>>) {
        self.0.push(Step::Key(key.into()));
    }

    /// Appends an index in place.
    pub fn push_index(&mut self, index: usize) {
        self.0.push(Step::Index(index));
    }

    /// This path without its last step; the root is its own parent.
    #[must_use]
    pub fn parent(&self) -> FieldPath {
        let mut path = self.clone();
        path.pop();
        path
    }

    /// Takes the last step off.
    pub fn pop(&mut self) -> Option<Step> {
        self.0.pop()
    }
}

impl fmt::Display for FieldPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, step) in self.0.iter().enumerate() {
            match step {
                Step::Index(n) => write!(f, "[{n}]")?,
                Step::Key(k) if k.is_empty() || k.contains(['.', '/', '[', ']', '"']) => {
                    write!(f, "[\"{k}\"]")?
                }
                Step::Key(k) if i == 0 => f.write_str(k)?,
                Step::Key(k) => write!(f, ".{k}")?,
            }
        }
        Ok(())
    }
}

impl serde::Serialize for FieldPath {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn printed_paths_read_back() {
        for text in ["", "a", "spec.files[0].path", "metadata.labels[\"a.b/c\"].x", "a[0][1]"] {
            assert_eq!(FieldPath::parse(text).to_string(), text);
        }
    }
}
