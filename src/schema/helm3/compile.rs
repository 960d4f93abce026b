//! From the JSON of a schema to rules, and what the library says about a schema that is none.
//!
//! Keywords are read in the library's order, because the first that is wrong is reported.
//! Facts: xeipuuv/gojsonschema 1.2.0, schema.go.

use std::collections::HashMap;

use super::super::document::{Document, Node, NodeId};
use super::super::number::Decimal;
use super::references::References;
use super::{
    Additional, Allowed, ArrayRules, Bound, Combined, Dependency, Items, ObjectRules, Pattern, Sub,
    SubId, format, text,
};

/// How deeply schemas may nest; deeper ones would exhaust the stack.
const MAX_DEPTH: usize = 200;

/// The types that a schema may name.
const TYPES: [&str; 7] = ["array", "boolean", "integer", "number", "null", "object", "string"];

/// The drafts that the library knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Draft {
    Four,
    Six,
    Seven,
    /// No `$schema`, or another one: everything that any of them has.
    Hybrid,
}

impl Draft {
    fn of(document: &Document) -> Result<Draft, String> {
        let root = document.root();
        match document.node(root) {
            Node::Bool(_) => return Ok(Draft::Hybrid),
            Node::Object(_) => {}
            _ => return Err("schema is invalid".into()),
        }
        let Some(named) = document.get(root, "$schema") else { return Ok(Draft::Hybrid) };
        let named =
            document.text(named).ok_or_else(|| "$schema must be of type string".to_owned())?;
        Ok(match named.strip_suffix('#').unwrap_or(named) {
            "http://json-schema.org/draft-04/schema" => Draft::Four,
            "http://json-schema.org/draft-06/schema" => Draft::Six,
            "http://json-schema.org/draft-07/schema" => Draft::Seven,
            _ => Draft::Hybrid,
        })
    }
}

/// Compiles a document; the rules and the number of the root's.
pub(super) fn compile(document: &Document) -> Result<(Vec<Sub>, SubId), String> {
    let draft = Draft::of(document)?;
    let references = References::of(document);
    let (subs, known) = (Vec::new(), HashMap::new());
    let mut compiler = Compiler { document, draft, references, subs, known, depth: 0 };
    let root = compiler.schema(document.root())?;
    Ok((compiler.subs, root))
}

struct Compiler<'d> {
    document: &'d Document,
    draft: Draft,
    references: References,
    subs: Vec<Sub>,
    known: HashMap<NodeId, SubId>,
    depth: usize,
}

fn invalid_type(expected: &str, given: &str) -> String {
    format!("Invalid type. Expected: {expected}, given: {given}")
}

impl Compiler<'_> {
    fn get(&self, node: NodeId, key: &str) -> Option<NodeId> {
        self.document.get(node, key)
    }

    fn is_schema(&self, node: NodeId) -> bool {
        matches!(self.document.node(node), Node::Object(_) | Node::Bool(_))
    }

    /// The rules of a node, made once.
    fn schema(&mut self, node: NodeId) -> Result<SubId, String> {
        if let Some(known) = self.known.get(&node) {
            return Ok(*known);
        }
        if self.depth == MAX_DEPTH {
            return Err(format!("the schema nests too deeply: gave up {MAX_DEPTH} levels down"));
        }
        // There are no more rules than nodes, whose numbers have as many bits.
        let id = SubId(self.subs.len() as u32);
        self.subs.push(Sub::default());
        self.known.insert(node, id);
        self.depth += 1;
        let sub = self.sub(node);
        self.depth -= 1;
        self.subs[id.0 as usize] = sub?;
        Ok(id)
    }

    fn sub(&mut self, node: NodeId) -> Result<Sub, String> {
        let mut sub = Sub::default();
        match self.document.node(node) {
            Node::Bool(pass) if self.draft >= Draft::Six => {
                sub.pass = Some(pass);
                return Ok(sub);
            }
            Node::Object(_) => {}
            _ => return Err("Expected: valid schema, given: Invalid JSON".into()),
        }
        self.annotations(node)?;
        if self.get(node, "$ref").is_some() {
            let target = self.references.target(self.document, node)?;
            if !self.is_schema(target) {
                return Err("valid schema must be of type object".into());
            }
            sub.reference = Some(self.schema(target)?);
            return Ok(sub);
        }
        self.types(node, &mut sub)?;
        let (mut object, mut array) = (ObjectRules::default(), ArrayRules::default());
        self.object(node, &mut object)?;
        let dependencies = self.dependencies(node)?;
        self.array(node, &mut array)?;
        self.numbers(node, &mut sub)?;
        self.string(node, &mut sub)?;
        self.sizes(node, &mut object, &mut array)?;
        self.allowed(node, &mut sub)?;
        self.combined(node, dependencies, &mut sub)?;
        (sub.object, sub.array) = (Some(Box::new(object)), Some(Box::new(array)));
        Ok(sub)
    }

    /// What must be text, and the schemas under `definitions`, which must be schemas.
    fn annotations(&mut self, node: NodeId) -> Result<(), String> {
        let id = match self.draft {
            Draft::Four => "id",
            Draft::Hybrid if self.get(node, "id").is_some() => "id",
            _ => "$id",
        };
        self.must_be_text(node, id)?;
        if let Some(definitions) = self.get(node, "definitions") {
            let wrong = || invalid_type("array of schemas", "definitions");
            if !matches!(self.document.node(definitions), Node::Object(_)) {
                return Err(wrong());
            }
            for entry in self.document.entries(definitions) {
                if !self.is_schema(entry.value) {
                    return Err(wrong());
                }
                self.schema(entry.value)?;
            }
        }
        ["title", "description", "$ref"].iter().try_for_each(|key| self.must_be_text(node, key))
    }

    fn must_be_text(&self, node: NodeId, key: &str) -> Result<(), String> {
        match self.get(node, key) {
            Some(value) if self.document.text(value).is_none() => Err(invalid_type("string", key)),
            _ => Ok(()),
        }
    }

    fn types(&self, node: NodeId, sub: &mut Sub) -> Result<(), String> {
        let Some(value) = self.get(node, "type") else { return Ok(()) };
        let wrong = || invalid_type("string/array of strings", "type");
        let named = match self.document.node(value) {
            Node::String(_) => std::slice::from_ref(&value),
            Node::Array(items) => items,
            _ => return Err(wrong()),
        };
        for item in named {
            let name = self.document.text(*item).ok_or_else(wrong)?;
            let ty = TYPES.iter().find(|ty| **ty == name).ok_or_else(|| {
                format!(
                    "has a primitive type that is NOT VALID -- given: /{name}/ Expected valid \
                     values are:[{}]",
                    TYPES.join(" ")
                )
            })?;
            if sub.types.contains(ty) {
                return Err(format!("{name} type is duplicated"));
            }
            sub.types.push(ty);
        }
        Ok(())
    }

    fn object(&mut self, node: NodeId, rules: &mut ObjectRules) -> Result<(), String> {
        if let Some(properties) = self.get(node, "properties") {
            if !matches!(self.document.node(properties), Node::Object(_)) {
                return Err("properties must be of type object".into());
            }
            for entry in self.document.entries(properties) {
                rules.properties.push((self.document.key(entry).into(), self.schema(entry.value)?));
            }
        }
        rules.additional = self.additional(node, "additionalProperties")?;
        if let Some(patterns) = self.get(node, "patternProperties") {
            if !matches!(self.document.node(patterns), Node::Object(_)) {
                return Err(invalid_type("valid schema", "patternProperties"));
            }
            for entry in self.document.entries(patterns) {
                let key = self.document.key(entry);
                let pattern =
                    Pattern::new(key).ok_or_else(|| format!("Invalid regex pattern '{key}'"))?;
                rules.patterns.push((pattern, self.schema(entry.value)?));
            }
        }
        if let Some(names) = self.get(node, "propertyNames").filter(|_| self.draft >= Draft::Six) {
            if !self.is_schema(names) {
                return Err(invalid_type("valid schema", "patternProperties"));
            }
            rules.names = Some(self.schema(names)?);
        }
        Ok(())
    }

    fn additional(&mut self, node: NodeId, key: &str) -> Result<Option<Additional>, String> {
        let Some(value) = self.get(node, key) else { return Ok(None) };
        match self.document.node(value) {
            Node::Bool(allowed) => Ok(Some(Additional::Allowed(allowed))),
            Node::Object(_) => Ok(Some(Additional::Schema(self.schema(value)?))),
            _ => Err(invalid_type("boolean/valid schema", key)),
        }
    }

    fn dependencies(&mut self, node: NodeId) -> Result<Option<Combined>, String> {
        let Some(value) = self.get(node, "dependencies") else { return Ok(None) };
        if !matches!(self.document.node(value), Node::Object(_)) {
            return Err("dependencies must be of type object".into());
        }
        let wrong = || "dependency must be of type schema or array of strings".to_owned();
        let mut all = Vec::new();
        for entry in self.document.entries(value) {
            let dependency = match self.document.node(entry.value) {
                Node::Array(items) => {
                    let keys = items.iter().map(|item| self.document.text(*item).map(Box::from));
                    Dependency::Keys(keys.collect::<Option<_>>().ok_or_else(wrong)?)
                }
                Node::Object(_) | Node::Bool(_) => Dependency::Schema(self.schema(entry.value)?),
                _ => return Err(wrong()),
            };
            all.push((self.document.key(entry).into(), dependency));
        }
        Ok(Some(Combined::Dependencies(all)))
    }

    fn array(&mut self, node: NodeId, rules: &mut ArrayRules) -> Result<(), String> {
        if let Some(items) = self.get(node, "items") {
            let wrong = || invalid_type("valid schema/array of schemas", "items");
            rules.items = match self.document.node(items) {
                Node::Array(each) => {
                    let mut schemas = Vec::with_capacity(each.len());
                    for item in each.iter() {
                        if !self.is_schema(*item) {
                            return Err(wrong());
                        }
                        schemas.push(self.schema(*item)?);
                    }
                    Items::Each(schemas)
                }
                Node::Object(_) | Node::Bool(_) => Items::All(self.schema(items)?),
                _ => return Err(wrong()),
            };
        }
        rules.additional = self.additional(node, "additionalItems")?;
        Ok(())
    }

    fn number(&self, node: NodeId) -> Option<Decimal> {
        match self.document.node(node) {
            Node::Number(number) => Some(number.decimal()),
            _ => None,
        }
    }

    fn numbers(&self, node: NodeId, sub: &mut Sub) -> Result<(), String> {
        let mut multiple = None;
        if let Some(value) = self.get(node, "multipleOf") {
            let number = self.number(value).ok_or_else(|| invalid_type("number", "multipleOf"))?;
            if number <= Decimal::from_i64(0) {
                return Err("multipleOf must be strictly greater than 0".into());
            }
            multiple = Some((Bound::MultipleOf, number));
        }
        let minimum = (Bound::Minimum, "minimum", Bound::ExclusiveMinimum, "exclusiveMinimum");
        let lower = self.bounds(node, minimum)?;
        let maximum = (Bound::Maximum, "maximum", Bound::ExclusiveMaximum, "exclusiveMaximum");
        let upper = self.bounds(node, maximum)?;
        sub.numbers = multiple.into_iter().chain(upper).chain(lower).collect();
        Ok(())
    }

    /// A bound and its exclusive form, which is a flag in draft 4.
    fn bounds(
        &self,
        node: NodeId,
        (plain, name, exclusive, exclusive_name): (Bound, &str, Bound, &str),
    ) -> Result<Vec<(Bound, Decimal)>, String> {
        let mut found = Vec::new();
        if let Some(value) = self.get(node, name) {
            let number = self.number(value).ok_or_else(|| format!("{name} must be of a number"))?;
            found.push((plain, number));
        }
        let Some(value) = self.get(node, exclusive_name) else { return Ok(found) };
        let (takes_flag, takes_number) =
            (matches!(self.draft, Draft::Four | Draft::Hybrid), self.draft != Draft::Four);
        match self.document.node(value) {
            Node::Bool(is_exclusive) if takes_flag => match found.first_mut() {
                None => {
                    return Err(format!("{exclusive_name} cannot be used without {name}"));
                }
                Some(bound) if is_exclusive => bound.0 = exclusive,
                Some(_) => {}
            },
            Node::Number(number) if takes_number => found.push((exclusive, number.decimal())),
            _ => {
                let expected = match (takes_flag, takes_number) {
                    (true, true) => "boolean/number",
                    (true, false) => "boolean",
                    _ => "number",
                };
                return Err(invalid_type(expected, exclusive_name));
            }
        }
        Ok(found)
    }

    fn size(&self, node: NodeId, key: &str) -> Result<Option<usize>, String> {
        let Some(value) = self.get(node, key) else { return Ok(None) };
        let integer = match self.document.node(value) {
            Node::Number(number) => number.text.parse::<i64>().ok(),
            _ => None,
        };
        let integer = integer.ok_or_else(|| format!("{key} must be of an integer"))?;
        let size = usize::try_from(integer);
        size.map(Some).map_err(|_| format!("{key} must be greater than or equal to 0"))
    }

    fn string(&self, node: NodeId, sub: &mut Sub) -> Result<(), String> {
        let rules = &mut sub.string;
        (rules.min, rules.max) = (self.size(node, "minLength")?, self.size(node, "maxLength")?);
        if matches!((rules.min, rules.max), (Some(min), Some(max)) if min > max) {
            return Err("minLength cannot be greater than maxLength".into());
        }
        if let Some(pattern) = self.get(node, "pattern") {
            let text = self.document.text(pattern);
            let text = text.ok_or_else(|| "pattern must be of a string".to_owned())?;
            let pattern = Pattern::new(text);
            rules.pattern =
                Some(pattern.ok_or_else(|| "pattern must be a valid regex".to_owned())?);
        }
        if let Some(named) = self.get(node, "format") {
            let name = self.document.text(named);
            let name = name.ok_or_else(|| "format must be of type string".to_owned())?;
            rules.format = format::Format::named(name);
        }
        Ok(())
    }

    fn sizes(
        &mut self,
        node: NodeId,
        object: &mut ObjectRules,
        array: &mut ArrayRules,
    ) -> Result<(), String> {
        object.min = self.size(node, "minProperties")?;
        object.max = self.size(node, "maxProperties")?;
        if matches!((object.min, object.max), (Some(min), Some(max)) if min > max) {
            return Err("minProperties cannot be greater than maxProperties".into());
        }
        if let Some(required) = self.get(node, "required") {
            let Node::Array(keys) = self.document.node(required) else {
                return Err("required must be of an array".into());
            };
            for key in keys.iter() {
                let key = self.document.text(*key);
                let key = key.ok_or_else(|| "required items must be string".to_owned())?;
                if object.required.iter().any(|known| **known == *key) {
                    return Err("required items must be unique".into());
                }
                object.required.push(key.into());
            }
        }
        (array.min, array.max) = (self.size(node, "minItems")?, self.size(node, "maxItems")?);
        if let Some(unique) = self.get(node, "uniqueItems") {
            let Node::Bool(unique) = self.document.node(unique) else {
                return Err("uniqueItems must be of a boolean".into());
            };
            array.unique = unique;
        }
        if let Some(contains) = self.get(node, "contains").filter(|_| self.draft >= Draft::Six) {
            array.contains = Some(self.schema(contains)?);
        }
        Ok(())
    }

    fn allowed(&self, node: NodeId, sub: &mut Sub) -> Result<(), String> {
        let json = |value: &NodeId| text::json(self.document, *value);
        if let Some(value) = self.get(node, "const").filter(|_| self.draft >= Draft::Six) {
            let (values, text) = (vec![value], json(&value).into());
            sub.allowed.push(Allowed { is_const: true, values, text });
        }
        if let Some(value) = self.get(node, "enum") {
            let Node::Array(items) = self.document.node(value) else {
                return Err("enum must be of an array".into());
            };
            let texts: Vec<String> = items.iter().map(json).collect();
            let distinct: std::collections::HashSet<&str> =
                texts.iter().map(String::as_str).collect();
            if distinct.len() < texts.len() {
                return Err("enum items must be unique".into());
            }
            if !items.is_empty() {
                let (values, text) = (items.to_vec(), texts.join(", ").into());
                sub.allowed.push(Allowed { is_const: false, values, text });
            }
        }
        Ok(())
    }

    fn schemas(&mut self, node: NodeId, key: &str) -> Result<Vec<SubId>, String> {
        let Some(value) = self.get(node, key) else { return Ok(Vec::new()) };
        let Node::Array(items) = self.document.node(value) else {
            // The library confuses the two names.
            let key = if key == "allOf" { "anyOf" } else { key };
            return Err(format!("{key} must be of an array"));
        };
        items.iter().map(|item| self.schema(*item)).collect()
    }

    fn one_schema(&mut self, node: NodeId, key: &str) -> Result<Option<SubId>, String> {
        let Some(value) = self.get(node, key) else { return Ok(None) };
        if !self.is_schema(value) {
            return Err(format!("{key} must be of an object"));
        }
        self.schema(value).map(Some)
    }

    fn combined(
        &mut self,
        node: NodeId,
        dependencies: Option<Combined>,
        sub: &mut Sub,
    ) -> Result<(), String> {
        let one = self.schemas(node, "oneOf")?;
        let any = self.schemas(node, "anyOf")?;
        let all = self.schemas(node, "allOf")?;
        let not = self.one_schema(node, "not")?;
        let mut condition = None;
        if self.draft >= Draft::Seven {
            let parts = [
                self.one_schema(node, "if")?,
                self.one_schema(node, "then")?,
                self.one_schema(node, "else")?,
            ];
            condition = parts[0].map(|condition| Combined::If {
                condition,
                then: parts[1],
                otherwise: parts[2],
            });
        }
        let lists = [Combined::Any(any), Combined::One(one), Combined::All(all)];
        let is_used = |list: &Combined| match list {
            Combined::Any(list) | Combined::One(list) | Combined::All(list) => !list.is_empty(),
            _ => true,
        };
        sub.combined = lists.into_iter().filter(is_used).collect();
        sub.combined.extend(not.map(Combined::Not));
        sub.combined.extend(dependencies);
        sub.combined.extend(condition);
        Ok(())
    }
}
