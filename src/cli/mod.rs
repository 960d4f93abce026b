//! The command line: one file per subcommand, shared groups of flags in [`args`].
//!
//! This is the only place that prints. A command reads its input, calls the library, hands a
//! report to [`output::Output`] and returns an [`exit::Exit`].

pub mod args;
mod base;
mod check;
mod completions;
mod diff;
mod exit;
mod golden;
mod helm;
mod input;
mod lint;
mod man;
mod output;
mod pipeline;
mod problem;
mod render;
mod reporting;
mod rules;
mod session;
mod sides;
mod template;
mod upgrades;
mod userdata;
mod values;
mod version;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

use self::args::GlobalArgs;
use self::exit::Exit;
use self::output::Output;
use self::session::Session;

/// Render, compare, lint and simulate Cluster API charts before they are merged.
#[derive(Debug, Parser)]
#[command(
    name = "clusterctl-gs",
    bin_name = "clusterctl-gs",
    version,
    propagate_version = true,
    max_term_width = 100
)]
struct Cli {
    #[command(flatten)]
    global: GlobalArgs,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Render(render::RenderArgs),
    /// Render a Helm chart: a drop-in for `helm template`, with all its flags.
    #[command(disable_help_flag = true, disable_version_flag = true)]
    Template {
        /// `[NAME] CHART` and the flags of `helm template`; `--help` lists them.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<OsString>,
    },
    Golden(golden::GoldenArgs),
    Lint(lint::LintArgs),
    Diff(diff::DiffArgs),
    Check(check::CheckArgs),
    Userdata(userdata::UserdataArgs),
    Values(values::ValuesCommandArgs),
    Rules(rules::RulesArgs),
    Explain(rules::ExplainArgs),
    /// Print a completion script for a shell.
    Completions(completions::CompletionsArgs),
    /// Print the manual page.
    Man,
    /// Print the version of the tool and the versions that it knows.
    Version,
}

/// Runs the command line and returns the exit status of the process.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    if let Some(rest) = template::arguments(&arguments) {
        return ExitCode::from(template::run(rest));
    }
    let cli = match Cli::try_parse_from(arguments) {
        Ok(cli) => cli,
        Err(usage) => {
            // Help and version go to stdout with status 0; a closed pipe is no error.
            let _ = usage.print();
            return if usage.use_stderr() { Exit::Failed.into() } else { Exit::Clean.into() };
        }
    };
    let output = Output::new(cli.global.color);
    match dispatch(&cli, &output) {
        Ok(exit) => exit.into(),
        Err(error) if output::is_broken_pipe(&error) => Exit::Clean.into(),
        Err(error) => {
            output.diagnostic(&output::error_text(&error));
            Exit::Failed.into()
        }
    }
}

fn dispatch(cli: &Cli, output: &Output) -> anyhow::Result<Exit> {
    match &cli.command {
        Command::Render(args) => render::run(args, &Session::open(&cli.global)?, output),
        Command::Template { arguments } => match template::run(arguments) {
            0 => Ok(Exit::Clean),
            _ => Ok(Exit::Findings),
        },
        Command::Golden(args) => golden::run(args, &Session::open(&cli.global)?, output),
        Command::Lint(args) => lint::run(args, &Session::open(&cli.global)?, output),
        Command::Diff(args) => diff::run(args, &Session::open(&cli.global)?, output),
        Command::Check(args) => check::run(args, &Session::open(&cli.global)?, output),
        Command::Userdata(args) => userdata::run(args, &Session::open(&cli.global)?, output),
        Command::Rules(args) => rules::list(args, output),
        Command::Explain(args) => rules::explain(args, &Session::open(&cli.global)?, output),
        Command::Values(args) => values::run(args, &Session::open(&cli.global)?, output),
        Command::Completions(args) => completions::run(args, output),
        Command::Man => man::run(output),
        Command::Version => version::run(output),
    }
}

/// The definition of the command line, for completions and the manual page.
fn definition() -> clap::Command {
    Cli::command()
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_definition_is_consistent() {
        super::definition().debug_assert();
    }
}
