//! `values`: the effective values, each with the layer that it came from.

use clap::Args;

use super::args::{InputArgs, ProfileArgs};
use super::exit::Exit;
use super::helm;
use super::output::Output;
use super::pipeline::{Chart, Job};
use super::session::Session;

/// Print the effective values, each with the layer that it came from.
#[derive(Debug, Args)]
pub(super) struct ValuesCommandArgs {
    #[command(flatten)]
    input: InputArgs,
    /// Print the JSON schema of the values instead.
    #[arg(long)]
    schema: bool,
    /// Print as JSON: a list of path, value and layer.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    profile: ProfileArgs,
}

pub(super) fn run(
    args: &ValuesCommandArgs,
    session: &Session,
    output: &Output,
) -> anyhow::Result<Exit> {
    let sources = &session.sources;
    let input = session.input(&args.input, output);
    let request = args.profile.over(&session.request());
    let job = Job::from_args(&input, request, session.config.as_ref(), sources)?;
    if args.schema {
        let text = match &job.chart {
            Chart::Builtin(provider, _) => provider.schema().text.to_owned(),
            Chart::Helm(source) => helm::schema(source, sources)?,
        };
        output.result(&text)?;
        return Ok(Exit::Clean);
    }
    let tree = match &job.chart {
        Chart::Builtin(provider, os) => job.values(*provider, *os, sources)?,
        Chart::Helm(source) => helm::effective(&job, source, sources)?,
    };
    let text = if args.json {
        crate::values::print::json(&tree, sources)
    } else {
        crate::values::print::text(&tree, sources)
    };
    output.result(&text)?;
    Ok(Exit::Clean)
}
