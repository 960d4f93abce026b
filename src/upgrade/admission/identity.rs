//! AWSClusterControllerIdentity: the one object of its kind, which never changes. The other
//! identities are compared by field rules alone.
//!
//! Source: cluster-api-provider-aws, `awsclustercontrolleridentity_webhook.go`.

use super::super::fields::{at, text};
use super::super::tables as t;
use super::Subject;

/// Checks an AWSClusterControllerIdentity.
pub(super) fn check_controller(s: &mut Subject) {
    match s.update() {
        // An empty selector of namespaces differs from none: one is all, the other nothing.
        Some((old, new)) if at(old, "spec") != at(new, "spec") => {
            s.refuse(&t::AWS_CONTROLLER_IDENTITY_IMMUTABLE, &[]);
        }
        None if text(s.new, "metadata.name") != "default" => {
            s.refuse(&t::AWS_CONTROLLER_IDENTITY_NAME, &[]);
        }
        _ => {}
    }
}
