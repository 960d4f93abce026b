//! Simulates the user data: what a node would really be given, and who would refuse it.
//!
//! The way of a node: [`bootstrap`] writes the config text that the kubeadm bootstrap provider
//! generates, [`clc`] reads it as the real programs do, [`convert`] makes Ignition 2.3 of it,
//! [`validate`] holds what each program on the way refuses. Nothing here reads files.

pub mod actual;
pub mod bootstrap;
pub mod clc;
mod cloudinit;
pub mod convert;
mod explain;
pub mod extract;
pub mod files;
pub mod gojson;
pub mod kubeadm;
mod origin;
mod place;
mod plan;
pub mod report;
mod result;
pub mod show;
mod simulate;
mod sink;
pub mod size;
pub mod types;
pub mod validate;
pub mod walk;

pub use plan::NodeKind;
pub use result::{NodeFinding, NodeResult, Outcome, Parts, Stage, UserdataFormat};
pub use simulate::{Options, UNKNOWN_SECRET, simulate, simulate_all};
