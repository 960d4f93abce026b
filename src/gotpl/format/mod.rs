//! Go's `fmt`: how values print, with `%v` and every other verb.
//!
//! Facts: `fmt/print.go` and `fmt/format.go` of Go 1.27. Values that nest deeper than
//! [`MAX_DEPTH`](crate::value::MAX_DEPTH) (cyclic maps, on which Go dies) are an error.

mod composite;
mod directive;
mod scalar;

use super::ctx::MAX_STRING;
use crate::gonum::format_float;
use crate::value::{FuncError, Kind, Object, Str, Value};

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
}

fn rune_count(bytes: &[u8]) -> usize {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.chars().count(),
        Err(_) => bytes.utf8_chunks().map(|c| c.valid().chars().count() + c.invalid().len()).sum(),
    }
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
