//! What every command starts from: the texts of the run and the configuration.

use std::borrow::Cow;
use std::path::Path;

use super::args::{GlobalArgs, InputArgs};
use super::output::Output;
use super::problem::{Problem, Problems};
use crate::config::{self, At, ChartEntry, ChartSource, Config, ConfigError, Date};
use crate::golden::cases::{self, Case, CasesError, Reroot};
use crate::profile::Request;
use crate::rules::{self, Settings};
use crate::source::SourceMap;

/// The state that a command works with.
pub struct Session {
    /// All texts that were read.
    pub sources: SourceMap,
    /// The configuration, where there is one.
    pub config: Option<Config>,
}

impl Session {
    /// Reads the configuration that the flags name, or the nearest one.
    pub fn open(global: &GlobalArgs) -> anyhow::Result<Session> {
        let sources = SourceMap::default();
        let file = match &global.config {
            Some(file) => Some(file.clone()),
            None => config::find(Path::new(".")),
        };
        let config = match file {
            Some(file) => Some(load(&file, &sources)?),
            None => None,
        };
        Ok(Session { sources, config })
    }

    /// The versions that the configuration asks for everywhere.
    pub fn request(&self) -> Request {
        self.config.as_ref().map(|c| c.profile.request.clone()).unwrap_or_default()
    }

    /// All cases: those that the configuration declares, or else those of the charts that are
    /// where charts usually are.
    pub fn cases(&self) -> anyhow::Result<Vec<Case>> {
        self.cases_at(None)
    }

    /// The same cases of another copy of the work tree.
    pub fn cases_at(&self, copy: Option<&Reroot>) -> anyhow::Result<Vec<Case>> {
        let config = self.declared()?;
        let found = cases::discover(&config, &self.sources, copy);
        found.map_err(|error| self.cases_error(error))
    }

    /// Whether charts are where charts usually are, and no configuration lists any.
    pub fn finds_charts(&self) -> bool {
        self.config.as_ref().is_none_or(|config| config.charts.is_empty())
            && !config::conventional(Path::new(".")).is_empty()
    }

    /// The configuration with the charts that were found where it lists none.
    fn declared(&self) -> anyhow::Result<Cow<'_, Config>> {
        if let Some(config) = self.config.as_ref().filter(|config| !config.charts.is_empty()) {
            return Ok(Cow::Borrowed(config));
        }
        let charts = config::conventional(Path::new("."));
        match &self.config {
            None if charts.is_empty() => {
                let problem = Problem::new(format!(
                    "no `{}` and no chart (`Chart.yaml`, `helm/*/Chart.yaml`) here or above, up \
                     to the repository's root",
                    config::FILE_NAME
                ))
                .with_help(
                    "run inside a chart's repository, or name a configuration with \
                     `--config`",
                );
                Err(self.fail([problem]))
            }
            lower => Ok(Cow::Owned(Config { charts, ..lower.clone().unwrap_or_default() })),
        }
    }

    /// Says which charts and cases were found without a configuration that lists them.
    pub fn announce(&self, cases: &[Case], output: &Output) {
        if self.config.as_ref().is_some_and(|config| !config.charts.is_empty()) {
            return;
        }
        let mut charts: Vec<(&Path, usize)> = Vec::new();
        for case in cases {
            let ChartSource::Path(path) = &case.source else { continue };
            match charts.iter_mut().find(|(known, _)| known == path) {
                Some((_, count)) => *count += 1,
                None => charts.push((path, 1)),
            }
        }
        for (path, count) in charts {
            let of = match count {
                1 => "one case".to_owned(),
                _ => format!("{count} cases of `{}`", path.join("ci").display()),
            };
            output.diagnostic(&format!("found chart `{}` with {of}\n", path.display()));
        }
    }

    /// What flags name as input, or else the one chart that is where charts usually are, with
    /// the values that its cases have in common.
    pub fn input<'i>(&self, given: &'i InputArgs, output: &Output) -> Cow<'i, InputArgs> {
        let names_chart = given.provider.is_some() || given.chart.is_some();
        if names_chart || self.config.as_ref().is_some_and(|config| !config.charts.is_empty()) {
            return Cow::Borrowed(given);
        }
        let charts = config::conventional(Path::new("."));
        let [ChartEntry { folder, source: At { value: ChartSource::Path(path), .. }, .. }] =
            &charts[..]
        else {
            return Cow::Borrowed(given);
        };
        let chart = match path == Path::new(".") && !folder.as_os_str().is_empty() {
            true => folder.clone(),
            false => folder.join(path),
        };
        let mut input = given.clone();
        let usual = chart.join("ci/ci-values.yaml");
        let mut text = format!("found chart `{}`", chart.display());
        if usual.is_file() {
            text.push_str(&format!(", with `{}`", usual.display()));
            input.values.files.insert(0, usual);
        }
        output.diagnostic(&format!("{text}\n"));
        input.chart = Some(chart);
        Cow::Owned(input)
    }

    /// The cases of the given names; all for none.
    pub fn select<'c>(&self, all: &'c [Case], names: &[String]) -> anyhow::Result<Vec<&'c Case>> {
        cases::select(all, names).map_err(|error| self.cases_error(error))
    }

    /// The error of a command that would check nothing, which must not look like success.
    pub fn no_case(&self) -> anyhow::Error {
        let problem = Problem::new("the configuration declares no case: nothing was checked")
            .with_help("list your charts under `charts`");
        self.fail([problem])
    }

    /// Faults as an error of a command.
    pub fn fail(&self, problems: impl IntoIterator<Item = Problem>) -> anyhow::Error {
        Problems::new(problems, &self.sources).into()
    }

    fn cases_error(&self, error: CasesError) -> anyhow::Error {
        match error {
            CasesError::Invalid(list) => self.fail(list.into_iter().map(Problem::from)),
            CasesError::Unknown { ref help, .. } => {
                let help = help.clone();
                self.fail([Problem { help, ..Problem::new(error.to_string()) }])
            }
        }
    }
}

fn load(file: &Path, sources: &SourceMap) -> anyhow::Result<Config> {
    Config::load(file, sources).map_err(|error| match error {
        ConfigError::Invalid(list) => {
            Problems::new(list.into_iter().map(Problem::from), sources).into()
        }
        other => other.into(),
    })
}

impl Session {
    /// What the configuration says about rules.
    pub fn settings(&self) -> anyhow::Result<Settings> {
        let Some(config) = &self.config else { return Ok(Settings::default()) };
        let names: Vec<&str> = crate::rules::all().map(|rule| rule.name).collect();
        let unknown = config.unknown_rules(&names, &self.sources);
        if !unknown.is_empty() {
            return Err(self.fail(unknown.into_iter().map(Problem::from)));
        }
        let level = |level: config::Level| match level {
            config::Level::Off => rules::Level::Off,
            config::Level::Severity(severity) => rules::Level::At(severity),
        };
        let ignore = |entry: &config::Ignore| rules::Ignore {
            rule: entry.rule.clone(),
            object: entry.object.clone(),
            path: entry.path.clone(),
            reason: entry.reason.as_str().into(),
            expires: entry.expires.map(|date| date.to_string().into()),
            origin: self.sources.locate(entry.span),
        };
        let external = |entry: &config::External| rules::External {
            kind: entry.kind.clone(),
            name: entry.name.clone(),
            namespace: entry.namespace.clone(),
        };
        Ok(Settings {
            levels: config.rules.iter().map(|r| (r.rule.value.clone(), level(r.level))).collect(),
            ignores: config.ignore.iter().map(ignore).collect(),
            externals: config.externals.iter().map(external).collect(),
            today: Some(today().to_string().into()),
        })
    }
}

/// The day of the run, for suppressions that expire.
#[expect(clippy::disallowed_methods, reason = "no rendering sees the day, only expiry dates do")]
pub fn today() -> Date {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    Date::from_unix(now.map_or(0, |since| since.as_secs()))
}
