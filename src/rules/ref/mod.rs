//! References between objects.

mod dangling_reference;
mod foreign_namespace;
mod mismatched_api_version;
mod unsuitable_kind;

registry!["ref":
    dangling_reference,
    foreign_namespace,
    mismatched_api_version,
    unsuitable_kind,
];
