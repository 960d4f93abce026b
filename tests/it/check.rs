//! `check --base`: verdicts of many cases in one report, and what the configuration expects.

use crate::support::{Run, Scratch, run_in};

/// A folder with a configuration and two cases of a built-in chart, agreed on in git, whose
/// control planes get another flavor then.
fn changed_cases(name: &str, expect: &str) -> Scratch {
    let scratch = Scratch::new(name);
    let charts = "charts:\n- builtin: openstack\n  cases: [cases/*.yaml]\n  golden: golden\n";
    scratch.write("clusterctl-gs.yaml", format!("{charts}{expect}"));
    let git = |arguments: &[&str]| {
        let done = std::process::Command::new("git")
            .args(["-c", "user.name=a", "-c", "user.email=a@example.org"])
            .args(arguments)
            .current_dir(scratch.path())
            .output()
            .unwrap();
        assert!(done.status.success(), "{arguments:?}: {done:?}");
    };
    for flavor in ["one", "two"] {
        for (case, replicas) in [("a", 3), ("b", 5)] {
            let values = format!("controlPlane: {{replicas: {replicas}, flavor: {flavor}}}\n");
            scratch.write(&format!("cases/{case}.yaml"), values);
        }
        assert_eq!(run_in(scratch.path(), &["golden", "update"]).status, 0);
        if flavor == "one" {
            git(&["init", "-q"]);
            git(&["add", "."]);
            git(&["commit", "-q", "-m", "Agree"]);
        }
    }
    scratch
}

fn check(scratch: &Scratch, more: &[&str]) -> Run {
    run_in(scratch.path(), &[&["check", "--base", "HEAD", "--fail-on", "rolls"], more].concat())
}

#[test]
fn equal_verdicts_of_many_cases_are_one_line() {
    let scratch = changed_cases("grouped", "");
    let run = check(&scratch, &[]);
    assert_eq!(run.status, 1, "{}", run.stderr);
    let rolls: Vec<&str> = run.stdout.lines().filter(|l| l.starts_with("rolls")).collect();
    assert_eq!(rolls, ["rolls      control-plane (KubeadmControlPlane/demo)"], "{}", run.stdout);
    assert!(run.stdout.contains("           all 4 cases\n"), "{}", run.stdout);
    assert!(run.stdout.contains("(one → two)"), "{}", run.stdout);
    let markdown = check(&scratch, &["--format", "markdown"]).stdout;
    assert!(markdown.contains("<br>_all 4 cases_"), "{markdown}");
    let json = check(&scratch, &["--format", "json"]).stdout;
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let groups = json["charts"][0]["groups"].as_array().unwrap();
    assert_eq!((groups.len(), groups[0].as_array().unwrap().len()), (2, 2), "{groups:?}");
}

#[test]
fn expectations_are_met_and_those_that_nothing_meets_are_reported() {
    let expect = "expect:\n\
                  - {case: '*/a', object: KubeadmControlPlane/*, verdict: rolls, reason: agreed}\n\
                  - {object: MachineDeployment/*, verdict: rolls, reason: not needed}\n\
                  - {object: Cluster/*, verdict: refused, reason: past, expires: 2020-01-01}\n";
    let scratch = changed_cases("expected", expect);
    let run = check(&scratch, &[]);
    assert_eq!(run.status, 1, "the other case still rolls: {}", run.stderr);
    for line in [
        "expected   control-plane (KubeadmControlPlane/demo)",
        "           2 cases: openstack/flatcar/a, openstack/ubuntu/a",
        "rolls      control-plane (KubeadmControlPlane/demo)",
        "           2 cases: openstack/flatcar/b, openstack/ubuntu/b",
        "warning[verdict/unused-expectation]: no verdict is the expected `rolls` of \
         `MachineDeployment/*`",
        "warning[verdict/unused-expectation]: the expectation of `refused` of `Cluster/*` has \
         expired",
        "  --> clusterctl-gs.yaml:8:3",
    ] {
        assert!(run.stdout.lines().any(|l| l == line), "no `{line}` in\n{}", run.stdout);
    }
    let one = check(&scratch, &["openstack/flatcar/a"]);
    assert_eq!(one.status, 0, "{}", one.stdout);
    assert!(!one.stdout.contains("unused-expectation"), "other cases may need it: {}", one.stdout);
}
