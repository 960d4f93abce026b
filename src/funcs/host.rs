//! Functions that ask the world outside: lookup and getHostByName.
//!
//! What they answer is the host's decision, see [`Env`]. Facts: Helm 4.3,
//! `pkg/engine/lookup_func.go`.
//!
//! [`Env`]: crate::gotpl::Env

use crate::gotpl::{Ctx, Func};
use crate::value::{Args, FuncError, Param, Type, Value};

/// The rows of this family.
pub static FUNCS: &[Func] = &[
    Func::new(
        "lookup",
        lookup,
        &[
            Param("apiVersion", Type::String),
            Param("kind", Type::String),
            Param("namespace", Type::String),
            Param("name", Type::String),
        ],
    )
    .doc("Returns an object of the cluster, or a list of them when the name is \"\".")
    .example(&[(r#"{{ lookup "v1" "Secret" "default" "" }}"#, "map[]")]),
    Func::new("getHostByName", get_host_by_name, &[Param("name", Type::String)])
        .doc("Returns an IP address of a host, \"\" unless the run may ask the network.")
        .example(&[(r#"{{ getHostByName "localhost" }}"#, "")]),
];

fn lookup(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let [api_version, kind, namespace, name] = [0, 1, 2, 3].map(|index| args.text(index));
    ctx.env().lookup(&api_version, &kind, &namespace, &name)
}

fn get_host_by_name(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    Ok(ctx.env().resolve_host(&args.text(0)).into())
}
