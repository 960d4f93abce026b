//! Base64 and base32. What cannot be decoded gives the error's text as the result.
//!
//! Facts: Sprig 3.3 `strings.go`; Go 1.27 `encoding/base64` and `encoding/base32` in their
//! standard alphabets with padding, line breaks skipped.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::gotpl::{Ctx, Func};
use crate::value::{Args, FuncError, Param, Type, Value};

const TEXT: Param = Param("text", Type::String);

/// The rows of this family.
pub static FUNCS: &[Func] = &[
    Func::new("b64enc", b64enc, &[TEXT])
        .doc("Encodes as base64.")
        .example(&[(r#"{{ b64enc "hello" }}"#, "aGVsbG8=")]),
    Func::new("b64dec", b64dec, &[TEXT])
        .doc("Decodes base64; the text of the error when it is none.")
        .example(&[
            (r#"{{ b64dec "aGVsbG8=" }}"#, "hello"),
            (r#"{{ b64dec "a" }}"#, "illegal base64 data at input byte 0"),
        ]),
    Func::new("b32enc", b32enc, &[TEXT])
        .doc("Encodes as base32.")
        .example(&[(r#"{{ b32enc "hello" }}"#, "NBSWY3DP")]),
    Func::new("b32dec", b32dec, &[TEXT])
        .doc("Decodes base32; the text of the error when it is none.")
        .example(&[
            (r#"{{ b32dec "NBSWY3DP" }}"#, "hello"),
            (r#"{{ b32dec "1" }}"#, "illegal base32 data at input byte 0"),
        ]),
];

const BASE64: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const BASE32: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const PADDING: u8 = b'=';

/// Writes groups of `bytes` bytes as digits of `bits` bits each, padded to a whole group.
fn encode(data: &[u8], alphabet: &[u8], bits: u32, bytes: usize) -> Vec<u8> {
    let digits = bytes * 8 / bits as usize;
    let mut out = Vec::with_capacity(data.len().div_ceil(bytes) * digits);
    for group in data.chunks(bytes) {
        let number = (0..bytes).fold(0u64, |n, i| n << 8 | u64::from(*group.get(i).unwrap_or(&0)));
        let used = (group.len() * 8).div_ceil(bits as usize);
        for i in 0..digits {
            let shift = bits * (digits - 1 - i) as u32;
            let digit = (number >> shift) as usize & (alphabet.len() - 1);
            out.push(if i < used { alphabet[digit] } else { PADDING });
        }
    }
    out
}

/// Appends the whole bytes that are in so many digits.
fn emit(digits: &[u64], bits: u32, out: &mut Vec<u8>) {
    let number = digits.iter().fold(0u64, |n, digit| n << bits | digit);
    let total = bits * digits.len() as u32;
    out.extend((1..=total / 8).map(|i| (number >> (total - 8 * i)) as u8));
}

fn is_line_break(byte: &u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

/// The position of the next byte that is no line break, or the end.
fn skip_breaks(text: &[u8], from: usize) -> usize {
    text[from..].iter().position(|b| !is_line_break(b)).map_or(text.len(), |i| from + i)
}

/// Decodes base64; the error is the offset that Go names.
pub(super) fn decode64(text: &[u8]) -> Result<Vec<u8>, usize> {
    let mut out = Vec::with_capacity(text.len() / 4 * 3);
    let mut group = Vec::with_capacity(4);
    let mut at = 0;
    while at < text.len() {
        let byte = text[at];
        at += 1;
        if let Some(digit) = BASE64.iter().position(|d| *d == byte) {
            group.push(digit as u64);
            if group.len() == 4 {
                emit(&group, 6, &mut out);
                group.clear();
            }
        } else if byte == PADDING {
            let end = padding_end(text, at, group.len())?;
            let end = skip_breaks(text, end);
            if end < text.len() {
                return Err(end);
            }
            emit(&group, 6, &mut out);
            return Ok(out);
        } else if !is_line_break(&byte) {
            return Err(at - 1);
        }
    }
    if group.is_empty() { Ok(out) } else { Err(text.len() - group.len()) }
}

/// The position behind the padding whose first character stands before `at`.
fn padding_end(text: &[u8], at: usize, digits: usize) -> Result<usize, usize> {
    match digits {
        0 | 1 => Err(at - 1),
        2 => {
            let next = skip_breaks(text, at);
            match text.get(next) {
                None => Err(text.len()),
                Some(&PADDING) => Ok(next + 1),
                Some(_) => Err(next - 1),
            }
        }
        _ => Ok(at),
    }
}

/// Decodes base32; the error is the offset that Go names, line breaks not counted.
fn decode32(text: &[u8]) -> Result<Vec<u8>, usize> {
    let text: Vec<u8> = text.iter().copied().filter(|b| !is_line_break(b)).collect();
    let mut out = Vec::with_capacity(text.len() / 8 * 5);
    for (index, group) in text.chunks(8).enumerate() {
        let start = index * 8;
        let mut digits = Vec::with_capacity(8);
        for (i, byte) in group.iter().enumerate() {
            let left = text.len() - start - i - 1;
            if *byte == PADDING && i >= 2 && left < 8 {
                check_padding(&text, start, i)?;
                emit(&digits, 5, &mut out);
                return Ok(out);
            }
            let digit = BASE32.iter().position(|d| d == byte).ok_or(start + i)?;
            digits.push(digit as u64);
        }
        if digits.len() < 8 {
            return Err(text.len() - digits.len());
        }
        emit(&digits, 5, &mut out);
    }
    Ok(out)
}

/// Checks that padding fills the group behind so many digits, and that so many can be.
fn check_padding(text: &[u8], start: usize, digits: usize) -> Result<(), usize> {
    let rest = &text[start + digits + 1..];
    if rest.len() + digits < 7 {
        return Err(text.len());
    }
    let wanted = 7 - digits;
    if let Some(k) = rest.iter().take(wanted).position(|b| *b != PADDING) {
        return Err(start + digits + k);
    }
    if matches!(digits, 1 | 3 | 6) { Err(start + digits) } else { Ok(()) }
}

fn b64enc(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let data = args.str(0).as_bytes();
    ctx.reserve(data.len().saturating_mul(2))?;
    Ok(Value::from(STANDARD.encode(data)))
}

fn b32enc(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let data = args.str(0).as_bytes();
    ctx.reserve(data.len().saturating_mul(2))?;
    Ok(Value::from(encode(data, BASE32, 5, 5)))
}

fn decoded(result: Result<Vec<u8>, usize>, name: &str) -> Result<Value, FuncError> {
    Ok(match result {
        Ok(bytes) => Value::from(bytes),
        Err(offset) => Value::from(format!("illegal {name} data at input byte {offset}")),
    })
}

fn b64dec(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    decoded(decode64(args.str(0).as_bytes()), "base64")
}

fn b32dec(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    decoded(decode32(args.str(0).as_bytes()), "base32")
}
