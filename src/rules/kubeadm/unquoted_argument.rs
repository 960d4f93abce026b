//! The value of a component argument is no text
//!
//! # What it checks
//!
//! Every value under `extraArgs` and `kubeletExtraArgs` is text: numbers and truth values are
//! quoted.
//!
//! # Why it matters
//!
//! The schema wants text, and the API server refuses the object.
//!
//! # Example
//!
//! ```yaml bad
//! apiVersion: bootstrap.cluster.x-k8s.io/v1beta1
//! kind: KubeadmConfig
//! metadata:
//!   name: demo
//! spec:
//!   joinConfiguration:
//!     nodeRegistration:
//!       kubeletExtraArgs:
//!         v: 2
//! ```
//!
//! ```yaml good
//! apiVersion: bootstrap.cluster.x-k8s.io/v1beta1
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
//! # How to fix
//!
//! Quote the value: `{{ .Values.verbosity | quote }}`.
//!
//! # References
//!
//! - Cluster API v1.1, `ClusterConfiguration` and `NodeRegistrationOptions`
//! - giantswarm/cluster-aws, changelog of 0.5.2

use crate::finding::Severity;
use crate::rules::arguments;
use crate::rules::{Check, Ctx, Meta, Sink};
use crate::yaml::{Dialect, Scalar};

pub(super) static META: Meta = Meta {
    severity: Severity::Error,
    since: "0.1.0",
    kinds: &["KubeadmConfig", "KubeadmConfigTemplate", "KubeadmControlPlane"],
    check: Check::Static(check),
};

fn check(ctx: &Ctx<'_>, sink: &mut Sink<'_>) {
    for spec in ctx.kubeadm_specs() {
        for argument in arguments::of(spec) {
            let what = match argument.value.resolve(Dialect::Helm) {
                _ if argument.value.scalar().is_none() => "a list or mapping",
                Scalar::Str(_) | Scalar::Binary(_) | Scalar::Timestamp(_) => continue,
                Scalar::Bool(_) => "a truth value",
                Scalar::Null => "nothing",
                _ => "a number",
            };
            let message = format!("argument `{}` is {what}, not text", argument.name);
            sink.on(spec.object, &argument.path, message).help("quote it");
        }
    }
}
