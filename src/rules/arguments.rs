//! The arguments of Kubernetes components in a kubeadm configuration, in both forms: a mapping
//! (v1beta1) and a list of `name` and `value` (v1beta2).

use crate::manifest::{KubeadmSpec, field};
use crate::path::FieldPath;
use crate::yaml::Node;

/// Where arguments stand below a kubeadm configuration.
const PLACES: [&str; 6] = [
    "clusterConfiguration.apiServer.extraArgs",
    "clusterConfiguration.controllerManager.extraArgs",
    "clusterConfiguration.scheduler.extraArgs",
    "clusterConfiguration.etcd.local.extraArgs",
    "initConfiguration.nodeRegistration.kubeletExtraArgs",
    "joinConfiguration.nodeRegistration.kubeletExtraArgs",
];

/// One argument.
#[derive(Debug)]
pub(super) struct Argument<'a> {
    /// Which of the six places it stands in.
    pub list: usize,
    /// The name without dashes.
    pub name: &'a str,
    /// The value.
    pub value: &'a Node,
    /// The field of the value.
    pub path: FieldPath,
    /// The item of the list; none in the form of a mapping.
    pub item: Option<FieldPath>,
}

/// The mappings or lists of arguments of a configuration.
pub(super) fn lists<'a>(spec: &KubeadmSpec<'a>) -> Vec<(FieldPath, &'a Node)> {
    let place = |place: &&str| Some((spec.field(place), spec.at(place)?));
    PLACES.iter().filter_map(place).collect()
}

/// All arguments of a configuration in document order of the places.
pub(super) fn of<'a>(spec: &KubeadmSpec<'a>) -> Vec<Argument<'a>> {
    let mut found = Vec::new();
    for (list, (path, node)) in lists(spec).into_iter().enumerate() {
        for entry in node.entries() {
            let name = entry.key.text().unwrap_or_default();
            let (value, path) = (&entry.value, path.key(name));
            found.push(Argument { list, name, value, path, item: None });
        }
        for (item, node) in field::items(&path, node) {
            let (Some(name), Some(value)) = (field::text(node, "name"), node.get("value")) else {
                continue;
            };
            let path = item.key("value");
            found.push(Argument { list, name, value, path, item: Some(item) });
        }
    }
    found
}
