//! OpenStackMachine, its template, OpenStackServer and OpenStackFloatingIPPool.
//!
//! Source: cluster-api-provider-openstack, the webhooks of these kinds.

use super::super::fields::{flag, has, items, text};
use super::super::tables as t;
use super::openstack_cluster::identity;
use super::{Subject, mutable};

/// Checks an OpenStackMachine.
pub(super) fn check(s: &mut Subject) {
    identity(s, "spec");
    match s.is_create() {
        true => devices_and_ports(s),
        false => mutable::compare(s, "spec", &t::OPENSTACK_MACHINE_IMMUTABLE),
    }
}

/// Checks an OpenStackMachineTemplate.
pub(super) fn check_template(s: &mut Subject) {
    identity(s, "spec.template.spec");
    if s.is_create() {
        if has(s.new, "spec.template.spec.providerID") {
            s.refuse(&t::OPENSTACK_TEMPLATE_PROVIDER_ID, &[]);
        }
    } else {
        mutable::compare(s, "spec.template.spec", &t::OPENSTACK_MACHINE_TEMPLATE_IMMUTABLE);
    }
}

/// Checks an OpenStackServer.
pub(super) fn check_server(s: &mut Subject) {
    identity(s, "spec");
    match s.is_create() {
        true => devices_and_ports(s),
        false => mutable::compare(s, "spec", &t::OPENSTACK_SERVER_IMMUTABLE),
    }
}

/// Checks an OpenStackFloatingIPPool.
pub(super) fn check_pool(s: &mut Subject) {
    identity(s, "spec");
}

fn devices_and_ports(s: &mut Subject) {
    let root = |device: &serde_json::Value| text(device, "name") == "root";
    if has(s.new, "spec.rootVolume") && items(s.new, "spec.additionalBlockDevices").iter().any(root)
    {
        s.refuse(&t::OPENSTACK_ROOT_DEVICE, &[]);
    }
    let insecure = |port: &serde_json::Value| {
        flag(port, "disablePortSecurity") && !items(port, "securityGroups").is_empty()
    };
    if items(s.new, "spec.ports").iter().any(insecure) {
        s.refuse(&t::OPENSTACK_PORT_SECURITY, &[]);
    }
}
