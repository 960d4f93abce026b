//! The two operating systems get the same cluster, but for what must differ.

use std::collections::BTreeSet;

use clusterctl_gs::profile::Generation;
use clusterctl_gs::render::builtin::{Os, Provider};
use serde_json::Value;

use super::*;

/// Keys of a kubeadm configuration that belong to one operating system.
const OF_ONE_SYSTEM: [&str; 5] =
    ["format", "ignition", "useExperimentalRetryJoin", "preKubeadmCommands", "postKubeadmCommands"];

/// Files that deliver the same by other means.
const DELIVERY: [&str; 3] =
    ["/etc/systemd/timesyncd.conf", "/opt/set-aws-ntp.sh", "/opt/init-disks.sh"];

/// Both systems' placeholders for what a node learns of itself.
fn without_placeholders(value: &Value) -> String {
    let pairs = [
        ("${COREOS_EC2_HOSTNAME}", "NODE"),
        ("${COREOS_EC2_IPV4_LOCAL}", "ADDRESS"),
        ("${COREOS_OPENSTACK_HOSTNAME}", "NODE"),
        ("{{ ds.meta_data.local_hostname }}", "NODE"),
        ("{{ ds.meta_data.local_ipv4 }}", "ADDRESS"),
        ("{{ local_hostname }}", "NODE"),
        ("/run/kubeadm/kubeadm.yaml", "KUBEADM"),
        ("config=/etc/kubeadm.yml", "config=KUBEADM"),
    ];
    pairs.iter().fold(value.to_string(), |text, (from, to)| text.replace(from, to))
}

fn pairs() -> Vec<(Cluster, Cluster)> {
    let mut pairs = Vec::new();
    for provider in Provider::ALL {
        for generation in [Generation::Current, Generation::Seeds] {
            for (case, text) in cases(provider) {
                let cluster = |os| {
                    let rendered = render(chart(provider, os, generation), text);
                    Cluster { case: case.to_owned(), ..rendered }
                };
                pairs.push((cluster(Os::Flatcar), cluster(Os::Ubuntu)));
            }
        }
    }
    pairs
}

#[test]
fn kubeadm_configurations_have_the_same_keys_and_values() {
    for (flatcar, ubuntu) in pairs() {
        let (ours, theirs) = (flatcar.node_configs(), ubuntu.node_configs());
        assert_eq!(ours.len(), theirs.len(), "{}", flatcar.label());
        for ((_, ours), (_, theirs)) in ours.into_iter().zip(theirs) {
            let keys = |config: &Value| -> BTreeSet<String> {
                let keys = config.as_object().unwrap().keys().cloned();
                keys.filter(|key| !OF_ONE_SYSTEM.contains(&key.as_str())).collect()
            };
            assert_eq!(keys(ours), keys(theirs), "{}", flatcar.label());
            for key in keys(ours).iter().filter(|key| *key != "files") {
                let (ours, theirs) =
                    (without_placeholders(&ours[key]), without_placeholders(&theirs[key]));
                assert_eq!(ours, theirs, "{}: {key}", flatcar.label());
            }
        }
    }
}

#[test]
fn files_are_the_same_by_path_but_for_their_delivery() {
    for (flatcar, ubuntu) in pairs() {
        for ((_, ours), (_, theirs)) in
            flatcar.node_configs().into_iter().zip(ubuntu.node_configs())
        {
            let files = |config: &Value| -> Vec<String> {
                let files = config["files"].as_array().unwrap().iter();
                let shared = files.filter(|f| !DELIVERY.contains(&f["path"].as_str().unwrap()));
                shared.map(without_placeholders).collect()
            };
            assert_eq!(files(ours), files(theirs), "{}", flatcar.label());
        }
    }
}

#[test]
fn everything_but_nodes_and_machine_images_is_the_same() {
    for (flatcar, ubuntu) in pairs() {
        for kind in ["Cluster", "OpenStackCluster", "MachineHealthCheck"] {
            assert_eq!(flatcar.all(kind), ubuntu.all(kind), "{}: {kind}", flatcar.label());
        }
        for kind in ["MachinePool", "AWSMachinePool", "MachineDeployment"] {
            let replicas = |cluster: &Cluster| -> Vec<Value> {
                let fields =
                    ["replicas", "minSize", "maxSize", "availabilityZones", "subnets", "selector"];
                let objects = cluster.all(kind).into_iter();
                objects.map(|o| fields.iter().map(|f| o["spec"][f].clone()).collect()).collect()
            };
            assert_eq!(replicas(&flatcar), replicas(&ubuntu), "{}: {kind}", flatcar.label());
        }
    }
}
