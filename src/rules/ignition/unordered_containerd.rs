//! kubeadm may start before containerd
//!
//! # What it checks
//!
//! Where the Container Linux Config adds to `kubeadm.service`, the unit or one of its drop-ins
//! says `After=containerd.service`.
//!
//! # Why it matters
//!
//! Both start at boot. When kubeadm is first, it finds no container runtime and fails, and the
//! unit is never tried again: the node joins on some boots and not on others.
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
//!                 After=network-online.target
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
//!           units:
//!           - name: kubeadm.service
//!             dropins:
//!             - name: 10-flatcar.conf
//!               contents: |
//!                 [Unit]
//!                 After=network-online.target containerd.service
//! ```
//!
//! # How to fix
//!
//! Add `After=containerd.service`, and `Requires=` or `Wants=` if nothing else starts it.
//!
//! # References
//!
//! - kubernetes-sigs/image-builder, issue 939
//! - giantswarm/cluster-aws, changelog of 0.55.0

use crate::finding::Severity;
use crate::rules::units;
use crate::rules::{Check, Ctx, Meta, Sink};

pub(super) static META: Meta = Meta {
    severity: Severity::Warning,
    since: "0.1.0",
    kinds: &["KubeadmConfig", "KubeadmConfigTemplate", "KubeadmControlPlane"],
    check: Check::Static(check),
};

const SERVICE: &str = "containerd.service";

fn check(ctx: &Ctx<'_>, sink: &mut Sink<'_>) {
    for spec in ctx.ignition_specs() {
        let Some(clc) = ctx.clc(spec) else { continue };
        let drop = units::of(spec, Some(clc), "kubeadm.service");
        let Some(span) = drop.span else { continue };
        if !drop.hidden && !drop.names(&["After"], SERVICE) {
            let message = format!("`kubeadm.service` lacks `After={SERVICE}`");
            sink.on(spec.object, &clc.path, message)
                .span(clc.outer(span))
                .help("kubeadm fails when it starts before containerd, and is not tried again");
        }
    }
}
