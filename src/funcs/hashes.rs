//! Checksums: sha1sum, sha256sum, sha512sum, adler32sum.
//!
//! Facts: Sprig 3.3, `crypto.go`.

use sha1::Sha1;
use sha2::{Digest, Sha256, Sha512};

use crate::gotpl::{Ctx, Func};
use crate::value::{Args, FuncError, Param, Type, Value};

const TEXT: &[Param] = &[Param("text", Type::String)];

/// The rows of this family.
pub static FUNCS: &[Func] = &[
    Func::new("sha1sum", sha1sum, TEXT)
        .doc("Returns the SHA-1 hash of a text in hexadecimal.")
        .example(&[(r#"{{ sha1sum "" }}"#, "da39a3ee5e6b4b0d3255bfef95601890afd80709")]),
    Func::new("sha256sum", sha256sum, TEXT)
        .doc("Returns the SHA-256 hash of a text in hexadecimal.")
        .example(&[(
            r#"{{ sha256sum "abc" }}"#,
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
        )]),
    Func::new("sha512sum", sha512sum, TEXT)
        .doc("Returns the SHA-512 hash of a text in hexadecimal.")
        .example(&[(r#"{{ sha512sum "abc" | printf "%.16s" }}"#, "ddaf35a193617aba")])
        .since(3, 16),
    Func::new("adler32sum", adler32sum, TEXT)
        .doc("Returns the Adler-32 checksum of a text in decimal.")
        .example(&[(r#"{{ adler32sum "Wikipedia" }}"#, "300286872")]),
];

/// The hash of bytes in hexadecimal.
pub(super) fn hex<D: Digest>(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let hash = D::digest(bytes);
    let digits = hash.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits.map(|digit| char::from(DIGITS[usize::from(digit)])).collect()
}

fn sha1sum(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    Ok(hex::<Sha1>(args.str(0).as_bytes()).into())
}

fn sha256sum(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    Ok(hex::<Sha256>(args.str(0).as_bytes()).into())
}

fn sha512sum(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    Ok(hex::<Sha512>(args.str(0).as_bytes()).into())
}

fn adler32sum(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    const MODULUS: u32 = 65_521;
    let (mut low, mut high) = (1u32, 0u32);
    for byte in args.str(0).as_bytes() {
        low = (low + u32::from(*byte)) % MODULUS;
        high = (high + low) % MODULUS;
    }
    Ok((high << 16 | low).to_string().into())
}
