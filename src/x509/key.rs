//! Private keys: made, read, written, used.

use std::convert::Infallible;

use ed25519_dalek::Signer as _;
use rsa::pkcs1::{DecodeRsaPrivateKey as _, EncodeRsaPrivateKey as _};
use rsa::traits::PublicKeyParts as _;
use rsa::{Pkcs1v15Sign, rand_core};
use sha2::{Digest as _, Sha256};

use super::der::{self, Reader, tag};
use super::pem;

/// 1.2.840.113549.1.1.1
const RSA: &[u8] = &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 1, 1];
/// 1.2.840.113549.1.1.11
const SHA256_WITH_RSA: &[u8] = &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 1, 11];
/// 1.2.840.10045.2.1
const EC: &[u8] = &[0x2a, 0x86, 0x48, 0xce, 0x3d, 2, 1];
/// 1.2.840.10045.3.1.7
const P256: &[u8] = &[0x2a, 0x86, 0x48, 0xce, 0x3d, 3, 1, 7];
/// 1.2.840.10045.4.3.2
const ECDSA_WITH_SHA256: &[u8] = &[0x2a, 0x86, 0x48, 0xce, 0x3d, 4, 3, 2];
/// 1.3.101.112
const ED25519: &[u8] = &[0x2b, 0x65, 0x70];

/// Fills a buffer with random bytes.
pub type Random<'a> = dyn FnMut(&mut [u8]) + 'a;

/// The kinds of keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// RSA with so many bits.
    Rsa(usize),
    /// ECDSA on the curve P-256.
    Ecdsa,
    /// Ed25519.
    Ed25519,
}

/// A private key.
#[derive(Debug)]
pub struct Key(Inner);

#[derive(Debug)]
enum Inner {
    Rsa(Box<rsa::PrivateKey>),
    Ecdsa(p256::ecdsa::SigningKey),
    Ed25519(ed25519_dalek::SigningKey),
}

/// Chance as the cryptographic crates want it.
struct Chance<'r, 'a>(&'r mut Random<'a>);

impl rand_core::TryRng for Chance<'_, '_> {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        let mut bytes = [0; 4];
        (self.0)(&mut bytes);
        Ok(u32::from_le_bytes(bytes))
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        let mut bytes = [0; 8];
        (self.0)(&mut bytes);
        Ok(u64::from_le_bytes(bytes))
    }

    fn try_fill_bytes(&mut self, buffer: &mut [u8]) -> Result<(), Infallible> {
        (self.0)(buffer);
        Ok(())
    }
}

impl rand_core::TryCryptoRng for Chance<'_, '_> {}

impl Key {
    /// Makes a key.
    ///
    /// # Errors
    /// When chance gives nothing that is a key.
    pub fn generate(kind: Kind, random: &mut Random<'_>) -> Result<Key, String> {
        let mut seed = [0; 32];
        Ok(Key(match kind {
            Kind::Rsa(bits) => {
                let key = rsa::PrivateKey::new(&mut Chance(random), bits);
                Inner::Rsa(Box::new(key.map_err(|error| error.to_string())?))
            }
            Kind::Ecdsa => {
                // Almost every number is below the order of the curve.
                for _ in 0..16 {
                    random(&mut seed);
                    if let Ok(key) = p256::ecdsa::SigningKey::from_slice(&seed) {
                        return Ok(Key(Inner::Ecdsa(key)));
                    }
                }
                return Err("no random number is a key".into());
            }
            Kind::Ed25519 => {
                random(&mut seed);
                Inner::Ed25519(ed25519_dalek::SigningKey::from_bytes(&seed))
            }
        }))
    }

    /// Reads a key in PEM.
    ///
    /// # Errors
    /// Sprig's text.
    pub fn from_pem(text: &str) -> Result<Key, String> {
        let (label, content) = pem::read(text).ok_or("no PEM data in input")?;
        let inner = match label {
            "RSA PRIVATE KEY" => rsa_key(&content),
            "EC PRIVATE KEY" => ec_key(&content),
            "PRIVATE KEY" => pkcs8_key(&content),
            _ => return Err(format!("no private key data in PEM block of type {label}")),
        };
        inner.map(Key).ok_or_else(|| format!("{label} is malformed or of a kind not supported"))
    }

    /// The key in PEM, in the form that Go has for its kind.
    pub fn to_pem(&self) -> String {
        match &self.0 {
            Inner::Rsa(key) => {
                let content = key.to_pkcs1_der().expect("a valid key has an encoding");
                pem::write("RSA PRIVATE KEY", content.as_bytes())
            }
            Inner::Ecdsa(key) => {
                let content = der::sequence(&[
                    &der::unsigned(&[1]),
                    &der::element(tag::OCTET_STRING, &key.to_bytes()),
                    &der::element(0xa0, &der::oid(P256)),
                    &der::element(0xa1, &der::bits(&self.public_bits())),
                ]);
                pem::write("EC PRIVATE KEY", &content)
            }
            Inner::Ed25519(key) => {
                let seed = der::element(tag::OCTET_STRING, key.as_bytes());
                let content = der::sequence(&[
                    &der::unsigned(&[]),
                    &der::sequence(&[&der::oid(ED25519)]),
                    &der::element(tag::OCTET_STRING, &seed),
                ]);
                pem::write("PRIVATE KEY", &content)
            }
        }
    }

    /// The public key as it stands in a bit string.
    pub fn public_bits(&self) -> Vec<u8> {
        match &self.0 {
            Inner::Rsa(key) => {
                let n = key.n().to_be_bytes();
                let e = key.e().to_be_bytes();
                der::sequence(&[&der::unsigned(&n), &der::unsigned(&e)])
            }
            Inner::Ecdsa(key) => {
                let point = key.verifying_key().to_sec1_point(false);
                point.as_bytes().to_vec()
            }
            Inner::Ed25519(key) => key.verifying_key().to_bytes().to_vec(),
        }
    }

    /// The public key with its algorithm, as certificates hold it.
    pub fn public_info(&self) -> Vec<u8> {
        let algorithm = match &self.0 {
            Inner::Rsa(_) => der::sequence(&[&der::oid(RSA), &der::element(tag::NULL, &[])]),
            Inner::Ecdsa(_) => der::sequence(&[&der::oid(EC), &der::oid(P256)]),
            Inner::Ed25519(_) => der::sequence(&[&der::oid(ED25519)]),
        };
        der::sequence(&[&algorithm, &der::bits(&self.public_bits())])
    }

    /// The algorithm of the key's signatures, as certificates name it.
    pub fn signature_algorithm(&self) -> Vec<u8> {
        match &self.0 {
            Inner::Rsa(_) => {
                der::sequence(&[&der::oid(SHA256_WITH_RSA), &der::element(tag::NULL, &[])])
            }
            Inner::Ecdsa(_) => der::sequence(&[&der::oid(ECDSA_WITH_SHA256)]),
            Inner::Ed25519(_) => der::sequence(&[&der::oid(ED25519)]),
        }
    }

    /// Signs a text.
    ///
    /// # Errors
    /// When the key cannot, such as an RSA key that is too short.
    pub fn sign(&self, text: &[u8], random: &mut Random<'_>) -> Result<Vec<u8>, String> {
        match &self.0 {
            Inner::Rsa(key) => {
                let padding = Pkcs1v15Sign::new::<Sha256>();
                // The random numbers only blind the calculation.
                key.sign_with_rng(&mut Chance(random), padding, &Sha256::digest(text))
                    .map_err(|error| error.to_string())
            }
            Inner::Ecdsa(key) => {
                let signature: p256::ecdsa::Signature = key.sign(text);
                Ok(signature.to_der().as_bytes().to_vec())
            }
            Inner::Ed25519(key) => Ok(key.sign(text).to_bytes().to_vec()),
        }
    }
}

fn rsa_key(content: &[u8]) -> Option<Inner> {
    rsa::PrivateKey::from_pkcs1_der(content).ok().map(|key| Inner::Rsa(Box::new(key)))
}

fn ec_key(content: &[u8]) -> Option<Inner> {
    let mut reader = Reader(content).inside(tag::SEQUENCE)?;
    reader.next(tag::INTEGER)?;
    let number = reader.next(tag::OCTET_STRING)?;
    if let Some(mut curve) = reader.inside(0xa0)
        && curve.next(tag::OID)?.content != P256
    {
        return None;
    }
    p256::ecdsa::SigningKey::from_slice(number.content).ok().map(Inner::Ecdsa)
}

fn pkcs8_key(content: &[u8]) -> Option<Inner> {
    let mut reader = Reader(content).inside(tag::SEQUENCE)?;
    reader.next(tag::INTEGER)?;
    let mut algorithm = reader.inside(tag::SEQUENCE)?;
    let key = reader.next(tag::OCTET_STRING)?.content;
    match algorithm.next(tag::OID)?.content {
        RSA => rsa_key(key),
        EC if algorithm.next(tag::OID)?.content == P256 => ec_key(key),
        ED25519 => {
            let seed = Reader(key).next(tag::OCTET_STRING)?.content;
            let key = ed25519_dalek::SigningKey::from_bytes(seed.try_into().ok()?);
            Some(Inner::Ed25519(key))
        }
        _ => None,
    }
}
