//! Data URLs as the `dataurl` package v1.0.0 of Vincent Petithory writes and checks them.

use base64::Engine;

/// The content as a data URL without media type: everything but unreserved characters is
/// percent-encoded byte by byte.
pub fn encode(content: &[u8]) -> String {
    const HEX: &[u8; 16] = b"0123456789ABCDEF";
    let mut out = Vec::with_capacity(content.len() + content.len() / 2 + 6);
    out.extend_from_slice(b"data:,");
    for b in content {
        if UNRESERVED[usize::from(*b)] {
            out.push(*b);
        } else {
            let (high, low) = (usize::from(b >> 4), usize::from(b & 15));
            out.extend_from_slice(&[b'%', HEX[high], HEX[low]]);
        }
    }
    String::from_utf8(out).expect("everything but ASCII is percent-encoded")
}

/// The length of a content in a data URL.
pub fn encoded_len(content: &[u8]) -> usize {
    content.iter().map(|b| if UNRESERVED[usize::from(*b)] { 1 } else { 3 }).sum()
}

/// Bytes that are not percent-encoded.
static UNRESERVED: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 0x7f {
        let b = byte as u8;
        table[byte] = b.is_ascii_alphanumeric()
            || matches!(b, b'-' | b'_' | b'.' | b'!' | b'~' | b'*' | b'\'' | b'(' | b')');
        byte += 1;
    }
    table
};

/// The content of a data URL. The error is the text of the real program.
pub fn decode(url: &str) -> Result<Vec<u8>, String> {
    let rest = url.strip_prefix("data:").ok_or("missing data prefix")?;
    let (base64, data) = header(rest)?;
    let good = if base64 { &BASE64 } else { &IN_URL };
    if !data.bytes().all(|b| good[usize::from(b)]) {
        return Err("invalid data character".into());
    }
    if base64 {
        let compact = data.replace('\n', "");
        let bytes = base64::engine::general_purpose::STANDARD.decode(&compact);
        return bytes.map_err(|_| "illegal base64 data".to_owned());
    }
    unescape(data)
}

/// Bytes that may stand in the data as they are.
static IN_URL: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0x21;
    while byte < 0x7f {
        table[byte] = !matches!(
            byte as u8,
            b'<' | b'>' | b'#' | b'"' | b'{' | b'}' | b'|' | b'\\' | b'^' | b'[' | b']' | b'`'
        );
        byte += 1;
    }
    table
};

/// Bytes that may stand in base64 data.
static BASE64: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 0x7f {
        let b = byte as u8;
        table[byte] = b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/' | b'=' | b'\n');
        byte += 1;
    }
    table
};

/// Reads what stands before the data: whether it is base64, and where the data begins.
fn header(text: &str) -> Result<(bool, &str), String> {
    let mut rest = text;
    match rest.chars().next() {
        None => return Err("missing comma before data".into()),
        Some(';' | ',') => {}
        Some(c) if is_token(c) => {
            let slash = token_end(rest);
            let kind = &rest[..slash];
            rest = &rest[slash..];
            match rest.chars().next() {
                None => return Err("missing media type slash".into()),
                Some('/') => {}
                Some(_) => return Err("invalid character for media type".into()),
            }
            let known = ["text", "image", "audio", "video", "application", "message", "multipart"];
            let extension = kind.starts_with("x-") || kind.starts_with("X-");
            if !extension && !known.iter().any(|k| kind.starts_with(k)) {
                return Err("invalid media type".into());
            }
            rest = &rest[1..];
            rest = &rest[token_end(rest)..];
            match rest.chars().next() {
                None => return Err("incomplete media type".into()),
                Some(';' | ',') => {}
                Some(_) => return Err("invalid character for media subtype".into()),
            }
        }
        Some(_) => return Err("invalid character after data prefix".into()),
    }
    loop {
        if let Some(data) = rest.strip_prefix(',') {
            return Ok((false, data));
        }
        rest = rest.strip_prefix(';').ok_or("expected semicolon or comma")?;
        match rest.chars().next() {
            None | Some('=' | ',') => return Err("unterminated parameter sequence".into()),
            Some(c) if is_token(c) => {}
            Some(_) => return Err("invalid character for parameter attribute".into()),
        }
        let end = token_end(rest);
        let name = &rest[..end];
        rest = &rest[end..];
        match rest.chars().next() {
            None => return Err("unterminated parameter sequence".into()),
            Some(',') if name == "base64" => return Ok((true, &rest[1..])),
            Some(',') => return Err(format!("expected base64, got {name}")),
            Some('=') => rest = parameter_value(&rest[1..])?,
            Some(_) => return Err("invalid character for parameter attribute".into()),
        }
    }
}

/// Skips the value of a parameter.
fn parameter_value(text: &str) -> Result<&str, String> {
    if let Some(quoted) = text.strip_prefix('"') {
        let mut chars = quoted.char_indices();
        while let Some((at, c)) = chars.next() {
            match c {
                '\\' => match chars.next() {
                    None => return Err("unexpected eof".into()),
                    Some((_, c)) if !c.is_ascii() => {
                        return Err("invalid escaped character".into());
                    }
                    Some(_) => {}
                },
                '"' => return after_value(&quoted[at + 1..]),
                c if !c.is_ascii() => return Err("invalid character for parameter value".into()),
                _ => {}
            }
        }
        return Err("unclosed quoted string".into());
    }
    match text.chars().next() {
        None => return Err("missing comma before data".into()),
        Some(c) if is_token(c) => {}
        Some(_) => return Err("invalid character for parameter value".into()),
    }
    let end = token_end(text);
    unescape(&text[..end])?;
    match text[end..].chars().next() {
        None => Err("missing comma before data".into()),
        Some(';' | ',') => Ok(&text[end..]),
        Some(_) => Err("invalid character for parameter value".into()),
    }
}

fn after_value(text: &str) -> Result<&str, String> {
    match text.chars().next() {
        None => Err("missing comma before data".into()),
        Some(';' | ',') => Ok(text),
        Some(_) => Err("expected semicolon or comma".into()),
    }
}

fn is_token(c: char) -> bool {
    c.is_ascii_graphic() && !"()<>@,;:\\\"/[]?=".contains(c)
}

fn token_end(text: &str) -> usize {
    text.find(|c| !is_token(c)).unwrap_or(text.len())
}

fn unescape(text: &str) -> Result<Vec<u8>, String> {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let plain = bytes[at..].iter().position(|b| *b == b'%').unwrap_or(bytes.len() - at);
        out.extend_from_slice(&bytes[at..at + plain]);
        at += plain;
        if at == bytes.len() {
            break;
        }
        let digit = |i: usize| {
            let b = bytes.get(i).ok_or("rfc2396: unexpected end of unescape sequence")?;
            // The real program prints the percent sign here, not the character it met.
            let value = char::from(*b).to_digit(16);
            value.ok_or("rfc2396: invalid char 0x25 in unescape sequence")
        };
        let value = digit(at + 1)? * 16 + digit(at + 2)?;
        out.push(u8::try_from(value).expect("two hexadecimal digits are one byte"));
        at += 3;
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_unreserved_characters_stay() {
        assert_eq!(encode("aZ0-_.!~*'() \n€".as_bytes()), "data:,aZ0-_.!~*'()%20%0A%E2%82%AC");
        assert_eq!(encoded_len("a \u{20ac}".as_bytes()), 1 + 3 + 9);
    }

    #[test]
    fn what_is_encoded_can_be_decoded() {
        let all: Vec<u8> = (0..=255).collect();
        assert_eq!(decode(&encode(&all)), Ok(all));
        assert_eq!(decode("data:;base64,Zm9v"), Ok(b"foo".to_vec()));
        assert_eq!(decode("data:text/plain;charset=utf-8,x"), Ok(b"x".to_vec()));
    }

    #[test]
    fn errors_are_those_of_the_real_program() {
        let error = |text| decode(text).unwrap_err();
        assert_eq!(error("data:"), "missing comma before data");
        assert_eq!(error("data:x"), "missing media type slash");
        assert_eq!(error("data:,a b"), "invalid data character");
        assert_eq!(error("data:,%2"), "rfc2396: unexpected end of unescape sequence");
        assert_eq!(error("data:foo/x,"), "invalid media type");
        assert_eq!(error("data:;gzip,"), "expected base64, got gzip");
    }
}
