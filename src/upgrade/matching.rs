//! Which object of the old side is which of the new: [`pair`] matches by kind, namespace and name,
//! then follows renamed templates through those that refer to them.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::Pair;
use super::fields::text;
use crate::manifest::Object;

type Key<'a> = (&'a str, &'a str, &'a str);

fn key(object: &Object) -> Key<'_> {
    (&object.id.kind, object.id.namespace.as_deref().unwrap_or(""), &object.id.name)
}

/// Pairs the objects of two sides, in the order of the new side, then what only the old side has.
///
/// An object whose name is new is the renamed one of the old side when the same referrer names
/// both, or when both are the only unmatched objects of their kind with a name that is equal but
/// for a trailing hash. Of objects with the same name the last counts, as for the API server.
pub fn pair<'a>(old: &'a [Object], new: &'a [Object]) -> Vec<Pair<'a>> {
    let olds: BTreeMap<Key<'a>, &'a Object> = old.iter().map(|o| (key(o), o)).collect();
    let news: BTreeMap<Key<'a>, &'a Object> = new.iter().map(|o| (key(o), o)).collect();
    let mut renamed: BTreeMap<Key<'a>, &'a Object> = BTreeMap::new();
    let mut taken: BTreeSet<Key<'a>> = BTreeSet::new();
    let mut rename = |from: &'a Object, to: &'a Object| {
        let free = !news.contains_key(&key(from)) && !olds.contains_key(&key(to));
        if free && !renamed.contains_key(&key(to)) && taken.insert(key(from)) {
            renamed.insert(key(to), from);
        }
    };
    for (key, object) in &news {
        let Some(before) = olds.get(key) else { continue };
        for (from, to) in renamed_references(before.json(), object.json(), 64) {
            let at = |(kind, name)| (kind, key.1, name);
            if let (Some(from), Some(to)) = (olds.get(&at(from)), news.get(&at(to))) {
                rename(from, to);
            }
        }
    }
    for (from, to) in same_stem(&olds, &news) {
        rename(from, to);
    }
    let mut pairs = Vec::with_capacity(new.len());
    let mut done = BTreeSet::new();
    for object in new {
        let key = key(object);
        if done.insert(key) {
            let before = olds.get(&key).or_else(|| renamed.get(&key)).copied();
            pairs.push(Pair { old: before, new: news.get(&key).copied() });
        }
    }
    for object in old {
        let key = key(object);
        if !news.contains_key(&key) && !taken.contains(&key) && done.insert(key) {
            pairs.push(Pair { old: olds.get(&key).copied(), new: None });
        }
    }
    pairs
}

/// Kind and name of a reference.
type Named<'v> = (&'v str, &'v str);

/// Kind and name of references that differ in nothing but the name.
fn renamed_references<'v>(
    old: &'v Value,
    new: &'v Value,
    depth: usize,
) -> Vec<(Named<'v>, Named<'v>)> {
    let (Value::Object(before), Value::Object(after)) = (old, new) else { return Vec::new() };
    if depth == 0 || old == new {
        return Vec::new();
    }
    let reference = |value| (text(value, "kind"), text(value, "name"));
    let (from, to) = (reference(old), reference(new));
    let named = !from.0.is_empty() && !from.1.is_empty() && !to.1.is_empty();
    if named && from.0 == to.0 && from.1 != to.1 {
        return vec![(from, to)];
    }
    let shared = after.iter().filter_map(|(key, new)| before.get(key).map(|old| (old, new)));
    shared.flat_map(|(old, new)| renamed_references(old, new, depth - 1)).collect()
}

/// Unmatched objects that are alone with their kind and their name up to the hash.
fn same_stem<'a>(
    olds: &BTreeMap<Key<'a>, &'a Object>,
    news: &BTreeMap<Key<'a>, &'a Object>,
) -> Vec<(&'a Object, &'a Object)> {
    let unmatched = |side: &BTreeMap<Key<'a>, &'a Object>,
                     other: &BTreeMap<Key<'a>, &'a Object>| {
        let mut stems: BTreeMap<Key<'a>, Option<&'a Object>> = BTreeMap::new();
        for (key, object) in side.iter().filter(|(key, _)| !other.contains_key(*key)) {
            if let Some(stem) = stem(key.2) {
                let one = stems.entry((key.0, key.1, stem)).or_insert(Some(object));
                if one.is_some_and(|one| !std::ptr::eq(one, *object)) {
                    *one = None;
                }
            }
        }
        stems
    };
    let (before, after) = (unmatched(olds, news), unmatched(news, olds));
    let both = after.into_iter().filter_map(|(key, new)| Some(((*before.get(&key)?)?, new?)));
    both.collect()
}

/// A name without its trailing hash: `np0-1a2b3c4d` is `np0`. None where there is no hash.
pub fn stem(name: &str) -> Option<&str> {
    let (stem, hash) = name.rsplit_once('-')?;
    let hex = hash.bytes().all(|b| b.is_ascii_hexdigit() && !b.is_ascii_uppercase());
    let random = hash.len() >= 5 && hash.bytes().any(|b| b.is_ascii_digit());
    (!stem.is_empty() && hex && (random || hash.len() >= 8) && hash.len() <= 64).then_some(stem)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::upgrade::testing::objects;

    fn names(old: &str, new: &str) -> Vec<String> {
        let (old, new) = (objects(old), objects(new));
        let name = |o: Option<&Object>| o.map_or("-".to_owned(), |o| o.id.name.to_string());
        let pairs = pair(old.objects(), new.objects());
        pairs.iter().map(|p| format!("{} {}", name(p.old), name(p.new))).collect()
    }

    #[test]
    fn renamed_templates_are_found_through_their_referrers() {
        let side = |hash: &str| {
            format!(
                "kind: MachineDeployment\nmetadata: {{name: np0}}\nspec: {{template: {{spec: \
                 {{infrastructureRef: {{kind: T, name: {hash}}}}}}}}}\n---\n\
                 kind: T\nmetadata: {{name: {hash}}}\n"
            )
        };
        assert_eq!(names(&side("x-one"), &side("y-two")), ["np0 np0", "x-one y-two"]);
    }

    #[test]
    fn hashes_at_the_end_do_not_count_when_there_is_one_candidate() {
        let one = |name: &str| format!("kind: T\nmetadata: {{name: {name}}}\n---\n");
        assert_eq!(names(&one("np0-1a2b3"), &one("np0-4c5d6")), ["np0-1a2b3 np0-4c5d6"]);
        assert_eq!(names(&one("np0-worker"), &one("np0-master")), ["- np0-master", "np0-worker -"]);
        let two = one("np0-1a2b3") + &one("np0-9f8e7");
        assert_eq!(names(&two, &one("np0-4c5d6")).len(), 3);
    }

    #[test]
    fn of_duplicates_the_last_counts() {
        let old = "kind: T\nmetadata: {name: a}\n---\nkind: T\nmetadata: {name: a, x: 1}\n";
        assert_eq!(names(old, old), ["a a"]);
    }
}
