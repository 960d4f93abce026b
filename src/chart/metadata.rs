//! `Chart.yaml`: what it may say, what Helm makes of it, and when it is refused.
//!
//! Facts: Helm 4.3, `pkg/chart/v2/metadata.go`, `dependency.go`.

use std::collections::{BTreeMap, HashSet};

use serde_json::Value;

use super::decode::{DecodeError, DecodeWording, Decoder, Fault, first_document, is_field};
use crate::goquote::quote;
use crate::gosemver::Version;
use crate::yaml::{self, Node};

/// What Helm asks of a `Chart.yaml`, which changed between its versions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MetadataRules {
    /// How values of a wrong kind are reported.
    pub wording: DecodeWording,
    /// `apiVersion` is looked at first, and must be one that is known (4.0 and later).
    pub checks_generation: bool,
    /// The name is no path (3.16 and later).
    pub refuses_paths: bool,
    /// The name is neither `.` nor `..` (4.0 and later).
    pub refuses_dots: bool,
    /// Dependencies differ in name or alias (3.12 and later).
    pub compares_dependencies: bool,
    /// A chart in `charts/` that cannot be read is called a subchart (3.12 and later).
    pub says_subchart: bool,
}

impl MetadataRules {
    /// Helm 4.3.
    pub const NEWEST: MetadataRules = MetadataRules {
        wording: DecodeWording::Go127,
        checks_generation: true,
        refuses_paths: true,
        refuses_dots: true,
        compares_dependencies: true,
        says_subchart: true,
    };

    /// Helm 4.1.
    pub const HELM_4_1: MetadataRules =
        MetadataRules { wording: DecodeWording::Helm4, ..MetadataRules::NEWEST };

    /// Helm 3.17.
    pub const HELM_3_17: MetadataRules = MetadataRules {
        wording: DecodeWording::Helm3,
        checks_generation: false,
        refuses_dots: false,
        ..MetadataRules::NEWEST
    };

    /// Helm 3.11.
    pub const HELM_3_11: MetadataRules = MetadataRules {
        refuses_paths: false,
        compares_dependencies: false,
        says_subchart: false,
        ..MetadataRules::HELM_3_17
    };
}

/// The content of `Chart.yaml`, every text cleaned of what cannot be printed.
#[derive(Debug, Clone, Default, PartialEq)]
#[allow(missing_docs, reason = "the names are those of Chart.yaml")]
pub struct Metadata {
    pub name: String,
    pub home: String,
    pub sources: Vec<String>,
    pub version: String,
    pub description: String,
    pub keywords: Vec<String>,
    pub maintainers: Vec<Option<Maintainer>>,
    pub icon: String,
    pub api_version: String,
    pub condition: String,
    pub tags: String,
    pub app_version: String,
    pub deprecated: bool,
    /// None when the file does not say any.
    pub annotations: Option<BTreeMap<String, String>>,
    pub kube_version: String,
    /// None when the file does not declare any.
    pub dependencies: Option<Vec<Option<Dependency>>>,
    pub kind: String,
}

/// Somebody who looks after a chart.
#[derive(Debug, Clone, Default, PartialEq)]
#[allow(missing_docs, reason = "the names are those of Chart.yaml")]
pub struct Maintainer {
    pub name: String,
    pub email: String,
    pub url: String,
}

/// A chart that another one needs.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Dependency {
    /// The name in the other chart's `Chart.yaml`.
    pub name: String,
    /// A range of versions.
    pub version: String,
    /// Where to get it.
    pub repository: String,
    /// Paths of values that enable it, comma-separated.
    pub condition: String,
    /// Groups that it is enabled with.
    pub tags: Vec<String>,
    /// Set by Helm, not by the file (which may try).
    pub enabled: bool,
    /// Values of the dependency that the parent takes over, as JSON with float numbers.
    pub import_values: Vec<Value>,
    /// The name that it gets here.
    pub alias: String,
}

impl Metadata {
    /// Reads `Chart.yaml`, or `requirements.yaml` into what is there already.
    ///
    /// # Errors
    /// Text that is no YAML, and values that do not fit.
    pub fn read(&mut self, text: &[u8], wording: DecodeWording) -> Result<(), DecodeError> {
        let Some(root) = first_document(text)? else { return Ok(()) };
        Decoder::wording(wording).fields(&root, "v2.Metadata", &mut |decoder, key, node| {
            self.field(decoder, key, node)
        })?;
        Ok(())
    }

    fn field(&mut self, decoder: &mut Decoder, key: &str, node: &Node) -> Result<(), Fault> {
        let texts: [(&str, &mut String); 11] = [
            ("name", &mut self.name),
            ("home", &mut self.home),
            ("version", &mut self.version),
            ("description", &mut self.description),
            ("icon", &mut self.icon),
            ("apiVersion", &mut self.api_version),
            ("condition", &mut self.condition),
            ("tags", &mut self.tags),
            ("appVersion", &mut self.app_version),
            ("kubeVersion", &mut self.kube_version),
            ("type", &mut self.kind),
        ];
        for (name, field) in texts {
            if is_field(key, name) {
                return set(field, decoder.text(node)?);
            }
        }
        if is_field(key, "sources") {
            self.sources = decoder.texts(node)?.unwrap_or_default();
        } else if is_field(key, "keywords") {
            self.keywords = decoder.texts(node)?.unwrap_or_default();
        } else if is_field(key, "maintainers") {
            let items = decoder.items(node, "[]*v2.Maintainer", maintainer)?;
            self.maintainers = items.unwrap_or_default();
        } else if is_field(key, "deprecated") {
            return set(&mut self.deprecated, decoder.boolean(node)?);
        } else if is_field(key, "annotations") {
            self.annotations = decoder.text_map(node)?;
        } else if is_field(key, "dependencies") {
            self.dependencies = decoder.items(node, "[]*v2.Dependency", dependency)?;
        }
        Ok(())
    }

    /// Cleans the texts and checks the rules; the error is Helm's text behind `validation: `.
    ///
    /// # Errors
    /// The first rule that is broken.
    pub fn validate(&mut self, rules: MetadataRules) -> Result<(), String> {
        for text in [
            &mut self.name,
            &mut self.description,
            &mut self.home,
            &mut self.icon,
            &mut self.condition,
            &mut self.tags,
            &mut self.app_version,
            &mut self.kube_version,
        ] {
            clean(text);
        }
        self.sources.iter_mut().chain(&mut self.keywords).for_each(clean);
        self.check_identity(rules)?;
        for maintainer in &mut self.maintainers {
            let Some(maintainer) = maintainer else {
                return Err("maintainers must not contain empty or null nodes".into());
            };
            clean(&mut maintainer.name);
            clean(&mut maintainer.email);
            clean(&mut maintainer.url);
        }
        let mut names = HashSet::new();
        for dependency in self.dependencies.iter_mut().flatten() {
            let Some(dependency) = dependency else {
                return Err("dependencies must not contain empty or null nodes".into());
            };
            dependency.validate()?;
            let name = dependency.effective_name();
            if !names.insert(name.to_owned()) && rules.compares_dependencies {
                return Err(format!("more than one dependency with name or alias {}", quote(name)));
            }
        }
        Ok(())
    }

    fn check_identity(&self, rules: MetadataRules) -> Result<(), String> {
        let name = &self.name;
        if self.api_version.is_empty() {
            return Err("chart.metadata.apiVersion is required".into());
        }
        if name.is_empty() {
            return Err("chart.metadata.name is required".into());
        }
        if rules.refuses_dots && matches!(name.as_str(), "." | "..") {
            return Err(format!("chart.metadata.name {} is not allowed", quote(name)));
        }
        if rules.refuses_paths && name.contains('/') {
            return Err(format!("chart.metadata.name {} is invalid", quote(name)));
        }
        if self.version.is_empty() {
            return Err("chart.metadata.version is required".into());
        }
        if Version::parse(&self.version).is_err() {
            return Err(format!("chart.metadata.version {} is invalid", quote(&self.version)));
        }
        match self.kind.as_str() {
            "" | "application" | "library" => Ok(()),
            _ => Err("chart.metadata.type must be application or library".into()),
        }
    }

    /// The declared dependencies.
    pub fn dependencies(&self) -> impl Iterator<Item = &Dependency> {
        self.dependencies.iter().flatten().flatten()
    }

    /// Whether only the partials of the chart count.
    pub fn is_library(&self) -> bool {
        self.kind.eq_ignore_ascii_case("library")
    }
}

impl Dependency {
    /// The alias, or the name.
    pub fn effective_name(&self) -> &str {
        if self.alias.is_empty() { &self.name } else { &self.alias }
    }

    fn validate(&mut self) -> Result<(), String> {
        for text in [&mut self.name, &mut self.version, &mut self.repository, &mut self.condition] {
            clean(text);
        }
        self.tags.iter_mut().for_each(clean);
        let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
        if self.alias.chars().all(allowed) {
            return Ok(());
        }
        Err(format!("dependency {} has disallowed characters in the alias", quote(&self.name)))
    }
}

fn set<T>(field: &mut T, value: Option<T>) -> Result<(), Fault> {
    if let Some(value) = value {
        *field = value;
    }
    Ok(())
}

fn maintainer(decoder: &mut Decoder, node: &Node) -> Result<Option<Maintainer>, Fault> {
    let mut read = Maintainer::default();
    let there = decoder.fields(node, "v2.Maintainer", &mut |decoder, key, node| {
        let texts = [("name", &mut read.name), ("email", &mut read.email), ("url", &mut read.url)];
        match texts.into_iter().find(|(name, _)| is_field(key, name)) {
            Some((_, field)) => set(field, decoder.text(node)?),
            None => Ok(()),
        }
    })?;
    Ok(there.then_some(read))
}

/// Reads an item of `dependencies`.
pub(super) fn dependency(decoder: &mut Decoder, node: &Node) -> Result<Option<Dependency>, Fault> {
    let mut read = Dependency::default();
    let there = decoder.fields(node, "v2.Dependency", &mut |decoder, key, node| {
        let texts = [
            ("name", &mut read.name),
            ("version", &mut read.version),
            ("repository", &mut read.repository),
            ("condition", &mut read.condition),
            ("alias", &mut read.alias),
        ];
        if let Some((_, field)) = texts.into_iter().find(|(name, _)| is_field(key, name)) {
            return set(field, decoder.text(node)?);
        }
        if is_field(key, "tags") {
            read.tags = decoder.texts(node)?.unwrap_or_default();
        } else if is_field(key, "enabled") {
            return set(&mut read.enabled, decoder.boolean(node)?);
        } else if is_field(key, "import-values") {
            let items =
                decoder.items(node, "[]interface {}", |_, item| Ok(yaml::to_json_floats(item)))?;
            read.import_values = items.unwrap_or_default();
        }
        Ok(())
    })?;
    Ok(there.then_some(read))
}

/// Makes every kind of space a plain one and drops what cannot be printed.
fn clean(text: &mut String) {
    let fine = |c: char| c == ' ' || (!c.is_whitespace() && crate::gotpl::is_print(c));
    if text.chars().all(fine) {
        return;
    }
    *text = text
        .chars()
        .filter_map(|c| match c {
            c if c.is_whitespace() => Some(' '),
            c if crate::gotpl::is_print(c) => Some(c),
            _ => None,
        })
        .collect();
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Metadata, String> {
        let mut metadata = Metadata::default();
        metadata.read(text.as_bytes(), DecodeWording::Go127).map_err(|e| e.to_string())?;
        Ok(metadata)
    }

    #[test]
    fn keys_match_without_case_and_numbers_become_text() {
        let text = "Name: x\nversion: 1.10\nappversion: 0x10\nannotations: {n: 1.0, z: null}\n";
        let metadata = read(text).unwrap();
        assert_eq!(
            (&*metadata.name, &*metadata.version, &*metadata.app_version),
            ("x", "1.1", "16")
        );
        let annotations: Vec<_> = metadata.annotations.unwrap().into_iter().collect();
        assert_eq!(annotations, [("false".into(), "1".into()), ("z".into(), String::new())]);
    }

    #[test]
    fn faults_name_the_way_and_the_go_type() {
        let fault = |text: &str| {
            let text = read(text).unwrap_err();
            text.rsplit_once("json: ").unwrap().1.to_owned()
        };
        assert_eq!(
            fault("maintainers: [{name: [1]}]"),
            "cannot unmarshal array into Go struct field .maintainers.0.name of type string"
        );
        assert_eq!(
            fault("keywords: [[1]]"),
            "cannot unmarshal array into .keywords.0 of type string"
        );
        assert_eq!(fault("- 1"), "cannot unmarshal array into Go value of type v2.Metadata");
    }

    #[test]
    fn the_rules_are_checked_in_order() {
        let check = |text: &str| {
            let mut metadata = read(text).unwrap();
            metadata.api_version = "v2".into();
            metadata.validate(MetadataRules::NEWEST).unwrap_err()
        };
        assert_eq!(check("version: 1"), "chart.metadata.name is required");
        assert_eq!(check("name: a/b"), "chart.metadata.name \"a/b\" is invalid");
        assert_eq!(check("{name: a, version: x.y}"), "chart.metadata.version \"x.y\" is invalid");
        let twice = "{name: a, version: 1, dependencies: [{name: b}, {name: c, alias: b}]}";
        assert_eq!(check(twice), "more than one dependency with name or alias \"b\"");
    }

    #[test]
    fn texts_are_cleaned() {
        let mut text = "a\u{a0}b\tc\u{200b}d".to_owned();
        clean(&mut text);
        assert_eq!(text, "a b cd");
    }
}
