//! KubeadmControlPlane and its template: the allow-list of changeable fields, and the checks of
//! versions, replicas, etcd, CoreDNS and rollout.
//!
//! Source: cluster-api, the KubeadmControlPlane webhook of each release line.

use serde_json::Value;

use super::super::change::{Change, is_above, is_exactly, is_within};
use super::super::fields::{at, has, items, number, object, put, text};
use super::super::normalize::comparable;
use super::super::release::{Era, Release};
use super::super::table::{AllowList, Rule};
use super::super::tables as t;
use super::{Subject, coredns, kubeadm_config};
use crate::path::FieldPath;
use crate::profile::Version;

const CLUSTER: &str = "spec.kubeadmConfigSpec.clusterConfiguration";

/// All checks of a KubeadmControlPlane.
pub(super) fn check(s: &mut Subject) {
    unlisted_fields(s);
    replicas(s);
    infrastructure(s);
    version(s);
    etcd(s);
    coredns::check(s);
    rollout(s);
    certificates(s);
    naming(s);
    template_metadata(s);
    if !items(s.new, "spec.machineTemplate.spec.taints").is_empty()
        && !s.gate("MachineTaintPropagation")
    {
        s.refuse(&t::KCP_TAINTS_GATE, &[]);
    }
    if s.holds(&t::CHECKS_KUBEADM_IN_TEMPLATES) {
        kubeadm_config::check(s, "spec.kubeadmConfigSpec");
    }
    init_and_join_timeouts(s);
}

/// The template allows no change of its content.
pub(super) fn check_template(s: &mut Subject) {
    let Some((old, new)) = s.update() else {
        new_template(s);
        return;
    };
    let field = "spec.template.spec";
    let spec = |value: &Value| {
        let value = comparable(s.id, value, s.moment);
        at(&value, field).cloned().unwrap_or_default()
    };
    let (before, mut after) = (spec(old), spec(new));
    // Dropping the strategy that older releases filled in is tolerated.
    let strategy = "rollout.strategy";
    let filled_in = at(&before, strategy).is_some_and(|strategy| {
        text(strategy, "type") == "RollingUpdate"
            && number(strategy, "rollingUpdate.maxSurge") == Some(1)
    });
    if filled_in && !has(&after, strategy) && s.holds(&t::SEES_V1BETA2) {
        put(&mut after, strategy, at(&before, strategy).cloned().unwrap_or_default());
    }
    if before != after {
        let changed = s.changes.iter().filter(|change| is_within(&change.path, field));
        let diff: Vec<String> = changed.map(|change| change.path.to_string()).collect();
        s.refuse(&t::KCPT_IMMUTABLE, &[("diff", &diff.join(", "))]);
    }
}

fn new_template(s: &mut Subject) {
    if !s.gate("ClusterTopology") {
        s.refuse(&t::KCPT_GATE, &[]);
    } else if s.holds(&t::CHECKS_KUBEADM_IN_CONTROL_PLANE_TEMPLATES) {
        kubeadm_config::check(s, "spec.template.spec.kubeadmConfigSpec");
    }
}

/// How a field stands in an allow-list.
#[derive(Debug, PartialEq, Eq)]
enum Standing {
    Listed,
    Refused,
    /// The release has no such field: it is pruned before anything looks at it.
    Unknown,
}

fn unlisted_fields(s: &mut Subject) {
    if s.is_create() {
        return;
    }
    let release = s.moment.release(super::super::release::Authority::Capi);
    let Some(list) = list_of(release) else { return };
    for change in s.changes {
        let tolerated = is_tolerated_format(s, change);
        if tolerated || standing(list, &change.path, release) != Standing::Refused {
            continue;
        }
        let refusing = t::KCP_ALLOW_LISTS.iter().flat_map(|list| {
            let refused = |era: &&Era| standing(list, &change.path, era.first) == Standing::Refused;
            list.eras.iter().filter(refused).copied().collect::<Vec<Era>>()
        });
        s.refuse_in(&t::KCP_UNLISTED_FIELD, refusing.collect(), &[("path", &change.path)]);
    }
}

/// True when the field exists in the release that judges; a field that does not is pruned.
pub(in super::super) fn is_known(path: &FieldPath, release: Release) -> bool {
    list_of(release).is_none_or(|list| standing(list, path, release) != Standing::Unknown)
}

fn list_of(release: Release) -> Option<&'static AllowList> {
    t::KCP_ALLOW_LISTS.iter().find(|list| list.eras.iter().any(|era| era.contains(release)))
}

fn standing(list: &AllowList, path: &FieldPath, release: Release) -> Standing {
    let young =
        |young: &super::super::table::Young| release < young.from && is_within(path, young.field);
    if t::KCP_YOUNG.iter().any(young) {
        return Standing::Unknown;
    }
    let listed = |entry: &&&str| match entry.strip_suffix(".*") {
        Some(parent) => is_within(path, parent) && !is_exactly(path, parent),
        None => is_exactly(path, entry),
    };
    if list.paths.iter().any(|entry| listed(&entry)) {
        return Standing::Listed;
    }
    // A field that cannot change, something inside of it, or an object that holds some.
    let refused = list.unlisted.iter().any(|field| is_within(path, field) || is_above(path, field))
        || list.blocks.iter().any(|block| is_exactly(path, block));
    if refused { Standing::Refused } else { Standing::Unknown }
}

fn is_tolerated_format(s: &Subject, change: &Change) -> bool {
    is_exactly(&change.path, "spec.kubeadmConfigSpec.format")
        && change.old.is_none()
        && change.new.and_then(Value::as_str) == Some("cloud-config")
        && s.holds(&t::FORMAT_UNSET_TO_CLOUD_CONFIG)
}

fn replicas(s: &mut Subject) {
    let Some(replicas) = number(s.new, "spec.replicas") else { return };
    if replicas <= 0 {
        s.refuse(&t::KCP_REPLICAS_ZERO, &[]);
    }
    if replicas % 2 == 0 && !has(s.new, &format!("{CLUSTER}.etcd.external")) {
        s.refuse(&t::KCP_REPLICAS_EVEN, &[]);
    }
}

fn infrastructure(s: &mut Subject) {
    let v1beta2 = s.holds(&t::SEES_V1BETA2);
    let (field, keys) = match v1beta2 {
        true => ("spec.machineTemplate.spec.infrastructureRef", ["apiGroup", "kind", "name"]),
        false => ("spec.machineTemplate.infrastructureRef", ["apiVersion", "kind", "name"]),
    };
    for key in keys {
        if text(s.new, &format!("{field}.{key}")).is_empty() {
            s.refuse(&t::KCP_INFRA_REF_EMPTY, &[("key", &key)]);
        }
    }
    let namespace = text(s.new, &format!("{field}.namespace"));
    let own = text(s.new, "metadata.namespace");
    if !namespace.is_empty() && !own.is_empty() && namespace != own {
        s.refuse(&t::KCP_INFRA_REF_NAMESPACE, &[]);
    }
}

fn version(s: &mut Subject) {
    let new = text(s.new, "spec.version");
    if is_placeholder(new) {
        return;
    }
    let Ok(target) = new.parse::<Version>() else {
        s.refuse(&t::KCP_VERSION_FORMAT, &[]);
        return;
    };
    let Some((old, _)) = s.update() else { return };
    let old = text(old, "spec.version");
    let Ok(current) = old.parse::<Version>() else { return };
    if target == current {
        return;
    }
    if (target.major, target.minor) >= (current.major, current.minor + 2) {
        s.refuse(&t::KCP_VERSION_SKIP, &[("old", &old), ("new", &new)]);
    }
    if target == Version::new(1, 19, 0) {
        s.refuse(&t::KCP_VERSION_1_19_0, &[]);
    }
    // The last releases of these lines whose kubeadm pulls from the registry that was closed.
    let old_registry = matches!(
        (target.major, target.minor, target.patch),
        (1, 22, ..17) | (1, 23, ..15) | (1, 24, ..9)
    );
    if old_registry && text(s.new, &format!("{CLUSTER}.imageRepository")).is_empty() {
        s.refuse(&t::KCP_VERSION_OLD_REGISTRY, &[]);
    }
}

fn etcd(s: &mut Subject) {
    let (local, external) = (format!("{CLUSTER}.etcd.local"), format!("{CLUSTER}.etcd.external"));
    if has(s.new, &local) && has(s.new, &external) {
        s.refuse(&t::KCP_ETCD_BOTH, &[]);
    }
    image_tag(s, "etcd.local");
    let Some((old, new)) = s.update() else { return };
    for (side, now, before) in [("external", &external, &local), ("local", &local, &external)] {
        if has(new, now) && has(old, before) {
            s.refuse(&t::KCP_ETCD_SWITCH_EXPLICIT, &[("side", &side)]);
        }
    }
    if has(old, CLUSTER) && has(new, CLUSTER) && has(old, &external) != has(new, &external) {
        s.refuse(&t::KCP_ETCD_SWITCH, &[]);
    }
}

/// True for what charts print where the version comes from an object of the management cluster
/// (`vN/A`): nobody installs that, so nothing can be said about it.
pub(super) fn is_placeholder(version: &str) -> bool {
    version.contains("N/A")
}

/// A tag that no registry would take.
pub(super) fn image_tag(s: &mut Subject, component: &str) {
    let tag = text(s.new, &format!("{CLUSTER}.{component}.imageTag"));
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let legal = tag.starts_with(word)
        && tag.len() <= 128
        && tag.chars().all(|c| word(c) || c == '.' || c == '-');
    if !tag.is_empty() && !legal {
        s.refuse(&t::KCP_IMAGE_TAG, &[("component", &component), ("tag", &tag)]);
    }
}

fn rollout(s: &mut Subject) {
    let v1beta2 = s.holds(&t::SEES_V1BETA2);
    let strategy = if v1beta2 { "spec.rollout.strategy" } else { "spec.rolloutStrategy" };
    if text(s.new, &format!("{strategy}.type")) != "RollingUpdate" {
        s.refuse(&t::KCP_STRATEGY_TYPE, &[]);
    }
    let replicas = number(s.new, "spec.replicas").unwrap_or(1);
    let surge = number(s.new, &format!("{strategy}.rollingUpdate.maxSurge"));
    if surge == Some(0) && replicas < 3 {
        s.refuse(&t::KCP_STRATEGY_SCALE_IN, &[]);
    }
    if surge.is_some_and(|surge| surge != 0 && surge != 1) {
        s.refuse(&t::KCP_STRATEGY_MAX_SURGE, &[]);
    }
    let before = if v1beta2 { "spec.rollout.before" } else { "spec.rolloutBefore" };
    let days = number(s.new, &format!("{before}.certificatesExpiryDays"));
    if let Some(days) = days.filter(|days| *days < 7) {
        s.refuse(&t::KCP_ROLLOUT_BEFORE_MINIMUM, &[("days", &days)]);
    }
}

/// What kubeadm's certificate authority lasts unless told otherwise.
const CA_DAYS: i64 = 3650;

fn certificates(s: &mut Subject) {
    let field = |name: &str| number(s.new, &format!("{CLUSTER}.{name}"));
    let Some(days) = field("certificateValidityPeriodDays").filter(|days| *days != 0) else {
        return;
    };
    let authority = field("caCertificateValidityPeriodDays").filter(|days| *days != 0);
    if days > authority.unwrap_or(CA_DAYS) {
        let limit = match authority {
            Some(days) => format!("caCertificateValidityPeriodDays ({days})"),
            None => format!("the default value of caCertificateValidityPeriodDays ({CA_DAYS})"),
        };
        s.refuse(&t::KCP_CERTIFICATE_VALIDITY, &[("limit", &limit)]);
    }
    let expiry = number(s.new, "spec.rollout.before.certificatesExpiryDays").unwrap_or(0);
    if expiry != 0 && expiry >= days {
        s.refuse(&t::KCP_CERTIFICATE_EXPIRY, &[("days", &days)]);
    }
}

fn naming(s: &mut Subject) {
    let v1beta2 = s.holds(&t::SEES_V1BETA2);
    let field = if v1beta2 { "spec.machineNaming" } else { "spec.machineNamingStrategy" };
    name_template(s, &format!("{field}.template"), &t::KCP_NAMING);
}

/// A template of machine names needs the random part, and the rest must be a name.
pub(super) fn name_template(s: &mut Subject, field: &str, rule: &'static Rule) {
    let template = text(s.new, field);
    if template.is_empty() {
        return;
    }
    if !template.contains("{{ .random }}") {
        s.refuse(rule, &[("reason", &", {{ .random }} is missing")]);
    }
    let mut rest = template;
    let mut plain = String::new();
    while let Some((before, action)) = rest.split_once("{{") {
        plain.push_str(before);
        let Some((_, after)) = action.split_once("}}") else {
            s.refuse(rule, &[("reason", &": unclosed action")]);
            return;
        };
        plain.push('x');
        rest = after;
    }
    plain.push_str(rest);
    if !is_dns_subdomain(&plain) {
        let reason = ", generated names would not be valid Kubernetes object names";
        s.refuse(rule, &[("reason", &reason)]);
    }
}

/// RFC 1123 as Kubernetes applies it to names.
pub(super) fn is_dns_subdomain(name: &str) -> bool {
    let label = |label: &str| {
        let edge =
            |c: Option<char>| c.is_some_and(|c| c.is_ascii_lowercase() || c.is_ascii_digit());
        edge(label.chars().next())
            && edge(label.chars().last())
            && label.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
    };
    !name.is_empty() && name.len() <= 253 && name.split('.').all(label)
}

fn template_metadata(s: &mut Subject) {
    let labels = object(s.new, "spec.machineTemplate.metadata.labels").into_iter().flatten();
    let bad = labels.map(|(_, value)| value.as_str().unwrap_or("")).find(|v| !is_label_value(v));
    if let Some(bad) = bad {
        let reason = format!(
            "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character: \"{bad}\""
        );
        s.refuse(&t::KCP_TEMPLATE_METADATA, &[("map", &"labels"), ("reason", &reason)]);
    }
}

/// What the API server takes as the value of a label.
pub(super) fn is_label_value(value: &str) -> bool {
    let edge = |c: Option<char>| c.is_none_or(|c| c.is_ascii_alphanumeric());
    value.len() <= 63
        && edge(value.chars().next())
        && edge(value.chars().last())
        && value.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.'))
}

fn init_and_join_timeouts(s: &mut Subject) {
    let seconds = |block: &str| {
        let field = "timeouts.controlPlaneComponentHealthCheckSeconds";
        number(s.new, &format!("spec.kubeadmConfigSpec.{block}.{field}"))
            .map_or("unset".to_owned(), |seconds| seconds.to_string())
    };
    let (init, join) = (seconds("initConfiguration"), seconds("joinConfiguration"));
    if init != join {
        for block in ["initConfiguration", "joinConfiguration"] {
            let fill: [(&str, &dyn std::fmt::Display); 3] =
                [("block", &block), ("init", &init), ("join", &join)];
            s.refuse(&t::KCP_INIT_JOIN_TIMEOUTS, &fill);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every field that a list calls unlisted is refused by it, every listed one is not.
    #[test]
    fn lists_refuse_what_they_do_not_list() {
        for list in t::KCP_ALLOW_LISTS {
            let release = list.eras.last().unwrap().last.unwrap();
            for field in list.unlisted.iter().chain(list.blocks) {
                let path = FieldPath::parse(field);
                assert_eq!(standing(list, &path, release), Standing::Refused, "{field} {release}");
            }
            for entry in list.paths {
                let path = FieldPath::parse(&entry.replace('*', "x"));
                assert_eq!(standing(list, &path, release), Standing::Listed, "{entry} {release}");
            }
        }
    }

    #[test]
    fn every_known_release_has_one_list() {
        for release in t::CAPI_RELEASES.known {
            let lists = t::KCP_ALLOW_LISTS
                .iter()
                .filter(|list| list.eras.iter().any(|era| era.contains(*release)));
            assert_eq!(lists.count(), 1, "{release}");
        }
    }

    #[test]
    fn a_field_that_no_release_knows_is_pruned() {
        let path = FieldPath::parse("spec.kubeadmConfigSpec.clusterConfiguration.cheduler");
        assert!(t::CAPI_RELEASES.known.iter().all(|release| !is_known(&path, *release)));
    }
}
