//! Git, asked through its command line: where the repository is, what the merge base is, and
//! what a folder looked like at a revision.
//!
//! No shell is involved, nothing in the repository is changed, and no text of the user can be
//! taken for an option: revisions that start with `-` are refused. Start with
//! [`Repository::find`].

#![expect(clippy::disallowed_methods, reason = "git is started and revisions are written here")]

use std::ffi::OsStr;
use std::io::{BufRead, Read, Write};
use std::path::{Component, Path, PathBuf};
use std::process::{Command, Stdio};

/// The most bytes that one revision of a folder may have when it is read into memory.
const MAX_TREE: u64 = 512 * 1024 * 1024;

/// The work tree of a git repository.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Repository {
    root: PathBuf,
}

/// One file of a folder at a revision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TreeFile {
    /// Path relative to the folder that was asked for.
    pub path: PathBuf,
    /// Whether git has it as executable.
    pub executable: bool,
    /// The target, for a symbolic link; such a file has no content.
    pub link: Option<PathBuf>,
    /// The content.
    pub content: Vec<u8>,
}

/// Why git gave no answer.
#[derive(Debug, thiserror::Error)]
pub enum VcsError {
    /// There is no `git` program.
    #[error("`git` could not be started: {0}")]
    NotInstalled(#[source] std::io::Error),
    /// The folder is in no work tree.
    #[error("`{0}` is in no git repository")]
    NoRepository(PathBuf),
    /// Text that git would take for an option, or that no revision can be.
    #[error("`{0}` is not a revision")]
    BadRevision(String),
    /// Git does not know the revision.
    #[error("git knows no revision `{0}`{hint}", hint = shallow_hint(*.1))]
    UnknownRevision(String, bool),
    /// Two revisions without a common ancestor.
    #[error("`{0}` and `{1}` have no common ancestor{hint}", hint = shallow_hint(*.2))]
    NoMergeBase(String, String, bool),
    /// The revision has no such folder.
    #[error("`{path}` does not exist at `{revision}`")]
    NoSuchPath {
        /// The path relative to the repository.
        path: PathBuf,
        /// The revision.
        revision: String,
    },
    /// A path that leaves the repository.
    #[error("`{path}` is not inside the repository `{root}`")]
    Outside {
        /// The path as given.
        path: PathBuf,
        /// The root of the work tree.
        root: PathBuf,
    },
    /// More bytes than are read into memory.
    #[error("`{0}` is larger than {limit} MiB", limit = MAX_TREE >> 20)]
    TooLarge(PathBuf),
    /// Anything else that git says.
    #[error("`git {command}` failed: {message}")]
    Failed {
        /// The subcommand.
        command: String,
        /// The last line of what git wrote to stderr.
        message: String,
    },
    /// Reading or writing failed.
    #[error("cannot {action} `{path}`: {source}")]
    Io {
        /// What was tried.
        action: &'static str,
        /// The file.
        path: PathBuf,
        /// Why it failed.
        source: std::io::Error,
    },
}

fn shallow_hint(shallow: bool) -> &'static str {
    if shallow {
        "; the clone is shallow, fetch more history (`git fetch --unshallow`)"
    } else {
        ""
    }
}

impl Repository {
    /// Finds the work tree that a file or folder is in.
    ///
    /// # Errors
    /// [`VcsError::NoRepository`] outside of a work tree, [`VcsError::NotInstalled`] without git.
    pub fn find(start: &Path) -> Result<Repository, VcsError> {
        let folder = match start {
            path if path.as_os_str().is_empty() => Path::new("."),
            path if path.is_file() => match path.parent() {
                Some(parent) if !parent.as_os_str().is_empty() => parent,
                _ => Path::new("."),
            },
            path => path,
        };
        let out = output(folder, ["rev-parse", "--show-toplevel"]);
        match out {
            Ok(text) => Ok(Repository { root: path_of(&text) }),
            Err(VcsError::Failed { .. }) => Err(VcsError::NoRepository(start.to_owned())),
            Err(error) => Err(error),
        }
    }

    /// The root of the work tree, absolute.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The full id of the commit that a revision names.
    ///
    /// # Errors
    /// [`VcsError::BadRevision`] for what cannot be one, [`VcsError::UnknownRevision`] otherwise.
    pub fn commit(&self, revision: &str) -> Result<String, VcsError> {
        let bad = revision.is_empty()
            || revision.starts_with('-')
            || revision.contains(|c: char| c.is_control() || c.is_whitespace() || c == ':');
        if bad {
            return Err(VcsError::BadRevision(revision.to_owned()));
        }
        let peeled = format!("{revision}^{{commit}}");
        let args = ["rev-parse", "--verify", "--quiet", "--end-of-options", &peeled];
        match output(&self.root, args) {
            Ok(id) => Ok(text_of(&id)),
            Err(VcsError::Failed { .. }) => {
                Err(VcsError::UnknownRevision(revision.to_owned(), self.is_shallow()))
            }
            Err(error) => Err(error),
        }
    }

    /// The best common ancestor of two revisions: what a branch is compared with.
    pub fn merge_base(&self, a: &str, b: &str) -> Result<String, VcsError> {
        let (left, right) = (self.commit(a)?, self.commit(b)?);
        match output(&self.root, ["merge-base", &left, &right]) {
            Ok(id) => Ok(text_of(&id)),
            Err(VcsError::Failed { message, .. }) if message.is_empty() => {
                Err(VcsError::NoMergeBase(a.to_owned(), b.to_owned(), self.is_shallow()))
            }
            Err(error) => Err(error),
        }
    }

    /// The revision that pull requests are merged into: what `origin/HEAD` points at, or the
    /// first of `origin/main`, `origin/master`, `main`, `master` that exists.
    pub fn default_base(&self) -> Option<String> {
        let candidates = ["origin/HEAD", "origin/main", "origin/master", "main", "master"];
        candidates.into_iter().find(|name| self.commit(name).is_ok()).map(str::to_owned)
    }

    /// A path as git knows it: relative to the root, without `.` and `..`.
    ///
    /// # Errors
    /// [`VcsError::Outside`] when the path leaves the repository.
    pub fn relative(&self, path: &Path) -> Result<PathBuf, VcsError> {
        let io = |source| VcsError::Io { action: "resolve", path: path.to_owned(), source };
        let absolute = normalize(&std::path::absolute(path).map_err(io)?);
        let resolved = absolute.canonicalize().unwrap_or_else(|_| absolute.clone());
        // Git prints the root with links resolved; the user may have come through one.
        let inside = |p: &Path| p.strip_prefix(&self.root).ok().map(Path::to_owned);
        let outside = || VcsError::Outside { path: path.to_owned(), root: self.root.clone() };
        inside(&absolute).or_else(|| inside(&resolved)).ok_or_else(outside)
    }

    /// All files below a folder at a revision, sorted by path. Submodules are left out.
    ///
    /// `folder` is relative to the repository's root; an empty one is the root itself.
    pub fn read_tree(&self, revision: &str, folder: &Path) -> Result<Vec<TreeFile>, VcsError> {
        let commit = self.commit(revision)?;
        let missing =
            || VcsError::NoSuchPath { path: folder.to_owned(), revision: revision.into() };
        let spec = literal_spec(folder);
        let mut args: Vec<&OsStr> =
            ["ls-tree", "-r", "-z", "-l", "--full-tree", &commit].map(OsStr::new).into();
        if !folder.as_os_str().is_empty() {
            args.extend([OsStr::new("--"), spec.as_os_str()]);
        }
        let listing = output(&self.root, args)?;
        let entries: Vec<Entry> =
            listing.split(|b| *b == 0).filter_map(|line| Entry::parse(line, folder)).collect();
        if entries.is_empty() {
            return Err(missing());
        }
        if entries.iter().map(|e| e.size).sum::<u64>() > MAX_TREE {
            return Err(VcsError::TooLarge(folder.to_owned()));
        }
        self.read_blobs(entries)
    }

    /// Writes a folder as it was at a revision below `target`, which must exist. Paths stay
    /// relative to the repository's root, so that references between folders keep working.
    ///
    /// Symbolic links are written only where they stay below `target`.
    pub fn export(&self, revision: &str, folder: &Path, target: &Path) -> Result<(), VcsError> {
        for file in self.read_tree(revision, folder)? {
            let path = target.join(folder).join(&file.path);
            let io = |action, source| VcsError::Io { action, path: path.clone(), source };
            let parent = path.parent().expect("a file below the target has a parent");
            std::fs::create_dir_all(parent).map_err(|e| io("create the folder of", e))?;
            match &file.link {
                Some(link) if stays_inside(&folder.join(&file.path), link) => {
                    make_link(link, &path).map_err(|e| io("link", e))?;
                }
                Some(_) => {}
                None => std::fs::write(&path, &file.content).map_err(|e| io("write", e))?,
            }
        }
        Ok(())
    }

    fn is_shallow(&self) -> bool {
        output(&self.root, ["rev-parse", "--is-shallow-repository"])
            .is_ok_and(|out| text_of(&out) == "true")
    }

    /// Reads all blobs with one `git cat-file --batch`.
    fn read_blobs(&self, entries: Vec<Entry>) -> Result<Vec<TreeFile>, VcsError> {
        let failed = |message: String| VcsError::Failed { command: "cat-file".into(), message };
        let mut child = git(&self.root, ["cat-file", "--batch"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(VcsError::NotInstalled)?;
        let mut stdin = child.stdin.take().expect("stdin was asked for");
        let mut stdout =
            std::io::BufReader::new(child.stdout.take().expect("stdout was asked for"));
        let requests: String = entries.iter().map(|e| format!("{}\n", e.id)).collect();
        // Written from a thread of its own: git answers while it still reads.
        let writer = std::thread::spawn(move || stdin.write_all(requests.as_bytes()));
        let mut files = Vec::with_capacity(entries.len());
        let mut result = Ok(());
        for entry in entries {
            match read_blob(&mut stdout, &entry) {
                Ok(content) => files.push(entry.file(content)),
                Err(error) => {
                    result = Err(failed(format!("`{}`: {error}", entry.path.display())));
                    break;
                }
            }
        }
        drop(stdout);
        // A broken pipe here only follows from an error that is already known.
        let _ = writer.join();
        let status = child.wait().map_err(VcsError::NotInstalled)?;
        result?;
        if status.success() { Ok(files) } else { Err(failed(status.to_string())) }
    }
}

/// One line of `git ls-tree -r -z -l`.
struct Entry {
    mode: Mode,
    id: String,
    size: u64,
    path: PathBuf,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    File,
    Executable,
    Link,
}

impl Entry {
    /// None for the empty end of the list, submodules, and paths outside of the folder.
    fn parse(line: &[u8], folder: &Path) -> Option<Entry> {
        let tab = line.iter().position(|b| *b == b'\t')?;
        let head = std::str::from_utf8(&line[..tab]).ok()?;
        let mut words = head.split_ascii_whitespace();
        let mode = match words.next()? {
            "120000" => Mode::Link,
            "100755" => Mode::Executable,
            mode if mode.starts_with("100") => Mode::File,
            _ => return None,
        };
        let (_, id, size) = (words.next()?, words.next()?, words.next()?);
        let full = path_of(&line[tab + 1..]);
        let path = full.strip_prefix(folder).ok()?;
        // The folder itself may be one file.
        let path = if path.as_os_str().is_empty() { Path::new(full.file_name()?) } else { path };
        let safe = path.components().all(|c| matches!(c, Component::Normal(_)));
        safe.then_some(Entry {
            mode,
            id: id.to_owned(),
            size: size.parse().ok()?,
            path: path.to_owned(),
        })
    }

    fn file(self, content: Vec<u8>) -> TreeFile {
        let executable = self.mode == Mode::Executable;
        match self.mode {
            Mode::Link => {
                let link = Some(path_of(&content));
                TreeFile { path: self.path, executable, link, content: Vec::new() }
            }
            _ => TreeFile { path: self.path, executable, link: None, content },
        }
    }
}

/// Reads `<id> blob <size>\n<content>\n`.
fn read_blob(from: &mut impl BufRead, entry: &Entry) -> std::io::Result<Vec<u8>> {
    let invalid = |text: &str| std::io::Error::new(std::io::ErrorKind::InvalidData, text);
    let mut header = String::new();
    from.by_ref().take(256).read_line(&mut header)?;
    let size = match header.trim_end().rsplit_once(' ') {
        Some((head, size)) if head.ends_with(" blob") => size.parse::<u64>().ok(),
        _ => None,
    };
    let size = size.filter(|size| *size == entry.size);
    let size = size.ok_or_else(|| invalid("unexpected answer"))?;
    let mut content = Vec::new();
    from.by_ref().take(size).read_to_end(&mut content)?;
    let mut end = [0];
    from.read_exact(&mut end)?;
    if content.len() as u64 == size { Ok(content) } else { Err(invalid("answer was cut off")) }
}

fn git<I, S>(folder: &Path, args: I) -> Command
where
    I: IntoIterator<Item = S>,
    S: AsRef<OsStr>,
{
    let mut command = Command::new("git");
    command.arg("-C").arg(folder).args(args).stdin(Stdio::null());
    // The answers are parsed; neither the locale nor an outer git's environment may change them.
    command.env("LC_ALL", "C").env("GIT_OPTIONAL_LOCKS", "0").env("GIT_TERMINAL_PROMPT", "0");
    for name in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX"] {
        command.env_remove(name);
    }
    command
}

fn output<I, S>(folder: &Path, args: I) -> Result<Vec<u8>, VcsError>
where
    I: IntoIterator<Item = S>,
    S: AsRef<OsStr>,
{
    let mut command = git(folder, args);
    let name = command.get_args().nth(2).map(|a| a.to_string_lossy().into_owned());
    let out = command.output().map_err(VcsError::NotInstalled)?;
    if out.status.success() {
        return Ok(out.stdout);
    }
    let stderr = String::from_utf8_lossy(&out.stderr);
    let message = stderr.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or_default();
    Err(VcsError::Failed { command: name.unwrap_or_default(), message: message.to_owned() })
}

/// A folder as a pathspec without pattern characters and without a trailing slash.
fn literal_spec(folder: &Path) -> PathBuf {
    folder.components().collect()
}

fn text_of(out: &[u8]) -> String {
    String::from_utf8_lossy(out).trim().to_owned()
}

#[cfg(unix)]
fn path_of(bytes: &[u8]) -> PathBuf {
    use std::os::unix::ffi::OsStrExt;
    let end = bytes.len() - usize::from(bytes.ends_with(b"\n"));
    PathBuf::from(OsStr::from_bytes(&bytes[..end]))
}

#[cfg(not(unix))]
fn path_of(bytes: &[u8]) -> PathBuf {
    PathBuf::from(String::from_utf8_lossy(bytes).trim_end_matches(['\r', '\n']))
}

#[cfg(unix)]
fn make_link(link: &Path, path: &Path) -> std::io::Result<()> {
    std::os::unix::fs::symlink(link, path)
}

#[cfg(not(unix))]
fn make_link(_link: &Path, _path: &Path) -> std::io::Result<()> {
    Ok(())
}

/// Takes `.` and `..` out of a path without asking the file system.
pub fn normalize(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => match out.components().next_back() {
                Some(Component::Normal(_)) => {
                    out.pop();
                }
                Some(Component::RootDir | Component::Prefix(_)) => {}
                _ => out.push(".."),
            },
            other => out.push(other),
        }
    }
    out
}

/// Whether a link at a relative path points to something that is not above the root.
fn stays_inside(at: &Path, link: &Path) -> bool {
    let parent = at.parent().unwrap_or(Path::new(""));
    link.is_relative() && !normalize(&parent.join(link)).starts_with("..")
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Fixture {
        folder: PathBuf,
        repository: Repository,
    }

    impl Drop for Fixture {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.folder);
        }
    }

    fn run(folder: &Path, args: &[&str]) {
        let mut command = git(folder, args);
        command.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_SYSTEM", "/dev/null");
        for who in ["AUTHOR", "COMMITTER"] {
            command.env(format!("GIT_{who}_NAME"), "t").env(format!("GIT_{who}_EMAIL"), "t@t");
        }
        assert!(command.output().unwrap().status.success(), "{args:?}");
    }

    /// A repository with a commit on `main`, one more there, and a branch off the first.
    fn fixture(name: &str) -> Fixture {
        let folder = std::env::temp_dir().join(format!("vcs-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(folder.join("chart/templates")).unwrap();
        run(&folder, &["init", "-q", "-b", "main"]);
        std::fs::write(folder.join("chart/templates/a b.yaml"), "one\n").unwrap();
        std::fs::write(folder.join("chart/bytes"), [0, 159, b'\n', 1]).unwrap();
        #[cfg(unix)]
        {
            make_link(Path::new("templates"), &folder.join("chart/link")).unwrap();
            make_link(Path::new("../../../etc"), &folder.join("chart/escape")).unwrap();
        }
        run(&folder, &["add", "."]);
        run(&folder, &["commit", "-qm", "first"]);
        run(&folder, &["branch", "topic"]);
        std::fs::write(folder.join("chart/templates/a b.yaml"), "two\n").unwrap();
        run(&folder, &["commit", "-qam", "second"]);
        let repository = Repository::find(&folder.join("chart")).unwrap();
        Fixture { folder, repository }
    }

    #[test]
    fn a_folder_is_read_as_it_was_at_a_revision() {
        let fx = fixture("tree");
        let base = fx.repository.merge_base("main", "topic").unwrap();
        let files = fx.repository.read_tree(&base, Path::new("chart")).unwrap();
        let names: Vec<_> = files.iter().map(|f| f.path.to_str().unwrap()).collect();
        assert_eq!(names, ["bytes", "escape", "link", "templates/a b.yaml"]);
        assert_eq!(files[0].content, [0, 159, b'\n', 1]);
        assert_eq!(files[2].link.as_deref(), Some(Path::new("templates")));
        assert_eq!(files[3].content, b"one\n");
        let main = fx.repository.read_tree("main", Path::new("chart/templates")).unwrap();
        assert_eq!(main[0].content, b"two\n");
    }

    #[test]
    fn an_export_writes_no_link_that_leaves_the_target() {
        let fx = fixture("export");
        let target = fx.folder.join("out");
        std::fs::create_dir(&target).unwrap();
        fx.repository.export("topic", Path::new("chart"), &target).unwrap();
        let read = |p: &str| std::fs::read_to_string(target.join(p));
        assert_eq!(read("chart/templates/a b.yaml").unwrap(), "one\n");
        assert_eq!(read("chart/link/a b.yaml").unwrap(), "one\n");
        assert!(std::fs::symlink_metadata(target.join("chart/escape")).is_err());
    }

    #[test]
    fn questions_without_an_answer_are_clear_errors() {
        let fx = fixture("errors");
        let message = |r: &str| fx.repository.commit(r).unwrap_err().to_string();
        assert_eq!(message("--output=x"), "`--output=x` is not a revision");
        assert_eq!(message("HEAD:chart"), "`HEAD:chart` is not a revision");
        assert_eq!(message("nope"), "git knows no revision `nope`");
        let tree = fx.repository.read_tree("main", Path::new("nope")).unwrap_err();
        assert_eq!(tree.to_string(), "`nope` does not exist at `main`");
        assert!(matches!(Repository::find(Path::new("/")), Err(VcsError::NoRepository(_))));
        assert!(matches!(fx.repository.relative(Path::new("/etc")), Err(VcsError::Outside { .. })));
        assert_eq!(fx.repository.default_base().as_deref(), Some("main"));
    }

    #[test]
    fn paths_are_relative_to_the_root() {
        let fx = fixture("relative");
        let inside = fx.folder.join("chart/../chart/./templates");
        assert_eq!(fx.repository.relative(&inside).unwrap(), Path::new("chart/templates"));
    }
}
