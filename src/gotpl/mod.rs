//! Go's text/template (as of Go 1.27, with Helm's options): parse, execute, print.
//!
//! Knows no Helm, YAML, files or Kubernetes: the host hands in data ([`Value`]), functions
//! ([`Functions`]) and an environment ([`Env`]).
//!
//! # Functions
//!
//! A function is one Rust `fn` and one row:
//!
//! ```
//! use clusterctl_gs::gotpl::{Ctx, Func};
//! use clusterctl_gs::value::{Args, FuncError, Param, Type, Value};
//!
//! pub static FUNCS: &[Func] = &[Func::new("twice", twice, &[Param("text", Type::String)])
//!     .doc("Returns the text two times.")
//!     .example(&[(r#"{{ twice "ab" }}"#, "abab")])];
//!
//! fn twice(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
//!     let text = args.str(0).as_bytes();
//!     ctx.reserve(text.len().saturating_mul(2))?;
//!     Ok(text.repeat(2).into())
//! }
//! ```
//!
//! - The row's parameters are the Go function's own. The engine checks the number and types
//!   of arguments before the call, with Go's texts (`wrong type for value; expected string;
//!   got int`). Use [`Type::Any`] for `interface {}`, then look at the [`Value`] itself.
//! - Further arguments of a variadic function: `.variadic(Param("values", Type::Any))`; the
//!   body finds them in [`Args::rest`].
//! - A Go `error` and a Go panic are both `Err(FuncError::new(text))`; the engine adds
//!   `error calling NAME: `.
//! - The kind of number that comes out is visible to templates: return `Value::Int` for Go's
//!   `int`, `Int64` for `int64`, `Float` for `float64`; `List::strings` for `[]string`.
//! - Anything whose result can be much larger than its arguments asks [`Ctx::reserve`]
//!   first. Anything that walks values recursively stops at [`MAX_DEPTH`].
//! - Time, randomness, DNS and `lookup` come from [`Ctx::env`].
//! - A function that only moves text around (indent, trim, quote) builds its result with
//!   [`StrBuilder`] or [`Str::slice`], so that bytes keep the template line that they came
//!   from. All others need not care: their result counts as printed by the calling action.
//! - Values print as Go prints them through [`to_text`], [`sprint`] and [`sprintf`].
//!
//! # Running
//!
//! [`Templates::parse`] the files, put the set into an `Arc` (threads can share it), make a
//! [`Ctx`] for each run and [`Ctx::execute`] a template. Deep recursion needs stack: run on
//! [`with_big_stack`], or tell the guard the size of the thread's own.
//!
//! [`with_big_stack`]: crate::value::stack::with_big_stack
//! [`StrBuilder`]: crate::value::StrBuilder
//! [`Str::slice`]: crate::value::Str::slice
//!
//! [`Value`]: crate::value::Value
//! [`MAX_DEPTH`]: crate::value::MAX_DEPTH
//! [`Type::Any`]: crate::value::Type::Any
//! [`Args::rest`]: crate::value::Args::rest

mod ast;
mod builtins;
mod ctx;
mod error;
mod eval;
mod format;
mod func;
mod language;
mod lexer;
mod number;
mod output;
mod parser;
mod quote;
mod set;
#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tests;

pub use ast::{Source, Template};
pub use ctx::{Ctx, Env, MAX_STEPS, MAX_STRING, NoTemplate, RunError, STEPS_PER_MILLISECOND};
pub use error::{ExecError, ParseError, Place};
pub use format::{sprint, sprintf, sprintln, to_text};
pub use func::{Call, Func, Functions};
pub use language::Language;
pub use output::Output;
pub use parser::{Parsed, parse};
pub use quote::{decode_rune, is_print, quote, quote_into, unquote};
pub use set::Templates;
