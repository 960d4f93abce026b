//! Keywords for lists.

use std::collections::HashMap;

use super::{Frame, PlaceStep};
use crate::schema::document::{Node, NodeId};
use crate::schema::draft::Draft;
use crate::schema::error::FailureKind;
use crate::schema::instance::{Instance, equals, hash};
use crate::schema::keyword::Keyword;

/// Lists up to this length are compared pair by pair.
const SHORT: usize = 20;

impl<I: Instance> Frame<'_, '_, I> {
    pub(super) fn array(&mut self, len: usize) {
        let Some(value) = self.subject.value() else { return };
        self.at_least(Keyword::MinItems, "minItems", len);
        self.at_most(Keyword::MaxItems, "maxItems", len);
        if self.flag(Keyword::UniqueItems) == Some(true)
            && let Some((first, second)) = duplicates(value, len)
        {
            self.fail(|_| FailureKind::UniqueItems(first, second));
        }
        if self.draft < Draft::D2020 {
            self.old_items(value, len);
        } else {
            let prefix = self.list(Keyword::PrefixItems);
            let known = prefix.len().min(len);
            for (index, schema) in prefix.iter().enumerate().take(known) {
                self.item(*schema, value, index);
            }
            if let Some(schema) = self.get(Keyword::Items) {
                self.items(schema, value, known..len);
            }
        }
        if let Some(schema) = self.get(Keyword::Contains) {
            self.contains(schema, value, len);
        }
    }

    /// `items` and `additionalItems` up to 2019-09.
    fn old_items(&mut self, value: &I, len: usize) {
        let Some(items) = self.get(Keyword::Items) else { return };
        let Node::Array(schemas) = self.document.node(items) else {
            return self.items(items, value, 0..len);
        };
        let known = schemas.len().min(len);
        for (index, schema) in schemas.iter().enumerate().take(known) {
            self.item(*schema, value, index);
        }
        match self.get(Keyword::AdditionalItems).map(|node| (node, self.document.node(node))) {
            None | Some((_, Node::Bool(true))) => {}
            Some((_, Node::Bool(false))) if known == len => {}
            Some((_, Node::Bool(false))) => {
                self.fail(|_| FailureKind::AdditionalItems(len - known));
            }
            Some((schema, _)) => self.items(schema, value, known..len),
        }
    }

    fn items(&mut self, schema: NodeId, value: &I, range: std::ops::Range<usize>) {
        for index in range {
            if self.is_decided() {
                return;
            }
            self.item(schema, value, index);
        }
    }

    fn item(&mut self, schema: NodeId, value: &I, index: usize) {
        if let Some(item) = value.item(index) {
            let result = self.apply_inside(schema, &item, PlaceStep::Index(index));
            self.note(result);
        }
    }

    fn contains(&mut self, schema: NodeId, value: &I, len: usize) {
        let mut faults = Vec::new();
        let mut matched = Vec::new();
        for index in 0..len {
            let Some(item) = value.item(index) else { continue };
            match self.apply_inside(schema, &item, PlaceStep::Index(index)) {
                Err(fault) => faults.push(fault),
                Ok(()) => {
                    matched.push(index);
                    if self.draft >= Draft::D2020
                        && let Some(open) = self.unevaluated.items.get_mut(index)
                    {
                        *open = false;
                    }
                }
            }
        }
        match self.count(Keyword::MinContains) {
            Some(want) if matched.len() < want => {
                self.fail_with(faults, FailureKind::MinContains { got: matched.clone(), want });
            }
            None if matched.is_empty() => self.fail_with(faults, FailureKind::Contains),
            _ => {}
        }
        if let Some(want) = self.count(Keyword::MaxContains).filter(|want| matched.len() > *want) {
            self.fail(|_| FailureKind::MaxContains { got: matched, want });
        }
    }
}

/// The first item that equals an earlier one, with that one in front.
fn duplicates<I: Instance>(value: &I, len: usize) -> Option<(usize, usize)> {
    let items: Vec<I> = (0..len).filter_map(|index| value.item(index)).collect();
    if items.len() <= SHORT {
        return (1..items.len())
            .find_map(|i| Some(((0..i).find(|j| equals(&items[i], &items[*j]))?, i)));
    }
    let mut seen: HashMap<u64, Vec<usize>> = HashMap::new();
    for (i, item) in items.iter().enumerate() {
        let same = seen.entry(hash(item)).or_default();
        if let Some(j) = same.iter().find(|j| equals(item, &items[**j])) {
            return Some((*j, i));
        }
        same.push(i);
    }
    None
}
