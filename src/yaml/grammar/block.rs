//! The grammar of block collections: lists with dashes, mappings by indentation.

use super::{Events, State, Step};
use crate::yaml::event::{Event, Located};
use crate::yaml::scan::TokenKind;

impl<'a> Events<'a> {
    pub(super) fn block_sequence_entry(&mut self) -> Step<'a> {
        let token = self.peek()?;
        let at = token.start;
        match token.kind {
            TokenKind::BlockEntry => {
                let end = self.take()?.end;
                match self.peek()?.kind {
                    TokenKind::BlockEntry | TokenKind::BlockEnd => {
                        self.state = State::BlockSequenceEntry;
                        Ok(Self::empty(end))
                    }
                    _ => {
                        self.states.push(State::BlockSequenceEntry);
                        self.node(true, false)
                    }
                }
            }
            TokenKind::BlockEnd => self.collection_end(Event::SequenceEnd),
            _ => {
                let context = self.marks.last().copied().unwrap_or_default();
                Err(Self::unexpected(context, at, "did not find expected '-' indicator"))
            }
        }
    }

    pub(super) fn indentless_sequence_entry(&mut self) -> Step<'a> {
        let token = self.peek()?;
        let at = token.start;
        if !matches!(token.kind, TokenKind::BlockEntry) {
            self.leave();
            self.pop_state();
            return Ok(Located { event: Event::SequenceEnd, start: at, end: at });
        }
        let end = self.take()?.end;
        match self.peek()?.kind {
            TokenKind::BlockEntry | TokenKind::Key | TokenKind::Value | TokenKind::BlockEnd => {
                self.state = State::IndentlessSequenceEntry;
                Ok(Self::empty(end))
            }
            _ => {
                self.states.push(State::IndentlessSequenceEntry);
                self.node(true, false)
            }
        }
    }

    pub(super) fn block_mapping_key(&mut self) -> Step<'a> {
        let token = self.peek()?;
        let at = token.start;
        match token.kind {
            TokenKind::Key => {
                let end = self.take()?.end;
                match self.peek()?.kind {
                    TokenKind::Key | TokenKind::Value | TokenKind::BlockEnd => {
                        self.state = State::BlockMappingValue;
                        Ok(Self::empty(end))
                    }
                    _ => {
                        self.states.push(State::BlockMappingValue);
                        self.node(true, true)
                    }
                }
            }
            TokenKind::BlockEnd => self.collection_end(Event::MappingEnd),
            _ => {
                let context = self.marks.last().copied().unwrap_or_default();
                Err(Self::unexpected(context, at, "did not find expected key"))
            }
        }
    }

    pub(super) fn block_mapping_value(&mut self) -> Step<'a> {
        let token = self.peek()?;
        let at = token.start;
        if !matches!(token.kind, TokenKind::Value) {
            self.state = State::BlockMappingKey;
            return Ok(Self::empty(at));
        }
        let end = self.take()?.end;
        match self.peek()?.kind {
            TokenKind::Key | TokenKind::Value | TokenKind::BlockEnd => {
                self.state = State::BlockMappingKey;
                Ok(Self::empty(end))
            }
            _ => {
                self.states.push(State::BlockMappingKey);
                self.node(true, true)
            }
        }
    }
}
