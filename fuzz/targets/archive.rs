//! Any archive is a chart or an error; no file of it lies outside of the chart.
//!
//! The input is the tar stream: packing it here spares the fuzzer gzip's checksums. A first
//! byte of 0 takes the rest as the packed archive itself.

#![no_main]

use std::io::Write;

use clusterctl_gs::chart::{Chart, File, LoadRules, Loader, ValuesRules};
use flate2::{Compression, write::GzEncoder};
use libfuzzer_sys::fuzz_target;

const CHART: &str = "apiVersion: v2\nname: outer\nversion: 1.0.0\n";

fuzz_target!(|data: &[u8]| {
    let Some((first, rest)) = data.split_first() else { return };
    let packed = match first {
        0 => rest.to_vec(),
        _ => {
            let mut encoder = GzEncoder::new(Vec::new(), Compression::none());
            encoder.write_all(rest).expect("a vector takes everything");
            encoder.finish().expect("a vector takes everything")
        }
    };
    let rules = LoadRules { values: ValuesRules { all_documents: true }, version: None };
    let files = vec![File::new("Chart.yaml", CHART), File::new("charts/part.tgz", packed)];
    if let Ok(chart) = Loader::new(rules).chart(files) {
        judge(&chart);
    }
});

fn judge(chart: &Chart) {
    for file in chart.files.iter().chain(&chart.templates) {
        assert!(!file.name.starts_with('/'), "{}", file.name);
        assert!(!file.name.split('/').any(|part| part == ".."), "{}", file.name);
    }
    chart.dependencies.iter().for_each(|part| judge(part));
}
