//! A script under `/etc` is run on a Flatcar release that forbids it
//!
//! # What it checks
//!
//! From Flatcar 4628 on, nothing runs a program under `/etc` directly. `kubeadm.service` has a
//! drop-in that starts `/etc/kubeadm.sh` through a shell, as Cluster API up to v1.14.0 does not;
//! and no command starts with a path under `/etc`.
//!
//! # Why it matters
//!
//! `/etc` is mounted `noexec` there: the unit fails with "permission denied", and the node never
//! joins.
//!
//! # Example
//!
//! ```yaml bad flatcar=4628.1.0
//! apiVersion: bootstrap.cluster.x-k8s.io/v1beta1
//! kind: KubeadmConfig
//! metadata:
//!   name: demo
//! spec:
//!   format: ignition
//!   joinConfiguration: {}
//! ```
//!
//! ```yaml good flatcar=4593.2.4
//! apiVersion: bootstrap.cluster.x-k8s.io/v1beta1
//! kind: KubeadmConfig
//! metadata:
//!   name: demo
//! spec:
//!   format: ignition
//!   joinConfiguration: {}
//! ```
//!
//! # How to fix
//!
//! Add a drop-in to `kubeadm.service` with an empty `ExecStart=` and `ExecStart=/bin/bash
//! /etc/kubeadm.sh`, and run own scripts through a shell.
//!
//! # References
//!
//! - flatcar/Flatcar, issue 2166
//! - Cluster API, pull request 13970

use crate::finding::Severity;
use crate::rules::Window;
use crate::rules::units;
use crate::rules::{Check, Ctx, Meta, Sink};

pub(super) static META: Meta = Meta {
    severity: Severity::Error,
    since: "0.1.0",
    kinds: &["KubeadmConfig", "KubeadmConfigTemplate", "KubeadmControlPlane"],
    check: Check::Static(check),
};

static NOEXEC: Window = Window::flatcar(Some((4628, 0, 0)), None);
static DIRECT: Window = Window::capi(Some((1, 1, 0)), Some((1, 14, 0)));

fn check(ctx: &Ctx<'_>, sink: &mut Sink<'_>) {
    if !ctx.within(&NOEXEC) {
        return;
    }
    for spec in ctx.ignition_specs() {
        let clc = ctx.clc(spec);
        let drop = units::of(spec, clc, "kubeadm.service");
        let through_shell = |start: &str| start.contains("sh /etc/kubeadm.sh");
        let reset = drop.values("ExecStart").any(through_shell);
        if ctx.within(&DIRECT) && !drop.hidden && !reset {
            let message = "`/etc/kubeadm.sh` cannot be run: `/etc` is mounted `noexec`";
            sink.on(spec.object, &spec.field("format"), message)
                .help("add a drop-in to `kubeadm.service` that runs it through `/bin/bash`")
                .holds(format!("{NOEXEC} with {DIRECT}"));
        }
        for (path, command) in spec.commands() {
            let program = command.split_whitespace().next().unwrap_or_default();
            if program.starts_with("/etc/") {
                let message = format!("`{program}` cannot be run: `/etc` is mounted `noexec`");
                sink.on(spec.object, &path, message)
                    .help(format!("run it through a shell: `/bin/bash {program}`"))
                    .holds(&NOEXEC);
            }
        }
    }
}
