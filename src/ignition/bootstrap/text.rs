//! The Container Linux Config that the provider's template makes, line by line.
//!
//! Values are pasted in raw, as the real template does; whatever that breaks, breaks in the
//! reader. Comment lines that the template puts into generated files are left out, and
//! [`Omitted`] counts what they would add, so that sizes and line numbers are those of the
//! real text.

use crate::path::FieldPath;

use super::spec::{FileSpec, FilesystemSpec, PartitionSpec, Spec, UserSpec};
use super::variant::Variant;

/// What the template is filled with, besides the spec.
#[derive(Debug, Clone)]
pub struct Template<'a> {
    /// The release's template.
    pub variant: Variant,
    /// The spec.
    pub spec: &'a Spec,
    /// The files to write before the generated ones: certificates, then `spec.files`.
    pub files: &'a [FileSpec],
    /// The command that runs kubeadm.
    pub command: &'a str,
    /// The kubeadm documents.
    pub kubeadm: &'a str,
}

/// Why the template gives nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RenderError {
    /// A mount with less than a device and a mount point.
    #[error("mount {index} has {fields} of at least 2 fields")]
    ShortMount {
        /// Which mount, counted from 0.
        index: usize,
        /// How many fields it has.
        fields: usize,
    },
}

/// What left-out comment lines add to a generated file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Omitted {
    /// The unit or the path that the lines belong to.
    pub file: &'static str,
    /// Bytes of the file itself.
    pub bytes: usize,
    /// Bytes of the file inside the user data, escaped.
    pub encoded: usize,
}

const KUBEADM_SERVICE: Omitted = Omitted { file: "kubeadm.service", bytes: 128, encoded: 130 };
const SSHD_CONFIG: Omitted = Omitted { file: "/etc/ssh/sshd_config", bytes: 44, encoded: 60 };
const NTP_CONF: Omitted = Omitted { file: "/etc/ntp.conf", bytes: 389, encoded: 559 };

/// The text, and what was left out of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rendered {
    /// The config text.
    pub text: String,
    /// The left-out comment lines, for the size.
    pub omitted: Vec<Omitted>,
    /// Lines of the text behind which the real one has more lines, and how many.
    gaps: Vec<(usize, usize)>,
    /// Where in the text the value of a field begins to matter: line, field of the spec.
    origins: Vec<(usize, FieldPath)>,
}

impl Rendered {
    /// The line in the real text of a line in this one.
    pub fn real_line(&self, line: usize) -> usize {
        line + self.gaps.iter().filter(|(at, _)| *at < line).map(|(_, n)| n).sum::<usize>()
    }

    /// The field of the spec that a line of the text was made from, as far as there is one.
    pub fn field(&self, line: usize) -> Option<&FieldPath> {
        let origin = self.origins.iter().rev().find(|(first, _)| *first <= line);
        origin.map(|(_, field)| field).filter(|field| !field.is_root())
    }

    /// The line in this text of a line in the real one.
    pub fn own_line(&self, real: usize) -> usize {
        let mut line = real;
        for (at, count) in &self.gaps {
            if *at < line {
                line = line.saturating_sub(*count).max(*at);
            }
        }
        line
    }

    /// How many bytes the left-out lines add to the user data.
    pub fn omitted_bytes(&self) -> usize {
        self.omitted.iter().map(|o| o.encoded).sum()
    }
}

struct Writer {
    out: Rendered,
    lines: usize,
}

/// Fills the template.
pub fn render(input: &Template<'_>) -> Result<Rendered, RenderError> {
    let out = Rendered {
        text: String::with_capacity(4096),
        omitted: Vec::new(),
        gaps: Vec::new(),
        origins: Vec::new(),
    };
    let mut w = Writer { out, lines: 0 };
    w.line("---");
    w.users(input);
    w.units(input)?;
    w.line("storage:");
    if let Some(setup) = &input.spec.disk_setup {
        w.disks(input.variant, &setup.partitions);
        w.filesystems(&setup.filesystems);
    }
    w.line("  files:");
    w.account_files(input);
    for file in input.files {
        w.file(input.variant, file);
    }
    w.kubeadm_files(input);
    w.ntp_conf(input.spec);
    Ok(w.out)
}

impl Writer {
    /// Writes a line, which may hold line breaks of a value.
    fn line(&mut self, text: impl AsRef<str>) {
        let text = text.as_ref();
        self.out.text.push_str(text);
        self.out.text.push('\n');
        self.lines += line_breaks(text) + 1;
    }

    /// Notes that the lines from here on are made from a field of the spec.
    fn from(&mut self, list: &str, index: Option<usize>, key: &str) {
        let mut field = FieldPath::parse(list);
        if let Some(index) = index {
            field.push_index(index);
        }
        if !key.is_empty() {
            field.push_key(key);
        }
        self.out.origins.push((self.lines + 1, field));
    }

    /// Notes that the lines from here on are made from nothing of the spec.
    fn generated(&mut self) {
        self.out.origins.push((self.lines + 1, FieldPath::root()));
    }

    fn lines(&mut self, text: &str) {
        for line in text.lines() {
            self.line(line);
        }
    }

    /// Marks that the real text has more lines here.
    fn gap(&mut self, lines: usize) {
        self.out.gaps.push((self.lines, lines));
    }

    fn users(&mut self, input: &Template<'_>) {
        let users = &input.spec.users;
        if users.is_empty() {
            return;
        }
        self.line("passwd:");
        self.line("  users:");
        for (i, user) in users.iter().enumerate() {
            self.user(input.variant, i, user);
        }
        self.generated();
    }

    fn user(&mut self, variant: Variant, i: usize, user: &UserSpec) {
        let set = |field: &Option<String>| {
            field.clone().filter(|text| !(variant.empty_is_unset && text.is_empty()))
        };
        self.from("users", Some(i), "name");
        self.line(format!("    - name: {}", user.name));
        self.from("users", Some(i), "gecos");
        if let Some(gecos) = set(&user.gecos) {
            self.line(format!("      gecos: {gecos}"));
        }
        self.from("users", Some(i), "groups");
        if let Some(groups) = set(&user.groups) {
            self.line("      groups:");
            for group in groups.split(", ") {
                self.line(format!("        - {group}"));
            }
        }
        let fields = [
            ("home_dir", "homeDir", &user.home_dir),
            ("shell", "shell", &user.shell),
            ("password_hash", "passwd", &user.passwd),
            ("primary_group", "primaryGroup", &user.primary_group),
        ];
        for (key, field, value) in fields {
            self.from("users", Some(i), field);
            if let Some(value) = set(value) {
                self.line(format!("      {key}: {value}"));
            }
        }
        if !user.ssh_authorized_keys.is_empty() {
            self.line("      ssh_authorized_keys:");
            for (j, key) in user.ssh_authorized_keys.iter().enumerate() {
                self.from(&format!("users[{i}].sshAuthorizedKeys"), Some(j), "");
                self.line(format!("        - {key}"));
            }
        }
    }

    fn units(&mut self, input: &Template<'_>) -> Result<(), RenderError> {
        let variant = input.variant;
        self.lines(
            "systemd:\n  units:\n    - name: kubeadm.service\n      enabled: true\n      \
             contents: |\n        [Unit]\n        Description=kubeadm",
        );
        self.gap(1);
        self.line("        ConditionPathExists=/etc/kubeadm.yml");
        if variant.after_network {
            self.line("        After=network.target");
        }
        self.line("        [Service]");
        self.gap(1);
        self.line("        Type=oneshot");
        self.line(format!("        ExecStart={}", variant.exec_start));
        self.lines("        [Install]\n        WantedBy=multi-user.target");
        self.out.omitted.push(KUBEADM_SERVICE);
        // The template looks at whether the switch is there, not at what it says.
        if input.spec.ntp.as_ref().is_some_and(|n| n.enabled.is_some()) {
            self.lines("    - name: ntpd.service\n      enabled: true");
        }
        for (index, mount) in input.spec.mounts.iter().enumerate() {
            let [label, point, options @ ..] = mount.as_slice() else {
                return Err(RenderError::ShortMount { index, fields: mount.len() });
            };
            self.from("mounts", Some(index), "");
            self.mount(input.spec, label, point, options);
            self.generated();
        }
        Ok(())
    }

    fn mount(&mut self, spec: &Spec, label: &str, point: &str, options: &[String]) {
        let mut filesystems = spec.disk_setup.iter().flat_map(|d| &d.filesystems);
        let device = filesystems.rfind(|f| f.label == label);
        let device = device.map(|f| f.device.as_str()).unwrap_or_default();
        let name = point.replace('/', "-");
        let name = name.strip_prefix('-').unwrap_or(&name);
        self.line(format!("    - name: {name}.mount"));
        self.lines("      enabled: true\n      contents: |\n        [Unit]");
        self.line(format!("        Description = Mount {label}"));
        self.lines("\n        [Mount]");
        self.line(format!("        What={device}"));
        self.line(format!("        Where={point}"));
        self.line(format!("        Options={}", options.join(",")));
        self.lines("\n        [Install]\n        WantedBy=multi-user.target");
    }

    fn disks(&mut self, variant: Variant, partitions: &[PartitionSpec]) {
        if partitions.is_empty() {
            return;
        }
        self.line("  disks:");
        for (i, partition) in partitions.iter().enumerate() {
            self.from("diskSetup.partitions", Some(i), "");
            self.line(format!("    - device: {}", partition.device));
            if let Some(overwrite) = partition.overwrite {
                self.line(format!("      wipe_table: {overwrite}"));
            }
            let layout = match partition.layout {
                Some(layout) => layout || variant.layout_pointer,
                None => false,
            };
            if layout {
                self.lines("      partitions:\n      - {}");
            }
        }
        self.generated();
    }

    fn filesystems(&mut self, filesystems: &[FilesystemSpec]) {
        if filesystems.is_empty() {
            return;
        }
        self.line("  filesystems:");
        for (i, filesystem) in filesystems.iter().enumerate() {
            let FilesystemSpec { device, filesystem: format, label, .. } = filesystem;
            // Go prints a pointer to nothing like this; no release knows better.
            let overwrite =
                filesystem.overwrite.map_or_else(|| "<nil>".to_owned(), |o| o.to_string());
            self.from("diskSetup.filesystems", Some(i), "label");
            self.line(format!("    - name: {label}"));
            self.line("      mount:");
            self.from("diskSetup.filesystems", Some(i), "device");
            self.line(format!("        device: {device}"));
            self.from("diskSetup.filesystems", Some(i), "filesystem");
            self.line(format!("        format: {format}"));
            self.from("diskSetup.filesystems", Some(i), "overwrite");
            self.line(format!("        wipe_filesystem: {overwrite}"));
            self.from("diskSetup.filesystems", Some(i), "label");
            self.line(format!("        label: {label}"));
            if !filesystem.extra_opts.is_empty() {
                self.from("diskSetup.filesystems", Some(i), "extraOpts");
                self.line("        options:");
                for option in &filesystem.extra_opts {
                    self.line(format!("          - {option}"));
                }
            }
        }
        self.generated();
    }

    fn account_files(&mut self, input: &Template<'_>) {
        let spec = input.spec;
        for (i, user) in spec.users.iter().enumerate() {
            self.from("users", Some(i), "sudo");
            let sudo = user.sudo.as_ref();
            if let Some(sudo) = sudo.filter(|s| !(input.variant.empty_is_unset && s.is_empty())) {
                let name = &user.name;
                self.line(format!("    - path: /etc/sudoers.d/{name}"));
                self.lines("      mode: 0600\n      contents:\n        inline: |");
                self.line(format!("          {name} {sudo}"));
            }
        }
        self.generated();
        let unlocked = spec.users.iter().filter(|u| u.lock_password == Some(false));
        let unlocked: Vec<&str> = unlocked.map(|u| u.name.as_str()).collect();
        let unlocked = unlocked.join(",");
        if unlocked.is_empty() {
            return;
        }
        self.lines(
            "    - path: /etc/ssh/sshd_config\n      mode: 0600\n      contents:\n        \
             inline: |",
        );
        self.gap(1);
        self.lines(
            "          Subsystem sftp internal-sftp\n          ClientAliveInterval 180\n\
             \x20         UseDNS no\n          UsePAM yes\n\
             \x20         PrintLastLog no # handled by PAM\n\
             \x20         PrintMotd no # handled by PAM\n",
        );
        self.line("");
        self.line(format!("          Match User {unlocked}"));
        self.line("            PasswordAuthentication yes");
        self.out.omitted.push(SSHD_CONFIG);
    }

    fn file(&mut self, variant: Variant, file: &FileSpec) {
        let from = |w: &mut Writer, key: &str| match file.index {
            Some(_) => w.from("files", file.index, key),
            None => w.generated(),
        };
        from(self, "path");
        self.line(format!("    - path: {}", file.path));
        if variant.owner {
            let (user, group) = owner(&file.owner);
            from(self, "owner");
            for (key, name) in [("user", user), ("group", group)] {
                match name {
                    Some(name) => {
                        self.line(format!("      {key}:"));
                        self.line(format!("        name: {name}"));
                    }
                    None => self.line("      "),
                }
            }
            self.line("      #");
        } else {
            for _ in 0..9 {
                self.line("      #");
            }
        }
        from(self, "permissions");
        if !file.permissions.is_empty() {
            self.line(format!("      mode: {}", file.permissions));
        }
        from(self, "content");
        self.line("      contents:");
        let binary = variant.base64 && file.encoding == "base64";
        self.line(if binary { "        inline: !!binary |" } else { "        inline: |" });
        self.indented(&file.content);
    }

    /// Writes a value of many lines into a block scalar.
    fn indented(&mut self, text: &str) {
        self.line(format!("          {}", text.replace('\n', "\n          ")));
    }

    fn kubeadm_files(&mut self, input: &Template<'_>) {
        self.generated();
        self.lines(
            "    - path: /etc/kubeadm.sh\n      mode: 0700\n      contents:\n        inline: \
             |\n          #!/bin/bash\n          set -e\n          ",
        );
        self.commands("preKubeadmCommands", &input.spec.pre_commands);
        self.line("");
        self.line(format!("          {}", input.command));
        self.lines(
            "          mkdir -p /run/cluster-api && echo success > \
             /run/cluster-api/bootstrap-success.complete\n          mv /etc/kubeadm.yml \
             /tmp/\n          ",
        );
        self.commands("postKubeadmCommands", &input.spec.post_commands);
        self.lines(
            "    - path: /etc/kubeadm.yml\n      mode: 0600\n      contents:\n        inline: \
             |\n          ---",
        );
        self.indented(input.kubeadm);
    }

    fn commands(&mut self, list: &str, commands: &[String]) {
        for (i, command) in commands.iter().enumerate() {
            self.from(list, Some(i), "");
            self.indented(command);
        }
        self.generated();
    }

    fn ntp_conf(&mut self, spec: &Spec) {
        let Some(ntp) = &spec.ntp else { return };
        if ntp.enabled.is_none() || ntp.servers.is_empty() {
            return;
        }
        self.lines(
            "    - path: /etc/ntp.conf\n      mode: 0644\n      contents:\n        inline: |",
        );
        self.gap(1);
        for (i, server) in ntp.servers.iter().enumerate() {
            self.from("ntp.servers", Some(i), "");
            self.line(format!("          server {server}"));
        }
        self.generated();
        for gap in [2, 3, 3] {
            self.line("");
            self.gap(gap);
        }
        self.lines(
            "          restrict default nomodify nopeer noquery notrap limited kod\n          \
             restrict 127.0.0.1\n          restrict [::1]",
        );
        self.out.omitted.push(NTP_CONF);
    }
}

/// `user:group` as the provider splits it: what stands behind a second colon is lost.
fn owner(text: &str) -> (Option<&str>, Option<&str>) {
    let mut parts = text.split(':').map(|part| (!part.is_empty()).then(|| part.trim()));
    (parts.next().flatten(), parts.next().flatten())
}

/// How many line breaks a text has, of all those that YAML 1.1 knows.
fn line_breaks(text: &str) -> usize {
    let bytes = text.as_bytes();
    let breaks = |(at, byte): &(usize, &u8)| match byte {
        b'\n' => true,
        b'\r' => bytes.get(at + 1) != Some(&b'\n'),
        0xc2 => bytes.get(at + 1) == Some(&0x85),
        0xe2 => matches!(bytes.get(at + 1..at + 3), Some([0x80, 0xa8 | 0xa9])),
        _ => false,
    };
    bytes.iter().enumerate().filter(breaks).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(spec: &Spec) -> Rendered {
        let variant = Variant::of(&"v1.11.2".parse().unwrap()).unwrap();
        let command = "kubeadm join --config /etc/kubeadm.yml ";
        let files = &spec.files;
        render(&Template { variant, spec, files, command, kubeadm: "foo" }).unwrap()
    }

    #[test]
    fn line_numbers_are_those_of_the_real_text() {
        let file =
            FileSpec { path: "/etc/x".into(), permissions: "u=rw".into(), ..FileSpec::default() };
        let rendered = text(&Spec { files: vec![file], ..Spec::default() });
        let line = rendered.text.lines().position(|l| l.contains("mode: u=rw")).unwrap() + 1;
        assert_eq!(rendered.real_line(line), 24);
    }

    #[test]
    fn an_owner_is_a_user_and_a_group() {
        assert_eq!(owner("a:b:c"), (Some("a"), Some("b")));
        assert_eq!(owner(":b"), (None, Some("b")));
        assert_eq!(owner("a:"), (Some("a"), None));
        assert_eq!(owner(""), (None, None));
    }

    #[test]
    fn a_short_mount_gives_no_text() {
        let spec = Spec { mounts: vec![vec!["a".into()]], ..Spec::default() };
        let variant = Variant::of(&"v1.2.5".parse().unwrap()).unwrap();
        let input = Template { variant, spec: &spec, files: &[], command: "", kubeadm: "" };
        assert_eq!(render(&input), Err(RenderError::ShortMount { index: 0, fields: 1 }));
    }
}
