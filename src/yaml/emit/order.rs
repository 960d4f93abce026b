//! The order in which go-yaml writes keys: "natural", so that `a10` comes behind `a9`.

use std::cmp::Ordering;

use super::Flavor;
use crate::gotext::{is_digit, is_letter};

/// Compares two keys as go-yaml does (`keyList.Less` in sorter.go of v2 and v3). The order is
/// not transitive: `a9` < `a10` < `a1b2` < `a9`. A map with such keys comes in a random order
/// in Helm.
pub fn key_order(a: &str, b: &str, flavor: Flavor) -> Ordering {
    let shared = a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count();
    if shared == a.len() || shared == b.len() {
        return a.len().cmp(&b.len());
    }
    // Back to the start of a character that differs.
    let start = (0..=shared).rev().find(|at| a.is_char_boundary(*at)).unwrap_or(0);
    let head = &a[..start];
    let (a, b) = (&a[start..], &b[start..]);
    let (Some(x), Some(y)) = (a.chars().next(), b.chars().next()) else { return Ordering::Equal };
    match (is_letter(x), is_letter(y)) {
        (true, true) => return x.cmp(&y),
        (false, false) => {}
        (x_is_letter, _) => {
            let after_digit = head.chars().next_back().is_some_and(is_digit);
            let letter_first = flavor == Flavor::Pretty && after_digit;
            return if x_is_letter == letter_first { Ordering::Less } else { Ordering::Greater };
        }
    }
    // Zeros behind another digit count: 10 and 1 must not compare as 0 and nothing.
    let lead =
        (x == '0' || y == '0') && head.chars().rev().take_while(|c| is_digit(*c)).any(|c| c != '0');
    let (x_value, x_len) = digit_run(a, lead);
    let (y_value, y_len) = digit_run(b, lead);
    x_value.cmp(&y_value).then(x_len.cmp(&y_len)).then(x.cmp(&y))
}

/// The number that a text begins with, and how many digits it has. Large ones wrap, as in Go.
fn digit_run(text: &str, lead: bool) -> (i64, usize) {
    let mut value = i64::from(lead);
    let mut count = 0;
    for c in text.chars().take_while(|c| is_digit(*c)) {
        value = value.wrapping_mul(10).wrapping_add(i64::from(c as u32) - i64::from(b'0'));
        count += 1;
    }
    (value, count)
}

/// Sorts items by their keys in the order of [`key_order`]. A merge sort of its own, since the
/// standard one may panic where an order is not transitive.
pub fn sort_keys<T>(items: &mut Vec<T>, flavor: Flavor, key: impl Fn(&T) -> &str) {
    let less = |a: &T, b: &T| key_order(key(a), key(b), flavor) == Ordering::Less;
    if items.is_sorted_by(|a, b| !less(b, a)) {
        return;
    }
    let mut runs: Vec<Vec<T>> = items.drain(..).map(|item| vec![item]).collect();
    while runs.len() > 1 {
        let mut merged = Vec::with_capacity(runs.len().div_ceil(2));
        let mut pending = runs.into_iter();
        while let Some(left) = pending.next() {
            merged.push(match pending.next() {
                Some(right) => merge(left, right, &less),
                None => left,
            });
        }
        runs = merged;
    }
    items.extend(runs.into_iter().flatten());
}

fn merge<T>(left: Vec<T>, right: Vec<T>, less: &impl Fn(&T, &T) -> bool) -> Vec<T> {
    let mut out = Vec::with_capacity(left.len() + right.len());
    let mut left = left.into_iter().peekable();
    let mut right = right.into_iter().peekable();
    while let (Some(a), Some(b)) = (left.peek(), right.peek()) {
        out.extend(if less(b, a) { right.next() } else { left.next() });
    }
    out.extend(left);
    out.extend(right);
    out
}
