//! `values`: the effective values, each with the layer that it came from.

use clap::Args;

use super::args::{InputArgs, ProfileArgs};
use super::exit::Exit;
use super::output::Output;
use super::pipeline::{Chart, Job};
use super::problem::{Problem, Problems};
use crate::profile::Request;
use crate::source::SourceMap;

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
    lower: &Request,
    output: &Output,
) -> anyhow::Result<Exit> {
    let sources = SourceMap::default();
    let job = Job::from_args(&args.input, args.profile.over(lower), None, &sources)?;
    let Chart::Builtin(provider, os) = job.chart else {
        let problem = Problem::new("the values of Helm charts are not shown yet")
            .with_help("name a built-in chart with `--provider`");
        return Err(Problems::new([problem], &sources).into());
    };
    if args.schema {
        output.result(provider.schema().text)?;
        return Ok(Exit::Clean);
    }
    let tree = job.values(provider, os, &sources)?;
    let text = if args.json {
        crate::values::print::json(&tree, &sources)
    } else {
        crate::values::print::text(&tree, &sources)
    };
    output.result(&text)?;
    Ok(Exit::Clean)
}
