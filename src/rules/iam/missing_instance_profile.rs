//! Nodes read their user data from S3 but have no instance profile
//!
//! # What it checks
//!
//! Every machine template and pool whose Ignition user data is certain to come from S3 names
//! an `iamInstanceProfile`, unless the bucket hands out presigned URLs.
//!
//! # Why it matters
//!
//! CAPA sets no profile by default. An instance without one has no credentials, so that S3
//! answers 403 in the initrd and the node never joins.
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
//! ---
//! apiVersion: infrastructure.cluster.x-k8s.io/v1beta2
//! kind: AWSCluster
//! metadata:
//!   name: demo
//! spec:
//!   s3Bucket:
//!     name: eu-west-1-capa-demo
//!     controlPlaneIAMInstanceProfile: demo-control-plane
//!     nodesIAMInstanceProfiles:
//!     - demo-workers
//! ```
//!
//! ```yaml good
//! apiVersion: infrastructure.cluster.x-k8s.io/v1beta2
//! kind: AWSMachineTemplate
//! metadata:
//!   name: demo-control-plane
//! spec:
//!   template:
//!     spec:
//!       instanceType: m5.xlarge
//! ```
//!
//! # How to fix
//!
//! Set `iamInstanceProfile`, and list it in `AWSCluster.spec.s3Bucket`.
//!
//! # References
//!
//! - CAPA v2.9.0, `pkg/cloud/services/s3/s3.go` and `api/v1beta2/awsmachine_types.go`

use crate::finding::Severity;
use crate::rules::profiles::{self, BUCKETS, Delivery};
use crate::rules::{Check, Ctx, Meta, Sink};

pub(super) static META: Meta = Meta {
    severity: Severity::Error,
    since: "0.1.0",
    kinds: &["AWSMachineTemplate", "AWSMachinePool"],
    check: Check::Static(check),
};

fn check(ctx: &Ctx<'_>, sink: &mut Sink<'_>) {
    for bucket in profiles::buckets(ctx) {
        if bucket.presigned || bucket.node.is_none() {
            continue;
        }
        for reader in bucket.readers.iter().filter(|r| r.delivery == Delivery::Bucket) {
            if reader.profile.is_none() {
                let message = format!(
                    "nodes of `{}` read user data from S3, but have no instance profile",
                    reader.group
                );
                sink.on(reader.object, &reader.path, message)
                    .help("set `iamInstanceProfile` and list it in the AWSCluster's `s3Bucket`")
                    .holds(&BUCKETS);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::testing::{AWS, check};

    const RULE: &str = "iam/missing-instance-profile";

    #[test]
    fn flags_templates_and_pools() {
        let text = AWS.replace("      iamInstanceProfile: demo-control-plane\n", "");
        let at = ["AWSMachineTemplate/demo-control-plane spec.template.spec.iamInstanceProfile"];
        check(RULE, &text, &at);
        let text = AWS.replace("    iamInstanceProfile: demo-workers\n", "");
        let at = ["AWSMachinePool/demo-workers spec.awsLaunchTemplate.iamInstanceProfile"];
        check(RULE, &text, &at);
    }

    #[test]
    fn allows_cloud_init() {
        let text = AWS
            .replace("      iamInstanceProfile: demo-control-plane\n", "")
            .replace("{format: ignition}", "{}");
        check(RULE, &text, &[]);
    }
}
