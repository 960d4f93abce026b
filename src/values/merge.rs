//! Trees of values with origins, and the two ways in which Helm merges them.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::origin::{Origin, Origins};
use super::set::{Edit, Rules, SetError};
use crate::path::FieldPath;

/// Values, each with its origin.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Tree {
    /// The values.
    pub value: Map<String, Value>,
    /// Where each came from.
    pub origins: Origins,
    /// Values of lower layers that a `null` has removed, with the place of the `null`.
    pub removed: BTreeMap<FieldPath, Origin>,
}

/// What a `null` of the upper tree does.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Null {
    /// It is a value like any other and may remove something later.
    Stays,
    /// It removes what is there; where nothing is, it stays.
    Removes,
}

impl Tree {
    /// Lays a tree of the same layer over this one: maps merge, anything else replaces, `null`
    /// included. This is how Helm merges the user's files.
    pub fn overlay(&mut self, upper: Tree) {
        self.lay(upper, Null::Stays);
    }

    /// Lays a tree of a higher layer over this one: maps merge, `null` removes, anything else
    /// replaces. This is how Helm lays the user's values over a chart's.
    pub fn coalesce(&mut self, upper: Tree) {
        self.lay(upper, Null::Removes);
    }

    /// The tree as the value of a key.
    #[must_use]
    pub fn nested(self, key: &str) -> Tree {
        let root = FieldPath::root().key(key);
        let value = Map::from_iter([(key.to_owned(), Value::Object(self.value))]);
        let removed = self.removed.into_iter().map(|(path, origin)| (root.join(&path), origin));
        Tree { value, origins: self.origins.below(&root), removed: removed.collect() }
    }

    /// One key of the tree with everything in it.
    #[must_use]
    pub fn only(&self, key: &str) -> Tree {
        let Some(value) = self.value.get(key) else { return Tree::default() };
        Tree {
            value: Map::from_iter([(key.to_owned(), value.clone())]),
            origins: self.origins.clone().take_below(&FieldPath::root().key(key)),
            removed: BTreeMap::new(),
        }
    }

    fn lay(&mut self, upper: Tree, null: Null) {
        let Tree { value, origins, removed } = upper;
        self.removed.extend(removed);
        let mut lower = std::mem::take(&mut self.value);
        let mut from = origins;
        self.lay_map(&mut lower, value, &mut FieldPath::root(), &mut from, null);
        self.value = lower;
    }

    fn lay_map(
        &mut self,
        lower: &mut Map<String, Value>,
        upper: Map<String, Value>,
        path: &mut FieldPath,
        from: &mut Origins,
        null: Null,
    ) {
        for (key, value) in upper {
            path.push_key(key.as_str());
            match (lower.get_mut(&key), value) {
                (Some(Value::Object(below)), Value::Object(above)) => {
                    self.lay_map(below, above, path, from, null);
                }
                (Some(Value::Null), Value::Null) => {}
                (Some(_), Value::Null) if null == Null::Removes => {
                    // `remove` alone would move the last key into the gap.
                    lower.shift_remove(&key);
                    self.origins.take_below(path);
                    if let Some(origin) = from.get(path) {
                        self.removed.insert(path.clone(), origin.clone());
                    }
                }
                (_, value) => {
                    self.origins.take_below(path);
                    self.origins.extend(from.take_below(path));
                    lower.insert(key, value);
                }
            }
            path.pop();
        }
    }

    /// Applies a flag of the `--set` family.
    ///
    /// # Errors
    /// When Helm refuses the argument.
    pub fn set(
        &mut self,
        edit: &Edit,
        rules: Rules,
        read_file: &mut dyn FnMut(&str) -> Result<String, String>,
    ) -> Result<(), SetError> {
        for assignment in edit.apply(&mut self.value, rules, read_file)? {
            let origin = Origin::Flag { edit: edit.clone(), column: assignment.column };
            self.origins.take_below(&assignment.path);
            self.origins.insert_around(&assignment.path, &origin);
            self.origins.insert(assignment.path, origin);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::SourceMap;
    use crate::values::layer::{Mode, read};
    use crate::values::origin::LayerKind;
    use crate::values::set::SetKind;
    use proptest::prelude::*;

    fn tree(name: &str, text: &str, sources: &SourceMap) -> Tree {
        read(LayerKind::File, name, text.as_bytes(), Mode::Strict, sources).unwrap()
    }

    fn merged(lower: &str, upper: &str) -> String {
        let sources = SourceMap::default();
        let mut result = tree("lower", lower, &sources);
        result.coalesce(tree("upper", upper, &sources));
        serde_json::to_string(&result.value).unwrap()
    }

    #[test]
    fn maps_merge_and_everything_else_replaces() {
        let lower = "{a: {x: 1, w: 2}, l: [1, 2], s: t}";
        assert_eq!(merged(lower, "{a: {w: 3, z: 4}}"), {
            r#"{"a":{"x":1,"w":3,"z":4},"l":[1,2],"s":"t"}"#
        });
        assert_eq!(merged(lower, "{l: [3], s: {k: v}, a: 1}"), r#"{"a":1,"l":[3],"s":{"k":"v"}}"#);
    }

    #[test]
    fn null_removes_a_default_and_keeps_the_order_of_the_rest() {
        assert_eq!(merged("{a: 1, b: {c: 2, d: 3}, e: 4}", "{a: null, b: {c: null}}"), {
            r#"{"b":{"d":3},"e":4}"#
        });
        assert_eq!(merged("{a: 1}", "{x: null, m: {p: null}}"), {
            r#"{"a":1,"x":null,"m":{"p":null}}"#
        });
    }

    #[test]
    fn origins_follow_the_winner() {
        let sources = SourceMap::default();
        let mut all = tree("d.yaml", "a: {x: 1, w: 2}\nl: [1]\ngone: 1\n", &sources);
        let mut user = tree("my.yaml", "a:\n  w: 3\ngone: null\n", &sources);
        let edit = Edit::new(SetKind::Typed, "n.m=1,l[1]=2");
        user.set(&edit, Rules::default(), &mut |_| Ok(String::new())).unwrap();
        all.coalesce(user);
        let at = |path: &str| {
            let path = FieldPath::parse(path);
            all.origins.get(&path).map(|origin| origin.describe(&sources)).unwrap_or_default()
        };
        assert_eq!(at("a.x"), "d.yaml:1");
        assert_eq!(at("a.w"), "my.yaml:2");
        assert_eq!(at("n"), "--set n.m=1,l[1]=2");
        assert_eq!(at("l[0]"), "--set n.m=1,l[1]=2");
        let gone = &all.removed[&FieldPath::parse("gone")];
        assert_eq!(gone.describe(&sources), "my.yaml:3");
        assert_eq!(serde_json::to_string(&all.value["l"]).unwrap(), "[null,2]");
    }

    fn values() -> impl Strategy<Value = Map<String, Value>> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            (0..9i64).prop_map(Value::from),
        ];
        let value = leaf.prop_recursive(3, 20, 4, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..3).prop_map(Value::from),
                prop::collection::btree_map("[a-c]", inner, 0..4)
                    .prop_map(|map| Value::Object(map.into_iter().collect())),
            ]
        });
        prop::collection::btree_map("[a-c]", value, 0..4).prop_map(|map| map.into_iter().collect())
    }

    fn plain(value: &Map<String, Value>) -> Tree {
        Tree { value: value.clone(), ..Tree::default() }
    }

    proptest! {
        #[test]
        fn merging_with_itself_or_nothing_changes_nothing(a in values()) {
            let mut twice = plain(&a);
            twice.overlay(plain(&a));
            prop_assert_eq!(&twice.value, &a);
            let mut with_nothing = plain(&a);
            with_nothing.coalesce(Tree::default());
            prop_assert_eq!(&with_nothing.value, &a);
        }

        #[test]
        fn what_the_upper_layer_says_holds(a in values(), b in values()) {
            let mut all = plain(&a);
            all.overlay(plain(&b));
            prop_assert!(holds(&all.value, &b));
        }
    }

    fn holds(all: &Map<String, Value>, part: &Map<String, Value>) -> bool {
        part.iter().all(|(key, value)| match (all.get(key), value) {
            (Some(Value::Object(all)), Value::Object(part)) => holds(all, part),
            (all, value) => all == Some(value),
        })
    }
}
