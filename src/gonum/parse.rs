//! Texts to numbers: `strconv.ParseInt`, `ParseUint` and `ParseFloat`.

use std::borrow::Cow;

/// Reads an integer as `strconv.ParseInt(text, 0, 64)` does: a sign, a prefix `0x`, `0o`, `0b`
/// or `0`, digits, underscores between them. None for a syntax error and when it does not fit.
pub fn parse_int(text: &str) -> Option<i64> {
    let (negative, digits) = match text.as_bytes().first()? {
        b'-' => (true, &text[1..]),
        b'+' => (false, &text[1..]),
        _ => (false, text),
    };
    let magnitude = parse_uint(digits)?;
    if negative { 0i64.checked_sub_unsigned(magnitude) } else { i64::try_from(magnitude).ok() }
}

/// Reads an integer as `strconv.ParseUint(text, 0, 64)` does; no sign.
pub fn parse_uint(text: &str) -> Option<u64> {
    let text = without_underscores(text)?;
    let bytes = text.as_bytes();
    let (base, digits) = match bytes {
        [b'0', b'x' | b'X', rest @ ..] => (16, rest),
        [b'0', b'o' | b'O', rest @ ..] => (8, rest),
        [b'0', b'b' | b'B', rest @ ..] => (2, rest),
        [b'0', rest @ ..] if !rest.is_empty() => (8, rest),
        _ => (10, bytes),
    };
    if digits.is_empty() {
        return None;
    }
    digits.iter().try_fold(0u64, |value, byte| {
        let digit = (*byte as char).to_digit(base)?;
        value.checked_mul(u64::from(base))?.checked_add(u64::from(digit))
    })
}

/// Reads a float as `strconv.ParseFloat(text, 64)` does: decimal, hexadecimal, infinity or
/// NaN, underscores between digits. None for a syntax error and when it is out of range.
pub fn parse_float(text: &str) -> Option<f64> {
    // Nearly every number is plain, and needs no copy.
    if is_decimal(text) {
        return text.parse::<f64>().ok().filter(|value| value.is_finite());
    }
    let (negative, unsigned) = match text.as_bytes().first()? {
        b'-' => (true, &text[1..]),
        b'+' => (false, &text[1..]),
        _ => (false, text),
    };
    let is = |word: &str| unsigned.eq_ignore_ascii_case(word);
    let value = if is("inf") || is("infinity") {
        f64::INFINITY
    } else if text.eq_ignore_ascii_case("nan") {
        f64::NAN
    } else {
        let digits = without_underscores(unsigned)?;
        match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
            Some(hex) => parse_hex_float(&hex.to_ascii_lowercase())?,
            // Behind the sign there is no second one.
            None if is_decimal(&digits) && !digits.starts_with(['+', '-']) => {
                digits.parse::<f64>().ok().filter(|value| value.is_finite())?
            }
            None => return None,
        }
    };
    Some(if negative { -value } else { value })
}

/// True for `[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?`.
pub fn is_decimal(text: &str) -> bool {
    let bytes = text.as_bytes();
    let digits = |at: usize| bytes[at..].iter().take_while(|b| b.is_ascii_digit()).count();
    let mut at = usize::from(matches!(bytes.first(), Some(b'+' | b'-')));
    let whole = digits(at);
    at += whole;
    if bytes.get(at) == Some(&b'.') {
        at += 1;
        let fraction = digits(at);
        if whole == 0 && fraction == 0 {
            return false;
        }
        at += fraction;
    } else if whole == 0 {
        return false;
    }
    if matches!(bytes.get(at), Some(b'e' | b'E')) {
        at += 1;
        at += usize::from(matches!(bytes.get(at), Some(b'+' | b'-')));
        let exponent = digits(at);
        if exponent == 0 {
            return false;
        }
        at += exponent;
    }
    at == bytes.len()
}

/// The text without underscores; none where one stands wrong.
fn without_underscores(text: &str) -> Option<Cow<'_, str>> {
    if !text.contains('_') {
        return Some(text.into());
    }
    underscores_ok(&text.to_ascii_lowercase()).then(|| text.replace('_', "").into())
}

/// Underscores must stand between digits, or between the base prefix and a digit.
fn underscores_ok(lower: &str) -> bool {
    let text = lower.trim_start_matches(['+', '-']).as_bytes();
    let prefixed = matches!(text, [b'0', b'x' | b'o' | b'b', ..]);
    let hex = text.get(1) == Some(&b'x');
    let (mut previous_is_digit, mut previous_is_underscore) = (prefixed, false);
    for b in &text[if prefixed { 2 } else { 0 }..] {
        let digit = b.is_ascii_digit() || hex && matches!(b, b'a'..=b'f');
        if *b == b'_' && !previous_is_digit || !digit && *b != b'_' && previous_is_underscore {
            return false;
        }
        previous_is_underscore = *b == b'_';
        previous_is_digit = digit;
    }
    !previous_is_underscore
}

/// The part behind `0x`: hexadecimal digits with a point and a mandatory binary exponent.
fn parse_hex_float(text: &str) -> Option<f64> {
    let (mantissa, exponent) = text.split_once('p')?;
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    if whole.is_empty() && fraction.is_empty() || exponent.is_empty() {
        return None;
    }
    let mut exponent: i64 = exponent.parse::<i32>().ok()?.into();
    let (mut bits, mut sticky) = (0u64, false);
    for (index, c) in whole.chars().chain(fraction.chars()).enumerate() {
        let digit = u64::from(c.to_digit(16)?);
        if bits >> 58 == 0 {
            bits = bits << 4 | digit;
            exponent -= if index >= whole.len() { 4 } else { 0 };
        } else {
            // Digits that no longer fit only matter for rounding.
            sticky |= digit != 0;
            exponent += if index < whole.len() { 4 } else { 0 };
        }
    }
    let value = (bits | u64::from(sticky)) as f64;
    // Two steps keep the scale itself in range for subnormal results.
    let exponent = exponent.clamp(-4000, 4000) as i32;
    let half = exponent / 2;
    let scaled = value * 2f64.powi(half) * 2f64.powi(exponent - half);
    scaled.is_finite().then_some(scaled)
}
