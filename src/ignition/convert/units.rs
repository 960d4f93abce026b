//! Sizes of partitions: base-2 units as `alecthomas/units` reads them, in whole MiB.

const PREFIXES: [(&str, u32); 6] = [("K", 1), ("M", 2), ("G", 3), ("T", 4), ("P", 5), ("E", 6)];

/// A size in MiB; none for an empty text. The error is the text of the real program.
pub fn mebibytes(text: &str) -> Result<Option<i64>, String> {
    if text.is_empty() {
        return Ok(None);
    }
    let bytes = parse(text, "iB").or_else(|_| parse(text, "B"))?;
    if bytes < 0 {
        let quoted = crate::goquote::quote(text);
        return Err(format!("invalid dimension (negative): {quoted}"));
    }
    if bytes % (1024 * 1024) != 0 {
        return Err("invalid dimension (finest granularity is 1MiB)".into());
    }
    Ok(Some(bytes / (1024 * 1024)))
}

fn unit(name: &str, suffix: &str) -> Option<f64> {
    if name == "B" {
        return Some(1.0);
    }
    let (_, power) = PREFIXES.iter().find(|(p, _)| name.strip_suffix(suffix) == Some(p))?;
    Some(1024f64.powi(i32::try_from(*power).ok()?))
}

/// `[-+]?([0-9]*(\.[0-9]*)?[a-zA-Z]+)+` in bytes.
fn parse(text: &str, suffix: &str) -> Result<i64, String> {
    let invalid = || format!("units: invalid {text}");
    let negative = text.starts_with('-');
    let mut rest = text.strip_prefix(['-', '+']).unwrap_or(text);
    if rest == "0" {
        return Ok(0);
    }
    if rest.is_empty() {
        return Err(invalid());
    }
    let mut total = 0.0;
    while !rest.is_empty() {
        if !rest.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
            return Err(invalid());
        }
        let (mut value, whole, tail) = leading_int(rest).ok_or_else(invalid)?;
        rest = tail;
        let mut digits = whole;
        if let Some(tail) = rest.strip_prefix('.') {
            let (fraction, count, tail) = leading_int(tail).ok_or_else(invalid)?;
            value += fraction / 10f64.powi(i32::try_from(count).unwrap_or(i32::MAX));
            digits += count;
            rest = tail;
        }
        if digits == 0 {
            return Err(invalid());
        }
        let end = rest.find(|c: char| c == '.' || c.is_ascii_digit()).unwrap_or(rest.len());
        let name = &rest[..end];
        rest = &rest[end..];
        let unit =
            unit(name, suffix).ok_or_else(|| format!("units: unknown unit {name} in {text}"))?;
        total += value * unit;
    }
    if negative {
        total = -total;
    }
    if total < i64::MIN as f64 || total > i64::MAX as f64 {
        return Err("units: overflow parsing unit".into());
    }
    Ok(total as i64)
}

/// The number in front, how many digits it has, and what follows; none when it is too big.
fn leading_int(text: &str) -> Option<(f64, usize, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let mut value: i64 = 0;
    for b in text[..end].bytes() {
        if value >= (i64::MAX - 9) / 10 {
            return None;
        }
        value = value * 10 + i64::from(b - b'0');
    }
    Some((value as f64, end, &text[end..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn binary_units_in_both_spellings() {
        assert_eq!(mebibytes("1GiB"), Ok(Some(1024)));
        assert_eq!(mebibytes("1GB512MB"), Ok(Some(1536)));
        assert_eq!(mebibytes("1.5GiB"), Ok(Some(1536)));
        assert_eq!(mebibytes(""), Ok(None));
        assert_eq!(mebibytes("0"), Ok(Some(0)));
    }

    #[test]
    fn errors_are_those_of_the_real_program() {
        let error = |text| mebibytes(text).unwrap_err();
        assert_eq!(error("1G"), "units: unknown unit G in 1G");
        assert_eq!(error("10"), "units: unknown unit  in 10");
        assert_eq!(error("x"), "units: invalid x");
        assert_eq!(error("1KiB"), "invalid dimension (finest granularity is 1MiB)");
        assert_eq!(error("-1GiB"), "invalid dimension (negative): \"-1GiB\"");
    }
}
