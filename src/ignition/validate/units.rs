//! What systemd refuses of a unit that every program before it takes.
//!
//! Sources: systemd v255, `unit-name.c` (names), `service.c` (`service_verify`), `unit-file.c`
//! (a masked unit is a link to `/dev/null`).

use std::collections::BTreeMap;

use crate::finding::Severity;
use crate::ignition::origin::Origins;
use crate::ignition::result::Stage;
use crate::ignition::sink::Sink;
use crate::ignition::types::{Config, Unit};
use crate::ignition::validate::flatcar::Part;
use crate::ignition::validate::unit_file::parse_unit;

const RULE: &str = "userdata/broken-unit";

/// Checks the units of a config. Those of one name are one unit.
pub(super) fn check(config: &Config, origins: &Origins, sink: &mut Sink<'_>) {
    let mut named: BTreeMap<&str, Vec<(usize, &Unit)>> = BTreeMap::new();
    for (i, unit) in config.systemd.units.iter().enumerate() {
        named.entry(&unit.name).or_default().push((i, unit));
    }
    for (name, parts) in named {
        let (first, _) = parts[0];
        let at = origins.of(Part::Unit(first), config);
        let mut refuse = |severity, message: String, help: &str| {
            sink.add(Stage::Node, severity, RULE, at.clone(), message).help(help);
        };
        if !is_name(name) {
            let message = format!("systemd refuses `{name}` as the name of a unit");
            refuse(Severity::Error, message, "use letters, digits and any of `:-_.@`");
        }
        let dropins = || parts.iter().flat_map(|(_, unit)| &unit.dropins);
        for dropin in dropins().filter(|dropin| dropin.name.contains('/')) {
            let message = format!("`{}` is no name of a drop-in", dropin.name);
            refuse(Severity::Error, message, "give the name of a file, without a folder");
        }
        let has_text = parts.iter().any(|(_, unit)| !unit.contents.is_empty());
        if has_text && parts.iter().any(|(_, unit)| unit.mask) {
            let message = format!("`{name}` is masked, so that its text counts for nothing");
            refuse(Severity::Warning, message, "leave out `mask` or the text");
        }
        let texts = parts.iter().map(|(_, unit)| &unit.contents);
        let texts: Vec<&String> = texts.chain(dropins().map(|dropin| &dropin.contents)).collect();
        if name.ends_with(".service") && has_text && !starts_something(&texts) {
            let message = format!("systemd refuses `{name}`: it says nothing to start");
            refuse(Severity::Error, message, "give it an `ExecStart=` in `[Service]`");
        }
    }
}

/// True for what systemd takes as the name of a unit.
fn is_name(name: &str) -> bool {
    let allowed = |c: char| c.is_ascii_alphanumeric() || ":-_.\\@".contains(c);
    !name.is_empty() && name.len() < 256 && name.chars().all(allowed)
}

/// True when a service has a command. A text that cannot be read is another finding's matter.
fn starts_something(texts: &[&String]) -> bool {
    let counts = [("Service", "ExecStart"), ("Service", "ExecStop"), ("Unit", "SuccessAction")];
    texts.iter().any(|text| match parse_unit(text) {
        Ok(options) => {
            options.iter().any(|option| counts.contains(&(&option.section, &option.name)))
        }
        Err(_) => true,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_that_systemd_takes() {
        for name in ["a.service", "a@b.service", "dev-disk-by\\x2dlabel.mount", "A_1:2.timer"] {
            assert!(is_name(name), "{name}");
        }
        for name in ["", "a b.service", "../a.service", "é.service", &"a".repeat(256)] {
            assert!(!is_name(name), "{name}");
        }
    }

    #[test]
    fn a_service_needs_a_command() {
        let starts = |texts: &[&str]| {
            let texts: Vec<String> = texts.iter().map(|text| (*text).to_owned()).collect();
            starts_something(&texts.iter().collect::<Vec<_>>())
        };
        assert!(starts(&["[Unit]\n", "[Service]\nExecStart=/a\n"]));
        assert!(!starts(&["[Service]\nExecStrt=/a\n", ""]));
        assert!(!starts(&["[Unit]\nExecStart=/a\n"]));
        assert!(starts(&["[Unit]\nSuccessAction=reboot\n"]));
    }
}
