//! Helm's functions that run templates or end the run: include, tpl, fail, required.
//!
//! Facts: Helm 4.3, `pkg/engine/engine.go`.

use crate::gotpl::{Ctx, Func, RunError, quote};
use crate::value::{Args, FuncError, Param, Piece, Str, Type, Value};

/// The rows of this family.
pub static FUNCS: &[Func] = &[
    Func::new("include", include, &[Param("name", Type::String), Param("data", Type::Any)])
        .doc("Runs a template of the chart and returns what it prints.")
        .example(&[(
            r#"{{ define "a" }}x{{ . }}{{ end }}{{ include "a" 1 | printf "%q" }}"#,
            "\"x1\"",
        )]),
    Func::new("tpl", tpl, &[Param("text", Type::String), Param("data", Type::Any)])
        .doc("Parses a text as a template, runs it and returns what it prints.")
        .example(&[(r#"{{ tpl "{{ . }}" 1 }}"#, "1")]),
    Func::new("fail", fail, &[Param("message", Type::String)])
        .doc("Ends the run with a message.")
        .example(&[(r#"{{ if false }}{{ fail "no" }}{{ end }}"#, "")]),
    Func::new("required", required, &[Param("message", Type::String), Param("value", Type::Any)])
        .doc("Returns the value; ends the run with the message when it is nil or \"\".")
        .example(&[(r#"{{ required "no" "x" }}"#, "x")]),
];

/// How often Helm lets a template include itself.
const MAX_NESTING: u32 = 1000;

fn include(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let name = args.str(0);
    let nesting = ctx.nesting(name);
    if *nesting > MAX_NESTING {
        return Err(FuncError::new(format!(
            "rendering template has a nested reference name: {name}: unable to execute template"
        )));
    }
    *nesting += 1;
    let result = ctx.include(name, args.value(1));
    *ctx.nesting(name) -= 1;
    Ok(Value::Str(result?))
}

/// How deep texts of `tpl` may run inside each other. Helm has no limit and dies of an
/// exhausted stack.
const MAX_TEXTS: u32 = 1000;

/// What Go prints for nil; Helm deletes it from everything that it renders.
const NO_VALUE: &[u8] = b"<no value>";

fn tpl(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let (text, name) = (args.str(0), Str::from_static("gotpl"));
    if !ctx.tracing() && memchr::memmem::find(text.as_bytes(), b"{{").is_none() {
        // Without any action a text prints itself. Charts pass many such values and files.
        ctx.reserve(text.len())?;
        return Ok(Value::Str(remove_no_value(text)));
    }
    if ctx.text_nesting() >= MAX_TEXTS {
        return Err(FuncError::new(format!("texts run inside each other {MAX_TEXTS} levels deep")));
    }
    let output = match ctx.execute_text(&name, text, args.value(1)) {
        Ok(output) => output,
        Err(error) => return Err(tpl_error(text, error)),
    };
    let text = ctx.finish(output);
    Ok(Value::Str(remove_no_value(&text)))
}

fn tpl_error(text: &Str, error: RunError) -> FuncError {
    let text = quote(text.as_bytes());
    match error {
        RunError::Parse(error) => {
            FuncError::with_cause(format!("cannot parse template {text}: "), error)
        }
        RunError::Exec(error) => {
            let prefix = format!("error during tpl function execution for {text}: ");
            FuncError::with_cause(prefix, *error)
        }
        error => FuncError::from(error),
    }
}

/// Deletes `<no value>` as Helm does; the origins of the remaining bytes are kept.
pub fn remove_no_value(text: &Str) -> Str {
    let bytes = text.as_bytes();
    let is_at = |i: usize| bytes[i..].starts_with(NO_VALUE);
    let Some(first) = memchr::memmem::find(bytes, NO_VALUE) else {
        return text.clone();
    };
    let (mut out, mut pieces) = (bytes[..first].to_vec(), Vec::new());
    let mut origins = text.pieces().iter().peekable();
    let mut at = first;
    while at < bytes.len() {
        if bytes[at] == b'<' && is_at(at) {
            keep_pieces(&mut origins, at, out.len(), &mut pieces);
            at += NO_VALUE.len();
            // Runs that end inside of what is deleted end here.
            keep_pieces(&mut origins, at, out.len(), &mut pieces);
        } else {
            out.push(bytes[at]);
            at += 1;
            keep_pieces(&mut origins, at, out.len(), &mut pieces);
        }
    }
    Str::with_pieces(out, pieces)
}

/// Moves the runs that end at or before `at` to their new end.
fn keep_pieces(
    origins: &mut std::iter::Peekable<std::slice::Iter<'_, Piece>>,
    at: usize,
    end: usize,
    pieces: &mut Vec<Piece>,
) {
    while let Some(origin) = origins.next_if(|o| o.end as usize <= at) {
        let end = end.min(origin.end as usize) as u32;
        if pieces.last().map_or(0, |p: &Piece| p.end) < end {
            pieces.push(Piece { end, ..*origin });
        }
    }
}

/// What Helm 3 makes of an error with marks in it, at the place of its outermost template.
pub(super) fn marked_message(error: &str) -> Option<String> {
    let mut tokens = error.splitn(3, ": ");
    let (_, location, text) = (tokens.next()?, tokens.next()?, tokens.next()?);
    let (_, rest) = text.split_once("HELM_ERR_START")?;
    let (message, _) = rest.rsplit_once("HELM_ERR_END")?;
    Some(format!("execution error at ({location}): {message}"))
}

/// Helm finds these marks in the final error text and prints what is between them.
fn marked(message: &str) -> FuncError {
    FuncError::new(format!("HELM_ERR_START{message}HELM_ERR_END"))
}

fn fail(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    Err(marked(&args.text(0)))
}

fn required(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    match args.value(1) {
        Value::Nil => Err(marked(&args.text(0))),
        Value::Str(text) if text.is_empty() => Err(marked(&args.text(0))),
        value => Ok(value.clone()),
    }
}

#[cfg(test)]
mod tests {
    fn run(template: &str) -> Result<String, String> {
        let functions = super::super::functions();
        crate::gotpl::testing::render(template, &serde_json::Value::Null, functions)
    }

    #[test]
    fn a_blank_text_inside_of_tpl_prints_nothing() {
        assert_eq!(run(r#"{{ tpl "a{{ tpl \"\" . }}b" . }}"#).as_deref(), Ok("ab"));
        let defining = r#"{{ tpl "a{{ tpl \"{{ define `x` }}x{{ end }} \" . }}b" . }}"#;
        assert_eq!(run(defining).as_deref(), Ok("a b"));
    }

    #[test]
    fn a_text_that_runs_itself_without_end_is_an_error() {
        let error = run(r#"{{ $t := "{{ tpl .t . }}" }}{{ tpl $t (dict "t" $t) }}"#).unwrap_err();
        assert!(error.contains("deep"), "{}", &error[error.len() - 200..]);
    }
}
