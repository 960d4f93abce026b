//! The `etcd` and `flannel` sections, whose keys depend on the version that they name.
//!
//! Follows `config/types/etcd.go` and `flannel.go` of the transpiler v0.9.4. The section is
//! decoded twice: once for its own keys, then for the options of its version.

use std::fmt;

use super::decode::{Decode, DecodeStruct, Decoder, Fatal, decode_struct};
use super::options::{self, Opt};
use super::tree::NodeId;
use crate::ignition::report::Report;
use crate::ignition::walk::{Checked, Shape};

/// A version as go-semver reads it: three numbers, a pre-release and metadata.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Semver {
    numbers: [i64; 3],
    pre: String,
    metadata: String,
}

impl Semver {
    fn parse(text: &str) -> Result<Semver, String> {
        let (rest, metadata) = text.split_once('+').unwrap_or((text, ""));
        let (rest, pre) = rest.split_once('-').unwrap_or((rest, ""));
        let parts: Vec<&str> = rest.splitn(3, '.').collect();
        let [major, minor, patch] = parts[..] else {
            return Err(format!("{rest} is not in dotted-tri format"));
        };
        let number = |text: &str| {
            text.parse::<i64>().map_err(|_| {
                format!("strconv.ParseInt: parsing {}: invalid syntax", crate::goquote::quote(text))
            })
        };
        let numbers = [number(major)?, number(minor)?, number(patch)?];
        Ok(Semver { numbers, pre: pre.to_owned(), metadata: metadata.to_owned() })
    }

    fn line(&self) -> (i64, i64) {
        (self.numbers[0], self.numbers[1])
    }
}

impl fmt::Display for Semver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [major, minor, patch] = self.numbers;
        write!(f, "{major}.{minor}.{patch}")?;
        if !self.pre.is_empty() {
            write!(f, "-{}", self.pre)?;
        }
        if !self.metadata.is_empty() {
            write!(f, "+{}", self.metadata)?;
        }
        Ok(())
    }
}

impl Decode for Semver {
    fn go_type() -> String {
        "string".to_owned()
    }

    fn decode(&mut self, d: &mut Decoder<'_>, id: NodeId) -> Result<bool, Fatal> {
        let mut text = String::new();
        if !text.decode(d, id)? {
            return Ok(false);
        }
        // The text of go-semver goes out without the prefix of yaml.v3.
        *self = Semver::parse(&text).map_err(Fatal)?;
        Ok(true)
    }
}

impl Checked for Semver {
    fn shape(&self) -> Shape<'_> {
        Shape::Leaf
    }
}

/// An option that is set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OptionValue {
    /// Text.
    Text(String),
    /// A number.
    Int(i64),
    /// A switch.
    Bool(bool),
}

/// The options of one version: those that it knows, and those that are set.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Options {
    table: &'static str,
    set: Vec<(Opt, OptionValue)>,
}

impl Options {
    /// The flags for the program, in the order of the table.
    pub fn flags(&self) -> Vec<String> {
        let flag = |opt: Opt| {
            let (_, value) = self.set.iter().find(|(o, _)| o.key == opt.key)?;
            let value = match value {
                OptionValue::Text(text) => crate::goquote::quote(text),
                OptionValue::Int(number) => number.to_string(),
                OptionValue::Bool(switch) => switch.to_string(),
            };
            Some(format!("--{}={value}", opt.flag()))
        };
        options::options(self.table).filter_map(flag).collect()
    }

    /// A text option.
    pub fn text(&self, key: &str) -> Option<&str> {
        self.set.iter().find_map(|(opt, value)| match value {
            OptionValue::Text(text) if opt.key == key => Some(text.as_str()),
            _ => None,
        })
    }

    fn is_on(&self, key: &str) -> bool {
        self.set.iter().any(|(opt, value)| opt.key == key && *value == OptionValue::Bool(true))
    }

    /// Decodes the options of a table from a section; keys of others are left alone.
    fn decode(table: &'static str, d: &mut Decoder<'_>, id: NodeId) -> Result<Options, Fatal> {
        let mut out = Options { table, set: Vec::new() };
        let pairs = d.pairs(id);
        for (key, value) in pairs {
            let Some(opt) = options::options(table).find(|o| o.key == key) else { continue };
            let value = match opt.kind {
                b'i' => decoded(d, value)?.map(OptionValue::Int),
                b'b' => decoded(d, value)?.map(OptionValue::Bool),
                _ => decoded(d, value)?.map(OptionValue::Text),
            };
            out.set.retain(|(o, _)| o.key != opt.key);
            out.set.extend(value.map(|v| (opt, v)));
        }
        Ok(out)
    }

    fn fields(&self) -> impl Iterator<Item = (&'static str, &dyn Checked)> {
        options::options(self.table).map(|opt| (opt.key, &NOTHING as &dyn Checked))
    }
}

const NOTHING: bool = false;

fn decoded<T: Decode>(d: &mut Decoder<'_>, id: NodeId) -> Result<Option<T>, Fatal> {
    let mut value: Option<T> = None;
    value.decode(d, id)?;
    Ok(value)
}

/// The `etcd` section.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Etcd {
    /// The version, where one is named.
    pub version: Option<Semver>,
    /// What is set of the options of that version.
    pub options: Options,
}

impl DecodeStruct for Etcd {
    const GO_TYPE: &'static str = "types.etcdCommon";

    fn field(key: &str) -> Option<usize> {
        (key == "version").then_some(0)
    }

    fn decode_field(&mut self, _: usize, d: &mut Decoder<'_>, id: NodeId) -> Result<bool, Fatal> {
        self.version.decode(d, id)
    }
}

/// A section whose options follow from its version.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Versioned<T>(pub T);

impl Decode for Versioned<Etcd> {
    fn go_type() -> String {
        Etcd::GO_TYPE.to_owned()
    }

    fn decode(&mut self, d: &mut Decoder<'_>, id: NodeId) -> Result<bool, Fatal> {
        let before = d.errors.len();
        let good = decode_struct(&mut self.0, d, id)?;
        if d.errors.len() > before {
            return Ok(false);
        }
        let table = match self.0.version.as_ref().map_or((3, 5), Semver::line) {
            (2, 3..) => options::ETCD_2,
            (3, 0) => options::ETCD_3_0,
            (3, 1) => options::ETCD_3_1,
            (3, 2) => options::ETCD_3_2,
            (3, 3) => options::ETCD_3_3,
            (3, 4) => options::ETCD_3_4,
            (3, 5..) => options::ETCD_3_5,
            _ => "",
        };
        self.0.options = Options::decode(table, d, id)?;
        Ok(good)
    }
}

impl Checked for Versioned<Etcd> {
    fn shape(&self) -> Shape<'_> {
        let mut fields = vec![("version", &self.0.version as &dyn Checked)];
        fields.extend(self.0.options.fields());
        Shape::Struct(fields)
    }

    fn check_field(&self, key: &str) -> Report {
        let Some(version) = self.0.version.as_ref().filter(|_| key == "version") else {
            return Report::default();
        };
        let [major, minor, patch] = version.numbers;
        let old = (major, minor, patch) < (2, 3, 0)
            || ((major, minor, patch) == (2, 3, 0) && !version.pre.is_empty());
        match (major, minor) {
            _ if old => Report::error("Etcd version specified is not valid (too old)"),
            (2, 4..) | (3, 6..) => Report::warning(
                "Etcd minor version specified is too new, only options available in the previous \
                 minor version will be accepted",
            ),
            (4.., _) => Report::error("Etcd version is not valid (too new)"),
            _ => Report::default(),
        }
    }
}

/// The `flannel` section.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Flannel {
    /// The version, where one is named.
    pub version: Option<Semver>,
    /// The network, as JSON.
    pub network_config: String,
    /// What is set of the options of that version.
    pub options: Options,
}

impl DecodeStruct for Flannel {
    const GO_TYPE: &'static str = "types.flannelCommon";

    fn field(key: &str) -> Option<usize> {
        ["version", "network_config"].iter().position(|k| *k == key)
    }

    fn decode_field(
        &mut self,
        field: usize,
        d: &mut Decoder<'_>,
        id: NodeId,
    ) -> Result<bool, Fatal> {
        match field {
            0 => self.version.decode(d, id),
            _ => self.network_config.decode(d, id),
        }
    }
}

impl Decode for Versioned<Flannel> {
    fn go_type() -> String {
        Flannel::GO_TYPE.to_owned()
    }

    fn decode(&mut self, d: &mut Decoder<'_>, id: NodeId) -> Result<bool, Fatal> {
        let before = d.errors.len();
        let good = decode_struct(&mut self.0, d, id)?;
        if d.errors.len() > before {
            return Ok(false);
        }
        let table = match self.0.version.as_ref().map_or((0, 6), Semver::line) {
            (0, 5) => options::FLANNEL_0_5,
            (0, 6) => options::FLANNEL_0_6,
            (0, 7..) => options::FLANNEL_0_7,
            _ => "",
        };
        self.0.options = Options::decode(table, d, id)?;
        Ok(good)
    }
}

impl Checked for Versioned<Flannel> {
    fn shape(&self) -> Shape<'_> {
        let mut fields = vec![
            ("version", &self.0.version as &dyn Checked),
            ("network_config", &self.0.network_config as &dyn Checked),
        ];
        fields.extend(self.0.options.fields());
        Shape::Struct(fields)
    }

    fn check(&self) -> Report {
        if self.0.options.is_on("kube_subnet_mgr") && !self.0.network_config.is_empty() {
            return Report::error(
                "flannel network config cannot be provided if kube_subnet_mgr is set",
            );
        }
        Report::default()
    }

    fn check_field(&self, key: &str) -> Report {
        match (key, &self.0.version) {
            ("version", Some(version)) => match version.line() {
                (major, minor) if (major, minor) < (0, 5) => {
                    Report::error("invalid flannel version (too old)")
                }
                (0, 8..) => Report::warning(
                    "flannel minor version too new. Only options available in the previous minor \
                     version will be supported",
                ),
                _ => Report::default(),
            },
            ("network_config", _) if !self.0.network_config.is_empty() => {
                let json = &self.0.network_config;
                match serde_json::from_str::<Option<serde_json::Map<_, _>>>(json) {
                    Ok(_) => Report::default(),
                    Err(_) => {
                        Report::error("flannel network config doesn't appear to be valid JSON")
                    }
                }
            }
            _ => Report::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_need_three_numbers() {
        assert_eq!(Semver::parse("3.5.0-rc.1+b").unwrap().to_string(), "3.5.0-rc.1+b");
        assert_eq!(Semver::parse("3.5"), Err("3.5 is not in dotted-tri format".to_owned()));
    }
}
