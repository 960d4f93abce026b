//! References between objects: which field of which kind names another object.
//!
//! One table row per field. A new kind of reference is one more row.

use std::sync::Arc;

use super::field;
use super::groups::{ADDONS, CONTROL_PLANE, CORE, INFRASTRUCTURE};
use super::kubeadm;
use super::object::Object;
use crate::path::FieldPath;
use crate::source::Span;
use crate::yaml::Node;

/// One object naming another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reference {
    /// Index of the object that refers, in [`super::Manifests::objects`].
    pub from: usize,
    /// The field that holds the reference: the mapping, or the name itself.
    pub path: FieldPath,
    /// Where the field stands.
    pub span: Span,
    /// Group of the object that is meant; empty for the core group.
    pub group: Arc<str>,
    /// Version of the object that is meant, where the reference writes one.
    pub version: Option<Arc<str>>,
    /// Kind of the object that is meant.
    pub kind: Arc<str>,
    /// Where the object is looked for: as written, else where the referring object is.
    pub namespace: Option<Arc<str>>,
    /// Name of the object that is meant.
    pub name: Arc<str>,
    /// Who is expected to make the object.
    pub need: Need,
}

/// Who is expected to make the object that a reference means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Need {
    /// Whoever writes the reference: the parts of one cluster come together.
    Together,
    /// Often a controller or another chart.
    Elsewhere,
    /// The management cluster, long before; an input never has to have it.
    Outside,
}

/// How a reference is written.
#[derive(Debug, Clone, Copy)]
enum Shape {
    /// `apiVersion` (v1beta1) or `apiGroup` (v1beta2), `kind`, `name`, maybe `namespace`.
    Full,
    /// `kind` and `name`; the group follows from the field.
    Kinded { group: &'static str, kind: &'static str },
    /// `name`; group and kind follow from the field.
    Named { group: &'static str, kind: &'static str },
    /// The text is the name.
    Text { group: &'static str, kind: &'static str },
}

struct Row {
    group: &'static str,
    kind: &'static str,
    path: &'static str,
    shape: Shape,
    need: Need,
}

const fn row(
    group: &'static str,
    kind: &'static str,
    path: &'static str,
    shape: Shape,
    need: Need,
) -> Row {
    Row { group, kind, path, shape, need }
}

const SECRET: Shape = Shape::Named { group: "", kind: "Secret" };
const SECRET_NAME: Shape = Shape::Text { group: "", kind: "Secret" };
const CLUSTER_NAME: Shape = Shape::Text { group: CORE, kind: "Cluster" };
const AWS_IDENTITY: Shape =
    Shape::Kinded { group: INFRASTRUCTURE, kind: "AWSClusterControllerIdentity" };
const OPENSTACK_IDENTITY: Shape = Shape::Kinded { group: "", kind: "Secret" };

/// The fields that name other objects. Cluster API v1.14 `api/core`, `api/controlplane` and
/// `api/addons` types; CAPA v2.11 and CAPO v0.14 for the identities.
#[rustfmt::skip]
const ROWS: &[Row] = &[
    row(CORE, "Cluster", "spec.infrastructureRef", Shape::Full, Need::Together),
    row(CORE, "Cluster", "spec.controlPlaneRef", Shape::Full, Need::Together),
    row(CORE, "Cluster", "spec.topology.class", Shape::Text { group: CORE, kind: "ClusterClass" }, Need::Elsewhere),
    row(CORE, "Cluster", "spec.topology.classRef", Shape::Named { group: CORE, kind: "ClusterClass" }, Need::Elsewhere),
    row(CORE, "MachineDeployment", "spec.clusterName", CLUSTER_NAME, Need::Together),
    row(CORE, "MachineDeployment", "spec.template.spec.bootstrap.configRef", Shape::Full, Need::Together),
    row(CORE, "MachineDeployment", "spec.template.spec.bootstrap.dataSecretName", SECRET_NAME, Need::Elsewhere),
    row(CORE, "MachineDeployment", "spec.template.spec.infrastructureRef", Shape::Full, Need::Together),
    row(CORE, "MachineSet", "spec.clusterName", CLUSTER_NAME, Need::Together),
    row(CORE, "MachineSet", "spec.template.spec.bootstrap.configRef", Shape::Full, Need::Together),
    row(CORE, "MachineSet", "spec.template.spec.bootstrap.dataSecretName", SECRET_NAME, Need::Elsewhere),
    row(CORE, "MachineSet", "spec.template.spec.infrastructureRef", Shape::Full, Need::Together),
    row(CORE, "MachinePool", "spec.clusterName", CLUSTER_NAME, Need::Together),
    row(CORE, "MachinePool", "spec.template.spec.bootstrap.configRef", Shape::Full, Need::Together),
    row(CORE, "MachinePool", "spec.template.spec.bootstrap.dataSecretName", SECRET_NAME, Need::Elsewhere),
    row(CORE, "MachinePool", "spec.template.spec.infrastructureRef", Shape::Full, Need::Together),
    row(CORE, "Machine", "spec.clusterName", CLUSTER_NAME, Need::Together),
    row(CORE, "Machine", "spec.bootstrap.configRef", Shape::Full, Need::Together),
    row(CORE, "Machine", "spec.bootstrap.dataSecretName", SECRET_NAME, Need::Elsewhere),
    row(CORE, "Machine", "spec.infrastructureRef", Shape::Full, Need::Together),
    row(CORE, "MachineHealthCheck", "spec.clusterName", CLUSTER_NAME, Need::Together),
    row(CORE, "MachineHealthCheck", "spec.remediationTemplate", Shape::Full, Need::Elsewhere),
    row(CORE, "ClusterClass", "spec.infrastructure.ref", Shape::Full, Need::Together),
    row(CORE, "ClusterClass", "spec.controlPlane.ref", Shape::Full, Need::Together),
    row(CORE, "ClusterClass", "spec.controlPlane.machineInfrastructure.ref", Shape::Full, Need::Together),
    row(CORE, "ClusterClass", "spec.workers.machineDeployments[*].template.bootstrap.ref", Shape::Full, Need::Together),
    row(CORE, "ClusterClass", "spec.workers.machineDeployments[*].template.infrastructure.ref", Shape::Full, Need::Together),
    row(CORE, "ClusterClass", "spec.workers.machinePools[*].template.bootstrap.ref", Shape::Full, Need::Together),
    row(CORE, "ClusterClass", "spec.workers.machinePools[*].template.infrastructure.ref", Shape::Full, Need::Together),
    row(CORE, "ClusterClass", "spec.infrastructure.templateRef", Shape::Full, Need::Together),
    row(CORE, "ClusterClass", "spec.controlPlane.templateRef", Shape::Full, Need::Together),
    row(CORE, "ClusterClass", "spec.controlPlane.machineInfrastructure.templateRef", Shape::Full, Need::Together),
    row(CORE, "ClusterClass", "spec.workers.machineDeployments[*].bootstrap.templateRef", Shape::Full, Need::Together),
    row(CORE, "ClusterClass", "spec.workers.machineDeployments[*].infrastructure.templateRef", Shape::Full, Need::Together),
    row(CORE, "ClusterClass", "spec.workers.machinePools[*].bootstrap.templateRef", Shape::Full, Need::Together),
    row(CORE, "ClusterClass", "spec.workers.machinePools[*].infrastructure.templateRef", Shape::Full, Need::Together),
    row(CONTROL_PLANE, "KubeadmControlPlane", "spec.machineTemplate.infrastructureRef", Shape::Full, Need::Together),
    row(CONTROL_PLANE, "KubeadmControlPlane", "spec.machineTemplate.spec.infrastructureRef", Shape::Full, Need::Together),
    // v1alpha3, before the machine template had a mapping of its own.
    row(CONTROL_PLANE, "KubeadmControlPlane", "spec.infrastructureTemplate", Shape::Full, Need::Together),
    row(ADDONS, "ClusterResourceSet", "spec.resources[*]", Shape::Kinded { group: "", kind: "ConfigMap" }, Need::Together),
    row(INFRASTRUCTURE, "AWSCluster", "spec.identityRef", AWS_IDENTITY, Need::Outside),
    row(INFRASTRUCTURE, "OpenStackCluster", "spec.identityRef", OPENSTACK_IDENTITY, Need::Outside),
    row(INFRASTRUCTURE, "OpenStackMachineTemplate", "spec.template.spec.identityRef", OPENSTACK_IDENTITY, Need::Outside),
    row(INFRASTRUCTURE, "OpenStackMachine", "spec.identityRef", OPENSTACK_IDENTITY, Need::Outside),
];

/// The fields of a kubeadm configuration that name Secrets, below its root.
const KUBEADM_ROWS: [&str; 2] = ["files[*].contentFrom.secret", "users[*].passwdFrom.secret"];

/// All references of objects, sorted by the object and in the order of the table.
pub(super) fn collect(objects: &[Object]) -> Vec<Reference> {
    let mut found = Vec::new();
    for (from, object) in objects.iter().enumerate() {
        let rows = ROWS.iter().filter(|row| object.is(row.group, row.kind));
        for row in rows {
            for (path, node) in field::select(&object.node, row.path) {
                found.extend(read(object, from, path, node, row.shape, row.need));
            }
        }
        if let Some(spec) = kubeadm::spec_of(object) {
            for (path, node) in KUBEADM_ROWS.iter().flat_map(|row| field::select(spec.node, row)) {
                let path = spec.path.join(&path);
                found.extend(read(object, from, path, node, SECRET, Need::Elsewhere));
            }
        }
    }
    found
}

fn read(
    object: &Object,
    from: usize,
    path: FieldPath,
    node: &Node,
    shape: Shape,
    need: Need,
) -> Option<Reference> {
    let text = |key| field::text(node, key);
    let (group, version, kind) = match shape {
        Shape::Full => {
            let api_version = text("apiVersion");
            let (group, version) = match api_version.and_then(|v| v.rsplit_once('/')) {
                Some((group, version)) => (group, Some(version)),
                None => (text("apiGroup").unwrap_or_default(), api_version),
            };
            (group, version, text("kind")?)
        }
        Shape::Kinded { group, kind } => (group, None, text("kind").unwrap_or(kind)),
        Shape::Named { group, kind } | Shape::Text { group, kind } => (group, None, kind),
    };
    let name = match shape {
        Shape::Text { .. } => node.text().filter(|name| !name.is_empty())?,
        _ => text("name")?,
    };
    Some(Reference {
        from,
        span: object.span_at(&path),
        path,
        group: group.into(),
        version: version.map(Arc::from),
        kind: kind.into(),
        namespace: text("namespace").map(Arc::from).or_else(|| object.id.namespace.clone()),
        name: name.into(),
        need,
    })
}

#[cfg(test)]
mod tests {
    use crate::manifest::Manifests;
    use crate::source::SourceMap;

    fn references(text: &str) -> Vec<String> {
        let sources = SourceMap::default();
        let file = sources.add("m.yaml", text);
        let manifests = Manifests::read(&sources, &[file]);
        let print = |r: &super::Reference| {
            let version = r.version.as_deref().unwrap_or("-");
            let namespace = r.namespace.as_deref().unwrap_or("-");
            format!("{} {}/{version} {} {namespace}/{}", r.path, r.group, r.kind, r.name)
        };
        manifests.references().iter().map(print).collect()
    }

    #[test]
    fn both_spellings_of_object_references_are_read() {
        let text = "apiVersion: cluster.x-k8s.io/v1beta1\nkind: Cluster\nmetadata: {name: a, namespace: n}\n\
                    spec:\n  controlPlaneRef:\n    apiVersion: controlplane.cluster.x-k8s.io/v1beta1\n\
                    \x20   kind: KubeadmControlPlane\n    name: a\n    namespace: m\n  infrastructureRef:\n\
                    \x20   apiGroup: infrastructure.cluster.x-k8s.io\n    kind: AWSCluster\n    name: a\n";
        assert_eq!(
            references(text),
            [
                "spec.infrastructureRef infrastructure.cluster.x-k8s.io/- AWSCluster n/a",
                "spec.controlPlaneRef controlplane.cluster.x-k8s.io/v1beta1 KubeadmControlPlane m/a",
            ]
        );
    }

    #[test]
    fn secrets_of_kubeadm_configurations_are_references() {
        let text = "apiVersion: bootstrap.cluster.x-k8s.io/v1beta1\nkind: KubeadmConfigTemplate\n\
                    metadata: {name: a}\nspec:\n  template:\n    spec:\n      files:\n\
                    \x20     - {path: /a}\n      - path: /b\n        contentFrom: {secret: {name: s, key: k}}\n";
        assert_eq!(
            references(text),
            ["spec.template.spec.files[1].contentFrom.secret /- Secret -/s"]
        );
    }
}
