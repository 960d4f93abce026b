//! x

registry!["aws":
];
