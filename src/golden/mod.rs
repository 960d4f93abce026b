//! Golden files: what every case of a configuration is agreed to render.
//!
//! [`cases::discover`] turns a configuration into [`Case`]s, [`check`](check()) and [`update`]
//! compare and rewrite the files of a [`Store`]. Rendering is the caller's: a closure from a
//! case to text. Nothing here knows charts, templates or Kubernetes.

pub mod cases;
mod check;
mod store;

pub use cases::Case;
pub use check::{Action, CaseReport, Report, State, Update, check, update};
pub use store::{Store, StoreError};
