//! The CoreDNS image tag of a KubeadmControlPlane: readable, and reachable by a migration.
//!
//! Source: cluster-api, `validateCoreDNSVersion`; coredns/corefile-migration, `ValidUpMigration`.

use super::super::fields::text;
use super::super::release::{Authority, Era, Release};
use super::super::tables as t;
use super::Subject;
use super::kubeadm_control_plane::image_tag;

const TAG: &str = "spec.kubeadmConfigSpec.clusterConfiguration.dns.imageTag";

/// The checks of `dns.imageTag`.
pub(super) fn check(s: &mut Subject) {
    image_tag(s, "dns");
    let new = text(s.new, TAG);
    if new.is_empty() {
        return;
    }
    let Some(target) = tolerant_version(new) else {
        let reason = format!("No Major.Minor.Patch elements found in `{new}`");
        s.refuse(&t::KCP_DNS_TAG_UNREADABLE, &[("reason", &reason)]);
        return;
    };
    let Some((old, _)) = s.update() else { return };
    let old = text(old, TAG);
    let Some(current) = tolerant_version(old).filter(|_| old != new) else { return };
    let skipped = s.holds(&t::SKIPS_COREDNS_BY_ANNOTATION)
        && s.annotation("controlplane.cluster.x-k8s.io/skip-coredns").is_some();
    let equal = current == target && s.holds(&t::SKIPS_EQUAL_COREDNS_VERSIONS);
    if skipped || equal {
        return;
    }
    let newest = t::COREDNS_NEWEST;
    let release = s.moment.release(Authority::Capi);
    let Some((_, known)) = newest.iter().find(|(era, _)| era.contains(release)) else { return };
    if let Some(reason) = no_way_up(current, target, *known) {
        let refusing =
            newest.iter().filter(|(_, known)| no_way_up(current, target, *known).is_some());
        let eras: Vec<Era> = refusing.map(|(era, _)| *era).collect();
        let (new, old) = (bare(target), bare(current));
        s.refuse_in(
            &t::KCP_DNS_MIGRATION,
            eras,
            &[("new", &new), ("old", &old), ("reason", &reason)],
        );
    }
}

/// Why a library that knows CoreDNS up to `newest` has no way from one version up to another.
fn no_way_up(from: Release, to: Release, newest: Release) -> Option<String> {
    let known = |version: &Release| *version <= newest && t::COREDNS_VERSIONS.contains(version);
    if !known(&from) {
        return Some(format!("start version '{}' not supported", bare(from)));
    }
    (!known(&to) || to < from)
        .then(|| format!("cannot migrate up to '{}' from '{}'", bare(to), bare(from)))
}

/// A version without its `v`.
fn bare(version: Release) -> String {
    version.to_string().trim_start_matches('v').to_owned()
}

/// The first three numbers of a tag, as Cluster API reads image tags: `v1.9.3-eksbuild.2` is 1.9.3.
fn tolerant_version(tag: &str) -> Option<Release> {
    let mut numbers = tag.trim_start_matches('v').splitn(3, '.');
    let plain = |part: &str| part.parse::<u16>().ok();
    let major = plain(numbers.next()?)?;
    let minor = plain(numbers.next()?)?;
    let patch = numbers.next()?;
    let digits = patch.find(|c: char| !c.is_ascii_digit()).unwrap_or(patch.len());
    Some(Release::new(major, minor, plain(&patch[..digits])?))
}

#[cfg(test)]
mod tests {
    use super::*;

    const NEWEST: Release = Release::new(1, 11, 1);

    #[test]
    fn tags_are_read_tolerantly() {
        assert_eq!(tolerant_version("v1.9.3-eksbuild.2"), Some(Release::new(1, 9, 3)));
        assert_eq!(tolerant_version("1.8.0_5"), Some(Release::new(1, 8, 0)));
        assert_eq!(tolerant_version("latest"), None);
        assert_eq!(tolerant_version("1.8"), None);
    }

    #[test]
    fn only_known_versions_can_be_reached_and_only_upwards() {
        let way = |from: &str, to: &str| {
            let version = |text| tolerant_version(text).unwrap();
            no_way_up(version(from), version(to), NEWEST).is_none()
        };
        assert!(way("1.9.3", "1.10.1"));
        assert!(!way("1.9.3", "99.0.0"), "unknown");
        assert!(!way("1.10.1", "1.9.3"), "downwards");
        assert!(!way("1.9.3", "1.12.0"), "newer than the library");
        assert!(!way("1.8.1", "1.9.3"), "a start that the library skips");
    }
}
