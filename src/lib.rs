//! clusterctl-gs
pub mod diff;
pub mod finding;
pub mod glob;
pub mod gonum;
pub mod manifest;
pub mod path;
pub mod profile;
pub mod source;
pub mod vcs;
pub mod yaml;
