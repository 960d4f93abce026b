//! How much work an expression is, roughly: how many states it has with counts written out.
//!
//! Knows the brackets and the counts of the syntax, nothing of what the rest means. Entry
//! point: [`weight`].

/// What a Unicode class such as `\pL` has in states: its byte sequences.
const UNICODE_CLASS: usize = 256;

/// A group that is open: the states before its last atom, and those of that atom, which a
/// count may multiply.
#[derive(Default)]
struct Group {
    sum: usize,
    last: usize,
}

impl Group {
    fn push(&mut self, states: usize) {
        self.sum = self.sum.saturating_add(self.last);
        self.last = states;
    }

    fn total(&self) -> usize {
        self.sum.saturating_add(self.last)
    }
}

/// The number of states of an expression, at least 1.
pub(crate) fn weight(expression: &str) -> usize {
    let bytes = expression.as_bytes();
    let mut groups = vec![Group::default()];
    let mut at = 0;
    while at < bytes.len() {
        let mut length = 1;
        let is_nested = groups.len() > 1;
        let group = groups.last_mut().expect("the outermost group is never closed");
        match bytes[at] {
            b'(' => groups.push(Group::default()),
            b')' if is_nested => {
                let inner = groups.pop().expect("there are two").total();
                groups.last_mut().expect("one is left").push(inner);
            }
            b'[' => {
                length = class_length(&bytes[at..]);
                group.push(length);
            }
            b'\\' => {
                let unicode = matches!(bytes.get(at + 1), Some(b'p' | b'P'));
                length = if unicode { 2 + name_length(&bytes[at + 2..]) } else { 2 };
                group.push(if unicode { UNICODE_CLASS } else { 1 });
            }
            b'{' => match count(&bytes[at..]) {
                Some((highest, end)) => {
                    group.last = group.last.saturating_mul(highest.max(1));
                    length = end;
                }
                None => group.push(1),
            },
            _ => group.push(1),
        }
        at += length;
    }
    groups.iter().fold(1, |sum, group| sum.saturating_add(group.total()))
}

/// The length of a bracketed class; what looks like its end at its start is not.
fn class_length(bytes: &[u8]) -> usize {
    let mut at = 1 + usize::from(bytes.get(1) == Some(&b'^')) + 1;
    while at < bytes.len() && bytes[at] != b']' {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    at + 1
}

/// The length of the name of a Unicode class: a letter, or what stands in braces.
fn name_length(bytes: &[u8]) -> usize {
    match bytes.first() {
        None => 0,
        Some(b'{') => bytes.iter().position(|b| *b == b'}').map_or(1, |end| end + 1),
        Some(_) => 1,
    }
}

/// The higher number of `{2}`, `{2,}` or `{2,5}`, and the length of the braces.
fn count(bytes: &[u8]) -> Option<(usize, usize)> {
    let end = bytes.iter().take(12).position(|b| *b == b'}')?;
    let inside = std::str::from_utf8(&bytes[1..end]).ok()?;
    let numbers = inside.split(',').filter(|number| !number.is_empty());
    let highest = numbers.map(|number| number.parse::<usize>().ok()).max()??;
    Some((highest, end + 1))
}

#[cfg(test)]
mod tests {
    use super::weight;

    #[test]
    fn counts_multiply_what_stands_before_them() {
        let cases = [("", 1), ("abc", 4), ("a{3}b", 5), ("(ab){10}", 21), ("((a{9}){9}){9}", 730)];
        for (expression, wanted) in cases {
            assert_eq!(weight(expression), wanted, "{expression}");
        }
    }

    #[test]
    fn classes_are_one_atom() {
        assert_eq!(weight("[a-z]{10}"), 51);
        assert_eq!(weight(r"\pL{10}"), 2561);
        assert_eq!(weight(r"\p{Greek}{10}\p"), 2561 + 256);
        assert_eq!(weight("[]x]"), 5);
        assert_eq!(weight("a{x}"), 5);
    }

    #[test]
    fn no_expression_is_too_much() {
        let deep = format!("{}a{}", "(".repeat(100_000), "{1000})".repeat(100_000));
        assert_eq!(weight(&deep), usize::MAX);
        for broken in [")", "(", "[", "\\", "{", "[^", "a{", "{9}", "((("] {
            assert!(weight(broken) < 10, "{broken}");
        }
    }
}
