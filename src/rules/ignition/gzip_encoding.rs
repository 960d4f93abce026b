//! A file with gzip encoding together with Ignition
//!
//! # What it checks
//!
//! No file of a kubeadm configuration with `format: ignition` has the encoding `gzip` or
//! `gzip+base64`.
//!
//! # Why it matters
//!
//! From Cluster API v1.2.0 on the webhook refuses it. Before, the file is written as it stands,
//! packed and encoded.
//!
//! # Example
//!
//! ```yaml bad
//! apiVersion: bootstrap.cluster.x-k8s.io/v1beta1
//! kind: KubeadmConfig
//! metadata:
//!   name: demo
//! spec:
//!   format: ignition
//!   joinConfiguration: {}
//!   files:
//!   - path: /etc/demo
//!     permissions: "0600"
//!     encoding: gzip+base64
//!     content: H4sIAAAAAAAA
//! ```
//!
//! ```yaml good
//! apiVersion: bootstrap.cluster.x-k8s.io/v1beta1
//! kind: KubeadmConfig
//! metadata:
//!   name: demo
//! spec:
//!   format: ignition
//!   joinConfiguration: {}
//!   files:
//!   - path: /etc/demo
//!     permissions: "0600"
//!     encoding: base64
//!     content: aGVsbG8=
//! ```
//!
//! # How to fix
//!
//! Use `base64`, or no encoding.
//!
//! # References
//!
//! - Cluster API v1.2.0, issue 6470

use crate::finding::Severity;
use crate::manifest::field;
use crate::rules::Window;
use crate::rules::{Check, Ctx, Meta, Sink};

pub(super) static META: Meta = Meta {
    severity: Severity::Error,
    since: "0.1.0",
    kinds: &["KubeadmConfig", "KubeadmConfigTemplate", "KubeadmControlPlane"],
    check: Check::Static(check),
};

static REFUSED: Window = Window::capi(Some((1, 2, 0)), None);

fn check(ctx: &Ctx<'_>, sink: &mut Sink<'_>) {
    for spec in ctx.ignition_specs() {
        for file in spec.files() {
            let encoding = field::text(file.node, "encoding").unwrap_or_default();
            if !matches!(encoding, "gzip" | "gzip+base64") {
                continue;
            }
            let label = file.label();
            let message = if ctx.within(&REFUSED) {
                format!("encoding `{encoding}` of `{label}` is not supported with Ignition")
            } else {
                format!("encoding `{encoding}` of `{label}` is ignored: it is written as it stands")
            };
            sink.on(spec.object, &file.at.key("encoding"), message)
                .help("use `base64`, or no encoding")
                .holds("capi >= v1.1.0");
        }
    }
}
