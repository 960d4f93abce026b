//! Decimal numbers: exact comparison, divisibility, and how the validators print them.
//!
//! JSON Schema is about decimal numbers: 0.3 is a multiple of 0.1. The reference validator
//! computes with fractions of big integers; 38 decimal digits are enough for what a 64-bit
//! float or a schema author writes, longer ones are cut.

use std::cmp::Ordering;

const MAX_DIGITS: usize = 38;

/// `± mantissa × 10^exponent`, normalized: the mantissa does not end in 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Decimal {
    negative: bool,
    mantissa: u128,
    exponent: i32,
}

impl Decimal {
    /// Reads a number in JSON's or Rust's notation.
    pub fn parse(text: &str) -> Decimal {
        let (number, exponent) = match text.split_once(['e', 'E']) {
            Some((number, exponent)) => (number, exponent.parse::<i64>().unwrap_or(i64::MAX)),
            None => (text, 0),
        };
        let negative = number.starts_with('-');
        let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
        let mut mantissa: u128 = 0;
        let mut digits = 0;
        let mut dropped: i64 = 0;
        for digit in whole.chars().chain(fraction.chars()).filter_map(|c| c.to_digit(10)) {
            if digits == 0 && digit == 0 {
                continue;
            }
            if digits == MAX_DIGITS {
                dropped += 1;
            } else {
                mantissa = mantissa * 10 + u128::from(digit);
                digits += 1;
            }
        }
        let exponent = exponent.saturating_sub(fraction.len() as i64).saturating_add(dropped);
        Decimal { negative, mantissa, exponent: clamp(exponent) }.normalized()
    }

    pub fn from_i64(value: i64) -> Decimal {
        Decimal { negative: value < 0, mantissa: value.unsigned_abs().into(), exponent: 0 }
            .normalized()
    }

    /// The shortest decimal that reads back as the float, as Go prints it.
    pub fn from_f64(value: f64) -> Decimal {
        if value.fract() == 0.0 && value.abs() < 9e15 {
            return Decimal::from_i64(value as i64);
        }
        Decimal::parse(&format!("{value:e}"))
    }

    fn normalized(mut self) -> Decimal {
        if self.mantissa == 0 {
            return Decimal { negative: false, mantissa: 0, exponent: 0 };
        }
        while self.mantissa.is_multiple_of(10) {
            self.mantissa /= 10;
            self.exponent = self.exponent.saturating_add(1);
        }
        self
    }

    pub fn is_integer(&self) -> bool {
        self.exponent >= 0
    }

    /// The value as an integer where it is one and fits.
    pub fn to_usize(self) -> Option<usize> {
        if self.mantissa == 0 {
            return Some(0);
        }
        if self.negative || self.exponent < 0 {
            return None;
        }
        let factor = 10u128.checked_pow(self.exponent.unsigned_abs())?;
        usize::try_from(self.mantissa.checked_mul(factor)?).ok()
    }

    /// Sign, digits and the power of ten of the first digit.
    pub fn scientific(&self) -> (bool, String, i32) {
        let digits = self.mantissa.to_string();
        let exponent = self.exponent.saturating_add(digits.len() as i32 - 1);
        (self.negative, digits, exponent)
    }

    pub fn to_f64(self) -> f64 {
        let sign = if self.negative { "-" } else { "" };
        format!("{sign}{}e{}", self.mantissa, self.exponent).parse().unwrap_or(f64::NAN)
    }

    /// True when the number is an integral multiple of the other. Of 0 nothing is a multiple.
    pub fn is_multiple_of(&self, divisor: &Decimal) -> bool {
        if divisor.mantissa == 0 {
            return false;
        }
        if self.mantissa == 0 {
            return true;
        }
        let shift = i64::from(self.exponent) - i64::from(divisor.exponent);
        if shift < 0 {
            let factor = u32::try_from(-shift).ok().and_then(|shift| 10u128.checked_pow(shift));
            let scaled = factor.and_then(|factor| divisor.mantissa.checked_mul(factor));
            // A divisor beyond 128 bits is larger than any mantissa.
            return scaled.is_some_and(|scaled| self.mantissa.is_multiple_of(scaled));
        }
        // Behind 128 steps every factor 2 and 5 of the divisor is used up.
        let mut rest = divisor.mantissa / gcd(self.mantissa, divisor.mantissa);
        for _ in 0..shift.min(128) {
            if rest == 1 {
                break;
            }
            rest /= gcd(10, rest);
        }
        rest == 1
    }

    fn magnitude(&self) -> i64 {
        i64::from(self.mantissa.checked_ilog10().unwrap_or(0)) + i64::from(self.exponent)
    }
}

fn clamp(exponent: i64) -> i32 {
    exponent.clamp(i64::from(i32::MIN / 2), i64::from(i32::MAX / 2)) as i32
}

fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl Ord for Decimal {
    fn cmp(&self, other: &Decimal) -> Ordering {
        let sign = |d: &Decimal| match (d.mantissa, d.negative) {
            (0, _) => 0,
            (_, true) => -1,
            (_, false) => 1,
        };
        let (left, right) = (sign(self), sign(other));
        if left != right || left == 0 {
            return left.cmp(&right);
        }
        let absolute = self.magnitude().cmp(&other.magnitude()).then_with(|| {
            // Equal magnitudes: the difference of exponents is at most the number of digits.
            let shift = |from: &Decimal, to: &Decimal| {
                let shift = u32::try_from(from.exponent - to.exponent).unwrap_or(0);
                from.mantissa.saturating_mul(10u128.saturating_pow(shift))
            };
            shift(self, other).cmp(&shift(other, self))
        });
        if self.negative { absolute.reverse() } else { absolute }
    }
}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Decimal) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// An integer as golang.org/x/text prints it in English: `1,234`.
pub(crate) fn english_integer(value: usize) -> String {
    group(&value.to_string())
}

/// A float as golang.org/x/text prints it in English: `1,234.5`, `1.2×10⁰⁶`.
pub(crate) fn english_float(value: f64) -> String {
    let scientific = format!("{:e}", value.abs());
    let (digits, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let sign = if value < 0.0 { "-" } else { "" };
    // The thresholds of Go's `%g` for shortest digits.
    if value != 0.0 && !(-4..6).contains(&exponent) {
        return format!("{sign}{digits}×10{}", superscript(exponent));
    }
    let plain = format!("{}", value.abs());
    match plain.split_once('.') {
        Some((whole, fraction)) => format!("{sign}{}.{fraction}", group(whole)),
        None => format!("{sign}{}", group(&plain)),
    }
}

fn group(digits: &str) -> String {
    let mut out = String::with_capacity(digits.len() * 4 / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// At least two digits, as Go prints exponents.
fn superscript(exponent: i32) -> String {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let sign = if exponent < 0 { "⁻" } else { "" };
    let digits = format!("{:02}", exponent.unsigned_abs());
    let digits = digits.chars().filter_map(|c| c.to_digit(10));
    sign.chars().chain(digits.map(|d| DIGITS[d as usize])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comparison_is_exact() {
        let number = Decimal::parse;
        assert!(number("0.1") < number("0.11"));
        assert!(number("-3") < number("-2.5"));
        assert!(number("1e300") > number("9.9e299"));
        assert!(number("9007199254740993") > number("9007199254740992"));
        assert_eq!(number("1.0"), number("10e-1"));
        assert_eq!(number("-0.0"), number("0"));
        assert_eq!(Decimal::from_f64(0.1), number("0.1"));
        assert_eq!(Decimal::from_f64(1e21), number("1e21"));
    }

    #[test]
    fn multiples_are_decimal() {
        let multiple = |a, b| Decimal::parse(a).is_multiple_of(&Decimal::parse(b));
        assert!(multiple("0.3", "0.1"));
        assert!(multiple("4.5", "1.5"));
        assert!(multiple("1e308", "0.5"));
        assert!(multiple("0", "7"));
        assert!(!multiple("0.00751", "0.0001"));
        assert!(multiple("0.0075", "0.0001"));
        assert!(!multiple("35", "6"));
        assert!(!multiple("1", "1e100"));
        assert!(!multiple("1", "0"));
    }

    #[test]
    fn printing_follows_the_english_printer() {
        for (value, text) in [
            (3.0, "3"),
            (-5.0, "-5"),
            (9999.0, "9,999"),
            (999_999.5, "999,999.5"),
            (1e6, "1×10⁰⁶"),
            (-1_234_567.0, "-1.234567×10⁰⁶"),
            (1e200, "1×10²⁰⁰"),
            (0.0001, "0.0001"),
            (1e-5, "1×10⁻⁰⁵"),
            (0.0, "0"),
        ] {
            assert_eq!(english_float(value), text);
        }
        assert_eq!(english_integer(1_234_567), "1,234,567");
        assert_eq!(english_integer(100), "100");
    }
}
