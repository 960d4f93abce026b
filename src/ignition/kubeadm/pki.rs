//! The certificates and keys that control-plane nodes get, as placeholders.
//!
//! Percent-encoding makes the length of a PEM text random: each base64 character that is `+`
//! or `/` takes three bytes. Placeholders have the median length; the margin is a quarter
//! more than the longest of the samples. Sources: `util/secret/certificates.go` of Cluster
//! API; lengths measured over 60 samples each (fewer for the rarer algorithms).

use super::Margin;
use crate::ignition::bootstrap::FileSpec;
use crate::ignition::plan::{NodeKind, Plan};

/// The length of a PEM text, and the median and the maximum of its length when escaped.
type Length = (usize, usize, usize);

/// The lengths of a key algorithm: certificate, private key, public key.
struct Algorithm {
    name: &'static str,
    cert: Length,
    key: Length,
    public: Length,
}

const RSA_2048: Algorithm = Algorithm {
    name: "RSA-2048",
    cert: (1070, 1156, 1184),
    key: (1677, 1841, 1873),
    public: (451, 501, 519),
};

#[rustfmt::skip]
const ALGORITHMS: [Algorithm; 5] = [
    RSA_2048,
    Algorithm { name: "RSA-3072", cert: (1419, 1535, 1563), key: (2459, 2709, 2739), public: (625, 685, 699) },
    Algorithm { name: "RSA-4096", cert: (1765, 1901, 1931), key: (3247, 3547, 3583), public: (800, 880, 898) },
    Algorithm { name: "ECDSA-P256", cert: (530, 580, 594), key: (227, 265, 275), public: (178, 206, 216) },
    Algorithm { name: "ECDSA-P384", cert: (620, 674, 687), key: (288, 330, 340), public: (215, 245, 255) },
];

/// What a PEM text holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Certificate,
    Key,
    Public,
}

/// The certificate files of a control-plane node, in the order in which they are written;
/// none for a worker.
pub fn certificates(plan: &Plan<'_>, margins: &mut Vec<Margin>) -> Vec<FileSpec> {
    if plan.kind == NodeKind::Worker {
        return Vec::new();
    }
    let text = |path: &str| plan.spec.at(path).and_then(|n| n.text()).filter(|t| !t.is_empty());
    let dir = text("clusterConfiguration.certificatesDir").unwrap_or("/etc/kubernetes/pki");
    let algorithm = text("clusterConfiguration.encryptionAlgorithm");
    let algorithm = ALGORITHMS.iter().find(|a| Some(a.name) == algorithm).unwrap_or(&RSA_2048);
    let external = plan.spec.at("clusterConfiguration.etcd.external").is_some();
    let own = |name: &str| Some(join(dir, name));
    let etcd = |key: &str| text(&format!("clusterConfiguration.etcd.external.{key}"));
    let mut list = vec![(own("ca.crt"), Kind::Certificate), (own("ca.key"), Kind::Key)];
    if external {
        list.push((etcd("caFile").map(str::to_owned), Kind::Certificate));
    } else {
        list.push((own("etcd/ca.crt"), Kind::Certificate));
        list.push((own("etcd/ca.key"), Kind::Key));
    }
    list.push((own("front-proxy-ca.crt"), Kind::Certificate));
    list.push((own("front-proxy-ca.key"), Kind::Key));
    list.push((own("sa.pub"), Kind::Public));
    list.push((own("sa.key"), Kind::Key));
    if external {
        list.push((etcd("certFile").map(str::to_owned), Kind::Certificate));
        list.push((etcd("keyFile").map(str::to_owned), Kind::Key));
    }
    let named = list.into_iter().filter_map(|(path, kind)| Some((path?, kind)));
    named
        .enumerate()
        .map(|(number, (path, kind))| {
            let length = match kind {
                Kind::Certificate => algorithm.cert,
                Kind::Key => algorithm.key,
                Kind::Public => algorithm.public,
            };
            margins.push(Margin {
                name: path.clone(),
                reason: "keys and certificates of the cluster",
                more: (length.2 - length.1) * 5 / 4,
            });
            FileSpec {
                path,
                owner: "root:root".into(),
                permissions: if kind == Kind::Key { "0600" } else { "0640" }.into(),
                content: pem(kind, algorithm, length, number),
                ..FileSpec::default()
            }
        })
        .collect()
}

fn join(dir: &str, name: &str) -> String {
    crate::ignition::validate::flatcar::clean(&format!("{dir}/{name}"))
}

/// A text of the shape and length of a PEM block, which takes as many bytes as the median does
/// when it is escaped.
fn pem(kind: Kind, algorithm: &Algorithm, (length, median, _): Length, seed: usize) -> String {
    const ALPHABET: &[u8; 62] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    let label = match kind {
        Kind::Certificate => "CERTIFICATE",
        Kind::Public => "PUBLIC KEY",
        Kind::Key if algorithm.name.starts_with("RSA") => "RSA PRIVATE KEY",
        Kind::Key => "EC PRIVATE KEY",
    };
    let mut out = format!("-----BEGIN {label}-----\n");
    let tail = format!("\n-----END {label}-----\n");
    let body = length.saturating_sub(out.len() + tail.len());
    // Line breaks and blanks take three bytes too; the rest of the growth is `/`.
    let blanks = (out.matches(' ').count() + tail.matches(' ').count()) + 3 + body / 65;
    let slashes = (median.saturating_sub(length) / 2).saturating_sub(blanks).max(1);
    let every = (body / slashes).max(1);
    let mut state = seed as u64 + 1;
    for i in 0..body {
        if i % 65 == 64 {
            out.push('\n');
            continue;
        }
        // A fixed sequence: placeholders must not differ from run to run.
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        let pick = usize::try_from(state >> 33).unwrap_or_default() % 62;
        out.push(if i % every == every - 1 { '/' } else { char::from(ALPHABET[pick]) });
    }
    out.push_str(&tail);
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ignition::convert::dataurl;

    #[test]
    fn placeholders_have_the_median_length_when_escaped() {
        for algorithm in &ALGORITHMS {
            let kinds = [
                (Kind::Certificate, algorithm.cert),
                (Kind::Key, algorithm.key),
                (Kind::Public, algorithm.public),
            ];
            for (kind, (length, median, max)) in kinds {
                let text = pem(kind, algorithm, (length, median, max), 1);
                assert_eq!(text.len(), length);
                let escaped = dataurl::encoded_len(text.as_bytes());
                let name = algorithm.name;
                assert!(
                    escaped.abs_diff(median) <= 8,
                    "{name} {kind:?}: {escaped} is not {median}"
                );
            }
        }
    }
}
