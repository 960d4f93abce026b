//! Numbers as Go reads and writes them.
//!
//! YAML, JSON and templates all print through Go's `strconv` in Helm, so its spellings are
//! facts that several modules need. This module knows nothing of those formats.

/// Reads an integer as `strconv.ParseInt(text, 0, 64)` does: a sign, a prefix `0x`, `0o`, `0b`
/// or `0`, digits. Underscores are not accepted here.
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

/// Reads a decimal number as `strconv.ParseFloat(text, 64)` does; none when it is too large.
/// Underscores may stand between digits.
pub fn parse_float(text: &str) -> Option<f64> {
    if text.contains('_') {
        let digit = |at: Option<usize>| {
            at.and_then(|at| text.as_bytes().get(at)).is_some_and(u8::is_ascii_digit)
        };
        let separates = |at: usize| digit(at.checked_sub(1)) && digit(Some(at + 1));
        if !text.match_indices('_').all(|(at, _)| separates(at)) {
            return None;
        }
        return parse_float(&text.replace('_', ""));
    }
    if !is_decimal(text) {
        return None;
    }
    text.parse::<f64>().ok().filter(|value| value.is_finite())
}

/// The digits of a number and where its point stands: `0.DIGITS × 10^point`.
struct Decimal {
    negative: bool,
    digits: Vec<u8>,
    point: i32,
}

impl Decimal {
    /// Takes apart what Rust's `{:e}` prints; both languages round to nearest, ties to even.
    fn from_exponential(text: &str) -> Decimal {
        let (negative, text) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
        let mut digits: Vec<u8> = mantissa.bytes().filter(u8::is_ascii_digit).collect();
        while digits.last() == Some(&b'0') {
            digits.pop();
        }
        let point = if digits.is_empty() { 0 } else { exponent.parse::<i32>().unwrap_or(0) + 1 };
        Decimal { negative, digits, point }
    }

    fn digit(&self, index: i32) -> char {
        usize::try_from(index).ok().and_then(|i| self.digits.get(i)).map_or('0', |d| *d as char)
    }

    /// `d.ddde±dd` with so many digits behind the point.
    fn exponential(&self, precision: usize, letter: char) -> String {
        let mut out = String::from(if self.negative { "-" } else { "" });
        out.push(self.digit(0));
        if precision > 0 {
            out.push('.');
            out.extend((1..=precision as i32).map(|i| self.digit(i)));
        }
        let exponent = if self.digits.is_empty() { 0 } else { self.point - 1 };
        out.push(letter);
        out.push(if exponent < 0 { '-' } else { '+' });
        out.push_str(&format!("{:02}", exponent.abs()));
        out
    }

    /// `ddd.ddd` with so many digits behind the point.
    fn positional(&self, precision: usize) -> String {
        let mut out = String::from(if self.negative { "-" } else { "" });
        if self.point > 0 {
            out.extend((0..self.point).map(|i| self.digit(i)));
        } else {
            out.push('0');
        }
        if precision > 0 {
            out.push('.');
            out.extend((0..precision as i32).map(|i| self.digit(self.point + i)));
        }
        out
    }
}

/// Formats a float as `strconv.FormatFloat(f, format, precision, 64)` does. The format is one
/// of `e`, `E`, `f`, `g`, `G`; no precision means the fewest digits that read back the same.
pub fn format_float(f: f64, format: char, precision: Option<usize>) -> String {
    if let Some(text) = not_finite(f) {
        return text.to_owned();
    }
    let exponential = match (format, precision) {
        (_, None) => shortest_digits(f),
        ('f', Some(_)) => String::new(),
        ('e' | 'E', Some(precision)) => format!("{f:.precision$e}"),
        (_, Some(precision)) => format!("{f:.digits$e}", digits = precision.max(1) - 1),
    };
    if let ('f', Some(precision)) = (format, precision) {
        return format!("{f:.precision$}");
    }
    format_decimal(&Decimal::from_exponential(&exponential), format, precision)
}

/// Formats a float as `strconv.FormatFloat(f, 'g', -1, 64)` does.
pub fn format_shortest(f: f64) -> String {
    format_float(f, 'g', None)
}

/// Formats a float as `strconv.FormatFloat(f, 'g', -1, 32)` does.
pub fn format_shortest_f32(f: f32) -> String {
    match not_finite(f64::from(f)) {
        Some(text) => text.to_owned(),
        None => format_decimal(&Decimal::from_exponential(&shortest_digits(f)), 'g', None),
    }
}

/// The fewest digits that read back the same float. Where two such texts are equally near, Go
/// takes the even one, and Rust the larger.
fn shortest_digits<F>(f: F) -> String
where
    F: std::fmt::LowerExp + std::str::FromStr + PartialEq,
{
    let text = format!("{f:e}");
    let count = text.bytes().take_while(|b| *b != b'e').filter(u8::is_ascii_digit).count();
    // With fewer digits the text is the exact value, or no other is near.
    if count < 6 {
        return text;
    }
    let even = format!("{f:.digits$e}", digits = count - 1);
    match even.parse::<F>() {
        Ok(same) if same == f => even,
        _ => text,
    }
}

/// Formats a float as `encoding/json` does: no exponent from 1e-6 up to 1e21, and none of its
/// padding zeros. Infinities and NaN have no JSON form; they come as Go prints them.
pub fn format_json(f: f64) -> String {
    let magnitude = f.abs();
    if magnitude != 0.0 && !(1e-6..1e21).contains(&magnitude) {
        let text = format_float(f, 'e', None);
        // `e-09` is written as `e-9`; larger exponents have no such zero.
        return text.replace("e-0", "e-");
    }
    format_float(f, 'f', None)
}

/// The digits of a whole float as `encoding/json` writes it, if they fit a 64-bit integer. Beyond
/// 2^53 they are the fewest that read back the same, filled up with zeros.
pub fn json_integer(f: f64) -> Option<String> {
    if f.fract() != 0.0 || f.abs() >= 1e20 {
        return None;
    }
    if f.abs() < 9e15 {
        return Some((f as i64).to_string());
    }
    let text = format_json(f);
    (text.parse::<i64>().is_ok() || text.parse::<u64>().is_ok()).then_some(text)
}

fn not_finite(f: f64) -> Option<&'static str> {
    if f.is_nan() {
        Some("NaN")
    } else if f.is_infinite() {
        Some(if f > 0.0 { "+Inf" } else { "-Inf" })
    } else {
        None
    }
}

fn format_decimal(decimal: &Decimal, format: char, precision: Option<usize>) -> String {
    let count = decimal.digits.len();
    match format {
        'e' | 'E' => decimal.exponential(precision.unwrap_or(count.max(1) - 1), format),
        'f' => {
            let behind = (count as i32 - decimal.point).max(0) as usize;
            decimal.positional(precision.unwrap_or(behind))
        }
        _ => {
            let mut limit = precision.map_or(6, |p| p.max(1)) as i32;
            if precision.is_some() && limit > count as i32 && count as i32 >= decimal.point {
                limit = count as i32;
            }
            let exponent = decimal.point - 1;
            if exponent < -4 || exponent >= limit {
                let letter = if format == 'G' { 'E' } else { 'e' };
                return decimal.exponential(count.max(1) - 1, letter);
            }
            decimal.positional((count as i32 - decimal.point).max(0) as usize)
        }
    }
}
