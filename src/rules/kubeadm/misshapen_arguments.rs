//! Component arguments have the form of another API version
//!
//! # What it checks
//!
//! `extraArgs` and `kubeletExtraArgs` are mappings in v1beta1 and lists of `name` and `value` in
//! v1beta2.
//!
//! # Why it matters
//!
//! The schema refuses the object. Moving a chart from one version to the other means changing the
//! form of all of them.
//!
//! # Example
//!
//! ```yaml bad
//! apiVersion: bootstrap.cluster.x-k8s.io/v1beta2
//! kind: KubeadmConfig
//! metadata:
//!   name: demo
//! spec:
//!   joinConfiguration:
//!     nodeRegistration:
//!       kubeletExtraArgs:
//!         v: "2"
//! ```
//!
//! ```yaml good
//! apiVersion: bootstrap.cluster.x-k8s.io/v1beta2
//! kind: KubeadmConfig
//! metadata:
//!   name: demo
//! spec:
//!   joinConfiguration:
//!     nodeRegistration:
//!       kubeletExtraArgs:
//!       - name: v
//!         value: "2"
//! ```
//!
//! # How to fix
//!
//! Write the form of the version.
//!
//! # References
//!
//! - Cluster API v1.11, migration from v1beta1 to v1beta2

use crate::finding::Severity;
use crate::rules::arguments;
use crate::rules::{Check, Ctx, Meta, Sink};

pub(super) static META: Meta = Meta {
    severity: Severity::Error,
    since: "0.1.0",
    kinds: &["KubeadmConfig", "KubeadmConfigTemplate", "KubeadmControlPlane"],
    check: Check::Static(check),
};

fn check(ctx: &Ctx<'_>, sink: &mut Sink<'_>) {
    for spec in ctx.kubeadm_specs() {
        let version = spec.object.id.version();
        let wants_list = match version {
            "v1beta2" => true,
            "v1alpha3" | "v1alpha4" | "v1beta1" => false,
            _ => continue,
        };
        for (path, node) in arguments::lists(spec) {
            let fits = if wants_list { node.is_sequence() } else { node.is_mapping() };
            if !fits {
                let form = if wants_list { "a list of `name` and `value`" } else { "a mapping" };
                let message = format!("arguments are {form} in `{version}`");
                sink.on(spec.object, &path, message);
            }
        }
    }
}
