//! The one integration test binary: a module per concern under `tests/it`.

#![allow(clippy::disallowed_methods, reason = "tests read fixtures and start the binary")]

#[path = "it/tidy.rs"]
mod tidy;
