//! Lint rules: what is wrong with manifests, one rule per file.
//!
//! A rule reads a [`Ctx`] and reports into a [`Sink`]. It never prints, reads files, or knows
//! a report format or a flag. Its name is `group/bad-thing`, from the folder and the file.
//!
//! # Adding a rule
//!
//! Write `src/rules/<group>/<bad_thing>.rs`: `//!` documentation with the headings that
//! [`docs::HEADINGS`] lists and at least one `yaml bad` and one `yaml good` example, `META`,
//! `check`, tests. Then add two lines to the group's `mod.rs`: `mod bad_thing;` and the entry
//! in `registry!`. The examples run as tests.
//!
//! # Entry points
//!
//! [`fn@run`] judges one input. [`judge`] and [`report_suppressions`] are its two halves, for
//! callers that judge several inputs and want to know which suppressions served none of them.

#[macro_use]
mod registry;

mod api;
mod arguments;
mod aws;
mod clc;
mod cluster;
mod ctx;
pub mod docs;
mod iam;
mod ignition;
mod kubeadm;
mod openstack;
mod profiles;
mod r#ref;
mod run;
mod settings;
mod sink;
pub mod suppress;
mod suppression;
mod text;
mod texts;
mod units;
mod upgrade;
mod verdicts;
mod volumes;
mod window;

#[cfg(test)]
mod testing;

pub use ctx::Ctx;
pub use registry::{Check, Meta, Rule, all, find, infos, table};
pub use run::{Outcome, judge, report_suppressions, run, sort};
pub use settings::{External, Ignore, Level, Settings};
pub use sink::{Draft, Sink, fingerprint};
pub use suppress::Use;
pub use window::Window;
