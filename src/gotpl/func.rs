//! What a template function is, and the table of those that a template may call.

use foldhash::HashMap;

use super::{Ctx, Language};
use crate::value::{Args, FuncError, Param, Value};

/// The Rust side of a template function.
pub type Body = fn(&mut Ctx<'_>, Args<'_>) -> Result<Value, FuncError>;

/// A function that templates can call: name, Go's signature, body, documentation.
#[derive(Debug)]
pub struct Func {
    /// The name in templates.
    pub name: &'static str,
    /// The parameters of the Go function.
    pub params: &'static [Param],
    /// The type of further arguments, for variadic functions.
    pub variadic: Option<Param>,
    /// What it does when called.
    pub call: Call,
    /// One sentence or more on what it returns; shown by `explain`.
    pub doc: &'static str,
    /// Templates with their output. They are run as tests.
    pub examples: &'static [(&'static str, &'static str)],
    /// The first Helm minor version that has the function, when that is a fact that matters.
    pub since: Option<(u32, u32)>,
    /// The first Helm minor version that no longer has it, or has it in another form.
    pub until: Option<(u32, u32)>,
}

/// How a function is run.
#[derive(Debug, Clone, Copy)]
pub enum Call {
    /// All arguments are evaluated first.
    Plain(Body),
    /// Go's `and`: stops at the first false argument.
    And,
    /// Go's `or`: stops at the first true argument.
    Or,
    /// Go's `call`: its first argument is a function.
    Call,
}

impl Func {
    /// A function with fixed parameters.
    pub const fn new(name: &'static str, body: Body, params: &'static [Param]) -> Func {
        Func::with_call(name, Call::Plain(body), params)
    }

    pub(super) const fn with_call(
        name: &'static str,
        call: Call,
        params: &'static [Param],
    ) -> Func {
        Func {
            name,
            params,
            variadic: None,
            call,
            doc: "",
            examples: &[],
            since: None,
            until: None,
        }
    }

    /// Lets the function take any number of further arguments.
    pub const fn variadic(mut self, param: Param) -> Func {
        self.variadic = Some(param);
        self
    }

    /// Documents the function.
    pub const fn doc(mut self, doc: &'static str) -> Func {
        self.doc = doc;
        self
    }

    /// Adds templates with their expected output.
    pub const fn example(mut self, examples: &'static [(&'static str, &'static str)]) -> Func {
        self.examples = examples;
        self
    }

    /// States the first Helm version that has the function.
    pub const fn since(mut self, major: u32, minor: u32) -> Func {
        self.since = Some((major, minor));
        self
    }

    /// States the first Helm version that does without the function, or has another of its name.
    pub const fn until(mut self, major: u32, minor: u32) -> Func {
        self.until = Some((major, minor));
        self
    }

    /// Whether a Helm version has the function.
    pub fn is_in(&self, version: (u32, u32)) -> bool {
        self.since.is_none_or(|since| since <= version)
            && self.until.is_none_or(|until| version < until)
    }

    /// Go-like signature for documentation: `join SEPARATOR LIST`, `add [VALUES…]`.
    pub fn usage(&self) -> String {
        let mut out = self.name.to_owned();
        for Param(name, _) in self.params {
            out.push(' ');
            out.push_str(&name.to_uppercase());
        }
        if let Some(Param(name, _)) = self.variadic {
            out.push_str(&format!(" [{}…]", name.to_uppercase()));
        }
        out
    }
}

/// The functions that a template may call, and the language that calls them. Go's own
/// functions are always among them.
#[derive(Debug, Clone)]
pub struct Functions {
    by_name: HashMap<&'static str, &'static Func>,
    language: Language,
}

impl Functions {
    /// A table of functions; a later one replaces an earlier one of the same name.
    pub fn new(funcs: impl IntoIterator<Item = &'static Func>) -> Functions {
        let all = super::builtins::FUNCS.iter().chain(funcs);
        let by_name = all.map(|f| (f.name, f)).collect();
        Functions { by_name, language: Language::NEWEST }
    }

    /// The same functions in another language.
    pub fn speaking(self, language: Language) -> Functions {
        Functions { language, ..self }
    }

    /// The language.
    pub fn language(&self) -> &Language {
        &self.language
    }

    /// The function of a name.
    pub fn get(&self, name: &str) -> Option<&'static Func> {
        self.by_name.get(name).copied()
    }

    /// All functions, sorted by name.
    pub fn iter(&self) -> impl Iterator<Item = &'static Func> {
        let mut all: Vec<_> = self.by_name.values().copied().collect();
        all.sort_unstable_by_key(|func| func.name);
        all.into_iter()
    }
}
