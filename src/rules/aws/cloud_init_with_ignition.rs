//! A machine has settings for both cloud-init and Ignition
//!
//! # What it checks
//!
//! An AWSMachineTemplate or AWSMachine with an `ignition` block sets none of `secretPrefix`,
//! `secretCount`, `secureSecretsBackend` and `insecureSkipSecretsManager` under `cloudInit`.
//!
//! # Why it matters
//!
//! The webhook refuses it: of AWSMachine from CAPA v1.4.0 on, of the template from v2.1.0 on.
//! With an older template each machine is refused instead.
//!
//! # Example
//!
//! ```yaml bad
//! apiVersion: infrastructure.cluster.x-k8s.io/v1beta2
//! kind: AWSMachineTemplate
//! metadata:
//!   name: demo
//! spec:
//!   template:
//!     spec:
//!       instanceType: m5.xlarge
//!       cloudInit:
//!         insecureSkipSecretsManager: true
//!       ignition:
//!         version: "2.3"
//! ```
//!
//! ```yaml good
//! apiVersion: infrastructure.cluster.x-k8s.io/v1beta2
//! kind: AWSMachineTemplate
//! metadata:
//!   name: demo
//! spec:
//!   template:
//!     spec:
//!       instanceType: m5.xlarge
//!       cloudInit: {}
//!       ignition:
//!         version: "2.3"
//! ```
//!
//! # How to fix
//!
//! Take the `cloudInit` settings out.
//!
//! # References
//!
//! - CAPA v2.1.0, `api/v1beta2/awsmachinetemplate_webhook.go`

use crate::finding::Severity;
use crate::manifest::{INFRASTRUCTURE, field};
use crate::path::FieldPath;
use crate::rules::Window;
use crate::rules::{Check, Ctx, Meta, Sink};

pub(super) static META: Meta = Meta {
    severity: Severity::Error,
    since: "0.1.0",
    kinds: &["AWSMachineTemplate", "AWSMachine"],
    check: Check::Static(check),
};

static SINCE: Window = Window::capa(Some((1, 4, 0)), None);
const SETTINGS: [&str; 4] =
    ["secretPrefix", "secretCount", "secureSecretsBackend", "insecureSkipSecretsManager"];

fn check(ctx: &Ctx<'_>, sink: &mut Sink<'_>) {
    if !ctx.within(&SINCE) {
        return;
    }
    for (kind, machine) in [("AWSMachineTemplate", "spec.template.spec"), ("AWSMachine", "spec")] {
        for object in ctx.manifests.of_kind(INFRASTRUCTURE, kind) {
            let Some(node) = object.at(machine) else { continue };
            let (Some(_), Some(init)) =
                (field::get(node, "ignition"), field::get(node, "cloudInit"))
            else {
                continue;
            };
            for setting in SETTINGS {
                // The webhook looks at values, not at keys: false and 0 are as good as none.
                let set = field::text(init, setting).is_some_and(|v| !matches!(v, "false" | "0"));
                if set {
                    let path = FieldPath::parse(&format!("{machine}.cloudInit.{setting}"));
                    let message = format!("`cloudInit.{setting}` cannot be set with `ignition`");
                    sink.on(object, &path, message).holds(&SINCE);
                }
            }
        }
    }
}
