//! Kubernetes objects in a stream of YAML documents: who they are and who refers to whom.
//!
//! [`Manifests::read`] turns texts into objects and never fails: what could not be read is a
//! [`Problem`] beside the objects that could. On top of the objects stand three views:
//! [`Manifests::references`] (who names whom), [`Manifests::node_groups`] (control plane and
//! pools with their bootstrap configuration and machine template) and
//! [`Manifests::kubeadm_specs`] (every kubeadm configuration, whatever kind carries it).
//!
//! This module judges nothing, knows no controller version, and reads no files.

pub mod field;
mod groups;
mod index;
mod kubeadm;
mod nodes;
mod object;
mod read;
mod refs;

pub use groups::{ADDONS, BOOTSTRAP, CONTROL_PLANE, CORE, INFRASTRUCTURE, is_cluster_api};
pub use index::Manifests;
pub use kubeadm::{File, Format, KubeadmSpec};
pub use nodes::{DataSecret, NodeGroup, Role};
pub use object::{Object, ObjectRef};
pub use read::{Problem, ProblemKind};
pub use refs::{Need, Reference};
