//! Which releases serve which apiVersions, and the newest one that serves what is there.
//!
//! Facts: the CRDs of every release of Cluster API v0.4.0 to v1.14.0, CAPA v0.6.0 to v2.11.1
//! and CAPO v0.3.0 to v0.15.0-beta.0.

use super::{Controller, Profile, Request, Version, VersionRange};

/// An apiVersion of a controller's own groups, with the releases that serve it.
#[derive(Debug)]
pub struct Served {
    /// Whose groups.
    pub controller: Controller,
    /// The version without its group.
    pub version: &'static str,
    /// The first release that serves it.
    pub from: Version,
    /// The newest release that serves it; none while the newest of all does.
    pub to: Option<Version>,
}

const fn row(
    controller: Controller,
    version: &'static str,
    (a, b, c): (u32, u32, u32),
    to: Option<(u32, u32, u32)>,
) -> Served {
    let to = match to {
        Some((x, y, z)) => Some(Version::new(x, y, z)),
        None => None,
    };
    Served { controller, version, from: Version::new(a, b, c), to }
}

impl Served {
    /// The versions of one controller's groups, oldest first.
    pub fn of(controller: Controller) -> impl Iterator<Item = &'static Served> {
        SERVED.iter().filter(move |served| served.controller == controller)
    }

    /// The releases that serve it. A patch release never drops a version, so one that is newer
    /// than this table still belongs to its line.
    pub fn range(&self) -> VersionRange {
        let line = |to: &Version| Version::new(to.major, to.minor, u32::MAX);
        VersionRange { from: Some(self.from.clone()), to: self.to.as_ref().map(line) }
    }
}

/// All of them, oldest first per controller.
pub static SERVED: &[Served] = &[
    row(Controller::Capi, "v1alpha3", (0, 3, 0), Some((1, 4, 9))),
    row(Controller::Capi, "v1alpha4", (0, 4, 0), Some((1, 5, 8))),
    row(Controller::Capi, "v1beta1", (1, 0, 0), None),
    row(Controller::Capi, "v1beta2", (1, 11, 0), None),
    row(Controller::Capa, "v1alpha3", (0, 5, 0), Some((1, 5, 5))),
    row(Controller::Capa, "v1alpha4", (0, 7, 0), Some((1, 5, 5))),
    row(Controller::Capa, "v1beta1", (1, 0, 0), Some((2, 3, 5))),
    row(Controller::Capa, "v1beta2", (2, 0, 0), None),
    row(Controller::Capo, "v1alpha3", (0, 3, 0), Some((0, 7, 3))),
    row(Controller::Capo, "v1alpha4", (0, 4, 0), Some((0, 7, 3))),
    row(Controller::Capo, "v1alpha5", (0, 6, 0), Some((0, 9, 2))),
    row(Controller::Capo, "v1alpha6", (0, 7, 0), Some((0, 10, 8))),
    row(Controller::Capo, "v1alpha7", (0, 8, 0), Some((0, 11, 8))),
    row(Controller::Capo, "v1beta1", (0, 10, 0), None),
    row(Controller::Capo, "v1beta2", (0, 15, 0), None),
];

/// The controller that owns a kind; none for kinds of other projects.
pub fn controller_of(group: &str, kind: &str) -> Option<Controller> {
    match group {
        "cluster.x-k8s.io" => Some(Controller::Capi),
        "addons.cluster.x-k8s.io" if kind.starts_with("ClusterResourceSet") => {
            Some(Controller::Capi)
        }
        "bootstrap.cluster.x-k8s.io"
            if matches!(kind, "KubeadmConfig" | "KubeadmConfigTemplate") =>
        {
            Some(Controller::Capi)
        }
        "controlplane.cluster.x-k8s.io" if kind.starts_with("KubeadmControlPlane") => {
            Some(Controller::Capi)
        }
        "infrastructure.cluster.x-k8s.io" if kind.starts_with("AWS") => Some(Controller::Capa),
        // These two have an API version of their own.
        "infrastructure.cluster.x-k8s.io"
            if matches!(kind, "OpenStackServer" | "OpenStackFloatingIPPool") =>
        {
            None
        }
        "infrastructure.cluster.x-k8s.io" if kind.starts_with("OpenStack") => {
            Some(Controller::Capo)
        }
        _ => None,
    }
}

impl Request {
    /// Completes the request for given manifests: a controller that was not given is the
    /// newest released one that serves every apiVersion of its kinds, or the newest one of the
    /// oldest apiVersion where none serves them all.
    ///
    /// `objects` are groups, versions without their group, and kinds.
    pub fn infer<'a>(
        &self,
        objects: impl IntoIterator<Item = (&'a str, &'a str, &'a str)>,
    ) -> Profile {
        let mut limits: [Option<&Version>; 3] = [None; 3];
        for (group, version, kind) in objects {
            let Some(controller) = controller_of(group, kind) else { continue };
            let served = SERVED.iter().find(|s| s.controller == controller && s.version == version);
            if let Some(last) = served.and_then(|served| served.to.as_ref()) {
                let limit = &mut limits[controller as usize];
                *limit = Some(limit.map_or(last, |known| known.min(last)));
            }
        }
        let mut request = self.clone();
        for controller in Controller::ALL {
            let version = match limits[controller as usize] {
                Some(last) => last.clone(),
                None => controller.newest(),
            };
            request.controllers.entry(controller.as_str()).or_insert(version);
        }
        let mut profile = request.complete(super::Generation::Current);
        profile.given.retain(|controller| self.version(*controller).is_some());
        profile
    }
}

impl Controller {
    /// The newest release, pre-releases aside.
    pub fn newest(self) -> Version {
        match self {
            Controller::Capi => Version::new(1, 14, 0),
            Controller::Capa => Version::new(2, 11, 1),
            Controller::Capo => Version::new(0, 14, 7),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inferred(objects: &[(&str, &str, &str)]) -> [String; 3] {
        let profile = Request::default().infer(objects.iter().copied());
        Controller::ALL.map(|controller| profile.version(controller).to_string())
    }

    #[test]
    fn the_newest_release_that_serves_everything_is_taken() {
        let infrastructure = "infrastructure.cluster.x-k8s.io";
        assert_eq!(inferred(&[]), ["v1.14.0", "v2.11.1", "v0.14.7"]);
        let openstack = (infrastructure, "v1alpha5", "OpenStackCluster");
        let aws = (infrastructure, "v1beta1", "AWSCluster");
        let cluster = ("cluster.x-k8s.io", "v1alpha4", "Cluster");
        assert_eq!(inferred(&[openstack, aws, cluster]), ["v1.5.8", "v2.3.5", "v0.9.2"]);
        // Nothing serves both; the older one decides.
        let old = (infrastructure, "v1alpha4", "OpenStackCluster");
        let new = (infrastructure, "v1beta1", "OpenStackMachineTemplate");
        assert_eq!(inferred(&[new, old])[2], "v0.7.3");
        assert_eq!(inferred(&[("example.com", "v1alpha1", "AWSThing")])[1], "v2.11.1");
    }

    #[test]
    fn given_versions_are_kept_and_known_as_given() {
        let mut request = Request::default();
        request.controllers.insert("capo", Version::new(0, 7, 0));
        let object = ("infrastructure.cluster.x-k8s.io", "v1alpha5", "OpenStackCluster");
        let profile = request.infer([object]);
        assert_eq!(profile.capo, Version::new(0, 7, 0));
        assert_eq!(profile.given, [Controller::Capo]);
    }
}
