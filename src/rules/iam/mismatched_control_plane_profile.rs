//! The control plane uses another instance profile than the one that may read its user data
//!
//! # What it checks
//!
//! The instance profile of a control plane's AWSMachineTemplate is
//! `AWSCluster.spec.s3Bucket.controlPlaneIAMInstanceProfile`, where Ignition user data goes
//! through S3. Being in the list of the nodes' profiles does not help: those read other
//! objects.
//!
//! # Why it matters
//!
//! The first control-plane node asks S3 for its user data, gets 403 in the initrd, and the
//! cluster never starts. No webhook compares the two fields.
//!
//! # Example
//!
//! ```yaml bad
//! apiVersion: controlplane.cluster.x-k8s.io/v1beta1
//! kind: KubeadmControlPlane
//! metadata:
//!   name: demo
//!   labels:
//!     cluster.x-k8s.io/cluster-name: demo
//! spec:
//!   version: v1.31.1
//!   replicas: 3
//!   machineTemplate:
//!     infrastructureRef:
//!       apiVersion: infrastructure.cluster.x-k8s.io/v1beta2
//!       kind: AWSMachineTemplate
//!       name: demo-control-plane
//!   kubeadmConfigSpec:
//!     format: ignition
//! ---
//! apiVersion: infrastructure.cluster.x-k8s.io/v1beta2
//! kind: AWSMachineTemplate
//! metadata:
//!   name: demo-control-plane
//! spec:
//!   template:
//!     spec:
//!       instanceType: m5.xlarge
//!       iamInstanceProfile: demo-control-plane
//! ---
//! apiVersion: infrastructure.cluster.x-k8s.io/v1beta2
//! kind: AWSCluster
//! metadata:
//!   name: demo
//! spec:
//!   s3Bucket:
//!     name: eu-west-1-capa-demo
//!     controlPlaneIAMInstanceProfile: control-plane-demo
//!     nodesIAMInstanceProfiles:
//!     - nodes-demo
//! ```
//!
//! ```yaml good
//! apiVersion: infrastructure.cluster.x-k8s.io/v1beta2
//! kind: AWSCluster
//! metadata:
//!   name: demo
//! spec:
//!   s3Bucket:
//!     name: eu-west-1-capa-demo
//!     controlPlaneIAMInstanceProfile: control-plane-demo
//!     nodesIAMInstanceProfiles:
//!     - nodes-demo
//! ```
//!
//! # How to fix
//!
//! Give both fields the same name, best from one helper of the chart.
//!
//! # References
//!
//! - CAPA v2.9.0, `pkg/cloud/services/s3/s3.go`, `bucketPolicy`

use crate::finding::Severity;
use crate::manifest::Role;
use crate::rules::profiles::{self, BUCKETS, CONTROL_PLANE, Delivery};
use crate::rules::{Check, Ctx, Meta, Sink};

pub(super) static META: Meta = Meta {
    severity: Severity::Error,
    since: "0.1.0",
    kinds: &["AWSCluster", "AWSMachineTemplate"],
    check: Check::Static(check),
};

fn check(ctx: &Ctx<'_>, sink: &mut Sink<'_>) {
    for bucket in profiles::buckets(ctx).iter().filter(|bucket| !bucket.presigned) {
        let Some(listed) = bucket.control_plane() else { continue };
        let own = bucket.readers.iter().filter(|reader| reader.role == Role::ControlPlane);
        for reader in own.filter(|reader| reader.delivery == Delivery::Bucket) {
            let Some(profile) = reader.profile.filter(|profile| *profile != listed) else {
                continue;
            };
            let message = format!(
                "control plane uses instance profile `{profile}`, but `{listed}` may read its \
                 user data"
            );
            sink.on(bucket.cluster, &bucket.field(CONTROL_PLANE), message)
                .help(format!("set it to the profile of `{}`: `{profile}`", reader.object.id))
                .holds(&BUCKETS);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::testing::{AWS, check};

    const RULE: &str = "iam/mismatched-control-plane-profile";

    #[test]
    fn flags_the_bucket_field_whichever_side_was_changed() {
        let at = ["AWSCluster/demo spec.s3Bucket.controlPlaneIAMInstanceProfile"];
        check(
            RULE,
            &AWS.replace(
                "      iamInstanceProfile: demo-control-plane",
                "      iamInstanceProfile: x",
            ),
            &at,
        );
        let text = AWS
            .replace("PlaneIAMInstanceProfile: demo-control-plane", "PlaneIAMInstanceProfile: x");
        check(RULE, &text, &at);
    }

    #[test]
    fn allows_cloud_init_and_presigned_urls() {
        let text = AWS
            .replace("PlaneIAMInstanceProfile: demo-control-plane", "PlaneIAMInstanceProfile: x");
        check(RULE, &text.replace("{format: ignition}", "{}"), &[]);
        check(
            RULE,
            &text.replace("    name: bucket", "    name: bucket\n    presignedURLDuration: 1h"),
            &[],
        );
    }
}
