//! A text still holds an action of a Helm template
//!
//! # What it checks
//!
//! No text of a Cluster API object, and no name, label or annotation of any object, holds an
//! action that only Helm understands: `{{ .Values…`, `{{ .Release…`, `{{ .Chart…`,
//! `{{ .Capabilities…`, `{{ include …`, `{{ toYaml …`.
//!
//! Other braces are legitimate: Jinja of cloud-init (`{{ ds.meta_data.local_hostname }}`),
//! image lookup formats (`{{.BaseOS}}`), templates that programs on the node read.
//!
//! # Why it matters
//!
//! A values file or a file read with `.Files.Get` went past the template engine, where `tpl`
//! was meant.
//!
//! # Example
//!
//! ```yaml bad
//! apiVersion: v1
//! kind: ConfigMap
//! metadata:
//!   name: demo
//!   annotations:
//!     note: "for {{ .Values.clusterName }}"
//! ```
//!
//! ```yaml good
//! apiVersion: v1
//! kind: ConfigMap
//! metadata:
//!   name: demo
//! data:
//!   rule: "{{ $labels.instance }} of {{ .Values.x }}"
//! ```
//!
//! # How to fix
//!
//! Pass the text through `tpl`, or take the action out.
//!
//! # References
//!
//! - Helm documentation, the `tpl` function

use super::super::texts;
use crate::finding::Severity;
use crate::manifest::is_cluster_api;
use crate::rules::{Check, Ctx, Meta, Sink};

pub(super) static META: Meta =
    Meta { severity: Severity::Error, since: "0.1.0", kinds: &[], check: Check::Static(check) };

/// What follows `{{` in actions that only Helm understands.
const HELM: [&str; 13] = [
    ".Values",
    "$.Values",
    ".Release.",
    "$.Release.",
    ".Chart.",
    "$.Chart.",
    ".Capabilities.",
    "$.Capabilities.",
    "include \"",
    "include `",
    "toYaml ",
    "tpl ",
    ".Files.",
];

fn check(ctx: &Ctx<'_>, sink: &mut Sink<'_>) {
    texts::each(ctx, |text| {
        let in_metadata = text.top() == Some("metadata");
        if !in_metadata && !is_cluster_api(text.object.id.group()) {
            return;
        }
        if let Some((at, action)) = leftover(text.value) {
            let message = format!("text still holds the template action `{action}`");
            sink.on(text.object, &text.path(), message).span(text.place(ctx, at, action.len()));
        }
    });
}

fn leftover(text: &str) -> Option<(usize, &str)> {
    text.match_indices("{{").find_map(|(at, _)| {
        let inner = &text[at + 2..];
        let inner = inner.strip_prefix('-').unwrap_or(inner).trim_start();
        HELM.iter().any(|start| inner.starts_with(start)).then_some(())?;
        let end = text[at..].find("}}").map_or(text.len(), |end| at + end + 2);
        let line = text[at..end].lines().next().unwrap_or_default();
        Some((at, line))
    })
}

#[cfg(test)]
mod tests {
    use crate::rules::testing::{AWS, check};

    const RULE: &str = "text/template-leftover";

    #[test]
    fn flags_actions_in_cluster_api_objects() {
        let text = AWS.replace("region: eu-west-1", "region: '{{- .Values.region }}'");
        check(RULE, &text, &["AWSCluster/demo spec.region"]);
    }

    #[test]
    fn allows_jinja_and_image_formats() {
        for value in
            ["{{ ds.meta_data.local_hostname }}", "capa-{{.BaseOS}}-{{.K8sVersion}}", "{{.Names}}"]
        {
            check(RULE, &AWS.replace("region: eu-west-1", &format!("region: '{value}'")), &[]);
        }
    }
}
