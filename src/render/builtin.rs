//! The engine of the built-in charts: minijinja over the embedded templates.
//!
//! A template sees `values`, `profile` (API generation, provider, OS) and `release` (name and
//! namespace), and nothing else: no clock, no files, no environment. An undefined variable is
//! an error. Entry point: [`Builtin`].

use std::sync::OnceLock;

use minijinja::syntax::SyntaxConfig;
use minijinja::value::Serde;
use minijinja::{AutoEscape, Environment, ErrorKind, UndefinedBehavior, context};
use serde_json::Value;

use super::embedded;
use super::{Release, RenderError, Rendered, RenderedFile, Renderer, filters};
use crate::profile::Generation;

/// A provider that has a built-in chart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Provider {
    /// Cluster API Provider AWS.
    Aws,
    /// Cluster API Provider OpenStack.
    OpenStack,
}

impl Provider {
    /// All of them, in the order of their names.
    pub const ALL: [Provider; 2] = [Provider::Aws, Provider::OpenStack];

    /// The name of flags, directories and cases.
    pub fn as_str(self) -> &'static str {
        match self {
            Provider::Aws => "aws",
            Provider::OpenStack => "openstack",
        }
    }

    /// The lower layers of values for an operating system, the lowest first.
    pub fn layers(self, os: Os) -> [&'static embedded::File; 2] {
        [self.file("defaults.yaml"), self.file(&format!("{}.yaml", os.as_str()))]
    }

    /// The JSON schema of the values.
    pub fn schema(self) -> &'static embedded::File {
        self.file("schema.json")
    }

    /// The values cases, sorted by the path of their file.
    pub fn cases(self) -> impl Iterator<Item = &'static embedded::File> {
        let folder = format!("values/{}/cases/", self.as_str());
        embedded::FILES.iter().filter(move |file| file.path.starts_with(&folder))
    }

    fn file(self, name: &str) -> &'static embedded::File {
        let path = format!("values/{}/{name}", self.as_str());
        embedded::file(&path).expect("every provider has its layers and its schema")
    }
}

/// The operating system of the nodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Os {
    /// Flatcar Container Linux, configured by Ignition.
    Flatcar,
    /// Ubuntu, configured by cloud-init.
    Ubuntu,
}

impl Os {
    /// All of them, in the order of their names.
    pub const ALL: [Os; 2] = [Os::Flatcar, Os::Ubuntu];

    /// The name of flags, values layers and cases.
    pub fn as_str(self) -> &'static str {
        match self {
            Os::Flatcar => "flatcar",
            Os::Ubuntu => "ubuntu",
        }
    }
}

/// A built-in chart for one OS and one API generation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Builtin {
    /// Which chart.
    pub provider: Provider,
    /// Which operating system.
    pub os: Os,
    /// Which object versions.
    pub generation: Generation,
}

impl Renderer for Builtin {
    fn render(&self, release: Release<'_>, values: &Value) -> Result<Rendered, RenderError> {
        check_release(release)?;
        let env = self.provider.environment()?;
        let context = context! {
            values => minijinja::Value::from(Serde(values)),
            profile => context! {
                generation => self.generation.as_str(),
                provider => self.provider.as_str(),
                os => self.os.as_str(),
            },
            release => context! { name => release.name, namespace => release.namespace },
        };
        let mut files = Vec::new();
        for template in self.templates() {
            let text = env.get_template(template.path).and_then(|t| t.render(context.clone()));
            let text = text.map_err(|e| render_error(template.path, &e))?;
            let template = template.path.into();
            let file = RenderedFile { template, text: text.into(), pieces: Vec::new() };
            if file.documents().next().is_some() {
                files.push(file);
            }
        }
        Ok(Rendered { files, ..Rendered::default() })
    }
}

impl Builtin {
    /// The templates that produce objects, in the order in which they are printed.
    fn templates(&self) -> impl Iterator<Item = &'static embedded::File> {
        let folder = format!("templates/{}/", self.provider.as_str());
        embedded::FILES
            .iter()
            .filter(move |f| f.path.starts_with(&folder) && f.path.ends_with(".yaml.j2"))
    }
}

impl Provider {
    /// The chart's templates, compiled once per process and shared by all renders.
    fn environment(self) -> Result<&'static Environment<'static>, RenderError> {
        static COMPILED: [OnceLock<Environment<'static>>; Provider::ALL.len()] =
            [const { OnceLock::new() }; Provider::ALL.len()];
        let slot = &COMPILED[self as usize];
        match slot.get() {
            Some(env) => Ok(env),
            None => {
                let env = self.compile()?;
                Ok(slot.get_or_init(|| env))
            }
        }
    }

    fn compile(self) -> Result<Environment<'static>, RenderError> {
        let mut env = Environment::new();
        env.set_undefined_behavior(UndefinedBehavior::Strict);
        env.set_auto_escape_callback(|_| AutoEscape::None);
        let syntax = SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build();
        env.set_syntax(syntax.expect("the delimiters are the defaults"));
        env.set_formatter(filters::write_value);
        filters::register(&mut env);
        let own = format!("templates/{}/", self.as_str());
        for file in embedded::FILES {
            if file.path.starts_with(&own) || file.path.starts_with("templates/shared/") {
                env.add_template(file.path, file.text).map_err(|e| render_error(file.path, &e))?;
            }
        }
        Ok(env)
    }
}

/// Longest name of a cluster: names of objects, labels and buckets are made of it.
const MAX_NAME: usize = 32;

fn check_release(release: Release<'_>) -> Result<(), RenderError> {
    let label = |text: &str, longest: usize| {
        let inner = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        !text.is_empty()
            && text.len() <= longest
            && text.chars().all(inner)
            && !text.starts_with('-')
            && !text.ends_with('-')
    };
    let Release { name, namespace } = release;
    if !label(name, MAX_NAME) || name.starts_with(|c: char| c.is_ascii_digit()) {
        let message = format!("`{name}` cannot be the name of a cluster");
        return Err(RenderError::new(message).with_help(format!(
            "use at most {MAX_NAME} lower-case letters, digits and dashes, a letter first, with `--name`"
        )));
    }
    if !label(namespace, 63) {
        let message = format!("`{namespace}` cannot be the name of a namespace");
        let help = "use at most 63 lower-case letters, digits and dashes, with `--namespace`";
        return Err(RenderError::new(message).with_help(help));
    }
    Ok(())
}

/// The innermost template and line of an engine error, in this project's words.
fn render_error(template: &str, error: &minijinja::Error) -> RenderError {
    let inner = std::iter::successors(Some(error), |e| {
        std::error::Error::source(*e).and_then(|s| s.downcast_ref::<minijinja::Error>())
    });
    let error = inner.last().unwrap_or(error);
    let template = error.name().unwrap_or(template).to_owned();
    let line = error.line().and_then(|line| u32::try_from(line).ok());
    let detail = error.detail().unwrap_or_default();
    match error.kind() {
        ErrorKind::UndefinedError => {
            let message = match detail {
                "" => "a value that the template needs is not there".to_owned(),
                detail => format!("a value that the template needs is not there ({detail})"),
            };
            RenderError::at(template, line, message)
                .with_help("give the value with `--set` or in a values file")
        }
        ErrorKind::InvalidOperation if !detail.is_empty() => {
            RenderError::at(template, line, detail.to_owned())
        }
        _ => RenderError::at(template, line, error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(source: &'static str, values: Value) -> RenderError {
        let mut env = Environment::new();
        env.set_undefined_behavior(UndefinedBehavior::Strict);
        filters::register(&mut env);
        let rendered = env.add_template("inner.j2", source).and_then(|()| {
            env.add_template("outer.j2", "{% include \"inner.j2\" %}")?;
            env.get_template("outer.j2")?
                .render(context! { values => minijinja::Value::from(Serde(values)) })
        });
        render_error("outer.j2", &rendered.unwrap_err())
    }

    #[test]
    fn an_error_names_the_innermost_template_and_line() {
        let error = error("one\n{{ values.a.b }}", serde_json::json!({"a": {}}));
        let expected =
            "inner.j2:2: a value that the template needs is not there (`values.a.b` is undefined)";
        assert_eq!(error.to_string(), expected);
        assert_eq!((error.template(), error.line()), (Some("inner.j2"), Some(2)));
        assert!(error.help().is_some_and(|help| help.contains("--set")));
    }

    #[test]
    fn a_template_that_fails_on_purpose_says_why_and_nothing_else() {
        let error = error("\n\n{{ fail(\"`a` needs `b`\") }}", serde_json::json!({}));
        assert_eq!(error.to_string(), "inner.j2:3: `a` needs `b`");
    }

    #[test]
    fn broken_syntax_is_an_error_with_a_line() {
        let error = error("one\n{{ values.", serde_json::json!({}));
        assert_eq!(error.line(), Some(2), "{error}");
    }

    #[test]
    fn every_provider_has_its_layers_and_its_schema() {
        for provider in Provider::ALL {
            for os in Os::ALL {
                assert!(provider.layers(os).iter().all(|layer| !layer.text.is_empty()));
            }
            assert!(provider.schema().text.starts_with('{'));
            assert!(provider.cases().count() >= 9);
        }
    }
}
