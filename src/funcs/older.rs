//! Functions of Helm 3 that behave in another way than those of the same name today.
//!
//! They replace the newer ones in the tables of the versions that had them; each says until
//! when. Facts: Helm 3.11 and 3.17 with their Sprig, xstrings, cast and semver libraries; probed
//! with 3.11.1 and 3.17.3.

use super::{cases, numbers, semver, strings};
use crate::gotpl::{self, Ctx, Func, Output, RunError};
use crate::value::{Args, FuncError, Param, Str, Type, Value};

const TEXT: Param = Param("text", Type::String);
const CONSTRAINT: Param = Param("constraint", Type::String);
const ANY: Param = Param("value", Type::Any);

/// The rows, in the order of the families of their successors.
pub static FUNCS: &[Func] = &[
    Func::new("tpl", tpl, &[TEXT, Param("data", Type::NamedMap("chartutil.Values"))]).until(3, 13),
    Func::new("int", int, &[ANY]).until(3, 12),
    Func::new("int64", int64, &[ANY]).until(3, 12),
    Func::new("quote", quote, &[]).variadic(ANY).until(3, 12),
    Func::new("camelcase", camelcase, &[TEXT]).until(3, 16),
    Func::new("semver", old_semver, &[TEXT]).until(4, 0),
    Func::new("semverCompare", plain_semver_compare, &[CONSTRAINT, TEXT]).until(4, 2),
    Func::new("semverCompare", semver_compare, &[CONSTRAINT, TEXT]).until(4, 0),
];

/// The text takes the place of the file that is being run: it has its name, sees what all other
/// files define, and they win.
fn tpl(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let (text, data) = (args.str(0), args.value(1));
    let template = data.as_map().and_then(|data| data.get("Template"));
    let member = |name: &str| match template.as_ref()?.as_map()?.get(name)? {
        Value::Str(found) => Some(found),
        _ => None,
    };
    let missing = |what: &str, key: &str| {
        FuncError::new(format!(
            "cannot retrieve Template.{what} from values inside tpl function: {text}: \"{key}\" \
             is not a value"
        ))
    };
    member("BasePath").ok_or_else(|| missing("Basepath", "BasePath"))?;
    let name = member("Name").ok_or_else(|| missing("Name", "Name"))?;
    match ctx.execute_in_place(&name, text, data) {
        Ok(output) => Ok(finish(ctx, output)),
        Err(error) => Err(tpl_error(text, error)),
    }
}

fn finish(ctx: &mut Ctx<'_>, output: Output) -> Value {
    let text = ctx.finish(output);
    Value::Str(super::remove_no_value(&text))
}

fn tpl_error(text: &Str, error: RunError) -> FuncError {
    let text = gotpl::quote(text.as_bytes());
    let prefix = format!("error during tpl function execution for {text}: ");
    match error {
        RunError::Parse(error) => {
            let full = error.to_string();
            let message = full.rsplit(": ").next().unwrap_or_default();
            let place = format!("parse error at ({}:{})", error.name, error.line);
            FuncError::new(format!("{prefix}{place}: {message}"))
        }
        RunError::Exec(error) => match super::flow::marked_message(&error.to_string()) {
            Some(message) => FuncError::new(prefix + &message),
            None => FuncError::with_cause(prefix, *error),
        },
        error => FuncError::from(error),
    }
}

/// cast refused a fraction, zeros or not.
fn old_integer(value: &Value) -> i64 {
    match value {
        Value::Str(text) if text.as_bytes().contains(&b'.') => 0,
        value => numbers::to_int64(value),
    }
}

fn int(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    Ok(Value::Int(old_integer(args.value(0))))
}

fn int64(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    Ok(Value::Int64(old_integer(args.value(0))))
}

/// Before 1.20 Go had no short form for the character DEL.
fn quote(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let quoted = strings::quote(ctx, args)?;
    let Some(text) = quoted.as_str().filter(|text| has_delete(text)) else { return Ok(quoted) };
    let mut out = Vec::with_capacity(text.len() + 8);
    let mut rest = text.as_bytes();
    while let Some(at) = rest.iter().position(|byte| *byte == b'\\') {
        out.extend_from_slice(&rest[..at]);
        rest = &rest[at..];
        let (escape, length): (&[u8], usize) = match rest.starts_with(b"\\x7f") {
            true => (b"\\u007f", 4),
            false => (&rest[..rest.len().min(2)], rest.len().min(2)),
        };
        out.extend_from_slice(escape);
        rest = &rest[length..];
    }
    out.extend_from_slice(rest);
    Ok(Value::Str(Str::from(&out[..])))
}

fn has_delete(text: &Str) -> bool {
    text.as_bytes().windows(4).any(|four| four == b"\\x7f")
}

/// xstrings made every letter small that does not begin a word, and only connectors separated
/// words.
fn camelcase(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let text = args.text(0);
    let mut chars = text.chars().peekable();
    let mut out = String::with_capacity(text.len());
    while let Some(connector) = chars.next_if(|c| cases::is_connector(*c)) {
        out.push(connector);
    }
    let Some(mut before) = chars.next().map(strings::to_upper) else { return Ok(out.into()) };
    for c in chars {
        if cases::is_connector(c) && cases::is_connector(before) {
            out.push(before);
            continue;
        }
        if cases::is_connector(before) {
            before = strings::to_upper(c);
        } else {
            out.push(before);
            before = strings::to_lower(c);
        }
    }
    out.push(before);
    Ok(out.into())
}

fn old_semver(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    semver::semver(ctx, args).map_err(in_old_words)
}

fn semver_compare(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    semver::semver_compare(ctx, args).map_err(in_old_words)
}

/// What the semver library said before 3.4.
fn in_old_words(error: FuncError) -> FuncError {
    let text = error.message();
    const WORDS: [(&str, &str); 6] = [
        ("invalid semantic version", "Invalid Semantic Version"),
        ("version string empty", "Version string empty"),
        ("version segment starts with 0", "Version segment starts with 0"),
        ("invalid characters in version", "Invalid characters in version"),
        ("invalid prerelease string", "Invalid Prerelease string"),
        ("invalid metadata string", "Invalid Metadata string"),
    ];
    if let Some((_, old)) = WORDS.iter().find(|(new, _)| *new == text) {
        return FuncError::new(*old);
    }
    without_quotes(error)
}

/// Constraints that cannot be read stand without quotes.
fn plain_semver_compare(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    semver::semver_compare(ctx, args).map_err(without_quotes)
}

fn without_quotes(error: FuncError) -> FuncError {
    let text = error.message();
    match text.strip_prefix("improper constraint: ").and_then(|c| gotpl::unquote(c.as_bytes())) {
        Some(constraint) => {
            let constraint = String::from_utf8_lossy(&constraint).into_owned();
            FuncError::new(format!("improper constraint: {constraint}"))
        }
        None => error,
    }
}

#[cfg(test)]
mod tests {
    use crate::funcs::functions_of;
    use crate::gotpl::testing::render;

    #[test]
    fn functions_are_those_of_the_version() {
        let nothing = serde_json::Value::Null;
        let in_version = |(major, minor), template: &str| {
            render(template, &nothing, &functions_of(major, minor)).unwrap()
        };
        let both = |template: &str| (in_version((3, 11), template), in_version((4, 3), template));
        let words = r#"{{ camelcase "_first-name2X" }} {{ camelcase "FirstName" }}"#;
        assert_eq!(both(words), ("_FirstName2x Firstname".into(), "_FirstName2X FirstName".into()));
        assert_eq!(both(r#"{{ int64 "1.0" }} {{ int "7" }}"#), ("0 7".into(), "1 7".into()));
        let delete = r#"{{ quote "\x7f\\x7f" }}"#;
        assert_eq!(both(delete), (r#""\u007f\\x7f""#.into(), r#""\x7f\\x7f""#.into()));
    }

    #[test]
    fn errors_are_in_the_words_of_the_version() {
        let nothing = serde_json::Value::Null;
        let error = |template: &str| {
            let text = render(template, &nothing, &functions_of(3, 17)).unwrap_err();
            text.rsplit_once("error calling ").unwrap().1.to_owned()
        };
        assert_eq!(error(r#"{{ semver "x" }}"#), "semver: Invalid Semantic Version");
        assert_eq!(
            error(r#"{{ semverCompare "a.b" "1.0.0" }}"#),
            "semverCompare: improper constraint: a.b"
        );
    }
}
