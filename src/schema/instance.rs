//! What can be validated: any tree that answers the questions of [`Instance`].

use std::borrow::Cow;

use serde_json::Value;

use super::document::{Document, Node, NodeId};
use super::number::Decimal;

/// The kind of a value, with what is cheap to say about it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Shape {
    /// `null`
    Null,
    /// `true`, `false`
    Bool(bool),
    /// An integer.
    Int(i64),
    /// Any other number.
    Float(f64),
    /// Text; see [`Instance::text`].
    String,
    /// A list and its length.
    Array(usize),
    /// A map and its number of keys.
    Object(usize),
    /// Something that JSON does not have; holds the name of its Go type.
    Other(&'static str),
}

/// A value that a schema can judge. Clones are handles and must be cheap; a value must not
/// change while it is judged.
pub trait Instance: Clone {
    /// The kind of the value.
    fn shape(&self) -> Shape;
    /// The text of a string; empty for anything else.
    fn text(&self) -> Cow<'_, str>;
    /// An item of a list.
    fn item(&self, index: usize) -> Option<Self>;
    /// The value at a key of a map.
    fn get(&self, key: &str) -> Option<Self>;
    /// Visits the pairs of a map, always in the same order.
    fn entries(&self, visit: &mut dyn FnMut(&str, Self));
}

impl Instance for &Value {
    fn shape(&self) -> Shape {
        match self {
            Value::Null => Shape::Null,
            Value::Bool(value) => Shape::Bool(*value),
            Value::Number(number) => match number.as_i64() {
                Some(value) => Shape::Int(value),
                None => Shape::Float(number.as_f64().unwrap_or(f64::NAN)),
            },
            Value::String(_) => Shape::String,
            Value::Array(items) => Shape::Array(items.len()),
            Value::Object(map) => Shape::Object(map.len()),
        }
    }

    fn text(&self) -> Cow<'_, str> {
        Cow::Borrowed(self.as_str().unwrap_or_default())
    }

    fn item(&self, index: usize) -> Option<Self> {
        (*self).get(index)
    }

    fn get(&self, key: &str) -> Option<Self> {
        (*self).get(key)
    }

    fn entries(&self, visit: &mut dyn FnMut(&str, Self)) {
        if let Value::Object(map) = self {
            map.iter().for_each(|(key, value)| visit(key, value));
        }
    }
}

impl Instance for crate::value::Value {
    fn shape(&self) -> Shape {
        use crate::value::Value as V;
        match self {
            V::Nil | V::Invalid => Shape::Null,
            V::Bool(value) => Shape::Bool(*value),
            V::Int(value) | V::Int64(value) => Shape::Int(*value),
            V::Byte(value) => Shape::Int(i64::from(*value)),
            V::Uint64(value) => Shape::Float(*value as f64),
            V::Float(value) => Shape::Float(*value),
            V::Str(_) => Shape::String,
            V::List(items) => Shape::Array(items.len()),
            V::Map(map) => Shape::Object(map.len()),
            V::Bytes(_) => Shape::Other("[]uint8"),
            V::Object(_) => Shape::Other("struct"),
        }
    }

    fn text(&self) -> Cow<'_, str> {
        self.as_str().map_or(Cow::Borrowed(""), |text| text.to_string_lossy())
    }

    fn item(&self, index: usize) -> Option<Self> {
        self.as_list()?.get(index).cloned()
    }

    fn get(&self, key: &str) -> Option<Self> {
        self.as_map()?.get(key)
    }

    fn entries(&self, visit: &mut dyn FnMut(&str, Self)) {
        let Some(map) = self.as_map() else { return };
        for (key, value) in map.borrow().iter() {
            visit(&key.to_string_lossy(), value.clone());
        }
    }
}

/// A schema as an instance of its meta-schema.
#[derive(Debug, Clone, Copy)]
pub(crate) struct DocumentNode<'d> {
    document: &'d Document,
    node: NodeId,
}

impl<'d> DocumentNode<'d> {
    pub fn new(document: &'d Document, node: NodeId) -> DocumentNode<'d> {
        DocumentNode { document, node }
    }

    #[cfg(test)]
    pub fn root(document: &'d Document) -> DocumentNode<'d> {
        DocumentNode { document, node: document.root() }
    }

    fn at(&self, node: NodeId) -> DocumentNode<'d> {
        DocumentNode { document: self.document, node }
    }
}

impl Instance for DocumentNode<'_> {
    fn shape(&self) -> Shape {
        match self.document.node(self.node) {
            Node::Null => Shape::Null,
            Node::Bool(value) => Shape::Bool(value),
            Node::Number(number) => match number.text.parse() {
                Ok(value) => Shape::Int(value),
                Err(_) => Shape::Float(number.decimal().to_f64()),
            },
            Node::String(_) => Shape::String,
            Node::Array(items) => Shape::Array(items.len()),
            Node::Object(entries) => Shape::Object(entries.len()),
        }
    }

    fn text(&self) -> Cow<'_, str> {
        Cow::Borrowed(self.document.text(self.node).unwrap_or_default())
    }

    fn item(&self, index: usize) -> Option<Self> {
        self.document.items(self.node).get(index).map(|item| self.at(*item))
    }

    fn get(&self, key: &str) -> Option<Self> {
        self.document.get(self.node, key).map(|value| self.at(value))
    }

    fn entries(&self, visit: &mut dyn FnMut(&str, Self)) {
        for entry in self.document.entries(self.node) {
            visit(self.document.key(entry), self.at(entry.value));
        }
    }
}

/// The number of a shape, exactly.
pub(crate) fn decimal(shape: Shape) -> Option<Decimal> {
    match shape {
        Shape::Int(value) => Some(Decimal::from_i64(value)),
        Shape::Float(value) => Some(Decimal::from_f64(value)),
        _ => None,
    }
}

/// True when an instance is the JSON value that stands in a schema.
pub(crate) fn equals_node<I: Instance>(instance: &I, document: &Document, node: NodeId) -> bool {
    match (instance.shape(), document.node(node)) {
        (Shape::Null, Node::Null) => true,
        (Shape::Bool(left), Node::Bool(right)) => left == right,
        (shape @ (Shape::Int(_) | Shape::Float(_)), Node::Number(number)) => {
            decimal(shape) == Some(number.decimal())
        }
        (Shape::String, Node::String(text)) => instance.text() == *text,
        (Shape::Array(len), Node::Array(items)) => {
            len == items.len()
                && items.iter().enumerate().all(|(index, item)| {
                    instance.item(index).is_some_and(|value| equals_node(&value, document, *item))
                })
        }
        (Shape::Object(len), Node::Object(entries)) => {
            len == entries.len()
                && entries.iter().all(|entry| {
                    let value = instance.get(document.key(entry));
                    value.is_some_and(|value| equals_node(&value, document, entry.value))
                })
        }
        _ => false,
    }
}

/// True when two instances are the same JSON value.
pub(crate) fn equals<I: Instance>(left: &I, right: &I) -> bool {
    match (left.shape(), right.shape()) {
        (Shape::Int(a), Shape::Int(b)) => a == b,
        (a @ (Shape::Int(_) | Shape::Float(_)), b @ (Shape::Int(_) | Shape::Float(_))) => {
            decimal(a) == decimal(b)
        }
        (Shape::String, Shape::String) => left.text() == right.text(),
        (Shape::Array(a), Shape::Array(b)) => {
            a == b
                && (0..a).all(|index| match (left.item(index), right.item(index)) {
                    (Some(left), Some(right)) => equals(&left, &right),
                    _ => false,
                })
        }
        (Shape::Object(a), Shape::Object(b)) => {
            let mut same = a == b;
            left.entries(&mut |key, value| {
                same = same && right.get(key).is_some_and(|other| equals(&value, &other));
            });
            same
        }
        (a, b) => a == b,
    }
}

/// A hash that equal instances share.
pub(crate) fn hash<I: Instance>(instance: &I) -> u64 {
    use std::hash::{DefaultHasher, Hash, Hasher};
    let mut hasher = DefaultHasher::new();
    match instance.shape() {
        Shape::Null => 0u8.hash(&mut hasher),
        Shape::Bool(value) => value.hash(&mut hasher),
        shape @ (Shape::Int(_) | Shape::Float(_)) => {
            decimal(shape).map_or(0, |d| d.to_f64().to_bits()).hash(&mut hasher);
        }
        Shape::String => instance.text().hash(&mut hasher),
        Shape::Array(len) => {
            for item in (0..len).filter_map(|index| instance.item(index)) {
                hash(&item).hash(&mut hasher);
            }
        }
        Shape::Object(len) => {
            // The order of keys must not matter.
            let mut sum: u64 = len as u64;
            instance.entries(&mut |key, value| {
                let mut pair = DefaultHasher::new();
                (key, hash(&value)).hash(&mut pair);
                sum = sum.wrapping_add(pair.finish());
            });
            sum.hash(&mut hasher);
        }
        Shape::Other(name) => name.hash(&mut hasher),
    }
    hasher.finish()
}
