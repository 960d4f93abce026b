//! Values in Go's syntax, as `%#v` prints them: go-yaml and sigs.k8s.io/yaml quote bad keys so.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::event::Dialect;
use super::node::{Kind, Node};
use super::resolve::Scalar;
use crate::{gonum, gotext};

/// What is longer than this is cut; the texts are for people.
const MAX_LEN: usize = 4096;

/// A node as go-yaml's value of it looks under `%#v`.
pub(super) fn go_syntax(node: &Node) -> String {
    let mut out = String::new();
    write_value(&mut out, node, true);
    out
}

fn write_value(out: &mut String, node: &Node, top: bool) {
    if out.len() > MAX_LEN {
        return;
    }
    match node.kind() {
        Kind::Sequence(items) => {
            out.push_str("[]interface {}{");
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    out.push_str(", ");
                }
                write_value(out, item, false);
            }
            out.push('}');
        }
        Kind::Mapping(entries) => {
            out.push_str("map[interface {}]interface {}{");
            // Sorted as Go sorts most keys, the last of duplicates winning.
            let mut pairs: BTreeMap<String, &Node> = BTreeMap::new();
            for entry in entries.iter().take(MAX_LEN) {
                let mut key = String::new();
                write_value(&mut key, &entry.key, false);
                pairs.insert(key, &entry.value);
            }
            for (index, (key, value)) in pairs.iter().enumerate() {
                if out.len() > MAX_LEN {
                    return;
                }
                out.push_str(if index > 0 { ", " } else { "" });
                out.push_str(key);
                out.push(':');
                write_value(out, value, false);
            }
            out.push('}');
        }
        Kind::Scalar { .. } => write_scalar(out, node.resolve(Dialect::Helm), top),
    }
}

fn write_scalar(out: &mut String, value: Scalar<'_>, top: bool) {
    let _ = match value {
        Scalar::Null if top => write!(out, "<nil>"),
        Scalar::Null => write!(out, "interface {{}}(nil)"),
        Scalar::Bool(value) => write!(out, "{value}"),
        Scalar::Int(n) => write!(out, "{n}"),
        Scalar::Uint(n) => write!(out, "{n:#x}"),
        Scalar::Float(f) => write!(out, "{}", gonum::format_shortest(f)),
        Scalar::Str(text) => write!(out, "{}", crate::goquote::quote(&text)),
        Scalar::Timestamp(text) => write!(out, "{}", crate::goquote::quote(text)),
        Scalar::Binary(bytes) => {
            write!(out, "{}", crate::goquote::quote(&gotext::replace_invalid(&bytes)))
        }
    };
}
