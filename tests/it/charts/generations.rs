//! What the two API generations spell differently.

use clusterctl_gs::profile::Generation;
use clusterctl_gs::render::builtin::{Os, Provider};
use serde_json::json;

use super::*;

#[test]
fn every_object_has_the_api_version_of_its_generation() {
    for cluster in everything() {
        let core = match cluster.chart.generation {
            Generation::Current => "v1beta2",
            Generation::Seeds => "v1beta1",
        };
        let infrastructure = match (cluster.chart.provider, cluster.chart.generation) {
            (Provider::Aws, _) => "v1beta2",
            (Provider::OpenStack, Generation::Current) => "v1beta1",
            (Provider::OpenStack, Generation::Seeds) => "v1alpha5",
        };
        for object in &cluster.objects {
            let Some((group, version)) = object["apiVersion"].as_str().unwrap().split_once('/')
            else {
                assert_eq!(object["kind"], "Secret");
                continue;
            };
            let expected = if group.starts_with("infrastructure.") { infrastructure } else { core };
            assert_eq!(version, expected, "{}: {}", cluster.label(), object["kind"]);
        }
    }
}

#[test]
fn arguments_are_a_list_of_pairs_or_a_map() {
    let args = |generation| {
        let cluster = render(chart(Provider::Aws, Os::Ubuntu, generation), "");
        at(cluster.control_plane(), "/clusterConfiguration/scheduler/extraArgs").clone()
    };
    let paths = "/healthz,/readyz,/livez,/metrics";
    assert_eq!(
        args(Generation::Seeds),
        json!({"authorization-always-allow-paths": paths, "bind-address": "0.0.0.0"})
    );
    let current = json!([
        {"name": "authorization-always-allow-paths", "value": paths},
        {"name": "bind-address", "value": "0.0.0.0"},
    ]);
    assert_eq!(args(Generation::Current), current);
}

#[test]
fn the_control_plane_has_its_fields_where_the_generation_has_them() {
    for (provider, kind) in
        [(Provider::Aws, "AWSMachineTemplate"), (Provider::OpenStack, "OpenStackMachineTemplate")]
    {
        let seeds = render(chart(provider, Os::Flatcar, Generation::Seeds), "");
        let spec = &seeds.one("KubeadmControlPlane", NAME)["spec"];
        assert_eq!(at(spec, "/machineTemplate/infrastructureRef/kind"), kind);
        assert_eq!(
            spec["rolloutStrategy"],
            json!({"type": "RollingUpdate", "rollingUpdate": {"maxSurge": 1}})
        );
        assert_eq!(
            at(spec, "/kubeadmConfigSpec/clusterConfiguration/apiServer/timeoutForControlPlane"),
            "20m"
        );
        assert_eq!(spec["version"], "v1.24.10");
        let current = render(chart(provider, Os::Flatcar, Generation::Current), "");
        let spec = &current.one("KubeadmControlPlane", NAME)["spec"];
        assert_eq!(at(spec, "/machineTemplate/spec/infrastructureRef/kind"), kind);
        assert_eq!(
            spec["rollout"],
            json!({"strategy": {"type": "RollingUpdate", "rollingUpdate": {"maxSurge": 1}}})
        );
        for block in ["initConfiguration", "joinConfiguration"] {
            let timeouts = at(spec, &format!("/kubeadmConfigSpec/{block}/timeouts"));
            assert_eq!(timeouts, &json!({"controlPlaneComponentHealthCheckSeconds": 1200}));
        }
        assert_eq!(spec["version"], "v1.34.1");
        // Fields that v1beta2 does not have any more.
        let cluster = at(spec, "/kubeadmConfigSpec/clusterConfiguration");
        for gone in ["networking", "clusterName", "kubernetesVersion"] {
            assert!(cluster.get(gone).is_none(), "{gone}");
        }
    }
}

#[test]
fn health_checks_are_spelled_both_ways() {
    let spec = |generation| {
        let cluster = render(chart(Provider::OpenStack, Os::Flatcar, generation), "");
        cluster.one("MachineHealthCheck", NAME)["spec"].clone()
    };
    let seeds = spec(Generation::Seeds);
    assert_eq!(
        (&seeds["maxUnhealthy"], &seeds["nodeStartupTimeout"]),
        (&json!("40%"), &json!("20m"))
    );
    assert_eq!(
        at(&seeds, "/unhealthyConditions/0"),
        &json!({"type": "Ready", "status": "Unknown", "timeout": "10m"})
    );
    let current = spec(Generation::Current);
    assert_eq!(at(&current, "/checks/nodeStartupTimeoutSeconds"), 1200);
    assert_eq!(
        at(&current, "/checks/unhealthyNodeConditions/1"),
        &json!({"type": "Ready", "status": "False", "timeoutSeconds": 600})
    );
    assert_eq!(at(&current, "/remediation/triggerIf/unhealthyLessThanOrEqualTo"), "40%");
}

#[test]
fn retry_join_is_ubuntu_on_openstack_in_the_seeds_generation_and_nowhere_else() {
    for cluster in everything() {
        let expected = (cluster.chart.provider, cluster.chart.os, cluster.chart.generation)
            == (Provider::OpenStack, Os::Ubuntu, Generation::Seeds);
        let found = cluster.control_plane().get("useExperimentalRetryJoin");
        assert_eq!(found.is_some_and(|v| v == true), expected, "{}", cluster.label());
    }
}

#[test]
fn the_seeds_have_the_gate_and_the_flags_of_their_kubernetes() {
    for provider in Provider::ALL {
        let cluster = render(chart(provider, Os::Flatcar, Generation::Seeds), "");
        let config = at(cluster.control_plane(), "/clusterConfiguration");
        for component in ["apiServer", "controllerManager"] {
            let args = at(config, &format!("/{component}/extraArgs"));
            assert_eq!(arg(args, "feature-gates"), Some("CronJobTimeZone=true"));
            assert_eq!(arg(args, "cloud-provider"), Some("external"));
        }
    }
}

#[test]
fn the_seeds_pools_have_no_field_that_capa_got_later() {
    let cluster = render(chart(Provider::Aws, Os::Flatcar, Generation::Seeds), "");
    let pool = &cluster.one("AWSMachinePool", NAME)["spec"];
    assert!(pool.get("ignition").is_none());
    assert!(at(pool, "/awsLaunchTemplate").get("instanceMetadataOptions").is_none());
    let balancer = at(cluster.one("AWSCluster", NAME), "/spec/controlPlaneLoadBalancer");
    assert!(balancer.get("loadBalancerType").is_none());
}

#[test]
fn the_seeds_spell_openstack_as_v1alpha5() {
    let cluster = render(
        chart(Provider::OpenStack, Os::Flatcar, Generation::Seeds),
        case(Provider::OpenStack, "bastion"),
    );
    let spec = &cluster.one("OpenStackCluster", NAME)["spec"];
    assert_eq!(spec["identityRef"], json!({"kind": "Secret", "name": "cloud-config"}));
    assert_eq!(
        (&spec["cloudName"], &spec["nodeCidr"]),
        (&json!("openstack"), &json!("10.6.0.0/24"))
    );
    assert_eq!(
        (&spec["managedSecurityGroups"], &spec["allowAllInClusterTraffic"]),
        (&json!(true), &json!(true))
    );
    assert_eq!(spec["dnsNameservers"], json!(["8.8.8.8", "1.1.1.1"]));
    assert_eq!(at(spec, "/bastion/instance/image"), "Ubuntu 24.04");
    let machine = at(
        cluster.one("OpenStackMachineTemplate", "test-wc-control-plane-"),
        "/spec/template/spec",
    );
    assert_eq!(
        (&machine["image"], &machine["rootVolume"]),
        (&json!("flatcar-stable-kube-v1.24.10"), &json!({"diskSize": 50}))
    );
    assert_eq!(at(cluster.one("MachineDeployment", NAME), "/spec/revisionHistoryLimit"), 0);
}
