//! Number literals of templates: untyped constants, as in Go.

use super::quote::quote;
use crate::gonum::{parse_float, parse_int, parse_uint};

/// A number literal: its value in every type that can hold it. The place where it is used
/// decides which one counts, as for Go's untyped constants.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Number {
    /// The value as a signed integer.
    pub int: Option<i64>,
    /// The value as an unsigned integer.
    pub uint: Option<u64>,
    /// The value as a float.
    pub float: Option<f64>,
    /// Real and imaginary part of an imaginary or complex literal.
    pub complex: Option<(f64, f64)>,
    /// Where no type is asked for, the literal is a float, not an int (`1e3`, `1.0`).
    pub looks_like_float: bool,
}

/// How the lexer classified the literal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Literal {
    /// `'a'`
    Char,
    /// `1+2i`
    Complex,
    /// Everything else, including `2i`.
    Number,
}

impl Number {
    /// Reads a literal.
    ///
    /// # Errors
    /// Go's message.
    pub fn parse(text: &[u8], literal: Literal) -> Result<Number, String> {
        let source = String::from_utf8_lossy(text);
        match literal {
            Literal::Char => super::quote::unquote_char(text).map(Number::from_char),
            Literal::Complex => parse_complex(&source)
                .map(Number::from_complex)
                .ok_or_else(|| "syntax error scanning complex number".to_owned()),
            Literal::Number => Number::parse_plain(&source),
        }
    }

    fn from_char(code: u32) -> Number {
        Number {
            int: Some(i64::from(code)),
            uint: Some(u64::from(code)),
            float: Some(f64::from(code)),
            ..Number::default()
        }
    }

    fn from_complex(complex: (f64, f64)) -> Number {
        let mut number = Number { complex: Some(complex), ..Number::default() };
        if complex.1 == 0.0 {
            number.set_float(complex.0);
        }
        number
    }

    /// A float and the integers that are equal to it.
    fn set_float(&mut self, float: f64) {
        self.float = Some(float);
        if float as i64 as f64 == float {
            self.int = self.int.or(Some(float as i64));
        }
        if float as u64 as f64 == float {
            self.uint = self.uint.or(Some(float as u64));
        }
    }

    fn parse_plain(text: &str) -> Result<Number, String> {
        if let Some(imaginary) = text.strip_suffix('i').and_then(parse_float) {
            return Ok(Number::from_complex((0.0, imaginary)));
        }
        let mut number =
            Number { uint: parse_uint(text), int: parse_int(text), ..Number::default() };
        if number.int == Some(0) {
            number.uint = Some(0);
        }
        if let Some(int) = number.int {
            number.float = Some(int as f64);
        } else if let Some(uint) = number.uint {
            number.float = Some(uint as f64);
        } else if let Some(float) = parse_float(text) {
            if !text.contains(['.', 'e', 'E', 'p', 'P']) {
                return Err(format!("integer overflow: {}", quote(text.as_bytes())));
            }
            number.set_float(float);
        }
        let nothing = Number::default();
        if number == nothing {
            return Err(format!("illegal number syntax: {}", quote(text.as_bytes())));
        }
        let is_hex = |t: &str| t.starts_with("0x") || t.starts_with("0X");
        let hex_int = text.len() > 2 && is_hex(text) && !text.contains(['p', 'P']);
        number.looks_like_float = !hex_int && text.contains(['.', 'e', 'E', 'p', 'P']);
        Ok(number)
    }
}

/// Reads a real and a signed imaginary part.
fn parse_complex(text: &str) -> Option<(f64, f64)> {
    let body = text.strip_suffix('i')?;
    // The sign of the imaginary part is the last one that does not belong to an exponent.
    let bytes = body.as_bytes();
    let is_exponent = |i: usize| matches!(bytes[i - 1], b'e' | b'E' | b'p' | b'P');
    let is_sign = |i: usize| matches!(bytes[i], b'+' | b'-') && !is_exponent(i);
    let split = (1..bytes.len()).rev().find(|i| is_sign(*i))?;
    Some((parse_float(&body[..split])?, parse_float(&body[split..])?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_have_every_type_that_fits() {
        let number = |text: &str| Number::parse(text.as_bytes(), Literal::Number);
        assert_eq!(number("0x1F").unwrap().int, Some(31));
        assert_eq!(number("017").unwrap().int, Some(15));
        assert_eq!(number("1_000").unwrap().int, Some(1000));
        assert_eq!(number("-3").unwrap().int, Some(-3));
        assert!(number("1e3").unwrap().looks_like_float);
        assert_eq!(number("1e3").unwrap().int, Some(1000));
        assert!(!number("0xe").unwrap().looks_like_float);
        assert_eq!(number("0x1p4").unwrap().float, Some(16.0));
        assert_eq!(number("18446744073709551615").unwrap().uint, Some(u64::MAX));
        assert_eq!(number("2i").unwrap().complex, Some((0.0, 2.0)));
        assert_eq!(number("08").unwrap_err(), "integer overflow: \"08\"");
        assert_eq!(number("1__0").unwrap_err(), "illegal number syntax: \"1__0\"");
        let complex = Number::parse(b"1e2+2i", Literal::Complex).unwrap();
        assert_eq!(complex.complex, Some((100.0, 2.0)));
    }
}
