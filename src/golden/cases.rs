//! From the chart entries of a configuration to cases: one rendering each.
//!
//! A case is named `CHART/OS/CASE`, or `CHART/CASE` for a chart without operating systems.
//! Paths of an entry are looked for in the chart's folder first and then in the folder of the
//! configuration file. [`discover`] lists all cases, [`select`] picks some by name.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

use crate::config::{
    At, BUILTIN_OS, ChartEntry, ChartSource, Config, OsEntry, Problem, ProfileEntry,
};
use crate::glob::Glob;
use crate::source::{SourceMap, Span};
use crate::suggest::did_you_mean;
use crate::vcs::normalize;

/// One rendering: a chart, an operating system, and values.
#[derive(Debug, Clone)]
pub struct Case {
    /// `CHART/OS/CASE` or `CHART/CASE`.
    pub name: String,
    /// The part of the name that says the chart.
    pub chart: String,
    /// The operating system, where the chart has more than one.
    pub os: Option<String>,
    /// What to render.
    pub source: ChartSource,
    /// The release's name, where the configuration has one.
    pub release_name: Option<String>,
    /// The release's namespace, where the configuration has one.
    pub namespace: Option<String>,
    /// Values files, later ones win. A built-in chart's own layers come before them.
    pub values: Vec<PathBuf>,
    /// Single values over the files, by their dotted path.
    pub set: Vec<(String, serde_json::Value)>,
    /// Files and folders of manifests that answer `lookup`.
    pub lookup: Vec<PathBuf>,
    /// The organisation's Release object.
    pub release: Option<PathBuf>,
    /// API versions that `.Capabilities` has beyond the usual ones.
    pub api_versions: Vec<String>,
    /// Folders that stand in for dependencies, by name.
    pub dependencies: Vec<(String, PathBuf)>,
    /// The controllers that it is rendered for and judged by.
    pub profile: ProfileEntry,
    /// Where the agreed rendering is kept, if it is.
    pub golden: Option<GoldenFile>,
}

/// The place of a golden file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GoldenFile {
    /// The folder of the store.
    pub folder: PathBuf,
    /// The file inside, with `/`.
    pub file: String,
}

impl GoldenFile {
    /// The whole path.
    pub fn path(&self) -> PathBuf {
        self.folder.join(&self.file)
    }
}

/// Why there is no list of cases.
#[derive(Debug, thiserror::Error)]
pub enum CasesError {
    /// Entries that name nothing, or the same thing twice.
    #[error("{}", lines(.0))]
    Invalid(Vec<Problem>),
    /// A name that selects no case.
    #[error("no case is named `{name}`")]
    Unknown {
        /// The name or pattern as given.
        name: String,
        /// What may have been meant.
        help: Option<String>,
    },
}

fn lines(problems: &[Problem]) -> String {
    let lines: Vec<String> = problems.iter().map(Problem::to_string).collect();
    lines.join("\n")
}

/// Reads another copy of the same tree: every path below `from` is taken from `to` instead.
/// That is how the cases of a configuration are rendered as they were at a revision.
#[derive(Debug, Clone)]
pub struct Reroot {
    /// The root of the work tree, absolute.
    pub from: PathBuf,
    /// The root of the copy.
    pub to: PathBuf,
}

impl Reroot {
    fn apply(&self, path: &Path) -> PathBuf {
        let absolute = std::path::absolute(path).map(|p| normalize(&p));
        match absolute.as_deref().map(|p| p.strip_prefix(&self.from)) {
            Ok(Ok(inside)) => self.to.join(inside),
            _ => path.to_owned(),
        }
    }
}

/// Lists all cases in the order of the configuration; cases of one entry by file, then by
/// operating system.
///
/// # Errors
/// [`CasesError::Invalid`] with every chart, file or pattern that leads nowhere.
pub fn discover(
    config: &Config,
    sources: &SourceMap,
    reroot: Option<&Reroot>,
) -> Result<Vec<Case>, CasesError> {
    let mut discovery =
        Discovery { config, sources, reroot, problems: Vec::new(), named: BTreeMap::new() };
    let claimed = discovery.literal_cases();
    let mut cases = Vec::new();
    for (index, entry) in config.charts.iter().enumerate() {
        discovery.entry(index, entry, &claimed, &mut cases);
    }
    if discovery.problems.is_empty() {
        Ok(cases)
    } else {
        Err(CasesError::Invalid(discovery.problems))
    }
}

/// Picks cases by names or patterns, in the order of the list; all for no name. A leading part
/// of a name, `aws` or `aws/flatcar`, picks everything below it.
///
/// # Errors
/// [`CasesError::Unknown`] for a name that picks nothing.
pub fn select<'c>(cases: &'c [Case], names: &[String]) -> Result<Vec<&'c Case>, CasesError> {
    let mut picked = vec![names.is_empty(); cases.len()];
    for name in names {
        let glob = Glob::parse(name).ok();
        let below = format!("{}/", name.trim_end_matches('/'));
        let wanted = |case: &Case| {
            case.name == *name
                || case.name.starts_with(&below)
                || glob.as_ref().is_some_and(|g| g.matches(&case.name))
        };
        let mut found = false;
        for (case, picked) in cases.iter().zip(&mut picked) {
            if wanted(case) {
                *picked = true;
                found = true;
            }
        }
        if !found {
            let help = did_you_mean(name, cases.iter().map(|c| c.name.as_str()));
            return Err(CasesError::Unknown { name: name.clone(), help });
        }
    }
    Ok(cases.iter().zip(picked).filter(|(_, picked)| *picked).map(|(case, _)| case).collect())
}

/// Case files that an entry names without a wildcard, with the entry's number. They belong to
/// it alone, so that another entry's wildcard does not render them a second time.
type Claimed = BTreeMap<(String, PathBuf), usize>;

struct Discovery<'a> {
    config: &'a Config,
    sources: &'a SourceMap,
    reroot: Option<&'a Reroot>,
    problems: Vec<Problem>,
    /// Where each case name was declared.
    named: BTreeMap<String, Span>,
}

/// The folders that an entry's paths are looked for in.
struct Bases {
    chart: Option<PathBuf>,
    config: PathBuf,
}

impl Discovery<'_> {
    fn problem(&mut self, span: Span, message: String, help: Option<String>) {
        if let Some(location) = self.sources.locate(span) {
            self.problems.push(Problem { location, message, help });
        }
    }

    fn place(&self, path: &Path) -> PathBuf {
        self.reroot.map_or_else(|| path.to_owned(), |reroot| reroot.apply(path))
    }

    fn bases(&self, entry: &ChartEntry) -> Bases {
        let chart = match &entry.source.value {
            ChartSource::Builtin(_) => None,
            ChartSource::Path(path) => Some(self.place(&entry.folder.join(path))),
        };
        Bases { chart, config: self.place(&entry.folder) }
    }

    fn literal_cases(&self) -> Claimed {
        let mut claimed = Claimed::new();
        for (index, entry) in self.config.charts.iter().enumerate() {
            let bases = self.bases(entry);
            let literals = entry.cases.iter().flatten().filter(|glob| glob.is_literal());
            for glob in literals {
                if let Some(file) = bases.find(Path::new(glob.as_str())) {
                    claimed.entry((chart_label(entry), file)).or_insert(index);
                }
            }
        }
        claimed
    }

    fn entry(
        &mut self,
        index: usize,
        entry: &ChartEntry,
        claimed: &Claimed,
        cases: &mut Vec<Case>,
    ) {
        let bases = self.bases(entry);
        if let Some(chart) = bases.chart.as_deref().filter(|chart| !chart.exists()) {
            // A chart that the other copy of the tree does not have yet has no cases there.
            if self.reroot.is_none() {
                let message = format!("there is no chart at `{}`", chart.display());
                self.problem(entry.source.span, message, None);
            }
            return;
        }
        let label = chart_label(entry);
        let values = self.values(entry, &bases);
        let files = self.case_files(entry, &bases, &values);
        let own = |file: &PathBuf| {
            claimed.get(&(label.clone(), file.clone())).is_none_or(|owner| *owner == index)
        };
        let files: Vec<PathBuf> = files.into_iter().filter(own).collect();
        let template = self.template(entry, &bases, &label, values);
        // A chart without any case files still has what its defaults render.
        let mut stems: Vec<(String, Option<PathBuf>)> =
            files.into_iter().map(|f| (stem(&f), Some(f))).collect();
        if stems.is_empty() && entry.cases.is_none() {
            stems.push(("default".to_owned(), None));
        }
        let axis = os_axis(entry);
        for (stem, file) in stems {
            for os in &axis {
                let case = self.case(&template, entry, &bases, os.as_ref(), &stem, file.as_ref());
                match self.named.insert(case.name.clone(), entry.span) {
                    None => cases.push(case),
                    Some(_) => {
                        let message = format!("case `{}` is declared twice", case.name);
                        let help = "give the entries different `cases` or `os`".to_owned();
                        self.problem(entry.span, message, Some(help));
                    }
                }
            }
        }
    }

    /// What all cases of an entry have in common.
    fn template(
        &mut self,
        entry: &ChartEntry,
        bases: &Bases,
        label: &str,
        values: Vec<PathBuf>,
    ) -> Case {
        let source = match (&entry.source.value, &bases.chart) {
            (ChartSource::Path(_), Some(chart)) => ChartSource::Path(chart.clone()),
            (source, _) => source.clone(),
        };
        let mut dependencies = Vec::new();
        for (name, path) in &entry.dependencies {
            let folder = self.place(&entry.folder.join(&path.value));
            if !folder.exists() {
                let message = format!("there is no dependency at `{}`", folder.display());
                self.problem(path.span, message, None);
            }
            dependencies.push((name.value.clone(), folder));
        }
        Case {
            name: String::new(),
            chart: label.to_owned(),
            os: None,
            source,
            release_name: entry.name.as_ref().map(|name| name.value.clone()),
            namespace: entry.namespace.as_ref().map(|namespace| namespace.value.clone()),
            values,
            set: Vec::new(),
            lookup: self.existing(bases, &entry.lookup),
            release: entry.release.as_ref().and_then(|path| self.one_existing(bases, path)),
            api_versions: entry.api_versions.iter().map(|v| v.value.clone()).collect(),
            dependencies,
            profile: entry.profile.over(&self.config.profile),
            golden: None,
        }
    }

    fn case(
        &mut self,
        template: &Case,
        entry: &ChartEntry,
        bases: &Bases,
        os: Option<&Os<'_>>,
        stem: &str,
        file: Option<&PathBuf>,
    ) -> Case {
        let mut case = template.clone();
        let mut parts = vec![case.chart.clone()];
        if let Some(os) = os {
            parts.push(os.name.to_owned());
            case.os = Some(os.name.to_owned());
            if let Some(entry) = os.entry {
                case.values.extend(self.existing(bases, &entry.values));
                let set = entry.set.iter().map(|(key, value)| (key.value.clone(), value.clone()));
                case.set.extend(set);
            }
        }
        parts.push(stem.to_owned());
        case.name = parts.join("/");
        case.values.extend(file.cloned());
        case.golden = entry.golden.as_ref().map(|folder| GoldenFile {
            folder: entry.folder.join(&folder.value),
            file: format!("{}.yaml", case.name),
        });
        case
    }

    /// The values files of every case: those named, or the one that charts have by convention.
    fn values(&mut self, entry: &ChartEntry, bases: &Bases) -> Vec<PathBuf> {
        match (&entry.values, &bases.chart) {
            (Some(paths), _) => self.existing(bases, paths),
            (None, Some(chart)) => {
                let usual = chart.join("ci/ci-values.yaml");
                if usual.is_file() { vec![usual] } else { Vec::new() }
            }
            (None, None) => Vec::new(),
        }
    }

    fn case_files(
        &mut self,
        entry: &ChartEntry,
        bases: &Bases,
        values: &[PathBuf],
    ) -> Vec<PathBuf> {
        let mut files: Vec<PathBuf> = Vec::new();
        let mut add = |found: Vec<PathBuf>| {
            for file in found {
                if !values.contains(&file) && !files.contains(&file) {
                    files.push(file);
                }
            }
        };
        match (&entry.cases, &entry.source.value) {
            (Some(globs), _) => {
                for glob in globs {
                    let found = bases.expand(glob);
                    if found.is_empty() && self.reroot.is_none() {
                        let message = format!("`{}` matches no file", glob.value);
                        self.problem(glob.span, message, None);
                    }
                    add(found);
                }
            }
            (None, ChartSource::Builtin(provider)) => {
                let usual = Glob::parse(&format!("values/{provider}/cases/*.yaml"));
                add(bases.expand(&usual.expect("a provider's name has no wildcard")));
            }
            (None, ChartSource::Path(_)) => {
                let usual = Glob::parse("ci/*.yaml").expect("the pattern is a good one");
                let chart = bases.chart.as_deref().expect("a chart with a path has a folder");
                add(expand(chart, &usual));
            }
        }
        files
    }

    fn existing(&mut self, bases: &Bases, paths: &[At<PathBuf>]) -> Vec<PathBuf> {
        paths.iter().filter_map(|path| self.one_existing(bases, path)).collect()
    }

    fn one_existing(&mut self, bases: &Bases, path: &At<PathBuf>) -> Option<PathBuf> {
        let found = bases.find(&path.value);
        if found.is_none() && self.reroot.is_none() {
            let message = format!("there is no `{}`", path.value.display());
            let looked: Vec<String> = bases.all().map(|b| format!("`{}`", shown(b))).collect();
            let help = format!("looked in {}", looked.join(" and "));
            self.problem(path.span, message, Some(help));
        }
        found
    }
}

fn shown(folder: &Path) -> std::path::Display<'_> {
    if folder.as_os_str().is_empty() { Path::new(".").display() } else { folder.display() }
}

impl Bases {
    fn all(&self) -> impl Iterator<Item = &Path> {
        self.chart.as_deref().into_iter().chain([self.config.as_path()])
    }

    fn find(&self, path: &Path) -> Option<PathBuf> {
        self.all().map(|base| base.join(path)).find(|full| full.exists())
    }

    fn expand(&self, glob: &Glob) -> Vec<PathBuf> {
        self.all()
            .map(|base| expand(base, glob))
            .find(|found| !found.is_empty())
            .unwrap_or_default()
    }
}

/// The files below a folder that match a pattern, sorted.
fn expand(base: &Path, glob: &Glob) -> Vec<PathBuf> {
    let pattern = glob.as_str();
    if glob.is_literal() {
        let file = base.join(pattern);
        return if file.is_file() { vec![file] } else { Vec::new() };
    }
    // The walk starts below the folders that the pattern names, not at the top.
    let fixed: Vec<&str> =
        pattern.split('/').take_while(|part| !part.contains(['*', '?', '\\'])).collect();
    let parts = pattern.split('/').count();
    let depth = if pattern.contains("**") { usize::MAX } else { parts - fixed.len() };
    let start = fixed.iter().fold(base.to_owned(), |path, part| path.join(part));
    let walk = walkdir::WalkDir::new(&start)
        .min_depth(1)
        .max_depth(depth)
        .follow_links(true)
        .sort_by_file_name();
    let matching = |path: &Path| {
        let inside = path.strip_prefix(&start).unwrap_or(path);
        let names = inside.components().map(|c| c.as_os_str().to_string_lossy());
        let mut full: Vec<String> = fixed.iter().map(|part| (*part).to_owned()).collect();
        full.extend(names.map(|n| n.into_owned()));
        glob.matches_path(&full.join("/"))
    };
    walk.into_iter()
        .filter_map(Result::ok)
        .filter(|entry| entry.file_type().is_file() && matching(entry.path()))
        .map(walkdir::DirEntry::into_path)
        .collect()
}

/// One place on the axis of operating systems.
struct Os<'e> {
    name: &'e str,
    entry: Option<&'e OsEntry>,
}

fn os_axis(entry: &ChartEntry) -> Vec<Option<Os<'_>>> {
    match (&entry.os, &entry.source.value) {
        (Some(axis), _) => {
            axis.iter().map(|os| Some(Os { name: os.name.as_str(), entry: Some(os) })).collect()
        }
        (None, ChartSource::Builtin(_)) => {
            BUILTIN_OS.iter().map(|name| Some(Os { name, entry: None })).collect()
        }
        (None, ChartSource::Path(_)) => vec![None],
    }
}

/// The first part of case names: the provider, or the name of the chart's folder.
fn chart_label(entry: &ChartEntry) -> String {
    let path = match &entry.source.value {
        ChartSource::Builtin(provider) => return provider.clone(),
        ChartSource::Path(path) => entry.folder.join(path),
    };
    let absolute = std::path::absolute(&path).map_or(path, |absolute| normalize(&absolute));
    let last = absolute.components().rev().find_map(|component| match component {
        Component::Normal(name) => Some(name.to_string_lossy().into_owned()),
        _ => None,
    });
    let name = last.unwrap_or_else(|| "chart".to_owned());
    name.strip_suffix(".tgz").map(str::to_owned).unwrap_or(name)
}

fn stem(file: &Path) -> String {
    file.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::TempDir;

    fn load(folder: &TempDir, text: &str) -> (Config, SourceMap) {
        let sources = SourceMap::default();
        let file = folder.write("clusterctl-gs.yaml", text);
        (Config::load(&file, &sources).unwrap(), sources)
    }

    fn names(folder: &TempDir, text: &str) -> Result<Vec<String>, String> {
        let (config, sources) = load(folder, text);
        let cases = discover(&config, &sources, None).map_err(|error| error.to_string())?;
        Ok(cases.into_iter().map(|case| case.name).collect())
    }

    fn builtin_files(folder: &TempDir) {
        for case in ["default", "proxy", "default-seeds"] {
            folder.write(&format!("values/aws/cases/{case}.yaml"), "");
        }
    }

    #[test]
    fn builtin_charts_have_their_case_files_for_both_systems() {
        let folder = TempDir::new("builtin");
        builtin_files(&folder);
        let text = "charts:\n- builtin: aws\n  golden: golden\n- builtin: aws\n  \
                    cases: [values/aws/cases/default-seeds.yaml]\n  profile: {capi: v1.4.9}\n  \
                    golden: golden\n";
        let (config, sources) = load(&folder, text);
        let cases = discover(&config, &sources, None).unwrap();
        let names: Vec<&str> = cases.iter().map(|case| case.name.as_str()).collect();
        let expected = [
            "aws/flatcar/default",
            "aws/ubuntu/default",
            "aws/flatcar/proxy",
            "aws/ubuntu/proxy",
            "aws/flatcar/default-seeds",
            "aws/ubuntu/default-seeds",
        ];
        assert_eq!(names, expected);
        assert_eq!(cases[4].profile.request.controllers["capi"].to_string(), "v1.4.9");
        assert!(cases[0].profile.request.controllers.is_empty());
        let golden = cases[0].golden.as_ref().unwrap();
        assert_eq!(golden.path(), folder.path().join("golden/aws/flatcar/default.yaml"));
        let picked = |names: &[&str]| {
            let names: Vec<String> = names.iter().map(|n| (*n).to_owned()).collect();
            select(&cases, &names).map(|picked| picked.len()).map_err(|e| e.to_string())
        };
        assert_eq!(picked(&[]), Ok(6));
        assert_eq!(picked(&["aws/flatcar"]), Ok(3));
        assert_eq!(picked(&["aws/*/default"]), Ok(2));
        assert_eq!(
            picked(&["aws/flatcar/nope"]),
            Err("no case is named `aws/flatcar/nope`".into())
        );
    }

    #[test]
    fn helm_charts_have_a_case_per_file_of_ci() {
        let folder = TempDir::new("helm");
        folder.write("helm/cluster-aws/ci/ci-values.yaml", "");
        folder.write("helm/cluster-aws/ci/test-a-values.yaml", "");
        folder.write("helm/cluster-aws/ci/test-b-values.yaml", "");
        folder.write("helm/cluster-aws/ci/lookup/release.yaml", "");
        let text =
            "charts: [{path: helm/cluster-aws, os: {flatcar: {set: {a.b: true}}, ubuntu: }}]\n";
        let (config, sources) = load(&folder, text);
        let cases = discover(&config, &sources, None).unwrap();
        assert_eq!(cases.len(), 4);
        assert_eq!(cases[0].name, "cluster-aws/flatcar/test-a-values");
        let ci = folder.path().join("helm/cluster-aws/ci");
        assert_eq!(cases[0].values, [ci.join("ci-values.yaml"), ci.join("test-a-values.yaml")]);
        assert_eq!(cases[0].set, [("a.b".to_owned(), true.into())]);
        assert!(cases[1].set.is_empty());
    }

    #[test]
    fn a_chart_without_case_files_has_one_case() {
        let folder = TempDir::new("plain");
        folder.write("chart/Chart.yaml", "");
        assert_eq!(names(&folder, "charts: [{path: chart}]\n"), Ok(vec!["chart/default".into()]));
    }

    #[test]
    fn entries_that_lead_nowhere_are_named_with_their_place() {
        let folder = TempDir::new("nowhere");
        folder.write("chart/Chart.yaml", "");
        let text = "charts:\n- path: nope\n- path: chart\n  values: [v.yaml]\n  cases: [\"x/*.yaml\"]\n\
                    - path: chart\n- path: chart\n";
        let error = names(&folder, text).unwrap_err();
        let error = error.replace(&format!("{}/", folder.path().display()), "");
        let error = error.replace(&folder.path().display().to_string(), ".");
        insta::assert_snapshot!(error, @r#"
        clusterctl-gs.yaml:2:9: there is no chart at `nope`
        clusterctl-gs.yaml:4:12: there is no `v.yaml` (looked in `chart` and `.`)
        clusterctl-gs.yaml:5:11: `x/*.yaml` matches no file
        clusterctl-gs.yaml:7:3: case `chart/default` is declared twice (give the entries different `cases` or `os`)
        "#);
    }

    #[test]
    fn another_copy_of_the_tree_is_read_in_its_place() {
        let (folder, copy) = (TempDir::new("head"), TempDir::new("base"));
        folder.write("chart/ci/a.yaml", "");
        folder.write("chart/ci/new.yaml", "");
        copy.write("chart/ci/a.yaml", "");
        let (config, sources) = load(&folder, "charts: [{path: chart}]\n");
        let reroot = Reroot { from: folder.path().into(), to: copy.path().into() };
        let cases = discover(&config, &sources, Some(&reroot)).unwrap();
        assert_eq!(cases.len(), 1);
        assert_eq!(cases[0].values, [copy.path().join("chart/ci/a.yaml")]);
    }
}
