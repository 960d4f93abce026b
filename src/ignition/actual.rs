//! What a node really got, against what it would be given now.
//!
//! The real user data may be raw Ignition or cloud-config, base64 of it, or the Secret that
//! the bootstrap provider made. It is decoded, taken apart and compared part by part, so that
//! a difference names the file, unit or setting. Values that only the cluster knows (tokens,
//! hashes, certificates) are expected to differ.

use std::collections::BTreeMap;

use base64::Engine;
use serde_json::Value;

use crate::ignition::convert::dataurl;
use crate::ignition::kubeadm;
use crate::ignition::result::NodeResult;
use crate::source::FileId;
use crate::yaml::{self, Node};

/// Why a text is no user data.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ActualError {
    /// Neither Ignition nor cloud-config was found in it.
    #[error("the file holds neither Ignition JSON nor cloud-config, nor a Secret with them")]
    Unknown,
    /// The forms differ, so nothing can be compared.
    #[error("the file holds {actual}, but the node is given {simulated}")]
    OtherFormat {
        /// What the file holds.
        actual: &'static str,
        /// What the simulation made.
        simulated: &'static str,
    },
    /// The config that only says where the real one lies.
    #[error("the file only says where the Ignition lies: compare with `{0}`")]
    Stub(String),
    /// There is nothing to compare with.
    #[error("the simulation gives this node no user data: `{0}` refuses it")]
    Refused(&'static str),
}

/// One difference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// `file /etc/x`, `unit a.service`, `user core`, or the key of a setting.
    pub part: String,
    /// What the simulation has; none when the part is only on the node.
    pub simulated: Option<String>,
    /// What the node has; none when it lacks the part.
    pub actual: Option<String>,
    /// Expected: the cluster fills this in.
    pub expected: bool,
}

/// Compares real user data with a simulated node.
pub fn compare(actual: &[u8], node: &NodeResult) -> Result<Vec<Difference>, ActualError> {
    let Some(simulated) = &node.userdata else {
        return Err(ActualError::Refused(node.stage.map_or("nobody", |s| s.as_str())));
    };
    let text = decode(actual).ok_or(ActualError::Unknown)?;
    if let Some(url) = stub(&text) {
        return Err(ActualError::Stub(url));
    }
    let (a, b) = (parts(&text), parts(simulated));
    let (Some((actual_kind, actual)), Some((kind, simulated))) = (a, b) else {
        return Err(ActualError::Unknown);
    };
    if actual_kind != kind {
        return Err(ActualError::OtherFormat { actual: actual_kind, simulated: kind });
    }
    let unknown: Vec<String> = node
        .parts
        .size
        .shares
        .iter()
        .filter(|s| s.more > 0)
        .map(|s| format!("file {}", s.name))
        .collect();
    let keys: std::collections::BTreeSet<&String> = actual.keys().chain(simulated.keys()).collect();
    let difference = |key: &&String| {
        let (own, real) = (simulated.get(*key), actual.get(*key));
        let differs = match (own, real) {
            (Some(own), Some(real)) => {
                let is_known = !own.contains(kubeadm::ENDPOINT);
                normal(key, own, is_known) != normal(key, real, is_known)
            }
            _ => true,
        };
        differs.then(|| Difference {
            part: (*key).clone(),
            simulated: own.cloned(),
            actual: real.cloned(),
            expected: own.is_some() && real.is_some() && unknown.contains(key),
        })
    };
    Ok(keys.iter().filter_map(difference).collect())
}

/// What must not count as a difference: comment lines of generated files, tokens and hashes,
/// and the API's endpoint where only the cluster knows it.
fn normal(part: &str, text: &str, endpoint_is_known: bool) -> String {
    let generated = ["unit kubeadm.service", "file /etc/ntp.conf", "file /etc/ssh/sshd_config"];
    let kept = |line: &&str| {
        !(generated.iter().any(|g| part.starts_with(g)) && line.trim_start().starts_with('#'))
    };
    let lines: Vec<&str> = text.lines().filter(kept).collect();
    if !part.contains("kubeadm") {
        return lines.join("\n");
    }
    let endpoints = ["apiServerEndpoint: ", "controlPlaneEndpoint: "];
    let endpoints = if endpoint_is_known { &endpoints[..0] } else { &endpoints };
    let masked = |line: &&str| {
        let trimmed = line.trim_start();
        let filled_in = ["token: ", HASH].iter().chain(endpoints);
        filled_in.into_iter().find(|key| trimmed.starts_with(**key)).copied()
    };
    let mut out: Vec<&str> = lines.iter().map(|line| masked(line).unwrap_or(line)).collect();
    // A bundle of certificates has a hash for each.
    out.dedup_by(|a, b| a == b && *a == HASH);
    out.join("\n")
}

/// How the hash of a certificate stands in the list of them.
const HASH: &str = "- sha256:";

/// The user data inside a file: as it is, base64, or the value of a bootstrap Secret.
fn decode(bytes: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(bytes).into_owned();
    if let Some(root) =
        yaml::parse(&text, FileId::NONE).documents.first().and_then(|d| d.root.clone())
        && root.get("kind").and_then(Node::text) == Some("Secret")
    {
        if let Some(value) = root.at("stringData.value").and_then(Node::text) {
            return Some(value.to_owned());
        }
        let value = root.at("data.value").and_then(Node::text)?;
        return from_base64(value);
    }
    if text.trim_start().starts_with('{') || text.contains("#cloud-config") {
        return Some(text);
    }
    from_base64(&text)
}

/// Where a config with nothing in it says that the real one lies, as the instance itself gets
/// it when its user data is kept in an object store.
fn stub(text: &str) -> Option<String> {
    let json = serde_json::from_str::<Value>(text).ok()?;
    let has_files = json.pointer("/storage/files").is_some();
    let config = json.pointer("/ignition/config").filter(|_| !has_files)?;
    let lists = ["append", "merge"].iter().filter_map(|key| config.get(*key)?.as_array());
    let first = lists.flatten().next().or_else(|| config.get("replace"))?;
    first.get("source")?.as_str().map(str::to_owned)
}

fn from_base64(text: &str) -> Option<String> {
    let compact: String = text.split_whitespace().collect();
    let bytes = base64::engine::general_purpose::STANDARD.decode(compact).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

type Parts = BTreeMap<String, String>;

fn parts(text: &str) -> Option<(&'static str, Parts)> {
    if let Ok(json) = serde_json::from_str::<Value>(text) {
        json.get("ignition")?;
        return Some(("Ignition", ignition_parts(&json)));
    }
    text.contains("#cloud-config").then(|| ("cloud-config", cloud_parts(text)))
}

fn ignition_parts(json: &Value) -> Parts {
    let mut parts = Parts::new();
    let text =
        |v: &Value, key: &str| v.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
    let list =
        |path: &str| json.pointer(path).and_then(Value::as_array).cloned().unwrap_or_default();
    let mut put = |part: String, value: String| {
        let entry = parts.entry(part).or_default();
        if !entry.is_empty() {
            entry.push('\n');
        }
        entry.push_str(&value);
    };
    for file in list("/storage/files") {
        file_parts(&file, &mut put);
    }
    for (kind, path) in [("unit", "/systemd/units"), ("network unit", "/networkd/units")] {
        for unit in list(path) {
            let name = text(&unit, "name");
            for (key, value) in unit.as_object().into_iter().flatten() {
                match key.as_str() {
                    "name" | "dropins" => {}
                    "contents" => put(format!("{kind} {name}"), text(&unit, "contents")),
                    _ => put(format!("{kind} {name} ({key})"), value.to_string()),
                }
            }
            for dropin in unit.get("dropins").and_then(Value::as_array).into_iter().flatten() {
                let part = format!("{kind} {name}, drop-in {}", text(dropin, "name"));
                put(part, text(dropin, "contents"));
            }
        }
    }
    let named = [
        ("user", "/passwd/users", "name"),
        ("group", "/passwd/groups", "name"),
        ("disk", "/storage/disks", "device"),
        ("filesystem", "/storage/filesystems", "name"),
        ("directory", "/storage/directories", "path"),
        ("link", "/storage/links", "path"),
        ("array", "/storage/raid", "name"),
    ];
    for (kind, path, key) in named {
        for item in list(path) {
            for (field, value) in item.as_object().into_iter().flatten() {
                put(format!("{kind} {} ({field})", text(&item, key)), value.to_string());
            }
        }
    }
    if let Some(settings) = json.get("ignition").and_then(Value::as_object) {
        for (key, value) in settings {
            put(format!("ignition.{key}"), value.to_string());
        }
    }
    parts
}

fn file_parts(file: &Value, put: &mut impl FnMut(String, String)) {
    let path = file.get("path").and_then(Value::as_str).unwrap_or_default();
    let source = file.pointer("/contents/source").and_then(Value::as_str).unwrap_or_default();
    let content = dataurl::decode(source)
        .map_or_else(|_| source.to_owned(), |b| String::from_utf8_lossy(&b).into_owned());
    put(format!("file {path}"), content);
    let mode = file.get("mode").and_then(Value::as_i64).unwrap_or_default();
    put(format!("file {path} (mode)"), format!("{mode:04o}"));
    for key in ["user", "group"] {
        if let Some(owner) = file.get(key) {
            put(format!("file {path} ({key})"), owner.to_string());
        }
    }
}

fn cloud_parts(text: &str) -> Parts {
    let mut parts = Parts::new();
    let parsed = yaml::parse(text, FileId::NONE);
    let Some(root) = parsed.documents.first().and_then(|d| d.root.as_ref()) else { return parts };
    for entry in root.entries() {
        let key = entry.key.text().unwrap_or_default();
        match key {
            "write_files" => {
                for file in entry.value.items() {
                    let path = file.get("path").and_then(Node::text).unwrap_or_default();
                    for field in file.entries() {
                        let name = field.key.text().unwrap_or_default();
                        let value = field.value.text().unwrap_or_default().to_owned();
                        let part = match name {
                            "path" => continue,
                            "content" => format!("file {path}"),
                            _ => format!("file {path} ({name})"),
                        };
                        if path != "/run/cluster-api/placeholder" {
                            parts.insert(part, value);
                        }
                    }
                }
            }
            _ => {
                parts.insert(key.to_owned(), yaml::to_json(&entry.value).to_string());
            }
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changed(a: &str, b: &str) -> Vec<String> {
        let (a, b) = (parts(a).unwrap().1, parts(b).unwrap().1);
        let keys: std::collections::BTreeSet<&String> = a.keys().chain(b.keys()).collect();
        keys.into_iter().filter(|k| a.get(*k) != b.get(*k)).cloned().collect()
    }

    #[test]
    fn a_difference_names_the_file_unit_or_setting() {
        let old = r#"{"ignition":{"version":"2.3.0"},"storage":{"files":[{"path":"/a","mode":420,
            "contents":{"source":"data:,x"}}]},"systemd":{"units":[{"name":"a.service"}]}}"#;
        assert_eq!(changed(old, &old.replace("data:,x", "data:,y")), ["file /a"]);
        assert_eq!(changed(old, &old.replace("420", "384")), ["file /a (mode)"]);
        let masked = old.replace("\"a.service\"", "\"a.service\",\"mask\":true");
        assert_eq!(changed(old, &masked), ["unit a.service (mask)"]);
        assert_eq!(changed(old, &old.replace("2.3.0", "2.2.0")), ["ignition.version"]);
    }

    #[test]
    fn only_what_the_cluster_fills_in_may_differ() {
        let text = "a: 1\ntoken: x\napiServerEndpoint: h:1\nhashes:\n- sha256:0\n";
        let real = "a: 1\ntoken: y\napiServerEndpoint: h:2\nhashes:\n- sha256:1\n- sha256:2\n";
        let same = |known| {
            let normal = |text| normal("file /etc/kubeadm.yml", text, known);
            normal(text) == normal(real)
        };
        assert!(same(false) && !same(true));
        let script = "# a\nmv /etc/kubeadm.yml /tmp/\n";
        assert_eq!(normal("file /etc/kubeadm.sh", script, false), script.trim_end());
    }

    #[test]
    fn a_stub_says_where_the_rest_is() {
        let text = r#"{"ignition":{"config":{"append":[{"source":"s3://b/node/x"}]}}}"#;
        assert_eq!(stub(text).as_deref(), Some("s3://b/node/x"));
        assert_eq!(stub(r#"{"ignition":{"config":{}}}"#), None);
    }

    #[test]
    fn secrets_and_base64_are_opened() {
        let json = r#"{"ignition":{}}"#;
        let base64 = base64::engine::general_purpose::STANDARD.encode(json);
        assert_eq!(decode(base64.as_bytes()).as_deref(), Some(json));
        let secret = format!("kind: Secret\ndata:\n  value: {base64}\n");
        assert_eq!(decode(secret.as_bytes()).as_deref(), Some(json));
    }
}
