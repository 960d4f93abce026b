//! `template`: a drop-in for `helm template`, its messages and exit status included.
//!
//! The order of the steps is Helm's, because it decides which error is seen first.

#![expect(
    clippy::disallowed_methods,
    reason = "the command line reads files, clock and environment"
)]

mod flags;
mod namespace;
mod write;

use std::ffi::OsString;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use crate::chart::{self, Chart, Level, LoadRules, Notice, Site, Tree, io_text, read_values};
use crate::funcs::functions_of;
use crate::goquote::quote;
use crate::gotpl::{Ctx, Templates};
use crate::render::helm::{
    Failed, HelmChart, HelmError, HelmVersion, KubeVersion, Manifests, Request, print, user_values,
};
use crate::render::{Host, Lookup};
use crate::source::FileId;
use crate::value::{Frozen, Str, Value, stack};
use crate::values::set::{Edit, SetKind, merge_maps};
use flags::Given;
use write::{Target, Writer};

/// The arguments behind the subcommand `template`, none when another one is meant. Helm's
/// flags would clash with the tool's own, so they never reach its parser.
pub fn arguments(all: &[OsString]) -> Option<&[OsString]> {
    let mut index = 1;
    while let Some(argument) = all.get(index) {
        match argument.to_str()? {
            "template" => return all.get(index + 1..),
            "--color" | "--config" => index += 2,
            text if text.starts_with("--color=") || text.starts_with("--config=") => index += 1,
            _ => return None,
        }
    }
    None
}

/// What a run has to say.
#[derive(Default)]
struct Said {
    stdout: Vec<u8>,
    /// Helm's text behind `Error: `, when it failed.
    error: Option<String>,
    help: Option<String>,
}

impl Said {
    fn failed(error: impl Into<String>) -> Said {
        Said { error: Some(error.into()), ..Said::default() }
    }
}

/// Runs the command and returns Helm's exit status.
pub fn run(arguments: &[OsString]) -> u8 {
    let arguments: Vec<String> =
        arguments.iter().map(|argument| argument.to_string_lossy().into_owned()).collect();
    let (given, said) = match Given::read(&arguments) {
        Ok(given) => {
            let said = stack::with_big_stack(|| Run::new(&given).run());
            (given, said)
        }
        Err((error, remarks)) => {
            remarks.iter().for_each(|remark| to_stderr(remark));
            (Given::default(), Said::failed(error))
        }
    };
    // A closed pipe is nobody's error.
    let mut stdout = io::stdout().lock();
    let _ = stdout.write_all(&said.stdout).and_then(|()| stdout.flush());
    let Some(error) = said.error else { return 0 };
    to_stderr(&format!("Error: {error}"));
    if let Some(help) = said.help.filter(|_| given.is_on("explain-errors")) {
        to_stderr(&format!("help: {help}"));
    }
    1
}

fn to_stderr(line: &str) {
    let mut stderr = io::stderr().lock();
    let _ = stderr.write_all(line.as_bytes()).and_then(|()| stderr.write_all(b"\n"));
}

/// One run of the command.
struct Run<'g> {
    given: &'g Given,
    debug: bool,
    version: &'static HelmVersion,
}

impl<'g> Run<'g> {
    fn new(given: &'g Given) -> Run<'g> {
        let from_env = || matches!(std::env::var("HELM_DEBUG").as_deref(), Ok("1" | "true" | "t"));
        let debug = if given.has("debug") { given.is_on("debug") } else { from_env() };
        Run { given, debug, version: given.version }
    }

    fn notice(&self, notice: &Notice) {
        if let Some(line) = notice.line(self.version.log)
            && (notice.level != Level::Debug || self.debug)
        {
            to_stderr(&line);
        }
    }

    fn notices(&self, notices: Vec<Notice>) {
        notices.iter().for_each(|notice| self.notice(notice));
    }

    fn debug(
        &self,
        (message, site): (&str, Site),
        old: String,
        (name, value): (&'static str, &str),
    ) {
        let notice = Notice::new(Level::Debug, message).with(name, value);
        self.notice(&notice.before_4(Some(site), format!("[debug] {old}")));
    }

    fn run(&self) -> Said {
        self.given.remarks.iter().for_each(|remark| to_stderr(remark));
        if self.given.is_on("help") {
            return Said { stdout: flags::help().into_bytes(), ..Said::default() };
        }
        if self.version.checks_kubeconfig {
            namespace::insecure(self.given).iter().for_each(|line| to_stderr(line));
        }
        match self.prepare() {
            Ok((chart, request)) => {
                let said = self.render(&chart, &request);
                // The process ends here: taking the chart apart would cost more than it frees.
                std::mem::forget(chart);
                said
            }
            Err(error) => Said { help: error.help.clone(), ..Said::failed(error.to_string()) },
        }
    }

    /// Everything up to the rendering, in Helm's order.
    fn prepare(&self) -> Result<(HelmChart, Request), HelmError> {
        let given = self.given;
        if given.arguments.is_empty() {
            return Err(HelmError::before(
                "\"helm template\" requires at least 1 argument\n\nUsage:  helm template [NAME] \
                 [CHART] [flags]",
            ));
        }
        self.check_groups()?;
        let version = self.version;
        let kube_version = match given.text("kube-version").filter(|text| !text.is_empty()) {
            None => None,
            Some(text) => Some(KubeVersion::parse(text, version).map_err(|error| {
                HelmError::before(format!("invalid kube version '{text}': {error}"))
            })?),
        };
        self.check_mode()?;
        if let Some((flag, reason)) = given.refused() {
            return Err(HelmError::before(format!("`--{flag}` is not supported: {reason}")));
        }
        let wanted = given.text("version").unwrap_or_default();
        let old = format!("Original chart version: {}", quote(wanted));
        let said = ("Original chart version", Site::OriginalVersion);
        self.debug(said, old, ("version", wanted));
        let (name, chart) = self.name_and_chart(version)?;
        let path = self.locate(chart)?;
        let shown = path.display().to_string();
        let old = format!("CHART PATH: {shown}\n");
        self.debug(("Chart path", Site::ChartPath), old, ("path", &shown));
        let values = self.values(version)?;
        let chart = self.load(&path, version)?;
        self.check_chart(&chart)?;
        let request = Request {
            namespace: namespace::namespace(given),
            is_upgrade: given.is_on("is-upgrade"),
            values,
            kube_version,
            api_versions: given.all("api-versions").to_vec(),
            skip_schema: given.is_on("skip-schema-validation"),
            debug: self.debug,
            tracing: false,
            name,
        };
        self.check_name(&request.name)?;
        Ok((HelmChart::new(chart, version), request))
    }

    /// Flags that exclude each other.
    fn check_groups(&self) -> Result<(), HelmError> {
        for group in [
            ["force-replace", "force-conflicts"],
            ["force", "force-conflicts"],
            ["validate", "dry-run"],
        ] {
            if group.iter().all(|name| self.given.has(name)) {
                let mut sorted = group;
                sorted.sort_unstable();
                return Err(HelmError::before(format!(
                    "if any flags in the group [{}] are set none of the others can be; [{}] were \
                     all set",
                    group.join(" "),
                    sorted.join(" ")
                )));
            }
        }
        Ok(())
    }

    fn check_mode(&self) -> Result<(), HelmError> {
        if !self.version.is_helm_4 {
            return Ok(());
        }
        match self.given.text("wait") {
            Some("true") => self.notice(&Notice::warn("--wait=true is deprecated (boolean value) and can be replaced with --wait=watcher")),
            Some("false") => self.notice(&Notice::warn("--wait=false is deprecated (boolean value) and can be replaced with --wait=hookOnly")),
            _ => {}
        }
        let Some(mode) = self.given.text("dry-run") else { return Ok(()) };
        match mode {
            "client" => {}
            "unset" => self.notice(&Notice::warn("--dry-run is deprecated and should be replaced with '--dry-run=client'")),
            "true" => self.notice(&Notice::warn("boolean '--dry-run=true' flag is deprecated and must be replaced with '--dry-run=client'")),
            "server" => {
                return Err(HelmError::before(
                    "`--dry-run=server` is not supported: there is no cluster",
                ));
            }
            "none" | "false" => {
                return Err(HelmError::before(format!(
                    "invalid dry-run value ({}). Must be \"server\" or \"client\"",
                    quote(mode)
                )));
            }
            other => {
                return Err(HelmError::before(format!(
                    "invalid dry-run value ({}). Must be \"none\", \"server\", or \"client\"",
                    quote(other)
                )));
            }
        }
        Ok(())
    }

    fn name_and_chart(&self, version: &HelmVersion) -> Result<(String, &'g str), HelmError> {
        let given = self.given;
        let template = given.text("name-template").filter(|text| !text.is_empty());
        match given.arguments.as_slice() {
            [] => unreachable!("checked before"),
            [chart] => match template {
                Some(template) => Ok((name_from_template(template, version)?, chart)),
                None => Ok(("release-name".into(), chart)),
            },
            [_, _] if given.is_on("generate-name") => {
                Err(HelmError::before("cannot set --generate-name and also specify a name"))
            }
            [_, _] if template.is_some() => {
                Err(HelmError::before("cannot set --name-template and also specify a name"))
            }
            [name, chart] => Ok((name.clone(), chart)),
            [_, _, rest @ ..] => Err(HelmError::before(format!(
                "expected at most two arguments, unexpected arguments: {}",
                rest.join(", ")
            ))),
        }
    }

    /// The absolute path of the chart.
    fn locate(&self, name: &str) -> Result<PathBuf, HelmError> {
        let name = name.trim();
        let path = Path::new(name);
        if !name.is_empty() && path.exists() {
            if self.given.is_on("verify") {
                return Err(HelmError::before(match path.is_dir() {
                    true => "unpacked charts cannot be verified",
                    false => "`--verify` is not supported: signatures are not checked here",
                }));
            }
            return absolute(path).map_err(HelmError::before);
        }
        if path.is_absolute() || name.starts_with('.') {
            return Err(HelmError::before(format!("path {} not found", quote(name))));
        }
        if name.contains("://") {
            return Err(HelmError::before(format!(
                "{} cannot be fetched: download the chart and name its directory or archive",
                quote(name)
            )));
        }
        Err(HelmError::before(match name.split_once('/') {
            Some((repository, _)) => format!("repo {repository} not found"),
            None => format!(
                "non-absolute URLs should be in form of repo_name/path_to_chart, got: {name}"
            ),
        }))
    }

    /// The user's values: files, then flags.
    fn values(&self, version: &HelmVersion) -> Result<Frozen, HelmError> {
        let mut values = serde_json::Map::new();
        for file in self.given.all("values") {
            let text = read_input(file).map_err(HelmError::before)?;
            let read = read_values(&text, version.values)
                .map_err(|error| HelmError::before(format!("failed to parse {file}: {error}")))?;
            merge_maps(&mut values, read);
        }
        let mut read_file =
            |name: &str| read_input(name).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        for kind in SetKind::IN_ORDER {
            for text in self.given.all(kind.flag().trim_start_matches('-')) {
                let edit = Edit::new(kind, text.as_str());
                let applied = edit.apply(&mut values, version.set, &mut read_file);
                applied.map_err(|error| HelmError::before(error.helm_text()))?;
            }
        }
        Ok(user_values(&serde_json::Value::Object(values)))
    }

    fn load(&self, path: &Path, version: &HelmVersion) -> Result<Arc<Chart>, HelmError> {
        let rules = LoadRules {
            values: version.values,
            metadata: version.metadata,
            version: self.given.text("chart-version"),
        };
        let mut notices = Vec::new();
        let loaded = chart::load(path, rules, &mut notices);
        self.notices(std::mem::take(&mut notices));
        let mut chart = loaded?;
        for dependency in self.given.all("dependency") {
            let (name, directory) = dependency.split_once('=').ok_or_else(|| {
                HelmError::before(format!("`--dependency {dependency}`: write NAME=DIR"))
            })?;
            if chart.dependencies.iter().any(|known| known.metadata.name == name) {
                continue;
            }
            let path = absolute(Path::new(directory)).map_err(HelmError::before)?;
            let loaded = chart::load(&path, rules, &mut notices);
            self.notices(std::mem::take(&mut notices));
            chart.dependencies.push(Arc::new(loaded?));
        }
        Ok(Arc::new(chart))
    }

    fn check_chart(&self, chart: &Arc<Chart>) -> Result<(), HelmError> {
        let metadata = &chart.metadata;
        if !matches!(metadata.kind.as_str(), "" | "application") {
            return Err(HelmError::before(format!("{} charts are not installable", metadata.kind)));
        }
        if metadata.deprecated {
            let notice = Notice::warn("this chart is deprecated");
            self.notice(&notice.before_4(None, "WARNING: This chart is deprecated"));
        }
        let checks_generation = self.version.metadata.checks_generation;
        let says = self.version.missing_dependencies;
        if checks_generation
            && chart.check_generation().is_err()
            && metadata.dependencies().next().is_some()
        {
            return Err(HelmError::before(format!("{says}: unsupported chart dependency type")));
        }
        let missing = Tree::new(chart).check_dependencies();
        missing.map_err(|missing| match self.given.is_on("dependency-update") {
            true => HelmError::before(format!(
                "`--dependency-update` is not supported: nothing is fetched here ({missing})"
            )),
            false => HelmError::before(format!("{says}: {missing}")),
        })?;
        if checks_generation { Ok(chart.check_generation()?) } else { Ok(()) }
    }

    fn check_name(&self, name: &str) -> Result<(), HelmError> {
        let reason = match name {
            "" => "no name provided".to_owned(),
            _ if name.len() <= 53 && is_release_name(name) => return Ok(()),
            _ => "invalid release name, must match regex \
                  ^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$ and the \
                  length must not be longer than 53"
                .to_owned(),
        };
        let text = format!("release name {}: {reason}", quote(name));
        if !self.version.is_helm_4 {
            return Err(HelmError::before(text));
        }
        let notice = Notice::new(Level::Error, "release name check failed");
        self.notice(&notice.with("error", text.clone()));
        Err(HelmError::before(format!("release name check failed: {text}")))
    }

    fn render(&self, chart: &HelmChart, request: &Request) -> Said {
        let lookup = match self.lookup() {
            Ok(lookup) => lookup,
            Err(error) => return Said::failed(error),
        };
        let mut host = Host::new(now(), seed(), Arc::new(lookup));
        let mut notices = Vec::new();
        let rendered = chart.render(request, &mut host, &mut notices);
        self.notices(notices);
        match rendered {
            Ok(manifests) => self.print(&manifests, request, chart.version()),
            Err(failed) => self.failed(*failed),
        }
    }

    /// An error with whatever Helm prints beside it.
    fn failed(&self, failed: Failed) -> Said {
        let Failed { error, files } = failed;
        let help = error.help.clone();
        if !error.while_rendering {
            return Said { help, ..Said::failed(error.to_string()) };
        }
        if !self.debug {
            let text = format!("{error}\n\nUse --debug flag to render out invalid YAML");
            return Said { help, ..Said::failed(text) };
        }
        let mut stdout = Vec::new();
        for (path, text) in
            files.iter().filter(|(_, text)| !text.to_string_lossy().trim().is_empty())
        {
            print::document(path, text, &mut stdout);
        }
        let mut stdout = stdout.trim_ascii().to_vec();
        stdout.push(b'\n');
        Said { stdout, help, error: Some(error.to_string()) }
    }

    fn print(&self, manifests: &Manifests, request: &Request, version: &HelmVersion) -> Said {
        let given = self.given;
        let selection = print::Selection {
            crds: given.is_on("include-crds"),
            hooks: !given.is_on("no-hooks"),
            tests: !given.is_on("skip-tests"),
        };
        let mut writer = Writer::new(version.hooks_append);
        let directory = given.text("output-dir").unwrap_or_default();
        let mut stream = Vec::new();
        if directory.is_empty() {
            stream = print::stream(manifests, selection);
        } else {
            let release = given.is_on("release-name").then_some(request.name.as_str());
            let target = Target { directory, release, crds: selection.crds };
            if let Err(error) = writer.manifests(manifests, &target) {
                let stdout = std::mem::take(&mut writer.said).into_bytes();
                return Said { stdout, ..self.failed(HelmError::rendering(error).into()) };
            }
            if selection.hooks
                && let Err(error) = writer.hooks(manifests, selection.tests, &target)
            {
                return Said { stdout: writer.said.into_bytes(), ..Said::failed(error) };
            }
            stream.push(b'\n');
        }
        let mut stdout = writer.said.into_bytes();
        let patterns = given.all("show-only");
        if patterns.is_empty() {
            stdout.append(&mut stream);
            return Said { stdout, ..Said::default() };
        }
        match print::show_only(&stream, patterns, version.keeps_document_ends) {
            Ok(mut selected) => {
                stdout.append(&mut selected);
                Said { stdout, ..Said::default() }
            }
            Err(pattern) => {
                let error = format!("could not find template {pattern} in chart");
                Said { stdout, ..Said::failed(error) }
            }
        }
    }

    fn lookup(&self) -> Result<Lookup, String> {
        let mut lookup = Lookup::default();
        for path in self.given.all("lookup") {
            add_manifests(Path::new(path), &mut lookup)?;
        }
        Ok(lookup)
    }
}

/// Adds the manifests of a file, or of the YAML files of a directory.
fn add_manifests(path: &Path, lookup: &mut Lookup) -> Result<(), String> {
    let shown = path.display().to_string();
    if path.is_dir() {
        let entries = std::fs::read_dir(path).map_err(|e| io_text("open", &shown, &e))?;
        let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        files.sort();
        let is_manifest = |file: &&PathBuf| {
            file.is_file()
                && file.extension().is_some_and(|e| e == "yaml" || e == "yml" || e == "json")
        };
        return files.iter().filter(is_manifest).try_for_each(|file| add_manifests(file, lookup));
    }
    let text = std::fs::read(path).map_err(|e| io_text("open", &shown, &e))?;
    lookup.add(&text).map_err(|error| format!("{shown}: {error}"))
}

/// The content of a values file.
fn read_input(name: &str) -> Result<Vec<u8>, String> {
    if name.trim() == "-" {
        let mut text = Vec::new();
        io::stdin().lock().read_to_end(&mut text).map_err(|e| io_text("read", "/dev/stdin", &e))?;
        return Ok(text);
    }
    if name.contains("://") {
        return Err(format!("{} cannot be fetched: name a local file", quote(name)));
    }
    let operation = if Path::new(name).is_dir() { "read" } else { "open" };
    std::fs::read(name).map_err(|e| io_text(operation, name, &e))
}

/// As Go's `filepath.Abs`: absolute, without `.` and `..`.
fn absolute(path: &Path) -> Result<PathBuf, String> {
    let current = match path.is_absolute() {
        true => PathBuf::new(),
        false => std::env::current_dir().map_err(|e| io_text("getwd", ".", &e))?,
    };
    let mut clean = PathBuf::from("/");
    for part in current.join(path).components() {
        match part {
            std::path::Component::Normal(part) => clean.push(part),
            std::path::Component::ParentDir => {
                clean.pop();
            }
            _ => {}
        }
    }
    Ok(clean)
}

fn is_release_name(name: &str) -> bool {
    let letter = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit();
    name.split('.').all(|part| {
        let bytes = part.as_bytes();
        bytes.first().is_some_and(|b| letter(*b))
            && bytes.last().is_some_and(|b| letter(*b))
            && bytes.iter().all(|b| letter(*b) || *b == b'-')
    })
}

/// Runs `--name-template`.
fn name_from_template(template: &str, version: &HelmVersion) -> Result<String, HelmError> {
    let functions = functions_of(version.number.0, version.number.1).speaking(version.language);
    let mut set = Templates::new("name-template");
    set.parse("name-template", FileId::NONE, template.into(), &functions)
        .map_err(|error| HelmError::before(error.to_string()))?;
    let mut host = Host::new(now(), seed(), Arc::default());
    let mut ctx = Ctx::new(Arc::new(set), &functions, &mut host);
    let output = ctx
        .execute(&Str::from_static("name-template"), &Value::Nil)
        .map_err(|error| HelmError::before(error.to_string()))?;
    Ok(ctx.finish(output).to_string())
}

/// The real time.
fn now() -> (i64, u32) {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    (i64::try_from(since.as_secs()).unwrap_or_default(), since.subsec_nanos())
}

/// Randomness of the system, by way of the keys that it gives to hash maps.
fn seed() -> [u8; 32] {
    let mut seed = [0; 32];
    for (index, part) in seed.chunks_mut(8).enumerate() {
        let mut hasher = RandomState::new().build_hasher();
        hasher.write_usize(index);
        part.copy_from_slice(&hasher.finish().to_le_bytes());
    }
    seed
}
