//! Builds strings out of parts of others, so that every byte keeps its origin.
//!
//! For functions that move text around without changing what it says (indent, trim, quote,
//! replace of white space). When the parts carry no [`Piece`]s, only bytes are copied.

use std::ops::Range;

use super::str::{Piece, Str};

/// A string under construction.
#[derive(Debug, Default)]
pub struct StrBuilder {
    bytes: Vec<u8>,
    /// Sorted runs; what lies behind the last one has no origin yet.
    pieces: Vec<Piece>,
}

impl StrBuilder {
    /// An empty string with room for some bytes.
    pub fn with_capacity(bytes: usize) -> StrBuilder {
        StrBuilder { bytes: Vec::with_capacity(bytes), pieces: Vec::new() }
    }

    /// Length so far.
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// True when nothing has been added.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Adds bytes that belong to what comes next: padding, an opening quote. (At the end of
    /// the string they belong to what came before.)
    pub fn push(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// Adds a part of a string with its origins.
    pub fn push_part(&mut self, text: &Str, range: Range<usize>) {
        let base = self.bytes.len();
        self.bytes.extend_from_slice(&text.as_bytes()[range.clone()]);
        let pieces = text.pieces();
        if pieces.is_empty() {
            return;
        }
        let first = pieces.partition_point(|p| p.end as usize <= range.start);
        for piece in &pieces[first..] {
            let end = (piece.end as usize).min(range.end);
            let end = u32::try_from(base + end - range.start).unwrap_or(u32::MAX);
            self.mark(Piece { end, ..*piece });
            if piece.end as usize >= range.end {
                break;
            }
        }
    }

    fn mark(&mut self, piece: Piece) {
        match self.pieces.last_mut() {
            Some(last) if last.is_like(&piece) => last.end = last.end.max(piece.end),
            _ if piece.end > 0 => self.pieces.push(piece),
            _ => {}
        }
    }

    /// The string.
    pub fn finish(mut self) -> Str {
        if self.pieces.is_empty() {
            return Str::from(self.bytes);
        }
        if let Some(last) = self.pieces.last_mut() {
            last.end = u32::try_from(self.bytes.len()).unwrap_or(u32::MAX);
        }
        Str::with_pieces(self.bytes, self.pieces)
    }
}

impl Str {
    /// A part of the string with its origins. The range must lie inside of the string.
    pub fn slice(&self, range: Range<usize>) -> Str {
        if self.pieces().is_empty() {
            return Str::from(&self.as_bytes()[range]);
        }
        let mut builder = StrBuilder::with_capacity(range.len());
        builder.push_part(self, range);
        builder.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{SourceMap, Span};

    #[test]
    fn parts_keep_their_origins_and_padding_joins_what_follows() {
        let file = SourceMap::default().add("t", "");
        let (one, two) = (Span::new(file, 1, 2), Span::new(file, 3, 4));
        let pieces = vec![Piece::new(3, one), Piece::new(6, two)];
        let text = Str::with_pieces(b"abcdef".to_vec(), pieces);

        let part = text.slice(2..5);
        assert_eq!(part, "cde");
        assert_eq!(part.pieces(), [Piece::new(1, one), Piece::new(3, two)]);

        let mut builder = StrBuilder::default();
        builder.push(b"  ");
        builder.push_part(&text, 0..3);
        builder.push(b"\n  ");
        builder.push_part(&text, 3..6);
        builder.push(b"!");
        let text = builder.finish();
        assert_eq!(text, "  abc\n  def!");
        assert_eq!(text.pieces(), [Piece::new(5, one), Piece::new(12, two)]);
        assert_eq!(Str::from("abc").slice(1..2).pieces(), []);
    }
}
