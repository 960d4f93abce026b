//! Any bytes are documents, or an error; every span lies inside the text.

#![no_main]

use clusterctl_gs::source::{FileId, Span};
use clusterctl_gs::yaml::{self, Dialect, Kind, Node};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let parsed = yaml::parse_bytes(data, FileId::NONE);
    for document in &parsed.documents {
        inside(document.span, data);
        if let Some(root) = &document.root {
            visit(root, data, 0);
            let _ = yaml::try_to_json(root);
            let _ = yaml::try_to_json_floats(root);
        }
    }
});

fn visit(node: &Node, data: &[u8], depth: usize) {
    assert!(depth <= yaml::MAX_DEPTH);
    inside(node.span(), data);
    match node.kind() {
        Kind::Scalar { .. } => {
            for dialect in [Dialect::default(), Dialect::V3] {
                let _ = node.resolve(dialect);
            }
        }
        Kind::Sequence(items) => items.iter().for_each(|item| visit(item, data, depth + 1)),
        Kind::Mapping(entries) => entries.iter().for_each(|entry| {
            visit(&entry.key, data, depth + 1);
            visit(&entry.value, data, depth + 1);
        }),
    }
}

fn inside(span: Span, data: &[u8]) {
    assert!(span.start <= span.end && span.end as usize <= data.len());
}
