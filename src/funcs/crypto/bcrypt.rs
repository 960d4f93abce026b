//! The bcrypt hash, on the Blowfish cipher.
//!
//! Facts: Go's `x/crypto/bcrypt`: version 2a, cost 10.

use base64::Engine as _;
use base64::alphabet::BCRYPT;
use base64::engine::GeneralPurpose;
use base64::engine::general_purpose::NO_PAD;
use blowfish::Blowfish;

/// The longest password that Go takes.
pub const MAX_PASSWORD: usize = 72;

const COST: u32 = 10;

/// What is encrypted, in words of 32 bits.
const MAGIC: &[u8; 24] = b"OrpheanBeholderScryDoubt";

/// The hash of a password in the usual notation.
pub fn hash(password: &[u8], salt: &[u8; 16]) -> String {
    let engine = GeneralPurpose::new(&BCRYPT, NO_PAD);
    let (salt_text, hash) = (engine.encode(salt), engine.encode(digest(password, salt)));
    format!("$2a${COST:02}${salt_text}{hash}")
}

fn digest(password: &[u8], salt: &[u8; 16]) -> [u8; 23] {
    let key = [password, &[0]].concat();
    let mut cipher = Blowfish::bc_init_state();
    cipher.salted_expand_key(salt, &key);
    for _ in 0..1u32 << COST {
        cipher.bc_expand_key(&key);
        cipher.bc_expand_key(salt);
    }
    let mut out = [0; 24];
    for (magic, out) in MAGIC.as_chunks::<8>().0.iter().zip(out.as_chunks_mut::<8>().0) {
        let word = |at: usize| u32::from_be_bytes([0, 1, 2, 3].map(|i| magic[at + i]));
        let words = (0..64).fold([word(0), word(4)], |words, _| cipher.bc_encrypt(words));
        out[..4].copy_from_slice(&words[0].to_be_bytes());
        out[4..].copy_from_slice(&words[1].to_be_bytes());
    }
    // The last byte was forgotten in the first version, and so in all.
    let mut digest = [0; 23];
    digest.copy_from_slice(&out[..23]);
    digest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_known_hash_is_reproduced() {
        // From the tests of OpenBSD's bcrypt.
        let text = "$2a$10$k1wbIrmNyFAPwPVPSVa/zecw2BCEnBwVS2GbrmgzxFUOqW9dk4TCW";
        let salt = GeneralPurpose::new(&BCRYPT, NO_PAD).decode(&text[7..29]).unwrap();
        assert_eq!(hash(b"", &salt.try_into().unwrap()), text);
    }
}
