//! Where `$ref` leads: identifiers, URLs and JSON pointers.
//!
//! The library resolves all references of a document before it compiles any of it. Facts:
//! xeipuuv/gojsonschema 1.2.0 (schemaPool.go), gojsonreference, gojsonpointer.

use std::collections::HashMap;

use super::super::document::{Document, Node, NodeId};
use super::super::url::{self, Part, Url, split_fragment};

/// How deeply schemas may nest in a document; the JSON reader allows more.
const MAX_NESTING: usize = 400;

/// The resolved references of a document.
#[derive(Debug, Default)]
pub(super) struct References {
    /// Places with a URL of their own.
    known: HashMap<String, NodeId>,
    /// What the `$ref` of a node means.
    resolved: HashMap<NodeId, String>,
}

/// Whether two URLs differ by a fragment at most is the business of the caller: this resolves
/// a reference against a base, both as text.
fn inherit(base: &str, reference: &str) -> Option<String> {
    let (base, _) = split_fragment(base);
    if base.is_empty() || reference.starts_with('#') {
        let (address, fragment) = split_fragment(reference);
        let address = if address.is_empty() { base } else { address };
        return Some(with_fragment(address, fragment));
    }
    let joined = url::join(base, reference).ok()?;
    Some(with_fragment(&joined.url, split_fragment(reference).1))
}

fn with_fragment(address: &str, fragment: &str) -> String {
    match fragment.is_empty() {
        true => address.to_owned(),
        false => format!("{address}#{fragment}"),
    }
}

impl References {
    pub fn of(document: &Document) -> References {
        let mut references = References::default();
        references.collect(document, document.root(), "", 0);
        references.known.entry(String::new()).or_insert(document.root());
        references
    }

    fn collect(&mut self, document: &Document, node: NodeId, base: &str, depth: usize) {
        if depth > MAX_NESTING {
            return;
        }
        if let Node::Array(items) = document.node(node) {
            items.iter().for_each(|item| self.collect(document, *item, base, depth + 1));
            return;
        }
        let key = if document.get(node, "id").is_some() { "id" } else { "$id" };
        let mut base = base.to_owned();
        if let Some(own) = document.get_text(node, key).and_then(|id| inherit(&base, id)) {
            if self.known.contains_key(&own) {
                return;
            }
            self.known.insert(own.clone(), node);
            base = own;
        }
        if let Some(reference) = document.get_text(node, "$ref") {
            let absolute = inherit(&base, reference).unwrap_or_else(|| reference.to_owned());
            self.resolved.insert(node, absolute);
        }
        for entry in document.entries(node) {
            match document.key(entry) {
                "const" | "enum" => {}
                // Keys below are names, not keywords.
                "properties" | "dependencies" | "patternProperties" => {
                    for child in document.entries(entry.value) {
                        self.collect(document, child.value, &base, depth + 2);
                    }
                }
                _ => self.collect(document, entry.value, &base, depth + 1),
            }
        }
    }

    /// What the `$ref` of a node leads to.
    ///
    /// # Errors
    /// The library's text.
    pub fn target(&self, document: &Document, node: NodeId) -> Result<NodeId, String> {
        let written = document.get_text(node, "$ref").unwrap_or_default();
        let reference = self.resolved.get(&node).map_or(written, String::as_str);
        if let Some(found) = self.known.get(reference) {
            return Ok(*found);
        }
        let (address, fragment) = split_fragment(reference);
        if let Some(found) = self.known.get(address) {
            return follow(document, *found, fragment);
        }
        match Url::parse(address) {
            Err(error) => Err(error),
            Ok(url) if !url.is_absolute() || (url.host().is_empty() && url.scheme != "file") => {
                Err(format!("Reference {reference} must be canonical"))
            }
            Ok(_) => {
                Err(format!("Get {}: nothing is fetched here", crate::goquote::quote(address)))
            }
        }
    }
}

/// Follows a JSON pointer; a fragment that is none leads nowhere else.
fn follow(document: &Document, from: NodeId, fragment: &str) -> Result<NodeId, String> {
    let pointer = url::unescape(fragment, Part::Path).unwrap_or_default();
    let Some(tokens) = pointer.strip_prefix('/') else { return Ok(from) };
    let mut at = from;
    for token in tokens.split('/') {
        let token = token.replace("~1", "/").replace("~0", "~");
        at = match document.node(at) {
            Node::Object(_) => {
                document.get(at, &token).ok_or_else(|| format!("Object has no key '{token}'"))?
            }
            Node::Array(items) => {
                let index: i64 =
                    token.parse().map_err(|_| format!("Invalid array index '{token}'"))?;
                let item = usize::try_from(index).ok().and_then(|index| items.get(index));
                *item.ok_or_else(|| {
                    format!("Out of bound array[0,{}] index '{index}'", items.len())
                })?
            }
            _ => return Err(format!("Invalid token reference '{token}'")),
        };
    }
    Ok(at)
}
