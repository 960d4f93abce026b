//! A volume with provisioned IOPS does not say how many
//!
//! # What it checks
//!
//! A volume of the type `io1` or `io2` sets `iops`.
//!
//! # Why it matters
//!
//! The webhook refuses the object.
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
//!       rootVolume:
//!         size: 100
//!         type: io1
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
//!       rootVolume:
//!         size: 100
//!         type: gp3
//! ```
//!
//! # How to fix
//!
//! Set `iops`, or use `gp3`.
//!
//! # References
//!
//! - CAPA v2.0.0, `api/v1beta2/awsmachine_webhook.go`

use crate::finding::Severity;
use crate::manifest::field;
use crate::rules::volumes;
use crate::rules::{Check, Ctx, Meta, Sink};

pub(super) static META: Meta = Meta {
    severity: Severity::Error,
    since: "0.1.0",
    kinds: &["AWSMachineTemplate", "AWSMachine", "AWSMachinePool"],
    check: Check::Static(check),
};

fn check(ctx: &Ctx<'_>, sink: &mut Sink<'_>) {
    for volume in volumes::of(ctx) {
        let kind = field::text(volume.node, "type").unwrap_or_default();
        let iops = field::text(volume.node, "iops").filter(|iops| *iops != "0");
        if matches!(kind, "io1" | "io2") && iops.is_none() {
            let message = format!("volume of type `{kind}` has no `iops`");
            sink.on(volume.object, &volume.path.key("iops"), message);
        }
    }
}
