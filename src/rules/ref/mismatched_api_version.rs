//! A reference and the object that it means have different API versions
//!
//! # What it checks
//!
//! Where a reference writes an `apiVersion` and the input has the object, both name the same
//! version. It is an error if the profile's controllers do not serve the version that the
//! reference names, and a warning otherwise.
//!
//! # Why it matters
//!
//! It works as long as the API server converts between the two versions, and breaks on the day
//! when the older one goes away. Mostly it means that an upgrade of an API was half done.
//!
//! # Example
//!
//! ```yaml bad capi=v1.1.3 capo=v0.6.3
//! apiVersion: cluster.x-k8s.io/v1beta1
//! kind: MachineDeployment
//! metadata:
//!   name: demo
//! spec:
//!   clusterName: demo
//!   template:
//!     spec:
//!       clusterName: demo
//!       bootstrap:
//!         dataSecretName: demo
//!       infrastructureRef:
//!         apiVersion: infrastructure.cluster.x-k8s.io/v1alpha4
//!         kind: OpenStackMachineTemplate
//!         name: demo
//! ---
//! apiVersion: infrastructure.cluster.x-k8s.io/v1alpha5
//! kind: OpenStackMachineTemplate
//! metadata:
//!   name: demo
//! spec:
//!   template:
//!     spec:
//!       flavor: small
//! ```
//!
//! ```yaml good
//! apiVersion: cluster.x-k8s.io/v1beta2
//! kind: Cluster
//! metadata:
//!   name: demo
//! spec:
//!   infrastructureRef:
//!     apiGroup: infrastructure.cluster.x-k8s.io
//!     kind: AWSCluster
//!     name: demo
//! ---
//! apiVersion: infrastructure.cluster.x-k8s.io/v1beta2
//! kind: AWSCluster
//! metadata:
//!   name: demo
//! ```
//!
//! # How to fix
//!
//! Write the version of the object into the reference, best from one helper of the chart.
//! Changing the version alone rolls no nodes.
//!
//! # References
//!
//! - Cluster API v1.10, `util/conversion` and `controllers/external`
//! - giantswarm/cluster-aws, releases 0.34.0 to 0.76.2

use crate::finding::Severity;
use crate::manifest::Need;
use crate::rules::api::is_unserved;
use crate::rules::{Check, Ctx, Meta, Sink};

pub(super) static META: Meta =
    Meta { severity: Severity::Warning, since: "0.1.0", kinds: &[], check: Check::Static(check) };

fn check(ctx: &Ctx<'_>, sink: &mut Sink<'_>) {
    for reference in ctx.manifests.references() {
        let Some(version) = reference.version.as_deref() else { continue };
        let Some(target) = ctx.manifests.resolve(reference) else { continue };
        if reference.need == Need::Outside || target.id.version() == version {
            continue;
        }
        let object = &ctx.manifests.objects()[reference.from];
        let actual = target.id.version();
        let message =
            format!("reference says `{version}`, but `{}` in the input is `{actual}`", target.id);
        let draft = sink.on(object, &reference.path.key("apiVersion"), message);
        draft.help(format!("write `{}`", target.id.api_version));
        if is_unserved(ctx, &reference.group, version, &reference.kind) {
            draft.severity(Severity::Error);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::finding::Severity;
    use crate::rules::testing::{AWS, findings, profile};

    #[test]
    fn a_version_that_is_not_served_is_an_error() {
        let text = AWS.replacen(
            "infrastructure.cluster.x-k8s.io/v1beta2",
            "infrastructure.cluster.x-k8s.io/v1beta1",
            1,
        );
        for (capa, severity) in
            [("capa=v2.2.4", Severity::Warning), ("capa=v2.9.0", Severity::Error)]
        {
            let found = findings(&text, &profile(&[capa]));
            let own: Vec<_> =
                found.iter().filter(|f| &*f.rule == "ref/mismatched-api-version").collect();
            assert_eq!(own.len(), 1, "{found:#?}");
            assert_eq!(own[0].severity, severity);
            assert_eq!(
                own[0].path.as_ref().unwrap().to_string(),
                "spec.infrastructureRef.apiVersion"
            );
        }
    }
}
