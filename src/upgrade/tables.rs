//! Generated from `data/*.yaml`. Change the data, then run
//! `UPDATE=1 cargo test upgrade::generate`.

use super::release::{Authority, Era, Release, Releases};
use super::table::*;
use super::verdict::ErrorType;

const fn r(major: u16, minor: u16, patch: u16) -> Release {
    Release::new(major, minor, patch)
}

/// Releases of capa.
pub static CAPA_RELEASES: Releases = Releases {
    authority: Authority::Capa,
    known: &[r(0, 6, 0), r(0, 6, 1), r(0, 6, 2), r(0, 6, 3), r(0, 6, 4), r(0, 6, 5), r(0, 6, 6),
        r(0, 6, 7), r(0, 6, 8), r(0, 6, 9), r(0, 7, 0), r(0, 7, 1), r(0, 7, 2), r(0, 7, 3), r(1, 0,
        0), r(1, 1, 0), r(1, 2, 0), r(1, 3, 0), r(1, 4, 0), r(1, 4, 1), r(1, 5, 0), r(1, 5, 1), r(1,
        5, 2), r(1, 5, 5), r(2, 0, 0), r(2, 0, 1), r(2, 0, 2), r(2, 0, 3), r(2, 1, 0), r(2, 1, 1),
        r(2, 1, 2), r(2, 1, 3), r(2, 1, 4), r(2, 2, 0), r(2, 2, 1), r(2, 2, 2), r(2, 2, 4), r(2, 2,
        5), r(2, 3, 0), r(2, 3, 1), r(2, 3, 5), r(2, 4, 0), r(2, 4, 1), r(2, 4, 2), r(2, 5, 0), r(2,
        5, 1), r(2, 5, 2), r(2, 6, 0), r(2, 6, 1), r(2, 7, 0), r(2, 7, 1), r(2, 7, 2), r(2, 8, 1),
        r(2, 8, 2), r(2, 8, 3), r(2, 8, 4), r(2, 9, 0), r(2, 9, 1), r(2, 9, 2), r(2, 9, 3), r(2, 10,
        0), r(2, 10, 1), r(2, 10, 2), r(2, 10, 3), r(2, 11, 0), r(2, 11, 1)],
};

/// Releases of capi.
pub static CAPI_RELEASES: Releases = Releases {
    authority: Authority::Capi,
    known: &[r(0, 4, 0), r(0, 4, 1), r(0, 4, 2), r(0, 4, 3), r(0, 4, 4), r(0, 4, 5), r(0, 4, 6),
        r(0, 4, 7), r(0, 4, 8), r(1, 0, 0), r(1, 0, 1), r(1, 0, 2), r(1, 0, 3), r(1, 0, 4), r(1, 0,
        5), r(1, 1, 0), r(1, 1, 1), r(1, 1, 2), r(1, 1, 3), r(1, 1, 4), r(1, 1, 5), r(1, 1, 6), r(1,
        2, 0), r(1, 2, 1), r(1, 2, 2), r(1, 2, 3), r(1, 2, 4), r(1, 2, 5), r(1, 2, 6), r(1, 2, 7),
        r(1, 2, 8), r(1, 2, 9), r(1, 2, 10), r(1, 2, 11), r(1, 2, 12), r(1, 3, 0), r(1, 3, 1), r(1,
        3, 2), r(1, 3, 3), r(1, 3, 4), r(1, 3, 5), r(1, 3, 6), r(1, 3, 7), r(1, 3, 8), r(1, 3, 9),
        r(1, 3, 10), r(1, 4, 0), r(1, 4, 1), r(1, 4, 2), r(1, 4, 3), r(1, 4, 4), r(1, 4, 5), r(1, 4,
        6), r(1, 4, 7), r(1, 4, 8), r(1, 4, 9), r(1, 5, 0), r(1, 5, 1), r(1, 5, 2), r(1, 5, 3), r(1,
        5, 4), r(1, 5, 5), r(1, 5, 6), r(1, 5, 7), r(1, 5, 8), r(1, 6, 0), r(1, 6, 1), r(1, 6, 2),
        r(1, 6, 3), r(1, 6, 4), r(1, 6, 5), r(1, 6, 6), r(1, 6, 7), r(1, 6, 8), r(1, 7, 0), r(1, 7,
        1), r(1, 7, 2), r(1, 7, 3), r(1, 7, 4), r(1, 7, 5), r(1, 7, 6), r(1, 7, 7), r(1, 7, 8), r(1,
        7, 9), r(1, 8, 0), r(1, 8, 1), r(1, 8, 2), r(1, 8, 3), r(1, 8, 4), r(1, 8, 5), r(1, 8, 6),
        r(1, 8, 7), r(1, 8, 8), r(1, 8, 9), r(1, 8, 10), r(1, 8, 11), r(1, 8, 12), r(1, 9, 0), r(1,
        9, 1), r(1, 9, 2), r(1, 9, 3), r(1, 9, 4), r(1, 9, 5), r(1, 9, 6), r(1, 9, 7), r(1, 9, 8),
        r(1, 9, 9), r(1, 9, 10), r(1, 9, 11), r(1, 10, 0), r(1, 10, 1), r(1, 10, 2), r(1, 10, 3),
        r(1, 10, 4), r(1, 10, 5), r(1, 10, 6), r(1, 10, 7), r(1, 10, 8), r(1, 10, 9), r(1, 10, 10),
        r(1, 11, 0), r(1, 11, 1), r(1, 11, 2), r(1, 11, 3), r(1, 11, 4), r(1, 11, 5), r(1, 11, 6),
        r(1, 11, 7), r(1, 11, 8), r(1, 11, 9), r(1, 11, 10), r(1, 11, 11), r(1, 12, 0), r(1, 12, 1),
        r(1, 12, 2), r(1, 12, 3), r(1, 12, 4), r(1, 12, 5), r(1, 12, 6), r(1, 12, 7), r(1, 12, 8),
        r(1, 12, 9), r(1, 12, 10), r(1, 12, 11), r(1, 13, 0), r(1, 13, 1), r(1, 13, 2), r(1, 13, 3),
        r(1, 13, 4), r(1, 13, 5), r(1, 14, 0)],
};

/// Releases of capo.
pub static CAPO_RELEASES: Releases = Releases {
    authority: Authority::Capo,
    known: &[r(0, 3, 0), r(0, 3, 1), r(0, 3, 2), r(0, 3, 3), r(0, 3, 4), r(0, 4, 0), r(0, 5, 0),
        r(0, 5, 1), r(0, 5, 2), r(0, 5, 3), r(0, 6, 0), r(0, 6, 1), r(0, 6, 2), r(0, 6, 3), r(0, 6,
        4), r(0, 7, 0), r(0, 7, 1), r(0, 7, 2), r(0, 7, 3), r(0, 8, 0), r(0, 9, 0), r(0, 9, 1), r(0,
        9, 2), r(0, 10, 0), r(0, 10, 1), r(0, 10, 2), r(0, 10, 3), r(0, 10, 4), r(0, 10, 5), r(0,
        10, 6), r(0, 10, 7), r(0, 10, 8), r(0, 11, 0), r(0, 11, 1), r(0, 11, 2), r(0, 11, 3), r(0,
        11, 4), r(0, 11, 5), r(0, 11, 6), r(0, 11, 7), r(0, 11, 8), r(0, 12, 0), r(0, 12, 1), r(0,
        12, 2), r(0, 12, 3), r(0, 12, 4), r(0, 12, 5), r(0, 12, 6), r(0, 12, 7), r(0, 13, 0), r(0,
        13, 1), r(0, 13, 2), r(0, 13, 3), r(0, 13, 4), r(0, 13, 5), r(0, 13, 6), r(0, 13, 7), r(0,
        13, 8), r(0, 13, 9), r(0, 14, 0), r(0, 14, 1), r(0, 14, 2), r(0, 14, 3), r(0, 14, 4), r(0,
        14, 5), r(0, 14, 6), r(0, 14, 7), r(0, 15, 0)],
};

/// Releases of kubernetes.
pub static KUBERNETES_RELEASES: Releases = Releases {
    authority: Authority::Kubernetes,
    known: &[r(1, 19, 0), r(1, 20, 0), r(1, 21, 0), r(1, 22, 0), r(1, 23, 0), r(1, 24, 0), r(1, 25,
        0), r(1, 26, 0), r(1, 27, 0), r(1, 28, 0), r(1, 29, 0), r(1, 30, 0), r(1, 31, 0), r(1, 32,
        0), r(1, 33, 0), r(1, 34, 0), r(1, 35, 0), r(1, 36, 0)],
};

/// `kcp-unlisted-field`.
pub static KCP_UNLISTED_FIELD: Rule = Rule {
    name: "kcp-unlisted-field",
    authority: Authority::Capi,
    says: &[
        Says { era: Era::since(r(0, 4, 0)), error: ErrorType::Forbidden, at: Some("{path}"), text: "cannot be modified" },
    ],
};

/// `kcp-replicas-zero`.
pub static KCP_REPLICAS_ZERO: Rule = Rule {
    name: "kcp-replicas-zero",
    authority: Authority::Capi,
    says: &[
        Says { era: Era::since(r(0, 4, 0)), error: ErrorType::Forbidden, at: Some("spec.replicas"), text: "cannot be less than or equal to 0" },
    ],
};

/// `kcp-replicas-even`.
pub static KCP_REPLICAS_EVEN: Rule = Rule {
    name: "kcp-replicas-even",
    authority: Authority::Capi,
    says: &[
        Says { era: Era::closed(r(0, 4, 0), r(1, 0, 5)), error: ErrorType::Forbidden, at: Some("spec.replicas"), text: "cannot be an even number when using managed etcd" },
        Says { era: Era::since(r(1, 1, 0)), error: ErrorType::Forbidden, at: Some("spec.replicas"), text: "cannot be an even number when etcd is stacked" },
    ],
};

/// `kcp-version-skip`.
pub static KCP_VERSION_SKIP: Rule = Rule {
    name: "kcp-version-skip",
    authority: Authority::Capi,
    says: &[
        Says { era: Era::since(r(0, 4, 0)), error: ErrorType::Forbidden, at: Some("spec.version"), text: "cannot update Kubernetes version from {old} to {new}" },
    ],
};

/// `kcp-version-1-19-0`.
pub static KCP_VERSION_1_19_0: Rule = Rule {
    name: "kcp-version-1-19-0",
    authority: Authority::Capi,
    says: &[
        Says { era: Era::closed(r(0, 4, 0), r(1, 10, 10)), error: ErrorType::Forbidden, at: Some("spec.version"), text: "cannot update Kubernetes version to v1.19.0" },
    ],
};

/// `kcp-version-old-registry`.
pub static KCP_VERSION_OLD_REGISTRY: Rule = Rule {
    name: "kcp-version-old-registry",
    authority: Authority::Capi,
    says: &[
        Says { era: Era::closed(r(1, 2, 9), r(1, 2, 12)), error: ErrorType::Forbidden, at: Some("spec.version"), text: "cannot upgrade to a Kubernetes/kubeadm version which is using the old default registry. Please use a newer Kubernetes patch release which is using the new default registry (>= v1.22.17, >= v1.23.15, >= v1.24.9)" },
        Says { era: Era::closed(r(1, 3, 2), r(1, 10, 10)), error: ErrorType::Forbidden, at: Some("spec.version"), text: "cannot upgrade to a Kubernetes/kubeadm version which is using the old default registry. Please use a newer Kubernetes patch release which is using the new default registry (>= v1.22.17, >= v1.23.15, >= v1.24.9)" },
    ],
};

/// `kcp-version-format`.
pub static KCP_VERSION_FORMAT: Rule = Rule {
    name: "kcp-version-format",
    authority: Authority::Capi,
    says: &[
        Says { era: Era::since(r(0, 4, 0)), error: ErrorType::Invalid, at: Some("spec.version"), text: "must be a valid semantic version" },
    ],
};

/// `kcp-infra-ref-empty`.
pub static KCP_INFRA_REF_EMPTY: Rule = Rule {
    name: "kcp-infra-ref-empty",
    authority: Authority::Capi,
    says: &[
        Says { era: Era::since(r(0, 4, 0)), error: ErrorType::Invalid, at: Some("spec.machineTemplate.infrastructure.{key}"), text: "cannot be empty" },
    ],
};

/// `kcp-infra-ref-namespace`.
pub static KCP_INFRA_REF_NAMESPACE: Rule = Rule {
    name: "kcp-infra-ref-namespace",
    authority: Authority::Capi,
    says: &[
        Says { era: Era::closed(r(0, 4, 0), r(1, 10, 10)), error: ErrorType::Invalid, at: Some("spec.machineTemplate.infrastructure.namespace"), text: "must match metadata.namespace" },
    ],
};

/// `kcp-etcd-both`.
pub static KCP_ETCD_BOTH: Rule = Rule {
    name: "kcp-etcd-both",
    authority: Authority::Capi,
    says: &[
        Says { era: Era::since(r(0, 4, 0)), error: ErrorType::Forbidden, at: Some("spec.kubeadmConfigSpec.clusterConfiguration.etcd.local"), text: "cannot have both external and local etcd" },
    ],
};

/// `kcp-etcd-switch-explicit`.
pub static KCP_ETCD_SWITCH_EXPLICIT: Rule = Rule {
    name: "kcp-etcd-switch-explicit",
    authority: Authority::Capi,
    says: &[
        Says { era: Era::closed(r(0, 4, 0), r(1, 10, 10)), error: ErrorType::Forbidden, at: Some("spec.kubeadmConfigSpec.clusterConfiguration.etcd.{side}"), text: "cannot change between external and local etcd" },
    ],
};

/// `kcp-etcd-switch`.
pub static KCP_ETCD_SWITCH: Rule = Rule {
    name: "kcp-etcd-switch",
    authority: Authority::Capi,
    says: &[
        Says { era: Era::since(r(1, 11, 0)), error: ErrorType::Forbidden, at: Some("spec.kubeadmConfigSpec.clusterConfiguration.etcd.external"), text: "cannot change between external and local etcd" },
    ],
};

/// `kcp-image-tag`.
pub static KCP_IMAGE_TAG: Rule = Rule {
    name: "kcp-image-tag",
    authority: Authority::Capi,
    says: &[
        Says { era: Era::since(r(0, 4, 0)), error: ErrorType::Forbidden, at: Some("spec.kubeadmConfigSpec.clusterConfiguration.{component}.imageTag"), text: "tag {tag} is invalid" },
    ],
};

/// `kcp-dns-tag-unreadable`.
pub static KCP_DNS_TAG_UNREADABLE: Rule = Rule {
    name: "kcp-dns-tag-unreadable",
    authority: Authority::Capi,
    says: &[
        Says { era: Era::since(r(1, 2, 0)), error: ErrorType::Invalid, at: Some("dns.imageTag"), text: "failed to parse CoreDNS version: {reason}" },
    ],
};

/// `kcp-dns-migration`.
pub static KCP_DNS_MIGRATION: Rule = Rule {
    name: "kcp-dns-migration",
    authority: Authority::Capi,
    says: &[
        Says { era: Era::since(r(0, 4, 0)), error: ErrorType::Forbidden, at: Some("spec.kubeadmConfigSpec.clusterConfiguration.dns.imageTag"), text: "cannot migrate CoreDNS up to '{new}' from '{old}': {reason}" },
    ],
};

/// `kcp-strategy-type`.
pub static KCP_STRATEGY_TYPE: Rule = Rule {
    name: "kcp-strategy-type",
    authority: Authority::Capi,
    says: &[
        Says { era: Era::closed(r(0, 4, 0), r(1, 10, 10)), error: ErrorType::Required, at: Some("spec.rolloutStrategy.type"), text: "only RollingUpdateStrategyType is supported" },
    ],
};

/// `kcp-strategy-scale-in`.
pub static KCP_STRATEGY_SCALE_IN: Rule = Rule {
    name: "kcp-strategy-scale-in",
    authority: Authority::Capi,
    says: &[
        Says { era: Era::closed(r(0, 4, 0), r(1, 10, 10)), error: ErrorType::Required, at: Some("spec.rolloutStrategy.rollingUpdate"), text: "when KubeadmControlPlane is configured to scale-in, replica count needs to be at least 3" },
        Says { era: Era::since(r(1, 11, 0)), error: ErrorType::Required, at: Some("spec.rollout.strategy.rollingUpdate"), text: "when KubeadmControlPlane is configured to scale-in, replica count needs to be at least 3" },
    ],
};

/// `kcp-strategy-max-surge`.
pub static KCP_STRATEGY_MAX_SURGE: Rule = Rule {
    name: "kcp-strategy-max-surge",
    authority: Authority::Capi,
    says: &[
        Says { era: Era::closed(r(0, 4, 0), r(1, 10, 10)), error: ErrorType::Required, at: Some("spec.rolloutStrategy.rollingUpdate.maxSurge"), text: "value must be 1 or 0" },
        Says { era: Era::since(r(1, 11, 0)), error: ErrorType::Required, at: Some("spec.rollout.strategy.rollingUpdate.maxSurge"), text: "value must be 1 or 0" },
    ],
};

/// `kcp-rollout-before-minimum`.
pub static KCP_ROLLOUT_BEFORE_MINIMUM: Rule = Rule {
    name: "kcp-rollout-before-minimum",
    authority: Authority::Capi,
    says: &[
        Says { era: Era::closed(r(1, 3, 0), r(1, 10, 10)), error: ErrorType::Invalid, at: Some("spec.rolloutBefore.certificatesExpiryDays"), text: "must be greater than or equal to 7" },
        Says { era: Era::since(r(1, 11, 0)), error: ErrorType::Invalid, at: Some("spec.rollout.before.certificatesExpiryDays"), text: "{days} should be greater than or equal to 7" },
    ],
};

/// `kcp-certificate-validity`.
pub static KCP_CERTIFICATE_VALIDITY: Rule = Rule {
    name: "kcp-certificate-validity",
    authority: Authority::Capi,
    says: &[
        Says { era: Era::since(r(1, 11, 0)), error: ErrorType::Invalid, at: Some("spec.kubeadmConfigSpec.clusterConfiguration.certificateValidityPeriodDays"), text: "must be less than or equal to {limit}" },
    ],
};

/// `kcp-certificate-expiry`.
pub static KCP_CERTIFICATE_EXPIRY: Rule = Rule {
    name: "kcp-certificate-expiry",
    authority: Authority::Capi,
    says: &[
        Says { era: Era::since(r(1, 11, 0)), error: ErrorType::Invalid, at: Some("spec.rollout.before.certificatesExpiryDays"), text: "must be less than certificateValidityPeriodDays ({days})" },
    ],
};

/// `kcp-init-join-timeouts`.
pub static KCP_INIT_JOIN_TIMEOUTS: Rule = Rule {
    name: "kcp-init-join-timeouts",
    authority: Authority::Capi,
    says: &[
        Says { era: Era::since(r(1, 11, 0)), error: ErrorType::Invalid, at: Some("spec.kubeadmConfigSpec.{block}.timeouts.controlPlaneComponentHealthCheckSeconds"), text: "controlPlaneComponentHealthCheckSeconds must be set to the same value both in initConfiguration.timeouts ({init}) and in joinConfiguration.timeouts ({join})" },
    ],
};

/// `kcp-naming`.
pub static KCP_NAMING: Rule = Rule {
    name: "kcp-naming",
    authority: Authority::Capi,
    says: &[
        Says { era: Era::closed(r(1, 9, 0), r(1, 10, 10)), error: ErrorType::Invalid, at: Some("spec.machineNamingStrategy.template"), text: "invalid template{reason}" },
        Says { era: Era::since(r(1, 11, 0)), error: ErrorType::Invalid, at: Some("spec.machineNaming.template"), text: "invalid template{reason}" },
    ],
};

/// `kcp-template-metadata`.
pub static KCP_TEMPLATE_METADATA: Rule = Rule {
    name: "kcp-template-metadata",
    authority: Authority::Capi,
    says: &[
        Says { era: Era::since(r(1, 6, 0)), error: ErrorType::Invalid, at: Some("spec.machineTemplate.metadata.{map}"), text: "{reason}" },
    ],
};

/// `kcp-taints-gate`.
pub static KCP_TAINTS_GATE: Rule = Rule {
    name: "kcp-taints-gate",
    authority: Authority::Capi,
    says: &[
        Says { era: Era::since(r(1, 13, 0)), error: ErrorType::Forbidden, at: Some("spec.machineTemplate.spec.taints"), text: "taints are not allowed to be set when the feature gate MachineTaintPropagation is disabled" },
    ],
};

/// `kubeadm-ignition-gate`.
pub static KUBEADM_IGNITION_GATE: Rule = Rule {
    name: "kubeadm-ignition-gate",
    authority: Authority::Capi,
    says: &[
        Says { era: Era::closed(r(1, 1, 0), r(1, 1, 6)), error: ErrorType::Forbidden, at: Some("spec.{field}"), text: "can be set only if the KubeadmBootstrapFormatIgnition feature gate is enabled" },
        Says { era: Era::since(r(1, 2, 0)), error: ErrorType::Forbidden, at: Some("{prefix}.{field}"), text: "can be set only if the KubeadmBootstrapFormatIgnition feature gate is enabled" },
    ],
};

/// `kubeadm-ignition-without-format`.
pub static KUBEADM_IGNITION_WITHOUT_FORMAT: Rule = Rule {
    name: "kubeadm-ignition-without-format",
    authority: Authority::Capi,
    says: &[
        Says { era: Era::closed(r(1, 1, 0), r(1, 1, 6)), error: ErrorType::Invalid, at: Some("spec.format"), text: "must be set to \"ignition\" if spec.ignition is set" },
        Says { era: Era::since(r(1, 2, 0)), error: ErrorType::Invalid, at: Some("{prefix}.format"), text: "must be set to \"ignition\" if spec.ignition is set" },
    ],
};

/// `kubeadm-ignition-inactive-user`.
pub static KUBEADM_IGNITION_INACTIVE_USER: Rule = Rule {
    name: "kubeadm-ignition-inactive-user",
    authority: Authority::Capi,
    says: &[
        Says { era: Era::closed(r(1, 1, 0), r(1, 1, 6)), error: ErrorType::Forbidden, at: Some("spec.users[{i}].inactive"), text: "not supported when spec.format is set to: \"ignition\"" },
        Says { era: Era::since(r(1, 2, 0)), error: ErrorType::Forbidden, at: Some("{prefix}.users[{i}].inactive"), text: "not supported when spec.format is set to: \"ignition\"" },
    ],
};

/// `kubeadm-ignition-retry-join`.
pub static KUBEADM_IGNITION_RETRY_JOIN: Rule = Rule {
    name: "kubeadm-ignition-retry-join",
    authority: Authority::Capi,
    says: &[
        Says { era: Era::closed(r(1, 1, 0), r(1, 1, 6)), error: ErrorType::Forbidden, at: Some("spec.useExperimentalRetryJoin"), text: "not supported when spec.format is set to: \"ignition\"" },
        Says { era: Era::closed(r(1, 2, 0), r(1, 10, 10)), error: ErrorType::Forbidden, at: Some("{prefix}.useExperimentalRetryJoin"), text: "not supported when spec.format is set to: \"ignition\"" },
    ],
};

/// `kubeadm-ignition-encoding`.
pub static KUBEADM_IGNITION_ENCODING: Rule = Rule {
    name: "kubeadm-ignition-encoding",
    authority: Authority::Capi,
    says: &[
        Says { era: Era::since(r(1, 2, 0)), error: ErrorType::Forbidden, at: Some("{prefix}.files[{i}].encoding"), text: "not supported when spec.format is set to: \"ignition\"" },
    ],
};

/// `kubeadm-ignition-boot-commands`.
pub static KUBEADM_IGNITION_BOOT_COMMANDS: Rule = Rule {
    name: "kubeadm-ignition-boot-commands",
    authority: Authority::Capi,
    says: &[
        Says { era: Era::since(r(1, 10, 0)), error: ErrorType::Forbidden, at: Some("{prefix}.bootCommands"), text: "not supported when spec.format is set to: \"ignition\"" },
    ],
};

/// `kubeadm-ignition-table-type`.
pub static KUBEADM_IGNITION_TABLE_TYPE: Rule = Rule {
    name: "kubeadm-ignition-table-type",
    authority: Authority::Capi,
    says: &[
        Says { era: Era::closed(r(1, 1, 0), r(1, 1, 6)), error: ErrorType::Invalid, at: Some("spec.diskSetup.partitions[{i}].tableType"), text: "only partition type \"gpt\" is supported when spec.format is set to \"ignition\"" },
        Says { era: Era::since(r(1, 2, 0)), error: ErrorType::Invalid, at: Some("{prefix}.diskSetup.partitions[{i}].tableType"), text: "only partition type \"gpt\" is supported when spec.format is set to \"ignition\"" },
    ],
};

/// `kubeadm-ignition-filesystem`.
pub static KUBEADM_IGNITION_FILESYSTEM: Rule = Rule {
    name: "kubeadm-ignition-filesystem",
    authority: Authority::Capi,
    says: &[
        Says { era: Era::closed(r(1, 1, 0), r(1, 1, 6)), error: ErrorType::Forbidden, at: Some("spec.diskSetup.filesystems[{i}].{field}"), text: "not supported when spec.format is set to: \"ignition\"" },
        Says { era: Era::since(r(1, 2, 0)), error: ErrorType::Forbidden, at: Some("{prefix}.diskSetup.filesystems[{i}].{field}"), text: "not supported when spec.format is set to: \"ignition\"" },
    ],
};

/// `kubeadm-disk-layout`.
pub static KUBEADM_DISK_LAYOUT: Rule = Rule {
    name: "kubeadm-disk-layout",
    authority: Authority::Capi,
    says: &[
        Says { era: Era::since(r(1, 13, 0)), error: ErrorType::Invalid, at: Some("{prefix}.diskSetup.partitions[{i}].diskLayout"), text: "the sum of all partition percentages must not be greater than 100" },
    ],
};

/// `kubeadm-file-path-twice`.
pub static KUBEADM_FILE_PATH_TWICE: Rule = Rule {
    name: "kubeadm-file-path-twice",
    authority: Authority::Capi,
    says: &[
        Says { era: Era::closed(r(0, 4, 0), r(1, 1, 6)), error: ErrorType::Invalid, at: Some("spec.files[{i}].path"), text: "path property must be unique among all files" },
        Says { era: Era::since(r(1, 2, 0)), error: ErrorType::Invalid, at: Some("{prefix}.files[{i}].path"), text: "path property must be unique among all files" },
    ],
};

/// `kubeadm-file-two-sources`.
pub static KUBEADM_FILE_TWO_SOURCES: Rule = Rule {
    name: "kubeadm-file-two-sources",
    authority: Authority::Capi,
    says: &[
        Says { era: Era::closed(r(0, 4, 0), r(1, 1, 6)), error: ErrorType::Invalid, at: Some("spec.files[{i}]"), text: "only one of content or contentFrom may be specified for a single file" },
        Says { era: Era::since(r(1, 2, 0)), error: ErrorType::Invalid, at: Some("{prefix}.files[{i}]"), text: "only one of content or contentFrom may be specified for a single file" },
    ],
};

/// `kubeadm-secret-source-empty`.
pub static KUBEADM_SECRET_SOURCE_EMPTY: Rule = Rule {
    name: "kubeadm-secret-source-empty",
    authority: Authority::Capi,
    says: &[
        Says { era: Era::closed(r(0, 4, 0), r(1, 1, 6)), error: ErrorType::Invalid, at: Some("spec.{list}[{i}].{from}.secret.{key}"), text: "secret file source must specify non-empty secret {key}" },
        Says { era: Era::since(r(1, 2, 0)), error: ErrorType::Required, at: Some("{prefix}.{list}[{i}].{from}.secret.{key}"), text: "secret file source must specify non-empty secret {key}" },
    ],
};

/// `kubeadm-user-two-sources`.
pub static KUBEADM_USER_TWO_SOURCES: Rule = Rule {
    name: "kubeadm-user-two-sources",
    authority: Authority::Capi,
    says: &[
        Says { era: Era::since(r(1, 2, 0)), error: ErrorType::Invalid, at: Some("{prefix}.users[{i}]"), text: "only one of passwd or passwdFrom may be specified for a single user" },
    ],
};

/// `kubeadm-kubeconfig-user`.
pub static KUBEADM_KUBECONFIG_USER: Rule = Rule {
    name: "kubeadm-kubeconfig-user",
    authority: Authority::Capi,
    says: &[
        Says { era: Era::closed(r(1, 7, 4), r(1, 10, 10)), error: ErrorType::Invalid, at: Some("{prefix}.joinConfiguration.discovery.file.kubeconfig.user"), text: "only one of authProvider or exec must be defined" },
        Says { era: Era::since(r(1, 11, 0)), error: ErrorType::Invalid, at: Some("{prefix}.joinConfiguration.discovery.file.kubeconfig.user"), text: "only one of authProvider or exec must be defined" },
    ],
};

/// `kcpt-gate`.
pub static KCPT_GATE: Rule = Rule {
    name: "kcpt-gate",
    authority: Authority::Capi,
    says: &[
        Says { era: Era::since(r(0, 4, 1)), error: ErrorType::Forbidden, at: Some("spec"), text: "can be set only if the ClusterTopology feature flag is enabled" },
    ],
};

/// `kcpt-immutable`.
pub static KCPT_IMMUTABLE: Rule = Rule {
    name: "kcpt-immutable",
    authority: Authority::Capi,
    says: &[
        Says { era: Era::closed(r(0, 4, 1), r(1, 7, 9)), error: ErrorType::Invalid, at: Some("spec.template.spec"), text: "KubeadmControlPlaneTemplate spec.template.spec field is immutable. Please create new resource instead." },
        Says { era: Era::since(r(1, 8, 0)), error: ErrorType::Invalid, at: Some("spec.template.spec"), text: "KubeadmControlPlaneTemplate spec.template.spec field is immutable. Please create new resource instead. Diff: {diff}" },
    ],
};

/// `cluster-name-changed`.
pub static CLUSTER_NAME_CHANGED: Rule = Rule {
    name: "cluster-name-changed",
    authority: Authority::Capi,
    says: &[
        Says { era: Era::closed(r(0, 4, 0), r(1, 1, 6)), error: ErrorType::Invalid, at: Some("spec.clusterName"), text: "field is immutable" },
        Says { era: Era::since(r(1, 2, 0)), error: ErrorType::Forbidden, at: Some("spec.clusterName"), text: "field is immutable" },
    ],
};

/// `cluster-resource-set-selector`.
pub static CLUSTER_RESOURCE_SET_SELECTOR: Rule = Rule {
    name: "cluster-resource-set-selector",
    authority: Authority::Capi,
    says: &[
        Says { era: Era::since(r(0, 4, 0)), error: ErrorType::Invalid, at: Some("spec.clusterSelector"), text: "field is immutable" },
    ],
};

/// `cluster-resource-set-strategy`.
pub static CLUSTER_RESOURCE_SET_STRATEGY: Rule = Rule {
    name: "cluster-resource-set-strategy",
    authority: Authority::Capi,
    says: &[
        Says { era: Era::since(r(0, 4, 0)), error: ErrorType::Invalid, at: Some("spec.strategy"), text: "field is immutable" },
    ],
};

/// `cluster-name-mismatch`.
pub static CLUSTER_NAME_MISMATCH: Rule = Rule {
    name: "cluster-name-mismatch",
    authority: Authority::Capi,
    says: &[
        Says { era: Era::since(r(1, 11, 0)), error: ErrorType::Invalid, at: Some("spec.clusterName"), text: "spec.clusterName and spec.template.spec.clusterName must be set to the same value" },
    ],
};

/// `md-selector`.
pub static MD_SELECTOR: Rule = Rule {
    name: "md-selector",
    authority: Authority::Capi,
    says: &[
        Says { era: Era::closed(r(0, 4, 0), r(1, 0, 5)), error: ErrorType::Invalid, at: Some("spec.template.labels"), text: "must match spec.selector \"{selector}\"" },
        Says { era: Era::closed(r(1, 1, 0), r(1, 1, 6)), error: ErrorType::Invalid, at: Some("spec.template.metadata.labels"), text: "must match spec.selector \"{selector}\"" },
        Says { era: Era::since(r(1, 2, 0)), error: ErrorType::Forbidden, at: Some("spec.template.metadata.labels"), text: "must match spec.selector \"{selector}\"" },
    ],
};

/// `ms-selector`.
pub static MS_SELECTOR: Rule = Rule {
    name: "ms-selector",
    authority: Authority::Capi,
    says: &[
        Says { era: Era::since(r(0, 4, 0)), error: ErrorType::Invalid, at: Some("spec.template.metadata.labels"), text: "must match spec.selector \"{selector}\"" },
    ],
};

/// `md-surge-and-unavailable`.
pub static MD_SURGE_AND_UNAVAILABLE: Rule = Rule {
    name: "md-surge-and-unavailable",
    authority: Authority::Capi,
    says: &[
        Says { era: Era::since(r(1, 11, 0)), error: ErrorType::Invalid, at: Some("spec.rollout.strategy.rollingUpdate"), text: "maxUnavailable and maxSurge cannot both be 0" },
    ],
};

/// `md-strategy-value`.
pub static MD_STRATEGY_VALUE: Rule = Rule {
    name: "md-strategy-value",
    authority: Authority::Capi,
    says: &[
        Says { era: Era::closed(r(0, 4, 0), r(1, 10, 10)), error: ErrorType::Invalid, at: Some("spec.strategy.rollingUpdate.{field}"), text: "must be either an int or a percentage: {reason}" },
        Says { era: Era::since(r(1, 11, 0)), error: ErrorType::Invalid, at: Some("spec.rollout.strategy.rollingUpdate.{field}"), text: "must be either an int or a percentage: {reason}" },
    ],
};

/// `bootstrap-missing-in-template`.
pub static BOOTSTRAP_MISSING_IN_TEMPLATE: Rule = Rule {
    name: "bootstrap-missing-in-template",
    authority: Authority::Capi,
    says: &[
        Says { era: Era::since(r(1, 11, 0)), error: ErrorType::Required, at: Some("spec.template.spec.bootstrap"), text: "expected either spec.template.spec.bootstrap.dataSecretName or spec.template.spec.bootstrap.configRef to be populated" },
    ],
};

/// `bootstrap-missing-in-pool`.
pub static BOOTSTRAP_MISSING_IN_POOL: Rule = Rule {
    name: "bootstrap-missing-in-pool",
    authority: Authority::Capi,
    says: &[
        Says { era: Era::since(r(0, 4, 0)), error: ErrorType::Required, at: Some("spec.template.spec.bootstrap"), text: "expected either spec.template.spec.bootstrap.dataSecretName or spec.template.spec.bootstrap.configRef to be populated" },
    ],
};

/// `bootstrap-missing-in-machine`.
pub static BOOTSTRAP_MISSING_IN_MACHINE: Rule = Rule {
    name: "bootstrap-missing-in-machine",
    authority: Authority::Capi,
    says: &[
        Says { era: Era::since(r(0, 4, 0)), error: ErrorType::Required, at: Some("spec.bootstrap"), text: "expected either spec.bootstrap.dataSecretName or spec.bootstrap.configRef to be populated" },
    ],
};

/// `machine-version-format`.
pub static MACHINE_VERSION_FORMAT: Rule = Rule {
    name: "machine-version-format",
    authority: Authority::Capi,
    says: &[
        Says { era: Era::since(r(0, 4, 0)), error: ErrorType::Invalid, at: Some("{path}"), text: "must be a valid semantic version" },
    ],
};

/// `machine-set-version-format`.
pub static MACHINE_SET_VERSION_FORMAT: Rule = Rule {
    name: "machine-set-version-format",
    authority: Authority::Capi,
    says: &[
        Says { era: Era::closed(r(0, 4, 5), r(0, 4, 8)), error: ErrorType::Invalid, at: Some("spec.template.spec.version"), text: "must be a valid semantic version" },
        Says { era: Era::since(r(1, 0, 1)), error: ErrorType::Invalid, at: Some("spec.template.spec.version"), text: "must be a valid semantic version" },
    ],
};

/// `machine-pool-version-format`.
pub static MACHINE_POOL_VERSION_FORMAT: Rule = Rule {
    name: "machine-pool-version-format",
    authority: Authority::Capi,
    says: &[
        Says { era: Era::since(r(1, 1, 4)), error: ErrorType::Invalid, at: Some("spec.template.spec.version"), text: "must be a valid semantic version" },
    ],
};

/// `machine-ref-namespace`.
pub static MACHINE_REF_NAMESPACE: Rule = Rule {
    name: "machine-ref-namespace",
    authority: Authority::Capi,
    says: &[
        Says { era: Era::closed(r(0, 4, 0), r(1, 10, 10)), error: ErrorType::Invalid, at: Some("{path}"), text: "must match metadata.namespace" },
    ],
};

/// `md-name`.
pub static MD_NAME: Rule = Rule {
    name: "md-name",
    authority: Authority::Capi,
    says: &[
        Says { era: Era::closed(r(1, 2, 8), r(1, 2, 12)), error: ErrorType::Invalid, at: Some("metadata.name"), text: "must be a valid label value: {reason}" },
        Says { era: Era::since(r(1, 3, 1)), error: ErrorType::Invalid, at: Some("metadata.name"), text: "must be a valid label value: {reason}" },
    ],
};

/// `md-naming`.
pub static MD_NAMING: Rule = Rule {
    name: "md-naming",
    authority: Authority::Capi,
    says: &[
        Says { era: Era::closed(r(1, 9, 8), r(1, 10, 10)), error: ErrorType::Invalid, at: Some("spec.machineNamingStrategy.template"), text: "invalid template{reason}" },
        Says { era: Era::since(r(1, 11, 0)), error: ErrorType::Invalid, at: Some("spec.machineNaming.template"), text: "invalid template{reason}" },
    ],
};

/// `worker-taints-gate`.
pub static WORKER_TAINTS_GATE: Rule = Rule {
    name: "worker-taints-gate",
    authority: Authority::Capi,
    says: &[
        Says { era: Era::since(r(1, 12, 0)), error: ErrorType::Forbidden, at: Some("spec.template.spec.taints"), text: "taints are not allowed to be set when the feature gate MachineTaintPropagation is disabled" },
    ],
};

/// `machine-pool-gate`.
pub static MACHINE_POOL_GATE: Rule = Rule {
    name: "machine-pool-gate",
    authority: Authority::Capi,
    says: &[
        Says { era: Era::since(r(1, 2, 0)), error: ErrorType::Forbidden, at: Some("spec"), text: "can be set only if the MachinePool feature flag is enabled" },
    ],
};

/// `machine-pool-taints`.
pub static MACHINE_POOL_TAINTS: Rule = Rule {
    name: "machine-pool-taints",
    authority: Authority::Capi,
    says: &[
        Says { era: Era::since(r(1, 12, 0)), error: ErrorType::Forbidden, at: Some("spec.taints"), text: "taints feature for MachinePools is not yet implemented" },
    ],
};

/// `mhc-startup-timeout`.
pub static MHC_STARTUP_TIMEOUT: Rule = Rule {
    name: "mhc-startup-timeout",
    authority: Authority::Capi,
    says: &[
        Says { era: Era::closed(r(0, 4, 0), r(1, 10, 10)), error: ErrorType::Invalid, at: Some("spec.nodeStartupTimeout"), text: "must be at least 30s" },
        Says { era: Era::since(r(1, 11, 0)), error: ErrorType::Invalid, at: Some("spec.checks.nodeStartupTimeoutSeconds"), text: "must be at least 30s" },
    ],
};

/// `mhc-selector-empty`.
pub static MHC_SELECTOR_EMPTY: Rule = Rule {
    name: "mhc-selector-empty",
    authority: Authority::Capi,
    says: &[
        Says { era: Era::since(r(0, 4, 0)), error: ErrorType::Required, at: Some("spec.selector"), text: "selector must not be empty" },
    ],
};

/// `mhc-selector-cluster`.
pub static MHC_SELECTOR_CLUSTER: Rule = Rule {
    name: "mhc-selector-cluster",
    authority: Authority::Capi,
    says: &[
        Says { era: Era::since(r(0, 4, 0)), error: ErrorType::Invalid, at: Some("spec.selector"), text: "cannot specify a cluster selector other than the one specified by ClusterName" },
    ],
};

/// `mhc-max-unhealthy`.
pub static MHC_MAX_UNHEALTHY: Rule = Rule {
    name: "mhc-max-unhealthy",
    authority: Authority::Capi,
    says: &[
        Says { era: Era::closed(r(0, 4, 0), r(1, 10, 10)), error: ErrorType::Invalid, at: Some("spec.maxUnhealthy"), text: "must be either an int or a percentage: {reason}" },
        Says { era: Era::since(r(1, 11, 0)), error: ErrorType::Invalid, at: Some("spec.remediation.triggerIf.unhealthyLessThanOrEqualTo"), text: "must be either an int or a percentage: {reason}" },
    ],
};

/// `cluster-ref-removed`.
pub static CLUSTER_REF_REMOVED: Rule = Rule {
    name: "cluster-ref-removed",
    authority: Authority::Capi,
    says: &[
        Says { era: Era::since(r(1, 10, 0)), error: ErrorType::Forbidden, at: Some("spec.infrastructureRef"), text: "cannot be removed" },
    ],
};

/// `cluster-control-plane-ref-removed`.
pub static CLUSTER_CONTROL_PLANE_REF_REMOVED: Rule = Rule {
    name: "cluster-control-plane-ref-removed",
    authority: Authority::Capi,
    says: &[
        Says { era: Era::since(r(1, 10, 0)), error: ErrorType::Forbidden, at: Some("spec.controlPlaneRef"), text: "cannot be removed" },
    ],
};

/// `cluster-empty`.
pub static CLUSTER_EMPTY: Rule = Rule {
    name: "cluster-empty",
    authority: Authority::Capi,
    says: &[
        Says { era: Era::since(r(1, 11, 0)), error: ErrorType::Forbidden, at: Some("spec"), text: "one of spec.controlPlaneRef, spec.infrastructureRef or spec.topology must be set" },
    ],
};

/// `cluster-ref-namespace`.
pub static CLUSTER_REF_NAMESPACE: Rule = Rule {
    name: "cluster-ref-namespace",
    authority: Authority::Capi,
    says: &[
        Says { era: Era::closed(r(0, 4, 0), r(1, 10, 10)), error: ErrorType::Invalid, at: Some("{path}"), text: "must match metadata.namespace" },
    ],
};

/// `cluster-cidr`.
pub static CLUSTER_CIDR: Rule = Rule {
    name: "cluster-cidr",
    authority: Authority::Capi,
    says: &[
        Says { era: Era::since(r(1, 3, 0)), error: ErrorType::Invalid, at: Some("spec.clusterNetwork.{network}.cidrBlocks[{i}]"), text: "invalid CIDR address: {value}" },
    ],
};

/// `cluster-name`.
pub static CLUSTER_NAME: Rule = Rule {
    name: "cluster-name",
    authority: Authority::Capi,
    says: &[
        Says { era: Era::closed(r(1, 2, 8), r(1, 2, 12)), error: ErrorType::Invalid, at: Some("metadata.name"), text: "must be a valid label value {reason}" },
        Says { era: Era::since(r(1, 3, 1)), error: ErrorType::Invalid, at: Some("metadata.name"), text: "must be a valid label value {reason}" },
    ],
};

/// `cluster-topology-gate`.
pub static CLUSTER_TOPOLOGY_GATE: Rule = Rule {
    name: "cluster-topology-gate",
    authority: Authority::Capi,
    says: &[
        Says { era: Era::since(r(0, 4, 1)), error: ErrorType::Forbidden, at: Some("spec.topology"), text: "can be set only if the ClusterTopology feature flag is enabled" },
    ],
};

/// `cluster-topology-removed`.
pub static CLUSTER_TOPOLOGY_REMOVED: Rule = Rule {
    name: "cluster-topology-removed",
    authority: Authority::Capi,
    says: &[
        Says { era: Era::since(r(1, 1, 0)), error: ErrorType::Forbidden, at: Some("spec.topology"), text: "cannot be removed from an existing Cluster" },
    ],
};

/// `cluster-topology-added`.
pub static CLUSTER_TOPOLOGY_ADDED: Rule = Rule {
    name: "cluster-topology-added",
    authority: Authority::Capi,
    says: &[
        Says { era: Era::closed(r(1, 0, 5), r(1, 10, 10)), error: ErrorType::Forbidden, at: Some("spec.topology.class"), text: "class cannot be set on an existing Cluster" },
        Says { era: Era::since(r(1, 11, 0)), error: ErrorType::Forbidden, at: Some("spec.topology.class"), text: "classRef cannot be set on an existing Cluster" },
    ],
};

/// `cluster-topology-class-changed`.
pub static CLUSTER_TOPOLOGY_CLASS_CHANGED: Rule = Rule {
    name: "cluster-topology-class-changed",
    authority: Authority::Capi,
    says: &[
        Says { era: Era::closed(r(0, 4, 1), r(1, 1, 6)), error: ErrorType::Invalid, at: Some("spec.topology.class"), text: "class cannot be changed" },
    ],
};

/// `cluster-topology-version-decreased`.
pub static CLUSTER_TOPOLOGY_VERSION_DECREASED: Rule = Rule {
    name: "cluster-topology-version-decreased",
    authority: Authority::Capi,
    says: &[
        Says { era: Era::since(r(0, 4, 1)), error: ErrorType::Invalid, at: Some("spec.topology.version"), text: "version cannot be decreased from \"{old}\" to \"{new}\"" },
    ],
};

/// `cluster-topology-version-skip`.
pub static CLUSTER_TOPOLOGY_VERSION_SKIP: Rule = Rule {
    name: "cluster-topology-version-skip",
    authority: Authority::Capi,
    says: &[
        Says { era: Era::since(r(1, 1, 0)), error: ErrorType::Invalid, at: Some("spec.topology.version"), text: "version cannot be increased from \"{old}\" to \"{new}\"" },
    ],
};

/// `cluster-class-template-kind`.
pub static CLUSTER_CLASS_TEMPLATE_KIND: Rule = Rule {
    name: "cluster-class-template-kind",
    authority: Authority::Capi,
    says: &[
        Says { era: Era::closed(r(0, 4, 1), r(1, 10, 10)), error: ErrorType::Forbidden, at: Some("{path}.ref.kind"), text: "apiVersion.kind cannot be changed from \"{old}\" to \"{new}\" to prevent incompatible changes in the Clusters" },
        Says { era: Era::since(r(1, 11, 0)), error: ErrorType::Forbidden, at: Some("{path}.templateRef.kind"), text: "kind cannot be changed from \"{old}\" to \"{new}\" to prevent incompatible changes in the Clusters" },
    ],
};

/// `cluster-class-template-group`.
pub static CLUSTER_CLASS_TEMPLATE_GROUP: Rule = Rule {
    name: "cluster-class-template-group",
    authority: Authority::Capi,
    says: &[
        Says { era: Era::closed(r(0, 4, 1), r(1, 10, 10)), error: ErrorType::Forbidden, at: Some("{path}.ref.apiVersion"), text: "apiVersion.group cannot be changed from \"{old}\" to \"{new}\" to prevent incompatible changes in the Clusters" },
        Says { era: Era::since(r(1, 11, 0)), error: ErrorType::Forbidden, at: Some("{path}.templateRef.apiVersion"), text: "group of apiVersion cannot be changed from \"{old}\" to \"{new}\" to prevent incompatible changes in the Clusters" },
    ],
};

/// `cluster-class-gate`.
pub static CLUSTER_CLASS_GATE: Rule = Rule {
    name: "cluster-class-gate",
    authority: Authority::Capi,
    says: &[
        Says { era: Era::since(r(1, 1, 0)), error: ErrorType::Forbidden, at: Some("spec"), text: "can be set only if the ClusterTopology feature flag is enabled" },
    ],
};

/// `machine-template-contract`.
pub static MACHINE_TEMPLATE_CONTRACT: Rule = Rule {
    name: "machine-template-contract",
    authority: Authority::Capi,
    says: &[
        Says { era: Era::since(r(0, 4, 0)), error: ErrorType::Invalid, at: Some("spec.template.spec"), text: "suspected: {kind}.spec.template.spec is immutable by the contract of Cluster API" },
    ],
};

/// `crd-too-long`.
pub static CRD_TOO_LONG: Rule = Rule {
    name: "crd-too-long",
    authority: Authority::Capi,
    says: &[
        Says { era: Era::since(r(1, 10, 0)), error: ErrorType::TooLong, at: Some("{path}"), text: "may not be more than {limit} bytes" },
    ],
};

/// `crd-too-many`.
pub static CRD_TOO_MANY: Rule = Rule {
    name: "crd-too-many",
    authority: Authority::Capi,
    says: &[
        Says { era: Era::since(r(1, 10, 0)), error: ErrorType::TooMany, at: Some("{path}"), text: "{count}: must have at most {limit} items" },
    ],
};

/// `aws-cluster-region`.
pub static AWS_CLUSTER_REGION: Rule = Rule {
    name: "aws-cluster-region",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::since(r(0, 6, 0)), error: ErrorType::Invalid, at: Some("spec.region"), text: "field is immutable" },
    ],
};

/// `aws-cluster-lb-scheme-default`.
pub static AWS_CLUSTER_LB_SCHEME_DEFAULT: Rule = Rule {
    name: "aws-cluster-lb-scheme-default",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::closed(r(0, 6, 9), r(0, 6, 9)), error: ErrorType::Invalid, at: Some("spec.controlPlaneLoadBalancer.scheme"), text: "field is immutable, default value was set to internet-facing" },
        Says { era: Era::since(r(1, 0, 0)), error: ErrorType::Invalid, at: Some("spec.controlPlaneLoadBalancer.scheme"), text: "field is immutable, default value was set to internet-facing" },
    ],
};

/// `aws-cluster-lb-scheme`.
pub static AWS_CLUSTER_LB_SCHEME: Rule = Rule {
    name: "aws-cluster-lb-scheme",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::since(r(0, 6, 0)), error: ErrorType::Invalid, at: Some("spec.controlPlaneLoadBalancer.scheme"), text: "field is immutable" },
    ],
};

/// `aws-cluster-lb-name-once-set`.
pub static AWS_CLUSTER_LB_NAME_ONCE_SET: Rule = Rule {
    name: "aws-cluster-lb-name-once-set",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::closed(r(1, 1, 0), r(1, 1, 0)), error: ErrorType::Invalid, at: Some("spec.controlPlaneLoadBalancer.name"), text: "field is immutable" },
    ],
};

/// `aws-cluster-lb-name`.
pub static AWS_CLUSTER_LB_NAME: Rule = Rule {
    name: "aws-cluster-lb-name",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::since(r(1, 2, 0)), error: ErrorType::Invalid, at: Some("spec.controlPlaneLoadBalancer.name"), text: "field is immutable" },
    ],
};

/// `aws-cluster-lb-health-check`.
pub static AWS_CLUSTER_LB_HEALTH_CHECK: Rule = Rule {
    name: "aws-cluster-lb-health-check",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::closed(r(1, 4, 0), r(2, 7, 2)), error: ErrorType::Invalid, at: Some("spec.controlPlaneLoadBalancer.healthCheckProtocol"), text: "field is immutable once set" },
    ],
};

/// `aws-cluster-lb-health-check-but-classic`.
pub static AWS_CLUSTER_LB_HEALTH_CHECK_BUT_CLASSIC: Rule = Rule {
    name: "aws-cluster-lb-health-check-but-classic",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::since(r(2, 8, 1)), error: ErrorType::Invalid, at: Some("spec.controlPlaneLoadBalancer.healthCheckProtocol"), text: "field is immutable once set" },
    ],
};

/// `aws-cluster-lb-type-disabled`.
pub static AWS_CLUSTER_LB_TYPE_DISABLED: Rule = Rule {
    name: "aws-cluster-lb-type-disabled",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::since(r(2, 4, 0)), error: ErrorType::Invalid, at: Some("spec.controlPlaneLoadBalancer.type"), text: "field is immutable when created of disabled type" },
    ],
};

/// `aws-cluster-lb-target-group`.
pub static AWS_CLUSTER_LB_TARGET_GROUP: Rule = Rule {
    name: "aws-cluster-lb-target-group",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::since(r(2, 11, 0)), error: ErrorType::Forbidden, at: Some("spec.controlPlaneLoadBalancer.targetGroupIPType"), text: "field is immutable and cannot be changed after target group creation" },
    ],
};

/// `aws-cluster-second-lb-added`.
pub static AWS_CLUSTER_SECOND_LB_ADDED: Rule = Rule {
    name: "aws-cluster-second-lb-added",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::closed(r(2, 4, 0), r(2, 7, 2)), error: ErrorType::InternalError, at: None, text: "nil pointer dereference in the validating webhook; the API server reports a failed webhook call" },
    ],
};

/// `aws-cluster-second-lb-removed`.
pub static AWS_CLUSTER_SECOND_LB_REMOVED: Rule = Rule {
    name: "aws-cluster-second-lb-removed",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::since(r(2, 4, 0)), error: ErrorType::InternalError, at: None, text: "nil pointer dereference in the validating webhook; the API server reports a failed webhook call" },
    ],
};

/// `aws-cluster-endpoint`.
pub static AWS_CLUSTER_ENDPOINT: Rule = Rule {
    name: "aws-cluster-endpoint",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::since(r(0, 6, 0)), error: ErrorType::Invalid, at: Some("spec.controlPlaneEndpoint"), text: "field is immutable" },
    ],
};

/// `aws-cluster-vpc`.
pub static AWS_CLUSTER_VPC: Rule = Rule {
    name: "aws-cluster-vpc",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::closed(r(0, 6, 7), r(0, 6, 9)), error: ErrorType::Invalid, at: Some("spec.networkSpec.vpc.id"), text: "field cannot be modified once set" },
        Says { era: Era::since(r(0, 7, 0)), error: ErrorType::Invalid, at: Some("spec.network.vpc.id"), text: "field cannot be modified once set" },
    ],
};

/// `aws-cluster-identity-removed`.
pub static AWS_CLUSTER_IDENTITY_REMOVED: Rule = Rule {
    name: "aws-cluster-identity-removed",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::since(r(0, 6, 5)), error: ErrorType::Invalid, at: Some("spec.identityRef"), text: "field cannot be set to nil" },
    ],
};

/// `aws-cluster-managed-by-removed`.
pub static AWS_CLUSTER_MANAGED_BY_REMOVED: Rule = Rule {
    name: "aws-cluster-managed-by-removed",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::since(r(0, 7, 0)), error: ErrorType::Invalid, at: Some("metadata.annotations"), text: "removal of externally managed annotation is not allowed" },
    ],
};

/// `aws-cluster-gc-task`.
pub static AWS_CLUSTER_GC_TASK: Rule = Rule {
    name: "aws-cluster-gc-task",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::since(r(2, 3, 0)), error: ErrorType::Invalid, at: Some("metadata.annotations"), text: "annotation aws.cluster.x-k8s.io/external-resource-tasks-gc contains unsupported GC task {task}" },
    ],
};

/// `aws-bastion-rules`.
pub static AWS_BASTION_RULES: Rule = Rule {
    name: "aws-bastion-rules",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::closed(r(0, 6, 0), r(0, 6, 0)), error: ErrorType::Forbidden, at: Some("spec.bastion.allowedCIDRBlocks"), text: "cannot be set if spec.bastion.disableIngressRules is true" },
        Says { era: Era::since(r(0, 6, 1)), error: ErrorType::Forbidden, at: Some("spec.bastion.allowedCIDRBlocks"), text: "cannot be set if spec.bastion.disableIngressRules is true" },
    ],
};

/// `aws-bastion-cidr`.
pub static AWS_BASTION_CIDR: Rule = Rule {
    name: "aws-bastion-cidr",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::since(r(0, 6, 0)), error: ErrorType::Invalid, at: Some("spec.bastion.allowedCIDRBlocks[{i}]"), text: "must be a valid CIDR block" },
    ],
};

/// `aws-cluster-network-cidr`.
pub static AWS_CLUSTER_NETWORK_CIDR: Rule = Rule {
    name: "aws-cluster-network-cidr",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::since(r(2, 11, 0)), error: ErrorType::Invalid, at: Some("{path}"), text: "{what} CIDR block is invalid" },
    ],
};

/// `aws-cluster-ipam-and-cidr`.
pub static AWS_CLUSTER_IPAM_AND_CIDR: Rule = Rule {
    name: "aws-cluster-ipam-and-cidr",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::since(r(2, 3, 0)), error: ErrorType::Invalid, at: Some("cidrBlock"), text: "cidrBlock and ipamPool cannot be used together" },
    ],
};

/// `aws-cluster-ipam-empty`.
pub static AWS_CLUSTER_IPAM_EMPTY: Rule = Rule {
    name: "aws-cluster-ipam-empty",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::since(r(2, 3, 0)), error: ErrorType::Invalid, at: Some("ipamPool"), text: "ipamPool must have either id or name" },
    ],
};

/// `aws-cluster-second-lb-name-empty`.
pub static AWS_CLUSTER_SECOND_LB_NAME_EMPTY: Rule = Rule {
    name: "aws-cluster-second-lb-name-empty",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::since(r(2, 4, 0)), error: ErrorType::Invalid, at: Some("spec.secondaryControlPlaneLoadBalancer.name"), text: "secondary controlPlaneLoadBalancer.name cannot be empty" },
    ],
};

/// `aws-cluster-disabled-lb-setting`.
pub static AWS_CLUSTER_DISABLED_LB_SETTING: Rule = Rule {
    name: "aws-cluster-disabled-lb-setting",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::since(r(2, 4, 0)), error: ErrorType::Invalid, at: Some("spec.controlPlaneLoadBalancer.{field}"), text: "{what} if the LoadBalancer reconciliation is disabled" },
    ],
};

/// `aws-s3-gate`.
pub static AWS_S3_GATE: Rule = Rule {
    name: "aws-s3-gate",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::since(r(1, 4, 0)), error: ErrorType::Forbidden, at: Some("spec.s3Bucket"), text: "can be set only if the BootstrapFormatIgnition feature gate is enabled" },
    ],
};

/// `aws-s3-name-empty`.
pub static AWS_S3_NAME_EMPTY: Rule = Rule {
    name: "aws-s3-name-empty",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::since(r(1, 4, 0)), error: ErrorType::Required, at: Some("spec.s3Bucket.name"), text: "can't be empty" },
    ],
};

/// `aws-s3-name-address`.
pub static AWS_S3_NAME_ADDRESS: Rule = Rule {
    name: "aws-s3-name-address",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::since(r(1, 4, 0)), error: ErrorType::Invalid, at: Some("spec.s3Bucket.name"), text: "must not be formatted as an IP address (for example, 192.168.5.4)" },
    ],
};

/// `aws-s3-name-pattern`.
pub static AWS_S3_NAME_PATTERN: Rule = Rule {
    name: "aws-s3-name-pattern",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::since(r(1, 4, 0)), error: ErrorType::Invalid, at: Some("spec.s3Bucket.name"), text: "{reason}" },
    ],
};

/// `aws-s3-control-plane-profile`.
pub static AWS_S3_CONTROL_PLANE_PROFILE: Rule = Rule {
    name: "aws-s3-control-plane-profile",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::since(r(1, 4, 0)), error: ErrorType::Required, at: Some("spec.s3Bucket.controlPlaneIAMInstanceProfiles"), text: "can't be empty" },
    ],
};

/// `aws-s3-node-profiles`.
pub static AWS_S3_NODE_PROFILES: Rule = Rule {
    name: "aws-s3-node-profiles",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::since(r(1, 4, 0)), error: ErrorType::Required, at: Some("spec.s3Bucket.nodesIAMInstanceProfiles"), text: "can't be empty" },
    ],
};

/// `aws-s3-node-profile`.
pub static AWS_S3_NODE_PROFILE: Rule = Rule {
    name: "aws-s3-node-profile",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::since(r(1, 4, 0)), error: ErrorType::Required, at: Some("spec.s3Bucket.nodesIAMInstanceProfiles[{i}]"), text: "can't be empty" },
    ],
};

/// `aws-cluster-template`.
pub static AWS_CLUSTER_TEMPLATE: Rule = Rule {
    name: "aws-cluster-template",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::since(r(1, 0, 0)), error: ErrorType::BadRequest, at: None, text: "AWSClusterTemplate.Spec is immutable" },
    ],
};

/// `aws-machine-immutable`.
pub static AWS_MACHINE_IMMUTABLE: Rule = Rule {
    name: "aws-machine-immutable",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::since(r(0, 6, 0)), error: ErrorType::Forbidden, at: Some("spec"), text: "cannot be modified" },
    ],
};

/// `aws-machine-template-immutable`.
pub static AWS_MACHINE_TEMPLATE_IMMUTABLE: Rule = Rule {
    name: "aws-machine-template-immutable",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::closed(r(0, 6, 0), r(1, 5, 5)), error: ErrorType::BadRequest, at: None, text: "AWSMachineTemplate.Spec is immutable" },
        Says { era: Era::closed(r(2, 0, 0), r(2, 1, 0)), error: ErrorType::Invalid, at: Some("spec"), text: "AWSMachineTemplate.Spec is immutable" },
        Says { era: Era::since(r(2, 1, 1)), error: ErrorType::Invalid, at: Some("spec.template.spec"), text: "AWSMachineTemplate.Spec is immutable" },
    ],
};

/// `aws-template-provider-id`.
pub static AWS_TEMPLATE_PROVIDER_ID: Rule = Rule {
    name: "aws-template-provider-id",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::since(r(0, 6, 0)), error: ErrorType::Forbidden, at: Some("spec.template.spec.providerID"), text: "cannot be set in templates" },
    ],
};

/// `aws-template-secret-prefix`.
pub static AWS_TEMPLATE_SECRET_PREFIX: Rule = Rule {
    name: "aws-template-secret-prefix",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::since(r(0, 6, 0)), error: ErrorType::Forbidden, at: Some("spec.template.spec.cloudInit.secretPrefix"), text: "cannot be set in templates" },
    ],
};

/// `aws-template-secret-count`.
pub static AWS_TEMPLATE_SECRET_COUNT: Rule = Rule {
    name: "aws-template-secret-count",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::since(r(0, 6, 0)), error: ErrorType::Forbidden, at: Some("spec.cloudInit.secretCount"), text: "cannot be set in templates" },
    ],
};

/// `aws-machine-cloud-init-skip`.
pub static AWS_MACHINE_CLOUD_INIT_SKIP: Rule = Rule {
    name: "aws-machine-cloud-init-skip",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::since(r(0, 6, 0)), error: ErrorType::Forbidden, at: Some("spec.cloudInit.{field}"), text: "cannot be set if spec.cloudInit.insecureSkipSecretsManager is true" },
    ],
};

/// `aws-template-cloud-init-skip`.
pub static AWS_TEMPLATE_CLOUD_INIT_SKIP: Rule = Rule {
    name: "aws-template-cloud-init-skip",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::since(r(2, 1, 0)), error: ErrorType::Forbidden, at: Some("spec.template.spec.cloudInit.{field}"), text: "cannot be set if spec.template.spec.cloudInit.insecureSkipSecretsManager is true" },
    ],
};

/// `aws-machine-secret-pair`.
pub static AWS_MACHINE_SECRET_PAIR: Rule = Rule {
    name: "aws-machine-secret-pair",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::since(r(0, 6, 0)), error: ErrorType::Forbidden, at: Some("spec.cloudInit.secretCount"), text: "must be set together with spec.CloudInit.SecretPrefix" },
    ],
};

/// `aws-machine-ignition-gate`.
pub static AWS_MACHINE_IGNITION_GATE: Rule = Rule {
    name: "aws-machine-ignition-gate",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::since(r(1, 4, 0)), error: ErrorType::Forbidden, at: Some("spec.ignition"), text: "can be set only if the BootstrapFormatIgnition feature gate is enabled" },
    ],
};

/// `aws-template-ignition-gate`.
pub static AWS_TEMPLATE_IGNITION_GATE: Rule = Rule {
    name: "aws-template-ignition-gate",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::since(r(2, 1, 0)), error: ErrorType::Forbidden, at: Some("spec.template.spec.ignition"), text: "can be set only if the BootstrapFormatIgnition feature gate is enabled" },
    ],
};

/// `aws-pool-ignition-gate`.
pub static AWS_POOL_IGNITION_GATE: Rule = Rule {
    name: "aws-pool-ignition-gate",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::since(r(2, 9, 0)), error: ErrorType::Forbidden, at: Some("spec.ignition"), text: "can be set only if the BootstrapFormatIgnition feature gate is enabled" },
    ],
};

/// `aws-machine-ignition-and-cloud-init`.
pub static AWS_MACHINE_IGNITION_AND_CLOUD_INIT: Rule = Rule {
    name: "aws-machine-ignition-and-cloud-init",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::since(r(1, 4, 0)), error: ErrorType::Forbidden, at: Some("spec.cloudInit"), text: "cannot be set if spec.ignition is set" },
    ],
};

/// `aws-template-ignition-and-cloud-init`.
pub static AWS_TEMPLATE_IGNITION_AND_CLOUD_INIT: Rule = Rule {
    name: "aws-template-ignition-and-cloud-init",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::since(r(2, 1, 0)), error: ErrorType::Forbidden, at: Some("spec.template.spec.cloudInit"), text: "cannot be set if spec.template.spec.ignition is set" },
    ],
};

/// `aws-ignition-old-version-setting`.
pub static AWS_IGNITION_OLD_VERSION_SETTING: Rule = Rule {
    name: "aws-ignition-old-version-setting",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::since(r(2, 4, 1)), error: ErrorType::Forbidden, at: Some("spec.ignition.{field}"), text: "cannot be set if spec.ignition.version is 2.3 or 3.0" },
    ],
};

/// `aws-ignition-proxy-url`.
pub static AWS_IGNITION_PROXY_URL: Rule = Rule {
    name: "aws-ignition-proxy-url",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::since(r(2, 4, 1)), error: ErrorType::Invalid, at: Some("spec.ignition.proxy.{field}"), text: "invalid URL" },
    ],
};

/// `aws-ignition-no-proxy`.
pub static AWS_IGNITION_NO_PROXY: Rule = Rule {
    name: "aws-ignition-no-proxy",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::since(r(2, 4, 1)), error: ErrorType::Invalid, at: Some("spec.ignition.proxy.noProxy"), text: "invalid noProxy value, please refer to the field documentation: {reason}" },
    ],
};

/// `aws-ignition-ca-source`.
pub static AWS_IGNITION_CA_SOURCE: Rule = Rule {
    name: "aws-ignition-ca-source",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::since(r(2, 4, 1)), error: ErrorType::Invalid, at: Some("spec.ignition.tls.caSources"), text: "{reason}" },
    ],
};

/// `aws-ignition-version`.
pub static AWS_IGNITION_VERSION: Rule = Rule {
    name: "aws-ignition-version",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::closed(r(1, 4, 0), r(2, 2, 5)), error: ErrorType::NotSupported, at: Some("{path}.version"), text: "Unsupported value: \"{value}\": supported values: \"2.3\"" },
        Says { era: Era::since(r(2, 3, 0)), error: ErrorType::NotSupported, at: Some("{path}.version"), text: "Unsupported value: \"{value}\": supported values: \"2.3\", \"3.0\", \"3.1\", \"3.2\", \"3.3\", \"3.4\"" },
    ],
};

/// `aws-ignition-storage`.
pub static AWS_IGNITION_STORAGE: Rule = Rule {
    name: "aws-ignition-storage",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::since(r(2, 4, 0)), error: ErrorType::NotSupported, at: Some("{path}.storageType"), text: "Unsupported value: \"{value}\": supported values: \"ClusterObjectStore\", \"UnencryptedUserData\"" },
    ],
};

/// `aws-volume-iops`.
pub static AWS_VOLUME_IOPS: Rule = Rule {
    name: "aws-volume-iops",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::since(r(0, 6, 0)), error: ErrorType::Required, at: Some("{path}.iops"), text: "iops required if type is 'io1' or 'io2'" },
    ],
};

/// `aws-template-volume-iops`.
pub static AWS_TEMPLATE_VOLUME_IOPS: Rule = Rule {
    name: "aws-template-volume-iops",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::since(r(0, 7, 0)), error: ErrorType::Required, at: Some("{path}.iops"), text: "iops required if type is 'io1' or 'io2'" },
    ],
};

/// `aws-volume-throughput-type`.
pub static AWS_VOLUME_THROUGHPUT_TYPE: Rule = Rule {
    name: "aws-volume-throughput-type",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::since(r(0, 7, 0)), error: ErrorType::Required, at: Some("{path}.throughput"), text: "throughput is valid only for type 'gp3'" },
    ],
};

/// `aws-volume-device-name`.
pub static AWS_VOLUME_DEVICE_NAME: Rule = Rule {
    name: "aws-volume-device-name",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::since(r(0, 6, 0)), error: ErrorType::Required, at: Some("{path}.deviceName"), text: "non root volume should have device name" },
    ],
};

/// `aws-template-volume-device-name`.
pub static AWS_TEMPLATE_VOLUME_DEVICE_NAME: Rule = Rule {
    name: "aws-template-volume-device-name",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::since(r(0, 7, 0)), error: ErrorType::Required, at: Some("{path}.deviceName"), text: "non root volume should have device name" },
    ],
};

/// `aws-pool-volume-device-name`.
pub static AWS_POOL_VOLUME_DEVICE_NAME: Rule = Rule {
    name: "aws-pool-volume-device-name",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::since(r(2, 7, 0)), error: ErrorType::Required, at: Some("spec.template.spec.nonRootVolumes.deviceName"), text: "non root volume should have device name" },
    ],
};

/// `aws-security-group-id-and-filters`.
pub static AWS_SECURITY_GROUP_ID_AND_FILTERS: Rule = Rule {
    name: "aws-security-group-id-and-filters",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::since(r(0, 6, 5)), error: ErrorType::Forbidden, at: Some("spec.additionalSecurityGroups"), text: "only one of ID or Filters may be specified, specifying both is forbidden" },
    ],
};

/// `aws-template-security-group-id-and-filters`.
pub static AWS_TEMPLATE_SECURITY_GROUP_ID_AND_FILTERS: Rule = Rule {
    name: "aws-template-security-group-id-and-filters",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::since(r(2, 1, 0)), error: ErrorType::Forbidden, at: Some("spec.template.spec.additionalSecurityGroups"), text: "only one of ID or Filters may be specified, specifying both is forbidden" },
    ],
};

/// `aws-tags`.
pub static AWS_TAGS: Rule = Rule {
    name: "aws-tags",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::since(r(1, 4, 0)), error: ErrorType::Invalid, at: Some("spec.additionalTags"), text: "{reason}" },
    ],
};

/// `aws-template-tags`.
pub static AWS_TEMPLATE_TAGS: Rule = Rule {
    name: "aws-template-tags",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::since(r(2, 1, 0)), error: ErrorType::Invalid, at: Some("spec.additionalTags"), text: "{reason}" },
    ],
};

/// `aws-host-id-and-dynamic`.
pub static AWS_HOST_ID_AND_DYNAMIC: Rule = Rule {
    name: "aws-host-id-and-dynamic",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::since(r(2, 10, 0)), error: ErrorType::Forbidden, at: Some("{path}.{field}"), text: "hostID and dynamicHostAllocation are mutually exclusive" },
    ],
};

/// `aws-host-tenancy`.
pub static AWS_HOST_TENANCY: Rule = Rule {
    name: "aws-host-tenancy",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::since(r(2, 10, 2)), error: ErrorType::Forbidden, at: Some("{path}.{field}"), text: "{field} can only be set when tenancy is 'host'" },
    ],
};

/// `aws-host-affinity`.
pub static AWS_HOST_AFFINITY: Rule = Rule {
    name: "aws-host-affinity",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::since(r(2, 10, 2)), error: ErrorType::Forbidden, at: Some("{path}.hostAffinity"), text: "hostAffinity can only be set to 'host' when tenancy is 'host'" },
    ],
};

/// `aws-host-dynamic-affinity`.
pub static AWS_HOST_DYNAMIC_AFFINITY: Rule = Rule {
    name: "aws-host-dynamic-affinity",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::since(r(2, 11, 1)), error: ErrorType::Forbidden, at: Some("{path}.dynamicHostAllocation"), text: "dynamicHostAllocation can only be set when hostAffinity is 'host'" },
    ],
};

/// `aws-market-type`.
pub static AWS_MARKET_TYPE: Rule = Rule {
    name: "aws-market-type",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::since(r(2, 8, 1)), error: ErrorType::Forbidden, at: Some("spec.marketType"), text: "{reason}" },
    ],
};

/// `aws-capacity-block-reservation`.
pub static AWS_CAPACITY_BLOCK_RESERVATION: Rule = Rule {
    name: "aws-capacity-block-reservation",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::since(r(2, 8, 1)), error: ErrorType::Forbidden, at: Some("{path}.capacityReservationID"), text: "is required when CapacityBlock is provided" },
    ],
};

/// `aws-pool-cool-down`.
pub static AWS_POOL_COOL_DOWN: Rule = Rule {
    name: "aws-pool-cool-down",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::since(r(0, 6, 1)), error: ErrorType::Required, at: Some("spec.DefaultCoolDown"), text: "DefaultCoolDown must be greater than zero" },
    ],
};

/// `aws-pool-subnet-id-and-filters`.
pub static AWS_POOL_SUBNET_ID_AND_FILTERS: Rule = Rule {
    name: "aws-pool-subnet-id-and-filters",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::since(r(1, 4, 0)), error: ErrorType::Forbidden, at: Some("spec.subnets.filters"), text: "providing either subnet ID or filter is supported, should not provide both" },
    ],
};

/// `aws-pool-security-group-id-and-filters`.
pub static AWS_POOL_SECURITY_GROUP_ID_AND_FILTERS: Rule = Rule {
    name: "aws-pool-security-group-id-and-filters",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::since(r(1, 5, 0)), error: ErrorType::Forbidden, at: Some("spec.awsLaunchTemplate.AdditionalSecurityGroups"), text: "either ID or filters should be used" },
    ],
};

/// `aws-pool-spot-and-mixed`.
pub static AWS_POOL_SPOT_AND_MIXED: Rule = Rule {
    name: "aws-pool-spot-and-mixed",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::since(r(2, 4, 0)), error: ErrorType::Forbidden, at: Some("spec.awsLaunchTemplate.spotMarketOptions"), text: "either spec.awsLaunchTemplate.spotMarketOptions or spec.mixedInstancesPolicy should be used" },
    ],
};

/// `aws-pool-refresh-minimum`.
pub static AWS_POOL_REFRESH_MINIMUM: Rule = Rule {
    name: "aws-pool-refresh-minimum",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::since(r(2, 7, 0)), error: ErrorType::Forbidden, at: Some("spec.refreshPreferences.maxHealthyPercentage"), text: "If you specify spec.refreshPreferences.maxHealthyPercentage, you must also specify spec.refreshPreferences.minHealthyPercentage" },
    ],
};

/// `aws-pool-refresh-span`.
pub static AWS_POOL_REFRESH_SPAN: Rule = Rule {
    name: "aws-pool-refresh-span",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::since(r(2, 7, 0)), error: ErrorType::Forbidden, at: Some("spec.refreshPreferences.maxHealthyPercentage"), text: "the difference between spec.refreshPreferences.maxHealthyPercentage and spec.refreshPreferences.minHealthyPercentage cannot be greater than 100" },
    ],
};

/// `aws-pool-hook`.
pub static AWS_POOL_HOOK: Rule = Rule {
    name: "aws-pool-hook",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::since(r(2, 9, 0)), error: ErrorType::Required, at: Some("spec.lifecycleHooks.{field}"), text: "{reason}" },
    ],
};

/// `aws-pool-hook-value`.
pub static AWS_POOL_HOOK_VALUE: Rule = Rule {
    name: "aws-pool-hook-value",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::since(r(2, 9, 0)), error: ErrorType::Invalid, at: Some("spec.lifecycleHooks.{field}"), text: "{reason}" },
    ],
};

/// `aws-pool-market-type`.
pub static AWS_POOL_MARKET_TYPE: Rule = Rule {
    name: "aws-pool-market-type",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::since(r(2, 8, 1)), error: ErrorType::Forbidden, at: Some("spec.awsLaunchTemplate.marketType"), text: "setting marketType to {type} and spotMarketOptions cannot be used together" },
    ],
};

/// `eks-region`.
pub static EKS_REGION: Rule = Rule {
    name: "eks-region",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::since(r(0, 6, 1)), error: ErrorType::Invalid, at: Some("spec.region"), text: "field is immutable" },
    ],
};

/// `eks-name`.
pub static EKS_NAME: Rule = Rule {
    name: "eks-name",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::since(r(0, 6, 0)), error: ErrorType::Invalid, at: Some("spec.eksClusterName"), text: "eksClusterName is different to current cluster name" },
    ],
};

/// `eks-version-lower`.
pub static EKS_VERSION_LOWER: Rule = Rule {
    name: "eks-version-lower",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::since(r(0, 6, 0)), error: ErrorType::Invalid, at: Some("spec.version"), text: "new version less than old version" },
    ],
};

/// `eks-encryption-removed`.
pub static EKS_ENCRYPTION_REMOVED: Rule = Rule {
    name: "eks-encryption-removed",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::since(r(0, 7, 0)), error: ErrorType::Invalid, at: Some("spec.encryptionConfig"), text: "disabling EKS encryption is not allowed after it has been enabled" },
    ],
};

/// `eks-encryption-provider`.
pub static EKS_ENCRYPTION_PROVIDER: Rule = Rule {
    name: "eks-encryption-provider",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::since(r(0, 7, 0)), error: ErrorType::Invalid, at: Some("spec.encryptionConfig.provider"), text: "changing EKS encryption is not allowed after it has been enabled" },
    ],
};

/// `eks-identity-removed`.
pub static EKS_IDENTITY_REMOVED: Rule = Rule {
    name: "eks-identity-removed",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::since(r(0, 6, 5)), error: ErrorType::Invalid, at: Some("spec.identityRef"), text: "field cannot be set to nil" },
    ],
};

/// `eks-ip-family`.
pub static EKS_IP_FAMILY: Rule = Rule {
    name: "eks-ip-family",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::closed(r(2, 0, 0), r(2, 6, 1)), error: ErrorType::Invalid, at: Some("spec.networkSpec.vpc.enableIPv6"), text: "changing IP family is not allowed after it has been set" },
        Says { era: Era::since(r(2, 7, 0)), error: ErrorType::Invalid, at: Some("spec.network.vpc.enableIPv6"), text: "changing IP family is not allowed after it has been set" },
    ],
};

/// `eks-access-config-removed`.
pub static EKS_ACCESS_CONFIG_REMOVED: Rule = Rule {
    name: "eks-access-config-removed",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::since(r(2, 10, 0)), error: ErrorType::Invalid, at: Some("spec.accessConfig"), text: "removing AccessConfig is not allowed after it has been enabled" },
    ],
};

/// `eks-access-mode`.
pub static EKS_ACCESS_MODE: Rule = Rule {
    name: "eks-access-mode",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::since(r(2, 10, 0)), error: ErrorType::Invalid, at: Some("spec.accessConfig.authenticationMode"), text: "downgrading authentication mode is not allowed after it has been enabled" },
    ],
};

/// `eks-node-group-name`.
pub static EKS_NODE_GROUP_NAME: Rule = Rule {
    name: "eks-node-group-name",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::since(r(0, 6, 1)), error: ErrorType::Invalid, at: Some("spec.eksNodegroupName"), text: "field is immutable" },
    ],
};

/// `eks-pool-subnets`.
pub static EKS_POOL_SUBNETS: Rule = Rule {
    name: "eks-pool-subnets",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::since(r(0, 6, 1)), error: ErrorType::Invalid, at: Some("spec.subnetIDs"), text: "field is immutable" },
    ],
};

/// `eks-pool-role`.
pub static EKS_POOL_ROLE: Rule = Rule {
    name: "eks-pool-role",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::since(r(0, 6, 1)), error: ErrorType::Invalid, at: Some("spec.roleName"), text: "field is immutable" },
    ],
};

/// `eks-pool-disk`.
pub static EKS_POOL_DISK: Rule = Rule {
    name: "eks-pool-disk",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::since(r(0, 6, 1)), error: ErrorType::Invalid, at: Some("spec.diskSize"), text: "field is immutable" },
    ],
};

/// `eks-pool-ami`.
pub static EKS_POOL_AMI: Rule = Rule {
    name: "eks-pool-ami",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::since(r(0, 6, 1)), error: ErrorType::Invalid, at: Some("spec.amiType"), text: "field is immutable" },
    ],
};

/// `eks-pool-remote-access`.
pub static EKS_POOL_REMOTE_ACCESS: Rule = Rule {
    name: "eks-pool-remote-access",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::since(r(0, 6, 1)), error: ErrorType::Invalid, at: Some("spec.remoteAccess"), text: "field is immutable" },
    ],
};

/// `eks-pool-capacity-type`.
pub static EKS_POOL_CAPACITY_TYPE: Rule = Rule {
    name: "eks-pool-capacity-type",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::since(r(1, 0, 0)), error: ErrorType::Invalid, at: Some("spec.capacityType"), text: "field is immutable" },
    ],
};

/// `eks-pool-zones`.
pub static EKS_POOL_ZONES: Rule = Rule {
    name: "eks-pool-zones",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::since(r(2, 3, 0)), error: ErrorType::Invalid, at: Some("spec.availabilityZones"), text: "field is immutable" },
    ],
};

/// `eks-pool-zone-subnets`.
pub static EKS_POOL_ZONE_SUBNETS: Rule = Rule {
    name: "eks-pool-zone-subnets",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::since(r(2, 3, 0)), error: ErrorType::Invalid, at: Some("spec.availabilityZoneSubnetType"), text: "field is immutable" },
    ],
};

/// `eks-pool-launch-template`.
pub static EKS_POOL_LAUNCH_TEMPLATE: Rule = Rule {
    name: "eks-pool-launch-template",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::since(r(2, 0, 0)), error: ErrorType::Invalid, at: Some("spec.AWSLaunchTemplate"), text: "field is immutable" },
    ],
};

/// `eks-pool-launch-template-name`.
pub static EKS_POOL_LAUNCH_TEMPLATE_NAME: Rule = Rule {
    name: "eks-pool-launch-template-name",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::since(r(2, 0, 0)), error: ErrorType::Invalid, at: Some("spec.awsLaunchTemplate.name"), text: "field is immutable" },
    ],
};

/// `eks-pool-scaling`.
pub static EKS_POOL_SCALING: Rule = Rule {
    name: "eks-pool-scaling",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::since(r(0, 6, 1)), error: ErrorType::Invalid, at: Some("spec.scaling.maxSize"), text: "must be greater than field spec.scaling.minSize" },
    ],
};

/// `eks-pool-launch-template-setting`.
pub static EKS_POOL_LAUNCH_TEMPLATE_SETTING: Rule = Rule {
    name: "eks-pool-launch-template-setting",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::since(r(2, 0, 0)), error: ErrorType::Invalid, at: Some("spec.{field}"), text: "{field} cannot be specified when LaunchTemplate is specified" },
    ],
};

/// `aws-role-identity-source-removed`.
pub static AWS_ROLE_IDENTITY_SOURCE_REMOVED: Rule = Rule {
    name: "aws-role-identity-source-removed",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::since(r(0, 6, 5)), error: ErrorType::Invalid, at: Some("spec.sourceIdentityRef"), text: "field cannot be set to nil" },
    ],
};

/// `aws-controller-identity-immutable`.
pub static AWS_CONTROLLER_IDENTITY_IMMUTABLE: Rule = Rule {
    name: "aws-controller-identity-immutable",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::since(r(0, 6, 5)), error: ErrorType::Denied, at: None, text: "AWSClusterControllerIdentity is immutable" },
    ],
};

/// `aws-controller-identity-name`.
pub static AWS_CONTROLLER_IDENTITY_NAME: Rule = Rule {
    name: "aws-controller-identity-name",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::since(r(0, 6, 5)), error: ErrorType::Invalid, at: Some("name"), text: "AWSClusterControllerIdentity is a singleton and only acceptable name is default" },
    ],
};

/// `aws-static-identity-secret`.
pub static AWS_STATIC_IDENTITY_SECRET: Rule = Rule {
    name: "aws-static-identity-secret",
    authority: Authority::Capa,
    says: &[
        Says { era: Era::since(r(0, 7, 0)), error: ErrorType::Invalid, at: Some("spec.secretRef"), text: "field cannot be updated" },
    ],
};

/// `openstack-cluster-immutable`.
pub static OPENSTACK_CLUSTER_IMMUTABLE: Rule = Rule {
    name: "openstack-cluster-immutable",
    authority: Authority::Capo,
    says: &[
        Says { era: Era::since(r(0, 5, 0)), error: ErrorType::Forbidden, at: Some("spec"), text: "cannot be modified" },
    ],
};

/// `openstack-identity-kind`.
pub static OPENSTACK_IDENTITY_KIND: Rule = Rule {
    name: "openstack-identity-kind",
    authority: Authority::Capo,
    says: &[
        Says { era: Era::closed(r(0, 3, 0), r(0, 9, 2)), error: ErrorType::Forbidden, at: Some("{path}.identityRef.kind"), text: "must be a Secret" },
    ],
};

/// `openstack-identity-kind-update`.
pub static OPENSTACK_IDENTITY_KIND_UPDATE: Rule = Rule {
    name: "openstack-identity-kind-update",
    authority: Authority::Capo,
    says: &[
        Says { era: Era::closed(r(0, 4, 0), r(0, 9, 2)), error: ErrorType::Invalid, at: Some("{path}.identityRef.kind"), text: "must be a Secret" },
    ],
};

/// `openstack-identity-removed`.
pub static OPENSTACK_IDENTITY_REMOVED: Rule = Rule {
    name: "openstack-identity-removed",
    authority: Authority::Capo,
    says: &[
        Says { era: Era::closed(r(0, 5, 1), r(0, 9, 2)), error: ErrorType::Invalid, at: Some("spec.identityRef"), text: "field cannot be set to nil" },
    ],
};

/// `openstack-identity-region`.
pub static OPENSTACK_IDENTITY_REGION: Rule = Rule {
    name: "openstack-identity-region",
    authority: Authority::Capo,
    says: &[
        Says { era: Era::since(r(0, 11, 0)), error: ErrorType::Invalid, at: Some("{path}.identityRef"), text: "region is immutable" },
    ],
};

/// `openstack-bastion-removed`.
pub static OPENSTACK_BASTION_REMOVED: Rule = Rule {
    name: "openstack-bastion-removed",
    authority: Authority::Capo,
    says: &[
        Says { era: Era::since(r(0, 10, 0)), error: ErrorType::Forbidden, at: Some("spec.bastion"), text: "cannot be removed before disabling it" },
    ],
};

/// `openstack-security-groups-added`.
pub static OPENSTACK_SECURITY_GROUPS_ADDED: Rule = Rule {
    name: "openstack-security-groups-added",
    authority: Authority::Capo,
    says: &[
        Says { era: Era::closed(r(0, 10, 0), r(0, 10, 0)), error: ErrorType::InternalError, at: None, text: "nil pointer dereference in the validating webhook; the API server reports a failed webhook call" },
    ],
};

/// `openstack-subnets-count`.
pub static OPENSTACK_SUBNETS_COUNT: Rule = Rule {
    name: "openstack-subnets-count",
    authority: Authority::Capo,
    says: &[
        Says { era: Era::closed(r(0, 12, 6), r(0, 12, 7)), error: ErrorType::Forbidden, at: Some("spec.managedSubnets"), text: "cannot add or remove subnets" },
        Says { era: Era::since(r(0, 13, 0)), error: ErrorType::Forbidden, at: Some("spec.managedSubnets"), text: "cannot add or remove subnets" },
    ],
};

/// `openstack-subnets-cidr`.
pub static OPENSTACK_SUBNETS_CIDR: Rule = Rule {
    name: "openstack-subnets-cidr",
    authority: Authority::Capo,
    says: &[
        Says { era: Era::closed(r(0, 12, 6), r(0, 12, 7)), error: ErrorType::Forbidden, at: Some("spec.managedSubnets"), text: "cannot change subnet CIDR from existing value to {cidr}" },
        Says { era: Era::since(r(0, 13, 0)), error: ErrorType::Forbidden, at: Some("spec.managedSubnets"), text: "cannot change subnet CIDR from existing value to {cidr}" },
    ],
};

/// `openstack-security-group-remote`.
pub static OPENSTACK_SECURITY_GROUP_REMOTE: Rule = Rule {
    name: "openstack-security-group-remote",
    authority: Authority::Capo,
    says: &[
        Says { era: Era::closed(r(0, 10, 0), r(0, 14, 7)), error: ErrorType::Forbidden, at: Some("spec.managedSecurityGroups.allNodesSecurityGroupRules"), text: "{field} cannot be used with {others}" },
    ],
};

/// `openstack-cluster-template`.
pub static OPENSTACK_CLUSTER_TEMPLATE: Rule = Rule {
    name: "openstack-cluster-template",
    authority: Authority::Capo,
    says: &[
        Says { era: Era::since(r(0, 4, 0)), error: ErrorType::Invalid, at: Some("OpenStackClusterTemplate.spec.template.spec"), text: "OpenStackClusterTemplate spec.template.spec field is immutable. Please create new resource instead." },
    ],
};

/// `openstack-machine-immutable`.
pub static OPENSTACK_MACHINE_IMMUTABLE: Rule = Rule {
    name: "openstack-machine-immutable",
    authority: Authority::Capo,
    says: &[
        Says { era: Era::since(r(0, 3, 0)), error: ErrorType::Forbidden, at: Some("spec"), text: "cannot be modified" },
    ],
};

/// `openstack-machine-template-immutable`.
pub static OPENSTACK_MACHINE_TEMPLATE_IMMUTABLE: Rule = Rule {
    name: "openstack-machine-template-immutable",
    authority: Authority::Capo,
    says: &[
        Says { era: Era::since(r(0, 4, 0)), error: ErrorType::Invalid, at: Some("spec.template.spec"), text: "OpenStackMachineTemplate spec.template.spec field is immutable. Please create a new resource instead. Ref doc: https://cluster-api.sigs.k8s.io/tasks/change-machine-template.html" },
    ],
};

/// `openstack-template-provider-id`.
pub static OPENSTACK_TEMPLATE_PROVIDER_ID: Rule = Rule {
    name: "openstack-template-provider-id",
    authority: Authority::Capo,
    says: &[
        Says { era: Era::since(r(0, 3, 0)), error: ErrorType::Forbidden, at: Some("spec.template.spec.providerID"), text: "cannot be set in templates" },
    ],
};

/// `openstack-root-device`.
pub static OPENSTACK_ROOT_DEVICE: Rule = Rule {
    name: "openstack-root-device",
    authority: Authority::Capo,
    says: &[
        Says { era: Era::since(r(0, 9, 0)), error: ErrorType::Forbidden, at: Some("spec.additionalBlockDevices"), text: "cannot contain a device named \"root\" when rootVolume is set" },
    ],
};

/// `openstack-port-security`.
pub static OPENSTACK_PORT_SECURITY: Rule = Rule {
    name: "openstack-port-security",
    authority: Authority::Capo,
    says: &[
        Says { era: Era::since(r(0, 11, 0)), error: ErrorType::Forbidden, at: Some("spec.ports"), text: "cannot have security groups when DisablePortSecurity is set to true" },
    ],
};

/// `openstack-server-immutable`.
pub static OPENSTACK_SERVER_IMMUTABLE: Rule = Rule {
    name: "openstack-server-immutable",
    authority: Authority::Capo,
    says: &[
        Says { era: Era::since(r(0, 11, 0)), error: ErrorType::Forbidden, at: Some("spec"), text: "OpenStackServer spec field is immutable. Please create a new resource instead." },
    ],
};

/// `k8s-workload-selector`.
pub static K8S_WORKLOAD_SELECTOR: Rule = Rule {
    name: "k8s-workload-selector",
    authority: Authority::Kubernetes,
    says: &[
        Says { era: Era::since(r(1, 19, 0)), error: ErrorType::Invalid, at: Some("spec.selector"), text: "field is immutable" },
    ],
};

/// `k8s-job-template`.
pub static K8S_JOB_TEMPLATE: Rule = Rule {
    name: "k8s-job-template",
    authority: Authority::Kubernetes,
    says: &[
        Says { era: Era::since(r(1, 19, 0)), error: ErrorType::Invalid, at: Some("spec.template"), text: "field is immutable" },
    ],
};

/// `k8s-job-selector`.
pub static K8S_JOB_SELECTOR: Rule = Rule {
    name: "k8s-job-selector",
    authority: Authority::Kubernetes,
    says: &[
        Says { era: Era::since(r(1, 19, 0)), error: ErrorType::Invalid, at: Some("spec.selector"), text: "field is immutable" },
    ],
};

/// `k8s-job-completions`.
pub static K8S_JOB_COMPLETIONS: Rule = Rule {
    name: "k8s-job-completions",
    authority: Authority::Kubernetes,
    says: &[
        Says { era: Era::since(r(1, 19, 0)), error: ErrorType::Invalid, at: Some("spec.completions"), text: "field is immutable" },
    ],
};

/// `k8s-job-completion-mode`.
pub static K8S_JOB_COMPLETION_MODE: Rule = Rule {
    name: "k8s-job-completion-mode",
    authority: Authority::Kubernetes,
    says: &[
        Says { era: Era::since(r(1, 19, 0)), error: ErrorType::Invalid, at: Some("spec.completionMode"), text: "field is immutable" },
    ],
};

/// `k8s-stateful-set`.
pub static K8S_STATEFUL_SET: Rule = Rule {
    name: "k8s-stateful-set",
    authority: Authority::Kubernetes,
    says: &[
        Says { era: Era::since(r(1, 19, 0)), error: ErrorType::Forbidden, at: Some("spec"), text: "updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden" },
    ],
};

/// `k8s-service-cluster-ip`.
pub static K8S_SERVICE_CLUSTER_IP: Rule = Rule {
    name: "k8s-service-cluster-ip",
    authority: Authority::Kubernetes,
    says: &[
        Says { era: Era::since(r(1, 19, 0)), error: ErrorType::Invalid, at: Some("spec.clusterIPs[0]"), text: "may not change once set" },
    ],
};

/// `k8s-claim`.
pub static K8S_CLAIM: Rule = Rule {
    name: "k8s-claim",
    authority: Authority::Kubernetes,
    says: &[
        Says { era: Era::since(r(1, 19, 0)), error: ErrorType::Forbidden, at: Some("spec"), text: "spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims" },
    ],
};

/// `k8s-claim-shrink`.
pub static K8S_CLAIM_SHRINK: Rule = Rule {
    name: "k8s-claim-shrink",
    authority: Authority::Kubernetes,
    says: &[
        Says { era: Era::since(r(1, 19, 0)), error: ErrorType::Forbidden, at: Some("spec.resources.requests.storage"), text: "field can not be less than previous value" },
    ],
};

/// `k8s-storage-class-parameters`.
pub static K8S_STORAGE_CLASS_PARAMETERS: Rule = Rule {
    name: "k8s-storage-class-parameters",
    authority: Authority::Kubernetes,
    says: &[
        Says { era: Era::since(r(1, 19, 0)), error: ErrorType::Forbidden, at: Some("parameters"), text: "updates to parameters are forbidden." },
    ],
};

/// `k8s-storage-class-provisioner`.
pub static K8S_STORAGE_CLASS_PROVISIONER: Rule = Rule {
    name: "k8s-storage-class-provisioner",
    authority: Authority::Kubernetes,
    says: &[
        Says { era: Era::since(r(1, 19, 0)), error: ErrorType::Forbidden, at: Some("provisioner"), text: "updates to provisioner are forbidden." },
    ],
};

/// `k8s-storage-class-reclaim`.
pub static K8S_STORAGE_CLASS_RECLAIM: Rule = Rule {
    name: "k8s-storage-class-reclaim",
    authority: Authority::Kubernetes,
    says: &[
        Says { era: Era::since(r(1, 19, 0)), error: ErrorType::Forbidden, at: Some("reclaimPolicy"), text: "updates to reclaimPolicy are forbidden." },
    ],
};

/// `k8s-storage-class-binding`.
pub static K8S_STORAGE_CLASS_BINDING: Rule = Rule {
    name: "k8s-storage-class-binding",
    authority: Authority::Kubernetes,
    says: &[
        Says { era: Era::since(r(1, 19, 0)), error: ErrorType::Invalid, at: Some("volumeBindingMode"), text: "field is immutable" },
    ],
};

/// `k8s-secret-type`.
pub static K8S_SECRET_TYPE: Rule = Rule {
    name: "k8s-secret-type",
    authority: Authority::Kubernetes,
    says: &[
        Says { era: Era::since(r(1, 19, 0)), error: ErrorType::Invalid, at: Some("type"), text: "field is immutable" },
    ],
};

/// `k8s-immutable-data`.
pub static K8S_IMMUTABLE_DATA: Rule = Rule {
    name: "k8s-immutable-data",
    authority: Authority::Kubernetes,
    says: &[
        Says { era: Era::since(r(1, 21, 0)), error: ErrorType::Forbidden, at: Some("{field}"), text: "field is immutable when `immutable` is set" },
    ],
};

/// `k8s-role-ref`.
pub static K8S_ROLE_REF: Rule = Rule {
    name: "k8s-role-ref",
    authority: Authority::Kubernetes,
    says: &[
        Says { era: Era::since(r(1, 19, 0)), error: ErrorType::Invalid, at: Some("roleRef"), text: "cannot change roleRef" },
    ],
};

/// `k8s-crd-group`.
pub static K8S_CRD_GROUP: Rule = Rule {
    name: "k8s-crd-group",
    authority: Authority::Kubernetes,
    says: &[
        Says { era: Era::since(r(1, 19, 0)), error: ErrorType::Invalid, at: Some("spec.group"), text: "field is immutable" },
    ],
};

/// `k8s-crd-scope`.
pub static K8S_CRD_SCOPE: Rule = Rule {
    name: "k8s-crd-scope",
    authority: Authority::Kubernetes,
    says: &[
        Says { era: Era::since(r(1, 19, 0)), error: ErrorType::Invalid, at: Some("spec.scope"), text: "field is immutable" },
    ],
};

/// `k8s-crd-plural`.
pub static K8S_CRD_PLURAL: Rule = Rule {
    name: "k8s-crd-plural",
    authority: Authority::Kubernetes,
    says: &[
        Says { era: Era::since(r(1, 19, 0)), error: ErrorType::Invalid, at: Some("spec.names.plural"), text: "field is immutable" },
    ],
};

/// `k8s-crd-kind`.
pub static K8S_CRD_KIND: Rule = Rule {
    name: "k8s-crd-kind",
    authority: Authority::Kubernetes,
    says: &[
        Says { era: Era::since(r(1, 19, 0)), error: ErrorType::Invalid, at: Some("spec.names.kind"), text: "field is immutable" },
    ],
};

/// `k8s-ingress-class-controller`.
pub static K8S_INGRESS_CLASS_CONTROLLER: Rule = Rule {
    name: "k8s-ingress-class-controller",
    authority: Authority::Kubernetes,
    says: &[
        Says { era: Era::since(r(1, 19, 0)), error: ErrorType::Invalid, at: Some("spec.controller"), text: "field is immutable" },
    ],
};

/// `k8s-priority-class`.
pub static K8S_PRIORITY_CLASS: Rule = Rule {
    name: "k8s-priority-class",
    authority: Authority::Kubernetes,
    says: &[
        Says { era: Era::since(r(1, 19, 0)), error: ErrorType::Forbidden, at: Some("value"), text: "may not be changed in an update." },
    ],
};

/// Rules that are checks on their own.
pub static FIELD_RULES: &[FieldRule] = &[
    FieldRule { kinds: &["MachineDeployment", "MachineSet", "MachinePool", "MachineHealthCheck", "Machine"], when: When::Changed, field: "spec.clusterName", rule: &CLUSTER_NAME_CHANGED },
    FieldRule { kinds: &["ClusterResourceSet"], when: When::Changed, field: "spec.clusterSelector", rule: &CLUSTER_RESOURCE_SET_SELECTOR },
    FieldRule { kinds: &["ClusterResourceSet"], when: When::Set, field: "spec.strategy", rule: &CLUSTER_RESOURCE_SET_STRATEGY },
    FieldRule { kinds: &["Cluster"], when: When::Removed, field: "spec.infrastructureRef", rule: &CLUSTER_REF_REMOVED },
    FieldRule { kinds: &["Cluster"], when: When::Removed, field: "spec.controlPlaneRef", rule: &CLUSTER_CONTROL_PLANE_REF_REMOVED },
    FieldRule { kinds: &["Cluster"], when: When::Removed, field: "spec.topology", rule: &CLUSTER_TOPOLOGY_REMOVED },
    FieldRule { kinds: &["AWSCluster"], when: When::Changed, field: "spec.region", rule: &AWS_CLUSTER_REGION },
    FieldRule { kinds: &["AWSCluster"], when: When::Set, field: "spec.controlPlaneEndpoint", rule: &AWS_CLUSTER_ENDPOINT },
    FieldRule { kinds: &["AWSCluster"], when: When::Removed, field: "spec.identityRef", rule: &AWS_CLUSTER_IDENTITY_REMOVED },
    FieldRule { kinds: &["AWSManagedControlPlane"], when: When::Changed, field: "spec.region", rule: &EKS_REGION },
    FieldRule { kinds: &["AWSManagedControlPlane"], when: When::Set, field: "spec.eksClusterName", rule: &EKS_NAME },
    FieldRule { kinds: &["AWSManagedControlPlane"], when: When::Removed, field: "spec.encryptionConfig", rule: &EKS_ENCRYPTION_REMOVED },
    FieldRule { kinds: &["AWSManagedControlPlane"], when: When::Removed, field: "spec.identityRef", rule: &EKS_IDENTITY_REMOVED },
    FieldRule { kinds: &["AWSManagedControlPlane"], when: When::Removed, field: "spec.accessConfig", rule: &EKS_ACCESS_CONFIG_REMOVED },
    FieldRule { kinds: &["AWSManagedMachinePool"], when: When::Set, field: "spec.eksNodegroupName", rule: &EKS_NODE_GROUP_NAME },
    FieldRule { kinds: &["AWSManagedMachinePool"], when: When::Changed, field: "spec.subnetIDs", rule: &EKS_POOL_SUBNETS },
    FieldRule { kinds: &["AWSManagedMachinePool"], when: When::Set, field: "spec.roleName", rule: &EKS_POOL_ROLE },
    FieldRule { kinds: &["AWSManagedMachinePool"], when: When::Changed, field: "spec.diskSize", rule: &EKS_POOL_DISK },
    FieldRule { kinds: &["AWSManagedMachinePool"], when: When::Changed, field: "spec.amiType", rule: &EKS_POOL_AMI },
    FieldRule { kinds: &["AWSManagedMachinePool"], when: When::Changed, field: "spec.remoteAccess", rule: &EKS_POOL_REMOTE_ACCESS },
    FieldRule { kinds: &["AWSManagedMachinePool"], when: When::Set, field: "spec.capacityType", rule: &EKS_POOL_CAPACITY_TYPE },
    FieldRule { kinds: &["AWSManagedMachinePool"], when: When::Changed, field: "spec.availabilityZones", rule: &EKS_POOL_ZONES },
    FieldRule { kinds: &["AWSManagedMachinePool"], when: When::Changed, field: "spec.availabilityZoneSubnetType", rule: &EKS_POOL_ZONE_SUBNETS },
    FieldRule { kinds: &["AWSClusterRoleIdentity"], when: When::Removed, field: "spec.sourceIdentityRef", rule: &AWS_ROLE_IDENTITY_SOURCE_REMOVED },
    FieldRule { kinds: &["AWSClusterStaticIdentity"], when: When::Changed, field: "spec.secretRef", rule: &AWS_STATIC_IDENTITY_SECRET },
    FieldRule { kinds: &["OpenStackCluster"], when: When::Removed, field: "spec.identityRef", rule: &OPENSTACK_IDENTITY_REMOVED },
    FieldRule { kinds: &["Deployment", "DaemonSet", "ReplicaSet"], when: When::Changed, field: "spec.selector", rule: &K8S_WORKLOAD_SELECTOR },
    FieldRule { kinds: &["Job"], when: When::Changed, field: "spec.template", rule: &K8S_JOB_TEMPLATE },
    FieldRule { kinds: &["Job"], when: When::Set, field: "spec.selector", rule: &K8S_JOB_SELECTOR },
    FieldRule { kinds: &["Job"], when: When::Changed, field: "spec.completions", rule: &K8S_JOB_COMPLETIONS },
    FieldRule { kinds: &["Job"], when: When::Changed, field: "spec.completionMode", rule: &K8S_JOB_COMPLETION_MODE },
    FieldRule { kinds: &["StorageClass"], when: When::Changed, field: "parameters", rule: &K8S_STORAGE_CLASS_PARAMETERS },
    FieldRule { kinds: &["StorageClass"], when: When::Changed, field: "provisioner", rule: &K8S_STORAGE_CLASS_PROVISIONER },
    FieldRule { kinds: &["StorageClass"], when: When::Changed, field: "reclaimPolicy", rule: &K8S_STORAGE_CLASS_RECLAIM },
    FieldRule { kinds: &["StorageClass"], when: When::Changed, field: "volumeBindingMode", rule: &K8S_STORAGE_CLASS_BINDING },
    FieldRule { kinds: &["Secret"], when: When::Changed, field: "type", rule: &K8S_SECRET_TYPE },
    FieldRule { kinds: &["RoleBinding", "ClusterRoleBinding"], when: When::Changed, field: "roleRef", rule: &K8S_ROLE_REF },
    FieldRule { kinds: &["CustomResourceDefinition"], when: When::Changed, field: "spec.group", rule: &K8S_CRD_GROUP },
    FieldRule { kinds: &["CustomResourceDefinition"], when: When::Changed, field: "spec.scope", rule: &K8S_CRD_SCOPE },
    FieldRule { kinds: &["CustomResourceDefinition"], when: When::Changed, field: "spec.names.plural", rule: &K8S_CRD_PLURAL },
    FieldRule { kinds: &["CustomResourceDefinition"], when: When::Changed, field: "spec.names.kind", rule: &K8S_CRD_KIND },
    FieldRule { kinds: &["IngressClass"], when: When::Changed, field: "spec.controller", rule: &K8S_INGRESS_CLASS_CONTROLLER },
    FieldRule { kinds: &["PriorityClass"], when: When::Changed, field: "value", rule: &K8S_PRIORITY_CLASS },
];

/// Webhooks and controllers see v1beta2 of the core, bootstrap and control plane groups; what is
/// applied as v1beta1 is converted first.
pub static SEES_V1BETA2: Fact = Fact { authority: Authority::Capi, eras: &[Era::since(r(1, 11,
    0))] };

/// KubeadmConfigTemplate and KubeadmControlPlane are checked like a KubeadmConfig.
pub static CHECKS_KUBEADM_IN_TEMPLATES: Fact = Fact { authority: Authority::Capi,
    eras: &[Era::since(r(1, 1, 0))] };

/// A new KubeadmControlPlaneTemplate is checked like a KubeadmConfig.
pub static CHECKS_KUBEADM_IN_CONTROL_PLANE_TEMPLATES: Fact = Fact { authority: Authority::Capi,
    eras: &[Era::since(r(1, 2, 0))] };

/// The one change of kubeadmConfigSpec.format that the webhook lets pass.
pub static FORMAT_UNSET_TO_CLOUD_CONFIG: Fact = Fact { authority: Authority::Capi,
    eras: &[Era::closed(r(1, 1, 0), r(1, 2, 11)), Era::closed(r(1, 3, 0), r(1, 3, 5))] };

/// A changed dns.imageTag with the same version is no CoreDNS migration.
pub static SKIPS_EQUAL_COREDNS_VERSIONS: Fact = Fact { authority: Authority::Capi,
    eras: &[Era::closed(r(0, 4, 6), r(0, 4, 8)), Era::since(r(1, 0, 3))] };

/// controlplane.cluster.x-k8s.io/skip-coredns switches the check of the CoreDNS migration off.
pub static SKIPS_COREDNS_BY_ANNOTATION: Fact = Fact { authority: Authority::Capi,
    eras: &[Era::since(r(1, 8, 5))] };

/// unsafe.topology.cluster.x-k8s.io/disable-update-version-check switches the version check off.
pub static VERSION_CHECK_BY_ANNOTATION: Fact = Fact { authority: Authority::Capi,
    eras: &[Era::since(r(1, 6, 4))] };

/// unsafe.topology.cluster.x-k8s.io/disable-update-class-name-check lets a topology be added.
pub static CLASS_CHECK_BY_ANNOTATION: Fact = Fact { authority: Authority::Capi,
    eras: &[Era::since(r(1, 2, 0))] };

/// A ClusterClass that lists kubernetesVersions lifts the limit of one minor version.
pub static UPGRADE_PLAN_BY_CLASS: Fact = Fact { authority: Authority::Capi, eras: &[Era::since(r(1,
    12, 0))] };

/// Cluster has spec.topology.
pub static TOPOLOGY_IS_KNOWN: Fact = Fact { authority: Authority::Capi, eras: &[Era::since(r(0, 4,
    1))] };

/// A MachineDeployment with both autoscaler annotations keeps its replicas when the field goes.
pub static AUTOSCALER_KEEPS_REPLICAS: Fact = Fact { authority: Authority::Capi,
    eras: &[Era::since(r(1, 4, 0))] };

/// A MachinePool takes the data secret of a new bootstrap.configRef.
pub static POOL_FOLLOWS_BOOTSTRAP_REF: Fact = Fact { authority: Authority::Capi,
    eras: &[Era::since(r(1, 5, 0))] };

/// A new name of the user-data Secret starts an instance refresh.
pub static SECRET_NAME_IN_LAUNCH_TEMPLATE: Fact = Fact { authority: Authority::Capa,
    eras: &[Era::since(r(2, 4, 0))] };

/// AWSCluster has a secondary load balancer, and types of load balancers.
pub static LB_COMPARED_BY_TYPE: Fact = Fact { authority: Authority::Capa, eras: &[Era::since(r(2, 4,
    0))] };

/// AWSMachineTemplate takes instanceMetadataOptions when it had none.
pub static METADATA_OPTIONS_ONCE: Fact = Fact { authority: Authority::Capa, eras: &[Era::since(r(2,
    1, 1))] };

/// AWSMachineTemplate compares spec.template.spec, no longer the whole spec.
pub static TEMPLATE_METADATA_MUTABLE: Fact = Fact { authority: Authority::Capa,
    eras: &[Era::since(r(2, 1, 1))] };

/// AWSMachineTemplate takes secureSecretsBackend secrets-manager where it was unset.
pub static SECRETS_BACKEND_SECRETS_MANAGER: Fact = Fact { authority: Authority::Capa,
    eras: &[Era::closed(r(0, 6, 3), r(1, 5, 5))] };

/// AWSMachineTemplate takes secureSecretsBackend ssm-parameter-store where it was unset.
pub static SECRETS_BACKEND_PARAMETER_STORE: Fact = Fact { authority: Authority::Capa,
    eras: &[Era::closed(r(2, 0, 0), r(2, 0, 3))] };

/// AWSMachine keeps hostAffinity `host` without tenancy `host` if the old object had it.
pub static OLD_HOST_AFFINITY_PASSES: Fact = Fact { authority: Authority::Capa,
    eras: &[Era::since(r(2, 11, 1))] };

/// s3Bucket.presignedURLDuration exists; with it no instance profiles are needed.
pub static PRESIGNED_URLS: Fact = Fact { authority: Authority::Capa, eras: &[Era::since(r(2, 3,
    0))] };

/// A field that an update leaves as it is may stay outside of the limits of a new schema (feature
/// gate CRDValidationRatcheting, on by default).
pub static RATCHETS_CRD_LIMITS: Fact = Fact { authority: Authority::Kubernetes,
    eras: &[Era::since(r(1, 30, 0))] };

/// What an update of a KubeadmControlPlane may change.
pub static KCP_ALLOW_LISTS: &[AllowList] = &[
    AllowList {
        eras: &[Era::closed(r(0, 4, 0), r(0, 4, 0))],
        paths: &["metadata.*", "spec.kubeadmConfigSpec.clusterConfiguration.apiServer.*", "spec.kubeadmConfigSpec.clusterConfiguration.controllerManager.*", "spec.kubeadmConfigSpec.clusterConfiguration.dns.imageRepository", "spec.kubeadmConfigSpec.clusterConfiguration.dns.imageTag", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.imageRepository", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.imageTag", "spec.kubeadmConfigSpec.clusterConfiguration.imageRepository", "spec.kubeadmConfigSpec.clusterConfiguration.scheduler.*", "spec.kubeadmConfigSpec.files", "spec.kubeadmConfigSpec.initConfiguration.nodeRegistration.*", "spec.kubeadmConfigSpec.joinConfiguration.nodeRegistration.*", "spec.kubeadmConfigSpec.ntp.*", "spec.kubeadmConfigSpec.postKubeadmCommands", "spec.kubeadmConfigSpec.preKubeadmCommands", "spec.kubeadmConfigSpec.users", "spec.kubeadmConfigSpec.verbosity", "spec.machineTemplate.infrastructureRef.name", "spec.machineTemplate.metadata", "spec.nodeDrainTimeout", "spec.replicas", "spec.rolloutAfter", "spec.rolloutStrategy.*", "spec.version"],
        unlisted: &["spec.kubeadmConfigSpec.clusterConfiguration.apiVersion", "spec.kubeadmConfigSpec.clusterConfiguration.certificatesDir", "spec.kubeadmConfigSpec.clusterConfiguration.clusterName", "spec.kubeadmConfigSpec.clusterConfiguration.controlPlaneEndpoint", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external.caFile", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external.certFile", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external.endpoints", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external.keyFile", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.dataDir", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.extraArgs", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.peerCertSANs", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.serverCertSANs", "spec.kubeadmConfigSpec.clusterConfiguration.featureGates", "spec.kubeadmConfigSpec.clusterConfiguration.kind", "spec.kubeadmConfigSpec.clusterConfiguration.kubernetesVersion", "spec.kubeadmConfigSpec.clusterConfiguration.networking.dnsDomain", "spec.kubeadmConfigSpec.clusterConfiguration.networking.podSubnet", "spec.kubeadmConfigSpec.clusterConfiguration.networking.serviceSubnet", "spec.kubeadmConfigSpec.diskSetup.filesystems", "spec.kubeadmConfigSpec.diskSetup.partitions", "spec.kubeadmConfigSpec.format", "spec.kubeadmConfigSpec.initConfiguration.apiVersion", "spec.kubeadmConfigSpec.initConfiguration.bootstrapTokens", "spec.kubeadmConfigSpec.initConfiguration.kind", "spec.kubeadmConfigSpec.initConfiguration.localAPIEndpoint.advertiseAddress", "spec.kubeadmConfigSpec.initConfiguration.localAPIEndpoint.bindPort", "spec.kubeadmConfigSpec.joinConfiguration.apiVersion", "spec.kubeadmConfigSpec.joinConfiguration.caCertPath", "spec.kubeadmConfigSpec.joinConfiguration.controlPlane.localAPIEndpoint.advertiseAddress", "spec.kubeadmConfigSpec.joinConfiguration.controlPlane.localAPIEndpoint.bindPort", "spec.kubeadmConfigSpec.joinConfiguration.discovery.bootstrapToken.apiServerEndpoint", "spec.kubeadmConfigSpec.joinConfiguration.discovery.bootstrapToken.caCertHashes", "spec.kubeadmConfigSpec.joinConfiguration.discovery.bootstrapToken.token", "spec.kubeadmConfigSpec.joinConfiguration.discovery.bootstrapToken.unsafeSkipCAVerification", "spec.kubeadmConfigSpec.joinConfiguration.discovery.file.kubeConfigPath", "spec.kubeadmConfigSpec.joinConfiguration.discovery.timeout", "spec.kubeadmConfigSpec.joinConfiguration.discovery.tlsBootstrapToken", "spec.kubeadmConfigSpec.joinConfiguration.kind", "spec.kubeadmConfigSpec.mounts", "spec.kubeadmConfigSpec.useExperimentalRetryJoin", "spec.machineTemplate.infrastructureRef.apiVersion", "spec.machineTemplate.infrastructureRef.fieldPath", "spec.machineTemplate.infrastructureRef.kind", "spec.machineTemplate.infrastructureRef.namespace", "spec.machineTemplate.infrastructureRef.resourceVersion", "spec.machineTemplate.infrastructureRef.uid", "spec.machineTemplate.metadata.annotations", "spec.machineTemplate.metadata.labels", "spec.machineTemplate.nodeDrainTimeout"],
        blocks: &["spec.kubeadmConfigSpec", "spec.kubeadmConfigSpec.clusterConfiguration", "spec.kubeadmConfigSpec.clusterConfiguration.apiServer", "spec.kubeadmConfigSpec.clusterConfiguration.controllerManager", "spec.kubeadmConfigSpec.clusterConfiguration.dns", "spec.kubeadmConfigSpec.clusterConfiguration.etcd", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local", "spec.kubeadmConfigSpec.clusterConfiguration.networking", "spec.kubeadmConfigSpec.clusterConfiguration.scheduler", "spec.kubeadmConfigSpec.diskSetup", "spec.kubeadmConfigSpec.initConfiguration", "spec.kubeadmConfigSpec.initConfiguration.localAPIEndpoint", "spec.kubeadmConfigSpec.initConfiguration.nodeRegistration", "spec.kubeadmConfigSpec.joinConfiguration", "spec.kubeadmConfigSpec.joinConfiguration.controlPlane", "spec.kubeadmConfigSpec.joinConfiguration.controlPlane.localAPIEndpoint", "spec.kubeadmConfigSpec.joinConfiguration.discovery", "spec.kubeadmConfigSpec.joinConfiguration.discovery.bootstrapToken", "spec.kubeadmConfigSpec.joinConfiguration.discovery.file", "spec.kubeadmConfigSpec.joinConfiguration.nodeRegistration", "spec.kubeadmConfigSpec.ntp", "spec.machineTemplate", "spec.machineTemplate.infrastructureRef", "spec.rolloutStrategy"],
    },
    AllowList {
        eras: &[Era::closed(r(0, 4, 1), r(0, 4, 1))],
        paths: &["metadata.*", "spec.kubeadmConfigSpec.clusterConfiguration.apiServer.*", "spec.kubeadmConfigSpec.clusterConfiguration.controllerManager.*", "spec.kubeadmConfigSpec.clusterConfiguration.dns.imageRepository", "spec.kubeadmConfigSpec.clusterConfiguration.dns.imageTag", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.extraArgs.*", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.imageRepository", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.imageTag", "spec.kubeadmConfigSpec.clusterConfiguration.imageRepository", "spec.kubeadmConfigSpec.clusterConfiguration.scheduler.*", "spec.kubeadmConfigSpec.files", "spec.kubeadmConfigSpec.initConfiguration.nodeRegistration.*", "spec.kubeadmConfigSpec.joinConfiguration.nodeRegistration.*", "spec.kubeadmConfigSpec.ntp.*", "spec.kubeadmConfigSpec.postKubeadmCommands", "spec.kubeadmConfigSpec.preKubeadmCommands", "spec.kubeadmConfigSpec.users", "spec.kubeadmConfigSpec.verbosity", "spec.machineTemplate.infrastructureRef.name", "spec.machineTemplate.metadata", "spec.nodeDrainTimeout", "spec.replicas", "spec.rolloutAfter", "spec.rolloutStrategy.*", "spec.version"],
        unlisted: &["spec.kubeadmConfigSpec.clusterConfiguration.apiVersion", "spec.kubeadmConfigSpec.clusterConfiguration.certificatesDir", "spec.kubeadmConfigSpec.clusterConfiguration.clusterName", "spec.kubeadmConfigSpec.clusterConfiguration.controlPlaneEndpoint", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external.caFile", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external.certFile", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external.endpoints", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external.keyFile", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.dataDir", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.peerCertSANs", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.serverCertSANs", "spec.kubeadmConfigSpec.clusterConfiguration.featureGates", "spec.kubeadmConfigSpec.clusterConfiguration.kind", "spec.kubeadmConfigSpec.clusterConfiguration.kubernetesVersion", "spec.kubeadmConfigSpec.clusterConfiguration.networking.dnsDomain", "spec.kubeadmConfigSpec.clusterConfiguration.networking.podSubnet", "spec.kubeadmConfigSpec.clusterConfiguration.networking.serviceSubnet", "spec.kubeadmConfigSpec.diskSetup.filesystems", "spec.kubeadmConfigSpec.diskSetup.partitions", "spec.kubeadmConfigSpec.format", "spec.kubeadmConfigSpec.initConfiguration.apiVersion", "spec.kubeadmConfigSpec.initConfiguration.bootstrapTokens", "spec.kubeadmConfigSpec.initConfiguration.kind", "spec.kubeadmConfigSpec.initConfiguration.localAPIEndpoint.advertiseAddress", "spec.kubeadmConfigSpec.initConfiguration.localAPIEndpoint.bindPort", "spec.kubeadmConfigSpec.joinConfiguration.apiVersion", "spec.kubeadmConfigSpec.joinConfiguration.caCertPath", "spec.kubeadmConfigSpec.joinConfiguration.controlPlane.localAPIEndpoint.advertiseAddress", "spec.kubeadmConfigSpec.joinConfiguration.controlPlane.localAPIEndpoint.bindPort", "spec.kubeadmConfigSpec.joinConfiguration.discovery.bootstrapToken.apiServerEndpoint", "spec.kubeadmConfigSpec.joinConfiguration.discovery.bootstrapToken.caCertHashes", "spec.kubeadmConfigSpec.joinConfiguration.discovery.bootstrapToken.token", "spec.kubeadmConfigSpec.joinConfiguration.discovery.bootstrapToken.unsafeSkipCAVerification", "spec.kubeadmConfigSpec.joinConfiguration.discovery.file.kubeConfigPath", "spec.kubeadmConfigSpec.joinConfiguration.discovery.timeout", "spec.kubeadmConfigSpec.joinConfiguration.discovery.tlsBootstrapToken", "spec.kubeadmConfigSpec.joinConfiguration.kind", "spec.kubeadmConfigSpec.mounts", "spec.kubeadmConfigSpec.useExperimentalRetryJoin", "spec.machineTemplate.infrastructureRef.apiVersion", "spec.machineTemplate.infrastructureRef.fieldPath", "spec.machineTemplate.infrastructureRef.kind", "spec.machineTemplate.infrastructureRef.namespace", "spec.machineTemplate.infrastructureRef.resourceVersion", "spec.machineTemplate.infrastructureRef.uid", "spec.machineTemplate.metadata.annotations", "spec.machineTemplate.metadata.labels", "spec.machineTemplate.nodeDrainTimeout"],
        blocks: &["spec.kubeadmConfigSpec", "spec.kubeadmConfigSpec.clusterConfiguration", "spec.kubeadmConfigSpec.clusterConfiguration.apiServer", "spec.kubeadmConfigSpec.clusterConfiguration.controllerManager", "spec.kubeadmConfigSpec.clusterConfiguration.dns", "spec.kubeadmConfigSpec.clusterConfiguration.etcd", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.extraArgs", "spec.kubeadmConfigSpec.clusterConfiguration.networking", "spec.kubeadmConfigSpec.clusterConfiguration.scheduler", "spec.kubeadmConfigSpec.diskSetup", "spec.kubeadmConfigSpec.initConfiguration", "spec.kubeadmConfigSpec.initConfiguration.localAPIEndpoint", "spec.kubeadmConfigSpec.initConfiguration.nodeRegistration", "spec.kubeadmConfigSpec.joinConfiguration", "spec.kubeadmConfigSpec.joinConfiguration.controlPlane", "spec.kubeadmConfigSpec.joinConfiguration.controlPlane.localAPIEndpoint", "spec.kubeadmConfigSpec.joinConfiguration.discovery", "spec.kubeadmConfigSpec.joinConfiguration.discovery.bootstrapToken", "spec.kubeadmConfigSpec.joinConfiguration.discovery.file", "spec.kubeadmConfigSpec.joinConfiguration.nodeRegistration", "spec.kubeadmConfigSpec.ntp", "spec.machineTemplate", "spec.machineTemplate.infrastructureRef", "spec.rolloutStrategy"],
    },
    AllowList {
        eras: &[Era::closed(r(0, 4, 2), r(0, 4, 2))],
        paths: &["metadata.*", "spec.kubeadmConfigSpec.clusterConfiguration.apiServer.*", "spec.kubeadmConfigSpec.clusterConfiguration.controllerManager.*", "spec.kubeadmConfigSpec.clusterConfiguration.dns.imageRepository", "spec.kubeadmConfigSpec.clusterConfiguration.dns.imageTag", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.extraArgs.*", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.imageRepository", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.imageTag", "spec.kubeadmConfigSpec.clusterConfiguration.imageRepository", "spec.kubeadmConfigSpec.clusterConfiguration.scheduler.*", "spec.kubeadmConfigSpec.files", "spec.kubeadmConfigSpec.initConfiguration.nodeRegistration.*", "spec.kubeadmConfigSpec.joinConfiguration.nodeRegistration.*", "spec.kubeadmConfigSpec.ntp.*", "spec.kubeadmConfigSpec.postKubeadmCommands", "spec.kubeadmConfigSpec.preKubeadmCommands", "spec.kubeadmConfigSpec.users", "spec.kubeadmConfigSpec.verbosity", "spec.machineTemplate.infrastructureRef.apiVersion", "spec.machineTemplate.infrastructureRef.name", "spec.machineTemplate.metadata", "spec.nodeDrainTimeout", "spec.replicas", "spec.rolloutAfter", "spec.rolloutStrategy.*", "spec.version"],
        unlisted: &["spec.kubeadmConfigSpec.clusterConfiguration.apiVersion", "spec.kubeadmConfigSpec.clusterConfiguration.certificatesDir", "spec.kubeadmConfigSpec.clusterConfiguration.clusterName", "spec.kubeadmConfigSpec.clusterConfiguration.controlPlaneEndpoint", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external.caFile", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external.certFile", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external.endpoints", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external.keyFile", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.dataDir", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.peerCertSANs", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.serverCertSANs", "spec.kubeadmConfigSpec.clusterConfiguration.featureGates", "spec.kubeadmConfigSpec.clusterConfiguration.kind", "spec.kubeadmConfigSpec.clusterConfiguration.kubernetesVersion", "spec.kubeadmConfigSpec.clusterConfiguration.networking.dnsDomain", "spec.kubeadmConfigSpec.clusterConfiguration.networking.podSubnet", "spec.kubeadmConfigSpec.clusterConfiguration.networking.serviceSubnet", "spec.kubeadmConfigSpec.diskSetup.filesystems", "spec.kubeadmConfigSpec.diskSetup.partitions", "spec.kubeadmConfigSpec.format", "spec.kubeadmConfigSpec.initConfiguration.apiVersion", "spec.kubeadmConfigSpec.initConfiguration.bootstrapTokens", "spec.kubeadmConfigSpec.initConfiguration.kind", "spec.kubeadmConfigSpec.initConfiguration.localAPIEndpoint.advertiseAddress", "spec.kubeadmConfigSpec.initConfiguration.localAPIEndpoint.bindPort", "spec.kubeadmConfigSpec.joinConfiguration.apiVersion", "spec.kubeadmConfigSpec.joinConfiguration.caCertPath", "spec.kubeadmConfigSpec.joinConfiguration.controlPlane.localAPIEndpoint.advertiseAddress", "spec.kubeadmConfigSpec.joinConfiguration.controlPlane.localAPIEndpoint.bindPort", "spec.kubeadmConfigSpec.joinConfiguration.discovery.bootstrapToken.apiServerEndpoint", "spec.kubeadmConfigSpec.joinConfiguration.discovery.bootstrapToken.caCertHashes", "spec.kubeadmConfigSpec.joinConfiguration.discovery.bootstrapToken.token", "spec.kubeadmConfigSpec.joinConfiguration.discovery.bootstrapToken.unsafeSkipCAVerification", "spec.kubeadmConfigSpec.joinConfiguration.discovery.file.kubeConfigPath", "spec.kubeadmConfigSpec.joinConfiguration.discovery.timeout", "spec.kubeadmConfigSpec.joinConfiguration.discovery.tlsBootstrapToken", "spec.kubeadmConfigSpec.joinConfiguration.kind", "spec.kubeadmConfigSpec.mounts", "spec.kubeadmConfigSpec.useExperimentalRetryJoin", "spec.machineTemplate.infrastructureRef.fieldPath", "spec.machineTemplate.infrastructureRef.kind", "spec.machineTemplate.infrastructureRef.namespace", "spec.machineTemplate.infrastructureRef.resourceVersion", "spec.machineTemplate.infrastructureRef.uid", "spec.machineTemplate.metadata.annotations", "spec.machineTemplate.metadata.labels", "spec.machineTemplate.nodeDrainTimeout"],
        blocks: &["spec.kubeadmConfigSpec", "spec.kubeadmConfigSpec.clusterConfiguration", "spec.kubeadmConfigSpec.clusterConfiguration.apiServer", "spec.kubeadmConfigSpec.clusterConfiguration.controllerManager", "spec.kubeadmConfigSpec.clusterConfiguration.dns", "spec.kubeadmConfigSpec.clusterConfiguration.etcd", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.extraArgs", "spec.kubeadmConfigSpec.clusterConfiguration.networking", "spec.kubeadmConfigSpec.clusterConfiguration.scheduler", "spec.kubeadmConfigSpec.diskSetup", "spec.kubeadmConfigSpec.initConfiguration", "spec.kubeadmConfigSpec.initConfiguration.localAPIEndpoint", "spec.kubeadmConfigSpec.initConfiguration.nodeRegistration", "spec.kubeadmConfigSpec.joinConfiguration", "spec.kubeadmConfigSpec.joinConfiguration.controlPlane", "spec.kubeadmConfigSpec.joinConfiguration.controlPlane.localAPIEndpoint", "spec.kubeadmConfigSpec.joinConfiguration.discovery", "spec.kubeadmConfigSpec.joinConfiguration.discovery.bootstrapToken", "spec.kubeadmConfigSpec.joinConfiguration.discovery.file", "spec.kubeadmConfigSpec.joinConfiguration.nodeRegistration", "spec.kubeadmConfigSpec.ntp", "spec.machineTemplate", "spec.machineTemplate.infrastructureRef", "spec.rolloutStrategy"],
    },
    AllowList {
        eras: &[Era::closed(r(0, 4, 3), r(0, 4, 8))],
        paths: &["metadata.*", "spec.kubeadmConfigSpec.clusterConfiguration.apiServer.*", "spec.kubeadmConfigSpec.clusterConfiguration.controllerManager.*", "spec.kubeadmConfigSpec.clusterConfiguration.dns.imageRepository", "spec.kubeadmConfigSpec.clusterConfiguration.dns.imageTag", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.extraArgs.*", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.imageRepository", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.imageTag", "spec.kubeadmConfigSpec.clusterConfiguration.imageRepository", "spec.kubeadmConfigSpec.clusterConfiguration.scheduler.*", "spec.kubeadmConfigSpec.files", "spec.kubeadmConfigSpec.initConfiguration.nodeRegistration.*", "spec.kubeadmConfigSpec.joinConfiguration.nodeRegistration.*", "spec.kubeadmConfigSpec.ntp.*", "spec.kubeadmConfigSpec.postKubeadmCommands", "spec.kubeadmConfigSpec.preKubeadmCommands", "spec.kubeadmConfigSpec.users", "spec.kubeadmConfigSpec.verbosity", "spec.machineTemplate.infrastructureRef.apiVersion", "spec.machineTemplate.infrastructureRef.name", "spec.machineTemplate.metadata.*", "spec.nodeDrainTimeout", "spec.replicas", "spec.rolloutAfter", "spec.rolloutStrategy.*", "spec.version"],
        unlisted: &["spec.kubeadmConfigSpec.clusterConfiguration.apiVersion", "spec.kubeadmConfigSpec.clusterConfiguration.certificatesDir", "spec.kubeadmConfigSpec.clusterConfiguration.clusterName", "spec.kubeadmConfigSpec.clusterConfiguration.controlPlaneEndpoint", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external.caFile", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external.certFile", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external.endpoints", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external.keyFile", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.dataDir", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.peerCertSANs", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.serverCertSANs", "spec.kubeadmConfigSpec.clusterConfiguration.featureGates", "spec.kubeadmConfigSpec.clusterConfiguration.kind", "spec.kubeadmConfigSpec.clusterConfiguration.kubernetesVersion", "spec.kubeadmConfigSpec.clusterConfiguration.networking.dnsDomain", "spec.kubeadmConfigSpec.clusterConfiguration.networking.podSubnet", "spec.kubeadmConfigSpec.clusterConfiguration.networking.serviceSubnet", "spec.kubeadmConfigSpec.diskSetup.filesystems", "spec.kubeadmConfigSpec.diskSetup.partitions", "spec.kubeadmConfigSpec.format", "spec.kubeadmConfigSpec.initConfiguration.apiVersion", "spec.kubeadmConfigSpec.initConfiguration.bootstrapTokens", "spec.kubeadmConfigSpec.initConfiguration.kind", "spec.kubeadmConfigSpec.initConfiguration.localAPIEndpoint.advertiseAddress", "spec.kubeadmConfigSpec.initConfiguration.localAPIEndpoint.bindPort", "spec.kubeadmConfigSpec.joinConfiguration.apiVersion", "spec.kubeadmConfigSpec.joinConfiguration.caCertPath", "spec.kubeadmConfigSpec.joinConfiguration.controlPlane.localAPIEndpoint.advertiseAddress", "spec.kubeadmConfigSpec.joinConfiguration.controlPlane.localAPIEndpoint.bindPort", "spec.kubeadmConfigSpec.joinConfiguration.discovery.bootstrapToken.apiServerEndpoint", "spec.kubeadmConfigSpec.joinConfiguration.discovery.bootstrapToken.caCertHashes", "spec.kubeadmConfigSpec.joinConfiguration.discovery.bootstrapToken.token", "spec.kubeadmConfigSpec.joinConfiguration.discovery.bootstrapToken.unsafeSkipCAVerification", "spec.kubeadmConfigSpec.joinConfiguration.discovery.file.kubeConfigPath", "spec.kubeadmConfigSpec.joinConfiguration.discovery.timeout", "spec.kubeadmConfigSpec.joinConfiguration.discovery.tlsBootstrapToken", "spec.kubeadmConfigSpec.joinConfiguration.kind", "spec.kubeadmConfigSpec.mounts", "spec.kubeadmConfigSpec.useExperimentalRetryJoin", "spec.machineTemplate.infrastructureRef.fieldPath", "spec.machineTemplate.infrastructureRef.kind", "spec.machineTemplate.infrastructureRef.namespace", "spec.machineTemplate.infrastructureRef.resourceVersion", "spec.machineTemplate.infrastructureRef.uid", "spec.machineTemplate.nodeDrainTimeout"],
        blocks: &["spec.kubeadmConfigSpec", "spec.kubeadmConfigSpec.clusterConfiguration", "spec.kubeadmConfigSpec.clusterConfiguration.apiServer", "spec.kubeadmConfigSpec.clusterConfiguration.controllerManager", "spec.kubeadmConfigSpec.clusterConfiguration.dns", "spec.kubeadmConfigSpec.clusterConfiguration.etcd", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.extraArgs", "spec.kubeadmConfigSpec.clusterConfiguration.networking", "spec.kubeadmConfigSpec.clusterConfiguration.scheduler", "spec.kubeadmConfigSpec.diskSetup", "spec.kubeadmConfigSpec.initConfiguration", "spec.kubeadmConfigSpec.initConfiguration.localAPIEndpoint", "spec.kubeadmConfigSpec.initConfiguration.nodeRegistration", "spec.kubeadmConfigSpec.joinConfiguration", "spec.kubeadmConfigSpec.joinConfiguration.controlPlane", "spec.kubeadmConfigSpec.joinConfiguration.controlPlane.localAPIEndpoint", "spec.kubeadmConfigSpec.joinConfiguration.discovery", "spec.kubeadmConfigSpec.joinConfiguration.discovery.bootstrapToken", "spec.kubeadmConfigSpec.joinConfiguration.discovery.file", "spec.kubeadmConfigSpec.joinConfiguration.nodeRegistration", "spec.kubeadmConfigSpec.ntp", "spec.machineTemplate", "spec.machineTemplate.infrastructureRef", "spec.machineTemplate.metadata", "spec.rolloutStrategy"],
    },
    AllowList {
        eras: &[Era::closed(r(1, 0, 0), r(1, 0, 5))],
        paths: &["metadata.*", "spec.kubeadmConfigSpec.clusterConfiguration.apiServer.*", "spec.kubeadmConfigSpec.clusterConfiguration.controllerManager.*", "spec.kubeadmConfigSpec.clusterConfiguration.dns.imageRepository", "spec.kubeadmConfigSpec.clusterConfiguration.dns.imageTag", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.extraArgs.*", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.imageRepository", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.imageTag", "spec.kubeadmConfigSpec.clusterConfiguration.imageRepository", "spec.kubeadmConfigSpec.clusterConfiguration.scheduler.*", "spec.kubeadmConfigSpec.files", "spec.kubeadmConfigSpec.initConfiguration.nodeRegistration.*", "spec.kubeadmConfigSpec.joinConfiguration.nodeRegistration.*", "spec.kubeadmConfigSpec.ntp.*", "spec.kubeadmConfigSpec.postKubeadmCommands", "spec.kubeadmConfigSpec.preKubeadmCommands", "spec.kubeadmConfigSpec.users", "spec.kubeadmConfigSpec.verbosity", "spec.machineTemplate.infrastructureRef.apiVersion", "spec.machineTemplate.infrastructureRef.name", "spec.machineTemplate.metadata.*", "spec.nodeDrainTimeout", "spec.replicas", "spec.rolloutAfter", "spec.rolloutStrategy.*", "spec.version"],
        unlisted: &["spec.kubeadmConfigSpec.clusterConfiguration.apiVersion", "spec.kubeadmConfigSpec.clusterConfiguration.certificatesDir", "spec.kubeadmConfigSpec.clusterConfiguration.clusterName", "spec.kubeadmConfigSpec.clusterConfiguration.controlPlaneEndpoint", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external.caFile", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external.certFile", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external.endpoints", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external.keyFile", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.dataDir", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.peerCertSANs", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.serverCertSANs", "spec.kubeadmConfigSpec.clusterConfiguration.featureGates", "spec.kubeadmConfigSpec.clusterConfiguration.kind", "spec.kubeadmConfigSpec.clusterConfiguration.kubernetesVersion", "spec.kubeadmConfigSpec.clusterConfiguration.networking.dnsDomain", "spec.kubeadmConfigSpec.clusterConfiguration.networking.podSubnet", "spec.kubeadmConfigSpec.clusterConfiguration.networking.serviceSubnet", "spec.kubeadmConfigSpec.diskSetup.filesystems", "spec.kubeadmConfigSpec.diskSetup.partitions", "spec.kubeadmConfigSpec.format", "spec.kubeadmConfigSpec.initConfiguration.apiVersion", "spec.kubeadmConfigSpec.initConfiguration.bootstrapTokens", "spec.kubeadmConfigSpec.initConfiguration.kind", "spec.kubeadmConfigSpec.initConfiguration.localAPIEndpoint.advertiseAddress", "spec.kubeadmConfigSpec.initConfiguration.localAPIEndpoint.bindPort", "spec.kubeadmConfigSpec.joinConfiguration.apiVersion", "spec.kubeadmConfigSpec.joinConfiguration.caCertPath", "spec.kubeadmConfigSpec.joinConfiguration.controlPlane.localAPIEndpoint.advertiseAddress", "spec.kubeadmConfigSpec.joinConfiguration.controlPlane.localAPIEndpoint.bindPort", "spec.kubeadmConfigSpec.joinConfiguration.discovery.bootstrapToken.apiServerEndpoint", "spec.kubeadmConfigSpec.joinConfiguration.discovery.bootstrapToken.caCertHashes", "spec.kubeadmConfigSpec.joinConfiguration.discovery.bootstrapToken.token", "spec.kubeadmConfigSpec.joinConfiguration.discovery.bootstrapToken.unsafeSkipCAVerification", "spec.kubeadmConfigSpec.joinConfiguration.discovery.file.kubeConfigPath", "spec.kubeadmConfigSpec.joinConfiguration.discovery.timeout", "spec.kubeadmConfigSpec.joinConfiguration.discovery.tlsBootstrapToken", "spec.kubeadmConfigSpec.joinConfiguration.kind", "spec.kubeadmConfigSpec.mounts", "spec.kubeadmConfigSpec.useExperimentalRetryJoin", "spec.machineTemplate.infrastructureRef.fieldPath", "spec.machineTemplate.infrastructureRef.kind", "spec.machineTemplate.infrastructureRef.namespace", "spec.machineTemplate.infrastructureRef.resourceVersion", "spec.machineTemplate.infrastructureRef.uid", "spec.machineTemplate.nodeDrainTimeout"],
        blocks: &["spec.kubeadmConfigSpec", "spec.kubeadmConfigSpec.clusterConfiguration", "spec.kubeadmConfigSpec.clusterConfiguration.apiServer", "spec.kubeadmConfigSpec.clusterConfiguration.controllerManager", "spec.kubeadmConfigSpec.clusterConfiguration.dns", "spec.kubeadmConfigSpec.clusterConfiguration.etcd", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.extraArgs", "spec.kubeadmConfigSpec.clusterConfiguration.networking", "spec.kubeadmConfigSpec.clusterConfiguration.scheduler", "spec.kubeadmConfigSpec.diskSetup", "spec.kubeadmConfigSpec.initConfiguration", "spec.kubeadmConfigSpec.initConfiguration.localAPIEndpoint", "spec.kubeadmConfigSpec.initConfiguration.nodeRegistration", "spec.kubeadmConfigSpec.joinConfiguration", "spec.kubeadmConfigSpec.joinConfiguration.controlPlane", "spec.kubeadmConfigSpec.joinConfiguration.controlPlane.localAPIEndpoint", "spec.kubeadmConfigSpec.joinConfiguration.discovery", "spec.kubeadmConfigSpec.joinConfiguration.discovery.bootstrapToken", "spec.kubeadmConfigSpec.joinConfiguration.discovery.file", "spec.kubeadmConfigSpec.joinConfiguration.nodeRegistration", "spec.kubeadmConfigSpec.ntp", "spec.machineTemplate", "spec.machineTemplate.infrastructureRef", "spec.machineTemplate.metadata", "spec.rolloutStrategy"],
    },
    AllowList {
        eras: &[Era::closed(r(1, 1, 0), r(1, 1, 5))],
        paths: &["metadata.*", "spec.kubeadmConfigSpec.clusterConfiguration.apiServer.*", "spec.kubeadmConfigSpec.clusterConfiguration.controllerManager.*", "spec.kubeadmConfigSpec.clusterConfiguration.dns.imageRepository", "spec.kubeadmConfigSpec.clusterConfiguration.dns.imageTag", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.extraArgs.*", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.imageRepository", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.imageTag", "spec.kubeadmConfigSpec.clusterConfiguration.imageRepository", "spec.kubeadmConfigSpec.clusterConfiguration.scheduler.*", "spec.kubeadmConfigSpec.files", "spec.kubeadmConfigSpec.ignition.*", "spec.kubeadmConfigSpec.initConfiguration.nodeRegistration.*", "spec.kubeadmConfigSpec.joinConfiguration.nodeRegistration.*", "spec.kubeadmConfigSpec.ntp.*", "spec.kubeadmConfigSpec.postKubeadmCommands", "spec.kubeadmConfigSpec.preKubeadmCommands", "spec.kubeadmConfigSpec.users", "spec.kubeadmConfigSpec.verbosity", "spec.machineTemplate.infrastructureRef.apiVersion", "spec.machineTemplate.infrastructureRef.name", "spec.machineTemplate.metadata.*", "spec.machineTemplate.nodeDrainTimeout", "spec.replicas", "spec.rolloutAfter", "spec.rolloutStrategy.*", "spec.version"],
        unlisted: &["spec.kubeadmConfigSpec.clusterConfiguration.apiVersion", "spec.kubeadmConfigSpec.clusterConfiguration.certificatesDir", "spec.kubeadmConfigSpec.clusterConfiguration.clusterName", "spec.kubeadmConfigSpec.clusterConfiguration.controlPlaneEndpoint", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external.caFile", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external.certFile", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external.endpoints", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external.keyFile", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.dataDir", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.peerCertSANs", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.serverCertSANs", "spec.kubeadmConfigSpec.clusterConfiguration.featureGates", "spec.kubeadmConfigSpec.clusterConfiguration.kind", "spec.kubeadmConfigSpec.clusterConfiguration.kubernetesVersion", "spec.kubeadmConfigSpec.clusterConfiguration.networking.dnsDomain", "spec.kubeadmConfigSpec.clusterConfiguration.networking.podSubnet", "spec.kubeadmConfigSpec.clusterConfiguration.networking.serviceSubnet", "spec.kubeadmConfigSpec.diskSetup.filesystems", "spec.kubeadmConfigSpec.diskSetup.partitions", "spec.kubeadmConfigSpec.format", "spec.kubeadmConfigSpec.initConfiguration.apiVersion", "spec.kubeadmConfigSpec.initConfiguration.bootstrapTokens", "spec.kubeadmConfigSpec.initConfiguration.kind", "spec.kubeadmConfigSpec.initConfiguration.localAPIEndpoint.advertiseAddress", "spec.kubeadmConfigSpec.initConfiguration.localAPIEndpoint.bindPort", "spec.kubeadmConfigSpec.initConfiguration.patches.directory", "spec.kubeadmConfigSpec.joinConfiguration.apiVersion", "spec.kubeadmConfigSpec.joinConfiguration.caCertPath", "spec.kubeadmConfigSpec.joinConfiguration.controlPlane.localAPIEndpoint.advertiseAddress", "spec.kubeadmConfigSpec.joinConfiguration.controlPlane.localAPIEndpoint.bindPort", "spec.kubeadmConfigSpec.joinConfiguration.discovery.bootstrapToken.apiServerEndpoint", "spec.kubeadmConfigSpec.joinConfiguration.discovery.bootstrapToken.caCertHashes", "spec.kubeadmConfigSpec.joinConfiguration.discovery.bootstrapToken.token", "spec.kubeadmConfigSpec.joinConfiguration.discovery.bootstrapToken.unsafeSkipCAVerification", "spec.kubeadmConfigSpec.joinConfiguration.discovery.file.kubeConfigPath", "spec.kubeadmConfigSpec.joinConfiguration.discovery.timeout", "spec.kubeadmConfigSpec.joinConfiguration.discovery.tlsBootstrapToken", "spec.kubeadmConfigSpec.joinConfiguration.kind", "spec.kubeadmConfigSpec.joinConfiguration.patches.directory", "spec.kubeadmConfigSpec.mounts", "spec.kubeadmConfigSpec.useExperimentalRetryJoin", "spec.machineTemplate.infrastructureRef.fieldPath", "spec.machineTemplate.infrastructureRef.kind", "spec.machineTemplate.infrastructureRef.namespace", "spec.machineTemplate.infrastructureRef.resourceVersion", "spec.machineTemplate.infrastructureRef.uid"],
        blocks: &["spec.kubeadmConfigSpec", "spec.kubeadmConfigSpec.clusterConfiguration", "spec.kubeadmConfigSpec.clusterConfiguration.apiServer", "spec.kubeadmConfigSpec.clusterConfiguration.controllerManager", "spec.kubeadmConfigSpec.clusterConfiguration.dns", "spec.kubeadmConfigSpec.clusterConfiguration.etcd", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.extraArgs", "spec.kubeadmConfigSpec.clusterConfiguration.networking", "spec.kubeadmConfigSpec.clusterConfiguration.scheduler", "spec.kubeadmConfigSpec.diskSetup", "spec.kubeadmConfigSpec.ignition", "spec.kubeadmConfigSpec.initConfiguration", "spec.kubeadmConfigSpec.initConfiguration.localAPIEndpoint", "spec.kubeadmConfigSpec.initConfiguration.nodeRegistration", "spec.kubeadmConfigSpec.initConfiguration.patches", "spec.kubeadmConfigSpec.joinConfiguration", "spec.kubeadmConfigSpec.joinConfiguration.controlPlane", "spec.kubeadmConfigSpec.joinConfiguration.controlPlane.localAPIEndpoint", "spec.kubeadmConfigSpec.joinConfiguration.discovery", "spec.kubeadmConfigSpec.joinConfiguration.discovery.bootstrapToken", "spec.kubeadmConfigSpec.joinConfiguration.discovery.file", "spec.kubeadmConfigSpec.joinConfiguration.nodeRegistration", "spec.kubeadmConfigSpec.joinConfiguration.patches", "spec.kubeadmConfigSpec.ntp", "spec.machineTemplate", "spec.machineTemplate.infrastructureRef", "spec.machineTemplate.metadata", "spec.rolloutStrategy"],
    },
    AllowList {
        eras: &[Era::closed(r(1, 1, 6), r(1, 1, 6))],
        paths: &["metadata.*", "spec.kubeadmConfigSpec.clusterConfiguration.apiServer.*", "spec.kubeadmConfigSpec.clusterConfiguration.controllerManager.*", "spec.kubeadmConfigSpec.clusterConfiguration.dns.imageRepository", "spec.kubeadmConfigSpec.clusterConfiguration.dns.imageTag", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.extraArgs.*", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.imageRepository", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.imageTag", "spec.kubeadmConfigSpec.clusterConfiguration.imageRepository", "spec.kubeadmConfigSpec.clusterConfiguration.scheduler.*", "spec.kubeadmConfigSpec.files", "spec.kubeadmConfigSpec.ignition.*", "spec.kubeadmConfigSpec.initConfiguration.nodeRegistration.*", "spec.kubeadmConfigSpec.initConfiguration.patches.directory", "spec.kubeadmConfigSpec.joinConfiguration.nodeRegistration.*", "spec.kubeadmConfigSpec.joinConfiguration.patches.directory", "spec.kubeadmConfigSpec.ntp.*", "spec.kubeadmConfigSpec.postKubeadmCommands", "spec.kubeadmConfigSpec.preKubeadmCommands", "spec.kubeadmConfigSpec.users", "spec.kubeadmConfigSpec.verbosity", "spec.machineTemplate.infrastructureRef.apiVersion", "spec.machineTemplate.infrastructureRef.name", "spec.machineTemplate.metadata.*", "spec.machineTemplate.nodeDrainTimeout", "spec.replicas", "spec.rolloutAfter", "spec.rolloutStrategy.*", "spec.version"],
        unlisted: &["spec.kubeadmConfigSpec.clusterConfiguration.apiVersion", "spec.kubeadmConfigSpec.clusterConfiguration.certificatesDir", "spec.kubeadmConfigSpec.clusterConfiguration.clusterName", "spec.kubeadmConfigSpec.clusterConfiguration.controlPlaneEndpoint", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external.caFile", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external.certFile", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external.endpoints", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external.keyFile", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.dataDir", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.peerCertSANs", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.serverCertSANs", "spec.kubeadmConfigSpec.clusterConfiguration.featureGates", "spec.kubeadmConfigSpec.clusterConfiguration.kind", "spec.kubeadmConfigSpec.clusterConfiguration.kubernetesVersion", "spec.kubeadmConfigSpec.clusterConfiguration.networking.dnsDomain", "spec.kubeadmConfigSpec.clusterConfiguration.networking.podSubnet", "spec.kubeadmConfigSpec.clusterConfiguration.networking.serviceSubnet", "spec.kubeadmConfigSpec.diskSetup.filesystems", "spec.kubeadmConfigSpec.diskSetup.partitions", "spec.kubeadmConfigSpec.format", "spec.kubeadmConfigSpec.initConfiguration.apiVersion", "spec.kubeadmConfigSpec.initConfiguration.bootstrapTokens", "spec.kubeadmConfigSpec.initConfiguration.kind", "spec.kubeadmConfigSpec.initConfiguration.localAPIEndpoint.advertiseAddress", "spec.kubeadmConfigSpec.initConfiguration.localAPIEndpoint.bindPort", "spec.kubeadmConfigSpec.joinConfiguration.apiVersion", "spec.kubeadmConfigSpec.joinConfiguration.caCertPath", "spec.kubeadmConfigSpec.joinConfiguration.controlPlane.localAPIEndpoint.advertiseAddress", "spec.kubeadmConfigSpec.joinConfiguration.controlPlane.localAPIEndpoint.bindPort", "spec.kubeadmConfigSpec.joinConfiguration.discovery.bootstrapToken.apiServerEndpoint", "spec.kubeadmConfigSpec.joinConfiguration.discovery.bootstrapToken.caCertHashes", "spec.kubeadmConfigSpec.joinConfiguration.discovery.bootstrapToken.token", "spec.kubeadmConfigSpec.joinConfiguration.discovery.bootstrapToken.unsafeSkipCAVerification", "spec.kubeadmConfigSpec.joinConfiguration.discovery.file.kubeConfigPath", "spec.kubeadmConfigSpec.joinConfiguration.discovery.timeout", "spec.kubeadmConfigSpec.joinConfiguration.discovery.tlsBootstrapToken", "spec.kubeadmConfigSpec.joinConfiguration.kind", "spec.kubeadmConfigSpec.mounts", "spec.kubeadmConfigSpec.useExperimentalRetryJoin", "spec.machineTemplate.infrastructureRef.fieldPath", "spec.machineTemplate.infrastructureRef.kind", "spec.machineTemplate.infrastructureRef.namespace", "spec.machineTemplate.infrastructureRef.resourceVersion", "spec.machineTemplate.infrastructureRef.uid"],
        blocks: &["spec.kubeadmConfigSpec", "spec.kubeadmConfigSpec.clusterConfiguration", "spec.kubeadmConfigSpec.clusterConfiguration.apiServer", "spec.kubeadmConfigSpec.clusterConfiguration.controllerManager", "spec.kubeadmConfigSpec.clusterConfiguration.dns", "spec.kubeadmConfigSpec.clusterConfiguration.etcd", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.extraArgs", "spec.kubeadmConfigSpec.clusterConfiguration.networking", "spec.kubeadmConfigSpec.clusterConfiguration.scheduler", "spec.kubeadmConfigSpec.diskSetup", "spec.kubeadmConfigSpec.ignition", "spec.kubeadmConfigSpec.initConfiguration", "spec.kubeadmConfigSpec.initConfiguration.localAPIEndpoint", "spec.kubeadmConfigSpec.initConfiguration.nodeRegistration", "spec.kubeadmConfigSpec.initConfiguration.patches", "spec.kubeadmConfigSpec.joinConfiguration", "spec.kubeadmConfigSpec.joinConfiguration.controlPlane", "spec.kubeadmConfigSpec.joinConfiguration.controlPlane.localAPIEndpoint", "spec.kubeadmConfigSpec.joinConfiguration.discovery", "spec.kubeadmConfigSpec.joinConfiguration.discovery.bootstrapToken", "spec.kubeadmConfigSpec.joinConfiguration.discovery.file", "spec.kubeadmConfigSpec.joinConfiguration.nodeRegistration", "spec.kubeadmConfigSpec.joinConfiguration.patches", "spec.kubeadmConfigSpec.ntp", "spec.machineTemplate", "spec.machineTemplate.infrastructureRef", "spec.machineTemplate.metadata", "spec.rolloutStrategy"],
    },
    AllowList {
        eras: &[Era::closed(r(1, 2, 0), r(1, 2, 10))],
        paths: &["metadata.*", "spec.kubeadmConfigSpec.clusterConfiguration.apiServer.*", "spec.kubeadmConfigSpec.clusterConfiguration.controllerManager.*", "spec.kubeadmConfigSpec.clusterConfiguration.dns.imageRepository", "spec.kubeadmConfigSpec.clusterConfiguration.dns.imageTag", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.extraArgs.*", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.imageRepository", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.imageTag", "spec.kubeadmConfigSpec.clusterConfiguration.imageRepository", "spec.kubeadmConfigSpec.clusterConfiguration.scheduler.*", "spec.kubeadmConfigSpec.files", "spec.kubeadmConfigSpec.ignition.*", "spec.kubeadmConfigSpec.initConfiguration.nodeRegistration.*", "spec.kubeadmConfigSpec.initConfiguration.patches.directory", "spec.kubeadmConfigSpec.joinConfiguration.nodeRegistration.*", "spec.kubeadmConfigSpec.joinConfiguration.patches.directory", "spec.kubeadmConfigSpec.ntp.*", "spec.kubeadmConfigSpec.postKubeadmCommands", "spec.kubeadmConfigSpec.preKubeadmCommands", "spec.kubeadmConfigSpec.users", "spec.kubeadmConfigSpec.verbosity", "spec.machineTemplate.infrastructureRef.apiVersion", "spec.machineTemplate.infrastructureRef.kind", "spec.machineTemplate.infrastructureRef.name", "spec.machineTemplate.metadata.*", "spec.machineTemplate.nodeDeletionTimeout", "spec.machineTemplate.nodeDrainTimeout", "spec.replicas", "spec.rolloutAfter", "spec.rolloutStrategy.*", "spec.version"],
        unlisted: &["spec.kubeadmConfigSpec.clusterConfiguration.apiVersion", "spec.kubeadmConfigSpec.clusterConfiguration.certificatesDir", "spec.kubeadmConfigSpec.clusterConfiguration.clusterName", "spec.kubeadmConfigSpec.clusterConfiguration.controlPlaneEndpoint", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external.caFile", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external.certFile", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external.endpoints", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external.keyFile", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.dataDir", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.peerCertSANs", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.serverCertSANs", "spec.kubeadmConfigSpec.clusterConfiguration.featureGates", "spec.kubeadmConfigSpec.clusterConfiguration.kind", "spec.kubeadmConfigSpec.clusterConfiguration.kubernetesVersion", "spec.kubeadmConfigSpec.clusterConfiguration.networking.dnsDomain", "spec.kubeadmConfigSpec.clusterConfiguration.networking.podSubnet", "spec.kubeadmConfigSpec.clusterConfiguration.networking.serviceSubnet", "spec.kubeadmConfigSpec.diskSetup.filesystems", "spec.kubeadmConfigSpec.diskSetup.partitions", "spec.kubeadmConfigSpec.format", "spec.kubeadmConfigSpec.initConfiguration.apiVersion", "spec.kubeadmConfigSpec.initConfiguration.bootstrapTokens", "spec.kubeadmConfigSpec.initConfiguration.kind", "spec.kubeadmConfigSpec.initConfiguration.localAPIEndpoint.advertiseAddress", "spec.kubeadmConfigSpec.initConfiguration.localAPIEndpoint.bindPort", "spec.kubeadmConfigSpec.initConfiguration.skipPhases", "spec.kubeadmConfigSpec.joinConfiguration.apiVersion", "spec.kubeadmConfigSpec.joinConfiguration.caCertPath", "spec.kubeadmConfigSpec.joinConfiguration.controlPlane.localAPIEndpoint.advertiseAddress", "spec.kubeadmConfigSpec.joinConfiguration.controlPlane.localAPIEndpoint.bindPort", "spec.kubeadmConfigSpec.joinConfiguration.discovery.bootstrapToken.apiServerEndpoint", "spec.kubeadmConfigSpec.joinConfiguration.discovery.bootstrapToken.caCertHashes", "spec.kubeadmConfigSpec.joinConfiguration.discovery.bootstrapToken.token", "spec.kubeadmConfigSpec.joinConfiguration.discovery.bootstrapToken.unsafeSkipCAVerification", "spec.kubeadmConfigSpec.joinConfiguration.discovery.file.kubeConfigPath", "spec.kubeadmConfigSpec.joinConfiguration.discovery.timeout", "spec.kubeadmConfigSpec.joinConfiguration.discovery.tlsBootstrapToken", "spec.kubeadmConfigSpec.joinConfiguration.kind", "spec.kubeadmConfigSpec.joinConfiguration.skipPhases", "spec.kubeadmConfigSpec.mounts", "spec.kubeadmConfigSpec.useExperimentalRetryJoin", "spec.machineTemplate.infrastructureRef.fieldPath", "spec.machineTemplate.infrastructureRef.namespace", "spec.machineTemplate.infrastructureRef.resourceVersion", "spec.machineTemplate.infrastructureRef.uid"],
        blocks: &["spec.kubeadmConfigSpec", "spec.kubeadmConfigSpec.clusterConfiguration", "spec.kubeadmConfigSpec.clusterConfiguration.apiServer", "spec.kubeadmConfigSpec.clusterConfiguration.controllerManager", "spec.kubeadmConfigSpec.clusterConfiguration.dns", "spec.kubeadmConfigSpec.clusterConfiguration.etcd", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.extraArgs", "spec.kubeadmConfigSpec.clusterConfiguration.networking", "spec.kubeadmConfigSpec.clusterConfiguration.scheduler", "spec.kubeadmConfigSpec.diskSetup", "spec.kubeadmConfigSpec.ignition", "spec.kubeadmConfigSpec.initConfiguration", "spec.kubeadmConfigSpec.initConfiguration.localAPIEndpoint", "spec.kubeadmConfigSpec.initConfiguration.nodeRegistration", "spec.kubeadmConfigSpec.initConfiguration.patches", "spec.kubeadmConfigSpec.joinConfiguration", "spec.kubeadmConfigSpec.joinConfiguration.controlPlane", "spec.kubeadmConfigSpec.joinConfiguration.controlPlane.localAPIEndpoint", "spec.kubeadmConfigSpec.joinConfiguration.discovery", "spec.kubeadmConfigSpec.joinConfiguration.discovery.bootstrapToken", "spec.kubeadmConfigSpec.joinConfiguration.discovery.file", "spec.kubeadmConfigSpec.joinConfiguration.nodeRegistration", "spec.kubeadmConfigSpec.joinConfiguration.patches", "spec.kubeadmConfigSpec.ntp", "spec.machineTemplate", "spec.machineTemplate.infrastructureRef", "spec.machineTemplate.metadata", "spec.rolloutStrategy"],
    },
    AllowList {
        eras: &[Era::closed(r(1, 2, 11), r(1, 2, 11))],
        paths: &["metadata.*", "spec.kubeadmConfigSpec.clusterConfiguration.apiServer", "spec.kubeadmConfigSpec.clusterConfiguration.apiServer.*", "spec.kubeadmConfigSpec.clusterConfiguration.controllerManager", "spec.kubeadmConfigSpec.clusterConfiguration.controllerManager.*", "spec.kubeadmConfigSpec.clusterConfiguration.dns.imageRepository", "spec.kubeadmConfigSpec.clusterConfiguration.dns.imageTag", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.extraArgs", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.extraArgs.*", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.imageRepository", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.imageTag", "spec.kubeadmConfigSpec.clusterConfiguration.imageRepository", "spec.kubeadmConfigSpec.clusterConfiguration.scheduler", "spec.kubeadmConfigSpec.clusterConfiguration.scheduler.*", "spec.kubeadmConfigSpec.files", "spec.kubeadmConfigSpec.ignition", "spec.kubeadmConfigSpec.ignition.*", "spec.kubeadmConfigSpec.initConfiguration.nodeRegistration", "spec.kubeadmConfigSpec.initConfiguration.nodeRegistration.*", "spec.kubeadmConfigSpec.initConfiguration.patches.directory", "spec.kubeadmConfigSpec.joinConfiguration.nodeRegistration", "spec.kubeadmConfigSpec.joinConfiguration.nodeRegistration.*", "spec.kubeadmConfigSpec.joinConfiguration.patches.directory", "spec.kubeadmConfigSpec.ntp", "spec.kubeadmConfigSpec.ntp.*", "spec.kubeadmConfigSpec.postKubeadmCommands", "spec.kubeadmConfigSpec.preKubeadmCommands", "spec.kubeadmConfigSpec.users", "spec.kubeadmConfigSpec.verbosity", "spec.machineTemplate.infrastructureRef.apiVersion", "spec.machineTemplate.infrastructureRef.kind", "spec.machineTemplate.infrastructureRef.name", "spec.machineTemplate.metadata", "spec.machineTemplate.metadata.*", "spec.machineTemplate.nodeDeletionTimeout", "spec.machineTemplate.nodeDrainTimeout", "spec.replicas", "spec.rolloutAfter", "spec.rolloutStrategy", "spec.rolloutStrategy.*", "spec.version"],
        unlisted: &["spec.kubeadmConfigSpec.clusterConfiguration.apiVersion", "spec.kubeadmConfigSpec.clusterConfiguration.certificatesDir", "spec.kubeadmConfigSpec.clusterConfiguration.clusterName", "spec.kubeadmConfigSpec.clusterConfiguration.controlPlaneEndpoint", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external.caFile", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external.certFile", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external.endpoints", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external.keyFile", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.dataDir", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.peerCertSANs", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.serverCertSANs", "spec.kubeadmConfigSpec.clusterConfiguration.featureGates", "spec.kubeadmConfigSpec.clusterConfiguration.kind", "spec.kubeadmConfigSpec.clusterConfiguration.kubernetesVersion", "spec.kubeadmConfigSpec.clusterConfiguration.networking.dnsDomain", "spec.kubeadmConfigSpec.clusterConfiguration.networking.podSubnet", "spec.kubeadmConfigSpec.clusterConfiguration.networking.serviceSubnet", "spec.kubeadmConfigSpec.diskSetup.filesystems", "spec.kubeadmConfigSpec.diskSetup.partitions", "spec.kubeadmConfigSpec.format", "spec.kubeadmConfigSpec.initConfiguration.apiVersion", "spec.kubeadmConfigSpec.initConfiguration.bootstrapTokens", "spec.kubeadmConfigSpec.initConfiguration.kind", "spec.kubeadmConfigSpec.initConfiguration.localAPIEndpoint.advertiseAddress", "spec.kubeadmConfigSpec.initConfiguration.localAPIEndpoint.bindPort", "spec.kubeadmConfigSpec.initConfiguration.skipPhases", "spec.kubeadmConfigSpec.joinConfiguration.apiVersion", "spec.kubeadmConfigSpec.joinConfiguration.caCertPath", "spec.kubeadmConfigSpec.joinConfiguration.controlPlane.localAPIEndpoint.advertiseAddress", "spec.kubeadmConfigSpec.joinConfiguration.controlPlane.localAPIEndpoint.bindPort", "spec.kubeadmConfigSpec.joinConfiguration.discovery.bootstrapToken.apiServerEndpoint", "spec.kubeadmConfigSpec.joinConfiguration.discovery.bootstrapToken.caCertHashes", "spec.kubeadmConfigSpec.joinConfiguration.discovery.bootstrapToken.token", "spec.kubeadmConfigSpec.joinConfiguration.discovery.bootstrapToken.unsafeSkipCAVerification", "spec.kubeadmConfigSpec.joinConfiguration.discovery.file.kubeConfigPath", "spec.kubeadmConfigSpec.joinConfiguration.discovery.timeout", "spec.kubeadmConfigSpec.joinConfiguration.discovery.tlsBootstrapToken", "spec.kubeadmConfigSpec.joinConfiguration.kind", "spec.kubeadmConfigSpec.joinConfiguration.skipPhases", "spec.kubeadmConfigSpec.mounts", "spec.kubeadmConfigSpec.useExperimentalRetryJoin", "spec.machineTemplate.infrastructureRef.fieldPath", "spec.machineTemplate.infrastructureRef.namespace", "spec.machineTemplate.infrastructureRef.resourceVersion", "spec.machineTemplate.infrastructureRef.uid"],
        blocks: &["spec.kubeadmConfigSpec", "spec.kubeadmConfigSpec.clusterConfiguration", "spec.kubeadmConfigSpec.clusterConfiguration.dns", "spec.kubeadmConfigSpec.clusterConfiguration.etcd", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local", "spec.kubeadmConfigSpec.clusterConfiguration.networking", "spec.kubeadmConfigSpec.diskSetup", "spec.kubeadmConfigSpec.initConfiguration", "spec.kubeadmConfigSpec.initConfiguration.localAPIEndpoint", "spec.kubeadmConfigSpec.initConfiguration.patches", "spec.kubeadmConfigSpec.joinConfiguration", "spec.kubeadmConfigSpec.joinConfiguration.controlPlane", "spec.kubeadmConfigSpec.joinConfiguration.controlPlane.localAPIEndpoint", "spec.kubeadmConfigSpec.joinConfiguration.discovery", "spec.kubeadmConfigSpec.joinConfiguration.discovery.bootstrapToken", "spec.kubeadmConfigSpec.joinConfiguration.discovery.file", "spec.kubeadmConfigSpec.joinConfiguration.patches", "spec.machineTemplate", "spec.machineTemplate.infrastructureRef"],
    },
    AllowList {
        eras: &[Era::closed(r(1, 2, 12), r(1, 2, 12))],
        paths: &["metadata.*", "spec.kubeadmConfigSpec.clusterConfiguration.apiServer", "spec.kubeadmConfigSpec.clusterConfiguration.apiServer.*", "spec.kubeadmConfigSpec.clusterConfiguration.controllerManager", "spec.kubeadmConfigSpec.clusterConfiguration.controllerManager.*", "spec.kubeadmConfigSpec.clusterConfiguration.dns.imageRepository", "spec.kubeadmConfigSpec.clusterConfiguration.dns.imageTag", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.extraArgs", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.extraArgs.*", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.imageRepository", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.imageTag", "spec.kubeadmConfigSpec.clusterConfiguration.imageRepository", "spec.kubeadmConfigSpec.clusterConfiguration.scheduler", "spec.kubeadmConfigSpec.clusterConfiguration.scheduler.*", "spec.kubeadmConfigSpec.files", "spec.kubeadmConfigSpec.format", "spec.kubeadmConfigSpec.ignition", "spec.kubeadmConfigSpec.ignition.*", "spec.kubeadmConfigSpec.initConfiguration.nodeRegistration", "spec.kubeadmConfigSpec.initConfiguration.nodeRegistration.*", "spec.kubeadmConfigSpec.initConfiguration.patches.directory", "spec.kubeadmConfigSpec.joinConfiguration.nodeRegistration", "spec.kubeadmConfigSpec.joinConfiguration.nodeRegistration.*", "spec.kubeadmConfigSpec.joinConfiguration.patches.directory", "spec.kubeadmConfigSpec.mounts", "spec.kubeadmConfigSpec.ntp", "spec.kubeadmConfigSpec.ntp.*", "spec.kubeadmConfigSpec.postKubeadmCommands", "spec.kubeadmConfigSpec.preKubeadmCommands", "spec.kubeadmConfigSpec.users", "spec.kubeadmConfigSpec.verbosity", "spec.machineTemplate.infrastructureRef.apiVersion", "spec.machineTemplate.infrastructureRef.kind", "spec.machineTemplate.infrastructureRef.name", "spec.machineTemplate.metadata", "spec.machineTemplate.metadata.*", "spec.machineTemplate.nodeDeletionTimeout", "spec.machineTemplate.nodeDrainTimeout", "spec.replicas", "spec.rolloutAfter", "spec.rolloutStrategy", "spec.rolloutStrategy.*", "spec.version"],
        unlisted: &["spec.kubeadmConfigSpec.clusterConfiguration.apiVersion", "spec.kubeadmConfigSpec.clusterConfiguration.certificatesDir", "spec.kubeadmConfigSpec.clusterConfiguration.clusterName", "spec.kubeadmConfigSpec.clusterConfiguration.controlPlaneEndpoint", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external.caFile", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external.certFile", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external.endpoints", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external.keyFile", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.dataDir", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.peerCertSANs", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.serverCertSANs", "spec.kubeadmConfigSpec.clusterConfiguration.featureGates", "spec.kubeadmConfigSpec.clusterConfiguration.kind", "spec.kubeadmConfigSpec.clusterConfiguration.kubernetesVersion", "spec.kubeadmConfigSpec.clusterConfiguration.networking.dnsDomain", "spec.kubeadmConfigSpec.clusterConfiguration.networking.podSubnet", "spec.kubeadmConfigSpec.clusterConfiguration.networking.serviceSubnet", "spec.kubeadmConfigSpec.diskSetup.filesystems", "spec.kubeadmConfigSpec.diskSetup.partitions", "spec.kubeadmConfigSpec.initConfiguration.apiVersion", "spec.kubeadmConfigSpec.initConfiguration.bootstrapTokens", "spec.kubeadmConfigSpec.initConfiguration.kind", "spec.kubeadmConfigSpec.initConfiguration.localAPIEndpoint.advertiseAddress", "spec.kubeadmConfigSpec.initConfiguration.localAPIEndpoint.bindPort", "spec.kubeadmConfigSpec.initConfiguration.skipPhases", "spec.kubeadmConfigSpec.joinConfiguration.apiVersion", "spec.kubeadmConfigSpec.joinConfiguration.caCertPath", "spec.kubeadmConfigSpec.joinConfiguration.controlPlane.localAPIEndpoint.advertiseAddress", "spec.kubeadmConfigSpec.joinConfiguration.controlPlane.localAPIEndpoint.bindPort", "spec.kubeadmConfigSpec.joinConfiguration.discovery.bootstrapToken.apiServerEndpoint", "spec.kubeadmConfigSpec.joinConfiguration.discovery.bootstrapToken.caCertHashes", "spec.kubeadmConfigSpec.joinConfiguration.discovery.bootstrapToken.token", "spec.kubeadmConfigSpec.joinConfiguration.discovery.bootstrapToken.unsafeSkipCAVerification", "spec.kubeadmConfigSpec.joinConfiguration.discovery.file.kubeConfigPath", "spec.kubeadmConfigSpec.joinConfiguration.discovery.timeout", "spec.kubeadmConfigSpec.joinConfiguration.discovery.tlsBootstrapToken", "spec.kubeadmConfigSpec.joinConfiguration.kind", "spec.kubeadmConfigSpec.joinConfiguration.skipPhases", "spec.kubeadmConfigSpec.useExperimentalRetryJoin", "spec.machineTemplate.infrastructureRef.fieldPath", "spec.machineTemplate.infrastructureRef.namespace", "spec.machineTemplate.infrastructureRef.resourceVersion", "spec.machineTemplate.infrastructureRef.uid"],
        blocks: &["spec.kubeadmConfigSpec", "spec.kubeadmConfigSpec.clusterConfiguration", "spec.kubeadmConfigSpec.clusterConfiguration.dns", "spec.kubeadmConfigSpec.clusterConfiguration.etcd", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local", "spec.kubeadmConfigSpec.clusterConfiguration.networking", "spec.kubeadmConfigSpec.diskSetup", "spec.kubeadmConfigSpec.initConfiguration", "spec.kubeadmConfigSpec.initConfiguration.localAPIEndpoint", "spec.kubeadmConfigSpec.initConfiguration.patches", "spec.kubeadmConfigSpec.joinConfiguration", "spec.kubeadmConfigSpec.joinConfiguration.controlPlane", "spec.kubeadmConfigSpec.joinConfiguration.controlPlane.localAPIEndpoint", "spec.kubeadmConfigSpec.joinConfiguration.discovery", "spec.kubeadmConfigSpec.joinConfiguration.discovery.bootstrapToken", "spec.kubeadmConfigSpec.joinConfiguration.discovery.file", "spec.kubeadmConfigSpec.joinConfiguration.patches", "spec.machineTemplate", "spec.machineTemplate.infrastructureRef"],
    },
    AllowList {
        eras: &[Era::closed(r(1, 3, 0), r(1, 3, 3))],
        paths: &["metadata.*", "spec.kubeadmConfigSpec.clusterConfiguration.apiServer.*", "spec.kubeadmConfigSpec.clusterConfiguration.controllerManager.*", "spec.kubeadmConfigSpec.clusterConfiguration.dns.imageRepository", "spec.kubeadmConfigSpec.clusterConfiguration.dns.imageTag", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.extraArgs.*", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.imageRepository", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.imageTag", "spec.kubeadmConfigSpec.clusterConfiguration.imageRepository", "spec.kubeadmConfigSpec.clusterConfiguration.scheduler.*", "spec.kubeadmConfigSpec.diskSetup.*", "spec.kubeadmConfigSpec.files", "spec.kubeadmConfigSpec.ignition.*", "spec.kubeadmConfigSpec.initConfiguration.nodeRegistration.*", "spec.kubeadmConfigSpec.initConfiguration.patches.directory", "spec.kubeadmConfigSpec.initConfiguration.skipPhases", "spec.kubeadmConfigSpec.joinConfiguration.nodeRegistration.*", "spec.kubeadmConfigSpec.joinConfiguration.patches.directory", "spec.kubeadmConfigSpec.joinConfiguration.skipPhases", "spec.kubeadmConfigSpec.ntp.*", "spec.kubeadmConfigSpec.postKubeadmCommands", "spec.kubeadmConfigSpec.preKubeadmCommands", "spec.kubeadmConfigSpec.users", "spec.kubeadmConfigSpec.verbosity", "spec.machineTemplate.infrastructureRef.apiVersion", "spec.machineTemplate.infrastructureRef.kind", "spec.machineTemplate.infrastructureRef.name", "spec.machineTemplate.metadata.*", "spec.machineTemplate.nodeDeletionTimeout", "spec.machineTemplate.nodeDrainTimeout", "spec.machineTemplate.nodeVolumeDetachTimeout", "spec.replicas", "spec.rolloutAfter", "spec.rolloutBefore.*", "spec.rolloutStrategy.*", "spec.version"],
        unlisted: &["spec.kubeadmConfigSpec.clusterConfiguration.apiVersion", "spec.kubeadmConfigSpec.clusterConfiguration.certificatesDir", "spec.kubeadmConfigSpec.clusterConfiguration.clusterName", "spec.kubeadmConfigSpec.clusterConfiguration.controlPlaneEndpoint", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external.caFile", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external.certFile", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external.endpoints", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external.keyFile", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.dataDir", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.peerCertSANs", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.serverCertSANs", "spec.kubeadmConfigSpec.clusterConfiguration.featureGates", "spec.kubeadmConfigSpec.clusterConfiguration.kind", "spec.kubeadmConfigSpec.clusterConfiguration.kubernetesVersion", "spec.kubeadmConfigSpec.clusterConfiguration.networking.dnsDomain", "spec.kubeadmConfigSpec.clusterConfiguration.networking.podSubnet", "spec.kubeadmConfigSpec.clusterConfiguration.networking.serviceSubnet", "spec.kubeadmConfigSpec.format", "spec.kubeadmConfigSpec.initConfiguration.apiVersion", "spec.kubeadmConfigSpec.initConfiguration.bootstrapTokens", "spec.kubeadmConfigSpec.initConfiguration.kind", "spec.kubeadmConfigSpec.initConfiguration.localAPIEndpoint.advertiseAddress", "spec.kubeadmConfigSpec.initConfiguration.localAPIEndpoint.bindPort", "spec.kubeadmConfigSpec.joinConfiguration.apiVersion", "spec.kubeadmConfigSpec.joinConfiguration.caCertPath", "spec.kubeadmConfigSpec.joinConfiguration.controlPlane.localAPIEndpoint.advertiseAddress", "spec.kubeadmConfigSpec.joinConfiguration.controlPlane.localAPIEndpoint.bindPort", "spec.kubeadmConfigSpec.joinConfiguration.discovery.bootstrapToken.apiServerEndpoint", "spec.kubeadmConfigSpec.joinConfiguration.discovery.bootstrapToken.caCertHashes", "spec.kubeadmConfigSpec.joinConfiguration.discovery.bootstrapToken.token", "spec.kubeadmConfigSpec.joinConfiguration.discovery.bootstrapToken.unsafeSkipCAVerification", "spec.kubeadmConfigSpec.joinConfiguration.discovery.file.kubeConfigPath", "spec.kubeadmConfigSpec.joinConfiguration.discovery.timeout", "spec.kubeadmConfigSpec.joinConfiguration.discovery.tlsBootstrapToken", "spec.kubeadmConfigSpec.joinConfiguration.kind", "spec.kubeadmConfigSpec.mounts", "spec.kubeadmConfigSpec.useExperimentalRetryJoin", "spec.machineTemplate.infrastructureRef.fieldPath", "spec.machineTemplate.infrastructureRef.namespace", "spec.machineTemplate.infrastructureRef.resourceVersion", "spec.machineTemplate.infrastructureRef.uid"],
        blocks: &["spec.kubeadmConfigSpec", "spec.kubeadmConfigSpec.clusterConfiguration", "spec.kubeadmConfigSpec.clusterConfiguration.apiServer", "spec.kubeadmConfigSpec.clusterConfiguration.controllerManager", "spec.kubeadmConfigSpec.clusterConfiguration.dns", "spec.kubeadmConfigSpec.clusterConfiguration.etcd", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.extraArgs", "spec.kubeadmConfigSpec.clusterConfiguration.networking", "spec.kubeadmConfigSpec.clusterConfiguration.scheduler", "spec.kubeadmConfigSpec.diskSetup", "spec.kubeadmConfigSpec.ignition", "spec.kubeadmConfigSpec.initConfiguration", "spec.kubeadmConfigSpec.initConfiguration.localAPIEndpoint", "spec.kubeadmConfigSpec.initConfiguration.nodeRegistration", "spec.kubeadmConfigSpec.initConfiguration.patches", "spec.kubeadmConfigSpec.joinConfiguration", "spec.kubeadmConfigSpec.joinConfiguration.controlPlane", "spec.kubeadmConfigSpec.joinConfiguration.controlPlane.localAPIEndpoint", "spec.kubeadmConfigSpec.joinConfiguration.discovery", "spec.kubeadmConfigSpec.joinConfiguration.discovery.bootstrapToken", "spec.kubeadmConfigSpec.joinConfiguration.discovery.file", "spec.kubeadmConfigSpec.joinConfiguration.nodeRegistration", "spec.kubeadmConfigSpec.joinConfiguration.patches", "spec.kubeadmConfigSpec.ntp", "spec.machineTemplate", "spec.machineTemplate.infrastructureRef", "spec.machineTemplate.metadata", "spec.rolloutBefore", "spec.rolloutStrategy"],
    },
    AllowList {
        eras: &[Era::closed(r(1, 3, 4), r(1, 3, 5))],
        paths: &["metadata.*", "spec.kubeadmConfigSpec.clusterConfiguration.apiServer", "spec.kubeadmConfigSpec.clusterConfiguration.apiServer.*", "spec.kubeadmConfigSpec.clusterConfiguration.controllerManager", "spec.kubeadmConfigSpec.clusterConfiguration.controllerManager.*", "spec.kubeadmConfigSpec.clusterConfiguration.dns.imageRepository", "spec.kubeadmConfigSpec.clusterConfiguration.dns.imageTag", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.extraArgs", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.extraArgs.*", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.imageRepository", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.imageTag", "spec.kubeadmConfigSpec.clusterConfiguration.imageRepository", "spec.kubeadmConfigSpec.clusterConfiguration.scheduler", "spec.kubeadmConfigSpec.clusterConfiguration.scheduler.*", "spec.kubeadmConfigSpec.diskSetup", "spec.kubeadmConfigSpec.diskSetup.*", "spec.kubeadmConfigSpec.files", "spec.kubeadmConfigSpec.ignition", "spec.kubeadmConfigSpec.ignition.*", "spec.kubeadmConfigSpec.initConfiguration.nodeRegistration", "spec.kubeadmConfigSpec.initConfiguration.nodeRegistration.*", "spec.kubeadmConfigSpec.initConfiguration.patches.directory", "spec.kubeadmConfigSpec.initConfiguration.skipPhases", "spec.kubeadmConfigSpec.joinConfiguration.nodeRegistration", "spec.kubeadmConfigSpec.joinConfiguration.nodeRegistration.*", "spec.kubeadmConfigSpec.joinConfiguration.patches.directory", "spec.kubeadmConfigSpec.joinConfiguration.skipPhases", "spec.kubeadmConfigSpec.ntp", "spec.kubeadmConfigSpec.ntp.*", "spec.kubeadmConfigSpec.postKubeadmCommands", "spec.kubeadmConfigSpec.preKubeadmCommands", "spec.kubeadmConfigSpec.users", "spec.kubeadmConfigSpec.verbosity", "spec.machineTemplate.infrastructureRef.apiVersion", "spec.machineTemplate.infrastructureRef.kind", "spec.machineTemplate.infrastructureRef.name", "spec.machineTemplate.metadata", "spec.machineTemplate.metadata.*", "spec.machineTemplate.nodeDeletionTimeout", "spec.machineTemplate.nodeDrainTimeout", "spec.machineTemplate.nodeVolumeDetachTimeout", "spec.replicas", "spec.rolloutAfter", "spec.rolloutBefore", "spec.rolloutBefore.*", "spec.rolloutStrategy", "spec.rolloutStrategy.*", "spec.version"],
        unlisted: &["spec.kubeadmConfigSpec.clusterConfiguration.apiVersion", "spec.kubeadmConfigSpec.clusterConfiguration.certificatesDir", "spec.kubeadmConfigSpec.clusterConfiguration.clusterName", "spec.kubeadmConfigSpec.clusterConfiguration.controlPlaneEndpoint", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external.caFile", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external.certFile", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external.endpoints", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external.keyFile", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.dataDir", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.peerCertSANs", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.serverCertSANs", "spec.kubeadmConfigSpec.clusterConfiguration.featureGates", "spec.kubeadmConfigSpec.clusterConfiguration.kind", "spec.kubeadmConfigSpec.clusterConfiguration.kubernetesVersion", "spec.kubeadmConfigSpec.clusterConfiguration.networking.dnsDomain", "spec.kubeadmConfigSpec.clusterConfiguration.networking.podSubnet", "spec.kubeadmConfigSpec.clusterConfiguration.networking.serviceSubnet", "spec.kubeadmConfigSpec.format", "spec.kubeadmConfigSpec.initConfiguration.apiVersion", "spec.kubeadmConfigSpec.initConfiguration.bootstrapTokens", "spec.kubeadmConfigSpec.initConfiguration.kind", "spec.kubeadmConfigSpec.initConfiguration.localAPIEndpoint.advertiseAddress", "spec.kubeadmConfigSpec.initConfiguration.localAPIEndpoint.bindPort", "spec.kubeadmConfigSpec.joinConfiguration.apiVersion", "spec.kubeadmConfigSpec.joinConfiguration.caCertPath", "spec.kubeadmConfigSpec.joinConfiguration.controlPlane.localAPIEndpoint.advertiseAddress", "spec.kubeadmConfigSpec.joinConfiguration.controlPlane.localAPIEndpoint.bindPort", "spec.kubeadmConfigSpec.joinConfiguration.discovery.bootstrapToken.apiServerEndpoint", "spec.kubeadmConfigSpec.joinConfiguration.discovery.bootstrapToken.caCertHashes", "spec.kubeadmConfigSpec.joinConfiguration.discovery.bootstrapToken.token", "spec.kubeadmConfigSpec.joinConfiguration.discovery.bootstrapToken.unsafeSkipCAVerification", "spec.kubeadmConfigSpec.joinConfiguration.discovery.file.kubeConfigPath", "spec.kubeadmConfigSpec.joinConfiguration.discovery.timeout", "spec.kubeadmConfigSpec.joinConfiguration.discovery.tlsBootstrapToken", "spec.kubeadmConfigSpec.joinConfiguration.kind", "spec.kubeadmConfigSpec.mounts", "spec.kubeadmConfigSpec.useExperimentalRetryJoin", "spec.machineTemplate.infrastructureRef.fieldPath", "spec.machineTemplate.infrastructureRef.namespace", "spec.machineTemplate.infrastructureRef.resourceVersion", "spec.machineTemplate.infrastructureRef.uid"],
        blocks: &["spec.kubeadmConfigSpec", "spec.kubeadmConfigSpec.clusterConfiguration", "spec.kubeadmConfigSpec.clusterConfiguration.dns", "spec.kubeadmConfigSpec.clusterConfiguration.etcd", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local", "spec.kubeadmConfigSpec.clusterConfiguration.networking", "spec.kubeadmConfigSpec.initConfiguration", "spec.kubeadmConfigSpec.initConfiguration.localAPIEndpoint", "spec.kubeadmConfigSpec.initConfiguration.patches", "spec.kubeadmConfigSpec.joinConfiguration", "spec.kubeadmConfigSpec.joinConfiguration.controlPlane", "spec.kubeadmConfigSpec.joinConfiguration.controlPlane.localAPIEndpoint", "spec.kubeadmConfigSpec.joinConfiguration.discovery", "spec.kubeadmConfigSpec.joinConfiguration.discovery.bootstrapToken", "spec.kubeadmConfigSpec.joinConfiguration.discovery.file", "spec.kubeadmConfigSpec.joinConfiguration.patches", "spec.machineTemplate", "spec.machineTemplate.infrastructureRef"],
    },
    AllowList {
        eras: &[Era::closed(r(1, 3, 6), r(1, 3, 10))],
        paths: &["metadata.*", "spec.kubeadmConfigSpec.clusterConfiguration.apiServer", "spec.kubeadmConfigSpec.clusterConfiguration.apiServer.*", "spec.kubeadmConfigSpec.clusterConfiguration.controllerManager", "spec.kubeadmConfigSpec.clusterConfiguration.controllerManager.*", "spec.kubeadmConfigSpec.clusterConfiguration.dns.imageRepository", "spec.kubeadmConfigSpec.clusterConfiguration.dns.imageTag", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.extraArgs", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.extraArgs.*", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.imageRepository", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.imageTag", "spec.kubeadmConfigSpec.clusterConfiguration.imageRepository", "spec.kubeadmConfigSpec.clusterConfiguration.scheduler", "spec.kubeadmConfigSpec.clusterConfiguration.scheduler.*", "spec.kubeadmConfigSpec.diskSetup", "spec.kubeadmConfigSpec.diskSetup.*", "spec.kubeadmConfigSpec.files", "spec.kubeadmConfigSpec.format", "spec.kubeadmConfigSpec.ignition", "spec.kubeadmConfigSpec.ignition.*", "spec.kubeadmConfigSpec.initConfiguration.nodeRegistration", "spec.kubeadmConfigSpec.initConfiguration.nodeRegistration.*", "spec.kubeadmConfigSpec.initConfiguration.patches.directory", "spec.kubeadmConfigSpec.initConfiguration.skipPhases", "spec.kubeadmConfigSpec.joinConfiguration.nodeRegistration", "spec.kubeadmConfigSpec.joinConfiguration.nodeRegistration.*", "spec.kubeadmConfigSpec.joinConfiguration.patches.directory", "spec.kubeadmConfigSpec.joinConfiguration.skipPhases", "spec.kubeadmConfigSpec.mounts", "spec.kubeadmConfigSpec.ntp", "spec.kubeadmConfigSpec.ntp.*", "spec.kubeadmConfigSpec.postKubeadmCommands", "spec.kubeadmConfigSpec.preKubeadmCommands", "spec.kubeadmConfigSpec.users", "spec.kubeadmConfigSpec.verbosity", "spec.machineTemplate.infrastructureRef.apiVersion", "spec.machineTemplate.infrastructureRef.kind", "spec.machineTemplate.infrastructureRef.name", "spec.machineTemplate.metadata", "spec.machineTemplate.metadata.*", "spec.machineTemplate.nodeDeletionTimeout", "spec.machineTemplate.nodeDrainTimeout", "spec.machineTemplate.nodeVolumeDetachTimeout", "spec.replicas", "spec.rolloutAfter", "spec.rolloutBefore", "spec.rolloutBefore.*", "spec.rolloutStrategy", "spec.rolloutStrategy.*", "spec.version"],
        unlisted: &["spec.kubeadmConfigSpec.clusterConfiguration.apiVersion", "spec.kubeadmConfigSpec.clusterConfiguration.certificatesDir", "spec.kubeadmConfigSpec.clusterConfiguration.clusterName", "spec.kubeadmConfigSpec.clusterConfiguration.controlPlaneEndpoint", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external.caFile", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external.certFile", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external.endpoints", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external.keyFile", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.dataDir", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.peerCertSANs", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.serverCertSANs", "spec.kubeadmConfigSpec.clusterConfiguration.featureGates", "spec.kubeadmConfigSpec.clusterConfiguration.kind", "spec.kubeadmConfigSpec.clusterConfiguration.kubernetesVersion", "spec.kubeadmConfigSpec.clusterConfiguration.networking.dnsDomain", "spec.kubeadmConfigSpec.clusterConfiguration.networking.podSubnet", "spec.kubeadmConfigSpec.clusterConfiguration.networking.serviceSubnet", "spec.kubeadmConfigSpec.initConfiguration.apiVersion", "spec.kubeadmConfigSpec.initConfiguration.bootstrapTokens", "spec.kubeadmConfigSpec.initConfiguration.kind", "spec.kubeadmConfigSpec.initConfiguration.localAPIEndpoint.advertiseAddress", "spec.kubeadmConfigSpec.initConfiguration.localAPIEndpoint.bindPort", "spec.kubeadmConfigSpec.joinConfiguration.apiVersion", "spec.kubeadmConfigSpec.joinConfiguration.caCertPath", "spec.kubeadmConfigSpec.joinConfiguration.controlPlane.localAPIEndpoint.advertiseAddress", "spec.kubeadmConfigSpec.joinConfiguration.controlPlane.localAPIEndpoint.bindPort", "spec.kubeadmConfigSpec.joinConfiguration.discovery.bootstrapToken.apiServerEndpoint", "spec.kubeadmConfigSpec.joinConfiguration.discovery.bootstrapToken.caCertHashes", "spec.kubeadmConfigSpec.joinConfiguration.discovery.bootstrapToken.token", "spec.kubeadmConfigSpec.joinConfiguration.discovery.bootstrapToken.unsafeSkipCAVerification", "spec.kubeadmConfigSpec.joinConfiguration.discovery.file.kubeConfigPath", "spec.kubeadmConfigSpec.joinConfiguration.discovery.timeout", "spec.kubeadmConfigSpec.joinConfiguration.discovery.tlsBootstrapToken", "spec.kubeadmConfigSpec.joinConfiguration.kind", "spec.kubeadmConfigSpec.useExperimentalRetryJoin", "spec.machineTemplate.infrastructureRef.fieldPath", "spec.machineTemplate.infrastructureRef.namespace", "spec.machineTemplate.infrastructureRef.resourceVersion", "spec.machineTemplate.infrastructureRef.uid"],
        blocks: &["spec.kubeadmConfigSpec", "spec.kubeadmConfigSpec.clusterConfiguration", "spec.kubeadmConfigSpec.clusterConfiguration.dns", "spec.kubeadmConfigSpec.clusterConfiguration.etcd", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local", "spec.kubeadmConfigSpec.clusterConfiguration.networking", "spec.kubeadmConfigSpec.initConfiguration", "spec.kubeadmConfigSpec.initConfiguration.localAPIEndpoint", "spec.kubeadmConfigSpec.initConfiguration.patches", "spec.kubeadmConfigSpec.joinConfiguration", "spec.kubeadmConfigSpec.joinConfiguration.controlPlane", "spec.kubeadmConfigSpec.joinConfiguration.controlPlane.localAPIEndpoint", "spec.kubeadmConfigSpec.joinConfiguration.discovery", "spec.kubeadmConfigSpec.joinConfiguration.discovery.bootstrapToken", "spec.kubeadmConfigSpec.joinConfiguration.discovery.file", "spec.kubeadmConfigSpec.joinConfiguration.patches", "spec.machineTemplate", "spec.machineTemplate.infrastructureRef"],
    },
    AllowList {
        eras: &[Era::closed(r(1, 4, 0), r(1, 4, 5)), Era::closed(r(1, 5, 0), r(1, 5, 0))],
        paths: &["metadata.*", "spec.kubeadmConfigSpec.clusterConfiguration.apiServer", "spec.kubeadmConfigSpec.clusterConfiguration.apiServer.*", "spec.kubeadmConfigSpec.clusterConfiguration.controllerManager", "spec.kubeadmConfigSpec.clusterConfiguration.controllerManager.*", "spec.kubeadmConfigSpec.clusterConfiguration.dns.imageRepository", "spec.kubeadmConfigSpec.clusterConfiguration.dns.imageTag", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.extraArgs", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.extraArgs.*", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.imageRepository", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.imageTag", "spec.kubeadmConfigSpec.clusterConfiguration.imageRepository", "spec.kubeadmConfigSpec.clusterConfiguration.scheduler", "spec.kubeadmConfigSpec.clusterConfiguration.scheduler.*", "spec.kubeadmConfigSpec.diskSetup", "spec.kubeadmConfigSpec.diskSetup.*", "spec.kubeadmConfigSpec.files", "spec.kubeadmConfigSpec.format", "spec.kubeadmConfigSpec.ignition", "spec.kubeadmConfigSpec.ignition.*", "spec.kubeadmConfigSpec.initConfiguration.nodeRegistration", "spec.kubeadmConfigSpec.initConfiguration.nodeRegistration.*", "spec.kubeadmConfigSpec.initConfiguration.patches.directory", "spec.kubeadmConfigSpec.initConfiguration.skipPhases", "spec.kubeadmConfigSpec.joinConfiguration.nodeRegistration", "spec.kubeadmConfigSpec.joinConfiguration.nodeRegistration.*", "spec.kubeadmConfigSpec.joinConfiguration.patches.directory", "spec.kubeadmConfigSpec.joinConfiguration.skipPhases", "spec.kubeadmConfigSpec.mounts", "spec.kubeadmConfigSpec.ntp", "spec.kubeadmConfigSpec.ntp.*", "spec.kubeadmConfigSpec.postKubeadmCommands", "spec.kubeadmConfigSpec.preKubeadmCommands", "spec.kubeadmConfigSpec.users", "spec.kubeadmConfigSpec.verbosity", "spec.machineTemplate.infrastructureRef.apiVersion", "spec.machineTemplate.infrastructureRef.kind", "spec.machineTemplate.infrastructureRef.name", "spec.machineTemplate.metadata", "spec.machineTemplate.metadata.*", "spec.machineTemplate.nodeDeletionTimeout", "spec.machineTemplate.nodeDrainTimeout", "spec.machineTemplate.nodeVolumeDetachTimeout", "spec.remediationStrategy", "spec.remediationStrategy.*", "spec.replicas", "spec.rolloutAfter", "spec.rolloutBefore", "spec.rolloutBefore.*", "spec.rolloutStrategy", "spec.rolloutStrategy.*", "spec.version"],
        unlisted: &["spec.kubeadmConfigSpec.clusterConfiguration.apiVersion", "spec.kubeadmConfigSpec.clusterConfiguration.certificatesDir", "spec.kubeadmConfigSpec.clusterConfiguration.clusterName", "spec.kubeadmConfigSpec.clusterConfiguration.controlPlaneEndpoint", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external.caFile", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external.certFile", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external.endpoints", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external.keyFile", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.dataDir", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.peerCertSANs", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.serverCertSANs", "spec.kubeadmConfigSpec.clusterConfiguration.featureGates", "spec.kubeadmConfigSpec.clusterConfiguration.kind", "spec.kubeadmConfigSpec.clusterConfiguration.kubernetesVersion", "spec.kubeadmConfigSpec.clusterConfiguration.networking.dnsDomain", "spec.kubeadmConfigSpec.clusterConfiguration.networking.podSubnet", "spec.kubeadmConfigSpec.clusterConfiguration.networking.serviceSubnet", "spec.kubeadmConfigSpec.initConfiguration.apiVersion", "spec.kubeadmConfigSpec.initConfiguration.bootstrapTokens", "spec.kubeadmConfigSpec.initConfiguration.kind", "spec.kubeadmConfigSpec.initConfiguration.localAPIEndpoint.advertiseAddress", "spec.kubeadmConfigSpec.initConfiguration.localAPIEndpoint.bindPort", "spec.kubeadmConfigSpec.joinConfiguration.apiVersion", "spec.kubeadmConfigSpec.joinConfiguration.caCertPath", "spec.kubeadmConfigSpec.joinConfiguration.controlPlane.localAPIEndpoint.advertiseAddress", "spec.kubeadmConfigSpec.joinConfiguration.controlPlane.localAPIEndpoint.bindPort", "spec.kubeadmConfigSpec.joinConfiguration.discovery.bootstrapToken.apiServerEndpoint", "spec.kubeadmConfigSpec.joinConfiguration.discovery.bootstrapToken.caCertHashes", "spec.kubeadmConfigSpec.joinConfiguration.discovery.bootstrapToken.token", "spec.kubeadmConfigSpec.joinConfiguration.discovery.bootstrapToken.unsafeSkipCAVerification", "spec.kubeadmConfigSpec.joinConfiguration.discovery.file.kubeConfigPath", "spec.kubeadmConfigSpec.joinConfiguration.discovery.timeout", "spec.kubeadmConfigSpec.joinConfiguration.discovery.tlsBootstrapToken", "spec.kubeadmConfigSpec.joinConfiguration.kind", "spec.kubeadmConfigSpec.useExperimentalRetryJoin", "spec.machineTemplate.infrastructureRef.fieldPath", "spec.machineTemplate.infrastructureRef.namespace", "spec.machineTemplate.infrastructureRef.resourceVersion", "spec.machineTemplate.infrastructureRef.uid"],
        blocks: &["spec.kubeadmConfigSpec", "spec.kubeadmConfigSpec.clusterConfiguration", "spec.kubeadmConfigSpec.clusterConfiguration.dns", "spec.kubeadmConfigSpec.clusterConfiguration.etcd", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local", "spec.kubeadmConfigSpec.clusterConfiguration.networking", "spec.kubeadmConfigSpec.initConfiguration", "spec.kubeadmConfigSpec.initConfiguration.localAPIEndpoint", "spec.kubeadmConfigSpec.initConfiguration.patches", "spec.kubeadmConfigSpec.joinConfiguration", "spec.kubeadmConfigSpec.joinConfiguration.controlPlane", "spec.kubeadmConfigSpec.joinConfiguration.controlPlane.localAPIEndpoint", "spec.kubeadmConfigSpec.joinConfiguration.discovery", "spec.kubeadmConfigSpec.joinConfiguration.discovery.bootstrapToken", "spec.kubeadmConfigSpec.joinConfiguration.discovery.file", "spec.kubeadmConfigSpec.joinConfiguration.patches", "spec.machineTemplate", "spec.machineTemplate.infrastructureRef"],
    },
    AllowList {
        eras: &[Era::closed(r(1, 4, 6), r(1, 4, 8)), Era::closed(r(1, 5, 1), r(1, 5, 3))],
        paths: &["metadata.*", "spec.kubeadmConfigSpec.clusterConfiguration.apiServer", "spec.kubeadmConfigSpec.clusterConfiguration.apiServer.*", "spec.kubeadmConfigSpec.clusterConfiguration.controllerManager", "spec.kubeadmConfigSpec.clusterConfiguration.controllerManager.*", "spec.kubeadmConfigSpec.clusterConfiguration.dns.imageRepository", "spec.kubeadmConfigSpec.clusterConfiguration.dns.imageTag", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.extraArgs", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.extraArgs.*", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.imageRepository", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.imageTag", "spec.kubeadmConfigSpec.clusterConfiguration.imageRepository", "spec.kubeadmConfigSpec.clusterConfiguration.scheduler", "spec.kubeadmConfigSpec.clusterConfiguration.scheduler.*", "spec.kubeadmConfigSpec.diskSetup", "spec.kubeadmConfigSpec.diskSetup.*", "spec.kubeadmConfigSpec.files", "spec.kubeadmConfigSpec.format", "spec.kubeadmConfigSpec.ignition", "spec.kubeadmConfigSpec.ignition.*", "spec.kubeadmConfigSpec.initConfiguration.nodeRegistration", "spec.kubeadmConfigSpec.initConfiguration.nodeRegistration.*", "spec.kubeadmConfigSpec.initConfiguration.patches.directory", "spec.kubeadmConfigSpec.initConfiguration.skipPhases", "spec.kubeadmConfigSpec.joinConfiguration.nodeRegistration", "spec.kubeadmConfigSpec.joinConfiguration.nodeRegistration.*", "spec.kubeadmConfigSpec.joinConfiguration.patches.directory", "spec.kubeadmConfigSpec.joinConfiguration.skipPhases", "spec.kubeadmConfigSpec.mounts", "spec.kubeadmConfigSpec.ntp", "spec.kubeadmConfigSpec.ntp.*", "spec.kubeadmConfigSpec.postKubeadmCommands", "spec.kubeadmConfigSpec.preKubeadmCommands", "spec.kubeadmConfigSpec.useExperimentalRetryJoin", "spec.kubeadmConfigSpec.users", "spec.kubeadmConfigSpec.verbosity", "spec.machineTemplate.infrastructureRef.apiVersion", "spec.machineTemplate.infrastructureRef.kind", "spec.machineTemplate.infrastructureRef.name", "spec.machineTemplate.metadata", "spec.machineTemplate.metadata.*", "spec.machineTemplate.nodeDeletionTimeout", "spec.machineTemplate.nodeDrainTimeout", "spec.machineTemplate.nodeVolumeDetachTimeout", "spec.remediationStrategy", "spec.remediationStrategy.*", "spec.replicas", "spec.rolloutAfter", "spec.rolloutBefore", "spec.rolloutBefore.*", "spec.rolloutStrategy", "spec.rolloutStrategy.*", "spec.version"],
        unlisted: &["spec.kubeadmConfigSpec.clusterConfiguration.apiVersion", "spec.kubeadmConfigSpec.clusterConfiguration.certificatesDir", "spec.kubeadmConfigSpec.clusterConfiguration.clusterName", "spec.kubeadmConfigSpec.clusterConfiguration.controlPlaneEndpoint", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external.caFile", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external.certFile", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external.endpoints", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external.keyFile", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.dataDir", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.peerCertSANs", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.serverCertSANs", "spec.kubeadmConfigSpec.clusterConfiguration.featureGates", "spec.kubeadmConfigSpec.clusterConfiguration.kind", "spec.kubeadmConfigSpec.clusterConfiguration.kubernetesVersion", "spec.kubeadmConfigSpec.clusterConfiguration.networking.dnsDomain", "spec.kubeadmConfigSpec.clusterConfiguration.networking.podSubnet", "spec.kubeadmConfigSpec.clusterConfiguration.networking.serviceSubnet", "spec.kubeadmConfigSpec.initConfiguration.apiVersion", "spec.kubeadmConfigSpec.initConfiguration.bootstrapTokens", "spec.kubeadmConfigSpec.initConfiguration.kind", "spec.kubeadmConfigSpec.initConfiguration.localAPIEndpoint.advertiseAddress", "spec.kubeadmConfigSpec.initConfiguration.localAPIEndpoint.bindPort", "spec.kubeadmConfigSpec.joinConfiguration.apiVersion", "spec.kubeadmConfigSpec.joinConfiguration.caCertPath", "spec.kubeadmConfigSpec.joinConfiguration.controlPlane.localAPIEndpoint.advertiseAddress", "spec.kubeadmConfigSpec.joinConfiguration.controlPlane.localAPIEndpoint.bindPort", "spec.kubeadmConfigSpec.joinConfiguration.discovery.bootstrapToken.apiServerEndpoint", "spec.kubeadmConfigSpec.joinConfiguration.discovery.bootstrapToken.caCertHashes", "spec.kubeadmConfigSpec.joinConfiguration.discovery.bootstrapToken.token", "spec.kubeadmConfigSpec.joinConfiguration.discovery.bootstrapToken.unsafeSkipCAVerification", "spec.kubeadmConfigSpec.joinConfiguration.discovery.file.kubeConfigPath", "spec.kubeadmConfigSpec.joinConfiguration.discovery.timeout", "spec.kubeadmConfigSpec.joinConfiguration.discovery.tlsBootstrapToken", "spec.kubeadmConfigSpec.joinConfiguration.kind", "spec.machineTemplate.infrastructureRef.fieldPath", "spec.machineTemplate.infrastructureRef.namespace", "spec.machineTemplate.infrastructureRef.resourceVersion", "spec.machineTemplate.infrastructureRef.uid"],
        blocks: &["spec.kubeadmConfigSpec", "spec.kubeadmConfigSpec.clusterConfiguration", "spec.kubeadmConfigSpec.clusterConfiguration.dns", "spec.kubeadmConfigSpec.clusterConfiguration.etcd", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local", "spec.kubeadmConfigSpec.clusterConfiguration.networking", "spec.kubeadmConfigSpec.initConfiguration", "spec.kubeadmConfigSpec.initConfiguration.localAPIEndpoint", "spec.kubeadmConfigSpec.initConfiguration.patches", "spec.kubeadmConfigSpec.joinConfiguration", "spec.kubeadmConfigSpec.joinConfiguration.controlPlane", "spec.kubeadmConfigSpec.joinConfiguration.controlPlane.localAPIEndpoint", "spec.kubeadmConfigSpec.joinConfiguration.discovery", "spec.kubeadmConfigSpec.joinConfiguration.discovery.bootstrapToken", "spec.kubeadmConfigSpec.joinConfiguration.discovery.file", "spec.kubeadmConfigSpec.joinConfiguration.patches", "spec.machineTemplate", "spec.machineTemplate.infrastructureRef"],
    },
    AllowList {
        eras: &[Era::closed(r(1, 4, 9), r(1, 4, 9)), Era::closed(r(1, 5, 4), r(1, 5, 4)),
            Era::closed(r(1, 6, 0), r(1, 6, 0))],
        paths: &["metadata.*", "spec.kubeadmConfigSpec.clusterConfiguration.apiServer", "spec.kubeadmConfigSpec.clusterConfiguration.apiServer.*", "spec.kubeadmConfigSpec.clusterConfiguration.controllerManager", "spec.kubeadmConfigSpec.clusterConfiguration.controllerManager.*", "spec.kubeadmConfigSpec.clusterConfiguration.dns.imageRepository", "spec.kubeadmConfigSpec.clusterConfiguration.dns.imageTag", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.extraArgs", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.extraArgs.*", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.imageRepository", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.imageTag", "spec.kubeadmConfigSpec.clusterConfiguration.imageRepository", "spec.kubeadmConfigSpec.clusterConfiguration.scheduler", "spec.kubeadmConfigSpec.clusterConfiguration.scheduler.*", "spec.kubeadmConfigSpec.diskSetup", "spec.kubeadmConfigSpec.diskSetup.*", "spec.kubeadmConfigSpec.files", "spec.kubeadmConfigSpec.format", "spec.kubeadmConfigSpec.ignition", "spec.kubeadmConfigSpec.ignition.*", "spec.kubeadmConfigSpec.initConfiguration.nodeRegistration", "spec.kubeadmConfigSpec.initConfiguration.nodeRegistration.*", "spec.kubeadmConfigSpec.initConfiguration.patches", "spec.kubeadmConfigSpec.initConfiguration.patches.directory", "spec.kubeadmConfigSpec.initConfiguration.skipPhases", "spec.kubeadmConfigSpec.joinConfiguration.nodeRegistration", "spec.kubeadmConfigSpec.joinConfiguration.nodeRegistration.*", "spec.kubeadmConfigSpec.joinConfiguration.patches", "spec.kubeadmConfigSpec.joinConfiguration.patches.directory", "spec.kubeadmConfigSpec.joinConfiguration.skipPhases", "spec.kubeadmConfigSpec.mounts", "spec.kubeadmConfigSpec.ntp", "spec.kubeadmConfigSpec.ntp.*", "spec.kubeadmConfigSpec.postKubeadmCommands", "spec.kubeadmConfigSpec.preKubeadmCommands", "spec.kubeadmConfigSpec.useExperimentalRetryJoin", "spec.kubeadmConfigSpec.users", "spec.kubeadmConfigSpec.verbosity", "spec.machineTemplate.infrastructureRef.apiVersion", "spec.machineTemplate.infrastructureRef.kind", "spec.machineTemplate.infrastructureRef.name", "spec.machineTemplate.metadata", "spec.machineTemplate.metadata.*", "spec.machineTemplate.nodeDeletionTimeout", "spec.machineTemplate.nodeDrainTimeout", "spec.machineTemplate.nodeVolumeDetachTimeout", "spec.remediationStrategy", "spec.remediationStrategy.*", "spec.replicas", "spec.rolloutAfter", "spec.rolloutBefore", "spec.rolloutBefore.*", "spec.rolloutStrategy", "spec.rolloutStrategy.*", "spec.version"],
        unlisted: &["spec.kubeadmConfigSpec.clusterConfiguration.apiVersion", "spec.kubeadmConfigSpec.clusterConfiguration.certificatesDir", "spec.kubeadmConfigSpec.clusterConfiguration.clusterName", "spec.kubeadmConfigSpec.clusterConfiguration.controlPlaneEndpoint", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external.caFile", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external.certFile", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external.endpoints", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external.keyFile", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.dataDir", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.peerCertSANs", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.serverCertSANs", "spec.kubeadmConfigSpec.clusterConfiguration.featureGates", "spec.kubeadmConfigSpec.clusterConfiguration.kind", "spec.kubeadmConfigSpec.clusterConfiguration.kubernetesVersion", "spec.kubeadmConfigSpec.clusterConfiguration.networking.dnsDomain", "spec.kubeadmConfigSpec.clusterConfiguration.networking.podSubnet", "spec.kubeadmConfigSpec.clusterConfiguration.networking.serviceSubnet", "spec.kubeadmConfigSpec.initConfiguration.apiVersion", "spec.kubeadmConfigSpec.initConfiguration.bootstrapTokens", "spec.kubeadmConfigSpec.initConfiguration.kind", "spec.kubeadmConfigSpec.initConfiguration.localAPIEndpoint.advertiseAddress", "spec.kubeadmConfigSpec.initConfiguration.localAPIEndpoint.bindPort", "spec.kubeadmConfigSpec.joinConfiguration.apiVersion", "spec.kubeadmConfigSpec.joinConfiguration.caCertPath", "spec.kubeadmConfigSpec.joinConfiguration.controlPlane.localAPIEndpoint.advertiseAddress", "spec.kubeadmConfigSpec.joinConfiguration.controlPlane.localAPIEndpoint.bindPort", "spec.kubeadmConfigSpec.joinConfiguration.discovery.bootstrapToken.apiServerEndpoint", "spec.kubeadmConfigSpec.joinConfiguration.discovery.bootstrapToken.caCertHashes", "spec.kubeadmConfigSpec.joinConfiguration.discovery.bootstrapToken.token", "spec.kubeadmConfigSpec.joinConfiguration.discovery.bootstrapToken.unsafeSkipCAVerification", "spec.kubeadmConfigSpec.joinConfiguration.discovery.file.kubeConfigPath", "spec.kubeadmConfigSpec.joinConfiguration.discovery.timeout", "spec.kubeadmConfigSpec.joinConfiguration.discovery.tlsBootstrapToken", "spec.kubeadmConfigSpec.joinConfiguration.kind", "spec.machineTemplate.infrastructureRef.fieldPath", "spec.machineTemplate.infrastructureRef.namespace", "spec.machineTemplate.infrastructureRef.resourceVersion", "spec.machineTemplate.infrastructureRef.uid"],
        blocks: &["spec.kubeadmConfigSpec", "spec.kubeadmConfigSpec.clusterConfiguration", "spec.kubeadmConfigSpec.clusterConfiguration.dns", "spec.kubeadmConfigSpec.clusterConfiguration.etcd", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local", "spec.kubeadmConfigSpec.clusterConfiguration.networking", "spec.kubeadmConfigSpec.initConfiguration", "spec.kubeadmConfigSpec.initConfiguration.localAPIEndpoint", "spec.kubeadmConfigSpec.joinConfiguration", "spec.kubeadmConfigSpec.joinConfiguration.controlPlane", "spec.kubeadmConfigSpec.joinConfiguration.controlPlane.localAPIEndpoint", "spec.kubeadmConfigSpec.joinConfiguration.discovery", "spec.kubeadmConfigSpec.joinConfiguration.discovery.bootstrapToken", "spec.kubeadmConfigSpec.joinConfiguration.discovery.file", "spec.machineTemplate", "spec.machineTemplate.infrastructureRef"],
    },
    AllowList {
        eras: &[Era::closed(r(1, 5, 5), r(1, 5, 8)), Era::closed(r(1, 6, 1), r(1, 6, 8))],
        paths: &["metadata.*", "spec.kubeadmConfigSpec.clusterConfiguration.apiServer", "spec.kubeadmConfigSpec.clusterConfiguration.apiServer.*", "spec.kubeadmConfigSpec.clusterConfiguration.controllerManager", "spec.kubeadmConfigSpec.clusterConfiguration.controllerManager.*", "spec.kubeadmConfigSpec.clusterConfiguration.dns.imageRepository", "spec.kubeadmConfigSpec.clusterConfiguration.dns.imageTag", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external.caFile", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external.certFile", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external.endpoints", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external.keyFile", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.dataDir", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.extraArgs", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.extraArgs.*", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.imageRepository", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.imageTag", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.peerCertSANs", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.serverCertSANs", "spec.kubeadmConfigSpec.clusterConfiguration.imageRepository", "spec.kubeadmConfigSpec.clusterConfiguration.scheduler", "spec.kubeadmConfigSpec.clusterConfiguration.scheduler.*", "spec.kubeadmConfigSpec.diskSetup", "spec.kubeadmConfigSpec.diskSetup.*", "spec.kubeadmConfigSpec.files", "spec.kubeadmConfigSpec.format", "spec.kubeadmConfigSpec.ignition", "spec.kubeadmConfigSpec.ignition.*", "spec.kubeadmConfigSpec.initConfiguration.bootstrapTokens", "spec.kubeadmConfigSpec.initConfiguration.localAPIEndpoint", "spec.kubeadmConfigSpec.initConfiguration.localAPIEndpoint.*", "spec.kubeadmConfigSpec.initConfiguration.nodeRegistration", "spec.kubeadmConfigSpec.initConfiguration.nodeRegistration.*", "spec.kubeadmConfigSpec.initConfiguration.patches", "spec.kubeadmConfigSpec.initConfiguration.patches.directory", "spec.kubeadmConfigSpec.initConfiguration.skipPhases", "spec.kubeadmConfigSpec.joinConfiguration.caCertPath", "spec.kubeadmConfigSpec.joinConfiguration.controlPlane", "spec.kubeadmConfigSpec.joinConfiguration.controlPlane.*", "spec.kubeadmConfigSpec.joinConfiguration.discovery", "spec.kubeadmConfigSpec.joinConfiguration.discovery.*", "spec.kubeadmConfigSpec.joinConfiguration.nodeRegistration", "spec.kubeadmConfigSpec.joinConfiguration.nodeRegistration.*", "spec.kubeadmConfigSpec.joinConfiguration.patches", "spec.kubeadmConfigSpec.joinConfiguration.patches.directory", "spec.kubeadmConfigSpec.joinConfiguration.skipPhases", "spec.kubeadmConfigSpec.mounts", "spec.kubeadmConfigSpec.ntp", "spec.kubeadmConfigSpec.ntp.*", "spec.kubeadmConfigSpec.postKubeadmCommands", "spec.kubeadmConfigSpec.preKubeadmCommands", "spec.kubeadmConfigSpec.useExperimentalRetryJoin", "spec.kubeadmConfigSpec.users", "spec.kubeadmConfigSpec.verbosity", "spec.machineTemplate.infrastructureRef.apiVersion", "spec.machineTemplate.infrastructureRef.kind", "spec.machineTemplate.infrastructureRef.name", "spec.machineTemplate.metadata", "spec.machineTemplate.metadata.*", "spec.machineTemplate.nodeDeletionTimeout", "spec.machineTemplate.nodeDrainTimeout", "spec.machineTemplate.nodeVolumeDetachTimeout", "spec.remediationStrategy", "spec.remediationStrategy.*", "spec.replicas", "spec.rolloutAfter", "spec.rolloutBefore", "spec.rolloutBefore.*", "spec.rolloutStrategy", "spec.rolloutStrategy.*", "spec.version"],
        unlisted: &["spec.kubeadmConfigSpec.clusterConfiguration.apiVersion", "spec.kubeadmConfigSpec.clusterConfiguration.certificatesDir", "spec.kubeadmConfigSpec.clusterConfiguration.clusterName", "spec.kubeadmConfigSpec.clusterConfiguration.controlPlaneEndpoint", "spec.kubeadmConfigSpec.clusterConfiguration.featureGates", "spec.kubeadmConfigSpec.clusterConfiguration.kind", "spec.kubeadmConfigSpec.clusterConfiguration.kubernetesVersion", "spec.kubeadmConfigSpec.clusterConfiguration.networking.dnsDomain", "spec.kubeadmConfigSpec.clusterConfiguration.networking.podSubnet", "spec.kubeadmConfigSpec.clusterConfiguration.networking.serviceSubnet", "spec.kubeadmConfigSpec.initConfiguration.apiVersion", "spec.kubeadmConfigSpec.initConfiguration.kind", "spec.kubeadmConfigSpec.joinConfiguration.apiVersion", "spec.kubeadmConfigSpec.joinConfiguration.kind", "spec.machineTemplate.infrastructureRef.fieldPath", "spec.machineTemplate.infrastructureRef.namespace", "spec.machineTemplate.infrastructureRef.resourceVersion", "spec.machineTemplate.infrastructureRef.uid"],
        blocks: &["spec.kubeadmConfigSpec", "spec.kubeadmConfigSpec.clusterConfiguration", "spec.kubeadmConfigSpec.clusterConfiguration.dns", "spec.kubeadmConfigSpec.clusterConfiguration.etcd", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local", "spec.kubeadmConfigSpec.clusterConfiguration.networking", "spec.kubeadmConfigSpec.initConfiguration", "spec.kubeadmConfigSpec.joinConfiguration", "spec.machineTemplate", "spec.machineTemplate.infrastructureRef"],
    },
    AllowList {
        eras: &[Era::closed(r(1, 7, 0), r(1, 7, 9)), Era::closed(r(1, 8, 0), r(1, 8, 12))],
        paths: &["metadata.*", "spec.kubeadmConfigSpec.clusterConfiguration.apiServer", "spec.kubeadmConfigSpec.clusterConfiguration.apiServer.*", "spec.kubeadmConfigSpec.clusterConfiguration.controllerManager", "spec.kubeadmConfigSpec.clusterConfiguration.controllerManager.*", "spec.kubeadmConfigSpec.clusterConfiguration.dns.imageRepository", "spec.kubeadmConfigSpec.clusterConfiguration.dns.imageTag", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external.caFile", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external.certFile", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external.endpoints", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external.keyFile", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.dataDir", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.extraArgs", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.extraArgs.*", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.imageRepository", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.imageTag", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.peerCertSANs", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.serverCertSANs", "spec.kubeadmConfigSpec.clusterConfiguration.featureGates", "spec.kubeadmConfigSpec.clusterConfiguration.featureGates.*", "spec.kubeadmConfigSpec.clusterConfiguration.imageRepository", "spec.kubeadmConfigSpec.clusterConfiguration.scheduler", "spec.kubeadmConfigSpec.clusterConfiguration.scheduler.*", "spec.kubeadmConfigSpec.diskSetup", "spec.kubeadmConfigSpec.diskSetup.*", "spec.kubeadmConfigSpec.files", "spec.kubeadmConfigSpec.format", "spec.kubeadmConfigSpec.ignition", "spec.kubeadmConfigSpec.ignition.*", "spec.kubeadmConfigSpec.initConfiguration.bootstrapTokens", "spec.kubeadmConfigSpec.initConfiguration.localAPIEndpoint", "spec.kubeadmConfigSpec.initConfiguration.localAPIEndpoint.*", "spec.kubeadmConfigSpec.initConfiguration.nodeRegistration", "spec.kubeadmConfigSpec.initConfiguration.nodeRegistration.*", "spec.kubeadmConfigSpec.initConfiguration.patches", "spec.kubeadmConfigSpec.initConfiguration.patches.directory", "spec.kubeadmConfigSpec.initConfiguration.skipPhases", "spec.kubeadmConfigSpec.joinConfiguration.caCertPath", "spec.kubeadmConfigSpec.joinConfiguration.controlPlane", "spec.kubeadmConfigSpec.joinConfiguration.controlPlane.*", "spec.kubeadmConfigSpec.joinConfiguration.discovery", "spec.kubeadmConfigSpec.joinConfiguration.discovery.*", "spec.kubeadmConfigSpec.joinConfiguration.nodeRegistration", "spec.kubeadmConfigSpec.joinConfiguration.nodeRegistration.*", "spec.kubeadmConfigSpec.joinConfiguration.patches", "spec.kubeadmConfigSpec.joinConfiguration.patches.directory", "spec.kubeadmConfigSpec.joinConfiguration.skipPhases", "spec.kubeadmConfigSpec.mounts", "spec.kubeadmConfigSpec.ntp", "spec.kubeadmConfigSpec.ntp.*", "spec.kubeadmConfigSpec.postKubeadmCommands", "spec.kubeadmConfigSpec.preKubeadmCommands", "spec.kubeadmConfigSpec.useExperimentalRetryJoin", "spec.kubeadmConfigSpec.users", "spec.kubeadmConfigSpec.verbosity", "spec.machineTemplate.infrastructureRef.apiVersion", "spec.machineTemplate.infrastructureRef.kind", "spec.machineTemplate.infrastructureRef.name", "spec.machineTemplate.metadata", "spec.machineTemplate.metadata.*", "spec.machineTemplate.nodeDeletionTimeout", "spec.machineTemplate.nodeDrainTimeout", "spec.machineTemplate.nodeVolumeDetachTimeout", "spec.remediationStrategy", "spec.remediationStrategy.*", "spec.replicas", "spec.rolloutAfter", "spec.rolloutBefore", "spec.rolloutBefore.*", "spec.rolloutStrategy", "spec.rolloutStrategy.*", "spec.version"],
        unlisted: &["spec.kubeadmConfigSpec.clusterConfiguration.apiVersion", "spec.kubeadmConfigSpec.clusterConfiguration.certificatesDir", "spec.kubeadmConfigSpec.clusterConfiguration.clusterName", "spec.kubeadmConfigSpec.clusterConfiguration.controlPlaneEndpoint", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.extraEnvs", "spec.kubeadmConfigSpec.clusterConfiguration.kind", "spec.kubeadmConfigSpec.clusterConfiguration.kubernetesVersion", "spec.kubeadmConfigSpec.clusterConfiguration.networking.dnsDomain", "spec.kubeadmConfigSpec.clusterConfiguration.networking.podSubnet", "spec.kubeadmConfigSpec.clusterConfiguration.networking.serviceSubnet", "spec.kubeadmConfigSpec.initConfiguration.apiVersion", "spec.kubeadmConfigSpec.initConfiguration.kind", "spec.kubeadmConfigSpec.joinConfiguration.apiVersion", "spec.kubeadmConfigSpec.joinConfiguration.kind", "spec.machineTemplate.infrastructureRef.fieldPath", "spec.machineTemplate.infrastructureRef.namespace", "spec.machineTemplate.infrastructureRef.resourceVersion", "spec.machineTemplate.infrastructureRef.uid"],
        blocks: &["spec.kubeadmConfigSpec", "spec.kubeadmConfigSpec.clusterConfiguration", "spec.kubeadmConfigSpec.clusterConfiguration.dns", "spec.kubeadmConfigSpec.clusterConfiguration.etcd", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local", "spec.kubeadmConfigSpec.clusterConfiguration.networking", "spec.kubeadmConfigSpec.initConfiguration", "spec.kubeadmConfigSpec.joinConfiguration", "spec.machineTemplate", "spec.machineTemplate.infrastructureRef"],
    },
    AllowList {
        eras: &[Era::closed(r(1, 9, 0), r(1, 9, 11))],
        paths: &["metadata.*", "spec.kubeadmConfigSpec.clusterConfiguration.apiServer", "spec.kubeadmConfigSpec.clusterConfiguration.apiServer.*", "spec.kubeadmConfigSpec.clusterConfiguration.controllerManager", "spec.kubeadmConfigSpec.clusterConfiguration.controllerManager.*", "spec.kubeadmConfigSpec.clusterConfiguration.dns.imageRepository", "spec.kubeadmConfigSpec.clusterConfiguration.dns.imageTag", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external.caFile", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external.certFile", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external.endpoints", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external.keyFile", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.dataDir", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.extraArgs", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.extraArgs.*", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.imageRepository", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.imageTag", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.peerCertSANs", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.serverCertSANs", "spec.kubeadmConfigSpec.clusterConfiguration.featureGates", "spec.kubeadmConfigSpec.clusterConfiguration.featureGates.*", "spec.kubeadmConfigSpec.clusterConfiguration.imageRepository", "spec.kubeadmConfigSpec.clusterConfiguration.scheduler", "spec.kubeadmConfigSpec.clusterConfiguration.scheduler.*", "spec.kubeadmConfigSpec.diskSetup", "spec.kubeadmConfigSpec.diskSetup.*", "spec.kubeadmConfigSpec.files", "spec.kubeadmConfigSpec.format", "spec.kubeadmConfigSpec.ignition", "spec.kubeadmConfigSpec.ignition.*", "spec.kubeadmConfigSpec.initConfiguration.bootstrapTokens", "spec.kubeadmConfigSpec.initConfiguration.localAPIEndpoint", "spec.kubeadmConfigSpec.initConfiguration.localAPIEndpoint.*", "spec.kubeadmConfigSpec.initConfiguration.nodeRegistration", "spec.kubeadmConfigSpec.initConfiguration.nodeRegistration.*", "spec.kubeadmConfigSpec.initConfiguration.patches", "spec.kubeadmConfigSpec.initConfiguration.patches.directory", "spec.kubeadmConfigSpec.initConfiguration.skipPhases", "spec.kubeadmConfigSpec.joinConfiguration.caCertPath", "spec.kubeadmConfigSpec.joinConfiguration.controlPlane", "spec.kubeadmConfigSpec.joinConfiguration.controlPlane.*", "spec.kubeadmConfigSpec.joinConfiguration.discovery", "spec.kubeadmConfigSpec.joinConfiguration.discovery.*", "spec.kubeadmConfigSpec.joinConfiguration.nodeRegistration", "spec.kubeadmConfigSpec.joinConfiguration.nodeRegistration.*", "spec.kubeadmConfigSpec.joinConfiguration.patches", "spec.kubeadmConfigSpec.joinConfiguration.patches.directory", "spec.kubeadmConfigSpec.joinConfiguration.skipPhases", "spec.kubeadmConfigSpec.mounts", "spec.kubeadmConfigSpec.ntp", "spec.kubeadmConfigSpec.ntp.*", "spec.kubeadmConfigSpec.postKubeadmCommands", "spec.kubeadmConfigSpec.preKubeadmCommands", "spec.kubeadmConfigSpec.useExperimentalRetryJoin", "spec.kubeadmConfigSpec.users", "spec.kubeadmConfigSpec.verbosity", "spec.machineNamingStrategy", "spec.machineNamingStrategy.*", "spec.machineTemplate.infrastructureRef.apiVersion", "spec.machineTemplate.infrastructureRef.kind", "spec.machineTemplate.infrastructureRef.name", "spec.machineTemplate.metadata", "spec.machineTemplate.metadata.*", "spec.machineTemplate.nodeDeletionTimeout", "spec.machineTemplate.nodeDrainTimeout", "spec.machineTemplate.nodeVolumeDetachTimeout", "spec.remediationStrategy", "spec.remediationStrategy.*", "spec.replicas", "spec.rolloutAfter", "spec.rolloutBefore", "spec.rolloutBefore.*", "spec.rolloutStrategy", "spec.rolloutStrategy.*", "spec.version"],
        unlisted: &["spec.kubeadmConfigSpec.clusterConfiguration.apiVersion", "spec.kubeadmConfigSpec.clusterConfiguration.certificatesDir", "spec.kubeadmConfigSpec.clusterConfiguration.clusterName", "spec.kubeadmConfigSpec.clusterConfiguration.controlPlaneEndpoint", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.extraEnvs", "spec.kubeadmConfigSpec.clusterConfiguration.kind", "spec.kubeadmConfigSpec.clusterConfiguration.kubernetesVersion", "spec.kubeadmConfigSpec.clusterConfiguration.networking.dnsDomain", "spec.kubeadmConfigSpec.clusterConfiguration.networking.podSubnet", "spec.kubeadmConfigSpec.clusterConfiguration.networking.serviceSubnet", "spec.kubeadmConfigSpec.initConfiguration.apiVersion", "spec.kubeadmConfigSpec.initConfiguration.kind", "spec.kubeadmConfigSpec.joinConfiguration.apiVersion", "spec.kubeadmConfigSpec.joinConfiguration.kind", "spec.machineTemplate.infrastructureRef.fieldPath", "spec.machineTemplate.infrastructureRef.namespace", "spec.machineTemplate.infrastructureRef.resourceVersion", "spec.machineTemplate.infrastructureRef.uid"],
        blocks: &["spec.kubeadmConfigSpec", "spec.kubeadmConfigSpec.clusterConfiguration", "spec.kubeadmConfigSpec.clusterConfiguration.dns", "spec.kubeadmConfigSpec.clusterConfiguration.etcd", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local", "spec.kubeadmConfigSpec.clusterConfiguration.networking", "spec.kubeadmConfigSpec.initConfiguration", "spec.kubeadmConfigSpec.joinConfiguration", "spec.machineTemplate", "spec.machineTemplate.infrastructureRef"],
    },
    AllowList {
        eras: &[Era::closed(r(1, 10, 0), r(1, 10, 10))],
        paths: &["metadata.*", "spec.kubeadmConfigSpec.bootCommands", "spec.kubeadmConfigSpec.clusterConfiguration.apiServer", "spec.kubeadmConfigSpec.clusterConfiguration.apiServer.*", "spec.kubeadmConfigSpec.clusterConfiguration.controllerManager", "spec.kubeadmConfigSpec.clusterConfiguration.controllerManager.*", "spec.kubeadmConfigSpec.clusterConfiguration.dns.imageRepository", "spec.kubeadmConfigSpec.clusterConfiguration.dns.imageTag", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external.caFile", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external.certFile", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external.endpoints", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external.keyFile", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.dataDir", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.extraArgs", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.extraArgs.*", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.imageRepository", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.imageTag", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.peerCertSANs", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.serverCertSANs", "spec.kubeadmConfigSpec.clusterConfiguration.featureGates", "spec.kubeadmConfigSpec.clusterConfiguration.featureGates.*", "spec.kubeadmConfigSpec.clusterConfiguration.imageRepository", "spec.kubeadmConfigSpec.clusterConfiguration.scheduler", "spec.kubeadmConfigSpec.clusterConfiguration.scheduler.*", "spec.kubeadmConfigSpec.diskSetup", "spec.kubeadmConfigSpec.diskSetup.*", "spec.kubeadmConfigSpec.files", "spec.kubeadmConfigSpec.format", "spec.kubeadmConfigSpec.ignition", "spec.kubeadmConfigSpec.ignition.*", "spec.kubeadmConfigSpec.initConfiguration.bootstrapTokens", "spec.kubeadmConfigSpec.initConfiguration.localAPIEndpoint", "spec.kubeadmConfigSpec.initConfiguration.localAPIEndpoint.*", "spec.kubeadmConfigSpec.initConfiguration.nodeRegistration", "spec.kubeadmConfigSpec.initConfiguration.nodeRegistration.*", "spec.kubeadmConfigSpec.initConfiguration.patches", "spec.kubeadmConfigSpec.initConfiguration.patches.directory", "spec.kubeadmConfigSpec.initConfiguration.skipPhases", "spec.kubeadmConfigSpec.joinConfiguration.caCertPath", "spec.kubeadmConfigSpec.joinConfiguration.controlPlane", "spec.kubeadmConfigSpec.joinConfiguration.controlPlane.*", "spec.kubeadmConfigSpec.joinConfiguration.discovery", "spec.kubeadmConfigSpec.joinConfiguration.discovery.*", "spec.kubeadmConfigSpec.joinConfiguration.nodeRegistration", "spec.kubeadmConfigSpec.joinConfiguration.nodeRegistration.*", "spec.kubeadmConfigSpec.joinConfiguration.patches", "spec.kubeadmConfigSpec.joinConfiguration.patches.directory", "spec.kubeadmConfigSpec.joinConfiguration.skipPhases", "spec.kubeadmConfigSpec.mounts", "spec.kubeadmConfigSpec.ntp", "spec.kubeadmConfigSpec.ntp.*", "spec.kubeadmConfigSpec.postKubeadmCommands", "spec.kubeadmConfigSpec.preKubeadmCommands", "spec.kubeadmConfigSpec.useExperimentalRetryJoin", "spec.kubeadmConfigSpec.users", "spec.kubeadmConfigSpec.verbosity", "spec.machineNamingStrategy", "spec.machineNamingStrategy.*", "spec.machineTemplate.infrastructureRef.apiVersion", "spec.machineTemplate.infrastructureRef.kind", "spec.machineTemplate.infrastructureRef.name", "spec.machineTemplate.metadata", "spec.machineTemplate.metadata.*", "spec.machineTemplate.nodeDeletionTimeout", "spec.machineTemplate.nodeDrainTimeout", "spec.machineTemplate.nodeVolumeDetachTimeout", "spec.remediationStrategy", "spec.remediationStrategy.*", "spec.replicas", "spec.rolloutAfter", "spec.rolloutBefore", "spec.rolloutBefore.*", "spec.rolloutStrategy", "spec.rolloutStrategy.*", "spec.version"],
        unlisted: &["spec.kubeadmConfigSpec.clusterConfiguration.apiVersion", "spec.kubeadmConfigSpec.clusterConfiguration.certificatesDir", "spec.kubeadmConfigSpec.clusterConfiguration.clusterName", "spec.kubeadmConfigSpec.clusterConfiguration.controlPlaneEndpoint", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.extraEnvs", "spec.kubeadmConfigSpec.clusterConfiguration.kind", "spec.kubeadmConfigSpec.clusterConfiguration.kubernetesVersion", "spec.kubeadmConfigSpec.clusterConfiguration.networking.dnsDomain", "spec.kubeadmConfigSpec.clusterConfiguration.networking.podSubnet", "spec.kubeadmConfigSpec.clusterConfiguration.networking.serviceSubnet", "spec.kubeadmConfigSpec.initConfiguration.apiVersion", "spec.kubeadmConfigSpec.initConfiguration.kind", "spec.kubeadmConfigSpec.joinConfiguration.apiVersion", "spec.kubeadmConfigSpec.joinConfiguration.kind", "spec.machineTemplate.infrastructureRef.fieldPath", "spec.machineTemplate.infrastructureRef.namespace", "spec.machineTemplate.infrastructureRef.resourceVersion", "spec.machineTemplate.infrastructureRef.uid", "spec.machineTemplate.readinessGates"],
        blocks: &["spec.kubeadmConfigSpec", "spec.kubeadmConfigSpec.clusterConfiguration", "spec.kubeadmConfigSpec.clusterConfiguration.dns", "spec.kubeadmConfigSpec.clusterConfiguration.etcd", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local", "spec.kubeadmConfigSpec.clusterConfiguration.networking", "spec.kubeadmConfigSpec.initConfiguration", "spec.kubeadmConfigSpec.joinConfiguration", "spec.machineTemplate", "spec.machineTemplate.infrastructureRef"],
    },
    AllowList {
        eras: &[Era::closed(r(1, 11, 0), r(1, 11, 11))],
        paths: &["metadata.*", "spec.kubeadmConfigSpec.bootCommands", "spec.kubeadmConfigSpec.clusterConfiguration.apiServer", "spec.kubeadmConfigSpec.clusterConfiguration.apiServer.*", "spec.kubeadmConfigSpec.clusterConfiguration.certificateValidityPeriodDays", "spec.kubeadmConfigSpec.clusterConfiguration.controllerManager", "spec.kubeadmConfigSpec.clusterConfiguration.controllerManager.*", "spec.kubeadmConfigSpec.clusterConfiguration.dns", "spec.kubeadmConfigSpec.clusterConfiguration.dns.*", "spec.kubeadmConfigSpec.clusterConfiguration.etcd", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.*", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external.*", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.*", "spec.kubeadmConfigSpec.clusterConfiguration.featureGates", "spec.kubeadmConfigSpec.clusterConfiguration.featureGates.*", "spec.kubeadmConfigSpec.clusterConfiguration.imageRepository", "spec.kubeadmConfigSpec.clusterConfiguration.scheduler", "spec.kubeadmConfigSpec.clusterConfiguration.scheduler.*", "spec.kubeadmConfigSpec.diskSetup", "spec.kubeadmConfigSpec.diskSetup.*", "spec.kubeadmConfigSpec.files", "spec.kubeadmConfigSpec.format", "spec.kubeadmConfigSpec.ignition", "spec.kubeadmConfigSpec.ignition.*", "spec.kubeadmConfigSpec.initConfiguration.bootstrapTokens", "spec.kubeadmConfigSpec.initConfiguration.localAPIEndpoint", "spec.kubeadmConfigSpec.initConfiguration.localAPIEndpoint.*", "spec.kubeadmConfigSpec.initConfiguration.nodeRegistration", "spec.kubeadmConfigSpec.initConfiguration.nodeRegistration.*", "spec.kubeadmConfigSpec.initConfiguration.patches", "spec.kubeadmConfigSpec.initConfiguration.patches.directory", "spec.kubeadmConfigSpec.initConfiguration.skipPhases", "spec.kubeadmConfigSpec.initConfiguration.timeouts", "spec.kubeadmConfigSpec.initConfiguration.timeouts.*", "spec.kubeadmConfigSpec.joinConfiguration.caCertPath", "spec.kubeadmConfigSpec.joinConfiguration.controlPlane", "spec.kubeadmConfigSpec.joinConfiguration.controlPlane.*", "spec.kubeadmConfigSpec.joinConfiguration.discovery", "spec.kubeadmConfigSpec.joinConfiguration.discovery.*", "spec.kubeadmConfigSpec.joinConfiguration.nodeRegistration", "spec.kubeadmConfigSpec.joinConfiguration.nodeRegistration.*", "spec.kubeadmConfigSpec.joinConfiguration.patches", "spec.kubeadmConfigSpec.joinConfiguration.patches.directory", "spec.kubeadmConfigSpec.joinConfiguration.skipPhases", "spec.kubeadmConfigSpec.joinConfiguration.timeouts", "spec.kubeadmConfigSpec.joinConfiguration.timeouts.*", "spec.kubeadmConfigSpec.mounts", "spec.kubeadmConfigSpec.ntp", "spec.kubeadmConfigSpec.ntp.*", "spec.kubeadmConfigSpec.postKubeadmCommands", "spec.kubeadmConfigSpec.preKubeadmCommands", "spec.kubeadmConfigSpec.users", "spec.kubeadmConfigSpec.verbosity", "spec.machineNaming", "spec.machineNaming.*", "spec.machineTemplate.metadata", "spec.machineTemplate.metadata.*", "spec.machineTemplate.spec", "spec.machineTemplate.spec.*", "spec.remediation", "spec.remediation.*", "spec.replicas", "spec.rollout", "spec.rollout.*", "spec.version"],
        unlisted: &["spec.kubeadmConfigSpec.clusterConfiguration.caCertificateValidityPeriodDays", "spec.kubeadmConfigSpec.clusterConfiguration.certificatesDir", "spec.kubeadmConfigSpec.clusterConfiguration.controlPlaneEndpoint"],
        blocks: &["spec.kubeadmConfigSpec", "spec.kubeadmConfigSpec.clusterConfiguration", "spec.kubeadmConfigSpec.initConfiguration", "spec.kubeadmConfigSpec.joinConfiguration", "spec.machineTemplate"],
    },
    AllowList {
        eras: &[Era::closed(r(1, 12, 0), r(1, 12, 11)), Era::closed(r(1, 13, 0), r(1, 13, 5)),
            Era::closed(r(1, 14, 0), r(1, 14, 0))],
        paths: &["metadata.*", "spec.kubeadmConfigSpec.bootCommands", "spec.kubeadmConfigSpec.clusterConfiguration.apiServer", "spec.kubeadmConfigSpec.clusterConfiguration.apiServer.*", "spec.kubeadmConfigSpec.clusterConfiguration.certificateValidityPeriodDays", "spec.kubeadmConfigSpec.clusterConfiguration.controllerManager", "spec.kubeadmConfigSpec.clusterConfiguration.controllerManager.*", "spec.kubeadmConfigSpec.clusterConfiguration.dns", "spec.kubeadmConfigSpec.clusterConfiguration.dns.*", "spec.kubeadmConfigSpec.clusterConfiguration.encryptionAlgorithm", "spec.kubeadmConfigSpec.clusterConfiguration.etcd", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.*", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.external.*", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local", "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.*", "spec.kubeadmConfigSpec.clusterConfiguration.featureGates", "spec.kubeadmConfigSpec.clusterConfiguration.featureGates.*", "spec.kubeadmConfigSpec.clusterConfiguration.imageRepository", "spec.kubeadmConfigSpec.clusterConfiguration.scheduler", "spec.kubeadmConfigSpec.clusterConfiguration.scheduler.*", "spec.kubeadmConfigSpec.diskSetup", "spec.kubeadmConfigSpec.diskSetup.*", "spec.kubeadmConfigSpec.files", "spec.kubeadmConfigSpec.format", "spec.kubeadmConfigSpec.ignition", "spec.kubeadmConfigSpec.ignition.*", "spec.kubeadmConfigSpec.initConfiguration.bootstrapTokens", "spec.kubeadmConfigSpec.initConfiguration.localAPIEndpoint", "spec.kubeadmConfigSpec.initConfiguration.localAPIEndpoint.*", "spec.kubeadmConfigSpec.initConfiguration.nodeRegistration", "spec.kubeadmConfigSpec.initConfiguration.nodeRegistration.*", "spec.kubeadmConfigSpec.initConfiguration.patches", "spec.kubeadmConfigSpec.initConfiguration.patches.directory", "spec.kubeadmConfigSpec.initConfiguration.skipPhases", "spec.kubeadmConfigSpec.initConfiguration.timeouts", "spec.kubeadmConfigSpec.initConfiguration.timeouts.*", "spec.kubeadmConfigSpec.joinConfiguration.caCertPath", "spec.kubeadmConfigSpec.joinConfiguration.controlPlane", "spec.kubeadmConfigSpec.joinConfiguration.controlPlane.*", "spec.kubeadmConfigSpec.joinConfiguration.discovery", "spec.kubeadmConfigSpec.joinConfiguration.discovery.*", "spec.kubeadmConfigSpec.joinConfiguration.nodeRegistration", "spec.kubeadmConfigSpec.joinConfiguration.nodeRegistration.*", "spec.kubeadmConfigSpec.joinConfiguration.patches", "spec.kubeadmConfigSpec.joinConfiguration.patches.directory", "spec.kubeadmConfigSpec.joinConfiguration.skipPhases", "spec.kubeadmConfigSpec.joinConfiguration.timeouts", "spec.kubeadmConfigSpec.joinConfiguration.timeouts.*", "spec.kubeadmConfigSpec.mounts", "spec.kubeadmConfigSpec.ntp", "spec.kubeadmConfigSpec.ntp.*", "spec.kubeadmConfigSpec.postKubeadmCommands", "spec.kubeadmConfigSpec.preKubeadmCommands", "spec.kubeadmConfigSpec.users", "spec.kubeadmConfigSpec.verbosity", "spec.machineNaming", "spec.machineNaming.*", "spec.machineTemplate.metadata", "spec.machineTemplate.metadata.*", "spec.machineTemplate.spec", "spec.machineTemplate.spec.*", "spec.remediation", "spec.remediation.*", "spec.replicas", "spec.rollout", "spec.rollout.*", "spec.version"],
        unlisted: &["spec.kubeadmConfigSpec.clusterConfiguration.caCertificateValidityPeriodDays", "spec.kubeadmConfigSpec.clusterConfiguration.certificatesDir", "spec.kubeadmConfigSpec.clusterConfiguration.controlPlaneEndpoint"],
        blocks: &["spec.kubeadmConfigSpec", "spec.kubeadmConfigSpec.clusterConfiguration", "spec.kubeadmConfigSpec.initConfiguration", "spec.kubeadmConfigSpec.joinConfiguration", "spec.machineTemplate"],
    },
];

/// Fields that are younger than their list.
pub static KCP_YOUNG: &[Young] = &[
    Young { field: "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.extraEnvs", from: r(1, 8, 0) },
];

/// What changed fields do to running nodes.
pub static EFFECTS: &[KindEffects] = &[
    KindEffects {
        kind: "KubeadmControlPlane",
        authority: Authority::Capi,
        effects: &[
            Effect { field: "spec.kubeadmConfigSpec.initConfiguration.timeouts.controlPlaneComponentHealthCheckSeconds", by: &[Deed { eras: &[Era::closed(r(1, 11, 0), r(1, 11, 3))], on: On::Any, does: Does::Rolls, because: None }, Deed { eras: &[Era::since(r(1, 11, 4))], on: On::Any, does: Does::NewOnly, because: None }, ] },
            Effect { field: "spec.kubeadmConfigSpec.joinConfiguration.timeouts.controlPlaneComponentHealthCheckSeconds", by: &[Deed { eras: &[Era::closed(r(1, 11, 0), r(1, 11, 3))], on: On::Any, does: Does::Rolls, because: None }, Deed { eras: &[Era::since(r(1, 11, 4))], on: On::Any, does: Does::NewOnly, because: None }, ] },
            Effect { field: "spec.kubeadmConfigSpec.joinConfiguration.discovery", by: &[Deed { eras: &[], on: On::Any, does: Does::Ignored, because: Some("discovery is set per machine and not compared") }, ] },
            Effect { field: "spec.machineTemplate.infrastructureRef.apiVersion", by: &[Deed { eras: &[], on: On::Any, does: Does::RefVersion, because: None }, ] },
            Effect { field: "spec.kubeadmConfigSpec.clusterConfiguration.dns", by: &[Deed { eras: &[Era::closed(r(0, 4, 0), r(1, 5, 7)), Era::closed(r(1, 6, 0), r(1, 6, 3))], on: On::Any, does: Does::Rolls, because: None }, Deed { eras: &[Era::closed(r(1, 5, 8), r(1, 5, 8)), Era::since(r(1, 6, 4))], on: On::Any, does: Does::InPlace, because: Some("the CoreDNS deployment is updated") }, ] },
            Effect { field: "spec.machineTemplate.nodeVolumeDetachTimeout", by: &[Deed { eras: &[Era::closed(r(0, 4, 0), r(1, 3, 10))], on: On::Any, does: Does::NewOnly, because: None }, Deed { eras: &[Era::since(r(1, 4, 0))], on: On::Any, does: Does::InPlace, because: None }, ] },
            Effect { field: "spec.machineTemplate.spec.infrastructureRef", by: &[Deed { eras: &[], on: On::Any, does: Does::Rolls, because: None }, ] },
            Effect { field: "spec.kubeadmConfigSpec.initConfiguration", by: &[Deed { eras: &[Era::closed(r(0, 4, 0), r(1, 11, 11))], on: On::Any, does: Does::Rolls, because: Some("only the machine that `kubeadm init` made, if it still exists") }, Deed { eras: &[Era::since(r(1, 12, 0))], on: On::Any, does: Does::Ignored, because: Some("machines are compared by their join configuration") }, ] },
            Effect { field: "spec.kubeadmConfigSpec.joinConfiguration", by: &[Deed { eras: &[], on: On::Any, does: Does::Rolls, because: Some("machines that joined are replaced") }, ] },
            Effect { field: "spec.machineTemplate.nodeDeletionTimeout", by: &[Deed { eras: &[Era::closed(r(0, 4, 0), r(1, 3, 10))], on: On::Any, does: Does::NewOnly, because: None }, Deed { eras: &[Era::since(r(1, 4, 0))], on: On::Any, does: Does::InPlace, because: None }, ] },
            Effect { field: "spec.machineTemplate.spec.readinessGates", by: &[Deed { eras: &[], on: On::Any, does: Does::InPlace, because: None }, ] },
            Effect { field: "spec.machineTemplate.infrastructureRef", by: &[Deed { eras: &[], on: On::Any, does: Does::Rolls, because: None }, ] },
            Effect { field: "spec.machineTemplate.nodeDrainTimeout", by: &[Deed { eras: &[Era::closed(r(0, 4, 0), r(1, 3, 10))], on: On::Any, does: Does::NewOnly, because: None }, Deed { eras: &[Era::since(r(1, 4, 0))], on: On::Any, does: Does::InPlace, because: None }, ] },
            Effect { field: "spec.machineTemplate.spec.deletion", by: &[Deed { eras: &[], on: On::Any, does: Does::InPlace, because: None }, ] },
            Effect { field: "spec.machineTemplate.spec.taints", by: &[Deed { eras: &[], on: On::Any, does: Does::InPlace, because: None }, ] },
            Effect { field: "spec.machineTemplate.metadata", by: &[Deed { eras: &[Era::closed(r(0, 4, 0), r(1, 3, 10))], on: On::Removed, does: Does::Ignored, because: Some("labels and annotations that go are not compared") }, Deed { eras: &[Era::closed(r(0, 4, 0), r(1, 3, 10))], on: On::Any, does: Does::Rolls, because: None }, Deed { eras: &[Era::since(r(1, 4, 0))], on: On::Any, does: Does::InPlace, because: None }, ] },
            Effect { field: "spec.machineNamingStrategy", by: &[Deed { eras: &[], on: On::Any, does: Does::NewOnly, because: None }, ] },
            Effect { field: "spec.kubeadmConfigSpec", by: &[Deed { eras: &[], on: On::Any, does: Does::Rolls, because: None }, ] },
            Effect { field: "spec.machineTemplate", by: &[Deed { eras: &[], on: On::Any, does: Does::Nothing, because: None }, ] },
            Effect { field: "spec.rollout.before", by: &[Deed { eras: &[], on: On::Any, does: Does::Nothing, because: Some("machines are replaced before their certificates expire") }, ] },
            Effect { field: "spec.machineNaming", by: &[Deed { eras: &[], on: On::Any, does: Does::NewOnly, because: None }, ] },
            Effect { field: "spec.rollout.after", by: &[Deed { eras: &[], on: On::Removed, does: Does::Nothing, because: None }, Deed { eras: &[], on: On::Any, does: Does::Rolls, because: Some("once the time has come") }, ] },
            Effect { field: "spec.rolloutBefore", by: &[Deed { eras: &[], on: On::Any, does: Does::Nothing, because: Some("machines are replaced before their certificates expire") }, ] },
            Effect { field: "spec.rolloutAfter", by: &[Deed { eras: &[], on: On::Removed, does: Does::Nothing, because: None }, Deed { eras: &[], on: On::Any, does: Does::Rolls, because: Some("once the time has come") }, ] },
            Effect { field: "spec.replicas", by: &[Deed { eras: &[], on: On::Any, does: Does::Nothing, because: Some("the control plane is scaled") }, ] },
            Effect { field: "spec.version", by: &[Deed { eras: &[], on: On::Any, does: Does::Rolls, because: None }, ] },
            Effect { field: "metadata", by: &[Deed { eras: &[], on: On::Any, does: Does::Nothing, because: Some("labels and annotations of the object itself reach no machine") }, ] },
            Effect { field: "spec", by: &[Deed { eras: &[], on: On::Any, does: Does::Nothing, because: None }, ] },
        ],
    },
    KindEffects {
        kind: "MachineDeployment",
        authority: Authority::Capi,
        effects: &[
            Effect { field: "spec.template.spec.bootstrap.configRef.apiVersion", by: &[Deed { eras: &[], on: On::Any, does: Does::RefVersion, because: None }, ] },
            Effect { field: "spec.template.spec.bootstrap.configRef.namespace", by: &[Deed { eras: &[Era::closed(r(1, 9, 0), r(1, 10, 10))], on: On::Added, does: Does::Ignored, because: Some("an unset namespace is that of the object") }, Deed { eras: &[Era::since(r(0, 4, 0))], on: On::Any, does: Does::Rolls, because: None }, ] },
            Effect { field: "spec.template.spec.infrastructureRef.apiVersion", by: &[Deed { eras: &[], on: On::Any, does: Does::RefVersion, because: None }, ] },
            Effect { field: "spec.template.spec.infrastructureRef.namespace", by: &[Deed { eras: &[Era::closed(r(1, 9, 0), r(1, 10, 10))], on: On::Added, does: Does::Ignored, because: Some("an unset namespace is that of the object") }, Deed { eras: &[Era::since(r(0, 4, 0))], on: On::Any, does: Does::Rolls, because: None }, ] },
            Effect { field: "spec.template.spec.nodeVolumeDetachTimeout", by: &[Deed { eras: &[Era::closed(r(0, 4, 0), r(1, 3, 10))], on: On::Any, does: Does::Rolls, because: None }, Deed { eras: &[Era::since(r(1, 4, 0))], on: On::Any, does: Does::InPlace, because: None }, ] },
            Effect { field: "spec.template.spec.nodeDeletionTimeout", by: &[Deed { eras: &[Era::closed(r(0, 4, 0), r(1, 3, 10))], on: On::Any, does: Does::Rolls, because: None }, Deed { eras: &[Era::since(r(1, 4, 0))], on: On::Any, does: Does::InPlace, because: None }, ] },
            Effect { field: "spec.template.spec.nodeDrainTimeout", by: &[Deed { eras: &[Era::closed(r(0, 4, 0), r(1, 3, 10))], on: On::Any, does: Does::Rolls, because: None }, Deed { eras: &[Era::since(r(1, 4, 0))], on: On::Any, does: Does::InPlace, because: None }, ] },
            Effect { field: "spec.template.spec.minReadySeconds", by: &[Deed { eras: &[], on: On::Any, does: Does::InPlace, because: None }, ] },
            Effect { field: "spec.template.spec.readinessGates", by: &[Deed { eras: &[], on: On::Any, does: Does::InPlace, because: None }, ] },
            Effect { field: "spec.template.spec.deletion", by: &[Deed { eras: &[], on: On::Any, does: Does::InPlace, because: None }, ] },
            Effect { field: "spec.machineNamingStrategy", by: &[Deed { eras: &[], on: On::Any, does: Does::NewOnly, because: None }, ] },
            Effect { field: "spec.template.spec.taints", by: &[Deed { eras: &[], on: On::Any, does: Does::InPlace, because: None }, ] },
            Effect { field: "spec.template.metadata", by: &[Deed { eras: &[Era::closed(r(0, 4, 0), r(1, 3, 10))], on: On::Any, does: Does::Rolls, because: None }, Deed { eras: &[Era::since(r(1, 4, 0))], on: On::Any, does: Does::InPlace, because: None }, ] },
            Effect { field: "spec.machineNaming", by: &[Deed { eras: &[], on: On::Any, does: Does::NewOnly, because: None }, ] },
            Effect { field: "spec.rollout.after", by: &[Deed { eras: &[], on: On::Removed, does: Does::Nothing, because: None }, Deed { eras: &[], on: On::Any, does: Does::Rolls, because: Some("once the time has come") }, ] },
            Effect { field: "spec.template.spec", by: &[Deed { eras: &[], on: On::Any, does: Does::Rolls, because: None }, ] },
            Effect { field: "spec.rolloutAfter", by: &[Deed { eras: &[Era::closed(r(0, 4, 0), r(1, 3, 10))], on: On::Any, does: Does::Ignored, because: None }, Deed { eras: &[Era::since(r(1, 4, 0))], on: On::Removed, does: Does::Nothing, because: None }, Deed { eras: &[Era::since(r(1, 4, 0))], on: On::Any, does: Does::Rolls, because: Some("once the time has come") }, ] },
            Effect { field: "spec.replicas", by: &[Deed { eras: &[], on: On::Any, does: Does::Nothing, because: Some("the pool is scaled") }, ] },
            Effect { field: "metadata", by: &[Deed { eras: &[], on: On::Any, does: Does::Nothing, because: Some("labels and annotations of the object itself reach no machine") }, ] },
            Effect { field: "spec", by: &[Deed { eras: &[], on: On::Any, does: Does::Nothing, because: None }, ] },
        ],
    },
    KindEffects {
        kind: "MachineSet",
        authority: Authority::Capi,
        effects: &[
            Effect { field: "spec.template", by: &[Deed { eras: &[], on: On::Any, does: Does::NewOnly, because: Some("a MachineSet never replaces machines") }, ] },
            Effect { field: "metadata", by: &[Deed { eras: &[], on: On::Any, does: Does::Nothing, because: None }, ] },
            Effect { field: "spec", by: &[Deed { eras: &[], on: On::Any, does: Does::Nothing, because: None }, ] },
        ],
    },
    KindEffects {
        kind: "MachinePool",
        authority: Authority::Capi,
        effects: &[
            Effect { field: "spec.template.spec.bootstrap.configRef.apiVersion", by: &[Deed { eras: &[], on: On::Any, does: Does::RefVersion, because: None }, ] },
            Effect { field: "spec.template.spec.infrastructureRef.apiVersion", by: &[Deed { eras: &[], on: On::Any, does: Does::RefVersion, because: None }, ] },
            Effect { field: "spec.template.spec.bootstrap.dataSecretName", by: &[Deed { eras: &[], on: On::Any, does: Does::PoolBootstrap, because: None }, ] },
            Effect { field: "spec.template.spec.bootstrap.configRef", by: &[Deed { eras: &[], on: On::Any, does: Does::PoolBootstrap, because: None }, ] },
            Effect { field: "spec.template.spec.infrastructureRef", by: &[Deed { eras: &[], on: On::Any, does: Does::Rolls, because: Some("another group of instances takes over") }, ] },
            Effect { field: "spec.template.spec.version", by: &[Deed { eras: &[], on: On::Any, does: Does::PoolVersion, because: None }, ] },
            Effect { field: "spec.template.metadata", by: &[Deed { eras: &[], on: On::Any, does: Does::Nothing, because: None }, ] },
            Effect { field: "spec.replicas", by: &[Deed { eras: &[], on: On::Any, does: Does::Nothing, because: Some("the pool is scaled") }, ] },
            Effect { field: "metadata", by: &[Deed { eras: &[], on: On::Any, does: Does::Nothing, because: None }, ] },
            Effect { field: "spec", by: &[Deed { eras: &[], on: On::Any, does: Does::Nothing, because: None }, ] },
        ],
    },
    KindEffects {
        kind: "AWSMachinePool",
        authority: Authority::Capa,
        effects: &[
            Effect { field: "spec.awsLaunchTemplate.additionalSecurityGroups", by: &[Deed { eras: &[], on: On::Any, does: Does::Rolls, because: None }, ] },
            Effect { field: "spec.awsLaunchTemplate.instanceMetadataOptions", by: &[Deed { eras: &[Era::closed(r(0, 6, 0), r(2, 2, 5))], on: On::Any, does: Does::Ignored, because: Some("not compared; it rides along with the next launch template version") }, Deed { eras: &[Era::since(r(2, 3, 0))], on: On::Any, does: Does::Rolls, because: None }, ] },
            Effect { field: "spec.awsLaunchTemplate.capacityReservationId", by: &[Deed { eras: &[Era::closed(r(0, 6, 0), r(2, 8, 4))], on: On::Any, does: Does::Ignored, because: Some("not compared; it rides along with the next launch template version") }, Deed { eras: &[Era::since(r(2, 9, 0))], on: On::Any, does: Does::Rolls, because: None }, ] },
            Effect { field: "spec.awsLaunchTemplate.iamInstanceProfile", by: &[Deed { eras: &[], on: On::Any, does: Does::Rolls, because: None }, ] },
            Effect { field: "spec.awsLaunchTemplate.imageLookupBaseOS", by: &[Deed { eras: &[], on: On::Any, does: Does::Rolls, because: Some("another image is looked up") }, ] },
            Effect { field: "spec.awsLaunchTemplate.imageLookupFormat", by: &[Deed { eras: &[], on: On::Any, does: Does::Rolls, because: Some("another image is looked up") }, ] },
            Effect { field: "spec.awsLaunchTemplate.spotMarketOptions", by: &[Deed { eras: &[Era::closed(r(0, 6, 0), r(2, 8, 4))], on: On::Any, does: Does::Ignored, because: Some("not compared; it rides along with the next launch template version") }, Deed { eras: &[Era::since(r(2, 9, 0))], on: On::Any, does: Does::Rolls, because: None }, ] },
            Effect { field: "spec.awsLaunchTemplate.imageLookupOrg", by: &[Deed { eras: &[], on: On::Any, does: Does::Rolls, because: Some("another image is looked up") }, ] },
            Effect { field: "spec.awsLaunchTemplate.privateDnsName", by: &[Deed { eras: &[Era::closed(r(0, 6, 0), r(2, 8, 4))], on: On::Any, does: Does::Ignored, because: Some("not compared; it rides along with the next launch template version") }, Deed { eras: &[Era::since(r(2, 9, 0))], on: On::Any, does: Does::Rolls, because: None }, ] },
            Effect { field: "spec.awsLaunchTemplate.instanceType", by: &[Deed { eras: &[], on: On::Any, does: Does::Rolls, because: None }, ] },
            Effect { field: "spec.awsLaunchTemplate.sshKeyName", by: &[Deed { eras: &[Era::closed(r(0, 6, 0), r(2, 8, 4))], on: On::Any, does: Does::Ignored, because: Some("not compared; it rides along with the next launch template version") }, Deed { eras: &[Era::since(r(2, 9, 0))], on: On::Any, does: Does::Rolls, because: None }, ] },
            Effect { field: "spec.awsLaunchTemplate.ami", by: &[Deed { eras: &[], on: On::Any, does: Does::Rolls, because: None }, ] },
            Effect { field: "spec.mixedInstancesPolicy", by: &[Deed { eras: &[], on: On::Any, does: Does::InPlace, because: Some("running instances stay") }, ] },
            Effect { field: "spec.refreshPreferences", by: &[Deed { eras: &[], on: On::Any, does: Does::Nothing, because: None }, ] },
            Effect { field: "spec.availabilityZones", by: &[Deed { eras: &[Era::closed(r(0, 6, 0), r(2, 2, 5))], on: On::Any, does: Does::Ignored, because: Some("not compared") }, Deed { eras: &[Era::since(r(2, 3, 0))], on: On::Any, does: Does::InPlace, because: None }, ] },
            Effect { field: "spec.awsLaunchTemplate", by: &[Deed { eras: &[], on: On::Any, does: Does::Ignored, because: Some("not compared; it rides along with the next launch template version") }, ] },
            Effect { field: "spec.capacityRebalance", by: &[Deed { eras: &[], on: On::Any, does: Does::InPlace, because: None }, ] },
            Effect { field: "spec.suspendProcesses", by: &[Deed { eras: &[], on: On::Any, does: Does::InPlace, because: None }, ] },
            Effect { field: "spec.additionalTags", by: &[Deed { eras: &[], on: On::Any, does: Does::Rolls, because: Some("tags are part of the launch template") }, ] },
            Effect { field: "spec.lifecycleHooks", by: &[Deed { eras: &[], on: On::Any, does: Does::InPlace, because: None }, ] },
            Effect { field: "spec.providerIDList", by: &[Deed { eras: &[], on: On::Any, does: Does::Nothing, because: None }, ] },
            Effect { field: "spec.providerID", by: &[Deed { eras: &[], on: On::Any, does: Does::Nothing, because: None }, ] },
            Effect { field: "spec.ignition", by: &[Deed { eras: &[], on: On::Any, does: Does::NewOnly, because: Some("the user data of the launch template changes") }, ] },
            Effect { field: "spec.maxSize", by: &[Deed { eras: &[], on: On::Any, does: Does::InPlace, because: None }, ] },
            Effect { field: "spec.minSize", by: &[Deed { eras: &[], on: On::Any, does: Does::InPlace, because: None }, ] },
            Effect { field: "spec.subnets", by: &[Deed { eras: &[Era::closed(r(0, 6, 0), r(2, 2, 5))], on: On::Any, does: Does::Ignored, because: Some("not compared") }, Deed { eras: &[Era::since(r(2, 3, 0))], on: On::Any, does: Does::InPlace, because: None }, ] },
            Effect { field: "metadata", by: &[Deed { eras: &[], on: On::Any, does: Does::Nothing, because: None }, ] },
            Effect { field: "spec", by: &[Deed { eras: &[], on: On::Any, does: Does::Ignored, because: Some("sent with the next change of the auto scaling group") }, ] },
        ],
    },
    KindEffects {
        kind: "AWSCluster",
        authority: Authority::Capa,
        effects: &[
            Effect { field: "spec.additionalTags", by: &[Deed { eras: &[], on: On::Any, does: Does::PoolTags, because: None }, ] },
            Effect { field: "metadata", by: &[Deed { eras: &[], on: On::Any, does: Does::Nothing, because: None }, ] },
            Effect { field: "spec", by: &[Deed { eras: &[], on: On::Any, does: Does::InPlace, because: None }, ] },
        ],
    },
    KindEffects {
        kind: "OpenStackCluster",
        authority: Authority::Capo,
        effects: &[
            Effect { field: "metadata", by: &[Deed { eras: &[], on: On::Any, does: Does::Nothing, because: None }, ] },
            Effect { field: "spec", by: &[Deed { eras: &[], on: On::Any, does: Does::InPlace, because: None }, ] },
        ],
    },
    KindEffects {
        kind: "AWSMachine",
        authority: Authority::Capa,
        effects: &[
            Effect { field: "metadata", by: &[Deed { eras: &[], on: On::Any, does: Does::Nothing, because: None }, ] },
            Effect { field: "spec", by: &[Deed { eras: &[], on: On::Any, does: Does::InPlace, because: None }, ] },
        ],
    },
    KindEffects {
        kind: "AWSMachineTemplate",
        authority: Authority::Capa,
        effects: &[
            Effect { field: "metadata", by: &[Deed { eras: &[], on: On::Any, does: Does::Nothing, because: None }, ] },
            Effect { field: "spec", by: &[Deed { eras: &[], on: On::Any, does: Does::NewOnly, because: None }, ] },
        ],
    },
    KindEffects {
        kind: "OpenStackMachineTemplate",
        authority: Authority::Capo,
        effects: &[
            Effect { field: "metadata", by: &[Deed { eras: &[], on: On::Any, does: Does::Nothing, because: None }, ] },
            Effect { field: "spec", by: &[Deed { eras: &[], on: On::Any, does: Does::NewOnly, because: None }, ] },
        ],
    },
    KindEffects {
        kind: "KubeadmConfigTemplate",
        authority: Authority::Capi,
        effects: &[
            Effect { field: "spec.template", by: &[Deed { eras: &[], on: On::Any, does: Does::TemplateContent, because: None }, ] },
            Effect { field: "metadata", by: &[Deed { eras: &[], on: On::Any, does: Does::Nothing, because: None }, ] },
        ],
    },
    KindEffects {
        kind: "KubeadmConfig",
        authority: Authority::Capi,
        effects: &[
            Effect { field: "metadata", by: &[Deed { eras: &[], on: On::Any, does: Does::Nothing, because: None }, ] },
            Effect { field: "spec", by: &[Deed { eras: &[], on: On::Any, does: Does::ConfigContent, because: None }, ] },
        ],
    },
    KindEffects {
        kind: "Cluster",
        authority: Authority::Capi,
        effects: &[
            Effect { field: "spec.paused", by: &[Deed { eras: &[], on: On::Any, does: Does::Nothing, because: None }, ] },
            Effect { field: "metadata", by: &[Deed { eras: &[], on: On::Any, does: Does::Nothing, because: None }, ] },
            Effect { field: "spec", by: &[Deed { eras: &[], on: On::Any, does: Does::InPlace, because: None }, ] },
        ],
    },
    KindEffects {
        kind: "MachineHealthCheck",
        authority: Authority::Capi,
        effects: &[
            Effect { field: "metadata", by: &[Deed { eras: &[], on: On::Any, does: Does::Nothing, because: None }, ] },
            Effect { field: "spec", by: &[Deed { eras: &[], on: On::Any, does: Does::InPlace, because: None }, ] },
        ],
    },
];

/// From v1beta1 to v1beta2.
pub static CONVERSIONS: &[Conversion] = &[
    Conversion {
        kind: "KubeadmControlPlane",
        steps: &[
            Step { from: "spec.kubeadmConfigSpec.useExperimentalRetryJoin", how: How::Drop, to: &[] },
            Step { from: "spec.kubeadmConfigSpec.clusterConfiguration.networking", how: How::Drop, to: &[] },
            Step { from: "spec.kubeadmConfigSpec.clusterConfiguration.clusterName", how: How::Drop, to: &[] },
            Step { from: "spec.kubeadmConfigSpec.clusterConfiguration.kubernetesVersion", how: How::Drop, to: &[] },
            Step { from: "spec.kubeadmConfigSpec.clusterConfiguration.apiVersion", how: How::Drop, to: &[] },
            Step { from: "spec.kubeadmConfigSpec.clusterConfiguration.kind", how: How::Drop, to: &[] },
            Step { from: "spec.kubeadmConfigSpec.initConfiguration.apiVersion", how: How::Drop, to: &[] },
            Step { from: "spec.kubeadmConfigSpec.initConfiguration.kind", how: How::Drop, to: &[] },
            Step { from: "spec.kubeadmConfigSpec.joinConfiguration.apiVersion", how: How::Drop, to: &[] },
            Step { from: "spec.kubeadmConfigSpec.joinConfiguration.kind", how: How::Drop, to: &[] },
            Step { from: "spec.kubeadmConfigSpec.clusterConfiguration.apiServer.timeoutForControlPlane", how: How::Seconds, to: &["spec.kubeadmConfigSpec.initConfiguration.timeouts.controlPlaneComponentHealthCheckSeconds", "spec.kubeadmConfigSpec.joinConfiguration.timeouts.controlPlaneComponentHealthCheckSeconds"] },
            Step { from: "spec.kubeadmConfigSpec.joinConfiguration.discovery.timeout", how: How::Seconds, to: &["spec.kubeadmConfigSpec.joinConfiguration.timeouts.tlsBootstrapSeconds"] },
            Step { from: "spec.kubeadmConfigSpec.clusterConfiguration.apiServer.extraArgs", how: How::Args, to: &[] },
            Step { from: "spec.kubeadmConfigSpec.clusterConfiguration.controllerManager.extraArgs", how: How::Args, to: &[] },
            Step { from: "spec.kubeadmConfigSpec.clusterConfiguration.scheduler.extraArgs", how: How::Args, to: &[] },
            Step { from: "spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.extraArgs", how: How::Args, to: &[] },
            Step { from: "spec.kubeadmConfigSpec.initConfiguration.nodeRegistration.kubeletExtraArgs", how: How::Args, to: &[] },
            Step { from: "spec.kubeadmConfigSpec.joinConfiguration.nodeRegistration.kubeletExtraArgs", how: How::Args, to: &[] },
            Step { from: "spec.rolloutAfter", how: How::Move, to: &["spec.rollout.after"] },
            Step { from: "spec.rolloutBefore", how: How::Move, to: &["spec.rollout.before"] },
            Step { from: "spec.rolloutStrategy", how: How::Move, to: &["spec.rollout.strategy"] },
            Step { from: "spec.machineNamingStrategy", how: How::Move, to: &["spec.machineNaming"] },
            Step { from: "spec.remediationStrategy.retryPeriod", how: How::Seconds, to: &["spec.remediationStrategy.retryPeriodSeconds"] },
            Step { from: "spec.remediationStrategy.minHealthyPeriod", how: How::Seconds, to: &["spec.remediationStrategy.minHealthyPeriodSeconds"] },
            Step { from: "spec.remediationStrategy", how: How::Move, to: &["spec.remediation"] },
            Step { from: "spec.machineTemplate.infrastructureRef", how: How::Ref, to: &["spec.machineTemplate.spec.infrastructureRef"] },
            Step { from: "spec.machineTemplate.readinessGates", how: How::Move, to: &["spec.machineTemplate.spec.readinessGates"] },
            Step { from: "spec.machineTemplate.nodeDrainTimeout", how: How::Seconds, to: &["spec.machineTemplate.spec.deletion.nodeDrainTimeoutSeconds"] },
            Step { from: "spec.machineTemplate.nodeVolumeDetachTimeout", how: How::Seconds, to: &["spec.machineTemplate.spec.deletion.nodeVolumeDetachTimeoutSeconds"] },
            Step { from: "spec.machineTemplate.nodeDeletionTimeout", how: How::Seconds, to: &["spec.machineTemplate.spec.deletion.nodeDeletionTimeoutSeconds"] },
        ],
    },
    Conversion {
        kind: "KubeadmControlPlaneTemplate",
        steps: &[
            Step { from: "spec.template.spec.kubeadmConfigSpec.useExperimentalRetryJoin", how: How::Drop, to: &[] },
            Step { from: "spec.template.spec.kubeadmConfigSpec.clusterConfiguration.networking", how: How::Drop, to: &[] },
            Step { from: "spec.template.spec.kubeadmConfigSpec.clusterConfiguration.clusterName", how: How::Drop, to: &[] },
            Step { from: "spec.template.spec.kubeadmConfigSpec.clusterConfiguration.kubernetesVersion", how: How::Drop, to: &[] },
            Step { from: "spec.template.spec.kubeadmConfigSpec.clusterConfiguration.apiVersion", how: How::Drop, to: &[] },
            Step { from: "spec.template.spec.kubeadmConfigSpec.clusterConfiguration.kind", how: How::Drop, to: &[] },
            Step { from: "spec.template.spec.kubeadmConfigSpec.initConfiguration.apiVersion", how: How::Drop, to: &[] },
            Step { from: "spec.template.spec.kubeadmConfigSpec.initConfiguration.kind", how: How::Drop, to: &[] },
            Step { from: "spec.template.spec.kubeadmConfigSpec.joinConfiguration.apiVersion", how: How::Drop, to: &[] },
            Step { from: "spec.template.spec.kubeadmConfigSpec.joinConfiguration.kind", how: How::Drop, to: &[] },
            Step { from: "spec.template.spec.kubeadmConfigSpec.clusterConfiguration.apiServer.timeoutForControlPlane", how: How::Seconds, to: &["spec.template.spec.kubeadmConfigSpec.initConfiguration.timeouts.controlPlaneComponentHealthCheckSeconds", "spec.template.spec.kubeadmConfigSpec.joinConfiguration.timeouts.controlPlaneComponentHealthCheckSeconds"] },
            Step { from: "spec.template.spec.kubeadmConfigSpec.joinConfiguration.discovery.timeout", how: How::Seconds, to: &["spec.template.spec.kubeadmConfigSpec.joinConfiguration.timeouts.tlsBootstrapSeconds"] },
            Step { from: "spec.template.spec.kubeadmConfigSpec.clusterConfiguration.apiServer.extraArgs", how: How::Args, to: &[] },
            Step { from: "spec.template.spec.kubeadmConfigSpec.clusterConfiguration.controllerManager.extraArgs", how: How::Args, to: &[] },
            Step { from: "spec.template.spec.kubeadmConfigSpec.clusterConfiguration.scheduler.extraArgs", how: How::Args, to: &[] },
            Step { from: "spec.template.spec.kubeadmConfigSpec.clusterConfiguration.etcd.local.extraArgs", how: How::Args, to: &[] },
            Step { from: "spec.template.spec.kubeadmConfigSpec.initConfiguration.nodeRegistration.kubeletExtraArgs", how: How::Args, to: &[] },
            Step { from: "spec.template.spec.kubeadmConfigSpec.joinConfiguration.nodeRegistration.kubeletExtraArgs", how: How::Args, to: &[] },
            Step { from: "spec.template.spec.rolloutAfter", how: How::Move, to: &["spec.template.spec.rollout.after"] },
            Step { from: "spec.template.spec.rolloutBefore", how: How::Move, to: &["spec.template.spec.rollout.before"] },
            Step { from: "spec.template.spec.rolloutStrategy", how: How::Move, to: &["spec.template.spec.rollout.strategy"] },
            Step { from: "spec.template.spec.machineNamingStrategy", how: How::Move, to: &["spec.template.spec.machineNaming"] },
            Step { from: "spec.template.spec.remediationStrategy", how: How::Move, to: &["spec.template.spec.remediation"] },
            Step { from: "spec.template.spec.machineTemplate.nodeDrainTimeout", how: How::Seconds, to: &["spec.template.spec.machineTemplate.spec.deletion.nodeDrainTimeoutSeconds"] },
            Step { from: "spec.template.spec.machineTemplate.nodeVolumeDetachTimeout", how: How::Seconds, to: &["spec.template.spec.machineTemplate.spec.deletion.nodeVolumeDetachTimeoutSeconds"] },
            Step { from: "spec.template.spec.machineTemplate.nodeDeletionTimeout", how: How::Seconds, to: &["spec.template.spec.machineTemplate.spec.deletion.nodeDeletionTimeoutSeconds"] },
        ],
    },
    Conversion {
        kind: "KubeadmConfig",
        steps: &[
            Step { from: "spec.useExperimentalRetryJoin", how: How::Drop, to: &[] },
            Step { from: "spec.clusterConfiguration.networking", how: How::Drop, to: &[] },
            Step { from: "spec.clusterConfiguration.clusterName", how: How::Drop, to: &[] },
            Step { from: "spec.clusterConfiguration.kubernetesVersion", how: How::Drop, to: &[] },
            Step { from: "spec.clusterConfiguration.apiVersion", how: How::Drop, to: &[] },
            Step { from: "spec.clusterConfiguration.kind", how: How::Drop, to: &[] },
            Step { from: "spec.initConfiguration.apiVersion", how: How::Drop, to: &[] },
            Step { from: "spec.initConfiguration.kind", how: How::Drop, to: &[] },
            Step { from: "spec.joinConfiguration.apiVersion", how: How::Drop, to: &[] },
            Step { from: "spec.joinConfiguration.kind", how: How::Drop, to: &[] },
            Step { from: "spec.clusterConfiguration.apiServer.timeoutForControlPlane", how: How::Seconds, to: &["spec.initConfiguration.timeouts.controlPlaneComponentHealthCheckSeconds", "spec.joinConfiguration.timeouts.controlPlaneComponentHealthCheckSeconds"] },
            Step { from: "spec.joinConfiguration.discovery.timeout", how: How::Seconds, to: &["spec.joinConfiguration.timeouts.tlsBootstrapSeconds"] },
            Step { from: "spec.clusterConfiguration.apiServer.extraArgs", how: How::Args, to: &[] },
            Step { from: "spec.clusterConfiguration.controllerManager.extraArgs", how: How::Args, to: &[] },
            Step { from: "spec.clusterConfiguration.scheduler.extraArgs", how: How::Args, to: &[] },
            Step { from: "spec.clusterConfiguration.etcd.local.extraArgs", how: How::Args, to: &[] },
            Step { from: "spec.initConfiguration.nodeRegistration.kubeletExtraArgs", how: How::Args, to: &[] },
            Step { from: "spec.joinConfiguration.nodeRegistration.kubeletExtraArgs", how: How::Args, to: &[] },
        ],
    },
    Conversion {
        kind: "KubeadmConfigTemplate",
        steps: &[
            Step { from: "spec.template.spec.useExperimentalRetryJoin", how: How::Drop, to: &[] },
            Step { from: "spec.template.spec.clusterConfiguration.networking", how: How::Drop, to: &[] },
            Step { from: "spec.template.spec.clusterConfiguration.clusterName", how: How::Drop, to: &[] },
            Step { from: "spec.template.spec.clusterConfiguration.kubernetesVersion", how: How::Drop, to: &[] },
            Step { from: "spec.template.spec.clusterConfiguration.apiVersion", how: How::Drop, to: &[] },
            Step { from: "spec.template.spec.clusterConfiguration.kind", how: How::Drop, to: &[] },
            Step { from: "spec.template.spec.initConfiguration.apiVersion", how: How::Drop, to: &[] },
            Step { from: "spec.template.spec.initConfiguration.kind", how: How::Drop, to: &[] },
            Step { from: "spec.template.spec.joinConfiguration.apiVersion", how: How::Drop, to: &[] },
            Step { from: "spec.template.spec.joinConfiguration.kind", how: How::Drop, to: &[] },
            Step { from: "spec.template.spec.clusterConfiguration.apiServer.timeoutForControlPlane", how: How::Seconds, to: &["spec.template.spec.initConfiguration.timeouts.controlPlaneComponentHealthCheckSeconds", "spec.template.spec.joinConfiguration.timeouts.controlPlaneComponentHealthCheckSeconds"] },
            Step { from: "spec.template.spec.joinConfiguration.discovery.timeout", how: How::Seconds, to: &["spec.template.spec.joinConfiguration.timeouts.tlsBootstrapSeconds"] },
            Step { from: "spec.template.spec.clusterConfiguration.apiServer.extraArgs", how: How::Args, to: &[] },
            Step { from: "spec.template.spec.clusterConfiguration.controllerManager.extraArgs", how: How::Args, to: &[] },
            Step { from: "spec.template.spec.clusterConfiguration.scheduler.extraArgs", how: How::Args, to: &[] },
            Step { from: "spec.template.spec.clusterConfiguration.etcd.local.extraArgs", how: How::Args, to: &[] },
            Step { from: "spec.template.spec.initConfiguration.nodeRegistration.kubeletExtraArgs", how: How::Args, to: &[] },
            Step { from: "spec.template.spec.joinConfiguration.nodeRegistration.kubeletExtraArgs", how: How::Args, to: &[] },
        ],
    },
    Conversion {
        kind: "MachineDeployment",
        steps: &[
            Step { from: "spec.revisionHistoryLimit", how: How::Drop, to: &[] },
            Step { from: "spec.progressDeadlineSeconds", how: How::Drop, to: &[] },
            Step { from: "spec.rolloutAfter", how: How::Move, to: &["spec.rollout.after"] },
            Step { from: "spec.strategy.remediation", how: How::Move, to: &["spec.remediation"] },
            Step { from: "spec.strategy.rollingUpdate.deletePolicy", how: How::Move, to: &["spec.deletion.order"] },
            Step { from: "spec.strategy", how: How::Move, to: &["spec.rollout.strategy"] },
            Step { from: "spec.machineNamingStrategy", how: How::Move, to: &["spec.machineNaming"] },
            Step { from: "spec.minReadySeconds", how: How::Move, to: &["spec.template.spec.minReadySeconds"] },
            Step { from: "spec.template.spec.infrastructureRef", how: How::Ref, to: &[] },
            Step { from: "spec.template.spec.bootstrap.configRef", how: How::Ref, to: &[] },
            Step { from: "spec.template.spec.nodeDrainTimeout", how: How::Seconds, to: &["spec.template.spec.deletion.nodeDrainTimeoutSeconds"] },
            Step { from: "spec.template.spec.nodeVolumeDetachTimeout", how: How::Seconds, to: &["spec.template.spec.deletion.nodeVolumeDetachTimeoutSeconds"] },
            Step { from: "spec.template.spec.nodeDeletionTimeout", how: How::Seconds, to: &["spec.template.spec.deletion.nodeDeletionTimeoutSeconds"] },
        ],
    },
    Conversion {
        kind: "MachineSet",
        steps: &[
            Step { from: "spec.deletePolicy", how: How::Move, to: &["spec.deletion.order"] },
            Step { from: "spec.machineNamingStrategy", how: How::Move, to: &["spec.machineNaming"] },
            Step { from: "spec.minReadySeconds", how: How::Move, to: &["spec.template.spec.minReadySeconds"] },
            Step { from: "spec.template.spec.infrastructureRef", how: How::Ref, to: &[] },
            Step { from: "spec.template.spec.bootstrap.configRef", how: How::Ref, to: &[] },
            Step { from: "spec.template.spec.nodeDrainTimeout", how: How::Seconds, to: &["spec.template.spec.deletion.nodeDrainTimeoutSeconds"] },
            Step { from: "spec.template.spec.nodeVolumeDetachTimeout", how: How::Seconds, to: &["spec.template.spec.deletion.nodeVolumeDetachTimeoutSeconds"] },
            Step { from: "spec.template.spec.nodeDeletionTimeout", how: How::Seconds, to: &["spec.template.spec.deletion.nodeDeletionTimeoutSeconds"] },
        ],
    },
    Conversion {
        kind: "MachinePool",
        steps: &[
            Step { from: "spec.minReadySeconds", how: How::Move, to: &["spec.template.spec.minReadySeconds"] },
            Step { from: "spec.template.spec.infrastructureRef", how: How::Ref, to: &[] },
            Step { from: "spec.template.spec.bootstrap.configRef", how: How::Ref, to: &[] },
            Step { from: "spec.template.spec.nodeDrainTimeout", how: How::Seconds, to: &["spec.template.spec.deletion.nodeDrainTimeoutSeconds"] },
            Step { from: "spec.template.spec.nodeVolumeDetachTimeout", how: How::Seconds, to: &["spec.template.spec.deletion.nodeVolumeDetachTimeoutSeconds"] },
            Step { from: "spec.template.spec.nodeDeletionTimeout", how: How::Seconds, to: &["spec.template.spec.deletion.nodeDeletionTimeoutSeconds"] },
        ],
    },
    Conversion {
        kind: "Machine",
        steps: &[
            Step { from: "spec.infrastructureRef", how: How::Ref, to: &[] },
            Step { from: "spec.bootstrap.configRef", how: How::Ref, to: &[] },
            Step { from: "spec.nodeDrainTimeout", how: How::Seconds, to: &["spec.deletion.nodeDrainTimeoutSeconds"] },
            Step { from: "spec.nodeVolumeDetachTimeout", how: How::Seconds, to: &["spec.deletion.nodeVolumeDetachTimeoutSeconds"] },
            Step { from: "spec.nodeDeletionTimeout", how: How::Seconds, to: &["spec.deletion.nodeDeletionTimeoutSeconds"] },
        ],
    },
    Conversion {
        kind: "MachineHealthCheck",
        steps: &[
            Step { from: "spec.nodeStartupTimeout", how: How::Seconds, to: &["spec.checks.nodeStartupTimeoutSeconds"] },
            Step { from: "spec.unhealthyConditions", how: How::Conditions, to: &["spec.checks.unhealthyNodeConditions"] },
            Step { from: "spec.maxUnhealthy", how: How::Move, to: &["spec.remediation.triggerIf.unhealthyLessThanOrEqualTo"] },
            Step { from: "spec.unhealthyRange", how: How::Move, to: &["spec.remediation.triggerIf.unhealthyInRange"] },
            Step { from: "spec.remediationTemplate", how: How::Move, to: &["spec.remediation.templateRef"] },
        ],
    },
    Conversion {
        kind: "Cluster",
        steps: &[
            Step { from: "spec.infrastructureRef", how: How::Ref, to: &[] },
            Step { from: "spec.controlPlaneRef", how: How::Ref, to: &[] },
            Step { from: "spec.topology.class", how: How::Move, to: &["spec.topology.classRef.name"] },
            Step { from: "spec.topology.classNamespace", how: How::Move, to: &["spec.topology.classRef.namespace"] },
        ],
    },
    Conversion {
        kind: "ClusterClass",
        steps: &[
            Step { from: "spec.infrastructure.ref", how: How::Move, to: &["spec.infrastructure.templateRef"] },
            Step { from: "spec.controlPlane.ref", how: How::Move, to: &["spec.controlPlane.templateRef"] },
            Step { from: "spec.controlPlane.machineInfrastructure.ref", how: How::Move, to: &["spec.controlPlane.machineInfrastructure.templateRef"] },
        ],
    },
];

/// From what came before v1beta1.
pub static OLDER: &[Older] = &[
    Older {
        kind: "KubeadmControlPlane",
        versions: &["v1alpha3"],
        steps: &[
            Step { from: "spec.upgradeAfter", how: How::Move, to: &["spec.rolloutAfter"] },
            Step { from: "spec.infrastructureTemplate", how: How::Move, to: &["spec.machineTemplate.infrastructureRef"] },
            Step { from: "spec.nodeDrainTimeout", how: How::Move, to: &["spec.machineTemplate.nodeDrainTimeout"] },
            Step { from: "spec.kubeadmConfigSpec.clusterConfiguration.dns.type", how: How::Drop, to: &[] },
            Step { from: "spec.kubeadmConfigSpec.clusterConfiguration.useHyperKubeImage", how: How::Drop, to: &[] },
        ],
    },
    Older {
        kind: "KubeadmConfig",
        versions: &["v1alpha3"],
        steps: &[
            Step { from: "spec.clusterConfiguration.dns.type", how: How::Drop, to: &[] },
            Step { from: "spec.clusterConfiguration.useHyperKubeImage", how: How::Drop, to: &[] },
        ],
    },
    Older {
        kind: "KubeadmConfigTemplate",
        versions: &["v1alpha3"],
        steps: &[
            Step { from: "spec.template.spec.clusterConfiguration.dns.type", how: How::Drop, to: &[] },
            Step { from: "spec.template.spec.clusterConfiguration.useHyperKubeImage", how: How::Drop, to: &[] },
        ],
    },
    Older {
        kind: "AWSCluster",
        versions: &["v1alpha3"],
        steps: &[
            Step { from: "spec.networkSpec", how: How::Move, to: &["spec.network"] },
        ],
    },
    Older {
        kind: "OpenStackCluster",
        versions: &["v1alpha3", "v1alpha4"],
        steps: &[
            Step { from: "spec.managedAPIServerLoadBalancer", how: How::Move, to: &["spec.apiServerLoadBalancer.enabled"] },
            Step { from: "spec.apiServerLoadBalancerAdditionalPorts", how: How::Move, to: &["spec.apiServerLoadBalancer.additionalPorts"] },
            Step { from: "spec.bastion.instance.rootVolume.sourceUUID", how: How::Move, to: &["spec.bastion.instance.imageUUID"] },
            Step { from: "spec.bastion.instance.rootVolume.sourceType", how: How::Drop, to: &[] },
            Step { from: "spec.bastion.instance.rootVolume.deviceType", how: How::Drop, to: &[] },
        ],
    },
    Older {
        kind: "OpenStackMachine",
        versions: &["v1alpha3", "v1alpha4"],
        steps: &[
            Step { from: "spec.rootVolume.sourceUUID", how: How::Move, to: &["spec.imageUUID"] },
            Step { from: "spec.rootVolume.sourceType", how: How::Drop, to: &[] },
            Step { from: "spec.rootVolume.deviceType", how: How::Drop, to: &[] },
        ],
    },
    Older {
        kind: "OpenStackMachineTemplate",
        versions: &["v1alpha3", "v1alpha4"],
        steps: &[
            Step { from: "spec.template.spec.rootVolume.sourceUUID", how: How::Move, to: &["spec.template.spec.imageUUID"] },
            Step { from: "spec.template.spec.rootVolume.sourceType", how: How::Drop, to: &[] },
            Step { from: "spec.template.spec.rootVolume.deviceType", how: How::Drop, to: &[] },
        ],
    },
];

/// What webhooks and CRDs fill in.
pub static DEFAULTS: &[Default] = &[
    Default { kinds: &["KubeadmControlPlane"], authority: Authority::Capi, era: Era::since(r(0, 4, 0)), inside: None, field: "spec.replicas", value: Literal::Number(1) },
    Default { kinds: &["KubeadmControlPlane"], authority: Authority::Capi, era: Era::closed(r(0, 4, 0), r(1, 10, 10)), inside: None, field: "spec.rolloutStrategy.type", value: Literal::Text("RollingUpdate") },
    Default { kinds: &["KubeadmControlPlane"], authority: Authority::Capi, era: Era::closed(r(0, 4, 0), r(1, 10, 10)), inside: None, field: "spec.rolloutStrategy.rollingUpdate.maxSurge", value: Literal::Number(1) },
    Default { kinds: &["KubeadmControlPlane"], authority: Authority::Capi, era: Era::since(r(1, 11, 0)), inside: None, field: "spec.rollout.strategy.type", value: Literal::Text("RollingUpdate") },
    Default { kinds: &["KubeadmControlPlane"], authority: Authority::Capi, era: Era::since(r(1, 11, 0)), inside: None, field: "spec.rollout.strategy.rollingUpdate.maxSurge", value: Literal::Number(1) },
    Default { kinds: &["KubeadmControlPlane"], authority: Authority::Capi, era: Era::closed(r(1, 2, 0), r(1, 10, 10)), inside: None, field: "spec.kubeadmConfigSpec.format", value: Literal::Text("cloud-config") },
    Default { kinds: &["KubeadmConfig"], authority: Authority::Capi, era: Era::closed(r(1, 2, 0), r(1, 10, 10)), inside: None, field: "spec.format", value: Literal::Text("cloud-config") },
    Default { kinds: &["KubeadmConfigTemplate"], authority: Authority::Capi, era: Era::closed(r(1, 2, 0), r(1, 10, 10)), inside: None, field: "spec.template.spec.format", value: Literal::Text("cloud-config") },
    Default { kinds: &["KubeadmControlPlane"], authority: Authority::Capi, era: Era::closed(r(1, 4, 0), r(1, 10, 10)), inside: Some("spec.kubeadmConfigSpec.initConfiguration"), field: "spec.kubeadmConfigSpec.initConfiguration.nodeRegistration.imagePullPolicy", value: Literal::Text("IfNotPresent") },
    Default { kinds: &["KubeadmControlPlane"], authority: Authority::Capi, era: Era::closed(r(1, 4, 0), r(1, 10, 10)), inside: Some("spec.kubeadmConfigSpec.joinConfiguration"), field: "spec.kubeadmConfigSpec.joinConfiguration.nodeRegistration.imagePullPolicy", value: Literal::Text("IfNotPresent") },
    Default { kinds: &["KubeadmControlPlaneTemplate"], authority: Authority::Capi, era: Era::closed(r(0, 4, 1), r(1, 10, 10)), inside: None, field: "spec.template.spec.rolloutStrategy.type", value: Literal::Text("RollingUpdate") },
    Default { kinds: &["KubeadmControlPlaneTemplate"], authority: Authority::Capi, era: Era::closed(r(0, 4, 1), r(1, 10, 10)), inside: None, field: "spec.template.spec.rolloutStrategy.rollingUpdate.maxSurge", value: Literal::Number(1) },
    Default { kinds: &["KubeadmControlPlaneTemplate"], authority: Authority::Capi, era: Era::closed(r(1, 2, 0), r(1, 10, 10)), inside: None, field: "spec.template.spec.kubeadmConfigSpec.format", value: Literal::Text("cloud-config") },
    Default { kinds: &["KubeadmControlPlaneTemplate"], authority: Authority::Capi, era: Era::closed(r(1, 4, 0), r(1, 10, 10)), inside: Some("spec.template.spec.kubeadmConfigSpec.initConfiguration"), field: "spec.template.spec.kubeadmConfigSpec.initConfiguration.nodeRegistration.imagePullPolicy", value: Literal::Text("IfNotPresent") },
    Default { kinds: &["KubeadmControlPlaneTemplate"], authority: Authority::Capi, era: Era::closed(r(1, 4, 0), r(1, 10, 10)), inside: Some("spec.template.spec.kubeadmConfigSpec.joinConfiguration"), field: "spec.template.spec.kubeadmConfigSpec.joinConfiguration.nodeRegistration.imagePullPolicy", value: Literal::Text("IfNotPresent") },
    Default { kinds: &["MachineDeployment"], authority: Authority::Capi, era: Era::closed(r(0, 4, 0), r(1, 10, 10)), inside: None, field: "spec.strategy.type", value: Literal::Text("RollingUpdate") },
    Default { kinds: &["MachineDeployment"], authority: Authority::Capi, era: Era::since(r(1, 11, 0)), inside: None, field: "spec.rollout.strategy.type", value: Literal::Text("RollingUpdate") },
    Default { kinds: &["MachineDeployment"], authority: Authority::Capi, era: Era::since(r(1, 11, 0)), inside: None, field: "spec.rollout.strategy.rollingUpdate.maxSurge", value: Literal::Number(1) },
    Default { kinds: &["MachineDeployment"], authority: Authority::Capi, era: Era::since(r(1, 11, 0)), inside: None, field: "spec.rollout.strategy.rollingUpdate.maxUnavailable", value: Literal::Number(0) },
    Default { kinds: &["ClusterResourceSet"], authority: Authority::Capi, era: Era::since(r(0, 4, 0)), inside: None, field: "spec.strategy", value: Literal::Text("ApplyOnce") },
    Default { kinds: &["AWSCluster"], authority: Authority::Capa, era: Era::since(r(1, 0, 0)), inside: None, field: "spec.controlPlaneLoadBalancer", value: Literal::Texts(&[("scheme", "internet-facing")]) },
    Default { kinds: &["AWSCluster"], authority: Authority::Capa, era: Era::since(r(2, 1, 0)), inside: None, field: "spec.controlPlaneLoadBalancer.loadBalancerType", value: Literal::Text("classic") },
    Default { kinds: &["AWSCluster"], authority: Authority::Capa, era: Era::since(r(2, 4, 0)), inside: Some("spec.secondaryControlPlaneLoadBalancer"), field: "spec.secondaryControlPlaneLoadBalancer.loadBalancerType", value: Literal::Text("nlb") },
    Default { kinds: &["AWSCluster"], authority: Authority::Capa, era: Era::since(r(2, 4, 0)), inside: Some("spec.secondaryControlPlaneLoadBalancer"), field: "spec.secondaryControlPlaneLoadBalancer.scheme", value: Literal::Text("internal") },
    Default { kinds: &["AWSCluster"], authority: Authority::Capa, era: Era::since(r(1, 0, 0)), inside: None, field: "spec.identityRef", value: Literal::Texts(&[("kind", "AWSClusterControllerIdentity"), ("name", "default")]) },
    Default { kinds: &["AWSManagedControlPlane"], authority: Authority::Capa, era: Era::since(r(1, 0, 0)), inside: None, field: "spec.identityRef", value: Literal::Texts(&[("kind", "AWSClusterControllerIdentity"), ("name", "default")]) },
    Default { kinds: &["OpenStackCluster"], authority: Authority::Capo, era: Era::closed(r(0, 3, 0), r(0, 9, 2)), inside: Some("spec.identityRef"), field: "spec.identityRef.kind", value: Literal::Text("Secret") },
    Default { kinds: &["OpenStackMachine"], authority: Authority::Capo, era: Era::closed(r(0, 3, 0), r(0, 9, 2)), inside: Some("spec.identityRef"), field: "spec.identityRef.kind", value: Literal::Text("Secret") },
    Default { kinds: &["OpenStackMachineTemplate"], authority: Authority::Capo, era: Era::closed(r(0, 3, 0), r(0, 9, 2)), inside: Some("spec.template.spec.identityRef"), field: "spec.template.spec.identityRef.kind", value: Literal::Text("Secret") },
    Default { kinds: &["AWSMachine"], authority: Authority::Capa, era: Era::since(r(2, 4, 0)), inside: Some("spec.ignition"), field: "spec.ignition.storageType", value: Literal::Text("ClusterObjectStore") },
    Default { kinds: &["AWSMachine"], authority: Authority::Capa, era: Era::closed(r(1, 4, 0), r(2, 9, 0)), inside: Some("spec.ignition"), field: "spec.ignition.version", value: Literal::Text("2.3") },
    Default { kinds: &["AWSMachine"], authority: Authority::Capa, era: Era::closed(r(2, 10, 0), r(2, 10, 0)), inside: None, field: "spec.hostAffinity", value: Literal::Text("host") },
    Default { kinds: &["AWSMachine"], authority: Authority::Capa, era: Era::since(r(2, 10, 1)), inside: None, field: "spec.hostAffinity", value: Literal::Text("default") },
    Default { kinds: &["AWSMachine"], authority: Authority::Capa, era: Era::since(r(2, 1, 0)), inside: Some("spec.instanceMetadataOptions"), field: "spec.instanceMetadataOptions.httpEndpoint", value: Literal::Text("enabled") },
    Default { kinds: &["AWSMachine"], authority: Authority::Capa, era: Era::since(r(2, 11, 0)), inside: Some("spec.instanceMetadataOptions"), field: "spec.instanceMetadataOptions.httpProtocolIpv6", value: Literal::Text("disabled") },
    Default { kinds: &["AWSMachine"], authority: Authority::Capa, era: Era::since(r(2, 1, 0)), inside: Some("spec.instanceMetadataOptions"), field: "spec.instanceMetadataOptions.httpPutResponseHopLimit", value: Literal::Number(1) },
    Default { kinds: &["AWSMachine"], authority: Authority::Capa, era: Era::closed(r(2, 1, 0), r(2, 1, 1)), inside: Some("spec.instanceMetadataOptions"), field: "spec.instanceMetadataOptions.httpTokens", value: Literal::Text("required") },
    Default { kinds: &["AWSMachine"], authority: Authority::Capa, era: Era::since(r(2, 1, 2)), inside: Some("spec.instanceMetadataOptions"), field: "spec.instanceMetadataOptions.httpTokens", value: Literal::Text("optional") },
    Default { kinds: &["AWSMachine"], authority: Authority::Capa, era: Era::since(r(2, 1, 0)), inside: Some("spec.instanceMetadataOptions"), field: "spec.instanceMetadataOptions.instanceMetadataTags", value: Literal::Text("disabled") },
    Default { kinds: &["AWSMachineTemplate"], authority: Authority::Capa, era: Era::since(r(2, 4, 0)), inside: Some("spec.template.spec.ignition"), field: "spec.template.spec.ignition.storageType", value: Literal::Text("ClusterObjectStore") },
    Default { kinds: &["AWSMachineTemplate"], authority: Authority::Capa, era: Era::closed(r(1, 4, 0), r(2, 9, 0)), inside: Some("spec.template.spec.ignition"), field: "spec.template.spec.ignition.version", value: Literal::Text("2.3") },
    Default { kinds: &["AWSMachineTemplate"], authority: Authority::Capa, era: Era::closed(r(2, 10, 0), r(2, 10, 0)), inside: None, field: "spec.template.spec.hostAffinity", value: Literal::Text("host") },
    Default { kinds: &["AWSMachineTemplate"], authority: Authority::Capa, era: Era::since(r(2, 10, 1)), inside: None, field: "spec.template.spec.hostAffinity", value: Literal::Text("default") },
    Default { kinds: &["AWSMachineTemplate"], authority: Authority::Capa, era: Era::since(r(2, 1, 0)), inside: Some("spec.template.spec.instanceMetadataOptions"), field: "spec.template.spec.instanceMetadataOptions.httpEndpoint", value: Literal::Text("enabled") },
    Default { kinds: &["AWSMachineTemplate"], authority: Authority::Capa, era: Era::since(r(2, 11, 0)), inside: Some("spec.template.spec.instanceMetadataOptions"), field: "spec.template.spec.instanceMetadataOptions.httpProtocolIpv6", value: Literal::Text("disabled") },
    Default { kinds: &["AWSMachineTemplate"], authority: Authority::Capa, era: Era::since(r(2, 1, 0)), inside: Some("spec.template.spec.instanceMetadataOptions"), field: "spec.template.spec.instanceMetadataOptions.httpPutResponseHopLimit", value: Literal::Number(1) },
    Default { kinds: &["AWSMachineTemplate"], authority: Authority::Capa, era: Era::closed(r(2, 1, 0), r(2, 1, 1)), inside: Some("spec.template.spec.instanceMetadataOptions"), field: "spec.template.spec.instanceMetadataOptions.httpTokens", value: Literal::Text("required") },
    Default { kinds: &["AWSMachineTemplate"], authority: Authority::Capa, era: Era::since(r(2, 1, 2)), inside: Some("spec.template.spec.instanceMetadataOptions"), field: "spec.template.spec.instanceMetadataOptions.httpTokens", value: Literal::Text("optional") },
    Default { kinds: &["AWSMachineTemplate"], authority: Authority::Capa, era: Era::since(r(2, 1, 0)), inside: Some("spec.template.spec.instanceMetadataOptions"), field: "spec.template.spec.instanceMetadataOptions.instanceMetadataTags", value: Literal::Text("disabled") },
    Default { kinds: &["AWSMachinePool"], authority: Authority::Capa, era: Era::since(r(2, 3, 0)), inside: Some("spec.awsLaunchTemplate.instanceMetadataOptions"), field: "spec.awsLaunchTemplate.instanceMetadataOptions.httpEndpoint", value: Literal::Text("enabled") },
    Default { kinds: &["AWSMachinePool"], authority: Authority::Capa, era: Era::since(r(2, 11, 0)), inside: Some("spec.awsLaunchTemplate.instanceMetadataOptions"), field: "spec.awsLaunchTemplate.instanceMetadataOptions.httpProtocolIpv6", value: Literal::Text("disabled") },
    Default { kinds: &["AWSMachinePool"], authority: Authority::Capa, era: Era::since(r(2, 3, 0)), inside: Some("spec.awsLaunchTemplate.instanceMetadataOptions"), field: "spec.awsLaunchTemplate.instanceMetadataOptions.httpPutResponseHopLimit", value: Literal::Number(1) },
    Default { kinds: &["AWSMachinePool"], authority: Authority::Capa, era: Era::since(r(2, 3, 0)), inside: Some("spec.awsLaunchTemplate.instanceMetadataOptions"), field: "spec.awsLaunchTemplate.instanceMetadataOptions.httpTokens", value: Literal::Text("optional") },
    Default { kinds: &["AWSMachinePool"], authority: Authority::Capa, era: Era::since(r(2, 3, 0)), inside: Some("spec.awsLaunchTemplate.instanceMetadataOptions"), field: "spec.awsLaunchTemplate.instanceMetadataOptions.instanceMetadataTags", value: Literal::Text("disabled") },
    Default { kinds: &["AWSManagedMachinePool"], authority: Authority::Capa, era: Era::since(r(2, 3, 0)), inside: Some("spec.awsLaunchTemplate.instanceMetadataOptions"), field: "spec.awsLaunchTemplate.instanceMetadataOptions.httpEndpoint", value: Literal::Text("enabled") },
    Default { kinds: &["AWSManagedMachinePool"], authority: Authority::Capa, era: Era::since(r(2, 11, 0)), inside: Some("spec.awsLaunchTemplate.instanceMetadataOptions"), field: "spec.awsLaunchTemplate.instanceMetadataOptions.httpProtocolIpv6", value: Literal::Text("disabled") },
    Default { kinds: &["AWSManagedMachinePool"], authority: Authority::Capa, era: Era::since(r(2, 3, 0)), inside: Some("spec.awsLaunchTemplate.instanceMetadataOptions"), field: "spec.awsLaunchTemplate.instanceMetadataOptions.httpPutResponseHopLimit", value: Literal::Number(1) },
    Default { kinds: &["AWSManagedMachinePool"], authority: Authority::Capa, era: Era::since(r(2, 3, 0)), inside: Some("spec.awsLaunchTemplate.instanceMetadataOptions"), field: "spec.awsLaunchTemplate.instanceMetadataOptions.httpTokens", value: Literal::Text("optional") },
    Default { kinds: &["AWSManagedMachinePool"], authority: Authority::Capa, era: Era::since(r(2, 3, 0)), inside: Some("spec.awsLaunchTemplate.instanceMetadataOptions"), field: "spec.awsLaunchTemplate.instanceMetadataOptions.instanceMetadataTags", value: Literal::Text("disabled") },
    Default { kinds: &["AWSMachinePool"], authority: Authority::Capa, era: Era::since(r(2, 9, 0)), inside: Some("spec.ignition"), field: "spec.ignition.storageType", value: Literal::Text("ClusterObjectStore") },
    Default { kinds: &["AWSMachinePool"], authority: Authority::Capa, era: Era::closed(r(2, 9, 0), r(2, 9, 0)), inside: Some("spec.ignition"), field: "spec.ignition.version", value: Literal::Text("2.3") },
    Default { kinds: &["AWSMachinePool"], authority: Authority::Capa, era: Era::since(r(0, 6, 1)), inside: None, field: "spec.minSize", value: Literal::Number(1) },
    Default { kinds: &["AWSMachinePool"], authority: Authority::Capa, era: Era::since(r(0, 6, 1)), inside: None, field: "spec.maxSize", value: Literal::Number(1) },
    Default { kinds: &["AWSMachinePool"], authority: Authority::Capa, era: Era::since(r(0, 6, 1)), inside: Some("spec.mixedInstancesPolicy.instancesDistribution"), field: "spec.mixedInstancesPolicy.instancesDistribution.onDemandAllocationStrategy", value: Literal::Text("prioritized") },
    Default { kinds: &["AWSMachinePool"], authority: Authority::Capa, era: Era::since(r(0, 6, 1)), inside: Some("spec.mixedInstancesPolicy.instancesDistribution"), field: "spec.mixedInstancesPolicy.instancesDistribution.onDemandBaseCapacity", value: Literal::Number(0) },
    Default { kinds: &["AWSMachinePool"], authority: Authority::Capa, era: Era::since(r(0, 6, 1)), inside: Some("spec.mixedInstancesPolicy.instancesDistribution"), field: "spec.mixedInstancesPolicy.instancesDistribution.onDemandPercentageAboveBaseCapacity", value: Literal::Number(100) },
    Default { kinds: &["AWSMachinePool"], authority: Authority::Capa, era: Era::since(r(0, 6, 1)), inside: Some("spec.mixedInstancesPolicy.instancesDistribution"), field: "spec.mixedInstancesPolicy.instancesDistribution.spotAllocationStrategy", value: Literal::Text("lowest-price") },
    Default { kinds: &["AWSMachinePool"], authority: Authority::Capa, era: Era::since(r(0, 6, 1)), inside: None, field: "spec.defaultCoolDown", value: Literal::Text("5m0s") },
    Default { kinds: &["AWSManagedMachinePool"], authority: Authority::Capa, era: Era::since(r(0, 6, 1)), inside: None, field: "spec.amiType", value: Literal::Text("AL2_x86_64") },
    Default { kinds: &["AWSManagedMachinePool"], authority: Authority::Capa, era: Era::since(r(1, 0, 0)), inside: None, field: "spec.capacityType", value: Literal::Text("onDemand") },
    Default { kinds: &["AWSCluster"], authority: Authority::Capa, era: Era::since(r(0, 7, 0)), inside: Some("spec.network.vpc"), field: "spec.network.vpc.availabilityZoneSelection", value: Literal::Text("Ordered") },
    Default { kinds: &["AWSCluster"], authority: Authority::Capa, era: Era::since(r(0, 7, 0)), inside: Some("spec.network.vpc"), field: "spec.network.vpc.availabilityZoneUsageLimit", value: Literal::Number(3) },
    Default { kinds: &["AWSCluster"], authority: Authority::Capa, era: Era::since(r(2, 6, 0)), inside: Some("spec.network.vpc"), field: "spec.network.vpc.subnetSchema", value: Literal::Text("PreferPrivate") },
    Default { kinds: &["AWSCluster"], authority: Authority::Capa, era: Era::since(r(0, 6, 9)), inside: Some("spec.controlPlaneLoadBalancer"), field: "spec.controlPlaneLoadBalancer.scheme", value: Literal::Text("internet-facing") },
    Default { kinds: &["OpenStackCluster"], authority: Authority::Capo, era: Era::closed(r(0, 10, 0), r(0, 14, 7)), inside: Some("spec.apiServerLoadBalancer"), field: "spec.apiServerLoadBalancer.enabled", value: Literal::Flag(true) },
    Default { kinds: &["OpenStackCluster"], authority: Authority::Capo, era: Era::since(r(0, 10, 0)), inside: Some("spec.bastion"), field: "spec.bastion.enabled", value: Literal::Flag(true) },
    Default { kinds: &["OpenStackCluster"], authority: Authority::Capo, era: Era::since(r(0, 10, 0)), inside: Some("spec.managedSecurityGroups"), field: "spec.managedSecurityGroups.allowAllInClusterTraffic", value: Literal::Flag(false) },
    Default { kinds: &["OpenStackCluster"], authority: Authority::Capo, era: Era::since(r(0, 14, 0)), inside: Some("spec.identityRef"), field: "spec.identityRef.type", value: Literal::Text("Secret") },
    Default { kinds: &["OpenStackMachine"], authority: Authority::Capo, era: Era::since(r(0, 14, 0)), inside: Some("spec.identityRef"), field: "spec.identityRef.type", value: Literal::Text("Secret") },
    Default { kinds: &["OpenStackMachine"], authority: Authority::Capo, era: Era::since(r(0, 10, 0)), inside: Some("spec.rootVolume.availabilityZone"), field: "spec.rootVolume.availabilityZone.from", value: Literal::Text("Name") },
    Default { kinds: &["OpenStackMachineTemplate"], authority: Authority::Capo, era: Era::since(r(0, 14, 0)), inside: Some("spec.template.spec.identityRef"), field: "spec.template.spec.identityRef.type", value: Literal::Text("Secret") },
    Default { kinds: &["OpenStackMachineTemplate"], authority: Authority::Capo, era: Era::since(r(0, 10, 0)), inside: Some("spec.template.spec.rootVolume.availabilityZone"), field: "spec.template.spec.rootVolume.availabilityZone.from", value: Literal::Text("Name") },
    Default { kinds: &["OpenStackServer"], authority: Authority::Capo, era: Era::since(r(0, 14, 0)), inside: Some("spec.identityRef"), field: "spec.identityRef.type", value: Literal::Text("Secret") },
    Default { kinds: &["OpenStackServer"], authority: Authority::Capo, era: Era::since(r(0, 11, 0)), inside: Some("spec.rootVolume.availabilityZone"), field: "spec.rootVolume.availabilityZone.from", value: Literal::Text("Name") },
];

/// Texts that webhooks put in front of a value.
pub static PREFIXES: &[Default] = &[
    Default { kinds: &["KubeadmControlPlane"], authority: Authority::Capi, era: Era::since(r(0, 4, 0)), inside: None, field: "spec.version", value: Literal::Text("v") },
    Default { kinds: &["Machine"], authority: Authority::Capi, era: Era::since(r(0, 4, 0)), inside: None, field: "spec.version", value: Literal::Text("v") },
    Default { kinds: &["MachineDeployment"], authority: Authority::Capi, era: Era::since(r(0, 4, 0)), inside: None, field: "spec.template.spec.version", value: Literal::Text("v") },
    Default { kinds: &["MachineSet"], authority: Authority::Capi, era: Era::since(r(1, 1, 0)), inside: None, field: "spec.template.spec.version", value: Literal::Text("v") },
    Default { kinds: &["MachinePool"], authority: Authority::Capi, era: Era::since(r(1, 2, 0)), inside: None, field: "spec.template.spec.version", value: Literal::Text("v") },
    Default { kinds: &["Cluster"], authority: Authority::Capi, era: Era::since(r(1, 0, 0)), inside: None, field: "spec.topology.version", value: Literal::Text("v") },
];

/// Values that count as equal to an unset field.
pub static SAME: &[Default] = &[
    Default { kinds: &["KubeadmControlPlane"], authority: Authority::Capi, era: Era::since(r(0, 4, 0)), inside: None, field: "spec.kubeadmConfigSpec.format", value: Literal::Text("cloud-config") },
    Default { kinds: &["KubeadmConfig"], authority: Authority::Capi, era: Era::since(r(0, 4, 0)), inside: None, field: "spec.format", value: Literal::Text("cloud-config") },
    Default { kinds: &["KubeadmConfigTemplate"], authority: Authority::Capi, era: Era::since(r(0, 4, 0)), inside: None, field: "spec.template.spec.format", value: Literal::Text("cloud-config") },
    Default { kinds: &["KubeadmControlPlaneTemplate"], authority: Authority::Capi, era: Era::since(r(1, 11, 0)), inside: None, field: "spec.template.spec.kubeadmConfigSpec.format", value: Literal::Text("cloud-config") },
    Default { kinds: &["KubeadmControlPlaneTemplate"], authority: Authority::Capi, era: Era::since(r(1, 11, 0)), inside: Some("spec.template.spec.kubeadmConfigSpec.initConfiguration"), field: "spec.template.spec.kubeadmConfigSpec.initConfiguration.nodeRegistration.imagePullPolicy", value: Literal::Text("IfNotPresent") },
    Default { kinds: &["KubeadmControlPlaneTemplate"], authority: Authority::Capi, era: Era::since(r(1, 11, 0)), inside: Some("spec.template.spec.kubeadmConfigSpec.joinConfiguration"), field: "spec.template.spec.kubeadmConfigSpec.joinConfiguration.nodeRegistration.imagePullPolicy", value: Literal::Text("IfNotPresent") },
    Default { kinds: &["KubeadmControlPlane"], authority: Authority::Capi, era: Era::since(r(1, 11, 0)), inside: Some("spec.kubeadmConfigSpec.initConfiguration"), field: "spec.kubeadmConfigSpec.initConfiguration.nodeRegistration.imagePullPolicy", value: Literal::Text("IfNotPresent") },
    Default { kinds: &["KubeadmControlPlane"], authority: Authority::Capi, era: Era::since(r(1, 11, 0)), inside: Some("spec.kubeadmConfigSpec.joinConfiguration"), field: "spec.kubeadmConfigSpec.joinConfiguration.nodeRegistration.imagePullPolicy", value: Literal::Text("IfNotPresent") },
];

/// Objects that typed structs always hold.
pub static ALWAYS_THERE: &[AlwaysThere] = &[
    AlwaysThere { kinds: &["KubeadmControlPlane"], authority: Authority::Capi, era: Era::closed(r(0, 4, 0), r(1, 10, 10)), fields: &["spec.kubeadmConfigSpec.clusterConfiguration.etcd", "spec.kubeadmConfigSpec.clusterConfiguration.dns", "spec.kubeadmConfigSpec.clusterConfiguration.networking", "spec.kubeadmConfigSpec.clusterConfiguration.apiServer", "spec.kubeadmConfigSpec.clusterConfiguration.controllerManager", "spec.kubeadmConfigSpec.clusterConfiguration.scheduler", "spec.kubeadmConfigSpec.initConfiguration.nodeRegistration", "spec.kubeadmConfigSpec.initConfiguration.localAPIEndpoint", "spec.kubeadmConfigSpec.joinConfiguration.nodeRegistration", "spec.kubeadmConfigSpec.joinConfiguration.discovery", "spec.kubeadmConfigSpec.joinConfiguration.controlPlane.localAPIEndpoint", "spec.kubeadmConfigSpec", "spec.machineTemplate", "spec.machineTemplate.metadata", "spec.machineTemplate.infrastructureRef"] },
];

/// What the schemas of KubeadmConfigs limit.
pub static LIMITS: &[Limit] = &[
    Limit { field: "bootCommands", era: Era::since(r(1, 10, 0)), versions: &[], measure: Measure::Items(1000) },
    Limit { field: "bootCommands[*]", era: Era::since(r(1, 10, 0)), versions: &[], measure: Measure::Length(10240) },
    Limit { field: "clusterConfiguration.apiServer.certSANs", era: Era::since(r(1, 10, 0)), versions: &[], measure: Measure::Items(100) },
    Limit { field: "clusterConfiguration.apiServer.certSANs[*]", era: Era::since(r(1, 10, 0)), versions: &[], measure: Measure::Length(253) },
    Limit { field: "clusterConfiguration.apiServer.extraArgs", era: Era::since(r(1, 11, 0)), versions: &["v1beta2"], measure: Measure::Items(100) },
    Limit { field: "clusterConfiguration.apiServer.extraArgs[*].name", era: Era::since(r(1, 11, 0)), versions: &["v1beta2"], measure: Measure::Length(256) },
    Limit { field: "clusterConfiguration.apiServer.extraArgs[*].value", era: Era::since(r(1, 11, 0)), versions: &["v1beta2"], measure: Measure::Length(1024) },
    Limit { field: "clusterConfiguration.apiServer.extraVolumes", era: Era::since(r(1, 10, 0)), versions: &[], measure: Measure::Items(100) },
    Limit { field: "clusterConfiguration.apiServer.extraVolumes[*].hostPath", era: Era::since(r(1, 10, 0)), versions: &[], measure: Measure::Length(512) },
    Limit { field: "clusterConfiguration.apiServer.extraVolumes[*].mountPath", era: Era::since(r(1, 10, 0)), versions: &[], measure: Measure::Length(512) },
    Limit { field: "clusterConfiguration.apiServer.extraVolumes[*].name", era: Era::since(r(1, 10, 0)), versions: &[], measure: Measure::Length(512) },
    Limit { field: "clusterConfiguration.certificatesDir", era: Era::since(r(1, 10, 0)), versions: &[], measure: Measure::Length(512) },
    Limit { field: "clusterConfiguration.clusterName", era: Era::since(r(1, 10, 0)), versions: &["v1beta1"], measure: Measure::Length(63) },
    Limit { field: "clusterConfiguration.controlPlaneEndpoint", era: Era::since(r(1, 10, 0)), versions: &[], measure: Measure::Length(512) },
    Limit { field: "clusterConfiguration.controllerManager.extraArgs", era: Era::since(r(1, 11, 0)), versions: &["v1beta2"], measure: Measure::Items(100) },
    Limit { field: "clusterConfiguration.controllerManager.extraArgs[*].name", era: Era::since(r(1, 11, 0)), versions: &["v1beta2"], measure: Measure::Length(256) },
    Limit { field: "clusterConfiguration.controllerManager.extraArgs[*].value", era: Era::since(r(1, 11, 0)), versions: &["v1beta2"], measure: Measure::Length(1024) },
    Limit { field: "clusterConfiguration.controllerManager.extraVolumes", era: Era::since(r(1, 10, 0)), versions: &[], measure: Measure::Items(100) },
    Limit { field: "clusterConfiguration.dns.imageRepository", era: Era::since(r(1, 10, 0)), versions: &[], measure: Measure::Length(512) },
    Limit { field: "clusterConfiguration.dns.imageTag", era: Era::since(r(1, 10, 0)), versions: &[], measure: Measure::Length(256) },
    Limit { field: "clusterConfiguration.etcd.external.endpoints", era: Era::since(r(1, 10, 0)), versions: &[], measure: Measure::Items(50) },
    Limit { field: "clusterConfiguration.etcd.local.dataDir", era: Era::since(r(1, 10, 0)), versions: &[], measure: Measure::Length(512) },
    Limit { field: "clusterConfiguration.etcd.local.extraArgs", era: Era::since(r(1, 11, 0)), versions: &["v1beta2"], measure: Measure::Items(100) },
    Limit { field: "clusterConfiguration.etcd.local.extraArgs[*].name", era: Era::since(r(1, 11, 0)), versions: &["v1beta2"], measure: Measure::Length(256) },
    Limit { field: "clusterConfiguration.etcd.local.extraArgs[*].value", era: Era::since(r(1, 11, 0)), versions: &["v1beta2"], measure: Measure::Length(1024) },
    Limit { field: "clusterConfiguration.etcd.local.imageRepository", era: Era::since(r(1, 10, 0)), versions: &[], measure: Measure::Length(512) },
    Limit { field: "clusterConfiguration.etcd.local.imageTag", era: Era::since(r(1, 10, 0)), versions: &[], measure: Measure::Length(256) },
    Limit { field: "clusterConfiguration.imageRepository", era: Era::since(r(1, 10, 0)), versions: &[], measure: Measure::Length(512) },
    Limit { field: "clusterConfiguration.scheduler.extraArgs", era: Era::since(r(1, 11, 0)), versions: &["v1beta2"], measure: Measure::Items(100) },
    Limit { field: "clusterConfiguration.scheduler.extraArgs[*].name", era: Era::since(r(1, 11, 0)), versions: &["v1beta2"], measure: Measure::Length(256) },
    Limit { field: "clusterConfiguration.scheduler.extraArgs[*].value", era: Era::since(r(1, 11, 0)), versions: &["v1beta2"], measure: Measure::Length(1024) },
    Limit { field: "diskSetup.filesystems", era: Era::since(r(1, 10, 0)), versions: &[], measure: Measure::Items(100) },
    Limit { field: "diskSetup.filesystems[*].device", era: Era::since(r(1, 10, 0)), versions: &[], measure: Measure::Length(256) },
    Limit { field: "diskSetup.filesystems[*].label", era: Era::since(r(1, 10, 0)), versions: &[], measure: Measure::Length(512) },
    Limit { field: "diskSetup.partitions", era: Era::since(r(1, 10, 0)), versions: &[], measure: Measure::Items(100) },
    Limit { field: "diskSetup.partitions[*].device", era: Era::since(r(1, 10, 0)), versions: &[], measure: Measure::Length(256) },
    Limit { field: "files", era: Era::since(r(1, 10, 0)), versions: &[], measure: Measure::Items(200) },
    Limit { field: "files[*].content", era: Era::since(r(1, 10, 0)), versions: &[], measure: Measure::Length(10240) },
    Limit { field: "files[*].contentFrom.secret.key", era: Era::since(r(1, 10, 0)), versions: &[], measure: Measure::Length(256) },
    Limit { field: "files[*].contentFrom.secret.name", era: Era::since(r(1, 10, 0)), versions: &[], measure: Measure::Length(253) },
    Limit { field: "files[*].owner", era: Era::since(r(1, 10, 0)), versions: &[], measure: Measure::Length(256) },
    Limit { field: "files[*].path", era: Era::since(r(1, 10, 0)), versions: &[], measure: Measure::Length(512) },
    Limit { field: "files[*].permissions", era: Era::since(r(1, 10, 0)), versions: &[], measure: Measure::Length(16) },
    Limit { field: "ignition.containerLinuxConfig.additionalConfig", era: Era::closed(r(1, 10, 0), r(1, 10, 2)), versions: &[], measure: Measure::Length(10240) },
    Limit { field: "ignition.containerLinuxConfig.additionalConfig", era: Era::since(r(1, 10, 3)), versions: &[], measure: Measure::Length(32768) },
    Limit { field: "initConfiguration.nodeRegistration.ignorePreflightErrors", era: Era::since(r(1, 10, 0)), versions: &[], measure: Measure::Items(50) },
    Limit { field: "initConfiguration.nodeRegistration.kubeletExtraArgs", era: Era::since(r(1, 11, 0)), versions: &["v1beta2"], measure: Measure::Items(100) },
    Limit { field: "initConfiguration.nodeRegistration.kubeletExtraArgs[*].name", era: Era::since(r(1, 11, 0)), versions: &["v1beta2"], measure: Measure::Length(256) },
    Limit { field: "initConfiguration.nodeRegistration.kubeletExtraArgs[*].value", era: Era::since(r(1, 11, 0)), versions: &["v1beta2"], measure: Measure::Length(1024) },
    Limit { field: "initConfiguration.nodeRegistration.name", era: Era::since(r(1, 10, 0)), versions: &[], measure: Measure::Length(253) },
    Limit { field: "initConfiguration.nodeRegistration.taints", era: Era::since(r(1, 10, 0)), versions: &[], measure: Measure::Items(100) },
    Limit { field: "initConfiguration.patches.directory", era: Era::since(r(1, 10, 0)), versions: &[], measure: Measure::Length(512) },
    Limit { field: "initConfiguration.skipPhases", era: Era::since(r(1, 10, 0)), versions: &[], measure: Measure::Items(50) },
    Limit { field: "joinConfiguration.nodeRegistration.ignorePreflightErrors", era: Era::since(r(1, 10, 0)), versions: &[], measure: Measure::Items(50) },
    Limit { field: "joinConfiguration.nodeRegistration.kubeletExtraArgs", era: Era::since(r(1, 11, 0)), versions: &["v1beta2"], measure: Measure::Items(100) },
    Limit { field: "joinConfiguration.nodeRegistration.kubeletExtraArgs[*].name", era: Era::since(r(1, 11, 0)), versions: &["v1beta2"], measure: Measure::Length(256) },
    Limit { field: "joinConfiguration.nodeRegistration.kubeletExtraArgs[*].value", era: Era::since(r(1, 11, 0)), versions: &["v1beta2"], measure: Measure::Length(1024) },
    Limit { field: "joinConfiguration.nodeRegistration.name", era: Era::since(r(1, 10, 0)), versions: &[], measure: Measure::Length(253) },
    Limit { field: "joinConfiguration.nodeRegistration.taints", era: Era::since(r(1, 10, 0)), versions: &[], measure: Measure::Items(100) },
    Limit { field: "joinConfiguration.patches.directory", era: Era::since(r(1, 10, 0)), versions: &[], measure: Measure::Length(512) },
    Limit { field: "joinConfiguration.skipPhases", era: Era::since(r(1, 10, 0)), versions: &[], measure: Measure::Items(50) },
    Limit { field: "mounts", era: Era::since(r(1, 10, 0)), versions: &[], measure: Measure::Items(100) },
    Limit { field: "mounts[*][*]", era: Era::since(r(1, 10, 0)), versions: &[], measure: Measure::Length(512) },
    Limit { field: "ntp.servers", era: Era::since(r(1, 10, 0)), versions: &[], measure: Measure::Items(100) },
    Limit { field: "ntp.servers[*]", era: Era::since(r(1, 10, 0)), versions: &[], measure: Measure::Length(512) },
    Limit { field: "postKubeadmCommands", era: Era::since(r(1, 10, 0)), versions: &[], measure: Measure::Items(1000) },
    Limit { field: "postKubeadmCommands[*]", era: Era::since(r(1, 10, 0)), versions: &[], measure: Measure::Length(10240) },
    Limit { field: "preKubeadmCommands", era: Era::since(r(1, 10, 0)), versions: &[], measure: Measure::Items(1000) },
    Limit { field: "preKubeadmCommands[*]", era: Era::since(r(1, 10, 0)), versions: &[], measure: Measure::Length(10240) },
    Limit { field: "users", era: Era::since(r(1, 10, 0)), versions: &[], measure: Measure::Items(100) },
    Limit { field: "users[*].name", era: Era::since(r(1, 10, 0)), versions: &[], measure: Measure::Length(256) },
    Limit { field: "users[*].sshAuthorizedKeys", era: Era::since(r(1, 10, 0)), versions: &[], measure: Measure::Items(100) },
    Limit { field: "users[*].sshAuthorizedKeys[*]", era: Era::since(r(1, 10, 0)), versions: &[], measure: Measure::Length(2048) },
    Limit { field: "users[*].sudo", era: Era::since(r(1, 10, 0)), versions: &[], measure: Measure::Length(256) },
];

/// CoreDNS versions that can be migrated.
pub static COREDNS_VERSIONS: &[Release] = &[r(1, 1, 3), r(1, 1, 4), r(1, 2, 0), r(1, 2, 1), r(1, 2,
    2), r(1, 2, 3), r(1, 2, 4), r(1, 2, 5), r(1, 2, 6), r(1, 3, 0), r(1, 3, 1), r(1, 4, 0), r(1, 5,
    0), r(1, 5, 1), r(1, 5, 2), r(1, 6, 0), r(1, 6, 1), r(1, 6, 2), r(1, 6, 3), r(1, 6, 4), r(1, 6,
    5), r(1, 6, 6), r(1, 6, 7), r(1, 6, 9), r(1, 7, 0), r(1, 7, 1), r(1, 8, 0), r(1, 8, 3), r(1, 8,
    4), r(1, 8, 5), r(1, 8, 6), r(1, 8, 7), r(1, 9, 0), r(1, 9, 1), r(1, 9, 2), r(1, 9, 3), r(1, 9,
    4), r(1, 10, 0), r(1, 10, 1), r(1, 11, 0), r(1, 11, 1), r(1, 11, 3), r(1, 11, 4), r(1, 12, 0),
    r(1, 12, 1), r(1, 12, 2), r(1, 12, 3), r(1, 12, 4), r(1, 13, 0), r(1, 13, 1), r(1, 13, 2), r(1,
    14, 0), r(1, 14, 1), r(1, 14, 2)];

/// The newest of them that a release of Cluster API knows.
pub static COREDNS_NEWEST: &[(Era, Release)] = &[
    (Era::closed(r(0, 4, 0), r(0, 4, 8)), r(1, 8, 4)),
    (Era::closed(r(1, 0, 0), r(1, 0, 5)), r(1, 8, 5)),
    (Era::closed(r(1, 1, 0), r(1, 1, 4)), r(1, 8, 6)),
    (Era::closed(r(1, 1, 5), r(1, 2, 6)), r(1, 9, 3)),
    (Era::closed(r(1, 2, 7), r(1, 2, 10)), r(1, 10, 0)),
    (Era::closed(r(1, 2, 11), r(1, 2, 12)), r(1, 10, 1)),
    (Era::closed(r(1, 3, 0), r(1, 3, 3)), r(1, 10, 0)),
    (Era::closed(r(1, 3, 4), r(1, 4, 5)), r(1, 10, 1)),
    (Era::closed(r(1, 4, 6), r(1, 4, 9)), r(1, 11, 1)),
    (Era::closed(r(1, 5, 0), r(1, 5, 0)), r(1, 10, 1)),
    (Era::closed(r(1, 5, 1), r(1, 7, 8)), r(1, 11, 1)),
    (Era::closed(r(1, 7, 9), r(1, 8, 8)), r(1, 11, 3)),
    (Era::closed(r(1, 8, 9), r(1, 8, 11)), r(1, 12, 0)),
    (Era::closed(r(1, 8, 12), r(1, 8, 12)), r(1, 12, 1)),
    (Era::closed(r(1, 9, 0), r(1, 9, 3)), r(1, 11, 3)),
    (Era::closed(r(1, 9, 4), r(1, 9, 6)), r(1, 12, 0)),
    (Era::closed(r(1, 9, 7), r(1, 9, 10)), r(1, 12, 1)),
    (Era::closed(r(1, 9, 11), r(1, 9, 11)), r(1, 12, 3)),
    (Era::closed(r(1, 10, 0), r(1, 10, 4)), r(1, 12, 1)),
    (Era::closed(r(1, 10, 5), r(1, 10, 6)), r(1, 12, 3)),
    (Era::closed(r(1, 10, 7), r(1, 10, 7)), r(1, 12, 4)),
    (Era::closed(r(1, 10, 8), r(1, 10, 10)), r(1, 13, 1)),
    (Era::closed(r(1, 11, 0), r(1, 11, 1)), r(1, 12, 3)),
    (Era::closed(r(1, 11, 2), r(1, 11, 2)), r(1, 12, 4)),
    (Era::closed(r(1, 11, 3), r(1, 11, 5)), r(1, 13, 1)),
    (Era::closed(r(1, 11, 6), r(1, 11, 11)), r(1, 14, 1)),
    (Era::closed(r(1, 12, 0), r(1, 12, 2)), r(1, 13, 1)),
    (Era::closed(r(1, 12, 3), r(1, 12, 4)), r(1, 14, 1)),
    (Era::since(r(1, 12, 5)), r(1, 14, 2)),
];

/// What of a fixed spec may change.
pub static MUTABLE: &[KindMutable] = &[
    KindMutable {
        kind: "AWSMachine",
        fields: &[
            Mutable { field: "spec.providerID", when: While::Always, eras: &[Era::since(r(0, 6, 0))] },
            Mutable { field: "spec.instanceID", when: While::Always, eras: &[Era::since(r(0, 6, 5))] },
            Mutable { field: "spec.additionalTags", when: While::Always, eras: &[Era::since(r(0, 6, 0))] },
            Mutable { field: "spec.additionalSecurityGroups", when: While::Always, eras: &[Era::since(r(0, 6, 0))] },
            Mutable { field: "spec.cloudInit.secretPrefix", when: While::Always, eras: &[Era::since(r(0, 6, 0))] },
            Mutable { field: "spec.cloudInit.secretCount", when: While::Always, eras: &[Era::since(r(0, 6, 0))] },
            Mutable { field: "spec.cloudInit.secureSecretsBackend", when: While::Always, eras: &[Era::since(r(0, 6, 0))] },
            Mutable { field: "spec.privateDnsName.enableResourceNameDnsARecord", when: While::Always, eras: &[Era::since(r(2, 4, 0))] },
            Mutable { field: "spec.privateDnsName.enableResourceNameDnsAAAARecord", when: While::Always, eras: &[Era::since(r(2, 4, 0))] },
        ],
    },
    KindMutable {
        kind: "OpenStackMachine",
        fields: &[
            Mutable { field: "spec.providerID", when: While::Once, eras: &[Era::closed(r(0, 5, 0), r(0, 14, 7))] },
            Mutable { field: "spec.providerID", when: While::Always, eras: &[Era::since(r(0, 15, 0))] },
            Mutable { field: "spec.instanceID", when: While::Once, eras: &[Era::closed(r(0, 5, 0), r(0, 14, 7))] },
            Mutable { field: "spec.instanceID", when: While::Always, eras: &[Era::since(r(0, 15, 0))] },
            Mutable { field: "spec.identityRef", when: While::Always, eras: &[Era::since(r(0, 10, 0))] },
            Mutable { field: "spec.ports", when: While::AddressPairs, eras: &[Era::since(r(0, 15, 0))] },
        ],
    },
    KindMutable {
        kind: "OpenStackMachineTemplate",
        fields: &[
            Mutable { field: "spec.template.spec.ports", when: While::AddressPairs, eras: &[Era::since(r(0, 15, 0))] },
        ],
    },
    KindMutable {
        kind: "OpenStackCluster",
        fields: &[
            Mutable { field: "spec.controlPlaneEndpoint", when: While::Once, eras: &[Era::since(r(0, 5, 0))] },
            Mutable { field: "spec.identityRef.name", when: While::Both, eras: &[Era::closed(r(0, 5, 1), r(0, 9, 2))] },
            Mutable { field: "spec.identityRef", when: While::Once, eras: &[Era::closed(r(0, 5, 1), r(0, 9, 2))] },
            Mutable { field: "spec.identityRef", when: While::Always, eras: &[Era::since(r(0, 10, 0))] },
            Mutable { field: "spec.bastion.enabled", when: While::Always, eras: &[Era::closed(r(0, 5, 1), r(0, 6, 4))] },
            Mutable { field: "spec.bastion", when: While::Undeployed, eras: &[Era::closed(r(0, 5, 1), r(0, 6, 4))] },
            Mutable { field: "spec.bastion", when: While::Always, eras: &[Era::since(r(0, 7, 0))] },
            Mutable { field: "spec.apiServerLoadBalancer.allowedCIDRs", when: While::Both, eras: &[Era::since(r(0, 7, 0))] },
            Mutable { field: "spec.apiServerLoadBalancer.monitor", when: While::Both, eras: &[Era::since(r(0, 13, 0))] },
            Mutable { field: "spec.controlPlaneAvailabilityZones", when: While::Always, eras: &[Era::since(r(0, 7, 1))] },
            Mutable { field: "spec.controlPlaneOmitAvailabilityZone", when: While::Always, eras: &[Era::since(r(0, 10, 0))] },
            Mutable { field: "spec.allowAllInClusterTraffic", when: While::Always, eras: &[Era::since(r(0, 8, 0))] },
            Mutable { field: "spec.managedSecurityGroups.allowAllInClusterTraffic", when: While::Always, eras: &[Era::since(r(0, 8, 0))] },
            Mutable { field: "spec.managedSecurityGroups.allNodesSecurityGroupRules", when: While::Always, eras: &[Era::since(r(0, 10, 0))] },
            Mutable { field: "spec.managedSecurityGroups.clusterNodesSecurityGroupRules", when: While::Always, eras: &[Era::since(r(0, 15, 0))] },
            Mutable { field: "spec.managedSecurityGroups.controlPlaneNodesSecurityGroupRules", when: While::Always, eras: &[Era::since(r(0, 12, 2))] },
            Mutable { field: "spec.managedSecurityGroups.workerNodesSecurityGroupRules", when: While::Always, eras: &[Era::since(r(0, 12, 2))] },
            Mutable { field: "spec.apiServerFixedIP", when: While::Floating, eras: &[Era::since(r(0, 8, 0))] },
            Mutable { field: "spec.apiServerPort", when: While::Floating, eras: &[Era::since(r(0, 8, 0))] },
            Mutable { field: "spec.apiServerFloatingIP", when: While::Once, eras: &[Era::since(r(0, 9, 0))] },
            Mutable { field: "spec.network", when: While::ToId, eras: &[Era::closed(r(0, 11, 7), r(0, 11, 8)), Era::since(r(0, 12, 4))] },
            Mutable { field: "spec.subnets", when: While::ToId, eras: &[Era::closed(r(0, 11, 7), r(0, 11, 8)), Era::since(r(0, 12, 4))] },
            Mutable { field: "spec.managedSubnets", when: While::NameServers, eras: &[Era::closed(r(0, 12, 6), r(0, 12, 7)), Era::since(r(0, 13, 0))] },
            Mutable { field: "spec.primarySubnet", when: While::Always, eras: &[Era::since(r(0, 15, 0))] },
        ],
    },
];
