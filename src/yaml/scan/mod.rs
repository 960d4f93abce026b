//! From text to tokens, by the lexical rules of YAML 1.1 as libyaml and go-yaml understand them.
//!
//! The one hard thing about YAML tokens is that `key: value` shows only at the colon that what
//! stood before it was a key. Tokens therefore wait in a queue while the first of them may
//! still turn out to be a key ([`SimpleKey`]); a key must be on one line and within 1024
//! characters, which bounds the queue.
//!
//! Entry point: [`Scanner::peek`] and [`Scanner::take`]. Texts of scalars are borrowed from the
//! input wherever they stand there as they are. This module knows no grammar and no types.

mod block;
mod chars;
mod directive;
mod flow;
mod token;

use std::collections::VecDeque;

use self::chars::{is_blank, is_word};
pub(in crate::yaml) use self::token::{Token, TokenKind};
use super::error::{Mark, Problem};
use super::input::Input;

/// A key must end within so many characters (YAML 1.1, section 7.4.2).
const MAX_KEY: u32 = 1024;

pub(super) type Scan<T> = Result<T, Problem>;

/// A comment, from its `#` to the end of the line.
pub(super) type CommentRange = (u32, u32);

/// A place where a key may have begun, one for each flow level.
#[derive(Debug, Clone, Copy)]
struct SimpleKey {
    possible: bool,
    /// The place admits nothing but a key: a missing colon is an error.
    required: bool,
    /// The number of the token that began there; at first, of the bracket that opened the level.
    number: usize,
    /// The token waits in the queue until it is known whether it is a key.
    held: bool,
    mark: Mark,
}

/// The scanner. See the module's documentation.
pub(super) struct Scanner<'a> {
    text: &'a str,
    src: &'a [u8],
    ascii: bool,
    pos: usize,
    line: u32,
    /// Where the current line begins, and how many bytes since then only continue a character.
    line_start: usize,
    wide: usize,

    queue: VecDeque<Token<'a>>,
    /// The first token of the queue is certain: no key can begin before it any more.
    certain: bool,
    /// How many tokens were taken out of the queue.
    taken: usize,
    finished: bool,
    /// How many tokens are scanned beyond the first: a fault there comes before one of the
    /// grammar.
    ahead: usize,
    /// The text was cut before a fault of the input.
    cut: bool,
    cut_seen: bool,

    indent: i64,
    indents: Vec<i64>,
    key_allowed: bool,
    /// One per flow level, and one for the block level at the bottom.
    keys: Vec<SimpleKey>,
    pub comments: Vec<CommentRange>,
}

impl<'a> Scanner<'a> {
    pub fn new(input: &Input<'a>) -> Scanner<'a> {
        let mut scanner = Scanner {
            text: input.text,
            src: input.text.as_bytes(),
            ascii: input.ascii,
            pos: 0,
            line: 0,
            line_start: 0,
            wide: 0,
            queue: VecDeque::with_capacity(16),
            certain: false,
            taken: 0,
            finished: false,
            ahead: 0,
            cut: input.fault.is_some(),
            cut_seen: false,
            indent: -1,
            indents: Vec::new(),
            key_allowed: true,
            keys: Vec::new(),
            comments: Vec::new(),
        };
        scanner.push_key_level();
        if !input.text.is_empty() {
            scanner.pos = input.skip;
            scanner.line_start = input.skip;
        }
        scanner
    }

    /// Scans so many tokens beyond the one that is asked for.
    pub fn look_ahead(&mut self, tokens: usize) {
        self.ahead = tokens;
    }

    /// The next token, left where it is.
    #[inline]
    pub fn peek(&mut self) -> Scan<&Token<'a>> {
        if !self.certain {
            self.fill()?;
        }
        Ok(&self.queue[0])
    }

    /// The next token.
    #[inline]
    pub fn take(&mut self) -> Scan<Token<'a>> {
        if !self.certain {
            self.fill()?;
        }
        self.certain = false;
        self.taken += 1;
        Ok(self.queue.pop_front().expect("fill leaves a token in the queue"))
    }

    /// True when the scanner has read all of the text.
    pub fn at_end(&self) -> bool {
        self.pos >= self.src.len()
    }

    /// True when go-yaml would have asked for what stands behind the text: it looks four
    /// characters ahead for each token.
    pub fn saw_cut(&self) -> bool {
        self.cut && (self.cut_seen || self.at_end())
    }

    fn near_cut(&self) -> bool {
        self.cut && self.text.get(self.pos..).is_none_or(|rest| rest.chars().nth(3).is_none())
    }

    /// Scans until the first token is certain.
    fn fill(&mut self) -> Scan<()> {
        while self.queue.is_empty() || self.lacks_tokens() || self.head_may_be_key()? {
            self.fetch()?;
        }
        self.certain = true;
        Ok(())
    }

    fn lacks_tokens(&self) -> bool {
        self.queue.len() <= self.ahead && !self.finished
    }

    fn head_may_be_key(&mut self) -> Scan<bool> {
        let index = self.keys.partition_point(|key| key.number < self.taken);
        match self.keys.get(index) {
            Some(key) if key.number == self.taken && key.held => self.key_is_valid(index),
            _ => Ok(false),
        }
    }

    /// Whether a place can still turn out to be a key. Forgets it if not.
    fn key_is_valid(&mut self, index: usize) -> Scan<bool> {
        let key = self.keys[index];
        if !key.possible {
            return Ok(false);
        }
        if key.mark.line == self.line && self.column() <= key.mark.column + MAX_KEY {
            return Ok(true);
        }
        if key.required {
            return Err(self.problem(key.mark, "could not find expected ':'"));
        }
        self.keys[index].possible = false;
        Ok(false)
    }

    fn next_number(&self) -> usize {
        self.taken + self.queue.len()
    }

    fn push_key_level(&mut self) {
        let number = self.next_number();
        let mark = Mark::default();
        self.keys.push(SimpleKey { possible: false, required: false, number, held: false, mark });
    }

    /// Closes a flow level. If it had no place for a key (`[]`, `[?a]`), go-yaml forgets that
    /// its bracket may begin one: `[]: x` is no mapping. (yaml.v2/scannerc.go,
    /// `yaml_parser_decrease_flow_level`)
    fn pop_key_level(&mut self) {
        if !self.in_flow() {
            return;
        }
        let closed = self.keys.pop();
        if let (Some(closed), Some(outer)) = (closed, self.keys.last_mut())
            && closed.number == outer.number
        {
            outer.held = false;
        }
    }

    /// Notes that a key may begin here.
    fn save_key(&mut self) -> Scan<()> {
        if !self.key_allowed {
            return Ok(());
        }
        self.remove_key()?;
        let mark = self.mark();
        let required = !self.in_flow() && self.indent == i64::from(mark.column);
        let number = self.next_number();
        let key = SimpleKey { possible: true, required, number, held: true, mark };
        *self.keys.last_mut().expect("the block level is never popped") = key;
        Ok(())
    }

    /// Forgets the place noted on this flow level.
    fn remove_key(&mut self) -> Scan<()> {
        let key = self.keys.last_mut().expect("the block level is never popped");
        if key.possible && key.required {
            let mark = key.mark;
            return Err(self.problem(mark, "could not find expected ':'"));
        }
        key.possible = false;
        key.held = false;
        Ok(())
    }

    fn in_flow(&self) -> bool {
        self.keys.len() > 1
    }

    fn push(&mut self, kind: TokenKind<'a>, start: Mark) {
        let end = self.mark();
        self.queue.push_back(Token { kind, start, end });
    }

    /// Opens a block collection at a column, if that is deeper than the current one. The token
    /// goes in front of token `number`, or to the end of the queue.
    fn roll_indent(&mut self, column: u32, number: Option<usize>, kind: TokenKind<'a>, mark: Mark) {
        if self.in_flow() || self.indent >= i64::from(column) {
            return;
        }
        self.indents.push(self.indent);
        self.indent = i64::from(column);
        let token = Token { kind, start: mark, end: mark };
        match number {
            Some(number) => self.insert(number, token),
            None => self.queue.push_back(token),
        }
    }

    /// Puts a token in front of token `number`; if that is gone, to the end.
    fn insert(&mut self, number: usize, token: Token<'a>) {
        match number.checked_sub(self.taken) {
            Some(index) => self.queue.insert(index, token),
            None => self.queue.push_back(token),
        }
    }

    /// Closes all block collections deeper than a column.
    fn unroll_indent(&mut self, column: i64) {
        if self.in_flow() {
            return;
        }
        let mark = self.mark();
        while self.indent > column {
            self.queue.push_back(Token { kind: TokenKind::BlockEnd, start: mark, end: mark });
            self.indent = self.indents.pop().unwrap_or(-1);
        }
    }

    /// Scans one more token (or several, where collections end).
    fn fetch(&mut self) -> Scan<()> {
        self.skip_to_token();
        self.unroll_indent(i64::from(self.column()));
        if self.near_cut() {
            self.cut_seen = true;
            // The text of this problem is never seen.
            return Err(self.problem(self.mark(), "cut"));
        }
        if self.at_end() {
            return self.fetch_stream_end();
        }
        let (byte, next) = (self.byte(0), self.byte(1));
        if self.column() == 0 {
            if byte == b'%' {
                return self.fetch_directive();
            }
            if let Some(kind) = self.document_indicator() {
                return self.fetch_document_indicator(kind);
            }
        }
        let flow = self.in_flow();
        match byte {
            b'[' => self.fetch_flow_start(TokenKind::FlowSequenceStart),
            b'{' => self.fetch_flow_start(TokenKind::FlowMappingStart),
            b']' => self.fetch_flow_end(TokenKind::FlowSequenceEnd),
            b'}' => self.fetch_flow_end(TokenKind::FlowMappingEnd),
            b',' => self.fetch_flow_entry(),
            b'-' if self.blank_or_end(1) => self.fetch_block_entry(),
            b'?' if flow || self.blank_or_end(1) => self.fetch_key(),
            b':' if flow || self.blank_or_end(1) => self.fetch_value(),
            b'*' => self.fetch_anchor(true),
            b'&' => self.fetch_anchor(false),
            b'!' => self.fetch_tag(),
            b'|' if !flow => self.fetch_block_scalar(true),
            b'>' if !flow => self.fetch_block_scalar(false),
            b'\'' => self.fetch_quoted(true),
            b'"' => self.fetch_quoted(false),
            b'-' if !is_blank(next) => self.fetch_plain(),
            b'?' | b':' if !flow => self.fetch_plain(),
            _ if self.starts_plain(byte) => self.fetch_plain(),
            _ => Err(self.problem(self.mark(), "found character that cannot start any token")),
        }
    }

    fn starts_plain(&self, byte: u8) -> bool {
        !is_blank(byte)
            && !self.is_break(0)
            && !matches!(byte, b'-' | b'?' | b':' | b'#' | b'|' | b'>' | b'%' | b'@' | b'`')
    }

    /// Skips blanks, comments and line breaks. A tab may not stand where a key could begin,
    /// since it would count as indentation.
    fn skip_to_token(&mut self) {
        loop {
            while self.byte(0) == b' '
                || self.byte(0) == b'\t' && (self.in_flow() || !self.key_allowed)
            {
                self.pos += 1;
            }
            if self.byte(0) == b'#' {
                let start = self.pos;
                self.skip_rest_of_line();
                self.comments.push((start as u32, self.pos as u32));
            }
            if !self.is_break(0) {
                return;
            }
            self.skip_break();
            if !self.in_flow() {
                self.key_allowed = true;
            }
        }
    }

    fn fetch_stream_end(&mut self) -> Scan<()> {
        if self.column() != 0 && !self.finished {
            // As if the text ended in a line break; fault lines depend on it.
            self.line += 1;
            self.line_start = self.pos;
            self.wide = 0;
        }
        self.finished = true;
        self.unroll_indent(-1);
        self.remove_key()?;
        self.key_allowed = false;
        self.push(TokenKind::StreamEnd, self.mark());
        Ok(())
    }

    fn fetch_document_indicator(&mut self, kind: TokenKind<'a>) -> Scan<()> {
        self.unroll_indent(-1);
        self.remove_key()?;
        self.key_allowed = false;
        self.push_skipping(kind, 3);
        Ok(())
    }

    fn push_skipping(&mut self, kind: TokenKind<'a>, bytes: usize) {
        let start = self.mark();
        self.pos += bytes;
        self.push(kind, start);
    }

    fn fetch_flow_start(&mut self, kind: TokenKind<'a>) -> Scan<()> {
        self.save_key()?;
        self.push_key_level();
        self.key_allowed = true;
        self.push_skipping(kind, 1);
        Ok(())
    }

    fn fetch_flow_end(&mut self, kind: TokenKind<'a>) -> Scan<()> {
        self.remove_key()?;
        self.pop_key_level();
        self.key_allowed = false;
        self.push_skipping(kind, 1);
        Ok(())
    }

    fn fetch_flow_entry(&mut self) -> Scan<()> {
        self.remove_key()?;
        self.key_allowed = true;
        self.push_skipping(TokenKind::FlowEntry, 1);
        Ok(())
    }

    fn fetch_block_entry(&mut self) -> Scan<()> {
        // In flow context the dash is a fault that the grammar reports.
        if !self.in_flow() {
            let mark = self.mark();
            if !self.key_allowed {
                let text = "block sequence entries are not allowed in this context";
                return Err(self.problem(mark, text));
            }
            self.roll_indent(mark.column, None, TokenKind::BlockSequenceStart, mark);
        }
        self.remove_key()?;
        self.key_allowed = true;
        self.push_skipping(TokenKind::BlockEntry, 1);
        Ok(())
    }

    fn fetch_key(&mut self) -> Scan<()> {
        if !self.in_flow() {
            let mark = self.mark();
            if !self.key_allowed {
                return Err(self.problem(mark, "mapping keys are not allowed in this context"));
            }
            self.roll_indent(mark.column, None, TokenKind::BlockMappingStart, mark);
        }
        self.remove_key()?;
        self.key_allowed = !self.in_flow();
        self.push_skipping(TokenKind::Key, 1);
        Ok(())
    }

    fn fetch_value(&mut self) -> Scan<()> {
        let level = self.keys.len() - 1;
        if self.key_is_valid(level)? {
            let SimpleKey { number, mark, .. } = self.keys[level];
            let token = Token { kind: TokenKind::Key, start: mark, end: mark };
            self.insert(number, token);
            self.roll_indent(mark.column, Some(number), TokenKind::BlockMappingStart, mark);
            self.keys[level].possible = false;
            self.keys[level].held = false;
            self.key_allowed = false;
        } else {
            if !self.in_flow() {
                let mark = self.mark();
                if !self.key_allowed {
                    let text = "mapping values are not allowed in this context";
                    return Err(self.problem(mark, text));
                }
                self.roll_indent(mark.column, None, TokenKind::BlockMappingStart, mark);
            }
            self.key_allowed = !self.in_flow();
        }
        self.push_skipping(TokenKind::Value, 1);
        Ok(())
    }

    fn fetch_anchor(&mut self, alias: bool) -> Scan<()> {
        self.save_key()?;
        self.key_allowed = false;
        let start = self.mark();
        self.pos += 1;
        let from = self.pos;
        while is_word(self.byte(0)) {
            self.pos += 1;
        }
        let name = &self.text[from..self.pos];
        let ends = matches!(self.byte(0), b'?' | b':' | b',' | b']' | b'}' | b'%' | b'@' | b'`');
        if name.is_empty() || !ends && !self.blank_or_end(0) {
            let text = "did not find expected alphabetic or numeric character";
            return Err(self.problem(start, text));
        }
        self.push(if alias { TokenKind::Alias(name) } else { TokenKind::Anchor(name) }, start);
        Ok(())
    }
}
