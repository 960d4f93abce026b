//! Versions of controllers, and ranges of them.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

/// A release version: three numbers and an optional pre-release, `v1.2.3-beta.0`.
///
/// Ordering is that of Semantic Versioning 2.0: a pre-release sorts before its release.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Version {
    /// First number.
    pub major: u32,
    /// Second number.
    pub minor: u32,
    /// Third number.
    pub patch: u32,
    /// What stands behind the `-`; empty for a release.
    pub pre: String,
}

/// A text that is no version.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a version: expected three numbers, such as `v1.2.3`")]
pub struct VersionError(pub String);

impl Version {
    /// A release version.
    pub const fn new(major: u32, minor: u32, patch: u32) -> Version {
        Version { major, minor, patch, pre: String::new() }
    }

    /// Major and minor: the release line.
    pub fn line(&self) -> (u32, u32) {
        (self.major, self.minor)
    }
}

impl FromStr for Version {
    type Err = VersionError;

    fn from_str(text: &str) -> Result<Version, VersionError> {
        let error = || VersionError(text.to_owned());
        let bare = text.strip_prefix('v').unwrap_or(text);
        // Build metadata does not take part in ordering.
        let bare = bare.split_once('+').map_or(bare, |(v, _)| v);
        let (numbers, pre) = bare.split_once('-').unwrap_or((bare, ""));
        let mut parts = numbers.split('.').map(|p| {
            let digits = !p.is_empty() && p.bytes().all(|b| b.is_ascii_digit());
            if digits { p.parse::<u32>().map_err(|_| error()) } else { Err(error()) }
        });
        let mut next = || parts.next().unwrap_or_else(|| Err(error()));
        let version = Version { major: next()?, minor: next()?, patch: next()?, pre: pre.into() };
        if parts.next().is_some() || (bare.contains('-') && pre.is_empty()) {
            return Err(error());
        }
        Ok(version)
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "v{}.{}.{}", self.major, self.minor, self.patch)?;
        if self.pre.is_empty() { Ok(()) } else { write!(f, "-{}", self.pre) }
    }
}

impl serde::Serialize for Version {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Ord for Version {
    fn cmp(&self, other: &Version) -> Ordering {
        let numbers = |v: &Version| (v.major, v.minor, v.patch);
        numbers(self).cmp(&numbers(other)).then_with(|| {
            match (self.pre.is_empty(), other.pre.is_empty()) {
                (true, true) => Ordering::Equal,
                (true, false) => Ordering::Greater,
                (false, true) => Ordering::Less,
                (false, false) => compare_pre(&self.pre, &other.pre),
            }
        })
    }
}

impl PartialOrd for Version {
    fn partial_cmp(&self, other: &Version) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

fn compare_pre(a: &str, b: &str) -> Ordering {
    let mut left = a.split('.');
    let mut right = b.split('.');
    loop {
        let order = match (left.next(), right.next()) {
            (None, None) => return Ordering::Equal,
            (None, Some(_)) => Ordering::Less,
            (Some(_), None) => Ordering::Greater,
            (Some(x), Some(y)) => match (x.parse::<u64>(), y.parse::<u64>()) {
                (Ok(x), Ok(y)) => x.cmp(&y),
                (Ok(_), Err(_)) => Ordering::Less,
                (Err(_), Ok(_)) => Ordering::Greater,
                (Err(_), Err(_)) => x.cmp(y),
            },
        };
        if order != Ordering::Equal {
            return order;
        }
    }
}

/// Versions from one to another, both included. A missing end is open.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct VersionRange {
    /// The first version inside.
    pub from: Option<Version>,
    /// The last version inside.
    pub to: Option<Version>,
}

impl VersionRange {
    /// True when the version lies inside.
    pub fn contains(&self, version: &Version) -> bool {
        self.from.as_ref().is_none_or(|from| version >= from)
            && self.to.as_ref().is_none_or(|to| version <= to)
    }
}

impl fmt::Display for VersionRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.from, &self.to) {
            (Some(from), Some(to)) if from == to => write!(f, "{from}"),
            (Some(from), Some(to)) => write!(f, "{from}..{to}"),
            (Some(from), None) => write!(f, ">= {from}"),
            (None, Some(to)) => write!(f, "<= {to}"),
            (None, None) => f.write_str("all versions"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_order_as_semver_does() {
        let sorted = ["v0.4.0", "v1.2.9", "v1.2.11", "v1.11.0-beta.1", "v1.11.0-rc.0", "v1.11.0"];
        let parsed: Vec<Version> = sorted.iter().map(|v| v.parse().unwrap()).collect();
        assert!(parsed.is_sorted());
        assert_eq!(parsed[3].to_string(), sorted[3]);
    }

    #[test]
    fn texts_that_are_no_versions_are_refused() {
        for text in ["", "foo", "v1", "v1.2", "1.2.3.4", "v1.-2.3", "v1.2.3-", "v+1.2.3"] {
            assert!(text.parse::<Version>().is_err(), "{text}");
        }
    }
}
