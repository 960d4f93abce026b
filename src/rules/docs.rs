//! The documentation of a rule: the leading `//!` lines of its file.

/// The headings that every rule's documentation has, in this order.
pub const HEADINGS: [&str; 5] =
    ["What it checks", "Why it matters", "Example", "How to fix", "References"];

/// One fenced block of a rule's documentation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Example {
    /// What stands behind the fence: the language, then tags such as `bad` or `capi=v1.1.3`.
    pub tags: Vec<String>,
    /// The content.
    pub text: String,
}

impl Example {
    /// True when a tag stands behind the fence.
    pub fn has(&self, tag: &str) -> bool {
        self.tags.iter().any(|t| t == tag)
    }

    /// The values of a tag such as `capi=v1.1.3`.
    pub fn values<'a>(&'a self, key: &'a str) -> impl Iterator<Item = &'a str> {
        self.tags.iter().filter_map(move |tag| tag.strip_prefix(key)?.strip_prefix('='))
    }
}

/// The documentation of a source text as markdown.
pub fn text(source: &str) -> String {
    let lines = source.lines().map_while(|line| line.strip_prefix("//!"));
    let lines = lines.map(|line| line.strip_prefix(' ').unwrap_or(line));
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// The first paragraph of the documentation, as one line.
pub fn summary(source: &str) -> String {
    let text = text(source);
    let lines: Vec<&str> = text.lines().take_while(|line| !line.trim().is_empty()).collect();
    lines.join(" ")
}

/// The fenced blocks of the documentation in order.
pub fn examples(source: &str) -> Vec<Example> {
    let mut found = Vec::new();
    let mut open: Option<Example> = None;
    for line in text(source).lines() {
        match (line.strip_prefix("```"), &mut open) {
            (Some(_), Some(_)) => found.extend(open.take()),
            (Some(tags), None) => {
                let tags = tags.split_whitespace().map(str::to_owned).collect();
                open = Some(Example { tags, text: String::new() });
            }
            (None, Some(example)) => {
                example.text.push_str(line);
                example.text.push('\n');
            }
            (None, None) => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = "//! A thing\n//! on two lines\n//!\n//! # Example\n//! ```yaml bad \
                          capi=v1.1.3\n//! a:\n//!   b: 1\n//! ```\n\nuse x;\n//! not this\n";

    #[test]
    fn documentation_is_the_leading_lines() {
        assert!(text(SOURCE).starts_with("A thing\non two lines\n\n# Example\n"));
        assert!(!text(SOURCE).contains("not this"));
        assert_eq!(summary(SOURCE), "A thing on two lines");
    }

    #[test]
    fn examples_keep_their_indentation_and_tags() {
        let [example] = &examples(SOURCE)[..] else { panic!("one example") };
        assert_eq!(example.text, "a:\n  b: 1\n");
        assert!(example.has("bad") && example.values("capi").eq(["v1.1.3"]));
    }
}
