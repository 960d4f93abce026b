//! OpenStackCluster and its template. The spec is compared as a whole; `data/mutable.yaml` says
//! what of it may change.
//!
//! Source: cluster-api-provider-openstack, `openstackcluster_webhook.go`.

use std::collections::BTreeSet;

use serde_json::Value;

use super::super::change::is_within;
use super::super::fields::{at, has, items, text};
use super::super::tables as t;
use super::{Subject, mutable};

/// Checks an OpenStackCluster.
pub(super) fn check(s: &mut Subject) {
    identity(s, "spec");
    let Some((old, new)) = s.update() else {
        security_groups(s);
        return;
    };
    let enabled = |value: &Value| {
        at(value, "spec.bastion").is_some()
            && at(value, "spec.bastion.enabled") != Some(&Value::Bool(false))
    };
    if enabled(old) && !has(new, "spec.bastion") {
        s.refuse(&t::OPENSTACK_BASTION_REMOVED, &[]);
    }
    if !has(old, "spec.managedSecurityGroups") && has(new, "spec.managedSecurityGroups") {
        s.refuse(&t::OPENSTACK_SECURITY_GROUPS_ADDED, &[]);
    }
    subnets(s);
    mutable::compare(s, "spec", &t::OPENSTACK_CLUSTER_IMMUTABLE);
}

/// Checks an OpenStackClusterTemplate.
pub(super) fn check_template(s: &mut Subject) {
    if s.changes.iter().any(|change| is_within(&change.path, "spec.template.spec"))
        && !s.is_create()
    {
        s.refuse(&t::OPENSTACK_CLUSTER_TEMPLATE, &[]);
    }
}

/// The kind and the region of an identityRef.
pub(super) fn identity(s: &mut Subject, spec: &str) {
    let field = format!("{spec}.identityRef");
    let kind = at(s.new, &field).map(|reference| text(reference, "kind"));
    if kind.is_some_and(|kind| !matches!(kind, "" | "Secret")) {
        let rule = match s.is_create() {
            true => &t::OPENSTACK_IDENTITY_KIND,
            false => &t::OPENSTACK_IDENTITY_KIND_UPDATE,
        };
        s.refuse(rule, &[("path", &spec)]);
    }
    if let Some((old, new)) = s.update()
        && has(old, &field)
        && has(new, &field)
        && at(old, &format!("{field}.region")) != at(new, &format!("{field}.region"))
    {
        s.refuse(&t::OPENSTACK_IDENTITY_REGION, &[("path", &spec)]);
    }
}

fn subnets(s: &mut Subject) {
    let Some((old, new)) = s.update() else { return };
    let field = "spec.managedSubnets";
    let (before, after) = (items(old, field), items(new, field));
    if before.is_empty() || after.is_empty() {
        return;
    }
    if before.len() != after.len() {
        s.refuse(&t::OPENSTACK_SUBNETS_COUNT, &[]);
        return;
    }
    let known: BTreeSet<&str> = before.iter().map(|subnet| text(subnet, "cidr")).collect();
    for cidr in after.iter().map(|subnet| text(subnet, "cidr")).filter(|c| !known.contains(c)) {
        s.refuse(&t::OPENSTACK_SUBNETS_CIDR, &[("cidr", &cidr)]);
    }
}

/// The three ways to name the other end of a rule exclude each other.
fn security_groups(s: &mut Subject) {
    const ENDS: [(&str, &str); 3] = [
        ("remoteManagedGroups", "remoteGroupID or remoteIPPrefix"),
        ("remoteGroupID", "remoteManagedGroups or remoteIPPrefix"),
        ("remoteIPPrefix", "remoteManagedGroups or remoteGroupID"),
    ];
    for rule in items(s.new, "spec.managedSecurityGroups.allNodesSecurityGroupRules") {
        let used = ENDS.iter().filter(|(field, _)| has(rule, field)).count();
        for (field, others) in ENDS.iter().filter(|(field, _)| used > 1 && has(rule, field)) {
            let fill: [(&str, &dyn std::fmt::Display); 2] = [("field", field), ("others", others)];
            s.refuse(&t::OPENSTACK_SECURITY_GROUP_REMOTE, &fill);
        }
    }
}
