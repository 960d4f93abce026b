//! The cluster that the template function `lookup` asks: objects from manifests.

use std::sync::Arc;

use serde_json::Value as Json;

use crate::source::FileId;
use crate::value::{Frozen, FrozenMap};
use crate::yaml;

/// The objects of a cluster that is not there.
#[derive(Debug, Clone, Default)]
pub struct Lookup {
    objects: Vec<Entry>,
}

#[derive(Debug, Clone)]
struct Entry {
    api_version: String,
    kind: String,
    namespace: String,
    name: String,
    content: Frozen,
}

impl Lookup {
    /// Adds the objects of a stream of manifests; the items of lists count as objects.
    ///
    /// # Errors
    /// Text that is no YAML.
    pub fn add(&mut self, text: &[u8]) -> Result<(), yaml::Error> {
        let parsed = yaml::parse_bytes(text, FileId::NONE);
        if let Some(error) = parsed.error {
            return Err(error);
        }
        for root in parsed.documents.iter().filter_map(|document| document.root.as_ref()) {
            self.add_object(&yaml::to_json(root), 0);
        }
        Ok(())
    }

    /// Adds one object, or the items of a list. `depth` counts the lists around it.
    pub(super) fn add_object(&mut self, object: &Json, depth: usize) {
        let text = |path: &str| object.pointer(path).and_then(Json::as_str).unwrap_or_default();
        let kind = text("/kind");
        if let (true, Some(items)) = (kind.ends_with("List") && depth < 4, object.get("items")) {
            let items = items.as_array().into_iter().flatten();
            return items.for_each(|item| self.add_object(item, depth + 1));
        }
        if kind.is_empty() {
            return;
        }
        self.objects.push(Entry {
            api_version: text("/apiVersion").to_owned(),
            kind: kind.to_owned(),
            namespace: text("/metadata/namespace").to_owned(),
            name: text("/metadata/name").to_owned(),
            content: freeze(object),
        });
    }

    /// One object, or with an empty name a list of them; an empty map for what is not there.
    pub fn find(&self, api_version: &str, kind: &str, namespace: &str, name: &str) -> Frozen {
        let of_kind =
            self.objects.iter().filter(|o| o.api_version == api_version && o.kind == kind);
        let mut found = of_kind.filter(|o| namespace.is_empty() || o.namespace == namespace);
        if !name.is_empty() {
            let object = found.find(|o| o.name == name);
            return object.map_or_else(|| Frozen::Map(Arc::default()), |o| o.content.clone());
        }
        let items: Vec<Frozen> = found.map(|o| o.content.clone()).collect();
        if items.is_empty() {
            return Frozen::Map(Arc::default());
        }
        let list = FrozenMap::from([
            ("apiVersion".into(), Frozen::from(api_version)),
            ("items".into(), Frozen::from(items)),
            ("kind".into(), Frozen::from(format!("{kind}List").as_str())),
            ("metadata".into(), Frozen::Map(Arc::default())),
        ]);
        Frozen::from(list)
    }
}

/// As a Kubernetes client decodes JSON: whole numbers are `int64`.
fn freeze(json: &Json) -> Frozen {
    match json {
        Json::Number(n) => match n.as_i64() {
            Some(n) => Frozen::Int64(n),
            None => Frozen::Float(n.as_f64().unwrap_or_default()),
        },
        Json::Array(items) => Frozen::from(items.iter().map(freeze).collect::<Vec<_>>()),
        Json::Object(map) => {
            Frozen::from(map.iter().map(|(k, v)| (k.as_str(), freeze(v))).collect::<FrozenMap>())
        }
        other => Frozen::from(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_are_found_alone_and_as_lists() {
        let mut lookup = Lookup::default();
        let text = b"kind: List\napiVersion: v1\nitems:\n\
            - {apiVersion: v1, kind: Secret, metadata: {name: a, namespace: q}, x: 1}\n\
            - {apiVersion: v1, kind: Secret, metadata: {name: b, namespace: m}}\n";
        lookup.add(text).unwrap();
        assert!(matches!(lookup.find("v1", "Secret", "q", "a").get("x"), Some(Frozen::Int64(1))));
        let is_empty = |f: Frozen| matches!(f, Frozen::Map(m) if m.is_empty());
        assert!(is_empty(lookup.find("v1", "Secret", "q", "b")));
        assert!(is_empty(lookup.find("v1", "ConfigMap", "", "")));
        let Some(Frozen::List(items)) = lookup.find("v1", "Secret", "", "").get("items").cloned()
        else {
            panic!("no list");
        };
        assert_eq!(items.len(), 2);
    }
}
