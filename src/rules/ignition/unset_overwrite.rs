//! A file system without `overwrite`, which breaks Ignition user data
//!
//! # What it checks
//!
//! Every file system in the `diskSetup` of a kubeadm configuration with `format: ignition` says
//! whether it may be overwritten.
//!
//! # Why it matters
//!
//! The bootstrap provider writes `<nil>` where a truth value must stand, fails to read its own
//! text, and never makes user data. The object shows no condition; the machines wait for ever.
//!
//! # Example
//!
//! ```yaml bad
//! apiVersion: bootstrap.cluster.x-k8s.io/v1beta1
//! kind: KubeadmConfig
//! metadata:
//!   name: demo
//! spec:
//!   format: ignition
//!   joinConfiguration: {}
//!   diskSetup:
//!     filesystems:
//!     - device: /dev/xvdc
//!       filesystem: xfs
//!       label: etcd
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
//!   diskSetup:
//!     filesystems:
//!     - device: /dev/xvdc
//!       filesystem: xfs
//!       label: etcd
//!       overwrite: false
//! ```
//!
//! # How to fix
//!
//! Set `overwrite: true` or `overwrite: false`.
//!
//! # References
//!
//! - Cluster API v1.1.0 to v1.14.0, `bootstrap/kubeadm/internal/ignition/clc`

use crate::finding::Severity;
use crate::manifest::field;
use crate::rules::{Check, Ctx, Meta, Sink};

pub(super) static META: Meta = Meta {
    severity: Severity::Error,
    since: "0.1.0",
    kinds: &["KubeadmConfig", "KubeadmConfigTemplate", "KubeadmControlPlane"],
    check: Check::Static(check),
};

fn check(ctx: &Ctx<'_>, sink: &mut Sink<'_>) {
    for spec in ctx.ignition_specs() {
        for (path, node) in spec.select("diskSetup.filesystems[*]") {
            if field::get(node, "overwrite").is_none() {
                let message = "file system does not set `overwrite`: no user data can be made";
                sink.on(spec.object, &path.key("overwrite"), message)
                    .help("set it to `true` or `false`")
                    .holds("capi >= v1.1.0");
            }
        }
    }
}
