//! Comparing what cases render with their golden files, and bringing the files up to date.
//!
//! Cases are rendered in parallel, results are in the order of the cases. [`check`] writes
//! nothing; [`update`] writes only when every case could be rendered.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use rayon::prelude::*;

use super::cases::{Case, GoldenFile};
use super::store::{Store, StoreError};
use crate::diff::text::{Limits, TextDiff};

/// How a case's rendering compares with its golden file.
#[derive(Debug)]
pub enum State<E> {
    /// The same bytes.
    Same,
    /// There is no golden file.
    Missing,
    /// Other bytes.
    Differs(TextDiff),
    /// The text is the same, but the golden file's lines end in `\r\n`: most likely git has
    /// converted them (`core.autocrlf`); `*.yaml -text` in `.gitattributes` keeps it off.
    LineEndings,
    /// The case could not be rendered.
    Failed(E),
    /// The golden file could not be read.
    Unreadable(StoreError),
}

/// The outcome for one case.
#[derive(Debug)]
pub struct CaseReport<E> {
    /// The case's name.
    pub case: String,
    /// Its golden file.
    pub file: PathBuf,
    /// How it compares.
    pub state: State<E>,
}

/// The outcome for all cases.
#[derive(Debug)]
pub struct Report<E> {
    /// One entry per case that has a golden file, in order.
    pub cases: Vec<CaseReport<E>>,
    /// Files in golden folders that no case has, sorted.
    pub orphans: Vec<PathBuf>,
}

impl<E> Report<E> {
    /// True when every file is there and equal, and there is no other.
    pub fn is_clean(&self) -> bool {
        self.orphans.is_empty() && self.cases.iter().all(|c| matches!(c.state, State::Same))
    }

    /// True when a case could not be rendered or a file not be read.
    pub fn has_failures(&self) -> bool {
        let failed = |s: &State<E>| matches!(s, State::Failed(_) | State::Unreadable(_));
        self.cases.iter().any(|case| failed(&case.state))
    }
}

/// What [`update`] did to a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// There was none.
    Created,
    /// There was another.
    Changed,
    /// It was right already, and was not written.
    Kept,
    /// No case has it.
    Deleted,
}

/// The outcome of [`update`].
#[derive(Debug)]
pub enum Update<E> {
    /// Every file is what its case renders; the actions in the order of the cases, deleted
    /// files behind them.
    Done(Vec<(PathBuf, Action)>),
    /// These cases could not be rendered, and nothing was written.
    Failed(Vec<(String, E)>),
}

/// Compares the chosen cases with their golden files. `all` are the cases of the whole
/// configuration: a file that belongs to one of them is no orphan. Orphans are only looked for
/// when nothing was left out of the choice.
///
/// # Errors
/// [`StoreError`] when a golden folder cannot be listed.
pub fn check<E: Send>(
    all: &[Case],
    chosen: &[&Case],
    render: impl Fn(&Case) -> Result<String, E> + Sync,
) -> Result<Report<E>, StoreError> {
    let with_files = chosen.iter().filter_map(|case| Some((*case, case.golden.as_ref()?)));
    let pairs: Vec<(&Case, &GoldenFile)> = with_files.collect();
    let cases = pairs
        .par_iter()
        .map(|(case, golden)| CaseReport {
            case: case.name.clone(),
            file: golden.path(),
            state: compare(case, golden, &render),
        })
        .collect();
    let orphans = if chosen.len() == all.len() { orphans(all)? } else { Vec::new() };
    let orphans = orphans.into_iter().map(|golden| golden.path()).collect();
    Ok(Report { cases, orphans })
}

fn compare<E>(
    case: &Case,
    golden: &GoldenFile,
    render: &impl Fn(&Case) -> Result<String, E>,
) -> State<E> {
    let rendered = match render(case) {
        Ok(rendered) => rendered,
        Err(error) => return State::Failed(error),
    };
    let agreed = match Store::new(&golden.folder).read(&golden.file) {
        Ok(Some(agreed)) => agreed,
        Ok(None) => return State::Missing,
        Err(error) => return State::Unreadable(error),
    };
    if agreed == rendered.as_bytes() {
        return State::Same;
    }
    let agreed = String::from_utf8_lossy(&agreed);
    if agreed.contains("\r\n") && agreed.replace("\r\n", "\n") == rendered {
        return State::LineEndings;
    }
    State::Differs(TextDiff::new(&agreed, &rendered, Limits::default()))
}

/// Writes the golden files of the chosen cases and, when nothing was left out of the choice,
/// deletes those that no case has. A file that is right already is not touched.
///
/// # Errors
/// [`StoreError`] for the first file that could not be read, written or deleted. Files before
/// it are written, and every file is either old or new.
pub fn update<E: Send>(
    all: &[Case],
    chosen: &[&Case],
    render: impl Fn(&Case) -> Result<String, E> + Sync,
) -> Result<Update<E>, StoreError> {
    let with_files = chosen.iter().filter_map(|case| Some((*case, case.golden.as_ref()?)));
    let pairs: Vec<(&Case, &GoldenFile)> = with_files.collect();
    let rendered: Vec<Result<String, E>> = pairs.par_iter().map(|(case, _)| render(case)).collect();
    let mut texts = Vec::with_capacity(rendered.len());
    let mut failed = Vec::new();
    for ((case, golden), result) in pairs.iter().zip(rendered) {
        match result {
            Ok(text) => texts.push((*golden, text)),
            Err(error) => failed.push((case.name.clone(), error)),
        }
    }
    if !failed.is_empty() {
        return Ok(Update::Failed(failed));
    }
    let complete = chosen.len() == all.len();
    let mut actions = Vec::with_capacity(texts.len());
    for (golden, text) in texts {
        let store = Store::new(&golden.folder);
        let existed = store.read(&golden.file)?.is_some();
        let action = match (store.write(&golden.file, text.as_bytes())?, existed) {
            (false, _) => Action::Kept,
            (true, true) => Action::Changed,
            (true, false) => Action::Created,
        };
        actions.push((golden.path(), action));
    }
    if complete {
        for orphan in orphans(all)? {
            Store::new(&orphan.folder).remove(&orphan.file)?;
            actions.push((orphan.path(), Action::Deleted));
        }
        for folder in folders(all).keys() {
            Store::new(folder).clean()?;
        }
    }
    Ok(Update::Done(actions))
}

/// The golden folders of all cases, each with the files that belong there.
fn folders(all: &[Case]) -> BTreeMap<PathBuf, BTreeSet<&str>> {
    let mut folders: BTreeMap<PathBuf, BTreeSet<&str>> = BTreeMap::new();
    for golden in all.iter().filter_map(|case| case.golden.as_ref()) {
        folders.entry(golden.folder.clone()).or_default().insert(&golden.file);
    }
    folders
}

/// Files in golden folders that no case has.
fn orphans(all: &[Case]) -> Result<Vec<GoldenFile>, StoreError> {
    let mut found = Vec::new();
    for (folder, expected) in folders(all) {
        let files = Store::new(&folder).files()?.into_iter();
        let unknown = files.filter(|file| !expected.contains(file.as_str()));
        found.extend(unknown.map(|file| GoldenFile { folder: folder.clone(), file }));
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;
    use crate::golden::cases::{discover, select};
    use crate::source::SourceMap;
    use crate::testing::TempDir;

    struct Fixture {
        folder: TempDir,
        cases: Vec<Case>,
    }

    fn fixture() -> Fixture {
        let folder = TempDir::new("check");
        folder.write("values/aws/cases/default.yaml", "");
        folder.write("values/aws/cases/proxy.yaml", "");
        let text = "charts: [{builtin: aws, golden: golden}]\n";
        let file = folder.write("clusterctl-gs.yaml", text);
        let sources = SourceMap::default();
        let config = Config::load(&file, &sources).unwrap();
        let cases = discover(&config, &sources, None).unwrap();
        Fixture { folder, cases }
    }

    fn render(case: &Case) -> Result<String, String> {
        Ok(format!("---\nkind: Cluster\nmetadata:\n  name: {}\n", case.name))
    }

    fn run(fx: &Fixture, names: &[&str]) -> Report<String> {
        let names: Vec<String> = names.iter().map(|n| (*n).to_owned()).collect();
        check(&fx.cases, &select(&fx.cases, &names).unwrap(), render).unwrap()
    }

    fn write_all(fx: &Fixture) -> Vec<Action> {
        let chosen: Vec<&Case> = fx.cases.iter().collect();
        match update(&fx.cases, &chosen, render).unwrap() {
            Update::Done(actions) => actions.into_iter().map(|(_, action)| action).collect(),
            Update::Failed(failed) => panic!("{failed:?}"),
        }
    }

    #[test]
    fn update_then_check_is_clean_and_a_second_update_writes_nothing() {
        let fx = fixture();
        let missing = run(&fx, &[]);
        assert!(missing.cases.iter().all(|c| matches!(c.state, State::Missing)));
        assert_eq!(write_all(&fx), [Action::Created; 4]);
        assert!(run(&fx, &[]).is_clean());
        let file = fx.folder.path().join("golden/aws/flatcar/proxy.yaml");
        let before = std::fs::metadata(&file).unwrap().modified().unwrap();
        assert_eq!(write_all(&fx), [Action::Kept; 4]);
        assert_eq!(std::fs::metadata(&file).unwrap().modified().unwrap(), before);
    }

    #[test]
    fn differing_missing_and_orphaned_files_are_found() {
        let fx = fixture();
        write_all(&fx);
        fx.folder
            .write("golden/aws/flatcar/default.yaml", "---\nkind: Cluster\nmetadata:\n  name: x\n");
        fx.folder.write("golden/aws/flatcar/gone.yaml", "");
        std::fs::remove_file(fx.folder.path().join("golden/aws/ubuntu/proxy.yaml")).unwrap();
        let report = run(&fx, &[]);
        let State::Differs(diff) = &report.cases[0].state else { panic!("{report:?}") };
        assert_eq!(diff.objects(), ["Cluster/aws/flatcar/default"]);
        assert!(matches!(report.cases[3].state, State::Missing));
        assert_eq!(report.orphans, [fx.folder.path().join("golden/aws/flatcar/gone.yaml")]);
        assert!(!report.is_clean() && !report.has_failures());
        // A choice says nothing of orphans.
        assert!(run(&fx, &["aws/flatcar/proxy"]).is_clean());
        let actions =
            [Action::Changed, Action::Kept, Action::Kept, Action::Created, Action::Deleted];
        assert_eq!(write_all(&fx), actions);
        assert!(run(&fx, &[]).is_clean());
    }

    #[test]
    fn converted_line_endings_are_told_from_other_differences() {
        let fx = fixture();
        write_all(&fx);
        let file = fx.folder.path().join("golden/aws/flatcar/default.yaml");
        let text = std::fs::read_to_string(&file).unwrap().replace('\n', "\r\n");
        std::fs::write(&file, text).unwrap();
        assert!(matches!(run(&fx, &[]).cases[0].state, State::LineEndings));
    }

    #[test]
    fn nothing_is_written_when_a_case_fails() {
        let fx = fixture();
        let chosen: Vec<&Case> = fx.cases.iter().collect();
        let broken = |case: &Case| match case.name.as_str() {
            "aws/ubuntu/proxy" => Err("broken"),
            _ => Ok(String::new()),
        };
        let Update::Failed(failed) = update(&fx.cases, &chosen, broken).unwrap() else {
            panic!("it must fail")
        };
        assert_eq!(failed, [("aws/ubuntu/proxy".to_owned(), "broken")]);
        assert!(!fx.folder.path().join("golden").exists());
        let report = check(&fx.cases, &chosen, broken).unwrap();
        assert!(report.has_failures() && !report.is_clean());
    }
}
