//! AWSCluster and its template.
//!
//! Source: cluster-api-provider-aws, `awscluster_webhook.go`, `s3bucket.go`, `bastion.go`.

use std::net::IpAddr;

use serde_json::Value;

use super::super::change::is_within;
use super::super::fields::{at, flag, has, is_empty, items, text};
use super::super::tables as t;
use super::Subject;
use super::cluster::is_cidr;

/// Checks an AWSCluster.
pub(super) fn check(s: &mut Subject) {
    load_balancers(s);
    if let Some((old, new)) = s.update() {
        let vpc = |value| {
            let id = text(value, "spec.network.vpc.id");
            if id.is_empty() { text(value, "spec.networkSpec.vpc.id") } else { id }
        };
        if !vpc(old).is_empty() && vpc(old) != vpc(new) {
            s.refuse(&t::AWS_CLUSTER_VPC, &[]);
        }
        let managed = |value: &Value| {
            at(value, "metadata.annotations")
                .is_some_and(|a| a.get("cluster.x-k8s.io/managed-by").is_some())
        };
        if managed(old) && !managed(new) {
            s.refuse(&t::AWS_CLUSTER_MANAGED_BY_REMOVED, &[]);
        }
        garbage_collection(s);
    } else {
        network(s);
        second_load_balancer(s);
        disabled_load_balancer(s);
    }
    bastion(s);
    bucket(s);
}

/// A template of clusters allows no change.
pub(super) fn check_template(s: &mut Subject) {
    if !s.is_create() && s.changes.iter().any(|change| is_within(&change.path, "spec")) {
        s.refuse(&t::AWS_CLUSTER_TEMPLATE, &[]);
    }
}

const FIRST: &str = "spec.controlPlaneLoadBalancer";
const SECOND: &str = "spec.secondaryControlPlaneLoadBalancer";

fn load_balancers(s: &mut Subject) {
    let Some((old, new)) = s.update() else { return };
    load_balancer(s, at(old, FIRST), at(new, FIRST));
    if !s.holds(&t::LB_COMPARED_BY_TYPE) {
        return;
    }
    match (at(old, SECOND), at(new, SECOND)) {
        (None, None) => {}
        (None, Some(_)) if rule_holds(s, &t::AWS_CLUSTER_SECOND_LB_ADDED) => {
            s.refuse(&t::AWS_CLUSTER_SECOND_LB_ADDED, &[]);
        }
        (Some(_), None) => s.refuse(&t::AWS_CLUSTER_SECOND_LB_REMOVED, &[]),
        // The real check reports the secondary one under the path of the first.
        (before, after) => load_balancer(s, before, after),
    }
}

fn rule_holds(s: &Subject, rule: &'static super::super::table::Rule) -> bool {
    let eras: Vec<_> = rule.says.iter().map(|says| says.era).collect();
    s.moment.within(rule.authority, &eras)
}

fn load_balancer(s: &mut Subject, old: Option<&Value>, new: Option<&Value>) {
    let empty = Value::Null;
    let new = new.unwrap_or(&empty);
    let Some(old) = old else {
        if !matches!(text(new, "scheme"), "" | "internet-facing") {
            s.refuse(&t::AWS_CLUSTER_LB_SCHEME_DEFAULT, &[]);
        }
        return;
    };
    let kind = |lb| text(lb, "loadBalancerType");
    let disabled = |lb| kind(lb) == "disabled";
    if disabled(old) != disabled(new) {
        s.refuse(&t::AWS_CLUSTER_LB_TYPE_DISABLED, &[]);
    }
    let changed = |field: &str| at(old, field) != at(new, field);
    if changed("scheme") {
        s.refuse(&t::AWS_CLUSTER_LB_SCHEME, &[]);
    }
    if changed("name") {
        s.refuse(&t::AWS_CLUSTER_LB_NAME, &[]);
        if has(old, "name") {
            s.refuse(&t::AWS_CLUSTER_LB_NAME_ONCE_SET, &[]);
        }
    }
    if changed("healthCheckProtocol") {
        s.refuse(&t::AWS_CLUSTER_LB_HEALTH_CHECK, &[]);
        if kind(old) != "classic" {
            s.refuse(&t::AWS_CLUSTER_LB_HEALTH_CHECK_BUT_CLASSIC, &[]);
        }
    }
    if changed("targetGroupIPType") {
        s.refuse(&t::AWS_CLUSTER_LB_TARGET_GROUP, &[]);
    }
}

fn second_load_balancer(s: &mut Subject) {
    if has(s.new, SECOND) && text(s.new, &format!("{SECOND}.name")).is_empty() {
        s.refuse(&t::AWS_CLUSTER_SECOND_LB_NAME_EMPTY, &[]);
    }
}

/// What makes no sense beside a disabled load balancer, and how the error begins.
const NOT_WITH_DISABLED: &[(&str, &str)] = &[
    ("name", "cannot configure a name"),
    ("crossZoneLoadBalancing", "cross-zone load balancing cannot be set"),
    ("subnets", "subnets cannot be set"),
    ("healthCheckProtocol", "healthcheck protocol cannot be set"),
    ("additionalSecurityGroups", "additional Security Groups cannot be set"),
    ("additionalListeners", "cannot set additional listeners"),
    ("ingressRules", "ingress rules cannot be set"),
    ("preserveClientIP", "cannot preserve client IP"),
    ("disableHostsRewrite", "cannot disable hosts rewrite"),
    ("targetGroupIPType", "cannot set target group IP type"),
];

fn disabled_load_balancer(s: &mut Subject) {
    if text(s.new, &format!("{FIRST}.loadBalancerType")) != "disabled" {
        return;
    }
    for (field, what) in NOT_WITH_DISABLED {
        if !is_empty(at(s.new, &format!("{FIRST}.{field}"))) {
            s.refuse(&t::AWS_CLUSTER_DISABLED_LB_SETTING, &[("field", field), ("what", what)]);
        }
    }
}

fn garbage_collection(s: &mut Subject) {
    let annotation = s.annotation("aws.cluster.x-k8s.io/external-resource-tasks-gc");
    let Some(tasks) = annotation.and_then(Value::as_str).filter(|tasks| !tasks.is_empty()) else {
        return;
    };
    for task in tasks.split(',') {
        if !matches!(task, "load-balancer" | "target-group" | "security-group") {
            s.refuse(&t::AWS_CLUSTER_GC_TASK, &[("task", &task)]);
        }
    }
}

fn network(s: &mut Subject) {
    let vpc = "spec.network.vpc";
    let cidr = |field: &str| text(s.new, &format!("{vpc}.{field}")).to_owned();
    for (field, what) in [("cidrBlock", "VPC"), ("ipv6.cidrBlock", "VPC IPv6")] {
        let block = cidr(field);
        if !block.is_empty() && !is_cidr(&block) {
            let path = format!("{vpc}.{field}");
            s.refuse(&t::AWS_CLUSTER_NETWORK_CIDR, &[("path", &path), ("what", &what)]);
        }
    }
    for (i, subnet) in items(s.new, "spec.network.subnets").iter().enumerate() {
        for (field, what) in [("cidrBlock", "subnet"), ("ipv6CidrBlock", "subnet IPv6")] {
            let block = text(subnet, field);
            if !block.is_empty() && !is_cidr(block) {
                let path = format!("spec.network.subnets[{i}].{field}");
                s.refuse(&t::AWS_CLUSTER_NETWORK_CIDR, &[("path", &path), ("what", &what)]);
            }
        }
    }
    if let Some(pool) = at(s.new, "spec.network.vpc.ipamPool") {
        if !text(s.new, "spec.network.vpc.cidrBlock").is_empty() {
            s.refuse(&t::AWS_CLUSTER_IPAM_AND_CIDR, &[]);
        }
        if text(pool, "id").is_empty() && text(pool, "name").is_empty() {
            s.refuse(&t::AWS_CLUSTER_IPAM_EMPTY, &[]);
        }
    }
}

fn bastion(s: &mut Subject) {
    let blocks = items(s.new, "spec.bastion.allowedCIDRBlocks");
    if flag(s.new, "spec.bastion.disableIngressRules") && !blocks.is_empty() {
        s.refuse(&t::AWS_BASTION_RULES, &[]);
        return;
    }
    for (i, block) in blocks.iter().enumerate() {
        if !block.as_str().is_some_and(is_cidr) {
            s.refuse(&t::AWS_BASTION_CIDR, &[("i", &i)]);
        }
    }
}

fn bucket(s: &mut Subject) {
    let Some(bucket) = at(s.new, "spec.s3Bucket") else { return };
    if !s.gate("BootstrapFormatIgnition") {
        s.refuse(&t::AWS_S3_GATE, &[]);
    }
    let name = text(bucket, "name");
    if name.is_empty() {
        s.refuse(&t::AWS_S3_NAME_EMPTY, &[]);
    } else if name.parse::<IpAddr>().is_ok() {
        s.refuse(&t::AWS_S3_NAME_ADDRESS, &[]);
    } else if let Some(reason) = bad_bucket_name(name) {
        s.refuse(&t::AWS_S3_NAME_PATTERN, &[("reason", &reason)]);
    }
    if s.holds(&t::PRESIGNED_URLS) && has(bucket, "presignedURLDuration") {
        return;
    }
    // What neither side's manifest sets may well stand in the live object: Helm's patch leaves it.
    let before = s.old.and_then(|old| at(old, "spec.s3Bucket"));
    let missing = |field: &str| {
        let elsewhere = before.is_some_and(|before| !has(before, field)) && !has(bucket, field);
        is_empty(at(bucket, field)) && !elsewhere
    };
    if missing("controlPlaneIAMInstanceProfile") {
        s.refuse(&t::AWS_S3_CONTROL_PLANE_PROFILE, &[]);
    }
    let profiles = items(bucket, "nodesIAMInstanceProfiles");
    if missing("nodesIAMInstanceProfiles") {
        s.refuse(&t::AWS_S3_NODE_PROFILES, &[]);
    }
    for (i, profile) in profiles.iter().enumerate() {
        if is_empty(Some(profile)) {
            s.refuse(&t::AWS_S3_NODE_PROFILE, &[("i", &i)]);
        }
    }
}

/// What the CRD's pattern and lengths say of a bucket's name.
fn bad_bucket_name(name: &str) -> Option<String> {
    let edge = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
    let inner = |c: char| edge(c) || c == '.' || c == '-';
    let field = "spec.s3Bucket.name in body should";
    if name.len() < 3 {
        Some(format!("{field} be at least 3 chars long"))
    } else if name.len() > 63 {
        Some("may not be more than 63 bytes".to_owned())
    } else if !name.starts_with(edge) || !name.ends_with(edge) || !name.chars().all(inner) {
        Some(format!("{field} match '^[a-z0-9][a-z0-9.-]{{1,61}}[a-z0-9]$'"))
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bucket_names_follow_the_pattern() {
        assert_eq!(bad_bucket_name("a-b"), None);
        for bad in ["ab", "Abc", "-abc", "abc_", &"a".repeat(64)] {
            assert!(bad_bucket_name(bad).is_some(), "{bad}");
        }
    }
}
