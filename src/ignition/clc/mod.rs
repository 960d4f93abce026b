//! Container Linux Config: reads the text as yaml.v3 v3.0.1 and the transpiler v0.9.4 do.
//!
//! [`parse`] gives the typed config, the tree of the text and a report. Everything that the
//! real programs accept, refuse or drop comes out of the same steps that they take, so there
//! is no table of rules here. Conversion is [`crate::ignition::convert`].

mod decode;
mod etcd;
mod resolve;
mod tree;
mod types;

pub use decode::Fatal;
pub use tree::{Ast, Keys, NodeId, Tree, YKind, YNode};
pub use types::*;
