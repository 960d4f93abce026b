//! URLs taken apart and put together.
//!
//! Facts: Sprig 3.3 `url.go`; Go 1.27 `net/url` (`Parse`, `URL.String`).

use crate::gotpl::{Ctx, Func};
use crate::schema::url::{Part, Url, split_fragment, unescape};
use crate::value::{Args, FuncError, Map, Param, Type, Value};

/// The rows of this family.
pub static FUNCS: &[Func] = &[
    Func::new("urlParse", url_parse, &[Param("url", Type::String)])
        .doc("Takes a URL apart: scheme, userinfo, host, hostname, path, query, opaque, fragment.")
        .example(&[(r#"{{ (urlParse "http://u@h:1/p?q#f").host }}"#, "h:1")]),
    Func::new("urlJoin", url_join, &[Param("parts", Type::Map)])
        .doc("Puts a URL together out of the parts that `urlParse` returns.")
        .example(&[(
            r#"{{ urlJoin (dict "scheme" "http" "host" "h" "path" "p") }}"#,
            "http://h/p",
        )]),
];

/// Percent-encodes all but letters, digits, `-_.~` and the given characters.
fn escape(text: &[u8], plain: &[u8]) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text {
        if byte.is_ascii_alphanumeric() || b"-_.~".contains(byte) || plain.contains(byte) {
            out.push(char::from(*byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}

/// What stays as it is in a user name, path, fragment or host.
const IN_USER: &[u8] = b"$&+,;=";
const IN_PATH: &[u8] = b"$&+,/:;=@";
const IN_FRAGMENT: &[u8] = b"$&+,/:;=?@!()*";
const IN_HOST: &[u8] = b"!$&'()*+,;=:[]<>\"";

/// A URL's user and host, as its authority has them.
fn authority(url: &Url) -> (Option<&str>, &str) {
    let text = url.authority.as_deref().unwrap_or_default();
    match text.rsplit_once('@') {
        Some((user, host)) => (Some(user), host),
        None => (None, text),
    }
}

/// User and password, unescaped and escaped again in Go's own way.
fn normalized_user(user: &str) -> Result<String, String> {
    let again =
        |part: &str| unescape(part, Part::Path).map(|plain| escape(plain.as_bytes(), IN_USER));
    match user.split_once(':') {
        Some((name, password)) => Ok(format!("{}:{}", again(name)?, again(password)?)),
        None => again(user),
    }
}

fn parts(text: &str) -> Result<Map, String> {
    let (front, fragment) = split_fragment(text);
    let url = Url::parse(front)?;
    let quoted = |reason: String| format!("parse {}: {reason}", crate::goquote::quote(text));
    let fragment = unescape(fragment, Part::Path).map_err(quoted)?;
    let (user, host) = authority(&url);
    let userinfo = normalized_user(user.unwrap_or_default()).map_err(quoted)?;
    let host = match host.starts_with('[') {
        // A zone's percent sign is escaped.
        true => host.replacen("%25", "%", 1),
        false => unescape(host, Part::Host).map_err(quoted)?,
    };
    let hostname = Url { authority: Some(host.clone()), ..Url::default() }.host().to_owned();
    let path = unescape(&url.path, Part::Path).map_err(quoted)?;
    Ok([
        ("scheme", url.scheme),
        ("host", host),
        ("hostname", hostname),
        ("path", path),
        ("query", url.query.unwrap_or_default()),
        ("opaque", url.opaque),
        ("fragment", fragment),
        ("userinfo", userinfo),
    ]
    .into_iter()
    .map(|(key, text)| (key, Value::from(text)))
    .collect())
}

fn url_parse(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let map = parts(&args.text(0));
    map.map(Value::Map).map_err(|reason| FuncError::new(format!("unable to parse url: {reason}")))
}

/// A part of the URL; every kind of value but text is refused.
fn part(map: &Map, key: &str) -> Result<String, FuncError> {
    match map.get(key) {
        None => Ok(String::new()),
        Some(Value::Str(text)) => Ok(text.to_string_lossy().into_owned()),
        Some(Value::Nil | Value::Invalid) => Err(FuncError::nil_pointer()),
        Some(other) => Err(FuncError::new(format!(
            "unable to parse {key} key, must be of type string, but {} found",
            other.kind().as_str()
        ))),
    }
}

fn url_join(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let map = args.map(0);
    let (scheme, host, path) = (part(&map, "scheme")?, part(&map, "host")?, part(&map, "path")?);
    let (query, opaque) = (part(&map, "query")?, part(&map, "opaque")?);
    let (fragment, userinfo) = (part(&map, "fragment")?, part(&map, "userinfo")?);
    let user = if userinfo.is_empty() { None } else { Some(checked_user(&userinfo)?) };
    let mut out = String::new();
    if !scheme.is_empty() {
        out = format!("{scheme}:");
    }
    if opaque.is_empty() {
        let has_authority = !host.is_empty() || user.is_some();
        if has_authority || (!scheme.is_empty() && !path.is_empty()) {
            out.push_str("//");
        }
        if let Some(user) = user {
            out.push_str(&format!("{user}@"));
        }
        out.push_str(&escape(host.as_bytes(), IN_HOST));
        let path = if path == "*" { path } else { escape(path.as_bytes(), IN_PATH) };
        if !path.is_empty() && !path.starts_with('/') && !host.is_empty() {
            out.push('/');
        }
        // A colon in the first segment would make it a scheme.
        if out.is_empty() && path.split('/').next().is_some_and(|first| first.contains(':')) {
            out.push_str("./");
        }
        out.push_str(&path);
    } else {
        out.push_str(&opaque);
    }
    if !query.is_empty() {
        out.push_str(&format!("?{query}"));
    }
    if !fragment.is_empty() {
        out.push_str(&format!("#{}", escape(fragment.as_bytes(), IN_FRAGMENT)));
    }
    Ok(Value::from(out))
}

/// Sprig reads the user through a URL of its own.
fn checked_user(userinfo: &str) -> Result<String, FuncError> {
    let failed = |reason| FuncError::new(format!("unable to parse userinfo in dict: {reason}"));
    let text = format!("proto://{userinfo}@host");
    let url = Url::parse(split_fragment(&text).0).map_err(failed)?;
    normalized_user(authority(&url).0.unwrap_or_default()).map_err(failed)
}
