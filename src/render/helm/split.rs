//! Splitting what a template printed into documents.
//!
//! Facts: Helm 4.3, `pkg/release/v1/util/manifest.go`; Helm 3.17, `pkg/releaseutil/manifest.go`,
//! which Helm 4.1 still has.

use super::manifests::{trim_end, trim_start};

/// The documents of a text before 4.2, with their offsets. A separator takes the white space
/// around it, so that a second one right behind it is none; what remains of a document that
/// holds only white space of other kinds is an empty document.
pub(super) fn split_before_4_2(text: &[u8]) -> Vec<(usize, &[u8])> {
    let base = text.len() - trim_start(text).len();
    let text = trim_end(&text[base..]);
    let mut pieces = Vec::new();
    let mut push = |from: usize, to: usize| {
        if from == to {
            return;
        }
        let piece = trim_start(&text[from..to]);
        let offset = base + to - piece.len();
        pieces.push((offset, trim_end(piece)));
    };
    let (mut start, mut end) = (0, 0);
    let mut at = 0;
    while let Some((from, to)) = separator(text, at) {
        end = from;
        push(start, from);
        (start, at) = (to, to);
    }
    if end != text.len() || start == 0 {
        push(start, text.len());
    }
    pieces
}

/// Go's `\s`.
fn is_space(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | 0x0c | b'\r' | b' ')
}

/// The next match of `(?:^|\s*\n)---\s*` from a place on.
fn separator(text: &[u8], from: usize) -> Option<(usize, usize)> {
    let behind = |dashes: usize| {
        let rest = &text[dashes..];
        dashes + rest.iter().take_while(|byte| is_space(**byte)).count()
    };
    if from == 0 && text.starts_with(b"---") {
        return Some((0, behind(3)));
    }
    let line = text[from..].windows(4).position(|four| four == b"\n---")? + from;
    let spaces = text[from..line].iter().rev().take_while(|byte| is_space(**byte)).count();
    Some((line - spaces, behind(line + 4)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_separator_hides_the_next() {
        let pieces = |text: &str| -> Vec<String> {
            let pieces = split_before_4_2(text.as_bytes()).into_iter();
            pieces
                .map(|(at, piece)| {
                    assert_eq!(&text.as_bytes()[at..at + piece.len()], piece);
                    String::from_utf8(piece.to_vec()).unwrap()
                })
                .collect()
        };
        assert_eq!(pieces("a: 1\n\n--- \n\nb: 2\n"), ["a: 1", "b: 2"]);
        assert_eq!(pieces("---\n---\na: 1\n"), ["---\na: 1"]);
        assert_eq!(pieces("a: 1\n---\n---\n---\nb: 2"), ["a: 1", "---", "b: 2"]);
        assert_eq!(pieces("--- a\n---\n"), ["a"]);
        assert_eq!(pieces(" \n"), [""; 0]);
    }
}
