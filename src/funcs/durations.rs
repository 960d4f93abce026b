//! Durations: mustToDuration and what computes with durations, all new in Helm 4.3.
//!
//! Numbers are seconds. Facts: Helm 4.3.1, probed.

use super::times::{as_duration, duration};
use crate::gonum;
use crate::gotime::Duration;
use crate::gotpl::{Ctx, Func};
use crate::value::{Args, FuncError, Param, Type, Value};

const VALUE: &[Param] = &[Param("duration", Type::Any)];
const TWO: &[Param] = &[Param("duration", Type::Any), Param("multiple", Type::Any)];

/// The rows of this family.
pub static FUNCS: &[Func] = &[
    Func::new("mustToDuration", must_to_duration, VALUE)
        .doc("Reads a duration: `1h30m`, or seconds as number or text.")
        .example(&[(r#"{{ mustToDuration "1.5h" }} {{ mustToDuration 90 }}"#, "1h30m0s 1m30s")])
        .since(4, 3),
    Func::new("durationSeconds", seconds, VALUE)
        .doc("Returns a duration in seconds, 0 for what is none.")
        .example(&[(r#"{{ durationSeconds "1m1.5s" }}"#, "61.5")])
        .since(4, 3),
    Func::new("durationMilliseconds", milliseconds, VALUE)
        .doc("Returns a duration in whole milliseconds, 0 for what is none.")
        .example(&[(r#"{{ durationMilliseconds "1.5s" }}"#, "1500")])
        .since(4, 3),
    Func::new("durationMicroseconds", microseconds, VALUE)
        .doc("Returns a duration in whole microseconds, 0 for what is none.")
        .example(&[(r#"{{ durationMicroseconds "1ms" }}"#, "1000")])
        .since(4, 3),
    Func::new("durationNanoseconds", nanoseconds, VALUE)
        .doc("Returns a duration in nanoseconds, 0 for what is none.")
        .example(&[(r#"{{ durationNanoseconds "1us" }}"#, "1000")])
        .since(4, 3),
    Func::new("durationMinutes", minutes, VALUE)
        .doc("Returns a duration in minutes, 0 for what is none.")
        .example(&[(r#"{{ durationMinutes "90s" }}"#, "1.5")])
        .since(4, 3),
    Func::new("durationHours", hours, VALUE)
        .doc("Returns a duration in hours, 0 for what is none.")
        .example(&[(r#"{{ durationHours "90m" }}"#, "1.5")])
        .since(4, 3),
    Func::new("durationDays", days, VALUE)
        .doc("Returns a duration in days of 24 hours, 0 for what is none.")
        .example(&[(r#"{{ durationDays "36h" }}"#, "1.5")])
        .since(4, 3),
    Func::new("durationWeeks", weeks, VALUE)
        .doc("Returns a duration in weeks, 0 for what is none.")
        .example(&[(r#"{{ durationWeeks "84h" }}"#, "0.5")])
        .since(4, 3),
    Func::new("durationRoundTo", round_to, TWO)
        .doc("Rounds a duration to a multiple of another one, halves away from zero.")
        .example(&[(r#"{{ durationRoundTo "1h30m" "1h" }}"#, "2h0m0s")])
        .since(4, 3),
    Func::new("durationTruncateTo", truncate_to, TWO)
        .doc("Cuts a duration to a multiple of another one.")
        .example(&[(r#"{{ durationTruncateTo "1h30m" "1h" }}"#, "1h0m0s")])
        .since(4, 3),
];

/// What a value is as a duration, or Helm's text.
fn read(value: &Value) -> Result<Duration, String> {
    if let Some(duration) = as_duration(value) {
        return Ok(duration);
    }
    match value {
        Value::Nil | Value::Invalid => Err("invalid duration".into()),
        Value::Str(text) => read_text(text.to_string_lossy().trim()),
        Value::Int(_) | Value::Int64(_) | Value::Byte(_) => {
            let seconds = value.as_integer().unwrap_or_default();
            let nanos = seconds.checked_mul(1_000_000_000);
            nanos.map(Duration).ok_or_else(|| format!("duration seconds overflow: {seconds}"))
        }
        Value::Uint64(n) => {
            let nanos = i64::try_from(*n).ok().and_then(|n| n.checked_mul(1_000_000_000));
            nanos.map(Duration).ok_or_else(|| format!("duration seconds overflow: {n}"))
        }
        Value::Float(seconds) => from_seconds(*seconds),
        other => Err(format!("unsupported duration type {}", other.go_type())),
    }
}

fn read_text(text: &str) -> Result<Duration, String> {
    if text.is_empty() {
        return Err("empty duration".into());
    }
    if let Ok(duration) = Duration::parse(text) {
        return Ok(duration);
    }
    match gonum::parse_float(text) {
        Some(seconds) => from_seconds(seconds),
        None => Err(format!("could not parse duration {}", crate::goquote::quote(text))),
    }
}

fn from_seconds(seconds: f64) -> Result<Duration, String> {
    let nanos = seconds * 1e9;
    // The bounds are those of an int64; NaN is in no range.
    if !(-9_223_372_036_854_775_808.0..9_223_372_036_854_775_808.0).contains(&nanos) {
        let seconds = gonum::format_shortest(seconds);
        return Err(format!("duration seconds overflow: {seconds}"));
    }
    Ok(Duration(nanos as i64))
}

fn or_zero(args: Args<'_>, index: usize) -> Duration {
    read(args.value(index)).unwrap_or_default()
}

fn must_to_duration(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    read(args.value(0)).map(duration).map_err(FuncError::new)
}

fn seconds(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    Ok(Value::Float(or_zero(args, 0).in_units(1_000_000_000)))
}

fn milliseconds(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    Ok(Value::Int64(or_zero(args, 0).0 / 1_000_000))
}

fn microseconds(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    Ok(Value::Int64(or_zero(args, 0).0 / 1_000))
}

fn nanoseconds(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    Ok(Value::Int64(or_zero(args, 0).0))
}

fn minutes(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    Ok(Value::Float(or_zero(args, 0).in_units(60_000_000_000)))
}

fn in_hours(args: Args<'_>) -> f64 {
    or_zero(args, 0).in_units(3_600_000_000_000)
}

fn hours(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    Ok(Value::Float(in_hours(args)))
}

fn days(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    Ok(Value::Float(in_hours(args) / 24.0))
}

fn weeks(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    Ok(Value::Float(in_hours(args) / 24.0 / 7.0))
}

fn round_to(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    Ok(duration(or_zero(args, 0).round(or_zero(args, 1))))
}

fn truncate_to(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    Ok(duration(or_zero(args, 0).truncate(or_zero(args, 1))))
}
