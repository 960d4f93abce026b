//! One change, as the JSON contract prints it.

use std::sync::Arc;

use serde::Serialize;
use serde_json::Value;

use super::text::TextDiff;
use crate::manifest::ObjectRef;
use crate::path::FieldPath;

/// What happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Op {
    /// Only the new side has it.
    Add,
    /// Only the old side has it.
    Remove,
    /// Both have it with different values.
    Change,
    /// The same item of a list at another place, where order matters.
    Move,
    /// The same thing under another name.
    Rename,
}

impl Op {
    /// The word that reports use.
    pub fn as_str(self) -> &'static str {
        match self {
            Op::Add => "add",
            Op::Remove => "remove",
            Op::Change => "change",
            Op::Move => "move",
            Op::Rename => "rename",
        }
    }
}

/// A change of an object or of one of its fields.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Change {
    /// The object as the new side has it; as the old side had it when it is gone.
    pub object: ObjectRef,
    /// The object's old name, when it has another now.
    pub renamed_from: Option<Arc<str>>,
    /// The field; none when the whole object came, went, or was renamed. Indices of lists are
    /// those of the new side; only a removed item has its old one.
    pub path: Option<FieldPath>,
    /// The rest.
    #[serde(flatten)]
    pub detail: Detail,
}

/// What a change of a field and a change inside a text have in common.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
pub struct Detail {
    /// What happened.
    pub op: Op,
    /// The old value: for a move the old index, for a rename the old name.
    pub old: Option<Value>,
    /// The new value: for a move the new index, for a rename the new name.
    pub new: Option<Value>,
    /// True when the change says nothing by itself: version labels, checksums, hash names.
    pub noise: bool,
    /// The list item that the change is about, by its name or its text, for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub item: Option<String>,
    /// What changed inside a text that holds a document or a file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub inner: Option<Box<Inner>>,
}

/// A change at a path: of an object's field, or inside a document that a field holds.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
pub struct FieldChange {
    /// The field, from the root of the object or document.
    pub path: FieldPath,
    /// The rest.
    #[serde(flatten)]
    pub detail: Detail,
}

impl std::ops::Deref for Change {
    type Target = Detail;

    fn deref(&self) -> &Detail {
        &self.detail
    }
}

impl std::ops::Deref for FieldChange {
    type Target = Detail;

    fn deref(&self) -> &Detail {
        &self.detail
    }
}

/// A difference of two texts, read as what they are.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
pub struct Inner {
    /// `yaml`, `json`, `toml`, `systemd`, `shell`, `text` or `binary`.
    pub format: &'static str,
    /// The encodings that were taken off, outermost first: `base64`, `gzip`, `data-url`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub encodings: Vec<&'static str>,
    /// The difference.
    #[serde(flatten)]
    pub content: InnerContent,
}

/// How an [`Inner`] difference is told.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum InnerContent {
    /// Field by field.
    Changes(Vec<FieldChange>),
    /// Line by line. Empty when only the encoding differs.
    Text(TextDiff),
    /// Not text; sizes in bytes.
    Binary {
        /// Size of the old content.
        old: usize,
        /// Size of the new content.
        new: usize,
    },
}
