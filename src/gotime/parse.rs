//! Texts as times.

use super::layout::{self, Piece};
use super::{Civil, DAYS, MONTHS, Time, Zone, days_in};
use crate::goquote::quote;

/// Reads a text by a layout, as Go's `ParseInLocation` with UTC as the local zone.
///
/// # Errors
/// Go's text.
pub fn parse(layout: &str, value: &str) -> Result<Time, String> {
    let mut reader = Reader { layout, value, rest: value.as_bytes(), found: Found::default() };
    reader.run()?;
    reader.finish()
}

/// Why a piece cannot be read.
enum Fault {
    /// It does not look like the piece.
    Shape,
    /// Its number is none of the piece's.
    Range(&'static str),
}

#[derive(Default)]
struct Found {
    year: i64,
    month: Option<u32>,
    day: Option<u32>,
    yearday: Option<u32>,
    hour: u32,
    minute: u32,
    second: u32,
    nanos: u32,
    afternoon: Option<bool>,
    zone: Option<Zone>,
    zone_name: Option<String>,
}

struct Reader<'a> {
    layout: &'a str,
    value: &'a str,
    rest: &'a [u8],
    found: Found,
}

impl<'a> Reader<'a> {
    fn run(&mut self) -> Result<(), String> {
        let mut layout = self.layout.as_bytes();
        loop {
            let (before, piece) = match layout::next(layout) {
                Some((before, piece, length)) => (before, Some((piece, length))),
                None => (layout.len(), None),
            };
            let prefix = &layout[..before];
            self.skip(prefix).map_err(|()| self.mismatch(prefix, self.rest))?;
            let Some((piece, length)) = piece else { break };
            let (text, hold) = (&layout[before..before + length], self.rest);
            layout = &layout[before + length..];
            match self.piece(piece, layout) {
                Ok(()) => {}
                Err(Fault::Shape) => return Err(self.mismatch(text, hold)),
                Err(Fault::Range(what)) => return Err(self.out_of_range(what)),
            }
        }
        if self.rest.is_empty() {
            return Ok(());
        }
        let extra = quote(&String::from_utf8_lossy(self.rest));
        Err(format!("parsing time {}: extra text: {extra}", quote(self.value)))
    }

    fn mismatch(&self, piece: &[u8], at: &[u8]) -> String {
        let [piece, at] = [piece, at].map(|text| quote(&String::from_utf8_lossy(text)));
        let (value, layout) = (quote(self.value), quote(self.layout));
        format!("parsing time {value} as {layout}: cannot parse {at} as {piece}")
    }

    fn out_of_range(&self, what: &str) -> String {
        format!("parsing time {}: {what} out of range", quote(self.value))
    }

    /// Reads text between pieces; a run of blanks stands for any number of them.
    fn skip(&mut self, mut prefix: &[u8]) -> Result<(), ()> {
        while let Some(first) = prefix.first() {
            if *first == b' ' {
                if self.rest.first().is_some_and(|c| *c != b' ') {
                    return Err(());
                }
                prefix = trim(prefix);
                self.rest = trim(self.rest);
                continue;
            }
            if self.rest.first() != Some(first) {
                return Err(());
            }
            (prefix, self.rest) = (&prefix[1..], &self.rest[1..]);
        }
        Ok(())
    }

    fn piece(&mut self, piece: Piece, layout: &[u8]) -> Result<(), Fault> {
        match piece {
            Piece::Year => {
                let year = self.digits(2)?;
                self.found.year = i64::from(year) + if year >= 69 { 1900 } else { 2000 };
            }
            Piece::LongYear => self.found.year = i64::from(self.digits(4)?),
            Piece::Month => self.found.month = Some(self.name(&MONTHS, 3)?),
            Piece::LongMonth => self.found.month = Some(self.name(&MONTHS, 9)?),
            Piece::Weekday => drop(self.name(&DAYS, 3)?),
            Piece::LongWeekday => drop(self.name(&DAYS, 9)?),
            Piece::NumMonth | Piece::ZeroMonth => {
                let month = self.number(piece == Piece::ZeroMonth, 1..=12, "month")?;
                self.found.month = Some(month);
            }
            Piece::Day | Piece::UnderDay | Piece::ZeroDay => {
                self.blanks(usize::from(piece == Piece::UnderDay));
                self.found.day = Some(self.number(piece == Piece::ZeroDay, 0..=99, "day")?);
            }
            Piece::UnderYearday | Piece::ZeroYearday => {
                self.blanks(if piece == Piece::UnderYearday { 2 } else { 0 });
                self.found.yearday = Some(self.yearday(piece == Piece::ZeroYearday)?);
            }
            Piece::Hour => self.found.hour = self.number(false, 0..=23, "hour")?,
            Piece::Hour12 | Piece::ZeroHour12 => {
                let fixed = piece == Piece::ZeroHour12;
                self.found.hour = self.number(fixed, 0..=12, "hour")?;
            }
            Piece::Minute | Piece::ZeroMinute => {
                let fixed = piece == Piece::ZeroMinute;
                self.found.minute = self.number(fixed, 0..=59, "minute")?;
            }
            Piece::Second | Piece::ZeroSecond => {
                let fixed = piece == Piece::ZeroSecond;
                self.found.second = self.number(fixed, 0..=59, "second")?;
                let next = layout::next(layout).map(|(_, piece, _)| piece);
                if !matches!(next, Some(Piece::Fraction { .. })) {
                    // A fraction may follow that the layout does not speak of.
                    self.fraction(usize::MAX);
                }
            }
            Piece::Half { upper } => {
                let half = self.take(2).ok_or(Fault::Shape)?;
                self.found.afternoon = Some(match (half, upper) {
                    (b"PM", true) | (b"pm", false) => true,
                    (b"AM", true) | (b"am", false) => false,
                    _ => return Err(Fault::Shape),
                });
            }
            Piece::ZoneName => self.zone_name()?,
            Piece::Offset { z, parts, colon } => self.offset(z, parts, colon)?,
            Piece::Fraction { digits, optional: false, .. } => {
                if self.fraction(digits) != digits {
                    return Err(Fault::Shape);
                }
            }
            Piece::Fraction { optional: true, .. } => drop(self.fraction(9)),
        }
        Ok(())
    }

    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.rest.split_at_checked(count)?;
        self.rest = rest;
        Some(taken)
    }

    fn blanks(&mut self, most: usize) {
        let count = self.rest.iter().take(most).take_while(|c| **c == b' ').count();
        self.rest = &self.rest[count..];
    }

    fn digits(&mut self, count: usize) -> Result<u32, Fault> {
        let text = self.take(count).ok_or(Fault::Shape)?;
        if !text.iter().all(u8::is_ascii_digit) {
            return Err(Fault::Shape);
        }
        Ok(text.iter().fold(0, |n, c| n * 10 + u32::from(c - b'0')))
    }

    fn count_digits(&self, most: usize) -> usize {
        self.rest.iter().take(most).take_while(|c| c.is_ascii_digit()).count()
    }

    /// One or two digits; exactly two if fixed.
    fn number(
        &mut self,
        fixed: bool,
        range: std::ops::RangeInclusive<u32>,
        what: &'static str,
    ) -> Result<u32, Fault> {
        let count = self.count_digits(2);
        if count == 0 || fixed && count < 2 {
            return Err(Fault::Shape);
        }
        let number = self.digits(count)?;
        if range.contains(&number) { Ok(number) } else { Err(Fault::Range(what)) }
    }

    fn yearday(&mut self, fixed: bool) -> Result<u32, Fault> {
        let count = self.count_digits(3);
        if count == 0 || fixed && count < 3 {
            return Err(Fault::Shape);
        }
        self.digits(count)
    }

    /// The number, from 1, of a name of which so many letters are written.
    fn name(&mut self, names: &[&str], letters: usize) -> Result<u32, Fault> {
        for (number, name) in (1..).zip(names) {
            let name = &name.as_bytes()[..letters.min(name.len())];
            let text = self.rest.get(..name.len());
            if text.is_some_and(|text| text.eq_ignore_ascii_case(name)) {
                self.rest = &self.rest[name.len()..];
                return Ok(number);
            }
        }
        Err(Fault::Shape)
    }

    /// Reads a separator and at most so many digits, if they are there; returns how many.
    fn fraction(&mut self, most: usize) -> usize {
        let [b'.' | b',', digits @ ..] = self.rest else { return 0 };
        let count = digits.iter().take(most).take_while(|c| c.is_ascii_digit()).count();
        if count > 0 {
            let digit = |at: usize| if at < count { u32::from(digits[at] - b'0') } else { 0 };
            self.found.nanos = (0..9).fold(0, |nanos, at| nanos * 10 + digit(at));
            self.rest = &digits[count..];
        }
        count
    }

    fn offset(&mut self, z: bool, parts: u8, colon: bool) -> Result<(), Fault> {
        if z && self.rest.first() == Some(&b'Z') {
            self.rest = &self.rest[1..];
            self.found.zone = Some(Zone::UTC);
            return Ok(());
        }
        let sign = match self.take(1) {
            Some(b"+") => 1,
            Some(b"-") => -1,
            _ => return Err(Fault::Shape),
        };
        let mut seconds = 0;
        let all = [(3600, 24, "hour"), (60, 59, "minute"), (1, 59, "second")];
        for (index, (unit, most, name)) in all.into_iter().take(usize::from(parts)).enumerate() {
            if colon && index > 0 && self.take(1) != Some(b":") {
                return Err(Fault::Shape);
            }
            let number = self.digits(2)?;
            if number > most {
                return Err(Fault::Range(match name {
                    "hour" => "time zone offset hour",
                    "minute" => "time zone offset minute",
                    _ => "time zone offset second",
                }));
            }
            seconds += unit * number as i32;
        }
        // An offset that the local zone has is the local zone.
        let name = if seconds == 0 { "UTC" } else { "" };
        self.found.zone = Some(Zone { name: name.into(), offset: sign * seconds });
        Ok(())
    }

    fn zone_name(&mut self) -> Result<(), Fault> {
        if self.rest.starts_with(b"UTC") {
            self.rest = &self.rest[3..];
            self.found.zone = Some(Zone::UTC);
            return Ok(());
        }
        let length = zone_length(self.rest).ok_or(Fault::Shape)?;
        let name = String::from_utf8_lossy(&self.rest[..length]).into_owned();
        self.rest = &self.rest[length..];
        self.found.zone_name = Some(name);
        Ok(())
    }

    fn finish(self) -> Result<Time, String> {
        let found = &self.found;
        let hour = match found.afternoon {
            Some(true) if found.hour < 12 => found.hour + 12,
            Some(false) if found.hour == 12 => 0,
            _ => found.hour,
        };
        let (mut month, mut day) = (found.month, found.day);
        if let Some(yearday) = found.yearday {
            let (m, d) =
                date_of(found.year, yearday).ok_or_else(|| self.out_of_range("day-of-year"))?;
            if month.is_some_and(|month| month != m) {
                let value = quote(self.value);
                return Err(format!("parsing time {value}: day-of-year does not match month"));
            }
            if day.is_some_and(|day| day != d) {
                let value = quote(self.value);
                return Err(format!("parsing time {value}: day-of-year does not match day"));
            }
            (month, day) = (Some(m), Some(d));
        }
        let (month, day) = (month.unwrap_or(1), day.unwrap_or(1));
        if !(1..=days_in(found.year, month)).contains(&day) {
            return Err(self.out_of_range("day"));
        }
        let mut zone = found.zone.clone().unwrap_or(Zone::UTC);
        if let Some(name) = found.zone_name.clone() {
            let hours = name.strip_prefix("GMT").and_then(|hours| hours.parse::<i32>().ok());
            let offset = match &found.zone {
                Some(zone) => zone.offset,
                None => hours.unwrap_or(0) * 3600,
            };
            zone = Zone { name: name.into(), offset };
        }
        let (year, minute, second) = (found.year, found.minute, found.second);
        let civil = Civil { year, month, day, hour, minute, second, weekday: 0, yearday: 0 };
        Ok(Time::at(&civil, found.nanos, zone))
    }
}

fn trim(text: &[u8]) -> &[u8] {
    let blanks = text.iter().take_while(|c| **c == b' ').count();
    &text[blanks..]
}

/// Month and day of a day of the year.
fn date_of(year: i64, yearday: u32) -> Option<(u32, u32)> {
    let mut left = yearday.checked_sub(1)?;
    for month in 1..=12 {
        let days = days_in(year, month);
        if left < days {
            return Some((month, left + 1));
        }
        left -= days;
    }
    None
}

/// How long the abbreviation of a zone is that a text begins with.
fn zone_length(text: &[u8]) -> Option<usize> {
    if text.len() < 3 {
        return None;
    }
    let signed = |text: &[u8]| {
        if !matches!(text.first(), Some(b'+' | b'-')) {
            return 0;
        }
        let digits = text[1..].iter().take_while(|c| c.is_ascii_digit()).count();
        let hours = text[1..1 + digits]
            .iter()
            .fold(0u32, |n, c| n.saturating_mul(10).saturating_add(u32::from(c - b'0')));
        if digits > 0 && hours <= 23 { 1 + digits } else { 0 }
    };
    if text.starts_with(b"ChST") || text.starts_with(b"MeST") {
        return Some(4);
    }
    if text.starts_with(b"GMT") {
        return Some(3 + signed(&text[3..]));
    }
    if matches!(text[0], b'+' | b'-') {
        return Some(signed(text)).filter(|length| *length > 0);
    }
    match text.iter().take(6).take_while(|c| c.is_ascii_uppercase()).count() {
        5 if text[4] == b'T' => Some(5),
        4 if text[3] == b'T' || text.starts_with(b"WITA") => Some(4),
        3 => Some(3),
        _ => None,
    }
}
