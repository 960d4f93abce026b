//! Private keys and certificates, made and read as Go's `crypto/x509` does.
//!
//! Knows no templates, clock or source of chance: callers hand in time and random bytes.
//! Keys are RSA, ECDSA on P-256 and Ed25519. Entry points: [`Key`], [`Request`], [`Issuer`].

mod cert;
mod der;
mod key;
mod pem;

pub use cert::{Issuer, IssuerError, Request};
pub use key::{Key, Kind, Random};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gotime::Time;

    /// Chance that repeats itself, but not soon.
    fn counter() -> impl FnMut(&mut [u8]) {
        let mut state = 1u64;
        move |buffer| {
            for byte in buffer {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                *byte = (state >> 56) as u8;
            }
        }
    }

    fn request(common_name: &str, authority: bool) -> Request<'_> {
        let (from, until) = (Time::unix(1_700_000_000, 0), Time::unix(1_800_000_000, 0));
        Request { common_name, addresses: &[], names: &[], from, until, authority }
    }

    #[test]
    fn keys_read_what_they_write() {
        for kind in [Kind::Ecdsa, Kind::Ed25519, Kind::Rsa(1024)] {
            let key = Key::generate(kind, &mut counter()).unwrap();
            let again = Key::from_pem(&key.to_pem()).unwrap();
            assert_eq!(again.to_pem(), key.to_pem());
            assert_eq!(again.public_info(), key.public_info());
        }
        assert_eq!(Key::from_pem("x").unwrap_err(), "no PEM data in input");
    }

    #[test]
    fn an_issuer_signs_only_with_its_own_key() {
        let mut random = counter();
        let key = Key::generate(Kind::Ecdsa, &mut random).unwrap();
        let other = Key::generate(Kind::Ed25519, &mut random).unwrap();
        let ca = request("ca", true).issue(&key, None, &mut random).unwrap();
        let issuer = Issuer::from_pem(&ca).unwrap();
        let leaf = request("leaf", false);
        assert!(leaf.issue(&other, Some((&issuer, &key)), &mut random).is_ok());
        let error = leaf.issue(&key, Some((&issuer, &other)), &mut random).unwrap_err();
        assert_eq!(error, "x509: provided PrivateKey doesn't match parent's PublicKey");
    }

    #[test]
    fn what_is_no_certificate_is_refused() {
        assert_eq!(Issuer::from_pem("x").unwrap_err(), IssuerError::NoPem);
        let text = pem::write("CERTIFICATE", &[0x30, 0x84, 0xff, 0xff, 0xff, 0xff]);
        assert_eq!(Issuer::from_pem(&text).unwrap_err(), IssuerError::NoCertificate);
    }
}
