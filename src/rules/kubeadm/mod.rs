//! Kubeadm configurations, whatever format their user data has.

mod conflicting_content;
mod conflicting_password;
mod duplicate_argument;
mod duplicate_file_path;
mod even_replicas;
mod incomplete_secret_reference;
mod misshapen_arguments;
mod missing_join_configuration;
mod oversized_text;
mod unquoted_argument;
mod unquoted_permissions;

registry!["kubeadm":
    conflicting_content,
    conflicting_password,
    duplicate_argument,
    duplicate_file_path,
    even_replicas,
    incomplete_secret_reference,
    misshapen_arguments,
    missing_join_configuration,
    oversized_text,
    unquoted_argument,
    unquoted_permissions,
];
