//! The first look at the bytes: are they text that YAML 1.1 allows?
//!
//! go-yaml decodes its input in pieces of 512 bytes, one piece ahead of the scanner, and a
//! forbidden character anywhere in a piece is reported before a syntax fault in the same
//! piece. [`Input::new`] therefore cuts the text where the bad piece begins; the scanner
//! reports [`Input::fault`] when it reaches the cut, and its own faults before that.

use super::error::{Error, ErrorKind};
use crate::source::{FileId, Span};

/// Larger texts are refused. Charts, manifests and values are far below; the tree of a text
/// takes about ten times its size in memory, so this bounds a run to what a small CI machine has.
pub const MAX_BYTES: usize = 24 << 20;

/// How many bytes go-yaml decodes at a time (yaml.v2/yamlprivateh.go, `input_raw_buffer_size`).
const PIECE: usize = 512;

const INCOMPLETE: &str = "incomplete UTF-8 octet sequence";

/// Text that was checked.
pub(super) struct Input<'a> {
    /// The text up to the piece that holds a fault.
    pub text: &'a str,
    /// The fault that stands behind the text.
    pub fault: Option<Error>,
    /// No character of the text is longer than a byte.
    pub ascii: bool,
    /// How many bytes of byte order mark stand before the text proper.
    pub skip: usize,
}

impl<'a> Input<'a> {
    /// Checks bytes of any origin.
    pub fn new(bytes: &'a [u8], file: FileId) -> Input<'a> {
        if bytes.len() > MAX_BYTES {
            return Input::refused(bytes.len(), file);
        }
        let skip = if bytes.starts_with(b"\xEF\xBB\xBF") { 3 } else { 0 };
        let ascii = bytes.is_ascii();
        let (valid, invalid) = match std::str::from_utf8(bytes) {
            Ok(text) => (text, None),
            Err(error) => {
                let at = error.valid_up_to();
                let valid = std::str::from_utf8(&bytes[..at]).unwrap_or_default();
                (valid, Some((at, encoding_text(bytes, at))))
            }
        };
        let fault = forbidden(valid.as_bytes(), skip)
            .map(|at| (at, "control characters are not allowed"))
            .or(invalid);
        let Some((at, problem)) = fault else {
            return Input { text: valid, fault: None, ascii, skip };
        };
        // A character that the text ends in is missed only when more is asked for.
        let cut = if problem == INCOMPLETE { at } else { piece_start(valid, at, skip) };
        let error = Error::new(ErrorKind::Encoding, problem, Span::new(file, at, at + 1));
        Input { text: &valid[..cut], fault: Some(error), ascii, skip }
    }

    fn refused(len: usize, file: FileId) -> Input<'a> {
        let limit = MAX_BYTES >> 20;
        let text = format!("document of {len} bytes is larger than {limit} MiB");
        let error = Error::new(ErrorKind::Limit, text, Span::new(file, 0, 0));
        Input { text: "", fault: Some(error), ascii: true, skip: 0 }
    }
}

/// The first forbidden character. Allowed are tab, the line breaks, and what prints.
fn forbidden(bytes: &[u8], skip: usize) -> Option<usize> {
    let mut at = skip;
    loop {
        at += first_suspect(&bytes[at..])?;
        let next = |n: usize| bytes.get(at + n).copied().unwrap_or(0);
        let bad = match bytes[at] {
            0xC2 => next(1) < 0xA0 && next(1) != 0x85,
            0xEF => next(1) == 0xBF && next(2) >= 0xBE,
            _ => true,
        };
        if bad {
            return Some(at);
        }
        at += 1;
    }
}

/// The first byte that is, or may begin, a forbidden character.
fn first_suspect(bytes: &[u8]) -> Option<usize> {
    // Pieces without any are passed as a whole, without a branch for each byte.
    let is_clean = |piece: &[u8; 64]| !piece.iter().fold(false, |any, b| any | is_suspect(*b));
    let (pieces, _) = bytes.as_chunks::<64>();
    let clean = pieces.iter().take_while(|piece| is_clean(piece)).count() * 64;
    let found = bytes[clean..].iter().position(|b| is_suspect(*b))?;
    Some(clean + found)
}

fn is_suspect(byte: u8) -> bool {
    let is_control = (byte < 0x20) & (byte != b'\t') & (byte != b'\n') & (byte != b'\r');
    is_control | (byte == 0x7F) | (byte == 0xC2) | (byte == 0xEF)
}

/// Where the piece that holds `at` begins. A piece ends before a character that does not fit.
fn piece_start(valid: &str, at: usize, skip: usize) -> usize {
    let mut start = skip;
    let mut end = PIECE;
    while end <= at {
        let mut next = end.min(valid.len());
        while !valid.is_char_boundary(next) {
            next -= 1;
        }
        start = next;
        end = next + PIECE;
    }
    // The first piece holds the byte order mark, which was decoded before.
    if start == skip { 0 } else { start }
}

/// go-yaml's words for broken UTF-8.
fn encoding_text(bytes: &[u8], at: usize) -> &'static str {
    let width = match bytes[at] {
        0x00..=0x7F => 1,
        0xC0..=0xDF => 2,
        0xE0..=0xEF => 3,
        0xF0..=0xF7 => 4,
        _ => return "invalid leading UTF-8 octet",
    };
    let Some(tail) = bytes.get(at + 1..at + width) else {
        return INCOMPLETE;
    };
    if tail.iter().any(|b| b & 0xC0 != 0x80) {
        return "invalid trailing UTF-8 octet";
    }
    let value = tail
        .iter()
        .fold(u32::from(bytes[at]) & (0x7F >> width), |value, b| value << 6 | u32::from(b & 0x3F));
    match (width, value) {
        (2, ..0x80) | (3, ..0x800) | (4, ..0x1_0000) => "invalid length of a UTF-8 sequence",
        _ => "invalid Unicode character",
    }
}
