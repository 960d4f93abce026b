//! Times and durations as Go's `time` package has them: calendar, layouts, texts.
//!
//! Knows no clock, no templates and no files.
//! Entry points: [`Time`], [`fn@parse`], [`Duration`], [`zone_at`].
//! Source of the facts: Go 1.27, `time/{time,format,zoneinfo}.go`, probed through Helm 4.3.1.

mod duration;
mod format;
mod layout;
mod parse;
mod posix;
mod zone;

pub use duration::Duration;
pub use parse::parse;
pub use zone::{Zone, zone_at};

const DAY: i64 = 86_400;

/// The English names of the months.
pub const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// The English names of the days of the week.
pub const DAYS: [&str; 7] =
    ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/// A moment and the zone that it is seen from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Time {
    /// Seconds since 1970-01-01T00:00:00Z.
    pub seconds: i64,
    /// Nanoseconds of the second.
    pub nanos: u32,
    /// The zone.
    pub zone: Zone,
}

/// What clock and calendar show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Civil {
    pub year: i64,
    /// From 1.
    pub month: u32,
    /// From 1.
    pub day: u32,
    pub hour: u32,
    pub minute: u32,
    pub second: u32,
    /// From Sunday, 0.
    pub weekday: u32,
    /// From 1.
    pub yearday: u32,
}

impl Time {
    /// Go's zero time: the first of January of the year 1.
    pub const ZERO: Time = Time { seconds: -62_135_596_800, nanos: 0, zone: Zone::UTC };

    /// A moment in UTC.
    pub fn unix(seconds: i64, nanos: u32) -> Time {
        Time { seconds, nanos, zone: Zone::UTC }
    }

    /// The moment at which clock and calendar of a zone show this. Days beyond the month count
    /// on.
    pub fn at(civil: &Civil, nanos: u32, zone: Zone) -> Time {
        let days = days_from_civil(civil.year, civil.month) + i64::from(civil.day) - 1;
        let clock = i64::from(civil.hour * 3600 + civil.minute * 60 + civil.second);
        Time { seconds: days * DAY + clock - i64::from(zone.offset), nanos, zone }
    }

    /// What clock and calendar show in the zone.
    pub fn civil(&self) -> Civil {
        let local = self.seconds.saturating_add(i64::from(self.zone.offset));
        let (days, clock) = (local.div_euclid(DAY), local.rem_euclid(DAY) as u32);
        let (year, month, day) = civil_from_days(days);
        let yearday = (days - days_from_civil(year, 1)) as u32 + 1;
        let weekday = (days + 4).rem_euclid(7) as u32;
        let (hour, minute, second) = (clock / 3600, clock / 60 % 60, clock % 60);
        Civil { year, month, day, hour, minute, second, weekday, yearday }
    }

    /// The same moment in another zone.
    pub fn within(&self, zone: Zone) -> Time {
        Time { zone, ..self.clone() }
    }

    /// The time after a duration.
    pub fn plus(&self, duration: Duration) -> Time {
        let nanos = i64::from(self.nanos) + duration.0 % 1_000_000_000;
        let seconds = duration.0 / 1_000_000_000 + nanos.div_euclid(1_000_000_000);
        Time {
            seconds: self.seconds.saturating_add(seconds),
            nanos: nanos.rem_euclid(1_000_000_000) as u32,
            zone: self.zone.clone(),
        }
    }

    /// The duration since an earlier time, as far as it can be expressed.
    pub fn since(&self, earlier: &Time) -> Duration {
        let seconds = i128::from(self.seconds) - i128::from(earlier.seconds);
        let nanos = seconds * 1_000_000_000 + i128::from(self.nanos) - i128::from(earlier.nanos);
        Duration(nanos.clamp(i64::MIN.into(), i64::MAX.into()) as i64)
    }

    /// The time so many years, months and days later; what is no date counts on.
    pub fn add_date(&self, years: i64, months: i64, days: i64) -> Time {
        let limit = |n: i64| n.clamp(-1_000_000, 1_000_000);
        let civil = self.civil();
        let months = i64::from(civil.month) - 1 + limit(months);
        let year = civil.year + limit(years) + months.div_euclid(12);
        let date = Civil { year, month: months.rem_euclid(12) as u32 + 1, ..civil };
        let mut time = Time::at(&date, self.nanos, self.zone.clone());
        time.seconds += limit(days) * DAY;
        time
    }
}

/// Days from 1970-01-01 to the first of a month. (The years are cut into eras of 400, which
/// are all alike, and begin in March, so that the leap day is their last.)
fn days_from_civil(year: i64, month: u32) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let of_era = year.rem_euclid(400);
    let of_year = i64::from((153 * ((month + 9) % 12) + 2) / 5);
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

fn civil_from_days(days: i64) -> (i64, u32, u32) {
    let days = days + 719_468;
    let (era, of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = (of_year - (153 * month + 2) / 5 + 1) as u32;
    let month = if month < 10 { month + 3 } else { month - 9 } as u32;
    (year + era * 400 + i64::from(month <= 2), month, day)
}

/// How many days a month has.
fn days_in(year: i64, month: u32) -> u32 {
    let (next_year, next) = if month >= 12 { (year + 1, 1) } else { (year, month + 1) };
    (days_from_civil(next_year, next) - days_from_civil(year, month)) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_and_dates_are_inverse() {
        for days in (-800_000..800_000).step_by(13) {
            let (year, month, day) = civil_from_days(days);
            assert_eq!(days_from_civil(year, month) + i64::from(day) - 1, days);
        }
        assert_eq!(civil_from_days(0), (1970, 1, 1));
        assert_eq!(Time::ZERO.civil().year, 1);
        assert_eq!((days_in(2024, 2), days_in(2023, 2), days_in(2023, 12)), (29, 28, 31));
    }
}
