//! The functions of Helm's templates: one file per family, one registry.
//!
//! How a function is written is told in [`crate::gotpl`]. A family is a file with a
//! `pub static FUNCS: &[Func]` and the bodies; it is registered by one `mod` line and one
//! line in [`FAMILIES`]. Every row has documentation and examples; the examples are tests.

mod cases;
mod convert;
mod decimals;
mod defaults;
mod dicts;
mod encoding;
mod flow;
mod host;
mod lists;
mod numbers;
mod paths;
mod regex;
mod semver;
mod strings;
mod text;
mod types;
mod urls;

use std::sync::LazyLock;

use crate::gotpl::{Func, Functions};

pub use flow::remove_no_value;

/// All families, in the order of the documentation.
pub static FAMILIES: &[(&str, &[Func])] = &[
    ("defaults", defaults::FUNCS),
    ("dicts", dicts::FUNCS),
    ("flow", flow::FUNCS),
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
    ("convert", convert::FUNCS),
    ("host", host::FUNCS),
];

/// Every function of the newest Helm version.
pub fn functions() -> &'static Functions {
    static ALL: LazyLock<Functions> = LazyLock::new(|| functions_of(u32::MAX, u32::MAX));
    &ALL
}

/// The functions that a Helm minor version has.
pub fn functions_of(major: u32, minor: u32) -> Functions {
    let all = FAMILIES.iter().flat_map(|(_, funcs)| funcs.iter());
    Functions::new(all.filter(|f| f.since.is_none_or(|since| since <= (major, minor))))
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
}
