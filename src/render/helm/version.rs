//! What differs between Helm's versions, as data.
//!
//! Facts: the release notes and sources of Helm, and probes with the real binaries.

use super::api_versions;
use super::judge::SchemaLibrary;
use super::manifests::KnownKinds;
use crate::chart::{LogStyle, MetadataRules, NullRules, Site, TreeRules, ValuesRules};
use crate::gotpl::Language;
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
    /// What `Chart.yaml` must be.
    pub metadata: MetadataRules,
    /// By what values are judged.
    pub schemas: SchemaLibrary,
    /// Go's template language.
    pub language: Language,
    /// How it logs.
    pub log: LogStyle,
    /// The kinds that have a place in the order of installation.
    pub kinds: KnownKinds,
    /// What is said about dependencies that are declared and not there.
    pub missing_dependencies: &'static str,
    /// The files under `crds/` are named with their chart (3.16 and later).
    pub crds_name_chart: bool,
    /// `.Files.Lines` has an empty line behind a final line break (before 3.12).
    pub lines_keep_end: bool,
    /// A kubeconfig that others may read is warned of (before 3.12).
    pub checks_kubeconfig: bool,
    /// With `--output-dir`, hooks go behind what is there (3.12 and later).
    pub hooks_append: bool,
    /// Helm 4: `.Chart` is a map, Go's types are called `common.…`, errors of templates
    /// take several lines.
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
    globals_keep_nulls: false,
    count_without_source: false,
};
const LATE_3_NULLS: NullRules =
    NullRules { reach_subcharts: true, globals_keep_nulls: true, ..OLD_NULLS };
const EARLY_4_NULLS: NullRules =
    NullRules { keep_without_default: true, count_without_source: true, ..LATE_3_NULLS };
const NEW_NULLS: NullRules = NullRules { clean_defaults: true, ..EARLY_4_NULLS };

const MISSING_4_3: &str = "an error occurred while checking for chart dependencies. \
     You may need to run 'helm dependency build' to fetch missing dependencies";
const MISSING_4_1: &str = "an error occurred while checking for chart dependencies. \
     You may need to run `helm dependency build` to fetch missing dependencies";
const MISSING_3: &str = "An error occurred while checking for chart dependencies. \
     You may need to run `helm dependency build` to fetch missing dependencies";

/// Where Helm 3.17.3 logs.
const LOG_3_17: &[(Site, &str)] = &[
    (Site::DestinationGlobals, "coalesce.go:138"),
    (Site::SourceGlobals, "coalesce.go:145"),
    (Site::Conflict, "coalesce.go:161"),
    (Site::KeyIsTable, "coalesce.go:175"),
    (Site::SkippedValue, "coalesce.go:237"),
    (Site::TableOverScalar, "coalesce.go:298"),
    (Site::ScalarOverTable, "coalesce.go:301"),
    (Site::Condition, "dependencies.go:63"),
    (Site::Tag, "dependencies.go:94"),
    (Site::ImportFromChart, "dependencies.go:269"),
    (Site::Import, "dependencies.go:286"),
    (Site::UnknownHook, "manifest_sorter.go:190"),
    (Site::OldDependencies, "load.go:120"),
    (Site::OldLock, "load.go:138"),
    (Site::SymbolicLink, "walk.go:75"),
    (Site::OriginalVersion, "install.go:225"),
    (Site::ChartPath, "install.go:242"),
];

/// Where Helm 3.11.1 logs.
const LOG_3_11: &[(Site, &str)] = &[
    (Site::DestinationGlobals, "coalesce.go:105"),
    (Site::SourceGlobals, "coalesce.go:112"),
    (Site::Conflict, "coalesce.go:128"),
    (Site::KeyIsTable, "coalesce.go:139"),
    (Site::SkippedValue, "coalesce.go:175"),
    (Site::TableOverScalar, "coalesce.go:220"),
    (Site::ScalarOverTable, "coalesce.go:223"),
    (Site::Condition, "dependencies.go:49"),
    (Site::Tag, "dependencies.go:81"),
    (Site::ImportFromChart, "dependencies.go:247"),
    (Site::Import, "dependencies.go:260"),
    (Site::UnknownHook, "manifest_sorter.go:192"),
    (Site::OldDependencies, "load.go:120"),
    (Site::SymbolicLink, "walk.go:74"),
    (Site::OriginalVersion, "install.go:194"),
    (Site::ChartPath, "install.go:211"),
];

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
        tree: TreeRules {
            nulls: NEW_NULLS,
            imports_keep_nulls: true,
            copies_children: true,
            shares_values: false,
        },
        values: ValuesRules { all_documents: true },
        set: set::Rules::HELM_4,
        metadata: MetadataRules::NEWEST,
        schemas: SchemaLibrary::Santhosh,
        language: Language::NEWEST,
        log: LogStyle::Structured,
        kinds: KnownKinds::ALL,
        missing_dependencies: MISSING_4_3,
        crds_name_chart: true,
        lines_keep_end: false,
        checks_kubeconfig: false,
        hooks_append: true,
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
        tree: TreeRules {
            nulls: EARLY_4_NULLS,
            imports_keep_nulls: true,
            copies_children: true,
            shares_values: false,
        },
        values: ValuesRules { all_documents: true },
        set: set::Rules::HELM_4,
        metadata: MetadataRules::HELM_4_1,
        schemas: SchemaLibrary::Santhosh,
        language: Language::GO_1_25,
        log: LogStyle::Structured,
        kinds: KnownKinds::ALL,
        missing_dependencies: MISSING_4_1,
        crds_name_chart: true,
        lines_keep_end: false,
        checks_kubeconfig: false,
        hooks_append: true,
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
        tree: TreeRules {
            nulls: LATE_3_NULLS,
            imports_keep_nulls: true,
            copies_children: false,
            shares_values: false,
        },
        values: ValuesRules { all_documents: false },
        set: set::Rules::HELM_3,
        metadata: MetadataRules::HELM_3_17,
        schemas: SchemaLibrary::Gojsonschema,
        language: Language::GO_1_23,
        log: LogStyle::Lines(LOG_3_17),
        kinds: KnownKinds::HELM_3_17,
        missing_dependencies: MISSING_3,
        crds_name_chart: true,
        lines_keep_end: false,
        checks_kubeconfig: false,
        hooks_append: true,
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
        tree: TreeRules {
            nulls: OLD_NULLS,
            imports_keep_nulls: false,
            copies_children: false,
            shares_values: true,
        },
        values: ValuesRules { all_documents: false },
        set: set::Rules::HELM_3,
        metadata: MetadataRules::HELM_3_11,
        schemas: SchemaLibrary::Gojsonschema,
        language: Language::GO_1_18,
        log: LogStyle::Lines(LOG_3_11),
        kinds: KnownKinds::HELM_3_11,
        missing_dependencies: MISSING_3,
        crds_name_chart: false,
        lines_keep_end: true,
        checks_kubeconfig: true,
        hooks_append: false,
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
