//! The invariants of `src/lib.rs` that a reader of the text can check.

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every Rust file below a folder, with its text.
fn rust_files(folder: &str) -> Vec<(PathBuf, String)> {
    let files = walkdir::WalkDir::new(root().join(folder)).sort_by_file_name();
    let files = files.into_iter().map(|entry| entry.unwrap().into_path());
    // Files that are tests as a whole hold code of another kind.
    let is_test =
        |path: &Path| path.file_name().is_some_and(|n| n == "tests.rs" || n == "testing.rs");
    let rust = files.filter(|path| path.extension().is_some_and(|e| e == "rs") && !is_test(path));
    rust.map(|path| {
        let text = fs::read_to_string(&path).unwrap();
        (path.strip_prefix(root()).unwrap().to_owned(), text)
    })
    .collect()
}

/// The code of a file without its tests at the foot.
fn code(text: &str) -> &str {
    text.split("#[cfg(test)]").next().unwrap_or_default()
}

fn forbid(folder: &str, words: &[&str]) {
    for (path, text) in rust_files(folder) {
        for word in words {
            assert!(!code(&text).contains(word), "{} must not use `{word}`", path.display());
        }
    }
}

#[test]
fn every_file_says_what_it_is_for() {
    for folder in ["src", "tests"] {
        for (path, text) in rust_files(folder) {
            assert!(text.starts_with("//! "), "{} has no `//!` head", path.display());
        }
    }
}

#[test]
fn lines_fit_and_end_clean() {
    for (path, text) in rust_files("src") {
        for (number, line) in text.lines().enumerate() {
            let place = format!("{}:{}", path.display(), number + 1);
            assert!(line.trim_end() == line, "{place} ends with blanks");
            // Data and expected output may be as long as they are.
            let is_data = line.contains('"') || line.ends_with('\\');
            if number < code(&text).lines().count() && !is_data {
                assert!(line.chars().count() <= 100, "{place} is longer than 100 characters");
            }
        }
    }
}

#[test]
fn nothing_unfinished_stays() {
    forbid("src", &["todo!(", "unimplemented!(", "dbg!(", "#[ignore"]);
}

/// Invariant 1: the template language knows no Helm, files or Kubernetes.
#[test]
fn the_template_language_stands_alone() {
    if !root().join("src/gotpl").is_dir() {
        return;
    }
    let banned =
        ["crate::yaml", "crate::chart", "crate::render", "crate::manifest", "std::fs", "std::env"];
    forbid("src/gotpl", &banned);
}

/// Invariant 4: rules print nothing, read nothing, know no format and no flag.
#[test]
fn rules_are_pure() {
    forbid("src/rules", &["crate::cli", "crate::report", "std::fs", "std::env", "println!"]);
}

/// Invariant 5: a report knows no rule by name.
#[test]
fn reports_know_no_rule() {
    forbid("src/report", &["crate::rules", "std::fs", "println!"]);
}

/// Packages that must not come in, directly or through others, and why.
const BANNED: [(&str, &str); 9] = [
    ("git2", "git runs as a subprocess"),
    ("openssl", "rustls serves where TLS is needed"),
    ("native-tls", "rustls serves where TLS is needed"),
    ("reqwest", "an offline tool needs no HTTP stack"),
    ("serde_yaml", "archived; the name stands for yaml_serde"),
    ("serde_yml", "RUSTSEC-2025-0068"),
    ("libyml", "RUSTSEC-2025-0067"),
    ("unsafe-libyaml", "archived"),
    ("chrono", "one date library is enough"),
];

#[test]
fn banned_packages_stay_out() {
    let lock = fs::read_to_string(root().join("Cargo.lock")).unwrap();
    for (name, reason) in BANNED {
        assert!(!lock.contains(&format!("name = \"{name}\"\n")), "{name}: {reason}");
    }
}

#[test]
fn every_dependency_says_why() {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let section = manifest.split("[dependencies]\n").nth(1).unwrap();
    let section = section.split("\n[").next().unwrap();
    let mut explained = false;
    for line in section.lines() {
        let names = line.contains(" = ");
        assert!(!names || explained, "`{line}` needs a comment above it");
        // One comment may stand over a group of lines; an empty line ends the group.
        explained = line.starts_with('#') || (names && explained);
    }
}
