//! What the configuration says about rules, as plain data.

use std::sync::Arc;

use crate::finding::Severity;
use crate::glob::Glob;
use crate::manifest::Reference;
use crate::source::Location;

/// Everything that the configuration says about rules. The default changes nothing.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Settings {
    /// Severities by rule. A name without wildcards beats one with, a later one an earlier.
    pub levels: Vec<(Glob, Level)>,
    /// Findings to leave out.
    pub ignores: Vec<Ignore>,
    /// Objects that others create.
    pub externals: Vec<External>,
    /// The day of the run as `YYYY-MM-DD`, for ignores that expire; none expires without it.
    pub today: Option<Arc<str>>,
}

/// What a rule's findings are to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// Not reported at all.
    Off,
    /// Reported with this severity.
    At(Severity),
}

/// Findings to leave out, with a reason.
#[derive(Debug, Clone, PartialEq)]
pub struct Ignore {
    /// Which rules.
    pub rule: Glob,
    /// Which objects, as `Kind/name`; all where not given.
    pub object: Option<Glob>,
    /// Which fields; all where not given.
    pub path: Option<Glob>,
    /// Why.
    pub reason: Arc<str>,
    /// The last day on which it counts, as `YYYY-MM-DD`.
    pub expires: Option<Arc<str>>,
    /// Where in the configuration it stands.
    pub origin: Option<Location>,
}

/// An object that others create, so that a reference to it is not dangling.
#[derive(Debug, Clone, PartialEq)]
pub struct External {
    /// The kind.
    pub kind: Glob,
    /// The name.
    pub name: Glob,
    /// The namespace; any where not given.
    pub namespace: Option<Glob>,
}

impl Settings {
    /// What the findings of a rule are to be; none where the configuration is silent.
    pub fn level(&self, rule: &str) -> Option<Level> {
        let mut matching = self.levels.iter().rev().filter(|(glob, _)| glob.matches(rule));
        let first = matching.clone().next();
        let literal = matching.find(|(glob, _)| glob.is_literal());
        literal.or(first).map(|(_, level)| *level)
    }

    /// True when the configuration says that others create what a reference means.
    pub fn is_external(&self, reference: &Reference) -> bool {
        self.externals.iter().any(|external| {
            let namespace = reference.namespace.as_deref().unwrap_or_default();
            external.kind.matches(&reference.kind)
                && external.name.matches_object(&reference.name)
                && external.namespace.as_ref().is_none_or(|glob| glob.matches(namespace))
        })
    }
}

impl Ignore {
    /// True when the day has passed on which it counted last.
    pub fn is_expired(&self, today: Option<&str>) -> bool {
        // Dates of this form sort as text.
        matches!((self.expires.as_deref(), today), (Some(last), Some(today)) if today > last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_name_beats_a_pattern_and_a_later_entry_an_earlier_one() {
        let glob = |text| Glob::parse(text).unwrap();
        let settings = Settings {
            levels: vec![
                (glob("iam/unlisted-instance-profile"), Level::At(Severity::Info)),
                (glob("iam/*"), Level::At(Severity::Warning)),
                (glob("iam/*"), Level::Off),
            ],
            ..Settings::default()
        };
        let info = Some(Level::At(Severity::Info));
        assert_eq!(settings.level("iam/unlisted-instance-profile"), info);
        assert_eq!(settings.level("iam/invalid-bucket-name"), Some(Level::Off));
        assert_eq!(settings.level("ref/dangling-reference"), None);
    }

    #[test]
    fn an_ignore_counts_on_its_last_day() {
        let ignore = Ignore {
            rule: Glob::parse("*").unwrap(),
            object: None,
            path: None,
            reason: "r".into(),
            expires: Some("2027-03-01".into()),
            origin: None,
        };
        assert!(!ignore.is_expired(Some("2027-03-01")) && !ignore.is_expired(None));
        assert!(ignore.is_expired(Some("2027-03-02")));
    }
}
