//! Applies a schema to a value.
//!
//! One [`Frame`] is one schema applied to one value. Frames live on the stack and know the one
//! that they come from: that chain finds reference cycles, dynamic anchors, and the place in
//! the value. A validation first runs without collecting failures; only when it fails, it runs
//! again to find the words.

mod array;
mod combine;
mod object;
mod scalar;

use std::cell::Cell;
use std::collections::HashMap;
use std::sync::{Arc, RwLock};

use regex::bytes::Regex;

use super::Schema;
use super::document::{Document, Node, NodeId};
use super::draft::Draft;
use super::error::{Failure, FailureKind, Limit, SchemaRef};
use super::instance::{Instance, Shape, equals_node};
use super::keyword::Keyword;
use super::link::ResourceId;
use super::number::Decimal;
use crate::goregex::{self, Texts};
use crate::path::FieldPath;

/// How often schemas may be applied in one validation. The largest charts need some thousand;
/// a schema that doubles itself at every level would run for years.
pub const MAX_STEPS: u64 = 1_000_000;
/// How many steps a failure counts for: it costs memory as well as time.
const STEPS_OF_FAILURE: u64 = 10;
/// How deeply schemas may be applied inside each other; deeper ones would exhaust the stack.
pub const MAX_DEPTH: u32 = 400;

/// How many states of an expression looking at how many bytes count as one step.
const WORK_PER_STEP: u64 = 4096;

/// A regular expression with the number of its states.
#[derive(Debug)]
pub(super) struct Pattern {
    regex: Regex,
    weight: u64,
}

/// Regular expressions that have been compiled; none for those that are too large.
pub(super) type Patterns = RwLock<HashMap<(SchemaRef, Texts), Option<Arc<Pattern>>>>;

pub(super) fn validate<I: Instance>(schema: &Schema, instance: &I) -> Result<(), Box<Failure>> {
    validate_within(schema, instance, MAX_STEPS)
}

fn validate_within<I: Instance>(
    schema: &Schema,
    instance: &I,
    max_steps: u64,
) -> Result<(), Box<Failure>> {
    let failure = |kind, causes| {
        let document = &schema.linked.documents[0].document;
        let root = SchemaRef { document: 0, node: document.root() };
        Failure { instance: FieldPath::root(), schema: root, kind, causes }
    };
    for quiet in [true, false] {
        let run = Run { schema, max_steps, steps: Cell::new(0), gave_up: Cell::new(None) };
        let result = run.root(Subject::Value(instance), quiet);
        if let Some(limit) = run.gave_up.get() {
            let cause = failure(FailureKind::GaveUp(limit), Vec::new());
            return Err(Box::new(failure(FailureKind::Root, vec![cause])));
        }
        match result {
            Ok(_) => return Ok(()),
            Err(_) if quiet => {}
            Err(fault) => return Err(Box::new(failure(FailureKind::Root, fault.ungroup()))),
        }
    }
    Ok(())
}

/// That a schema does not fit, and in a run that collects failures, why.
struct Fault(Option<Box<Failure>>);

/// What the faults say.
fn collect(faults: Vec<Fault>) -> Vec<Failure> {
    faults.into_iter().filter_map(|fault| fault.0).map(|failure| *failure).collect()
}

impl Fault {
    /// The causes of a group, or the failure itself.
    fn ungroup(self) -> Vec<Failure> {
        match self.0 {
            Some(failure) if failure.kind == FailureKind::Group => failure.causes,
            failure => failure.into_iter().map(|failure| *failure).collect(),
        }
    }

    fn with_causes(mut self, causes: Vec<Failure>) -> Fault {
        if let Some(failure) = &mut self.0 {
            failure.causes = causes;
        }
        self
    }
}

/// One validation.
struct Run<'s> {
    schema: &'s Schema,
    max_steps: u64,
    steps: Cell<u64>,
    gave_up: Cell<Option<Limit>>,
}

impl<'s> Run<'s> {
    fn root<I: Instance>(
        &self,
        subject: Subject<'_, I>,
        quiet: bool,
    ) -> Result<Unevaluated, Fault> {
        let resource = self.schema.linked.documents[0].resources[0];
        let root = self.schema.linked.resource(resource).root;
        self.start(root, resource, subject, quiet)
    }

    /// Begins a chain of frames.
    fn start<I: Instance>(
        &self,
        schema: SchemaRef,
        resource: ResourceId,
        subject: Subject<'_, I>,
        quiet: bool,
    ) -> Result<Unevaluated, Fault> {
        let scope = Scope { parent: None, schema, resource, value: 0, reference: None, depth: 0 };
        self.apply(&scope, &Place::ROOT, subject, quiet, false)
    }

    fn apply<I: Instance>(
        &self,
        scope: &Scope<'_>,
        place: &Place<'_>,
        subject: Subject<'_, I>,
        quiet: bool,
        caller_needs: bool,
    ) -> Result<Unevaluated, Fault> {
        let document = self.schema.linked.document(scope.schema);
        let draft = self.schema.linked.resource(scope.resource).draft;
        let mut frame = Frame {
            run: self,
            document,
            draft,
            keywords: Keywords::read(document, scope.schema.node),
            scope,
            place,
            subject,
            shape: subject.shape(),
            quiet,
            unevaluated: Unevaluated::default(),
            faults: Vec::new(),
        };
        frame.run(caller_needs)
    }

    /// Counts a step; an error when there were too many or the nesting is too deep.
    fn step(&self, depth: u32) -> Result<(), ()> {
        self.steps.set(self.steps.get() + 1);
        if depth > MAX_DEPTH {
            self.gave_up.set(Some(Limit::Depth));
        } else if self.steps.get() > self.max_steps {
            self.gave_up.set(Some(Limit::Steps));
        }
        if self.gave_up.get().is_some() { Err(()) } else { Ok(()) }
    }

    /// Whether a text matches the expression `text` that belongs to a node of the schema. An
    /// expression too large to compile matches nothing.
    fn matches(&self, node: SchemaRef, expression: &str, text: &str) -> bool {
        if self.gave_up.get().is_some() {
            return false;
        }
        let texts = Texts::of(text.as_bytes());
        let key = (node, texts);
        let known = self.schema.patterns.read().expect("no writer panics").get(&key).cloned();
        let pattern = known.unwrap_or_else(|| {
            let weight = goregex::weight(expression) as u64;
            let regex = goregex::compile(expression, texts).ok();
            let pattern = regex.map(|regex| Arc::new(Pattern { regex, weight }));
            let mut patterns = self.schema.patterns.write().expect("no writer panics");
            patterns.insert(key, pattern.clone());
            pattern
        });
        let Some(pattern) = pattern else { return false };
        let work = (text.len() as u64).saturating_mul(pattern.weight);
        self.steps.set(self.steps.get().saturating_add(1 + work / WORK_PER_STEP));
        if self.steps.get() > self.max_steps {
            self.gave_up.set(Some(Limit::Steps));
            return false;
        }
        pattern.regex.is_match(text.as_bytes())
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

    fn text(self) -> std::borrow::Cow<'i, str> {
        match self {
            Subject::Value(value) => value.text(),
            Subject::Name(name) => name.into(),
        }
    }

    fn value(self) -> Option<&'i I> {
        match self {
            Subject::Value(value) => Some(value),
            Subject::Name(_) => None,
        }
    }

    fn equals(self, document: &Document, node: NodeId) -> bool {
        match self {
            Subject::Value(value) => equals_node(value, document, node),
            Subject::Name(name) => document.text(node) == Some(name),
        }
    }
}

/// One link of the chain of schemas that led here.
struct Scope<'p> {
    parent: Option<&'p Scope<'p>>,
    schema: SchemaRef,
    resource: ResourceId,
    /// Equal for scopes that judge the same value.
    value: u32,
    /// The keyword of the reference that led here.
    reference: Option<&'static str>,
    depth: u32,
}

impl Scope<'_> {
    /// The chain from here outwards.
    fn outwards(&self) -> impl Iterator<Item = &Scope<'_>> {
        std::iter::successors(Some(self), |scope| scope.parent)
    }

    /// An outer scope that applies the same schema to the same value.
    fn cycle(&self) -> Option<&Scope<'_>> {
        self.outwards()
            .skip(1)
            .take_while(|outer| outer.value == self.value)
            .find(|outer| outer.schema == self.schema)
    }

    /// The way of keywords to this scope, as a JSON pointer.
    fn way(&self, schema: &Schema) -> String {
        let pointer = |scope: &Scope<'_>| schema.location(scope.schema);
        let parts: Vec<String> = self
            .outwards()
            .filter_map(|scope| match (scope.reference, scope.parent) {
                (_, None) => None,
                (Some(keyword), _) => Some(format!("/{keyword}")),
                (None, Some(parent)) => {
                    Some(pointer(scope).get(pointer(parent).len()..).unwrap_or_default().into())
                }
            })
            .collect();
        parts.into_iter().rev().collect()
    }
}

/// A place in the value.
struct Place<'p> {
    parent: Option<&'p Place<'p>>,
    step: PlaceStep<'p>,
}

#[derive(Clone, Copy)]
enum PlaceStep<'p> {
    Root,
    Key(&'p str),
    Index(usize),
}

impl Place<'_> {
    const ROOT: Place<'static> = Place { parent: None, step: PlaceStep::Root };

    fn path(&self) -> FieldPath {
        let mut path = self.parent.map(Place::path).unwrap_or_default();
        match self.step {
            PlaceStep::Root => {}
            PlaceStep::Key(key) => path.push_key(key),
            PlaceStep::Index(index) => path.push_index(index),
        }
        path
    }
}

/// The keywords of one schema object, by number.
struct Keywords([Option<NodeId>; Keyword::COUNT]);

impl Keywords {
    fn read(document: &Document, node: NodeId) -> Keywords {
        let mut found = [None; Keyword::COUNT];
        for entry in document.entries(node) {
            if let Some(keyword) = entry.keyword {
                found[keyword as usize] = Some(entry.value);
            }
        }
        Keywords(found)
    }

    fn get(&self, keyword: Keyword) -> Option<NodeId> {
        self.0[keyword as usize]
    }
}

/// The keys and items that no schema has looked at yet. Empty when nobody asks.
#[derive(Default)]
struct Unevaluated {
    keys: Vec<bool>,
    items: Vec<bool>,
}

impl Unevaluated {
    fn is_empty(&self) -> bool {
        !self.keys.contains(&true) && !self.items.contains(&true)
    }

    /// Keeps what both have left over.
    fn merge(&mut self, other: &Unevaluated) {
        let keep = |own: &mut Vec<bool>, other: &[bool]| {
            for (index, open) in own.iter_mut().enumerate() {
                *open = *open && other.get(index).copied().unwrap_or(false);
            }
        };
        keep(&mut self.keys, &other.keys);
        keep(&mut self.items, &other.items);
    }
}

/// One schema applied to one value.
struct Frame<'f, 's, I> {
    run: &'f Run<'s>,
    document: &'s Document,
    draft: Draft,
    keywords: Keywords,
    scope: &'f Scope<'f>,
    place: &'f Place<'f>,
    subject: Subject<'f, I>,
    shape: Shape,
    /// Only whether the value is good counts.
    quiet: bool,
    unevaluated: Unevaluated,
    faults: Vec<Fault>,
}

impl<'s, I: Instance> Frame<'_, 's, I> {
    fn run(&mut self, caller_needs: bool) -> Result<Unevaluated, Fault> {
        if self.run.step(self.scope.depth).is_err() {
            return Err(self.fault(|_| FailureKind::Group));
        }
        self.start_unevaluated(caller_needs);
        match self.document.node(self.scope.schema.node) {
            Node::Bool(false) => return Err(self.fault(|_| FailureKind::FalseSchema)),
            Node::Object(entries) if !entries.is_empty() => {}
            _ => return Ok(std::mem::take(&mut self.unevaluated)),
        }
        if let Some(outer) = self.scope.cycle() {
            return Err(self.fault(|frame| {
                let schema = frame.run.schema;
                FailureKind::ReferenceCycle {
                    ways: [frame.scope.way(schema), outer.way(schema)],
                    url: schema.location(frame.scope.schema),
                }
            }));
        }
        // Beside a reference nothing counts in old drafts; `const` does in the reference
        // validator, and so it does in Helm.
        let alone = self.draft.ref_stands_alone() && self.get(Keyword::Ref).is_some();
        if alone {
            self.constant()?;
        } else {
            self.any_type()?;
        }
        if self.get(Keyword::Ref).is_some() {
            let result = self.apply_reference(Keyword::Ref, "$ref");
            if alone {
                return result.map(|()| std::mem::take(&mut self.unevaluated));
            }
            self.note(result);
        }
        self.by_type();
        if self.faults.is_empty() || !self.quiet {
            if self.draft >= Draft::D2019 {
                self.dynamic_references();
            }
            self.combinations();
            if self.draft >= Draft::D2019 {
                self.leftovers();
            }
        }
        self.finish()
    }

    fn by_type(&mut self) {
        match self.shape {
            Shape::Object(len) => self.object(len),
            Shape::Array(len) => self.array(len),
            Shape::String => self.string(),
            Shape::Int(_) | Shape::Float(_) => self.number(),
            _ => {}
        }
    }

    fn finish(&mut self) -> Result<Unevaluated, Fault> {
        match self.faults.len() {
            0 => Ok(std::mem::take(&mut self.unevaluated)),
            1 => Err(self.faults.remove(0)),
            _ => {
                let causes = std::mem::take(&mut self.faults);
                Err(self.fault(|_| FailureKind::Group).with_causes(collect(causes)))
            }
        }
    }

    /// A keyword's value, if the draft knows the keyword.
    fn get(&self, keyword: Keyword) -> Option<NodeId> {
        self.keywords.get(keyword).filter(|_| keyword.since() <= self.draft)
    }

    fn schema(&self, node: NodeId) -> SchemaRef {
        SchemaRef { node, ..self.scope.schema }
    }

    fn fault(&self, kind: impl FnOnce(&Self) -> FailureKind) -> Fault {
        if self.quiet {
            return Fault(None);
        }
        self.run.steps.set(self.run.steps.get() + STEPS_OF_FAILURE);
        Fault(Some(Box::new(Failure {
            instance: self.place.path(),
            schema: self.scope.schema,
            kind: kind(self),
            causes: Vec::new(),
        })))
    }

    fn fail(&mut self, kind: impl FnOnce(&Self) -> FailureKind) {
        let fault = self.fault(kind);
        self.faults.push(fault);
    }

    fn fail_with(&mut self, causes: Vec<Fault>, kind: FailureKind) {
        let fault = self.fault(|_| kind).with_causes(collect(causes));
        self.faults.push(fault);
    }

    fn note(&mut self, result: Result<(), Fault>) {
        self.faults.extend(result.err());
    }

    /// Enough is known: the value is bad, and nobody asks why.
    fn is_decided(&self) -> bool {
        self.quiet && !self.faults.is_empty()
    }

    /// Applies a subschema to the same value.
    fn apply_here(&mut self, node: NodeId, quiet: bool) -> Result<(), Fault> {
        let schema = self.schema(node);
        let resource = self.run.schema.linked.resource_of_child(schema, self.scope.resource);
        self.apply_schema(schema, resource, None, quiet)
    }

    fn apply_schema(
        &mut self,
        schema: SchemaRef,
        resource: ResourceId,
        reference: Option<&'static str>,
        quiet: bool,
    ) -> Result<(), Fault> {
        let scope = Scope {
            parent: Some(self.scope),
            schema,
            resource,
            value: self.scope.value,
            reference,
            depth: self.scope.depth + 1,
        };
        let needs = !self.unevaluated.is_empty();
        let quiet = self.quiet || quiet;
        let left = self.run.apply(&scope, self.place, self.subject, quiet, needs)?;
        self.unevaluated.merge(&left);
        Ok(())
    }

    /// Applies a subschema to a value inside this one.
    fn apply_inside(&self, node: NodeId, value: &I, step: PlaceStep<'_>) -> Result<(), Fault> {
        let schema = self.schema(node);
        let scope = Scope {
            parent: Some(self.scope),
            schema,
            resource: self.run.schema.linked.resource_of_child(schema, self.scope.resource),
            value: self.scope.value + 1,
            reference: None,
            depth: self.scope.depth + 1,
        };
        let place = Place { parent: Some(self.place), step };
        self.run.apply(&scope, &place, Subject::Value(value), self.quiet, false).map(drop)
    }

    // Values of keywords; a value of the wrong type counts as absent.

    fn decimal(&self, keyword: Keyword) -> Option<Decimal> {
        match self.document.node(self.get(keyword)?) {
            Node::Number(number) => Some(number.decimal()),
            _ => None,
        }
    }

    fn count(&self, keyword: Keyword) -> Option<usize> {
        self.decimal(keyword)?.to_usize()
    }

    fn flag(&self, keyword: Keyword) -> Option<bool> {
        match self.document.node(self.get(keyword)?) {
            Node::Bool(value) => Some(value),
            _ => None,
        }
    }

    /// The items of a keyword that holds a list.
    fn list(&self, keyword: Keyword) -> &'s [NodeId] {
        match self.get(keyword) {
            Some(node) => self.document.items(node),
            None => &[],
        }
    }

    fn at_least(&mut self, keyword: Keyword, name: &'static str, got: usize) {
        if let Some(want) = self.count(keyword).filter(|want| got < *want) {
            self.fail(|_| FailureKind::Count { keyword: name, got, want });
        }
    }

    fn at_most(&mut self, keyword: Keyword, name: &'static str, got: usize) {
        if let Some(want) = self.count(keyword).filter(|want| got > *want) {
            self.fail(|_| FailureKind::Count { keyword: name, got, want });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn limit(schema: &Value, value: &Value) -> Option<Limit> {
        let schema = Schema::parse(schema.to_string().as_bytes()).unwrap();
        match validate_within(&schema, &value, 20_000).unwrap_err().causes.first()?.kind {
            FailureKind::GaveUp(limit) => Some(limit),
            _ => None,
        }
    }

    #[test]
    fn a_schema_that_doubles_itself_is_given_up() {
        let mut definitions = json!({"d0": {"type": "string"}});
        for level in 1..60 {
            let inner = json!({"$ref": format!("#/$defs/d{}", level - 1)});
            // `not not` keeps the first failure from ending the matter.
            let both = json!({"anyOf": [{"not": {"not": inner}}, {"not": {"not": inner}}]});
            definitions[format!("d{level}")] = both;
        }
        let schema = json!({"$defs": definitions, "$ref": "#/$defs/d59"});
        assert_eq!(limit(&schema, &json!(1)), Some(Limit::Steps));
    }

    #[test]
    fn long_chains_of_references_are_given_up_before_the_stack_is() {
        let mut definitions = json!({"d0": {}});
        for level in 1..5000 {
            let key = format!("d{level}");
            definitions[key] = json!({"$ref": format!("#/$defs/d{}", level - 1)});
        }
        let schema = json!({"$defs": definitions, "$ref": "#/$defs/d4999"});
        assert_eq!(limit(&schema, &json!(1)), Some(Limit::Depth));
        let tree = json!({"items": {"$ref": "#"}});
        let mut deep = json!(1);
        for _ in 0..500 {
            deep = json!([deep]);
        }
        assert_eq!(limit(&tree, &deep), Some(Limit::Depth));
    }

    #[test]
    fn recursion_through_the_value_is_no_cycle() {
        let schema = json!({
            "$defs": {"n": {"properties": {"c": {"$ref": "#/$defs/n"}, "v": {"type": "string"}}}},
            "$ref": "#/$defs/n"
        });
        let schema = Schema::parse(schema.to_string().as_bytes()).unwrap();
        assert!(schema.validate(&&json!({"c": {"c": {"v": "x"}}})).is_ok());
        let failure = schema.validate(&&json!({"c": {"c": {"v": 1}}})).unwrap_err();
        assert_eq!(failure.leaves()[0].instance.to_string(), "c.c.v");
    }

    #[test]
    fn schemas_are_shared_between_threads() {
        fn check<T: Send + Sync>() {}
        check::<Schema>();
    }
}
