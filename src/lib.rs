//! clusterctl-gs
pub mod finding;
pub mod funcs;
pub mod gotpl;
pub mod manifest;
pub mod path;
pub mod profile;
pub mod source;
pub mod value;
pub mod yaml;
