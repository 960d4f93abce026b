//! The immutable form of values: made once, shared by threads, thawed per render.

use std::sync::Arc;

use super::{Elem, List, Map, Sorted, Str, Value};

/// The entries of a frozen map, sorted bytewise by key.
pub type FrozenMap = Sorted<Frozen>;

/// An immutable value that threads can share. Clones share the content.
#[derive(Debug, Clone, Default)]
pub enum Frozen {
    /// nil
    #[default]
    Nil,
    /// `bool`
    Bool(bool),
    /// `int`
    Int(i64),
    /// `int64`
    Int64(i64),
    /// `float64`
    Float(f64),
    /// `string`
    Str(Str),
    /// `[]interface {}`
    List(Arc<[Frozen]>),
    /// `[]string`
    Strings(Arc<[Str]>),
    /// `map[string]interface {}`
    Map(Arc<FrozenMap>),
}

impl Frozen {
    /// A fresh value for one render. Maps convert level by level on first access, so the
    /// cost is that of what the templates look at. Each call makes maps with an identity of
    /// their own.
    pub fn thaw(&self) -> Value {
        match self {
            Frozen::Nil => Value::Nil,
            Frozen::Bool(b) => Value::Bool(*b),
            Frozen::Int(n) => Value::Int(*n),
            Frozen::Int64(n) => Value::Int64(*n),
            Frozen::Float(n) => Value::Float(*n),
            Frozen::Str(s) => Value::Str(s.clone()),
            Frozen::List(items) => Value::List(items.iter().map(Frozen::thaw).collect()),
            Frozen::Strings(items) => {
                let items = items.iter().cloned().map(Value::Str).collect();
                Value::List(List::of(Elem::String, items))
            }
            Frozen::Map(map) => Value::Map(Map::lazy(map.clone())),
        }
    }

    /// The immutable form of a value: a deep copy that shares what nobody has looked at.
    ///
    /// Kinds that only run in templates (host values, bytes, named types) become nil; values
    /// of charts hold none.
    pub fn of(value: &Value) -> Frozen {
        Frozen::of_at(value, 0)
    }

    fn of_at(value: &Value, depth: usize) -> Frozen {
        if depth > super::MAX_DEPTH {
            return Frozen::Nil;
        }
        match value {
            Value::Bool(b) => Frozen::Bool(*b),
            Value::Int(n) => Frozen::Int(*n),
            Value::Int64(n) => Frozen::Int64(*n),
            Value::Float(n) => Frozen::Float(*n),
            Value::Str(s) => Frozen::Str(s.clone()),
            Value::List(items) => {
                Frozen::List(items.iter().map(|item| Frozen::of_at(item, depth + 1)).collect())
            }
            Value::Map(map) => Frozen::Map(map.untouched().unwrap_or_else(|| {
                let entries = map.borrow();
                let copy = |(k, v): (&Str, &Value)| (k.clone(), Frozen::of_at(v, depth + 1));
                Arc::new(entries.iter().map(copy).collect())
            })),
            _ => Frozen::Nil,
        }
    }

    /// The entry of a map.
    pub fn get(&self, key: &str) -> Option<&Frozen> {
        match self {
            Frozen::Map(map) => map.get(key.as_bytes()),
            _ => None,
        }
    }
}

impl From<FrozenMap> for Frozen {
    fn from(map: FrozenMap) -> Frozen {
        Frozen::Map(Arc::new(map))
    }
}

impl From<Vec<Frozen>> for Frozen {
    fn from(items: Vec<Frozen>) -> Frozen {
        Frozen::List(items.into())
    }
}

impl From<&str> for Frozen {
    fn from(text: &str) -> Frozen {
        Frozen::Str(text.into())
    }
}

impl From<&serde_json::Value> for Frozen {
    /// Numbers become `float64`, as Go's JSON decoder makes them.
    fn from(json: &serde_json::Value) -> Frozen {
        use serde_json::Value as Json;
        match json {
            Json::Null => Frozen::Nil,
            Json::Bool(b) => Frozen::Bool(*b),
            Json::Number(n) => Frozen::Float(n.as_f64().unwrap_or(f64::NAN)),
            Json::String(s) => Frozen::Str(s.as_str().into()),
            Json::Array(items) => Frozen::List(items.iter().map(Frozen::from).collect()),
            Json::Object(map) => Frozen::Map(Arc::new(
                map.iter().map(|(k, v)| (k.as_str(), Frozen::from(v))).collect(),
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thawed_maps_have_identity() {
        let frozen = Frozen::from(&serde_json::json!({"a": {"b": 1}}));
        let value = frozen.thaw();
        let map = value.as_map().unwrap();
        let (first, second) = (map.get("a").unwrap(), map.get("a").unwrap());
        first.as_map().unwrap().insert("c".into(), Value::Bool(true)).unwrap();
        assert_eq!(second.as_map().unwrap().len(), 2);
        assert_eq!(frozen.thaw().as_map().unwrap().get("a").unwrap().as_map().unwrap().len(), 1);
    }
}
