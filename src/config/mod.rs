//! `clusterctl-gs.yaml`: what `check` and `golden` work on, and what they tolerate.
//!
//! [`find`] looks for the file, [`Config::load`] reads it and everything that it extends;
//! [`conventional`] finds the charts of a repository that has none. The
//! result is plain data with the place of every entry; nothing is rendered or judged here, and
//! no rule is known by name. Faults are collected, so that one run names all of them.

mod convention;
mod date;
mod layers;
mod read;
mod sections;

use std::fmt;
use std::path::{Path, PathBuf};

pub use convention::conventional;
pub use date::{Date, DateError};
pub use layers::{FILE_NAME, find};

use crate::finding::Severity;
use crate::glob::Glob;
use crate::profile::Request;
use crate::source::{Location, SourceMap, Span};

/// The JSON schema of the configuration file, for editors.
pub const SCHEMA: &str = include_str!("schema.json");

/// The built-in charts that an entry can name.
pub const BUILTINS: [&str; 2] = ["aws", "openstack"];

/// The operating systems of the built-in charts.
pub const BUILTIN_OS: [&str; 2] = ["flatcar", "ubuntu"];

/// What an upgrade can be expected to do, as reports spell it.
pub const VERDICTS: [&str; 6] = ["refused", "rolls", "in-place", "ignored", "recreated", "allowed"];

/// A whole configuration, layers merged. The default is that of a missing file: nothing is
/// checked, nothing is tolerated.
#[derive(Debug, Clone, Default)]
pub struct Config {
    /// The file that was loaded.
    pub file: PathBuf,
    /// The controllers that judge, unless flags or a chart's entry say otherwise.
    pub profile: ProfileEntry,
    /// Further controllers that `check` judges under, by name, in the order written.
    pub profiles: Vec<NamedProfile>,
    /// The charts to check.
    pub charts: Vec<ChartEntry>,
    /// Objects that others create.
    pub externals: Vec<External>,
    /// Severities of rules; the last entry that matches counts.
    pub rules: Vec<RuleLevel>,
    /// Findings to leave out.
    pub ignore: Vec<Ignore>,
    /// Verdicts that were agreed to.
    pub expect: Vec<Expect>,
}

/// A value and the place where it was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct At<T> {
    /// The value.
    pub value: T,
    /// Where it stands.
    pub span: Span,
}

impl<T> std::ops::Deref for At<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

/// Versions of the controllers that judge.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ProfileEntry {
    /// Cluster API, its providers, Flatcar, Kubernetes and feature gates.
    pub request: Request,
    /// The release line of Helm that charts are rendered like, such as `4.3`.
    pub helm: Option<At<String>>,
}

impl ProfileEntry {
    /// This profile completed by a lower one: what both have is taken from this one.
    #[must_use]
    pub fn over(&self, lower: &ProfileEntry) -> ProfileEntry {
        ProfileEntry {
            request: self.request.over(&lower.request),
            helm: self.helm.clone().or_else(|| lower.helm.clone()),
        }
    }
}

/// One entry of `profiles`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedProfile {
    /// The name that reports use.
    pub name: At<String>,
    /// The versions.
    pub profile: ProfileEntry,
}

/// Where a chart comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ChartSource {
    /// A chart that is compiled into the binary, by its provider.
    Builtin(String),
    /// A Helm chart: a folder or an archive.
    Path(PathBuf),
}

/// One entry of `charts`.
#[derive(Debug, Clone)]
pub struct ChartEntry {
    /// Where the entry begins.
    pub span: Span,
    /// The folder of the file that the entry was written in.
    pub folder: PathBuf,
    /// What to render.
    pub source: At<ChartSource>,
    /// The release's name.
    pub name: Option<At<String>>,
    /// The release's namespace.
    pub namespace: Option<At<String>>,
    /// Values files of every case, as written; none when the key is absent.
    pub values: Option<Vec<At<PathBuf>>>,
    /// Patterns of case files, as written; none when the key is absent.
    pub cases: Option<Vec<At<Glob>>>,
    /// The operating systems, with what each changes; none when the key is absent.
    pub os: Option<Vec<OsEntry>>,
    /// Files and folders of manifests that answer `lookup`, as written.
    pub lookup: Vec<At<PathBuf>>,
    /// The organisation's Release object, as written.
    pub release: Option<At<PathBuf>>,
    /// API versions that `.Capabilities` has beyond the usual ones.
    pub api_versions: Vec<At<String>>,
    /// Folders that stand in for dependencies, by the dependency's name.
    pub dependencies: Vec<(At<String>, At<PathBuf>)>,
    /// Controllers for this chart, over the configuration's.
    pub profile: ProfileEntry,
    /// The folder of golden files, relative to `folder`.
    pub golden: Option<At<PathBuf>>,
}

/// One operating system of a chart.
#[derive(Debug, Clone, PartialEq)]
pub struct OsEntry {
    /// Its name, such as `flatcar`.
    pub name: At<String>,
    /// Values files that choose it, as written.
    pub values: Vec<At<PathBuf>>,
    /// Single values that choose it, by their dotted path.
    pub set: Vec<(At<String>, serde_json::Value)>,
}

/// One entry of `externals`: objects that others create.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct External {
    /// The kind.
    pub kind: Glob,
    /// The name.
    pub name: Glob,
    /// The namespace; any when none is given.
    pub namespace: Option<Glob>,
    /// Where the entry begins.
    pub span: Span,
}

impl External {
    /// Whether a reference is to such an object. A reference without a namespace is one to
    /// the referrer's own, which the entry may name.
    pub fn matches(&self, kind: &str, namespace: Option<&str>, name: &str) -> bool {
        let namespace_matches = match (&self.namespace, namespace) {
            (Some(pattern), Some(namespace)) => pattern.matches(namespace),
            _ => true,
        };
        self.kind.matches(kind) && self.name.matches_object(name) && namespace_matches
    }
}

/// What becomes of a rule's findings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// The rule does not run.
    Off,
    /// Its findings have this severity.
    Severity(Severity),
}

impl Level {
    /// The words of the configuration.
    pub const WORDS: [&str; 4] = ["error", "warning", "info", "off"];

    fn from_word(word: &str) -> Option<Level> {
        let severities = [Severity::Error, Severity::Warning, Severity::Info];
        match word {
            "off" => Some(Level::Off),
            _ => severities.into_iter().find(|s| s.as_str() == word).map(Level::Severity),
        }
    }
}

/// One entry of `rules`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleLevel {
    /// The rules that it is about.
    pub rule: At<Glob>,
    /// What becomes of their findings.
    pub level: Level,
}

/// One entry of `ignore`: findings that are left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ignore {
    /// The rules that it is about.
    pub rule: Glob,
    /// `Kind/name` of the objects; any when none is given.
    pub object: Option<Glob>,
    /// The fields; any when none is given.
    pub path: Option<Glob>,
    /// The cases; any when none is given.
    pub case: Option<Glob>,
    /// Why the findings do not matter.
    pub reason: String,
    /// The last day on which the entry counts.
    pub expires: Option<Date>,
    /// Where the entry begins.
    pub span: Span,
}

/// One entry of `expect`: a verdict that was agreed to, shown and not failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expect {
    /// The cases.
    pub case: Glob,
    /// `Kind/name` of the objects.
    pub object: Glob,
    /// One of the causes; any when none is given.
    pub path: Option<Glob>,
    /// One of [`VERDICTS`].
    pub verdict: &'static str,
    /// Who agreed, or where it is written.
    pub reason: String,
    /// The last day on which the entry counts.
    pub expires: Option<Date>,
    /// Where the entry begins.
    pub span: Span,
}

impl Ignore {
    /// Whether a finding is meant. `case` is none outside of `check`, and then only entries
    /// without a case, or for all of them, count.
    pub fn matches(&self, rule: &str, object: &str, path: &str, case: Option<&str>) -> bool {
        let field = |pattern: &Option<Glob>, text: &str, hashes: bool| match pattern {
            None => true,
            Some(pattern) if hashes => pattern.matches_object(text),
            Some(pattern) => pattern.matches(text),
        };
        self.rule.matches(rule)
            && field(&self.object, object, true)
            && field(&self.path, path, false)
            && field(&self.case, case.unwrap_or_default(), false)
    }

    /// Whether the entry counts no longer.
    pub fn is_expired(&self, today: Date) -> bool {
        self.expires.is_some_and(|last| last < today)
    }
}

impl Expect {
    /// Whether a verdict was agreed to. `causes` are the field paths that brought it about;
    /// an entry with a path covers the verdict only when all of them match, because a cause
    /// that nobody agreed to must still fail.
    pub fn matches(&self, case: &str, object: &str, verdict: &str, causes: &[&str]) -> bool {
        let path_matches = match &self.path {
            None => true,
            Some(path) => !causes.is_empty() && causes.iter().all(|cause| path.matches(cause)),
        };
        self.verdict == verdict
            && self.case.matches(case)
            && self.object.matches_object(object)
            && path_matches
    }

    /// Whether the entry counts no longer.
    pub fn is_expired(&self, today: Date) -> bool {
        self.expires.is_some_and(|last| last < today)
    }
}

/// Something wrong in a configuration file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// Where.
    pub location: Location,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.location, self.message)?;
        match &self.help {
            Some(help) => write!(f, " ({help})"),
            None => Ok(()),
        }
    }
}

/// Why there is no configuration.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The file cannot be read.
    #[error("cannot read `{path}`: {source}", path = path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The content is wrong, in one or more places.
    #[error("{}", lines(.0))]
    Invalid(Vec<Problem>),
}

fn lines(problems: &[Problem]) -> String {
    let lines: Vec<String> = problems.iter().map(Problem::to_string).collect();
    lines.join("\n")
}

impl Config {
    /// Reads a configuration file and the files that it extends.
    ///
    /// # Errors
    /// [`ConfigError::Read`] when the file cannot be read, [`ConfigError::Invalid`] with all
    /// faults of all layers otherwise.
    pub fn load(file: &Path, sources: &SourceMap) -> Result<Config, ConfigError> {
        layers::load(file, sources)
    }

    /// What the configuration says about a rule: the last entry that matches, none if none does.
    pub fn level(&self, rule: &str) -> Option<Level> {
        self.rules.iter().rev().find(|entry| entry.rule.matches(rule)).map(|entry| entry.level)
    }

    /// Entries of `rules` and `ignore` that name rules which do not exist.
    pub fn unknown_rules(&self, known: &[&str], sources: &SourceMap) -> Vec<Problem> {
        let levels = self.rules.iter().map(|entry| (&entry.rule.value, entry.rule.span));
        let ignores = self.ignore.iter().map(|entry| (&entry.rule, entry.span));
        let unknown = |(glob, _): &(&Glob, Span)| !known.iter().any(|name| glob.matches(name));
        let problem = |(glob, span): (&Glob, Span)| {
            Some(Problem {
                location: sources.locate(span)?,
                message: format!("no rule is named `{glob}`"),
                help: crate::suggest::did_you_mean(glob.as_str(), known.iter().copied()),
            })
        };
        levels.chain(ignores).filter(unknown).filter_map(problem).collect()
    }

    /// Whether a verdict was agreed to; the first entry that does, with its number for
    /// reporting entries that were never used.
    pub fn expected(
        &self,
        case: &str,
        object: &str,
        verdict: &str,
        causes: &[&str],
        today: Date,
    ) -> Option<(usize, &Expect)> {
        let matches = |e: &Expect| !e.is_expired(today) && e.matches(case, object, verdict, causes);
        self.expect.iter().enumerate().find(|(_, entry)| matches(entry))
    }
}
