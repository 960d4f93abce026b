//! Numbers as Go writes and reads them: literals of templates, `strconv`'s float formats.

use super::quote::quote;

/// A number literal: its value in every type that can hold it. The place where it is used
/// decides which one counts, as for Go's untyped constants.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Number {
    /// The value as a signed integer.
    pub int: Option<i64>,
    /// The value as an unsigned integer.
    pub uint: Option<u64>,
    /// The value as a float.
    pub float: Option<f64>,
    /// Real and imaginary part of an imaginary or complex literal.
    pub complex: Option<(f64, f64)>,
    /// Where no type is asked for, the literal is a float, not an int (`1e3`, `1.0`).
    pub looks_like_float: bool,
}

/// How the lexer classified the literal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Literal {
    /// `'a'`
    Char,
    /// `1+2i`
    Complex,
    /// Everything else, including `2i`.
    Number,
}

impl Number {
    /// Reads a literal.
    ///
    /// # Errors
    /// Go's message.
    pub fn parse(text: &[u8], literal: Literal) -> Result<Number, String> {
        let source = String::from_utf8_lossy(text);
        match literal {
            Literal::Char => super::quote::unquote_char(text).map(Number::from_char),
            Literal::Complex => parse_complex(&source)
                .map(Number::from_complex)
                .ok_or_else(|| "syntax error scanning complex number".to_owned()),
            Literal::Number => Number::parse_plain(&source),
        }
    }

    fn from_char(code: u32) -> Number {
        Number {
            int: Some(i64::from(code)),
            uint: Some(u64::from(code)),
            float: Some(f64::from(code)),
            ..Number::default()
        }
    }

    fn from_complex(complex: (f64, f64)) -> Number {
        let mut number = Number { complex: Some(complex), ..Number::default() };
        if complex.1 == 0.0 {
            number.set_float(complex.0);
        }
        number
    }

    /// A float and the integers that are equal to it.
    fn set_float(&mut self, float: f64) {
        self.float = Some(float);
        if float as i64 as f64 == float {
            self.int = self.int.or(Some(float as i64));
        }
        if float as u64 as f64 == float {
            self.uint = self.uint.or(Some(float as u64));
        }
    }

    fn parse_plain(text: &str) -> Result<Number, String> {
        if let Some(imaginary) = text.strip_suffix('i').and_then(parse_float) {
            return Ok(Number::from_complex((0.0, imaginary)));
        }
        let mut number =
            Number { uint: parse_uint(text), int: parse_int(text), ..Number::default() };
        if number.int == Some(0) {
            number.uint = Some(0);
        }
        if let Some(int) = number.int {
            number.float = Some(int as f64);
        } else if let Some(uint) = number.uint {
            number.float = Some(uint as f64);
        } else if let Some(float) = parse_float(text) {
            if !text.contains(['.', 'e', 'E', 'p', 'P']) {
                return Err(format!("integer overflow: {}", quote(text.as_bytes())));
            }
            number.set_float(float);
        }
        let nothing = Number::default();
        if number == nothing {
            return Err(format!("illegal number syntax: {}", quote(text.as_bytes())));
        }
        let is_hex = |t: &str| t.starts_with("0x") || t.starts_with("0X");
        let hex_int = text.len() > 2 && is_hex(text) && !text.contains(['p', 'P']);
        number.looks_like_float = !hex_int && text.contains(['.', 'e', 'E', 'p', 'P']);
        Ok(number)
    }
}

/// Reads a real and a signed imaginary part.
fn parse_complex(text: &str) -> Option<(f64, f64)> {
    let body = text.strip_suffix('i')?;
    // The sign of the imaginary part is the last one that does not belong to an exponent.
    let bytes = body.as_bytes();
    let is_exponent = |i: usize| matches!(bytes[i - 1], b'e' | b'E' | b'p' | b'P');
    let is_sign = |i: usize| matches!(bytes[i], b'+' | b'-') && !is_exponent(i);
    let split = (1..bytes.len()).rev().find(|i| is_sign(*i))?;
    Some((parse_float(&body[..split])?, parse_float(&body[split..])?))
}

/// Go's `strconv.ParseUint(text, 0, 64)`: the prefix decides the base, `_` may separate
/// digits. Nothing for a syntax error or when the number does not fit.
pub fn parse_uint(text: &str) -> Option<u64> {
    let lower = text.to_ascii_lowercase();
    let (base, digits) = match lower.as_bytes() {
        [b'0', b'x', _, ..] => (16, &lower[2..]),
        [b'0', b'o', _, ..] => (8, &lower[2..]),
        [b'0', b'b', _, ..] => (2, &lower[2..]),
        [b'0', _, ..] => (8, &lower[1..]),
        _ => (10, &lower[..]),
    };
    if digits.starts_with(['+', '-']) {
        return None;
    }
    if !digits.contains('_') {
        return u64::from_str_radix(digits, base).ok();
    }
    let digits = digits.replace('_', "");
    if !underscores_ok(&lower) {
        return None;
    }
    u64::from_str_radix(&digits, base).ok()
}

/// Go's `strconv.ParseInt(text, 0, 64)`.
pub fn parse_int(text: &str) -> Option<i64> {
    let (negative, digits) = match text.as_bytes().first()? {
        b'-' => (true, &text[1..]),
        b'+' => (false, &text[1..]),
        _ => (false, text),
    };
    let magnitude = parse_uint(digits)?;
    if negative { 0i64.checked_sub_unsigned(magnitude) } else { i64::try_from(magnitude).ok() }
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

/// Go's `strconv.ParseFloat(text, 64)`, hexadecimal floats and underscores included. Nothing
/// for a syntax error; a number that is out of range is nothing, too.
pub fn parse_float(text: &str) -> Option<f64> {
    let lower = text.to_ascii_lowercase();
    let unsigned = lower.strip_prefix(['+', '-']).unwrap_or(&lower);
    let negative = lower.starts_with('-');
    if matches!(unsigned, "inf" | "infinity") {
        return Some(if negative { f64::NEG_INFINITY } else { f64::INFINITY });
    }
    if lower == "nan" {
        return Some(f64::NAN);
    }
    if unsigned.contains('_') && !underscores_ok(&lower) {
        return None;
    }
    let digits = unsigned.replace('_', "");
    let value = match digits.strip_prefix("0x") {
        Some(hex) => parse_hex_float(hex)?,
        None => {
            let starts_well = digits.starts_with(|c: char| c.is_ascii_digit() || c == '.');
            if !starts_well || digits == "." {
                return None;
            }
            digits.parse::<f64>().ok()?
        }
    };
    value.is_finite().then_some(if negative { -value } else { value })
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
    Some(value * 2f64.powi(half) * 2f64.powi(exponent - half))
}

/// Decimal digits of a finite, non-negative float: `0.DIGITS × 10^point`.
struct Decimal {
    digits: Vec<u8>,
    point: i32,
}

impl Decimal {
    /// The shortest digits that read back as the same float, or exactly `count` digits.
    fn new(value: f64, count: Option<usize>) -> Decimal {
        let text = match count {
            None => format!("{value:e}"),
            Some(count) => format!("{value:.*e}", count.max(1) - 1),
        };
        let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
        let digits: Vec<u8> = mantissa.bytes().filter(u8::is_ascii_digit).collect();
        if digits.iter().all(|d| *d == b'0') {
            return Decimal { digits: Vec::new(), point: 0 };
        }
        Decimal { digits, point: exponent.parse::<i32>().unwrap_or(0) + 1 }
    }

    fn trim_zeros(mut self) -> Decimal {
        while self.digits.last() == Some(&b'0') {
            self.digits.pop();
        }
        self
    }

    /// `d.ddde±dd` with `precision` digits behind the point.
    fn exponential(&self, precision: usize, letter: char, out: &mut String) {
        let digit = |i: usize| self.digits.get(i).map_or('0', |d| char::from(*d));
        out.push(digit(0));
        if precision > 0 {
            out.push('.');
            out.extend((1..=precision).map(digit));
        }
        let exponent = if self.digits.is_empty() { 0 } else { self.point - 1 };
        let sign = if exponent < 0 { '-' } else { '+' };
        out.push_str(&format!("{letter}{sign}{:02}", exponent.abs()));
    }

    /// `ddd.ddd` with `precision` digits behind the point.
    fn fixed(&self, precision: usize, out: &mut String) {
        let digit = |i: i32| match usize::try_from(i) {
            Ok(i) => self.digits.get(i).map_or('0', |d| char::from(*d)),
            Err(_) => '0',
        };
        if self.point > 0 {
            out.extend((0..self.point).map(digit));
        } else {
            out.push('0');
        }
        if precision > 0 {
            out.push('.');
            out.extend((0..precision as i32).map(|i| digit(self.point + i)));
        }
    }
}

/// Go's `strconv.FormatFloat(value, format, precision, 64)` for `e E f g G b x X`. No
/// precision means as many digits as needed.
pub fn format_float(value: f64, format: char, precision: Option<usize>) -> String {
    if value.is_nan() {
        return "NaN".into();
    }
    if value.is_infinite() {
        return if value > 0.0 { "+Inf" } else { "-Inf" }.into();
    }
    let mut out = String::new();
    if value.is_sign_negative() {
        out.push('-');
    }
    let value = value.abs();
    match format {
        'b' => format_binary(value, &mut out),
        'x' | 'X' => format_hex(value, format, precision, &mut out),
        'e' | 'E' => {
            let decimal = Decimal::new(value, precision.map(|p| p + 1));
            let shortest = decimal.digits.len().saturating_sub(1);
            decimal.exponential(precision.unwrap_or(shortest), format, &mut out);
        }
        'f' => match precision {
            Some(precision) => out.push_str(&format!("{value:.precision$}")),
            None => {
                let decimal = Decimal::new(value, None);
                let fraction = decimal.digits.len() as i32 - decimal.point;
                decimal.fixed(fraction.max(0) as usize, &mut out);
            }
        },
        _ => format_general(value, format, precision, &mut out),
    }
    out
}

/// `%g`: the exponent form below 1e-4 and from 1e6 (or the precision) on.
fn format_general(value: f64, format: char, precision: Option<usize>, out: &mut String) {
    let decimal = Decimal::new(value, precision.map(|p| p.max(1))).trim_zeros();
    let digits = decimal.digits.len() as i32;
    let limit = match precision {
        None => 6,
        Some(p) => {
            let p = p.max(1) as i32;
            if p > digits && digits >= decimal.point { digits } else { p }
        }
    };
    let exponent = decimal.point - 1;
    if exponent < -4 || exponent >= limit {
        let letter = if format == 'G' { 'E' } else { 'e' };
        decimal.exponential((digits - 1).max(0) as usize, letter, out);
    } else {
        decimal.fixed((digits - decimal.point).max(0) as usize, out);
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

fn format_binary(value: f64, out: &mut String) {
    let (mantissa, exponent) = parts(value);
    out.push_str(&format!("{mantissa}p{exponent:+}"));
}

fn format_hex(value: f64, format: char, precision: Option<usize>, out: &mut String) {
    let (mut mantissa, mut exponent) = parts(value);
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
    let upper = format == 'X';
    out.push_str(&format!("0{format}{}", mantissa >> 60 & 1));
    let fraction = format!("{:015x}", mantissa & ((1 << 60) - 1));
    let fraction = match precision {
        None => fraction.trim_end_matches('0').to_owned(),
        Some(p) => format!("{fraction:0<p$}")[..p].to_owned(),
    };
    if !fraction.is_empty() {
        out.push('.');
        out.push_str(&if upper { fraction.to_uppercase() } else { fraction });
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    out.push_str(&format!("{}{sign}{:02}", if upper { 'P' } else { 'p' }, exponent.abs()));
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
    fn literals_have_every_type_that_fits() {
        let number = |text: &str| Number::parse(text.as_bytes(), Literal::Number);
        assert_eq!(number("0x1F").unwrap().int, Some(31));
        assert_eq!(number("017").unwrap().int, Some(15));
        assert_eq!(number("1_000").unwrap().int, Some(1000));
        assert_eq!(number("-3").unwrap().int, Some(-3));
        assert!(number("1e3").unwrap().looks_like_float);
        assert_eq!(number("1e3").unwrap().int, Some(1000));
        assert!(!number("0xe").unwrap().looks_like_float);
        assert_eq!(number("0x1p4").unwrap().float, Some(16.0));
        assert_eq!(number("18446744073709551615").unwrap().uint, Some(u64::MAX));
        assert_eq!(number("2i").unwrap().complex, Some((0.0, 2.0)));
        assert_eq!(number("08").unwrap_err(), "integer overflow: \"08\"");
        assert_eq!(number("1__0").unwrap_err(), "illegal number syntax: \"1__0\"");
        let complex = Number::parse(b"1e2+2i", Literal::Complex).unwrap();
        assert_eq!(complex.complex, Some((100.0, 2.0)));
    }
}
