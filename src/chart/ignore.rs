//! `.helmignore`: which files of a chart directory Helm does not load.
//!
//! Facts: Helm 4.3 `internal/ignore`, see also the Helm documentation ".helmignore". The file
//! counts for the root directory of an unpacked chart only.

use crate::goglob::{BadPattern, PathPattern, path_match};

/// The rules of one `.helmignore`, in order.
#[derive(Debug, Clone)]
pub struct Ignore {
    rules: Vec<Rule>,
}

#[derive(Debug, Clone)]
struct Rule {
    /// None for what cannot be read, and matches nothing.
    pattern: Option<PathPattern>,
    negated: bool,
    directories_only: bool,
    place: Place,
}

/// What a pattern is compared with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// The base name, at any depth.
    Name,
    /// The whole path from the chart's root.
    Path,
}

/// A line that Helm refuses.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum IgnoreError {
    /// `**` crosses directories elsewhere; Helm does not know it.
    #[error("double-star (**) syntax is not supported")]
    DoubleStar,
    /// A malformed glob.
    #[error("{0}")]
    Pattern(#[from] BadPattern),
}

impl Default for Ignore {
    /// Helm's own rule, which is there without any file: hidden files under `templates`.
    fn default() -> Ignore {
        let rule = Rule {
            pattern: PathPattern::new("templates/.?*").ok(),
            negated: false,
            directories_only: false,
            place: Place::Path,
        };
        Ignore { rules: vec![rule] }
    }
}

impl Ignore {
    /// Reads a `.helmignore`. Helm's own rule comes last.
    ///
    /// # Errors
    /// The first line that Helm would refuse, with its 1-based number.
    pub fn parse(text: &str) -> Result<Ignore, (usize, IgnoreError)> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut rules = Vec::new();
        for (number, line) in text.lines().enumerate() {
            rules.extend(Rule::parse(line).map_err(|error| (number + 1, error))?);
        }
        rules.extend(Ignore::default().rules);
        Ok(Ignore { rules })
    }

    /// True when Helm leaves the file or directory out. `path` is relative to the chart's
    /// root, with `/`.
    pub fn ignores(&self, path: &str, is_directory: bool) -> bool {
        if matches!(path, "" | "." | "./") {
            return false;
        }
        let name = path.rsplit_once('/').map_or(path, |(_, name)| name);
        // The first rule that says anything decides. A negated rule says "leave out" for
        // everything that does not match it, which surprises, but is what Helm does.
        self.rules.iter().any(|rule| {
            let subject = if rule.place == Place::Name { name } else { path };
            let hit = rule.pattern.as_ref().is_some_and(|pattern| pattern.matches(subject));
            if rule.negated {
                (rule.directories_only && !is_directory) || !hit
            } else {
                (!rule.directories_only || is_directory) && hit
            }
        })
    }
}

impl Rule {
    fn parse(line: &str) -> Result<Option<Rule>, IgnoreError> {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            return Ok(None);
        }
        if line.contains("**") {
            return Err(IgnoreError::DoubleStar);
        }
        path_match(line, "abc")?;
        let (negated, rest) = line.strip_prefix('!').map_or((false, line), |rest| (true, rest));
        let (directories_only, rest) =
            rest.strip_suffix('/').map_or((false, rest), |rest| (true, rest));
        let (pattern, place) = match rest.strip_prefix('/') {
            Some(anchored) => (anchored, Place::Path),
            None if rest.contains('/') => (rest, Place::Path),
            None => (rest, Place::Name),
        };
        Ok(Some(Rule { pattern: PathPattern::new(pattern).ok(), negated, directories_only, place }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ignored(rules: &str, path: &str) -> bool {
        Ignore::parse(rules).unwrap().ignores(path.trim_end_matches('/'), path.ends_with('/'))
    }

    #[test]
    fn a_pattern_without_a_slash_matches_names_at_any_depth() {
        assert!(ignored("*.md\n", "docs/a.md"));
        assert!(ignored("/*.md", "a.md") && !ignored("/*.md", "docs/a.md"));
        assert!(ignored("docs/*.md", "docs/a.md") && !ignored("docs/*.md", "x/docs/a.md"));
        assert!(ignored("docs/", "docs/") && !ignored("docs/", "docs"));
    }

    #[test]
    fn hidden_templates_are_always_left_out() {
        assert!(ignored("", "templates/.x") && !ignored("", "templates/x"));
    }

    #[test]
    fn a_negated_pattern_leaves_out_everything_else() {
        assert!(ignored("!keep", "Chart.yaml") && !ignored("!keep", "keep"));
    }

    #[test]
    fn refused_lines_are_named() {
        let error = Ignore::parse("# fine\na/**/b\n").unwrap_err();
        assert_eq!(error, (2, IgnoreError::DoubleStar));
        assert!(Ignore::parse("[").is_err());
    }
}
