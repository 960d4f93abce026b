//! Walking a chart's directory: the only part of this module that touches the disk.
//!
//! Facts: Helm 4.3, `pkg/chart/v2/loader/directory.go`, `internal/sympath`.

#![expect(clippy::disallowed_methods, reason = "charts are loaded here")]

use std::fs::{self, FileType};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::archive::{self, content_type, is_gzip};
use super::error::{ChartError, io_text, system_text};
use super::ignore::Ignore;
use super::load::{Chart, File, LoadRules, Loader, MAX_FILE, check_api_version};
use super::notice::{Notice, Site};
use crate::goquote::quote;

/// How deep directories of a chart may nest. A loop of symbolic links gets there quickly.
const MAX_DEPTH: usize = 100;

/// Loads a chart from a directory or an archive. `path` must be absolute: messages print it.
///
/// # Errors
/// Helm's text.
pub fn load(
    path: &Path,
    rules: LoadRules<'_>,
    notices: &mut Vec<Notice>,
) -> Result<Chart, ChartError> {
    let shown = path.display().to_string();
    let mut loader = Loader::new(rules, shown.as_str());
    let found = fs::metadata(path).map_err(|e| io_text("stat", &shown, &e))?;
    let files = match found.is_dir() {
        true => directory_files(path, &mut loader),
        false => archive_files(path, &mut loader),
    };
    let chart = files.and_then(|files| loader.chart(files));
    notices.append(&mut loader.notices);
    chart
}

fn directory_files(path: &Path, loader: &mut Loader<'_>) -> Result<Vec<File>, ChartError> {
    if loader.metadata_rules().checks_generation {
        check_generation(path, loader)?;
    }
    let ignore = match fs::read(path.join(".helmignore")) {
        Ok(text) => Ignore::parse(&String::from_utf8_lossy(&text))
            .map_err(|(_, error)| ChartError::new(error.to_string()))?,
        Err(_) => Ignore::default(),
    };
    let mut walk = Walk { ignore, files: Vec::new(), loader };
    walk.directory(path, "", 0)?;
    Ok(walk.files)
}

/// Looks at the `apiVersion` of a chart before anything else is read.
fn check_generation(path: &Path, loader: &Loader<'_>) -> Result<(), ChartError> {
    let chart_yaml = path.join("Chart.yaml");
    let shown = chart_yaml.display().to_string();
    let text = fs::read(&chart_yaml).map_err(|e| {
        let text = io_text("open", &shown, &e);
        ChartError::new(format!("unable to detect chart at {shown}: {text}"))
    })?;
    if loader_fills_placeholders(loader, &text) {
        // The placeholders make the text unreadable until they are filled.
    } else {
        check_api_version(&text)?;
    }
    Ok(())
}

fn loader_fills_placeholders(loader: &Loader<'_>, text: &[u8]) -> bool {
    loader.has_version() && text.windows(2).any(|two| two == b"[[")
}

fn archive_files(path: &Path, loader: &mut Loader<'_>) -> Result<Vec<File>, ChartError> {
    let shown = path.display();
    let bytes = fs::read(path).map_err(|e| io_text("open", &shown.to_string(), &e))?;
    if !is_gzip(&bytes) {
        let yaml = path.extension().is_some_and(|e| e == "yml" || e == "yaml");
        return Err(ChartError::new(match yaml {
            true => {
                format!("file '{shown}' seems to be a YAML file, but expected a gzipped archive")
            }
            false => format!(
                "file '{shown}' does not appear to be a gzipped archive; got '{}'",
                content_type(&bytes)
            ),
        }));
    }
    let files = archive::read(&bytes, &mut loader.budget);
    if !loader.metadata_rules().checks_generation {
        return files;
    }
    let files = files.map_err(|_| ChartError::new("unable to load chart archive"))?;
    let Some(chart_yaml) = files.iter().find(|file| &*file.name == "Chart.yaml") else {
        return Err(ChartError::new("unable to detect chart version, no Chart.yaml found"));
    };
    check_api_version(chart_yaml.data.as_bytes())?;
    Ok(files)
}

struct Walk<'w, 'o> {
    ignore: Ignore,
    files: Vec<File>,
    loader: &'w mut Loader<'o>,
}

impl Walk<'_, '_> {
    /// Reads the directory at `path`; `name` is its path from the chart's root.
    fn directory(&mut self, path: &Path, name: &str, depth: usize) -> Result<(), ChartError> {
        if depth > MAX_DEPTH {
            return Err(ChartError::new(format!(
                "directories nest deeper than {MAX_DEPTH} levels at {}",
                path.display()
            )));
        }
        let cannot = |e: std::io::Error| io_text("open", &path.display().to_string(), &e);
        let entries = fs::read_dir(path).map_err(cannot)?;
        let mut names = Vec::new();
        for entry in entries {
            let entry = entry.map_err(cannot)?;
            // The system says what an entry is along with its name, so that nobody has to ask.
            names.push((entry.file_name(), entry.file_type().ok()));
        }
        names.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
        for (entry, kind) in names {
            let entry_name = match name {
                "" => entry.to_string_lossy().into_owned(),
                _ => format!("{name}/{}", entry.to_string_lossy()),
            };
            self.entry(&path.join(&entry), &entry_name, kind, depth)?;
        }
        Ok(())
    }

    fn entry(
        &mut self,
        path: &Path,
        name: &str,
        kind: Option<FileType>,
        depth: usize,
    ) -> Result<(), ChartError> {
        self.loader.budget.count_file()?;
        let kind = match kind {
            Some(kind) if kind.is_dir() || kind.is_file() => kind,
            _ => self.kind_behind_link(path)?,
        };
        if self.ignore.ignores(name, kind.is_dir()) {
            return Ok(());
        }
        match kind.is_dir() {
            true => self.directory(path, name, depth + 1),
            false => self.file(path, name, kind),
        }
    }

    /// What a path leads to.
    fn kind_behind_link(&mut self, path: &Path) -> Result<FileType, ChartError> {
        let shown = path.display().to_string();
        let found = fs::symlink_metadata(path).map_err(|e| io_text("lstat", &shown, &e))?;
        if !found.is_symlink() {
            return Ok(found.file_type());
        }
        let target = self.resolve(path, &shown)?;
        let resolved = target.display().to_string();
        let found = fs::metadata(&target).map_err(|e| io_text("lstat", &resolved, &e))?;
        Ok(found.file_type())
    }

    /// Follows a link, and says so as Helm does.
    fn resolve(&mut self, path: &Path, shown: &str) -> Result<PathBuf, ChartError> {
        let target = fs::canonicalize(path).map_err(|e| {
            // Go names the link itself only when the chain of links is too long.
            let target = fs::read_link(path).unwrap_or_else(|_| path.to_owned());
            let target = path.parent().map_or(target.clone(), |parent| parent.join(&target));
            let text = match e.kind() {
                std::io::ErrorKind::NotFound => io_text("lstat", &target.display().to_string(), &e),
                _ => format!("EvalSymlinks: {}", system_text(&e)),
            };
            ChartError::new(format!("error evaluating symlink {shown}: {text}"))
        })?;
        let notice =
            Notice::info("found symbolic link in path. Contents of linked file included and used");
        let resolved = target.display().to_string();
        let old = format!(
            "found symbolic link in path: {shown} resolves to {resolved}. Contents of linked file \
             included and used"
        );
        let notice = notice.before_4(Some(Site::SymbolicLink), old);
        self.loader.notices.push(notice.with("path", shown).with("resolved", resolved));
        Ok(target)
    }

    fn file(&mut self, path: &Path, name: &str, kind: FileType) -> Result<(), ChartError> {
        let shown = path.display();
        if !kind.is_file() {
            return Err(ChartError::new(format!(
                "cannot load irregular file {shown} as it has file mode type bits set"
            )));
        }
        let failed = |e: io::Error| {
            let text = io_text("open", &shown.to_string(), &e);
            ChartError::new(format!("error reading {name}: {text}"))
        };
        let mut file = fs::File::open(path).map_err(failed)?;
        let length = file.metadata().map_err(failed)?.len();
        if length > MAX_FILE as u64 {
            let base = path.file_name().unwrap_or_default().to_string_lossy();
            return Err(ChartError::new(format!(
                "chart file {} is larger than the maximum file size {MAX_FILE}",
                quote(&base)
            )));
        }
        self.loader.budget.take(length as usize)?;
        let mut data = vec![0; length as usize];
        file.read_exact(&mut data).map_err(failed)?;
        self.files.push(File::new(name, data));
        Ok(())
    }
}
