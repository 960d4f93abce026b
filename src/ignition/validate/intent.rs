//! What was written against what arrives: the silent changes that nobody reports today.
//!
//! The provider pastes values into YAML without quoting and reads the result back, so a value
//! can arrive cut, dedented or as another type. No table of such cases is needed: the value
//! in the spec is compared with the value in the generated config.

use base64::engine::{GeneralPurpose, GeneralPurposeConfig};
use base64::{Engine, alphabet};

use crate::finding::Severity;
use crate::ignition::bootstrap::{FileSpec, Template, UserSpec};
use crate::ignition::convert::dataurl;
use crate::ignition::result::Stage;
use crate::ignition::sink::{At, Sink};
use crate::ignition::types::{Config, File, PasswdUser};
use crate::path::FieldPath;

/// Compares the fields of a spec with the config that was generated from it.
pub fn check(template: &Template<'_>, config: &Config, sink: &mut Sink<'_>) {
    let spec = template.spec;
    let unlocked = spec.users.iter().any(|u| u.lock_password == Some(false));
    let sudoers = spec.users.iter().filter(|u| u.sudo.is_some()).count();
    let before = sudoers + usize::from(unlocked);
    let files = config.storage.files.get(before..).unwrap_or_default();
    // A value that smuggles in more files moves the others; then nothing can be compared.
    let count = template.files.len();
    if files.get(count).is_some_and(|f| f.path == "/etc/kubeadm.sh") {
        for (wanted, got) in template.files.iter().zip(files) {
            if let Some(index) = wanted.index {
                FileCheck { template, index, wanted, got, sink: &mut *sink }.run();
            }
        }
    }
    if config.passwd.users.len() == spec.users.len() {
        for (i, (wanted, got)) in spec.users.iter().zip(&config.passwd.users).enumerate() {
            user(i, wanted, got, sink);
        }
    }
    if spec.ntp.as_ref().is_some_and(|n| n.enabled == Some(false)) {
        let message = "`enabled: false` still enables `ntpd.service`";
        add(sink, "userdata/ineffective-switch", At::field("ntp.enabled"), message)
            .help("leave `ntp` out");
    }
}

fn add<'s>(
    sink: &'s mut Sink<'_>,
    rule: &str,
    at: At,
    message: impl Into<String>,
) -> &'s mut crate::ignition::result::NodeFinding {
    sink.add(Stage::Base, Severity::Error, rule, at, message)
}

struct FileCheck<'c, 'a> {
    template: &'c Template<'c>,
    index: usize,
    wanted: &'c FileSpec,
    got: &'c File,
    sink: &'c mut Sink<'a>,
}

impl FileCheck<'_, '_> {
    fn at(&self, key: &str) -> At {
        At::Field(FieldPath::parse("files").index(self.index).key(key))
    }

    fn run(mut self) {
        let (wanted, got) = (self.wanted, self.got);
        if wanted.path != got.path {
            let message = format!("the path arrives as `{}`", got.path);
            add(self.sink, "userdata/cut-value", self.at("path"), message)
                .help("the value is pasted into YAML unquoted: leave ` #` and outer blanks out");
        }
        if wanted.append {
            let message = format!("`append` is ignored: `{}` is replaced", wanted.path);
            add(self.sink, "userdata/ignored-append", self.at("append"), message)
                .help("write the whole file, or use `append` of a file in `additionalConfig`");
        }
        self.mode();
        self.owner();
        self.content();
    }

    fn mode(&mut self) {
        let text = self.wanted.permissions.as_str();
        let Some(mode) = self.got.mode.filter(|_| !text.is_empty()) else { return };
        // A comment behind the number is dropped, as it should be.
        let number = text.split(" #").next().unwrap_or_default().trim();
        let digits = number.strip_prefix("0o").unwrap_or(number).replace('_', "");
        let hex = number.starts_with("0x");
        if matches!(number, "~" | "null") || hex || i64::from_str_radix(&digits, 8) == Ok(mode) {
            return;
        }
        let decimal = !number.starts_with('0') && number.bytes().all(|b| b.is_ascii_digit());
        let what = if decimal { "is read as a decimal number" } else { "is no octal number" };
        let message = format!("`{text}` {what}: the node gets mode 0{mode:o}");
        let at = self.at("permissions");
        add(self.sink, "userdata/decimal-mode", at, message)
            .help("begin the mode with 0, and use the digits 0 to 7, such as `\"0644\"`");
    }

    fn owner(&mut self) {
        let text = &self.wanted.owner;
        if text.is_empty() {
            return;
        }
        let at = self.at("owner");
        if !self.template.variant.owner {
            let message = "`owner` is ignored: the file belongs to root";
            add(self.sink, "userdata/ignored-owner", at, message)
                .help("use Cluster API v1.2.0 or newer, or set the owner in `additionalConfig`")
                .holds("capi v1.1.0..v1.1.6");
            return;
        }
        let mut parts = text.split(':').map(str::trim);
        let (user, group) = (parts.next(), parts.next());
        let name = |o: &Option<crate::ignition::types::Owner>| o.as_ref().map(|o| o.name.clone());
        let arrived = (name(&self.got.user), name(&self.got.group));
        let numeric = |t: Option<&str>| {
            t.is_some_and(|t| !t.is_empty() && t.bytes().all(|b| b.is_ascii_digit()))
        };
        if numeric(user) || numeric(group) {
            let message = "a number is taken for the name of a user or group, not for its id";
            add(self.sink, "userdata/numeric-owner", at, message)
                .help("write the name, or set `user: {id: …}` in `additionalConfig`");
        } else if parts.next().is_some() {
            let message = "what stands behind the second `:` of the owner is dropped";
            add(self.sink, "userdata/cut-value", at, message).help("write `user:group`");
        } else if arrived.0.as_deref().unwrap_or_default() != user.unwrap_or_default()
            || arrived.1.as_deref().unwrap_or_default() != group.unwrap_or_default()
        {
            add(self.sink, "userdata/cut-value", at, "the owner arrives changed")
                .help("the value is pasted into YAML unquoted: use plain names");
        }
    }

    fn content(&mut self) {
        let wanted = self.wanted;
        if wanted.content_from.is_some() && wanted.content == "unknown" {
            return;
        }
        let Ok(got) = dataurl::decode(&self.got.contents.source) else { return };
        let text = wanted.content.as_bytes();
        let at = self.at("content");
        if wanted.encoding.is_empty() {
            if got == text || got == [text, b"\n"].concat() || (text.is_empty() && got.is_empty()) {
                return;
            }
            let kept = wanted.content.replace("\r\n", "\n");
            let kept = format!("{}\n", kept.trim_end_matches('\n'));
            if got == kept.as_bytes() || (kept == "\n" && got.is_empty()) {
                let message = "line ends change: CRLF becomes LF, final line breaks become one";
                self.sink
                    .add(Stage::Base, Severity::Info, "userdata/changed-line-end", at, message)
                    .help("only `encoding: base64` keeps every byte");
                return;
            }
            let message = if got == dedented(&kept).as_bytes() {
                "the indentation that all lines share is removed"
            } else {
                "the content arrives changed"
            };
            add(self.sink, "userdata/changed-content", at, message)
                .help("use `encoding: base64`, which keeps every byte");
            return;
        }
        let plain = wanted.encoding == "base64";
        let decoded = plain.then(|| decode_base64(&wanted.content)).flatten();
        if decoded.as_deref() == Some(&got) {
            return;
        }
        let encoding = &wanted.encoding;
        let message = format!("the file holds the {encoding} text, not what it encodes");
        let finding = add(self.sink, "userdata/undecoded-content", at, message);
        finding.help("write the content as plain text");
        if plain {
            finding.holds("capi v1.1.0..v1.1.6");
        }
    }
}

/// Base64 as yaml.v3 takes it: line breaks count for nothing, nor do bits left over.
pub(in crate::ignition) fn decode_base64(text: &str) -> Option<Vec<u8>> {
    let config = GeneralPurposeConfig::new().with_decode_allow_trailing_bits(true);
    let engine = GeneralPurpose::new(&alphabet::STANDARD, config);
    let compact: String = text.trim_start_matches(' ').split(['\n', '\r']).collect();
    engine.decode(compact).ok()
}

fn dedented(text: &str) -> String {
    let indent = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let lines = text.lines().filter(|l| !l.trim().is_empty());
    let shared = lines.map(indent).min().unwrap_or_default();
    let cut = |line: &str| line.get(shared..).unwrap_or_default().to_owned() + "\n";
    text.lines().map(cut).collect()
}

fn user(i: usize, wanted: &UserSpec, got: &PasswdUser, sink: &mut Sink<'_>) {
    let at = |key: &str| At::Field(FieldPath::parse("users").index(i).key(key));
    let text = |field: &Option<String>| field.clone().unwrap_or_default();
    let hash = text(&got.password_hash);
    let fields = [
        ("name", &wanted.name, &got.name),
        ("gecos", &text(&wanted.gecos), &got.gecos),
        ("homeDir", &text(&wanted.home_dir), &got.home_dir),
        ("shell", &text(&wanted.shell), &got.shell),
        ("passwd", &text(&wanted.passwd), &hash),
        ("primaryGroup", &text(&wanted.primary_group), &got.primary_group),
    ];
    for (key, wanted, got) in fields {
        if wanted != got {
            let message = match key {
                "passwd" => "the password hash arrives changed or not at all".to_owned(),
                _ => format!("the value arrives as `{got}`"),
            };
            add(sink, "userdata/cut-value", at(key), message).help(
                "the value is pasted into YAML unquoted: avoid ` #`, `!`, `{`, `[` and quotes",
            );
        }
    }
    let groups = text(&wanted.groups);
    let wanted_groups: Vec<&str> =
        groups.split(',').map(str::trim).filter(|g| !g.is_empty()).collect();
    if wanted_groups != got.groups {
        let message = format!("the groups arrive as `{}`", got.groups.join("`, `"));
        add(sink, "userdata/unsplit-groups", at("groups"), message)
            .help("separate groups with a comma and a blank");
    }
    for (j, key) in wanted.ssh_authorized_keys.iter().enumerate() {
        if got.ssh_authorized_keys.get(j) != Some(key) {
            let at = FieldPath::parse("users").index(i).key("sshAuthorizedKeys").index(j);
            let message = "the SSH key arrives changed";
            add(sink, "userdata/cut-value", At::Field(at), message)
                .help("the value is pasted into YAML unquoted: leave ` #` and `: ` out");
        }
    }
}
