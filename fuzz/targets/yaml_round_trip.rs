//! What is read can be written, and reads again as the same.
//!
//! But for the line breaks of Unicode: go-yaml writes them plain and loses them when it reads,
//! and so does the writer that plays it.

#![no_main]

use clusterctl_gs::source::FileId;
use clusterctl_gs::yaml;
use libfuzzer_sys::fuzz_target;
use serde_json::Value;

fuzz_target!(|data: &[u8]| {
    let Some(first) = read(data) else { return };
    let Ok(text) = yaml::to_yaml(&first) else { return };
    if text.contains(['\u{85}', '\u{2028}', '\u{2029}']) {
        return;
    }
    let second = read(text.as_bytes()).expect("what was written can be read");
    assert_eq!(first, second, "{text}");
    assert_eq!(yaml::to_yaml(&second).expect("it was written once"), text);
});

fn read(data: &[u8]) -> Option<Value> {
    let parsed = yaml::parse_bytes(data, FileId::NONE);
    if parsed.error.is_some() {
        return None;
    }
    yaml::try_to_json(parsed.documents.first()?.root.as_ref()?).ok()
}
