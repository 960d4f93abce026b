//! Layouts: texts in which the reference time stands for what is to be printed or read.

/// What a piece of a layout stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Piece {
    LongMonth,
    Month,
    NumMonth,
    ZeroMonth,
    LongWeekday,
    Weekday,
    Day,
    UnderDay,
    ZeroDay,
    UnderYearday,
    ZeroYearday,
    Hour,
    Hour12,
    ZeroHour12,
    Minute,
    ZeroMinute,
    Second,
    ZeroSecond,
    LongYear,
    Year,
    /// Upper or lower case.
    Half {
        upper: bool,
    },
    ZoneName,
    /// `Z` stands for UTC; then hours, minutes, seconds.
    Offset {
        z: bool,
        parts: u8,
        colon: bool,
    },
    /// A fraction of a second; trailing zeros may be left out.
    Fraction {
        digits: usize,
        optional: bool,
        comma: bool,
    },
}

/// Finds the first piece: the text before it, the piece, how long it is in the layout.
pub fn next(layout: &[u8]) -> Option<(usize, Piece, usize)> {
    (0..layout.len()).find_map(|at| {
        // `_2006` is a year behind an underscore.
        if layout[at..].starts_with(b"_2006") {
            return Some((at + 1, Piece::LongYear, 4));
        }
        piece(&layout[at..]).map(|(piece, length)| (at, piece, length))
    })
}

/// The pieces by their texts; of those that begin alike, the first that fits is taken.
const TEXTS: &[(&str, Piece)] = &[
    ("January", Piece::LongMonth),
    ("Monday", Piece::LongWeekday),
    ("MST", Piece::ZoneName),
    ("002", Piece::ZeroYearday),
    ("01", Piece::ZeroMonth),
    ("02", Piece::ZeroDay),
    ("03", Piece::ZeroHour12),
    ("04", Piece::ZeroMinute),
    ("05", Piece::ZeroSecond),
    ("06", Piece::Year),
    ("15", Piece::Hour),
    ("1", Piece::NumMonth),
    ("2006", Piece::LongYear),
    ("2", Piece::Day),
    ("__2", Piece::UnderYearday),
    ("_2", Piece::UnderDay),
    ("3", Piece::Hour12),
    ("4", Piece::Minute),
    ("5", Piece::Second),
    ("PM", Piece::Half { upper: true }),
    ("pm", Piece::Half { upper: false }),
];

/// The texts of offsets behind their first character.
const OFFSETS: &[(&str, u8, bool)] = &[
    ("070000", 3, false),
    ("07:00:00", 3, true),
    ("0700", 2, false),
    ("07:00", 2, true),
    ("07", 1, false),
];

fn piece(text: &[u8]) -> Option<(Piece, usize)> {
    let found = TEXTS.iter().find(|(name, _)| text.starts_with(name.as_bytes()));
    if let Some((name, piece)) = found {
        return Some((*piece, name.len()));
    }
    let word = |name: &str| {
        text.starts_with(name.as_bytes()) && !text.get(3).is_some_and(u8::is_ascii_lowercase)
    };
    match text[0] {
        b'J' if word("Jan") => Some((Piece::Month, 3)),
        b'M' if word("Mon") => Some((Piece::Weekday, 3)),
        first @ (b'-' | b'Z') => {
            let mut offsets = OFFSETS.iter();
            let (name, parts, colon) =
                offsets.find(|(name, ..)| text[1..].starts_with(name.as_bytes()))?;
            let piece = Piece::Offset { z: first == b'Z', parts: *parts, colon: *colon };
            Some((piece, name.len() + 1))
        }
        first @ (b'.' | b',') => {
            let digit = *text.get(1).filter(|c| matches!(c, b'0' | b'9'))?;
            let digits = text[1..].iter().take_while(|c| **c == digit).count();
            if text.get(1 + digits).is_some_and(u8::is_ascii_digit) {
                return None;
            }
            let (optional, comma) = (digit == b'9', first == b',');
            Some((Piece::Fraction { digits, optional, comma }, 1 + digits))
        }
        _ => None,
    }
}
