//! What several unit tests need: folders that go away.

#![cfg(test)]

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// A temporary folder that is deleted with the value.
pub(crate) struct TempDir(PathBuf);

impl TempDir {
    /// Makes an empty folder; the name only helps whoever finds it.
    pub fn new(name: &str) -> TempDir {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let unique = format!("clusterctl-gs-{name}-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(unique);
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("the system has a folder for temporary files");
        TempDir(path.canonicalize().expect("it was just made"))
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Writes a file, with the folders on the way, and returns its path.
    pub fn write(&self, file: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.join(file);
        let folder = path.parent().expect("a file in a folder");
        std::fs::create_dir_all(folder).expect("the temporary folder can be written");
        std::fs::write(&path, content).expect("the temporary folder can be written");
        path
    }
}

impl Drop for TempDir {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
