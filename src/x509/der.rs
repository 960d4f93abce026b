//! DER, as far as keys and certificates need it.

/// Tags of types.
pub mod tag {
    #![allow(missing_docs, reason = "the names are those of ASN.1")]
    pub const BOOLEAN: u8 = 0x01;
    pub const INTEGER: u8 = 0x02;
    pub const BIT_STRING: u8 = 0x03;
    pub const OCTET_STRING: u8 = 0x04;
    pub const NULL: u8 = 0x05;
    pub const OID: u8 = 0x06;
    pub const UTF8_STRING: u8 = 0x0c;
    pub const PRINTABLE_STRING: u8 = 0x13;
    pub const UTC_TIME: u8 = 0x17;
    pub const GENERALIZED_TIME: u8 = 0x18;
    pub const SEQUENCE: u8 = 0x30;
    pub const SET: u8 = 0x31;
}

/// An element: its tag, its length, its content.
pub fn element(tag: u8, content: &[u8]) -> Vec<u8> {
    let mut out = vec![tag];
    let length = content.len();
    if length < 0x80 {
        out.push(length as u8);
    } else {
        let bytes = length.to_be_bytes();
        let bytes = &bytes[length.leading_zeros() as usize / 8..];
        out.push(0x80 | bytes.len() as u8);
        out.extend_from_slice(bytes);
    }
    out.extend_from_slice(content);
    out
}

/// An element made of others.
pub fn nest(tag: u8, parts: &[&[u8]]) -> Vec<u8> {
    element(tag, &parts.concat())
}

/// A sequence of elements.
pub fn sequence(parts: &[&[u8]]) -> Vec<u8> {
    nest(tag::SEQUENCE, parts)
}

/// A number that is not negative, from its big-endian bytes.
pub fn unsigned(bytes: &[u8]) -> Vec<u8> {
    let zeros = bytes.iter().take_while(|byte| **byte == 0).count();
    let bytes = &bytes[zeros..];
    match bytes.first() {
        Some(first) if *first < 0x80 => element(tag::INTEGER, bytes),
        _ => nest(tag::INTEGER, &[&[0], bytes]),
    }
}

/// A bit string of whole bytes.
pub fn bits(bytes: &[u8]) -> Vec<u8> {
    nest(tag::BIT_STRING, &[&[0], bytes])
}

/// An object identifier, from its encoded content.
pub fn oid(content: &[u8]) -> Vec<u8> {
    element(tag::OID, content)
}

/// An element that was read.
#[derive(Debug, Clone, Copy)]
pub struct Element<'a> {
    /// Its tag.
    pub tag: u8,
    /// Its content.
    pub content: &'a [u8],
    /// All of it, tag and length included.
    pub whole: &'a [u8],
}

/// Reads elements one after the other.
#[derive(Debug, Clone, Copy)]
pub struct Reader<'a>(pub &'a [u8]);

impl<'a> Reader<'a> {
    /// The next element, whatever it is.
    pub fn any(&mut self) -> Option<Element<'a>> {
        let (tag, first) = (*self.0.first()?, *self.0.get(1)?);
        let (length, header) = match first {
            0..=0x7f => (usize::from(first), 2),
            0x81..=0x84 => {
                let count = usize::from(first & 0x7f);
                let bytes = self.0.get(2..2 + count)?;
                (bytes.iter().fold(0, |n, byte| n << 8 | usize::from(*byte)), 2 + count)
            }
            _ => return None,
        };
        let end = header.checked_add(length)?;
        let whole = self.0.get(..end)?;
        self.0 = &self.0[end..];
        Some(Element { tag, content: &whole[header..], whole })
    }

    /// The next element, if it has the tag.
    pub fn next(&mut self, tag: u8) -> Option<Element<'a>> {
        let mut ahead = *self;
        let element = ahead.any().filter(|element| element.tag == tag)?;
        *self = ahead;
        Some(element)
    }

    /// Steps into the next element, which must have the tag.
    pub fn inside(&mut self, tag: u8) -> Option<Reader<'a>> {
        self.next(tag).map(|element| Reader(element.content))
    }
}
