//! Texts and lists that outgrow the schemas of the CRDs, wherever a KubeadmConfigSpec stands.
//!
//! Limits come and go with releases of Cluster API, so controllers that are upgraded can refuse
//! manifests that did not change. On an update the API server of Kubernetes v1.30 and later looks
//! at what changed only. Where the same manifest is judged under other controllers, everything is
//! looked at: what is stored stays, and the next object of this kind, a Machine's KubeadmConfig
//! among them, is refused.

use serde_json::Value;

use super::super::change::{is_above, is_within};
use super::super::fields::at;
use super::super::release::Authority;
use super::super::table::{Limit, Measure};
use super::super::tables as t;
use super::Subject;

/// Checks a KubeadmConfig.
pub(super) fn check_config(s: &mut Subject) {
    check(s, "spec");
}

/// Checks a KubeadmConfigTemplate.
pub(super) fn check_template(s: &mut Subject) {
    check(s, "spec.template.spec");
}

/// Checks a KubeadmControlPlane.
pub(super) fn check_control_plane(s: &mut Subject) {
    check(s, "spec.kubeadmConfigSpec");
}

fn check(s: &mut Subject, prefix: &str) {
    let Some(spec) = at(s.new, prefix) else { return };
    let release = s.moment.release(Authority::Capi);
    let has = |limit: &&Limit| {
        limit.era.contains(release)
            && (limit.versions.is_empty() || limit.versions.contains(&s.id.version()))
    };
    let due: Vec<&Limit> =
        t::LIMITS.iter().filter(has).filter(|limit| is_looked_at(s, prefix, limit)).collect();
    for limit in due {
        let mut path = format!("{prefix}.");
        each(spec, limit.field, &mut path, &mut |path, value| exceeds(s, limit, path, value));
    }
}

/// True unless the API server takes the field as it stands because it did not change.
fn is_looked_at(s: &Subject, prefix: &str, limit: &Limit) -> bool {
    if s.is_create() || s.changes.is_empty() || !s.holds(&t::RATCHETS_CRD_LIMITS) {
        return true;
    }
    let whole = limit.field.split("[*]").next().unwrap_or(limit.field);
    let field = format!("{prefix}.{whole}");
    s.changes.iter().any(|change| is_within(&change.path, &field) || is_above(&change.path, &field))
}

/// Calls with every value that a pattern names, and its path.
fn each(value: &Value, pattern: &str, path: &mut String, found: &mut dyn FnMut(&str, &Value)) {
    let length = path.len();
    match pattern.split_once("[*]") {
        None if pattern.is_empty() => found(path, value),
        None => {
            if let Some(value) = at(value, pattern) {
                path.push_str(pattern);
                found(path, value);
            }
        }
        Some((field, rest)) => {
            let list = if field.is_empty() { Some(value) } else { at(value, field) };
            path.push_str(field);
            for (i, item) in list.and_then(Value::as_array).into_iter().flatten().enumerate() {
                let length = path.len();
                path.push_str(&format!("[{i}]"));
                let below = rest.strip_prefix('.');
                if below.is_some() {
                    path.push('.');
                }
                each(item, below.unwrap_or(rest), path, found);
                path.truncate(length);
            }
        }
    }
    path.truncate(length);
}

fn exceeds(s: &mut Subject, limit: &Limit, path: &str, value: &Value) {
    let count = match (limit.measure, value) {
        (Measure::Length(_), Value::String(text)) => text.chars().count(),
        (Measure::Items(_), Value::Array(items)) => items.len(),
        _ => return,
    };
    let (rule, most) = match limit.measure {
        Measure::Length(most) => (&t::CRD_TOO_LONG, most),
        Measure::Items(most) => (&t::CRD_TOO_MANY, most),
    };
    if count <= most {
        return;
    }
    // Other releases may have another limit for the field, and this value may break that too.
    let breaks = |other: &&Limit| {
        let (Measure::Length(most) | Measure::Items(most)) = other.measure;
        other.field == limit.field && count > most
    };
    let eras = t::LIMITS.iter().filter(breaks).map(|other| other.era).collect();
    s.refuse_in(rule, eras, &[("path", &path), ("limit", &most), ("count", &count)]);
}

#[cfg(test)]
mod tests {
    use super::super::super::testing::{objects, profile};
    use super::super::super::{Context, Judgement, judge, pair};
    use crate::profile::Version;

    fn config(content: &str, command: &str) -> String {
        format!(
            "apiVersion: bootstrap.cluster.x-k8s.io/v1beta1\nkind: KubeadmConfig\nmetadata: \
             {{name: c}}\nspec: {{format: ignition, files: [{{path: /a, content: b}}], \
             preKubeadmCommands: [{command}], ignition: {{containerLinuxConfig: \
             {{additionalConfig: {content}}}}}}}\n"
        )
    }

    fn refused(judgement: &Judgement) -> Vec<String> {
        let line = |verdict: &super::super::super::Verdict| {
            let text = verdict.message.as_deref()?;
            verdict.error.map(|error| {
                let path = verdict.path.as_deref().unwrap_or_default();
                format!("{path}: {error:?}: {text} ({})", verdict.holds)
            })
        };
        judgement.verdicts.iter().filter_map(line).collect()
    }

    fn judged(old: &str, new: &str, before: &str, after: &str, kubernetes: u32) -> Vec<String> {
        let (old, new) = (objects(old), objects(new));
        let (before, mut after) = (profile("capi", before), profile("capi", after));
        after.kubernetes = Version::new(1, kubernetes, 0);
        let context = Context { old_profile: &before, new_profile: &after };
        refused(&judge(&pair(old.objects(), new.objects()), &context))
    }

    #[test]
    fn limits_appear_under_other_controllers_and_go_again() {
        let text = config(&"x".repeat(10_241), "a");
        let path = "spec.ignition.containerLinuxConfig.additionalConfig";
        let want =
            format!("{path}: TooLong: may not be more than 10240 bytes (capi v1.10.0..v1.10.2)");
        assert_eq!(judged(&text, &text, "v1.9.0", "v1.10.2", 34), [want]);
        assert!(judged(&text, &text, "v1.9.0", "v1.12.0", 34).is_empty());
        assert!(judged(&text, &text, "v1.10.0", "v1.10.2", 34).is_empty());
    }

    #[test]
    fn an_update_leaves_what_it_does_not_touch_unless_the_api_server_is_old() {
        let long = "x".repeat(32_769);
        let (old, new) = (config(&long, "a"), config(&long, "b"));
        assert!(judged(&old, &new, "v1.12.0", "v1.12.0", 34).is_empty());
        assert_eq!(judged(&old, &new, "v1.12.0", "v1.12.0", 29).len(), 1);
        assert_eq!(judged("", &new, "v1.12.0", "v1.12.0", 34).len(), 1);
        let worse = config(&format!("{long}y"), "a");
        assert_eq!(judged(&old, &worse, "v1.12.0", "v1.12.0", 34).len(), 1);
    }

    #[test]
    fn items_of_lists_are_counted_and_measured() {
        let many: Vec<String> = (0..1001).map(|i| format!("c{i}")).collect();
        let command = many.join(", ");
        let found = judged("", &config("a", &command), "v1.12.0", "v1.12.0", 34);
        assert!(found[0].starts_with("spec.preKubeadmCommands: TooMany: 1001: must have at most"));
        let found = judged("", &config("a", &"c".repeat(10_241)), "v1.12.0", "v1.12.0", 34);
        assert!(found[0].starts_with("spec.preKubeadmCommands[0]: TooLong"), "{found:?}");
    }

    #[test]
    fn arguments_are_limited_in_v1beta2_alone() {
        let control_plane = |version: &str, args: &str| {
            format!(
                "apiVersion: controlplane.cluster.x-k8s.io/{version}\nkind: KubeadmControlPlane\n\
                 metadata: {{name: c}}\nspec: {{replicas: 3, version: v1.34.0, machineTemplate: \
                 {{infrastructureRef: {{kind: K, name: k, apiVersion: a/b}}, spec: \
                 {{infrastructureRef: {{kind: K, name: k, apiGroup: a}}}}}}, kubeadmConfigSpec: \
                 {{clusterConfiguration: {{apiServer: {{extraArgs: {args}}}}}}}}}\n"
            )
        };
        let long = "x".repeat(1025);
        let new = control_plane("v1beta2", &format!("[{{name: a, value: {long}}}]"));
        let found = judged("", &new, "v1.12.0", "v1.12.0", 34);
        assert!(found[0].contains("extraArgs[0].value: TooLong"), "{found:?}");
        let old = control_plane("v1beta1", &format!("{{a: {long}}}"));
        assert!(judged("", &old, "v1.12.0", "v1.12.0", 34).is_empty());
    }
}
