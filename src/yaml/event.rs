//! What happens on a walk through a document, and how the walk is to be done.

use std::borrow::Cow;

use super::Style;
use super::error::Mark;

/// How deep collections may nest. Helm allows 10,000; no manifest has 50, and every consumer
/// of a tree may recurse this far on the 2 MiB stack of a worker thread.
pub const MAX_DEPTH: usize = 500;

/// Which library's reading of a document is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Dialect {
    /// go-yaml v2 (YAML 1.1), which Helm, kubectl and the API server use.
    #[default]
    Helm,
    /// yaml.v3 (mostly YAML 1.2), which Container Linux Config is read with.
    V3,
}

/// One step through a document.
#[derive(Debug, Clone)]
pub enum Event<'a> {
    /// No more documents.
    StreamEnd,
    /// A document begins; true if with `---`.
    DocumentStart(bool),
    /// A document ends; true if with `...`.
    DocumentEnd(bool),
    /// `*name`
    Alias(&'a str),
    /// Text.
    Scalar {
        /// After unfolding and unescaping.
        text: Cow<'a, str>,
        /// How it was written.
        style: Style,
        /// Its tag and anchor.
        properties: Properties<'a>,
    },
    /// A list begins.
    SequenceStart {
        /// Its tag and anchor.
        properties: Properties<'a>,
        /// Written with brackets.
        flow: bool,
    },
    /// A list ends.
    SequenceEnd,
    /// A mapping begins. Its keys and values follow in turn.
    MappingStart {
        /// Its tag and anchor.
        properties: Properties<'a>,
        /// Written with braces.
        flow: bool,
    },
    /// A mapping ends.
    MappingEnd,
}

/// The tag and anchor of a node.
#[derive(Debug, Clone, Default)]
pub struct Properties<'a> {
    /// The resolved tag: `!!str` is `tag:yaml.org,2002:str`.
    pub tag: Option<Box<str>>,
    /// The anchor's name.
    pub anchor: Option<&'a str>,
}

/// An event and where it stands.
#[derive(Debug, Clone)]
pub struct Located<'a> {
    /// What happens.
    pub event: Event<'a>,
    /// Where it begins; of a node, with its tag and anchor.
    pub start: Mark,
    /// Where it ends.
    pub end: Mark,
}
