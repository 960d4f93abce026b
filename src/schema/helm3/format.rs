//! The formats of gojsonschema, which asserts those that it knows in every draft.
//!
//! Facts: xeipuuv/gojsonschema 1.2.0, format_checkers.go; Go's `net/mail`, `net`, `time`.

use super::super::format::check;
use super::super::url::Url;
use crate::goregex;
use crate::gotime;

/// A format that the library knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Format(&'static str);

/// The names of the formats.
const NAMES: [&str; 17] = [
    "date",
    "time",
    "date-time",
    "hostname",
    "email",
    "idn-email",
    "ipv4",
    "ipv6",
    "uri",
    "uri-reference",
    "iri",
    "iri-reference",
    "uri-template",
    "uuid",
    "regex",
    "json-pointer",
    "relative-json-pointer",
];

impl Format {
    /// The format of a name; none when the library takes anything for it.
    pub fn named(name: &str) -> Option<Format> {
        NAMES.iter().find(|known| **known == name).map(|known| Format(known))
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        self.0
    }

    /// Whether a text has the format.
    pub fn fits(self, text: &str) -> bool {
        match self.0 {
            "date" => is_time(text, &["2006-01-02"]),
            "time" => is_time(text, &["15:04:05Z07:00", "15:04:05"]),
            "date-time" => is_time(
                text,
                &["15:04:05", "15:04:05Z07:00", "2006-01-02", "2006-01-02T15:04:05Z07:00"],
            ),
            "hostname" => is_hostname(text),
            "email" | "idn-email" => is_address(text),
            // Go's reader of addresses takes one of the other kind in dots as well.
            "ipv4" => text.contains('.') && is_ip(text),
            "ipv6" => text.contains(':') && is_ip(text),
            "uri" | "iri" => url(text).is_some_and(|url| !url.scheme.is_empty()),
            "uri-reference" | "iri-reference" => url(text).is_some(),
            "uri-template" => url(text).is_some_and(|url| has_balanced_braces(&url.path)),
            "uuid" => !text.bytes().any(|b| b.is_ascii_uppercase()) && check("uuid", text).is_ok(),
            "regex" => goregex::translate(text).is_ok(),
            name => check(name, text).is_ok(),
        }
    }
}

fn is_time(text: &str, layouts: &[&str]) -> bool {
    layouts.iter().any(|layout| gotime::parse(layout, text).is_ok())
}

fn is_ip(text: &str) -> bool {
    text.parse::<std::net::IpAddr>().is_ok()
}

fn url(text: &str) -> Option<Url> {
    let (address, _) = super::super::url::split_fragment(text);
    Url::parse(address).ok().filter(|_| !text.contains('\\'))
}

fn is_hostname(text: &str) -> bool {
    let fits = |label: &str| {
        let bytes = label.as_bytes();
        let ends = |b: Option<&u8>| b.is_some_and(u8::is_ascii_alphanumeric);
        bytes.len() <= 63
            && ends(bytes.first())
            && ends(bytes.last())
            && bytes.iter().all(|b| b.is_ascii_alphanumeric() || *b == b'-')
    };
    text.len() < 256 && text.split('.').all(fits)
}

/// An address as RFC 5322 writes it, alone or in angle brackets behind a name.
fn is_address(text: &str) -> bool {
    let text = text.trim_matches([' ', '\t']);
    let address = match text.strip_suffix('>').and_then(|text| text.rsplit_once('<')) {
        Some((name, address)) => {
            let atoms = |c: char| is_atom(c) || matches!(c, ' ' | '\t' | '.');
            let name = name.trim();
            let is_quoted = name.len() > 1 && name.starts_with('"') && name.ends_with('"');
            if !is_quoted && !name.chars().all(atoms) {
                return false;
            }
            address
        }
        None => text,
    };
    let Some((local, domain)) = address.rsplit_once('@') else { return false };
    let is_dotted =
        |text: &str| text.split('.').all(|part| !part.is_empty() && part.chars().all(is_atom));
    let is_quoted = local.len() > 1 && local.starts_with('"') && local.ends_with('"');
    let is_literal = domain.starts_with('[') && domain.ends_with(']');
    (is_quoted || is_dotted(local)) && (is_literal || is_dotted(domain))
}

fn is_atom(c: char) -> bool {
    c.is_ascii_alphanumeric() || "!#$%&'*+-/=?^_`{|}~".contains(c) || !c.is_ascii()
}

fn has_balanced_braces(text: &str) -> bool {
    let mut rest = text;
    while let Some((_, inside)) = rest.split_once('{') {
        let Some((_, behind)) = inside.split_once('}') else { return false };
        rest = behind;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_those_of_the_library() {
        let fits = |name: &str, text: &str| Format::named(name).unwrap().fits(text);
        assert!(fits("date-time", "2024-02-29T10:00:00.5Z") && fits("date-time", "10:00:00"));
        assert!(!fits("date", "2023-02-29"));
        assert!(fits("email", "a@b") && fits("email", "A B <a@b.c>"));
        assert!(!fits("email", "a@") && !fits("email", "a b@c"));
        assert!(fits("ipv4", "10.0.0.1") && !fits("ipv4", "010.0.0.1") && !fits("ipv4", "::1"));
        assert!(fits("ipv6", "::1") && fits("hostname", "a-b.c") && !fits("hostname", "-a"));
        assert!(fits("uri", "http://a/b") && !fits("uri", "a/b") && fits("uri-reference", "a/b"));
        assert!(!fits("uuid", "F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6"));
        assert!(Format::named("int32").is_none());
    }
}
