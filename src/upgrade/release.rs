//! Releases of controllers as small comparable values, and the ranges in which a fact is true.
//!
//! Facts are kept per range of *released* versions. A version that was never released is judged
//! by the newest release before it, see [`Releases::resolve`]; knows no rule.

use std::fmt;

use crate::profile::{Profile, Version};

/// Who judges: a controller, or the API server itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Authority {
    /// Cluster API.
    Capi,
    /// Cluster API Provider AWS.
    Capa,
    /// Cluster API Provider OpenStack.
    Capo,
    /// The API server of the management cluster.
    Kubernetes,
}

impl Authority {
    /// The word that reports use; that of the command line's flag.
    pub fn as_str(self) -> &'static str {
        match self {
            Authority::Capi => "capi",
            Authority::Capa => "capa",
            Authority::Capo => "capo",
            Authority::Kubernetes => "kubernetes",
        }
    }

    /// Its version in a profile.
    pub fn version(self, profile: &Profile) -> &Version {
        match self {
            Authority::Capi => &profile.capi,
            Authority::Capa => &profile.capa,
            Authority::Capo => &profile.capo,
            Authority::Kubernetes => &profile.kubernetes,
        }
    }
}

/// A released version. Pre-releases count as the release that they lead to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Release {
    major: u16,
    minor: u16,
    patch: u16,
}

impl Release {
    /// A release; numbers in the order of the text.
    pub const fn new(major: u16, minor: u16, patch: u16) -> Release {
        Release { major, minor, patch }
    }
}

impl From<&Version> for Release {
    fn from(version: &Version) -> Release {
        let clamp = |n: u32| u16::try_from(n).unwrap_or(u16::MAX);
        Release::new(clamp(version.major), clamp(version.minor), clamp(version.patch))
    }
}

impl fmt::Display for Release {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "v{}.{}.{}", self.major, self.minor, self.patch)
    }
}

/// A range of releases, both ends inside. Without a last release it holds up to the newest known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Era {
    /// The first release.
    pub first: Release,
    /// The last release.
    pub last: Option<Release>,
}

impl Era {
    /// A closed range.
    pub const fn closed(first: Release, last: Release) -> Era {
        Era { first, last: Some(last) }
    }

    /// A range that has no end yet.
    pub const fn since(first: Release) -> Era {
        Era { first, last: None }
    }

    /// True when the release lies inside.
    pub fn contains(&self, release: Release) -> bool {
        self.first <= release && self.last.is_none_or(|last| release <= last)
    }
}

/// True when one of the ranges holds the release.
pub fn any_contains(eras: &[Era], release: Release) -> bool {
    eras.iter().any(|era| era.contains(release))
}

/// The releases of one authority that the tables know.
#[derive(Debug, Clone, Copy)]
pub struct Releases {
    /// Whose.
    pub authority: Authority,
    /// All releases, sorted.
    pub known: &'static [Release],
}

/// What a version is judged as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Resolved {
    /// The release whose rules apply.
    pub release: Release,
    /// True when the asked version is itself a known release, or leads to one.
    pub known: bool,
}

impl Releases {
    /// The newest known release that is not newer than the version; the oldest known for a
    /// version before all of them.
    pub fn resolve(&self, version: &Version) -> Resolved {
        let asked = Release::from(version);
        let behind = self.known.partition_point(|release| *release <= asked);
        let release = self.known[behind.saturating_sub(1)];
        Resolved { release, known: release == asked }
    }

    /// The first release after another one, if there is one.
    pub fn after(&self, release: Release) -> Option<Release> {
        let next = self.known.partition_point(|known| *known <= release);
        self.known.get(next).copied()
    }

    /// Ranges in the order of their releases, those joined that touch or overlap, ends that lie
    /// outside of what is known cut off.
    pub fn join(&self, eras: &[Era]) -> Vec<Era> {
        let mut sorted: Vec<Era> = eras.to_vec();
        sorted.sort_by_key(|era| era.first);
        let mut joined: Vec<Era> = Vec::new();
        for era in sorted {
            match joined.last_mut() {
                Some(before) if self.touches(before, era.first) => {
                    before.last = match (before.last, era.last) {
                        (Some(a), Some(b)) => Some(a.max(b)),
                        _ => None,
                    };
                }
                _ => joined.push(era),
            }
        }
        joined
    }

    fn touches(&self, before: &Era, first: Release) -> bool {
        before.last.is_none_or(|last| first <= last || self.after(last) == Some(first))
    }

    /// The ranges as a report prints them: `capi v1.1.0..v1.2.11, v1.3.0..v1.3.5`.
    pub fn text(&self, eras: &[Era]) -> String {
        let newest = self.known[self.known.len() - 1];
        let part = |era: &Era| match era.last.unwrap_or(newest) {
            last if last == era.first => era.first.to_string(),
            last => format!("{}..{last}", era.first),
        };
        let parts: Vec<String> = self.join(eras).iter().map(part).collect();
        format!("{} {}", self.authority.as_str(), parts.join(", "))
    }

    /// The first release from which on none of the ranges holds any more.
    pub fn free_after(&self, eras: &[Era]) -> Option<Release> {
        self.join(eras).last().and_then(|era| era.last).and_then(|last| self.after(last))
    }

    /// What the ranges leave out of all known releases.
    pub fn except(&self, eras: &[Era]) -> Vec<Era> {
        let outside = |release: &&Release| !any_contains(eras, **release);
        let single: Vec<Era> =
            self.known.iter().filter(outside).map(|r| Era::closed(*r, *r)).collect();
        let newest = self.known[self.known.len() - 1];
        let open = |era: Era| match era.last {
            Some(last) if last == newest => Era::since(era.first),
            _ => era,
        };
        self.join(&single).into_iter().map(open).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: &[Release] = &[
        Release::new(1, 2, 0),
        Release::new(1, 2, 1),
        Release::new(1, 3, 0),
        Release::new(1, 3, 1),
        Release::new(1, 4, 0),
    ];
    const CAPI: Releases = Releases { authority: Authority::Capi, known: KNOWN };

    fn resolve(version: &str) -> (String, bool) {
        let resolved = CAPI.resolve(&version.parse().unwrap());
        (resolved.release.to_string(), resolved.known)
    }

    #[test]
    fn a_version_is_judged_as_the_newest_release_before_it() {
        assert_eq!(resolve("v1.2.9"), ("v1.2.1".into(), false));
        assert_eq!(resolve("v1.3.0-beta.1"), ("v1.3.0".into(), true));
        assert_eq!(resolve("v0.1.0"), ("v1.2.0".into(), false));
        assert_eq!(resolve("v9.9.9"), ("v1.4.0".into(), false));
    }

    #[test]
    fn touching_ranges_are_joined_and_open_ones_end_at_the_newest_release() {
        let eras = [
            Era::since(Release::new(1, 4, 0)),
            Era::closed(Release::new(1, 2, 0), Release::new(1, 2, 1)),
            Era::closed(Release::new(1, 3, 0), Release::new(1, 3, 0)),
        ];
        assert_eq!(CAPI.text(&eras), "capi v1.2.0..v1.3.0, v1.4.0");
        assert_eq!(CAPI.free_after(&eras), None);
        assert_eq!(CAPI.free_after(&eras[1..]), Some(Release::new(1, 3, 1)));
        assert_eq!(CAPI.text(&CAPI.except(&eras)), "capi v1.3.1");
    }
}
