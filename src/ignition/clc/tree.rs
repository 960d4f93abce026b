//! The tree that yaml.v3 makes of a config text, with the line and column of every node.
//!
//! Nodes lie in one arena and refer to each other by number, so that aliases cost nothing and
//! a tree of any depth is dropped without recursion. Keys are kept as written; [`Ast`] is the
//! view of a node that the checks use. Knows no config type.

use std::borrow::Cow;

use crate::ignition::report::Position;
use crate::yaml::Style;

/// The number of a node in its [`Tree`].
pub type NodeId = usize;

/// What a node is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum YKind {
    /// Text.
    Scalar,
    /// A list.
    Sequence,
    /// Keys and values, one after the other.
    Mapping,
    /// A reference to another node.
    Alias(NodeId),
}

/// One node as yaml.v3 keeps it.
#[derive(Debug, Clone)]
pub struct YNode {
    /// What it is.
    pub kind: YKind,
    /// The short tag (`!!str`), written or resolved; empty for an alias.
    pub tag: Cow<'static, str>,
    /// The text of a scalar, or the name of an alias.
    pub value: Box<str>,
    /// How a scalar is written.
    pub style: Style,
    /// Where the node begins.
    pub position: Position,
    /// The items; of a mapping keys and values in turn.
    pub content: Vec<NodeId>,
}

/// A parsed text: empty when it holds no document.
#[derive(Debug, Clone, Default)]
pub struct Tree {
    /// All nodes.
    pub nodes: Vec<YNode>,
    /// The node of the first document.
    pub root: Option<NodeId>,
}

impl Tree {
    /// A node by its number.
    pub fn node(&self, id: NodeId) -> &YNode {
        &self.nodes[id]
    }

    /// The view of the root with keys as written.
    pub fn ast(&self) -> Option<Ast<'_>> {
        self.root.map(|id| Ast { tree: self, id, key: None, keys: Keys::Written })
    }

    /// Replaces the value of the first key of a mapping that has the text `old`, and renames
    /// the key. False when there is none.
    pub fn change_key(&mut self, mapping: NodeId, old: &str, new: &str, value: NodeId) -> bool {
        if self.nodes[mapping].kind != YKind::Mapping {
            return false;
        }
        let content = &self.nodes[mapping].content;
        let Some(at) =
            (0..content.len()).step_by(2).find(|i| &*self.nodes[content[*i]].value == old)
        else {
            return false;
        };
        let key = self.nodes[mapping].content[at];
        self.nodes[key].value = new.into();
        self.nodes[mapping].content[at + 1] = value;
        true
    }

    /// The value under the last of equal keys; none unless the node is a mapping itself.
    pub fn child(&self, id: NodeId, key: &str) -> Option<NodeId> {
        let node = self.node(id);
        if node.kind != YKind::Mapping {
            return None;
        }
        let pairs = node.content.chunks_exact(2).rev();
        pairs.into_iter().find(|p| &*self.node(p[0]).value == key).map(|p| p[1])
    }

    /// The item of a list; none unless the node is a list itself.
    pub fn item(&self, id: NodeId, index: usize) -> Option<NodeId> {
        let node = self.node(id);
        (node.kind == YKind::Sequence).then(|| node.content.get(index).copied()).flatten()
    }
}

/// How the keys of the text are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keys {
    /// As written.
    Written,
    /// `snake_case` as Ignition's `camelCase`, for checks of the converted config.
    Camel,
}

/// A node seen by the checks.
#[derive(Debug, Clone, Copy)]
pub struct Ast<'a> {
    tree: &'a Tree,
    id: NodeId,
    key: Option<NodeId>,
    keys: Keys,
}

impl<'a> Ast<'a> {
    /// The same node with keys read in another way.
    #[must_use]
    pub fn with_keys(self, keys: Keys) -> Ast<'a> {
        Ast { keys, ..self }
    }

    /// Where the node begins.
    pub fn position(&self) -> Position {
        self.tree.node(self.id).position
    }

    /// Where the key of the node begins.
    pub fn key_position(&self) -> Position {
        self.key.map(|k| self.tree.node(k).position).unwrap_or_default()
    }

    /// An item of a list. An alias of a list is none, as for the real program.
    pub fn item(&self, index: usize) -> Option<Ast<'a>> {
        let id = self.tree.item(self.id, index)?;
        Some(Ast { id, key: None, ..*self })
    }

    /// Keys and values in the order of the text; none for anything but a mapping.
    pub fn keys(&self) -> Option<Vec<(String, Ast<'a>)>> {
        let node = self.tree.node(self.id);
        if node.kind != YKind::Mapping {
            return None;
        }
        let pair = |p: &[NodeId]| {
            let key = &self.tree.node(p[0]).value;
            let key = match self.keys {
                Keys::Written => key.to_string(),
                Keys::Camel => camel(key),
            };
            (key, Ast { id: p[1], key: Some(p[0]), ..*self })
        };
        Some(node.content.chunks_exact(2).map(pair).collect())
    }
}

/// `ssh_authorized_keys` to `sshAuthorizedKeys`.
fn camel(key: &str) -> String {
    let mut out = String::with_capacity(key.len());
    for (i, word) in key.split('_').enumerate() {
        let mut chars = word.chars();
        match chars.next() {
            Some(first) if i > 0 => out.extend(first.to_uppercase().chain(chars)),
            _ => out.push_str(word),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn snake_case_becomes_camel_case() {
        assert_eq!(camel("ssh_authorized_keys"), "sshAuthorizedKeys");
        assert_eq!(camel("mode"), "mode");
        assert_eq!(camel("_a__b"), "AB");
    }
}
