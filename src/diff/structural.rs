//! Comparing two sets of objects: which came, went, were renamed, and which fields changed.

use rayon::prelude::*;

use super::change::{Change, Detail, Op};
use super::fields::{Secrecy, Walker};
use super::matching::{Pair, match_objects};
use super::noise::Renames;
use crate::glob::strip_hash_suffix;
use crate::manifest::Object;

/// How much a comparison shows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Options {
    /// Show the values of Secrets instead of their length and hash.
    pub show_secrets: bool,
}

/// Compares two sets of objects. Changes are grouped by object, objects in the order of the
/// new side, what is gone behind them. Equal objects do not show.
pub fn objects(old: &[&Object], new: &[&Object], options: Options) -> Vec<Change> {
    of_pairs(&match_objects(old, new), old, new, options)
}

/// Compares objects that [`match_objects`] paired before.
pub fn of_pairs(pairs: &[Pair], old: &[&Object], new: &[&Object], options: Options) -> Vec<Change> {
    let mut renames = Renames::new();
    for pair in pairs {
        if let Pair::Both { old: from, new: to } = pair {
            let (from, to) = (&*old[*from].id.name, &*new[*to].id.name);
            if from != to && !from.is_empty() {
                renames.insert(from, to);
            }
        }
    }
    let of_pair = |pair: &Pair| {
        let mut changes = Vec::new();
        match *pair {
            Pair::Both { old: from, new: to } => {
                compare(old[from], new[to], options, &renames, &mut changes);
            }
            Pair::Added(at) => changes.push(whole(new[at], Op::Add)),
            Pair::Removed(at) => changes.push(whole(old[at], Op::Remove)),
        }
        changes
    };
    let changes: Vec<Vec<Change>> = pairs.par_iter().with_min_len(MIN_CHUNK).map(of_pair).collect();
    changes.into_iter().flatten().collect()
}

/// Fewer pairs than this are not worth another thread.
const MIN_CHUNK: usize = 16;

fn whole(object: &Object, op: Op) -> Change {
    let detail = Detail { op, old: None, new: None, noise: false, item: None, inner: None };
    Change { object: object.id.clone(), renamed_from: None, path: None, detail }
}

fn compare(
    old: &Object,
    new: &Object,
    options: Options,
    renames: &Renames<'_>,
    changes: &mut Vec<Change>,
) {
    if old.id == new.id && old.is_written_like(new) {
        return;
    }
    let secrecy = if &*new.id.kind == "Secret" { Secrecy::Secret } else { Secrecy::Open };
    let fields = Walker::new(options, renames, secrecy).compare(old.json(), new.json());
    let renamed_from = (old.id.name != new.id.name).then(|| old.id.name.clone());
    // The renaming is told once, and not again as a change of the field.
    let fields = fields
        .into_iter()
        .filter(|change| renamed_from.is_none() || change.path.to_string() != "metadata.name");
    let fields: Vec<Change> = fields
        .map(|change| Change {
            object: new.id.clone(),
            renamed_from: renamed_from.clone(),
            path: Some(change.path),
            detail: change.detail,
        })
        .collect();
    if let Some(from) = &renamed_from {
        // A new hash over new content is no news; a new hash over the same content is.
        let hash_only = strip_hash_suffix(from) == strip_hash_suffix(&new.id.name);
        let noise = hash_only && fields.iter().any(|change| !change.noise);
        let detail = Detail {
            op: Op::Rename,
            old: Some((&**from).into()),
            new: Some((&*new.id.name).into()),
            noise,
            item: None,
            inner: None,
        };
        let renamed_from = renamed_from.clone();
        changes.push(Change { object: new.id.clone(), renamed_from, path: None, detail });
    }
    changes.extend(fields);
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;

    use super::super::{FieldChange, InnerContent};
    use super::*;
    use crate::source::FileId;
    use crate::yaml;

    #[derive(serde::Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Case {
        name: String,
        old: String,
        new: String,
        #[serde(default)]
        changes: String,
    }

    fn read(text: &str) -> Vec<Object> {
        let parsed = yaml::parse(text, FileId::NONE);
        assert_eq!(parsed.error, None);
        parsed.documents.into_iter().filter_map(|d| Object::from_node(d.root?)).collect()
    }

    fn compared(old: &str, new: &str, options: Options) -> Vec<Change> {
        let (old, new) = (read(old), read(new));
        let (old, new): (Vec<_>, Vec<_>) = (old.iter().collect(), new.iter().collect());
        objects(&old, &new, options)
    }

    /// One line per change, and what is inside below it.
    fn told(changes: &[Change]) -> String {
        let mut out = String::new();
        for change in changes {
            let path = change.path.as_ref().map(|path| format!(" {path}")).unwrap_or_default();
            line(&mut out, 0, &format!("{}{path}", change.object), change);
        }
        out
    }

    fn line(out: &mut String, depth: usize, what: &str, detail: &Detail) {
        let op = detail.op.as_str();
        let item = detail.item.as_ref().map(|item| format!(" <{item}>")).unwrap_or_default();
        let noise = if detail.noise { " (noise)" } else { "" };
        write!(out, "{:1$}{op} {what}{item}{noise}", "", depth * 2).unwrap();
        let show = |value: &Option<serde_json::Value>| {
            value.as_ref().map_or("-".to_owned(), |value| value.to_string())
        };
        match &detail.inner {
            Some(inner) => {
                let encodings = inner.encodings.join("+");
                writeln!(out, ": {} {encodings}", inner.format).unwrap();
                match &inner.content {
                    InnerContent::Changes(changes) => {
                        for FieldChange { path, detail } in changes {
                            line(out, depth + 1, &path.to_string(), detail);
                        }
                    }
                    InnerContent::Text(diff) => {
                        for text in diff.to_string().lines() {
                            writeln!(out, "{:1$}{text}", "", depth * 2 + 2).unwrap();
                        }
                    }
                    InnerContent::Binary { old, new } => {
                        writeln!(out, "{:1$}{old} → {new} bytes", "", depth * 2 + 2).unwrap();
                    }
                }
            }
            None if detail.old.is_none() && detail.new.is_none() => out.push('\n'),
            None => writeln!(out, ": {} → {}", show(&detail.old), show(&detail.new)).unwrap(),
        }
    }

    const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/diff/cases.yaml");

    #[test]
    fn changes_are_told_as_recorded() {
        let cases: Vec<Case> =
            serde_yaml::from_str(include_str!("../../tests/diff/cases.yaml")).unwrap();
        let mut wrong = String::new();
        for case in cases {
            let told = told(&compared(&case.old, &case.new, Options::default()));
            let trimmed =
                |text: &str| text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
            if trimmed(&told) != trimmed(&case.changes) {
                writeln!(wrong, "### {}\n{told}", case.name).unwrap();
            }
        }
        assert!(wrong.is_empty(), "{FILE} says otherwise:\n{wrong}");
    }

    const SECRET: &str = "kind: Secret\nmetadata:\n  name: a\n  annotations:\n    \
        kubectl.kubernetes.io/last-applied-configuration: '{\"data\":\"%\"}'\n\
        data: {key: %}\nstringData: {extra: [%]}\n";

    #[test]
    fn values_of_secrets_are_shown_only_when_asked_for() {
        let side = |value: &str| SECRET.replace('%', value);
        let (old, new) = (side("b2xkLXBhc3N3b3Jk"), side("bmV3LXBhc3N3b3Jk"));
        let added = "kind: Secret\nmetadata: {name: a}\ndata: {}\n";
        for (old, new) in [(old.as_str(), new.as_str()), (added, new.as_str()), (&new, added)] {
            let json = serde_json::to_string(&compared(old, new, Options::default())).unwrap();
            let hidden = ["b2xk", "bmV3", "password"].iter().all(|secret| !json.contains(secret));
            assert!(hidden && json.contains("(12 bytes, sha256 "), "{json}");
        }
        let shown = compared(&old, &new, Options { show_secrets: true });
        assert!(serde_json::to_string(&shown).unwrap().contains("\"new-password\""));
    }

    #[test]
    fn the_json_is_that_of_the_contract() {
        let old = "apiVersion: v1\nkind: A\nmetadata: {name: a, namespace: n}\nspec: {x: 1}\n";
        let changes = compared(old, &old.replace("x: 1", "x: 2"), Options::default());
        insta::assert_snapshot!(
            serde_json::to_string(&changes).unwrap(),
            @r#"[{"object":{"apiVersion":"v1","kind":"A","namespace":"n","name":"a"},"renamedFrom":null,"path":"spec.x","op":"change","old":1,"new":2,"noise":false}]"#
        );
    }

    #[test]
    fn a_thousand_renamed_objects_are_matched_in_time() {
        let side = |salt: usize| -> String {
            let object = |n: usize| {
                format!(
                    "kind: MachineDeployment\nmetadata: {{name: md-{n}}}\nspec: {{ref: {{name: t-{n}-{0:08x}}}}}\n\
                     ---\nkind: Template\nmetadata: {{name: t-{n}-{0:08x}}}\nspec: {{n: {n}}}\n---\n",
                    (n * 7919 + salt) * 104_729 % 0xffff_ffff,
                )
            };
            (0..1_000).map(object).collect()
        };
        let changes = compared(&side(1), &side(2), Options::default());
        assert_eq!(changes.iter().filter(|c| c.op == Op::Rename).count(), 1_000);
        assert!(changes.iter().all(|c| matches!(c.op, Op::Rename | Op::Change)));
    }

    mod properties {
        use proptest::prelude::*;
        use serde_json::{Value, json};

        use super::super::super::noise::Renames;
        use super::super::{Op, Options, Secrecy, Walker};
        use crate::path::Step;

        fn values() -> impl Strategy<Value = Value> {
            let leaf = prop_oneof![
                Just(Value::Null),
                any::<bool>().prop_map(Value::from),
                (0..3_i64).prop_map(Value::from),
                "[ab: {}\n%-]{0,12}".prop_map(Value::from),
                Just(json!("data:;base64,aGVsbG8KYTogYgo=")),
            ];
            let keys = ["files", "path", "name", "content", "encoding", "certSANs", "a"];
            leaf.prop_recursive(4, 48, 5, move |inner| {
                let key = prop::sample::select(keys.to_vec());
                let map = prop::collection::vec((key, inner.clone()), 0..5).prop_map(|pairs| {
                    pairs.into_iter().map(|(k, v)| (k.to_owned(), v)).collect::<Value>()
                });
                prop_oneof![map, prop::collection::vec(inner, 0..5).prop_map(Value::from)]
            })
        }

        fn at<'v>(value: &'v Value, steps: &[Step]) -> Option<&'v Value> {
            steps.iter().try_fold(value, |value, step| match step {
                Step::Key(key) => value.get(&**key),
                Step::Index(index) => value.get(index),
            })
        }

        proptest! {
            #[test]
            fn equal_values_do_not_differ(value in values()) {
                let renames = Renames::new();
                let walker = Walker::new(Options::default(), &renames, Secrecy::Open);
                prop_assert!(walker.compare(&value, &value).is_empty());
            }

            #[test]
            fn changes_point_at_what_they_tell(old in values(), new in values()) {
                let renames = Renames::new();
                let walker = Walker::new(Options::default(), &renames, Secrecy::Open);
                for change in walker.compare(&old, &new) {
                    // What was removed has no place on the new side.
                    if change.op == Op::Remove {
                        continue;
                    }
                    let found = at(&new, change.path.steps());
                    prop_assert!(found.is_some(), "{change:?}");
                    if matches!(change.op, Op::Add | Op::Change) {
                        prop_assert_eq!(found, change.new.as_ref());
                    }
                }
            }
        }
    }
}
