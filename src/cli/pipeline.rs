//! From flags and configuration to rendered documents and objects.
//!
//! Everything that commands have in common: reading values files, choosing the API generation,
//! rendering a built-in chart, reading manifests. Each function does its IO here and hands
//! plain data on.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;

use super::args::{HelmArgs, InputArgs, OsArg, ProviderArg, ValuesArgs};
use super::helm::{self, HelmSource};
use super::problem::{Problem, Problems};
use crate::config::{ChartSource, Config};
use crate::golden::Case;
use crate::profile::{Generation, Profile, Request};
use crate::render::builtin::{Builtin, Os, Provider};
use crate::render::{Release, Rendered, Renderer, embedded};
use crate::rules::suppress::Comment;
use crate::schema::Schema;
use crate::source::SourceMap;
use crate::values::set::{Edit, SetKind};
use crate::values::{LayerKind, Layers, Mode, Tree, ValuesError};

/// The cluster's name unless one is given.
pub const DEFAULT_NAME: &str = "demo";

impl From<ProviderArg> for Provider {
    fn from(provider: ProviderArg) -> Provider {
        match provider {
            ProviderArg::Aws => Provider::Aws,
            ProviderArg::Openstack => Provider::OpenStack,
        }
    }
}

impl From<OsArg> for Os {
    fn from(os: OsArg) -> Os {
        match os {
            OsArg::Flatcar => Os::Flatcar,
            OsArg::Ubuntu => Os::Ubuntu,
        }
    }
}

/// The chart of a [`Job`].
#[derive(Debug, Clone)]
pub enum Chart {
    /// One that is compiled into the binary, for an operating system.
    Builtin(Provider, Os),
    /// A Helm chart.
    Helm(Box<HelmSource>),
}

/// What is to be rendered, complete but for the values' content.
#[derive(Debug, Clone)]
pub struct Job {
    /// The chart.
    pub chart: Chart,
    /// The release's name.
    pub name: Option<String>,
    /// The release's namespace.
    pub namespace: Option<String>,
    /// Values files in order.
    pub files: Vec<PathBuf>,
    /// Single values in order of the flags.
    pub edits: Vec<Edit>,
    /// Versions as far as they are given.
    pub request: Request,
}

/// What a job came to.
pub struct Outcome {
    /// The documents.
    pub rendered: Rendered,
    /// The controllers that a built-in chart was rendered for; a Helm chart does not say.
    pub profile: Option<Profile>,
    /// Suppressions that stand in the templates.
    pub comments: Vec<Comment>,
}

impl Job {
    /// The job that the flags of a command describe; where they leave Helm's version open,
    /// the configuration may name it.
    pub fn from_args(
        input: &InputArgs,
        request: Request,
        config: Option<&Config>,
        sources: &SourceMap,
    ) -> anyhow::Result<Job> {
        let chart = match (input.provider, &input.chart) {
            (Some(provider), _) => {
                Chart::Builtin(provider.into(), input.os.unwrap_or_default().into())
            }
            (None, Some(path)) => {
                let source = HelmSource::from_args(&input.helm);
                let source = HelmSource { path: path.clone(), ..source };
                Chart::Helm(Box::new(source.configured_by(config)))
            }
            (None, None) => {
                let problem = Problem::new("nothing to render: no chart is named")
                    .with_help("give `--provider aws`, `--provider openstack` or `--chart DIR`");
                return Err(Problems::new([problem], sources).into());
            }
        };
        Ok(Job {
            chart,
            name: input.name.clone(),
            namespace: input.namespace.clone(),
            files: input.values.files.clone(),
            edits: edits(&input.values),
            request,
        })
    }

    /// The job that a declared case describes.
    pub fn from_case(case: &Case, sources: &SourceMap) -> anyhow::Result<Job> {
        let chart = match &case.source {
            ChartSource::Builtin(name) => {
                let provider = Provider::ALL.into_iter().find(|p| p.as_str() == name);
                let os = case.os.as_deref().unwrap_or("flatcar");
                let os = Os::ALL.into_iter().find(|known| known.as_str() == os);
                let (Some(provider), Some(os)) = (provider, os) else {
                    let text = format!("case `{}` names a chart or system unknown", case.name);
                    return Err(Problems::new([Problem::new(text)], sources).into());
                };
                Chart::Builtin(provider, os)
            }
            ChartSource::Path(path) => Chart::Helm(Box::new(HelmSource {
                path: path.clone(),
                shown: None,
                version: case.profile.helm.as_ref().map(|helm| helm.value.clone()),
                is_configured: case.profile.helm.is_some(),
                chart_version: None,
                dependencies: case.dependencies.clone(),
                spare: None,
                lookup: case.lookup.clone(),
                release: case.release.clone(),
                kube_version: None,
                api_versions: case.api_versions.clone(),
            })),
        };
        let set = |(path, value): &(String, serde_json::Value)| {
            Edit::new(SetKind::Json, format!("{path}={value}"))
        };
        Ok(Job {
            chart,
            name: case.release_name.clone(),
            namespace: case.namespace.clone(),
            files: case.values.clone(),
            edits: case.set.iter().map(set).collect(),
            request: case.profile.request.clone(),
        })
    }

    /// Lays what flags say about Helm over what the case has.
    #[must_use]
    pub fn with_helm(mut self, args: &HelmArgs) -> Job {
        if let Chart::Helm(source) = &mut self.chart {
            source.lay(args);
        }
        self
    }

    /// The one API generation that serves the given versions.
    pub fn generation(&self, sources: &SourceMap) -> anyhow::Result<Generation> {
        let generation = self.request.generation();
        Ok(generation.map_err(|e| Problems::new([Problem::new(e.to_string())], sources))?)
    }

    /// All layers of a built-in chart merged and held against its schema.
    pub fn values(&self, provider: Provider, os: Os, sources: &SourceMap) -> anyhow::Result<Tree> {
        let tree = self.merged(provider, os, sources)?;
        let faults = crate::values::check(&tree, schema(provider), sources);
        if faults.is_empty() { Ok(tree) } else { Err(values_problems(faults, sources).into()) }
    }

    fn merged(&self, provider: Provider, os: Os, sources: &SourceMap) -> anyhow::Result<Tree> {
        let faults = |faults: Vec<ValuesError>| values_problems(faults, sources);
        let embedded = |kind, path: &str| {
            let text = embedded::text(path).expect("a test keeps the list of files complete");
            crate::values::layer::read(kind, path, text.as_bytes(), Mode::Strict, sources)
        };
        let (provider, os) = (provider.as_str(), os.as_str());
        let defaults = vec![
            embedded(LayerKind::Defaults, &format!("values/{provider}/defaults.yaml"))
                .map_err(faults)?,
            embedded(LayerKind::Os, &format!("values/{provider}/{os}.yaml")).map_err(faults)?,
        ];
        let mut files = Vec::with_capacity(self.files.len());
        for path in &self.files {
            let (name, content) = read_input(path)?;
            let tree =
                crate::values::layer::read(LayerKind::File, &name, &content, Mode::Strict, sources);
            files.push(tree.map_err(faults)?);
        }
        let layers = Layers { defaults, files, edits: self.edits.clone() };
        let mut read_file = |path: &str| read_text(Path::new(path)).map_err(|e| format!("{e:#}"));
        Ok(layers.merge(&mut read_file).map_err(|e| faults(vec![*e]))?)
    }

    /// Renders the chart.
    pub fn render(&self, sources: &SourceMap) -> anyhow::Result<Outcome> {
        self.run(false, sources)
    }

    /// Renders the chart for those who want to know which line of a template wrote what.
    pub fn render_traced(&self, sources: &SourceMap) -> anyhow::Result<Outcome> {
        self.run(true, sources)
    }

    fn run(&self, tracing: bool, sources: &SourceMap) -> anyhow::Result<Outcome> {
        match &self.chart {
            Chart::Builtin(provider, os) => self.render_builtin(*provider, *os, sources),
            Chart::Helm(source) => {
                let (rendered, comments) = helm::render(self, source, tracing, sources)?;
                Ok(Outcome { rendered, profile: None, comments })
            }
        }
    }

    fn render_builtin(
        &self,
        provider: Provider,
        os: Os,
        sources: &SourceMap,
    ) -> anyhow::Result<Outcome> {
        let generation = self.generation(sources)?;
        let values = serde_json::Value::Object(self.values(provider, os, sources)?.value);
        let name = self.name.as_deref().unwrap_or(DEFAULT_NAME);
        check_name(name, sources)?;
        let namespace = match &self.namespace {
            Some(namespace) => namespace.clone(),
            None => format!("org-{}", values["organization"].as_str().unwrap_or(name)),
        };
        check_namespace(&namespace, sources)?;
        let chart = Builtin { provider, os, generation };
        let release = Release { name, namespace: &namespace };
        let rendered = chart
            .render(release, &values)
            .map_err(|e| Problems::new([Problem::of_render(&e, sources)], sources))?;
        let profile = Some(self.request.complete(generation));
        Ok(Outcome { rendered, profile, comments: Vec::new() })
    }
}

/// The schema of a built-in chart's values, read once per process.
fn schema(provider: Provider) -> &'static Schema {
    static READ: [OnceLock<Schema>; Provider::ALL.len()] =
        [const { OnceLock::new() }; Provider::ALL.len()];
    READ[provider as usize].get_or_init(|| {
        Schema::parse(provider.schema().text.as_bytes())
            .expect("a test validates every case against the built-in schemas")
    })
}

fn values_problems(faults: Vec<ValuesError>, sources: &SourceMap) -> Problems {
    Problems::new(faults.into_iter().map(Problem::from), sources)
}

/// The `--set` family in the order that each flag was given.
pub fn edits(args: &ValuesArgs) -> Vec<Edit> {
    let given = [
        (SetKind::Json, &args.set_json),
        (SetKind::Typed, &args.set),
        (SetKind::String, &args.set_string),
        (SetKind::File, &args.set_file),
        (SetKind::Literal, &args.set_literal),
    ];
    given
        .into_iter()
        .flat_map(|(kind, texts)| texts.iter().map(move |text| Edit::new(kind, text.as_str())))
        .collect()
}

/// Kubernetes wants names of clusters to be DNS labels: they become part of host names.
fn check_name(name: &str, sources: &SourceMap) -> anyhow::Result<()> {
    label(name, "the cluster's name", 53, sources)
}

fn check_namespace(namespace: &str, sources: &SourceMap) -> anyhow::Result<()> {
    label(namespace, "the namespace", 63, sources)
}

fn label(text: &str, what: &str, longest: usize, sources: &SourceMap) -> anyhow::Result<()> {
    let fine = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
    let edges = text.starts_with('-') || text.ends_with('-');
    if !text.is_empty() && text.len() <= longest && !edges && text.bytes().all(fine) {
        return Ok(());
    }
    let problem = Problem::new(format!("{what} `{text}` is not valid")).with_help(format!(
        "use lower-case letters, digits and `-` inside, at most {longest} characters"
    ));
    Err(Problems::new([problem], sources).into())
}

/// Reads a file, or standard input for `-`, and says what to call it.
#[expect(clippy::disallowed_methods, reason = "the command line is the edge that reads")]
pub fn read_input(path: &Path) -> anyhow::Result<(String, Vec<u8>)> {
    let limit = crate::yaml::MAX_BYTES as u64 + 1;
    let mut content = Vec::new();
    if path == Path::new("-") {
        // A second reader would find the stream empty, and take that for the content.
        static IS_READ: AtomicBool = AtomicBool::new(false);
        anyhow::ensure!(
            !IS_READ.swap(true, Ordering::Relaxed),
            "`-` is named twice, but standard input can be read once"
        );
        let stdin = std::io::stdin().lock();
        stdin.take(limit).read_to_end(&mut content).context("cannot read standard input")?;
        return Ok(("<stdin>".to_owned(), content));
    }
    let name = path.display().to_string();
    let file = std::fs::File::open(path).with_context(|| format!("cannot read `{name}`"))?;
    // What is too large is refused by whoever parses it; there is no need to hold all of it.
    file.take(limit).read_to_end(&mut content).with_context(|| format!("cannot read `{name}`"))?;
    Ok((name, content))
}

pub fn read_text(path: &Path) -> anyhow::Result<String> {
    let (name, content) = read_input(path)?;
    String::from_utf8(content).with_context(|| format!("`{name}` is not UTF-8 text"))
}
