//! AWSManagedControlPlane and AWSManagedMachinePool.
//!
//! Source: cluster-api-provider-aws, `awsmanagedcontrolplane_webhook.go`,
//! `awsmanagedmachinepool_webhook.go`.

use super::super::fields::{at, has, number, text};
use super::super::tables as t;
use super::Subject;

/// Checks an AWSManagedControlPlane.
pub(super) fn check_control_plane(s: &mut Subject) {
    let Some((old, new)) = s.update() else { return };
    let version = |value| major_minor(text(value, "spec.version"));
    if let (Some(before), Some(after)) = (version(old), version(new))
        && (after.0 < before.0 || after.1 < before.1)
    {
        s.refuse(&t::EKS_VERSION_LOWER, &[]);
    }
    let provider = |value| at(value, "spec.encryptionConfig.provider");
    if let (Some(before), Some(after)) = (provider(old), provider(new))
        && before != after
    {
        s.refuse(&t::EKS_ENCRYPTION_PROVIDER, &[]);
    }
    let ipv6 =
        |value| has(value, "spec.network.vpc.ipv6") || has(value, "spec.networkSpec.vpc.ipv6");
    if ipv6(old) != ipv6(new) {
        s.refuse(&t::EKS_IP_FAMILY, &[]);
    }
    if has(old, "spec.accessConfig") && has(new, "spec.accessConfig") {
        let mode = |value| text(value, "spec.accessConfig.authenticationMode").to_lowercase();
        let (before, after) = (mode(old), mode(new));
        let lower = before == "api" || (before == "api_and_config_map" && after == "config_map");
        if before != after && lower {
            s.refuse(&t::EKS_ACCESS_MODE, &[]);
        }
    }
}

/// Checks an AWSManagedMachinePool.
pub(super) fn check_pool(s: &mut Subject) {
    let template = "spec.awsLaunchTemplate";
    let size = |name: &str| number(s.new, &format!("spec.scaling.{name}"));
    if let (Some(min), Some(max)) = (size("minSize"), size("maxSize"))
        && max < min
    {
        s.refuse(&t::EKS_POOL_SCALING, &[]);
    }
    if has(s.new, template) {
        for (field, name) in [("spec.instanceType", "InstanceType"), ("spec.diskSize", "DiskSize")]
        {
            if has(s.new, field) {
                s.refuse(&t::EKS_POOL_LAUNCH_TEMPLATE_SETTING, &[("field", &name)]);
            }
        }
    }
    let Some((old, new)) = s.update() else { return };
    match (at(old, template), at(new, template)) {
        (Some(before), Some(after)) if text(before, "name") != text(after, "name") => {
            s.refuse(&t::EKS_POOL_LAUNCH_TEMPLATE_NAME, &[]);
        }
        (None, Some(_)) | (Some(_), None) => s.refuse(&t::EKS_POOL_LAUNCH_TEMPLATE, &[]),
        _ => {}
    }
}

/// EKS versions have two numbers that count.
fn major_minor(version: &str) -> Option<(u32, u32)> {
    let mut parts = version.trim_start_matches('v').split('.');
    Some((parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
}
