//! Any manifest can be simulated: user data, or a refusal with a stage and a reason.

#![no_main]

use clusterctl_gs::ignition::{Options, Outcome, show, simulate};
use clusterctl_gs::manifest::Manifests;
use clusterctl_gs::profile::{Controller, Generation, Request, Version};
use clusterctl_gs::source::SourceMap;
use libfuzzer_sys::fuzz_target;

const VERSIONS: [(u32, u32, u32); 5] = [(1, 1, 3), (1, 2, 5), (1, 5, 5), (1, 11, 2), (1, 14, 0)];

fuzz_target!(|data: &[u8]| {
    let Some((first, rest)) = data.split_first() else { return };
    let Ok(text) = std::str::from_utf8(rest) else { return };
    let mut profile = Request::default().complete(Generation::Current);
    let (major, minor, patch) = VERSIONS[*first as usize % VERSIONS.len()];
    profile.capi = Version::new(major, minor, patch);
    profile.given = vec![Controller::Capi];
    let sources = SourceMap::default();
    let file = sources.add("m.yaml", text);
    let manifests = Manifests::read(&sources, &[file]);
    for node in simulate(&manifests, &profile, &sources, &Options::default()) {
        assert_eq!(node.userdata.is_some(), node.result == Outcome::Generated);
        assert!(node.result == Outcome::Generated || node.stage.is_some());
        if let Some(config) = &node.parts.config {
            let _ = (show::files(config), show::units(config));
        }
        let _ = show::size(&node);
    }
});
