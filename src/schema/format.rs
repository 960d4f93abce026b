//! The formats of strings, with the words that Helm's validator and Go's libraries have for
//! what breaks them.
//!
//! Source of the facts: santhosh-tekuri/jsonschema v6 and Go 1.27 (`net/netip`, `net/url`,
//! `time`, `strconv`), probed through Helm 4.3.1.

use super::url::{Part, Url, unescape};
use crate::goquote::{quote, quote_char};
use crate::goregex;

type Check = fn(&str) -> Result<(), String>;

/// Every format that is checked; others are remarks.
const FORMATS: &[(&str, Check)] = &[
    ("date", date),
    ("date-time", date_time),
    ("duration", duration),
    ("email", email),
    ("hostname", hostname),
    ("ipv4", ipv4),
    ("ipv6", ipv6),
    ("iri", uri),
    ("iri-reference", uri_reference),
    ("json-pointer", json_pointer),
    ("period", period),
    ("regex", regex),
    ("relative-json-pointer", relative_json_pointer),
    ("semver", semver),
    ("time", time),
    ("uri", uri),
    ("uri-reference", uri_reference),
    ("uri-template", uri_template),
    ("uuid", uuid),
];

/// Checks a text against a format. Unknown formats are met by every text.
///
/// # Errors
/// What breaks the format.
pub(super) fn check(format: &str, text: &str) -> Result<(), String> {
    match FORMATS.binary_search_by(|(name, _)| (*name).cmp(format)) {
        Ok(at) => FORMATS[at].1(text),
        Err(_) => Ok(()),
    }
}

fn fail<T>(reason: impl Into<String>) -> Result<T, String> {
    Err(reason.into())
}

fn within(what: &str, result: Result<(), String>) -> Result<(), String> {
    result.map_err(|reason| format!("invalid {what}: {reason}"))
}

/// How many bytes at the start are digits.
fn digits(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}

fn regex(text: &str) -> Result<(), String> {
    goregex::translate(text).map(drop).map_err(|error| error.to_string())
}

fn json_pointer(text: &str) -> Result<(), String> {
    if text.is_empty() {
        return Ok(());
    }
    if !text.starts_with('/') {
        return fail("not starting with /");
    }
    let bad = |rest: &str| !rest.starts_with(['0', '1']);
    if text.split('/').any(|token| token.split('~').skip(1).any(bad)) {
        return fail("~ must be followed by 0 or 1");
    }
    Ok(())
}

fn relative_json_pointer(text: &str) -> Result<(), String> {
    let count = digits(text);
    if count == 0 {
        return fail("must start with non-negative integer");
    }
    if count > 1 && text.starts_with('0') {
        return fail("starts with zero");
    }
    match &text[count..] {
        "#" => Ok(()),
        rest => json_pointer(rest),
    }
}

fn uuid(text: &str) -> Result<(), String> {
    const LENGTHS: [usize; 5] = [8, 4, 4, 4, 12];
    let groups: Vec<&str> = text.split('-').collect();
    if groups.len() != LENGTHS.len() {
        return fail("must have 5 elements");
    }
    for (index, (group, length)) in groups.iter().zip(LENGTHS).enumerate() {
        if group.len() != length {
            return fail(format!("element {} must be {length} characters long", index + 1));
        }
        if let Some(c) = group.chars().find(|c| !c.is_ascii_hexdigit()) {
            return fail(format!("non-hex character {}", quote_char(c)));
        }
    }
    Ok(())
}

fn duration(text: &str) -> Result<(), String> {
    let Some(rest) = text.strip_prefix('P') else { return fail("must start with P") };
    if rest.is_empty() {
        return fail("nothing after P");
    }
    if let Some(weeks) = rest.strip_suffix('W') {
        return match weeks {
            "" => fail("no number in week"),
            _ if digits(weeks) == weeks.len() => Ok(()),
            _ => fail("invalid week"),
        };
    }
    for (index, part) in rest.split('T').enumerate() {
        let all = match index {
            0 => "YMD",
            _ if part.is_empty() => return fail("no time elements"),
            1 => "HMS",
            _ => return fail("more than one T"),
        };
        duration_part(part, all)?;
    }
    Ok(())
}

fn duration_part(mut part: &str, all: &str) -> Result<(), String> {
    let mut units = all;
    while !part.is_empty() {
        let count = digits(part);
        if count == 0 {
            return fail("missing number");
        }
        let Some(unit) = part[count..].chars().next() else { return fail("missing unit") };
        match units.find(unit) {
            Some(at) => units = &units[at + 1..],
            None if all.contains(unit) => {
                return fail(format!("unit {} out of order", quote_char(unit)));
            }
            None => return fail(format!("invalid unit {}", quote_char(unit))),
        }
        part = &part[count + unit.len_utf8()..];
    }
    Ok(())
}

fn period(text: &str) -> Result<(), String> {
    let Some((start, end)) = text.split_once('/') else { return fail("missing slash") };
    if start.starts_with('P') {
        within("start duration", duration(start))?;
        return within("end date-time", date_time(end));
    }
    within("start date-time", date_time(start))?;
    if end.starts_with('P') {
        within("end duration", duration(end))
    } else {
        within("end date-time", date_time(end))
    }
}

/// Go's `strconv.Atoi` for small numbers.
fn atoi(text: &str) -> Result<i64, String> {
    text.parse::<i64>().map_err(|error| {
        use std::num::IntErrorKind::{NegOverflow, PosOverflow};
        let reason = match error.kind() {
            PosOverflow | NegOverflow => "value out of range",
            _ => "invalid syntax",
        };
        format!("strconv.Atoi: parsing {}: {reason}", quote(text))
    })
}

fn ipv4(text: &str) -> Result<(), String> {
    let groups: Vec<&str> = text.split('.').collect();
    if groups.len() != 4 {
        return fail("expected four decimals");
    }
    for group in groups {
        if group.len() > 1 && group.starts_with('0') {
            return fail("leading zeros");
        }
        if !(0..=255).contains(&atoi(group)?) {
            return fail("decimal must be between 0 and 255");
        }
    }
    Ok(())
}

fn ipv6(text: &str) -> Result<(), String> {
    if !text.contains(':') {
        return fail("missing colon");
    }
    let (address, zone) = match text.split_once('%') {
        Some((address, zone)) => (address, Some(zone)),
        None => (text, None),
    };
    parse_ipv6(address, zone).map_err(|reason| format!("ParseAddr({}): {reason}", quote(text)))?;
    match zone {
        Some(_) => fail("zone id is not a part of ipv6 address"),
        None => Ok(()),
    }
}

/// `net/netip`'s reader, with its words.
fn parse_ipv6(address: &str, zone: Option<&str>) -> Result<(), String> {
    if address.find(['.', ':']).is_some_and(|at| address[at..].starts_with('.')) {
        return dotted_decimals(address);
    }
    if zone == Some("") {
        return fail("zone must be a non-empty string");
    }
    let mut rest = address;
    let mut ellipsis = None;
    if let Some(tail) = rest.strip_prefix("::") {
        ellipsis = Some(0);
        rest = tail;
        if rest.is_empty() {
            return Ok(());
        }
    }
    let mut bytes = 0;
    while bytes < 16 {
        let length = rest.bytes().take_while(u8::is_ascii_hexdigit).count();
        if length > 4 && !rest[length..].starts_with('.') {
            let at = quote(rest);
            return fail(format!("each group must have 4 or less digits (at {at})"));
        }
        if length == 0 {
            let at = quote(rest);
            let reason = "each colon-separated field must have at least one digit";
            return fail(format!("{reason} (at {at})"));
        }
        if rest[length..].starts_with('.') {
            if ellipsis.is_none() && bytes != 12 {
                let at = quote(rest);
                let reason = "embedded IPv4 address must replace the final 2 fields of the address";
                return fail(format!("{reason} (at {at})"));
            }
            if bytes + 4 > 16 {
                let at = quote(rest);
                let reason =
                    "too many hex fields to fit an embedded IPv4 at the end of the address";
                return fail(format!("{reason} (at {at})"));
            }
            dotted_decimals(rest)?;
            bytes += 4;
            rest = "";
            break;
        }
        bytes += 2;
        rest = &rest[length..];
        if rest.is_empty() {
            break;
        }
        if !rest.starts_with(':') {
            return fail(format!("unexpected character, want colon (at {})", quote(rest)));
        }
        if rest.len() == 1 {
            return fail(format!("colon must be followed by more characters (at {})", quote(rest)));
        }
        rest = &rest[1..];
        if let Some(tail) = rest.strip_prefix(':') {
            if ellipsis.is_some() {
                return fail(format!("multiple :: in address (at {})", quote(rest)));
            }
            ellipsis = Some(bytes);
            rest = tail;
            if rest.is_empty() {
                break;
            }
        }
    }
    if !rest.is_empty() {
        return fail(format!("trailing garbage after address (at {})", quote(rest)));
    }
    match ellipsis {
        None if bytes < 16 => fail("address string too short"),
        Some(_) if bytes == 16 => fail("the :: must expand to at least one field of zeros"),
        _ => Ok(()),
    }
}

/// Four decimals with dots between them.
fn dotted_decimals(text: &str) -> Result<(), String> {
    let mut value: u32 = 0;
    let mut length = 0;
    let mut dots = 0;
    for (at, c) in text.char_indices() {
        let here = || quote(&text[at..]);
        match c.to_digit(10) {
            Some(_) if length > 0 && value == 0 => {
                return fail("IPv4 field has octet with leading zero");
            }
            Some(digit) => {
                value = value * 10 + digit;
                length += 1;
                if value > 255 {
                    return fail("IPv4 field has value >255");
                }
            }
            None if c != '.' => return fail(format!("unexpected character (at {})", here())),
            None if length == 0 || at + 1 == text.len() => {
                return fail(format!("IPv4 field must have at least one digit (at {})", here()));
            }
            None if dots == 3 => return fail("IPv4 address too long"),
            None => {
                dots += 1;
                (value, length) = (0, 0);
            }
        }
    }
    if dots < 3 { fail("IPv4 address too short") } else { Ok(()) }
}

/// `net/netip`'s reader for what a URL has between brackets.
pub(super) fn check_ip_literal(text: &str) -> Result<(), String> {
    let wrap = |reason| format!("invalid host: ParseAddr({}): {reason}", quote(text));
    let (address, zone) = match text.split_once('%') {
        Some((address, zone)) => (address, Some(zone)),
        None => (text, None),
    };
    match address.find(['.', ':']) {
        None => Err(wrap("unable to parse IP".into())),
        Some(at) if address[at..].starts_with('.') => {
            dotted_decimals(text).map_err(wrap)?;
            fail("invalid IP-literal")
        }
        Some(_) => parse_ipv6(address, zone).map_err(wrap),
    }
}

fn hostname(text: &str) -> Result<(), String> {
    let name = text.strip_suffix('.').unwrap_or(text);
    if name.len() > 253 {
        return fail("more than 253 characters long");
    }
    for label in name.split('.') {
        if !(1..=63).contains(&label.len()) {
            return fail("label must be 1 to 63 characters long");
        }
        if label.starts_with('-') {
            return fail("label starts with hyphen");
        }
        if label.ends_with('-') {
            return fail("label ends with hyphen");
        }
        if let Some(c) = label.chars().find(|c| !c.is_ascii_alphanumeric() && *c != '-') {
            return fail(format!("invalid character {}", quote_char(c)));
        }
    }
    Ok(())
}

fn email(text: &str) -> Result<(), String> {
    if text.len() > 254 {
        return fail("more than 255 characters long");
    }
    let Some((local, domain)) = text.rsplit_once('@') else { return fail("missing @") };
    if local.len() > 64 {
        return fail("local part more than 64 characters long");
    }
    if local.len() > 1 && local.starts_with('"') && local.ends_with('"') {
        if local[1..local.len() - 1].contains(['\\', '"']) {
            return fail("backslash and quote are not allowed within quoted local part");
        }
    } else {
        unquoted_local_part(local)?;
    }
    if let Some(address) = domain.strip_prefix('[').and_then(|d| d.strip_suffix(']')) {
        return match address.strip_prefix("IPv6:") {
            Some(address) => within("ipv6 address", ipv6(address)),
            None => within("ipv4 address", ipv4(address)),
        };
    }
    within("domain", hostname(domain))
}

fn unquoted_local_part(local: &str) -> Result<(), String> {
    if local.starts_with('.') {
        return fail("starts with dot");
    }
    if local.ends_with('.') {
        return fail("ends with dot");
    }
    if local.contains("..") {
        return fail("consecutive dots");
    }
    let allowed = |c: char| c.is_ascii_alphanumeric() || ".!#$%&'*+-/=?^_`{|}~".contains(c);
    match local.chars().find(|c| !allowed(*c)) {
        Some(c) => fail(format!("invalid character {}", quote_char(c))),
        None => Ok(()),
    }
}

/// The `time` package quotes on its own: bytes beyond ASCII are not characters to it.
fn quote_bytes(text: &str) -> String {
    let mut out = String::from("\"");
    for byte in text.bytes() {
        match byte {
            b'"' | b'\\' => out.extend(['\\', char::from(byte)]),
            b' '..=b'~' | 0x7f => out.push(char::from(byte)),
            _ => out.push_str(&format!("\\x{byte:02x}")),
        }
    }
    out.push('"');
    out
}

/// Go's `time.Parse("2006-01-02", …)`.
fn date(text: &str) -> Result<(), String> {
    const LAYOUT: &str = "2006-01-02";
    let cannot = |rest: &str, part: &str| {
        let (text, rest, part) = (quote_bytes(text), quote_bytes(rest), quote_bytes(part));
        Err(format!("parsing time {text} as \"{LAYOUT}\": cannot parse {rest} as {part}"))
    };
    let mut rest = text;
    let mut numbers = [0; 3];
    for (index, (part, width)) in [("2006", 4), ("01", 2), ("02", 2)].into_iter().enumerate() {
        if index > 0 {
            let Some(tail) = rest.strip_prefix('-') else { return cannot(rest, "-") };
            rest = tail;
        }
        let digits = rest.get(..width).filter(|d| d.bytes().all(|b| b.is_ascii_digit()));
        let Some(value) = digits.and_then(|digits| digits.parse::<u32>().ok()) else {
            return cannot(rest, part);
        };
        numbers[index] = value;
        rest = &rest[width..];
        if index == 1 && !(1..=12).contains(&value) {
            return fail(format!("parsing time {}: month out of range", quote_bytes(text)));
        }
    }
    if !rest.is_empty() {
        return fail(format!(
            "parsing time {}: extra text: {}",
            quote_bytes(text),
            quote_bytes(rest)
        ));
    }
    let [year, month, day] = numbers;
    if day < 1 || day > days_of(year, month) {
        return fail(format!("parsing time {}: day out of range", quote_bytes(text)));
    }
    Ok(())
}

fn days_of(year: u32, month: u32) -> u32 {
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

fn time(text: &str) -> Result<(), String> {
    if text.len() < 9 {
        return fail("less than 9 characters long");
    }
    let bytes = text.as_bytes();
    if bytes[2] != b':' || bytes[5] != b':' {
        return fail("missing colon in correct place");
    }
    let Some(clock) = text.get(..8) else { return fail("invalid hour/min/sec") };
    let mut numbers = [0; 3];
    for (number, part) in numbers.iter_mut().zip(clock.split(':')) {
        *number = atoi(part).or_else(|_| fail("invalid hour/min/sec"))?;
        if *number < 0 {
            return fail("non-positive hour/min/sec");
        }
    }
    let [mut hour, mut minute, second] = numbers;
    if hour > 23 || minute > 59 || second > 60 {
        return fail("hour/min/sec out of range");
    }
    let mut rest = &text[8..];
    if let Some(fraction) = rest.strip_prefix('.') {
        let count = digits(fraction);
        if count == 0 {
            return fail("no digits in second fraction");
        }
        rest = &fraction[count..];
    }
    if rest != "z" && rest != "Z" {
        let total = hour * 60 + minute - offset_minutes(rest)?;
        let total = if total < 0 { total + 24 * 60 } else { total };
        (hour, minute) = (total / 60, total % 60);
    }
    if second >= 60 && (hour != 23 || minute != 59) {
        return fail("invalid leap second");
    }
    Ok(())
}

fn offset_minutes(offset: &str) -> Result<i64, String> {
    if offset.len() != 6 {
        return fail("offset must be 6 characters long");
    }
    let sign = match offset.as_bytes()[0] {
        b'+' => 1,
        b'-' => -1,
        _ => return fail("offset must begin with plus/minus"),
    };
    if offset.as_bytes()[3] != b':' {
        return fail("missing colon in offset in correct place");
    }
    let number = |range: std::ops::Range<usize>| match offset.get(range).map(atoi) {
        Some(Ok(value)) if value < 0 => fail("non-positive hour/min in offset"),
        Some(Ok(value)) => Ok(value),
        _ => fail("invalid hour/min in offset"),
    };
    let (hour, minute) = (number(1..3)?, number(4..6)?);
    if hour > 23 || minute > 59 {
        return fail("hour/min in offset out of range");
    }
    Ok(sign * (hour * 60 + minute))
}

fn date_time(text: &str) -> Result<(), String> {
    if text.len() < 20 {
        return fail("less than 20 characters long");
    }
    if !matches!(text.as_bytes()[10], b't' | b'T') {
        return fail("11th character must be t or T");
    }
    // The byte in the middle is ASCII, so both cuts are at characters.
    within("date element", date(&text[..10]))?;
    within("time element", time(&text[11..]))
}

fn url(text: &str) -> Result<Url, String> {
    let (reference, fragment) = super::url::split_fragment(text);
    let url = Url::parse(reference)?;
    unescape(fragment, Part::Path).map_err(|reason| format!("parse {}: {reason}", quote(text)))?;
    if url.host().contains(':') {
        let authority = url.authority.as_deref().unwrap_or_default();
        if !authority.contains('[') || !authority.contains(']') {
            return fail("ipv6 address not enclosed in brackets");
        }
        within("ipv6 address", ipv6(url.host()))?;
    }
    Ok(url)
}

fn uri(text: &str) -> Result<(), String> {
    if url(text)?.is_absolute() { Ok(()) } else { fail("relative url") }
}

fn uri_reference(text: &str) -> Result<(), String> {
    if text.contains('\\') {
        return fail("contains \\");
    }
    url(text).map(drop)
}

fn uri_template(text: &str) -> Result<(), String> {
    let url = url(text)?;
    // Go keeps an escaped path only where escaping changes it, as braces do.
    for token in url.path.split('/') {
        let token = unescape(token, Part::Path)
            .map_err(|reason| format!("percent decode failed: {reason}"))?;
        let mut is_open = false;
        for c in token.chars().filter(|c| matches!(c, '{' | '}')) {
            if (c == '{') == is_open {
                return fail("nested curly braces");
            }
            is_open = !is_open;
        }
        if is_open {
            return fail("no matching closing brace");
        }
    }
    Ok(())
}

fn semver(text: &str) -> Result<(), String> {
    let (text, build) = match text.split_once('+') {
        Some((text, build)) => (text, Some(build)),
        None => (text, None),
    };
    if build == Some("") {
        return fail("build is empty");
    }
    for identifier in build.iter().flat_map(|build| build.split('.')) {
        check_identifier(identifier, "build")?;
    }
    let (core, pre_release) = match text.split_once('-') {
        Some((core, pre_release)) => (core, Some(pre_release)),
        None => (text, None),
    };
    for identifier in pre_release.iter().flat_map(|pre| pre.split('.')) {
        check_identifier(identifier, "pre-release")?;
        let is_number = digits(identifier) == identifier.len();
        if is_number && identifier.len() > 1 && identifier.starts_with('0') {
            return fail("pre-release numeric identifier starts with zero");
        }
    }
    let numbers: Vec<&str> = core.split('.').collect();
    if numbers.len() != 3 {
        return fail("versionCore must have 3 numbers separated by dot");
    }
    for (name, number) in ["major", "minor", "patch"].into_iter().zip(numbers) {
        if number.is_empty() {
            return fail(format!("{name} is empty"));
        }
        if number.len() > 1 && number.starts_with('0') {
            return fail(format!("{name} starts with zero"));
        }
        if digits(number) != number.len() {
            return fail(format!("{name} contains non-digit"));
        }
    }
    Ok(())
}

fn check_identifier(identifier: &str, what: &str) -> Result<(), String> {
    if identifier.is_empty() {
        return fail(format!("{what} identifier is empty"));
    }
    match identifier.chars().find(|c| !c.is_ascii_alphanumeric() && *c != '-') {
        Some(c) => fail(format!("invalid character {} in {what} identifier", quote_char(c))),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn good(format: &str, texts: &[&str]) {
        for text in texts {
            assert_eq!(check(format, text), Ok(()), "{format} {text}");
        }
    }

    fn bad(format: &str, text: &str, reason: &str) {
        assert_eq!(check(format, text), Err(reason.into()), "{format} {text}");
    }

    #[test]
    fn formats_are_sorted() {
        assert!(FORMATS.is_sorted_by_key(|(name, _)| *name));
    }

    #[test]
    fn addresses() {
        good("ipv4", &["10.0.0.1", "255.255.255.255"]);
        bad("ipv4", "10.0.0", "expected four decimals");
        bad("ipv4", "10.0.0.256", "decimal must be between 0 and 255");
        bad("ipv4", "10.0.0.x", "strconv.Atoi: parsing \"x\": invalid syntax");
        good("ipv6", &["::", "::1", "fe80::1:2", "1:2:3:4:5:6:7:8", "::ffff:10.0.0.1"]);
        bad("ipv6", "10.0.0.1", "missing colon");
        bad("ipv6", "1:2", "ParseAddr(\"1:2\"): address string too short");
        bad("ipv6", "fe80::1%eth0", "zone id is not a part of ipv6 address");
        good("hostname", &["a-b.example.com", "x."]);
        bad("hostname", "a_b", "invalid character '_'");
        good("email", &["a@b.c", "\"a b\"@c", "x@[10.0.0.1]"]);
        bad("email", "notmail", "missing @");
        bad("email", "a@-b", "invalid domain: label starts with hyphen");
    }

    #[test]
    fn times() {
        good("date", &["2024-02-29"]);
        bad("date", "x", "parsing time \"x\" as \"2006-01-02\": cannot parse \"x\" as \"2006\"");
        bad("date", "2023-02-29", "parsing time \"2023-02-29\": day out of range");
        good("time", &["12:00:00Z", "23:59:60Z", "01:29:60+01:30", "08:30:06.283185Z"]);
        bad("time", "12:00:60Z", "invalid leap second");
        good("date-time", &["1990-12-31T15:59:50.123-08:00"]);
        bad("date-time", "yesterday", "less than 20 characters long");
        good("duration", &["P1Y2M3DT4H5M6S", "PT1H", "P4W"]);
        bad("duration", "P1H", "invalid unit 'H'");
        bad("duration", "PT", "no time elements");
        good("period", &["1990-12-31T15:59:50Z/P1D"]);
    }

    #[test]
    fn references() {
        good("uri", &["http://a/b?c#d", "urn:a:b", "http://[::1]:8080/"]);
        bad("uri", "/a", "relative url");
        bad("uri", "http://[::1x]/", {
            "parse \"http://[::1x]/\": invalid host: ParseAddr(\"::1x\"): \
             unexpected character, want colon (at \"x\")"
        });
        good("uri-reference", &["/a", "#b", ""]);
        bad("uri-reference", "a\\b", "contains \\");
        good("uri-template", &["http://a/{x}/b"]);
        good("json-pointer", &["", "/a~1b/~0"]);
        bad("json-pointer", "/a~2", "~ must be followed by 0 or 1");
        good("relative-json-pointer", &["0#", "1/a"]);
        good("uuid", &["2eb8aa08-aa98-11ea-b4aa-73b441d16380"]);
        bad("uuid", "2eb8aa08-aa98-11ea-b4aa-73b441d1638g", "non-hex character 'g'");
        good("semver", &["1.2.3-rc.1+b-1"]);
        bad("semver", "1.2", "versionCore must have 3 numbers separated by dot");
        bad("regex", "(?=a)", {
            "error parsing regexp: invalid or unsupported Perl syntax: `(?=`"
        });
    }
}
