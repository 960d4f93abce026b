//! Semantic versions as objects, and constraints on them.
//!
//! Facts: Sprig 3.3 `semver.go`; Masterminds/semver 3.5 `version.go` for the methods.

use std::any::Any;
use std::cmp::Ordering;

use crate::gosemver::{Constraints, SemverError, Version};
use crate::gotpl::{Ctx, Func};
use crate::value::{Args, FuncError, Kind, Method, Object, Param, Str, Type, Value};

/// The rows of this family.
pub static FUNCS: &[Func] = &[
    Func::new("semver", semver, &[Param("version", Type::String)])
        .doc("Reads a version; `.Major`, `.Minor`, `.Patch`, `.Compare` and so on are its parts.")
        .example(&[
            (r#"{{ semver "v1.2" }}"#, "1.2.0"),
            (r#"{{ (semver "1.2.3-rc.1").Prerelease }}"#, "rc.1"),
            (r#"{{ (semver "1.2.3").Compare (semver "1.2.4") }}"#, "-1"),
        ]),
    Func::new(
        "semverCompare",
        semver_compare,
        &[Param("constraint", Type::String), Param("version", Type::String)],
    )
    .doc("True when the version satisfies the constraint, such as `>=1.2 <2`, `^1.2`, `~1.2`.")
    .example(&[(r#"{{ semverCompare "^1.2.0" "1.3.0" }}"#, "true")]),
];

fn failed(error: SemverError) -> FuncError {
    FuncError::new(error.to_string())
}

pub(super) fn semver(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let version = Version::parse(&args.text(0)).map_err(failed)?;
    Ok(Value::object(Pointer(version)))
}

pub(super) fn semver_compare(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    // Constraints are read with regular expressions.
    ctx.spend(args.text(0).len())?;
    let constraint = Constraints::parse(&args.text(0)).map_err(failed)?;
    let version = Version::parse(&args.text(1)).map_err(failed)?;
    Ok(Value::Bool(constraint.check(&version)))
}

/// Go's `*semver.Version`, what `semver` returns.
struct Pointer(Version);

/// Go's `semver.Version`, what methods return. Those of the pointer it has not.
struct Plain(Version);

const OTHER: &[Param] = &[Param("other", Type::Named("*semver.Version"))];
const TEXT: &[Param] = &[Param("text", Type::String)];

const fn method(
    name: &'static str,
    params: &'static [Param],
    call: fn(&Value, Args<'_>) -> Result<Value, FuncError>,
) -> Method {
    Method { name, params, variadic: None, call }
}

/// The methods that both have.
const SHARED: [Method; 14] = [
    method("IncMajor", &[], |v, _| Ok(next(v, [1, 0, 0]))),
    method("IncMinor", &[], |v, _| Ok(next(v, [0, 1, 0]))),
    method("IncPatch", &[], |v, _| Ok(next(v, [0, 0, 1]))),
    method("Major", &[], |v, _| Ok(Value::Uint64(version(v).major))),
    method("Metadata", &[], |v, _| Ok(Value::from(version(v).metadata))),
    method("Minor", &[], |v, _| Ok(Value::Uint64(version(v).minor))),
    method("Patch", &[], |v, _| Ok(Value::Uint64(version(v).patch))),
    method("Prerelease", &[], |v, _| Ok(Value::from(version(v).pre))),
    method("SetPrerelease", TEXT, set_prerelease),
    method("SetMetadata", TEXT, set_metadata),
    method("String", &[], |v, _| Ok(Value::from(version(v).to_string()))),
    method("Value", &[], |v, _| Ok(Value::from(version(v).to_string()))),
    method("MarshalText", &[], |v, _| Ok(bytes(version(v).to_string()))),
    method("MarshalJSON", &[], |v, _| Ok(bytes(format!("\"{}\"", version(v))))),
];

fn bytes(text: String) -> Value {
    Value::Bytes(text.into_bytes().into())
}

static PLAIN: &[Method] = &SHARED;

static POINTER: &[Method] = &const {
    let [a, b, c, d, e, f, g, h, i, j, k, l, m, n] = SHARED;
    [
        a,
        b,
        c,
        d,
        e,
        f,
        g,
        h,
        i,
        j,
        k,
        l,
        m,
        n,
        method("Original", &[], |v, _| Ok(Value::from(version(v).original))),
        method("Compare", OTHER, |v, args| Ok(Value::Int(compare(v, args)? as i64))),
        method("Equal", OTHER, |v, args| match args.value(0) {
            Value::Nil => Ok(Value::Bool(false)),
            _ => is(v, args, |order| order.is_eq()),
        }),
        method("GreaterThan", OTHER, |v, args| is(v, args, |order| order.is_gt())),
        method("GreaterThanEqual", OTHER, |v, args| is(v, args, |order| order.is_ge())),
        method("LessThan", OTHER, |v, args| is(v, args, |order| order.is_lt())),
        method("LessThanEqual", OTHER, |v, args| is(v, args, |order| order.is_le())),
    ]
};

/// The version of a receiver or argument.
fn find(value: &Value) -> Option<&Version> {
    let pointer = value.downcast::<Pointer>().map(|p| &p.0);
    pointer.or_else(|| value.downcast::<Plain>().map(|p| &p.0))
}

fn version(value: &Value) -> Version {
    find(value).cloned().unwrap_or_else(|| Version {
        major: 0,
        minor: 0,
        patch: 0,
        pre: String::new(),
        metadata: String::new(),
        original: String::new(),
    })
}

fn compare(receiver: &Value, args: Args<'_>) -> Result<Ordering, FuncError> {
    let other = find(args.value(0)).ok_or_else(FuncError::nil_pointer)?;
    Ok(version(receiver).compare(other))
}

fn is(receiver: &Value, args: Args<'_>, wanted: fn(Ordering) -> bool) -> Result<Value, FuncError> {
    Ok(Value::Bool(wanted(compare(receiver, args)?)))
}

/// Writes the normalized text as the original, with the `v` if there was one.
fn plain(mut version: Version) -> Value {
    let prefix = if version.original.starts_with('v') { "v" } else { "" };
    version.original = format!("{prefix}{version}");
    Value::object(Plain(version))
}

/// The next version; the next patch of a pre-release is its release.
fn next(receiver: &Value, [major, minor, patch]: [u64; 3]) -> Value {
    let mut v = version(receiver);
    let was_pre = !v.pre.is_empty();
    v.pre.clear();
    v.metadata.clear();
    if major > 0 {
        (v.major, v.minor, v.patch) = (v.major.wrapping_add(1), 0, 0);
    } else if minor > 0 {
        (v.minor, v.patch) = (v.minor.wrapping_add(1), 0);
    } else if !was_pre {
        v.patch = v.patch.wrapping_add(patch);
    }
    plain(v)
}

/// True when the text can stand behind the mark in a version.
fn fits(mark: char, text: &str) -> Result<bool, SemverError> {
    if text.is_empty() {
        return Ok(true);
    }
    match Version::parse(&format!("1.0.0{mark}{text}")) {
        Ok(parsed) => Ok(if mark == '-' { parsed.pre == text } else { parsed.metadata == text }),
        Err(SemverError::LeadingZero) => Err(SemverError::LeadingZero),
        Err(_) => Ok(false),
    }
}

fn set_prerelease(receiver: &Value, args: Args<'_>) -> Result<Value, FuncError> {
    let text = args.text(0);
    if !fits('-', &text).map_err(failed)? {
        return Err(FuncError::new("invalid prerelease string"));
    }
    let mut v = version(receiver);
    v.pre = text.into_owned();
    Ok(plain(v))
}

fn set_metadata(receiver: &Value, args: Args<'_>) -> Result<Value, FuncError> {
    let text = args.text(0);
    if !fits('+', &text).map_err(failed)? {
        return Err(FuncError::new("invalid metadata string"));
    }
    let mut v = version(receiver);
    v.metadata = text.into_owned();
    Ok(plain(v))
}

impl Object for Pointer {
    fn go_type(&self) -> &str {
        "*semver.Version"
    }

    fn kind(&self) -> Kind {
        Kind::Ptr
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn string(&self) -> Option<Str> {
        Some(self.0.to_string().into())
    }

    fn methods(&self) -> &'static [Method] {
        POINTER
    }

    fn json(&self) -> Value {
        Value::from(self.0.to_string())
    }

    fn equals(&self, other: &dyn Object) -> bool {
        other.as_any().downcast_ref::<Pointer>().is_some_and(|other| other.0 == self.0)
    }
}

impl Object for Plain {
    fn go_type(&self) -> &str {
        "semver.Version"
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn string(&self) -> Option<Str> {
        Some(self.0.to_string().into())
    }

    fn methods(&self) -> &'static [Method] {
        PLAIN
    }

    fn json(&self) -> Value {
        Value::from(self.0.to_string())
    }

    fn equals(&self, other: &dyn Object) -> bool {
        other.as_any().downcast_ref::<Plain>().is_some_and(|other| other.0 == self.0)
    }
}
