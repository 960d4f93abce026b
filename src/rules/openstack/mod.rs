//! x

registry!["openstack":
];
