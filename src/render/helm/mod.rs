//! Helm's engine: a chart and values to manifests, exactly as `helm template` makes them.
//!
//! [`HelmChart`] is a loaded chart with its parsed templates, shared between renderings and
//! threads; [`HelmChart::render`] runs it for one [`Request`] and returns [`Manifests`];
//! [`print`](mod@print) frames them as Helm prints them. Nothing here reads files: charts come
//! from [`crate::chart`], the outside world from [`Env`].

mod api_versions;
mod chart_struct;
mod context;
mod failure;
mod head;
mod judge;
mod kube_version;
mod manifests;
mod objects;
pub mod print;
mod renderer;
mod split;
mod version;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use foldhash::HashMap;

use crate::chart::{Chart, Notice, Tree, coalesce, is_compatible};
use crate::funcs::{functions_of, remove_no_value};
use crate::gotpl::{Ctx, Env, Functions, MAX_STRING, Parsed, Templates, parse};
use crate::source::{Calls, FileId, Origins, SourceMap};
use crate::value::{Frozen, Map, Str, Value};

use context::{Job, Shared, is_partial};
use judge::Judge;
use objects::Capabilities;

pub use failure::HelmError;
pub use judge::SchemaLibrary;
pub use kube_version::KubeVersion;
pub use manifests::{Hook, Manifest};
pub use renderer::{HelmRenderer, user_values};
pub use version::{Build, HelmVersion, VERSIONS};

/// How many bytes all templates of a chart may print. A release is stored in one Secret of
/// 1 MiB, packed; the largest real charts print a few MiB.
pub const MAX_OUTPUT: usize = MAX_STRING;

/// A chart that is ready to be rendered.
pub struct HelmChart {
    chart: Arc<Chart>,
    version: &'static HelmVersion,
    functions: Functions,
    /// Where the texts of templates are kept for those who point into them.
    sources: Option<SourceMap>,
    /// Templates that were parsed already, by name. A template's name decides its text, save
    /// for aliases that hide another chart, so the text is compared.
    parsed: Mutex<HashMap<String, (Str, Arc<Parsed>)>>,
    schemas: Mutex<HashMap<Str, Arc<Result<Judge, String>>>>,
}

/// What a chart is rendered for.
#[derive(Debug, Clone, Default)]
pub struct Request {
    /// The release's name.
    pub name: String,
    /// The release's namespace.
    pub namespace: String,
    /// An upgrade instead of an installation.
    pub is_upgrade: bool,
    /// The user's values, a map.
    pub values: Frozen,
    /// The Kubernetes version, unless it is the one that Helm believes in.
    pub kube_version: Option<KubeVersion>,
    /// API versions beyond those that Helm believes in.
    pub api_versions: Vec<String>,
    /// Leave the values schemas alone.
    pub skip_schema: bool,
    /// Collect Helm's debug messages.
    pub debug: bool,
    /// Record where output comes from.
    pub tracing: bool,
}

/// What a chart produces.
#[derive(Debug, Clone, Default)]
pub struct Manifests {
    /// The files under `crds/` of the chart and its subcharts: path and raw content.
    pub crds: Vec<(Arc<str>, Str)>,
    /// The documents, in the order of installation.
    pub manifests: Vec<Manifest>,
    /// The hooks, in the order of their kinds.
    pub hooks: Vec<Hook>,
    /// The calls that the pieces of the texts name.
    pub calls: Calls,
}

/// A failed rendering with what had been rendered.
#[derive(Debug)]
pub struct Failed {
    /// Why.
    pub error: HelmError,
    /// The output of templates whose documents could not all be read.
    pub files: BTreeMap<Arc<str>, Str>,
}

impl From<HelmError> for Failed {
    fn from(error: HelmError) -> Failed {
        Failed { error, files: BTreeMap::new() }
    }
}

impl HelmChart {
    /// Takes a loaded chart.
    pub fn new(chart: Arc<Chart>, version: &'static HelmVersion) -> HelmChart {
        let (major, minor) = version.number;
        HelmChart {
            chart,
            version,
            functions: functions_of(major, minor).speaking(version.language),
            sources: None,
            parsed: Mutex::default(),
            schemas: Mutex::default(),
        }
    }

    /// Keeps the texts of templates in a map, under their places on the disk: output can be
    /// traced to them then, and errors point into them.
    #[must_use]
    pub fn with_sources(mut self, sources: &SourceMap) -> HelmChart {
        self.sources = Some(sources.clone());
        self
    }

    /// The map that holds the texts of its templates.
    pub fn sources(&self) -> Option<&SourceMap> {
        self.sources.as_ref()
    }

    /// The chart.
    pub fn chart(&self) -> &Arc<Chart> {
        &self.chart
    }

    /// The version of Helm that is played.
    pub fn version(&self) -> &'static HelmVersion {
        self.version
    }

    /// Renders the chart. Needs a deep stack, see [`crate::value::stack::with_big_stack`].
    ///
    /// # Errors
    /// The first thing that Helm would stumble over.
    pub fn render(
        &self,
        request: &Request,
        env: &mut dyn Env,
        notices: &mut Vec<Notice>,
    ) -> Result<Manifests, Box<Failed>> {
        let boxed = |error: HelmError| Box::new(Failed::from(error));
        let (tree, values) = self.values(request, notices).map_err(boxed)?;
        let (files, calls) = self.execute(&tree, &values, request, env).map_err(boxed)?;
        let sorted = manifests::sort(files.iter(), self.version, notices);
        let (manifests, hooks) = match sorted {
            Ok(sorted) => sorted,
            Err(mut error) => {
                self.trace(&mut error, &files, calls);
                return Err(Box::new(Failed { error, files }));
            }
        };
        let mut crds = Vec::new();
        collect_crds(&tree, None, self.version.crds_name_chart, &mut crds);
        Ok(Manifests { crds, manifests, hooks, calls })
    }

    /// Finds what wrote the part of the output that cannot be read.
    fn trace(&self, error: &mut HelmError, files: &BTreeMap<Arc<str>, Str>, calls: Calls) {
        let output = error.template.as_ref().and_then(|template| files.get(template));
        let (Some(output), Some(at)) = (output, error.output_at) else { return };
        let Some(text) = output.as_utf8() else { return };
        error.trace.output = Some(failure::around(text, at as usize));
        let Some(sources) = &self.sources else { return };
        let mut origins = Origins::new(Arc::new(calls));
        origins.push(output.pieces(), 0..text.len());
        if let Some(origin) = origins.of(text, at, |file| sources.file(file)) {
            (error.trace.span, error.trace.calls) = (origin.span, origin.calls);
        }
    }

    /// The enabled charts and the values that the root's templates see.
    ///
    /// # Errors
    /// Values that do not fit the charts or break a schema, in Helm's words.
    pub fn values(
        &self,
        request: &Request,
        notices: &mut Vec<Notice>,
    ) -> Result<(Tree, Map), HelmError> {
        let rules = self.version.tree;
        let mut tree = Tree::new(&self.chart);
        if let Err(error) = tree.process(&request.values, rules, notices) {
            let text = "chart dependencies processing failed";
            let level = crate::chart::Level::Error;
            notices.push(Notice::new(level, text).with("error", error.to_string()));
            return Err(error.context(format_args!("{text}: ")).into());
        }
        let values = coalesce(&tree, &request.values, rules.nulls, false, notices)?;
        if !request.skip_schema {
            let mut text = String::new();
            self.validate(&tree, &values, request.debug, notices, &mut text);
            if !text.is_empty() {
                let text = format!(
                    "values don't meet the specifications of the schema(s) in the following \
                     chart(s):\n{text}"
                );
                return Err(HelmError::by_schema(text));
            }
        }
        Ok((tree, values))
    }

    /// Judges the values of a chart and of everything below it; what is wrong is appended.
    fn validate(
        &self,
        tree: &Tree,
        values: &Map,
        debug: bool,
        notices: &mut Vec<Notice>,
        out: &mut String,
    ) {
        let level = crate::chart::Level::Debug;
        if let Some(text) = &tree.chart.schema {
            if debug {
                notices.push(Notice::new(level, "chart name").with("chart-name", &tree.name));
                // Helm says so when it has read the schema, before it looks for its mistakes.
                if Judge::can_be_read(text.as_bytes()) {
                    let notice = Notice::new(level, "unmarshalled JSON schema");
                    notices.push(notice.with("schema", text.to_string_lossy()));
                }
            }
            let schema = self.schema(text);
            for urn in schema.as_ref().as_ref().map_or(&[][..], Judge::ignored_urns) {
                let text = "unresolved URN reference ignored; using permissive schema";
                notices.push(Notice::new(crate::chart::Level::Warn, text).with("urn", urn));
            }
            let failure = match &*schema {
                Ok(schema) => schema.validate(&Value::Map(values.clone())).err(),
                Err(text) => Some(text.clone()),
            };
            if let Some(failure) = failure {
                out.push_str(&format!("{}:\n{failure}", tree.name));
            }
        }
        if debug {
            let count = tree.children.len().to_string();
            let notice = Notice::new(level, "number of dependencies in the chart");
            notices.push(notice.with("chart", &tree.name).with("dependencies", count));
        }
        for child in &tree.children {
            match values.get(child.name.as_str()) {
                Some(Value::Map(values)) => self.validate(child, &values, debug, notices, out),
                None | Some(Value::Nil) => {}
                Some(other) => out.push_str(&format!(
                    "{}:\ninvalid type for values: expected object (map), got {}\n",
                    child.name,
                    other.go_type()
                )),
            }
        }
    }

    /// A schema, parsed once.
    fn schema(&self, text: &Str) -> Arc<Result<Judge, String>> {
        let mut schemas = self.schemas.lock().unwrap_or_else(PoisonError::into_inner);
        let parse = || Arc::new(Judge::parse(text.as_bytes(), self.version.schemas));
        schemas.entry(text.clone()).or_insert_with(parse).clone()
    }

    /// Parses and runs all templates; the output by path, and the calls that its pieces name.
    fn execute(
        &self,
        tree: &Tree,
        values: &Map,
        request: &Request,
        env: &mut dyn Env,
    ) -> Result<(BTreeMap<Arc<str>, Str>, Calls), HelmError> {
        let kube = request.kube_version.clone();
        let kube = kube.unwrap_or_else(|| KubeVersion::default_of(self.version));
        self.check_kube_version(&kube)?;
        let capabilities = Capabilities::new(self.version, &kube, &request.api_versions);
        let shared = Shared {
            release: Value::Map(release(request)),
            capabilities: Value::object(capabilities),
            version: self.version,
        };
        let jobs = context::jobs(tree, values, &shared);
        let order = execution_order(&jobs);
        let mut set = Templates::new("gotpl");
        for name in &order {
            set.add(&*self.parse(name, &jobs[*name])?);
        }
        let mut ctx = Ctx::new(Arc::new(set), &self.functions, env).with_tracing(request.tracing);
        let (mut files, mut printed) = (BTreeMap::new(), 0);
        for name in order.into_iter().filter(|name| !is_partial(name)) {
            let job = &jobs[name];
            set_template(job, name, &shared);
            let dot = Value::Map(job.context.clone());
            let output = ctx
                .execute(&Str::from(name.as_str()), &dot)
                .map_err(|error| failure::run_failure(&error, self.version.is_helm_4))?;
            let text = ctx.finish(output);
            printed += text.len();
            if printed > MAX_OUTPUT {
                let text = format!("the templates print more than {MAX_OUTPUT} bytes");
                return Err(HelmError::rendering(text).at(name.as_str(), None));
            }
            if !name.ends_with("NOTES.txt") {
                files.insert(Arc::from(name.as_str()), remove_no_value(&text));
            }
        }
        Ok((files, ctx.calls().clone()))
    }

    fn check_kube_version(&self, kube: &KubeVersion) -> Result<(), HelmError> {
        let range = &self.chart.metadata.kube_version;
        if range.is_empty() || is_compatible(range, &kube.normalized) {
            return Ok(());
        }
        Err(HelmError::rendering(format!(
            "chart requires kubeVersion: {range} which is incompatible with Kubernetes {}",
            kube.version
        )))
    }

    fn parse(&self, name: &str, job: &Job) -> Result<Arc<Parsed>, HelmError> {
        let text = &job.text;
        let mut known = self.parsed.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((known, parsed)) = known.get(name)
            && known == text
        {
            return Ok(parsed.clone());
        }
        // A text that is not UTF-8 has other offsets when it is made so.
        let file = match (&self.sources, text.as_utf8()) {
            (Some(sources), Some(text)) => sources.add(job.chart.place_of(&job.file), text),
            _ => FileId::NONE,
        };
        let parsed = parse(name, file, text.clone(), &self.functions);
        let parsed = Arc::new(parsed.map_err(|error| failure::parse_failure(&error))?);
        known.insert(name.to_owned(), (text.clone(), parsed.clone()));
        Ok(parsed)
    }
}

/// `.Release`.
fn release(request: &Request) -> Map {
    [
        ("IsInstall", Value::Bool(!request.is_upgrade)),
        ("IsUpgrade", Value::Bool(request.is_upgrade)),
        ("Name", request.name.as_str().into()),
        ("Namespace", request.namespace.as_str().into()),
        ("Revision", Value::Int(1)),
        ("Service", "Helm".into()),
    ]
    .into_iter()
    .collect()
}

/// The order in which templates are parsed and run: the deepest paths first, then backwards by
/// name, so that of templates with the same name the parent's is the last and counts.
fn execution_order(jobs: &BTreeMap<String, Job>) -> Vec<&String> {
    let mut names: Vec<&String> = jobs.keys().collect();
    names.sort_by_cached_key(|name| {
        let depth = name.bytes().filter(|b| *b == b'/').count();
        std::cmp::Reverse((depth, name.as_str()))
    });
    names
}

fn set_template(job: &Job, name: &str, shared: &Shared) {
    let template: Map = [("BasePath", Value::Str(job.base_path.clone())), ("Name", name.into())]
        .into_iter()
        .collect();
    let template = Value::Map(template.with_type(shared.values_type()));
    // The context is no nil map.
    let _ = job.context.insert("Template".into(), template);
}

/// The raw files under `crds/`, those of the root chart first.
fn collect_crds(
    tree: &Tree,
    parent: Option<&str>,
    names_chart: bool,
    crds: &mut Vec<(Arc<str>, Str)>,
) {
    let path = tree.path_below(parent);
    for file in &tree.chart.files {
        let name = &file.name;
        let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
        let is_manifest =
            ["yaml", "yml", "json"].iter().any(|known| extension.eq_ignore_ascii_case(known));
        if name.starts_with("crds/") && is_manifest {
            let shown = if names_chart { format!("{path}/{name}").into() } else { name.clone() };
            crds.push((shown, file.data.clone()));
        }
    }
    tree.children.iter().for_each(|child| collect_crds(child, Some(&path), names_chart, crds));
}
