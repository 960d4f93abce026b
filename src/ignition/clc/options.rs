//! The options of etcd and flannel that a Container Linux Config knows, by version.
//!
//! Source: the structs of `config/types/etcd.go` and `flannel.go` of the transpiler v0.9.4, in
//! their order, which is the order of the flags. An option is `key:type`, with `s` for text,
//! `i` for a number and `b` for a switch; its flag is the key with dashes, unless a third part
//! names it.

/// One option.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Opt {
    /// The key in the config.
    pub key: &'static str,
    /// `s`, `i` or `b`.
    pub kind: u8,
    /// The flag, without dashes in front; none where it is the key with dashes.
    pub flag: Option<&'static str>,
}

impl Opt {
    /// The flag of the program.
    pub fn flag(&self) -> String {
        self.flag.map_or_else(|| self.key.replace('_', "-"), str::to_owned)
    }
}

/// The options of a table in their order.
pub fn options(table: &'static str) -> impl Iterator<Item = Opt> {
    table.split_whitespace().map(|text| {
        let mut parts = text.split(':');
        let key = parts.next().unwrap_or_default();
        let kind = parts.next().and_then(|k| k.bytes().next()).unwrap_or(b's');
        Opt { key, kind, flag: parts.next() }
    })
}

/// Options of etcd 2.3.
pub const ETCD_2: &str = "\
    advertise_client_urls:s ca_file:s cert_file:s client_cert_auth:b cors:s data_dir:s debug:b \
    discovery:s discovery_fallback:s discovery_srv:s discovery_proxy:s election_timeout:i \
    enable_pprof:b force_new_cluster:b heartbeat_interval:i initial_advertise_peer_urls:s \
    initial_cluster:s initial_cluster_state:s initial_cluster_token:s key_file:s \
    listen_client_urls:s listen_peer_urls:s log_package_levels:s max_snapshots:i max_wals:i \
    name:s peer_ca_file:s peer_cert_file:s peer_key_file:s peer_client_cert_auth:b \
    peer_trusted_ca_file:s proxy:s proxy_dial_timeout:i proxy_failure_wait:i \
    proxy_read_timeout:i proxy_refresh_interval:i proxy_write_timeout:i snapshot_count:i \
    strict_reconfig_check:b trusted_ca_file:s wal_dir:s";

/// Options of etcd 3.0.
pub const ETCD_3_0: &str = "\
    name:s data_dir:s wal_dir:s snapshot_count:i heartbeat_interval:i election_timeout:i \
    enable_pprof:b listen_peer_urls:s listen_client_urls:s max_snapshots:i max_wals:i cors:s \
    initial_advertise_peer_urls:s initial_cluster:s initial_cluster_state:s \
    initial_cluster_token:s advertise_client_urls:s discovery:s discovery_srv:s \
    discovery_fallback:s discovery_proxy:s strict_reconfig_check:b auto_compaction_retention:i \
    proxy:s proxy_failure_wait:i proxy_refresh_interval:i proxy_dial_timeout:i \
    proxy_write_timeout:i proxy_read_timeout:i ca_file:s cert_file:s key_file:s \
    client_cert_auth:b trusted_ca_file:s auto_tls:b peer_ca_file:s peer_cert_file:s \
    peer_key_file:s peer_client_cert_auth:b peer_trusted_ca_file:s peer_auto_tls:b debug:b \
    log_package_levels:s force_new_cluster:b";

/// Options of etcd 3.1.
pub const ETCD_3_1: &str = "\
    name:s data_dir:s wal_dir:s snapshot_count:i heartbeat_interval:i election_timeout:i \
    enable_pprof:b listen_peer_urls:s listen_client_urls:s max_snapshots:i max_wals:i cors:s \
    initial_advertise_peer_urls:s initial_cluster:s initial_cluster_state:s \
    initial_cluster_token:s advertise_client_urls:s discovery:s discovery_srv:s \
    discovery_fallback:s discovery_proxy:s strict_reconfig_check:b auto_compaction_retention:i \
    proxy:s proxy_failure_wait:i proxy_refresh_interval:i proxy_dial_timeout:i \
    proxy_write_timeout:i proxy_read_timeout:i ca_file:s cert_file:s key_file:s \
    client_cert_auth:b trusted_ca_file:s auto_tls:b peer_ca_file:s peer_cert_file:s \
    peer_key_file:s peer_client_cert_auth:b peer_trusted_ca_file:s peer_auto_tls:b debug:b \
    log_package_levels:s force_new_cluster:b metrics:s log_output:s";

/// Options of etcd 3.2.
pub const ETCD_3_2: &str = "\
    name:s data_dir:s wal_dir:s snapshot_count:i heartbeat_interval:i election_timeout:i \
    enable_pprof:b enable_v2:b listen_peer_urls:s listen_client_urls:s max_snapshots:i \
    max_wals:i cors:s initial_advertise_peer_urls:s initial_cluster:s initial_cluster_state:s \
    initial_cluster_token:s advertise_client_urls:s discovery:s discovery_srv:s \
    discovery_fallback:s discovery_proxy:s strict_reconfig_check:b auto_compaction_retention:i \
    proxy:s proxy_failure_wait:i proxy_refresh_interval:i proxy_dial_timeout:i \
    proxy_write_timeout:i proxy_read_timeout:i ca_file:s cert_file:s key_file:s \
    client_cert_auth:b trusted_ca_file:s auto_tls:b peer_ca_file:s peer_cert_file:s \
    peer_key_file:s peer_client_cert_auth:b peer_trusted_ca_file:s peer_auto_tls:b auth_token:s \
    debug:b log_package_levels:s force_new_cluster:b metrics:s log_output:s";

/// Options of etcd 3.3.
pub const ETCD_3_3: &str = "\
    name:s data_dir:s wal_dir:s snapshot_count:i heartbeat_interval:i election_timeout:i \
    enable_pprof:b enable_v2:b listen_peer_urls:s listen_client_urls:s max_snapshots:i \
    max_wals:i cors:s quota_backend_bytes:i max_txn_ops:i max_request_bytes:i \
    grpc_keepalive_min_time:s grpc_keepalive_interval:s grpc_keepalive_timeout:s \
    initial_advertise_peer_urls:s initial_cluster:s initial_cluster_state:s \
    initial_cluster_token:s advertise_client_urls:s discovery:s discovery_srv:s \
    discovery_fallback:s discovery_proxy:s strict_reconfig_check:b auto_compaction_retention:s \
    auto_compaction_mode:s proxy:s proxy_failure_wait:i proxy_refresh_interval:i \
    proxy_dial_timeout:i proxy_write_timeout:i proxy_read_timeout:i ca_file:s cert_file:s \
    key_file:s client_cert_auth:b client_crl_file:s trusted_ca_file:s auto_tls:b peer_ca_file:s \
    peer_cert_file:s peer_key_file:s peer_client_cert_auth:b peer_crl_file:s \
    peer_trusted_ca_file:s peer_auto_tls:b peer_cert_allowed_cn:s auth_token:s debug:b \
    log_package_levels:s force_new_cluster:b metrics:s log_output:s listen_metrics_urls:s \
    experimental_initial_corrupt_check:b experimental_corrupt_check_time:s \
    experimental_enable_v2v3:s";

/// Options of etcd 3.4.
pub const ETCD_3_4: &str = "\
    name:s data_dir:s wal_dir:s snapshot_count:i heartbeat_interval:i election_timeout:i \
    initial_election_tick_advance:b listen_peer_urls:s listen_client_urls:s max_snapshots:i \
    max_wals:i quota_backend_bytes:i backend_batch_interval:s backend_batch_limit:i \
    max_txn_ops:i max_request_bytes:i grpc_keepalive_min_time:s grpc_keepalive_interval:s \
    grpc_keepalive_timeout:s initial_advertise_peer_urls:s initial_cluster:s \
    initial_cluster_state:s initial_cluster_token:s advertise_client_urls:s discovery:s \
    discovery_fallback:s discovery_proxy:s discovery_srv:s discovery_srv_name:s \
    strict_reconfig_check:b pre_vote:b auto_compaction_retention:s auto_compaction_mode:s \
    enable_v2:b cert_file:s key_file:s client_cert_auth:b client_crl_file:s \
    client_cert_allowed_hostname:s trusted_ca_file:s auto_tls:b peer_cert_file:s peer_key_file:s \
    peer_client_cert_auth:b peer_trusted_ca_file:s peer_cert_allowed_cn:s \
    peer_cert_allowed_hostname:s peer_auto_tls:b peer_crl_file:s cipher_suites:s cors:s \
    host_whitelist:s auth_token:s bcrypt_cost:i auth_token_ttl:i enable_pprof:b metrics:s \
    listen_metrics_urls:s logger:s log_outputs:s log_level:s proxy:s proxy_failure_wait:i \
    proxy_refresh_interval:i proxy_dial_timeout:i proxy_write_timeout:i proxy_read_timeout:i \
    experimental_initial_corrupt_check:b experimental_corrupt_check_time:s \
    experimental_enable_v2v3:s experimental_backend_bbolt_freelist_type:s \
    experimental_enable_lease_checkpoint:b experimental_compaction_batch_limit:i \
    experimental_watch_progress_notify_interval:s experimental_warning_apply_duration:s \
    force_new_cluster:b debug:b log_package_levels:s";

/// Options of etcd 3.5 and later.
pub const ETCD_3_5: &str = "\
    name:s data_dir:s wal_dir:s snapshot_count:i heartbeat_interval:i election_timeout:i \
    initial_election_tick_advance:b listen_peer_urls:s listen_client_urls:s max_snapshots:i \
    max_wals:i quota_backend_bytes:i backend_bbolt_freelist_type:s backend_batch_interval:s \
    backend_batch_limit:i max_txn_ops:i max_request_bytes:i grpc_keepalive_min_time:s \
    grpc_keepalive_interval:s grpc_keepalive_timeout:s socket_reuse_port:b \
    socket_reuse_address:b initial_advertise_peer_urls:s initial_cluster:s \
    initial_cluster_state:s initial_cluster_token:s advertise_client_urls:s discovery:s \
    discovery_fallback:s discovery_proxy:s discovery_srv:s discovery_srv_name:s \
    strict_reconfig_check:b pre_vote:b auto_compaction_retention:s auto_compaction_mode:s \
    enable_v2:b v2_deprecation:s cert_file:s key_file:s client_cert_auth:b client_crl_file:s \
    client_cert_allowed_hostname:s trusted_ca_file:s auto_tls:b peer_cert_file:s peer_key_file:s \
    peer_client_cert_auth:b peer_trusted_ca_file:s peer_cert_allowed_cn:s \
    peer_cert_allowed_hostname:s peer_auto_tls:b self_signed_cert_validity:i peer_crl_file:s \
    cipher_suites:s cors:s host_whitelist:s auth_token:s bcrypt_cost:i auth_token_ttl:i \
    enable_pprof:b metrics:s listen_metrics_urls:s logger:s log_outputs:s log_level:s \
    enable_log_rotation:b log_rotation_config_json:s experimental_enable_distributed_tracing:b \
    experimental_distributed_tracing_address:s experimental_distributed_tracing_service_name:s \
    experimental_distributed_tracing_instance_id:s proxy:s proxy_failure_wait:i \
    proxy_refresh_interval:i proxy_dial_timeout:i proxy_write_timeout:i proxy_read_timeout:i \
    experimental_initial_corrupt_check:b experimental_corrupt_check_time:s \
    experimental_enable_v2v3:s experimental_enable_lease_checkpoint:b \
    experimental_compaction_batch_limit:i experimental_watch_progress_notify_interval:s \
    experimental_warning_apply_duration:s experimental_txn_mode_write_with_shared_buffer:b \
    force_new_cluster:b unsafe_no_fsync:b";

/// Options of flannel 0.5.
pub const FLANNEL_0_5: &str = "\
    etcd_endpoints:s etcd_cafile:s etcd_certfile:s etcd_keyfile:s etcd_prefix:s ip_masq:s \
    subnet_file:s interface:s:iface public_ip:s";

/// Options of flannel 0.6.
pub const FLANNEL_0_6: &str = "\
    etcd_username:s etcd_password:s etcd_endpoints:s etcd_cafile:s etcd_certfile:s \
    etcd_keyfile:s etcd_prefix:s ip_masq:s subnet_file:s interface:s:iface public_ip:s";

/// Options of flannel 0.7 and later.
pub const FLANNEL_0_7: &str = "\
    etcd_username:s etcd_password:s etcd_endpoints:s etcd_cafile:s etcd_certfile:s \
    etcd_keyfile:s etcd_prefix:s ip_masq:s subnet_file:s interface:s:iface public_ip:s \
    kube_subnet_mgr:b";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_have_the_recorded_number_of_options() {
        let tables = [
            (ETCD_2, 41),
            (ETCD_3_0, 44),
            (ETCD_3_1, 46),
            (ETCD_3_2, 48),
            (ETCD_3_3, 62),
            (ETCD_3_4, 78),
            (ETCD_3_5, 88),
            (FLANNEL_0_5, 9),
            (FLANNEL_0_6, 11),
            (FLANNEL_0_7, 12),
        ];
        for (table, count) in tables {
            assert_eq!(options(table).count(), count);
        }
    }

    #[test]
    fn a_flag_is_the_key_with_dashes_unless_named() {
        let flag = |key| options(FLANNEL_0_7).find(|o| o.key == key).map(|o| o.flag());
        assert_eq!(flag("interface").as_deref(), Some("iface"));
        assert_eq!(flag("ip_masq").as_deref(), Some("ip-masq"));
    }
}
