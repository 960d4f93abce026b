//! From rendered files to manifests and hooks in Helm's order.
//!
//! Facts: Helm 4.3, `pkg/release/v1/util` (manifest.go, manifest_sorter.go, kind_sorter.go).

use std::sync::Arc;

use super::failure::HelmError;
use super::head::Head;
use super::split::split_before_4_2;
use super::version::HelmVersion;
use crate::chart::{Notice, Site};
use crate::source::FileId;
use crate::value::Str;

/// The order in which kinds are installed. The two kinds of webhooks are known since Helm 4.
const INSTALL_ORDER: [&str; 38] = [
    "PriorityClass",
    "Namespace",
    "NetworkPolicy",
    "ResourceQuota",
    "LimitRange",
    "PodSecurityPolicy",
    "PodDisruptionBudget",
    "ServiceAccount",
    "Secret",
    "SecretList",
    "ConfigMap",
    "StorageClass",
    "PersistentVolume",
    "PersistentVolumeClaim",
    "CustomResourceDefinition",
    "ClusterRole",
    "ClusterRoleList",
    "ClusterRoleBinding",
    "ClusterRoleBindingList",
    "Role",
    "RoleList",
    "RoleBinding",
    "RoleBindingList",
    "Service",
    "DaemonSet",
    "Pod",
    "ReplicationController",
    "ReplicaSet",
    "Deployment",
    "HorizontalPodAutoscaler",
    "StatefulSet",
    "Job",
    "CronJob",
    "IngressClass",
    "Ingress",
    "APIService",
    "MutatingWebhookConfiguration",
    "ValidatingWebhookConfiguration",
];

/// Which of [`INSTALL_ORDER`] a version knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KnownKinds {
    first: usize,
    end: usize,
}

impl KnownKinds {
    /// All of them.
    pub const ALL: KnownKinds = KnownKinds { first: 0, end: INSTALL_ORDER.len() };
    /// Helm 3 knows no webhooks.
    pub const HELM_3_17: KnownKinds = KnownKinds { end: 36, ..KnownKinds::ALL };
    /// Helm 3.11 does not know the first, either.
    pub const HELM_3_11: KnownKinds = KnownKinds { first: 1, ..KnownKinds::HELM_3_17 };
}

/// How many documents a chart may produce. A release is stored in one Secret of 1 MiB; the
/// largest real charts have a few thousand documents.
const MAX_DOCUMENTS: usize = 100_000;

/// One document that the chart produces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Manifest {
    /// The template's path, such as `chart/templates/a.yaml`.
    pub path: Arc<str>,
    /// The text. With [`Request::tracing`](super::Request) its pieces are the places of the
    /// templates that printed it.
    pub text: Str,
    /// Its `kind`.
    pub kind: String,
    /// Where the text begins in the template's output.
    pub offset: usize,
}

/// One document that runs at a moment of a release's life.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hook {
    /// The document.
    pub manifest: Manifest,
    /// It is a test of the release.
    pub is_test: bool,
}

/// The events that hooks may name.
const EVENTS: [&str; 10] = [
    "pre-install",
    "post-install",
    "pre-delete",
    "post-delete",
    "pre-upgrade",
    "post-upgrade",
    "pre-rollback",
    "post-rollback",
    "test",
    "test-success",
];

/// Splits, reads and sorts rendered files, which must come in the order of their paths.
///
/// # Errors
/// The first document that is no YAML or has another shape than an object.
pub(super) fn sort<'f>(
    files: impl Iterator<Item = (&'f Arc<str>, &'f Str)>,
    version: &HelmVersion,
    notices: &mut Vec<Notice>,
) -> Result<(Vec<Manifest>, Vec<Hook>), HelmError> {
    let (mut manifests, mut hooks) = (Vec::new(), Vec::new());
    for (path, text) in files {
        for (offset, piece) in split(text.as_bytes(), version.keeps_document_ends) {
            let head = Head::read(piece, version.metadata.wording).map_err(|error| {
                let fault = crate::yaml::parse_bytes(piece, FileId::NONE).error;
                let at = fault.map_or(0, |fault| fault.span.start as usize);
                HelmError {
                    plain: Some(format!("the output of `{path}` cannot be read: {error}")),
                    output_at: u32::try_from(offset + at.min(piece.len())).ok(),
                    ..HelmError::rendering(format!("YAML parse error on {path}: {error}"))
                }
                .at(path.clone(), None)
            })?;
            if manifests.len() + hooks.len() == MAX_DOCUMENTS {
                let text = format!("the chart produces more than {MAX_DOCUMENTS} documents");
                return Err(HelmError::rendering(text).at(path.clone(), None));
            }
            let text = text.part(offset..offset + piece.len());
            let manifest = Manifest { path: path.clone(), text, kind: head.kind, offset };
            let Some(names) = head.hook else {
                manifests.push(manifest);
                continue;
            };
            let events: Vec<String> = names.split(',').map(|n| n.trim().to_lowercase()).collect();
            if events.iter().any(|event| !EVENTS.contains(&event.as_str())) {
                let old = format!("info: skipping unknown hook: {}", crate::goquote::quote(&names));
                let notice = Notice::info("skipping unknown hooks").with("hookTypes", names);
                notices.push(notice.before_4(Some(Site::UnknownHook), old));
                continue;
            }
            let is_test = events.iter().any(|event| event.starts_with("test"));
            hooks.push(Hook { manifest, is_test });
        }
    }
    let order = &INSTALL_ORDER[version.kinds.first..version.kinds.end];
    let place = |manifest: &Manifest| {
        let index = order.iter().position(|kind| *kind == manifest.kind);
        match index {
            Some(index) => (index, String::new()),
            None => (usize::MAX, manifest.kind.clone()),
        }
    };
    manifests.sort_by_cached_key(&place);
    hooks.sort_by_cached_key(|hook| place(&hook.manifest));
    Ok((manifests, hooks))
}

/// The pieces of a text between lines that begin with `---`, with their offsets; blank ones
/// are left out.
///
/// A separator is a separator wherever it stands at the start of a line, also inside of block
/// scalars, and what follows it on its line belongs to the next piece.
pub(super) fn split(text: &[u8], keeps_ends: bool) -> Vec<(usize, &[u8])> {
    if !keeps_ends {
        return split_before_4_2(text);
    }
    let mut pieces = Vec::new();
    let mut start = text.len() - trim_start(text).len();
    let mut push = |from: usize, to: usize| {
        let piece = trim_start(&text[from..to]);
        let offset = to - piece.len();
        if !piece.is_empty() {
            pieces.push((offset, piece));
        }
    };
    let mut line = start;
    while line < text.len() {
        let rest = &text[line..];
        if rest.starts_with(b"---") {
            push(start, line);
            let blanks = rest[3..].iter().take_while(|b| matches!(b, b' ' | b'\t')).count();
            start = line + 3 + blanks;
        }
        match memchr::memchr(b'\n', rest) {
            Some(end) => line += end + 1,
            None => break,
        }
    }
    push(start, text.len());
    pieces
}

/// Cuts off white space at the beginning.
pub(super) fn trim_start(bytes: &[u8]) -> &[u8] {
    let mut rest = bytes;
    loop {
        match rest.first() {
            Some(b) if b.is_ascii_whitespace() || *b == 0x0b => rest = &rest[1..],
            Some(b) if !b.is_ascii() => {
                let valid = rest.utf8_chunks().next().map_or("", |chunk| chunk.valid());
                let trimmed = valid.trim_start();
                if trimmed.len() == valid.len() {
                    return rest;
                }
                rest = &rest[valid.len() - trimmed.len()..];
            }
            _ => return rest,
        }
    }
}

/// Cuts off white space at the end.
pub(super) fn trim_end(bytes: &[u8]) -> &[u8] {
    let mut rest = bytes;
    loop {
        let Some(last) = rest.last() else { return rest };
        if last.is_ascii_whitespace() || *last == 0x0b {
            rest = &rest[..rest.len() - 1];
            continue;
        }
        // A character has at most four bytes.
        let start = (1..=rest.len().min(4)).find(|n| {
            let tail = &rest[rest.len() - n..];
            std::str::from_utf8(tail).is_ok_and(|c| c.chars().all(char::is_whitespace))
        });
        match start {
            Some(n) => rest = &rest[..rest.len() - n],
            None => return rest,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(text: &str) -> Vec<(usize, &str)> {
        let pieces = split(text.as_bytes(), true).into_iter();
        pieces.map(|(at, piece)| (at, std::str::from_utf8(piece).unwrap())).collect()
    }

    #[test]
    fn separators_count_wherever_a_line_begins() {
        assert_eq!(pieces("\n a: 1\n---\n\n--- {b: 2}\n"), [(2, "a: 1\n"), (16, "{b: 2}\n")]);
        assert_eq!(pieces("---foo\n----\n"), [(3, "foo\n"), (10, "-\n")]);
        assert_eq!(pieces("\u{a0}\n---\n"), []);
        assert_eq!(split(b"a\n\n---\nb \n", false), [(0, &b"a"[..]), (7, &b"b"[..])]);
    }
}
