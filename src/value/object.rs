//! Host values and the types that signatures of functions and methods are made of.

use std::any::Any;
use std::borrow::Cow;
use std::fmt;
use std::ops::Deref;

use super::{Elem, List, Map, Str, Value};

/// Go's `reflect.Kind`, as far as templates can meet it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are Go's")]
pub enum Kind {
    Invalid,
    Bool,
    Int,
    Int64,
    Uint8,
    Uint32,
    Uint64,
    Float64,
    Complex128,
    String,
    Slice,
    Map,
    Struct,
    Ptr,
    Func,
    Interface,
}

impl Kind {
    /// Go's word for the kind, as Sprig's `kindOf` prints it.
    pub fn as_str(self) -> &'static str {
        match self {
            Kind::Invalid => "invalid",
            Kind::Bool => "bool",
            Kind::Int => "int",
            Kind::Int64 => "int64",
            Kind::Uint8 => "uint8",
            Kind::Uint32 => "uint32",
            Kind::Uint64 => "uint64",
            Kind::Float64 => "float64",
            Kind::Complex128 => "complex128",
            Kind::String => "string",
            Kind::Slice => "slice",
            Kind::Map => "map",
            Kind::Struct => "struct",
            Kind::Ptr => "ptr",
            Kind::Func => "func",
            Kind::Interface => "interface",
        }
    }
}

/// A value of the host: a time, a version, the files of a chart, a function.
///
/// The defaults describe an opaque struct without fields.
pub trait Object: 'static {
    /// Go's name of the type, `time.Time`, `*semver.Version`.
    fn go_type(&self) -> &str;

    /// Go's kind of the type.
    fn kind(&self) -> Kind {
        Kind::Struct
    }

    /// For [`Value::downcast`].
    fn as_any(&self) -> &dyn Any;

    /// What the type's `String()` or `Error()` method returns, if it has one. `%v` and
    /// `toString` print it.
    fn string(&self) -> Option<Str> {
        None
    }

    /// True for Go's `error` types.
    fn is_error(&self) -> bool {
        false
    }

    /// True when `{{ x }}` prints the struct behind the pointer with its `String()`, but the
    /// same value given to a function prints as the bare struct (Helm's KubeVersion).
    fn string_is_on_pointer(&self) -> bool {
        false
    }

    /// The names of the exported struct fields, in Go's order.
    fn fields(&self) -> &'static [&'static str] {
        &[]
    }

    /// A struct field.
    fn field(&self, _name: &str) -> Option<Value> {
        None
    }

    /// The methods that templates can call.
    fn methods(&self) -> &'static [Method] {
        &[]
    }

    /// How many things a method may have to look at: what a call of it counts in steps.
    fn effort(&self) -> usize {
        0
    }

    /// For named types of a basic, map or slice kind: the plain value (a `time.Duration` is
    /// an `int64`, Helm's files are a map). Decides truth, comparison, `range`, `index`,
    /// `len` and printing without `String()`.
    fn underlying(&self) -> Option<Value> {
        None
    }

    /// Truth as `if` sees it: that of the plain value; structs and pointers are true.
    fn is_true(&self) -> bool {
        self.underlying().is_none_or(|value| value.is_true())
    }

    /// For structs: what Go's JSON encoder writes, in the order of the fields. Maps are
    /// sorted, structs are not.
    fn json_fields(&self) -> Option<Vec<(&'static str, Value)>> {
        None
    }

    /// What Go's JSON encoder writes, in any order; nil for unexported content.
    fn json(&self) -> Value {
        match self.json_fields() {
            Some(fields) => Value::Map(fields.into_iter().collect()),
            None => self.underlying().unwrap_or_default(),
        }
    }

    /// `reflect.DeepEqual` of two values that are not the same object.
    fn equals(&self, _other: &dyn Object) -> bool {
        false
    }

    /// For functions: their signature. `call` and method values go through it.
    fn function(&self) -> Option<&Method> {
        None
    }
}

impl fmt::Debug for dyn Object {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.go_type())
    }
}

/// The type of a parameter: decides which arguments are accepted and what Go says if not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Type {
    /// `interface {}`: takes everything; nil arrives as [`Value::Nil`].
    Any,
    /// `reflect.Value`, which only Go's own functions use: takes everything, and a nil that
    /// went through a pipeline stays apart from a nil element.
    Reflect,
    /// `string`
    String,
    /// `bool`
    Bool,
    /// `int`
    Int,
    /// `int64`
    Int64,
    /// `uint32`: arrives as [`Value::Uint64`]
    Uint32,
    /// `float64`
    Float64,
    /// `map[string]interface {}`: takes `common.Values` too (same underlying type), nil
    /// arrives as a nil map
    Map,
    /// A slice type; nil arrives as a nil slice
    List(Elem),
    /// `[]uint8`
    Bytes,
    /// A type of the host, by Go's name: `time.Time`.
    Named(&'static str),
    /// A map type of the host: takes plain maps too; nil arrives as a nil map.
    NamedMap(&'static str),
}

impl Type {
    /// Go's name of the type.
    pub fn name(self) -> &'static str {
        match self {
            Type::Any => "interface {}",
            Type::Reflect => "reflect.Value",
            Type::String => "string",
            Type::Bool => "bool",
            Type::Int => "int",
            Type::Int64 => "int64",
            Type::Uint32 => "uint32",
            Type::Float64 => "float64",
            Type::Map => "map[string]interface {}",
            Type::List(elem) => elem.slice_type(),
            Type::Bytes => "[]uint8",
            Type::Named(name) | Type::NamedMap(name) => name,
        }
    }
}

/// A named parameter. The name is for documentation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Param(pub &'static str, pub Type);

/// A method of a host type.
#[derive(Debug)]
pub struct Method {
    /// Go's name of the method.
    pub name: &'static str,
    /// The parameters without the receiver.
    pub params: &'static [Param],
    /// The type of further arguments, for variadic methods.
    pub variadic: Option<Param>,
    /// Gets the receiver and the checked arguments.
    pub call: fn(&Value, Args<'_>) -> Result<Value, FuncError>,
}

/// The arguments of a call, already checked against the signature.
///
/// The typed getters are for parameters of that type; on anything else they answer with the
/// zero value, which only a wrong signature can bring about.
#[derive(Debug, Clone, Copy)]
pub struct Args<'a>(pub &'a [Value]);

impl<'a> Args<'a> {
    /// The argument, nil if there are not so many.
    pub fn value(self, index: usize) -> &'a Value {
        const NIL: &Value = &Value::Nil;
        self.0.get(index).unwrap_or(NIL)
    }

    /// The arguments from `index` on: the variadic ones.
    pub fn rest(self, index: usize) -> &'a [Value] {
        self.0.get(index..).unwrap_or_default()
    }

    /// A [`Type::String`] argument.
    pub fn str(self, index: usize) -> &'a Str {
        static EMPTY: Str = Str::EMPTY;
        self.value(index).as_str().unwrap_or(&EMPTY)
    }

    /// A [`Type::String`] argument as text; invalid bytes become U+FFFD.
    pub fn text(self, index: usize) -> Cow<'a, str> {
        self.str(index).to_string_lossy()
    }

    /// A [`Type::Int`], [`Type::Int64`] or [`Type::Uint32`] argument.
    pub fn int(self, index: usize) -> i64 {
        self.value(index).as_integer().unwrap_or_default()
    }

    /// A [`Type::Float64`] argument.
    pub fn float(self, index: usize) -> f64 {
        match self.value(index) {
            Value::Float(n) => *n,
            _ => 0.0,
        }
    }

    /// A [`Type::Bool`] argument.
    pub fn bool(self, index: usize) -> bool {
        matches!(self.value(index), Value::Bool(true))
    }

    /// A [`Type::Map`] argument: an alias of the caller's map.
    pub fn map(self, index: usize) -> Map {
        self.value(index).as_map().cloned().unwrap_or_else(Map::nil)
    }

    /// A [`Type::List`] argument.
    pub fn list(self, index: usize) -> List {
        self.value(index).as_list().cloned().unwrap_or_else(|| List::nil(Elem::Any))
    }
}

impl Deref for Args<'_> {
    type Target = [Value];

    fn deref(&self) -> &[Value] {
        self.0
    }
}

/// Why a function failed: the text behind `error calling NAME: `.
#[derive(Debug)]
pub struct FuncError {
    message: String,
    cause: Option<Box<dyn std::error::Error + Send + Sync>>,
}

impl FuncError {
    /// An error with Go's text.
    pub fn new(message: impl Into<String>) -> FuncError {
        FuncError { message: message.into(), cause: None }
    }

    /// An error that wraps another one: its text is the prefix and the cause's text. (Kept
    /// apart, so that a thousand nested includes do not copy each other's messages.)
    pub fn with_cause(
        prefix: impl Into<String>,
        cause: impl std::error::Error + Send + Sync + 'static,
    ) -> FuncError {
        FuncError { message: prefix.into(), cause: Some(Box::new(cause)) }
    }

    /// The Go panic of a nil pointer, which Sprig's reflection runs into on nil lists.
    pub fn nil_pointer() -> FuncError {
        FuncError::new("runtime error: invalid memory address or nil pointer dereference")
    }

    /// The Go panic of a failed type assertion to `map[string]interface {}` and the like.
    pub fn assertion(value: &Value, wanted: &str) -> FuncError {
        let got = match value {
            Value::Nil | Value::Invalid => "nil".into(),
            other => other.go_type(),
        };
        FuncError::new(format!("interface conversion: interface {{}} is {got}, not {wanted}"))
    }

    /// The text, without that of the cause.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The wrapped error, if it is of type `E`.
    pub fn cause<E: std::error::Error + 'static>(&self) -> Option<&E> {
        self.cause.as_ref()?.downcast_ref::<E>()
    }

    /// The text and the wrapped error.
    pub fn into_parts(self) -> (String, Option<Box<dyn std::error::Error + Send + Sync>>) {
        (self.message, self.cause)
    }
}

impl fmt::Display for FuncError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        match &self.cause {
            Some(cause) => write!(f, "{cause}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for FuncError {}

impl From<String> for FuncError {
    fn from(message: String) -> FuncError {
        FuncError::new(message)
    }
}

impl From<&str> for FuncError {
    fn from(message: &str) -> FuncError {
        FuncError::new(message)
    }
}
