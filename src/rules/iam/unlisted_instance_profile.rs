//! An instance profile is used by nodes but may not read their user data from S3
//!
//! # What it checks
//!
//! The instance profile of every AWSMachineTemplate and AWSMachinePool whose nodes boot with
//! Ignition from S3 and are not control plane is in
//! `AWSCluster.spec.s3Bucket.nodesIAMInstanceProfiles`. The bastion counts too.
//!
//! Nodes whose `ignition.storageType` is `UnencryptedUserData` are left out, and everything is
//! where `presignedURLDuration` is set. A pool that says nothing about storage is an error
//! before CAPA v2.9.0 (builds of that time stored pool data in the bucket, and no manifest
//! tells which) and a warning from then on, when pool data is inline by default.
//!
//! # Why it matters
//!
//! The node starts, asks S3 for its user data, gets 403 in the initrd, and never joins. No
//! webhook notices.
//!
//! # Example
//!
//! ```yaml bad
//! apiVersion: cluster.x-k8s.io/v1beta1
//! kind: MachineDeployment
//! metadata:
//!   name: demo-bastion
//! spec:
//!   clusterName: demo
//!   template:
//!     spec:
//!       clusterName: demo
//!       bootstrap:
//!         configRef:
//!           apiVersion: bootstrap.cluster.x-k8s.io/v1beta1
//!           kind: KubeadmConfigTemplate
//!           name: demo-bastion
//!       infrastructureRef:
//!         apiVersion: infrastructure.cluster.x-k8s.io/v1beta2
//!         kind: AWSMachineTemplate
//!         name: demo-bastion
//! ---
//! apiVersion: bootstrap.cluster.x-k8s.io/v1beta1
//! kind: KubeadmConfigTemplate
//! metadata:
//!   name: demo-bastion
//! spec:
//!   template:
//!     spec:
//!       format: ignition
//!       joinConfiguration: {}
//! ---
//! apiVersion: infrastructure.cluster.x-k8s.io/v1beta2
//! kind: AWSMachineTemplate
//! metadata:
//!   name: demo-bastion
//! spec:
//!   template:
//!     spec:
//!       instanceType: t3.small
//!       iamInstanceProfile: demo-bastion
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
//! ---
//! apiVersion: infrastructure.cluster.x-k8s.io/v1beta2
//! kind: AWSMachineTemplate
//! metadata:
//!   name: demo-workers
//! spec:
//!   template:
//!     spec:
//!       instanceType: m5.xlarge
//!       iamInstanceProfile: demo-workers
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
//!     presignedURLDuration: 1h
//! ```
//!
//! # How to fix
//!
//! Add the profile to `spec.s3Bucket.nodesIAMInstanceProfiles` of the AWSCluster, best by
//! ranging over the same pools that the chart renders.
//!
//! # References
//!
//! - CAPA v2.9.0, `pkg/cloud/services/s3/s3.go`, `bucketPolicy`
//! - giantswarm/cluster-aws, changelog of 0.35.1 (pools) and releases up to 0.52.0 (bastion)

use crate::finding::Severity;
use crate::manifest::Role;
use crate::rules::profiles::{self, BUCKETS, Bucket, Delivery, NODES, Reader};
use crate::rules::{Check, Ctx, Meta, Sink};

pub(super) static META: Meta = Meta {
    severity: Severity::Error,
    since: "0.1.0",
    kinds: &["AWSMachineTemplate", "AWSMachinePool", "AWSCluster"],
    check: Check::Static(check),
};

fn check(ctx: &Ctx<'_>, sink: &mut Sink<'_>) {
    for bucket in profiles::buckets(ctx) {
        // A list that is missing or empty is one fault, not one per pool.
        let listed: Vec<&str> = bucket.listed().into_iter().map(|(_, name)| name).collect();
        if bucket.presigned || listed.is_empty() {
            continue;
        }
        for reader in bucket.readers.iter().filter(|r| r.role == Role::Worker) {
            let Some(profile) = reader.profile else { continue };
            let reads = matches!(reader.delivery, Delivery::Bucket | Delivery::Unsaid);
            if reads && !listed.contains(&profile) {
                report(ctx, sink, &bucket, reader, profile);
            }
        }
    }
}

fn report(
    ctx: &Ctx<'_>,
    sink: &mut Sink<'_>,
    bucket: &Bucket<'_>,
    reader: &Reader<'_>,
    profile: &str,
) {
    let message = format!(
        "instance profile `{profile}` of `{}` may not read user data: it is not in `{NODES}` of \
         `{}`",
        reader.group, bucket.cluster.id
    );
    let draft = sink.on(reader.object, &reader.path, message);
    draft.help(format!("add it to `spec.s3Bucket.{NODES}` of the AWSCluster")).holds(&BUCKETS);
    if reader.delivery == Delivery::Unsaid && profiles::unsaid_is_inline(ctx) {
        draft.severity(Severity::Warning);
        draft.help(format!(
            "pool data is inline unless `spec.ignition.storageType` is `ClusterObjectStore`; say \
             which is meant, or add the profile to `spec.s3Bucket.{NODES}`"
        ));
    }
}

#[cfg(test)]
mod tests {
    use crate::finding::Severity;
    use crate::rules::testing::{AWS, check, findings, profile};

    const RULE: &str = "iam/unlisted-instance-profile";
    const POOL: &str = "AWSMachinePool/demo-workers spec.awsLaunchTemplate.iamInstanceProfile";

    #[test]
    fn flags_a_pool_at_its_profile() {
        check(RULE, &AWS.replace("[demo-workers]", "[other]"), &[POOL]);
    }

    #[test]
    fn the_control_plane_profile_is_no_profile_of_nodes() {
        let text = AWS
            .replace("iamInstanceProfile: demo-workers", "iamInstanceProfile: demo-control-plane");
        check(RULE, &text, &[POOL]);
    }

    #[test]
    fn allows_inline_user_data() {
        let text = AWS
            .replace("[demo-workers]", "[other]")
            .replace("ClusterObjectStore", "UnencryptedUserData");
        check(RULE, &text, &[]);
    }

    #[test]
    fn a_pool_that_does_not_say_is_an_error_before_pools_could() {
        let text = AWS
            .replace("[demo-workers]", "[other]")
            .replace("  ignition: {storageType: ClusterObjectStore}\n", "");
        let severities = |profile| -> Vec<Severity> {
            let found = findings(&text, &profile).into_iter().filter(|f| &*f.rule == RULE);
            found.map(|f| f.severity).collect()
        };
        assert_eq!(severities(profile(&["capa=v2.2.4"])), [Severity::Error]);
        assert_eq!(severities(profile(&["capa=v2.11.1"])), [Severity::Warning]);
    }

    #[test]
    fn allows_the_profile_that_is_listed() {
        check(RULE, AWS, &[]);
    }
}
