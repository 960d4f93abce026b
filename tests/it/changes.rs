//! Eight changes as a reviewer meets them: each gives the right verdict in a few lines, in the
//! terminal and as a comment on a pull request.
//!
//! `tests/upgrade/cluster.yaml` is the cluster that is changed.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::support::{Scratch, run_in};

const CLUSTER: &str = include_str!("../upgrade/cluster.yaml");

/// One text in place of another, which must be there.
fn replaced(text: &str, from: &str, to: &str) -> String {
    assert!(text.contains(from), "no `{from}`");
    text.replace(from, to)
}

/// What `diff` says of a change, as text and as markdown, after a check of the verdicts: word and
/// nodes or, where it concerns none, the object.
fn told(name: &str, new: &str, verdicts: &[&str]) -> String {
    told_with(name, new, verdicts, &[])
}

fn told_with(name: &str, new: &str, verdicts: &[&str], more: &[&str]) -> String {
    let scratch = Scratch::new(name);
    scratch.write("old.yaml", CLUSTER);
    scratch.write("new.yaml", new);
    let diff = |format: &str| {
        let arguments =
            [&["diff", "old.yaml", "new.yaml", "--fail-on", "never", "--format", format], more]
                .concat();
        let run = run_in(scratch.path(), &arguments);
        assert_eq!(run.status, 0, "{}", run.stderr);
        run
    };
    let json: serde_json::Value = serde_json::from_str(&diff("json").stdout).unwrap();
    let found: Vec<String> = json["verdicts"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|verdict| verdict["verdict"] != "allowed")
        .map(|verdict| {
            let word = verdict["verdict"].as_str().unwrap();
            let nodes: Vec<&str> =
                verdict["affects"].as_array().unwrap().iter().filter_map(|n| n.as_str()).collect();
            let object = verdict["object"]["kind"].as_str().unwrap();
            format!("{word} {}", if nodes.is_empty() { object.into() } else { nodes.join(" ") })
        })
        .collect();
    assert_eq!(found, verdicts, "{json:#}");
    let text = diff("text");
    let lines = text.stdout.lines().count();
    assert!(lines <= 26, "{lines} lines:\n{}", text.stdout);
    format!("{}{}\n{}", text.stdout, text.stderr, diff("markdown").stdout)
}

#[test]
fn two_swapped_commands() {
    let [first, second] = [
        "    - envsubst < /etc/kubeadm.yml > /etc/kubeadm.yml.tmp\n",
        "    - mv /etc/kubeadm.yml.tmp /etc/kubeadm.yml\n",
    ];
    let both = |a: &str, b: &str| format!("{a}{b}");
    let new = replaced(CLUSTER, &both(first, second), &both(second, first));
    insta::assert_snapshot!(told("swap", &new, &["rolls control-plane"]));
}

#[test]
fn a_renamed_file() {
    let new = replaced(CLUSTER, "sysctl.d/hardening.conf", "sysctl.d/90-hardening.conf");
    insta::assert_snapshot!(told("rename", &new, &["rolls control-plane"]));
}

/// The cluster with one byte of every copy of containerd's configuration changed, under new names
/// where the names hold hashes.
fn other_pause_image() -> String {
    let line = CLUSTER.lines().find(|line| line.contains("content: dmVyc2lvbi")).unwrap();
    let old = line.trim().trim_start_matches("content: ");
    let toml = String::from_utf8(STANDARD.decode(old).unwrap()).unwrap();
    let new = STANDARD.encode(replaced(&toml, "pause:3.9", "pause:3.8"));
    replaced(CLUSTER, old, &new)
}

#[test]
fn one_byte_of_the_configuration_of_containerd() {
    let hashed = replaced(&other_pause_image(), "be4deabd", "1f0c4d2e");
    let new = replaced(&hashed, "8108a979", "77aa31c9");
    let all = ["rolls control-plane", "rolls worker/demo-def00", "rolls worker/demo-gpu"];
    insta::assert_snapshot!(told("containerd", &new, &all));
}

/// Without a new name the pools keep what they have, and say nothing.
#[test]
fn one_byte_of_a_file_under_an_old_name() {
    let all = ["rolls control-plane", "ignored worker/demo-def00", "ignored worker/demo-gpu"];
    insta::assert_snapshot!(told("stale", &other_pause_image(), &all));
}

fn other_secret() -> String {
    let line = CLUSTER.lines().find(|line| line.contains("hosts.toml: ")).unwrap();
    let old = line.trim().trim_start_matches("hosts.toml: ");
    let toml = String::from_utf8(STANDARD.decode(old).unwrap()).unwrap();
    replaced(CLUSTER, old, &STANDARD.encode(replaced(&toml, "b25l", "dHdv")))
}

#[test]
fn one_line_of_a_secret_file() {
    let new = replaced(&other_secret(), "demo-registry-5ef65722", "demo-registry-11f65722");
    let told = told("secret", &new, &["rolls control-plane"]);
    assert!(!told.contains("dHdv"), "{told}");
    insta::assert_snapshot!(told);
}

#[test]
fn one_line_of_a_secret_file_shown() {
    let told = told_with("shown", &other_secret(), &["ignored control-plane"], &["--show-secrets"]);
    insta::assert_snapshot!(told);
}

#[test]
fn another_instance_type_of_the_pools() {
    let new = replaced(CLUSTER, "instanceType: m5.xlarge", "instanceType: m5.2xlarge");
    let both = ["rolls worker/demo-def00", "rolls worker/demo-gpu"];
    insta::assert_snapshot!(told("instance-type", &new, &both));
}

#[test]
fn another_instance_type_of_the_control_plane() {
    let typed = replaced(CLUSTER, "r6i.xlarge", "r6i.2xlarge");
    let new = replaced(&typed, "c7649590", "73122eaa");
    insta::assert_snapshot!(told("template", &new, &["rolls control-plane"]));
}

/// A template must get a new name; under its old one the webhook refuses it.
#[test]
fn another_instance_type_under_an_old_name() {
    let new = replaced(CLUSTER, "r6i.xlarge", "r6i.2xlarge");
    insta::assert_snapshot!(told("immutable", &new, &["refused control-plane"]));
}

#[test]
fn a_new_taint() {
    let label = "        value: pool=gpu\n";
    let taint = "      taints:\n      - {key: dedicated, value: gpu, effect: NoSchedule}\n";
    let tainted = replaced(CLUSTER, label, &format!("{label}{taint}"));
    let new = replaced(&tainted, "8108a979", "dd7e35e7");
    insta::assert_snapshot!(told("taint", &new, &["rolls worker/demo-gpu"]));
}

/// The cluster without its last pool.
fn without_gpu_pool() -> String {
    let at = CLUSTER.find("---\napiVersion: cluster.x-k8s.io/v1beta2\nkind: MachinePool\nmetadata:\n  name: demo-gpu").unwrap();
    replaced(&CLUSTER[..at], "    - nodes-gpu-demo\n", "")
}

#[test]
fn a_dropped_pool() {
    let all = ["in-place AWSCluster"];
    insta::assert_snapshot!(told("dropped", &without_gpu_pool(), &all));
}

#[test]
fn a_renamed_pool() {
    let named = replaced(CLUSTER, "demo-gpu", "demo-tpu");
    let new = replaced(&named, "nodes-gpu-demo", "nodes-tpu-demo");
    let all = ["in-place AWSCluster", "recreated worker/demo-tpu", "recreated worker/demo-tpu"];
    insta::assert_snapshot!(told("renamed-pool", &new, &all));
}

#[test]
fn a_new_kubernetes_minor() {
    let new = replaced(CLUSTER, "version: v1.34.1", "version: v1.35.0");
    let all = ["rolls control-plane", "rolls worker/demo-def00", "rolls worker/demo-gpu"];
    insta::assert_snapshot!(told("minor", &new, &all));
}

#[test]
fn two_kubernetes_minors_at_once() {
    let new = replaced(CLUSTER, "version: v1.34.1", "version: v1.36.0");
    let all = ["refused control-plane", "rolls worker/demo-def00", "rolls worker/demo-gpu"];
    insta::assert_snapshot!(told("two-minors", &new, &all));
}

/// A new version of the chart that changes nothing but its labels.
#[test]
fn a_new_version_of_the_chart() {
    let new = replaced(CLUSTER, "cluster-aws-9.0.0", "cluster-aws-9.0.1");
    insta::assert_snapshot!(told("labels", &new, &["ignored control-plane"]));
}
