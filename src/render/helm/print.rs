//! How `helm template` frames what a chart produces.
//!
//! Facts: Helm 4.3, `pkg/cmd/template.go`, `pkg/action/action.go`.

use super::Manifests;
use super::manifests::{split, trim_end, trim_start};
use crate::goglob::path_match;
use crate::value::Str;

/// What is to be printed.
#[derive(Debug, Clone, Copy, Default)]
pub struct Selection {
    /// The files under `crds/` first.
    pub crds: bool,
    /// Hooks behind the manifests.
    pub hooks: bool,
    /// Hooks that are tests, too.
    pub tests: bool,
}

/// One document with its header.
pub fn document(path: &str, text: &Str, out: &mut Vec<u8>) {
    out.extend_from_slice(b"---\n# Source: ");
    out.extend_from_slice(path.as_bytes());
    out.push(b'\n');
    out.extend_from_slice(text.as_bytes());
    out.push(b'\n');
}

/// Everything, as printed to stdout.
pub fn stream(manifests: &Manifests, selection: Selection) -> Vec<u8> {
    let size: usize = manifests.manifests.iter().map(|m| m.text.len() + m.path.len() + 20).sum();
    let mut out = Vec::with_capacity(size);
    if selection.crds {
        for (path, text) in &manifests.crds {
            document(path, text, &mut out);
        }
    }
    for manifest in &manifests.manifests {
        document(&manifest.path, &manifest.text, &mut out);
    }
    let (start, end) = (out.len() - trim_start(&out).len(), trim_end(&out).len());
    out.truncate(end.max(start));
    out.drain(..start);
    out.push(b'\n');
    if selection.hooks {
        for hook in manifests.hooks.iter().filter(|hook| selection.tests || !hook.is_test) {
            document(&hook.manifest.path, &hook.manifest.text, &mut out);
        }
    }
    out
}

/// The documents of a stream that `--show-only` patterns select, in the order of the patterns.
///
/// # Errors
/// The first pattern that selects nothing.
pub fn show_only<'p>(
    stream: &[u8],
    patterns: &'p [String],
    keeps_document_ends: bool,
) -> Result<Vec<u8>, &'p str> {
    let documents = split(stream, keeps_document_ends);
    let mut out = Vec::new();
    for pattern in patterns {
        let before = out.len();
        for (_, document) in &documents {
            let Some(path) = source(document) else { continue };
            if path_match(pattern, &path) == Ok(true) {
                out.extend_from_slice(b"---\n");
                out.extend_from_slice(document);
                out.push(b'\n');
            }
        }
        if out.len() == before {
            return Err(pattern);
        }
    }
    Ok(out)
}

/// The path behind `# Source: ` without its first part.
fn source(document: &[u8]) -> Option<String> {
    let mut rest = document;
    let marker = b"# Source: ";
    while let Some(at) = rest.windows(marker.len()).position(|window| window == marker) {
        rest = &rest[at + marker.len()..];
        let line = rest.split(|b| *b == b'\n').next().unwrap_or_default();
        let line = String::from_utf8_lossy(line);
        // Go's `[^/]+` may run over the end of the line; a path never makes it.
        if let Some((first, path)) = line.split_once('/')
            && !first.is_empty()
            && !path.is_empty()
        {
            return Some(path.to_owned());
        }
    }
    None
}
