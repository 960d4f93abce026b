//! Unified diffs of two texts as structured hunks that name the Kubernetes object they are in.
//!
//! [`TextDiff::new`] compares, `Display` prints the usual `@@` form without colour. The work
//! and the output are bounded: similar's Myers search gives up on a shortest script for hard
//! inputs, and lines beyond [`Limits::lines`] are counted, not kept.

use std::fmt;

use similar::{Algorithm, DiffOp, DiffTag, capture_diff_slices, group_diff_ops};

/// How much a diff may hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Unchanged lines around a change.
    pub context: usize,
    /// Lines kept in all hunks together.
    pub lines: usize,
    /// Characters kept of one line.
    pub width: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { context: 3, lines: 2_000, width: 2_000 }
    }
}

/// What a line of a hunk is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Tag {
    /// On both sides.
    Context,
    /// Only in the new text.
    Add,
    /// Only in the old text.
    Remove,
}

impl Tag {
    /// The first column of the printed line.
    pub fn sign(self) -> char {
        match self {
            Tag::Context => ' ',
            Tag::Add => '+',
            Tag::Remove => '-',
        }
    }
}

/// One line of a [`Hunk`].
#[derive(Debug, Clone, PartialEq, Eq, Hash, serde::Serialize)]
pub struct Line {
    /// Which side it is on.
    pub tag: Tag,
    /// The text without its line break, cut at [`Limits::width`].
    pub text: String,
    /// True for a last line that no line break follows.
    #[serde(rename = "noNewline", skip_serializing_if = "std::ops::Not::not")]
    pub no_newline: bool,
}

/// A run of changed lines with their surroundings.
#[derive(Debug, Clone, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Hunk {
    /// 1-based first line and number of lines in the old text.
    pub old: (usize, usize),
    /// 1-based first line and number of lines in the new text.
    pub new: (usize, usize),
    /// `Kind/name` of the object that the first changed line belongs to.
    pub object: Option<String>,
    /// The lines in order.
    pub lines: Vec<Line>,
}

/// The difference of two texts. Empty when they are equal.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, serde::Serialize)]
pub struct TextDiff {
    /// The changed places in order.
    pub hunks: Vec<Hunk>,
    /// Lines that only the new text has, those that were left out included.
    pub added: usize,
    /// Lines that only the old text has, those that were left out included.
    pub removed: usize,
    /// Hunk lines that were left out to keep within the limits.
    pub omitted: usize,
}

impl TextDiff {
    /// Compares two texts line by line.
    pub fn new(old: &str, new: &str, limits: Limits) -> TextDiff {
        if old == new {
            return TextDiff::default();
        }
        let old_lines = split_lines(old);
        let new_lines = split_lines(new);
        let ops = capture_diff_slices(Algorithm::Myers, &old_lines, &new_lines);
        let mut diff = TextDiff::default();
        for op in &ops {
            if op.tag() != DiffTag::Equal {
                diff.removed += op.old_range().len();
                diff.added += op.new_range().len();
            }
        }
        let labels = Labels { old: objects_of(&old_lines), new: objects_of(&new_lines) };
        let mut budget = limits.lines;
        for group in group_diff_ops(ops, limits.context) {
            let size: usize = group.iter().map(op_lines).sum();
            if budget == 0 {
                diff.omitted += size;
                continue;
            }
            let hunk = make_hunk(&group, &old_lines, &new_lines, &labels, limits, budget);
            budget -= hunk.lines.len();
            diff.omitted += size - hunk.lines.len();
            diff.hunks.push(hunk);
        }
        diff
    }

    /// True when the texts were equal.
    pub fn is_empty(&self) -> bool {
        self.hunks.is_empty()
    }

    /// The objects that the hunks are in, each once, in order.
    pub fn objects(&self) -> Vec<&str> {
        let mut seen = Vec::new();
        for object in self.hunks.iter().filter_map(|h| h.object.as_deref()) {
            if !seen.contains(&object) {
                seen.push(object);
            }
        }
        seen
    }
}

impl fmt::Display for TextDiff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for hunk in &self.hunks {
            writeln!(f, "{}", hunk.header())?;
            for line in &hunk.lines {
                writeln!(f, "{}{}", line.tag.sign(), line.text)?;
                if line.no_newline {
                    writeln!(f, "\\ No newline at end of file")?;
                }
            }
        }
        if self.omitted > 0 {
            writeln!(f, "({} more lines of differences are not shown)", self.omitted)?;
        }
        Ok(())
    }
}

impl Hunk {
    /// `@@ -1,7 +1,8 @@ KubeadmControlPlane/demo`, with GNU diff's short forms.
    pub fn header(&self) -> String {
        let range = |(start, length): (usize, usize)| match length {
            1 => start.to_string(),
            // An empty range names the line before it.
            0 => format!("{},0", start.saturating_sub(1)),
            length => format!("{start},{length}"),
        };
        let mut header = format!("@@ -{} +{} @@", range(self.old), range(self.new));
        if let Some(object) = &self.object {
            header.push(' ');
            header.push_str(object);
        }
        header
    }
}

/// Lines with their line breaks, so that a missing last one is a difference.
fn split_lines(text: &str) -> Vec<&str> {
    text.split_inclusive('\n').collect()
}

fn op_lines(op: &DiffOp) -> usize {
    match op.tag() {
        DiffTag::Equal => op.old_range().len(),
        _ => op.old_range().len() + op.new_range().len(),
    }
}

/// First line and `Kind/name` of every document of both texts.
struct Labels {
    old: Vec<(usize, String)>,
    new: Vec<(usize, String)>,
}

impl Labels {
    fn of(&self, op: &DiffOp) -> Option<String> {
        let find = |labels: &[(usize, String)], line: usize| {
            let after = labels.partition_point(|(start, _)| *start <= line);
            Some(&labels[after.checked_sub(1)?].1).filter(|l| !l.is_empty()).cloned()
        };
        // A purely removed line is looked for where it stood.
        match op.tag() {
            DiffTag::Delete => find(&self.old, op.old_range().start),
            _ => find(&self.new, op.new_range().start),
        }
    }
}

fn make_hunk(
    group: &[DiffOp],
    old: &[&str],
    new: &[&str],
    labels: &Labels,
    limits: Limits,
    budget: usize,
) -> Hunk {
    let (first, last) = (&group[0], &group[group.len() - 1]);
    let old_range = first.old_range().start..last.old_range().end;
    let new_range = first.new_range().start..last.new_range().end;
    let changed = group.iter().find(|op| op.tag() != DiffTag::Equal);
    let mut lines = Vec::new();
    let mut push = |tag, side: &[&str], range: std::ops::Range<usize>| {
        for index in range {
            if lines.len() < budget {
                lines.push(make_line(tag, side[index], limits.width));
            }
        }
    };
    for op in group {
        if op.tag() == DiffTag::Equal {
            push(Tag::Context, old, op.old_range());
        } else {
            push(Tag::Remove, old, op.old_range());
            push(Tag::Add, new, op.new_range());
        }
    }
    Hunk {
        old: (old_range.start + 1, old_range.len()),
        new: (new_range.start + 1, new_range.len()),
        object: changed.and_then(|op| labels.of(op)),
        lines,
    }
}

fn make_line(tag: Tag, raw: &str, width: usize) -> Line {
    let text = raw.strip_suffix('\n').unwrap_or(raw);
    let cut = text.char_indices().nth(width).map(|(at, _)| at);
    let text = match cut {
        Some(at) => format!("{}… ({} more bytes)", &text[..at], text.len() - at),
        None => text.to_owned(),
    };
    Line { tag, text, no_newline: !raw.ends_with('\n') }
}

/// Finds where documents begin and who they are, by their unindented keys. That is enough for
/// a heading and works on text that does not parse.
fn objects_of(lines: &[&str]) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut start = 0;
    for (index, line) in lines.iter().enumerate() {
        if line.trim_end() == "---" || line.starts_with("--- ") {
            found.push((start, label(&lines[start..index])));
            start = index;
        }
    }
    found.push((start, label(&lines[start..])));
    found
}

fn label(document: &[&str]) -> String {
    let value = |line: &str, key: &str| -> Option<String> {
        let text = line.strip_prefix(key)?.strip_prefix(':')?.trim();
        Some(text.trim_matches(['"', '\'']).to_owned()).filter(|t| !t.is_empty())
    };
    let kind = document.iter().find_map(|line| value(line, "kind"));
    let metadata = document.iter().position(|line| line.trim_end() == "metadata:");
    let name = metadata.and_then(|at| {
        let inside = &document[at + 1..];
        let indent = inside.first()?.len() - inside.first()?.trim_start_matches(' ').len();
        let same_mapping = |l: &&&str| l.starts_with(' ') || l.trim_end().is_empty();
        let own = |l: &str| l.get(indent..).and_then(|rest| value(rest, "name"));
        inside.iter().take_while(same_mapping).find_map(|line| own(line))
    });
    match (kind, name) {
        (Some(kind), Some(name)) => format!("{kind}/{name}"),
        (Some(kind), None) => kind,
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn diff(old: &str, new: &str) -> TextDiff {
        TextDiff::new(old, new, Limits { context: 1, ..Limits::default() })
    }

    const OBJECTS: &str = "\
---
# Source: a.yaml
apiVersion: v1
kind: Secret
metadata:
  labels:
    name: not-this
  name: \"one\"
data: {}
---
kind: Cluster
metadata:
  name: two
spec:
  paused: false
";

    #[test]
    fn hunks_name_the_object_that_they_are_in() {
        let new = OBJECTS.replace("paused: false", "paused: true").replace("data: {}", "data:");
        let found = diff(OBJECTS, &new);
        insta::assert_snapshot!(found, @r#"
        @@ -8,3 +8,3 @@ Secret/one
           name: "one"
        -data: {}
        +data:
         ---
        @@ -14,2 +14,2 @@ Cluster/two
         spec:
        -  paused: false
        +  paused: true
        "#);
        assert_eq!(found.objects(), ["Secret/one", "Cluster/two"]);
        assert_eq!((found.added, found.removed, found.omitted), (2, 2, 0));
    }

    #[test]
    fn a_removed_document_is_named_by_what_was_removed() {
        let new = OBJECTS.split("---\nkind: Cluster").next().unwrap();
        let found = diff(OBJECTS, new);
        assert_eq!(found.hunks[0].object.as_deref(), Some("Cluster/two"));
    }

    #[test]
    fn equal_texts_have_no_hunks() {
        assert!(diff(OBJECTS, OBJECTS).is_empty());
        assert_eq!(diff("", "").to_string(), "");
    }

    #[test]
    fn a_missing_last_line_break_is_a_difference() {
        insta::assert_snapshot!(diff("a\n", "a"), @r"
        @@ -1 +1 @@
        -a
        +a
        \ No newline at end of file
        ");
    }

    #[test]
    fn empty_sides_have_gnu_ranges() {
        assert_eq!(diff("", "a\nb\n").hunks[0].header(), "@@ -0,0 +1,2 @@");
    }

    #[test]
    fn huge_differences_are_counted_and_not_kept() {
        let old: String = (0..50_000).map(|n| format!("old {n}\n")).collect();
        let new: String = (0..50_000).map(|n| format!("new {n}\n")).collect();
        let found = diff(&old, &new);
        let kept: usize = found.hunks.iter().map(|h| h.lines.len()).sum();
        assert_eq!((kept, found.added, found.removed), (2_000, 50_000, 50_000));
        assert_eq!(found.omitted, 98_000);
        assert!(found.to_string().ends_with("(98000 more lines of differences are not shown)\n"));
    }

    #[test]
    fn long_lines_are_cut_between_characters() {
        let limits = Limits { width: 3, ..Limits::default() };
        let found = TextDiff::new("x\n", "äöüß\n", limits);
        assert_eq!(found.hunks[0].lines[1].text, "äöü… (2 more bytes)");
    }
}
