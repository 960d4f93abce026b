//! Reading a chart archive (`.tgz`) into memory; nothing is ever unpacked to disk.
//!
//! Facts: Helm 4.3, `pkg/chart/loader/archive`.

use std::cell::Cell;
use std::io::{self, Read};

use flate2::read::MultiGzDecoder;

use super::error::ChartError;
use super::load::{Budget, File, MAX_CHART, MAX_FILE};

/// Reads every file of an archive, by its path below the archive's base directory.
///
/// # Errors
/// Go's or Helm's text: no gzip, a broken archive, paths that lead out of the chart, too much
/// content.
pub fn read(archive: &[u8], budget: &mut Budget) -> Result<Vec<File>, ChartError> {
    check_header(archive)?;
    let mut files = Vec::new();
    let allowed = Cell::new(0);
    let stream =
        Metered { inner: MultiGzDecoder::new(archive), left: MAX_STREAM, allowed: &allowed };
    let mut tar = tar::Archive::new(stream);
    let mut entries = tar.entries().map_err(broken)?;
    loop {
        allowed.set(MAX_HEAD);
        let Some(entry) = entries.next() else { break };
        let mut entry = entry.map_err(broken)?;
        let kind = entry.header().entry_type();
        let raw = entry.path_bytes().into_owned();
        let path = String::from_utf8_lossy(&raw).into_owned();
        if kind.is_dir() || path.ends_with('/') {
            budget.count_file()?;
            continue;
        }
        if kind.is_pax_global_extensions() || kind.is_pax_local_extensions() {
            continue;
        }
        let name = clean_name(&path)?;
        let size = entry.size();
        if size > MAX_FILE as u64 {
            return Err(ChartError::new(format!(
                "decompressed chart file {} is larger than the maximum file size {MAX_FILE}",
                crate::goquote::quote(&path)
            )));
        }
        budget.take(size as usize)?;
        allowed.set(MAX_FILE);
        let mut data = Vec::with_capacity(size as usize);
        entry.by_ref().take(size).read_to_end(&mut data).map_err(broken)?;
        files.push(File::new(name, data));
    }
    if files.is_empty() {
        return Err(ChartError::new("no files in chart archive"));
    }
    Ok(files)
}

/// How many bytes may stand between the contents of two files: headers, and the names that
/// are too long for them. The reader of the tar format keeps these in memory.
const MAX_HEAD: usize = 1 << 20;

/// How many bytes an archive may have when it is unpacked: as many headers as files, and the
/// padding of each, take no more than the content.
const MAX_STREAM: usize = 2 * MAX_CHART;

const TOO_LARGE: &str = "decompressed chart is larger than the maximum size";

/// A stream that ends in an error when it goes on for too long.
struct Metered<'c, R> {
    inner: R,
    /// What may still be read at all.
    left: usize,
    /// What may still be read of the part at hand.
    allowed: &'c Cell<usize>,
}

impl<R: Read> Read for Metered<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let most = buffer.len().min(self.left).min(self.allowed.get());
        if most == 0 && !buffer.is_empty() {
            return Err(io::Error::other(TOO_LARGE));
        }
        let read = self.inner.read(&mut buffer[..most])?;
        self.left -= read;
        self.allowed.set(self.allowed.get() - read);
        Ok(read)
    }
}

/// Whether the bytes begin as gzip does.
pub fn is_gzip(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\x1f\x8b\x08")
}

fn check_header(archive: &[u8]) -> Result<(), ChartError> {
    match archive.len() {
        0 => Err(ChartError::new("EOF")),
        1..10 => Err(ChartError::new("unexpected EOF")),
        _ if is_gzip(archive) => Ok(()),
        _ => Err(ChartError::new("gzip: invalid header")),
    }
}

fn broken(error: io::Error) -> ChartError {
    let text = error.to_string();
    if text.contains(TOO_LARGE) {
        return ChartError::new(format!("{TOO_LARGE} {MAX_CHART}"));
    }
    ChartError::new(match error.kind() {
        io::ErrorKind::UnexpectedEof => "unexpected EOF",
        _ if text.contains("unexpected EOF") || text.contains("unexpected end") => "unexpected EOF",
        io::ErrorKind::InvalidInput if text.contains("corrupt") => "flate: corrupt input",
        _ => "archive/tar: invalid tar header",
    })
}

/// The path without the base directory, refused when it leads out of the chart.
fn clean_name(path: &str) -> Result<String, ChartError> {
    let delimiter = if path.contains('\\') { '\\' } else { '/' };
    let (base, rest) = path.split_once(delimiter).unwrap_or((path, ""));
    let rest = rest.replace(delimiter, "/");
    if rest.starts_with('/') {
        return Err(ChartError::new("chart illegally contains absolute paths"));
    }
    let name = clean_path(&rest);
    if name.is_empty() {
        return Err(ChartError::new(format!(
            "chart illegally contains content outside the base directory: {}",
            crate::goquote::quote(path)
        )));
    }
    if name.starts_with("..") {
        return Err(ChartError::new("chart illegally references parent directory"));
    }
    let bytes = name.as_bytes();
    if bytes.len() > 2 && bytes[0].is_ascii_alphabetic() && &bytes[1..3] == b":/" {
        return Err(ChartError::new("chart contains illegally named files"));
    }
    if base == "Chart.yaml" {
        return Err(ChartError::new("chart yaml not in base directory"));
    }
    Ok(name)
}

/// Go's `path.Clean` of a relative path, with `""` for `.`.
fn clean_path(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// What Go's `http.DetectContentType` says about a file that is no archive.
///
/// Helm looks at 512 bytes and pads shorter files with zeros, so most of these are binary.
pub fn content_type(bytes: &[u8]) -> &'static str {
    let head = &bytes[..bytes.len().min(512)];
    let signatures: [(&[u8], &str); 8] = [
        (b"<?xml", "text/xml; charset=utf-8"),
        (b"%PDF-", "application/pdf"),
        (b"PK\x03\x04", "application/zip"),
        (b"\x89PNG\r\n\x1a\n", "image/png"),
        (b"GIF8", "image/gif"),
        (b"\xff\xd8\xff", "image/jpeg"),
        (b"\xef\xbb\xbf", "text/plain; charset=utf-8"),
        (b"%!PS-Adobe-", "application/postscript"),
    ];
    let start = head.iter().take_while(|b| b" \t\n\r\x0c".contains(b)).count();
    for (signature, name) in signatures {
        let from = if name.starts_with("text/xml") { start } else { 0 };
        if head[from..].starts_with(signature) {
            return name;
        }
    }
    let binary = |b: &u8| matches!(b, 0..=8 | 11 | 14..=26 | 28..=31);
    match head.len() < 512 || head.iter().any(binary) {
        true => "application/octet-stream",
        false => "text/plain; charset=utf-8",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_may_not_leave_the_chart() {
        assert_eq!(clean_name("c/templates/./a.yaml").unwrap(), "templates/a.yaml");
        assert_eq!(clean_name("c\\templates\\a.yaml").unwrap(), "templates/a.yaml");
        for path in ["c/../../x", "c//etc/passwd", "Chart.yaml", "c/C:/x", "c/a/../../b"] {
            assert!(clean_name(path).is_err(), "{path}");
        }
    }

    #[test]
    fn what_is_no_gzip_is_refused() {
        let mut budget = Budget::default();
        let text = |bytes: &[u8], budget: &mut Budget| read(bytes, budget).unwrap_err().to_string();
        assert_eq!(text(b"", &mut budget), "EOF");
        assert_eq!(text(b"apiVersion: v2", &mut budget), "gzip: invalid header");
        assert_eq!(text(b"\x1f\x8b\x08\0\0\0\0\0\0\0", &mut budget), "unexpected EOF");
    }
}
