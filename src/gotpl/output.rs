//! What a template prints: bytes, and on demand where each run of them came from.

use crate::source::{CallId, Calls, Span};
use crate::value::{Piece, Str};

/// The output of a run. Without tracing it is just bytes.
#[derive(Debug, Default)]
pub struct Output {
    /// The bytes so far.
    pub bytes: Vec<u8>,
    /// The origin of the bytes, when it is recorded.
    pub pieces: Option<Vec<Piece>>,
}

impl Output {
    /// An empty output that records origins, or not.
    pub fn new(tracing: bool) -> Output {
        Output { bytes: Vec::new(), pieces: tracing.then(Vec::new) }
    }

    /// Appends bytes that a node printed.
    pub fn write(&mut self, bytes: &[u8], span: Span) {
        self.bytes.extend_from_slice(bytes);
        self.mark(span);
    }

    /// Says that everything written since the last mark came from a node.
    pub fn mark(&mut self, span: Span) {
        self.mark_as(span, CallId::NONE);
    }

    fn mark_as(&mut self, span: Span, calls: CallId) {
        let Some(pieces) = &mut self.pieces else { return };
        let end = u32::try_from(self.bytes.len()).unwrap_or(u32::MAX);
        let piece = Piece { end, span, calls };
        match pieces.last_mut() {
            Some(last) if last.end >= end => {}
            Some(last) if last.is_like(&piece) => last.end = end,
            _ if end > 0 => pieces.push(piece),
            _ => {}
        }
    }

    /// Appends text of a template. Each of its lines is an origin of its own.
    pub fn write_text(&mut self, bytes: &[u8], span: Span) {
        if self.pieces.is_none() {
            return self.bytes.extend_from_slice(bytes);
        }
        let mut start = span.start;
        for line in bytes.split_inclusive(|b| *b == b'\n') {
            let end = start.saturating_add(line.len() as u32);
            self.write(line, Span { start, end, ..span });
            start = end;
        }
    }

    /// Appends a string that a node printed. Runs whose origin the string knows keep it, and
    /// have passed through the node.
    pub fn write_str(&mut self, text: &Str, span: Span, calls: &mut Calls) {
        if self.pieces.is_none() || text.pieces().is_empty() {
            return self.write(text.as_bytes(), span);
        }
        let mut start = 0;
        for piece in text.pieces() {
            let end = piece.end as usize;
            self.bytes.extend_from_slice(&text.as_bytes()[start..end]);
            match piece.span.is_none() {
                true => self.mark(span),
                false => self.mark_as(piece.span, calls.through(span, piece.calls)),
            }
            start = end;
        }
        self.write(&text.as_bytes()[start..], span);
    }

    /// The output as a string that remembers the origins.
    pub fn into_str(self) -> Str {
        match self.pieces {
            Some(pieces) => Str::with_pieces(self.bytes, pieces),
            None => Str::from(self.bytes),
        }
    }
}
