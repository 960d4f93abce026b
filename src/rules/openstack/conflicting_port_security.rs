//! A port has security groups although its security is off
//!
//! # What it checks
//!
//! No port sets both `disablePortSecurity: true` and `securityGroups` (CAPO v0.11 and later).
//!
//! # Why it matters
//!
//! The webhook refuses the object: OpenStack takes security groups only where port security is
//! on.
//!
//! # Example
//!
//! ```yaml bad
//! apiVersion: infrastructure.cluster.x-k8s.io/v1beta1
//! kind: OpenStackMachineTemplate
//! metadata:
//!   name: demo
//! spec:
//!   template:
//!     spec:
//!       flavor: small
//!       ports:
//!       - disablePortSecurity: true
//!         securityGroups:
//!         - filter:
//!             name: demo
//! ```
//!
//! ```yaml good
//! apiVersion: infrastructure.cluster.x-k8s.io/v1beta1
//! kind: OpenStackMachineTemplate
//! metadata:
//!   name: demo
//! spec:
//!   template:
//!     spec:
//!       flavor: small
//!       ports:
//!       - disablePortSecurity: true
//! ```
//!
//! # How to fix
//!
//! Take one of the two out.
//!
//! # References
//!
//! - CAPO v0.11.0, the webhook of OpenStackMachine

use crate::finding::Severity;
use crate::manifest::{INFRASTRUCTURE, field};
use crate::rules::Window;
use crate::rules::{Check, Ctx, Meta, Sink};

pub(super) static META: Meta = Meta {
    severity: Severity::Error,
    since: "0.1.0",
    kinds: &["OpenStackMachineTemplate", "OpenStackMachine"],
    check: Check::Static(check),
};

static SINCE: Window = Window::capo(Some((0, 11, 0)), None);
const PLACES: [(&str, &str); 2] = [
    ("OpenStackMachineTemplate", "spec.template.spec.ports[*]"),
    ("OpenStackMachine", "spec.ports[*]"),
];

fn check(ctx: &Ctx<'_>, sink: &mut Sink<'_>) {
    if !ctx.within(&SINCE) {
        return;
    }
    for (kind, ports) in PLACES {
        for object in ctx.manifests.of_kind(INFRASTRUCTURE, kind) {
            for (path, port) in field::select(&object.node, ports) {
                let off = field::get(port, "disablePortSecurity").is_some_and(field::is_true);
                let groups = field::get(port, "securityGroups");
                if off && groups.is_some_and(|groups| !groups.items().is_empty()) {
                    let message = "port has security groups, but its security is off";
                    sink.on(object, &path.key("securityGroups"), message).holds(&SINCE);
                }
            }
        }
    }
}
