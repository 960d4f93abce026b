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
    // The replacement also meets the closing quote behind a backslash, as it does in the
    // reference: a single backslash is printed as one.
    let quoted = goquote::quote(text).replace("\\\"", "\"").replace('\'', "\\'");
    format!("'{}'", &quoted[1..quoted.len() - 1])
}

fn quote_all<T: AsRef<str>>(texts: &[T]) -> String {
    texts.iter().map(|text| quote(text.as_ref())).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use crate::schema::Schema;
    use serde_json::Value;

    const D4: &str = r#""$schema": "http://json-schema.org/draft-04/schema#""#;
    const D7: &str = r#""$schema": "http://json-schema.org/draft-07/schema#""#;

    /// What Helm 4.3.1 printed for the same schema and values.
    fn check(schema: &str, values: &str, text: &str) {
        let schema = match Schema::parse(schema.as_bytes()) {
            Ok(schema) => schema,
            Err(error) => return assert_eq!(error.to_string(), text, "{schema}"),
        };
        let values: Value = serde_json::from_str(values).unwrap();
        match schema.validate(&&values) {
            Ok(()) => assert_eq!("", text),
            Err(failure) => assert_eq!(failure.to_string(), text),
        }
    }

    fn check_a(schema: &str, value: &str, text: &str) {
        let values = format!(r#"{{"a": {value}}}"#);
        check(&format!(r#"{{"properties": {{"a": {schema}}}}}"#), &values, text);
    }

    #[test]
    fn types_and_values() {
        check_a(r#"{"type": ["string", "null"]}"#, "1", {
            "- at '/a': got number, want null or string"
        });
        check_a(r#"{"type": "integer"}"#, "1.5", "- at '/a': got number, want integer");
        check_a(r#"{"type": "integer"}"#, "1.0", "");
        check_a(r#"{"enum": [1.0, 1e30, true, null, "it's", "q\"q\\\n"]}"#, "2", {
            r#"- at '/a': value must be one of 1.0, 1e30, true, <nil>, 'it\'s', 'q"q\\\n'"#
        });
        check_a(r#"{"enum": ["x"]}"#, "2", "- at '/a': value must be 'x'");
        check_a(r#"{"enum": []}"#, "2", "- at '/a': value must be one of ");
        check_a(r#"{"enum": [{"a": 1}]}"#, "2", "- at '/a': 'enum' failed");
        check_a(r#"{"const": [1]}"#, "2", "- at '/a': 'const' failed");
        check_a("false", "2", "- at '/a': false schema");
        check_a(r#"{"pattern": "^\\d$"}"#, r#""\\""#, {
            r"- at '/a': '\' does not match pattern '^\\d$'"
        });
    }

    #[test]
    fn numbers_are_english() {
        check_a(r#"{"maximum": 1000000}"#, "12345678", {
            "- at '/a': maximum: got 1.2345678×10⁰⁷, want 1×10⁰⁶"
        });
        check_a(r#"{"minimum": 5, "multipleOf": 7}"#, "1", {
            "- at '/a': minimum: got 1, want 5\n- at '/a': multipleOf: got 1, want 7"
        });
        check_a(r#"{"minItems": 1234567}"#, "[]", "- at '/a': minItems: got 0, want 1,234,567");
        check_a(r#"{"maxLength": 2}"#, r#""äöü""#, "- at '/a': maxLength: got 3, want 2");
        let draft4 = format!(r#"{{{D4}, "minimum": 5, "exclusiveMinimum": true}}"#);
        check(&draft4, "5", "- at '': exclusiveMinimum: got 5, want 5");
    }

    #[test]
    fn maps_and_lists() {
        check_a(r#"{"required": ["x", "y"]}"#, "{}", "- at '/a': missing properties 'x', 'y'");
        check_a(r#"{"additionalProperties": false}"#, r#"{"it's": 1}"#, {
            r"- at '/a': additional properties 'it\'s' not allowed"
        });
        check_a(r#"{"properties": {"a/b~c": {"type": "string"}}}"#, r#"{"a/b~c": 1}"#, {
            "- at '/a/a~1b~0c': got number, want string"
        });
        check_a(r#"{"propertyNames": {"minLength": 5, "pattern": "z"}}"#, r#"{"x": 1}"#, {
            "- at '/a': invalid propertyName 'x'\n  - at '': minLength: got 1, want 5\n  \
             - at '': 'x' does not match pattern 'z'"
        });
        check_a(r#"{"dependentRequired": {"x": ["y", "z"]}}"#, r#"{"x": 1}"#, {
            "- at '/a': properties 'y', 'z' required, if 'x' exists"
        });
        check_a(r#"{"uniqueItems": true}"#, "[1, 2, 1.0]", {
            "- at '/a': items at 0 and 2 are equal"
        });
        check_a(r#"{"contains": {"const": 5}, "minContains": 2}"#, "[1, 5]", {
            "- at '/a': min 2 items required to match contains schema, but matched 1 items at 1\n  \
             - at '/a/0': value must be 5"
        });
        let additional = r#""items": [true], "additionalItems": false"#;
        check(&format!("{{{D7}, {additional}}}"), "[1, 2, 3]", {
            "- at '': last 2 additionalItem(s) not allowed"
        });
        check_a(
            r#"{"unevaluatedProperties": false, "properties": {"x": true}}"#,
            r#"{"x": 1, "y": 2}"#,
            "- at '/a/y': false schema",
        );
    }

    #[test]
    fn combinations_nest_and_lone_references_vanish() {
        check_a(r#"{"anyOf": [{"minimum": 5, "multipleOf": 7}, {"type": "string"}]}"#, "1", {
            "- at '/a': 'anyOf' failed\n  - at '/a': validation failed\n    \
             - at '/a': minimum: got 1, want 5\n    - at '/a': multipleOf: got 1, want 7\n  \
             - at '/a': got number, want string"
        });
        check_a(r#"{"oneOf": [true, {}]}"#, "1", {
            "- at '/a': 'oneOf' failed, subschemas 0, 1 matched"
        });
        check_a(r#"{"not": {}}"#, "1", "- at '/a': 'not' failed");
        let definitions = r#""$defs": {"x": {"minimum": 5, "multipleOf": 7}}"#;
        check(&format!(r##"{{{definitions}, "$ref": "#/$defs/x", "maximum": 0}}"##), "1", {
            "- at '': validation failed\n  - at '': minimum: got 1, want 5\n  \
             - at '': multipleOf: got 1, want 7\n- at '': maximum: got 1, want 0"
        });
        check(r##"{"properties": {"a": {"$ref": "#/properties/a"}}}"##, r#"{"a": 1}"#, {
            "- at '/a': both /properties/a/$ref and /properties/a resolve to \
             \"file:///values.schema.json#/properties/a\" causing reference cycle"
        });
    }

    #[test]
    fn drafts_differ() {
        let email = |schema: &str, text| check(schema, r#""x""#, text);
        email(&format!(r#"{{{D7}, "format": "email"}}"#), {
            "- at '': 'x' is not valid email: missing @"
        });
        email(r#"{"format": "email"}"#, "");
        let beside = r##""definitions": {"x": {}}, "$ref": "#/definitions/x", "maximum": 0"##;
        check(&format!("{{{D7}, {beside}}}"), "1", "");
        check(&format!("{{{beside}}}"), "1", "- at '': maximum: got 1, want 0");
        check(&format!(r#"{{{D4}, "const": 5}}"#), "6", "");
    }

    #[test]
    fn unusable_schemas() {
        check("{not", "1", "invalid character 'n' looking for beginning of object key string");
        check(&format!(r#"{{{D7}, "type": "wrong"}}"#), "1", {
            "\"file:///values.schema.json#\" is not valid against metaschema: jsonschema \
             validation failed with 'http://json-schema.org/draft-07/schema#'\n\
             - at '/type': 'anyOf' failed\n  - at '/type': value must be one of 'array', \
             'boolean', 'integer', 'null', 'number', 'object', 'string'\n  \
             - at '/type': got string, want array"
        });
        check(r#"{"properties": {"p": {"pattern": "["}}}"#, "1", {
            "\"file:///values.schema.json#\" is not valid against metaschema: jsonschema \
             validation failed with 'https://json-schema.org/draft/2020-12/schema#'\n\
             - at '': 'allOf' failed\n  - at '/properties/p': 'allOf' failed\n    \
             - at '/properties/p/pattern': '[' is not valid regex: error parsing regexp: \
             missing closing ]: `[`"
        });
        check(r##"{"$ref": "#/a b"}"##, "1", {
            "json-pointer in \"file:///values.schema.json#/a%20b\" not found"
        });
        check(r##"{"$ref": "#nope"}"##, "1", {
            "anchor in \"file:///values.schema.json#nope\" not found in schema \
             \"file:///values.schema.json\""
        });
        check(r#"{"$ref": "other.json"}"#, "1", {
            "failing loading \"file:///other.json\": open /other.json: no such file or directory"
        });
        check(r#"{"$ref": "https://example.invalid/x.json"}"#, "1", {
            "failing loading \"https://example.invalid/x.json\": schemas are not fetched from \
             the network"
        });
        check(r#"{"$schema": "file:///values.schema.json"}"#, "1", {
            "draft \"file:///values.schema.json\" is not supported"
        });
        check(r#"{"$ref": "urn:a:b"}"#, "1", "");
    }
}
