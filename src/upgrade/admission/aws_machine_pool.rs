//! AWSMachinePool: nothing of it is immutable; its values are checked.
//!
//! Source: cluster-api-provider-aws, `awsmachinepool_webhook.go`, `exp/webhooks/validation.go`.

use super::super::fields::{at, has, items, number, text};
use super::super::normalize::duration_seconds;
use super::super::tables as t;
use super::Subject;
use super::aws_machine::{enumeration, volumes};

/// Checks an AWSMachinePool.
pub(super) fn check(s: &mut Subject) {
    let cool_down = duration_seconds(text(s.new, "spec.defaultCoolDown"));
    if cool_down.is_some_and(|seconds| seconds < 0) {
        s.refuse(&t::AWS_POOL_COOL_DOWN, &[]);
    }
    let subnets = items(s.new, "spec.subnets");
    if subnets.iter().any(|subnet| has(subnet, "id") && has(subnet, "filters")) {
        s.refuse(&t::AWS_POOL_SUBNET_ID_AND_FILTERS, &[]);
    }
    let groups = items(s.new, "spec.awsLaunchTemplate.additionalSecurityGroups");
    if groups.iter().any(|group| has(group, "id") && has(group, "filters")) {
        s.refuse(&t::AWS_POOL_SECURITY_GROUP_ID_AND_FILTERS, &[]);
    }
    if has(s.new, "spec.awsLaunchTemplate.spotMarketOptions")
        && has(s.new, "spec.mixedInstancesPolicy")
    {
        s.refuse(&t::AWS_POOL_SPOT_AND_MIXED, &[]);
    }
    refresh(s);
    lifecycle_hooks(s);
    if s.is_create() {
        ignition(s);
        volumes(
            s,
            "spec.awsLaunchTemplate",
            &t::AWS_TEMPLATE_VOLUME_IOPS,
            &t::AWS_POOL_VOLUME_DEVICE_NAME,
        );
        market(s);
    }
}

fn refresh(s: &mut Subject) {
    let limit = |name: &str| number(s.new, &format!("spec.refreshPreferences.{name}"));
    match (limit("minHealthyPercentage"), limit("maxHealthyPercentage")) {
        (None, Some(_)) => s.refuse(&t::AWS_POOL_REFRESH_MINIMUM, &[]),
        (Some(min), Some(max)) if max - min > 100 => s.refuse(&t::AWS_POOL_REFRESH_SPAN, &[]),
        _ => {}
    }
}

fn lifecycle_hooks(s: &mut Subject) {
    for hook in items(s.new, "spec.lifecycleHooks") {
        let (target, role) = (has(hook, "notificationTargetARN"), has(hook, "roleARN"));
        for (fails, field, reason) in [
            (text(hook, "name").is_empty(), "name", "Name is required"),
            (
                target && !role,
                "roleARN",
                "RoleARN is required if NotificationTargetARN is provided",
            ),
            (
                role && !target,
                "notificationTargetARN",
                "NotificationTargetARN is required if RoleARN is provided",
            ),
        ] {
            if fails {
                s.refuse(&t::AWS_POOL_HOOK, &[("field", &field), ("reason", &reason)]);
            }
        }
        hook_values(s, hook);
    }
}

fn hook_values(s: &mut Subject, hook: &serde_json::Value) {
    const LAUNCHING: &str = "autoscaling:EC2_INSTANCE_LAUNCHING";
    const TERMINATING: &str = "autoscaling:EC2_INSTANCE_TERMINATING";
    let transition = text(hook, "lifecycleTransition");
    let result = text(hook, "defaultResult");
    let beat = duration_seconds(text(hook, "heartbeatTimeout"));
    for (fails, field, reason) in [
        (
            transition != LAUNCHING && transition != TERMINATING,
            "lifecycleTransition",
            format!("LifecycleTransition must be either \"{LAUNCHING}\" or \"{TERMINATING}\""),
        ),
        (
            !matches!(result, "" | "CONTINUE" | "ABANDON"),
            "defaultResult",
            "DefaultResult must be either CONTINUE or ABANDON".to_owned(),
        ),
        (
            beat.is_some_and(|seconds| !(30..=172_800).contains(&seconds)),
            "heartbeatTimeout",
            "HeartbeatTimeout must be between 30 and 172800 seconds".to_owned(),
        ),
    ] {
        if fails {
            s.refuse(&t::AWS_POOL_HOOK_VALUE, &[("field", &field), ("reason", &reason)]);
        }
    }
}

fn ignition(s: &mut Subject) {
    let Some(block) = at(s.new, "spec.ignition") else { return };
    if !s.gate("BootstrapFormatIgnition") {
        s.refuse(&t::AWS_POOL_IGNITION_GATE, &[]);
    }
    let path = "spec.ignition";
    enumeration(s, path, "version", text(block, "version"), &t::AWS_IGNITION_VERSION);
    enumeration(s, path, "storageType", text(block, "storageType"), &t::AWS_IGNITION_STORAGE);
}

fn market(s: &mut Subject) {
    let template = "spec.awsLaunchTemplate";
    let kind = text(s.new, "spec.awsLaunchTemplate.marketType");
    let spot = has(s.new, "spec.awsLaunchTemplate.spotMarketOptions");
    if spot && matches!(kind, "CapacityBlock" | "OnDemand") {
        s.refuse(&t::AWS_POOL_MARKET_TYPE, &[("type", &kind)]);
    }
    if kind == "CapacityBlock" && !has(s.new, "spec.awsLaunchTemplate.capacityReservationId") {
        s.refuse(&t::AWS_CAPACITY_BLOCK_RESERVATION, &[("path", &template)]);
    }
}
