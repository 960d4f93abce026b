//! Exact decimal arithmetic: `0.1 + 0.2` is `0.3`.
//!
//! Facts: Sprig 3.3 `numeric.go` on shopspring/decimal 1.4: sums and products are exact,
//! divisions have sixteen digits behind the point, halves rounded away from zero.

use std::cmp::Ordering;

use super::numbers::to_float64;
use crate::gonum::format_float;
use crate::gotpl::{Ctx, Func};
use crate::value::{Args, FuncError, Param, Type, Value};

const ANY: Param = Param("value", Type::Any);
const MANY: Param = Param("values", Type::Any);

/// The rows of this family.
pub static FUNCS: &[Func] = &[
    Func::new("addf", addf, &[])
        .variadic(MANY)
        .doc("Adds decimal numbers.")
        .example(&[("{{ addf 0.1 0.2 }}", "0.3")]),
    Func::new("add1f", add1f, &[ANY])
        .doc("Adds 1 to a decimal number.")
        .example(&[("{{ add1f 1.5 }}", "2.5")]),
    Func::new("subf", subf, &[ANY])
        .variadic(MANY)
        .doc("Subtracts decimal numbers from the first one.")
        .example(&[("{{ subf 1 0.9 }}", "0.1")]),
    Func::new("mulf", mulf, &[ANY])
        .variadic(MANY)
        .doc("Multiplies decimal numbers.")
        .example(&[("{{ mulf 1.1 3 }}", "3.3")]),
    Func::new("divf", divf, &[ANY])
        .variadic(MANY)
        .doc("Divides the first decimal number by the others, to sixteen digits.")
        .example(&[("{{ divf 2 3 }}", "0.6666666666666667")]),
];

/// How many digits a quotient has behind the point.
const DIVISION_DIGITS: i64 = 16;

/// `± digits × 10^exponent`. Digits are most significant first, without leading zeros.
#[derive(Debug, Clone)]
struct Decimal {
    negative: bool,
    digits: Vec<u8>,
    exponent: i64,
}

fn trimmed(mut digits: Vec<u8>) -> Vec<u8> {
    let zeros = digits.iter().take_while(|d| **d == 0).count();
    digits.drain(..zeros);
    digits
}

fn compare(a: &[u8], b: &[u8]) -> Ordering {
    a.len().cmp(&b.len()).then_with(|| a.cmp(b))
}

fn add_digits(a: &[u8], b: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(a.len().max(b.len()) + 1);
    let (mut a, mut b, mut carry) = (a.iter().rev(), b.iter().rev(), 0);
    loop {
        let (x, y) = (a.next(), b.next());
        if x.is_none() && y.is_none() {
            break;
        }
        let sum = x.unwrap_or(&0) + y.unwrap_or(&0) + carry;
        out.push(sum % 10);
        carry = sum / 10;
    }
    out.push(carry);
    out.reverse();
    trimmed(out)
}

/// The difference; `a` must not be smaller.
fn sub_digits(a: &[u8], b: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(a.len());
    let (mut b, mut borrow) = (b.iter().rev(), 0);
    for x in a.iter().rev() {
        let taken = b.next().unwrap_or(&0) + borrow;
        borrow = u8::from(*x < taken);
        out.push(x + 10 * borrow - taken);
    }
    out.reverse();
    trimmed(out)
}

fn mul_digits(a: &[u8], b: &[u8]) -> Vec<u8> {
    let mut sums = vec![0u64; a.len() + b.len()];
    for (i, x) in a.iter().enumerate() {
        for (j, y) in b.iter().enumerate() {
            sums[i + j + 1] += u64::from(x * y);
        }
    }
    let mut carry = 0;
    let mut out: Vec<u8> = Vec::with_capacity(sums.len());
    for sum in sums.iter().rev() {
        out.push(((sum + carry) % 10) as u8);
        carry = (sum + carry) / 10;
    }
    out.reverse();
    trimmed(out)
}

/// Quotient and rest; the divisor must not be zero.
fn div_digits(a: &[u8], b: &[u8]) -> (Vec<u8>, Vec<u8>) {
    let (mut quotient, mut rest) = (Vec::with_capacity(a.len()), Vec::new());
    for digit in a {
        if !rest.is_empty() || *digit > 0 {
            rest.push(*digit);
        }
        let mut count = 0;
        while compare(&rest, b).is_ge() {
            rest = sub_digits(&rest, b);
            count += 1;
        }
        quotient.push(count);
    }
    (trimmed(quotient), rest)
}

impl Decimal {
    /// The shortest decimal number that stands for the float.
    fn from_float(float: f64) -> Result<Decimal, FuncError> {
        if !float.is_finite() {
            let text = format_float(float, 'g', None);
            return Err(FuncError::new(format!("Cannot create a Decimal from {text}")));
        }
        let text = format!("{:e}", float.abs());
        let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
        let digits: Vec<u8> = mantissa.bytes().filter(|b| *b != b'.').map(|b| b - b'0').collect();
        let behind = digits.len() as i64 - 1;
        let exponent = exponent.parse::<i64>().unwrap_or_default() - behind;
        Ok(Decimal { negative: float < 0.0, digits: trimmed(digits), exponent })
    }

    /// The float nearest to the number.
    fn to_float(&self) -> f64 {
        let mut text = String::with_capacity(self.digits.len() + 8);
        text.extend(self.digits.iter().map(|d| char::from(b'0' + d)));
        if text.is_empty() {
            return 0.0;
        }
        let float: f64 = format!("{text}e{}", self.exponent).parse().unwrap_or_default();
        if self.negative { -float } else { float }
    }

    /// The digits with a smaller exponent.
    fn scaled(&self, exponent: i64) -> Vec<u8> {
        let mut digits = self.digits.clone();
        if !digits.is_empty() {
            let zeros = usize::try_from(self.exponent - exponent).unwrap_or_default();
            digits.resize(digits.len() + zeros, 0);
        }
        digits
    }

    fn negated(mut self) -> Decimal {
        self.negative = !self.negative;
        self
    }

    fn plus(&self, other: &Decimal) -> Decimal {
        let exponent = self.exponent.min(other.exponent);
        let (a, b) = (self.scaled(exponent), other.scaled(exponent));
        if self.negative == other.negative {
            return Decimal { negative: self.negative, digits: add_digits(&a, &b), exponent };
        }
        match compare(&a, &b) {
            Ordering::Less => {
                Decimal { negative: other.negative, digits: sub_digits(&b, &a), exponent }
            }
            _ => Decimal { negative: self.negative, digits: sub_digits(&a, &b), exponent },
        }
    }

    fn times(&self, other: &Decimal) -> Decimal {
        Decimal {
            negative: self.negative != other.negative,
            digits: mul_digits(&self.digits, &other.digits),
            exponent: self.exponent + other.exponent,
        }
    }

    fn divided_by(&self, other: &Decimal) -> Result<Decimal, FuncError> {
        if other.digits.is_empty() {
            return Err(FuncError::new("decimal division by 0"));
        }
        // Both are scaled so that the quotient of their digits is one of 10^-16.
        let shift = self.exponent - other.exponent + DIVISION_DIGITS;
        let grown = |digits: &[u8], by: i64| {
            let zeros = if digits.is_empty() { 0 } else { usize::try_from(by).unwrap_or(0) };
            [digits, &vec![0; zeros]].concat()
        };
        let dividend = grown(&self.digits, shift);
        let divisor = grown(&other.digits, -shift);
        let (mut digits, rest) = div_digits(&dividend, &divisor);
        if compare(&add_digits(&rest, &rest), &divisor).is_ge() {
            digits = add_digits(&digits, &[1]);
        }
        let negative = self.negative != other.negative;
        Ok(Decimal { negative, digits, exponent: -DIVISION_DIGITS })
    }
}

/// Folds the values into the first one, from left to right.
fn fold(
    ctx: &mut Ctx<'_>,
    first: f64,
    values: &[Value],
    operation: fn(&Decimal, &Decimal) -> Result<Decimal, FuncError>,
) -> Result<Value, FuncError> {
    let mut result = Decimal::from_float(first)?;
    for value in values {
        // Products of many numbers have many digits, and each costs time.
        ctx.reserve(result.digits.len().saturating_mul(32))?;
        result = operation(&result, &Decimal::from_float(to_float64(value))?)?;
    }
    Ok(Value::Float(result.to_float()))
}

fn addf(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    fold(ctx, 0.0, &args, |a, b| Ok(a.plus(b)))
}

fn add1f(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    fold(ctx, to_float64(args.value(0)), &[Value::Int(1)], |a, b| Ok(a.plus(b)))
}

fn subf(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    fold(ctx, to_float64(args.value(0)), args.rest(1), |a, b| Ok(a.plus(&b.clone().negated())))
}

fn mulf(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    fold(ctx, to_float64(args.value(0)), args.rest(1), |a, b| Ok(a.times(b)))
}

fn divf(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    fold(ctx, to_float64(args.value(0)), args.rest(1), Decimal::divided_by)
}
