//! The walk that checks every part of a config and gives each entry its place.
//!
//! Follows `config/validate/validate.go` of flatcar/ignition v0.36.2, which walks a Go value
//! by reflection next to the tree of the text. Here a type says what it consists of through
//! [`Checked`]. The rules themselves stand with the types; this module knows none.

use crate::ignition::clc::Ast;
use crate::ignition::report::{EntryKind, Position, Report};

/// What a value consists of, as Go's reflection would show it. Pointers are transparent.
pub enum Shape<'a> {
    /// A scalar, or nothing.
    Leaf,
    /// The fields of a struct with their key in the text, in the order of the Go type.
    Struct(Vec<(&'static str, &'a dyn Checked)>),
    /// The items of a list.
    List(Vec<&'a dyn Checked>),
}

/// A value that the walk can enter.
pub trait Checked {
    /// What the value consists of.
    fn shape(&self) -> Shape<'_>;

    /// Rules about the value as a whole (`Validate` in Go).
    fn check(&self) -> Report {
        Report::default()
    }

    /// Rules about one field, named by its key (`ValidateField` in Go).
    fn check_field(&self, _key: &str) -> Report {
        Report::default()
    }
}

macro_rules! leaf {
    ($($ty:ty),*) => {$(
        impl Checked for $ty {
            fn shape(&self) -> Shape<'_> {
                Shape::Leaf
            }
        }
    )*};
}
leaf!(String, Vec<u8>, bool, i64, u64);

impl<T: Checked> Checked for Option<T> {
    fn shape(&self) -> Shape<'_> {
        self.as_ref().map_or(Shape::Leaf, Checked::shape)
    }

    fn check(&self) -> Report {
        self.as_ref().map(Checked::check).unwrap_or_default()
    }

    fn check_field(&self, key: &str) -> Report {
        self.as_ref().map(|v| v.check_field(key)).unwrap_or_default()
    }
}

/// Lists of anything but bytes.
macro_rules! lists {
    ($($ty:ty),* $(,)?) => {$(
        impl $crate::ignition::walk::Checked for Vec<$ty> {
            fn shape(&self) -> $crate::ignition::walk::Shape<'_> {
                let items = self.iter().map(|v| v as &dyn $crate::ignition::walk::Checked);
                $crate::ignition::walk::Shape::List(items.collect())
            }
        }
    )*};
}
pub(super) use lists;
lists!(String);

/// Walks a value next to the tree of its text. `unknown_keys` also reports the keys of the
/// text that the type does not have.
pub fn walk(value: &dyn Checked, ast: Option<Ast<'_>>, unknown_keys: bool) -> Report {
    let position = ast.map(|a| a.position()).unwrap_or_default();
    let mut report = value.check().at(position);
    // What is wrong as a whole mostly has bogus parts.
    if report.is_fatal() {
        return report;
    }
    match value.shape() {
        Shape::Leaf => {}
        Shape::Struct(fields) => {
            report.merge(walk_struct(value, &fields, ast, unknown_keys).at(position));
        }
        Shape::List(items) => {
            for (i, item) in items.into_iter().enumerate() {
                let sub = ast.map(|a| a.item(i).unwrap_or(a));
                report.merge(walk(item, sub, unknown_keys).at(position));
            }
        }
    }
    report
}

fn walk_struct(
    value: &dyn Checked,
    fields: &[(&'static str, &dyn Checked)],
    ast: Option<Ast<'_>>,
    unknown_keys: bool,
) -> Report {
    let mut report = Report::default();
    let keys = ast.and_then(|a| a.keys());
    for (key, field) in fields {
        let sub = keys.as_ref().and_then(|keys| keys.iter().rev().find(|(k, _)| k == key));
        let sub = sub.map(|(_, sub)| *sub);
        // A field that is not in the text stands where its struct stands.
        let place = sub.or(ast).map(|a| a.position()).unwrap_or_default();
        report.merge(value.check_field(key).at(place));
        report.merge(walk(*field, sub, unknown_keys).at(place));
    }
    if let (Some(keys), true) = (&keys, unknown_keys) {
        for (key, sub) in keys {
            if !fields.iter().any(|(known, _)| known == key) {
                report.merge(unknown_key(key, fields, sub.key_position()));
            }
        }
    }
    report
}

fn unknown_key(key: &str, fields: &[(&'static str, &dyn Checked)], at: Position) -> Report {
    let mut report = Report::warning(format!("Config has unrecognized key: {key}"));
    let folded = key.to_lowercase();
    if let Some((known, _)) = fields.iter().find(|(known, _)| known.to_lowercase() == folded) {
        report.add(EntryKind::Info, format!("Did you mean {known} instead of {key}"));
    }
    report.at(at)
}
