//! The controllers of the profile do not serve this apiVersion
//!
//! # What it checks
//!
//! Objects of Cluster API, CAPA and CAPO, and references to them, use an apiVersion that the
//! profile's controllers serve.
//!
//! # Why it matters
//!
//! The API server knows no such kind, and Helm refuses the release before it changes anything.
//! A reference to a version that is not served fails later, in a controller.
//!
//! # Example
//!
//! ```yaml bad capo=v0.14.7
//! apiVersion: infrastructure.cluster.x-k8s.io/v1alpha5
//! kind: OpenStackCluster
//! metadata:
//!   name: demo
//! ```
//!
//! ```yaml good capo=v0.7.3
//! apiVersion: infrastructure.cluster.x-k8s.io/v1alpha5
//! kind: OpenStackCluster
//! metadata:
//!   name: demo
//! ```
//!
//! # How to fix
//!
//! Use a version that is served, or judge by the controllers that really run: `--capi`,
//! `--capa`, `--capo`.
//!
//! # References
//!
//! - The CRDs of each release: Cluster API v0.4 to v1.14, CAPA v0.6 to v2.11, CAPO v0.4 to
//!   v0.15

use crate::finding::Severity;
use crate::manifest::Need;
use crate::path::FieldPath;
use crate::profile::Controller;
use crate::profile::served::{Served, controller_of};
use crate::rules::{Check, Ctx, Meta, Sink};

pub(super) static META: Meta =
    Meta { severity: Severity::Error, since: "0.1.0", kinds: &[], check: Check::Static(check) };

fn program(controller: Controller) -> &'static str {
    match controller {
        Controller::Capi => "Cluster API",
        Controller::Capa => "CAPA",
        Controller::Capo => "CAPO",
    }
}

/// What is wrong with an apiVersion; none where all is well or nothing is known.
fn fault(ctx: &Ctx<'_>, group: &str, version: &str, kind: &str) -> Option<Fault> {
    let controller = controller_of(group, kind)?;
    let release = ctx.profile.version(controller);
    let serves = |served: &&Served| served.range().contains(release);
    let entry = Served::of(controller).find(|served| served.version == version);
    if entry.as_ref().is_some_and(serves) {
        return None;
    }
    let versions: Vec<&str> = Served::of(controller).filter(serves).map(|s| s.version).collect();
    let program = program(controller);
    Some(Fault {
        message: format!("{program} of the profile does not serve `{group}/{version}`"),
        help: (!versions.is_empty()).then(|| format!("it serves `{}`", versions.join("`, `"))),
        holds: entry.map(|entry| format!("outside {} {}", controller.as_str(), entry.range())),
    })
}

/// True when it is known that the profile's controllers do not serve a version of a kind.
pub(in crate::rules) fn is_unserved(ctx: &Ctx<'_>, group: &str, version: &str, kind: &str) -> bool {
    fault(ctx, group, version, kind).is_some()
}

struct Fault {
    message: String,
    help: Option<String>,
    holds: Option<String>,
}

fn check(ctx: &Ctx<'_>, sink: &mut Sink<'_>) {
    let objects = ctx.manifests.objects();
    for object in objects {
        let id = &object.id;
        if let Some(fault) = fault(ctx, id.group(), id.version(), &id.kind) {
            report(sink, object, &FieldPath::parse("apiVersion"), fault);
        }
    }
    for reference in ctx.manifests.references() {
        let Some(version) = reference.version.as_deref() else { continue };
        // A reference to an object of the input is compared with that object.
        if reference.need == Need::Outside || ctx.manifests.resolve(reference).is_some() {
            continue;
        }
        if let Some(fault) = fault(ctx, &reference.group, version, &reference.kind) {
            report(sink, &objects[reference.from], &reference.path.key("apiVersion"), fault);
        }
    }
}

fn report(sink: &mut Sink<'_>, object: &crate::manifest::Object, path: &FieldPath, fault: Fault) {
    let draft = sink.on(object, path, fault.message);
    if let Some(help) = fault.help {
        draft.help(help);
    }
    if let Some(holds) = fault.holds {
        draft.holds(holds);
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::testing::{AWS, check_with};

    const RULE: &str = "api/unserved-version";

    fn cluster(version: &str) -> String {
        format!("apiVersion: cluster.x-k8s.io/{version}\nkind: Cluster\nmetadata: {{name: a}}\n")
    }

    #[test]
    fn versions_come_and_go() {
        for (version, capi, bad) in [
            ("v1alpha3", "v1.4.9", false),
            ("v1alpha3", "v1.5.0", true),
            ("v1alpha4", "v1.5.8", false),
            ("v1alpha4", "v1.6.0", true),
            ("v1beta1", "v1.14.0", false),
            ("v1beta2", "v1.10.3", true),
            ("v1beta2", "v1.11.0", false),
            ("v2", "v1.11.0", true),
        ] {
            let tag = format!("capi={capi}");
            let at: &[&str] = if bad { &["Cluster/a apiVersion"] } else { &[] };
            check_with(RULE, &cluster(version), &[&tag], at);
        }
    }

    #[test]
    fn kinds_of_other_providers_are_not_known() {
        let text = "apiVersion: controlplane.cluster.x-k8s.io/v1alpha1\n\
                    kind: KamajiControlPlane\nmetadata: {name: a}\n";
        check_with(RULE, text, &[], &[]);
    }

    #[test]
    fn old_provider_versions_are_flagged_at_every_object() {
        let text =
            AWS.replace("v1beta2\nkind: AWSMachineTemplate", "v1beta1\nkind: AWSMachineTemplate");
        let at = ["AWSMachineTemplate/demo-control-plane apiVersion"];
        check_with(RULE, &text, &["capa=v2.9.0"], &at);
        check_with(RULE, &text, &["capa=v2.3.5"], &[]);
    }
}
