//! x

registry!["kubeadm":
];
