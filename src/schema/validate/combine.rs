//! Keywords that apply other schemas to the same value: references, combinations, and what is
//! left over when all have been applied.

use super::{Fault, Frame, PlaceStep, Unevaluated};
use crate::schema::document::Node;
use crate::schema::draft::Draft;
use crate::schema::error::FailureKind;
use crate::schema::instance::{Instance, Shape};
use crate::schema::keyword::Keyword;
use crate::schema::link::Target;

impl<I: Instance> Frame<'_, '_, I> {
    /// Applies the schema that a static reference names.
    pub(super) fn apply_reference(
        &mut self,
        keyword: Keyword,
        name: &'static str,
    ) -> Result<(), Fault> {
        let linked = &self.run.schema.linked;
        let Some(target) = linked.targets.get(&(self.scope.schema, keyword)) else {
            return Ok(());
        };
        self.apply_target(target, name)
    }

    fn apply_target(&mut self, target: &Target, name: &'static str) -> Result<(), Fault> {
        self.apply_schema(target.schema, target.resource, Some(name), false)
            .map_err(|fault| self.fault(|_| FailureKind::Reference).with_causes(fault.ungroup()))
    }

    pub(super) fn dynamic_references(&mut self) {
        let linked = &self.run.schema.linked;
        let schema = self.scope.schema;
        if self.get(Keyword::RecursiveRef).is_some()
            && let Some(target) = linked.targets.get(&(schema, Keyword::RecursiveRef))
        {
            let target = self.recursive_target(target);
            let result = self.apply_target(&target, "$recursiveRef");
            self.note(result);
        }
        if self.get(Keyword::DynamicRef).is_some()
            && let Some(target) = linked.targets.get(&(schema, Keyword::DynamicRef))
        {
            let target = self.dynamic_target(target);
            let result = self.apply_target(&target, "$dynamicRef");
            self.note(result);
        }
    }

    /// The outermost resource that allows to be recurred to, if the first target does.
    fn recursive_target(&self, target: &Target) -> Target {
        let linked = &self.run.schema.linked;
        let allows = |schema| {
            let document = linked.document(schema);
            let flag = document.get(schema.node, "$recursiveAnchor");
            flag.is_some_and(|flag| matches!(document.node(flag), Node::Bool(true)))
        };
        if !allows(target.schema) {
            return target.clone();
        }
        let outermost = self
            .scope
            .outwards()
            .filter(|scope| allows(linked.resource(scope.resource).root))
            .last();
        match outermost {
            Some(scope) => Target {
                schema: linked.resource(scope.resource).root,
                resource: scope.resource,
                anchor: None,
            },
            None => target.clone(),
        }
    }

    /// The outermost resource with the same dynamic anchor, if the first target has it.
    fn dynamic_target(&self, target: &Target) -> Target {
        let linked = &self.run.schema.linked;
        let Some(anchor) = target.anchor.as_deref() else { return target.clone() };
        let document = linked.document(target.schema);
        if document.get_text(target.schema.node, "$dynamicAnchor") != Some(anchor) {
            return target.clone();
        }
        let in_scope = self.scope.outwards().filter_map(|scope| {
            let resource = linked.resource(scope.resource);
            if resource.draft < Draft::D2020
                || !resource.dynamic_anchors.iter().any(|a| a == anchor)
            {
                return None;
            }
            let node = *resource.anchors.get(anchor)?;
            let schema = crate::schema::SchemaRef { node, ..resource.root };
            Some(Target { schema, resource: scope.resource, anchor: None })
        });
        in_scope.last().unwrap_or_else(|| target.clone())
    }

    pub(super) fn combinations(&mut self) {
        if let Some(schema) = self.get(Keyword::Not)
            && self.apply_here(schema, true).is_ok()
        {
            self.fail(|_| FailureKind::Not);
        }
        self.all_of();
        self.any_of();
        self.one_of();
        self.condition();
    }

    fn all_of(&mut self) {
        let mut faults = Vec::new();
        for schema in self.list(Keyword::AllOf) {
            if let Err(fault) = self.apply_here(*schema, false) {
                faults.push(fault);
                if self.quiet {
                    break;
                }
            }
        }
        if !faults.is_empty() {
            self.fail_with(faults, FailureKind::AllOf);
        }
    }

    fn any_of(&mut self) {
        let schemas = self.list(Keyword::AnyOf);
        let mut faults = Vec::new();
        let mut matched = schemas.is_empty();
        for schema in schemas {
            match self.apply_here(*schema, false) {
                Err(fault) => faults.push(fault),
                Ok(()) => {
                    matched = true;
                    // All must be applied when somebody asks what is left over.
                    if self.unevaluated.is_empty() {
                        break;
                    }
                }
            }
        }
        if !matched {
            self.fail_with(faults, FailureKind::AnyOf);
        }
    }

    fn one_of(&mut self) {
        let schemas = self.list(Keyword::OneOf);
        if schemas.is_empty() {
            return;
        }
        let mut faults = Vec::new();
        let mut matched = None;
        for (index, schema) in schemas.iter().enumerate() {
            match (self.apply_here(*schema, matched.is_some()), matched) {
                (Err(fault), None) => faults.push(fault),
                (Err(_), Some(_)) => {}
                (Ok(()), None) => matched = Some(index),
                (Ok(()), Some(first)) => {
                    return self.fail(|_| FailureKind::OneOf(Some((first, index))));
                }
            }
        }
        if matched.is_none() {
            self.fail_with(faults, FailureKind::OneOf(None));
        }
    }

    fn condition(&mut self) {
        let Some(schema) = self.get(Keyword::If) else { return };
        let branch = match self.apply_here(schema, true) {
            Ok(()) => Keyword::Then,
            Err(_) => Keyword::Else,
        };
        if let Some(schema) = self.get(branch) {
            let result = self.apply_here(schema, false);
            self.note(result);
        }
    }

    /// Notes which keys and items are to be watched, if anybody asks.
    pub(super) fn start_unevaluated(&mut self, caller_needs: bool) {
        let is_old = self.draft < Draft::D2020;
        match self.shape {
            Shape::Object(len) => {
                let asks = caller_needs || self.get(Keyword::UnevaluatedProperties).is_some();
                if asks && self.get(Keyword::AdditionalProperties).is_none() {
                    self.unevaluated.keys = vec![true; len];
                }
            }
            Shape::Array(len) => {
                if !caller_needs && self.get(Keyword::UnevaluatedItems).is_none() {
                    return;
                }
                let items = self.get(Keyword::Items).map(|node| self.document.node(node));
                let (all, known) = match items {
                    Some(Node::Array(schemas)) if is_old => {
                        (self.get(Keyword::AdditionalItems).is_some(), schemas.len())
                    }
                    Some(_) => (true, 0),
                    None => (false, if is_old { 0 } else { self.list(Keyword::PrefixItems).len() }),
                };
                if !all {
                    self.unevaluated.items = (0..len).map(|index| index >= known).collect();
                }
            }
            _ => {}
        }
    }

    /// `unevaluatedProperties`, `unevaluatedItems`
    pub(super) fn leftovers(&mut self) {
        let Some(value) = self.subject.value() else { return };
        if let (Shape::Object(_), Some(schema)) =
            (self.shape, self.get(Keyword::UnevaluatedProperties))
        {
            let open = std::mem::take(&mut self.unevaluated.keys);
            let mut index = 0;
            value.entries(&mut |key, item| {
                if open.get(index).copied().unwrap_or(false) {
                    let result = self.apply_inside(schema, &item, PlaceStep::Key(key));
                    self.note(result);
                }
                index += 1;
            });
        }
        if let (Shape::Array(_), Some(schema)) = (self.shape, self.get(Keyword::UnevaluatedItems)) {
            let Unevaluated { items, .. } = std::mem::take(&mut self.unevaluated);
            for index in (0..items.len()).filter(|index| items[*index]) {
                if let Some(item) = value.item(index) {
                    let result = self.apply_inside(schema, &item, PlaceStep::Index(index));
                    self.note(result);
                }
            }
        }
    }
}
