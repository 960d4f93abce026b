//! The format of `printf`: texts and directives with flags, width, precision and argument
//! numbers.

use super::{Flags, Printer};
use crate::gotpl::quote::decode_rune;
use crate::value::Value;

impl Printer {
    pub(super) fn printf(&mut self, format: &[u8], args: &[Value]) {
        let mut state = Directive { format, args, at: 0, arg: 0, reordered: false };
        while state.at < format.len() && !self.is_full() {
            let rest = &format[state.at..];
            let run = rest.iter().position(|b| *b == b'%').unwrap_or(rest.len());
            self.out.extend_from_slice(&rest[..run]);
            state.at += run;
            if state.at < format.len() {
                state.at += 1;
                self.directive(&mut state);
            }
        }
        if !state.reordered && state.arg < args.len() {
            self.flags = Flags::default();
            self.text("%!(EXTRA ");
            for (index, arg) in args[state.arg..].iter().enumerate() {
                self.text(if index > 0 { ", " } else { "" });
                if !arg.is_nil() {
                    self.text(&arg.go_type());
                    self.text("=");
                }
                self.arg(arg, 'v');
            }
            self.text(")");
        }
    }

    /// One verb with its flags; the `%` has been read.
    fn directive(&mut self, state: &mut Directive<'_>) {
        self.flags = Flags::default();
        while let Some(flag) = state.peek() {
            match flag {
                b'#' => self.flags.sharp = true,
                b'0' => self.flags.zero = true,
                b'+' => self.flags.plus = true,
                b'-' => self.flags.minus = true,
                b' ' => self.flags.space = true,
                _ => break,
            }
            state.at += 1;
        }
        let mut good = true;
        let mut after_index = state.index(&mut good);
        if state.accept(b'*') {
            match state.int_arg() {
                Some(width) => {
                    self.flags.width = Some(width.unsigned_abs() as usize);
                    if width < 0 {
                        self.flags.minus = true;
                        self.flags.zero = false;
                    }
                }
                None => self.text("%!(BADWIDTH)"),
            }
            after_index = false;
        } else {
            self.flags.width = state.number();
            good &= !(after_index && self.flags.width.is_some());
        }
        if state.at + 1 < state.format.len() && state.accept(b'.') {
            good &= !after_index;
            after_index = state.index(&mut good);
            if state.accept(b'*') {
                match state.int_arg() {
                    Some(precision) if precision >= 0 => {
                        self.flags.precision = Some(precision as usize);
                    }
                    _ => self.text("%!(BADPREC)"),
                }
                after_index = false;
            } else {
                self.flags.precision = Some(state.number().unwrap_or(0));
            }
        }
        if !after_index {
            state.index(&mut good);
        }
        self.verb(state, good);
    }

    fn verb(&mut self, state: &mut Directive<'_>, good: bool) {
        let (verb, width) = decode_rune(&state.format[state.at.min(state.format.len())..]);
        if width == 0 {
            return self.text("%!(NOVERB)");
        }
        state.at += width;
        if verb == '%' {
            self.text("%");
        } else if !good {
            self.text(&format!("%!{verb}(BADINDEX)"));
        } else if let Some(arg) = state.args.get(state.arg) {
            if matches!(verb, 'v' | 'w') {
                self.flags.sharp_v = std::mem::take(&mut self.flags.sharp);
                self.flags.plus_v = std::mem::take(&mut self.flags.plus);
            }
            self.arg(arg, verb);
            state.arg += 1;
        } else {
            self.text(&format!("%!{verb}(MISSING)"));
        }
    }
}

/// Where `printf` is in its format and its arguments.
struct Directive<'a> {
    format: &'a [u8],
    args: &'a [Value],
    at: usize,
    arg: usize,
    reordered: bool,
}

/// Go's limit of a width, precision or argument number.
const MAX_NUMBER: usize = 1_000_000;

impl Directive<'_> {
    fn peek(&self) -> Option<u8> {
        self.format.get(self.at).copied()
    }

    fn accept(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    /// Decimal digits; a number that is too large ends the format.
    fn number(&mut self) -> Option<usize> {
        let mut number = None;
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            if number.unwrap_or(0) > MAX_NUMBER {
                self.at = self.format.len();
                return None;
            }
            number = Some(number.unwrap_or(0) * 10 + usize::from(digit - b'0'));
            self.at += 1;
        }
        number
    }

    /// The argument of a `*`.
    fn int_arg(&mut self) -> Option<i64> {
        let arg = self.args.get(self.arg)?;
        self.arg += 1;
        arg.as_integer().filter(|n| n.unsigned_abs() <= MAX_NUMBER as u64)
    }

    /// An explicit argument index such as `[2]`. True when there was one that is good.
    fn index(&mut self, good: &mut bool) -> bool {
        if self.peek() != Some(b'[') {
            return false;
        }
        self.reordered = true;
        let rest = &self.format[self.at..];
        let close = rest.iter().position(|b| *b == b']').filter(|_| rest.len() >= 3);
        let Some(close) = close else {
            self.at += 1;
            *good = false;
            return false;
        };
        self.at += close + 1;
        let digits = std::str::from_utf8(&rest[1..close]).unwrap_or_default();
        let is_number = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
        let number = digits.parse::<usize>().ok().filter(|n| is_number && *n <= MAX_NUMBER * 10);
        match number {
            Some(n) if n >= 1 && n <= self.args.len() => {
                self.arg = n - 1;
                true
            }
            _ => {
                *good = false;
                number.is_some()
            }
        }
    }
}
