//! From a chart and its values to manifests, by whichever engine the chart needs.
//!
//! A [`Renderer`] turns a [`Release`] and effective values into a [`Rendered`]: plain text per
//! template, in the order in which it is printed. The built-in charts have theirs in
//! [`builtin`]; a real Helm chart has another behind the same trait. What a manifest means is
//! not known here, nor is any file read or written.

pub mod builtin;
pub mod embedded;
mod env;
mod error;
mod filters;
pub mod helm;
mod lookup;
mod release;

use std::ops::Range;
use std::sync::Arc;

use serde_json::Value;

use crate::source::{Calls, Origins, Piece};

pub use env::Host;
pub use error::{RenderError, Trace};
pub use lookup::Lookup;
pub use release::ReleaseFixture;

/// Whose manifests are rendered: what Helm calls the release.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Release<'a> {
    /// The cluster's name.
    pub name: &'a str,
    /// The namespace that every object goes to.
    pub namespace: &'a str,
}

/// An engine with its chart, ready to be given values.
pub trait Renderer: Sync {
    /// Renders every template.
    ///
    /// # Errors
    /// The first template that cannot be rendered, with the line and what to do.
    fn render(&self, release: Release<'_>, values: &Value) -> Result<Rendered, RenderError>;
}

/// What a chart produces.
#[derive(Debug, Clone, Default)]
pub struct Rendered {
    /// One entry per template that produced an object, in printing order.
    pub files: Vec<RenderedFile>,
    /// The calls that the files' pieces name.
    pub calls: Arc<Calls>,
}

/// What one template produces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RenderedFile {
    /// The template's path, such as `templates/aws/cluster.yaml.j2`.
    pub template: Arc<str>,
    /// One or more YAML documents, separated by `---` lines.
    pub text: Arc<str>,
    /// What wrote the text, as far as the engine knows; empty where it records nothing.
    pub pieces: Vec<Piece>,
}

impl RenderedFile {
    /// The documents of the text that hold more than blank lines and comments.
    pub fn documents(&self) -> impl Iterator<Item = &str> {
        self.ranges().map(|range| &self.text[range])
    }

    fn ranges(&self) -> impl Iterator<Item = Range<usize>> {
        let ranges = split_documents(&self.text).into_iter();
        ranges.filter(|range| has_content(&self.text[range.clone()]))
    }
}

impl Rendered {
    /// The stream that `render` prints: each document under its `# Source:` line.
    pub fn to_stream(&self) -> String {
        self.stream(&mut |_, _, _| {})
    }

    /// The same stream with what wrote it.
    pub fn to_traced_stream(&self) -> (String, Origins) {
        let mut origins = Origins::new(self.calls.clone());
        let text = self.stream(&mut |at, file, range| {
            origins.skip(at);
            origins.push(&file.pieces, range);
        });
        (text, origins)
    }

    /// Tells where in the stream which part of which file begins.
    fn stream(&self, place: &mut dyn FnMut(usize, &RenderedFile, Range<usize>)) -> String {
        let mut out = String::with_capacity(self.files.iter().map(|f| f.text.len() + 64).sum());
        for file in &self.files {
            for range in file.ranges() {
                let document = &file.text[range.clone()];
                let start = range.start + document.len() - document.trim_start_matches('\n').len();
                let document = document.trim_matches('\n');
                for part in ["---\n# Source: ", &file.template, "\n"] {
                    out.push_str(part);
                }
                place(out.len(), file, start..start + document.len());
                out.push_str(document);
                out.push('\n');
            }
        }
        out
    }

    /// Keeps the files of the named templates, in printing order. A template is named by its
    /// path or by the end of it, with or without `.j2` (`cluster.yaml`, `aws/cluster.yaml.j2`).
    ///
    /// # Errors
    /// A name that no template with output has.
    pub fn select(mut self, names: &[String]) -> Result<Rendered, RenderError> {
        if names.is_empty() {
            return Ok(self);
        }
        let named = |file: &RenderedFile, name: &str| is_named(&file.template, name);
        if let Some(name) = names.iter().find(|name| !self.files.iter().any(|f| named(f, name))) {
            let available = self.files.iter().map(|f| f.template.to_string()).collect();
            return Err(RenderError::unknown_template(name, available));
        }
        self.files.retain(|file| names.iter().any(|name| named(file, name)));
        Ok(self)
    }
}

fn is_named(template: &str, name: &str) -> bool {
    // Built-in templates are written without the ending of their language.
    let written = template.strip_suffix(".j2").unwrap_or(template);
    let rest = template.strip_suffix(name).or_else(|| written.strip_suffix(name));
    !name.is_empty() && rest.is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
}

/// Splits at lines that are `---` and nothing more than blanks. Text of a block scalar is
/// always indented in a manifest and so never looks like that.
fn split_documents(text: &str) -> Vec<Range<usize>> {
    let mut documents = Vec::new();
    let mut start = 0;
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        if line.strip_prefix("---").is_some_and(|rest| rest.trim().is_empty()) {
            documents.push(start..offset);
            start = offset + line.len();
        }
        offset += line.len();
    }
    documents.push(start..text.len());
    documents
}

fn has_content(document: &str) -> bool {
    document.lines().map(str::trim).any(|line| !line.is_empty() && !line.starts_with('#'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{SourceMap, Span};

    fn rendered() -> Rendered {
        let file = |template: &str, text: &str| RenderedFile {
            template: template.into(),
            text: text.into(),
            pieces: Vec::new(),
        };
        Rendered {
            calls: Arc::default(),
            files: vec![
                file("templates/a/one.yaml", "a: 1\n---\n\n# nothing\n---\nb: |\n  ---\n  x\n\n"),
                file("templates/a/two.yaml", "c: 3"),
            ],
        }
    }

    #[test]
    fn the_stream_has_one_source_line_per_document() {
        let expected = "---\n# Source: templates/a/one.yaml\na: 1\n\
                        ---\n# Source: templates/a/one.yaml\nb: |\n  ---\n  x\n\
                        ---\n# Source: templates/a/two.yaml\nc: 3\n";
        assert_eq!(rendered().to_stream(), expected);
    }

    #[test]
    fn the_traced_stream_knows_what_wrote_each_document() {
        let sources = SourceMap::default();
        let template = sources.add("t.yaml", "a: 1\n---\n{{ x }}");
        let (text, action) = (Span::new(template, 0, 5), Span::new(template, 9, 16));
        let mut rendered = rendered();
        rendered.files[0].pieces = vec![Piece::new(5, text), Piece::new(31, action)];
        let (stream, origins) = rendered.to_traced_stream();
        assert_eq!(stream, rendered.to_stream());
        let file = sources.add_traced("<rendered>", stream.as_str(), origins);
        let at = |text: &str| {
            let at = stream.find(text).unwrap();
            sources.locate(sources.origin(Span::new(file, at, at))?.span).map(|l| l.to_string())
        };
        assert_eq!(at("a: 1").as_deref(), Some("t.yaml:1:1"));
        assert_eq!(at("b: |").as_deref(), Some("t.yaml:3:1"));
        assert_eq!(at("# Source: templates/a/one.yaml\nb"), None);
        assert_eq!(at("c: 3"), None);
    }

    #[test]
    fn templates_are_selected_by_the_end_of_their_path() {
        let select = |names: &[&str]| {
            let names: Vec<String> = names.iter().map(|n| n.to_string()).collect();
            let kept = rendered().select(&names);
            kept.map(|r| r.files.iter().map(|f| f.template.to_string()).collect::<Vec<_>>())
        };
        assert_eq!(select(&["two.yaml"]).unwrap(), ["templates/a/two.yaml"]);
        assert_eq!(select(&["a/two.yaml", "templates/a/one.yaml"]).unwrap().len(), 2);
        assert_eq!(select(&[]).unwrap().len(), 2);
        for unknown in ["wo.yaml", "", "three.yaml"] {
            let error = select(&[unknown]).unwrap_err();
            assert!(error.to_string().contains(unknown), "{error}");
            assert!(error.help().is_some_and(|h| h.contains("templates/a/one.yaml")));
        }
    }
}
