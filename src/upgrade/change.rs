//! The changed fields of an object, found as a JSON merge patch would name them: mappings are
//! descended, lists and scalars are one field, a removed field is one field whatever it held, and
//! adding an empty mapping changes nothing.

use serde_json::Value;

use crate::path::{FieldPath, Step};

/// How deep mappings are compared one by one; what lies deeper counts as one field.
const MAX_DEPTH: usize = 64;

/// One changed field.
#[derive(Debug, Clone)]
pub struct Change<'a> {
    /// The field.
    pub path: FieldPath,
    /// Its value before.
    pub old: Option<&'a Value>,
    /// Its value now.
    pub new: Option<&'a Value>,
}

/// The changed fields in the order of the new object, then those that are gone.
pub(super) fn changes<'a>(old: &'a Value, new: &'a Value) -> Vec<Change<'a>> {
    let mut found = Vec::new();
    compare(&FieldPath::root(), Some(old), Some(new), MAX_DEPTH, &mut found);
    found
}

fn compare<'a>(
    path: &FieldPath,
    old: Option<&'a Value>,
    new: Option<&'a Value>,
    depth: usize,
    found: &mut Vec<Change<'a>>,
) {
    match (old, new) {
        (_, Some(Value::Object(new))) if depth > 0 => {
            let before = old.and_then(Value::as_object);
            for (key, value) in new {
                let earlier = before.and_then(|before| before.get(key));
                if earlier != Some(value) {
                    compare(&path.key(key.as_str()), earlier, Some(value), depth - 1, found);
                }
            }
            for (key, value) in before.into_iter().flatten() {
                if !new.contains_key(key) {
                    found.push(Change {
                        path: path.key(key.as_str()),
                        old: Some(value),
                        new: None,
                    });
                }
            }
        }
        (old, new) if old != new => found.push(Change { path: path.clone(), old, new }),
        _ => {}
    }
}

/// True when a path is the field, or below it.
pub(super) fn is_within(path: &FieldPath, field: &str) -> bool {
    agree(path, field) == Some(true)
}

/// True when a field lies below the path.
pub(super) fn is_above(path: &FieldPath, field: &str) -> bool {
    agree(path, field) == Some(false)
}

/// True when a path is exactly the field.
pub(super) fn is_exactly(path: &FieldPath, field: &str) -> bool {
    path.steps().len() == field.split('.').count() && is_within(path, field)
}

/// Whether the whole field is the beginning of the path; false when the path ends before the field
/// does, none when they part.
fn agree(path: &FieldPath, field: &str) -> Option<bool> {
    let mut steps = path.steps().iter();
    for key in field.split('.') {
        match steps.next() {
            None => return Some(false),
            Some(Step::Key(step)) if **step == *key => {}
            Some(_) => return None,
        }
    }
    Some(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn paths(old: Value, new: Value) -> Vec<String> {
        changes(&old, &new).iter().map(|c| c.path.to_string()).collect()
    }

    #[test]
    fn mappings_are_descended_and_lists_are_not() {
        let old = json!({"a": {"b": 1, "c": [1], "gone": {"x": 1}}});
        let new = json!({"a": {"b": 1, "c": [1, 2], "d": {"e": {"f": 2}, "empty": {}}}});
        assert_eq!(paths(old, new), ["a.c", "a.d.e.f", "a.gone"]);
    }

    #[test]
    fn adding_an_empty_mapping_changes_nothing() {
        assert!(paths(json!({}), json!({"a": {}})).is_empty());
        assert_eq!(paths(json!({"a": {}}), json!({})), ["a"]);
    }

    #[test]
    fn paths_are_compared_key_by_key() {
        let path = FieldPath::parse("spec.ab.c");
        assert!(is_within(&path, "spec.ab") && !is_within(&path, "spec.a"));
        assert!(is_above(&path, "spec.ab.c.d") && !is_above(&path, "spec.ab.c"));
        assert!(is_exactly(&path, "spec.ab.c") && !is_exactly(&path, "spec.ab"));
    }
}
