//! The writer: bytes as go-yaml v2 (`toYaml`) and yaml.v3 (`toYamlPretty`) would make them.
//!
//! [`Writer`] takes a document piece by piece, so that a value of any model can be written
//! without building another tree; [`to_yaml`] and [`to_yaml_pretty`] write JSON values. The
//! layout rules are libyaml's: a position, an indentation stack, and two flags that say whether
//! a blank or only indentation stands before the position.

mod front;
mod order;
mod scalar;

pub use front::{to_yaml, to_yaml_pretty};
pub use order::{key_order, sort_keys};

use std::borrow::Cow;

use super::error::{Error, ErrorKind};
use super::event::MAX_DEPTH;
use crate::source::Span;
use crate::{gonum, gotext};

/// Which library's output is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Flavor {
    /// sigs.k8s.io/yaml over go-yaml v2, as Helm's `toYaml`: the value passes through JSON
    /// first, lists are not indented below their key, long lines are folded.
    Helm,
    /// yaml.v3 with an indentation of two, as Helm's `toYamlPretty`.
    Pretty,
}

/// go-yaml v2 turns a space behind this column into a line break.
const BEST_WIDTH: usize = 80;

/// Longer keys are written as `? key`.
const MAX_SIMPLE_KEY: usize = 128;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Frame {
    /// A list that is open.
    Sequence,
    /// A mapping that is open and waits for a key.
    Key,
    /// A mapping that waits for the value of a simple key.
    SimpleValue,
    /// A mapping that waits for the value of a `? key`.
    ComplexValue,
}

/// Writes one document. Every `begin_…` needs its `end_…`; in a mapping, [`Writer::key`] and a
/// value take turns, the keys in the order of [`sort_keys`].
#[derive(Debug)]
pub struct Writer {
    flavor: Flavor,
    out: String,
    column: usize,
    indent: i64,
    indents: Vec<i64>,
    /// What was written last is a blank (or nothing).
    whitespace: bool,
    /// On this line stand only blanks and indicators.
    indention: bool,
    frames: Vec<Frame>,
    fault: Option<Error>,
}

impl Writer {
    /// Starts a document.
    pub fn new(flavor: Flavor) -> Writer {
        Writer {
            flavor,
            out: String::new(),
            column: 0,
            indent: -1,
            indents: Vec::new(),
            whitespace: true,
            indention: true,
            frames: Vec::new(),
            fault: None,
        }
    }

    /// The text, with a final newline.
    ///
    /// # Errors
    /// The first thing that Helm could not have written: an infinity, a control character that
    /// does not survive JSON, a key that is too long. (`toYaml` prints nothing then.)
    pub fn finish(mut self) -> Result<String, Error> {
        self.write_indent();
        match self.fault {
            Some(fault) => Err(fault),
            None => Ok(self.out),
        }
    }

    /// Writes null.
    pub fn null(&mut self) {
        self.plain("null");
    }

    /// Writes a truth value.
    pub fn bool(&mut self, value: bool) {
        self.plain(if value { "true" } else { "false" });
    }

    /// Writes an integer.
    pub fn int(&mut self, value: i64) {
        self.plain(&value.to_string());
    }

    /// Writes an integer.
    pub fn uint(&mut self, value: u64) {
        self.plain(&value.to_string());
    }

    /// Writes a float. For [`Flavor::Helm`] it passes through JSON text, so that whole numbers
    /// become integers.
    pub fn float(&mut self, value: f64) {
        if self.flavor == Flavor::Pretty {
            return match value {
                _ if value.is_nan() => self.plain(".nan"),
                f64::INFINITY => self.plain(".inf"),
                f64::NEG_INFINITY => self.plain("-.inf"),
                _ => self.plain(&gonum::format_shortest(value)),
            };
        }
        if !value.is_finite() {
            let text = format!("json: unsupported value: {}", gonum::format_shortest(value));
            return self.fail(Error::bare(ErrorKind::Value, text, Span::NONE));
        }
        match gonum::json_integer(value) {
            Some(text) => self.plain(&text),
            None => self.plain(&gonum::format_shortest(value)),
        }
    }

    /// Writes a time in RFC 3339, which yaml.v3 knows as one and leaves without quotes.
    pub fn time(&mut self, text: &str) {
        match self.flavor {
            Flavor::Helm => self.string(text),
            Flavor::Pretty => self.plain(text),
        }
    }

    /// Writes text, quoted as far as needed.
    pub fn string(&mut self, text: &str) {
        match self.through_json(text) {
            Ok(text) => {
                let style = scalar::choose_style(&text, self.flavor);
                self.scalar(&text, style);
            }
            Err(error) => self.fail(error),
        }
    }

    /// Writes bytes: as text if they are UTF-8. If not, Helm's way through JSON replaces what
    /// is broken, and yaml.v3 writes base64 with a tag.
    pub fn bytes(&mut self, bytes: &[u8]) {
        match std::str::from_utf8(bytes) {
            Ok(text) => self.string(text),
            Err(_) if self.flavor == Flavor::Helm => self.string(&gotext::replace_invalid(bytes)),
            Err(_) => {
                use base64::Engine as _;
                let text = base64::engine::general_purpose::STANDARD.encode(bytes);
                self.before_node();
                self.write_indicator("!!binary", true, false, false);
                self.write_scalar(&text, scalar::Style::Plain, false);
            }
        }
    }

    /// Opens a list; an empty one is written and needs its end all the same.
    pub fn begin_sequence(&mut self, empty: bool) {
        let in_mapping = self.before_node();
        self.check_depth();
        if empty {
            self.write_indicator("[", true, true, false);
            self.write_indicator("]", false, false, false);
            self.indents.push(self.indent);
        } else {
            let below_key = self.flavor == Flavor::Helm && in_mapping && !self.indention;
            self.increase_indent(false, below_key);
        }
        self.frames.push(Frame::Sequence);
    }

    /// Closes a list.
    pub fn end_sequence(&mut self) {
        self.end_collection();
    }

    /// Opens a mapping; an empty one is written and needs its end all the same.
    pub fn begin_mapping(&mut self, empty: bool) {
        self.before_node();
        self.check_depth();
        if empty {
            self.write_indicator("{", true, true, false);
            self.write_indicator("}", false, false, false);
            self.indents.push(self.indent);
        } else {
            self.increase_indent(false, false);
        }
        self.frames.push(Frame::Key);
    }

    /// Closes a mapping.
    pub fn end_mapping(&mut self) {
        self.end_collection();
    }

    /// Writes a key; its value must follow.
    pub fn key(&mut self, key: &str) {
        if self.flavor == Flavor::Helm && !front::key_survives_json(key) {
            let text = "did not find expected ',' or '}'";
            self.fail(Error::new(ErrorKind::Syntax, text, Span::NONE));
        }
        let key = match self.through_json(key) {
            Ok(key) => key,
            Err(error) => {
                self.fail(error);
                Cow::Borrowed("")
            }
        };
        self.write_indent();
        let simple = key.len() <= MAX_SIMPLE_KEY && !scalar::has_break(&key);
        if !simple {
            self.write_indicator("?", true, false, true);
        }
        let style = scalar::choose_style(&key, self.flavor);
        self.write_scalar(&key, style, simple);
        if let Some(frame) = self.frames.last_mut() {
            *frame = if simple { Frame::SimpleValue } else { Frame::ComplexValue };
        }
    }

    fn end_collection(&mut self) {
        self.frames.pop();
        self.indent = self.indents.pop().unwrap_or(-1);
    }

    fn check_depth(&mut self) {
        if self.frames.len() >= MAX_DEPTH {
            let text = format!("exceeded max depth of {MAX_DEPTH}");
            self.fail(Error::new(ErrorKind::Limit, text, Span::NONE));
        }
    }

    fn fail(&mut self, error: Error) {
        self.fault.get_or_insert(error);
    }

    /// What Helm's way through JSON text and back makes of a string; nothing but for characters
    /// that YAML does not take.
    fn through_json<'t>(&self, text: &'t str) -> Result<Cow<'t, str>, Error> {
        match self.flavor {
            Flavor::Helm => front::through_json(text),
            Flavor::Pretty => Ok(Cow::Borrowed(text)),
        }
    }

    fn plain(&mut self, text: &str) {
        self.scalar(text, scalar::Style::Plain);
    }

    fn scalar(&mut self, text: &str, style: scalar::Style) {
        self.before_node();
        self.write_scalar(text, style, false);
    }

    /// Writes what stands before a node in its collection. True inside a mapping.
    fn before_node(&mut self) -> bool {
        match self.frames.last_mut() {
            None => false,
            Some(Frame::Sequence) => {
                self.write_indent();
                self.write_indicator("-", true, false, true);
                false
            }
            Some(frame) => {
                let complex = *frame == Frame::ComplexValue;
                *frame = Frame::Key;
                if complex {
                    self.write_indent();
                }
                self.write_indicator(":", complex, false, complex);
                true
            }
        }
    }

    fn increase_indent(&mut self, flow: bool, keep: bool) {
        self.indents.push(self.indent);
        if self.indent < 0 {
            self.indent = if flow { 2 } else { 0 };
        } else if !keep {
            self.indent += 2;
        }
    }

    fn put(&mut self, c: char) {
        self.out.push(c);
        self.column += 1;
    }

    /// Writes a piece of text without line breaks.
    fn put_str(&mut self, text: &str) {
        self.out.push_str(text);
        self.column += if text.is_ascii() { text.len() } else { text.chars().count() };
    }

    fn put_break(&mut self) {
        self.out.push('\n');
        self.column = 0;
    }

    /// Goes to the current indentation, on a new line unless this one is still empty.
    fn write_indent(&mut self) {
        let indent = self.indent.max(0) as usize;
        let fits = self.column < indent || self.column == indent && self.whitespace;
        if !self.indention || !fits {
            self.put_break();
        }
        while self.column < indent {
            self.put(' ');
        }
        self.whitespace = true;
        self.indention = true;
    }

    fn write_indicator(&mut self, text: &str, after_blank: bool, blank: bool, indention: bool) {
        if after_blank && !self.whitespace {
            self.put(' ');
        }
        self.put_str(text);
        self.whitespace = blank;
        self.indention = self.indention && indention;
    }
}
