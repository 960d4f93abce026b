//! Holds merged values against a schema and names the layer that is to blame.

use std::fmt::Write;

use serde_json::Value;

use super::error::ValuesError;
use super::merge::Tree;
use crate::path::{FieldPath, Step};
use crate::schema::{Failure, FailureKind, Literal, Schema, helm4};
use crate::source::SourceMap;
use crate::suggest::did_you_mean;

/// Every fault of the values by the schema, in the order of the files, each with the layer that
/// set the value.
pub fn check(tree: &Tree, schema: &Schema, sources: &SourceMap) -> Vec<ValuesError> {
    let value = Value::Object(tree.value.clone());
    let Err(failure) = schema.validate(&&value) else { return Vec::new() };
    let checker = Checker { tree, schema, sources };
    let mut faults: Vec<ValuesError> =
        telling(&failure).into_iter().flat_map(|failure| checker.faults(failure)).collect();
    faults.sort_by(|a, b| (&a.location, &a.path).cmp(&(&b.location, &b.path)));
    faults
}

/// The failures that are worth telling: of alternatives those of the one that came closest.
fn telling(failure: &Failure) -> Vec<&Failure> {
    match failure.kind {
        FailureKind::AnyOf | FailureKind::OneOf(None) if !failure.causes.is_empty() => {
            let found: Vec<_> = failure.causes.iter().map(telling).collect();
            // The alternative that got deepest into the value, did not stumble over its type,
            // and failed for the fewest reasons, is the one that was meant.
            let closeness = |found: &&Vec<&Failure>| {
                let depth = found.iter().map(|f| f.instance.steps().len()).max();
                (depth, !found.iter().any(|f| is_type(f)), std::cmp::Reverse(found.len()))
            };
            let meant = found.iter().rev().max_by_key(closeness).cloned().unwrap_or_default();
            let here = |f: &&Failure| f.instance == failure.instance && is_type(f);
            // When all stumble at once, no alternative is better than another.
            if meant.iter().any(here) { vec![failure] } else { meant }
        }
        FailureKind::PropertyName(_) | FailureKind::Contains => vec![failure],
        _ if failure.causes.is_empty() => vec![failure],
        _ => failure.causes.iter().flat_map(telling).collect(),
    }
}

fn is_type(failure: &Failure) -> bool {
    matches!(failure.kind, FailureKind::Type { .. })
}

struct Checker<'a> {
    tree: &'a Tree,
    schema: &'a Schema,
    sources: &'a SourceMap,
}

impl Checker<'_> {
    fn faults(&self, failure: &Failure) -> Vec<ValuesError> {
        match &failure.kind {
            FailureKind::AdditionalProperties(keys) => {
                keys.iter().map(|key| self.unknown(failure, key)).collect()
            }
            FailureKind::Required(keys) => {
                keys.iter().map(|key| self.missing(failure, key)).collect()
            }
            _ => vec![self.unfit(failure)],
        }
    }

    fn unknown(&self, failure: &Failure, key: &str) -> ValuesError {
        let path = failure.instance.key(key);
        let known = self.schema.known_keys(failure.schema);
        let help = did_you_mean(key, known.iter().copied()).or_else(|| {
            let known: Vec<String> = known.iter().map(|key| format!("`{key}`")).collect();
            (!known.is_empty()).then(|| format!("known here: {}", known.join(", ")))
        });
        self.fault(&path, format!("there is no value `{path}`"), help)
    }

    fn missing(&self, failure: &Failure, key: &str) -> ValuesError {
        let path = failure.instance.key(key);
        match self.tree.removed.get(&path) {
            Some(origin) => {
                let message = format!("`{path}` is required and cannot be removed with `null`");
                let fault =
                    ValuesError::in_value(self.sources, path.clone(), Some(origin), message);
                fault.with_help("leave it out to keep the default, or give a value")
            }
            None => {
                let message = format!("`{path}` is required and no layer sets it");
                let help = format!("give it with `--set {path}=…` or in a values file");
                self.fault_in(&path, &failure.instance, message, Some(help))
            }
        }
    }

    fn unfit(&self, failure: &Failure) -> ValuesError {
        let path = &failure.instance;
        let shown = if path.is_root() { "the values".to_owned() } else { format!("`{path}`") };
        let message = match &failure.kind {
            FailureKind::Type { got, want } => {
                let got = self.described(path, got);
                let want: Vec<&str> = want.iter().map(|want| noun(want)).collect();
                format!("{shown} must be {}, not {got}", want.join(" or "))
            }
            FailureKind::AnyOf | FailureKind::OneOf(None) => self.no_alternative(failure, &shown),
            FailureKind::FalseSchema => format!("{shown} is not allowed here"),
            FailureKind::UniqueItems(first, second) => {
                format!("{shown} has equal items at [{first}] and [{second}]")
            }
            FailureKind::Pattern { got, pattern } => {
                format!("{shown} is `{got}`, which does not match `{pattern}`")
            }
            FailureKind::Enum(allowed) => {
                let allowed: Vec<String> = allowed.iter().map(literal).collect();
                format!("{shown} must be one of {}", allowed.join(", "))
            }
            FailureKind::Const(wanted) => format!("{shown} must be {}", literal(wanted)),
            FailureKind::Number { keyword, got, want } => {
                format!("{shown} is {got}; its {keyword} is {want}")
            }
            FailureKind::Count { keyword, got, want } => {
                format!("{shown} has the length {got}; its {keyword} is {want}")
            }
            FailureKind::PropertyName(key) => format!("{shown} cannot have a key `{key}`"),
            kind => format!("{shown}: {}", helm4::kind_text(kind)),
        };
        let help = match &failure.kind {
            FailureKind::Enum(allowed) => self.meant(path, allowed),
            FailureKind::Type { .. } | FailureKind::AnyOf | FailureKind::OneOf(None)
                if self.at(path) == Some(&Value::Null) =>
            {
                Some("`null` removes a default, and here is none: leave it out".to_owned())
            }
            FailureKind::Type { want, .. }
                if want.contains(&"string")
                    && matches!(self.at(path), Some(Value::Number(_) | Value::Bool(_))) =>
            {
                Some("put it into quotes, or use `--set-string`".to_owned())
            }
            _ => None,
        };
        let help = help.or_else(|| {
            let text = self.schema.annotation(failure.schema, "description")?;
            Some(format!("it is: {}", lower_first(text)))
        });
        self.fault(path, message, help)
    }

    fn no_alternative(&self, failure: &Failure, shown: &str) -> String {
        let path = &failure.instance;
        let mut want: Vec<&str> = Vec::new();
        for cause in &failure.causes {
            match &telling(cause)[..] {
                [Failure { kind: FailureKind::Type { want: one, .. }, .. }] => {
                    want.extend(one.iter().copied())
                }
                _ => return format!("{shown} has none of the allowed forms"),
            }
        }
        let want: Vec<&str> = want.iter().map(|want| noun(want)).collect();
        let got = self.at(path).map(kind_of).unwrap_or_default();
        format!("{shown} must be {}, not {}", want.join(" or "), self.described(path, got))
    }

    /// The kind of a value, with the value itself where it is short.
    fn described(&self, path: &FieldPath, got: &str) -> String {
        let mut out = noun(got).to_owned();
        if let Some(value @ (Value::String(_) | Value::Number(_) | Value::Bool(_))) = self.at(path)
        {
            let text = value.to_string();
            if text.chars().count() <= 40 {
                let _ = write!(out, " ({text})");
            }
        }
        out
    }

    fn meant(&self, path: &FieldPath, allowed: &[Literal]) -> Option<String> {
        let Some(Value::String(given)) = self.at(path) else { return None };
        let known = allowed.iter().filter_map(|literal| match literal {
            Literal::String(text) => Some(&**text),
            _ => None,
        });
        did_you_mean(given, known)
    }

    fn at(&self, path: &FieldPath) -> Option<&Value> {
        let mut steps = path.steps().iter();
        let Some(Step::Key(first)) = steps.next() else { return None };
        steps.try_fold(self.tree.value.get(&**first)?, |value, step| match step {
            Step::Key(key) => value.get(&**key),
            Step::Index(index) => value.get(*index),
        })
    }

    fn fault(&self, path: &FieldPath, message: String, help: Option<String>) -> ValuesError {
        self.fault_in(path, path, message, help)
    }

    /// A fault of one value at the place of another.
    fn fault_in(
        &self,
        path: &FieldPath,
        place: &FieldPath,
        message: String,
        help: Option<String>,
    ) -> ValuesError {
        let origin = self.tree.origins.get(place);
        let fault = ValuesError::in_value(self.sources, path.clone(), origin, message);
        match help {
            Some(help) => fault.with_help(help),
            None => fault,
        }
    }
}

/// A JSON type with its article.
fn noun(kind: &str) -> &str {
    match kind {
        "string" => "text",
        "object" => "a map",
        "array" => "a list",
        "boolean" => "true or false",
        "integer" => "a whole number",
        "number" => "a number",
        "null" => "nothing",
        other => other,
    }
}

fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

fn literal(literal: &Literal) -> String {
    match literal {
        Literal::Null => "`null`".to_owned(),
        Literal::Bool(value) => format!("`{value}`"),
        Literal::Number(text) | Literal::String(text) => format!("`{text}`"),
        Literal::Compound => "a map or list".to_owned(),
    }
}

fn lower_first(text: &str) -> String {
    let text = text.trim_end_matches('.');
    let mut chars = text.chars();
    match chars.next() {
        // An abbreviation or a name keeps its capitals.
        Some(first) if !chars.clone().next().is_some_and(char::is_uppercase) => {
            first.to_lowercase().chain(chars).collect()
        }
        _ => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::layer::{Mode, read};
    use crate::values::set::{Edit, SetKind};
    use crate::values::{LayerKind, Layers};

    const SCHEMA: &str = r#"{
        "type": "object", "additionalProperties": false, "required": ["region"],
        "properties": {
            "region": {"type": "string", "pattern": "^[a-z0-9-]+$", "description": "The region."},
            "mode": {"enum": ["public", "private"]},
            "either": {"anyOf": [{"type": "string"}, {"type": "object", "required": ["x"]}]},
            "pool": {"type": "object", "additionalProperties": false, "properties": {
                "replicas": {"type": "integer", "minimum": 1}
            }}
        }
    }"#;

    fn faults(file: &str, set: &[&str]) -> Vec<String> {
        let sources = SourceMap::default();
        let layer = |kind, name: &str, text: &str| {
            read(kind, name, text.as_bytes(), Mode::Strict, &sources).unwrap()
        };
        let layers = Layers {
            defaults: vec![layer(LayerKind::Defaults, "defaults.yaml", "region: eu\n")],
            files: vec![layer(LayerKind::File, "f.yaml", file)],
            edits: set.iter().map(|set| Edit::new(SetKind::Typed, *set)).collect(),
        };
        let tree = layers.merge(&mut |_| unreachable!()).unwrap();
        let schema = Schema::parse(SCHEMA.as_bytes()).unwrap();
        let text = |fault: ValuesError| match &fault.help {
            Some(help) => format!("{fault} [{help}]"),
            None => fault.to_string(),
        };
        check(&tree, &schema, &sources).into_iter().map(text).collect()
    }

    #[test]
    fn every_fault_names_its_layer_and_what_to_do() {
        assert_eq!(faults("mode: public\npool: {replicas: 3}\n", &[]), [""; 0]);
        let all = faults("mode: publik\npool:\n  replica: 3\n  replicas: x\n", &["regiom=a"]);
        let expected = [
            "`--set regiom=a`: there is no value `regiom` [did you mean `region`?]",
            "f.yaml:1:1: `mode` must be one of `public`, `private` [did you mean `public`?]",
            "f.yaml:3:3: there is no value `pool.replica` [did you mean `replicas`?]",
            "f.yaml:4:3: `pool.replicas` must be a whole number, not text (\"x\")",
        ];
        assert_eq!(all, expected);
        let removed = faults("region: null\n", &["pool.replicas=0"]);
        let expected = [
            "`--set pool.replicas=0`: `pool.replicas` is 0; its minimum is 1",
            "f.yaml:1:1: `region` is required and cannot be removed with `null` [leave it out to \
             keep the default, or give a value]",
        ];
        assert_eq!(removed, expected);
    }

    #[test]
    fn of_alternatives_the_closest_is_told() {
        assert_eq!(
            faults("either: {}\n", &[]),
            ["f.yaml:1:1: `either.x` is required and no layer sets it [give it with \
             `--set either.x=…` or in a values file]"]
        );
        assert_eq!(
            faults("either: 1\n", &[]),
            ["f.yaml:1:1: `either` must be text or a map, not a number (1)"]
        );
        assert_eq!(
            faults("pool: null\n", &[]),
            ["f.yaml:1:1: `pool` must be a map, not nothing [`null` removes a default, and here \
             is none: leave it out]"]
        );
        assert_eq!(
            faults("", &["region=1"]),
            ["`--set region=1`: `region` must be text, not a number (1) [put it into quotes, or \
             use `--set-string`]"]
        );
    }
}
