//! Sprig's numbers: conversions by the `cast` library's rules, integer and decimal arithmetic.
//!
//! Facts: Sprig 3.3 `numeric.go` on spf13/cast 1.7 (text with a leading zero is octal) and
//! shopspring/decimal 1.4 (sixteen digits after the point in divisions).

use crate::gonum::parse_float;
use crate::gotpl::{Ctx, Func};
use crate::value::{Args, FuncError, Param, Type, Value};

use super::text::strval;

const ANY: Param = Param("value", Type::Any);
const MANY: Param = Param("values", Type::Any);

/// The rows of this family.
pub static FUNCS: &[Func] = &[
    Func::new("int", int, &[ANY])
        .doc("Converts to `int`; what is no number gives 0.")
        .example(&[(r#"{{ int "12" }} {{ int 3.9 }} {{ int "012" }}"#, "12 3 10")]),
    Func::new("int64", int64, &[ANY])
        .doc("Converts to `int64`; what is no number gives 0.")
        .example(&[(r#"{{ int64 "12" }}"#, "12")]),
    Func::new("float64", float64, &[ANY])
        .doc("Converts to `float64`; what is no number gives 0.")
        .example(&[(r#"{{ float64 "1.5" }}"#, "1.5")]),
    Func::new("atoi", atoi, &[Param("text", Type::String)])
        .doc("Reads a decimal integer; anything else gives 0.")
        .example(&[(r#"{{ atoi "012" }} {{ atoi "x" }}"#, "12 0")]),
    Func::new("toDecimal", to_decimal, &[ANY])
        .doc("Reads an octal integer.")
        .example(&[(r#"{{ toDecimal "0644" }}"#, "420")]),
    Func::new("add", add, &[])
        .variadic(MANY)
        .doc("Adds integers.")
        .example(&[("{{ add 1 2 3 }}", "6")]),
    Func::new("add1", add1, &[ANY]).doc("Adds 1 to an integer.").example(&[("{{ add1 1 }}", "2")]),
    Func::new("sub", sub, &[ANY, ANY])
        .doc("Subtracts the second integer from the first.")
        .example(&[("{{ sub 3 1 }}", "2")]),
    Func::new("mul", mul, &[ANY])
        .variadic(MANY)
        .doc("Multiplies integers.")
        .example(&[("{{ mul 2 3 4 }}", "24")]),
    Func::new("div", div, &[ANY, ANY])
        .doc("Divides integers, towards zero.")
        .example(&[("{{ div 7 2 }}", "3")]),
    Func::new("mod", rem, &[ANY, ANY])
        .doc("The rest of a division of integers.")
        .example(&[("{{ mod 7 2 }}", "1")]),
    Func::new("max", max, &[ANY])
        .variadic(MANY)
        .doc("The largest integer.")
        .example(&[("{{ max 1 3 2 }}", "3")]),
    Func::new("biggest", max, &[ANY])
        .variadic(MANY)
        .doc("As `max`.")
        .example(&[("{{ biggest 1 3 2 }}", "3")]),
    Func::new("min", min, &[ANY])
        .variadic(MANY)
        .doc("The smallest integer.")
        .example(&[("{{ min 2 1 3 }}", "1")]),
    Func::new("maxf", maxf, &[ANY])
        .variadic(MANY)
        .doc("The largest number.")
        .example(&[("{{ maxf 1.5 2.5 }}", "2.5")]),
    Func::new("minf", minf, &[ANY])
        .variadic(MANY)
        .doc("The smallest number.")
        .example(&[("{{ minf 1.5 2.5 }}", "1.5")]),
    Func::new("floor", floor, &[ANY])
        .doc("The next integer below, as a float.")
        .example(&[("{{ floor 1.9 }}", "1")]),
    Func::new("ceil", ceil, &[ANY])
        .doc("The next integer above, as a float.")
        .example(&[("{{ ceil 1.1 }}", "2")]),
    Func::new("round", round, &[ANY, Param("places", Type::Int)])
        .variadic(Param("threshold", Type::Float64))
        .doc("Rounds to a number of places, up from .5 or the threshold; negative numbers go down.")
        .example(&[("{{ round 1.2345 2 }} {{ round -1.4 0 }}", "1.23 -2")]),
];

fn int(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    Ok(Value::Int(to_int64(args.value(0))))
}

fn int64(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    Ok(Value::Int64(to_int64(args.value(0))))
}

fn float64(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    Ok(Value::Float(to_float64(args.value(0))))
}

/// cast's `ToInt64`: floats are cut off, text is read in Go's base-0 syntax, errors are 0.
pub(super) fn to_int64(value: &Value) -> i64 {
    match value {
        Value::Bool(b) => i64::from(*b),
        // Rust saturates where Go's conversion of huge floats depends on the processor; on
        // amd64 it gives the smallest integer.
        Value::Float(n) if n.is_nan() || *n >= i64::MAX as f64 => i64::MIN,
        Value::Float(n) => *n as i64,
        Value::Str(text) => text.as_utf8().map_or(0, text_to_int64),
        other => other.as_integer().unwrap_or_default(),
    }
}

fn text_to_int64(text: &str) -> i64 {
    parse_go_int(trim_zero_decimal(text)).unwrap_or_default()
}

/// cast drops a fraction that is all zeros: `1.00` is 1, `1.50` is no integer.
fn trim_zero_decimal(text: &str) -> &str {
    match text.rsplit_once('.') {
        Some((whole, zeros)) if !zeros.is_empty() && zeros.bytes().all(|b| b == b'0') => whole,
        _ => text,
    }
}

/// Go's `strconv.ParseInt(text, 0, 64)`, underscores included.
fn parse_go_int(text: &str) -> Option<i64> {
    let (negative, digits) = match text.as_bytes().first()? {
        b'-' => (true, &text[1..]),
        b'+' => (false, &text[1..]),
        _ => (false, text),
    };
    let lower = digits.to_ascii_lowercase();
    let (radix, body) = if let Some(hex) = lower.strip_prefix("0x") {
        (16, hex)
    } else if let Some(octal) = lower.strip_prefix("0o") {
        (8, octal)
    } else if let Some(binary) = lower.strip_prefix("0b") {
        (2, binary)
    } else if lower.len() > 1 && lower.starts_with('0') {
        (8, &lower[1..])
    } else {
        (10, lower.as_str())
    };
    let prefixed = radix != 10;
    let body = without_underscores(body, prefixed)?;
    let magnitude = u64::from_str_radix(&body, radix).ok().filter(|_| !body.starts_with('+'))?;
    if negative {
        (magnitude <= 1 << 63).then(|| (magnitude as i64).wrapping_neg())
    } else {
        i64::try_from(magnitude).ok()
    }
}

/// Underscores may stand between digits, and right behind a base prefix.
fn without_underscores(body: &str, prefixed: bool) -> Option<String> {
    let misplaced =
        body.ends_with('_') || body.contains("__") || (body.starts_with('_') && !prefixed);
    (!misplaced && !body.is_empty()).then(|| body.replace('_', ""))
}

/// cast's `ToFloat64`.
pub(super) fn to_float64(value: &Value) -> f64 {
    match value {
        Value::Float(n) => *n,
        Value::Bool(b) => f64::from(u8::from(*b)),
        Value::Str(text) => text.as_utf8().and_then(parse_float).unwrap_or_default(),
        other => other.as_integer().map_or(0.0, |n| n as f64),
    }
}

fn atoi(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let text = args.text(0);
    let digits = text.strip_prefix(['+', '-']).unwrap_or(&text);
    let decimal = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    // Go's Atoi answers an overflow with the nearest integer, and Sprig drops the error.
    let saturated = || if text.starts_with('-') { i64::MIN } else { i64::MAX };
    let number = text.strip_prefix('+').unwrap_or(&text).parse().unwrap_or_else(|_| saturated());
    Ok(Value::Int(if decimal { number } else { 0 }))
}

fn to_decimal(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let text = strval(args.value(0))?;
    let number = text.as_utf8().and_then(|text| i64::from_str_radix(text, 8).ok());
    Ok(Value::Int64(number.unwrap_or_default()))
}

fn numbers(args: Args<'_>) -> impl Iterator<Item = i64> {
    args.0.iter().map(to_int64)
}

fn add(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    Ok(Value::Int64(numbers(args).fold(0, i64::wrapping_add)))
}

fn add1(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    Ok(Value::Int64(to_int64(args.value(0)).wrapping_add(1)))
}

fn sub(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    Ok(Value::Int64(to_int64(args.value(0)).wrapping_sub(to_int64(args.value(1)))))
}

fn mul(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    Ok(Value::Int64(numbers(args).fold(1, i64::wrapping_mul)))
}

fn divisor(value: &Value) -> Result<i64, FuncError> {
    match to_int64(value) {
        0 => Err(FuncError::new("runtime error: integer divide by zero")),
        n => Ok(n),
    }
}

fn div(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    Ok(Value::Int64(to_int64(args.value(0)).wrapping_div(divisor(args.value(1))?)))
}

fn rem(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    Ok(Value::Int64(to_int64(args.value(0)).wrapping_rem(divisor(args.value(1))?)))
}

fn max(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    Ok(Value::Int64(numbers(args).max().unwrap_or_default()))
}

fn min(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    Ok(Value::Int64(numbers(args).min().unwrap_or_default()))
}

/// Go's `math.Max` and `math.Min` let NaN win and tell the zeros apart, Rust's do neither.
fn fold_floats(args: Args<'_>, pick: fn(f64, f64) -> f64) -> Value {
    let mut floats = args.0.iter().map(to_float64);
    let first = floats.next().unwrap_or_default();
    let fold = |a: f64, b: f64| match (a, b) {
        _ if a.is_nan() || b.is_nan() => f64::NAN,
        // The sign decides, which `1/x` makes visible.
        (0.0, 0.0) => 1.0 / pick(1.0 / a, 1.0 / b),
        _ => pick(a, b),
    };
    Value::Float(floats.fold(first, fold))
}

fn maxf(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    Ok(fold_floats(args, f64::max))
}

fn minf(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    Ok(fold_floats(args, f64::min))
}

fn floor(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    Ok(Value::Float(to_float64(args.value(0)).floor()))
}

fn ceil(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    Ok(Value::Float(to_float64(args.value(0)).ceil()))
}

fn round(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let threshold = if args.len() > 2 { args.float(2) } else { 0.5 };
    let value = to_float64(args.value(0));
    let factor = 10f64.powf(args.int(1) as f64);
    let digit = factor * value;
    // Sprig compares the fraction, which is negative for negative numbers, so those floor.
    let fraction = digit % 1.0;
    let rounded = if fraction >= threshold { digit.ceil() } else { digit.floor() };
    Ok(Value::Float(rounded / factor))
}
