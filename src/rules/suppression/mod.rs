//! Suppressions that do nothing, or say too little.

mod expired_ignore;
mod missing_reason;
mod unknown_rule;
mod unused_suppression;

registry!["suppression":
    expired_ignore,
    missing_reason,
    unknown_rule,
    unused_suppression,
];
