//! The list of all rules, and what is known about one without running it.

use super::ctx::Ctx;
use super::docs;
use super::sink::Sink;
use super::suppress::Use;
use super::{
    api, aws, cluster, iam, ignition, kubeadm, openstack, r#ref, suppression, text, upgrade,
};
use crate::finding::RuleInfo;
use crate::finding::Severity;

/// What a rule says about itself.
#[derive(Debug)]
pub struct Meta {
    /// How bad its findings are, unless a finding or the configuration says otherwise.
    pub severity: Severity,
    /// The release of this tool that brought the rule.
    pub since: &'static str,
    /// The kinds that it looks at; empty for all.
    pub kinds: &'static [&'static str],
    /// How it is run.
    pub check: Check,
}

/// How a rule is run.
#[derive(Debug, Clone, Copy)]
pub enum Check {
    /// On one input.
    Static(fn(&Ctx<'_>, &mut Sink<'_>)),
    /// On what the suppressions of all inputs did.
    Suppressions(fn(&[Use], &mut Sink<'_>)),
}

/// One registered rule.
#[derive(Debug)]
pub struct Rule {
    /// `group/bad-thing`.
    pub name: &'static str,
    /// The part before the slash.
    pub group: &'static str,
    /// What the rule says about itself.
    pub meta: &'static Meta,
    /// The text of its file, which starts with the documentation.
    pub source: &'static str,
}

impl Rule {
    /// The documentation as markdown.
    pub fn docs(&self) -> String {
        docs::text(self.source)
    }

    /// The first paragraph of the documentation, as one line.
    pub fn summary(&self) -> String {
        docs::summary(self.source)
    }
}

/// Registers the rules of a group. The file of a rule is named like the module.
macro_rules! registry {
    ($group:literal: $($rule:ident),* $(,)?) => {
        /// The rules of the group, sorted by name.
        pub(in crate::rules) static RULES: &[$crate::rules::Rule] = &[$($crate::rules::Rule {
            name: {
                const RAW: &str = concat!($group, "/", stringify!($rule));
                const NAME: [u8; RAW.len()] = $crate::rules::registry::kebab(RAW);
                match core::str::from_utf8(&NAME) {
                    Ok(name) => name,
                    Err(_) => panic!("identifiers of rules are ASCII"),
                }
            },
            group: $group,
            meta: &$rule::META,
            source: include_str!(concat!(stringify!($rule), ".rs")),
        }),*];
    };
}

/// The bytes of a name with `-` for `_`. `N` is the length of the name.
pub(super) const fn kebab<const N: usize>(name: &str) -> [u8; N] {
    let mut bytes = [0; N];
    let mut i = 0;
    while i < N {
        let byte = name.as_bytes()[i];
        bytes[i] = if byte == b'_' { b'-' } else { byte };
        i += 1;
    }
    bytes
}

/// All rules, sorted by name.
pub fn all() -> impl Iterator<Item = &'static Rule> {
    let groups = [
        api::RULES,
        aws::RULES,
        cluster::RULES,
        iam::RULES,
        ignition::RULES,
        kubeadm::RULES,
        openstack::RULES,
        r#ref::RULES,
        suppression::RULES,
        text::RULES,
        upgrade::RULES,
    ];
    groups.into_iter().flatten()
}

/// The rule of a name.
pub fn find(name: &str) -> Option<&'static Rule> {
    all().find(|rule| rule.name == name)
}

/// All rules as reports list them.
pub fn infos() -> Vec<RuleInfo> {
    let info = |rule: &Rule| RuleInfo {
        name: rule.name,
        severity: rule.meta.severity,
        summary: rule.summary(),
        docs: rule.docs(),
    };
    all().map(info).collect()
}

/// All rules as a markdown table, for the README.
pub fn table() -> String {
    let mut text = String::from("| Rule | Severity | What it finds |\n| --- | --- | --- |\n");
    for rule in all() {
        let severity = rule.meta.severity.as_str();
        text += &format!("| `{}` | {severity} | {} |\n", rule.name, rule.summary());
    }
    text
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::rules::docs::{Example, HEADINGS};

    #[test]
    fn rules_are_sorted_and_unique() {
        let names: Vec<&str> = all().map(|rule| rule.name).collect();
        assert!(names.is_sorted_by(|a, b| a < b), "{names:#?}");
    }

    #[test]
    fn names_are_group_and_bad_thing_without_numbers() {
        for rule in all() {
            let (group, thing) = rule.name.split_once('/').unwrap();
            assert_eq!(group, rule.group);
            let parts: Vec<&str> = thing.split('-').collect();
            let ok = |part: &&str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_lowercase());
            // `base64` is the one thing whose name is a number.
            let parts = parts.iter().filter(|part| **part != "base64");
            assert!(parts.clone().all(ok), "{}", rule.name);
            let polite = ["check", "validate", "ensure", "no", "valid"];
            assert!(
                !parts.into_iter().any(|p| polite.contains(p)),
                "{} is no bad thing",
                rule.name
            );
        }
    }

    #[test]
    fn rules_are_documented() {
        for rule in all() {
            let docs = rule.docs();
            // A comment in an example is no heading.
            let prose = docs.split("```").step_by(2).flat_map(str::lines);
            let found: Vec<&str> = prose.filter_map(|line| line.strip_prefix("# ")).collect();
            assert_eq!(found, HEADINGS, "headings of {}", rule.name);
            let summary = rule.summary();
            assert!(!summary.is_empty() && summary.len() < 120, "summary of {}", rule.name);
            assert!(!summary.ends_with('.') && !summary.contains('|'), "summary of {}", rule.name);
            let tags: Vec<Example> = docs::examples(rule.source);
            let has = |tag: &str| tags.iter().any(|e| e.has(tag));
            assert!(has("good"), "{} has no good example", rule.name);
            assert!(has("bad"), "{} has no bad example", rule.name);
        }
    }

    #[test]
    fn every_file_of_a_group_is_registered() {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/rules");
        let mut files = BTreeSet::new();
        for group in std::fs::read_dir(root).unwrap() {
            let group = group.unwrap().path();
            let Ok(entries) = std::fs::read_dir(&group) else { continue };
            let group = group.file_name().unwrap().to_str().unwrap().to_owned();
            for file in entries {
                let file = file.unwrap().file_name().into_string().unwrap();
                let Some(stem) = file.strip_suffix(".rs") else { continue };
                if stem != "mod" {
                    files.insert(format!("{group}/{}", stem.replace('_', "-")));
                }
            }
        }
        let names: BTreeSet<String> = all().map(|rule| rule.name.to_owned()).collect();
        assert_eq!(files, names);
    }

    #[test]
    fn the_list_of_rules_changes_on_purpose() {
        let list: Vec<String> =
            all().map(|r| format!("{} {}", r.name, r.meta.severity.as_str())).collect();
        insta::assert_snapshot!("rules", list.join("\n"));
    }
}
