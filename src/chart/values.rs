//! Values files as Helm reads them: a stream of documents, merged.
//!
//! Every number is a 64-bit float. Where positions matter, use [`crate::values`] instead.
//! Facts: Helm 4.3, `LoadValues`, and the document reader of k8s.io/apimachinery.

use std::borrow::Cow;

use serde_json::{Map, Value};

use crate::source::FileId;
use crate::values::set::merge_maps;
use crate::yaml::{self, Dialect, Options};

/// How values files are read, which differs between Helm's versions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ValuesRules {
    /// All documents of a stream count (4.1 and later); else only the first.
    pub all_documents: bool,
}

/// Reads a values file; the error is Helm's text.
///
/// # Errors
/// Text that is no YAML, a document that is no map, a separator line with content.
pub fn read_values(text: &[u8], rules: ValuesRules) -> Result<Map<String, Value>, String> {
    if !rules.all_documents {
        return document(text);
    }
    let mut values = Map::new();
    let (parts, fault) = documents(text);
    for part in parts {
        let one = document(&part).map_err(|e| format!("cannot unmarshal yaml document: {e}"))?;
        merge_maps(&mut values, one);
    }
    fault.map_or(Ok(values), Err)
}

/// Splits at lines that start with `---`; line ends become `\n`, and the last line has one.
///
/// Helm reads one document at a time, so that those before a wrong separator count; the one
/// that it ends does not.
fn documents(text: &[u8]) -> (Vec<Cow<'_, [u8]>>, Option<String>) {
    // Most files are one document, as it stands there.
    let begins_line = |at: usize| at == 0 || text[at - 1] == b'\n';
    let is_one = text.ends_with(b"\n")
        && memchr::memchr(b'\r', text).is_none()
        && !memchr::memmem::find_iter(text, "---").any(begins_line);
    if is_one {
        return (vec![Cow::Borrowed(text)], None);
    }
    let mut parts = Vec::new();
    let mut part = Vec::new();
    let text = text.strip_suffix(b"\n").unwrap_or(text);
    for line in text.split(|byte| *byte == b'\n') {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if let Some(rest) = line.strip_prefix(b"---") {
            let rest = String::from_utf8_lossy(rest);
            let rest = rest.trim();
            if !rest.is_empty() && !rest.starts_with('#') {
                let text = "error reading yaml document: invalid Yaml document separator";
                return (parts, Some(format!("{text}: {rest}")));
            }
            if !part.is_empty() {
                parts.push(Cow::Owned(std::mem::take(&mut part)));
                continue;
            }
        }
        part.extend_from_slice(line);
        part.push(b'\n');
    }
    parts.push(Cow::Owned(part));
    (parts, None)
}

/// Reads one document that must be a map, or null.
fn document(text: &[u8]) -> Result<Map<String, Value>, String> {
    let options = Options { dialect: Dialect::Helm, first_only: true };
    let parsed = yaml::parse_with(text, FileId::NONE, options);
    let wrong = |error: yaml::Error| format!("error converting YAML to JSON: {error}");
    if let Some(error) = parsed.error {
        return Err(wrong(error));
    }
    let Some(root) = parsed.documents.first().and_then(|document| document.root.as_ref()) else {
        return Ok(Map::new());
    };
    let found = match yaml::try_to_json_floats(root).map_err(wrong)? {
        Value::Object(map) => return Ok(map),
        Value::Null => return Ok(Map::new()),
        Value::Bool(_) => "bool",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
    };
    Err(format!(
        "error unmarshaling JSON: while decoding JSON: json: cannot unmarshal {found} into Go \
         value of type map[string]interface {{}}"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<String, String> {
        let values = read_values(text.as_bytes(), ValuesRules { all_documents: true })?;
        Ok(serde_json::to_string(&values).unwrap())
    }

    #[test]
    fn documents_are_merged() {
        let text = "---\na: {b: 1}\r\n--- # c\na: {c: x}\n...\nignored\n---\n";
        assert_eq!(read(text).unwrap(), r#"{"a":{"b":1.0,"c":"x"}}"#);
        assert_eq!(read("").unwrap(), "{}");
        let rules = ValuesRules { all_documents: false };
        let first = read_values(b"a: 1\n---\na: 2\n", rules).unwrap();
        assert_eq!(first["a"], 1.0);
    }

    #[test]
    fn a_final_newline_counts_as_present() {
        assert_eq!(read("a: |\n  x").unwrap(), r#"{"a":"x\n"}"#);
    }

    #[test]
    fn faults_have_the_text_of_helm() {
        assert_eq!(
            read("--- {b: 2}").unwrap_err(),
            "error reading yaml document: invalid Yaml document separator: {b: 2}"
        );
        // A wrong document counts when it is read before the wrong separator.
        assert!(read("[1]\n---\nb: 1\n--- c").unwrap_err().contains("unmarshal array"));
        assert!(read("[1]\n--- c").unwrap_err().ends_with("separator: c"));
        assert!(
            read("[1]")
                .unwrap_err()
                .ends_with("cannot unmarshal array into Go value of type map[string]interface {}")
        );
    }
}
