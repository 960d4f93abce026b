//! Instance profiles and the S3 bucket that Ignition user data is read from.

mod empty_instance_profile_list;
mod invalid_bucket_name;
mod mismatched_control_plane_profile;
mod missing_instance_profile;
mod missing_instance_profile_list;
mod unlisted_instance_profile;
mod unused_instance_profile;

registry!["iam":
    empty_instance_profile_list,
    invalid_bucket_name,
    mismatched_control_plane_profile,
    missing_instance_profile,
    missing_instance_profile_list,
    unlisted_instance_profile,
    unused_instance_profile,
];
