//! Effective values for people and for programs, each with the layer that it came from.

use std::fmt::Write as _;

use serde_json::{Map, Number, Value, json};

use super::merge::Tree;
use super::origin::Origin;
use crate::path::FieldPath;
use crate::source::SourceMap;
use crate::yaml::{self, Dialect, Scalar};

/// Beyond this column a comment follows its line without alignment.
const MAX_ALIGNED: usize = 72;

/// YAML with the origin of every value as a comment, aligned.
///
/// Texts of several lines are printed on one, quoted. Values that a `null` has removed follow
/// as comments.
pub fn text(tree: &Tree, sources: &SourceMap) -> String {
    let mut writer = Writer { lines: Vec::new() };
    writer.map(&tree.value, 0, &mut FieldPath::root());
    let width = |line: &Line| Some(line.text.chars().count()).filter(|w| *w <= MAX_ALIGNED);
    let column = writer.lines.iter().filter_map(width).max().unwrap_or(0) + 2;
    let mut out = String::new();
    for line in &writer.lines {
        out.push_str(&line.text);
        if let Some(origin) = line.leaf.as_ref().and_then(|path| tree.origins.get(path)) {
            let used = line.text.chars().count();
            out.push_str(&" ".repeat(column.saturating_sub(used).max(2)));
            let _ = write!(out, "# {}", origin.describe(sources));
        }
        out.push('\n');
    }
    if tree.value.is_empty() {
        out.push_str("{}\n");
    }
    for (path, origin) in &tree.removed {
        let _ = writeln!(out, "# {path} removed by {}", origin.describe(sources));
    }
    out
}

/// The values, and for every path that has one its origin, as one JSON document.
pub fn json(tree: &Tree, sources: &SourceMap) -> String {
    let describe =
        |(path, origin): (&FieldPath, &Origin)| (path.to_string(), origin_json(origin, sources));
    let document = json!({
        "schema": 1,
        "values": tidy(&Value::Object(tree.value.clone())),
        "origins": tree.origins.iter().map(describe).collect::<Map<_, _>>(),
        "removed": tree.removed.iter().map(describe).collect::<Map<_, _>>(),
    });
    format!("{document:#}\n")
}

fn origin_json(origin: &Origin, sources: &SourceMap) -> Value {
    match origin {
        Origin::File { layer, .. } => {
            json!({"layer": layer, "location": origin.location(sources)})
        }
        Origin::Flag { edit, column } => json!({
            "layer": origin.layer(),
            "flag": edit.kind.flag(),
            "argument": &*edit.text,
            "column": column,
        }),
    }
}

/// Whole floats as integers: what Helm computes with is not what people write.
fn tidy(value: &Value) -> Value {
    match value {
        Value::Number(number) => Value::Number(tidy_number(number)),
        Value::Array(items) => items.iter().map(tidy).collect(),
        Value::Object(map) => map.iter().map(|(k, v)| (k.clone(), tidy(v))).collect(),
        other => other.clone(),
    }
}

fn tidy_number(number: &Number) -> Number {
    match number.as_f64() {
        Some(float) if number.is_f64() && float.fract() == 0.0 && float.abs() < 1e15 => {
            Number::from(float as i64)
        }
        _ => number.clone(),
    }
}

struct Line {
    text: String,
    /// The value that the line shows, if it shows one.
    leaf: Option<FieldPath>,
}

struct Writer {
    lines: Vec<Line>,
}

impl Writer {
    fn map(&mut self, map: &Map<String, Value>, indent: usize, path: &mut FieldPath) {
        for (key, value) in map {
            path.push_key(key.as_str());
            let head = format!("{}{}:", "  ".repeat(indent), scalar_text(key));
            self.value(head, value, indent + 1, path);
            path.pop();
        }
    }

    fn value(&mut self, head: String, value: &Value, indent: usize, path: &mut FieldPath) {
        match value {
            Value::Object(map) if !map.is_empty() => {
                self.lines.push(Line { text: head, leaf: None });
                self.map(map, indent, path);
            }
            Value::Array(items) if !items.is_empty() => {
                self.lines.push(Line { text: head, leaf: None });
                for (index, item) in items.iter().enumerate() {
                    path.push_index(index);
                    let head = format!("{}-", "  ".repeat(indent - 1));
                    self.value(head, item, indent + usize::from(item.is_array()), path);
                    path.pop();
                }
            }
            _ => {
                let shown = match value {
                    Value::String(text) => scalar_text(text),
                    Value::Number(number) => tidy_number(number).to_string(),
                    other => other.to_string(),
                };
                self.lines.push(Line { text: format!("{head} {shown}"), leaf: Some(path.clone()) });
            }
        }
    }
}

/// A text as a YAML scalar: plain where no reader could take it for anything else, otherwise
/// in double quotes.
fn scalar_text(text: &str) -> String {
    let safe = |c: char| c.is_alphanumeric() || " _./@+:,=()-".contains(c);
    let plain = text.starts_with(|c: char| c.is_alphanumeric() || "_./".contains(c))
        && text.chars().all(safe)
        && !text.contains(": ")
        && !text.ends_with([':', ' '])
        && matches!(yaml::resolve_plain(text, Dialect::Helm), Scalar::Str(_))
        && matches!(yaml::resolve_plain(text, Dialect::V3), Scalar::Str(_));
    if plain { text.into() } else { Value::from(text).to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::set::{Edit, SetKind};
    use crate::values::{LayerKind, Layers, Mode, layer};

    fn example(sources: &SourceMap) -> Tree {
        let defaults = "a:\n  b: 1\n  s: \"yes\"\nl:\n- x\n- m: 2\n  p: [[1, []], {}]\ngone: 1\n";
        let read = |kind, name, text: &str| {
            layer::read(kind, name, text.as_bytes(), Mode::Strict, sources).unwrap()
        };
        let layers = Layers {
            defaults: vec![read(LayerKind::Defaults, "values/aws/defaults.yaml", defaults)],
            files: vec![read(LayerKind::File, "my.yaml", "gone: null\n")],
            edits: vec![Edit::new(SetKind::Typed, "a.b=2")],
        };
        layers.merge(&mut |_| unreachable!()).unwrap()
    }

    #[test]
    fn every_value_is_shown_with_its_layer() {
        let sources = SourceMap::default();
        insta::assert_snapshot!(text(&example(&sources), &sources), @r#"
        a:
          b: 2      # --set a.b=2
          s: "yes"  # values/aws/defaults.yaml:3
        l:
        - x         # values/aws/defaults.yaml:5
        -
          m: 2      # values/aws/defaults.yaml:6
          p:
          -
            - 1     # values/aws/defaults.yaml:7
            - []    # values/aws/defaults.yaml:7
          - {}      # values/aws/defaults.yaml:7
        # gone removed by my.yaml:1
        "#);
    }

    #[test]
    fn the_text_reads_back_as_the_same_values() {
        let sources = SourceMap::default();
        let tree = example(&sources);
        let printed = text(&tree, &sources);
        let kind = LayerKind::File;
        let back = layer::read(kind, "f", printed.as_bytes(), Mode::Strict, &sources).unwrap();
        assert_eq!(back.value, tree.value);
        for odd in
            ["", " a", "a: b", "#", "- x", "null", "1e3", "a\nb", "2020-01-01", "é", "{}", "ok:"]
        {
            let line = format!("k: {}\n", scalar_text(odd));
            let back = layer::read(kind, "f", line.as_bytes(), Mode::Strict, &sources).unwrap();
            assert_eq!(back.value["k"], odd, "{line}");
        }
    }

    #[test]
    fn json_names_layer_and_place() {
        let sources = SourceMap::default();
        let document: Value = serde_json::from_str(&json(&example(&sources), &sources)).unwrap();
        assert_eq!(document["schema"], 1);
        assert_eq!(document["values"]["a"]["b"], 2);
        assert_eq!(
            document["origins"]["a.b"],
            json!({"layer": "flag", "flag": "--set", "argument": "a.b=2", "column": 1})
        );
        assert_eq!(
            document["origins"]["l[0]"],
            json!({
                "layer": "defaults",
                "location": {"file": "values/aws/defaults.yaml", "line": 5, "column": 3}
            })
        );
        assert_eq!(document["removed"]["gone"]["location"]["file"], "my.yaml");
    }
}
