//! What the texts of the real programs mean, in our words, and what to do about it.
//!
//! Only the texts that people meet are here; any other is quoted. A row matches by a piece of
//! the text; `{}` in our words stands for the quoted part of the real text.

/// Our words for a text of the transpiler or the bootstrap provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Explanation {
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub help: Option<&'static str>,
}

struct Row {
    piece: &'static str,
    message: &'static str,
    help: Option<&'static str>,
}

const fn row(piece: &'static str, message: &'static str, help: &'static str) -> Row {
    Row { piece, message, help: Some(help) }
}

const ROWS: &[Row] = &[
    row(
        "Config has unrecognized key: ",
        "`{}` is no key of a Container Linux Config and is dropped",
        "compare with the keys of Container Linux Config: they are in snake_case, file content \
         is `contents.inline`, and a mode is a number such as `mode: 0600`",
    ),
    row(
        "Did you mean ",
        "a key is known in another spelling: {}",
        "write the key as the config knows it",
    ),
    row(
        "mode unspecified for file, defaulting to 0644",
        "a file has no mode, so it gets 0644",
        "state the mode: `permissions` in `spec.files`, `mode` in a Container Linux Config",
    ),
    row(
        "mode unspecified for directory",
        "a directory has no mode, so it gets 0755",
        "state the mode, such as `mode: 0755`",
    ),
    row(
        "`<nil>` into bool",
        "`overwrite` of a filesystem is not set, which no release can render",
        "set `overwrite` to `true` or `false`",
    ),
    row(
        "into int",
        "a value that has to be a number is text",
        "write a mode with a leading 0 and without quotes inside the config, such as 0600",
    ),
    row(
        "into bool",
        "a value that has to be a truth value is text",
        "write `true` or `false` without quotes",
    ),
    row(
        "cannot unmarshal",
        "a value has the wrong type",
        "compare its shape with the documentation of Container Linux Config",
    ),
    row(
        "illegal file mode",
        "a file mode is outside 0 to 07777",
        "write an octal number with a leading 0, such as 0644",
    ),
    row(
        "!!binary value contains invalid base64 data",
        "a value is not the base64 that it claims to be",
        "encode with the standard alphabet and padding, without blanks",
    ),
    row(
        "mapping values are not allowed in this context",
        "a value with `: ` in it breaks the YAML that it is pasted into",
        "the bootstrap provider does not quote values: avoid `: ` in paths, names and keys",
    ),
    row(
        "found character that cannot start any token",
        "a value begins with a character that YAML reserves, such as `@` or a backquote",
        "the bootstrap provider does not quote values: begin it with another character",
    ),
    row(
        "did not find expected alphabetic or numeric character",
        "a value begins with `*` or `&`, which YAML takes for an alias or anchor",
        "leave the field out, or begin it with another character",
    ),
    row(
        "control characters are not allowed",
        "a value holds a control character, which YAML cannot carry",
        "encode the content with `encoding: base64`",
    ),
    row(
        "did not find expected key",
        "a value ends its YAML block too early: its first line is indented more than a later one",
        "indent the first line no more than the others, or use `encoding: base64`",
    ),
    row(
        "could not find expected ':'",
        "a value holds a line break where YAML allows none",
        "keep the value on one line, or use `encoding: base64` for file content",
    ),
    row(
        "found a tab character",
        "a value begins with a tab, which YAML takes for indentation",
        "use `encoding: base64` for file content",
    ),
    row("already defined at line", "a key is written twice", "remove one of the two"),
    row(
        "invalid filesystem format",
        "the filesystem format is none of ext4, btrfs, xfs, swap, vfat",
        "choose one of these",
    ),
    row("path not absolute", "a path does not begin with `/`", "write the full path"),
    row(
        "Configuration is empty",
        "`additionalConfig` holds nothing but comments",
        "leave the field out",
    ),
    row(
        "references nonexistent filesystem",
        "a file lies on a filesystem that the config does not define",
        "define the filesystem under the same name, or leave `filesystem` out",
    ),
    row(
        "but has no install section so enable does nothing",
        "a unit is enabled, but has no [Install] section, so nothing starts it",
        "add `[Install]` with `WantedBy=multi-user.target`",
    ),
    row(
        "invalid url scheme",
        "Ignition cannot fetch from a URL of this scheme",
        "use http, https, s3, tftp, oem or data; text goes into `inline`",
    ),
    row(
        "Config has conflicting inodes",
        "a path is written twice, which Flatcar since 3185 refuses",
        "keep one of the two entries; cleaned paths are compared, over generated files, \
         `spec.files` and `additionalConfig`",
    ),
    row(
        "uses link defined in config",
        "a path goes through a link of the same config, which Flatcar since 3185 refuses",
        "write to the target of the link instead",
    ),
    row(
        "duplicate entry defined",
        "an entry of the same name stands in the config twice, which Flatcar since 3185 refuses",
        "remove one of the two",
    ),
    row(
        "a partition number >= 1 or a label must be specified",
        "a partition has neither number nor label, which Flatcar since 3185 refuses",
        "leave `layout` out and define the disk in `additionalConfig`",
    ),
    row(
        "setuid/setgid/sticky bits are not supported",
        "the mode has setuid, setgid or sticky bits, which Flatcar since 3185 clears",
        "write the mode with three octal digits behind the leading 0",
    ),
    row(
        "path conflicts with systemd unit or dropin",
        "a file lies where a unit of the same config is written",
        "keep either the file or the unit",
    ),
    row(
        "Ignition panics",
        "a filesystem without `mount` crashes Ignition of Flatcar since 3185",
        "give it a `mount` with device and format",
    ),
];

/// Explains a text. Texts without a row are quoted.
pub fn explain(text: &str) -> Explanation {
    let Some(row) = ROWS.iter().find(|row| text.contains(row.piece)) else {
        let quoted = text.replace('\n', " ");
        return Explanation {
            message: format!("the config is not accepted: {quoted}"),
            help: None,
        };
    };
    let rest = text.split(row.piece).nth(1).unwrap_or_default();
    let rest = rest.lines().next().unwrap_or_default();
    Explanation { message: row.message.replace("{}", rest), help: row.help }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_key_is_named() {
        let found = explain("Config has unrecognized key: source");
        assert!(found.message.starts_with("`source` is no key"));
    }

    #[test]
    fn other_texts_are_quoted() {
        assert_eq!(explain("a\nb").message, "the config is not accepted: a b");
    }
}
