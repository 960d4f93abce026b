//! The flags of `helm template` and how Helm's command line reads them.
//!
//! Reading differs from the tool's own commands: Helm's parser accepts `-nNAME`, boolean flags
//! with a value, and words its errors in its own way. Facts: Helm 4.3.1, spf13/pflag 1.0.10.

use std::collections::BTreeMap;

use crate::goquote::quote;
use crate::render::helm::{HelmVersion, VERSIONS};

/// What a flag takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Takes {
    /// Nothing, or `=true` and the like.
    Bool,
    /// A text.
    Text,
    /// A text with commas between values, quoted as in CSV.
    List,
    /// A duration such as `5m0s`.
    Duration,
    /// An integer.
    Int,
    /// A number.
    Float,
    /// `key=value` pairs with commas between them.
    Pairs,
    /// Nothing, or a way of waiting.
    Wait,
    /// Nothing, or a mode.
    Mode,
    /// Nothing, or a text: `client` without.
    Client,
}

/// What the tool does with a flag.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// As Helm.
    Used,
    /// Accepted; it says nothing about what is rendered.
    Ignored,
    /// Refused, with the reason.
    Refused(&'static str),
    /// Not Helm's: ours.
    Own,
}

/// A flag.
#[derive(Debug)]
pub struct Flag {
    /// Its name behind `--`.
    pub name: &'static str,
    /// Its letter behind `-`.
    pub letter: Option<char>,
    /// What it takes.
    pub takes: Takes,
    /// What it does here.
    pub effect: Effect,
    /// Helm's advice that it prints when the flag is used, and since when.
    pub deprecated: Option<((u32, u32), &'static str)>,
    /// The first version of Helm that has the flag, where it is newer than 3.11.
    pub since: Option<(u32, u32)>,
    /// What it takes in versions before these.
    pub older: &'static [((u32, u32), Takes)],
    /// One line of help.
    pub help: &'static str,
}

const fn flag(name: &'static str, takes: Takes, effect: Effect, help: &'static str) -> Flag {
    Flag { name, letter: None, takes, effect, deprecated: None, since: None, older: &[], help }
}

impl Flag {
    const fn letter(mut self, letter: char) -> Flag {
        self.letter = Some(letter);
        self
    }

    const fn deprecated(mut self, since: (u32, u32), advice: &'static str) -> Flag {
        self.deprecated = Some((since, advice));
        self
    }

    const fn since(mut self, major: u32, minor: u32) -> Flag {
        self.since = Some((major, minor));
        self
    }

    const fn older(mut self, older: &'static [((u32, u32), Takes)]) -> Flag {
        self.older = older;
        self
    }

    /// What the flag takes in a version of Helm.
    fn takes_in(&self, version: (u32, u32)) -> Takes {
        let older = self.older.iter().find(|(before, _)| version < *before);
        older.map_or(self.takes, |(_, takes)| *takes)
    }

    /// How Helm names a flag in messages.
    fn shown(&self) -> String {
        match self.letter {
            Some(letter) => format!("-{letter}, --{}", self.name),
            None => format!("--{}", self.name),
        }
    }
}

use Effect::{Ignored, Own, Refused, Used};
use Takes::{Bool, Client, Duration, Float, Int, List, Mode, Pairs, Text, Wait};

const NO_NETWORK: Effect =
    Refused("nothing is fetched here; download the chart and name its directory or archive");
const NO_CLUSTER: &str = "used with a cluster only";
const NO_FETCH: &str = "used when charts are fetched only";

/// All flags, sorted by name.
pub static FLAGS: &[Flag] = &[
    flag("api-versions", List, Used, "API versions for .Capabilities.APIVersions").letter('a'),
    flag("atomic", Bool, Ignored, NO_CLUSTER)
        .deprecated((4, 0), "use --rollback-on-failure instead"),
    flag("burst-limit", Int, Ignored, NO_CLUSTER),
    flag("ca-file", Text, Ignored, NO_FETCH),
    flag("cert-file", Text, Ignored, NO_FETCH),
    flag("chart-version", Text, Own, "what `[[ .Version ]]` in Chart.yaml stands for"),
    flag("color", Text, Ignored, "never, auto or always").since(4, 0),
    flag("colour", Text, Ignored, "never, auto or always").since(4, 0),
    flag("content-cache", Text, Ignored, NO_FETCH).since(4, 0),
    flag("create-namespace", Bool, Ignored, NO_CLUSTER),
    flag("debug", Bool, Used, "say more, and print what was rendered before an error"),
    flag("dependency", Text, Own, "NAME=DIR: use a local chart for a dependency not in charts/"),
    flag("dependency-update", Bool, Used, "refused when dependencies are missing"),
    flag("description", Text, Ignored, NO_CLUSTER),
    flag("devel", Bool, Ignored, NO_FETCH),
    flag("disable-openapi-validation", Bool, Ignored, NO_CLUSTER),
    flag("dry-run", Mode, Used, "`client`; there is no cluster for `server`")
        .older(&[((3, 13), Bool), ((4, 0), Client)]),
    flag("enable-dns", Bool, Refused("templates reach no network here"), "not here"),
    flag("explain-errors", Bool, Own, "add our advice to Helm's errors"),
    flag("force", Bool, Ignored, NO_CLUSTER).deprecated((4, 0), "use --force-replace instead"),
    flag("force-conflicts", Bool, Ignored, NO_CLUSTER).since(4, 0),
    flag("force-replace", Bool, Ignored, NO_CLUSTER).since(4, 0),
    flag("generate-name", Bool, Used, "conflicts with NAME").letter('g'),
    flag("helm", Text, Own, "the version of Helm to play: 4.3, 4.1, 3.17 or 3.11"),
    flag("help", Bool, Used, "print this help").letter('h'),
    flag("hide-notes", Bool, Ignored, "without effect").since(3, 16).deprecated(
        (4, 2),
        "this flag has no effect for 'helm template' and will be removed in Helm 5",
    ),
    flag("include-crds", Bool, Used, "print the files under crds/ first"),
    flag("insecure-skip-tls-verify", Bool, Ignored, NO_FETCH),
    flag("is-upgrade", Bool, Used, "set .Release.IsUpgrade instead of .Release.IsInstall"),
    flag("key-file", Text, Ignored, NO_FETCH),
    flag("keyring", Text, Ignored, NO_FETCH),
    flag("kube-apiserver", Text, Ignored, NO_CLUSTER),
    flag("kube-as-group", Text, Ignored, NO_CLUSTER),
    flag("kube-as-user", Text, Ignored, NO_CLUSTER),
    flag("kube-ca-file", Text, Ignored, NO_CLUSTER),
    flag("kube-context", Text, Used, "the kubeconfig context whose namespace counts"),
    flag("kube-insecure-skip-tls-verify", Bool, Ignored, NO_CLUSTER),
    flag("kube-tls-server-name", Text, Ignored, NO_CLUSTER),
    flag("kube-token", Text, Ignored, NO_CLUSTER),
    flag("kube-version", Text, Used, "version for .Capabilities.KubeVersion"),
    flag("kubeconfig", Text, Used, "the kubeconfig file whose namespace counts"),
    flag("labels", Pairs, Ignored, NO_CLUSTER).letter('l').since(3, 14),
    flag("lookup", Text, Own, "manifests that answer the template function lookup"),
    flag("name-template", Text, Used, "a template that makes the release's name"),
    flag("namespace", Text, Used, "the release's namespace").letter('n'),
    flag("no-hooks", Bool, Used, "print no hooks"),
    flag("output-dir", Text, Used, "write files below a directory instead of stdout"),
    flag("pass-credentials", Bool, Ignored, NO_FETCH),
    flag("password", Text, Ignored, NO_FETCH),
    flag("plain-http", Bool, Ignored, NO_FETCH).since(3, 13),
    flag("post-renderer", Text, Refused("plugins are not run here"), "not here"),
    flag("post-renderer-args", Text, Ignored, "used with --post-renderer only"),
    flag("qps", Float, Ignored, NO_CLUSTER).since(3, 14),
    flag("registry-config", Text, Ignored, NO_FETCH),
    flag("release-name", Bool, Used, "put the release's name into the path of --output-dir"),
    flag("render-subchart-notes", Bool, Ignored, "without effect").deprecated(
        (4, 2),
        "this flag has no effect for 'helm template' and will be removed in Helm 5",
    ),
    flag("replace", Bool, Ignored, NO_CLUSTER),
    flag("repo", Text, NO_NETWORK, "not here"),
    flag("repository-cache", Text, Ignored, NO_FETCH),
    flag("repository-config", Text, Ignored, NO_FETCH),
    flag("rollback-on-failure", Bool, Ignored, NO_CLUSTER).since(4, 0),
    flag("server-side", Bool, Ignored, NO_CLUSTER).since(4, 0),
    flag("set", Text, Used, "set values: key=value,list[0]=value; types are guessed"),
    flag("set-file", Text, Used, "set values from the content of files: key=path"),
    flag("set-json", Text, Used, "set values from JSON: key=json, or one object"),
    flag("set-literal", Text, Used, "set one value to the rest of the argument").since(3, 12),
    flag("set-string", Text, Used, "set values that stay text"),
    flag("show-only", Text, Used, "print the output of these templates only").letter('s'),
    flag("skip-crds", Bool, Ignored, NO_CLUSTER),
    flag("skip-schema-validation", Bool, Used, "do not judge values by values.schema.json")
        .since(3, 16),
    flag("skip-tests", Bool, Used, "print no hooks that are tests"),
    flag("take-ownership", Bool, Ignored, NO_CLUSTER).since(3, 17),
    flag("timeout", Duration, Ignored, NO_CLUSTER),
    flag("username", Text, Ignored, NO_FETCH),
    flag("validate", Bool, Refused("there is no cluster to validate against"), "not here")
        .deprecated((4, 0), "use '--dry-run=server' instead"),
    flag("values", List, Used, "values file, or - for standard input; later ones win").letter('f'),
    flag("verify", Bool, Used, "refused for archives: signatures are not checked here"),
    flag("version", Text, Ignored, NO_FETCH),
    flag("wait", Wait, Ignored, NO_CLUSTER).older(&[((4, 0), Bool)]),
    flag("wait-for-jobs", Bool, Ignored, NO_CLUSTER),
];

/// What was typed.
#[derive(Debug)]
pub struct Given {
    /// The values of each flag, in order.
    values: BTreeMap<&'static str, Vec<String>>,
    /// What is no flag.
    pub arguments: Vec<String>,
    /// What Helm says about deprecated flags, each a line.
    pub remarks: Vec<String>,
    /// The version of Helm that is played, by `--helm`.
    pub version: &'static HelmVersion,
}

impl Default for Given {
    fn default() -> Given {
        Given {
            values: BTreeMap::new(),
            arguments: Vec::new(),
            remarks: Vec::new(),
            version: HelmVersion::newest(),
        }
    }
}

impl Given {
    /// Reads the arguments behind `template`; the error is Helm's text.
    ///
    /// # Errors
    /// Unknown flags and values that do not fit. What was said before is in the second part.
    pub fn read(arguments: &[String]) -> Result<Given, (String, Vec<String>)> {
        let version = helm_version(arguments).map_err(|error| (error, Vec::new()))?;
        let mut given = Given { version, ..Given::default() };
        match given.read_all(arguments) {
            Ok(()) => Ok(given),
            Err(error) => Err((error, given.remarks)),
        }
    }

    fn read_all(&mut self, arguments: &[String]) -> Result<(), String> {
        let mut rest = arguments.iter();
        while let Some(argument) = rest.next() {
            if argument == "--" {
                self.arguments.extend(rest.by_ref().cloned());
            } else if let Some(long) = argument.strip_prefix("--") {
                self.long(argument, long, &mut rest)?;
            } else if argument.len() > 1 && argument.starts_with('-') {
                self.letters(&argument[1..], &mut rest)?;
            } else {
                self.arguments.push(argument.clone());
            }
        }
        Ok(())
    }

    fn long<'a>(
        &mut self,
        argument: &str,
        long: &str,
        rest: &mut impl Iterator<Item = &'a String>,
    ) -> Result<(), String> {
        if long.starts_with(['-', '=']) {
            return Err(format!("bad flag syntax: {argument}"));
        }
        let (name, value) = match long.split_once('=') {
            Some((name, value)) => (name, Some(value.to_owned())),
            None => (long, None),
        };
        let number = self.version.number;
        let is_there = |flag: &&Flag| flag.since.is_none_or(|since| since <= number);
        let Some(flag) = FLAGS.iter().filter(is_there).find(|flag| flag.name == name) else {
            return Err(format!("unknown flag: --{name}"));
        };
        let value = match (value, default_value(flag.takes_in(number))) {
            (Some(value), _) => value,
            (None, Some(value)) => value.to_owned(),
            (None, None) => match rest.next() {
                Some(value) => value.clone(),
                None => return Err(format!("flag needs an argument: --{name}")),
            },
        };
        self.set(flag, value)
    }

    fn letters<'a>(
        &mut self,
        letters: &str,
        rest: &mut impl Iterator<Item = &'a String>,
    ) -> Result<(), String> {
        let mut remaining = letters;
        while let Some(letter) = remaining.chars().next() {
            let number = self.version.number;
            let is_there = |flag: &&Flag| flag.since.is_none_or(|since| since <= number);
            let has_letter = |flag: &&Flag| flag.letter == Some(letter);
            let Some(flag) = FLAGS.iter().filter(is_there).find(has_letter) else {
                return Err(format!(
                    "unknown shorthand flag: {} in -{remaining}",
                    crate::goquote::quote_char(letter)
                ));
            };
            let tail = &remaining[letter.len_utf8()..];
            let value = match (tail, default_value(flag.takes_in(number))) {
                (tail, _) if tail.len() > 1 && tail.starts_with('=') => {
                    remaining = "";
                    tail[1..].to_owned()
                }
                (tail, Some(value)) => {
                    remaining = tail;
                    value.to_owned()
                }
                ("", None) => {
                    remaining = "";
                    match rest.next() {
                        Some(value) => value.clone(),
                        None => {
                            let letter = crate::goquote::quote_char(letter);
                            return Err(format!("flag needs an argument: {letter} in -{letters}"));
                        }
                    }
                }
                (tail, None) => {
                    remaining = "";
                    tail.to_owned()
                }
            };
            self.set(flag, value)?;
        }
        Ok(())
    }

    fn set(&mut self, flag: &'static Flag, value: String) -> Result<(), String> {
        let takes = flag.takes_in(self.version.number);
        let values = check(takes, value).map_err(|(value, reason)| {
            format!(
                "invalid argument {} for {} flag: {reason}",
                quote(&value),
                quote(&flag.shown())
            )
        })?;
        if let Some((since, advice)) = flag.deprecated
            && since <= self.version.number
        {
            self.remarks.push(format!("Flag --{} has been deprecated, {advice}", flag.name));
        }
        self.values.entry(flag.name).or_default().extend(values);
        Ok(())
    }

    /// Whether a flag was typed at all.
    pub fn has(&self, name: &str) -> bool {
        self.values.contains_key(name)
    }

    /// The last value of a flag.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.values.get(name)?.last().map(String::as_str)
    }

    /// All values of a flag.
    pub fn all(&self, name: &str) -> &[String] {
        self.values.get(name).map_or(&[], Vec::as_slice)
    }

    /// Whether a flag is on.
    pub fn is_on(&self, name: &str) -> bool {
        self.text(name).and_then(parse_bool).unwrap_or(false)
    }

    /// The first flag that is on and not to be had here, with the reason.
    pub fn refused(&self) -> Option<(&'static str, &'static str)> {
        let is_on = |flag: &&Flag| match flag.takes {
            Bool => self.is_on(flag.name),
            _ => self.text(flag.name).is_some_and(|value| !value.is_empty()),
        };
        FLAGS.iter().filter(is_on).find_map(|flag| match flag.effect {
            Refused(reason) => Some((flag.name, reason)),
            _ => None,
        })
    }
}

/// The version of Helm that the arguments name, which decides how they are read.
fn helm_version(arguments: &[String]) -> Result<&'static HelmVersion, String> {
    let mut rest = arguments.iter().take_while(|argument| *argument != "--");
    let mut named = None;
    while let Some(argument) = rest.next() {
        match argument.strip_prefix("--helm") {
            Some("") => named = rest.next().map(String::as_str).or(named),
            Some(value) => named = value.strip_prefix('=').or(named),
            None => {}
        }
    }
    let Some(name) = named else { return Ok(HelmVersion::newest()) };
    HelmVersion::named(name).ok_or_else(|| {
        let known: Vec<&str> = VERSIONS.iter().map(|version| version.name).collect();
        let known = known.join(", ");
        format!("`{name}` is not a version of Helm that is known; there are {known}")
    })
}

/// What a flag means without a value; none when it needs one.
fn default_value(takes: Takes) -> Option<&'static str> {
    match takes {
        Bool => Some("true"),
        Wait => Some("watcher"),
        Mode => Some("unset"),
        Client => Some("client"),
        _ => None,
    }
}

/// Go's `strconv.ParseBool`.
fn parse_bool(text: &str) -> Option<bool> {
    match text {
        "1" | "t" | "T" | "TRUE" | "true" | "True" => Some(true),
        "0" | "f" | "F" | "FALSE" | "false" | "False" => Some(false),
        _ => None,
    }
}

/// The values that an argument stands for, or Go's complaint.
fn check(takes: Takes, value: String) -> Result<Vec<String>, (String, String)> {
    let number =
        |function: &str| format!("strconv.{function}: parsing {}: invalid syntax", quote(&value));
    let complaint = match takes {
        Bool if parse_bool(&value).is_none() => Some(number("ParseBool")),
        Int if value.parse::<i64>().is_err() => Some(number("ParseInt")),
        Float if value.parse::<f32>().is_err() => Some(number("ParseFloat")),
        Duration => duration_complaint(&value),
        Pairs => value
            .split(',')
            .find(|pair| !pair.is_empty() && !pair.contains('='))
            .map(|pair| format!("{pair} must be formatted as key=value")),
        Wait if !matches!(&*value, "watcher" | "hookOnly" | "legacy" | "true" | "false") => {
            Some(format!(
                "invalid wait input {}. Valid inputs are watcher, hookOnly, and legacy",
                quote(&value)
            ))
        }
        _ => None,
    };
    match complaint {
        Some(complaint) => Err((value, complaint)),
        None if takes == List => Ok(csv(&value)),
        None => Ok(vec![value]),
    }
}

/// One line of CSV. Text that breaks its rules is taken as it is.
fn csv(line: &str) -> Vec<String> {
    if line.is_empty() {
        return Vec::new();
    }
    let mut fields = Vec::new();
    let mut rest = line;
    loop {
        if let Some(quoted) = rest.strip_prefix('"') {
            let mut field = String::new();
            let mut inside = quoted;
            while let Some(end) = inside.find('"') {
                field.push_str(&inside[..end]);
                inside = &inside[end + 1..];
                match inside.strip_prefix('"') {
                    Some(more) => {
                        field.push('"');
                        inside = more;
                    }
                    None => break,
                }
            }
            fields.push(field);
            match inside.strip_prefix(',') {
                Some(more) => rest = more,
                None => return fields,
            }
        } else {
            match rest.split_once(',') {
                Some((field, more)) => {
                    fields.push(field.to_owned());
                    rest = more;
                }
                None => {
                    fields.push(rest.to_owned());
                    return fields;
                }
            }
        }
    }
}

/// What Go's `time.ParseDuration` would say.
fn duration_complaint(text: &str) -> Option<String> {
    let invalid = || Some(format!("time: invalid duration {}", quote(text)));
    let mut rest = text.strip_prefix(['-', '+']).unwrap_or(text);
    if rest == "0" {
        return None;
    }
    if rest.is_empty() {
        return invalid();
    }
    while !rest.is_empty() {
        let digits = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
        if !rest[..digits].contains(|c: char| c.is_ascii_digit()) {
            return invalid();
        }
        rest = &rest[digits..];
        let unit = rest.find(|c: char| c.is_ascii_digit() || c == '.').unwrap_or(rest.len());
        match &rest[..unit] {
            "ns" | "us" | "µs" | "μs" | "ms" | "s" | "m" | "h" => {}
            "" => return Some(format!("time: missing unit in duration {}", quote(text))),
            unknown => {
                let unknown = quote(unknown);
                return Some(format!("time: unknown unit {unknown} in duration {}", quote(text)));
            }
        }
        rest = &rest[unit..];
    }
    None
}

/// The help text.
pub fn help() -> String {
    let mut out = String::from(
        "Render a Helm chart as `helm template` does: same output, same errors, same exit status.\n\n\
         Usage:\n  clusterctl-gs template [NAME] CHART [flags]\n\nFlags:\n",
    );
    for flag in FLAGS {
        let letter = flag.letter.map_or("    ".to_owned(), |letter| format!("-{letter}, "));
        let help = match flag.effect {
            Refused(reason) => format!("refused: {reason}"),
            Ignored => format!("accepted ({})", flag.help),
            Used | Own => flag.help.to_owned(),
        };
        out.push_str(&format!("  {letter}--{:<30} {help}\n", flag.name));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(arguments: &[&str]) -> Result<Given, String> {
        let arguments: Vec<String> = arguments.iter().map(|a| a.to_string()).collect();
        Given::read(&arguments).map_err(|(error, _)| error)
    }

    #[test]
    fn flags_are_sorted_and_unique() {
        assert!(FLAGS.windows(2).all(|pair| pair[0].name < pair[1].name));
    }

    #[test]
    fn all_forms_are_read() {
        let given =
            read(&["a", "--set", "x=1", "--set=y=2", "-nq", "-gf", "a.yaml,\"b,c\"", "--", "-z"])
                .unwrap();
        assert_eq!(given.arguments, ["a", "-z"]);
        assert_eq!(given.all("set"), ["x=1", "y=2"]);
        assert_eq!(given.text("namespace"), Some("q"));
        assert!(given.is_on("generate-name") && !given.is_on("debug"));
        assert_eq!(given.all("values"), ["a.yaml", "b,c"]);
    }

    #[test]
    fn complaints_are_those_of_helm() {
        let table = [
            (vec!["--nope"], "unknown flag: --nope"),
            (vec!["-x"], "unknown shorthand flag: 'x' in -x"),
            (vec!["--set"], "flag needs an argument: --set"),
            (vec!["-gn"], "flag needs an argument: 'n' in -gn"),
            (vec!["--=x"], "bad flag syntax: --=x"),
            (
                vec!["--no-hooks=maybe"],
                "invalid argument \"maybe\" for \"--no-hooks\" flag: strconv.ParseBool: parsing \
                 \"maybe\": invalid syntax",
            ),
            (
                vec!["--timeout", "3"],
                "invalid argument \"3\" for \"--timeout\" flag: time: missing unit in duration \"3\"",
            ),
            (
                vec!["-l", "a"],
                "invalid argument \"a\" for \"-l, --labels\" flag: a must be formatted as key=value",
            ),
        ];
        for (arguments, expected) in table {
            assert_eq!(read(&arguments).unwrap_err(), expected);
        }
    }
}
