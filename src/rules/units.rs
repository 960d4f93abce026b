//! What a kubeadm configuration adds to a systemd unit of the node.

use super::clc::Clc;
use crate::manifest::{KubeadmSpec, field};
use crate::source::Span;

/// All texts that a configuration adds to one unit: its contents and its drop-ins.
#[derive(Debug, Default)]
pub(super) struct Drop<'a> {
    texts: Vec<&'a str>,
    /// The name of the unit inside the Container Linux Config, where it stands there.
    pub span: Option<Span>,
    /// True when a part of it cannot be read here: it is broken, encoded, or in a
    /// Secret.
    pub hidden: bool,
}

/// Collects what a configuration adds to a unit, in its Container Linux Config and as files.
pub(super) fn of<'a>(spec: &KubeadmSpec<'a>, clc: Option<&'a Clc<'_>>, unit: &str) -> Drop<'a> {
    // A config that cannot be read may say anything.
    let hidden = clc.is_some_and(|clc| clc.error.is_some());
    let mut drop = Drop { hidden, ..Drop::default() };
    for (_, node) in clc.map(|clc| clc.select("systemd.units[*]")).unwrap_or_default() {
        if field::text(node, "name") != Some(unit) {
            continue;
        }
        drop.span = drop.span.or_else(|| node.get("name").map(|name| name.span()));
        drop.texts.extend(field::text(node, "contents"));
        let dropins = field::select(node, "dropins[*].contents");
        drop.texts.extend(dropins.into_iter().filter_map(|(_, node)| node.text()));
    }
    let folder = format!("/{unit}.d/");
    let of_unit = |path: &str| path.contains(&folder) || path.ends_with(&format!("/{unit}"));
    for file in spec.files() {
        if !file.path().is_some_and(of_unit) {
            continue;
        }
        let encoded = field::text(file.node, "encoding").is_some();
        match field::text(file.node, "content") {
            Some(text) if !encoded => drop.texts.push(text),
            _ => drop.hidden = true,
        }
    }
    drop
}

impl<'a> Drop<'a> {
    /// The values of a setting, in order.
    pub fn values(&self, setting: &'a str) -> impl Iterator<Item = &'a str> {
        let lines = self.texts.iter().flat_map(|text| text.lines());
        lines.filter_map(move |line| {
            let (name, value) = line.split_once('=')?;
            (name.trim() == setting).then(|| value.trim())
        })
    }

    /// True when one of some settings, which are lists of units, names a unit.
    pub fn names(&self, settings: &[&'a str], unit: &str) -> bool {
        let mut values = settings.iter().flat_map(|setting| self.values(setting));
        values.any(|value| value.split_whitespace().any(|name| name == unit))
    }
}
