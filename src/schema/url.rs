//! URLs as Go's `net/url` reads them: for references between schemas and for `format`.
//!
//! Source of the facts: Go 1.27, `net/url`; only what schemas need.

use crate::goquote::quote;

/// A parsed URL reference, without its fragment.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Url {
    pub scheme: String,
    /// What follows the scheme of `urn:a:b`.
    pub opaque: String,
    /// Host, port and user; none without `//`.
    pub authority: Option<String>,
    /// Still escaped.
    pub path: String,
    pub query: Option<String>,
}

/// A URL and its fragment, unescaped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct WithFragment {
    pub url: String,
    pub fragment: String,
}

/// Splits at the first `#`.
pub(crate) fn split_fragment(text: &str) -> (&str, &str) {
    text.split_once('#').unwrap_or((text, ""))
}

/// Resolves a reference against a base.
///
/// # Errors
/// Go's message when one of them is no URL.
pub(crate) fn join(base: &str, reference: &str) -> Result<WithFragment, String> {
    let (reference, fragment) = split_fragment(reference);
    let fragment = unescape(fragment, Part::Path)
        .map_err(|reason| format!("error in parsing {}: {reason}", quote(reference)))?;
    let wrap = |text: &str, reason| format!("error in parsing {}: {reason}", quote(text));
    let base_url = Url::parse(base).map_err(|reason| wrap(base, reason))?;
    let target = Url::parse(reference).map_err(|reason| wrap(reference, reason))?;
    Ok(WithFragment { url: base_url.resolve(&target).to_string(), fragment })
}

impl Url {
    /// Parses a reference without its fragment; the error is Go's message.
    pub fn parse(text: &str) -> Result<Url, String> {
        Url::parse_parts(text).map_err(|reason| format!("parse {}: {reason}", quote(text)))
    }

    fn parse_parts(text: &str) -> Result<Url, String> {
        if text.bytes().any(|b| b < 0x20 || b == 0x7f) {
            return Err("net/url: invalid control character in URL".into());
        }
        let (scheme, rest) = split_scheme(text)?;
        let (rest, query) = match rest.split_once('?') {
            Some((rest, query)) => (rest, Some(query.to_owned())),
            None => (rest, None),
        };
        let mut url = Url { scheme, query, ..Url::default() };
        if !rest.starts_with('/') {
            if !url.scheme.is_empty() {
                url.opaque = rest.into();
                return Ok(url);
            }
            if rest.split('/').next().is_some_and(|segment| segment.contains(':')) {
                return Err("first path segment in URL cannot contain colon".into());
            }
        }
        let has_authority =
            rest.starts_with("//") && (!url.scheme.is_empty() || !rest.starts_with("///"));
        let path = if has_authority {
            let end = rest[2..].find('/').map_or(rest.len(), |at| at + 2);
            check_authority(&rest[2..end])?;
            url.authority = Some(rest[2..end].into());
            &rest[end..]
        } else {
            rest
        };
        unescape(path, Part::Path)?;
        url.path = path.into();
        Ok(url)
    }

    pub fn is_absolute(&self) -> bool {
        !self.scheme.is_empty()
    }

    /// The host without port and brackets.
    pub fn host(&self) -> &str {
        let authority = self.authority.as_deref().unwrap_or_default();
        let host = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
        match host.strip_prefix('[').and_then(|h| h.split_once(']')) {
            Some((inner, _)) => inner,
            None => match host.rsplit_once(':') {
                Some((name, port)) if port.bytes().all(|b| b.is_ascii_digit()) => name,
                _ => host,
            },
        }
    }

    /// RFC 3986, section 5.2.
    fn resolve(&self, reference: &Url) -> Url {
        let mut url = reference.clone();
        if !url.scheme.is_empty() {
            url.path = clean(&url.path);
            return url;
        }
        url.scheme.clone_from(&self.scheme);
        if url.authority.is_some() {
            url.path = clean(&url.path);
            return url;
        }
        url.opaque.clone_from(&self.opaque);
        url.authority.clone_from(&self.authority);
        if url.path.is_empty() {
            url.path = clean(&self.path);
            if url.query.is_none() {
                url.query.clone_from(&self.query);
            }
        } else if url.path.starts_with('/') {
            url.path = clean(&url.path);
        } else {
            let folder = self.path.rfind('/').map_or("", |at| &self.path[..=at]);
            let slash = if self.authority.is_some() && folder.is_empty() { "/" } else { "" };
            url.path = clean(&format!("{slash}{folder}{}", url.path));
        }
        url
    }
}

impl std::fmt::Display for Url {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if !self.scheme.is_empty() {
            write!(f, "{}:", self.scheme)?;
        }
        if self.opaque.is_empty() {
            if let Some(authority) = &self.authority {
                write!(f, "//{authority}")?;
            }
            f.write_str(&self.path)?;
        } else {
            f.write_str(&self.opaque)?;
        }
        match &self.query {
            Some(query) => write!(f, "?{query}"),
            None => Ok(()),
        }
    }
}

/// Removes `.` and `..` from an absolute path.
fn clean(path: &str) -> String {
    if !path.contains('.') {
        return path.into();
    }
    let mut kept: Vec<&str> = Vec::new();
    let mut ends_with_folder = false;
    for segment in path.split('/') {
        ends_with_folder = matches!(segment, "." | "..");
        match segment {
            "." => {}
            ".." => {
                if kept.len() > 1 || kept.first().is_some_and(|first| !first.is_empty()) {
                    kept.pop();
                }
            }
            _ => kept.push(segment),
        }
    }
    let mut cleaned = kept.join("/");
    if ends_with_folder {
        cleaned.push('/');
    }
    cleaned
}

fn split_scheme(text: &str) -> Result<(String, &str), String> {
    for (at, c) in text.char_indices() {
        match c {
            'a'..='z' | 'A'..='Z' => {}
            '0'..='9' | '+' | '-' | '.' if at > 0 => {}
            ':' if at == 0 => return Err("missing protocol scheme".into()),
            ':' => return Ok((text[..at].to_ascii_lowercase(), &text[at + 1..])),
            _ => break,
        }
    }
    Ok((String::new(), text))
}

fn check_authority(authority: &str) -> Result<(), String> {
    let (user, host) = match authority.rsplit_once('@') {
        Some((user, host)) => (Some(user), host),
        None => (None, authority),
    };
    check_host(host)?;
    let Some(user) = user else { return Ok(()) };
    let allowed = |c: char| c.is_ascii_alphanumeric() || "-._:~!$&'()*+,;=%@".contains(c);
    if !user.chars().all(allowed) {
        return Err("net/url: invalid userinfo".into());
    }
    unescape(user, Part::Path).map(drop)
}

fn check_host(host: &str) -> Result<(), String> {
    let (literal, port) = match host.rfind('[') {
        Some(0) => {
            let Some(close) = host.rfind(']') else { return Err("missing ']' in host".into()) };
            (Some(&host[1..close]), &host[close + 1..])
        }
        Some(_) => return Err("invalid IP-literal".into()),
        None => (None, host.find(':').map_or("", |colon| &host[colon..])),
    };
    let valid = match port.strip_prefix(':') {
        Some(digits) => digits.bytes().all(|b| b.is_ascii_digit()),
        None => port.is_empty(),
    };
    if !valid {
        return Err(format!("invalid port {} after host", quote(port)));
    }
    match literal {
        Some(literal) => {
            // The `%` in front of a zone is escaped.
            super::format::check_ip_literal(&literal.replacen("%25", "%", 1))
        }
        None => unescape(host, Part::Host).map(drop),
    }
}

/// Which characters may stand unescaped.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    Path,
    Host,
}

/// Go's `PathUnescape`.
///
/// # Errors
/// Go's message when a `%` is not followed by two hexadecimal digits, or the host holds a
/// character that no host may hold.
pub(crate) fn unescape(text: &str, part: Part) -> Result<String, String> {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let byte = bytes[at];
        if byte == b'%' {
            let digit = |at: usize| bytes.get(at).and_then(|b| char::from(*b).to_digit(16));
            let (Some(high), Some(low)) = (digit(at + 1), digit(at + 2)) else {
                let end = (at + 3).min(bytes.len());
                let escape = String::from_utf8_lossy(&bytes[at..end]).into_owned();
                return Err(format!("invalid URL escape {}", quote(&escape)));
            };
            let value = (high * 16 + low) as u8;
            if part == Part::Host && value < 0x80 && value != b'%' {
                return Err(format!("invalid URL escape {}", quote(&text[at..at + 3])));
            }
            out.push(value);
            at += 3;
            continue;
        }
        let host_byte = byte.is_ascii_alphanumeric() || b"-_.~!$&'()*+,;=:[]<>\"".contains(&byte);
        if part == Part::Host && byte < 0x80 && !host_byte {
            let shown = quote(&char::from(byte).to_string());
            return Err(format!("invalid character {shown} in host name"));
        }
        out.push(byte);
        at += 1;
    }
    Ok(String::from_utf8_lossy(&out).into_owned())
}

/// Go's `PathEscape` for every segment of a pointer or fragment.
pub(crate) fn escape_fragment(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'/' | b'-' | b'_' | b'.' | b'~' | b'$' | b'&' | b'+' | b':' | b'=' | b'@' => {
                out.push(char::from(byte));
            }
            _ if byte.is_ascii_alphanumeric() => out.push(char::from(byte)),
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_resolve_as_in_rfc_3986() {
        let check = |base: &str, reference: &str, url: &str, fragment: &str| {
            let joined = join(base, reference).unwrap();
            assert_eq!((joined.url.as_str(), joined.fragment.as_str()), (url, fragment));
        };
        let file = "file:///values.schema.json";
        check(file, "#/definitions/a%20b", file, "/definitions/a b");
        check(file, "other.json#x", "file:///other.json", "x");
        check("http://a/b/c/d?q", "../g", "http://a/b/g", "");
        check("http://a/b/c/d", "../../../g", "http://a/g", "");
        check("http://a/b/c/d", "//h/x", "http://h/x", "");
        check("http://a", "g", "http://a/g", "");
        check("urn:a:b", "#foo", "urn:a:b", "foo");
        check(file, "urn:a:b#c", "urn:a:b", "c");
    }

    #[test]
    fn errors_are_those_of_go() {
        let check = |text: &str, message: &str| {
            assert_eq!(Url::parse(text).unwrap_err(), format!("parse {text:?}: {message}"));
        };
        check("%zz", "invalid URL escape \"%zz\"");
        check(":x", "missing protocol scheme");
        check("1a:b", "first path segment in URL cannot contain colon");
        check("http://h:x/", "invalid port \":x\" after host");
        check("http://a b/", "invalid character \" \" in host name");
        assert_eq!(Url::parse("http://u@[::1]:80/").unwrap().host(), "::1");
    }
}
