//! The files below a golden folder: read, compared, written so that a crash leaves either the
//! old or the new file, and never anything outside of the folder.
//!
//! Paths given to a [`Store`] are relative to the folder and use `/`. The store knows nothing
//! of cases or renderers.

#![expect(clippy::disallowed_methods, reason = "the store is where golden files are read")]

use std::fs;
use std::io::ErrorKind;
use std::path::{Component, Path, PathBuf};

use crate::fsio;

/// A folder of golden files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Store {
    root: PathBuf,
}

/// Why a golden file could not be read or written.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The operating system refused.
    #[error("cannot {action} `{path}`: {reason}", path = path.display(), reason = reason(source))]
    Io {
        /// What was tried.
        action: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// Why it failed.
        source: std::io::Error,
    },
    /// A symbolic link stands where a folder or file is expected.
    #[error("`{path}` is a symbolic link, golden files are not read or written through links", path = .0.display())]
    Link(PathBuf),
    /// A path that would leave the folder.
    #[error("`{path}` is not a path inside the golden folder", path = .0.display())]
    Outside(PathBuf),
    /// A folder where a file is expected, or the other way round.
    #[error("`{path}` is not a {expected}", path = path.display())]
    Shape {
        /// What stands in the way.
        path: PathBuf,
        /// `file` or `folder`.
        expected: &'static str,
    },
}

/// The system's reason, in words where its own are none.
fn reason(error: &std::io::Error) -> String {
    match error.kind() {
        ErrorKind::PermissionDenied => "permission denied".into(),
        ErrorKind::ReadOnlyFilesystem => "the file system is read-only".into(),
        ErrorKind::StorageFull => "no space left on the device".into(),
        ErrorKind::QuotaExceeded => "the disk quota is used up".into(),
        _ => error.to_string(),
    }
}

impl Store {
    /// A store over a folder, which need not exist yet.
    pub fn new(root: impl Into<PathBuf>) -> Store {
        Store { root: root.into() }
    }

    /// The folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The path of a golden file as the user would type it.
    pub fn path(&self, file: &str) -> PathBuf {
        self.root.join(file)
    }

    /// The bytes of a golden file; none when there is no such file.
    pub fn read(&self, file: &str) -> Result<Option<Vec<u8>>, StoreError> {
        let path = self.checked(file)?;
        match fs::read(&path) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(e) if matches!(e.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
                Ok(None)
            }
            Err(e) if e.kind() == ErrorKind::IsADirectory => {
                Err(StoreError::Shape { path, expected: "file" })
            }
            Err(source) => Err(StoreError::Io { action: "read", path, source }),
        }
    }

    /// Writes a golden file unless it has these bytes already. Returns whether it wrote.
    ///
    /// Whoever looks sees the old file or the new one, see [`fsio::write_atomic`].
    pub fn write(&self, file: &str, bytes: &[u8]) -> Result<bool, StoreError> {
        let path = self.checked(file)?;
        if self.read(file)?.as_deref() == Some(bytes) {
            return Ok(false);
        }
        let folder = path.parent().expect("a checked path has a folder").to_owned();
        fs::create_dir_all(&folder).map_err(|source| match source.kind() {
            ErrorKind::AlreadyExists | ErrorKind::NotADirectory => {
                StoreError::Shape { path: folder.clone(), expected: "folder" }
            }
            _ => StoreError::Io { action: "create", path: folder.clone(), source },
        })?;
        fsio::write_atomic(&path, bytes).map_err(|source| StoreError::Io {
            action: "write",
            path,
            source,
        })?;
        Ok(true)
    }

    /// Deletes a golden file and the folders that become empty.
    pub fn remove(&self, file: &str) -> Result<(), StoreError> {
        let path = self.checked(file)?;
        let io = |source| StoreError::Io { action: "delete", path: path.clone(), source };
        fs::remove_file(&path).map_err(io)?;
        let mut folder = path.parent();
        while let Some(empty) = folder.filter(|f| *f != self.root) {
            if fs::remove_dir(empty).is_err() {
                break;
            }
            folder = empty.parent();
        }
        Ok(())
    }

    /// All golden files (`*.yaml`) below the folder, sorted. An absent folder has none.
    pub fn files(&self) -> Result<Vec<String>, StoreError> {
        self.walk(|name| name.ends_with(".yaml") && !name.starts_with('.'))
    }

    /// Deletes what runs that were killed have left behind.
    pub fn clean(&self) -> Result<(), StoreError> {
        for file in self.walk(fsio::is_leftover)? {
            self.remove(&file)?;
        }
        Ok(())
    }

    fn walk(&self, wanted: impl Fn(&str) -> bool) -> Result<Vec<String>, StoreError> {
        if !self.root.exists() {
            return Ok(Vec::new());
        }
        self.refuse_links(Path::new(""))?;
        let mut files = Vec::new();
        for entry in walkdir::WalkDir::new(&self.root).follow_links(false).sort_by_file_name() {
            let entry = entry.map_err(|error| {
                let path = error.path().unwrap_or(&self.root).to_owned();
                let source = error.into_io_error();
                let source = source.unwrap_or_else(|| ErrorKind::Other.into());
                StoreError::Io { action: "list", path, source }
            })?;
            let inside = entry.path().strip_prefix(&self.root).unwrap_or(entry.path());
            if !entry.file_type().is_dir() && wanted(&entry.file_name().to_string_lossy()) {
                files.push(with_slashes(inside));
            }
        }
        Ok(files)
    }

    /// The full path, after a check that nothing on the way leaves the folder.
    fn checked(&self, file: &str) -> Result<PathBuf, StoreError> {
        let relative = Path::new(file);
        let normal = relative.components().all(|c| matches!(c, Component::Normal(_)));
        if !normal || relative.file_name().is_none() {
            return Err(StoreError::Outside(relative.to_owned()));
        }
        self.refuse_links(relative)?;
        Ok(self.root.join(relative))
    }

    /// Refuses links at the folder itself and at everything below it on the way to a file.
    fn refuse_links(&self, relative: &Path) -> Result<(), StoreError> {
        let mut path = self.root.clone();
        let mut steps = relative.components();
        loop {
            match fs::symlink_metadata(&path) {
                Ok(meta) if meta.file_type().is_symlink() => return Err(StoreError::Link(path)),
                Ok(_) => {}
                // What does not exist is no link, and nothing below it exists either.
                Err(_) => return Ok(()),
            }
            match steps.next() {
                Some(step) => path.push(step),
                None => return Ok(()),
            }
        }
    }
}

fn with_slashes(path: &Path) -> String {
    let parts: Vec<_> = path.components().map(|c| c.as_os_str().to_string_lossy()).collect();
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::TempDir as Folder;

    #[test]
    fn only_what_changed_is_written() {
        let folder = Folder::new("changed");
        let store = Store::new(folder.path().join("golden"));
        assert_eq!(store.read("aws/flatcar/default.yaml").unwrap(), None);
        assert!(store.write("aws/flatcar/default.yaml", b"a: 1\n").unwrap());
        assert!(!store.write("aws/flatcar/default.yaml", b"a: 1\n").unwrap());
        assert!(store.write("aws/flatcar/default.yaml", b"a: 2\n").unwrap());
        assert_eq!(store.files().unwrap(), ["aws/flatcar/default.yaml"]);
        store.remove("aws/flatcar/default.yaml").unwrap();
        assert_eq!(fs::read_dir(store.root()).unwrap().count(), 0);
    }

    #[test]
    fn nothing_outside_of_the_folder_is_touched() {
        let folder = Folder::new("outside");
        let store = Store::new(folder.path().join("golden"));
        for file in ["../x.yaml", "/x.yaml", "a/../../x.yaml", "", "."] {
            assert!(matches!(store.write(file, b""), Err(StoreError::Outside(_))), "{file}");
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[cfg(unix)]
    #[test]
    fn links_are_not_followed() {
        use std::os::unix::fs::symlink;
        let folder = Folder::new("links");
        let (root, outside) = (folder.path().join("golden"), folder.path().join("outside"));
        fs::create_dir_all(&root).unwrap();
        fs::create_dir_all(&outside).unwrap();
        fs::write(outside.join("secret.yaml"), "secret").unwrap();
        symlink(&outside, root.join("aws")).unwrap();
        symlink(outside.join("secret.yaml"), root.join("file.yaml")).unwrap();
        let store = Store::new(&root);
        for file in ["aws/secret.yaml", "file.yaml"] {
            assert!(matches!(store.read(file), Err(StoreError::Link(_))), "{file}");
            assert!(matches!(store.write(file, b"x"), Err(StoreError::Link(_))), "{file}");
        }
        symlink(&outside, folder.path().join("linked")).unwrap();
        let linked = Store::new(folder.path().join("linked"));
        assert!(matches!(linked.write("a.yaml", b""), Err(StoreError::Link(_))));
        assert!(matches!(linked.files(), Err(StoreError::Link(_))));
        assert_eq!(fs::read_to_string(outside.join("secret.yaml")).unwrap(), "secret");
    }

    #[test]
    fn files_and_folders_in_the_way_are_clear_errors() {
        let folder = Folder::new("shape");
        let store = Store::new(folder.path());
        fs::create_dir(folder.path().join("a.yaml")).unwrap();
        fs::write(folder.path().join("b"), "").unwrap();
        let message = store.read("a.yaml").unwrap_err().to_string();
        assert!(message.ends_with("a.yaml` is not a file"), "{message}");
        let message = store.write("b/c.yaml", b"").unwrap_err().to_string();
        assert!(message.ends_with("b` is not a folder"), "{message}");
    }

    #[test]
    fn leftovers_of_killed_runs_are_no_golden_files_and_are_cleaned_up() {
        let folder = Folder::new("leftover");
        let store = Store::new(folder.path());
        fs::write(folder.path().join(".a.yaml.1-0.tmp"), "half").unwrap();
        assert!(store.files().unwrap().is_empty());
        store.clean().unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    /// Not a test of its own: the process that the next one kills.
    #[test]
    fn child_that_writes_until_it_is_killed() {
        let Ok(root) = std::env::var("GOLDEN_STORE_CHILD") else { return };
        let store = Store::new(root);
        for round in 0_u64.. {
            let bytes = [b'a' + (round % 2) as u8; 200_000];
            store.write("case.yaml", &bytes).unwrap();
        }
    }

    #[test]
    fn killed_runs_leave_the_old_or_the_new_file() {
        let folder = Folder::new("killed");
        let store = Store::new(folder.path());
        for pause in [30, 50, 70, 90] {
            let mut child = std::process::Command::new(std::env::current_exe().unwrap())
                .args(["--exact", "golden::store::tests::child_that_writes_until_it_is_killed"])
                .env("GOLDEN_STORE_CHILD", folder.path())
                .stdout(std::process::Stdio::null())
                .spawn()
                .unwrap();
            std::thread::sleep(std::time::Duration::from_millis(pause));
            child.kill().unwrap();
            child.wait().unwrap();
            if let Some(bytes) = store.read("case.yaml").unwrap() {
                let whole = bytes.len() == 200_000 && bytes.iter().all(|byte| *byte == bytes[0]);
                assert!(whole, "{} bytes", bytes.len());
            }
        }
        store.clean().unwrap();
        assert!(fs::read_dir(folder.path()).unwrap().count() <= 1);
    }

    #[test]
    fn the_systems_reasons_are_put_into_words() {
        for (code, expected) in [
            (28, "no space left on the device"),
            (30, "the file system is read-only"),
            (13, "permission denied"),
        ] {
            assert_eq!(reason(&std::io::Error::from_raw_os_error(code)), expected);
        }
    }
}
