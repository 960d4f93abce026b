//! An instance profile may read user data but no nodes use it
//!
//! # What it checks
//!
//! Every item of `AWSCluster.spec.s3Bucket.nodesIAMInstanceProfiles` is the profile of a machine
//! template or pool, and stands in the list once. The rule is silent where the input has no
//! workers of the cluster, or lacks the template of one of its node groups. Profiles that objects
//! of other providers name (a field whose name holds `instanceProfile` or `role`) count as used.
//!
//! # Why it matters
//!
//! CAPA writes a bucket policy that names the role of every listed profile, and AWS refuses a
//! policy that names a role which does not exist: the AWSCluster never becomes ready, and the
//! whole cluster waits. A profile that no pool uses is often one whose role nobody makes, such
//! as that of a pool which was renamed.
//!
//! # Example
//!
//! ```yaml bad
//! apiVersion: cluster.x-k8s.io/v1beta1
//! kind: MachinePool
//! metadata:
//!   name: demo-workers
//! spec:
//!   clusterName: demo
//!   template:
//!     spec:
//!       clusterName: demo
//!       bootstrap:
//!         dataSecretName: demo-workers
//!       infrastructureRef:
//!         apiVersion: infrastructure.cluster.x-k8s.io/v1beta2
//!         kind: AWSMachinePool
//!         name: demo-workers
//! ---
//! apiVersion: infrastructure.cluster.x-k8s.io/v1beta2
//! kind: AWSMachinePool
//! metadata:
//!   name: demo-workers
//! spec:
//!   awsLaunchTemplate:
//!     iamInstanceProfile: demo-workers
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
//!     - demo-workers-old
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
//!     controlPlaneIAMInstanceProfile: demo-control-plane
//!     nodesIAMInstanceProfiles:
//!     - demo-workers
//! ```
//!
//! # How to fix
//!
//! Take the profile off the list, or correct its name.
//!
//! # References
//!
//! - CAPA v2.9.0, `pkg/cloud/services/s3/s3.go`, `bucketPolicy`
//! - AWS IAM, JSON policy elements: principals must exist

use crate::finding::Severity;
use crate::manifest::{Object, Role, field};
use crate::rules::profiles::{self, BUCKETS, Bucket};
use crate::rules::{Check, Ctx, Meta, Sink};

pub(super) static META: Meta = Meta {
    severity: Severity::Warning,
    since: "0.1.0",
    kinds: &["AWSCluster"],
    check: Check::Static(check),
};

fn check(ctx: &Ctx<'_>, sink: &mut Sink<'_>) {
    for bucket in profiles::buckets(ctx) {
        let listed = bucket.listed();
        for (index, (path, profile)) in listed.iter().enumerate() {
            if listed[..index].iter().any(|(_, earlier)| earlier == profile) {
                let message = format!("instance profile `{profile}` is listed twice");
                sink.on(bucket.cluster, path, message).holds(&BUCKETS);
            } else if is_judgeable(&bucket) && !is_used(ctx, &bucket, profile) {
                let message = format!("no nodes use the listed instance profile `{profile}`");
                sink.on(bucket.cluster, path, message)
                    .help("the bucket policy is refused if the profile's role does not exist")
                    .holds(&BUCKETS);
            }
        }
    }
}

fn is_judgeable(bucket: &Bucket<'_>) -> bool {
    bucket.complete && bucket.readers.iter().any(|reader| reader.role == Role::Worker)
}

fn is_used(ctx: &Ctx<'_>, bucket: &Bucket<'_>, profile: &str) -> bool {
    let of_group = bucket.readers.iter().any(|reader| reader.profile == Some(profile));
    of_group || ctx.manifests.objects().iter().any(|object| mentions(object, profile))
}

/// True when an object that is not itself the profile or its role uses the name as such.
fn mentions(object: &Object, profile: &str) -> bool {
    if matches!(&*object.id.kind, "AWSCluster" | "InstanceProfile" | "Role" | "RolePolicy") {
        return false;
    }
    let mut found = false;
    field::walk(&object.node, |visit| {
        let key = visit.entry().and_then(|entry| entry.key.text()).unwrap_or_default();
        let named = key.to_ascii_lowercase();
        if (named.contains("instanceprofile") || named == "role")
            && visit.node.text() == Some(profile)
        {
            found = true;
        }
    });
    found
}

#[cfg(test)]
mod tests {
    use crate::rules::testing::{AWS, check};

    const RULE: &str = "iam/unused-instance-profile";
    const SECOND: &str = "AWSCluster/demo spec.s3Bucket.nodesIAMInstanceProfiles[1]";

    #[test]
    fn flags_a_profile_without_nodes_and_one_listed_twice() {
        check(RULE, &AWS.replace("[demo-workers]", "[demo-workers, old]"), &[SECOND]);
        check(RULE, &AWS.replace("[demo-workers]", "[demo-workers, demo-workers]"), &[SECOND]);
    }

    #[test]
    fn allows_profiles_of_other_providers_and_inputs_that_lack_a_pool() {
        let list = AWS.replace("[demo-workers]", "[demo-workers, old]");
        let other = "---\napiVersion: karpenter.k8s.aws/v1\nkind: EC2NodeClass\n\
                     metadata: {name: x}\nspec: {instanceProfile: old}\n";
        check(RULE, &format!("{list}{other}"), &[]);
        check(RULE, &list.replace("kind: AWSMachinePool\nmetadata", "kind: X\nmetadata"), &[]);
    }
}
