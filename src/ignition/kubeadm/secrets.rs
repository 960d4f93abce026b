//! Content and passwords that come from Secrets.

use base64::Engine;

use super::Margin;
use crate::ignition::bootstrap::{ContentFrom, Spec};
use crate::ignition::plan::Plan;
use crate::manifest::Manifests;

/// Fills in what comes from Secrets: the real content where the Secret is among the
/// manifests, a placeholder where not. `unknown` is how many bytes such a Secret may hold.
pub fn fill_secrets(
    spec: &mut Spec,
    plan: &Plan<'_>,
    manifests: &Manifests,
    unknown: usize,
    margins: &mut Vec<Margin>,
) {
    let namespace = plan.spec.object.id.namespace.as_deref();
    for file in &mut spec.files {
        let Some(from) = &file.content_from else { continue };
        match secret(from, namespace, manifests) {
            Some(content) => file.content = content,
            None => {
                margins.push(Margin {
                    name: file.path.clone(),
                    reason: "a Secret that is not among the manifests",
                    more: unknown * 3,
                });
                file.content = placeholder(&file.encoding);
            }
        }
    }
    for user in &mut spec.users {
        let Some(from) = &user.passwd_from else { continue };
        user.passwd = Some(secret(from, namespace, manifests).unwrap_or_else(|| "x".repeat(106)));
    }
}

fn placeholder(encoding: &str) -> String {
    if encoding.contains("base64") { String::new() } else { "unknown".into() }
}

fn secret(from: &ContentFrom, namespace: Option<&str>, manifests: &Manifests) -> Option<String> {
    let secret = manifests.find("", "Secret", namespace, &from.name)?;
    if let Some(text) = secret.node.at("stringData").and_then(|n| n.get(&from.key)) {
        return text.text().map(str::to_owned);
    }
    let data = secret.node.at("data")?.get(&from.key)?.text()?;
    let compact: String = data.split_whitespace().collect();
    let bytes = base64::engine::general_purpose::STANDARD.decode(compact).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}
