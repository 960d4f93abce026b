//! Which template a Cluster API release generates Ignition with.
//!
//! Source: `bootstrap/kubeadm/internal/ignition/clc/clc.go` of the tags v1.1.0 to v1.14.0 and
//! of main after commit 6636843560 of 2026-07-25, which no release had when it was read.

use crate::profile::Version;

/// One template, by what it does differently.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Variant {
    /// The release line that introduced it.
    pub name: &'static str,
    /// The first release with it; a line that got it in a later patch follows in `also`.
    since: (u32, u32, u32),
    /// Later patches of older lines that got it too: line, first patch.
    also: &'static [((u32, u32), u32)],
    /// `kubeadm.service` waits for the network.
    pub after_network: bool,
    /// `files[].owner` is used.
    pub owner: bool,
    /// `files[].encoding: base64` is decoded.
    pub base64: bool,
    /// Fields of users are plain texts, so that an empty one is none (v1beta2 types).
    pub empty_is_unset: bool,
    /// `partitions[].layout` is a pointer, so that `false` counts as set (v1beta2 types).
    pub layout_pointer: bool,
    /// What `kubeadm.service` starts.
    pub exec_start: &'static str,
}

const V1_1: Variant = Variant {
    name: "v1.1",
    since: (1, 1, 0),
    also: &[],
    after_network: false,
    owner: false,
    base64: false,
    empty_is_unset: false,
    layout_pointer: false,
    exec_start: "/etc/kubeadm.sh",
};

const V1_2: Variant = Variant { name: "v1.2", since: (1, 2, 0), owner: true, base64: true, ..V1_1 };

const V1_4: Variant =
    Variant { name: "v1.4", since: (1, 4, 4), also: &[((1, 3), 9)], after_network: true, ..V1_2 };

const V1_11: Variant = Variant {
    name: "v1.11",
    since: (1, 11, 0),
    also: &[],
    empty_is_unset: true,
    layout_pointer: true,
    ..V1_4
};

const MAIN: Variant =
    Variant { name: "main", since: (1, 15, 0), exec_start: "/bin/bash /etc/kubeadm.sh", ..V1_11 };

/// Oldest first.
const ALL: [Variant; 5] = [V1_1, V1_2, V1_4, V1_11, MAIN];

impl Variant {
    /// The template of a release; none before v1.1.0, which knew no Ignition.
    pub fn of(capi: &Version) -> Option<Variant> {
        let has = |variant: &&Variant| {
            (capi.major, capi.minor, capi.patch) >= variant.since
                || variant
                    .also
                    .iter()
                    .any(|(line, patch)| capi.line() == *line && capi.patch >= *patch)
        };
        ALL.iter().rev().find(has).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn releases_have_the_recorded_templates() {
        let name = |text: &str| Variant::of(&text.parse().unwrap()).map(|v| v.name);
        let cases = [
            ("v1.0.5", None),
            ("v1.1.0", Some("v1.1")),
            ("v1.1.6", Some("v1.1")),
            ("v1.2.0", Some("v1.2")),
            ("v1.3.8", Some("v1.2")),
            ("v1.3.9", Some("v1.4")),
            ("v1.4.3", Some("v1.2")),
            ("v1.4.4", Some("v1.4")),
            ("v1.10.10", Some("v1.4")),
            ("v1.11.0", Some("v1.11")),
            ("v1.14.0", Some("v1.11")),
            ("v1.15.0", Some("main")),
        ];
        for (version, want) in cases {
            assert_eq!(name(version), want, "{version}");
        }
    }
}
