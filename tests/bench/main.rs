//! Benchmarks: `cargo bench`. They measure what a user waits for, on the built-in charts here
//! and on a Helm chart in `helm.rs`.
//!
//! Never a test: the numbers depend on the machine. What they are compared with stands in the
//! README.

#![allow(clippy::disallowed_methods, reason = "benchmarks read charts and start processes")]

mod helm;

use std::hint::black_box;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use clusterctl_gs::chart::LoadRules;
use clusterctl_gs::diff;
use clusterctl_gs::ignition;
use clusterctl_gs::manifest::{Manifests, Object};
use clusterctl_gs::profile::{Generation, Request};
use clusterctl_gs::render::builtin::{Builtin, Os, Provider};
use clusterctl_gs::render::helm::{HelmChart, HelmRenderer, HelmVersion};
use clusterctl_gs::render::{Release, Renderer, embedded};
use clusterctl_gs::rules::{self, Ctx, Settings};
use clusterctl_gs::schema::Schema;
use clusterctl_gs::source::{FileId, SourceMap};
use clusterctl_gs::upgrade;
use clusterctl_gs::values::{LayerKind, Layers, Mode, Tree, layer};
use clusterctl_gs::yaml;
use criterion::{Criterion, criterion_group, criterion_main};

const RELEASE: Release<'_> = Release { name: "demo", namespace: "org-demo" };

/// The effective values of the AWS chart on Flatcar, without any of the user's.
fn values(sources: &SourceMap) -> serde_json::Value {
    let read = |kind, path: &str| {
        let text = embedded::text(path).expect("the file is embedded");
        layer::read(kind, path, text.as_bytes(), Mode::Strict, sources).expect("it is valid")
    };
    let defaults = vec![
        read(LayerKind::Defaults, "values/aws/defaults.yaml"),
        read(LayerKind::Os, "values/aws/flatcar.yaml"),
    ];
    let layers = Layers { defaults, ..Layers::default() };
    let tree = layers.merge(&mut |_| Err("no file".to_owned())).expect("defaults merge");
    serde_json::Value::Object(tree.value)
}

fn chart(os: Os) -> Builtin {
    Builtin { provider: Provider::Aws, os, generation: Generation::Current }
}

fn rendered(os: Os, sources: &SourceMap) -> String {
    chart(os).render(RELEASE, &values(sources)).expect("the chart renders").to_stream()
}

fn stages(c: &mut Criterion) {
    let sources = SourceMap::default();
    let effective = values(&sources);
    let text = rendered(Os::Flatcar, &sources);
    let file = sources.add("new.yaml", text.as_str());
    let old_file = sources.add("old.yaml", rendered(Os::Ubuntu, &sources));
    let (new, old) = (Manifests::read(&sources, &[file]), Manifests::read(&sources, &[old_file]));
    let profile = Request::default().complete(Generation::Current);
    let settings = Settings::default();
    let schema = Provider::Aws.schema().text.as_bytes();
    let json: Vec<_> = new.objects().iter().map(|object| object.json().clone()).collect();

    c.bench_function("values: read and merge the layers", |b| b.iter(|| values(&sources)));
    c.bench_function("schema: read and validate", |b| {
        b.iter(|| Schema::parse(schema).expect("it is one").validate(&&effective).is_ok())
    });
    c.bench_function("render: aws on flatcar", |b| {
        b.iter(|| chart(Os::Flatcar).render(RELEASE, black_box(&effective)).is_ok())
    });
    c.bench_function("yaml: read the rendering", |b| {
        b.iter(|| yaml::parse(black_box(&text), FileId::NONE).documents.len())
    });
    c.bench_function("yaml: write the rendering", |b| {
        b.iter(|| json.iter().filter(|object| yaml::to_yaml(object).is_ok()).count())
    });
    c.bench_function("manifest: read and index", |b| {
        b.iter(|| Manifests::read(&sources, &[file]).objects().len())
    });
    c.bench_function("lint: all rules", |b| {
        b.iter(|| rules::run(&Ctx::new(&new, &profile, &settings, &sources)).len())
    });
    let (old_objects, new_objects): (Vec<&Object>, Vec<&Object>) =
        (old.objects().iter().collect(), new.objects().iter().collect());
    c.bench_function("diff: ubuntu to flatcar", |b| {
        b.iter(|| diff::objects(&old_objects, &new_objects, diff::Options::default()).len())
    });
    let context = upgrade::Context { old_profile: &profile, new_profile: &profile };
    c.bench_function("upgrade: verdicts of ubuntu to flatcar", |b| {
        b.iter(|| {
            let pairs = upgrade::pair(old.objects(), new.objects());
            upgrade::judge(&pairs, &context).verdicts.len()
        })
    });
}

/// Every stage of the user data of all nodes. `BENCH_MANIFESTS` names other manifests.
fn simulation(c: &mut Criterion) {
    let sources = SourceMap::default();
    let text = match std::env::var_os("BENCH_MANIFESTS") {
        Some(path) => std::fs::read_to_string(path).expect("the manifests are readable"),
        None => rendered(Os::Flatcar, &sources),
    };
    let file = sources.add("manifests.yaml", text);
    let manifests = Manifests::read(&sources, &[file]);
    let profile = Request::default().complete(Generation::Current);
    c.bench_function("ignition: simulate all nodes", |b| {
        b.iter(|| ignition::simulate_all(black_box(&manifests), &profile, &sources).len())
    });
}

/// A Helm chart without and with the record of what wrote its output. `BENCH_CHART` names another
/// chart, `BENCH_VALUES` its values files, separated by commas.
fn tracing(c: &mut Criterion) {
    let path = std::env::var("BENCH_CHART").unwrap_or_else(|_| {
        concat!(env!("CARGO_MANIFEST_DIR"), "/tests/helm/realistic/nodepools_hash_chart/chart")
            .to_owned()
    });
    let newest = HelmVersion::newest();
    let rules = LoadRules { metadata: newest.metadata, values: newest.values, version: None };
    let chart = clusterctl_gs::chart::load(Path::new(&path), rules, &mut Vec::new());
    let chart = HelmChart::new(Arc::new(chart.expect("the chart loads")), HelmVersion::newest());
    let sources = SourceMap::default();
    let mut renderer = HelmRenderer::new(Arc::new(chart.with_sources(&sources)));
    let mut user = Tree::default();
    for file in std::env::var("BENCH_VALUES").unwrap_or_default().split(',') {
        if !file.is_empty() {
            let text = std::fs::read(file).expect("the values file is readable");
            let read = layer::read(LayerKind::File, file, &text, Mode::Helm, &sources);
            user.overlay(read.expect("it holds values"));
        }
    }
    let values = serde_json::Value::Object(user.value);
    for tracing in [false, true] {
        renderer.tracing = tracing;
        let name = format!("helm chart: render, origins {}", if tracing { "on" } else { "off" });
        c.bench_function(&name, |b| {
            b.iter(|| renderer.render(RELEASE, black_box(&values)).expect("the chart renders"))
        });
    }
}

fn config() -> Criterion {
    Criterion::default().sample_size(30).measurement_time(Duration::from_secs(2))
}

criterion_group! {
    name = benches;
    config = config();
    targets = stages, simulation, tracing, helm::stages, helm::processes
}
criterion_main!(benches);
