//! Durations: signed nanoseconds.

use std::fmt;

use crate::goquote::quote;

/// Go's `time.Duration`: nanoseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Duration(pub i64);

const UNITS: &[(&str, u64)] = &[
    ("ns", 1),
    ("us", 1_000),
    ("µs", 1_000),
    ("μs", 1_000),
    ("ms", 1_000_000),
    ("s", 1_000_000_000),
    ("m", 60_000_000_000),
    ("h", 3_600_000_000_000),
];

impl Duration {
    /// One second.
    pub const SECOND: Duration = Duration(1_000_000_000);

    /// Reads `1h2m3.5s` and the like.
    ///
    /// # Errors
    /// Go's text.
    pub fn parse(text: &str) -> Result<Duration, String> {
        let invalid = || format!("time: invalid duration {}", quote(text));
        let (negative, mut rest) = match text.as_bytes().first() {
            Some(b'-') => (true, &text[1..]),
            Some(b'+') => (false, &text[1..]),
            _ => (false, text),
        };
        if rest == "0" {
            return Ok(Duration(0));
        }
        if rest.is_empty() {
            return Err(invalid());
        }
        let mut total: u64 = 0;
        while !rest.is_empty() {
            let number_end = rest.find(|c: char| c != '.' && !c.is_ascii_digit());
            let number = &rest[..number_end.unwrap_or(rest.len())];
            let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
            if whole.is_empty() && fraction.is_empty() || fraction.contains('.') {
                return Err(invalid());
            }
            rest = &rest[number.len()..];
            let unit_end = rest.find(|c: char| c == '.' || c.is_ascii_digit());
            let unit = &rest[..unit_end.unwrap_or(rest.len())];
            rest = &rest[unit.len()..];
            if unit.is_empty() {
                return Err(format!("time: missing unit in duration {}", quote(text)));
            }
            let Some((_, scale)) = UNITS.iter().find(|(name, _)| *name == unit) else {
                let (unit, text) = (quote(unit), quote(text));
                return Err(format!("time: unknown unit {unit} in duration {text}"));
            };
            let part = part(whole, fraction, *scale).ok_or_else(invalid)?;
            total = total.checked_add(part).filter(|n| *n <= 1 << 63).ok_or_else(invalid)?;
        }
        match (negative, i64::try_from(total)) {
            (false, Ok(n)) => Ok(Duration(n)),
            (true, _) => Ok(Duration((total as i64).wrapping_neg())),
            (false, Err(_)) => Err(invalid()),
        }
    }

    /// To the next multiple, halves away from zero; unchanged if the multiple is not positive.
    pub fn round(self, multiple: Duration) -> Duration {
        if multiple.0 <= 0 {
            return self;
        }
        let rest = i128::from(self.0 % multiple.0);
        let half_up = rest.abs() * 2 >= i128::from(multiple.0);
        let step = if half_up { i128::from(self.0.signum()) * i128::from(multiple.0) } else { 0 };
        let rounded = i128::from(self.0) - rest + step;
        Duration(rounded.clamp(i64::MIN.into(), i64::MAX.into()) as i64)
    }

    /// To the multiple next to it towards zero; unchanged if the multiple is not positive.
    pub fn truncate(self, multiple: Duration) -> Duration {
        if multiple.0 <= 0 { self } else { Duration(self.0 - self.0 % multiple.0) }
    }

    /// In a unit of so many nanoseconds, with Go's rounding: the whole and the rest apart.
    pub fn in_units(self, unit: i64) -> f64 {
        (self.0 / unit) as f64 + (self.0 % unit) as f64 / unit as f64
    }
}

/// A number and its unit in nanoseconds. Digits that no longer matter are ignored.
fn part(whole: &str, fraction: &str, scale: u64) -> Option<u64> {
    let whole = if whole.is_empty() { 0 } else { whole.parse::<u64>().ok()? };
    let whole = whole.checked_mul(scale).filter(|n| *n <= 1 << 63)?;
    let (mut value, mut power) = (0u64, 1f64);
    for digit in fraction.bytes() {
        match value.checked_mul(10).and_then(|n| n.checked_add(u64::from(digit - b'0'))) {
            Some(more) if more < 1 << 63 => (value, power) = (more, power * 10.0),
            _ => break,
        }
    }
    whole.checked_add((value as f64 * (scale as f64 / power)) as u64)
}

impl fmt::Display for Duration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let nanos = self.0.unsigned_abs();
        if self.0 < 0 {
            f.write_str("-")?;
        }
        let (scale, unit) = match nanos {
            0 => return f.write_str("0s"),
            1..1_000 => (1, "ns"),
            1_000..1_000_000 => (1_000, "µs"),
            1_000_000..1_000_000_000 => (1_000_000, "ms"),
            _ => (1_000_000_000, "s"),
        };
        let (whole, fraction) = (nanos / scale, nanos % scale);
        let (hours, minutes) = (whole / 3600, whole / 60 % 60);
        if unit == "s" && hours > 0 {
            write!(f, "{hours}h")?;
        }
        if unit == "s" && whole >= 60 {
            write!(f, "{minutes}m")?;
        }
        write!(f, "{}", if unit == "s" { whole % 60 } else { whole })?;
        if fraction > 0 {
            let width = scale.ilog10() as usize;
            let digits = format!("{fraction:0width$}");
            write!(f, ".{}", digits.trim_end_matches('0'))?;
        }
        f.write_str(unit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_print_as_they_are_read() {
        for text in ["0s", "1ns", "1.5µs", "20ms", "1m30s", "-1h2m3.5s", "2562047h47m16.854775807s"]
        {
            assert_eq!(Duration::parse(text).unwrap().to_string(), text);
        }
        assert_eq!(Duration::parse("1.5h").unwrap().to_string(), "1h30m0s");
    }

    #[test]
    fn faults_are_worded_as_go_words_them() {
        let error = |text| Duration::parse(text).unwrap_err();
        assert_eq!(error(""), "time: invalid duration \"\"");
        assert_eq!(error("1"), "time: missing unit in duration \"1\"");
        assert_eq!(error("1x"), "time: unknown unit \"x\" in duration \"1x\"");
        assert_eq!(error("9999999h"), "time: invalid duration \"9999999h\"");
    }
}
