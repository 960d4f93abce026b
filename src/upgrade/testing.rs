//! Helpers of this module's tests: manifests from text, profiles from versions.

use crate::manifest::Manifests;
use crate::profile::{Generation, Profile, Request};
use crate::source::SourceMap;

/// The objects of a YAML text.
pub(super) fn objects(text: &str) -> Manifests {
    let sources = SourceMap::default();
    let file = sources.add("test.yaml", text.to_owned());
    Manifests::read(&sources, &[file])
}

/// A profile with one controller at a version, the others at their newest.
pub(super) fn profile(controller: &str, version: &str) -> Profile {
    let mut profile = Request::default().complete(Generation::Current);
    let version = version.parse().expect("a version");
    match controller {
        "capi" => profile.capi = version,
        "capa" => profile.capa = version,
        "capo" => profile.capo = version,
        other => panic!("no controller {other}"),
    }
    profile
}
