//! Kinds whose spec is compared as a whole, after blanking what of it may change.

use serde_json::Value;

use super::super::change::{Change, is_within};
use super::super::fields::{at, flag, has, is_empty, take, text};
use super::super::release::Era;
use super::super::table::{Mutable, Rule, While};
use super::super::{moment, tables};
use super::Subject;

/// Refuses the change if any field below `field` differs that may not.
pub(super) fn compare(s: &mut Subject, field: &str, rule: &'static Rule) {
    let Some((old, new)) = s.update() else { return };
    let kind = tables::MUTABLE.iter().find(|kind| kind.kind == &*s.id.kind);
    let rows = kind.map_or(&[][..], |kind| kind.fields);
    let mut eras: Vec<Era> = Vec::new();
    for change in s.changes.iter().filter(|change| is_within(&change.path, field)) {
        let freeing: Vec<&Mutable> =
            rows.iter().filter(|row| frees(row, change, old, new)).collect();
        if !freeing.iter().any(|row| s.moment.within(rule.authority, row.eras)) {
            let free: Vec<Era> = freeing.iter().flat_map(|row| row.eras).copied().collect();
            eras.extend(moment::releases(rule.authority).except(&free));
        }
    }
    if !eras.is_empty() {
        let spoken =
            |era: &Era| rule.says.iter().any(|says| era.last.is_none_or(|l| l >= says.era.first));
        let eras = eras.into_iter().filter(spoken).map(|era| clip(era, rule)).collect();
        s.refuse_in(rule, eras, &[]);
    }
}

/// No range begins before the rule is there.
fn clip(era: Era, rule: &Rule) -> Era {
    let first = rule.says.iter().map(|says| says.era.first).min().unwrap_or(era.first);
    Era { first: era.first.max(first), last: era.last }
}

/// True when a row lets a change pass, in the releases that it is for.
fn frees(row: &Mutable, change: &Change, old: &Value, new: &Value) -> bool {
    if !is_within(&change.path, row.field) {
        return false;
    }
    let parent = row.field.rsplit_once('.').map_or("", |(parent, _)| parent);
    match row.when {
        While::Always => true,
        While::Once => is_empty(at(old, row.field)) || is_unset_endpoint(at(old, row.field)),
        While::Both => has(old, parent) && has(new, parent),
        While::Floating => {
            flag(old, "spec.disableAPIServerFloatingIP") && is_empty(at(old, row.field))
        }
        While::Undeployed => {
            at(old, "spec.bastion.enabled").is_some_and(|enabled| enabled == &Value::Bool(false))
        }
        While::ToId => filter_to_id(at(old, row.field), at(new, row.field)),
        While::AddressPairs => {
            same_but(at(old, row.field), at(new, row.field), "allowedAddressPairs")
        }
        While::NameServers => same_subnets(at(old, row.field), at(new, row.field)),
    }
}

/// An endpoint counts as set once it has a host.
fn is_unset_endpoint(endpoint: Option<&Value>) -> bool {
    endpoint
        .is_some_and(|endpoint| endpoint.get("port").is_some() && text(endpoint, "host").is_empty())
}

/// True when ids take the place of filters. Whether they are those that the filters found only the
/// status of the live object knows.
fn filter_to_id(old: Option<&Value>, new: Option<&Value>) -> bool {
    let one = |old: &Value, new: &Value| {
        old == new || (has(old, "filter") && has(new, "id") && !has(new, "filter"))
    };
    match (old, new) {
        (Some(Value::Array(old)), Some(Value::Array(new))) => {
            old.len() == new.len() && old.iter().zip(new).all(|(old, new)| one(old, new))
        }
        (Some(old), Some(new)) => one(old, new),
        _ => false,
    }
}

fn same_but(old: Option<&Value>, new: Option<&Value>, field: &str) -> bool {
    let without = |list: Option<&Value>| {
        let mut items = list.and_then(Value::as_array).cloned().unwrap_or_default();
        items.iter_mut().for_each(|item| drop(take(item, field)));
        items
    };
    without(old) == without(new)
}

fn same_subnets(old: Option<&Value>, new: Option<&Value>) -> bool {
    let sorted = |list: Option<&Value>| {
        let mut items = list.and_then(Value::as_array).cloned().unwrap_or_default();
        items.iter_mut().for_each(|item| drop(take(item, "dnsNameservers")));
        items.sort_by(|a, b| text(a, "cidr").cmp(text(b, "cidr")));
        items
    };
    old.is_some() && new.is_some() && sorted(old) == sorted(new)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn filters_give_way_to_ids_only() {
        let filter = json!({"filter": {"name": "n"}});
        let id = json!({"id": "x"});
        assert!(filter_to_id(Some(&filter), Some(&id)));
        assert!(!filter_to_id(Some(&id), Some(&filter)));
        assert!(!filter_to_id(Some(&id), Some(&json!({"id": "y"}))));
    }

    #[test]
    fn subnets_are_matched_by_their_cidr() {
        let old = json!([{"cidr": "a", "dnsNameservers": ["1"]}, {"cidr": "b"}]);
        let new = json!([{"cidr": "b"}, {"cidr": "a"}]);
        assert!(same_subnets(Some(&old), Some(&new)));
        assert!(!same_subnets(Some(&old), Some(&json!([{"cidr": "a"}]))));
    }
}
