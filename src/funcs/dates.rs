//! Dates: now, date, toDate and their relatives.
//!
//! The clock is the host's, the local zone is UTC. Facts: Sprig 3.3, `date.go`, probed.

use super::times::{TIME, as_time, time};
use crate::gotime::{self, Duration, Time, Zone};
use crate::gotpl::{Ctx, Func};
use crate::value::{Args, FuncError, Param, Type, Value};

const LAYOUT: Param = Param("layout", Type::String);
const DATE: Param = Param("time", Type::Any);
const ZONE: Param = Param("zone", Type::String);
const TEXT: Param = Param("text", Type::String);
const EXACT: Param = Param("time", Type::Named(TIME));
const STEP: Param = Param("duration", Type::String);
const VALUE: Param = Param("duration", Type::Any);

/// A day for the examples.
macro_rules! on_a_day {
    ($template:literal) => {
        concat!(r#"{{ $t := toDate "2006-01-02" "2024-02-29" }}"#, $template)
    };
}

const IN_ZONE_DOC: &str = "Formats a time, or seconds since 1970, as seen in a time zone; \
                           any other value stands for now.";
const MODIFY_DOC: &str =
    "Adds a duration such as `-1.5h` to a time; one that cannot be read changes nothing.";
const MUST_MODIFY_DOC: &str =
    "Adds a duration such as `-1.5h` to a time; one that cannot be read ends the run.";

/// The rows of this family.
pub static FUNCS: &[Func] = &[
    Func::new("now", now, &[])
        .doc("Returns the time of the run.")
        .example(&[("{{ now.Year }}", "2024")]),
    Func::new("date", date, &[LAYOUT, DATE])
        .doc("Formats a time, or seconds since 1970; any other value stands for now.")
        .example(&[(r#"{{ date "Jan 2, 2006" 86400 }}"#, "Jan 2, 1970")]),
    Func::new("dateInZone", date_in_zone, &[LAYOUT, DATE, ZONE])
        .doc(IN_ZONE_DOC)
        .example(&[(r#"{{ dateInZone "15:04 MST" 0 "EST" }}"#, "19:00 EST")]),
    Func::new("date_in_zone", date_in_zone, &[LAYOUT, DATE, ZONE])
        .doc(IN_ZONE_DOC)
        .example(&[(r#"{{ date_in_zone "15:04" 0 "UTC" }}"#, "00:00")]),
    Func::new("htmlDate", html_date, &[DATE])
        .doc("Formats a time as year, month and day, as HTML's date fields want it.")
        .example(&[("{{ htmlDate 0 }}", "1970-01-01")]),
    Func::new("htmlDateInZone", html_date_in_zone, &[DATE, ZONE])
        .doc("As htmlDate, as seen in a time zone.")
        .example(&[(r#"{{ htmlDateInZone 0 "EST" }}"#, "1969-12-31")]),
    Func::new("dateModify", date_modify, &[STEP, EXACT])
        .doc(MODIFY_DOC)
        .example(&[(on_a_day!(r#"{{ dateModify "24h" $t | htmlDate }}"#), "2024-03-01")]),
    Func::new("date_modify", date_modify, &[STEP, EXACT])
        .doc(MODIFY_DOC)
        .example(&[(on_a_day!(r#"{{ date_modify "x" $t | htmlDate }}"#), "2024-02-29")]),
    Func::new("mustDateModify", must_date_modify, &[STEP, EXACT])
        .doc(MUST_MODIFY_DOC)
        .example(&[(on_a_day!(r#"{{ mustDateModify "-24h" $t | htmlDate }}"#), "2024-02-28")]),
    Func::new("must_date_modify", must_date_modify, &[STEP, EXACT])
        .doc(MUST_MODIFY_DOC)
        .example(&[(on_a_day!(r#"{{ must_date_modify "1h" $t | htmlDate }}"#), "2024-02-29")]),
    Func::new("toDate", to_date, &[LAYOUT, TEXT])
        .doc("Reads a time; of a text that does not fit, the first of January of the year 1.")
        .example(&[(r#"{{ toDate "2006-01-02" "2024-02-29" }}"#, "2024-02-29 00:00:00 +0000 UTC")]),
    Func::new("mustToDate", must_to_date, &[LAYOUT, TEXT])
        .doc("Reads a time; a text that does not fit ends the run.")
        .example(&[(r#"{{ (mustToDate "2006-01-02" "2024-02-29").Weekday }}"#, "Thursday")]),
    Func::new("unixEpoch", unix_epoch, &[EXACT])
        .doc("Returns the seconds from 1970 to a time, as text.")
        .example(&[(on_a_day!("{{ unixEpoch $t }}"), "1709164800")]),
    Func::new("ago", ago, &[DATE])
        .doc("Returns how long ago a time, or seconds since 1970, is.")
        .example(&[("{{ ago now }}", "0s")]),
    Func::new("duration", duration, &[Param("seconds", Type::Any)])
        .doc("Returns seconds, given as text or int64, as a duration; of anything else `0s`.")
        .example(&[(r#"{{ duration "95" }} {{ duration 95 }}"#, "1m35s 0s")]),
    Func::new("durationRound", duration_round, &[VALUE])
        .doc("Returns the largest whole unit of a duration, or of the time since a time.")
        .example(&[(r#"{{ durationRound "2h10m5s" }}"#, "2h")]),
];

fn current(ctx: &mut Ctx<'_>) -> Time {
    let (seconds, nanos) = ctx.env().now();
    Time::unix(seconds, nanos)
}

/// The time that a value stands for. A number from YAML is a float64, and so means now.
fn time_of(ctx: &mut Ctx<'_>, value: &Value) -> Time {
    match value {
        Value::Int(seconds) | Value::Int64(seconds) => Time::unix(*seconds, 0),
        other => as_time(other).cloned().unwrap_or_else(|| current(ctx)),
    }
}

fn now(ctx: &mut Ctx<'_>, _: Args<'_>) -> Result<Value, FuncError> {
    Ok(time(current(ctx)))
}

fn format_in(
    ctx: &mut Ctx<'_>,
    layout: &[u8],
    value: &Value,
    zone: &str,
) -> Result<Value, FuncError> {
    // Most of a layout is looked up in the table of its parts.
    ctx.spend(layout.len() / 2)?;
    let time = time_of(ctx, value);
    let zone = gotime::zone_at(zone, time.seconds).unwrap_or(Zone::UTC);
    let time = time.within(zone);
    Ok(time.format(layout).into())
}

fn date(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    format_in(ctx, args.str(0).as_bytes(), args.value(1), "Local")
}

fn date_in_zone(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    format_in(ctx, args.str(0).as_bytes(), args.value(1), &args.text(2))
}

fn html_date(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    format_in(ctx, b"2006-01-02", args.value(0), "Local")
}

fn html_date_in_zone(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    format_in(ctx, b"2006-01-02", args.value(0), &args.text(1))
}

fn must_date_modify(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let step = Duration::parse(&args.text(0)).map_err(FuncError::new)?;
    Ok(time(as_time(args.value(1)).unwrap_or(&Time::ZERO).plus(step)))
}

fn date_modify(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    Ok(must_date_modify(ctx, args).unwrap_or_else(|_| args.value(1).clone()))
}

fn must_to_date(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    gotime::parse(&args.text(0), &args.text(1)).map(time).map_err(FuncError::new)
}

fn to_date(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    Ok(must_to_date(ctx, args).unwrap_or_else(|_| time(Time::ZERO)))
}

fn unix_epoch(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let seconds = as_time(args.value(0)).unwrap_or(&Time::ZERO).seconds;
    Ok(seconds.to_string().into())
}

fn ago(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let then = time_of(ctx, args.value(0));
    let passed = current(ctx).since(&then).round(Duration::SECOND);
    Ok(passed.to_string().into())
}

fn duration(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let seconds = match args.value(0) {
        Value::Int64(seconds) => *seconds,
        // Of a number that is too large, Go gives the largest.
        Value::Str(text) => match text.to_string_lossy().parse::<i64>() {
            Ok(seconds) => seconds,
            Err(error) => match error.kind() {
                std::num::IntErrorKind::PosOverflow => i64::MAX,
                std::num::IntErrorKind::NegOverflow => i64::MIN,
                _ => 0,
            },
        },
        _ => 0,
    };
    Ok(Duration(seconds.wrapping_mul(1_000_000_000)).to_string().into())
}

fn duration_round(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let nanos = match args.value(0) {
        Value::Str(text) => Duration::parse(&text.to_string_lossy()).unwrap_or_default().0,
        Value::Int64(nanos) => *nanos,
        other => match as_time(other) {
            Some(time) => current(ctx).since(time).0,
            None => 0,
        },
    };
    const SECOND: u64 = 1_000_000_000;
    const UNITS: &[(u64, &str)] = &[
        (365 * 86_400, "y"),
        (30 * 86_400, "mo"),
        (86_400, "d"),
        (3_600, "h"),
        (60, "m"),
        (1, "s"),
    ];
    let nanos = nanos.unsigned_abs();
    let unit = UNITS.iter().find(|(seconds, _)| nanos > seconds * SECOND);
    Ok(match unit {
        Some((seconds, name)) => format!("{}{name}", nanos / (seconds * SECOND)).into(),
        None => "0s".into(),
    })
}
