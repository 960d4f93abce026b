//! The grammar of flow collections: brackets and braces.

use super::{Events, State, Step};
use crate::yaml::event::{Event, Located, Properties};
use crate::yaml::scan::TokenKind;

impl<'a> Events<'a> {
    pub(super) fn flow_sequence_entry(&mut self, first: bool) -> Step<'a> {
        if !matches!(self.peek()?.kind, TokenKind::FlowSequenceEnd) {
            if !first {
                let token = self.peek()?;
                let at = token.start;
                if !matches!(token.kind, TokenKind::FlowEntry) {
                    let context = self.marks.last().copied().unwrap_or_default();
                    return Err(Self::unexpected(context, at, "did not find expected ',' or ']'"));
                }
                self.take()?;
            }
            match self.peek()?.kind {
                TokenKind::Key => {
                    // `[a: b]` holds a mapping of one pair.
                    let token = self.take()?;
                    self.enter(token.start)?;
                    self.state = State::FlowSequencePairKey;
                    let properties = Properties::default();
                    let event = Event::MappingStart { properties, flow: true };
                    return Ok(Located { event, start: token.start, end: token.end });
                }
                TokenKind::FlowSequenceEnd => {}
                _ => {
                    self.states.push(State::FlowSequenceEntry { first: false });
                    return self.node(false, false);
                }
            }
        }
        self.collection_end(Event::SequenceEnd)
    }

    pub(super) fn flow_sequence_pair_key(&mut self) -> Step<'a> {
        let token = self.peek()?;
        let end = token.end;
        match token.kind {
            TokenKind::Value | TokenKind::FlowEntry | TokenKind::FlowSequenceEnd => {
                // libyaml passes over this token although it belongs to the value.
                self.take()?;
                self.state = State::FlowSequencePairValue;
                Ok(Self::empty(end))
            }
            _ => {
                self.states.push(State::FlowSequencePairValue);
                self.node(false, false)
            }
        }
    }

    pub(super) fn flow_sequence_pair_value(&mut self) -> Step<'a> {
        if matches!(self.peek()?.kind, TokenKind::Value) {
            self.take()?;
            if !matches!(self.peek()?.kind, TokenKind::FlowEntry | TokenKind::FlowSequenceEnd) {
                self.states.push(State::FlowSequencePairEnd);
                return self.node(false, false);
            }
        }
        let at = self.peek()?.start;
        self.state = State::FlowSequencePairEnd;
        Ok(Self::empty(at))
    }

    pub(super) fn flow_sequence_pair_end(&mut self) -> Step<'a> {
        let at = self.peek()?.start;
        self.leave();
        self.state = State::FlowSequenceEntry { first: false };
        Ok(Located { event: Event::MappingEnd, start: at, end: at })
    }

    pub(super) fn flow_mapping_key(&mut self, first: bool) -> Step<'a> {
        if !matches!(self.peek()?.kind, TokenKind::FlowMappingEnd) {
            if !first {
                let token = self.peek()?;
                let at = token.start;
                if !matches!(token.kind, TokenKind::FlowEntry) {
                    let context = self.marks.last().copied().unwrap_or_default();
                    return Err(Self::unexpected(context, at, "did not find expected ',' or '}'"));
                }
                self.take()?;
            }
            match self.peek()?.kind {
                TokenKind::Key => {
                    self.take()?;
                    let token = self.peek()?;
                    let at = token.start;
                    if matches!(
                        token.kind,
                        TokenKind::Value | TokenKind::FlowEntry | TokenKind::FlowMappingEnd
                    ) {
                        self.state = State::FlowMappingValue;
                        return Ok(Self::empty(at));
                    }
                    self.states.push(State::FlowMappingValue);
                    return self.node(false, false);
                }
                TokenKind::FlowMappingEnd => {}
                _ => {
                    self.states.push(State::FlowMappingEmptyValue);
                    return self.node(false, false);
                }
            }
        }
        self.collection_end(Event::MappingEnd)
    }

    pub(super) fn flow_mapping_value(&mut self, empty: bool) -> Step<'a> {
        let at = self.peek()?.start;
        self.state = State::FlowMappingKey { first: false };
        if !empty && matches!(self.peek()?.kind, TokenKind::Value) {
            self.take()?;
            if !matches!(self.peek()?.kind, TokenKind::FlowEntry | TokenKind::FlowMappingEnd) {
                self.states.push(State::FlowMappingKey { first: false });
                return self.node(false, false);
            }
        }
        Ok(Self::empty(at))
    }
}
