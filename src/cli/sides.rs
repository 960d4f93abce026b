//! OLD and NEW of a comparison: files, built-in charts, golden files.

use std::path::PathBuf;

use super::args::ValuesArgs;
use super::input::{self, Input};
use super::pipeline::{self, Job};
use super::problem::Problem;
use super::session::Session;
use crate::manifest::Manifests;
use crate::profile::{Controller, Profile, Request, Version};
use crate::render::builtin::{Os, Provider};
use crate::suggest::did_you_mean;

/// What one side is rendered with and judged by.
pub struct Side {
    /// The flags for values.
    pub values: ValuesArgs,
    /// The versions, as far as they are given.
    pub request: Request,
}

/// Versions for one side alone, over those for both.
pub fn request(given: &[String], both: &Request, session: &Session) -> anyhow::Result<Request> {
    let mut request = both.clone();
    for text in given {
        let fault = |message: String| session.fail([Problem::new(message)]);
        let (name, version) = text.split_once('=').ok_or_else(|| {
            fault(format!("`{text}` is not of the form `NAME=VERSION`, such as `capi=v1.12.1`"))
        })?;
        let version: Version = version.parse().map_err(|e| fault(format!("{name}: {e}")))?;
        match Controller::ALL.into_iter().find(|c| c.as_str() == name) {
            Some(controller) => {
                request.controllers.insert(controller.as_str(), version);
            }
            None if name == "flatcar" => request.flatcar = Some(version),
            None if name == "kubernetes" => request.kubernetes = Some(version),
            None => {
                let known = ["capi", "capa", "capo", "flatcar", "kubernetes"];
                let help = did_you_mean(name, known)
                    .or_else(|| Some(format!("there are {}", known.join(", "))));
                let message = format!("no version is named `{name}`");
                return Err(session.fail([Problem { help, ..Problem::new(message) }]));
            }
        }
    }
    Ok(request)
}

/// The controllers that took the old side, and those that judge the new one. What was not
/// given must serve both sides, since an update is read by one controller.
pub fn profiles(old: &Input, old_side: &Side, new: &Input, new_side: &Side) -> (Profile, Profile) {
    let all = || {
        let objects = old.manifests.objects().iter().chain(new.manifests.objects());
        objects.map(|object| (object.id.group(), object.id.version(), &*object.id.kind))
    };
    let judge = |input: &Input, side: &Side| {
        if input.is_rendered { input.profile.clone() } else { side.request.infer(all()) }
    };
    (judge(old, old_side), judge(new, new_side))
}

/// Reads one side.
///
/// - a file or folder of manifests, or `-`
/// - `builtin:PROVIDER/OS`, rendered with the values of the flags
/// - `golden:CASE`, the golden file of a declared case
pub fn read(side: &str, with: &Side, session: &Session) -> anyhow::Result<Input> {
    if let Some(name) = side.strip_prefix("builtin:") {
        return builtin(side, name, with, session);
    }
    if let Some(case) = side.strip_prefix("golden:") {
        return golden(case, with, session);
    }
    let manifests = input::manifests(&[PathBuf::from(side)], session)?;
    let profile = input::infer(&with.request, &manifests);
    Ok(Input { manifests, profile, is_rendered: false })
}

fn builtin(side: &str, name: &str, with: &Side, session: &Session) -> anyhow::Result<Input> {
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
        files: with.values.files.clone(),
        edits: pipeline::edits(&with.values),
        request: with.request.clone(),
    };
    input::rendered(&job, side, &session.sources)
}

fn golden(name: &str, with: &Side, session: &Session) -> anyhow::Result<Input> {
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
    let profile = input::infer(&with.request.over(&case.profile.request), &manifests);
    Ok(Input { manifests, profile, is_rendered: false })
}
