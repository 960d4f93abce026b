//! Container Linux Config: reads the text as yaml.v3 v3.0.1 and the transpiler v0.9.4 do.
//!
//! [`parse`] gives the typed config, the tree of the text and a report. Everything that the
//! real programs accept, refuse or drop comes out of the same steps that they take, so there
//! is no table of rules here. Conversion is [`crate::ignition::convert`].

mod decode;
mod etcd;
mod options;
mod read;
mod tree;
mod types;

pub use decode::Bytes;
pub use etcd::{Etcd, Flannel, Versioned};
pub use read::has_more_documents;
pub use tree::{Ast, Keys, NodeId, Tree, YKind, YNode};
pub use types::*;

use crate::ignition::report::Report;
use crate::ignition::walk::walk;
use decode::{Decoder, decode_struct};

/// The tree of a text, for those who look for a place in it; none where it is no YAML.
pub fn read_tree(text: &[u8]) -> Option<Tree> {
    read::read(text).ok().filter(|tree| tree.root.is_some())
}

/// Reads a text. Nothing but the report comes back when that is fatal.
pub fn parse(text: &[u8]) -> (Option<(Config, Tree)>, Report) {
    let tree = match read::read(text) {
        Ok(tree) => tree,
        Err(error) => return (None, Report::error(error)),
    };
    let mut config = Config::default();
    if let Some(root) = tree.root {
        let mut decoder = Decoder::new(&tree);
        if let Err(fatal) = decode_struct(&mut config, &mut decoder, root) {
            return (None, Report::error(fatal.0));
        }
        if !decoder.errors.is_empty() {
            let errors = decoder.errors.join("\n  ");
            return (None, Report::error(format!("yaml: unmarshal errors:\n  {errors}")));
        }
    }
    let mut report = Report::default();
    if tree.root.is_none() {
        report = Report::warning("Configuration is empty");
    }
    report.merge(walk(&config, tree.ast(), true));
    if report.is_fatal() {
        return (None, report);
    }
    (Some((config, tree)), report)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, want: &str) {
        assert_eq!(parse(text.as_bytes()).1.to_string(), want);
    }

    #[test]
    fn wrong_types_are_collected_with_their_lines() {
        check(
            "storage:\n  files:\n  - mode: \"0600\"\n    path: [a]\n",
            "error: yaml: unmarshal errors:\n  line 3: cannot unmarshal !!str `0600` into int\n  \
             line 4: cannot unmarshal !!seq into string",
        );
        check(
            "[]",
            "error: yaml: unmarshal errors:\n  line 1: cannot unmarshal !!seq into types.Config",
        );
    }

    #[test]
    fn unknown_keys_are_warnings_with_a_hint_for_case_only() {
        check(
            "Storage: {}\nfoo: 1\n",
            "warning at line 1, column 1\nConfig has unrecognized key: Storage\n\
             info at line 1, column 1\nDid you mean storage instead of Storage\n\
             warning at line 2, column 1\nConfig has unrecognized key: foo",
        );
    }

    #[test]
    fn words_of_yaml_1_1_are_truth_values_even_when_quoted() {
        check("storage: {disks: [{device: /dev/a, wipe_table: \"yes\"}]}", "");
        check(
            "storage: {disks: [{device: /dev/a, wipe_table: \"true\"}]}",
            "error: yaml: unmarshal errors:\n  line 1: cannot unmarshal !!str `true` into bool",
        );
    }

    /// Recorded with the transpiler v0.9.4 and yaml.v3 v3.0.1.
    #[test]
    fn faults_of_the_next_two_tokens_come_before_those_of_the_grammar() {
        check("a: {}b:", "error: yaml: mapping values are not allowed in this context");
        check("id: 08\n[]\n", "error: yaml: line 2: could not find expected ':'");
        check("a: {b: 1\n%YAML 1.1\n", "error: yaml: line 2: did not find expected ',' or '}'");
        check(
            "storage: {}\n%YAML 1.1\n  a: b\n",
            "error: yaml: line 3: mapping values are not allowed in this context",
        );
    }

    #[test]
    fn nothing_is_nothing_but_a_comment_is_a_warning() {
        check("null", "");
        check("# x", "warning: Configuration is empty");
    }

    #[test]
    fn merge_keys_work_and_are_reported() {
        let text = "x: &x {mode: 0600}\nstorage: {files: [{<<: *x, path: /a}]}";
        let (parsed, report) = parse(text.as_bytes());
        assert_eq!(parsed.unwrap().0.storage.files[0].mode, Some(0o600));
        assert!(report.to_string().contains("unrecognized key: <<"));
    }

    #[test]
    fn aliases_that_grow_without_bound_are_refused() {
        let mut text = "a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n".to_owned();
        for i in 1..9 {
            let item = format!("*a{}", i - 1);
            text += &format!("a{i}: &a{i} [{}]\n", vec![item; 10].join(","));
        }
        text += "storage: {raid: [{devices: *a8}]}\n";
        let report = parse(text.as_bytes()).1.to_string();
        assert!(report.starts_with("error: yaml: "), "{report}");
    }
}
