//! The Container Linux Config is longer than the API server takes
//!
//! # What it checks
//!
//! The text of `ignition.containerLinuxConfig.additionalConfig` has at most 10240 characters with
//! Cluster API v1.10.0 to v1.10.2, and at most 32768 from v1.10.3 on.
//!
//! # Why it matters
//!
//! The schema of the kind refuses it. Releases before v1.10 have no limit, so an upgrade of the
//! controllers breaks a chart that did not change.
//!
//! # Example
//!
//! ```yaml bad capi=v1.10.2
//! apiVersion: bootstrap.cluster.x-k8s.io/v1beta1
//! kind: KubeadmConfig
//! metadata:
//!   name: demo
//! spec:
//!   format: ignition
//!   joinConfiguration: {}
//!   ignition:
//!     containerLinuxConfig:
//!       additionalConfig: "@10241@"
//! ```
//!
//! ```yaml good capi=v1.10.3
//! apiVersion: bootstrap.cluster.x-k8s.io/v1beta1
//! kind: KubeadmConfig
//! metadata:
//!   name: demo
//! spec:
//!   format: ignition
//!   joinConfiguration: {}
//!   ignition:
//!     containerLinuxConfig:
//!       additionalConfig: "@10241@"
//! ```
//!
//! # How to fix
//!
//! Move files out of it into `files` with `contentFrom`, which has no limit.
//!
//! # References
//!
//! - Cluster API v1.10.0 and v1.10.3, issue 12168

use crate::finding::Severity;
use crate::rules::Window;
use crate::rules::{Check, Ctx, Meta, Sink};

pub(super) static META: Meta = Meta {
    severity: Severity::Error,
    since: "0.1.0",
    kinds: &["KubeadmConfig", "KubeadmConfigTemplate", "KubeadmControlPlane"],
    check: Check::Static(check),
};

/// The limits in characters and the releases that have them.
static LIMITS: [(usize, Window); 2] = [
    (10_240, Window::capi(Some((1, 10, 0)), Some((1, 10, 2)))),
    (32_768, Window::capi(Some((1, 10, 3)), None)),
];

fn check(ctx: &Ctx<'_>, sink: &mut Sink<'_>) {
    let Some((limit, window)) = LIMITS.iter().find(|(_, window)| ctx.within(window)) else {
        return;
    };
    for spec in ctx.kubeadm_specs() {
        let Some((path, node)) = spec.additional_config() else { continue };
        let length = node.text().map_or(0, |text| text.chars().count());
        if length > *limit {
            let message =
                format!("Container Linux Config has more than the {limit} characters allowed");
            sink.on(spec.object, &path, message)
                .help(format!("it has {length}; move files into `files` with `contentFrom`"))
                .holds(window);
        }
    }
}
