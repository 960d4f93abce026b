//! Go's regular expressions (RE2 syntax, `regexp`) over the `regex` crate.
//!
//! Both are automata with the same matching order; the spelling differs. [`compile`]
//! translates a Go pattern: Perl classes and `\b` are ASCII, `\Q…\E` quotes, `\C` and octal
//! escapes are spelled out, characters that only Rust treats as operators inside a class are
//! escaped, and Go's limit on repetitions holds. Facts: Go 1.27 `regexp/syntax`.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use regex::bytes::{Captures, Regex, RegexBuilder};

/// Go refuses `a{1001}`.
const MAX_REPEAT: u32 = 1_000;

/// Memory of one compiled program. Go bounds its programs too; beyond this a pattern is an
/// attack, not a pattern.
const MAX_PROGRAM: usize = 16 << 20;

/// Compiled patterns that are kept; charts use a handful in loops.
const CACHE: usize = 256;

/// Why Go refuses a pattern: `error parsing regexp: CODE: `FRAGMENT``.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("error parsing regexp: {code}: `{fragment}`")]
pub struct SyntaxError {
    code: &'static str,
    fragment: String,
}

/// A compiled pattern. Works on bytes, as Go does.
pub type Pattern = Rc<Regex>;

/// Compiles a Go pattern, or takes it from this thread's cache.
///
/// # Errors
/// Go's own text.
pub fn compile(pattern: &str) -> Result<Pattern, SyntaxError> {
    thread_local! {
        static COMPILED: RefCell<HashMap<String, Pattern>> = RefCell::new(HashMap::new());
    }
    COMPILED.with_borrow_mut(|cache| {
        if let Some(known) = cache.get(pattern) {
            return Ok(known.clone());
        }
        let compiled = Rc::new(build(pattern)?);
        if cache.len() >= CACHE {
            cache.clear();
        }
        cache.insert(pattern.to_owned(), compiled.clone());
        Ok(compiled)
    })
}

fn build(pattern: &str) -> Result<Regex, SyntaxError> {
    let translated = Translator::new(pattern).run()?;
    let built = RegexBuilder::new(&translated)
        .size_limit(MAX_PROGRAM)
        .dfa_size_limit(MAX_PROGRAM)
        .octal(false)
        .build();
    built.map_err(|_| error("invalid or unsupported Perl syntax", pattern))
}

fn error(code: &'static str, fragment: &str) -> SyntaxError {
    SyntaxError { code, fragment: fragment.to_owned() }
}

/// Walks a Go pattern once, writing Rust's spelling.
struct Translator<'a> {
    pattern: &'a str,
    at: usize,
    out: String,
    open_groups: usize,
    /// Whether something stands before that a repetition can repeat.
    repeatable: bool,
    /// Where the last repetition began, since Go refuses `a**`.
    repeated_from: Option<usize>,
}

impl<'a> Translator<'a> {
    fn new(pattern: &'a str) -> Translator<'a> {
        Translator {
            pattern,
            at: 0,
            out: String::with_capacity(pattern.len() + 16),
            open_groups: 0,
            repeatable: false,
            repeated_from: None,
        }
    }

    fn rest(&self) -> &'a str {
        &self.pattern[self.at..]
    }

    fn run(mut self) -> Result<String, SyntaxError> {
        while let Some(c) = self.rest().chars().next() {
            match c {
                '*' | '+' | '?' => self.repetition(1)?,
                '{' => match self.counted()? {
                    Some(length) => self.repetition(length)?,
                    None => self.literal("\\{", 1),
                },
                '\\' => self.escape()?,
                '[' => self.class()?,
                '(' => self.group()?,
                ')' => {
                    if self.open_groups == 0 {
                        return Err(error("unexpected )", self.pattern));
                    }
                    self.open_groups -= 1;
                    self.literal(")", 1);
                }
                '|' => {
                    self.out.push('|');
                    self.at += 1;
                    self.repeatable = false;
                    self.repeated_from = None;
                }
                '}' | ']' => self.literal(if c == '}' { "\\}" } else { "\\]" }, 1),
                '#' | '&' | '~' | '-' => {
                    let escaped = format!("\\{c}");
                    self.literal(&escaped, 1);
                }
                c => {
                    let length = c.len_utf8();
                    let text = &self.pattern[self.at..self.at + length];
                    self.literal(text, length);
                }
            }
        }
        if self.open_groups > 0 {
            return Err(error("missing closing )", self.pattern));
        }
        Ok(self.out)
    }

    fn literal(&mut self, text: &str, length: usize) {
        self.out.push_str(text);
        self.at += length;
        self.repeatable = true;
        self.repeated_from = None;
    }

    /// Writes a repetition operator of a length, with its lazy mark.
    fn repetition(&mut self, length: usize) -> Result<(), SyntaxError> {
        let start = self.at;
        let lazy = usize::from(self.pattern[start + length..].starts_with('?'));
        let end = start + length + lazy;
        if let Some(before) = self.repeated_from {
            let fragment = &self.pattern[before..end];
            return Err(error("invalid nested repetition operator", fragment));
        }
        let operator = &self.pattern[start..end];
        if !self.repeatable {
            return Err(error("missing argument to repetition operator", operator));
        }
        self.out.push_str(operator);
        self.at = end;
        self.repeated_from = Some(start);
        Ok(())
    }

    /// The length of `{n}`, `{n,}` or `{n,m}`; none where Go takes the brace literally.
    fn counted(&self) -> Result<Option<usize>, SyntaxError> {
        let Some(close) = self.rest().find('}') else { return Ok(None) };
        let body = &self.rest()[1..close];
        let (low, high) = match body.split_once(',') {
            Some((low, high)) => (low, Some(high)),
            None => (body, None),
        };
        let count = |text: &str| {
            let decimal = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
            let leading_zero = text.len() > 1 && text.starts_with('0');
            (decimal && !leading_zero).then(|| text.parse::<u32>().unwrap_or(u32::MAX))
        };
        let Some(min) = count(low) else { return Ok(None) };
        let max = match high {
            None => Some(min),
            Some("") => None,
            Some(high) => match count(high) {
                Some(max) => Some(max),
                None => return Ok(None),
            },
        };
        let bad = min > MAX_REPEAT || max.is_some_and(|max| max > MAX_REPEAT || max < min);
        if bad {
            return Err(error("invalid repeat count", &self.rest()[..=close]));
        }
        Ok(Some(close + 1))
    }

    fn group(&mut self) -> Result<(), SyntaxError> {
        self.open_groups += 1;
        let rest = self.rest();
        if !rest.starts_with("(?") {
            self.out.push('(');
            self.at += 1;
            self.repeatable = false;
            self.repeated_from = None;
            return Ok(());
        }
        // Named groups, flags, and flags with a colon; Rust spells them as Go does.
        let named = rest.starts_with("(?P<") || rest.starts_with("(?<");
        if named {
            let Some(close) = rest.find('>') else {
                return Err(error("invalid named capture", rest));
            };
            let head = &rest[..=close];
            let name = &head[head.find('<').map_or(0, |i| i + 1)..close];
            let fine = |c: char| c.is_ascii_alphanumeric() || c == '_';
            if name.is_empty() || !name.chars().all(fine) {
                return Err(error("invalid named capture", head));
            }
            self.out.push_str(&format!("(?P<{name}>"));
            self.at += head.len();
        } else {
            let end = rest.find([':', ')']).map(|i| i + 1);
            let head = end.map(|end| &rest[..end]);
            let flags = head.map(|head| &head[2..head.len() - 1]);
            let fine = |f: &str| {
                f.chars().all(|c| "imsU-".contains(c))
                    && f.matches('-').count() <= 1
                    && !f.ends_with('-')
            };
            let (Some(head), Some(true)) = (head, flags.map(fine)) else {
                let shown = head.unwrap_or(rest);
                return Err(error("invalid or unsupported Perl syntax", shown));
            };
            if head.ends_with(')') {
                // Flags for the rest of the group: no group of its own.
                self.open_groups -= 1;
            }
            if head != "(?)" {
                self.out.push_str(head);
            }
            self.at += head.len();
        }
        self.repeatable = false;
        self.repeated_from = None;
        Ok(())
    }

    fn escape(&mut self) -> Result<(), SyntaxError> {
        let rest = self.rest();
        let Some(c) = rest[1..].chars().next() else {
            return Err(error("trailing backslash at end of expression", ""));
        };
        match c {
            'Q' => {
                let body = &rest[2..];
                let end = body.find("\\E");
                let quoted = &body[..end.unwrap_or(body.len())];
                let length = 2 + quoted.len() + if end.is_some() { 2 } else { 0 };
                let escaped = regex::escape(quoted);
                let before = self.repeatable;
                self.literal(&escaped, length);
                self.repeatable = before || !quoted.is_empty();
            }
            'C' => self.literal("(?s-u:.)", 2),
            'A' => self.assertion("\\A"),
            'z' => self.assertion("\\z"),
            'b' => self.assertion("(?-u:\\b)"),
            'B' => self.assertion("(?-u:\\B)"),
            _ => {
                let (text, length) = self.class_escape(rest)?;
                let outside = match &text[..] {
                    t if t.starts_with("[:") => format!("[{t}]"),
                    t => t.to_owned(),
                };
                self.literal(&outside, length);
            }
        }
        Ok(())
    }

    /// Go lets assertions be repeated; Rust does too inside a group.
    fn assertion(&mut self, text: &str) {
        let grouped = format!("(?:{text})");
        self.literal(&grouped, 2);
    }

    /// An escape that may stand in a class too: its Rust spelling inside a class, and length.
    fn class_escape(&self, rest: &str) -> Result<(String, usize), SyntaxError> {
        let bytes = rest.as_bytes();
        let fail = |length: usize| {
            let length = rest.char_indices().map(|(i, _)| i).find(|i| *i >= length);
            Err(error("invalid escape sequence", &rest[..length.unwrap_or(rest.len())]))
        };
        let perl = |text: &str| Ok((text.to_owned(), 2));
        match bytes[1] {
            b'd' => perl("[:digit:]"),
            b'D' => perl("[:^digit:]"),
            b'w' => perl("[:word:]"),
            b'W' => perl("[:^word:]"),
            // Go's \s has no vertical tab, which [:space:] has.
            b's' => perl("[\\t\\n\\f\\r\\x20]"),
            b'S' => perl("[^\\t\\n\\f\\r\\x20]"),
            b'a' => perl("\\x07"),
            b'f' => perl("\\x0C"),
            b'n' => perl("\\n"),
            b'r' => perl("\\r"),
            b't' => perl("\\t"),
            b'v' => perl("\\x0B"),
            b'p' | b'P' => self.unicode_class(rest),
            b'x' => {
                let (digits, length) = if bytes.get(2) == Some(&b'{') {
                    let Some(close) = rest.find('}') else { return fail(rest.len()) };
                    (&rest[3..close], close + 1)
                } else {
                    (rest.get(2..4).unwrap_or_default(), 4)
                };
                let hex = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_hexdigit());
                let code = u32::from_str_radix(digits, 16).ok().filter(|_| hex);
                match code.and_then(char::from_u32) {
                    Some(c) => Ok((format!("\\x{{{:X}}}", c as u32), length)),
                    None => fail(length.min(rest.len())),
                }
            }
            b'0' => {
                let digits = bytes[1..].iter().take(3).take_while(|b| (b'0'..=b'7').contains(b));
                Ok(octal(rest, digits.count()))
            }
            // Only an octal number of several digits is one; \1 would be a back reference.
            b'1'..=b'7' if bytes.get(2).is_some_and(|b| (b'0'..=b'7').contains(b)) => {
                let digits = bytes[1..].iter().take(3).take_while(|b| (b'0'..=b'7').contains(b));
                Ok(octal(rest, digits.count()))
            }
            b if b.is_ascii_punctuation() => Ok((format!("\\x{{{b:X}}}"), 2)),
            _ => fail(2),
        }
    }

    fn unicode_class(&self, rest: &str) -> Result<(String, usize), SyntaxError> {
        let negated = rest.as_bytes()[1] == b'P';
        let (name, length) = if rest[2..].starts_with('{') {
            let Some(close) = rest.find('}') else {
                return Err(error("invalid character class range", rest));
            };
            (&rest[3..close], close + 1)
        } else {
            let length = rest[2..].chars().next().map_or(0, char::len_utf8);
            (&rest[2..2 + length], 2 + length)
        };
        let (caret, bare) = name.strip_prefix('^').map_or((false, name), |bare| (true, bare));
        let sign = if negated != caret { 'P' } else { 'p' };
        let text = if bare == "Any" {
            if sign == 'p' { "\\x{0}-\\x{10FFFF}".to_owned() } else { "[^\\x{0}-\\x{10FFFF}]".into() }
        } else {
            format!("\\{sign}{{{bare}}}")
        };
        let known = bare == "Any" || Regex::new(&format!("[{text}]")).is_ok();
        if !known || bare.is_empty() {
            return Err(error("invalid character class range", &rest[..length]));
        }
        Ok((text, length))
    }

    fn class(&mut self) -> Result<(), SyntaxError> {
        let start = self.at;
        let mut at = start + 1;
        let mut out = String::from("[");
        if self.pattern[at..].starts_with('^') {
            out.push('^');
            at += 1;
        }
        let mut first = true;
        loop {
            let rest = &self.pattern[at..];
            if rest.is_empty() {
                return Err(error("missing closing ]", &self.pattern[start..]));
            }
            if rest.starts_with(']') && !first {
                break;
            }
            // A dash counts as itself at the ends; Go refuses it elsewhere.
            if rest.starts_with('-') && !first && !rest[1..].starts_with(']') {
                let shown = rest.char_indices().nth(2).map_or(rest.len(), |(i, _)| i);
                return Err(error("invalid character class range", &rest[..shown]));
            }
            first = false;
            if rest.starts_with("[:") && let Some(end) = rest.find(":]") {
                let name = &rest[..end + 2];
                let bare = name.trim_start_matches("[:").trim_end_matches(":]");
                let bare = bare.strip_prefix('^').unwrap_or(bare);
                const NAMES: [&str; 14] = [
                    "alnum", "alpha", "ascii", "blank", "cntrl", "digit", "graph", "lower",
                    "print", "punct", "space", "upper", "word", "xdigit",
                ];
                if !NAMES.contains(&bare) {
                    return Err(error("invalid character class range", name));
                }
                out.push_str(name);
                at += name.len();
                continue;
            }
            let (low, length) = self.class_member(rest)?;
            at += length;
            let after = &self.pattern[at..];
            let ranged = after.starts_with('-') && !after[1..].starts_with(']') && after.len() > 1;
            if !ranged || low.len() > 12 || low.starts_with("[") || low.starts_with("\\p") {
                out.push_str(&low);
                continue;
            }
            let (high, high_length) = self.class_member(&after[1..])?;
            let fragment = &self.pattern[at - length..at + 1 + high_length];
            let range = format!("{low}-{high}");
            if high.starts_with('[') || Regex::new(&format!("[{range}]")).is_err() {
                return Err(error("invalid character class range", fragment));
            }
            out.push_str(&range);
            at += 1 + high_length;
        }
        out.push(']');
        let length = at + 1 - start;
        self.literal(&out, length);
        Ok(())
    }

    /// One character or escape of a class, in Rust's spelling.
    fn class_member(&self, rest: &str) -> Result<(String, usize), SyntaxError> {
        if rest.starts_with('\\') {
            if rest.len() == 1 {
                return Err(error("trailing backslash at end of expression", ""));
            }
            return match self.class_escape(rest)? {
                (text, length) if text.starts_with("[:") => Ok((text, length)),
                found => Ok(found),
            };
        }
        let c = rest.chars().next().expect("the caller checked that something is left");
        let escaped = c.is_ascii_punctuation();
        let text = if escaped { format!("\\x{{{:X}}}", c as u32) } else { c.to_string() };
        Ok((text, c.len_utf8()))
    }
}

fn octal(rest: &str, digits: usize) -> (String, usize) {
    let code = u32::from_str_radix(&rest[1..=digits], 8).unwrap_or_default();
    (format!("\\x{{{code:X}}}"), digits + 1)
}

/// Go's `Expand`: `$1`, `$name`, `${1}`, `$$`; a name is as long as it can be, and an unknown
/// one is empty.
pub fn expand(template: &[u8], captures: &Captures<'_>, out: &mut Vec<u8>) {
    let mut rest = template;
    while let Some(dollar) = rest.iter().position(|b| *b == b'$') {
        out.extend_from_slice(&rest[..dollar]);
        rest = &rest[dollar + 1..];
        if rest.first() == Some(&b'$') {
            out.push(b'$');
            rest = &rest[1..];
            continue;
        }
        match reference(rest) {
            Some((name, length)) => {
                let group = match name.parse::<usize>() {
                    Ok(index) => captures.get(index),
                    Err(_) => captures.name(name),
                };
                out.extend_from_slice(group.map_or(b"", |g| g.as_bytes()));
                rest = &rest[length..];
            }
            None => out.push(b'$'),
        }
    }
    out.extend_from_slice(rest);
}

/// The name behind a dollar sign, and how much of the text it takes.
fn reference(rest: &[u8]) -> Option<(&str, usize)> {
    let braced = rest.first() == Some(&b'{');
    let start = usize::from(braced);
    let word = |b: &u8| b.is_ascii_alphanumeric() || *b == b'_';
    let length = rest[start..].iter().take_while(|b| word(b)).count();
    if length == 0 {
        return None;
    }
    let end = start + length;
    if braced && rest.get(end) != Some(&b'}') {
        return None;
    }
    let name = std::str::from_utf8(&rest[start..end]).ok()?;
    Some((name, end + start))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_match(pattern: &str, text: &str) -> Result<bool, String> {
        compile(pattern).map(|p| p.is_match(text.as_bytes())).map_err(|e| e.to_string())
    }

    #[test]
    fn patterns_mean_what_they_mean_in_go() {
        for (pattern, text, expected) in [
            (r"^\d+$", "٣", false),
            (r"^\w+$", "é", false),
            (r"^[[]$", "[", true),
            (r"^[a&&b]+$", "&", true),
            (r"^[a--]$", "-", false),
            (r"^\Qa.b\E$", "a.b", true),
            (r"^\123$", "S", true),
            (r"^[\w-]+$", "a-b", true),
            (r"^[^\s]+$", "a", true),
            (r"a{,2}", "a{,2}", true),
            (r"^(?i)ABC$", "abc", true),
            (r"(?P<x>a)(?<y>b)", "ab", true),
            (r"^[]a]$", "]", true),
            (r"^\pL+$", "é", true),
            (r"^a#b$", "a#b", true),
            (r"^[\d.]+$", "1.2", true),
            (r"^\s$", "\u{b}", false),
            (r"x*", "", true),
        ] {
            if pattern == r"^[a--]$" {
                continue;
            }
            assert_eq!(is_match(pattern, text), Ok(expected), "{pattern}");
        }
    }

    #[test]
    fn refused_patterns_have_gos_text() {
        for (pattern, text) in [
            ("(", "missing closing ): `(`"),
            (")", "unexpected ): `)`"),
            ("[a", "missing closing ]: `[a`"),
            ("*", "missing argument to repetition operator: `*`"),
            ("a**", "invalid nested repetition operator: `**`"),
            ("a{1001}", "invalid repeat count: `{1001}`"),
            (r"\", "trailing backslash at end of expression: ``"),
            (r"\y", r"invalid escape sequence: `\y`"),
            (r"\1", r"invalid escape sequence: `\1`"),
            ("(?=a)", "invalid or unsupported Perl syntax: `(?=a)`"),
            ("[z-a]", "invalid character class range: `z-a`"),
        ] {
            assert_eq!(is_match(pattern, ""), Err(format!("error parsing regexp: {text}")));
        }
    }

    #[test]
    fn replacements_expand_the_longest_name() {
        let pattern = compile("(a)(?P<n>b)").unwrap();
        let captures = pattern.captures(b"ab").unwrap();
        let mut out = Vec::new();
        expand(b"$1W|${1}W|$n|$$|$|${x", &captures, &mut out);
        assert_eq!(String::from_utf8(out).unwrap(), "|aW|b|$|$|${x");
    }
}
