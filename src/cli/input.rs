//! Manifests to judge: rendered from a chart, or read from files, folders and stdin.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use anyhow::Context;
use walkdir::WalkDir;

use super::args::{InputArgs, ProfileArgs};
use super::output::Output;
use super::pipeline::{self, Job};
use super::problem::Problem;
use super::session::Session;
use crate::manifest::{Manifests, ProblemKind};
use crate::profile::{Profile, Request};
use crate::rules::suppress::Comment;
use crate::source::{FileId, SourceMap};

/// Objects with the controllers that they are judged by.
pub struct Input {
    /// The objects.
    pub manifests: Manifests,
    /// Who judges.
    pub profile: Profile,
    /// Suppressions that stand in the templates.
    pub comments: Vec<Comment>,
    /// True for what was rendered here: its controllers are known, not inferred.
    pub is_rendered: bool,
}

impl Input {
    /// Objects that were read, not rendered.
    pub fn read(manifests: Manifests, profile: Profile) -> Input {
        Input { manifests, profile, comments: Vec::new(), is_rendered: false }
    }
}

/// Reads what the flags name: a chart, or files and folders of manifests.
pub fn read(
    chart: &InputArgs,
    files: &[PathBuf],
    profile: &ProfileArgs,
    session: &Session,
    output: &Output,
) -> anyhow::Result<Input> {
    let chart = &*match files {
        [] => session.input(chart, output),
        _ => Cow::Borrowed(chart),
    };
    let request = profile.over(&session.request());
    let names_chart = chart.provider.is_some() || chart.chart.is_some();
    match (names_chart, files.is_empty()) {
        (true, true) => {
            let job = Job::from_args(chart, request, session.config.as_ref(), &session.sources)?;
            rendered(&job, "<rendered>", &session.sources)
        }
        (false, false) => {
            let manifests = manifests(files, session)?;
            let profile = infer(&request, &manifests);
            Ok(Input::read(manifests, profile))
        }
        (true, false) => {
            let problem = Problem::new("a chart and files of manifests are named at once")
                .with_help("give either `--provider` or `--chart`, or files");
            Err(session.fail([problem]))
        }
        (false, true) => {
            let problem = Problem::new("nothing to judge: no chart and no file is named")
                .with_help(
                    "give `--provider aws`, `--provider openstack`, `--chart DIR`, or files of \
                 manifests (`-` for standard input)",
                );
            Err(session.fail([problem]))
        }
    }
}

/// Renders a chart and reads the result. `name` is what findings call the text.
pub fn rendered(job: &Job, name: &str, sources: &SourceMap) -> anyhow::Result<Input> {
    let outcome = job.render_traced(sources)?;
    let (text, origins) = outcome.rendered.to_traced_stream();
    let file = sources.add_traced(name, text, origins);
    let manifests = Manifests::read(sources, &[file]);
    let is_rendered = outcome.profile.is_some();
    let profile = outcome.profile.unwrap_or_else(|| infer(&job.request, &manifests));
    Ok(Input { manifests, profile, comments: outcome.comments, is_rendered })
}

/// The profile for manifests whose controllers are not known.
pub fn infer(request: &Request, manifests: &Manifests) -> Profile {
    let ids = manifests.objects().iter().map(|object| &object.id);
    request.infer(ids.map(|id| (id.group(), id.version(), &*id.kind)))
}

/// Reads files, and every `.yaml`, `.yml` and `.json` file of folders, in sorted order.
pub fn manifests(paths: &[PathBuf], session: &Session) -> anyhow::Result<Manifests> {
    let mut files: Vec<FileId> = Vec::new();
    for path in paths {
        for file in listed(path)? {
            files.push(read_file(&file, session)?);
        }
    }
    Ok(Manifests::read(&session.sources, &files))
}

/// Refuses manifests of which a part could not be read. Where objects are compared, or one is
/// picked, what is missing would pass for deleted.
pub fn require_whole(manifests: &Manifests, session: &Session) -> anyhow::Result<()> {
    let is_fatal = |kind: &ProblemKind| match kind {
        ProblemKind::Syntax(_) => true,
        ProblemKind::NotAnObject(_) => manifests.objects().is_empty(),
        ProblemKind::MissingName | ProblemKind::Duplicate(_) => false,
    };
    let fatal = manifests.problems().iter().filter(|problem| is_fatal(&problem.kind));
    let problems: Vec<Problem> = fatal
        .map(|problem| Problem {
            location: session.sources.locate(problem.span),
            ..Problem::new(problem.kind.to_string())
        })
        .collect();
    if problems.is_empty() { Ok(()) } else { Err(session.fail(problems)) }
}

fn read_file(path: &Path, session: &Session) -> anyhow::Result<FileId> {
    let (name, content) = pipeline::read_input(path)?;
    if content.len() > crate::yaml::MAX_BYTES {
        let limit = crate::yaml::MAX_BYTES >> 20;
        return Err(session.fail([Problem::new(format!("`{name}` is larger than {limit} MiB"))]));
    }
    let text = String::from_utf8(content).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        session.fail([Problem::new(format!("`{name}` is not UTF-8 text (byte {at})"))
            .with_help("save the file as UTF-8")])
    })?;
    Ok(session.sources.add(name, text))
}

pub fn listed(path: &Path) -> anyhow::Result<Vec<PathBuf>> {
    if path == Path::new("-") || !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let is_manifest = |path: &Path| {
        path.extension().is_some_and(|e| ["yaml", "yml", "json"].iter().any(|known| e == *known))
    };
    let mut files = Vec::new();
    for entry in WalkDir::new(path).sort_by_file_name() {
        let entry = entry.with_context(|| format!("cannot read `{}`", path.display()))?;
        if entry.file_type().is_file() && is_manifest(entry.path()) {
            files.push(entry.into_path());
        }
    }
    Ok(files)
}
