//! A clone of a chart's repository without a configuration: which chart and cases are found, and
//! where findings and errors point to.

use std::path::Path;
use std::process::Command;

use crate::support::{Scratch, run_in};

const HELPERS: &str = "{{- define \"demo.data\" -}}\na: x\n{{- end -}}\n";

/// A repository with one chart, whose helper `demo.data` fills a ConfigMap.
fn repository(helpers: &str) -> Scratch {
    let folder = Scratch::new("found");
    folder.write(".git/HEAD", "");
    folder.write("helm/demo/Chart.yaml", "{apiVersion: v2, name: demo, version: 1.0.0}\n");
    folder.write("helm/demo/values.yaml", "name: demo\nextra: none\nglobal: {}\n");
    folder.write("helm/demo/ci/ci-values.yaml", "name: base\n");
    folder.write("helm/demo/ci/test-a-values.yaml", "extra: a\n");
    folder.write("helm/demo/ci/test-b-values.yaml", "extra: b\n");
    folder.write("helm/demo/templates/_helpers.tpl", helpers);
    folder.write(
        "helm/demo/templates/config.yaml",
        "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: {{ .Values.name }}\ndata:\n  \
         {{- include \"demo.data\" . | nindent 2 }}\n",
    );
    folder
}

#[test]
fn cases_are_found_and_findings_point_at_the_templates_line() {
    let text = "{{- define \"demo.data\" -}}\na: x\na: {{ .Values.extra }}\n{{- end -}}\n";
    let folder = repository(text);
    let run = run_in(folder.path(), &["check"]);
    assert_eq!(run.status, 1, "{}", run.stderr);
    let found = "found chart `helm/demo` with 2 cases of `helm/demo/ci`\n";
    assert!(run.stderr.starts_with(found), "{}", run.stderr);
    insta::assert_snapshot!(run.stdout, @r"
    error[api/duplicate-key]: key `a` stands twice in one mapping
      --> helm/demo/templates/_helpers.tpl:3:1
       |
     3 | a: {{ .Values.extra }}
       | ^^^^^^^^^^^^^^^^^^^^^^
       = rendered: `a: a`
       = called at: helm/demo/templates/config.yaml:6:7
       = object: ConfigMap/base data.a
       = cases: demo/test-a-values, demo/test-b-values
       = help: the last one counts, the first is lost
    ");
    let linted = run_in(folder.path(), &["lint"]);
    assert_eq!((linted.status, linted.stdout), (1, run.stdout));
    let below = run_in(&folder.path().join("helm"), &["check"]);
    assert!(below.stderr.contains("found chart `../helm/demo` with 2 cases"), "{}", below.stderr);
    let json = run_in(folder.path(), &["lint", "--format", "json"]).stdout;
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let template = &json["findings"][0]["template"];
    assert_eq!(template["file"], "helm/demo/templates/_helpers.tpl");
    assert_eq!((&template["line"], &template["column"]), (&3.into(), &1.into()));
}

#[test]
fn a_comment_of_a_template_suppresses_what_the_next_line_writes() {
    let allowed = "{{- /* clusterctl-gs: ignore api/duplicate-key the second wins */}}";
    let text =
        format!("{{{{- define \"demo.data\" -}}}}\na: x\n{allowed}\na: y\n{{{{- end -}}}}\n");
    let folder = repository(&text);
    let run = run_in(folder.path(), &["check"]);
    assert_eq!((run.status, run.stdout.as_str()), (0, ""));
    folder.write("helm/demo/templates/_helpers.tpl", text.replace("a: x", "b: x"));
    let run = run_in(folder.path(), &["check"]);
    assert_eq!(run.status, 0);
    assert!(run.stdout.starts_with("warning[suppression/unused-suppression]"), "{}", run.stdout);
    assert!(run.stdout.contains("--> helm/demo/templates/_helpers.tpl:3:1"), "{}", run.stdout);
    // In text that a chart may hash a comment is no suppression.
    let plain = "# clusterctl-gs: ignore api/duplicate-key the second wins";
    let body = text.replace(allowed, plain);
    let chart = folder.path().join("helm/demo");
    folder.write("helm/demo/templates/_helpers.tpl", body);
    let run = run_in(&chart, &["lint"]);
    assert!(run.stderr.contains("found chart `.`"), "{}", run.stderr);
}

#[test]
fn a_failed_template_is_told_at_its_place_and_other_cases_are_judged() {
    let text = "{{- define \"demo.data\" -}}\n{{- if eq .Values.extra \"a\" }}\na: {{ \
                .Values.nope.deep }}\n{{- end }}\nb: {{ .Values.extra }}\n{{- end -}}\n";
    let folder = repository(text);
    let run = run_in(folder.path(), &["check"]);
    assert_eq!(run.status, 2);
    insta::assert_snapshot!(run.stderr, @r"
    found chart `helm/demo` with 2 cases of `helm/demo/ci`
    case demo/test-a-values:
    error: `.Values.nope.deep` fails: nil pointer evaluating interface {}.deep
      --> helm/demo/templates/_helpers.tpl:3:7
       |
     3 | a: {{ .Values.nope.deep }}
       |       ^^^^^^^^^^^^^^^^^^^^
       = called at helm/demo/templates/config.yaml:6:7
       = help: `.Values.nope` has no value here: set it, or guard the line with `if` or `with`
    check: no findings in 1 object
    1 of 2 cases could not be rendered
    ");
    let text = text.replace("nope.deep", "name.deep");
    folder.write("helm/demo/templates/_helpers.tpl", text);
    let run = run_in(folder.path(), &["render", "--set", "extra=a"]);
    assert_eq!(run.status, 2);
    assert!(run.stderr.contains("; the value is `base`\n"), "{}", run.stderr);
}

#[test]
fn output_that_is_no_yaml_is_led_back_to_the_template() {
    let text = "{{- define \"demo.data\" -}}\na: {{ .Values.extra }}: [\n{{- end -}}\n";
    let run = run_in(repository(text).path(), &["render"]);
    assert_eq!((run.status, run.stdout.as_str()), (2, ""));
    assert!(run.stderr.contains("--> helm/demo/templates/_helpers.tpl:2:"), "{}", run.stderr);
    assert!(run.stderr.contains(">    6    a: none: ["), "{}", run.stderr);
}

#[test]
fn a_dependency_that_is_not_there_is_named_with_the_flag_that_brings_it() {
    let folder = repository(HELPERS);
    folder.write(
        "helm/demo/Chart.yaml",
        "{apiVersion: v2, name: demo, version: 1.0.0, dependencies: [{name: shared, version: \
         1.0.0, repository: \"https://example.com\"}]}\n",
    );
    let run = run_in(folder.path(), &["check"]);
    assert_eq!(run.status, 2);
    assert!(run.stderr.contains("case demo/test-a-values and 1 more:"), "{}", run.stderr);
    assert!(run.stderr.contains("`--dependency shared=DIR`"), "{}", run.stderr);
    folder.write("shared/Chart.yaml", "{apiVersion: v2, name: shared, version: 1.0.0}\n");
    folder.write("shared/values.yaml", "own: 1\n");
    let run = run_in(folder.path(), &["check"]);
    assert!(run.stderr.contains("`--dependency shared=shared`"), "{}", run.stderr);
    let run = run_in(folder.path(), &["check", "--dependency", "shared=shared"]);
    assert_eq!(run.status, 0, "{}", run.stderr);
    let values = run_in(folder.path(), &["values", "--dependency", "shared=shared"]);
    insta::assert_snapshot!(values.stdout, @r"
    extra: none   # helm/demo/values.yaml:2
    global: {}    # helm/demo/values.yaml:3
    name: base    # helm/demo/ci/ci-values.yaml:1
    shared:
      global: {}  # helm/demo/values.yaml:3
      own: 1      # shared/values.yaml:1
    ");
}

fn git(folder: &Path, arguments: &[&str]) {
    let mut command = Command::new("git");
    command.args(["-c", "user.name=a", "-c", "user.email=a@example.com"]);
    let status = command.args(arguments).current_dir(folder).output().unwrap().status;
    assert!(status.success(), "{arguments:?}");
}

#[test]
fn a_change_is_judged_against_what_the_chart_rendered_at_the_base() {
    let folder = repository(HELPERS);
    std::fs::remove_dir_all(folder.path().join(".git")).unwrap();
    let template = |kind: &str| {
        format!(
            "apiVersion: infrastructure.cluster.x-k8s.io/v1beta2\nkind: AWSMachineTemplate\n\
             metadata:\n  name: {{{{ .Values.name }}}}\nspec:\n  template:\n    spec:\n      \
             instanceType: {kind}\n"
        )
    };
    folder.write("helm/demo/templates/machines.yaml", template("m5.large"));
    git(folder.path(), &["init", "-q", "-b", "main"]);
    git(folder.path(), &["add", "-A"]);
    git(folder.path(), &["commit", "-q", "-m", "one"]);
    folder.write("helm/demo/templates/machines.yaml", template("m5.xlarge"));
    let run = run_in(folder.path(), &["check", "--base", "main"]);
    assert_eq!(run.status, 1, "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.starts_with("refused"), "{}", run.stdout);
    assert!(run.stdout.contains("at helm/demo/templates/machines.yaml:"), "{}", run.stdout);
}
