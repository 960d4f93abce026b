//! One file of values: YAML in, a tree with origins out.
//!
//! Built-in values are read strictly: a key that is written twice is an error. Helm's charts
//! are read as Helm reads them: the last one counts.

use std::collections::HashMap;

use serde_json::{Map, Value};

use super::error::ValuesError;
use super::merge::Tree;
use super::origin::{LayerKind, Origin, Origins};
use crate::path::FieldPath;
use crate::source::{SourceMap, Span};
use crate::yaml::{self, Entry, Kind, Node};

/// How a file is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// Duplicate keys are errors, integers stay integers.
    Strict,
    /// As Helm: the last duplicate counts, every number is a 64-bit float.
    Helm,
}

/// Reads one file. `name` is the file as the user would type it; several documents are merged,
/// later ones over earlier ones.
///
/// # Errors
/// Text that is not YAML or too large, a document that is no map, and in strict mode every key
/// that is written twice. All faults are returned that one reading can find.
pub fn read(
    kind: LayerKind,
    name: &str,
    content: &[u8],
    mode: Mode,
    sources: &SourceMap,
) -> Result<Tree, Vec<ValuesError>> {
    // A text that is too large is refused by its size and not kept.
    let kept = if content.len() > yaml::MAX_BYTES { &[] } else { content };
    let file = sources.add(name, String::from_utf8_lossy(kept).as_ref());
    let parsed = yaml::parse_bytes(content, file);
    let mut reader =
        Reader { kind, mode, sources, origins: Origins::default(), errors: Vec::new() };
    if let Some(error) = parsed.error {
        reader.errors.push(yaml_fault(sources, name, &error));
        return Err(reader.errors);
    }
    let mut tree = Tree::default();
    for root in parsed.documents.iter().filter_map(|document| document.root.as_ref()) {
        tree.overlay(reader.root(root));
    }
    if reader.errors.is_empty() { Ok(tree) } else { Err(reader.errors) }
}

fn yaml_fault(sources: &SourceMap, name: &str, error: &yaml::Error) -> ValuesError {
    let fault = ValuesError::in_file(sources, error.span, error.problem().to_owned());
    let help = match error.kind {
        yaml::ErrorKind::Encoding => "save the file as UTF-8 text",
        yaml::ErrorKind::Syntax if error.problem().contains("cannot start any token") => {
            "indent with spaces, and quote texts that begin with a special character"
        }
        yaml::ErrorKind::Alias => "define the anchor in front of the alias",
        yaml::ErrorKind::Limit => "values files are small: is this the right file?",
        yaml::ErrorKind::Value | yaml::ErrorKind::Syntax => return fault,
    };
    let fault = fault.with_help(help);
    if fault.location.is_some() { fault } else { fault.with_help(format!("{help} (`{name}`)")) }
}

struct Reader<'s> {
    kind: LayerKind,
    mode: Mode,
    sources: &'s SourceMap,
    origins: Origins,
    errors: Vec<ValuesError>,
}

impl Reader<'_> {
    fn fault(&mut self, span: Span, path: &FieldPath, message: String, help: &str) {
        let fault = ValuesError::in_file(self.sources, span, message).at_path(path.clone());
        self.errors.push(if help.is_empty() { fault } else { fault.with_help(help) });
    }

    fn origin(&self, span: Span) -> Origin {
        Origin::File { layer: self.kind, span }
    }

    fn root(&mut self, root: &Node) -> Tree {
        let path = FieldPath::root();
        let mut value = Map::new();
        match root.kind() {
            Kind::Mapping(entries) => self.mapping(entries, &path, &mut value),
            Kind::Scalar { .. } if matches!(self.scalar(root, &path), Value::Null) => {}
            _ => self.fault(
                root.span(),
                &path,
                "a values file must be a map".into(),
                "write `key: value` lines",
            ),
        }
        Tree { value, origins: std::mem::take(&mut self.origins), ..Tree::default() }
    }

    fn mapping(&mut self, entries: &[Entry], path: &FieldPath, map: &mut Map<String, Value>) {
        let mut written: HashMap<String, Span> = HashMap::new();
        for entry in entries {
            if yaml::is_merge(entry) {
                self.merge(&entry.value, path, map);
                continue;
            }
            let Some(key) = self.key(&entry.key, path) else { continue };
            let at = path.key(key.as_str());
            let span = entry.key.span();
            if let Some(first) = written.insert(key.clone(), span)
                && self.mode == Mode::Strict
            {
                let first = self.sources.locate(first).map_or(0, |location| location.line);
                let message = format!("the key `{at}` is set twice, first on line {first}");
                self.fault(span, &at, message, "remove one of the two");
            }
            if map.contains_key(&key) {
                self.origins.take_below(&at);
            }
            self.origins.insert(at.clone(), self.origin(span));
            let value = self.value(&entry.value, &at);
            map.insert(key, value);
        }
    }

    fn key(&mut self, key: &Node, path: &FieldPath) -> Option<String> {
        let resolved = match key.kind() {
            Kind::Scalar { .. } => key.try_resolve(yaml::Dialect::Helm).ok(),
            _ => None,
        };
        let text = resolved.as_ref().and_then(yaml::key_text);
        if self.mode == Mode::Strict
            && let (Some(read), Some(written)) = (text.as_deref(), key.text())
            && read != written
        {
            let message = format!("the key `{written}` is read as `{read}`");
            self.fault(key.span(), path, message, "put it into quotes");
        } else if text.is_none() {
            self.fault(key.span(), path, "a key must be a text".into(), "put it into quotes");
        }
        text
    }

    /// `<<`: what is merged overwrites what stands before it; of several maps the first wins.
    fn merge(&mut self, value: &Node, path: &FieldPath, map: &mut Map<String, Value>) {
        let sources = match value.kind() {
            Kind::Mapping(_) => std::slice::from_ref(value),
            _ => value.items(),
        };
        if sources.is_empty() || sources.iter().any(|source| !source.is_mapping()) {
            self.fault(value.span(), path, "`<<` takes a map or a list of maps".into(), "");
        }
        for source in sources.iter().rev().filter(|source| source.is_mapping()) {
            self.mapping(source.entries(), path, map);
        }
    }

    fn value(&mut self, node: &Node, path: &FieldPath) -> Value {
        match node.kind() {
            Kind::Scalar { .. } => self.scalar(node, path),
            Kind::Mapping(entries) => {
                let mut map = Map::new();
                self.mapping(entries, path, &mut map);
                Value::Object(map)
            }
            Kind::Sequence(items) => {
                let mut list = Vec::with_capacity(items.len());
                for (index, item) in items.iter().enumerate() {
                    let at = path.index(index);
                    self.origins.insert(at.clone(), self.origin(item.span()));
                    list.push(self.value(item, &at));
                }
                Value::Array(list)
            }
        }
    }

    fn scalar(&mut self, node: &Node, path: &FieldPath) -> Value {
        let value = match self.mode {
            Mode::Strict => yaml::try_to_json(node),
            Mode::Helm => yaml::try_to_json_floats(node),
        };
        value.unwrap_or_else(|error| {
            self.fault(error.span, path, error.problem().to_owned(), "");
            Value::Null
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_strict(text: &[u8]) -> Result<Tree, Vec<String>> {
        let sources = SourceMap::default();
        read(LayerKind::File, "my.yaml", text, Mode::Strict, &sources)
            .map_err(|errors| errors.iter().map(ToString::to_string).collect())
    }

    fn check_error(text: &str, message: &str) {
        assert_eq!(read_strict(text.as_bytes()).unwrap_err(), [message], "{text}");
    }

    #[test]
    fn every_key_knows_its_line() {
        let sources = SourceMap::default();
        let text = b"a:\n  b: 1\nl:\n- x\n- w: 2\n";
        let tree = read(LayerKind::Os, "os.yaml", text, Mode::Strict, &sources).unwrap();
        let lines: Vec<_> = tree
            .origins
            .iter()
            .map(|(path, origin)| format!("{path} {}", origin.describe(&sources)))
            .collect();
        assert_eq!(
            lines,
            [
                "a os.yaml:1",
                "a.b os.yaml:2",
                "l os.yaml:3",
                "l[0] os.yaml:4",
                "l[1] os.yaml:5",
                "l[1].w os.yaml:5"
            ]
        );
    }

    #[test]
    fn numbers_stay_what_they_are_or_become_floats_as_in_helm() {
        let sources = SourceMap::default();
        let json = |mode| {
            let tree = read(LayerKind::File, "f", b"a: 1\nb: 0644\nc: 1.5", mode, &sources);
            serde_json::to_string(&tree.unwrap().value).unwrap()
        };
        assert_eq!(json(Mode::Strict), r#"{"a":1,"b":420,"c":1.5}"#);
        assert_eq!(json(Mode::Helm), r#"{"a":1.0,"b":420.0,"c":1.5}"#);
    }

    #[test]
    fn duplicate_keys_are_errors_that_name_both_lines() {
        check_error("a:\n  b: 1\n  c: 2\n  b: 3\n", {
            "my.yaml:4:3: the key `a.b` is set twice, first on line 2"
        });
        let sources = SourceMap::default();
        let tree = read(LayerKind::File, "f", b"a: {x: 1}\na: 2\n", Mode::Helm, &sources).unwrap();
        assert_eq!(serde_json::to_string(&tree.value).unwrap(), r#"{"a":2.0}"#);
        assert_eq!(tree.origins.iter().count(), 1);
    }

    #[test]
    fn documents_and_merge_keys_are_merged() {
        let text = b"x: &x {a: 1, b: 2}\nw:\n  a: 0\n  <<: *x\n  b: 3\n---\nw: {c: 4}\n";
        let tree = read_strict(text).unwrap();
        let json = serde_json::to_string(&tree.value).unwrap();
        assert_eq!(json, r#"{"x":{"a":1,"b":2},"w":{"a":1,"b":3,"c":4}}"#);
    }

    #[test]
    fn empty_files_set_nothing() {
        for text in ["", "# nothing\n", "null\n", "---\n"] {
            assert!(read_strict(text.as_bytes()).unwrap().value.is_empty());
        }
    }

    #[test]
    fn bad_files_end_in_one_message() {
        check_error("- a\n", "my.yaml:1:1: a values file must be a map");
        check_error("? [x]\n: 1\n", "my.yaml:1:3: a key must be a text");
        check_error("on: 1\n", "my.yaml:1:1: the key `on` is read as `true`");
        check_error("a: .inf\n", "my.yaml:1:4: json: unsupported value: +Inf");
        let one = |text: &[u8]| {
            let errors = read_strict(text).unwrap_err();
            assert_eq!(errors.len(), 1, "{errors:?}");
            assert!(errors[0].len() < 300);
        };
        one(b"a: 1\n\tb: 2\n");
        one(b"a: \xff\xfe\n");
        one("a: ".repeat(100_000).as_bytes());
        one("[".repeat(100_000).as_bytes());
        one(&vec![b'#'; 100 << 20]);
        let mut bomb = String::from("a0: &a0 [x,x,x,x,x,x,x,x,x]\n");
        for i in 1..12 {
            let items = vec![format!("*a{}", i - 1); 9].join(",");
            bomb.push_str(&format!("a{i}: &a{i} [{items}]\n"));
        }
        one(bomb.as_bytes());
    }
}
