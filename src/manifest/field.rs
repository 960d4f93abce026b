//! Small questions about fields: is it set, is it true, which fields match a pattern.
//!
//! "Set" follows the API server: an explicit `null` is as good as no key.

use crate::path::FieldPath;
use crate::yaml::{Dialect, Entry, Kind, Node, Scalar};

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
pub struct Visit<'a> {
    /// Where the node stands.
    pub path: &'a FieldPath,
    /// The node.
    pub node: &'a Node,
    /// The pair that holds the node; none for list items and the root.
    pub entry: Option<&'a Entry>,
}

/// Visits every node in document order, parents first. Uses no recursion, so that depth
/// cannot overflow the stack.
pub fn walk(root: &Node, mut visit: impl FnMut(Visit<'_>)) {
    enum Task<'a> {
        Enter(Option<&'a Entry>, &'a Node, Option<usize>),
        Leave,
    }
    let mut path = FieldPath::root();
    let mut tasks = vec![Task::Enter(None, root, None)];
    while let Some(task) = tasks.pop() {
        let Task::Enter(entry, node, index) = task else {
            path.pop();
            continue;
        };
        match (entry, index) {
            (Some(entry), _) => path.push_key(entry.key.text().unwrap_or_default()),
            (None, Some(index)) => path.push_index(index),
            (None, None) => {}
        }
        visit(Visit { path: &path, node, entry });
        if entry.is_some() || index.is_some() {
            tasks.push(Task::Leave);
        }
        match node.kind() {
            Kind::Scalar { .. } => {}
            Kind::Sequence(items) => {
                let enter = |(i, item)| Task::Enter(None, item, Some(i));
                tasks.extend(items.iter().enumerate().map(enter).rev());
            }
            Kind::Mapping(entries) => {
                tasks.extend(entries.iter().rev().map(|e| Task::Enter(Some(e), &e.value, None)));
            }
        }
    }
}
