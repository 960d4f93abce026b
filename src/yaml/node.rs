//! The tree of what was written: shared, immutable, with raw text, style, tag and span.

use std::collections::HashMap;
use std::sync::Arc;

use crate::path::{FieldPath, Step};
use crate::source::Span;

/// How a scalar was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Style {
    /// Without quotes; the only style whose text can resolve to something but a string.
    Plain,
    /// `'…'`
    SingleQuoted,
    /// `"…"`
    DoubleQuoted,
    /// `|`
    Literal,
    /// `>`
    Folded,
}

/// One node of a YAML document. Clones are cheap and share the same tree.
#[derive(Debug, Clone)]
pub struct Node(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    kind: Kind,
    span: Span,
    /// Nearly no node has any, and there are millions of nodes.
    properties: Option<Box<Properties>>,
}

#[derive(Debug)]
struct Properties {
    tag: Option<Box<str>>,
    anchor: Option<Box<str>>,
}

/// The content of a [`Node`].
#[derive(Debug)]
pub enum Kind {
    /// Text, not yet resolved to a type: that depends on the dialect.
    Scalar {
        /// The text after unfolding and unescaping.
        text: Box<str>,
        /// How it was written.
        style: Style,
    },
    /// A list.
    Sequence(Box<[Node]>),
    /// Key-value pairs in the order written, duplicates included.
    Mapping(Box<[Entry]>),
}

/// One pair of a mapping.
#[derive(Debug, Clone)]
pub struct Entry {
    /// The key, with its own span. Almost always a scalar.
    pub key: Node,
    /// The value.
    pub value: Node,
}

impl Node {
    /// Makes a node. `tag` is the resolved tag as written (`!!str` is `tag:yaml.org,2002:str`).
    pub fn new(kind: Kind, span: Span, tag: Option<Box<str>>, anchor: Option<Box<str>>) -> Node {
        let has_any = tag.is_some() || anchor.is_some();
        let properties = has_any.then(|| Box::new(Properties { tag, anchor }));
        Node(Arc::new(Inner { kind, span, properties }))
    }

    /// The content.
    pub fn kind(&self) -> &Kind {
        &self.0.kind
    }

    /// Where the node stands in its file. An aliased node has the span of its anchor.
    pub fn span(&self) -> Span {
        self.0.span
    }

    /// The explicit tag, if one was written.
    pub fn tag(&self) -> Option<&str> {
        self.0.properties.as_ref()?.tag.as_deref()
    }

    /// The anchor, if one was written.
    pub fn anchor(&self) -> Option<&str> {
        self.0.properties.as_ref()?.anchor.as_deref()
    }

    /// True when both are the same node of the same tree (aliases are).
    pub fn is_same(&self, other: &Node) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// The raw text and style of a scalar.
    pub fn scalar(&self) -> Option<(&str, Style)> {
        match self.kind() {
            Kind::Scalar { text, style } => Some((text, *style)),
            _ => None,
        }
    }

    /// The raw text of a scalar, whatever it would resolve to.
    pub fn text(&self) -> Option<&str> {
        self.scalar().map(|(text, _)| text)
    }

    /// The items of a list; empty for anything else.
    pub fn items(&self) -> &[Node] {
        match self.kind() {
            Kind::Sequence(items) => items,
            _ => &[],
        }
    }

    /// The pairs of a mapping in the order written; empty for anything else.
    pub fn entries(&self) -> &[Entry] {
        match self.kind() {
            Kind::Mapping(entries) => entries,
            _ => &[],
        }
    }

    /// True for mappings.
    pub fn is_mapping(&self) -> bool {
        matches!(self.kind(), Kind::Mapping(_))
    }

    /// True for lists.
    pub fn is_sequence(&self) -> bool {
        matches!(self.kind(), Kind::Sequence(_))
    }

    /// The entry of a key. Of duplicate keys the last counts, as for Helm and the API server.
    pub fn entry(&self, key: &str) -> Option<&Entry> {
        self.entries().iter().rev().find(|e| e.key.text() == Some(key))
    }

    /// The value of a key; none for anything but a mapping.
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.entry(key).map(|e| &e.value)
    }

    /// Keys that stand more than once, as (first, again). For Helm the last counts; yaml.v3
    /// refuses them.
    pub fn duplicate_keys(&self) -> Vec<(&Node, &Node)> {
        let mut first: HashMap<&str, &Node> = HashMap::new();
        let mut again = Vec::new();
        for key in self.entries().iter().map(|entry| &entry.key) {
            let Some(text) = key.text() else { continue };
            match first.get(text) {
                Some(known) => again.push((*known, key)),
                None => {
                    first.insert(text, key);
                }
            }
        }
        again
    }

    /// The node at a path such as `spec.files[0].path`.
    pub fn at(&self, path: &str) -> Option<&Node> {
        self.at_path(&FieldPath::parse(path))
    }

    /// The node at a path.
    pub fn at_path(&self, path: &FieldPath) -> Option<&Node> {
        path.steps().iter().try_fold(self, |node, step| match step {
            Step::Key(key) => node.get(key),
            Step::Index(index) => node.items().get(*index),
        })
    }

    /// The node at a path, or the deepest node on the way that exists: where to point when a
    /// field is missing.
    pub fn nearest(&self, path: &FieldPath) -> &Node {
        let mut node = self;
        for step in path.steps() {
            let next = match step {
                Step::Key(key) => node.get(key),
                Step::Index(index) => node.items().get(*index),
            };
            match next {
                Some(next) => node = next,
                None => break,
            }
        }
        node
    }
}
