//! Lists, maps, structures and pointers, and what to do with each kind of value.

use super::{Complex, Printer};
use crate::value::{Kind, MAX_DEPTH, Object, Str, Value, stack};

impl Printer {
    /// Prints a value that may be inside of another.
    pub(super) fn value(&mut self, value: &Value, verb: char, depth: usize) {
        if depth > MAX_DEPTH || stack::is_low() {
            self.failed = Some("value nests too deeply to be printed");
        }
        if self.is_full() {
            return;
        }
        match value {
            Value::Nil | Value::Invalid if self.flags.sharp_v => self.text("interface {}(nil)"),
            Value::Nil | Value::Invalid => self.text("<nil>"),
            Value::Bool(b) => match verb {
                't' | 'v' => self.pad(if *b { b"true" } else { b"false" }),
                _ => self.bad_verb(value, verb),
            },
            Value::Int(n) | Value::Int64(n) => self.integer(value, *n as u64, true, verb),
            Value::Uint64(n) => self.integer(value, *n, false, verb),
            Value::Byte(n) => self.integer(value, u64::from(*n), false, verb),
            Value::Float(n) => self.float(value, *n, verb),
            Value::Str(s) => self.go_string(value, s.as_bytes(), verb),
            Value::Bytes(bytes) => self.bytes(value, bytes, verb, depth),
            Value::List(list) => {
                let nil = list.is_nil_slice();
                self.sequence(list.elem().slice_type(), nil, list, verb, depth);
            }
            Value::Map(map) => {
                // A copy, so that nothing is borrowed while methods of objects run.
                let entries = map.entries();
                self.map(map.ty().name, map.is_nil_map(), &entries, verb, depth);
            }
            Value::Object(object) => self.object(value, &**object, verb, depth),
        }
    }

    pub(super) fn sequence(
        &mut self,
        ty: &str,
        nil: bool,
        items: &[Value],
        verb: char,
        depth: usize,
    ) {
        let (open, separator, close) = self.brackets(ty, nil);
        if nil && self.flags.sharp_v {
            return;
        }
        self.text(open);
        for (index, item) in items.iter().enumerate() {
            self.text(if index > 0 { separator } else { "" });
            self.value(item, verb, depth + 1);
        }
        self.text(close);
    }

    /// Writes the type for `%#v` and returns what goes around and between elements.
    pub(super) fn brackets(
        &mut self,
        ty: &str,
        nil: bool,
    ) -> (&'static str, &'static str, &'static str) {
        if !self.flags.sharp_v {
            return ("[", " ", "]");
        }
        self.text(ty);
        self.text(if nil { "(nil)" } else { "" });
        ("{", ", ", "}")
    }

    pub(super) fn map(
        &mut self,
        ty: &str,
        nil: bool,
        entries: &[(Str, Value)],
        verb: char,
        depth: usize,
    ) {
        let (open, separator, close) = self.brackets(ty, nil);
        if nil && self.flags.sharp_v {
            return;
        }
        self.text(if self.flags.sharp_v { "" } else { "map" });
        self.text(open);
        for (index, (key, item)) in entries.iter().enumerate() {
            self.text(if index > 0 { separator } else { "" });
            self.value(&Value::Str(key.clone()), verb, depth + 1);
            self.text(":");
            self.value(item, verb, depth + 1);
        }
        self.text(close);
    }

    fn object(&mut self, value: &Value, object: &dyn Object, verb: char, depth: usize) {
        if let Some(Complex(re, im)) = object.as_any().downcast_ref() {
            return self.complex(value, *re, *im, verb);
        }
        let takes_string = matches!(verb, 'v' | 's' | 'x' | 'X' | 'q');
        if takes_string
            && !self.erroring
            && !self.flags.sharp_v
            && !object.string_is_on_pointer()
            && let Some(text) = object.string()
        {
            return self.go_string(value, text.as_bytes(), verb);
        }
        if let Some(underlying) = object.underlying() {
            return self.underlying(&underlying, object, verb, depth);
        }
        match object.kind() {
            Kind::Struct => self.structure(object, verb, depth),
            Kind::Ptr if depth == 0 => {
                self.text("&");
                self.structure(object, verb, depth);
            }
            _ => self.pointer(value, verb),
        }
    }

    fn underlying(&mut self, plain: &Value, object: &dyn Object, verb: char, depth: usize) {
        match plain {
            Value::Map(map) => {
                let entries = map.entries();
                self.map(object.go_type(), map.is_nil_map(), &entries, verb, depth);
            }
            Value::List(list) => {
                self.sequence(object.go_type(), list.is_nil_slice(), list, verb, depth);
            }
            _ => self.value(plain, verb, depth),
        }
    }

    pub(super) fn structure(&mut self, object: &dyn Object, verb: char, depth: usize) {
        if self.flags.sharp_v {
            self.text(object.go_type().trim_start_matches('*'));
        }
        self.text("{");
        for (index, name) in object.fields().iter().enumerate() {
            if index > 0 {
                self.text(if self.flags.sharp_v { ", " } else { " " });
            }
            if self.flags.plus_v || self.flags.sharp_v {
                self.text(name);
                self.text(":");
            }
            let field = object.field(name).unwrap_or_default();
            self.value(&field, verb, depth + 1);
        }
        self.text("}");
    }

    /// An address. Go's differ from run to run; ours is always the same.
    pub(super) fn pointer(&mut self, value: &Value, verb: char) {
        let is_pointer = matches!(value.kind(), Kind::Func | Kind::Map | Kind::Ptr | Kind::Slice);
        match verb {
            'v' | 'p' if is_pointer => {
                let mut text = String::from("0xc000000000");
                if verb == 'p' && self.flags.sharp {
                    text = text.split_off(2);
                }
                self.pad(text.as_bytes());
            }
            'b' | 'o' | 'd' | 'x' | 'X' if is_pointer => {
                self.integer(value, 0xc0_0000_0000, false, verb);
            }
            _ => self.bad_verb(value, verb),
        }
    }
}
