//! What webhooks, CRDs and the API server refuse, on update and on create.
//!
//! A check is a function of one kind's file: it looks at a [`Subject`] and calls
//! [`Subject::refuse`] with a rule of the tables. Whether the rule exists in the judging release,
//! and what it then says, is the table's business. To add a rule: one entry in `data/rules-*.yaml`
//! and, unless it only compares one field, a line in a check. To add a kind: a file here and a line
//! in [`CHECKS`].

mod aws_cluster;
mod aws_machine;
mod aws_machine_pool;
mod aws_tags;
mod cluster;
mod coredns;
mod eks;
mod generic;
mod identity;
mod kubeadm_config;
mod kubeadm_control_plane;
mod kubernetes;
mod limits;
mod machine;
mod mutable;
mod openstack_cluster;
mod openstack_machine;

use std::fmt;

use serde_json::Value;

use super::change::Change;
use super::fields::{at, is_empty};
use super::moment::{Moment, releases};
use super::release::{Authority, Era, Release};
use super::table::{Fact, Rule, Says, When};
use super::tables;
use super::verdict::ErrorType;
use super::world::World;
use crate::manifest::ObjectRef;
use crate::path::FieldPath;

/// One object on its way through admission.
pub(super) struct Subject<'a, 'w> {
    /// Who it is.
    pub(super) id: &'a ObjectRef,
    /// What stands in the cluster; none when the object is made.
    pub(super) old: Option<&'a Value>,
    /// What is asked for.
    pub(super) new: &'a Value,
    /// The fields in which the two differ.
    pub(super) changes: &'a [Change<'a>],
    /// The releases that judge.
    pub(super) moment: &'a Moment<'a>,
    /// The other objects of both sides.
    pub(super) world: &'a World<'w>,
    refusals: Vec<Refusal>,
}

/// One error of an admission.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Refusal {
    /// The rule's name.
    pub(super) rule: &'static str,
    /// The type.
    pub(super) error: ErrorType,
    /// The field as the real error names it.
    pub(super) path: Option<String>,
    /// The text of the real error.
    pub(super) message: String,
    /// Who refuses.
    pub(super) authority: Authority,
    /// In which releases.
    pub(super) eras: Vec<Era>,
}

impl<'a, 'w> Subject<'a, 'w> {
    pub(super) fn new(
        id: &'a ObjectRef,
        old: Option<&'a Value>,
        new: &'a Value,
        changes: &'a [Change<'a>],
        moment: &'a Moment<'a>,
        world: &'a World<'w>,
    ) -> Subject<'a, 'w> {
        Subject { id, old, new, changes, moment, world, refusals: Vec::new() }
    }

    /// Both states of an object that is changed, none when it is made.
    fn update(&self) -> Option<(&'a Value, &'a Value)> {
        self.old.map(|old| (old, self.new))
    }

    fn is_create(&self) -> bool {
        self.old.is_none()
    }

    fn holds(&self, fact: &Fact) -> bool {
        self.moment.holds(fact)
    }

    fn gate(&self, name: &str) -> bool {
        self.moment.gate(name)
    }

    /// An annotation of the new object.
    fn annotation(&self, name: &str) -> Option<&'a Value> {
        at(self.new, "metadata.annotations").and_then(|annotations| annotations.get(name))
    }

    /// Reports a rule, unless the judging release has no such check. `fill` gives the
    /// placeholders of its path and text.
    fn refuse(&mut self, rule: &'static Rule, fill: &[(&str, &dyn fmt::Display)]) {
        let eras = rule.says.iter().map(|says| says.era).collect();
        self.refuse_in(rule, eras, fill);
    }

    /// Reports a rule whose releases follow from more than its rows.
    fn refuse_in(
        &mut self,
        rule: &'static Rule,
        eras: Vec<Era>,
        fill: &[(&str, &dyn fmt::Display)],
    ) {
        let release = self.moment.release(rule.authority);
        let Some(says) = rule.says.iter().find(|says| says.era.contains(release)) else { return };
        let Says { error, at, text, .. } = says;
        self.refusals.push(Refusal {
            rule: rule.name,
            error: *error,
            path: at.map(|at| filled(at, fill)),
            message: filled(text, fill),
            authority: rule.authority,
            eras,
        });
    }
}

/// A text with its placeholders replaced. Braces that no placeholder explains stay.
fn filled(text: &str, fill: &[(&str, &dyn fmt::Display)]) -> String {
    fill.iter().fold(text.to_owned(), |text, (name, value)| {
        text.replace(&format!("{{{name}}}"), &value.to_string())
    })
}

/// True when a release has a field of a KubeadmControlPlane at all; others are pruned.
pub(super) fn is_known_control_plane_field(path: &FieldPath, release: Release) -> bool {
    kubeadm_control_plane::is_known(path, release)
}

type Check = fn(&mut Subject);

/// The checks of each kind: group, kind, checks.
#[rustfmt::skip]
const CHECKS: &[(&str, &str, &[Check])] = &[
    ("controlplane.cluster.x-k8s.io", "KubeadmControlPlane", &[kubeadm_control_plane::check, limits::check_control_plane]),
    (
        "controlplane.cluster.x-k8s.io",
        "KubeadmControlPlaneTemplate",
        &[kubeadm_control_plane::check_template],
    ),
    ("bootstrap.cluster.x-k8s.io", "KubeadmConfig", &[kubeadm_config::check_config, limits::check_config]),
    ("bootstrap.cluster.x-k8s.io", "KubeadmConfigTemplate", &[kubeadm_config::check_template, limits::check_template]),
    ("cluster.x-k8s.io", "Cluster", &[cluster::check]),
    ("cluster.x-k8s.io", "ClusterClass", &[cluster::check_class]),
    ("cluster.x-k8s.io", "Machine", &[machine::check_machine]),
    ("cluster.x-k8s.io", "MachineDeployment", &[machine::check_deployment]),
    ("cluster.x-k8s.io", "MachineSet", &[machine::check_set]),
    ("cluster.x-k8s.io", "MachinePool", &[machine::check_pool]),
    ("cluster.x-k8s.io", "MachineHealthCheck", &[machine::check_health_check]),
    ("infrastructure.cluster.x-k8s.io", "AWSCluster", &[aws_cluster::check, aws_tags::check]),
    ("infrastructure.cluster.x-k8s.io", "AWSClusterTemplate", &[aws_cluster::check_template]),
    ("infrastructure.cluster.x-k8s.io", "AWSMachine", &[aws_machine::check, aws_tags::check]),
    ("infrastructure.cluster.x-k8s.io", "AWSMachineTemplate", &[aws_machine::check_template]),
    (
        "infrastructure.cluster.x-k8s.io",
        "AWSMachinePool",
        &[aws_machine_pool::check, aws_tags::check],
    ),
    (
        "controlplane.cluster.x-k8s.io",
        "AWSManagedControlPlane",
        &[eks::check_control_plane, aws_tags::check],
    ),
    (
        "infrastructure.cluster.x-k8s.io",
        "AWSManagedMachinePool",
        &[eks::check_pool, aws_tags::check],
    ),
    (
        "infrastructure.cluster.x-k8s.io",
        "AWSClusterControllerIdentity",
        &[identity::check_controller],
    ),
    ("infrastructure.cluster.x-k8s.io", "OpenStackCluster", &[openstack_cluster::check]),
    (
        "infrastructure.cluster.x-k8s.io",
        "OpenStackClusterTemplate",
        &[openstack_cluster::check_template],
    ),
    ("infrastructure.cluster.x-k8s.io", "OpenStackMachine", &[openstack_machine::check]),
    (
        "infrastructure.cluster.x-k8s.io",
        "OpenStackMachineTemplate",
        &[openstack_machine::check_template],
    ),
    ("infrastructure.cluster.x-k8s.io", "OpenStackServer", &[openstack_machine::check_server]),
    (
        "infrastructure.cluster.x-k8s.io",
        "OpenStackFloatingIPPool",
        &[openstack_machine::check_pool],
    ),
    ("apps", "StatefulSet", &[kubernetes::check_stateful_set]),
    ("", "Service", &[kubernetes::check_service]),
    ("", "PersistentVolumeClaim", &[kubernetes::check_claim]),
    ("", "Secret", &[kubernetes::check_immutable]),
    ("", "ConfigMap", &[kubernetes::check_immutable]),
];

/// All errors of one object, in the order of the checks, each once.
pub(super) fn refusals(mut subject: Subject) -> Vec<Refusal> {
    let of_kind = |(group, kind, _): &&(&str, &str, &[Check])| {
        *kind == &*subject.id.kind && (subject.id.group() == *group || lenient(group, subject.id))
    };
    let checks = CHECKS.iter().find(of_kind).map(|(_, _, checks)| *checks);
    check_fields(&mut subject);
    match checks {
        Some(checks) => checks.iter().for_each(|check| check(&mut subject)),
        None => generic::check(&mut subject),
    }
    let mut refusals: Vec<Refusal> = Vec::with_capacity(subject.refusals.len());
    for refusal in subject.refusals {
        if !refusals.contains(&refusal) {
            refusals.push(refusal);
        }
    }
    refusals
}

/// Kinds of Cluster API moved between its groups (MachinePool was experimental, EKS control planes
/// live in two), so any of them will do.
fn lenient(group: &str, id: &ObjectRef) -> bool {
    group.ends_with("cluster.x-k8s.io") && id.group().ends_with("cluster.x-k8s.io")
}

/// The rules that only compare one field.
fn check_fields(subject: &mut Subject) {
    let Some((old, new)) = subject.update() else { return };
    for check in tables::FIELD_RULES {
        if !check.kinds.contains(&&*subject.id.kind) {
            continue;
        }
        let (before, after) = (at(old, check.field), at(new, check.field));
        let fires = match check.when {
            When::Changed => before != after && !(is_empty(before) && is_empty(after)),
            When::Removed => before.is_some() && after.is_none(),
            When::Set => !is_empty(before) && before != after,
        };
        if fires {
            subject.refuse(check.rule, &[]);
        }
    }
}

/// What is printed about the releases in which something is refused.
pub(super) fn holds(refusal: &Refusal) -> (String, Option<String>) {
    let releases = releases(refusal.authority);
    let free = releases.free_after(&refusal.eras);
    (releases.text(&refusal.eras), free.map(|release| release.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_are_filled_and_other_braces_stay() {
        assert_eq!(filled("a {x} {{ .random }} {y}", &[("x", &1)]), "a 1 {{ .random }} {y}");
    }

    #[test]
    fn every_rule_has_at_most_one_row_per_release() {
        for check in tables::FIELD_RULES {
            for release in releases(check.rule.authority).known {
                let rows = check.rule.says.iter().filter(|says| says.era.contains(*release));
                assert!(rows.count() <= 1, "{} at {release}", check.rule.name);
            }
        }
    }
}
