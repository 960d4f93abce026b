//! Kubeadm configurations that become Ignition user data for Flatcar.

mod base64_encoding;
mod boot_command;
mod cloud_init_path;
mod decimal_permissions;
mod disabled_gate;
mod duplicate_path;
mod experimental_retry_join;
mod gzip_encoding;
mod inactive_user;
mod invalid_permissions;
mod jinja_template;
mod malformed_config;
mod missing_format;
mod missing_metadata_service;
mod missing_permissions;
mod noexec_script;
mod oversized_config;
mod oversized_user_data;
mod unexpanded_variable;
mod unknown_key;
mod unordered_containerd;
mod unset_overwrite;
mod unsuitable_image;
mod unsupported_disk_setup;
mod volatile_path;
mod wrong_type;

registry!["ignition":
    base64_encoding,
    boot_command,
    cloud_init_path,
    decimal_permissions,
    disabled_gate,
    duplicate_path,
    experimental_retry_join,
    gzip_encoding,
    inactive_user,
    invalid_permissions,
    jinja_template,
    malformed_config,
    missing_format,
    missing_metadata_service,
    missing_permissions,
    noexec_script,
    oversized_config,
    oversized_user_data,
    unexpanded_variable,
    unknown_key,
    unordered_containerd,
    unset_overwrite,
    unsuitable_image,
    unsupported_disk_setup,
    volatile_path,
    wrong_type,
];
