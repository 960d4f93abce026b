//! The kubeadm configuration of a node, whichever kind of object carries it.

use super::field;
use super::groups::{BOOTSTRAP, CONTROL_PLANE};
use super::index::Manifests;
use super::object::Object;
use crate::path::FieldPath;
use crate::yaml::Node;

/// The form of the user data that is made from a kubeadm configuration.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// cloud-init, the default.
    CloudConfig,
    /// Ignition, what Flatcar reads.
    Ignition,
}

/// A KubeadmConfigSpec with the object that carries it.
#[derive(Debug, Clone)]
pub struct KubeadmSpec<'a> {
    /// The object that carries the configuration.
    pub object: &'a Object,
    /// Where in the object the configuration stands.
    pub path: FieldPath,
    /// The configuration.
    pub node: &'a Node,
    /// True when the kind says that it is for control-plane nodes only.
    pub control_plane: bool,
}

/// One item of `files`.
#[derive(Debug, Clone)]
pub struct File<'a> {
    /// Where the item stands in the object.
    pub at: FieldPath,
    /// The item.
    pub node: &'a Node,
}

impl<'a> File<'a> {
    /// The path on the node's disk, as written.
    pub fn path(&self) -> Option<&'a str> {
        field::text(self.node, "path")
    }

    /// The path for a message.
    pub fn label(&self) -> &'a str {
        self.path().unwrap_or("(no path)")
    }
}

/// Which kinds carry a configuration, where, and whether it is for control planes.
const PLACES: [(&str, &str, &str, bool); 4] = [
    (BOOTSTRAP, "KubeadmConfig", "spec", false),
    (BOOTSTRAP, "KubeadmConfigTemplate", "spec.template.spec", false),
    (CONTROL_PLANE, "KubeadmControlPlane", "spec.kubeadmConfigSpec", true),
    (CONTROL_PLANE, "KubeadmControlPlaneTemplate", "spec.template.spec.kubeadmConfigSpec", true),
];

/// The kubeadm configuration that an object carries.
pub(super) fn spec_of(object: &Object) -> Option<KubeadmSpec<'_>> {
    let (_, _, path, control_plane) =
        PLACES.iter().find(|(group, kind, ..)| object.is(group, kind))?;
    let node = object.at(path)?;
    Some(KubeadmSpec { object, path: FieldPath::parse(path), node, control_plane: *control_plane })
}

impl Manifests {
    /// Every kubeadm configuration of the input, in document order.
    pub fn kubeadm_specs(&self) -> impl Iterator<Item = KubeadmSpec<'_>> {
        self.objects().iter().filter_map(spec_of)
    }
}

impl<'a> KubeadmSpec<'a> {
    /// The configuration that an object carries, if it is of such a kind.
    pub fn of(object: &'a Object) -> Option<KubeadmSpec<'a>> {
        spec_of(object)
    }

    /// The format that is asked for.
    pub fn format(&self) -> Format {
        match field::text(self.node, "format") {
            Some("ignition") => Format::Ignition,
            _ => Format::CloudConfig,
        }
    }

    /// True when Ignition user data is made.
    pub fn is_ignition(&self) -> bool {
        self.format() == Format::Ignition
    }

    /// The object's path of a field below the configuration.
    pub fn field(&self, path: &str) -> FieldPath {
        self.path.join(&FieldPath::parse(path))
    }

    /// The value of a field below the configuration, unless it is null.
    pub fn at(&self, path: &str) -> Option<&'a Node> {
        field::at(self.node, path)
    }

    /// All fields below the configuration that match a pattern, with the object's paths.
    pub fn select(&self, pattern: &str) -> Vec<(FieldPath, &'a Node)> {
        let found = field::select(self.node, pattern).into_iter();
        found.map(|(path, node)| (self.path.join(&path), node)).collect()
    }

    /// The items of `files`.
    pub fn files(&self) -> Vec<File<'a>> {
        self.select("files[*]").into_iter().map(|(at, node)| File { at, node }).collect()
    }

    /// The shell commands of all lists that run on the node, in the order that they run.
    pub fn commands(&self) -> Vec<(FieldPath, &'a str)> {
        let lists = ["bootCommands[*]", "preKubeadmCommands[*]", "postKubeadmCommands[*]"];
        let all = lists.iter().flat_map(|list| self.select(list));
        all.filter_map(|(path, node)| Some((path, node.text()?))).collect()
    }

    /// The Container Linux Config that is added to the generated one.
    pub fn additional_config(&self) -> Option<(FieldPath, &'a Node)> {
        const PATH: &str = "ignition.containerLinuxConfig.additionalConfig";
        let node = self.at(PATH)?;
        node.text().filter(|text| !text.is_empty())?;
        Some((self.field(PATH), node))
    }
}
