//! What Helm says on the way without giving up: a level, a message and attributes.
//!
//! Loading and rendering collect notices in order; the command line prints them.

use std::fmt;

use crate::goquote::quote;

/// How loud a [`Notice`] is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs, reason = "the names are Go's")]
pub enum Level {
    Debug,
    Info,
    Warn,
    Error,
}

impl Level {
    fn as_str(self) -> &'static str {
        match self {
            Level::Debug => "DEBUG",
            Level::Info => "INFO",
            Level::Warn => "WARN",
            Level::Error => "ERROR",
        }
    }
}

/// The statement of Helm 3 that logs something; its line is printed in front of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say what is logged")]
pub enum Site {
    SkippedValue,
    DestinationGlobals,
    SourceGlobals,
    Conflict,
    KeyIsTable,
    TableOverScalar,
    ScalarOverTable,
    Condition,
    Tag,
    ImportFromChart,
    Import,
    UnknownHook,
    OldDependencies,
    OldLock,
    SymbolicLink,
    OriginalVersion,
    ChartPath,
}

/// How a version of Helm logs.
#[derive(Debug, Clone, Copy)]
pub enum LogStyle {
    /// Go's `slog`: level, message, attributes.
    Structured,
    /// Go's `log`: file and line of the statement, then a text (before 4.0). What has no place
    /// in the table is not said.
    Lines(&'static [(Site, &'static str)]),
}

/// One line of Helm's log. Prints as Go's `slog` text handler writes it, without the time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    /// How loud.
    pub level: Level,
    /// What is said.
    pub message: String,
    /// Names and values.
    pub attributes: Vec<(&'static str, String)>,
    /// What Helm 3 says instead; none of its own text where it prints without a place.
    old: Option<(Option<Site>, String)>,
}

impl Notice {
    /// A notice without attributes.
    pub fn new(level: Level, message: impl Into<String>) -> Notice {
        Notice { level, message: message.into(), attributes: Vec::new(), old: None }
    }

    /// What Helm says about values that do not fit; its log level is INFO.
    pub fn info(message: impl Into<String>) -> Notice {
        Notice::new(Level::Info, message)
    }

    /// What Helm warns of.
    pub fn warn(message: impl Into<String>) -> Notice {
        Notice::new(Level::Warn, message)
    }

    /// Where Helm 3 logs the same message.
    pub fn at(mut self, site: Site) -> Notice {
        self.old = Some((Some(site), self.message.clone()));
        self
    }

    /// What Helm 3 says instead, and where.
    pub fn before_4(mut self, site: Option<Site>, text: impl Into<String>) -> Notice {
        self.old = Some((site, text.into()));
        self
    }

    /// The line that a version of Helm prints, when it prints one.
    pub fn line(&self, style: LogStyle) -> Option<String> {
        let LogStyle::Lines(places) = style else { return Some(self.to_string()) };
        let (site, text) = self.old.as_ref()?;
        let Some(site) = site else { return Some(text.clone()) };
        let (_, place) = places.iter().find(|(known, _)| known == site)?;
        Some(format!("{place}: {text}"))
    }

    /// Adds an attribute.
    pub fn with(mut self, name: &'static str, value: impl Into<String>) -> Notice {
        self.attributes.push((name, value.into()));
        self
    }
}

impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "level={} msg={}", self.level.as_str(), text(&self.message))?;
        self.attributes.iter().try_for_each(|(name, value)| write!(f, " {name}={}", text(value)))
    }
}

/// Quotes what a reader could not take apart again.
fn text(value: &str) -> String {
    let special = |c: char| {
        c <= ' ' || matches!(c, '"' | '=' | '\u{7f}' | '\u{fffd}') || !crate::gotpl::is_print(c)
    };
    if value.is_empty() || value.contains(special) { quote(value) } else { value.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_quoted_where_they_must_be() {
        let notice = Notice::warn("returned non-bool value").with("path", "a.b").with("x", "");
        assert_eq!(notice.to_string(), r#"level=WARN msg="returned non-bool value" path=a.b x="""#);
        assert_eq!(Notice::info("é=1").to_string(), "level=INFO msg=\"é=1\"");
    }
}
