//! The stages of `template` on a chart of realistic size, and whole processes.
//!
//! With `HELM=/path/to/helm` in the environment, that binary renders the same chart, so that
//! the two are measured on one machine in one run.

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

use clusterctl_gs::chart::{self, Chart, LoadRules};
use clusterctl_gs::render::helm::{HelmChart, HelmVersion, Manifests, Request};
use clusterctl_gs::render::{Host, Lookup};
use clusterctl_gs::schema::Schema;
use clusterctl_gs::source::FileId;
use clusterctl_gs::value::{Frozen, Value};
use clusterctl_gs::{funcs, gotpl, yaml};
use criterion::{Criterion, Throughput};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/helm/realistic/capa_fleet/chart")
}

fn load() -> Arc<Chart> {
    let newest = HelmVersion::newest();
    let rules = LoadRules { metadata: newest.metadata, values: newest.values, version: None };
    Arc::new(chart::load(&folder(), rules, &mut Vec::new()).expect("the chart loads"))
}

/// What the chart cannot do without.
fn values() -> Frozen {
    let text = std::fs::read(folder().join("ci/ci-values.yaml")).expect("the file is there");
    let read = chart::read_values(&text, HelmVersion::newest().values).expect("it is YAML");
    Frozen::from(&serde_json::Value::Object(read))
}

fn request() -> Request {
    Request {
        name: "demo".into(),
        namespace: "org-demo".into(),
        is_upgrade: false,
        values: values(),
        kube_version: None,
        api_versions: Vec::new(),
        skip_schema: false,
        debug: false,
        tracing: false,
    }
}

fn render(chart: &HelmChart, request: &Request) -> Manifests {
    let mut host = Host::fixed(Arc::<Lookup>::default());
    chart.render(request, &mut host, &mut Vec::new()).expect("the chart renders")
}

/// Loading, parsing, running, reading, writing and judging, each on its own.
pub fn stages(c: &mut Criterion) {
    let (loaded, request) = (load(), request());
    let functions = funcs::functions_of(4, 3);
    let templates = &loaded.templates;
    let parse = || {
        let parse = |file: &chart::File| {
            gotpl::parse(&file.name, FileId::NONE, file.data.clone(), &functions).is_ok()
        };
        templates.iter().filter(|file| parse(file)).count()
    };
    let ready = HelmChart::new(loaded.clone(), HelmVersion::newest());
    let manifests = render(&ready, &request);
    let texts: Vec<String> = manifests.manifests.iter().map(|m| m.text.to_string()).collect();
    let stream = texts.join("\n---\n");
    let trees = yaml::parse(&stream, FileId::NONE).documents;
    let json: Vec<_> = trees.iter().filter_map(|d| d.root.as_ref()).map(yaml::to_json).collect();

    c.bench_function("helm: load the chart", |b| b.iter(|| load().templates.len()));
    let mut group = c.benchmark_group("helm: parse the templates");
    group.throughput(Throughput::Bytes(templates.iter().map(|f| f.data.len() as u64).sum()));
    group.bench_function("all", |b| b.iter(|| black_box(parse())));
    group.finish();
    c.bench_function("helm: render, parsed before", |b| {
        b.iter(|| render(&ready, &request).manifests.len());
    });
    let mut group = c.benchmark_group("helm: yaml");
    group.throughput(Throughput::Bytes(stream.len() as u64));
    group.bench_function("read", |b| {
        b.iter(|| yaml::parse(black_box(&stream), FileId::NONE).documents.len());
    });
    group.bench_function("write", |b| {
        b.iter(|| json.iter().filter(|value| yaml::to_yaml(value).is_ok()).count());
    });
    group.finish();
    if let Some(text) = &loaded.schema {
        let (_, values) = ready.values(&request, &mut Vec::new()).expect("the values fit");
        let values = Value::Map(values);
        let schema = Schema::parse(text.as_bytes()).expect("it is a schema");
        let mut group = c.benchmark_group("helm: schema");
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.bench_function("read", |b| b.iter(|| Schema::parse(text.as_bytes()).is_ok()));
        group.bench_function("validate", |b| b.iter(|| judge(&schema, &values)));
        group.finish();
    }
}

fn judge(schema: &Schema, values: &Value) -> bool {
    schema.validate(values).is_ok()
}

/// The whole process, beside Helm's when there is one.
pub fn processes(c: &mut Criterion) {
    let run = |program: &Path| {
        let mut command = Command::new(program);
        command.args(["template", "demo"]).arg(folder()).args(["-n", "org-demo", "-f"]);
        command.arg(folder().join("ci/ci-values.yaml"));
        command.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|s| s.success())
    };
    let own = Path::new(env!("CARGO_BIN_EXE_clusterctl-gs"));
    assert!(run(own), "the chart renders");
    let mut group = c.benchmark_group("process");
    group.bench_function("clusterctl-gs template", |b| b.iter(|| run(own)));
    if let Some(helm) = std::env::var_os("HELM").map(PathBuf::from) {
        assert!(run(&helm), "`{}` renders the chart", helm.display());
        group.bench_function("helm template", |b| b.iter(|| run(&helm)));
    }
    group.finish();
}
