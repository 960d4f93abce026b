//! The built-in charts: every provider, operating system, generation and case, field by field.

mod aws;
mod boot;
mod every_case;
mod flatcar;
mod generations;
mod openstack;
mod parity;

use std::sync::LazyLock;

use clusterctl_gs::profile::Generation;
use clusterctl_gs::render::builtin::{Builtin, Os, Provider};
use clusterctl_gs::render::{Release, RenderError, Rendered, Renderer, embedded};
use clusterctl_gs::source::FileId;
use clusterctl_gs::yaml;
use serde_json::{Map, Value};

pub const NAME: &str = "test-wc";
const RELEASE: Release<'static> = Release { name: NAME, namespace: "org-example" };

/// A rendering, read back.
pub struct Cluster {
    pub chart: Builtin,
    pub case: String,
    pub objects: Vec<Value>,
}

impl Cluster {
    /// What failures are prefixed with.
    pub fn label(&self) -> String {
        let Builtin { provider, os, generation } = self.chart;
        format!("{}/{}/{} ({})", provider.as_str(), os.as_str(), self.case, generation.as_str())
    }

    /// All objects of a kind.
    pub fn all(&self, kind: &str) -> Vec<&Value> {
        self.objects.iter().filter(|o| o["kind"] == kind).collect()
    }

    /// The only object of a kind whose name starts so.
    pub fn one(&self, kind: &str, name: &str) -> &Value {
        let named = |o: &&Value| o["metadata"]["name"].as_str().unwrap().starts_with(name);
        let found: Vec<&Value> = self.all(kind).into_iter().filter(named).collect();
        assert_eq!(found.len(), 1, "{}: {kind}/{name}*", self.label());
        found[0]
    }

    /// The spec of the control plane's kubeadm configuration.
    pub fn control_plane(&self) -> &Value {
        &self.one("KubeadmControlPlane", NAME)["spec"]["kubeadmConfigSpec"]
    }

    /// Every kubeadm configuration with the name of its object.
    pub fn kubeadm_configs(&self) -> Vec<(&str, &Value)> {
        let spec = |o: &'_ Value| -> Option<&'static str> {
            match o["kind"].as_str()? {
                "KubeadmControlPlane" => Some("/spec/kubeadmConfigSpec"),
                "KubeadmConfig" => Some("/spec"),
                "KubeadmConfigTemplate" => Some("/spec/template/spec"),
                _ => None,
            }
        };
        let named = |o| Some((name(o), Value::pointer(o, spec(o)?)?));
        self.objects.iter().filter_map(named).collect()
    }

    /// The kubeadm configurations of nodes: all but a bastion's.
    pub fn node_configs(&self) -> Vec<(&str, &Value)> {
        let mut configs = self.kubeadm_configs();
        configs.retain(|(name, _)| !name.contains("-bastion-"));
        configs
    }
}

/// The name of an object.
pub fn name(object: &Value) -> &str {
    object["metadata"]["name"].as_str().unwrap()
}

/// A value below, which must be there.
pub fn at<'a>(value: &'a Value, pointer: &str) -> &'a Value {
    value.pointer(pointer).unwrap_or_else(|| panic!("nothing at {pointer} in {value:#}"))
}

/// The texts of a list.
pub fn texts(value: &Value) -> Vec<&str> {
    value.as_array().unwrap().iter().map(|v| v.as_str().unwrap()).collect()
}

/// An argument of a component, in either spelling.
pub fn arg<'a>(args: &'a Value, name: &str) -> Option<&'a str> {
    match args {
        Value::Array(pairs) => pairs
            .iter()
            .find(|pair| pair["name"] == name)
            .map(|pair| pair["value"].as_str().unwrap()),
        _ => args.get(name).map(|value| value.as_str().unwrap()),
    }
}

/// The file of a kubeadm configuration at a path.
pub fn file<'a>(config: &'a Value, path: &str) -> Option<&'a Value> {
    config["files"].as_array().unwrap().iter().find(|file| file["path"] == path)
}

/// One document as JSON.
pub fn read(text: &str) -> Value {
    let parsed = yaml::parse(text, FileId::NONE);
    assert!(parsed.error.is_none(), "{:?} in\n{text}", parsed.error);
    let root = parsed.documents.first().and_then(|d| d.root.as_ref());
    root.map_or(Value::Null, |root| yaml::try_to_json(root).unwrap())
}

/// Puts a layer of values on top of others.
pub fn overlay(below: &mut Value, above: Value) {
    match (below, above) {
        (Value::Object(below), Value::Object(above)) => {
            for (key, value) in above {
                if value.is_null() {
                    below.remove(&key);
                } else {
                    overlay(below.entry(key).or_insert(Value::Null), value);
                }
            }
        }
        (below, above) => *below = above,
    }
}

/// The chart's values with a layer on top.
pub fn values(provider: Provider, os: Os, over: &str) -> Value {
    let mut values = Value::Object(Map::new());
    provider.layers(os).iter().for_each(|layer| overlay(&mut values, read(layer.text)));
    let over = read(over);
    if !over.is_null() {
        overlay(&mut values, over);
    }
    values
}

pub fn try_render(chart: Builtin, over: &str) -> Result<Rendered, RenderError> {
    chart.render(RELEASE, &values(chart.provider, chart.os, over))
}

/// Renders a chart with a layer of values and reads the result back.
pub fn render(chart: Builtin, over: &str) -> Cluster {
    let rendered = try_render(chart, over).unwrap_or_else(|e| panic!("{e}"));
    let parsed = yaml::parse(&rendered.to_stream(), FileId::NONE);
    assert!(parsed.error.is_none(), "{:?}", parsed.error);
    let objects = parsed.documents.iter().map(|document| {
        yaml::try_to_json(document.root.as_ref().expect("a document holds an object")).unwrap()
    });
    Cluster { chart, case: "values".to_owned(), objects: objects.collect() }
}

pub fn chart(provider: Provider, os: Os, generation: Generation) -> Builtin {
    Builtin { provider, os, generation }
}

pub fn current(provider: Provider, os: Os) -> Cluster {
    render(chart(provider, os, Generation::Current), "")
}

/// The names of a provider's cases with their values.
pub fn cases(provider: Provider) -> Vec<(&'static str, &'static str)> {
    let case = |file: &'static embedded::File| {
        let name = file.path.rsplit('/').next().and_then(|name| name.strip_suffix(".yaml"));
        (name.unwrap(), file.text)
    };
    provider.cases().map(case).collect()
}

/// The values of a case.
pub fn case(provider: Provider, name: &str) -> &'static str {
    let found = cases(provider).into_iter().find(|(case, _)| *case == name);
    found.unwrap_or_else(|| panic!("no case {name}")).1
}

/// Every provider, operating system, generation and case, rendered once for all tests.
pub fn everything() -> &'static [Cluster] {
    static EVERYTHING: LazyLock<Vec<Cluster>> = LazyLock::new(render_everything);
    &EVERYTHING
}

fn render_everything() -> Vec<Cluster> {
    let mut clusters = Vec::new();
    for provider in Provider::ALL {
        for os in Os::ALL {
            for generation in [Generation::Current, Generation::Seeds] {
                for (case, text) in cases(provider) {
                    let cluster = render(chart(provider, os, generation), text);
                    clusters.push(Cluster { case: case.to_owned(), ..cluster });
                }
            }
        }
    }
    clusters
}
