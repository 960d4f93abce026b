//! Numbers as Go reads and writes them.
//!
//! YAML, JSON and templates all go through Go's `strconv` in Helm, so its spellings are facts
//! that several modules need. This module knows nothing of those formats.
//! Source of the facts: Go 1.27, `strconv/atoi.go`, `atof.go` and `ftoa.go`.

mod format;
mod parse;

pub use format::{format_float, format_json, format_shortest, format_shortest_f32, json_integer};
pub use parse::{is_decimal, parse_float, parse_int, parse_uint};
