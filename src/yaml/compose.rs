//! From events to the tree of [`Node`]s.
//!
//! An alias shares the node of its anchor. What the tree would be without sharing is counted,
//! so that a few lines cannot grow into gigabytes in the hands of those who walk it.

use std::collections::HashMap;

use super::error::{Error, ErrorKind, Mark};
use super::event::{Dialect, Event, Located, Properties};
use super::grammar::Events;
use super::node::{Entry, Kind, Node, Style};
use crate::source::{FileId, Span};

/// How much text a tree may hold with every alias expanded. Far above any real document, and
/// what a tool can print without harm.
const MAX_EXPANDED_BYTES: u64 = 64 << 20;

/// How many nodes a text may hold. Each takes about 130 bytes, so this bounds the memory of a
/// text that is nothing but brackets and dashes; ordinary ones have a node per 15 bytes and more.
const MAX_NODES: u64 = 1_000_000;

/// What was read of a text.
#[derive(Debug, Clone, Default)]
pub struct Parsed {
    /// The documents before the first fault.
    pub documents: Vec<Document>,
    /// The first fault.
    pub error: Option<Error>,
}

/// One document of a stream.
#[derive(Debug, Clone)]
pub struct Document {
    /// The tree; none if nothing was written.
    pub root: Option<Node>,
    /// The comments from this document's start to that of the next.
    pub comments: Vec<Comment>,
    /// From its first token (such as `---`) to its last.
    pub span: Span,
}

/// A comment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comment {
    /// The text from the `#` to the end of the line.
    pub text: Box<str>,
    /// Where it stands.
    pub span: Span,
}

/// How a text is to be read.
#[derive(Debug, Clone, Copy, Default)]
pub struct Options {
    /// Whose words faults are reported in.
    pub dialect: Dialect,
    /// Stop behind the first document, as go-yaml's `Unmarshal` does; later faults are not seen.
    pub first_only: bool,
}

/// Reads a stream of documents.
pub fn parse(text: &str, file: FileId) -> Parsed {
    parse_with(text.as_bytes(), file, Options::default())
}

/// Reads a stream of documents from bytes that may not be UTF-8.
pub fn parse_bytes(bytes: &[u8], file: FileId) -> Parsed {
    parse_with(bytes, file, Options::default())
}

/// Reads a stream of documents with options.
pub fn parse_with(bytes: &[u8], file: FileId, options: Options) -> Parsed {
    let events = Events::from_bytes(bytes, file).dialect(options.dialect);
    let mut composer = Composer { events, file, documents: Vec::new(), nodes: 0 };
    let error = composer.stream(options.first_only).err();
    let mut documents = composer.documents;
    let ranges = composer.events.comments();
    attach_comments(&mut documents, ranges, bytes, file, error.is_none());
    Parsed { documents, error }
}

/// Gives every comment to the document that it stands in: the last that began before it, or
/// the first.
fn attach_comments(
    documents: &mut Vec<Document>,
    ranges: &[(u32, u32)],
    bytes: &[u8],
    file: FileId,
    complete: bool,
) {
    if documents.is_empty() && complete && !ranges.is_empty() {
        let span = Span::new(file, 0, bytes.len());
        documents.push(Document { root: None, comments: Vec::new(), span });
    }
    let mut current = 0;
    for (start, end) in ranges {
        while documents.get(current + 1).is_some_and(|next| next.span.start <= *start) {
            current += 1;
        }
        let Some(document) = documents.get_mut(current) else { return };
        let text = String::from_utf8_lossy(&bytes[*start as usize..*end as usize]);
        let span = Span { file, start: *start, end: *end };
        document.comments.push(Comment { text: text.into_owned().into_boxed_str(), span });
    }
}

/// How large a node is with every alias expanded.
#[derive(Debug, Clone, Copy, Default)]
struct Size {
    nodes: u64,
    bytes: u64,
}

impl Size {
    fn add(&mut self, other: Size) {
        self.nodes = self.nodes.saturating_add(other.nodes);
        self.bytes = self.bytes.saturating_add(other.bytes);
    }
}

/// An open collection.
struct Frame {
    mapping: bool,
    /// Where its items or entries begin on the stack of those that wait.
    base: usize,
    key: Option<Node>,
    tag: Option<Box<str>>,
    anchor: Option<Box<str>>,
    flow: bool,
    start: Mark,
    end: u32,
    size: Size,
}

/// An anchor; without a node as long as that is being read.
type Anchors = HashMap<Box<str>, Option<(Node, Size)>>;

struct Composer<'a> {
    events: Events<'a>,
    file: FileId,
    documents: Vec<Document>,
    /// The nodes of all documents so far.
    nodes: u64,
}

impl<'a> Composer<'a> {
    fn stream(&mut self, first_only: bool) -> Result<(), Error> {
        loop {
            let located = self.events.next()?;
            match located.event {
                Event::StreamEnd => return Ok(()),
                Event::DocumentStart(_) => self.document(located.start)?,
                _ => {}
            }
            if first_only {
                return Ok(());
            }
        }
    }

    fn document(&mut self, start: Mark) -> Result<(), Error> {
        let mut tree = Tree::new(self.file);
        let end = loop {
            let located = self.events.next()?;
            match located.event {
                Event::DocumentEnd(_) => break located.end,
                _ => {
                    self.nodes += 1;
                    if self.nodes > MAX_NODES {
                        let offset = located.start.offset as usize;
                        let span = Span::new(self.file, offset, offset);
                        let text = format!("document has more than {MAX_NODES} values");
                        return Err(Error::new(ErrorKind::Limit, text, span));
                    }
                    tree.event(located)?;
                }
            }
        };
        if let Some(error) = tree.deferred {
            return Err(error);
        }
        // A document without any content is an empty plain scalar to the grammar.
        let root = tree.root.filter(|node| {
            let empty =
                node.scalar().is_some_and(|(text, style)| style == Style::Plain && text.is_empty());
            !empty || node.tag().is_some() || node.anchor().is_some()
        });
        let span = Span { file: self.file, start: start.offset, end: end.offset };
        self.documents.push(Document { root, comments: Vec::new(), span });
        Ok(())
    }
}

/// One tree while it grows.
struct Tree {
    file: FileId,
    root: Option<Node>,
    frames: Vec<Frame>,
    /// What open lists hold so far. A whole list is made at its end, of the right size.
    items: Vec<Node>,
    /// What open mappings hold so far.
    entries: Vec<Entry>,
    anchors: Anchors,
    /// A fault that counts only if the rest of the document is good.
    deferred: Option<Error>,
    decoded: u64,
    aliased: u64,
    bytes: u64,
}

impl Tree {
    fn new(file: FileId) -> Tree {
        Tree {
            file,
            root: None,
            frames: Vec::new(),
            items: Vec::new(),
            entries: Vec::new(),
            anchors: HashMap::new(),
            deferred: None,
            decoded: 0,
            aliased: 0,
            bytes: 0,
        }
    }

    fn event(&mut self, located: Located<'_>) -> Result<(), Error> {
        let Located { event, start, end } = located;
        match event {
            Event::Scalar { text, style, properties } => {
                let size = Size { nodes: 1, bytes: text.len() as u64 };
                let span = Span { file: self.file, start: start.offset, end: end.offset };
                let anchor = properties.anchor.map(Box::<str>::from);
                let kind = Kind::Scalar { text: text.into(), style };
                let node = Node::new(kind, span, properties.tag, anchor);
                self.decoded += 1;
                self.bytes += size.bytes;
                self.finish(node, size, end.offset);
            }
            Event::Alias(name) => self.alias(name, start, end)?,
            Event::SequenceStart { properties, flow } => self.open(false, properties, flow, start),
            Event::MappingStart { properties, flow } => self.open(true, properties, flow, start),
            Event::SequenceEnd | Event::MappingEnd => self.close(end.offset),
            Event::StreamEnd | Event::DocumentStart(_) | Event::DocumentEnd(_) => {}
        }
        Ok(())
    }

    fn open(&mut self, mapping: bool, properties: Properties<'_>, flow: bool, start: Mark) {
        let anchor = properties.anchor.map(Box::<str>::from);
        if let Some(name) = &anchor {
            self.anchors.insert(name.clone(), None);
        }
        self.decoded += 1;
        self.frames.push(Frame {
            mapping,
            base: if mapping { self.entries.len() } else { self.items.len() },
            key: None,
            tag: properties.tag,
            anchor,
            flow,
            start,
            end: start.offset,
            size: Size { nodes: 1, bytes: 0 },
        });
    }

    fn close(&mut self, token_end: u32) {
        let Some(frame) = self.frames.pop() else { return };
        // The token that ends a block collection stands where the next thing begins.
        let end = if frame.flow { token_end.max(frame.end) } else { frame.end };
        let span = Span { file: self.file, start: frame.start.offset, end };
        let kind = match frame.mapping {
            true => Kind::Mapping(self.entries.drain(frame.base..).collect()),
            false => Kind::Sequence(self.items.drain(frame.base..).collect()),
        };
        self.finish(Node::new(kind, span, frame.tag, frame.anchor), frame.size, end);
    }

    /// Puts a whole node where it belongs.
    fn finish(&mut self, node: Node, size: Size, end: u32) {
        if let Some(name) = node.anchor() {
            self.anchors.insert(name.into(), Some((node.clone(), size)));
        }
        self.place(node, size, end);
    }

    fn place(&mut self, node: Node, size: Size, end: u32) {
        let Some(frame) = self.frames.last_mut() else {
            self.root = Some(node);
            return;
        };
        frame.size.add(size);
        frame.end = frame.end.max(end);
        if !frame.mapping {
            self.items.push(node);
        } else if let Some(key) = frame.key.take() {
            self.entries.push(Entry { key, value: node });
        } else {
            frame.key = Some(node);
        }
    }

    fn alias(&mut self, name: &str, start: Mark, end: Mark) -> Result<(), Error> {
        let span = Span { file: self.file, start: start.offset, end: end.offset };
        let (node, target) = match self.anchors.get(name) {
            Some(Some((node, size))) => (node.clone(), *size),
            Some(None) => {
                let text = format!("anchor '{name}' value contains itself");
                self.deferred.get_or_insert_with(|| Error::new(ErrorKind::Alias, text, span));
                let kind = Kind::Scalar { text: "".into(), style: Style::Plain };
                (Node::new(kind, span, None, None), Size { nodes: 1, bytes: 0 })
            }
            None => {
                let text = format!("unknown anchor '{name}' referenced");
                return Err(Error::new(ErrorKind::Alias, text, span));
            }
        };
        self.decoded = self.decoded.saturating_add(1 + target.nodes);
        self.aliased = self.aliased.saturating_add(target.nodes);
        self.bytes = self.bytes.saturating_add(target.bytes);
        if excessive(self.aliased, self.decoded) || self.bytes > MAX_EXPANDED_BYTES {
            let text = "document contains excessive aliasing";
            let error = Error::new(ErrorKind::Limit, text, span);
            if self.bytes > MAX_EXPANDED_BYTES {
                return Err(error);
            }
            self.deferred.get_or_insert(error);
        }
        let mut size = Size { nodes: 1, bytes: 0 };
        size.add(target);
        self.place(node, size, end.offset);
        Ok(())
    }
}

/// go-yaml's rule (yaml.v2/decode.go, since v2.2.4): nearly everything may come from aliases in
/// a small document, and a tenth in a large one.
fn excessive(aliased: u64, decoded: u64) -> bool {
    const LOW: f64 = 400_000.0;
    const HIGH: f64 = 4_000_000.0;
    if aliased <= 100 || decoded <= 1000 {
        return false;
    }
    let total = decoded as f64;
    let allowed = if total <= LOW {
        0.99
    } else if total >= HIGH {
        0.10
    } else {
        0.99 - 0.89 * (total - LOW) / (HIGH - LOW)
    };
    aliased as f64 / total > allowed
}
