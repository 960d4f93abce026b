//! Recorded results of the real programs: what the bootstrap provider, the transpiler and
//! Ignition made of the cases in `tests/ignition/cases.yaml`.

use std::fs;
use std::path::Path;

use clusterctl_gs::ignition::{NodeResult, Options, Outcome, Stage, simulate};
use clusterctl_gs::manifest::Manifests;
use clusterctl_gs::profile::{Generation, Profile, Request};
use clusterctl_gs::source::SourceMap;
use serde_json::{Map, Value, json};

/// A release of each template.
const RELEASES: [(&str, &str); 5] = [
    ("v1.1", "v1.1.3"),
    ("v1.2", "v1.2.5"),
    ("v1.4", "v1.5.5"),
    ("v1.11", "v1.11.2"),
    ("main", "v1.15.0"),
];

/// Fields of a case that go into the spec as they are.
const SPEC_FIELDS: [&str; 7] =
    ["files", "users", "ntp", "diskSetup", "mounts", "preKubeadmCommands", "postKubeadmCommands"];

fn cases() -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ignition/cases.yaml");
    let text = fs::read_to_string(path).unwrap();
    serde_yaml::from_str(&text).unwrap()
}

fn profile(capi: &str, gate: bool) -> Profile {
    let mut request = Request::default();
    request.controllers.insert("capi", capi.parse().unwrap());
    if !gate {
        request.feature_gates.insert("KubeadmBootstrapFormatIgnition".into(), false);
    }
    request.complete(Generation::Current)
}

fn node(spec: &Value, profile: &Profile, options: &Options) -> NodeResult {
    let manifest = json!({
        "apiVersion": "bootstrap.cluster.x-k8s.io/v1beta1",
        "kind": "KubeadmConfig",
        "metadata": {"name": "x", "namespace": "org-a"},
        "spec": spec,
    });
    let sources = SourceMap::default();
    // JSON is YAML, but for characters that JSON leaves as they are.
    let text = manifest.to_string().replace('\u{85}', "\\u0085");
    let file = sources.add("m.json", text);
    let manifests = Manifests::read(&sources, &[file]);
    let mut nodes = simulate(&manifests, profile, &sources, options);
    assert_eq!(nodes.len(), 1, "one configuration is one node");
    nodes.remove(0)
}

fn run(case: &Value, capi: &str) -> NodeResult {
    let input = &case["input"];
    let mut spec = Map::new();
    spec.insert("format".into(), "ignition".into());
    spec.insert("joinConfiguration".into(), json!({}));
    for field in SPEC_FIELDS {
        if let Some(value) = input.get(field) {
            spec.insert(field.into(), value.clone());
        }
    }
    let mut clc = Map::new();
    for field in ["additionalConfig", "strict"] {
        if let Some(value) = input.get(field) {
            clc.insert(field.into(), value.clone());
        }
    }
    if !clc.is_empty() {
        spec.insert("ignition".into(), json!({"containerLinuxConfig": clc}));
    }
    let text = |key: &str, default: &str| {
        Some(input.get(key).and_then(Value::as_str).unwrap_or(default).to_owned())
    };
    let options = Options {
        kubeadm_config: text("kubeadmYml", "foo"),
        kubeadm_command: text("kubeadmCommand", "kubeadm join --config /etc/kubeadm.yml "),
        ..Options::default()
    };
    node(&Value::Object(spec), &profile(capi, true), &options)
}

fn upstream(node: &NodeResult) -> Vec<&str> {
    node.findings.iter().filter_map(|f| f.upstream.as_deref()).collect()
}

/// The texts of a recorded report as the real program prints them.
fn recorded(entry: &str) -> String {
    entry.replace(" | ", "\n").replace("errors:   line", "errors:\n  line")
}

fn judge(expected: &Value, node: &NodeResult) -> Result<(), String> {
    if expected["result"] != "ok" {
        return judge_refused(expected, node);
    }
    if node.result != Outcome::Generated {
        return Err(format!("refused: {:?}", upstream(node)));
    }
    let userdata = node.userdata.as_deref().ok_or("no user data")?;
    if let Some(want) = expected["userdata_json"].as_str()
        && want != userdata
    {
        return Err(format!("user data differs\n{want}\n{userdata}"));
    }
    for (key, got) in [("bytes", node.bytes), ("base64_bytes", node.base64_bytes)] {
        if expected[key].as_u64().is_some_and(|want| want != got as u64) {
            return Err(format!("{key} is {got}, not {}", expected[key]));
        }
    }
    judge_parts(&expected["beyond_base"], userdata)?;
    let refuses = node
        .findings
        .iter()
        .any(|f| f.stage == Stage::Flatcar && f.finding.severity.as_str() == "error");
    if expected["flatcar_ge_3185"]["accepted"].as_bool() != Some(!refuses) {
        return Err(format!("Flatcar: refuses is {refuses}"));
    }
    if let Some(text) = expected["flatcar_ge_3185"]["error"].as_str()
        && !text.starts_with("PANIC")
        && !upstream(node).iter().any(|u| u.trim() == text.trim())
    {
        return Err(format!("Flatcar says {text}, not {:?}", upstream(node)));
    }
    for warning in expected["dropped_warnings"].as_array().into_iter().flatten() {
        let want = recorded(warning.as_str().unwrap_or_default());
        if !upstream(node).contains(&want.as_str()) {
            return Err(format!("not reported: {want}"));
        }
    }
    Ok(())
}

/// The parts of the user data that stand besides the generated ones.
fn judge_parts(expected: &Value, userdata: &str) -> Result<(), String> {
    let got: Value = serde_json::from_str(userdata).unwrap();
    for (part, want) in expected.as_object().into_iter().flatten() {
        let found = match part.as_str() {
            "files" | "directories" | "links" | "disks" | "filesystems" => &got["storage"][part],
            "units" => &got["systemd"]["units"],
            _ => &got[part],
        };
        let found = match found.as_array() {
            Some(items) => {
                let generated = ["/etc/kubeadm.sh", "/etc/kubeadm.yml"];
                let own = |v: &&Value| {
                    !generated.iter().any(|p| v["path"] == **p) && v["name"] != "kubeadm.service"
                };
                Value::Array(items.iter().filter(own).cloned().collect())
            }
            None => found.clone(),
        };
        if found != *want {
            return Err(format!("{part} differ: {found} is not {want}"));
        }
    }
    Ok(())
}

fn judge_refused(expected: &Value, node: &NodeResult) -> Result<(), String> {
    if node.result != Outcome::Refused {
        return Err("not refused".into());
    }
    let prefix = expected["prefix"].as_str().unwrap_or_default();
    let stage = if prefix.contains("additional") { Stage::Additional } else { Stage::Base };
    if node.stage != Some(stage) {
        return Err(format!("refused at {:?}", node.stage));
    }
    for entry in expected["report"].as_array().into_iter().flatten() {
        let want = recorded(entry.as_str().unwrap_or_default());
        if !upstream(node).contains(&want.as_str()) {
            return Err(format!("reason {want:?} is not among {:?}", upstream(node)));
        }
    }
    Ok(())
}

#[test]
fn recorded_cases_give_the_recorded_results() {
    let cases = cases();
    let mut faults = Vec::new();
    let all = ["valid", "invalid"].iter().flat_map(|kind| cases[*kind].as_array().unwrap());
    for case in all {
        for expected in case["expect"].as_array().unwrap() {
            for variant in expected["variants"].as_array().unwrap() {
                let release = RELEASES.iter().find(|(name, _)| variant == name).unwrap().1;
                if let Err(fault) = judge(expected, &run(case, release)) {
                    faults.push(format!("{} {variant}: {fault}", case["id"]));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn recorded_refusals_of_the_api_server_are_given() {
    for case in cases()["admission"].as_array().unwrap() {
        let id = case["id"].as_str().unwrap();
        let text = case["spec"].to_string().replace("10241+ characters", &"x".repeat(10241));
        let mut spec: Value = serde_json::from_str(&text).unwrap();
        if !["ignition-without-format", "gate-ignition"].contains(&id)
            && spec.get("format").is_none()
        {
            spec["format"] = "ignition".into();
        }
        let message = case["message"].as_str().unwrap();
        let new = case["since"].as_str().unwrap().starts_with("1.10");
        let capi = if new { "v1.10.1" } else { "v1.6.1" };
        let gate = !message.contains("gate off");
        let node = node(&spec, &profile(capi, gate), &Options::default());
        assert_eq!(node.stage, Some(Stage::Admission), "{id}");
        let want = message.split(" (").next().unwrap();
        let want = if want.starts_with("CRD") { "maxLength is 10240" } else { want };
        // An invalid value is printed with the value, which nobody needs to read.
        let found = upstream(&node).iter().any(|u| u.contains(want));
        assert!(found, "{id}: {want} is not among {:?}", upstream(&node));
    }
}

#[test]
fn the_seed_worker_gives_its_six_findings_and_two_empty_files() {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ignition/seed-openstack-worker.yaml");
    let sources = SourceMap::default();
    let file = sources.add("seed.yaml", fs::read_to_string(path).unwrap());
    let manifests = Manifests::read(&sources, &[file]);
    let nodes = simulate(&manifests, &profile("v1.2.5", true), &sources, &Options::default());
    assert_eq!(nodes[0].node, "worker/galaxy-galaxy-flatcar-lon-1");
    let of = |rule: &str| nodes[0].findings.iter().filter(|f| &*f.finding.rule == rule).count();
    assert_eq!(of("userdata/dropped-warning"), 6);
    let empty: Vec<&str> = nodes[0]
        .findings
        .iter()
        .filter(|f| &*f.finding.rule == "userdata/empty-file")
        .map(|f| f.finding.message.as_str())
        .collect();
    assert_eq!(
        empty,
        [
            "`/etc/ssh/trusted-user-ca-keys.pem` will be empty, with mode 0644",
            "`/etc/ssh/sshd_config` will be empty, with mode 0644",
        ]
    );
}
