//! Sprig's strings. Go's strings are bytes, and many of these functions count bytes.
//!
//! Facts: Sprig 3.3 `strings.go`, Masterminds/goutils 1.1 (abbreviation, wrapping, case),
//! Go 1.27 `strings`.

use crate::gotpl::{self, Ctx, Func};
use crate::value::{Args, FuncError, List, Map, Param, Str, StrBuilder, Type, Value};

use super::cases::{is_lower, is_title, is_upper};
use super::text::{print, strval};

const TEXT: Param = Param("text", Type::String);
const ANY: Param = Param("value", Type::Any);
const VALUES: Param = Param("values", Type::Any);

/// The rows of this family.
pub static FUNCS: &[Func] = &[
    Func::new("hello", hello, &[]).doc("Says hello.").example(&[("{{ hello }}", "Hello!")]),
    Func::new("toString", to_string, &[ANY])
        .doc("Returns the value as text; nil is `<nil>`.")
        .example(&[("{{ toString 1 }}", "1")]),
    Func::new("trim", trim, &[TEXT])
        .doc("Removes white space from both ends.")
        .example(&[(r#"[{{ trim "  a " }}]"#, "[a]")]),
    Func::new("trimAll", trim_all, &[Param("cutset", Type::String), TEXT])
        .doc("Removes all characters of the set from both ends.")
        .example(&[(r#"{{ trimAll "$" "$5$" }}"#, "5")]),
    Func::new("trimall", trim_all, &[Param("cutset", Type::String), TEXT])
        .doc("As `trimAll`.")
        .example(&[(r#"{{ trimall "$" "$5$" }}"#, "5")]),
    Func::new("trimPrefix", trim_prefix, &[Param("prefix", Type::String), TEXT])
        .doc("Removes a prefix once, if it is there.")
        .example(&[(r#"{{ trimPrefix "v" "v1" }}"#, "1")]),
    Func::new("trimSuffix", trim_suffix, &[Param("suffix", Type::String), TEXT])
        .doc("Removes a suffix once, if it is there.")
        .example(&[(r#"{{ trimSuffix "-" "a-" }}"#, "a")]),
    Func::new("upper", upper, &[TEXT])
        .doc("Turns letters into capitals.")
        .example(&[(r#"{{ upper "aB" }}"#, "AB")]),
    Func::new("lower", lower, &[TEXT])
        .doc("Turns capitals into small letters.")
        .example(&[(r#"{{ lower "aB" }}"#, "ab")]),
    Func::new("title", title, &[TEXT])
        .doc("Turns the first letter of each word into a capital.")
        .example(&[(r#"{{ title "foo bar" }}"#, "Foo Bar")]),
    Func::new("untitle", untitle, &[TEXT])
        .doc("Turns the first letter of each word into a small one.")
        .example(&[(r#"{{ untitle "Foo Bar" }}"#, "foo bar")]),
    Func::new("swapcase", swapcase, &[TEXT])
        .doc("Turns capitals small and small letters into capitals.")
        .example(&[(r#"{{ swapcase "aBc" }}"#, "AbC")]),
    Func::new("repeat", repeat, &[Param("count", Type::Int), TEXT])
        .doc("Repeats text.")
        .example(&[(r#"{{ repeat 3 "ab" }}"#, "ababab")]),
    Func::new("substr", substr, &[Param("start", Type::Int), Param("end", Type::Int), TEXT])
        .doc("Returns the bytes from start up to end; a negative start or end is open.")
        .example(&[(r#"{{ substr 1 3 "abcd" }}"#, "bc")]),
    Func::new("trunc", trunc, &[Param("length", Type::Int), TEXT])
        .doc("Cuts to a number of bytes; a negative number keeps the end.")
        .example(&[(r#"{{ trunc 2 "abcd" }} {{ trunc -2 "abcd" }}"#, "ab cd")]),
    Func::new("abbrev", abbrev, &[Param("width", Type::Int), TEXT])
        .doc("Cuts to a width with `...` at the end.")
        .example(&[(r#"{{ abbrev 5 "hello world" }}"#, "he...")]),
    Func::new(
        "abbrevboth",
        abbrev_both,
        &[Param("left", Type::Int), Param("width", Type::Int), TEXT],
    )
    .doc("Cuts at both ends with `...`.")
    .example(&[(r#"{{ abbrevboth 5 10 "1234 5678 9123" }}"#, "...5678...")]),
    Func::new("initials", initials, &[TEXT])
        .doc("Returns the first letter of each word.")
        .example(&[(r#"{{ initials "First Try" }}"#, "FT")]),
    Func::new("nospace", nospace, &[TEXT])
        .doc("Removes white space; text that is not ASCII is damaged, as in Sprig.")
        .example(&[(r#"{{ nospace "a b c" }}"#, "abc")]),
    Func::new("wrap", wrap, &[Param("width", Type::Int), TEXT])
        .doc("Breaks lines at spaces.")
        .example(&[(r#"{{ wrap 5 "aaa bbb" }}"#, "aaa\nbbb")]),
    Func::new(
        "wrapWith",
        wrap_with,
        &[Param("width", Type::Int), Param("separator", Type::String), TEXT],
    )
    .doc("Breaks lines with a separator, in words that are too long as well.")
    .example(&[(r#"{{ wrapWith 3 "|" "aaaa bb" }}"#, "aaa|a|bb")]),
    Func::new("contains", contains, &[Param("part", Type::String), TEXT])
        .doc("True when the text holds the part.")
        .example(&[(r#"{{ contains "b" "abc" }}"#, "true")]),
    Func::new("hasPrefix", has_prefix, &[Param("prefix", Type::String), TEXT])
        .doc("True when the text begins with the prefix.")
        .example(&[(r#"{{ hasPrefix "a" "abc" }}"#, "true")]),
    Func::new("hasSuffix", has_suffix, &[Param("suffix", Type::String), TEXT])
        .doc("True when the text ends with the suffix.")
        .example(&[(r#"{{ hasSuffix "c" "abc" }}"#, "true")]),
    Func::new("quote", quote, &[])
        .variadic(VALUES)
        .doc("Quotes values with double quotes in Go's syntax; nil is left out.")
        .example(&[(r#"{{ quote 1 nil "a\"b" }}"#, r#""1" "a\"b""#)]),
    Func::new("squote", squote, &[])
        .variadic(VALUES)
        .doc("Puts values between single quotes, without escaping; nil is left out.")
        .example(&[(r#"{{ squote 1 "a" }}"#, "'1' 'a'")]),
    Func::new("cat", cat, &[])
        .variadic(VALUES)
        .doc("Joins values with spaces; nil is left out.")
        .example(&[(r#"{{ cat 1 "a" nil true }}"#, "1 a true")]),
    Func::new("indent", indent, &[Param("spaces", Type::Int), TEXT])
        .doc("Puts spaces before each line, empty ones included.")
        .example(&[(r#"{{ indent 2 "a\nb" }}"#, "  a\n  b")]),
    Func::new("nindent", nindent, &[Param("spaces", Type::Int), TEXT])
        .doc("As `indent`, after a line break.")
        .example(&[(r#"{{ nindent 2 "a\nb" }}"#, "\n  a\n  b")]),
    Func::new("replace", replace, &[Param("old", Type::String), Param("new", Type::String), TEXT])
        .doc("Replaces every occurrence.")
        .example(&[(r#"{{ replace "a" "b" "aca" }}"#, "bcb")]),
    Func::new(
        "plural",
        plural,
        &[Param("one", Type::String), Param("many", Type::String), Param("count", Type::Int)],
    )
    .doc("Returns the first text for a count of one, else the second.")
    .example(&[(r#"{{ plural "node" "nodes" 2 }}"#, "nodes")]),
    Func::new("split", split, &[Param("separator", Type::String), TEXT])
        .doc("Splits text into a map with the keys `_0`, `_1` and so on.")
        .example(&[(r#"{{ (split "." "a.b")._1 }}"#, "b")]),
    Func::new(
        "splitn",
        splitn,
        &[Param("separator", Type::String), Param("count", Type::Int), TEXT],
    )
    .doc("As `split`, into at most so many parts.")
    .example(&[(r#"{{ (splitn "." 2 "a.b.c")._1 }}"#, "b.c")]),
    Func::new("splitList", split_list, &[Param("separator", Type::String), TEXT])
        .doc("Splits text into a list.")
        .example(&[(r#"{{ splitList "." "a.b" }}"#, "[a b]")]),
];

fn hello(_: &mut Ctx<'_>, _: Args<'_>) -> Result<Value, FuncError> {
    Ok(Value::from("Hello!"))
}

fn to_string(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    Ok(Value::Str(strval(args.value(0))?))
}

/// What is left of a text when its ends are cut off, with the origins of the rest.
fn kept(text: &Str, start: usize, end: usize) -> Value {
    Value::Str(if (start, end) == (0, text.len()) { text.clone() } else { text.slice(start..end) })
}

/// Cuts characters that match off both ends. An invalid byte is U+FFFD to Go, one at a time.
fn trim_chars(text: &Str, matches: impl Fn(char) -> bool) -> Value {
    let bytes = text.as_bytes();
    let mut start = 0;
    while start < bytes.len() {
        let (c, size) = gotpl::decode_rune(&bytes[start..]);
        if !matches(c) {
            break;
        }
        start += size;
    }
    let mut end = bytes.len();
    while end > start {
        let (c, size) = last_rune(&bytes[start..end]);
        if !matches(c) {
            break;
        }
        end -= size;
    }
    kept(text, start, end)
}

/// Go's `utf8.DecodeLastRune`.
fn last_rune(bytes: &[u8]) -> (char, usize) {
    let longest = bytes.len().min(4);
    for size in 1..=longest {
        let (c, used) = gotpl::decode_rune(&bytes[bytes.len() - size..]);
        if used == size && (size > 1 || c.is_ascii()) {
            return (c, size);
        }
    }
    (char::REPLACEMENT_CHARACTER, 1)
}

/// Go's `unicode.IsSpace`; Rust's `char::is_whitespace` is the same set.
fn trim(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    Ok(trim_chars(args.str(0), char::is_whitespace))
}

fn trim_all(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let cutset: Vec<char> = args.text(0).chars().collect();
    Ok(trim_chars(args.str(1), |c| cutset.contains(&c)))
}

fn trim_prefix(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let (prefix, text) = (args.str(0), args.str(1));
    let found = text.as_bytes().starts_with(prefix.as_bytes());
    Ok(kept(text, if found { prefix.len() } else { 0 }, text.len()))
}

fn trim_suffix(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let (suffix, text) = (args.str(0), args.str(1));
    let found = text.as_bytes().ends_with(suffix.as_bytes());
    Ok(kept(text, 0, text.len() - if found { suffix.len() } else { 0 }))
}

/// Go maps letter by letter; Rust's full mapping (`ß` to `SS`) is another.
fn single(mut mapped: impl Iterator<Item = char>, original: char) -> char {
    match (mapped.next(), mapped.next()) {
        (Some(one), None) => one,
        _ => original,
    }
}

pub(super) fn to_upper(c: char) -> char {
    let offset = match c {
        // With an iota below, which full mapping writes behind the letter.
        '\u{1f80}'..='\u{1f87}' | '\u{1f90}'..='\u{1f97}' | '\u{1fa0}'..='\u{1fa7}' => 8,
        '\u{1fb3}' | '\u{1fc3}' | '\u{1ff3}' => 9,
        _ => return single(c.to_uppercase(), c),
    };
    char::from_u32(u32::from(c) + offset).unwrap_or(c)
}

/// Letters that are two in one have a form of their own at the start of a word; those of
/// Georgian have no capitals there.
fn to_title(c: char) -> char {
    match c {
        '\u{1c4}'..='\u{1c6}' => '\u{1c5}',
        '\u{1c7}'..='\u{1c9}' => '\u{1c8}',
        '\u{1ca}'..='\u{1cc}' => '\u{1cb}',
        '\u{1f1}'..='\u{1f3}' => '\u{1f2}',
        '\u{10d0}'..='\u{10ff}' => c,
        _ => to_upper(c),
    }
}

pub(super) fn to_lower(c: char) -> char {
    // U+0130 is the one letter whose small form Go writes as `i` with a dot lost.
    if c == '\u{130}' { 'i' } else { single(c.to_lowercase(), c) }
}

fn upper(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    if args.str(0).as_bytes().is_ascii() {
        return Ok(Value::from(args.str(0).as_bytes().to_ascii_uppercase()));
    }
    Ok(Value::from(args.text(0).chars().map(to_upper).collect::<String>()))
}

fn lower(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    if args.str(0).as_bytes().is_ascii() {
        return Ok(Value::from(args.str(0).as_bytes().to_ascii_lowercase()));
    }
    Ok(Value::from(args.text(0).chars().map(to_lower).collect::<String>()))
}

/// Go's `strings.Title`: letters, digits and underscores continue a word, ASCII punctuation
/// ends it, other characters end it when they are white space.
fn title(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let mut at_start = true;
    let map = |c: char| {
        let mapped = if at_start { to_title(c) } else { c };
        at_start = match c {
            c if c.is_ascii() => !(c.is_ascii_alphanumeric() || c == '_'),
            c if c.is_alphanumeric() => false,
            c => c.is_whitespace(),
        };
        mapped
    };
    Ok(Value::from(args.text(0).chars().map(map).collect::<String>()))
}

fn untitle(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let mut at_start = true;
    let map = |c: char| {
        let mapped = if at_start && !c.is_whitespace() { to_lower(c) } else { c };
        at_start = c.is_whitespace();
        mapped
    };
    Ok(Value::from(args.text(0).chars().map(map).collect::<String>()))
}

fn swapcase(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let swap = |c: char| match c {
        c if is_upper(c) || is_title(c) => to_lower(c),
        c if is_lower(c) => to_upper(c),
        c => c,
    };
    Ok(Value::from(args.text(0).chars().map(swap).collect::<String>()))
}

fn repeat(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let text = args.str(1).as_bytes();
    let count = usize::try_from(args.int(0))
        .map_err(|_| FuncError::new("strings: negative Repeat count"))?;
    if text.is_empty() {
        return Ok(Value::from(""));
    }
    ctx.reserve(text.len().saturating_mul(count))?;
    Ok(Value::from(text.repeat(count)))
}

/// Go's panic for a slice expression beyond its string.
fn out_of_bounds(start: usize, end: usize, length: usize) -> FuncError {
    FuncError::new(if end > length {
        format!("runtime error: slice bounds out of range [:{end}] with length {length}")
    } else {
        format!("runtime error: slice bounds out of range [{start}:{end}]")
    })
}

fn substr(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let text = args.str(2);
    let bytes = text.as_bytes();
    let start = usize::try_from(args.int(0)).ok();
    let end = usize::try_from(args.int(1)).ok();
    let (from, to) = match (start, end) {
        (None, Some(end)) => (0, end),
        (None, None) => {
            let end = args.int(1);
            return Err(FuncError::new(format!(
                "runtime error: slice bounds out of range [:{end}]"
            )));
        }
        (Some(start), Some(end)) if end <= bytes.len() => (start, end),
        (Some(start), _) => (start, bytes.len()),
    };
    if from > to || to > bytes.len() {
        return Err(out_of_bounds(from, to, bytes.len()));
    }
    Ok(kept(text, from, to))
}

fn trunc(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let text = args.str(1);
    let length = args.int(0);
    let size = usize::try_from(length.unsigned_abs()).unwrap_or(usize::MAX);
    let (start, end) = match length {
        l if l < 0 && size < text.len() => (text.len() - size, text.len()),
        l if l >= 0 && size < text.len() => (0, size),
        _ => (0, text.len()),
    };
    Ok(kept(text, start, end))
}

/// goutils' `AbbreviateFull`; `None` where it answers with an error, which Sprig drops along
/// with the text.
fn abbreviate(text: &[u8], offset: usize, width: usize) -> Option<Vec<u8>> {
    if text.is_empty() || width < 4 {
        return None;
    }
    if text.len() <= width {
        return Some(text.to_vec());
    }
    let mut offset = offset.min(text.len());
    if text.len() - offset < width - 3 {
        offset = text.len() - (width - 3);
    }
    if offset <= 4 {
        return Some([&text[..width - 3], b"..."].concat());
    }
    if width < 7 {
        return None;
    }
    if offset + width - 3 < text.len() {
        let rest = abbreviate(&text[offset..], 0, width - 3).unwrap_or_default();
        return Some([b"...", &rest[..]].concat());
    }
    Some([b"...", &text[text.len() - (width - 3)..]].concat())
}

fn abbrev(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let text = args.str(1);
    match usize::try_from(args.int(0)) {
        Ok(width) if width >= 4 => {
            Ok(Value::from(abbreviate(text.as_bytes(), 0, width).unwrap_or_default()))
        }
        _ => Ok(Value::Str(text.clone())),
    }
}

fn abbrev_both(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let (left, width) = (args.int(0), args.int(1));
    let text = args.str(2);
    if width < 4 || (left > 0 && width < 7) {
        return Ok(Value::Str(text.clone()));
    }
    let offset = usize::try_from(left).unwrap_or_default();
    let width = usize::try_from(width).unwrap_or(usize::MAX);
    Ok(Value::from(abbreviate(text.as_bytes(), offset, width).unwrap_or_default()))
}

/// goutils walks bytes and takes each for a character.
fn initials(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let mut at_start = true;
    let mut firsts = String::new();
    for c in args.str(0).as_bytes().iter().map(|byte| char::from(*byte)) {
        let is_space = c.is_whitespace();
        if at_start && !is_space {
            firsts.push(c);
        }
        at_start = is_space;
    }
    Ok(Value::from(firsts))
}

/// goutils walks bytes and writes each as a character, unless there was nothing to remove.
fn nospace(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let text = args.str(0);
    let is_space = |b: &u8| matches!(b, b'\t'..=b'\r' | b' ' | 0x85 | 0xA0);
    if !text.as_bytes().iter().any(is_space) {
        return Ok(Value::Str(text.clone()));
    }
    let kept = text.as_bytes().iter().filter(|b| !is_space(b)).map(|b| char::from(*b));
    Ok(Value::from(kept.collect::<String>()))
}

fn wrap_custom(text: &[u8], width: i64, separator: &[u8], cut_words: bool) -> Vec<u8> {
    let separator = if separator.is_empty() { b"\n" } else { separator };
    let width = usize::try_from(width).unwrap_or_default().max(1);
    let mut out = Vec::with_capacity(text.len() + text.len() / width * separator.len());
    let mut offset = 0;
    while text.len() - offset > width {
        if text[offset] == b' ' {
            offset += 1;
            continue;
        }
        let window = &text[offset..offset + width + 1];
        if let Some(space) = window.iter().rposition(|b| *b == b' ') {
            out.extend_from_slice(&text[offset..offset + space]);
            out.extend_from_slice(separator);
            offset += space + 1;
        } else if cut_words {
            out.extend_from_slice(&text[offset..offset + width]);
            out.extend_from_slice(separator);
            offset += width;
        } else if let Some(space) = text[offset + width..].iter().position(|b| *b == b' ') {
            out.extend_from_slice(&text[offset..offset + width + space]);
            out.extend_from_slice(separator);
            offset += width + space + 1;
        } else {
            break;
        }
    }
    out.extend_from_slice(&text[offset..]);
    out
}

fn wrap(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    Ok(Value::from(wrap_custom(args.str(1).as_bytes(), args.int(0), b"", false)))
}

fn wrap_with(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let (separator, text) = (args.str(1).as_bytes(), args.str(2).as_bytes());
    ctx.reserve(text.len().saturating_mul(separator.len() + 1))?;
    Ok(Value::from(wrap_custom(text, args.int(0), separator, true)))
}

fn find(text: &[u8], part: &[u8]) -> Option<usize> {
    if part.is_empty() {
        return Some(0);
    }
    text.windows(part.len()).position(|window| window == part)
}

fn contains(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let (part, text) = (args.str(0), args.str(1));
    let found = match (part.as_utf8(), text.as_utf8()) {
        (Some(part), Some(text)) => text.contains(part),
        _ => find(text.as_bytes(), part.as_bytes()).is_some(),
    };
    Ok(Value::Bool(found))
}

fn has_prefix(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    Ok(Value::Bool(args.str(1).as_bytes().starts_with(args.str(0).as_bytes())))
}

fn has_suffix(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    Ok(Value::Bool(args.str(1).as_bytes().ends_with(args.str(0).as_bytes())))
}

/// Joins the text of all values that are not nil.
fn each(
    ctx: &mut Ctx<'_>,
    args: Args<'_>,
    mut text: impl FnMut(&Value, &mut StrBuilder) -> Result<(), FuncError>,
) -> Result<Value, FuncError> {
    let mut out = StrBuilder::default();
    for (i, value) in args.iter().filter(|value| !value.is_nil()).enumerate() {
        if i > 0 {
            out.push(b" ");
        }
        text(value, &mut out)?;
        ctx.reserve(out.len())?;
    }
    Ok(Value::Str(out.finish()))
}

pub(super) fn quote(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    each(ctx, args, |value, out| {
        let text = strval(value)?;
        let quoted = gotpl::quote(text.as_bytes());
        if quoted.len() == text.len() + 2 {
            // Nothing was escaped: the bytes keep their origins.
            out.push(b"\"");
            out.push_part(&text, 0..text.len());
            out.push(b"\"");
        } else {
            out.push(quoted.as_bytes());
        }
        Ok(())
    })
}

fn squote(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    each(ctx, args, |value, out| {
        let text = print(value)?;
        out.push(b"'");
        out.push_part(&text, 0..text.len());
        out.push(b"'");
        Ok(())
    })
}

fn cat(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    each(ctx, args, |value, out| {
        let text = print(value)?;
        out.push_part(&text, 0..text.len());
        Ok(())
    })
}

fn indented(ctx: &mut Ctx<'_>, args: Args<'_>, first: &[u8]) -> Result<Value, FuncError> {
    let text = args.str(1);
    let spaces = usize::try_from(args.int(0))
        .map_err(|_| FuncError::new("strings: negative Repeat count"))?;
    let breaks = memchr::memchr_iter(b'\n', text.as_bytes());
    let count = breaks.clone().count() + 1;
    let length = spaces.saturating_mul(count).saturating_add(text.len() + first.len());
    ctx.reserve(length)?;
    let padding = b" ".repeat(spaces);
    let mut out = StrBuilder::with_capacity(length);
    out.push(first);
    let mut start = 0;
    for end in breaks.map(|at| at + 1).chain([text.len()]) {
        out.push(&padding);
        out.push_part(text, start..end);
        start = end;
    }
    Ok(Value::Str(out.finish()))
}

fn indent(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    indented(ctx, args, b"")
}

fn nindent(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    indented(ctx, args, b"\n")
}

/// Where a part stands in a text, from left to right without overlap; an empty one stands
/// before each character and at the end.
fn positions(text: &[u8], part: &[u8]) -> Vec<usize> {
    let mut found = Vec::new();
    if part.is_empty() {
        let mut at = 0;
        while at < text.len() {
            found.push(at);
            at += gotpl::decode_rune(&text[at..]).1;
        }
        found.push(text.len());
        return found;
    }
    if let (Ok(text), Ok(part)) = (std::str::from_utf8(text), std::str::from_utf8(part)) {
        return text.match_indices(part).map(|(at, _)| at).collect();
    }
    let mut at = 0;
    while let Some(next) = find(&text[at..], part) {
        found.push(at + next);
        at += next + part.len();
    }
    found
}

fn replace(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let (old, new, text) = (args.str(0), args.str(1), args.str(2));
    if old == new {
        return Ok(Value::Str(text.clone()));
    }
    let found = positions(text.as_bytes(), old.as_bytes());
    if found.is_empty() {
        return Ok(Value::Str(text.clone()));
    }
    ctx.reserve(found.len().saturating_mul(new.len()).saturating_add(text.len()))?;
    let mut out = StrBuilder::with_capacity(text.len());
    let mut done = 0;
    for at in found {
        out.push_part(text, done..at);
        out.push(new.as_bytes());
        done = at + old.len();
    }
    out.push_part(text, done..text.len());
    Ok(Value::Str(out.finish()))
}

fn plural(_: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    Ok(args.value(usize::from(args.int(2) != 1)).clone())
}

/// What a part takes in a list: its value and its text.
const BYTES_PER_PART: usize = 96;

/// What a part takes in a map, besides: its key and its place.
const BYTES_PER_KEY: usize = 128;

/// Go's `strings.SplitN`: an empty separator splits between characters; a negative count
/// means all parts. `bytes` is what the result takes for each part.
fn parts<'a>(
    ctx: &mut Ctx<'_>,
    text: &'a str,
    separator: &str,
    count: i64,
    bytes: usize,
) -> Result<Vec<&'a str>, FuncError> {
    let limit = match usize::try_from(count) {
        Ok(0) => return Ok(Vec::new()),
        Ok(limit) => limit,
        Err(_) => usize::MAX,
    };
    let found = match separator.is_empty() {
        true => text.len(),
        false => text.matches(separator).count() + 1,
    };
    ctx.reserve(found.min(limit).saturating_mul(bytes))?;
    if !separator.is_empty() {
        return Ok(text.splitn(limit, separator).collect());
    }
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if parts.len() + 1 == limit {
            parts.push(rest);
            break;
        }
        let (one, tail) = rest.split_at(c.len_utf8());
        parts.push(one);
        rest = tail;
    }
    Ok(parts)
}

fn numbered(parts: Vec<&str>) -> Result<Value, FuncError> {
    let map: Map = parts
        .into_iter()
        .enumerate()
        .map(|(i, part)| (Str::from(format!("_{i}")), Value::from(part)))
        .collect();
    Ok(Value::Map(map.with_type(&crate::value::STRING_MAP)))
}

fn split(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let (separator, text) = (args.text(0), args.text(1));
    numbered(parts(ctx, &text, &separator, -1, BYTES_PER_PART + BYTES_PER_KEY)?)
}

fn splitn(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let (separator, count, text) = (args.text(0), args.int(1), args.text(2));
    numbered(parts(ctx, &text, &separator, count, BYTES_PER_PART + BYTES_PER_KEY)?)
}

fn split_list(ctx: &mut Ctx<'_>, args: Args<'_>) -> Result<Value, FuncError> {
    let (separator, text) = (args.text(0), args.text(1));
    Ok(Value::List(List::strings(parts(ctx, &text, &separator, -1, BYTES_PER_PART)?)))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::funcs::functions;
    use crate::gotpl::{Call, Templates, testing::FixedEnv};
    use crate::source::{SourceMap, Span};
    use crate::value::Piece;

    fn call(name: &str, args: &[Value]) -> Str {
        let mut env = FixedEnv::default();
        let mut ctx = Ctx::new(Arc::new(Templates::new("t")), functions(), &mut env);
        let Some(Call::Plain(body)) = functions().get(name).map(|f| f.call) else {
            panic!("{name} is no plain function");
        };
        body(&mut ctx, Args(args)).unwrap().as_str().unwrap().clone()
    }

    #[test]
    fn functions_that_move_text_keep_its_origins() {
        let file = SourceMap::default().add("t", "");
        let (one, two) = (Span::new(file, 1, 2), Span::new(file, 3, 4));
        let pieces = vec![Piece::new(4, one), Piece::new(9, two)];
        let text = Value::Str(Str::with_pieces(b" aa\nbbbb ".to_vec(), pieces));
        let ends = |name: &str, args: &[Value]| {
            let out = call(name, args);
            let pieces = out.pieces();
            assert!(pieces.iter().map(|p| p.span).eq([one, two]), "{name}: {pieces:?}");
            (out.to_string(), pieces[0].end)
        };
        let plain = |text: &str| Value::from(text);
        let cases: &[(&str, &[Value], &str, u32)] = &[
            ("indent", &[Value::Int(2)], "   aa\n  bbbb ", 6),
            ("nindent", &[Value::Int(1)], "\n  aa\n bbbb ", 6),
            ("trim", &[], "aa\nbbbb", 3),
            ("trimPrefix", &[plain(" ")], "aa\nbbbb ", 3),
            ("trimSuffix", &[plain(" ")], " aa\nbbbb", 4),
            ("trimAll", &[plain(" a")], "\nbbbb", 1),
            ("trunc", &[Value::Int(6)], " aa\nbb", 4),
            ("squote", &[], "' aa\nbbbb '", 5),
            ("cat", &[], " aa\nbbbb ", 4),
            ("replace", &[plain("a"), plain("cc")], " cccc\nbbbb ", 6),
            ("toString", &[], " aa\nbbbb ", 4),
        ];
        for (name, args, expected, first) in cases {
            let args = [args, &[text.clone()][..]].concat();
            assert_eq!(ends(name, &args), ((*expected).to_owned(), *first), "{name}");
        }
    }
}
