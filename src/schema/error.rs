//! What a validation says: a tree of failures, and why a schema cannot be used at all.
//!
//! The tree has the shape of santhosh-tekuri/jsonschema v6, which Helm 4 uses; how it is put
//! into words is the business of [`super::helm4`] and of callers.

use std::fmt;
use std::sync::Arc;

use crate::gojson;
use crate::path::FieldPath;

/// One failure. `Display` prints Helm's text of the failure and everything below it.
#[derive(Debug, Clone, PartialEq)]
pub struct Failure {
    /// The value that was judged.
    pub instance: FieldPath,
    /// The schema that judged it.
    pub schema: SchemaRef,
    /// What is wrong.
    pub kind: FailureKind,
    /// The failures that this one is made of.
    pub causes: Vec<Failure>,
}

/// A place in a schema, as the number of a document and of a node in it; see
/// [`super::Schema::location`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SchemaRef {
    pub(super) document: u16,
    pub(super) node: super::document::NodeId,
}

/// A value of a schema, as it is printed in messages.
#[derive(Debug, Clone, PartialEq)]
pub enum Literal {
    /// `null`
    Null,
    /// `true`, `false`
    Bool(bool),
    /// A number as written in the schema.
    Number(Arc<str>),
    /// A string.
    String(Arc<str>),
    /// A list or an object.
    Compound,
}

/// A number on either side of a comparison.
pub type Compared = f64;

/// The kinds of [`Failure`].
#[derive(Debug, Clone, PartialEq)]
pub enum FailureKind {
    /// The root of the tree: the instance does not fit the schema.
    Root,
    /// Several failures of one schema.
    Group,
    /// Failures of the schema behind a reference.
    Reference,
    /// The schema `false`.
    FalseSchema,
    /// A reference that leads back to itself without a step into the instance.
    ReferenceCycle {
        /// The ways through keywords to the two places.
        ways: [String; 2],
        /// The schema that is reached twice.
        url: String,
    },
    /// The value has another type.
    Type {
        /// Its type.
        got: &'static str,
        /// The types that the schema allows, in the order of the reference validator.
        want: Vec<&'static str>,
    },
    /// A value that JSON does not have; holds its Go type.
    NotJson(&'static str),
    /// The value is not the one that the schema names.
    Const(Literal),
    /// The value is none of those that the schema names.
    Enum(Vec<Literal>),
    /// The value breaks a format.
    Format {
        /// The value.
        got: Literal,
        /// Name of the format.
        format: Arc<str>,
        /// What is wrong with it.
        reason: String,
    },
    /// The string does not match.
    Pattern {
        /// The string.
        got: String,
        /// The regular expression.
        pattern: Arc<str>,
    },
    /// A count is outside a limit: `minLength`, `maxItems` and their like.
    Count {
        /// The keyword.
        keyword: &'static str,
        /// The count.
        got: usize,
        /// The limit.
        want: usize,
    },
    /// A number is outside a limit: `minimum`, `exclusiveMaximum`, `multipleOf` and their like.
    Number {
        /// The keyword.
        keyword: &'static str,
        /// The number.
        got: Compared,
        /// The limit.
        want: Compared,
    },
    /// Required keys that are not there.
    Required(Vec<Arc<str>>),
    /// Keys that are required because another key is there.
    DependentRequired {
        /// The key that is there.
        key: Arc<str>,
        /// The keys that are not.
        missing: Vec<Arc<str>>,
    },
    /// Keys that the schema does not know.
    AdditionalProperties(Vec<String>),
    /// A key whose name breaks `propertyNames`.
    PropertyName(String),
    /// Items behind those that the schema knows.
    AdditionalItems(usize),
    /// Two equal items.
    UniqueItems(usize, usize),
    /// No item fits `contains`.
    Contains,
    /// Too few items fit `contains`.
    MinContains {
        /// The items that fit.
        got: Vec<usize>,
        /// How many must.
        want: usize,
    },
    /// Too many items fit `contains`.
    MaxContains {
        /// The items that fit.
        got: Vec<usize>,
        /// How many may.
        want: usize,
    },
    /// The value fits the schema that it must not fit.
    Not,
    /// Not every subschema fits.
    AllOf,
    /// No subschema fits.
    AnyOf,
    /// Not exactly one subschema fits; holds the first two that do.
    OneOf(Option<(usize, usize)>),
    /// The validation was given up: the schema branches too often or nests too deeply.
    GaveUp(Limit),
}

/// The limits of a validation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    /// How often a schema may be applied.
    Steps,
    /// How deeply schemas may nest.
    Depth,
}

impl Failure {
    /// The failures that say something by themselves, depth first: those without causes.
    pub fn leaves(&self) -> Vec<&Failure> {
        let mut leaves = Vec::new();
        let mut open = vec![self];
        while let Some(failure) = open.pop() {
            if failure.causes.is_empty() {
                leaves.push(failure);
            }
            open.extend(failure.causes.iter().rev());
        }
        leaves
    }
}

/// Why a schema cannot be used.
#[derive(Debug, Clone, PartialEq)]
pub enum SchemaError {
    /// The text is not JSON.
    Json(gojson::Error),
    /// The schema is not valid against the meta-schema of its draft.
    Metaschema {
        /// The schema.
        url: String,
        /// What is wrong with it.
        failure: Box<Failure>,
        /// URL of the meta-schema.
        draft: &'static str,
    },
    /// A reference to a place that does not exist; holds the place.
    PointerNotFound(String),
    /// A reference with a malformed JSON pointer.
    BadPointer(String),
    /// A reference to an anchor that does not exist.
    AnchorNotFound {
        /// The schema document.
        url: String,
        /// The reference.
        reference: String,
    },
    /// Two schemas with one id.
    DuplicateId {
        /// The id.
        id: String,
        /// The schema document.
        url: String,
        /// The two places.
        pointers: [String; 2],
    },
    /// Two schemas with one anchor.
    DuplicateAnchor {
        /// The anchor.
        anchor: String,
        /// The schema document.
        url: String,
        /// The two places.
        pointers: [String; 2],
    },
    /// An id that is no URL; holds the place.
    BadId(String),
    /// A reference that is no URL; holds Go's message.
    BadUrl(String),
    /// A schema elsewhere.
    Load {
        /// Its URL.
        url: String,
        /// Why it cannot be had.
        reason: String,
    },
    /// A meta-schema that names itself.
    UnsupportedDraft(String),
}

impl std::error::Error for SchemaError {}

impl fmt::Display for SchemaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&super::helm4::schema_error_text(self))
    }
}

impl std::error::Error for Failure {}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&super::helm4::failure_text(self))
    }
}
