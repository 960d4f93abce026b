//! Values that are not shown: a Secret's, and texts that are too long to be of use.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::inner;
use super::text::{Limits, TextDiff};

/// Texts longer than this are shown as length and hash.
const MAX_SHOWN: usize = 64 * 1024;

/// Secret texts longer than this are not compared by line.
const MAX_COUNTED: usize = 1 << 20;

/// The annotation that `kubectl apply` keeps a whole object in, secrets included.
pub(super) const LAST_APPLIED: &str = "kubectl.kubernetes.io/last-applied-configuration";

/// A value with every text in it replaced by its length and hash. `encoded` says that texts
/// are base64, as in a Secret's `data`: then the length is that of what they stand for.
pub(super) fn mask(value: &Value, encoded: bool) -> Value {
    match value {
        Value::Null => Value::Null,
        Value::String(text) => {
            let decoded = encoded.then(|| STANDARD.decode(text.trim()).ok()).flatten();
            Value::String(summary(decoded.as_deref().unwrap_or(text.as_bytes())))
        }
        Value::Array(items) => items.iter().map(|item| mask(item, encoded)).collect(),
        Value::Object(map) => {
            map.iter().map(|(key, value)| (key.clone(), mask(value, encoded))).collect()
        }
        other => Value::String(summary(other.to_string().as_bytes())),
    }
}

/// How many lines of a secret text differ: it tells a reviewer a changed setting from a new
/// content without showing either. None for what is no text of several lines.
pub(super) fn differing_lines(old: &str, new: &str, encoded: bool) -> Option<String> {
    let bytes = |text: &str| match encoded {
        true => STANDARD.decode(text.trim()).unwrap_or_else(|_| text.as_bytes().to_vec()),
        false => text.as_bytes().to_vec(),
    };
    let (old, new) = (bytes(old), bytes(new));
    if old.len() + new.len() > MAX_COUNTED {
        return None;
    }
    let (old, new) = (inner::as_text(&old)?, inner::as_text(&new)?);
    let lines = old.lines().count().max(new.lines().count());
    if lines < 2 {
        return None;
    }
    let diff = TextDiff::new(old, new, Limits { context: 0, ..Limits::default() });
    let differing = diff.added.max(diff.removed);
    Some(format!(
        "{differing} of {lines} lines {}",
        if differing == 1 { "differs" } else { "differ" }
    ))
}

/// A value as it is shown: itself, but for long texts.
pub(super) fn shown(value: &Value) -> Value {
    match value {
        Value::String(text) if text.len() > MAX_SHOWN => Value::String(summary(text.as_bytes())),
        Value::Array(items) => items.iter().map(shown).collect(),
        Value::Object(map) => map.iter().map(|(key, value)| (key.clone(), shown(value))).collect(),
        other => other.clone(),
    }
}

/// `(12 bytes, sha256 1f3a9c0e)`: enough to see whether two values are the same.
fn summary(bytes: &[u8]) -> String {
    let hash = Sha256::digest(bytes);
    let start: String = hash.iter().take(4).map(|byte| format!("{byte:02x}")).collect();
    format!("({} bytes, sha256 {start})", bytes.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn masked_values_show_length_and_hash_only() {
        let masked = mask(&json!({"a": "aGVsbG8=", "b": ["x"], "c": null, "d": 7}), true);
        assert_eq!(masked["a"], "(5 bytes, sha256 2cf24dba)");
        assert_eq!(masked["b"][0], "(1 bytes, sha256 2d711642)");
        assert_eq!(masked["c"], Value::Null);
        assert_eq!(masked["d"], "(1 bytes, sha256 7902699b)");
        assert_eq!(mask(&json!("aGVsbG8="), false), "(8 bytes, sha256 333d6b3a)");
    }

    #[test]
    fn long_texts_are_not_repeated() {
        let long = json!(["x".repeat(70_000), "short"]);
        assert!(shown(&long).to_string().len() < 100);
    }
}
