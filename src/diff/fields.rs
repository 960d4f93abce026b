//! Walking two values side by side and noting what differs.
//!
//! A key whose value is null counts as absent: that is how the API server reads it.

use std::sync::Arc;

use serde_json::{Map, Value};

use super::change::{Detail, FieldChange, Inner, InnerContent, Op};
use super::inner::{self, Content, Hint};
use super::lists::{self, Pairing};
use super::noise::{Place, Renames, is_noise, is_server_field};
use super::secret;
use super::structural::Options;
use super::text::{Limits, TextDiff};
use crate::path::FieldPath;

/// Documents inside of documents are opened this deep.
const MAX_NESTING: u8 = 3;
/// Values nested deeper than this are compared as a whole.
const MAX_DEPTH: usize = 512;
/// Characters of a text that stand for it as a list item.
const ITEM_WIDTH: usize = 80;

/// Which texts must not be shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Secrecy {
    /// All may be.
    Open,
    /// Those of a Secret.
    Secret,
}

/// Compares two values.
pub(super) struct Walker<'a> {
    options: Options,
    renames: &'a Renames<'a>,
    secrecy: Secrecy,
    nesting: u8,
    places: Vec<Place<'a>>,
    /// The items of keyed lists that the place is in, with the fields that name them.
    items: Vec<(&'a Value, &'static [&'static str])>,
    changes: Vec<FieldChange>,
}

impl<'a> Walker<'a> {
    /// Makes a walker over an object's fields.
    pub fn new(options: Options, renames: &'a Renames<'a>, secrecy: Secrecy) -> Walker<'a> {
        Walker {
            options,
            renames,
            secrecy,
            nesting: 0,
            places: Vec::new(),
            items: Vec::new(),
            changes: Vec::new(),
        }
    }

    /// Compares and returns the changes in the order of the new side.
    pub fn compare(mut self, old: &'a Value, new: &'a Value) -> Vec<FieldChange> {
        self.value(old, new, Siblings::default());
        self.changes
    }

    fn value(&mut self, old: &'a Value, new: &'a Value, siblings: Siblings<'a>) {
        match (old, new) {
            (Value::Object(old), Value::Object(new)) if self.places.len() < MAX_DEPTH => {
                self.object(old, new);
            }
            (Value::Array(old), Value::Array(new)) if self.places.len() < MAX_DEPTH => {
                self.list(old, new);
            }
            (Value::String(a), Value::String(b)) if a != b => {
                let inner = self.inner(a, b, siblings);
                self.emit(Op::Change, Some(old), Some(new), None, inner);
            }
            (old, new) if old == new => {}
            (Value::Null, new) => self.emit(Op::Add, None, Some(new), None, None),
            (old, Value::Null) => self.emit(Op::Remove, Some(old), None, None, None),
            (old, new) => self.emit(Op::Change, Some(old), Some(new), None, None),
        }
    }

    fn object(&mut self, old: &'a Map<String, Value>, new: &'a Map<String, Value>) {
        let siblings = Siblings { old: Some(old), new: Some(new) };
        for (key, value) in new {
            self.places.push(Place::Key(key));
            self.value(old.get(key).unwrap_or(&Value::Null), value, siblings);
            self.places.pop();
        }
        for (key, value) in old {
            if !new.contains_key(key) {
                self.places.push(Place::Key(key));
                self.value(value, &Value::Null, siblings);
                self.places.pop();
            }
        }
    }

    fn list(&mut self, old: &'a [Value], new: &'a [Value]) {
        if old == new {
            return;
        }
        let pairing = lists::pair(self.field(), old, new);
        let before = self.changes.len();
        for index in &pairing.removed {
            let item = self.item(&old[*index], &pairing);
            self.at(*index, |w| w.emit(Op::Remove, Some(&old[*index]), None, item, None));
        }
        for (from, to) in &pairing.moved {
            let item = self.item(&new[*to], &pairing);
            let (old, new) = (Value::from(*from), Value::from(*to));
            self.at(*to, |w| w.push(Op::Move, Some(old), Some(new), false, item, None));
        }
        for (from, to) in &pairing.renamed {
            self.renamed(&old[*from], &new[*to], *to, &pairing);
        }
        for (from, to) in &pairing.same {
            self.items.extend(pairing.by.map(|by| (&new[*to], by)));
            self.at(*to, |w| w.value(&old[*from], &new[*to], Siblings::default()));
            self.items.truncate(self.items.len() - usize::from(pairing.by.is_some()));
        }
        for index in &pairing.added {
            let item = self.item(&new[*index], &pairing);
            self.at(*index, |w| w.emit(Op::Add, None, Some(&new[*index]), item, None));
        }
        // Told from top to bottom, as people read lists.
        let depth = self.places.len();
        self.changes[before..].sort_by(|a, b| a.path.steps()[depth].cmp(&b.path.steps()[depth]));
    }

    /// An item with a new identity: one change for that, and what else differs.
    fn renamed(&mut self, old: &'a Value, new: &'a Value, index: usize, pairing: &Pairing) {
        let by = pairing.by.unwrap_or_default();
        let (from, to) = (lists::identity(old, by), lists::identity(new, by));
        self.at(index, |walker| {
            let (from_name, to_name) = (from.map(Value::from), to.clone().map(Value::from));
            walker.push(Op::Rename, from_name, to_name, false, to, None);
            let (Value::Object(old), Value::Object(new)) = (old, new) else { return };
            let before = walker.changes.len();
            walker.object(old, new);
            // The identity itself was told already.
            let depth = walker.places.len();
            let told = |change: &FieldChange| match &change.path.steps()[depth..] {
                [crate::path::Step::Key(key)] => by.contains(&&**key),
                _ => false,
            };
            let rest = walker.changes.split_off(before);
            walker.changes.extend(rest.into_iter().filter(|change| !told(change)));
        });
    }

    fn at(&mut self, index: usize, body: impl FnOnce(&mut Self)) {
        self.places.push(Place::Index(index));
        body(self);
        self.places.pop();
    }

    /// The name of the innermost field, through lists.
    fn field(&self) -> &'a str {
        let key = self.places.iter().rev().find_map(|place| match place {
            Place::Key(key) => Some(*key),
            Place::Index(_) => None,
        });
        key.unwrap_or_default()
    }

    /// What an item of a list is called.
    fn item(&self, item: &Value, pairing: &Pairing) -> Option<String> {
        if self.is_secret() {
            return None;
        }
        match (pairing.by, item) {
            (Some(by), item) => lists::identity(item, by).map(cut),
            (None, Value::String(text)) => text.lines().next().map(|line| cut(line.to_owned())),
            _ => None,
        }
    }

    /// The name of the innermost item that the place is in: `files[3].content` says little.
    fn inside_of(&self) -> Option<String> {
        if self.is_secret() {
            return None;
        }
        self.items.last().and_then(|(item, by)| lists::identity(item, by)).map(cut)
    }

    fn emit(
        &mut self,
        op: Op,
        old: Option<&Value>,
        new: Option<&Value>,
        item: Option<String>,
        inner: Option<Inner>,
    ) {
        let only_encoding = inner.as_ref().is_some_and(|inner| match &inner.content {
            InnerContent::Text(diff) => diff.is_empty(),
            _ => false,
        });
        let all_noise = inner.as_ref().is_some_and(|inner| match &inner.content {
            InnerContent::Changes(changes) => changes.iter().all(|change| change.noise),
            _ => false,
        });
        let noise = only_encoding
            || all_noise
            || self.nesting == 0 && is_server_field(&self.places)
            || is_noise(&self.places, old, new, self.renames);
        let show = |value: &Value| match self.is_secret() {
            true => secret::mask(value, self.places.first() == Some(&Place::Key("data"))),
            false => secret::shown(value),
        };
        let item = match (self.is_secret(), old, new) {
            (true, Some(Value::String(old)), Some(Value::String(new))) => {
                secret::differing_lines(old, new, self.places.first() == Some(&Place::Key("data")))
            }
            _ => item.or_else(|| self.inside_of()),
        };
        let (old, new) = (old.map(show), new.map(show));
        self.push(op, old, new, noise, item, inner);
    }

    fn push(
        &mut self,
        op: Op,
        old: Option<Value>,
        new: Option<Value>,
        noise: bool,
        item: Option<String>,
        inner: Option<Inner>,
    ) {
        let mut path = FieldPath::root();
        for place in &self.places {
            match place {
                Place::Key(key) => path.push_key(Arc::<str>::from(*key)),
                Place::Index(index) => path.push_index(*index),
            }
        }
        let detail = Detail { op, old, new, noise, item, inner: inner.map(Box::new) };
        self.changes.push(FieldChange { path, detail });
    }

    /// Whether values at this place are a Secret's and must not be shown.
    fn is_secret(&self) -> bool {
        if self.secrecy == Secrecy::Open || self.options.show_secrets {
            return false;
        }
        let key = |index: usize| match self.places.get(index) {
            Some(Place::Key(key)) => Some(*key),
            _ => None,
        };
        match key(0) {
            Some("data" | "stringData") => true,
            Some("metadata") => {
                key(1) == Some("annotations") && matches!(key(2), None | Some(secret::LAST_APPLIED))
            }
            _ => false,
        }
    }

    /// What differs inside two texts, where there is something inside.
    fn inner(&self, old: &'a str, new: &'a str, siblings: Siblings<'a>) -> Option<Inner> {
        if self.nesting >= MAX_NESTING || self.is_secret() {
            return None;
        }
        let field = self.field();
        let (old_hint, new_hint) = siblings.hints(field, self.secrecy, &self.places);
        let (old, new) = (inner::open(old, old_hint), inner::open(new, new_hint));
        let encodings = if new.encodings.is_empty() { old.encodings } else { new.encodings };
        let texts = (inner::as_text(&old.bytes), inner::as_text(&new.bytes));
        let (Some(old_text), Some(new_text)) = texts else {
            let content = InnerContent::Binary { old: old.bytes.len(), new: new.bytes.len() };
            return Some(Inner { format: "binary", encodings, content });
        };
        let one_line = |text: &str| !text.trim_end().contains('\n');
        if encodings.is_empty() && one_line(old_text) && one_line(new_text) {
            let document = |text: &str| text.starts_with(['{', '[']);
            if !document(old_text) || !document(new_text) {
                return None;
            }
        }
        let contents = (inner::read(old_text, old_hint), inner::read(new_text, new_hint));
        let format = match &contents.1 {
            Content::Document(format, _) | Content::Lines(format) => *format,
        };
        if let (Content::Document(_, old), Content::Document(_, new)) = &contents {
            let changes = self.inside(old, new);
            if !changes.is_empty() {
                return Some(Inner { format, encodings, content: InnerContent::Changes(changes) });
            }
        }
        let limits = Limits { context: 2, lines: 400, ..Limits::default() };
        let diff = TextDiff::new(old_text, new_text, limits);
        Some(Inner { format, encodings, content: InnerContent::Text(diff) })
    }

    fn inside(&self, old: &Value, new: &Value) -> Vec<FieldChange> {
        let walker = Walker {
            options: self.options,
            renames: self.renames,
            secrecy: Secrecy::Open,
            nesting: self.nesting + 1,
            places: Vec::new(),
            items: Vec::new(),
            changes: Vec::new(),
        };
        walker.compare(old, new)
    }
}

/// A name that is short enough to stand for an item.
fn cut(name: String) -> String {
    match name.char_indices().nth(ITEM_WIDTH) {
        Some((at, _)) => format!("{}…", &name[..at]),
        None => name,
    }
}

/// The mappings that a pair of values stands in.
#[derive(Debug, Clone, Copy, Default)]
struct Siblings<'a> {
    old: Option<&'a Map<String, Value>>,
    new: Option<&'a Map<String, Value>>,
}

impl<'a> Siblings<'a> {
    fn hints(self, field: &'a str, secrecy: Secrecy, places: &[Place<'_>]) -> (Hint<'a>, Hint<'a>) {
        let is_base64 = match places.first() {
            Some(Place::Key("data")) => secrecy == Secrecy::Secret,
            Some(Place::Key("binaryData")) => true,
            _ => false,
        };
        let hint = |map: Option<&'a Map<String, Value>>| {
            let text = |key: &str| map.and_then(|m| m.get(key)).and_then(Value::as_str);
            // A file's content is told by its path, a data entry by its own key.
            let in_file = matches!(field, "content" | "contents" | "inline" | "source");
            let name = if in_file { text("path").or_else(|| text("name")) } else { Some(field) };
            Hint { encoding: text("encoding").or(is_base64.then_some("base64")), name, field }
        };
        (hint(self.old), hint(self.new))
    }
}
