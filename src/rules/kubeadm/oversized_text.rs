//! A text or list is longer than the API server takes
//!
//! # What it checks
//!
//! With Cluster API v1.10.0 and later: the content of a file has at most 10240 characters, its
//! path 512, its permissions 16, a command 10240, an SSH key 2048; there are at most 200 files
//! and 1000 commands of each kind.
//!
//! # Why it matters
//!
//! The schema of the kind refuses it. Releases before have no limits, so an upgrade of the
//! controllers breaks a chart that did not change.
//!
//! # Example
//!
//! ```yaml bad
//! apiVersion: bootstrap.cluster.x-k8s.io/v1beta1
//! kind: KubeadmConfig
//! metadata:
//!   name: demo
//! spec:
//!   joinConfiguration: {}
//!   files:
//!   - path: /etc/demo
//!     content: "@10241@"
//! ```
//!
//! ```yaml good
//! apiVersion: bootstrap.cluster.x-k8s.io/v1beta1
//! kind: KubeadmConfig
//! metadata:
//!   name: demo
//! spec:
//!   joinConfiguration: {}
//!   files:
//!   - path: /etc/demo
//!     content: "@10240@"
//! ```
//!
//! # How to fix
//!
//! Move the content into a Secret and use `contentFrom`, which has no limit.
//!
//! # References
//!
//! - Cluster API v1.10.0, the CRDs of KubeadmConfig and KubeadmControlPlane

use crate::finding::Severity;
use crate::rules::Window;
use crate::rules::{Check, Ctx, Meta, Sink};

pub(super) static META: Meta = Meta {
    severity: Severity::Error,
    since: "0.1.0",
    kinds: &["KubeadmConfig", "KubeadmConfigTemplate", "KubeadmControlPlane"],
    check: Check::Static(check),
};

static LIMITED: Window = Window::capi(Some((1, 10, 0)), None);

/// Texts and the characters that they may have.
const TEXTS: [(&str, usize); 6] = [
    ("files[*].content", 10_240),
    ("files[*].path", 512),
    ("files[*].permissions", 16),
    ("preKubeadmCommands[*]", 10_240),
    ("postKubeadmCommands[*]", 10_240),
    ("users[*].sshAuthorizedKeys[*]", 2_048),
];

/// Lists and the items that they may have.
const LISTS: [(&str, usize); 3] =
    [("files", 200), ("preKubeadmCommands", 1_000), ("postKubeadmCommands", 1_000)];

fn check(ctx: &Ctx<'_>, sink: &mut Sink<'_>) {
    if !ctx.within(&LIMITED) {
        return;
    }
    for spec in ctx.kubeadm_specs() {
        for (pattern, limit) in TEXTS {
            for (path, node) in spec.select(pattern) {
                let length = node.text().map_or(0, |text| text.chars().count());
                if length > limit {
                    let message = format!("text has more than the {limit} characters allowed");
                    let draft = sink.on(spec.object, &path, message).holds(&LIMITED);
                    draft.help(format!("it has {length}"));
                }
            }
        }
        for (list, limit) in LISTS {
            let length = spec.at(list).map_or(0, |list| list.items().len());
            if length > limit {
                let message = format!("list has more than the {limit} items allowed");
                let draft = sink.on(spec.object, &spec.field(list), message).holds(&LIMITED);
                draft.help(format!("it has {length}"));
            }
        }
    }
}
