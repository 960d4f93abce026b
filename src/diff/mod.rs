//! What differs: between two texts, line by line, and between two sets of objects, field by
//! field.
//!
//! [`text::TextDiff`] is the unified diff of golden files. [`objects`] compares manifests: it
//! finds the pairs (`matching`), walks their fields (`fields`) with the meaning of every list
//! (`lists`), looks into what is encoded or embedded (`inner`), and tells noise from changes
//! (`noise`). Both return plain data; colour and layout belong to the reports. Nothing here
//! judges whether a change is good, refused, or rolls nodes.

mod change;
mod fields;
mod inner;
mod lists;
mod matching;
mod noise;
mod secret;
mod structural;
pub mod text;

pub use change::{Change, Detail, FieldChange, Inner, InnerContent, Op};
pub use matching::{Pair, match_objects};
pub use structural::{Options, objects, of_pairs};
