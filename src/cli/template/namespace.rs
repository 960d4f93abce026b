//! The namespace of a release: flag, environment, kubeconfig, in this order.
//!
//! Facts: Helm 4.3, `pkg/cli/environment.go`; the rules of kubeconfig files.

#![expect(clippy::disallowed_methods, reason = "the command line reads the environment")]

use std::path::PathBuf;

use super::flags::Given;
use crate::source::FileId;
use crate::yaml;

/// The namespace as Helm finds it.
pub fn namespace(given: &Given) -> String {
    let set = |value: Option<&str>| value.filter(|v| !v.is_empty()).map(str::to_owned);
    set(given.text("namespace"))
        .or_else(|| set(std::env::var("HELM_NAMESPACE").ok().as_deref()))
        .or_else(|| from_kubeconfig(given))
        .unwrap_or_else(|| "default".into())
}

/// What old versions of Helm say about a kubeconfig file that others may read.
pub fn insecure(given: &Given) -> Vec<String> {
    let named = given.text("kubeconfig").filter(|path| !path.is_empty()).map(PathBuf::from);
    let from_env = || std::env::var_os("KUBECONFIG").filter(|paths| !paths.is_empty());
    // Helm takes the variable for one file here.
    let named = named.or_else(|| from_env().map(PathBuf::from));
    let file = named.or_else(|| kubeconfigs(given).into_iter().next()).unwrap_or_default();
    let mode = std::fs::metadata(&file).map_or(0, |found| mode(&found));
    let readers = [(0o040, "group"), (0o004, "world")];
    let readers = readers.into_iter().filter(|(bit, _)| mode & bit != 0);
    readers
        .map(|(_, who)| {
            format!(
                "WARNING: Kubernetes configuration file is {who}-readable. This is insecure. \
                 Location: {}",
                file.display()
            )
        })
        .collect()
}

#[cfg(unix)]
fn mode(found: &std::fs::Metadata) -> u32 {
    std::os::unix::fs::MetadataExt::mode(found)
}

#[cfg(not(unix))]
fn mode(_: &std::fs::Metadata) -> u32 {
    0
}

/// The files that may hold the current context.
fn kubeconfigs(given: &Given) -> Vec<PathBuf> {
    if let Some(path) = given.text("kubeconfig").filter(|path| !path.is_empty()) {
        return vec![path.into()];
    }
    match std::env::var("KUBECONFIG") {
        Ok(paths) if !paths.is_empty() => std::env::split_paths(&paths).collect(),
        _ => {
            let home = std::env::var("HOME").unwrap_or_default();
            vec![PathBuf::from(home).join(".kube/config")]
        }
    }
}

fn from_kubeconfig(given: &Given) -> Option<String> {
    let mut current = given.text("kube-context").filter(|c| !c.is_empty()).map(str::to_owned);
    let current_from_env = std::env::var("HELM_KUBECONTEXT").ok().filter(|c| !c.is_empty());
    current = current.or(current_from_env);
    let mut contexts: Vec<(String, String)> = Vec::new();
    for path in kubeconfigs(given) {
        let Ok(text) = std::fs::read(path) else { continue };
        let parsed = yaml::parse_bytes(&text, FileId::NONE);
        let Some(root) = parsed.documents.first().and_then(|d| d.root.as_ref()) else { continue };
        let config = yaml::to_json(root);
        let text = |value: &serde_json::Value, path: &str| {
            value.pointer(path).and_then(|v| v.as_str()).unwrap_or_default().to_owned()
        };
        // The first file that says anything counts.
        current =
            current.or_else(|| Some(text(&config, "/current-context")).filter(|c| !c.is_empty()));
        let entries = config.get("contexts").and_then(|c| c.as_array()).into_iter().flatten();
        contexts.extend(entries.map(|c| (text(c, "/name"), text(c, "/context/namespace"))));
    }
    let current = current?;
    let found = contexts.into_iter().find(|(name, _)| *name == current)?;
    Some(found.1).filter(|namespace| !namespace.is_empty())
}
