//! OLD and NEW of a comparison: files, built-in charts, golden files.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use super::args::ValuesArgs;
use super::helm::HelmSource;
use super::input::{self, Input};
use super::pipeline::{self, Chart, Job};
use super::problem::Problem;
use super::session::Session;
use crate::manifest::Manifests;
use crate::profile::{Controller, Profile, Request, Version};
use crate::render::builtin::{Os, Provider};
use crate::suggest::did_you_mean;
use crate::vcs::Repository;

/// What one side is rendered with and judged by.
pub struct Side {
    /// The flags for values.
    pub values: ValuesArgs,
    /// What a Helm chart depends on beyond values; the path is the side's own.
    pub helm: HelmSource,
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
/// - `chart:DIR` or `chart:DIR@REF`, a Helm chart, as it is or as it was at a git revision
/// - `golden:CASE`, the golden file of a declared case
pub fn read(side: &str, with: &Side, session: &Session) -> anyhow::Result<Input> {
    if let Some(name) = side.strip_prefix("builtin:") {
        return builtin(side, name, with, session);
    }
    if let Some(path) = side.strip_prefix("chart:") {
        return chart(side, path, with, session);
    }
    if let Some(case) = side.strip_prefix("golden:") {
        return golden(case, with, session);
    }
    let manifests = input::manifests(&[PathBuf::from(side)], session)?;
    let profile = input::infer(&with.request, &manifests);
    Ok(Input::read(manifests, profile))
}

/// Reads one side that is to be compared whole.
///
/// # Errors
///
/// Where a text cannot be read to its end: every object behind the fault would look deleted.
/// The same goes for a side that holds no object, but something else.
pub fn read_whole(side: &str, with: &Side, session: &Session) -> anyhow::Result<Input> {
    let input = read(side, with, session)?;
    input::require_whole(&input.manifests, session)?;
    Ok(input)
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
    let provider = find_provider.ok_or_else(|| {
        unknown("built-in chart", provider, Provider::ALL.map(Provider::as_str).to_vec())
    })?;
    let os =
        find_os.ok_or_else(|| unknown("operating system", os, Os::ALL.map(Os::as_str).to_vec()))?;
    let job = Job {
        chart: Chart::Builtin(provider, os),
        name: None,
        namespace: None,
        files: with.values.files.clone(),
        edits: pipeline::edits(&with.values),
        request: with.request.clone(),
    };
    input::rendered(&job, side, &session.sources)
}

fn chart(side: &str, path: &str, with: &Side, session: &Session) -> anyhow::Result<Input> {
    let job = |path: PathBuf, spare: Option<PathBuf>| Job {
        chart: Chart::Helm(Box::new(
            HelmSource { path, spare, ..with.helm.clone() }.configured_by(session.config.as_ref()),
        )),
        name: None,
        namespace: None,
        files: with.values.files.clone(),
        edits: pipeline::edits(&with.values),
        request: with.request.clone(),
    };
    match path.rsplit_once('@') {
        Some((folder, revision)) if !Path::new(path).exists() => {
            let checkout = Checkout::new(Path::new(folder), revision)?;
            let job = job(checkout.chart.clone(), Some(PathBuf::from(folder)));
            input::rendered(&job, side, &session.sources)
        }
        _ => input::rendered(&job(PathBuf::from(path), None), side, &session.sources),
    }
}

/// A folder of the repository as it was at a revision, in a temporary place that goes away.
struct Checkout {
    /// The temporary place.
    place: PathBuf,
    /// Where in it the folder is.
    chart: PathBuf,
}

impl Checkout {
    fn new(folder: &Path, revision: &str) -> anyhow::Result<Checkout> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("clusterctl-gs-{}-{number}", std::process::id());
        let place = std::env::temp_dir().join(name);
        // The folder may be gone by now.
        let existing = folder.ancestors().find(|path| path.exists()).unwrap_or(Path::new("."));
        let repository = Repository::find(existing)?;
        let commit = repository.commit(revision)?;
        let inside = repository.relative(folder)?;
        let checkout = Checkout { chart: place.join(&inside), place };
        repository.export(&commit, &inside, &checkout.place)?;
        Ok(checkout)
    }
}

impl Drop for Checkout {
    fn drop(&mut self) {
        // What is left in the temporary folder is the system's to clean up.
        let _ = std::fs::remove_dir_all(&self.place);
    }
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
    Ok(Input::read(manifests, profile))
}
