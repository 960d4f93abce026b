//! `completions SHELL`: a completion script on stdout.

use clap::Args;
use clap_complete::Shell;

use super::exit::Exit;
use super::output::Output;

#[derive(Debug, Args)]
pub(super) struct CompletionsArgs {
    /// The shell to write for.
    #[arg(value_enum)]
    shell: Shell,
}

pub(super) fn run(args: &CompletionsArgs, output: &Output) -> anyhow::Result<Exit> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut super::definition(), "clusterctl-gs", &mut script);
    output.result(&String::from_utf8_lossy(&script))?;
    Ok(Exit::Clean)
}
