//! What the webhooks and schemas of CAPA refuse when an object is made.

mod cloud_init_with_ignition;
mod invalid_tag;
mod missing_device_name;
mod missing_iops;
mod provider_id_in_template;
mod unsupported_ignition_version;
mod unsupported_storage_type;

registry!["aws":
    cloud_init_with_ignition,
    invalid_tag,
    missing_device_name,
    missing_iops,
    provider_id_in_template,
    unsupported_ignition_version,
    unsupported_storage_type,
];
