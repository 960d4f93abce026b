//! Simulates the user data: what a node would really be given, and who would refuse it.
//!
//! The way of a node: [`bootstrap`] writes the config text that the kubeadm bootstrap provider
//! generates, [`clc`] reads it as the real programs do, [`convert`] makes Ignition 2.3 of it,
//! [`validate`] holds what each program on the way refuses. Nothing here reads files.

pub mod bootstrap;
pub mod clc;
pub mod convert;
pub mod gojson;
pub mod report;
pub mod types;
pub mod validate;
pub mod walk;
