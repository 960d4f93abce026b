//! The kubeadm API versions that the bootstrap provider writes: fields, and what is printed
//! of an empty one.
//!
//! Source: `bootstrap/kubeadm/types/upstream*/types.go` of Cluster API v1.1.0 to v1.14.0. A
//! field is `name` with a mark: none for a value that is left out when empty, `!` for a text
//! that is always printed, `~` for one that prints as `null` when unset, `:T` for a struct
//! that is always printed, `?T` for one that is left out when unset, `*T` for a list of
//! structs, `@` for arguments, `%` for a duration.

use serde_json::{Map, Value};

/// A version of the kubeadm API.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Api {
    /// Kubernetes 1.13 and 1.14.
    V1Beta1,
    /// Kubernetes 1.15 to 1.21.
    V1Beta2,
    /// Kubernetes 1.22 to 1.30, and later under Cluster API before v1.8.
    V1Beta3,
    /// Kubernetes from 1.31.
    V1Beta4,
}

impl Api {
    /// The `apiVersion` of the documents.
    pub fn group_version(self) -> &'static str {
        match self {
            Api::V1Beta1 => "kubeadm.k8s.io/v1beta1",
            Api::V1Beta2 => "kubeadm.k8s.io/v1beta2",
            Api::V1Beta3 => "kubeadm.k8s.io/v1beta3",
            Api::V1Beta4 => "kubeadm.k8s.io/v1beta4",
        }
    }

    /// True when arguments are a list of name and value.
    pub fn has_arg_lists(self) -> bool {
        self == Api::V1Beta4
    }
}

/// A struct: its fields, for versions from the first to the last.
struct Type {
    name: &'static str,
    fields: &'static str,
    /// Fields of v1beta4 only.
    newest: &'static str,
}

const TYPES: &[Type] = &[
    Type {
        name: "ClusterConfiguration",
        fields: "etcd:Etcd networking:Networking kubernetesVersion controlPlaneEndpoint \
                 apiServer:APIServer controllerManager:Component scheduler:Component dns:DNS \
                 certificatesDir imageRepository featureGates clusterName",
        newest: "proxy:Proxy encryptionAlgorithm certificateValidityPeriod% \
                 caCertificateValidityPeriod%",
    },
    Type {
        name: "InitConfiguration",
        fields: "bootstrapTokens*BootstrapToken nodeRegistration:NodeRegistration \
                 localAPIEndpoint:APIEndpoint certificateKey skipPhases patches?Patches",
        newest: "dryRun timeouts?Timeouts",
    },
    Type {
        name: "JoinConfiguration",
        fields: "nodeRegistration:NodeRegistration caCertPath discovery:Discovery \
                 controlPlane?JoinControlPlane skipPhases patches?Patches",
        newest: "dryRun timeouts?Timeouts",
    },
    Type { name: "Component", fields: "extraArgs@ extraVolumes*Mount", newest: "extraEnvs" },
    Type {
        name: "APIServer",
        fields: "extraArgs@ extraVolumes*Mount certSANs timeoutForControlPlane%",
        newest: "extraEnvs",
    },
    Type { name: "DNS", fields: "imageRepository imageTag", newest: "disabled" },
    Type { name: "Proxy", fields: "disabled", newest: "" },
    Type { name: "APIEndpoint", fields: "advertiseAddress bindPort", newest: "" },
    Type {
        name: "NodeRegistration",
        fields: "name criSocket taints~ kubeletExtraArgs@ ignorePreflightErrors imagePullPolicy",
        newest: "imagePullSerial",
    },
    Type { name: "Networking", fields: "serviceSubnet podSubnet dnsDomain", newest: "" },
    Type {
        name: "BootstrapToken",
        fields: "token~ description ttl% expires usages groups",
        newest: "",
    },
    Type { name: "Etcd", fields: "local?LocalEtcd external?ExternalEtcd", newest: "" },
    Type {
        name: "LocalEtcd",
        fields: "imageRepository imageTag dataDir! extraArgs@ serverCertSANs peerCertSANs",
        newest: "extraEnvs",
    },
    Type { name: "ExternalEtcd", fields: "endpoints~ caFile! certFile! keyFile!", newest: "" },
    Type {
        name: "JoinControlPlane",
        fields: "localAPIEndpoint:APIEndpoint certificateKey",
        newest: "",
    },
    Type {
        name: "Discovery",
        fields: "bootstrapToken?BootstrapTokenDiscovery file?FileDiscovery tlsBootstrapToken \
                 timeout%",
        newest: "",
    },
    Type {
        name: "BootstrapTokenDiscovery",
        fields: "token! apiServerEndpoint caCertHashes unsafeSkipCAVerification",
        newest: "",
    },
    Type { name: "FileDiscovery", fields: "kubeConfigPath!", newest: "" },
    Type { name: "Mount", fields: "name! hostPath! mountPath! readOnly pathType", newest: "" },
    Type { name: "Patches", fields: "directory", newest: "" },
    Type {
        name: "Timeouts",
        fields: "controlPlaneComponentHealthCheck% kubeletHealthCheck% kubernetesAPICall% \
                 etcdAPICall% tlsBootstrap% discovery%",
        newest: "",
    },
];

/// Fields that v1beta4 no longer has, with their struct.
const GONE: [(&str, &str); 2] = [("APIServer", "timeoutForControlPlane"), ("Discovery", "timeout")];

/// Fields that came with v1beta3.
const NEW_IN_V1BETA3: [(&str, &str); 5] = [
    ("InitConfiguration", "skipPhases"),
    ("InitConfiguration", "patches"),
    ("JoinConfiguration", "skipPhases"),
    ("JoinConfiguration", "patches"),
    ("NodeRegistration", "imagePullPolicy"),
];

fn has_field(name: &str, key: &str, api: Api) -> bool {
    let field = (name, key);
    let gone = api == Api::V1Beta4 && GONE.contains(&field);
    let missing = api < Api::V1Beta3 && NEW_IN_V1BETA3.contains(&field);
    !gone && !missing
}

/// The value of a struct as kubeadm would read it back: known fields only, with what Go
/// prints for empty ones.
pub fn project(name: &str, input: &Value, api: Api) -> Value {
    let mut out = Map::new();
    let Some(ty) = TYPES.iter().find(|t| t.name == name) else { return Value::Object(out) };
    let newest = if api == Api::V1Beta4 { ty.newest } else { "" };
    for field in ty.fields.split_whitespace().chain(newest.split_whitespace()) {
        let split = field.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(field.len());
        let (key, mark) = field.split_at(split);
        if !has_field(name, key, api) {
            continue;
        }
        let value = input.get(key).filter(|v| !v.is_null());
        if let Some(value) = field_value(mark, value, api) {
            out.insert(key.to_owned(), value);
        }
    }
    Value::Object(out)
}

fn field_value(mark: &str, value: Option<&Value>, api: Api) -> Option<Value> {
    let filled = || value.filter(|v| !is_empty(v)).cloned();
    let Some(kind) = mark.chars().next() else { return filled() };
    let ty = &mark[1..];
    match kind {
        // Older versions leave the data directory of etcd out.
        '!' if api < Api::V1Beta3 && value.is_none() => None,
        '!' => Some(value.cloned().unwrap_or_else(|| Value::String(String::new()))),
        // v1beta2 leaves unset taints out, later versions print them.
        '~' if api < Api::V1Beta3 => value.cloned(),
        '~' => Some(value.cloned().unwrap_or(Value::Null)),
        ':' => Some(project(ty, value.unwrap_or(&Value::Null), api)),
        '?' => value.map(|v| project(ty, v, api)),
        '*' => {
            let items = value?.as_array()?;
            let items: Vec<Value> = items.iter().map(|v| project(ty, v, api)).collect();
            (!items.is_empty()).then_some(Value::Array(items))
        }
        '@' => Some(arguments(value?, api)).filter(|v| !is_empty(v)),
        '%' => {
            value.map(|v| v.as_str().and_then(duration).map_or_else(|| v.clone(), Value::String))
        }
        _ => None,
    }
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::String(text) => text.is_empty(),
        Value::Number(number) => number.as_i64() == Some(0),
        Value::Array(items) => items.is_empty(),
        Value::Object(fields) => fields.is_empty(),
        Value::Bool(true) => false,
    }
}

/// Arguments as a map or as a list, whichever the version has.
fn arguments(value: &Value, api: Api) -> Value {
    let text = |v: &Value| match v {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    match (value, api.has_arg_lists()) {
        (Value::Object(map), true) => {
            let mut names: Vec<&String> = map.keys().collect();
            names.sort();
            let arg = |name: &String| {
                let mut arg = Map::new();
                arg.insert("name".into(), Value::String(name.clone()));
                arg.insert("value".into(), Value::String(text(&map[name])));
                Value::Object(arg)
            };
            Value::Array(names.into_iter().map(arg).collect())
        }
        (Value::Array(items), false) => {
            let pair = |item: &Value| {
                let name = item.get("name").map(text)?;
                Some((name, Value::String(item.get("value").map(text).unwrap_or_default())))
            };
            Value::Object(items.iter().filter_map(pair).collect())
        }
        _ => value.clone(),
    }
}

/// A duration as Go prints it: `5m` becomes `5m0s`. None for what is no duration.
fn duration(text: &str) -> Option<String> {
    let mut seconds: u64 = 0;
    let mut rest = text;
    while !rest.is_empty() {
        let digits = rest.find(|c: char| !c.is_ascii_digit()).filter(|n| *n > 0)?;
        let (number, tail) = rest.split_at(digits);
        let number: u64 = number.parse().ok()?;
        let factor = match tail.as_bytes() {
            [b'm', b's', ..] => return None,
            [b'h', ..] => 3600,
            [b'm', ..] => 60,
            [b's', ..] => 1,
            _ => return None,
        };
        seconds = seconds.checked_add(number.checked_mul(factor)?)?;
        rest = &tail[1..];
    }
    Some(seconds_text(seconds))
}

/// Seconds as Go prints a duration.
pub fn seconds_text(seconds: u64) -> String {
    let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match (hours, minutes) {
        (0, 0) => format!("{rest}s"),
        (0, _) => format!("{minutes}m{rest}s"),
        _ => format!("{hours}h{minutes}m{rest}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn empty_structs_and_taints_are_printed() {
        let value = project("InitConfiguration", &json!({}), Api::V1Beta3);
        assert_eq!(value, json!({"nodeRegistration": {"taints": null}, "localAPIEndpoint": {}}));
        let value = project("InitConfiguration", &json!({}), Api::V1Beta2);
        assert_eq!(value, json!({"nodeRegistration": {}, "localAPIEndpoint": {}}));
    }

    #[test]
    fn arguments_become_a_list_in_v1beta4_and_a_map_before() {
        let map = json!({"extraArgs": {"b": "2", "a": "1"}});
        let list = json!({"extraArgs": [{"name": "a", "value": "1"}, {"name": "b", "value": "2"}]});
        assert_eq!(project("Component", &map, Api::V1Beta4), list);
        assert_eq!(project("Component", &list, Api::V1Beta3), map);
    }

    #[test]
    fn durations_print_as_go_prints_them() {
        assert_eq!(duration("20m").as_deref(), Some("20m0s"));
        assert_eq!(duration("1h30s").as_deref(), Some("1h0m30s"));
        assert_eq!(duration("x"), None);
    }
}
