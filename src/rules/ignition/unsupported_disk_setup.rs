//! A disk setting that Ignition does not have
//!
//! # What it checks
//!
//! The `diskSetup` of a kubeadm configuration with `format: ignition` has no partition table
//! other than `gpt`, and no file system with `replaceFS` or `partition`.
//!
//! # Why it matters
//!
//! The webhook refuses it.
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
//!       overwrite: true
//!       partition: auto
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
//!       overwrite: true
//! ```
//!
//! # How to fix
//!
//! Take the setting out, or describe the disk in
//! `ignition.containerLinuxConfig.additionalConfig`.
//!
//! # References
//!
//! - Cluster API v1.1.0, `bootstrap/kubeadm/api/v1beta1`, the webhook of KubeadmConfig

use crate::finding::Severity;
use crate::manifest::KubeadmSpec;
use crate::rules::{Check, Ctx, Meta, Sink};

pub(super) static META: Meta = Meta {
    severity: Severity::Error,
    since: "0.1.0",
    kinds: &["KubeadmConfig", "KubeadmConfigTemplate", "KubeadmControlPlane"],
    check: Check::Static(check),
};

fn check(ctx: &Ctx<'_>, sink: &mut Sink<'_>) {
    for spec in ctx.ignition_specs() {
        for (path, node) in spec.select("diskSetup.partitions[*].tableType") {
            if node.text().is_some_and(|table| !table.is_empty() && table != "gpt") {
                let table = node.text().unwrap_or_default();
                report(sink, spec, &path, &format!("partition table `{table}`"));
            }
        }
        for key in ["replaceFS", "partition"] {
            for (path, node) in spec.select(&format!("diskSetup.filesystems[*].{key}")) {
                if node.text().is_some_and(|text| !text.is_empty()) {
                    report(sink, spec, &path, &format!("`{key}` of a file system"));
                }
            }
        }
    }
}

fn report(sink: &mut Sink<'_>, spec: &KubeadmSpec<'_>, path: &crate::path::FieldPath, what: &str) {
    let message = format!("{what} is not supported with Ignition");
    sink.on(spec.object, path, message).holds("capi >= v1.1.0");
}
