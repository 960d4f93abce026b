//! The `userdata` command: what it prints, writes and compares.

use std::fs;

use crate::support::{Run, Scratch, run, run_in};

const MANIFEST: &str = "apiVersion: bootstrap.cluster.x-k8s.io/v1beta1
kind: KubeadmConfig
metadata:
  name: demo
spec:
  format: ignition
  joinConfiguration: {}
  files:
  - path: /etc/app/one.conf
    permissions: \"0640\"
    owner: root:app
    content: |
      key: value
  - path: /etc/../../escape
    permissions: \"0600\"
    content: x
  ignition:
    containerLinuxConfig:
      additionalConfig: |
        systemd:
          units:
          - name: app.service
            enabled: true
            contents: |
              [Unit]
              Description=app
              [Service]
              ExecStart=/usr/bin/true
              [Install]
              WantedBy=multi-user.target
";

fn userdata(scratch: &Scratch, args: &[&str]) -> Run {
    scratch.write("m.yaml", MANIFEST);
    let mut all = vec!["userdata", "m.yaml", "--capi", "v1.12.1"];
    all.extend_from_slice(args);
    run_in(scratch.path(), &all)
}

#[test]
fn show_prints_one_thing_of_a_node() {
    let scratch = Scratch::new("userdata");
    let files = userdata(&scratch, &["--show", "files"]).stdout;
    assert!(files.contains("0640  root:app      11  /etc/app/one.conf\n"), "{files}");
    let units = userdata(&scratch, &["--show", "units"]).stdout;
    assert!(units.starts_with("app.service  enabled\n"), "{units}");
    let kubeadm = userdata(&scratch, &["--show", "kubeadm"]).stdout;
    assert!(kubeadm.contains("kind: JoinConfiguration\n"), "{kubeadm}");
    assert!(userdata(&scratch, &["--show", "clc"]).stdout.starts_with("---\nsystemd:\n"));
    let ignition = userdata(&scratch, &["--show", "ignition"]).stdout;
    assert!(ignition.starts_with("{\"ignition\":{\"config\":{}"), "{ignition}");
    let size = userdata(&scratch, &["--show", "size"]).stdout;
    assert!(size.lines().all(|l| l.chars().count() <= 80), "{size}");
}

#[test]
fn extract_writes_the_files_below_the_folder_only() {
    let scratch = Scratch::new("userdata");
    assert_eq!(userdata(&scratch, &["--extract", "out", "--show", "size"]).status, 0);
    let base = scratch.path().join("out/worker_demo");
    assert_eq!(fs::read_to_string(base.join("etc/app/one.conf")).unwrap(), "key: value\n");
    assert!(base.join("escape").exists());
    assert!(base.join("etc/systemd/system/app.service").exists());
    // What is there already is never written through.
    let again = userdata(&scratch, &["--extract", "out", "--show", "size"]);
    assert_eq!(again.status, 2, "{}", again.stderr);
}

#[test]
fn actual_names_what_differs() {
    let scratch = Scratch::new("userdata");
    let ignition = userdata(&scratch, &["--show", "ignition"]).stdout;
    let compare = |text: &str| {
        scratch.write("real.json", text);
        userdata(&scratch, &["--actual", "real.json"])
    };
    let same = compare(&ignition);
    assert_eq!((same.status, same.stdout.as_str()), (0, ""));
    let changed = compare(&ignition.replace("key%3A%20value", "key%3A%20other"));
    assert_eq!(changed.status, 1);
    assert!(changed.stdout.starts_with("file /etc/app/one.conf: differs\n"), "{}", changed.stdout);
    let changed = compare(&ignition.replace("\"mode\":416", "\"mode\":420"));
    assert_eq!(changed.stdout, "file /etc/app/one.conf (mode): differs\n  -0640\n  +0644\n");
    let changed = compare(&ignition.replace("app.service", "other.service"));
    assert!(changed.stdout.contains("unit app.service: is missing on the node"));
    // A real token and hash are no difference.
    let real = ignition.replace("abcdef.0123456789abcdef", "a1b2c3.00112233445566aa");
    assert_eq!(compare(&real).status, 0);
    assert_eq!(compare("something else").status, 2);
}

#[test]
fn nodes_with_cloud_config_are_shown_and_extracted_too() {
    let scratch = Scratch::new("cloud-config");
    let render = |arguments: &[&str]| {
        let mut all = vec!["userdata", "--provider", "openstack", "--os", "ubuntu"];
        all.extend_from_slice(arguments);
        run_in(scratch.path(), &all)
    };
    let files = render(&["--show", "files", "--node", "control-plane-init"]).stdout;
    assert!(files.contains("0640  root:root   1070  /etc/kubernetes/pki/ca.crt\n"), "{files}");
    assert!(files.contains("  /run/kubeadm/kubeadm.yaml\n"), "{files}");
    let size = render(&["--show", "size", "--node", "control-plane-init"]).stdout;
    assert!(size.contains("  /etc/kubernetes/pki/ca.key (+40)\n"), "{size}");
    assert!(size.lines().all(|line| line.chars().count() <= 80), "{size}");
    assert_eq!(render(&["--extract", "out", "--show", "size"]).status, 0);
    assert!(scratch.path().join("out/control-plane-init/run/kubeadm/kubeadm.yaml").exists());
}

#[test]
fn wrong_names_list_the_right_ones() {
    let scratch = Scratch::new("userdata");
    let wrong = userdata(&scratch, &["--node", "worker/other"]);
    assert_eq!(wrong.status, 2);
    assert!(wrong.stderr.contains("`worker/demo`"), "{}", wrong.stderr);
    scratch.write("empty.yaml", "kind: List\napiVersion: v1\nitems: []\n");
    let empty = run_in(scratch.path(), &["userdata", "empty.yaml"]);
    assert_eq!(empty.status, 2);
    assert!(empty.stderr.contains("no kubeadm configuration"), "{}", empty.stderr);
}

#[test]
fn the_nodes_of_the_built_in_charts_are_taken_by_all_stages() {
    for provider in ["aws", "openstack"] {
        for os in ["flatcar", "ubuntu"] {
            let args = ["userdata", "--provider", provider, "--os", os, "--format", "json"];
            let found = run(&args);
            assert_eq!(found.status, 0, "{provider}/{os}: {}", found.stderr);
            let json: serde_json::Value = serde_json::from_str(&found.stdout).unwrap();
            for node in json["nodes"].as_array().unwrap() {
                assert_eq!(node["result"], "generated", "{provider}/{os}");
                // What only the cluster knows is in it at its longest.
                if let Some(limit) = node["limit"].as_u64() {
                    let most = node["bytesMax"].as_u64().unwrap();
                    let counted =
                        if node["target"] == "nova" { most.div_ceil(3) * 4 } else { most };
                    assert!(counted * 10 < limit * 9, "{provider}/{os}: {}", node["node"]);
                }
                let findings = node["findings"].as_array().unwrap().iter();
                let bad: Vec<_> = findings.filter(|f| f["severity"] != "info").collect();
                assert!(bad.is_empty(), "{provider}/{os}: {bad:?}");
            }
        }
    }
}
