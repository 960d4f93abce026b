//! Values: layers of files and flags, merged, with the origin of every key.
//!
//! Helm's flags are read by [`set`]. This module reads no files and prints nothing.

pub mod set;
