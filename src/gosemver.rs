//! Versions and constraints as Helm reads them: Masterminds/semver 3.5.
//!
//! Used for the versions of charts and their dependencies, a chart's `kubeVersion`, and the
//! template functions `semver` and `semverCompare`. Lenient where Semantic Versioning is
//! strict: `1.2`, `v1` and `01.2.3` are versions.

use std::cmp::Ordering;
use std::fmt;

/// A version. Equality of the parts is `==`; for Go's comparison, which leaves metadata out,
/// use [`Version::compare`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Version {
    /// First number.
    pub major: u64,
    /// Second number, 0 if not written.
    pub minor: u64,
    /// Third number, 0 if not written.
    pub patch: u64,
    /// Behind `-`.
    pub pre: String,
    /// Behind `+`.
    pub metadata: String,
    /// The text as it was written.
    pub original: String,
}

/// Why a text is no version or constraint; `Display` is Masterminds' own text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SemverError {
    /// The text has not the shape of a version.
    #[error("invalid semantic version")]
    Invalid,
    /// A number does not fit 64 bits.
    #[error(
        "error parsing version segment: strconv.ParseUint: parsing \"{0}\": value out of range"
    )]
    Range(String),
    /// A numeric part of a pre-release has a leading zero.
    #[error("version segment starts with 0")]
    LeadingZero,
    /// A text is no constraint.
    #[error("improper constraint: {}", go_quoted(.0))]
    Constraint(String),
    /// A constraint mixes digits and wildcards in one part.
    #[error("constraint parser error")]
    ConstraintVersion,
}

fn go_quoted(text: &str) -> String {
    crate::goquote::quote(text)
}

impl Version {
    /// Reads a version.
    ///
    /// # Errors
    /// When the text has another shape, or a number over 64 bits.
    pub fn parse(text: &str) -> Result<Version, SemverError> {
        let bare = text.strip_prefix('v').unwrap_or(text);
        let (bare, metadata) = match bare.split_once('+') {
            Some((bare, metadata)) => (bare, metadata),
            None => (bare, ""),
        };
        let (numbers, pre) = match bare.split_once('-') {
            Some((numbers, pre)) => (numbers, pre),
            None => (bare, ""),
        };
        let parts: Vec<&str> = numbers.split('.').collect();
        let digits = |part: &&str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
        let dangling = text.ends_with('+') || (bare.contains('-') && pre.is_empty());
        if parts.len() > 3 || !parts.iter().all(digits) || dangling {
            return Err(SemverError::Invalid);
        }
        if !identifiers(pre) || !identifiers(metadata) {
            return Err(SemverError::Invalid);
        }
        let number = |index: usize| match parts.get(index) {
            Some(part) => part.parse().map_err(|_| SemverError::Range((*part).to_owned())),
            None => Ok(0),
        };
        let version = Version {
            major: number(0)?,
            minor: number(1)?,
            patch: number(2)?,
            pre: pre.to_owned(),
            metadata: metadata.to_owned(),
            original: text.to_owned(),
        };
        let zero_led = |part: &str| {
            part.len() > 1 && part.starts_with('0') && part.bytes().all(|b| b.is_ascii_digit())
        };
        if pre.split('.').any(zero_led) { Err(SemverError::LeadingZero) } else { Ok(version) }
    }

    /// Order by Semantic Versioning; metadata does not count.
    pub fn compare(&self, other: &Version) -> Ordering {
        let numbers = |v: &Version| (v.major, v.minor, v.patch);
        let order = numbers(self).cmp(&numbers(other));
        order.then_with(|| match (self.pre.is_empty(), other.pre.is_empty()) {
            (true, true) => Ordering::Equal,
            (true, false) => Ordering::Greater,
            (false, true) => Ordering::Less,
            (false, false) => compare_pre(&self.pre, &other.pre),
        })
    }
}

/// True for dot-separated identifiers of letters, digits and dashes, and for no text at all.
fn identifiers(text: &str) -> bool {
    let fine = |b: u8| b.is_ascii_alphanumeric() || b == b'-';
    text.is_empty() || text.split('.').all(|part| !part.is_empty() && part.bytes().all(fine))
}

fn compare_pre(a: &str, b: &str) -> Ordering {
    let (left, right): (Vec<&str>, Vec<&str>) = (a.split('.').collect(), b.split('.').collect());
    for i in 0..left.len().max(right.len()) {
        let order = match (left.get(i), right.get(i)) {
            (Some(x), Some(y)) => compare_part(x, y),
            (None, _) => Ordering::Less,
            (_, None) => Ordering::Greater,
        };
        if order != Ordering::Equal {
            return order;
        }
    }
    Ordering::Equal
}

fn compare_part(a: &str, b: &str) -> Ordering {
    match (a.parse::<u64>(), b.parse::<u64>()) {
        (Ok(x), Ok(y)) => x.cmp(&y),
        (Ok(_), Err(_)) => Ordering::Less,
        (Err(_), Ok(_)) => Ordering::Greater,
        (Err(_), Err(_)) => a.cmp(b),
    }
}

impl fmt::Display for Version {
    /// The normalized form, without `v`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.major, self.minor, self.patch)?;
        if !self.pre.is_empty() {
            write!(f, "-{}", self.pre)?;
        }
        if !self.metadata.is_empty() {
            write!(f, "+{}", self.metadata)?;
        }
        Ok(())
    }
}

/// A constraint such as `>=1.2 <2 || ^3.1`.
#[derive(Debug, Clone)]
pub struct Constraints {
    /// Alternatives, each a list of conditions that must all hold.
    groups: Vec<Vec<Condition>>,
}

#[derive(Debug, Clone)]
struct Condition {
    operator: Operator,
    version: Version,
    /// Nothing but the first part was written (`1`, `1.x`).
    minor_open: bool,
    /// The third part was not written (`1.2`, `1.2.x`).
    patch_open: bool,
    /// Any part was not written.
    open: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Operator {
    Equal,
    NotEqual,
    Greater,
    Less,
    GreaterEqual,
    LessEqual,
    Tilde,
    Caret,
}

impl Constraints {
    /// Reads a constraint.
    ///
    /// # Errors
    /// When any part of it is malformed; the text names that part.
    pub fn parse(text: &str) -> Result<Constraints, SemverError> {
        let text = rewrite_ranges(text);
        let groups = text.split("||").map(parse_group).collect::<Result<Vec<_>, _>>()?;
        Ok(Constraints { groups })
    }

    /// True when a version satisfies one of the alternatives. A pre-release only satisfies an
    /// alternative that names a pre-release itself.
    pub fn check(&self, version: &Version) -> bool {
        self.groups.iter().any(|group| {
            let takes_pre = group.iter().any(|c| !c.version.pre.is_empty());
            (version.pre.is_empty() || takes_pre) && group.iter().all(|c| c.check(version))
        })
    }
}

impl Condition {
    fn check(&self, v: &Version) -> bool {
        let c = &self.version;
        let order = v.compare(c);
        match self.operator {
            Operator::Equal if self.open => self.tilde(v),
            Operator::Equal => order == Ordering::Equal,
            Operator::NotEqual => self.differs(v),
            Operator::Less => order == Ordering::Less,
            Operator::GreaterEqual => order != Ordering::Less,
            Operator::Greater if !self.open || v.major != c.major => {
                if self.open {
                    v.major > c.major
                } else {
                    order == Ordering::Greater
                }
            }
            Operator::Greater if self.minor_open => false,
            Operator::Greater if self.patch_open => v.minor > c.minor,
            Operator::Greater => order == Ordering::Greater,
            Operator::LessEqual if !self.open => order != Ordering::Greater,
            Operator::LessEqual => {
                v.major < c.major || (v.major == c.major && (v.minor <= c.minor || self.minor_open))
            }
            Operator::Tilde => self.tilde(v),
            Operator::Caret => self.caret(v),
        }
    }

    fn differs(&self, v: &Version) -> bool {
        let c = &self.version;
        if !self.open {
            return v.compare(c) != Ordering::Equal;
        }
        if v.major != c.major {
            return true;
        }
        if self.minor_open || v.minor != c.minor {
            return !self.minor_open;
        }
        if self.patch_open {
            let pre = !v.pre.is_empty() || !c.pre.is_empty();
            return pre && v.pre != c.pre;
        }
        v.patch != c.patch || v.compare(c) != Ordering::Equal
    }

    fn tilde(&self, v: &Version) -> bool {
        let c = &self.version;
        if v.compare(c) == Ordering::Less {
            return false;
        }
        // `~0.0.0` and `*` take everything from 0.0.0 on.
        let zero = (c.major, c.minor, c.patch) == (0, 0, 0);
        if zero && !self.minor_open && !self.patch_open {
            return true;
        }
        v.major == c.major && (v.minor == c.minor || self.minor_open)
    }

    fn caret(&self, v: &Version) -> bool {
        let c = &self.version;
        if v.compare(c) == Ordering::Less {
            return false;
        }
        if c.major > 0 || self.minor_open {
            return v.major == c.major;
        }
        if v.major > 0 {
            return false;
        }
        if c.minor > 0 || self.patch_open {
            return v.minor == c.minor;
        }
        v.minor == 0 && v.patch == c.patch
    }
}

/// `A - B` means `>=A, <=B`.
fn rewrite_ranges(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = split_range(rest) {
        out.push_str(&before);
        rest = after;
    }
    out.push_str(rest);
    out
}

/// The text up to and with the first range, rewritten, and the rest.
fn split_range(text: &str) -> Option<(String, &str)> {
    let mut from = 0;
    while let Some(dash) = text[from..].find(" - ").map(|i| i + from) {
        let left = text[..dash].trim_end();
        let right = text[dash + 3..].trim_start();
        let low_at = left
            .rfind(|c: char| !is_version_char(c))
            .map_or(0, |i| i + left[i..].chars().next().map_or(1, char::len_utf8));
        let low = &left[low_at..];
        let high_end = right.find(|c: char| !is_version_char(c)).unwrap_or(right.len());
        let high = &right[..high_end];
        if is_loose(low) && is_loose(high) {
            let before = &left[..low_at];
            return Some((format!("{before}>= {low}, <= {high}"), &right[high_end..]));
        }
        from = dash + 3;
    }
    None
}

fn is_version_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '+' | '*' | '|')
}

/// The parts of a loose version: three numbers or wildcards, and what follows `-`.
struct Loose<'a> {
    parts: [&'a str; 3],
    pre: &'a str,
}

fn is_loose(text: &str) -> bool {
    loose(text).is_some_and(|(_, rest)| rest.is_empty())
}

/// Takes a loose version from the start of a text, as far as it goes.
fn loose(text: &str) -> Option<(Loose<'_>, &str)> {
    let mut rest = text.strip_prefix('v').unwrap_or(text);
    let part = |text: &str| {
        text.find(|c: char| !(c.is_ascii_digit() || matches!(c, 'x' | 'X' | '*' | '|')))
            .unwrap_or(text.len())
    };
    let mut parts = [""; 3];
    let end = part(rest);
    if end == 0 {
        return None;
    }
    (parts[0], rest) = rest.split_at(end);
    for slot in &mut parts[1..] {
        let Some(tail) = rest.strip_prefix('.') else { break };
        let end = part(tail);
        if end == 0 {
            break;
        }
        (*slot, rest) = tail.split_at(end);
    }
    let mut pre = "";
    if let Some((found, tail)) = tagged(rest, '-') {
        (pre, rest) = (found, tail);
    }
    if let Some((_, tail)) = tagged(rest, '+') {
        rest = tail;
    }
    Some((Loose { parts, pre }, rest))
}

/// Identifiers behind a sign: the text with its sign, and the rest.
fn tagged(text: &str, sign: char) -> Option<(&str, &str)> {
    let body = text.strip_prefix(sign)?;
    let fine = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let mut end = body.find(|c| !fine(c)).unwrap_or(body.len());
    if end == 0 {
        return None;
    }
    while let Some(tail) = body[end..].strip_prefix('.') {
        let more = tail.find(|c| !fine(c)).unwrap_or(tail.len());
        if more == 0 {
            break;
        }
        end += 1 + more;
    }
    Some((&text[..end + 1], &body[end..]))
}

fn operator(text: &str) -> (Operator, &str) {
    const OPERATORS: [(&str, Operator); 11] = [
        ("!=", Operator::NotEqual),
        (">=", Operator::GreaterEqual),
        ("=>", Operator::GreaterEqual),
        ("<=", Operator::LessEqual),
        ("=<", Operator::LessEqual),
        ("~>", Operator::Tilde),
        ("=", Operator::Equal),
        (">", Operator::Greater),
        ("<", Operator::Less),
        ("~", Operator::Tilde),
        ("^", Operator::Caret),
    ];
    for (sign, operator) in OPERATORS {
        if let Some(rest) = text.strip_prefix(sign) {
            return (operator, rest);
        }
    }
    (Operator::Equal, text)
}

/// White space in the sense of Go's `\s`.
fn skip_space(text: &str) -> &str {
    text.trim_start_matches(['\t', '\n', '\u{c}', '\r', ' '])
}

fn parse_group(text: &str) -> Result<Vec<Condition>, SemverError> {
    let improper = || SemverError::Constraint(text.to_owned());
    let mut conditions = Vec::new();
    let mut rest = skip_space(text);
    loop {
        let (operator, tail) = operator(rest);
        let (parts, tail) = loose(skip_space(tail)).ok_or_else(improper)?;
        conditions.push(condition(operator, &parts)?);
        let spaced = skip_space(tail);
        if spaced.is_empty() {
            return Ok(conditions);
        }
        rest = match spaced.strip_prefix(',') {
            Some(tail) => skip_space(tail),
            // Two conditions need something between them.
            None if spaced.len() == tail.len() => return Err(improper()),
            None => spaced,
        };
    }
}

fn condition(operator: Operator, loose: &Loose<'_>) -> Result<Condition, SemverError> {
    let wild = |part: &str| matches!(part, "" | "x" | "X" | "*");
    let [major, minor, patch] = loose.parts;
    let pre = loose.pre;
    let (text, minor_open, patch_open, open) = if wild(major) {
        (format!("0.0.0{pre}"), false, false, true)
    } else if wild(minor) {
        (format!("{major}.0.0{pre}"), true, false, true)
    } else if wild(patch) {
        (format!("{major}.{minor}.0{pre}"), false, true, true)
    } else {
        (format!("{major}.{minor}.{patch}{pre}"), false, false, false)
    };
    let version = Version::parse(&text).map_err(|_| SemverError::ConstraintVersion)?;
    Ok(Condition { operator, version, minor_open, patch_open, open })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(constraint: &str, version: &str) -> Result<bool, String> {
        let constraint = Constraints::parse(constraint).map_err(|e| e.to_string())?;
        Ok(constraint.check(&Version::parse(version).map_err(|e| e.to_string())?))
    }

    #[test]
    fn versions_are_read_leniently_and_printed_normalized() {
        let text = |v: &str| Version::parse(v).map(|v| v.to_string()).map_err(|e| e.to_string());
        assert_eq!(text("v1.2").as_deref(), Ok("1.2.0"));
        assert_eq!(text("01.2.3-a.b+m").as_deref(), Ok("1.2.3-a.b+m"));
        assert_eq!(text("1.2.3-01").unwrap_err(), "version segment starts with 0");
        for bad in ["", "abc", "1.2.3.4", "1.2.3-@", "1.", "1.2.3-", "1.2.3+"] {
            assert_eq!(text(bad).unwrap_err(), "invalid semantic version", "{bad}");
        }
    }

    #[test]
    fn constraints_follow_masterminds() {
        for (constraint, version, expected) in [
            ("1.x", "1.2", true),
            ("*", "1.2.0-a", false),
            (">1.2", "1.2.5", false),
            (">1.2 <2 || ^3", "3.1", true),
            ("1.2 - 1.4", "1.4.9", true),
            ("=> 1.2, <= 2", "2.5.0", true),
            ("!=1.x", "1.2", false),
            ("^0.0", "0.0.9", true),
            ("^0.0.3", "0.0.4", false),
            ("~0", "0.9", true),
            (">=1.2.0-0", "1.3.0-alpha", true),
            ("<=1.2", "1.2.9", true),
        ] {
            assert_eq!(check(constraint, version), Ok(expected), "{constraint} {version}");
        }
        assert_eq!(check("", "1.2").unwrap_err(), "improper constraint: \"\"");
        assert_eq!(check(">=1.2,,<3", "1").unwrap_err(), "improper constraint: \">=1.2,,<3\"");
    }
}
