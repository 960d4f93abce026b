//! Times and durations as values that templates hold, with Go's fields and methods.
//!
//! The calculations are [`crate::gotime`]'s. Entry points: [`time`], [`duration`].

use std::any::Any;

use crate::gotime::{DAYS, Duration, MONTHS, Time};
use crate::value::{Args, FuncError, Kind, Method, Object, Param, Str, Type, Value};

/// Go's name of the type of times.
pub const TIME: &str = "time.Time";

/// Go's name of the type of durations.
pub const DURATION: &str = "time.Duration";

/// A time as a value.
pub fn time(time: Time) -> Value {
    Value::object(TimeValue(time))
}

/// A duration as a value.
pub fn duration(duration: Duration) -> Value {
    Value::object(DurationValue(duration))
}

/// The time that a value holds.
pub fn as_time(value: &Value) -> Option<&Time> {
    value.downcast::<TimeValue>().map(|time| &time.0)
}

/// The duration that a value holds.
pub fn as_duration(value: &Value) -> Option<Duration> {
    value.downcast::<DurationValue>().map(|duration| duration.0)
}

struct TimeValue(Time);

impl Object for TimeValue {
    fn go_type(&self) -> &str {
        TIME
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn string(&self) -> Option<Str> {
        Some(self.0.to_string().into())
    }

    fn methods(&self) -> &'static [Method] {
        TIME_METHODS
    }

    fn json(&self) -> Value {
        Value::Str(self.0.rfc3339().into())
    }

    fn equals(&self, other: &dyn Object) -> bool {
        other.as_any().downcast_ref::<TimeValue>().is_some_and(|other| self.0 == other.0)
    }
}

struct DurationValue(Duration);

impl Object for DurationValue {
    fn go_type(&self) -> &str {
        DURATION
    }

    fn kind(&self) -> Kind {
        Kind::Int64
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn string(&self) -> Option<Str> {
        Some(self.0.to_string().into())
    }

    fn methods(&self) -> &'static [Method] {
        DURATION_METHODS
    }

    fn underlying(&self) -> Option<Value> {
        Some(Value::Int64(self.0.0))
    }

    fn equals(&self, other: &dyn Object) -> bool {
        other.as_any().downcast_ref::<DurationValue>().is_some_and(|other| self.0 == other.0)
    }
}

/// A month or a day of the week: a number with a name.
struct Named {
    ty: &'static str,
    number: i64,
    name: &'static str,
}

impl Object for Named {
    fn go_type(&self) -> &str {
        self.ty
    }

    fn kind(&self) -> Kind {
        Kind::Int
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn string(&self) -> Option<Str> {
        Some(Str::from_static(self.name))
    }

    fn methods(&self) -> &'static [Method] {
        NAMED_METHODS
    }

    fn underlying(&self) -> Option<Value> {
        Some(Value::Int(self.number))
    }

    fn equals(&self, other: &dyn Object) -> bool {
        let other = other.as_any().downcast_ref::<Named>();
        other.is_some_and(|other| (self.ty, self.number) == (other.ty, other.number))
    }
}

type Body = fn(&Value, Args<'_>) -> Result<Value, FuncError>;

const fn method(name: &'static str, params: &'static [Param], call: Body) -> Method {
    Method { name, params, variadic: None, call }
}

/// A getter of a time.
macro_rules! of_time {
    ($name:literal, |$time:ident| $result:expr) => {
        method($name, &[], |receiver, _| {
            let $time = as_time(receiver).unwrap_or(&Time::ZERO);
            Ok($result)
        })
    };
    ($name:literal, |$time:ident, $other:ident| $result:expr) => {
        method($name, &[Param("other", Type::Named(TIME))], |receiver, args| {
            let $time = as_time(receiver).unwrap_or(&Time::ZERO);
            let $other = as_time(args.value(0)).unwrap_or(&Time::ZERO);
            Ok($result)
        })
    };
}

/// A getter of a duration.
macro_rules! of_duration {
    ($name:literal, |$duration:ident| $result:expr) => {
        method($name, &[], |receiver, _| {
            let $duration = as_duration(receiver).unwrap_or_default();
            Ok($result)
        })
    };
    ($name:literal, |$duration:ident, $other:ident| $result:expr) => {
        method($name, &[Param("multiple", Type::Named(DURATION))], |receiver, args| {
            let $duration = as_duration(receiver).unwrap_or_default();
            let $other = as_duration(args.value(0)).unwrap_or_default();
            Ok($result)
        })
    };
}

fn moment(time: &Time) -> (i64, u32) {
    (time.seconds, time.nanos)
}

/// The moment in units of a part of a second.
fn scaled(time: &Time, per_second: i64) -> Value {
    let part = i64::from(time.nanos) / (1_000_000_000 / per_second);
    Value::Int64(time.seconds.wrapping_mul(per_second).wrapping_add(part))
}

fn month(number: u32) -> Value {
    let name = MONTHS[number as usize - 1];
    Value::object(Named { ty: "time.Month", number: number.into(), name })
}

fn weekday(number: u32) -> Value {
    let name = DAYS[number as usize];
    Value::object(Named { ty: "time.Weekday", number: number.into(), name })
}

static TIME_METHODS: &[Method] = &[
    of_time!("Year", |t| Value::Int(t.civil().year)),
    of_time!("Month", |t| month(t.civil().month)),
    of_time!("Day", |t| Value::Int(t.civil().day.into())),
    of_time!("Hour", |t| Value::Int(t.civil().hour.into())),
    of_time!("Minute", |t| Value::Int(t.civil().minute.into())),
    of_time!("Second", |t| Value::Int(t.civil().second.into())),
    of_time!("Nanosecond", |t| Value::Int(t.nanos.into())),
    of_time!("YearDay", |t| Value::Int(t.civil().yearday.into())),
    of_time!("Weekday", |t| weekday(t.civil().weekday)),
    of_time!("Unix", |t| Value::Int64(t.seconds)),
    of_time!("UnixMilli", |t| scaled(t, 1_000)),
    of_time!("UnixMicro", |t| scaled(t, 1_000_000)),
    of_time!("UnixNano", |t| scaled(t, 1_000_000_000)),
    of_time!("IsZero", |t| Value::Bool(moment(t) == moment(&Time::ZERO))),
    of_time!("UTC", |t| time(t.within(crate::gotime::Zone::UTC))),
    of_time!("Local", |t| time(t.within(crate::gotime::Zone::UTC))),
    of_time!("String", |t| Value::Str(t.to_string().into())),
    of_time!("Before", |t, other| Value::Bool(moment(t) < moment(other))),
    of_time!("After", |t, other| Value::Bool(moment(t) > moment(other))),
    of_time!("Equal", |t, other| Value::Bool(moment(t) == moment(other))),
    of_time!("Compare", |t, other| Value::Int(moment(t).cmp(&moment(other)) as i64)),
    of_time!("Sub", |t, other| duration(t.since(other))),
    method("Add", &[Param("duration", Type::Named(DURATION))], |receiver, args| {
        let step = as_duration(args.value(0)).unwrap_or_default();
        Ok(time(as_time(receiver).unwrap_or(&Time::ZERO).plus(step)))
    }),
    method(
        "AddDate",
        &[Param("years", Type::Int), Param("months", Type::Int), Param("days", Type::Int)],
        |receiver, args| {
            let from = as_time(receiver).unwrap_or(&Time::ZERO);
            Ok(time(from.add_date(args.int(0), args.int(1), args.int(2))))
        },
    ),
    method("Format", &[Param("layout", Type::String)], |receiver, args| {
        let from = as_time(receiver).unwrap_or(&Time::ZERO);
        Ok(from.format(args.str(0).as_bytes()).into())
    }),
];

static DURATION_METHODS: &[Method] = &[
    of_duration!("Hours", |d| Value::Float(d.in_units(3_600_000_000_000))),
    of_duration!("Minutes", |d| Value::Float(d.in_units(60_000_000_000))),
    of_duration!("Seconds", |d| Value::Float(d.in_units(1_000_000_000))),
    of_duration!("Milliseconds", |d| Value::Int64(d.0 / 1_000_000)),
    of_duration!("Microseconds", |d| Value::Int64(d.0 / 1_000)),
    of_duration!("Nanoseconds", |d| Value::Int64(d.0)),
    of_duration!("Abs", |d| duration(Duration(d.0.saturating_abs()))),
    of_duration!("String", |d| Value::Str(d.to_string().into())),
    of_duration!("Round", |d, other| duration(d.round(other))),
    of_duration!("Truncate", |d, other| duration(d.truncate(other))),
];

static NAMED_METHODS: &[Method] = &[method("String", &[], |receiver, _| {
    let named = receiver.downcast::<Named>();
    Ok(Value::Str(Str::from_static(named.map_or("", |named| named.name))))
})];
