//! Passwords derived from a master password, by the scheme of Master Password.

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

const SEED: &[u8] = b"com.lyndir.masterpassword";

/// The patterns of each type of password; a letter stands for a class of characters.
const PATTERNS: &[(&str, &[&str])] = &[
    ("maximum", &["anoxxxxxxxxxxxxxxxxx", "axxxxxxxxxxxxxxxxxno"]),
    (
        "long",
        &[
            "CvcvnoCvcvCvcv",
            "CvcvCvcvnoCvcv",
            "CvcvCvcvCvcvno",
            "CvccnoCvcvCvcv",
            "CvccCvcvnoCvcv",
            "CvccCvcvCvcvno",
            "CvcvnoCvccCvcv",
            "CvcvCvccnoCvcv",
            "CvcvCvccCvcvno",
            "CvcvnoCvcvCvcc",
            "CvcvCvcvnoCvcc",
            "CvcvCvcvCvccno",
            "CvccnoCvccCvcv",
            "CvccCvccnoCvcv",
            "CvccCvccCvcvno",
            "CvcvnoCvccCvcc",
            "CvcvCvccnoCvcc",
            "CvcvCvccCvccno",
            "CvccnoCvcvCvcc",
            "CvccCvcvnoCvcc",
            "CvccCvcvCvccno",
        ],
    ),
    ("medium", &["CvcnoCvc", "CvcCvcno"]),
    ("short", &["Cvcn"]),
    ("basic", &["aaanaaan", "aannaaan", "aaannaaa"]),
    ("pin", &["nnnn"]),
];

/// The characters of a class.
fn class(letter: u8) -> &'static [u8] {
    match letter {
        b'V' => b"AEIOU",
        b'C' => b"BCDFGHJKLMNPQRSTVWXYZ",
        b'v' => b"aeiou",
        b'c' => b"bcdfghjklmnpqrstvwxyz",
        b'A' => b"AEIOUBCDFGHJKLMNPQRSTVWXYZ",
        b'a' => b"AEIOUaeiouBCDFGHJKLMNPQRSTVWXYZbcdfghjklmnpqrstvwxyz",
        b'n' => b"0123456789",
        b'o' => b"@&%?,=[]_:-+*$#!'^~;()/.",
        _ => b"AEIOUaeiouBCDFGHJKLMNPQRSTVWXYZbcdfghjklmnpqrstvwxyz0123456789!@#$%^&*()",
    }
}

/// The patterns of a type of password.
pub fn patterns(ty: &str) -> Option<&'static [&'static str]> {
    PATTERNS.iter().find(|(name, _)| *name == ty).map(|(_, patterns)| *patterns)
}

/// The password of a site.
pub fn password(
    counter: u32,
    patterns: &[&str],
    master: &[u8],
    user: &[u8],
    site: &[u8],
) -> String {
    let length = |text: &[u8]| (text.len() as u32).to_be_bytes();
    let salt = [SEED, &length(user), user].concat();
    let mut key = [0; 64];
    let params = scrypt::Params::new(15, 8, 2).expect("these parameters are allowed");
    scrypt::scrypt(master, &salt, &params, &mut key).expect("the output has a fit length");
    let mut mac = Hmac::<Sha256>::new_from_slice(&key).expect("any length is a key");
    mac.update(&[SEED, &length(site), site, &counter.to_be_bytes()].concat());
    let seed: [u8; 32] = mac.finalize().into_bytes().into();
    let pattern = patterns[usize::from(seed[0]) % patterns.len()].as_bytes();
    let pick = |(letter, byte): (&u8, &u8)| {
        let class = class(*letter);
        char::from(class[usize::from(*byte) % class.len()])
    };
    pattern.iter().zip(&seed[1..]).map(pick).collect()
}
