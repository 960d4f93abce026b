//! Ignition user data goes through S3, but the cluster does not say who may read it
//!
//! # What it checks
//!
//! Nodes whose Ignition user data CAPA stores in S3 need `AWSCluster.spec.s3Bucket`, and in it
//! `controlPlaneIAMInstanceProfile` and `nodesIAMInstanceProfiles`. Without the bucket the rule
//! speaks up when a machine template or pool of the cluster is certain to use it; with a bucket
//! both fields are required, unless `presignedURLDuration` is set (CAPA v2.3.0 and later).
//!
//! # Why it matters
//!
//! Without a bucket the machines never start: CAPA finds no object store for their user data.
//! A bucket without the lists is refused by the AWSCluster webhook. A chart that ranges over a
//! values key that was renamed renders exactly that, and valid YAML.
//!
//! # Example
//!
//! ```yaml bad
//! apiVersion: infrastructure.cluster.x-k8s.io/v1beta2
//! kind: AWSCluster
//! metadata:
//!   name: demo
//! spec:
//!   region: eu-west-1
//!   s3Bucket:
//!     name: eu-west-1-capa-demo
//!     controlPlaneIAMInstanceProfile: demo-control-plane
//!     nodesIAMInstanceProfiles:
//! ```
//!
//! ```yaml good
//! apiVersion: infrastructure.cluster.x-k8s.io/v1beta2
//! kind: AWSCluster
//! metadata:
//!   name: demo
//! spec:
//!   region: eu-west-1
//!   s3Bucket:
//!     name: eu-west-1-capa-demo
//!     presignedURLDuration: 1h
//! ```
//!
//! # How to fix
//!
//! Set `spec.s3Bucket` with a name, the control plane's instance profile, and the instance
//! profile of every machine template and pool that is not control plane.
//!
//! # References
//!
//! - CAPA v1.4.0 and v2.3.0, `api/*/s3bucket.go`, `Validate`
//! - giantswarm/cluster-aws, changelog of 0.35.1

use crate::finding::Severity;
use crate::manifest::field;
use crate::path::FieldPath;
use crate::rules::profiles::{self, BUCKETS, Bucket, Delivery};
use crate::rules::{Check, Ctx, Meta, Sink};

pub(super) static META: Meta = Meta {
    severity: Severity::Error,
    since: "0.1.0",
    kinds: &["AWSCluster"],
    check: Check::Static(check),
};

fn check(ctx: &Ctx<'_>, sink: &mut Sink<'_>) {
    for bucket in profiles::buckets(ctx) {
        match bucket.node {
            None => check_without_bucket(&bucket, sink),
            Some(_) if bucket.presigned => {}
            Some(node) => {
                for key in [profiles::CONTROL_PLANE, profiles::NODES] {
                    if field::get(node, key).is_none() {
                        let message = format!("bucket has no `{key}`");
                        sink.on(bucket.cluster, &bucket.field(key), message)
                            .help(help(&bucket, key))
                            .holds(&BUCKETS);
                    }
                }
            }
        }
    }
}

fn check_without_bucket(bucket: &Bucket<'_>, sink: &mut Sink<'_>) {
    let in_bucket = |r: &&profiles::Reader<'_>| r.delivery == Delivery::Bucket;
    let groups: Vec<&str> =
        bucket.readers.iter().filter(in_bucket).map(|r| r.group.as_str()).collect();
    if groups.is_empty() {
        return;
    }
    let message = format!(
        "nodes of `{}` read Ignition user data from S3, but the cluster has no `s3Bucket`",
        groups.join("`, `")
    );
    sink.on(bucket.cluster, &FieldPath::parse("spec.s3Bucket"), message)
        .help("add `spec.s3Bucket` with a name and the instance profiles of all nodes")
        .holds(&BUCKETS);
}

fn help(bucket: &Bucket<'_>, key: &str) -> String {
    let wanted = |r: &&profiles::Reader<'_>| {
        (r.role == crate::manifest::Role::ControlPlane) == (key == profiles::CONTROL_PLANE)
    };
    let mut names: Vec<&str> =
        bucket.readers.iter().filter(wanted).filter_map(|r| r.profile).collect();
    names.dedup();
    if names.is_empty() {
        return "name the instance profiles whose roles may read the bucket".to_owned();
    }
    format!("set it to the profiles in use: `{}`", names.join("`, `"))
}

#[cfg(test)]
mod tests {
    use crate::rules::testing::{AWS, check};

    const RULE: &str = "iam/missing-instance-profile-list";

    #[test]
    fn flags_ignition_nodes_without_a_bucket() {
        let text = AWS.replace("  s3Bucket:\n", "  other:\n");
        check(RULE, &text, &["AWSCluster/demo spec.s3Bucket"]);
    }

    #[test]
    fn flags_a_list_that_is_null_or_missing() {
        let text = AWS.replace("    nodesIAMInstanceProfiles: [demo-workers]\n", "");
        check(RULE, &text, &["AWSCluster/demo spec.s3Bucket.nodesIAMInstanceProfiles"]);
        let text = AWS.replace("[demo-workers]", "null");
        check(RULE, &text, &["AWSCluster/demo spec.s3Bucket.nodesIAMInstanceProfiles"]);
    }

    #[test]
    fn allows_cloud_init_without_a_bucket() {
        let text = AWS.replace("  s3Bucket:\n", "  other:\n").replace("format: ignition", "x: y");
        check(RULE, &text, &[]);
    }

    #[test]
    fn allows_pools_that_pass_user_data_inline() {
        let text = AWS
            .replace("  s3Bucket:\n", "  other:\n")
            .replace("ClusterObjectStore", "UnencryptedUserData");
        check(RULE, &text, &["AWSCluster/demo spec.s3Bucket"]);
        let text = text.replace("kubeadmConfigSpec: {format: ignition}", "kubeadmConfigSpec: {}");
        check(RULE, &text, &[]);
    }
}
