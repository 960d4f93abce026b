//! Helm charts as input of every command: `--chart DIR|TGZ`, and the charts of the
//! configuration.
//!
//! A chart is loaded once per process and shared by all cases; see [`load`]. The drop-in
//! replacement of `helm template` is another command, `template`.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use serde_json::Value;

use super::args::HelmArgs;
use super::input;
use super::pipeline::{self, Job};
use super::problem::{Problem, Problems};
use crate::chart::{self, LoadRules, Tree};
use crate::config::{ChartEntry, ChartSource, Config};
use crate::gosemver::{Constraints, Version};
use crate::render::helm::{
    HelmChart, HelmRenderer, HelmVersion, KubeVersion, Request, VERSIONS, user_values,
};
use crate::render::{Lookup, Release, ReleaseFixture, Rendered, Renderer};
use crate::rules::suppress::{self, Comment};
use crate::source::SourceMap;
use crate::value::{Frozen, stack};
use crate::values::{self, LayerKind, Layers, Mode, ValuesError};

/// A Helm chart with what its rendering depends on, values aside.
#[derive(Debug, Clone, Default)]
pub struct HelmSource {
    /// A folder or an archive.
    pub path: PathBuf,
    /// What to call the path, where it is only a copy.
    pub shown: Option<String>,
    /// The release line of Helm that is played; the newest unless given.
    pub version: Option<String>,
    /// The version comes from the configuration.
    pub is_configured: bool,
    /// What stands for `[[ .Version ]]` in `Chart.yaml`.
    pub chart_version: Option<String>,
    /// Folders of dependencies that are not in `charts/`, by name.
    pub dependencies: Vec<(String, PathBuf)>,
    /// The same chart elsewhere: its dependencies stand in for those that this one lacks, where
    /// their versions are those that this one asks for.
    pub spare: Option<PathBuf>,
    /// Files and folders of manifests that answer `lookup`.
    pub lookup: Vec<PathBuf>,
    /// The file of the organisation's Release object.
    pub release: Option<PathBuf>,
    /// The Kubernetes version of `.Capabilities`.
    pub kube_version: Option<String>,
    /// API versions that `.Capabilities` has beyond the usual ones.
    pub api_versions: Vec<String>,
}

impl HelmSource {
    /// What the flags say, without a chart.
    pub fn from_args(args: &HelmArgs) -> HelmSource {
        let mut source = HelmSource::default();
        source.lay(args);
        source
    }

    /// Lays what the flags say over what is known.
    pub fn lay(&mut self, args: &HelmArgs) {
        let HelmArgs { helm, chart_version, kube_version, release, .. } = args;
        let over = |flag: &Option<String>, known: &mut Option<String>| {
            *known = flag.clone().or(known.take());
        };
        over(helm, &mut self.version);
        over(chart_version, &mut self.chart_version);
        over(kube_version, &mut self.kube_version);
        self.release = release.clone().or(self.release.take());
        // Of dependencies with one name the first counts.
        self.dependencies.splice(0..0, args.dependencies.iter().cloned());
        self.lookup.extend_from_slice(&args.lookup);
        self.api_versions.extend_from_slice(&args.api_versions);
    }
}

impl HelmSource {
    /// Takes Helm's version from the configuration where no flag gives it: from the entry of
    /// the chart, or from what counts for all.
    #[must_use]
    pub fn configured_by(mut self, config: Option<&Config>) -> HelmSource {
        if self.version.is_some() {
            return self;
        }
        let Some(config) = config else { return self };
        let own = std::path::absolute(&self.path).ok();
        let is_own = |entry: &&ChartEntry| match &entry.source.value {
            ChartSource::Path(path) => {
                let path = entry.folder.join(path);
                std::path::absolute(path).ok().is_some_and(|path| Some(path) == own)
            }
            ChartSource::Builtin(_) => false,
        };
        let entry = config.charts.iter().find(is_own);
        let named = entry.and_then(|entry| entry.profile.helm.as_ref());
        let named = named.or(config.profile.helm.as_ref());
        self.version = named.map(|helm| helm.value.clone());
        self.is_configured = self.version.is_some();
        self
    }
}

/// Renders a job's chart with the job's values; with `tracing` the output knows the lines of
/// templates that wrote it. Suppressions of the templates come along.
pub fn render(
    job: &Job,
    source: &HelmSource,
    tracing: bool,
    sources: &SourceMap,
) -> anyhow::Result<(Rendered, Vec<Comment>)> {
    let fail = |problem: Problem| anyhow::Error::from(Problems::new([problem], sources));
    let chart = load(source, sources).map_err(fail)?;
    let version = chart.version();
    let kube_version = source.kube_version.as_deref().map(|text| KubeVersion::parse(text, version));
    let release = source.release.as_deref().map(release).transpose().map_err(fail)?;
    let mut lookup = lookup(&source.lookup).map_err(fail)?;
    if let Some((_, release)) = &release {
        release.answer(&mut lookup);
    }
    let values = values(job, &chart, release.as_ref(), sources)?;
    let renderer = HelmRenderer {
        lookup: Arc::new(lookup),
        kube_version: kube_version.transpose().map_err(|text| fail(Problem::new(text)))?,
        api_versions: source.api_versions.clone(),
        tracing,
        chart,
    };
    let values = Value::Object(values.value);
    if source.is_configured && version.number != HelmVersion::newest().number {
        say_whether_newest_refuses(source, &renderer.chart, &values);
    }
    let release = Release {
        name: job.name.as_deref().unwrap_or("release-name"),
        namespace: job.namespace.as_deref().unwrap_or("default"),
    };
    let rendered = renderer
        .render(release, &values)
        .map_err(|error| fail(Problem::of_render(&error, sources)))?;
    let comments = match tracing {
        true => comments(renderer.chart.chart()),
        false => Vec::new(),
    };
    Ok((rendered, comments))
}

/// The suppressions in the templates of a chart and of everything below it.
fn comments(chart: &chart::Chart) -> Vec<Comment> {
    let own = chart.templates.iter().filter_map(|file| {
        let text = file.data.as_utf8()?;
        Some(suppress::scan_template(&chart.place_of(&file.name).into(), text))
    });
    let mut found: Vec<Comment> = own.flatten().collect();
    for child in &chart.dependencies {
        found.extend(comments(child));
    }
    found
}

/// Says once for a chart that the newest Helm would refuse its values: whoever relies on the
/// version that the configuration names wants to know before an upgrade of Helm.
fn say_whether_newest_refuses(source: &HelmSource, chart: &HelmChart, values: &Value) {
    static SAID: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
    if SAID.lock().expect("saying does not panic").contains(&source.path) {
        return;
    }
    let newest = HelmChart::new(chart.chart().clone(), HelmVersion::newest());
    let request = Request { values: user_values(values), ..Request::default() };
    let refused = stack::with_big_stack(|| newest.values(&request, &mut Vec::new()).err());
    let Some(error) = refused.filter(|error| error.breaks_schema) else { return };
    if !SAID.lock().expect("saying does not panic").insert(source.path.clone()) {
        return;
    }
    let text = error.to_string();
    let first = text.lines().find_map(|line| line.trim_start().strip_prefix("- "));
    let line = format!(
        "note: `{}`: Helm {} refuses the values by the chart's schema ({}); going on with Helm \
         {}, which the configuration names\n",
        source.path.display(),
        newest.version().name,
        first.unwrap_or("the schema cannot be used"),
        chart.version().name,
    );
    // A closed stderr is nobody's error.
    let _ = std::io::stderr().lock().write_all(line.as_bytes());
}

/// What makes two uses of a chart the same chart.
type Identity = (PathBuf, Option<String>, Option<String>, Vec<(String, PathBuf)>);

/// Loads a chart, or takes it from those that this process has loaded already.
fn load(source: &HelmSource, sources: &SourceMap) -> Result<Arc<HelmChart>, Problem> {
    static LOADED: Mutex<BTreeMap<Identity, Arc<HelmChart>>> = Mutex::new(BTreeMap::new());
    let identity = (
        source.path.clone(),
        source.version.clone(),
        source.chart_version.clone(),
        source.dependencies.clone(),
    );
    // Loading under the lock: many cases of one chart ask at once, and one of them loads.
    let mut loaded = LOADED.lock().expect("loading a chart does not panic");
    let known = loaded.get(&identity);
    // One that points into the texts of another run is of no use.
    let is_ours = |chart: &&Arc<HelmChart>| chart.sources().is_some_and(|own| own.is_same(sources));
    if let Some(chart) = known.filter(is_ours) {
        return Ok(chart.clone());
    }
    let chart = Arc::new(read(source)?.with_sources(sources));
    loaded.insert(identity, chart.clone());
    Ok(chart)
}

fn read(source: &HelmSource) -> Result<HelmChart, Problem> {
    let version = match &source.version {
        None => HelmVersion::newest(),
        Some(name) => HelmVersion::named(name).ok_or_else(|| {
            let known: Vec<&str> = VERSIONS.iter().map(|version| version.name).collect();
            Problem::new(format!("no Helm version `{name}` is known"))
                .with_help(format!("there are {}", known.join(", ")))
        })?,
    };
    let rules = LoadRules {
        values: version.values,
        metadata: version.metadata,
        version: source.chart_version.as_deref(),
    };
    let shown = match &source.shown {
        Some(name) => name.clone(),
        None => source.path.display().to_string(),
    };
    let fault = |error: chart::ChartError| Problem::new(format!("chart `{shown}`: {error}"));
    // What Helm logs on the way is the business of `template`.
    let mut notices = Vec::new();
    let mut chart = chart::load(&source.path, rules, &mut notices).map_err(fault)?;
    for (name, path) in &source.dependencies {
        if !chart.dependencies.iter().any(|known| known.metadata.name == *name) {
            let dependency = chart::load(path, rules, &mut notices).map_err(fault)?;
            chart.dependencies.push(Arc::new(dependency));
        }
    }
    let spare = source.spare.as_deref().map(|path| chart::load(path, rules, &mut notices));
    if let Some(Ok(spare)) = spare {
        borrow(&mut chart, &spare);
    }
    let chart = Arc::new(chart);
    Tree::new(&chart).check_dependencies().map_err(|error| {
        fault(error).with_help(match source.spare {
            None => missing_help(&chart, &source.path),
            Some(_) => {
                "the `charts/` of the work tree are used where they have the version that the \
                 revision asks for; name local checkouts with `--dependency NAME=DIR`"
                    .to_owned()
            }
        })
    })?;
    Ok(HelmChart::new(chart, version))
}

/// What to do about dependencies that are not in `charts/`. Checkouts that lie beside the
/// repository are named, but not taken: they may be at any version.
fn missing_help(chart: &chart::Chart, path: &Path) -> String {
    let declared = chart.metadata.dependencies.iter().flatten().flatten();
    let is_there = |name: &str| chart.dependencies.iter().any(|one| one.metadata.name == name);
    let missing = declared.map(|one| one.name.as_str()).filter(|name| !is_there(name));
    let flags: Vec<String> = missing
        .map(|name| match sibling(path, name) {
            Some(folder) => format!("`--dependency {name}={}`", folder.display()),
            None => format!("`--dependency {name}=DIR`"),
        })
        .collect();
    format!(
        "fill `charts/` with `helm dependency build`, or name local checkouts with {}",
        flags.join(" ")
    )
}

/// How many folders up other repositories are looked for: `REPOSITORY/helm/CHART` has three.
const MAX_UP: usize = 3;

/// The chart of a name in a repository of that name beside the chart's own repository.
fn sibling(path: &Path, name: &str) -> Option<PathBuf> {
    let mut up = path.to_owned();
    for _ in 0..MAX_UP {
        up.push("..");
        let places = [format!("{name}/helm/{name}"), name.to_owned()];
        let mut found = places.iter().map(|place| up.join(place));
        if let Some(found) = found.find(|one| one.join("Chart.yaml").is_file()) {
            return Some(crate::vcs::normalize(&found));
        }
    }
    None
}

/// What the templates of a chart see as values, each with the layer that it came from.
pub fn effective(
    job: &Job,
    source: &HelmSource,
    sources: &SourceMap,
) -> anyhow::Result<values::Tree> {
    let fail = |problem: Problem| anyhow::Error::from(Problems::new([problem], sources));
    let chart = load(source, sources).map_err(fail)?;
    let release = source.release.as_deref().map(self::release).transpose().map_err(fail)?;
    let user = values(job, &chart, release.as_ref(), sources)?;
    let mut tree = defaults(chart.chart(), sources);
    let renderer = HelmRenderer::new(chart);
    let effective = renderer.effective(&Value::Object(user.value.clone()));
    let effective = effective.map_err(|error| fail(Problem::of_render(&error, sources)))?;
    tree.coalesce(user);
    spread_globals(&mut tree, renderer.chart.chart(), &mut Vec::new());
    // Helm's own result counts; the layers say where each value came from.
    tree.value = effective;
    Ok(tree)
}

/// The names under which a chart has values for one of its dependencies.
fn names<'c>(chart: &'c chart::Chart, child: &'c chart::Chart) -> Vec<&'c str> {
    let declared = chart.metadata.dependencies.iter().flatten().flatten();
    let own = declared.filter(|one| one.name == child.metadata.name);
    let names: Vec<&str> =
        own.map(|one| if one.alias.is_empty() { &*one.name } else { &*one.alias }).collect();
    if names.is_empty() { vec![&child.metadata.name] } else { names }
}

/// Lays the globals of the root over those of every chart below.
fn spread_globals(tree: &mut values::Tree, chart: &chart::Chart, path: &mut Vec<String>) {
    for child in &chart.dependencies {
        for name in names(chart, child) {
            path.push(name.to_owned());
            let globals = tree.only("global");
            tree.coalesce(path.iter().rev().fold(globals, |inner, key| inner.nested(key)));
            spread_globals(tree, child, path);
            path.pop();
        }
    }
}

/// The defaults of a chart over those of its dependencies.
fn defaults(chart: &chart::Chart, sources: &SourceMap) -> values::Tree {
    let mut tree = values::Tree::default();
    for child in &chart.dependencies {
        for name in names(chart, child) {
            tree.coalesce(defaults(child, sources).nested(name));
        }
    }
    let (name, text) = (chart.place_of("values.yaml"), chart.values_text.as_bytes());
    // What cannot be read was refused when the chart was loaded.
    let own = values::layer::read(LayerKind::Defaults, &name, text, Mode::Helm, sources);
    tree.coalesce(own.unwrap_or_default());
    tree
}

/// The values schema of a chart.
pub fn schema(source: &HelmSource, sources: &SourceMap) -> anyhow::Result<String> {
    let fail = |problem: Problem| anyhow::Error::from(Problems::new([problem], sources));
    let chart = load(source, sources).map_err(fail)?;
    match &chart.chart().schema {
        Some(text) => Ok(text.to_string_lossy().into_owned()),
        None => Err(fail(Problem::new(format!(
            "chart `{}` has no `values.schema.json`",
            source.path.display()
        )))),
    }
}

/// Takes dependencies that a chart lacks from another state of it, where the versions fit.
fn borrow(chart: &mut chart::Chart, spare: &chart::Chart) {
    for asked in chart.metadata.dependencies.iter().flatten().flatten() {
        let is_it = |other: &&Arc<chart::Chart>| other.metadata.name == asked.name;
        let fits = |other: &&Arc<chart::Chart>| {
            let range = Constraints::parse(&asked.version);
            let version = Version::parse(&other.metadata.version);
            matches!((range, version), (Ok(range), Ok(version)) if range.check(&version))
        };
        if !chart.dependencies.iter().any(|known| is_it(&known)) {
            chart.dependencies.extend(spare.dependencies.iter().filter(is_it).find(fits).cloned());
        }
    }
}

/// The user's values: files, then what a Release brings, then flags, as Helm reads them.
fn values(
    job: &Job,
    chart: &HelmChart,
    release: Option<&(String, ReleaseFixture)>,
    sources: &SourceMap,
) -> anyhow::Result<values::Tree> {
    let faults = |list: Vec<ValuesError>| {
        anyhow::Error::from(Problems::new(list.into_iter().map(Problem::from), sources))
    };
    let mut files = Vec::with_capacity(job.files.len());
    for path in &job.files {
        let (name, content) = pipeline::read_input(path)?;
        let read = values::layer::read(LayerKind::File, &name, &content, Mode::Helm, sources);
        files.push(read.map_err(faults)?);
    }
    if let Some((name, release)) = release {
        let user: Vec<Frozen> =
            files.iter().map(|tree| Frozen::from(&Value::Object(tree.value.clone()))).collect();
        let given: Vec<&Frozen> = std::iter::once(&chart.chart().values).chain(&user).collect();
        let brought = Value::Object(release.values(&given)).to_string();
        let name = format!("values of {name}");
        let (kind, mode) = (LayerKind::File, Mode::Helm);
        let read = values::layer::read(kind, &name, brought.as_bytes(), mode, sources);
        files.push(read.map_err(faults)?);
    }
    let layers = Layers { defaults: Vec::new(), files, edits: job.edits.clone() };
    let mut read_file =
        |path: &str| pipeline::read_text(Path::new(path)).map_err(|error| format!("{error:#}"));
    layers.user(chart.version().set, &mut read_file).map_err(|error| faults(vec![*error]))
}

/// The Release object of a file, with the file's name.
fn release(path: &Path) -> Result<(String, ReleaseFixture), Problem> {
    let (name, content) =
        pipeline::read_input(path).map_err(|error| Problem::new(format!("{error:#}")))?;
    let fixture = ReleaseFixture::read(&content).map_err(|error| {
        Problem::new(format!("`{name}` is no Release: {error}"))
            .with_help("the files of github.com/giantswarm/releases can be used as they are")
    })?;
    Ok((name, fixture))
}

/// The cluster that `lookup` asks: the manifests of files and folders.
fn lookup(paths: &[PathBuf]) -> Result<Lookup, Problem> {
    let mut lookup = Lookup::default();
    for path in paths {
        for file in input::listed(path).map_err(|error| Problem::new(format!("{error:#}")))? {
            let (name, content) =
                pipeline::read_input(&file).map_err(|error| Problem::new(format!("{error:#}")))?;
            lookup.add(&content).map_err(|error| Problem::new(format!("{name}: {error}")))?;
        }
    }
    Ok(lookup)
}
