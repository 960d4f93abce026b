//! The two libraries by which Helm's versions judge values.

use crate::schema::{Schema, SchemaError, helm3, helm4};
use crate::value::Value;

/// A library for JSON Schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SchemaLibrary {
    /// xeipuuv/gojsonschema, up to Helm 3.17.
    Gojsonschema,
    /// santhosh-tekuri/jsonschema, later.
    Santhosh,
}

/// The schema of a chart's values.
#[derive(Debug)]
pub(super) enum Judge {
    Gojsonschema(helm3::Schema),
    Santhosh(Schema),
}

impl Judge {
    /// Reads a schema; the error is the library's text as Helm prints it.
    pub fn parse(text: &[u8], library: SchemaLibrary) -> Result<Judge, String> {
        match library {
            SchemaLibrary::Gojsonschema => helm3::Schema::parse(text).map(Judge::Gojsonschema),
            SchemaLibrary::Santhosh => {
                let schema = Schema::parse(text);
                schema.map(Judge::Santhosh).map_err(|error| helm4::schema_error_text(&error))
            }
        }
    }

    /// Whether a text is JSON, so that a schema could be read from it.
    pub fn can_be_read(text: &[u8]) -> bool {
        !matches!(Schema::parse(text), Err(SchemaError::Json(_)))
    }

    /// References to URNs, which are ignored with a warning.
    pub fn ignored_urns(&self) -> &[String] {
        match self {
            Judge::Gojsonschema(_) => &[],
            Judge::Santhosh(schema) => schema.ignored_urns(),
        }
    }

    /// Judges values; the error is the library's text as Helm prints it.
    pub fn validate(&self, values: &Value) -> Result<(), String> {
        match self {
            Judge::Gojsonschema(schema) => schema.validate(values),
            Judge::Santhosh(schema) => {
                schema.validate(values).map_err(|failure| helm4::failure_text(&failure) + "\n")
            }
        }
    }
}
