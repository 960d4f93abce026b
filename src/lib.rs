//! clusterctl-gs
pub mod finding;
pub mod gonum;
pub mod ignition;
pub mod manifest;
pub mod path;
pub mod profile;
pub mod source;
pub mod yaml;
