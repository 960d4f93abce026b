//! From texts to objects. Nothing here fails: what cannot be read becomes a [`Problem`].
//!
//! Accepts what Helm renders (`# Source:` comments name the template), what people write, and
//! what `kubectl get -o yaml` prints: a `List`, or a typed list whose items leave out their
//! kind.

use std::fmt;
use std::sync::Arc;

use super::field;
use super::index::Manifests;
use super::object::{Object, ObjectRef};
use crate::source::{FileId, Location, SourceMap, Span};
use crate::yaml::{self, Node};

/// Lists inside lists that are still opened; kubectl prints one level.
const MAX_LIST_DEPTH: usize = 8;

/// Something in the input that is no object, or not one that can stand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// What is wrong.
    pub kind: ProblemKind,
    /// Where it stands.
    pub span: Span,
    /// Index of the object that it is about, where there is one.
    pub object: Option<usize>,
}

/// What is wrong with a part of the input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ProblemKind {
    /// The text is no YAML from here on; the reader's own words.
    Syntax(String),
    /// A document is something else than a mapping with `apiVersion` and `kind`; what it is or
    /// lacks.
    NotAnObject(&'static str),
    /// An object has neither `metadata.name` nor `metadata.generateName`.
    MissingName,
    /// An object stands in the input a second time; the index of the first.
    Duplicate(usize),
}

impl fmt::Display for ProblemKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProblemKind::Syntax(text) => f.write_str(text),
            ProblemKind::NotAnObject(what) => write!(f, "document is no object: {what}"),
            ProblemKind::MissingName => f.write_str("object has no `metadata.name`"),
            ProblemKind::Duplicate(_) => f.write_str("object stands in the input twice"),
        }
    }
}

/// Objects and problems on their way into an index.
#[derive(Debug, Default)]
struct Reader {
    objects: Vec<Object>,
    problems: Vec<Problem>,
}

impl Manifests {
    /// Reads the objects of texts that a source map holds, in the order given.
    pub fn read(sources: &SourceMap, files: &[FileId]) -> Manifests {
        let mut reader = Reader::default();
        for file in files {
            reader.read_file(sources, *file);
        }
        Manifests::new(reader.objects, reader.problems)
    }

    /// Takes documents that are parsed already; `template` names what each was made from.
    pub fn from_documents(
        documents: impl IntoIterator<Item = (Node, Option<Location>)>,
    ) -> Manifests {
        let mut reader = Reader::default();
        for (node, template) in documents {
            reader.read_document(node, template);
        }
        Manifests::new(reader.objects, reader.problems)
    }
}

impl Reader {
    fn read_file(&mut self, sources: &SourceMap, file: FileId) {
        let Some(source) = sources.file(file) else { return };
        let parsed = yaml::parse(&source.text, file);
        let mut end = 0;
        for node in parsed.documents.into_iter().filter_map(|document| document.root) {
            let start = node.span().start as usize;
            let between = source.text.get(end..start).unwrap_or_default();
            let template = source_comment(between);
            end = node.span().end as usize;
            self.read_document(node, template);
        }
        if let Some(error) = parsed.error {
            let kind = ProblemKind::Syntax(error.problem().to_owned());
            self.problems.push(Problem { kind, span: error.span, object: None });
        }
    }

    fn read_document(&mut self, node: Node, template: Option<Location>) {
        // A typed list leaves the kind of its items out.
        let mut pending = vec![(node, None::<(Arc<str>, Arc<str>)>, 0)];
        while let Some((node, implied, depth)) = pending.pop() {
            if field::is_null(&node) {
                continue;
            }
            let kind = field::text(&node, "kind").unwrap_or_default();
            let items = node.get("items").filter(|items| items.is_sequence());
            if let (Some(item_kind), Some(items)) = (kind.strip_suffix("List"), items)
                && depth < MAX_LIST_DEPTH
            {
                let api_version = field::text(&node, "apiVersion").unwrap_or_default();
                let implied =
                    (!item_kind.is_empty()).then(|| (Arc::from(api_version), Arc::from(item_kind)));
                let items = items.items().iter().rev();
                pending.extend(items.map(|i| (i.clone(), implied.clone(), depth + 1)));
                continue;
            }
            self.read_object(node, implied, template.clone());
        }
    }

    fn read_object(
        &mut self,
        node: Node,
        implied: Option<(Arc<str>, Arc<str>)>,
        template: Option<Location>,
    ) {
        let span = node.span();
        let written = |key| field::text(&node, key).map(Arc::<str>::from);
        let (list_version, list_kind) = implied.unzip();
        let api_version = written("apiVersion").or(list_version);
        let kind = written("kind").or(list_kind);
        let missing = match (node.is_mapping(), &kind, &api_version) {
            (false, ..) => Some("it is no mapping"),
            (_, None, None) => Some("it has neither `apiVersion` nor `kind`"),
            (_, None, _) => Some("it has no `kind`"),
            (_, _, None) => Some("it has no `apiVersion`"),
            _ => None,
        };
        let object = missing.is_none().then_some(self.objects.len());
        let mut problem = |kind| self.problems.push(Problem { kind, span, object });
        if let Some(missing) = missing {
            problem(ProblemKind::NotAnObject(missing));
        }
        // Without a version an object still has a name that others refer to.
        let Some(kind) = kind else { return };
        let name = written("metadata.name").unwrap_or_default();
        if name.is_empty()
            && missing.is_none()
            && field::text(&node, "metadata.generateName").is_none()
        {
            problem(ProblemKind::MissingName);
        }
        let id = ObjectRef {
            api_version: api_version.unwrap_or_default(),
            kind,
            namespace: written("metadata.namespace"),
            name,
        };
        let mut object = Object::new(id, node);
        object.template = template;
        self.objects.push(object);
    }
}

/// The template that the last `# Source:` comment of a text names, as Helm writes it.
fn source_comment(text: &str) -> Option<Location> {
    let name = text.lines().rev().find_map(|line| line.strip_prefix("# Source: "))?.trim();
    (!name.is_empty()).then(|| Location { file: name.into(), line: 0, column: 0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Manifests {
        let sources = SourceMap::default();
        let file = sources.add("m.yaml", text);
        Manifests::read(&sources, &[file])
    }

    fn names(text: &str) -> Vec<String> {
        read(text).objects().iter().map(|o| o.id.to_string()).collect()
    }

    fn problems(text: &str) -> Vec<String> {
        read(text).problems().iter().map(|p| p.kind.to_string()).collect()
    }

    #[test]
    fn the_source_comment_names_the_template() {
        let text = "---\n# Source: demo/templates/a.yaml\napiVersion: v1\nkind: Secret\n\
                    metadata: {name: a}\n---\n# Source: demo/templates/b.yaml\n# more\n\
                    apiVersion: v1\nkind: Secret\nmetadata: {name: b}\n";
        let manifests = read(text);
        let templates: Vec<String> =
            manifests.objects().iter().map(|o| o.template.clone().unwrap().to_string()).collect();
        assert_eq!(templates, ["demo/templates/a.yaml", "demo/templates/b.yaml"]);
    }

    #[test]
    fn lists_are_opened_in_order() {
        let list = "apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: Secret\n  \
                    metadata: {name: a}\n- apiVersion: v1\n  kind: ConfigMap\n  \
                    metadata: {name: b}\n";
        assert_eq!(names(list), ["Secret/a", "ConfigMap/b"]);
        let typed = "apiVersion: cluster.x-k8s.io/v1beta1\nkind: ClusterList\nitems:\n\
                     - metadata: {name: a}\n";
        assert_eq!(names(typed), ["Cluster/a"]);
        assert_eq!(names("apiVersion: v1\nkind: List\nitems: []\n"), [""; 0]);
    }

    #[test]
    fn empty_documents_are_no_problem() {
        assert_eq!(problems("---\n# Source: x\n---\n\n---\nnull\n"), [""; 0]);
        assert_eq!(problems(""), [""; 0]);
    }

    #[test]
    fn documents_that_are_no_objects_are_named() {
        assert_eq!(problems("- a\n"), ["document is no object: it is no mapping"]);
        assert_eq!(
            problems("a: 1\n"),
            ["document is no object: it has neither `apiVersion` nor `kind`"]
        );
        assert_eq!(
            problems("kind: A\nmetadata: {name: a}\n"),
            ["document is no object: it has no `apiVersion`"]
        );
        assert_eq!(problems("kind: A\napiVersion: v1\n"), ["object has no `metadata.name`"]);
        let generated = "kind: A\napiVersion: v1\nmetadata: {generateName: a-}\n";
        assert_eq!(problems(generated), [""; 0]);
    }

    #[test]
    fn objects_before_a_syntax_error_are_kept() {
        let manifests = read("apiVersion: v1\nkind: A\nmetadata: {name: a}\n---\na: [\n");
        assert_eq!(manifests.objects().len(), 1);
        assert!(matches!(manifests.problems()[0].kind, ProblemKind::Syntax(_)));
    }

    #[test]
    fn lists_in_lists_end() {
        let mut text = String::from("{apiVersion: v1, kind: A, metadata: {name: a}}");
        for _ in 0..50 {
            text = format!("{{apiVersion: v1, kind: List, items: [{text}]}}");
        }
        assert_eq!(read(&text).objects().len(), 1);
    }
}
