//! Keywords for maps.

use std::sync::Arc;

use super::{Fault, Frame, PlaceStep, Subject};
use crate::schema::document::{Entry, Node, NodeId};
use crate::schema::draft::Draft;
use crate::schema::error::FailureKind;
use crate::schema::instance::Instance;
use crate::schema::keyword::Keyword;

impl<'s, I: Instance> Frame<'_, 's, I> {
    pub(super) fn object(&mut self, len: usize) {
        let Some(value) = self.subject.value() else { return };
        self.at_least(Keyword::MinProperties, "minProperties", len);
        self.at_most(Keyword::MaxProperties, "maxProperties", len);
        if let Some(missing) = self.missing(value, self.list(Keyword::Required)) {
            self.fail(|_| FailureKind::Required(missing));
        }
        if self.is_decided() {
            return;
        }
        self.dependencies(value);
        self.properties(value);
        if self.get(Keyword::PropertyNames).is_some() {
            self.property_names(value);
        }
        if self.draft >= Draft::D2019 {
            self.dependents(value);
        }
    }

    /// The pairs of a keyword that holds an object.
    fn map(&self, keyword: Keyword) -> &'s [Entry] {
        match self.get(keyword) {
            Some(node) => self.document.entries(node),
            None => &[],
        }
    }

    /// The required keys that are not there; none when all are.
    fn missing(&self, value: &I, required: &[NodeId]) -> Option<Vec<Arc<str>>> {
        let keys = required.iter().filter_map(|node| self.document.text(*node));
        let mut missing = keys.filter(|key| value.get(key).is_none()).peekable();
        missing.peek()?;
        Some(missing.map(Arc::from).collect())
    }

    fn dependencies(&mut self, value: &I) {
        for entry in self.map(Keyword::Dependencies) {
            if value.get(self.document.key(entry)).is_none() {
                continue;
            }
            match self.document.node(entry.value) {
                Node::Array(required) => self.require(value, self.document.key(entry), required),
                _ => {
                    let result = self.apply_here(entry.value, false);
                    self.note(result);
                }
            }
        }
    }

    fn require(&mut self, value: &I, key: &str, required: &[NodeId]) {
        if let Some(missing) = self.missing(value, required) {
            self.fail(|_| FailureKind::DependentRequired { key: key.into(), missing });
        }
    }

    fn dependents(&mut self, value: &I) {
        for entry in self.map(Keyword::DependentSchemas) {
            if value.get(self.document.key(entry)).is_some() {
                let result = self.apply_here(entry.value, false);
                self.note(result);
            }
        }
        for entry in self.map(Keyword::DependentRequired) {
            if value.get(self.document.key(entry)).is_some() {
                self.require(value, self.document.key(entry), self.document.items(entry.value));
            }
        }
    }

    fn properties(&mut self, value: &I) {
        let properties = self.get(Keyword::Properties);
        let patterns = self.map(Keyword::PatternProperties);
        let additional = self.get(Keyword::AdditionalProperties);
        if properties.is_none() && patterns.is_empty() && additional.is_none() {
            return;
        }
        let mut unknown: Vec<String> = Vec::new();
        let mut index = 0;
        value.entries(&mut |key, item| {
            if self.is_decided() {
                return;
            }
            let mut is_evaluated = false;
            if let Some(schema) = properties.and_then(|node| self.document.get(node, key)) {
                is_evaluated = true;
                let result = self.apply_inside(schema, &item, PlaceStep::Key(key));
                self.note(result);
            }
            for pattern in patterns {
                if self.run.matches(self.schema(pattern.value), self.document.key(pattern), key) {
                    is_evaluated = true;
                    let result = self.apply_inside(pattern.value, &item, PlaceStep::Key(key));
                    self.note(result);
                }
            }
            if let Some(schema) = additional.filter(|_| !is_evaluated) {
                is_evaluated = true;
                match self.document.node(schema) {
                    Node::Bool(true) => {}
                    Node::Bool(false) => {
                        unknown.push(if self.quiet { String::new() } else { key.into() });
                    }
                    _ => {
                        let result = self.apply_inside(schema, &item, PlaceStep::Key(key));
                        self.note(result);
                    }
                }
            }
            if is_evaluated && let Some(open) = self.unevaluated.keys.get_mut(index) {
                *open = false;
            }
            index += 1;
        });
        if !unknown.is_empty() {
            self.fail(|_| FailureKind::AdditionalProperties(unknown));
        }
    }

    fn property_names(&mut self, value: &I) {
        let Some(node) = self.get(Keyword::PropertyNames) else { return };
        let schema = self.schema(node);
        let resource = self.run.schema.linked.resource_of_child(schema, self.scope.resource);
        let mut found: Vec<Fault> = Vec::new();
        value.entries(&mut |key, _| {
            // The name is judged on its own: its failures are placed at the root.
            let name: Subject<'_, I> = Subject::Name(key);
            if let Err(fault) = self.run.start(schema, resource, name, self.quiet) {
                let name_fault = self.fault(|_| FailureKind::PropertyName(key.into()));
                found.push(name_fault.with_causes(fault.ungroup()));
            }
        });
        self.faults.extend(found);
    }
}
