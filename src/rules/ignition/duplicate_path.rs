//! Two files, directories or links of a node have the same path
//!
//! # What it checks
//!
//! No path stands twice among what the bootstrap provider writes itself, the `files` of a kubeadm
//! configuration with `format: ignition`, and the files, directories and links of its Container
//! Linux Config. Two equal paths within `files` are the business of `kubeadm/duplicate-file-
//! path`.
//!
//! # Why it matters
//!
//! From Flatcar 3185 on, Ignition refuses the whole configuration, and the node does not boot.
//! Before, the last one won.
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
//!   - path: /etc/kubeadm.yml
//!     permissions: "0600"
//!     content: hello
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
//!   - path: /etc/kubeadm.yaml
//!     permissions: "0600"
//!     content: hello
//! ```
//!
//! # How to fix
//!
//! Keep one of them.
//!
//! # References
//!
//! - coreos/ignition v2, `config/v3_1/types/config.go`, as Flatcar 3185 and later run it

use std::collections::HashMap;

use crate::finding::Severity;
use crate::manifest::{KubeadmSpec, field};
use crate::rules::Window;
use crate::rules::clc;
use crate::rules::{Check, Ctx, Meta, Sink};

pub(super) static META: Meta = Meta {
    severity: Severity::Error,
    since: "0.1.0",
    kinds: &["KubeadmConfig", "KubeadmConfigTemplate", "KubeadmControlPlane"],
    check: Check::Static(check),
};

static REFUSED: Window = Window::flatcar(Some((3185, 0, 0)), None);

/// Who writes a path.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Writer {
    Generated,
    Files,
    Config,
}

fn check(ctx: &Ctx<'_>, sink: &mut Sink<'_>) {
    if !ctx.within(&REFUSED) {
        return;
    }
    for spec in ctx.ignition_specs() {
        let generated = generated(spec).into_iter();
        let mut seen: HashMap<String, (Writer, String)> =
            generated.map(|path| (path.clone(), (Writer::Generated, path))).collect();
        for file in spec.files() {
            let Some(path) = file.path() else { continue };
            let known = seen.insert(clc::clean(path), (Writer::Files, path.to_owned()));
            // The webhook compares the texts of `files` and finds equal ones itself.
            let own = |(writer, text): &(Writer, String)| *writer == Writer::Files && text == path;
            if let Some((writer, _)) = known.filter(|known| !own(known)) {
                let message = message(path, writer);
                sink.on(spec.object, &file.at.key("path"), message).holds(&REFUSED);
            }
        }
        let Some(clc) = ctx.clc(spec) else { continue };
        for (_, node) in clc.inodes() {
            let Some(path) = node.text() else { continue };
            let known = seen.insert(clc::clean(path), (Writer::Config, path.to_owned()));
            if let Some((writer, _)) = known {
                sink.on(spec.object, &clc.path, message(path, writer))
                    .span(clc.outer(node.span()))
                    .holds(&REFUSED);
            }
        }
    }
}

fn message(path: &str, first: Writer) -> String {
    let first = match first {
        Writer::Generated => "by the bootstrap provider",
        Writer::Files => "under `files`",
        Writer::Config => "in the Container Linux Config",
    };
    format!("`{path}` is written twice: the first time {first}")
}

/// The paths that the bootstrap provider writes for a configuration.
fn generated(spec: &KubeadmSpec<'_>) -> Vec<String> {
    let mut paths = vec!["/etc/kubeadm.sh".to_owned(), "/etc/kubeadm.yml".to_owned()];
    for (_, user) in spec.select("users[*]") {
        let name = field::text(user, "name").filter(|_| field::text(user, "sudo").is_some());
        paths.extend(name.map(|name| format!("/etc/sudoers.d/{name}")));
    }
    let password = |(_, node): &(_, &crate::yaml::Node)| {
        node.text().is_some_and(|text| text.eq_ignore_ascii_case("false"))
    };
    if spec.select("users[*].lockPassword").iter().any(password) {
        paths.push("/etc/ssh/sshd_config".to_owned());
    }
    if !spec.select("ntp.servers[*]").is_empty() {
        paths.push("/etc/ntp.conf".to_owned());
    }
    if spec.control_plane {
        let written = spec.at("clusterConfiguration.certificatesDir").and_then(|dir| dir.text());
        let dir = written.unwrap_or("/etc/kubernetes/pki");
        let names = ["ca.crt", "ca.key", "etcd/ca.crt", "etcd/ca.key", "front-proxy-ca.crt"];
        let more = ["front-proxy-ca.key", "sa.pub", "sa.key"];
        paths.extend(names.iter().chain(&more).map(|name| clc::clean(&format!("{dir}/{name}"))));
    }
    paths
}
