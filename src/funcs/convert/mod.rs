//! Functions between values and texts of YAML and JSON: toYaml, fromYaml, toJson, fromJson.
//!
//! This file holds the rows and what Helm makes of failures; the writers are [`json`] and
//! [`yaml`], the readers [`read`]. Facts: Helm 4.3, `pkg/engine/funcs.go`; Sprig 3.3.

mod json;
mod read;
mod yaml;

use crate::gotpl::{Ctx, Func};
use crate::value::{Args, FuncError, Map, Param, Str, Type, Value};
use crate::yaml::Flavor;
use json::Layout;

const VALUE: &[Param] = &[Param("value", Type::Any)];
const TEXT: &[Param] = &[Param("text", Type::String)];

/// The rows of this family.
pub static FUNCS: &[Func] = &[
    Func::new("toYaml", to_yaml, VALUE)
        .doc("Returns the value as YAML without the final newline, \"\" if it has none.")
        .example(&[
            (
                r#"{{ fromJson "{\"b\":[1,2.5],\"a\":\"no\"}" | toYaml }}"#,
                "a: \"no\"\nb:\n- 1\n- 2.5",
            ),
            ("{{ toYaml 1e6 }}", "1000000"),
        ]),
    Func::new("mustToYaml", must_to_yaml, VALUE)
        .doc("As toYaml; a value that has no YAML form ends the run.")
        .example(&[("{{ mustToYaml nil }}", "null")])
        .since(4, 1),
    Func::new("toYamlPretty", to_yaml_pretty, VALUE)
        .doc("Returns the value as YAML whose lists are indented below their keys.")
        .example(&[(r#"{{ fromYaml "a: [1]" | toYamlPretty }}"#, "a:\n  - 1")])
        .since(3, 17),
    Func::new("fromYaml", from_yaml, TEXT)
        .doc("Reads a mapping; the key `Error` of the result holds what is wrong with the text.")
        .example(&[
            (r#"{{ (fromYaml "a: 1").a }}"#, "1"),
            (
                r#"{{ (fromYaml "a: *b").Error }}"#,
                "error converting YAML to JSON: yaml: unknown anchor 'b' referenced",
            ),
        ]),
    Func::new("fromYamlArray", from_yaml_array, TEXT)
        .doc("Reads a list; of a text that is none, the result's only item says why.")
        .example(&[(r#"{{ fromYamlArray "- 1\n- b" }}"#, "[1 b]")]),
    Func::new("toJson", to_json, VALUE)
        .doc("Returns the value as JSON with `<`, `>` and `&` escaped, \"\" if it has none.")
        .example(&[(
            r#"{{ fromYaml "{b: <, a: 1e6}" | toJson }}"#,
            r#"{"a":1000000,"b":"\u003c"}"#,
        )]),
    Func::new("mustToJson", must_to_json, VALUE)
        .doc("As toJson; a value that has no JSON form ends the run.")
        .example(&[("{{ mustToJson nil }}", "null")]),
    Func::new("toPrettyJson", to_pretty_json, VALUE)
        .doc("Returns the value as JSON over several lines, \"\" if it has none.")
        .example(&[(r#"{{ fromYaml "a: [1]" | toPrettyJson }}"#, "{\n  \"a\": [\n    1\n  ]\n}")]),
    Func::new("mustToPrettyJson", must_to_pretty_json, VALUE)
        .doc("As toPrettyJson; a value that has no JSON form ends the run.")
        .example(&[("{{ mustToPrettyJson 1 }}", "1")]),
    Func::new("toRawJson", to_raw_json, VALUE)
        .doc("Returns the value as JSON without escaping `<`, `>` and `&`.")
        .example(&[(r#"{{ toRawJson "<a>" }}"#, "\"<a>\"")]),
    Func::new("mustToRawJson", to_raw_json, VALUE)
        .doc("The same as toRawJson.")
        .example(&[(r#"{{ mustToRawJson "<a>" }}"#, "\"<a>\"")]),
    Func::new("fromJson", from_json, TEXT)
        .doc("Reads an object; the key `Error` of the result holds what is wrong with the text.")
        .example(&[
            (r#"{{ (fromJson "{\"a\":1}").a }}"#, "1"),
            (r#"{{ (fromJson "{").Error }}"#, "unexpected end of JSON input"),
        ]),
    Func::new("fromJsonArray", from_json_array, TEXT)
        .doc("Reads a list; of a text that is none, the result's only item says why.")
        .example(&[(r#"{{ fromJsonArray "[1,\"b\"]" }}"#, "[1 b]")]),
    Func::new("mustFromJson", must_from_json, TEXT)
        .doc("Reads any JSON value; a text that is none ends the run.")
        .example(&[(r#"{{ mustFromJson "[1]" }}"#, "[1]")]),
];

/// A text, or nothing where there is none.
fn or_nothing<E>(ctx: &mut Ctx<'_>, text: Result<Vec<u8>, E>) -> Result<Value, FuncError> {
    match text {
        Ok(text) => {
            ctx.reserve(text.len())?;
            Ok(text.into())
        }
        Err(_) => Ok(Value::Str(Str::EMPTY)),
    }
}

fn or_fail(ctx: &mut Ctx<'_>, text: Result<Vec<u8>, String>) -> Result<Value, FuncError> {
    let text = text.map_err(FuncError::new)?;
    ctx.reserve(text.len())?;
    Ok(text.into())
}

fn to_yaml(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    or_nothing(ctx, yaml::write(args.value(0), Flavor::Helm))
}

fn must_to_yaml(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    or_fail(ctx, yaml::write(args.value(0), Flavor::Helm))
}

fn to_yaml_pretty(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    or_nothing(ctx, yaml::write(args.value(0), Flavor::Pretty))
}

fn to_json(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let written = json::write(args.value(0), Layout::Compact, ctx.language());
    or_nothing(ctx, written)
}

fn must_to_json(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let written = json::write(args.value(0), Layout::Compact, ctx.language());
    or_fail(ctx, written)
}

fn to_pretty_json(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let written = json::write(args.value(0), Layout::Pretty, ctx.language());
    or_nothing(ctx, written)
}

fn must_to_pretty_json(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let written = json::write(args.value(0), Layout::Pretty, ctx.language());
    or_fail(ctx, written)
}

fn to_raw_json(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let written = json::write(args.value(0), Layout::Raw, ctx.language());
    or_fail(ctx, written)
}

fn from_yaml(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    Ok(match read::yaml(args.str(0).as_bytes()) {
        Ok(Value::Map(map)) => Value::Map(map),
        Ok(Value::Nil) => Value::Map(Map::new()),
        Ok(other) => error_map(Map::new(), read::unmarshal_yaml_text(&other, read::MAP)),
        Err(text) => error_map(Map::new(), text),
    })
}

fn from_yaml_array(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    Ok(match read::yaml(args.str(0).as_bytes()) {
        Ok(Value::List(list)) => Value::List(list),
        Ok(Value::Nil) => Value::List(Vec::new().into()),
        Ok(other) => error_list(read::unmarshal_yaml_text(&other, read::LIST)),
        Err(text) => error_list(text),
    })
}

fn from_json(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    Ok(match read::json(args.str(0).as_bytes(), ctx.language()) {
        Ok((Value::Map(map), None)) => Value::Map(map),
        Ok((Value::Map(map), Some(text))) => error_map(map, text),
        Ok((Value::Nil, _)) => Value::Map(Map::nil()),
        Ok((other, _)) => error_map(Map::new(), read::unmarshal_text(&other, read::MAP)),
        Err(text) => error_map(Map::new(), text),
    })
}

fn from_json_array(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    Ok(match read::json(args.str(0).as_bytes(), ctx.language()) {
        Ok((Value::List(list), None)) => Value::List(list),
        Ok((Value::List(_), Some(text))) => error_list(text),
        Ok((Value::Nil, _)) => Value::List(crate::value::List::nil(crate::value::Elem::Any)),
        Ok((other, _)) => error_list(read::unmarshal_text(&other, read::LIST)),
        Err(text) => error_list(text),
    })
}

fn must_from_json(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    match read::json(args.str(0).as_bytes(), ctx.language()) {
        Ok((value, None)) => Ok(value),
        Ok((_, Some(text))) | Err(text) => Err(FuncError::new(text)),
    }
}

/// The map that a reader returns for a text that it cannot read.
fn error_map(map: Map, text: String) -> Value {
    map.insert("Error".into(), Value::Str(text.into())).expect("the map is not nil");
    Value::Map(map)
}

fn error_list(text: String) -> Value {
    Value::List(vec![Value::Str(text.into())].into())
}
