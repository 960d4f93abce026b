//! Jinja of cloud-init in a configuration for Ignition
//!
//! # What it checks
//!
//! No text of a kubeadm configuration with `format: ignition` holds instance data of cloud-init,
//! such as `{{ ds.meta_data.local_hostname }}` or `{{ local_hostname }}`.
//!
//! # Why it matters
//!
//! Nothing on the node renders it: kubeadm registers a node with the template as its name, or
//! refuses the name.
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
//!   joinConfiguration:
//!     nodeRegistration:
//!       name: "{{ ds.meta_data.local_hostname }}"
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
//!       name: "{{ ds.meta_data.local_hostname }}"
//! ```
//!
//! # How to fix
//!
//! Use a variable of the metadata service, such as `${COREOS_EC2_HOSTNAME}`, with `envsubst` in
//! `preKubeadmCommands`, or replace a placeholder with `sed`.
//!
//! # References
//!
//! - cloud-init documentation, instance data
//! - giantswarm/cluster-openstack, pull request 85

use crate::finding::Severity;
use crate::manifest::field;
use crate::rules::{Check, Ctx, Meta, Sink};

pub(super) static META: Meta = Meta {
    severity: Severity::Error,
    since: "0.1.0",
    kinds: &["KubeadmConfig", "KubeadmConfigTemplate", "KubeadmControlPlane"],
    check: Check::Static(check),
};

/// What cloud-init's instance data starts with.
const INSTANCE_DATA: [&str; 6] =
    ["ds.meta_data", "ds[", "v1.", "local_hostname", "instance_id", "availability_zone"];

fn check(ctx: &Ctx<'_>, sink: &mut Sink<'_>) {
    for spec in ctx.ignition_specs() {
        field::walk(spec.node, |visit| {
            let Some(text) = visit.node.text() else { return };
            if let Some(template) = instance_data(text) {
                let message = format!("`{template}` is never rendered with Ignition");
                sink.on(spec.object, &spec.path.join(&visit.path()), message).help(
                    "use a variable of the metadata service with `envsubst`, or replace a \
                     placeholder with `sed`",
                );
            }
        });
    }
}

fn instance_data(text: &str) -> Option<&str> {
    text.match_indices("{{").find_map(|(at, _)| {
        let rest = &text[at..];
        let inner = rest[2..].trim_start_matches('-').trim_start();
        let end = rest.find("}}")? + 2;
        INSTANCE_DATA.iter().any(|start| inner.starts_with(start)).then(|| &rest[..end])
    })
}
