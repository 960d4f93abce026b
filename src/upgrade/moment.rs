//! The releases that judge one object, and the feature gates: [`Moment`].

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use super::release::{Authority, Era, Release, Releases, any_contains};
use super::table::Fact;
use super::tables;
use crate::manifest::ObjectRef;
use crate::profile::{Gate, Profile};

/// The releases and gates of one profile, as they judge one object.
#[derive(Debug)]
pub(super) struct Moment<'a> {
    profile: &'a Profile,
    releases: [Release; 4],
    assumed: Mutex<BTreeSet<String>>,
}

impl<'a> Moment<'a> {
    /// The releases of a profile.
    pub(super) fn new(profile: &'a Profile) -> Moment<'a> {
        let release =
            |authority: Authority| releases(authority).resolve(authority.version(profile)).release;
        Moment { profile, releases: ALL.map(release), assumed: Mutex::new(BTreeSet::new()) }
    }

    /// The same for one object: where an object is written in v1beta2 and Cluster API is older
    /// than that, the first release that has it judges.
    pub(super) fn of(&self, id: &ObjectRef) -> Moment<'a> {
        let mut releases = self.releases;
        let first = tables::SEES_V1BETA2.eras[0].first;
        if id.version() == "v1beta2" && is_capi_group(id.group()) && releases[0] < first {
            releases[0] = first;
        }
        Moment { profile: self.profile, releases, assumed: Mutex::new(BTreeSet::new()) }
    }

    /// The release of an authority.
    pub(super) fn release(&self, authority: Authority) -> Release {
        self.releases[authority as usize]
    }

    /// True when one of the ranges holds the authority's release. No range means always.
    pub(super) fn within(&self, authority: Authority, eras: &[Era]) -> bool {
        eras.is_empty() || any_contains(eras, self.release(authority))
    }

    /// True when a fact holds.
    pub(super) fn holds(&self, fact: &Fact) -> bool {
        self.within(fact.authority, fact.eras)
    }

    /// True when a feature gate that the object needs is on. One that was not given counts as on
    /// and is remembered.
    pub(super) fn gate(&self, name: &str) -> bool {
        let gate = self.profile.gate(name);
        if gate == Gate::Assumed {
            self.assumed.lock().unwrap_or_else(PoisonError::into_inner).insert(name.to_owned());
        }
        gate.is_on()
    }

    /// The gates that were needed and not given.
    pub(super) fn assumed(&self) -> BTreeSet<String> {
        self.assumed.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

const ALL: [Authority; 4] =
    [Authority::Capi, Authority::Capa, Authority::Capo, Authority::Kubernetes];

/// The known releases of an authority.
pub(super) fn releases(authority: Authority) -> &'static Releases {
    match authority {
        Authority::Capi => &tables::CAPI_RELEASES,
        Authority::Capa => &tables::CAPA_RELEASES,
        Authority::Capo => &tables::CAPO_RELEASES,
        Authority::Kubernetes => &tables::KUBERNETES_RELEASES,
    }
}

/// A sentence for every version of the profile that no table knows. One that was never released
/// is judged like the release before it.
pub(super) fn unknown_versions(profile: &Profile) -> Vec<String> {
    let note = |authority: Authority| {
        let version = authority.version(profile);
        let known = releases(authority);
        let resolved = known.resolve(version);
        let what = match Release::from(version) {
            asked if known.known.last() < Some(&asked) => "newer than every known release",
            asked if known.known.first() > Some(&asked) => "older than every known release",
            _ => "no known release",
        };
        (!resolved.known).then(|| {
            let (name, release) = (authority.as_str(), resolved.release);
            format!("{name} {version} is {what}; judged by the rules of {release}")
        })
    };
    [Authority::Capi, Authority::Capa, Authority::Capo].into_iter().filter_map(note).collect()
}

fn is_capi_group(group: &str) -> bool {
    matches!(
        group,
        "cluster.x-k8s.io" | "bootstrap.cluster.x-k8s.io" | "controlplane.cluster.x-k8s.io"
    )
}
