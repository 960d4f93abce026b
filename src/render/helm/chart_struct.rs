//! `.Chart` in Helm 3: Go structs, so that an unknown field is an error, JSON has the names of
//! `Chart.yaml`, and a list that is not there is nil.
//!
//! Facts: Helm 3.17, `pkg/chart/metadata.go`, `dependency.go`; 3.11 is the same.

use std::any::Any;

use crate::value::{Elem, Kind, List, Object, Value};

/// A field: its name in Go, its name in JSON, and whether JSON leaves it out when it is empty.
type Field = (&'static str, &'static str, bool);

const CHART: &[Field] = &[
    ("Name", "name", true),
    ("Home", "home", true),
    ("Sources", "sources", true),
    ("Version", "version", true),
    ("Description", "description", true),
    ("Keywords", "keywords", true),
    ("Maintainers", "maintainers", true),
    ("Icon", "icon", true),
    ("APIVersion", "apiVersion", true),
    ("Condition", "condition", true),
    ("Tags", "tags", true),
    ("AppVersion", "appVersion", true),
    ("Deprecated", "deprecated", true),
    ("Annotations", "annotations", true),
    ("KubeVersion", "kubeVersion", true),
    ("Dependencies", "dependencies", true),
    ("Type", "type", true),
    ("IsRoot", "IsRoot", false),
];

const MAINTAINER: &[Field] =
    &[("Name", "name", true), ("Email", "email", true), ("URL", "url", true)];

const DEPENDENCY: &[Field] = &[
    ("Name", "name", false),
    ("Version", "version", true),
    ("Repository", "repository", false),
    ("Condition", "condition", true),
    ("Tags", "tags", true),
    ("Enabled", "enabled", true),
    ("ImportValues", "import-values", true),
    ("Alias", "alias", true),
];

struct Struct {
    go_type: &'static str,
    layout: &'static [Field],
    values: Vec<(&'static str, Value)>,
}

/// Makes `.Chart` of its fields, given as in Helm 4.
pub(super) fn chart_struct(fields: Vec<(&'static str, Value)>) -> Value {
    let values = fields
        .into_iter()
        .map(|(name, value)| match name {
            "Maintainers" => (name, structs(value, "*chart.Maintainer", MAINTAINER)),
            "Dependencies" => (name, structs(value, "*chart.Dependency", DEPENDENCY)),
            _ => (name, or_nil(value)),
        })
        .collect();
    let go_type = "struct { chart.Metadata; IsRoot bool }";
    Value::object(Struct { go_type, layout: CHART, values })
}

/// A list that the file does not have is nil; where it is there and empty we make no
/// difference.
fn or_nil(value: Value) -> Value {
    match value {
        Value::List(list) if list.is_empty() => Value::List(List::nil(Elem::Any)),
        value => value,
    }
}

/// A list of maps as a list of pointers to structs.
fn structs(list: Value, go_type: &'static str, layout: &'static [Field]) -> Value {
    let Value::List(items) = list else { return list };
    let item = |item: &Value| {
        let field = |(name, ..): &Field| Some((*name, or_nil(item.as_map()?.get(*name)?)));
        let values = layout.iter().filter_map(field).collect();
        Value::object(Struct { go_type, layout, values })
    };
    or_nil(Value::List(items.iter().map(item).collect()))
}

impl Object for Struct {
    fn go_type(&self) -> &str {
        self.go_type
    }

    fn kind(&self) -> Kind {
        if self.go_type.starts_with('*') { Kind::Ptr } else { Kind::Struct }
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn field(&self, name: &str) -> Option<Value> {
        self.values.iter().find(|(field, _)| *field == name).map(|(_, value)| value.clone())
    }

    fn json_fields(&self) -> Option<Vec<(&'static str, Value)>> {
        let named = self.layout.iter().filter_map(|(field, json, may_miss)| {
            let value = self.field(field)?;
            (!may_miss || value.is_true()).then_some((*json, value))
        });
        Some(named.collect())
    }
}
