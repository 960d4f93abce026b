//! TOML: toToml, mustToToml and fromToml.
//!
//! Facts: Helm 4.3, `pkg/engine/funcs.go`, over BurntSushi's toml; probed.

mod read;
mod scalar;
mod scan;
mod write;

use crate::gotpl::{Ctx, Func};
use crate::value::{Args, FuncError, Param, Type, Value};

/// The rows of this family.
pub static FUNCS: &[Func] = &[
    Func::new("fromToml", from_toml, &[Param("text", Type::String)])
        .doc("Reads TOML; the key `Error` of the result holds what is wrong with the text.")
        .example(&[("{{ (fromToml \"[a]\\nb = 1\").a.b }}", "1")])
        .since(3, 17),
    Func::new("toToml", to_toml, &[Param("value", Type::Any)])
        .doc("Returns the value as TOML, or what is wrong with it.")
        .example(&[(
            r#"{{ fromYaml "a: 1\nb: {c: x}" | toToml }}"#,
            "a = 1.0\n\n[b]\n  c = \"x\"\n",
        )]),
    Func::new("mustToToml", must_to_toml, &[Param("value", Type::Any)])
        .doc("As toToml; a value that has no TOML form ends the run.")
        .example(&[(r#"{{ fromYaml "a: [true]" | mustToToml }}"#, "a = [true]\n")])
        .since(4, 2),
];

fn to_toml(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    if args.value(0).is_nil() {
        return Err(FuncError::new("reflect: call of reflect.Value.Type on zero Value"));
    }
    let text = write::write(args.value(0)).unwrap_or_else(String::into_bytes);
    ctx.reserve(text.len())?;
    Ok(text.into())
}

fn must_to_toml(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    if args.value(0).is_nil() {
        return Err(FuncError::new("reflect: call of reflect.Value.Type on zero Value"));
    }
    let text = write::write(args.value(0)).map_err(FuncError::new)?;
    ctx.reserve(text.len())?;
    Ok(text.into())
}

fn from_toml(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let map = read::read(args.str(0).as_bytes())
        .unwrap_or_else(|text| [("Error", Value::Str(text.into()))].into_iter().collect());
    Ok(Value::Map(map))
}
