//! What the bootstrap provider and Flatcar make of the charts' Flatcar nodes.

use clusterctl_gs::ignition::bootstrap::{Spec, Template, Variant, render as generate};
use clusterctl_gs::ignition::convert::{Outcome, append, to_ignition};
use clusterctl_gs::ignition::gojson;
use clusterctl_gs::ignition::types::Config;
use clusterctl_gs::ignition::validate::{admission, flatcar};
use clusterctl_gs::path::FieldPath;
use clusterctl_gs::profile::{Generation, Request, Version};
use clusterctl_gs::render::builtin::{Os, Provider};
use clusterctl_gs::source::FileId;
use clusterctl_gs::yaml::{self, Node};
use serde_json::Value;

use super::*;

/// EC2's limit for user data.
const EC2_BYTES: usize = 16384;

/// Bytes that the parts unknown here can take: the kubeadm document with token, hash and
/// endpoint, and the content of a small Secret.
const UNKNOWN_BYTES: usize = 3000;

fn node(value: &Value) -> Node {
    let text = value.to_string();
    yaml::parse(&text, FileId::NONE).documents[0].root.clone().unwrap()
}

fn converted(label: &str, text: &str) -> Config {
    match to_ignition(text.as_bytes(), true) {
        Outcome::Converted(config, report) => {
            assert!(report.is_empty(), "{label}: {report:?}");
            *config
        }
        other => panic!("{label}: {other:?}"),
    }
}

fn releases(generation: Generation) -> &'static [&'static str] {
    match generation {
        Generation::Seeds => &["v1.1.3", "v1.4.9", "v1.10.10"],
        Generation::Current => &["v1.11.0", "v1.12.11", "v1.14.0"],
    }
}

/// The user data of a node, or a failed assertion. Both parts are strict.
fn user_data(label: &str, config: &Value, capi: &Version) -> Config {
    let spec = Spec::read(&node(config));
    let template = Template {
        variant: Variant::of(capi).unwrap(),
        spec: &spec,
        files: &spec.files,
        command: "kubeadm join --config /etc/kubeadm.yml ",
        kubeadm: "apiVersion: kubeadm.k8s.io/v1beta4\nkind: JoinConfiguration\n",
    };
    let generated = generate(&template).unwrap();
    let mut base = converted(label, &generated.text);
    append(&mut base, converted(label, &spec.additional_config));
    base
}

#[test]
fn every_configuration_is_generated_strictly_and_boots_every_flatcar() {
    for cluster in everything().iter().filter(|c| c.chart.os == Os::Flatcar) {
        for (name, config) in cluster.kubeadm_configs() {
            for capi in releases(cluster.chart.generation) {
                let label = format!("{}: {name} with {capi}", cluster.label());
                let data = user_data(&label, config, &capi.parse().unwrap());
                for release in ["3510.2.1", "3815.2.0", "4593.2.4", "4628.1.0"] {
                    let faults = flatcar::check(&data, &release.parse().unwrap());
                    assert!(faults.is_empty(), "{label}, {release}: {faults:?}");
                }
            }
        }
    }
}

#[test]
fn admission_takes_every_configuration() {
    for cluster in everything() {
        for capi in releases(cluster.chart.generation) {
            let mut request = Request::default();
            request.controllers.insert("capi", capi.parse().unwrap());
            let profile = request.complete(cluster.chart.generation);
            for (name, config) in cluster.kubeadm_configs() {
                let refused = admission::check(&node(config), &FieldPath::default(), &profile);
                assert!(refused.is_empty(), "{}: {name} with {capi}: {refused:?}", cluster.label());
            }
        }
    }
}

#[test]
fn pools_without_a_bucket_fit_into_the_user_data_of_ec2() {
    let flatcar_on_aws =
        |c: &&Cluster| c.chart.os == Os::Flatcar && c.chart.provider == Provider::Aws;
    for cluster in everything().iter().filter(flatcar_on_aws) {
        for object in cluster.all("KubeadmConfig") {
            let bucket =
                cluster.all("AWSMachinePool").iter().all(|p| p["spec"].get("ignition").is_some());
            let data = user_data(&cluster.label(), &object["spec"], &"v1.4.9".parse().unwrap());
            let bytes = gojson::to_string(&data).len() + UNKNOWN_BYTES;
            assert!(bucket || bytes <= EC2_BYTES, "{}: {bytes}", cluster.label());
        }
    }
}
