//! The sections of the file: which keys each has and what they hold.
//!
//! A key exists when it stands in one of the lists here; a test compares them with
//! `schema.json`.

use std::path::{Path, PathBuf};

use super::read::{Reader, is_null};
use super::{
    At, BUILTIN_OS, BUILTINS, ChartEntry, ChartSource, Config, Date, Expect, External, Ignore,
    Level, NamedProfile, OsEntry, ProfileEntry, RuleLevel, VERDICTS,
};
use crate::glob::Glob;
use crate::profile::{Controller, Version};
use crate::yaml::{self, Node};

/// Keys of the file itself.
pub(super) const TOP: [&str; 8] =
    ["extends", "profile", "profiles", "charts", "externals", "rules", "ignore", "expect"];
/// Keys of a profile.
pub(super) const PROFILE: [&str; 7] =
    ["capi", "capa", "capo", "flatcar", "kubernetes", "helm", "feature-gates"];
/// Keys of an entry of `charts`.
pub(super) const CHART: [&str; 13] = [
    "path",
    "builtin",
    "name",
    "namespace",
    "values",
    "cases",
    "os",
    "lookup",
    "release",
    "api-versions",
    "dependencies",
    "profile",
    "golden",
];
/// Keys of an operating system of a chart.
pub(super) const OS: [&str; 2] = ["values", "set"];
/// Keys of an entry of `externals`.
pub(super) const EXTERNAL: [&str; 3] = ["kind", "name", "namespace"];
/// Keys of an entry of `ignore`.
pub(super) const IGNORE: [&str; 6] = ["rule", "object", "path", "case", "reason", "expires"];
/// Keys of an entry of `expect`.
pub(super) const EXPECT: [&str; 6] = ["case", "object", "path", "verdict", "reason", "expires"];

/// Reads the root of one file, all but `extends`.
pub(super) fn read_file(reader: &mut Reader<'_>, root: &Node, folder: &Path) -> Config {
    let mut config = Config::default();
    if !reader.mapping(root, "the configuration", &TOP) {
        return config;
    }
    if let Some(node) = root.get("profile") {
        config.profile = profile(reader, node, "`profile`");
    }
    if let Some(node) = root.get("profiles") {
        config.profiles = profiles(reader, node);
    }
    if let Some(node) = root.get("charts") {
        let entries = reader.list(node, "`charts`");
        config.charts = entries.iter().filter_map(|n| chart(reader, n, folder)).collect();
    }
    if let Some(node) = root.get("externals") {
        let entries = reader.list(node, "`externals`");
        config.externals = entries.iter().filter_map(|n| external(reader, n)).collect();
    }
    if let Some(node) = root.get("rules") {
        config.rules = rules(reader, node);
    }
    if let Some(node) = root.get("ignore") {
        let entries = reader.list(node, "`ignore`");
        config.ignore = entries.iter().filter_map(|n| ignore(reader, n)).collect();
    }
    if let Some(node) = root.get("expect") {
        let entries = reader.list(node, "`expect`");
        config.expect = entries.iter().filter_map(|n| expect(reader, n)).collect();
    }
    config
}

fn profiles(reader: &mut Reader<'_>, node: &Node) -> Vec<NamedProfile> {
    if !reader.any_mapping(node, "`profiles`") {
        return Vec::new();
    }
    let mut found = Vec::new();
    for entry in node.entries() {
        if let Some(name) = reader.text(&entry.key, "the name of a profile") {
            let what = format!("profile `{}`", name.value);
            found.push(NamedProfile { name, profile: profile(reader, &entry.value, &what) });
        }
    }
    found
}

fn profile(reader: &mut Reader<'_>, node: &Node, what: &str) -> ProfileEntry {
    let mut found = ProfileEntry::default();
    if !reader.mapping(node, what, &PROFILE) {
        return found;
    }
    for controller in Controller::ALL {
        let key = controller.as_str();
        let Some(value) = node.get(key) else { continue };
        let (first, last) = controller.known();
        let help = format!("the rules of {key} {first}..{last} are known");
        if let Some(version) = version(reader, value, key, Some(help)) {
            found.request.controllers.insert(key, version);
        }
    }
    found.request.flatcar =
        node.get("flatcar").and_then(|value| version(reader, value, "flatcar", None));
    found.request.kubernetes =
        node.get("kubernetes").and_then(|value| version(reader, value, "kubernetes", None));
    found.helm = node.get("helm").and_then(|value| {
        let help = "a release line of Helm, such as \"4.3\"; quote it".to_owned();
        reader.parsed(value, "`helm`", Some(help), helm_line)
    });
    if let Some(gates) = node.get("feature-gates")
        && reader.any_mapping(gates, "`feature-gates`")
    {
        for gate in gates.entries() {
            let Some(name) = reader.text(&gate.key, "the name of a feature gate") else { continue };
            if let Some(on) = reader.boolean(&gate.value, &format!("feature gate `{}`", *name)) {
                found.request.feature_gates.insert(name.value, on);
            }
        }
    }
    found
}

fn version(
    reader: &mut Reader<'_>,
    node: &Node,
    key: &str,
    help: Option<String>,
) -> Option<Version> {
    reader.parsed(node, &format!("`{key}`"), help, str::parse::<Version>).map(|v| v.value)
}

/// `4.3` and `3.17.3`, with or without `v`.
fn helm_line(text: &str) -> Result<String, String> {
    let bare = text.strip_prefix('v').unwrap_or(text);
    let parts: Vec<&str> = bare.split('.').collect();
    let numbers = parts.iter().all(|p| !p.is_empty() && p.bytes().all(|b| b.is_ascii_digit()));
    match (parts.len(), numbers) {
        (2 | 3, true) => Ok(bare.to_owned()),
        _ => Err(format!("`{text}` is no version of Helm")),
    }
}

fn chart(reader: &mut Reader<'_>, node: &Node, folder: &Path) -> Option<ChartEntry> {
    if !reader.mapping(node, "an entry of `charts`", &CHART) {
        return None;
    }
    let source = chart_source(reader, node)?;
    let builtin = matches!(*source, ChartSource::Builtin(_));
    let mut text =
        |key: &str| node.get(key).and_then(|value| reader.text(value, &format!("`{key}`")));
    let (name, namespace) = (text("name"), text("namespace"));
    Some(ChartEntry {
        span: node.span(),
        folder: folder.to_owned(),
        source,
        name,
        namespace,
        values: node.get("values").map(|value| paths(reader, value, "`values`")),
        cases: node.get("cases").map(|value| globs(reader, value, "`cases`")),
        os: node.get("os").and_then(|value| os_axis(reader, value, builtin)),
        lookup: node.get("lookup").map(|v| paths(reader, v, "`lookup`")).unwrap_or_default(),
        release: node.get("release").and_then(|value| path(reader, value, "`release`")),
        api_versions: texts(reader, node.get("api-versions"), "`api-versions`"),
        dependencies: dependencies(reader, node.get("dependencies")),
        profile: node.get("profile").map(|v| profile(reader, v, "`profile`")).unwrap_or_default(),
        golden: node.get("golden").and_then(|value| golden_folder(reader, value)),
    })
}

fn chart_source(reader: &mut Reader<'_>, node: &Node) -> Option<At<ChartSource>> {
    match (node.get("path"), node.get("builtin")) {
        (Some(value), None) => {
            let path = path(reader, value, "`path`")?;
            Some(At { value: ChartSource::Path(path.value), span: path.span })
        }
        (None, Some(value)) => {
            let name = reader.word(value, "`builtin`", &BUILTINS)?;
            Some(At { value: ChartSource::Builtin(name.value.to_owned()), span: name.span })
        }
        (Some(_), Some(second)) => {
            let message = "an entry of `charts` has both `path` and `builtin`";
            reader.problem(second.span(), message, None);
            None
        }
        (None, None) => {
            reader.missing(node, "an entry of `charts`", "path` or `builtin");
            None
        }
    }
}

/// `{flatcar: {set: …}, ubuntu: …}`, or only the names in a list.
fn os_axis(reader: &mut Reader<'_>, node: &Node, builtin: bool) -> Option<Vec<OsEntry>> {
    let mut found: Vec<OsEntry> = Vec::new();
    let named: Vec<(&Node, Option<&Node>)> = if node.is_sequence() {
        node.items().iter().map(|name| (name, None)).collect()
    } else if reader.any_mapping(node, "`os`") {
        node.entries().iter().map(|e| (&e.key, Some(&e.value))).collect()
    } else {
        return None;
    };
    for (key, value) in named {
        let name = if builtin {
            let word = reader.word(key, "an operating system of a built-in chart", &BUILTIN_OS);
            word.map(|w| At { value: w.value.to_owned(), span: w.span })
        } else {
            reader.text(key, "the name of an operating system")
        };
        let Some(name) = name else { continue };
        if name.contains(['/', '*', '?', '\\']) || matches!(name.as_str(), "." | "..") {
            let message = format!("`{}` cannot name an operating system", *name);
            let help = "it is a part of case names and of golden files' paths".to_owned();
            reader.problem(name.span, message, Some(help));
            continue;
        }
        if found.iter().any(|os| *os.name == *name) {
            reader.problem(name.span, format!("`{}` is written twice", *name), None);
            continue;
        }
        found.push(os_entry(reader, name, value));
    }
    Some(found).filter(|f| !f.is_empty())
}

fn os_entry(reader: &mut Reader<'_>, name: At<String>, node: Option<&Node>) -> OsEntry {
    let mut found = OsEntry { name, values: Vec::new(), set: Vec::new() };
    let Some(node) = node else { return found };
    let what = format!("`os` entry `{}`", *found.name);
    if !reader.mapping(node, &what, &OS) {
        return found;
    }
    if let Some(values) = node.get("values") {
        found.values = paths(reader, values, "`values`");
    }
    if let Some(set) = node.get("set")
        && reader.any_mapping(set, "`set`")
    {
        for entry in set.entries() {
            if let Some(key) = reader.text(&entry.key, "a key of `set`") {
                found.set.push((key, yaml::to_json(&entry.value)));
            }
        }
    }
    found
}

fn dependencies(reader: &mut Reader<'_>, node: Option<&Node>) -> Vec<(At<String>, At<PathBuf>)> {
    let Some(node) = node else { return Vec::new() };
    if !reader.any_mapping(node, "`dependencies`") {
        return Vec::new();
    }
    let mut found = Vec::new();
    for entry in node.entries() {
        let name = reader.text(&entry.key, "the name of a dependency");
        let place = path(reader, &entry.value, "the folder of a dependency");
        found.extend(name.zip(place));
    }
    found
}

/// A folder below the configuration's own: everything in it belongs to the golden files.
fn golden_folder(reader: &mut Reader<'_>, node: &Node) -> Option<At<PathBuf>> {
    let found = path(reader, node, "`golden`")?;
    let normal = crate::vcs::normalize(&found.value);
    if normal.as_os_str().is_empty() || normal.is_absolute() || normal.starts_with("..") {
        let message = format!("`golden` cannot be `{}`", found.value.display());
        let help = "a folder of its own below the configuration file's, such as `golden`";
        reader.problem(found.span, message, Some(help.to_owned()));
        return None;
    }
    Some(At { value: normal, span: found.span })
}

fn path(reader: &mut Reader<'_>, node: &Node, what: &str) -> Option<At<PathBuf>> {
    let no_nul = |text: &str| match text.contains('\0') {
        true => Err("a path holds no zero byte"),
        false => Ok(PathBuf::from(text)),
    };
    reader.parsed(node, what, None, no_nul)
}

fn paths(reader: &mut Reader<'_>, node: &Node, what: &str) -> Vec<At<PathBuf>> {
    let item = format!("an item of {what}");
    let nodes = reader.list(node, what);
    nodes.iter().filter_map(|n| path(reader, n, &item)).collect()
}

fn globs(reader: &mut Reader<'_>, node: &Node, what: &str) -> Vec<At<Glob>> {
    let item = format!("an item of {what}");
    let nodes = reader.list(node, what);
    nodes.iter().filter_map(|n| reader.glob(n, &item)).collect()
}

fn texts(reader: &mut Reader<'_>, node: Option<&Node>, what: &str) -> Vec<At<String>> {
    let Some(node) = node else { return Vec::new() };
    let item = format!("an item of {what}");
    let nodes = reader.list(node, what);
    nodes.iter().filter_map(|n| reader.text(n, &item)).collect()
}

fn external(reader: &mut Reader<'_>, node: &Node) -> Option<External> {
    let what = "an entry of `externals`";
    if !reader.mapping(node, what, &EXTERNAL) {
        return None;
    }
    let kind = required(reader, node, what, "kind").and_then(|n| reader.glob(n, "`kind`"));
    let name = required(reader, node, what, "name").and_then(|n| reader.glob(n, "`name`"));
    let namespace = optional_glob(reader, node, "namespace");
    Some(External { kind: kind?.value, name: name?.value, namespace, span: node.span() })
}

fn rules(reader: &mut Reader<'_>, node: &Node) -> Vec<RuleLevel> {
    if !reader.any_mapping(node, "`rules`") {
        return Vec::new();
    }
    let mut found = Vec::new();
    for entry in node.entries() {
        let rule = reader.glob(&entry.key, "the name of a rule");
        let word = reader.word(&entry.value, "the level of a rule", &Level::WORDS);
        if let (Some(rule), Some(word)) = (rule, word) {
            let level = Level::from_word(word.value).expect("every word is a level");
            found.push(RuleLevel { rule, level });
        }
    }
    found
}

fn ignore(reader: &mut Reader<'_>, node: &Node) -> Option<Ignore> {
    let what = "an entry of `ignore`";
    if !reader.mapping(node, what, &IGNORE) {
        return None;
    }
    let rule = required(reader, node, what, "rule").and_then(|n| reader.glob(n, "`rule`"));
    let reason = required(reader, node, what, "reason").and_then(|n| reader.text(n, "`reason`"));
    let (object, path) =
        (optional_glob(reader, node, "object"), optional_glob(reader, node, "path"));
    let case = optional_glob(reader, node, "case");
    let expires = expires(reader, node);
    let (rule, reason) = (rule?.value, reason?.value);
    Some(Ignore { rule, object, path, case, reason, expires, span: node.span() })
}

fn expect(reader: &mut Reader<'_>, node: &Node) -> Option<Expect> {
    let what = "an entry of `expect`";
    if !reader.mapping(node, what, &EXPECT) {
        return None;
    }
    let verdict = required(reader, node, what, "verdict")
        .and_then(|n| reader.word(n, "`verdict`", &VERDICTS));
    let reason = required(reader, node, what, "reason").and_then(|n| reader.text(n, "`reason`"));
    let object = required(reader, node, what, "object").and_then(|n| reader.glob(n, "`object`"));
    let any = || Glob::parse("*").expect("a star is a pattern");
    let case = optional_glob(reader, node, "case").unwrap_or_else(any);
    let path = optional_glob(reader, node, "path");
    let expires = expires(reader, node);
    Some(Expect {
        case,
        object: object?.value,
        path,
        verdict: verdict?.value,
        reason: reason?.value,
        expires,
        span: node.span(),
    })
}

fn expires(reader: &mut Reader<'_>, node: &Node) -> Option<Date> {
    let value = node.get("expires")?;
    reader.parsed(value, "`expires`", None, str::parse::<Date>).map(|date| date.value)
}

fn optional_glob(reader: &mut Reader<'_>, node: &Node, key: &str) -> Option<Glob> {
    let value = node.get(key)?;
    reader.glob(value, &format!("`{key}`")).map(|glob| glob.value)
}

fn required<'n>(
    reader: &mut Reader<'_>,
    node: &'n Node,
    what: &str,
    key: &str,
) -> Option<&'n Node> {
    let value = node.get(key).filter(|value| !is_null(value));
    if value.is_none() {
        reader.missing(node, what, key);
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every object schema below a node, with the keys that it lists.
    fn keys<'s>(schema: &'s serde_json::Value, pointer: &str) -> Vec<&'s str> {
        let section = schema.pointer(pointer).unwrap_or_else(|| panic!("no {pointer}"));
        assert_eq!(section["additionalProperties"], false, "{pointer}");
        section["properties"].as_object().unwrap().keys().map(String::as_str).collect()
    }

    fn words<'s>(schema: &'s serde_json::Value, pointer: &str) -> Vec<&'s str> {
        let words = schema.pointer(pointer).unwrap_or_else(|| panic!("no {pointer}"));
        words.as_array().unwrap().iter().map(|w| w.as_str().unwrap()).collect()
    }

    #[test]
    fn the_schema_lists_the_keys_and_words_that_are_read() {
        let schema: serde_json::Value = serde_json::from_str(super::super::SCHEMA).unwrap();
        assert_eq!(keys(&schema, ""), TOP);
        assert_eq!(keys(&schema, "/$defs/profile"), PROFILE);
        assert_eq!(keys(&schema, "/$defs/chart"), CHART);
        assert_eq!(keys(&schema, "/$defs/os"), OS);
        assert_eq!(keys(&schema, "/$defs/external"), EXTERNAL);
        assert_eq!(keys(&schema, "/$defs/ignore"), IGNORE);
        assert_eq!(keys(&schema, "/$defs/expect"), EXPECT);
        let builtin = "/$defs/chart/properties/builtin/enum";
        assert_eq!(words(&schema, builtin), BUILTINS);
        assert_eq!(words(&schema, "/$defs/expect/properties/verdict/enum"), VERDICTS);
        assert_eq!(words(&schema, "/$defs/level/enum"), Level::WORDS);
        assert_eq!(words(&schema, "/$defs/external/required"), ["kind", "name"]);
        assert_eq!(words(&schema, "/$defs/ignore/required"), ["rule", "reason"]);
        assert_eq!(words(&schema, "/$defs/expect/required"), ["object", "verdict", "reason"]);
    }
}
