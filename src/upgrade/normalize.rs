//! What a webhook or controller gets to see of a manifest: nulls gone, v1beta1 converted where the
//! release works with v1beta2, defaults filled in, structs as Go marshals them.

use std::borrow::Cow;

use serde_json::{Map, Number, Value, json};

use super::fields::{at, has, object_mut, put, take, without_nulls};
use super::moment::Moment;
use super::table::{Conversion, Default, How, Literal, Older, Step};
use super::tables;
use crate::manifest::ObjectRef;

/// The object as the release of the moment sees it.
pub(super) fn normalize(id: &ObjectRef, raw: &Value, moment: &Moment) -> Value {
    let mut value = without_nulls(raw);
    let is_of = |older: &&Older| older.kind == &*id.kind && older.versions.contains(&id.version());
    for older in tables::OLDER.iter().filter(is_of) {
        older.steps.iter().for_each(|step| convert(&mut value, step));
    }
    if let Some(conversion) = conversion(id, moment) {
        conversion.steps.iter().for_each(|step| convert(&mut value, step));
    }
    fill(&mut value, id, moment, tables::DEFAULTS);
    prefix(&mut value, id, moment);
    if is_kubeadm(&id.kind) {
        tidy_kubeadm(&mut value, moment.holds(&tables::SEES_V1BETA2));
    }
    for there in tables::ALWAYS_THERE {
        if there.kinds.contains(&&*id.kind) && moment.within(there.authority, &[there.era]) {
            there.fields.iter().for_each(|field| ensure(&mut value, field));
        }
    }
    value
}

/// The object as controllers compare it: values that count as equal to an unset field filled in.
pub(super) fn comparable<'v>(id: &ObjectRef, value: &'v Value, moment: &Moment) -> Cow<'v, Value> {
    let mut value = Cow::Borrowed(value);
    if tables::SAME.iter().any(|same| same.kinds.contains(&&*id.kind)) {
        fill(value.to_mut(), id, moment, tables::SAME);
    }
    value
}

/// The conversion that the object goes through, if any.
pub(super) fn conversion(id: &ObjectRef, moment: &Moment) -> Option<&'static Conversion> {
    let old = id.version() != "v1beta2" && id.group().ends_with("cluster.x-k8s.io");
    if !old || !moment.holds(&tables::SEES_V1BETA2) {
        return None;
    }
    tables::CONVERSIONS.iter().find(|conversion| conversion.kind == &*id.kind)
}

fn is_kubeadm(kind: &str) -> bool {
    kind.starts_with("Kubeadm")
}

fn convert(value: &mut Value, step: &Step) {
    let Some(found) = take(value, step.from) else { return };
    let found = match step.how {
        How::Drop => return,
        How::Move => found,
        How::Seconds => seconds(found),
        How::Args => args(found),
        How::Ref => reference(found),
        How::Conditions => conditions(found),
    };
    match step.to {
        [] => put(value, step.from, found),
        targets => targets.iter().for_each(|to| put_into(value, to, found.clone())),
    }
}

/// Sets a field; where a mapping stands already, the fields are added to it.
fn put_into(value: &mut Value, path: &str, new: Value) {
    match (object_mut(value, path), new) {
        (Some(there), Value::Object(new)) => there.extend(new),
        (_, new) => put(value, path, new),
    }
}

/// Whole seconds of a Go duration such as `1m30s`; what is no duration stays as it is.
fn seconds(value: Value) -> Value {
    match value.as_str().and_then(duration_seconds) {
        Some(seconds) => Value::Number(Number::from(seconds)),
        None => value,
    }
}

/// The seconds of a Go duration, rounded towards zero.
pub(super) fn duration_seconds(text: &str) -> Option<i64> {
    let (negative, mut rest) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    if rest == "0" {
        return Some(0);
    }
    let mut nanos: f64 = 0.0;
    while !rest.is_empty() {
        let digits = rest.find(|c: char| !c.is_ascii_digit() && c != '.')?;
        let number: f64 = rest[..digits].parse().ok()?;
        rest = &rest[digits..];
        let unit = rest.find(|c: char| c.is_ascii_digit() || c == '.').unwrap_or(rest.len());
        nanos += number
            * match &rest[..unit] {
                "ns" => 1.0,
                "us" | "µs" | "μs" => 1e3,
                "ms" => 1e6,
                "s" => 1e9,
                "m" => 60e9,
                "h" => 3600e9,
                _ => return None,
            };
        rest = &rest[unit..];
    }
    let seconds = (nanos / 1e9).trunc() as i64;
    (!text.is_empty()).then_some(if negative { -seconds } else { seconds })
}

fn args(value: Value) -> Value {
    match value {
        Value::Object(map) => {
            let mut pairs: Vec<(String, Value)> = map.into_iter().collect();
            pairs.sort_by(|a, b| a.0.cmp(&b.0));
            let item = |(name, value)| json!({"name": name, "value": value});
            Value::Array(pairs.into_iter().map(item).collect())
        }
        other => other,
    }
}

fn reference(value: Value) -> Value {
    let Value::Object(map) = value else { return value };
    let mut kept = Map::new();
    if let Some(version) = map.get("apiVersion").and_then(Value::as_str) {
        let group = version.rsplit_once('/').map_or("", |(group, _)| group);
        kept.insert("apiGroup".into(), group.into());
    }
    for key in ["apiGroup", "kind", "name"] {
        if let Some(value) = map.get(key) {
            kept.insert(key.into(), value.clone());
        }
    }
    Value::Object(kept)
}

fn conditions(value: Value) -> Value {
    let Value::Array(items) = value else { return value };
    let convert = |mut item: Value| {
        if let Some(timeout) = take(&mut item, "timeout") {
            put(&mut item, "timeoutSeconds", seconds(timeout));
        }
        item
    };
    Value::Array(items.into_iter().map(convert).collect())
}

fn fill(value: &mut Value, id: &ObjectRef, moment: &Moment, defaults: &[Default]) {
    for default in defaults {
        let due = default.kinds.contains(&&*id.kind)
            && moment.within(default.authority, &[default.era])
            && default.inside.is_none_or(|inside| has(value, inside))
            && !has(value, default.field)
            && has(value, "spec");
        if due {
            let filled = match default.value {
                Literal::Flag(set) => set.into(),
                Literal::Text(text) => text.into(),
                Literal::Number(number) => number.into(),
                Literal::Texts(pairs) => {
                    Value::Object(pairs.iter().map(|(k, v)| ((*k).into(), (*v).into())).collect())
                }
            };
            put(value, default.field, filled);
        }
    }
}

/// Puts in front of texts what webhooks put there.
fn prefix(value: &mut Value, id: &ObjectRef, moment: &Moment) {
    for row in tables::PREFIXES {
        let Literal::Text(prefix) = row.value else { continue };
        if row.kinds.contains(&&*id.kind) && moment.within(row.authority, &[row.era]) {
            let text = at(value, row.field).and_then(Value::as_str).unwrap_or_default();
            if !text.is_empty() && !text.starts_with(prefix) {
                let full = format!("{prefix}{text}");
                put(value, row.field, full.into());
            }
        }
    }
}

/// Adds an empty mapping where its parent is there and it is not.
fn ensure(value: &mut Value, field: &str) {
    let parent = field.rsplit_once('.').map_or("", |(parent, _)| parent);
    if at(value, parent).is_some_and(Value::is_object) && !has(value, field) {
        put(value, field, Value::Object(Map::new()));
    }
}

/// Leaves out what Go's structs leave out: empty texts and lists and, from v1beta2 on, empty
/// mappings; before that, `false` as well.
fn tidy_kubeadm(value: &mut Value, v1beta2: bool) {
    if let Some(spec) = value.as_object_mut().and_then(|map| map.get_mut("spec")) {
        tidy(spec, v1beta2, 64);
    }
}

fn tidy(value: &mut Value, v1beta2: bool, depth: usize) {
    let Some(map) = value.as_object_mut() else { return };
    if depth == 0 {
        return;
    }
    map.values_mut().for_each(|value| tidy(value, v1beta2, depth - 1));
    map.retain(|_, value| match value {
        Value::String(text) => !text.is_empty(),
        Value::Array(items) => !items.is_empty(),
        Value::Object(map) => !(v1beta2 && map.is_empty()),
        Value::Bool(set) => *set || v1beta2,
        _ => true,
    });
}

#[cfg(test)]
mod tests {
    use super::super::testing::{objects, profile};
    use super::*;
    use crate::manifest::Manifests;

    #[test]
    fn go_durations_become_seconds() {
        for (text, want) in [
            ("4m0s", Some(240)),
            ("1h30m", Some(5400)),
            ("1500ms", Some(1)),
            ("-10s", Some(-10)),
            ("0", Some(0)),
            ("", None),
            ("10", None),
            ("1d", None),
        ] {
            assert_eq!(duration_seconds(text), want, "{text}");
        }
    }

    #[test]
    fn references_lose_what_v1beta2_has_not() {
        let old = json!({"apiVersion": "a.b/v1", "kind": "K", "name": "n", "namespace": "x"});
        assert_eq!(reference(old), json!({"apiGroup": "a.b", "kind": "K", "name": "n"}));
    }

    #[test]
    fn an_older_version_and_a_version_without_its_v_are_the_same_object() {
        let plane = |version: &str, spec: &str| {
            let head = format!("apiVersion: controlplane.cluster.x-k8s.io/{version}");
            objects(&format!(
                "{head}\nkind: KubeadmControlPlane\nmetadata: {{name: c}}\nspec: {spec}\n"
            ))
        };
        let seen = |manifests: &Manifests| {
            let object = &manifests.objects()[0];
            let profile = profile("capi", "v1.4.0");
            let moment = Moment::new(&profile).of(&object.id);
            normalize(&object.id, object.json(), &moment)["spec"].clone()
        };
        let old = "{version: 1.22.7, infrastructureTemplate: {kind: K, name: k}, upgradeAfter: x}";
        let new = "{version: v1.22.7, machineTemplate: {infrastructureRef: {kind: K, name: k}}, \
                   rolloutAfter: x}";
        assert_eq!(seen(&plane("v1alpha3", old)), seen(&plane("v1beta1", new)));
        assert_ne!(seen(&plane("v1beta1", old)), seen(&plane("v1beta1", new)));
    }
}
