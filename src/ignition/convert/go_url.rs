//! URLs as Go's `net/url` reads and prints them, with its error texts.
//!
//! The transpiler passes every remote source through `url.Parse` and back, and Ignition looks
//! at the scheme. Only what those need is here.

use crate::goquote::quote;

/// A parsed URL.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Url {
    /// The scheme in lower case; empty for a relative URL.
    pub scheme: String,
    opaque: String,
    user: Option<String>,
    host: Vec<u8>,
    path: Vec<u8>,
    raw_path: String,
    omit_host: bool,
    force_query: bool,
    /// The query as written, without the `?`.
    pub query: String,
    fragment: Vec<u8>,
    raw_fragment: String,
}

/// What part of a URL a character stands in: the parts differ in what must be escaped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Path,
    Host,
    User,
    Fragment,
    Query,
}

/// Reads a URL. The error is the text of `url.Parse`.
pub fn parse(text: &str) -> Result<Url, String> {
    let (rest, fragment) = text.split_once('#').unwrap_or((text, ""));
    let wrap = |shown: &str, error: String| format!("parse {}: {error}", quote(shown));
    let mut url = parse_without_fragment(rest).map_err(|e| wrap(rest, e))?;
    if !fragment.is_empty() {
        url.fragment = unescape(fragment, Part::Fragment).map_err(|e| wrap(text, e))?;
        url.raw_fragment = fragment.to_owned();
    }
    Ok(url)
}

fn parse_without_fragment(text: &str) -> Result<Url, String> {
    if text.bytes().any(|b| b < b' ' || b == 0x7f) {
        return Err("net/url: invalid control character in URL".into());
    }
    let mut url = Url::default();
    if text == "*" {
        url.path = b"*".to_vec();
        return Ok(url);
    }
    let (scheme, mut rest) = split_scheme(text)?;
    url.scheme = scheme.to_ascii_lowercase();
    if rest.ends_with('?') && rest.matches('?').count() == 1 {
        url.force_query = true;
        rest = &rest[..rest.len() - 1];
    } else if let Some((before, query)) = rest.split_once('?') {
        url.query = query.to_owned();
        rest = before;
    }
    if !rest.starts_with('/') {
        if !url.scheme.is_empty() {
            url.opaque = rest.to_owned();
            return Ok(url);
        }
        let segment = rest.split('/').next().unwrap_or_default();
        if segment.contains(':') {
            return Err("first path segment in URL cannot contain colon".into());
        }
    }
    if (!url.scheme.is_empty() || !rest.starts_with("///")) && rest.starts_with("//") {
        let authority = &rest[2..];
        let end = authority.find('/').unwrap_or(authority.len());
        rest = &authority[end..];
        parse_authority(&mut url, &authority[..end])?;
    } else if !url.scheme.is_empty() && rest.starts_with('/') {
        url.omit_host = true;
    }
    url.path = unescape(rest, Part::Path)?;
    url.raw_path = rest.to_owned();
    Ok(url)
}

fn split_scheme(text: &str) -> Result<(&str, &str), String> {
    for (i, b) in text.bytes().enumerate() {
        match b {
            b'a'..=b'z' | b'A'..=b'Z' => {}
            b'0'..=b'9' | b'+' | b'-' | b'.' if i > 0 => {}
            b':' if i == 0 => return Err("missing protocol scheme".into()),
            b':' => return Ok((&text[..i], &text[i + 1..])),
            _ => return Ok(("", text)),
        }
    }
    Ok(("", text))
}

fn parse_authority(url: &mut Url, authority: &str) -> Result<(), String> {
    let (user, host) = match authority.rsplit_once('@') {
        Some((user, host)) => (Some(user), host),
        None => (None, authority),
    };
    let port = if host.starts_with('[') {
        let end = host.rfind(']').ok_or("missing ']' in host")?;
        &host[end + 1..]
    } else {
        host.rfind(':').map_or("", |at| &host[at..])
    };
    let good_port = port.is_empty()
        || port.strip_prefix(':').is_some_and(|p| p.bytes().all(|b| b.is_ascii_digit()));
    if !good_port {
        return Err(format!("invalid port {} after host", quote(port)));
    }
    url.host = unescape(host, Part::Host)?;
    if let Some(user) = user {
        let good = |b: u8| b.is_ascii_alphanumeric() || b"-._:~!$&'()*+,;=%@".contains(&b);
        if !user.bytes().all(good) {
            return Err("net/url: invalid userinfo".into());
        }
        for half in user.splitn(2, ':') {
            unescape(half, Part::User)?;
        }
        url.user = Some(user.to_owned());
    }
    Ok(())
}

fn unescape(text: &str, part: Part) -> Result<Vec<u8>, String> {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut i = 0;
    while i < bytes.len() {
        if bytes[i] != b'%' {
            if part == Part::Host && bytes[i] < 0x80 && must_escape(bytes[i], part) {
                let shown = quote(&char::from(bytes[i]).to_string());
                return Err(format!("invalid character {shown} in host name"));
            }
            out.push(bytes[i]);
            i += 1;
            continue;
        }
        let end = (i + 3).min(bytes.len());
        let value = bytes.get(i + 1).zip(bytes.get(i + 2)).and_then(|(a, b)| {
            let digit = |b: u8| char::from(b).to_digit(16);
            u8::try_from(digit(*a)? * 16 + digit(*b)?).ok()
        });
        let value = value.filter(|v| part != Part::Host || *v >= 0x80 || *v == b'%');
        let Some(value) = value else {
            let shown = quote(&String::from_utf8_lossy(&bytes[i..end]));
            return Err(format!("invalid URL escape {shown}"));
        };
        out.push(value);
        i += 3;
    }
    Ok(out)
}

fn must_escape(b: u8, part: Part) -> bool {
    if b.is_ascii_alphanumeric() {
        return false;
    }
    if part == Part::Host && b"!$&'()*+,;=:[]<>\"".contains(&b) {
        return false;
    }
    match b {
        b'-' | b'_' | b'.' | b'~' => false,
        b'$' | b'&' | b'+' | b',' | b'/' | b':' | b';' | b'=' | b'?' | b'@' => match part {
            Part::Path => b == b'?',
            Part::User => matches!(b, b'@' | b'/' | b'?' | b':'),
            Part::Query | Part::Host => true,
            Part::Fragment => false,
        },
        b'!' | b'(' | b')' | b'*' => part != Part::Fragment,
        _ => true,
    }
}

fn escape(bytes: &[u8], part: Part) -> String {
    let mut out = String::with_capacity(bytes.len());
    for b in bytes {
        if must_escape(*b, part) {
            out.push_str(&format!("%{b:02X}"));
        } else {
            out.push(char::from(*b));
        }
    }
    out
}

/// The text as written where it is a valid encoding, and escaped anew where not.
fn as_written(raw: &str, decoded: &[u8], part: Part) -> String {
    let valid = raw
        .bytes()
        .all(|b| b"!$&'()*+,;=:@[]%".contains(&b) || (b < 0x80 && !must_escape(b, part)));
    if valid && !raw.is_empty() { raw.to_owned() } else { escape(decoded, part) }
}

impl std::fmt::Display for Url {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut out = String::new();
        if !self.scheme.is_empty() {
            out.push_str(&self.scheme);
            out.push(':');
        }
        if !self.opaque.is_empty() {
            out.push_str(&self.opaque);
        } else {
            let has_host = !self.host.is_empty() || self.user.is_some();
            let rooted = !self.scheme.is_empty() && !self.omit_host && !self.path.is_empty();
            if has_host || rooted {
                out.push_str("//");
            }
            if let Some(user) = &self.user {
                out.push_str(user);
                out.push('@');
            }
            out.push_str(&escape(&self.host, Part::Host));
            let path = as_written(&self.raw_path, &self.path, Part::Path);
            if !path.is_empty() && !path.starts_with('/') && !self.host.is_empty() {
                out.push('/');
            }
            if out.is_empty() && path.split('/').next().is_some_and(|s| s.contains(':')) {
                out.push_str("./");
            }
            out.push_str(&path);
        }
        if self.force_query || !self.query.is_empty() {
            out.push('?');
            out.push_str(&self.query);
        }
        if !self.fragment.is_empty() {
            out.push('#');
            out.push_str(&as_written(&self.raw_fragment, &self.fragment, Part::Fragment));
        }
        f.write_str(&out)
    }
}

impl Url {
    /// The first value of a query parameter; none when the parameter is not there.
    pub fn query_value(&self, key: &str) -> Option<String> {
        self.query.split('&').filter(|p| !p.is_empty() && !p.contains(';')).find_map(|pair| {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            let decode = |text: &str| {
                let text = text.replace('+', " ");
                unescape(&text, Part::Query).ok().map(|b| String::from_utf8_lossy(&b).into_owned())
            };
            (decode(name)? == key).then(|| decode(value)).flatten()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn round_trip(text: &str, want: &str) {
        assert_eq!(parse(text).map(|u| u.to_string()), Ok(want.to_owned()));
    }

    #[test]
    fn urls_print_as_go_prints_them() {
        round_trip("https://e.org/x?y=1#z", "https://e.org/x?y=1#z");
        round_trip("HTTPS://e.org", "https://e.org");
        round_trip("https://e.org/a b", "https://e.org/a%20b");
        round_trip("https://e.org/a%2fb", "https://e.org/a%2fb");
        round_trip("data:,a%20b", "data:,a%20b");
        round_trip("oem:///x", "oem:///x");
        round_trip("s3://b/k", "s3://b/k");
        round_trip("/a/b", "/a/b");
    }

    #[test]
    fn errors_are_those_of_go() {
        let error = |text| parse(text).unwrap_err();
        assert_eq!(error("http://a:b/c"), "parse \"http://a:b/c\": invalid port \":b\" after host");
        assert_eq!(error("%zz"), "parse \"%zz\": invalid URL escape \"%zz\"");
        assert_eq!(error(":a"), "parse \":a\": missing protocol scheme");
        assert_eq!(error("a\nb"), "parse \"a\\nb\": net/url: invalid control character in URL");
        assert_eq!(error("1a:b"), "parse \"1a:b\": first path segment in URL cannot contain colon");
        assert_eq!(
            error("http://a b/"),
            "parse \"http://a b/\": invalid character \" \" in host name"
        );
    }

    #[test]
    fn an_empty_version_id_is_not_a_missing_one() {
        let value = |text| parse(text).unwrap().query_value("versionId");
        assert_eq!(value("s3://b/k?versionId="), Some(String::new()));
        assert_eq!(value("s3://b/k?versionId=7"), Some("7".into()));
        assert_eq!(value("s3://b/k"), None);
    }
}
