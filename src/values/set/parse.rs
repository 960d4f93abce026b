//! The reader of `--set` arguments. It edits while it reads, because what Helm accepts depends
//! on the values that are already there.

use serde_json::{Map, Value};

use super::error::{Fault, SetErrorKind};
use super::{
    Assignment, MAX_DEPTH, MAX_INDEX, MAX_NESTED_LEVELS, MAX_PADDING, Rules, SetKind, merge_maps,
};
use crate::gojson::{self, Numbers, Wording};
use crate::path::FieldPath;

/// Why reading stops.
enum Stop {
    /// The argument is used up, which is no error at most places.
    End,
    /// Helm refuses it.
    Fault(Fault),
}

impl From<Fault> for Stop {
    fn from(fault: Fault) -> Stop {
        Stop::Fault(fault)
    }
}

type Step<T> = Result<T, Stop>;

/// A piece of text up to a stop character.
struct Piece {
    text: String,
    /// Where it starts.
    at: usize,
    /// The stop character; none at the end of the argument.
    stop: Option<char>,
}

pub(super) struct Parser<'a> {
    kind: SetKind,
    rules: Rules,
    chars: Vec<char>,
    pos: usize,
    read_file: &'a mut dyn FnMut(&str) -> Result<String, String>,
    path: FieldPath,
    key_at: usize,
    padding: usize,
    done: Vec<Assignment>,
}

impl<'a> Parser<'a> {
    pub fn new(
        kind: SetKind,
        text: &str,
        rules: Rules,
        read_file: &'a mut dyn FnMut(&str) -> Result<String, String>,
    ) -> Parser<'a> {
        Parser {
            kind,
            rules,
            chars: text.chars().collect(),
            pos: 0,
            read_file,
            path: FieldPath::root(),
            key_at: 0,
            padding: 0,
            done: Vec::new(),
        }
    }

    pub fn run(mut self, tree: &mut Map<String, Value>) -> Result<Vec<Assignment>, Fault> {
        loop {
            self.path = FieldPath::root();
            self.key_at = self.pos;
            match self.key(tree, 0) {
                Ok(()) => {}
                Err(Stop::End) => return Ok(self.done),
                Err(Stop::Fault(fault)) => return Err(fault),
            }
        }
    }

    fn fault<T>(&self, kind: SetErrorKind, column: usize) -> Step<T> {
        Err(Fault { kind, column }.into())
    }

    fn next(&mut self) -> Option<char> {
        let c = self.chars.get(self.pos).copied();
        self.pos += usize::from(c.is_some());
        c
    }

    fn until(&mut self, stops: &[char]) -> Piece {
        let at = self.pos;
        let mut text = String::new();
        while let Some(c) = self.next() {
            if stops.contains(&c) {
                return Piece { text, at, stop: Some(c) };
            }
            if c == '\\' && self.kind != SetKind::Literal {
                match self.next() {
                    Some(escaped) => text.push(escaped),
                    None => break,
                }
            } else {
                text.push(c);
            }
        }
        Piece { text, at, stop: None }
    }

    /// One key with its value, inside the map that the key so far leads to.
    fn key(&mut self, map: &mut Map<String, Value>, levels: usize) -> Step<()> {
        let stops: &[char] =
            if self.kind == SetKind::Literal { &['=', '[', '.'] } else { &['=', '[', ',', '.'] };
        let piece = self.until(stops);
        let Piece { text: key, at, stop } = piece;
        match stop {
            None if key.is_empty() => Err(Stop::End),
            None => self.fault(SetErrorKind::NoValue(key), at),
            Some('[') => self.enter_list(map, key, at, levels),
            Some('.') => self.enter_map(map, key, at, levels + 1),
            Some('=') => {
                let (value, end) = self.value()?;
                self.path.push_key(key.as_str());
                self.assigned();
                put(map, key, value);
                if end { Err(Stop::End) } else { Ok(()) }
            }
            Some(_) => self.fault(SetErrorKind::CommaAfterKey(key), at),
        }
    }

    fn enter_map(
        &mut self,
        map: &mut Map<String, Value>,
        key: String,
        at: usize,
        levels: usize,
    ) -> Step<()> {
        if levels > MAX_NESTED_LEVELS {
            return self.fault(SetErrorKind::TooManyLevels, at);
        }
        self.descend(at)?;
        self.path.push_key(key.as_str());
        let mut fresh = Map::new();
        let (inner, exists) = match map.get_mut(&key) {
            None => (&mut fresh, false),
            Some(Value::Object(inner)) => (inner, true),
            Some(other) => return Err(not_a_container(other, true, at).into()),
        };
        let result = self.key(inner, levels);
        if result.is_ok() && inner.is_empty() {
            return self.fault(SetErrorKind::EmptyMap(key), at);
        }
        if !exists && !fresh.is_empty() {
            put(map, key, Value::Object(fresh));
        }
        result
    }

    fn enter_list(
        &mut self,
        map: &mut Map<String, Value>,
        key: String,
        at: usize,
        levels: usize,
    ) -> Step<()> {
        let (index, index_at) = self.index()?;
        self.path.push_key(key.as_str());
        match map.get_mut(&key) {
            Some(Value::Array(list)) => self.item(list, index, index_at, levels),
            Some(other) => Err(not_a_container(other, false, at).into()),
            None => {
                let mut list = Vec::new();
                let result = self.item(&mut list, index, index_at, levels);
                put(map, key, Value::Array(list));
                result
            }
        }
    }

    /// Guards recursion; the path is as deep as the recursion.
    fn descend(&self, at: usize) -> Step<()> {
        if self.path.steps().len() >= MAX_DEPTH {
            return self.fault(SetErrorKind::TooDeep, at);
        }
        Ok(())
    }

    /// The text between `[` and `]`.
    fn index(&mut self) -> Step<(i64, usize)> {
        let Piece { text, at, stop } = self.until(&[']']);
        if stop.is_none() {
            return match self.rules.open_index_is_ignored {
                true => Err(Stop::End),
                false => self.fault(SetErrorKind::OpenIndex, at),
            };
        }
        match text.parse::<i64>() {
            Ok(index) => Ok((index, at)),
            Err(error) => {
                use std::num::IntErrorKind::{NegOverflow, PosOverflow};
                let kind = match error.kind() {
                    PosOverflow | NegOverflow => SetErrorKind::HugeIndex(text),
                    _ => SetErrorKind::BadIndex(text),
                };
                self.fault(kind, at)
            }
        }
    }

    /// What follows `[index]`.
    fn item(&mut self, list: &mut Vec<Value>, index: i64, at: usize, levels: usize) -> Step<()> {
        let Ok(position) = usize::try_from(index) else {
            return self.fault(SetErrorKind::NegativeIndex(index), at);
        };
        self.descend(at)?;
        let piece = self.until(&['[', '.', '=']);
        if !piece.text.is_empty() {
            return self.fault(SetErrorKind::AfterIndex(piece.text), piece.at);
        }
        self.path.push_index(position);
        match piece.stop {
            None => Err(Stop::End),
            Some('=') => {
                let (value, _) = self.value()?;
                self.assigned();
                self.put_item(list, position, value, at)
            }
            Some('[') => {
                let (next, next_at) = self.index()?;
                match list.get_mut(position) {
                    Some(Value::Array(inner)) => self.item(inner, next, next_at, levels),
                    None | Some(Value::Null) => {
                        let mut inner = Vec::new();
                        self.item(&mut inner, next, next_at, levels)?;
                        self.put_item(list, position, Value::Array(inner), at)
                    }
                    Some(other) => Err(not_a_container(other, false, at).into()),
                }
            }
            Some(_) => match list.get_mut(position) {
                None => {
                    let mut inner = Map::new();
                    self.key(&mut inner, levels)?;
                    self.put_item(list, position, Value::Object(inner), at)
                }
                Some(slot) => {
                    if !slot.is_object() {
                        *slot = Value::Object(Map::new());
                    }
                    let inner = slot.as_object_mut().expect("made an object above");
                    self.key(inner, levels)
                }
            },
        }
    }

    fn put_item(
        &mut self,
        list: &mut Vec<Value>,
        position: usize,
        value: Value,
        at: usize,
    ) -> Step<()> {
        if position > MAX_INDEX {
            // The conversion back cannot fail: the position was read as `i64`.
            let index = i64::try_from(position).unwrap_or(i64::MAX);
            return self.fault(SetErrorKind::IndexTooLarge(index), at);
        }
        if position >= list.len() {
            self.padding += position - list.len();
            if self.padding > MAX_PADDING {
                return self.fault(SetErrorKind::TooMuchPadding, at);
            }
            list.resize(position + 1, Value::Null);
        }
        list[position] = value;
        Ok(())
    }

    fn assigned(&mut self) {
        self.done.push(Assignment { path: self.path.clone(), column: self.key_at + 1 });
    }

    /// The value behind `=`, and whether the argument ended in place of it.
    fn value(&mut self) -> Step<(Value, bool)> {
        match self.kind {
            SetKind::Literal => {
                let rest = self.chars[self.pos..].iter().collect();
                self.pos = self.chars.len();
                Ok((Value::String(rest), false))
            }
            SetKind::Json => Ok((self.json()?, false)),
            SetKind::Typed | SetKind::String | SetKind::File => match self.chars.get(self.pos) {
                None => Ok((Value::String(String::new()), true)),
                Some('{') => Ok((self.list()?, false)),
                Some(_) => {
                    let piece = self.until(&[',']);
                    Ok((self.scalar(piece.text, piece.at)?, false))
                }
            },
        }
    }

    fn scalar(&mut self, text: String, at: usize) -> Step<Value> {
        match self.kind {
            SetKind::Typed => Ok(typed(text)),
            SetKind::File => match (self.read_file)(&text) {
                Ok(content) => Ok(Value::String(content)),
                Err(message) => self.fault(SetErrorKind::File(message), at),
            },
            _ => Ok(Value::String(text)),
        }
    }

    /// `{a,b}`
    fn list(&mut self) -> Step<Value> {
        let open = self.pos;
        self.pos += 1;
        let mut items = Vec::new();
        loop {
            let piece = self.until(&[',', '}']);
            let Some(stop) = piece.stop else {
                return self.fault(SetErrorKind::OpenList, open);
            };
            items.push(self.scalar(piece.text, piece.at)?);
            if stop == '}' {
                if self.chars.get(self.pos) == Some(&',') {
                    self.pos += 1;
                }
                return Ok(Value::Array(items));
            }
        }
    }

    fn json(&mut self) -> Step<Value> {
        if self.skip_separator() {
            return Ok(Value::Null);
        }
        let rest: String = self.chars[self.pos..].iter().collect();
        match gojson::read_prefix(rest.as_bytes(), Numbers::Float) {
            Ok((value, end)) => {
                self.pos += rest[..end].chars().count();
                self.skip_separator();
                Ok(value)
            }
            Err(error) => {
                let before = rest.as_bytes()[..error.offset].utf8_chunks();
                let column = self.pos + before.map(|c| c.valid().chars().count()).sum::<usize>();
                self.fault(SetErrorKind::BadJson(error.text(Wording::Go127)), column)
            }
        }
    }

    /// Skips white space and one comma; true when nothing else was in the way.
    fn skip_separator(&mut self) -> bool {
        while let Some(c) = self.next() {
            if c == ',' {
                return true;
            }
            if !c.is_whitespace() {
                self.pos -= 1;
                return false;
            }
        }
        true
    }
}

/// `--set-json '{…}'`
pub(super) fn merge_json_object(
    text: &str,
    tree: &mut Map<String, Value>,
) -> Result<Vec<Assignment>, Fault> {
    let column = text.chars().take_while(|c| c.is_whitespace()).count();
    match gojson::read(text.trim().as_bytes(), Numbers::Float) {
        Ok(Value::Object(object)) => {
            let mut done = Vec::new();
            leaves(&object, &mut FieldPath::root(), &mut |path| {
                done.push(Assignment { path: path.clone(), column: column + 1 });
            });
            merge_maps(tree, object);
            Ok(done)
        }
        Ok(_) => unreachable!("the caller saw an opening brace"),
        Err(error) => {
            let before = text.trim_start().get(..error.offset).unwrap_or_default();
            let column = column + before.chars().count();
            let kind = SetErrorKind::BadJsonObject(error.text(Wording::Go127));
            Err(Fault { kind, column })
        }
    }
}

/// Calls `visit` for everything that is no map with keys, in order.
fn leaves(map: &Map<String, Value>, path: &mut FieldPath, visit: &mut impl FnMut(&FieldPath)) {
    for (key, value) in map {
        path.push_key(key.as_str());
        match value {
            Value::Object(inner) if !inner.is_empty() => leaves(inner, path, visit),
            _ => visit(path),
        }
        path.pop();
    }
}

/// Sets a key. An empty key is dropped without a word, as in Helm.
fn put(map: &mut Map<String, Value>, key: String, value: Value) {
    if !key.is_empty() {
        map.insert(key, value);
    }
}

fn not_a_container(value: &Value, want_map: bool, column: usize) -> Fault {
    let got = match value {
        Value::Null => "nil",
        Value::Bool(_) => "bool",
        Value::Number(number) if number.is_f64() => "float64",
        Value::Number(_) => "int64",
        Value::String(_) => "string",
        Value::Array(_) => "[]interface {}",
        Value::Object(_) => "map[string]interface {}",
    };
    Fault { kind: SetErrorKind::NotAContainer { got, want_map }, column }
}

fn typed(text: String) -> Value {
    if equal_fold(&text, "true") {
        Value::Bool(true)
    } else if equal_fold(&text, "false") {
        Value::Bool(false)
    } else if equal_fold(&text, "null") {
        Value::Null
    } else if text == "0" {
        Value::from(0)
    } else if !text.starts_with('0')
        && let Ok(integer) = text.parse::<i64>()
    {
        Value::from(integer)
    } else {
        Value::String(text)
    }
}

/// Go's `strings.EqualFold` for the words above: the long s folds to `s`.
fn equal_fold(text: &str, word: &str) -> bool {
    text.chars().map(|c| if c == 'ſ' { 's' } else { c.to_ascii_lowercase() }).eq(word.chars())
}
