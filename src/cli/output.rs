//! Where results and diagnostics go: stdout carries results only, stderr everything else.

use std::io::{self, IsTerminal, Write};
use std::path::Path;

use anstream::{AutoStream, ColorChoice};
use anyhow::Context;
use clap::ValueEnum;

use super::problem::Problems;

/// When to colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum Color {
    /// On a terminal, unless `NO_COLOR` is set.
    #[default]
    Auto,
    /// Always, pipes included.
    Always,
    /// Never.
    Never,
}

/// The two streams of a run.
pub struct Output {
    choice: ColorChoice,
}

impl Output {
    /// Streams that colour as the flag says.
    pub fn new(color: Color) -> Output {
        let choice = match color {
            Color::Auto => ColorChoice::Auto,
            Color::Always => ColorChoice::AlwaysAnsi,
            Color::Never => ColorChoice::Never,
        };
        Output { choice }
    }

    /// Writes a result to stdout.
    pub fn result(&self, text: &str) -> anyhow::Result<()> {
        fn write(mut to: impl Write, text: &str) -> anyhow::Result<()> {
            let done = to.write_all(text.as_bytes()).and_then(|()| to.flush());
            done.context("cannot write to standard output")
        }
        let stdout = io::stdout().lock();
        // Plain text needs no stripping, and manifests can be megabytes.
        if text.contains('\u{1b}') {
            write(AutoStream::new(stdout, self.choice), text)
        } else {
            write(stdout, text)
        }
    }

    /// Writes a diagnostic to stderr. A closed stderr is nobody's error.
    pub fn diagnostic(&self, text: &str) {
        let mut stderr = AutoStream::new(io::stderr().lock(), self.choice);
        let _ = stderr.write_all(text.as_bytes());
        let _ = stderr.flush();
    }

    /// Writes a result to a file, all of it or nothing.
    pub fn file(&self, path: &Path, text: &str) -> anyhow::Result<()> {
        let plain = anstream::adapter::strip_str(text).to_string();
        crate::fsio::write_atomic(path, plain.as_bytes())
            .with_context(|| format!("cannot write `{}`", path.display()))
    }
}

/// Columns to wrap at: the terminal's, when results go to one.
#[expect(clippy::disallowed_methods, reason = "the width is of the terminal, not of the work")]
pub fn width() -> Option<usize> {
    if !io::stdout().is_terminal() {
        return None;
    }
    let columns = std::env::var("COLUMNS").ok().and_then(|text| text.parse().ok());
    columns.or_else(|| terminal_size::terminal_size().map(|(w, _)| w.0 as usize)).or(Some(80))
}

/// True when the reader of stdout went away, which is no error of ours.
pub fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let broken = |e: &io::Error| e.kind() == io::ErrorKind::BrokenPipe;
    error.chain().any(|cause| cause.downcast_ref::<io::Error>().is_some_and(broken))
}

/// An error with its causes, and what to do where the error says so.
pub fn error_text(error: &anyhow::Error) -> String {
    if let Some(problems) = error.downcast_ref::<Problems>() {
        return problems.to_text();
    }
    let red = anstyle::AnsiColor::Red.on_default().bold();
    let mut text = format!("{red}error:{red:#} {error}\n");
    let mut above = error.to_string();
    for cause in error.chain().skip(1).map(ToString::to_string) {
        // Errors of libraries often end with the text of their cause.
        if !above.ends_with(&cause) {
            text.push_str(&format!("  caused by: {cause}\n"));
        }
        above = cause;
    }
    text
}
