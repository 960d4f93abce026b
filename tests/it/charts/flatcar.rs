//! What a Flatcar node is told, and that Ubuntu nodes are told nothing of it.

use clusterctl_gs::render::builtin::{Os, Provider};
use serde_json::{Value, json};

use super::*;

fn flatcar_clusters() -> impl Iterator<Item = &'static Cluster> {
    everything().iter().filter(|cluster| cluster.chart.os == Os::Flatcar)
}

/// The Container Linux Config of a kubeadm configuration.
fn additional_config(config: &Value) -> Value {
    read(at(config, "/ignition/containerLinuxConfig/additionalConfig").as_str().unwrap())
}

fn unit<'a>(clc: &'a Value, name: &str) -> Option<&'a Value> {
    at(clc, "/systemd/units").as_array().unwrap().iter().find(|unit| unit["name"] == name)
}

/// The lines of a drop-in or unit that start so.
fn lines<'a>(text: &'a Value, key: &str) -> Vec<&'a str> {
    let text = text.as_str().unwrap();
    text.lines().filter_map(|line| line.strip_prefix(key)?.strip_prefix('=')).collect()
}

#[test]
fn every_configuration_is_ignition_and_strict() {
    for cluster in flatcar_clusters() {
        for (name, config) in cluster.kubeadm_configs() {
            assert_eq!(config["format"], "ignition", "{}: {name}", cluster.label());
            assert_eq!(at(config, "/ignition/containerLinuxConfig/strict"), true);
            assert!(config.get("useExperimentalRetryJoin").is_none());
        }
    }
}

#[test]
fn ubuntu_has_neither_format_nor_ignition() {
    for cluster in everything().iter().filter(|c| c.chart.os == Os::Ubuntu) {
        for (name, config) in cluster.kubeadm_configs() {
            assert!(config.get("format").is_none(), "{}: {name}", cluster.label());
            assert!(config.get("ignition").is_none(), "{}: {name}", cluster.label());
            let commands = config["preKubeadmCommands"].to_string();
            assert!(!commands.contains("envsubst"), "{}: {name}", cluster.label());
        }
    }
}

#[test]
fn kubeadm_waits_for_metadata_containerd_and_the_network() {
    for cluster in flatcar_clusters() {
        for (name, config) in cluster.kubeadm_configs() {
            let clc = additional_config(config);
            let kubeadm = unit(&clc, "kubeadm.service").expect(name);
            assert_eq!(kubeadm["enabled"], true);
            assert_eq!(at(kubeadm, "/dropins/0/name"), "10-flatcar.conf");
            let dropin = at(kubeadm, "/dropins/0/contents");
            assert_eq!(lines(dropin, "Requires"), ["coreos-metadata.service"]);
            let after = ["coreos-metadata.service", "containerd.service", "network-online.target"];
            assert_eq!(lines(dropin, "After"), after);
            assert_eq!(lines(dropin, "Wants"), &after[1..]);
            assert_eq!(lines(dropin, "EnvironmentFile"), ["/run/metadata/flatcar"]);
            let path = lines(dropin, "Environment").concat();
            assert!(path.starts_with("PATH=") && path.ends_with(":/opt/bin"), "{path}");
            // Newer releases mount /etc noexec; the first line resets the unit's own command.
            assert_eq!(lines(dropin, "ExecStart"), ["", "/bin/bash /etc/kubeadm.sh"]);
        }
    }
}

#[test]
fn nodes_do_not_update_and_reboot_themselves() {
    for cluster in flatcar_clusters() {
        for (_, config) in cluster.kubeadm_configs() {
            let clc = additional_config(config);
            for name in ["update-engine.service", "locksmithd.service"] {
                assert_eq!(unit(&clc, name), Some(&json!({"name": name, "mask": true})));
            }
        }
    }
}

#[test]
fn units_are_named_once_and_have_what_they_need() {
    for cluster in flatcar_clusters() {
        for (_, config) in cluster.kubeadm_configs() {
            let clc = additional_config(config);
            let units = at(&clc, "/systemd/units").as_array().unwrap();
            let names: std::collections::BTreeSet<_> =
                units.iter().map(|u| u["name"].as_str()).collect();
            assert_eq!(names.len(), units.len());
            for unit in units {
                let keys: Vec<&str> =
                    unit.as_object().unwrap().keys().map(String::as_str).collect();
                let known = ["name", "enabled", "mask", "contents", "dropins"];
                assert!(keys.iter().all(|key| known.contains(key)), "{unit}");
                if let Some(contents) = unit.get("contents") {
                    assert!(contents.as_str().unwrap().starts_with("[Unit]\n"));
                    let install = contents.as_str().unwrap().contains("\n[Install]\n");
                    assert_eq!(install, unit["enabled"] == true, "{unit}");
                }
            }
        }
    }
}

#[test]
fn metadata_is_filled_in_by_name_before_kubeadm_reads_its_file() {
    for cluster in flatcar_clusters() {
        let (variable, others) = match cluster.chart.provider {
            Provider::Aws => ("COREOS_EC2_HOSTNAME", " ${COREOS_EC2_IPV4_LOCAL}"),
            Provider::OpenStack => ("COREOS_OPENSTACK_HOSTNAME", ""),
        };
        for (name, config) in cluster.node_configs() {
            for block in ["initConfiguration", "joinConfiguration"] {
                let Some(block) = config.get(block) else { continue };
                assert_eq!(
                    at(block, "/nodeRegistration/name"),
                    &format!("${{{variable}}}"),
                    "{name}"
                );
            }
            let commands = texts(&config["preKubeadmCommands"]);
            let first = commands.iter().position(|c| c.starts_with("envsubst")).expect(name);
            let expected = [
                &format!(
                    "envsubst '${{{variable}}}{others}' < /etc/kubeadm.yml > /etc/kubeadm.yml.tmp"
                ),
                "chmod 0600 /etc/kubeadm.yml.tmp",
                "mv /etc/kubeadm.yml.tmp /etc/kubeadm.yml",
            ];
            assert_eq!(commands[first..first + 3], expected);
            // Every placeholder of the configuration is on the list.
            for part in config["joinConfiguration"].to_string().split("${").skip(1) {
                let name = part.split('}').next().unwrap();
                assert!(expected[0].contains(&format!("${{{name}}}")), "{name}");
            }
        }
    }
}

#[test]
fn files_have_octal_permissions_plain_content_and_a_path_that_lasts() {
    for cluster in everything() {
        for (name, config) in cluster.kubeadm_configs() {
            let files = config["files"].as_array().unwrap();
            let mut paths: Vec<&str> = files.iter().map(|f| f["path"].as_str().unwrap()).collect();
            for file in files {
                let permissions = file["permissions"].as_str().unwrap();
                assert!(permissions.len() == 4 && permissions.starts_with('0'), "{file}");
                assert!(u32::from_str_radix(permissions, 8).is_ok(), "{file}");
                assert!(file.get("encoding").is_none() && file.get("owner").is_none(), "{file}");
                assert!(
                    file.get("content").is_some() != file.get("contentFrom").is_some(),
                    "{file}"
                );
                if let Some(content) = file.get("content").and_then(Value::as_str) {
                    assert!(!content.starts_with([' ', '\t', '\n']), "{file}");
                    assert!(content.ends_with('\n') && !content.ends_with("\n\n"), "{file}");
                    assert!(content.len() <= 10240, "{file}");
                }
            }
            for path in &paths {
                let lost = ["/run/", "/tmp/", "/usr/", "/lib/"];
                assert!(
                    !lost.iter().any(|l| path.starts_with(l)),
                    "{}: {name}: {path}",
                    cluster.label()
                );
            }
            paths.sort_unstable();
            paths.dedup();
            assert_eq!(paths.len(), files.len(), "{}: {name}", cluster.label());
        }
    }
}

#[test]
fn commands_name_files_that_are_there_and_the_shell_that_runs_them() {
    for cluster in everything() {
        for (_, config) in cluster.kubeadm_configs() {
            let commands = ["preKubeadmCommands", "postKubeadmCommands"].map(|key| &config[key]);
            for command in commands.into_iter().flat_map(|c| c.as_array().into_iter().flatten()) {
                let command = command.as_str().unwrap();
                if let Some(script) = command.strip_prefix("/bin/bash ") {
                    assert!(file(config, script).is_some(), "{}: {command}", cluster.label());
                }
                assert!(
                    !command.starts_with("/etc/") && !command.starts_with("/opt/"),
                    "{command}"
                );
            }
        }
    }
}

#[test]
fn people_log_in_with_certificates_of_the_trusted_authorities() {
    for cluster in everything() {
        for (_, config) in cluster.kubeadm_configs() {
            let sshd = file(config, "/etc/ssh/sshd_config").unwrap();
            assert_eq!(sshd["permissions"], "0600");
            let text = sshd["content"].as_str().unwrap();
            for line in
                ["TrustedUserCAKeys /etc/ssh/trusted-user-ca-keys.pem", "PasswordAuthentication no"]
            {
                assert!(text.lines().any(|l| l == line), "{text}");
            }
            let keys = file(config, "/etc/ssh/trusted-user-ca-keys.pem").unwrap();
            assert!(keys["content"].as_str().unwrap().starts_with("ssh-ed25519 "));
            let user = at(config, "/users/0");
            let expected =
                json!({"name": "giantswarm", "groups": "sudo", "sudo": "ALL=(ALL) NOPASSWD:ALL"});
            assert_eq!(user, &expected);
            let commands = [&config["preKubeadmCommands"], &config["postKubeadmCommands"]];
            let restart = "systemctl restart sshd || systemctl restart ssh";
            assert!(
                commands
                    .iter()
                    .any(|c| c.as_array().is_some_and(|c| c.iter().any(|c| c == restart)))
            );
        }
    }
}

#[test]
fn the_control_plane_of_aws_has_its_volumes_formatted_and_mounted() {
    let cluster = current(Provider::Aws, Os::Flatcar);
    let clc = additional_config(cluster.control_plane());
    let filesystem = |label: &str, device: &str| {
        json!({"name": label, "mount": {
            "device": device, "format": "xfs", "label": label, "wipe_filesystem": true,
        }})
    };
    let expected = json!([
        filesystem("etcd", "/dev/xvdc"),
        filesystem("containerd", "/dev/xvdd"),
        filesystem("kubelet", "/dev/xvde"),
    ]);
    assert_eq!(at(&clc, "/storage/filesystems"), &expected);
    assert_eq!(
        at(&clc, "/storage/directories"),
        &json!([{"path": "/var/lib/kubelet", "mode": 0o750}])
    );
    for label in ["etcd", "containerd", "kubelet"] {
        let mount = unit(&clc, &format!("var-lib-{label}.mount")).unwrap();
        assert_eq!(mount["enabled"], true);
        assert_eq!(lines(&mount["contents"], "What"), [format!("/dev/disk/by-label/{label}")]);
        assert_eq!(lines(&mount["contents"], "Where"), [format!("/var/lib/{label}")]);
        assert_eq!(lines(&mount["contents"], "Type"), ["xfs"]);
        assert_eq!(lines(&mount["contents"], "WantedBy"), ["local-fs-pre.target"]);
    }
    let template = cluster.one("AWSMachineTemplate", "test-wc-control-plane-");
    let volumes = at(template, "/spec/template/spec/nonRootVolumes").as_array().unwrap();
    let devices: Vec<&str> = volumes.iter().map(|v| v["deviceName"].as_str().unwrap()).collect();
    assert_eq!(devices, ["/dev/xvdc", "/dev/xvdd", "/dev/xvde"]);
}

#[test]
fn nodes_of_aws_have_a_slice_for_daemons_hardening_and_audit_rules() {
    let cluster = current(Provider::Aws, Os::Flatcar);
    for (name, config) in cluster.node_configs() {
        let clc = additional_config(config);
        let slice = unit(&clc, "kubereserved.slice").expect(name);
        assert!(slice["contents"].as_str().unwrap().contains("Before=slices.target"));
        let containerd = at(unit(&clc, "containerd.service").unwrap(), "/dropins/0/contents");
        assert_eq!(lines(containerd, "Slice"), ["kubereserved.slice"]);
        assert_eq!(
            lines(containerd, "Environment"),
            ["CONTAINERD_CONFIG=/etc/containerd/config.toml"]
        );
        let hardening = &unit(&clc, "os-hardening.service").unwrap()["contents"];
        assert_eq!(
            lines(hardening, "ExecStart"),
            ["/usr/sbin/sysctl -p /etc/sysctl.d/hardening.conf"]
        );
        assert!(file(config, "/etc/sysctl.d/hardening.conf").is_some());
        assert!(unit(&clc, "audit-rules.service").is_some());
        let time = file(config, "/etc/systemd/timesyncd.conf").unwrap();
        assert_eq!(time["content"], "[Time]\nNTP=169.254.169.123\n");
    }
}
