//! One Kubernetes object and its identity.

use std::fmt;
use std::sync::{Arc, OnceLock};

use serde::Serialize;

use super::field;
use crate::path::{FieldPath, Step};
use crate::source::{Location, Span};
use crate::yaml::{Kind, Node};

/// The identity of an object as reports print it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ObjectRef {
    /// Group and version, such as `cluster.x-k8s.io/v1beta1`.
    pub api_version: Arc<str>,
    /// The kind.
    pub kind: Arc<str>,
    /// The namespace, where one is written.
    pub namespace: Option<Arc<str>>,
    /// The name; empty when the manifest has none.
    pub name: Arc<str>,
}

impl ObjectRef {
    /// The group of the apiVersion; empty for the core group.
    pub fn group(&self) -> &str {
        self.api_version.rsplit_once('/').map_or("", |(group, _)| group)
    }

    /// The version of the apiVersion, without the group.
    pub fn version(&self) -> &str {
        self.api_version.rsplit_once('/').map_or(&self.api_version, |(_, version)| version)
    }
}

impl fmt::Display for ObjectRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.kind, self.name)
    }
}

/// How deep two objects are compared word by word.
const MAX_DEPTH: usize = 128;
/// How many nodes are: aliases can make few lines stand for many.
const MAX_NODES: usize = 1 << 20;

fn alike(a: &Node, b: &Node, depth: usize, left: &mut usize) -> bool {
    if a.tag() != b.tag() || depth == 0 || *left == 0 {
        return false;
    }
    *left -= 1;
    match (a.kind(), b.kind()) {
        (Kind::Scalar { .. }, Kind::Scalar { .. }) => a.scalar() == b.scalar(),
        (Kind::Sequence(a), Kind::Sequence(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| alike(a, b, depth - 1, left))
        }
        (Kind::Mapping(a), Kind::Mapping(b)) => {
            a.len() == b.len()
                && a.iter().zip(b).all(|(a, b)| {
                    alike(&a.key, &b.key, depth - 1, left)
                        && alike(&a.value, &b.value, depth - 1, left)
                })
        }
        _ => false,
    }
}

/// One object of a manifest stream.
#[derive(Debug)]
pub struct Object {
    /// Who it is.
    pub id: ObjectRef,
    /// What was written.
    pub node: Node,
    /// The template file that Helm's `# Source:` comment or the renderer names.
    pub template: Option<Location>,
    json: OnceLock<serde_json::Value>,
}

impl Object {
    /// Reads the identity of a document; none unless it is a mapping with a `kind`.
    pub fn from_node(node: Node) -> Option<Object> {
        let text = |path: &str| node.at(path).and_then(Node::text).map(Arc::<str>::from);
        let kind = text("kind").filter(|k| !k.is_empty())?;
        let id = ObjectRef {
            api_version: text("apiVersion").unwrap_or_default(),
            kind,
            namespace: text("metadata.namespace").filter(|n| !n.is_empty()),
            name: text("metadata.name").unwrap_or_default(),
        };
        Some(Object::new(id, node))
    }

    /// An object whose identity is known, such as an item of a typed list.
    pub fn new(id: ObjectRef, node: Node) -> Object {
        Object { id, node, template: None, json: OnceLock::new() }
    }

    /// True when the object is of a kind of a group, in whatever version.
    pub fn is(&self, group: &str, kind: &str) -> bool {
        &*self.id.kind == kind && self.id.group() == group
    }

    /// The node at a path such as `spec.template.spec`, unless it is null.
    pub fn at(&self, path: &str) -> Option<&Node> {
        field::at(&self.node, path)
    }

    /// The text at a path; none where it is null, empty, or no scalar.
    pub fn text(&self, path: &str) -> Option<&str> {
        field::text(&self.node, path)
    }

    /// Where to point for a field: at the value of a scalar, at the key of anything larger, and
    /// for a field that is missing at the deepest one above it that exists.
    pub fn span_at(&self, path: &FieldPath) -> Span {
        let mut span = self.span();
        let mut node = &self.node;
        for step in path.steps() {
            let next = match step {
                Step::Key(key) => node.entry(key).map(|e| (e.key.span(), &e.value)),
                Step::Index(index) => node.items().get(*index).map(|item| (item.span(), item)),
            };
            let Some((at, below)) = next else { break };
            // An alias stands elsewhere; the key is where the reader looks.
            let inline = below.scalar().is_some() && below.span().start >= at.start;
            span = if inline && !field::is_null(below) { below.span() } else { at };
            node = below;
        }
        span
    }

    /// The object as the API server would read it: resolved scalars, last duplicate key wins.
    /// Made on first use and kept.
    pub fn json(&self) -> &serde_json::Value {
        self.json.get_or_init(|| crate::yaml::to_json(&self.node))
    }

    /// True when both were written with the same words, and so mean the same. Cheaper than to
    /// compare what they mean, and false does not say that they differ.
    pub fn is_written_like(&self, other: &Object) -> bool {
        alike(&self.node, &other.node, MAX_DEPTH, &mut MAX_NODES.clone())
    }

    /// Where the object begins.
    pub fn span(&self) -> Span {
        self.node.span()
    }
}

#[cfg(test)]
mod tests {
    use crate::manifest::Manifests;
    use crate::source::SourceMap;

    #[test]
    fn words_style_and_order_are_compared_and_places_are_not() {
        let alike = |a: &str, b: &str| {
            let sources = SourceMap::default();
            let read = |text: &str| {
                let file = sources.add("a.yaml", format!("apiVersion: v1\nkind: A\n{text}\n"));
                Manifests::read(&sources, &[file])
            };
            let (a, b) = (read(a), read(b));
            a.objects()[0].is_written_like(&b.objects()[0])
        };
        assert!(alike("a: [1, {b: c}]", "# comment\na:\n- 1\n- b: c\n"));
        for (a, b) in [("a: 1", "a: '1'"), ("a: 1", "a: 2"), ("a: [1]", "a: [1, 2]")] {
            assert!(!alike(a, b), "{a} {b}");
        }
    }
}
