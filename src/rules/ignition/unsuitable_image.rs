//! The image of the nodes cannot read the format of their user data
//!
//! # What it checks
//!
//! Where the machine template or pool of a node group names its image, a Flatcar image goes with
//! `format: ignition`, and an Ubuntu image does not. The name is what `imageLookupBaseOS`,
//! `imageLookupFormat` or `image` say; an image given by id says nothing.
//!
//! # Why it matters
//!
//! Flatcar hands cloud-config to Ignition, which cannot parse it, and the node stays in the
//! initrd. Ubuntu ignores Ignition, and the node comes up without doing anything.
//!
//! # Example
//!
//! ```yaml bad
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
//!         configRef:
//!           apiVersion: bootstrap.cluster.x-k8s.io/v1beta1
//!           kind: KubeadmConfigTemplate
//!           name: demo
//!       infrastructureRef:
//!         apiVersion: infrastructure.cluster.x-k8s.io/v1beta2
//!         kind: AWSMachineTemplate
//!         name: demo
//! ---
//! apiVersion: bootstrap.cluster.x-k8s.io/v1beta1
//! kind: KubeadmConfigTemplate
//! metadata:
//!   name: demo
//! spec:
//!   template:
//!     spec:
//!       joinConfiguration: {}
//! ---
//! apiVersion: infrastructure.cluster.x-k8s.io/v1beta2
//! kind: AWSMachineTemplate
//! metadata:
//!   name: demo
//! spec:
//!   template:
//!     spec:
//!       instanceType: t3.small
//!       imageLookupBaseOS: flatcar-stable
//! ```
//!
//! ```yaml good
//! apiVersion: infrastructure.cluster.x-k8s.io/v1beta2
//! kind: AWSMachineTemplate
//! metadata:
//!   name: demo
//! spec:
//!   template:
//!     spec:
//!       instanceType: t3.small
//!       imageLookupBaseOS: flatcar-stable
//! ```
//!
//! # How to fix
//!
//! Set `format: ignition` in the kubeadm configuration, or use another image.
//!
//! # References
//!
//! - coreos/ignition, config parsing
//! - giantswarm/cluster-openstack: `ignition.enable` changes no image

use crate::finding::Severity;
use crate::manifest::{Format, NodeGroup, Object};
use crate::path::FieldPath;
use crate::rules::{Check, Ctx, Meta, Sink};

pub(super) static META: Meta = Meta {
    severity: Severity::Error,
    since: "0.1.0",
    kinds: &["AWSMachineTemplate", "AWSMachinePool", "OpenStackMachineTemplate"],
    check: Check::Static(check),
};

/// The fields that name an image.
const IMAGES: [(&str, &[&str]); 3] = [
    (
        "AWSMachineTemplate",
        &["spec.template.spec.imageLookupBaseOS", "spec.template.spec.imageLookupFormat"],
    ),
    (
        "AWSMachinePool",
        &["spec.awsLaunchTemplate.imageLookupBaseOS", "spec.awsLaunchTemplate.imageLookupFormat"],
    ),
    (
        "OpenStackMachineTemplate",
        &["spec.template.spec.image", "spec.template.spec.image.filter.name"],
    ),
];

fn check(ctx: &Ctx<'_>, sink: &mut Sink<'_>) {
    for group in ctx.node_groups() {
        let Some((object, field, image)) = group.infrastructure.and_then(image) else { continue };
        let name = image.to_ascii_lowercase();
        let wrong = match group.bootstrap.as_ref().map(|spec| spec.format()) {
            Some(Format::CloudConfig) => name.contains("flatcar"),
            Some(Format::Ignition) => name.contains("ubuntu"),
            None => false,
        };
        if wrong {
            report(sink, group, object, field, image);
        }
    }
}

fn report(sink: &mut Sink<'_>, group: &NodeGroup<'_>, object: &Object, field: &str, image: &str) {
    let format = if group.is_ignition() { "Ignition" } else { "cloud-config" };
    let message = format!("image `{image}` of `{}` cannot read {format}", group.name);
    let draft = sink.on(object, &FieldPath::parse(field), message);
    if let Some(spec) = &group.bootstrap {
        draft.help(format!("see `{}` of `{}`", spec.field("format"), spec.object.id));
    }
}

fn image(object: &Object) -> Option<(&Object, &'static str, &str)> {
    let (_, fields) = IMAGES.iter().find(|(kind, _)| *kind == &*object.id.kind)?;
    fields.iter().find_map(|field| Some((object, *field, object.text(field)?)))
}
