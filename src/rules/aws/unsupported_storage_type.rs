//! A storage type for user data that CAPA does not have
//!
//! # What it checks
//!
//! `ignition.storageType` is `ClusterObjectStore` or `UnencryptedUserData`, and is only set from
//! CAPA v2.4.0 on (pools: v2.9.0).
//!
//! # Why it matters
//!
//! The schema refuses other values. Releases before drop the field without a word, so that user
//! data goes through S3 although the manifest says otherwise.
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
//!       ignition:
//!         storageType: S3
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
//!       ignition:
//!         storageType: UnencryptedUserData
//! ```
//!
//! # How to fix
//!
//! Use one of the two values, or leave it out.
//!
//! # References
//!
//! - CAPA v2.4.0 and v2.9.0, `api/v1beta2/awsmachine_types.go`

use crate::finding::Severity;
use crate::manifest::INFRASTRUCTURE;
use crate::path::FieldPath;
use crate::rules::Window;
use crate::rules::{Check, Ctx, Meta, Sink};

pub(super) static META: Meta = Meta {
    severity: Severity::Error,
    since: "0.1.0",
    kinds: &["AWSMachineTemplate", "AWSMachine", "AWSMachinePool"],
    check: Check::Static(check),
};

const TYPES: [&str; 2] = ["ClusterObjectStore", "UnencryptedUserData"];

/// Where the type stands and the releases that know it there.
static PLACES: [(&str, &str, Window); 3] = [
    (
        "AWSMachineTemplate",
        "spec.template.spec.ignition.storageType",
        Window::capa(Some((2, 4, 0)), None),
    ),
    ("AWSMachine", "spec.ignition.storageType", Window::capa(Some((2, 4, 0)), None)),
    ("AWSMachinePool", "spec.ignition.storageType", Window::capa(Some((2, 9, 0)), None)),
];

fn check(ctx: &Ctx<'_>, sink: &mut Sink<'_>) {
    for (kind, path, window) in &PLACES {
        for object in ctx.manifests.of_kind(INFRASTRUCTURE, kind) {
            let Some(storage) = object.text(path) else { continue };
            let path = FieldPath::parse(path);
            if !TYPES.contains(&storage) {
                let message = format!("storage type `{storage}` does not exist");
                sink.on(object, &path, message)
                    .help(format!("there are `{}`", TYPES.join("` and `")))
                    .holds(window);
            } else if !ctx.within(window) {
                let message = "this CAPA release drops `storageType`".to_owned();
                let draft = sink.on(object, &path, message);
                draft.severity(Severity::Warning);
                draft.help(format!("it came with {window}"));
            }
        }
    }
}
