//! Judging a value: the library's order of rules, its words, and the score by which it finds
//! the closest of several alternatives.
//!
//! Facts: xeipuuv/gojsonschema 1.2.0, validation.go, locales.go, result.go.

use std::borrow::Cow;

use super::super::document::{Document, NodeId};
use super::super::instance::{Instance, Shape, decimal, equals, equals_node, hash};
use super::super::validate::{MAX_DEPTH, MAX_STEPS};
use super::{
    Additional, ArrayRules, Bound, Combined, Dependency, Items, ObjectRules, Schema, SubId, text,
};

/// How many steps a failure counts for: it costs memory as well as time.
const STEPS_OF_FAILURE: u64 = 10;

/// Judges a value; the failures are lines.
pub(super) fn validate<I: Instance>(schema: &Schema, instance: &I) -> Result<(), String> {
    let mut run = Run { schema, steps: 0, depth: 0, gave_up: None };
    let mut result = Outcome::default();
    run.judge(schema.root, Subject::Value(instance), &Place::ROOT, &mut result);
    match run.gave_up {
        Some(reason) => Err(format!("- (root): {reason}\n")),
        None if result.faults.is_empty() => Ok(()),
        None => Err(result.faults.concat()),
    }
}

/// What is judged: a value, or the name of a key.
enum Subject<'i, I> {
    Value(&'i I),
    Name(&'i str),
}

impl<I> Clone for Subject<'_, I> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<I> Copy for Subject<'_, I> {}

impl<'i, I: Instance> Subject<'i, I> {
    fn shape(self) -> Shape {
        match self {
            Subject::Value(value) => value.shape(),
            Subject::Name(_) => Shape::String,
        }
    }

    fn text(self) -> Cow<'i, str> {
        match self {
            Subject::Value(value) => value.text(),
            Subject::Name(name) => name.into(),
        }
    }

    fn equals(self, document: &Document, node: NodeId) -> bool {
        match self {
            Subject::Value(value) => equals_node(value, document, node),
            Subject::Name(name) => document.text(node) == Some(name),
        }
    }
}

/// A place in the value.
struct Place<'p> {
    parent: Option<&'p Place<'p>>,
    step: Step<'p>,
}

enum Step<'p> {
    Root,
    Key(&'p str),
    Item(usize),
}

impl Place<'_> {
    const ROOT: Place<'static> = Place { parent: None, step: Step::Root };

    fn key<'p>(&'p self, key: &'p str) -> Place<'p> {
        Place { parent: Some(self), step: Step::Key(key) }
    }

    fn item(&self, index: usize) -> Place<'_> {
        Place { parent: Some(self), step: Step::Item(index) }
    }

    /// The name of the place in messages.
    fn field(&self) -> String {
        let mut steps: Vec<Cow<'_, str>> = std::iter::successors(Some(self), |at| at.parent)
            .filter_map(|at| match at.step {
                Step::Root => None,
                Step::Key(key) => Some(key.into()),
                Step::Item(index) => Some(index.to_string().into()),
            })
            .collect();
        steps.reverse();
        if steps.is_empty() { "(root)".into() } else { steps.join(".") }
    }
}

/// What was found wrong, and how well the value fits otherwise.
#[derive(Default)]
struct Outcome {
    faults: Vec<String>,
    score: i64,
}

impl Outcome {
    fn is_valid(&self) -> bool {
        self.faults.is_empty()
    }

    fn merge(&mut self, other: Outcome) {
        self.faults.extend(other.faults);
        self.score += other.score;
    }
}

/// Keeps the better of two failed attempts.
fn keep_closest(best: &mut Option<Outcome>, other: Outcome) {
    if best.as_ref().is_none_or(|best| other.score > best.score) {
        *best = Some(other);
    }
}

struct Run<'s> {
    schema: &'s Schema,
    steps: u64,
    depth: u32,
    gave_up: Option<String>,
}

impl Run<'_> {
    fn fault(&mut self, at: &Place<'_>, text: impl std::fmt::Display, result: &mut Outcome) {
        self.steps += STEPS_OF_FAILURE;
        result.faults.push(format!("- {}: {text}\n", at.field()));
        result.score -= 2;
    }

    /// Judges in a result of its own.
    fn attempt<I: Instance>(&mut self, sub: SubId, on: Subject<'_, I>, at: &Place<'_>) -> Outcome {
        let mut result = Outcome::default();
        self.judge(sub, on, at, &mut result);
        result
    }

    fn judge<I: Instance>(
        &mut self,
        sub: SubId,
        on: Subject<'_, I>,
        at: &Place<'_>,
        result: &mut Outcome,
    ) {
        self.steps += 1;
        if self.depth == MAX_DEPTH {
            let text = "the schema nests too deeply: gave up";
            self.gave_up.get_or_insert_with(|| format!("{text} {MAX_DEPTH} levels down"));
        } else if self.steps > MAX_STEPS {
            let text = "the schema branches too often: gave up after";
            self.gave_up.get_or_insert_with(|| format!("{text} {MAX_STEPS} steps"));
        }
        if self.gave_up.is_some() {
            return;
        }
        self.depth += 1;
        self.apply(sub, on, at, result);
        self.depth -= 1;
    }

    fn apply<I: Instance>(
        &mut self,
        id: SubId,
        on: Subject<'_, I>,
        at: &Place<'_>,
        result: &mut Outcome,
    ) {
        let schema = self.schema;
        let sub = schema.sub(id);
        match (sub.pass, sub.reference) {
            (Some(true), _) => return,
            (Some(false), _) => return self.fault(at, "False always fails validation", result),
            (None, Some(target)) => return self.judge(target, on, at, result),
            (None, None) => {}
        }
        let shape = on.shape();
        let Some(given) = type_of(shape) else { return };
        let is_number = given == "integer" && sub.types.contains(&"number");
        if !sub.types.is_empty() && !sub.types.contains(&given) && !is_number {
            let expected = match sub.types.as_slice() {
                [one] => (*one).to_owned(),
                several => format!("[{}]", several.join(",")),
            };
            let text = format!("Invalid type. Expected: {expected}, given: {given}");
            return self.fault(at, text, result);
        }
        for combined in &sub.combined {
            self.combined(combined, on, at, result);
        }
        result.score += 1;
        match (shape, on) {
            (Shape::Int(_) | Shape::Float(_), _) => self.number(id, shape, at, result),
            (Shape::Array(length), Subject::Value(value)) => {
                if let Some(rules) = &sub.array {
                    self.array(rules, value, length, at, result);
                }
            }
            (Shape::Object(length), Subject::Value(value)) => {
                if let Some(rules) = &sub.object {
                    self.object(rules, value, length, at, result);
                }
            }
            _ => {}
        }
        self.allowed(id, on, at, result);
        match (shape, on, &sub.object) {
            (Shape::String, ..) => self.string(id, &on.text(), at, result),
            (Shape::Object(_), Subject::Value(value), Some(rules)) => {
                for (key, property) in &rules.properties {
                    if let Some(value) = value.get(key) {
                        self.judge(*property, Subject::Value(&value), &at.key(key), result);
                    }
                }
            }
            _ => {}
        }
        result.score += 1;
    }

    fn combined<I: Instance>(
        &mut self,
        combined: &Combined,
        on: Subject<'_, I>,
        at: &Place<'_>,
        result: &mut Outcome,
    ) {
        match combined {
            Combined::Any(schemas) => {
                let mut best = None;
                for schema in schemas {
                    let attempt = self.attempt(*schema, on, at);
                    if attempt.is_valid() {
                        return;
                    }
                    keep_closest(&mut best, attempt);
                }
                self.fault(at, "Must validate at least one schema (anyOf)", result);
                best.into_iter().for_each(|best| result.merge(best));
            }
            Combined::One(schemas) => self.one_of(schemas, on, at, result),
            Combined::All(schemas) => {
                let mut all = true;
                for schema in schemas {
                    let attempt = self.attempt(*schema, on, at);
                    all &= attempt.is_valid();
                    result.merge(attempt);
                }
                if !all {
                    self.fault(at, "Must validate all the schemas (allOf)", result);
                }
            }
            Combined::Not(schema) => {
                if self.attempt(*schema, on, at).is_valid() {
                    self.fault(at, "Must not validate the schema (not)", result);
                }
            }
            Combined::Dependencies(dependencies) => {
                let Subject::Value(value) = on else { return };
                for (key, dependency) in dependencies {
                    if value.get(key).is_some() {
                        self.dependency(dependency, value, at, result);
                    }
                }
            }
            Combined::If { condition, then, otherwise } => {
                let holds = self.attempt(*condition, on, at).is_valid();
                let (schema, text) = match holds {
                    true => (then, "Must validate \"then\" as \"if\" was valid"),
                    false => (otherwise, "Must validate \"else\" as \"if\" was not valid"),
                };
                let Some(schema) = schema else { return };
                let attempt = self.attempt(*schema, on, at);
                if !attempt.is_valid() {
                    self.fault(at, text, result);
                    result.merge(attempt);
                }
            }
        }
    }

    fn one_of<I: Instance>(
        &mut self,
        schemas: &[SubId],
        on: Subject<'_, I>,
        at: &Place<'_>,
        result: &mut Outcome,
    ) {
        let (mut valid, mut best) = (0, None);
        for schema in schemas {
            let attempt = self.attempt(*schema, on, at);
            if attempt.is_valid() {
                valid += 1;
            } else if valid == 0 {
                keep_closest(&mut best, attempt);
            }
        }
        if valid != 1 {
            self.fault(at, "Must validate one and only one schema (oneOf)", result);
            best.into_iter().filter(|_| valid == 0).for_each(|best| result.merge(best));
        }
    }

    fn dependency<I: Instance>(
        &mut self,
        dependency: &Dependency,
        value: &I,
        at: &Place<'_>,
        result: &mut Outcome,
    ) {
        match dependency {
            Dependency::Schema(schema) => self.judge(*schema, Subject::Value(value), at, result),
            Dependency::Keys(keys) => {
                for key in keys.iter().filter(|key| value.get(key).is_none()) {
                    self.fault(at, format_args!("Has a dependency on {key}"), result);
                }
            }
        }
    }

    fn number(&mut self, id: SubId, shape: Shape, at: &Place<'_>, result: &mut Outcome) {
        let sub = self.schema.sub(id);
        let Some(value) = decimal(shape) else { return };
        for (bound, limit) in &sub.numbers {
            let (fits, text) = match bound {
                Bound::MultipleOf => (value.is_multiple_of(limit), "Must be a multiple of"),
                Bound::Maximum => (value <= *limit, "Must be less than or equal to"),
                Bound::ExclusiveMaximum => (value < *limit, "Must be less than"),
                Bound::Minimum => (value >= *limit, "Must be greater than or equal to"),
                Bound::ExclusiveMinimum => (value > *limit, "Must be greater than"),
            };
            if !fits {
                self.fault(at, format_args!("{text} {}", text::number(*limit)), result);
            }
        }
        // A number has none of the formats that are known.
        if let Some(format) = sub.string.format {
            self.fault(at, format_args!("Does not match format '{}'", format.name()), result);
        }
        result.score += 1;
    }

    fn string(&mut self, id: SubId, value: &str, at: &Place<'_>, result: &mut Outcome) {
        let schema = self.schema;
        let rules = &schema.sub(id).string;
        let text = "String length must be";
        if rules.min.is_some() || rules.max.is_some() {
            let length = value.chars().count();
            if let Some(min) = rules.min.filter(|min| length < *min) {
                self.fault(at, format_args!("{text} greater than or equal to {min}"), result);
            }
            if let Some(max) = rules.max.filter(|max| length > *max) {
                self.fault(at, format_args!("{text} less than or equal to {max}"), result);
            }
        }
        if let Some(pattern) = rules.pattern.as_ref().filter(|pattern| !pattern.is_match(value)) {
            let text = format!("Does not match pattern '{}'", pattern.written);
            self.fault(at, text, result);
        }
        if let Some(format) = rules.format.filter(|format| !format.fits(value)) {
            self.fault(at, format_args!("Does not match format '{}'", format.name()), result);
        }
        result.score += 1;
    }

    fn allowed<I: Instance>(
        &mut self,
        id: SubId,
        on: Subject<'_, I>,
        at: &Place<'_>,
        result: &mut Outcome,
    ) {
        let schema = self.schema;
        for allowed in &schema.sub(id).allowed {
            if allowed.values.iter().any(|value| on.equals(&schema.document, *value)) {
                continue;
            }
            let says = match allowed.is_const {
                true => "does not match",
                false => "must be one of the following",
            };
            let text = format!("{} {says}: {}", at.field(), allowed.text);
            self.fault(at, text, result);
        }
        result.score += 1;
    }

    fn array<I: Instance>(
        &mut self,
        rules: &ArrayRules,
        value: &I,
        length: usize,
        at: &Place<'_>,
        result: &mut Outcome,
    ) {
        self.items(rules, value, length, at, result);
        if let Some(min) = rules.min.filter(|min| length < *min) {
            self.fault(at, format_args!("Array must have at least {min} items"), result);
        }
        if let Some(max) = rules.max.filter(|max| length > *max) {
            self.fault(at, format_args!("Array must have at most {max} items"), result);
        }
        if rules.unique {
            self.unique(value, length, at, result);
        }
        if let Some(contains) = rules.contains {
            let mut best = None;
            let mut found = false;
            for index in 0..length {
                let Some(item) = value.item(index) else { break };
                let attempt = self.attempt(contains, Subject::Value(&item), &at.item(index));
                if attempt.is_valid() {
                    found = true;
                    break;
                }
                keep_closest(&mut best, attempt);
            }
            if !found {
                self.fault(at, "At least one of the items must match", result);
                best.into_iter().for_each(|best| result.merge(best));
            }
        }
        result.score += 1;
    }

    fn items<I: Instance>(
        &mut self,
        rules: &ArrayRules,
        value: &I,
        length: usize,
        at: &Place<'_>,
        result: &mut Outcome,
    ) {
        let mut judge = |run: &mut Self, schema: SubId, index: usize| {
            let Some(item) = value.item(index) else { return };
            run.judge(schema, Subject::Value(&item), &at.item(index), result);
        };
        match &rules.items {
            Items::Any => {}
            Items::All(schema) => {
                for index in 0..length {
                    judge(self, *schema, index);
                }
            }
            Items::Each(schemas) => {
                for (index, schema) in schemas.iter().take(length).enumerate() {
                    judge(self, *schema, index);
                }
                match rules.additional {
                    _ if schemas.is_empty() || schemas.len() >= length => {}
                    None | Some(Additional::Allowed(true)) => {}
                    Some(Additional::Allowed(false)) => {
                        self.fault(at, "No additional items allowed on array", result);
                    }
                    Some(Additional::Schema(schema)) => {
                        for index in schemas.len()..length {
                            judge(self, schema, index);
                        }
                    }
                }
            }
        }
    }

    fn unique<I: Instance>(
        &mut self,
        value: &I,
        length: usize,
        at: &Place<'_>,
        result: &mut Outcome,
    ) {
        let items: Vec<I> = (0..length).filter_map(|index| value.item(index)).collect();
        let mut last: std::collections::HashMap<u64, Vec<usize>> = Default::default();
        for (index, item) in items.iter().enumerate() {
            let seen = last.entry(hash(item)).or_default();
            match seen.iter_mut().find(|other| equals(&items[**other], item)) {
                Some(other) => {
                    let text = format!("array items[{other},{index}] must be unique");
                    *other = index;
                    self.fault(at, text, result);
                }
                None => seen.push(index),
            }
        }
    }

    fn object<I: Instance>(
        &mut self,
        rules: &ObjectRules,
        value: &I,
        length: usize,
        at: &Place<'_>,
        result: &mut Outcome,
    ) {
        if let Some(min) = rules.min.filter(|min| length < *min) {
            self.fault(at, format_args!("Must have at least {min} properties"), result);
        }
        if let Some(max) = rules.max.filter(|max| length > *max) {
            self.fault(at, format_args!("Must have at most {max} properties"), result);
        }
        for key in &rules.required {
            match value.get(key) {
                Some(_) => result.score += 1,
                None => self.fault(at, format_args!("{key} is required"), result),
            }
        }
        let is_closed = !matches!(rules.additional, None | Some(Additional::Allowed(true)));
        if is_closed || !rules.patterns.is_empty() {
            value.entries(&mut |key, value| self.key(rules, key, &value, at, result));
        }
        if let Some(names) = rules.names {
            value.entries(&mut |key, _| {
                let attempt = self.attempt(names, Subject::<I>::Name(key), at);
                if !attempt.is_valid() {
                    let text = format!("Property name of \"{key}\" does not match");
                    self.fault(at, text, result);
                    result.merge(attempt);
                }
            });
        }
        result.score += 1;
    }

    /// Judges a key by patterns, and as an additional one.
    fn key<I: Instance>(
        &mut self,
        rules: &ObjectRules,
        key: &str,
        value: &I,
        at: &Place<'_>,
        result: &mut Outcome,
    ) {
        let mut is_known = rules.properties.binary_search_by(|(name, _)| (**name).cmp(key)).is_ok();
        let mut matches = false;
        for (regex, schema) in &rules.patterns {
            if regex.is_match(key) {
                matches = true;
                self.judge(*schema, Subject::Value(value), &at.key(key), result);
            }
        }
        result.score += i64::from(matches);
        is_known |= matches;
        match rules.additional {
            _ if is_known => {}
            None | Some(Additional::Allowed(true)) => {}
            Some(Additional::Allowed(false)) => {
                let text = format!("Additional property {key} is not allowed");
                self.fault(at, text, result);
            }
            Some(Additional::Schema(schema)) => {
                self.judge(schema, Subject::Value(value), &at.key(key), result);
            }
        }
    }
}

/// The library's name of a type; none for what JSON does not have.
fn type_of(shape: Shape) -> Option<&'static str> {
    Some(match shape {
        Shape::Null => "null",
        Shape::Bool(_) => "boolean",
        Shape::Int(_) => "integer",
        Shape::Float(value) if value.fract() == 0.0 => "integer",
        Shape::Float(_) => "number",
        Shape::String => "string",
        Shape::Array(_) => "array",
        Shape::Object(_) => "object",
        Shape::Other(_) => return None,
    })
}
