//! What the cases of Helm charts rendered at a revision: a copy of the work tree as it was then.
//!
//! Charts keep their dependencies out of git. What is in `charts/` of the work tree is taken for
//! the copy, too, where it has the version that the copy asks for.

use std::path::{Path, PathBuf};

use super::check::CheckArgs;
use super::pipeline::{Chart, Job};
use super::problem::Problem;
use super::session::Session;
use crate::config::ChartSource;
use crate::golden::cases::{Case, Reroot};
use crate::manifest::Manifests;
use crate::vcs::Repository;

/// The cases as they were. The copy is made when the first one is asked for.
pub struct Base<'r> {
    repository: &'r Repository,
    commit: &'r str,
    folder: Scratch,
    cases: Option<Vec<Case>>,
}

impl<'r> Base<'r> {
    /// The cases at a commit.
    pub fn new(repository: &'r Repository, commit: &'r str) -> Base<'r> {
        Base { repository, commit, folder: Scratch::new(), cases: None }
    }

    /// The objects that a case rendered then; none when there was no such case.
    pub fn rendered(
        &mut self,
        case: &Case,
        args: &CheckArgs,
        session: &Session,
    ) -> anyhow::Result<Option<Manifests>> {
        let cases = match &mut self.cases {
            Some(cases) => cases,
            empty => empty.insert(self.folder.cases(self.repository, self.commit, session)?),
        };
        let Some(old) = cases.iter().find(|old| old.name == case.name) else { return Ok(None) };
        let mut job = Job::from_case(old, &session.sources)?.with_helm(&args.helm);
        job.request = args.profile.over(&job.request);
        if let (Chart::Helm(source), ChartSource::Path(now)) = (&mut job.chart, &case.source) {
            let short: String = self.commit.chars().take(8).collect();
            source.shown = Some(format!("{}@{short}", now.display()));
            source.spare = Some(now.clone());
        }
        let text = job.render(&session.sources)?.rendered.to_stream();
        let file = session.sources.add(format!("<{} at {}>", case.name, self.commit), text);
        let manifests = Manifests::read(&session.sources, &[file]);
        super::input::require_whole(&manifests, session)?;
        Ok(Some(manifests))
    }
}

/// A folder in a temporary place that goes away.
struct Scratch {
    place: PathBuf,
}

impl Scratch {
    fn new() -> Scratch {
        let name = format!("clusterctl-gs-{}-base", std::process::id());
        Scratch { place: std::env::temp_dir().join(name) }
    }

    fn cases(
        &self,
        repository: &Repository,
        commit: &str,
        session: &Session,
    ) -> anyhow::Result<Vec<Case>> {
        repository.export(commit, Path::new(""), &self.place)?;
        let copy = Reroot { from: repository.root().to_owned(), to: self.place.clone() };
        let cases = session.cases_at(Some(&copy))?;
        match cases.is_empty() {
            false => Ok(cases),
            true => Err(session.fail([Problem::new(format!("`{commit}` has no case"))])),
        }
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // What is left in the temporary folder is the system's to clean up.
        let _ = std::fs::remove_dir_all(&self.place);
    }
}
