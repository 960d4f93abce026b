//! What differs between Helm's versions, as data.
//!
//! Facts: the release notes and sources of Helm, and probes with the real binaries.

use super::api_versions;
use crate::chart::{NullRules, TreeRules, ValuesRules};
use crate::values::set;

/// A version of Helm that can be played.
#[derive(Debug)]
pub struct HelmVersion {
    /// How flags and configuration name it.
    pub name: &'static str,
    /// Major and minor version.
    pub number: (u32, u32),
    /// What `.Capabilities.HelmVersion` says.
    pub build: Build,
    /// The minor version of Kubernetes that it believes in.
    pub kubernetes_minor: u32,
    /// The API versions that it believes in.
    pub api_versions: &'static [&'static str],
    /// Dependencies and nulls.
    pub tree: TreeRules,
    /// How values files are read.
    pub values: ValuesRules,
    /// The `--set` family.
    pub set: set::Rules,
    /// Helm 4: `.Chart` is a map, Go's types are called `common.…`, errors of templates
    /// take several lines, webhooks have their place in the order of kinds.
    pub is_helm_4: bool,
    /// A document keeps the blank lines at its end (4.2 and later).
    pub keeps_document_ends: bool,
    /// `.Capabilities.KubeVersion` remembers what `--kube-version` said, and constraints see
    /// it without suffixes (4.0 and later).
    pub normalizes_kube_version: bool,
}

/// How a Helm binary was built.
#[derive(Debug, Clone, Copy)]
#[allow(missing_docs, reason = "the names are Helm's")]
pub struct Build {
    pub version: &'static str,
    pub git_commit: &'static str,
    pub go_version: &'static str,
    /// Since 4.0.
    pub kube_client_version: Option<&'static str>,
}

/// No version had fewer rules than the oldest.
const OLD_NULLS: NullRules = NullRules {
    clean_defaults: false,
    keep_without_default: false,
    reach_subcharts: false,
    count_without_source: false,
};
const LATE_3_NULLS: NullRules = NullRules { reach_subcharts: true, ..OLD_NULLS };
const EARLY_4_NULLS: NullRules =
    NullRules { keep_without_default: true, count_without_source: true, ..LATE_3_NULLS };
const NEW_NULLS: NullRules = NullRules { clean_defaults: true, ..EARLY_4_NULLS };

/// All versions, the newest first.
pub static VERSIONS: [HelmVersion; 4] = [
    HelmVersion {
        name: "4.3",
        number: (4, 3),
        build: Build {
            version: "v4.3.1",
            git_commit: "c0d08d0d6d9424d4a14febb5e8a3e51b0dd00dff",
            go_version: "go1.27.2",
            kube_client_version: Some("v1.37"),
        },
        kubernetes_minor: 37,
        api_versions: api_versions::HELM_4_3,
        tree: TreeRules { nulls: NEW_NULLS, imports_keep_nulls: true, copies_children: true },
        values: ValuesRules { all_documents: true },
        set: set::Rules::HELM_4,
        is_helm_4: true,
        keeps_document_ends: true,
        normalizes_kube_version: true,
    },
    HelmVersion {
        name: "4.1",
        number: (4, 1),
        build: Build {
            version: "v4.1.4",
            git_commit: "05fa37973dc9e42b76e1d2883494c87174b6074f",
            go_version: "go1.25.9",
            kube_client_version: Some("v1.35"),
        },
        kubernetes_minor: 35,
        api_versions: api_versions::HELM_4_1,
        tree: TreeRules { nulls: EARLY_4_NULLS, imports_keep_nulls: true, copies_children: true },
        values: ValuesRules { all_documents: true },
        set: set::Rules::HELM_4,
        is_helm_4: true,
        keeps_document_ends: false,
        normalizes_kube_version: true,
    },
    HelmVersion {
        name: "3.17",
        number: (3, 17),
        build: Build {
            version: "v3.17.3",
            git_commit: "e4da49785aa6e6ee2b86efd5dd9e43400318262b",
            go_version: "go1.23.7",
            kube_client_version: None,
        },
        kubernetes_minor: 32,
        api_versions: api_versions::HELM_3_17,
        tree: TreeRules { nulls: LATE_3_NULLS, imports_keep_nulls: true, copies_children: false },
        values: ValuesRules { all_documents: false },
        set: set::Rules::HELM_3,
        is_helm_4: false,
        keeps_document_ends: false,
        normalizes_kube_version: false,
    },
    HelmVersion {
        name: "3.11",
        number: (3, 11),
        build: Build {
            version: "v3.11.1",
            git_commit: "293b50c65d4d56187cd4e2f390f0ada46b4c4737",
            go_version: "go1.18.10",
            kube_client_version: None,
        },
        kubernetes_minor: 26,
        api_versions: api_versions::HELM_3_11,
        tree: TreeRules { nulls: OLD_NULLS, imports_keep_nulls: false, copies_children: false },
        values: ValuesRules { all_documents: false },
        set: set::Rules::HELM_3,
        is_helm_4: false,
        keeps_document_ends: false,
        normalizes_kube_version: false,
    },
];

impl HelmVersion {
    /// The version that a flag or the configuration names.
    pub fn named(name: &str) -> Option<&'static HelmVersion> {
        VERSIONS.iter().find(|version| version.name == name)
    }

    /// The newest.
    pub fn newest() -> &'static HelmVersion {
        &VERSIONS[0]
    }
}
