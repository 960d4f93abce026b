//! Go's regular expressions (RE2 syntax) on top of the `regex` crate.
//!
//! The crate understands almost the same language. Where the two differ, the expression is
//! translated: Perl classes are ASCII in Go, braces that count nothing are literal, brackets
//! inside a class too. What Go refuses is refused, with Go's message.
//!
//! Most texts are ASCII, and for those an expression is built without Unicode's tables, which
//! would be most of the work ([`Texts`]).
//!
//! Knows nothing of templates or schemas. Entry points: [`translate`], [`compile`], [`cached`].
//! Source of the facts: Go 1.27, `regexp/syntax`.
//!
//! # Differences from Go
//! `\B` knows Unicode words, since the crate cannot do otherwise in text. Names of Unicode
//! classes are those of the crate.

mod weight;

use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt;
use std::rc::Rc;

use regex::bytes::{Captures, Regex, RegexBuilder};

pub(crate) use weight::weight;

/// The highest count in braces that Go takes.
const MAX_REPEAT: u32 = 1000;
/// How deeply groups may nest; as in Go.
const MAX_NESTING: usize = 1000;

/// Why Go refuses an expression. `Display` prints Go's message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    reason: &'static str,
    excerpt: String,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "error parsing regexp: {}: `{}`", self.reason, self.excerpt)
    }
}

impl std::error::Error for Error {}

/// Which texts a compiled expression is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Texts {
    /// Those without any byte beyond ASCII.
    Ascii,
    /// All.
    Any,
}

impl Texts {
    /// What an expression has to be compiled for to be used on a text.
    pub fn of(text: &[u8]) -> Texts {
        if text.is_ascii() { Texts::Ascii } else { Texts::Any }
    }
}

/// Compiles an expression for bytes, as Go works on them.
///
/// # Errors
/// When Go refuses the expression, or it is too large for the crate.
///
/// ```
/// use clusterctl_gs::goregex::{Texts, compile};
/// let regex = compile(r"^[[a]{1,2}{$", Texts::Any).unwrap();
/// assert!(regex.is_match(b"[a{"));
/// let error = compile("(?=x)", Texts::Any).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "error parsing regexp: invalid or unsupported Perl syntax: `(?=`"
/// );
/// ```
pub fn compile(expression: &str, texts: Texts) -> Result<Regex, Error> {
    build(&translate(expression)?, texts).map_err(|error| match error {
        regex::Error::CompiledTooBig(_) => fail("expression too large", expression),
        _ => fail("invalid character class range", expression),
    })
}

/// Compiles an expression that is in the crate's language.
///
/// # Errors
/// The crate's own.
pub fn build(translated: &str, texts: Texts) -> Result<Regex, regex::Error> {
    // An expression that speaks of characters beyond ASCII may mean some within, too: `(?i)`
    // finds a `k` for the Kelvin sign.
    let names_others = !translated.is_ascii()
        || [r"\p", r"\P", r"\x{"].iter().any(|sign| translated.contains(sign));
    if texts == Texts::Ascii
        && !names_others
        && let Ok(regex) = RegexBuilder::new(translated).unicode(false).build()
    {
        return Ok(regex);
    }
    RegexBuilder::new(translated).build()
}

/// The expression in the crate's language.
///
/// # Errors
/// When Go refuses the expression.
pub fn translate(expression: &str) -> Result<String, Error> {
    // Most expressions mean the same in both languages.
    let mut translator =
        Translator { text: expression, pos: 0, out: String::with_capacity(expression.len() + 8) };
    translator.run()?;
    Ok(translator.out)
}

fn fail(reason: &'static str, excerpt: &str) -> Error {
    Error { reason, excerpt: excerpt.into() }
}

struct Translator<'a> {
    text: &'a str,
    pos: usize,
    out: String,
}

impl<'a> Translator<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.pos..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.pos += c.len_utf8();
        Some(c)
    }

    fn run(&mut self) -> Result<(), Error> {
        let mut open = 0;
        // Whether something stands in front that an operator can repeat, and where the
        // operator in front of this one began.
        let mut repeatable = false;
        let mut last_repeat = None;
        while let Some(c) = self.peek() {
            let start = self.pos;
            let mut this_repeat = None;
            match c {
                '(' => {
                    open += 1;
                    if open > MAX_NESTING {
                        return Err(fail("expression nests too deeply", self.text));
                    }
                    repeatable = self.open_group(&mut open)?;
                }
                ')' => {
                    if open == 0 {
                        return Err(fail("unexpected )", self.text));
                    }
                    open -= 1;
                    self.copy(1);
                    repeatable = true;
                }
                '|' => {
                    self.copy(1);
                    repeatable = false;
                }
                '*' | '+' | '?' => {
                    self.repeat(start, 1, repeatable, last_repeat)?;
                    this_repeat = Some(start);
                }
                '{' => match self.counts()? {
                    Some(length) => {
                        self.repeat(start, length, repeatable, last_repeat)?;
                        this_repeat = Some(start);
                    }
                    None => {
                        self.pos += 1;
                        self.literal('{');
                        repeatable = true;
                    }
                },
                '[' => {
                    self.class()?;
                    repeatable = true;
                }
                '\\' => {
                    self.escape()?;
                    repeatable = true;
                }
                '^' | '$' | '.' => {
                    self.copy(1);
                    repeatable = true;
                }
                _ => {
                    self.pos += c.len_utf8();
                    self.literal(c);
                    repeatable = true;
                }
            }
            last_repeat = this_repeat;
        }
        if open > 0 { Err(fail("missing closing )", self.text)) } else { Ok(()) }
    }

    fn copy(&mut self, length: usize) {
        self.out.push_str(&self.text[self.pos..self.pos + length]);
        self.pos += length;
    }

    fn literal(&mut self, c: char) {
        if c.is_ascii_alphanumeric() || !c.is_ascii() {
            self.out.push(c);
        } else {
            self.out.push_str(&format!("\\x{:02x}", u32::from(c)));
        }
    }

    /// `(`, `(?flags:`, `(?flags)`, `(?P<name>`; true when a repetition may follow.
    fn open_group(&mut self, open: &mut usize) -> Result<bool, Error> {
        let rest = self.rest();
        if !rest.starts_with("(?") {
            self.copy(1);
            return Ok(false);
        }
        let name_at = match rest {
            _ if rest.starts_with("(?P<") => Some(4),
            _ if rest.starts_with("(?<") => Some(3),
            _ => None,
        };
        if let Some(name_at) = name_at {
            let Some(end) = rest.find('>') else {
                return Err(fail("invalid named capture", self.text));
            };
            let name = &rest[name_at..end];
            let valid = |c: char| c.is_ascii_alphanumeric() || c == '_';
            if name.is_empty() || !name.chars().all(valid) {
                return Err(fail("invalid named capture", &rest[..=end]));
            }
            let group = format!("(?P<{name}>");
            // In Go a name may begin with a digit or be given again; the crate refuses that,
            // and such a group goes unnamed.
            let named = !name.starts_with(|c: char| c.is_ascii_digit());
            let named = named && !self.out.contains(&group);
            self.out.push_str(if named { &group } else { "(" });
            self.pos += end + 1;
            return Ok(false);
        }
        let mut negative = false;
        let mut saw_flag = false;
        for (at, c) in rest.char_indices().skip(2) {
            match c {
                'i' | 'm' | 's' | 'U' => saw_flag = true,
                '-' if !negative => {
                    negative = true;
                    saw_flag = false;
                }
                ':' | ')' if !negative || saw_flag => {
                    let group = &rest[..=at];
                    // `(?)` and `(?:` are fine in Go, `(?)` is not in the crate.
                    if group != "(?)" {
                        self.out.push_str(group);
                    }
                    self.pos += at + 1;
                    *open -= usize::from(c == ')');
                    return Ok(false);
                }
                _ => {
                    let excerpt = &rest[..at + c.len_utf8()];
                    return Err(fail("invalid or unsupported Perl syntax", excerpt));
                }
            }
        }
        Err(fail("invalid or unsupported Perl syntax", rest))
    }

    /// An operator of some length with its optional `?`.
    fn repeat(
        &mut self,
        start: usize,
        length: usize,
        repeatable: bool,
        last_repeat: Option<usize>,
    ) -> Result<(), Error> {
        if !repeatable {
            let excerpt = &self.text[start..start + length];
            return Err(fail("missing argument to repetition operator", excerpt));
        }
        self.copy(length);
        if self.peek() == Some('?') {
            self.copy(1);
        }
        match last_repeat {
            Some(last) => {
                Err(fail("invalid nested repetition operator", &self.text[last..self.pos]))
            }
            None => Ok(()),
        }
    }

    /// The length of `{n}`, `{n,}` or `{n,m}`; none when the brace is literal.
    fn counts(&self) -> Result<Option<usize>, Error> {
        let Some((inner, _)) = self.rest()[1..].split_once('}') else { return Ok(None) };
        let number = |text: &str| {
            let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
            let plain = text == "0" || !text.starts_with('0');
            (digits && plain).then(|| text.parse().unwrap_or(u32::MAX))
        };
        let (low, high) = match inner.split_once(',') {
            None => match number(inner) {
                Some(count) => (count, count),
                None => return Ok(None),
            },
            Some((low, high)) => match (number(low), high.is_empty(), number(high)) {
                (Some(low), true, _) => (low, low),
                (Some(low), false, Some(high)) => (low, high),
                _ => return Ok(None),
            },
        };
        let length = inner.len() + 2;
        if low > MAX_REPEAT || high > MAX_REPEAT || low > high {
            return Err(fail("invalid repeat count", &self.rest()[..length]));
        }
        Ok(Some(length))
    }

    /// A backslash outside a class.
    fn escape(&mut self) -> Result<(), Error> {
        let rest = self.rest();
        let simple = match rest.as_bytes().get(1) {
            Some(b'A') => r"\A",
            Some(b'z') => r"\z",
            Some(b'b') => r"(?-u:\b)",
            Some(b'B') => r"\B",
            Some(b'C') => return Err(fail("invalid escape sequence", r"\C")),
            Some(b'Q') => {
                let (quoted, length) = match rest[2..].split_once(r"\E") {
                    Some((quoted, _)) => (quoted, quoted.len() + 4),
                    None => (&rest[2..], rest.len()),
                };
                quoted.chars().for_each(|c| self.literal(c));
                self.pos += length;
                return Ok(());
            }
            _ => {
                if !self.named_class()? {
                    let c = self.escaped_char()?;
                    self.literal(c);
                }
                return Ok(());
            }
        };
        self.out.push_str(simple);
        self.pos += 2;
        Ok(())
    }

    /// `\d`, `\pL` and their like; false when something else stands here.
    fn named_class(&mut self) -> Result<bool, Error> {
        let rest = self.rest();
        let perl = match rest.as_bytes().get(1) {
            Some(b'd') => "[0-9]",
            Some(b'D') => "[^0-9]",
            Some(b's') => r"[\t\n\f\r ]",
            Some(b'S') => r"[^\t\n\f\r ]",
            Some(b'w') => "[0-9A-Za-z_]",
            Some(b'W') => "[^0-9A-Za-z_]",
            Some(b'p' | b'P') => return self.unicode_class().map(|()| true),
            _ => return Ok(false),
        };
        self.out.push_str(perl);
        self.pos += 2;
        Ok(true)
    }

    fn unicode_class(&mut self) -> Result<(), Error> {
        let reason = "invalid character class range";
        let rest = self.rest();
        let mut negative = rest.as_bytes()[1] == b'P';
        let (name, length) = match rest[2..].chars().next() {
            Some('{') => match rest[3..].split_once('}') {
                Some((name, _)) => (name, name.len() + 4),
                None => return Err(fail(reason, rest)),
            },
            Some(c) => (&rest[2..2 + c.len_utf8()], 2 + c.len_utf8()),
            None => return Err(fail(reason, rest)),
        };
        let plain = name.strip_prefix('^').unwrap_or(name);
        negative ^= plain.len() != name.len();
        let letter = if negative { 'P' } else { 'p' };
        let class = match plain {
            "Any" => if negative { r"[^\x00-\x{10ffff}]" } else { r"[\x00-\x{10ffff}]" }.into(),
            _ => format!("\\{letter}{{{plain}}}"),
        };
        if regex::Regex::new(&class).is_err() {
            return Err(fail(reason, &rest[..length]));
        }
        self.out.push_str(&class);
        self.pos += length;
        Ok(())
    }

    /// The character that a backslash sequence stands for.
    fn escaped_char(&mut self) -> Result<char, Error> {
        let start = self.pos;
        self.pos += 1;
        let Some(c) = self.next() else {
            return Err(fail("trailing backslash at end of expression", ""));
        };
        let value = match c {
            '0' => self.octal(0),
            '1'..='7' if self.peek().is_some_and(|c| ('0'..='7').contains(&c)) => {
                self.octal(c.to_digit(8).unwrap_or(0))
            }
            'x' => self.hexadecimal(),
            'a' => Some('\x07'),
            'f' => Some('\x0c'),
            'n' => Some('\n'),
            'r' => Some('\r'),
            't' => Some('\t'),
            'v' => Some('\x0b'),
            _ if c.is_ascii() && !c.is_ascii_alphanumeric() => Some(c),
            _ => None,
        };
        value.ok_or_else(|| fail("invalid escape sequence", &self.text[start..self.pos]))
    }

    /// Up to two more octal digits.
    fn octal(&mut self, mut value: u32) -> Option<char> {
        for _ in 0..2 {
            let Some(digit) = self.peek().and_then(|c| c.to_digit(8)) else { break };
            value = value * 8 + digit;
            self.pos += 1;
        }
        char::from_u32(value)
    }

    /// `xNN` or `x{N…}`, behind the `x`.
    fn hexadecimal(&mut self) -> Option<char> {
        let c = self.next()?;
        if c != '{' {
            let high = c.to_digit(16)?;
            let low = self.next()?.to_digit(16)?;
            return char::from_u32(high * 16 + low);
        }
        let mut value: u32 = 0;
        let mut digits = 0;
        loop {
            match self.next()? {
                '}' => break,
                c => value = value * 16 + c.to_digit(16)?,
            }
            if value > u32::from(char::MAX) {
                return None;
            }
            digits += 1;
        }
        char::from_u32(value).filter(|_| digits > 0)
    }

    fn class(&mut self) -> Result<(), Error> {
        let start = self.pos;
        self.copy(1);
        if self.peek() == Some('^') {
            self.copy(1);
        }
        let mut first = true;
        loop {
            let rest = self.rest();
            if rest.starts_with(']') && !first {
                self.copy(1);
                return Ok(());
            }
            first = false;
            if rest.starts_with("[:")
                && let Some(end) = rest[2..].find(":]")
            {
                self.posix_class(&rest[..end + 4])?;
                continue;
            }
            if rest.starts_with('\\') && self.named_class()? {
                continue;
            }
            let low = self.class_char(start)?;
            self.literal(low);
            let after = self.rest();
            if after.starts_with('-') && after.len() > 1 && !after.starts_with("-]") {
                self.pos += 1;
                let high = self.class_char(start)?;
                if high < low {
                    let excerpt = &rest[..rest.len() - self.rest().len()];
                    return Err(fail("invalid character class range", excerpt));
                }
                self.out.push('-');
                self.literal(high);
            }
        }
    }

    fn class_char(&mut self, start: usize) -> Result<char, Error> {
        match self.peek() {
            None => Err(fail("missing closing ]", &self.text[start..])),
            Some('\\') => self.escaped_char(),
            Some(c) => {
                self.pos += c.len_utf8();
                Ok(c)
            }
        }
    }

    fn posix_class(&mut self, class: &str) -> Result<(), Error> {
        const NAMES: [&str; 14] = [
            "alnum", "alpha", "ascii", "blank", "cntrl", "digit", "graph", "lower", "print",
            "punct", "space", "upper", "word", "xdigit",
        ];
        let name = class[2..class.len() - 2].trim_start_matches('^');
        if !NAMES.contains(&name) {
            return Err(fail("invalid character class range", class));
        }
        self.copy(class.len());
        Ok(())
    }
}

/// How many states the compiled patterns that a thread keeps may have together; charts use a
/// handful of small ones in loops.
const CACHE: usize = 100_000;

/// A compiled expression.
#[derive(Debug)]
pub struct Program {
    /// The expression.
    pub regex: Regex,
    /// How many states it has, roughly: what it costs to compile, and to look at a byte.
    pub weight: usize,
}

/// The patterns that a thread has compiled for one kind of texts, and what they weigh together.
#[derive(Default)]
struct Cache {
    programs: HashMap<String, Rc<Program>>,
    weight: usize,
}

/// As [`compile`], unless this thread has it in its cache. What must be compiled is announced
/// to `spend` by its weight, which can refuse it.
///
/// # Errors
/// As [`compile`], or the refusal.
pub fn cached<E: From<Error>>(
    expression: &str,
    texts: Texts,
    spend: impl FnOnce(usize) -> Result<(), E>,
) -> Result<Rc<Program>, E> {
    thread_local! {
        static CACHED: RefCell<[Cache; 2]> = RefCell::default();
    }
    let kind = texts as usize;
    let known = CACHED.with_borrow(|caches| caches[kind].programs.get(expression).cloned());
    if let Some(known) = known {
        return Ok(known);
    }
    let weight = weight(expression);
    spend(weight)?;
    let program = Rc::new(Program { regex: compile(expression, texts)?, weight });
    CACHED.with_borrow_mut(|caches| {
        let cache = &mut caches[kind];
        if cache.weight.saturating_add(weight) > CACHE {
            *cache = Cache::default();
        }
        cache.weight = cache.weight.saturating_add(weight);
        cache.programs.insert(expression.to_owned(), program.clone());
    });
    Ok(program)
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

    fn check(expression: &str, matches: &[&str], others: &[&str]) {
        for (text, expected) in
            matches.iter().map(|text| (text, true)).chain(others.iter().map(|text| (text, false)))
        {
            for texts in [Texts::of(text.as_bytes()), Texts::Any] {
                let regex = compile(expression, texts).unwrap_or_else(|error| panic!("{error}"));
                assert_eq!(regex.is_match(text.as_bytes()), expected, "{expression} {text}");
            }
        }
    }

    fn check_error(expression: &str, message: &str) {
        let error = compile(expression, Texts::Any).expect_err(expression);
        assert_eq!(error.to_string(), format!("error parsing regexp: {message}"));
    }

    #[test]
    fn differences_of_the_crate_are_translated() {
        check(r"^\d$", &["7"], &["٧"]);
        check(r"^[\w-]+$", &["a-b_c"], &["é"]);
        check(r"^a{,2}$", &["a{,2}"], &["aa"]);
        check(r"^{}$", &["{}"], &[]);
        check(r"^[a[b]]$", &["a]", "[]"], &["a"]);
        check(r"^[a&&b]$", &["&"], &["x"]);
        check(r"^[a~~b&&-]+$", &["-~&", "a"], &[]);
        check(r"^\Qa.b\E$", &["a.b"], &["axb"]);
        check(r"^\<\#\/$", &["<#/"], &[]);
        check(r"^(?P<x>a)(?<y>b)(?i:C)$", &["abc"], &[]);
        check(r"^[]a]$", &["]"], &["b"]);
        check(r"^[[:alpha:]-z]$", &["q", "-"], &["1"]);
        check(r"^\x41\x{1F600}\101$", &["A😀A"], &[]);
        check(r"^\pL\p{^Greek}$", &["ab"], &["aα"]);
        check(r"a b # c", &["a b # c"], &[]);
        check(r"^(?i:\x{212A}ss[^a])$", &["kss.", "kssé"], &["kss", "kssa"]);
    }

    #[test]
    fn errors_are_those_of_go() {
        check_error("[", "missing closing ]: `[`");
        check_error("a[b", "missing closing ]: `[b`");
        check_error("(a", "missing closing ): `(a`");
        check_error("a)", "unexpected ): `a)`");
        check_error("*a", "missing argument to repetition operator: `*`");
        check_error("a**", "invalid nested repetition operator: `**`");
        check_error("a{1001}", "invalid repeat count: `{1001}`");
        check_error(r"\q", r"invalid escape sequence: `\q`");
        check_error("a\\", "trailing backslash at end of expression: ``");
        check_error("[z-a]", "invalid character class range: `z-a`");
        check_error("[[:foo:]]", "invalid character class range: `[:foo:]`");
        check_error("(?!x)", "invalid or unsupported Perl syntax: `(?!`");
        check_error("(?<=a)b", "invalid named capture: `(?<=a)b`");
        check_error("(?P<a-b>x)", "invalid named capture: `(?P<a-b>`");
        check_error(r"\p{Foo}", r"invalid character class range: `\p{Foo}`");
        let deep = "(".repeat(2000);
        check_error(&deep, &format!("expression nests too deeply: `{deep}`"));
    }
}
