//! A feature gate that Ignition needs is off
//!
//! # What it checks
//!
//! Where the profile says that `KubeadmBootstrapFormatIgnition` (Cluster API) or
//! `BootstrapFormatIgnition` (CAPA) is off, no object needs it: no `format: ignition` or
//! `ignition`, no `s3Bucket`, no `ignition` block of a machine template or pool.
//!
//! # Why it matters
//!
//! The webhooks refuse the objects. Both gates are off by default in every release, so whoever
//! installs the controllers has to switch them on.
//!
//! # Example
//!
//! ```yaml bad gate=KubeadmBootstrapFormatIgnition:false
//! apiVersion: bootstrap.cluster.x-k8s.io/v1beta1
//! kind: KubeadmConfig
//! metadata:
//!   name: demo
//! spec:
//!   format: ignition
//!   joinConfiguration: {}
//! ```
//!
//! ```yaml good gate=KubeadmBootstrapFormatIgnition:false
//! apiVersion: bootstrap.cluster.x-k8s.io/v1beta1
//! kind: KubeadmConfig
//! metadata:
//!   name: demo
//! spec:
//!   joinConfiguration: {}
//! ```
//!
//! # How to fix
//!
//! Start the controllers with `EXP_KUBEADM_BOOTSTRAP_FORMAT_IGNITION=true` (both the bootstrap
//! and the control-plane provider) and `EXP_BOOTSTRAP_FORMAT_IGNITION=true` (CAPA).
//!
//! # References
//!
//! - Cluster API v1.1.0, `feature/feature.go`
//! - CAPA v1.4.0, `feature/feature.go`

use crate::finding::Severity;
use crate::manifest::{INFRASTRUCTURE, Object};
use crate::path::FieldPath;
use crate::rules::Window;
use crate::rules::{Check, Ctx, Meta, Sink};

pub(super) static META: Meta = Meta {
    severity: Severity::Error,
    since: "0.1.0",
    kinds: &[
        "KubeadmConfig",
        "KubeadmConfigTemplate",
        "KubeadmControlPlane",
        "AWSCluster",
        "AWSMachineTemplate",
        "AWSMachinePool",
    ],
    check: Check::Static(check),
};

const CAPI_GATE: &str = "KubeadmBootstrapFormatIgnition";
const CAPA_GATE: &str = "BootstrapFormatIgnition";

/// The fields of CAPA that the gate guards, and since when.
static GUARDED: [(&str, &str, Window); 4] = [
    ("AWSCluster", "spec.s3Bucket", Window::capa(Some((1, 4, 0)), None)),
    ("AWSMachine", "spec.ignition", Window::capa(Some((1, 4, 0)), None)),
    ("AWSMachineTemplate", "spec.template.spec.ignition", Window::capa(Some((2, 1, 0)), None)),
    ("AWSMachinePool", "spec.ignition", Window::capa(Some((2, 9, 0)), None)),
];

fn check(ctx: &Ctx<'_>, sink: &mut Sink<'_>) {
    if !ctx.profile.gate(CAPI_GATE).is_on() {
        for spec in ctx.kubeadm_specs() {
            for (field, used) in
                [("format", spec.is_ignition()), ("ignition", spec.at("ignition").is_some())]
            {
                if used {
                    report(sink, spec.object, &spec.field(field), CAPI_GATE, "capi >= v1.1.0");
                }
            }
        }
    }
    if !ctx.profile.gate(CAPA_GATE).is_on() {
        for (kind, path, window) in GUARDED.iter().filter(|(.., window)| ctx.within(window)) {
            for object in ctx.manifests.of_kind(INFRASTRUCTURE, kind) {
                if object.at(path).is_some() {
                    let path = FieldPath::parse(path);
                    report(sink, object, &path, CAPA_GATE, &window.to_string());
                }
            }
        }
    }
}

fn report(sink: &mut Sink<'_>, object: &Object, path: &FieldPath, gate: &str, holds: &str) {
    let message = format!("needs the feature gate `{gate}`, which is off");
    sink.on(object, path, message)
        .help("switch it on where the controllers are installed")
        .holds(holds);
}
