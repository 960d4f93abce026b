//! The functions that Go's text/template brings along.
//!
//! Facts: `text/template/funcs.go` of Go 1.27. Parameters of type [`Type::Reflect`] are
//! Go's `reflect.Value`: [`Value::Invalid`] is the nil that `nil` and pipelines make,
//! [`Value::Nil`] the nil that maps and lists hold.

use super::ctx::Ctx;
use super::format::{self, Complex};
use super::func::{Call, Func};
use super::quote::{decode_rune, is_print};
use crate::value::{Args, FuncError, Kind, Param, Str, Type, Value};

type Result<T = Value> = std::result::Result<T, FuncError>;

const ITEM: Param = Param("item", Type::Reflect);
const MORE: Param = Param("values", Type::Reflect);
const A: Param = Param("a", Type::Reflect);
const B: Param = Param("b", Type::Reflect);
const TEXTS: Param = Param("values", Type::Any);

/// Go's own functions.
pub static FUNCS: &[Func] = &[
    Func::with_call("and", Call::And, &[ITEM])
        .variadic(MORE)
        .doc("Returns the first false argument, or the last one. Stops evaluating there.")
        .example(&[(r#"{{ and 1 "" 2 }}|{{ and 1 2 }}"#, "|2")]),
    Func::with_call("call", Call::Call, &[Param("function", Type::Reflect)])
        .variadic(MORE)
        .doc("Calls its first argument, a function value, with the others.")
        .example(&[]),
    Func::new("eq", eq, &[A])
        .variadic(B)
        .doc("True when the first argument equals any of the others. Types must agree.")
        .example(&[(r#"{{ eq "a" "b" "a" }} {{ eq 1 2 }}"#, "true false")]),
    Func::new("ge", ge, &[A, B])
        .doc("True when the first argument is greater than the second, or equal.")
        .example(&[("{{ ge 2 2 }}", "true")]),
    Func::new("gt", gt, &[A, B])
        .doc("True when the first argument is greater than the second.")
        .example(&[("{{ gt 2 1 }}", "true")]),
    Func::new("html", html, &[])
        .variadic(TEXTS)
        .doc("Prints its arguments, escaped for HTML.")
        .example(&[(r#"{{ html "<a>" }}"#, "&lt;a&gt;")]),
    Func::new("index", index, &[ITEM])
        .variadic(Param("keys", Type::Reflect))
        .doc("Returns the element of a list or map, one step for each key.")
        .example(&[(r#"{{ index "abc" 1 }}"#, "98")]),
    Func::new("js", js, &[])
        .variadic(TEXTS)
        .doc("Prints its arguments, escaped for JavaScript strings.")
        .example(&[(r#"{{ js "it's" }}"#, r"it\'s")]),
    Func::new("le", le, &[A, B])
        .doc("True when the first argument is less than the second, or equal.")
        .example(&[("{{ le 2 1 }}", "false")]),
    Func::new("len", len, &[ITEM])
        .doc("Returns the length of a string (in bytes), list or map.")
        .example(&[(r#"{{ len "abc" }}"#, "3")]),
    Func::new("lt", lt, &[A, B])
        .doc("True when the first argument is less than the second.")
        .example(&[(r#"{{ lt "a" "b" }}"#, "true")]),
    Func::new("ne", ne, &[A, B])
        .doc("True when the arguments differ.")
        .example(&[("{{ ne 1 2 }}", "true")]),
    Func::new("not", not, &[ITEM])
        .doc("True when the argument is false or empty.")
        .example(&[(r#"{{ not "" }}"#, "true")]),
    Func::with_call("or", Call::Or, &[ITEM])
        .variadic(MORE)
        .doc("Returns the first true argument, or the last one. Stops evaluating there.")
        .example(&[(r#"{{ or "" "a" "b" }}"#, "a")]),
    Func::new("print", print, &[])
        .variadic(TEXTS)
        .doc("Prints its arguments, with a space between two that are not strings.")
        .example(&[(r#"{{ print 1 2 "a" "b" }}"#, "1 2ab")]),
    Func::new("printf", printf, &[Param("format", Type::String)])
        .variadic(TEXTS)
        .doc("Prints its arguments as the format says; the verbs are Go's.")
        .example(&[(r#"{{ printf "%05.1f|%-3s|%d" 3.14159 "a" 7 }}"#, "003.1|a  |7")]),
    Func::new("println", println, &[])
        .variadic(TEXTS)
        .doc("Prints its arguments with spaces between and a newline at the end.")
        .example(&[(r#"{{ println "a" "b" }}"#, "a b\n")]),
    Func::new("urlquery", urlquery, &[])
        .variadic(TEXTS)
        .doc("Prints its arguments, escaped for the query of a URL.")
        .example(&[(r#"{{ urlquery "a b&c" }}"#, "a+b%26c")]),
];

/// The message of Go's reflection on the invalid value.
fn zero_value(method: &str) -> FuncError {
    FuncError::new(format!("reflect: call of reflect.Value.{method} on zero Value"))
}

/// The value behind a named type of the host.
fn underlying(value: &Value) -> Value {
    match value {
        Value::Object(object) => object.underlying().unwrap_or_else(|| value.clone()),
        _ => value.clone(),
    }
}

fn len(_: &mut Ctx<'_>, args: Args<'_>) -> Result {
    let item = args.value(0);
    let length = match &underlying(item) {
        Value::Nil => return Err("len of nil pointer".into()),
        Value::Invalid => return Err(zero_value("Type")),
        Value::Str(s) => s.len(),
        Value::Bytes(bytes) => bytes.len(),
        Value::List(list) => list.len(),
        Value::Map(map) => map.len(),
        _ => return Err(format!("len of type {}", item.go_type().trim_start_matches('*')).into()),
    };
    Ok(Value::Int(length as i64))
}

fn index(_: &mut Ctx<'_>, args: Args<'_>) -> Result {
    let mut item = args.value(0).clone();
    if item.is_nil() {
        return Err("index of untyped nil".into());
    }
    for key in args.rest(1) {
        item = match &underlying(&item) {
            Value::Nil | Value::Invalid => return Err("index of nil pointer".into()),
            Value::Str(s) => element(s.as_bytes(), key, "string", |byte| Value::Byte(*byte))?,
            Value::Bytes(bytes) => element(bytes, key, "slice", |byte| Value::Byte(*byte))?,
            Value::List(list) => element(list, key, "slice", Value::clone)?,
            Value::Map(map) => match key {
                Value::Str(name) => map.get(name).unwrap_or_else(|| map.zero()),
                Value::Nil | Value::Invalid => {
                    return Err("value is nil; should be of type string".into());
                }
                other => {
                    let ty = other.go_type();
                    return Err(format!("value has type {ty}; should be string").into());
                }
            },
            _ => {
                let ty = item.go_type();
                let ty = ty.trim_start_matches('*');
                return Err(format!("can't index item of type {ty}").into());
            }
        };
    }
    Ok(item)
}

/// The element of a sequence. An index equal to the length passes Go's own check and fails
/// in its reflection.
fn element<T>(items: &[T], key: &Value, kind: &str, make: fn(&T) -> Value) -> Result {
    let position = match key {
        Value::Nil | Value::Invalid => return Err("cannot index slice/array with nil".into()),
        _ => key.as_integer(),
    };
    let Some(position) = position else {
        let ty = key.go_type();
        return Err(format!("cannot index slice/array with type {ty}").into());
    };
    match usize::try_from(position) {
        Ok(index) if index < items.len() => Ok(make(&items[index])),
        Ok(index) if index == items.len() => {
            Err(format!("reflect: {kind} index out of range").into())
        }
        _ => Err(format!("index out of range: {position}").into()),
    }
}

/// Go's `call`. The name is how the template wrote the function.
pub(super) fn call(ctx: &Ctx<'_>, name: &str, args: Args<'_>) -> Result {
    let function = args.value(0);
    if function.is_nil() {
        return Err("call of nil".into());
    }
    let method = match function {
        Value::Object(object) => object.function(),
        _ => None,
    };
    let Some(method) = method else {
        let ty = function.go_type();
        return Err(match ctx.language().names_called {
            true => format!("non-function {name} of type {ty}").into(),
            false => format!("non-function of type {ty}").into(),
        });
    };
    let (given, wanted) = (args.len() - 1, method.params.len());
    if method.variadic.is_some() && given < wanted {
        return Err(
            format!("wrong number of args for {name}: got {given} want at least {wanted}").into()
        );
    }
    if method.variadic.is_none() && given != wanted {
        return Err(format!("wrong number of args for {name}: got {given} want {wanted}").into());
    }
    (method.call)(function, Args(args.rest(1)))
}

/// Go's `reflect.Value.String`: the text of a string, else the type in angle brackets.
pub(super) fn reflect_string(value: &Value) -> String {
    match value {
        Value::Str(text) => text.to_string_lossy().into_owned(),
        Value::Nil | Value::Invalid => "<invalid Value>".into(),
        other => format!("<{} Value>", other.go_type()),
    }
}

fn not(_: &mut Ctx<'_>, args: Args<'_>) -> Result {
    Ok(Value::Bool(!args.value(0).is_true()))
}

/// A value as the comparisons see it: the basic kinds, and whatever else.
enum Basic<'v> {
    Bool(bool),
    Complex(f64, f64),
    Int(i64),
    Float(f64),
    Str(&'v [u8]),
    Uint(u64),
    Other,
}

fn basic<'v>(value: &'v Value, plain: &'v Value) -> Basic<'v> {
    match plain {
        Value::Bool(b) => Basic::Bool(*b),
        Value::Int(n) | Value::Int64(n) => Basic::Int(*n),
        Value::Uint64(n) => Basic::Uint(*n),
        Value::Byte(n) => Basic::Uint(u64::from(*n)),
        Value::Float(n) => Basic::Float(*n),
        Value::Str(s) => Basic::Str(s.as_bytes()),
        _ => match value.downcast::<Complex>() {
            Some(Complex(re, im)) => Basic::Complex(*re, *im),
            None => Basic::Other,
        },
    }
}

/// An integer of either sign kind compared with another, by value.
fn int_cmp(a: i64, b: u64) -> std::cmp::Ordering {
    match u64::try_from(a) {
        Ok(a) => a.cmp(&b),
        Err(_) => std::cmp::Ordering::Less,
    }
}

fn incompatible(ctx: &Ctx<'_>, a: &Value, b: &Value) -> FuncError {
    let text = "incompatible types for comparison";
    if !ctx.language().names_compared_types {
        return FuncError::new(text);
    }
    let (a, b) = (a.go_type(), b.go_type());
    FuncError::new(format!("{text}: {a} and {b}"))
}

fn equal(ctx: &Ctx<'_>, a: &Value, b: &Value) -> Result<bool> {
    let (plain_a, plain_b) = (underlying(a), underlying(b));
    Ok(match (basic(a, &plain_a), basic(b, &plain_b)) {
        (Basic::Bool(x), Basic::Bool(y)) => x == y,
        (Basic::Complex(r, i), Basic::Complex(s, j)) => (r, i) == (s, j),
        (Basic::Int(x), Basic::Int(y)) => x == y,
        (Basic::Uint(x), Basic::Uint(y)) => x == y,
        (Basic::Float(x), Basic::Float(y)) => x == y,
        (Basic::Str(x), Basic::Str(y)) => x == y,
        (Basic::Int(x), Basic::Uint(y)) | (Basic::Uint(y), Basic::Int(x)) => int_cmp(x, y).is_eq(),
        (Basic::Other, Basic::Other) => return equal_others(a, b),
        _ if a.is_nil() || b.is_nil() => false,
        _ => return Err(incompatible(ctx, a, b)),
    })
}

/// Nil, lists, maps and host values: nil can be compared with all, and pointers and structs
/// with each other.
fn equal_others(a: &Value, b: &Value) -> Result<bool> {
    let is_nil = |v: &Value| match v {
        Value::List(list) => list.is_nil_slice(),
        Value::Map(map) => map.is_nil_map(),
        other => other.is_nil(),
    };
    let (kind_a, kind_b) = (a.kind(), b.kind());
    let any_invalid = kind_a == Kind::Invalid || kind_b == Kind::Invalid;
    if kind_a != kind_b && !any_invalid {
        let (text_a, text_b) = (describe(a), format::to_text(b)?);
        let (ty_a, ty_b) = (a.go_type(), b.go_type());
        return Err(format!("non-comparable types {text_a}: {ty_a}, {ty_b}: {text_b}").into());
    }
    if is_nil(a) || is_nil(b) {
        return Ok(is_nil(a) == is_nil(b));
    }
    match (a, b) {
        (Value::Object(x), Value::Object(y)) if matches!(kind_a, Kind::Ptr | Kind::Struct) => {
            let same = std::rc::Rc::ptr_eq(x, y);
            Ok(same || kind_a == Kind::Struct && x.equals(&**y))
        }
        _ => Err(format!("non-comparable type {}: {}", describe(b), b.go_type()).into()),
    }
}

/// `%s` of a `reflect.Value`.
fn describe(value: &Value) -> String {
    match format::sprintf(b"%s", std::slice::from_ref(value)) {
        Ok(text) => text.to_string_lossy().into_owned(),
        Err(error) => error.to_string(),
    }
}

fn less(ctx: &Ctx<'_>, a: &Value, b: &Value) -> Result<bool> {
    let (plain_a, plain_b) = (underlying(a), underlying(b));
    let (basic_a, basic_b) = (basic(a, &plain_a), basic(b, &plain_b));
    let bad = || Err("invalid type for comparison".into());
    Ok(match (basic_a, basic_b) {
        (Basic::Other, _) | (_, Basic::Other) => return bad(),
        (Basic::Bool(_), Basic::Bool(_)) | (Basic::Complex(..), Basic::Complex(..)) => {
            return bad();
        }
        (Basic::Int(x), Basic::Int(y)) => x < y,
        (Basic::Uint(x), Basic::Uint(y)) => x < y,
        (Basic::Float(x), Basic::Float(y)) => x < y,
        (Basic::Str(x), Basic::Str(y)) => x < y,
        (Basic::Int(x), Basic::Uint(y)) => int_cmp(x, y).is_lt(),
        (Basic::Uint(x), Basic::Int(y)) => int_cmp(y, x).is_gt(),
        _ => return Err(incompatible(ctx, a, b)),
    })
}

fn less_or_equal(ctx: &Ctx<'_>, a: &Value, b: &Value) -> Result<bool> {
    Ok(less(ctx, a, b)? || equal(ctx, a, b)?)
}

fn eq(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result {
    if args.len() < 2 {
        return Err("missing argument for comparison".into());
    }
    for other in args.rest(1) {
        if equal(ctx, args.value(0), other)? {
            return Ok(Value::Bool(true));
        }
    }
    Ok(Value::Bool(false))
}

fn ne(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result {
    Ok(Value::Bool(!equal(ctx, args.value(0), args.value(1))?))
}

fn lt(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result {
    Ok(Value::Bool(less(ctx, args.value(0), args.value(1))?))
}

fn le(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result {
    Ok(Value::Bool(less_or_equal(ctx, args.value(0), args.value(1))?))
}

fn gt(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result {
    Ok(Value::Bool(!less_or_equal(ctx, args.value(0), args.value(1))?))
}

fn ge(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result {
    Ok(Value::Bool(!less(ctx, args.value(0), args.value(1))?))
}

fn print(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result {
    counted(ctx, format::sprint(args.0)?)
}

fn println(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result {
    counted(ctx, format::sprintln(args.0)?)
}

fn printf(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result {
    counted(ctx, format::sprintf(args.str(0).as_bytes(), args.rest(1))?)
}

/// Counts the work of a text whose length shows only when it is there.
fn counted(ctx: &mut Ctx<'_>, text: Str) -> Result {
    ctx.reserve(text.len())?;
    Ok(Value::Str(text))
}

/// The text that the escaping functions work on: like `print`, but nil as in `{{ nil }}`.
fn escapable(args: Args<'_>) -> Result<Str> {
    if let [Value::Str(text)] = args.0 {
        return Ok(text.clone());
    }
    let printable = |value: &Value| match value {
        Value::Nil | Value::Invalid => Value::from("<no value>"),
        other => other.clone(),
    };
    // Whether a space goes between depends on the types before the replacement of nil.
    format::sprint(&args.iter().map(printable).collect::<Vec<_>>())
}

fn html(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result {
    let text = escapable(args)?;
    ctx.reserve(text.len())?;
    let mut out = Vec::with_capacity(text.len());
    for byte in text.as_bytes() {
        match byte {
            0 => out.extend_from_slice("\u{fffd}".as_bytes()),
            b'"' => out.extend_from_slice(b"&#34;"),
            b'\'' => out.extend_from_slice(b"&#39;"),
            b'&' => out.extend_from_slice(b"&amp;"),
            b'<' => out.extend_from_slice(b"&lt;"),
            b'>' => out.extend_from_slice(b"&gt;"),
            _ => out.push(*byte),
        }
    }
    Ok(out.into())
}

fn js(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result {
    let text = escapable(args)?;
    ctx.reserve(text.len())?;
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while !rest.is_empty() {
        let (c, width) = decode_rune(rest);
        match c {
            '\\' | '\'' | '"' => out.extend([b'\\', c as u8]),
            '<' | '>' | '&' | '=' | '\0'..='\x1f' => {
                out.extend_from_slice(format!("\\u{:04X}", c as u32).as_bytes());
            }
            _ if c.is_ascii() || is_print(c) => out.extend_from_slice(&rest[..width]),
            _ => out.extend_from_slice(format!("\\u{:04X}", c as u32).as_bytes()),
        }
        rest = &rest[width..];
    }
    Ok(out.into())
}

fn urlquery(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result {
    let text = escapable(args)?;
    ctx.reserve(text.len())?;
    let mut out = Vec::with_capacity(text.len());
    for byte in text.as_bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => out.push(*byte),
            b' ' => out.push(b'+'),
            _ => out.extend_from_slice(format!("%{byte:02X}").as_bytes()),
        }
    }
    Ok(out.into())
}
