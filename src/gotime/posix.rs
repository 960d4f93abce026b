//! The rule for all later times that ends a file of the time zone database, such as
//! `CET-1CEST,M3.5.0,M10.5.0/3`.
//!
//! Knows the form that POSIX gives the variable TZ, with the hours beyond a day that the
//! database uses. Entry point: [`offset_at`]. Source of the facts: Go 1.27,
//! `time/zoneinfo.go`, functions `tzset` and `tzruleTime`.

use super::{DAY, civil_from_days, days_from_civil, days_in};

const HOUR: i64 = 3600;

/// What Go takes for summer time where the rule has none.
const DEFAULT_RULES: &str = ",M3.2.0,M11.1.0";

/// The abbreviation and the seconds east of UTC that a rule gives at a moment; none for a rule
/// that cannot be read.
pub fn offset_at(rule: &'static str, seconds: i64) -> Option<(&'static str, i32)> {
    let mut reader = Reader(rule);
    let standard = (reader.name()?, -i32::try_from(reader.clock()?).ok()?);
    if reader.0.is_empty() {
        return Some(standard);
    }
    let summer_name = reader.name()?;
    let summer_offset = match reader.0.bytes().next() {
        None | Some(b',') => standard.1 + HOUR as i32,
        Some(_) => -i32::try_from(reader.clock()?).ok()?,
    };
    let summer = (summer_name, summer_offset);
    if reader.0.is_empty() {
        reader.0 = DEFAULT_RULES;
    }
    let (year, _, _) = civil_from_days(seconds.div_euclid(DAY));
    let of_year = seconds - days_from_civil(year, 1) * DAY;
    let start = reader.change(year)? - i64::from(standard.1);
    let end = reader.change(year)? - i64::from(summer.1);
    // South of the equator summer begins after it ends.
    let is_summer = match start <= end {
        true => (start..end).contains(&of_year),
        false => !(end..start).contains(&of_year),
    };
    Some(if is_summer { summer } else { standard })
}

/// What is left to read.
struct Reader(&'static str);

impl Reader {
    fn skip(&mut self, wanted: char) -> Option<()> {
        self.0 = self.0.strip_prefix(wanted)?;
        Some(())
    }

    fn take(&mut self, length: usize) -> Option<&'static str> {
        let (head, tail) = self.0.split_at_checked(length)?;
        self.0 = tail;
        Some(head)
    }

    /// An abbreviation: letters, or anything between angle brackets.
    fn name(&mut self) -> Option<&'static str> {
        if self.skip('<').is_some() {
            let name = self.take(self.0.find('>')?)?;
            self.skip('>')?;
            return Some(name);
        }
        let end = self.0.find(|c: char| c.is_ascii_digit() || ",-+".contains(c));
        self.take(end.unwrap_or(self.0.len())).filter(|name| name.len() >= 3)
    }

    fn number(&mut self) -> Option<i64> {
        let end = self.0.find(|c: char| !c.is_ascii_digit()).unwrap_or(self.0.len());
        self.take(end)?.parse::<u16>().ok().map(i64::from)
    }

    /// Hours with optional minutes and seconds and a sign, in seconds.
    fn clock(&mut self) -> Option<i64> {
        let sign = if self.skip('-').is_some() { -1 } else { 1 };
        if sign == 1 {
            let _ = self.skip('+');
        }
        let mut seconds = self.number()? * HOUR;
        for unit in [60, 1] {
            if self.skip(':').is_some() {
                seconds += self.number()? * unit;
            }
        }
        Some(sign * seconds)
    }

    /// The second of the year, by the clock before the change, at which a change happens.
    fn change(&mut self, year: i64) -> Option<i64> {
        self.skip(',')?;
        let day = if self.skip('J').is_some() {
            let day = self.number()?;
            // These days are counted without the leap day.
            let is_leap = days_in(year, 2) == 29;
            day - 1 + i64::from(is_leap && day >= 60)
        } else if self.skip('M').is_some() {
            let month = u32::try_from(self.number()?).ok().filter(|m| (1..=12).contains(m))?;
            self.skip('.')?;
            let week = self.number()?;
            self.skip('.')?;
            nth_weekday(year, month, week, self.number()?)
        } else {
            self.number()?
        };
        let clock = if self.skip('/').is_some() { self.clock()? } else { 2 * HOUR };
        Some(day * DAY + clock)
    }
}

/// The day of the year, from 0, of a weekday's first to fourth occurrence in a month; the fifth
/// is the last.
fn nth_weekday(year: i64, month: u32, week: i64, weekday: i64) -> i64 {
    let first = days_from_civil(year, month);
    // The first of January 1970 was a Thursday.
    let until = (weekday - (first + 4)).rem_euclid(7);
    let last = i64::from(days_in(year, month)) - 1;
    let mut day = until + 7 * (week - 1).clamp(0, 4);
    while day > last {
        day -= 7;
    }
    first + day - days_from_civil(year, 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    const JULY: i64 = 1_720_000_000;
    const JANUARY: i64 = 1_705_000_000;

    #[test]
    fn a_rule_without_summer_time_always_holds() {
        assert_eq!(offset_at("<+0545>-5:45", JULY), Some(("+0545", 20_700)));
        assert_eq!(offset_at("EST5", JULY), Some(("EST", -18_000)));
    }

    #[test]
    fn summer_may_begin_after_it_ends() {
        let sydney = "AEST-10AEDT,M10.1.0,M4.1.0/3";
        assert_eq!(offset_at(sydney, JULY), Some(("AEST", 36_000)));
        assert_eq!(offset_at(sydney, JANUARY), Some(("AEDT", 39_600)));
    }

    #[test]
    fn days_may_be_counted_with_and_without_the_leap_day() {
        // The first of March 2024, a leap year, begins at 1709251200.
        for rule in ["UTC0XST,J60/0,J365", "UTC0XST,60/0,365"] {
            assert_eq!(offset_at(rule, 1_709_251_199), Some(("UTC", 0)), "{rule}");
            assert_eq!(offset_at(rule, 1_709_251_200), Some(("XST", 3600)), "{rule}");
        }
    }

    #[test]
    fn hours_may_be_negative_and_beyond_a_day() {
        let nuuk = "<-02>2<-01>,M3.5.0/-1,M10.5.0/0";
        assert_eq!(offset_at(nuuk, JULY), Some(("-01", -3600)));
        assert_eq!(offset_at("AAA0BBB,J1/167,J365/-167", JANUARY), Some(("BBB", 3600)));
    }

    #[test]
    fn what_is_no_rule_gives_nothing() {
        for rule in ["", "A", "AB1", "CET", "CET-1CEST,", "CET-1CEST,M13.1.0,M1.1.0", "CET-99999"] {
            assert_eq!(offset_at(rule, 0), None, "{rule}");
        }
    }
}
