//! The documents themselves: which API version, what is injected, how they are written.

use serde_json::{Map, Value, json};

use super::Margin;
use super::types::{Api, project, seconds_text};
use crate::ignition::plan::{NodeKind, Plan};
use crate::manifest::{CORE, Manifests, Object};
use crate::profile::{Profile, Version};
use crate::yaml;

/// A token of the right length.
const TOKEN: &str = "abcdef.0123456789abcdef";
/// The hash of one CA certificate; there is one per certificate in the bundle.
const CA_HASH: &str = "sha256:0000000000000000000000000000000000000000000000000000000000000000";
/// A load balancer's name as long as they usually are.
pub const ENDPOINT: &str = "cluster-apiserver-0123456789abcdef.elb.region-0.example.internal:443";
/// How much longer than the placeholder a host name can be: a DNS name has at most 253
/// characters.
const ENDPOINT_MORE: usize = 253 + 6 - ENDPOINT.len();

/// The kubeadm documents of a node.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Documents {
    /// `ClusterConfiguration`, on the first node.
    pub cluster: Option<String>,
    /// `InitConfiguration` or `JoinConfiguration`.
    pub node: String,
}

impl Documents {
    /// A text that takes the place of the generated one.
    pub fn given(text: &str) -> Documents {
        Documents { cluster: None, node: text.to_owned() }
    }

    /// The text that goes into `/etc/kubeadm.yml` behind its first line.
    pub fn ignition_text(&self) -> String {
        match &self.cluster {
            Some(cluster) => format!("{cluster}\n---\n{}", self.node),
            None => self.node.clone(),
        }
    }

    /// Both documents for reading.
    pub fn text(&self) -> String {
        match &self.cluster {
            Some(cluster) => format!("{cluster}---\n{}", self.node),
            None => self.node.clone(),
        }
    }
}

/// Which API version a Cluster API release writes for a Kubernetes version. A version that is
/// not known counts as new.
pub fn api(capi: &Version, kubernetes: Option<&Version>) -> Api {
    let minor = kubernetes.map_or(u32::MAX, |k| k.minor);
    match minor {
        ..=14 if *capi < Version::new(1, 6, 0) => Api::V1Beta1,
        ..=21 if *capi < Version::new(1, 11, 0) => Api::V1Beta2,
        31.. if *capi >= Version::new(1, 8, 0) => Api::V1Beta4,
        _ => Api::V1Beta3,
    }
}

/// The documents of a node.
pub fn documents(
    plan: &Plan<'_>,
    manifests: &Manifests,
    profile: &Profile,
    margins: &mut Vec<Margin>,
) -> Documents {
    let spec = yaml::to_json(plan.spec.node);
    let block = |key: &str| spec.get(key).cloned().unwrap_or(Value::Null);
    let cluster = plan.cluster.as_deref().and_then(|name| {
        manifests.find(CORE, "Cluster", plan.spec.object.id.namespace.as_deref(), name)
    });
    let version = plan.kubernetes.as_deref();
    let parsed: Option<Version> = version.and_then(|v| v.parse().ok());
    let api = api(&profile.capi, parsed.as_ref());
    let ctx = Context { plan, profile, api, cluster, version };
    let (clusters, inits, joins) =
        (block("clusterConfiguration"), block("initConfiguration"), block("joinConfiguration"));
    if plan.kind == NodeKind::Init {
        let mut init = ctx.node_block(inits.clone());
        ctx.timeouts(&mut init, &clusters, &Value::Null);
        let mut configuration = ctx.cluster_block(clusters);
        ctx.control_plane_timeout(&mut configuration, &inits);
        return Documents {
            cluster: Some(ctx.write("ClusterConfiguration", &configuration)),
            node: ctx.write("InitConfiguration", &init),
        };
    }
    let mut join = ctx.node_block(joins.clone());
    ctx.timeouts(&mut join, &clusters, &joins);
    ctx.discovery(&mut join, margins);
    if plan.kind == NodeKind::Join {
        if get(&join, "controlPlane").is_none() {
            set(&mut join, "controlPlane", json!({}));
        }
    } else if profile.capi >= Version::new(1, 4, 0) {
        uninitialized_taint(&mut join);
    }
    Documents { cluster: None, node: ctx.write("JoinConfiguration", &join) }
}

struct Context<'a> {
    plan: &'a Plan<'a>,
    profile: &'a Profile,
    api: Api,
    cluster: Option<&'a Object>,
    version: Option<&'a str>,
}

impl Context<'_> {
    fn at_least(&self, major: u32, minor: u32, patch: u32) -> bool {
        self.profile.capi >= Version::new(major, minor, patch)
    }

    fn write(&self, kind: &str, value: &Value) -> String {
        let mut document = project(kind, value, self.api);
        set(&mut document, "apiVersion", json!(self.api.group_version()));
        set(&mut document, "kind", json!(kind));
        // A block that nests too deep for the writer was refused when it was read.
        yaml::to_yaml(&document).unwrap_or_default()
    }

    /// An init or join block, with what the webhook fills in.
    fn node_block(&self, block: Value) -> Value {
        let present = block.is_object();
        let mut block = if present { block } else { json!({}) };
        let defaulted = self.at_least(1, 4, 0) && !self.at_least(1, 11, 0);
        if present && defaulted {
            let mut registration = get(&block, "nodeRegistration").cloned().unwrap_or(json!({}));
            if get(&registration, "imagePullPolicy").is_none() {
                set(&mut registration, "imagePullPolicy", json!("IfNotPresent"));
            }
            set(&mut block, "nodeRegistration", registration);
        }
        if let Some(tokens) = block.get_mut("bootstrapTokens").and_then(Value::as_array_mut) {
            tokens.iter_mut().for_each(|t| seconds(t, "ttlSeconds", "ttl"));
        }
        block
    }

    /// The cluster block with the facts of the Cluster object: they fill gaps up to v1.10, and
    /// are all there is since.
    fn cluster_block(&self, block: Value) -> Value {
        let mut block = if block.is_object() { block } else { json!({}) };
        let fills_gaps = !self.at_least(1, 11, 0);
        let put = |target: &mut Value, key: &str, value: Option<Value>| {
            let Some(value) = value else { return };
            if !fills_gaps || get(target, key).is_none() {
                set(target, key, value);
            }
        };
        let endpoint = self.cluster.and_then(endpoint);
        if get(&block, "controlPlaneEndpoint").is_none() {
            set(&mut block, "controlPlaneEndpoint", json!(endpoint.as_deref().unwrap_or(ENDPOINT)));
        }
        put(&mut block, "clusterName", self.plan.cluster.as_ref().map(|name| json!(name)));
        put(&mut block, "kubernetesVersion", self.version.map(|v| json!(v)));
        let mut networking = get(&block, "networking").cloned().unwrap_or(json!({}));
        let network = |path: &str| self.cluster.and_then(|c| c.at(path));
        let domain = network("spec.clusterNetwork.serviceDomain").and_then(|n| n.text());
        put(&mut networking, "dnsDomain", domain.map(|d| json!(d)));
        for (key, list) in [("serviceSubnet", "services"), ("podSubnet", "pods")] {
            let blocks = network(&format!("spec.clusterNetwork.{list}.cidrBlocks"));
            let blocks: Vec<&str> = blocks
                .map(|n| n.items().iter().filter_map(|i| i.text()).collect())
                .unwrap_or_default();
            put(&mut networking, key, (!blocks.is_empty()).then(|| json!(blocks.join(","))));
        }
        set(&mut block, "networking", networking);
        self.kubelet_local_mode(&mut block);
        for (days, field) in [
            ("certificateValidityPeriodDays", "certificateValidityPeriod"),
            ("caCertificateValidityPeriodDays", "caCertificateValidityPeriod"),
        ] {
            if let Some(days) = get(&block, days).and_then(Value::as_u64) {
                set(&mut block, field, json!(seconds_text(days.saturating_mul(86400))));
            }
        }
        block
    }

    /// KubeadmControlPlane of v1.8 and later turns a gate on for the Kubernetes versions that
    /// have it off and need it for upgrades.
    fn kubelet_local_mode(&self, block: &mut Value) {
        const GATE: &str = "ControlPlaneKubeletLocalMode";
        let version: Option<Version> = self.version.and_then(|v| v.parse().ok());
        let needs = version.is_some_and(|v| (31..=35).contains(&v.minor));
        if &*self.plan.spec.object.id.kind != "KubeadmControlPlane"
            || !needs
            || !self.at_least(1, 8, 0)
        {
            return;
        }
        let mut gates = get(block, "featureGates").cloned().unwrap_or(json!({}));
        if get(&gates, GATE).is_none() {
            set(&mut gates, GATE, json!(true));
        }
        set(block, "featureGates", gates);
    }

    /// v1beta3 has the control plane's timeout in the cluster block, our API since v1beta2 in
    /// the init block.
    fn control_plane_timeout(&self, cluster: &mut Value, init: &Value) {
        let timeouts = get(init, "timeouts");
        let value = timeouts.and_then(|t| t.get("controlPlaneComponentHealthCheckSeconds"));
        if let Some(value) = value.and_then(Value::as_u64)
            && self.api < Api::V1Beta4
        {
            let mut server = get(cluster, "apiServer").cloned().unwrap_or(json!({}));
            set(&mut server, "timeoutForControlPlane", json!(seconds_text(value)));
            set(cluster, "apiServer", server);
        }
    }

    /// v1beta4 has all timeouts in the node's block; older blocks of our API have them
    /// elsewhere.
    fn timeouts(&self, block: &mut Value, cluster: &Value, join: &Value) {
        let mut timeouts = get(block, "timeouts").cloned().unwrap_or(json!({}));
        for name in [
            "controlPlaneComponentHealthCheck",
            "kubeletHealthCheck",
            "kubernetesAPICall",
            "etcdAPICall",
            "tlsBootstrap",
            "discovery",
        ] {
            seconds(&mut timeouts, &format!("{name}Seconds"), name);
        }
        if self.api < Api::V1Beta4 {
            if let Some(timeout) = get(&timeouts, "tlsBootstrap").cloned()
                && self.plan.kind != NodeKind::Init
            {
                let mut discovery = get(block, "discovery").cloned().unwrap_or(json!({}));
                set(&mut discovery, "timeout", timeout);
                set(block, "discovery", discovery);
            }
            return;
        }
        let server = get(cluster, "apiServer").and_then(|s| get(s, "timeoutForControlPlane"));
        if let Some(timeout) = server.filter(|_| self.plan.kind != NodeKind::Worker) {
            set(&mut timeouts, "controlPlaneComponentHealthCheck", timeout.clone());
        }
        let discovery = get(join, "discovery").and_then(|d| get(d, "timeout"));
        if let Some(timeout) = discovery {
            set(&mut timeouts, "tlsBootstrap", timeout.clone());
        }
        if timeouts.as_object().is_some_and(|t| !t.is_empty()) {
            set(block, "timeouts", timeouts);
        }
    }

    /// How a node finds the cluster: by token, unless a file says it.
    fn discovery(&self, join: &mut Value, margins: &mut Vec<Margin>) {
        let mut discovery = get(join, "discovery").cloned().unwrap_or(json!({}));
        if get(&discovery, "file").is_none() {
            let mut token = get(&discovery, "bootstrapToken").cloned().unwrap_or(json!({}));
            if get(&token, "caCertHashes").is_none() {
                set(&mut token, "caCertHashes", json!([CA_HASH]));
            }
            if get(&token, "apiServerEndpoint").is_none() {
                let endpoint = self.cluster.and_then(endpoint);
                if endpoint.is_none() {
                    margins.push(Margin {
                        name: "/etc/kubeadm.yml".into(),
                        reason: "the name of the API endpoint",
                        more: ENDPOINT_MORE,
                    });
                }
                let endpoint = endpoint.as_deref().unwrap_or(ENDPOINT);
                set(&mut token, "apiServerEndpoint", json!(endpoint));
            }
            if get(&token, "token").is_none() {
                set(&mut token, "token", json!(TOKEN));
            }
            set(&mut discovery, "bootstrapToken", token);
        }
        set(join, "discovery", discovery);
    }
}

/// `host:port` of a Cluster, with brackets around an IPv6 address.
fn endpoint(cluster: &Object) -> Option<String> {
    let host = cluster.text("spec.controlPlaneEndpoint.host").filter(|h| !h.is_empty())?;
    let port = cluster.text("spec.controlPlaneEndpoint.port").filter(|p| *p != "0")?;
    Some(if host.contains(':') { format!("[{host}]:{port}") } else { format!("{host}:{port}") })
}

/// Workers start with a taint that Cluster API takes off.
fn uninitialized_taint(join: &mut Value) {
    const KEY: &str = "node.cluster.x-k8s.io/uninitialized";
    let mut registration = get(join, "nodeRegistration").cloned().unwrap_or(json!({}));
    let mut taints =
        get(&registration, "taints").and_then(Value::as_array).cloned().unwrap_or_default();
    let has = |t: &Value| t["key"] == KEY && t["effect"] == "NoSchedule";
    if !taints.iter().any(has) {
        taints.push(json!({"effect": "NoSchedule", "key": KEY}));
    }
    set(&mut registration, "taints", Value::Array(taints));
    set(join, "nodeRegistration", registration);
}

/// A field that says something.
fn get<'v>(value: &'v Value, key: &str) -> Option<&'v Value> {
    value.get(key).filter(|v| match v {
        Value::Null => false,
        Value::String(text) => !text.is_empty(),
        Value::Array(items) => !items.is_empty(),
        _ => true,
    })
}

/// Sets a field; what is no object becomes one.
fn set(value: &mut Value, key: &str, to: Value) {
    if !value.is_object() {
        *value = Value::Object(Map::new());
    }
    if let Some(fields) = value.as_object_mut() {
        fields.insert(key.to_owned(), to);
    }
}

/// A number of seconds as a duration under another name.
fn seconds(value: &mut Value, from: &str, to: &str) {
    if let Some(number) = get(value, from).and_then(Value::as_u64) {
        set(value, to, json!(seconds_text(number)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_api_version_follows_from_both_versions() {
        let check = |capi: &str, kubernetes: &str| {
            api(&capi.parse().unwrap(), Some(&kubernetes.parse().unwrap()))
        };
        assert_eq!(check("v1.1.3", "v1.31.0"), Api::V1Beta3);
        assert_eq!(check("v1.4.4", "v1.21.0"), Api::V1Beta2);
        assert_eq!(check("v1.8.0", "v1.31.0"), Api::V1Beta4);
        assert_eq!(check("v1.12.1", "v1.30.9"), Api::V1Beta3);
    }
}
