//! Machine, MachineSet, MachineDeployment, MachinePool and MachineHealthCheck.
//!
//! Source: cluster-api, the webhook of each kind.

use serde_json::Value;

use super::super::fields::{at, has, is_empty, items, number, object, text};
use super::super::normalize::duration_seconds;
use super::super::table::Rule;
use super::super::tables as t;
use super::Subject;
use super::kubeadm_control_plane::{is_label_value, name_template};
use crate::profile::Version;

/// Checks a Machine.
pub(super) fn check_machine(s: &mut Subject) {
    if !has(s.new, "spec.bootstrap.configRef") && !has(s.new, "spec.bootstrap.dataSecretName") {
        s.refuse(&t::BOOTSTRAP_MISSING_IN_MACHINE, &[]);
    }
    ref_namespaces(s, "spec");
    version(s, "spec.version", &t::MACHINE_VERSION_FORMAT);
}

/// Checks a MachineDeployment.
pub(super) fn check_deployment(s: &mut Subject) {
    let name = text(s.new, "metadata.name");
    if !is_label_value(name) {
        s.refuse(&t::MD_NAME, &[("reason", &"must be no more than 63 characters")]);
    }
    bootstrap(s, &t::BOOTSTRAP_MISSING_IN_TEMPLATE);
    selector(s, &t::MD_SELECTOR);
    cluster_names(s);
    strategy(s);
    version(s, "spec.template.spec.version", &t::MACHINE_VERSION_FORMAT);
    let naming = match s.holds(&t::SEES_V1BETA2) {
        true => "spec.machineNaming.template",
        false => "spec.machineNamingStrategy.template",
    };
    name_template(s, naming, &t::MD_NAMING);
    taints(s);
}

/// Checks a MachineSet.
pub(super) fn check_set(s: &mut Subject) {
    bootstrap(s, &t::BOOTSTRAP_MISSING_IN_TEMPLATE);
    selector(s, &t::MS_SELECTOR);
    cluster_names(s);
    version(s, "spec.template.spec.version", &t::MACHINE_SET_VERSION_FORMAT);
    taints(s);
}

/// Checks a MachinePool.
pub(super) fn check_pool(s: &mut Subject) {
    if !s.gate("MachinePool") {
        s.refuse(&t::MACHINE_POOL_GATE, &[]);
        return;
    }
    bootstrap(s, &t::BOOTSTRAP_MISSING_IN_POOL);
    cluster_names(s);
    ref_namespaces(s, "spec.template.spec");
    version(s, "spec.template.spec.version", &t::MACHINE_POOL_VERSION_FORMAT);
    if !items(s.new, "spec.template.spec.taints").is_empty() {
        s.refuse(&t::MACHINE_POOL_TAINTS, &[]);
    }
}

/// Checks a MachineHealthCheck.
pub(super) fn check_health_check(s: &mut Subject) {
    if s.new.get("spec").is_some() {
        let labels = at(s.new, "spec.selector.matchLabels");
        if is_empty(labels) && items(s.new, "spec.selector.matchExpressions").is_empty() {
            s.refuse(&t::MHC_SELECTOR_EMPTY, &[]);
        }
        let chosen = labels.and_then(|labels| labels.get("cluster.x-k8s.io/cluster-name"));
        let own = text(s.new, "spec.clusterName");
        if chosen.is_some_and(|chosen| chosen.as_str() != Some(own)) {
            s.refuse(&t::MHC_SELECTOR_CLUSTER, &[]);
        }
    }
    let seconds = number(s.new, "spec.checks.nodeStartupTimeoutSeconds")
        .or_else(|| duration_seconds(text(s.new, "spec.nodeStartupTimeout")));
    // 0 switches the check off.
    if seconds.is_some_and(|seconds| seconds != 0 && seconds < 30) {
        s.refuse(&t::MHC_STARTUP_TIMEOUT, &[]);
    }
    let unhealthy = at(s.new, "spec.remediation.triggerIf.unhealthyLessThanOrEqualTo")
        .or_else(|| at(s.new, "spec.maxUnhealthy"));
    if let Some(reason) = unhealthy.and_then(not_int_or_percent) {
        s.refuse(&t::MHC_MAX_UNHEALTHY, &[("reason", &reason)]);
    }
}

fn bootstrap(s: &mut Subject, rule: &'static Rule) {
    let field = "spec.template.spec.bootstrap";
    if !has(s.new, &format!("{field}.configRef")) && !has(s.new, &format!("{field}.dataSecretName"))
    {
        s.refuse(rule, &[]);
    }
}

fn cluster_names(s: &mut Subject) {
    let (own, template) =
        (text(s.new, "spec.clusterName"), text(s.new, "spec.template.spec.clusterName"));
    // A cluster name that changes is a fault of its own; both may then differ from each other.
    if own != template {
        s.refuse(&t::CLUSTER_NAME_MISMATCH, &[]);
    }
}

fn ref_namespaces(s: &mut Subject, spec: &str) {
    let own = text(s.new, "metadata.namespace");
    for field in ["bootstrap.configRef", "infrastructureRef"] {
        let path = format!("{spec}.{field}.namespace");
        let namespace = text(s.new, &path);
        if !namespace.is_empty() && !own.is_empty() && namespace != own {
            s.refuse(&t::MACHINE_REF_NAMESPACE, &[("path", &path)]);
        }
    }
}

/// The labels of the template must be those that the selector looks for. The report names the
/// requirements that they miss; the real one names all of them.
fn selector(s: &mut Subject, rule: &'static Rule) {
    let labels = object(s.new, "spec.template.metadata.labels");
    let label = |key: &str| labels.and_then(|labels| labels.get(key)).and_then(Value::as_str);
    let mut missed: Vec<String> = Vec::new();
    for (key, value) in object(s.new, "spec.selector.matchLabels").into_iter().flatten() {
        // Defaulting adds this one to both.
        let defaulted = key == "cluster.x-k8s.io/cluster-name";
        let value = value.as_str().unwrap_or("");
        if !defaulted && label(key) != Some(value) {
            missed.push(format!("{key}={value}"));
        }
    }
    for requirement in items(s.new, "spec.selector.matchExpressions") {
        if !fits(requirement, label(text(requirement, "key"))) {
            missed.push(requirement_text(requirement));
        }
    }
    if !missed.is_empty() {
        missed.sort();
        s.refuse(rule, &[("selector", &missed.join(","))]);
    }
}

fn fits(requirement: &Value, label: Option<&str>) -> bool {
    let values = items(requirement, "values");
    let among = || label.is_some_and(|l| values.iter().any(|v| v.as_str() == Some(l)));
    match text(requirement, "operator") {
        "In" => among(),
        "NotIn" => !among(),
        "Exists" => label.is_some(),
        "DoesNotExist" => label.is_none(),
        _ => true,
    }
}

fn requirement_text(requirement: &Value) -> String {
    let key = text(requirement, "key");
    let values: Vec<&str> = items(requirement, "values").iter().filter_map(Value::as_str).collect();
    match text(requirement, "operator") {
        "In" => format!("{key} in ({})", values.join(",")),
        "NotIn" => format!("{key} notin ({})", values.join(",")),
        "DoesNotExist" => format!("!{key}"),
        _ => key.to_owned(),
    }
}

fn strategy(s: &mut Subject) {
    let field = match s.holds(&t::SEES_V1BETA2) {
        true => "spec.rollout.strategy.rollingUpdate",
        false => "spec.strategy.rollingUpdate",
    };
    let (surge, unavailable) =
        (at(s.new, &format!("{field}.maxSurge")), at(s.new, &format!("{field}.maxUnavailable")));
    for (name, value) in [("maxUnavailable", unavailable), ("maxSurge", surge)] {
        if let Some(reason) = value.and_then(not_int_or_percent) {
            s.refuse(&t::MD_STRATEGY_VALUE, &[("field", &name), ("reason", &reason)]);
        }
    }
    let zero = |value: Option<&Value>| value.and_then(Value::as_i64) == Some(0);
    if zero(surge) && zero(unavailable) {
        s.refuse(&t::MD_SURGE_AND_UNAVAILABLE, &[]);
    }
}

/// Why a value is neither a number nor a percentage.
fn not_int_or_percent(value: &Value) -> Option<String> {
    let text = value.as_str()?;
    let percent = text.strip_suffix('%').is_some_and(|digits| digits.parse::<u32>().is_ok());
    (!percent).then(|| {
        "invalid value for IntOrString: invalid type: string is not a percentage".to_owned()
    })
}

fn version(s: &mut Subject, field: &str, rule: &'static Rule) {
    let version = text(s.new, field);
    let normal = version.strip_prefix('v').unwrap_or(version);
    let placeholder = super::kubeadm_control_plane::is_placeholder(version);
    if !version.is_empty() && !placeholder && normal.parse::<Version>().is_err() {
        s.refuse(rule, &[("path", &field)]);
    }
}

fn taints(s: &mut Subject) {
    if !items(s.new, "spec.template.spec.taints").is_empty() && !s.gate("MachineTaintPropagation") {
        s.refuse(&t::WORKER_TAINTS_GATE, &[]);
    }
}
