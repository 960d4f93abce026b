//! `useExperimentalRetryJoin` together with Ignition
//!
//! # What it checks
//!
//! A kubeadm configuration with `format: ignition` does not set `useExperimentalRetryJoin: true`.
//!
//! # Why it matters
//!
//! The webhook refuses it. From Cluster API v1.11 on the field is gone and dropped without a
//! word. Once it is set on a control plane, taking it out is refused as well by most releases
//! before v1.11: switching a cluster to Flatcar meets both.
//!
//! # Example
//!
//! ```yaml bad capi=v1.4.6
//! apiVersion: bootstrap.cluster.x-k8s.io/v1beta1
//! kind: KubeadmConfig
//! metadata:
//!   name: demo
//! spec:
//!   format: ignition
//!   useExperimentalRetryJoin: true
//!   joinConfiguration: {}
//! ```
//!
//! ```yaml good
//! apiVersion: bootstrap.cluster.x-k8s.io/v1beta1
//! kind: KubeadmConfig
//! metadata:
//!   name: demo
//! spec:
//!   useExperimentalRetryJoin: true
//!   joinConfiguration: {}
//! ```
//!
//! # How to fix
//!
//! Set the field for cloud-config only.
//!
//! # References
//!
//! - Cluster API v1.1.0 to v1.10, `bootstrap/kubeadm/api/v1beta1`, `validateIgnition`
//! - giantswarm/cluster-openstack, pull request 85

use crate::finding::Severity;
use crate::manifest::field;
use crate::rules::Window;
use crate::rules::{Check, Ctx, Meta, Sink};

pub(super) static META: Meta = Meta {
    severity: Severity::Error,
    since: "0.1.0",
    kinds: &["KubeadmConfig", "KubeadmConfigTemplate", "KubeadmControlPlane"],
    check: Check::Static(check),
};

static REFUSED: Window = Window::capi(Some((1, 1, 0)), Some((1, 10, u32::MAX)));
const FIELD: &str = "useExperimentalRetryJoin";

fn check(ctx: &Ctx<'_>, sink: &mut Sink<'_>) {
    if !ctx.within(&REFUSED) {
        return;
    }
    for spec in ctx.ignition_specs() {
        if spec.at(FIELD).is_some_and(field::is_true) {
            let message = format!("`{FIELD}` is not supported with `format: ignition`");
            sink.on(spec.object, &spec.field(FIELD), message)
                .help("set it for cloud-config only")
                .holds("capi v1.1..v1.10");
        }
    }
}
