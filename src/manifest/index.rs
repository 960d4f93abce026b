//! All objects of one input, found by kind and name.

use std::collections::HashMap;
use std::sync::OnceLock;

use super::object::Object;
use super::read::{Problem, ProblemKind};
use super::refs::{self, Reference};

/// The objects of one input in the order written, with what could not be read.
#[derive(Debug, Default)]
pub struct Manifests {
    objects: Vec<Object>,
    problems: Vec<Problem>,
    by_name: HashMap<Box<str>, Vec<usize>>,
    references: OnceLock<Vec<Reference>>,
}

impl Manifests {
    /// Indexes objects; a second object of the same identity becomes a problem.
    pub(super) fn new(objects: Vec<Object>, mut problems: Vec<Problem>) -> Manifests {
        let mut by_name: HashMap<Box<str>, Vec<usize>> = HashMap::new();
        for (index, object) in objects.iter().enumerate() {
            let same_name = by_name.entry((&*object.id.name).into()).or_default();
            if !object.id.name.is_empty() {
                let same = |first: &&usize| is_same(&objects[**first], object);
                if let Some(first) = same_name.iter().find(same) {
                    let kind = ProblemKind::Duplicate(*first);
                    problems.push(Problem { kind, span: object.span(), object: Some(index) });
                }
            }
            same_name.push(index);
        }
        Manifests { objects, problems, by_name, references: OnceLock::new() }
    }

    /// All objects in the order written.
    pub fn objects(&self) -> &[Object] {
        &self.objects
    }

    /// What could not be read, or cannot stand.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// The objects of a kind of a group, in whatever version.
    pub fn of_kind<'a>(
        &'a self,
        group: &'a str,
        kind: &'a str,
    ) -> impl Iterator<Item = &'a Object> {
        self.objects.iter().filter(move |object| object.is(group, kind))
    }

    /// The objects of a name, whatever their kind.
    pub fn named<'a>(&'a self, name: &str) -> impl Iterator<Item = &'a Object> {
        let indexes = self.by_name.get(name).map(Vec::as_slice).unwrap_or_default();
        indexes.iter().map(|index| &self.objects[*index])
    }

    /// The object of an identity. Where either side names no namespace, any will do: Helm
    /// installs such objects into the namespace of the release.
    pub fn find(
        &self,
        group: &str,
        kind: &str,
        namespace: Option<&str>,
        name: &str,
    ) -> Option<&Object> {
        let here = |object: &&Object| {
            let own = object.id.namespace.as_deref();
            own.is_none() || namespace.is_none() || own == namespace
        };
        self.named(name).filter(|object| object.is(group, kind)).find(here)
    }

    /// Every reference from one object to another, in document order. Made on first use.
    pub fn references(&self) -> &[Reference] {
        self.references.get_or_init(|| refs::collect(&self.objects))
    }

    /// The object that a reference leads to, if the input has it.
    pub fn resolve(&self, reference: &Reference) -> Option<&Object> {
        let namespace = reference.namespace.as_deref();
        self.find(&reference.group, &reference.kind, namespace, &reference.name)
    }

    /// The object that a field of an object refers to, if the input has it.
    pub fn follow(&self, from: &Object, path: &str) -> Option<&Object> {
        let index = self.objects.iter().position(|object| std::ptr::eq(object, from))?;
        let references = self.references();
        // References are sorted by the object that they come from.
        let start = references.partition_point(|r| r.from < index);
        let mut own = references[start..].iter().take_while(|r| r.from == index);
        own.find(|r| r.path.to_string() == path).and_then(|r| self.resolve(r))
    }
}

fn is_same(a: &Object, b: &Object) -> bool {
    a.id.kind == b.id.kind && a.id.group() == b.id.group() && a.id.namespace == b.id.namespace
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::SourceMap;

    const TWO: &str = "apiVersion: v1\nkind: Secret\nmetadata: {name: a, namespace: x}\n---\n\
                       apiVersion: v1\nkind: Secret\nmetadata: {name: a, namespace: y}\n";

    fn read(text: &str) -> Manifests {
        let sources = SourceMap::default();
        let file = sources.add("m.yaml", text);
        Manifests::read(&sources, &[file])
    }

    #[test]
    fn the_same_object_twice_is_a_problem_whatever_its_version() {
        let one = "apiVersion: cluster.x-k8s.io/v1beta1\nkind: Cluster\nmetadata: {name: a}\n";
        let other = one.replace("v1beta1", "v1beta2");
        let manifests = read(&format!("{one}---\n{other}"));
        assert_eq!(manifests.problems()[0].kind, ProblemKind::Duplicate(0));
        assert_eq!(read(TWO).problems(), []);
    }

    #[test]
    fn objects_are_found_by_namespace_unless_one_side_has_none() {
        let manifests = read(TWO);
        let find = |namespace| manifests.find("", "Secret", namespace, "a").map(|o| &*o.id.name);
        assert_eq!(find(Some("x")), Some("a"));
        assert_eq!(find(Some("z")), None);
        assert_eq!(find(None), Some("a"));
    }
}
