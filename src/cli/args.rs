//! Groups of flags that several commands share. They only check what was typed; the commands
//! open files and do the work.

use std::collections::BTreeMap;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::output::Color;
use crate::profile::{Controller, Request, Version};
use crate::report::Format;

/// Flags of every command.
#[derive(Debug, Args)]
#[command(next_help_heading = "Global options")]
pub struct GlobalArgs {
    /// Read this configuration instead of the nearest `clusterctl-gs.yaml`.
    #[arg(long, global = true, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// When to colour.
    #[arg(long, global = true, value_enum, default_value_t)]
    pub color: Color,
}

/// A cloud that has a built-in chart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ProviderArg {
    /// Cluster API Provider AWS.
    Aws,
    /// Cluster API Provider OpenStack.
    Openstack,
}

/// The operating system of the nodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum OsArg {
    /// Flatcar Container Linux, provisioned by Ignition.
    #[default]
    Flatcar,
    /// Ubuntu, provisioned by cloud-init.
    Ubuntu,
}

/// What to render.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Input")]
pub struct InputArgs {
    /// Cloud of the built-in chart.
    #[arg(long, value_enum)]
    pub provider: Option<ProviderArg>,
    /// Operating system of the nodes [default: flatcar].
    #[arg(long, value_enum, requires = "provider")]
    pub os: Option<OsArg>,
    /// A Helm chart: a folder or an archive.
    #[arg(long, value_name = "DIR|TGZ", conflicts_with = "provider")]
    pub chart: Option<PathBuf>,
    /// Name of the cluster (the Helm release) [default: demo].
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,
    /// Namespace of the objects [default: built-in charts `org-ORGANIZATION`, Helm `default`].
    #[arg(long, short, value_name = "NAMESPACE")]
    pub namespace: Option<String>,
    /// Values to lay over the defaults.
    #[command(flatten)]
    pub values: ValuesArgs,
    /// What a Helm chart depends on beyond values.
    #[command(flatten)]
    pub helm: HelmArgs,
}

/// What the rendering of a Helm chart depends on, values aside.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Helm charts")]
pub struct HelmArgs {
    /// Render as this release line of Helm: 4.3, 4.1, 3.17, 3.11.
    #[arg(long, value_name = "VERSION")]
    pub helm: Option<String>,
    /// What stands for `[[ .Version ]]` in `Chart.yaml`.
    #[arg(long, value_name = "VERSION")]
    pub chart_version: Option<String>,
    /// A local checkout of a dependency that is not in `charts/`; repeatable.
    #[arg(long = "dependency", value_name = "NAME=DIR", value_parser = dependency)]
    pub dependencies: Vec<(String, PathBuf)>,
    /// Manifests that answer the template function `lookup`; repeatable.
    #[arg(long, value_name = "FILE|DIR")]
    pub lookup: Vec<PathBuf>,
    /// The organisation's Release object: answers `lookup`, sets `global.release.version` and
    /// turns offline rendering off.
    #[arg(long, value_name = "FILE")]
    pub release: Option<PathBuf>,
    /// The Kubernetes version of `.Capabilities`.
    #[arg(long, value_name = "VERSION")]
    pub kube_version: Option<String>,
    /// More API versions for `.Capabilities`; repeatable.
    #[arg(long, short = 'a', value_name = "VERSION", value_delimiter = ',')]
    pub api_versions: Vec<String>,
}

fn dependency(text: &str) -> Result<(String, PathBuf), String> {
    match text.split_once('=') {
        Some((name, path)) if !name.is_empty() && !path.is_empty() => {
            Ok((name.to_owned(), PathBuf::from(path)))
        }
        _ => Err(format!("`{text}` is not of the form `NAME=DIR`")),
    }
}

/// Values that lie over the chart's own, in Helm's grammar and order.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Values")]
pub struct ValuesArgs {
    /// Values file, or `-` for standard input; later files win.
    #[arg(long = "values", short = 'f', value_name = "FILE", id = "values_files")]
    pub files: Vec<PathBuf>,
    /// Set values: `key=value,list[0].key=value`; types are guessed.
    #[arg(long, value_name = "KEY=VALUE", allow_hyphen_values = true)]
    pub set: Vec<String>,
    /// Set values that stay text.
    #[arg(long, value_name = "KEY=VALUE", allow_hyphen_values = true)]
    pub set_string: Vec<String>,
    /// Set values from JSON: `key={"a":1}`.
    #[arg(long, value_name = "KEY=JSON", allow_hyphen_values = true)]
    pub set_json: Vec<String>,
    /// Set values from the content of files: `key=path`.
    #[arg(long, value_name = "KEY=FILE", allow_hyphen_values = true)]
    pub set_file: Vec<String>,
    /// Set one value to the rest of the argument, commas included.
    #[arg(long, value_name = "KEY=TEXT", allow_hyphen_values = true)]
    pub set_literal: Vec<String>,
}

/// Which controllers judge.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Profile")]
pub struct ProfileArgs {
    /// Cluster API version, such as `v1.12.1`.
    #[arg(long, value_name = "VERSION", value_parser = |v: &str| version(Controller::Capi, v))]
    pub capi: Option<Version>,
    /// Cluster API Provider AWS version, such as `v2.11.1`.
    #[arg(long, value_name = "VERSION", value_parser = |v: &str| version(Controller::Capa, v))]
    pub capa: Option<Version>,
    /// Cluster API Provider OpenStack version, such as `v0.14.7`.
    #[arg(long, value_name = "VERSION", value_parser = |v: &str| version(Controller::Capo, v))]
    pub capo: Option<Version>,
    /// Flatcar version, such as `4593.2.4`.
    #[arg(long, value_name = "VERSION")]
    pub flatcar: Option<Version>,
    /// Kubernetes version of the management cluster, such as `v1.34.1`.
    #[arg(long, value_name = "VERSION")]
    pub kubernetes: Option<Version>,
    /// Feature gates of the controllers: `NAME=true`, `NAME=false`.
    #[arg(long, value_name = "NAME=BOOL", value_delimiter = ',', value_parser = gate)]
    pub feature_gates: Vec<(String, bool)>,
}

impl ProfileArgs {
    /// These flags over a request of a lower layer, such as the configuration.
    pub fn over(&self, lower: &Request) -> Request {
        let mut request = lower.clone();
        let given = [
            (Controller::Capi, &self.capi),
            (Controller::Capa, &self.capa),
            (Controller::Capo, &self.capo),
        ];
        for (controller, version) in given {
            if let Some(version) = version {
                request.controllers.insert(controller.as_str(), version.clone());
            }
        }
        request.flatcar = self.flatcar.clone().or(request.flatcar);
        request.kubernetes = self.kubernetes.clone().or(request.kubernetes);
        let gates: BTreeMap<String, bool> = self.feature_gates.iter().cloned().collect();
        request.feature_gates.extend(gates);
        request
    }
}

fn version(controller: Controller, text: &str) -> Result<Version, String> {
    text.parse().map_err(|e| {
        let (first, last) = controller.known();
        format!("{e}; known are {} {first} to {last}", controller.as_str())
    })
}

fn gate(text: &str) -> Result<(String, bool), String> {
    let error = || format!("`{text}` is not a feature gate: expected `NAME=true` or `NAME=false`");
    let (name, value) = text.split_once('=').ok_or_else(error)?;
    let value = value.parse().map_err(|_| error())?;
    if name.is_empty() { Err(error()) } else { Ok((name.to_owned(), value)) }
}

/// How to report, and what fails.
#[derive(Debug, Args)]
#[command(next_help_heading = "Report")]
pub struct ReportArgs {
    /// Format, and file unless stdout: text, json, markdown, sarif, junit, github
    /// [default: text].
    #[arg(long = "format", value_name = "FORMAT[=FILE]", value_parser = format_target)]
    pub formats: Vec<FormatTarget>,
}

/// One report to write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormatTarget {
    /// The format.
    pub format: Format,
    /// The file, or stdout.
    pub file: Option<PathBuf>,
}

fn format_target(text: &str) -> Result<FormatTarget, String> {
    let (name, file) = match text.split_once('=') {
        Some((_, "")) => return Err(format!("`{text}` names no file behind `=`")),
        Some((name, file)) => (name, Some(PathBuf::from(file))),
        None => (text, None),
    };
    let known = || Format::ALL.map(Format::as_str).join(", ");
    let format = Format::ALL.into_iter().find(|format| format.as_str() == name);
    let format =
        format.ok_or_else(|| format!("`{name}` is not a format; there are {}", known()))?;
    Ok(FormatTarget { format, file })
}

/// The level from which `lint` and `userdata` fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum FindingLevel {
    /// Errors fail.
    #[default]
    Error,
    /// Errors and warnings fail.
    Warning,
    /// Nothing fails.
    Never,
}

/// The level from which `diff` and `check` fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum VerdictLevel {
    /// Refused changes and errors of lint fail.
    #[default]
    Refused,
    /// Rolled nodes fail too.
    Rolls,
    /// Every change fails.
    Change,
    /// Nothing fails.
    Never,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_format_may_name_its_file() {
        let target = format_target("sarif=out/a=b.sarif").unwrap();
        assert_eq!(target.format, Format::Sarif);
        assert_eq!(target.file, Some("out/a=b.sarif".into()));
        assert!(format_target("xml").unwrap_err().contains("junit"));
        assert!(format_target("json=").is_err());
    }

    #[test]
    fn flags_win_over_the_configuration() {
        let mut lower = Request::default();
        lower.controllers.insert("capi", Version::new(1, 4, 0));
        lower.controllers.insert("capa", Version::new(2, 2, 0));
        let args = ProfileArgs { capi: Some(Version::new(1, 1, 3)), ..ProfileArgs::default() };
        let request = args.over(&lower);
        assert_eq!(request.controllers["capi"], Version::new(1, 1, 3));
        assert_eq!(request.controllers["capa"], Version::new(2, 2, 0));
    }

    #[test]
    fn unknown_versions_name_the_known_range() {
        let text = version(Controller::Capi, "foo").unwrap_err();
        assert!(text.contains("capi v0.4.0 to v1.14.0"), "{text}");
    }
}
