//! JSON Schema, judged without compiling: draft-04 to 2020-12, with the semantics and the words
//! of Helm.
//!
//! A schema is parsed and linked once ([`Schema::parse`]) and then applied to any tree that
//! implements [`Instance`]. Keywords are read where they are applied, so that a large schema
//! costs what the values touch of it. The result is a tree of [`Failure`]s; Helm's text is its
//! `Display`, callers with better words walk it.
//!
//! This module knows no charts, values or templates: the values of a chart, those of the
//! built-in charts and the tool's own configuration are all judged by it. It reads no files and
//! fetches nothing; a reference that leads out of the schema is an error.
//!
//! The semantics are those of santhosh-tekuri/jsonschema v6 as Helm 4 uses it.

mod document;
mod draft;
mod error;
mod format;
pub mod helm3;
pub mod helm4;
mod instance;
mod keyword;
mod link;
mod meta;
mod number;
pub(crate) mod url;
mod validate;
mod wellformed;

use std::sync::Arc;

use document::{Document, Node, NodeId};
use link::Linked;

pub use draft::Draft;
pub use error::{Failure, FailureKind, Limit, Literal, SchemaError, SchemaRef};
pub use instance::{Instance, Shape};
pub use validate::{MAX_DEPTH, MAX_STEPS};

/// The URL under which Helm knows the schema of a chart's values.
pub const VALUES_SCHEMA_URL: &str = "file:///values.schema.json";

/// A schema, ready to judge. Can be shared between threads.
#[derive(Debug)]
pub struct Schema {
    linked: Linked,
    /// Formats count even where the draft treats them as remarks: for meta-schemas.
    assert_format: bool,
    patterns: validate::Patterns,
}

impl Schema {
    /// Reads a schema.
    ///
    /// # Errors
    /// When the text is not JSON, not a schema by the meta-schema of its draft, or refers to
    /// something that does not exist or lies elsewhere.
    ///
    /// ```
    /// use clusterctl_gs::schema::Schema;
    /// let schema = Schema::parse(br#"{"properties": {"n": {"type": "integer"}}}"#).unwrap();
    /// assert!(schema.validate(&&serde_json::json!({"n": 1.0})).is_ok());
    /// let failure = schema.validate(&&serde_json::json!({"n": "1"})).unwrap_err();
    /// assert_eq!(failure.to_string(), "- at '/n': got string, want integer");
    /// ```
    pub fn parse(text: &[u8]) -> Result<Schema, SchemaError> {
        let document = Document::parse(text).map_err(SchemaError::Json)?;
        let linked = link::link(Arc::new(document), VALUES_SCHEMA_URL, false)?;
        Ok(Schema { linked, assert_format: false, patterns: Default::default() })
    }

    /// A meta-schema, which needs no judging itself.
    fn of_meta_document(document: Arc<Document>, url: &str) -> Result<Schema, SchemaError> {
        let linked = link::link(document, url, true)?;
        Ok(Schema { linked, assert_format: true, patterns: Default::default() })
    }

    /// References to URNs, which Helm ignores with a warning.
    pub fn ignored_urns(&self) -> &[String] {
        &self.linked.ignored_urns
    }

    /// Judges a value.
    ///
    /// # Errors
    /// The failures, as a tree whose root has the kind [`FailureKind::Root`].
    pub fn validate<I: Instance>(&self, instance: &I) -> Result<(), Box<Failure>> {
        validate::validate(self, instance)
    }

    /// `URL#/pointer` of a place in the schema.
    pub fn location(&self, place: SchemaRef) -> String {
        self.linked.location(place)
    }

    /// The text of an annotation such as `description` or `title` at a place.
    pub fn annotation(&self, place: SchemaRef, name: &str) -> Option<&str> {
        self.linked.document(place).get_text(place.node, name)
    }

    /// The keys that the `properties` of a place name, sorted.
    pub fn known_keys(&self, place: SchemaRef) -> Vec<&str> {
        let document = self.linked.document(place);
        match document.get(place.node, "properties") {
            Some(node) => document.entries(node).iter().map(|entry| document.key(entry)).collect(),
            None => Vec::new(),
        }
    }

    /// The schema that the `properties` of a place have for a key.
    pub fn property(&self, place: SchemaRef, key: &str) -> Option<SchemaRef> {
        let document = self.linked.document(place);
        let node = document.get(document.get(place.node, "properties")?, key)?;
        Some(SchemaRef { node, ..place })
    }

    fn literal(document: &Document, node: NodeId) -> Literal {
        match document.node(node) {
            Node::Null => Literal::Null,
            Node::Bool(value) => Literal::Bool(value),
            Node::Number(number) => Literal::Number(number.text.into()),
            Node::String(text) => Literal::String(text.into()),
            Node::Array(_) | Node::Object(_) => Literal::Compound,
        }
    }
}
