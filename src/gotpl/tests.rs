//! Templates with the output or error that Go 1.27's text/template gave for them.
//!
//! `tests/gotpl/go-1.27.jsonl` holds one case a line: template `t`, data `d`, output `o` or
//! error `e`, recorded with the option `missingkey=zero` and the functions below.

use super::testing::render;
use super::*;
use crate::value::{Args, Elem, FuncError, List, Map, Param, STRING_MAP, Type, Value, stack};

const X: Param = Param("x", Type::Any);

static FUNCS: &[Func] = &[
    Func::new("list", |_, args| Ok(Value::List(args.to_vec().into())), &[]).variadic(X),
    Func::new("dict", dict, &[]).variadic(X),
    Func::new("set", set, &[Param("m", Type::Map), Param("k", Type::String), X]),
    Func::new("upper", |_, a| Ok(a.text(0).to_uppercase().into()), &[Param("s", Type::String)]),
    Func::new(
        "add",
        |_, a| Ok(Value::Int(a.int(0).wrapping_add(a.int(1)))),
        &[Param("a", Type::Int), Param("b", Type::Int)],
    ),
    Func::new("strs", |_, a| Ok(Value::List(List::of(Elem::String, a.to_vec()))), &[])
        .variadic(Param("s", Type::String)),
    Func::new("boom", |_, a| Err(FuncError::new(a.text(0))), &[Param("s", Type::String)]),
    Func::new("b64", |_, a| Ok(Value::Int64(a.int(0))), &[Param("a", Type::Int64)]),
    Func::new("half", |_, a| Ok(Value::Float(a.float(0) / 2.0)), &[Param("a", Type::Float64)]),
    Func::new(
        "tern",
        |_, a| Ok(a.value(if a.bool(2) { 0 } else { 1 }).clone()),
        &[X, X, Param("c", Type::Bool)],
    ),
    Func::new(
        "ints",
        |_, a| Ok(Value::List(List::of(Elem::Int, (0..a.int(0)).map(Value::Int).collect()))),
        &[Param("n", Type::Int)],
    ),
    Func::new(
        "bytes",
        |_, a| Ok(Value::Bytes(a.str(0).as_bytes().into())),
        &[Param("s", Type::String)],
    ),
    Func::new("smap", smap, &[Param("k", Type::String), Param("v", Type::String)]),
    Func::new("toi64", |_, a| Ok(Value::Int64(a.int(0))), &[Param("n", Type::Int)]),
    Func::new("nilany", |_, _| Ok(Value::Nil), &[]),
    Func::new("seven", |_, _| Ok(Value::Int(7)), &[]),
];

fn dict(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let map = Map::new();
    for pair in args.chunks_exact(2) {
        map.insert(to_text(&pair[0])?, pair[1].clone())?;
    }
    Ok(Value::Map(map))
}

fn set(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    args.map(0).insert(args.str(1).clone(), args.value(2).clone())?;
    Ok(args.value(0).clone())
}

fn smap(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let map = Map::from_iter([(args.str(0).clone(), args.value(1).clone())]);
    Ok(Value::Map(map.with_type(&STRING_MAP)))
}

#[derive(serde::Deserialize)]
struct Case {
    t: String,
    #[serde(default)]
    d: serde_json::Value,
    o: Option<String>,
    e: Option<String>,
}

#[test]
fn templates_print_and_fail_as_in_go() {
    // Another recording can be checked without building it in.
    let cases = match std::env::var_os("GOTPL_CASES") {
        Some(path) => std::fs::read_to_string(path).unwrap(),
        None => include_str!("../../tests/gotpl/go-1.27.jsonl").to_owned(),
    };
    let failures = stack::with_big_stack(|| {
        let (mut failures, functions) = (Vec::new(), Functions::new(FUNCS));
        for line in cases.lines() {
            let case: Case = serde_json::from_str(line).unwrap();
            let (expected, got) =
                (case.e.map_or(Ok(case.o), Err), render(&case.t, &case.d, &functions));
            let expected = expected.map(Option::unwrap_or_default);
            if expected != got {
                failures.push(format!("{}\n    go  {expected:?}\n    got {got:?}", case.t));
            }
        }
        failures
    });
    assert!(failures.is_empty(), "{} differ:\n{}", failures.len(), failures.join("\n"));
}
