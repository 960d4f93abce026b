//! The recorded upgrade cases: what webhooks of which releases said, and what controllers did.
//!
//! `tests/upgrade/cases.yaml` is the table, `more.yaml` has cases of our own. Each case is laid over a valid base object, judged under
//! the first, the last and some releases between of every range that it is true for.

use std::fmt::Write as _;

use clusterctl_gs::manifest::Manifests;
use clusterctl_gs::profile::{Generation, Profile, Request, Version};
use clusterctl_gs::source::SourceMap;
use clusterctl_gs::upgrade::{self, Context, Outcome, Target, Verdict};
use serde_json::{Map, Value, json};

const CORE: &[&str] = &[
    "Cluster",
    "ClusterClass",
    "MachineDeployment",
    "MachineSet",
    "Machine",
    "MachinePool",
    "MachineHealthCheck",
];

fn group(kind: &str) -> &'static str {
    match kind {
        _ if CORE.contains(&kind) => "cluster.x-k8s.io",
        "KubeadmControlPlane" | "KubeadmControlPlaneTemplate" | "AWSManagedControlPlane" => {
            "controlplane.cluster.x-k8s.io"
        }
        "KubeadmConfig" | "KubeadmConfigTemplate" => "bootstrap.cluster.x-k8s.io",
        _ => "infrastructure.cluster.x-k8s.io",
    }
}

fn reference(kind: &str, name: &str, api: &str) -> Value {
    match api {
        "v1beta2" => json!({"apiGroup": group(kind), "kind": kind, "name": name}),
        _ => json!({"apiVersion": format!("{}/v1beta1", group(kind)), "kind": kind, "name": name}),
    }
}

/// A valid object of a kind.
fn base(provider: &str, kind: &str, api: &str) -> Value {
    let openstack = provider == "capo";
    let infra = if openstack { "OpenStackMachineTemplate" } else { "AWSMachineTemplate" };
    let registration = json!({"nodeRegistration": {"name": "n"}});
    let spec = match kind {
        "KubeadmControlPlane" => {
            let mut template = reference(infra, "cp", api);
            let template = match api {
                "v1beta2" => json!({"spec": {"infrastructureRef": template}}),
                _ => {
                    template["namespace"] = json!("org-a");
                    json!({"infrastructureRef": template})
                }
            };
            json!({
                "replicas": 3, "version": "v1.28.3", "machineTemplate": template,
                "kubeadmConfigSpec": {
                    "clusterConfiguration": {"certificatesDir": "/etc/kubernetes/pki"},
                    "initConfiguration": registration, "joinConfiguration": registration,
                },
            })
        }
        "KubeadmControlPlaneTemplate" => {
            json!({"template": {"spec": {"kubeadmConfigSpec": {"clusterConfiguration": {}}}}})
        }
        "MachineDeployment" | "MachineSet" | "MachinePool" => pool(infra, kind, api),
        "Cluster" => json!({
            "controlPlaneRef": reference("KubeadmControlPlane", "x", api),
            "infrastructureRef":
                reference(if openstack { "OpenStackCluster" } else { "AWSCluster" }, "x", api),
        }),
        "Machine" => json!({
            "clusterName": "x", "version": "v1.28.3",
            "bootstrap": {"configRef": reference("KubeadmConfig", "b", api)},
            "infrastructureRef": reference(&infra[..infra.len() - 8], "i", api),
        }),
        "MachineHealthCheck" => {
            json!({"clusterName": "x", "selector": {"matchLabels": {"pool": "a"}}})
        }
        "KubeadmConfigTemplate" | "AWSClusterTemplate" | "OpenStackClusterTemplate" => {
            json!({"template": {"spec": {}}})
        }
        "AWSMachineTemplate" | "OpenStackMachineTemplate" if !openstack => {
            json!({"template": {"spec": {"instanceType": "m5.large"}}})
        }
        "AWSMachineTemplate" | "OpenStackMachineTemplate" => {
            let image = match api >= "v1beta1" {
                true => json!({"filter": {"name": "i"}}),
                false => json!("i"),
            };
            json!({"template": {"spec": {"flavor": "f", "image": image}}})
        }
        "AWSCluster" => json!({"region": "eu-west-1"}),
        "AWSMachine" => json!({"instanceType": "m5.large"}),
        "AWSMachinePool" => {
            json!({"minSize": 1, "maxSize": 3, "awsLaunchTemplate": {"instanceType": "m5.large"}})
        }
        "OpenStackCluster" if api >= "v1beta1" => {
            json!({"identityRef": {"name": "c", "cloudName": "o"}})
        }
        "OpenStackCluster" => json!({"identityRef": {"kind": "Secret", "name": "c"}}),
        _ => json!({}),
    };
    let metadata = match kind {
        "AWSClusterControllerIdentity" => json!({"name": "default"}),
        _ => json!({
            "name": "x", "namespace": "org-a", "labels": {"cluster.x-k8s.io/cluster-name": "x"},
        }),
    };
    let version = format!("{}/{api}", group(kind));
    json!({"apiVersion": version, "kind": kind, "metadata": metadata, "spec": spec})
}

fn pool(infra: &str, kind: &str, api: &str) -> Value {
    let of_pool = kind == "MachinePool";
    let infra = if of_pool { "AWSMachinePool" } else { infra };
    let config = if of_pool { "KubeadmConfig" } else { "KubeadmConfigTemplate" };
    let mut spec = json!({
        "clusterName": "x", "replicas": 3,
        "template": {
            "metadata": {"labels": {"cluster.x-k8s.io/cluster-name": "x", "pool": "a"}},
            "spec": {
                "clusterName": "x", "version": "v1.28.3",
                "bootstrap": {"configRef": reference(config, "b", api)},
                "infrastructureRef": reference(infra, "i", api),
            },
        },
    });
    if !of_pool {
        spec["selector"] = json!({"matchLabels": {"pool": "a"}});
    }
    spec
}

/// Pools that use the object of a case.
fn companion(kind: &str) -> Option<Value> {
    let (pool, name, path) = match kind {
        "AWSMachinePool" => ("MachinePool", "pool", "/spec/template/spec/infrastructureRef/name"),
        "KubeadmConfig" => ("MachinePool", "pool", "/spec/template/spec/bootstrap/configRef/name"),
        "KubeadmConfigTemplate" => {
            ("MachineDeployment", "md", "/spec/template/spec/bootstrap/configRef/name")
        }
        _ => return None,
    };
    let mut object = base("capa", pool, "v1beta1");
    object["metadata"]["name"] = json!(name);
    *object.pointer_mut(path).expect("pools have references") = json!("x");
    Some(object)
}

/// Lays a fragment over an object; null takes a field out.
fn lay(object: &mut Value, fragment: &Value) {
    let Value::Object(fragment) = fragment else { return };
    if !object.is_object() {
        *object = Value::Object(Map::new());
    }
    let map = object.as_object_mut().expect("it was just made one");
    for (key, value) in fragment {
        match value {
            Value::Null => drop(map.remove(key)),
            Value::Object(_) => lay(map.entry(key.clone()).or_insert(Value::Null), value),
            value => drop(map.insert(key.clone(), value.clone())),
        }
    }
}

/// The object of a case on one side.
fn object(case: &Value, side: &str) -> Value {
    let text = |key: &str| case[key].as_str().unwrap_or("v1beta1");
    let mut object = base(text("provider"), text("kind"), text("apiVersion"));
    if case["bare"] == json!(true) {
        object["spec"] = json!({});
    }
    lay(&mut object, &case["together_with"]);
    lay(&mut object, &case[side]);
    if case["annotations"].is_object() {
        lay(&mut object, &json!({"metadata": {"annotations": case["annotations"]}}));
    }
    object
}

fn manifests(objects: &[Value]) -> Manifests {
    let texts: Vec<String> = objects.iter().map(Value::to_string).collect();
    let sources = SourceMap::default();
    let file = sources.add("case.yaml", texts.join("\n---\n"));
    Manifests::read(&sources, &[file])
}

fn profile(case: &Value, version: &Version) -> Profile {
    let mut profile = Request::default().complete(Generation::Current);
    match case["provider"].as_str() {
        Some("capi") => profile.capi = version.clone(),
        Some("capa") => profile.capa = version.clone(),
        _ => profile.capo = version.clone(),
    }
    for (gate, on) in case["gates"].as_object().into_iter().flatten() {
        profile.feature_gates.insert(gate.clone(), on == &json!(true));
    }
    profile
}

/// The ends of a range, and where it spans several release lines their first releases.
fn versions(range: &str) -> Vec<Version> {
    let (first, last) = range.split_once("..").expect("a range");
    let parse = |text: &str| text.parse::<Version>().expect("a version");
    let (first, last) = (parse(first), parse(last));
    let mut versions = vec![first.clone(), last.clone()];
    for major in first.major..=last.major {
        for minor in 0..16 {
            for patch in [0, 5] {
                let version = Version::new(major, minor, patch);
                if first < version && version < last {
                    versions.push(version);
                }
            }
        }
    }
    versions
}

fn judge(case: &Value, version: &Version) -> Vec<Verdict> {
    let extra = companion(case["kind"].as_str().unwrap_or(""));
    let with =
        |object: Option<Value>| -> Vec<Value> { object.into_iter().chain(extra.clone()).collect() };
    let create = case["op"] == json!("create");
    let old = manifests(&with((!create).then(|| object(case, "old"))));
    let new = manifests(&with(Some(object(case, "new"))));
    let profile = profile(case, version);
    let context = Context { old_profile: &profile, new_profile: &profile };
    upgrade::judge(&upgrade::pair(old.objects(), new.objects()), &context).verdicts
}

/// Why a case is not met.
fn fault(case: &Value, verdicts: &[Verdict]) -> Option<String> {
    let kind = case["kind"].as_str().unwrap_or("");
    let mine =
        |verdict: &&Verdict| &*verdict.object.kind == kind || verdict.verdict == Outcome::Rolls;
    let verdicts: Vec<&Verdict> = verdicts.iter().filter(mine).collect();
    let of = |outcome: Outcome| verdicts.iter().filter(move |v| v.verdict == outcome);
    let expect = &case["expect"];
    let want = expect["verdict"].as_str().unwrap_or("");
    if want == "forbidden" {
        let met = of(Outcome::Refused).any(|verdict| is_as_expected(verdict, expect));
        return (!met).then(|| format!("{:?}", of(Outcome::Refused).collect::<Vec<_>>()));
    }
    if let Some(refused) = of(Outcome::Refused).next() {
        return Some(format!("refused: {:?} {:?}", refused.path, refused.message));
    }
    let rolls: Vec<&Target> = of(Outcome::Rolls).flat_map(|v| &v.affects).collect();
    let met = match want {
        "rollout(cp)" => rolls.contains(&&Target::ControlPlane),
        "rollout(workers)" => rolls.iter().any(|target| **target != Target::ControlPlane),
        "ignored" => rolls.is_empty() && of(Outcome::Ignored).next().is_some(),
        _ => rolls.is_empty(),
    };
    (!met).then(|| format!("{want} is not {verdicts:?}"))
}

fn is_as_expected(verdict: &Verdict, expect: &Value) -> bool {
    let bare = |text: &str| text.split_whitespace().collect::<String>();
    let path = expect["path"].as_str();
    let path = path.is_none_or(|path| verdict.path.as_deref().map(bare) == Some(bare(path)));
    // These are no types of the API machinery.
    let named =
        expect["type"].as_str().filter(|t| !matches!(*t, "panic" | "plain" | "schema-enum"));
    let error =
        named.is_none_or(|named| format!("{:?}", verdict.error) == format!("Some({named})"));
    let message = expect["message"].as_str().unwrap_or("").split("...").next().unwrap_or("").trim();
    path && error && verdict.message.as_deref().unwrap_or("").starts_with(message)
}

#[test]
fn every_recorded_case_is_judged_as_it_was() {
    check(include_str!("../upgrade/cases.yaml"));
}

#[test]
fn every_case_of_our_own_is_judged_as_the_sources_say() {
    check(include_str!("../upgrade/more.yaml"));
}

fn check(text: &str) {
    let table: Value = serde_yaml::from_str(text).expect("the table is YAML");
    let cases = table["vectors"].as_array().expect("a list of cases");
    let mut faults = String::new();
    for case in cases {
        let ranges = case["versions"].as_array().expect("ranges").iter().filter_map(Value::as_str);
        let found = ranges
            .flat_map(versions)
            .find_map(|version| Some((fault(case, &judge(case, &version))?, version)));
        if let Some((fault, version)) = found {
            let _ = writeln!(faults, "{} {} {version}: {fault}", case["id"], case["kind"]);
        }
    }
    assert!(faults.is_empty(), "{} of {} cases\n{faults}", faults.lines().count(), cases.len());
}

/// Refusals and rolled nodes must reach the formats of continuous integration, at the level that
/// fails the run.
#[test]
fn verdicts_are_results_of_every_format() {
    let sides = ["diff", "builtin:openstack/ubuntu", "builtin:openstack/flatcar"];
    let report = |format: &str, more: &[&str]| {
        let arguments = [&sides[..], &["--capi", "v1.1.3", "--format", format], more].concat();
        let run = crate::support::run(&arguments);
        assert_eq!(run.status, 1, "{}", run.stderr);
        run.stdout
    };
    let log: serde_json::Value = serde_json::from_str(&report("sarif", &[])).unwrap();
    let results = log["runs"][0]["results"].as_array().unwrap();
    let told: Vec<(&str, &str)> = results
        .iter()
        .map(|r| (r["ruleId"].as_str().unwrap(), r["level"].as_str().unwrap()))
        .collect();
    let expected =
        [("verdict/refused", "error"), ("verdict/refused", "error"), ("verdict/rolls", "warning")];
    assert_eq!(told, expected);
    for result in results {
        let region = &result["locations"][0]["physicalLocation"]["region"];
        assert!(region["startLine"].as_u64().unwrap() > 1, "{result}");
    }
    let junit = report("junit", &[]);
    assert!(junit.contains("tests=\"3\" failures=\"2\""), "{junit}");
    let junit = report("junit", &["--fail-on", "rolls"]);
    assert!(junit.contains("tests=\"3\" failures=\"3\""), "{junit}");
    let github = report("github", &[]);
    assert_eq!(github.matches("::error ").count(), 2, "{github}");
    assert_eq!(github.matches("::warning ").count(), 1, "{github}");
}

/// `check --base` judges the upgrade under the case's own profile and under every named one, and
/// blames no suppression that a case left aside may need.
#[test]
fn an_upgrade_is_judged_under_every_profile() {
    let scratch = crate::support::Scratch::new("profiles");
    let config = "charts:\n- builtin: openstack\n  cases: [cases/*.yaml]\n  golden: golden\n\
                  profiles: {newest: {capi: v1.14.0}}\n\
                  ignore: [{rule: text/missing-value, reason: for another case}]\n";
    scratch.write("clusterctl-gs.yaml", config);
    scratch.write("cases/a.yaml", "controlPlane: {replicas: 3}\n");
    let git = |arguments: &[&str]| {
        let done = std::process::Command::new("git")
            .args(["-c", "user.name=a", "-c", "user.email=a@example.org"])
            .args(arguments)
            .current_dir(scratch.path())
            .output()
            .unwrap();
        assert!(done.status.success(), "{arguments:?}: {done:?}");
    };
    let run = |arguments: &[&str]| crate::support::run_in(scratch.path(), arguments);
    assert_eq!(run(&["golden", "update"]).status, 0);
    git(&["init", "-q"]);
    git(&["add", "."]);
    git(&["commit", "-q", "-m", "Agree"]);
    scratch.write("cases/a.yaml", "controlPlane: {replicas: 3, flavor: other}\n");
    assert_eq!(run(&["golden", "update"]).status, 0);
    let case = "openstack/flatcar/a";
    let arguments = ["check", case, "--base", "HEAD", "--fail-on", "rolls", "--format", "json"];
    let checked = run(&arguments);
    assert_eq!(checked.status, 1, "{}", checked.stderr);
    let report: serde_json::Value = serde_json::from_str(&checked.stdout).unwrap();
    assert_eq!(report["findings"], serde_json::json!([]));
    let cases = report["charts"][0]["cases"].as_array().unwrap();
    let names: Vec<_> = cases.iter().map(|case| case["case"].as_str().unwrap()).collect();
    assert_eq!(names, [case, "openstack/flatcar/a (newest)"]);
    for case in cases {
        assert_eq!(case["verdicts"][0]["verdict"], "rolls", "{case}");
    }
    let whole = run(&["check", "--format", "json"]);
    assert!(whole.stdout.contains("suppression/unused-suppression"), "{}", whole.stdout);
}

/// What `kubectl get -o yaml` adds to a manifest is no change of it.
#[test]
fn fields_that_the_api_server_writes_are_no_change() {
    let scratch = crate::support::Scratch::new("live");
    let object = |metadata: &str, status: &str| {
        format!(
            "apiVersion: cluster.x-k8s.io/v1beta2\nkind: MachineDeployment\nmetadata:\n  \
             name: a\n{metadata}spec: {{clusterName: c, replicas: 3, template: {{spec: \
             {{clusterName: c, bootstrap: {{dataSecretName: s}}}}}}}}\n{status}"
        )
    };
    let metadata = "  uid: x\n  generation: 2\n  managedFields: [{manager: helm}]\n";
    scratch.write("live.yaml", object(metadata, "status: {replicas: 3}\n"));
    scratch.write("written.yaml", object("", ""));
    for sides in [["live.yaml", "written.yaml"], ["written.yaml", "live.yaml"]] {
        let arguments = ["diff", sides[0], sides[1], "--fail-on", "change", "--format", "json"];
        let run = crate::support::run_in(scratch.path(), &arguments);
        let report: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
        assert_eq!(run.status, 0, "{report:#}");
        assert!(run.stderr.contains("nothing refused, no node rolls"), "{}", run.stderr);
        let changes = report["changes"].as_array().unwrap();
        assert!(changes.len() == 4 && changes.iter().all(|c| c["noise"] == true), "{changes:?}");
    }
}
