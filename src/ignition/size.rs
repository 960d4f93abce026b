//! How large user data is, and how large it may be where it is sent.
//!
//! Limits are those of the clouds: EC2 counts the raw bytes, OpenStack Nova the base64 text.
//! Sources: EC2 documentation, the JSON schema of Nova's API, `pkg/cloud/services/s3` of CAPA.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::ignition::gojson;
use crate::ignition::kubeadm::Margin;
use crate::ignition::types::Config;

/// Where user data is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Default)]
#[serde(rename_all = "lowercase")]
pub enum Target {
    /// Straight into the instance or launch template.
    #[default]
    Ec2,
    /// Into an object store, with a stub for the instance.
    S3,
    /// Into the server request, as base64.
    Nova,
}

impl Target {
    /// The word in reports.
    pub fn as_str(self) -> &'static str {
        match self {
            Target::Ec2 => "ec2",
            Target::S3 => "s3",
            Target::Nova => "nova",
        }
    }

    /// How many bytes the target takes, of the form that it counts; none without a limit.
    pub fn limit(self) -> Option<usize> {
        match self {
            Target::Ec2 => Some(16384),
            Target::S3 => None,
            Target::Nova => Some(65535),
        }
    }

    /// The number that the target compares with its limit.
    pub fn counted(self, bytes: usize) -> usize {
        match self {
            Target::Nova => base64_len(bytes),
            _ => bytes,
        }
    }
}

/// The length of the base64 form of so many bytes.
pub fn base64_len(bytes: usize) -> usize {
    bytes.div_ceil(3) * 4
}

/// One contributor to the size.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Share {
    /// The path of a file, the name of a unit, or `the rest`.
    pub name: String,
    /// How many bytes it has in the user data.
    pub bytes: usize,
    /// How many bytes more it can have, where the chart does not say its content.
    pub more: usize,
}

/// The size of user data in detail.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Size {
    /// Largest first.
    pub shares: Vec<Share>,
    /// What the instance itself gets when the user data lies in an object store.
    pub stub: Option<Stub>,
}

/// The small config that sends Ignition to an object store.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Stub {
    /// Its bytes, for object names of the usual length.
    pub bytes: usize,
    /// The URL is signed, which makes it longer by an amount that only AWS knows.
    pub signed: bool,
}

impl Stub {
    /// The stub for a URL of so many bytes. Spec 2.x and 3.x have other keys
    /// (`pkg/cloud/scope` and `controllers/awsmachine_controller.go` of CAPA).
    pub fn new(url: usize, spec3: bool, signed: bool) -> Stub {
        let fixed = if spec3 { 242 - 21 } else { 195 - 21 };
        Stub { bytes: fixed + url, signed }
    }
}

/// The parts of a config by size; `total` is the size of the whole.
pub fn shares(config: &Config, margins: &[Margin], total: usize) -> Size {
    let mut parts = Vec::new();
    // A comma or bracket belongs to each part.
    let mut add = |name: &str, bytes: usize| parts.push((name.to_owned(), bytes + 1));
    config.storage.files.iter().for_each(|f| add(&f.path, gojson::len(f)));
    config.storage.directories.iter().for_each(|d| add(&d.path, gojson::len(d)));
    config.storage.links.iter().for_each(|l| add(&l.path, gojson::len(l)));
    config.systemd.units.iter().for_each(|u| add(&u.name, gojson::len(u)));
    config.networkd.units.iter().for_each(|u| add(&u.name, gojson::len(u)));
    Size { shares: sorted(parts, margins, total), stub: None }
}

/// Named parts with what is not known of them, the largest first; parts of one name are one.
pub fn sorted(named: Vec<(String, usize)>, margins: &[Margin], total: usize) -> Vec<Share> {
    let mut parts: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    for (name, bytes) in named {
        parts.entry(name).or_default().0 += bytes;
    }
    for margin in margins {
        parts.entry(margin.name.clone()).or_default().1 += margin.more;
    }
    let known: usize = parts.values().map(|(bytes, _)| bytes).sum();
    let share = |(name, (bytes, more))| Share { name, bytes, more };
    let mut shares: Vec<Share> = parts.into_iter().map(share).collect();
    shares.push(Share { name: "the rest".into(), bytes: total.saturating_sub(known), more: 0 });
    shares.sort_by(|a, b| b.bytes.cmp(&a.bytes).then_with(|| a.name.cmp(&b.name)));
    shares
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_part_comes_first_and_the_rest_is_counted() {
        let named = vec![("a".to_owned(), 5), ("b".to_owned(), 7), ("a".to_owned(), 5)];
        let margin = Margin { name: "b".into(), reason: "unknown", more: 3 };
        let shares = sorted(named, &[margin], 20);
        let shown: Vec<_> = shares.iter().map(|s| (&*s.name, s.bytes, s.more)).collect();
        assert_eq!(shown, [("a", 10, 0), ("b", 7, 3), ("the rest", 3, 0)]);
    }

    #[test]
    fn base64_grows_in_steps_of_four() {
        assert_eq!([0, 1, 2, 3, 4].map(base64_len), [0, 4, 4, 4, 8]);
        assert_eq!(Target::Nova.counted(49149), 65532);
    }
}
