//! A quick look at a schema: does it obey its draft's meta-schema?
//!
//! Judging a schema by its meta-schema costs more than judging values by the schema. This walk
//! is a cautious substitute: what it accepts, the meta-schema accepts; what it does not
//! understand is left to the meta-schema, which also finds the words.

use super::document::{Document, Node, NodeId};
use super::draft::Draft;
use super::keyword::{Holds, Keyword};
use super::number::Decimal;
use crate::goregex;

/// True when the node and all schemas below it are certainly good.
pub(super) fn is_well_formed(document: &Document, root: NodeId, draft: Draft) -> bool {
    let checker = Checker { document, draft };
    let mut open = vec![root];
    while let Some(node) = open.pop() {
        let entries = match document.node(node) {
            Node::Bool(_) if draft >= Draft::D6 => continue,
            Node::Object(entries) => entries,
            _ => return false,
        };
        for entry in entries {
            let good = match entry.keyword {
                Some(keyword) => checker.keyword(keyword, entry.value, &mut open),
                None => checker.annotation(document.key(entry), entry.value),
            };
            if !good {
                return false;
            }
        }
    }
    true
}

struct Checker<'d> {
    document: &'d Document,
    draft: Draft,
}

impl Checker<'_> {
    fn node(&self, node: NodeId) -> Node<'_> {
        self.document.node(node)
    }

    fn is_string(&self, node: NodeId) -> bool {
        matches!(self.node(node), Node::String(_))
    }

    fn is_bool(&self, node: NodeId) -> bool {
        matches!(self.node(node), Node::Bool(_))
    }

    fn is_number(&self, node: NodeId) -> bool {
        matches!(self.node(node), Node::Number(_))
    }

    fn is_count(&self, node: NodeId) -> bool {
        let is_count = |n: &Decimal| n.is_integer() && *n >= Decimal::from_i64(0);
        matches!(self.node(node), Node::Number(n) if is_count(&n.decimal()))
    }

    fn is_string_set(&self, node: NodeId, may_be_empty: bool) -> bool {
        let Node::Array(items) = self.node(node) else { return false };
        let texts: Vec<_> = items.iter().filter_map(|item| self.document.text(*item)).collect();
        let mut unique = texts.clone();
        unique.sort_unstable();
        unique.dedup();
        unique.len() == items.len() && (may_be_empty || !items.is_empty())
    }

    /// Different scalars, at least one.
    fn is_scalar_set(&self, node: NodeId) -> bool {
        let Node::Array(items) = self.node(node) else { return false };
        let mut numbers = 0;
        let mut seen = Vec::with_capacity(items.len());
        for item in items {
            seen.push(match self.node(*item) {
                Node::Null => (0, ""),
                Node::Bool(value) => (1, if value { "true" } else { "false" }),
                Node::String(text) => (2, text),
                // Whether two numbers are equal is not for this walk to say.
                Node::Number(number) if numbers == 0 => {
                    numbers += 1;
                    (3, number.text)
                }
                _ => return false,
            });
        }
        seen.sort_unstable();
        seen.dedup();
        seen.len() == items.len() && !items.is_empty()
    }

    /// Plain references only: everything that needs thought is left to the meta-schema.
    fn is_reference(&self, node: NodeId) -> bool {
        let plain = |c: char| c.is_ascii_alphanumeric() || "#/$_-.".contains(c);
        self.document.text(node).is_some_and(|text| {
            let (_, rest) = text.split_once("://").unwrap_or(("", text));
            rest.chars().all(plain)
        })
    }

    fn is_pattern(&self, node: NodeId) -> bool {
        self.document.text(node).is_some_and(|text| goregex::translate(text).is_ok())
    }

    fn annotation(&self, key: &str, value: NodeId) -> bool {
        match key {
            "title" | "description" | "$comment" | "contentMediaType" | "contentEncoding" => {
                self.is_string(value)
            }
            "readOnly" | "writeOnly" | "deprecated" => self.is_bool(value),
            "examples" => matches!(self.node(value), Node::Array(_)),
            "$schema" => self.document.text(value).and_then(Draft::of_url).is_some(),
            "$id" | "id" => key != self.draft.id_keyword() || self.is_reference(value),
            "$vocabulary" => false,
            _ => true,
        }
    }

    fn keyword(&self, keyword: Keyword, value: NodeId, open: &mut Vec<NodeId>) -> bool {
        use Keyword as K;
        // The meta-schema of a draft does not look at keywords of later ones. Those of earlier
        // ones are rare enough to leave to it.
        if keyword.since() > self.draft {
            return true;
        }
        match keyword.holds() {
            Holds::Nothing => {}
            _ => return self.subschemas(keyword, value, open),
        }
        match keyword {
            K::Ref | K::DynamicRef | K::RecursiveRef => self.is_reference(value),
            K::Anchor | K::DynamicAnchor | K::RecursiveAnchor => false,
            K::Const => true,
            K::Enum if self.draft < Draft::D2019 => self.is_scalar_set(value),
            K::Enum => matches!(self.node(value), Node::Array(_)),
            K::Type => self.is_type(value),
            K::Format => self.is_string(value),
            K::Pattern => self.is_pattern(value),
            K::Required => self.is_string_set(value, self.draft != Draft::D4),
            K::DependentRequired => {
                let Node::Object(entries) = self.node(value) else { return false };
                entries.iter().all(|entry| self.is_string_set(entry.value, true))
            }
            K::UniqueItems => self.is_bool(value),
            K::Maximum | K::Minimum => self.is_number(value),
            K::ExclusiveMaximum | K::ExclusiveMinimum => {
                self.draft != Draft::D4 && self.is_number(value)
            }
            K::MultipleOf => {
                let zero = Decimal::from_i64(0);
                matches!(self.node(value), Node::Number(n) if n.decimal() > zero)
            }
            K::MaxContains
            | K::MaxItems
            | K::MaxLength
            | K::MaxProperties
            | K::MinContains
            | K::MinItems
            | K::MinLength
            | K::MinProperties => self.is_count(value),
            _ => false,
        }
    }

    fn subschemas(&self, keyword: Keyword, value: NodeId, open: &mut Vec<NodeId>) -> bool {
        match (keyword, self.node(value)) {
            (Keyword::Dependencies, Node::Object(entries)) => {
                for entry in entries {
                    match self.node(entry.value) {
                        Node::Array(_) if self.is_string_set(entry.value, false) => {}
                        _ => open.push(entry.value),
                    }
                }
                true
            }
            (Keyword::AdditionalItems, _) if self.draft >= Draft::D2020 => true,
            (Keyword::AdditionalItems | Keyword::AdditionalProperties, Node::Bool(_)) => true,
            (Keyword::Items, Node::Array(items)) => {
                open.extend(items);
                self.draft < Draft::D2020 && !items.is_empty()
            }
            (_, Node::Array(items)) if keyword.holds() == Holds::List => {
                open.extend(items);
                !items.is_empty()
            }
            (_, Node::Object(entries)) if keyword.holds() == Holds::Map => {
                open.extend(entries.iter().map(|entry| entry.value));
                keyword != Keyword::PatternProperties
                    || entries
                        .iter()
                        .all(|entry| goregex::translate(self.document.key(entry)).is_ok())
            }
            (_, Node::Object(_) | Node::Bool(_)) => {
                open.push(value);
                matches!(keyword.holds(), Holds::One | Holds::OneOrList)
            }
            _ => false,
        }
    }

    fn is_type(&self, node: NodeId) -> bool {
        const NAMES: [&str; 7] =
            ["array", "boolean", "integer", "null", "number", "object", "string"];
        let known =
            |node: NodeId| self.document.text(node).is_some_and(|name| NAMES.contains(&name));
        match self.node(node) {
            Node::Array(items) => {
                items.iter().all(|item| known(*item)) && self.is_string_set(node, false)
            }
            _ => known(node),
        }
    }
}
