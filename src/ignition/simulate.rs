//! The simulation: from manifests to what every node would be given.
//!
//! [`simulate`] plans the nodes (the control plane's first and joining node, one worker of
//! each pool, and configurations that stand alone), and runs each through the stages in the
//! order in which the real programs see it. Later stages run as far as they can even when an
//! earlier one refuses, so that one run shows everything.

use crate::ignition::bootstrap::{FileSpec, RenderError, Spec, Template, Variant, render};
use crate::ignition::cloudinit;
use crate::ignition::convert::{self, Outcome as Converted};
use crate::ignition::gojson;
use crate::ignition::kubeadm::{self, Documents};
use crate::ignition::plan::{Plan, plan};
use crate::ignition::report::{Entry, EntryKind};
use crate::ignition::result::{NodeResult, Outcome, Parts, Stage, UserdataFormat};
use crate::ignition::sink::{At, Sink};
use crate::ignition::size::{self, Target, base64_len};
use crate::ignition::validate::{admission, flatcar, intent, node};
use crate::ignition::walk::walk;
use crate::ignition::{explain::explain, origin::Origins, types::Config};

use crate::finding::Severity;
use crate::manifest::Manifests;
use crate::profile::{Gate, Profile};
use crate::source::SourceMap;

/// What a run may fix from outside.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// Replaces the generated kubeadm documents.
    pub kubeadm_config: Option<String>,
    /// Replaces the command that runs kubeadm.
    pub kubeadm_command: Option<String>,
    /// Only nodes of this name.
    pub node: Option<String>,
    /// Only nodes of this cluster.
    pub cluster: Option<String>,
    /// How many bytes a Secret that is not among the manifests may hold.
    pub unknown_secret: Option<usize>,
}

/// Bytes that are assumed for content from Secrets that are not among the manifests.
pub const UNKNOWN_SECRET: usize = 200;

/// What the nodes of the manifests would be given, in the order of the manifests.
pub fn simulate(
    manifests: &Manifests,
    profile: &Profile,
    sources: &SourceMap,
    options: &Options,
) -> Vec<NodeResult> {
    let wanted = |plan: &Plan<'_>| {
        let node = options.node.as_ref().is_none_or(|n| *n == plan.name);
        let cluster = options.cluster.as_ref().is_none_or(|c| plan.cluster.as_deref() == Some(c));
        node && cluster
    };
    let plans = plan(manifests);
    let wanted = plans.iter().filter(|p| wanted(p));
    wanted.map(|plan| Run { plan, manifests, profile, options }.node(sources)).collect()
}

/// One node on its way through the stages.
pub(super) struct Run<'a> {
    pub plan: &'a Plan<'a>,
    pub manifests: &'a Manifests,
    pub profile: &'a Profile,
    pub options: &'a Options,
}

/// What the provider puts in front of `spec.files`, and what it runs.
pub(super) struct Prepared {
    /// The spec with content from Secrets filled in.
    pub spec: Spec,
    /// Certificates, then `spec.files`.
    pub files: Vec<FileSpec>,
    /// The kubeadm documents.
    pub documents: Documents,
    /// The command that runs kubeadm.
    pub command: String,
    /// Bytes that unknown parts can add.
    pub margins: Vec<kubeadm::Margin>,
}

impl Run<'_> {
    fn node(&self, sources: &SourceMap) -> NodeResult {
        let mut sink = Sink::new(&self.plan.spec, sources);
        let mut prepared = self.prepare();
        let target = self.plan.target(self.manifests, self.profile);
        let mut result = NodeResult {
            node: self.plan.name.clone(),
            format: UserdataFormat::CloudConfig,
            result: Outcome::Generated,
            stage: None,
            userdata: None,
            bytes: 0,
            bytes_max: 0,
            base64_bytes: 0,
            target,
            limit: target.limit(),
            findings: Vec::new(),
            parts: Parts {
                kubeadm: prepared.documents.text(),
                cluster: self.plan.cluster.clone(),
                ..Parts::default()
            },
        };
        self.admission(&mut sink, &mut result);
        if prepared.spec.is_ignition() {
            result.format = UserdataFormat::Ignition;
            self.ignition(&mut sink, &mut result, &prepared);
        } else {
            cloudinit::run(self, &mut sink, &mut result, &mut prepared);
        }
        if result.result == Outcome::Refused {
            result.userdata = None;
        }
        result.findings = sink.findings;
        result
    }

    fn prepare(&self) -> Prepared {
        let mut spec = Spec::read(self.plan.spec.node);
        let mut margins = Vec::new();
        let unknown = self.options.unknown_secret.unwrap_or(UNKNOWN_SECRET);
        kubeadm::fill_secrets(&mut spec, self.plan, self.manifests, unknown, &mut margins);
        let mut files = kubeadm::certificates(self.plan, &mut margins);
        files.extend(spec.files.iter().cloned());
        let documents = match &self.options.kubeadm_config {
            Some(text) => Documents::given(text),
            None => kubeadm::documents(self.plan, self.manifests, self.profile, &mut margins),
        };
        let command = match &self.options.kubeadm_command {
            Some(text) => text.clone(),
            None => kubeadm::command(self.plan.kind, &spec),
        };
        Prepared { spec, files, documents, command, margins }
    }

    fn admission(&self, sink: &mut Sink<'_>, result: &mut NodeResult) {
        let spec = &self.plan.spec;
        for refusal in admission::check(spec.node, &spec.path, self.profile) {
            let rule = if refusal.schema {
                "userdata/over-schema-limit"
            } else {
                "userdata/refused-by-webhook"
            };
            let detail = &refusal.detail;
            let message = match refusal.schema {
                true => format!("the field is too large for the API server: {detail}"),
                false => format!("the webhook refuses the field: {detail}"),
            };
            let at = At::Field(without_prefix(&refusal.path, &spec.path));
            let upstream = format!("{}: {}: {detail}", refusal.shown, refusal.kind);
            sink.add(Stage::Admission, Severity::Error, rule, at, message).upstream(upstream);
            refuse(result, Stage::Admission);
        }
        if self.profile.gate(admission::GATE) == Gate::Assumed && spec.is_ignition() {
            let gate = admission::GATE;
            let message = format!("the feature gate `{gate}` is assumed to be on");
            sink.add(
                Stage::Admission,
                Severity::Info,
                "userdata/assumed-gate",
                At::field("format"),
                message,
            )
            .help(format!("say so with `--feature-gates {gate}=true`; it is off by default"));
        }
    }

    fn ignition(&self, sink: &mut Sink<'_>, result: &mut NodeResult, prepared: &Prepared) {
        let Some(variant) = Variant::of(&self.profile.capi) else {
            let message = format!("Cluster API {} knows no Ignition", self.profile.capi);
            sink.add(
                Stage::Admission,
                Severity::Error,
                "userdata/refused-by-webhook",
                At::field("format"),
                message,
            )
            .help("Ignition begins with v1.1.0");
            return refuse(result, Stage::Admission);
        };
        let template = Template {
            variant,
            spec: &prepared.spec,
            files: &prepared.files,
            command: &prepared.command,
            kubeadm: &prepared.documents.ignition_text(),
        };
        let rendered = match render(&template) {
            Ok(rendered) => rendered,
            Err(RenderError::ShortMount { index, fields }) => {
                let message =
                    format!("a mount needs a label and a mount point, this has {fields} field(s)");
                sink.add(
                    Stage::Base,
                    Severity::Error,
                    "userdata/unrenderable-config",
                    At::field(&format!("mounts[{index}]")),
                    message,
                )
                .upstream("error calling index: reflect: slice index out of range");
                return refuse(result, Stage::Base);
            }
        };
        let base = self.base(sink, result, &rendered);
        let additional = self.additional(sink, result, &prepared.spec);
        let omitted = rendered.omitted_bytes();
        result.parts.clc = Some(rendered);
        let (Some((mut config, known)), Some((more, more_known))) = (base, additional) else {
            return;
        };
        let origins = Origins::new(&template, &config, &prepared.spec.additional_config);
        intent::check(&template, &config, sink);
        if let Some(more) = more {
            convert::append(&mut config, more);
        }
        let userdata = gojson::to_string(&config);
        self.measure(sink, result, prepared, &config, userdata.len() + omitted);
        result.userdata = Some(userdata);
        self.old_ignition(sink, &config, &[known, more_known].concat());
        self.flatcar(sink, &config, &origins);
        node::check(self, prepared, &config, &origins, sink);
        result.parts.config = Some(config);
    }

    /// The generated config, which is read strictly.
    fn base(
        &self,
        sink: &mut Sink<'_>,
        result: &mut NodeResult,
        rendered: &crate::ignition::bootstrap::Rendered,
    ) -> Option<(Config, Vec<String>)> {
        let report = match convert::to_ignition(rendered.text.as_bytes(), true) {
            Converted::Converted(config, report) => {
                return Some((*config, report.entries.into_iter().map(|e| e.message).collect()));
            }
            Converted::NotParsed(report) | Converted::NotConverted(report) => report,
        };
        for entry in &report.entries {
            for (line, text) in single_texts(entry, |line| rendered.real_line(line)) {
                let field = rendered.field(line).cloned();
                let found = explain(&text);
                let at = field.map_or(At::Spec, At::Field);
                let finding = sink.add(
                    Stage::Base,
                    Severity::Error,
                    "userdata/unreadable-config",
                    at,
                    found.message,
                );
                finding.upstream(text);
                finding.finding.help = found.help.map(str::to_owned);
            }
        }
        refuse(result, Stage::Base);
        None
    }

    /// The added config, which is read as strictly as the spec asks.
    fn additional(
        &self,
        sink: &mut Sink<'_>,
        result: &mut NodeResult,
        spec: &Spec,
    ) -> Option<(Option<Config>, Vec<String>)> {
        let text = &spec.additional_config;
        if text.is_empty() {
            return Some((None, Vec::new()));
        }
        let (config, report) = match convert::to_ignition(text.as_bytes(), spec.strict) {
            Converted::Converted(config, report) => (Some(*config), report),
            Converted::NotParsed(report) | Converted::NotConverted(report) => (None, report),
        };
        let refused = config.is_none();
        for entry in &report.entries {
            for (line, text) in single_texts(entry, |line| line) {
                let mut position = entry.position;
                if position.line == 0 {
                    position.line = line;
                }
                let found = explain(&text);
                let dropped = !refused || (entry.kind != EntryKind::Error && !spec.strict);
                let (rule, message) = match dropped {
                    true => ("userdata/dropped-warning", found.message),
                    false => ("userdata/unreadable-additional-config", found.message),
                };
                let severity = severity(entry, dropped);
                let finding =
                    sink.add(Stage::Additional, severity, rule, At::Additional(position), message);
                finding.upstream(text);
                finding.finding.help = found.help.map(str::to_owned);
            }
        }
        if refused {
            refuse(result, Stage::Additional);
            return None;
        }
        Some((config, report.entries.into_iter().map(|e| e.message).collect()))
    }

    /// What Ignition of older Flatcar releases says about the merged config, besides what was
    /// said about its parts.
    fn old_ignition(&self, sink: &mut Sink<'_>, config: &Config, known: &[String]) {
        for entry in walk(config, None, false).entries {
            if known.contains(&entry.message) {
                continue;
            }
            let found = explain(&entry.message);
            let severity = severity(&entry, false);
            let finding = sink.add(
                Stage::Ignition,
                severity,
                "userdata/ignition-refuses",
                At::Spec,
                found.message,
            );
            finding.upstream(entry.to_string());
            finding.finding.help = found.help.map(str::to_owned);
        }
    }

    fn flatcar(&self, sink: &mut Sink<'_>, config: &Config, origins: &Origins) {
        for fault in flatcar::check(config, &self.profile.flatcar) {
            let found = explain(&fault.text);
            let (severity, rule) = match fault.fatal {
                true => (Severity::Error, "userdata/flatcar-refuses"),
                false => (Severity::Warning, "userdata/flatcar-changes"),
            };
            let at = origins.of(fault.part, config);
            let finding = sink.add(Stage::Flatcar, severity, rule, at, found.message);
            finding.upstream(fault.text).holds("flatcar >= 3185.0.0");
            finding.finding.help = found.help.map(str::to_owned);
        }
    }

    /// Sets the sizes, and compares them with what the target takes.
    pub(super) fn measure(
        &self,
        sink: &mut Sink<'_>,
        result: &mut NodeResult,
        prepared: &Prepared,
        config: &Config,
        bytes: usize,
    ) {
        result.bytes = bytes;
        result.base64_bytes = base64_len(bytes);
        let more: usize = prepared.margins.iter().map(|m| m.more).sum();
        result.bytes_max = bytes + more;
        result.parts.size = size::shares(config, &prepared.margins, bytes);
        self.limits(sink, result);
    }

    /// Reports user data that the target does not take, or may not take.
    pub(super) fn limits(&self, sink: &mut Sink<'_>, result: &NodeResult) {
        let Some(limit) = result.limit else { return };
        let target = result.target;
        let (sure, possible) = (target.counted(result.bytes), target.counted(result.bytes_max));
        let form = if target == Target::Nova { " as base64" } else { "" };
        let name = target.as_str();
        if sure > limit {
            let message = format!("the user data has {sure} bytes{form}, `{name}` takes {limit}");
            sink.add(Stage::Node, Severity::Error, "userdata/too-large", At::Spec, message)
                .help("move large files out of the configuration, or into an object store");
        } else if possible > limit {
            let message = format!(
                "the user data has {sure} bytes{form} and can reach {possible}, `{name}` takes {limit}"
            );
            sink.add(Stage::Node, Severity::Warning, "userdata/too-large", At::Spec, message)
                .help("state how large unknown Secrets are with `--unknown-secret-bytes`");
        }
    }
}

fn without_prefix(
    path: &crate::path::FieldPath,
    prefix: &crate::path::FieldPath,
) -> crate::path::FieldPath {
    let mut out = crate::path::FieldPath::root();
    for step in path.steps().iter().skip(prefix.steps().len()) {
        match step {
            crate::path::Step::Key(key) => out.push_key(key.clone()),
            crate::path::Step::Index(index) => out.push_index(*index),
        }
    }
    out
}

pub(super) fn refuse(result: &mut NodeResult, stage: Stage) {
    result.result = Outcome::Refused;
    result.stage = Some(result.stage.map_or(stage, |first| first.min(stage)));
}

/// How bad an entry is for the author, who never sees what the provider throws away.
fn severity(entry: &Entry, dropped: bool) -> Severity {
    match entry.kind {
        EntryKind::Error => Severity::Error,
        EntryKind::Warning if dropped => Severity::Error,
        EntryKind::Warning | EntryKind::Deprecated => Severity::Warning,
        EntryKind::Info if dropped => Severity::Info,
        EntryKind::Info => Severity::Warning,
    }
}

/// The statements of an entry, each with its line in the text and with the line numbers that
/// the real program prints. yaml.v3 puts all values of a wrong type into one entry.
fn single_texts(entry: &Entry, real: impl Fn(usize) -> usize) -> Vec<(usize, String)> {
    let mut shown = entry.clone();
    if entry.position.line != 0 {
        shown.position.line = real(entry.position.line);
        return vec![(entry.position.line, shown.to_string())];
    }
    let message = &entry.message;
    let renumber = |text: &str| -> (usize, String) {
        let Some((head, tail)) = text.split_once("line ") else { return (0, text.to_owned()) };
        let digits = tail.bytes().take_while(u8::is_ascii_digit).count();
        let Ok(line) = tail[..digits].parse::<usize>() else { return (0, text.to_owned()) };
        (line, format!("{head}line {}{}", real(line), &tail[digits..]))
    };
    match message.split_once('\n') {
        Some((head, rest)) if head.starts_with("yaml: unmarshal errors") => {
            let entry = |line: &str| {
                let (number, text) = renumber(line);
                (number, format!("error: {head}\n{text}"))
            };
            rest.lines().map(entry).collect()
        }
        _ => {
            let (line, text) = renumber(message);
            shown.message = text;
            vec![(line, shown.to_string())]
        }
    }
}
