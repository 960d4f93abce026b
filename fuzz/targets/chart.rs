//! Any small chart is rendered or refused: values, dependencies, coalescing, documents, hooks.
//!
//! The input is split at zero bytes into `Chart.yaml`, `values.yaml`, two templates, the
//! values of a subchart, and the values of the user.

#![no_main]

use std::sync::Arc;

use clusterctl_gs::chart::{File, LoadRules, Loader, read_values};
use clusterctl_gs::render::helm::{HelmChart, Request, VERSIONS};
use clusterctl_gs::render::{Host, Lookup};
use clusterctl_gs::value::Frozen;
use libfuzzer_sys::fuzz_target;

const SUBCHART: &str = "apiVersion: v2\nname: part\nversion: 1.0.0\n";

fuzz_target!(|data: &[u8]| {
    let Some((first, rest)) = data.split_first() else { return };
    if rest.windows(3).any(|word| word == b"gen") || rest.windows(6).any(|word| word == b"bcrypt") {
        return;
    }
    let version = &VERSIONS[*first as usize % VERSIONS.len()];
    let parts: Vec<&[u8]> = rest.split(|byte| *byte == 0).collect();
    let part = |index: usize| parts.get(index).copied().unwrap_or_default();
    let files = vec![
        File::new("Chart.yaml", part(0)),
        File::new("values.yaml", part(1)),
        File::new("templates/_helpers.tpl", part(2)),
        File::new("templates/a.yaml", part(3)),
        File::new("charts/part/Chart.yaml", SUBCHART),
        File::new("charts/part/values.yaml", part(4)),
        File::new("charts/part/templates/b.yaml", "kind: B\nv: {{ .Values | toJson }}\n"),
    ];
    let rules = LoadRules { values: version.values, version: None };
    let Ok(chart) = Loader::new(rules).chart(files) else { return };
    let Ok(values) = read_values(part(5), version.values) else { return };
    let request = Request {
        name: "demo".into(),
        namespace: "org-demo".into(),
        is_upgrade: false,
        values: Frozen::from(&serde_json::Value::Object(values)),
        kube_version: None,
        api_versions: Vec::new(),
        skip_schema: false,
        debug: false,
        tracing: first & 0x80 != 0,
    };
    let mut env = Host::fixed(Arc::new(Lookup::default()));
    let chart = HelmChart::new(Arc::new(chart), version);
    match chart.render(&request, &mut env, None, &mut Vec::new()) {
        Ok(manifests) => drop(manifests),
        Err(failed) => assert!(!failed.error.to_string().is_empty()),
    }
});
