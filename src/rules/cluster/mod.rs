//! Machine deployments, sets, pools and control planes of Cluster API.

mod mismatched_cluster_name;
mod missing_bootstrap;
mod stuck_rollout;
mod unmatched_selector;

registry!["cluster":
    mismatched_cluster_name,
    missing_bootstrap,
    stuck_rollout,
    unmatched_selector,
];
