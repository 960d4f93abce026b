//! Kubernetes objects in a stream of YAML documents: who they are and who refers to whom.

mod object;

pub use object::{Object, ObjectRef};
