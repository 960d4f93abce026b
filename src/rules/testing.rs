//! How rules are tested: one helper, one cluster that is right, and the examples in the docs.

use std::sync::Arc;

use super::ctx::Ctx;
use super::docs::{self, Example};
use super::registry;
use super::settings::{External, Ignore, Settings};
use crate::finding::Finding;
use crate::glob::Glob;
use crate::manifest::Manifests;
use crate::profile::{Generation, Profile, Request};
use crate::source::SourceMap;

/// A small AWS cluster on Flatcar that is right.
pub(super) const AWS: &str = "\
apiVersion: cluster.x-k8s.io/v1beta1
kind: Cluster
metadata:
  name: demo
spec:
  controlPlaneRef:
    apiVersion: controlplane.cluster.x-k8s.io/v1beta1
    kind: KubeadmControlPlane
    name: demo
  infrastructureRef:
    apiVersion: infrastructure.cluster.x-k8s.io/v1beta2
    kind: AWSCluster
    name: demo
---
apiVersion: infrastructure.cluster.x-k8s.io/v1beta2
kind: AWSCluster
metadata:
  name: demo
spec:
  region: eu-west-1
  s3Bucket:
    name: bucket
    controlPlaneIAMInstanceProfile: demo-control-plane
    nodesIAMInstanceProfiles: [demo-workers]
---
apiVersion: controlplane.cluster.x-k8s.io/v1beta1
kind: KubeadmControlPlane
metadata:
  name: demo
spec:
  replicas: 3
  version: v1.31.1
  machineTemplate:
    infrastructureRef:
      apiVersion: infrastructure.cluster.x-k8s.io/v1beta2
      kind: AWSMachineTemplate
      name: demo-control-plane
  kubeadmConfigSpec: {format: ignition}
---
apiVersion: infrastructure.cluster.x-k8s.io/v1beta2
kind: AWSMachineTemplate
metadata:
  name: demo-control-plane
spec:
  template:
    spec:
      instanceType: m5.xlarge
      iamInstanceProfile: demo-control-plane
---
apiVersion: cluster.x-k8s.io/v1beta1
kind: MachinePool
metadata:
  name: demo-workers
spec:
  clusterName: demo
  template:
    spec:
      clusterName: demo
      bootstrap:
        configRef:
          apiVersion: bootstrap.cluster.x-k8s.io/v1beta1
          kind: KubeadmConfig
          name: demo-workers
      infrastructureRef:
        apiVersion: infrastructure.cluster.x-k8s.io/v1beta2
        kind: AWSMachinePool
        name: demo-workers
---
apiVersion: bootstrap.cluster.x-k8s.io/v1beta1
kind: KubeadmConfig
metadata:
  name: demo-workers
spec:
  format: ignition
  joinConfiguration: {}
---
apiVersion: infrastructure.cluster.x-k8s.io/v1beta2
kind: AWSMachinePool
metadata:
  name: demo-workers
spec:
  ignition: {storageType: ClusterObjectStore}
  awsLaunchTemplate:
    iamInstanceProfile: demo-workers
";

/// A profile from texts such as `capi=v1.1.3` and `gate=Name:false`.
pub(super) fn profile(tags: &[&str]) -> Profile {
    let mut request = Request::default();
    for tag in tags {
        let (key, value) = tag.split_once('=').unwrap();
        match key {
            "capi" => drop(request.controllers.insert("capi", value.parse().unwrap())),
            "capa" => drop(request.controllers.insert("capa", value.parse().unwrap())),
            "capo" => drop(request.controllers.insert("capo", value.parse().unwrap())),
            "flatcar" => request.flatcar = Some(value.parse().unwrap()),
            "gate" => {
                let (name, on) = value.split_once(':').unwrap();
                request.feature_gates.insert(name.to_owned(), on == "true");
            }
            _ => panic!("unknown tag {tag}"),
        }
    }
    request.complete(request.generation().unwrap_or(Generation::Current))
}

/// Everything that all rules say about a text.
pub(super) fn findings(text: &str, profile: &Profile) -> Vec<Finding> {
    findings_with(text, profile, &Settings::default())
}

/// Everything that all rules say about a text under settings.
pub(super) fn findings_with(text: &str, profile: &Profile, settings: &Settings) -> Vec<Finding> {
    let sources = SourceMap::default();
    let file = sources.add("m.yaml", text);
    let manifests = Manifests::read(&sources, &[file]);
    super::run(&Ctx::new(&manifests, profile, settings, &sources))
}

/// Asserts the objects and fields that one rule speaks of, as `Kind/name path`.
#[track_caller]
pub(super) fn check(rule: &str, text: &str, expected: &[&str]) {
    check_with(rule, text, &[], expected);
}

/// The same under a profile, see [`profile`].
#[track_caller]
pub(super) fn check_with(rule: &str, text: &str, tags: &[&str], expected: &[&str]) {
    assert!(registry::find(rule).is_some(), "{rule} is not registered");
    let all = findings(text, &profile(tags));
    let own = all.iter().filter(|finding| &*finding.rule == rule);
    let place = |finding: &Finding| {
        let object = finding.object.as_ref().map(ToString::to_string).unwrap_or_default();
        let path = finding.path.as_ref().map(ToString::to_string).unwrap_or_default();
        format!("{object} {path}").trim().to_owned()
    };
    let found: Vec<String> = own.map(place).collect();
    assert_eq!(found, expected, "{all:#?}");
}

/// Examples are parts of clusters: what they refer to may be elsewhere, unless they say that
/// they are `whole`.
fn example_findings(example: &Example, old: Option<&Example>) -> Vec<Finding> {
    let any = || Glob::parse("*").unwrap();
    let mut settings = Settings::default();
    if !example.has("whole") {
        settings.externals = vec![External { kind: any(), name: any(), namespace: None }];
    }
    settings.today = example.values("today").next().map(Arc::from);
    for ignore in example.values("ignore") {
        let (rule, expires) = ignore.split_once('@').unwrap();
        settings.ignores.push(Ignore {
            rule: Glob::parse(rule).unwrap(),
            object: None,
            path: None,
            reason: "because".into(),
            expires: Some(expires.into()),
            origin: None,
        });
    }
    let keys = ["capi", "capa", "capo", "flatcar", "gate"];
    let of_key = |key| example.values(key).map(move |value| format!("{key}={value}"));
    let tags: Vec<String> = keys.into_iter().flat_map(of_key).collect();
    let tags: Vec<&str> = tags.iter().map(String::as_str).collect();
    let sources = SourceMap::default();
    let read = |name: &str, text: &str| {
        let file = sources.add(name, expand(text));
        Manifests::read(&sources, &[file])
    };
    let old = old.map(|old| read("old.yaml", &old.text));
    let manifests = read("m.yaml", &example.text);
    let profile = profile(&tags);
    let mut ctx = Ctx::new(&manifests, &profile, &settings, &sources);
    ctx.old = old.as_ref();
    super::run(&ctx)
}

/// Long texts would drown an example: `@N@` stands for N characters of a comment.
fn expand(text: &str) -> String {
    let mut parts = text.splitn(3, '@');
    match (parts.next(), parts.next().map(str::parse::<usize>), parts.next()) {
        (Some(before), Some(Ok(count)), Some(after)) => {
            format!("{before}#{}{after}", "x".repeat(count - 1))
        }
        _ => text.to_owned(),
    }
}

#[test]
fn examples_in_the_documentation_are_true() {
    let mut wrong = Vec::new();
    for rule in registry::all() {
        let examples = docs::examples(rule.source);
        for (index, example) in examples.iter().enumerate() {
            // `new` is judged against the `old` right before it.
            let old = index.checked_sub(1).map(|before| &examples[before]);
            let old = old.filter(|old| old.has("old") && example.has("new"));
            let found = example_findings(example, old);
            let own = found.iter().filter(|f| &*f.rule == rule.name).count();
            let fits = match (example.has("bad"), example.has("good")) {
                (true, false) => own > 0 && own == found.len(),
                (false, true) => found.is_empty(),
                _ => example.has("old"),
            };
            if !fits {
                let print = |f: &Finding| format!("    {}: {}", f.rule, f.message);
                let found: Vec<String> = found.iter().map(print).collect();
                wrong.push(format!("{} example {index}:\n{}", rule.name, found.join("\n")));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_sample_cluster_is_right() {
    assert_eq!(findings(AWS, &profile(&[])), []);
}
