//! A list of instance profiles is empty, or holds an empty name
//!
//! # What it checks
//!
//! `AWSCluster.spec.s3Bucket.nodesIAMInstanceProfiles` has at least one item, no item is empty,
//! and `controlPlaneIAMInstanceProfile` is not the empty text. A list that is missing or null
//! is the business of `iam/missing-instance-profile-list`.
//!
//! # Why it matters
//!
//! The AWSCluster webhook refuses it (CAPA v1.4.0 to v2.2.5 always, later unless
//! `presignedURLDuration` is set).
//!
//! # Example
//!
//! ```yaml bad
//! apiVersion: infrastructure.cluster.x-k8s.io/v1beta2
//! kind: AWSCluster
//! metadata:
//!   name: demo
//! spec:
//!   s3Bucket:
//!     name: eu-west-1-capa-demo
//!     controlPlaneIAMInstanceProfile: demo-control-plane
//!     nodesIAMInstanceProfiles: []
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
//!     nodesIAMInstanceProfiles: []
//! ```
//!
//! # How to fix
//!
//! List the instance profile of every machine template and pool that is not control plane.
//!
//! # References
//!
//! - CAPA v1.4.0 and v2.3.0, `api/*/s3bucket.go`, `Validate`

use crate::finding::Severity;
use crate::manifest::field;
use crate::rules::profiles::{self, BUCKETS, CONTROL_PLANE, NODES};
use crate::rules::{Check, Ctx, Meta, Sink};

pub(super) static META: Meta = Meta {
    severity: Severity::Error,
    since: "0.1.0",
    kinds: &["AWSCluster"],
    check: Check::Static(check),
};

const HELP: &str = "name the instance profile of every machine template and pool";

fn check(ctx: &Ctx<'_>, sink: &mut Sink<'_>) {
    for bucket in profiles::buckets(ctx).iter().filter(|bucket| !bucket.presigned) {
        let Some(node) = bucket.node else { continue };
        if field::get(node, CONTROL_PLANE).and_then(|n| n.text()) == Some("") {
            let path = bucket.field(CONTROL_PLANE);
            let message = format!("`{CONTROL_PLANE}` is empty");
            sink.on(bucket.cluster, &path, message).help(HELP).holds(&BUCKETS);
        }
        let Some(list) = field::get(node, NODES) else { continue };
        let path = bucket.field(NODES);
        if list.is_sequence() && list.items().is_empty() {
            let message = format!("`{NODES}` is empty");
            sink.on(bucket.cluster, &path, message).help(HELP).holds(&BUCKETS);
        }
        for (path, item) in field::items(&path, list) {
            if field::is_null(item) || item.text() == Some("") {
                let message = format!("`{NODES}` has an empty item");
                sink.on(bucket.cluster, &path, message).help(HELP).holds(&BUCKETS);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::testing::{AWS, check};

    const RULE: &str = "iam/empty-instance-profile-list";
    const LIST: &str = "AWSCluster/demo spec.s3Bucket.nodesIAMInstanceProfiles";

    #[test]
    fn flags_empty_items_at_their_place() {
        let text = AWS.replace("[demo-workers]", "[demo-workers, \"\"]");
        check(RULE, &text, &[&format!("{LIST}[1]")]);
        check(RULE, &AWS.replace("[demo-workers]", "[]"), &[LIST]);
    }

    #[test]
    fn flags_an_empty_control_plane_profile() {
        let text = AWS.replace("IAMInstanceProfile: demo-control-plane", "IAMInstanceProfile: ''");
        check(RULE, &text, &["AWSCluster/demo spec.s3Bucket.controlPlaneIAMInstanceProfile"]);
    }

    #[test]
    fn allows_filled_lists() {
        check(RULE, AWS, &[]);
    }
}
