//! OLD and NEW of a comparison: files, built-in charts, golden files.

use std::path::PathBuf;

use super::args::{ProfileArgs, ValuesArgs};
use super::input::{self, Input};
use super::pipeline::{self, Job};
use super::problem::Problem;
use super::session::Session;
use crate::manifest::Manifests;
use crate::render::builtin::{Os, Provider};
use crate::suggest::did_you_mean;

/// Reads one side.
///
/// - a file or folder of manifests, or `-`
/// - `builtin:PROVIDER/OS`, rendered with the values of the flags
/// - `golden:CASE`, the golden file of a declared case
pub fn read(
    side: &str,
    values: &ValuesArgs,
    profile: &ProfileArgs,
    session: &Session,
) -> anyhow::Result<Input> {
    if let Some(name) = side.strip_prefix("builtin:") {
        return builtin(side, name, values, profile, session);
    }
    if let Some(case) = side.strip_prefix("golden:") {
        return golden(case, profile, session);
    }
    let manifests = input::manifests(&[PathBuf::from(side)], session)?;
    let profile = input::infer(&profile.over(&session.request()), &manifests);
    Ok(Input { manifests, profile })
}

fn builtin(
    side: &str,
    name: &str,
    values: &ValuesArgs,
    profile: &ProfileArgs,
    session: &Session,
) -> anyhow::Result<Input> {
    let (provider, os) = name.split_once('/').unwrap_or((name, "flatcar"));
    let unknown = |what: &str, name: &str, known: Vec<&'static str>| {
        let problem = Problem {
            help: did_you_mean(name, known.iter().copied())
                .or_else(|| Some(format!("there are {}", known.join(", ")))),
            ..Problem::new(format!("`{side}`: no {what} is named `{name}`"))
        };
        session.fail([problem])
    };
    let find_provider = Provider::ALL.into_iter().find(|p| p.as_str() == provider);
    let find_os = Os::ALL.into_iter().find(|o| o.as_str() == os);
    let job = Job {
        provider: find_provider.ok_or_else(|| {
            unknown("built-in chart", provider, Provider::ALL.map(Provider::as_str).to_vec())
        })?,
        os: find_os
            .ok_or_else(|| unknown("operating system", os, Os::ALL.map(Os::as_str).to_vec()))?,
        name: None,
        namespace: None,
        files: values.files.clone(),
        edits: pipeline::edits(values),
        request: profile.over(&session.request()),
    };
    input::rendered(&job, side, &session.sources)
}

fn golden(name: &str, profile: &ProfileArgs, session: &Session) -> anyhow::Result<Input> {
    let cases = session.cases()?;
    let case = cases.iter().find(|case| case.name == name).ok_or_else(|| {
        let help = did_you_mean(name, cases.iter().map(|case| case.name.as_str()));
        session.fail([Problem { help, ..Problem::new(format!("no case is named `{name}`")) }])
    })?;
    let Some(file) = &case.golden else {
        let problem = Problem::new(format!("case `{name}` has no golden file"))
            .with_help("give its chart a `golden` folder in the configuration");
        return Err(session.fail([problem]));
    };
    let manifests: Manifests = input::manifests(&[file.path()], session)?;
    let profile = input::infer(&profile.over(&case.profile.request), &manifests);
    Ok(Input { manifests, profile })
}
