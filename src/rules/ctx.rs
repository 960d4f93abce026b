//! What a rule may look at.

use std::sync::OnceLock;

use super::settings::Settings;
use super::suppress::Comment;
use super::window::Window;
use crate::manifest::{KubeadmSpec, Manifests, NodeGroup};
use crate::profile::Profile;
use crate::source::SourceMap;

/// One input with everything that rules may know about it.
#[derive(Debug)]
pub struct Ctx<'a> {
    /// The objects to judge.
    pub manifests: &'a Manifests,
    /// The objects that they would replace, where the user named them.
    pub old: Option<&'a Manifests>,
    /// Which controllers judge.
    pub profile: &'a Profile,
    /// What the configuration says.
    pub settings: &'a Settings,
    /// The texts that the objects were read from.
    pub sources: &'a SourceMap,
    /// Suppression comments of texts that are not in `sources`, such as templates.
    pub comments: &'a [Comment],
    node_groups: OnceLock<Vec<NodeGroup<'a>>>,
    kubeadm_specs: OnceLock<Vec<KubeadmSpec<'a>>>,
}

impl<'a> Ctx<'a> {
    /// A context without old manifests and template comments; both are public fields.
    pub fn new(
        manifests: &'a Manifests,
        profile: &'a Profile,
        settings: &'a Settings,
        sources: &'a SourceMap,
    ) -> Ctx<'a> {
        Ctx {
            manifests,
            old: None,
            profile,
            settings,
            sources,
            comments: &[],
            node_groups: OnceLock::new(),
            kubeadm_specs: OnceLock::new(),
        }
    }

    /// The node groups of the input.
    pub fn node_groups(&self) -> &[NodeGroup<'a>] {
        self.node_groups.get_or_init(|| self.manifests.node_groups())
    }

    /// Every kubeadm configuration of the input.
    pub fn kubeadm_specs(&self) -> &[KubeadmSpec<'a>] {
        self.kubeadm_specs.get_or_init(|| self.manifests.kubeadm_specs().collect())
    }

    /// The kubeadm configurations that Ignition user data is made from.
    pub fn ignition_specs(&self) -> impl Iterator<Item = &KubeadmSpec<'a>> {
        self.kubeadm_specs().iter().filter(|spec| spec.is_ignition())
    }

    /// True when the profile's version lies in a window.
    pub fn within(&self, window: &Window) -> bool {
        window.contains(self.profile)
    }
}
