//! `userdata`: what would a node really be given, and would it boot and join.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::{Args, ValueEnum};
use serde::Serialize;

use super::args::{FindingLevel, InputArgs, ProfileArgs, ReportArgs};
use super::exit::Exit;
use super::input;
use super::lint;
use super::output::Output;
use super::pipeline;
use super::problem::Problem;
use super::reporting;
use super::session::Session;
use crate::finding::Finding;
use crate::ignition::{self, NodeResult, Options, Outcome, actual, extract, files, show};
use crate::profile::Profile;
use crate::report::Format;
use crate::rules;

/// Simulate the user data of every node, and find what would keep it from booting or joining.
#[derive(Debug, Args)]
pub(super) struct UserdataArgs {
    /// Files or folders of manifests, or `-` for standard input.
    #[arg(value_name = "FILE|DIR|-", id = "manifest_files")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    profile: ProfileArgs,
    #[command(flatten)]
    node: NodeArgs,
    #[command(flatten)]
    report: ReportArgs,
    /// The level that fails the run.
    #[arg(long, value_enum, default_value_t)]
    fail_on: FindingLevel,
}

/// Which nodes, and what of them.
#[derive(Debug, Args)]
#[command(next_help_heading = "Node")]
struct NodeArgs {
    /// Only this node: `control-plane-init`, `control-plane-join` or `worker/NAME`.
    #[arg(long, value_name = "NODE")]
    node: Option<String>,
    /// Only the nodes of this cluster.
    #[arg(long, value_name = "NAME")]
    cluster: Option<String>,
    /// Print this instead of a report.
    #[arg(long, value_enum, value_name = "WHAT")]
    show: Option<Show>,
    /// Write the files that the nodes would have below a folder, one folder for each node.
    #[arg(long, value_name = "DIR")]
    extract: Option<PathBuf>,
    /// Compare with what a node really got: Ignition, cloud-config, base64 of them, or the
    /// bootstrap Secret.
    #[arg(long, value_name = "FILE")]
    actual: Option<PathBuf>,
    /// Take the kubeadm documents from a file instead of generating them.
    #[arg(long, value_name = "FILE")]
    kubeadm_config: Option<PathBuf>,
    /// Take this command instead of the generated one.
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    kubeadm_command: Option<String>,
    /// How many bytes a Secret that is not among the manifests may hold.
    #[arg(long, value_name = "BYTES")]
    unknown_secret_bytes: Option<usize>,
}

/// What to print of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Show {
    /// The Ignition configuration.
    Ignition,
    /// The Container Linux Config that the bootstrap provider generates.
    Clc,
    /// The cloud-init document.
    CloudConfig,
    /// The kubeadm documents.
    Kubeadm,
    /// The files, with mode, owner and size.
    Files,
    /// The units, with drop-ins.
    Units,
    /// The size, against the limit of the cloud.
    Size,
}

pub(super) fn run(args: &UserdataArgs, session: &Session, output: &Output) -> anyhow::Result<Exit> {
    let input = input::read(&args.input, &args.files, &args.profile, session, output)?;
    input::require_whole(&input.manifests, session)?;
    let options = options(&args.node)?;
    let mut nodes =
        ignition::simulate(&input.manifests, &input.profile, &session.sources, &options);
    if nodes.is_empty() {
        return Err(no_node(args, session, &input));
    }
    set_fingerprints(&mut nodes);
    if let Some(folder) = &args.node.extract {
        write_files(&nodes, folder)?;
    }
    if let Some(file) = &args.node.actual {
        return compare(&nodes, file, session, output);
    }
    if let Some(what) = args.node.show {
        output.result(&shown(&nodes, what))?;
        let findings: Vec<Finding> = findings(&nodes);
        return Ok(lint::status(&findings, args.fail_on));
    }
    report(args, input.profile, &nodes, input.manifests.objects().len(), session, output)
}

fn options(args: &NodeArgs) -> anyhow::Result<Options> {
    let kubeadm_config = match &args.kubeadm_config {
        Some(path) => {
            let (_, content) = pipeline::read_input(path)?;
            Some(String::from_utf8_lossy(&content).into_owned())
        }
        None => None,
    };
    Ok(Options {
        kubeadm_config,
        kubeadm_command: args.kubeadm_command.clone(),
        node: args.node.clone(),
        cluster: args.cluster.clone(),
        unknown_secret: args.unknown_secret_bytes,
    })
}

/// Why nothing was simulated: the names are wrong, or there is no configuration.
fn no_node(args: &UserdataArgs, session: &Session, input: &input::Input) -> anyhow::Error {
    let all =
        ignition::simulate(&input.manifests, &input.profile, &session.sources, &Options::default());
    let names: Vec<String> = all.iter().map(|n| format!("`{}`", n.node)).collect();
    let problem = match (&args.node.node, names.is_empty()) {
        (_, true) => Problem::new("the input has no kubeadm configuration").with_help(
            "give manifests with a KubeadmControlPlane, KubeadmConfig or KubeadmConfigTemplate",
        ),
        (Some(node), false) => Problem::new(format!("no node is called `{node}`"))
            .with_help(format!("there are {}", names.join(", "))),
        (None, false) => Problem::new("no node belongs to this cluster")
            .with_help(format!("there are {}", names.join(", "))),
    };
    session.fail([problem])
}

/// The findings of all nodes. Nodes that are made from one configuration share most of them.
fn findings(nodes: &[NodeResult]) -> Vec<Finding> {
    let mut all: Vec<Finding> = Vec::new();
    let mut seen = BTreeSet::new();
    for found in nodes.iter().flat_map(|n| &n.findings) {
        let finding = &found.finding;
        let place = finding.location.as_ref().map(|l| (l.line, l.column));
        let path = finding.path.as_ref().map(ToString::to_string);
        if seen.insert((&finding.rule, path, place, &finding.message)) {
            all.push(finding.clone());
        }
    }
    all
}

fn set_fingerprints(nodes: &mut [NodeResult]) {
    for node in nodes {
        for (i, found) in node.findings.iter_mut().enumerate() {
            let same = |f: &Finding| f.rule == found.finding.rule && f.path == found.finding.path;
            let occurrence = if same(&found.finding) { i } else { 0 };
            found.finding.fingerprint = rules::fingerprint(&found.finding, occurrence);
        }
    }
}

#[derive(Serialize)]
struct Document<'a> {
    schema: u32,
    profile: &'a Profile,
    nodes: &'a [NodeResult],
}

fn report(
    args: &UserdataArgs,
    profile: Profile,
    nodes: &[NodeResult],
    objects: usize,
    session: &Session,
    output: &Output,
) -> anyhow::Result<Exit> {
    let findings = findings(nodes);
    let exit = lint::status(&findings, args.fail_on);
    let json = || -> anyhow::Result<String> {
        let document = Document { schema: 1, profile: &profile, nodes };
        Ok(serde_json::to_string_pretty(&document)? + "\n")
    };
    // Of the formats only JSON has a form of its own; text adds a line for each node.
    let mut rest = Vec::new();
    for target in &args.report.formats {
        match (target.format, &target.file) {
            (Format::Json, Some(file)) => output.file(file, &json()?)?,
            (Format::Json, None) => output.result(&json()?)?,
            _ => rest.push(target.clone()),
        }
    }
    let has_json = rest.len() < args.report.formats.len();
    if has_json && rest.is_empty() {
        return Ok(exit);
    }
    if rest.is_empty() {
        output.result(&summary(nodes))?;
    }
    let report = reporting::findings("userdata", profile, findings, objects, session);
    reporting::write(&report, &ReportArgs { formats: rest }, output)?;
    Ok(exit)
}

/// One line for each node.
fn summary(nodes: &[NodeResult]) -> String {
    let width = nodes.iter().map(|n| n.node.len()).max().unwrap_or_default();
    let line = |node: &NodeResult| {
        let limit = node.limit.map(|l| {
            let counted = node.target.counted(node.bytes);
            format!(", {} % of the limit of {}", counted * 100 / l.max(1), node.target.as_str())
        });
        let state = match (node.result, node.stage) {
            (Outcome::Refused, Some(stage)) => format!("refused ({})", stage.as_str()),
            (Outcome::Refused, None) => "refused".to_owned(),
            _ => format!("{} bytes{}", node.bytes, limit.unwrap_or_default()),
        };
        format!("{:width$}  {state}\n", node.node)
    };
    nodes.iter().map(line).collect::<String>() + "\n"
}

fn shown(nodes: &[NodeResult], what: Show) -> String {
    let mut out = String::new();
    for node in nodes {
        let parts = &node.parts;
        let config = || parts.config.as_ref();
        let text = match what {
            Show::Ignition | Show::CloudConfig => node.userdata.clone(),
            Show::Clc => parts.clc.as_ref().map(|c| c.text.clone()),
            Show::Kubeadm => Some(parts.kubeadm.clone()),
            Show::Files => files::of(node).map(|files| show::files(&files)),
            Show::Units => config().map(show::units),
            Show::Size => Some(show::size(node)),
        };
        if nodes.len() > 1 {
            if !out.is_empty() {
                out.push('\n');
            }
            out.push_str(&format!("# {}\n", node.node));
        }
        match text {
            Some(text) => out.push_str(&text),
            None => {
                out.push_str("# nothing: the configuration is refused, or has another format\n")
            }
        }
        if !out.ends_with('\n') {
            out.push('\n');
        }
    }
    out
}

/// Writes the files of each node below a folder of its own, which must be new: nothing that
/// lies there already, such as a link, can lead elsewhere.
#[expect(clippy::disallowed_methods, reason = "`--extract` is the edge that writes")]
fn write_files(nodes: &[NodeResult], folder: &Path) -> anyhow::Result<()> {
    for node in nodes {
        let entries = extract::tree(node);
        if entries.is_empty() {
            continue;
        }
        let base = folder.join(folder_name(&node.node));
        let context = || format!("cannot make the new folder `{}`", base.display());
        fs::create_dir_all(folder).with_context(context)?;
        fs::create_dir(&base).with_context(context)?;
        for entry in entries {
            let path = base.join(&entry.path);
            let context = || format!("cannot write `{}`", path.display());
            let folder = if entry.content.is_some() { path.parent() } else { Some(&*path) };
            if let Some(folder) = folder {
                fs::create_dir_all(folder).with_context(context)?;
            }
            if let Some(content) = &entry.content {
                fs::write(&path, content).with_context(context)?;
            }
            set_mode(&path, entry.mode).with_context(context)?;
        }
    }
    Ok(())
}

/// `worker/a` as one folder name. Names of objects come from the input.
fn folder_name(node: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' };
    node.chars().map(plain).collect()
}

#[cfg(unix)]
fn set_mode(path: &Path, mode: u32) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(mode))
}

#[cfg(not(unix))]
fn set_mode(_: &Path, _: u32) -> std::io::Result<()> {
    Ok(())
}

fn compare(
    nodes: &[NodeResult],
    file: &Path,
    session: &Session,
    output: &Output,
) -> anyhow::Result<Exit> {
    let [node] = nodes else {
        let names: Vec<String> = nodes.iter().map(|n| format!("`{}`", n.node)).collect();
        let problem = Problem::new("several nodes could be compared with the file")
            .with_help(format!("name one with `--node`: {}", names.join(", ")));
        return Err(session.fail([problem]));
    };
    let (name, content) = pipeline::read_input(file)?;
    let differences =
        actual::compare(&content, node).with_context(|| format!("cannot compare `{name}`"))?;
    let mut text = String::new();
    for difference in &differences {
        let what = match (&difference.simulated, &difference.actual) {
            (Some(_), None) => "is missing on the node",
            (None, Some(_)) => "is only on the node",
            _ if difference.expected => "differs, as expected: the cluster fills it in",
            _ => "differs",
        };
        text.push_str(&format!("{}: {what}\n", difference.part));
        if let (Some(a), Some(b), false) =
            (&difference.simulated, &difference.actual, difference.expected)
        {
            let diff = similar::TextDiff::from_lines(a.as_str(), b.as_str());
            let lines = diff.iter_all_changes().filter(|c| c.tag() != similar::ChangeTag::Equal);
            for change in lines.take(20) {
                let line = change.value().trim_end();
                text.push_str(&format!("  {}{line}\n", change.tag()));
            }
        }
    }
    output.result(&text)?;
    let real = differences.iter().filter(|d| !d.expected).count();
    output.diagnostic(&format!("userdata: {real} differences of {}\n", node.node));
    Ok(if real == 0 { Exit::Clean } else { Exit::Findings })
}
