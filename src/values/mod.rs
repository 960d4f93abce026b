//! Values: layers of files and flags, merged, with the origin of every key.
//!
//! The way of a value: [`layer::read`] makes a [`Tree`] of each file, [`Layers`] merges them
//! with the flags of [`set`] in Helm's order, [`check`](fn@check) holds the result against a
//! schema and names the layer that is to blame, [`mod@print`] shows it.
//!
//! This module reads no files and prints nothing.

mod check;
mod effective;
mod error;
pub mod layer;
mod merge;
mod origin;
pub mod print;
pub mod set;

pub use check::check;
pub use effective::Layers;
pub use error::ValuesError;
pub use layer::Mode;
pub use merge::Tree;
pub use origin::{LayerKind, Origin, Origins};
