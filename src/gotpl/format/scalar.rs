//! Numbers and texts under every verb.

use super::Printer;
use crate::gonum::format_float;
use crate::gotpl::quote::{decode_rune, is_print, quote_into};
use crate::value::Value;

impl Printer {
    pub(super) fn bytes(&mut self, value: &Value, bytes: &[u8], verb: char, depth: usize) {
        match verb {
            's' | 'q' | 'x' | 'X' => self.go_string(value, bytes, verb),
            'v' | 'd' => {
                let ty = if depth == 0 { "[]byte" } else { "[]uint8" };
                let (open, separator, close) = self.brackets(ty, false);
                self.text(open);
                for (index, byte) in bytes.iter().enumerate() {
                    self.text(if index > 0 { separator } else { "" });
                    self.integer(value, u64::from(*byte), false, 'v');
                }
                self.text(close);
            }
            _ => {
                let items: Vec<_> = bytes.iter().map(|b| Value::Byte(*b)).collect();
                self.sequence("[]uint8", false, &items, verb, depth);
            }
        }
    }

    pub(super) fn integer(&mut self, value: &Value, bits: u64, signed: bool, verb: char) {
        match verb {
            'v' if self.flags.sharp_v && !signed => {
                let sharp = std::mem::replace(&mut self.flags.sharp, true);
                self.digits(bits, 16, signed, verb);
                self.flags.sharp = sharp;
            }
            'v' | 'd' => self.digits(bits, 10, signed, verb),
            'b' => self.digits(bits, 2, signed, verb),
            'o' | 'O' => self.digits(bits, 8, signed, verb),
            'x' | 'X' => self.digits(bits, 16, signed, verb),
            'c' => {
                let c = to_char(bits);
                self.pad(c.encode_utf8(&mut [0; 4]).as_bytes());
            }
            'q' => {
                let (mut text, c) = (String::new(), to_char(bits));
                let mut buffer = [0; 4];
                let bytes = c.encode_utf8(&mut buffer).as_bytes();
                quote_into(&mut text, bytes, '\'', self.flags.plus);
                self.pad(text.as_bytes());
            }
            'U' => self.unicode(bits),
            _ => self.bad_verb(value, verb),
        }
    }

    /// `U+0078`, with `#` also the character.
    fn unicode(&mut self, bits: u64) {
        let precision = self.flags.precision.unwrap_or(4).max(4);
        let mut text = format!("U+{bits:0precision$X}");
        if self.flags.sharp
            && let Some(c) = u32::try_from(bits).ok().and_then(char::from_u32)
            && is_print(c)
        {
            text.push_str(&format!(" '{c}'"));
        }
        self.pad_without_zeros(text.as_bytes());
    }

    fn digits(&mut self, bits: u64, base: u32, signed: bool, verb: char) {
        let flags = self.flags;
        let negative = signed && (bits as i64) < 0;
        let magnitude = if negative { (bits as i64).unsigned_abs() } else { bits };
        let mut precision = flags.precision.unwrap_or(0);
        if flags.precision == Some(0) && magnitude == 0 {
            // Nothing but the width.
            let width = flags.width.unwrap_or(0);
            self.flags.zero = false;
            self.padding(width);
            self.flags.zero = flags.zero;
            return;
        }
        if flags.precision.is_none() && flags.zero && !flags.minus {
            let sign = usize::from(negative || flags.plus || flags.space);
            precision = flags.width.unwrap_or(0).saturating_sub(sign);
        }
        let mut text = match (base, verb) {
            (2, _) => format!("{magnitude:b}"),
            (8, _) => format!("{magnitude:o}"),
            (16, 'X') => format!("{magnitude:X}"),
            (16, _) => format!("{magnitude:x}"),
            _ => magnitude.to_string(),
        };
        if text.len() < precision {
            text.insert_str(0, &"0".repeat(precision - text.len()));
        }
        let prefix = match (base, verb) {
            (_, 'O') => "0o",
            (2, _) if flags.sharp => "0b",
            (8, _) if flags.sharp && !text.starts_with('0') => "0",
            (16, 'X') if flags.sharp => "0X",
            (16, _) if flags.sharp => "0x",
            _ => "",
        };
        let sign = match () {
            () if negative => "-",
            () if flags.plus => "+",
            () if flags.space => " ",
            () => "",
        };
        self.pad_without_zeros(format!("{sign}{prefix}{text}").as_bytes());
    }

    pub(super) fn float(&mut self, value: &Value, number: f64, verb: char) {
        match verb {
            'v' => self.float_text(number, 'g', None),
            'b' | 'g' | 'G' | 'x' | 'X' => self.float_text(number, verb, None),
            'f' | 'e' | 'E' => self.float_text(number, verb, Some(6)),
            'F' => self.float_text(number, 'f', Some(6)),
            _ => self.bad_verb(value, verb),
        }
    }

    fn float_text(&mut self, number: f64, verb: char, default: Option<usize>) {
        let flags = self.flags;
        let precision = flags.precision.or(default);
        let mut text = format_float(number, verb, precision);
        if !text.starts_with(['-', '+']) {
            text.insert(0, '+');
        }
        if flags.space && text.starts_with('+') && !flags.plus {
            text.replace_range(..1, " ");
        }
        if !number.is_finite() {
            // Infinity keeps its plus only when asked; NaN has no sign at all.
            let keep = flags.plus || flags.space || text.starts_with('-') || number.is_infinite();
            return self.pad_without_zeros(&text.as_bytes()[usize::from(!keep)..]);
        }
        if flags.sharp && verb != 'b' {
            text = sharp_float(&text, verb, precision);
        }
        let keeps_sign = flags.plus || !text.starts_with('+');
        let width = flags.width.unwrap_or(0);
        if keeps_sign && flags.zero && !flags.minus && width > text.len() {
            // The sign goes before the zeros.
            self.out.push(text.as_bytes()[0]);
            self.padding(width - text.len());
            self.text(&text[1..]);
            return;
        }
        self.pad(&text.as_bytes()[usize::from(!keeps_sign)..]);
    }

    pub(super) fn complex(&mut self, value: &Value, re: f64, im: f64, verb: char) {
        if !matches!(verb, 'v' | 'b' | 'g' | 'G' | 'x' | 'X' | 'f' | 'F' | 'e' | 'E') {
            return self.bad_verb(value, verb);
        }
        let plus = self.flags.plus;
        self.text("(");
        self.float(value, re, verb);
        self.flags.plus = true;
        self.float(value, im, verb);
        self.text("i)");
        self.flags.plus = plus;
    }

    pub(super) fn go_string(&mut self, value: &Value, bytes: &[u8], verb: char) {
        match verb {
            'v' if self.flags.sharp_v => self.quoted(bytes),
            'v' | 's' => self.string(bytes),
            'x' | 'X' => self.hex(bytes, verb),
            'q' => self.quoted(bytes),
            _ => self.bad_verb(value, verb),
        }
    }

    fn truncate<'b>(&self, bytes: &'b [u8]) -> &'b [u8] {
        let Some(precision) = self.flags.precision else { return bytes };
        let mut end = 0;
        for _ in 0..precision {
            if end >= bytes.len() {
                break;
            }
            end += decode_rune(&bytes[end..]).1;
        }
        &bytes[..end]
    }

    pub(super) fn string(&mut self, bytes: &[u8]) {
        let bytes = self.truncate(bytes);
        self.pad(bytes);
    }

    fn quoted(&mut self, bytes: &[u8]) {
        let bytes = self.truncate(bytes);
        let mut text = String::new();
        match std::str::from_utf8(bytes) {
            Ok(raw) if self.flags.sharp && can_backquote(raw) => {
                text = format!("`{raw}`");
            }
            _ => quote_into(&mut text, bytes, '"', self.flags.plus),
        }
        self.pad(text.as_bytes());
    }

    fn hex(&mut self, bytes: &[u8], verb: char) {
        let flags = self.flags;
        let bytes = &bytes[..bytes.len().min(flags.precision.unwrap_or(usize::MAX))];
        let prefix = match (flags.sharp, verb) {
            (true, 'X') => "0X",
            (true, _) => "0x",
            _ => "",
        };
        let mut text = String::with_capacity(bytes.len() * 2);
        for (index, byte) in bytes.iter().enumerate() {
            if flags.space && index > 0 {
                text.push(' ');
            }
            if index == 0 || flags.space {
                text.push_str(prefix);
            }
            match verb {
                'X' => text.push_str(&format!("{byte:02X}")),
                _ => text.push_str(&format!("{byte:02x}")),
            }
        }
        self.pad(text.as_bytes());
    }
}

fn to_char(bits: u64) -> char {
    u32::try_from(bits).ok().and_then(char::from_u32).unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// Go's `strconv.CanBackquote`.
fn can_backquote(text: &str) -> bool {
    text.chars().all(|c| c == '\t' || !matches!(c, '\0'..='\x1f' | '`' | '\x7f' | '\u{feff}'))
}

/// `%#g` and its like: always a decimal point, and zeros up to the precision. The text
/// starts with a sign.
fn sharp_float(text: &str, verb: char, precision: Option<usize>) -> String {
    let counts = matches!(verb, 'g' | 'G' | 'x');
    let mut missing = if counts { precision.unwrap_or(6) as i64 } else { 0 };
    let is_hex = matches!(verb, 'x' | 'X');
    let exponent: &[char] = if is_hex { &['p', 'P'] } else { &['p', 'P', 'e', 'E'] };
    let (number, tail) = match text[1..].find(exponent) {
        Some(index) => text.split_at(index + 1),
        None => (text, ""),
    };
    let mut seen_nonzero = false;
    for c in number[1..].chars().filter(|c| *c != '.') {
        seen_nonzero |= c != '0';
        missing -= i64::from(seen_nonzero);
    }
    let mut out = number.to_owned();
    if !number.contains('.') {
        if &number[1..] == "0" {
            missing -= 1;
        }
        out.push('.');
    }
    out.extend(std::iter::repeat_n('0', missing.max(0) as usize));
    out.push_str(tail);
    out
}
