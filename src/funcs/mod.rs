//! The functions of Helm's templates: one file per family, one registry.
//!
//! How a function is written is told in [`crate::gotpl`]. A family is a file with a
//! `pub static FUNCS: &[Func]` and the bodies; it is registered by one `mod` line and one
//! line in [`FAMILIES`]. Every row has documentation and examples; the examples are tests.

mod cases;
mod certs;
mod convert;
mod crypto;
mod dates;
mod decimals;
mod defaults;
mod dicts;
mod durations;
mod encoding;
mod flow;
mod hashes;
mod host;
mod lists;
mod numbers;
mod older;
mod paths;
mod random;
mod regex;
mod semver;
mod strings;
mod text;
mod times;
mod toml;
mod types;
mod urls;

use std::sync::LazyLock;

use crate::gotpl::{Func, Functions};

pub use flow::remove_no_value;

/// All families, in the order of the documentation.
pub static FAMILIES: &[(&str, &[Func])] = &[
    ("defaults", defaults::FUNCS),
    ("flow", flow::FUNCS),
    ("convert", convert::FUNCS),
    ("toml", toml::FUNCS),
    ("host", host::FUNCS),
    ("dates", dates::FUNCS),
    ("durations", durations::FUNCS),
    ("hashes", hashes::FUNCS),
    ("random", random::FUNCS),
    ("crypto", crypto::FUNCS),
    ("certs", certs::FUNCS),
    ("dicts", dicts::FUNCS),
    ("lists", lists::FUNCS),
    ("numbers", numbers::FUNCS),
    ("decimals", decimals::FUNCS),
    ("strings", strings::FUNCS),
    ("cases", cases::FUNCS),
    ("regex", regex::FUNCS),
    ("encoding", encoding::FUNCS),
    ("types", types::FUNCS),
    ("semver", semver::FUNCS),
    ("paths", paths::FUNCS),
    ("urls", urls::FUNCS),
];

/// Every function of the newest Helm version.
pub fn functions() -> &'static Functions {
    static ALL: LazyLock<Functions> = LazyLock::new(|| functions_of(u32::MAX, u32::MAX));
    &ALL
}

/// The functions that a Helm minor version has.
pub fn functions_of(major: u32, minor: u32) -> Functions {
    let all = FAMILIES.iter().flat_map(|(_, funcs)| funcs.iter());
    // A later one replaces an earlier one of the same name.
    Functions::new(all.chain(older::FUNCS).filter(|f| f.is_in((major, minor))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_function_is_documented_has_examples_and_a_unique_name() {
        let mut names = std::collections::BTreeSet::new();
        for func in FAMILIES.iter().flat_map(|(_, funcs)| funcs.iter()) {
            assert!(!func.doc.is_empty(), "{} has no doc", func.name);
            assert!(!func.examples.is_empty(), "{} has no example", func.name);
            assert!(names.insert(func.name), "{} is registered twice", func.name);
        }
    }

    #[test]
    fn examples_print_what_they_say() {
        let nothing = serde_json::Value::Null;
        for func in functions().iter() {
            for (template, expected) in func.examples {
                let got = crate::gotpl::testing::render(template, &nothing, functions());
                let name = func.name;
                assert_eq!(got.as_deref(), Ok(*expected), "{name}: {template}");
            }
        }
    }

    /// Expressions with what Helm 4.3.1 prints for `{{ (IN) | printf "%v" | printf "%q" }}`,
    /// or the end of its error.
    #[test]
    fn results_and_errors_are_those_of_helm() {
        let mut wrong = Vec::new();
        for entry in std::fs::read_dir("tests/funcs").unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_none_or(|ext| ext != "jsonl") {
                continue;
            }
            for line in std::fs::read_to_string(&path).unwrap().lines() {
                let case: serde_json::Value = serde_json::from_str(line).unwrap();
                let expression = case["in"].as_str().unwrap();
                let template = format!(r#"{{{{ ({expression}) | printf "%v" | printf "%q" }}}}"#);
                let nothing = serde_json::Value::Null;
                let got = crate::gotpl::testing::render(&template, &nothing, functions());
                let fits = match &got {
                    Ok(text) => case["ok"] == text.as_str(),
                    Err(text) => case["err"].as_str().is_some_and(|end| text.ends_with(end)),
                };
                if !fits {
                    wrong.push(format!("{line}\n    got {got:?}"));
                }
            }
        }
        assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong.join("\n"));
    }

    #[test]
    fn values_that_share_parts_are_walked_to_an_end() {
        let double = "{{ $l := list 1 }}{{ range until 60 }}{{ $l = list $l $l }}{{ end }}";
        let other = "{{ $m := list 1 }}{{ range until 60 }}{{ $m = list $m $m }}{{ end }}";
        let nothing = serde_json::Value::Null;
        let template = format!("{double}{{{{ deepCopy $l }}}}");
        let result = crate::gotpl::testing::render(&template, &nothing, functions());
        assert!(result.is_err());
        let template = format!("{double}{other}{{{{ has $l (list $m) }}}}");
        let result = crate::gotpl::testing::render(&template, &nothing, functions());
        assert_eq!(result.as_deref(), Ok("false"));
    }

    #[test]
    fn the_functions_are_those_of_helm() {
        let list = std::fs::read_to_string("tests/funcs/names.txt").unwrap();
        let names: std::collections::BTreeSet<&str> = list.lines().collect();
        let ours: std::collections::BTreeSet<&str> = functions().iter().map(|f| f.name).collect();
        let missing: Vec<&str> = names.difference(&ours).copied().collect();
        let extra: Vec<_> = ours.difference(&names).collect();
        assert!(missing.is_empty() && extra.is_empty(), "missing {missing:?}, extra {extra:?}");
        assert_eq!(names.len(), 251);
        for (major, minor, count) in [(3, 11, 235), (3, 17, 238), (4, 1, 239), (4, 3, 251)] {
            assert_eq!(functions_of(major, minor).iter().count(), count, "{major}.{minor}");
        }
    }

    /// Whole templates with what Helm 4.3.1 gave; see `tests/funcs/templates/README.md`.
    #[test]
    fn recorded_templates_give_what_helm_gave() {
        let mut wrong = Vec::new();
        for entry in std::fs::read_dir("tests/funcs/templates").unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_none_or(|ext| ext != "jsonl") {
                continue;
            }
            for line in std::fs::read_to_string(&path).unwrap().lines() {
                let case: serde_json::Value = serde_json::from_str(line).unwrap();
                let template = case["t"].as_str().unwrap();
                let got = crate::gotpl::testing::render(template, &case["data"], functions());
                let fits = match &got {
                    Ok(text) => case["out"] == text.as_str(),
                    Err(text) => case["err"].as_str().is_some_and(|end| text.ends_with(end)),
                };
                if !fits {
                    wrong.push(format!("{line}\n    got {got:?}"));
                }
            }
        }
        assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong.join("\n"));
    }
}
