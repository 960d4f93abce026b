//! A JSON document that holds a schema: numbered nodes, keywords recognised, numbers as written.
//!
//! Nodes are addressed by number, so that resolved references need no pointers into the tree
//! and a document can be shared between threads.

use crate::gojson::{self, Sink};
use crate::schema::keyword::Keyword;
use crate::schema::number::Decimal;

/// Number of a node inside its [`Document`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct NodeId(u32);

impl NodeId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// One pair of an object.
#[derive(Debug)]
pub(crate) struct Entry {
    pub key: Box<str>,
    pub keyword: Option<Keyword>,
    pub value: NodeId,
}

/// A number as written and as computed with.
#[derive(Debug)]
pub(crate) struct Number {
    pub text: Box<str>,
    pub decimal: Decimal,
}

/// The content of a node.
#[derive(Debug)]
pub(crate) enum Node {
    Null,
    Bool(bool),
    Number(Box<Number>),
    String(Box<str>),
    Array(Box<[NodeId]>),
    /// Sorted by key, without duplicates.
    Object(Box<[Entry]>),
}

/// A JSON document.
#[derive(Debug)]
pub(crate) struct Document {
    nodes: Vec<Node>,
    /// The container of each node; the root is its own.
    parents: Vec<NodeId>,
    root: NodeId,
}

impl Document {
    /// Reads a document with Go's JSON reader.
    pub fn parse(text: &[u8]) -> Result<Document, gojson::Error> {
        let mut builder = Builder::default();
        let root = gojson::read_into(text, &mut builder)?;
        let Builder { nodes } = builder;
        let mut parents = vec![root; nodes.len()];
        for (index, node) in nodes.iter().enumerate() {
            // A document has fewer nodes than bytes, and no reader accepts 4 GiB.
            let parent = NodeId(index as u32);
            match node {
                Node::Array(items) => items.iter().for_each(|i| parents[i.index()] = parent),
                Node::Object(entries) => {
                    entries.iter().for_each(|e| parents[e.value.index()] = parent);
                }
                _ => {}
            }
        }
        Ok(Document { nodes, parents, root })
    }

    pub fn root(&self) -> NodeId {
        self.root
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    /// The pairs of an object; empty for anything else.
    pub fn entries(&self, id: NodeId) -> &[Entry] {
        match self.node(id) {
            Node::Object(entries) => entries,
            _ => &[],
        }
    }

    /// The items of a list; empty for anything else.
    pub fn items(&self, id: NodeId) -> &[NodeId] {
        match self.node(id) {
            Node::Array(items) => items,
            _ => &[],
        }
    }

    pub fn text(&self, id: NodeId) -> Option<&str> {
        match self.node(id) {
            Node::String(text) => Some(text),
            _ => None,
        }
    }

    pub fn get(&self, id: NodeId, key: &str) -> Option<NodeId> {
        let entries = self.entries(id);
        let at = entries.binary_search_by(|e| (*e.key).cmp(key)).ok()?;
        Some(entries[at].value)
    }

    /// The text at a key.
    pub fn get_text(&self, id: NodeId, key: &str) -> Option<&str> {
        self.text(self.get(id, key)?)
    }

    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        Some(self.parents[id.index()]).filter(|parent| *parent != id)
    }

    /// The JSON pointer that leads to a node.
    pub fn pointer(&self, id: NodeId) -> String {
        let mut tokens = Vec::new();
        let mut node = id;
        while let Some(parent) = self.parent(node) {
            tokens.push(match self.node(parent) {
                Node::Array(items) => {
                    items.iter().position(|i| *i == node).unwrap_or_default().to_string()
                }
                _ => self
                    .entries(parent)
                    .iter()
                    .find(|e| e.value == node)
                    .map(|e| escape_token(&e.key))
                    .unwrap_or_default(),
            });
            node = parent;
        }
        tokens.iter().rev().flat_map(|token| ["/", token]).collect()
    }
}

/// A key as a token of a JSON pointer.
pub(crate) fn escape_token(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}

#[derive(Default)]
struct Builder {
    nodes: Vec<Node>,
}

impl Builder {
    fn push(&mut self, node: Node) -> NodeId {
        let id = NodeId(self.nodes.len() as u32);
        self.nodes.push(node);
        id
    }
}

impl Sink for Builder {
    type Node = NodeId;

    fn null(&mut self) -> NodeId {
        self.push(Node::Null)
    }

    fn boolean(&mut self, value: bool) -> NodeId {
        self.push(Node::Bool(value))
    }

    fn number(&mut self, text: &str) -> Option<NodeId> {
        let number = Number { text: text.into(), decimal: Decimal::parse(text) };
        Some(self.push(Node::Number(Box::new(number))))
    }

    fn string(&mut self, text: String) -> NodeId {
        self.push(Node::String(text.into()))
    }

    fn array(&mut self, items: Vec<NodeId>) -> NodeId {
        self.push(Node::Array(items.into()))
    }

    fn object(&mut self, entries: Vec<(String, NodeId)>) -> NodeId {
        let mut entries: Vec<Entry> = entries
            .into_iter()
            .map(|(key, value)| Entry { keyword: Keyword::of(&key), key: key.into(), value })
            .collect();
        // The sort is stable: behind it the last of equal keys is the last written.
        entries.sort_by(|a, b| a.key.cmp(&b.key));
        entries.reverse();
        entries.dedup_by(|later, earlier| later.key == earlier.key);
        entries.reverse();
        self.push(Node::Object(entries.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pointers_lead_back_to_their_nodes() {
        let doc = Document::parse(br#"{"a/b": [1, {"c~": true}], "a/b": [0, {"c~": 2}]}"#).unwrap();
        let list = doc.get(doc.root(), "a/b").unwrap();
        let leaf = doc.get(doc.items(list)[1], "c~").unwrap();
        assert_eq!(doc.pointer(leaf), "/a~1b/1/c~0");
        assert!(matches!(doc.node(leaf), Node::Number(n) if &*n.text == "2"));
        assert_eq!(doc.pointer(doc.root()), "");
    }
}
