//! Go's slices, immutable: no template function changes a slice in place.

use std::ops::Deref;
use std::rc::Rc;

use super::map::dismantle;
use super::{Value, memory};

/// The element type of a slice, where Go's type name or nil rules show it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Elem {
    /// `[]interface {}`
    Any,
    /// `[]string`
    String,
    /// `[]int`
    Int,
    /// `[][]interface {}`, what `chunk` returns
    AnyList,
    /// `[]map[string]interface {}`
    AnyMap,
    /// A slice of another named type of the host, with the slice's full name.
    Other(&'static str),
}

impl Elem {
    /// Go's name of the slice type.
    pub fn slice_type(self) -> &'static str {
        match self {
            Elem::Any => "[]interface {}",
            Elem::String => "[]string",
            Elem::Int => "[]int",
            Elem::AnyList => "[][]interface {}",
            Elem::AnyMap => "[]map[string]interface {}",
            Elem::Other(name) => name,
        }
    }
}

/// A slice of values. Clones share the items.
#[derive(Clone)]
pub struct List(Rc<Inner>);

struct Inner {
    elem: Elem,
    nil: bool,
    items: Vec<Value>,
}

/// What a slice takes: its items, itself, the counts in front of it and what the allocator
/// keeps.
fn weight(items: &[Value]) -> usize {
    size_of_val(items) + size_of::<Inner>() + 48
}

impl List {
    /// A slice of an element type; the items must be of that type.
    pub fn of(elem: Elem, items: Vec<Value>) -> List {
        memory::taken(weight(&items));
        List(Rc::new(Inner { elem, nil: false, items }))
    }

    /// A `[]string`.
    pub fn strings<S: Into<super::Str>>(items: impl IntoIterator<Item = S>) -> List {
        List::of(Elem::String, items.into_iter().map(|s| Value::Str(s.into())).collect())
    }

    /// The nil slice of a type: empty, but `null` in JSON and different in `deepEqual`.
    pub fn nil(elem: Elem) -> List {
        memory::taken(weight(&[]));
        List(Rc::new(Inner { elem, nil: true, items: Vec::new() }))
    }

    /// The element type.
    pub fn elem(&self) -> Elem {
        self.0.elem
    }

    /// True for a nil slice.
    pub fn is_nil_slice(&self) -> bool {
        self.0.nil
    }

    /// True when both are the same slice.
    pub fn ptr_eq(&self, other: &List) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }

    /// The items, without copying when this is the only reference.
    pub fn into_items(self) -> Vec<Value> {
        match Rc::try_unwrap(self.0) {
            Ok(mut inner) => inner.take(),
            Err(shared) => shared.items.clone(),
        }
    }

    /// Takes the items out when this is the last reference; for dismantling deep values.
    pub(super) fn take_if_last(&mut self, into: &mut Vec<Value>) {
        if let Some(inner) = Rc::get_mut(&mut self.0) {
            into.append(&mut inner.take());
        }
    }
}

impl Inner {
    fn take(&mut self) -> Vec<Value> {
        memory::returned(size_of_val(&self.items[..]));
        std::mem::take(&mut self.items)
    }
}

impl From<Vec<Value>> for List {
    /// A `[]interface {}`.
    fn from(items: Vec<Value>) -> List {
        List::of(Elem::Any, items)
    }
}

impl FromIterator<Value> for List {
    fn from_iter<I: IntoIterator<Item = Value>>(items: I) -> List {
        List::from(items.into_iter().collect::<Vec<_>>())
    }
}

impl Deref for List {
    type Target = [Value];

    fn deref(&self) -> &[Value] {
        &self.0.items
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        memory::returned(weight(&[]));
        let items = self.take();
        if items.iter().any(is_container) {
            dismantle(items);
        }
    }
}

/// True for values whose drop could recurse.
pub(super) fn is_container(value: &Value) -> bool {
    matches!(value, Value::List(_) | Value::Map(_))
}
