//! Any pair of a schema and values is judged, within the limits of the judge.
//!
//! The input is the schema, a zero byte, and the values.

#![no_main]

use clusterctl_gs::schema::{Schema, helm4};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some(zero) = data.iter().position(|byte| *byte == 0) else { return };
    let (schema, values) = (&data[..zero], &data[zero + 1..]);
    let Ok(values) = serde_json::from_slice::<serde_json::Value>(values) else { return };
    match Schema::parse(schema) {
        Ok(schema) => {
            if let Err(failure) = schema.validate(&&values) {
                assert!(!helm4::failure_text(&failure).is_empty());
            }
        }
        Err(error) => assert!(!helm4::schema_error_text(&error).is_empty()),
    }
});
