//! Walks over all texts of the input, for rules that look at texts wherever they stand.

use super::clc::block_lines;
use super::ctx::Ctx;
use crate::manifest::{Object, field};
use crate::path::FieldPath;
use crate::source::Span;
use crate::yaml::Node;

/// One scalar of an object.
#[derive(Debug)]
pub(super) struct Text<'a> {
    /// The object.
    pub object: &'a Object,
    /// Where the scalar stands.
    pub path: &'a FieldPath,
    /// The scalar.
    pub node: &'a Node,
    /// Its text.
    pub value: &'a str,
}

impl Text<'_> {
    /// The place of a part of the text in the manifest, by the line of a block and else by the
    /// whole scalar.
    pub fn place(&self, ctx: &Ctx<'_>, at: usize, length: usize) -> Span {
        let span = self.node.span();
        let Some(lines) = block_lines(self.value, self.node, ctx.sources) else { return span };
        let before = &self.value[..at];
        let line = before.bytes().filter(|b| *b == b'\n').count();
        let column = at - before.rfind('\n').map_or(0, |newline| newline + 1);
        match lines.get(line) {
            Some(start) => {
                let start = *start as usize + column;
                Span::new(span.file, start, start + length)
            }
            None => span,
        }
    }

    /// True for text of more than one line.
    pub fn is_block(&self) -> bool {
        self.value.trim_end().contains('\n')
    }
}

/// Visits every scalar value of every object.
pub(super) fn each(ctx: &Ctx<'_>, mut visit: impl FnMut(Text<'_>)) {
    for object in ctx.manifests.objects() {
        field::walk(&object.node, |stop| {
            if let Some(value) = stop.node.text() {
                visit(Text { object, path: stop.path, node: stop.node, value });
            }
        });
    }
}
