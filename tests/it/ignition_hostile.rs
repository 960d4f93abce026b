//! Hostile node configurations: the simulation ends in bounded time, and never panics.

use std::time::{Duration, Instant};

use clusterctl_gs::ignition::convert::to_ignition;
use clusterctl_gs::ignition::{NodeResult, Options, Outcome, simulate};
use clusterctl_gs::manifest::Manifests;
use clusterctl_gs::profile::{Generation, Request};
use clusterctl_gs::source::SourceMap;
use proptest::prelude::*;

fn nodes(text: &str) -> Vec<NodeResult> {
    let sources = SourceMap::default();
    let file = sources.add("m.yaml", text);
    let manifests = Manifests::read(&sources, &[file]);
    let profile = Request::default().complete(Generation::Current);
    simulate(&manifests, &profile, &sources, &Options::default())
}

fn config(spec: &serde_json::Value) -> NodeResult {
    let manifest = serde_json::json!({
        "apiVersion": "bootstrap.cluster.x-k8s.io/v1beta1",
        "kind": "KubeadmConfig",
        "metadata": {"name": "x"},
        "spec": spec,
    });
    nodes(&manifest.to_string()).remove(0)
}

fn with_additional(text: &str) -> NodeResult {
    config(&serde_json::json!({
        "format": "ignition",
        "ignition": {"containerLinuxConfig": {"additionalConfig": text}},
    }))
}

#[track_caller]
fn soon<T>(work: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let result = work();
    assert!(start.elapsed() < Duration::from_secs(20), "took {:?}", start.elapsed());
    result
}

#[test]
fn aliases_that_grow_end_soon() {
    let mut text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n".to_owned();
    for i in 1..12 {
        let aliases = vec![format!("*a{}", i - 1); 10].join(", ");
        text += &format!("a{i}: &a{i} [{aliases}]\n");
    }
    text += "storage: {raid: [{name: a, level: raid1, devices: *a11}]}\n";
    let node = soon(|| with_additional(&text));
    assert_eq!(node.result, Outcome::Refused);
    let node = soon(|| with_additional("a: &a {<<: *a}\nstorage: &s\n  files: *s\n"));
    assert_eq!(node.result, Outcome::Refused);
}

#[test]
fn deep_nesting_is_refused() {
    for open in ["[", "{a: ", "- "] {
        let node = soon(|| with_additional(&format!("storage: {}", open.repeat(200_000))));
        assert_eq!(node.result, Outcome::Refused, "{open}");
    }
}

#[test]
fn very_many_items_end_soon() {
    let unknown: String = (0..60_000).map(|i| format!("k{i}: 1\n")).collect();
    let node = soon(|| with_additional(&unknown));
    assert!(node.findings.len() < 500, "{}", node.findings.len());
    let files: String = (0..30_000).map(|_| "  - {path: /a, mode: 0600}\n".to_owned()).collect();
    soon(|| with_additional(&format!("storage:\n  files:\n{files}")));
    let repeated = "a: 1\n".repeat(60_000);
    assert_eq!(soon(|| with_additional(&repeated)).result, Outcome::Refused);
}

#[test]
fn large_files_are_measured() {
    let content = "x".repeat(10 << 20);
    let node = soon(|| {
        config(&serde_json::json!({
            "format": "ignition",
            "files": [{"path": "/etc/x", "permissions": "0600", "content": content}],
        }))
    });
    assert!(node.bytes > 10 << 20);
    let rules: Vec<&str> = node.findings.iter().map(|f| &*f.finding.rule).collect();
    assert!(rules.contains(&"userdata/too-large"), "{rules:?}");
}

#[test]
fn contradictory_objects_are_no_problem() {
    let control_plane = |name: &str| {
        format!(
            "apiVersion: controlplane.cluster.x-k8s.io/v1beta1\nkind: KubeadmControlPlane\n\
             metadata: {{name: {name}}}\nspec: {{version: 1, kubeadmConfigSpec: {{format: \
             ignition, files: 3, users: {{a: 1}}, ntp: [], mounts: [[], 1]}}}}\n---\n"
        )
    };
    let found = nodes(&format!("{}{}", control_plane("a"), control_plane("b")));
    let names: Vec<&str> = found.iter().map(|n| n.node.as_str()).collect();
    let wanted = [
        "control-plane-init/a",
        "control-plane-join/a",
        "control-plane-init/b",
        "control-plane-join/b",
    ];
    assert_eq!(names, wanted);
    assert!(nodes("").is_empty());
    assert!(nodes("kind: KubeadmControlPlane\n").is_empty());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        let _ = to_ignition(&bytes, false);
    }

    #[test]
    fn any_mix_of_words_is_read_or_refused(words in proptest::collection::vec(word(), 0..60)) {
        let text = words.concat();
        let _ = to_ignition(text.as_bytes(), true);
        let _ = with_additional(&text);
    }

    #[test]
    fn any_values_are_rendered_or_refused(values in proptest::collection::vec(value(), 8)) {
        let spec = serde_json::json!({
            "format": "ignition",
            "users": [{"name": values[0], "gecos": values[1], "groups": values[2]}],
            "files": [{"path": values[3], "owner": values[4], "permissions": values[5], "content": values[6]}],
            "preKubeadmCommands": [values[7]],
        });
        let node = config(&spec);
        prop_assert_eq!(node.userdata.is_some(), node.result == Outcome::Generated);
        let mut cloud = spec;
        cloud["format"] = "cloud-config".into();
        let _ = config(&cloud);
    }
}

fn word() -> impl Strategy<Value = String> {
    let words = [
        "storage:",
        "files:",
        "- ",
        "\n",
        "\n  ",
        "\n    ",
        "path: ",
        "/a",
        "mode: ",
        "0600",
        "[",
        "]",
        "{",
        "}",
        ", ",
        "&a ",
        "*a",
        "<<: ",
        "!!binary ",
        "Zm9v",
        "|\n",
        "contents:",
        "inline: ",
        "remote: ",
        "url: ",
        "http://x",
        "data:,%zz",
        "systemd:",
        "units:",
        "name: ",
        "a.service",
        "\"",
        "'",
        "#",
        "? ",
        ": ",
        "---\n",
        "etcd:",
        "version: ",
        "3.5.0",
        "null",
        "~",
        "yes",
        "\t",
        "\u{85}",
        "\u{feff}",
        "é",
        "disks:",
        "partitions:",
        "size: ",
        "1GiB",
        "filesystems:",
    ];
    proptest::sample::select(words.to_vec()).prop_map(str::to_owned)
}

fn value() -> impl Strategy<Value = String> {
    prop_oneof![any::<String>(), "[ -~\n]{0,20}", "[@*&!%`\"':# \n\t{}0-7-]{0,8}"]
}
