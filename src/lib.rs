//! clusterctl-gs
pub mod config;
pub mod diff;
pub mod finding;
pub mod glob;
pub mod golden;
pub mod gonum;
pub mod manifest;
pub mod path;
pub mod profile;
pub mod source;
pub mod suggest;
pub mod vcs;
pub mod yaml;

#[cfg(test)]
mod testing;
