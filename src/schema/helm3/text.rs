//! Values and numbers as gojsonschema prints them.

use super::super::document::{Document, Node, NodeId};
use super::super::number::Decimal;
use crate::gonum;

/// A number as Go's `big.Float` prints it: shortest digits, an exponent from six digits on.
pub(super) fn number(value: Decimal) -> String {
    let (negative, digits, exponent) = value.scientific();
    let sign = if negative { "-" } else { "" };
    if (-4..6).contains(&exponent) || digits == "0" {
        let plain = match usize::try_from(exponent) {
            Err(_) => {
                let zeros = "0".repeat(exponent.unsigned_abs() as usize - 1);
                format!("0.{zeros}{digits}")
            }
            Ok(whole) if whole + 1 >= digits.len() => {
                format!("{digits}{}", "0".repeat(whole + 1 - digits.len()))
            }
            Ok(whole) => format!("{}.{}", &digits[..=whole], &digits[whole + 1..]),
        };
        return format!("{sign}{plain}");
    }
    let fraction = match &digits[1..] {
        "" => String::new(),
        rest => format!(".{rest}"),
    };
    let mark = if exponent < 0 { '-' } else { '+' };
    format!("{sign}{}{fraction}e{mark}{:02}", &digits[..1], exponent.unsigned_abs())
}

/// A value of the schema as Go writes JSON, every number as a 64-bit float.
pub(super) fn json(document: &Document, node: NodeId) -> String {
    let mut out = String::new();
    write(document, node, &mut out);
    out
}

fn write(document: &Document, node: NodeId, out: &mut String) {
    match document.node(node) {
        Node::Null => out.push_str("null"),
        Node::Bool(value) => out.push_str(if value { "true" } else { "false" }),
        Node::Number(number) => out.push_str(&gonum::format_json(number.decimal().to_f64())),
        Node::String(text) => string(text, out),
        Node::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                out.push(if index == 0 { '[' } else { ',' });
                write(document, *item, out);
            }
            out.push_str(if items.is_empty() { "[]" } else { "]" });
        }
        Node::Object(entries) => {
            for (index, entry) in entries.iter().enumerate() {
                out.push(if index == 0 { '{' } else { ',' });
                string(document.key(entry), out);
                out.push(':');
                write(document, entry.value, out);
            }
            out.push_str(if entries.is_empty() { "{}" } else { "}" });
        }
    }
}

fn string(text: &str, out: &mut String) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\0'..' ' | '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => {
                out.push_str(&format!("\\u{:04x}", u32::from(c)));
            }
            c => out.push(c),
        }
    }
    out.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_big_float() {
        for (text, expected) in [
            ("0", "0"),
            ("-12", "-12"),
            ("100000", "100000"),
            ("1000000", "1e+06"),
            ("1234567", "1.234567e+06"),
            ("123456.75", "123456.75"),
            ("0.0001", "0.0001"),
            ("0.00001", "1e-05"),
            ("-0.25", "-0.25"),
            ("1e100", "1e+100"),
        ] {
            assert_eq!(number(Decimal::parse(text)), expected);
        }
    }
}
