//! What the integration tests share: the binary, the repository, scratch folders.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

/// The binary under test.
pub const BINARY: &str = env!("CARGO_BIN_EXE_clusterctl-gs");

/// The repository.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A folder that is removed at the end of a test.
pub struct Scratch(PathBuf);

impl Scratch {
    /// Makes a new, empty folder.
    pub fn new(name: &str) -> Scratch {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("clusterctl-gs-{name}-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).unwrap();
        Scratch(path)
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Writes a file, making folders on the way, and returns its path.
    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, content).unwrap();
        path
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// What a run of the binary came to.
pub struct Run {
    /// Standard output.
    pub stdout: String,
    /// Standard error.
    pub stderr: String,
    /// The exit status; -1 for a signal.
    pub status: i32,
}

impl From<Output> for Run {
    fn from(output: Output) -> Run {
        Run {
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
            status: output.status.code().unwrap_or(-1),
        }
    }
}

/// The binary with arguments, in a folder, without colour.
pub fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(BINARY);
    command.args(arguments).current_dir(folder).env("NO_COLOR", "1").env_remove("COLUMNS");
    command.stdin(Stdio::null());
    command
}

/// Runs the binary in the repository.
pub fn run(arguments: &[&str]) -> Run {
    run_in(root(), arguments)
}

/// Runs the binary in a folder.
pub fn run_in(folder: &Path, arguments: &[&str]) -> Run {
    command(folder, arguments).output().unwrap().into()
}
