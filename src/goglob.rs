//! Go's two glob dialects: `path/filepath.Match`, and gobwas/glob as Helm's `.Files.Glob`
//! uses it.
//!
//! The tool's own globs are in [`crate::glob`]; these two exist because charts depend on how
//! exactly Go reads a pattern. Facts: Go 1.27 `path/filepath/match.go`, gobwas/glob 0.2.3.

use std::cell::OnceCell;

use regex::bytes::Regex;

use crate::goregex::{self, Texts};

/// A pattern that Go refuses: `syntax error in pattern`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("syntax error in pattern")]
pub struct BadPattern;

/// Go's `filepath.Match` on a Unix: `*` and `?` stop at `/`, `[a-z]` and `[^a-z]` are
/// classes, `\` takes the next character as it is. The whole name must match.
///
/// # Errors
/// When the pattern is malformed, even if the name already failed to match.
pub fn path_match(pattern: &str, name: &str) -> Result<bool, BadPattern> {
    Ok(PathPattern::new(pattern)?.matches(name))
}

/// A pattern of [`path_match`], for several names.
#[derive(Debug, Clone)]
pub struct PathPattern(Vec<Token>);

impl PathPattern {
    /// Reads a pattern.
    ///
    /// # Errors
    /// When it is malformed.
    pub fn new(pattern: &str) -> Result<PathPattern, BadPattern> {
        tokens(pattern).map(PathPattern)
    }

    /// True when the whole name matches.
    pub fn matches(&self, name: &str) -> bool {
        matches(&self.0, name)
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Token {
    /// Any run of characters but `/`.
    Star,
    /// Any one character but `/`.
    Any,
    Literal(char),
    Class {
        negated: bool,
        ranges: Vec<(char, char)>,
    },
}

fn tokens(pattern: &str) -> Result<Vec<Token>, BadPattern> {
    let mut tokens = Vec::new();
    let mut rest = pattern.chars().peekable();
    while let Some(c) = rest.next() {
        tokens.push(match c {
            '*' => Token::Star,
            '?' => Token::Any,
            '\\' => Token::Literal(rest.next().ok_or(BadPattern)?),
            '[' => class(&mut rest)?,
            c => Token::Literal(c),
        });
    }
    Ok(tokens)
}

fn class(rest: &mut std::iter::Peekable<std::str::Chars<'_>>) -> Result<Token, BadPattern> {
    let negated = rest.next_if_eq(&'^').is_some();
    let mut ranges = Vec::new();
    loop {
        // A class needs at least one range, so `]` closes only after the first.
        if !ranges.is_empty() && rest.next_if_eq(&']').is_some() {
            return Ok(Token::Class { negated, ranges });
        }
        let low = class_char(rest)?;
        let high = if rest.next_if_eq(&'-').is_some() { class_char(rest)? } else { low };
        ranges.push((low, high));
    }
}

fn class_char(rest: &mut std::iter::Peekable<std::str::Chars<'_>>) -> Result<char, BadPattern> {
    match rest.next().ok_or(BadPattern)? {
        '-' | ']' => Err(BadPattern),
        '\\' => rest.next().ok_or(BadPattern),
        c => Ok(c),
    }
}

/// Matching with one point to come back to, the last star: linear in practice, and never
/// worse than pattern times name.
fn matches(tokens: &[Token], name: &str) -> bool {
    let name: Vec<char> = name.chars().collect();
    let (mut t, mut n) = (0, 0);
    let mut retry: Option<(usize, usize)> = None;
    loop {
        let step = match tokens.get(t) {
            Some(Token::Star) => {
                retry = Some((t, n));
                t += 1;
                continue;
            }
            Some(token) => name.get(n).is_some_and(|c| takes(token, *c)),
            None if n == name.len() => return true,
            None => false,
        };
        if step {
            t += 1;
            n += 1;
            continue;
        }
        match retry {
            // The star swallows one character more, unless that is a separator.
            Some((star, at)) if name.get(at).is_some_and(|c| *c != '/') => {
                retry = Some((star, at + 1));
                t = star + 1;
                n = at + 1;
            }
            _ => return false,
        }
    }
}

fn takes(token: &Token, c: char) -> bool {
    match token {
        Token::Star => false,
        Token::Any => c != '/',
        Token::Literal(l) => *l == c,
        Token::Class { negated, ranges } => {
            ranges.iter().any(|(low, high)| *low <= c && c <= *high) != *negated
        }
    }
}

/// A pattern of gobwas/glob with `/` as separator: `*` and `?` stop at it, `**` does not,
/// `{a,b}` are alternatives, `[abc]`, `[!abc]` and `[a-z]` are classes, `\\` takes the next
/// character as it is.
#[derive(Debug, Clone)]
pub struct Glob {
    expression: String,
    /// For names of ASCII.
    ascii: Regex,
    /// For all names, when one needs it.
    any: OnceCell<Option<Regex>>,
}

/// How long a pattern may be; those of charts are short.
const MAX_GLOB: usize = 4096;

impl Glob {
    /// Reads a pattern.
    ///
    /// # Errors
    /// When the pattern is malformed.
    pub fn new(pattern: &str) -> Result<Glob, BadPattern> {
        if pattern.len() > MAX_GLOB {
            return Err(BadPattern);
        }
        let mut out = String::from("(?s)^");
        let mut chars = pattern.chars().peekable();
        let mut open = 0usize;
        while let Some(c) = chars.next() {
            match c {
                '*' if chars.next_if_eq(&'*').is_some() => out.push_str(".*"),
                '*' => out.push_str("[^/]*"),
                '?' => out.push_str("[^/]"),
                '\\' => push_literal(&mut out, chars.next().ok_or(BadPattern)?),
                '[' => glob_class(&mut chars, &mut out)?,
                '{' => {
                    open += 1;
                    out.push_str("(?:");
                }
                ',' if open > 0 => out.push('|'),
                '}' if open > 0 => {
                    open -= 1;
                    out.push(')');
                }
                c => push_literal(&mut out, c),
            }
        }
        if open > 0 {
            return Err(BadPattern);
        }
        out.push('$');
        let ascii = goregex::build(&out, Texts::Ascii).map_err(|_| BadPattern)?;
        Ok(Glob { expression: out, ascii, any: OnceCell::new() })
    }

    /// Whether the whole name matches.
    pub fn matches(&self, name: &str) -> bool {
        let name = name.as_bytes();
        if Texts::of(name) == Texts::Ascii {
            return self.ascii.is_match(name);
        }
        let any = self.any.get_or_init(|| goregex::build(&self.expression, Texts::Any).ok());
        any.as_ref().is_some_and(|any| any.is_match(name))
    }
}

fn push_literal(out: &mut String, c: char) {
    out.push_str(&regex::escape(c.encode_utf8(&mut [0; 4])));
}

/// One range, or a list of characters without ranges.
fn glob_class(
    chars: &mut std::iter::Peekable<std::str::Chars<'_>>,
    out: &mut String,
) -> Result<(), BadPattern> {
    out.push_str(if chars.next_if_eq(&'!').is_some() { "[^" } else { "[" });
    let mut members = Vec::new();
    loop {
        match chars.next().ok_or(BadPattern)? {
            ']' => break,
            '\\' => members.push(chars.next().ok_or(BadPattern)?),
            c => members.push(c),
        }
    }
    let escaped = |c: &char| format!("\\x{{{:x}}}", u32::from(*c));
    match members.as_slice() {
        [] => return Err(BadPattern),
        [low, '-', high] if low <= high => {
            out.push_str(&format!("{}-{}", escaped(low), escaped(high)));
        }
        [_, '-', ..] => return Err(BadPattern),
        list => list.iter().for_each(|c| out.push_str(&escaped(c))),
    }
    out.push(']');
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The table of facts: pattern, name, result (`None` is a syntax error).
    #[test]
    fn path_match_follows_go() {
        let table = [
            ("abc", "abc", Some(true)),
            ("*", "abc", Some(true)),
            ("*c", "abc", Some(true)),
            ("a*", "a", Some(true)),
            ("a*", "ab/c", Some(false)),
            ("a*/b", "abc/b", Some(true)),
            ("a*/b", "a/c/b", Some(false)),
            ("a*b*c*d*e*/f", "axbxcxdxe/f", Some(true)),
            ("a*b?c*x", "abxbbxdbxebxczzx", Some(true)),
            ("ab[c]", "abc", Some(true)),
            ("ab[b-d]", "abc", Some(true)),
            ("ab[^c]", "abc", Some(false)),
            ("ab[^e-g]", "abc", Some(true)),
            ("a\\*b", "a*b", Some(true)),
            ("a[^a]b", "a☺b", Some(true)),
            ("[\\]a]", "]", Some(true)),
            ("[\\-x]", "x", Some(true)),
            ("[]a]", "]", None),
            ("[-]", "-", None),
            ("[x-]", "x", None),
            ("[", "a", None),
            ("a[", "ab", None),
            ("a\\", "a", None),
            ("", "", Some(true)),
            ("*x", "xxx", Some(true)),
        ];
        for (pattern, name, expected) in table {
            assert_eq!(path_match(pattern, name).ok(), expected, "{pattern} {name}");
        }
    }

    #[test]
    fn globs_follow_gobwas() {
        let table = [
            ("*.txt", "a.txt", Some(true)),
            ("*.txt", "d/a.txt", Some(false)),
            ("**.txt", "d/a.txt", Some(true)),
            ("d/**", "d/e/f", Some(true)),
            ("{a,b*}/c", "bx/c", Some(true)),
            ("[!a-c]", "d", Some(true)),
            ("[abc]x", "bx", Some(true)),
            ("?/*", "é/ü", Some(true)),
            ("a\\*", "a*", Some(true)),
            ("[", "a", None),
            ("{a", "a", None),
        ];
        for (pattern, name, expected) in table {
            assert_eq!(Glob::new(pattern).ok().map(|g| g.matches(name)), expected, "{pattern}");
        }
    }
}
