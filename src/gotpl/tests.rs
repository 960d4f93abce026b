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

/// Runs `t.yaml` of a set with tracing, in a file `t.yaml` of a source map, and returns each
/// output line with the template line that its first byte came from.
fn traced(template: &str) -> Vec<(String, u32)> {
    let map = crate::source::SourceMap::default();
    let file = map.add("t.yaml", template);
    let functions = crate::funcs::functions();
    let mut set = Templates::new("gotpl");
    set.parse("t.yaml", file, template.into(), functions).unwrap();
    let mut env = testing::FixedEnv::default();
    let mut ctx = Ctx::new(std::sync::Arc::new(set), functions, &mut env).with_tracing(true);
    let output = ctx.execute(&"t.yaml".into(), &Value::Map(Map::new())).unwrap();
    let text = output.into_str();
    let (mut lines, mut start) = (Vec::new(), 0);
    for line in text.as_bytes().split(|b| *b == b'\n') {
        let piece = text.pieces().iter().find(|p| p.end as usize > start);
        let at = piece.and_then(|p| map.locate(p.span)).map_or(0, |l| l.line);
        lines.push((String::from_utf8_lossy(line).into_owned(), at));
        start += line.len() + 1;
    }
    lines
}

#[test]
fn output_knows_the_template_line_it_came_from() {
    let lines = traced(
        "{{- define \"h\" -}}\n{{ \"one\" }}\n{{ printf \"%s\" \"two\" }}\n{{- end -}}\n\
         {{ include \"h\" . }}\n{{ include \"h\" . | printf \"%s\" }}{{ 3 }}",
    );
    let expected = [("one", 2), ("two", 3), ("one", 6), ("two3", 6)];
    // The newline between the first two lines is text of line 2; what goes through another
    // function belongs to the action that called it.
    let expected: Vec<_> = expected.iter().map(|(t, n)| ((*t).to_owned(), *n)).collect();
    assert_eq!(lines, expected);
}

#[test]
fn endless_and_huge_templates_end_in_an_error() {
    let deep = format!("{}1{}", "{{ (".replace("{{ ", "").repeat(5_000), ")".repeat(5_000));
    let nested = format!("{}{}", "{{ if true }}".repeat(5_000), "{{ end }}".repeat(5_000));
    let cases = [
        ("{{ define \"r\" }}{{ template \"r\" . }}{{ end }}{{ template \"r\" . }}".to_owned(), "exceeded maximum template depth (100000)"),
        ("{{ define \"r\" }}{{ include \"r\" . }}{{ end }}{{ include \"r\" . }}".to_owned(), "rendering template has a nested reference name: r: unable to execute template"),
        ("{{ range 1000000000 }}{{ end }}".to_owned(), "template does not come to an end"),
        (format!("{{{{ range 100000000 }}}}{}{{{{ end }}}}", "x".repeat(10_000)), "output exceeds the limit of 33554432 bytes"),
        ("{{ printf \"%1000000d\" 1 | printf \"%s%[1]s%[1]s%[1]s%[1]s%[1]s%[1]s%[1]s%[1]s%[1]s\" | printf \"%s%[1]s%[1]s%[1]s%[1]s%[1]s%[1]s%[1]s%[1]s%[1]s\" }}".to_owned(), "formatted text is too long"),
        (
            "{{ $d := dict }}{{ range 100000000 }}{{ $d = dict \"a\" $d }}{{ end }}".to_owned(),
            "template needs too much memory",
        ),
        (format!("{{{{ {deep} }}}}"), "max expression depth exceeded"),
        (nested, "blocks nest too deeply"),
    ];
    for (template, expected) in cases {
        let nothing = serde_json::Value::Null;
        let result = stack::with_big_stack(move || {
            render(
                &template,
                &nothing,
                &Functions::new(FUNCS.iter().chain(crate::funcs::functions().iter())),
            )
            .map(|text| text.len())
        });
        let error = result.unwrap_err();
        let tail = &error[error.len().saturating_sub(200)..];
        assert!(error.ends_with(expected), "{tail}");
    }
}

#[test]
fn errors_carry_their_place_and_what_they_include() {
    let text = "{{ define \"a\" }}\n  {{ .x.y }}{{ end }}{{ include \"a\" (dict \"x\" nil) }}";
    let text = text.replace("(dict \"x\" nil)", "$");
    let functions = crate::funcs::functions();
    let mut set = Templates::new("gotpl");
    set.parse("t.yaml", crate::source::FileId::NONE, text.as_str().into(), functions).unwrap();
    let mut env = testing::FixedEnv::default();
    let mut ctx = Ctx::new(std::sync::Arc::new(set), functions, &mut env);
    let error = match ctx.execute(&"t.yaml".into(), &Value::Map(Map::new())) {
        Err(RunError::Exec(error)) => error,
        other => panic!("{other:?}"),
    };
    let place = error.place.as_ref().unwrap();
    assert_eq!((place.line, place.column, place.context.as_str()), (2, 24, "include \"a\" $"));
    assert_eq!(error.message, "error calling include: ");
    let inner = error.included().unwrap();
    assert_eq!(inner.place.as_ref().unwrap().context, ".x.y");
    assert_eq!(inner.message, "nil pointer evaluating interface {}.y");
}
