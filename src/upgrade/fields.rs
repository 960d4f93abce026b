//! Reading and editing JSON objects by dotted paths. A `null` counts as absent, as it does for the
//! API server. Paths here are constants of the tables and checks, so a key never holds a dot.

use serde_json::{Map, Value};

/// The value at a path; none where something is missing or null.
pub(super) fn at<'v>(value: &'v Value, path: &str) -> Option<&'v Value> {
    let found = path.split('.').try_fold(value, |value, key| value.as_object()?.get(key))?;
    (!found.is_null()).then_some(found)
}

/// The text at a path; empty where there is none.
pub(super) fn text<'v>(value: &'v Value, path: &str) -> &'v str {
    at(value, path).and_then(Value::as_str).unwrap_or("")
}

/// The number at a path, also when it was written as text, as int-or-string fields allow.
pub(super) fn number(value: &Value, path: &str) -> Option<i64> {
    let found = at(value, path)?;
    found.as_i64().or_else(|| found.as_str().and_then(|text| text.parse().ok()))
}

/// True when the path holds `true`.
pub(super) fn flag(value: &Value, path: &str) -> bool {
    at(value, path).and_then(Value::as_bool).unwrap_or(false)
}

/// The list at a path; empty where there is none.
pub(super) fn items<'v>(value: &'v Value, path: &str) -> &'v [Value] {
    at(value, path).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// The mapping at a path.
pub(super) fn object<'v>(value: &'v Value, path: &str) -> Option<&'v Map<String, Value>> {
    at(value, path).and_then(Value::as_object)
}

/// True when something stands at the path.
pub(super) fn has(value: &Value, path: &str) -> bool {
    at(value, path).is_some()
}

/// True for what a Go struct tagged `omitempty` leaves out.
pub(super) fn is_empty(value: Option<&Value>) -> bool {
    match value {
        None | Some(Value::Null) => true,
        Some(Value::Bool(set)) => !set,
        Some(Value::String(text)) => text.is_empty(),
        Some(Value::Array(items)) => items.is_empty(),
        Some(Value::Object(map)) => map.values().all(|value| is_empty(Some(value))),
        Some(Value::Number(number)) => number.as_i64() == Some(0),
    }
}

/// The mapping at a path, to be changed.
pub(super) fn object_mut<'v>(
    value: &'v mut Value,
    path: &str,
) -> Option<&'v mut Map<String, Value>> {
    path.split('.')
        .try_fold(value, |value, key| value.as_object_mut()?.get_mut(key))?
        .as_object_mut()
}

/// Takes a field out.
pub(super) fn take(value: &mut Value, path: &str) -> Option<Value> {
    let (parent, key) = match path.rsplit_once('.') {
        Some((parent, key)) => (object_mut(value, parent)?, key),
        None => (value.as_object_mut()?, path),
    };
    // The order of the other fields stays.
    parent.shift_remove(key)
}

/// Sets a field and makes what is missing on the way. Does nothing where the way is blocked by
/// something that is no mapping.
pub(super) fn put(value: &mut Value, path: &str, new: Value) {
    let mut here = value;
    for key in path.split('.') {
        if here.is_null() {
            *here = Value::Object(Map::new());
        }
        let Some(map) = here.as_object_mut() else { return };
        here = map.entry(key).or_insert(Value::Null);
    }
    *here = new;
}

/// Takes every null out of mappings, as the API server and Helm's patch do.
pub(super) fn without_nulls(value: &Value) -> Value {
    match value {
        Value::Object(map) => {
            let kept = map.iter().filter(|(_, value)| !value.is_null());
            Value::Object(kept.map(|(key, value)| (key.clone(), without_nulls(value))).collect())
        }
        Value::Array(items) => Value::Array(items.iter().map(without_nulls).collect()),
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn put_makes_the_way_and_take_undoes_it() {
        let mut value = json!({"a": {"b": 1}});
        put(&mut value, "a.c.d", json!(2));
        assert_eq!(value, json!({"a": {"b": 1, "c": {"d": 2}}}));
        assert_eq!(take(&mut value, "a.c.d"), Some(json!(2)));
        put(&mut value, "a.b.x", json!(3));
        assert_eq!(value, json!({"a": {"b": 1, "c": {}}}));
    }

    #[test]
    fn nulls_are_absent() {
        let value = json!({"a": null, "b": [{"c": null, "d": 1}]});
        assert!(!has(&value, "a"));
        assert_eq!(without_nulls(&value), json!({"b": [{"d": 1}]}));
        assert!(is_empty(Some(&json!({"a": "", "b": {"c": []}}))));
    }
}
