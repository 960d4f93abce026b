//! The cloud-init document that the provider makes for everything but Ignition.
//!
//! Source: `bootstrap/kubeadm/internal/cloudinit/*.go` of Cluster API v1.1.0 to v1.14.0. Like
//! the other template it pastes values in unquoted, except for commands. The two texts of
//! upstream that a node needs as they are (the header and the sentinel) are part of its
//! output; the placeholder file's sentence is not reproduced, its length is.

use crate::finding::Severity;
use crate::goquote::quote;
use crate::ignition::bootstrap::{FileSpec, Spec};
use crate::ignition::kubeadm::{Margin, verbosity};
use crate::ignition::plan::{NodeKind, names_flatcar};
use crate::ignition::result::{NodeResult, Stage};
use crate::ignition::simulate::{Prepared, Run, refuse};
use crate::ignition::sink::{At, Sink};
use crate::ignition::size::{self, base64_len};
use crate::profile::Version;
use crate::source::FileId;
use crate::yaml;

/// Bytes of the placeholder file's content, which is not reproduced.
const PLACEHOLDER: usize = 185;
/// Bytes of the script that retries to join, as it stands in the document.
const RETRY_SCRIPT: usize = 3960 + 6 * 130;
const SENTINEL: &str = "echo success > /run/cluster-api/bootstrap-success.complete";

/// The document of a node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Document {
    /// The text.
    pub text: String,
    /// Bytes that the real text has more.
    pub omitted: usize,
    /// The files with their bytes in the text.
    parts: Vec<(String, usize)>,
}

/// Makes the document, measures it, and checks that cloud-init can read it.
pub(super) fn run(
    run: &Run<'_>,
    sink: &mut Sink<'_>,
    result: &mut NodeResult,
    prepared: &Prepared,
) {
    let document = render(run, prepared);
    readable(&document.text, sink, result);
    let image = run.plan.group.as_ref().and_then(|g| g.infrastructure);
    let on_flatcar = image.is_some_and(names_flatcar);
    if on_flatcar {
        let message = "a Flatcar image is given cloud-init data, which its Ignition cannot read";
        sink.add(
            Stage::Flatcar,
            Severity::Error,
            "userdata/wrong-format",
            At::field("format"),
            message,
        )
        .help("set `format: ignition`")
        .upstream("invalid character '#' looking for beginning of value");
    }
    result.bytes = document.text.len() + document.omitted;
    result.base64_bytes = base64_len(result.bytes);
    result.bytes_max = result.bytes + prepared.margins.iter().map(|m| m.more).sum::<usize>();
    let margins = prepared.margins.iter().map(|margin| match &*margin.name {
        "/etc/kubeadm.yml" => Margin { name: config_path(run.plan.kind).into(), ..margin.clone() },
        _ => margin.clone(),
    });
    let margins: Vec<Margin> = margins.collect();
    result.parts.size.shares = size::sorted(document.parts, &margins, result.bytes);
    let compressed = run.plan.compresses().then(|| gzip_len(document.text.as_bytes()));
    result.userdata = Some(document.text);
    // What is sent compressed is far below its raw size; the unknown parts hardly matter then.
    if compressed.is_none_or(|len| result.limit.is_some_and(|limit| len > limit)) {
        run.limits(sink, result);
    }
}

/// Where the kubeadm documents lie.
fn config_path(kind: NodeKind) -> &'static str {
    match kind {
        NodeKind::Init => "/run/kubeadm/kubeadm.yaml",
        _ => "/run/kubeadm/kubeadm-join-config.yaml",
    }
}

fn gzip_len(bytes: &[u8]) -> usize {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    let written = std::io::Write::write_all(&mut encoder, bytes);
    written.and_then(|()| encoder.finish()).map_or(bytes.len(), |out| out.len())
}

/// A document that is no YAML is no cloud-config: the node comes up without anything.
fn readable(text: &str, sink: &mut Sink<'_>, result: &mut NodeResult) {
    // Jinja runs first; what it leaves is some text.
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("{{") {
        plain.push_str(before);
        let Some((_, tail)) = after.split_once("}}") else {
            let message = "a `{{` without its `}}`: cloud-init cannot render the document";
            sink.add(
                Stage::Node,
                Severity::Error,
                "userdata/unrenderable-jinja",
                At::Spec,
                message,
            )
            .help("wrap the text in `{% raw %}` and `{% endraw %}`");
            return;
        };
        plain.push('x');
        rest = tail;
    }
    plain.push_str(rest);
    let parsed = yaml::parse(&plain, FileId::NONE);
    if let Some(error) = parsed.error {
        let problem = error.problem().to_owned();
        let message = format!("cloud-init cannot read the document: {problem}");
        sink.add(
            Stage::Node,
            Severity::Error,
            "userdata/unreadable-cloud-config",
            At::Spec,
            message,
        )
        .help("the provider does not quote values: look for `: `, ` #` or leading `@ * &` in them");
        refuse(result, Stage::Node);
    }
}

fn render(run: &Run<'_>, prepared: &Prepared) -> Document {
    let capi = &run.profile.capi;
    let spec = &prepared.spec;
    let mut w = Writer { out: String::new(), parts: Vec::new(), capi };
    w.out.push_str("## template: jinja\n#cloud-config\n\nwrite_files:");
    for file in &prepared.files {
        w.file(file);
    }
    let retry =
        spec.retry_join && run.plan.kind != NodeKind::Init && *capi < Version::new(1, 11, 0);
    w.kubeadm(run.plan.kind, prepared);
    w.commands("bootcmd", &spec.boot_commands, *capi >= Version::new(1, 10, 0));
    w.out.push_str("\nruncmd:");
    w.list(&spec.pre_commands);
    let flag = verbosity(spec);
    w.out.push_str(&match (run.plan.kind, retry) {
        (NodeKind::Init, _) => {
            format!("\n  - 'kubeadm init --config /run/kubeadm/kubeadm.yaml {flag} && {SENTINEL}'")
        }
        (_, true) => format!("\n  - /usr/local/bin/kubeadm-bootstrap-script && {SENTINEL}"),
        _ => format!(
            "\n  - kubeadm join --config /run/kubeadm/kubeadm-join-config.yaml {flag} && {SENTINEL}"
        ),
    });
    w.list(&spec.post_commands);
    w.ntp(spec);
    w.users(spec);
    w.disks(spec);
    w.mounts(spec);
    w.out.push('\n');
    let omitted = PLACEHOLDER + if retry { RETRY_SCRIPT } else { 0 };
    Document { text: w.out, omitted, parts: w.parts }
}

/// A field that the template prints if it is set. Since v1.11 (v1beta2 types) fields are plain
/// texts, so that an empty one is none.
fn set(field: &Option<String>, empty_is_set: bool) -> Option<String> {
    field.clone().filter(|text| empty_is_set || !text.is_empty())
}

struct Writer<'a> {
    out: String,
    parts: Vec<(String, usize)>,
    capi: &'a Version,
}

impl Writer<'_> {
    fn file(&mut self, file: &FileSpec) {
        let before = self.out.len();
        self.out.push_str(&format!("\n-   path: {}\n    ", file.path));
        if !file.encoding.is_empty() {
            self.out.push_str(&format!("encoding: \"{}\"\n    ", file.encoding));
        }
        if !file.owner.is_empty() {
            self.out.push_str(&format!("owner: {}\n    ", file.owner));
        }
        if !file.permissions.is_empty() {
            self.out.push_str(&format!("permissions: '{}'\n    ", file.permissions));
        }
        if file.append && *self.capi >= Version::new(1, 2, 0) {
            self.out.push_str("append: true\n    ");
        }
        self.out.push_str("content: |\n");
        self.indented(&file.content);
        self.parts.push((file.path.clone(), self.out.len() - before));
    }

    fn indented(&mut self, text: &str) {
        self.out.push_str("      ");
        self.out.push_str(&text.replace('\n', "\n      "));
    }

    fn kubeadm(&mut self, kind: NodeKind, prepared: &Prepared) {
        let path = config_path(kind);
        let before = self.out.len();
        self.out.push_str(&format!(
            "\n-   path: {path}\n    owner: root:root\n    permissions: '0640'\n    \
             content: |\n"
        ));
        if kind != NodeKind::Join {
            self.out.push_str("      ---\n");
        }
        if let Some(cluster) = &prepared.documents.cluster {
            self.indented(cluster);
            self.out.push_str("\n      ---\n");
        }
        self.indented(&prepared.documents.node);
        self.parts.push((path.to_owned(), self.out.len() - before));
        self.out.push_str(
            "\n-   path: /run/cluster-api/placeholder\n    owner: root:root\n    permissions: \
             '0640'\n    content: \"\"",
        );
    }

    fn commands(&mut self, key: &str, commands: &[String], known: bool) {
        if known && !commands.is_empty() {
            self.out.push_str(&format!("\n{key}:"));
            self.list(commands);
        }
    }

    fn list(&mut self, commands: &[String]) {
        for command in commands {
            self.out.push_str(&format!("\n  - {}", quote(command)));
        }
    }

    fn ntp(&mut self, spec: &Spec) {
        let Some(ntp) = &spec.ntp else { return };
        self.out.push_str("\nntp:\n  ");
        if let Some(enabled) = ntp.enabled {
            // Older templates look at whether the switch is there, not at what it says.
            let enabled = enabled || *self.capi < Version::new(1, 11, 0);
            self.out.push_str(&format!("enabled: {enabled}\n  "));
        }
        self.out.push_str("servers:");
        for server in &ntp.servers {
            self.out.push_str(&format!("\n    - {server}"));
        }
    }

    fn users(&mut self, spec: &Spec) {
        if spec.users.is_empty() {
            return;
        }
        self.out.push_str("\nusers:");
        let flag = |value: Option<bool>| value.map(|v| v.to_string());
        let empty_is_set = *self.capi < Version::new(1, 11, 0);
        let text = |field: &Option<String>| set(field, empty_is_set);
        for user in &spec.users {
            self.out.push_str(&format!("\n  - name: {}", user.name));
            let fields = [
                ("passwd", text(&user.passwd)),
                ("gecos", text(&user.gecos)),
                ("groups", text(&user.groups)),
                ("homedir", text(&user.home_dir)),
                ("inactive", flag(user.inactive)),
                ("lock_passwd", flag(user.lock_password)),
                ("shell", text(&user.shell)),
                ("primary_group", text(&user.primary_group)),
                ("sudo", text(&user.sudo)),
            ];
            for (key, value) in fields {
                if let Some(value) = value {
                    self.out.push_str(&format!("\n    {key}: {value}"));
                }
            }
            if !user.ssh_authorized_keys.is_empty() {
                self.out.push_str("\n    ssh_authorized_keys:");
                for key in &user.ssh_authorized_keys {
                    self.out.push_str(&format!("\n      - {key}"));
                }
            }
        }
    }

    fn disks(&mut self, spec: &Spec) {
        let Some(setup) = &spec.disk_setup else { return };
        let null =
            |value: Option<bool>| value.map_or_else(|| "<nil>".to_owned(), |v| v.to_string());
        let empty_is_set = *self.capi < Version::new(1, 11, 0);
        self.out.push_str("\ndisk_setup:");
        for partition in &setup.partitions {
            self.out.push_str(&format!("\n  {}:", partition.device));
            if let Some(table) = set(&partition.table_type, empty_is_set) {
                self.out.push_str(&format!("\n    table_type: {table}"));
            }
            let layout = null(partition.layout.or(Some(false)));
            self.out.push_str(&format!("\n    layout: {layout}"));
            if let Some(overwrite) = partition.overwrite {
                self.out.push_str(&format!("\n    overwrite: {overwrite}"));
            }
        }
        self.out.push_str("\nfs_setup:");
        for filesystem in &setup.filesystems {
            let (label, format, device) =
                (&filesystem.label, &filesystem.filesystem, &filesystem.device);
            self.out.push_str(&format!(
                "\n  - label: {label}\n    filesystem: {format}\n    device: {device}"
            ));
            let fields = [
                ("partition", set(&filesystem.partition, empty_is_set)),
                ("overwrite", filesystem.overwrite.map(|o| o.to_string())),
                ("replace_fs", set(&filesystem.replace_fs, empty_is_set)),
            ];
            for (key, value) in fields {
                if let Some(value) = value {
                    self.out.push_str(&format!("\n    {key}: {value}"));
                }
            }
            if !filesystem.extra_opts.is_empty() {
                self.out.push_str("\n    extra_opts:");
                for option in &filesystem.extra_opts {
                    self.out.push_str(&format!("\n      - {option}"));
                }
            }
        }
    }

    fn mounts(&mut self, spec: &Spec) {
        if spec.mounts.is_empty() {
            return;
        }
        self.out.push_str("\nmounts:");
        for mount in &spec.mounts {
            self.out.push_str("\n  - ");
            for field in mount {
                self.out.push_str(&format!("- {field}\n    "));
            }
        }
    }
}
