//! x

registry!["ignition":
];
