//! Go's `fmt`: how values print, with `%v` and every other verb.
//!
//! Facts: `fmt/print.go` and `fmt/format.go` of Go 1.27. Values that nest deeper than
//! [`MAX_DEPTH`] (cyclic maps, on which Go dies) are an error.

use super::ctx::MAX_STRING;
use super::quote::{decode_rune, is_print, quote_into};
use crate::gonum::format_float;
use crate::value::{FuncError, Kind, MAX_DEPTH, Object, Str, Value, stack};

/// An imaginary or complex literal; Go's `complex128`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Complex(pub f64, pub f64);

impl Object for Complex {
    fn go_type(&self) -> &str {
        "complex128"
    }

    fn kind(&self) -> Kind {
        Kind::Complex128
    }

    fn as_any(&self) -> &dyn std::any::Any {
        self
    }

    fn is_true(&self) -> bool {
        self != &Complex(0.0, 0.0)
    }

    fn equals(&self, other: &dyn Object) -> bool {
        other.as_any().downcast_ref::<Complex>() == Some(self)
    }
}

/// Go's `fmt.Sprint` of one value, the form in which Sprig's `toString` and `quote` see it.
///
/// # Errors
/// When the value nests too deeply.
pub fn to_text(value: &Value) -> Result<Str, FuncError> {
    match value {
        Value::Str(s) => Ok(s.clone()),
        _ => sprint(std::slice::from_ref(value)),
    }
}

/// Go's `fmt.Sprint`: a space between two operands when neither is a string.
///
/// # Errors
/// When a value nests too deeply or the text becomes too long.
pub fn sprint(args: &[Value]) -> Result<Str, FuncError> {
    let mut printer = Printer::default();
    let is_string = |v: &Value| matches!(v, Value::Str(_));
    for (index, arg) in args.iter().enumerate() {
        if index > 0 && !is_string(arg) && !is_string(&args[index - 1]) {
            printer.out.push(b' ');
        }
        printer.arg(arg, 'v');
    }
    printer.finish()
}

/// Go's `fmt.Sprintln`: a space between all operands, a newline at the end.
///
/// # Errors
/// When a value nests too deeply or the text becomes too long.
pub fn sprintln(args: &[Value]) -> Result<Str, FuncError> {
    let mut printer = Printer::default();
    for (index, arg) in args.iter().enumerate() {
        if index > 0 {
            printer.out.push(b' ');
        }
        printer.arg(arg, 'v');
    }
    printer.out.push(b'\n');
    printer.finish()
}

/// Go's `fmt.Sprintf`. What does not fit is written into the text, as in
/// `%!d(string=x)`.
///
/// # Errors
/// When a value nests too deeply or the text becomes too long.
pub fn sprintf(format: &[u8], args: &[Value]) -> Result<Str, FuncError> {
    let mut printer = Printer::default();
    printer.printf(format, args);
    printer.finish()
}

/// Appends what `{{ value }}` prints, nil (`<no value>`) aside.
pub(super) fn write_value(out: &mut Vec<u8>, value: &Value) -> Result<(), FuncError> {
    match value {
        Value::Str(s) => out.extend_from_slice(s.as_bytes()),
        Value::Bool(b) => out.extend_from_slice(if *b { b"true" } else { b"false" }),
        Value::Int(n) | Value::Int64(n) => {
            use std::io::Write;
            write!(out, "{n}").map_err(|e| FuncError::new(e.to_string()))?;
        }
        Value::Float(n) => out.extend_from_slice(format_float(*n, 'g', None).as_bytes()),
        _ => {
            let mut printer = Printer { out: std::mem::take(out), ..Printer::default() };
            match value {
                // An action prints what a pointer points to, by its `String()` if it has one.
                Value::Object(object)
                    if object.kind() == Kind::Ptr && object.string().is_none() =>
                {
                    printer.structure(&**object, 'v', 0);
                }
                _ => printer.arg(value, 'v'),
            }
            let failed = printer.failed;
            *out = printer.out;
            failed.map_or(Ok(()), |message| Err(FuncError::new(message)))?;
        }
    }
    Ok(())
}

/// The flags, width and precision of one verb.
#[derive(Debug, Clone, Copy, Default)]
struct Flags {
    width: Option<usize>,
    precision: Option<usize>,
    minus: bool,
    plus: bool,
    sharp: bool,
    space: bool,
    zero: bool,
    /// `%+v`
    plus_v: bool,
    /// `%#v`
    sharp_v: bool,
}

#[derive(Default)]
struct Printer {
    out: Vec<u8>,
    flags: Flags,
    /// Inside of a `%!d(…)`: methods are not called.
    erroring: bool,
    failed: Option<&'static str>,
}

impl Printer {
    fn finish(self) -> Result<Str, FuncError> {
        match self.failed {
            Some(message) => Err(FuncError::new(message)),
            None => Ok(Str::from(self.out)),
        }
    }

    fn text(&mut self, text: &str) {
        self.out.extend_from_slice(text.as_bytes());
    }

    /// True when the output is too long already; nothing more is written then.
    fn is_full(&mut self) -> bool {
        if self.out.len() > MAX_STRING {
            self.failed = Some("formatted text is too long");
        }
        self.failed.is_some()
    }

    fn padding(&mut self, count: usize) {
        // Zeros are for the left side only.
        let byte = if self.flags.zero && !self.flags.minus { b'0' } else { b' ' };
        self.out.resize(self.out.len() + count, byte);
    }

    fn pad(&mut self, bytes: &[u8]) {
        let width = self.flags.width.unwrap_or(0);
        let missing = if width == 0 { 0 } else { width.saturating_sub(rune_count(bytes)) };
        if self.flags.minus {
            self.out.extend_from_slice(bytes);
            self.padding(missing);
        } else {
            self.padding(missing);
            self.out.extend_from_slice(bytes);
        }
    }

    fn pad_without_zeros(&mut self, bytes: &[u8]) {
        let zero = std::mem::replace(&mut self.flags.zero, false);
        self.pad(bytes);
        self.flags.zero = zero;
    }

    /// `%!verb(type=value)`
    fn bad_verb(&mut self, value: &Value, verb: char) {
        self.erroring = true;
        self.text(&format!("%!{verb}("));
        if value.is_nil() {
            self.text("<nil>");
        } else {
            self.text(&value.go_type());
            self.text("=");
            self.arg(value, 'v');
        }
        self.text(")");
        self.erroring = false;
    }

    /// Prints an operand.
    fn arg(&mut self, value: &Value, verb: char) {
        match (value, verb) {
            (Value::Nil | Value::Invalid, 'T' | 'v') => self.pad(b"<nil>"),
            (Value::Nil | Value::Invalid, _) => self.bad_verb(value, verb),
            (_, 'T') => self.string(value.go_type().as_bytes()),
            (_, 'p') => self.pointer(value, 'p'),
            (_, 'w') => self.bad_verb(value, verb),
            _ => self.value(value, verb, 0),
        }
    }

    /// Prints a value that may be inside of another.
    fn value(&mut self, value: &Value, verb: char, depth: usize) {
        if depth > MAX_DEPTH || stack::is_low() {
            self.failed = Some("value nests too deeply to be printed");
        }
        if self.is_full() {
            return;
        }
        match value {
            Value::Nil | Value::Invalid if self.flags.sharp_v => self.text("interface {}(nil)"),
            Value::Nil | Value::Invalid => self.text("<nil>"),
            Value::Bool(b) => match verb {
                't' | 'v' => self.pad(if *b { b"true" } else { b"false" }),
                _ => self.bad_verb(value, verb),
            },
            Value::Int(n) | Value::Int64(n) => self.integer(value, *n as u64, true, verb),
            Value::Uint64(n) => self.integer(value, *n, false, verb),
            Value::Byte(n) => self.integer(value, u64::from(*n), false, verb),
            Value::Float(n) => self.float(value, *n, verb),
            Value::Str(s) => self.go_string(value, s.as_bytes(), verb),
            Value::Bytes(bytes) => self.bytes(value, bytes, verb, depth),
            Value::List(list) => {
                let nil = list.is_nil_slice();
                self.sequence(list.elem().slice_type(), nil, list, verb, depth);
            }
            Value::Map(map) => {
                // A copy, so that nothing is borrowed while methods of objects run.
                let entries = map.entries();
                self.map(map.ty().name, map.is_nil_map(), &entries, verb, depth);
            }
            Value::Object(object) => self.object(value, &**object, verb, depth),
        }
    }

    fn sequence(&mut self, ty: &str, nil: bool, items: &[Value], verb: char, depth: usize) {
        let (open, separator, close) = self.brackets(ty, nil);
        if nil && self.flags.sharp_v {
            return;
        }
        self.text(open);
        for (index, item) in items.iter().enumerate() {
            self.text(if index > 0 { separator } else { "" });
            self.value(item, verb, depth + 1);
        }
        self.text(close);
    }

    /// Writes the type for `%#v` and returns what goes around and between elements.
    fn brackets(&mut self, ty: &str, nil: bool) -> (&'static str, &'static str, &'static str) {
        if !self.flags.sharp_v {
            return ("[", " ", "]");
        }
        self.text(ty);
        self.text(if nil { "(nil)" } else { "" });
        ("{", ", ", "}")
    }

    fn map(&mut self, ty: &str, nil: bool, entries: &[(Str, Value)], verb: char, depth: usize) {
        let (open, separator, close) = self.brackets(ty, nil);
        if nil && self.flags.sharp_v {
            return;
        }
        self.text(if self.flags.sharp_v { "" } else { "map" });
        self.text(open);
        for (index, (key, item)) in entries.iter().enumerate() {
            self.text(if index > 0 { separator } else { "" });
            self.value(&Value::Str(key.clone()), verb, depth + 1);
            self.text(":");
            self.value(item, verb, depth + 1);
        }
        self.text(close);
    }

    fn object(&mut self, value: &Value, object: &dyn Object, verb: char, depth: usize) {
        if let Some(Complex(re, im)) = object.as_any().downcast_ref() {
            return self.complex(value, *re, *im, verb);
        }
        let takes_string = matches!(verb, 'v' | 's' | 'x' | 'X' | 'q');
        if takes_string
            && !self.erroring
            && !self.flags.sharp_v
            && !object.string_is_on_pointer()
            && let Some(text) = object.string()
        {
            return self.go_string(value, text.as_bytes(), verb);
        }
        if let Some(underlying) = object.underlying() {
            return self.underlying(&underlying, object, verb, depth);
        }
        match object.kind() {
            Kind::Struct => self.structure(object, verb, depth),
            Kind::Ptr if depth == 0 => {
                self.text("&");
                self.structure(object, verb, depth);
            }
            _ => self.pointer(value, verb),
        }
    }

    fn underlying(&mut self, plain: &Value, object: &dyn Object, verb: char, depth: usize) {
        match plain {
            Value::Map(map) => {
                let entries = map.entries();
                self.map(object.go_type(), map.is_nil_map(), &entries, verb, depth);
            }
            Value::List(list) => {
                self.sequence(object.go_type(), list.is_nil_slice(), list, verb, depth);
            }
            _ => self.value(plain, verb, depth),
        }
    }

    fn structure(&mut self, object: &dyn Object, verb: char, depth: usize) {
        if self.flags.sharp_v {
            self.text(object.go_type().trim_start_matches('*'));
        }
        self.text("{");
        for (index, name) in object.fields().iter().enumerate() {
            if index > 0 {
                self.text(if self.flags.sharp_v { ", " } else { " " });
            }
            if self.flags.plus_v || self.flags.sharp_v {
                self.text(name);
                self.text(":");
            }
            let field = object.field(name).unwrap_or_default();
            self.value(&field, verb, depth + 1);
        }
        self.text("}");
    }

    /// An address. Go's differ from run to run; ours is always the same.
    fn pointer(&mut self, value: &Value, verb: char) {
        let is_pointer = matches!(value.kind(), Kind::Func | Kind::Map | Kind::Ptr | Kind::Slice);
        match verb {
            'v' | 'p' if is_pointer => {
                let mut text = String::from("0xc000000000");
                if verb == 'p' && self.flags.sharp {
                    text = text.split_off(2);
                }
                self.pad(text.as_bytes());
            }
            'b' | 'o' | 'd' | 'x' | 'X' if is_pointer => {
                self.integer(value, 0xc0_0000_0000, false, verb);
            }
            _ => self.bad_verb(value, verb),
        }
    }

    fn bytes(&mut self, value: &Value, bytes: &[u8], verb: char, depth: usize) {
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

    fn integer(&mut self, value: &Value, bits: u64, signed: bool, verb: char) {
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

    fn float(&mut self, value: &Value, number: f64, verb: char) {
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

    fn complex(&mut self, value: &Value, re: f64, im: f64, verb: char) {
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

    fn go_string(&mut self, value: &Value, bytes: &[u8], verb: char) {
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

    fn string(&mut self, bytes: &[u8]) {
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

    fn printf(&mut self, format: &[u8], args: &[Value]) {
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

fn rune_count(bytes: &[u8]) -> usize {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.chars().count(),
        Err(_) => bytes.utf8_chunks().map(|c| c.valid().chars().count() + c.invalid().len()).sum(),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::{List, Map};

    fn check(cases: &[(&str, &[Value], &str)]) {
        for (format, args, expected) in cases {
            let text = sprintf(format.as_bytes(), args).unwrap();
            assert_eq!(text.to_string_lossy(), *expected, "{format} {args:?}");
        }
    }

    #[test]
    fn verbs_flags_width_and_precision() {
        let (int, float, s) = (Value::Int(42), Value::Float(1.23456), Value::from("go"));
        check(&[
            (
                "%d|%5d|%-5d|%05d",
                &[int.clone(), int.clone(), int.clone(), int.clone()],
                "42|   42|42   |00042",
            ),
            (
                "%x %X %#x %o %b %c %U",
                &[
                    int.clone(),
                    int.clone(),
                    int.clone(),
                    int.clone(),
                    int.clone(),
                    int.clone(),
                    int.clone(),
                ],
                "2a 2A 0x2a 52 101010 * U+002A",
            ),
            (
                "%+d % d %q %#U",
                &[int.clone(), int.clone(), int.clone(), int.clone()],
                "+42  42 '*' U+002A '*'",
            ),
            (
                "%.2f|%8.3f|%e|%g|%08.2f|%+.1f",
                &[
                    float.clone(),
                    float.clone(),
                    float.clone(),
                    float.clone(),
                    float.clone(),
                    float.clone(),
                ],
                "1.23|   1.235|1.234560e+00|1.23456|00001.23|+1.2",
            ),
            (
                "%s|%5s|%-5s|%.1s|%q|%x|% X",
                &[s.clone(), s.clone(), s.clone(), s.clone(), s.clone(), s.clone(), s.clone()],
                "go|   go|go   |g|\"go\"|676f|67 6F",
            ),
            ("%t %v", &[Value::Bool(true), Value::Bool(false)], "true false"),
            (
                "%*d|%-*d|%.*f",
                &[
                    Value::Int(5),
                    int.clone(),
                    Value::Int(4),
                    int.clone(),
                    Value::Int(1),
                    float.clone(),
                ],
                "   42|42  |1.2",
            ),
            ("%[2]s %[1]d", &[int.clone(), s.clone()], "go 42"),
            ("100%%", &[], "100%"),
            (
                "%#v %#v %#v",
                &[s.clone(), int.clone(), Value::List(List::from(vec![s.clone(), Value::Nil]))],
                "\"go\" 42 []interface {}{\"go\", interface {}(nil)}",
            ),
            ("%#g %#.3x", &[Value::Float(1.0), Value::Float(1.0)], "1.00000 0x1.000p+00"),
        ]);
    }

    #[test]
    fn mismatches_are_written_into_the_text() {
        check(&[
            ("%d", &[Value::Float(3.0)], "%!d(float64=3)"),
            ("%d", &[], "%!d(MISSING)"),
            ("%d", &[Value::Int(1), Value::Int(2), Value::Nil], "1%!(EXTRA int=2, <nil>)"),
            ("%z", &[Value::Int(1)], "%!z(int=1)"),
            ("%", &[], "%!(NOVERB)"),
            ("%[3]d", &[Value::Int(1)], "%!d(BADINDEX)"),
            ("%s", &[Value::Nil], "%!s(<nil>)"),
            ("%v", &[Value::Nil], "<nil>"),
            ("%s %s", &[Value::Int(1), Value::Bool(true)], "%!s(int=1) %!s(bool=true)"),
            (
                "%d",
                &[Value::List(List::from(vec!["a".into(), Value::Int(1)]))],
                "[%!d(string=a) 1]",
            ),
            ("%!", &[Value::Int(1)], "%!!(int=1)"),
            ("%*d", &[Value::from("x"), Value::Int(1)], "%!(BADWIDTH)1"),
        ]);
    }

    #[test]
    fn composites_print_sorted() {
        let map = Map::from_iter([("b", Value::Int(1)), ("a", Value::Nil)]);
        let list = List::from(vec![Value::Map(map), "x".into(), Value::Float(1e6)]);
        assert_eq!(
            sprint(&[Value::List(list)]).unwrap().to_string_lossy(),
            "[map[a:<nil> b:1] x 1e+06]"
        );
        let spaced = sprint(&[Value::Int(1), Value::Int(2), "a".into(), Value::Int(3)]).unwrap();
        assert_eq!(spaced.to_string_lossy(), "1 2a3");
    }

    #[test]
    fn a_cyclic_map_is_an_error() {
        let map = Map::new();
        map.insert("self".into(), Value::Map(map.clone())).unwrap();
        assert!(sprint(&[Value::Map(map.clone())]).is_err());
        map.remove("self");
    }
}
