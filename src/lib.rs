//! clusterctl-gs
pub mod cli;
pub mod finding;
mod fsio;
pub mod manifest;
pub mod path;
pub mod profile;
pub mod report;
pub mod source;
pub mod yaml;
