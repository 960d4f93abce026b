//! Recorded behaviour of helm 4.3.1 and of older versions, run against the binary.
//!
//! A folder `tests/helm/<area>/<probe>` holds `args` (one argument a line), the chart and other
//! files, optionally `env` and `stdin`, and what Helm answered: `stdout`, `exit`, `stderr` (not
//! compared with a `stderr.unstable` beside it) and `out_files`. The recordings are never made
//! by this project's own code. What still differs stands in `tests/helm/deviations.txt`, each
//! with the reason that the first line of the probe's `note` gives; a line there that no longer
//! holds fails the test, so that the list is always true.
//!
//! A folder `tests/helm/realistic/<name>` with `recorded/` holds a chart of realistic size, and
//! for each of its cases one file with the arguments, the status and what Helm printed. They are
//! written by `python3 tests/compare_with_helm.py --record - tests/helm/realistic/*/chart`.
//!
//! What an older version answers is in `tests/helm/versions/<version>.jsonl`: one line for each
//! probe that it answers in another way, with the parts that differ.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use rayon::prelude::*;
use serde_json::Value;

use crate::support::{BINARY, Scratch, root};

/// Files that are expectations, not input.
const EXPECTATIONS: [&str; 9] =
    ["args", "env", "stdin", "stdout", "stderr", "stderr.unstable", "exit", "out_files", "note"];

/// What Helm answered for a case of a realistic chart.
struct Recording {
    args: Vec<String>,
    exit: String,
    stderr: Vec<u8>,
    stdout: Vec<u8>,
}

impl Recording {
    fn read(file: &Path) -> Recording {
        let bytes = fs::read(file).unwrap();
        let (args, rest) = line(&bytes, "args: ");
        let (exit, rest) = line(rest, "exit: ");
        let (_, rest) = line(rest, "stderr:");
        let mark = b"stdout:\n";
        let at = rest.windows(mark.len()).position(|window| window == mark).unwrap();
        Recording {
            args: args.split(' ').map(|arg| arg.trim_matches('\'').to_owned()).collect(),
            exit: exit.to_owned(),
            stderr: rest[..at].to_vec(),
            stdout: rest[at + mark.len()..].to_vec(),
        }
    }
}

/// The first line without its head, and the rest.
fn line<'a>(bytes: &'a [u8], head: &str) -> (&'a str, &'a [u8]) {
    let end = bytes.iter().position(|byte| *byte == b'\n').unwrap();
    let line = std::str::from_utf8(&bytes[..end]).unwrap();
    (line.strip_prefix(head).unwrap(), &bytes[end + 1..])
}

/// The files of the folders `name` below the realistic charts.
fn of_realistic_charts(name: &str) -> Vec<PathBuf> {
    let folder = root().join("tests/helm/realistic");
    let files = walkdir::WalkDir::new(folder).sort_by_file_name().into_iter().flatten();
    let files = files.filter(|entry| entry.file_type().is_file()).map(|entry| entry.into_path());
    files.filter(|file| file.parent().unwrap().ends_with(name)).collect()
}

#[test]
fn realistic_charts_come_out_as_helm_renders_them() {
    let recordings = of_realistic_charts("recorded");
    let differing: Vec<String> = recordings
        .par_iter()
        .filter_map(|file| {
            let recording = Recording::read(file);
            let scratch = Scratch::new("realistic");
            let mut command = Command::new(BINARY);
            command.args(&recording.args).current_dir(file.parent().unwrap().parent().unwrap());
            command.env_clear().env("HOME", scratch.path());
            let output = command.output().unwrap();
            let is_alike = output.stdout == recording.stdout
                && output.stderr == recording.stderr
                && output.status.code().map(|code| code.to_string()) == Some(recording.exit);
            let shown = file.strip_prefix(root()).unwrap().display().to_string();
            (!is_alike).then(|| {
                let found = String::from_utf8_lossy(&output.stderr).into_owned();
                format!("{shown} ({} bytes, {found})", output.stdout.len())
            })
        })
        .collect();
    assert!(differing.is_empty(), "of {} cases: {differing:#?}", recordings.len());
}

#[test]
fn every_case_of_a_realistic_chart_is_recorded() {
    for case in of_realistic_charts("ci") {
        let top = case.ancestors().nth(3).unwrap();
        let name = case.file_stem().unwrap().to_str().unwrap();
        let recorded = top.join("recorded").join(format!("{name}.txt"));
        assert!(recorded.exists() || name == "ci-values", "{} is missing", recorded.display());
    }
}

#[test]
fn recorded_probes_of_helm_are_answered_alike() {
    let probes = probes();
    let differing: Vec<String> = probes
        .par_iter()
        .filter_map(|probe| {
            let wrong = differences(probe, None, &Expected::of_newest(probe));
            let why = fs::read_to_string(probe.join("note")).unwrap_or_default();
            let why = why.lines().next().unwrap_or("not explained");
            (!wrong.is_empty()).then(|| format!("{}: {}: {why}", name(probe), wrong.join(", ")))
        })
        .collect();
    compare_with_list(&differing, "tests/helm/deviations.txt", probes.len());
}

#[test]
fn recorded_probes_are_answered_as_older_versions_do() {
    let probes = probes();
    let mut differing = Vec::new();
    for version in ["4.1", "3.17", "3.11"] {
        let file = root().join(format!("tests/helm/versions/{version}.jsonl"));
        let recorded: BTreeMap<String, Value> = fs::read_to_string(file)
            .unwrap()
            .lines()
            .map(|line| serde_json::from_str::<Value>(line).unwrap())
            .map(|line| (line["probe"].as_str().unwrap().to_owned(), line))
            .collect();
        differing.par_extend(probes.par_iter().filter_map(|probe| {
            let expected = Expected::of_newest(probe).but(recorded.get(&name(probe)));
            let wrong = differences(probe, Some(version), &expected);
            (!wrong.is_empty()).then(|| format!("{version} {}: {}", name(probe), wrong.join(", ")))
        }));
    }
    compare_with_list(&differing, "tests/helm/versions/deviations.txt", 3 * probes.len());
}

fn name(probe: &Path) -> String {
    probe.strip_prefix(root().join("tests/helm")).unwrap().display().to_string()
}

fn compare_with_list(differing: &[String], list: &str, count: usize) {
    let list = root().join(list);
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&list, differing.iter().map(|line| format!("{line}\n")).collect::<String>())
            .unwrap();
        return;
    }
    let known = fs::read_to_string(&list).unwrap();
    let known: Vec<&str> = known.lines().collect();
    assert_eq!(differing, known, "of {count} probes these differ");
}

/// What Helm answered.
struct Expected {
    stdout: Vec<u8>,
    stderr: Vec<u8>,
    exit: String,
    files: BTreeMap<PathBuf, Vec<u8>>,
}

impl Expected {
    fn of_newest(probe: &Path) -> Expected {
        let read = |name: &str| fs::read(probe.join(name)).unwrap_or_default();
        Expected {
            stdout: read("stdout"),
            stderr: read("stderr"),
            exit: String::from_utf8(read("exit")).unwrap().trim().to_owned(),
            files: tree(&probe.join("out_files")),
        }
    }

    /// The same with what an older version answers in another way.
    fn but(mut self, recorded: Option<&Value>) -> Expected {
        let Some(recorded) = recorded else { return self };
        let text = |name: &str| recorded[name].as_str().map(str::to_owned);
        self.exit = text("exit").unwrap_or(self.exit);
        self.stdout = text("stdout").map_or(self.stdout, String::into_bytes);
        self.stderr = text("stderr").map_or(self.stderr, String::into_bytes);
        if let Some(files) = recorded["files"].as_object() {
            let bytes = |text: &Value| text.as_str().unwrap().as_bytes().to_vec();
            self.files = files.iter().map(|(path, t)| (path.into(), bytes(t))).collect();
        }
        self
    }
}

fn probes() -> Vec<PathBuf> {
    let walk = walkdir::WalkDir::new(root().join("tests/helm")).sort_by_file_name();
    let files = walk.min_depth(3).max_depth(3).into_iter().map(|entry| entry.unwrap());
    let args = files.filter(|entry| entry.file_name() == "args");
    args.map(|entry| entry.path().parent().unwrap().to_owned()).collect()
}

/// What differs from the recording: some of `stdout`, `exit`, `stderr`, `files`.
fn differences(probe: &Path, version: Option<&str>, expected: &Expected) -> Vec<&'static str> {
    let scratch = Scratch::new("probe");
    let work = scratch.path().join("w");
    copy(probe, &work, true);
    let home = scratch.path().join("home");
    fs::create_dir(&home).unwrap();
    let read = |name: &str| fs::read(probe.join(name)).unwrap_or_default();
    let text = |name: &str| String::from_utf8(read(name)).unwrap();
    let args = text("args");
    let args = args.strip_suffix('\n').unwrap_or(&args);
    let mut command = Command::new(BINARY);
    command.arg("template").current_dir(&work).env_clear().env("HOME", &home);
    command.env("PATH", std::env::var_os("PATH").unwrap_or_default());
    command.env("TZ", "UTC").env("LC_ALL", "C").env("NO_COLOR", "1");
    if let Some(version) = version {
        command.args(["--helm", version]);
    }
    if !args.is_empty() {
        command.args(args.split('\n'));
    }
    for line in text("env").lines().filter(|line| !line.trim().is_empty()) {
        let (key, value) = line.split_once('=').unwrap();
        command.env(key, value);
    }
    let stdin = scratch.write("stdin", read("stdin"));
    command.stdin(Stdio::from(fs::File::open(stdin).unwrap()));
    let output = command.output().unwrap();
    let mut wrong = Vec::new();
    if output.stdout != expected.stdout {
        wrong.push("stdout");
    }
    if output.status.code().unwrap_or(-1).to_string() != expected.exit {
        wrong.push("exit");
    }
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    let stderr = stderr.replace(work.to_str().unwrap(), "<PROBE>");
    if !probe.join("stderr.unstable").exists()
        && without_times(&stderr) != without_times(&String::from_utf8_lossy(&expected.stderr))
    {
        wrong.push("stderr");
    }
    if tree(&work.join("out")) != expected.files {
        wrong.push("files");
    }
    wrong
}

/// Log lines without the times that they were written at.
fn without_times(text: &str) -> String {
    let stamp =
        regex::Regex::new(r"(?m)^\d{4}/\d\d/\d\d \d\d:\d\d:\d\d |time=[0-9T:.+Z-]+ ").unwrap();
    stamp.replace_all(text, "<TIME> ").into_owned()
}

fn copy(from: &Path, to: &Path, is_top: bool) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name();
        if is_top && EXPECTATIONS.iter().any(|expectation| name == *expectation) {
            continue;
        }
        let (source, target) = (entry.path(), to.join(&name));
        let kind = entry.file_type().unwrap();
        if kind.is_symlink() {
            std::os::unix::fs::symlink(fs::read_link(source).unwrap(), target).unwrap();
        } else if kind.is_dir() {
            copy(&source, &target, false);
        } else {
            fs::copy(source, target).unwrap();
        }
    }
}

/// All files below a folder with their content; empty where there is none.
fn tree(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let files = walkdir::WalkDir::new(folder).into_iter().flatten();
    let files = files.filter(|entry| entry.file_type().is_file());
    files
        .map(|entry| {
            let name = entry.path().strip_prefix(folder).unwrap().to_owned();
            (name, fs::read(entry.path()).unwrap())
        })
        .collect()
}
