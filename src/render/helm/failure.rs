//! Why a chart could not be rendered: Helm's text, and the place for those who say it better.
//!
//! Facts: Helm 4.3, `pkg/engine/engine.go` (cleanupParseError, reformatExecErrorMsg).

use std::fmt;
use std::sync::Arc;

use crate::chart::ChartError;
use crate::gotpl::{ExecError, NoTemplate, ParseError, RunError, quote};
use crate::render::Trace;
use crate::source::Span;

/// A chart that could not be rendered. Prints as Helm says it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HelmError {
    pub(super) text: String,
    /// The file of the template that failed.
    pub template: Option<Arc<str>>,
    /// Its line, from 1.
    pub line: Option<u32>,
    /// What to do, in our words.
    pub help: Option<String>,
    /// What is wrong, in our words, for those who are shown the place beside it.
    pub plain: Option<String>,
    /// Where it stands, in the texts that the chart keeps.
    pub trace: Box<Trace>,
    /// Where in the output of the template something cannot be read.
    pub output_at: Option<u32>,
    /// It happened while templates were run or their output was read: `helm template` adds
    /// a hint then.
    pub while_rendering: bool,
    /// The values break the schema of a chart.
    pub breaks_schema: bool,
}

impl HelmError {
    /// An error before any template was run.
    pub fn before(text: impl Into<String>) -> HelmError {
        HelmError {
            text: text.into(),
            template: None,
            line: None,
            help: None,
            plain: None,
            trace: Box::default(),
            output_at: None,
            while_rendering: false,
            breaks_schema: false,
        }
    }

    /// Values that break a schema.
    pub fn by_schema(text: impl Into<String>) -> HelmError {
        HelmError { breaks_schema: true, ..HelmError::before(text) }
    }

    /// An error while templates were run.
    pub fn rendering(text: impl Into<String>) -> HelmError {
        HelmError { while_rendering: true, ..HelmError::before(text) }
    }

    /// Says where it happened.
    pub fn at(mut self, template: impl Into<Arc<str>>, line: Option<u32>) -> HelmError {
        (self.template, self.line) = (Some(template.into()), line);
        self
    }
}

impl fmt::Display for HelmError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl std::error::Error for HelmError {}

impl From<ChartError> for HelmError {
    fn from(error: ChartError) -> HelmError {
        let help = error.help().map(str::to_owned);
        HelmError { help, ..HelmError::before(error.to_string()) }
    }
}

/// A template that could not be parsed. Helm prints only what stands behind the last colon.
pub(super) fn parse_failure(error: &ParseError) -> HelmError {
    let text = error.to_string();
    let message = text.rsplit(": ").next().unwrap_or_default();
    let text = format!("parse error at ({}:{}): {message}", error.name, error.line);
    let failure = HelmError::rendering(text).at(error.name.clone(), Some(error.line));
    HelmError {
        plain: Some(format!("template cannot be parsed: {}", error.message)),
        trace: Box::new(Trace { span: error.span, ..Trace::default() }),
        ..failure
    }
}

/// A template that failed while it ran.
pub(super) fn run_failure(error: &RunError, is_helm_4: bool) -> HelmError {
    let RunError::Exec(error) = error else { return HelmError::rendering(error.to_string()) };
    let text = exec_text(error, is_helm_4);
    let innermost = innermost(error);
    let failure = HelmError {
        plain: Some(plain(innermost)),
        help: help(innermost),
        trace: Box::new(trace(error)),
        ..HelmError::rendering(text)
    };
    match &error.place {
        Some(place) => failure.at(place.file.clone(), Some(place.line)),
        None => failure,
    }
}

/// Lines of an output that are shown before and behind the one with a fault.
const SHOWN: usize = 2;

/// The lines of an output around a place, with their numbers; the line itself is marked.
pub(super) fn around(text: &str, at: usize) -> String {
    let before = text.as_bytes()[..at.min(text.len())].iter().filter(|b| **b == b'\n').count();
    let first = before.saturating_sub(SHOWN);
    let lines = text.lines().enumerate().skip(first).take(before - first + SHOWN + 1);
    let line = |(index, line): (usize, &str)| {
        let mark = if index == before { '>' } else { ' ' };
        format!("{mark} {:>4}  {line}\n", index + 1)
    };
    lines.map(line).collect()
}

fn innermost(mut error: &ExecError) -> &ExecError {
    while let Some(inner) = error.included() {
        error = inner;
    }
    error
}

/// The node that failed and the calls that led to it, as far as they stand in files: the text
/// of a `tpl` has none.
fn trace(error: &ExecError) -> Trace {
    let levels = std::iter::successors(Some(error), |error| error.included());
    let spans = levels.filter_map(|level| Some(level.place.as_ref()?.span));
    let mut calls: Vec<Span> = spans.filter(|span| !span.is_none()).collect();
    Trace { span: calls.pop().unwrap_or(Span::NONE), calls, output: None }
}

/// What is wrong where it went wrong. What `fail` and `required` say stands for itself.
fn plain(error: &ExecError) -> String {
    let message = error.full_message();
    if let Some(text) = marked(&message) {
        return text.to_owned();
    }
    let value = match &error.value {
        Some(value) => format!("; the value is `{}`", shortened(value)),
        None => String::new(),
    };
    match &error.place {
        Some(place) => format!("`{}` fails: {}{value}", place.context, message.trim_end()),
        None => message,
    }
}

/// How much of a value a message shows.
const VALUE: usize = 60;

fn shortened(value: &str) -> String {
    let line = value.lines().next().unwrap_or_default();
    let is_whole = line.len() == value.len();
    match line.char_indices().nth(VALUE) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None if is_whole => line.to_owned(),
        None => format!("{line}…"),
    }
}

fn help(error: &ExecError) -> Option<String> {
    let field = error.message.strip_prefix("nil pointer evaluating ")?.rsplit_once('.')?.1;
    let context = &error.place.as_ref()?.context;
    let value = context.strip_suffix(field)?.strip_suffix('.').filter(|value| !value.is_empty())?;
    Some(format!("`{value}` has no value here: set it, or guard the line with `if` or `with`"))
}

fn exec_text(error: &ExecError, is_helm_4: bool) -> String {
    let full = error.to_string();
    let mut tokens = full.splitn(3, ": ");
    let location = (tokens.next(), tokens.next()).1.unwrap_or_default();
    if let Some(message) = tokens.next().and_then(marked) {
        return format!("execution error at ({location}): {message}");
    }
    if !is_helm_4 {
        return full;
    }
    match levels(error) {
        Some(levels) => levels.concat().trim().to_owned(),
        None => full,
    }
}

/// What `fail` and `required` have put between marks.
fn marked(text: &str) -> Option<&str> {
    let (_, rest) = text.split_once("HELM_ERR_START")?;
    Some(rest.rsplit_once("HELM_ERR_END")?.0)
}

/// The text of each level of includes, outermost first; none when the innermost error is not
/// the engine's own: Helm prints Go's single line then.
fn levels(error: &ExecError) -> Option<Vec<String>> {
    let mut levels: Vec<String> = Vec::new();
    let mut current = error;
    loop {
        let level = level(current);
        if levels.last() != Some(&level) {
            levels.push(level);
        }
        let call = current.message.strip_prefix("error calling ");
        match (&current.cause, call) {
            (None, None) => return Some(levels),
            // A function failed with a text of its own.
            (None, Some(_)) => return None,
            // Anything between the name of the function and the cause is not the engine's.
            (Some(_), Some(call)) if !call.trim_end().ends_with(':') => return None,
            (Some(_), Some(call)) if call.matches(": ").count() > 1 => return None,
            (Some(_), None) => return None,
            (Some(cause), Some(_)) => {
                if let Some(inner) = cause.downcast_ref::<ExecError>() {
                    current = inner;
                } else if let Some(missing) = cause.downcast_ref::<NoTemplate>() {
                    levels.push(format!("{missing}\n"));
                    return Some(levels);
                } else {
                    return None;
                }
            }
        }
    }
}

fn level(error: &ExecError) -> String {
    let message = |text: &str| {
        // A nested error begins here; it is a level of its own.
        let text = text.split(" template:").next().unwrap_or_default().trim_end_matches(' ');
        text.to_owned()
    };
    let own = match &error.cause {
        Some(_) => error.message.trim_end().to_owned(),
        None => message(&error.message),
    };
    let own = match own.is_empty() {
        true => String::new(),
        false => format!("{own}\n"),
    };
    match &error.place {
        Some(place) => format!(
            "{}:{}:{}\n  executing {} at <{}>:\n    {own}",
            place.file,
            place.line,
            place.column,
            quote(error.template.as_bytes()),
            place.context
        ),
        None => format!("{}\n  {own}", error.template),
    }
}
