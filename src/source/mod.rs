//! Where text came from: files, byte spans, lines and columns.
//!
//! Every error and finding of the tool points into a [`SourceMap`]. The map only grows, is
//! shared between threads, and hands out small [`FileId`]s, so that a [`Span`] is three
//! integers and costs nothing to keep beside every node of a parsed document.
//!
//! A text that was rendered knows its [`Origins`]: [`SourceMap::origin`] leads from a place in
//! it to the place in the template.
//!
//! This module knows nothing of YAML, templates or Kubernetes, and reads no files.

mod origins;

use std::fmt;
use std::sync::{Arc, RwLock};

pub use origins::{CallId, Calls, Origin, Origins, Piece};

/// One text of a [`SourceMap`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileId(u32);

impl FileId {
    /// The file of things that were made, not read. It has no text.
    pub const NONE: FileId = FileId(u32::MAX);
}

/// A range of bytes in one file. The end is exclusive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// The file that the bytes belong to.
    pub file: FileId,
    /// Offset of the first byte.
    pub start: u32,
    /// Offset behind the last byte.
    pub end: u32,
}

impl Span {
    /// The span of things that were made, not read.
    pub const NONE: Span = Span { file: FileId::NONE, start: 0, end: 0 };

    /// Makes a span; offsets beyond 4 GiB saturate (no reader accepts such a file).
    pub fn new(file: FileId, start: usize, end: usize) -> Span {
        let clamp = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Span { file, start: clamp(start), end: clamp(end) }
    }

    /// True for things that were made, not read.
    pub fn is_none(&self) -> bool {
        self.file == FileId::NONE
    }
}

/// A position for people: 1-based line and column, the column counted in characters.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
pub struct Location {
    /// Name of the file as the user would type it.
    pub file: Arc<str>,
    /// 1-based line; 0 when only the file is known.
    pub line: u32,
    /// 1-based column in characters; 0 when only the file is known.
    pub column: u32,
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line == 0 {
            f.write_str(&self.file)
        } else {
            write!(f, "{}:{}:{}", self.file, self.line, self.column)
        }
    }
}

/// One named text with its line starts.
#[derive(Debug)]
pub struct SourceFile {
    /// Name of the file as the user would type it.
    pub name: Arc<str>,
    /// The whole text.
    pub text: Arc<str>,
    line_starts: std::sync::OnceLock<Vec<u32>>,
    /// What wrote the text, when it was rendered and that was recorded.
    origins: Option<Origins>,
}

impl SourceFile {
    fn line_starts(&self) -> &[u32] {
        self.line_starts.get_or_init(|| {
            let newlines = self.text.bytes().enumerate().filter(|(_, b)| *b == b'\n');
            std::iter::once(0).chain(newlines.map(|(i, _)| i as u32 + 1)).collect()
        })
    }

    /// The 1-based line and column (in characters) of a byte offset.
    pub fn line_column(&self, offset: u32) -> (u32, u32) {
        let starts = self.line_starts();
        let line = starts.partition_point(|s| *s <= offset).max(1);
        let start = starts[line - 1] as usize;
        let end = (offset as usize).min(self.text.len());
        let before = self.text.as_bytes().get(start..end).unwrap_or_default();
        // Continuation bytes are not characters of their own.
        let column = before.iter().filter(|b| (**b & 0xC0) != 0x80).count() + 1;
        (line as u32, column as u32)
    }

    /// The byte offset of a 1-based line and column (in characters); the line's end for a
    /// column behind it.
    pub fn offset(&self, line: u32, column: u32) -> Option<u32> {
        let text = self.line(line)?;
        let start = *self.line_starts().get(line as usize - 1)?;
        let before = (column as usize).saturating_sub(1);
        let inside = text.char_indices().nth(before).map_or(text.len(), |(at, _)| at);
        Some(start + inside as u32)
    }

    /// The text of a 1-based line, without its line break.
    pub fn line(&self, line: u32) -> Option<&str> {
        let starts = self.line_starts();
        let index = usize::try_from(line).ok()?.checked_sub(1)?;
        let start = *starts.get(index)? as usize;
        let end = starts.get(index + 1).map_or(self.text.len(), |e| *e as usize - 1);
        self.text.get(start..end).map(|l| l.strip_suffix('\r').unwrap_or(l))
    }
}

/// All texts of one run. Clones share the same texts.
#[derive(Debug, Clone, Default)]
pub struct SourceMap {
    files: Arc<RwLock<Vec<Arc<SourceFile>>>>,
}

impl SourceMap {
    /// Adds a text under a name and returns its id. Names need not be unique.
    pub fn add(&self, name: impl Into<Arc<str>>, text: impl Into<Arc<str>>) -> FileId {
        self.push(name.into(), text.into(), None)
    }

    /// Adds a text that was rendered from others of the map.
    pub fn add_traced(
        &self,
        name: impl Into<Arc<str>>,
        text: impl Into<Arc<str>>,
        origins: Origins,
    ) -> FileId {
        self.push(name.into(), text.into(), Some(origins))
    }

    fn push(&self, name: Arc<str>, text: Arc<str>, origins: Option<Origins>) -> FileId {
        let line_starts = std::sync::OnceLock::new();
        let file = SourceFile { name, text, line_starts, origins };
        let mut files = self.files.write().expect("no writer panics while holding the lock");
        files.push(Arc::new(file));
        FileId(files.len() as u32 - 1)
    }

    /// The file of an id; none for [`FileId::NONE`].
    pub fn file(&self, id: FileId) -> Option<Arc<SourceFile>> {
        let files = self.files.read().expect("no writer panics while holding the lock");
        files.get(id.0 as usize).cloned()
    }

    /// The newest file of a name.
    pub fn by_name(&self, name: &str) -> Option<Arc<SourceFile>> {
        let files = self.files.read().expect("no writer panics while holding the lock");
        files.iter().rev().find(|file| &*file.name == name).cloned()
    }

    /// The start of a span as a position for people.
    pub fn locate(&self, span: Span) -> Option<Location> {
        let file = self.file(span.file)?;
        let (line, column) = file.line_column(span.start);
        Some(Location { file: file.name.clone(), line, column })
    }

    /// What wrote the start of a span, when its text was rendered and that is known.
    pub fn origin(&self, span: Span) -> Option<Origin> {
        let file = self.file(span.file)?;
        file.origins.as_ref()?.of(&file.text, span.start, |id| self.file(id))
    }

    /// The place in a template that wrote the start of a span.
    pub fn locate_origin(&self, span: Span) -> Option<Location> {
        self.locate(self.origin(span)?.span)
    }

    /// What wrote the text at a place of the newest file of a name.
    pub fn origin_at(&self, place: &Location) -> Option<Origin> {
        let file = self.by_name(&place.file)?;
        let offset = file.offset(place.line, place.column)?;
        file.origins.as_ref()?.of(&file.text, offset, |id| self.file(id))
    }

    /// Whether both hold the same texts.
    pub fn is_same(&self, other: &SourceMap) -> bool {
        Arc::ptr_eq(&self.files, &other.files)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns_are_one_based_and_count_characters() {
        let map = SourceMap::default();
        let id = map.add("a.yaml", "ä: 1\nb: 2\n");
        let at = |start| map.locate(Span::new(id, start, start)).map(|l| l.to_string());
        assert_eq!(at(0).as_deref(), Some("a.yaml:1:1"));
        assert_eq!(at(2).as_deref(), Some("a.yaml:1:2"));
        assert_eq!(at(9).as_deref(), Some("a.yaml:2:4"));
        assert_eq!(map.locate(Span::NONE), None);
        let file = map.file(id).unwrap();
        assert_eq!(file.line(2), Some("b: 2"));
        assert_eq!((file.offset(1, 2), file.offset(2, 4)), (Some(2), Some(9)));
        assert_eq!((file.offset(1, 99), file.offset(9, 1)), (Some(5), None));
    }
}
