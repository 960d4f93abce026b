//! Values as TOML text, as BurntSushi's encoder lays it out.
//!
//! Of a table, the plain entries come first and then the tables in it, each sorted bytewise;
//! tables are indented by two for each level below the first.

use crate::funcs::times::as_time;
use crate::gonum;
use crate::gotime::Time;
use crate::gotpl::MAX_STRING;
use crate::value::{Kind, List, MAX_DEPTH, Map, Str, Value, stack};

/// Writes a value.
///
/// # Errors
/// The encoder's text.
pub fn write(value: &Value) -> Result<Vec<u8>, String> {
    let mut writer = Writer::default();
    match kind_of(value)? {
        Shape::Table => writer.table(&table_of(value))?,
        Shape::Tables => return Err("toml: top-level values must be Go maps or structs".into()),
        Shape::Plain => writer.element(value)?,
    }
    Ok(writer.out.into_bytes())
}

/// How a value can stand in a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// Behind a key.
    Plain,
    /// As `[table]`.
    Table,
    /// As several `[[table]]`.
    Tables,
}

fn kind_of(value: &Value) -> Result<Shape, String> {
    match value {
        Value::Map(_) => Ok(Shape::Table),
        Value::Object(object) if object.kind() == Kind::Map => Ok(Shape::Table),
        Value::List(list) if !list.is_empty() => {
            if list.iter().any(Value::is_nil) {
                return Err("toml: cannot encode array with nil element".into());
            }
            let tables = list.iter().all(|item| matches!(item, Value::Map(_)));
            Ok(if tables { Shape::Tables } else { Shape::Plain })
        }
        _ => Ok(Shape::Plain),
    }
}

fn table_of(value: &Value) -> Map {
    match value {
        Value::Map(map) => map.clone(),
        Value::Object(object) => object.underlying().map_or_else(Map::nil, |v| table_of(&v)),
        _ => Map::nil(),
    }
}

/// True for what the encoder leaves out: nil and nil slices and maps.
fn is_left_out(value: &Value) -> bool {
    match value {
        Value::Nil | Value::Invalid => true,
        Value::List(list) => list.is_nil_slice(),
        Value::Map(map) => map.is_nil_map(),
        _ => false,
    }
}

#[derive(Default)]
struct Writer {
    out: String,
    /// The quoted keys that lead to the table that is written.
    path: Vec<String>,
    depth: usize,
}

/// The entries of a table, plain ones apart from tables.
struct Parts {
    plain: Vec<(Str, Value)>,
    tables: Vec<(Str, Value)>,
}

impl Parts {
    fn of(map: &Map) -> Result<Parts, String> {
        let mut parts = Parts { plain: Vec::new(), tables: Vec::new() };
        for (key, value) in map.entries() {
            match kind_of(&value)? {
                _ if is_left_out(&value) => {}
                Shape::Plain => parts.plain.push((key, value)),
                Shape::Table | Shape::Tables => parts.tables.push((key, value)),
            }
        }
        Ok(parts)
    }
}

impl Writer {
    fn nested(
        &mut self,
        body: impl FnOnce(&mut Writer) -> Result<(), String>,
    ) -> Result<(), String> {
        if self.depth >= MAX_DEPTH || stack::is_low() {
            return Err("toml: value is nested too deep".into());
        }
        if self.out.len() > MAX_STRING {
            return Err(format!("TOML text exceeds the limit of {MAX_STRING} bytes"));
        }
        self.depth += 1;
        let result = body(self);
        self.depth -= 1;
        result
    }

    /// The content of the table at the path.
    fn table(&mut self, map: &Map) -> Result<(), String> {
        let parts = Parts::of(map)?;
        for (key, value) in &parts.plain {
            self.indent(self.path.len());
            self.out.push_str(&quote_key(key));
            self.out.push_str(" = ");
            self.element(value)?;
            self.out.push('\n');
        }
        for (key, value) in &parts.tables {
            self.path.push(quote_key(key));
            self.nested(|writer| writer.subtable(value))?;
            self.path.pop();
        }
        Ok(())
    }

    fn subtable(&mut self, value: &Value) -> Result<(), String> {
        if let Value::List(list) = value {
            return list.iter().try_for_each(|item| {
                let map = table_of(item);
                if map.is_nil_map() {
                    return Ok(());
                }
                self.separate();
                self.header("[[", "]]");
                self.table(&map)
            });
        }
        if self.path.len() == 1 {
            self.separate();
        }
        self.header("[", "]");
        self.table(&table_of(value))
    }

    /// An empty line between tables.
    fn separate(&mut self) {
        if !self.out.is_empty() {
            self.out.push('\n');
        }
    }

    fn indent(&mut self, level: usize) {
        self.out.extend(std::iter::repeat_n("  ", level));
    }

    fn header(&mut self, open: &str, close: &str) {
        self.indent(self.path.len() - 1);
        self.out.push_str(open);
        self.out.push_str(&self.path.join("."));
        self.out.push_str(close);
        self.out.push('\n');
    }

    /// A value behind a key or in an array.
    fn element(&mut self, value: &Value) -> Result<(), String> {
        match value {
            Value::Nil | Value::Invalid => {
                return Err("toml: cannot encode array with nil element".into());
            }
            Value::Bool(value) => self.out.push_str(if *value { "true" } else { "false" }),
            Value::Int(n) | Value::Int64(n) => self.out.push_str(&n.to_string()),
            Value::Uint64(n) => self.out.push_str(&n.to_string()),
            Value::Byte(n) => self.out.push_str(&n.to_string()),
            Value::Float(n) => self.out.push_str(&float(*n)),
            Value::Str(text) => self.out.push_str(&quote(text)),
            Value::Bytes(bytes) => {
                let items = bytes.iter().map(|b| Value::Byte(*b)).collect::<Vec<_>>();
                return self.array(&items.into());
            }
            Value::List(list) => return self.array(list),
            Value::Map(map) => return self.nested(|writer| writer.inline(map)),
            Value::Object(object) => match (as_time(value), object.string()) {
                (Some(time), _) => self.out.push_str(&date(time)),
                (None, Some(text)) => self.out.push_str(&quote(&text)),
                (None, None) => return self.nested(|writer| writer.element(&object.json())),
            },
        }
        Ok(())
    }

    fn array(&mut self, list: &List) -> Result<(), String> {
        kind_of(&Value::List(list.clone()))?;
        self.out.push('[');
        self.nested(|writer| {
            list.iter().enumerate().try_for_each(|(index, item)| {
                writer.comma(index);
                writer.element(item)
            })
        })?;
        self.out.push(']');
        Ok(())
    }

    fn inline(&mut self, map: &Map) -> Result<(), String> {
        let parts = Parts::of(map)?;
        self.out.push('{');
        for (index, (key, value)) in parts.plain.iter().chain(&parts.tables).enumerate() {
            self.comma(index);
            self.out.push_str(&quote_key(key));
            self.out.push_str(" = ");
            self.element(value)?;
        }
        self.out.push('}');
        Ok(())
    }

    fn comma(&mut self, index: usize) {
        if index > 0 {
            self.out.push_str(", ");
        }
    }
}

fn float(n: f64) -> String {
    if n.is_nan() {
        return "nan".into();
    }
    if n.is_infinite() {
        return if n > 0.0 { "inf".into() } else { "-inf".into() };
    }
    let mut text = gonum::format_shortest(n);
    if !text.contains(['.', 'e']) {
        text.push_str(".0");
    }
    text
}

/// A date, of which a local one only has the parts that its zone names.
fn date(time: &Time) -> String {
    let layout = match &*time.zone.name {
        "datetime-local" => "2006-01-02T15:04:05.999999999",
        "date-local" => "2006-01-02",
        "time-local" => "15:04:05.999999999",
        _ => return time.rfc3339(),
    };
    String::from_utf8_lossy(&time.format(layout.as_bytes())).into_owned()
}

/// A key, quoted unless it is bare.
pub fn quote_key(key: &Str) -> String {
    let bare = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    match key.as_utf8() {
        Some(text) if !text.is_empty() && text.as_bytes().iter().all(bare) => text.to_owned(),
        _ => quote(key),
    }
}

fn quote(text: &Str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.to_string_lossy().chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\x08' => out.push_str("\\b"),
            '\t' => out.push_str("\\t"),
            '\n' => out.push_str("\\n"),
            '\x0c' => out.push_str("\\f"),
            '\r' => out.push_str("\\r"),
            '\0'..='\x1f' | '\x7f' => out.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
