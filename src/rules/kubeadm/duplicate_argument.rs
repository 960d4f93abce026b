//! An argument stands in a list twice with the same value
//!
//! # What it checks
//!
//! No `extraArgs` or `kubeletExtraArgs` list has two items of the same `name` and `value`. The
//! same name with different values is allowed: some flags repeat.
//!
//! # Why it matters
//!
//! The API server refuses the object: the pair is the key of the list.
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
//!       - name: v
//!         value: "2"
//!       - name: v
//!         value: "2"
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
//!       - name: v
//!         value: "4"
//! ```
//!
//! # How to fix
//!
//! Take one out.
//!
//! # References
//!
//! - Cluster API v1.11, `api/bootstrap/kubeadm/v1beta2`, list map keys
//! - Cluster API, issue 13339

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
        let all = arguments::of(spec);
        for (index, argument) in all.iter().enumerate() {
            let same = |earlier: &&arguments::Argument<'_>| {
                earlier.item.is_some()
                    && earlier.list == argument.list
                    && earlier.name == argument.name
                    && earlier.value.text() == argument.value.text()
            };
            let Some(item) = &argument.item else { continue };
            if all[..index].iter().any(|earlier| same(&earlier)) {
                let message = format!("argument `{}` stands here twice", argument.name);
                sink.on(spec.object, item, message);
            }
        }
    }
}
