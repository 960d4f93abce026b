//! `--output-dir`: one file per template below a directory.

#![expect(clippy::disallowed_methods, reason = "this is where files are written")]

use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::chart::io_text;
use crate::render::helm::{Manifests, print};
use crate::value::Str;

/// Where and what is written.
pub struct Target<'t> {
    /// The argument of `--output-dir`.
    pub directory: &'t str,
    /// The level that `--release-name` adds.
    pub release: Option<&'t str>,
    /// The files under `crds/`, too.
    pub crds: bool,
}

/// Writes files and collects what Helm prints about it.
pub struct Writer {
    /// Hooks go behind what is there.
    hooks_append: bool,
    written: BTreeSet<PathBuf>,
    /// The lines so far.
    pub said: String,
}

impl Target<'_> {
    fn folder(&self) -> String {
        match self.release {
            Some(release) => Path::new(self.directory).join(release).display().to_string(),
            None => self.directory.to_owned(),
        }
    }
}

impl Writer {
    /// A writer that has written nothing.
    pub fn new(hooks_append: bool) -> Writer {
        Writer { hooks_append, written: BTreeSet::new(), said: String::new() }
    }

    /// Writes what is no hook; the error is Go's text.
    ///
    /// # Errors
    /// The first file that cannot be written.
    pub fn manifests(&mut self, manifests: &Manifests, target: &Target<'_>) -> Result<(), String> {
        if target.crds {
            for (path, text) in &manifests.crds {
                self.file(target.directory, path, text, false)?;
            }
        }
        let folder = target.folder();
        for manifest in &manifests.manifests {
            self.file(&folder, &manifest.path, &manifest.text, false)?;
        }
        Ok(())
    }

    /// Writes hooks behind whatever is there.
    ///
    /// # Errors
    /// The first file that cannot be written.
    pub fn hooks(
        &mut self,
        manifests: &Manifests,
        tests: bool,
        target: &Target<'_>,
    ) -> Result<(), String> {
        let folder = target.folder();
        if !self.hooks_append {
            self.written.clear();
        }
        for hook in manifests.hooks.iter().filter(|hook| tests || !hook.is_test) {
            self.file(&folder, &hook.manifest.path, &hook.manifest.text, self.hooks_append)?;
        }
        Ok(())
    }

    fn file(
        &mut self,
        folder: &str,
        path: &str,
        text: &Str,
        append_to_existing: bool,
    ) -> Result<(), String> {
        let shown = format!("{folder}/{path}");
        let file = PathBuf::from(&shown);
        let parent = file.parent().unwrap_or(&file);
        fs::create_dir_all(parent)
            .map_err(|e| io_text("mkdir", &first_missing(parent).display().to_string(), &e))?;
        let known = self.written.contains(&file) || (append_to_existing && file.exists());
        let opened = match known {
            true => OpenOptions::new().append(true).open(&file),
            false => File::create(&file),
        };
        let mut content = Vec::with_capacity(text.len() + path.len() + 20);
        print::document(path, text, &mut content);
        opened
            .and_then(|mut opened| opened.write_all(&content))
            .map_err(|e| io_text("open", &shown, &e))?;
        self.said.push_str(&format!("wrote {shown}\n"));
        self.written.insert(file);
        Ok(())
    }
}

/// The directory that could not be made.
fn first_missing(path: &Path) -> &Path {
    path.ancestors().take_while(|at| !at.exists()).last().unwrap_or(path)
}
