//! Faults of the input as people read them: place, excerpt, what to do.

use std::fmt;

use crate::render::RenderError;
use crate::report::excerpt;
use crate::source::{Location, SourceMap};

/// One fault of the input.
#[derive(Debug, Clone)]
pub struct Problem {
    /// What is wrong: a lower-case fragment.
    pub message: String,
    /// Where, if it stands in a text.
    pub location: Option<Location>,
    /// The calls that led there, innermost first.
    pub calls: Vec<Location>,
    /// Lines to show where no text has the fault, such as a flag with a caret.
    pub shown: Option<String>,
    /// What to do.
    pub help: Option<String>,
}

impl Problem {
    /// A fault that is told by its message alone.
    pub fn new(message: impl Into<String>) -> Problem {
        Problem {
            message: message.into(),
            location: None,
            calls: Vec::new(),
            shown: None,
            help: None,
        }
    }

    /// Adds what to do.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Problem {
        self.help = Some(help.into());
        self
    }
}

/// Faults that end a command with status 2, with the texts that they stand in.
#[derive(Debug)]
pub struct Problems {
    list: Vec<Problem>,
    sources: SourceMap,
}

impl Problems {
    /// Faults in texts of a source map.
    pub fn new(list: impl IntoIterator<Item = Problem>, sources: &SourceMap) -> Problems {
        Problems { list: list.into_iter().collect(), sources: sources.clone() }
    }

    /// All faults as blocks for a terminal.
    pub fn to_text(&self) -> String {
        let mut out = String::new();
        for problem in &self.list {
            let red = anstyle::AnsiColor::Red.on_default().bold();
            out.push_str(&format!("{red}error:{red:#} {}\n", problem.message));
            if let Some(location) = &problem.location {
                out.push_str(&excerpt(location, &self.sources));
            }
            for call in &problem.calls {
                out.push_str(&format!("   = called at {call}\n"));
            }
            if let Some(shown) = &problem.shown {
                for line in shown.lines() {
                    out.push_str(&format!("   | {line}\n"));
                }
            }
            if let Some(help) = &problem.help {
                out.push_str(&format!("   = help: {help}\n"));
            }
        }
        out
    }
}

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, problem) in self.list.iter().enumerate() {
            let separator = if i > 0 { "\n" } else { "" };
            write!(f, "{separator}{}", problem.message)?;
        }
        Ok(())
    }
}

impl std::error::Error for Problems {}

impl From<crate::values::ValuesError> for Problem {
    fn from(error: crate::values::ValuesError) -> Problem {
        let message = match &error.location {
            Some(_) => error.message.clone(),
            None => error.to_string(),
        };
        Problem {
            location: error.location,
            shown: error.excerpt,
            help: error.help,
            ..Problem::new(message)
        }
    }
}

impl From<crate::config::Problem> for Problem {
    fn from(problem: crate::config::Problem) -> Problem {
        Problem {
            location: Some(problem.location),
            help: problem.help,
            ..Problem::new(problem.message)
        }
    }
}

impl Problem {
    /// A template that could not be rendered, at its place where the texts are known.
    pub fn of_render(error: &RenderError, sources: &SourceMap) -> Problem {
        let trace = error.trace();
        let location = sources.locate(trace.span);
        let message = match &location {
            Some(_) => error.message().to_owned(),
            None => error.to_string(),
        };
        Problem {
            location,
            calls: trace.calls.iter().rev().filter_map(|call| sources.locate(*call)).collect(),
            shown: trace.output.clone(),
            help: error.help().map(str::to_owned),
            ..Problem::new(message)
        }
    }
}
