//! Slash-separated paths. The `os` forms are the same on the systems that Helm charts are
//! rendered for here.
//!
//! Facts: Go 1.27 `path` and `path/filepath` (Unix).

use crate::gotpl::{Ctx, Func};
use crate::value::{Args, FuncError, Param, Str, Type, Value};

const PATH: Param = Param("path", Type::String);

/// The rows of this family.
pub static FUNCS: &[Func] = &[
    Func::new("base", base, &[PATH])
        .doc("Returns the last element of a path; `.` for an empty one.")
        .example(&[(r#"{{ base "a/b.c" }}"#, "b.c")]),
    Func::new("dir", dir, &[PATH])
        .doc("Returns all but the last element of a path, cleaned.")
        .example(&[(r#"{{ dir "a/b.c" }}"#, "a")]),
    Func::new("clean", clean, &[PATH])
        .doc("Returns the shortest path of the same meaning.")
        .example(&[(r#"{{ clean "a//b/../c/." }}"#, "a/c")]),
    Func::new("ext", ext, &[PATH])
        .doc("Returns the path's suffix from the last dot on.")
        .example(&[(r#"{{ ext "a/b.c" }}"#, ".c")]),
    Func::new("isAbs", is_abs, &[PATH])
        .doc("True for a path that begins with a slash.")
        .example(&[(r#"{{ isAbs "/a" }}"#, "true")]),
    Func::new("osBase", base, &[PATH])
        .doc("As `base`.")
        .example(&[(r#"{{ osBase "a/b.c" }}"#, "b.c")]),
    Func::new("osDir", dir, &[PATH]).doc("As `dir`.").example(&[(r#"{{ osDir "a/b.c" }}"#, "a")]),
    Func::new("osClean", clean, &[PATH])
        .doc("As `clean`.")
        .example(&[(r#"{{ osClean "/../a" }}"#, "/a")]),
    Func::new("osExt", ext, &[PATH]).doc("As `ext`.").example(&[(r#"{{ osExt "a/b.c" }}"#, ".c")]),
    Func::new("osIsAbs", is_abs, &[PATH])
        .doc("As `isAbs`.")
        .example(&[(r#"{{ osIsAbs "a" }}"#, "false")]),
];

fn cleaned(path: &[u8]) -> Vec<u8> {
    let rooted = path.first() == Some(&b'/');
    let mut kept: Vec<&[u8]> = Vec::new();
    for part in path.split(|b| *b == b'/') {
        match part {
            b"" | b"." => {}
            b".." if kept.last().is_some_and(|last| *last != b"..") => {
                kept.pop();
            }
            b".." if rooted => {}
            part => kept.push(part),
        }
    }
    let joined = kept.join(&b'/');
    match (rooted, joined.is_empty()) {
        (true, _) => [b"/", &joined[..]].concat(),
        (false, true) => b".".to_vec(),
        (false, false) => joined,
    }
}

fn base(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let path = args.str(0);
    let bytes = path.as_bytes();
    if bytes.is_empty() {
        return Ok(Value::from("."));
    }
    let end = bytes.iter().rposition(|b| *b != b'/').map_or(0, |last| last + 1);
    if end == 0 {
        return Ok(Value::from("/"));
    }
    let start = bytes[..end].iter().rposition(|b| *b == b'/').map_or(0, |slash| slash + 1);
    Ok(Value::Str(path.slice(start..end)))
}

fn dir(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let path = args.str(0).as_bytes();
    let end = path.iter().rposition(|b| *b == b'/').map_or(0, |slash| slash + 1);
    Ok(Value::from(cleaned(&path[..end])))
}

fn clean(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    Ok(Value::from(cleaned(args.str(0).as_bytes())))
}

fn ext(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let path = args.str(0);
    let last = path.as_bytes().iter().rposition(|b| matches!(b, b'.' | b'/'));
    let dot = last.filter(|at| path.as_bytes()[*at] == b'.');
    Ok(Value::Str(dot.map_or(Str::EMPTY, |at| path.slice(at..path.len()))))
}

fn is_abs(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    Ok(Value::Bool(args.str(0).as_bytes().first() == Some(&b'/')))
}
