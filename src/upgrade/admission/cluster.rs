//! Cluster and ClusterClass.
//!
//! Source: cluster-api, the webhooks of both and `internal/topology/check`.

use std::net::IpAddr;

use serde_json::Value;

use super::super::fields::{at, has, items, text};
use super::super::tables as t;
use super::super::world::Side;
use super::Subject;
use super::kubeadm_control_plane::is_label_value;
use crate::profile::Version;

/// Checks a Cluster.
pub(super) fn check(s: &mut Subject) {
    if !is_label_value(text(s.new, "metadata.name")) {
        s.refuse(&t::CLUSTER_NAME, &[("reason", &"must be no more than 63 characters")]);
    }
    let refs = ["spec.controlPlaneRef", "spec.infrastructureRef", "spec.topology"];
    if refs.iter().all(|field| !has(s.new, field)) {
        s.refuse(&t::CLUSTER_EMPTY, &[]);
    }
    ref_namespaces(s);
    for network in ["pods", "services"] {
        let blocks = items(s.new, &format!("spec.clusterNetwork.{network}.cidrBlocks"));
        for (i, block) in blocks.iter().enumerate() {
            let value = block.as_str().unwrap_or("");
            if !is_cidr(value) {
                let fill: [(&str, &dyn std::fmt::Display); 3] =
                    [("network", &network), ("i", &i), ("value", &value)];
                s.refuse(&t::CLUSTER_CIDR, &fill);
            }
        }
    }
    if has(s.new, "spec.topology") && s.holds(&t::TOPOLOGY_IS_KNOWN) {
        topology(s);
    }
}

/// True for an address with the length of a prefix.
pub(super) fn is_cidr(text: &str) -> bool {
    let Some((address, length)) = text.split_once('/') else { return false };
    let digits = !length.is_empty() && length.bytes().all(|b| b.is_ascii_digit());
    match (address.parse::<IpAddr>(), length.parse::<u8>()) {
        (Ok(IpAddr::V4(_)), Ok(length)) => digits && length <= 32,
        (Ok(IpAddr::V6(_)), Ok(length)) => digits && length <= 128,
        _ => false,
    }
}

fn ref_namespaces(s: &mut Subject) {
    let own = text(s.new, "metadata.namespace");
    for field in ["spec.infrastructureRef", "spec.controlPlaneRef"] {
        let path = format!("{field}.namespace");
        let namespace = text(s.new, &path);
        if !namespace.is_empty() && !own.is_empty() && namespace != own {
            s.refuse(&t::CLUSTER_REF_NAMESPACE, &[("path", &path)]);
        }
    }
}

fn topology(s: &mut Subject) {
    if !s.gate("ClusterTopology") {
        s.refuse(&t::CLUSTER_TOPOLOGY_GATE, &[]);
        return;
    }
    let Some((old, new)) = s.update() else { return };
    let unsafe_annotation = |name: &str| format!("unsafe.topology.cluster.x-k8s.io/{name}");
    if !has(old, "spec.topology") {
        let skipped = s.holds(&t::CLASS_CHECK_BY_ANNOTATION)
            && s.annotation(&unsafe_annotation("disable-update-class-name-check")).is_some();
        if !skipped {
            s.refuse(&t::CLUSTER_TOPOLOGY_ADDED, &[]);
        }
        return;
    }
    if at(old, "spec.topology.class") != at(new, "spec.topology.class") {
        s.refuse(&t::CLUSTER_TOPOLOGY_CLASS_CHANGED, &[]);
    }
    let skipped = s.holds(&t::VERSION_CHECK_BY_ANNOTATION)
        && s.annotation(&unsafe_annotation("disable-update-version-check")).is_some();
    let version = |value: &Value| text(value, "spec.topology.version").parse::<Version>();
    if let (Ok(before), Ok(after), false) = (version(old), version(new), skipped) {
        topology_version(s, &before, &after);
    }
}

fn topology_version(s: &mut Subject, before: &Version, after: &Version) {
    let bare = |version: &Version| version.to_string().trim_start_matches('v').to_owned();
    let (old, new) = (bare(before), bare(after));
    if after < before {
        s.refuse(&t::CLUSTER_TOPOLOGY_VERSION_DECREASED, &[("old", &old), ("new", &new)]);
    } else if after.line() >= (before.major, before.minor + 2) && !class_lists_versions(s) {
        s.refuse(&t::CLUSTER_TOPOLOGY_VERSION_SKIP, &[("old", &old), ("new", &new)]);
    }
}

/// True when the class of the cluster lists the versions that an upgrade may go through.
fn class_lists_versions(s: &Subject) -> bool {
    let name = text(s.new, "spec.topology.classRef.name");
    let namespace = match text(s.new, "spec.topology.classRef.namespace") {
        "" => s.id.namespace.as_deref().unwrap_or(""),
        namespace => namespace,
    };
    let class = s.world.find(Side::New, "ClusterClass", namespace, name);
    s.holds(&t::UPGRADE_PLAN_BY_CLASS)
        && class.is_some_and(|class| !items(class.json(), "spec.kubernetesVersions").is_empty())
}

/// Checks a ClusterClass: templates keep their group and kind.
pub(super) fn check_class(s: &mut Subject) {
    if !s.gate("ClusterTopology") {
        s.refuse(&t::CLUSTER_CLASS_GATE, &[]);
        return;
    }
    let Some((old, new)) = s.update() else { return };
    let key = if s.holds(&t::SEES_V1BETA2) { "templateRef" } else { "ref" };
    let places =
        ["spec.infrastructure", "spec.controlPlane", "spec.controlPlane.machineInfrastructure"];
    for path in places {
        compare_templates(s, at(old, path), at(new, path), key, path);
    }
    let nested = if key == "ref" { "template." } else { "" };
    for (list, name) in [("machineDeployments", "class"), ("machinePools", "class")] {
        let field = format!("spec.workers.{list}");
        for (i, class) in items(new, &field).iter().enumerate() {
            let before =
                items(old, &field).iter().find(|before| text(before, name) == text(class, name));
            for part in ["bootstrap", "infrastructure"] {
                let inner = format!("{nested}{part}");
                let path = format!("{field}[{i}].{inner}");
                let found = before.and_then(|before| at(before, &inner));
                compare_templates(s, found, at(class, &inner), key, &path);
            }
        }
    }
}

fn compare_templates(
    s: &mut Subject,
    old: Option<&Value>,
    new: Option<&Value>,
    key: &str,
    path: &str,
) {
    let (Some(old), Some(new)) = (old, new) else { return };
    let group = |value: &Value| {
        let version = text(value, &format!("{key}.apiVersion")).to_owned();
        version.rsplit_once('/').map_or(version.clone(), |(group, _)| group.to_owned())
    };
    let kind = |value: &Value| text(value, &format!("{key}.kind")).to_owned();
    for (rule, before, after) in [
        (&t::CLUSTER_CLASS_TEMPLATE_GROUP, group(old), group(new)),
        (&t::CLUSTER_CLASS_TEMPLATE_KIND, kind(old), kind(new)),
    ] {
        if before != after {
            s.refuse(rule, &[("path", &path), ("old", &before), ("new", &after)]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cidr_blocks_have_an_address_and_a_length() {
        assert!(is_cidr("10.0.0.0/16") && is_cidr("fd00::/8"));
        for bad in ["10.1.0.0", "10.0.0.0/33", "10.0.0/8", "x/8", "10.0.0.0/", "10.0.0.0/+8"] {
            assert!(!is_cidr(bad), "{bad}");
        }
    }
}
