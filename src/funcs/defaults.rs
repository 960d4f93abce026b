//! Sprig's defaults: what to use when a value is empty.
//!
//! "Empty" is [`empty`]: Go's zero values, so `false` and `0` count as empty too. Facts:
//! Sprig 3.3, `defaults.go`.

use crate::gotpl::{Ctx, Func};
use crate::value::{Args, FuncError, Param, Type, Value};

/// The rows of this family.
pub static FUNCS: &[Func] = &[
    Func::new("default", default, &[Param("fallback", Type::Any)])
        .variadic(Param("value", Type::Any))
        .doc("Returns the value, or the fallback when the value is empty or not given.")
        .example(&[
            (r#"{{ default "a" "" }} {{ "b" | default "a" }}"#, "a b"),
            ("{{ default true false }}", "true"),
        ]),
    Func::new("empty", is_empty, &[Param("value", Type::Any)])
        .doc("True for nil, false, zero numbers, and strings, lists and maps without content.")
        .example(&[(r#"{{ empty "" }} {{ empty 0 }} {{ empty "x" }}"#, "true true false")]),
    Func::new("coalesce", coalesce, &[])
        .variadic(Param("values", Type::Any))
        .doc("Returns the first value that is not empty, or nil.")
        .example(&[(r#"{{ coalesce "" 0 "c" "d" }}"#, "c")]),
    Func::new("all", all, &[])
        .variadic(Param("values", Type::Any))
        .doc("True when no value is empty.")
        .example(&[(r#"{{ all 1 "x" }} {{ all 1 "" }}"#, "true false")]),
    Func::new("any", any, &[])
        .variadic(Param("values", Type::Any))
        .doc("True when at least one value is not empty.")
        .example(&[(r#"{{ any 0 "x" }} {{ any 0 "" }}"#, "true false")]),
    Func::new(
        "ternary",
        ternary,
        &[Param("yes", Type::Any), Param("no", Type::Any), Param("condition", Type::Bool)],
    )
    .doc("Returns the first value when the condition is true, else the second.")
    .example(&[(r#"{{ ternary "a" "b" true }} {{ false | ternary "a" "b" }}"#, "a b")]),
];

/// Sprig's emptiness: Go's zero value of the type.
pub fn empty(value: &Value) -> bool {
    !value.is_true()
}

fn default(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    // Only the first of the given values counts, as in Sprig.
    let given = args.value(1);
    Ok(if empty(given) { args.value(0) } else { given }.clone())
}

fn is_empty(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    Ok(Value::Bool(empty(args.value(0))))
}

fn coalesce(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    Ok(args.iter().find(|v| !empty(v)).cloned().unwrap_or_default())
}

fn all(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    Ok(Value::Bool(!args.iter().any(empty)))
}

fn any(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    Ok(Value::Bool(args.iter().any(|v| !empty(v))))
}

fn ternary(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    Ok(args.value(if args.bool(2) { 0 } else { 1 }).clone())
}
