//! Exit statuses. Scripts depend on them, so they are few and fixed.

use std::process::ExitCode;

/// What a command's end means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// Nothing at or above the level that was asked to fail.
    Clean,
    /// Findings, differences or refused changes.
    Findings,
    /// The work could not be done: usage, unreadable input, template error.
    Failed,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(match exit {
            Exit::Clean => 0,
            Exit::Findings => 1,
            Exit::Failed => 2,
        })
    }
}
