//! A reference names a kind that its field cannot use
//!
//! # What it checks
//!
//! MachineDeployments, MachineSets and control planes make machines from templates, so their
//! `bootstrap.configRef` and `infrastructureRef` name kinds that end in `Template`.
//! MachinePools use objects as they are, so theirs do not.
//!
//! # Why it matters
//!
//! The object is accepted, and the controller never makes a machine.
//!
//! # Example
//!
//! ```yaml bad
//! apiVersion: cluster.x-k8s.io/v1beta1
//! kind: MachinePool
//! metadata:
//!   name: demo
//! spec:
//!   clusterName: demo
//!   template:
//!     spec:
//!       clusterName: demo
//!       bootstrap:
//!         configRef:
//!           apiVersion: bootstrap.cluster.x-k8s.io/v1beta1
//!           kind: KubeadmConfigTemplate
//!           name: demo
//!       infrastructureRef:
//!         apiVersion: infrastructure.cluster.x-k8s.io/v1beta2
//!         kind: AWSMachinePool
//!         name: demo
//! ```
//!
//! ```yaml good
//! apiVersion: cluster.x-k8s.io/v1beta1
//! kind: MachinePool
//! metadata:
//!   name: demo
//! spec:
//!   clusterName: demo
//!   template:
//!     spec:
//!       clusterName: demo
//!       bootstrap:
//!         configRef:
//!           apiVersion: bootstrap.cluster.x-k8s.io/v1beta1
//!           kind: KubeadmConfig
//!           name: demo
//!       infrastructureRef:
//!         apiVersion: infrastructure.cluster.x-k8s.io/v1beta2
//!         kind: AWSMachinePool
//!         name: demo
//! ```
//!
//! # How to fix
//!
//! Refer to the template, or to the object, as the kind of the owner needs it.
//!
//! # References
//!
//! - Cluster API v1.14, `controllers/external/util.go`, `CreateFromTemplate`

use crate::finding::Severity;
use crate::manifest::{CONTROL_PLANE, CORE};
use crate::rules::{Check, Ctx, Meta, Sink};

pub(super) static META: Meta = Meta {
    severity: Severity::Error,
    since: "0.1.0",
    kinds: &["MachineDeployment", "MachineSet", "MachinePool", "KubeadmControlPlane"],
    check: Check::Static(check),
};

fn check(ctx: &Ctx<'_>, sink: &mut Sink<'_>) {
    for reference in ctx.manifests.references() {
        let object = &ctx.manifests.objects()[reference.from];
        let path = reference.path.to_string();
        let wants_template = match (object.id.group(), &*object.id.kind) {
            (CORE, "MachineDeployment" | "MachineSet") => true,
            (CONTROL_PLANE, "KubeadmControlPlane") => true,
            (CORE, "MachinePool") => false,
            _ => continue,
        };
        let is_machine_part = ["configRef", "infrastructureRef", "infrastructureTemplate"]
            .iter()
            .any(|end| path.ends_with(end));
        if is_machine_part && reference.kind.ends_with("Template") != wants_template {
            let wanted = if wants_template { "a template" } else { "an object, not a template" };
            let message =
                format!("a {} needs {wanted} here, not a `{}`", object.id.kind, reference.kind);
            sink.on(object, &reference.path.key("kind"), message);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::testing::{AWS, check};

    const RULE: &str = "ref/unsuitable-kind";

    #[test]
    fn flags_control_planes_that_refer_to_machines() {
        let text =
            AWS.replace("kind: AWSMachineTemplate\n      name", "kind: AWSMachine\n      name");
        check(
            RULE,
            &text,
            &["KubeadmControlPlane/demo spec.machineTemplate.infrastructureRef.kind"],
        );
    }

    #[test]
    fn allows_what_fits() {
        check(RULE, AWS, &[]);
    }
}
