//! The cluster on OpenStack: network, servers, kubeadm.

use clusterctl_gs::profile::Generation;
use clusterctl_gs::render::builtin::{Os, Provider};
use serde_json::json;

use super::*;

fn openstack(os: Os, over: &str) -> Cluster {
    render(chart(Provider::OpenStack, os, Generation::Current), over)
}

#[test]
fn the_objects_are_those_of_the_inventory() {
    for os in Os::ALL {
        for generation in [Generation::Current, Generation::Seeds] {
            let cluster = render(chart(Provider::OpenStack, os, generation), "");
            let mut kinds: Vec<_> =
                cluster.objects.iter().map(|o| o["kind"].as_str().unwrap()).collect();
            kinds.sort_unstable();
            let expected = [
                "Cluster",
                "KubeadmConfigTemplate",
                "KubeadmControlPlane",
                "MachineDeployment",
                "MachineHealthCheck",
                "OpenStackCluster",
                "OpenStackMachineTemplate",
                "OpenStackMachineTemplate",
            ];
            assert_eq!(kinds, expected);
        }
    }
}

#[test]
fn workers_have_a_join_configuration_on_both_systems() {
    for os in Os::ALL {
        let cluster = openstack(os, "");
        let spec =
            at(cluster.one("KubeadmConfigTemplate", "test-wc-def00-"), "/spec/template/spec");
        let registration = at(spec, "/joinConfiguration/nodeRegistration");
        let args = &registration["kubeletExtraArgs"];
        assert_eq!(arg(args, "cloud-provider"), Some("external"));
        assert_eq!(arg(args, "node-labels"), Some("giantswarm.io/node-pool=test-wc-def00"));
        let name =
            if os == Os::Flatcar { "${COREOS_OPENSTACK_HOSTNAME}" } else { "{{ local_hostname }}" };
        assert_eq!(registration["name"], name);
    }
}

#[test]
fn the_domain_is_cut_off_the_name_before_it_is_filled_in() {
    let cluster = openstack(Os::Flatcar, "");
    for (_, config) in cluster.node_configs() {
        let commands = texts(&config["preKubeadmCommands"]);
        let cut = commands.iter().position(|c| {
            *c == "export COREOS_OPENSTACK_HOSTNAME=${COREOS_OPENSTACK_HOSTNAME%%.*}"
        });
        let filled = commands.iter().position(|c| c.starts_with("envsubst"));
        assert!(cut.is_some() && cut < filled, "{commands:?}");
    }
}

#[test]
fn the_cluster_has_a_network_of_its_own_unless_it_is_given_one() {
    let spec = |over| openstack(Os::Flatcar, over).one("OpenStackCluster", NAME)["spec"].clone();
    let own = spec("");
    assert_eq!(
        own["managedSubnets"],
        json!([{"cidr": "10.6.0.0/24", "dnsNameservers": ["8.8.8.8", "1.1.1.1"]}])
    );
    assert_eq!(own["identityRef"], json!({"name": "cloud-config", "cloudName": "openstack"}));
    assert_eq!(own["apiServerLoadBalancer"], json!({"enabled": true}));
    assert_eq!(own["managedSecurityGroups"], json!({"allowAllInClusterTraffic": true}));
    assert_eq!(own["tags"], json!(["giant_swarm_cluster_example_test-wc"]));
    assert_eq!(own["bastion"], json!({"enabled": false}));
    let given = spec(case(Provider::OpenStack, "explicit-network"));
    assert!(given.get("managedSubnets").is_none());
    assert_eq!(given["network"], json!({"filter": {"name": "cluster-network"}}));
    assert_eq!(given["subnets"], json!([{"filter": {"name": "cluster-subnet"}}]));
    assert_eq!(given["externalNetwork"], json!({"id": "f1c2b3a4-0d5e-4f60-8a7b-9c8d7e6f5a4b"}));
    let private = spec(case(Provider::OpenStack, "private-network"));
    assert_eq!(private["disableAPIServerFloatingIP"], true);
    assert_eq!(private["apiServerFixedIP"], "10.6.0.10");
}

#[test]
fn servers_have_flavor_image_and_disk() {
    for (os, image) in
        [(Os::Flatcar, "flatcar-stable-kube-v1.34.1"), (Os::Ubuntu, "ubuntu-2404-kube-v1.34.1")]
    {
        let cluster = openstack(os, "");
        for template in cluster.all("OpenStackMachineTemplate") {
            let expected = json!({
                "identityRef": {"name": "cloud-config", "cloudName": "openstack"},
                "flavor": "n1.medium",
                "image": {"filter": {"name": image}},
                "rootVolume": {"sizeGiB": 50},
            });
            assert_eq!(at(template, "/spec/template/spec"), &expected);
        }
    }
}

#[test]
fn pools_share_the_template_of_their_class() {
    let cluster = openstack(Os::Flatcar, case(Provider::OpenStack, "several-pools"));
    let class = |pool: &str| {
        let pool = cluster.one("MachineDeployment", pool);
        at(pool, "/spec/template/spec/infrastructureRef/name").as_str().unwrap().to_owned()
    };
    assert_eq!(class("test-wc-def00"), class("test-wc-def01"));
    assert!(class("test-wc-memory").starts_with("test-wc-memory-"));
    assert_eq!(cluster.all("OpenStackMachineTemplate").len(), 3);
    let zone =
        at(cluster.one("MachineDeployment", "test-wc-def01"), "/spec/template/spec/failureDomain");
    assert_eq!(zone, "gb-lon-2");
    let zones = at(cluster.one("OpenStackCluster", NAME), "/spec/controlPlaneAvailabilityZones");
    assert_eq!(zones.as_array().unwrap().len(), 3);
    let memory =
        at(cluster.one("OpenStackMachineTemplate", "test-wc-memory-"), "/spec/template/spec");
    assert_eq!(at(memory, "/image/filter/name"), "special-kube-v1.34.1");
    assert!(memory.get("rootVolume").is_none());
}

#[test]
fn the_api_server_has_the_arguments_of_the_inventory() {
    let cluster = openstack(Os::Ubuntu, "");
    let config = at(cluster.control_plane(), "/clusterConfiguration");
    assert_eq!(
        at(config, "/apiServer/certSANs"),
        &json!(["127.0.0.1", "localhost", "api.test-wc.example.com"])
    );
    let args = at(config, "/apiServer/extraArgs");
    assert_eq!(arg(args, "requestheader-allowed-names"), Some("front-proxy-client"));
    assert_eq!(arg(args, "profiling"), Some("false"));
    let plugins = arg(args, "enable-admission-plugins").unwrap();
    assert!(plugins.contains("NodeRestriction") && !plugins.contains("PodSecurityPolicy"));
    for component in ["controllerManager", "scheduler"] {
        let args = at(config, &format!("/{component}/extraArgs"));
        assert_eq!(arg(args, "bind-address"), Some("0.0.0.0"));
        assert_eq!(
            arg(args, "authorization-always-allow-paths"),
            Some("/healthz,/readyz,/livez,/metrics")
        );
    }
    assert_eq!(
        arg(at(config, "/etcd/local/extraArgs"), "listen-metrics-urls"),
        Some("http://0.0.0.0:2381")
    );
}

#[test]
fn kubeadm_patches_are_generated_where_kubeadm_looks_for_them() {
    for os in Os::ALL {
        let cluster = openstack(os, "");
        let config = cluster.control_plane();
        for block in ["initConfiguration", "joinConfiguration"] {
            assert_eq!(
                at(config, &format!("/{block}/patches/directory")),
                "/etc/kubernetes/patches"
            );
        }
        assert_eq!(
            texts(&config["preKubeadmCommands"])[0],
            "/bin/bash /etc/kubernetes/patches/generate.sh"
        );
        let script = file(config, "/etc/kubernetes/patches/generate.sh").unwrap()["content"]
            .as_str()
            .unwrap();
        assert!(script.contains("> /etc/kubernetes/patches/kube-apiserver0+json.yaml"));
    }
}

#[test]
fn the_kube_proxy_script_changes_the_file_that_kubeadm_init_reads() {
    for (os, path) in [(Os::Flatcar, "/etc/kubeadm.yml"), (Os::Ubuntu, "/run/kubeadm/kubeadm.yaml")]
    {
        let cluster = openstack(os, "");
        let config = cluster.control_plane();
        let script =
            file(config, "/etc/gs-kube-proxy-patch.sh").unwrap()["content"].as_str().unwrap();
        assert!(script.contains(&format!("\nconfig={path}\n")), "{script}");
        assert!(script.contains("} >> \"$config\""), "{script}");
        let proxy = read(
            file(config, "/etc/gs-kube-proxy-config.yaml").unwrap()["content"].as_str().unwrap(),
        );
        assert_eq!(
            (&proxy["kind"], &proxy["metricsBindAddress"]),
            (&json!("KubeProxyConfiguration"), &json!("0.0.0.0:10249"))
        );
        assert_eq!(
            texts(&config["preKubeadmCommands"]).last(),
            Some(&"/bin/bash /etc/gs-kube-proxy-patch.sh")
        );
    }
}

#[test]
fn the_bastion_has_a_server_only_when_it_is_enabled() {
    let cluster = openstack(Os::Ubuntu, case(Provider::OpenStack, "bastion"));
    let bastion = at(cluster.one("OpenStackCluster", NAME), "/spec/bastion");
    let expected = json!({"enabled": true, "spec": {
        "flavor": "n1.small",
        "image": {"filter": {"name": "Ubuntu 24.04"}},
        "sshKeyName": "example",
    }});
    assert_eq!(bastion, &expected);
}
