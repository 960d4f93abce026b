//! systemd unit files as go-systemd reads them, which is how Ignition checks their syntax.
//!
//! Follows `unit/deserialize.go` of go-systemd as of 2019-11-04, which the transpiler and the
//! bootstrap provider are built with, down to how far its buffered reader sees ahead: that
//! decides which long lines it notices.

/// One `Name=value` of a unit file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnitOption {
    /// The section without brackets.
    pub section: String,
    /// The name.
    pub name: String,
    /// The value, continuation lines included.
    pub value: String,
}

/// systemd cuts longer lines; the real reader refuses them.
const MAX_LINE: usize = 2048;
/// How much the real reader reads at a time.
const BUFFER: usize = 4096;

/// Reads a unit file. The error is the text of go-systemd.
pub fn parse_unit(text: &str) -> Result<Vec<UnitOption>, String> {
    let mut reader = Reader { text: text.as_bytes(), at: 0, filled: 0 };
    let mut options = Vec::new();
    let mut section: Option<String> = None;
    loop {
        reader.check_line()?;
        let Some(byte) = reader.peek() else { return Ok(options) };
        match (byte, &section) {
            (b'[', _) => section = Some(reader.section()?),
            (b'#' | b';', _) => reader.comment()?,
            // What stands before the first section is passed over.
            (_, None) => reader.bump(),
            (_, Some(_)) if reader.at_space() => reader.bump(),
            (_, Some(name)) => options.push(reader.option(name)?),
        }
    }
}

struct Reader<'a> {
    text: &'a [u8],
    at: usize,
    filled: usize,
}

impl<'a> Reader<'a> {
    fn fill(&mut self) {
        self.filled = self.text.len().min(self.at + BUFFER);
    }

    fn check_line(&self) -> Result<(), String> {
        let ahead = &self.text[self.at..self.filled];
        if ahead.len() >= MAX_LINE && !ahead[..MAX_LINE].iter().any(|b| matches!(b, b'\n' | b'\r'))
        {
            return Err(format!("line too long (max {MAX_LINE} bytes)"));
        }
        Ok(())
    }

    /// The next byte, read into the buffer with the whole of its character.
    fn peek(&mut self) -> Option<u8> {
        let byte = *self.text.get(self.at)?;
        if self.at + char_len(byte) > self.filled {
            self.fill();
        }
        Some(byte)
    }

    fn bump(&mut self) {
        if let Some(byte) = self.peek() {
            self.at = self.text.len().min(self.at + char_len(byte));
        }
    }

    fn at_space(&self) -> bool {
        let end = self.text.len().min(self.at + char_len(self.text[self.at]));
        let text = std::str::from_utf8(&self.text[self.at..end]).unwrap_or_default();
        text.starts_with(char::is_whitespace)
    }

    /// Everything up to and including a byte, and whether the text ended first.
    fn until(&mut self, delimiter: u8) -> (&'a [u8], bool) {
        let start = self.at;
        loop {
            let ahead = &self.text[self.at..self.filled];
            if let Some(found) = ahead.iter().position(|b| *b == delimiter) {
                self.at += found + 1;
                return (&self.text[start..self.at], false);
            }
            if self.filled == self.text.len() {
                self.at = self.filled;
                return (&self.text[start..], true);
            }
            if ahead.len() >= BUFFER {
                self.at = self.filled;
            }
            self.fill();
        }
    }

    /// The rest of the line without its line feed, and whether the text ended with it.
    fn line(&mut self) -> (&'a [u8], bool) {
        let (line, end) = self.until(b'\n');
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        (line.strip_suffix(b"\n").unwrap_or(line), end)
    }

    fn section(&mut self) -> Result<String, String> {
        self.bump();
        self.check_line()?;
        let (name, end) = self.until(b']');
        if end {
            return Err("unable to find end of section".into());
        }
        self.check_line()?;
        let (garbage, _) = self.line();
        let garbage = garbage.trim_ascii();
        if !garbage.is_empty() {
            // The real program prints the name of a section that it never sets.
            let bytes: Vec<String> = garbage.iter().map(u8::to_string).collect();
            return Err(format!("found garbage after section name : [{}]", bytes.join(" ")));
        }
        Ok(lossy(&name[..name.len() - 1]))
    }

    fn comment(&mut self) -> Result<(), String> {
        self.bump();
        self.check_line()?;
        loop {
            let (line, _) = self.line();
            let line = line.strip_suffix(b" ").unwrap_or(line);
            if !line.ends_with(b"\\") {
                return Ok(());
            }
        }
    }

    fn option(&mut self, section: &str) -> Result<UnitOption, String> {
        self.check_line()?;
        let start = self.at;
        loop {
            match self.peek() {
                None => return Err("EOF".into()),
                Some(b'\n' | b'\r') => {
                    return Err("unexpected newline encountered while parsing option name".into());
                }
                Some(b'=') => break,
                Some(_) => self.bump(),
            }
        }
        let name = lossy(&self.text[start..self.at]).trim().to_owned();
        self.bump();
        let mut value = Vec::new();
        loop {
            self.check_line()?;
            let (line, end) = self.line();
            if line.trim_ascii().is_empty() {
                break;
            }
            value.extend_from_slice(line);
            if !line.ends_with(b"\\") {
                break;
            }
            if !end {
                value.push(b'\n');
            }
        }
        let value = lossy(&value);
        let kept_break = if value.ends_with('\n') { "\n" } else { "" };
        let value = format!("{}{kept_break}", value.trim());
        Ok(UnitOption { section: section.to_owned(), name, value })
    }
}

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn char_len(first: u8) -> usize {
    match first {
        0xf0.. => 4,
        0xe0.. => 3,
        0xc0.. => 2,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_belong_to_their_section() {
        let text = "junk\n[Unit]\n# c \\\n still a comment\nA=b\n\n[Service]\nExec = x \\\n  y\n";
        let options = parse_unit(text).unwrap();
        let shown: Vec<String> =
            options.iter().map(|o| format!("{}/{}={}", o.section, o.name, o.value)).collect();
        assert_eq!(shown, ["Unit/A=b", "Service/Exec=x \\\n  y"]);
    }

    #[test]
    fn errors_are_those_of_go_systemd() {
        let error = |text: &str| parse_unit(text).unwrap_err();
        assert_eq!(error("[Unit"), "unable to find end of section");
        assert_eq!(
            error("[Unit]\nfoo\n"),
            "unexpected newline encountered while parsing option name"
        );
        assert_eq!(error("[Unit] x\n"), "found garbage after section name : [120]");
        assert_eq!(error("[Unit]\nfoo"), "EOF");
        let long = format!("[Unit]\nA={}\n", "x".repeat(3000));
        assert_eq!(error(&long), "line too long (max 2048 bytes)");
    }

    #[test]
    fn a_missing_final_newline_is_fine() {
        assert_eq!(parse_unit("[Unit]\nA=b").unwrap().len(), 1);
        assert_eq!(parse_unit("").unwrap(), []);
    }
}
