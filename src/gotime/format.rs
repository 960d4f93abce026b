//! Times as text.

use std::fmt::{self, Write as _};

use super::layout::{self, Piece};
use super::{Civil, DAYS, MONTHS, Time};

impl Time {
    /// Go's `Format`: the layout with the reference time's pieces replaced.
    pub fn format(&self, layout: &[u8]) -> Vec<u8> {
        let civil = self.civil();
        let (mut out, mut rest) = (Vec::with_capacity(layout.len() + 10), layout);
        while let Some((before, piece, length)) = layout::next(rest) {
            out.extend_from_slice(&rest[..before]);
            let mut text = String::new();
            self.piece(&mut text, &civil, piece).expect("strings take everything");
            out.extend_from_slice(text.as_bytes());
            rest = &rest[before + length..];
        }
        out.extend_from_slice(rest);
        out
    }

    /// The text in RFC 3339 that JSON gets.
    pub fn rfc3339(&self) -> String {
        self.text(b"2006-01-02T15:04:05.999999999Z07:00")
    }

    fn text(&self, layout: &[u8]) -> String {
        String::from_utf8_lossy(&self.format(layout)).into_owned()
    }

    fn piece(&self, out: &mut String, civil: &Civil, piece: Piece) -> fmt::Result {
        let month = MONTHS[civil.month as usize - 1];
        let weekday = DAYS[civil.weekday as usize];
        let hour12 = (civil.hour + 11) % 12 + 1;
        match piece {
            Piece::LongMonth => out.write_str(month),
            Piece::Month => out.write_str(&month[..3]),
            Piece::NumMonth => write!(out, "{}", civil.month),
            Piece::ZeroMonth => write!(out, "{:02}", civil.month),
            Piece::LongWeekday => out.write_str(weekday),
            Piece::Weekday => out.write_str(&weekday[..3]),
            Piece::Day => write!(out, "{}", civil.day),
            Piece::UnderDay => write!(out, "{:2}", civil.day),
            Piece::ZeroDay => write!(out, "{:02}", civil.day),
            Piece::UnderYearday => write!(out, "{:3}", civil.yearday),
            Piece::ZeroYearday => write!(out, "{:03}", civil.yearday),
            Piece::Hour => write!(out, "{:02}", civil.hour),
            Piece::Hour12 => write!(out, "{hour12}"),
            Piece::ZeroHour12 => write!(out, "{hour12:02}"),
            Piece::Minute => write!(out, "{}", civil.minute),
            Piece::ZeroMinute => write!(out, "{:02}", civil.minute),
            Piece::Second => write!(out, "{}", civil.second),
            Piece::ZeroSecond => write!(out, "{:02}", civil.second),
            Piece::LongYear if civil.year < 0 => write!(out, "-{:04}", -civil.year),
            Piece::LongYear => write!(out, "{:04}", civil.year),
            Piece::Year => write!(out, "{:02}", civil.year.max(0) % 100),
            Piece::Half { upper } => out.write_str(match (civil.hour >= 12, upper) {
                (true, true) => "PM",
                (true, false) => "pm",
                (false, true) => "AM",
                (false, false) => "am",
            }),
            Piece::ZoneName if self.zone.name.is_empty() => self.offset(out, 2, false),
            Piece::ZoneName => out.write_str(&self.zone.name),
            Piece::Offset { z: true, .. } if self.zone.offset == 0 => out.write_str("Z"),
            Piece::Offset { parts, colon, .. } => self.offset(out, parts, colon),
            Piece::Fraction { digits, optional, comma } => {
                self.fraction(out, digits, optional, comma)
            }
        }
    }

    fn offset(&self, out: &mut String, parts: u8, colon: bool) -> fmt::Result {
        let seconds = self.zone.offset.unsigned_abs();
        out.push(if self.zone.offset < 0 { '-' } else { '+' });
        write!(out, "{:02}", seconds / 3600)?;
        for part in [seconds / 60 % 60, seconds % 60].iter().take(usize::from(parts) - 1) {
            write!(out, "{}{part:02}", if colon { ":" } else { "" })?;
        }
        Ok(())
    }

    fn fraction(
        &self,
        out: &mut String,
        digits: usize,
        optional: bool,
        comma: bool,
    ) -> fmt::Result {
        let all = format!("{:09}", self.nanos);
        let mut text = &all[..digits.min(9)];
        if optional {
            text = text.trim_end_matches('0');
            if text.is_empty() {
                return Ok(());
            }
        }
        write!(out, "{}{text}", if comma { ',' } else { '.' })?;
        out.extend(std::iter::repeat_n('0', if optional { 0 } else { digits.saturating_sub(9) }));
        Ok(())
    }
}

impl fmt::Display for Time {
    /// As Go's `String` without a monotonic clock.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(b"2006-01-02 15:04:05.999999999 -0700 MST"))
    }
}
