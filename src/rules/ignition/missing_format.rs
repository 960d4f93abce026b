//! `ignition` is set but the format is not
//!
//! # What it checks
//!
//! A kubeadm configuration that sets `ignition` sets `format: ignition` too.
//!
//! # Why it matters
//!
//! The webhook refuses it. The node would get cloud-config, which a Flatcar image cannot read.
//!
//! # Example
//!
//! ```yaml bad
//! apiVersion: bootstrap.cluster.x-k8s.io/v1beta1
//! kind: KubeadmConfig
//! metadata:
//!   name: demo
//! spec:
//!   joinConfiguration: {}
//!   ignition:
//!     containerLinuxConfig:
//!       additionalConfig: |
//!         systemd:
//!           units: []
//! ```
//!
//! ```yaml good
//! apiVersion: bootstrap.cluster.x-k8s.io/v1beta1
//! kind: KubeadmConfig
//! metadata:
//!   name: demo
//! spec:
//!   format: ignition
//!   joinConfiguration: {}
//!   ignition:
//!     containerLinuxConfig:
//!       additionalConfig: |
//!         systemd:
//!           units: []
//! ```
//!
//! # How to fix
//!
//! Set `format: ignition`, or take `ignition` out.
//!
//! # References
//!
//! - Cluster API v1.1.0, `bootstrap/kubeadm/api/v1beta1`, the webhook of KubeadmConfig

use crate::finding::Severity;
use crate::rules::{Check, Ctx, Meta, Sink};

pub(super) static META: Meta = Meta {
    severity: Severity::Error,
    since: "0.1.0",
    kinds: &["KubeadmConfig", "KubeadmConfigTemplate", "KubeadmControlPlane"],
    check: Check::Static(check),
};

fn check(ctx: &Ctx<'_>, sink: &mut Sink<'_>) {
    for spec in ctx.kubeadm_specs().iter().filter(|spec| !spec.is_ignition()) {
        if spec.at("ignition").is_some() {
            let message = "`ignition` is set, but `format` is not `ignition`";
            sink.on(spec.object, &spec.field("format"), message)
                .help("set `format: ignition`, or take `ignition` out")
                .holds("capi >= v1.1.0");
        }
    }
}
