//! What refuses a config, one file for each program that looks at it.

pub mod admission;
pub mod flatcar;
pub mod ignition;
mod unit_file;

pub use unit_file::{UnitOption, parse_unit};
