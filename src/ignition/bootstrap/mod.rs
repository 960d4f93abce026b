//! What the kubeadm bootstrap provider generates for a node, before anything reads it.
//!
//! [`Spec`] is a KubeadmConfigSpec as its fields reach the provider's template, [`Variant`]
//! says which of the released templates is meant, and [`render`] writes the config text line
//! by line as that template does, without escaping, since there is none.

mod spec;
mod template;
mod text;
mod variant;

pub use spec::{
    ContentFrom, DiskSetup, FileSpec, FilesystemSpec, Ntp, PartitionSpec, Spec, UserSpec,
};
pub use template::{TemplateError, render_files};
pub use text::{Omitted, RenderError, Rendered, Template, render};
pub use variant::Variant;
