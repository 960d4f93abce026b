//! Any text is a Container Linux Config or is refused, and one that was converted can be
//! written as Ignition and read by the simulated Flatcar.

#![no_main]

use clusterctl_gs::ignition::convert::{Outcome, append, to_ignition};
use clusterctl_gs::ignition::gojson;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    for strict in [true, false] {
        if let Outcome::Converted(config, _) = to_ignition(data, strict) {
            let text = gojson::to_string(&config);
            let read: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
            assert_eq!(read["ignition"]["version"], "2.3.0");
            let mut twice = (*config).clone();
            append(&mut twice, *config);
        }
    }
});
