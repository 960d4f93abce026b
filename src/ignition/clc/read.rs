//! From text to the [`Tree`] of its first document.
//!
//! yaml.v3 reads one document and never looks at what follows, so a fault in a second one is
//! not seen. Aliases stay nodes of their own: the checks do not look through them.

use std::borrow::Cow;
use std::collections::HashMap;

use super::tree::{NodeId, Tree, YKind, YNode};
use crate::ignition::report::Position;
use crate::source::FileId;
use crate::yaml::{Dialect, Event, Events, Located, Properties, Scalar, Style, resolve};

/// A config with more nodes than this is no config. An API server takes 3 MiB per request.
const MAX_NODES: usize = 1_000_000;

const LONG_PREFIX: &str = "tag:yaml.org,2002:";

/// Reads the first document. The error is the text of yaml.v3.
pub fn read(text: &[u8]) -> Result<Tree, String> {
    let mut events = Events::from_bytes(text, FileId::NONE).dialect(Dialect::V3);
    let mut builder = Builder::default();
    loop {
        let located = events.next().map_err(|e| e.message)?;
        match located.event {
            Event::StreamEnd | Event::DocumentEnd(_) => return Ok(builder.tree),
            Event::DocumentStart(_) => {}
            _ => builder.add(located)?,
        }
    }
}

/// True when more documents follow the first, which nobody reads.
pub fn has_more_documents(text: &[u8]) -> bool {
    let mut events = Events::from_bytes(text, FileId::NONE).dialect(Dialect::V3);
    let mut ended = false;
    loop {
        match events.next().map(|l| l.event) {
            Ok(Event::DocumentEnd(_)) => ended = true,
            Ok(Event::DocumentStart(_)) if ended => return true,
            Ok(Event::StreamEnd) | Err(_) => return false,
            Ok(_) => {}
        }
    }
}

#[derive(Default)]
struct Builder<'a> {
    tree: Tree,
    open: Vec<NodeId>,
    anchors: HashMap<&'a str, NodeId>,
}

impl<'a> Builder<'a> {
    fn add(&mut self, located: Located<'a>) -> Result<(), String> {
        let position = Position {
            line: located.start.line as usize + 1,
            column: located.start.column as usize + 1,
        };
        match located.event {
            Event::SequenceEnd | Event::MappingEnd => {
                self.open.pop();
            }
            Event::Alias(name) => {
                let target = self.anchors.get(name).copied();
                let target =
                    target.ok_or_else(|| format!("yaml: unknown anchor '{name}' referenced"))?;
                self.push(YNode {
                    kind: YKind::Alias(target),
                    tag: Cow::Borrowed(""),
                    value: name.into(),
                    style: Style::Plain,
                    position,
                    content: Vec::new(),
                })?;
            }
            Event::Scalar { text, style, properties } => {
                let tag = scalar_tag(&properties, &text, style);
                let node = YNode {
                    kind: YKind::Scalar,
                    tag,
                    value: text.into(),
                    style,
                    position,
                    content: Vec::new(),
                };
                self.push_anchored(node, &properties)?;
            }
            Event::SequenceStart { properties, .. } => {
                self.collection(YKind::Sequence, "!!seq", &properties, position)?;
            }
            Event::MappingStart { properties, .. } => {
                self.collection(YKind::Mapping, "!!map", &properties, position)?;
            }
            _ => {}
        }
        Ok(())
    }

    fn collection(
        &mut self,
        kind: YKind,
        default: &'static str,
        properties: &Properties<'a>,
        position: Position,
    ) -> Result<(), String> {
        let tag = written_tag(properties).unwrap_or(Cow::Borrowed(default));
        let node = YNode {
            kind,
            tag,
            value: "".into(),
            style: Style::Plain,
            position,
            content: Vec::new(),
        };
        let id = self.push_anchored(node, properties)?;
        self.open.push(id);
        Ok(())
    }

    fn push_anchored(
        &mut self,
        node: YNode,
        properties: &Properties<'a>,
    ) -> Result<NodeId, String> {
        let id = self.push(node)?;
        if let Some(anchor) = properties.anchor {
            self.anchors.insert(anchor, id);
        }
        Ok(id)
    }

    fn push(&mut self, node: YNode) -> Result<NodeId, String> {
        let id = self.tree.nodes.len();
        if id >= MAX_NODES {
            return Err(format!("yaml: document has more than {MAX_NODES} nodes"));
        }
        self.tree.nodes.push(node);
        match self.open.last() {
            Some(parent) => self.tree.nodes[*parent].content.push(id),
            None => self.tree.root = Some(id),
        }
        Ok(id)
    }
}

fn written_tag(properties: &Properties<'_>) -> Option<Cow<'static, str>> {
    let tag = properties.tag.as_deref().filter(|t| !t.is_empty() && *t != "!")?;
    Some(Cow::Owned(match tag.strip_prefix(LONG_PREFIX) {
        Some(rest) => format!("!!{rest}"),
        None => tag.to_owned(),
    }))
}

fn scalar_tag(properties: &Properties<'_>, text: &str, style: Style) -> Cow<'static, str> {
    if let Some(tag) = written_tag(properties) {
        return tag;
    }
    Cow::Borrowed(match resolve(None, text, style, Dialect::V3) {
        Ok(Scalar::Null) => "!!null",
        Ok(Scalar::Bool(_)) => "!!bool",
        Ok(Scalar::Int(_) | Scalar::Uint(_)) => "!!int",
        Ok(Scalar::Float(_)) => "!!float",
        Ok(Scalar::Timestamp(_)) => "!!timestamp",
        _ if style == Style::Plain && text == "<<" => "!!merge",
        _ => "!!str",
    })
}

impl YNode {
    /// What a scalar means under its tag. The error is yaml.v3's text without its prefix.
    pub fn resolve(&self) -> Result<Scalar<'_>, String> {
        let tag = match self.tag.strip_prefix("!!") {
            Some("merge") => return Ok(Scalar::Str(Cow::Borrowed(&self.value))),
            Some(rest) => format!("{LONG_PREFIX}{rest}"),
            None => self.tag.to_string(),
        };
        resolve(Some(&tag), &self.value, self.style, Dialect::V3)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_first_document_is_read() {
        let tree = read(b"a: 1\n---\n[").unwrap();
        assert_eq!(tree.nodes.len(), 3);
        assert!(read(b"# nothing\n").unwrap().root.is_none());
    }

    #[test]
    fn aliases_are_nodes_with_their_own_place() {
        let tree = read(b"a: &x 1\nb: *x\n").unwrap();
        let alias = tree.child(tree.root.unwrap(), "b").unwrap();
        assert_eq!(tree.node(alias).position, Position { line: 2, column: 4 });
        assert_eq!(read(b"*y").unwrap_err(), "yaml: unknown anchor 'y' referenced");
    }

    #[test]
    fn faults_are_worded_and_placed_as_yaml_v3_does() {
        let error = |text: &str| read(text.as_bytes()).unwrap_err();
        let text = "systemd:\n  units:\n - x: [";
        assert_eq!(error(text), "yaml: line 2: did not find expected key");
        assert_eq!(error("a: b: c"), "yaml: mapping values are not allowed in this context");
    }
}
