//! A Helm chart behind the seam that the other commands use.

use std::sync::Arc;

use serde_json::Value as Json;

use super::{HelmChart, HelmError, KubeVersion, Manifests, Request};
use crate::chart::Notice;
use crate::render::{Host, Lookup, Release, RenderError, Rendered, RenderedFile, Renderer};
use crate::value::{Frozen, Str, Value, stack};

/// A chart with everything but a release and values. Time and chance stand still, so that the
/// same input gives the same bytes.
pub struct HelmRenderer {
    /// The chart.
    pub chart: Arc<HelmChart>,
    /// The cluster that `lookup` asks.
    pub lookup: Arc<Lookup>,
    /// The Kubernetes version, unless it is the one that Helm believes in.
    pub kube_version: Option<KubeVersion>,
    /// API versions beyond those that Helm believes in.
    pub api_versions: Vec<String>,
    /// Record what wrote the output.
    pub tracing: bool,
}

impl HelmRenderer {
    /// A chart in an empty cluster.
    pub fn new(chart: Arc<HelmChart>) -> HelmRenderer {
        HelmRenderer {
            chart,
            lookup: Arc::default(),
            kube_version: None,
            api_versions: Vec::new(),
            tracing: false,
        }
    }

    /// Renders with the user's values, and returns what Helm would have said on the way.
    ///
    /// # Errors
    /// The first thing that Helm would stumble over, with template and line.
    pub fn render_with_notices(
        &self,
        release: Release<'_>,
        values: &Json,
        notices: &mut Vec<Notice>,
    ) -> Result<Manifests, RenderError> {
        let request = Request {
            name: release.name.to_owned(),
            namespace: release.namespace.to_owned(),
            is_upgrade: false,
            values: user_values(values),
            kube_version: self.kube_version.clone(),
            api_versions: self.api_versions.clone(),
            skip_schema: false,
            debug: false,
            tracing: self.tracing,
        };
        stack::with_big_stack(|| {
            let mut run = |request: &Request| {
                let mut host = Host::fixed(self.lookup.clone());
                self.chart.render(request, &mut host, notices)
            };
            let mut result = run(&request);
            // What wrote the unreadable part of an output is known to those who look for it.
            if let Err(failed) = &result
                && failed.error.output_at.is_some()
                && !request.tracing
            {
                result = run(&Request { tracing: true, ..request.clone() });
            }
            result.map_err(|failed| render_error(failed.error))
        })
    }
}

fn render_error(error: HelmError) -> RenderError {
    let text = error.plain.clone().unwrap_or_else(|| error.to_string());
    let placed = match &error.template {
        Some(template) => RenderError::at(template.clone(), error.line, text),
        None => RenderError::new(text),
    };
    let placed = placed.with_trace(error.trace);
    match error.help {
        Some(help) => placed.with_help(help),
        None => placed,
    }
}

impl HelmRenderer {
    /// The values that templates see for the user's values.
    ///
    /// # Errors
    /// Values that do not fit the charts or break a schema.
    pub fn effective(&self, values: &Json) -> Result<serde_json::Map<String, Json>, RenderError> {
        let request = Request {
            name: String::new(),
            namespace: String::new(),
            is_upgrade: false,
            values: user_values(values),
            kube_version: self.kube_version.clone(),
            api_versions: Vec::new(),
            skip_schema: false,
            debug: false,
            tracing: false,
        };
        stack::with_big_stack(|| {
            let (_, values) = self.chart.values(&request, &mut Vec::new()).map_err(render_error)?;
            match plain(&Value::Map(values)) {
                Json::Object(map) => Ok(map),
                _ => Ok(serde_json::Map::new()),
            }
        })
    }
}

/// A value as JSON: what values consist of, before any template has touched them.
fn plain(value: &Value) -> Json {
    match value {
        Value::Bool(value) => Json::Bool(*value),
        Value::Str(text) => Json::String(text.to_string_lossy().into_owned()),
        Value::Float(number) => {
            serde_json::Number::from_f64(*number).map_or(Json::Null, Json::Number)
        }
        Value::List(items) => items.iter().map(plain).collect(),
        Value::Map(map) => {
            let entries = map.entries().into_iter();
            entries
                .map(|(key, value)| (key.to_string_lossy().into_owned(), plain(&value)))
                .collect()
        }
        other => other.as_integer().map_or(Json::Null, Json::from),
    }
}

impl Renderer for HelmRenderer {
    fn render(&self, release: Release<'_>, values: &Json) -> Result<Rendered, RenderError> {
        Ok(self.render_with_notices(release, values, &mut Vec::new())?.into())
    }
}

impl From<Manifests> for Rendered {
    /// Hooks come last, files under `crds/` do not come at all.
    fn from(manifests: Manifests) -> Rendered {
        let hooks = manifests.hooks.into_iter().map(|hook| hook.manifest);
        let files = manifests.manifests.into_iter().chain(hooks).map(|manifest| RenderedFile {
            template: manifest.path,
            // Where bytes are replaced the offsets no longer fit.
            pieces: match manifest.text.as_utf8() {
                Some(_) => manifest.text.pieces().to_vec(),
                None => Vec::new(),
            },
            text: manifest.text.to_string_lossy().as_ref().into(),
        });
        Rendered { files: files.collect(), calls: Arc::new(manifests.calls) }
    }
}

/// The user's values as the engine takes them: whole numbers come from `--set` and are 64-bit
/// integers, all others are floats.
pub fn user_values(json: &Json) -> Frozen {
    match json {
        Json::Number(n) if n.is_f64() => Frozen::Float(n.as_f64().unwrap_or_default()),
        Json::Number(n) => match n.as_i64() {
            Some(n) => Frozen::Int64(n),
            None => Frozen::Float(n.as_f64().unwrap_or_default()),
        },
        Json::Array(items) => Frozen::from(items.iter().map(user_values).collect::<Vec<_>>()),
        Json::Object(map) => {
            let pairs = map.iter().map(|(k, v)| (Str::from(k.as_str()), user_values(v)));
            Frozen::Map(Arc::new(pairs.collect()))
        }
        other => Frozen::from(other),
    }
}
