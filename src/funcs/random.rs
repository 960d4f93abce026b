//! Chance: randAlpha and its relatives, randInt, shuffle, uuidv4.
//!
//! All chance is the host's, see [`Env::fill_random`]; with a fixed host the results repeat.
//! Facts: Sprig 3.3, `functions.go`, `crypto.go` and `strings.go`.
//!
//! [`Env::fill_random`]: crate::gotpl::Env::fill_random

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::gotpl::{Ctx, Func};
use crate::value::{Args, FuncError, Param, Type, Value};

const COUNT: &[Param] = &[Param("count", Type::Int)];

const DIGITS: &[u8] = b"0123456789";
const LETTERS: &[u8] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const BOTH: &[u8] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

/// The rows of this family.
pub static FUNCS: &[Func] = &[
    Func::new("randAlpha", rand_alpha, COUNT)
        .doc("Returns so many random ASCII letters.")
        .example(&[("{{ randAlpha 5 | len }}", "5")]),
    Func::new("randNumeric", rand_numeric, COUNT)
        .doc("Returns so many random digits.")
        .example(&[("{{ randNumeric 5 | len }}", "5")]),
    Func::new("randAlphaNum", rand_alpha_num, COUNT)
        .doc("Returns so many random ASCII letters and digits.")
        .example(&[("{{ randAlphaNum 5 | len }}", "5")]),
    Func::new("randAscii", rand_ascii, COUNT)
        .doc("Returns so many random printable ASCII characters.")
        .example(&[("{{ randAscii 5 | len }}", "5")]),
    Func::new("randBytes", rand_bytes, COUNT)
        .doc("Returns so many random bytes in Base64.")
        .example(&[("{{ randBytes 6 | len }}", "8")]),
    Func::new("randInt", rand_int, &[Param("min", Type::Int), Param("max", Type::Int)])
        .doc("Returns a random integer from min up to, not including, max.")
        .example(&[("{{ randInt 5 6 }}", "5")]),
    Func::new("shuffle", shuffle, &[Param("text", Type::String)])
        .doc("Returns the characters of a text in random order.")
        .example(&[(r#"{{ shuffle "aa" }}"#, "aa")]),
    Func::new("uuidv4", uuid, &[])
        .doc("Returns a random UUID of version 4.")
        .example(&[("{{ uuidv4 | len }}", "36")]),
];

/// A random number below a bound, each with the same probability.
fn below(ctx: &mut Ctx<'_>, bound: u64) -> u64 {
    // What is beyond the last whole multiple of the bound would favour small numbers.
    let limit = u64::MAX - u64::MAX % bound;
    // A host whose chance repeats itself might never hit; the tries are bounded.
    for _ in 0..64 {
        let mut bytes = [0; 8];
        ctx.env().fill_random(&mut bytes);
        let number = u64::from_le_bytes(bytes);
        if number < limit {
            return number % bound;
        }
    }
    0
}

fn pick(ctx: &mut Ctx<'_>, args: Args<'_>, alphabet: &[u8]) -> Result<Value, FuncError> {
    let count = usize::try_from(args.int(0)).unwrap_or(0);
    // Each character costs a number.
    ctx.reserve(count.saturating_mul(8))?;
    let mut out = Vec::with_capacity(count);
    for _ in 0..count {
        out.push(alphabet[below(ctx, alphabet.len() as u64) as usize]);
    }
    Ok(out.into())
}

fn rand_alpha(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    pick(ctx, args, LETTERS)
}

fn rand_numeric(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    pick(ctx, args, DIGITS)
}

fn rand_alpha_num(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    pick(ctx, args, BOTH)
}

fn rand_ascii(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let printable: Vec<u8> = (b' '..=b'~').collect();
    pick(ctx, args, &printable)
}

fn rand_bytes(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let count = usize::try_from(args.int(0))
        .map_err(|_| FuncError::new("runtime error: makeslice: len out of range"))?;
    ctx.reserve(count.saturating_mul(2))?;
    let mut bytes = vec![0; count];
    ctx.env().fill_random(&mut bytes);
    Ok(STANDARD.encode(bytes).into())
}

fn rand_int(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let (min, max) = (args.int(0), args.int(1));
    match max.wrapping_sub(min) {
        span if span > 0 => Ok(Value::Int(min.wrapping_add(below(ctx, span as u64) as i64))),
        _ => Err(FuncError::new("invalid argument to Intn")),
    }
}

fn shuffle(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let text = args.text(0);
    ctx.reserve(text.len().saturating_mul(8))?;
    let mut characters: Vec<char> = text.chars().collect();
    for last in (1..characters.len()).rev() {
        characters.swap(last, below(ctx, last as u64 + 1) as usize);
    }
    Ok(characters.into_iter().collect::<String>().into())
}

fn uuid(ctx: &mut Ctx<'_>, _: Args<'_>) -> Result<Value, FuncError> {
    let mut bytes = [0; 16];
    ctx.env().fill_random(&mut bytes);
    let number = u128::from_be_bytes(bytes);
    // Version 4 and the variant of RFC 9562.
    let number = number & !(0xf << 76) & !(0x3 << 62) | 0x4 << 76 | 0x2 << 62;
    let digits = format!("{number:032x}");
    let parts = [&digits[..8], &digits[8..12], &digits[12..16], &digits[16..20], &digits[20..]];
    Ok(parts.join("-").into())
}
