//! What the API server itself refuses to change. Single fields are field rules; here is the rest.
//!
//! Source: kubernetes/kubernetes, `pkg/apis/*/validation`.

use super::super::change::is_within;
use super::super::fields::{at, flag, text};
use super::super::tables as t;
use super::Subject;

/// What of a StatefulSet's spec may change.
const STATEFUL_SET: &[&str] = &[
    "spec.replicas",
    "spec.ordinals",
    "spec.template",
    "spec.updateStrategy",
    "spec.revisionHistoryLimit",
    "spec.persistentVolumeClaimRetentionPolicy",
    "spec.minReadySeconds",
];

/// Checks a StatefulSet.
pub(super) fn check_stateful_set(s: &mut Subject) {
    if others_changed(s, "spec", STATEFUL_SET) {
        s.refuse(&t::K8S_STATEFUL_SET, &[]);
    }
}

/// Checks a PersistentVolumeClaim.
pub(super) fn check_claim(s: &mut Subject) {
    if others_changed(s, "spec", &["spec.resources.requests", "spec.volumeAttributesClassName"]) {
        s.refuse(&t::K8S_CLAIM, &[]);
    }
    let Some((old, new)) = s.update() else { return };
    let size = |value| quantity(text(value, "spec.resources.requests.storage"));
    if let (Some(before), Some(after)) = (size(old), size(new))
        && after < before
    {
        s.refuse(&t::K8S_CLAIM_SHRINK, &[]);
    }
}

/// Checks a Service: an address stays, unless the Service stops to have one.
pub(super) fn check_service(s: &mut Subject) {
    let Some((old, new)) = s.update() else { return };
    let address = |value| text(value, "spec.clusterIP");
    let external =
        text(new, "spec.type") == "ExternalName" || text(old, "spec.type") == "ExternalName";
    // A field that the chart drops keeps the address that the API server gave.
    if !external
        && !address(old).is_empty()
        && !address(new).is_empty()
        && address(old) != address(new)
    {
        s.refuse(&t::K8S_SERVICE_CLUSTER_IP, &[]);
    }
}

/// Checks a Secret or ConfigMap that says that it is immutable.
pub(super) fn check_immutable(s: &mut Subject) {
    let Some((old, new)) = s.update() else { return };
    if !flag(old, "immutable") {
        return;
    }
    if !flag(new, "immutable") {
        s.refuse(&t::K8S_IMMUTABLE_DATA, &[("field", &"immutable")]);
    }
    for field in ["data", "binaryData"] {
        if at(old, field) != at(new, field) {
            s.refuse(&t::K8S_IMMUTABLE_DATA, &[("field", &field)]);
        }
    }
}

fn others_changed(s: &Subject, field: &str, mutable: &[&str]) -> bool {
    !s.is_create()
        && s.changes.iter().any(|change| {
            is_within(&change.path, field)
                && !mutable.iter().any(|free| is_within(&change.path, free))
        })
}

/// Bytes of a Kubernetes quantity.
fn quantity(text: &str) -> Option<f64> {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let number: f64 = text[..end].parse().ok()?;
    let factor: f64 = match &text[end..] {
        "" => 1.0,
        "k" => 1e3,
        "M" => 1e6,
        "G" => 1e9,
        "T" => 1e12,
        "P" => 1e15,
        "Ki" => 1024.0,
        "Mi" => 1_048_576.0,
        "Gi" => 1_073_741_824.0,
        "Ti" => 1_099_511_627_776.0,
        "Pi" => 1_125_899_906_842_624.0,
        _ => return None,
    };
    Some(number * factor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantities_are_compared_by_their_bytes() {
        assert!(quantity("10Gi") > quantity("10G") && quantity("1Ti") > quantity("1000Gi"));
        assert_eq!(quantity("ten"), None);
    }
}
