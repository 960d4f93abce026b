//! API groups of Cluster API. A provider's group differs from the core group by a prefix only.

/// Cluster, MachineDeployment, MachinePool, MachineHealthCheck, ClusterClass.
pub const CORE: &str = "cluster.x-k8s.io";
/// KubeadmConfig and KubeadmConfigTemplate.
pub const BOOTSTRAP: &str = "bootstrap.cluster.x-k8s.io";
/// KubeadmControlPlane and KubeadmControlPlaneTemplate.
pub const CONTROL_PLANE: &str = "controlplane.cluster.x-k8s.io";
/// Clusters, machines and templates of the infrastructure providers.
pub const INFRASTRUCTURE: &str = "infrastructure.cluster.x-k8s.io";
/// ClusterResourceSet.
pub const ADDONS: &str = "addons.cluster.x-k8s.io";

/// True for the core group and every provider's group.
pub fn is_cluster_api(group: &str) -> bool {
    group.strip_suffix(CORE).is_some_and(|head| head.is_empty() || head.ends_with('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn provider_groups_belong_to_cluster_api() {
        for group in [CORE, BOOTSTRAP, CONTROL_PLANE, INFRASTRUCTURE, ADDONS] {
            assert!(is_cluster_api(group), "{group}");
        }
        assert!(!is_cluster_api("apps") && !is_cluster_api("mycluster.x-k8s.io"));
    }
}
