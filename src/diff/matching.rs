//! Which object of one side is which of the other.
//!
//! Same kind, namespace and name is the same object. Of the rest, objects are the same under
//! another name when their names differ in the hash only, when matched objects refer to the
//! one and now to the other, or when their content says so; in this order, one to one.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::hash::{DefaultHasher, Hash, Hasher};

use serde_json::Value;

use super::lists::weight;
use crate::glob::strip_hash_suffix;
use crate::manifest::Object;

/// The same object on both sides, or an object that only one side has. Indices into the two
/// lists that were compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pair {
    /// On both sides.
    Both {
        /// Its place on the old side.
        old: usize,
        /// Its place on the new side.
        new: usize,
    },
    /// Only on the old side.
    Removed(usize),
    /// Only on the new side.
    Added(usize),
}

/// Objects of one kind that are compared by content in search of a rename. More than this many
/// pairs would take too long.
const MAX_SIMILAR: usize = 2_500;

/// Pairs the objects of two sides: those of the new side in its order, then what is gone.
///
/// Objects of one name on one side are paired in their order. Linear in the number of objects,
/// but for what was renamed and is found by its content alone, which is bounded.
pub fn match_objects(old: &[&Object], new: &[&Object]) -> Vec<Pair> {
    let mut matching = Matching {
        old,
        new,
        partner_of_old: vec![None; old.len()],
        partner_of_new: vec![None; new.len()],
        queue: VecDeque::new(),
    };
    matching.by_name();
    if matching.has_free() {
        matching.by_stem();
        matching.by_referrers();
        matching.by_content();
    }
    let present = matching.partner_of_new.iter().enumerate().map(|(new, old)| match old {
        Some(old) => Pair::Both { old: *old, new },
        None => Pair::Added(new),
    });
    let gone = matching.partner_of_old.iter().enumerate();
    let gone = gone.filter(|(_, new)| new.is_none()).map(|(old, _)| Pair::Removed(old));
    present.chain(gone).collect()
}

/// What must be equal for two objects to be the same under another name.
type Family<'a> = (&'a str, &'a str);

fn family(object: &Object) -> Family<'_> {
    (&object.id.kind, object.id.namespace.as_deref().unwrap_or_default())
}

struct Matching<'a> {
    old: &'a [&'a Object],
    new: &'a [&'a Object],
    partner_of_old: Vec<Option<usize>>,
    partner_of_new: Vec<Option<usize>>,
    /// Pairs whose references have not been followed yet.
    queue: VecDeque<(usize, usize)>,
}

impl<'a> Matching<'a> {
    fn link(&mut self, old: usize, new: usize) {
        self.partner_of_old[old] = Some(new);
        self.partner_of_new[new] = Some(old);
        self.queue.push_back((old, new));
    }

    fn free_old(&self) -> Vec<usize> {
        (0..self.old.len()).filter(|i| self.partner_of_old[*i].is_none()).collect()
    }

    fn free_new(&self) -> Vec<usize> {
        (0..self.new.len()).filter(|i| self.partner_of_new[*i].is_none()).collect()
    }

    fn has_free(&self) -> bool {
        self.partner_of_old.contains(&None) && self.partner_of_new.contains(&None)
    }

    /// Same kind, namespace and name; within the same API group first, since two groups may
    /// have kinds of one name.
    fn by_name(&mut self) {
        for with_group in [true, false] {
            let group = |object: &'a Object| if with_group { object.id.group() } else { "" };
            let key = |object: &'a Object| (group(object), family(object), &*object.id.name);
            let mut places: HashMap<_, VecDeque<usize>> = HashMap::new();
            for index in self.free_old() {
                places.entry(key(self.old[index])).or_default().push_back(index);
            }
            for index in self.free_new() {
                let partner = places.get_mut(&key(self.new[index])).and_then(VecDeque::pop_front);
                if let Some(partner) = partner {
                    self.link(partner, index);
                }
            }
        }
    }

    /// Names that are equal without their hashes, where no other object could be meant.
    fn by_stem(&mut self) {
        let mut stems: BTreeMap<_, (Vec<usize>, Vec<usize>)> = BTreeMap::new();
        for index in self.free_old() {
            let object = self.old[index];
            let key = (family(object), strip_hash_suffix(&object.id.name));
            stems.entry(key).or_default().0.push(index);
        }
        for index in self.free_new() {
            let object = self.new[index];
            let key = (family(object), strip_hash_suffix(&object.id.name));
            stems.entry(key).or_default().1.push(index);
        }
        for (old, new) in stems.into_values() {
            if let ([old], [new]) = (&old[..], &new[..]) {
                self.link(*old, *new);
            }
        }
    }

    /// Follows the changed references of matched objects, and of those that it matches.
    fn by_referrers(&mut self) {
        let mut by_old_name: HashMap<&str, Vec<usize>> = HashMap::new();
        for index in self.free_old() {
            by_old_name.entry(&self.old[index].id.name).or_default().push(index);
        }
        let mut by_new_name: HashMap<&str, Vec<usize>> = HashMap::new();
        for index in self.free_new() {
            by_new_name.entry(&self.new[index].id.name).or_default().push(index);
        }
        // Nobody refers to an object without a name.
        by_old_name.remove("");
        by_new_name.remove("");
        if by_old_name.is_empty() || by_new_name.is_empty() {
            return;
        }
        while let Some((from, to)) = self.queue.pop_front() {
            if self.old[from].is_written_like(self.new[to]) {
                continue;
            }
            let mut found = Vec::new();
            changed_texts(self.old[from].json(), self.new[to].json(), 0, &mut |a, b| {
                if let (Some(old), Some(new)) = (by_old_name.get(a), by_new_name.get(b)) {
                    found.push((old, new));
                }
            });
            for (olds, news) in found {
                for old in olds {
                    let same_family = |new: &&usize| {
                        self.partner_of_new[**new].is_none()
                            && family(self.old[*old]) == family(self.new[**new])
                    };
                    let partner = news.iter().find(same_family).copied();
                    if let Some(new) = partner.filter(|_| self.partner_of_old[*old].is_none()) {
                        self.link(*old, new);
                    }
                }
            }
        }
    }

    /// Equal content first, then content that is mostly equal.
    fn by_content(&mut self) {
        let mut families: BTreeMap<Family<'a>, (Vec<Leaves>, Vec<Leaves>)> = BTreeMap::new();
        for index in self.free_old() {
            let object = self.old[index];
            families.entry(family(object)).or_default().0.push(Leaves::of(index, object));
        }
        for index in self.free_new() {
            let object = self.new[index];
            families.entry(family(object)).or_default().1.push(Leaves::of(index, object));
        }
        for (mut old, mut new) in families.into_values() {
            let mut equal: HashMap<u64, VecDeque<usize>> = HashMap::new();
            for leaves in &old {
                equal.entry(leaves.total).or_default().push_back(leaves.index);
            }
            for leaves in &new {
                if let Some(partner) = equal.get_mut(&leaves.total).and_then(VecDeque::pop_front) {
                    self.link(partner, leaves.index);
                }
            }
            old.retain(|leaves| self.partner_of_old[leaves.index].is_none());
            new.retain(|leaves| self.partner_of_new[leaves.index].is_none());
            if old.len() * new.len() <= MAX_SIMILAR {
                self.by_similarity(&old, &new);
            }
        }
    }

    /// The most alike first, so that a good pair is not spoilt by a worse one.
    fn by_similarity(&mut self, old: &[Leaves], new: &[Leaves]) {
        let mut candidates = Vec::new();
        for left in old {
            for right in new {
                let percent = left.similarity(right);
                if percent >= 60 {
                    candidates.push((std::cmp::Reverse(percent), left.index, right.index));
                }
            }
        }
        candidates.sort_unstable();
        for (_, left, right) in candidates {
            if self.partner_of_old[left].is_none() && self.partner_of_new[right].is_none() {
                self.link(left, right);
            }
        }
    }
}

/// Calls back for every pair of different texts at the same place. Lists are followed by
/// index: a vote for a rename may be missed, none is made up.
fn changed_texts<'v>(
    old: &'v Value,
    new: &'v Value,
    depth: usize,
    found: &mut impl FnMut(&'v str, &'v str),
) {
    match (old, new) {
        (Value::String(old), Value::String(new)) if old != new => found(old, new),
        (Value::Object(old), Value::Object(new)) if depth < 512 => {
            for (key, value) in new {
                if let Some(before) = old.get(key) {
                    changed_texts(before, value, depth + 1, found);
                }
            }
        }
        (Value::Array(old), Value::Array(new)) if depth < 512 => {
            for (before, after) in old.iter().zip(new) {
                changed_texts(before, after, depth + 1, found);
            }
        }
        _ => {}
    }
}

/// The content of an object as hashes of its leaves, each with its weight. The object's own
/// name is read as a blank wherever it stands.
struct Leaves {
    index: usize,
    total: u64,
    leaves: HashSet<u64>,
    weights: HashMap<u64, usize>,
    weight: usize,
}

impl Leaves {
    fn of(index: usize, object: &Object) -> Leaves {
        let mut leaves =
            Leaves { index, total: 0, leaves: HashSet::new(), weights: HashMap::new(), weight: 0 };
        leaves.add(object.json(), &object.id.name, 0, 0);
        leaves
    }

    fn add(&mut self, value: &Value, name: &str, place: u64, depth: usize) {
        match value {
            Value::Object(map) if depth < 512 => {
                for (key, value) in map {
                    self.add(value, name, hash(&(place, key)), depth + 1);
                }
            }
            Value::Array(items) if depth < 512 => {
                // Items count wherever they stand in the list.
                for item in items {
                    self.add(item, name, hash(&(place, "item")), depth + 1);
                }
            }
            Value::String(text) if !name.is_empty() && text.contains(name) => {
                let blank = text.replace(name, "\0");
                self.leaf(hash(&(place, "text", blank)), text.len());
            }
            leaf => self.leaf(hash(&(place, leaf)), weight(leaf)),
        }
    }

    fn leaf(&mut self, leaf: u64, size: usize) {
        // Long texts count for more, but one file must not decide alone.
        let size = 4 + size.min(200);
        self.total = self.total.wrapping_add(leaf);
        self.weight += size;
        self.leaves.insert(leaf);
        *self.weights.entry(leaf).or_default() += size;
    }

    /// The share of common content in percent.
    fn similarity(&self, other: &Leaves) -> usize {
        let common = self.leaves.intersection(&other.leaves);
        let common: usize = common.map(|leaf| self.weights[leaf].min(other.weights[leaf])).sum();
        (common * 200).checked_div(self.weight + other.weight).unwrap_or(100)
    }
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}
