//! What a scalar means to yaml.v3: YAML 1.2 types with the octal and date forms of 1.1.
//!
//! Follows `resolve.go` of go-yaml v3.0.1. A plain scalar gets its tag when it is read, and is
//! resolved again, under that tag, when it is decoded.

/// What a scalar resolved to.
#[derive(Debug, Clone, PartialEq)]
pub enum Resolved {
    /// Nothing.
    Null,
    /// `true` or `false`; `yes` and `on` stay text here.
    Bool(bool),
    /// Fits 64 bits with a sign.
    Int(i64),
    /// Fits 64 bits without a sign only.
    Uint(u64),
    /// Has a point, an exponent, or is too big.
    Float(f64),
    /// A date; its text is all that is needed here.
    Timestamp,
    /// Anything else.
    Text,
}

const RESOLVABLE: [&str; 7] =
    ["", "!!str", "!!bool", "!!int", "!!float", "!!null", "!!timestamp"];

/// `tag:yaml.org,2002:int` as `!!int`.
pub fn short_tag(tag: &str) -> String {
    match tag.strip_prefix("tag:yaml.org,2002:") {
        Some(rest) => format!("!!{rest}"),
        None => tag.to_owned(),
    }
}

/// Resolves a text under a short tag, or under none. The error is the text of the real
/// program for a value that does not fit its tag.
pub fn resolve(tag: &str, text: &str) -> Result<(String, Resolved), String> {
    if !RESOLVABLE.contains(&tag) {
        return Ok((tag.to_owned(), Resolved::Text));
    }
    let (found, value) = if tag == "!!str" { ("!!str", Resolved::Text) } else { plain(tag, text) };
    if tag.is_empty() || tag == found || tag == "!!str" {
        return Ok((found.to_owned(), value));
    }
    match value {
        Resolved::Int(v) if tag == "!!float" => Ok((tag.to_owned(), Resolved::Float(v as f64))),
        _ => Err(format!("cannot decode {found} `{text}` as a {tag}")),
    }
}

fn plain(tag: &str, text: &str) -> (&'static str, Resolved) {
    let hint = text.bytes().next();
    match text {
        "true" | "True" | "TRUE" => return ("!!bool", Resolved::Bool(true)),
        "false" | "False" | "FALSE" => return ("!!bool", Resolved::Bool(false)),
        "" | "~" | "null" | "Null" | "NULL" => return ("!!null", Resolved::Null),
        ".nan" | ".NaN" | ".NAN" => return ("!!float", Resolved::Float(f64::NAN)),
        ".inf" | ".Inf" | ".INF" | "+.inf" | "+.Inf" | "+.INF" => {
            return ("!!float", Resolved::Float(f64::INFINITY));
        }
        "-.inf" | "-.Inf" | "-.INF" => return ("!!float", Resolved::Float(f64::NEG_INFINITY)),
        // The merge key has no leading character that the real table looks at.
        _ => {}
    }
    let number = match hint {
        Some(b'.') => text.parse().ok().map(|v| ("!!float", Resolved::Float(v))),
        Some(b'+' | b'-' | b'0'..=b'9') => {
            if (tag.is_empty() || tag == "!!timestamp") && is_timestamp(text) {
                return ("!!timestamp", Resolved::Timestamp);
            }
            number(&text.replace('_', ""))
        }
        _ => None,
    };
    number.unwrap_or(("!!str", Resolved::Text))
}

fn number(text: &str) -> Option<(&'static str, Resolved)> {
    let (negative, digits) = match text.as_bytes().first() {
        Some(b'-') => (true, &text[1..]),
        Some(b'+') => (false, &text[1..]),
        _ => (false, text),
    };
    let (radix, digits) = match digits.as_bytes() {
        [b'0', b'x' | b'X', ..] => (16, &digits[2..]),
        [b'0', b'b' | b'B', ..] => (2, &digits[2..]),
        [b'0', b'o' | b'O', ..] => (8, &digits[2..]),
        [b'0', _, ..] => (8, &digits[1..]),
        _ => (10, digits),
    };
    // A second sign would be accepted by the standard library.
    let unsigned = !digits.starts_with(['+', '-']);
    if let Some(value) = u64::from_str_radix(digits, radix).ok().filter(|_| unsigned) {
        let signed = if negative { 0i64.checked_sub_unsigned(value) } else { value.try_into().ok() };
        match signed {
            Some(value) => return Some(("!!int", Resolved::Int(value))),
            None if !negative && !text.starts_with('+') => {
                return Some(("!!int", Resolved::Uint(value)));
            }
            None => {}
        }
    }
    if is_float(text) {
        return text.parse().ok().map(|v| ("!!float", Resolved::Float(v)));
    }
    None
}

/// `[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?`
fn is_float(text: &str) -> bool {
    let text = text.strip_prefix(['-', '+']).unwrap_or(text);
    let (mantissa, exponent) = match text.find(['e', 'E']) {
        Some(at) => (&text[..at], Some(&text[at + 1..])),
        None => (text, None),
    };
    let digits = |t: &str| t.bytes().all(|b| b.is_ascii_digit());
    let good_mantissa = match mantissa.split_once('.') {
        Some(("", fraction)) => !fraction.is_empty() && digits(fraction),
        Some((whole, fraction)) => digits(whole) && digits(fraction),
        None => !mantissa.is_empty() && digits(mantissa),
    };
    let good_exponent = exponent.is_none_or(|e| {
        let e = e.strip_prefix(['-', '+']).unwrap_or(e);
        !e.is_empty() && digits(e)
    });
    good_mantissa && good_exponent
}

/// The date forms that yaml.v3 reads: a day, alone or with a time of day.
fn is_timestamp(text: &str) -> bool {
    let Some((year, rest)) = text.split_once('-') else { return false };
    if year.len() != 4 || !year.bytes().all(|b| b.is_ascii_digit()) {
        return false;
    }
    let split = rest.find(|c: char| !c.is_ascii_digit() && c != '-').unwrap_or(rest.len());
    let (date, time) = rest.split_at(split);
    let number = |t: &str, max: u32| -> Option<u32> {
        let ok = (1..=2).contains(&t.len()) && t.bytes().all(|b| b.is_ascii_digit());
        t.parse().ok().filter(|v| ok && *v <= max)
    };
    let Some((month, day)) = date.split_once('-') else { return false };
    let (Some(month), Some(day)) = (number(month, 12), number(day, 31)) else { return false };
    let year: u32 = year.parse().unwrap_or_default();
    if month == 0 || day == 0 || day > days_in(year, month) {
        return false;
    }
    let (clock, zoned) = match time.as_bytes().first() {
        None => return true,
        Some(b'T' | b't') => (&time[1..], true),
        Some(b' ') => (&time[1..], false),
        Some(_) => return false,
    };
    let end = clock.find(['Z', '+', '-']).unwrap_or(clock.len());
    let (clock, zone) = clock.split_at(end);
    let mut parts = clock.splitn(3, ':');
    let hour = parts.next().and_then(|t| number(t, 23));
    let minute = parts.next().and_then(|t| number(t, 59));
    let second = parts.next().and_then(|t| {
        let (whole, fraction) = t.split_once('.').unwrap_or((t, "0"));
        let ok = !fraction.is_empty() && fraction.bytes().all(|b| b.is_ascii_digit());
        number(whole, 59).filter(|_| ok)
    });
    let good_zone = match zone.as_bytes() {
        [] => !zoned,
        [b'Z'] => zoned,
        [_, a, b, b':', c, d] => zoned && [a, b, c, d].iter().all(|b| b.is_ascii_digit()),
        _ => false,
    };
    hour.is_some() && minute.is_some() && second.is_some() && good_zone
}

fn days_in(year: u32, month: u32) -> u32 {
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => 29,
        2 => 28,
        _ => 31,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, tag: &str, value: Resolved) {
        assert_eq!(resolve("", text), Ok((tag.to_owned(), value)), "{text}");
    }

    #[test]
    fn octal_hex_and_grouped_numbers_are_ints() {
        for text in ["0600", "0o600", "0_600", "0x180", "0b110000000", "384", "+384"] {
            check(text, "!!int", Resolved::Int(384));
        }
        check("-0b11", "!!int", Resolved::Int(-3));
        check("18446744073709551615", "!!int", Resolved::Uint(u64::MAX));
    }

    #[test]
    fn digits_that_are_no_octal_are_floats() {
        check("0888", "!!float", Resolved::Float(888.0));
        check("1e3", "!!float", Resolved::Float(1000.0));
        check("1.", "!!float", Resolved::Float(1.0));
        check(".5", "!!float", Resolved::Float(0.5));
    }

    #[test]
    fn words_of_yaml_1_1_and_versions_are_text() {
        for text in ["yes", "on", "1.0.0", "u=rw", "<nil>", "0xg", "--1", "1K", ".", "<<"] {
            check(text, "!!str", Resolved::Text);
        }
        check("~", "!!null", Resolved::Null);
    }

    #[test]
    fn dates_are_timestamps() {
        check("2001-12-14", "!!timestamp", Resolved::Timestamp);
        check("2001-12-14T21:59:43.1Z", "!!timestamp", Resolved::Timestamp);
        check("2001-2-30", "!!str", Resolved::Text);
    }

    #[test]
    fn a_value_that_does_not_fit_its_tag_is_an_error() {
        assert_eq!(
            resolve("!!int", "x"),
            Err("cannot decode !!str `x` as a !!int".to_owned())
        );
        assert_eq!(resolve("!!float", "1"), Ok(("!!float".into(), Resolved::Float(1.0))));
    }
}
