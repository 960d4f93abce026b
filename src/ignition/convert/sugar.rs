//! The short sections for well-known services: each becomes a drop-in or a file.

use super::dataurl;
use crate::goquote::quote;
use crate::ignition::clc;
use crate::ignition::report::Report;
use crate::ignition::types::{Config, File, FileContents, SystemdDropin, Unit};

fn enabled_unit(name: &str, dropin: &str, contents: String) -> Unit {
    Unit {
        name: name.into(),
        enable: true,
        dropins: vec![SystemdDropin { name: dropin.into(), contents }],
        ..Unit::default()
    }
}

/// Adds the unit of `docker`.
pub fn docker(input: &clc::Config, out: &mut Config) {
    if let Some(docker) = &input.docker {
        let options = docker.flags.join(" ");
        let contents = format!("[Service]\nEnvironment=\"DOCKER_OPTS={options}\"");
        let unit = enabled_unit("docker.service", "20-clct-docker.conf", contents);
        out.systemd.units.push(unit);
    }
}

/// Adds the unit of `etcd`.
pub fn etcd(input: &clc::Config, out: &mut Config) -> Report {
    let Some(etcd) = input.etcd.as_ref().map(|e| &e.0) else { return Report::default() };
    let image = etcd.version.as_ref().map(|v| format!("ETCD_IMAGE_TAG=v{v}"));
    let wrapper = "/usr/lib/coreos/etcd-wrapper $ETCD_OPTS";
    match service(wrapper, &etcd.options.flags(), image) {
        Ok(lines) => {
            let contents = section(&lines);
            let unit = enabled_unit("etcd-member.service", "20-clct-etcd-member.conf", contents);
            out.systemd.units.push(unit);
            Report::default()
        }
        Err(report) => report,
    }
}

/// Adds the unit of `flannel`.
pub fn flannel(input: &clc::Config, out: &mut Config) -> Report {
    let Some(flannel) = input.flannel.as_ref().map(|f| &f.0) else { return Report::default() };
    let image = flannel.version.as_ref().map(|v| format!("FLANNEL_IMAGE_TAG=v{v}"));
    let wrapper = "/usr/lib/coreos/flannel-wrapper $FLANNEL_OPTS";
    let mut lines = match service(wrapper, &flannel.options.flags(), image) {
        Ok(lines) => lines,
        Err(report) => return report,
    };
    if !flannel.network_config.is_empty() {
        let mut line = "ExecStartPre=/usr/bin/etcdctl".to_owned();
        let flags = [
            ("endpoints", "etcd_endpoints"),
            ("ca-file", "etcd_cafile"),
            ("cert-file", "etcd_certfile"),
            ("key-file", "etcd_keyfile"),
        ];
        for (flag, key) in flags {
            if let Some(value) = flannel.options.text(key) {
                line.push_str(&format!(" --{flag}={}", quote(value)));
            }
        }
        let network = quote(&flannel.network_config);
        line.push_str(&format!(" set /coreos.com/network/config {network}"));
        lines.push(line);
    }
    let unit = enabled_unit("flanneld.service", "20-clct-flannel.conf", section(&lines));
    out.systemd.units.push(unit);
    Report::default()
}

/// The lines of a service section that resets and sets the command.
fn service(exec: &str, args: &[String], image: Option<String>) -> Result<Vec<String>, Report> {
    if args.iter().any(|a| a.contains(['{', '}'])) {
        // The bootstrap provider names no platform, so nothing could fill the braces.
        return Err(Report::error("platform must be specified to use templating"));
    }
    let mut lines: Vec<String> =
        image.into_iter().map(|v| format!("Environment=\"{v}\"")).collect();
    let args: String = args.iter().map(|a| format!(" \\\n  {a}")).collect();
    lines.push("ExecStart=".into());
    lines.push(format!("ExecStart={exec}{args}"));
    Ok(lines)
}

fn section(lines: &[String]) -> String {
    format!("[Service]\n{}", lines.join("\n"))
}

/// Adds the file that `update` and `locksmith` share.
pub fn update(input: &clc::Config, out: &mut Config) {
    let mut contents = String::new();
    if let Some(update) = &input.update {
        if !update.group.is_empty() {
            contents.push_str(&format!("GROUP={}", update.group.to_lowercase()));
        }
        let lines = [
            ("SERVER", &update.server),
            ("PCR_POLICY_SERVER", &update.pcr_policy_server),
            ("DOWNLOAD_USER", &update.download_user),
            ("DOWNLOAD_PASSWORD", &update.download_password),
            ("MACHINE_ALIAS", &update.machine_alias),
        ];
        for (name, value) in lines {
            if !value.is_empty() {
                contents.push_str(&format!("\n{name}={value}"));
            }
        }
    }
    if let Some(locksmith) = &input.locksmith {
        let lines = [
            ("REBOOT_STRATEGY", &locksmith.reboot_strategy),
            ("LOCKSMITHD_REBOOT_WINDOW_START", &locksmith.window_start),
            ("LOCKSMITHD_REBOOT_WINDOW_LENGTH", &locksmith.window_length),
            ("LOCKSMITHD_GROUP", &locksmith.group),
            ("LOCKSMITHD_ENDPOINT", &locksmith.etcd_endpoints),
            ("LOCKSMITHD_ETCD_CAFILE", &locksmith.etcd_cafile),
            ("LOCKSMITHD_ETCD_CERTFILE", &locksmith.etcd_certfile),
            ("LOCKSMITHD_ETCD_KEYFILE", &locksmith.etcd_keyfile),
        ];
        for (name, value) in lines {
            if let Some(value) = value {
                contents.push_str(&format!("\n{name}={}", quote(value)));
            }
        }
    }
    if contents.is_empty() {
        return;
    }
    let source = dataurl::encode(contents.as_bytes());
    out.storage.files.push(File {
        filesystem: "root".into(),
        path: "/etc/coreos/update.conf".into(),
        contents: FileContents { source, ..FileContents::default() },
        mode: Some(0o644),
        ..File::default()
    });
}
