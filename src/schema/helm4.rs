//! The words of Helm 4 for a failed validation.
//!
//! Source of the facts: Helm 4.3.1 with santhosh-tekuri/jsonschema v6, probed.

use super::document::escape_token;
use super::error::{Failure, FailureKind, Limit, Literal, SchemaError};
use super::number::{english_float, english_integer};
use super::validate::{MAX_DEPTH, MAX_STEPS};
use crate::gojson::Wording;
use crate::goquote;
use crate::path::{FieldPath, Step};

/// All failures below the root, as Helm prints them: each on its own line, nested ones
/// indented, without a final line break.
pub fn failure_text(failure: &Failure) -> String {
    let mut out = String::new();
    if failure.kind == FailureKind::Root {
        for cause in &failure.causes {
            write_failure(&mut out, cause, 1);
        }
        return out.trim_start_matches('\n').to_owned();
    }
    write_failure(&mut out, failure, 0);
    out
}

/// Why a schema cannot be used.
pub fn schema_error_text(error: &SchemaError) -> String {
    let quote = goquote::quote;
    match error {
        SchemaError::Json(error) => error.text(Wording::Go127),
        SchemaError::Metaschema { url, failure, draft } => format!(
            "{} is not valid against metaschema: jsonschema validation failed with '{draft}#'\n{}",
            quote(url),
            failure_text(failure)
        ),
        SchemaError::PointerNotFound(url) => {
            format!("json-pointer in {} not found", quote(url))
        }
        SchemaError::BadPointer(url) => format!("invalid json-pointer {}", quote(url)),
        SchemaError::AnchorNotFound { url, reference } => {
            format!("anchor in {} not found in schema {}", quote(reference), quote(url))
        }
        SchemaError::DuplicateId { id, url, pointers } => format!(
            "duplicate id {} in {} at {} and {}",
            quote(id),
            quote(url),
            quote(&pointers[0]),
            quote(&pointers[1])
        ),
        SchemaError::DuplicateAnchor { anchor, url, pointers } => format!(
            "duplicate anchor {} in {} at {} and {}",
            quote(anchor),
            quote(url),
            quote(&pointers[0]),
            quote(&pointers[1])
        ),
        SchemaError::BadId(url) => format!("error in parsing id at {}", quote(url)),
        SchemaError::BadUrl(message) => message.clone(),
        SchemaError::Load { url, reason } => format!("failing loading {}: {reason}", quote(url)),
        SchemaError::UnsupportedDraft(url) => format!("draft {} is not supported", quote(url)),
    }
}

fn write_failure(out: &mut String, failure: &Failure, indent: usize) {
    let lone_reference = failure.kind == FailureKind::Reference && failure.causes.len() == 1;
    let mut inner = indent;
    if !lone_reference {
        if indent > 0 {
            out.push('\n');
            out.push_str(&"  ".repeat(indent - 1));
            out.push_str("- ");
        }
        inner += 1;
        let at = quote(&json_pointer(&failure.instance));
        out.push_str(&format!("at {at}: {}", kind_text(&failure.kind)));
    }
    for cause in &failure.causes {
        write_failure(out, cause, inner);
    }
}

/// A path as a JSON pointer.
pub(crate) fn json_pointer(path: &FieldPath) -> String {
    let tokens = path.steps().iter().map(|step| match step {
        Step::Key(key) => format!("/{}", escape_token(key)),
        Step::Index(index) => format!("/{index}"),
    });
    tokens.collect()
}

/// One failure without its place and its causes.
pub fn kind_text(kind: &FailureKind) -> String {
    match kind {
        FailureKind::Root | FailureKind::Group | FailureKind::Reference => {
            "validation failed".into()
        }
        FailureKind::FalseSchema => "false schema".into(),
        FailureKind::ReferenceCycle { ways: [first, second], url } => {
            let url = goquote::quote(url);
            format!("both {first} and {second} resolve to {url} causing reference cycle")
        }
        FailureKind::Type { got, want } => format!("got {got}, want {}", want.join(" or ")),
        FailureKind::NotJson(name) => format!("invalid jsonType {name}"),
        FailureKind::Const(Literal::Compound) => "'const' failed".into(),
        FailureKind::Const(want) => format!("value must be {}", literal_text(want)),
        FailureKind::Enum(want) => enum_text(want),
        FailureKind::Format { got, format, reason } => {
            format!("{} is not valid {format}: {reason}", literal_text(got))
        }
        FailureKind::Pattern { got, pattern } => {
            format!("{} does not match pattern {}", quote(got), quote(pattern))
        }
        FailureKind::Count { keyword, got, want } => {
            format!("{keyword}: got {}, want {}", english_integer(*got), english_integer(*want))
        }
        FailureKind::Number { keyword, got, want } => {
            format!("{keyword}: got {}, want {}", english_float(*got), english_float(*want))
        }
        FailureKind::Required(missing) => match missing.as_slice() {
            [one] => format!("missing property {}", quote(one)),
            _ => format!("missing properties {}", quote_all(missing)),
        },
        FailureKind::DependentRequired { key, missing } => {
            format!("properties {} required, if {} exists", quote_all(missing), quote(key))
        }
        FailureKind::AdditionalProperties(keys) => {
            format!("additional properties {} not allowed", quote_all(keys))
        }
        FailureKind::PropertyName(key) => format!("invalid propertyName {}", quote(key)),
        FailureKind::AdditionalItems(count) => {
            format!("last {} additionalItem(s) not allowed", english_integer(*count))
        }
        FailureKind::UniqueItems(first, second) => {
            let (first, second) = (english_integer(*first), english_integer(*second));
            format!("items at {first} and {second} are equal")
        }
        FailureKind::Not => "'not' failed".into(),
        FailureKind::AllOf => "'allOf' failed".into(),
        FailureKind::AnyOf => "'anyOf' failed".into(),
        FailureKind::OneOf(None) => "'oneOf' failed, none matched".into(),
        FailureKind::OneOf(Some((first, second))) => {
            let (first, second) = (english_integer(*first), english_integer(*second));
            format!("'oneOf' failed, subschemas {first}, {second} matched")
        }
        FailureKind::Contains => "no items match contains schema".into(),
        FailureKind::MinContains { got, want } => contains_text("min", got, *want),
        FailureKind::MaxContains { got, want } => contains_text("max", got, *want),
        FailureKind::GaveUp(Limit::Steps) => {
            format!("the schema branches too often: gave up after {MAX_STEPS} steps")
        }
        FailureKind::GaveUp(Limit::Depth) => {
            format!("the schema nests too deeply: gave up {MAX_DEPTH} levels down")
        }
    }
}

fn enum_text(want: &[Literal]) -> String {
    if want.contains(&Literal::Compound) {
        return "'enum' failed".into();
    }
    let shown: Vec<_> = want.iter().map(literal_text).collect();
    match shown.as_slice() {
        [one] => format!("value must be {one}"),
        _ => format!("value must be one of {}", shown.join(", ")),
    }
}

fn contains_text(limit: &str, got: &[usize], want: usize) -> String {
    let want = english_integer(want);
    if got.is_empty() {
        return format!("{limit} {want} items required to match contains schema, but none matched");
    }
    let places: Vec<_> = got.iter().map(usize::to_string).collect();
    format!(
        "{limit} {want} items required to match contains schema, but matched {} items at {}",
        english_integer(got.len()),
        places.join(" ")
    )
}

fn literal_text(literal: &Literal) -> String {
    match literal {
        Literal::Null => "<nil>".into(),
        Literal::Bool(value) => value.to_string(),
        Literal::Number(text) => text.to_string(),
        Literal::String(text) => quote(text),
        Literal::Compound => "value".into(),
    }
}

/// Single quotes around what Go would put into double quotes.
fn quote(text: &str) -> String {
    let quoted = goquote::quote(text);
    let inner = quoted[1..quoted.len() - 1].replace("\\\"", "\"").replace('\'', "\\'");
    format!("'{inner}'")
}

fn quote_all<T: AsRef<str>>(texts: &[T]) -> String {
    texts.iter().map(|text| quote(text.as_ref())).collect::<Vec<_>>().join(", ")
}
