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

/// One line of Helm's log. Prints as Go's `slog` text handler writes it, without the time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    /// How loud.
    pub level: Level,
    /// What is said.
    pub message: String,
    /// Names and values.
    pub attributes: Vec<(&'static str, String)>,
}

impl Notice {
    /// A notice without attributes.
    pub fn new(level: Level, message: impl Into<String>) -> Notice {
        Notice { level, message: message.into(), attributes: Vec::new() }
    }

    /// What Helm says about values that do not fit; its log level is INFO.
    pub fn info(message: impl Into<String>) -> Notice {
        Notice::new(Level::Info, message)
    }

    /// What Helm warns of.
    pub fn warn(message: impl Into<String>) -> Notice {
        Notice::new(Level::Warn, message)
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
