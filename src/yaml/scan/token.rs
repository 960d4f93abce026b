//! The tokens of YAML.

use std::borrow::Cow;

use crate::yaml::Style;
use crate::yaml::error::Mark;

/// A token and where it stands.
#[derive(Debug, Clone)]
pub struct Token<'a> {
    pub kind: TokenKind<'a>,
    pub start: Mark,
    pub end: Mark,
}

/// What a token is.
#[derive(Debug, Clone)]
pub enum TokenKind<'a> {
    StreamEnd,
    /// `%YAML 1.1`
    VersionDirective(u32, u32),
    /// `%TAG !handle! prefix`
    TagDirective(Box<TagParts<'a>>),
    /// `---`
    DocumentStart,
    /// `...`
    DocumentEnd,
    BlockSequenceStart,
    BlockMappingStart,
    BlockEnd,
    FlowSequenceStart,
    FlowSequenceEnd,
    FlowMappingStart,
    FlowMappingEnd,
    BlockEntry,
    FlowEntry,
    Key,
    Value,
    Alias(&'a str),
    Anchor(&'a str),
    Tag(Box<TagParts<'a>>),
    Scalar(Cow<'a, str>, Style),
}

/// A tag's handle (such as `!!`) and the rest; of a directive, the handle and its prefix.
#[derive(Debug, Clone)]
pub struct TagParts<'a> {
    pub handle: &'a str,
    pub suffix: Cow<'a, str>,
}
