//! What each template of a tree of charts gets as its dot.
//!
//! Facts: Helm 4.3, `pkg/engine/engine.go` (recAllTpls), `pkg/chart/common.go`.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::objects::{Files, VALUES, VALUES_3};
use super::version::HelmVersion;
use crate::chart::{Chart, Dependency, Tree, table};
use crate::value::{List, Map, MapType, STRING_MAP, Str, Value};

/// A template with its surroundings.
pub(super) struct Job {
    /// The chart that it belongs to.
    pub chart: Arc<Chart>,
    /// Its path inside of the chart.
    pub file: Arc<str>,
    /// The text.
    pub text: Str,
    /// The chart's context; `.Template` is filled in before each run.
    pub context: Map,
    /// `.Template.BasePath`.
    pub base_path: Str,
}

/// The parts of a context that all charts share.
#[derive(Clone)]
pub(super) struct Shared {
    pub release: Value,
    pub capabilities: Value,
    pub version: &'static HelmVersion,
}

impl Shared {
    pub fn values_type(&self) -> &'static MapType {
        if self.version.is_helm_4 { &VALUES } else { &VALUES_3 }
    }
}

/// All templates of a tree, by name.
pub(super) fn jobs(tree: &Tree, values: &Map, shared: &Shared) -> BTreeMap<String, Job> {
    let mut jobs = BTreeMap::new();
    collect(tree, Parent::Root(values), shared, &mut jobs);
    jobs
}

enum Parent<'p> {
    Root(&'p Map),
    Chart { context: &'p Map, path: &'p str },
}

fn collect(
    tree: &Tree,
    parent: Parent<'_>,
    shared: &Shared,
    jobs: &mut BTreeMap<String, Job>,
) -> Map {
    let (values, path) = match parent {
        Parent::Root(values) => (values.clone(), tree.path_below(None)),
        Parent::Chart { context, path } => {
            // A name with dots is a path for Helm, and leads nowhere.
            let values = table(context, &format!("Values.{}", tree.name));
            (values.unwrap_or_default(), tree.path_below(Some(path)))
        }
    };
    let is_root = matches!(parent, Parent::Root(_));
    let subcharts = Map::new();
    let context: Map = [
        ("Capabilities", shared.capabilities.clone()),
        ("Chart", chart_object(tree, is_root, shared.version)),
        ("Files", Value::object(Files::new(&tree.chart.files, shared.version.lines_keep_end))),
        ("Release", shared.release.clone()),
        ("Subcharts", Value::Map(subcharts.clone())),
        ("Values", Value::Map(values.with_type(shared.values_type()))),
    ]
    .into_iter()
    .collect();
    for child in &tree.children {
        let parent = Parent::Chart { context: &context, path: &path };
        let inner = collect(child, parent, shared, jobs);
        // The map is new and no nil map.
        let _ = subcharts.insert(child.name.as_str().into(), Value::Map(inner));
    }
    let is_library = tree.chart.metadata.is_library();
    for file in &tree.chart.templates {
        if is_library && !is_partial(&file.name) {
            continue;
        }
        let job = Job {
            chart: tree.chart.clone(),
            file: file.name.clone(),
            text: file.data.clone(),
            context: context.with_type(shared.values_type()),
            base_path: Str::from(format!("{path}/templates")),
        };
        jobs.insert(format!("{path}/{}", file.name), job);
    }
    context
}

/// Whether a template is there for others only.
pub(super) fn is_partial(name: &str) -> bool {
    name.rsplit('/').next().is_some_and(|base| base.starts_with('_'))
}

fn text(text: &str) -> Value {
    Value::Str(text.into())
}

fn texts(items: &[String]) -> Value {
    Value::List(items.iter().map(|item| text(item)).collect())
}

fn chart_object(tree: &Tree, is_root: bool, version: &'static HelmVersion) -> Value {
    let fields = chart_fields(tree, is_root);
    match version.is_helm_4 {
        true => Value::Map(fields.into_iter().collect()),
        false => super::chart_struct::chart_struct(fields),
    }
}

fn chart_fields(tree: &Tree, is_root: bool) -> Vec<(&'static str, Value)> {
    let metadata = &tree.chart.metadata;
    let maintainers: List = metadata
        .maintainers
        .iter()
        .flatten()
        .map(|m| {
            let fields = [("Email", &m.email), ("Name", &m.name), ("URL", &m.url)];
            Value::Map(fields.into_iter().map(|(name, value)| (name, text(value))).collect())
        })
        .collect();
    let annotations = match &metadata.annotations {
        Some(map) => map.iter().map(|(k, v)| (k.as_str(), text(v))).collect(),
        None => Map::nil(),
    };
    let dependencies = tree.dependencies.iter().flatten().map(dependency).collect();
    vec![
        ("APIVersion", text(&metadata.api_version)),
        ("Annotations", Value::Map(annotations.with_type(&STRING_MAP))),
        ("AppVersion", text(&metadata.app_version)),
        ("Condition", text(&metadata.condition)),
        ("Dependencies", Value::List(dependencies)),
        ("Deprecated", Value::Bool(metadata.deprecated)),
        ("Description", text(&metadata.description)),
        ("Home", text(&metadata.home)),
        ("Icon", text(&metadata.icon)),
        ("IsRoot", Value::Bool(is_root)),
        ("Keywords", texts(&metadata.keywords)),
        ("KubeVersion", text(&metadata.kube_version)),
        ("Maintainers", Value::List(maintainers)),
        ("Name", text(&tree.name)),
        ("Sources", texts(&metadata.sources)),
        ("Tags", text(&metadata.tags)),
        ("Type", text(&metadata.kind)),
        ("Version", text(&metadata.version)),
    ]
}

fn dependency(dependency: &Dependency) -> Value {
    let imports = dependency.import_values.iter().map(|import| match import {
        serde_json::Value::Object(map) => {
            let pairs = map.iter().map(|(k, v)| (k.as_str(), text(v.as_str().unwrap_or_default())));
            Value::Map(pairs.collect::<Map>().with_type(&STRING_MAP))
        }
        other => crate::value::Frozen::from(other).thaw(),
    });
    let fields = [
        ("Alias", text(&dependency.alias)),
        ("Condition", text(&dependency.condition)),
        ("Enabled", Value::Bool(dependency.enabled)),
        ("ImportValues", Value::List(imports.collect())),
        ("Name", text(&dependency.name)),
        ("Repository", text(&dependency.repository)),
        ("Tags", texts(&dependency.tags)),
        ("Version", text(&dependency.version)),
    ];
    Value::Map(fields.into_iter().collect())
}
