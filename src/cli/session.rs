//! What every command starts from: the texts of the run and the configuration.

use std::path::Path;

use super::args::GlobalArgs;
use super::problem::{Problem, Problems};
use crate::config::{self, Config, ConfigError, Date};
use crate::golden::cases::{self, Case, CasesError};
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

    /// The configuration, for commands that cannot do without.
    pub fn config(&self) -> anyhow::Result<&Config> {
        self.config.as_ref().ok_or_else(|| {
            let problem = Problem::new(format!(
                "no `{}` here or above, up to the repository's root",
                config::FILE_NAME
            ))
            .with_help("write one that lists your charts, or name it with `--config`");
            self.fail([problem])
        })
    }

    /// All cases that the configuration declares.
    pub fn cases(&self) -> anyhow::Result<Vec<Case>> {
        let found = cases::discover(self.config()?, &self.sources, None);
        found.map_err(|error| self.cases_error(error))
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
