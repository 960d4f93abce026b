//! Cloud credentials come from something else than a Secret
//!
//! # What it checks
//!
//! Up to CAPO v0.9, `identityRef.kind` is `Secret`.
//!
//! # Why it matters
//!
//! The webhook refuses the object.
//!
//! # Example
//!
//! ```yaml bad capo=v0.8.0
//! apiVersion: infrastructure.cluster.x-k8s.io/v1alpha6
//! kind: OpenStackMachineTemplate
//! metadata:
//!   name: demo
//! spec:
//!   template:
//!     spec:
//!       flavor: small
//!       identityRef:
//!         kind: ConfigMap
//!         name: cloud-config
//! ```
//!
//! ```yaml good capo=v0.8.0
//! apiVersion: infrastructure.cluster.x-k8s.io/v1alpha6
//! kind: OpenStackMachineTemplate
//! metadata:
//!   name: demo
//! spec:
//!   template:
//!     spec:
//!       flavor: small
//!       identityRef:
//!         kind: Secret
//!         name: cloud-config
//! ```
//!
//! # How to fix
//!
//! Write `kind: Secret`.
//!
//! # References
//!
//! - CAPO v0.6.0, the webhooks of OpenStackCluster and OpenStackMachineTemplate

use crate::finding::Severity;
use crate::manifest::INFRASTRUCTURE;
use crate::path::FieldPath;
use crate::rules::Window;
use crate::rules::{Check, Ctx, Meta, Sink};

pub(super) static META: Meta = Meta {
    severity: Severity::Error,
    since: "0.1.0",
    kinds: &["OpenStackCluster", "OpenStackMachineTemplate", "OpenStackMachine"],
    check: Check::Static(check),
};

static SECRETS_ONLY: Window = Window::capo(None, Some((0, 9, u32::MAX)));
const PLACES: [(&str, &str); 3] = [
    ("OpenStackCluster", "spec.identityRef.kind"),
    ("OpenStackMachineTemplate", "spec.template.spec.identityRef.kind"),
    ("OpenStackMachine", "spec.identityRef.kind"),
];

fn check(ctx: &Ctx<'_>, sink: &mut Sink<'_>) {
    if !ctx.within(&SECRETS_ONLY) {
        return;
    }
    for (kind, path) in PLACES {
        for object in ctx.manifests.of_kind(INFRASTRUCTURE, kind) {
            if let Some(identity) = object.text(path).filter(|kind| *kind != "Secret") {
                let message = format!("cloud credentials come from a Secret, not a `{identity}`");
                sink.on(object, &FieldPath::parse(path), message).holds("capo <= v0.9");
            }
        }
    }
}
