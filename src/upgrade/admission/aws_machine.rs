//! AWSMachine and AWSMachineTemplate.
//!
//! Source: cluster-api-provider-aws, `awsmachine_webhook.go`, `awsmachinetemplate_webhook.go` and
//! the enumerations of the CRDs.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;

use super::super::change::{Change, is_within};
use super::super::fields::{at, flag, has, items, number, text};
use super::super::moment::releases;
use super::super::release::{Authority, Era, Release, any_contains};
use super::super::table::{Fact, Rule};
use super::super::tables as t;
use super::kubeadm_control_plane::is_dns_subdomain;
use super::{Subject, aws_tags, mutable};

/// Checks an AWSMachine.
pub(super) fn check(s: &mut Subject) {
    cloud_init(s, "spec", &t::AWS_MACHINE_CLOUD_INIT_SKIP);
    security_groups(s, "spec", &t::AWS_SECURITY_GROUP_ID_AND_FILTERS);
    hosts(s, "spec");
    if !s.is_create() {
        mutable::compare(s, "spec", &t::AWS_MACHINE_IMMUTABLE);
        return;
    }
    ignition(s, "spec", &t::AWS_MACHINE_IGNITION_GATE, &t::AWS_MACHINE_IGNITION_AND_CLOUD_INIT);
    ignition_settings(s);
    volumes(s, "spec", &t::AWS_VOLUME_IOPS, &t::AWS_VOLUME_DEVICE_NAME);
    market(s);
}

/// Checks an AWSMachineTemplate.
pub(super) fn check_template(s: &mut Subject) {
    if !s.is_create() {
        let refusing = |release: &&Release| s.changes.iter().any(|c| is_fixed(s, c, **release));
        let known = releases(Authority::Capa).known.iter().filter(refusing);
        let eras: Vec<Era> = known.map(|release| Era::closed(*release, *release)).collect();
        if any_contains(&eras, s.moment.release(Authority::Capa)) {
            s.refuse_in(&t::AWS_MACHINE_TEMPLATE_IMMUTABLE, eras, &[]);
        }
        return;
    }
    let spec = "spec.template.spec";
    if !text(s.new, "spec.template.spec.cloudInit.secretPrefix").is_empty() {
        s.refuse(&t::AWS_TEMPLATE_SECRET_PREFIX, &[]);
    }
    if number(s.new, "spec.template.spec.cloudInit.secretCount").unwrap_or(0) != 0 {
        s.refuse(&t::AWS_TEMPLATE_SECRET_COUNT, &[]);
    }
    if has(s.new, "spec.template.spec.providerID") {
        s.refuse(&t::AWS_TEMPLATE_PROVIDER_ID, &[]);
    }
    cloud_init(s, spec, &t::AWS_TEMPLATE_CLOUD_INIT_SKIP);
    ignition(s, spec, &t::AWS_TEMPLATE_IGNITION_GATE, &t::AWS_TEMPLATE_IGNITION_AND_CLOUD_INIT);
    volumes(s, spec, &t::AWS_TEMPLATE_VOLUME_IOPS, &t::AWS_TEMPLATE_VOLUME_DEVICE_NAME);
    security_groups(s, spec, &t::AWS_TEMPLATE_SECURITY_GROUP_ID_AND_FILTERS);
    aws_tags::tags(s, "spec.template.spec.additionalTags", &t::AWS_TEMPLATE_TAGS);
    hosts(s, spec);
}

/// True when a release does not allow a change of a template.
fn is_fixed(s: &Subject, change: &Change, release: Release) -> bool {
    let holds = |fact: &Fact| any_contains(fact.eras, release);
    let field = match holds(&t::TEMPLATE_METADATA_MUTABLE) {
        true => "spec.template.spec",
        false => "spec",
    };
    if !is_within(&change.path, field) {
        return false;
    }
    let options = "spec.template.spec.instanceMetadataOptions";
    let had = s.old.is_some_and(|old| has(old, options));
    if is_within(&change.path, options) && !had && holds(&t::METADATA_OPTIONS_ONCE) {
        return false;
    }
    let backend = is_within(&change.path, "spec.template.spec.cloudInit.secureSecretsBackend")
        && change.old.is_none();
    let tolerated = match change.new.and_then(Value::as_str) {
        Some("secrets-manager") => holds(&t::SECRETS_BACKEND_SECRETS_MANAGER),
        Some("ssm-parameter-store") => holds(&t::SECRETS_BACKEND_PARAMETER_STORE),
        _ => false,
    };
    !(backend && tolerated)
}

fn cloud_init(s: &mut Subject, spec: &str, rule: &'static Rule) {
    let Some(block) = at(s.new, &format!("{spec}.cloudInit")) else { return };
    let (prefix, count) = (text(block, "secretPrefix"), number(block, "secretCount").unwrap_or(0));
    if flag(block, "insecureSkipSecretsManager") {
        for (field, used) in [
            ("secretPrefix", !prefix.is_empty()),
            ("secretCount", count != 0),
            ("secureSecretsBackend", !text(block, "secureSecretsBackend").is_empty()),
        ] {
            if used {
                s.refuse(rule, &[("field", &field)]);
            }
        }
    }
    if spec == "spec" && prefix.is_empty() == (count != 0) {
        s.refuse(&t::AWS_MACHINE_SECRET_PAIR, &[]);
    }
}

/// The gate, the exclusion of cloud-init settings, and the enumerations of the CRD.
fn ignition(s: &mut Subject, spec: &str, gate: &'static Rule, both: &'static Rule) {
    let path = format!("{spec}.ignition");
    let Some(block) = at(s.new, &path) else { return };
    if !s.gate("BootstrapFormatIgnition") {
        s.refuse(gate, &[]);
    }
    let configured = at(s.new, &format!("{spec}.cloudInit")).is_some_and(|cloud_init| {
        !text(cloud_init, "secretPrefix").is_empty()
            || number(cloud_init, "secretCount").unwrap_or(0) != 0
            || !text(cloud_init, "secureSecretsBackend").is_empty()
            || flag(cloud_init, "insecureSkipSecretsManager")
    });
    if configured {
        s.refuse(both, &[]);
    }
    enumeration(s, &path, "version", text(block, "version"), &t::AWS_IGNITION_VERSION);
    enumeration(s, &path, "storageType", text(block, "storageType"), &t::AWS_IGNITION_STORAGE);
}

/// Refuses a value that the list in the rule's text for this release does not hold.
pub(super) fn enumeration(
    s: &mut Subject,
    path: &str,
    field: &str,
    value: &str,
    rule: &'static Rule,
) {
    let release = s.moment.release(rule.authority);
    let Some(says) = rule.says.iter().find(|says| says.era.contains(release)) else { return };
    let supported = says.text.split_once("supported values: ").map_or("", |(_, values)| values);
    let quoted = format!("\"{value}\"");
    if value.is_empty() || supported.split(", ").any(|known| known == quoted) {
        return;
    }
    let lists = |text: &str| text.contains(&quoted);
    let eras = rule.says.iter().filter(|says| !lists(says.text)).map(|says| says.era).collect();
    debug_assert!(says.at.is_some_and(|at| at.ends_with(field)));
    s.refuse_in(rule, eras, &[("path", &path), ("value", &value)]);
}

/// Settings that only newer Ignition versions have, and their values.
fn ignition_settings(s: &mut Subject) {
    let Some(block) = at(s.new, "spec.ignition") else { return };
    if matches!(text(block, "version"), "2.3" | "3.0") {
        for field in ["proxy", "tls"] {
            if has(block, field) {
                s.refuse(&t::AWS_IGNITION_OLD_VERSION_SETTING, &[("field", &field)]);
            }
        }
    }
    for field in ["httpProxy", "httpsProxy"] {
        let url = text(block, &format!("proxy.{field}"));
        if !is_url(url) {
            s.refuse(&t::AWS_IGNITION_PROXY_URL, &[("field", &field)]);
        }
    }
    for entry in items(block, "proxy.noProxy").iter().filter_map(Value::as_str) {
        if !is_no_proxy(entry) {
            let reason = "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric \
                          characters, '-' or '.', and must start and end with an alphanumeric \
                          character";
            s.refuse(&t::AWS_IGNITION_NO_PROXY, &[("reason", &reason)]);
        }
    }
    let sources = items(block, "tls.certificateAuthorities");
    for source in sources.iter().filter_map(Value::as_str) {
        if let Some(reason) = bad_ca_source(source) {
            s.refuse(&t::AWS_IGNITION_CA_SOURCE, &[("reason", &reason)]);
        }
    }
}

/// What Go's `url.Parse` takes, as far as control characters, spaces in the host and a missing
/// scheme before a colon go.
fn is_url(url: &str) -> bool {
    let control = url.bytes().any(|b| b < 0x20 || b == 0x7f);
    let spaced = url.split_once("://").is_some_and(|(scheme, rest)| {
        scheme.is_empty() || rest.split(['/', '?', '#']).next().is_some_and(|h| h.contains(' '))
    });
    !control && !spaced && !url.starts_with(':')
}

fn is_no_proxy(entry: &str) -> bool {
    let port = entry.rsplit_once(':').is_some_and(|(host, _)| {
        !host.contains(':') || (host.starts_with('[') && host.ends_with(']'))
    });
    entry == "*"
        || entry.parse::<std::net::IpAddr>().is_ok()
        || super::cluster::is_cidr(entry)
        || port
        || is_dns_subdomain(entry.strip_prefix('.').unwrap_or(entry))
}

fn bad_ca_source(source: &str) -> Option<&'static str> {
    let Some((scheme, rest)) = source.split_once(':') else {
        return Some("unsupported URL scheme");
    };
    match scheme {
        "http" | "https" | "tftp" | "s3" | "arn" | "gs" => None,
        "data" => match rest.split_once(',') {
            None => Some("invalid data URL"),
            Some((_, data)) if STANDARD.decode(data).is_err() => {
                Some("invalid base64 encoding for data url")
            }
            Some(_) => None,
        },
        _ => Some("unsupported URL scheme"),
    }
}

fn security_groups(s: &mut Subject, spec: &str, rule: &'static Rule) {
    let groups = items(s.new, &format!("{spec}.additionalSecurityGroups"));
    if groups.iter().any(|group| has(group, "id") && !items(group, "filters").is_empty()) {
        s.refuse(rule, &[]);
    }
}

/// Volumes: provisioned types need iops, throughput needs gp3, others than the root need a device.
pub(super) fn volumes(s: &mut Subject, spec: &str, iops: &'static Rule, device: &'static Rule) {
    let root = at(s.new, &format!("{spec}.rootVolume")).map(|volume| ("rootVolume", volume));
    let others = items(s.new, &format!("{spec}.nonRootVolumes")).iter();
    for (list, volume) in root.into_iter().chain(others.map(|volume| ("nonRootVolumes", volume))) {
        let path = format!("{spec}.{list}");
        let kind = text(volume, "type");
        if matches!(kind, "io1" | "io2") && number(volume, "iops").unwrap_or(0) == 0 {
            s.refuse(iops, &[("path", &path)]);
        }
        if has(volume, "throughput") && kind != "gp3" {
            s.refuse(&t::AWS_VOLUME_THROUGHPUT_TYPE, &[("path", &path)]);
        }
        if list == "nonRootVolumes" && text(volume, "deviceName").is_empty() {
            s.refuse(device, &[("path", &path)]);
        }
    }
}

fn hosts(s: &mut Subject, spec: &str) {
    let field = |name: &str| format!("{spec}.{name}");
    let on_host = |value: &Value| text(value, &field("tenancy")) == "host";
    let has_id = !text(s.new, &field("hostID")).is_empty();
    let dynamic = has(s.new, &field("dynamicHostAllocation"));
    let affinity = |value: &Value| text(value, &field("hostAffinity")) == "host";
    if has_id && dynamic {
        for name in ["hostID", "dynamicHostAllocation"] {
            s.refuse(&t::AWS_HOST_ID_AND_DYNAMIC, &[("path", &spec), ("field", &name)]);
        }
    }
    for (name, used) in [("hostID", has_id), ("dynamicHostAllocation", dynamic)] {
        if used && !on_host(s.new) {
            s.refuse(&t::AWS_HOST_TENANCY, &[("path", &spec), ("field", &name)]);
        }
    }
    let faulty = |value: &Value| affinity(value) && !on_host(value);
    let inherited = s.old.is_some_and(faulty) && s.holds(&t::OLD_HOST_AFFINITY_PASSES);
    if faulty(s.new) && !inherited {
        let eras = match s.old.is_some_and(faulty) {
            true => super::super::moment::releases(t::AWS_HOST_AFFINITY.authority)
                .except(t::OLD_HOST_AFFINITY_PASSES.eras)
                .into_iter()
                .filter_map(|era| clip(era, &t::AWS_HOST_AFFINITY))
                .collect(),
            false => t::AWS_HOST_AFFINITY.says.iter().map(|says| says.era).collect(),
        };
        s.refuse_in(&t::AWS_HOST_AFFINITY, eras, &[("path", &spec)]);
    }
    if dynamic && !affinity(s.new) {
        s.refuse(&t::AWS_HOST_DYNAMIC_AFFINITY, &[("path", &spec)]);
    }
}

/// The part of a range in which a rule can speak.
fn clip(era: super::super::release::Era, rule: &Rule) -> Option<super::super::release::Era> {
    let first = rule.says.first()?.era.first.max(era.first);
    let kept = super::super::release::Era { first, last: era.last };
    kept.last.is_none_or(|last| first <= last).then_some(kept)
}

fn market(s: &mut Subject) {
    let spot = has(s.new, "spec.spotMarketOptions");
    let reason = match text(s.new, "spec.marketType") {
        "CapacityBlock" if spot => {
            "marketType set to CapacityBlock and spotMarketOptions cannot be used together"
        }
        "OnDemand" if spot => {
            "setting marketType to OnDemand and spotMarketOptions cannot be used together"
        }
        _ => "",
    };
    if !reason.is_empty() {
        s.refuse(&t::AWS_MARKET_TYPE, &[("reason", &reason)]);
    }
    let block = text(s.new, "spec.marketType") == "CapacityBlock";
    if block && !has(s.new, "spec.capacityReservationId") {
        s.refuse(&t::AWS_CAPACITY_BLOCK_RESERVATION, &[("path", &"spec")]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_of_certificates_have_known_schemes() {
        for good in ["https://x", "s3://b/k", "data:text/plain;base64,YQ==", "arn:aws:s3:::b"] {
            assert_eq!(bad_ca_source(good), None, "{good}");
        }
        for bad in ["ftp://x/ca", "data:nocomma", "data:,%%", "plain"] {
            assert!(bad_ca_source(bad).is_some(), "{bad}");
        }
    }

    #[test]
    fn no_proxy_takes_names_addresses_and_ports() {
        for good in ["*", "10.0.0.1", "10.0.0.0/8", "a.example:80", ".svc", "[::1]:80"] {
            assert!(is_no_proxy(good), "{good}");
        }
        for bad in ["_bad_", "A.example", ""] {
            assert!(!is_no_proxy(bad), "{bad}");
        }
    }
}
