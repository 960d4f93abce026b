//! TOML 1.0 texts as values, with BurntSushi's verdicts and messages.
//!
//! Integers become `int64`, dates `time.Time`, arrays of tables `[]map[string]interface {}`.
//! Characters are [`super::scan`]'s business, scalars [`super::scalar`]'s; this file knows
//! keys, tables and arrays. Source of the facts: BurntSushi/toml v1.6.0, `parse.go`.

use std::collections::{BTreeMap, HashSet};

use super::scalar::{scalar, short_text};
use super::scan::{Fault, Result, Scanner, is_blank, is_newline};
use super::write::quote_key;
use crate::goquote::quote;
use crate::value::{Elem, List, MAX_DEPTH, Map, Str, Value};

/// Reads a text.
///
/// # Errors
/// What is wrong, with the line and the key that was being read.
pub fn read(text: &[u8]) -> Result<Map, String> {
    let marks: [&[u8]; 3] = [b"\xff\xfe", b"\xfe\xff", b"\xef\xbb\xbf"];
    let text = marks.iter().find_map(|mark| text.strip_prefix(*mark)).unwrap_or(text);
    if text.iter().take(6).any(|byte| *byte == 0) {
        return Err("toml: line 1: files cannot contain NULL bytes; probably using UTF-16; \
                    TOML files must be UTF-8"
            .into());
    }
    let mut reader = Reader {
        scan: Scanner::new(text),
        root: Table::new(),
        context: Vec::new(),
        key: String::new(),
        key_line: 1,
        implicit: HashSet::new(),
        arrays: HashSet::new(),
        depth: 0,
    };
    match reader.document() {
        Ok(()) => Ok(map(reader.root)),
        Err(Fault { line, message }) => Err(match reader.current() {
            key if key.is_empty() => format!("toml: line {line}: {message}"),
            key => format!("toml: line {line} (last key {}): {message}", quote(&key)),
        }),
    }
}

type Table = BTreeMap<String, Node>;

/// What a key holds while the text is read.
enum Node {
    Table(Table),
    /// An array of tables; keys go to the last one.
    Tables(Vec<Table>),
    Value(Value),
}

fn map(table: Table) -> Map {
    table.into_iter().map(|(key, node)| (Str::from(key), value(node))).collect()
}

fn value(node: Node) -> Value {
    match node {
        Node::Table(table) => Value::Map(map(table)),
        Node::Tables(tables) => {
            let items = tables.into_iter().map(|table| Value::Map(map(table))).collect();
            Value::List(List::of(Elem::AnyMap, items))
        }
        Node::Value(value) => value,
    }
}

/// A key as messages show it: parts that are not bare are quoted.
fn shown(key: &[String]) -> String {
    let parts: Vec<String> = key.iter().map(|part| quote_key(&Str::from(part.as_str()))).collect();
    parts.join(".")
}

struct Reader<'a> {
    scan: Scanner<'a>,
    root: Table,
    /// The table that keys go to.
    context: Vec<String>,
    /// The last part of the key whose value is being read; empty while none is.
    key: String,
    /// Where the first part of the last key stood, which is blamed for conflicts.
    key_line: usize,
    /// Tables that exist only because a longer key went through them.
    implicit: HashSet<String>,
    /// Keys that hold arrays of values.
    arrays: HashSet<String>,
    depth: usize,
}

impl Reader<'_> {
    fn current(&self) -> String {
        match (self.context.is_empty(), self.key.is_empty()) {
            (_, true) => shown(&self.context),
            (true, false) => self.key.clone(),
            (false, false) => format!("{}.{}", shown(&self.context), self.key),
        }
    }

    fn conflict(&self, key: &[String], what: &str) -> Fault {
        Fault { line: self.key_line, message: format!("Key '{}' {what}", shown(key)) }
    }

    fn document(&mut self) -> Result<()> {
        loop {
            self.scan.skip_lines()?;
            match self.scan.peek()? {
                None => return Ok(()),
                Some('[') => self.header()?,
                Some(_) => {
                    let context = self.context.clone();
                    self.pair()?;
                    self.context = context;
                    self.key.clear();
                }
            }
            self.scan.skip(is_blank)?;
            if self.scan.comment()? {
                continue;
            }
            match self.scan.next()? {
                None => return Ok(()),
                Some(c) if is_newline(c) => {}
                c => {
                    let message = format!(
                        "expected a top-level item to end with a newline, comment, or EOF, but got {} instead",
                        crate::goquote::quote_char(c.unwrap_or_default()),
                    );
                    return Err(self.scan.fault(message));
                }
            }
        }
    }

    /// `[table]` or `[[array of tables]]`.
    fn header(&mut self) -> Result<()> {
        self.scan.next()?;
        let array = self.scan.accept('[')?;
        let mut key = Vec::new();
        loop {
            self.scan.skip(is_blank)?;
            match self.scan.peek()? {
                Some(']') | None => {
                    let message = "unexpected end of table name (table names cannot be empty)";
                    return Err(self.scan.fault(message));
                }
                Some('.') => {
                    let message = "unexpected table separator (table names cannot be empty)";
                    return Err(self.scan.fault(message));
                }
                Some(_) => self.part(&mut key)?,
            }
            self.scan.skip(is_blank)?;
            match self.scan.next()? {
                Some('.') => {}
                Some(']') => break,
                c => {
                    let wanted = "expected '.' or ']' to end table name";
                    return Err(self.unexpected(wanted, c));
                }
            }
        }
        if array {
            let c = self.scan.next()?;
            if c != Some(']') {
                let wanted = "expected end of table array name delimiter ']'";
                return Err(self.unexpected(wanted, c));
            }
        }
        self.enter(key, array)?;
        self.mark(false);
        Ok(())
    }

    /// As [`Scanner::unexpected`], where an end of line is blamed on the line behind it.
    fn unexpected(&self, wanted: &str, c: Option<char>) -> Fault {
        let found = crate::goquote::quote_char(c.unwrap_or('\0'));
        self.scan.fault_at(c, format!("{wanted}, but got {found} instead"))
    }

    /// One part of a key.
    fn part(&mut self, key: &mut Vec<String>) -> Result<()> {
        let part = match self.scan.accept_if(|c| matches!(c, '"' | '\''))? {
            Some(quote) => short_text(&mut self.scan, quote)?,
            None => {
                let start = self.scan.at();
                self.scan.skip(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-'))?;
                self.scan.since(start).to_owned()
            }
        };
        if key.is_empty() {
            self.key_line = self.scan.line();
        }
        key.push(part);
        if key.len() + self.context.len() > MAX_DEPTH {
            return Err(self.scan.fault("key is nested too deep"));
        }
        Ok(())
    }

    /// The parts of a key up to its `=`.
    fn key_parts(&mut self) -> Result<Vec<String>> {
        self.scan.skip(is_blank)?;
        match self.scan.peek()? {
            Some('=') | None => {
                return Err(self.scan.fault("unexpected '=': key name appears blank"));
            }
            Some('.') => {
                return Err(self.scan.fault("unexpected '.': keys cannot start with a '.'"));
            }
            Some(_) => {}
        }
        let mut key = Vec::new();
        loop {
            self.scan.skip(is_blank)?;
            match self.scan.peek()? {
                Some('=') | None => return Err(self.scan.fault("unexpected '='")),
                Some('.') => return Err(self.scan.fault("unexpected '.'")),
                Some(_) => self.part(&mut key)?,
            }
            self.scan.skip(is_blank)?;
            match self.scan.next()? {
                Some('.') => {}
                Some('=') => return Ok(key),
                None => {
                    let message = "unexpected EOF; expected key separator '='";
                    return Err(self.scan.fault_at(None, message));
                }
                c => return Err(self.scan.unexpected("expected '.' or '='", c)),
            }
        }
    }

    /// A key and its value, which goes into the context. Says which tables the key went
    /// through, what the last part is, and returns the value, for the inline table around it.
    fn pair(&mut self) -> Result<(Vec<String>, String, Value)> {
        let mut parts = self.key_parts()?;
        let last = parts.pop().unwrap_or_default();
        self.key.clone_from(&last);
        for part in &parts {
            let mut key = self.context.clone();
            key.push(part.clone());
            self.implicit.insert(shown(&key));
            self.enter(key, false)?;
        }
        self.scan.skip(is_blank)?;
        let first = self.scan.next()?;
        let (found, is_array) = self.value(first, false)?;
        self.set(&last, Node::Value(found.clone()))?;
        self.mark(is_array);
        Ok((parts, last, found))
    }

    /// Remembers whether the key in hand holds an array of values.
    fn mark(&mut self, is_array: bool) {
        let mut key = self.context.clone();
        if !self.key.is_empty() {
            key.push(self.key.clone());
        }
        let key = shown(&key);
        if is_array {
            self.arrays.insert(key);
        } else {
            self.arrays.remove(&key);
        }
    }

    /// A value whose first character was taken, and whether it is an array.
    fn value(&mut self, first: Option<char>, in_array: bool) -> Result<(Value, bool)> {
        if self.depth >= MAX_DEPTH || crate::value::stack::is_low() {
            return Err(self.scan.fault("value is nested too deep"));
        }
        self.depth += 1;
        let value = match first {
            Some('[') => (self.array()?, true),
            Some('{') => (self.inline_table(in_array)?, false),
            Some(c) => match scalar(&mut self.scan, c)? {
                Some(value) => (value, false),
                None => return Err(self.scan.no_value(first)),
            },
            None => return Err(self.scan.no_value(None)),
        };
        self.depth -= 1;
        Ok(value)
    }

    fn array(&mut self) -> Result<Value> {
        self.mark(true);
        let mut items = Vec::new();
        loop {
            self.scan.skip_lines()?;
            match self.scan.next()? {
                Some(',') => return Err(self.scan.fault("unexpected comma")),
                Some(']') => break,
                first => items.push(self.value(first, true)?.0),
            }
            self.scan.skip_lines()?;
            let c = self.scan.next()?;
            match c {
                Some(',') => {}
                Some(']') => break,
                c => {
                    let message = format!(
                        "expected a comma (',') or array terminator (']'), but got {}",
                        or_end(c)
                    );
                    return Err(self.scan.fault_at(c, message));
                }
            }
        }
        Ok(Value::List(items.into()))
    }

    /// A table in braces. Its pairs are set twice: in the table of the text, for conflicts,
    /// and in the value that arrays take.
    fn inline_table(&mut self, in_array: bool) -> Result<Value> {
        let (outer, outer_key) = (self.context.clone(), std::mem::take(&mut self.key));
        let mut context = outer.clone();
        context.push(outer_key.clone());
        self.context.clone_from(&context);
        self.implicit.insert(shown(&context));
        self.enter(context.clone(), in_array)?;
        let table = Map::new();
        loop {
            self.scan.skip_lines()?;
            match self.scan.peek()? {
                Some(',') => return Err(self.scan.fault("unexpected comma")),
                Some('}') => {
                    self.scan.next()?;
                    break;
                }
                _ => {}
            }
            let (parts, last, value) = self.pair()?;
            self.put(&table, &parts, &last, value)?;
            self.context.clone_from(&context);
            self.scan.skip_lines()?;
            let c = self.scan.next()?;
            match c {
                Some(',') => {
                    self.scan.skip(is_blank)?;
                    if self.scan.accept('}')? {
                        break;
                    }
                }
                Some('}') => break,
                c => {
                    let message = format!(
                        "expected a comma or an inline table terminator '}}', but got {} instead",
                        or_end(c)
                    );
                    return Err(self.scan.fault_at(c, message));
                }
            }
        }
        self.context = outer;
        self.key = outer_key;
        Ok(Value::Map(table))
    }

    fn put(&self, table: &Map, parts: &[String], last: &str, value: Value) -> Result<()> {
        let insert = |table: &Map, key: &str, value: Value| {
            table.insert(Str::from(key), value).expect("a new map is not nil");
        };
        let mut table = table.clone();
        for part in parts {
            table = match table.get(part) {
                Some(Value::Map(inner)) => inner,
                Some(_) => {
                    let message = format!("{} is not a table", quote(&shown(&self.context)));
                    return Err(Fault { line: self.key_line, message });
                }
                None => {
                    let inner = Map::new();
                    insert(&table, part, Value::Map(inner.clone()));
                    inner
                }
            };
        }
        insert(&table, last, value);
        Ok(())
    }

    /// The table at a path, the last one of an array of tables.
    ///
    /// # Errors
    /// How many parts lead to something else.
    fn table(&mut self, path: &[String]) -> Result<&mut Table, usize> {
        path.iter().enumerate().try_fold(&mut self.root, |table, (at, part)| {
            let node = table.entry(part.clone()).or_insert_with(|| Node::Table(Table::new()));
            match node {
                Node::Table(table) => Ok(table),
                Node::Tables(tables) => tables.last_mut().ok_or(at + 1),
                Node::Value(_) => Err(at + 1),
            }
        })
    }

    /// Makes a table the context, and it if it is not there.
    fn enter(&mut self, mut key: Vec<String>, array: bool) -> Result<()> {
        let Some(last) = key.pop() else { return Ok(()) };
        for end in 1..=key.len() {
            let (path, part) = (&key[..end - 1], &key[end - 1]);
            let known = self.table(path).is_ok_and(|table| table.contains_key(part));
            if !known {
                self.implicit.insert(shown(&key[..end]));
            }
            if self.table(&key[..end]).is_err() {
                return Err(self.conflict(&key[..end], "was already created as a hash."));
            }
        }
        self.context.clone_from(&key);
        if array {
            key.push(last.clone());
            let parent = &key[..key.len() - 1];
            let taken = match self.table(parent) {
                Ok(table) => {
                    match table.entry(last.clone()).or_insert_with(|| Node::Tables(Vec::new())) {
                        Node::Tables(tables) => {
                            tables.push(Table::new());
                            false
                        }
                        _ => true,
                    }
                }
                Err(_) => true,
            };
            if taken {
                let what = "was already created and cannot be used as an array.";
                return Err(self.conflict(&key, what));
            }
        } else {
            self.set(&last, Node::Table(Table::new()))?;
        }
        self.context.push(last);
        Ok(())
    }

    /// Sets a key of the context. What a longer key made on its way may be made once more.
    fn set(&mut self, key: &str, node: Node) -> Result<()> {
        let path = self.context.clone();
        if let Err(count) = self.table(&path) {
            return Err(self.conflict(&path[..count], "has already been defined."));
        }
        let mut whole = path.clone();
        whole.push(key.to_owned());
        let name = shown(&whole);
        let is_known = self.table(&path).is_ok_and(|table| table.contains_key(key));
        if is_known {
            let was_implicit = self.implicit.remove(&name);
            if !was_implicit {
                return Err(self.conflict(&whole, "has already been defined."));
            }
            if !self.arrays.contains(&name) {
                return Ok(());
            }
        }
        if let Ok(table) = self.table(&path) {
            table.insert(key.to_owned(), node);
        }
        Ok(())
    }
}

/// A character in a message, or the words for none.
fn or_end(c: Option<char>) -> String {
    c.map_or_else(|| "end of file".to_owned(), |c| format!("'{c}'"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(text: &str) -> String {
        read(text.as_bytes()).map_or_else(|message| message, |_| String::from("none"))
    }

    #[test]
    fn faults_name_the_line_and_the_key_in_hand() {
        let cases = [
            ("a = 1\n=", "line 2: unexpected '=': key name appears blank"),
            ("a = 1\n\n>=2", "line 3: expected '.' or '=', but got '>' instead"),
            (
                "[t]\nk = [1 2]",
                "line 2 (last key \"t.k\"): expected a comma (',') or array \
              terminator (']'), but got '2'",
            ),
            ("[t]\nx", "line 2 (last key \"t\"): unexpected EOF; expected key separator '='"),
            ("a =\n", "line 1 (last key \"a\"): expected value but found '\\n' instead"),
            (
                "a = 01",
                "line 1 (last key \"a\"): Invalid integer \"01\": cannot have leading zeroes",
            ),
            (
                "a = 1.",
                "line 1 (last key \"a\"): Invalid float \"1.\": '.' must be followed by one \
              or more digits",
            ),
            ("a = 1e400", "line 1 (last key \"a\"): 1e400 is out of range for float64"),
            ("a = 7:32:00", "line 1 (last key \"a\"): invalid datetime: \"7:32:00\""),
            (
                "\"a b\" = 1\n\"a b\" = 2",
                "line 2 (last key \"a b\"): Key '\"a b\"' has already been \
              defined.",
            ),
            ("a = 1\n[a.b]", "line 2: Key 'a' was already created as a hash."),
            ("[[a]]\n[a]", "line 2: Key 'a' has already been defined."),
            ("a = \"x\ny\"", "line 1 (last key \"a\"): strings cannot contain newlines"),
            ("a = \"\\q\"", "line 1 (last key \"a\"): invalid escape in string '\\q'"),
            (
                "a = 1 b",
                "line 1: expected a top-level item to end with a newline, comment, or EOF, \
              but got 'b' instead",
            ),
        ];
        for (text, message) in cases {
            assert_eq!(fault(text), format!("toml: {message}"), "{text}");
        }
        assert_eq!(read(b"a\xff").err().unwrap(), "toml: line 1: invalid UTF-8 byte: 0xff");
        let deep = format!("a = {}", "[".repeat(100_000));
        assert!(fault(&deep).contains("value is nested too deep"));
    }

    #[test]
    fn tables_may_be_named_again_where_only_longer_keys_made_them() {
        for text in ["[a.b]\n[a]", "a.b = 1\na.c = 2", "[[a]]\n[[a]]\n[a.b]", "a = [{b = 1}, {}]"] {
            assert_eq!(fault(text), "none", "{text}");
        }
    }
}
