//! Any bytes are a template, or an error with a place inside them.

#![no_main]

use clusterctl_gs::funcs::functions;
use clusterctl_gs::gotpl::parse;
use clusterctl_gs::source::FileId;
use clusterctl_gs::value::Str;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    match parse("t.yaml", FileId::NONE, Str::from(data), functions()) {
        Ok(parsed) => drop(parsed),
        Err(error) => assert!(error.to_string().starts_with("template: ")),
    }
});
