//! The run of templates: what functions may reach, what limits hold, and how one template
//! calls another.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use foldhash::HashMap;

use super::ast::Template;
use super::error::{ExecError, ParseError};
use super::eval::{self, Slot};
use super::func::Functions;
use super::language::Language;
use super::output::Output;
use super::parser::{self, Parsed};
use super::set::Templates;
use crate::source::{Calls, FileId};
use crate::value::{FuncError, Str, Value, memory};

/// The longest string that a function may make, and the longest output of a template.
/// Kubernetes takes no object over 3 MiB and Helm no chart over 100 MiB of text; a template
/// that asks for more has gone wrong.
pub const MAX_STRING: usize = 32 << 20;

/// How many nodes a run may execute, function calls and the bytes that they work on included.
/// The largest real charts stay below a million; this many take a few seconds.
pub const MAX_STEPS: u64 = 20_000_000;

/// What a millisecond of work inside of a function counts, for functions that are slow by nature.
pub const STEPS_PER_MILLISECOND: usize = 4_000;

/// How much memory the values of a run may hold, so that the process stays below 256 MiB.
pub const MAX_HELD: isize = 128 << 20;

/// Memory is looked at once in so many steps.
const STEPS_PER_LOOK: u64 = 256;

/// Bytes that count as one step when functions work on large texts.
pub(super) const BYTES_PER_STEP: usize = 32;

/// What the start of a template costs besides its nodes, in steps.
const STEPS_PER_TEMPLATE: u64 = 8;

/// How many different texts of `tpl` are kept parsed.
const MAX_CACHED_TEXTS: usize = 512;

/// The world outside the template. The host decides whether it is real or fixed.
pub trait Env {
    /// The current time: seconds since 1970 and nanoseconds.
    fn now(&mut self) -> (i64, u32);

    /// Fills a buffer with random bytes.
    fn fill_random(&mut self, buffer: &mut [u8]);

    /// The objects of the cluster: one object when `name` is given, else a list. Empty map
    /// when there is nothing.
    ///
    /// # Errors
    /// Whatever the host says about it.
    fn lookup(
        &mut self,
        api_version: &str,
        kind: &str,
        namespace: &str,
        name: &str,
    ) -> Result<Value, FuncError>;

    /// The IP address of a host name, `""` when it is not known.
    fn resolve_host(&mut self, name: &str) -> String;

    /// Whatever else functions and host agree upon, by concrete type.
    fn extension(&self) -> Option<&dyn Any> {
        None
    }
}

/// A run of templates of one set in one environment. Functions get it as first argument.
pub struct Ctx<'e> {
    env: &'e mut dyn Env,
    functions: &'e Functions,
    tracing: bool,
    steps: u64,
    max_steps: u64,
    /// What the thread's values held when the run began.
    held_before: isize,
    /// Bytes in the outputs of the templates that wait for this one.
    outer_bytes: usize,
    pub(super) set: Arc<Templates>,
    /// The set that the run began with.
    whole: Arc<Templates>,
    pub(super) out: Output,
    /// The calls that traced output has passed through.
    pub(super) calls: Calls,
    /// The variables of all running templates; each has a window of its own.
    pub(super) slots: Vec<Slot>,
    pub(super) depth: u32,
    nesting: Vec<u32>,
    /// The index in `nesting` of a template's name.
    nesting_of: HashMap<Str, usize>,
    /// How many texts run inside each other.
    text_nesting: u32,
    texts: HashMap<Str, Arc<Parsed>>,
    buffers: Vec<Vec<u8>>,
}

impl<'e> Ctx<'e> {
    /// Starts a run over a set. The functions must be those that the set was parsed with;
    /// they are used for text that is parsed during the run.
    pub fn new(set: Arc<Templates>, functions: &'e Functions, env: &'e mut dyn Env) -> Ctx<'e> {
        Ctx {
            env,
            functions,
            tracing: false,
            steps: 0,
            max_steps: MAX_STEPS,
            held_before: memory::held(),
            outer_bytes: 0,
            whole: set.clone(),
            set,
            out: Output::default(),
            calls: Calls::default(),
            slots: Vec::new(),
            depth: 0,
            nesting: Vec::new(),
            nesting_of: HashMap::default(),
            text_nesting: 0,
            texts: HashMap::default(),
            buffers: Vec::new(),
        }
    }

    /// Records where output comes from.
    pub fn with_tracing(mut self, tracing: bool) -> Ctx<'e> {
        self.tracing = tracing;
        self
    }

    /// Ends the run after so many steps, if that is sooner than [`MAX_STEPS`]: for hosts that
    /// run many templates and trust none.
    pub fn with_max_steps(mut self, steps: u64) -> Ctx<'e> {
        self.max_steps = steps.min(MAX_STEPS);
        self
    }

    /// True when origins of output are recorded: functions that only move text around then
    /// keep the pieces of their arguments.
    pub fn tracing(&self) -> bool {
        self.tracing
    }

    /// The calls that the pieces of the output so far name.
    pub fn calls(&self) -> &Calls {
        &self.calls
    }

    /// The template language that is spoken.
    pub fn language(&self) -> &'e Language {
        self.functions.language()
    }

    /// The world outside.
    pub fn env(&mut self) -> &mut dyn Env {
        self.env
    }

    /// Asks for room for a result of so many bytes (for a list: count its items as 24).
    ///
    /// # Errors
    /// When the result would be larger than any honest template needs, or when the whole run
    /// has asked for too much.
    pub fn reserve(&mut self, bytes: usize) -> Result<(), FuncError> {
        if bytes > MAX_STRING {
            return Err(FuncError::new(format!(
                "result of {bytes} bytes exceeds the limit of {MAX_STRING} bytes"
            )));
        }
        self.steps += (bytes / BYTES_PER_STEP) as u64;
        self.check_limits(bytes).map_err(FuncError::new)
    }

    /// Counts work that makes no output of its own: one step for each value looked at.
    ///
    /// # Errors
    /// When the run has taken more steps than it may, or holds too much memory.
    pub fn spend(&mut self, steps: usize) -> Result<(), FuncError> {
        let looks = self.steps / STEPS_PER_LOOK;
        self.steps += steps as u64;
        if self.steps / STEPS_PER_LOOK == looks {
            return Ok(());
        }
        self.check_limits(0).map_err(FuncError::new)
    }

    /// Counts the execution of a node.
    pub(super) fn step(&mut self) -> Result<(), &'static str> {
        self.steps += 1;
        if self.steps.is_multiple_of(STEPS_PER_LOOK) { self.check_limits(0) } else { Ok(()) }
    }

    fn check_limits(&self, more: usize) -> Result<(), &'static str> {
        if self.steps > self.max_steps {
            return Err("template does not come to an end");
        }
        if memory::held() - self.held_before + more as isize > MAX_HELD {
            return Err("template needs too much memory");
        }
        Ok(())
    }

    /// True when the outputs of all running templates are longer than they may be.
    pub(super) fn output_is_full(&self) -> bool {
        self.outer_bytes + self.out.bytes.len() > MAX_STRING
    }

    /// How many executions of a template are under way, as counted by the caller. Helm's
    /// `include` limits it.
    pub fn nesting(&mut self, name: &Str) -> &mut u32 {
        let index = match self.nesting_of.get(name) {
            Some(index) => *index,
            None => {
                self.nesting.push(0);
                self.nesting_of.insert(name.clone(), self.nesting.len() - 1);
                self.nesting.len() - 1
            }
        };
        &mut self.nesting[index]
    }

    /// How many texts of [`Ctx::execute_text`] run inside each other.
    pub fn text_nesting(&self) -> u32 {
        self.text_nesting
    }

    /// Runs a template of the set and returns what it prints.
    ///
    /// # Errors
    /// [`NoTemplate`] or [`ExecError`] as the cause, their text as the message.
    pub fn execute(&mut self, name: &Str, data: &Value) -> Result<Output, RunError> {
        let Some(template) = self.set.get(name).cloned() else {
            let (template, set) = (name.clone(), self.set.name().clone());
            return Err(RunError::NoTemplate(NoTemplate { template, set }));
        };
        self.run(&template, data)
    }

    fn run(&mut self, template: &Template, data: &Value) -> Result<Output, RunError> {
        self.steps += STEPS_PER_TEMPLATE;
        let mut fresh = Output::new(self.tracing);
        fresh.bytes = self.buffers.pop().unwrap_or_default();
        let outer = std::mem::replace(&mut self.out, fresh);
        self.outer_bytes += outer.bytes.len();
        let result = eval::run(self, template, data);
        self.outer_bytes -= outer.bytes.len();
        let output = std::mem::replace(&mut self.out, outer);
        match result {
            Ok(()) => Ok(output),
            Err(error) => Err(RunError::Exec(error)),
        }
    }

    /// Runs a template of the set and returns what it prints as a string.
    ///
    /// # Errors
    /// As for [`Ctx::execute`], as the cause of the function's error.
    pub fn include(&mut self, name: &Str, data: &Value) -> Result<Str, FuncError> {
        let output = self.execute(name, data)?;
        Ok(self.finish(output))
    }

    /// Parses a text and runs it under a name. What it defines is seen by it and by whatever
    /// it calls, not by others.
    ///
    /// # Errors
    /// The text's own error of parsing or running.
    pub fn execute_text(
        &mut self,
        name: &Str,
        text: &Str,
        data: &Value,
    ) -> Result<Output, RunError> {
        let parsed = match self.texts.get(text) {
            Some(parsed) => parsed.clone(),
            None => self.parse_text(name, text)?,
        };
        let mut set = Templates::extend(&self.set);
        set.add(&parsed);
        self.run_text(set, name, &parsed, data)
    }

    /// Parses a text and runs it in the place of the file whose name it gets: what that file,
    /// or an outer text, defines is not seen, and what other files define wins.
    ///
    /// # Errors
    /// The text's own error of parsing or running.
    pub fn execute_in_place(
        &mut self,
        name: &Str,
        text: &Str,
        data: &Value,
    ) -> Result<Output, RunError> {
        let known = self.texts.get(text);
        let known = known.filter(|parsed| parsed.templates.contains_key(name)).cloned();
        let parsed = match known {
            Some(parsed) => parsed,
            None => self.parse_text(name, text)?,
        };
        let mut set = Templates::in_place_of(name, &self.whole);
        set.add(&parsed);
        self.run_text(set, name, &parsed, data)
    }

    fn run_text(
        &mut self,
        set: Templates,
        name: &Str,
        parsed: &Parsed,
        data: &Value,
    ) -> Result<Output, RunError> {
        let outer = std::mem::replace(&mut self.set, Arc::new(set));
        // Not by its name: a blank text does not replace an outer text of that name, and runs
        // all the same.
        self.text_nesting += 1;
        let result = match parsed.templates.get(name) {
            Some(template) => self.run(template, data),
            None => Ok(Output::new(self.tracing)),
        };
        self.text_nesting -= 1;
        self.set = outer;
        result
    }

    fn parse_text(&mut self, name: &Str, text: &Str) -> Result<Arc<Parsed>, RunError> {
        let file = name.to_string_lossy();
        let parsed = parser::parse(&file, FileId::NONE, text.clone(), self.functions)?;
        let parsed = Arc::new(parsed);
        if self.texts.len() < MAX_CACHED_TEXTS {
            self.texts.insert(text.clone(), parsed.clone());
        }
        Ok(parsed)
    }

    /// Turns output into a string; its buffer is used again.
    pub fn finish(&mut self, mut output: Output) -> Str {
        if output.pieces.is_some() {
            return output.into_str();
        }
        let text = Str::from(&output.bytes[..]);
        output.bytes.clear();
        self.buffers.push(output.bytes);
        text
    }
}

/// Why a template, or a text, could not be run.
#[derive(Debug)]
pub enum RunError {
    /// There is no template of that name.
    NoTemplate(NoTemplate),
    /// The text could not be parsed.
    Parse(ParseError),
    /// It failed.
    Exec(Box<ExecError>),
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RunError::NoTemplate(error) => error.fmt(f),
            RunError::Parse(error) => error.fmt(f),
            RunError::Exec(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for RunError {}

impl From<ParseError> for RunError {
    fn from(error: ParseError) -> RunError {
        RunError::Parse(error)
    }
}

impl From<RunError> for FuncError {
    /// The function failed because the run did: the text is the run's own.
    fn from(error: RunError) -> FuncError {
        match error {
            RunError::NoTemplate(error) => FuncError::with_cause("", error),
            RunError::Parse(error) => FuncError::with_cause("", error),
            RunError::Exec(error) => FuncError::with_cause("", *error),
        }
    }
}

/// A template that is not in the set. Prints as Go says it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoTemplate {
    /// The name that was asked for.
    pub template: Str,
    /// The name of the set.
    pub set: Str,
}

impl fmt::Display for NoTemplate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = super::quote::quote(self.template.as_bytes());
        let set = super::quote::quote(self.set.as_bytes());
        write!(f, "template: no template {name} associated with template {set}")
    }
}

impl std::error::Error for NoTemplate {}
