//! A volume beside the root volume has no device name
//!
//! # What it checks
//!
//! Every item of `nonRootVolumes` sets `deviceName`.
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
//!       nonRootVolumes:
//!       - size: 100
//!         type: gp3
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
//!       nonRootVolumes:
//!       - deviceName: /dev/xvdc
//!         size: 100
//!         type: gp3
//! ```
//!
//! # How to fix
//!
//! Set it, such as `/dev/xvdc`.
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
    for volume in volumes::of(ctx).iter().filter(|volume| !volume.root) {
        if field::text(volume.node, "deviceName").is_none() {
            let message = "volume has no `deviceName`";
            sink.on(volume.object, &volume.path.key("deviceName"), message);
        }
    }
}
