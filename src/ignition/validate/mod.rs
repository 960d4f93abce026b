//! What refuses a config, one file for each program that looks at it.

pub mod admission;
pub mod flatcar;
pub mod ignition;
pub mod intent;
pub mod node;
mod unit_file;
mod units;

pub use unit_file::{UnitOption, parse_unit};
