//! `rules` and `explain`: what the tool checks, and why.

use clap::{Args, ValueEnum};

use super::exit::Exit;
use super::output::Output;
use super::problem::Problem;
use super::session::Session;
use crate::rules;
use crate::suggest::did_you_mean;

/// List the rules.
#[derive(Debug, Args)]
pub(super) struct RulesArgs {
    /// How to print.
    #[arg(long, value_enum, default_value_t)]
    format: ListFormat,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
enum ListFormat {
    /// One line per rule.
    #[default]
    Text,
    /// A markdown table.
    Markdown,
    /// A JSON list.
    Json,
}

/// Explain a rule: what it checks, why it matters, how to fix what it finds.
#[derive(Debug, Args)]
pub(super) struct ExplainArgs {
    /// Name of a rule, such as `iam/unlisted-instance-profile`.
    #[arg(value_name = "RULE")]
    name: String,
}

pub(super) fn list(args: &RulesArgs, output: &Output) -> anyhow::Result<Exit> {
    let infos = rules::infos();
    let text = match args.format {
        ListFormat::Text => {
            let widest = infos.iter().map(|info| info.name.len()).max().unwrap_or_default();
            let line = |info: &crate::finding::RuleInfo| {
                let level = info.severity.as_str();
                format!("{:widest$}  {level:7}  {}\n", info.name, info.summary)
            };
            infos.iter().map(line).collect()
        }
        ListFormat::Markdown => rules::table(),
        ListFormat::Json => {
            let rows: Vec<_> = infos
                .iter()
                .map(|info| {
                    serde_json::json!({
                        "name": info.name,
                        "severity": info.severity,
                        "summary": info.summary,
                    })
                })
                .collect();
            format!("{}\n", serde_json::to_string_pretty(&rows)?)
        }
    };
    output.result(&text)?;
    Ok(Exit::Clean)
}

pub(super) fn explain(
    args: &ExplainArgs,
    session: &Session,
    output: &Output,
) -> anyhow::Result<Exit> {
    let Some(rule) = rules::find(&args.name) else {
        let help = did_you_mean(&args.name, rules::all().map(|rule| rule.name));
        let help = help.or_else(|| Some("`clusterctl-gs rules` lists all".to_owned()));
        let message = format!("no rule is named `{}`", args.name);
        return Err(session.fail([Problem { help, ..Problem::new(message) }]));
    };
    let severity = rule.meta.severity.as_str();
    let since = rule.meta.since;
    output.result(&format!("# {} ({severity}, since {since})\n\n{}", rule.name, rule.docs()))?;
    Ok(Exit::Clean)
}
