//! The grammar of `--set`, `--set-string`, `--set-json`, `--set-file` and `--set-literal`.
//!
//! An argument edits a tree of values in place, exactly as Helm does it: the kind of a value
//! (64-bit integer, float, text) is kept, lists are padded with null, and what Helm accepts or
//! refuses is accepted or refused here. Reads no files: the content of `--set-file` comes from
//! the caller. Knows neither layers nor schemas.
//!
//! Entry points: [`Edit::apply`], [`Rules`].
//! Source of the facts: Helm 4.3.1, 3.17.3 and 3.11.1, `pkg/strvals` and probes.

mod error;
mod parse;

use std::sync::Arc;

use serde_json::{Map, Value};

pub use error::{SetError, SetErrorKind};
use parse::Parser;

use crate::path::FieldPath;

/// The largest index of a list item, as in Helm.
pub const MAX_INDEX: usize = 65_536;
/// How many dots a key may have, as in Helm.
pub const MAX_NESTED_LEVELS: usize = 30;
/// How many maps and lists one key may go through. Helm has no such limit for indexes, but a
/// tree of that depth would exhaust the stack of whatever reads it.
pub const MAX_DEPTH: usize = 200;
/// How many null items one argument may add to lists. Helm has no such limit: an argument of
/// 100 kB makes it allocate gigabytes.
pub const MAX_PADDING: usize = 4 * MAX_INDEX;

/// Which of the flags an argument belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SetKind {
    /// `--set-json`: values are JSON, or the whole argument is a JSON object.
    Json,
    /// `--set`: booleans, null and integers are recognised.
    Typed,
    /// `--set-string`: every value is text.
    String,
    /// `--set-file`: values are names of files whose content counts.
    File,
    /// `--set-literal`: the rest of the argument is the value, verbatim.
    Literal,
}

impl SetKind {
    /// All kinds in the order in which Helm applies them, whatever their order was on the
    /// command line.
    pub const IN_ORDER: [SetKind; 5] =
        [SetKind::Json, SetKind::Typed, SetKind::String, SetKind::File, SetKind::Literal];

    /// The flag as typed.
    pub fn flag(self) -> &'static str {
        match self {
            SetKind::Json => "--set-json",
            SetKind::Typed => "--set",
            SetKind::String => "--set-string",
            SetKind::File => "--set-file",
            SetKind::Literal => "--set-literal",
        }
    }
}

/// What differs between Helm's versions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rules {
    /// `--set-json '{"a": 1}'` merges the object (Helm 4).
    pub json_objects: bool,
    /// An argument that ends inside `[…` sets nothing; before Helm 4 it is an error.
    pub open_index_is_ignored: bool,
}

impl Rules {
    /// Helm 4.
    pub const HELM_4: Rules = Rules { json_objects: true, open_index_is_ignored: true };
    /// Helm 3.
    pub const HELM_3: Rules = Rules { json_objects: false, open_index_is_ignored: false };
}

impl Default for Rules {
    fn default() -> Rules {
        Rules::HELM_4
    }
}

/// One argument of one of the flags.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Edit {
    /// The flag.
    pub kind: SetKind,
    /// Its argument as typed.
    pub text: Arc<str>,
}

/// A value that an argument has set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assignment {
    /// The path that was set.
    pub path: FieldPath,
    /// 1-based column (in characters) of the key inside the argument.
    pub column: usize,
}

impl Edit {
    /// Makes an edit.
    pub fn new(kind: SetKind, text: impl Into<Arc<str>>) -> Edit {
        Edit { kind, text: text.into() }
    }

    /// Changes the tree as the argument says and returns what was set, in order.
    ///
    /// `read_file` answers `--set-file`: name in, content or message out.
    ///
    /// # Errors
    /// When Helm refuses the argument, or a limit of this module is exceeded. The tree is then
    /// in an unspecified state, as it is in Helm.
    ///
    /// ```
    /// use clusterctl_gs::values::set::{Edit, Rules, SetKind};
    /// let mut tree = serde_json::Map::new();
    /// let edit = Edit::new(SetKind::Typed, r"a.b=1,l[1]=x,k\.io/y={1,true}");
    /// edit.apply(&mut tree, Rules::default(), &mut |_| unreachable!()).unwrap();
    /// let json = serde_json::to_string(&tree).unwrap();
    /// assert_eq!(json, r#"{"a":{"b":1},"l":[null,"x"],"k.io/y":[1,true]}"#);
    /// ```
    pub fn apply(
        &self,
        tree: &mut Map<String, Value>,
        rules: Rules,
        read_file: &mut dyn FnMut(&str) -> Result<String, String>,
    ) -> Result<Vec<Assignment>, SetError> {
        let parsed = if self.is_json_object(rules) {
            parse::merge_json_object(&self.text, tree)
        } else {
            Parser::new(self.kind, &self.text, rules, read_file).run(tree)
        };
        parsed.map_err(|fault| SetError::new(self.clone(), fault))
    }

    fn is_json_object(&self, rules: Rules) -> bool {
        self.kind == SetKind::Json && rules.json_objects && self.text.trim_start().starts_with('{')
    }
}

/// Merges `from` into `into` as Helm merges values files: maps merge, anything else replaces,
/// null included. Helm calls it `MergeMaps`.
pub fn merge_maps(into: &mut Map<String, Value>, from: Map<String, Value>) {
    for (key, value) in from {
        match (into.get_mut(&key), value) {
            (Some(Value::Object(old)), Value::Object(new)) => merge_maps(old, new),
            (Some(old), value) => *old = value,
            (None, value) => {
                into.insert(key, value);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn apply(kind: SetKind, text: &str, before: &str) -> Result<String, SetError> {
        let mut tree = serde_json::from_str(before).unwrap();
        let mut read = |name: &str| match name {
            "f.txt" => Ok("line1\n".to_owned()),
            _ => Err(format!("open {name}: no such file or directory")),
        };
        Edit::new(kind, text).apply(&mut tree, Rules::HELM_4, &mut read)?;
        Ok(serde_json::to_string(&tree).unwrap())
    }

    fn check(text: &str, after: &str) {
        check_on("{}", text, after);
    }

    fn check_on(before: &str, text: &str, after: &str) {
        assert_eq!(apply(SetKind::Typed, text, before).unwrap(), after, "--set {text}");
    }

    fn check_kind(kind: SetKind, text: &str, after: &str) {
        assert_eq!(apply(kind, text, "{}").unwrap(), after, "{} {text}", kind.flag());
    }

    fn check_error(kind: SetKind, text: &str, helm: &str) {
        let error = apply(kind, text, "{}").expect_err(text);
        assert_eq!(error.helm_text(), helm, "{} {text}", kind.flag());
    }

    fn check_set_error(text: &str, helm: &str) {
        check_error(SetKind::Typed, text, &format!("failed parsing --set data: {helm}"));
    }

    #[test]
    fn values_are_typed_as_in_helm() {
        check("a=1,b=1.5,c=TRUE,d=null,e=,f=-1,g=+5", {
            r#"{"a":1,"b":"1.5","c":true,"d":null,"e":"","f":-1,"g":5}"#
        });
        check("a=007,b=0x10,c=1e3,d=0,e=0.0,f= x", {
            r#"{"a":"007","b":"0x10","c":"1e3","d":0,"e":"0.0","f":" x"}"#
        });
        check("a=9223372036854775808,b=+,c=falſe", {
            r#"{"a":"9223372036854775808","b":"+","c":false}"#
        });
    }

    #[test]
    fn keys_nest_and_escape() {
        check(r"a.b.c=1,a\.b=2,x=1\,2,n.k\.io/r=m,q=a\=b,bs=a\\b", {
            r#"{"a":{"b":{"c":1}},"a.b":2,"x":"1,2","n":{"k.io/r":"m"},"q":"a=b","bs":"a\\b"}"#
        });
        check(" a = 1 , b= x ", r#"{" a ":" 1 "," b":" x "}"#);
        check("=1", "{}");
        check(".a=1", "{}");
        check("[0]=1", "{}");
        check(r"a=x\", r#"{"a":"x"}"#);
    }

    #[test]
    fn lists_are_written_padded_and_edited() {
        check(
            "a={x,1,true,null},b={},c={1}d=2",
            r#"{"a":["x",1,true,null],"b":[""],"c":[1],"d":2}"#,
        );
        check("d[0]=x,d[2]=z", r#"{"d":["x",null,"z"]}"#);
        check("a[0][1]=1,a[1][0].k=v", r#"{"a":[[null,1],[{"k":"v"}]]}"#);
        check_on(r#"{"l":["a","b"]}"#, "l[0]=X,l[3]=n", r#"{"l":["X","b",null,"n"]}"#);
        check_on(r#"{"l":["a"]}"#, "l[0].x=1", r#"{"l":[{"x":1}]}"#);
    }

    #[test]
    fn an_argument_that_just_ends_is_accepted() {
        check("a=1,", r#"{"a":1}"#);
        check("a[0", "{}");
        check("a[0]", r#"{"a":[]}"#);
        check("a[0].", r#"{"a":[]}"#);
        check("a.", "{}");
        check("", "{}");
        let old =
            Edit::new(SetKind::Typed, "a[0")
                .apply(&mut Map::new(), Rules::HELM_3, &mut |_| Err(String::new()));
        let text = old.unwrap_err().helm_text();
        assert_eq!(text, "failed parsing --set data: error parsing index: EOF");
    }

    #[test]
    fn errors_are_those_of_helm() {
        check_set_error("a", r#"key "a" has no value"#);
        check_set_error("a.b,c=1", r#"key "b" has no value (cannot end with ,)"#);
        check_set_error("a.=1", r#"key map "a" has no value"#);
        check_set_error("a={1,2", "list must terminate with '}'");
        check_set_error("a[-1]=x", "negative -1 index not allowed");
        check_set_error("a[x]=1", {
            r#"error parsing index: strconv.Atoi: parsing "x": invalid syntax"#
        });
        check_set_error("a[99999999999999999999]=1", {
            r#"error parsing index: strconv.Atoi: parsing "99999999999999999999": value out of range"#
        });
        check_set_error("a[65537]=1", {
            "index of 65537 is greater than maximum supported index of 65536"
        });
        check_set_error("a[0]\"é=1", "unexpected data at end of array index: ['\"' 'é']");
        let into = |got: &str, want: &str| {
            format!(
                "unable to parse key: interface conversion: interface {{}} is {got}, not {want}"
            )
        };
        check_set_error("a=1,a.b=2", &into("int64", "map[string]interface {}"));
        check_set_error("l=null,l[0]=x", &into("nil", "[]interface {}"));
        check_set_error("a[0]=1,a.b=1", &into("[]interface {}", "map[string]interface {}"));
        check_set_error(&format!("{}=1", ["a"; 32].join(".")), {
            "value name nested level is greater than maximum supported nested level of 30"
        });
    }

    #[test]
    fn json_values_are_floats_and_end_where_they_end() {
        check_kind(SetKind::Json, r#"a={"b":[1]},c=2"#, r#"{"a":{"b":[1.0]},"c":2.0}"#);
        check_kind(SetKind::Json, "a=1b=2", r#"{"a":1.0,"b":2.0}"#);
        check_kind(SetKind::Json, "a= , b=1", r#"{"a":null," b":1.0}"#);
        check_kind(SetKind::Json, r#" {"a":{"b":1}} "#, r#"{"a":{"b":1.0}}"#);
        check_kind(SetKind::Json, "l[1]=true", r#"{"l":[null,true]}"#);
        check_error(SetKind::Json, "a=01", "failed parsing --set-json data a=01");
        check_error(SetKind::Json, r#"{"a":1"#, r#"failed parsing --set-json data JSON: {"a":1"#);
    }

    #[test]
    fn strings_literals_and_files_are_never_typed() {
        check_kind(SetKind::String, "a=1,b={1,2}", r#"{"a":"1","b":["1","2"]}"#);
        check_kind(SetKind::Literal, r"b.c=a\,b,{x}", r#"{"b":{"c":"a\\,b,{x}"}}"#);
        check_kind(SetKind::Literal, r"a\.b=1", r#"{"a\\":{"b":"1"}}"#);
        check_kind(SetKind::Literal, "l[0]=true", r#"{"l":["true"]}"#);
        check_kind(SetKind::File, "a=f.txt,l[0]=f.txt", r#"{"a":"line1\n","l":["line1\n"]}"#);
        check_error(SetKind::File, "a=no", {
            "failed parsing --set-file data: open no: no such file or directory"
        });
    }

    #[test]
    fn assignments_name_path_and_column() {
        let mut tree = Map::new();
        let edit = Edit::new(SetKind::Typed, "é=1,a.b[1].c=2");
        let set = edit.apply(&mut tree, Rules::default(), &mut |_| Ok(String::new())).unwrap();
        let set: Vec<_> = set.iter().map(|a| (a.path.to_string(), a.column)).collect();
        assert_eq!(set, [("é".to_owned(), 1), ("a.b[1].c".to_owned(), 5)]);
    }

    #[test]
    fn our_message_points_at_the_fault() {
        let error = apply(SetKind::Typed, "é=1,a[x]=1", "{}").unwrap_err();
        assert_eq!(error.to_string(), "`--set é=1,a[x]=1`: the list index `x` is not a number");
        assert_eq!(error.excerpt(), "--set é=1,a[x]=1\n            ^");
        assert_eq!(error.help(), "count the items of the list from 0: `a[0]=…`");
    }

    #[test]
    fn hostile_arguments_end_in_an_error() {
        for text in [
            format!("a{}=1", "[0]".repeat(50_000)),
            format!("a{}=1", "[65536]".repeat(100)),
            (0..100).map(|i| format!("k{i}[65536]=1,")).collect(),
            format!("a{}=1", "[0].b".repeat(50_000)),
        ] {
            let error = apply(SetKind::Typed, &text, "{}").unwrap_err();
            assert!(error.to_string().len() < 300, "{error}");
        }
    }
}
