//! Provenance, tried out: a line of a template is changed, and the output lines that change
//! must be those that were reported as its own.
//!
//! The change puts a mark behind the first letter or digit: of the line's text, or of every
//! line that its action prints. Then
//!
//! - every output line that was reported as the line's own has changed there, and
//! - whatever else has changed was printed by an action, whose value may come from anywhere
//!   (a hash over a specification), never copied from text of another line.
//!
//! Other charts are tried with `PROVENANCE_CHART=DIR PROVENANCE_VALUES=FILE,FILE cargo test
//! --test it provenance -- --nocapture`, which prints the share of exact lines;
//! `PROVENANCE_STEP=N` takes only every N-th line.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clusterctl_gs::chart::{self, Chart, LoadRules};
use clusterctl_gs::render::Host;
use clusterctl_gs::render::helm::{HelmChart, HelmVersion, Request, user_values};
use clusterctl_gs::source::{FileId, Origins, SourceMap};
use clusterctl_gs::value::{Str, stack};
use clusterctl_gs::values::{LayerKind, Mode, Tree, layer};
use rayon::prelude::*;

use crate::support::root;

/// A byte of a template's text, or the beginning of an action.
type Place = (String, u32);

/// The documents of a rendering, by template and place in its output.
struct Output {
    lines: Vec<Line>,
}

struct Line {
    document: String,
    text: String,
    /// For each byte what printed it: the place, and whether an action computed it.
    origins: Vec<Option<(Place, bool)>>,
}

impl Line {
    /// Where the mark would be put: the first letter or digit.
    fn first(&self) -> Option<usize> {
        self.text.bytes().position(|b| b.is_ascii_alphanumeric())
    }
}

fn load(path: &Path) -> Chart {
    let newest = HelmVersion::newest();
    let rules = LoadRules { metadata: newest.metadata, values: newest.values, version: None };
    chart::load(path, rules, &mut Vec::new()).unwrap_or_else(|error| panic!("{error}"))
}

fn values(files: &[PathBuf]) -> serde_json::Value {
    let sources = SourceMap::default();
    let mut all = Tree::default();
    for file in files {
        let text = std::fs::read(file).unwrap();
        let name = file.display().to_string();
        all.overlay(layer::read(LayerKind::File, &name, &text, Mode::Helm, &sources).unwrap());
    }
    serde_json::Value::Object(all.value)
}

/// Renders a chart; `Err` holds why it cannot be.
fn render(chart: &Chart, values: &serde_json::Value) -> Result<Output, String> {
    let sources = SourceMap::default();
    let chart = HelmChart::new(Arc::new(chart.clone()), HelmVersion::newest());
    let chart = chart.with_sources(&sources);
    let request = Request {
        name: "demo".into(),
        namespace: "default".into(),
        is_upgrade: false,
        values: user_values(values),
        kube_version: None,
        api_versions: Vec::new(),
        skip_schema: false,
        debug: false,
        tracing: true,
    };
    let mut host = Host::fixed(Arc::default());
    let run = || chart.render(&request, &mut host, &mut Vec::new());
    let rendered = stack::with_big_stack(run).map_err(|failed| failed.error.to_string())?;
    let calls = Arc::new(rendered.calls);
    let hooks = rendered.hooks.into_iter().map(|hook| hook.manifest);
    let mut documents: Vec<_> = rendered.manifests.into_iter().chain(hooks).collect();
    documents.sort_by_key(|document| (document.path.clone(), document.offset));
    let mut lines = Vec::new();
    for (index, document) in documents.iter().enumerate() {
        let text = document.text.to_string_lossy().into_owned();
        let mut origins = Origins::new(calls.clone());
        origins.push(document.text.pieces(), 0..text.len());
        let find = |file: FileId| sources.file(file);
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            let origin = |at: usize| {
                let origin = origins.of(&text, at as u32, find)?;
                let place = sources.locate(origin.span)?;
                let file = sources.file(origin.span.file)?;
                let before = &file.text[..origin.span.start as usize];
                let is_action = before.trim_end().trim_end_matches('-').ends_with("{{");
                Some(((place.file.to_string(), origin.span.start), is_action))
            };
            lines.push(Line {
                document: format!("{}#{index}", document.path),
                text: line.trim_end_matches('\n').to_owned(),
                origins: (start..start + line.len()).map(origin).collect(),
            });
            start += line.len();
        }
    }
    Ok(Output { lines })
}

/// Puts a mark into what a place of a template prints; none when that cannot be done.
fn marked(text: &str, at: usize, is_action: bool) -> Option<String> {
    let (before, rest) = text.split_at_checked(at)?;
    if !is_action {
        let (first, rest) = rest.split_at_checked(1)?;
        return Some(format!("{before}{first}Q{rest}"));
    }
    let end = end_of_action(rest)?;
    let (pipe, rest) = rest.split_at(end);
    let pattern = r"(?m)^([^a-zA-Z0-9\n]*[a-zA-Z0-9])";
    Some(format!("{before}regexReplaceAll `{pattern}` (({pipe}) | toString) `${{1}}Q`{rest}"))
}

/// Where the pipeline of an action ends.
fn end_of_action(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'}' if bytes[at..].starts_with(b"}}") => {
                let pipe = text[..at].trim_end();
                return Some(pipe.strip_suffix('-').map_or(pipe, str::trim_end).len());
            }
            b'"' => {
                at += 1;
                while at < bytes.len() && bytes[at] != b'"' {
                    at += 1 + usize::from(bytes[at] == b'\\');
                }
            }
            b'`' => at += 1 + text[at + 1..].find('`')?,
            _ => {}
        }
        at += 1;
    }
    None
}

/// The chart with another text of one template.
fn with_template(chart: &Chart, place: &str, text: &str) -> Chart {
    let mut chart = chart.clone();
    let name = |chart: &Chart, file: &chart::File| chart.place_of(&file.name);
    let index = chart.templates.iter().position(|file| name(&chart, file) == place);
    match index {
        Some(index) => chart.templates[index].data = Str::from(text),
        None => {
            for child in &mut chart.dependencies {
                *child = Arc::new(with_template(child, place, text));
            }
        }
    }
    chart
}

fn template<'c>(chart: &'c Chart, place: &str) -> Option<&'c Str> {
    let own = chart.templates.iter().find(|file| chart.place_of(&file.name) == place);
    let below = || chart.dependencies.iter().find_map(|child| template(child, place));
    own.map(|file| &file.data).or_else(below)
}

/// What came of all trials on a chart.
#[derive(Debug, Default)]
struct Tally {
    /// Lines with a letter or digit.
    lines: usize,
    /// Those whose reported place was changed and which changed there.
    exact: usize,
    /// Those whose changed template could not be rendered or took another branch.
    untried: usize,
    /// Changes of lines that were reported as another's, by what was said of them.
    wrong: Vec<String>,
}

/// Changes every `step`-th place that printed the beginning of a line.
fn try_out(chart: &Chart, values: &serde_json::Value, step: usize) -> Tally {
    let base = render(chart, values).unwrap();
    let mut owned: BTreeMap<(Place, bool), Vec<usize>> = BTreeMap::new();
    let mut tally = Tally::default();
    for (index, line) in base.lines.iter().enumerate() {
        let Some(first) = line.first() else { continue };
        match &line.origins[first] {
            Some(origin) => owned.entry(origin.clone()).or_default().push(index),
            None => tally.wrong.push(format!("nothing wrote {}: {}", line.document, line.text)),
        }
    }
    let trials: Vec<_> = owned.iter().step_by(step).collect();
    let results: Vec<Tally> = trials
        .par_iter()
        .map(|((place, is_action), own)| trial(chart, values, &base, place, *is_action, own))
        .collect();
    for one in results {
        tally.lines += one.lines;
        tally.exact += one.exact;
        tally.untried += one.untried;
        tally.wrong.extend(one.wrong);
    }
    tally
}

fn trial(
    chart: &Chart,
    values: &serde_json::Value,
    base: &Output,
    place: &Place,
    is_action: bool,
    own: &[usize],
) -> Tally {
    let lines = own.len();
    let untried = || Tally { lines, untried: lines, ..Tally::default() };
    let text = template(chart, &place.0).and_then(Str::as_utf8);
    let Some(changed) = text.and_then(|t| marked(t, place.1 as usize, is_action)) else {
        return untried();
    };
    let Ok(output) = render(&with_template(chart, &place.0, &changed), values) else {
        return untried();
    };
    let same = |(a, b): (&Line, &Line)| a.document == b.document;
    if output.lines.len() != base.lines.len() || !base.lines.iter().zip(&output.lines).all(same) {
        return untried();
    }
    let mut tally = Tally { lines, ..Tally::default() };
    for (index, (before, after)) in base.lines.iter().zip(&output.lines).enumerate() {
        let is_own = own.contains(&index);
        let pairs = before.text.bytes().zip(after.text.bytes());
        let at = pairs.take_while(|(a, b)| a == b).count();
        let has_changed = before.text != after.text;
        // The mark stands behind the first letter or digit.
        let is_there = before.first().is_some_and(|first| at == first + 1);
        // A letter that is the mark itself differs a letter later.
        let is_there = is_there || before.text[..at.min(before.text.len())].ends_with('Q');
        match (is_own, has_changed) {
            (true, true) if is_there => tally.exact += 1,
            (true, _) => tally.wrong.push(format!("{place:?} did not write `{}`", before.text)),
            (false, true) => {
                let computed = |origin: &Option<(Place, bool)>| {
                    origin.as_ref().is_some_and(|(from, is_action)| *is_action || from == place)
                };
                let around = at.saturating_sub(1)..=at;
                if !around.into_iter().filter_map(|at| before.origins.get(at)).any(computed) {
                    let text = &before.text;
                    tally.wrong.push(format!(
                        "{place:?} wrote `{text}`, {:?} did not",
                        before.origins.get(at)
                    ));
                }
            }
            (false, false) => {}
        }
    }
    tally
}

fn share(tally: &Tally) -> String {
    let mut text = String::new();
    let percent = |part: usize| 100.0 * part as f64 / tally.lines.max(1) as f64;
    let _ = write!(
        text,
        "{} lines: {:.1} % exact, {:.1} % not tried, {} wrong",
        tally.lines,
        percent(tally.exact),
        percent(tally.untried),
        tally.wrong.len()
    );
    text
}

#[test]
fn the_lines_reported_as_a_template_lines_own_are_those_that_change_with_it() {
    let realistic = root().join("tests/helm/realistic");
    for name in ["cloudinit_script_chart", "deployment_chart", "nodepools_hash_chart"] {
        let tally = try_out(&load(&realistic.join(name).join("chart")), &values(&[]), 1);
        assert_eq!(tally.wrong, [""; 0], "{name}: {}", share(&tally));
        assert!(tally.exact * 10 >= tally.lines * 9, "{name}: {}", share(&tally));
    }
}

#[test]
#[ignore = "measures the chart that PROVENANCE_CHART names"]
#[allow(clippy::print_stdout, reason = "the share is what is asked for")]
fn another_chart_can_be_tried() {
    let path = std::env::var_os("PROVENANCE_CHART").expect("PROVENANCE_CHART names a chart");
    let files = std::env::var("PROVENANCE_VALUES").unwrap_or_default();
    let files: Vec<PathBuf> = files.split(',').filter(|f| !f.is_empty()).map(Into::into).collect();
    let step = std::env::var("PROVENANCE_STEP").ok().and_then(|n| n.parse().ok()).unwrap_or(1);
    let tally = try_out(&load(Path::new(&path)), &values(&files), step);
    println!("{}", share(&tally));
    assert_eq!(tally.wrong, [""; 0], "{}", share(&tally));
    assert!(tally.exact * 10 >= tally.lines * 9, "{}", share(&tally));
}
