//! Go's string: immutable bytes that are usually UTF-8, cheap to clone.
//!
//! Short strings live inside the value, long ones are shared between threads, so that
//! template literals and frozen values are used without copying. A shared string can carry
//! the origins of its bytes ([`Piece`]), which is how output finds its template line.

use std::borrow::{Borrow, Cow};
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::memory;
pub use crate::source::Piece;

/// Bytes that fit into the value itself.
const INLINE: usize = 22;

/// A Go `string`. Compared, ordered and hashed by its bytes; origins do not count.
#[derive(Clone)]
pub struct Str(Repr);

#[derive(Clone)]
enum Repr {
    Inline {
        len: u8,
        bytes: [u8; INLINE],
    },
    Static(&'static str),
    /// Of moderate length and without origins, which most are: one allocation.
    Plain(Arc<[u8]>),
    Shared(Arc<Text>),
}

struct Text {
    bytes: Box<[u8]>,
    pieces: Option<Box<[Piece]>>,
}

/// Strings from this length on count as memory that a run holds.
const COUNTED: usize = 1024;

impl Text {
    fn new(bytes: Box<[u8]>, pieces: Option<Box<[Piece]>>) -> Arc<Text> {
        if bytes.len() >= COUNTED {
            memory::taken(bytes.len());
        }
        Arc::new(Text { bytes, pieces })
    }
}

impl Drop for Text {
    fn drop(&mut self) {
        if self.bytes.len() >= COUNTED {
            memory::returned(self.bytes.len());
        }
    }
}

impl Str {
    /// The empty string.
    pub const EMPTY: Str = Str(Repr::Static(""));

    /// A string of the program; never copied.
    pub const fn from_static(text: &'static str) -> Str {
        Str(Repr::Static(text))
    }

    /// The bytes.
    pub fn as_bytes(&self) -> &[u8] {
        match &self.0 {
            Repr::Inline { len, bytes } => &bytes[..usize::from(*len)],
            Repr::Static(text) => text.as_bytes(),
            Repr::Plain(bytes) => bytes,
            Repr::Shared(text) => &text.bytes,
        }
    }

    /// The text, when it is valid UTF-8.
    pub fn as_utf8(&self) -> Option<&str> {
        std::str::from_utf8(self.as_bytes()).ok()
    }

    /// The text with invalid bytes replaced by U+FFFD, one for each byte as Go does.
    pub fn to_string_lossy(&self) -> Cow<'_, str> {
        match self.as_utf8() {
            Some(text) => Cow::Borrowed(text),
            None => Cow::Owned(lossy(self.as_bytes())),
        }
    }

    /// Length in bytes.
    pub fn len(&self) -> usize {
        match &self.0 {
            Repr::Inline { len, .. } => usize::from(*len),
            Repr::Static(text) => text.len(),
            Repr::Plain(bytes) => bytes.len(),
            Repr::Shared(text) => text.bytes.len(),
        }
    }

    /// True for `""`.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Makes a string whose bytes know where they came from.
    pub fn with_pieces(bytes: Vec<u8>, pieces: Vec<Piece>) -> Str {
        let pieces = (!pieces.is_empty()).then(|| pieces.into_boxed_slice());
        Str(Repr::Shared(Text::new(bytes.into_boxed_slice(), pieces)))
    }

    /// A part of the string that remembers where its bytes came from. The range must lie inside.
    pub fn part(&self, range: std::ops::Range<usize>) -> Str {
        let bytes = &self.as_bytes()[range.clone()];
        let pieces = self.pieces();
        if pieces.is_empty() {
            return Str::from(bytes);
        }
        let first = pieces.partition_point(|piece| piece.end as usize <= range.start);
        let mut own = Vec::new();
        for piece in &pieces[first..] {
            let end = (piece.end as usize).min(range.end);
            own.push(Piece { end: (end - range.start) as u32, ..*piece });
            if end == range.end {
                break;
            }
        }
        Str::with_pieces(bytes.to_vec(), own)
    }

    /// Where the bytes came from; empty when nobody recorded it.
    pub fn pieces(&self) -> &[Piece] {
        match &self.0 {
            Repr::Shared(text) => text.pieces.as_deref().unwrap_or_default(),
            _ => &[],
        }
    }
}

/// Bytes as text, each invalid byte as one U+FFFD. (Rust's own lossy conversion replaces
/// maximal invalid sequences, Go's `range` and encoders replace single bytes.)
pub(crate) fn lossy(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len() + 8);
    for chunk in bytes.utf8_chunks() {
        out.push_str(chunk.valid());
        out.extend(chunk.invalid().iter().map(|_| '\u{fffd}'));
    }
    out
}

impl From<&[u8]> for Str {
    fn from(bytes: &[u8]) -> Str {
        if bytes.len() <= INLINE {
            let mut inline = [0; INLINE];
            inline[..bytes.len()].copy_from_slice(bytes);
            return Str(Repr::Inline { len: bytes.len() as u8, bytes: inline });
        }
        if bytes.len() < COUNTED {
            return Str(Repr::Plain(bytes.into()));
        }
        Str(Repr::Shared(Text::new(bytes.into(), None)))
    }
}

impl From<&str> for Str {
    fn from(text: &str) -> Str {
        Str::from(text.as_bytes())
    }
}

impl From<Vec<u8>> for Str {
    fn from(bytes: Vec<u8>) -> Str {
        // Copying a few bytes is cheaper than a second allocation that points to them.
        if bytes.len() < COUNTED {
            return Str::from(&bytes[..]);
        }
        Str(Repr::Shared(Text::new(bytes.into_boxed_slice(), None)))
    }
}

impl From<String> for Str {
    fn from(text: String) -> Str {
        Str::from(text.into_bytes())
    }
}

impl From<Cow<'_, str>> for Str {
    fn from(text: Cow<'_, str>) -> Str {
        match text {
            Cow::Borrowed(text) => Str::from(text),
            Cow::Owned(text) => Str::from(text),
        }
    }
}

impl From<Cow<'_, [u8]>> for Str {
    fn from(bytes: Cow<'_, [u8]>) -> Str {
        match bytes {
            Cow::Borrowed(bytes) => Str::from(bytes),
            Cow::Owned(bytes) => Str::from(bytes),
        }
    }
}

impl Default for Str {
    fn default() -> Str {
        Str::EMPTY
    }
}

impl AsRef<[u8]> for Str {
    fn as_ref(&self) -> &[u8] {
        self.as_bytes()
    }
}

impl Borrow<[u8]> for Str {
    fn borrow(&self) -> &[u8] {
        self.as_bytes()
    }
}

impl PartialEq for Str {
    fn eq(&self, other: &Str) -> bool {
        match (&self.0, &other.0) {
            // What is behind the end is zero in both: nothing depends on the length.
            (Repr::Inline { len, bytes }, Repr::Inline { len: other_len, bytes: other }) => {
                len == other_len && bytes == other
            }
            _ => self.as_bytes() == other.as_bytes(),
        }
    }
}

impl Eq for Str {}

impl PartialEq<str> for Str {
    fn eq(&self, other: &str) -> bool {
        self.as_bytes() == other.as_bytes()
    }
}

impl PartialEq<&str> for Str {
    fn eq(&self, other: &&str) -> bool {
        self.as_bytes() == other.as_bytes()
    }
}

impl PartialOrd for Str {
    fn partial_cmp(&self, other: &Str) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Str {
    fn cmp(&self, other: &Str) -> Ordering {
        self.as_bytes().cmp(other.as_bytes())
    }
}

impl Hash for Str {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_bytes().hash(state);
    }
}

impl fmt::Debug for Str {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&*self.to_string_lossy(), f)
    }
}

impl fmt::Display for Str {
    /// Prints the text, invalid bytes as U+FFFD.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_string_lossy())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_static_and_shared_strings_are_equal_by_bytes() {
        assert_eq!(Str::from_static("abc"), Str::from("abc"));
        let long = "x".repeat(100);
        assert_eq!(Str::from(long.clone()), Str::from(long.as_str()));
        assert_eq!(Str::from(&b"\xff"[..]).to_string_lossy(), "\u{fffd}");
    }

    #[test]
    fn each_invalid_byte_becomes_one_replacement_character() {
        assert_eq!(lossy(b"a\xe2\x82b"), "a\u{fffd}\u{fffd}b");
    }
}
