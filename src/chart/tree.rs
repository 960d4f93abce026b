//! A chart with the dependencies that one set of values enables.
//!
//! Facts: Helm 4.3, `pkg/chart/v2/util/dependencies.go`.

use std::sync::Arc;

use serde_json::Value as Json;

use super::coalesce::{NullRules, coalesce, coalesce_tables, remove_nulls};
use super::error::ChartError;
use super::load::Chart;
use super::metadata::Dependency;
use super::notice::{Notice, Site};
use crate::gosemver::{Constraints, Version};
use crate::value::{Frozen, Map, Value};

/// A chart at its place in a tree of charts.
#[derive(Debug, Clone)]
pub struct Tree {
    /// The chart as it was loaded.
    pub chart: Arc<Chart>,
    /// Its name here: the alias, if it has one.
    pub name: String,
    /// Its own values with those that it imports from below.
    pub values: Frozen,
    /// The same values where Helm computes with the chart's own map, not with a copy: whatever
    /// is merged into it stays in the chart. Clones share it.
    live: Option<Live>,
    /// The declared dependencies that are enabled; none when none are declared.
    pub dependencies: Option<Vec<Dependency>>,
    /// The charts below.
    pub children: Vec<Tree>,
    /// The path at which the chart was found, without any alias.
    found_at: Arc<str>,
    /// Where template names place the chart, when that is not below its parent here: Helm
    /// copies an aliased chart and its children, but not what lies deeper, which goes on
    /// believing in the original parents.
    believes_in: Option<Arc<str>>,
}

/// A map that is shared by identity.
#[derive(Clone)]
struct Live(Map);

impl std::fmt::Debug for Live {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Live({} keys)", self.0.len())
    }
}

/// How dependencies are processed, which changed between Helm's versions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TreeRules {
    /// What null means.
    pub nulls: NullRules,
    /// Nulls survive imports (3.12 and later).
    pub imports_keep_nulls: bool,
    /// An aliased chart gets copies of its children (4.0 and later).
    pub copies_children: bool,
    /// Values are merged into the charts' own maps (before 3.12).
    pub shares_values: bool,
}

/// Processes dependencies.
struct Processor<'p> {
    rules: TreeRules,
    notices: &'p mut Vec<Notice>,
}

impl Tree {
    /// A chart with everything that was found in it.
    pub fn new(chart: &Arc<Chart>) -> Tree {
        Tree::below(chart, None)
    }

    fn below(chart: &Arc<Chart>, parent: Option<&str>) -> Tree {
        let declared = chart.metadata.dependencies.as_ref();
        let found_at: Arc<str> = path_of(&chart.metadata.name, parent).into();
        let below = |child| Tree::below(child, Some(&found_at));
        Tree {
            chart: chart.clone(),
            name: chart.metadata.name.clone(),
            values: chart.values.clone(),
            live: None,
            dependencies: declared.map(|_| chart.metadata.dependencies().cloned().collect()),
            children: chart.dependencies.iter().map(below).collect(),
            found_at: found_at.clone(),
            believes_in: None,
        }
    }

    /// Declared dependencies that are not there.
    ///
    /// # Errors
    /// Helm's text, with all their names.
    pub fn check_dependencies(&self) -> Result<(), ChartError> {
        let declared = self.dependencies.iter().flatten();
        let is_there = |name: &str| self.children.iter().any(|child| child.name == name);
        let missing: Vec<&str> =
            declared.map(|d| d.name.as_str()).filter(|name| !is_there(name)).collect();
        if missing.is_empty() {
            return Ok(());
        }
        Err(ChartError::new(format!(
            "found in Chart.yaml, but missing in charts/ directory: {}",
            missing.join(", ")
        )))
    }

    /// Applies aliases, tags, conditions and imports.
    ///
    /// # Errors
    /// Values that do not fit the tree, in Helm's words.
    pub fn process(
        &mut self,
        user: &Frozen,
        rules: TreeRules,
        notices: &mut Vec<Notice>,
    ) -> Result<(), ChartError> {
        if rules.shares_values {
            self.share_values();
        }
        let mut processor = Processor { rules, notices };
        processor.enable(self, user, "")?;
        processor.import(self)
    }

    fn share_values(&mut self) {
        if let Value::Map(values) = self.values.thaw() {
            self.live = Some(Live(values));
        }
        self.children.iter_mut().for_each(Tree::share_values);
    }

    /// The chart's own values, those that it imports included.
    pub(super) fn own_values(&self) -> Value {
        match &self.live {
            Some(Live(values)) => Value::Map(values.clone()),
            None => self.values.thaw(),
        }
    }

    /// The path of the chart in template names: `parent/charts/child`.
    pub fn path_below(&self, parent: Option<&str>) -> String {
        path_of(&self.name, self.believes_in.as_deref().or(parent))
    }

    /// The chart as Helm copies it for a declared dependency.
    fn copy(&self, with_children: bool) -> Tree {
        let mut copy = self.clone();
        for child in &mut copy.children {
            if !with_children {
                child.believes_in.get_or_insert_with(|| self.found_at.clone());
                continue;
            }
            child.believes_in = None;
            for deeper in &mut child.children {
                deeper.believes_in.get_or_insert_with(|| child.found_at.clone());
            }
        }
        copy
    }
}

fn path_of(name: &str, parent: Option<&str>) -> String {
    match parent {
        Some(parent) => format!("{parent}/charts/{name}"),
        None => name.to_owned(),
    }
}

/// Whether a version lies in a range; what cannot be read does not.
pub(crate) fn is_compatible(range: &str, version: &str) -> bool {
    match (Version::parse(version), Constraints::parse(range)) {
        (Ok(version), Ok(range)) => range.check(&version),
        _ => false,
    }
}

fn fits(child: &Tree, dependency: &Dependency) -> bool {
    child.name == dependency.name
        && is_compatible(&dependency.version, &child.chart.metadata.version)
}

impl Processor<'_> {
    /// Keeps what the values enable. `path` leads from the root's values to this chart's.
    fn enable(&mut self, tree: &mut Tree, values: &Frozen, path: &str) -> Result<(), ChartError> {
        let Some(mut declared) = tree.dependencies.take() else { return Ok(()) };
        let found = std::mem::take(&mut tree.children);
        let mut children: Vec<Tree> =
            found.iter().filter(|c| !declared.iter().any(|d| fits(c, d))).cloned().collect();
        for dependency in &mut declared {
            if let Some(child) = found.iter().find(|child| fits(child, dependency)) {
                let mut child = child.copy(self.rules.copies_children);
                if !dependency.alias.is_empty() {
                    child.name.clone_from(&dependency.alias);
                }
                children.push(child);
            }
            if !dependency.alias.is_empty() {
                dependency.name.clone_from(&dependency.alias);
            }
            dependency.enabled = true;
        }
        children.iter_mut().for_each(|child| child.believes_in = None);
        tree.children = children;
        let all = coalesce(tree, values, self.rules.nulls, false, self.notices)?;
        self.apply_tags(&mut declared, &all);
        self.apply_conditions(&mut declared, &all, path);
        let disabled: Vec<String> =
            declared.iter().filter(|d| !d.enabled).map(|d| d.name.clone()).collect();
        tree.children.retain(|child| !disabled.contains(&child.name));
        declared.retain(|dependency| !disabled.contains(&dependency.name));
        if !tree.children.is_empty() {
            let all = Frozen::of(&Value::Map(all));
            for child in &mut tree.children {
                let path = format!("{path}{}.", child.name);
                self.enable(child, &all, &path)?;
            }
        }
        // Helm makes no difference between "nothing declared" and "nothing left".
        tree.dependencies = (!declared.is_empty()).then_some(declared);
        Ok(())
    }

    fn apply_tags(&mut self, declared: &mut [Dependency], values: &Map) {
        let Some(Value::Map(tags)) = values.get("tags") else { return };
        for dependency in declared {
            let (mut has_true, mut has_false) = (false, false);
            for tag in &dependency.tags {
                match tags.get(tag.as_str()) {
                    Some(Value::Bool(true)) => has_true = true,
                    Some(Value::Bool(false)) => has_false = true,
                    None => {}
                    Some(_) => self.notices.push(
                        Notice::warn("returned non-bool value")
                            .with("tag", tag)
                            .with("chart", &dependency.name)
                            .before_4(Some(Site::Tag), not_bool("Tag", tag, dependency)),
                    ),
                }
            }
            dependency.enabled = has_true || !has_false;
        }
    }

    fn apply_conditions(&mut self, declared: &mut [Dependency], values: &Map, path: &str) {
        for dependency in declared {
            let conditions = dependency.condition.trim();
            for condition in conditions.split(',').filter(|c| !c.is_empty()) {
                match path_value(values, &format!("{path}{condition}")) {
                    Some(Value::Bool(enabled)) => {
                        dependency.enabled = enabled;
                        break;
                    }
                    None => {}
                    Some(_) => self.notices.push(
                        Notice::warn("returned non-bool value")
                            .with("path", condition)
                            .with("chart", &dependency.name)
                            .before_4(
                                Some(Site::Condition),
                                not_bool("Condition path", condition, dependency),
                            ),
                    ),
                }
            }
        }
    }

    /// Takes over values of dependencies, from the bottom up.
    fn import(&mut self, tree: &mut Tree) -> Result<(), ChartError> {
        for child in &mut tree.children {
            self.import(child)?;
        }
        let Some(mut declared) = tree.dependencies.take() else { return Ok(()) };
        let nothing = Frozen::Map(Arc::default());
        let (rules, merge) = (self.rules.nulls, self.rules.imports_keep_nulls);
        let all = coalesce(tree, &nothing, rules, merge, self.notices)?;
        let mut imported = Map::new();
        for dependency in &mut declared {
            let mut understood = Vec::new();
            for import in std::mem::take(&mut dependency.import_values) {
                let Some((child, parent)) = child_and_parent(&import) else { continue };
                let is_short = import.is_string();
                understood.push(serde_json::json!({"child": child, "parent": parent}));
                match table(&all, &format!("{}.{child}", dependency.name)) {
                    Ok(map) => {
                        let map = nest(&parent, map);
                        if self.rules.shares_values && !is_short {
                            // Such imports go right into the chart's values.
                            imported = all.clone();
                        }
                        coalesce_tables(&imported, &map, rules, merge, self.notices);
                    }
                    Err(missing) => self.missing_import(is_short, &dependency.name, &missing),
                }
            }
            dependency.import_values = understood;
        }
        if self.rules.shares_values {
            coalesce_tables(&all, &imported, rules, merge, self.notices);
            tree.live = Some(Live(all));
            tree.dependencies = Some(declared);
            return Ok(());
        }
        let own = Frozen::of(&Value::Map(all)).thaw();
        if let Value::Map(own) = &own {
            if !merge {
                remove_nulls(own);
            }
            coalesce_tables(own, &imported, rules, merge, self.notices);
        }
        tree.values = Frozen::of(&own);
        tree.dependencies = Some(declared);
        Ok(())
    }

    fn missing_import(&mut self, is_short: bool, chart: &str, missing: &str) {
        let error = format!("{} is not a table", crate::goquote::quote(missing));
        self.notices.push(match is_short {
            true => {
                let old = format!("Warning: ImportValues missing table: {error}");
                let notice = Notice::warn("ImportValues missing table").with("error", error);
                notice.before_4(Some(Site::Import), old)
            }
            false => {
                let old =
                    format!("Warning: ImportValues missing table from chart {chart}: {error}");
                Notice::warn("ImportValues missing table from chart")
                    .with("chart", chart)
                    .with("error", error)
                    .before_4(Some(Site::ImportFromChart), old)
            }
        });
    }
}

fn not_bool(what: &str, name: &str, dependency: &Dependency) -> String {
    format!("Warning: {what} '{name}' for chart {} returned non-bool value", dependency.name)
}

/// What an item of `import-values` asks for; none when it is neither text nor map.
fn child_and_parent(import: &Json) -> Option<(String, String)> {
    match import {
        Json::String(name) => Some((format!("exports.{name}"), ".".into())),
        Json::Object(map) => {
            let text = |key: &str| {
                let value = map.get(key).map_or(Value::Nil, |v| Frozen::from(v).thaw());
                let shown = crate::gotpl::sprintf(b"%v", &[value]).unwrap_or_default();
                shown.to_string_lossy().into_owned()
            };
            Some((text("child"), text("parent")))
        }
        _ => None,
    }
}

/// A map inside of nested maps, by a path with dots.
fn nest(path: &str, map: Map) -> Map {
    if path == "." {
        return map;
    }
    path.rsplit('.').fold(map, |inner, key| Map::from_iter([(key, Value::Map(inner))]))
}

/// The map at a path with dots.
///
/// # Errors
/// The first key that leads to no map.
pub(crate) fn table(values: &Map, path: &str) -> Result<Map, String> {
    let mut at = values.clone();
    for key in path.split('.') {
        at = match at.get(key) {
            Some(Value::Map(map)) => map,
            _ => return Err(key.to_owned()),
        };
    }
    Ok(at)
}

/// The value at a path with dots, unless it is a map.
pub(crate) fn path_value(values: &Map, path: &str) -> Option<Value> {
    let (key, at) = match path.rsplit_once('.') {
        Some((path, key)) => (key, table(values, path).ok()?),
        None => (path, values.clone()),
    };
    at.get(key).filter(|value| !matches!(value, Value::Map(_)))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::chart::Metadata;

    const RULES: TreeRules = TreeRules {
        nulls: NullRules {
            clean_defaults: true,
            keep_without_default: true,
            reach_subcharts: true,
            globals_keep_nulls: true,
            count_without_source: true,
        },
        imports_keep_nulls: true,
        copies_children: true,
        shares_values: false,
    };

    fn chart(name: &str, dependencies: &str, values: Json, children: Vec<Chart>) -> Chart {
        let mut metadata = Metadata::default();
        let text = format!("{{name: {name}, version: 1.0.0, dependencies: {dependencies}}}");
        metadata.read(text.as_bytes(), crate::chart::DecodeWording::Go127).unwrap();
        Chart {
            metadata,
            values: Frozen::from(&values),
            dependencies: children.into_iter().map(Arc::new).collect(),
            ..Chart::default()
        }
    }

    fn processed(chart: Chart, user: &Json) -> (Tree, Vec<Notice>) {
        let mut tree = Tree::new(&Arc::new(chart));
        let mut notices = Vec::new();
        tree.process(&Frozen::from(user), RULES, &mut notices).unwrap();
        (tree, notices)
    }

    fn names(tree: &Tree) -> Vec<&str> {
        tree.children.iter().map(|child| child.name.as_str()).collect()
    }

    #[test]
    fn conditions_tags_and_aliases_choose_the_children() {
        let parent = || {
            let declared = "[{name: a, version: '>0', condition: 'x.on,a.on'}, \
                             {name: a, version: '*', alias: b, tags: [t]}]";
            let children = vec![
                chart("a", "null", json!({"on": true}), vec![]),
                chart("free", "null", json!({}), vec![]),
            ];
            chart("p", declared, json!({}), children)
        };
        assert_eq!(names(&processed(parent(), &json!({})).0), ["free", "a", "b"]);
        let user = json!({"a": {"on": false}, "tags": {"t": false}});
        assert_eq!(names(&processed(parent(), &user).0), ["free"]);
        let (tree, notices) = processed(parent(), &json!({"x": {"on": 1}}));
        assert_eq!(names(&tree), ["free", "a", "b"]);
        assert_eq!(notices.len(), 1);
    }

    #[test]
    fn values_are_imported_below_the_parents_own() {
        let child = json!({"exports": {"e": {"k": 1, "own": 2}}, "deep": {"x": 3}});
        let declared = "[{name: a, version: '*', import-values: [e, {child: deep, parent: d.p}]}]";
        let children = vec![chart("a", "null", child, vec![])];
        let (tree, _) = processed(chart("p", declared, json!({"own": 9}), children), &json!({}));
        let get = |key: &str| tree.values.get(key).cloned();
        assert!(matches!(get("k"), Some(Frozen::Float(1.0))));
        assert!(matches!(get("own"), Some(Frozen::Float(9.0))));
        let deep = get("d").and_then(|d| d.get("p").cloned());
        assert!(matches!(deep.and_then(|p| p.get("x").cloned()), Some(Frozen::Float(3.0))));
    }

    #[test]
    fn missing_dependencies_are_listed() {
        let chart = chart("p", "[{name: a}, {name: b}]", json!({}), vec![]);
        let error = Tree::new(&Arc::new(chart)).check_dependencies().unwrap_err();
        assert!(error.to_string().ends_with("directory: a, b"), "{error}");
    }
}
