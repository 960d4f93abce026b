//! The version of Kubernetes that templates see and constraints are checked against.
//!
//! Facts: Helm 4.3, `pkg/chart/common/capabilities.go`; k8s.io/apimachinery
//! `pkg/util/version` for the lenient reader of Helm 4.

use super::version::HelmVersion;
use crate::goquote::quote;
use crate::gosemver::Version;

/// A version of Kubernetes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KubeVersion {
    /// As it was given, with a `v`.
    pub version: String,
    /// Without suffixes: what constraints see.
    pub normalized: String,
    /// The first number.
    pub major: String,
    /// The second number.
    pub minor: String,
}

impl KubeVersion {
    /// What a Helm version believes in.
    pub fn default_of(version: &HelmVersion) -> KubeVersion {
        let minor = version.kubernetes_minor.to_string();
        let text = format!("v1.{minor}.0");
        KubeVersion { version: text.clone(), normalized: text, major: "1".into(), minor }
    }

    /// Reads the argument of `--kube-version`; the error is Helm's text.
    ///
    /// # Errors
    /// Text that is no version.
    pub fn parse(text: &str, rules: &HelmVersion) -> Result<KubeVersion, String> {
        if !rules.normalizes_kube_version {
            return KubeVersion::parse_strict(text);
        }
        let trimmed = text.trim_start();
        let rest = trimmed.strip_prefix('v').unwrap_or(trimmed);
        let numbers = rest.split(|c: char| !c.is_ascii_digit() && c != '.').next().unwrap_or("");
        // A dot counts only between digits.
        let numbers = match numbers.find("..") {
            Some(end) => &numbers[..end],
            None => numbers.trim_end_matches('.'),
        };
        if !numbers.starts_with(|c: char| c.is_ascii_digit()) {
            return Err(format!("could not parse {} as version", quote(text)));
        }
        let parts: Vec<&str> = numbers.split('.').collect();
        if parts.len() < 2 {
            return Err(format!("illegal version string {}", quote(text)));
        }
        for part in &parts {
            if part.len() > 1 && part.starts_with('0') {
                return Err(format!(
                    "illegal zero-prefixed version component {} in {}",
                    quote(part),
                    quote(text)
                ));
            }
            if part.parse::<u64>().is_err() {
                return Err(format!(
                    "illegal non-numeric version component {} in {}: strconv.ParseUint: parsing \
                     {}: value out of range",
                    quote(part),
                    quote(text),
                    quote(part)
                ));
            }
        }
        let version = if text.starts_with('v') { text.to_owned() } else { format!("v{text}") };
        Ok(KubeVersion {
            version,
            normalized: format!("v{numbers}"),
            major: parts[0].to_owned(),
            minor: parts[1].to_owned(),
        })
    }

    fn parse_strict(text: &str) -> Result<KubeVersion, String> {
        let version = Version::parse(text).map_err(|_| "Invalid Semantic Version".to_owned())?;
        let shown = format!("v{version}");
        Ok(KubeVersion {
            version: shown.clone(),
            normalized: shown,
            major: version.major.to_string(),
            minor: version.minor.to_string(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suffixes_are_kept_and_left_out_of_constraints() {
        let parse = |text: &str| KubeVersion::parse(text, HelmVersion::newest());
        let version = parse("1.29.7-gke.104").unwrap();
        assert_eq!(version.version, "v1.29.7-gke.104");
        assert_eq!(version.normalized, "v1.29.7");
        assert_eq!(parse("v1.27").unwrap().normalized, "v1.27");
        assert_eq!(parse("x").unwrap_err(), "could not parse \"x\" as version");
        assert_eq!(parse("1").unwrap_err(), "illegal version string \"1\"");
    }
}
