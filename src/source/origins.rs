//! Which text wrote which part of another: the origins of rendered output.
//!
//! A renderer says for every run of bytes ([`Piece`]) which part of which template printed it,
//! and through which calls ([`Calls`]) the bytes came into the output. [`Origins`] answers for
//! one byte. What a template is, is not known here.

use std::collections::HashMap;
use std::sync::Arc;

use super::{FileId, SourceFile, Span};

/// Where a run of bytes of a text came from. A text's pieces are sorted and cover it from the
/// start: each begins where the one before ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Piece {
    /// Offset behind the last byte of the run.
    pub end: u32,
    /// What printed the bytes: one line of text of a template, or one action.
    pub span: Span,
    /// The calls through which the bytes passed on.
    pub calls: CallId,
}

impl Piece {
    /// A run that passed through no call.
    pub fn new(end: u32, span: Span) -> Piece {
        Piece { end, span, calls: CallId::NONE }
    }

    /// Whether both came from the same place on the same way.
    pub fn is_like(&self, other: &Piece) -> bool {
        self.span == other.span && self.calls == other.calls
    }
}

/// A chain of calls of a [`Calls`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct CallId(u32);

impl CallId {
    /// No call.
    pub const NONE: CallId = CallId(0);
}

/// How many chains are told apart; what lies beyond loses its outer calls. Real charts have a
/// few thousand.
const MAX_CHAINS: usize = 1 << 20;

/// Chains of calls, each kept once.
#[derive(Debug, Clone, Default)]
pub struct Calls {
    /// The outermost call of each chain, and what was inside of it.
    list: Vec<(Span, CallId)>,
    known: HashMap<(Span, CallId), CallId>,
    /// The chain that was asked for last: neighbouring runs of bytes come the same way.
    last: Option<((Span, CallId), CallId)>,
}

impl Calls {
    /// The chain that a call makes of the one that led to it.
    pub fn through(&mut self, call: Span, inner: CallId) -> CallId {
        let key = (call, inner);
        if let Some((known, id)) = self.last
            && known == key
        {
            return id;
        }
        let id = match self.known.get(&key) {
            Some(id) => *id,
            None if self.list.len() >= MAX_CHAINS => return inner,
            None => {
                self.list.push(key);
                let id = CallId(self.list.len() as u32);
                self.known.insert(key, id);
                id
            }
        };
        self.last = Some((key, id));
        id
    }

    /// The places of the calls, outermost first.
    pub fn sites(&self, mut id: CallId) -> Vec<Span> {
        let mut sites = Vec::new();
        while let Some((site, inner)) = self.get(id) {
            sites.push(*site);
            id = *inner;
        }
        sites
    }

    fn get(&self, id: CallId) -> Option<&(Span, CallId)> {
        self.list.get(id.0.checked_sub(1)? as usize)
    }
}

/// The origins of one text.
#[derive(Debug, Clone, Default)]
pub struct Origins {
    pieces: Vec<Piece>,
    calls: Arc<Calls>,
}

/// Where one byte came from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    /// The place in the template, from the byte on as far as that is known.
    pub span: Span,
    /// The places of the calls that led there, outermost first.
    pub calls: Vec<Span>,
}

impl Origins {
    /// Origins whose chains of calls are those of a table.
    pub fn new(calls: Arc<Calls>) -> Origins {
        Origins { pieces: Vec::new(), calls }
    }

    /// Appends a part of a text: the bytes from `start` to `end` of the text of these pieces.
    pub fn push(&mut self, pieces: &[Piece], range: std::ops::Range<usize>) {
        let base = self.len();
        let first = pieces.partition_point(|piece| piece.end as usize <= range.start);
        for piece in &pieces[first..] {
            let end = (piece.end as usize).min(range.end);
            self.mark(base + end - range.start, Piece { end: 0, ..*piece });
            if end == range.end {
                return;
            }
        }
        self.skip(base + range.len());
    }

    /// Says that the text up to an offset came from nowhere.
    pub fn skip(&mut self, end: usize) {
        self.mark(end, Piece::new(0, Span::NONE));
    }

    fn len(&self) -> usize {
        self.pieces.last().map_or(0, |piece| piece.end as usize)
    }

    fn mark(&mut self, end: usize, piece: Piece) {
        let end = u32::try_from(end).unwrap_or(u32::MAX);
        match self.pieces.last_mut() {
            Some(last) if last.end >= end => {}
            _ if end > 0 => self.pieces.push(Piece { end, ..piece }),
            _ => {}
        }
    }

    /// Where a byte of a text came from. `find` looks up the templates.
    pub fn of(
        &self,
        text: &str,
        offset: u32,
        find: impl Fn(FileId) -> Option<Arc<SourceFile>>,
    ) -> Option<Origin> {
        let index = self.pieces.partition_point(|piece| piece.end <= offset);
        let piece = self.pieces.get(index).filter(|piece| !piece.span.is_none())?;
        let start = index.checked_sub(1).map_or(0, |before| self.pieces[before].end);
        let template = find(piece.span.file)?;
        let printed = text.as_bytes().get(start as usize..piece.end as usize)?;
        let span = exact(piece.span, &template, printed, offset - start);
        Some(Origin { span, calls: self.calls.sites(piece.calls) })
    }
}

/// The byte of the template that a byte of the output is, where text was copied; else the
/// whole of what printed it.
fn exact(span: Span, template: &SourceFile, printed: &[u8], at: u32) -> Span {
    let written = template.text.as_bytes().get(span.start as usize..span.end as usize);
    let written = written.unwrap_or_default();
    // Indentation that was put before the text counts as the text's first byte.
    let shift = printed.len() as i64 - written.len() as i64;
    let start = match () {
        () if printed.ends_with(written) => i64::from(at) - shift,
        // Parts are cut out of texts, at either end.
        () if written.ends_with(printed) => i64::from(at) - shift,
        () if written.starts_with(printed) => i64::from(at),
        () => 0,
    };
    let start = start.clamp(0, written.len().saturating_sub(1) as i64) as u32;
    // A finding about an indented line is about the first thing on it.
    let blanks = written[start as usize..].iter().take_while(|b| b.is_ascii_whitespace()).count();
    let blanks = if start as usize + blanks == written.len() { 0 } else { blanks as u32 };
    Span { start: span.start + start + blanks, ..span }
}

#[cfg(test)]
mod tests {
    use super::super::SourceMap;
    use super::*;

    #[test]
    fn a_byte_is_found_in_the_text_that_was_copied() {
        let map = SourceMap::default();
        let template = map.add("t.yaml", "{{ x }}key: value\n");
        let text = Span::new(template, 7, 18);
        let action = Span::new(template, 0, 7);
        let mut calls = Calls::default();
        let outer = calls.through(action, calls.clone().through(text, CallId::NONE));
        assert_eq!(outer, calls.through(action, CallId(1)));
        let inner = calls.through(text, CallId::NONE);
        let outer = calls.through(action, inner);
        let mut origins = Origins::new(Arc::new(calls));
        origins.skip(4);
        // Two blanks of padding, then the text; then what the action printed.
        origins.push(&[Piece { end: 13, span: text, calls: outer }, Piece::new(15, action)], 0..15);
        let rendered = map.add_traced("<rendered>", "---\n  key: value\n12", origins);
        let at = |offset: usize| {
            let origin = map.origin(Span::new(rendered, offset, offset))?;
            Some((map.locate(origin.span)?.to_string(), origin.calls))
        };
        assert_eq!(at(1), None);
        assert_eq!(at(6), Some(("t.yaml:1:8".into(), vec![action, text])));
        assert_eq!(at(4).unwrap().0, "t.yaml:1:8");
        assert_eq!(at(11).unwrap().0, "t.yaml:1:13");
        assert_eq!(at(18), Some(("t.yaml:1:1".into(), vec![])));
        assert_eq!(at(40), None);
    }
}
