//! What goes wrong only on the running node, which no program on the way can see.
//!
//! Sources: systemd's rules for mount units, Flatcar's release notes (`/etc` is mounted noexec
//! since 4628), the behaviour of the initrd (`/run` and `/tmp` are fresh after it), and how
//! the provider's script works.

use std::collections::BTreeSet;

use crate::finding::Severity;
use crate::ignition::origin::Origins;
use crate::ignition::result::Stage;
use crate::ignition::simulate::{Prepared, Run};
use crate::ignition::sink::{At, Sink};
use crate::ignition::types::{Config, Unit};
use crate::ignition::validate::flatcar::{Part, clean};
use crate::ignition::validate::unit_file::{UnitOption, parse_unit};
use crate::path::FieldPath;
use crate::profile::Version;

/// First release with `/etc` mounted noexec.
const NOEXEC_ETC: Version = Version::new(4628, 0, 0);

/// Checks a config as the node would meet it.
pub(in crate::ignition) fn check(
    run: &Run<'_>,
    prepared: &Prepared,
    config: &Config,
    origins: &Origins,
    sink: &mut Sink<'_>,
) {
    let mut checker = Checker { run, prepared, config, origins, sink };
    checker.lost_paths();
    checker.unwritable_paths();
    checker.empty_files();
    checker.unit_texts();
    super::units::check(config, origins, checker.sink);
    checker.mounts();
    checker.noexec();
    checker.variables();
    checker.containerd();
    checker.templates();
    checker.paths_of_commands();
}

struct Checker<'c, 'a> {
    run: &'c Run<'c>,
    prepared: &'c Prepared,
    config: &'c Config,
    origins: &'c Origins,
    sink: &'c mut Sink<'a>,
}

impl Checker<'_, '_> {
    fn add(
        &mut self,
        severity: Severity,
        rule: &str,
        at: At,
        message: impl Into<String>,
    ) -> &mut crate::ignition::result::NodeFinding {
        self.sink.add(Stage::Node, severity, rule, at, message)
    }

    fn at(&self, part: Part) -> At {
        self.origins.of(part, self.config)
    }

    fn lost_paths(&mut self) {
        for (i, file) in self.config.storage.files.iter().enumerate() {
            let path = clean(&file.path);
            let lost = ["/run/", "/tmp/", "/var/run/"].iter().find(|dir| path.starts_with(**dir));
            if let Some(dir) = lost.filter(|_| file.filesystem == "root") {
                let dir = dir.trim_end_matches('/');
                let message =
                    format!("`{path}` is gone once the node has booted: `{dir}` is fresh then");
                self.add(Severity::Error, "userdata/lost-at-boot", self.at(Part::File(i)), message)
                    .help("write it under /etc or /opt");
            }
        }
    }

    /// Where Ignition cannot write in the initrd, so that the node does not boot.
    fn unwritable_paths(&mut self) {
        let files = &self.config.storage.files;
        let on_root = files.iter().filter(|file| file.filesystem == "root");
        let taken: BTreeSet<String> = on_root.map(|file| clean(&file.path)).collect();
        for (i, file) in files.iter().enumerate().filter(|(_, file)| file.filesystem == "root") {
            let path = clean(&file.path);
            let above = path.match_indices('/').map(|(at, _)| &path[..at]);
            let file_above = above.filter(|at| !at.is_empty()).find(|at| taken.contains(*at));
            let virtual_above = ["/proc/", "/sys/", "/dev/"].iter().find(|d| path.starts_with(**d));
            let is_read_only = path.starts_with("/usr/") && !path.starts_with("/usr/share/oem/");
            let reason = match (file_above, virtual_above) {
                (Some(above), _) => format!("`{above}` is a file"),
                (_, Some(dir)) => format!("`{}` is made by the kernel", dir.trim_end_matches('/')),
                _ if is_read_only => "`/usr` is read-only on Flatcar".to_owned(),
                _ => continue,
            };
            let message = format!("`{path}` cannot be written: {reason}");
            self.add(Severity::Error, "userdata/unwritable-path", self.at(Part::File(i)), message)
                .help("write it under /etc or /opt");
        }
    }

    /// Files without content are mostly content in a place that is not read.
    fn empty_files(&mut self) {
        for (i, file) in self.config.storage.files.iter().enumerate() {
            let at = self.at(Part::File(i));
            if file.contents.source == "data:," && matches!(at, At::Additional(_)) {
                let mode = file.mode.unwrap_or_default();
                let message = format!("`{}` will be empty, with mode 0{mode:o}", file.path);
                self.add(Severity::Error, "userdata/empty-file", at, message)
                    .help("file content is `contents: {inline: …}` in a Container Linux Config");
            }
        }
    }

    /// What go-systemd reads and systemd does not.
    fn unit_texts(&mut self) {
        for (i, unit) in self.config.systemd.units.iter().enumerate() {
            let dropins = unit.dropins.iter().map(|d| (&d.name, &d.contents));
            let texts: Vec<(&String, &String)> =
                std::iter::once((&unit.name, &unit.contents)).chain(dropins).collect();
            for (name, text) in texts {
                let Ok(options) = parse_unit(text) else { continue };
                let strange = options.iter().map(|o| o.section.as_str()).find(|s| !is_section(s));
                let problem = match strange {
                    Some(section) => {
                        let section = section.lines().next().unwrap_or_default();
                        format!("`{name}` has no proper section at `[{section}`")
                    }
                    None if options.is_empty() && !text.trim().is_empty() => {
                        format!("`{name}` has no section with an option: systemd ignores the text")
                    }
                    None => continue,
                };
                let at = self.at(Part::Unit(i));
                self.add(Severity::Warning, "userdata/ignored-unit-text", at, problem)
                    .help("begin each part with its section, such as `[Service]`");
            }
        }
    }

    fn mounts(&mut self) {
        for (i, unit) in self.config.systemd.units.iter().enumerate() {
            let Some(name) = unit.name.strip_suffix(".mount") else { continue };
            let options = parse_unit(&unit.contents).unwrap_or_default();
            let value = |key: &str| {
                let found = options.iter().rfind(|o| o.section == "Mount" && o.name == key);
                found.map(|o| o.value.clone())
            };
            if value("What").is_some_and(|v| v.is_empty()) {
                let message =
                    format!("`{}` has nothing to mount: no filesystem has its label", unit.name);
                self.add(Severity::Error, "userdata/broken-mount", self.at(Part::Unit(i)), message)
                    .help("use a label of `diskSetup.filesystems`");
            }
            let Some(place) = value("Where").filter(|w| !w.is_empty()) else { continue };
            if !place.starts_with('/') {
                let message = format!("systemd refuses `{}`: `{place}` is not absolute", unit.name);
                self.add(Severity::Error, "userdata/broken-mount", self.at(Part::Unit(i)), message)
                    .help("begin the mount point with a slash");
                continue;
            }
            let wanted = escape_path(&place);
            if wanted != name {
                let message = format!(
                    "systemd refuses `{}`: the unit of `{place}` has to be `{wanted}.mount`",
                    unit.name
                );
                self.add(Severity::Error, "userdata/broken-mount", self.at(Part::Unit(i)), message)
                    .help(
                        "mount it with a unit in `additionalConfig`, or choose a path without `-`",
                    );
            }
        }
    }

    /// Options of the units of one name, drop-ins included, in the order that systemd reads.
    fn options_of(&self, name: &str) -> Vec<UnitOption> {
        let units = || self.config.systemd.units.iter().filter(|u| u.name == name);
        let mut dropins: Vec<(&str, &str)> = units()
            .flat_map(|u| &u.dropins)
            .map(|d| (d.name.as_str(), d.contents.as_str()))
            .collect();
        dropins.sort_by_key(|(name, _)| *name);
        let body = units().map(|u| u.contents.as_str()).rfind(|c| !c.is_empty());
        let texts = body.into_iter().chain(dropins.into_iter().map(|(_, text)| text));
        texts.flat_map(|text| parse_unit(text).unwrap_or_default()).collect()
    }

    fn noexec(&mut self) {
        if self.run.profile.flatcar < NOEXEC_ETC {
            return;
        }
        let mut seen = Vec::new();
        for (i, unit) in self.config.systemd.units.iter().enumerate() {
            if seen.contains(&unit.name.as_str()) {
                continue;
            }
            seen.push(&unit.name);
            let Some(command) = self.script_in_etc(unit) else { continue };
            let at = self.at(Part::Unit(i));
            let message =
                format!("`{}` cannot start `{command}`: `/etc` is mounted noexec", unit.name);
            self.add(Severity::Error, "userdata/noexec-script", at, message)
                .help(format!(
                    "add a drop-in that resets `ExecStart=` and sets `ExecStart=/bin/bash {command}`"
                ))
                .holds("flatcar >= 4628.0.0");
        }
    }

    /// A program below /etc that a unit starts itself.
    fn script_in_etc(&self, unit: &Unit) -> Option<String> {
        let mut commands: Vec<String> = Vec::new();
        for option in self.options_of(&unit.name) {
            if option.section == "Service" && option.name == "ExecStart" {
                match option.value.trim() {
                    "" => commands.clear(),
                    value => commands.push(value.to_owned()),
                }
            }
        }
        let program = |command: &String| {
            let text = command.trim_start_matches(['-', '@', '+', '!', ':']);
            text.split_whitespace().next().map(str::to_owned)
        };
        commands.iter().filter_map(program).find(|p| p.starts_with("/etc/"))
    }

    /// Variables of the metadata service need the service, its file, and a program that
    /// fills them in.
    fn variables(&mut self) {
        let text = self.prepared.documents.ignition_text();
        let Some(at) = text.find("${") else { return };
        let variable: String = text[at..].chars().take_while(|c| *c != '}').collect();
        let commands = &self.prepared.spec.pre_commands;
        let at = At::field("preKubeadmCommands");
        if !commands.iter().any(|c| c.contains("envsubst") || c.contains("sed ")) {
            let message = format!("`{variable}}}` in the kubeadm configuration is taken literally");
            self.add(Severity::Error, "userdata/unexpanded-variable", at, message).help(
                "replace it before kubeadm runs, such as with `envsubst` on /etc/kubeadm.yml",
            );
            return;
        }
        if !variable.contains("COREOS_") {
            return;
        }
        let options = self.options_of("kubeadm.service");
        let has = |name: &str, piece: &str| {
            options.iter().any(|o| o.name == name && o.value.contains(piece))
        };
        let service = has("After", "coreos-metadata.service")
            && (has("Requires", "coreos-metadata.service")
                || has("Wants", "coreos-metadata.service"));
        if !(service && has("EnvironmentFile", "/run/metadata")) {
            let message = format!(
                "`{variable}}}` is empty when `kubeadm.service` runs: nothing gives it the metadata"
            );
            let at = At::field("ignition.containerLinuxConfig.additionalConfig");
            self.add(Severity::Error, "userdata/missing-metadata", at, message).help(
                "add a drop-in to kubeadm.service with Requires= and After= \
                     coreos-metadata.service and EnvironmentFile=/run/metadata/flatcar",
            );
        }
    }

    fn containerd(&mut self) {
        let options = self.options_of("kubeadm.service");
        let after =
            options.iter().any(|o| o.name == "After" && o.value.contains("containerd.service"));
        if !after && self.run.plan.group.is_some() {
            let message = "`kubeadm.service` may start before containerd is ready";
            self.add(Severity::Warning, "userdata/unordered-containerd", At::Spec, message)
                .help("add a drop-in to kubeadm.service with After=containerd.service");
        }
    }

    fn templates(&mut self) {
        let documents = self.prepared.documents.ignition_text();
        let jinja = |text: &str| text.contains("{{ ds.") || text.contains("{{ local_hostname");
        let help = "Ignition renders no templates: use `${COREOS_…}` and envsubst";
        if jinja(&documents) {
            let message = "a Jinja expression in the kubeadm configuration is never rendered";
            self.add(Severity::Error, "userdata/unrendered-jinja", At::Spec, message).help(help);
        }
        for file in &self.prepared.spec.files {
            if let (true, Some(index)) = (jinja(&file.content), file.index) {
                let at = At::Field(FieldPath::parse("files").index(index).key("content"));
                let message = "a Jinja expression in the file is never rendered";
                self.add(Severity::Error, "userdata/unrendered-jinja", at, message).help(help);
            }
        }
    }

    fn paths_of_commands(&mut self) {
        let lists = [
            ("preKubeadmCommands", &self.prepared.spec.pre_commands),
            ("postKubeadmCommands", &self.prepared.spec.post_commands),
        ];
        for (list, commands) in lists {
            for (i, command) in commands.iter().enumerate() {
                if command.contains("/run/kubeadm/") {
                    let at = At::Field(FieldPath::parse(list).index(i));
                    let message = "the command works on /run/kubeadm, which only cloud-init fills";
                    self.add(Severity::Error, "userdata/cloud-init-path", at, message)
                        .help("under Ignition the kubeadm configuration is /etc/kubeadm.yml");
                }
            }
        }
    }
}

/// Sections of unit files that systemd knows, and those that it leaves to others.
fn is_section(name: &str) -> bool {
    const KNOWN: [&str; 12] = [
        "Unit",
        "Install",
        "Service",
        "Socket",
        "Mount",
        "Automount",
        "Swap",
        "Path",
        "Timer",
        "Slice",
        "Scope",
        "Target",
    ];
    KNOWN.contains(&name) || (name.starts_with("X-") && !name.contains('\n'))
}

/// The name of a path as systemd escapes it (`systemd-escape --path`).
fn escape_path(path: &str) -> String {
    let path = clean(path);
    let path = path.trim_matches('/');
    if path.is_empty() {
        return "-".into();
    }
    let mut out = String::new();
    for (i, byte) in path.bytes().enumerate() {
        match byte {
            b'/' => out.push('-'),
            b'.' if i == 0 => out.push_str("\\x2e"),
            b if b.is_ascii_alphanumeric() || matches!(b, b':' | b'_' | b'.') => {
                out.push(char::from(b))
            }
            b => out.push_str(&format!("\\x{b:02x}")),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_escaped_as_systemd_does() {
        assert_eq!(escape_path("/var/lib/etcd"), "var-lib-etcd");
        assert_eq!(escape_path("/var/lib/a-b/"), "var-lib-a\\x2db");
        assert_eq!(escape_path("/"), "-");
        assert_eq!(escape_path("/.x"), "\\x2ex");
    }
}
