//! The user's values over those of a chart and its subcharts.
//!
//! Works on maps with identity, because Helm does: a subchart's values *are* the entry of its
//! parent's, and a `set` in one is seen in the other. Facts: Helm 4.3,
//! `pkg/chart/common/util/coalesce.go`; older versions by probes.

use std::collections::BTreeSet;

use super::error::ChartError;
use super::notice::{Notice, Site};
use super::tree::Tree;
use crate::value::{Frozen, Map, Str, Value};

/// What `null` means, which changed between Helm's versions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NullRules {
    /// Nulls of a chart's own values never arrive (4.2 and later).
    pub clean_defaults: bool,
    /// A null over nothing, or over null, stays; else it goes with its key (4.2 and later).
    pub keep_without_default: bool,
    /// Nulls in the way of a subchart's values stay, to remove those (3.12 and later).
    pub reach_subcharts: bool,
    /// Nulls of globals survive on the way down (3.12 and later).
    pub globals_keep_nulls: bool,
    /// A null over nothing is treated as one over null (4.0 and later).
    pub count_without_source: bool,
}

/// The values of a chart with everything below it. `merge` keeps nulls: Helm does that as
/// long as values will be coalesced once more.
///
/// # Errors
/// A subchart's values that are no map, in Helm's words.
pub fn coalesce(
    tree: &Tree,
    user: &Frozen,
    rules: NullRules,
    merge: bool,
    notices: &mut Vec<Notice>,
) -> Result<Map, ChartError> {
    let dest = match user.thaw() {
        Value::Map(map) => map,
        _ => Map::new(),
    };
    Coalescer { rules, notices }.chart(tree, &dest, "", merge)?;
    Ok(dest)
}

/// Lays `dst` over `src`, into `dst`.
pub(super) fn coalesce_tables(
    dst: &Map,
    src: &Map,
    rules: NullRules,
    merge: bool,
    notices: &mut Vec<Notice>,
) {
    Coalescer { rules, notices }.tables(dst, src, "", merge);
}

struct Coalescer<'n> {
    rules: NullRules,
    notices: &'n mut Vec<Notice>,
}

/// Writes to a map that is known to be no nil map.
fn put(map: &Map, key: Str, value: Value) {
    // Values of charts never hold nil maps, so that this cannot fail.
    let _ = map.insert(key, value);
}

fn join(prefix: &str, key: &str) -> String {
    if prefix.is_empty() { key.to_owned() } else { format!("{prefix}.{key}") }
}

impl Coalescer<'_> {
    fn say(&mut self, site: Site, text: String) {
        self.notices.push(Notice::info(text).at(site));
    }

    fn chart(
        &mut self,
        tree: &Tree,
        dest: &Map,
        prefix: &str,
        merge: bool,
    ) -> Result<(), ChartError> {
        self.own_values(tree, dest, prefix, merge);
        for child in &tree.children {
            let name = child.name.as_str();
            let values = match dest.get(name) {
                None => {
                    let values = Map::new();
                    put(dest, name.into(), Value::Map(values.clone()));
                    values
                }
                Some(Value::Map(values)) => values,
                Some(other) => {
                    let shown = crate::gotpl::sprintf(b"%t", &[other]).unwrap_or_default();
                    return Err(ChartError::new(format!("type mismatch on {name}: {shown}")));
                }
            };
            let prefix = join(prefix, &tree.name);
            self.globals(&values, dest, &prefix);
            self.chart(child, &values, &prefix, merge)?;
        }
        Ok(())
    }

    /// Hands the parent's `global` down to a child.
    fn globals(&mut self, child: &Map, parent: &Map, prefix: &str) {
        let target = match child.get("global") {
            None => Map::new(),
            Some(Value::Map(map)) => map,
            Some(_) => {
                let text = "warning: skipping globals because destination global is not a table.";
                return self.say(Site::DestinationGlobals, text.into());
            }
        };
        let source = match parent.get("global") {
            None => Map::new(),
            Some(Value::Map(map)) => map,
            Some(_) => {
                let text = "warning: skipping globals because source global is not a table.";
                return self.say(Site::SourceGlobals, text.into());
            }
        };
        for (key, value) in source.entries() {
            let old = target.get(&key);
            match (value, old) {
                (Value::Map(map), old) => {
                    // A copy of the map's own level; what is in it stays shared.
                    let copy: Map = map.entries().into_iter().collect();
                    match old {
                        None => put(&target, key, Value::Map(copy)),
                        Some(Value::Map(old)) => {
                            let prefix = join(prefix, &key.to_string_lossy());
                            self.tables(&copy, &old, &prefix, self.rules.globals_keep_nulls);
                            put(&target, key, Value::Map(copy));
                        }
                        Some(_) => self.say(
                            Site::Conflict,
                            format!(
                                "Conflict: cannot merge map onto non-map for {}. Skipping.",
                                crate::goquote::quote(&key.to_string_lossy())
                            ),
                        ),
                    }
                }
                (_, Some(Value::Map(_))) => {
                    self.say(Site::KeyIsTable, format!("key {key} is table. Skipping"))
                }
                (value, _) => put(&target, key, value),
            }
        }
        put(child, "global".into(), Value::Map(target));
    }

    /// The chart's own values below `dest`.
    fn own_values(&mut self, tree: &Tree, dest: &Map, prefix: &str, merge: bool) {
        let prefix = join(prefix, &tree.name);
        let Value::Map(defaults) = tree.own_values() else { return };
        for (key, default) in defaults.entries() {
            match (dest.get(&key), default) {
                (None, default) => self.add_default(dest, key, default, merge),
                (Some(Value::Nil), _) if !merge => {
                    dest.remove(&key);
                }
                (Some(Value::Map(own)), Value::Map(default)) => {
                    let is_child = |child: &Tree| key == *child.name.as_str();
                    let merge =
                        merge || (self.rules.reach_subcharts && tree.children.iter().any(is_child));
                    if !merge && self.rules.clean_defaults {
                        remove_nulls(&default);
                    }
                    let prefix = join(&prefix, &key.to_string_lossy());
                    self.tables(&own, &default, &prefix, merge);
                }
                (Some(Value::Map(_)), Value::Nil) => {}
                (Some(Value::Map(_)), _) => {
                    self.say(
                        Site::SkippedValue,
                        format!("warning: skipped value for {prefix}.{key}: Not a table."),
                    );
                }
                (Some(_), _) => {}
            }
        }
    }

    fn add_default(&self, dest: &Map, key: Str, default: Value, merge: bool) {
        if !merge && self.rules.clean_defaults {
            match &default {
                Value::Nil => return,
                Value::Map(map) => remove_nulls(map),
                _ => {}
            }
        }
        put(dest, key, default);
    }

    /// Lays `dst` over `src`, into `dst`.
    fn tables(&mut self, dst: &Map, src: &Map, prefix: &str, merge: bool) {
        let had_default: BTreeSet<Str> = match self.rules.keep_without_default && !merge {
            true => {
                let entries = src.borrow();
                entries.iter().filter(|(_, v)| !v.is_nil()).map(|(k, _)| k.clone()).collect()
            }
            false => BTreeSet::new(),
        };
        if self.rules.count_without_source {
            for (key, value) in dst.entries() {
                if value.is_nil() {
                    put(src, key, Value::Nil);
                }
            }
        }
        for (key, value) in src.entries() {
            let Some(own) = dst.get(&key) else {
                put(dst, key, value);
                continue;
            };
            let removes = !merge
                && own.is_nil()
                && (!self.rules.keep_without_default || had_default.contains(&key));
            let prefix = join(prefix, &key.to_string_lossy());
            match (own, value) {
                _ if removes => {
                    dst.remove(&key);
                }
                (Value::Map(own), Value::Map(value)) => self.tables(&own, &value, &prefix, merge),
                (_, value @ Value::Map(_)) => self.say(
                    Site::TableOverScalar,
                    format!(
                        "warning: cannot overwrite table with non table for {prefix} ({})",
                        shown(&value)
                    ),
                ),
                (Value::Map(_), value) if !value.is_nil() => {
                    let value = shown(&value);
                    self.say(Site::ScalarOverTable, format!(
                        "warning: destination for {prefix} is a table. Ignoring non-table value \
                         ({value})"
                    ));
                }
                _ => {}
            }
        }
    }
}

fn shown(value: &Value) -> Str {
    crate::gotpl::sprintf(b"%v", std::slice::from_ref(value)).unwrap_or_default()
}

/// Takes out null entries at every level of maps; lists keep theirs.
pub(super) fn remove_nulls(map: &Map) {
    for (key, value) in map.entries() {
        match value {
            Value::Nil => {
                map.remove(&key);
            }
            Value::Map(inner) => remove_nulls(&inner),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use serde_json::{Value as Json, json};

    use super::*;
    use crate::chart::{Chart, Metadata};

    const RULES: NullRules = NullRules {
        clean_defaults: true,
        keep_without_default: true,
        reach_subcharts: true,
        globals_keep_nulls: true,
        count_without_source: true,
    };

    fn chart(name: &str, values: &Json, children: Vec<Chart>) -> Chart {
        Chart {
            metadata: Metadata { name: name.into(), ..Metadata::default() },
            values: Frozen::from(values),
            dependencies: children.into_iter().map(Arc::new).collect(),
            ..Chart::default()
        }
    }

    fn merged(chart: Chart, user: &Json, rules: NullRules) -> (String, Vec<String>) {
        let tree = Tree::new(&Arc::new(chart));
        let mut notices = Vec::new();
        let values = coalesce(&tree, &Frozen::from(user), rules, false, &mut notices).unwrap();
        let shown = crate::gotpl::sprint(&[Value::Map(values)]).unwrap().to_string();
        (shown, notices.into_iter().map(|notice| notice.message).collect())
    }

    #[test]
    fn user_values_win_and_null_removes() {
        let defaults = json!({"a": 1, "m": {"x": 1, "y": 2}, "l": [1], "n": null});
        let user = json!({"a": null, "m": {"x": null, "z": null}, "l": [2]});
        let (shown, notices) = merged(chart("c", &defaults, vec![]), &user, RULES);
        assert_eq!(shown, "map[l:[2] m:map[y:2 z:<nil>]]");
        assert!(notices.is_empty());
        let old = NullRules {
            clean_defaults: false,
            keep_without_default: false,
            reach_subcharts: false,
            globals_keep_nulls: false,
            count_without_source: false,
        };
        let (shown, _) = merged(chart("c", &defaults, vec![]), &user, old);
        assert_eq!(shown, "map[l:[2] m:map[y:2 z:<nil>] n:<nil>]");
    }

    #[test]
    fn globals_reach_children_and_values_that_do_not_fit_are_named() {
        let child = chart("sub", &json!({"global": {"a": 1, "b": 2}, "s": {"t": 1}}), vec![]);
        let parent = json!({"global": {"a": {"x": 1}, "c": 3}, "sub": {"s": "text"}});
        let (shown, notices) = merged(chart("p", &parent, vec![child]), &json!({}), RULES);
        assert_eq!(
            shown,
            "map[global:map[a:map[x:1] c:3] sub:map[global:map[a:map[x:1] b:2 c:3] s:text]]"
        );
        assert_eq!(
            notices,
            ["warning: destination for p.sub.global.a is a table. Ignoring non-table value (1)"]
        );
    }
}
