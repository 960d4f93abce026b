//! Where a place inside a config text stands in the manifest that holds the text.
//!
//! The text is mostly a literal block scalar, whose lines have lines of their own in the
//! manifest. For any other style the scalar itself is the best place.

use crate::ignition::report::Position;
use crate::source::{SourceMap, Span};
use crate::yaml::{Node, Style};

/// The text of a scalar, and where its lines are.
#[derive(Debug, Clone, Copy)]
pub struct TextPlace<'a> {
    node: &'a Node,
    sources: &'a SourceMap,
}

impl<'a> TextPlace<'a> {
    /// The place of a scalar's text.
    pub fn new(node: &'a Node, sources: &'a SourceMap) -> TextPlace<'a> {
        TextPlace { node, sources }
    }

    /// The place in the manifest of a place in the text.
    pub fn span(&self, at: Position) -> Span {
        self.inside(at).unwrap_or(self.node.span())
    }

    fn inside(&self, at: Position) -> Option<Span> {
        let (text, style) = self.node.scalar()?;
        if style != Style::Literal || at.line == 0 {
            return None;
        }
        let own = text.lines().nth(at.line - 1)?;
        let scalar = self.node.span();
        let source = self.sources.file(scalar.file)?;
        let line = source.line_column(scalar.start).0 + u32::try_from(at.line).ok()?;
        let written = source.line(line)?.trim_end_matches(['\r', '\n']);
        let indent = written.strip_suffix(own)?.chars().count();
        let column = u32::try_from(indent + at.column.max(1)).ok()?;
        let start = source.offset(line, column)?;
        Some(Span { start, end: scalar.end.max(start), ..scalar })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::yaml;

    fn locate(text: &str, line: usize, column: usize) -> (u32, u32) {
        let sources = SourceMap::default();
        let file = sources.add("m.yaml", text);
        let root = yaml::parse(text, file).documents[0].root.clone().unwrap();
        let node = root.at("a.b").unwrap();
        let at = Position { line, column };
        let found = sources.locate(TextPlace::new(node, &sources).span(at)).unwrap();
        (found.line, found.column)
    }

    #[test]
    fn lines_of_a_literal_block_have_lines_of_their_own() {
        let text = "a:\n  b: |\n    x: 1\n    y: 2\n";
        assert_eq!(locate(text, 2, 4), (4, 8));
    }

    #[test]
    fn other_styles_point_at_the_scalar() {
        assert_eq!(locate("a: {b: \"x: 1\\ny: 2\"}", 2, 1), (1, 8));
    }
}
