//! What the API server would make of the documents.

mod duplicate_key;
mod duplicate_object;
mod malformed_document;
mod nameless_object;
mod stray_document;
mod unserved_version;

registry!["api":
    duplicate_key,
    duplicate_object,
    malformed_document,
    nameless_object,
    stray_document,
    unserved_version,
];

pub(super) use unserved_version::is_unserved;
