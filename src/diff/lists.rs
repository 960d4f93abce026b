//! What the order and the identity of list items mean, by the name of the field, and pairing
//! the items of two lists accordingly.
//!
//! Where the table below says nothing, objects with a telling field are matched by it and
//! everything else by content; order then counts, because ignoring an order that matters
//! hides a change, while showing one that does not costs a line.

use std::collections::{HashMap, HashSet, VecDeque};
use std::hash::{DefaultHasher, Hash, Hasher};

use serde_json::Value;
use similar::{Algorithm, DiffOp, capture_diff_slices};

/// How a list is to be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Meaning {
    /// Neither order nor place matters.
    Set,
    /// Items have an identity: the first of these field combinations that all items have.
    Keyed { by: &'static [&'static [&'static str]], ordered: bool },
    /// Order is what the list is about.
    Sequence,
}

/// Lists with a known meaning, sorted by the field's name. Sources: the field documentation of
/// Cluster API v1.12 (bootstrap, control plane), CAPA v2.11, CAPO v0.14, Kubernetes v1.34, and
/// Container Linux Config; what a webhook, controller or program does with the order decides.
const LISTS: &[(&str, Meaning)] = &[
    ("additionalSecurityGroups", Meaning::Set),
    ("additionalVolumes", keyed(&[&["deviceName"], &["name"]])),
    ("allowedCIDRs", Meaning::Set),
    ("apiGroups", Meaning::Set),
    ("args", Meaning::Sequence),
    ("availabilityZones", Meaning::Set),
    ("bootCommands", Meaning::Sequence),
    ("certSANs", Meaning::Set),
    ("cidrBlocks", Meaning::Sequence),
    ("command", Meaning::Sequence),
    ("controlPlaneAvailabilityZones", Meaning::Set),
    ("directories", ordered(&[&["path"]])),
    ("disks", ordered(&[&["device"]])),
    ("dnsNameservers", Meaning::Sequence),
    ("dropins", ordered(&[&["name"]])),
    ("env", ordered(&[&["name"]])),
    ("extraArgs", keyed(&[&["name"]])),
    ("extraVolumes", keyed(&[&["name"]])),
    ("failureDomains", Meaning::Set),
    ("files", ordered(&[&["path"]])),
    ("filesystems", ordered(&[&["label"], &["device"], &["name"]])),
    ("finalizers", Meaning::Set),
    ("groups", Meaning::Set),
    ("ignorePreflightErrors", Meaning::Set),
    ("imagePullSecrets", keyed(&[&["name"]])),
    ("initContainers", ordered(&[&["name"]])),
    ("kubeletExtraArgs", keyed(&[&["name"]])),
    ("links", ordered(&[&["path"]])),
    ("mounts", Meaning::Sequence),
    ("nodesIAMInstanceProfiles", Meaning::Set),
    ("nonRootVolumes", keyed(&[&["deviceName"]])),
    ("ownerReferences", keyed(&[&["uid"], &["kind", "name"]])),
    ("partitions", ordered(&[&["number"], &["label"]])),
    ("postKubeadmCommands", Meaning::Sequence),
    ("preKubeadmCommands", Meaning::Sequence),
    ("resources", Meaning::Set),
    ("securityGroups", Meaning::Set),
    ("skipPhases", Meaning::Set),
    ("sshAuthorizedKeys", Meaning::Set),
    ("ssh_authorized_keys", Meaning::Set),
    ("subnets", keyed(&[&["id"], &["cidrBlock"], &["name"]])),
    ("tags", Meaning::Set),
    ("taints", ordered(&[&["key", "effect"]])),
    ("tolerations", keyed(&[&["key", "operator", "effect"], &["key", "effect"]])),
    ("units", ordered(&[&["name"]])),
    ("users", ordered(&[&["name"]])),
    ("verbs", Meaning::Set),
    ("volumeMounts", keyed(&[&["mountPath"]])),
    ("volumes", keyed(&[&["name"]])),
];

/// Fields that name an item of a list that the table does not know.
const TELLING: &[&[&str]] = &[
    &["name"],
    &["path"],
    &["deviceName"],
    &["mountPath"],
    &["key"],
    &["id"],
    &["device"],
    &["cidrBlock"],
    &["kind"],
];

const fn keyed(by: &'static [&'static [&'static str]]) -> Meaning {
    Meaning::Keyed { by, ordered: false }
}

const fn ordered(by: &'static [&'static [&'static str]]) -> Meaning {
    Meaning::Keyed { by, ordered: true }
}

/// How the items of two lists belong together. All numbers are indices.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Pairing {
    /// The same item on both sides, to be compared further; sorted by the new index.
    pub same: Vec<(usize, usize)>,
    /// Of those, the ones that stand at another place among their fellows.
    pub moved: Vec<(usize, usize)>,
    /// The same content under another identity.
    pub renamed: Vec<(usize, usize)>,
    /// Items of the old list without a partner.
    pub removed: Vec<usize>,
    /// Items of the new list without a partner.
    pub added: Vec<usize>,
    /// The fields that name an item, if the list has such.
    pub by: Option<&'static [&'static str]>,
}

/// Pairs the items of two lists.
pub(super) fn pair(field: &str, old: &[Value], new: &[Value]) -> Pairing {
    let known = LISTS.binary_search_by_key(&field, |(name, _)| name).ok();
    match known.map(|at| LISTS[at].1) {
        Some(Meaning::Sequence) => sequence(old, new),
        Some(Meaning::Set) => match telling(TELLING, old, new) {
            // A "set" of objects is a keyed list in which nobody minds the order.
            Some(by) => keyed_pairs(by, false, old, new),
            None => set(old, new),
        },
        Some(Meaning::Keyed { by, ordered }) => match common(by, old, new) {
            Some(by) => keyed_pairs(by, ordered, old, new),
            None => sequence(old, new),
        },
        None => match telling(TELLING, old, new) {
            Some(by) => keyed_pairs(by, true, old, new),
            None => sequence(old, new),
        },
    }
}

/// The name of an item, for matching and for people.
pub(super) fn identity(item: &Value, by: &[&str]) -> Option<String> {
    let mut parts = Vec::with_capacity(by.len());
    for field in by {
        parts.push(match item.get(field)? {
            Value::String(text) => text.clone(),
            value @ (Value::Number(_) | Value::Bool(_)) => value.to_string(),
            _ => return None,
        });
    }
    Some(parts.join(" "))
}

/// The first combination of fields that every item has.
fn common(
    candidates: &[&'static [&'static str]],
    old: &[Value],
    new: &[Value],
) -> Option<&'static [&'static str]> {
    let all = |by: &&&[&str]| old.iter().chain(new).all(|item| identity(item, by).is_some());
    candidates.iter().find(all).copied()
}

/// The first combination of fields that every item has and that tells them apart.
fn telling(
    candidates: &[&'static [&'static str]],
    old: &[Value],
    new: &[Value],
) -> Option<&'static [&'static str]> {
    let unique = |side: &[Value], by: &[&str]| {
        let mut seen = HashSet::with_capacity(side.len());
        side.iter().all(|item| identity(item, by).is_some_and(|name| seen.insert(name)))
    };
    if !old.iter().chain(new).all(Value::is_object) {
        return None;
    }
    candidates.iter().find(|by| unique(old, by) && unique(new, by)).copied()
}

fn keyed_pairs(
    by: &'static [&'static str],
    ordered: bool,
    old: &[Value],
    new: &[Value],
) -> Pairing {
    // Of items with the same name the first belongs to the first, and so on.
    let mut places: HashMap<String, VecDeque<usize>> = HashMap::new();
    for (index, item) in old.iter().enumerate() {
        places.entry(identity(item, by).unwrap_or_default()).or_default().push_back(index);
    }
    let mut pairing = Pairing { by: Some(by), ..Pairing::default() };
    let mut taken = vec![false; old.len()];
    for (index, item) in new.iter().enumerate() {
        let name = identity(item, by).unwrap_or_default();
        match places.get_mut(&name).and_then(VecDeque::pop_front) {
            Some(partner) => {
                taken[partner] = true;
                pairing.same.push((partner, index));
            }
            None => pairing.added.push(index),
        }
    }
    pairing.removed = (0..old.len()).filter(|index| !taken[*index]).collect();
    find_renames(&mut pairing, by, old, new);
    if ordered {
        pairing.moved = out_of_order(&pairing.same);
    }
    pairing
}

/// Items with less content than this are too alike to tell a rename from a coincidence.
const MIN_RENAME_WEIGHT: usize = 24;

/// The most pairs that are compared in search of a rename with a small change.
const MAX_SIMILAR: usize = 4096;

fn find_renames(pairing: &mut Pairing, by: &[&str], old: &[Value], new: &[Value]) {
    if pairing.removed.is_empty() || pairing.added.is_empty() {
        return;
    }
    let mut same_content: HashMap<u64, Vec<usize>> = HashMap::new();
    for index in pairing.removed.iter().rev() {
        if content_weight(&old[*index], by) >= MIN_RENAME_WEIGHT {
            same_content.entry(content_hash(&old[*index], by)).or_default().push(*index);
        }
    }
    let mut renamed = Vec::new();
    for index in &pairing.added {
        let partners = same_content.get_mut(&content_hash(&new[*index], by));
        renamed.extend(partners.and_then(Vec::pop).map(|partner| (partner, *index)));
    }
    take(pairing, &renamed);
    if pairing.removed.len() * pairing.added.len() > MAX_SIMILAR {
        return;
    }
    let mut similar = Vec::new();
    for index in &pairing.added {
        let free = pairing.removed.iter().filter(|r| !similar.iter().any(|(s, _)| s == *r));
        let alike = free.filter(|partner| is_similar(&old[**partner], &new[*index], by));
        similar.extend(alike.min().map(|partner| (*partner, *index)));
    }
    take(pairing, &similar);
}

fn take(pairing: &mut Pairing, renamed: &[(usize, usize)]) {
    let old: HashSet<usize> = renamed.iter().map(|(old, _)| *old).collect();
    let new: HashSet<usize> = renamed.iter().map(|(_, new)| *new).collect();
    pairing.removed.retain(|index| !old.contains(index));
    pairing.added.retain(|index| !new.contains(index));
    pairing.renamed.extend(renamed);
}

fn content<'v>(
    item: &'v Value,
    by: &'v [&str],
) -> impl Iterator<Item = (&'v String, &'v Value)> + 'v {
    let fields = item.as_object().into_iter().flatten();
    fields.filter(move |(key, _)| !by.contains(&key.as_str()))
}

fn content_hash(item: &Value, by: &[&str]) -> u64 {
    // The sum does not depend on the order of the fields.
    content(item, by).fold(0, |sum: u64, field| {
        let mut hasher = DefaultHasher::new();
        field.hash(&mut hasher);
        sum.wrapping_add(hasher.finish())
    })
}

fn content_weight(item: &Value, by: &[&str]) -> usize {
    content(item, by).map(|(_, value)| weight(value)).sum()
}

/// About how many bytes a value has.
pub(super) fn weight(value: &Value) -> usize {
    match value {
        Value::String(text) => text.len(),
        Value::Array(items) => items.iter().map(weight).sum(),
        Value::Object(map) => map.iter().map(|(key, value)| key.len() + weight(value)).sum(),
        _ => 4,
    }
}

/// Whether most of the content is the same.
fn is_similar(old: &Value, new: &Value, by: &[&str]) -> bool {
    let all = content_weight(old, by).max(content_weight(new, by));
    let equal = content(old, by).filter(|(key, value)| new.get(key.as_str()) == Some(*value));
    let equal: usize = equal.map(|(_, value)| weight(value)).sum();
    equal >= MIN_RENAME_WEIGHT && equal * 2 > all
}

/// Pairs that are not on the longest run of pairs that kept their order. Of several longest
/// runs the one with the most items at their old index is taken: the others are what a person
/// would call moved.
fn out_of_order(same: &[(usize, usize)]) -> Vec<(usize, usize)> {
    let highest = same.iter().map(|(old, _)| *old).max().unwrap_or_default();
    // A Fenwick tree over old indices: the best run that ends at or before each, as its score
    // and the place of its last pair.
    let mut best: Vec<(usize, Option<usize>)> = vec![(0, None); highest + 2];
    let mut before: Vec<Option<usize>> = Vec::with_capacity(same.len());
    let length = same.len() + 1;
    for (place, (old, new)) in same.iter().enumerate() {
        let (mut score, mut last) = (0, None);
        let mut at = *old;
        while at > 0 {
            if best[at].0 > score {
                (score, last) = best[at];
            }
            at -= at & at.wrapping_neg();
        }
        before.push(last);
        score += length + usize::from(old == new);
        let mut at = *old + 1;
        while at < best.len() {
            if best[at].0 < score {
                best[at] = (score, Some(place));
            }
            at += at & at.wrapping_neg();
        }
    }
    let mut kept = vec![false; same.len()];
    let mut next = best.iter().max_by_key(|(score, _)| *score).and_then(|(_, last)| *last);
    while let Some(place) = next {
        kept[place] = true;
        next = before[place];
    }
    same.iter().zip(kept).filter(|(_, kept)| !kept).map(|(pair, _)| *pair).collect()
}

fn set(old: &[Value], new: &[Value]) -> Pairing {
    let mut pairing = Pairing::default();
    let mut places: HashMap<&Value, VecDeque<usize>> = HashMap::new();
    for (index, item) in old.iter().enumerate() {
        places.entry(item).or_default().push_back(index);
    }
    let mut taken = vec![false; old.len()];
    for (index, item) in new.iter().enumerate() {
        match places.get_mut(item).and_then(VecDeque::pop_front) {
            Some(partner) => taken[partner] = true,
            None => pairing.added.push(index),
        }
    }
    pairing.removed = (0..old.len()).filter(|index| !taken[*index]).collect();
    pairing
}

fn sequence(old: &[Value], new: &[Value]) -> Pairing {
    let (left, right): (Vec<&Value>, Vec<&Value>) = (old.iter().collect(), new.iter().collect());
    let mut pairing = Pairing::default();
    let mut replaced = Vec::new();
    for op in capture_diff_slices(Algorithm::Myers, &left, &right) {
        match op {
            DiffOp::Equal { .. } => {}
            DiffOp::Delete { old_index, old_len, .. } => {
                pairing.removed.extend(old_index..old_index + old_len);
            }
            DiffOp::Insert { new_index, new_len, .. } => {
                pairing.added.extend(new_index..new_index + new_len);
            }
            DiffOp::Replace { old_index, old_len, new_index, new_len } => {
                pairing.removed.extend(old_index..old_index + old_len);
                pairing.added.extend(new_index..new_index + new_len);
                replaced.push((old_index..old_index + old_len, new_index..new_index + new_len));
            }
        }
    }
    // What went at one place and came at another was moved.
    let mut gone: HashMap<&Value, VecDeque<usize>> = HashMap::new();
    for index in &pairing.removed {
        gone.entry(&old[*index]).or_default().push_back(*index);
    }
    let mut moved_old = vec![false; old.len()];
    let mut moved_new = vec![false; new.len()];
    for index in &pairing.added {
        if let Some(partner) = gone.get_mut(&new[*index]).and_then(|g| g.pop_front()) {
            (moved_old[partner], moved_new[*index]) = (true, true);
            pairing.moved.push((partner, *index));
        }
    }
    // What is left of a replaced run was changed, item by item.
    for (old_range, new_range) in replaced {
        let old_left = old_range.filter(|index| !moved_old[*index]);
        let new_left = new_range.filter(|index| !moved_new[*index]);
        for (from, to) in old_left.zip(new_left).collect::<Vec<_>>() {
            (moved_old[from], moved_new[to]) = (true, true);
            pairing.same.push((from, to));
        }
    }
    pairing.removed.retain(|index| !moved_old[*index]);
    pairing.added.retain(|index| !moved_new[*index]);
    pairing
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn paired(field: &str, old: Value, new: Value) -> Pairing {
        pair(field, old.as_array().unwrap(), new.as_array().unwrap())
    }

    #[test]
    fn the_table_is_sorted() {
        assert!(LISTS.is_sorted_by_key(|(name, _)| name));
    }

    #[test]
    fn swapped_commands_are_one_move() {
        let found = paired("preKubeadmCommands", json!(["a", "b", "c"]), json!(["b", "a", "c"]));
        assert_eq!(found.moved.len(), 1);
        assert!(found.removed.is_empty() && found.added.is_empty() && found.same.is_empty());
    }

    #[test]
    fn a_changed_command_is_paired_with_what_it_was() {
        let found = paired("postKubeadmCommands", json!(["a", "b", "c"]), json!(["a", "x", "c"]));
        assert_eq!(found.same, [(1, 1)]);
    }

    #[test]
    fn sets_ignore_order_and_count_duplicates() {
        let found = paired("certSANs", json!(["a", "b", "b"]), json!(["b", "a", "c"]));
        assert_eq!((found.removed, found.added), (vec![2], vec![2]));
        assert!(found.moved.is_empty());
    }

    #[test]
    fn a_renamed_file_is_a_rename() {
        let content = "x".repeat(100);
        let file = |path: &str| json!({"path": path, "content": content, "permissions": "0644"});
        let found =
            paired("files", json!([file("/a"), file("/b")]), json!([file("/a"), file("/c")]));
        assert_eq!(found.renamed, [(1, 1)]);
        // A rename with another mode is still one.
        let mut changed = file("/c");
        changed["permissions"] = json!("0600");
        let found = paired("files", json!([file("/b")]), json!([changed]));
        assert_eq!(found.renamed, [(0, 0)]);
    }

    #[test]
    fn short_items_are_not_taken_for_renames() {
        let args = |name: &str| json!([{"name": name, "value": "false"}]);
        let found = paired("extraArgs", args("profiling"), args("anonymous-auth"));
        assert!(found.renamed.is_empty());
    }

    #[test]
    fn moved_files_show_and_moved_arguments_do_not() {
        let list =
            |names: [&str; 3]| Value::from(names.map(|n| json!({"path": n, "name": n})).to_vec());
        let (old, new) = (list(["a", "b", "c"]), list(["c", "a", "b"]));
        assert_eq!(paired("files", old.clone(), new.clone()).moved, [(2, 0)]);
        assert_eq!(paired("extraArgs", old.clone(), new.clone()).moved, []);
        assert_eq!(paired("unheardOf", old, new).moved, [(2, 0)]);
    }

    #[test]
    fn duplicates_of_a_name_are_paired_in_order() {
        let file = |content: &str| json!({"path": "/a", "content": content});
        let found = paired("files", json!([file("1"), file("2")]), json!([file("1"), file("3")]));
        assert_eq!(found.same, [(0, 0), (1, 1)]);
    }

    #[test]
    fn long_lists_take_linear_time() {
        let list = |shift: usize| -> Value {
            (0..5_000).map(|n| json!({"path": format!("/f{}", n + shift), "content": n})).collect()
        };
        let started = std::time::Instant::now();
        let found = paired("files", list(0), list(2_500));
        assert_eq!((found.removed.len(), found.added.len()), (2_500, 2_500));
        let texts = |shift: usize| -> Value {
            (0..5_000).map(|n| json!(format!("command {}", (n * 7919 + shift) % 5_000))).collect()
        };
        assert!(!paired("preKubeadmCommands", texts(0), texts(1)).moved.is_empty());
        assert!(started.elapsed().as_secs() < 5);
    }
}
