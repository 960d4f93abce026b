//! Changes that say nothing by themselves: chart versions in labels, checksums, and names that
//! end in a hash of content that is compared anyway.

use std::collections::HashMap;

use serde_json::Value;

use crate::glob::is_hash;
use crate::manifest::field::WRITTEN_BY_SERVER;

/// Labels and annotations that hold a chart's version. Charts of Helm's own starter write the
/// first two, the fleets' charts the others.
const VERSION_KEYS: [&str; 5] = [
    "helm.sh/chart",
    "app.kubernetes.io/version",
    "chart",
    "giantswarm.io/chart-version",
    "release.giantswarm.io/version",
];

/// One step of the place that is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place<'a> {
    Key(&'a str),
    Index(usize),
}

/// The new names of renamed objects by their old ones.
pub(super) type Renames<'a> = HashMap<&'a str, &'a str>;

/// Whether a change at a place is noise.
pub(super) fn is_noise(
    places: &[Place<'_>],
    old: Option<&Value>,
    new: Option<&Value>,
    renames: &Renames<'_>,
) -> bool {
    is_version_label(places, old, new) || follows_rename(old, new, renames)
}

/// Whether a place of an object is one that the API server fills in: a live object beside a
/// manifest differs there always.
pub(super) fn is_server_field(places: &[Place<'_>]) -> bool {
    let is_written = |key: &str| WRITTEN_BY_SERVER.contains(&key);
    match places {
        [Place::Key("metadata"), Place::Key(key), ..] => is_written(&format!("metadata.{key}")),
        [Place::Key(key), ..] => is_written(key),
        _ => false,
    }
}

fn is_version_label(places: &[Place<'_>], old: Option<&Value>, new: Option<&Value>) -> bool {
    // Selectors look like labels, but changing one is never harmless.
    if places.iter().any(|p| matches!(p, Place::Key("selector" | "matchLabels"))) {
        return false;
    }
    let [.., Place::Key("labels" | "annotations"), Place::Key(key)] = places else { return false };
    if VERSION_KEYS.contains(key) {
        return true;
    }
    let name = key.rsplit('/').next().unwrap_or(key);
    let prefix = key.split('/').next().unwrap_or(key);
    if prefix == "checksum" || name.contains("checksum") {
        return true;
    }
    let hashes = [old, new].into_iter().flatten().all(|v| v.as_str().is_some_and(is_hash));
    name.contains("hash") && hashes
}

/// Whether the texts are equal once every old name of an object is read as its new one.
fn follows_rename(old: Option<&Value>, new: Option<&Value>, renames: &Renames<'_>) -> bool {
    let (Some(Value::String(old)), Some(Value::String(new))) = (old, new) else { return false };
    if renames.is_empty() || old == new {
        return false;
    }
    if renames.get(old.as_str()) == Some(&new.as_str()) {
        return true;
    }
    let name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '.');
    let mut left = old.split_inclusive(|c| !name(c));
    let mut right = new.split_inclusive(|c| !name(c));
    loop {
        match (left.next(), right.next()) {
            (None, None) => return true,
            (Some(a), Some(b)) if a == b => {}
            (Some(a), Some(b)) => {
                let (a, a_end) = split_end(a, name);
                let (b, b_end) = split_end(b, name);
                if a_end != b_end || renames.get(a) != Some(&b) {
                    return false;
                }
            }
            _ => return false,
        }
    }
}

/// A word and the character that ended it.
fn split_end(text: &str, name: impl Fn(char) -> bool) -> (&str, &str) {
    match text.char_indices().next_back() {
        Some((at, last)) if !name(last) => text.split_at(at),
        _ => (text, ""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn noise(path: &[&str], old: &str, new: &str) -> bool {
        let places: Vec<Place<'_>> = path.iter().map(|key| Place::Key(key)).collect();
        let renames = Renames::from([("demo-cp-11111111", "demo-cp-22222222")]);
        is_noise(&places, Some(&json!(old)), Some(&json!(new)), &renames)
    }

    #[test]
    fn version_labels_and_checksums_are_noise_but_not_in_selectors() {
        assert!(noise(&["metadata", "labels", "helm.sh/chart"], "a-1", "a-2"));
        assert!(noise(&["spec", "metadata", "annotations", "checksum/config"], "a", "b"));
        assert!(noise(&["metadata", "annotations", "x/config-hash"], "1f3a9c0e", "99999999"));
        assert!(!noise(&["metadata", "annotations", "x/config-hash"], "one", "two"));
        assert!(!noise(&["metadata", "labels", "app"], "a", "b"));
        assert!(!noise(&["spec", "selector", "matchLabels", "helm.sh/chart"], "a", "b"));
        assert!(!noise(&["spec", "version"], "a", "b"));
    }

    #[test]
    fn references_to_renamed_objects_are_noise() {
        let field = ["spec", "infrastructureRef", "name"];
        assert!(noise(&field, "demo-cp-11111111", "demo-cp-22222222"));
        assert!(noise(&field, "x: demo-cp-11111111, y", "x: demo-cp-22222222, y"));
        assert!(!noise(&field, "x: demo-cp-11111111, y", "x: demo-cp-22222222, z"));
        assert!(!noise(&field, "demo-cp-11111111", "demo-cp-33333333"));
    }
}
