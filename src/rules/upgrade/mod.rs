//! What an upgrade from other manifests to these would do; silent unless they are given.

mod changed_template;
mod ineffective_change;
mod refused_change;

use super::verdicts;

registry!["upgrade":
    changed_template,
    ineffective_change,
    refused_change,
];
