//! Walks over all texts of the input, for rules that look at texts wherever they stand.

use super::clc::block_lines;
use super::ctx::Ctx;
use crate::manifest::Object;
use crate::manifest::field::{self, Visit};
use crate::path::FieldPath;
use crate::source::Span;
use crate::yaml::Node;

/// One scalar of an object.
#[derive(Debug)]
pub(super) struct Text<'a, 't> {
    /// The object.
    pub object: &'a Object,
    /// Its text.
    pub value: &'a str,
    stop: Visit<'a, 't>,
}

impl Text<'_, '_> {
    /// Where the scalar stands.
    pub fn path(&self) -> FieldPath {
        self.stop.path()
    }

    /// The first key on the way to the scalar, such as `spec`.
    pub fn top(&self) -> Option<&str> {
        self.stop.top()
    }

    /// The place of a part of the text in the manifest.
    pub fn place(&self, ctx: &Ctx<'_>, at: usize, length: usize) -> Span {
        place(ctx, self.stop.node, at, length)
    }

    /// True for text of more than one line.
    pub fn is_block(&self) -> bool {
        self.value.trim_end().contains('\n')
    }
}

/// The place in the manifest of a part of a scalar's text: by the line of a block, and else the
/// whole scalar.
pub(super) fn place(ctx: &Ctx<'_>, node: &Node, at: usize, length: usize) -> Span {
    let span = node.span();
    let text = node.text().unwrap_or_default();
    let Some(lines) = block_lines(text, node, ctx.sources) else { return span };
    let before = &text[..at];
    let line = before.bytes().filter(|b| *b == b'\n').count();
    let column = at - before.rfind('\n').map_or(0, |newline| newline + 1);
    lines.get(line).map_or(span, |start| {
        let start = *start as usize + column;
        Span::new(span.file, start, start + length)
    })
}

/// Visits every scalar value of every object.
pub(super) fn each<'a>(ctx: &Ctx<'a>, mut visit: impl FnMut(Text<'a, '_>)) {
    for object in ctx.manifests.objects() {
        field::walk(&object.node, |stop| {
            if let Some(value) = stop.node.text() {
                visit(Text { object, value, stop });
            }
        });
    }
}
