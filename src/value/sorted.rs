//! A map with string keys in bytewise order, made for many small maps.
//!
//! Nearly all maps of charts have a handful of keys. Those are one sorted list: made, copied
//! and walked through at once, and searched faster than a tree. A map that grows large
//! becomes a tree, so that no number of insertions is slow.

use std::collections::{BTreeMap, btree_map};
use std::{slice, vec};

use super::Str;

/// Maps with up to so many keys are lists.
pub(super) const FEW: usize = 32;

/// Lists up to this length are searched from the front: to see that two keys differ is mostly
/// to compare their lengths.
const SCANNED: usize = 8;

/// A map with string keys, sorted bytewise by key.
#[derive(Debug, Clone)]
pub struct Sorted<V>(Repr<V>);

#[derive(Debug, Clone)]
enum Repr<V> {
    Few(Vec<(Str, V)>),
    Many(BTreeMap<Str, V>),
}

impl<V> Sorted<V> {
    /// An empty map.
    pub const fn new() -> Sorted<V> {
        Sorted(Repr::Few(Vec::new()))
    }

    /// Number of keys.
    pub fn len(&self) -> usize {
        match &self.0 {
            Repr::Few(pairs) => pairs.len(),
            Repr::Many(tree) => tree.len(),
        }
    }

    /// True without keys.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value of a key.
    pub fn get(&self, key: &[u8]) -> Option<&V> {
        match &self.0 {
            Repr::Few(pairs) if pairs.len() <= SCANNED => {
                pairs.iter().find(|(own, _)| own.as_bytes() == key).map(|(_, value)| value)
            }
            Repr::Few(pairs) => search(pairs, key).ok().map(|at| &pairs[at].1),
            Repr::Many(tree) => tree.get(key),
        }
    }

    /// True when the key is there.
    pub fn contains_key(&self, key: &[u8]) -> bool {
        self.get(key).is_some()
    }

    /// Sets a key and returns the value that it had.
    pub fn insert(&mut self, key: Str, value: V) -> Option<V> {
        let pairs = match &mut self.0 {
            Repr::Few(pairs) => pairs,
            Repr::Many(tree) => return tree.insert(key, value),
        };
        match search(pairs, key.as_bytes()) {
            Ok(at) => return Some(std::mem::replace(&mut pairs[at].1, value)),
            Err(at) if pairs.len() < FEW => pairs.insert(at, (key, value)),
            Err(_) => {
                let mut tree: BTreeMap<Str, V> = std::mem::take(pairs).into_iter().collect();
                tree.insert(key, value);
                self.0 = Repr::Many(tree);
            }
        }
        None
    }

    /// Removes a key and returns the value that it had.
    pub fn remove(&mut self, key: &[u8]) -> Option<V> {
        match &mut self.0 {
            Repr::Few(pairs) => search(pairs, key).ok().map(|at| pairs.remove(at).1),
            Repr::Many(tree) => tree.remove(key),
        }
    }

    /// The pairs in the order of the keys.
    pub fn iter(&self) -> Iter<'_, V> {
        match &self.0 {
            Repr::Few(pairs) => Iter::Few(pairs.iter()),
            Repr::Many(tree) => Iter::Many(tree.iter()),
        }
    }

    /// The keys in order.
    pub fn keys(&self) -> impl Iterator<Item = &Str> {
        self.iter().map(|(key, _)| key)
    }

    /// The values in the order of the keys.
    pub fn values(&self) -> impl Iterator<Item = &V> {
        self.iter().map(|(_, value)| value)
    }

    /// The values in the order of the keys.
    pub fn into_values(self) -> impl Iterator<Item = V> {
        self.into_iter().map(|(_, value)| value)
    }
}

fn search<V>(pairs: &[(Str, V)], key: &[u8]) -> Result<usize, usize> {
    pairs.binary_search_by(|(own, _)| own.as_bytes().cmp(key))
}

impl<V> Default for Sorted<V> {
    fn default() -> Sorted<V> {
        Sorted::new()
    }
}

impl<K: Into<Str>, V> FromIterator<(K, V)> for Sorted<V> {
    /// Of equal keys the last one counts.
    fn from_iter<I: IntoIterator<Item = (K, V)>>(pairs: I) -> Sorted<V> {
        let mut pairs: Vec<(Str, V)> =
            pairs.into_iter().map(|(key, value)| (key.into(), value)).collect();
        if pairs.len() > FEW {
            return Sorted(Repr::Many(pairs.into_iter().collect()));
        }
        if !pairs.is_sorted_by(|(a, _), (b, _)| a < b) {
            // The sort is stable: seen from behind, the first of equal keys is the last given.
            pairs.sort_by(|(a, _), (b, _)| a.cmp(b));
            pairs.reverse();
            pairs.dedup_by(|(later, _), (kept, _)| later == kept);
            pairs.reverse();
        }
        Sorted(Repr::Few(pairs))
    }
}

impl<V, const N: usize> From<[(Str, V); N]> for Sorted<V> {
    fn from(pairs: [(Str, V); N]) -> Sorted<V> {
        pairs.into_iter().collect()
    }
}

impl<V> IntoIterator for Sorted<V> {
    type Item = (Str, V);
    type IntoIter = IntoIter<V>;

    fn into_iter(self) -> IntoIter<V> {
        match self.0 {
            Repr::Few(pairs) => IntoIter::Few(pairs.into_iter()),
            Repr::Many(tree) => IntoIter::Many(tree.into_iter()),
        }
    }
}

impl<'m, V> IntoIterator for &'m Sorted<V> {
    type Item = (&'m Str, &'m V);
    type IntoIter = Iter<'m, V>;

    fn into_iter(self) -> Iter<'m, V> {
        self.iter()
    }
}

/// The pairs of a [`Sorted`].
#[derive(Debug)]
pub enum Iter<'m, V> {
    /// Of a list.
    Few(slice::Iter<'m, (Str, V)>),
    /// Of a tree.
    Many(btree_map::Iter<'m, Str, V>),
}

impl<'m, V> Iterator for Iter<'m, V> {
    type Item = (&'m Str, &'m V);

    fn next(&mut self) -> Option<Self::Item> {
        match self {
            Iter::Few(pairs) => pairs.next().map(|(key, value)| (key, value)),
            Iter::Many(pairs) => pairs.next(),
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        match self {
            Iter::Few(pairs) => pairs.size_hint(),
            Iter::Many(pairs) => pairs.size_hint(),
        }
    }
}

/// The pairs of a [`Sorted`] that was taken apart.
#[derive(Debug)]
pub enum IntoIter<V> {
    /// Of a list.
    Few(vec::IntoIter<(Str, V)>),
    /// Of a tree.
    Many(btree_map::IntoIter<Str, V>),
}

impl<V> Iterator for IntoIter<V> {
    type Item = (Str, V);

    fn next(&mut self) -> Option<(Str, V)> {
        match self {
            IntoIter::Few(pairs) => pairs.next(),
            IntoIter::Many(pairs) => pairs.next(),
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        match self {
            IntoIter::Few(pairs) => pairs.size_hint(),
            IntoIter::Many(pairs) => pairs.size_hint(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Keys that come in no order and repeat.
    fn keys(count: usize) -> impl Iterator<Item = (String, usize)> {
        (0..count).map(|n| (format!("k{}", n * 7919 % 101), n))
    }

    fn pairs(map: &Sorted<usize>) -> Vec<(String, usize)> {
        map.iter().map(|(key, value)| (key.to_string(), *value)).collect()
    }

    #[test]
    fn small_and_large_maps_behave_as_a_tree_does() {
        for count in [0, 1, 7, 9, FEW, FEW + 1, 300] {
            let tree: BTreeMap<String, usize> = keys(count).collect();
            let expected: Vec<_> = tree.clone().into_iter().collect();
            assert_eq!(pairs(&keys(count).collect()), expected);
            let mut map = Sorted::new();
            for (key, value) in keys(count) {
                map.insert(Str::from(key), value);
            }
            assert_eq!((pairs(&map), map.len()), (expected, tree.len()));
            for (key, value) in &tree {
                assert_eq!(map.get(key.as_bytes()), Some(value));
                assert_eq!(map.remove(key.as_bytes()), Some(*value));
                assert!(!map.contains_key(key.as_bytes()));
            }
            assert!(map.is_empty());
        }
    }

    #[test]
    fn setting_a_key_again_gives_the_old_value() {
        let mut map = Sorted::from([("b".into(), 1), ("a".into(), 2), ("b".into(), 3)]);
        assert_eq!(map.insert("b".into(), 4), Some(3));
        assert_eq!(map.into_values().collect::<Vec<_>>(), [2, 4]);
    }
}
