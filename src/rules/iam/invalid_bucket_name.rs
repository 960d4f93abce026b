//! The name of the S3 bucket is not one that the API server and S3 accept
//!
//! # What it checks
//!
//! `AWSCluster.spec.s3Bucket.name` has 3 to 63 characters out of `a-z`, `0-9`, `.` and `-`,
//! starts and ends with a letter or digit, has no two dots in a row, and is no IPv4 address.
//!
//! # Why it matters
//!
//! The schema of the AWSCluster or S3 refuses the name. Bucket names are often put together
//! from values: without a region, `<region>-capa-<cluster>` starts with a dash.
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
//!     name: -capa-demo
//!     controlPlaneIAMInstanceProfile: demo-control-plane
//!     nodesIAMInstanceProfiles:
//!     - demo-workers
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
//! Look at the values that the name is made of: one of them is empty, too long, or has
//! characters that bucket names cannot have.
//!
//! # References
//!
//! - CAPA v1.4.0, `api/v1beta1/s3bucket.go` and the pattern in the AWSCluster schema
//! - Amazon S3, bucket naming rules

use std::net::Ipv4Addr;

use crate::finding::Severity;
use crate::manifest::field;
use crate::rules::profiles::{self, BUCKETS};
use crate::rules::{Check, Ctx, Meta, Sink};

pub(super) static META: Meta = Meta {
    severity: Severity::Error,
    since: "0.1.0",
    kinds: &["AWSCluster"],
    check: Check::Static(check),
};

fn check(ctx: &Ctx<'_>, sink: &mut Sink<'_>) {
    for bucket in profiles::buckets(ctx) {
        let Some(node) = bucket.node else { continue };
        let name = field::get(node, "name").and_then(|node| node.text()).unwrap_or_default();
        if let Some(fault) = fault(name) {
            let message = format!("`{name}` is no name for a bucket: it {fault}");
            sink.on(bucket.cluster, &bucket.field("name"), message).holds(&BUCKETS);
        }
    }
}

fn fault(name: &str) -> Option<&'static str> {
    let allowed = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'.' || b == b'-';
    let edge = |c: char| c == '.' || c == '-';
    if name.is_empty() {
        Some("is empty")
    } else if !(3..=63).contains(&name.len()) {
        Some("does not have 3 to 63 characters")
    } else if !name.bytes().all(allowed) {
        Some("has other characters than `a-z`, `0-9`, `.` and `-`")
    } else if name.starts_with(edge) || name.ends_with(edge) {
        Some("starts or ends with a dash or a dot")
    } else if name.contains("..") {
        Some("has two dots in a row")
    } else if name.parse::<Ipv4Addr>().is_ok() {
        Some("looks like an IP address")
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::fault;

    #[test]
    fn flags_names_that_s3_does_not_take() {
        let long = "a".repeat(64);
        for name in ["", "ab", "-capa-demo", "capa-", "Capa", "a_b", "a..b", "10.0.0.1", &long] {
            assert!(fault(name).is_some(), "{name}");
        }
    }

    #[test]
    fn allows_names_that_s3_takes() {
        let long = "a".repeat(63);
        for name in ["abc", "eu-west-1-capa-demo", "1.2.3.4.5", &long] {
            assert_eq!(fault(name), None, "{name}");
        }
    }
}
