//! Passwords and ciphers: bcrypt, htpasswd, derivePassword, encryptAES, decryptAES.
//!
//! Salts and initial vectors come from the host's chance. The functions are slow by purpose,
//! so each call counts against the limits of the run. Facts: Sprig 3.3, `crypto.go`, probed.

mod bcrypt;
mod derive;

use ::aes::Aes256;
use ::aes::cipher::{Block, BlockCipherDecrypt, BlockCipherEncrypt, KeyInit};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::encoding::decode64;
use crate::gotpl::{Ctx, Func, STEPS_PER_MILLISECOND};
use crate::value::{Args, FuncError, Param, Str, Type, Value};

const PASSWORD: Param = Param("password", Type::String);
const TEXT: Param = Param("text", Type::String);

/// The rows of this family.
pub static FUNCS: &[Func] = &[
    Func::new("bcrypt", bcrypt_func, &[PASSWORD])
        .doc("Returns the bcrypt hash of a password, with a random salt.")
        .example(&[(r#"{{ bcrypt "x" | printf "%.7s" }}"#, "$2a$10$")]),
    Func::new("htpasswd", htpasswd, &[Param("user", Type::String), PASSWORD])
        .doc("Returns a line of a htpasswd file, with a bcrypt hash.")
        .example(&[(r#"{{ htpasswd "me" "x" | printf "%.10s" }}"#, "me:$2a$10$")]),
    Func::new(
        "derivePassword",
        derive_password,
        &[
            Param("counter", Type::Uint32),
            Param("type", Type::String),
            PASSWORD,
            Param("user", Type::String),
            Param("site", Type::String),
        ],
    )
    .doc(
        "Derives a site's password from a master password; types are maximum, long, medium, \
         short, basic and pin.",
    )
    .example(&[(r#"{{ derivePassword 1 "pin" "pw" "user" "site" }}"#, "8979")]),
    Func::new("encryptAES", encrypt_aes, &[PASSWORD, TEXT])
        .doc("Encrypts a text by AES-256-CBC, with a random vector, as Base64.")
        .example(&[(r#"{{ encryptAES "key" "text" | decryptAES "key" }}"#, "text")]),
    Func::new("decryptAES", decrypt_aes, &[PASSWORD, TEXT])
        .doc("Decrypts what encryptAES returned.")
        .example(&[(
            r#"{{ decryptAES "secretkey" "30tEfhuJSVRhpG97XCuWgz2okj7L8vQ1s6V9zVUPeDQ=" }}"#,
            "plaintext",
        )]),
];

fn hash(ctx: &mut Ctx<'_>, password: &[u8]) -> Result<String, FuncError> {
    ctx.spend(50 * STEPS_PER_MILLISECOND)?;
    if password.len() > bcrypt::MAX_PASSWORD {
        // Sprig returns the text in place of the hash.
        return Ok(
            "failed to encrypt string with bcrypt: bcrypt: password length exceeds 72 bytes".into(),
        );
    }
    let mut salt = [0; 16];
    ctx.env().fill_random(&mut salt);
    Ok(bcrypt::hash(password, &salt))
}

fn bcrypt_func(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    hash(ctx, args.str(0).as_bytes()).map(Value::from)
}

fn htpasswd(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let user = args.str(0).as_bytes();
    if user.contains(&b':') {
        return Ok([b"invalid username: ", user].concat().into());
    }
    let hash = hash(ctx, args.str(1).as_bytes())?;
    Ok([user, b":", hash.as_bytes()].concat().into())
}

fn derive_password(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let ty = args.text(1);
    let Some(patterns) = derive::patterns(&ty) else {
        return Ok(format!("cannot find password template {ty}").into());
    };
    ctx.spend(100 * STEPS_PER_MILLISECOND)?;
    let [password, user, site] = [2, 3, 4].map(|index| args.str(index).as_bytes());
    Ok(derive::password(args.int(0) as u32, patterns, password, user, site).into())
}

const BLOCK: usize = 16;

/// The key: the password, cut or filled up with zeros.
fn cipher(password: &[u8]) -> Aes256 {
    let mut key = [0; 32];
    let length = password.len().min(key.len());
    key[..length].copy_from_slice(&password[..length]);
    Aes256::new(&key.into())
}

fn encrypt_aes(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let text = args.str(1).as_bytes();
    if text.is_empty() {
        return Ok(Value::Str(Str::EMPTY));
    }
    ctx.reserve(text.len() * 2)?;
    ctx.spend(text.len() / BLOCK)?;
    let cipher = cipher(args.str(0).as_bytes());
    let padding = BLOCK - text.len() % BLOCK;
    let padded = [text, &vec![padding as u8; padding]].concat();
    let mut last = [0; BLOCK];
    ctx.env().fill_random(&mut last);
    let mut out = last.to_vec();
    for plain in padded.chunks_exact(BLOCK) {
        let mut block = Block::<Aes256>::from(last);
        block.iter_mut().zip(plain).for_each(|(byte, plain)| *byte ^= plain);
        cipher.encrypt_block(&mut block);
        last = block.into();
        out.extend_from_slice(&last);
    }
    Ok(STANDARD.encode(out).into())
}

fn decrypt_aes(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let text = args.str(1).as_bytes();
    if text.is_empty() {
        return Ok(Value::Str(Str::EMPTY));
    }
    ctx.reserve(text.len())?;
    ctx.spend(text.len() / BLOCK)?;
    let crypt = decode64(text)
        .map_err(|at| FuncError::new(format!("illegal base64 data at input byte {at}")))?;
    let Some((vector, crypt)) = crypt.split_first_chunk::<BLOCK>() else {
        let length = crypt.len();
        return Err(FuncError::new(format!(
            "runtime error: slice bounds out of range [:16] with capacity {length}"
        )));
    };
    if crypt.len() % BLOCK != 0 {
        return Err(FuncError::new("crypto/cipher: input not full blocks"));
    }
    let cipher = cipher(args.str(0).as_bytes());
    let (mut last, mut out) = (*vector, Vec::with_capacity(crypt.len()));
    for chunk in crypt.as_chunks::<BLOCK>().0 {
        let mut block = Block::<Aes256>::from(*chunk);
        cipher.decrypt_block(&mut block);
        out.extend(block.iter().zip(last).map(|(byte, before)| byte ^ before));
        last = *chunk;
    }
    let Some(padding) = out.last().map(|last| usize::from(*last)) else {
        return Err(FuncError::new("runtime error: index out of range [-1]"));
    };
    let Some(length) = out.len().checked_sub(padding) else {
        let over = padding - out.len();
        return Err(FuncError::new(format!("runtime error: slice bounds out of range [:-{over}]")));
    };
    out.truncate(length);
    Ok(out.into())
}
