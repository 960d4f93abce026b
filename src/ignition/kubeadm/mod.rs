//! The kubeadm documents of a node, the command that reads them, and the files that the
//! bootstrap provider brings along.
//!
//! What only a running cluster knows stands as a placeholder of the right length; how much
//! longer the real thing can be is a [`Margin`]. Sources: `kubeadmconfig_controller.go` and
//! `bootstrap/kubeadm/types` of Cluster API v1.1.0 to v1.14.0.

mod document;
mod pki;
mod secrets;
mod types;

pub use document::{Documents, ENDPOINT, documents};
pub use pki::certificates;
pub use secrets::fill_secrets;
pub use types::Api;

use crate::ignition::bootstrap::Spec;
use crate::ignition::plan::NodeKind;

/// How many more bytes a part can take in the user data than its placeholder does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Margin {
    /// The path of the file, or what the part is.
    pub name: String,
    /// Why the content is not known.
    pub reason: &'static str,
    /// How many more bytes it can take.
    pub more: usize,
}

/// The command that runs kubeadm under Ignition. Without verbosity a blank stays at its end.
pub fn command(kind: NodeKind, spec: &Spec) -> String {
    let verb = if kind == NodeKind::Init { "init" } else { "join" };
    format!("kubeadm {verb} --config /etc/kubeadm.yml {}", verbosity(spec))
}

/// The flag for the verbosity, or nothing.
pub fn verbosity(spec: &Spec) -> String {
    spec.verbosity.map(|v| format!("--v {v}")).unwrap_or_default()
}
