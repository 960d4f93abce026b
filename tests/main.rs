//! The one integration test binary: a module per concern under `tests/it`.

#![allow(clippy::disallowed_methods, reason = "tests read fixtures and start the binary")]

#[path = "it/bad_input.rs"]
mod bad_input;
#[path = "it/changes.rs"]
mod changes;
#[path = "it/charts/mod.rs"]
mod charts;
#[path = "it/check.rs"]
mod check;
#[path = "it/found_chart.rs"]
mod found_chart;
#[path = "it/helm.rs"]
mod helm;
#[path = "it/hostile.rs"]
mod hostile;
#[path = "it/ignition.rs"]
mod ignition;
#[path = "it/ignition_hostile.rs"]
mod ignition_hostile;
#[path = "it/ignition_mutations.rs"]
mod ignition_mutations;
#[path = "it/lint.rs"]
mod lint;
#[path = "it/provenance.rs"]
mod provenance;
#[path = "it/sides.rs"]
mod sides;
#[path = "it/support.rs"]
mod support;
#[path = "it/tidy.rs"]
mod tidy;
#[path = "it/transcripts.rs"]
mod transcripts;
#[path = "it/upgrade.rs"]
mod upgrade;
#[path = "it/userdata.rs"]
mod userdata;
