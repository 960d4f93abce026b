//! Literal (`|`) and folded (`>`) scalars.

use std::borrow::Cow;

use super::chars::{Break, is_blank};
use super::{Scan, Scanner, Token, TokenKind};
use crate::yaml::Style;
use crate::yaml::error::Mark;

/// What the header asks for the line breaks at the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Chomp {
    /// `-`: none stays.
    Strip,
    /// One stays.
    Clip,
    /// `+`: all stay.
    Keep,
}

impl<'a> Scanner<'a> {
    pub(super) fn fetch_block_scalar(&mut self, literal: bool) -> Scan<()> {
        self.remove_key()?;
        self.key_allowed = true;
        let start = self.mark();
        self.pos += 1;
        let (chomp, increment) = self.scan_block_header(start)?;
        self.skip_header_end(start)?;
        let parent = self.indent.max(0);
        let mut indent = increment.map_or(0, |n| parent + n);
        let mut end = self.mark();
        let mut empty_lines = String::new();
        self.scan_empty_lines(&mut indent, &mut empty_lines, start, &mut end)?;

        let mut text = String::new();
        let mut last_break: Option<Break> = None;
        let mut was_blank = false;
        while i64::from(self.column()) == indent && !self.at_end() {
            let now_blank = is_blank(self.byte(0));
            let folds = !literal && !was_blank && !now_blank && last_break == Some(Break::Newline);
            match last_break.take() {
                Some(_) if folds && empty_lines.is_empty() => text.push(' '),
                Some(kind) if !folds => text.push_str(kind.as_str()),
                _ => {}
            }
            text.push_str(&empty_lines);
            empty_lines.clear();
            was_blank = now_blank;
            let from = self.pos;
            self.skip_rest_of_line();
            text.push_str(&self.text[from..self.pos]);
            end = self.mark();
            last_break = self.skip_break();
            self.scan_empty_lines(&mut indent, &mut empty_lines, start, &mut end)?;
        }
        if chomp != Chomp::Strip
            && let Some(kind) = last_break
        {
            text.push_str(kind.as_str());
        }
        if chomp == Chomp::Keep {
            text.push_str(&empty_lines);
        }
        let style = if literal { Style::Literal } else { Style::Folded };
        self.queue.push_back(Token {
            kind: TokenKind::Scalar(Cow::Owned(text), style),
            start,
            end,
        });
        Ok(())
    }

    /// Reads the indicators behind `|` or `>`: chomping and indentation, in any order.
    fn scan_block_header(&mut self, start: Mark) -> Scan<(Chomp, Option<i64>)> {
        let mut chomp = Chomp::Clip;
        let mut increment = None;
        let mut chomp_seen = false;
        for _ in 0..2 {
            match self.byte(0) {
                sign @ (b'+' | b'-') if !chomp_seen => {
                    chomp = if sign == b'+' { Chomp::Keep } else { Chomp::Strip };
                    chomp_seen = true;
                }
                b'0' if increment.is_none() => {
                    let text = "found an indentation indicator equal to 0";
                    return Err(self.problem(start, text));
                }
                digit @ b'1'..=b'9' if increment.is_none() => {
                    increment = Some(i64::from(digit - b'0'));
                }
                _ => break,
            }
            self.pos += 1;
        }
        Ok((chomp, increment))
    }

    /// Skips indentation and empty lines, and collects the line breaks of the latter. An indent
    /// of 0 asks to be found: it is that of the first line with text.
    fn scan_empty_lines(
        &mut self,
        indent: &mut i64,
        breaks: &mut String,
        start: Mark,
        end: &mut Mark,
    ) -> Scan<()> {
        let mut widest = 0;
        loop {
            let inside = |s: &Self| *indent == 0 || i64::from(s.column()) < *indent;
            while self.byte(0) == b' ' && inside(self) {
                self.pos += 1;
            }
            widest = widest.max(i64::from(self.column()));
            if self.byte(0) == b'\t' && inside(self) {
                let text = "found a tab character where an indentation space is expected";
                return Err(self.problem(start, text));
            }
            let Some(kind) = self.skip_break() else { break };
            breaks.push_str(kind.as_str());
            *end = self.mark();
        }
        if *indent == 0 {
            *indent = widest.max(self.indent + 1).max(1);
        }
        Ok(())
    }
}
