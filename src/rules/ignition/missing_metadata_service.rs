//! Variables of the metadata service without the service
//!
//! # What it checks
//!
//! Where a kubeadm document of a configuration with `format: ignition` holds a variable such as
//! `${COREOS_EC2_HOSTNAME}`, the drop-ins of `kubeadm.service` order and pull in `coreos-
//! metadata.service` (`After=` and `Requires=` or `Wants=`) and load its result
//! (`EnvironmentFile=/run/metadata/…`).
//!
//! # Why it matters
//!
//! The service is not enabled on Flatcar, something has to require it. Without it, or before it,
//! the variables are empty, and the node joins without a name or not at all.
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
//!   ignition:
//!     containerLinuxConfig:
//!       additionalConfig: |
//!         systemd:
//!           units:
//!           - name: kubeadm.service
//!             dropins:
//!             - name: 10-flatcar.conf
//!               contents: |
//!                 [Unit]
//!                 After=containerd.service
//!                 [Service]
//!                 EnvironmentFile=/run/metadata/flatcar
//!   preKubeadmCommands:
//!   - envsubst < /etc/kubeadm.yml > /etc/kubeadm.yml.tmp
//!   - mv /etc/kubeadm.yml.tmp /etc/kubeadm.yml
//!   joinConfiguration:
//!     nodeRegistration:
//!       name: ${COREOS_EC2_HOSTNAME}
//! ```
//!
//! ```yaml good
//! apiVersion: bootstrap.cluster.x-k8s.io/v1beta1
//! kind: KubeadmConfig
//! metadata:
//!   name: demo
//! spec:
//!   format: ignition
//!   ignition:
//!     containerLinuxConfig:
//!       additionalConfig: |
//!         systemd:
//!           units:
//!           - name: kubeadm.service
//!             dropins:
//!             - name: 10-flatcar.conf
//!               contents: |
//!                 [Unit]
//!                 Requires=coreos-metadata.service
//!                 After=coreos-metadata.service containerd.service
//!                 [Service]
//!                 EnvironmentFile=/run/metadata/flatcar
//!   preKubeadmCommands:
//!   - envsubst < /etc/kubeadm.yml > /etc/kubeadm.yml.tmp
//!   - mv /etc/kubeadm.yml.tmp /etc/kubeadm.yml
//!   joinConfiguration:
//!     nodeRegistration:
//!       name: ${COREOS_EC2_HOSTNAME}
//! ```
//!
//! # How to fix
//!
//! Add the drop-in that the good example shows.
//!
//! # References
//!
//! - flatcar/afterburn
//! - Cluster API book, Ignition bootstrap configuration

use crate::finding::Severity;
use crate::manifest::{KubeadmSpec, field};
use crate::rules::units::{self, Drop};
use crate::rules::{Check, Ctx, Meta, Sink};

pub(super) static META: Meta = Meta {
    severity: Severity::Error,
    since: "0.1.0",
    kinds: &["KubeadmConfig", "KubeadmConfigTemplate", "KubeadmControlPlane"],
    check: Check::Static(check),
};

const SERVICE: &str = "coreos-metadata.service";

fn check(ctx: &Ctx<'_>, sink: &mut Sink<'_>) {
    for spec in ctx.ignition_specs().filter(|spec| uses_metadata(spec)) {
        let clc = ctx.clc(spec);
        let drop = units::of(spec, clc, "kubeadm.service");
        let missing = missing(spec, &drop);
        if drop.hidden || missing.is_empty() {
            continue;
        }
        let path = spec.field("ignition.containerLinuxConfig.additionalConfig");
        let message = format!("`kubeadm.service` lacks {}", missing.join(" and "));
        let draft = sink.on(spec.object, &path, message);
        draft.help("without the metadata service the variables `COREOS_…` are empty");
        if let (Some(clc), Some(span)) = (clc, drop.span) {
            draft.span(clc.outer(span));
        }
    }
}

fn missing(spec: &KubeadmSpec<'_>, drop: &Drop<'_>) -> Vec<String> {
    let mut missing = Vec::new();
    if !drop.names(&["After"], SERVICE) {
        missing.push(format!("`After={SERVICE}`"));
    }
    if !drop.names(&["Requires", "Wants", "BindsTo", "Requisite"], SERVICE) {
        missing.push(format!("`Requires={SERVICE}`"));
    }
    let sourced = spec.commands().iter().any(|(_, command)| command.contains("/run/metadata/"));
    if !sourced && !drop.values("EnvironmentFile").any(|file| file.contains("/run/metadata/")) {
        missing.push("`EnvironmentFile=/run/metadata/flatcar`".to_owned());
    }
    missing
}

fn uses_metadata(spec: &KubeadmSpec<'_>) -> bool {
    let documents = ["clusterConfiguration", "initConfiguration", "joinConfiguration"];
    let mut found = false;
    for node in documents.iter().filter_map(|document| spec.at(document)) {
        field::walk(node, |visit| {
            found |= visit.node.text().is_some_and(|text| text.contains("${COREOS_"));
        });
    }
    found
}
