//! PEM: Base64 between a line that begins and one that ends it.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

/// Writes a block with a final newline.
pub fn write(label: &str, content: &[u8]) -> String {
    let mut out = format!("-----BEGIN {label}-----\n");
    let text = STANDARD.encode(content);
    let mut rest = text.as_str();
    while !rest.is_empty() {
        let (line, more) = rest.split_at(rest.len().min(64));
        out.push_str(line);
        out.push('\n');
        rest = more;
    }
    out.push_str(&format!("-----END {label}-----\n"));
    out
}

/// Reads the first block: its label and content.
pub fn read(text: &str) -> Option<(&str, Vec<u8>)> {
    let (_, rest) = text.split_once("-----BEGIN ")?;
    let (label, rest) = rest.split_once("-----")?;
    let (body, _) = rest.split_once(&format!("-----END {label}-----"))?;
    let body: String = body.chars().filter(|c| !c.is_ascii_whitespace()).collect();
    Some((label, STANDARD.decode(body).ok()?))
}
