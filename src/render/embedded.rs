//! The one list of all templates and values files that are compiled into the binary.
//!
//! A test compares it with the directories. It must not know what the files are for.

/// A file of this repository, embedded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct File {
    /// Its path from the repository's root, with slashes.
    pub path: &'static str,
    /// Its text.
    pub text: &'static str,
}

macro_rules! embed {
    ($($path:literal,)*) => {
        &[$(File { path: $path, text: include_str!(concat!("../../", $path)) },)*]
    };
}

/// Every file under `templates/` and `values/`, sorted by path.
pub const FILES: &[File] = embed![
    "templates/aws/bastion-ignition.json.j2",
    "templates/aws/bastion.yaml.j2",
    "templates/aws/cluster.yaml.j2",
    "templates/aws/containerd.yaml.j2",
    "templates/aws/control-plane.yaml.j2",
    "templates/aws/init-disks.sh.j2",
    "templates/aws/irsa-cloudfront.sh.j2",
    "templates/aws/machine-pools.yaml.j2",
    "templates/aws/nodes.j2",
    "templates/aws/set-aws-ntp.sh.j2",
    "templates/openstack/api-fairness.sh.j2",
    "templates/openstack/cluster.yaml.j2",
    "templates/openstack/control-plane.yaml.j2",
    "templates/openstack/health-check.yaml.j2",
    "templates/openstack/kube-proxy-patch.sh.j2",
    "templates/openstack/node-classes.yaml.j2",
    "templates/openstack/node-pools.yaml.j2",
    "templates/openstack/nodes.j2",
    "templates/shared/api.j2",
    "templates/shared/audit-policy.yaml",
    "templates/shared/containerd.j2",
    "templates/shared/containerd.toml.j2",
    "templates/shared/files.j2",
    "templates/shared/flatcar.j2",
    "templates/shared/hardening.conf.j2",
    "templates/shared/kubeadm.j2",
    "templates/shared/kubelet-config.sh.j2",
    "templates/shared/metadata.j2",
    "templates/shared/proxy.j2",
    "templates/shared/sshd_config.j2",
    "values/aws/cases/bastion.yaml",
    "values/aws/cases/default-seeds.yaml",
    "values/aws/cases/default.yaml",
    "values/aws/cases/explicit-network.yaml",
    "values/aws/cases/oidc.yaml",
    "values/aws/cases/private-network.yaml",
    "values/aws/cases/proxy.yaml",
    "values/aws/cases/several-pools.yaml",
    "values/aws/cases/single-control-plane.yaml",
    "values/aws/defaults.yaml",
    "values/aws/flatcar.yaml",
    "values/aws/schema.json",
    "values/aws/ubuntu.yaml",
    "values/openstack/cases/bastion.yaml",
    "values/openstack/cases/default-seeds.yaml",
    "values/openstack/cases/default.yaml",
    "values/openstack/cases/explicit-network.yaml",
    "values/openstack/cases/oidc.yaml",
    "values/openstack/cases/private-network.yaml",
    "values/openstack/cases/proxy.yaml",
    "values/openstack/cases/several-pools.yaml",
    "values/openstack/cases/single-control-plane.yaml",
    "values/openstack/defaults.yaml",
    "values/openstack/flatcar.yaml",
    "values/openstack/schema.json",
    "values/openstack/ubuntu.yaml",
];

/// A file, by its path.
pub fn file(path: &str) -> Option<&'static File> {
    FILES.binary_search_by_key(&path, |file| file.path).ok().map(|found| &FILES[found])
}

/// The text of a file, by its path.
pub fn text(path: &str) -> Option<&'static str> {
    file(path).map(|file| file.text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_holds_exactly_the_files_of_the_directories_in_order() {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut found = Vec::new();
        for directory in ["templates", "values"] {
            for entry in walkdir::WalkDir::new(root.join(directory)) {
                let entry = entry.unwrap();
                if entry.file_type().is_file() {
                    let path = entry.path().strip_prefix(root).unwrap();
                    found.push(path.to_str().unwrap().replace('\\', "/"));
                }
            }
        }
        found.sort();
        let listed: Vec<&str> = FILES.iter().map(|file| file.path).collect();
        assert_eq!(listed, found);
        assert!(listed.iter().all(|path| file(path).is_some_and(|file| file.path == *path)));
        assert_eq!(file("templates/none"), None);
    }
}
