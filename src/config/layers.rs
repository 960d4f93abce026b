//! Finding the file, reading the layers that it extends, and merging them.
//!
//! A layer's own entries come behind those of the layer below it, so that "the last one
//! counts" means "the upper one counts". Paths in a layer are relative to that layer's folder.

#![expect(clippy::disallowed_methods, reason = "the configuration is read here")]

use std::path::{Path, PathBuf};

use super::read::{Reader, is_null};
use super::{Config, ConfigError, sections};
use crate::source::{SourceMap, Span};
use crate::yaml::{self, Node};

/// The name of the configuration file.
pub const FILE_NAME: &str = "clusterctl-gs.yaml";

/// Layers on top of each other; more are a mistake.
const MAX_LAYERS: usize = 32;

/// Looks for the configuration file from a folder up to the root of the repository that it is
/// in. Outside of a repository only the folder itself is looked at. The answer is spelled from
/// the folder, `../../clusterctl-gs.yaml`.
pub fn find(start: &Path) -> Option<PathBuf> {
    folders(start).into_iter().map(|folder| folder.join(FILE_NAME)).find(|file| file.is_file())
}

/// A folder and those above it up to the root of its repository, spelled from the folder.
pub(super) fn folders(start: &Path) -> Vec<PathBuf> {
    let Ok(absolute) = start.canonicalize() else { return Vec::new() };
    let root = absolute.ancestors().find(|folder| folder.join(".git").exists());
    let root = root.unwrap_or(&absolute);
    let count = absolute.ancestors().take_while(|folder| folder.starts_with(root)).count();
    let mut spelled = if start == Path::new(".") { PathBuf::new() } else { start.to_owned() };
    let mut folders = Vec::with_capacity(count);
    for _ in 0..count {
        folders.push(spelled.clone());
        spelled.push("..");
    }
    folders
}

/// Reads a file and everything below it.
pub(super) fn load(file: &Path, sources: &SourceMap) -> Result<Config, ConfigError> {
    let mut reader = Reader { sources, problems: Vec::new() };
    let text = read(file).map_err(|source| ConfigError::Read { path: file.into(), source })?;
    let mut chain = vec![resolved(file)];
    let mut config = layer(&mut reader, file, text, &mut chain);
    config.file = file.to_owned();
    if reader.problems.is_empty() {
        return Ok(config);
    }
    // Told file by file and from top to bottom, not in the order in which sections are read.
    reader.problems.sort_by(|a, b| a.location.cmp(&b.location));
    Err(ConfigError::Invalid(reader.problems))
}

fn read(file: &Path) -> std::io::Result<Vec<u8>> {
    std::fs::read(file)
}

fn resolved(file: &Path) -> PathBuf {
    file.canonicalize().unwrap_or_else(|_| file.to_owned())
}

fn layer(reader: &mut Reader<'_>, file: &Path, text: Vec<u8>, chain: &mut Vec<PathBuf>) -> Config {
    let name = file.display().to_string();
    let id = reader.sources.add(name, String::from_utf8_lossy(&text));
    let parsed = yaml::parse_bytes(&text, id);
    if let Some(error) = parsed.error {
        reader.problem(error.span, error.problem(), None);
        return Config::default();
    }
    let mut roots = parsed.documents.iter().filter_map(|document| document.root.as_ref());
    let Some(root) = roots.next() else { return Config::default() };
    if let Some(second) = roots.next() {
        let message = "the configuration is one document, here a second one begins";
        reader.problem(second.span(), message, None);
    }
    let folder = file.parent().unwrap_or(Path::new(""));
    let own = sections::read_file(reader, root, folder);
    match root.get("extends").filter(|value| !is_null(value)) {
        Some(value) => match extended(reader, value, folder, chain) {
            Some(lower) => merge(lower, own),
            None => own,
        },
        None => own,
    }
}

fn extended(
    reader: &mut Reader<'_>,
    value: &Node,
    folder: &Path,
    chain: &mut Vec<PathBuf>,
) -> Option<Config> {
    let name = reader.text(value, "`extends`")?;
    let file = folder.join(&name.value);
    let key = resolved(&file);
    if chain.contains(&key) {
        let message = format!("`{}` extends itself", file.display());
        reader.problem(name.span, message, None);
        return None;
    }
    if chain.len() >= MAX_LAYERS {
        let message = format!("more than {MAX_LAYERS} files extend each other");
        reader.problem(name.span, message, None);
        return None;
    }
    match read(&file) {
        Ok(text) => {
            chain.push(key);
            Some(layer(reader, &file, text, chain))
        }
        Err(error) => {
            unreadable(reader, name.span, &file, &error);
            None
        }
    }
}

fn unreadable(reader: &mut Reader<'_>, span: Span, file: &Path, error: &std::io::Error) {
    reader.problem(span, format!("cannot read `{}`: {error}", file.display()), None);
}

fn merge(lower: Config, upper: Config) -> Config {
    let mut profiles = lower.profiles;
    for named in upper.profiles {
        match profiles.iter_mut().find(|p| *p.name == *named.name) {
            Some(same) => {
                let profile = named.profile.over(&same.profile);
                *same = super::NamedProfile { name: named.name, profile };
            }
            None => profiles.push(named),
        }
    }
    Config {
        file: upper.file,
        profile: upper.profile.over(&lower.profile),
        profiles,
        charts: joined(lower.charts, upper.charts),
        externals: joined(lower.externals, upper.externals),
        rules: joined(lower.rules, upper.rules),
        ignore: joined(lower.ignore, upper.ignore),
        expect: joined(lower.expect, upper.expect),
    }
}

fn joined<T>(mut lower: Vec<T>, upper: Vec<T>) -> Vec<T> {
    lower.extend(upper);
    lower
}

#[cfg(test)]
mod tests {
    use super::super::*;
    use super::*;
    use crate::testing::TempDir;

    fn load_text(text: &str) -> Result<Config, String> {
        let folder = TempDir::new("config");
        let file = folder.write(FILE_NAME, text);
        let loaded = Config::load(&file, &SourceMap::default());
        let prefix = format!("{}/", folder.path().display());
        loaded.map_err(|error| error.to_string().replace(&prefix, ""))
    }

    const FULL: &str = r#"
profile: {capi: v1.12.1, capa: v2.11.1, flatcar: 4593.2.4, kubernetes: v1.34.1, helm: "4.3", feature-gates: {MachinePool: true}}
profiles: {next: {capi: v1.14.0}}
charts:
- path: helm/cluster-aws
  name: test-wc
  namespace: org-giantswarm
  values: [ci/ci-values.yaml]
  cases: ["ci/*.yaml"]
  os: {flatcar: {set: {ignition.enable: true}}, ubuntu: {set: {ignition.enable: false}}}
  lookup: [ci/lookup]
  api-versions: [addons.cluster.x-k8s.io/v1beta1/ClusterResourceSet]
  dependencies: {cluster: ../cluster/helm/cluster}
  profile: {}
  golden: golden
- builtin: aws
externals: [{kind: Secret, name: "*-teleport-join-token"}]
rules: {ref/dangling-reference: warning, "iam/*": off}
ignore: [{rule: "iam/*", object: "AWSMachinePool/*", path: "spec.**", reason: "known", expires: 2027-03-01}]
expect: [{case: "*", object: "KubeadmControlPlane/*", verdict: rolls, reason: "CHANGELOG 9.1"}]
"#;

    #[test]
    fn every_documented_key_is_read() {
        let config = load_text(FULL).unwrap();
        let versions = &config.profile.request;
        assert_eq!(versions.controllers["capi"].to_string(), "v1.12.1");
        assert_eq!(versions.flatcar.as_ref().unwrap().to_string(), "v4593.2.4");
        assert!(versions.feature_gates["MachinePool"]);
        assert_eq!(config.profile.helm.as_ref().unwrap().value, "4.3");
        assert_eq!(*config.profiles[0].name, "next");
        let chart = &config.charts[0];
        assert_eq!(*chart.source, ChartSource::Path("helm/cluster-aws".into()));
        let os = chart.os.as_ref().unwrap();
        assert_eq!(os[1].set[0].1, serde_json::Value::Bool(false));
        assert_eq!(*chart.dependencies[0].0, "cluster");
        assert_eq!(*config.charts[1].source, ChartSource::Builtin("aws".into()));
        assert!(config.externals[0].matches("Secret", None, "demo-teleport-join-token"));
        assert_eq!(config.level("iam/unlisted-instance-profile"), Some(Level::Off));
        assert_eq!(config.level("api/x"), None);
        let day = |text: &str| text.parse::<Date>().unwrap();
        assert!(!config.ignore[0].is_expired(day("2027-03-01")));
        assert!(config.ignore[0].is_expired(day("2027-03-02")));
        let object = "KubeadmControlPlane/demo";
        assert!(config.expected("aws/x", object, "rolls", &[], day("2026-01-01")).is_some());
        assert!(config.expected("aws/x", object, "refused", &[], day("2026-01-01")).is_none());
    }

    #[test]
    fn all_faults_are_named_with_their_places() {
        let text = r#"
profil: {}
profile: {capi: foo, helm: latest, feature-gates: {A: maybe}}
charts:
- path: a
  builtin: aws
- name: x
- builtin: azure
- builtin: aws
  os: [flatcar, windows]
  golden: ../elsewhere
  vlaues: [a.yaml]
  cases: ["a***"]
rules: {iam/x: fatal, iam/x: off}
ignore: [{rule: "iam/*", expires: tomorrow}]
expect: {}
"#;
        let message = load_text(text).unwrap_err();
        insta::assert_snapshot!(message, @r#"
        clusterctl-gs.yaml:2:1: unknown key `profil` in the configuration (did you mean `profile`?)
        clusterctl-gs.yaml:3:17: `capi`: `foo` is not a version: expected three numbers, such as `v1.2.3` (the rules of capi v0.4.0..v1.14.0 are known)
        clusterctl-gs.yaml:3:28: `helm`: `latest` is no version of Helm (a release line of Helm, such as "4.3"; quote it)
        clusterctl-gs.yaml:3:55: feature gate `A` must be `true` or `false`, found a single value
        clusterctl-gs.yaml:6:12: an entry of `charts` has both `path` and `builtin`
        clusterctl-gs.yaml:7:3: an entry of `charts` has no `path` or `builtin`
        clusterctl-gs.yaml:8:12: `builtin` cannot be `azure` (one of aws, openstack)
        clusterctl-gs.yaml:10:17: an operating system of a built-in chart cannot be `windows` (one of flatcar, ubuntu)
        clusterctl-gs.yaml:11:11: `golden` cannot be `../elsewhere` (a folder of its own below the configuration file's, such as `golden`)
        clusterctl-gs.yaml:12:3: unknown key `vlaues` in an entry of `charts` (did you mean `values`?)
        clusterctl-gs.yaml:13:11: an item of `cases`: `a***` has more than two `*` in a row
        clusterctl-gs.yaml:14:16: the level of a rule cannot be `fatal` (one of error, warning, info, off)
        clusterctl-gs.yaml:14:23: `iam/x` is written twice
        clusterctl-gs.yaml:15:10: an entry of `ignore` has no `reason`
        clusterctl-gs.yaml:15:35: `expires`: `tomorrow` is not a date: expected year-month-day, such as `2027-03-01`
        clusterctl-gs.yaml:16:9: `expect` must be a list, found a mapping
        "#);
    }

    #[test]
    fn broken_yaml_names_the_line() {
        let message = load_text("charts:\n- path: [\n").unwrap_err();
        assert_eq!(message, "clusterctl-gs.yaml:3:1: did not find expected node content");
        insta::assert_snapshot!(load_text("- a\n").unwrap_err(), @"clusterctl-gs.yaml:1:1: the configuration must be a mapping, found a list");
        assert!(load_text("").is_ok());
        assert!(load_text("charts:\nignore:\nrules:\nprofile:\n").is_ok());
    }

    #[test]
    fn layers_are_merged_and_paths_belong_to_their_layer() {
        let folder = TempDir::new("layers");
        folder.write(
            "common/base.yaml",
            "profile: {capi: v1.4.9, capa: v2.2.4}\nrules: {a/b: off, c/d: off}\n\
             charts: [{path: chart}]\n",
        );
        let text = "extends: ../common/base.yaml\nprofile: {capi: v1.5.0}\n\
                    rules: {a/b: error}\ncharts: [{builtin: aws}]\n";
        let file = folder.write("repo/clusterctl-gs.yaml", text);
        let config = Config::load(&file, &SourceMap::default()).unwrap();
        let versions = &config.profile.request.controllers;
        assert_eq!(versions["capi"].to_string(), "v1.5.0");
        assert_eq!(versions["capa"].to_string(), "v2.2.4");
        assert_eq!(config.level("a/b"), Some(Level::Severity(Severity::Error)));
        assert_eq!(config.level("c/d"), Some(Level::Off));
        assert_eq!(config.charts[0].folder, folder.path().join("repo/../common"));
        assert_eq!(config.charts.len(), 2);
    }

    #[test]
    fn layers_that_extend_each_other_are_refused() {
        let folder = TempDir::new("cycle");
        folder.write("b.yaml", "extends: a.yaml\n");
        let file = folder.write("a.yaml", "extends: b.yaml\n");
        let error = Config::load(&file, &SourceMap::default()).unwrap_err().to_string();
        assert!(error.contains("b.yaml:1:10: ") && error.ends_with("a.yaml` extends itself"));
        let file = folder.write("c.yaml", "extends: nope.yaml\n");
        let error = Config::load(&file, &SourceMap::default()).unwrap_err().to_string();
        assert!(error.contains("c.yaml:1:10: cannot read"), "{error}");
    }

    #[test]
    fn the_file_is_found_up_to_the_root_of_the_repository() {
        let folder = TempDir::new("find");
        folder.write(FILE_NAME, "");
        folder.write("repo/.git/HEAD", "");
        folder.write("repo/a/b/x", "");
        let inside = folder.path().join("repo/a/b");
        assert_eq!(find(&inside), None);
        folder.write("repo/clusterctl-gs.yaml", "");
        assert_eq!(find(&inside), Some(inside.join("../../clusterctl-gs.yaml")));
    }
}
