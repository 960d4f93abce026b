//! A Helm chart behind the seam that the other commands use.

use std::sync::Arc;

use serde_json::Value as Json;

use super::{HelmChart, KubeVersion, Manifests, Request};
use crate::chart::Notice;
use crate::render::{Host, Lookup, Release, RenderError, Rendered, RenderedFile, Renderer};
use crate::value::{Frozen, Str, stack};

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
        let mut host = Host::fixed(self.lookup.clone());
        stack::with_big_stack(|| {
            self.chart.render(&request, &mut host, notices).map_err(|failed| {
                let error = failed.error;
                let text = error.to_string();
                let placed = match &error.template {
                    Some(template) => RenderError::at(template.clone(), error.line, text),
                    None => RenderError::new(text),
                };
                match error.help {
                    Some(help) => placed.with_help(help),
                    None => placed,
                }
            })
        })
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
