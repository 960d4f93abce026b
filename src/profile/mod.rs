//! Which controllers judge: versions of Cluster API, its providers, Flatcar and Kubernetes.
//!
//! A [`Profile`] is complete: what the user did not give follows the API [`Generation`] of
//! what was given. Facts that depend on a version are data elsewhere; this module only says
//! which version is meant and how sure that is.

pub mod served;
mod version;

use std::collections::BTreeMap;

pub use version::{Version, VersionError, VersionRange};

/// An API generation of the built-in charts: the object versions that belong together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Generation {
    /// CAPI v1.1 to v1.10 `v1beta1`, CAPA v2.0 to v2.8, CAPO v0.6 to v0.9 `v1alpha5`: what the
    /// fleets ran when their nodes moved to Flatcar.
    Seeds,
    /// CAPI from v1.11 `v1beta2`, CAPA from v2.9, CAPO from v0.12 `v1beta1`.
    Current,
}

/// The three controllers whose versions choose a generation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Controller {
    /// Cluster API core, kubeadm bootstrap and kubeadm control plane.
    Capi,
    /// Cluster API Provider AWS.
    Capa,
    /// Cluster API Provider OpenStack.
    Capo,
}

impl Controller {
    /// All of them, in the order of the flags.
    pub const ALL: [Controller; 3] = [Controller::Capi, Controller::Capa, Controller::Capo];

    /// The name of the flag and of the key in the configuration.
    pub fn as_str(self) -> &'static str {
        match self {
            Controller::Capi => "capi",
            Controller::Capa => "capa",
            Controller::Capo => "capo",
        }
    }

    /// First and last release whose rules the tool knows.
    pub fn known(self) -> (Version, Version) {
        match self {
            Controller::Capi => (Version::new(0, 4, 0), Version::new(1, 14, 0)),
            Controller::Capa => (Version::new(0, 6, 0), Version::new(2, 11, 1)),
            Controller::Capo => (Version::new(0, 3, 0), Version::new(0, 15, 0)),
        }
    }

    /// The release lines that a generation of the built-in charts is made for: first line, and
    /// last line unless open.
    fn lines(self, generation: Generation) -> ((u32, u32), Option<(u32, u32)>) {
        match (self, generation) {
            (Controller::Capi, Generation::Seeds) => ((1, 1), Some((1, 10))),
            (Controller::Capa, Generation::Seeds) => ((2, 0), Some((2, 8))),
            (Controller::Capo, Generation::Seeds) => ((0, 6), Some((0, 9))),
            (Controller::Capi, Generation::Current) => ((1, 11), None),
            (Controller::Capa, Generation::Current) => ((2, 9), None),
            (Controller::Capo, Generation::Current) => ((0, 12), None),
        }
    }

    /// The version that a generation implies when none is given.
    fn default_version(self, generation: Generation) -> Version {
        match (self, generation) {
            // The newest patch of the lines that the fleets migrated with.
            (Controller::Capi, Generation::Seeds) => Version::new(1, 4, 9),
            (Controller::Capa, Generation::Seeds) => Version::new(2, 2, 5),
            (Controller::Capo, Generation::Seeds) => Version::new(0, 7, 3),
            // The newest releases whose contracts fit together.
            (Controller::Capi, Generation::Current) => Version::new(1, 12, 11),
            (Controller::Capa, Generation::Current) => Version::new(2, 11, 1),
            (Controller::Capo, Generation::Current) => Version::new(0, 14, 7),
        }
    }

    fn serves(self, generation: Generation, version: &Version) -> bool {
        let (first, last) = self.lines(generation);
        version.line() >= first && last.is_none_or(|last| version.line() <= last)
    }
}

impl Generation {
    /// The name that templates and messages use.
    pub fn as_str(self) -> &'static str {
        match self {
            Generation::Seeds => "seeds",
            Generation::Current => "current",
        }
    }

    fn ranges(self) -> String {
        let range = |c: Controller| match c.lines(self) {
            ((a, b), Some((x, y))) => format!("{} v{a}.{b}..v{x}.{y}", c.as_str()),
            ((a, b), None) => format!("{} >= v{a}.{b}", c.as_str()),
        };
        Controller::ALL.map(range).join(", ")
    }

    fn kubernetes(self) -> Version {
        match self {
            Generation::Seeds => Version::new(1, 24, 10),
            Generation::Current => Version::new(1, 34, 1),
        }
    }

    fn flatcar(self) -> Version {
        match self {
            Generation::Seeds => Version::new(3510, 2, 1),
            Generation::Current => Version::new(4593, 2, 4),
        }
    }
}

/// What the user said about versions: flags over the configuration's `profile`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Request {
    /// Given controller versions.
    pub controllers: BTreeMap<&'static str, Version>,
    /// Flatcar version, such as `4593.2.4`.
    pub flatcar: Option<Version>,
    /// Kubernetes of the management cluster.
    pub kubernetes: Option<Version>,
    /// Feature gates by name.
    pub feature_gates: BTreeMap<String, bool>,
}

/// Why no profile can be made of a request.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ProfileError {
    /// No generation of the built-in charts has all given versions.
    #[error(
        "no API generation of the built-in charts serves {given}: there is `current` ({current}) \
         and `seeds` ({seeds})"
    )]
    NoGeneration {
        /// The versions as given.
        given: String,
        /// Ranges of the current generation.
        current: String,
        /// Ranges of the seeds' generation.
        seeds: String,
    },
}

/// The controllers that judge, complete.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Profile {
    /// Cluster API version.
    pub capi: Version,
    /// Cluster API Provider AWS version.
    pub capa: Version,
    /// Cluster API Provider OpenStack version.
    pub capo: Version,
    /// Flatcar version.
    #[serde(serialize_with = "without_v")]
    pub flatcar: Version,
    /// Kubernetes version of the management cluster.
    pub kubernetes: Version,
    /// Feature gates that were given.
    pub feature_gates: BTreeMap<String, bool>,
    /// Controllers whose version was given, not inferred.
    #[serde(skip)]
    pub given: Vec<Controller>,
}

impl Request {
    /// This request completed by a lower one: flags over the configuration, a chart's entry
    /// over the file's. What both have is taken from this one.
    #[must_use]
    pub fn over(&self, lower: &Request) -> Request {
        let mut merged = lower.clone();
        merged.controllers.extend(self.controllers.clone());
        merged.feature_gates.extend(self.feature_gates.clone());
        merged.flatcar = self.flatcar.clone().or(merged.flatcar);
        merged.kubernetes = self.kubernetes.clone().or(merged.kubernetes);
        merged
    }

    fn version(&self, controller: Controller) -> Option<&Version> {
        self.controllers.get(controller.as_str())
    }

    /// The one API generation that serves all given versions; the current one when none is
    /// given.
    pub fn generation(&self) -> Result<Generation, ProfileError> {
        let serves = |generation: Generation| {
            let ok = |c: Controller| self.version(c).is_none_or(|v| c.serves(generation, v));
            Controller::ALL.into_iter().all(ok)
        };
        let found = [Generation::Current, Generation::Seeds].into_iter().find(|g| serves(*g));
        found.ok_or_else(|| {
            let given = |c: Controller| self.version(c).map(|v| format!("{} {v}", c.as_str()));
            let given: Vec<String> = Controller::ALL.into_iter().filter_map(given).collect();
            ProfileError::NoGeneration {
                given: given.join(" with "),
                current: Generation::Current.ranges(),
                seeds: Generation::Seeds.ranges(),
            }
        })
    }

    /// Completes the request with what belongs to a generation.
    pub fn complete(&self, generation: Generation) -> Profile {
        let version = |c: Controller| {
            self.version(c).cloned().unwrap_or_else(|| c.default_version(generation))
        };
        Profile {
            capi: version(Controller::Capi),
            capa: version(Controller::Capa),
            capo: version(Controller::Capo),
            flatcar: self.flatcar.clone().unwrap_or_else(|| generation.flatcar()),
            kubernetes: self.kubernetes.clone().unwrap_or_else(|| generation.kubernetes()),
            feature_gates: self.feature_gates.clone(),
            given: Controller::ALL.into_iter().filter(|c| self.version(*c).is_some()).collect(),
        }
    }
}

impl Profile {
    /// The version of a controller.
    pub fn version(&self, controller: Controller) -> &Version {
        match controller {
            Controller::Capi => &self.capi,
            Controller::Capa => &self.capa,
            Controller::Capo => &self.capo,
        }
    }

    /// The Flatcar version as Flatcar writes it, without a `v`.
    pub fn flatcar_text(&self) -> String {
        self.flatcar.to_string().split_off(1)
    }

    /// Whether a feature gate is on. One that was not given counts as on, since a manifest
    /// that needs it says so; `InPlaceUpdates` and `RuntimeSDK` count as off.
    pub fn gate(&self, name: &str) -> Gate {
        match self.feature_gates.get(name) {
            Some(true) => Gate::On,
            Some(false) => Gate::Off,
            None if matches!(name, "InPlaceUpdates" | "RuntimeSDK") => Gate::Off,
            None => Gate::Assumed,
        }
    }
}

fn without_v<S: serde::Serializer>(version: &Version, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&version.to_string()[1..])
}

/// The state of a feature gate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gate {
    /// Given as on.
    On,
    /// Given as off, or off unless given.
    Off,
    /// Not given; taken as on, and the report says so.
    Assumed,
}

impl Gate {
    /// True unless the gate is off.
    pub fn is_on(self) -> bool {
        self != Gate::Off
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(versions: &[(&'static str, &str)]) -> Request {
        let controllers = versions.iter().map(|(c, v)| (*c, v.parse().unwrap())).collect();
        Request { controllers, ..Request::default() }
    }

    #[test]
    fn the_generation_follows_from_the_given_versions() {
        assert_eq!(request(&[]).generation(), Ok(Generation::Current));
        assert_eq!(request(&[("capi", "v1.1.3")]).generation(), Ok(Generation::Seeds));
        assert_eq!(request(&[("capo", "v0.12.0")]).generation(), Ok(Generation::Current));
    }

    #[test]
    fn a_mix_that_no_generation_serves_names_the_ranges() {
        for bad in [vec![("capi", "v1.4.0"), ("capa", "v2.9.0")], vec![("capo", "v0.10.3")]] {
            let text = request(&bad).generation().unwrap_err().to_string();
            assert!(text.contains("capo v0.6..v0.9") && text.contains("capi >= v1.11"), "{text}");
        }
    }

    #[test]
    fn gates_that_are_not_given_count_as_on_but_for_two() {
        let profile = request(&[]).complete(Generation::Current);
        assert_eq!(profile.gate("MachinePool"), Gate::Assumed);
        assert!(!profile.gate("InPlaceUpdates").is_on());
    }
}
