//! From Container Linux Config to Ignition 2.3, section by section.
//!
//! Follows the converters of the transpiler v0.9.4 in the order in which they run: each adds
//! to the lists of the result, so that order shows in the user data. [`to_ignition`] is one
//! text end to end; [`append`] merges two results as `config/v2_3/append.go` of
//! flatcar/ignition v0.36.2 does: every list is concatenated, nothing replaces by name.

pub mod dataurl;
pub mod go_url;
mod storage;
mod sugar;
mod units;

use crate::ignition::clc::{self, Keys, Tree};
use crate::ignition::report::Report;
use crate::ignition::types::{
    Config, Ignition, NetworkdDropin, NetworkdUnit, PasswdGroup, PasswdUser, Reference,
    SystemdDropin, Unit, UserCreate, Verification,
};
use crate::ignition::walk::walk;

/// The version that the transpiler writes.
pub const VERSION: &str = "2.3.0";

/// What became of a text.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    /// A config, and what was said about it.
    Converted(Box<Config>, Report),
    /// The text could not be read.
    NotParsed(Report),
    /// The text was read, but makes no good config.
    NotConverted(Report),
}

/// Converts a text. Strict means that any entry stops it, as for the part that the bootstrap
/// provider generates itself.
pub fn to_ignition(text: &[u8], strict: bool) -> Outcome {
    let (parsed, mut report) = clc::parse(text);
    let stopped = report.is_fatal() || (strict && !report.is_empty());
    let Some((config, tree)) = parsed.filter(|_| !stopped) else {
        return Outcome::NotParsed(report);
    };
    let (converted, more) = convert(&config, tree);
    if more.is_fatal() || (strict && !more.is_empty()) {
        return Outcome::NotConverted(more);
    }
    report.merge(more);
    Outcome::Converted(Box::new(converted), report)
}

/// Converts a parsed config and validates the result next to the tree of the text.
fn convert(input: &clc::Config, mut tree: Tree) -> (Config, Report) {
    let ignition = Ignition { version: VERSION.into(), ..Ignition::default() };
    let mut out = Config { ignition, ..Config::default() };
    let mut report = references(input, &tree, &mut out);
    report.merge(storage::disks(input, &tree, &mut out));
    sugar::docker(input, &mut out);
    report.merge(sugar::etcd(input, &mut out));
    report.merge(storage::files(input, &mut tree, &mut out));
    storage::filesystems(input, &mut out);
    report.merge(sugar::flannel(input, &mut out));
    networkd(input, &mut out);
    passwd(input, &mut out);
    storage::raid(input, &mut out);
    security(input, &mut out);
    systemd(input, &mut out);
    sugar::update(input, &mut out);
    if !report.is_fatal() {
        let ast = tree.ast().map(|a| a.with_keys(Keys::Camel));
        report.merge(walk(&out, ast, false));
    }
    (out, report)
}

fn verification(input: &clc::Verification) -> Verification {
    let clc::Hash { function, sum } = &input.hash;
    let hash = (!function.is_empty() && !sum.is_empty()).then(|| format!("{function}-{sum}"));
    Verification { hash }
}

fn references(input: &clc::Config, tree: &Tree, out: &mut Config) -> Report {
    let mut report = Report::default();
    let timeouts = &input.ignition.timeouts;
    out.ignition.timeouts.http_response_headers = timeouts.http_response_headers;
    out.ignition.timeouts.http_total = timeouts.http_total;
    let node = tree.root.and_then(|n| tree.child(n, "ignition"));
    let node = node.and_then(|n| tree.child(n, "config"));
    let mut reference = |input: &clc::ConfigReference, node| {
        if let Err(error) = go_url::parse(&input.source) {
            let source = Option::and_then(node, |n| tree.child(n, "source"));
            let position = source.map(|n| tree.node(n).position).unwrap_or_default();
            report.merge(Report::error(error).at(position));
            return None;
        }
        let verification = verification(&input.verification);
        Some(Reference { source: input.source.clone(), verification })
    };
    let list = node.and_then(|n| tree.child(n, "append"));
    for (i, input) in input.ignition.config.append.iter().enumerate() {
        let item = list.and_then(|n| tree.item(n, i));
        out.ignition.config.append.extend(reference(input, item));
    }
    if let Some(input) = &input.ignition.config.replace {
        let node = node.and_then(|n| tree.child(n, "replace"));
        out.ignition.config.replace = reference(input, node);
    }
    report
}

fn security(input: &clc::Config, out: &mut Config) {
    let authorities = input.ignition.security.tls.certificate_authorities.iter();
    let authorities = authorities.map(|ca| Reference {
        source: ca.source.clone(),
        verification: verification(&ca.verification),
    });
    out.ignition.security.tls.certificate_authorities = authorities.collect();
}

fn networkd(input: &clc::Config, out: &mut Config) {
    let dropin = |d: &clc::NetworkdUnitDropIn| NetworkdDropin {
        contents: d.contents.clone(),
        name: d.name.clone(),
    };
    let unit = |u: &clc::NetworkdUnit| NetworkdUnit {
        contents: u.contents.clone(),
        dropins: u.dropins.iter().map(dropin).collect(),
        name: u.name.clone(),
    };
    out.networkd.units.extend(input.networkd.units.iter().map(unit));
}

fn systemd(input: &clc::Config, out: &mut Config) {
    let dropin = |d: &clc::SystemdUnitDropIn| SystemdDropin {
        contents: d.contents.clone(),
        name: d.name.clone(),
    };
    let unit = |u: &clc::SystemdUnit| Unit {
        contents: u.contents.clone(),
        dropins: u.dropins.iter().map(dropin).collect(),
        enable: u.enable,
        enabled: u.enabled,
        mask: u.mask,
        name: u.name.clone(),
    };
    out.systemd.units.extend(input.systemd.units.iter().map(unit));
}

fn passwd(input: &clc::Config, out: &mut Config) {
    let id = |id: Option<u64>| id.map(|v| v as i64);
    let create = |c: &clc::UserCreate| UserCreate {
        gecos: c.gecos.clone(),
        groups: c.groups.clone(),
        home_dir: c.home_dir.clone(),
        no_create_home: c.no_create_home,
        no_log_init: c.no_log_init,
        no_user_group: c.no_user_group,
        primary_group: c.primary_group.clone(),
        shell: c.shell.clone(),
        system: c.system,
        uid: id(c.uid),
    };
    let user = |u: &clc::User| PasswdUser {
        create: u.create.as_ref().map(create),
        gecos: u.gecos.clone(),
        groups: u.groups.clone(),
        home_dir: u.home_dir.clone(),
        name: u.name.clone(),
        no_create_home: u.no_create_home,
        no_log_init: u.no_log_init,
        no_user_group: u.no_user_group,
        password_hash: u.password_hash.clone(),
        primary_group: u.primary_group.clone(),
        ssh_authorized_keys: u.ssh_authorized_keys.clone(),
        shell: u.shell.clone(),
        system: u.system,
        uid: u.uid,
    };
    let group = |g: &clc::Group| PasswdGroup {
        gid: id(g.gid),
        name: g.name.clone(),
        password_hash: g.password_hash.clone(),
        system: g.system,
    };
    out.passwd.users.extend(input.passwd.users.iter().map(user));
    out.passwd.groups.extend(input.passwd.groups.iter().map(group));
}

/// Appends one config to another: lists are concatenated, `ignition.config` comes from the
/// new one, the version stays, timeouts are replaced where set.
pub fn append(old: &mut Config, new: Config) {
    old.ignition.config = new.ignition.config;
    let timeouts = new.ignition.timeouts;
    let own = &mut old.ignition.timeouts;
    own.http_response_headers = timeouts.http_response_headers.or(own.http_response_headers);
    own.http_total = timeouts.http_total.or(own.http_total);
    let authorities = new.ignition.security.tls.certificate_authorities;
    old.ignition.security.tls.certificate_authorities.extend(authorities);
    old.networkd.units.extend(new.networkd.units);
    old.passwd.groups.extend(new.passwd.groups);
    old.passwd.users.extend(new.passwd.users);
    old.storage.directories.extend(new.storage.directories);
    old.storage.disks.extend(new.storage.disks);
    old.storage.files.extend(new.storage.files);
    old.storage.filesystems.extend(new.storage.filesystems);
    old.storage.links.extend(new.storage.links);
    old.storage.raid.extend(new.storage.raid);
    old.systemd.units.extend(new.systemd.units);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ignition::gojson;

    fn json(text: &str) -> String {
        match to_ignition(text.as_bytes(), false) {
            Outcome::Converted(config, _) => gojson::to_string(&config),
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn sugar_units_stand_before_systemd_units() {
        let text = json("docker: {flags: [-a, -b]}\nsystemd: {units: [{name: a.service}]}");
        let docker = text.find("docker.service").unwrap();
        assert!(docker < text.find("a.service").unwrap());
        assert!(text.contains("DOCKER_OPTS=-a -b"));
    }

    #[test]
    fn timeouts_of_the_new_config_win_where_set() {
        let config = |text: &str| match to_ignition(text.as_bytes(), false) {
            Outcome::Converted(config, _) => *config,
            other => panic!("{other:?}"),
        };
        let mut old = config("ignition: {timeouts: {http_total: 1, http_response_headers: 2}}");
        append(&mut old, config("ignition: {timeouts: {http_total: 3}}"));
        assert_eq!(old.ignition.timeouts.http_total, Some(3));
        assert_eq!(old.ignition.timeouts.http_response_headers, Some(2));
    }
}
