//! How Sprig turns any value into text.

use crate::value::{Str, Value};

/// Sprig's `strval`: strings and bytes as they are, errors and stringers by their method,
/// anything else as `%v` prints it.
pub(super) fn strval(value: &Value) -> Str {
    match value {
        Value::Str(text) => text.clone(),
        Value::Bytes(bytes) => Str::from(&bytes[..]),
        Value::Object(object) => match object.string() {
            Some(text) => text,
            None => print(value),
        },
        other => print(other),
    }
}

/// `fmt.Sprint` of one value.
fn print(value: &Value) -> Str {
    crate::gotpl::sprint(value)
}

/// Go's `strconv.Quote` on bytes that may be no UTF-8.
pub(crate) fn quote_go(text: &[u8], out: &mut Vec<u8>) {
    crate::gotpl::quote(text, out);
}
