//! The sides of a comparison, through the binary: Release objects, git revisions, values and
//! controllers of one side alone.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

use super::support::{Run, Scratch, run_in};

/// A chart of the kind that takes its versions from a Release: without one it renders `N/A`, or
/// fails, as a switch says.
const HELPERS: &str = r#"
{{- define "release" -}}
{{- $name := printf "aws-%s" (trimPrefix "v" .Values.global.release.version) -}}
{{- $found := lookup "release.giantswarm.io/v1alpha1" "Release" "" $name -}}
{{- $offline := .Values.internal.ephemeralConfiguration.offlineTesting -}}
{{- if and (not $found) (not $offline.renderWithoutReleaseResource) -}}
{{- fail (printf "Release %s not found" $name) -}}
{{- end -}}
{{- toJson $found -}}
{{- end -}}
{{- define "component" -}}
{{- $version := "N/A" -}}
{{- range ((include "release" .root | fromJson).spec).components -}}
{{- if eq .name $.name }}{{ $version = .version }}{{ end -}}
{{- end -}}
{{- $version -}}
{{- end -}}
"#;

const CLUSTER: &str = r#"
{{- $kubernetes := include "component" (dict "root" . "name" "kubernetes") }}
{{- $flatcar := include "component" (dict "root" . "name" "flatcar") }}
{{- $spec := dict "imageLookupFormat" (printf "flatcar-%s-kube-%s" $flatcar $kubernetes) }}
{{- $name := printf "demo-control-plane-%s" (toJson $spec | sha256sum | trunc 8) }}
apiVersion: controlplane.cluster.x-k8s.io/v1beta1
kind: KubeadmControlPlane
metadata: {name: demo}
spec:
  replicas: 3
  version: v{{ $kubernetes }}
  machineTemplate:
    infrastructureRef:
      apiVersion: infrastructure.cluster.x-k8s.io/v1beta2
      kind: AWSMachineTemplate
      name: {{ $name }}
  kubeadmConfigSpec: {}
---
apiVersion: infrastructure.cluster.x-k8s.io/v1beta2
kind: AWSMachineTemplate
metadata: {name: {{ $name }}}
spec: {template: {spec: {{ toJson $spec }}}}
{{- range ((include "release" . | fromJson).spec).apps }}
---
apiVersion: example.com/v1
kind: App
metadata: {name: {{ .name }}}
spec: {version: {{ .version | quote }}, catalog: {{ .catalog | default "unset" }}}
{{- end }}
"#;

const VALUES: &str = "global: {release: {version: 0.0.0}}\ninternal: {ephemeralConfiguration: \
                      {offlineTesting: {renderWithoutReleaseResource: false}}}\n";

/// What a chart's own tests set.
const OFFLINE: &str = "internal: {ephemeralConfiguration: {offlineTesting: \
                       {renderWithoutReleaseResource: true}}}\n";

fn release(version: &str, kubernetes: &str, flatcar: &str) -> String {
    format!(
        "apiVersion: release.giantswarm.io/v1alpha1\nkind: Release\nmetadata: {{name: \
         aws-{version}}}\nspec:\n  apps:\n  - {{name: cilium, version: 1.0.0}}\n  components:\n  \
         - {{name: kubernetes, version: {kubernetes}}}\n  - {{name: flatcar, version: {flatcar}}}\n"
    )
}

/// A folder with the chart under `chart`, two Releases and the values of an offline rendering.
fn scratch() -> Scratch {
    let scratch = Scratch::new("sides");
    scratch.write("chart/Chart.yaml", "apiVersion: v2\nname: demo\nversion: 1.0.0\n");
    scratch.write("chart/values.yaml", VALUES);
    scratch.write("chart/templates/_helpers.tpl", HELPERS);
    scratch.write("chart/templates/cluster.yaml", CLUSTER);
    scratch.write("offline.yaml", OFFLINE);
    scratch.write("old.yaml", release("34.1.0", "1.34.1", "4459.2.3"));
    scratch.write("new.yaml", release("34.1.1", "1.34.5", "4593.2.2"));
    scratch
}

fn run(scratch: &Scratch, args: &str) -> Run {
    run_in(scratch.path(), &args.split_whitespace().collect::<Vec<_>>())
}

fn rolls_with_its_causes(run: &Run) {
    assert_eq!(run.status, 0, "{}", run.stderr);
    assert!(!run.stdout.contains("N/A"), "{}", run.stdout);
    let report: Value = serde_json::from_str(&run.stdout).unwrap();
    let verdicts = report["verdicts"].as_array().unwrap();
    let roll = verdicts.iter().find(|verdict| verdict["verdict"] == "rolls").expect("a roll");
    assert_eq!(roll["affects"], serde_json::json!(["control-plane"]));
    let causes = roll["causes"].to_string();
    assert!(causes.contains("\"spec.version\""), "{causes}");
    assert!(causes.contains("spec.template.spec.imageLookupFormat"), "{causes}");
}

#[test]
fn a_release_object_switches_the_offline_mode_off() {
    let scratch = scratch();
    let offline = run(&scratch, "render --chart chart -f offline.yaml");
    assert!(offline.stdout.contains("version: vN/A"), "{}", offline.stdout);
    let there = run(&scratch, "render --chart chart -f offline.yaml --release new.yaml");
    assert!(there.stdout.contains("version: v1.34.5"), "{}{}", there.stdout, there.stderr);
    assert!(!there.stdout.contains("N/A"), "{}", there.stdout);
    assert!(there.stdout.contains("catalog: default"), "{}", there.stdout);
}

#[test]
fn a_release_bump_rolls_under_an_unchanged_chart() {
    let scratch = scratch();
    rolls_with_its_causes(&run(
        &scratch,
        "diff chart:chart chart:chart -f offline.yaml --old-release old.yaml --new-release \
         new.yaml --format json",
    ));
}

#[test]
fn a_release_bump_works_with_plain_lookup_fixtures_too() {
    let scratch = scratch();
    rolls_with_its_causes(&run(
        &scratch,
        "diff chart:chart chart:chart --old-lookup old.yaml --new-lookup new.yaml --old-set \
         global.release.version=34.1.0 --new-set global.release.version=34.1.1 --format json",
    ));
}

#[test]
fn the_configuration_names_a_release_for_its_cases() {
    let scratch = scratch();
    scratch.write("chart/ci/offline.yaml", OFFLINE);
    scratch.write(
        "clusterctl-gs.yaml",
        "charts: [{path: chart, cases: ['ci/*.yaml'], release: new.yaml, golden: golden}]\n",
    );
    let updated = run(&scratch, "golden update");
    assert_eq!(updated.status, 0, "{}{}", updated.stdout, updated.stderr);
    let golden = walk(&scratch.path().join("golden"));
    assert!(golden.contains("version: v1.34.5") && !golden.contains("N/A"), "{golden}");
}

fn walk(folder: &Path) -> String {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let text = |path: std::path::PathBuf| match path.is_dir() {
        true => walk(&path),
        false => std::fs::read_to_string(path).unwrap(),
    };
    entries.map(text).collect()
}

#[test]
fn what_is_no_release_is_said_so() {
    let scratch = scratch();
    let run = run(&scratch, "render --chart chart --release offline.yaml");
    assert_eq!(run.status, 2);
    assert!(run.stderr.contains("`offline.yaml` is no Release"), "{}", run.stderr);
}

fn git(folder: &Path, args: &[&str]) {
    let identity = ["-c", "user.name=t", "-c", "user.email=t@example.com"];
    let out = Command::new("git").current_dir(folder).args(identity).args(args).output().unwrap();
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
}

#[test]
fn a_chart_is_taken_from_a_revision_with_the_dependencies_of_the_work_tree() {
    let scratch = scratch();
    let chart = "apiVersion: v2\nname: demo\nversion: 1.0.0\ndependencies: [{name: lib, version: \
                 1.2.0, repository: 'https://example.com'}]\n";
    scratch.write("helm/demo/Chart.yaml", chart);
    let map = |value: &str| {
        format!("apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: a}}\ndata: {{a: {value}}}\n")
    };
    scratch.write("helm/demo/templates/a.yaml", map("old"));
    scratch.write(".gitignore", "charts/\n");
    git(scratch.path(), &["init", "-q"]);
    git(scratch.path(), &["add", "."]);
    git(scratch.path(), &["commit", "-qm", "One"]);
    scratch.write("helm/demo/templates/a.yaml", map("new"));
    let library = "apiVersion: v2\nname: lib\nversion: 1.2.0\n";
    scratch.write("helm/demo/charts/lib/Chart.yaml", library);
    let found = run(&scratch, "diff chart:helm/demo@HEAD chart:helm/demo");
    assert!(found.stdout.contains("\"old\" → \"new\""), "{}{}", found.stdout, found.stderr);
    scratch.write("helm/demo/charts/lib/Chart.yaml", library.replace("1.2.0", "1.3.0"));
    let other = run(&scratch, "diff chart:helm/demo@HEAD chart:helm/demo");
    assert_eq!(other.status, 2);
    assert!(other.stderr.contains("--dependency"), "{}", other.stderr);
}
