//! What the webhooks of CAPO refuse when an object is made.

mod conflicting_port_security;
mod provider_id_in_template;
mod unsupported_identity_kind;

registry!["openstack":
    conflicting_port_security,
    provider_id_in_template,
    unsupported_identity_kind,
];
