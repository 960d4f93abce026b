//! What a KubeadmConfig may hold, wherever it stands: alone, in a template, in a control plane.
//! The checks look at the new object only and run on create and on every update.
//!
//! Source: cluster-api, `KubeadmConfigSpec.Validate` of each release line.

use std::collections::BTreeSet;

use super::super::fields::{at, flag, has, is_empty, items, number, text};
use super::super::tables as t;
use super::Subject;

/// Checks a KubeadmConfig.
pub(super) fn check_config(s: &mut Subject) {
    check(s, "spec");
}

/// Checks a KubeadmConfigTemplate.
pub(super) fn check_template(s: &mut Subject) {
    if s.holds(&t::CHECKS_KUBEADM_IN_TEMPLATES) {
        check(s, "spec.template.spec");
    }
}

/// Checks the KubeadmConfigSpec at a path.
pub(super) fn check(s: &mut Subject, prefix: &str) {
    files(s, prefix);
    users(s, prefix);
    ignition(s, prefix);
    disks(s, prefix);
    let user = format!("{prefix}.joinConfiguration.discovery.file.kubeConfig.user");
    if at(s.new, &user).is_some_and(|user| has(user, "authProvider") && has(user, "exec")) {
        s.refuse(&t::KUBEADM_KUBECONFIG_USER, &[("prefix", &prefix)]);
    }
}

fn files(s: &mut Subject, prefix: &str) {
    let mut paths = BTreeSet::new();
    for (i, file) in items(s.new, &format!("{prefix}.files")).iter().enumerate() {
        if !text(file, "content").is_empty() && has(file, "contentFrom") {
            s.refuse(&t::KUBEADM_FILE_TWO_SOURCES, &[("prefix", &prefix), ("i", &i)]);
        }
        if has(file, "contentFrom") {
            secret_source(s, prefix, "files", i, "contentFrom", file);
        }
        if !paths.insert(text(file, "path")) {
            s.refuse(&t::KUBEADM_FILE_PATH_TWICE, &[("prefix", &prefix), ("i", &i)]);
        }
    }
}

fn users(s: &mut Subject, prefix: &str) {
    for (i, user) in items(s.new, &format!("{prefix}.users")).iter().enumerate() {
        if !has(user, "passwdFrom") {
            continue;
        }
        if !text(user, "passwd").is_empty() {
            s.refuse(&t::KUBEADM_USER_TWO_SOURCES, &[("prefix", &prefix), ("i", &i)]);
        }
        secret_source(s, prefix, "users", i, "passwdFrom", user);
    }
}

fn secret_source(
    s: &mut Subject,
    prefix: &str,
    list: &str,
    i: usize,
    from: &str,
    item: &serde_json::Value,
) {
    for key in ["name", "key"] {
        if text(item, &format!("{from}.secret.{key}")).is_empty() {
            let fill: [(&str, &dyn std::fmt::Display); 5] =
                [("prefix", &prefix), ("list", &list), ("i", &i), ("from", &from), ("key", &key)];
            s.refuse(&t::KUBEADM_SECRET_SOURCE_EMPTY, &fill);
        }
    }
}

fn ignition(s: &mut Subject, prefix: &str) {
    let wanted = text(s.new, &format!("{prefix}.format")) == "ignition";
    let block = has(s.new, &format!("{prefix}.ignition"));
    if (wanted || block) && !s.gate("KubeadmBootstrapFormatIgnition") {
        for (field, used) in [("format", wanted), ("ignition", block)] {
            if used {
                s.refuse(&t::KUBEADM_IGNITION_GATE, &[("prefix", &prefix), ("field", &field)]);
            }
        }
        return;
    }
    if !wanted {
        if block {
            s.refuse(&t::KUBEADM_IGNITION_WITHOUT_FORMAT, &[("prefix", &prefix)]);
        }
        return;
    }
    for (i, user) in each_of(s, prefix, "users") {
        if flag(user, "inactive") {
            s.refuse(&t::KUBEADM_IGNITION_INACTIVE_USER, &[("prefix", &prefix), ("i", &i)]);
        }
    }
    if flag(s.new, &format!("{prefix}.useExperimentalRetryJoin")) {
        s.refuse(&t::KUBEADM_IGNITION_RETRY_JOIN, &[("prefix", &prefix)]);
    }
    for (i, file) in each_of(s, prefix, "files") {
        if matches!(text(file, "encoding"), "gzip" | "gzip+base64") {
            s.refuse(&t::KUBEADM_IGNITION_ENCODING, &[("prefix", &prefix), ("i", &i)]);
        }
    }
    if !is_empty(at(s.new, &format!("{prefix}.bootCommands"))) {
        s.refuse(&t::KUBEADM_IGNITION_BOOT_COMMANDS, &[("prefix", &prefix)]);
    }
    for (i, partition) in each_of(s, prefix, "diskSetup.partitions") {
        if !matches!(text(partition, "tableType"), "" | "gpt") {
            s.refuse(&t::KUBEADM_IGNITION_TABLE_TYPE, &[("prefix", &prefix), ("i", &i)]);
        }
    }
    for (i, filesystem) in each_of(s, prefix, "diskSetup.filesystems") {
        for field in ["replaceFS", "partition"] {
            if !text(filesystem, field).is_empty() {
                let fill: [(&str, &dyn std::fmt::Display); 3] =
                    [("prefix", &prefix), ("i", &i), ("field", &field)];
                s.refuse(&t::KUBEADM_IGNITION_FILESYSTEM, &fill);
            }
        }
    }
}

/// The items of a list of the KubeadmConfigSpec, with their places.
fn each_of<'a>(
    s: &Subject<'a, '_>,
    prefix: &str,
    list: &str,
) -> impl Iterator<Item = (usize, &'a serde_json::Value)> + use<'a> {
    items(s.new, &format!("{prefix}.{list}")).iter().enumerate()
}

fn disks(s: &mut Subject, prefix: &str) {
    for (i, partition) in each_of(s, prefix, "diskSetup.partitions") {
        let layout = items(partition, "diskLayout").iter();
        let sum: i64 = layout.filter_map(|part| number(part, "percentage")).sum();
        if sum > 100 {
            s.refuse(&t::KUBEADM_DISK_LAYOUT, &[("prefix", &prefix), ("i", &i)]);
        }
    }
}
