//! The versions of one controller that a rule's statement is true for.

use std::fmt;

use crate::profile::{Profile, Version, VersionRange};

/// A range of versions of one program, such as `capi v1.1.0..v1.10.10`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Window {
    program: Program,
    range: VersionRange,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Program {
    Capi,
    Capa,
    Capo,
    Flatcar,
}

type Numbers = (u32, u32, u32);

const fn version((major, minor, patch): Numbers) -> Version {
    Version::new(major, minor, patch)
}

impl Window {
    const fn new(program: Program, from: Option<Numbers>, to: Option<Numbers>) -> Window {
        let from = match from {
            Some(numbers) => Some(version(numbers)),
            None => None,
        };
        let to = match to {
            Some(numbers) => Some(version(numbers)),
            None => None,
        };
        Window { program, range: VersionRange { from, to } }
    }

    /// Versions of Cluster API, both ends included.
    pub const fn capi(from: Option<Numbers>, to: Option<Numbers>) -> Window {
        Window::new(Program::Capi, from, to)
    }

    /// Versions of Cluster API Provider AWS, both ends included.
    pub const fn capa(from: Option<Numbers>, to: Option<Numbers>) -> Window {
        Window::new(Program::Capa, from, to)
    }

    /// Versions of Cluster API Provider OpenStack, both ends included.
    pub const fn capo(from: Option<Numbers>, to: Option<Numbers>) -> Window {
        Window::new(Program::Capo, from, to)
    }

    /// Versions of Flatcar, both ends included.
    pub const fn flatcar(from: Option<Numbers>, to: Option<Numbers>) -> Window {
        Window::new(Program::Flatcar, from, to)
    }

    /// True when the profile's version lies inside.
    pub fn contains(&self, profile: &Profile) -> bool {
        self.range.contains(match self.program {
            Program::Capi => &profile.capi,
            Program::Capa => &profile.capa,
            Program::Capo => &profile.capo,
            Program::Flatcar => &profile.flatcar,
        })
    }
}

impl fmt::Display for Window {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let range = self.range.to_string();
        match self.program {
            Program::Capi => write!(f, "capi {range}"),
            Program::Capa => write!(f, "capa {range}"),
            Program::Capo => write!(f, "capo {range}"),
            // Flatcar writes its versions without a `v`.
            Program::Flatcar => write!(f, "flatcar {}", range.replace('v', "")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::{Generation, Request};

    #[test]
    fn both_ends_belong_to_a_window() {
        let profile = Request::default().complete(Generation::Current);
        let (major, minor, patch) = (profile.capi.major, profile.capi.minor, profile.capi.patch);
        assert!(Window::capi(Some((major, minor, patch)), None).contains(&profile));
        assert!(!Window::capi(None, Some((1, 10, 99))).contains(&profile));
    }

    #[test]
    fn windows_print_as_findings_show_them() {
        assert_eq!(Window::capi(Some((1, 1, 0)), None).to_string(), "capi >= v1.1.0");
        let window = Window::flatcar(Some((4628, 0, 0)), None);
        assert_eq!(window.to_string(), "flatcar >= 4628.0.0");
    }
}
