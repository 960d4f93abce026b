//! The tier for providers that no table knows: machine templates are immutable by the contract of
//! Cluster API, so a changed spec under one name is suspected to be refused.

use super::super::change::is_within;
use super::super::tables as t;
use super::Subject;

/// Checks an object of a kind without rules.
pub(super) fn check(s: &mut Subject) {
    let template =
        s.id.kind.ends_with("MachineTemplate") && s.id.group() == "infrastructure.cluster.x-k8s.io";
    if template
        && !s.is_create()
        && s.changes.iter().any(|change| is_within(&change.path, "spec.template.spec"))
    {
        s.refuse(&t::MACHINE_TEMPLATE_CONTRACT, &[("kind", &s.id.kind.clone())]);
    }
}
