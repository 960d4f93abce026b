//! Makes `tables.rs` of `data/*.yaml`: `UPDATE=1 cargo test upgrade::generate` rewrites it, a plain
//! test run compares. Knows the data's format and nothing of what the tables are for.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Rule {
    rule: String,
    #[serde(default)]
    kinds: Vec<String>,
    when: Option<String>,
    field: Option<String>,
    says: Vec<Says>,
}

#[derive(Deserialize)]
struct Says {
    r#in: String,
    is: String,
    at: Option<String>,
    text: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Fact {
    fact: String,
    authority: String,
    r#in: Vec<String>,
    what: String,
}

#[derive(Deserialize)]
struct ListInUse {
    r#in: String,
    list: String,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
struct List {
    like: Option<String>,
    paths: Vec<String>,
    paths_minus: Vec<String>,
    unlisted: Vec<String>,
    unlisted_minus: Vec<String>,
    blocks: Vec<String>,
    blocks_minus: Vec<String>,
}

#[derive(Deserialize)]
struct Young {
    field: String,
    from: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AllowLists {
    releases: Vec<ListInUse>,
    lists: BTreeMap<String, List>,
    since: Vec<Young>,
}

#[derive(Deserialize)]
struct Deed {
    #[serde(default)]
    r#in: Vec<String>,
    on: Option<String>,
    does: String,
    because: Option<String>,
}

#[derive(Deserialize)]
struct Effect {
    field: String,
    on: Option<String>,
    does: Option<String>,
    because: Option<String>,
    #[serde(default)]
    by: Vec<Deed>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct KindEffects {
    kind: String,
    authority: String,
    fields: Vec<Effect>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum OneOrMany {
    One(String),
    Many(Vec<String>),
}

#[derive(Deserialize)]
struct Step {
    from: String,
    how: String,
    to: Option<OneOrMany>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct KindSteps {
    kind: String,
    kubeadm: Option<String>,
    #[serde(default)]
    steps: Vec<Step>,
}

#[derive(Deserialize)]
struct Conversions {
    kubeadm: Vec<Step>,
    kinds: Vec<KindSteps>,
    older: Vec<OlderSteps>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OlderSteps {
    kind: String,
    versions: Vec<String>,
    steps: Vec<Step>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Literal {
    Flag(bool),
    Number(i64),
    Text(String),
    Texts(BTreeMap<String, String>),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Default_ {
    kinds: Vec<String>,
    authority: String,
    r#in: String,
    field: String,
    value: Literal,
    inside: Option<String>,
}

#[derive(Deserialize)]
struct Empty {
    kinds: Vec<String>,
    authority: String,
    r#in: String,
    fields: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Defaults {
    defaults: Vec<Default_>,
    prefixes: Vec<Default_>,
    same: Vec<Default_>,
    empty: Vec<Empty>,
}

#[derive(Deserialize)]
struct Mutable {
    field: String,
    r#while: String,
    r#in: Vec<String>,
}

#[derive(Deserialize)]
struct KindMutable {
    kind: String,
    fields: Vec<Mutable>,
}

#[derive(Deserialize)]
struct Newest {
    r#in: String,
    version: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Limit {
    field: String,
    r#in: String,
    #[serde(default)]
    versions: Vec<String>,
    length: Option<usize>,
    items: Option<usize>,
}

#[derive(Deserialize)]
struct CoreDns {
    versions: Vec<String>,
    newest: Vec<Newest>,
}

/// The text of `tables.rs`.
fn tables() -> String {
    let mut out = String::from(
        "//! Generated from `data/*.yaml`. Change the data, then run\n\
         //! `UPDATE=1 cargo test upgrade::generate`.\n\n\
         use super::release::{Authority, Era, Release, Releases};\n\
         use super::table::*;\n\
         use super::verdict::ErrorType;\n\n\
         const fn r(major: u16, minor: u16, patch: u16) -> Release {\n    \
         Release::new(major, minor, patch)\n}\n",
    );
    releases(&mut out);
    let mut fields = String::new();
    for (authority, text) in [
        ("capi", include_str!("data/rules-capi.yaml")),
        ("capa", include_str!("data/rules-capa.yaml")),
        ("capo", include_str!("data/rules-capo.yaml")),
        ("kubernetes", include_str!("data/rules-kubernetes.yaml")),
    ] {
        rules(&mut out, &mut fields, authority, &read::<Vec<Rule>>(text));
    }
    let _ = write!(
        out,
        "\n/// Rules that are checks on their own.\n\
         pub static FIELD_RULES: &[FieldRule] = &[\n{fields}];\n"
    );
    facts(&mut out);
    allow_lists(&mut out);
    effects(&mut out);
    conversions(&mut out);
    defaults(&mut out);
    limits(&mut out);
    coredns(&mut out);
    mutable(&mut out);
    out.lines().map(|line| wrapped(line) + "\n").collect()
}

/// A line that fits: code broken behind commas, a comment between words. Lines with texts are as
/// long as their texts.
fn wrapped(line: &str) -> String {
    const WIDTH: usize = 100;
    if line.len() <= WIDTH || line.contains('"') {
        return line.to_owned();
    }
    let comment = line.starts_with("///");
    let indent = line.len() - line.trim_start().len() + 4;
    let next = if comment { "\n/// ".to_owned() } else { format!("\n{:indent$}", "") };
    let (mut out, mut column) = (String::new(), 0);
    for part in line.split_inclusive(if comment { " " } else { ", " }) {
        if column + part.trim_end().len() > WIDTH {
            out.truncate(out.trim_end().len());
            out.push_str(&next);
            column = next.len() - 1;
        }
        out.push_str(part);
        column += part.len();
    }
    out
}

/// Reads data; `<<` keys are merged first, since the reader knows them as plain keys.
fn read<T: serde::de::DeserializeOwned>(text: &str) -> T {
    let mut value: serde_yaml::Value = serde_yaml::from_str(text).expect("the data is YAML");
    value.apply_merge().expect("merge keys name mappings");
    serde_yaml::from_value(value).expect("the data has the format that the file states")
}

fn constant(name: &str) -> String {
    name.to_uppercase().replace('-', "_")
}

fn variant(name: &str) -> String {
    let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
    name.split('-').map(capital).collect()
}

fn release(text: &str) -> String {
    let numbers: Vec<&str> = text.trim_start_matches('v').split('.').collect();
    assert_eq!(numbers.len(), 3, "`{text}` is no release");
    format!("r({})", numbers.join(", "))
}

fn era(text: &str) -> String {
    let (first, last) = text.split_once("..").unwrap_or_else(|| panic!("`{text}` is no range"));
    match last {
        "" => format!("Era::since({})", release(first)),
        last => format!("Era::closed({}, {})", release(first), release(last)),
    }
}

fn eras(texts: &[String]) -> String {
    format!("&[{}]", texts.iter().map(|t| era(t)).collect::<Vec<_>>().join(", "))
}

fn strings(texts: &[String]) -> String {
    format!("&[{}]", texts.iter().map(|t| format!("{t:?}")).collect::<Vec<_>>().join(", "))
}

fn option(text: Option<&str>) -> String {
    text.map_or("None".to_owned(), |t| format!("Some({t:?})"))
}

fn releases(out: &mut String) {
    let data: BTreeMap<String, serde_yaml::Mapping> = read(include_str!("data/releases.yaml"));
    for (authority, lines) in &data {
        let mut known = Vec::new();
        for (line, patches) in lines {
            let line = line.as_str().expect("a line is text").trim_start_matches('v');
            let patches = match patches {
                serde_yaml::Value::String(text) => text.clone(),
                other => serde_yaml::to_string(other).expect("a number").trim().to_owned(),
            };
            for part in patches.split(", ") {
                let (from, to) = part.split_once('-').unwrap_or((part, part));
                let number = |t: &str| t.parse::<u32>().expect("a patch is a number");
                for patch in number(from)..=number(to) {
                    known.push(release(&format!("{line}.{patch}")));
                }
            }
        }
        let _ = write!(
            out,
            "\n/// Releases of {authority}.\n\
             pub static {}: Releases = Releases {{\n    authority: Authority::{},\n    known: &[{}],\n}};\n",
            constant(&format!("{authority}-releases")),
            variant(authority),
            known.join(", ")
        );
    }
}

fn rules(out: &mut String, fields: &mut String, authority: &str, rules: &[Rule]) {
    for rule in rules {
        let name = constant(&rule.rule);
        let says: String = rule
            .says
            .iter()
            .map(|s| {
                let at = s.at.as_deref().or(rule.field.as_deref());
                format!(
                    "        Says {{ era: {}, error: ErrorType::{}, at: {}, text: {:?} }},\n",
                    era(&s.r#in),
                    s.is,
                    option(at),
                    s.text
                )
            })
            .collect();
        let _ = write!(
            out,
            "\n/// `{}`.\npub static {name}: Rule = Rule {{\n    name: {:?},\n    authority: \
             Authority::{},\n    says: &[\n{says}    ],\n}};\n",
            rule.rule,
            rule.rule,
            variant(authority)
        );
        if let (Some(when), Some(field)) = (&rule.when, &rule.field) {
            let _ = writeln!(
                fields,
                "    FieldRule {{ kinds: {}, when: When::{}, field: {field:?}, rule: &{name} }},",
                strings(&rule.kinds),
                variant(when)
            );
        }
    }
}

fn facts(out: &mut String) {
    for fact in read::<Vec<Fact>>(include_str!("data/facts.yaml")) {
        let _ = write!(
            out,
            "\n/// {}\npub static {}: Fact = Fact {{ authority: Authority::{}, eras: {} }};\n",
            fact.what,
            constant(&fact.fact),
            variant(&fact.authority),
            eras(&fact.r#in)
        );
    }
}

/// Writes short forms out: `~cluster.dns` is `spec.kubeadmConfigSpec.clusterConfiguration.dns`.
fn long(field: &str) -> String {
    const SHORT: [(&str, &str); 5] = [
        ("~cluster", "spec.kubeadmConfigSpec.clusterConfiguration"),
        ("~init", "spec.kubeadmConfigSpec.initConfiguration"),
        ("~join", "spec.kubeadmConfigSpec.joinConfiguration"),
        ("~machine", "spec.machineTemplate"),
        ("~", "spec.kubeadmConfigSpec"),
    ];
    let found = SHORT.iter().find_map(|(s, l)| field.strip_prefix(s).map(|rest| (l, rest)));
    found.map_or(field.to_owned(), |(l, rest)| format!("{l}{rest}"))
}

fn allow_lists(out: &mut String) {
    let data: AllowLists = read(include_str!("data/kcp-allowlist.yaml"));
    let mut done: BTreeMap<&str, [Vec<String>; 3]> = BTreeMap::new();
    let mut body = String::new();
    for (name, list) in &data.lists {
        let mut base = list.like.as_deref().map_or_else(Default::default, |l| done[l].clone());
        let parts = [
            (&list.paths, &list.paths_minus),
            (&list.unlisted, &list.unlisted_minus),
            (&list.blocks, &list.blocks_minus),
        ];
        for (fields, (plus, minus)) in base.iter_mut().zip(parts) {
            let minus: Vec<String> = minus.iter().map(|f| long(f)).collect();
            for gone in &minus {
                assert!(fields.contains(gone), "{name} has no `{gone}` to take out");
            }
            fields.retain(|f| !minus.contains(f));
            fields.extend(plus.iter().map(|f| long(f)));
            fields.sort();
        }
        let used: Vec<String> =
            data.releases.iter().filter(|r| r.list == *name).map(|r| r.r#in.clone()).collect();
        let _ = writeln!(
            body,
            "    AllowList {{\n        eras: {},\n        paths: {},\n        unlisted: {},\n        \
             blocks: {},\n    }},",
            eras(&used),
            strings(&base[0]),
            strings(&base[1]),
            strings(&base[2])
        );
        done.insert(name, base);
    }
    let young: String = data
        .since
        .iter()
        .map(|y| {
            format!("    Young {{ field: {:?}, from: {} }},\n", long(&y.field), release(&y.from))
        })
        .collect();
    let _ = write!(
        out,
        "\n/// What an update of a KubeadmControlPlane may change.\n\
         pub static KCP_ALLOW_LISTS: &[AllowList] = &[\n{body}];\n\
         \n/// Fields that are younger than their list.\n\
         pub static KCP_YOUNG: &[Young] = &[\n{young}];\n"
    );
}

fn effects(out: &mut String) {
    let mut data: Vec<KindEffects> = read(include_str!("data/rollout.yaml"));
    out.push_str(
        "\n/// What changed fields do to running nodes.\npub static EFFECTS: &[KindEffects] = &[\n",
    );
    for kind in &mut data {
        // One field may have several rows of its own; they are tried in the order of the file.
        kind.fields.sort_by(|a, b| b.field.len().cmp(&a.field.len()).then(a.field.cmp(&b.field)));
        let mut rows: Vec<(String, String)> = Vec::new();
        for effect in &kind.fields {
            let deeds: String = if let Some(does) = &effect.does {
                deed(&[], effect.on.as_deref(), does, effect.because.as_deref())
            } else {
                let one = |d: &Deed| deed(&d.r#in, d.on.as_deref(), &d.does, d.because.as_deref());
                effect.by.iter().map(one).collect()
            };
            match rows.last_mut() {
                Some((field, before)) if *field == effect.field => before.push_str(&deeds),
                _ => rows.push((effect.field.clone(), deeds)),
            }
        }
        let _ = writeln!(
            out,
            "    KindEffects {{\n        kind: {:?},\n        authority: Authority::{},\n        effects: &[",
            kind.kind,
            variant(&kind.authority)
        );
        for (field, deeds) in rows {
            let _ = writeln!(out, "            Effect {{ field: {field:?}, by: &[{deeds}] }},");
        }
        out.push_str("        ],\n    },\n");
    }
    out.push_str("];\n");
}

fn deed(ranges: &[String], on: Option<&str>, does: &str, because: Option<&str>) -> String {
    format!(
        "Deed {{ eras: {}, on: On::{}, does: Does::{}, because: {} }}, ",
        eras(ranges),
        variant(on.unwrap_or("any")),
        variant(does),
        option(because)
    )
}

fn conversions(out: &mut String) {
    let data: Conversions = read(include_str!("data/conversion.yaml"));
    out.push_str("\n/// From v1beta1 to v1beta2.\npub static CONVERSIONS: &[Conversion] = &[\n");
    for kind in &data.kinds {
        let _ =
            writeln!(out, "    Conversion {{\n        kind: {:?},\n        steps: &[", kind.kind);
        if let Some(prefix) = &kind.kubeadm {
            data.kubeadm.iter().for_each(|s| step(out, s, &format!("{prefix}.")));
        }
        kind.steps.iter().for_each(|s| step(out, s, ""));
        out.push_str("        ],\n    },\n");
    }
    out.push_str("];\n\n/// From what came before v1beta1.\npub static OLDER: &[Older] = &[\n");
    for older in &data.older {
        let _ = writeln!(
            out,
            "    Older {{\n        kind: {:?},\n        versions: {},\n        steps: &[",
            older.kind,
            strings(&older.versions)
        );
        older.steps.iter().for_each(|s| step(out, s, ""));
        out.push_str("        ],\n    },\n");
    }
    out.push_str("];\n");
}

fn step(out: &mut String, step: &Step, prefix: &str) {
    let to: Vec<String> = match &step.to {
        None => Vec::new(),
        Some(OneOrMany::One(to)) => vec![format!("{prefix}{to}")],
        Some(OneOrMany::Many(to)) => to.iter().map(|t| format!("{prefix}{t}")).collect(),
    };
    let _ = writeln!(
        out,
        "            Step {{ from: {:?}, how: How::{}, to: {} }},",
        format!("{prefix}{}", step.from),
        variant(&step.how),
        strings(&to)
    );
}

fn defaults(out: &mut String) {
    let data: Defaults = read(include_str!("data/defaults.yaml"));
    for (name, doc, rows) in [
        ("DEFAULTS", "What webhooks and CRDs fill in.", &data.defaults),
        ("PREFIXES", "Texts that webhooks put in front of a value.", &data.prefixes),
        ("SAME", "Values that count as equal to an unset field.", &data.same),
    ] {
        let _ = writeln!(out, "\n/// {doc}\npub static {name}: &[Default] = &[");
        for row in rows {
            let value = match &row.value {
                Literal::Flag(set) => format!("Literal::Flag({set})"),
                Literal::Number(n) => format!("Literal::Number({n})"),
                Literal::Text(t) => format!("Literal::Text({t:?})"),
                Literal::Texts(map) => {
                    let pairs: Vec<String> =
                        map.iter().map(|(k, v)| format!("({k:?}, {v:?})")).collect();
                    format!("Literal::Texts(&[{}])", pairs.join(", "))
                }
            };
            let _ = writeln!(
                out,
                "    Default {{ kinds: {}, authority: Authority::{}, era: {}, inside: {}, field: {:?}, value: {value} }},",
                strings(&row.kinds),
                variant(&row.authority),
                era(&row.r#in),
                option(row.inside.as_deref()),
                row.field
            );
        }
        out.push_str("];\n");
    }
    out.push_str("\n/// Objects that typed structs always hold.\npub static ALWAYS_THERE: &[AlwaysThere] = &[\n");
    for row in &data.empty {
        let _ = writeln!(
            out,
            "    AlwaysThere {{ kinds: {}, authority: Authority::{}, era: {}, fields: {} }},",
            strings(&row.kinds),
            variant(&row.authority),
            era(&row.r#in),
            strings(&row.fields)
        );
    }
    out.push_str("];\n");
}

fn limits(out: &mut String) {
    out.push_str(
        "\n/// What the schemas of KubeadmConfigs limit.\npub static LIMITS: &[Limit] = &[\n",
    );
    for row in read::<Vec<Limit>>(include_str!("data/limits.yaml")) {
        let measure = match (row.length, row.items) {
            (Some(most), None) => format!("Measure::Length({most})"),
            (None, Some(most)) => format!("Measure::Items({most})"),
            _ => panic!("`{}` has a length or a number of items", row.field),
        };
        let _ = writeln!(
            out,
            "    Limit {{ field: {:?}, era: {}, versions: {}, measure: {measure} }},",
            row.field,
            era(&row.r#in),
            strings(&row.versions)
        );
    }
    out.push_str("];\n");
}

fn coredns(out: &mut String) {
    let data: CoreDns = read(include_str!("data/coredns.yaml"));
    let versions: Vec<String> = data.versions.iter().map(|v| release(v)).collect();
    let newest: String = data
        .newest
        .iter()
        .map(|row| format!("    ({}, {}),\n", era(&row.r#in), release(&row.version)))
        .collect();
    let _ = write!(
        out,
        "\n/// CoreDNS versions that can be migrated.\n\
         pub static COREDNS_VERSIONS: &[Release] = &[{}];\n\
         \n/// The newest of them that a release of Cluster API knows.\n\
         pub static COREDNS_NEWEST: &[(Era, Release)] = &[\n{newest}];\n",
        versions.join(", ")
    );
}

fn mutable(out: &mut String) {
    out.push_str(
        "\n/// What of a fixed spec may change.\npub static MUTABLE: &[KindMutable] = &[\n",
    );
    for kind in read::<Vec<KindMutable>>(include_str!("data/mutable.yaml")) {
        let _ =
            writeln!(out, "    KindMutable {{\n        kind: {:?},\n        fields: &[", kind.kind);
        for row in &kind.fields {
            let _ = writeln!(
                out,
                "            Mutable {{ field: {:?}, when: While::{}, eras: {} }},",
                row.field,
                variant(&row.r#while),
                eras(&row.r#in)
            );
        }
        out.push_str("        ],\n    },\n");
    }
    out.push_str("];\n");
}

#[test]
fn the_tables_are_those_of_the_data() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/upgrade/tables.rs");
    let text = tables();
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(path, &text).expect("the source tree can be written");
    }
    let stored = std::fs::read_to_string(path).unwrap_or_default();
    assert!(stored == text, "tables.rs is not what data/*.yaml says: run with UPDATE=1");
}
