//! Input that no command can work with: one clear message, status 2, nothing half-written.

use std::fs;
use std::process::Stdio;

use crate::support::{Scratch, command, run, run_in};

/// Runs `render` with a values file and returns stderr, which must be short and end with 2.
fn refused(content: impl AsRef<[u8]>) -> String {
    let scratch = Scratch::new("values");
    scratch.write("bad.yaml", content);
    let run = run_in(scratch.path(), &["render", "--provider", "aws", "-f", "bad.yaml"]);
    assert_eq!(run.status, 2, "{}", run.stderr);
    assert_eq!(run.stdout, "");
    assert!(run.stderr.starts_with("error: "), "{}", run.stderr);
    assert!(run.stderr.len() < 3_000, "{}", run.stderr.len());
    assert!(!run.stderr.contains("panicked"), "{}", run.stderr);
    run.stderr
}

#[test]
fn values_that_are_no_yaml_name_file_and_line() {
    for (content, place) in [
        ("a: 1\n\tb: 2\n", "bad.yaml:2"),
        ("a: [1, 2\n", "bad.yaml"),
        ("organization: a\norganization: b\n", "bad.yaml:2:1"),
        ("a: &a [x]\nb: *c\n", "bad.yaml:2"),
        ("- a\n- b\n", "bad.yaml:1:1"),
        ("just text", "bad.yaml:1:1"),
    ] {
        let stderr = refused(content);
        assert!(stderr.contains(place), "{content:?}: {stderr}");
    }
}

#[test]
fn values_that_explode_or_nest_too_deep_are_refused() {
    let mut laughs = String::from("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
    for level in 1..12 {
        let aliases = vec![format!("*a{}", level - 1); 10].join(", ");
        laughs.push_str(&format!("a{level}: &a{level} [{aliases}]\n"));
    }
    refused(laughs);
    refused(format!("a: {}{}", "[".repeat(200_000), "]".repeat(200_000)));
    refused("a: ".to_owned() + &"{b: ".repeat(100_000));
    refused(vec![b'a'; 100 << 20]);
    refused(b"organization: \xff\xfe\n");
    refused(b"organization: \x00\n");
}

#[test]
fn unknown_keys_and_wrong_types_are_explained() {
    let stderr = refused("controlPlane:\n  replica: 3\n");
    assert!(stderr.contains("bad.yaml:2:3") && stderr.contains("did you mean"), "{stderr}");
    let stderr = refused("controlPlane:\n  replicas: three\n");
    assert!(stderr.contains("bad.yaml:2:"), "{stderr}");
    let stderr = refused("aws:\n  region: null\n");
    assert!(stderr.contains("region"), "{stderr}");
    for set in ["a", "a[-1]=x", "controlPlane.replica=3", "a[99999999999]=1"] {
        let run = run(&["render", "--provider", "aws", "--set", set]);
        assert_eq!(run.status, 2, "{set}: {}", run.stderr);
        assert!(run.stderr.contains("--set"), "{set}: {}", run.stderr);
    }
}

#[test]
fn unknown_words_on_the_command_line_are_usage_errors() {
    for arguments in [
        &["render", "--provider", "azure"][..],
        &["render", "--provider", "aws", "--os", "windows"],
        &["render"],
        &["rendr"],
        &["render", "--provider", "aws", "-f", "none.yaml"],
        &["render", "--provider", "aws", "--capi", "foo"],
        &["render", "--provider", "aws", "--capi", "v1.4.0", "--capa", "v2.9.0"],
        &["render", "--provider", "aws", "--name", "Not_A_Name"],
        &["render", "--provider", "aws", "-s", "none.yaml"],
        &["lint", "--format", "xml", "--provider", "aws"],
        &["lint", "no-such-file.yaml"],
        &["explain", "iam/no-such-rule"],
        &["golden", "check", "no/such/case"],
        &["golden", "check", "--config", "no-such-file.yaml"],
    ] {
        let run = run(arguments);
        assert_eq!(run.status, 2, "{arguments:?}: {}", run.stderr);
        assert_eq!(run.stdout, "", "{arguments:?}");
        assert!(run.stderr.contains("error"), "{arguments:?}: {}", run.stderr);
    }
}

#[test]
fn an_output_directory_that_cannot_be_written_is_an_error() {
    let scratch = Scratch::new("output");
    scratch.write("file", "kept");
    let arguments = |to| ["render", "--provider", "aws", "--output-dir", to];
    let run = run_in(scratch.path(), &arguments("file"));
    assert_eq!(run.status, 2, "{}", run.stderr);
    assert_eq!(fs::read_to_string(scratch.path().join("file")).unwrap(), "kept");
    // A link below the directory would lead the files out of it.
    let outside = Scratch::new("outside");
    fs::create_dir(scratch.path().join("out")).unwrap();
    std::os::unix::fs::symlink(outside.path(), scratch.path().join("out/templates")).unwrap();
    let run = run_in(scratch.path(), &arguments("out"));
    assert_eq!(run.status, 2, "{}", run.stderr);
    assert_eq!(fs::read_dir(outside.path()).unwrap().count(), 0);
}

#[test]
fn a_closed_pipe_is_no_error() {
    let mut child = command(crate::support::root(), &["render", "--provider", "aws"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn a_full_disk_is_an_error_and_not_a_panic() {
    let full = fs::File::options().write(true).open("/dev/full").unwrap();
    let child = command(crate::support::root(), &["render", "--provider", "aws"])
        .stdout(full)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(stderr.starts_with("error: "), "{stderr}");
}

#[test]
fn manifests_that_end_early_are_not_compared() {
    let scratch = Scratch::new("broken-side");
    scratch.write("good.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n");
    scratch.write("broken.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a\n---\n");
    scratch.write("prose.yaml", "just text\n");
    for sides in [["good.yaml", "broken.yaml"], ["broken.yaml", "good.yaml"], ["prose.yaml"; 2]] {
        let run = run_in(scratch.path(), &["diff", sides[0], sides[1]]);
        assert_eq!((run.status, &*run.stdout), (2, ""), "{sides:?}: {}", run.stderr);
    }
    let run = run_in(scratch.path(), &["lint", "good.yaml", "--against", "broken.yaml"]);
    assert_eq!((run.status, &*run.stdout), (2, ""), "{}", run.stderr);
    assert!(run.stderr.contains("broken.yaml:"), "{}", run.stderr);
    let run = run_in(scratch.path(), &["userdata", "broken.yaml"]);
    assert_eq!((run.status, &*run.stdout), (2, ""), "{}", run.stderr);
}

#[test]
fn an_output_folder_with_something_in_the_way_of_one_file_gets_none() {
    let scratch = Scratch::new("in-the-way");
    scratch.write("out/templates/aws/machine-pools.yaml/x", "");
    let run = run_in(scratch.path(), &["render", "--provider", "aws", "--output-dir", "out"]);
    assert_eq!((run.status, &*run.stdout), (2, ""), "{}", run.stderr);
    assert!(run.stderr.contains("machine-pools.yaml` is a folder"), "{}", run.stderr);
    let names: Vec<_> = fs::read_dir(scratch.path().join("out/templates/aws"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    assert_eq!(names, ["machine-pools.yaml"]);
}

#[test]
fn a_configuration_without_cases_is_no_success() {
    let scratch = Scratch::new("no-cases");
    scratch.write("clusterctl-gs.yaml", "{}\n");
    for arguments in [&["check"][..], &["golden", "check"]] {
        let run = run_in(scratch.path(), arguments);
        assert_eq!((run.status, &*run.stdout), (2, ""), "{arguments:?}: {}", run.stderr);
    }
}

#[test]
fn standard_input_is_not_read_twice() {
    for arguments in [&["diff", "-", "-"][..], &["render", "--provider", "aws", "-f-", "-f-"]] {
        let run = run(arguments);
        assert_eq!((run.status, &*run.stdout), (2, ""), "{arguments:?}: {}", run.stderr);
        assert!(run.stderr.contains("named twice"), "{}", run.stderr);
    }
}

#[test]
fn a_template_is_named_with_or_without_its_ending() {
    let names = |template| run(&["render", "--provider", "aws", "-s", template, "-o", "names"]);
    let full = names("templates/aws/cluster.yaml.j2");
    assert_eq!(full.status, 0, "{}", full.stderr);
    for template in ["templates/aws/cluster.yaml", "cluster.yaml", "cluster.yaml.j2"] {
        assert_eq!(names(template).stdout, full.stdout, "{template}");
    }
    assert_eq!(names("luster.yaml").status, 2);
}

/// What is no object is said, and everything else is compared.
#[test]
fn a_side_with_faults_is_compared_as_far_as_it_goes() {
    let scratch = Scratch::new("faults");
    let side = |value: &str| {
        let object = |name: &str| {
            format!(
                "apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: {name}}}\ndata: {{x: {value}}}\n"
            )
        };
        let nameless = "apiVersion: v1\nkind: ConfigMap\ndata: {z: a}\n";
        ["just: a mapping\n", "- a list\n", &object("a"), &object("a"), nameless].join("---\n")
    };
    scratch.write("old.yaml", side("one"));
    scratch.write("new.yaml", side("two"));
    let run = run_in(scratch.path(), &["diff", "old.yaml", "new.yaml"]);
    assert_eq!(run.status, 0, "{}", run.stderr);
    for said in [
        "new.yaml:1:1: document is no object",
        "new.yaml:3:1: document is no object",
        "object stands in the input twice (ConfigMap/a)",
        "object has no `metadata.name`",
        "  ~ data.x: \"one\" → \"two\"",
    ] {
        assert!(run.stdout.contains(said), "no `{said}` in\n{}", run.stdout);
    }
}

#[test]
fn versions_that_nobody_knows_are_said_and_what_is_no_version_is_refused() {
    let sides = ["diff", "tests/upgrade/cluster.yaml", "tests/upgrade/cluster.yaml"];
    for (version, said) in [
        ("v99.0.0", "capi v99.0.0 is newer than every known release; judged by the rules of v1."),
        ("v1.12.99", "capi v1.12.99 is no known release; judged by the rules of v1.12.11"),
    ] {
        let run = run(&[&sides[..], &["--capi", version]].concat());
        assert_eq!(run.status, 0, "{}", run.stderr);
        assert!(run.stdout.contains(said), "{}", run.stdout);
    }
    for flag in ["--capi", "--capa", "--capo"] {
        let run = run(&[&sides[..], &[flag, "foo"]].concat());
        assert_eq!((run.status, &*run.stdout), (2, ""), "{}", run.stderr);
        assert!(run.stderr.contains("known are") && run.stderr.contains(" to v"), "{}", run.stderr);
    }
}

/// A cycle of references between renamed objects ends, and both are found again.
#[test]
fn objects_that_refer_to_each_other_are_matched_once() {
    let scratch = Scratch::new("cycle");
    let side = |hash: &str| {
        let one = |kind: &str, name: &str, other: &str| {
            format!(
                "apiVersion: v1\nkind: {kind}\nmetadata: {{name: {name}{hash}}}\nspec: {{ref: {other}{hash}, self: {name}{hash}}}\n"
            )
        };
        [one("A", "a", "b"), one("B", "b", "a")].join("---\n")
    };
    scratch.write("old.yaml", side("one"));
    scratch.write("new.yaml", side("two"));
    let run = run_in(scratch.path(), &["diff", "old.yaml", "new.yaml"]);
    assert!(run.stdout.contains("~ A/atwo (was aone)\n~ B/btwo (was bone)\n"), "{}", run.stdout);
}

/// The same object in another API version is a change, and no refusal for that alone.
#[test]
fn sides_of_two_api_generations_are_compared() {
    let scratch = Scratch::new("generations");
    let pool = |api: &str, group: &str, version: &str| {
        format!(
            "apiVersion: cluster.x-k8s.io/{api}\nkind: MachineDeployment\nmetadata: {{name: a, namespace: n}}\nspec: {{clusterName: c, template: {{spec: {{clusterName: c, version: {version}, bootstrap: {{dataSecretName: s}}, infrastructureRef: {{{group}, kind: T, name: t}}}}}}}}\n"
        )
    };
    scratch.write("old.yaml", pool("v1beta1", "apiVersion: x.io/v1beta1", "v1.30.0"));
    scratch.write("new.yaml", pool("v1beta2", "apiGroup: x.io", "v1.30.0"));
    scratch.write("minor.yaml", pool("v1beta2", "apiGroup: x.io", "v1.31.0"));
    let run = run_in(scratch.path(), &["diff", "old.yaml", "new.yaml"]);
    assert!(run.stderr.contains("nothing refused, no node rolls"), "{}{}", run.stdout, run.stderr);
    let run = run_in(scratch.path(), &["diff", "old.yaml", "minor.yaml"]);
    assert!(run.stdout.starts_with("rolls      worker/a "), "{}", run.stdout);
}

/// A Secret of many megabytes is compared by its hash, and not printed.
#[test]
fn huge_secrets_are_compared_by_their_hash() {
    let scratch = Scratch::new("huge");
    let secret = |end: &str| {
        let data = "QUJD".repeat(2 << 20) + end;
        format!("apiVersion: v1\nkind: Secret\nmetadata: {{name: a}}\ndata: {{k: {data}}}\n")
    };
    scratch.write("old.yaml", secret("QUJD"));
    scratch.write("new.yaml", secret("QUJE"));
    for more in [&[][..], &["--show-secrets"], &["--format", "json"], &["--format", "markdown"]] {
        let run = run_in(scratch.path(), &[&["diff", "old.yaml", "new.yaml"], more].concat());
        assert_eq!(run.status, 0, "{}", run.stderr);
        assert!(run.stdout.contains("Secret") && run.stdout.len() < 4_000, "{}", run.stdout.len());
    }
}
