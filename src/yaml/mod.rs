//! YAML as Helm and the Kubernetes API server read and write it.
//!
//! The reader follows go-yaml v2 under sigs.k8s.io/yaml (YAML 1.1), the writer too. A parsed
//! document is a tree of [`Node`]s: what was written, with raw scalar text, style and spans.
//! What a plain scalar *means* is a question of the dialect, see [`Node::resolve`].
//!
//! The way of a text: [`input`](self) checks the bytes, the scanner makes tokens, [`Events`]
//! makes sense of them, [`parse`] builds trees. Those who need no tree walk the events.
//!
//! This module reads no files and knows nothing of Kubernetes.

mod compose;
mod emit;
mod error;
mod event;
mod gosyntax;
mod grammar;
mod input;
mod json;
mod node;
mod resolve;
mod scan;

pub use compose::{Comment, Document, Options, Parsed, parse, parse_bytes, parse_with};
pub use emit::{Flavor, Writer, key_order, sort_keys, to_yaml, to_yaml_pretty};
pub use error::{Error, ErrorKind, Mark};
pub use event::{Dialect, Event, Located, MAX_DEPTH, Properties};
pub use grammar::Events;
pub use input::MAX_BYTES;
pub use json::{
    Make, is_merge, key_text, to_json, to_json_floats, try_to_floats, try_to_json,
    try_to_json_floats,
};
pub use node::{Entry, Kind, Node, Style};
pub use resolve::{Scalar, legacy_bool, resolve, resolve_plain};
