//! An Ignition version that this CAPA release does not have
//!
//! # What it checks
//!
//! `ignition.version` of machine templates and pools is one that the schema lists: 2.3 only up to
//! CAPA v2.2.5; 2.3 and 3.0 to 3.4 from v2.3.0 on.
//!
//! # Why it matters
//!
//! The schema refuses the object. The version is that of the stub which CAPA writes, not of the
//! user data.
//!
//! # Example
//!
//! ```yaml bad
//! apiVersion: infrastructure.cluster.x-k8s.io/v1beta2
//! kind: AWSMachineTemplate
//! metadata:
//!   name: demo
//! spec:
//!   template:
//!     spec:
//!       instanceType: m5.xlarge
//!       ignition:
//!         version: "3.5"
//! ```
//!
//! ```yaml good
//! apiVersion: infrastructure.cluster.x-k8s.io/v1beta2
//! kind: AWSMachineTemplate
//! metadata:
//!   name: demo
//! spec:
//!   template:
//!     spec:
//!       instanceType: m5.xlarge
//!       ignition:
//!         version: "3.4"
//! ```
//!
//! # How to fix
//!
//! Use a version that the release has, or leave it out.
//!
//! # References
//!
//! - CAPA v1.4.0 and v2.3.0, `api/*/awsmachine_types.go`

use crate::finding::Severity;
use crate::manifest::INFRASTRUCTURE;
use crate::path::FieldPath;
use crate::rules::Window;
use crate::rules::{Check, Ctx, Meta, Sink};

pub(super) static META: Meta = Meta {
    severity: Severity::Error,
    since: "0.1.0",
    kinds: &["AWSMachineTemplate", "AWSMachine", "AWSMachinePool"],
    check: Check::Static(check),
};

const IGNITION: [(&str, &str); 3] = [
    ("AWSMachineTemplate", "spec.template.spec.ignition.version"),
    ("AWSMachine", "spec.ignition.version"),
    ("AWSMachinePool", "spec.ignition.version"),
];

/// The versions that releases have.
static VERSIONS: [(&[&str], Window); 2] = [
    (&["2.3"], Window::capa(Some((1, 4, 0)), Some((2, 2, u32::MAX)))),
    (&["2.3", "3.0", "3.1", "3.2", "3.3", "3.4"], Window::capa(Some((2, 3, 0)), None)),
];

fn check(ctx: &Ctx<'_>, sink: &mut Sink<'_>) {
    let Some((versions, _)) = VERSIONS.iter().find(|(_, window)| ctx.within(window)) else {
        return;
    };
    let holds = if versions.len() == 1 { "capa v1.4..v2.2" } else { "capa >= v2.3.0" };
    for (kind, path) in IGNITION {
        for object in ctx.manifests.of_kind(INFRASTRUCTURE, kind) {
            let Some(version) = object.text(path).filter(|v| !versions.contains(v)) else {
                continue;
            };
            let message = format!("Ignition version `{version}` is not supported");
            sink.on(object, &FieldPath::parse(path), message)
                .help(format!("supported are `{}`", versions.join("`, `")))
                .holds(holds);
        }
    }
}
