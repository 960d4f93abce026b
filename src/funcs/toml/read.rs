//! TOML 1.0 texts as values.
//!
//! Integers become `int64`, dates `time.Time`, arrays of tables `[]map[string]interface {}`.
//! The messages follow BurntSushi's for the commonest faults and have its form for all.

use std::collections::HashMap;

use crate::funcs::times::time;
use crate::gotime;
use crate::value::{Elem, List, MAX_DEPTH, Map, Str, Value};

/// Reads a text.
///
/// # Errors
/// What is wrong, with the line.
pub fn read(text: &str) -> Result<Map, String> {
    let root = Map::new();
    let mut reader = Reader {
        text,
        at: 0,
        line: 1,
        last_key: String::new(),
        table: root.clone(),
        path: String::new(),
        made: HashMap::new(),
        arrays: HashMap::new(),
        depth: 0,
    };
    match reader.document(&root) {
        Ok(()) => Ok(root),
        Err(text) => {
            let key = match reader.last_key.as_str() {
                "" => String::new(),
                key => format!(" (last key \"{key}\")"),
            };
            Err(format!("toml: line {}{key}: {text}", reader.line))
        }
    }
}

/// How a key came to be, which decides what may be done to it later.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Made {
    /// By a header below it.
    Implicit,
    /// By its own header.
    Table,
    /// By a dotted key.
    Dotted,
    /// By an array's header.
    Array,
    /// By a value.
    Value,
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    line: usize,
    last_key: String,
    /// The table that keys go to, and its path.
    table: Map,
    path: String,
    made: HashMap<String, Made>,
    /// The tables of arrays, which become lists in the end.
    arrays: HashMap<String, Vec<Map>>,
    depth: usize,
}

type Result<T, E = String> = std::result::Result<T, E>;

/// The path of a key in a table. No key holds a NUL.
fn join(path: &str, key: &str) -> String {
    format!("{path}\0{key}")
}

impl<'a> Reader<'a> {
    fn document(&mut self, root: &Map) -> Result<()> {
        loop {
            self.skip_lines()?;
            match self.peek() {
                None => return Ok(()),
                Some('[') => self.header(root)?,
                Some(_) => self.pair()?,
            }
            self.end_of_line()?;
        }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        self.line += usize::from(c == '\n');
        Some(c)
    }

    fn take(&mut self, text: &str) -> bool {
        let found = self.rest().starts_with(text);
        if found {
            self.at += text.len();
            self.line += text.matches('\n').count();
        }
        found
    }

    fn skip_blanks(&mut self) {
        while matches!(self.peek(), Some(' ' | '\t')) {
            self.at += 1;
        }
    }

    fn comment(&mut self) -> Result<()> {
        if self.peek() == Some('#') {
            while self.peek().is_some_and(|c| c != '\n') {
                let c = self.next();
                if c.is_some_and(|c| c.is_ascii_control() && !matches!(c, '\t' | '\r')) {
                    return Err("control characters are not allowed inside comments".into());
                }
            }
        }
        Ok(())
    }

    /// Blanks, comments and line ends.
    fn skip_lines(&mut self) -> Result<()> {
        loop {
            self.skip_blanks();
            self.comment()?;
            if !self.take("\n") && !self.take("\r\n") {
                return Ok(());
            }
        }
    }

    fn end_of_line(&mut self) -> Result<()> {
        self.skip_blanks();
        self.comment()?;
        match self.peek() {
            None | Some('\n') => Ok(()),
            Some('\r') if self.rest().starts_with("\r\n") => Ok(()),
            Some(c) => Err(format!(
                "expected a top-level item to end with a newline, comment, or EOF, but got {c:?} instead"
            )),
        }
    }

    fn key_part(&mut self) -> Result<String> {
        match self.peek() {
            Some('"') if !self.rest().starts_with("\"\"\"") => self.basic_string(),
            Some('\'') if !self.rest().starts_with("'''") => self.literal_string(),
            _ => {
                let bare = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
                let length = self.rest().find(|c| !bare(c)).unwrap_or(self.rest().len());
                if length == 0 {
                    return Err(match self.peek() {
                        None => "unexpected EOF; expected key".into(),
                        Some(c) => format!("bare keys cannot contain {c:?}"),
                    });
                }
                let key = &self.rest()[..length];
                self.at += length;
                Ok(key.to_owned())
            }
        }
    }

    fn key(&mut self) -> Result<Vec<String>> {
        let mut parts = vec![self.key_part()?];
        self.skip_blanks();
        while self.take(".") {
            self.skip_blanks();
            parts.push(self.key_part()?);
            self.skip_blanks();
        }
        if parts.len() > MAX_DEPTH {
            return Err("key is nested too deep".into());
        }
        Ok(parts)
    }

    fn header(&mut self, root: &Map) -> Result<()> {
        let array = self.take("[[");
        if !array {
            self.take("[");
        }
        self.skip_blanks();
        let key = self.key()?;
        if !self.take(if array { "]]" } else { "]" }) {
            let found = self.peek().unwrap_or('\0');
            let found = crate::goquote::quote_char(found);
            return Err(format!("expected '.' or ']' to end table name, but got {found} instead"));
        }
        self.last_key = key.join(".");
        let Some((last, before)) = key.split_last() else { return Ok(()) };
        let (mut table, mut path) = (root.clone(), String::new());
        for part in before {
            table = self.step(&table, &path, part, Made::Implicit)?;
            path = self.entered(&path, part);
        }
        let whole = join(&path, last);
        if array {
            (self.table, self.path) = self.array_header(&table, last, whole)?;
            return Ok(());
        }
        match self.made.get(&whole) {
            None | Some(Made::Implicit) => {}
            Some(_) => return Err(self.defined_twice()),
        }
        self.table = self.step(&table, &path, last, Made::Table)?;
        self.made.insert(whole.clone(), Made::Table);
        self.path = whole;
        Ok(())
    }

    fn array_header(&mut self, table: &Map, key: &str, path: String) -> Result<(Map, String)> {
        match self.made.get(&path) {
            None | Some(Made::Array) => {}
            Some(_) => return Err(self.defined_twice()),
        }
        self.made.insert(path.clone(), Made::Array);
        let items = self.arrays.entry(path.clone()).or_default();
        let item = Map::new();
        items.push(item.clone());
        let count = items.len();
        let list = items.iter().cloned().map(Value::Map).collect();
        // The list of so far is replaced with each item; they share the tables.
        put(table, key, Value::List(List::of(Elem::AnyMap, list)));
        Ok((item, join(&path, &count.to_string())))
    }

    fn defined_twice(&self) -> String {
        format!("Key '{}' has already been defined.", self.last_key)
    }

    /// The path behind a part: of an array, that of its last table.
    fn entered(&self, path: &str, part: &str) -> String {
        let path = join(path, part);
        match self.arrays.get(&path) {
            Some(items) => join(&path, &items.len().to_string()),
            None => path,
        }
    }

    /// The table of a key, which is made if it is not there.
    fn step(&mut self, table: &Map, path: &str, key: &str, made: Made) -> Result<Map> {
        let path = join(path, key);
        if let Some(items) = self.arrays.get(&path)
            && made != Made::Dotted
        {
            return items.last().cloned().ok_or_else(|| self.defined_twice());
        }
        match (self.made.get(&path), table.get(key)) {
            (None, _) => {
                let inner = Map::new();
                put(table, key, Value::Map(inner.clone()));
                self.made.insert(path, made);
                Ok(inner)
            }
            // A dotted key goes on where dotted keys began, and nowhere else.
            (Some(Made::Dotted | Made::Implicit), Some(Value::Map(inner))) => Ok(inner),
            (Some(Made::Table), Some(Value::Map(inner))) if made != Made::Dotted => Ok(inner),
            _ => Err(self.defined_twice()),
        }
    }

    fn pair(&mut self) -> Result<()> {
        let (table, path) = (self.table.clone(), self.path.clone());
        self.pair_into(&table, &path)
    }

    fn pair_into(&mut self, table: &Map, path: &str) -> Result<()> {
        let key = self.key()?;
        if !self.take("=") {
            return Err(match self.peek() {
                None => "unexpected EOF; expected key separator '='".into(),
                Some(c) => format!("expected '.' or '=', but got {c:?} instead"),
            });
        }
        self.last_key = key.join(".");
        self.skip_blanks();
        let Some((last, before)) = key.split_last() else { return Ok(()) };
        let (mut table, mut path) = (table.clone(), path.to_owned());
        for part in before {
            table = self.step(&table, &path, part, Made::Dotted)?;
            path = join(&path, part);
        }
        let whole = join(&path, last);
        let known = self.last_key.clone();
        let value = self.value()?;
        self.last_key = known;
        if self.made.insert(whole, Made::Value).is_some() {
            return Err(self.defined_twice());
        }
        put(&table, last, value);
        Ok(())
    }

    fn value(&mut self) -> Result<Value> {
        self.depth += 1;
        if self.depth > MAX_DEPTH || crate::value::stack::is_low() {
            return Err("value is nested too deep".into());
        }
        let value = match self.peek() {
            None | Some('\n') => Err("unexpected EOF; expected value".into()),
            Some('"') if self.take("\"\"\"") => self.long_string('"').map(text),
            Some('\'') if self.take("'''") => self.long_string('\'').map(text),
            Some('"') => self.basic_string().map(text),
            Some('\'') => self.literal_string().map(text),
            Some('[') => self.array(),
            Some('{') => self.inline_table(),
            Some(_) => self.plain(),
        };
        self.depth -= 1;
        value
    }

    fn array(&mut self) -> Result<Value> {
        self.take("[");
        let mut items = Vec::new();
        loop {
            self.skip_lines()?;
            if self.take("]") {
                break;
            }
            items.push(self.value()?);
            self.skip_lines()?;
            if !self.take(",") {
                if self.take("]") {
                    break;
                }
                return Err(match self.peek() {
                    None => {
                        "unexpected EOF; expected a comma (',') or array terminator (']')".into()
                    }
                    Some(c) => {
                        format!("expected a comma (',') or array terminator (']'), but got {c:?}")
                    }
                });
            }
        }
        Ok(Value::List(items.into()))
    }

    fn inline_table(&mut self) -> Result<Value> {
        self.take("{");
        let table = Map::new();
        // Its keys are its own; what stands outside cannot reach them.
        let outer = std::mem::take(&mut self.made);
        self.skip_blanks();
        let mut more = !self.take("}");
        while more {
            self.skip_blanks();
            self.pair_into(&table, "")?;
            self.skip_blanks();
            more = self.take(",");
            if !more && !self.take("}") {
                return Err("expected a comma or an inline table terminator '}'".into());
            }
        }
        self.made = outer;
        Ok(Value::Map(table))
    }

    fn literal_string(&mut self) -> Result<String> {
        self.take("'");
        let end = self.rest().find(['\'', '\n']);
        match end {
            Some(end) if self.rest()[end..].starts_with('\'') => {
                let text = self.rest()[..end].to_owned();
                self.at += end + 1;
                Ok(text)
            }
            Some(_) => Err("strings cannot contain newlines".into()),
            None => Err("unexpected EOF; expected \"'\"".into()),
        }
    }

    fn basic_string(&mut self) -> Result<String> {
        self.take("\"");
        let mut out = String::new();
        loop {
            match self.next() {
                None => return Err("unexpected EOF; expected '\"'".into()),
                Some('"') => return Ok(out),
                Some('\n') => return Err("strings cannot contain newlines".into()),
                Some('\\') => out.push(self.escape()?),
                Some(c) => out.push(c),
            }
        }
    }

    /// What stands between three quotes and three more.
    fn long_string(&mut self, quote: char) -> Result<String> {
        let end: String = [quote; 3].iter().collect();
        if !self.take("\n") {
            self.take("\r\n");
        }
        let mut out = String::new();
        loop {
            if self.take(&end) {
                // Up to two more quotes belong to the text.
                for _ in 0..2 {
                    if self.peek() == Some(quote) {
                        out.push(quote);
                        self.next();
                    }
                }
                return Ok(out);
            }
            match self.next() {
                None => return Err(format!("unexpected EOF; expected '{end}'")),
                Some('\\') if quote == '"' => {
                    let blanks = self.rest().trim_start_matches([' ', '\t', '\r']);
                    if blanks.starts_with('\n') {
                        while self.peek().is_some_and(char::is_whitespace) {
                            self.next();
                        }
                    } else {
                        out.push(self.escape()?);
                    }
                }
                Some(c) => out.push(c),
            }
        }
    }

    fn escape(&mut self) -> Result<char> {
        let c = self.next().ok_or("unexpected EOF; expected an escape")?;
        let digits = match c {
            'b' => return Ok('\x08'),
            't' => return Ok('\t'),
            'n' => return Ok('\n'),
            'f' => return Ok('\x0c'),
            'r' => return Ok('\r'),
            'e' => return Ok('\x1b'),
            '"' | '\\' => return Ok(c),
            'x' => 2,
            'u' => 4,
            'U' => 8,
            _ => return Err(format!("invalid escape character {c:?}")),
        };
        let hex = self.rest().get(..digits).filter(|t| t.bytes().all(|b| b.is_ascii_hexdigit()));
        let hex =
            hex.ok_or_else(|| format!("expected {digits} hexadecimal digits after '\\{c}'"))?;
        self.at += digits;
        let code = u32::from_str_radix(hex, 16).unwrap_or(u32::MAX);
        char::from_u32(code).ok_or_else(|| format!("escaped character '\\{c}{hex}' is not valid"))
    }

    /// A truth value, a number or a date.
    fn plain(&mut self) -> Result<Value> {
        let ends = |c: char| matches!(c, ',' | ']' | '}' | '#' | '\n' | '\r' | ' ' | '\t');
        let rest = self.rest();
        let mut length = rest.find(ends).unwrap_or(rest.len());
        // A blank may stand between date and time.
        if length == 10
            && rest.as_bytes().get(4) == Some(&b'-')
            && rest[10..].starts_with(' ')
            && rest[11..].starts_with(|c: char| c.is_ascii_digit())
        {
            length = 11 + rest[11..].find(ends).unwrap_or(rest.len() - 11);
        }
        let word = &rest[..length];
        let value = plain_value(word).ok_or_else(|| match word {
            "" => "expected value".to_owned(),
            _ => format!("expected value but found {word:?} instead"),
        })?;
        self.at += length;
        Ok(value)
    }
}

fn text(text: String) -> Value {
    Value::Str(text.into())
}

fn put(table: &Map, key: &str, value: Value) {
    table.insert(Str::from(key), value).expect("tables are no nil maps");
}

fn plain_value(word: &str) -> Option<Value> {
    match word {
        "true" => return Some(Value::Bool(true)),
        "false" => return Some(Value::Bool(false)),
        "inf" | "+inf" => return Some(Value::Float(f64::INFINITY)),
        "-inf" => return Some(Value::Float(f64::NEG_INFINITY)),
        "nan" | "+nan" | "-nan" => return Some(Value::Float(f64::NAN)),
        _ => {}
    }
    number(word).or_else(|| date(word))
}

fn number(word: &str) -> Option<Value> {
    // Underscores only stand between digits.
    let separated = |digit: fn(&u8) -> bool| {
        let bytes = word.as_bytes();
        bytes.iter().enumerate().all(|(at, byte)| {
            *byte != b'_' || at > 0 && digit(&bytes[at - 1]) && bytes.get(at + 1).is_some_and(digit)
        })
    };
    let digits = word.replace('_', "");
    for (prefix, base) in [("0x", 16), ("0o", 8), ("0b", 2)] {
        if let Some(digits) = digits.strip_prefix(prefix) {
            let plain = separated(u8::is_ascii_hexdigit) && !digits.starts_with(['+', '-']);
            return i64::from_str_radix(digits, base).ok().filter(|_| plain).map(Value::Int64);
        }
    }
    if !separated(u8::is_ascii_digit) {
        return None;
    }
    let unsigned = digits.trim_start_matches(['+', '-']);
    if unsigned.len() + 1 < digits.len() || !unsigned.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    if unsigned.len() > 1 && unsigned.starts_with('0') && unsigned.as_bytes()[1].is_ascii_digit() {
        return None;
    }
    if unsigned.bytes().all(|b| b.is_ascii_digit()) {
        return digits.parse().ok().map(Value::Int64);
    }
    let point = unsigned
        .find('.')
        .is_none_or(|at| unsigned[at + 1..].starts_with(|c: char| c.is_ascii_digit()));
    let float = unsigned.bytes().all(|b| b.is_ascii_digit() || b".eE+-".contains(&b)) && point;
    digits.parse::<f64>().ok().filter(|n| float && n.is_finite()).map(Value::Float)
}

fn date(word: &str) -> Option<Value> {
    const LAYOUTS: [&str; 4] =
        ["2006-01-02T15:04:05Z07:00", "2006-01-02T15:04:05", "2006-01-02", "15:04:05"];
    if !word.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let word = word.replacen([' ', 't'], "T", 1).replace('z', "Z");
    LAYOUTS.iter().find_map(|layout| gotime::parse(layout, &word).ok()).map(time)
}
