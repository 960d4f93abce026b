//! What holds for whatever the built-in charts render.

use std::collections::BTreeSet;

use clusterctl_gs::profile::Generation;
use clusterctl_gs::render::Renderer;
use clusterctl_gs::render::builtin::{Os, Provider};
use serde_json::{Map, Value};

use super::*;

/// Objects that somebody else makes, by the end of their name.
const EXTERNAL_SECRETS: [&str; 3] =
    ["-encryption-provider-config", "-irsa-cloudfront", "cloud-config"];

/// Calls a function with every value of a tree and its path.
fn walk<'a>(value: &'a Value, path: &str, visit: &mut dyn FnMut(&str, &'a Value)) {
    visit(path, value);
    match value {
        Value::Object(map) => {
            map.iter().for_each(|(key, value)| walk(value, &format!("{path}.{key}"), visit));
        }
        Value::Array(items) => items.iter().for_each(|value| walk(value, path, visit)),
        _ => {}
    }
}

#[test]
fn there_are_the_same_cases_for_both_providers() {
    let names = |provider| cases(provider).into_iter().map(|(name, _)| name).collect::<Vec<_>>();
    let expected = [
        "bastion",
        "default-seeds",
        "default",
        "explicit-network",
        "oidc",
        "private-network",
        "proxy",
        "several-pools",
        "single-control-plane",
    ];
    assert_eq!(names(Provider::Aws), expected);
    assert_eq!(names(Provider::OpenStack), expected);
}

#[test]
fn objects_are_named_once_labelled_and_in_the_namespace() {
    for cluster in everything() {
        let mut seen = BTreeSet::new();
        for object in &cluster.objects {
            let kind = object["kind"].as_str().unwrap();
            assert!(seen.insert((kind, name(object))), "{}: {kind} twice", cluster.label());
            assert!(name(object).len() <= 63, "{}: {}", cluster.label(), name(object));
            assert_eq!(at(object, "/metadata/namespace"), "org-example");
            let labels = at(object, "/metadata/labels");
            assert_eq!(labels["cluster.x-k8s.io/cluster-name"], NAME);
            assert_eq!(labels["giantswarm.io/cluster"], NAME);
            assert_eq!(labels["giantswarm.io/organization"], "example");
        }
    }
}

#[test]
fn there_is_no_null_no_empty_text_by_accident_and_no_duplicate_argument() {
    for cluster in everything() {
        for object in &cluster.objects {
            walk(object, object["kind"].as_str().unwrap(), &mut |path, value| {
                assert!(!value.is_null(), "{}: null at {path}", cluster.label());
                let text = value.as_str().unwrap_or("x");
                let may_be_empty = [".sshKeyName", ".cluster.x-k8s.io/control-plane"];
                let allowed = may_be_empty.iter().any(|end| path.ends_with(end));
                assert!(!text.is_empty() || allowed, "{}: nothing at {path}", cluster.label());
                for wrong in ["<no value>", "undefined"] {
                    assert!(!text.contains(wrong), "{}: {path}", cluster.label());
                }
                if let Value::Array(pairs) = value
                    && path.to_ascii_lowercase().ends_with("extraargs")
                {
                    let names: BTreeSet<_> = pairs.iter().map(|p| p["name"].as_str()).collect();
                    assert_eq!(names.len(), pairs.len(), "{}: {path}", cluster.label());
                }
            });
        }
    }
}

#[test]
fn every_reference_resolves_and_has_the_version_of_its_object() {
    for cluster in everything() {
        let mut references = 0;
        for object in &cluster.objects {
            walk(object, "", &mut |path, value| {
                if !(path.ends_with("Ref") && value["kind"].is_string())
                    || path.ends_with("identityRef")
                {
                    return;
                }
                references += 1;
                let found =
                    cluster.one(value["kind"].as_str().unwrap(), value["name"].as_str().unwrap());
                assert_eq!(found["metadata"]["name"], value["name"], "{}", cluster.label());
                let version = found["apiVersion"].as_str().unwrap();
                match cluster.chart.generation {
                    Generation::Seeds => assert_eq!(value["apiVersion"], version),
                    Generation::Current => {
                        assert_eq!(value["apiGroup"], version.split_once('/').unwrap().0);
                        assert!(value.get("apiVersion").is_none());
                    }
                }
            });
        }
        assert!(references >= 5, "{}: {references} references", cluster.label());
    }
}

#[test]
fn every_secret_is_rendered_or_known_to_come_from_elsewhere() {
    for cluster in everything() {
        let secrets: Vec<&str> = cluster.all("Secret").into_iter().map(name).collect();
        for object in &cluster.objects {
            walk(object, "", &mut |path, value| {
                let wanted = match value {
                    Value::String(text) if path.ends_with(".secret.name") => text,
                    Value::String(text) if path.ends_with(".dataSecretName") => text,
                    _ => return,
                };
                let external = EXTERNAL_SECRETS.iter().any(|end| wanted.ends_with(end));
                assert!(
                    secrets.contains(&wanted.as_str()) || external,
                    "{}: {wanted}",
                    cluster.label()
                );
            });
        }
    }
}

#[test]
fn workers_belong_to_the_cluster_and_have_its_version() {
    for cluster in everything() {
        let version = &cluster.one("KubeadmControlPlane", NAME)["spec"]["version"];
        let workers = [cluster.all("MachineDeployment"), cluster.all("MachinePool")].concat();
        for worker in workers {
            assert_eq!(at(worker, "/spec/clusterName"), NAME);
            assert_eq!(at(worker, "/spec/template/spec/clusterName"), NAME);
            assert_eq!(at(worker, "/spec/template/spec/version"), version);
            if let Some(selector) = worker.pointer("/spec/selector/matchLabels") {
                let labels = at(worker, "/spec/template/metadata/labels");
                for (key, value) in selector.as_object().unwrap() {
                    assert_eq!(&labels[key], value, "{}", cluster.label());
                }
            }
        }
    }
}

#[test]
fn versions_of_the_chart_are_in_no_spec() {
    for cluster in everything() {
        for object in &cluster.objects {
            walk(&object["spec"], "", &mut |path, _| {
                let versioned = ["helm.sh/chart", "app.kubernetes.io/version"];
                assert!(
                    !versioned.iter().any(|label| path.ends_with(label)),
                    "{}: {path}",
                    cluster.label()
                );
            });
        }
    }
}

#[test]
fn the_same_input_renders_the_same_bytes() {
    for provider in Provider::ALL {
        let chart = chart(provider, Os::Flatcar, Generation::Current);
        let values = values(provider, Os::Flatcar, case(provider, "several-pools"));
        let stream = || chart.render(RELEASE, &values).unwrap().to_stream();
        let first = stream();
        assert!(first.starts_with(&format!("---\n# Source: templates/{}/", provider.as_str())));
        assert!(!first.contains('\r') && first.ends_with('\n'));
        assert_eq!(first, stream());
    }
}

#[test]
fn names_that_yaml_could_misread_stay_text() {
    for name in ["on", "null", "yes"] {
        let chart = chart(Provider::Aws, Os::Ubuntu, Generation::Current);
        let release = Release { name, namespace: "org-example" };
        let rendered = chart.render(release, &values(chart.provider, chart.os, "")).unwrap();
        for file in &rendered.files {
            for document in file.documents() {
                let object = read(document);
                assert!(object["metadata"]["name"].is_string(), "{document}");
                let cluster = object.pointer("/spec/clusterName");
                assert!(cluster.is_none_or(|c| c == name), "{document}");
            }
        }
    }
}

#[test]
fn any_change_of_a_template_changes_its_name_and_labels_do_not() {
    let templates = |chart, over| -> BTreeSet<String> {
        let cluster = render(chart, over);
        let kinds = [
            "AWSMachineTemplate",
            "OpenStackMachineTemplate",
            "KubeadmConfigTemplate",
            "KubeadmConfig",
        ];
        let named = cluster.objects.iter().filter(|o| kinds.contains(&o["kind"].as_str().unwrap()));
        named.map(|o| format!("{}/{}", o["kind"].as_str().unwrap(), name(o))).collect()
    };
    let aws = chart(Provider::Aws, Os::Flatcar, Generation::Current);
    let openstack = chart(Provider::OpenStack, Os::Flatcar, Generation::Current);
    // The number of templates that must get another name.
    for (chart, over, changed) in [
        (aws, "{controlPlane: {instanceType: m5.large}}", 1),
        (aws, "{controlPlane: {etcdVolumeSizeGB: 200}}", 1),
        (aws, "{machinePools: {def00: {labels: {a: b}}}}", 1),
        (aws, "{machinePools: {def00: {instanceType: m5.large}}}", 0),
        (aws, "{bastion: {instanceType: t3.large}}", 1),
        (aws, "{users: [{name: other}]}", 2),
        (aws, "{registry: {mirrors: {docker.io: [mirror.example.com]}}}", 1),
        (aws, "{hashSalt: again}", 4),
        (aws, "{description: other, machineHealthCheck: {maxUnhealthy: 50%}}", 0),
        (openstack, "{controlPlane: {flavor: other}}", 1),
        (openstack, "{image: other}", 2),
        (openstack, "{cloudConfig: other}", 2),
        (openstack, "{nodePools: {def00: {taints: [{key: a, effect: NoSchedule}]}}}", 1),
        (openstack, "{hashSalt: again}", 3),
        (openstack, "{nodePools: {def00: {replicas: 9}}}", 0),
    ] {
        let before = templates(chart, "");
        let after = templates(chart, over);
        assert_eq!(before.len(), after.len(), "{over}");
        assert_eq!(before.difference(&after).count(), changed, "{over}: {before:?} {after:?}");
    }
}

#[test]
fn values_that_contradict_each_other_are_refused_with_the_name_of_the_value() {
    let aws = chart(Provider::Aws, Os::Flatcar, Generation::Current);
    let openstack = chart(Provider::OpenStack, Os::Flatcar, Generation::Current);
    for (chart, over, named) in [
        (aws, "{proxy: {enabled: true}}", "proxy.httpProxy"),
        (aws, "{controlPlane: {replicas: 2}}", "controlPlane.replicas"),
        (aws, "{oidc: {issuerUrl: https://dex.example.com}}", "oidc.clientId"),
        (aws, "{machinePools: {def00: {minSize: 5}}}", "machinePools.def00"),
        (aws, "{network: {vpcId: vpc-1}}", "network.subnets"),
        (
            aws,
            "{network: {subnets: [{availabilityZone: a}, {availabilityZone: a}]}}",
            "subnet-private",
        ),
        (aws, "{machinePools: {def00: null}, bastion: {enabled: false}}", "machinePools"),
        (openstack, "{nodePools: {def00: {class: gone}}}", "nodePools.def00.class"),
        (
            openstack,
            "{nodeClasses: {control-plane: {flavor: x}}, nodePools: {def00: {class: control-plane}}}",
            "nodeClasses.control-plane",
        ),
        (openstack, "{network: {networkName: x}}", "network.subnetName"),
        (openstack, "{network: {nodeCIDR: ''}}", "network.nodeCIDR"),
    ] {
        let error = try_render(chart, over).unwrap_err();
        assert!(error.to_string().contains(named), "{over}: {error}");
        assert!(error.template().is_some() && error.line().is_some(), "{over}: {error:?}");
    }
}

#[test]
fn the_schema_has_exactly_the_keys_of_the_defaults_and_describes_each() {
    fn compare(schema: &Value, values: &Value, path: &str) {
        assert!(schema["description"].is_string() || path.is_empty(), "{path}");
        let (Some(properties), Value::Object(values)) = (schema["properties"].as_object(), values)
        else {
            return;
        };
        assert_eq!(schema["additionalProperties"], false, "{path}");
        let keys = |map: &Map<String, Value>| map.keys().cloned().collect::<BTreeSet<_>>();
        assert_eq!(keys(properties), keys(values), "{path}");
        let required: BTreeSet<String> =
            texts(&schema["required"]).into_iter().map(str::to_owned).collect();
        assert_eq!(required, keys(values), "{path}");
        properties
            .iter()
            .for_each(|(key, schema)| compare(schema, &values[key], &format!("{path}.{key}")));
    }
    for provider in Provider::ALL {
        let schema: Value = serde_json::from_str(provider.schema().text).unwrap();
        assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
        compare(&schema, &values(provider, Os::Flatcar, ""), "");
    }
}

#[test]
fn names_that_some_object_cannot_have_are_refused() {
    let chart = chart(Provider::Aws, Os::Flatcar, Generation::Current);
    let values = values(chart.provider, chart.os, "");
    let long = "a".repeat(33);
    for name in ["", "1a", "a-", "-a", "A", "a.b", "a b", long.as_str()] {
        let error = chart.render(Release { name, namespace: "x" }, &values).unwrap_err();
        assert!(error.to_string().contains("name") && error.help().is_some(), "{error}");
    }
    let error = chart.render(Release { name: "a", namespace: "a/b" }, &values).unwrap_err();
    assert!(error.to_string().contains("namespace"), "{error}");
    assert!(chart.render(Release { name: &long[1..], namespace: "x" }, &values).is_ok());
}

/// Calls a function with the pointer of every value below.
fn pointers(value: &Value, pointer: &str, found: &mut Vec<String>) {
    let children: Vec<(String, &Value)> = match value {
        Value::Object(map) => {
            map.iter().map(|(key, value)| (key.replace('/', "~1"), value)).collect()
        }
        Value::Array(items) => items.iter().enumerate().map(|(i, v)| (i.to_string(), v)).collect(),
        _ => Vec::new(),
    };
    for (key, value) in children {
        let pointer = format!("{pointer}/{key}");
        pointers(value, &pointer, found);
        found.push(pointer);
    }
}

#[test]
fn values_of_any_type_end_in_manifests_or_in_an_error() {
    let odd = serde_json::json!([null, "", "a: b\n- c", "{{", 0, -1, 1e300, true, [], {}, [[]], {"a": {}}]);
    for provider in Provider::ALL {
        let chart = chart(provider, Os::Flatcar, Generation::Current);
        let whole = values(provider, Os::Flatcar, "");
        let mut found = Vec::new();
        pointers(&whole, "", &mut found);
        for (number, pointer) in found.iter().enumerate() {
            // Three of them for each, so that the test stays short.
            for value in odd.as_array().unwrap().iter().cycle().skip(number % 11).step_by(4).take(3)
            {
                let mut values = whole.clone();
                *values.pointer_mut(pointer).unwrap() = value.clone();
                if let Err(error) = chart.render(RELEASE, &values) {
                    assert!(!error.to_string().is_empty(), "{pointer}: {value}");
                }
            }
        }
    }
}

#[test]
fn a_value_that_is_not_there_is_named_with_the_template_that_needs_it() {
    let chart = chart(Provider::OpenStack, Os::Ubuntu, Generation::Current);
    let error = try_render(chart, "{baseDomain: null}").unwrap_err();
    assert_eq!(error.template(), Some("templates/openstack/control-plane.yaml.j2"));
    assert!(error.to_string().contains("values.baseDomain"), "{error}");
    assert!(error.help().is_some());
}
