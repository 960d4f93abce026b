//! Finds ids and anchors, checks that the schema is one, and resolves its references.
//!
//! This is all that happens before a validation: one walk over the document for ids and
//! anchors, one over the reachable schemas for references. Keywords are read when they are
//! applied.

use std::collections::VecDeque;
use std::sync::Arc;

use foldhash::HashMap;

use super::document::{Document, Node, NodeId};
use super::draft::Draft;
use super::error::{SchemaError, SchemaRef};
use super::instance::DocumentNode;
use super::keyword::{Holds, Keyword};
use super::url::{self, escape_fragment, split_fragment};
use super::{meta, wellformed};

/// Number of a [`Resource`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct ResourceId(u32);

/// A schema with an id of its own, or a document's root.
#[derive(Debug)]
pub(super) struct Resource {
    pub root: SchemaRef,
    pub url: String,
    pub draft: Draft,
    pub anchors: HashMap<String, NodeId>,
    /// The anchors that `$dynamicRef` may find from outside.
    pub dynamic_anchors: Vec<String>,
}

/// Where a reference leads.
#[derive(Debug, Clone)]
pub(super) struct Target {
    pub schema: SchemaRef,
    pub resource: ResourceId,
    /// The anchor that the reference is written with.
    pub anchor: Option<Box<str>>,
}

/// A document and what was found in it.
#[derive(Debug)]
pub(super) struct Loaded {
    pub document: Arc<Document>,
    pub url: String,
    pub resources: Vec<ResourceId>,
    resource_at: HashMap<NodeId, ResourceId>,
    /// Which nodes have been searched for ids and anchors.
    collected: Vec<bool>,
    /// Which schemas have had their references resolved.
    linked: Vec<bool>,
}

/// Everything that a validation needs to know about its schema.
#[derive(Debug, Default)]
pub(super) struct Linked {
    pub documents: Vec<Loaded>,
    pub resources: Vec<Resource>,
    pub targets: HashMap<(SchemaRef, Keyword), Target>,
    /// References that Helm ignores with a warning.
    pub ignored_urns: Vec<String>,
}

impl Linked {
    pub fn resource(&self, id: ResourceId) -> &Resource {
        &self.resources[id.0 as usize]
    }

    pub fn document(&self, schema: SchemaRef) -> &Document {
        &self.documents[usize::from(schema.document)].document
    }

    /// The resource of a schema that is reached from a schema of another resource.
    pub fn resource_of_child(&self, child: SchemaRef, parents: ResourceId) -> ResourceId {
        let loaded = &self.documents[usize::from(child.document)];
        if loaded.resources.len() == 1 {
            return parents;
        }
        loaded.resource_at.get(&child.node).copied().unwrap_or(parents)
    }

    /// The resource that encloses a node.
    fn resource_around(&self, schema: SchemaRef) -> ResourceId {
        let loaded = &self.documents[usize::from(schema.document)];
        let mut node = schema.node;
        loop {
            if let Some(resource) = loaded.resource_at.get(&node) {
                return *resource;
            }
            match loaded.document.parent(node) {
                Some(parent) => node = parent,
                None => return loaded.resources[0],
            }
        }
    }

    /// `URL#/pointer` of a schema.
    pub fn location(&self, schema: SchemaRef) -> String {
        let loaded = &self.documents[usize::from(schema.document)];
        let pointer = loaded.document.pointer(schema.node);
        format!("{}#{}", loaded.url, escape_fragment(&pointer))
    }
}

/// Links a schema. Meta-schemas are trusted to be schemas.
pub(super) fn link(
    document: Arc<Document>,
    url: &str,
    trusted: bool,
) -> Result<Linked, SchemaError> {
    let mut linker = Linker { linked: Linked::default(), queue: Vec::new() };
    let index = linker.add_document(document, url, !trusted)?;
    let root = linker.root(index);
    linker.enqueue(root);
    while let Some((schema, resource)) = linker.queue.pop() {
        linker.link_schema(schema, resource)?;
    }
    Ok(linker.linked)
}

struct Linker {
    linked: Linked,
    queue: Vec<(SchemaRef, ResourceId)>,
}

impl Linker {
    fn loaded(&mut self, schema: SchemaRef) -> &mut Loaded {
        &mut self.linked.documents[usize::from(schema.document)]
    }

    fn root(&self, document: u16) -> SchemaRef {
        let node = self.linked.documents[usize::from(document)].document.root();
        SchemaRef { document, node }
    }

    fn add_document(
        &mut self,
        document: Arc<Document>,
        url: &str,
        check: bool,
    ) -> Result<u16, SchemaError> {
        let index = u16::try_from(self.linked.documents.len()).unwrap_or(u16::MAX);
        let size = document.len();
        self.linked.documents.push(Loaded {
            document,
            url: url.into(),
            resources: Vec::new(),
            resource_at: HashMap::default(),
            collected: vec![false; size],
            linked: vec![false; size],
        });
        let root = self.root(index);
        self.collect(root, None)?;
        if check {
            self.check(root)?;
        }
        Ok(index)
    }

    /// Is the node a schema in the sense of its draft's meta-schema?
    fn check(&self, schema: SchemaRef) -> Result<(), SchemaError> {
        let document = self.linked.document(schema);
        let draft = self.linked.resource(self.linked.resource_around(schema)).draft;
        if wellformed::is_well_formed(document, schema.node, draft) {
            return Ok(());
        }
        let instance = DocumentNode::new(document, schema.node);
        match meta::schema(draft).validate(&instance) {
            Ok(()) => Ok(()),
            Err(failure) => Err(SchemaError::Metaschema {
                url: self.linked.location(schema),
                failure,
                draft: draft.url(),
            }),
        }
    }

    /// Finds ids and anchors in a node and the schemas below it.
    fn collect(&mut self, start: SchemaRef, base: Option<ResourceId>) -> Result<(), SchemaError> {
        let document = Arc::clone(&self.loaded(start).document);
        let mut open = VecDeque::from([(start.node, base)]);
        while let Some((node, base)) = open.pop_front() {
            let schema = SchemaRef { node, ..start };
            if std::mem::replace(&mut self.loaded(schema).collected[node.index()], true) {
                continue;
            }
            let (base, draft) = match document.node(node) {
                Node::Object(_) => self.enter(&document, schema, base)?,
                _ if base.is_none() => {
                    let url = self.loaded(schema).url.clone();
                    (self.add_resource(schema, url, Draft::DEFAULT)?, Draft::DEFAULT)
                }
                _ => continue,
            };
            for entry in document.entries(node) {
                let Some(keyword) = entry.keyword else { continue };
                if keyword.since() <= draft {
                    let children = subschemas(&document, keyword, entry.value);
                    open.extend(children.map(|child| (child, Some(base))));
                }
            }
        }
        Ok(())
    }

    /// Registers id and anchors of one schema object.
    fn enter(
        &mut self,
        document: &Document,
        schema: SchemaRef,
        base: Option<ResourceId>,
    ) -> Result<(ResourceId, Draft), SchemaError> {
        let fallback = base.map_or(Draft::DEFAULT, |base| self.linked.resource(base).draft);
        let named = self.named_draft(document, schema)?;
        let mut draft = named.unwrap_or(fallback);
        let mut id = id_of(document, schema.node, draft);
        let is_root = base.is_none();
        if id.is_empty() && !is_root {
            draft = fallback;
            id = id_of(document, schema.node, draft);
        }
        let base_url = match base {
            Some(base) => self.linked.resource(base).url.clone(),
            None => self.loaded(schema).url.clone(),
        };
        let base = match base {
            Some(base) if id.is_empty() => base,
            _ if id.is_empty() => self.add_resource(schema, base_url, draft)?,
            _ => {
                let joined = url::join(&base_url, id)
                    .map_err(|_| SchemaError::BadId(self.linked.location(schema)))?;
                self.add_resource(schema, joined.url, draft)?
            }
        };
        self.collect_anchors(document, schema, base)?;
        Ok((base, draft))
    }

    /// The draft that `$schema` names.
    fn named_draft(
        &self,
        document: &Document,
        schema: SchemaRef,
    ) -> Result<Option<Draft>, SchemaError> {
        let Some(name) = document.core_text(schema.node, "$schema") else { return Ok(None) };
        if let Some(draft) = Draft::of_url(name) {
            return Ok(Some(draft));
        }
        let (name, _) = split_fragment(name);
        let loaded = &self.linked.documents[usize::from(schema.document)];
        if name == loaded.url && schema.node == document.root() {
            return Err(SchemaError::UnsupportedDraft(name.into()));
        }
        match meta::document(name) {
            // A vocabulary's meta-schema names its draft itself.
            Some(meta) => Ok(meta.get_text(meta.root(), "$schema").and_then(Draft::of_url)),
            None => Err(cannot_load(name)),
        }
    }

    fn add_resource(
        &mut self,
        schema: SchemaRef,
        url: String,
        draft: Draft,
    ) -> Result<ResourceId, SchemaError> {
        let loaded = &self.linked.documents[usize::from(schema.document)];
        let same = |id: &&ResourceId| self.linked.resource(**id).url == url;
        if let Some(other) = loaded.resources.iter().find(same) {
            let other = self.linked.resource(*other).root;
            let pointer = |schema: SchemaRef| loaded.document.pointer(schema.node);
            return Err(SchemaError::DuplicateId {
                pointers: [pointer(schema), pointer(other)],
                url: loaded.url.clone(),
                id: url,
            });
        }
        let id = ResourceId(self.linked.resources.len() as u32);
        self.linked.resources.push(Resource {
            root: schema,
            url,
            draft,
            anchors: HashMap::default(),
            dynamic_anchors: Vec::new(),
        });
        let loaded = self.loaded(schema);
        loaded.resources.push(id);
        loaded.resource_at.insert(schema.node, id);
        Ok(id)
    }

    fn collect_anchors(
        &mut self,
        document: &Document,
        schema: SchemaRef,
        resource: ResourceId,
    ) -> Result<(), SchemaError> {
        let draft = self.linked.resource(resource).draft;
        let node = schema.node;
        let mut found: Vec<(String, bool)> = Vec::new();
        if draft < Draft::D2019 {
            if document.get_core(node, "$ref").is_some() {
                return Ok(());
            }
            let id = own_id(document, node, draft);
            let (_, fragment) = split_fragment(id);
            if !fragment.is_empty() && !fragment.starts_with('/') {
                let fragment = url::unescape(fragment, url::Part::Path)
                    .map_err(|_| SchemaError::BadId(self.linked.location(schema)))?;
                found.push((fragment, false));
            }
        } else {
            let anchor = document.core_text(node, "$anchor");
            found.extend(anchor.map(|anchor| (anchor.to_owned(), false)));
            if draft >= Draft::D2020 {
                let anchor = document.core_text(node, "$dynamicAnchor");
                found.extend(anchor.map(|anchor| (anchor.to_owned(), true)));
            }
        }
        for (anchor, is_dynamic) in found {
            let index = resource.0 as usize;
            let previous = self.linked.resources[index].anchors.insert(anchor.clone(), node);
            if let Some(previous) = previous.filter(|previous| *previous != node) {
                return Err(SchemaError::DuplicateAnchor {
                    anchor,
                    url: self.loaded(schema).url.clone(),
                    pointers: [document.pointer(previous), document.pointer(node)],
                });
            }
            if is_dynamic {
                self.linked.resources[index].dynamic_anchors.push(anchor);
            }
        }
        Ok(())
    }

    fn enqueue(&mut self, schema: SchemaRef) {
        let resource = self.linked.resource_around(schema);
        self.enqueue_in(schema, resource);
    }

    fn enqueue_in(&mut self, schema: SchemaRef, resource: ResourceId) {
        if !std::mem::replace(&mut self.loaded(schema).linked[schema.node.index()], true) {
            self.queue.push((schema, resource));
        }
    }

    /// Resolves the references of one schema and goes on to the schemas that it applies.
    fn link_schema(
        &mut self,
        schema: SchemaRef,
        mut resource: ResourceId,
    ) -> Result<(), SchemaError> {
        if !self.loaded(schema).collected[schema.node.index()] {
            // A reference led to a place where no schema is expected.
            self.collect(schema, Some(resource))?;
            resource = self.linked.resource_around(schema);
            self.check(schema)?;
        }
        let document = Arc::clone(&self.loaded(schema).document);
        let draft = self.linked.resource(resource).draft;
        if draft >= Draft::D2020 && self.linked.resource(resource).root == schema {
            let found = self.linked.resource(resource);
            let anchors: Vec<_> =
                found.dynamic_anchors.iter().filter_map(|name| found.anchors.get(name)).collect();
            for node in anchors.into_iter().copied().collect::<Vec<_>>() {
                self.enqueue(SchemaRef { node, ..schema });
            }
        }
        let is_reference = self.resolve(&document, schema, resource, Keyword::Ref, "$ref")?;
        // Beside a reference the reference validator skips the keywords of draft-04 only.
        let first = if is_reference && draft.ref_stands_alone() { Draft::D6 } else { Draft::D4 };
        if draft >= Draft::D2019 {
            self.resolve(&document, schema, resource, Keyword::RecursiveRef, "$recursiveRef")?;
        }
        if draft >= Draft::D2020 {
            self.resolve(&document, schema, resource, Keyword::DynamicRef, "$dynamicRef")?;
        }
        for entry in document.entries(schema.node) {
            let Some(keyword) = entry.keyword else { continue };
            if !(first..=draft).contains(&keyword.since())
                || !is_applied(&document, schema.node, keyword)
            {
                continue;
            }
            for node in subschemas(&document, keyword, entry.value) {
                let child = SchemaRef { node, ..schema };
                if matches!(document.node(node), Node::Object(_) | Node::Bool(_)) {
                    let resource = self.linked.resource_of_child(child, resource);
                    self.enqueue_in(child, resource);
                }
            }
        }
        Ok(())
    }

    /// Resolves one reference; true when there is one.
    fn resolve(
        &mut self,
        document: &Document,
        schema: SchemaRef,
        resource: ResourceId,
        keyword: Keyword,
        name: &str,
    ) -> Result<bool, SchemaError> {
        let Some(reference) = document.core_text(schema.node, name) else { return Ok(false) };
        let base = &self.linked.resource(resource).url;
        let joined = url::join(base, reference).map_err(SchemaError::BadUrl)?;
        let index = match self.find_resource(schema.document, &joined.url) {
            Some(target) => {
                let target = self.resolve_fragment(target, &joined.fragment)?;
                self.add_target(schema, keyword, target, &joined.fragment);
                return Ok(true);
            }
            None => self.load(&joined.url)?,
        };
        let root = self.linked.documents[usize::from(index)].resources[0];
        let target = self.resolve_fragment(root, &joined.fragment)?;
        self.add_target(schema, keyword, target, &joined.fragment);
        Ok(true)
    }

    fn find_resource(&self, document: u16, url: &str) -> Option<ResourceId> {
        let loaded = &self.linked.documents[usize::from(document)];
        if loaded.url == url {
            return loaded.resources.first().copied();
        }
        loaded.resources.iter().copied().find(|id| self.linked.resource(*id).url == url)
    }

    fn load(&mut self, url: &str) -> Result<u16, SchemaError> {
        if let Some(index) = self.linked.documents.iter().position(|loaded| loaded.url == url) {
            return Ok(u16::try_from(index).unwrap_or(u16::MAX));
        }
        if let Some(document) = meta::document(url) {
            return self.add_document(document, url, false);
        }
        if url.starts_with("urn:") {
            self.linked.ignored_urns.push(url.into());
            let anything = Document::parse(b"true").expect("`true` is JSON");
            return self.add_document(Arc::new(anything), url, false);
        }
        Err(cannot_load(url))
    }

    fn resolve_fragment(
        &self,
        resource: ResourceId,
        fragment: &str,
    ) -> Result<SchemaRef, SchemaError> {
        let found = self.linked.resource(resource);
        let loaded = &self.linked.documents[usize::from(found.root.document)];
        if fragment.is_empty() || fragment.starts_with('/') {
            let node = follow(&loaded.document, found.root.node, fragment).map_err(|fault| {
                let pointer = loaded.document.pointer(found.root.node) + fragment;
                let place = format!("{}#{}", loaded.url, escape_fragment(&pointer));
                match fault {
                    PointerFault::NotFound => SchemaError::PointerNotFound(place),
                    PointerFault::Malformed => SchemaError::BadPointer(place),
                }
            })?;
            return Ok(SchemaRef { node, ..found.root });
        }
        match found.anchors.get(fragment) {
            Some(node) => Ok(SchemaRef { node: *node, ..found.root }),
            None => Err(SchemaError::AnchorNotFound {
                url: loaded.url.clone(),
                reference: format!("{}#{}", found.url, escape_fragment(fragment)),
            }),
        }
    }

    fn add_target(
        &mut self,
        schema: SchemaRef,
        keyword: Keyword,
        target: SchemaRef,
        fragment: &str,
    ) {
        self.enqueue(target);
        let resource = self.linked.resource_around(target);
        let is_anchor = !fragment.is_empty() && !fragment.starts_with('/');
        let anchor = is_anchor.then(|| fragment.into());
        self.linked.targets.insert((schema, keyword), Target { schema: target, resource, anchor });
    }
}

/// What a schema object says at its draft's keyword for ids; empty without one.
fn own_id(document: &Document, node: NodeId, draft: Draft) -> &str {
    let id = match draft.id_keyword() {
        keyword if keyword.starts_with('$') => document.core_text(node, keyword),
        keyword => document.get_text(node, keyword),
    };
    id.unwrap_or_default()
}

/// The id of a schema object without its fragment; empty without one.
fn id_of(document: &Document, node: NodeId, draft: Draft) -> &str {
    if draft.ref_stands_alone() && document.get_core(node, "$ref").is_some() {
        return "";
    }
    split_fragment(own_id(document, node, draft)).0
}

/// The schemas that a keyword's value holds.
fn subschemas(
    document: &Document,
    keyword: Keyword,
    value: NodeId,
) -> impl Iterator<Item = NodeId> + '_ {
    let holds = keyword.holds();
    let one = matches!(holds, Holds::One | Holds::OneOrList).then_some(value);
    let list = matches!(holds, Holds::List | Holds::OneOrList)
        .then(|| document.items(value).iter().copied());
    let map = (holds == Holds::Map).then(|| document.entries(value).iter().map(|e| e.value));
    one.into_iter().chain(list.into_iter().flatten()).chain(map.into_iter().flatten())
}

/// Whether the schemas of a keyword are ever applied to an instance.
fn is_applied(document: &Document, schema: NodeId, keyword: Keyword) -> bool {
    match keyword {
        Keyword::Definitions | Keyword::Defs | Keyword::ContentSchema => false,
        Keyword::Then | Keyword::Else => document.get(schema, "if").is_some(),
        Keyword::AdditionalItems => {
            let items = document.get(schema, "items");
            items.is_some_and(|items| matches!(document.node(items), Node::Array(_)))
        }
        _ => true,
    }
}

enum PointerFault {
    NotFound,
    Malformed,
}

fn follow(document: &Document, start: NodeId, pointer: &str) -> Result<NodeId, PointerFault> {
    let mut node = start;
    for token in pointer.split('/').skip(1) {
        let bad_escape = |rest: &str| !rest.starts_with(['0', '1']);
        if token.split('~').skip(1).any(bad_escape) {
            return Err(PointerFault::Malformed);
        }
        let key = token.replace("~1", "/").replace("~0", "~");
        let next = match document.node(node) {
            Node::Object(_) => document.get(node, &key),
            Node::Array(items) => key.parse().ok().and_then(|i: usize| items.get(i)).copied(),
            _ => None,
        };
        node = next.ok_or(PointerFault::NotFound)?;
    }
    Ok(node)
}

/// Nothing is fetched and no file is opened; the reason says what Helm would have done.
fn cannot_load(url: &str) -> SchemaError {
    let scheme = url.split_once(':').map_or("", |(scheme, _)| scheme);
    let reason = match scheme {
        "http" | "https" => "schemas are not fetched from the network".into(),
        "file" => {
            let path = url.trim_start_matches("file://");
            format!("open {path}: no such file or directory")
        }
        _ => format!("no URLLoader registered for {}", crate::goquote::quote(url)),
    };
    SchemaError::Load { url: url.into(), reason }
}
