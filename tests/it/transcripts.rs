//! Console blocks of the README and of `tests/cmd/*.md`, run and compared.
//!
//! A block is fenced as `console`. A line `$ command` runs, the lines below it are what it
//! prints (stdout, then stderr), a line `...` stands for any lines, and `? N` says that it
//! exits with N (0 otherwise). `UPDATE=1 cargo test` rewrites blocks that differ.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::support::{BINARY, Scratch, root};

#[test]
fn the_readme_shows_what_really_happens() {
    run_file(&root().join("README.md"));
}

#[test]
fn transcripts_hold() {
    let folder = root().join("tests/cmd");
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    files.sort();
    for file in files.iter().filter(|f| f.extension().is_some_and(|e| e == "md")) {
        run_file(file);
    }
}

/// The table of rules in the README is the one that the binary prints.
#[test]
fn the_readme_lists_every_rule() {
    let file = root().join("README.md");
    let text = fs::read_to_string(&file).unwrap();
    let (start, end) = ("<!-- rules:start -->\n", "<!-- rules:end -->");
    let (head, rest) = text.split_once(start).unwrap();
    let (table, tail) = rest.split_once(end).unwrap();
    let current = clusterctl_gs::rules::table();
    if std::env::var_os("UPDATE").is_some() {
        fs::write(file, format!("{head}{start}{current}{end}{tail}")).unwrap();
    } else {
        assert_eq!(table, current, "run `UPDATE=1 cargo test`");
    }
}

fn run_file(file: &Path) {
    let text = fs::read_to_string(file).unwrap();
    let scratch = Scratch::new("transcript");
    let mut updated = String::new();
    let mut failures = Vec::new();
    let mut lines = text.split_inclusive('\n').enumerate().peekable();
    let mut inside = false;
    while let Some((number, line)) = lines.next() {
        updated.push_str(line);
        if line.starts_with("```") {
            inside = !inside && line.trim_end() == "```console";
            continue;
        }
        let Some(command) = line.strip_prefix("$ ").filter(|_| inside) else { continue };
        let mut expected = String::new();
        while let Some((_, next)) = lines.peek() {
            if next.starts_with("$ ") || next.starts_with("```") {
                break;
            }
            expected.push_str(lines.next().unwrap().1);
        }
        let Some(actual) = run(command.trim_end(), &scratch) else {
            updated.push_str(&expected);
            continue;
        };
        if matches(&expected, &actual) {
            updated.push_str(&expected);
        } else {
            updated.push_str(&actual);
            let place = format!("{}:{}", file.display(), number + 1);
            failures.push(format!("{place}: {command}expected:\n{expected}\ngot:\n{actual}"));
        }
    }
    if std::env::var_os("UPDATE").is_some() {
        if updated != text {
            fs::write(file, updated).unwrap();
        }
    } else {
        assert!(failures.is_empty(), "{}", failures.join("\n"));
    }
}

/// What a command prints, with its exit status; none for what a test cannot run.
fn run(command: &str, scratch: &Scratch) -> Option<String> {
    // This very test is what `cargo test` runs, and installing would go to the network.
    if command == "cargo test" || command.starts_with("cargo install ") {
        return None;
    }
    assert!(command.contains("clusterctl-gs ") || command.starts_with("cargo run "), "{command}");
    // A shell, for quotes and pipes as a user types them, in which the built binary stands for
    // the installed one.
    let line = command
        .replace("cargo run --release -- ", "clusterctl-gs ")
        .replace("clusterctl-gs ", "\"$BINARY\" ")
        .replace("/tmp/", "\"$SCRATCH\"/");
    let output = Command::new("sh")
        .args(["-c", &line])
        .current_dir(root())
        .env("BINARY", BINARY)
        .env("SCRATCH", scratch.path())
        .env("NO_COLOR", "1")
        .env_remove("COLUMNS")
        .output()
        .unwrap();
    let mut text = String::from_utf8(output.stdout).unwrap();
    text.push_str(&String::from_utf8(output.stderr).unwrap());
    let text = text.replace(scratch.path().to_str().unwrap(), "/tmp");
    let status = output.status.code().unwrap();
    Some(if status == 0 { text } else { format!("{text}? {status}\n") })
}

/// Compares line by line; `...` stands for any number of lines.
fn matches(expected: &str, actual: &str) -> bool {
    let expected: Vec<&str> = expected.lines().collect();
    let actual: Vec<&str> = actual.lines().collect();
    fits(&expected, &actual)
}

fn fits(expected: &[&str], actual: &[&str]) -> bool {
    match expected.split_first() {
        None => actual.is_empty(),
        Some((&"...", rest)) => (0..=actual.len()).any(|skip| fits(rest, &actual[skip..])),
        Some((line, rest)) => {
            actual.split_first().is_some_and(|(got, tail)| got == line && fits(rest, tail))
        }
    }
}
