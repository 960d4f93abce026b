//! The grammar: from tokens to events.
//!
//! [`Events`] is the fast way through a document: no tree, texts borrowed from the input where
//! possible. The composer of [`Node`](super::Node)s and the builder of Helm's values stand on
//! it. It is a state machine with its own stack, so nesting costs no machine stack; the depth is
//! limited all the same, for those who build trees from it. This module knows no types.

mod block;
mod flow;

use std::borrow::Cow;

use crate::source::{FileId, Span};
use crate::yaml::Style;
use crate::yaml::error::{Error, ErrorKind, Mark, Problem};
use crate::yaml::event::{Dialect, Event, Located, MAX_DEPTH, Properties};
use crate::yaml::input::Input;
use crate::yaml::scan::{CommentRange, Scanner, Token, TokenKind};

#[derive(Debug, Clone, Copy)]
enum State {
    FirstDocument,
    NextDocument,
    DocumentContent,
    DocumentEnd,
    BlockNode,
    BlockSequenceEntry,
    IndentlessSequenceEntry,
    BlockMappingKey,
    BlockMappingValue,
    FlowSequenceEntry { first: bool },
    FlowSequencePairKey,
    FlowSequencePairValue,
    FlowSequencePairEnd,
    FlowMappingKey { first: bool },
    FlowMappingValue,
    FlowMappingEmptyValue,
    End,
}

/// The state of a walk through a text. See the module's documentation.
pub struct Events<'a> {
    scanner: Scanner<'a>,
    fault: Option<Error>,
    file: FileId,
    dialect: Dialect,
    state: State,
    /// Where to go on after the node at hand.
    states: Vec<State>,
    /// Where the open collections begin, for fault texts.
    marks: Vec<Mark>,
    depth: usize,
    tags: Vec<(&'a str, Cow<'a, str>)>,
}

enum Fault {
    Syntax(Problem),
    Other(Error),
}

impl From<Problem> for Fault {
    fn from(problem: Problem) -> Fault {
        Fault::Syntax(problem)
    }
}

type Step<'a> = Result<Located<'a>, Fault>;

impl<'a> Events<'a> {
    /// Starts a walk through a text.
    pub fn new(text: &'a str, file: FileId) -> Events<'a> {
        Events::from_bytes(text.as_bytes(), file)
    }

    /// Starts a walk through bytes that may not be text.
    pub fn from_bytes(bytes: &'a [u8], file: FileId) -> Events<'a> {
        let input = Input::new(bytes, file);
        Events {
            scanner: Scanner::new(&input),
            fault: input.fault,
            file,
            dialect: Dialect::Helm,
            state: State::FirstDocument,
            states: Vec::new(),
            marks: Vec::new(),
            depth: 0,
            tags: Vec::new(),
        }
    }

    /// Words faults as this dialect's library does, and finds them in the same order: yaml.v3
    /// scans two tokens more than it needs, for the sake of comments
    /// (`yaml_parser_fetch_more_tokens`).
    pub fn dialect(mut self, dialect: Dialect) -> Self {
        self.dialect = dialect;
        self.scanner.look_ahead(if dialect == Dialect::V3 { 2 } else { 0 });
        self
    }

    /// The comments met so far, as byte ranges in the text.
    pub fn comments(&self) -> &[CommentRange] {
        &self.scanner.comments
    }

    /// The file that spans point into.
    pub fn file(&self) -> FileId {
        self.file
    }

    /// The next event. After [`Event::StreamEnd`] it comes again and again; after an error too.
    ///
    /// # Errors
    /// The first fault of the text.
    // Not an `Iterator`: the end is an event, and errors end the walk.
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> Result<Located<'a>, Error> {
        match self.step() {
            Ok(located) => Ok(located),
            Err(fault) => {
                self.state = State::End;
                Err(self.choose(fault))
            }
        }
    }

    /// A forbidden character comes before a syntax fault if the scanner got that far.
    fn choose(&mut self, fault: Fault) -> Error {
        if self.scanner.saw_cut()
            && let Some(error) = self.fault.take()
        {
            return error;
        }
        match fault {
            Fault::Other(error) => error,
            Fault::Syntax(problem) => problem.into_error(self.file, self.dialect == Dialect::V3),
        }
    }

    fn step(&mut self) -> Step<'a> {
        match self.state {
            State::FirstDocument => self.document_start(true),
            State::NextDocument => self.document_start(false),
            State::DocumentContent => self.document_content(),
            State::DocumentEnd => self.document_end(),
            State::BlockNode => self.node(true, false),
            State::BlockSequenceEntry => self.block_sequence_entry(),
            State::IndentlessSequenceEntry => self.indentless_sequence_entry(),
            State::BlockMappingKey => self.block_mapping_key(),
            State::BlockMappingValue => self.block_mapping_value(),
            State::FlowSequenceEntry { first } => self.flow_sequence_entry(first),
            State::FlowSequencePairKey => self.flow_sequence_pair_key(),
            State::FlowSequencePairValue => self.flow_sequence_pair_value(),
            State::FlowSequencePairEnd => self.flow_sequence_pair_end(),
            State::FlowMappingKey { first } => self.flow_mapping_key(first),
            State::FlowMappingValue => self.flow_mapping_value(false),
            State::FlowMappingEmptyValue => self.flow_mapping_value(true),
            State::End => {
                let mark = Mark::default();
                Ok(Located { event: Event::StreamEnd, start: mark, end: mark })
            }
        }
    }

    #[inline]
    fn peek(&mut self) -> Result<&Token<'a>, Fault> {
        Ok(self.scanner.peek()?)
    }

    #[inline]
    fn take(&mut self) -> Result<Token<'a>, Fault> {
        Ok(self.scanner.take()?)
    }

    fn pop_state(&mut self) {
        self.state = self.states.pop().unwrap_or(State::End);
    }

    fn enter(&mut self, at: Mark) -> Result<(), Fault> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            let offset = at.offset as usize;
            let text = format_args!("line {}: exceeded max depth of {}", at.line + 1, MAX_DEPTH);
            let error = Error::new(ErrorKind::Limit, text, Span::new(self.file, offset, offset));
            return Err(Fault::Other(error));
        }
        Ok(())
    }

    fn leave(&mut self) {
        self.depth -= 1;
    }

    fn unexpected(context: Mark, at: Mark, text: &'static str) -> Fault {
        Fault::Syntax(Problem { text: text.into(), at, context, lexical: false })
    }

    fn document_start(&mut self, first: bool) -> Step<'a> {
        if !first {
            while matches!(self.peek()?.kind, TokenKind::DocumentEnd) {
                self.take()?;
            }
        }
        let token = self.peek()?;
        let (start, end) = (token.start, token.end);
        match token.kind {
            TokenKind::StreamEnd => {
                self.state = State::End;
                Ok(Located { event: Event::StreamEnd, start, end })
            }
            TokenKind::VersionDirective(..)
            | TokenKind::TagDirective(_)
            | TokenKind::DocumentStart => {
                self.directives()?;
                let token = self.peek()?;
                if !matches!(token.kind, TokenKind::DocumentStart) {
                    let at = token.start;
                    let text = "did not find expected <document start>";
                    return Err(Self::unexpected(Mark::default(), at, text));
                }
                let token = self.take()?;
                self.states.push(State::DocumentEnd);
                self.state = State::DocumentContent;
                Ok(Located { event: Event::DocumentStart(true), start, end: token.end })
            }
            _ if first => {
                self.tags.clear();
                self.states.push(State::DocumentEnd);
                self.state = State::BlockNode;
                Ok(Located { event: Event::DocumentStart(false), start, end: start })
            }
            _ => {
                let text = "did not find expected <document start>";
                Err(Self::unexpected(Mark::default(), start, text))
            }
        }
    }

    fn directives(&mut self) -> Result<(), Fault> {
        let mut version = false;
        self.tags.clear();
        while matches!(
            self.peek()?.kind,
            TokenKind::VersionDirective(..) | TokenKind::TagDirective(_)
        ) {
            let token = self.take()?;
            let fault = |text| Err(Self::unexpected(Mark::default(), token.start, text));
            match token.kind {
                TokenKind::VersionDirective(..) if version => {
                    return fault("found duplicate %YAML directive");
                }
                TokenKind::VersionDirective(1, 1) => version = true,
                TokenKind::VersionDirective(..) => {
                    return fault("found incompatible YAML document");
                }
                TokenKind::TagDirective(parts) => {
                    if self.tags.iter().any(|(handle, _)| *handle == parts.handle) {
                        return fault("found duplicate %TAG directive");
                    }
                    self.tags.push((parts.handle, parts.suffix));
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn document_content(&mut self) -> Step<'a> {
        let token = self.peek()?;
        match token.kind {
            TokenKind::VersionDirective(..)
            | TokenKind::TagDirective(_)
            | TokenKind::DocumentStart
            | TokenKind::DocumentEnd
            | TokenKind::StreamEnd => {
                let at = token.start;
                self.pop_state();
                Ok(Self::empty(at))
            }
            _ => self.node(true, false),
        }
    }

    fn document_end(&mut self) -> Step<'a> {
        let token = self.peek()?;
        let (start, mut end) = (token.start, token.start);
        let explicit = matches!(token.kind, TokenKind::DocumentEnd);
        if explicit {
            end = self.take()?.end;
        }
        self.tags.clear();
        self.state = State::NextDocument;
        Ok(Located { event: Event::DocumentEnd(explicit), start, end })
    }

    /// The empty scalar that stands where a node was left out.
    fn empty(at: Mark) -> Located<'a> {
        let event = Event::Scalar {
            text: Cow::Borrowed(""),
            style: Style::Plain,
            properties: Properties::default(),
        };
        Located { event, start: at, end: at }
    }

    /// A node with its properties. In a block mapping a list may stand at the mapping's own
    /// indentation (`indentless`).
    fn node(&mut self, block: bool, indentless: bool) -> Step<'a> {
        let first = self.peek()?;
        if let TokenKind::Alias(name) = first.kind {
            let token = self.take()?;
            self.pop_state();
            let event = Event::Alias(name);
            return Ok(Located { event, start: token.start, end: token.end });
        }
        let start = first.start;
        let (properties, properties_end) = self.properties(start)?;
        let tagged = properties_end.is_some();
        let token = self.peek()?;
        let (at, end) = (token.start, token.end);
        let flow = match token.kind {
            TokenKind::BlockEntry if indentless => {
                self.enter(at)?;
                self.state = State::IndentlessSequenceEntry;
                let event = Event::SequenceStart { properties, flow: false };
                return Ok(Located { event, start, end });
            }
            TokenKind::Scalar(..) => {
                let TokenKind::Scalar(text, style) = self.take()?.kind else {
                    unreachable!("the token was just looked at")
                };
                self.pop_state();
                let event = Event::Scalar { text, style, properties };
                return Ok(Located { event, start, end });
            }
            TokenKind::FlowSequenceStart | TokenKind::FlowMappingStart => true,
            TokenKind::BlockSequenceStart | TokenKind::BlockMappingStart if block => false,
            _ if tagged => {
                self.pop_state();
                let event =
                    Event::Scalar { text: Cow::Borrowed(""), style: Style::Plain, properties };
                return Ok(Located { event, start, end: properties_end.unwrap_or(start) });
            }
            _ => return Err(Self::unexpected(start, at, "did not find expected node content")),
        };
        self.enter(at)?;
        let token = self.take()?;
        self.marks.push(token.start);
        let (state, event) = match token.kind {
            TokenKind::FlowSequenceStart => (
                State::FlowSequenceEntry { first: true },
                Event::SequenceStart { properties, flow },
            ),
            TokenKind::FlowMappingStart => {
                (State::FlowMappingKey { first: true }, Event::MappingStart { properties, flow })
            }
            TokenKind::BlockSequenceStart => {
                (State::BlockSequenceEntry, Event::SequenceStart { properties, flow })
            }
            _ => (State::BlockMappingKey, Event::MappingStart { properties, flow }),
        };
        self.state = state;
        Ok(Located { event, start, end })
    }

    /// Reads an anchor and a tag, in any order, and where they end.
    fn properties(&mut self, start: Mark) -> Result<(Properties<'a>, Option<Mark>), Fault> {
        let mut properties = Properties::default();
        let mut end = None;
        let mut tag = None;
        loop {
            match self.peek()?.kind {
                TokenKind::Anchor(name) if properties.anchor.is_none() => {
                    properties.anchor = Some(name);
                    end = Some(self.take()?.end);
                }
                TokenKind::Tag(_) if tag.is_none() => {
                    let token = self.take()?;
                    end = Some(token.end);
                    tag = Some(token);
                }
                _ => break,
            }
        }
        // Only now: faults of the token behind come first.
        if let Some(Token { kind: TokenKind::Tag(parts), start: at, .. }) = tag {
            properties.tag = Some(self.resolve_tag(parts.handle, &parts.suffix, start, at)?);
        }
        Ok((properties, end))
    }

    fn resolve_tag(
        &self,
        handle: &str,
        suffix: &str,
        start: Mark,
        at: Mark,
    ) -> Result<Box<str>, Fault> {
        let declared = self.tags.iter().find(|(known, _)| *known == handle);
        let prefix = match (declared, handle) {
            (_, "") => "",
            (Some((_, prefix)), _) => prefix,
            (None, "!") => "!",
            (None, "!!") => super::resolve::TAG_PREFIX,
            (None, _) => {
                return Err(Self::unexpected(start, at, "found undefined tag handle"));
            }
        };
        Ok(format!("{prefix}{suffix}").into_boxed_str())
    }

    fn collection_end(&mut self, event: Event<'a>) -> Step<'a> {
        let token = self.take()?;
        self.marks.pop();
        self.leave();
        self.pop_state();
        Ok(Located { event, start: token.start, end: token.end })
    }
}
