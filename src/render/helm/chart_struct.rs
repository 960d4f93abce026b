//! `.Chart` in Helm 3: a struct, so that an unknown field is an error and JSON has the names of
//! `Chart.yaml`.

use std::any::Any;

use crate::value::{Map, Object, Value};

/// The names of the fields, in Go's order, and their names in JSON.
const FIELDS: [(&str, &str); 18] = [
    ("Name", "name"),
    ("Home", "home"),
    ("Sources", "sources"),
    ("Version", "version"),
    ("Description", "description"),
    ("Keywords", "keywords"),
    ("Maintainers", "maintainers"),
    ("Icon", "icon"),
    ("APIVersion", "apiVersion"),
    ("Condition", "condition"),
    ("Tags", "tags"),
    ("AppVersion", "appVersion"),
    ("Deprecated", "deprecated"),
    ("Annotations", "annotations"),
    ("KubeVersion", "kubeVersion"),
    ("Dependencies", "dependencies"),
    ("Type", "type"),
    ("IsRoot", "IsRoot"),
];

struct ChartStruct(Vec<(&'static str, Value)>);

/// Makes the struct of its fields.
pub(super) fn chart_struct(fields: Vec<(&'static str, Value)>) -> Value {
    Value::object(ChartStruct(fields))
}

impl Object for ChartStruct {
    fn go_type(&self) -> &str {
        "struct { chart.Metadata; IsRoot bool }"
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn field(&self, name: &str) -> Option<Value> {
        self.0.iter().find(|(field, _)| *field == name).map(|(_, value)| value.clone())
    }

    fn json(&self) -> Value {
        let named = FIELDS.iter().filter_map(|(field, json)| Some((*json, self.field(field)?)));
        // Everything but `IsRoot` is left out when it is empty.
        let written: Map = named.filter(|(name, v)| *name == "IsRoot" || v.is_true()).collect();
        Value::Map(written)
    }
}
