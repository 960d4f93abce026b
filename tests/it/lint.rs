//! Lint on the built-in charts: nothing on clean renders, and every mutation of
//! `tests/lint/mutations.yaml` at the right object and field.

use std::collections::BTreeMap;
use std::process::Command;

use clusterctl_gs::glob::strip_hash_suffix;
use clusterctl_gs::manifest::Manifests;
use clusterctl_gs::profile::{Generation, Profile, Request};
use clusterctl_gs::rules::{self, Ctx, Settings};
use clusterctl_gs::source::SourceMap;

/// One thing that is broken in a render that was right.
#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Mutation {
    /// What is broken, in a few words.
    fault: String,
    /// `PROVIDER/OS`.
    render: String,
    /// The versions that the chart is rendered for, as flags; the newest where none is given.
    #[serde(default)]
    versions: BTreeMap<String, String>,
    /// The versions that judge, where they differ from those.
    #[serde(default)]
    judges: BTreeMap<String, String>,
    /// True to judge the change as an upgrade from the render that was right.
    #[serde(default)]
    upgrade: bool,
    /// The object to change as `Kind/name` without a hash suffix.
    object: String,
    /// The text to replace, which stands in the object once.
    find: String,
    /// What to put there.
    replace: String,
    /// All findings as `rule Kind/name path`.
    expect: Vec<String>,
}

fn render(chart: &str, versions: &BTreeMap<String, String>) -> String {
    let (provider, os) = chart.split_once('/').unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_clusterctl-gs"));
    command.args(["render", "--provider", provider, "--os", os, "--name", "demo"]);
    // Away from the repository's own configuration.
    command.current_dir(std::env::temp_dir());
    for (program, version) in versions {
        command.args([format!("--{program}"), version.clone()]);
    }
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn profile(versions: &BTreeMap<String, String>) -> Profile {
    let mut request = Request::default();
    for (key, value) in versions {
        match key.as_str() {
            "capi" => drop(request.controllers.insert("capi", value.parse().unwrap())),
            "capa" => drop(request.controllers.insert("capa", value.parse().unwrap())),
            "capo" => drop(request.controllers.insert("capo", value.parse().unwrap())),
            "flatcar" => request.flatcar = Some(value.parse().unwrap()),
            "gate-off" => drop(request.feature_gates.insert(value.clone(), false)),
            other => panic!("unknown program {other}"),
        }
    }
    request.complete(request.generation().unwrap_or(Generation::Current))
}

/// Everything that lint says, as `rule Kind/name path`, sorted.
fn lint(text: &str, old: Option<&str>, profile: &Profile) -> Vec<String> {
    let sources = SourceMap::default();
    let read = |name: &str, text: &str| {
        let file = sources.add(name, text);
        Manifests::read(&sources, &[file])
    };
    let old = old.map(|old| read("old.yaml", old));
    let manifests = read("mutated.yaml", text);
    let settings = Settings::default();
    let mut ctx = Ctx::new(&manifests, profile, &settings, &sources);
    ctx.old = old.as_ref();
    let place = |finding: clusterctl_gs::finding::Finding| {
        let object = finding.object.map(|o| format!("{}/{}", o.kind, strip_hash_suffix(&o.name)));
        let path = finding.path.map(|path| path.to_string()).unwrap_or_default();
        let text = format!("{} {} {path}", finding.rule, object.unwrap_or_default());
        text.trim_end().to_owned()
    };
    let mut found: Vec<String> = rules::run(&ctx).into_iter().map(place).collect();
    found.sort();
    found
}

impl Mutation {
    /// The stream with the one object changed.
    fn apply(&self, stream: &str) -> Result<String, String> {
        let mut documents: Vec<String> = stream.split("---\n").map(str::to_owned).collect();
        let is_meant = |document: &&mut String| {
            let value = |key: &str| document.lines().find_map(|line| line.strip_prefix(key));
            let kind = value("kind: ").unwrap_or_default();
            let name = value("  name: ").unwrap_or_default();
            format!("{kind}/{}", strip_hash_suffix(name)) == self.object
        };
        let document = documents.iter_mut().find(is_meant).ok_or("no such object")?;
        match document.matches(&self.find).count() {
            1 => *document = document.replace(&self.find, &self.replace),
            count => return Err(format!("the text stands there {count} times")),
        }
        Ok(documents.join("---\n"))
    }
}

#[test]
fn clean_renders_have_no_findings() {
    let seeds = BTreeMap::from([("capi".to_owned(), "v1.4.9".to_owned())]);
    for chart in ["aws/flatcar", "aws/ubuntu", "openstack/flatcar", "openstack/ubuntu"] {
        for versions in [&BTreeMap::new(), &seeds] {
            let stream = render(chart, versions);
            let found = lint(&stream, Some(&stream), &profile(versions));
            assert!(found.is_empty(), "{chart} {versions:?}: {found:#?}");
        }
    }
}

#[test]
fn every_mutation_is_found_where_it_is() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/lint/mutations.yaml");
    let mutations: Vec<Mutation> =
        serde_yaml::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    assert!(mutations.len() >= 40, "only {} mutations", mutations.len());
    let mut renders: BTreeMap<(String, String), String> = BTreeMap::new();
    let mut wrong = Vec::new();
    for mutation in &mutations {
        let key = (mutation.render.clone(), format!("{:?}", mutation.versions));
        let stream =
            renders.entry(key).or_insert_with(|| render(&mutation.render, &mutation.versions));
        let mut versions = mutation.versions.clone();
        versions.extend(mutation.judges.clone());
        let mut expected = mutation.expect.clone();
        expected.sort();
        match mutation.apply(stream) {
            Err(error) => wrong.push(format!("{}: {error}", mutation.fault)),
            Ok(text) => {
                let old = mutation.upgrade.then_some(stream.as_str());
                let found = lint(&text, old, &profile(&versions));
                if found != expected {
                    let found = found.join("\n  ");
                    wrong.push(format!("{}: found\n  {found}", mutation.fault));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Input that was cut, doubled or garbled anywhere is judged like any other, without a panic.
#[test]
fn garbled_input_never_panics() {
    let stream = render("aws/flatcar", &BTreeMap::new());
    let profile = profile(&BTreeMap::new());
    // A small generator of our own: the same inputs on every run and machine.
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut next = move |limit: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state % limit as u64).unwrap()
    };
    let noise =
        ["\n", "  ", "- ", "{", "]", "|\n", ": ", "null", "é\u{2028}", "'", "*a", "&a ", "1e+06"];
    for _ in 0..60 {
        let mut lines: Vec<&str> = stream.lines().collect();
        for _ in 0..=next(4) {
            let at = next(lines.len());
            match next(3) {
                0 => drop(lines.remove(at)),
                1 => lines.insert(at, lines[next(lines.len())]),
                _ => lines.insert(at, noise[next(noise.len())]),
            }
        }
        let mut text = lines.join("\n");
        let at = next(text.len());
        if text.is_char_boundary(at) {
            text.insert_str(at, noise[next(noise.len())]);
        }
        lint(&text, Some(&stream), &profile);
    }
}
