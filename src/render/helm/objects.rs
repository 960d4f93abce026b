//! The values with methods that templates meet: `.Values`, `.Capabilities`, `.Files`.
//!
//! Facts: Helm 4.3, `pkg/chart/common/values.go`, `capabilities.go`, `pkg/engine/files.go`.

use std::any::Any;
use std::cell::OnceCell;
use std::collections::BTreeMap;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value as Json;

use super::kube_version::KubeVersion;
use super::version::{Build, HelmVersion};
use crate::chart::File;
use crate::goglob::Glob;
use crate::goquote::quote;
use crate::gotpl::MAX_STRING;
use crate::value::{
    Args, Elem, FuncError, Kind, List, Map, MapType, Method, Object, PLAIN_MAP, Param, Str, Type,
    Value,
};
use crate::yaml;

/// `common.Values`, the type of `.`, `.Values` and `.Template` in Helm 4.
pub static VALUES: MapType = MapType { name: "common.Values", zero: None, methods: VALUES_METHODS };

/// The same in Helm 3.
pub static VALUES_3: MapType =
    MapType { name: "chartutil.Values", zero: None, methods: VALUES_METHODS };

const VALUES_METHODS: &[Method] = &[
    Method { name: "AsMap", params: &[], variadic: None, call: as_map },
    Method {
        name: "Encode",
        params: &[Param("writer", Type::Named("io.Writer"))],
        variadic: None,
        call: |_, _| Ok(Value::Nil),
    },
    Method {
        name: "PathValue",
        params: &[Param("path", Type::String)],
        variadic: None,
        call: path_value,
    },
    Method { name: "Table", params: &[Param("name", Type::String)], variadic: None, call: table },
    Method {
        name: "YAML",
        params: &[],
        variadic: None,
        call: |receiver, _| Ok(yaml::to_yaml(&to_json(receiver)).unwrap_or_default().into()),
    },
];

fn receiver_map(receiver: &Value) -> Map {
    receiver.as_map().cloned().unwrap_or_else(Map::nil)
}

fn as_map(receiver: &Value, _: Args<'_>) -> Result<Value, FuncError> {
    let map = receiver_map(receiver);
    Ok(Value::Map(if map.is_empty() { Map::new() } else { map.with_type(&PLAIN_MAP) }))
}

fn table(receiver: &Value, args: Args<'_>) -> Result<Value, FuncError> {
    let map = receiver_map(receiver);
    match crate::chart::table(&map, &args.text(0)) {
        Ok(found) => Ok(Value::Map(found.with_type(map.ty()))),
        Err(key) => Err(FuncError::new(format!("{} is not a table", quote(&key)))),
    }
}

fn path_value(receiver: &Value, args: Args<'_>) -> Result<Value, FuncError> {
    let path = args.text(0);
    if path.is_empty() {
        return Err(FuncError::new("YAML path cannot be empty"));
    }
    crate::chart::path_value(&receiver_map(receiver), &path).ok_or_else(|| {
        let key = path.rsplit('.').next().unwrap_or_default();
        FuncError::new(format!("{} is not a value", quote(key)))
    })
}

/// A value of a chart as JSON.
pub(super) fn to_json(value: &Value) -> Json {
    to_json_at(value, 0)
}

fn to_json_at(value: &Value, depth: usize) -> Json {
    if depth > crate::value::MAX_DEPTH {
        return Json::Null;
    }
    match value {
        Value::Bool(b) => Json::Bool(*b),
        Value::Int(n) | Value::Int64(n) => Json::Number((*n).into()),
        Value::Uint64(n) => Json::Number((*n).into()),
        Value::Byte(n) => Json::Number((*n).into()),
        Value::Float(n) => serde_json::Number::from_f64(*n).map_or(Json::Null, Json::Number),
        Value::Str(text) => Json::String(text.to_string_lossy().into_owned()),
        Value::Bytes(bytes) => Json::String(STANDARD.encode(bytes)),
        Value::List(items) => items.iter().map(|item| to_json_at(item, depth + 1)).collect(),
        Value::Map(map) => {
            let entries = map.borrow();
            let pair = |(k, v): (&Str, &Value)| (k.to_string(), to_json_at(v, depth + 1));
            Json::Object(entries.iter().map(pair).collect())
        }
        Value::Object(object) => to_json_at(&object.json(), depth + 1),
        Value::Nil | Value::Invalid => Json::Null,
    }
}

/// `.Capabilities`.
pub(super) struct Capabilities {
    kube_version: Value,
    api_versions: Value,
    helm_version: Value,
    go_type: &'static str,
}

impl Capabilities {
    pub fn new(
        version: &'static HelmVersion,
        kube: &KubeVersion,
        extra: &[String],
    ) -> Capabilities {
        let known = version.api_versions.iter().map(|v| Str::from_static(v));
        let all = known.chain(extra.iter().map(|v| Str::from(v.as_str())));
        let package = |four, three| if version.is_helm_4 { four } else { three };
        Capabilities {
            kube_version: Value::object(KubeVersionObject {
                version: kube.clone(),
                is_helm_4: version.is_helm_4,
            }),
            api_versions: Value::object(VersionSet {
                versions: List::strings(all),
                go_type: package("common.VersionSet", "chartutil.VersionSet"),
            }),
            helm_version: Value::object(BuildInfo(version.build)),
            go_type: package("*common.Capabilities", "*chartutil.Capabilities"),
        }
    }
}

impl Object for Capabilities {
    fn go_type(&self) -> &str {
        self.go_type
    }
    fn kind(&self) -> Kind {
        Kind::Ptr
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn fields(&self) -> &'static [&'static str] {
        &["KubeVersion", "APIVersions", "HelmVersion"]
    }
    fn field(&self, name: &str) -> Option<Value> {
        Some(match name {
            "KubeVersion" => self.kube_version.clone(),
            "APIVersions" => self.api_versions.clone(),
            "HelmVersion" => self.helm_version.clone(),
            _ => return None,
        })
    }
    fn json_fields(&self) -> Option<Vec<(&'static str, Value)>> {
        Some(vec![
            ("KubeVersion", self.kube_version.clone()),
            ("APIVersions", self.api_versions.clone()),
            ("HelmVersion", self.helm_version.clone()),
        ])
    }
}

struct KubeVersionObject {
    version: KubeVersion,
    is_helm_4: bool,
}

const KUBE_VERSION_METHODS: &[Method] = &[
    Method {
        name: "GitVersion",
        params: &[],
        variadic: None,
        call: |receiver, _| kube_version(receiver, |v| &v.version),
    },
    Method {
        name: "String",
        params: &[],
        variadic: None,
        call: |receiver, _| kube_version(receiver, |v| &v.normalized),
    },
];

fn kube_version(receiver: &Value, part: fn(&KubeVersion) -> &String) -> Result<Value, FuncError> {
    let object = receiver.downcast::<KubeVersionObject>();
    Ok(object.map_or(Value::Nil, |o| part(&o.version).as_str().into()))
}

impl Object for KubeVersionObject {
    fn go_type(&self) -> &str {
        if self.is_helm_4 { "common.KubeVersion" } else { "chartutil.KubeVersion" }
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn string(&self) -> Option<Str> {
        Some(self.version.normalized.as_str().into())
    }
    fn string_is_on_pointer(&self) -> bool {
        true
    }
    fn fields(&self) -> &'static [&'static str] {
        match self.is_helm_4 {
            true => &["Version", "normalizedVersion", "Major", "Minor"],
            false => &["Version", "Major", "Minor"],
        }
    }
    fn field(&self, name: &str) -> Option<Value> {
        let version = &self.version;
        Some(match name {
            "Version" => version.version.as_str().into(),
            "normalizedVersion" => version.normalized.as_str().into(),
            "Major" => version.major.as_str().into(),
            "Minor" => version.minor.as_str().into(),
            _ => return None,
        })
    }
    fn methods(&self) -> &'static [Method] {
        KUBE_VERSION_METHODS
    }
    fn json_fields(&self) -> Option<Vec<(&'static str, Value)>> {
        let version = &self.version;
        Some(vec![
            ("Version", version.version.as_str().into()),
            ("Major", version.major.as_str().into()),
            ("Minor", version.minor.as_str().into()),
        ])
    }
}

struct VersionSet {
    versions: List,
    go_type: &'static str,
}

impl Object for VersionSet {
    fn go_type(&self) -> &str {
        self.go_type
    }
    fn kind(&self) -> Kind {
        Kind::Slice
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn methods(&self) -> &'static [Method] {
        &[Method {
            name: "Has",
            params: &[Param("apiVersion", Type::String)],
            variadic: None,
            call: |receiver, args| {
                let set = receiver.downcast::<VersionSet>();
                let has = |set: &VersionSet| {
                    set.versions.iter().any(|v| v.as_str().is_some_and(|v| v == args.str(0)))
                };
                Ok(Value::Bool(set.is_some_and(has)))
            },
        }]
    }
    fn underlying(&self) -> Option<Value> {
        Some(Value::List(self.versions.clone()))
    }
}

struct BuildInfo(Build);

impl Object for BuildInfo {
    fn go_type(&self) -> &str {
        "version.BuildInfo"
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn fields(&self) -> &'static [&'static str] {
        match self.0.kube_client_version {
            Some(_) => &["Version", "GitCommit", "GitTreeState", "GoVersion", "KubeClientVersion"],
            None => &["Version", "GitCommit", "GitTreeState", "GoVersion"],
        }
    }
    fn field(&self, name: &str) -> Option<Value> {
        let build = &self.0;
        Some(match name {
            "Version" => build.version.into(),
            "GitCommit" => build.git_commit.into(),
            "GitTreeState" => "clean".into(),
            "GoVersion" => build.go_version.into(),
            "KubeClientVersion" => build.kube_client_version?.into(),
            _ => return None,
        })
    }
    fn json_fields(&self) -> Option<Vec<(&'static str, Value)>> {
        let names =
            ["version", "git_commit", "git_tree_state", "go_version", "kube_client_version"];
        let fields = self.fields().iter().zip(names);
        Some(fields.filter_map(|(field, name)| Some((name, self.field(field)?))).collect())
    }
}

static FILES_MAP: MapType =
    MapType { name: "engine.files", zero: Some(|| Value::Bytes([].into())), methods: &[] };

/// `.Files`: what is no template, values file or chart.
pub(super) struct Files {
    files: BTreeMap<Str, Str>,
    /// `Lines` has an empty line behind a final line break.
    keeps_end: bool,
    map: OnceCell<Map>,
}

impl Files {
    pub fn new(files: &[File], keeps_end: bool) -> Files {
        let files = files.iter().map(|file| (Str::from(&*file.name), file.data.clone())).collect();
        Files::of(files, keeps_end)
    }

    fn of(files: BTreeMap<Str, Str>, keeps_end: bool) -> Files {
        Files { files, keeps_end, map: OnceCell::new() }
    }

    /// `AsConfig` and `AsSecrets`: YAML of base name to content.
    fn as_yaml(&self, content: impl Fn(&Str) -> String) -> Result<Value, FuncError> {
        let size: usize = self.files.values().map(Str::len).sum();
        if size > MAX_STRING {
            return Err(FuncError::new(format!(
                "files of {size} bytes exceed the limit of {MAX_STRING} bytes"
            )));
        }
        let pairs = self.files.iter().map(|(name, data)| {
            let name = name.to_string();
            let base = name.rsplit('/').next().unwrap_or_default().to_owned();
            (base, Json::String(content(data)))
        });
        let text = yaml::to_yaml(&Json::Object(pairs.collect())).unwrap_or_default();
        Ok(text.strip_suffix('\n').unwrap_or(&text).into())
    }
}

fn files(receiver: &Value) -> Result<&Files, FuncError> {
    receiver.downcast::<Files>().ok_or_else(FuncError::nil_pointer)
}

const NAME: &[Param] = &[Param("name", Type::String)];

const FILES_METHODS: &[Method] = &[
    Method {
        name: "AsConfig",
        params: &[],
        variadic: None,
        call: |receiver, _| files(receiver)?.as_yaml(|data| data.to_string()),
    },
    Method {
        name: "AsSecrets",
        params: &[],
        variadic: None,
        call: |receiver, _| files(receiver)?.as_yaml(|data| STANDARD.encode(data.as_bytes())),
    },
    Method {
        name: "Get",
        params: NAME,
        variadic: None,
        call: |receiver, args| {
            Ok(Value::Str(files(receiver)?.files.get(args.str(0)).cloned().unwrap_or_default()))
        },
    },
    Method {
        name: "GetBytes",
        params: NAME,
        variadic: None,
        call: |receiver, args| {
            let data = files(receiver)?.files.get(args.str(0));
            Ok(Value::Bytes(data.map_or(&[][..], Str::as_bytes).into()))
        },
    },
    Method { name: "Glob", params: NAME, variadic: None, call: files_glob },
    Method { name: "Lines", params: NAME, variadic: None, call: files_lines },
];

fn files_glob(receiver: &Value, args: Args<'_>) -> Result<Value, FuncError> {
    // A pattern that cannot be read matches everything.
    let glob = Glob::new(&args.text(0)).ok();
    let from = files(receiver)?;
    let all = from.files.iter();
    let matching =
        all.filter(|(name, _)| glob.as_ref().is_none_or(|g| g.matches(&name.to_string_lossy())));
    let matching = matching.map(|(name, data)| (name.clone(), data.clone())).collect();
    Ok(Value::object(Files::of(matching, from.keeps_end)))
}

/// How many lines a list of them may have. Each takes about a hundred bytes besides its text.
const MAX_LINES: usize = 300_000;

fn files_lines(receiver: &Value, args: Args<'_>) -> Result<Value, FuncError> {
    let Some(data) = files(receiver)?.files.get(args.str(0)).filter(|data| !data.is_empty()) else {
        return Ok(Value::List(List::of(Elem::String, Vec::new())));
    };
    let text = data.as_bytes();
    let text = match files(receiver)?.keeps_end {
        true => text,
        false => text.strip_suffix(b"\n").unwrap_or(text),
    };
    let count = text.iter().filter(|b| **b == b'\n').count();
    if count > MAX_LINES {
        return Err(FuncError::new(format!("{count} lines exceed the limit of {MAX_LINES}")));
    }
    Ok(Value::List(List::strings(text.split(|b| *b == b'\n'))))
}

impl Object for Files {
    fn go_type(&self) -> &str {
        "engine.files"
    }
    fn kind(&self) -> Kind {
        Kind::Map
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn methods(&self) -> &'static [Method] {
        FILES_METHODS
    }
    fn effort(&self) -> usize {
        self.files.len()
    }
    fn underlying(&self) -> Option<Value> {
        let map = self.map.get_or_init(|| {
            let bytes = |data: &Str| Value::Bytes(data.as_bytes().into());
            let map: Map =
                self.files.iter().map(|(name, data)| (name.clone(), bytes(data))).collect();
            map.with_type(&FILES_MAP)
        });
        Some(Value::Map(map.clone()))
    }
}
