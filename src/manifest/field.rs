//! Small questions about fields: is it set, is it true, which fields match a pattern.
//!
//! "Set" follows the API server: an explicit `null` is as good as no key.

use crate::path::FieldPath;
use crate::yaml::{Dialect, Entry, Kind, Node, Scalar};

/// Fields that the API server writes, as live objects show them; no manifest asks for them.
pub const WRITTEN_BY_SERVER: [&str; 7] = [
    "status",
    "metadata.creationTimestamp",
    "metadata.generation",
    "metadata.managedFields",
    "metadata.resourceVersion",
    "metadata.selfLink",
    "metadata.uid",
];

/// True for a scalar that reads as null.
pub fn is_null(node: &Node) -> bool {
    node.scalar().is_some() && node.resolve(Dialect::Helm) == Scalar::Null
}

/// True for a scalar that reads as the boolean true.
pub fn is_true(node: &Node) -> bool {
    node.resolve(Dialect::Helm) == Scalar::Bool(true)
}

/// The value of a key unless it is null.
pub fn get<'a>(node: &'a Node, key: &str) -> Option<&'a Node> {
    node.get(key).filter(|value| !is_null(value))
}

/// The value at a path such as `spec.files[0].path` unless it is null.
pub fn at<'a>(node: &'a Node, path: &str) -> Option<&'a Node> {
    node.at(path).filter(|value| !is_null(value))
}

/// The text at a path; none where it is null, empty, or no scalar.
pub fn text<'a>(node: &'a Node, path: &str) -> Option<&'a str> {
    at(node, path)?.text().filter(|text| !text.is_empty())
}

/// All nodes that a pattern such as `spec.files[*].path` matches, in document order. `[*]`
/// stands for every item of a list; everything else is written as in [`FieldPath`].
pub fn select<'a>(node: &'a Node, pattern: &str) -> Vec<(FieldPath, &'a Node)> {
    let mut found = vec![(FieldPath::root(), node)];
    let mut parts = pattern.split("[*]").peekable();
    while let Some(part) = parts.next() {
        let steps = FieldPath::parse(part.strip_prefix('.').unwrap_or(part));
        let down = |(path, node): (FieldPath, &'a Node)| {
            let below = node.at_path(&steps).filter(|below| !is_null(below))?;
            Some((path.join(&steps), below))
        };
        found = found.into_iter().filter_map(down).collect();
        if parts.peek().is_some() {
            found = found.into_iter().flat_map(|(path, node)| items(&path, node)).collect();
        }
    }
    found
}

/// The items of a list with their paths.
pub fn items<'a>(path: &FieldPath, node: &'a Node) -> Vec<(FieldPath, &'a Node)> {
    node.items().iter().enumerate().map(|(i, item)| (path.index(i), item)).collect()
}

/// One stop of [`walk`].
#[derive(Debug)]
pub struct Visit<'a, 't> {
    /// The node.
    pub node: &'a Node,
    trail: &'t [Crumb<'a>],
}

/// One step on the way to a node, cheaper than a [`FieldPath`], which few visitors need.
#[derive(Debug, Clone, Copy)]
enum Crumb<'a> {
    Entry(&'a Entry),
    Index(usize),
}

impl<'a> Visit<'a, '_> {
    /// Where the node stands.
    pub fn path(&self) -> FieldPath {
        let mut path = FieldPath::root();
        for crumb in self.trail {
            match crumb {
                Crumb::Entry(entry) => path.push_key(entry.key.text().unwrap_or_default()),
                Crumb::Index(index) => path.push_index(*index),
            }
        }
        path
    }

    /// The pair that holds the node; none for list items and the root.
    pub fn entry(&self) -> Option<&'a Entry> {
        match self.trail.last() {
            Some(Crumb::Entry(entry)) => Some(entry),
            _ => None,
        }
    }

    /// The first key on the way to the node, such as `spec`.
    pub fn top(&self) -> Option<&'a str> {
        match self.trail.first() {
            Some(Crumb::Entry(entry)) => entry.key.text(),
            _ => None,
        }
    }
}

/// Visits every node in document order, parents first. Uses no recursion, so that depth
/// cannot overflow the stack.
pub fn walk<'a>(root: &'a Node, mut visit: impl FnMut(Visit<'a, '_>)) {
    enum Task<'a> {
        Enter(Option<Crumb<'a>>, &'a Node),
        Leave,
    }
    let mut trail = Vec::new();
    let mut tasks = vec![Task::Enter(None, root)];
    while let Some(task) = tasks.pop() {
        let Task::Enter(crumb, node) = task else {
            trail.pop();
            continue;
        };
        trail.extend(crumb);
        visit(Visit { node, trail: &trail });
        if crumb.is_some() {
            tasks.push(Task::Leave);
        }
        match node.kind() {
            Kind::Scalar { .. } => {}
            Kind::Sequence(items) => {
                let enter = |(i, item)| Task::Enter(Some(Crumb::Index(i)), item);
                tasks.extend(items.iter().enumerate().map(enter).rev());
            }
            Kind::Mapping(entries) => {
                let enter = |entry| Task::Enter(Some(Crumb::Entry(entry)), &entry.value);
                tasks.extend(entries.iter().rev().map(enter));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::FileId;
    use crate::yaml;

    fn read(text: &str) -> Node {
        yaml::parse(text, FileId::NONE).documents.remove(0).root.unwrap()
    }

    #[test]
    fn patterns_open_lists_and_skip_nulls() {
        let node = read("a: {b: [{c: 1}, {c: null}, {d: 2}, {c: [3, 4]}]}");
        let paths = |pattern| -> Vec<String> {
            select(&node, pattern).iter().map(|(path, _)| path.to_string()).collect()
        };
        assert_eq!(paths("a.b[*].c"), ["a.b[0].c", "a.b[3].c"]);
        assert_eq!(paths("a.b[*].c[*]"), ["a.b[3].c[0]", "a.b[3].c[1]"]);
        assert_eq!(paths("a.x[*].c"), [""; 0]);
    }

    #[test]
    fn a_walk_visits_parents_first_in_document_order() {
        let node = read("a: {b: [1, {c: 2}]}\nd: 3");
        let mut seen = Vec::new();
        walk(&node, |visit| seen.push(visit.path().to_string()));
        assert_eq!(seen, ["", "a", "a.b", "a.b[0]", "a.b[1]", "a.b[1].c", "d"]);
    }

    #[test]
    fn words_for_true_and_null_count_unless_quoted() {
        let node = read("{a: yes, b: 'yes', c: ~, d: '~'}");
        let of = |key| node.get(key).unwrap();
        assert!(is_true(of("a")) && !is_true(of("b")) && is_null(of("c")) && !is_null(of("d")));
    }
}
