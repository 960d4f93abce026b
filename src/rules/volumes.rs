//! The volumes of AWS machines, templates and pools.

use super::ctx::Ctx;
use crate::manifest::{INFRASTRUCTURE, Object, field};
use crate::path::FieldPath;
use crate::yaml::Node;

/// Which kinds have volumes, and below which field.
const PLACES: [(&str, &str); 3] = [
    ("AWSMachineTemplate", "spec.template.spec"),
    ("AWSMachine", "spec"),
    ("AWSMachinePool", "spec.awsLaunchTemplate"),
];

/// One volume.
#[derive(Debug)]
pub(super) struct Volume<'a> {
    /// The object that has it.
    pub object: &'a Object,
    /// Where it stands.
    pub path: FieldPath,
    /// What is said about it.
    pub node: &'a Node,
    /// True for the root volume.
    pub root: bool,
}

/// All volumes of the input.
pub(super) fn of<'a>(ctx: &Ctx<'a>) -> Vec<Volume<'a>> {
    let mut found = Vec::new();
    for (kind, machine) in PLACES {
        let objects = ctx.manifests.objects().iter().filter(|o| o.is(INFRASTRUCTURE, kind));
        for object in objects {
            for (field, root) in [("rootVolume", true), ("nonRootVolumes[*]", false)] {
                let all = field::select(&object.node, &format!("{machine}.{field}"));
                let volume = |(path, node)| Volume { object, path, node, root };
                found.extend(all.into_iter().map(volume));
            }
        }
    }
    found
}
