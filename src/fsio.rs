//! Writing files so that a reader sees the old content or the new one, never a part.

#![expect(clippy::disallowed_methods, reason = "what others are told to use instead")]

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// Writes a file through a temporary neighbour and a rename, synced to disk.
///
/// On an error the old file is untouched and the temporary one is removed. A process that is
/// killed can leave a file `.NAME.PID-N.tmp` behind, never a broken one under the real name.
pub fn write_atomic(path: &Path, content: &[u8]) -> io::Result<()> {
    let temporary = neighbour(path)?;
    let written = write_synced(&temporary, content).and_then(|()| fs::rename(&temporary, path));
    match &written {
        Ok(()) => sync_folder(path),
        Err(_) => {
            let _ = fs::remove_file(&temporary);
        }
    }
    written
}

/// Writes several files, all of them or none: every content is on the disk beside its target
/// before the first file takes its name.
///
/// # Errors
///
/// The file that failed, and why. Nothing was renamed unless it was a rename that failed, which
/// takes no room on the disk.
pub fn write_all_atomic<'p>(
    files: impl IntoIterator<Item = (&'p Path, &'p [u8])>,
) -> Result<(), (&'p Path, io::Error)> {
    let mut staged = Vec::new();
    let stage = |path: &'p Path, content| {
        let temporary = neighbour(path)?;
        let written = write_synced(&temporary, content);
        written.map(|()| temporary.clone()).inspect_err(|_| {
            let _ = fs::remove_file(&temporary);
        })
    };
    let mut failed = None;
    for (path, content) in files {
        match stage(path, content) {
            Ok(temporary) => staged.push((path, temporary)),
            Err(error) => {
                failed = Some((path, error));
                break;
            }
        }
    }
    for (path, temporary) in staged {
        if failed.is_none() {
            match fs::rename(&temporary, path) {
                Ok(()) => {
                    sync_folder(path);
                    continue;
                }
                Err(error) => failed = Some((path, error)),
            }
        }
        let _ = fs::remove_file(&temporary);
    }
    failed.map_or(Ok(()), Err)
}

/// Makes a rename durable. Not every system can; the file's own bytes are safe already.
fn sync_folder(file: &Path) {
    if let Some(folder) = file.parent()
        && let Ok(folder) = File::open(folder)
    {
        let _ = folder.sync_all();
    }
}

/// Whether a file name is that of a temporary file, left behind by a process that was killed.
pub fn is_leftover(name: &str) -> bool {
    let middle = name.strip_prefix('.').and_then(|rest| rest.strip_suffix(".tmp"));
    let unique = middle.and_then(|rest| rest.rsplit_once('.')).map(|(_, unique)| unique);
    let number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    unique.and_then(|u| u.split_once('-')).is_some_and(|(a, b)| number(a) && number(b))
}

fn write_synced(path: &Path, content: &[u8]) -> io::Result<()> {
    let mut file = File::options().write(true).create_new(true).open(path)?;
    file.write_all(content)?;
    file.sync_all()
}

/// A name beside the target that no other process or thread uses.
fn neighbour(path: &Path) -> io::Result<PathBuf> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let name = path.file_name().ok_or_else(|| {
        io::Error::new(io::ErrorKind::InvalidInput, "the path does not name a file")
    })?;
    let unique = format!("{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
    Ok(path.with_file_name(format!(".{}.{unique}.tmp", name.to_string_lossy())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_of_files_is_written_whole_or_not_at_all() {
        let dir = std::env::temp_dir().join(format!("fsio-all-{}", std::process::id()));
        fs::create_dir_all(&dir).unwrap();
        let (a, b, far) = (dir.join("a"), dir.join("b"), dir.join("no/such/folder"));
        let none = write_all_atomic([(a.as_path(), &b"1"[..]), (far.as_path(), b"2")]);
        assert_eq!(none.unwrap_err().0, far);
        assert_eq!(fs::read_dir(&dir).unwrap().count(), 0);
        write_all_atomic([(a.as_path(), &b"1"[..]), (b.as_path(), b"2")]).unwrap();
        assert_eq!(fs::read_to_string(b).unwrap(), "2");
        assert_eq!(fs::read_dir(&dir).unwrap().count(), 2);
        fs::remove_dir_all(dir).unwrap();
    }

    #[test]
    fn a_failed_write_leaves_the_old_file_and_no_other() {
        let dir = std::env::temp_dir().join(format!("fsio-{}", std::process::id()));
        fs::create_dir_all(dir.join("taken")).unwrap();
        fs::write(dir.join("a"), "old").unwrap();
        write_atomic(&dir.join("a"), b"new").unwrap();
        assert_eq!(fs::read_to_string(dir.join("a")).unwrap(), "new");
        // A directory of the target's name makes the rename fail.
        assert!(write_atomic(&dir.join("taken"), b"x").is_err());
        let mut names: Vec<_> =
            fs::read_dir(&dir).unwrap().map(|e| e.unwrap().file_name()).collect();
        names.sort();
        assert_eq!(names, ["a", "taken"]);
        fs::remove_dir_all(dir).unwrap();
    }
}
