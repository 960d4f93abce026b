//! Keywords for any type, for strings and for numbers.

use super::{Fault, Frame};
use crate::schema::Schema;
use crate::schema::document::{Node, NodeId};
use crate::schema::error::{FailureKind, Literal};
use crate::schema::format;
use crate::schema::instance::{Instance, Shape, decimal};
use crate::schema::keyword::Keyword;
use crate::schema::number::Decimal;

/// The types in the order in which messages name them.
const TYPES: [&str; 7] = ["null", "boolean", "number", "integer", "string", "array", "object"];

impl<I: Instance> Frame<'_, '_, I> {
    /// The keywords that end the matter when they fail.
    pub(super) fn any_type(&mut self) -> Result<(), Fault> {
        let Some(got) = type_name(self.shape) else {
            let Shape::Other(name) = self.shape else { return Ok(()) };
            return Err(self.fault(|_| FailureKind::NotJson(name)));
        };
        if let Some(node) = self.get(Keyword::Type) {
            let want = self.types(node);
            let fits = want.is_empty()
                || want.contains(&got)
                || (want.contains(&"integer")
                    && decimal(self.shape).is_some_and(|number| number.is_integer()));
            if !fits {
                return Err(self.fault(|_| FailureKind::Type { got, want }));
            }
        }
        self.constant()?;
        if let Some(node) = self.get(Keyword::Enum)
            && let Node::Array(items) = self.document.node(node)
            && !items.iter().any(|item| self.subject.equals(self.document, *item))
        {
            return Err(self.fault(|frame| {
                let literal = |item: &NodeId| Schema::literal(frame.document, *item);
                FailureKind::Enum(items.iter().map(literal).collect())
            }));
        }
        self.format()
    }

    pub(super) fn constant(&self) -> Result<(), Fault> {
        if let Some(node) = self.get(Keyword::Const)
            && !self.subject.equals(self.document, node)
        {
            return Err(
                self.fault(|frame| FailureKind::Const(Schema::literal(frame.document, node)))
            );
        }
        Ok(())
    }

    fn types(&self, node: NodeId) -> Vec<&'static str> {
        let named = |name: &str| match self.document.node(node) {
            Node::Array(items) => items.iter().any(|item| self.document.text(*item) == Some(name)),
            _ => self.document.text(node) == Some(name),
        };
        TYPES.into_iter().filter(|name| named(name)).collect()
    }

    fn format(&mut self) -> Result<(), Fault> {
        if !(self.draft.asserts_format() || self.run.schema.assert_format)
            || self.shape != Shape::String
        {
            return Ok(());
        }
        let Some(name) = self.get(Keyword::Format).and_then(|node| self.document.text(node)) else {
            return Ok(());
        };
        let text = self.subject.text();
        match format::check(name, &text) {
            Ok(()) => Ok(()),
            Err(reason) => Err(self.fault(|_| FailureKind::Format {
                got: Literal::String((*text).into()),
                format: name.into(),
                reason,
            })),
        }
    }

    pub(super) fn string(&mut self) {
        let text = self.subject.text();
        if self.get(Keyword::MinLength).or(self.get(Keyword::MaxLength)).is_some() {
            let length = text.chars().count();
            self.at_least(Keyword::MinLength, "minLength", length);
            self.at_most(Keyword::MaxLength, "maxLength", length);
        }
        if let Some(node) = self.get(Keyword::Pattern)
            && let Some(pattern) = self.document.text(node)
            && !self.run.matches(self.schema(node), pattern, &text)
        {
            self.fail(|_| FailureKind::Pattern { got: (*text).into(), pattern: pattern.into() });
        }
    }

    pub(super) fn number(&mut self) {
        const LIMITS: [Keyword; 5] = [
            Keyword::Minimum,
            Keyword::Maximum,
            Keyword::ExclusiveMinimum,
            Keyword::ExclusiveMaximum,
            Keyword::MultipleOf,
        ];
        if LIMITS.iter().all(|keyword| self.get(*keyword).is_none()) {
            return;
        }
        let Some(got) = decimal(self.shape) else { return };
        let (minimum, above) = self.limit(Keyword::Minimum, Keyword::ExclusiveMinimum);
        let (maximum, below) = self.limit(Keyword::Maximum, Keyword::ExclusiveMaximum);
        self.compare("minimum", got, minimum, |want| got < want);
        self.compare("maximum", got, maximum, |want| got > want);
        self.compare("exclusiveMinimum", got, above, |want| got <= want);
        self.compare("exclusiveMaximum", got, below, |want| got >= want);
        let factor = self.decimal(Keyword::MultipleOf);
        self.compare("multipleOf", got, factor, |want| !got.is_multiple_of(&want));
    }

    /// The inclusive and the exclusive limit. In draft-04 a flag makes the first the second.
    fn limit(&self, inclusive: Keyword, exclusive: Keyword) -> (Option<Decimal>, Option<Decimal>) {
        let limit = self.decimal(inclusive);
        match self.flag(exclusive) {
            Some(true) => (None, limit),
            _ => (limit, self.decimal(exclusive)),
        }
    }

    fn compare(
        &mut self,
        keyword: &'static str,
        got: Decimal,
        want: Option<Decimal>,
        is_bad: impl Fn(Decimal) -> bool,
    ) {
        if let Some(want) = want.filter(|want| is_bad(*want)) {
            let (got, want) = (got.to_f64(), want.to_f64());
            self.fail(|_| FailureKind::Number { keyword, got, want });
        }
    }
}

fn type_name(shape: Shape) -> Option<&'static str> {
    Some(match shape {
        Shape::Null => "null",
        Shape::Bool(_) => "boolean",
        Shape::Int(_) | Shape::Float(_) => "number",
        Shape::String => "string",
        Shape::Array(_) => "array",
        Shape::Object(_) => "object",
        Shape::Other(_) => return None,
    })
}
