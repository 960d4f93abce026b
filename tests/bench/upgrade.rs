//! Benchmarks of comparing and judging: `cargo bench --bench upgrade`.
//!
//! What a user waits for beyond the two renderings, and how that grows with the number of
//! objects and the length of lists. Never a test: the numbers depend on the machine.

use std::hint::black_box;
use std::time::Duration;

use clusterctl_gs::diff::{self, Options};
use clusterctl_gs::manifest::{Manifests, Object};
use clusterctl_gs::profile::{Generation, Profile, Request};
use clusterctl_gs::source::SourceMap;
use clusterctl_gs::upgrade::{self, Context};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};

const CLUSTER: &str = include_str!("../upgrade/cluster.yaml");

/// Many clusters of one kind: their names differ, and `change` what they hold.
fn clusters(count: usize, change: impl Fn(&str) -> String) -> String {
    let cluster = change(CLUSTER);
    let one = |n: usize| cluster.replace("demo", &format!("c{n:04}"));
    (0..count).map(one).collect::<Vec<String>>().join("---\n")
}

fn read(text: String) -> Manifests {
    let sources = SourceMap::default();
    let file = sources.add("side.yaml", text);
    Manifests::read(&sources, &[file])
}

fn profile() -> Profile {
    Request::default().complete(Generation::Current)
}

/// Pairs, verdicts and changes, as `diff` makes them; the manifests' JSON is made anew.
fn compare(old: &str, new: &str, profile: &Profile) -> usize {
    let (old, new) = (read(old.to_owned()), read(new.to_owned()));
    let old: Vec<&Object> = old.objects().iter().collect();
    let new: Vec<&Object> = new.objects().iter().collect();
    let places = diff::match_objects(&old, &new);
    let context = Context { old_profile: profile, new_profile: profile };
    let pairs = upgrade::pairs(&places, &old, &new);
    let verdicts = upgrade::judge(&pairs, &context).verdicts;
    verdicts.len() + diff::of_pairs(&places, &old, &new, Options::default()).len()
}

/// Every object gets a new label, every control plane and pool a new version.
fn upgraded(text: &str) -> String {
    text.replace("cluster-aws-9.0.0", "cluster-aws-9.0.1").replace("v1.34.1", "v1.35.0")
}

fn objects(c: &mut Criterion) {
    let profile = profile();
    let mut group = c.benchmark_group("read, compare and judge clusters");
    for count in [7, 70, 700] {
        let (old, new) = (clusters(count, str::to_owned), clusters(count, upgraded));
        group.throughput(Throughput::Bytes((old.len() + new.len()) as u64));
        group.bench_function(BenchmarkId::from_parameter(count), |b| {
            b.iter(|| compare(black_box(&old), black_box(&new), &profile));
        });
    }
    group.finish();
    let mut group = c.benchmark_group("read, compare and judge equal clusters");
    let old = clusters(70, str::to_owned);
    group.bench_function("70", |b| b.iter(|| compare(black_box(&old), black_box(&old), &profile)));
    group.finish();
}

/// A control plane with as many files and commands, half of which moved or changed.
fn long_lists(c: &mut Criterion) {
    let profile = profile();
    let side = |count: usize, shift: usize| {
        let mut text = String::from(
            "apiVersion: bootstrap.cluster.x-k8s.io/v1beta2\nkind: KubeadmConfigTemplate\n\
             metadata: {name: a}\nspec:\n  template:\n    spec:\n      files:\n",
        );
        for n in 0..count {
            text += &format!("      - {{path: /f{}, content: \"{n}\"}}\n", n + shift);
        }
        text += "      preKubeadmCommands:\n";
        for n in 0..count {
            text += &format!("      - command {}\n", (n * 7919 + shift) % count);
        }
        text
    };
    let mut group = c.benchmark_group("read, compare and judge lists");
    for count in [500, 5_000] {
        let (old, new) = (side(count, 0), side(count, count / 2));
        group.throughput(Throughput::Elements(count as u64));
        group.bench_function(BenchmarkId::from_parameter(count), |b| {
            b.iter(|| compare(black_box(&old), black_box(&new), &profile));
        });
    }
    group.finish();
}

fn config() -> Criterion {
    Criterion::default().sample_size(10).measurement_time(Duration::from_secs(3))
}

criterion_group! {
    name = benches;
    config = config();
    targets = objects, long_lists
}
criterion_main!(benches);
