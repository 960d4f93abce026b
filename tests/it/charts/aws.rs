//! The cluster on AWS: network, bucket, machines, kubeadm.

use base64::Engine as _;
use clusterctl_gs::profile::Generation;
use clusterctl_gs::render::builtin::{Os, Provider};
use serde_json::{Value, json};

use super::*;

fn aws(os: Os, over: &str) -> Cluster {
    render(chart(Provider::Aws, os, Generation::Current), over)
}

fn decode(text: &Value) -> String {
    let bytes = base64::engine::general_purpose::STANDARD.decode(text.as_str().unwrap()).unwrap();
    String::from_utf8(bytes).unwrap()
}

/// The instance profiles of all machines but those of Ubuntu's bastion, which has none.
fn used_profiles(cluster: &Cluster) -> Vec<&str> {
    let templates = cluster.all("AWSMachineTemplate");
    let templates =
        templates.iter().filter_map(|t| t.pointer("/spec/template/spec/iamInstanceProfile"));
    let pools = cluster.all("AWSMachinePool");
    let pools = pools.iter().map(|p| at(p, "/spec/awsLaunchTemplate/iamInstanceProfile"));
    let mut profiles: Vec<&str> = templates.chain(pools).map(|p| p.as_str().unwrap()).collect();
    profiles.sort_unstable();
    profiles
}

#[test]
fn the_objects_are_those_of_the_inventory() {
    let kinds = |os| -> Vec<String> {
        let mut kinds: Vec<_> = current(Provider::Aws, os)
            .objects
            .iter()
            .map(|o| o["kind"].as_str().unwrap().to_owned())
            .collect();
        kinds.sort();
        kinds
    };
    let common = [
        "AWSCluster",
        "AWSMachinePool",
        "AWSMachineTemplate",
        "AWSMachineTemplate",
        "Cluster",
        "KubeadmConfig",
    ];
    let rest =
        ["KubeadmControlPlane", "MachineDeployment", "MachineHealthCheck", "MachinePool", "Secret"];
    assert_eq!(kinds(Os::Flatcar), [&common[..], &["KubeadmConfigTemplate"], &rest].concat());
    assert_eq!(kinds(Os::Ubuntu), [&common[..], &rest, &["Secret"]].concat());
}

#[test]
fn the_bucket_lists_exactly_the_profiles_of_the_machines_that_read_it() {
    for cluster in everything() {
        if cluster.chart.provider != Provider::Aws {
            continue;
        }
        let bucket = cluster.one("AWSCluster", NAME).pointer("/spec/s3Bucket");
        if cluster.chart.os == Os::Ubuntu {
            assert_eq!(bucket, None, "{}", cluster.label());
            continue;
        }
        let bucket = bucket.unwrap();
        assert_eq!(bucket["name"], "eu-west-1-capa-test-wc");
        assert_eq!(bucket["controlPlaneIAMInstanceProfile"], "control-plane-test-wc");
        let mut listed = texts(&bucket["nodesIAMInstanceProfiles"]);
        listed.push("control-plane-test-wc");
        listed.sort_unstable();
        assert_eq!(listed, used_profiles(cluster), "{}", cluster.label());
    }
}

#[test]
fn several_pools_each_have_a_profile_and_a_place_in_the_bucket_policy() {
    let cluster = aws(Os::Flatcar, case(Provider::Aws, "several-pools"));
    let profiles =
        texts(at(cluster.one("AWSCluster", NAME), "/spec/s3Bucket/nodesIAMInstanceProfiles"));
    let pools = ["def00", "gpu", "mixed", "spot"].map(|pool| format!("nodes-{pool}-test-wc"));
    assert_eq!(profiles[..4], pools);
    assert_eq!(profiles[4..], ["bastion-test-wc"]);
}

#[test]
fn the_network_has_public_and_private_subnets_in_three_zones() {
    let cluster = aws(Os::Flatcar, "");
    let spec = &cluster.one("AWSCluster", NAME)["spec"];
    assert_eq!(spec["region"], "eu-west-1");
    assert_eq!(spec["identityRef"], json!({"kind": "AWSClusterRoleIdentity", "name": "default"}));
    assert_eq!(
        at(spec, "/network/vpc"),
        &json!({"availabilityZoneUsageLimit": 3, "cidrBlock": "10.0.0.0/16"})
    );
    let subnets = at(spec, "/network/subnets").as_array().unwrap();
    let facts: Vec<_> = subnets
        .iter()
        .map(|s| (s["availabilityZone"].as_str().unwrap(), s["isPublic"] == true))
        .collect();
    let zones = ["eu-west-1a", "eu-west-1b", "eu-west-1c"];
    let expected: Vec<_> =
        zones.map(|z| (z, true)).into_iter().chain(zones.map(|z| (z, false))).collect();
    assert_eq!(facts, expected);
    assert_eq!(subnets[0]["cidrBlock"], "10.0.0.0/20");
    assert_eq!(subnets[5]["cidrBlock"], "10.0.192.0/18");
    assert_eq!(at(spec, "/controlPlaneLoadBalancer/scheme"), "internet-facing");
    assert_eq!(at(spec, "/bastion"), &json!({"enabled": false}));
    let rule = at(spec, "/network/cni/cniIngressRules/0");
    assert_eq!((&rule["protocol"], &rule["fromPort"]), (&json!("-1"), &json!(-1)));
}

#[test]
fn a_private_cluster_has_nothing_public() {
    let cluster = aws(Os::Flatcar, case(Provider::Aws, "private-network"));
    let spec = &cluster.one("AWSCluster", NAME)["spec"];
    assert_eq!(at(spec, "/controlPlaneLoadBalancer/scheme"), "internal");
    let subnets = at(spec, "/network/subnets").as_array().unwrap();
    assert!(subnets.iter().all(|s| s["isPublic"] == false));
    assert_eq!(
        at(cluster.one("AWSCluster", NAME), "/metadata/annotations")["aws.giantswarm.io/vpc-mode"],
        "private"
    );
    let bastion = at(cluster.one("AWSMachineTemplate", "test-wc-bastion-"), "/spec/template/spec");
    assert_eq!(bastion["publicIP"], false);
    assert_eq!(at(bastion, "/subnet/filters/1/values"), &json!(["private"]));
}

#[test]
fn an_existing_network_is_used_by_the_ids_of_its_subnets() {
    let cluster = aws(Os::Flatcar, case(Provider::Aws, "explicit-network"));
    let network = at(cluster.one("AWSCluster", NAME), "/spec/network");
    assert_eq!(at(network, "/vpc/id"), "vpc-0123456789abcdef0");
    let subnets = network["subnets"].as_array().unwrap();
    assert!(subnets.iter().all(|s| s["id"].as_str().unwrap().starts_with("subnet-0")));
    let pool = cluster.one("AWSMachinePool", "test-wc-def00");
    let expected = json!([{"id": "subnet-0bbbbbbbbbbbbbbb1"}, {"id": "subnet-0bbbbbbbbbbbbbbb2"}]);
    assert_eq!(at(pool, "/spec/subnets"), &expected);
    for template in cluster.all("AWSMachineTemplate") {
        assert!(at(template, "/spec/template/spec").get("subnet").is_none());
    }
}

#[test]
fn machines_are_found_by_image_subnet_and_profile() {
    for (os, base) in [(Os::Flatcar, "flatcar-stable"), (Os::Ubuntu, "ubuntu-24.04")] {
        let cluster = aws(os, "");
        let template =
            at(cluster.one("AWSMachineTemplate", "test-wc-control-plane-"), "/spec/template/spec");
        let pool = at(cluster.one("AWSMachinePool", "test-wc-def00"), "/spec");
        let launch = &pool["awsLaunchTemplate"];
        for machine in [template, launch] {
            assert_eq!(machine["ami"], json!({}));
            assert_eq!(machine["imageLookupBaseOS"], base);
            assert_eq!(machine["imageLookupFormat"], "capa-ami-{{.BaseOS}}-v{{.K8sVersion}}-gs");
            assert_eq!(machine["imageLookupOrg"], "706635527432");
            assert_eq!(machine["sshKeyName"], "");
        }
        assert_eq!(template["iamInstanceProfile"], "control-plane-test-wc");
        assert_eq!(launch["iamInstanceProfile"], "nodes-def00-test-wc");
        assert_eq!(template["rootVolume"], json!({"size": 120, "type": "gp3", "encrypted": true}));
        assert_eq!(launch["rootVolume"], json!({"size": 300, "type": "gp3", "encrypted": true}));
        let by_tag = json!([
            {"name": "tag:kubernetes.io/cluster/test-wc", "values": ["shared", "owned"]},
            {"name": "tag:sigs.k8s.io/cluster-api-provider-aws/role", "values": ["private"]},
        ]);
        assert_eq!(at(template, "/subnet/filters"), &by_tag);
        let filters = at(pool, "/subnets/0/filters").as_array().unwrap();
        assert_eq!(&filters[..2], by_tag.as_array().unwrap());
        assert_eq!(filters[2]["values"], pool["availabilityZones"]);
        assert_eq!((&pool["minSize"], &pool["maxSize"]), (&json!(3), &json!(3)));
    }
}

#[test]
fn bootstrap_data_of_flatcar_lies_in_the_bucket_and_never_beside_cloud_init() {
    let cluster = aws(Os::Flatcar, "");
    let ignition = json!({"storageType": "ClusterObjectStore", "version": "3.4"});
    for template in cluster.all("AWSMachineTemplate") {
        let spec = at(template, "/spec/template/spec");
        assert_eq!(spec["ignition"], ignition);
        assert!(spec.get("cloudInit").is_none() && spec.get("uncompressedUserData").is_none());
    }
    assert_eq!(at(cluster.one("AWSMachinePool", NAME), "/spec/ignition"), &ignition);
    let cluster = aws(Os::Ubuntu, "");
    for object in &cluster.objects {
        assert!(!object["spec"].to_string().contains("\"ignition\""), "{object:#}");
    }
}

#[test]
fn the_api_server_has_the_arguments_of_the_inventory() {
    for os in Os::ALL {
        let cluster = aws(os, "");
        let config = at(cluster.control_plane(), "/clusterConfiguration");
        let args = at(config, "/apiServer/extraArgs");
        for (name, value) in [
            ("api-audiences", "sts.amazonaws.com"),
            ("audit-log-path", "/var/log/apiserver/audit.log"),
            ("audit-policy-file", "/etc/kubernetes/policies/audit-policy.yaml"),
            ("encryption-provider-config", "/etc/kubernetes/encryption/config.yaml"),
            ("kubelet-preferred-address-types", "InternalIP"),
            ("profiling", "false"),
            ("runtime-config", "api/all=true"),
            ("service-account-issuer", "https://irsa.test-wc.example.com"),
            ("service-cluster-ip-range", "172.31.0.0/16"),
        ] {
            assert_eq!(arg(args, name), Some(value), "{name}");
        }
        assert!(arg(args, "tls-cipher-suites").unwrap().contains("TLS_AES_256_GCM_SHA384"));
        assert!(arg(args, "oidc-issuer-url").is_none());
        // Gone from the API server since Kubernetes 1.33, and the gate since 1.29.
        assert!(arg(args, "cloud-provider").is_none() && arg(args, "feature-gates").is_none());
        assert_eq!(
            at(config, "/apiServer/certSANs"),
            &json!(["api.test-wc.example.com", "127.0.0.1"])
        );
        let volumes = at(config, "/apiServer/extraVolumes").as_array().unwrap();
        let volumes: Vec<_> = volumes
            .iter()
            .map(|v| (v["name"].as_str().unwrap(), v["hostPath"].as_str().unwrap()))
            .collect();
        let expected = [
            ("auditlog", "/var/log/apiserver"),
            ("policies", "/etc/kubernetes/policies"),
            ("encryption", "/etc/kubernetes/encryption"),
        ];
        assert_eq!(volumes, expected);
    }
}

#[test]
fn the_other_components_have_the_arguments_of_the_inventory() {
    let cluster = aws(Os::Flatcar, "");
    let config = at(cluster.control_plane(), "/clusterConfiguration");
    let manager = at(config, "/controllerManager/extraArgs");
    for (name, value) in [
        ("allocate-node-cidrs", "true"),
        ("cluster-cidr", "100.64.0.0/12"),
        ("bind-address", "0.0.0.0"),
        ("cloud-provider", "external"),
    ] {
        assert_eq!(arg(manager, name), Some(value), "{name}");
    }
    assert_eq!(arg(at(config, "/scheduler/extraArgs"), "bind-address"), Some("0.0.0.0"));
    let etcd = at(config, "/etcd/local/extraArgs");
    assert_eq!(arg(etcd, "listen-metrics-urls"), Some("http://0.0.0.0:2381"));
    assert_eq!(arg(etcd, "quota-backend-bytes"), Some("8589934592"));
    assert_eq!(config["imageRepository"], "registry.k8s.io");
}

#[test]
fn init_and_join_register_nodes_alike() {
    for cluster in everything() {
        let config = cluster.control_plane();
        let init = at(config, "/initConfiguration/nodeRegistration");
        assert_eq!(init, at(config, "/joinConfiguration/nodeRegistration"), "{}", cluster.label());
        assert_eq!(arg(&init["kubeletExtraArgs"], "cloud-provider"), Some("external"));
    }
    let cluster = aws(Os::Flatcar, "");
    assert_eq!(
        at(cluster.control_plane(), "/initConfiguration/skipPhases"),
        &json!(["addon/kube-proxy", "addon/coredns"])
    );
}

#[test]
fn workers_say_who_they_are() {
    for (os, node, address) in [
        (Os::Flatcar, "${COREOS_EC2_HOSTNAME}", "${COREOS_EC2_IPV4_LOCAL}"),
        (Os::Ubuntu, "{{ ds.meta_data.local_hostname }}", "{{ ds.meta_data.local_ipv4 }}"),
    ] {
        let cluster = aws(
            os,
            "{machinePools: {def00: {labels: {tier: web}, taints: [{key: a, value: b, effect: NoSchedule}]}}}",
        );
        let registration = at(
            cluster.one("KubeadmConfig", "test-wc-def00-"),
            "/spec/joinConfiguration/nodeRegistration",
        );
        assert_eq!(registration["name"], node);
        let args = &registration["kubeletExtraArgs"];
        assert_eq!(arg(args, "node-ip"), Some(address));
        assert_eq!(
            arg(args, "node-labels"),
            Some("role=worker,giantswarm.io/machine-pool=test-wc-def00,tier=web")
        );
        assert_eq!(arg(args, "image-pull-progress-deadline"), None);
        assert_eq!(
            registration["taints"],
            json!([{"key": "a", "value": "b", "effect": "NoSchedule"}])
        );
    }
}

#[test]
fn a_pool_that_the_autoscaler_sizes_says_so() {
    let cluster = aws(Os::Flatcar, case(Provider::Aws, "several-pools"));
    let annotations =
        |pool: &str| at(cluster.one("MachinePool", pool), "/metadata/annotations").clone();
    assert_eq!(
        annotations("test-wc-def00")["cluster.x-k8s.io/replicas-managed-by"],
        "external-autoscaler"
    );
    assert!(annotations("test-wc-mixed").get("cluster.x-k8s.io/replicas-managed-by").is_none());
    let spot = &cluster.one("AWSMachinePool", "test-wc-spot")["spec"];
    assert_eq!(at(spot, "/awsLaunchTemplate/spotMarketOptions"), &json!({"maxPrice": "0.12"}));
    assert!(spot.get("mixedInstancesPolicy").is_none());
    let mixed =
        at(cluster.one("AWSMachinePool", "test-wc-mixed"), "/spec/mixedInstancesPolicy/overrides");
    assert_eq!(mixed.as_array().unwrap().len(), 3);
    let gpu = &cluster.one("AWSMachinePool", "test-wc-gpu")["spec"];
    assert_eq!(gpu["availabilityZones"], json!(["eu-west-1b"]));
}

#[test]
fn the_container_runtime_is_configured_from_a_secret_that_is_named_by_its_content() {
    let cluster = aws(Os::Flatcar, case(Provider::Aws, "proxy"));
    let secret = cluster.one("Secret", "test-wc-registry-configuration-");
    let toml = decode(at(secret, "/data/registry-config.toml"));
    assert!(
        toml.starts_with("version = 2\n")
            && toml.contains("config_path = \"/etc/containerd/certs.d\"\n")
    );
    assert!(toml.contains("[plugins.\"io.containerd.grpc.v1.cri\".registry.configs.\"registry.example.com\".auth]\nusername = \"reader\"\n"));
    for (_, config) in cluster.node_configs() {
        let from = at(file(config, "/etc/containerd/config.toml").unwrap(), "/contentFrom/secret");
        assert_eq!(from, &json!({"name": name(secret), "key": "registry-config.toml"}));
        let hosts = file(config, "/etc/containerd/certs.d/docker.io/hosts.toml").unwrap();
        assert!(
            hosts["content"]
                .as_str()
                .unwrap()
                .starts_with("server = \"https://registry-1.docker.io\"\n")
        );
    }
}

#[test]
fn a_proxy_is_for_containerd_and_kubelet_and_not_for_the_cluster_itself() {
    for provider in Provider::ALL {
        for os in Os::ALL {
            let cluster = render(chart(provider, os, Generation::Current), case(provider, "proxy"));
            for (_, config) in cluster.node_configs() {
                for service in ["containerd", "kubelet"] {
                    let path =
                        format!("/etc/systemd/system/{service}.service.d/99-http-proxy.conf");
                    let text = file(config, &path).unwrap()["content"].as_str().unwrap();
                    assert!(text.starts_with("[Service]\n"));
                    assert!(
                        text.contains(
                            "Environment=\"HTTPS_PROXY=http://proxy.example.com:3128\"\n"
                        )
                    );
                    let line =
                        text.lines().find(|l| l.starts_with("Environment=\"NO_PROXY=")).unwrap();
                    for exception in [
                        "127.0.0.1",
                        "169.254.169.254",
                        "cluster.local",
                        "test-wc.example.com",
                        "192.168.0.0/16",
                    ] {
                        assert!(line.contains(exception), "{exception}: {line}");
                    }
                    assert!(
                        provider != Provider::Aws || line.contains("elb.eu-west-1.amazonaws.com")
                    );
                }
                let commands = texts(&config["preKubeadmCommands"]);
                assert!(
                    commands
                        .ends_with(&["systemctl daemon-reload", "systemctl restart containerd"])
                        || provider == Provider::OpenStack
                );
            }
        }
    }
}

#[test]
fn oidc_reaches_the_api_server_with_its_authority() {
    for provider in Provider::ALL {
        let cluster =
            render(chart(provider, Os::Flatcar, Generation::Current), case(provider, "oidc"));
        let args = at(cluster.control_plane(), "/clusterConfiguration/apiServer/extraArgs");
        assert_eq!(arg(args, "oidc-issuer-url"), Some("https://dex.example.com"));
        assert_eq!(arg(args, "oidc-username-prefix"), Some("-"));
        assert_eq!(arg(args, "oidc-groups-prefix"), Some("customer:"));
        assert_eq!(arg(args, "oidc-ca-file"), Some("/etc/ssl/certs/oidc.pem"));
        let authority = file(cluster.control_plane(), "/etc/ssl/certs/oidc.pem").unwrap();
        assert!(
            authority["content"].as_str().unwrap().starts_with("-----BEGIN CERTIFICATE-----\n")
        );
        let plain = render(chart(provider, Os::Flatcar, Generation::Current), "");
        assert!(file(plain.control_plane(), "/etc/ssl/certs/oidc.pem").is_none());
    }
}

#[test]
fn secrets_of_the_cluster_are_encrypted_and_calls_are_audited() {
    let cluster = aws(Os::Ubuntu, "");
    let config = cluster.control_plane();
    let encryption = file(config, "/etc/kubernetes/encryption/config.yaml").unwrap();
    let from =
        json!({"secret": {"name": "test-wc-encryption-provider-config", "key": "encryption"}});
    assert_eq!((&encryption["permissions"], &encryption["contentFrom"]), (&json!("0600"), &from));
    let policy = read(
        file(config, "/etc/kubernetes/policies/audit-policy.yaml").unwrap()["content"]
            .as_str()
            .unwrap(),
    );
    assert_eq!(
        (&policy["apiVersion"], &policy["kind"]),
        (&json!("audit.k8s.io/v1"), &json!("Policy"))
    );
    let rules = policy["rules"].as_array().unwrap();
    assert_eq!(rules.last().unwrap()["level"], "Metadata");
}

#[test]
fn a_cloudfront_issuer_is_filled_in_after_kubeadm() {
    let cluster = aws(Os::Ubuntu, "{irsa: {issuer: cloudfront}}");
    let config = cluster.control_plane();
    let args = at(config, "/clusterConfiguration/apiServer/extraArgs");
    assert_eq!(arg(args, "service-account-issuer"), Some("https://PLACEHOLDER_CLOUDFRONT_DOMAIN"));
    let from = at(file(config, "/opt/irsa-cloudfront-domain").unwrap(), "/contentFrom/secret");
    assert_eq!(from, &json!({"name": "test-wc-irsa-cloudfront", "key": "domain"}));
    assert!(texts(&config["postKubeadmCommands"]).contains(&"/bin/bash /opt/irsa-cloudfront.sh"));
}

#[test]
fn ubuntu_formats_its_volumes_and_takes_the_time_in_scripts() {
    let cluster = aws(Os::Ubuntu, "");
    let config = cluster.control_plane();
    let script = file(config, "/opt/init-disks.sh").unwrap()["content"].as_str().unwrap();
    for mount in
        ["mount_volume etcd xvdc", "mount_volume containerd xvdd", "mount_volume kubelet xvde"]
    {
        assert!(script.contains(mount));
    }
    assert_eq!(texts(&config["preKubeadmCommands"])[0], "/bin/bash /opt/init-disks.sh");
    assert_eq!(texts(&config["postKubeadmCommands"])[0], "/bin/bash /opt/set-aws-ntp.sh");
}

#[test]
fn the_bastion_of_flatcar_is_configured_and_never_joins() {
    let cluster = aws(Os::Flatcar, case(Provider::Aws, "bastion"));
    let config =
        at(cluster.one("KubeadmConfigTemplate", "test-wc-bastion-"), "/spec/template/spec");
    assert_eq!(texts(&config["preKubeadmCommands"]).last(), Some(&"sleep infinity"));
    assert_eq!(at(config, "/users/1/sshAuthorizedKeys").as_array().unwrap().len(), 1);
    let machine = at(cluster.one("AWSMachineTemplate", "test-wc-bastion-"), "/spec/template/spec");
    assert_eq!(machine["iamInstanceProfile"], "bastion-test-wc");
    assert_eq!(machine["publicIP"], true);
    assert_eq!(machine["imageLookupOrg"], "075585003325");
    assert_eq!(at(cluster.one("MachineDeployment", "test-wc-bastion"), "/spec/replicas"), 2);
}

#[test]
fn the_bastion_of_ubuntu_boots_from_a_finished_ignition() {
    let cluster = aws(Os::Ubuntu, case(Provider::Aws, "bastion"));
    let secret = cluster.one("Secret", "test-wc-bastion-ignition");
    assert_eq!(secret["type"], "cluster.x-k8s.io/secret");
    assert_eq!(
        at(secret, "/metadata/finalizers"),
        &json!(["bastion.finalizers.giantswarm.io/secret-blocker"])
    );
    let ignition: Value = serde_json::from_str(&decode(at(secret, "/data/value"))).unwrap();
    assert_eq!(at(&ignition, "/ignition/version"), "2.2.0");
    assert_eq!(at(&ignition, "/passwd/users/1/name"), "auditor");
    let files = at(&ignition, "/storage/files").as_array().unwrap();
    let paths: Vec<&str> = files.iter().map(|f| f["path"].as_str().unwrap()).collect();
    assert_eq!(
        paths,
        [
            "/etc/hostname",
            "/etc/ssh/sshd_config",
            "/etc/ssh/trusted-user-ca-keys.pem",
            "/etc/sudoers.d/users"
        ]
    );
    assert_eq!(files[1]["mode"], 0o600);
    let source = at(&files[1], "/contents/source").as_str().unwrap();
    let sshd =
        decode(&json!(source.strip_prefix("data:text/plain;charset=utf-8;base64,").unwrap()));
    assert!(sshd.contains("\nTrustedUserCAKeys /etc/ssh/trusted-user-ca-keys.pem\n"));
    let machine = at(cluster.one("AWSMachineTemplate", "test-wc-bastion-"), "/spec/template/spec");
    assert_eq!(machine["cloudInit"], json!({"insecureSkipSecretsManager": true}));
    assert_eq!(machine["uncompressedUserData"], true);
    let bootstrap =
        at(cluster.one("MachineDeployment", "test-wc-bastion"), "/spec/template/spec/bootstrap");
    assert_eq!(bootstrap, &json!({"dataSecretName": "test-wc-bastion-ignition"}));
}

#[test]
fn the_health_check_watches_the_control_plane_alone() {
    let cluster = aws(Os::Flatcar, "");
    let check = cluster.one("MachineHealthCheck", "test-wc-control-plane");
    let labels = at(check, "/spec/selector/matchLabels");
    assert_eq!(
        labels,
        &json!({"cluster.x-k8s.io/cluster-name": NAME, "cluster.x-k8s.io/control-plane": ""})
    );
}

#[test]
fn a_single_control_plane_is_single() {
    let cluster = aws(Os::Flatcar, case(Provider::Aws, "single-control-plane"));
    assert_eq!(at(cluster.one("KubeadmControlPlane", NAME), "/spec/replicas"), 1);
    assert!(cluster.all("MachineDeployment").is_empty());
    assert_eq!(
        texts(at(cluster.one("AWSCluster", NAME), "/spec/s3Bucket/nodesIAMInstanceProfiles")),
        ["nodes-def00-test-wc"]
    );
}
