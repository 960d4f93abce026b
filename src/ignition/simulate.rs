//! The simulation: from manifests to what every node would be given.
//!
//! [`simulate`] plans the nodes (the control plane's first and joining node, one worker of
//! each pool, and configurations that stand alone), and runs each through the stages in the
//! order in which the real programs see it. Later stages run as far as they can even when an
//! earlier one refuses, so that one run shows everything.

use crate::ignition::bootstrap::{
    FileSpec, RenderError, Rendered, Spec, Template, TemplateError, Variant, render, render_files,
};
use crate::ignition::clc;
use crate::ignition::cloudinit;
use crate::ignition::convert::{self, Outcome as Converted};
use crate::ignition::gojson;
use crate::ignition::kubeadm::{self, Documents};
use crate::ignition::plan::{Plan, plan};
use crate::ignition::report::{Entry, EntryKind, Report};
use crate::ignition::result::{NodeResult, Outcome, Parts, Stage, UserdataFormat};
use crate::ignition::sink::{ADDITIONAL, At, Sink};
use crate::ignition::size::{self, Target, base64_len};
use crate::ignition::validate::{admission, flatcar, intent, node};
use crate::ignition::walk::Checked;
use crate::ignition::{explain::explain, origin::Origins, types::Config};

use crate::finding::Severity;
use crate::manifest::{KubeadmSpec, Manifests};
use crate::path::FieldPath;
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

/// More statements of one program than this tell nobody anything; the rest is counted.
const MAX_FINDINGS: usize = 200;

/// An object has to fit into a request to the API server, which takes 3 MiB.
const MAX_ADDITIONAL: usize = 3 << 20;

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

/// As [`simulate`] without options, with the configuration that each node is made from: for
/// those who look at all nodes, and have the configurations already.
pub fn simulate_all<'a>(
    manifests: &'a Manifests,
    profile: &Profile,
    sources: &SourceMap,
) -> Vec<(KubeadmSpec<'a>, NodeResult)> {
    let options = Options::default();
    let node = |plan: Plan<'a>| {
        let result = Run { plan: &plan, manifests, profile, options: &options }.node(sources);
        (plan.spec, result)
    };
    plan(manifests).into_iter().map(node).collect()
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
    /// The file whose template the provider cannot render.
    pub unrendered: Option<TemplateError>,
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
        let prepared = self.prepare();
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
            limit: self.plan.limit(target, prepared.spec.is_ignition()),
            findings: Vec::new(),
            parts: Parts {
                kubeadm: prepared.documents.text(),
                cluster: self.plan.cluster.clone(),
                target_is_known: self.plan.target_is_known(),
                ..Parts::default()
            },
        };
        self.admission(&mut sink, &mut result);
        if let Some(TemplateError { index, upstream }) = &prepared.unrendered {
            let at = At::Field(FieldPath::parse("files").index(*index).key("content"));
            let message = "the provider cannot render the template of the file";
            sink.add(Stage::Base, Severity::Error, "userdata/unrenderable-config", at, message)
                .upstream(upstream.clone());
            refuse(&mut result, Stage::Base);
        }
        if prepared.spec.is_ignition() {
            result.format = UserdataFormat::Ignition;
            self.ignition(&mut sink, &mut result, &prepared);
        } else {
            cloudinit::run(self, &mut sink, &mut result, &prepared);
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
        let is_template = |f: &FileSpec| f.content_format == "Template";
        let version = spec.files.iter().any(is_template);
        let version = version.then(|| self.plan.control_plane_version(self.manifests)).flatten();
        let unrendered = render_files(&mut spec.files, &self.profile.capi, version).err();
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
        Prepared { spec, files, unrendered, documents, command, margins }
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
            let at = At::Field(refusal.path);
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
        let base = self.base(sink, result, &rendered, prepared);
        let additional = self.additional(sink, result, &prepared.spec);
        let omitted = rendered.omitted_bytes();
        result.parts.clc = Some(rendered);
        let Some((mut config, known)) = base else { return };
        let (more, more_known) = additional.unwrap_or_default();
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

    /// The generated config, which is read strictly. When nothing but warnings refuse it, the
    /// config comes back all the same, for the later stages.
    fn base(
        &self,
        sink: &mut Sink<'_>,
        result: &mut NodeResult,
        rendered: &Rendered,
        prepared: &Prepared,
    ) -> Option<(Config, Vec<String>)> {
        let text = rendered.text.as_bytes();
        let report = match convert::to_ignition(text, true) {
            Converted::Converted(config, report) => return Some((*config, messages(report))),
            Converted::NotParsed(report) | Converted::NotConverted(report) => report,
        };
        let shown = statements(&report, |line| rendered.real_line(line));
        for Statement { line, text, .. } in shown.into_iter().take(MAX_FINDINGS) {
            // The grammar names the line before the one that it stumbles over.
            let field = rendered.field(line).or_else(|| rendered.field(line + 1));
            let mut field = field.cloned().or_else(|| blamed(&text, &prepared.spec));
            if text.contains("mode unspecified") {
                // The statement stands at the whole file.
                field = field.map(|f| f.parent().key("permissions"));
            }
            let at = field.map_or(At::Spec, At::Field);
            let found = explain(&text);
            let rule = "userdata/unreadable-config";
            let finding = sink.add(Stage::Base, Severity::Error, rule, at, found.message);
            finding.upstream(text);
            finding.finding.help = found.help.map(str::to_owned);
        }
        refuse(result, Stage::Base);
        lenient(text)
    }

    /// The added config, which is read as strictly as the spec asks.
    fn additional(
        &self,
        sink: &mut Sink<'_>,
        result: &mut NodeResult,
        spec: &Spec,
    ) -> Option<(Option<Config>, Vec<String>)> {
        let text = spec.additional_config.as_bytes();
        if text.is_empty() {
            return Some((None, Vec::new()));
        }
        if text.len() > MAX_ADDITIONAL {
            let message = format!(
                "the added configuration has {} bytes, no API server takes that",
                text.len()
            );
            sink.add(
                Stage::Admission,
                Severity::Error,
                "userdata/over-schema-limit",
                At::field(ADDITIONAL),
                message,
            );
            refuse(result, Stage::Admission);
            return None;
        }
        if clc::has_more_documents(text) {
            let message = "only the first YAML document is read, the others are dropped";
            let (stage, rule) = (Stage::Additional, "userdata/dropped-document");
            sink.add(stage, Severity::Error, rule, At::field(ADDITIONAL), message)
                .help("put everything into one document");
        }
        let (config, report) = match convert::to_ignition(text, spec.strict) {
            Converted::Converted(config, report) => (Some(*config), report),
            Converted::NotParsed(report) | Converted::NotConverted(report) => (None, report),
        };
        let refused = config.is_none();
        said_of_additional(sink, &report, refused, spec.strict);
        if refused {
            refuse(result, Stage::Additional);
            return lenient(text).map(|(config, known)| (Some(config), known));
        }
        Some((config, messages(report)))
    }

    /// What Ignition of older Flatcar releases says about the merged config, besides what was
    /// said about its parts.
    fn old_ignition(&self, sink: &mut Sink<'_>, config: &Config, known: &[String]) {
        // The parts were checked on their own; what remains are the rules about the whole.
        for entry in config.check().entries {
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
        result.parts.size.stub = self.plan.stub(result.target, self.manifests);
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

pub(super) fn refuse(result: &mut NodeResult, stage: Stage) {
    result.result = Outcome::Refused;
    result.stage = Some(result.stage.map_or(stage, |first| first.min(stage)));
}

/// How bad an entry is for the author, who never sees what the provider throws away.
fn severity(entry: &Entry, dropped: bool) -> Severity {
    match entry.kind {
        EntryKind::Error => Severity::Error,
        EntryKind::Warning if dropped && !entry.message.contains("deprecated") => Severity::Error,
        EntryKind::Warning | EntryKind::Deprecated => Severity::Warning,
        EntryKind::Info if dropped => Severity::Info,
        EntryKind::Info => Severity::Warning,
    }
}

/// The field behind a text that names no line.
fn blamed(text: &str, spec: &Spec) -> Option<FieldPath> {
    let broken = |content: &str| match text {
        _ if text.contains("invalid base64") => intent::decode_base64(content).is_none(),
        _ if text.contains("control characters") => {
            content.chars().any(|c| c.is_control() && !matches!(c, '\t' | '\n' | '\r' | '\u{85}'))
        }
        _ => false,
    };
    let base64 = text.contains("invalid base64");
    let file =
        spec.files.iter().position(|f| (!base64 || f.encoding == "base64") && broken(&f.content));
    if let Some(index) = file {
        return Some(FieldPath::parse("files").index(index).key("content"));
    }
    let lists =
        [("preKubeadmCommands", &spec.pre_commands), ("postKubeadmCommands", &spec.post_commands)];
    lists.iter().find_map(|(list, commands)| {
        let index = commands.iter().position(|c| !base64 && broken(c))?;
        Some(FieldPath::parse(list).index(index))
    })
}

fn messages(report: Report) -> Vec<String> {
    report.entries.into_iter().map(|e| e.message).collect()
}

/// The config of a text that warnings alone refuse, with what was said about it.
fn lenient(text: &[u8]) -> Option<(Config, Vec<String>)> {
    match convert::to_ignition(text, false) {
        Converted::Converted(config, report) => Some((*config, messages(report))),
        _ => None,
    }
}

/// One statement of the real program.
struct Statement<'r> {
    /// Its line in the text; 0 when it has none.
    line: usize,
    /// What the real program prints, with the line numbers that it prints.
    text: String,
    entry: &'r Entry,
}

/// The statements of a report. yaml.v3 puts all values of a wrong type into one entry.
fn statements(report: &Report, real: impl Fn(usize) -> usize) -> Vec<Statement<'_>> {
    let mut out = Vec::new();
    for entry in &report.entries {
        let mut push = |line, text| out.push(Statement { line, text, entry });
        let mut shown = entry.clone();
        if entry.position.line != 0 {
            shown.position.line = real(entry.position.line);
            push(entry.position.line, shown.to_string());
            continue;
        }
        match entry.message.split_once('\n') {
            Some((head, rest)) if head.starts_with("yaml: unmarshal errors") => {
                for text in rest.lines() {
                    let (line, text) = renumbered(text, &real);
                    push(line, format!("error: {head}\n{text}"));
                }
            }
            _ => {
                let (line, text) = renumbered(&entry.message, &real);
                shown.message = text;
                push(line, shown.to_string());
            }
        }
    }
    out
}

/// The first line number of a text, and the text with the number that the real program prints.
fn renumbered(text: &str, real: impl Fn(usize) -> usize) -> (usize, String) {
    let Some((head, tail)) = text.split_once("line ") else { return (0, text.to_owned()) };
    let digits = tail.bytes().take_while(u8::is_ascii_digit).count();
    match tail[..digits].parse::<usize>() {
        Ok(line) => (line, format!("{head}line {}{}", real(line), &tail[digits..])),
        Err(_) => (0, text.to_owned()),
    }
}

fn said_of_additional(sink: &mut Sink<'_>, report: &Report, refused: bool, strict: bool) {
    let shown = statements(report, |line| line);
    for Statement { line, text, entry } in shown.into_iter().take(MAX_FINDINGS) {
        let mut position = entry.position;
        if position.line == 0 {
            position.line = line;
        }
        let found = explain(&text);
        let dropped = !refused || (entry.kind != EntryKind::Error && !strict);
        let rule = if dropped {
            "userdata/dropped-warning"
        } else {
            "userdata/unreadable-additional-config"
        };
        let at = At::Additional(position);
        let finding =
            sink.add(Stage::Additional, severity(entry, dropped), rule, at, found.message);
        finding.upstream(text);
        finding.finding.help = found.help.map(str::to_owned);
    }
}
