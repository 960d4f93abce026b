//! The certificates and keys that control-plane nodes get, as placeholders.
//!
//! Percent-encoding makes the length of a PEM text random: each base64 character is `+` or
//! `/`, which take three bytes, with a chance of 1 in 32. Placeholders have the median length,
//! and a margin of four standard deviations covers the rest. Sources:
//! `util/secret/certificates.go` of Cluster API; lengths measured over 60 samples each.

use super::Margin;
use crate::ignition::bootstrap::FileSpec;
use crate::ignition::plan::{NodeKind, Plan};

/// The PEM lengths of a key algorithm: certificate, private key, public key.
struct Algorithm {
    name: &'static str,
    cert: usize,
    key: usize,
    public: usize,
}

const RSA_2048: Algorithm = Algorithm { name: "RSA-2048", cert: 1070, key: 1677, public: 451 };

const ALGORITHMS: [Algorithm; 5] = [
    RSA_2048,
    Algorithm { name: "RSA-3072", cert: 1419, key: 2459, public: 625 },
    Algorithm { name: "RSA-4096", cert: 1765, key: 3247, public: 800 },
    Algorithm { name: "ECDSA-P256", cert: 554, key: 227, public: 178 },
    Algorithm { name: "ECDSA-P384", cert: 627, key: 288, public: 215 },
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
                more: spread(length),
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

/// Four standard deviations of the bytes that `+` and `/` add, for one of the files. The sum
/// over all eight files of a node is what matters; it grows with the root of their number.
fn spread(length: usize) -> usize {
    let (n, p) = (length as f64, 1.0 / 32.0);
    let all = (8.0 * n * p * (1.0 - p)).sqrt() * 2.0 * 4.0;
    (all / 8.0).ceil() as usize
}

/// A text of the shape and length of a PEM block, with as many characters to escape as the
/// median has.
fn pem(kind: Kind, algorithm: &Algorithm, length: usize, seed: usize) -> String {
    let label = match kind {
        Kind::Certificate => "CERTIFICATE",
        Kind::Public => "PUBLIC KEY",
        Kind::Key if algorithm.name.starts_with("RSA") => "RSA PRIVATE KEY",
        Kind::Key => "EC PRIVATE KEY",
    };
    const ALPHABET: &[u8; 62] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    let mut out = format!("-----BEGIN {label}-----\n");
    let tail = format!("\n-----END {label}-----\n");
    let body = length.saturating_sub(out.len() + tail.len());
    let mut column = 0;
    let mut state = seed as u64 + 1;
    for i in 0..body {
        if column == 64 {
            out.push('\n');
            column = 0;
            continue;
        }
        // A fixed sequence: placeholders must not differ from run to run.
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        let pick = usize::try_from(state >> 33).unwrap_or_default();
        out.push(if i % 32 == 31 { '/' } else { char::from(ALPHABET[pick % 62]) });
        column += 1;
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
        for (kind, length, median) in
            [(Kind::Certificate, 1070, 1156), (Kind::Key, 1677, 1841), (Kind::Public, 451, 501)]
        {
            let text = pem(kind, &RSA_2048, length, 1);
            assert_eq!(text.len(), length);
            let escaped = dataurl::encoded_len(text.as_bytes());
            assert!(escaped.abs_diff(median) <= 12, "{kind:?}: {escaped} is not near {median}");
        }
    }
}
