//! Regular expressions in Go's syntax, on bytes.
//!
//! Facts: Sprig 3.3 `regex.go`; Go 1.27 `regexp` for which empty matches count.

use std::rc::Rc;

use regex::bytes::Captures;

use crate::goregex::{self, Program, Texts};
use crate::gotpl::{Ctx, Func, decode_rune, quote};
use crate::value::{Args, Elem, FuncError, List, Param, Str, Type, Value};

const REGEX: Param = Param("regex", Type::String);
const TEXT: Param = Param("text", Type::String);
const COUNT: Param = Param("count", Type::Int);
const REPLACEMENT: Param = Param("replacement", Type::String);

/// The rows of this family.
pub static FUNCS: &[Func] = &[
    Func::new("regexMatch", matches, &[REGEX, TEXT])
        .doc("True when the text holds a match; false when the expression is malformed.")
        .example(&[(r#"{{ regexMatch "^a+$" "aaa" }} {{ regexMatch "(" "" }}"#, "true false")]),
    Func::new("mustRegexMatch", must_match, &[REGEX, TEXT])
        .doc("True when the text holds a match.")
        .example(&[(r#"{{ mustRegexMatch "^a+$" "aab" }}"#, "false")]),
    Func::new("regexFind", find, &[REGEX, TEXT])
        .doc("Returns the first match, or \"\".")
        .example(&[(r#"{{ regexFind "[0-9]+" "a12b3" }}"#, "12")]),
    Func::new("mustRegexFind", must_find, &[REGEX, TEXT])
        .doc("As `regexFind`.")
        .example(&[(r#"{{ mustRegexFind "[0-9]+" "a12b3" }}"#, "12")]),
    Func::new("regexFindAll", find_all, &[REGEX, TEXT, COUNT])
        .doc("Returns the matches, at most so many; -1 means all of them.")
        .example(&[(r#"{{ regexFindAll "[0-9]+" "a12b3" -1 }}"#, "[12 3]")]),
    Func::new("mustRegexFindAll", must_find_all, &[REGEX, TEXT, COUNT])
        .doc("As `regexFindAll`.")
        .example(&[(r#"{{ mustRegexFindAll "[0-9]+" "a12b3" 1 }}"#, "[12]")]),
    Func::new("regexReplaceAll", replace, &[REGEX, TEXT, REPLACEMENT])
        .doc("Replaces all matches; `${1}` in the replacement is the first group.")
        .example(&[(r#"{{ regexReplaceAll "a(x*)b" "-ab-axxb-" "${1}W" }}"#, "-W-xxW-")]),
    Func::new("mustRegexReplaceAll", must_replace, &[REGEX, TEXT, REPLACEMENT])
        .doc("As `regexReplaceAll`.")
        .example(&[(r#"{{ mustRegexReplaceAll "a(x*)b" "-axxb-" "$1" }}"#, "-xx-")]),
    Func::new("regexReplaceAllLiteral", replace_literal, &[REGEX, TEXT, REPLACEMENT])
        .doc("Replaces all matches by the text as it is.")
        .example(&[(r#"{{ regexReplaceAllLiteral "x+" "-xx-" "$1" }}"#, "-$1-")]),
    Func::new("mustRegexReplaceAllLiteral", must_replace_literal, &[REGEX, TEXT, REPLACEMENT])
        .doc("As `regexReplaceAllLiteral`.")
        .example(&[(r#"{{ mustRegexReplaceAllLiteral "x+" "-xx-" "y" }}"#, "-y-")]),
    Func::new("regexSplit", split, &[REGEX, TEXT, COUNT])
        .doc("Splits at matches, into at most so many parts; -1 means all of them.")
        .example(&[(r#"{{ regexSplit "z+" "pizza" -1 }}"#, "[pi a]")]),
    Func::new("mustRegexSplit", must_split, &[REGEX, TEXT, COUNT])
        .doc("As `regexSplit`.")
        .example(&[(r#"{{ mustRegexSplit "z+" "pizza" -1 }}"#, "[pi a]")]),
    Func::new("regexQuoteMeta", quote_meta, &[TEXT])
        .doc("Escapes what has a meaning in expressions.")
        .example(&[(r#"{{ regexQuoteMeta "1.2" }}"#, r"1\.2")]),
];

/// Steps that compiling one state costs.
const STEPS_PER_STATE: usize = 2;

/// How many states looking at how many bytes cost one step: few expressions make the matcher
/// visit all of their states, but some do.
const WORK_PER_STEP: usize = 256;

/// What a part of a result list takes: its value, its text, and where it was found.
const BYTES_PER_PART: usize = 128;

/// Why an expression cannot be used.
enum Refusal {
    Malformed(goregex::Error),
    TooMuchWork(FuncError),
}

impl From<goregex::Error> for Refusal {
    fn from(error: goregex::Error) -> Refusal {
        Refusal::Malformed(error)
    }
}

fn program(ctx: &mut Ctx<'_>, expression: &str, texts: Texts) -> Result<Rc<Program>, Refusal> {
    goregex::cached(expression, texts, |weight| {
        ctx.spend(weight.saturating_mul(STEPS_PER_STATE)).map_err(Refusal::TooMuchWork)
    })
}

/// The expression, which is the first argument, for the text behind it; with Go's error.
fn compile(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Rc<Program>, FuncError> {
    try_compile(ctx, args)?.map_err(FuncError::new)
}

/// The expression, or Go's text about it; outside, that it is too much work.
fn try_compile(
    ctx: &mut Ctx<'_>,
    args: Args<'_>,
) -> Result<Result<Rc<Program>, String>, FuncError> {
    let (expression, texts) = (args.str(0), Texts::of(args.str(1).as_bytes()));
    let Some(text) = expression.as_utf8() else {
        let text = expression.to_string_lossy();
        return Ok(Err(format!("error parsing regexp: invalid UTF-8: `{text}`")));
    };
    match program(ctx, text, texts) {
        Ok(program) => Ok(Ok(program)),
        Err(Refusal::Malformed(error)) => Ok(Err(error.to_string())),
        Err(Refusal::TooMuchWork(error)) => Err(error),
    }
}

/// The expression, with the panic of Go's `MustCompile`.
fn must_compile(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Rc<Program>, FuncError> {
    let expression = args.str(0);
    try_compile(ctx, args)?.map_err(|error| {
        let plain = |text: &str| {
            text.chars().all(|c| c == '\t' || !(c.is_ascii_control() || "`\u{feff}".contains(c)))
        };
        let quoted = match expression.as_utf8() {
            Some(text) if plain(text) => format!("`{text}`"),
            _ => quote(expression.as_bytes()),
        };
        FuncError::new(format!("regexp: Compile({quoted}): {error}"))
    })
}

/// Counts the work of one search through so many bytes.
fn search(ctx: &mut Ctx<'_>, program: &Program, bytes: usize) -> Result<(), FuncError> {
    ctx.spend(bytes.saturating_mul(program.weight) / WORK_PER_STEP)
}

/// Counts the work of a search that goes on behind a match. Most find the next one soon, so
/// it counts as a quarter of one through all the rest.
fn search_on(ctx: &mut Ctx<'_>, program: &Program, rest: usize) -> Result<(), FuncError> {
    ctx.spend(1 + rest.saturating_mul(program.weight) / (4 * WORK_PER_STEP))
}

/// The width of the character at a position; 0 at the end.
fn width(text: &[u8], at: usize) -> usize {
    decode_rune(&text[at.min(text.len())..]).1
}

/// The matches that Go's `FindAll` accepts: an empty one right behind another is none.
fn ranges(
    ctx: &mut Ctx<'_>,
    program: &Program,
    text: &[u8],
    count: i64,
) -> Result<Vec<(usize, usize)>, FuncError> {
    search(ctx, program, text.len())?;
    let limit = usize::try_from(count).unwrap_or(usize::MAX);
    let mut found = Vec::new();
    let (mut at, mut previous) = (0, None);
    while found.len() < limit && at <= text.len() {
        search_on(ctx, program, text.len() - at)?;
        let Some(m) = program.regex.find_at(text, at) else { break };
        let mut accept = true;
        if m.end() == at {
            accept = previous != Some(m.start());
            at += width(text, at).max(1);
        } else {
            at = m.end();
        }
        previous = Some(m.end());
        if accept {
            found.push((m.start(), m.end()));
            if found.len().is_power_of_two() {
                ctx.reserve(found.len().saturating_mul(BYTES_PER_PART))?;
            }
        }
    }
    Ok(found)
}

/// Go's replacement loop, whose rule for empty matches is another than that of `FindAll`.
fn replaced(
    ctx: &mut Ctx<'_>,
    program: &Program,
    text: &[u8],
    mut write: impl FnMut(&Captures<'_>, &mut Vec<u8>),
) -> Result<Vec<u8>, FuncError> {
    let mut out = Vec::with_capacity(text.len());
    let (mut at, mut last, mut reserved) = (0, 0, text.len() + 4096);
    ctx.reserve(reserved)?;
    search(ctx, program, text.len())?;
    while at <= text.len() {
        search_on(ctx, program, text.len() - at)?;
        let Some(captures) = program.regex.captures_at(text, at) else { break };
        let Some(whole) = captures.get(0) else { break };
        out.extend_from_slice(&text[last..whole.start()]);
        if whole.end() > last || whole.start() == 0 {
            write(&captures, &mut out);
        }
        last = whole.end();
        at = last.max(at + width(text, at).max(1));
        if out.len() > reserved {
            reserved = out.len() * 2;
            ctx.reserve(reserved)?;
        }
    }
    out.extend_from_slice(&text[last.min(text.len())..]);
    Ok(out)
}

fn matches(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    match try_compile(ctx, args)? {
        Ok(program) => is_match(ctx, &program, args),
        Err(_) => Ok(Value::Bool(false)),
    }
}

fn must_match(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let program = compile(ctx, args)?;
    is_match(ctx, &program, args)
}

fn is_match(ctx: &mut Ctx<'_>, program: &Program, args: Args<'_>) -> Result<Value, FuncError> {
    let text = args.str(1).as_bytes();
    search(ctx, program, text.len())?;
    Ok(Value::Bool(program.regex.is_match(text)))
}

fn find_with(ctx: &mut Ctx<'_>, program: &Program, args: Args<'_>) -> Result<Value, FuncError> {
    let text = args.str(1);
    search(ctx, program, text.len())?;
    let found = program.regex.find(text.as_bytes());
    Ok(Value::Str(found.map_or(Str::EMPTY, |m| text.slice(m.range()))))
}

fn find(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let program = must_compile(ctx, args)?;
    find_with(ctx, &program, args)
}

fn must_find(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let program = compile(ctx, args)?;
    find_with(ctx, &program, args)
}

fn find_all_with(ctx: &mut Ctx<'_>, program: &Program, args: Args<'_>) -> Result<Value, FuncError> {
    let text = args.str(1).as_bytes();
    let found = ranges(ctx, program, text, args.int(2))?;
    if found.is_empty() {
        return Ok(Value::List(List::nil(Elem::String)));
    }
    Ok(Value::List(List::strings(found.into_iter().map(|(start, end)| &text[start..end]))))
}

fn find_all(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let program = must_compile(ctx, args)?;
    find_all_with(ctx, &program, args)
}

fn must_find_all(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let program = compile(ctx, args)?;
    find_all_with(ctx, &program, args)
}

fn replace_with(ctx: &mut Ctx<'_>, program: &Program, args: Args<'_>) -> Result<Value, FuncError> {
    let template = args.str(2).as_bytes();
    let write = |captures: &Captures<'_>, out: &mut Vec<u8>| {
        goregex::expand(template, captures, out);
    };
    Ok(Value::from(replaced(ctx, program, args.str(1).as_bytes(), write)?))
}

fn replace(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let program = must_compile(ctx, args)?;
    replace_with(ctx, &program, args)
}

fn must_replace(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let program = compile(ctx, args)?;
    replace_with(ctx, &program, args)
}

fn literal_with(ctx: &mut Ctx<'_>, program: &Program, args: Args<'_>) -> Result<Value, FuncError> {
    let new = args.str(2).as_bytes();
    let write = |_: &Captures<'_>, out: &mut Vec<u8>| out.extend_from_slice(new);
    Ok(Value::from(replaced(ctx, program, args.str(1).as_bytes(), write)?))
}

fn replace_literal(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let program = must_compile(ctx, args)?;
    literal_with(ctx, &program, args)
}

fn must_replace_literal(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let program = compile(ctx, args)?;
    literal_with(ctx, &program, args)
}

/// Go's `Split`: a match at the very start that is empty cuts nothing off.
fn split_with(ctx: &mut Ctx<'_>, program: &Program, args: Args<'_>) -> Result<Value, FuncError> {
    let (text, count) = (args.str(1).as_bytes(), args.int(2));
    if count == 0 {
        return Ok(Value::List(List::nil(Elem::String)));
    }
    if text.is_empty() && !args.str(0).is_empty() {
        return Ok(Value::List(List::strings([""])));
    }
    let mut parts: Vec<&[u8]> = Vec::new();
    let (mut begin, mut end) = (0, 0);
    for (start, stop) in ranges(ctx, program, text, count)? {
        if count > 0 && parts.len() as i64 == count - 1 {
            break;
        }
        end = start;
        if stop != 0 {
            parts.push(&text[begin..end]);
        }
        begin = stop;
    }
    if end != text.len() {
        parts.push(&text[begin..]);
    }
    Ok(Value::List(List::strings(parts)))
}

fn split(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let program = must_compile(ctx, args)?;
    split_with(ctx, &program, args)
}

fn must_split(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let program = compile(ctx, args)?;
    split_with(ctx, &program, args)
}

fn quote_meta(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let text = args.str(0).as_bytes();
    ctx.reserve(text.len().saturating_mul(2))?;
    let mut out = Vec::with_capacity(text.len() + 8);
    for byte in text {
        if br"\.+*?()|[]{}^$".contains(byte) {
            out.push(b'\\');
        }
        out.push(*byte);
    }
    Ok(Value::from(out))
}
