//! Small glob patterns over names, rule ids, field paths and file paths, and hash suffixes.
//!
//! One [`Glob`] serves two readings. As *text* ([`Glob::matches`]) `*` and `**` stand for any
//! text and `?` for one character, so `*` alone matches everything: rules, cases, objects and
//! field paths are matched like this. As a *file path* ([`Glob::matches_path`]) `*` and `?`
//! stay within one folder and `**` stands for any number of folders. A backslash takes the
//! meaning off the next character; everything else, brackets included, is literal.
//!
//! This module reads no files and knows nothing of Kubernetes.

use std::fmt;

/// The longest pattern that is accepted; longer ones are mistakes.
const MAX_LENGTH: usize = 1024;

/// A parsed pattern.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Glob {
    text: Box<str>,
    tokens: Box<[Token]>,
    /// The pattern without the hash suffix that it was written with, if it has one.
    unhashed: Option<Box<[Token]>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Token {
    Char(char),
    /// `?`
    One,
    /// `*`
    Any,
    /// `**`
    Deep,
}

/// Why a text is no pattern.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GlobError {
    /// Nothing was written.
    #[error("an empty pattern matches nothing")]
    Empty,
    /// Three or more stars in a row.
    #[error("`{0}` has more than two `*` in a row")]
    Stars(String),
    /// A backslash with nothing behind it.
    #[error("`{0}` ends in a backslash that escapes nothing")]
    Escape(String),
    /// Longer than any sensible pattern.
    #[error("the pattern is {0} bytes long, at most {MAX_LENGTH} are allowed")]
    Length(usize),
}

impl Glob {
    /// Reads a pattern.
    pub fn parse(text: &str) -> Result<Glob, GlobError> {
        if text.is_empty() {
            return Err(GlobError::Empty);
        }
        if text.len() > MAX_LENGTH {
            return Err(GlobError::Length(text.len()));
        }
        let stem = strip_hash_suffix(text);
        let unhashed = if stem.len() < text.len() { tokenize(stem).ok() } else { None };
        Ok(Glob { text: text.into(), tokens: tokenize(text)?, unhashed })
    }

    /// The pattern as it was written.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// True when the pattern has no wildcard: it names one thing.
    pub fn is_literal(&self) -> bool {
        self.tokens.iter().all(|t| matches!(t, Token::Char(_)))
    }

    /// Whether the whole text matches; `*` and `**` both stand for any text.
    pub fn matches(&self, text: &str) -> bool {
        matches_chars(&self.tokens, text)
    }

    /// Whether a name matches when hash suffixes are taken off on both sides. Works for names
    /// and for `Kind/name`.
    pub fn matches_object(&self, text: &str) -> bool {
        let stem = strip_hash_suffix(text);
        let tokens = self.unhashed.as_deref().unwrap_or(&self.tokens);
        self.matches(text) || matches_chars(tokens, stem)
    }

    /// Whether a `/`-separated file path matches; `*` and `?` stay within one folder and `**`
    /// stands for any number of folders, none included.
    pub fn matches_path(&self, path: &str) -> bool {
        let pattern: Vec<&[Token]> = self.tokens.split(|t| *t == Token::Char('/')).collect();
        let parts: Vec<&str> = path.split('/').collect();
        wildcard(&pattern, &parts, |p| matches!(p, [Token::Deep]), |p, part| matches_chars(p, part))
    }
}

impl fmt::Display for Glob {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl serde::Serialize for Glob {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.text)
    }
}

fn tokenize(text: &str) -> Result<Box<[Token]>, GlobError> {
    let mut tokens = Vec::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        let token = match c {
            '?' => Token::One,
            '\\' => match chars.next() {
                Some(escaped) => Token::Char(escaped),
                None => return Err(GlobError::Escape(text.to_owned())),
            },
            '*' => match tokens.last() {
                Some(Token::Deep) => return Err(GlobError::Stars(text.to_owned())),
                Some(Token::Any) => {
                    tokens.pop();
                    Token::Deep
                }
                _ => Token::Any,
            },
            c => Token::Char(c),
        };
        tokens.push(token);
    }
    Ok(tokens.into())
}

fn matches_chars(tokens: &[Token], text: &str) -> bool {
    let chars: Vec<char> = text.chars().collect();
    wildcard(
        tokens,
        &chars,
        |t| matches!(t, Token::Any | Token::Deep),
        |t, c| matches!(t, Token::One) || *t == Token::Char(*c),
    )
}

/// Matches a list of items against a pattern with wildcards that stand for any number of them.
/// Only the last wildcard is ever reconsidered, so the work is bounded by `pattern × items`.
fn wildcard<P, T>(
    pattern: &[P],
    items: &[T],
    is_any: impl Fn(&P) -> bool,
    is_one: impl Fn(&P, &T) -> bool,
) -> bool {
    let (mut p, mut i) = (0, 0);
    // Where to go on when the last wildcard has to take one item more.
    let mut retry: Option<(usize, usize)> = None;
    while i < items.len() {
        if p < pattern.len() && is_any(&pattern[p]) {
            p += 1;
            retry = Some((p, i));
        } else if p < pattern.len() && is_one(&pattern[p], &items[i]) {
            p += 1;
            i += 1;
        } else if let Some((after, taken)) = retry {
            p = after;
            i = taken + 1;
            retry = Some((after, i));
        } else {
            return false;
        }
    }
    pattern[p..].iter().all(is_any)
}

/// The name without the content hash that charts append, `demo-workers-1f3a9c0e` →
/// `demo-workers`; the whole name when it has none.
///
/// A hash is a last part of 5 to 64 hexadecimal digits (`sha256sum | trunc N` in Helm charts),
/// or the 10 characters that kustomize appends. Words such as `facade`, and short names that
/// people count with such as `def00`, are no hashes. The answer is a guess about one name;
/// whoever sees both sides of a change should look at the content too.
pub fn strip_hash_suffix(name: &str) -> &str {
    match name.rsplit_once('-') {
        Some((stem, tail)) if !stem.is_empty() && !stem.ends_with('/') && is_hash(tail) => stem,
        _ => name,
    }
}

/// True when a name part looks like a content hash, see [`strip_hash_suffix`].
pub fn is_hash(text: &str) -> bool {
    is_hex_hash(text) || is_kustomize_hash(text)
}

fn is_hex_hash(text: &str) -> bool {
    let hex = |b: u8| matches!(b, b'0'..=b'9' | b'a'..=b'f');
    if !(5..=64).contains(&text.len()) || !text.bytes().all(hex) {
        return false;
    }
    let letters = text.bytes().take_while(u8::is_ascii_lowercase).count();
    let counted = text.len() - letters <= 2 && text.bytes().skip(letters).all(|b| b < b'a');
    // Three or more letters and at most two digits behind them: a word, or a counted name.
    !(text.len() < 8 && letters >= 3 && counted)
}

/// Kustomize writes a hash with letters that spell no words
/// (kustomize v5, `api/hasher/hasher.go`).
fn is_kustomize_hash(text: &str) -> bool {
    text.len() == 10
        && text.bytes().all(|b| b"bcdfghkmt2456789".contains(&b))
        && text.bytes().any(|b| b.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn glob(text: &str) -> Glob {
        Glob::parse(text).unwrap()
    }

    #[test]
    fn stars_in_text_stand_for_any_text() {
        for (pattern, text, expected) in [
            ("*", "aws/flatcar/default", true),
            ("iam/*", "iam/unlisted-instance-profile", true),
            ("iam/*", "ref/dangling-reference", false),
            ("spec.**", "spec.files[0].path", true),
            ("spec.files[*].path", "spec.files[12].path", true),
            ("spec.files[*].path", "spec.files[12].content", false),
            ("*-teleport-join-token", "demo-teleport-join-token", true),
            ("a?c", "abc", true),
            ("a?c", "ac", false),
            ("a*b*c", "a--b-b--c", true),
            ("a*b*c", "a--b-b--", false),
            (r"a\*", "a*", true),
            (r"a\*", "ab", false),
            ("ä*", "äöü", true),
        ] {
            assert_eq!(glob(pattern).matches(text), expected, "{pattern} {text}");
        }
    }

    #[test]
    fn stars_in_paths_stay_within_a_folder() {
        for (pattern, path, expected) in [
            ("ci/*.yaml", "ci/test-a-values.yaml", true),
            ("ci/*.yaml", "ci/sub/test.yaml", false),
            ("ci/**/*.yaml", "ci/sub/deep/test.yaml", true),
            ("ci/**/*.yaml", "ci/test.yaml", true),
            ("**", "a/b/c", true),
            ("**/c", "a/b/c", true),
            ("a/?/c", "a/b/c", true),
        ] {
            assert_eq!(glob(pattern).matches_path(path), expected, "{pattern} {path}");
        }
    }

    #[test]
    fn patterns_that_match_nothing_are_refused() {
        assert_eq!(Glob::parse(""), Err(GlobError::Empty));
        assert!(matches!(Glob::parse("a***"), Err(GlobError::Stars(_))));
        assert!(matches!(Glob::parse("a\\"), Err(GlobError::Escape(_))));
        assert!(matches!(Glob::parse(&"a".repeat(2000)), Err(GlobError::Length(2000))));
    }

    #[test]
    fn hashes_are_told_from_words_and_counted_names() {
        for (name, stem) in [
            ("demo-workers-1f3a9c0e", "demo-workers"),
            ("demo-def00-9b1c4", "demo-def00"),
            ("demo-def00", "demo-def00"),
            ("demo-facade", "demo-facade"),
            ("demo-control-plane", "demo-control-plane"),
            ("demo-files-5", "demo-files-5"),
            ("config-8mbdf7882g", "config"),
            ("1f3a9c0e", "1f3a9c0e"),
            ("Secret/demo-1f3a9c0e", "Secret/demo"),
            ("", ""),
        ] {
            assert_eq!(strip_hash_suffix(name), stem, "{name}");
        }
    }

    #[test]
    fn object_patterns_ignore_hashes_on_both_sides() {
        let pattern = glob("AWSMachineTemplate/demo-control-plane");
        assert!(pattern.matches_object("AWSMachineTemplate/demo-control-plane-1f3a9c0e"));
        let pinned = glob("AWSMachineTemplate/demo-control-plane-1f3a9c0e");
        assert!(pinned.matches_object("AWSMachineTemplate/demo-control-plane-99999999"));
        assert!(!pinned.matches_object("AWSMachineTemplate/demo-workers-99999999"));
        assert!(glob("AWSMachinePool/*").matches_object("AWSMachinePool/demo-def00"));
    }

    #[test]
    fn many_stars_take_bounded_time() {
        let text = "ab".repeat(20_000);
        assert!(!glob(&format!("{}c", "a*".repeat(500))).matches(&text));
        assert!(glob(&format!("{}b", "a*".repeat(500))).matches(&text));
    }
}
