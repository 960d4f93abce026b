//! What a rule may look at.

use std::sync::OnceLock;

use super::clc::Clc;
use super::settings::Settings;
use super::suppress::Comment;
use super::verdicts;
use super::window::Window;
use crate::ignition::{self, NodeResult};
use crate::manifest::{KubeadmSpec, Manifests, NodeGroup};
use crate::profile::Profile;
use crate::source::SourceMap;
use crate::upgrade::Verdict;

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
    clcs: OnceLock<Vec<Option<Clc<'a>>>>,
    verdicts: OnceLock<Vec<Verdict>>,
    simulated: OnceLock<Vec<(KubeadmSpec<'a>, NodeResult)>>,
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
            clcs: OnceLock::new(),
            verdicts: OnceLock::new(),
            simulated: OnceLock::new(),
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

    /// The Container Linux Config of a kubeadm configuration of the input.
    pub(super) fn clc(&self, spec: &KubeadmSpec<'_>) -> Option<&Clc<'a>> {
        let specs = self.kubeadm_specs();
        let index = specs.iter().position(|own| std::ptr::eq(own.object, spec.object))?;
        let read = || specs.iter().map(|spec| Clc::of(spec, self.sources)).collect();
        self.clcs.get_or_init(read).get(index)?.as_ref()
    }

    /// What each node would be given, with the configuration that it is made from. Simulated
    /// once, however many rules ask.
    pub fn simulated(&self) -> &[(KubeadmSpec<'a>, NodeResult)] {
        let simulate = || ignition::simulate_all(self.manifests, self.profile, self.sources);
        self.simulated.get_or_init(simulate)
    }

    /// What the change from the old manifests does; empty where the user named none.
    pub fn verdicts(&self) -> &[Verdict] {
        self.verdicts.get_or_init(|| match self.old {
            Some(old) => verdicts::judge(old, self.manifests, self.profile),
            None => Vec::new(),
        })
    }

    /// True when the profile's version lies in a window.
    pub fn within(&self, window: &Window) -> bool {
        window.contains(self.profile)
    }
}
