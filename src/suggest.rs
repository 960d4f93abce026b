//! "Did you mean": the known name that is closest to an unknown one.

/// Names longer than this are compared by nothing; the work stays small for any input.
const MAX_LENGTH: usize = 64;

/// The closest of the known names, if one is close enough to be what was meant.
///
/// A swap of two neighbours counts as one edit, and so do `-`, `_` and upper case where the
/// other spelling is usual. About one edit in three characters is allowed.
pub fn closest<'a>(unknown: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let wanted = fold(unknown);
    if wanted.len() > MAX_LENGTH {
        return None;
    }
    let mut best: Option<(usize, &str)> = None;
    for name in known {
        let folded = fold(name);
        if folded.len() > MAX_LENGTH {
            continue;
        }
        let distance = edits(&wanted, &folded);
        let allowed = wanted.len().max(folded.len()).div_ceil(3);
        if distance <= allowed && best.is_none_or(|(d, _)| distance < d) {
            best = Some((distance, name));
        }
    }
    best.map(|(_, name)| name)
}

/// A sentence for a help line, ``did you mean `x`?``.
pub fn did_you_mean<'a>(unknown: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    closest(unknown, known).map(|name| format!("did you mean `{name}`?"))
}

fn fold(name: &str) -> Vec<char> {
    name.chars().filter(|c| !matches!(c, '-' | '_')).flat_map(char::to_lowercase).collect()
}

/// Optimal string alignment distance: insert, delete, replace, swap neighbours.
fn edits(a: &[char], b: &[char]) -> usize {
    let mut before_last = vec![0; b.len() + 1];
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut row = Vec::with_capacity(b.len() + 1);
        row.push(i + 1);
        for (j, y) in b.iter().enumerate() {
            let replaced = last[j] + usize::from(x != y);
            let mut cost = replaced.min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *x == b[j - 1] && a[i - 1] == *y {
                cost = cost.min(before_last[j - 1] + 1);
            }
            row.push(cost);
        }
        before_last = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_misses_are_found_and_far_ones_are_not() {
        let known = ["values", "cases", "namespace", "api-versions", "golden"];
        for (unknown, expected) in [
            ("vlaues", Some("values")),
            ("apiVersions", Some("api-versions")),
            ("api_versions", Some("api-versions")),
            ("case", Some("cases")),
            ("gloden", Some("golden")),
            ("profile", None),
            ("", None),
        ] {
            assert_eq!(closest(unknown, known), expected, "{unknown}");
        }
        assert_eq!(closest(&"x".repeat(1_000_000), known), None);
    }
}
