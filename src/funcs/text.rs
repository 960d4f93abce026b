//! How Sprig turns any value into text.

use crate::gotpl::{sprint, to_text};
use crate::value::{FuncError, Str, Value};

/// Sprig's `strval`: strings and bytes as they are, errors and stringers by their method,
/// anything else as `%v` prints it.
///
/// # Errors
/// When the value nests too deep or is too large to print.
pub(super) fn strval(value: &Value) -> Result<Str, FuncError> {
    match value {
        Value::Str(text) => Ok(text.clone()),
        Value::Bytes(bytes) => Ok(Str::from(&bytes[..])),
        other => print(other),
    }
}

/// `fmt.Sprint` of one value.
///
/// # Errors
/// As for [`strval`].
pub(super) fn print(value: &Value) -> Result<Str, FuncError> {
    match value {
        Value::Str(text) => Ok(text.clone()),
        Value::Nil | Value::Invalid => sprint(std::slice::from_ref(value)),
        other => to_text(other),
    }
}
