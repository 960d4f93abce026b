//! Why an argument of the `--set` family is refused: Helm's words and ours.

use std::fmt;

use super::{Edit, MAX_DEPTH, MAX_INDEX, MAX_NESTED_LEVELS, MAX_PADDING, SetKind};
use crate::goquote::{quote, quote_char};

/// How much of an argument a message repeats.
const SHOWN: usize = 120;

/// What is wrong with an argument.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SetErrorKind {
    /// The argument ends behind a key.
    NoValue(String),
    /// A comma follows a key.
    CommaAfterKey(String),
    /// Nothing is set below a key that ends with a dot.
    EmptyMap(String),
    /// The text between brackets is no integer.
    BadIndex(String),
    /// The integer between brackets does not fit 64 bits.
    HugeIndex(String),
    /// The argument ends inside brackets.
    OpenIndex,
    /// The index is below 0.
    NegativeIndex(i64),
    /// The index is above [`MAX_INDEX`].
    IndexTooLarge(i64),
    /// Something other than `[`, `.` or `=` follows `]`.
    AfterIndex(String),
    /// A `{` without `}`.
    OpenList,
    /// More than [`MAX_NESTED_LEVELS`] dots.
    TooManyLevels,
    /// The value at the key is not what the rest of the key needs.
    NotAContainer {
        /// The value's type in Go's words.
        got: &'static str,
        /// True when a map is needed, false when a list is.
        want_map: bool,
    },
    /// The value is not JSON; holds the reader's message.
    BadJson(String),
    /// The whole argument is meant to be a JSON object and is not.
    BadJsonObject(String),
    /// The file cannot be read; holds the caller's message.
    File(String),
    /// More than [`MAX_DEPTH`] maps and lists.
    TooDeep,
    /// More than [`MAX_PADDING`] null items.
    TooMuchPadding,
}

/// What is wrong and where; the parser's result before the argument is attached.
pub(super) struct Fault {
    pub kind: SetErrorKind,
    /// 0-based, in characters.
    pub column: usize,
}

/// A refused argument. `Display` is our message in one line; see also [`SetError::excerpt`],
/// [`SetError::help`] and, for the drop-in command, [`SetError::helm_text`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SetError {
    /// The flag and its argument.
    pub edit: Edit,
    /// What is wrong.
    pub kind: SetErrorKind,
    /// 1-based column, in characters, inside the argument.
    pub column: usize,
}

impl std::error::Error for SetError {}

impl SetError {
    pub(super) fn new(edit: Edit, fault: Fault) -> SetError {
        SetError { edit, kind: fault.kind, column: fault.column + 1 }
    }

    /// What Helm prints behind `Error: `.
    pub fn helm_text(&self) -> String {
        use SetErrorKind as K;
        let map = "map[string]interface {}";
        let flag = self.edit.kind.flag();
        let text = match &self.kind {
            K::BadJsonObject(_) => {
                return format!("failed parsing {flag} data JSON: {}", self.edit.text);
            }
            _ if self.edit.kind == SetKind::Json => {
                return format!("failed parsing {flag} data {}", self.edit.text);
            }
            K::NoValue(key) => format!("key {} has no value", quote(key)),
            K::CommaAfterKey(key) => {
                format!("key {} has no value (cannot end with ,)", quote(key))
            }
            K::EmptyMap(key) => format!("key map {} has no value", quote(key)),
            K::BadIndex(text) => {
                format!(
                    "error parsing index: strconv.Atoi: parsing {}: invalid syntax",
                    quote(text)
                )
            }
            K::HugeIndex(text) => format!(
                "error parsing index: strconv.Atoi: parsing {}: value out of range",
                quote(text)
            ),
            K::OpenIndex => "error parsing index: EOF".into(),
            K::NegativeIndex(index) => format!("negative {index} index not allowed"),
            K::IndexTooLarge(index) => {
                format!("index of {index} is greater than maximum supported index of {MAX_INDEX}")
            }
            K::AfterIndex(text) => {
                let chars: Vec<_> = text.chars().map(quote_char).collect();
                format!("unexpected data at end of array index: [{}]", chars.join(" "))
            }
            K::OpenList => "list must terminate with '}'".into(),
            K::TooManyLevels => format!(
                "value name nested level is greater than maximum supported nested level of \
                 {MAX_NESTED_LEVELS}"
            ),
            K::NotAContainer { got, want_map } => format!(
                "unable to parse key: interface conversion: interface {{}} is {got}, not {}",
                if *want_map { map } else { "[]interface {}" }
            ),
            K::BadJson(text) | K::File(text) => text.clone(),
            K::TooDeep | K::TooMuchPadding => self.message(),
        };
        format!("failed parsing {flag} data: {text}")
    }

    /// Our message without the argument: a lower-case fragment.
    pub fn message(&self) -> String {
        use SetErrorKind as K;
        match &self.kind {
            K::NoValue(key) | K::CommaAfterKey(key) if key.is_empty() => {
                "a key is missing in front of the comma".into()
            }
            K::NoValue(key) | K::CommaAfterKey(key) => format!("the key `{key}` has no value"),
            K::EmptyMap(key) => format!("nothing is set below `{key}`"),
            K::BadIndex(text) => format!("the list index `{text}` is not a number"),
            K::HugeIndex(text) => format!("the list index `{text}` is too large"),
            K::OpenIndex => "the list index has no closing `]`".into(),
            K::NegativeIndex(index) => format!("the list index `{index}` is negative"),
            K::IndexTooLarge(index) => {
                format!("the list index `{index}` is above the limit of {MAX_INDEX}")
            }
            K::AfterIndex(text) => format!("`{text}` cannot follow a list index"),
            K::OpenList => "the list has no closing `}`".into(),
            K::TooManyLevels => format!("the key has more than {MAX_NESTED_LEVELS} dots"),
            K::NotAContainer { got, want_map } => {
                let want = if *want_map { "a map" } else { "a list" };
                format!("the value set before is {}, not {want}", plain_type(got))
            }
            K::BadJson(reason) => format!("the value is not JSON: {reason}"),
            K::BadJsonObject(reason) => format!("the argument is not a JSON object: {reason}"),
            K::File(reason) => format!("cannot read the file: {reason}"),
            K::TooDeep => format!("the key goes through more than {MAX_DEPTH} maps and lists"),
            K::TooMuchPadding => {
                format!("the list indexes would add more than {MAX_PADDING} empty items")
            }
        }
    }

    /// What to do about it.
    pub fn help(&self) -> &'static str {
        use SetErrorKind as K;
        match &self.kind {
            K::NoValue(_) => "write `key=value`; `key=` sets an empty text, `key=null` removes",
            K::CommaAfterKey(_) => {
                "write `key=value`; a comma that belongs to a value is written `\\,`"
            }
            K::EmptyMap(_) => "write `key.field=value`; a dot inside a name is written `\\.`",
            K::BadIndex(_) | K::NegativeIndex(_) => "count the items of the list from 0: `a[0]=…`",
            K::HugeIndex(_) | K::IndexTooLarge(_) | K::TooMuchPadding => {
                "set the whole list in a values file, or with `--set-json`"
            }
            K::OpenIndex => "write `a[0]=…`",
            K::AfterIndex(_) => "go on with `=`, with `.field` or with another `[index]`",
            K::OpenList => "write `a={x,y}`; a brace that belongs to a value is written `\\{`",
            K::TooManyLevels | K::TooDeep => "set the value in a values file",
            K::NotAContainer { .. } => {
                "remove one of the two; later files and flags replace earlier ones only as a whole"
            }
            K::BadJson(_) => "write `key=JSON`, with double quotes around texts",
            K::BadJsonObject(_) => "write one JSON object, or `key=JSON` pairs",
            K::File(_) => "the value of `--set-file` is the name of a file",
        }
    }

    /// The flag and its argument with a caret under the fault, for a terminal.
    pub fn excerpt(&self) -> String {
        let flag = self.edit.kind.flag();
        let start = (self.column - 1).saturating_sub(SHOWN / 2);
        let shown = clip(&self.edit.text, start);
        let indent = " ".repeat(flag.len() + self.column - start);
        format!("{flag} {shown}\n{indent}^")
    }
}

impl fmt::Display for SetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = clip(&self.edit.text, 0);
        write!(f, "`{} {shown}`: {}", self.edit.kind.flag(), self.message())
    }
}

/// At most [`SHOWN`] characters from a position, control characters made visible.
fn clip(text: &str, start: usize) -> String {
    let visible = |c: char| if c.is_control() { '\u{fffd}' } else { c };
    let mut shown: String = text.chars().skip(start).take(SHOWN).map(visible).collect();
    if text.chars().nth(start + SHOWN).is_some() {
        shown.push('…');
    }
    shown
}

fn plain_type(go: &str) -> &'static str {
    match go {
        "nil" => "null",
        "bool" => "a boolean",
        "int64" | "float64" => "a number",
        "string" => "a text",
        "[]interface {}" => "a list",
        _ => "a map",
    }
}
