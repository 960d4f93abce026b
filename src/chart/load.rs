//! From a list of files to a [`Chart`], subcharts included.
//!
//! Facts: Helm 4.3, `pkg/chart/v2/loader/load.go`.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::archive;
use super::decode::{DecodeWording, Decoder, first_document, is_field};
use super::error::ChartError;
use super::metadata::{Metadata, MetadataRules, dependency};
use super::notice::{Notice, Site};
use super::values::{ValuesRules, read_values};
use crate::value::{Frozen, Str};

/// The largest file of a chart, as in Helm.
pub const MAX_FILE: usize = 5 << 20;

/// How much a chart may hold with everything in it. Helm allows as much for every archive,
/// also for those inside of others, which a bomb would use.
pub const MAX_CHART: usize = 100 << 20;

/// How many files a chart may hold; the largest real ones have a few thousand.
pub const MAX_FILES: usize = 100_000;

/// How deep charts may lie in charts.
pub const MAX_NESTING: usize = 32;

/// One file of a chart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// The path from the chart's root, with `/`.
    pub name: Arc<str>,
    /// The content, without a byte order mark.
    pub data: Str,
}

impl File {
    /// Makes a file.
    pub fn new(name: impl Into<Arc<str>>, data: impl Into<Vec<u8>>) -> File {
        let data = data.into();
        let data = match data.strip_prefix(b"\xef\xbb\xbf") {
            Some(rest) => Str::from(rest),
            None => Str::from(data),
        };
        File { name: name.into(), data }
    }
}

/// A chart as it was found: immutable, shared between threads and renderings.
#[derive(Debug, Clone, Default)]
pub struct Chart {
    /// Where it is, as people would name it: a path below which its files lie.
    pub place: Arc<str>,
    /// `Chart.yaml`.
    pub metadata: Metadata,
    /// `values.yaml`, always a map.
    pub values: Frozen,
    /// Its text.
    pub values_text: Str,
    /// `values.schema.json`.
    pub schema: Option<Str>,
    /// What lies under `templates/`.
    pub templates: Vec<File>,
    /// Everything that templates reach as `.Files`.
    pub files: Vec<File>,
    /// The charts under `charts/`, by file name.
    pub dependencies: Vec<Arc<Chart>>,
}

impl Chart {
    /// Where one of its files is, as people would name it.
    pub fn place_of(&self, file: &str) -> String {
        match &*self.place {
            "" | "." => file.to_owned(),
            place => format!("{}/{file}", place.trim_end_matches('/')),
        }
    }

    /// Charts of `apiVersion: v3` can be loaded, but not rendered.
    ///
    /// # Errors
    /// Helm's text.
    pub fn check_generation(&self) -> Result<(), ChartError> {
        match self.metadata.api_version == "v3" {
            true => Err(ChartError::new("invalid chart apiVersion")),
            false => Ok(()),
        }
    }
}

/// What remains of what a chart may hold.
#[derive(Debug, Clone, Copy)]
pub struct Budget {
    bytes: usize,
    files: usize,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget { bytes: MAX_CHART, files: MAX_FILES }
    }
}

impl Budget {
    /// Takes the size of a file.
    ///
    /// # Errors
    /// When nothing is left.
    pub fn take(&mut self, size: usize) -> Result<(), ChartError> {
        self.count_file()?;
        let too_large =
            || format!("decompressed chart is larger than the maximum size {MAX_CHART}");
        self.bytes = self.bytes.checked_sub(size).ok_or_else(too_large)?;
        Ok(())
    }

    /// Takes a file or directory without content.
    ///
    /// # Errors
    /// When there were too many.
    pub fn count_file(&mut self) -> Result<(), ChartError> {
        let too_many = || format!("the chart holds more than {MAX_FILES} files");
        self.files = self.files.checked_sub(1).ok_or_else(too_many)?;
        Ok(())
    }
}

/// How charts are loaded.
#[derive(Debug, Clone, Copy)]
pub struct LoadRules<'o> {
    /// How `values.yaml` is read.
    pub values: ValuesRules,
    /// What `Chart.yaml` must be.
    pub metadata: MetadataRules,
    /// What `[[ .Version ]]` and `[[ .AppVersion ]]` in `Chart.yaml` stand for.
    pub version: Option<&'o str>,
}

/// Collects a chart from its files.
pub struct Loader<'o> {
    rules: LoadRules<'o>,
    /// What is left of what may be read.
    pub budget: Budget,
    /// What Helm would have said so far.
    pub notices: Vec<Notice>,
    /// Where the chart is that is being read.
    place: String,
    depth: usize,
}

impl<'o> Loader<'o> {
    /// What `Chart.yaml` must be.
    pub fn metadata_rules(&self) -> MetadataRules {
        self.rules.metadata
    }

    /// Whether placeholders of versions are filled.
    pub fn has_version(&self) -> bool {
        self.rules.version.is_some()
    }

    /// Starts with a full budget. `place` is what people call the chart's path.
    pub fn new(rules: LoadRules<'o>, place: impl Into<String>) -> Loader<'o> {
        let (budget, notices) = (Budget::default(), Vec::new());
        Loader { rules, budget, notices, place: place.into(), depth: 0 }
    }

    /// Makes a chart of files.
    ///
    /// # Errors
    /// The first thing that Helm would refuse.
    pub fn chart(&mut self, files: Vec<File>) -> Result<Chart, ChartError> {
        let values = Frozen::Map(Arc::default());
        let mut chart = Chart { place: self.place.as_str().into(), values, ..Chart::default() };
        let mut has_metadata = self.read_metadata(&files, &mut chart.metadata)?;
        let mut parts: BTreeMap<String, Vec<File>> = BTreeMap::new();
        for file in files {
            has_metadata |= matches!(&*file.name, "requirements.yaml" | "requirements.lock");
            if let Some(rest) = file.name.strip_prefix("charts/")
                && !rest.ends_with(".prov")
            {
                let name = rest.split('/').next().unwrap_or(rest).to_owned();
                parts.entry(name).or_default().push(File { name: rest.into(), data: file.data });
            } else {
                self.file(file, &mut chart)?;
            }
        }
        if !has_metadata {
            return Err(ChartError::new("Chart.yaml file is missing"));
        }
        let rule = chart.metadata.validate(self.rules.metadata);
        rule.map_err(|rule| ChartError::new(format!("validation: {rule}")))?;
        for (name, files) in parts {
            if name.starts_with(['_', '.']) {
                continue;
            }
            let part = self.part(&name, files).map_err(|error| match error {
                Refused::Misplaced(found) => ChartError::new(format!(
                    "error unpacking subchart tar in {}: expected {name}, got {found}",
                    chart.metadata.name
                )),
                Refused::Unusable(error) => error.context(format_args!(
                    "error unpacking {}{name} in {}: ",
                    if self.rules.metadata.says_subchart { "subchart " } else { "" },
                    chart.metadata.name
                )),
            })?;
            chart.dependencies.push(Arc::new(part));
        }
        Ok(chart)
    }

    fn read_metadata(&self, files: &[File], metadata: &mut Metadata) -> Result<bool, ChartError> {
        let mut found = false;
        for file in files.iter().filter(|file| &*file.name == "Chart.yaml") {
            found = true;
            let text = self.fill_placeholders(file);
            let wording = self.rules.metadata.wording;
            metadata.read(text.as_bytes(), wording).map_err(|error| {
                let error = ChartError::new(format!("cannot load Chart.yaml: {error}"));
                match has_placeholder(&file.data) && self.rules.version.is_none() {
                    true => error.with_help(
                        "Chart.yaml holds `[[ .Version ]]`: give the version with \
                         `--chart-version`",
                    ),
                    false => error,
                }
            })?;
            if metadata.api_version.is_empty() {
                metadata.api_version = "v1".into();
            }
        }
        Ok(found)
    }

    fn fill_placeholders(&self, file: &File) -> Str {
        let Some(version) = self.rules.version.filter(|_| has_placeholder(&file.data)) else {
            return file.data.clone();
        };
        let text = file.data.to_string_lossy();
        let mut out = String::with_capacity(text.len());
        let mut rest = &*text;
        while let Some(start) = rest.find("[[") {
            let Some(length) = rest[start..].find("]]") else { break };
            let name = rest[start + 2..start + length].trim();
            out.push_str(&rest[..start]);
            match name {
                ".Version" | ".AppVersion" => out.push_str(version),
                _ => out.push_str(&rest[start..start + length + 2]),
            }
            rest = &rest[start + length + 2..];
        }
        out.push_str(rest);
        Str::from(out)
    }

    /// Puts a file where it belongs.
    fn file(&mut self, file: File, chart: &mut Chart) -> Result<(), ChartError> {
        let cannot = |error: &dyn std::fmt::Display| {
            ChartError::new(format!("cannot load {}: {error}", file.name))
        };
        let bytes = file.data.as_bytes();
        match &*file.name {
            "Chart.yaml" => {}
            "Chart.lock" => {
                check_lock(bytes, self.rules.metadata.wording).map_err(|e| cannot(&e))?;
            }
            "values.yaml" => {
                let values = read_values(bytes, self.rules.values).map_err(|e| cannot(&e))?;
                chart.values = Frozen::from(&serde_json::Value::Object(values));
                chart.values_text = file.data.clone();
            }
            "values.schema.json" => chart.schema = Some(file.data.clone()),
            "requirements.yaml" => {
                self.old_file(&chart.metadata, Site::OldDependencies, "Dependencies are handled in Chart.yaml since apiVersion \"v2\". We recommend migrating dependencies to Chart.yaml.");
                chart.metadata.read(bytes, self.rules.metadata.wording).map_err(|e| cannot(&e))?;
                if chart.metadata.api_version == "v1" {
                    chart.files.push(file);
                }
            }
            "requirements.lock" => {
                check_lock(bytes, self.rules.metadata.wording).map_err(|e| cannot(&e))?;
                self.old_file(&chart.metadata, Site::OldLock, "Dependency locking is handled in Chart.lock since apiVersion \"v2\". We recommend migrating to Chart.lock.");
                if chart.metadata.api_version == "v1" {
                    chart.files.push(file);
                }
            }
            name if name.starts_with("templates/") => chart.templates.push(file),
            _ => chart.files.push(file),
        }
        Ok(())
    }

    fn old_file(&mut self, metadata: &Metadata, site: Site, text: &str) {
        if metadata.api_version != "v1" {
            self.notices.push(Notice::info(format!("Warning: {text}")).at(site));
        }
    }

    /// Makes a chart of what lies under one name of `charts/`.
    fn part(&mut self, name: &str, files: Vec<File>) -> Result<Chart, Refused> {
        if self.depth == MAX_NESTING {
            let text = format!("charts are nested deeper than {MAX_NESTING} levels");
            return Err(Refused::Unusable(ChartError::new(text)));
        }
        let files = match name.ends_with(".tgz") {
            true => match files.first() {
                Some(file) if *file.name == *name => {
                    archive::read(file.data.as_bytes(), &mut self.budget)?
                }
                other => {
                    let found = other.map(|file| file.name.to_string());
                    return Err(Refused::Misplaced(found.unwrap_or_default()));
                }
            },
            false => files
                .into_iter()
                .filter_map(|file| {
                    let (_, rest) = file.name.split_once('/')?;
                    Some(File { name: rest.into(), data: file.data })
                })
                .collect(),
        };
        self.depth += 1;
        let outer = self.place.len();
        self.place.push_str(if self.place.is_empty() { "charts/" } else { "/charts/" });
        self.place.push_str(name);
        let chart = self.chart(files);
        self.place.truncate(outer);
        self.depth -= 1;
        Ok(chart?)
    }
}

/// Why something under `charts/` is no chart.
enum Refused {
    /// A directory with the name of an archive; holds its first file.
    Misplaced(String),
    /// Anything else.
    Unusable(ChartError),
}

impl From<ChartError> for Refused {
    fn from(error: ChartError) -> Refused {
        Refused::Unusable(error)
    }
}

fn has_placeholder(text: &Str) -> bool {
    memchr::memmem::find(text.as_bytes(), b"[[").is_some()
}

/// A lock must be readable; nothing in it matters for rendering.
fn check_lock(text: &[u8], wording: DecodeWording) -> Result<(), super::decode::DecodeError> {
    let Some(root) = first_document(text)? else { return Ok(()) };
    Decoder::wording(wording).fields(&root, "v2.Lock", &mut |decoder, key, node| {
        if is_field(key, "digest") {
            decoder.text(node)?;
        } else if is_field(key, "dependencies") {
            decoder.items(node, "[]*v2.Dependency", dependency)?;
        }
        Ok(())
    })?;
    Ok(())
}

/// The `apiVersion` of `Chart.yaml` alone, which decides whether Helm 4 loads a chart at all.
///
/// # Errors
/// Helm's text.
pub fn check_api_version(text: &[u8]) -> Result<(), ChartError> {
    let cannot =
        |error: &dyn std::fmt::Display| ChartError::new(format!("cannot load Chart.yaml: {error}"));
    let mut version = String::new();
    if let Some(root) = first_document(text)
        .map_err(|e| cannot(&format_args!("error converting YAML to JSON: {e}")))?
    {
        let fields = Decoder::default().fields(&root, "loader.chartBase", &mut |d, key, node| {
            if is_field(key, "apiVersion") {
                version = d.text(node)?.unwrap_or_default();
            }
            Ok(())
        });
        fields.map_err(|e| cannot(&e))?;
    }
    match version.as_str() {
        // Helm loads `v3` too, only to refuse it later: see `Chart::check_generation`.
        "" | "v1" | "v2" | "v3" => Ok(()),
        _ => Err(ChartError::new("unsupported chart version")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: LoadRules<'_> = LoadRules {
        values: ValuesRules { all_documents: true },
        metadata: MetadataRules::NEWEST,
        version: None,
    };

    fn load(files: &[(&str, &str)]) -> Result<Chart, String> {
        let files = files.iter().map(|(name, text)| File::new(*name, *text)).collect();
        Loader::new(RULES, "c").chart(files).map_err(|e| e.to_string())
    }

    const CHART: (&str, &str) = ("Chart.yaml", "{apiVersion: v2, name: a, version: 1.0.0}");

    #[test]
    fn files_are_sorted_by_their_role() {
        let chart = load(&[
            CHART,
            ("values.yaml", "a: 1"),
            ("templates/x.yaml", "x"),
            ("README.md", "r"),
            ("charts/_x/Chart.yaml", "broken: ["),
            ("charts/b/Chart.yaml", "{name: c, version: 1}"),
            ("charts/b-1.tgz.prov", "p"),
        ])
        .unwrap();
        assert_eq!(chart.templates.len(), 1);
        let names: Vec<_> = chart.files.iter().map(|f| &*f.name).collect();
        assert_eq!(names, ["README.md", "charts/b-1.tgz.prov"]);
        assert_eq!(chart.dependencies[0].metadata.name, "c");
    }

    #[test]
    fn what_is_no_chart_is_refused_with_its_place() {
        assert_eq!(
            load(&[CHART, ("charts/README.md", "r")]).unwrap_err(),
            "error unpacking subchart README.md in a: Chart.yaml file is missing"
        );
        assert_eq!(
            load(&[CHART, ("charts/x.tgz", "r")]).unwrap_err(),
            "error unpacking subchart x.tgz in a: unexpected EOF"
        );
    }

    #[test]
    fn placeholders_need_a_version() {
        let file = File::new("Chart.yaml", "{name: a, version: [[ .Version ]], apiVersion: v1}");
        let error = Loader::new(RULES, "c").chart(vec![file.clone()]).unwrap_err();
        assert!(error.help().unwrap().contains("--chart-version"), "{error}");
        let rules = LoadRules { version: Some("1.2.3"), ..RULES };
        assert_eq!(Loader::new(rules, "c").chart(vec![file]).unwrap().metadata.version, "1.2.3");
    }
}
