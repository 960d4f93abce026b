//! The organisation's Release object as a fixture: one file that makes a chart render as it
//! would on a management cluster that has this release.
//!
//! Charts of the `cluster` family (giantswarm/cluster, `templates/_helpers.tpl`) take their
//! versions from an object that they ask for with `lookup`: kind `Release` of group
//! `release.giantswarm.io`, named `PROVIDER-VERSION`, where the version is the value
//! `global.release.version`. Where no cluster answers, a switch makes them render `N/A`
//! instead. A [`ReleaseFixture`] is that object with what its CRD would fill in, and knows the
//! values that go with it. The files of github.com/giantswarm/releases can be used as they are.
//! Nothing is read from disk here.

use serde_json::{Map, Value, json};

use super::Lookup;
use crate::gosemver;
use crate::source::FileId;
use crate::value::Frozen;
use crate::yaml;

/// The group of the object, whatever its version.
const GROUP: &str = "release.giantswarm.io";

/// The value that names the release, as every chart of the family spells it.
const VERSION_PATH: [&str; 3] = ["global", "release", "version"];

/// The last keys of the switch that lets a chart render without the object.
const OFFLINE_PATH: [&str; 3] =
    ["ephemeralConfiguration", "offlineTesting", "renderWithoutReleaseResource"];

/// What the API server fills into every item of a list, unless it is there: the list, the field,
/// the value (giantswarm/releases, `sdk/config/crd/bases/release.giantswarm.io_releases.yaml`).
const DEFAULTS: [(&str, &str, &str); 2] =
    [("apps", "catalog", "default"), ("components", "catalog", "control-plane-catalog")];

/// How deep the switch is looked for.
const MAX_DEPTH: usize = 32;

/// A release with what belongs to it.
#[derive(Debug, Clone)]
pub struct ReleaseFixture {
    version: String,
    objects: Vec<Value>,
}

impl ReleaseFixture {
    /// Reads a stream of manifests that holds one Release. Other objects in it answer `lookup`
    /// as well.
    ///
    /// # Errors
    /// Text that is no YAML, and a stream without exactly one Release that has a version in its
    /// name.
    pub fn read(text: &[u8]) -> Result<ReleaseFixture, String> {
        let parsed = yaml::parse_bytes(text, FileId::NONE);
        if let Some(error) = parsed.error {
            return Err(error.to_string());
        }
        let roots = parsed.documents.iter().filter_map(|document| document.root.as_ref());
        let mut objects: Vec<Value> = roots.map(yaml::to_json).collect();
        let mut releases = objects.iter_mut().filter(|object| is_release(object));
        let release = releases.next().ok_or("it holds no object of kind `Release`")?;
        if releases.next().is_some() {
            return Err("it holds more than one object of kind `Release`".to_owned());
        }
        let name = release.pointer("/metadata/name").and_then(Value::as_str).unwrap_or_default();
        let version = version_of(name).ok_or_else(|| {
            format!("the Release is named `{name}`, expected `PROVIDER-VERSION` as in `aws-34.1.0`")
        })?;
        let version = version.to_owned();
        fill(release);
        Ok(ReleaseFixture { version, objects })
    }

    /// The version, without the provider in front.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Lets `lookup` find the release.
    pub fn answer(&self, lookup: &mut Lookup) {
        self.objects.iter().for_each(|object| lookup.add_object(object, 0));
    }

    /// The values that go with the release: its version, and the switch for offline rendering
    /// turned off wherever the given values turn it on.
    pub fn values(&self, given: &[&Frozen]) -> Map<String, Value> {
        let mut values = Map::new();
        put(&mut values, &VERSION_PATH.map(String::from), json!(self.version));
        for given in given {
            switches(given, &mut Vec::new(), &mut |path| put(&mut values, path, json!(false)));
        }
        values
    }
}

fn is_release(object: &Value) -> bool {
    let text = |key: &str| object.get(key).and_then(Value::as_str).unwrap_or_default();
    let group = text("apiVersion").split_once('/').map(|(group, _)| group);
    text("kind") == "Release" && group == Some(GROUP)
}

/// What follows the provider in a name: `34.1.0-alpha.1` of `cloud-director-34.1.0-alpha.1`.
fn version_of(name: &str) -> Option<&str> {
    let starts = name.match_indices('-').map(|(at, _)| &name[at + 1..]);
    let mut candidates = std::iter::once(name).chain(starts);
    let version = candidates.find(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))?;
    gosemver::Version::parse(version).ok().map(|_| version)
}

fn fill(release: &mut Value) {
    for (list, field, value) in DEFAULTS {
        let items = release.get_mut("spec").and_then(|spec| spec.get_mut(list));
        for item in items.and_then(Value::as_array_mut).into_iter().flatten() {
            if let Some(item) = item.as_object_mut() {
                item.entry(field).or_insert_with(|| json!(value));
            }
        }
    }
}

/// Calls with the path of every switch that is on.
fn switches(value: &Frozen, path: &mut Vec<String>, found: &mut dyn FnMut(&[String])) {
    let Frozen::Map(map) = value else { return };
    if path.len() == MAX_DEPTH {
        return;
    }
    for (key, value) in map.iter() {
        path.push(key.to_string());
        match value {
            Frozen::Bool(true) if path.ends_with(&OFFLINE_PATH.map(String::from)) => {
                found(path.as_slice())
            }
            value => switches(value, path, found),
        }
        path.pop();
    }
}

fn put(values: &mut Map<String, Value>, path: &[String], value: Value) {
    match path {
        [] => {}
        [last] => drop(values.insert(last.clone(), value)),
        [first, rest @ ..] => {
            let below = values.entry(first).or_insert_with(|| json!({}));
            if let Some(below) = below.as_object_mut() {
                put(below, rest, value);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RELEASE: &str = "apiVersion: release.giantswarm.io/v1alpha1\nkind: Release\nmetadata: \
        {name: aws-34.1.0}\nspec:\n  apps:\n  - {name: a, version: 1.0.0}\n  - {name: b, version: \
        2.0.0, catalog: cluster}\n  components:\n  - {name: kubernetes, version: 1.34.1}\n";

    fn read(text: &str) -> Result<ReleaseFixture, String> {
        ReleaseFixture::read(text.as_bytes())
    }

    #[test]
    fn the_object_answers_lookup_with_the_defaults_of_its_crd() {
        let fixture = read(RELEASE).unwrap();
        let mut lookup = Lookup::default();
        fixture.answer(&mut lookup);
        let found = lookup.find("release.giantswarm.io/v1alpha1", "Release", "", "aws-34.1.0");
        let Some(Frozen::List(apps)) = found.get("spec").and_then(|spec| spec.get("apps")).cloned()
        else {
            panic!("no apps");
        };
        let catalog = |app: &Frozen| match app.get("catalog") {
            Some(Frozen::Str(text)) => text.to_string(),
            other => format!("{other:?}"),
        };
        assert_eq!([catalog(&apps[0]), catalog(&apps[1])], ["default", "cluster"]);
    }

    #[test]
    fn its_values_name_the_version_and_turn_offline_rendering_off_where_it_is_on() {
        let offline = |on: bool| {
            let switch = json!({"renderWithoutReleaseResource": on});
            let internal = json!({"ephemeralConfiguration": {"offlineTesting": switch}});
            Frozen::from(&json!({"cluster": {"internal": internal}}))
        };
        let fixture = read(RELEASE).unwrap();
        let version = json!({"release": {"version": "34.1.0"}});
        let mut want = json!({"global": version});
        assert_eq!(Value::Object(fixture.values(&[&offline(false)])), want);
        want["cluster"] = json!({"internal": {"ephemeralConfiguration": {"offlineTesting":
            {"renderWithoutReleaseResource": false}}}});
        assert_eq!(Value::Object(fixture.values(&[&offline(true)])), want);
    }

    #[test]
    fn the_version_is_what_follows_the_provider() {
        for (name, want) in [
            ("aws-34.1.0", Some("34.1.0")),
            ("cloud-director-30.0.0-alpha.1", Some("30.0.0-alpha.1")),
            ("v20.0.0", None),
            ("20.0.0", Some("20.0.0")),
            ("aws", None),
            ("", None),
        ] {
            assert_eq!(version_of(name), want, "{name}");
        }
    }

    #[test]
    fn what_is_no_release_is_refused() {
        let twice = format!("{RELEASE}---\n{RELEASE}");
        for (text, want) in [
            ("kind: Secret\n", "no object of kind"),
            (&*twice, "more than one"),
            (&*RELEASE.replace("aws-34.1.0", "latest"), "named `latest`"),
            ("a: [", ""),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.contains(want), "{error}");
        }
    }

    #[test]
    fn broken_shapes_never_panic() {
        for spec in ["7", "[1]", "{apps: {}, components: [1, {}]}"] {
            let text = format!(
                "apiVersion: release.giantswarm.io/v1alpha1\nkind: Release\nmetadata: {{name: \
                 aws-1.0.0}}\nspec: {spec}\n"
            );
            let fixture = read(&text).unwrap();
            let odd = Frozen::from(&json!({"global": 1}));
            assert_eq!(fixture.values(&[&odd])["global"]["release"]["version"], "1.0.0");
        }
    }
}
