//! clusterctl-gs
pub mod finding;
pub mod gojson;
pub mod gonum;
pub mod goquote;
pub mod goregex;
pub mod manifest;
pub mod path;
pub mod profile;
pub mod report;
pub mod schema;
pub mod source;
pub mod values;
pub mod yaml;
