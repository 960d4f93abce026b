//! Sprig's reflection: what a value is, and whether two are the same.
//!
//! Facts: Sprig 3.3 `reflect.go`.

use crate::gotpl::{Ctx, Func};
use crate::value::{Args, FuncError, Param, Str, Type, Value};

const ANY: Param = Param("value", Type::Any);
const NAME: Param = Param("name", Type::String);

/// The rows of this family.
pub static FUNCS: &[Func] = &[
    Func::new("typeOf", type_of, &[ANY])
        .doc("Returns Go's name of the value's type.")
        .example(&[("{{ typeOf 1 }} {{ typeOf (list 1) }}", "int []interface {}")]),
    Func::new("typeIs", type_is, &[NAME, ANY])
        .doc("True when the value's type has that name.")
        .example(&[(r#"{{ typeIs "string" "a" }}"#, "true")]),
    Func::new("typeIsLike", type_is_like, &[NAME, ANY])
        .doc("As `typeIs`; a pointer to the type counts too.")
        .example(&[(r#"{{ typeIsLike "semver.Version" (semver "1.2.3") }}"#, "true")]),
    Func::new("kindOf", kind_of, &[ANY])
        .doc("Returns Go's word for the value's kind: `map`, `slice`, `string`, `float64`.")
        .example(&[("{{ kindOf (dict) }} {{ kindOf nil }}", "map invalid")]),
    Func::new("kindIs", kind_is, &[NAME, ANY])
        .doc("True when the value is of that kind.")
        .example(&[(r#"{{ kindIs "slice" (list) }}"#, "true")]),
    Func::new("deepEqual", deep_equal, &[ANY, Param("other", Type::Any)])
        .doc("True when both are equal in type and content, all the way down.")
        .example(&[("{{ deepEqual (list 1) (list 1) }} {{ deepEqual 1 1.0 }}", "true false")]),
];

fn type_name(value: &Value) -> Str {
    Str::from(&*value.go_type())
}

fn type_of(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    Ok(Value::Str(type_name(args.value(0))))
}

fn type_is(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    Ok(Value::Bool(*args.str(0) == type_name(args.value(1))))
}

fn type_is_like(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let (wanted, found) = (args.str(0), type_name(args.value(1)));
    let pointed = found.as_bytes().strip_prefix(b"*");
    Ok(Value::Bool(*wanted == found || pointed == Some(wanted.as_bytes())))
}

fn kind_of(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    Ok(Value::Str(Str::from_static(args.value(0).kind().as_str())))
}

fn kind_is(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    Ok(Value::Bool(*args.str(0) == args.value(1).kind().as_str()))
}

fn deep_equal(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let mut nodes = 0;
    let equal = args.value(0).deep_equal_counted(args.value(1), &mut nodes);
    ctx.spend(nodes)?;
    Ok(Value::Bool(equal))
}
