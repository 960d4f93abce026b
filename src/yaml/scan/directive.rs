//! Directives (`%YAML`, `%TAG`) and tags.

use std::borrow::Cow;

use super::chars::{is_blank, is_word};
use super::token::TagParts;
use super::{Scan, Scanner, TokenKind};
use crate::gotext;
use crate::yaml::error::Mark;

/// No version number is longer; go-yaml's limit.
const MAX_VERSION_DIGITS: usize = 2;

impl<'a> Scanner<'a> {
    pub(super) fn fetch_directive(&mut self) -> Scan<()> {
        self.unroll_indent(-1);
        self.remove_key()?;
        self.key_allowed = false;
        let start = self.mark();
        self.pos += 1;
        let name = self.scan_word();
        if name.is_empty() {
            return Err(self.problem(start, "could not find expected directive name"));
        }
        if !self.blank_or_end(0) {
            return Err(self.problem(start, "found unexpected non-alphabetical character"));
        }
        let kind = match name {
            "YAML" => {
                self.skip_blanks();
                let major = self.scan_version_number(start)?;
                if self.byte(0) != b'.' {
                    let text = "did not find expected digit or '.' character";
                    return Err(self.problem(start, text));
                }
                self.pos += 1;
                TokenKind::VersionDirective(major, self.scan_version_number(start)?)
            }
            "TAG" => TokenKind::TagDirective(Box::new(self.scan_tag_directive(start)?)),
            _ => return Err(self.problem(start, "found unknown directive name")),
        };
        self.push(kind, start);
        self.skip_header_end(start)
    }

    fn scan_word(&mut self) -> &'a str {
        let from = self.pos;
        while is_word(self.byte(0)) {
            self.pos += 1;
        }
        &self.text[from..self.pos]
    }

    fn scan_version_number(&mut self, start: Mark) -> Scan<u32> {
        let from = self.pos;
        let mut value = 0;
        while self.byte(0).is_ascii_digit() {
            if self.pos - from >= MAX_VERSION_DIGITS {
                return Err(self.problem(start, "found extremely long version number"));
            }
            value = value * 10 + u32::from(self.byte(0) - b'0');
            self.pos += 1;
        }
        if self.pos == from {
            return Err(self.problem(start, "did not find expected version number"));
        }
        Ok(value)
    }

    fn scan_tag_directive(&mut self, start: Mark) -> Scan<TagParts<'a>> {
        self.skip_blanks();
        let handle = self.scan_tag_handle(true, start)?;
        if !is_blank(self.byte(0)) {
            return Err(self.problem(start, "did not find expected whitespace"));
        }
        self.skip_blanks();
        let suffix = self.scan_tag_uri("", start)?;
        if !self.blank_or_end(0) {
            return Err(self.problem(start, "did not find expected whitespace or line break"));
        }
        Ok(TagParts { handle, suffix })
    }

    pub(super) fn fetch_tag(&mut self) -> Scan<()> {
        self.save_key()?;
        self.key_allowed = false;
        let start = self.mark();
        let parts = if self.byte(1) == b'<' {
            self.pos += 2;
            let suffix = self.scan_tag_uri("", start)?;
            if self.byte(0) != b'>' {
                return Err(self.problem(start, "did not find the expected '>'"));
            }
            self.pos += 1;
            TagParts { handle: "", suffix }
        } else {
            let handle = self.scan_tag_handle(false, start)?;
            if handle.len() > 1 && handle.ends_with('!') {
                TagParts { handle, suffix: self.scan_tag_uri("", start)? }
            } else {
                // It was no handle, but the beginning of a local tag.
                let suffix = self.scan_tag_uri(handle, start)?;
                if suffix.is_empty() {
                    // `!` alone says: not to be resolved.
                    TagParts { handle: "", suffix: Cow::Borrowed("!") }
                } else {
                    TagParts { handle: "!", suffix }
                }
            }
        };
        if !self.blank_or_end(0) {
            return Err(self.problem(start, "did not find expected whitespace or line break"));
        }
        self.push(TokenKind::Tag(Box::new(parts)), start);
        Ok(())
    }

    /// `!`, `!!` or `!word!`; of a local tag, its first word with the `!`.
    fn scan_tag_handle(&mut self, directive: bool, start: Mark) -> Scan<&'a str> {
        if self.byte(0) != b'!' {
            return Err(self.problem(start, "did not find expected '!'"));
        }
        let from = self.pos;
        self.pos += 1;
        self.scan_word();
        if self.byte(0) == b'!' {
            self.pos += 1;
        } else if directive && self.pos - from > 1 {
            return Err(self.problem(start, "did not find expected '!'"));
        }
        Ok(&self.text[from..self.pos])
    }

    /// The rest of a tag, behind `head` (a word with its `!`, which does not count).
    fn scan_tag_uri(&mut self, head: &'a str, start: Mark) -> Scan<Cow<'a, str>> {
        let from = self.pos - head.len().saturating_sub(1);
        let mut decoded: Option<Vec<u8>> = None;
        loop {
            let byte = self.byte(0);
            if byte == b'%' {
                let plain = &self.src[from..self.pos];
                let character = self.scan_uri_escapes(start)?;
                decoded.get_or_insert_with(|| plain.to_vec()).extend_from_slice(&character);
            } else if is_word(byte) || b";/?:@&=+$,.!~*'()[]".contains(&byte) {
                decoded.iter_mut().for_each(|bytes| bytes.push(byte));
                self.pos += 1;
            } else {
                break;
            }
        }
        if self.pos == from && head.is_empty() {
            return Err(self.problem(start, "did not find expected tag URI"));
        }
        Ok(match decoded {
            None => Cow::Borrowed(&self.text[from..self.pos]),
            Some(bytes) => Cow::Owned(gotext::replace_invalid(&bytes)),
        })
    }

    /// Reads the `%XX` of one character.
    fn scan_uri_escapes(&mut self, start: Mark) -> Scan<Vec<u8>> {
        let mut width = 0;
        let mut octets = Vec::with_capacity(4);
        while octets.is_empty() || octets.len() < width {
            let hex = |byte: u8| (byte as char).to_digit(16);
            let (high, low) = (hex(self.byte(1)), hex(self.byte(2)));
            let (b'%', Some(high), Some(low)) = (self.byte(0), high, low) else {
                return Err(self.problem(start, "did not find URI escaped octet"));
            };
            let octet = (high << 4 | low) as u8;
            if octets.is_empty() {
                width = match octet {
                    0x00..=0x7F => 1,
                    0xC0..=0xDF => 2,
                    0xE0..=0xEF => 3,
                    0xF0..=0xF7 => 4,
                    _ => {
                        let text = "found an incorrect leading UTF-8 octet";
                        return Err(self.problem(start, text));
                    }
                };
            } else if octet & 0xC0 != 0x80 {
                return Err(self.problem(start, "found an incorrect trailing UTF-8 octet"));
            }
            octets.push(octet);
            self.pos += 3;
        }
        Ok(octets)
    }
}
