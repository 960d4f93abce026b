//! What templates compute with: Go's dynamic values as Helm's templates see them.
//!
//! [`Value`] distinguishes what Go distinguishes: `float64` (every number from YAML or JSON),
//! `int64` (`--set`), `int` (functions and literals), byte strings, `[]interface {}` and
//! `[]string`, maps with identity (a `set` is seen through every alias), typed nil, and
//! objects of the host ([`Object`]: times, versions, files). Clones are cheap; a value is
//! confined to one thread. [`Frozen`] is the immutable form that threads share; maps made
//! from it convert level by level when a template looks at them.
//!
//! This module knows no templates, YAML, JSON text, files or Kubernetes. How a value is
//! printed is Go's `fmt`, see `crate::gotpl`.

mod builder;
mod frozen;
mod list;
mod map;
pub mod memory;
mod object;
mod sorted;
pub mod stack;
mod str;

use std::borrow::Cow;
use std::rc::Rc;

pub use builder::StrBuilder;
pub use frozen::{Frozen, FrozenMap};
pub use list::{Elem, List};
pub use map::{Entries, Map, MapType, PLAIN_MAP, STRING_MAP};
pub use object::{Args, FuncError, Kind, Method, Object, Param, Type};
pub use sorted::Sorted;
pub use str::{Piece, Str};

/// How deep values may nest in walks over them (printing, comparing, copying, encoding).
///
/// Go has no such limit and dies of a stack overflow on cyclic maps; real charts stay below
/// 100. Every recursive walk over a [`Value`] counts its depth against this.
pub const MAX_DEPTH: usize = 2_000;

/// How many parts of a value a walk may visit that makes no output of its own.
///
/// A value that holds another twice, forty levels deep, is small in memory and endless to
/// walk. Walks that write text are stopped by its length; those that do not, count.
pub const MAX_NODES: usize = 10_000_000;

/// A dynamic Go value. See the [module](self) for what the kinds stand for.
#[derive(Clone, Default)]
pub enum Value {
    /// A nil `interface {}`: what a missing key, `null` and `nil` are.
    #[default]
    Nil,
    /// Only inside the evaluator: the "zero reflect.Value", a nil that went through a
    /// pipeline. Functions never see it (they get [`Value::Nil`]) and never return it.
    Invalid,
    /// `bool`
    Bool(bool),
    /// `int`
    Int(i64),
    /// `int64`
    Int64(i64),
    /// `uint64`
    Uint64(u64),
    /// `uint8`, what `index "abc" 1` gives
    Byte(u8),
    /// `float64`
    Float(f64),
    /// `string`: bytes, usually UTF-8
    Str(Str),
    /// `[]uint8`
    Bytes(Rc<[u8]>),
    /// `[]interface {}` and other slices, see [`Elem`]
    List(List),
    /// `map[string]interface {}` and its relatives, see [`MapType`]
    Map(Map),
    /// A value of the host.
    Object(Rc<dyn Object>),
}

impl Value {
    /// Wraps a host value.
    pub fn object(object: impl Object) -> Value {
        Value::Object(Rc::new(object))
    }

    /// Go's name of the dynamic type, as `%T` and Sprig's `typeOf` print it; `<nil>` for nil.
    pub fn go_type(&self) -> Cow<'_, str> {
        Cow::Borrowed(match self {
            Value::Nil | Value::Invalid => "<nil>",
            Value::Bool(_) => "bool",
            Value::Int(_) => "int",
            Value::Int64(_) => "int64",
            Value::Uint64(_) => "uint64",
            Value::Byte(_) => "uint8",
            Value::Float(_) => "float64",
            Value::Str(_) => "string",
            Value::Bytes(_) => "[]uint8",
            Value::List(list) => list.elem().slice_type(),
            Value::Map(map) => map.ty().name,
            Value::Object(object) => return Cow::Owned(object.go_type().to_owned()),
        })
    }

    /// Go's `reflect.Kind`; [`Kind::Invalid`] for nil.
    pub fn kind(&self) -> Kind {
        match self {
            Value::Nil | Value::Invalid => Kind::Invalid,
            Value::Bool(_) => Kind::Bool,
            Value::Int(_) => Kind::Int,
            Value::Int64(_) => Kind::Int64,
            Value::Uint64(_) => Kind::Uint64,
            Value::Byte(_) => Kind::Uint8,
            Value::Float(_) => Kind::Float64,
            Value::Str(_) => Kind::String,
            Value::Bytes(_) | Value::List(_) => Kind::Slice,
            Value::Map(_) => Kind::Map,
            Value::Object(object) => object.kind(),
        }
    }

    /// True for a nil interface. A typed nil (a nil slice or map) is not nil in this sense.
    pub fn is_nil(&self) -> bool {
        matches!(self, Value::Nil | Value::Invalid)
    }

    /// Truth as `if` sees it: false, 0, "", nil and what is empty are false.
    ///
    /// Follows `text/template.IsTrue`: structs are always true.
    pub fn is_true(&self) -> bool {
        match self {
            Value::Nil | Value::Invalid => false,
            Value::Bool(b) => *b,
            Value::Int(n) | Value::Int64(n) => *n != 0,
            Value::Uint64(n) => *n != 0,
            Value::Byte(n) => *n != 0,
            Value::Float(n) => *n != 0.0,
            Value::Str(s) => !s.is_empty(),
            Value::Bytes(b) => !b.is_empty(),
            Value::List(l) => !l.is_empty(),
            Value::Map(m) => !m.is_empty(),
            Value::Object(o) => o.is_true(),
        }
    }

    /// The string, for `string` only.
    pub fn as_str(&self) -> Option<&Str> {
        match self {
            Value::Str(s) => Some(s),
            _ => None,
        }
    }

    /// The list, for slices other than `[]uint8`.
    pub fn as_list(&self) -> Option<&List> {
        match self {
            Value::List(l) => Some(l),
            _ => None,
        }
    }

    /// The map, whatever its Go type.
    pub fn as_map(&self) -> Option<&Map> {
        match self {
            Value::Map(m) => Some(m),
            _ => None,
        }
    }

    /// The map, when its Go type is `map[string]interface {}`: what a type assertion in
    /// Sprig accepts (a `common.Values` fails it).
    pub fn as_plain_map(&self) -> Option<&Map> {
        self.as_map().filter(|m| m.is_plain())
    }

    /// The host value as the concrete type `T`.
    pub fn downcast<T: Object>(&self) -> Option<&T> {
        match self {
            Value::Object(o) => o.as_any().downcast_ref::<T>(),
            _ => None,
        }
    }

    /// Any of Go's integer kinds as `i64`; an `uint64` beyond its range wraps as in Go.
    pub fn as_integer(&self) -> Option<i64> {
        match self {
            Value::Int(n) | Value::Int64(n) => Some(*n),
            Value::Uint64(n) => Some(*n as i64),
            Value::Byte(n) => Some(i64::from(*n)),
            Value::Object(o) => o.underlying()?.as_integer(),
            _ => None,
        }
    }

    /// Go's `reflect.DeepEqual`: types must agree, so `1` (int) and `1` (float64) differ.
    ///
    /// Values that nest deeper than [`MAX_DEPTH`], or have more than [`MAX_NODES`] parts,
    /// count as different.
    pub fn deep_equal(&self, other: &Value) -> bool {
        self.deep_equal_at(other, 0, &mut 0)
    }

    /// As [`Value::deep_equal`], counting the parts that were looked at.
    pub fn deep_equal_counted(&self, other: &Value, nodes: &mut usize) -> bool {
        let mut own = 0;
        let equal = self.deep_equal_at(other, 0, &mut own);
        *nodes += own;
        equal
    }

    fn deep_equal_at(&self, other: &Value, depth: usize, nodes: &mut usize) -> bool {
        *nodes += 1;
        if depth > MAX_DEPTH || *nodes > MAX_NODES || stack::is_low() {
            return false;
        }
        match (self, other) {
            (Value::Nil | Value::Invalid, Value::Nil | Value::Invalid) => true,
            (Value::Bool(a), Value::Bool(b)) => a == b,
            (Value::Int(a), Value::Int(b)) | (Value::Int64(a), Value::Int64(b)) => a == b,
            (Value::Uint64(a), Value::Uint64(b)) => a == b,
            (Value::Byte(a), Value::Byte(b)) => a == b,
            (Value::Float(a), Value::Float(b)) => a == b,
            (Value::Str(a), Value::Str(b)) => a == b,
            (Value::Bytes(a), Value::Bytes(b)) => a == b,
            (Value::List(a), Value::List(b)) => {
                let same_type = a.elem() == b.elem() && a.is_nil_slice() == b.is_nil_slice();
                let same_len = a.len() == b.len();
                let mut pairs = a.iter().zip(b.iter());
                let mut same = || pairs.all(|(x, y)| x.deep_equal_at(y, depth + 1, nodes));
                same_type && same_len && (a.ptr_eq(b) || same())
            }
            (Value::Map(a), Value::Map(b)) => {
                if a.ty().name != b.ty().name || a.is_nil_map() != b.is_nil_map() {
                    return false;
                }
                if a.ptr_eq(b) {
                    return true;
                }
                let (a, b) = (a.borrow(), b.borrow());
                let mut pairs = a.iter().zip(b.iter());
                a.len() == b.len()
                    && pairs.all(|((k, x), (l, y))| k == l && x.deep_equal_at(y, depth + 1, nodes))
            }
            (Value::Object(a), Value::Object(b)) => Rc::ptr_eq(a, b) || a.equals(&**b),
            _ => false,
        }
    }
}

impl std::fmt::Debug for Value {
    /// Prints the kind and a short form; for tests and messages of the tool itself.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Value::Nil => f.write_str("nil"),
            Value::Invalid => f.write_str("invalid"),
            Value::Bool(b) => write!(f, "{b}"),
            Value::Int(n) => write!(f, "{n}"),
            Value::Int64(n) => write!(f, "{n}i64"),
            Value::Uint64(n) => write!(f, "{n}u64"),
            Value::Byte(n) => write!(f, "{n}u8"),
            Value::Float(n) => write!(f, "{n:?}"),
            Value::Str(s) => write!(f, "{:?}", s.to_string_lossy()),
            Value::Bytes(b) => write!(f, "bytes({})", b.len()),
            Value::List(l) => write!(f, "{}({})", l.elem().slice_type(), l.len()),
            Value::Map(m) => write!(f, "{}({})", m.ty().name, m.len()),
            Value::Object(o) => f.write_str(o.go_type()),
        }
    }
}

macro_rules! from {
    ($($from:ty => |$v:ident| $to:expr;)*) => {$(
        impl From<$from> for Value {
            fn from($v: $from) -> Value {
                $to
            }
        }
    )*};
}

from! {
    bool => |v| Value::Bool(v);
    i64 => |v| Value::Int(v);
    f64 => |v| Value::Float(v);
    Str => |v| Value::Str(v);
    &str => |v| Value::Str(Str::from(v));
    String => |v| Value::Str(Str::from(v));
    Vec<u8> => |v| Value::Str(Str::from(v));
    List => |v| Value::List(v);
    Map => |v| Value::Map(v);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_three_words() {
        assert_eq!(size_of::<Value>(), 24);
    }

    #[test]
    fn set_is_visible_through_aliases() {
        let map = Map::new();
        let alias = Value::Map(map.clone());
        map.insert("a".into(), Value::Int(1)).unwrap();
        assert_eq!(alias.as_map().unwrap().get("a").and_then(|v| v.as_integer()), Some(1));
    }

    #[test]
    fn deep_equal_compares_types() {
        assert!(!Value::Int(1).deep_equal(&Value::Float(1.0)));
        assert!(!Value::Int(1).deep_equal(&Value::Int64(1)));
        let list = |v| Value::List(List::from(vec![v]));
        assert!(list(Value::Int(1)).deep_equal(&list(Value::Int(1))));
        assert!(!list(Value::Int(1)).deep_equal(&list(Value::Float(1.0))));
    }

    #[test]
    fn comparing_values_that_share_parts_comes_to_an_end() {
        let doubled = |mut value: Value| {
            for _ in 0..60 {
                value = Value::List(List::from(vec![value.clone(), value]));
            }
            value
        };
        assert!(!doubled(Value::Int(1)).deep_equal(&doubled(Value::Int(1))));
    }

    #[test]
    fn dropping_a_very_deep_value_does_not_overflow_the_stack() {
        let mut value = Value::Nil;
        for i in 0..1_000_000 {
            value = if i % 2 == 0 {
                Value::List(List::from(vec![value]))
            } else {
                let map = Map::new();
                map.insert("x".into(), value).unwrap();
                Value::Map(map)
            };
        }
        drop(value);
    }
}
