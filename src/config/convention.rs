//! The charts of a repository that has no configuration, by the convention of cluster charts:
//! `helm/NAME/Chart.yaml`, or the chart that the working directory lies in.
//!
//! Which values make a case (`ci/ci-values.yaml` always, every other `ci/*.yaml` one) is the
//! default of an entry of `charts` and so the business of [`crate::golden::cases`].

#![expect(clippy::disallowed_methods, reason = "charts are looked for here")]

use std::path::{Path, PathBuf};

use super::layers::folders;
use super::{At, ChartEntry, ChartSource, ProfileEntry};
use crate::source::{FileId, Span};
use crate::yaml;

/// The charts that are found from a folder up to the root of the repository, as entries that
/// leave everything to the defaults. The nearest folder with any counts; library charts, which
/// render nothing, do not.
pub fn conventional(start: &Path) -> Vec<ChartEntry> {
    folders(start)
        .iter()
        .map(|folder| charts_of(folder))
        .find(|found| !found.is_empty())
        .unwrap_or_default()
}

fn charts_of(folder: &Path) -> Vec<ChartEntry> {
    if is_chart(folder) {
        return vec![entry(folder, PathBuf::from("."))];
    }
    let mut names: Vec<PathBuf> = match std::fs::read_dir(folder.join("helm")) {
        Ok(entries) => entries.filter_map(|entry| Some(entry.ok()?.file_name().into())).collect(),
        Err(_) => Vec::new(),
    };
    names.sort();
    let charts = names.into_iter().map(|name| Path::new("helm").join(name));
    charts.filter(|chart| is_chart(&folder.join(chart))).map(|chart| entry(folder, chart)).collect()
}

fn is_chart(folder: &Path) -> bool {
    let Ok(text) = std::fs::read(folder.join("Chart.yaml")) else { return false };
    let parsed = yaml::parse_bytes(&text, FileId::NONE);
    let root = parsed.documents.first().and_then(|document| document.root.as_ref());
    let kind = root.and_then(|root| root.get("type")?.scalar());
    kind.is_none_or(|(kind, _)| kind != "library")
}

fn entry(folder: &Path, path: PathBuf) -> ChartEntry {
    ChartEntry {
        span: Span::NONE,
        folder: folder.to_owned(),
        source: At { value: ChartSource::Path(path), span: Span::NONE },
        name: None,
        namespace: None,
        values: None,
        cases: None,
        os: None,
        lookup: Vec::new(),
        release: None,
        api_versions: Vec::new(),
        dependencies: Vec::new(),
        profile: ProfileEntry::default(),
        golden: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::TempDir;

    fn found(start: &Path) -> Vec<String> {
        let paths = conventional(start).into_iter().map(|entry| match entry.source.value {
            ChartSource::Path(path) => entry.folder.join(path),
            ChartSource::Builtin(name) => name.into(),
        });
        let prefix = format!("{}/", start.display());
        paths.map(|path| path.display().to_string().replace(&prefix, "")).collect()
    }

    #[test]
    fn charts_are_found_below_helm_and_around_the_folder() {
        let folder = TempDir::new("convention");
        folder.write(".git/HEAD", "");
        folder.write("helm/b/Chart.yaml", "name: b\n");
        folder.write("helm/a/Chart.yaml", "name: a\nversion: [[ .Version ]]\n");
        folder.write("helm/shared/Chart.yaml", "name: shared\ntype: library\n");
        folder.write("helm/README.md", "");
        folder.write("docs/x.md", "");
        assert_eq!(found(folder.path()), ["helm/a", "helm/b"]);
        assert_eq!(found(&folder.path().join("docs")), ["../helm/a", "../helm/b"]);
        assert_eq!(found(&folder.path().join("helm/a")), ["."]);
    }

    #[test]
    fn a_folder_without_charts_has_none() {
        let folder = TempDir::new("convention-none");
        assert_eq!(found(folder.path()), [""; 0]);
    }
}
