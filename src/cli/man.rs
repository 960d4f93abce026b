//! `man`: the manual page as roff on stdout, subcommands included.

use super::exit::Exit;
use super::output::Output;

pub(super) fn run(output: &Output) -> anyhow::Result<Exit> {
    let mut page = Vec::new();
    let mut command = super::definition();
    command.build();
    clap_mangen::Man::new(command.clone()).render(&mut page)?;
    for subcommand in command.get_subcommands() {
        if subcommand.get_name() != "help" && !subcommand.is_hide_set() {
            clap_mangen::Man::new(subcommand.clone()).render(&mut page)?;
        }
    }
    output.result(&String::from_utf8_lossy(&page))?;
    Ok(Exit::Clean)
}
