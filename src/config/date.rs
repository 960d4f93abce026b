//! Calendar days, for suppressions that expire.

use std::fmt;
use std::str::FromStr;

/// A day of the Gregorian calendar, ordered by time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    year: u16,
    month: u8,
    day: u8,
}

/// A text that is no day.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a date: expected year-month-day, such as `2027-03-01`")]
pub struct DateError(String);

impl Date {
    /// The day in UTC of a number of seconds since 1970.
    pub fn from_unix(seconds: u64) -> Date {
        let mut days = seconds / 86_400;
        let mut year = 1970;
        while days >= days_of_year(year) && year < u16::MAX {
            days -= days_of_year(year);
            year += 1;
        }
        let mut month = 1;
        while month < 12 && days >= u64::from(days_of_month(year, month)) {
            days -= u64::from(days_of_month(year, month));
            month += 1;
        }
        Date { year, month, day: u8::try_from(days + 1).unwrap_or(31) }
    }
}

fn is_leap(year: u16) -> bool {
    year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
}

fn days_of_year(year: u16) -> u64 {
    if is_leap(year) { 366 } else { 365 }
}

fn days_of_month(year: u16, month: u8) -> u8 {
    match month {
        2 if is_leap(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

impl FromStr for Date {
    type Err = DateError;

    fn from_str(text: &str) -> Result<Date, DateError> {
        let error = || DateError(text.to_owned());
        let number = |part: &str, length: usize| -> Result<u16, DateError> {
            let digits = part.len() == length && part.bytes().all(|b| b.is_ascii_digit());
            if digits { part.parse().map_err(|_| error()) } else { Err(error()) }
        };
        let parts: Vec<&str> = text.split('-').collect();
        let [year, month, day] = parts[..] else { return Err(error()) };
        let (year, month, day) = (number(year, 4)?, number(month, 2)? as u8, number(day, 2)? as u8);
        let valid = (1..=12).contains(&month) && (1..=days_of_month(year, month)).contains(&day);
        if valid { Ok(Date { year, month, day }) } else { Err(error()) }
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_days_of_the_calendar_are_dates() {
        for text in ["2027-03-01", "2024-02-29", "2000-02-29", "1999-12-31"] {
            assert_eq!(text.parse::<Date>().unwrap().to_string(), text);
        }
        for text in [
            "2027-2-1",
            "2023-02-29",
            "1900-02-29",
            "2027-13-01",
            "2027-04-31",
            "soon",
            "2027-03-01T00:00:00Z",
            "+027-03-01",
            "",
        ] {
            assert!(text.parse::<Date>().is_err(), "{text}");
        }
    }

    #[test]
    fn seconds_become_days() {
        assert_eq!(Date::from_unix(0).to_string(), "1970-01-01");
        assert_eq!(Date::from_unix(951_782_399).to_string(), "2000-02-28");
        assert_eq!(Date::from_unix(951_782_400).to_string(), "2000-02-29");
        assert_eq!(Date::from_unix(1_798_761_599).to_string(), "2026-12-31");
    }
}
