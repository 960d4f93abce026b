//! One Kubernetes object and its identity.

use std::fmt;
use std::sync::{Arc, OnceLock};

use serde::Serialize;

use crate::source::{Location, Span};
use crate::yaml::Node;

/// The identity of an object as reports print it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ObjectRef {
    /// Group and version, such as `cluster.x-k8s.io/v1beta1`.
    pub api_version: Arc<str>,
    /// The kind.
    pub kind: Arc<str>,
    /// The namespace, where one is written.
    pub namespace: Option<Arc<str>>,
    /// The name; empty when the manifest has none.
    pub name: Arc<str>,
}

impl ObjectRef {
    /// The group of the apiVersion; empty for the core group.
    pub fn group(&self) -> &str {
        self.api_version.rsplit_once('/').map_or("", |(group, _)| group)
    }

    /// The version of the apiVersion, without the group.
    pub fn version(&self) -> &str {
        self.api_version.rsplit_once('/').map_or(&self.api_version, |(_, version)| version)
    }
}

impl fmt::Display for ObjectRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.kind, self.name)
    }
}

/// One object of a manifest stream.
#[derive(Debug)]
pub struct Object {
    /// Who it is.
    pub id: ObjectRef,
    /// What was written.
    pub node: Node,
    /// The template file that Helm's `# Source:` comment or the renderer names.
    pub template: Option<Location>,
    json: OnceLock<serde_json::Value>,
}

impl Object {
    /// Reads the identity of a document; none unless it is a mapping with a `kind`.
    pub fn from_node(node: Node) -> Option<Object> {
        let text = |path: &str| node.at(path).and_then(Node::text).map(Arc::<str>::from);
        let kind = text("kind").filter(|k| !k.is_empty())?;
        let id = ObjectRef {
            api_version: text("apiVersion").unwrap_or_default(),
            kind,
            namespace: text("metadata.namespace").filter(|n| !n.is_empty()),
            name: text("metadata.name").unwrap_or_default(),
        };
        Some(Object { id, node, template: None, json: OnceLock::new() })
    }

    /// The object as the API server would read it: resolved scalars, last duplicate key wins.
    /// Made on first use and kept.
    pub fn json(&self) -> &serde_json::Value {
        self.json.get_or_init(|| crate::yaml::to_json(&self.node))
    }

    /// Where the object begins.
    pub fn span(&self) -> Span {
        self.node.span()
    }
}
