//! clusterctl-gs
pub mod finding;
pub mod glob;
pub mod gonum;
pub mod manifest;
pub mod path;
pub mod profile;
pub mod report;
pub mod source;
pub mod yaml;
