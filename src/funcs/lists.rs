//! Sprig's lists. No function changes a list in place.
//!
//! Facts: Sprig 3.3 `list.go`, `strings.go` (join) and `numeric.go` (until, seq). Sprig works
//! by reflection, so anything of Go's kind slice is taken, and an untyped nil is a nil pointer
//! panic.

use crate::gotpl::{Ctx, Func};
use crate::value::{Args, Elem, FuncError, Kind, List, Param, Str, StrBuilder, Type, Value};

use super::text::strval;

const LIST: Param = Param("list", Type::Any);
const ANY: Param = Param("value", Type::Any);

/// The rows of this family.
pub static FUNCS: &[Func] = &[
    Func::new("list", list, &[])
        .variadic(Param("values", Type::Any))
        .doc("Makes a list.")
        .example(&[(r#"{{ list 1 "a" }}"#, "[1 a]")]),
    Func::new("tuple", list, &[])
        .variadic(Param("values", Type::Any))
        .doc("As `list`.")
        .example(&[("{{ tuple 1 2 }}", "[1 2]")]),
    Func::new("first", first, &[LIST])
        .doc("Returns the first item, nil of an empty list.")
        .example(&[("{{ first (list 1 2) }}", "1")]),
    Func::new("mustFirst", first, &[LIST])
        .doc("As `first`.")
        .example(&[("{{ mustFirst (list 1 2) }}", "1")]),
    Func::new("last", last, &[LIST])
        .doc("Returns the last item, nil of an empty list.")
        .example(&[("{{ last (list 1 2) }}", "2")]),
    Func::new("mustLast", last, &[LIST])
        .doc("As `last`.")
        .example(&[("{{ mustLast (list 1 2) }}", "2")]),
    Func::new("rest", rest, &[LIST])
        .doc("Returns all but the first item.")
        .example(&[("{{ rest (list 1 2 3) }}", "[2 3]")]),
    Func::new("mustRest", rest, &[LIST])
        .doc("As `rest`.")
        .example(&[("{{ mustRest (list 1 2 3) }}", "[2 3]")]),
    Func::new("initial", initial, &[LIST])
        .doc("Returns all but the last item.")
        .example(&[("{{ initial (list 1 2 3) }}", "[1 2]")]),
    Func::new("mustInitial", initial, &[LIST])
        .doc("As `initial`.")
        .example(&[("{{ mustInitial (list 1 2 3) }}", "[1 2]")]),
    Func::new("append", push, &[LIST, ANY])
        .doc("Returns a new list with one more item at the end.")
        .example(&[("{{ append (list 1) 2 }}", "[1 2]")]),
    Func::new("mustAppend", push, &[LIST, ANY])
        .doc("As `append`.")
        .example(&[("{{ mustAppend (list 1) 2 }}", "[1 2]")]),
    Func::new("push", push, &[LIST, ANY])
        .doc("As `append`.")
        .example(&[("{{ push (list 1) 2 }}", "[1 2]")]),
    Func::new("mustPush", push, &[LIST, ANY])
        .doc("As `append`.")
        .example(&[("{{ mustPush (list 1) 2 }}", "[1 2]")]),
    Func::new("prepend", prepend, &[LIST, ANY])
        .doc("Returns a new list with one more item at the start.")
        .example(&[("{{ prepend (list 1) 2 }}", "[2 1]")]),
    Func::new("mustPrepend", prepend, &[LIST, ANY])
        .doc("As `prepend`.")
        .example(&[("{{ mustPrepend (list 1) 2 }}", "[2 1]")]),
    Func::new("concat", concat, &[])
        .variadic(Param("lists", Type::Any))
        .doc("Joins lists into one new list.")
        .example(&[("{{ concat (list 1) (list 2 3) }}", "[1 2 3]")]),
    Func::new("reverse", reverse, &[LIST])
        .doc("Returns the items in reverse order.")
        .example(&[("{{ reverse (list 1 2 3) }}", "[3 2 1]")]),
    Func::new("mustReverse", reverse, &[LIST])
        .doc("As `reverse`.")
        .example(&[("{{ mustReverse (list 1 2) }}", "[2 1]")]),
    Func::new("uniq", uniq, &[LIST])
        .doc("Returns the items without repetitions; equal means equal in type and content.")
        .example(&[("{{ uniq (list 1 2 1) }}", "[1 2]")]),
    Func::new("mustUniq", uniq, &[LIST])
        .doc("As `uniq`.")
        .example(&[("{{ mustUniq (list 1 1) }}", "[1]")]),
    Func::new("without", without, &[LIST])
        .variadic(Param("values", Type::Any))
        .doc("Returns the items that are none of the given values.")
        .example(&[("{{ without (list 1 2 3) 2 }}", "[1 3]")]),
    Func::new("mustWithout", without, &[LIST])
        .variadic(Param("values", Type::Any))
        .doc("As `without`.")
        .example(&[("{{ mustWithout (list 1 2 3) 2 }}", "[1 3]")]),
    Func::new("has", has, &[ANY, LIST])
        .doc("True when the list holds the value; `1` from a template is no `1.0` from YAML.")
        .example(&[("{{ has 2 (list 1 2) }}", "true")]),
    Func::new("mustHas", has, &[ANY, LIST])
        .doc("As `has`.")
        .example(&[("{{ mustHas 3 (list 1 2) }}", "false")]),
    Func::new("compact", compact, &[LIST])
        .doc("Returns the items that are not empty.")
        .example(&[(r#"{{ compact (list 1 "" 0 "a") }}"#, "[1 a]")]),
    Func::new("mustCompact", compact, &[LIST])
        .doc("As `compact`.")
        .example(&[(r#"{{ mustCompact (list 1 "") }}"#, "[1]")]),
    Func::new("slice", slice, &[LIST])
        .variadic(Param("indices", Type::Any))
        .doc("Returns the items from one index up to, not including, another.")
        .example(&[("{{ slice (list 1 2 3) 1 }} {{ slice (list 1 2 3) 0 2 }}", "[2 3] [1 2]")]),
    Func::new("mustSlice", slice, &[LIST])
        .variadic(Param("indices", Type::Any))
        .doc("As `slice`.")
        .example(&[("{{ mustSlice (list 1 2 3) 1 }}", "[2 3]")]),
    Func::new("chunk", chunk, &[Param("size", Type::Int), LIST])
        .doc("Cuts a list into lists of a size; the last one may be shorter.")
        .example(&[("{{ chunk 2 (list 1 2 3) }}", "[[1 2] [3]]")]),
    Func::new("mustChunk", chunk, &[Param("size", Type::Int), LIST])
        .doc("As `chunk`.")
        .example(&[("{{ mustChunk 2 (list 1 2 3) }}", "[[1 2] [3]]")]),
    Func::new("sortAlpha", sort_alpha, &[LIST])
        .doc("Returns the items as text, sorted bytewise.")
        .example(&[(r#"{{ sortAlpha (list "b" 10 9) }}"#, "[10 9 b]")]),
    Func::new("join", join, &[Param("separator", Type::String), LIST])
        .doc("Joins the items as text; nil items are left out.")
        .example(&[(r#"{{ join "-" (list 1 nil "a") }}"#, "1-a")]),
    Func::new("toStrings", to_strings, &[LIST])
        .doc("Returns the items as text; nil items are left out.")
        .example(&[(r#"{{ toStrings (list 1 "a") }}"#, "[1 a]")]),
    Func::new("until", until, &[Param("count", Type::Int)])
        .doc("Returns the numbers from 0 up to, not including, the count.")
        .example(&[("{{ until 3 }} {{ until -2 }}", "[0 1 2] [0 -1]")]),
    Func::new(
        "untilStep",
        until_step,
        &[Param("start", Type::Int), Param("stop", Type::Int), Param("step", Type::Int)],
    )
    .doc("Returns the numbers from start up to, not including, stop, in steps.")
    .example(&[("{{ untilStep 0 10 4 }}", "[0 4 8]")]),
    Func::new("seq", seq, &[])
        .variadic(Param("bounds", Type::Int))
        .doc("Returns numbers as text, as the shell's seq does: end, start end, start step end.")
        .example(&[("{{ seq 3 }}|{{ seq 0 2 6 }}", "1 2 3|0 2 4 6")]),
];

/// The items of anything of Go's kind slice.
///
/// # Errors
/// Sprig's text for other kinds; the nil pointer panic for nil.
fn items(value: &Value, what: &str) -> Result<List, FuncError> {
    match value {
        Value::List(list) => Ok(list.clone()),
        Value::Bytes(bytes) => Ok(bytes.iter().map(|b| Value::Byte(*b)).collect()),
        Value::Nil | Value::Invalid => Err(FuncError::nil_pointer()),
        Value::Object(object) if object.kind() == Kind::Slice => match object.underlying() {
            Some(inner) => items(&inner, what),
            None => Err(FuncError::new(format!("{what} slice"))),
        },
        other => Err(FuncError::new(format!("{what} {}", other.kind().as_str()))),
    }
}

fn any_list(items: Vec<Value>) -> Result<Value, FuncError> {
    Ok(Value::List(List::from(items)))
}

fn list(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    any_list(args.to_vec())
}

fn first(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    Ok(items(args.value(0), "Cannot find first on type")?.first().cloned().unwrap_or_default())
}

fn last(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    Ok(items(args.value(0), "Cannot find last on type")?.last().cloned().unwrap_or_default())
}

fn rest(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    match items(args.value(0), "Cannot find rest on type")?.split_first() {
        Some((_, rest)) => any_list(rest.to_vec()),
        None => Ok(Value::List(List::nil(Elem::Any))),
    }
}

fn initial(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    match items(args.value(0), "Cannot find initial on type")?.split_last() {
        Some((_, initial)) => any_list(initial.to_vec()),
        None => Ok(Value::List(List::nil(Elem::Any))),
    }
}

fn push(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let mut list = items(args.value(0), "Cannot push on type")?.into_items();
    list.push(args.value(1).clone());
    any_list(list)
}

fn prepend(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let list = items(args.value(0), "Cannot prepend on type")?;
    any_list(std::iter::once(args.value(1)).chain(list.iter()).cloned().collect())
}

fn concat(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let mut all = Vec::new();
    for value in args.iter() {
        let list = items(value, "Cannot concat type").map_err(|error| {
            let text = error.message();
            let asked = text.starts_with("Cannot");
            FuncError::new(if asked { format!("{text} as list") } else { text.to_owned() })
        })?;
        ctx.reserve((all.len() + list.len()).saturating_mul(24))?;
        all.extend(list.iter().cloned());
    }
    if all.is_empty() { Ok(Value::List(List::nil(Elem::Any))) } else { any_list(all) }
}

fn reverse(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let list = items(args.value(0), "Cannot find reverse on type")?;
    any_list(list.iter().rev().cloned().collect())
}

fn contains(ctx: &mut Ctx<'_>, list: &[Value], value: &Value) -> Result<bool, FuncError> {
    let mut nodes = 0;
    for item in list {
        let equal = item.deep_equal_counted(value, &mut nodes);
        if equal {
            ctx.spend(nodes)?;
            return Ok(true);
        }
        if nodes > COMPARED_AT_ONCE {
            ctx.spend(std::mem::take(&mut nodes))?;
        }
    }
    ctx.spend(nodes)?;
    Ok(false)
}

/// How many comparisons are made before they are counted.
const COMPARED_AT_ONCE: usize = 1024;

/// What tells a scalar from all others: its type and content.
#[derive(PartialEq, Eq, Hash)]
enum Scalar {
    Text(Str),
    Bool(bool),
    Int(i64),
    Int64(i64),
    Float(u64),
}

/// The scalar of a value, if it is one that equals itself (NaN does not).
fn scalar(value: &Value) -> Option<Scalar> {
    Some(match value {
        Value::Str(text) => Scalar::Text(text.clone()),
        Value::Bool(b) => Scalar::Bool(*b),
        Value::Int(n) => Scalar::Int(*n),
        Value::Int64(n) => Scalar::Int64(*n),
        // Adding zero makes one of both zeros.
        Value::Float(n) if !n.is_nan() => Scalar::Float((n + 0.0).to_bits()),
        _ => return None,
    })
}

fn uniq(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let mut kept: Vec<Value> = Vec::new();
    // Scalars are what lists are made of; a set keeps long ones from being quadratic.
    let mut seen = std::collections::HashSet::new();
    let mut others: Vec<Value> = Vec::new();
    for item in items(args.value(0), "Cannot find uniq on type")?.iter() {
        let new = match scalar(item) {
            Some(scalar) => seen.insert(scalar),
            None if contains(ctx, &others, item)? => false,
            None => {
                others.push(item.clone());
                true
            }
        };
        if new {
            kept.push(item.clone());
        }
    }
    any_list(kept)
}

fn without(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let list = items(args.value(0), "Cannot find without on type")?;
    let omitted = args.rest(1);
    let mut kept = Vec::with_capacity(list.len());
    for item in list.iter() {
        if !contains(ctx, omitted, item)? {
            kept.push(item.clone());
        }
    }
    any_list(kept)
}

fn has(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    if args.value(1).is_nil() {
        return Ok(Value::Bool(false));
    }
    let list = items(args.value(1), "Cannot find has on type")?;
    Ok(Value::Bool(contains(ctx, &list, args.value(0))?))
}

fn compact(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let list = items(args.value(0), "Cannot compact on type")?;
    any_list(list.iter().filter(|item| !super::defaults::empty(item)).cloned().collect())
}

fn slice(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let list = items(args.value(0), "list should be type of slice or array but")?;
    if list.is_empty() {
        return Ok(Value::Nil);
    }
    let bound =
        |value: Option<&Value>, default: i64| value.map_or(default, super::numbers::to_int64);
    let start = bound(args.rest(1).first(), 0);
    let end = bound(args.rest(1).get(1), list.len() as i64);
    let range = usize::try_from(start).ok().zip(usize::try_from(end).ok());
    let range = range.filter(|(start, end)| start <= end && *end <= list.len());
    let Some((start, end)) = range else {
        return Err(FuncError::new("reflect.Value.Slice: slice index out of bounds"));
    };
    Ok(Value::List(List::of(list.elem(), list[start..end].to_vec())))
}

fn chunk(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let list = items(args.value(1), "Cannot chunk type")?;
    let size = args.int(0);
    // Sprig computes the number of chunks first; a negative size can make that zero.
    let last = list.len() as i64 - 1;
    if size < 0 && last > 0 && last <= size.saturating_neg() {
        return Ok(Value::List(List::of(Elem::AnyList, Vec::new())));
    }
    let Some(size) = usize::try_from(size).ok().filter(|size| *size > 0) else {
        return Err(FuncError::new("runtime error: makeslice: len out of range"));
    };
    let chunks = list.chunks(size).map(|chunk| Value::List(List::from(chunk.to_vec())));
    Ok(Value::List(List::of(Elem::AnyList, chunks.collect())))
}

/// The text of a value, which may be large, on the run's account.
fn text_of(ctx: &mut Ctx<'_>, value: &Value) -> Result<Str, FuncError> {
    let text = strval(value)?;
    ctx.reserve(if value.as_str().is_some() { 0 } else { text.len() })?;
    Ok(text)
}

/// Sprig's `strslice`: items as text, nil left out; a lone value is a list of one.
fn strings(ctx: &mut Ctx<'_>, value: &Value) -> Result<Vec<Str>, FuncError> {
    match items(value, "") {
        Ok(list) => {
            list.iter().filter(|item| !item.is_nil()).map(|item| text_of(ctx, item)).collect()
        }
        Err(_) if value.is_nil() => Ok(Vec::new()),
        Err(_) => Ok(vec![text_of(ctx, value)?]),
    }
}

fn sort_alpha(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let value = args.value(0);
    let mut texts = match items(value, "") {
        Ok(_) => strings(ctx, value)?,
        Err(_) => vec![text_of(ctx, value)?],
    };
    texts.sort();
    Ok(Value::List(List::strings(texts)))
}

fn join(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let separator = args.str(0).as_bytes();
    let texts = strings(ctx, args.value(1))?;
    let length: usize = texts.iter().map(|text| text.len() + separator.len()).sum();
    ctx.reserve(length)?;
    let mut out = StrBuilder::with_capacity(length);
    for (i, text) in texts.iter().enumerate() {
        if i > 0 {
            out.push(separator);
        }
        out.push_part(text, 0..text.len());
    }
    Ok(Value::Str(out.finish()))
}

fn to_strings(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    Ok(Value::List(List::strings(strings(ctx, args.value(0))?)))
}

/// The numbers from `start` towards `stop`; Go's `int` wraps around at the ends.
fn steps(ctx: &mut Ctx<'_>, start: i64, stop: i64, step: i64) -> Result<Vec<i64>, FuncError> {
    let down = stop < start;
    if (down && step >= 0) || (!down && step <= 0) {
        return Ok(Vec::new());
    }
    let distance = stop.abs_diff(start);
    let count = distance.div_ceil(step.unsigned_abs());
    ctx.reserve(usize::try_from(count).unwrap_or(usize::MAX).saturating_mul(24))?;
    let step_by = |n: u64| start.wrapping_add((n as i64).wrapping_mul(step));
    Ok((0..count).map(step_by).collect())
}

fn ints(numbers: Vec<i64>) -> Value {
    Value::List(List::of(Elem::Int, numbers.into_iter().map(Value::Int).collect()))
}

fn until(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let count = args.int(0);
    Ok(ints(steps(ctx, 0, count, if count < 0 { -1 } else { 1 })?))
}

fn until_step(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    Ok(ints(steps(ctx, args.int(0), args.int(1), args.int(2))?))
}

fn seq(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let bounds: Vec<i64> = (0..args.len()).map(|i| args.int(i)).collect();
    let (start, end, step) = match bounds[..] {
        [end] => (1, end, None),
        [start, end] => (start, end, None),
        [start, step, end] => (start, end, Some(step)),
        _ => return Ok(Value::from("")),
    };
    let direction: i64 = if end < start { -1 } else { 1 };
    if direction < 0 && step.is_some_and(|step| step > 0) {
        return Ok(Value::from(""));
    }
    let numbers = steps(ctx, start, end.wrapping_add(direction), step.unwrap_or(direction))?;
    let texts: Vec<String> = numbers.iter().map(i64::to_string).collect();
    Ok(Value::from(texts.join(" ")))
}
