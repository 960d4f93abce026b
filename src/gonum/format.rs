//! Numbers to texts: `strconv.FormatFloat` and `encoding/json`.

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

/// More digits than the exact value of any float has, on either side of the point: the rest is
/// zeros. It also keeps below what the standard library's formatting takes as a precision.
const EXACT_DIGITS: usize = 1100;

/// Formats a float as `strconv.FormatFloat(f, format, precision, 64)` does. The format is one
/// of `b`, `e`, `E`, `f`, `g`, `G`, `x`, `X`; no precision means the fewest digits that read
/// back the same.
pub fn format_float(f: f64, format: char, precision: Option<usize>) -> String {
    if let Some(text) = not_finite(f) {
        return text.to_owned();
    }
    let exact = |digits: usize| format!("{f:.count$e}", count = digits.min(EXACT_DIGITS));
    let exponential = match (format, precision) {
        ('b', _) => return format_binary(f),
        ('x' | 'X', _) => return format_hex(f, format, precision),
        ('f', Some(precision)) => return format_fixed(f, precision),
        (_, None) => shortest_digits(f),
        ('e' | 'E', Some(precision)) => exact(precision),
        (_, Some(precision)) => exact(precision.max(1) - 1),
    };
    format_decimal(&Decimal::from_exponential(&exponential), format, precision)
}

fn format_fixed(f: f64, precision: usize) -> String {
    let mut text = format!("{f:.count$}", count = precision.min(EXACT_DIGITS));
    text.extend(std::iter::repeat_n('0', precision.saturating_sub(EXACT_DIGITS)));
    text
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

/// Mantissa and exponent such that `value = mantissa × 2^exponent`.
fn parts(value: f64) -> (u64, i32) {
    let bits = value.to_bits();
    let (exponent, fraction) = ((bits >> 52 & 0x7ff) as i32, bits & ((1 << 52) - 1));
    match exponent {
        0 => (fraction, -1074),
        _ => (fraction | 1 << 52, exponent - 1075),
    }
}

fn sign(f: f64) -> &'static str {
    if f.is_sign_negative() { "-" } else { "" }
}

fn format_binary(f: f64) -> String {
    let (mantissa, exponent) = parts(f.abs());
    format!("{}{mantissa}p{exponent:+}", sign(f))
}

fn format_hex(f: f64, format: char, precision: Option<usize>) -> String {
    let (mut mantissa, mut exponent) = parts(f.abs());
    exponent += 52;
    if mantissa == 0 {
        exponent = 0;
    }
    // The leading one goes to bit 60, so that every further digit is four whole bits.
    mantissa <<= 8;
    while mantissa != 0 && mantissa & 1 << 60 == 0 {
        mantissa <<= 1;
        exponent -= 1;
    }
    if let Some(precision) = precision.filter(|p| *p < 15) {
        let shift = precision as u32 * 4;
        let cut = mantissa << shift & ((1 << 60) - 1);
        mantissa >>= 60 - shift;
        if cut | mantissa & 1 > 1 << 59 {
            mantissa += 1;
        }
        mantissa <<= 60 - shift;
        if mantissa & 1 << 61 != 0 {
            mantissa >>= 1;
            exponent += 1;
        }
    }
    let digits = format!("{:015x}", mantissa & ((1 << 60) - 1));
    let mut fraction = digits.trim_end_matches('0').to_owned();
    if let Some(precision) = precision {
        fraction.truncate(precision);
        fraction.extend(std::iter::repeat_n('0', precision.saturating_sub(fraction.len())));
    }
    let mut out = format!("{}0x{}", sign(f), mantissa >> 60 & 1);
    if !fraction.is_empty() {
        out.push('.');
        out.push_str(&fraction);
    }
    let direction = if exponent < 0 { '-' } else { '+' };
    out.push_str(&format!("p{direction}{:02}", exponent.abs()));
    if format == 'X' { out.to_uppercase() } else { out }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_print_as_in_go() {
        let cases = [
            (999999.0, "999999"),
            (999999.5, "999999.5"),
            (1e6, "1e+06"),
            (1234567.0, "1.234567e+06"),
            (1000000.5, "1.0000005e+06"),
            (1e20, "1e+20"),
            (0.0001, "0.0001"),
            (0.00001, "1e-05"),
            (1.0, "1"),
            (-0.0, "-0"),
            (1e-7, "1e-07"),
            (5e-324, "5e-324"),
            (0.1 + 0.2, "0.30000000000000004"),
            (f64::INFINITY, "+Inf"),
        ];
        for (value, expected) in cases {
            assert_eq!(format_float(value, 'g', None), expected);
        }
    }

    #[test]
    fn float_formats_take_a_precision() {
        let cases = [
            (1.23456, 'f', Some(2), "1.23"),
            (2.5, 'f', Some(0), "2"),
            (-0.0, 'f', Some(1), "-0.0"),
            (1234.5678, 'e', Some(3), "1.235e+03"),
            (0.0, 'e', None, "0e+00"),
            (1234.5678, 'g', Some(3), "1.23e+03"),
            (100000.0, 'g', Some(10), "100000"),
            (1.5, 'f', None, "1.5"),
            (1e21, 'f', None, "1000000000000000000000"),
            (1.0, 'x', None, "0x1p+00"),
            (-3.75, 'X', Some(3), "-0X1.E00P+01"),
            (1.0, 'b', None, "4503599627370496p-52"),
        ];
        for (value, format, precision, expected) in cases {
            assert_eq!(format_float(value, format, precision), expected);
        }
    }

    #[test]
    fn no_precision_is_too_large() {
        let precision = Some(100_000);
        assert_eq!(format_float(1.5, 'f', precision).len(), 100_002);
        assert_eq!(format_float(1.5, 'e', precision).len(), 100_006);
        assert_eq!(format_float(1.5, 'x', precision).len(), 100_008);
        assert_eq!(format_float(1.5, 'g', precision), "1.5");
    }
}
