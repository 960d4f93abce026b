//! `render`: what a chart produces.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

use anyhow::Context;
use clap::{Args, ValueEnum};

use super::args::{InputArgs, ProfileArgs};
use super::exit::Exit;
use super::output::Output;
use super::pipeline::Job;
use super::problem::{Problem, Problems};
use super::session::Session;
use crate::manifest::Manifests;
use crate::render::Rendered;
use crate::source::SourceMap;

/// Print what a chart produces for a provider, an operating system and values.
#[derive(Debug, Args)]
pub(super) struct RenderArgs {
    #[command(flatten)]
    input: InputArgs,
    /// How to print.
    #[arg(long, short, value_enum, default_value_t)]
    output: Form,
    /// Write one file per template into this directory instead of printing.
    #[arg(long, value_name = "DIR")]
    output_dir: Option<PathBuf>,
    /// Only the named templates: a path or the end of one; repeatable.
    #[arg(long = "show-only", short = 's', value_name = "TEMPLATE")]
    show_only: Vec<String>,
    #[command(flatten)]
    profile: ProfileArgs,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
enum Form {
    /// YAML documents, each under the name of its template.
    #[default]
    Yaml,
    /// A JSON list of the objects.
    Json,
    /// One line per object: `Kind/name`.
    Names,
}

pub(super) fn run(args: &RenderArgs, session: &Session, output: &Output) -> anyhow::Result<Exit> {
    let sources = &session.sources;
    let input = session.input(&args.input, output);
    let request = args.profile.over(&session.request());
    let job = Job::from_args(&input, request, session.config.as_ref(), sources)?;
    let rendered = job.render(sources)?.rendered;
    let rendered = rendered
        .select(&args.show_only)
        .map_err(|e| Problems::new([Problem::of_render(&e, sources)], sources))?;
    match &args.output_dir {
        Some(folder) => {
            let written = write_files(folder, &rendered, args.output)?;
            output.diagnostic(&format!("wrote {written} files to {}\n", folder.display()));
        }
        None => output.result(&text(&rendered, args.output))?,
    }
    Ok(Exit::Clean)
}

fn text(rendered: &Rendered, form: Form) -> String {
    if form == Form::Yaml {
        return rendered.to_stream();
    }
    let sources = SourceMap::default();
    let file = sources.add("<rendered>", rendered.to_stream());
    let manifests = Manifests::read(&sources, &[file]);
    if form == Form::Names {
        return manifests.objects().iter().map(|object| format!("{}\n", object.id)).collect();
    }
    let objects: Vec<_> = manifests.objects().iter().map(|object| object.json()).collect();
    let mut text = serde_json::to_string_pretty(&objects)
        .expect("objects from YAML hold only what JSON can hold");
    text.push('\n');
    text
}

/// Writes every file or none that is broken: each through a temporary neighbour, and nothing
/// outside the folder, whatever a template is called.
fn write_files(folder: &Path, rendered: &Rendered, form: Form) -> anyhow::Result<usize> {
    if folder.exists() && !folder.is_dir() {
        anyhow::bail!("`{}` is a file: `--output-dir` needs a directory", folder.display());
    }
    let mut files: BTreeMap<PathBuf, String> = BTreeMap::new();
    for file in &rendered.files {
        let one = Rendered { files: vec![file.clone()], ..Rendered::default() };
        let name = file.template.trim_end_matches(".j2");
        let name = match form {
            Form::Yaml => name.to_owned(),
            Form::Json => format!("{}.json", name.trim_end_matches(".yaml")),
            Form::Names => format!("{}.txt", name.trim_end_matches(".yaml")),
        };
        files.insert(inside(&name)?, text(&one, form));
    }
    // Whatever is in the way of one file is found before any is written.
    for name in files.keys() {
        refuse_links(folder, name)?;
        let path = folder.join(name);
        anyhow::ensure!(!path.is_dir(), "`{}` is a folder, not a file", path.display());
        let parent = path.parent().unwrap_or(folder);
        create_folder(parent).with_context(|| format!("cannot create `{}`", parent.display()))?;
    }
    let files: Vec<(PathBuf, String)> =
        files.into_iter().map(|(name, text)| (folder.join(name), text)).collect();
    let contents = files.iter().map(|(path, text)| (path.as_path(), text.as_bytes()));
    crate::fsio::write_all_atomic(contents).map_err(|(path, error)| {
        anyhow::Error::new(error).context(format!("cannot write `{}`", path.display()))
    })?;
    Ok(files.len())
}

#[expect(clippy::disallowed_methods, reason = "`--output-dir` is the edge that writes")]
fn create_folder(folder: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)
}

/// A template's path below the output directory.
fn inside(name: &str) -> anyhow::Result<PathBuf> {
    let path = PathBuf::from(name);
    let plain = path.components().all(|part| matches!(part, Component::Normal(_)));
    anyhow::ensure!(plain, "template `{name}` would be written outside the output directory");
    Ok(path)
}

/// A link inside the directory would lead the write out of it.
fn refuse_links(folder: &Path, name: &Path) -> anyhow::Result<()> {
    let mut path = folder.to_owned();
    for part in name.components() {
        path.push(part);
        let link = path.symlink_metadata().is_ok_and(|meta| meta.is_symlink());
        anyhow::ensure!(
            !link,
            "`{}` is a symbolic link: nothing is written through it",
            path.display()
        );
    }
    Ok(())
}
