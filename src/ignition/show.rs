//! A simulated node for people: its files, units and size, aligned, in 80 columns.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::ignition::files::{Content, NodeFile};
use crate::ignition::result::{NodeResult, Outcome};
use crate::ignition::types::Config;

/// Columns that a line may take.
const WIDTH: usize = 80;

/// The files, directories and links of a node: mode, owner, bytes, path.
pub fn files(files: &[NodeFile]) -> String {
    let mut rows: Vec<(String, [String; 3])> = Vec::new();
    for file in files {
        let mode = || file.mode.map_or_else(|| "-".to_owned(), |m| format!("{m:04o}"));
        let (path, mode, bytes) = match &file.content {
            Content::Bytes(bytes) => (file.path.clone(), mode(), bytes.len().to_string()),
            Content::Remote(_) => (file.path.clone(), mode(), "remote".into()),
            Content::Directory => (format!("{}/", file.path), mode(), "-".into()),
            Content::Link(target) => {
                (format!("{} -> {target}", file.path), "link".into(), "-".into())
            }
        };
        rows.push((path, [mode, file.owner.clone(), bytes]));
    }
    rows.sort();
    let width = |i: usize| rows.iter().map(|(_, cells)| cells[i].len()).max().unwrap_or(0);
    let (modes, owners, sizes) = (width(0).max(4), width(1).max(5), width(2).max(5));
    let mut out = format!("{:modes$}  {:owners$}  {:>sizes$}  PATH\n", "MODE", "OWNER", "BYTES");
    for (path, [mode, owner, bytes]) in &rows {
        let _ = writeln!(out, "{mode:modes$}  {owner:owners$}  {bytes:>sizes$}  {path}");
    }
    out
}

/// The units of a node by name: state, drop-ins, and the content of each.
pub fn units(config: &Config) -> String {
    let mut units: BTreeMap<&str, Vec<&crate::ignition::types::Unit>> = BTreeMap::new();
    for unit in &config.systemd.units {
        units.entry(&unit.name).or_default().push(unit);
    }
    let mut out = String::new();
    for (name, parts) in units {
        let enabled = parts.iter().any(|u| u.enable || u.enabled == Some(true));
        let masked = parts.iter().any(|u| u.mask);
        let state = match (masked, enabled) {
            (true, _) => "masked",
            (false, true) => "enabled",
            _ => "as in the image",
        };
        let _ = writeln!(out, "{name}  {state}");
        let texts = parts.iter().filter(|u| !u.contents.is_empty());
        texts.for_each(|u| indent(&mut out, &u.contents));
        for dropin in parts.iter().flat_map(|u| &u.dropins) {
            let _ = writeln!(out, "  {}", dropin.name);
            indent(&mut out, &dropin.contents);
        }
    }
    for unit in &config.networkd.units {
        let _ = writeln!(out, "{}  network", unit.name);
        indent(&mut out, &unit.contents);
    }
    out
}

fn indent(out: &mut String, text: &str) {
    for line in text.trim_end().lines() {
        let _ = writeln!(out, "    {line}");
    }
}

/// The size of a node's user data and its largest contributors.
pub fn size(node: &NodeResult) -> String {
    let mut out = String::new();
    let counted = node.target.counted(node.bytes);
    let most = node.target.counted(node.bytes_max);
    let form = if counted == node.bytes { "raw" } else { "base64" };
    let limit = node.limit.map_or_else(|| "no limit".to_owned(), |l| l.to_string());
    let _ = writeln!(out, "{:20}{:>9}", "raw bytes", node.bytes);
    let _ = writeln!(out, "{:20}{:>9}", "base64 bytes", node.base64_bytes);
    let _ = writeln!(out, "{:20}{:>9}", "raw bytes at most", node.bytes_max);
    let _ = writeln!(out, "{:20}{:>9}", format!("limit of {}", node.target.as_str()), limit);
    if let Some(limit) = node.limit {
        let percent = |bytes: usize| bytes * 100 / limit.max(1);
        let share = match counted == most {
            true => format!("{} %", percent(counted)),
            false => format!("{} to {} %", percent(counted), percent(most)),
        };
        let _ = writeln!(out, "{:20}{share:>9} of the limit ({form})", "used");
    }
    if let Some(stub) = node.parts.size.stub {
        let signed = if stub.signed { " and the signature" } else { "" };
        let _ = writeln!(out, "{:20}{:>9} in the instance itself{signed}", "stub", stub.bytes);
    }
    if node.result == Outcome::Refused || node.parts.size.shares.is_empty() {
        return out;
    }
    out.push('\n');
    let shares = &node.parts.size.shares;
    let digits = shares.iter().map(|s| s.bytes.to_string().len()).max().unwrap_or(1).max(5);
    for share in shares.iter().take(20) {
        let more = if share.more > 0 { format!(" (+{})", share.more) } else { String::new() };
        let room = WIDTH.saturating_sub(digits + 2 + more.len());
        let name: String = match share.name.chars().count() > room {
            true => share.name.chars().take(room.saturating_sub(1)).chain(['…']).collect(),
            false => share.name.clone(),
        };
        let _ = writeln!(out, "{:>digits$}  {name}{more}", share.bytes);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ignition::convert::{Outcome as Converted, to_ignition};
    use crate::ignition::files::of_config;

    #[test]
    fn files_are_sorted_and_aligned() {
        let text = "storage: {files: [{path: /b, mode: 0600, contents: {inline: abc}}, {path: /a, \
                    mode: 01755, user: {id: 7}}], links: [{path: /l, target: /t}]}";
        let Converted::Converted(config, _) = to_ignition(text.as_bytes(), true) else {
            panic!("good CLC")
        };
        assert_eq!(
            files(&of_config(&config)),
            "MODE  OWNER      BYTES  PATH\n1755  7:root         0  /a\n0600  root:root      3  \
             /b\nlink  root:root      -  /l -> /t\n"
        );
    }
}
