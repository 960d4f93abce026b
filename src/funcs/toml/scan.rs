//! The characters of a TOML text, one by one, with the faults and lines that BurntSushi's lexer
//! reports.
//!
//! Knows nothing of keys and tables. Source of the facts: BurntSushi/toml v1.6.0, `lex.go`.

use crate::goquote::{quote, quote_char};

/// What is wrong, and the line that is blamed for it.
#[derive(Debug)]
pub struct Fault {
    pub line: usize,
    pub message: String,
}

pub type Result<T, E = Fault> = std::result::Result<T, E>;

/// A place in a text. Looking at a broken character is already a fault.
pub struct Scanner<'a> {
    text: &'a [u8],
    at: usize,
    line: usize,
}

pub fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t')
}

pub fn is_newline(c: char) -> bool {
    matches!(c, '\n' | '\r')
}

/// A character in a message that Go prints with `%q`; the end of the text is a NUL to it.
fn quoted(c: Option<char>) -> String {
    quote_char(c.unwrap_or('\0'))
}

impl<'a> Scanner<'a> {
    pub fn new(text: &'a [u8]) -> Scanner<'a> {
        Scanner { text, at: 0, line: 1 }
    }

    pub fn line(&self) -> usize {
        self.line
    }

    pub fn at(&self) -> usize {
        self.at
    }

    /// The text from a place up to here. It was read, so it is UTF-8.
    pub fn since(&self, start: usize) -> &'a str {
        std::str::from_utf8(&self.text[start..self.at]).unwrap_or_default()
    }

    /// The next character, which stays.
    pub fn peek(&self) -> Result<Option<char>> {
        let rest = &self.text[self.at..];
        let Some(first) = rest.first() else { return Ok(None) };
        let head = &rest[..rest.len().min(4)];
        let valid = match std::str::from_utf8(head) {
            Ok(text) => text,
            Err(error) => std::str::from_utf8(&head[..error.valid_up_to()]).unwrap_or_default(),
        };
        let Some(c) = valid.chars().next() else {
            return Err(self.fault(format!("invalid UTF-8 byte: 0x{first:02x}")));
        };
        let control = c.is_ascii_control() && !matches!(c, '\t' | '\r' | '\n');
        if control || c == '\r' && rest.get(1) != Some(&b'\n') {
            let message =
                format!("TOML files cannot contain control characters: '0x{:02x}'", u32::from(c));
            return Err(self.fault(message));
        }
        Ok(Some(c))
    }

    /// Takes the next character.
    pub fn next(&mut self) -> Result<Option<char>> {
        let c = self.peek()?;
        if let Some(c) = c {
            self.at += c.len_utf8();
            self.line += usize::from(c == '\n');
        }
        Ok(c)
    }

    /// Takes the next character if it is this one.
    pub fn accept(&mut self, wanted: char) -> Result<bool> {
        self.accept_if(|c| c == wanted).map(|taken| taken.is_some())
    }

    /// Takes the next character if it is one of these.
    pub fn accept_if(&mut self, wanted: impl Fn(char) -> bool) -> Result<Option<char>> {
        match self.peek()? {
            Some(c) if wanted(c) => self.next(),
            _ => Ok(None),
        }
    }

    /// Takes all that follow of these.
    pub fn skip(&mut self, wanted: impl Fn(char) -> bool) -> Result<()> {
        while self.accept_if(&wanted)?.is_some() {}
        Ok(())
    }

    /// Goes back over ASCII characters that are no newlines.
    pub fn back(&mut self, count: usize) {
        self.at -= count;
    }

    /// Blanks, newlines and comments.
    pub fn skip_lines(&mut self) -> Result<()> {
        loop {
            self.skip(|c| is_blank(c) || is_newline(c))?;
            if !self.comment()? {
                return Ok(());
            }
        }
    }

    /// A comment up to the end of its line.
    pub fn comment(&mut self) -> Result<bool> {
        let found = self.accept('#')?;
        if found {
            self.skip(|c| !is_newline(c))?;
        }
        Ok(found)
    }

    /// A fault on this line.
    pub fn fault(&self, message: impl Into<String>) -> Fault {
        Fault { line: self.line, message: message.into() }
    }

    /// A fault of a character that was taken, or of the end of the text, which is blamed on
    /// the last line that is not empty.
    pub fn fault_at(&self, c: Option<char>, message: impl Into<String>) -> Fault {
        let empty = c.is_none() && self.at > 0 && self.text[self.at - 1] == b'\n';
        Fault { line: self.line - usize::from(empty), message: message.into() }
    }

    /// A fault of an end of line that was taken, which is blamed on the line before.
    pub fn fault_before(&self, message: impl Into<String>) -> Fault {
        Fault { line: self.line - 1, message: message.into() }
    }

    /// `WANTED, but got 'c' instead`, for a character that was taken.
    pub fn unexpected(&self, wanted: &str, c: Option<char>) -> Fault {
        let message = format!("{wanted}, but got {} instead", quoted(c));
        match c {
            Some('\n') => self.fault_before(message),
            _ => self.fault_at(c, message),
        }
    }

    /// No value begins with this character, which was taken.
    pub fn no_value(&self, c: Option<char>) -> Fault {
        let message = format!("expected value but found {} instead", quoted(c));
        match c {
            None => self.fault_at(c, "unexpected EOF; expected value"),
            Some('\n') => self.fault_before(message),
            Some(_) => self.fault(message),
        }
    }

    /// A text between quotes on one line, behind the opening one. What it holds still has its
    /// escapes.
    pub fn short_text(&mut self, quote: char) -> Result<&'a str> {
        let start = self.at;
        loop {
            match self.next()? {
                None => {
                    let other = if quote == '"' { '\'' } else { '"' };
                    let message = format!("unexpected EOF; expected {other}{quote}{other}");
                    return Err(self.fault_at(None, message));
                }
                Some(c) if is_newline(c) => {
                    return Err(self.fault_before("strings cannot contain newlines"));
                }
                Some('\\') if quote == '"' => self.escape(start)?,
                Some(c) if c == quote => {
                    let text = self.since(start);
                    return Ok(&text[..text.len() - 1]);
                }
                Some(_) => {}
            }
        }
    }

    /// A text between three quotes, behind the opening ones.
    pub fn long_text(&mut self, quote: char) -> Result<&'a str> {
        let start = self.at;
        let five = String::from_iter([quote; 5]);
        loop {
            match self.next()? {
                None => {
                    let other = if quote == '"' { '\'' } else { '"' };
                    let three = String::from_iter([quote; 3]);
                    let message = format!("unexpected EOF; expected {other}{three}{other}");
                    return Err(self.fault_at(None, message));
                }
                Some('\\') if quote == '"' => {
                    if self.accept_if(is_newline)?.is_none() {
                        self.escape(start)?;
                    }
                }
                Some(c) if c == quote => {
                    if !self.accept(quote)? {
                        continue;
                    }
                    if !self.accept(quote)? {
                        // The second one may be the first of three.
                        self.back(1);
                        continue;
                    }
                    if self.peek()? != Some(quote) {
                        let text = self.since(start);
                        return Ok(&text[..text.len() - 3]);
                    }
                    // Up to two quotes more belong to the text; an escaped one is no quote.
                    let text = self.since(start);
                    let escaped = quote == '"' && text.ends_with("\\\"\"\"\"\"");
                    if text.ends_with(&five) && !escaped {
                        let other = if quote == '"' { '\'' } else { '"' };
                        return Err(self.fault(format!("unexpected {other}{five}{quote}{other}")));
                    }
                    self.back(2);
                }
                Some(_) => {}
            }
        }
    }

    /// What stands behind a backslash in a text that began at `start`.
    fn escape(&mut self, start: usize) -> Result<()> {
        let c = self.next()?;
        let (count, name) = match c {
            Some('e' | 'b' | 't' | 'n' | 'f' | 'r' | '"' | ' ' | '\t' | '\\') => return Ok(()),
            Some('x') => (2, "two"),
            Some('u') => (4, "four"),
            Some('U') => (8, "eight"),
            _ => {
                let message = format!("invalid escape in string '\\{}'", c.unwrap_or('\0'));
                return Err(match c {
                    None => self.fault_before(message),
                    Some(_) => self.fault(message),
                });
            }
        };
        for _ in 0..count {
            let digit = self.next()?;
            if !digit.is_some_and(|c| c.is_ascii_hexdigit()) {
                let text = quote(self.since(start));
                let letter = c.unwrap_or_default();
                return Err(self.fault_at(
                    digit,
                    format!(
                        "expected {name} hexadecimal digits after '\\{letter}', but got {text} instead"
                    ),
                ));
            }
        }
        Ok(())
    }
}
