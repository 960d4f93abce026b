//! A JSON document that holds a schema: numbered nodes, keywords recognised, numbers as written.
//!
//! Nodes are addressed by number, so that resolved references need no pointers into the tree
//! and a document can be shared between threads. Schemas are large and most of one is never
//! looked at, so a document is four tables that grow and nothing is allocated for a node.

use std::borrow::Cow;
use std::ops::Range;
use std::vec::Drain;

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
#[derive(Debug, Clone, Copy)]
pub(crate) struct Entry {
    key: Part,
    pub keyword: Option<Keyword>,
    pub value: NodeId,
}

/// A number as written.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Number<'d> {
    pub text: &'d str,
}

impl Number<'_> {
    /// The number as it is computed with.
    pub fn decimal(self) -> Decimal {
        Decimal::parse(self.text)
    }
}

/// The content of a node.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Node<'d> {
    Null,
    Bool(bool),
    Number(Number<'d>),
    String(&'d str),
    Array(&'d [NodeId]),
    /// Sorted by key, without duplicates.
    Object(&'d [Entry]),
}

/// A part of one of the tables. A document has fewer nodes than bytes, and no reader accepts
/// 4 GiB.
#[derive(Debug, Clone, Copy)]
struct Part {
    start: u32,
    end: u32,
}

impl Part {
    fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// The content of a node, in the tables.
#[derive(Debug, Clone, Copy)]
enum Stored {
    Null,
    Bool(bool),
    Number(Part),
    String(Part),
    Array(Part),
    Object(Part),
}

/// A JSON document.
#[derive(Debug)]
pub(crate) struct Document {
    tables: Tables,
    /// The container of each node; the root is its own.
    parents: Vec<NodeId>,
    root: NodeId,
}

#[derive(Debug, Default)]
struct Tables {
    nodes: Vec<Stored>,
    /// All texts one after the other.
    texts: String,
    items: Vec<NodeId>,
    entries: Vec<Entry>,
}

impl Document {
    /// Reads a document with Go's JSON reader.
    pub fn parse(text: &[u8]) -> Result<Document, gojson::Error> {
        let mut tables = Tables {
            // No text is longer in the tree, and memory that is not used costs nothing.
            texts: String::with_capacity(text.len()),
            ..Tables::default()
        };
        let root = gojson::read_into(text, &mut tables)?;
        let mut parents = vec![root; tables.nodes.len()];
        for (index, node) in tables.nodes.iter().enumerate() {
            let parent = NodeId(index as u32);
            match *node {
                Stored::Array(part) => {
                    tables.items[part.range()].iter().for_each(|i| parents[i.index()] = parent);
                }
                Stored::Object(part) => {
                    let entries = &tables.entries[part.range()];
                    entries.iter().for_each(|e| parents[e.value.index()] = parent);
                }
                _ => {}
            }
        }
        Ok(Document { tables, parents, root })
    }

    pub fn root(&self) -> NodeId {
        self.root
    }

    pub fn len(&self) -> usize {
        self.tables.nodes.len()
    }

    pub fn node(&self, id: NodeId) -> Node<'_> {
        let tables = &self.tables;
        match tables.nodes[id.index()] {
            Stored::Null => Node::Null,
            Stored::Bool(value) => Node::Bool(value),
            Stored::Number(part) => Node::Number(Number { text: tables.text(part) }),
            Stored::String(part) => Node::String(tables.text(part)),
            Stored::Array(part) => Node::Array(&tables.items[part.range()]),
            Stored::Object(part) => Node::Object(&tables.entries[part.range()]),
        }
    }

    /// The key of a pair.
    pub fn key(&self, entry: &Entry) -> &str {
        self.tables.text(entry.key)
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
        let at = entries.binary_search_by(|e| self.key(e).cmp(key)).ok()?;
        Some(entries[at].value)
    }

    /// The value at one of the core keywords, those that begin with `$`. As most schemas have
    /// none and the sign sorts before all letters, the first key tells enough.
    pub fn get_core(&self, id: NodeId, keyword: &str) -> Option<NodeId> {
        let first = self.entries(id).first()?;
        if self.key(first) > "$\u{10ffff}" { None } else { self.get(id, keyword) }
    }

    /// The text at a core keyword.
    pub fn core_text(&self, id: NodeId, keyword: &str) -> Option<&str> {
        self.text(self.get_core(id, keyword)?)
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
                    .map(|e| escape_token(self.key(e)))
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

impl Tables {
    fn text(&self, part: Part) -> &str {
        &self.texts[part.range()]
    }

    fn add_text(&mut self, text: &str) -> Part {
        let start = self.texts.len() as u32;
        self.texts.push_str(text);
        Part { start, end: self.texts.len() as u32 }
    }

    fn push(&mut self, node: Stored) -> NodeId {
        let id = NodeId(self.nodes.len() as u32);
        self.nodes.push(node);
        id
    }

    /// Sorts the pairs from a place on by their keys. Of equal keys the last one counts.
    fn sort_entries(&mut self, start: usize) {
        let Tables { texts, entries, .. } = self;
        let key = |entry: &Entry| &texts[entry.key.range()];
        if entries[start..].is_sorted_by(|a, b| key(a) < key(b)) {
            return;
        }
        // The sort is stable: the last of equal keys is the last written.
        entries[start..].sort_by(|a, b| key(a).cmp(key(b)));
        let mut end = start;
        for next in start..entries.len() {
            if end > start && key(&entries[end - 1]) == key(&entries[next]) {
                end -= 1;
            }
            entries[end] = entries[next];
            end += 1;
        }
        entries.truncate(end);
    }
}

impl Sink<'_> for Tables {
    type Node = NodeId;

    fn null(&mut self) -> NodeId {
        self.push(Stored::Null)
    }

    fn boolean(&mut self, value: bool) -> NodeId {
        self.push(Stored::Bool(value))
    }

    fn number(&mut self, text: &str) -> Option<NodeId> {
        let part = self.add_text(text);
        Some(self.push(Stored::Number(part)))
    }

    fn string(&mut self, text: Cow<'_, str>) -> NodeId {
        let part = self.add_text(&text);
        self.push(Stored::String(part))
    }

    fn array(&mut self, items: Drain<'_, NodeId>) -> NodeId {
        let start = self.items.len() as u32;
        self.items.extend(items);
        let part = Part { start, end: self.items.len() as u32 };
        self.push(Stored::Array(part))
    }

    fn object(&mut self, pairs: Drain<'_, (Cow<'_, str>, NodeId)>) -> NodeId {
        let start = self.entries.len();
        for (key, value) in pairs {
            let keyword = Keyword::of(&key);
            let key = self.add_text(&key);
            self.entries.push(Entry { key, keyword, value });
        }
        self.sort_entries(start);
        let part = Part { start: start as u32, end: self.entries.len() as u32 };
        self.push(Stored::Object(part))
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
        assert!(matches!(doc.node(leaf), Node::Number(n) if n.text == "2"));
        assert_eq!(doc.pointer(doc.root()), "");
    }
}
