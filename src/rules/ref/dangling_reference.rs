//! A reference leads to an object that the input does not have
//!
//! # What it checks
//!
//! Every object that the input refers to is in the input: the parts of a cluster (an error),
//! and the Secrets that files, users and ready-made user data come from (a warning, since
//! others often make them).
//!
//! Not reported are cloud credentials and identities, which the management cluster has long
//! before; the cluster of node pools that come alone; Secrets that a known controller makes; and
//! what the configuration lists under `externals`.
//!
//! # Why it matters
//!
//! The object is accepted and then waits for ever: a Machine without its template, a node
//! without the Secret that one of its files comes from. Names that end in a content hash break
//! like this when the hash is made in two places.
//!
//! # Example
//!
//! ```yaml bad whole
//! apiVersion: cluster.x-k8s.io/v1beta1
//! kind: Cluster
//! metadata:
//!   name: demo
//! spec:
//!   infrastructureRef:
//!     apiVersion: infrastructure.cluster.x-k8s.io/v1beta2
//!     kind: AWSCluster
//!     name: demo-aws
//! ---
//! apiVersion: infrastructure.cluster.x-k8s.io/v1beta2
//! kind: AWSCluster
//! metadata:
//!   name: demo
//! ```
//!
//! ```yaml good whole
//! apiVersion: cluster.x-k8s.io/v1beta1
//! kind: Cluster
//! metadata:
//!   name: demo
//! spec:
//!   infrastructureRef:
//!     apiVersion: infrastructure.cluster.x-k8s.io/v1beta2
//!     kind: AWSCluster
//!     name: demo
//! ---
//! apiVersion: infrastructure.cluster.x-k8s.io/v1beta2
//! kind: AWSCluster
//! metadata:
//!   name: demo
//!   namespace: org-demo
//! ```
//!
//! # How to fix
//!
//! Correct the name or render the object. Where something else creates it, list it in the
//! configuration: `externals: [{kind: Secret, name: "*-my-secret"}]`.
//!
//! # References
//!
//! - Cluster API v1.14, `api/core`, `api/bootstrap/kubeadm`, `api/controlplane/kubeadm`

use crate::finding::Severity;
use crate::glob::strip_hash_suffix;
use crate::manifest::{CORE, Need, Object, Problem, ProblemKind, Reference};
use crate::rules::{Check, Ctx, Meta, Sink};

pub(super) static META: Meta =
    Meta { severity: Severity::Error, since: "0.1.0", kinds: &[], check: Check::Static(check) };

/// Endings of names of Secrets that controllers make for a cluster, with who makes them.
const MADE_BY_CONTROLLERS: [(&str, &str); 9] = [
    ("-ca", "KubeadmControlPlane"),
    ("-etcd", "KubeadmControlPlane"),
    ("-proxy", "KubeadmControlPlane"),
    ("-sa", "KubeadmControlPlane"),
    ("-kubeconfig", "KubeadmControlPlane"),
    ("-encryption-provider-config", "encryption-provider-operator"),
    ("-irsa-cloudfront", "irsa-operator"),
    ("-teleport-join-token", "teleport-operator"),
    ("-apiserver-etcd-client", "the owner of the external etcd"),
];

fn check(ctx: &Ctx<'_>, sink: &mut Sink<'_>) {
    // Behind a fault the objects of a file are not known.
    let is_fault = |problem: &Problem| matches!(problem.kind, ProblemKind::Syntax(_));
    if ctx.manifests.problems().iter().any(is_fault) {
        return;
    }
    // A chart of node pools comes without the cluster that they belong to.
    let has_clusters = ctx.manifests.of_kind(CORE, "Cluster").next().is_some();
    for reference in ctx.manifests.references() {
        let known = reference.need == Need::Outside
            || (is_cluster(reference) && !has_clusters)
            || (&*reference.kind == "Secret" && is_made_by_controller(&reference.name))
            || ctx.settings.is_external(reference);
        if known || ctx.manifests.resolve(reference).is_some() {
            continue;
        }
        let object = &ctx.manifests.objects()[reference.from];
        let message = format!("`{}/{}` is not in the input", reference.kind, reference.name);
        let draft = sink.on(object, &reference.path, message);
        draft.span(object.span_at(&reference.path.key("name")));
        if reference.need == Need::Elsewhere {
            draft.severity(Severity::Warning);
        }
        let help = near(ctx, reference).map(|near| hint(reference, near));
        draft.help(help.unwrap_or_else(|| {
            "render it, or list it under `externals` in the configuration".to_owned()
        }));
    }
}

fn is_cluster(reference: &Reference) -> bool {
    &*reference.group == CORE && &*reference.kind == "Cluster"
}

fn is_made_by_controller(name: &str) -> bool {
    MADE_BY_CONTROLLERS.iter().any(|(ending, _)| name.ends_with(ending))
}

/// An object that may be the one that was meant.
fn near<'a>(ctx: &Ctx<'a>, reference: &Reference) -> Option<&'a Object> {
    let stem = strip_hash_suffix(&reference.name);
    let is_stem = |object: &&Object| {
        object.is(&reference.group, &reference.kind) && strip_hash_suffix(&object.id.name) == stem
    };
    let objects = ctx.manifests.objects();
    let same_kind = || objects.iter().filter(|o| o.is(&reference.group, &reference.kind));
    let only = || {
        let mut all = same_kind();
        all.next().filter(|_| all.next().is_none())
    };
    objects
        .iter()
        .find(is_stem)
        .or_else(|| {
            ctx.manifests.named(&reference.name).find(|o| o.id.group() == &*reference.group)
        })
        .or_else(only)
}

fn hint(reference: &Reference, near: &Object) -> String {
    match near.id.namespace.as_deref() {
        Some(namespace) if near.id.name == reference.name && near.id.kind == reference.kind => {
            format!("there is one of that name in the namespace `{namespace}`")
        }
        _ => format!("there is `{}`", near.id),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::testing::{AWS, check, findings, profile};

    const RULE: &str = "ref/dangling-reference";

    #[test]
    fn flags_the_parts_of_a_cluster() {
        let text = AWS.replace(
            "kind: KubeadmConfig\n          name: demo-workers",
            "kind: KubeadmConfig\n          name: demo",
        );
        let at = ["MachinePool/demo-workers spec.template.spec.bootstrap.configRef"];
        check(RULE, &text, &at);
    }

    #[test]
    fn names_the_object_that_differs_in_the_hash_only() {
        let text = AWS.replace(
            "      name: demo-control-plane\n  kube",
            "      name: demo-control-plane-1a2b3c4d\n  kube",
        );
        let found = findings(&text, &profile(&[]));
        assert_eq!(
            found[0].help.as_deref(),
            Some("there is `AWSMachineTemplate/demo-control-plane`")
        );
    }

    fn secret(name: &str) -> String {
        format!(
            "apiVersion: bootstrap.cluster.x-k8s.io/v1beta1\nkind: KubeadmConfig\n\
             metadata: {{name: a}}\nspec:\n  joinConfiguration: {{}}\n  files:\n  - path: /a\n    \
             permissions: \"0600\"\n    contentFrom: {{secret: {{name: {name}, key: k}}}}\n"
        )
    }

    #[test]
    fn a_secret_is_a_warning_unless_a_controller_makes_it() {
        let found = findings(&secret("demo-files"), &profile(&[]));
        assert_eq!((found[0].severity, &*found[0].rule), (Severity::Warning, RULE));
        assert_eq!(findings(&secret("demo-encryption-provider-config"), &profile(&[])), []);
    }
}
