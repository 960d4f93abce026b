//! Certificates: what is asked for, who issues it, the DER that comes out.
//!
//! The extensions, their order and their content are those of Go 1.27's `CreateCertificate`.

use std::net::IpAddr;

use sha2::{Digest as _, Sha256};

use super::der::{self, Reader, tag};
use super::key::{Key, Random};
use super::pem;
use crate::goquote::quote;
use crate::gotime::Time;

/// The last bytes of `id-ce` 2.5.29.
const KEY_USAGE: u8 = 15;
const EXTENDED_KEY_USAGE: u8 = 37;
const BASIC_CONSTRAINTS: u8 = 19;
const SUBJECT_KEY: u8 = 14;
const AUTHORITY_KEY: u8 = 35;
const ALTERNATIVE_NAMES: u8 = 17;

/// 2.5.4.3
const COMMON_NAME: &[u8] = &[0x55, 4, 3];
/// 1.3.6.1.5.5.7.3.1 and 2: servers and clients of TLS.
const SERVER: &[u8] = &[0x2b, 6, 1, 5, 5, 7, 3, 1];
const CLIENT: &[u8] = &[0x2b, 6, 1, 5, 5, 7, 3, 2];

/// What a certificate shall say.
#[derive(Debug)]
pub struct Request<'a> {
    /// The common name of the subject; may be empty.
    pub common_name: &'a str,
    /// Addresses that it is for.
    pub addresses: &'a [IpAddr],
    /// Host names that it is for.
    pub names: &'a [String],
    /// When it begins to be valid.
    pub from: Time,
    /// When it ends to be valid.
    pub until: Time,
    /// Whether it may sign others.
    pub authority: bool,
}

/// Who signs a certificate.
#[derive(Debug)]
pub struct Issuer {
    subject: Vec<u8>,
    key_id: Vec<u8>,
    public_info: Vec<u8>,
}

impl Issuer {
    /// Reads the issuer's own certificate; none if it is none.
    pub fn from_pem(text: &str) -> Result<Issuer, IssuerError> {
        let (_, content) = pem::read(text).ok_or(IssuerError::NoPem)?;
        Issuer::from_der(&content).ok_or(IssuerError::NoCertificate)
    }

    fn from_der(content: &[u8]) -> Option<Issuer> {
        let mut certificate = Reader(content).inside(tag::SEQUENCE)?;
        let mut reader = certificate.inside(tag::SEQUENCE)?;
        reader.next(0xa0);
        reader.next(tag::INTEGER)?;
        reader.next(tag::SEQUENCE)?;
        reader.next(tag::SEQUENCE)?;
        reader.next(tag::SEQUENCE)?;
        let subject = reader.next(tag::SEQUENCE)?.whole.to_vec();
        let public_info = reader.next(tag::SEQUENCE)?.whole.to_vec();
        let mut key_id = Vec::new();
        while let Some(element) = reader.any() {
            if element.tag == 0xa3 {
                key_id = subject_key(Reader(element.content)).unwrap_or_default();
            }
        }
        Some(Issuer { subject, key_id, public_info })
    }
}

/// Why a text is no certificate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IssuerError {
    /// It has no PEM block.
    NoPem,
    /// Its PEM block holds something else.
    NoCertificate,
}

fn subject_key(mut extensions: Reader<'_>) -> Option<Vec<u8>> {
    let mut extensions = extensions.inside(tag::SEQUENCE)?;
    while let Some(mut extension) = extensions.inside(tag::SEQUENCE) {
        if extension.next(tag::OID)?.content == [0x55, 0x1d, SUBJECT_KEY] {
            extension.next(tag::BOOLEAN);
            let mut value = extension.inside(tag::OCTET_STRING)?;
            return value.next(tag::OCTET_STRING).map(|id| id.content.to_vec());
        }
    }
    None
}

impl Request<'_> {
    /// The certificate in PEM, for the key's public half. Without an issuer it signs itself.
    ///
    /// # Errors
    /// Go's text: a name that is not ASCII, an issuer whose key is another one.
    pub fn issue(
        &self,
        key: &Key,
        issuer: Option<(&Issuer, &Key)>,
        random: &mut Random<'_>,
    ) -> Result<String, String> {
        let signer = issuer.map_or(key, |(_, key)| key);
        if issuer.is_some_and(|(issuer, key)| issuer.public_info != key.public_info()) {
            return Err("x509: provided PrivateKey doesn't match parent's PublicKey".into());
        }
        if let Some(name) = self.names.iter().find(|name| !name.is_ascii()) {
            return Err(format!("x509: {} cannot be encoded as an IA5String", quote(name)));
        }
        let subject = self.subject();
        let issued_by = issuer.map_or(&subject, |(issuer, _)| &issuer.subject);
        let mut serial = [0; 16];
        random(&mut serial);
        let algorithm = signer.signature_algorithm();
        let key_id = issuer.map_or(&[][..], |(issuer, _)| &issuer.key_id);
        let key_id = if *issued_by == subject { &[] } else { key_id };
        let content = der::sequence(&[
            &der::element(0xa0, &der::unsigned(&[2])),
            &der::unsigned(&serial),
            &algorithm,
            issued_by,
            &der::sequence(&[&time(&self.from), &time(&self.until)]),
            &subject,
            &key.public_info(),
            &der::element(0xa3, &self.extensions(key, key_id)),
        ]);
        let signature = signer.sign(&content, random)?;
        let whole = der::sequence(&[&content, &algorithm, &der::bits(&signature)]);
        Ok(pem::write("CERTIFICATE", &whole))
    }

    fn subject(&self) -> Vec<u8> {
        if self.common_name.is_empty() {
            return der::sequence(&[]);
        }
        let printable = |c: char| c.is_ascii_alphanumeric() || " '()+,-./:=?".contains(c);
        let tag = if self.common_name.chars().all(printable) {
            tag::PRINTABLE_STRING
        } else {
            tag::UTF8_STRING
        };
        let name = der::element(tag, self.common_name.as_bytes());
        let attribute = der::sequence(&[&der::oid(COMMON_NAME), &name]);
        der::sequence(&[&der::element(tag::SET, &attribute)])
    }

    fn extensions(&self, key: &Key, authority_key: &[u8]) -> Vec<u8> {
        // Signatures and encryption of keys, and signing certificates; the first byte says how
        // many bits of the last one do not count.
        let usage: &[u8] = if self.authority { &[2, 0xa4] } else { &[5, 0xa0] };
        let constraints = match self.authority {
            true => der::sequence(&[&der::element(tag::BOOLEAN, &[0xff])]),
            false => der::sequence(&[]),
        };
        let purposes = der::sequence(&[&der::oid(SERVER), &der::oid(CLIENT)]);
        let mut all = vec![
            extension(KEY_USAGE, true, &der::element(tag::BIT_STRING, usage)),
            extension(EXTENDED_KEY_USAGE, false, &purposes),
            extension(BASIC_CONSTRAINTS, true, &constraints),
        ];
        if self.authority {
            let hash = Sha256::digest(key.public_bits());
            let id = der::element(tag::OCTET_STRING, &hash[..20]);
            all.push(extension(SUBJECT_KEY, false, &id));
        }
        if !authority_key.is_empty() {
            let id = der::sequence(&[&der::element(0x80, authority_key)]);
            all.push(extension(AUTHORITY_KEY, false, &id));
        }
        if !self.names.is_empty() || !self.addresses.is_empty() {
            // Without a subject, these are all that names the holder.
            let critical = self.common_name.is_empty();
            all.push(extension(ALTERNATIVE_NAMES, critical, &self.alternatives()));
        }
        der::element(tag::SEQUENCE, &all.concat())
    }

    fn alternatives(&self) -> Vec<u8> {
        let names = self.names.iter().map(|name| der::element(0x82, name.as_bytes()));
        let addresses = self.addresses.iter().map(|address| match address.to_canonical() {
            IpAddr::V4(address) => der::element(0x87, &address.octets()),
            IpAddr::V6(address) => der::element(0x87, &address.octets()),
        });
        der::element(tag::SEQUENCE, &names.chain(addresses).collect::<Vec<_>>().concat())
    }
}

fn extension(number: u8, critical: bool, value: &[u8]) -> Vec<u8> {
    let id = der::oid(&[0x55, 0x1d, number]);
    let critical = if critical { der::element(tag::BOOLEAN, &[0xff]) } else { Vec::new() };
    der::sequence(&[&id, &critical, &der::element(tag::OCTET_STRING, value)])
}

fn time(time: &Time) -> Vec<u8> {
    let (tag, layout) = match time.civil().year {
        1950..2050 => (tag::UTC_TIME, &b"060102150405Z"[..]),
        _ => (tag::GENERALIZED_TIME, &b"20060102150405Z"[..]),
    };
    der::element(tag, &time.format(layout))
}
