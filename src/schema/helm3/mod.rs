//! JSON Schema as Helm 3 judges it, by xeipuuv/gojsonschema: drafts 4 to 7 mixed at will.
//!
//! A schema is compiled whole, because the first thing that is wrong with it fails the chart.
//! Failures are lines of text in the order in which that library finds them; where its order
//! is that of Go's maps, which is random, ours is that of the keys. Newer keywords, such as
//! `$defs` with `$anchor` or `unevaluatedProperties`, mean nothing to it.
//!
//! Facts: xeipuuv/gojsonschema 1.2.0 (schema.go, validation.go), the version of Helm 3.0 to
//! 3.17; probed with 3.11.1 and 3.17.3.

mod compile;
mod format;
mod references;
mod text;
mod validate;

use std::sync::OnceLock;

use regex::bytes::Regex;

use super::document::Document;
use super::instance::Instance;
use super::number::Decimal;
use crate::gojson::Wording;
use crate::goregex::{self, Texts};

/// A schema, ready to judge. Can be shared between threads.
#[derive(Debug)]
pub struct Schema {
    document: Document,
    subs: Vec<Sub>,
    root: SubId,
}

impl Schema {
    /// Reads a schema.
    ///
    /// # Errors
    /// The library's text.
    ///
    /// ```
    /// use clusterctl_gs::schema::helm3::Schema;
    /// let schema = Schema::parse(br#"{"properties": {"n": {"type": "integer"}}}"#).unwrap();
    /// let failures = schema.validate(&&serde_json::json!({"n": "1"})).unwrap_err();
    /// assert_eq!(failures, "- n: Invalid type. Expected: integer, given: string\n");
    /// ```
    pub fn parse(text: &[u8]) -> Result<Schema, String> {
        let document = Document::parse(text).map_err(|error| error.text(Wording::Go1))?;
        let (subs, root) = compile::compile(&document)?;
        Ok(Schema { document, subs, root })
    }

    /// Judges a value.
    ///
    /// # Errors
    /// The failures, each a line.
    pub fn validate<I: Instance>(&self, instance: &I) -> Result<(), String> {
        validate::validate(self, instance)
    }

    fn sub(&self, id: SubId) -> &Sub {
        &self.subs[id.0 as usize]
    }
}

/// The number of a [`Sub`] in its [`Schema`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct SubId(u32);

/// One schema object, or `true` or `false`.
#[derive(Debug, Default)]
struct Sub {
    /// `true` or `false` in the place of a schema.
    pass: Option<bool>,
    /// Where `$ref` leads. Nothing else counts then.
    reference: Option<SubId>,
    types: Vec<&'static str>,
    combined: Vec<Combined>,
    numbers: Vec<(Bound, Decimal)>,
    string: StringRules,
    array: Option<Box<ArrayRules>>,
    object: Option<Box<ObjectRules>>,
    /// `const` and `enum`.
    allowed: Vec<Allowed>,
}

/// A keyword that applies schemas to the same value, in the order in which they are applied.
#[derive(Debug)]
enum Combined {
    Any(Vec<SubId>),
    One(Vec<SubId>),
    All(Vec<SubId>),
    Not(SubId),
    Dependencies(Vec<(Box<str>, Dependency)>),
    If { condition: SubId, then: Option<SubId>, otherwise: Option<SubId> },
}

/// What the presence of a key asks for.
#[derive(Debug)]
enum Dependency {
    Keys(Vec<Box<str>>),
    Schema(SubId),
}

/// How a number is bounded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Bound {
    MultipleOf,
    Maximum,
    ExclusiveMaximum,
    Minimum,
    ExclusiveMinimum,
}

/// A regular expression, compiled when it is first used: most never are.
#[derive(Debug)]
struct Pattern {
    written: Box<str>,
    /// For texts in ASCII, and for all.
    compiled: [OnceLock<Option<Regex>>; 2],
}

impl Pattern {
    /// An expression that Go takes.
    fn new(written: &str) -> Option<Pattern> {
        goregex::translate(written).ok()?;
        Some(Pattern { written: written.into(), compiled: Default::default() })
    }

    /// Whether it matches. One too large to compile matches nothing.
    fn is_match(&self, text: &str) -> bool {
        let texts = Texts::of(text.as_bytes());
        let compiled = &self.compiled[usize::from(texts == Texts::Any)];
        let regex = compiled.get_or_init(|| goregex::compile(&self.written, texts).ok());
        regex.as_ref().is_some_and(|regex| regex.is_match(text.as_bytes()))
    }
}

#[derive(Debug, Default)]
struct StringRules {
    min: Option<usize>,
    max: Option<usize>,
    pattern: Option<Pattern>,
    /// A format that the library knows; it counts for numbers too.
    format: Option<format::Format>,
}

#[derive(Debug, Default)]
struct ArrayRules {
    items: Items,
    additional: Option<Additional>,
    min: Option<usize>,
    max: Option<usize>,
    unique: bool,
    contains: Option<SubId>,
}

#[derive(Debug, Default)]
enum Items {
    #[default]
    Any,
    All(SubId),
    Each(Vec<SubId>),
}

/// `additionalItems` or `additionalProperties`.
#[derive(Debug, Clone, Copy)]
enum Additional {
    Allowed(bool),
    Schema(SubId),
}

#[derive(Debug, Default)]
struct ObjectRules {
    min: Option<usize>,
    max: Option<usize>,
    required: Vec<Box<str>>,
    /// Sorted by name.
    properties: Vec<(Box<str>, SubId)>,
    patterns: Vec<(Pattern, SubId)>,
    additional: Option<Additional>,
    names: Option<SubId>,
}

/// The values that `const` or `enum` allow.
#[derive(Debug)]
struct Allowed {
    is_const: bool,
    values: Vec<super::document::NodeId>,
    /// All of them as JSON.
    text: Box<str>,
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn failures(schema: Value, value: Value) -> String {
        match Schema::parse(schema.to_string().as_bytes()) {
            Err(error) => error,
            Ok(schema) => schema.validate(&&value).err().unwrap_or_default(),
        }
    }

    #[test]
    fn failures_are_worded_as_the_library_does() {
        let cases = [
            (json!({"required": ["a", "b"]}), json!({"b": 1}), "- (root): a is required\n"),
            (
                json!({"additionalProperties": false, "properties": {"a": {}}}),
                json!({"a": 1, "z": 2}),
                "- (root): Additional property z is not allowed\n",
            ),
            (
                json!({"properties": {"a": {"items": {"type": ["string", "null"]}}}}),
                json!({"a": [1]}),
                "- a.0: Invalid type. Expected: [string,null], given: integer\n",
            ),
            (
                json!({"properties": {"a": {"enum": ["x", 1.0, null]}}}),
                json!({"a": 2}),
                "- a: a must be one of the following: \"x\", 1, null\n",
            ),
            (
                json!({"properties": {"a": {"maximum": 1_000_000}, "b": {"multipleOf": 0.1}}}),
                json!({"a": 1_000_001, "b": 0.25}),
                "- a: Must be less than or equal to 1e+06\n- b: Must be a multiple of 0.1\n",
            ),
            (
                json!({"uniqueItems": true, "maxItems": 2}),
                json!([1, 2, 1.0]),
                "- (root): Array must have at most 2 items\n\
                 - (root): array items[0,2] must be unique\n",
            ),
            (
                json!({"propertyNames": {"pattern": "^[a-z]+$"}}),
                json!({"A": 1}),
                "- (root): Property name of \"A\" does not match\n\
                 - (root): Does not match pattern '^[a-z]+$'\n",
            ),
            (
                json!({"properties": {"a": false}}),
                json!({"a": 1}),
                "- a: False always fails validation\n",
            ),
        ];
        for (schema, value, expected) in cases {
            assert_eq!(failures(schema.clone(), value), expected, "{schema}");
        }
    }

    #[test]
    fn of_alternatives_the_closest_explains() {
        let schema = json!({"oneOf": [
            {"type": "object", "required": ["a"], "properties": {"a": {"type": "string"}}},
            {"type": "string"},
        ]});
        assert_eq!(
            failures(schema, json!({"a": 1})),
            "- (root): Must validate one and only one schema (oneOf)\n\
             - a: Invalid type. Expected: string, given: integer\n"
        );
        let schema = json!({"allOf": [{"required": ["a"]}, {"required": ["b"]}]});
        assert_eq!(
            failures(schema, json!({"a": 1})),
            "- (root): b is required\n- (root): Must validate all the schemas (allOf)\n"
        );
    }

    #[test]
    fn references_lead_through_ids_and_pointers() {
        let schema = json!({
            "$id": "https://example.org/a.json",
            "$defs": {"n": {"type": "integer"}, "self": {"properties": {"x": {"$ref": "#"}}}},
            "properties": {"n": {"$ref": "#/$defs/n"}, "s": {"$ref": "a.json#/$defs/self"}},
        });
        assert_eq!(
            failures(schema, json!({"n": "1", "s": {"x": {"n": true}}})),
            "- n: Invalid type. Expected: integer, given: string\n\
             - s.x.n: Invalid type. Expected: integer, given: boolean\n"
        );
        let missing = |reference: &str| failures(json!({"$ref": reference}), json!({}));
        assert_eq!(missing("#/definitions/x"), "Object has no key 'definitions'");
        assert_eq!(missing("other.json"), "Reference other.json must be canonical");
    }

    #[test]
    fn schemas_that_are_none_are_refused() {
        let error = |schema: Value| failures(schema, json!({}));
        assert_eq!(error(json!([])), "schema is invalid");
        assert_eq!(error(json!({"required": "a"})), "required must be of an array");
        assert_eq!(
            error(json!({"minLength": 3, "maxLength": 2})),
            "minLength cannot be greater than maxLength"
        );
        assert_eq!(error(json!({"pattern": "("})), "pattern must be a valid regex");
        assert_eq!(
            error(
                json!({"$schema": "http://json-schema.org/draft-04/schema#", "properties": {"a": true}})
            ),
            "Expected: valid schema, given: Invalid JSON"
        );
    }

    #[test]
    fn endless_schemas_come_to_an_end() {
        assert!(failures(json!({"$ref": "#"}), json!({})).contains("gave up"));
        let doubling = json!({"allOf": [{"$ref": "#"}, {"$ref": "#"}]});
        assert!(failures(doubling, json!({})).contains("gave up"));
    }
}
