//! Holds values against a schema and says who is to blame: the file and line, or the flag, that
//! set the value.

use serde_json::Value;

use super::error::ValuesError;
use super::merge::Tree;
use crate::path::{FieldPath, Step};
use crate::schema::{Failure, FailureKind, Literal, Schema, helm4};
use crate::source::SourceMap;

/// How many known keys a message lists.
const LISTED: usize = 8;
/// How much of a value a message repeats.
const SHOWN: usize = 60;

/// Every fault of the values, in the order of the schema's judgement.
///
/// An unknown key, a missing value, a wrong type, a broken limit: each names the layer that set
/// the value, and for misspelt keys and names the nearest known one.
pub fn check(tree: &Tree, schema: &Schema, sources: &SourceMap) -> Vec<ValuesError> {
    let value = Value::Object(tree.value.clone());
    let Err(failure) = schema.validate(&&value) else { return Vec::new() };
    let checker = Checker { tree, value: &value, schema, sources };
    let mut errors = Vec::new();
    telling(&failure).into_iter().for_each(|failure| checker.explain(failure, &mut errors));
    errors
}

/// The failures that are worth telling: of alternatives those of the one that came closest.
fn telling(failure: &Failure) -> Vec<&Failure> {
    match failure.kind {
        FailureKind::AnyOf | FailureKind::OneOf(None) if !failure.causes.is_empty() => {
            // The alternative that got deepest into the value, and failed for the fewest
            // reasons, is the one that was meant.
            let closeness = |cause: &&Failure| {
                let found = telling(cause);
                let depth = found.iter().map(|f| f.instance.steps().len()).max();
                let wrong_type = found.iter().any(|f| matches!(f.kind, FailureKind::Type { .. }));
                (depth, !wrong_type, std::cmp::Reverse(found.len()))
            };
            let meant = failure.causes.iter().rev().max_by_key(closeness);
            let found = meant.map(telling).unwrap_or_default();
            // When all fail at the value itself, no alternative is better than another.
            if found.iter().all(|f| f.instance == failure.instance)
                && found.iter().any(|f| matches!(f.kind, FailureKind::Type { .. }))
            {
                return vec![failure];
            }
            found
        }
        FailureKind::PropertyName(_) | FailureKind::Contains => vec![failure],
        _ if failure.causes.is_empty() => vec![failure],
        _ => failure.causes.iter().flat_map(telling).collect(),
    }
}

struct Checker<'a> {
    tree: &'a Tree,
    value: &'a Value,
    schema: &'a Schema,
    sources: &'a SourceMap,
}

impl Checker<'_> {
    fn explain(&self, failure: &Failure, errors: &mut Vec<ValuesError>) {
        match &failure.kind {
            FailureKind::AdditionalProperties(keys) => {
                errors.extend(keys.iter().map(|key| self.unknown_key(failure, key)));
            }
            FailureKind::Required(keys) => {
                errors.extend(keys.iter().map(|key| self.missing(failure, key)));
            }
            _ => errors.push(self.bad_value(failure)),
        }
    }

    fn at(&self, path: FieldPath, message: String) -> ValuesError {
        let origin = self.tree.origins.get(&path);
        ValuesError::in_value(self.sources, path, origin, message)
    }

    fn unknown_key(&self, failure: &Failure, key: &str) -> ValuesError {
        let path = failure.instance.key(key);
        let known = self.schema.known_keys(failure.schema);
        let error = self.at(path.clone(), format!("unknown key `{path}`"));
        let siblings = self.value_at(&failure.instance);
        let is_free = |name: &&str| siblings.and_then(|value| value.get(name)).is_none();
        let free: Vec<&str> = known.iter().copied().filter(is_free).collect();
        if let Some(nearest) = nearest(key, &free).or_else(|| nearest(key, &known)) {
            return error.with_help(format!("did you mean `{nearest}`?"));
        }
        match known.len() {
            0 => error.with_help("nothing may be set here: remove the key"),
            1..=LISTED => error.with_help(format!("known here: {}", list(&known))),
            more => error.with_help(format!(
                "known here: {} and {} more",
                list(&known[..LISTED]),
                more - LISTED
            )),
        }
    }

    fn missing(&self, failure: &Failure, key: &str) -> ValuesError {
        let path = failure.instance.key(key);
        if let Some(origin) = self.tree.removed.get(&path) {
            let message = format!("the required value `{path}` is removed by `null`");
            return ValuesError::in_value(self.sources, path, Some(origin), message)
                .with_help("remove the line, so that the default counts");
        }
        // The map around it is the nearest place that exists.
        let around = Some(&failure.instance).filter(|path| !path.is_root());
        let origin = around.and_then(|path| self.tree.origins.get(path));
        let message = format!("the required value `{path}` is missing");
        let error = ValuesError::in_value(self.sources, path.clone(), origin, message);
        let how = format!("set it in a values file, or with `--set {path}=…`");
        let about = self
            .schema
            .property(failure.schema, key)
            .and_then(|place| self.schema.annotation(place, "description"));
        match about {
            Some(about) => error.with_help(format!("{how}; {}", sentence(about))),
            None => error.with_help(how),
        }
    }

    fn bad_value(&self, failure: &Failure) -> ValuesError {
        let path = &failure.instance;
        let name = if path.is_root() { "the values".into() } else { format!("`{path}`") };
        let value = self.value_at(path);
        let shown = value.map(show).unwrap_or_default();
        let wrong_kind = matches!(
            &failure.kind,
            FailureKind::Type { .. } | FailureKind::AnyOf | FailureKind::OneOf(None)
        );
        let message = match &failure.kind {
            FailureKind::Type { want, .. } => {
                let want: Vec<_> = want.iter().map(|name| plain_type(name)).collect();
                format!("{name} must be {}, not {shown}", want.join(" or "))
            }
            FailureKind::AnyOf | FailureKind::OneOf(None) => match self.alternatives(failure) {
                Some(want) => format!("{name} must be {want}, not {shown}"),
                None => format!("{name} has none of the allowed forms: {shown}"),
            },
            FailureKind::Enum(want) => format!("{name} must be {}, not {shown}", one_of(want)),
            FailureKind::Const(want) => {
                format!("{name} must be {}, not {shown}", one_of(std::slice::from_ref(want)))
            }
            FailureKind::Pattern { pattern, .. } => {
                format!("{name} is {shown}, which does not match `{pattern}`")
            }
            FailureKind::Format { format, reason, .. } => {
                format!("{name} is {shown}, which is no {format}: {reason}")
            }
            FailureKind::Count { keyword, got, want } => {
                format!("{name} {}", count_text(keyword, *got, *want))
            }
            FailureKind::Number { keyword, got, want } => {
                format!("{name} must be {} {want}, not {got}", limit_text(keyword))
            }
            FailureKind::FalseSchema => format!("{name} is not allowed here"),
            FailureKind::UniqueItems(first, second) => {
                format!("{name} has equal items at [{first}] and [{second}]")
            }
            FailureKind::PropertyName(key) => {
                format!("`{}` is no valid name", path.key(key.as_str()))
            }
            other => format!("{name}: {}", helm4::kind_text(other)),
        };
        let error = match &failure.kind {
            FailureKind::PropertyName(key) => self.at(path.key(key.as_str()), message),
            _ => self.at(path.clone(), message),
        };
        match self.help(failure, value, wrong_kind) {
            Some(help) => error.with_help(help),
            None => error,
        }
    }

    fn help(&self, failure: &Failure, value: Option<&Value>, wrong_kind: bool) -> Option<String> {
        if wrong_kind && value == Some(&Value::Null) {
            return Some("`null` removes a default, and there is none: remove the line".into());
        }
        if let FailureKind::Type { want, .. } = &failure.kind
            && want.contains(&"string")
            && matches!(value, Some(Value::Number(_) | Value::Bool(_)))
        {
            return Some("put it into quotes, or use `--set-string`".into());
        }
        if let (FailureKind::Enum(want), Some(Value::String(got))) = (&failure.kind, value) {
            let names: Vec<&str> = want
                .iter()
                .filter_map(|want| match want {
                    Literal::String(name) => Some(&**name),
                    _ => None,
                })
                .collect();
            if let Some(nearest) = nearest(got, &names) {
                return Some(format!("did you mean `{nearest}`?"));
            }
        }
        self.schema.annotation(failure.schema, "description").map(sentence)
    }

    /// The types of alternatives that all fail by type.
    fn alternatives(&self, failure: &Failure) -> Option<String> {
        let mut names: Vec<&str> = Vec::new();
        for cause in &failure.causes {
            match &telling(cause)[..] {
                [Failure { kind: FailureKind::Type { want, .. }, .. }] => names.extend(want),
                _ => return None,
            }
        }
        let names: Vec<_> = names.iter().map(|name| plain_type(name)).collect();
        Some(names.join(" or "))
    }

    fn value_at(&self, path: &FieldPath) -> Option<&Value> {
        path.steps().iter().try_fold(self.value, |value, step| match step {
            Step::Key(key) => value.get(&**key),
            Step::Index(index) => value.get(index),
        })
    }
}

fn list(names: &[&str]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

/// A description as the end of a message: one line, without its final dot.
fn sentence(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default().trim();
    line.strip_suffix('.').unwrap_or(line).to_owned()
}

fn plain_type(name: &str) -> &'static str {
    match name {
        "null" => "null",
        "boolean" => "true or false",
        "number" => "a number",
        "integer" => "an integer",
        "string" => "a text",
        "array" => "a list",
        _ => "a map",
    }
}

fn show(value: &Value) -> String {
    match value {
        Value::Null => "null".into(),
        Value::Bool(value) => format!("`{value}`"),
        Value::Number(value) => format!("the number `{value}`"),
        Value::String(text) if text.is_empty() => "an empty text".into(),
        Value::String(text) => {
            let visible = |c: char| if c.is_control() { '\u{fffd}' } else { c };
            let shown: String = text.chars().take(SHOWN).map(visible).collect();
            let more = if text.chars().nth(SHOWN).is_some() { "…" } else { "" };
            format!("the text `{shown}{more}`")
        }
        Value::Array(_) => "a list".into(),
        Value::Object(_) => "a map".into(),
    }
}

fn one_of(want: &[Literal]) -> String {
    let shown: Vec<String> = want
        .iter()
        .map(|literal| match literal {
            Literal::Null => "null".into(),
            Literal::Bool(value) => format!("`{value}`"),
            Literal::Number(text) | Literal::String(text) => format!("`{text}`"),
            Literal::Compound => "a certain list or map".into(),
        })
        .collect();
    match shown.as_slice() {
        [one] => one.clone(),
        _ => format!("one of {}", shown.join(", ")),
    }
}

fn count_text(keyword: &str, got: usize, want: usize) -> String {
    let (limit, unit) = match keyword {
        "minLength" => ("at least", "character"),
        "maxLength" => ("at most", "character"),
        "minItems" => ("at least", "item"),
        "maxItems" => ("at most", "item"),
        "minProperties" => ("at least", "key"),
        _ => ("at most", "key"),
    };
    let plural = if want == 1 { "" } else { "s" };
    format!("must have {limit} {want} {unit}{plural}, not {got}")
}

fn limit_text(keyword: &str) -> &'static str {
    match keyword {
        "minimum" => "at least",
        "maximum" => "at most",
        "exclusiveMinimum" => "above",
        "exclusiveMaximum" => "below",
        _ => "a multiple of",
    }
}

/// The name that was probably meant.
fn nearest<'n>(got: &str, names: &[&'n str]) -> Option<&'n str> {
    let limit = (got.chars().count() / 3).clamp(1, 4);
    let folded = got.to_lowercase();
    names
        .iter()
        .map(|name| (distance(&folded, &name.to_lowercase(), limit), *name))
        .filter(|(distance, _)| *distance <= limit)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

/// How many characters must be changed, added, removed or swapped with their neighbour.
fn distance(left: &str, right: &str, limit: usize) -> usize {
    let left: Vec<char> = left.chars().collect();
    let right: Vec<char> = right.chars().collect();
    if left.len().abs_diff(right.len()) > limit {
        return usize::MAX;
    }
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=right.len()).collect();
    for (i, a) in left.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, b) in right.iter().enumerate() {
            let changed = last[j] + usize::from(a != b);
            let mut cost = changed.min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *a == right[j - 1] && left[i - 1] == *b {
                cost = cost.min(before[j - 1] + 1);
            }
            row.push(cost);
        }
        before = std::mem::replace(&mut last, row);
    }
    last[right.len()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::set::{Edit, SetKind};
    use crate::values::{LayerKind, Layers, Mode, layer};

    const SCHEMA: &str = r#"{
        "type": "object",
        "additionalProperties": false,
        "required": ["region"],
        "properties": {
            "region": {"type": "string", "description": "The AWS region.\nMore."},
            "replicas": {"type": "integer", "minimum": 1, "enum": [1, 3, 5]},
            "os": {"enum": ["flatcar", "ubuntu"]},
            "pool": {
                "type": "object",
                "additionalProperties": false,
                "properties": {
                    "instanceType": {"type": "string", "pattern": "^[a-z]"},
                    "zones": {"type": "array", "minItems": 1, "uniqueItems": true}
                }
            },
            "either": {"anyOf": [{"type": "string"}, {"type": "object", "required": ["x"]}]}
        }
    }"#;

    fn errors(defaults: &str, file: &str, set: &[&str]) -> Vec<String> {
        let sources = SourceMap::default();
        let read = |kind, name, text: &str| {
            layer::read(kind, name, text.as_bytes(), Mode::Strict, &sources).unwrap()
        };
        let layers = Layers {
            defaults: vec![read(LayerKind::Defaults, "defaults.yaml", defaults)],
            files: vec![read(LayerKind::File, "my.yaml", file)],
            edits: set.iter().map(|text| Edit::new(SetKind::Typed, *text)).collect(),
        };
        let tree = layers.merge(&mut |_| unreachable!()).unwrap();
        let schema = Schema::parse(SCHEMA.as_bytes()).unwrap();
        let with_help = |error: &ValuesError| match &error.help {
            Some(help) => format!("{error} ({help})"),
            None => error.to_string(),
        };
        check(&tree, &schema, &sources).iter().map(with_help).collect()
    }

    fn check_one(file: &str, set: &[&str], message: &str) {
        assert_eq!(errors("region: eu", file, set), [message]);
    }

    #[test]
    fn good_values_have_no_errors() {
        assert!(errors("region: eu", "pool: {zones: [a]}", &["replicas=3"]).is_empty());
    }

    #[test]
    fn unknown_keys_suggest_the_nearest_known_one() {
        check_one("pool:\n  instancetype: x\n", &[], {
            "my.yaml:2:3: unknown key `pool.instancetype` (did you mean `instanceType`?)"
        });
        check_one("", &["pool.zzz=1"], {
            "`--set pool.zzz=1`: unknown key `pool.zzz` (known here: `instanceType`, `zones`)"
        });
    }

    #[test]
    fn missing_values_say_how_to_set_them() {
        assert_eq!(
            errors("", "", &[]),
            ["the required value `region` is missing \
             (set it in a values file, or with `--set region=…`; The AWS region)"]
        );
        check_one("region: null", &[], {
            "my.yaml:1:1: the required value `region` is removed by `null` \
             (remove the line, so that the default counts)"
        });
        check_one("either: {}", &[], {
            "my.yaml:1:1: the required value `either.x` is missing \
             (set it in a values file, or with `--set either.x=…`)"
        });
    }

    #[test]
    fn wrong_values_name_what_is_expected() {
        check_one("", &["region=1"], {
            "`--set region=1`: `region` must be a text, not the number `1` \
             (put it into quotes, or use `--set-string`)"
        });
        check_one("replicas: two", &[], {
            "my.yaml:1:1: `replicas` must be an integer, not the text `two`"
        });
        check_one("os: flatcat", &[], {
            "my.yaml:1:1: `os` must be one of `flatcar`, `ubuntu`, not the text `flatcat` \
             (did you mean `flatcar`?)"
        });
        check_one("pool: {zones: []}", &[], {
            "my.yaml:1:8: `pool.zones` must have at least 1 item, not 0"
        });
        check_one("pool: {zones: [a, a]}", &[], {
            "my.yaml:1:8: `pool.zones` has equal items at [0] and [1]"
        });
        check_one("pool: {instanceType: M5}", &[], {
            "my.yaml:1:8: `pool.instanceType` is the text `M5`, which does not match `^[a-z]`"
        });
        check_one("either: 1", &[], {
            "my.yaml:1:1: `either` must be a text or a map, not the number `1`"
        });
        check_one("pool: null", &[], {
            "my.yaml:1:1: `pool` must be a map, not null \
             (`null` removes a default, and there is none: remove the line)"
        });
    }

    #[test]
    fn distances_count_swaps_as_one() {
        assert_eq!(distance("region", "regoin", 4), 1);
        assert_eq!(distance("zone", "zones", 4), 1);
        assert_eq!(nearest("xyz", &["abc"]), None);
    }
}
